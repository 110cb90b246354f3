//===- Sha256.cpp - SHA-256 digest ----------------------------------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// FIPS 180-4, sections 4.1.2, 5.3.3 and 6.2. The round constants are computed
// as the standard defines them: the first 32 fractional bits of the square
// roots (initial state) and cube roots (rounds) of the first primes.
//
//===----------------------------------------------------------------------===//

#include "runtime/lib/Support/Sha256.h"

#include <algorithm>
#include <cstring>

using namespace cedar::rt;

/// True when root^power * 2^(-32 power) does not exceed `prime`, in 128 bits.
static bool rootFits(unsigned __int128 root, unsigned power, uint64_t prime) {
  if (power == 2) // root < 2^37: the square fits 74 bits
    return root * root <= (static_cast<unsigned __int128>(prime) << 64);
  // The cube fits 128 bits since root < 2^36; compare with prime * 2^96.
  return root * root * root <= (static_cast<unsigned __int128>(prime) << 96);
}

/// The first 32 fractional bits of the `power`-th root of `prime`.
static uint32_t rootFraction(uint64_t prime, unsigned power) {
  uint64_t root = 0;
  for (int bit = 36; bit >= 0; --bit)
    if (uint64_t next = root | (uint64_t(1) << bit);
        rootFits(next, power, prime))
      root = next;
  return static_cast<uint32_t>(root);
}

/// Root fractions of the first `N` primes.
template <size_t N>
static std::array<uint32_t, N> primeRoots(unsigned power) {
  std::array<uint32_t, N> roots{};
  size_t found = 0;
  for (uint64_t n = 2; found < N; ++n) {
    bool prime = true;
    for (uint64_t d = 2; d * d <= n; ++d)
      prime &= n % d != 0;
    if (prime)
      roots[found++] = rootFraction(n, power);
  }
  return roots;
}

static uint32_t rotateRight(uint32_t x, unsigned n) {
  return (x >> n) | (x << (32 - n));
}

static uint32_t loadBigEndian(const uint8_t *p) {
  return uint32_t(p[0]) << 24 | uint32_t(p[1]) << 16 | uint32_t(p[2]) << 8 |
         p[3];
}

/// The 64 words that the rounds of one block consume.
static std::array<uint32_t, 64> expandMessage(const uint8_t *block) {
  std::array<uint32_t, 64> w;
  for (unsigned i = 0; i < 16; ++i)
    w[i] = loadBigEndian(block + 4 * i);
  for (unsigned i = 16; i < 64; ++i) {
    uint32_t a = w[i - 15], b = w[i - 2];
    uint32_t s0 = rotateRight(a, 7) ^ rotateRight(a, 18) ^ (a >> 3);
    uint32_t s1 = rotateRight(b, 17) ^ rotateRight(b, 19) ^ (b >> 10);
    w[i] = w[i - 16] + s0 + w[i - 7] + s1;
  }
  return w;
}

Sha256::Sha256() {
  static const std::array<uint32_t, 8> initial = primeRoots<8>(2);
  state_ = initial;
}

void Sha256::compress(const uint8_t *block) {
  static const std::array<uint32_t, 64> constants = primeRoots<64>(3);
  std::array<uint32_t, 64> w = expandMessage(block);
  std::array<uint32_t, 8> s = state_;
  for (unsigned i = 0; i < 64; ++i) {
    uint32_t sum1 =
        rotateRight(s[4], 6) ^ rotateRight(s[4], 11) ^ rotateRight(s[4], 25);
    uint32_t choice = (s[4] & s[5]) ^ (~s[4] & s[6]);
    uint32_t t1 = s[7] + sum1 + choice + constants[i] + w[i];
    uint32_t sum0 =
        rotateRight(s[0], 2) ^ rotateRight(s[0], 13) ^ rotateRight(s[0], 22);
    uint32_t majority = (s[0] & s[1]) ^ (s[0] & s[2]) ^ (s[1] & s[2]);
    s = {t1 + sum0 + majority, s[0], s[1], s[2], s[3] + t1, s[4], s[5], s[6]};
  }
  for (unsigned i = 0; i < 8; ++i)
    state_[i] += s[i];
}

void Sha256::update(const void *data, size_t size) {
  const uint8_t *bytes = static_cast<const uint8_t *>(data);
  length_ += size;
  while (size > 0) {
    if (filled_ == 0 && size >= block_.size()) {
      compress(bytes);
      bytes += block_.size();
      size -= block_.size();
      continue;
    }
    size_t step = std::min(size, block_.size() - filled_);
    std::memcpy(block_.data() + filled_, bytes, step);
    filled_ += step;
    bytes += step;
    size -= step;
    if (filled_ == block_.size()) {
      compress(block_.data());
      filled_ = 0;
    }
  }
}

Sha256::Digest Sha256::finish() {
  uint64_t bits = length_ * 8;
  const uint8_t one = 0x80, zero = 0;
  update(&one, 1);
  while (filled_ != 56)
    update(&zero, 1);
  uint8_t tail[8];
  for (unsigned i = 0; i < 8; ++i)
    tail[i] = static_cast<uint8_t>(bits >> (56 - 8 * i));
  update(tail, sizeof(tail));
  Digest digest;
  for (unsigned i = 0; i < 32; ++i)
    digest[i] = static_cast<uint8_t>(state_[i / 4] >> (24 - 8 * (i % 4)));
  return digest;
}

std::string cedar::rt::toHex(const Sha256::Digest &digest) {
  static const char digits[] = "0123456789abcdef";
  std::string hex;
  for (uint8_t byte : digest) {
    hex += digits[byte >> 4];
    hex += digits[byte & 15];
  }
  return hex;
}

std::string cedar::rt::sha256Hex(const void *data, size_t size) {
  Sha256 hash;
  hash.update(data, size);
  return toHex(hash.finish());
}
