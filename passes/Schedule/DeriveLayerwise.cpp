//===- DeriveLayerwise.cpp - an entry that runs every layer on given inputs
//-===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For comparisons layer by layer: the inputs of every layer become arguments,
// and what the layer computes becomes results, by taps. Legal before the
// expansion. Limitation: the results hold all rows, so the entry is for short
// prompts.
//
//     cedar.layer 1(%x1, %a1)   becomes   cedar.layer 1(%x_in.1, %a_in.1)
//
//===----------------------------------------------------------------------===//

#include "dialect/Cedar/IR/CedarOps.h"
#include "passes/Decision.h"
#include "passes/Model/Taps.h"
#include "passes/Schedule/EntryBuilder.h"
#include "passes/Schedule/Passes.h"

#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/DebugLog.h"

#define DEBUG_TYPE "cedar-derive-layerwise"

using namespace mlir;

namespace cedar {

#define GEN_PASS_DEF_DERIVELAYERWISE
#include "passes/Schedule/Passes.h.inc"

/// Adds an argument `name` of the type of `operand` and puts it in its place.
static void replaceByArgument(func::FuncOp entry, OpOperand &operand,
                              const Twine &name) {
  Builder b(entry.getContext());
  unsigned index = entry.getNumArguments();
  auto attribute = b.getNamedAttr("cedar.name", b.getStringAttr(name));
  (void)entry.insertArgument(index, operand.get().getType(),
                             b.getDictionaryAttr(attribute),
                             operand.getOwner()->getLoc());
  operand.set(entry.getArgument(index));
}

/// Taps a result, if it is there, as `what.<layer>`.
static void tap(Value value, const Twine &what, uint64_t layer) {
  if (value)
    setTap(cast<OpResult>(value), (what + "." + Twine(layer)).str());
}

static void tapInner(Operation *op, StringRef inner, const Twine &what,
                     uint64_t layer) {
  Builder b(op->getContext());
  auto name = b.getStringAttr(what + "." + Twine(layer));
  op->setAttr(innerTapsAttrName,
              b.getDictionaryAttr(b.getNamedAttr(inner, name)));
}

static void tapSublayer(Operation *op, uint64_t layer) {
  TypeSwitch<Operation *>(op)
      .Case([&](CSA2AttentionOp attention) {
        tap(attention.getResult(), "attn", layer);
        tap(attention.getOutSelection(), "topk", layer);
        tap(attention.getOutPool(), "pool", layer);
      })
      .Case([&](MoEOp moe) {
        tap(moe.getResult(), "ffn", layer);
        tap(moe.getExperts(), "experts", layer);
        tapInner(moe, "weights", "route", layer);
      })
      .Case(
          [&](EngramOp engram) { tapInner(engram, "rows", "engram", layer); });
}

/// Gives a layer its own arguments and taps what it computes.
static LogicalResult cutLayer(func::FuncOp entry, LayerOp layer) {
  uint64_t index = layer.getLayer();
  replaceByArgument(entry, layer.getStreamsMutable(), "x_in." + Twine(index));
  replaceByArgument(entry, layer.getMixMutable(), "a_in." + Twine(index));
  Operation *yield = layer.getBody().front().getTerminator();
  Value streams = yield->getOperand(0), mix = yield->getOperand(1);
  if (!streams.getDefiningOp() || !mix.getDefiningOp())
    return layer.emitOpError(
        "expected a layer that computes the streams and the "
        "mix it yields, found an argument");
  tap(streams, "x", index);
  tap(mix, "a", index);
  for (Operation &op : layer.getBody().front())
    tapSublayer(&op, index);
  return success();
}

namespace {

struct DeriveLayerwisePass : impl::DeriveLayerwiseBase<DeriveLayerwisePass> {
  using Base::Base;

  void runOnOperation() override {
    auto forward = getOperation().lookupSymbol<func::FuncOp>("forward");
    if (!forward) {
      getOperation().emitError("expected a function @forward to derive "
                               "@layerwise from, found none");
      return signalPassFailure();
    }
    OpBuilder b(forward);
    auto entry = cast<func::FuncOp>(b.clone(*forward));
    entry.setName("layerwise");
    entry->setLoc(entryLocation(forward, "layerwise"));
    SmallVector<LayerOp> layers;
    entry.walk([&](LayerOp layer) { layers.push_back(layer); });
    for (LayerOp layer : layers)
      if (failed(cutLayer(entry, layer)))
        return signalPassFailure();
    LDBG() << layers.size() << " layers";
    if (layers.empty())
      remark::missed(entry.getLoc(), decisionOf(DEBUG_TYPE, "no-layer", entry))
          << remark::add("@layerwise computes what @forward does")
          << remark::reason("it has no cedar.layer to cut")
          << remark::suggest("run it before cedar-expand-layers");
    remark::passed(entry.getLoc(), decisionOf(DEBUG_TYPE, "derived", entry))
        << remark::add("derived @layerwise with {0} layers", layers.size());
  }
};

} // namespace

} // namespace cedar
