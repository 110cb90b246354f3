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
  parser.flag("kernels", "measure every kernel of these calls",
              options.kernels);
  parser.flag("layers", "measure every layer of these calls", options.layers);
  parser.flag("machine", "measure memory and arithmetic of this machine",
              options.machine);
}

static void addSetting(OptionParser &parser, BenchOptions &options) {
  parser.text("weights", "folder", "checkpoint folder", options.weights);
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

/// Google Benchmark answers an unknown format with its help and success.
static Status checkFormat(const BenchOptions &options) {
  const std::string name = "--benchmark_format=";
  for (const std::string &argument : options.library) {
    if (argument.rfind(name, 0) != 0)
      continue;
    std::string format = argument.substr(name.size());
    if (format != "console" && format != "json" && format != "csv")
      return Status(Code::invalidArgument,
                    name + ": expected console, json or csv, found " +
                        quoteName(format));
  }
  return Status();
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
  if (options.weights.empty())
    return Status(Code::invalidArgument,
                  "expected --weights=<folder>, the checkpoint that the file "
                  "was compiled from");
  if (Status status = checkFormat(options); !status.ok())
    return status;
  if (options.prefill.empty() && !options.decode && !options.machine)
    options.prefill = {512};
  return true;
}
