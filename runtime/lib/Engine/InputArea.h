//===- InputArea.h - inputs of entries in memory --------------------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information. SPDX-License-Identifier:
// Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Writes the inputs of a checked batch to their places in the session's region.
//
//===----------------------------------------------------------------------===//

#ifndef CEDAR_RUNTIME_ENGINE_INPUTAREA_H
#define CEDAR_RUNTIME_ENGINE_INPUTAREA_H

#include "runtime/lib/Engine/Batch.h"

namespace cedar::rt {

/// Places of the batch inputs; null where no entry reads the input.
class InputArea {
public:
  InputArea(const artifact::Target &target, const SessionLayout &layout,
            std::byte *region);

  /// Writes everything that the batch determines. Pages of the sequences must
  /// cover the new rows. Without rows in `call` only their places are known.
  void fill(const Batch &batch, const cedar_batch &call,
            const SequenceTable &table, uint32_t hiddenSize,
            const Extents &extents);

  /// Writes the numbers of accepted rows.
  void setAccepted(const int32_t *accepted, size_t count);

private:
  /// In the order of batchInputs().
  enum Input {
    tokens,
    positions,
    sequence,
    kind,
    embeddingRow,
    embeddings,
    seqBegin,
    outRows,
    length,
    slots,
    pages,
    accepted,
    inputCount
  };

  void fillSequence(const BatchSequence &part, uint32_t index, uint32_t first);
  void fillRows(const cedar_rows &rows, uint32_t first);
  void fillPages(const Batch &batch, const SequenceTable &table, int64_t width);
  void fillOutRows(const Batch &batch, const cedar_batch &call);

  template <typename T>
  void write(Input input, size_t index, T value) {
    if (places_[input])
      reinterpret_cast<T *>(places_[input])[index] = value;
  }

  std::array<std::byte *, inputCount> places_{};
};

} // namespace cedar::rt

#endif // CEDAR_RUNTIME_ENGINE_INPUTAREA_H
