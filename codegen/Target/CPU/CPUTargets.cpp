//===- CPUTargets.cpp - the CPU targets ===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The micro-architecture levels of the x86-64 psABI, and this machine's CPU.
//
//===----------------------------------------------------------------------===//

#include "codegen/Target/CPU/CPUTargets.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/TargetParser/Host.h"

namespace cedar {

static const std::vector<std::string> kV3 = {"avx2", "bmi2", "f16c", "fma"};

static std::vector<std::string> v4Features() {
  std::vector<std::string> features = kV3;
  features.insert(features.end(),
                  {"avx512f", "avx512bw", "avx512cd", "avx512dq", "avx512vl"});
  return features;
}

/// Of the features above, those that this machine has.
static std::vector<std::string> nativeFeatures() {
  auto host = llvm::sys::getHostCPUFeatures();
  std::vector<std::string> features;
  for (const std::string &feature : v4Features())
    if (host.lookup(feature))
      features.push_back(feature);
  return features;
}

std::vector<CPUTarget> knownCPUTargets() {
  return {{"cpu", "x86-64-v3", kV3, "any x86-64 CPU with AVX2 and FMA"},
          {"cpu:v4", "x86-64-v4", v4Features(), "x86-64 CPUs with AVX-512"},
          {"cpu:native", llvm::sys::getHostCPUName().str(), nativeFeatures(),
           "the CPU of this machine"}};
}

llvm::Expected<CPUTarget> lookupCPUTarget(llvm::StringRef name) {
  std::vector<std::string> names;
  for (CPUTarget &target : knownCPUTargets()) {
    if (target.name == name)
      return target;
    names.push_back(target.name);
  }
  return llvm::createStringError("unknown target '" + name +
                                 "', expected one of " +
                                 llvm::join(names, ", "));
}

} // namespace cedar
