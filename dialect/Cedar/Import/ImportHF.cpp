//===- ImportHF.cpp - a checkpoint folder as a module ---------------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The steps of an import. Its faults are those that validateCheckpoint finds.
//
//===----------------------------------------------------------------------===//

#include "dialect/Cedar/Import/ImportHF.h"

#include "dialect/Cedar/IR/CedarDialect.h"
#include "dialect/Cedar/Import/ImportHFModel.h"
#include "runtime/lib/Support/File.h"
#include "runtime/lib/Support/Sha256.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Verifier.h"
#include "llvm/Support/Path.h"

using namespace mlir;

namespace cedar {

/// Largest tokenizer.json that is read.
static constexpr uint64_t maxTokenizerBytes = 256 << 20;

static std::string sha256(StringRef text) {
  return rt::sha256Hex(text.data(), text.size());
}

/// One line per layer, as tools print it.
static ArrayAttr layerFacts(Builder &b, const ModelConfig &config) {
  SmallVector<Attribute> layers;
  for (int64_t layer = 0; layer < config.numLayers; ++layer)
    layers.push_back(b.getDictionaryAttr({
        b.getNamedAttr("engram", b.getBoolAttr(config.isEngram(layer))),
        b.getNamedAttr("mode", b.getStringAttr(stringOf(config.mode(layer)))),
        b.getNamedAttr("ratio", b.getI64IntegerAttr(config.ratio(layer))),
    }));
  return b.getArrayAttr(layers);
}

void importModuleFacts(ModuleOp module, const CheckpointFacts &facts,
                       int64_t pageTokens) {
  Builder b(module.getContext());
  const ModelConfig &config = facts.report.config;
  auto set = [&](StringRef name, Attribute value) {
    module->setAttr(("cedar." + name).str(), value);
  };
  auto integer = [&](StringRef name, int64_t value) {
    set(name, b.getI64IntegerAttr(value));
  };
  auto text = [&](StringRef name, StringRef value) {
    if (!value.empty())
      set(name, b.getStringAttr(value));
  };
  text("name", facts.name);
  text("config_sha256", sha256(facts.report.configText));
  text("tokenizer_sha256", facts.tokenizerSha256);
  if (const auto &map = facts.report.tokenMap)
    text("token_map_sha256", map->sha256());
  if (!config.engramLayers.empty())
    integer("token_map_distinct", config.engramCompressedVocab);
  integer("vocab_size", config.vocabSize);
  integer("max_positions", config.maxPositions);
  integer("hidden_size", config.hiddenSize);
  integer("window", config.slidingWindow);
  integer("page_tokens", pageTokens);
  integer("bos_token", config.bosTokenId.value_or(-1));
  integer("eos_token",
          config.eosTokenIds.empty() ? -1 : config.eosTokenIds.front());
  integer("pad_token", config.padTokenId.value_or(-1));
  integer("image_token", config.imageTokenId.value_or(-1));
  set("layers", layerFacts(b, config));
}

/// A fault has no place in a file that MLIR knows: the text opens with the
/// folder, unless it names a file there itself.
static std::string placed(StringRef folder, StringRef text) {
  return text.contains(folder) ? text.str() : (folder + ": " + text).str();
}

static void reportAll(const CheckpointReport &report, StringRef folder,
                      MLIRContext *context) {
  Location loc = UnknownLoc::get(context);
  for (const std::string &problem : report.problems)
    emitError(loc) << placed(folder, problem);
  for (const std::string &warning : report.warnings)
    emitWarning(loc) << placed(folder, warning);
  for (const std::string &note : report.notes)
    emitRemark(loc) << placed(folder, note);
}

static LogicalResult readTokenizerHash(CheckpointFacts &facts,
                                       const std::string &path,
                                       MLIRContext *context) {
  if (!rt::fileExists(path))
    return success();
  auto text = rt::readFile(path, maxTokenizerBytes);
  if (!text.ok())
    return emitError(UnknownLoc::get(context)) << text.status().message();
  facts.tokenizerSha256 = sha256(*text);
  return success();
}

static LogicalResult readEngram(CheckpointFacts &facts, MLIRContext *context) {
  const ModelConfig &config = facts.report.config;
  if (config.engramLayers.empty())
    return success();
  rt::EngramShape shape;
  shape.layerIds = config.engramLayers;
  shape.maxNgram = config.engramMaxNgram;
  shape.heads = config.engramHeads;
  shape.vocab = config.engramVocabSize;
  shape.compressedVocab = config.engramCompressedVocab;
  auto layers = rt::engramLayers(shape);
  if (!layers.ok())
    return emitError(UnknownLoc::get(context)) << layers.status().message();
  facts.engram = std::move(*layers);
  return success();
}

static OwningOpRef<ModuleOp> buildModule(const CheckpointFacts &facts,
                                         MLIRContext *context,
                                         const ImportOptions &options) {
  context->loadDialect<CedarDialect, func::FuncDialect>();
  auto name = StringAttr::get(context, facts.name);
  OwningOpRef<ModuleOp> module = ModuleOp::create(NameLoc::get(name));
  const ModelConfig &config = facts.report.config;
  int64_t page = pageTokens(config, options.minPageTokens);
  auto builder = OpBuilder::atBlockEnd(module->getBody());
  importModuleFacts(*module, facts, page);
  importWeights(builder, facts);
  importStates(builder, config, page);
  importForward(*module, facts);
  return succeeded(verify(*module)) ? std::move(module) : nullptr;
}

OwningOpRef<ModuleOp> importHF(StringRef folder, MLIRContext *context,
                               const ImportOptions &options) {
  std::string path = folder.rtrim('/').str();
  CheckpointFacts facts;
  facts.name = llvm::sys::path::filename(path).str();
  facts.report =
      validateCheckpoint(path, CheckpointParts::all, options.csa2Plan);
  reportAll(facts.report, path, context);
  if (!facts.report.ok() ||
      failed(readTokenizerHash(facts, path + "/tokenizer.json", context)) ||
      failed(readEngram(facts, context)))
    return nullptr;
  return buildModule(facts, context, options);
}

} // namespace cedar
