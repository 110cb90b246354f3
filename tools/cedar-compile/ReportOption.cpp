//===- ReportOption.cpp - the option --report ---------------------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tools/cedar-compile/ReportOption.h"

#include "llvm/Support/CommandLine.h"

using namespace llvm;

namespace cedar {

namespace {

struct ReportOptions {
  explicit ReportOptions(cl::OptionCategory &category)
      : file("report", cl::cat(category), cl::value_desc("file.json"),
             cl::desc("Write predicted FLOPs, bytes and least times")),
        machineHelp("Whose rates --report counts with: " + joinMachineNames()),
        machine("report-machine", cl::cat(category), cl::value_desc("name"),
                cl::init("h200"), cl::desc(machineHelp)),
        cachePlan(
            "cache-plan", cl::cat(category), cl::value_desc("file.json"),
            cl::desc("A cache plan that --report compares with: a list of "
                     "{layers, ratio, entry_bytes, index_bytes}")),
        calls("report-calls", cl::cat(category), cl::CommaSeparated,
              cl::value_desc("rows:sequences:context,..."),
              cl::desc("Calls of which --report has every op: rows, their "
                       "sequences, and the tokens that each has before")) {}

  cl::opt<std::string> file;
  // The option refers to this text as long as it lives.
  std::string machineHelp;
  cl::opt<std::string> machine, cachePlan;
  cl::list<std::string> calls;
};

} // namespace

static std::optional<ReportOptions> given;

void registerReportOptions(cl::OptionCategory &category) {
  given.emplace(category);
}

/// Whether the compilation passes the end of the phase `fuse`.
static bool passesFuse(const CompileOptions &options) {
  return options.firstPhase <= Phase::Fuse && options.lastPhase >= Phase::Fuse;
}

/// A message if the report would take another output's place.
static std::string checkPlace(StringRef option, StringRef other) {
  if (other.empty() || other != StringRef(given->file))
    return "";
  return ("expected another file for --report than for " + option +
          ", found '" + other + "' twice")
      .str();
}

/// Reads "32:32:4096".
static std::optional<CostShape> parseCall(StringRef text) {
  constexpr int64_t most = int64_t(1) << 30;
  CostShape shape;
  if (text.consumeInteger(10, shape.rows) || !text.consume_front(":") ||
      text.consumeInteger(10, shape.sequences) || !text.consume_front(":") ||
      text.consumeInteger(10, shape.context) || !text.empty() ||
      shape.sequences < 1 || shape.rows < shape.sequences ||
      shape.rows > most || shape.context < 0 || shape.context > most)
    return std::nullopt;
  shape.outRows = shape.sequences;
  return shape;
}

/// Fills the settings in; a message if the options make no sense.
static std::string readSettings(CostReportOptions &settings) {
  settings.machine = findMachine(given->machine);
  if (!settings.machine)
    return "--report-machine: expected one of " + joinMachineNames() +
           ", found '" + given->machine + "'";
  for (const std::string &text : given->calls) {
    std::optional<CostShape> shape = parseCall(text);
    if (!shape)
      return "--report-calls: expected rows:sequences:context, such as "
             "32:32:4096, with rows >= sequences >= 1, found '" +
             text + "'";
    settings.calls.push_back(*shape);
  }
  if (given->cachePlan.empty())
    return "";
  Expected<CacheTerms> plan = readCachePlan(given->cachePlan);
  if (!plan)
    return "--cache-plan: " + toString(plan.takeError());
  settings.cachePlan = *plan;
  return "";
}

std::string Report::prepare(CompileOptions &options, StringRef traceFile) {
  if (given->file.empty())
    return given->machine.getNumOccurrences() || !given->cachePlan.empty() ||
                   !given->calls.empty()
               ? "expected --report=<file.json> with --report-machine, "
                 "--report-calls and --cache-plan"
               : "";
  if (!passesFuse(options))
    return "expected a compilation through the phase 'fuse' with --report";
  for (const std::string &message :
       {checkPlace("-o", options.output), checkPlace("--trace", traceFile),
        readSettings(settings)})
    if (!message.empty())
      return message;
  options.afterPhase = [this](const PhaseInfo &info, mlir::ModuleOp module) {
    if (info.phase == Phase::Fuse)
      printCostReport(module, settings, file.os());
  };
  if (Error error = file.open("--report", given->file))
    return toString(std::move(error));
  return "";
}

Error Report::publish() {
  return given->file.empty() ? Error::success() : file.publish();
}

} // namespace cedar
