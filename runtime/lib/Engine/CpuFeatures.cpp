//===- CpuFeatures.cpp - what the CPU can do ------------------------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information. SPDX-License-Identifier:
// Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// CPUID leaves 1, 7 and 0x80000001, and XCR0 for the register state that the
// operating system saves (Intel SDM volume 1, 13.3; volume 2, CPUID).
//
//===----------------------------------------------------------------------===//

#include "runtime/lib/Engine/CpuFeatures.h"

#include <cpuid.h>
#include <cstdint>

using namespace cedar::rt;

namespace {

enum Register { eax, ebx, ecx, edx };

/// Bits of XCR0 that a feature needs: AVX state, AVX-512 state, AMX tiles.
enum : uint64_t {
  noState = 0,
  avxState = 0x6,
  zmmState = 0xe6,
  tiles = 0x60000
};

/// Where CPUID reports a feature.
struct Feature {
  const char *name;
  uint32_t leaf, subleaf;
  Register reg;
  unsigned bit;
  uint64_t state;
};

} // namespace

static const Feature features[] = {
    {"cx8", 1, 0, edx, 8, noState},
    {"cmov", 1, 0, edx, 15, noState},
    {"mmx", 1, 0, edx, 23, noState},
    {"fxsr", 1, 0, edx, 24, noState},
    {"sse", 1, 0, edx, 25, noState},
    {"sse2", 1, 0, edx, 26, noState},
    {"sse3", 1, 0, ecx, 0, noState},
    {"pclmul", 1, 0, ecx, 1, noState},
    {"ssse3", 1, 0, ecx, 9, noState},
    {"fma", 1, 0, ecx, 12, avxState},
    {"cx16", 1, 0, ecx, 13, noState},
    {"sse4.1", 1, 0, ecx, 19, noState},
    {"crc32", 1, 0, ecx, 20, noState},
    {"sse4.2", 1, 0, ecx, 20, noState},
    {"movbe", 1, 0, ecx, 22, noState},
    {"popcnt", 1, 0, ecx, 23, noState},
    {"aes", 1, 0, ecx, 25, noState},
    {"xsave", 1, 0, ecx, 26, noState},
    {"avx", 1, 0, ecx, 28, avxState},
    {"f16c", 1, 0, ecx, 29, avxState},
    {"bmi", 7, 0, ebx, 3, noState},
    {"avx2", 7, 0, ebx, 5, avxState},
    {"bmi2", 7, 0, ebx, 8, noState},
    {"avx512f", 7, 0, ebx, 16, zmmState},
    {"avx512dq", 7, 0, ebx, 17, zmmState},
    {"avx512cd", 7, 0, ebx, 28, zmmState},
    {"avx512bw", 7, 0, ebx, 30, zmmState},
    {"avx512vl", 7, 0, ebx, 31, zmmState},
    {"avx512vbmi", 7, 0, ecx, 1, zmmState},
    {"avx512vbmi2", 7, 0, ecx, 6, zmmState},
    {"gfni", 7, 0, ecx, 8, noState},
    {"avx512vnni", 7, 0, ecx, 11, zmmState},
    {"avx512bitalg", 7, 0, ecx, 12, zmmState},
    {"avx512vpopcntdq", 7, 0, ecx, 14, zmmState},
    {"amx-bf16", 7, 0, edx, 22, tiles},
    {"avx512fp16", 7, 0, edx, 23, zmmState},
    {"amx-tile", 7, 0, edx, 24, tiles},
    {"amx-int8", 7, 0, edx, 25, tiles},
    {"avxvnni", 7, 1, eax, 4, avxState},
    {"avx512bf16", 7, 1, eax, 5, zmmState},
    {"sahf", 0x80000001, 0, ecx, 0, noState},
    {"lzcnt", 0x80000001, 0, ecx, 5, noState},
    {"64bit", 0x80000001, 0, edx, 29, noState},
};

/// Register state that the operating system saves, 0 without XGETBV.
static uint64_t enabledState() {
  unsigned a, b, c, d;
  constexpr unsigned osxsave = 1u << 27;
  if (!__get_cpuid(1, &a, &b, &c, &d) || !(c & osxsave))
    return 0;
  unsigned low, high;
  __asm__("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
  return uint64_t(high) << 32 | low;
}

bool cedar::rt::cpuHas(std::string_view name) {
  for (const Feature &feature : features) {
    if (name != feature.name)
      continue;
    unsigned regs[4];
    if (!__get_cpuid_count(feature.leaf, feature.subleaf, &regs[eax],
                           &regs[ebx], &regs[ecx], &regs[edx]))
      return false;
    return (regs[feature.reg] >> feature.bit & 1) &&
           (enabledState() & feature.state) == feature.state;
  }
  return false;
}

std::string
cedar::rt::missingCpuFeatures(const std::vector<std::string> &names) {
  std::string missing;
  for (const std::string &name : names)
    if (!cpuHas(name))
      missing += (missing.empty() ? "" : ",") + name;
  return missing;
}
