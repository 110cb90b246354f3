//===- BenchOptions.cpp - command line of cedar-bench -------------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information. SPDX-License-Identifier:
// Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The table of options, from which --help is printed. Options of Google
// Benchmark pass through.
//
//===----------------------------------------------------------------------===//

#include "tools/cedar-bench/BenchOptions.h"

#include "runtime/lib/Support/Quote.h"
#include "tools/runtime-lib/OptionParser.h"

#include <algorithm>
#include <charconv>

using namespace cedar;
using namespace cedar::rt;

/// Reads "1,7,32".
static Status parseList(const std::string &given, uint32_t most,
                        std::vector<uint32_t> &list) {
  list.clear();
  const char *next = given.data(), *end = next + given.size();
  while (true) {
    uint32_t value = 0;
    auto [stop, error] = std::from_chars(next, end, value);
    if (error != std::errc() || value == 0 || value > most ||
        (stop != end && *stop != ','))
      return Status(Code::invalidArgument,
                    "expected numbers from 1 to " + std::to_string(most) +
                        " with commas between them, found " + quoteName(given));
    list.push_back(value);
    if (stop == end)
      return Status();
    next = stop + 1;
  }
}

static Status parseSeed(const std::string &given,
                        std::optional<uint64_t> &seed) {
  uint64_t value = 0;
  const char *end = given.data() + given.size();
  auto [stop, error] = std::from_chars(given.data(), end, value);
  if (error != std::errc() || stop != end)
    return Status(Code::invalidArgument,
                  "expected a number of 64 bits, found " + quoteName(given));
  seed = value;
  return Status();
}

static void addList(OptionParser &parser, const char *name, const char *help,
                    uint32_t most, std::vector<uint32_t> &list) {
  parser.action(name, "N,N,...", help, [most, &list](const std::string &given) {
    return parseList(given, most, list);
  });
}

static void addMeasurements(OptionParser &parser, BenchOptions &options) {
  constexpr uint32_t any = 1 << 20;
  addList(parser, "prefill",
          "measure the prefill of a prompt of N tokens [512, if nothing else "
          "is asked for]",
          any, options.prefill);
  parser.text("prefill-entry", "name",
              "entry of a prefill, such as prefill_replay [prefill_exact]",
              options.prefillEntry);
  parser.flag("decode", "measure decode steps", options.decode);
  addList(parser, "batch", "sequences of a decode step [1]", any,
          options.batch);
  parser.number("prompt", "tokens before the first decode step [64]",
                options.prompt, 1, any);
  parser.number("steps", "decode steps before the prompt is taken anew [64]",
                options.steps, 1, any);
  parser.number("context",
                "random entries in the caches of every sequence before a call, "
                "as if N tokens had been seen, instead of --prompt [none]",
                options.context, 1, UINT32_MAX);
  parser.flag("kernels", "measure every kernel of these calls",
              options.kernels);
  parser.flag("layers", "measure every layer of these calls", options.layers);
  parser.number("samples", "runs that kernels and layers are measured in [15]",
                options.samples, 1, 1000);
  parser.action("report", "file.json",
                "floors from cedar-compile --report; with --kernels, a table "
                "of what takes longest beyond its floor",
                [&options](const std::string &given) {
                  options.reports.push_back(given);
                  return Status();
                });
  parser.flag("machine", "measure memory and arithmetic of this machine",
              options.machine);
}

static void addSetting(OptionParser &parser, BenchOptions &options) {
  parser.text("weights", "folder", "checkpoint folder", options.weights);
  parser.action("synthetic-weights", "seed",
                "random weights of the right types instead of a checkpoint",
                [&options](const std::string &given) {
                  return parseSeed(given, options.syntheticWeights);
                });
  addList(parser, "threads", "worker threads [CPUs of this process]", 1024,
          options.threads);
  parser.number("seed", "of the random token ids [0]", options.seed, 0,
                UINT64_MAX);
  parser.text("token-map", "file",
              "compressed token map, if the checkpoint has none",
              options.tokenMap);
  parser.text("target", "name", "code to run, such as cpu:v4 [best that runs]",
              options.target);
}

/// Exactly one kind of weights.
static Status checkWeights(const BenchOptions &options) {
  if (options.weights.empty() == options.syntheticWeights.has_value())
    return Status();
  return Status(Code::invalidArgument,
                options.weights.empty()
                    ? "expected --weights=<folder>, the checkpoint that the "
                      "file was compiled from, or --synthetic-weights=<seed>"
                    : "expected either --weights or --synthetic-weights, found "
                      "both");
}

std::string BenchOptions::format() const {
  const std::string name = "--benchmark_format=";
  std::string format = "console";
  for (const std::string &argument : library)
    if (argument.rfind(name, 0) == 0)
      format = argument.substr(name.size());
  return format;
}

bool BenchOptions::printsCsv() const {
  return std::any_of(library.begin(), library.end(), [](const auto &argument) {
    return argument == "--benchmark_format=csv" ||
           argument == "--benchmark_out_format=csv";
  });
}

/// Google Benchmark answers an unknown format with its help and success.
static Status checkFormat(const BenchOptions &options) {
  std::string format = options.format();
  if (format == "console" || format == "json" || format == "csv")
    return Status();
  return Status(Code::invalidArgument, "--benchmark_format=: expected console, "
                                       "json or csv, found " +
                                           quoteName(format));
}

/// Takes the options of Google Benchmark out of a command line.
static std::vector<const char *> splitLibrary(int argc, const char *const *argv,
                                              BenchOptions &options) {
  options.library = {"cedar-bench", "--benchmark_repetitions=15",
                     "--benchmark_min_time=0.05",
                     "--benchmark_display_aggregates_only=true"};
  std::vector<const char *> ours;
  for (int i = 0; i < argc; ++i)
    if (std::string(argv[i]).rfind("--benchmark_", 0) == 0)
      options.library.push_back(argv[i]);
    else
      ours.push_back(argv[i]);
  return ours;
}

Result<bool> cedar::parseBenchOptions(int argc, const char *const *argv,
                                      BenchOptions &options) {
  OptionParser parser(
      "cedar-bench", "<model.cedar>",
      "Measures a compiled model with random token ids. Options of Google\n"
      "Benchmark, such as --benchmark_format=json, --benchmark_out=<file>,\n"
      "--benchmark_filter=<regex> and --benchmark_repetitions=<N>, pass "
      "through.");
  addMeasurements(parser, options);
  addSetting(parser, options);
  std::vector<const char *> ours = splitLibrary(argc, argv, options);
  Result<bool> run =
      parser.parse(int(ours.size()), ours.data(), options.artifact);
  if (!run.ok() || !*run)
    return run;
  if (Status status = checkWeights(options); !status.ok())
    return status;
  if (Status status = checkFormat(options); !status.ok())
    return status;
  if (options.prefill.empty() && !options.decode && !options.machine)
    options.prefill = {512};
  return true;
}
