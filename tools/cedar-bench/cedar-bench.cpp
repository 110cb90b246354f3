//===- cedar-bench.cpp - measures a compiled model ----------------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information. SPDX-License-Identifier:
// Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Opens a .cedar file and the checkpoint it was compiled from, and measures
// calls, kernels and the machine. Google Benchmark repeats, sums up and prints.
//
//===----------------------------------------------------------------------===//

#include "tools/cedar-bench/Benchmarks.h"
#include "tools/cedar-bench/DeviceRates.h"
#include "tools/runtime-lib/OptionParser.h"
#include "tools/runtime-lib/Require.h"

#include <algorithm>

using namespace cedar;
using namespace cedar::rt;

/// Hands Google Benchmark its options.
static void initializeLibrary(BenchOptions &options) {
  std::vector<char *> arguments;
  arguments.reserve(options.library.size() + 1);
  for (std::string &argument : options.library)
    arguments.push_back(argument.data());
  int count = int(arguments.size());
  arguments.push_back(nullptr);
  benchmark::Initialize(&count, arguments.data());
  if (count > 1)
    throw Error(CEDAR_INVALID_ARGUMENT, ("Google Benchmark knows no option '" +
                                         std::string(arguments[1]) + "'")
                                            .c_str());
}

static void checkLoad(const Load &load, const cedar_module_info &info) {
  if (load.context() > info.max_positions)
    throw Error(CEDAR_INVALID_ARGUMENT,
                (load.name() + ": expected at most " +
                 std::to_string(info.max_positions) +
                 " positions, which the model has, found " +
                 std::to_string(load.context()))
                    .c_str());
}

static void addContext(const BenchOptions &options,
                       const cedar_module_info &info) {
  benchmark::AddCustomContext("model", info.model_name);
  benchmark::AddCustomContext("target", info.target);
  benchmark::AddCustomContext("compiler_version", info.compiler_version);
  benchmark::AddCustomContext("prefill_entry", options.prefillEntry);
  benchmark::AddCustomContext("seed", std::to_string(options.seed));
}

static Weights openWeights(const Module &module, const BenchOptions &options) {
  if (options.syntheticWeights)
    return Weights::synthetic(module, *options.syntheticWeights);
  cedar_weights_options weightsOptions{};
  if (!options.tokenMap.empty())
    weightsOptions.token_map = options.tokenMap.c_str();
  return Weights::open(module, options.weights, weightsOptions);
}

/// Rates of what runs the module's kernels; nothing, and a warning, if they
/// cannot be measured.
static MachineRates measureRates(const BenchOptions &options,
                                 const std::string &target) {
  if (target.rfind("cpu", 0) == 0) {
    std::vector<uint32_t> threads = threadCounts(options);
    return measureCpus(*std::max_element(threads.begin(), threads.end()));
  }
  rt::Result<MachineRates> rates = measureGpu(target);
  if (rates.ok())
    return *rates;
  std::fprintf(stderr, "cedar-bench: warning: %s\n",
               rates.status().message().c_str());
  return MachineRates();
}

/// Beside JSON and CSV the tables go to the standard error.
static void printTables(const Bench &bench, const MachineRates &rates) {
  bool console = bench.options.format() == "console";
  for (const KernelTable &table : bench.tables)
    table.print(console ? stdout : stderr, bench.floors.machine(), rates);
}

static bool runBenchmarks(BenchOptions &options) {
  initializeLibrary(options);
  Module module =
      Module::open(options.artifact,
                   options.target.empty() ? nullptr : options.target.c_str());
  Floors floors;
  for (const std::string &report : options.reports)
    require(floors.read(report));
  Weights weights = openWeights(module, options);
  addContext(options, module.info());
  MachineRates rates;
  if (!floors.empty()) {
    rates = measureRates(options, module.info().target);
    benchmark::AddCustomContext("copy_bytes_per_second",
                                std::to_string(uint64_t(rates.copyBytes)));
    benchmark::AddCustomContext("products_flops_per_second",
                                std::to_string(uint64_t(rates.flops)));
  }

  Bench bench{module, weights, options, floors, nullptr, "", {}, false};
  for (const Load &load : loadsOf(options)) {
    checkLoad(load, module.info());
    registerCalls(bench, load);
    if (options.kernels || options.layers)
      registerProfile(bench, load);
  }
  if (options.machine)
    registerMachine(options);
  size_t count = benchmark::RunSpecifiedBenchmarks();
  benchmark::Shutdown();
  printTables(bench, rates);
  return count > 0 && !bench.failed;
}

int main(int argc, char **argv) {
  BenchOptions options;
  Result<bool> parsed = parseBenchOptions(argc, argv, options);
  if (!parsed.ok() || !*parsed)
    return reportExit("cedar-bench", parsed.status(), exitUsage);
  try {
    return runBenchmarks(options) ? exitOk : exitFailed;
  } catch (const std::exception &error) {
    return reportExit("cedar-bench", Status(Code::internal, error.what()));
  }
}
