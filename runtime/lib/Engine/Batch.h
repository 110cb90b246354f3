//===- Batch.h - one call's rows, checked and laid out --------------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information. SPDX-License-Identifier:
// Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Turns the caller's batch into the inputs that every entry takes (positions,
// sequence numbers, page table and so on). Checking comes first and changes
// nothing; filling cannot fail.
//
//===----------------------------------------------------------------------===//

#ifndef CEDAR_RUNTIME_ENGINE_BATCH_H
#define CEDAR_RUNTIME_ENGINE_BATCH_H

#include "cedar.h"
#include "runtime/lib/Engine/SequenceTable.h"
#include "runtime/lib/Engine/SessionLayout.h"

#include <vector>

namespace cedar::rt {

/// One sequence's part in a call.
struct BatchSequence {
  uint32_t slot = 0;
  uint32_t rows = 0;
  uint32_t start = 0; ///< position of the first row
};

/// Rows [begin, begin + count) of `rows`.
cedar_rows sliceRows(const cedar_rows &rows, size_t begin, size_t count);

/// The batch of the current call. Reuses its memory from call to call.
class Batch {
public:
  Batch(const artifact::Model &model, const SessionOptions &options,
        const SequenceTable &table);

  /// Checks handles, counts, token ids, kinds and embedding rows, context and
  /// free pages, and remembers who takes part. `maxRows` bounds the rows of all
  /// sequences together; 0: no bound.
  Status check(const cedar_rows *rows, size_t count, uint64_t maxRows,
               size_t embeddings);

  /// Checks the handles of sequences whose prompts are to be completed by
  /// `entry` on their last rows, at most `rowsEach` of each and `maxRows`
  /// together, and remembers them.
  Status checkFinish(const cedar_sequence *sequences, size_t count,
                     uint32_t entry, uint32_t rowsEach, uint64_t maxRows);

  /// Checks the rows whose logits are wanted, after `check`.
  Status checkOutRows(const int32_t *outRows, size_t count) const;

  /// Extents of the call, after `check`.
  Extents extents(const cedar_batch &call) const;

  /// The sequences of the checked batch, in order.
  const std::vector<BatchSequence> &sequences() const { return sequences_; }
  uint32_t totalRows() const { return totalRows_; }

private:
  Status checkOne(const cedar_rows &rows, size_t index, size_t embeddings);
  Status checkTokens(const cedar_rows &rows, size_t index,
                     size_t embeddings) const;
  Status checkPages() const;
  /// The slot of sequence `index` of the batch, which must not occur twice.
  Result<uint32_t> take(cedar_sequence sequence, size_t index);

  const artifact::Model &model_;
  const SessionOptions &options_;
  const SequenceTable &table_;
  std::vector<BatchSequence> sequences_;
  std::vector<bool> taken_; ///< by slot
  uint32_t totalRows_ = 0;
};

} // namespace cedar::rt

#endif // CEDAR_RUNTIME_ENGINE_BATCH_H
