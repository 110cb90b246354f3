//===- Sha256.h - SHA-256 digest ------------------------------------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// SHA-256 (FIPS 180-4), streaming, for checksums of files and tables.
//
//===----------------------------------------------------------------------===//

#ifndef CEDAR_RUNTIME_SUPPORT_SHA256_H
#define CEDAR_RUNTIME_SUPPORT_SHA256_H

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>

namespace cedar::rt {

/// Feed bytes with `update`, then read the digest once with `finish`.
class Sha256 {
public:
  using Digest = std::array<uint8_t, 32>;

  Sha256();
  void update(const void *data, size_t size);
  Digest finish();

private:
  void compress(const uint8_t *block);

  std::array<uint32_t, 8> state_;
  std::array<uint8_t, 64> block_{};
  size_t filled_ = 0;   ///< bytes of `block_` in use
  uint64_t length_ = 0; ///< bytes fed so far
};

/// Lower-case hexadecimal form of a digest.
std::string toHex(const Sha256::Digest &digest);

/// Digest of `size` bytes in one go, as lower-case hexadecimal.
std::string sha256Hex(const void *data, size_t size);

} // namespace cedar::rt

#endif // CEDAR_RUNTIME_SUPPORT_SHA256_H
