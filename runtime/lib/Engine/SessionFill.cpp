//===- SessionFill.cpp - caches as if tokens had been seen ----------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information. SPDX-License-Identifier:
// Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For measurements. Whole rings and whole pages are filled: nothing reads a row
// of a page beyond the length of its sequence.
//
//===----------------------------------------------------------------------===//

#include "runtime/lib/Engine/Session.h"

#include "runtime/lib/Synthetic/StateValues.h"

using namespace cedar;
using namespace cedar::rt;

/// Ids that hashes of n-grams look back at.
static uint32_t idCount(const artifact::Manifest &manifest) {
  for (const artifact::Weight &weight : manifest.weights())
    if (weight.token_map() && weight.distinct() > 0)
      return weight.distinct();
  return manifest.model().vocab_size();
}

Status Session::checkFill(uint32_t slot, uint32_t length) const {
  if (table_.length(slot) > 0 || table_.unfinished(slot))
    return Status(Code::invalidArgument,
                  "expected a sequence without tokens, found " +
                      std::to_string(table_.length(slot)) +
                      "; open another one");
  if (length > options_.context)
    return Status(Code::exhausted,
                  std::to_string(length) +
                      " tokens are asked for, the context of the session is " +
                      std::to_string(options_.context) + "; raise context");
  uint32_t pages = table_.pagesFor(length);
  if (pages > table_.availablePages())
    return Status(Code::exhausted,
                  std::to_string(length) + " tokens take " +
                      std::to_string(pages) + " cache pages, " +
                      std::to_string(table_.availablePages()) + " of " +
                      std::to_string(table_.pagesTotal()) +
                      " are free; close sequences or raise max_tokens");
  return Status();
}

/// Fills the ring or the pages of one state.
Status Session::fillState(uint32_t index, uint32_t slot, uint64_t seed) {
  const artifact::State &state = module().manifest().states(int(index));
  bool paged = state.kind() == artifact::State::PAGED;
  uint32_t blocks = paged ? table_.pages(slot) : 1;
  uint64_t bytes = state.rows() * state.row_bytes();
  ValueRandom random(seed, state.name());
  StateValues values(state, idCount(module().manifest()), random);
  std::vector<std::byte> block(bytes);
  for (uint32_t i = 0; i < blocks; ++i) {
    values.fill(block.data(), state.rows(), random);
    uint64_t place = paged ? uint64_t(table_.page(slot, i)) : slot;
    uint64_t offset = layout_.pools[index] + place * bytes;
    if (Status status = writeRange(offset, block.data(), bytes); !status.ok())
      return status;
  }
  return Status();
}

Status Session::fill(cedar_sequence sequence, uint32_t length, uint64_t seed) {
  Result<uint32_t> slot = table_.slot(sequence);
  if (!slot.ok())
    return slot.status();
  dropPending();
  if (Status status = checkFill(*slot, length); !status.ok())
    return status;
  table_.grow(*slot, length);
  for (uint32_t i = 0; i < uint32_t(module().manifest().states_size()); ++i)
    if (Status status = fillState(i, *slot, seed); !status.ok()) {
      table_.setLength(*slot, 0);
      return status;
    }
  table_.setLength(*slot, length);
  return Status();
}
