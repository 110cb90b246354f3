//===- SessionResume.cpp - sequences that begin with a cached prefix ------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information. SPDX-License-Identifier:
// Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The pages of a prefix are shared; its rings are computed again from its last
// rows by an entry that appends nothing (SPEC 5.4):
//
//     rows  P - n - c .. P - n   fill the context of n-grams, which follows
//     from
//                                tokens alone; what they leave elsewhere is
//                                never read
//           P - n .. P           windows begin at the first of these rows
//
// with n the rows that the entry takes and c those of the longest context. A
// page that the prefix fills in part is copied, as the sequence will write it.
//
//===----------------------------------------------------------------------===//

#include "runtime/lib/Engine/Session.h"

#include "runtime/lib/Support/Quote.h"

#include <algorithm>
#include <cstring>

using namespace cedar;
using namespace cedar::rt;

bool Session::isResuming(uint32_t index) const {
  return entry(index).name() == resumeEntry;
}

/// Rows of the longest ring that keeps tokens for the hashes of later ones.
static uint32_t contextRows(const artifact::Manifest &manifest) {
  uint64_t rows = 0;
  for (const artifact::State &state : manifest.states())
    if (state.kind() == artifact::State::RING &&
        state.role() == "engram_context")
      rows = std::max<uint64_t>(rows, state.rows());
  return uint32_t(rows);
}

/// Checks everything that can be refused before a slot is taken.
Status Session::checkResume(uint32_t source, const cedar_rows &prefix,
                            uint32_t index) const {
  uint32_t length = table_.length(source);
  if (prefix.count == 0 || prefix.count > length)
    return Status(Code::invalidArgument,
                  "a prefix of " + std::to_string(prefix.count) +
                      " tokens is wanted, the source has " +
                      std::to_string(length) + "; give 1 to that many");
  if (!prefix.tokens)
    return Status(Code::invalidArgument,
                  "the tokens of the prefix are null, expected those that the "
                  "source was given");
  size_t rows = std::min<size_t>(prefix.count, entry(index).max_rows());
  if (rows > options_.rows)
    return Status(Code::exhausted,
                  "entry " + quoteName(entry(index).name()) + " takes " +
                      std::to_string(rows) + " rows, the session " +
                      std::to_string(options_.rows) + "; raise max_rows");
  if (table_.splitsPage(uint32_t(prefix.count)) && table_.availablePages() == 0)
    return Status(Code::exhausted,
                  "the last page of the prefix is copied and no page is free; "
                  "close sequences or raise max_tokens");
  return Status();
}

/// Copies a page in every paged state.
Status Session::copyPage(int32_t to, int32_t from) {
  for (int i = 0; i < module().manifest().states_size(); ++i) {
    const artifact::State &state = module().manifest().states(i);
    if (state.kind() != artifact::State::PAGED)
      continue;
    uint64_t bytes = state.rows() * state.row_bytes();
    uint64_t source = layout_.pools[size_t(i)] + uint64_t(from) * bytes;
    uint64_t target = layout_.pools[size_t(i)] + uint64_t(to) * bytes;
    if (!gpu_)
      std::memcpy(region_.data() + target, region_.data() + source, bytes);
    else if (Status status = gpu_->copyRange(target, source, bytes);
             !status.ok())
      return status;
  }
  return Status();
}

/// Runs rows [begin, end) of the prefix on a sequence of length `begin`.
Status Session::resumeRows(cedar_sequence sequence, const cedar_rows &prefix,
                           size_t begin, size_t end, uint32_t index) {
  cedar_rows rows = sliceRows(prefix, begin, end - begin);
  rows.sequence = sequence;
  cedar_batch call{};
  call.rows = &rows;
  call.num_rows = 1;
  call.out_rows = outRows_.data();
  if (Status status =
          checked_->check(call.rows, 1, options_.rows, /*embeddings=*/0);
      !status.ok())
    return status;
  return execute(call, index, /*commitAll=*/true);
}

/// Shares the pages of the prefix and computes its rings.
Status Session::fillResumed(cedar_sequence sequence, uint32_t source,
                            const cedar_rows &prefix, uint32_t index) {
  Result<uint32_t> slot = table_.slot(sequence);
  uint32_t length = uint32_t(prefix.count);
  table_.share(*slot, source, length);
  if (table_.splitsPage(length)) {
    uint32_t last = table_.pages(*slot) - 1;
    if (Status status =
            copyPage(table_.page(*slot, last), table_.page(source, last));
        !status.ok())
      return status;
  }
  uint32_t first = length - std::min(length, uint32_t(entry(index).max_rows()));
  uint32_t before = std::min({first, contextRows(module().manifest()),
                              uint32_t(entry(index).max_rows())});
  table_.setLength(*slot, first - before);
  if (before > 0)
    if (Status status =
            resumeRows(sequence, prefix, first - before, first, index);
        !status.ok())
      return status;
  return resumeRows(sequence, prefix, first, length, index);
}

Result<cedar_sequence> Session::resumeSequence(const cedar_rows &prefix) {
  Result<uint32_t> index = module().entryIndex(resumeEntry);
  if (!index.ok())
    return index.status();
  Result<uint32_t> source = table_.slot(prefix.sequence);
  if (!source.ok())
    return source.status();
  if (Status status = checkResume(*source, prefix, *index); !status.ok())
    return status;
  Result<cedar_sequence> sequence = openSequence();
  if (!sequence.ok())
    return sequence;
  dropPending();
  if (Status status = fillResumed(*sequence, *source, prefix, *index);
      !status.ok()) {
    (void)closeSequence(*sequence);
    return status;
  }
  return sequence;
}
