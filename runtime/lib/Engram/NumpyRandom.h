//===- NumpyRandom.h - NumPy's default generator --------------------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The stream of `numpy.random.default_rng(seed).integers(0, bound)` for int64,
// value for value: SeedSequence, PCG64 (XSL-RR, 128-bit state) and Lemire's
// bounded draw. NumPy uses 32-bit draws for bounds of at most 2^32.
//
//===----------------------------------------------------------------------===//

#ifndef CEDAR_RUNTIME_ENGRAM_NUMPYRANDOM_H
#define CEDAR_RUNTIME_ENGRAM_NUMPYRANDOM_H

#include <cstdint>
#include <optional>

namespace cedar::rt {

class NumpyRandom {
public:
  explicit NumpyRandom(uint64_t seed);

  /// A number in [0, bound), bound > 0.
  uint64_t integer(uint64_t bound);

private:
  using UInt128 = unsigned __int128;

  void step();
  uint64_t next64();
  uint32_t next32();
  uint64_t bounded32(uint64_t bound);
  uint64_t bounded64(uint64_t bound);

  UInt128 state = 0;
  UInt128 increment = 0;
  std::optional<uint32_t> spare; ///< upper half of the last 64-bit draw
};

} // namespace cedar::rt

#endif // CEDAR_RUNTIME_ENGRAM_NUMPYRANDOM_H
