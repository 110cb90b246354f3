//===- cedar-run.cpp - continues prompts with a compiled model ------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information. SPDX-License-Identifier:
// Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Opens a .cedar file and the checkpoint it was compiled from, and continues
// prompts. For facts about a .cedar file use cedar-inspect; to measure speed
// use cedar-bench.
//
//===----------------------------------------------------------------------===//

#include "tools/cedar-run/LogitsFile.h"
#include "tools/cedar-run/Output.h"
#include "tools/runtime-lib/LaunchProfile.h"
#include "tools/runtime-lib/OptionParser.h"
#include "tools/runtime-lib/Require.h"

#include <cstdio>

using namespace cedar;

static double perSecond(uint64_t rows, double seconds) {
  return seconds > 0 ? double(rows) / seconds : 0;
}

static void printStats(const Generator &generator) {
  const Timing &timing = generator.timing();
  cedar_stats stats = generator.session().main().stats();
  std::fprintf(
      stderr,
      "prefill: %llu tokens in %.3f s (%.1f tokens/s)\n"
      "decode:  %llu tokens in %.3f s (%.1f tokens/s)\n"
      "kernels: %llu launches in %llu calls on %llu threads\n"
      "cache:   %llu pages at most, %llu bytes each\n",
      (unsigned long long)timing.prefillRows, timing.prefillSeconds,
      perSecond(timing.prefillRows, timing.prefillSeconds),
      (unsigned long long)timing.decodeRows, timing.decodeSeconds,
      perSecond(timing.decodeRows, timing.decodeSeconds),
      (unsigned long long)stats.launches, (unsigned long long)stats.calls,
      (unsigned long long)stats.threads, (unsigned long long)stats.pages_peak,
      (unsigned long long)stats.page_bytes);
}

/// Rows of Engram tables that the cache had.
static void printRowStats(const cedar_stats &stats) {
  uint64_t rows = stats.engram_hits + stats.engram_misses;
  std::fprintf(stderr,
               "engram:  %llu of %llu table rows found in the cache (%.1f %%), "
               "%llu bytes read for the others\n",
               (unsigned long long)stats.engram_hits, (unsigned long long)rows,
               rows > 0 ? 100.0 * double(stats.engram_hits) / double(rows) : 0,
               (unsigned long long)stats.engram_bytes);
}

/// Name of the code to run, null for the best of this CPU.
static const char *targetOf(const RunOptions &options) {
  if (options.device == "cuda")
    return "cuda";
  return options.target.empty() ? nullptr : options.target.c_str();
}

static Weights openWeights(const RunOptions &options, const Module &module) {
  cedar_weights_options weightsOptions{};
  if (!options.tokenMap.empty())
    weightsOptions.token_map = options.tokenMap.c_str();
  return Weights::open(module, options.weights, weightsOptions);
}

/// The weights of --check-against.
static std::optional<Weights> openCheckWeights(const RunOptions &options) {
  if (options.checkAgainst.empty())
    return std::nullopt;
  return openWeights(
      options, Module::open(options.artifact, options.checkAgainst.c_str()));
}

/// Runs all prompts; a difference of --per-kernel is saved.
static void generate(Generator &generator, Output &output) {
  try {
    generator.run(
        [&](size_t prompt, int32_t token) { output.onToken(prompt, token); },
        [&](size_t prompt, const Answer &answer) {
          output.onAnswer(prompt, answer);
        });
  } catch (const Error &error) {
    std::string saved = generator.session().saveDifference();
    if (saved.empty())
      throw;
    throw Error(error.code(), (error.what() + saved).c_str());
  }
}

/// What goes to standard error.
static void printFacts(const RunOptions &options, const Generator &generator,
                       const LaunchProfile &profile) {
  generator.session().printCheck(stderr);
  if (options.stats)
    printStats(generator);
  if (options.stats && options.engramCache)
    printRowStats(generator.session().main().stats());
  if (options.profile)
    profile.print(stderr);
}

static void runPrompts(const RunOptions &options) {
  Module module = Module::open(options.artifact, targetOf(options));
  Weights weights = openWeights(options, module);
  std::optional<Weights> checkWeights = openCheckWeights(options);
  Text text(options.weights, module.info());
  std::vector<Prompt> prompts = readPrompts(options, text);
  if (!options.logits.empty())
    require(checkLogitsFile(options.logits, prompts.size()));

  std::vector<int32_t> prefix = readPrefix(options, text);
  Generator generator(module, weights, checkWeights ? &*checkWeights : nullptr,
                      options, prompts, prefix);
  LaunchProfile profile;
  if (options.profile)
    generator.session().main().profile(LaunchProfile::record, &profile);
  Output output(options, text, prompts, module.info().vocab_size);
  generate(generator, output);
  output.finish();
  printFacts(options, generator, profile);
}

int main(int argc, char **argv) {
  RunOptions options;
  rt::Result<bool> parsed = parseRunOptions(argc, argv, options);
  if (!parsed.ok() || !*parsed)
    return rt::reportExit("cedar-run", parsed.status(), rt::exitUsage);
  try {
    runPrompts(options);
    return 0;
  } catch (const std::exception &error) {
    return rt::reportExit("cedar-run",
                          rt::Status(rt::Code::internal, error.what()));
  }
}
