//===- StateEmitters.cpp - the kernels that move rows of states ----------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// state_append and state_commit (SPEC 5.1): one block per row, which copies its
// row to its place or does nothing. No two rows have the same place. state_read
// goes the other way.
//
//===----------------------------------------------------------------------===//

#include "codegen/Conversion/CedarToLoops/Emitters.h"
#include "dialect/Cedar/IR/CedarOps.h"

using namespace mlir;

namespace cedar {

/// pool[page, slot, :] = rows[row, :].
static void copyRow(KernelBuilder &k, Value rows, Val row, Value pool, Val page,
                    Val slot) {
  int64_t width = k.extent(pool, 2);
  int64_t lanes = std::min<int64_t>(kLanes, width & -width);
  k.loop(k.index(0), k.index(width), lanes, [&](Val c) {
    k.store(k.loadVector(rows, {row, c}, lanes), pool, {page, slot, c});
  });
}

static void emitStateAppend(KernelBuilder &k, StateAppendOp op) {
  Value rows = k.argument(op.getRows()),
        positions = k.argument(op.getPositions());
  Value sequence = k.argument(op.getSequence()),
        pages = k.argument(op.getPages());
  Value pool = k.argument(op.getState());
  StateType state = op.getState().getType();
  int64_t ratio = state.getRatio(), pageRows = state.getRows();
  k.grid({{rows, 0}}, [&](Vals ids) {
    Val row = ids[0], position = toIndex(k.load(positions, {row}));
    Val closes = equal((position + 1) % ratio, k.index(0));
    k.ifThen(closes, {}, [&] {
      Val entry = position / ratio, s = toIndex(k.load(sequence, {row}));
      Val page = toIndex(k.load(pages, {s, entry / pageRows}));
      copyRow(k, rows, row, pool, page, entry % pageRows);
    });
  });
}

static void emitStateCommit(KernelBuilder &k, StateCommitOp op) {
  Value positions = k.argument(op.getPositions());
  Value sequence = k.argument(op.getSequence()),
        length = k.argument(op.getLength());
  Value slots = k.argument(op.getSlots()),
        accepted = k.argument(op.getAccepted());
  Value pool = k.argument(op.getState()), staged = k.argument(op.getState(), 1);
  int64_t ringRows = op.getState().getType().getRows();
  k.grid({{positions, 0}}, [&](Vals ids) {
    Val row = ids[0], position = k.load(positions, {row});
    Val s = toIndex(k.load(sequence, {row}));
    Val end = k.load(length, {s}) + k.load(accepted, {s});
    Val isKept = (position < end) & (end - ringRows <= position);
    k.ifThen(isKept, {}, [&] {
      Val slot = toIndex(position) % ringRows;
      copyRow(k, staged, row, pool, toIndex(k.load(slots, {s})), slot);
    });
  });
}

static void emitStateRead(KernelBuilder &k, StateReadOp op) {
  Value positions = k.argument(op.getPositions());
  Value sequence = k.argument(op.getSequence()),
        slots = k.argument(op.getSlots()), pool = k.argument(op.getState());
  int64_t ringRows = op.getState().getType().getRows();
  int64_t width = k.extent(pool, 2);
  bool isScalar = cast<ShapedType>(op.getResult().getType()).getRank() == 1;
  k.grid({{positions, 0}}, [&](Vals ids) {
    Val row = ids[0], zero = k.index(0), one = k.index(1);
    Val slot = toIndex(k.load(slots, {toIndex(k.load(sequence, {row}))}));
    Val place = toIndex(k.load(positions, {row})) % ringRows;
    if (isScalar) {
      Tile &out = k.tile(0, {row}, {one});
      k.store(k.load(pool, {slot, place, zero}), out, {zero});
      return;
    }
    Tile &out = k.tile(0, {row, zero}, {one, k.index(width)});
    int64_t lanes = std::min<int64_t>(kLanes, width & -width);
    k.loop(zero, k.index(width), lanes, {&out}, [&](Val c) {
      k.store(k.loadVector(pool, {slot, place, c}, lanes), out, {zero, c});
    });
  });
}

void populateStateEmitters(EmitterRegistry &registry) {
  registry.add(emitStateAppend);
  registry.add(emitStateCommit);
  registry.add(emitStateRead);
}

} // namespace cedar
