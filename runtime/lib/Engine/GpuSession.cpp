//===- GpuSession.cpp - what a session has on a GPU -----------------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information. SPDX-License-Identifier:
// Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/lib/Engine/GpuSession.h"

#include "runtime/lib/Cuda/LaunchShape.h"
#include "runtime/lib/Engine/GpuBuckets.h"
#include "runtime/lib/Support/Align.h"
#include "runtime/lib/Support/Quote.h"
#include "runtime/lib/Support/Ranges.h"

#include <algorithm>

using namespace cedar;
using namespace cedar::rt;

Result<std::unique_ptr<GpuSession>>
GpuSession::create(CudaDevice &device, const Weights &weights,
                   const SessionLayout &layout, const SessionOptions &options,
                   const Region &host) {
  std::unique_ptr<GpuSession> session(
      new GpuSession(device, layout, options, host));
  if (Status status = session->allocate(); !status.ok())
    return status;
  if (Status status = session->pinHost(); !status.ok())
    return status;
  if (Status status = session->makeEntries(weights); !status.ok())
    return status;
  if (Status status = session->recordEntries(); !status.ok())
    return status;
  return Result<std::unique_ptr<GpuSession>>(std::move(session));
}

Status GpuSession::allocate() {
  Result<CudaMemory> region =
      CudaMemory::allocate(device_, layout_.bytes, "the session");
  if (!region.ok())
    return region.status();
  region_ = std::move(*region);
  Result<CudaMemory> words = CudaMemory::allocate(
      device_, layout_.need.launch_words, "the words of launches");
  if (!words.ok())
    return words.status();
  words_ = std::move(*words);
  for (bool beside : {false, true}) {
    Result<std::unique_ptr<CudaQueue>> queue =
        CudaQueue::create(device_, scratchBytes(device_.target(), beside));
    if (!queue.ok())
      return queue.status();
    (beside ? side_ : main_) = std::move(*queue);
  }
  return Status();
}

/// Pins what is copied to and from the device.
Status GpuSession::pinHost() {
  std::vector<Range> ranges;
  Extents capacity = options_.capacity();
  auto add = [&](uint64_t offset, const artifact::Tensor &tensor) {
    uint64_t end = offset + tensorBytes(tensor, capacity);
    ranges.push_back(
        {alignDown(offset, mappedPageBytes), alignUp(end, mappedPageBytes)});
  };
  for (int e = 0; e < device_.target().entries_size(); ++e) {
    const artifact::Entry &entry = device_.target().entries(e);
    const EntryLayout &places = layout_.entries[size_t(e)];
    for (int i = 0; i < entry.inputs_size(); ++i)
      add(places.inputs[size_t(i)], entry.inputs(i));
    for (int i = 0; i < entry.outputs_size(); ++i)
      add(outputOffset(entry, i, places, capacity), entry.outputs(i));
  }
  for (const Range &range : merged(std::move(ranges))) {
    uint64_t end = std::min(range.end, host_.size());
    Result<PinnedRange> pinned =
        PinnedRange::pin(device_, host_.data() + range.begin, end - range.begin,
                         /*readOnly=*/false);
    if (!pinned.ok())
      return pinned.status();
    pinned_.push_back(std::move(*pinned));
  }
  return Status();
}

Status GpuSession::makeEntries(const Weights &weights) {
  CudaAddress words = words_.address();
  for (int i = 0; i < device_.target().entries_size(); ++i) {
    entries_.emplace_back(
        device_,
        BoundEntry(weights, uint32_t(i), layout_, options_, region_.address()),
        words);
    words += entries_.back().wordBytes();
    if (Status status = entries_.back().prepare(); !status.ok())
      return status;
  }
  return Status();
}

/// Records the entries that serve calls again and again, at sizes that calls
/// are rounded up to.
Status GpuSession::recordEntries() {
  if (options_.launchMode != CEDAR_LAUNCH_RECORDED)
    return Status();
  for (GpuEntry &entry : entries_) {
    if (!isRecorded(device_.target(), entry.plan(), options_))
      continue;
    for (const Extents &extents : bucketsOf(entry.plan(), options_))
      if (Status status = entry.record(extents, queues()); !status.ok())
        return Status(status.code(), "entry " + quoteName(entry.plan().name()) +
                                         ": " + status.message());
  }
  return Status();
}

/// Inputs that lie next to each other are one copy.
Status GpuSession::copyInputs(uint32_t index, const Extents &extents) {
  constexpr uint64_t gap = 4096;
  const artifact::Entry &entry = device_.target().entries(int(index));
  Range next{0, 0};
  auto copy = [&] {
    return main_->copyIn(region_.address() + next.begin,
                         host_.data() + next.begin, next.end - next.begin);
  };
  for (uint32_t i : layout_.entries[index].inputOrder) {
    uint64_t begin = layout_.entries[index].inputs[i];
    uint64_t end = begin + tensorBytes(entry.inputs(int(i)), extents);
    if (next.end > 0 && begin <= next.end + gap) {
      next.end = end;
      continue;
    }
    if (Status status = copy(); !status.ok())
      return status;
    next = {begin, end};
  }
  return copy();
}

Status GpuSession::copyOutputs(uint32_t index, const Extents &extents) {
  const artifact::Entry &entry = device_.target().entries(int(index));
  for (int i = 0; i < entry.outputs_size(); ++i) {
    uint64_t offset =
        outputOffset(entry, i, layout_.entries[index], options_.capacity());
    if (Status status =
            main_->copyOut(host_.data() + offset, region_.address() + offset,
                           tensorBytes(entry.outputs(i), extents));
        !status.ok())
      return status;
  }
  return Status();
}

/// Runs the kernels one after the other and shows them with their times.
Result<uint64_t> GpuSession::runTimed(GpuEntry &entry, const Extents &extents,
                                      const Profiler &profiler) {
  Result<uint64_t> count = entry.queueTimed(extents, *main_, points_);
  if (!count.ok())
    return count;
  if (Status status = main_->synchronize(); !status.ok())
    return status;
  size_t next = 0;
  Status last;
  entry.forEachLaunch([&](const BoundLaunch &launch, int64_t blocks) {
    Result<uint64_t> time = points_.nanoseconds(next, next + 1);
    ++next;
    if (!time.ok()) {
      last = time.status();
      return;
    }
    cedar_launch seen{entry.plan().name().c_str(),
                      launch.kernel->symbol().c_str(),
                      launch.kernel->op().c_str(),
                      launch.plan->path().c_str(),
                      uint64_t(blocks),
                      *time};
    profiler.callback(profiler.context, &seen);
  });
  return last.ok() ? count : Result<uint64_t>(last);
}

Result<uint64_t> GpuSession::queueEntry(uint32_t index, const Extents &extents,
                                        const Profiler &profiler) {
  if (Status status = copyInputs(index, extents); !status.ok())
    return status;
  if (profiler.callback)
    return runTimed(entries_[index], extents, profiler);
  if (options_.launchMode == CEDAR_LAUNCH_ONE_BY_ONE)
    return entries_[index].queueEach(extents, *main_);
  return entries_[index].queue(extents, queues());
}

Result<uint64_t> GpuSession::queueCall(uint32_t index,
                                       std::optional<uint32_t> commit,
                                       const Extents &extents,
                                       const Profiler &profiler) {
  Result<uint64_t> count = queueEntry(index, extents, profiler);
  if (!count.ok())
    return count;
  if (commit) {
    Result<uint64_t> more = queueEntry(*commit, extents, profiler);
    if (!more.ok())
      return more;
    *count += *more;
  }
  Status status = copyOutputs(index, extents);
  return status.ok() ? count : Result<uint64_t>(status);
}

Result<uint64_t> GpuSession::run(uint32_t index, std::optional<uint32_t> commit,
                                 const Extents &extents,
                                 const Profiler &profiler) {
  if (Status status = device_.use(); !status.ok())
    return status;
  Result<uint64_t> count = queueCall(index, commit, extents, profiler);
  // Also after a failure: what is queued reads inputs that the next call
  // changes.
  Status end = main_->synchronize();
  if (!count.ok() || end.ok())
    return count;
  return Status(end.code(),
                "entry " +
                    quoteName(device_.target().entries(int(index)).name()) +
                    ": " + end.message() +
                    "; run kernel by kernel (cedar-run --sync) to learn which "
                    "one failed");
}

Status GpuSession::finish(const Status &status) {
  return status.ok() ? main_->synchronize() : status;
}

Status GpuSession::readRange(void *to, uint64_t offset, uint64_t bytes) {
  if (Status status = device_.use(); !status.ok())
    return status;
  return finish(main_->copyOut(to, region_.address() + offset, bytes));
}

Status GpuSession::writeRange(uint64_t offset, const void *from,
                              uint64_t bytes) {
  if (Status status = device_.use(); !status.ok())
    return status;
  return finish(main_->copyIn(region_.address() + offset, from, bytes));
}

Status GpuSession::copyRange(uint64_t to, uint64_t from, uint64_t bytes) {
  if (Status status = device_.use(); !status.ok())
    return status;
  return finish(
      main_->copy(region_.address() + to, region_.address() + from, bytes));
}

Status GpuSession::clearRange(uint64_t offset, uint64_t bytes) {
  if (Status status = device_.use(); !status.ok())
    return status;
  return finish(main_->clear(region_.address() + offset, bytes));
}

uint64_t GpuSession::deviceBytes() const {
  return region_.size() + words_.size() + main_->scratchSize() +
         side_->scratchSize();
}
