//===- ExpandLayers.cpp - layer-level ops to primitives -------------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Expands every layer-level op in place, then inlines the layers and the two
// regions of the encoder-decoder. Legal for every verified module; it is the
// only way on from the model phase.
//
//     cedar.layer 0(%x, %a) { ... cedar.moe "layers.0.ffn" %u, %kind ... }
//   becomes
//     %logits = cedar.linear %u, %gate ...  cedar.route ... cedar.expert_linear
//     ...
//
//===----------------------------------------------------------------------===//

#include "dialect/Cedar/IR/LayerPath.h"
#include "passes/Decision.h"
#include "passes/Model/Passes.h"
#include "passes/Model/PrimitiveBuilder.h"
#include "passes/Model/Taps.h"

#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/DebugLog.h"

#define DEBUG_TYPE "cedar-expand-layers"

using namespace mlir;

namespace cedar {

#define GEN_PASS_DEF_EXPANDLAYERS
#include "passes/Model/Passes.h.inc"

/// Hands the taps of a layer-level op on to the values that replace its
/// results.
static void moveTaps(Operation *op, ValueRange results) {
  for (auto [value, name] : llvm::zip(results, getTaps(op)))
    if (!name.empty())
      setTap(cast<OpResult>(value), name);
}

/// Number of primitives that stand between `op` and `before`, the op that was
/// in front of it.
static int64_t countNew(Operation *before, Operation *op) {
  int64_t count = 0;
  for (Operation *it = op->getPrevNode(); it && it != before;
       it = it->getPrevNode())
    count += isa<PrimitiveOpInterface>(it);
  return count;
}

/// Moves the ops of a single-block region in front of its op and returns what
/// the region yields.
static SmallVector<Value> inlineRegion(Region &region, ValueRange arguments) {
  Block &block = region.front();
  Operation *yield = block.getTerminator();
  for (auto [argument, value] : llvm::zip(block.getArguments(), arguments))
    argument.replaceAllUsesWith(value);
  SmallVector<Value> results(yield->getOperands());
  yield->erase();
  Operation *op = region.getParentOp();
  op->getBlock()->getOperations().splice(Block::iterator(op),
                                         block.getOperations());
  return results;
}

static void inlineLayer(LayerOp layer) {
  SmallVector<Value> results =
      inlineRegion(layer.getBody(), {layer.getStreams(), layer.getMix()});
  layer.replaceAllUsesWith(results);
  layer.erase();
}

static void inlineCed(CedOp ced) {
  SmallVector<Value> middle =
      inlineRegion(ced.getEncoder(), {ced.getStreams(), ced.getMix()});
  ced.replaceAllUsesWith(inlineRegion(ced.getDecoder(), middle));
  ced.erase();
}

/// Whose selection or entries the layers of a CSA2 group read.
static std::string sharingOf(CSA2AttentionOp op) {
  std::string owner = op.getCompressed() ? "@" + op.getCompressed()->str() : "";
  switch (op.getMode()) {
  case CSA2Mode::Window:
    return "";
  case CSA2Mode::Full:
    return "fills " + owner + " for its group and selects from it";
  case CSA2Mode::Reindex:
    return "selects anew from " + owner + ", which another layer fills" +
           (op.getPool() ? ", among the blocks of a candidate pool" : "");
  case CSA2Mode::Reuse:
    return "reads " + owner + " by the selection of " +
           layerPathOf(op.getSelection().getLoc()).str();
  }
  llvm_unreachable("unknown mode");
}

/// Says what a layer shares with its group.
static void reportSharing(CSA2AttentionOp op) {
  std::string mode = stringifyCSA2Mode(op.getMode()).str();
  std::string sharing = sharingOf(op);
  auto opts = decisionOf(DEBUG_TYPE, "share", op);
  if (sharing.empty())
    remark::analysis(op.getLoc(), opts)
        << remark::add("{0} shares no state", op.getPath())
        << remark::reason("its mode is {0}: it reads its own rows only", mode)
        << topic("csa2_attention") << where(op.getPath().str());
  else
    remark::passed(op.getLoc(), opts)
        << remark::add("{0} {1}", op.getPath(), sharing)
        << remark::reason("its mode is {0}", mode) << topic("csa2_attention")
        << where(op.getPath().str());
}

namespace {

struct ExpandLayersPass : impl::ExpandLayersBase<ExpandLayersPass> {
  using Base::Base;

  void runOnOperation() override {
    SymbolTable symbols(getOperation());
    SmallVector<LayerOpInterface> ops;
    SmallVector<LayerOp> layers;
    SmallVector<CedOp> ceds;
    getOperation().walk([&](Operation *op) {
      TypeSwitch<Operation *>(op)
          .Case([&](LayerOpInterface it) { ops.push_back(it); })
          .Case([&](LayerOp it) { layers.push_back(it); })
          .Case([&](CedOp it) { ceds.push_back(it); });
    });
    if (ops.empty())
      remarkLeftAlone(DEBUG_TYPE, getOperation(), "it has no layer-level op");
    for (LayerOpInterface op : ops)
      expand(op, symbols);
    llvm::for_each(layers, inlineLayer);
    llvm::for_each(ceds, inlineCed);
  }

private:
  void expand(LayerOpInterface op, const SymbolTable &symbols);
  Expansion expansionOf(LayerOpInterface op, const SymbolTable &symbols);
  bool isFirstOfContext(EngramOp op);

  /// Functions and context states whose ids are staged.
  llvm::DenseSet<std::pair<Operation *, Attribute>> staged;
};

} // namespace

bool ExpandLayersPass::isFirstOfContext(EngramOp op) {
  Operation *function = op->getParentOfType<FunctionOpInterface>();
  return staged.insert({function, op.getContextAttr()}).second;
}

Expansion ExpandLayersPass::expansionOf(LayerOpInterface op,
                                        const SymbolTable &symbols) {
  return TypeSwitch<Operation *, Expansion>(op)
      .Case([&](CSA2AttentionOp it) { return expandAttention(it, symbols); })
      .Case([&](EngramOp it) {
        return expandEngram(it, symbols, isFirstOfContext(it));
      })
      .Case([&](MoEOp it) { return expandMoE(it, symbols); });
}

void ExpandLayersPass::expand(LayerOpInterface op, const SymbolTable &symbols) {
  Operation *before = op->getPrevNode();
  Expansion results = expansionOf(op, symbols);
  moveTaps(op, results);
  int64_t count = countNew(before, op);
  LDBG() << op.getWeightPath() << ": " << count << " primitives";
  remark::passed(op.getLoc(), decisionOf(DEBUG_TYPE, "expanded", op))
      << remark::add("{0} {1} became {2} primitives", op->getName(),
                     op.getWeightPath(), count)
      << topic(op->getName().stripDialect().str())
      << where(op.getWeightPath().str());
  if (auto attention = dyn_cast<CSA2AttentionOp>(op.getOperation()))
    reportSharing(attention);
  op->replaceAllUsesWith(results);
  op->erase();
}

} // namespace cedar
