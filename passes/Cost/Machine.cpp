//===- Machine.cpp - the time that a cost takes at least ----------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/Cost/Machine.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <algorithm>

namespace cedar {

static constexpr Machine machines[] = {
#define CEDAR_MACHINE(NAME, SUMMARY, ...) {NAME, SUMMARY, __VA_ARGS__},
#include "passes/Cost/Machines.def"
};

const Machine *findMachine(llvm::StringRef name) {
  const auto *found = llvm::find_if(
      machines, [&](const Machine &machine) { return machine.name == name; });
  return found == std::end(machines) ? nullptr : found;
}

std::string joinMachineNames() {
  return llvm::join(
      llvm::map_range(
          machines, [](const Machine &machine) { return machine.name.str(); }),
      ", ");
}

llvm::ArrayRef<FlopKind> flopKinds() {
  static constexpr FlopKind kinds[] = {
      {"f32", &OpCost::flopsF32, &Machine::f32, 1},
      {"bf16", &OpCost::flopsBF16, &Machine::bf16, 1},
      {"w8a16", &OpCost::flopsW8A16, &Machine::w8a16, 1},
      {"fp8", &OpCost::flopsFP8, &Machine::fp8, 0.5},
      {"w4a8", &OpCost::flopsW4A8, &Machine::w4a8, 0.5},
      {"fp4", &OpCost::flopsFP4, &Machine::fp4, 0.25}};
  return kinds;
}

double weightedFlops(const OpCost &cost) {
  double sum = 0;
  for (const FlopKind &kind : flopKinds())
    sum += cost.*kind.count * kind.weight;
  return sum;
}

llvm::ArrayRef<ByteKind> byteKinds() {
  static constexpr ByteKind kinds[] = {
      {"weights", &OpCost::weightBytes},
      {"activations_read", &OpCost::activationReadBytes},
      {"activations_written", &OpCost::activationWriteBytes},
      {"caches_read", &OpCost::cacheReadBytes},
      {"caches_written", &OpCost::cacheWriteBytes},
      {"tables", &OpCost::tableBytes}};
  return kinds;
}

double computeSeconds(const OpCost &cost, const Machine &machine) {
  double seconds = 0;
  for (const FlopKind &kind : flopKinds())
    seconds += cost.*kind.count / (machine.*kind.rate);
  return seconds;
}

double memorySeconds(const OpCost &cost, const Machine &machine) {
  return cost.totalBytes() / machine.memory;
}

void Figures::add(const OpCost &one, const Machine &machine, int64_t count) {
  double compute = computeSeconds(one, machine);
  double memory = memorySeconds(one, machine);
  (compute > memory ? boundByCompute : boundByMemory) +=
      std::max(compute, memory) * double(count);
  launches += count;
  for (const FlopKind &kind : flopKinds())
    cost.*kind.count += one.*kind.count * double(count);
  for (const ByteKind &kind : byteKinds())
    cost.*kind.count += one.*kind.count * double(count);
}

Figures &Figures::operator+=(const Figures &other) {
  launches += other.launches;
  cost += other.cost;
  boundByCompute += other.boundByCompute;
  boundByMemory += other.boundByMemory;
  return *this;
}

} // namespace cedar
