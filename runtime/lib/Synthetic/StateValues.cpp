//===- StateValues.cpp - random entries of caches -------------------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information. SPDX-License-Identifier:
// Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A state of I8 says which rows belong to images: here none does.
//
//===----------------------------------------------------------------------===//

#include "runtime/lib/Synthetic/StateValues.h"

#include "runtime/lib/Artifact/ElementTypes.h"

#include <algorithm>
#include <cstring>

using namespace cedar;
using namespace cedar::rt;

StateValues::StateValues(const artifact::State &state, uint32_t ids,
                         ValueRandom &random)
    : state_(state), ids_(std::max(ids, 1u)) {
  artifact::ElementType type = state.type();
  bool codes = type == artifact::F8E4M3 || type == artifact::F4E2M1;
  if (codes || type == artifact::F32 || type == artifact::BF16)
    values_.emplace(ElementKind{type, {0, codes ? codeDeviation(type) : 1.0f}},
                    random);
  artifact::ElementType scale = state.scale_type();
  bool coded = scale == artifact::F8E8M0 || scale == artifact::F8E4M3;
  if (coded)
    scales_.emplace(ElementKind{scale, {0, 1}, codeDeviation(type)}, random);
}

void StateValues::fillRow(std::byte *row, ValueRandom &random) const {
  uint64_t bytes = packedBytes(state_.type(), state_.channels());
  if (values_)
    values_->fill(row, bytes, random);
  for (uint32_t i = 0; state_.type() == artifact::I32 && i < state_.channels();
       ++i) {
    auto id = int32_t(random.bits() % ids_);
    std::memcpy(row + i * sizeof id, &id, sizeof id);
  }
  if (scales_)
    scales_->fill(row + bytes, state_.row_bytes() - bytes, random);
}

void StateValues::fill(std::byte *to, uint64_t rows,
                       ValueRandom &random) const {
  std::fill_n(to, rows * state_.row_bytes(), std::byte(0));
  for (uint64_t row = 0; row < rows; ++row)
    fillRow(to + row * state_.row_bytes(), random);
}
