//===- InputArea.cpp - inputs of entries in memory ------------------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information. SPDX-License-Identifier:
// Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The page table has the width of the longest sequence in the batch; unused
// elements are 0, which is a page that exists.
//
//===----------------------------------------------------------------------===//

#include "runtime/lib/Engine/InputArea.h"

#include <cstring>

using namespace cedar;
using namespace cedar::rt;

InputArea::InputArea(const artifact::Target &target,
                     const SessionLayout &layout, std::byte *region) {
  const std::vector<BatchInput> &known = batchInputs();
  for (int e = 0; e < target.entries_size(); ++e)
    for (int i = 0; i < target.entries(e).inputs_size(); ++i)
      for (size_t k = 0; k < known.size(); ++k)
        if (target.entries(e).inputs(i).name() == known[k].name)
          places_[k] = region + layout.entries[size_t(e)].inputs[size_t(i)];
}

void InputArea::fill(const Batch &batch, const cedar_batch &call,
                     const SequenceTable &table, uint32_t hiddenSize,
                     const Extents &extents) {
  uint32_t first = 0;
  for (uint32_t i = 0; i < batch.sequences().size(); ++i) {
    const BatchSequence &part = batch.sequences()[i];
    fillSequence(part, i, first);
    if (call.rows)
      fillRows(call.rows[i], first);
    first += part.rows;
  }
  write<int32_t>(seqBegin, batch.sequences().size(), int32_t(first));
  fillPages(batch, table, extents[artifact::TABLE_PAGES]);
  fillOutRows(batch, call);
  if (places_[embeddings] && call.num_embeddings > 0)
    std::memcpy(places_[embeddings], call.embeddings,
                call.num_embeddings * hiddenSize * sizeof(uint16_t));
}

void InputArea::fillSequence(const BatchSequence &part, uint32_t index,
                             uint32_t first) {
  write<int32_t>(seqBegin, index, int32_t(first));
  write<int32_t>(length, index, int32_t(part.start));
  write<int32_t>(slots, index, int32_t(part.slot));
  for (uint32_t i = 0; i < part.rows; ++i) {
    write<int32_t>(positions, first + i, int32_t(part.start + i));
    write<int32_t>(sequence, first + i, int32_t(index));
  }
}

void InputArea::fillRows(const cedar_rows &rows, uint32_t first) {
  for (uint32_t i = 0; i < rows.count; ++i) {
    write<int32_t>(tokens, first + i, rows.tokens[i]);
    write<int8_t>(kind, first + i, rows.kinds ? rows.kinds[i] : int8_t(0));
    write<int32_t>(embeddingRow, first + i,
                   rows.embedding_rows ? rows.embedding_rows[i] : -1);
  }
}

void InputArea::fillPages(const Batch &batch, const SequenceTable &table,
                          int64_t width) {
  size_t place = 0;
  for (const BatchSequence &part : batch.sequences())
    for (uint32_t i = 0; i < width; ++i)
      write<int32_t>(pages, place++,
                     i < table.pages(part.slot) ? table.page(part.slot, i) : 0);
}

void InputArea::fillOutRows(const Batch &batch, const cedar_batch &call) {
  if (call.out_rows) {
    for (size_t i = 0; i < call.num_out_rows; ++i)
      write<int32_t>(outRows, i, call.out_rows[i]);
    return;
  }
  uint32_t end = 0;
  for (size_t i = 0; i < batch.sequences().size(); ++i) {
    end += batch.sequences()[i].rows;
    write<int32_t>(outRows, i, int32_t(end - 1));
  }
}

void InputArea::setAccepted(const int32_t *values, size_t count) {
  for (size_t i = 0; i < count; ++i)
    write<int32_t>(accepted, i, values[i]);
}
