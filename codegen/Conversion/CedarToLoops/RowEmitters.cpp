//===- RowEmitters.cpp - the kernels of embed and take_rows ===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Copies of whole rows, one block per result row (SPEC 3.1, 5.3).
//
//===----------------------------------------------------------------------===//

#include "codegen/Conversion/CedarToLoops/Emitters.h"
#include "dialect/Cedar/IR/CedarOps.h"

using namespace mlir;

namespace cedar {

/// Copies the last dimension at `row` of `from` to `inTile` of the tile.
static void copyRow(KernelBuilder &k, Value from, Vals row, Tile &to,
                    Vals inTile) {
  int64_t rank = cast<ShapedType>(from.getType()).getRank();
  k.loop(k.index(0), k.dim(from, rank - 1), kLanes, {&to}, [&](Val c) {
    k.store(k.loadVector(from, at(row, c)), to, at(inTile, c));
  });
}

static void emitEmbed(KernelBuilder &k, EmbedOp op) {
  Value tokens = k.argument(op.getTokens());
  Value rows = k.argument(op.getEmbeddingRow());
  Value embeddings = k.argument(op.getEmbeddings()),
        table = k.argument(op.getTable());
  k.grid({{tokens, 0}}, [&](Vals ids) {
    Val zero = k.index(0);
    Tile &out = k.tile(0, {ids[0], zero}, {k.index(1), k.dim(table, 1)});
    Val given = k.load(rows, {ids[0]});
    k.ifElse(
        given < k.i32(0), {&out},
        [&]() -> SmallVector<Val> {
          copyRow(k, table, {toIndex(k.load(tokens, {ids[0]}))}, out, {zero});
          return {};
        },
        [&]() -> SmallVector<Val> {
          copyRow(k, embeddings, {toIndex(given)}, out, {zero});
          return {};
        });
  });
}

/// Copies what is at `row` of `from`, dimension after dimension.
static void copyAll(KernelBuilder &k, Value from, Vals row, Tile &to,
                    Vals inTile) {
  int64_t rank = cast<ShapedType>(from.getType()).getRank();
  if (int64_t(row.size()) == rank) {
    k.store(k.load(from, row), to, inTile);
  } else if (int64_t(row.size()) == rank - 1) {
    copyRow(k, from, row, to, inTile);
  } else {
    k.loop(k.index(0), k.dim(from, row.size()), 1, {&to},
           [&](Val i) { copyAll(k, from, at(row, i), to, at(inTile, i)); });
  }
}

/// The tile of one whole row of the first output, which is like `from`.
static Tile &rowTile(KernelBuilder &k, Value from, Val row) {
  SmallVector<Val> offsets{row}, sizes{k.index(1)};
  for (int64_t i = 1; i < cast<ShapedType>(from.getType()).getRank(); ++i) {
    offsets.push_back(k.index(0));
    sizes.push_back(k.dim(from, i));
  }
  return k.tile(0, offsets, sizes);
}

static void emitTakeRows(KernelBuilder &k, TakeRowsOp op) {
  Value input = k.argument(op.getInput()), rows = k.argument(op.getRows());
  k.grid({{rows, 0}}, [&](Vals ids) {
    Tile &out = rowTile(k, input, ids[0]);
    copyAll(k, input, {toIndex(k.load(rows, {ids[0]}))}, out, {k.index(0)});
  });
}

static void emitCopyRows(KernelBuilder &k, CopyRowsOp op) {
  Value input = k.argument(op.getInput());
  k.grid({{input, 0}}, [&](Vals ids) {
    Tile &out = rowTile(k, input, ids[0]);
    copyAll(k, input, {ids[0]}, out, {k.index(0)});
  });
}

void populateRowEmitters(EmitterRegistry &registry) {
  registry.add(emitEmbed);
  registry.add(emitTakeRows);
  registry.add(emitCopyRows);
}

} // namespace cedar
