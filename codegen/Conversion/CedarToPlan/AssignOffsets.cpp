//===- AssignOffsets.cpp - places buffers in the arena ===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// First fit by falling size. Exact for the common chain of short-lived buffers;
// not optimal in general, which costs memory, not correctness.
//
//===----------------------------------------------------------------------===//

#include "codegen/Conversion/CedarToPlan/Passes.h"

#include "mlir/IR/Builders.h"
#include "passes/Decision.h"
#include "llvm/Support/MathExtras.h"

#define DEBUG_TYPE "plan-assign-offsets"

namespace cedar {
#define GEN_PASS_DEF_ASSIGNOFFSETS
#include "codegen/Conversion/CedarToPlan/Passes.h.inc"
} // namespace cedar

using namespace mlir;
using cedar::plan::BufferOp;

namespace {

/// A buffer, the launches between which it is live, and its place.
struct Interval {
  BufferOp buffer;
  int64_t first, last;
  int64_t offset = 0;

  int64_t bytes() const { return BufferOp(buffer).getBytes(); }
  bool overlaps(const Interval &other) const {
    return first <= other.last && other.first <= last;
  }
};

} // namespace

/// Prefetched launches begin with the entry and end anywhere before their wait:
/// all buffers that they use live so long.
static void extendPrefetched(cedar::plan::EntryOp entry,
                             MutableArrayRef<Interval> intervals) {
  cedar::plan::PrefetchOrder order;
  SmallVector<cedar::plan::LaunchOp> launches;
  SmallVector<int64_t> ends; // number of the wait, by launch
  for (auto [number, op] : llvm::enumerate(entry.getBody().front())) {
    order.visit(&op);
    if (launches.size() != order.launched())
      launches.push_back(cast<cedar::plan::LaunchOp>(op));
    ends.resize(order.finished(), number);
  }
  ends.resize(launches.size(), INT64_MAX);
  for (auto [launch, end] : llvm::zip(launches, ends))
    for (Interval &interval : intervals)
      if (llvm::is_contained(launch.getArguments(),
                             interval.buffer.getResult())) {
        interval.first = 0;
        interval.last = std::max(interval.last, end);
      }
}

/// Live ranges in numbers of the entry's ops; outputs live to the end.
static SmallVector<Interval> liveIntervals(cedar::plan::EntryOp entry) {
  llvm::DenseMap<Operation *, int64_t> number;
  for (auto [i, op] : llvm::enumerate(entry.getBody().front()))
    number[&op] = i;
  SmallVector<Interval> intervals;
  for (auto buffer : entry.getOps<BufferOp>()) {
    Interval interval{buffer, INT64_MAX, -1};
    for (Operation *user : buffer->getUsers()) {
      interval.first = std::min(interval.first, number[user]);
      interval.last = std::max(interval.last, number[user]);
    }
    intervals.push_back(interval);
  }
  extendPrefetched(entry, intervals);
  return intervals;
}

/// The lowest aligned offset at which `interval` meets no placed interval.
static int64_t findOffset(Interval &interval, ArrayRef<Interval *> placed,
                          int64_t alignment) {
  SmallVector<Interval *> conflicts;
  for (Interval *other : placed)
    if (interval.overlaps(*other))
      conflicts.push_back(other);
  llvm::sort(conflicts,
             [](Interval *a, Interval *b) { return a->offset < b->offset; });
  int64_t offset = 0;
  for (Interval *other : conflicts) {
    if (offset + interval.bytes() <= other->offset)
      break;
    offset = std::max<int64_t>(
        offset, llvm::alignTo(other->offset + other->bytes(), alignment));
  }
  return offset;
}

namespace {

struct AssignOffsetsPass : cedar::impl::AssignOffsetsBase<AssignOffsetsPass> {
  using Base::Base;

  LogicalResult initialize(MLIRContext *context) override {
    if (llvm::isPowerOf2_64(std::max<int64_t>(alignment, 0)))
      return success();
    return emitError(UnknownLoc::get(context))
           << "expected an 'alignment' that is a power of two, found "
           << alignment.getValue();
  }

  void runOnOperation() override {
    SmallVector<Interval> intervals = liveIntervals(getOperation());
    llvm::sort(intervals, [](const Interval &a, const Interval &b) {
      return std::make_tuple(-a.bytes(), a.first, a.last) <
             std::make_tuple(-b.bytes(), b.first, b.last);
    });
    constexpr unsigned numDims = cedar::plan::getMaxEnumValForDim() + 1;
    SmallVector<SmallVector<Interval *>> placed(numDims);
    SmallVector<int64_t> sections(numDims);
    for (Interval &interval : intervals) {
      auto dim = static_cast<unsigned>(interval.buffer.getDim());
      interval.offset = findOffset(interval, placed[dim], alignment);
      placed[dim].push_back(&interval);
      sections[dim] = std::max<int64_t>(
          sections[dim],
          llvm::alignTo(interval.offset + interval.bytes(), alignment));
      interval.buffer.setOffset(interval.offset);
    }
    getOperation().setSections(sections);
    report(intervals, sections);
  }

private:
  /// Says what it saves that buffers share memory, over all dims.
  void report(ArrayRef<Interval> intervals, ArrayRef<int64_t> sections) {
    if (intervals.empty())
      return cedar::remarkLeftAlone(DEBUG_TYPE, getOperation(),
                                    "it has no buffer");
    int64_t apart = 0, shared = 0;
    for (const Interval &interval : intervals)
      apart += interval.bytes();
    for (int64_t bytes : sections)
      shared += bytes;
    remark::passed(getOperation().getLoc(),
                   cedar::decisionOf(DEBUG_TYPE, "placed", getOperation()))
        << remark::add("{0} buffers take {1} bytes of arena instead of {2}",
                       intervals.size(), shared, apart)
        << remark::reason("buffers that are not live at the same time share "
                          "their place")
        << remark::metric("ArenaBytesApart", apart)
        << remark::metric("ArenaBytes", shared);
  }
};

} // namespace
