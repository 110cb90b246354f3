//===- SessionCalls.cpp - prefill and decode ------------------------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information. SPDX-License-Identifier:
// Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Prefill packs rows of several sequences into calls of bounded size, in order;
// decode is one call with one row per sequence.
//
//===----------------------------------------------------------------------===//

#include "runtime/lib/Engine/Session.h"

#include "runtime/lib/Support/Quote.h"

#include <algorithm>
#include <cstring>

using namespace cedar;
using namespace cedar::rt;

/// The output "logits" of an entry, f32 [Q, vocabulary].
Result<const artifact::Tensor *> Session::logitsOf(uint32_t index) const {
  for (const artifact::Tensor &tensor : entry(index).outputs())
    if (tensor.name() == "logits" && tensor.type() == artifact::F32 &&
        tensor.dims_size() == 2 && tensor.dims(0) == artifact::OUT_ROWS &&
        tensor.dims(1) == artifact::ONE &&
        tensor.shape(1) == module().model().vocab_size())
      return &tensor;
  return Status(Code::incompatible,
                "entry " + quoteName(entry(index).name()) + " gives no logits");
}

namespace {

/// Takes rows from a list of sequences, in order.
class Packer {
public:
  Packer(const cedar_rows *rows, size_t count) : rows_(rows), count_(count) {}

  bool done() const { return next_ == count_; }

  /// Fills one call of at most `limit` rows, of which at most `maxOut` are last
  /// rows of their sequences.
  void pack(size_t limit, size_t maxOut, std::vector<cedar_rows> &call,
            std::vector<int32_t> &outRows, std::vector<size_t> &owners) {
    call.clear();
    outRows.clear();
    owners.clear();
    size_t used = 0;
    while (!done() && used < limit) {
      size_t left = rows_[next_].count - taken_;
      bool last = left <= limit - used;
      if (last && outRows.size() == maxOut)
        return;
      size_t step = std::min(left, limit - used);
      call.push_back(part(step));
      used += step;
      taken_ += step;
      if (!last)
        return;
      outRows.push_back(int32_t(used - 1));
      owners.push_back(next_++);
      taken_ = 0;
    }
  }

private:
  /// The next `step` rows of the current sequence.
  cedar_rows part(size_t step) const {
    cedar_rows rows = rows_[next_];
    rows.tokens += taken_;
    rows.kinds = rows.kinds ? rows.kinds + taken_ : nullptr;
    rows.embedding_rows =
        rows.embedding_rows ? rows.embedding_rows + taken_ : nullptr;
    rows.count = step;
    return rows;
  }

  const cedar_rows *rows_;
  size_t count_;
  size_t next_ = 0;  ///< current sequence
  size_t taken_ = 0; ///< of its rows
};

} // namespace

Status Session::prefill(const cedar_rows *rows, size_t count, size_t chunk,
                        float *logits) {
  Result<uint32_t> index = module().entryIndex(options_.prefillEntry.c_str());
  if (!index.ok())
    return index.status();
  if (logits)
    if (Result<const artifact::Tensor *> tensor = logitsOf(*index);
        !tensor.ok())
      return tensor.status();
  // The whole prompt must fit before its first chunk runs.
  if (Status status = checked_->check(rows, count, /*maxRows=*/0,
                                      /*embeddings=*/0);
      !status.ok())
    return status;
  size_t limit =
      chunk == 0 ? options_.rows : std::min<size_t>(chunk, options_.rows);
  return prefillChunks(rows, count, limit, *index, logits);
}

Status Session::prefillChunks(const cedar_rows *rows, size_t count,
                              size_t limit, uint32_t index, float *logits) {
  size_t vocabulary = module().model().vocab_size();
  Packer packer(rows, count);
  while (!packer.done()) {
    packer.pack(limit, options_.outRows, rows_, outRows_, owners_);
    cedar_batch call{};
    call.rows = rows_.data();
    call.num_rows = rows_.size();
    call.out_rows = outRows_.data();
    call.num_out_rows = logits ? outRows_.size() : 0;
    if (Status status = checkCall(call, index); !status.ok())
      return status;
    execute(call, index, /*commitAll=*/true);
    if (!logits)
      continue;
    Result<cedar_tensor> output = this->output("logits");
    if (!output.ok())
      return output.status();
    for (size_t i = 0; i < owners_.size(); ++i)
      std::memcpy(logits + owners_[i] * vocabulary,
                  static_cast<const float *>(output->data) + i * vocabulary,
                  vocabulary * sizeof(float));
  }
  return Status();
}

Result<const float *> Session::decode(const cedar_sequence *sequences,
                                      const int32_t *tokens, size_t count) {
  Result<uint32_t> index = module().entryIndex("decode");
  if (!index.ok())
    return index.status();
  if (!sequences || !tokens || count > options_.sequences)
    return Status(Code::invalidArgument,
                  "decode takes 1 to " + std::to_string(options_.sequences) +
                      " sequences and a token for each");
  rows_.clear();
  for (size_t i = 0; i < count; ++i)
    rows_.push_back({sequences[i], tokens + i, 1, nullptr, nullptr});
  cedar_batch call{};
  call.rows = rows_.data();
  call.num_rows = count;
  if (Result<const artifact::Tensor *> logits = logitsOf(*index); !logits.ok())
    return logits.status();
  if (Status status = checkCall(call, *index); !status.ok())
    return status;
  execute(call, *index, /*commitAll=*/true);
  Result<cedar_tensor> output = this->output("logits");
  if (!output.ok())
    return output.status();
  return static_cast<const float *>(output->data);
}
