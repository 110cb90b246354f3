//===- SessionReads.cpp - looking into a session --------------------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information. SPDX-License-Identifier:
// Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Outputs of the last run, states, sampling, statistics. Nothing here changes a
// sequence.
//
//===----------------------------------------------------------------------===//

#include "runtime/lib/Engine/Session.h"

#include "runtime/lib/Engine/StateReader.h"
#include "runtime/lib/Support/Quote.h"

using namespace cedar;
using namespace cedar::rt;

Result<cedar_tensor> Session::output(const char *name) const {
  if (!lastEntry_)
    return Status(Code::invalidArgument, "nothing has run in this session yet");
  const artifact::Entry &last = entry(*lastEntry_);
  for (int i = 0; i < last.outputs_size(); ++i) {
    const artifact::Tensor &tensor = last.outputs(i);
    if (tensor.name() != name)
      continue;
    cedar_tensor result{};
    result.name = tensor.name().c_str();
    result.type = static_cast<cedar_type>(tensor.type());
    result.rank = uint32_t(tensor.dims_size());
    for (int d = 0; d < tensor.dims_size(); ++d)
      result.shape[d] = tensor.dims(d) == artifact::ONE
                            ? int64_t(tensor.shape(d))
                            : extents_[size_t(tensor.dims(d))];
    result.data =
        region_.data() + outputOffset(last, i, layout_.entries[*lastEntry_],
                                      options_.capacity());
    result.bytes = tensorBytes(tensor, extents_);
    return result;
  }
  return Status(Code::notFound, "entry " + quoteName(last.name()) +
                                    " has no output " + quoteName(name));
}

const char *Session::outputName(size_t index) const {
  if (!lastEntry_ || index >= size_t(entry(*lastEntry_).outputs_size()))
    return nullptr;
  return entry(*lastEntry_).outputs(int(index)).name().c_str();
}

/// Index of the state `name`, or -1.
static int stateIndex(const artifact::Manifest &manifest, const char *name) {
  for (int i = 0; i < manifest.states_size(); ++i)
    if (manifest.states(i).name() == name)
      return i;
  return -1;
}

Status Session::readState(cedar_sequence sequence, const char *name,
                          uint32_t first, uint32_t count, float *out) const {
  Result<uint32_t> slot = table_.slot(sequence);
  if (!slot.ok())
    return slot.status();
  int index = stateIndex(module().manifest(), name);
  if (index < 0)
    return Status(Code::notFound, "no state " + quoteName(name));
  const artifact::State &state = module().manifest().states(index);
  bool paged = state.kind() == artifact::State::PAGED;
  uint32_t rows = paged ? table_.length(*slot) / state.ratio() : state.rows();
  if (first > rows || count > rows - first)
    return Status(Code::invalidArgument,
                  "state " + quoteName(name) + " has " + std::to_string(rows) +
                      " rows, rows [" + std::to_string(first) + ", " +
                      std::to_string(uint64_t(first) + count) + ") are wanted");
  uint64_t pool = layout_.pools[size_t(index)];
  for (uint32_t i = 0; i < count; ++i) {
    uint32_t row = first + i;
    uint64_t block =
        paged ? uint64_t(table_.page(*slot, row / state.rows())) : *slot;
    uint64_t place = block * state.rows() + row % state.rows();
    uint64_t offset = pool + place * state.row_bytes();
    if (gpu_)
      if (Status status = gpu_->readRange(region_.data() + offset, offset,
                                          state.row_bytes());
          !status.ok())
        return status;
    dequantizeRow(state, region_.data() + offset,
                  out + size_t(i) * state.channels());
  }
  return Status();
}

Result<int32_t> Session::sample(const float *logits, cedar_sampler &sampler) {
  return sampler_.sample(logits, sampler);
}

cedar_stats Session::stats() const {
  cedar_stats stats = stats_;
  stats.pages_in_use = table_.pagesInUse();
  stats.pages_peak = table_.pagesPeak();
  stats.pages_total = table_.pagesTotal();
  stats.page_bytes = pageBytes(module().manifest());
  stats.sequences_open = table_.openCount();
  stats.threads = pool_->threads();
  RowCacheStats rows = caches_->stats();
  stats.engram_hits = rows.hits;
  stats.engram_misses = rows.misses;
  stats.engram_bytes = rows.bytesRead;
  stats.device_bytes = gpu_ ? gpu_->deviceBytes() : 0;
  stats.device_weights = weights_->deviceBytes();
  return stats;
}
