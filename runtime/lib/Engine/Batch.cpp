//===- Batch.cpp - one call's rows, checked -------------------------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information. SPDX-License-Identifier:
// Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Messages name the sequence by its place in the batch and the row in it.
//
//===----------------------------------------------------------------------===//

#include "runtime/lib/Engine/Batch.h"

#include <algorithm>

using namespace cedar;
using namespace cedar::rt;

cedar_rows rt::sliceRows(const cedar_rows &rows, size_t begin, size_t count) {
  auto from = [&](const auto *values) {
    return values ? values + begin : nullptr;
  };
  return {rows.sequence, from(rows.tokens), count, from(rows.kinds),
          from(rows.embedding_rows)};
}

Batch::Batch(const artifact::Model &model, const SessionOptions &options,
             const SequenceTable &table)
    : model_(model), options_(options), table_(table),
      taken_(options.sequences) {
  sequences_.reserve(options.sequences);
}

static Status refuse(size_t sequence, const std::string &reason) {
  return Status(Code::invalidArgument, "sequence " + std::to_string(sequence) +
                                           " of the batch: " + reason);
}

static Status refuseRow(size_t sequence, size_t row, const char *what,
                        int64_t value, int64_t first, int64_t end) {
  return refuse(sequence, "row " + std::to_string(row) + ": " + what + " " +
                              std::to_string(value) + " is outside [" +
                              std::to_string(first) + ", " +
                              std::to_string(end) + ")");
}

Status Batch::check(const cedar_rows *rows, size_t count, uint64_t maxRows,
                    size_t embeddings) {
  if (count == 0 || !rows)
    return Status(Code::invalidArgument,
                  "the batch is empty, expected rows of at least one sequence");
  sequences_.clear();
  taken_.assign(taken_.size(), false);
  totalRows_ = 0;
  uint64_t total = 0;
  for (size_t i = 0; i < count; ++i) {
    if (Status status = checkOne(rows[i], i, embeddings); !status.ok())
      return status;
    total += rows[i].count;
  }
  if (maxRows != 0 && total > maxRows)
    return Status(Code::exhausted,
                  "the batch has " + std::to_string(total) +
                      " rows, the session takes " + std::to_string(maxRows) +
                      " in one call; split it or raise max_rows");
  totalRows_ = uint32_t(total);
  return checkPages();
}

Status Batch::checkFinish(const cedar_sequence *sequences, size_t count,
                          uint32_t entry, uint32_t rowsEach, uint64_t maxRows) {
  sequences_.clear();
  taken_.assign(taken_.size(), false);
  totalRows_ = 0;
  for (size_t i = 0; i < count; ++i) {
    Result<uint32_t> slot = take(sequences[i], i);
    if (!slot.ok())
      return slot.status();
    if (table_.unfinished(*slot) != entry)
      return refuse(i, "has no prompt to finish with the others");
    uint32_t length = table_.length(*slot), rows = std::min(length, rowsEach);
    sequences_.push_back({*slot, rows, length - rows});
    totalRows_ += rows;
  }
  if (totalRows_ > maxRows)
    return Status(Code::exhausted,
                  "finishing the prompts takes " + std::to_string(totalRows_) +
                      " rows, the session takes " + std::to_string(maxRows) +
                      " in one call; finish fewer or raise max_rows");
  return Status();
}

Status Batch::checkOne(const cedar_rows &rows, size_t index,
                       size_t embeddings) {
  if (rows.count == 0 || !rows.tokens)
    return refuse(index, "has no tokens, expected at least one");
  Result<uint32_t> slot = take(rows.sequence, index);
  if (!slot.ok())
    return slot.status();
  uint64_t length = table_.length(*slot);
  if (rows.count > options_.context - length)
    return Status(Code::exhausted,
                  refuse(index, std::to_string(length) + " tokens and " +
                                    std::to_string(rows.count) +
                                    " more exceed the context of " +
                                    std::to_string(options_.context))
                      .message());
  if (Status status = checkTokens(rows, index, embeddings); !status.ok())
    return status;
  sequences_.push_back({*slot, uint32_t(rows.count), uint32_t(length)});
  return Status();
}

Result<uint32_t> Batch::take(cedar_sequence sequence, size_t index) {
  Result<uint32_t> slot = table_.slot(sequence);
  if (!slot.ok())
    return refuse(index, slot.status().message());
  if (taken_[*slot])
    return refuse(index, "occurs twice in the batch");
  taken_[*slot] = true;
  return slot;
}

Status Batch::checkTokens(const cedar_rows &rows, size_t index,
                          size_t embeddings) const {
  int64_t vocabulary = model_.vocab_size();
  for (size_t i = 0; i < rows.count; ++i) {
    if (rows.tokens[i] < 0 || rows.tokens[i] >= vocabulary)
      return refuseRow(index, i, "token id", rows.tokens[i], 0, vocabulary);
    if (rows.kinds && (rows.kinds[i] < 0 || rows.kinds[i] > 1))
      return refuseRow(index, i, "kind", rows.kinds[i], 0, 2);
    if (rows.embedding_rows && (rows.embedding_rows[i] < -1 ||
                                rows.embedding_rows[i] >= int64_t(embeddings)))
      return refuseRow(index, i, "embedding row", rows.embedding_rows[i], -1,
                       int64_t(embeddings));
  }
  return Status();
}

Status Batch::checkPages() const {
  uint64_t needed = 0, available = table_.availablePages();
  for (const BatchSequence &sequence : sequences_) {
    uint32_t length = table_.length(sequence.slot);
    needed += table_.pagesFor(length + sequence.rows) - table_.pagesFor(length);
  }
  if (needed <= available)
    return Status();
  return Status(Code::exhausted,
                "the batch needs " + std::to_string(needed) +
                    " cache pages of " + std::to_string(model_.page_tokens()) +
                    " tokens, " + std::to_string(available) + " of " +
                    std::to_string(table_.pagesTotal()) +
                    " are free; close sequences or raise max_tokens");
}

Status Batch::checkOutRows(const int32_t *outRows, size_t count) const {
  uint64_t wanted = outRows ? count : sequences_.size();
  if (wanted > options_.outRows)
    return Status(Code::exhausted, "logits of " + std::to_string(wanted) +
                                       " rows are wanted, the session gives " +
                                       std::to_string(options_.outRows) +
                                       "; raise max_out_rows");
  for (size_t i = 0; outRows && i < count; ++i)
    if (outRows[i] < 0 || uint32_t(outRows[i]) >= totalRows_)
      return Status(Code::invalidArgument,
                    "out row " + std::to_string(outRows[i]) +
                        " is outside [0, " + std::to_string(totalRows_) + ")");
  return Status();
}

Extents Batch::extents(const cedar_batch &call) const {
  int64_t count = int64_t(sequences_.size());
  uint32_t widest = 1;
  for (const BatchSequence &sequence : sequences_)
    widest = std::max(widest, table_.pagesFor(sequence.start + sequence.rows));
  Extents extents{};
  extents[artifact::ONE] = 1;
  extents[artifact::ROWS] = totalRows_;
  extents[artifact::SEQUENCES] = count;
  extents[artifact::SEQUENCE_BOUNDS] = count + 1;
  extents[artifact::OUT_ROWS] =
      call.out_rows ? int64_t(call.num_out_rows) : count;
  extents[artifact::EMBEDDING_ROWS] = int64_t(call.num_embeddings);
  extents[artifact::TABLE_PAGES] = widest;
  return extents;
}
