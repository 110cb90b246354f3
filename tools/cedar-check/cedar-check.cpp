//===- cedar-check.cpp - judge a checkpoint folder ------------------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM
// Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Says in seconds whether a checkpoint can be compiled, and what it would need,
// from its configuration, its tensor headers and its token map. It reads no
// weights; to see what a compiled artifact holds, use cedar-inspect.
//
//===----------------------------------------------------------------------===//

#include "tools/cedar-check/Report.h"

#include <cerrno>
#include <cstdlib>
#include <getopt.h>
#include <iostream>

using namespace cedar;

static constexpr const char *kUsage =
    R"(usage: cedar-check <checkpoint folder> [options]

Judges config.json, the tensor index, the headers of all shards and the token
map of a checkpoint. Prints the role of every layer, the memory it will need and
every problem.

  --config-only   judge config.json alone
  --context=<n>   tokens of the memory prediction (default: the model's maximum)
  --csa2-plan=<p> attention modes instead of those of config.json:
                  reuse-every=<n>, or one per layer, window*2,full/2,reuse*3
  --json          print one JSON object
  --help          print this text

Exit code: 0 no problem, 1 problems, 2 wrong usage.
)";

static constexpr int kOk = 0, kProblems = 1, kUsageError = 2;

namespace {
struct Options {
  std::string folder, csa2Plan;
  bool json = false;
  ReportOptions report;
};
} // namespace

static int usageError(const std::string &message) {
  std::cerr << "cedar-check: " << message << "\n"
            << "try 'cedar-check --help'\n";
  return kUsageError;
}

/// A whole number above 0 and not beyond a position's range.
static bool parseContext(const char *text, int64_t &context) {
  char *end = nullptr;
  errno = 0;
  long long value = std::strtoll(text, &end, 10);
  if (errno || end == text || *end || value < 1 || value > INT32_MAX)
    return false;
  context = value;
  return true;
}

/// Reads the command line; an exit code when there is nothing more to do.
static std::optional<int> parseOptions(int argc, char **argv,
                                       Options &options) {
  static const option known[] = {{"config-only", no_argument, nullptr, 'c'},
                                 {"context", required_argument, nullptr, 'n'},
                                 {"csa2-plan", required_argument, nullptr, 'p'},
                                 {"json", no_argument, nullptr, 'j'},
                                 {"help", no_argument, nullptr, 'h'},
                                 {nullptr, 0, nullptr, 0}};
  for (int flag; (flag = getopt_long(argc, argv, "", known, nullptr)) != -1;) {
    if (flag == 'c')
      options.report.configOnly = true;
    else if (flag == 'p')
      options.csa2Plan = optarg;
    else if (flag == 'j')
      options.json = true;
    else if (flag == 'h')
      return std::cout << kUsage, kOk;
    else if (flag != 'n')
      return kUsageError;
    else if (!parseContext(optarg, options.report.context))
      return usageError("--context: expected a number of tokens, found '" +
                        std::string(optarg) + "'");
  }
  if (argc - optind != 1)
    return usageError("expected one checkpoint folder, found " +
                      std::to_string(argc - optind));
  options.folder = argv[optind];
  return std::nullopt;
}

int main(int argc, char **argv) {
  Options options;
  if (std::optional<int> code = parseOptions(argc, argv, options))
    return *code;
  CheckpointReport report =
      validateCheckpoint(options.folder,
                         options.report.configOnly ? CheckpointParts::configOnly
                                                   : CheckpointParts::all,
                         options.csa2Plan);
  if (options.json)
    printJson(report, options.report, std::cout);
  else
    printText(report, options.report, std::cout);
  return report.ok() ? kOk : kProblems;
}
