//===- Session.cpp - caches, work memory and threads ----------------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information. SPDX-License-Identifier:
// Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Creation, sequences, and the path of one call. SessionCalls.cpp has what is
// built from single calls; SessionReads.cpp what only looks.
//
//===----------------------------------------------------------------------===//

#include "runtime/lib/Engine/Session.h"

#include "runtime/lib/Support/Quote.h"

#include <algorithm>
#include <cstring>

using namespace cedar;
using namespace cedar::rt;

Session::Session(std::shared_ptr<const Weights> weights, SessionOptions options,
                 SessionLayout layout)
    : weights_(std::move(weights)), options_(std::move(options)),
      layout_(std::move(layout)), table_(module().model(), options_),
      sampler_(module().model().vocab_size()) {
  current_ = std::make_unique<Batch>(module().model(), options_, table_);
  checked_ = std::make_unique<Batch>(module().model(), options_, table_);
  accepted_.reserve(options_.sequences);
  rows_.reserve(options_.sequences);
  outRows_.reserve(options_.outRows);
  owners_.reserve(options_.outRows);
  finishing_.reserve(options_.sequences);
}

Result<std::unique_ptr<Session>>
Session::create(std::shared_ptr<const Weights> weights,
                const cedar_session_options &options) {
  const Module &module = weights->module();
  Result<SessionOptions> resolved =
      SessionOptions::resolve(module.model(), module.target(), options);
  if (!resolved.ok())
    return resolved.status();
  if (Status status = checkCacheLimit(resolved->engramCache); !status.ok())
    return status;
  if (module.device() && resolved->engramCache)
    return Status(Code::invalidArgument,
                  "engram_cache is for CPU targets; " +
                      quoteName(module.target().name()) +
                      " reads its tables in the host's memory");
  Result<SessionLayout> layout =
      SessionLayout::plan(module.manifest(), module.target(), *resolved);
  if (!layout.ok())
    return layout.status();
  std::unique_ptr<Session> session(new Session(
      std::move(weights), std::move(*resolved), std::move(*layout)));
  if (Status status = session->reserve(); !status.ok())
    return status;
  return Result<std::unique_ptr<Session>>(std::move(session));
}

Status Session::reserve() {
  Result<Region> region = Region::reserve(layout_.bytes, "the session");
  if (!region.ok())
    return region.status();
  region_ = std::move(*region);
  Result<std::unique_ptr<ThreadPool>> pool =
      ThreadPool::create(options_.threads);
  if (!pool.ok())
    return pool.status();
  pool_ = std::move(*pool);
  if (prefetches(module().target(), options_)) {
    Result<std::unique_ptr<Prefetcher>> prefetcher = Prefetcher::create();
    if (!prefetcher.ok())
      return prefetcher.status();
    prefetcher_ = std::move(*prefetcher);
  }
  inputs_.emplace(module().target(), layout_, region_.data());
  caches_.emplace(*weights_, layout_.caches,
                  region_.data() + layout_.cacheOffset);
  return makePrograms();
}

Status Session::makePrograms() {
  if (CudaDevice *device = module().device()) {
    Result<std::unique_ptr<GpuSession>> gpu =
        GpuSession::create(*device, *weights_, layout_, options_, region_);
    return gpu.ok() ? (gpu_ = std::move(*gpu), Status()) : gpu.status();
  }
  auto base = reinterpret_cast<uintptr_t>(region_.data());
  int count = module().target().entries_size();
  programs_.reserve(size_t(count));
  for (int i = 0; i < count; ++i)
    programs_.emplace_back(
        module(), BoundEntry(*weights_, uint32_t(i), layout_, options_, base),
        *caches_);
  return Status();
}

/// Sets a range of the region, where kernels see it, to zero.
Status Session::clearRange(uint64_t offset, uint64_t bytes) {
  if (gpu_)
    return gpu_->clearRange(offset, bytes);
  std::memset(region_.data() + offset, 0, bytes);
  return Status();
}

Result<cedar_sequence> Session::openSequence() {
  Result<cedar_sequence> sequence = table_.open();
  if (!sequence.ok())
    return sequence;
  Result<uint32_t> slot = table_.slot(*sequence);
  for (int i = 0; i < module().manifest().states_size(); ++i) {
    const artifact::State &state = module().manifest().states(i);
    uint64_t bytes = state.rows() * state.row_bytes();
    if (state.kind() != artifact::State::RING)
      continue;
    if (Status status =
            clearRange(layout_.pools[size_t(i)] + *slot * bytes, bytes);
        !status.ok())
      return status;
  }
  return sequence;
}

Status Session::closeSequence(cedar_sequence sequence) {
  Result<uint32_t> slot = table_.slot(sequence);
  if (!slot.ok())
    return slot.status();
  dropPending();
  table_.close(*slot);
  return Status();
}

Result<uint32_t> Session::length(cedar_sequence sequence) const {
  Result<uint32_t> slot = table_.slot(sequence);
  return slot.ok() ? Result<uint32_t>(table_.length(*slot)) : slot;
}

Status Session::run(const cedar_batch &call) {
  if (!call.entry)
    return Status(Code::invalidArgument, "the batch names no entry");
  Result<uint32_t> index = module().entryIndex(call.entry);
  if (!index.ok())
    return index.status();
  if (Status status = checkCall(call, *index); !status.ok())
    return status;
  return execute(call, *index, !(call.flags & CEDAR_NO_COMMIT));
}

/// An entry may be compiled for few rows of a sequence.
static Status checkRowsEach(const artifact::Entry &entry, const Batch &batch) {
  for (const BatchSequence &part : batch.sequences())
    if (entry.max_rows() > 0 && part.rows > entry.max_rows())
      return Status(Code::invalidArgument,
                    "entry " + quoteName(entry.name()) + " takes at most " +
                        std::to_string(entry.max_rows()) +
                        " rows of a sequence, " + std::to_string(part.rows) +
                        " are given; use a prefill entry for more");
  return Status();
}

/// Whether `index` only runs to complete prompts of other entries.
bool Session::isFinishing(uint32_t index) const {
  for (int i = 0; i < module().target().entries_size(); ++i)
    if (module().finishOf(uint32_t(i)) == index)
      return true;
  return false;
}

/// An entry that leaves nothing out needs what others have left out.
Status Session::checkFinished() const {
  for (size_t i = 0; i < checked_->sequences().size(); ++i)
    if (table_.unfinished(checked_->sequences()[i].slot))
      return Status(Code::invalidArgument,
                    "sequence " + std::to_string(i) +
                        " of the batch: its prompt is not complete; call "
                        "cedar_session_finish first");
  return Status();
}

Status Session::checkCall(const cedar_batch &call, uint32_t index) {
  if (entry(index).commits())
    return Status(Code::invalidArgument,
                  "entry " + quoteName(entry(index).name()) +
                      " only commits; it runs after a run without commit");
  if (isFinishing(index))
    return Status(Code::invalidArgument,
                  "entry " + quoteName(entry(index).name()) +
                      " completes prompts; call cedar_session_finish");
  if (isResuming(index))
    return Status(Code::invalidArgument,
                  "entry " + quoteName(entry(index).name()) +
                      " fills the rings of a cached prefix; call "
                      "cedar_sequence_resume");
  if (call.num_embeddings > options_.embeddingRows)
    return Status(Code::exhausted,
                  std::to_string(call.num_embeddings) +
                      " embeddings are given, the session takes " +
                      std::to_string(options_.embeddingRows) +
                      "; raise max_embedding_rows");
  if (call.num_embeddings > 0 && !call.embeddings)
    return Status(Code::invalidArgument, "embeddings is null");
  if (Status status = checked_->check(call.rows, call.num_rows, options_.rows,
                                      call.num_embeddings);
      !status.ok())
    return status;
  if (Status status = checkRowsEach(entry(index), *checked_); !status.ok())
    return status;
  if (!module().finishOf(index))
    if (Status status = checkFinished(); !status.ok())
      return status;
  if (Status status = checked_->checkOutRows(call.out_rows, call.num_out_rows);
      !status.ok())
    return status;
  return checkInputs(call, index, checked_->extents(call));
}

static bool isBatchInput(const std::string &name) {
  const std::vector<BatchInput> &known = batchInputs();
  return std::any_of(known.begin(), known.end(), [&](const BatchInput &input) {
    return name == input.name;
  });
}

/// The caller's tensor `name`, or null.
static const cedar_tensor *findInput(const cedar_batch &call,
                                     const std::string &name) {
  for (size_t i = 0; i < call.num_inputs; ++i)
    if (call.inputs[i].name && name == call.inputs[i].name)
      return &call.inputs[i];
  return nullptr;
}

/// True when `given` has exactly the type and extents of `tensor`.
static bool sameShape(const artifact::Tensor &tensor, const Extents &extents,
                      const cedar_tensor &given) {
  bool same = int(given.type) == int(tensor.type()) &&
              given.rank == uint32_t(tensor.dims_size()) && given.data &&
              given.bytes == tensorBytes(tensor, extents);
  for (int i = 0; same && i < tensor.dims_size(); ++i)
    same = given.shape[i] == (tensor.dims(i) == artifact::ONE
                                  ? int64_t(tensor.shape(i))
                                  : extents[size_t(tensor.dims(i))]);
  return same;
}

Status Session::checkInputs(const cedar_batch &call, uint32_t index,
                            const Extents &extents) const {
  size_t used = 0;
  for (const artifact::Tensor &tensor : entry(index).inputs()) {
    if (isBatchInput(tensor.name()))
      continue;
    const cedar_tensor *given = findInput(call, tensor.name());
    if (!given)
      return Status(Code::invalidArgument,
                    "entry " + quoteName(entry(index).name()) +
                        " needs the input " + quoteName(tensor.name()));
    if (!sameShape(tensor, extents, *given))
      return Status(Code::invalidArgument,
                    "input " + quoteName(tensor.name()) +
                        " has another type or shape than the entry reads (" +
                        std::to_string(tensorBytes(tensor, extents)) +
                        " bytes, given " + std::to_string(given->bytes) + ")");
    ++used;
  }
  if (used != call.num_inputs)
    return Status(Code::invalidArgument,
                  "entry " + quoteName(entry(index).name()) + " takes " +
                      std::to_string(used) + " inputs beside the batch, " +
                      std::to_string(call.num_inputs) + " are given");
  return Status();
}

/// Gives back pages that an uncommitted call took.
void Session::dropPending() {
  if (!pending_)
    return;
  for (const BatchSequence &part : current_->sequences())
    table_.setLength(part.slot, table_.length(part.slot));
  pending_ = false;
}

void Session::layOut(const cedar_batch &call, uint32_t index) {
  extents_ = checked_->extents(call);
  dropPending();
  std::swap(current_, checked_);
  for (const BatchSequence &part : current_->sequences())
    table_.grow(part.slot, part.start + part.rows);
  inputs_->fill(*current_, call, table_, module().model().hidden_size(),
                extents_);
  for (int i = 0; i < entry(index).inputs_size(); ++i)
    if (const cedar_tensor *given =
            findInput(call, entry(index).inputs(i).name()))
      std::memcpy(region_.data() + layout_.entries[index].inputs[size_t(i)],
                  given->data, given->bytes);
}

/// Runs the launches of an entry; called on the driver.
Status Session::launchAll(uint32_t index) {
  Program &program = programs_[index];
  Result<uint64_t> count =
      profiler_.callback ? program.runProfiled(extents_, *pool_, profiler_)
                         : program.run(extents_, *pool_, prefetcher_.get());
  if (!count.ok())
    return count.status();
  stats_.launches += *count;
  return Status();
}

/// Runs an entry and then, if there is one, the commit of its rows.
Status Session::runEntries(uint32_t index, std::optional<uint32_t> commit) {
  if (observer_)
    return runObserved(index, commit);
  if (gpu_) {
    Result<uint64_t> count = gpu_->run(index, commit, extents_, profiler_);
    stats_.launches += count.ok() ? *count : 0;
    return count.ok() ? Status() : count.status();
  }
  struct Task {
    Session *session;
    uint32_t entry;
    std::optional<uint32_t> commit;
    Status status;
  } task{this, index, commit, Status()};
  pool_->run(
      [](void *context) {
        Task &task = *static_cast<Task *>(context);
        task.status = task.session->launchAll(task.entry);
        if (task.status.ok() && task.commit)
          task.status = task.session->launchAll(*task.commit);
      },
      &task);
  return task.status;
}

Status Session::execute(const cedar_batch &call, uint32_t index,
                        bool commitAll) {
  layOut(call, index);
  lastEntry_ = index;
  pending_ = true;
  accepted_.clear();
  for (const BatchSequence &part : current_->sequences())
    accepted_.push_back(int32_t(part.rows));

  std::optional<uint32_t> commits =
      commitAll ? module().commitOf(index) : std::nullopt;
  if (commits)
    inputs_->setAccepted(accepted_.data(), accepted_.size());
  if (Status status = runEntries(index, commits); !status.ok()) {
    dropPending();
    return status;
  }
  stats_.calls += 1 + commits.has_value();
  stats_.rows += current_->totalRows();
  if (commitAll)
    acceptRows();
  return Status();
}

/// Makes accepted rows part of their sequences.
void Session::acceptRows() {
  for (size_t i = 0; i < accepted_.size(); ++i) {
    const BatchSequence &part = current_->sequences()[i];
    table_.setLength(part.slot, part.start + uint32_t(accepted_[i]));
    if (accepted_[i] > 0)
      table_.setUnfinished(part.slot, module().finishOf(*lastEntry_));
  }
  pending_ = false;
}

Status Session::commit(const int32_t *accepted, size_t count) {
  if (!pending_)
    return Status(Code::invalidArgument,
                  "no rows wait for a commit; run with CEDAR_NO_COMMIT first");
  if (count != accepted_.size() || !accepted)
    return Status(Code::invalidArgument,
                  "accepted has " + std::to_string(count) +
                      " elements, the last run had " +
                      std::to_string(accepted_.size()) + " sequences");
  for (size_t i = 0; i < count; ++i)
    if (accepted[i] < 0 ||
        uint32_t(accepted[i]) > current_->sequences()[i].rows)
      return Status(Code::invalidArgument,
                    "sequence " + std::to_string(i) +
                        " of the batch: " + std::to_string(accepted[i]) +
                        " rows are accepted, it had " +
                        std::to_string(current_->sequences()[i].rows));
  accepted_.assign(accepted, accepted + count);
  if (module().commitOf(*lastEntry_)) {
    inputs_->setAccepted(accepted_.data(), count);
    if (Status status =
            runEntries(*module().commitOf(*lastEntry_), std::nullopt);
        !status.ok())
      return status;
    ++stats_.calls;
  }
  acceptRows();
  return Status();
}
