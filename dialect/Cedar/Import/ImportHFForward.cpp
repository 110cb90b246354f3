//===- ImportHFForward.cpp - the function of a whole model ----------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information. SPDX-License-Identifier:
// Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Builds `@forward`: embedding, the encoder and decoder layers, and the head
// for the rows asked for (SPEC 3.1, 3.14).
//
//===----------------------------------------------------------------------===//

#include "dialect/Cedar/Import/ImportHFLayer.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

using namespace mlir;

namespace cedar {
namespace {

class ForwardImporter {
public:
  ForwardImporter(OpBuilder &builder, ModuleOp module,
                  const CheckpointFacts &facts)
      : m(builder, module, facts), b(builder), config(facts.report.config) {}

  void run();

private:
  func::FuncOp createFunction();
  CedOp importCed(MhcInitOp init);
  void importRegion(Region &region, LayerImporter &layers, int64_t begin,
                    int64_t end);
  Value importHead(Value streams, Value mix);
  int64_t decoderBegin() const;

  ModelBuilder m;
  OpBuilder &b;
  const ModelConfig &config;
  Batch batch;
};

} // namespace

void ForwardImporter::run() {
  func::FuncOp func = createFunction();
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(&func.getBody().front());
  Location loc = m.at("embed");
  Value hidden =
      EmbedOp::create(b, loc, m.hiddenType(), batch.tokens, batch.embeddingRow,
                      batch.embeddings, m.weight(loc, "embed.weight"));
  auto init = MhcInitOp::create(b, loc, m.streamsType(), m.mixType(), hidden);
  CedOp ced = importCed(init);
  Value logits = importHead(ced.getOutStreams(), ced.getOutMix());
  func::ReturnOp::create(b, m.at("head"), logits);
}

/// Creates the function with its named arguments and an empty body.
func::FuncOp ForwardImporter::createFunction() {
  constexpr int64_t dyn = ModelBuilder::dyn;
  Type rows = m.tensor({dyn}, b.getI32Type());
  std::pair<StringRef, Type> arguments[] = {
      {"tokens", rows},           {"positions", rows},
      {"sequence", rows},         {"kind", m.tensor({dyn}, b.getI8Type())},
      {"embedding_row", rows},    {"embeddings", m.hiddenType()},
      {"seq_begin", rows},        {"out_rows", rows},
      {"length", rows},           {"slots", rows},
      {"pages", m.picksType(dyn)}};
  Type logits = m.tensor({dyn, config.vocabSize}, b.getF32Type());
  auto func = func::FuncOp::create(
      b, m.at("forward"), "forward",
      b.getFunctionType(llvm::to_vector(llvm::make_second_range(arguments)),
                        logits));
  func->setAttr("cedar.entry", b.getUnitAttr());
  for (auto [index, argument] : llvm::enumerate(arguments))
    func.setArgAttr(index, "cedar.name", b.getStringAttr(argument.first));
  func.setResultAttr(0, "cedar.name", b.getStringAttr("logits"));
  auto args = func.addEntryBlock()->getArguments();
  batch = {args[0], args[1], args[2], args[3], args[4], args[5],
           args[6], args[7], args[8], args[9], args[10]};
  return func;
}

/// First layer of the decoder region. A candidate pool that is published before
/// the last KV source for layers behind it cannot leave its region: then all
/// layers are in one.
int64_t ForwardImporter::decoderBegin() const {
  int64_t begin = config.decoderBegin();
  bool crosses = config.candidateSource >= 0 && config.candidateSource < begin;
  return crosses ? config.numLayers : begin;
}

CedOp ForwardImporter::importCed(MhcInitOp init) {
  Value streams = init.getStreams(), mix = init.getMix();
  auto ced = CedOp::create(b, m.at("layers"), streams.getType(), mix.getType(),
                           streams, mix);
  LayerImporter layers(m, batch);
  importRegion(ced.getEncoder(), layers, 0, decoderBegin());
  importRegion(ced.getDecoder(), layers, decoderBegin(), config.numLayers);
  return ced;
}

void ForwardImporter::importRegion(Region &region, LayerImporter &layers,
                                   int64_t begin, int64_t end) {
  OpBuilder::InsertionGuard guard(b);
  Location loc = m.at("layers");
  Block *body =
      b.createBlock(&region, {}, {m.streamsType(), m.mixType()}, {loc, loc});
  Value streams = body->getArgument(0), mix = body->getArgument(1);
  for (int64_t layer = begin; layer < end; ++layer) {
    LayerOp op = layers.import(layer, streams, mix);
    streams = op.getResult(0);
    mix = op.getResult(1);
  }
  YieldOp::create(b, loc, ValueRange{streams, mix});
}

/// Logits of the rows asked for.
Value ForwardImporter::importHead(Value streams, Value mix) {
  Location loc = m.at("head");
  auto take = [&](Value rows) -> Value {
    return TakeRowsOp::create(b, loc, rows.getType(), rows, batch.outRows);
  };
  Value hidden = m.rmsNorm(m.at("norm"),
                           m.collapse(loc, take(streams), take(mix)), "norm");
  Type logits = m.tensor({ModelBuilder::dyn, config.vocabSize}, b.getF32Type());
  return LinearOp::create(b, loc, logits, hidden, m.weight(loc, "head.weight"));
}

void importForward(ModuleOp module, const CheckpointFacts &facts) {
  auto builder = OpBuilder::atBlockEnd(module.getBody());
  ForwardImporter(builder, module, facts).run();
}

} // namespace cedar
