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
      call.push_back(sliceRows(rows_[next_], taken_, step));
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
  std::optional<uint32_t> finish = module().finishOf(*index);
  if (logits)
    if (Result<const artifact::Tensor *> tensor =
            logitsOf(finish.value_or(*index));
        !tensor.ok())
      return tensor.status();
  if (finish && entry(*finish).max_rows() > options_.rows)
    return Status(Code::exhausted,
                  "entry " + quoteName(entry(*finish).name()) + " takes " +
                      std::to_string(entry(*finish).max_rows()) +
                      " rows of a sequence in one call, the session " +
                      std::to_string(options_.rows) + "; raise max_rows");
  // The whole prompt must fit before its first chunk runs.
  if (Status status = checked_->check(rows, count, /*maxRows=*/0,
                                      /*embeddings=*/0);
      !status.ok())
    return status;
  size_t limit =
      chunk == 0 ? options_.rows : std::min<size_t>(chunk, options_.rows);
  if (Status status =
          prefillChunks(rows, count, limit, *index, finish ? nullptr : logits);
      !status.ok() || !finish)
    return status;
  return finishChunks(rows, count, *finish, logits);
}

/// Copies the logits of the last run to the places of their sequences.
Status Session::copyLogits(float *logits) const {
  Result<cedar_tensor> output = this->output("logits");
  if (!output.ok())
    return output.status();
  size_t vocabulary = module().model().vocab_size();
  for (size_t i = 0; i < owners_.size(); ++i)
    std::memcpy(logits + owners_[i] * vocabulary,
                static_cast<const float *>(output->data) + i * vocabulary,
                vocabulary * sizeof(float));
  return Status();
}

Status Session::prefillChunks(const cedar_rows *rows, size_t count,
                              size_t limit, uint32_t index, float *logits) {
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
    if (Status status = execute(call, index, /*commitAll=*/true); !status.ok())
      return status;
    if (logits)
      if (Status status = copyLogits(logits); !status.ok())
        return status;
  }
  return Status();
}

/// Completes the prompts of `rows`, as many as fit in one call at a time.
Status Session::finishChunks(const cedar_rows *rows, size_t count,
                             uint32_t index, float *logits) {
  uint32_t each = entry(index).max_rows();
  size_t most = std::max<size_t>(
      1, std::min<size_t>(options_.rows / each, options_.outRows));
  for (size_t begin = 0; begin < count; begin += most) {
    finishing_.clear();
    owners_.clear();
    for (size_t i = begin; i < std::min(begin + most, count); ++i) {
      finishing_.push_back(rows[i].sequence);
      owners_.push_back(i);
    }
    if (Status status =
            checkFinishCall(index, finishing_.data(), finishing_.size());
        !status.ok())
      return status;
    if (Status status = execute(cedar_batch{}, index, /*commitAll=*/true);
        !status.ok())
      return status;
    if (logits)
      if (Status status = copyLogits(logits); !status.ok())
        return status;
  }
  return Status();
}

Status Session::checkFinishCall(uint32_t index, const cedar_sequence *sequences,
                                size_t count) {
  if (Status status = checked_->checkFinish(
          sequences, count, index, entry(index).max_rows(), options_.rows);
      !status.ok())
    return status;
  return checked_->checkOutRows(nullptr, 0);
}

Result<const float *> Session::finishPrompts(const cedar_sequence *sequences,
                                             size_t count) {
  if (!sequences || count == 0 || count > options_.sequences)
    return Status(Code::invalidArgument,
                  "finish takes 1 to " + std::to_string(options_.sequences) +
                      " sequences");
  Result<uint32_t> slot = table_.slot(sequences[0]);
  if (!slot.ok())
    return slot.status();
  std::optional<uint32_t> index = table_.unfinished(*slot);
  if (!index)
    return Status(Code::invalidArgument,
                  "sequence 0 of the batch: has no prompt to finish");
  if (Result<const artifact::Tensor *> logits = logitsOf(*index); !logits.ok())
    return logits.status();
  if (Status status = checkFinishCall(*index, sequences, count); !status.ok())
    return status;
  if (Status status = execute(cedar_batch{}, *index, /*commitAll=*/true);
      !status.ok())
    return status;
  Result<cedar_tensor> output = this->output("logits");
  if (!output.ok())
    return output.status();
  return static_cast<const float *>(output->data);
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
  if (Status status = execute(call, *index, /*commitAll=*/true); !status.ok())
    return status;
  Result<cedar_tensor> output = this->output("logits");
  if (!output.ok())
    return output.status();
  return static_cast<const float *>(output->data);
}
