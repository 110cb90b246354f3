//===- cedar-compile.cpp - compiles a checkpoint ahead of time ===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// cedar-compile <checkpoint folder> --target=cpu -o model.cedar
//
// Reads the folder's configuration and tensor headers, never weight payloads.
// Use cedar-check to judge a folder, cedar-inspect to look into the result,
// cedar-opt to run single passes.
//
//===----------------------------------------------------------------------===//

#include "codegen/Driver/Compiler.h"
#include "codegen/Driver/DecisionTrace.h"
#include "codegen/Driver/Explain.h"
#include "codegen/Driver/Targets.h"
#include "passes/Pipelines/Pipelines.h"
#include "tools/cedar-compile/ReportOption.h"
#include "tools/lib/DebugOption.h"
#include "tools/lib/PendingFile.h"
#include "tools/lib/RegisterAll.h"
#include "tools/lib/RemarkOptions.h"
#include "tools/lib/ToolDiagnostics.h"

#include "mlir/IR/AsmState.h"
#include "mlir/Support/FileUtilities.h"
#include "mlir/Support/Timing.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/ToolOutputFile.h"

using namespace mlir;
namespace cl = llvm::cl;

static cl::OptionCategory category("cedar-compile options");

static cl::opt<std::string> input(cl::Positional, cl::cat(category),
                                  cl::desc("<checkpoint folder>"));
static cl::opt<std::string>
    output("o", cl::cat(category), cl::value_desc("file"),
           cl::desc("The artifact to write, or with "
                    "--compile-to the IR (default: -)"));
static cl::list<std::string> targets(
    "target", cl::cat(category), cl::CommaSeparated,
    cl::desc("What to generate code for, one or several; see --list-targets"));
static cl::opt<bool> listTargets("list-targets", cl::cat(category),
                                 cl::desc("Print the known targets"));
// The option refers to this text as long as it lives.
static const std::string compileToHelp =
    "Stop after a phase: " + cedar::joinPhaseNames();
static cl::opt<std::string> compileTo("compile-to", cl::cat(category),
                                      cl::value_desc("phase"),
                                      cl::desc(compileToHelp));
static cl::opt<std::string> compileFrom(
    "compile-from", cl::cat(category), cl::value_desc("phase"),
    cl::desc(
        "Begin after a phase: the input is a file with the IR that it left"));
static cl::opt<std::string>
    dumpPhases("dump-phases-to", cl::cat(category), cl::value_desc("folder"),
               cl::desc("Write the IR after each phase"));
static cl::list<std::string>
    extraEntries("entry", cl::cat(category), cl::CommaSeparated,
                 cl::desc("Entries beside those of every artifact: layerwise"));
static cl::opt<std::string> csa2Plan(
    "csa2-plan", cl::cat(category), cl::value_desc("plan"),
    cl::desc(
        "Attention modes instead of those of config.json: reuse-every=<n>, "
        "or one per layer, window*2,full/2,reindex,reuse*3"));
static cl::opt<cedar::ReplayForm> replay(
    "replay", cl::cat(category), cl::init(cedar::ReplayForm::Bounded),
    cl::desc("Windows that bounded replay cuts at its first row"),
    cl::values(clEnumValN(cedar::ReplayForm::Bounded, "bounded",
                          "those of all layers behind the last append"),
               clEnumValN(cedar::ReplayForm::SourceExact, "source-exact",
                          "the same, but the layer of the last append attends "
                          "to its exact window")));
static cl::opt<unsigned>
    verifyMax("verify-max", cl::cat(category), cl::init(8),
              cl::desc("Most rows of a sequence that verify takes"));
// The option refers to this text as long as it lives.
static const std::string disablePassHelp =
    "Leave out a pass, one or several of: " +
    llvm::join(cedar::getOptionalPasses(), ", ");
static cl::opt<std::string>
    traceFile("trace", cl::cat(category), cl::value_desc("file.json"),
              cl::desc("Write what the passes decided, and why"));
static cl::opt<std::string>
    explained("explain", cl::cat(category), cl::value_desc("name"),
              cl::desc("Print what was decided about a layer, a path or an op, "
                       "and compile no further than kernels"));
static cl::list<std::string> disabledPasses("disable-pass", cl::cat(category),
                                            cl::CommaSeparated,
                                            cl::value_desc("name"),
                                            cl::desc(disablePassHelp));
#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define CEDAR_HAS_SANITIZER 1
#endif
#endif
#ifndef CEDAR_HAS_SANITIZER
#define CEDAR_HAS_SANITIZER 0
#endif

static cl::opt<bool>
    sanitize("sanitize-address", cl::cat(category),
             cl::init(CEDAR_HAS_SANITIZER),
             cl::desc("Check every memory access of the code; it then needs a "
                      "runtime built with AddressSanitizer"));
static cl::opt<bool> quiet("quiet", cl::cat(category), cl::desc("No progress"));

static int fail(const Twine &message) {
  llvm::errs() << "cedar-compile: error: " << message << '\n';
  return 2;
}

static int printTargets() {
  for (const cedar::TargetSummary &target : cedar::knownTargets())
    llvm::outs() << target.name << "\t" << target.summary << '\n';
  return 0;
}

/// Hides everything that is neither ours nor MLIR's printing and timing.
static void hideForeignOptions() {
  for (auto &[name, option] : cl::getRegisteredOptions()) {
    bool ours = llvm::is_contained(option->Categories, &category);
    bool useful = name.starts_with("mlir-print") ||
                  name.starts_with("mlir-timing") ||
                  name.contains("reproducer") || name.starts_with("help") ||
                  name.starts_with("version");
    if (!ours && !useful)
      option->setHiddenFlag(cl::ReallyHidden);
  }
}

static void showPhase(const cedar::PhaseInfo &info) {
  if (!quiet && llvm::sys::Process::StandardErrIsDisplayed())
    llvm::errs() << "[" << info.name << "] " << info.summary << '\n';
}

/// The phase that an option names; a message if there is none.
static std::string readPhase(StringRef name, cedar::Phase &phase) {
  if (auto found = cedar::parsePhase(name)) {
    phase = *found;
    return "";
  }
  return ("unknown phase '" + name + "', expected one of " +
          cedar::joinPhaseNames())
      .str();
}

/// Fills the first and the last phase in.
static std::string readPhases(cedar::CompileOptions &options) {
  std::string message;
  if (!compileTo.empty())
    message = readPhase(compileTo, options.lastPhase);
  if (compileFrom.empty() || !message.empty())
    return message;
  cedar::Phase left;
  message = readPhase(compileFrom, left);
  if (!message.empty())
    return message;
  if (!cedar::hasModuleInvariant(left))
    return "--compile-from: expected a phase that leaves IR, found '" +
           compileFrom + "'";
  options.firstPhase = static_cast<cedar::Phase>(static_cast<int>(left) + 1);
  if (options.firstPhase > options.lastPhase)
    return "expected --compile-to to name a later phase than --compile-from";
  return "";
}

static std::string readPlan(cedar::CompileOptions &options) {
  if (csa2Plan.empty())
    return "";
  if (!compileFrom.empty())
    return "expected no --csa2-plan with --compile-from, whose IR has its "
           "modes";
  options.csa2Plan = csa2Plan;
  options.command.push_back("--csa2-plan=" + csa2Plan);
  return "";
}

static std::string readEntries(cedar::CompileOptions &options) {
  options.replay = replay;
  if (replay == cedar::ReplayForm::SourceExact)
    options.command.push_back("--replay=source-exact");
  options.verifyMax = verifyMax;
  if (verifyMax.getNumOccurrences() > 0)
    options.command.push_back("--verify-max=" + std::to_string(verifyMax));
  for (const std::string &entry : extraEntries) {
    if (entry != "layerwise")
      return "unknown entry '" + entry + "', expected 'layerwise'";
    options.layerwise = true;
  }
  if (options.layerwise)
    options.command.push_back("--entry=layerwise");
  return "";
}

static std::string readPasses(cedar::CompileOptions &options) {
  SmallVector<std::string> optional = cedar::getOptionalPasses();
  for (const std::string &name : disabledPasses) {
    if (!llvm::is_contained(optional, name))
      return "--disable-pass: expected one of " + llvm::join(optional, ", ") +
             ", found '" + name + "'";
    options.disabledPasses.push_back(name);
    options.command.push_back("--disable-pass=" + name);
  }
  return "";
}

static std::string readExplain(cedar::CompileOptions &options) {
  if (explained.empty())
    return explained.getNumOccurrences() ? "expected a name after --explain="
                                         : "";
  if (!output.empty())
    return "expected no -o with --explain, which writes no artifact";
  if (compileTo.empty())
    options.lastPhase = cedar::Phase::Kernels;
  else if (options.lastPhase > cedar::Phase::Kernels)
    return "expected --compile-to=kernels or earlier with --explain";
  return "";
}

static std::string readTargets(cedar::CompileOptions &options) {
  if (options.lastPhase >= cedar::Phase::Target && targets.empty())
    return "expected --target; --list-targets prints the known ones";
  options.targets.clear();
  for (const std::string &name : targets) {
    if (llvm::Error error = cedar::checkTarget(name))
      return llvm::toString(std::move(error));
    if (llvm::is_contained(options.targets, name))
      return "expected every target once, found '" + name + "' twice";
    options.targets.push_back(name);
    options.command.push_back("--target=" + name);
  }
  return "";
}

/// Fills the options in; a message if the command line makes no sense.
static std::string readOptions(cedar::CompileOptions &options) {
  if (input.empty())
    return "expected a checkpoint folder; see --help";
  options.input = input;
  options.output = output;
  options.dumpFolder = dumpPhases;
  for (auto read : {readEntries, readPlan, readPhases, readExplain, readPasses,
                    readTargets})
    if (std::string message = read(options); !message.empty())
      return message;
  if (options.lastPhase == cedar::Phase::Artifact && output.empty())
    return "expected -o <file> for the artifact";
  if (!traceFile.empty() && traceFile == output)
    return "expected another file for --trace than for -o, found '" +
           traceFile + "' twice";
  return "";
}

static int printModule(ModuleOp module, StringRef path) {
  std::string message;
  auto file = openOutputFile(path, &message);
  if (!file)
    return fail(message);
  module.print(file->os());
  file->os() << '\n';
  file->keep();
  return 0;
}

/// Tells the story, then makes the trace's file appear.
static int finishTrace(const cedar::DecisionTrace &trace,
                       cedar::PendingFile &file) {
  if (!explained.empty())
    if (llvm::Error error = cedar::explain(trace, explained, llvm::outs()))
      return fail(llvm::toString(std::move(error)));
  if (traceFile.empty())
    return 0;
  trace.printJson(file.os());
  if (llvm::Error error = file.publish())
    return fail(llvm::toString(std::move(error)));
  return 0;
}

static int run(cedar::CompileOptions &options) {
  cedar::Report report;
  if (std::string message = report.prepare(options, traceFile);
      !message.empty())
    return fail(message);
  cedar::PendingFile tracePending;
  if (!traceFile.empty())
    if (llvm::Error error = tracePending.open("--trace", traceFile))
      return fail(llvm::toString(std::move(error)));
  cedar::DecisionTrace trace;
  DialectRegistry registry;
  cedar::registerEveryDialect(registry);
  MLIRContext context(registry);
  // A diagnostic is one line unless the whole op is asked for.
  if (!cl::getRegisteredOptions()["mlir-print-op-on-diagnostic"]
           ->getNumOccurrences())
    context.printOpOnDiagnostic(false);
  cedar::ToolDiagnosticHandler diagnostics(&context, "cedar-compile");
  OwningOpRef<ModuleOp> module;
  bool traced = !traceFile.empty() || !explained.empty();
  options.onPhase = [&](const cedar::PhaseInfo &info) {
    trace.beginPhase(info.phase);
    showPhase(info);
  };
  if (failed(cedar::applyRemarkOptions(&context, traced ? trace.makeStreamer()
                                                        : nullptr)) ||
      failed(cedar::compile(&context, options, module)))
    return 1;
  if (options.lastPhase < cedar::Phase::Target && explained.empty())
    if (int status =
            printModule(*module, options.output.empty() ? "-" : options.output))
      return status;
  if (llvm::Error error = report.publish())
    return fail(llvm::toString(std::move(error)));
  return finishTrace(trace, tracePending);
}

int main(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  cedar::registerDebugOption();
  cedar::registerEveryPass();
  registerAsmPrinterCLOptions();
  registerMLIRContextCLOptions();
  registerPassManagerCLOptions();
  registerDefaultTimingManagerCLOptions();
  cedar::registerRemarkOptions(category);
  cedar::registerReportOptions(category);
  hideForeignOptions();
  cl::ParseCommandLineOptions(argc, argv,
                              "Compiles a checkpoint to one .cedar file\n");
  if (listTargets)
    return printTargets();
  cedar::CompileOptions options;
  if (std::string message = readOptions(options); !message.empty())
    return fail(message);
  DefaultTimingManager timing;
  applyDefaultTimingManagerCLOptions(timing);
  TimingScope scope = timing.getRootScope();
  options.onPassManager = [&](PassManager &pm) {
    (void)applyPassManagerCLOptions(pm);
    pm.enableTiming(scope);
  };
  return run(options);
}
