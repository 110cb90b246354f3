//===- ManifestModel.cpp - model facts, weights and states ===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "codegen/Artifact/ElementTypes.h"
#include "codegen/Artifact/ManifestBuilder.h"
#include "dialect/Cedar/IR/CedarOps.h"

using namespace mlir;

namespace cedar {

static int64_t integerAttr(ModuleOp module, StringRef name,
                           int64_t otherwise = 0) {
  auto attr = module->getAttrOfType<IntegerAttr>(name);
  return attr ? attr.getInt() : otherwise;
}

static std::string stringAttr(ModuleOp module, StringRef name) {
  auto attr = module->getAttrOfType<StringAttr>(name);
  return attr ? attr.str() : "";
}

static void addLayers(ModuleOp module, artifact::Manifest &manifest) {
  auto layers = module->getAttrOfType<ArrayAttr>("cedar.layers");
  if (!layers)
    return;
  for (auto [i, facts] : llvm::enumerate(layers.getAsRange<DictionaryAttr>())) {
    artifact::Layer &layer = *manifest.add_layers();
    layer.set_index(i);
    layer.set_mode(facts.getAs<StringAttr>("mode").str());
    layer.set_ratio(facts.getAs<IntegerAttr>("ratio").getInt());
    layer.set_engram(facts.getAs<BoolAttr>("engram").getValue());
  }
}

void addModelFacts(ModuleOp module, artifact::Manifest &manifest) {
  artifact::Model &model = *manifest.mutable_model();
  model.set_name(stringAttr(module, "cedar.name"));
  model.set_vocab_size(integerAttr(module, "cedar.vocab_size"));
  model.set_max_positions(integerAttr(module, "cedar.max_positions"));
  model.set_hidden_size(integerAttr(module, "cedar.hidden_size"));
  model.set_page_tokens(integerAttr(module, "cedar.page_tokens"));
  model.set_window(integerAttr(module, "cedar.window"));
  model.set_bos_token(integerAttr(module, "cedar.bos_token", -1));
  model.set_eos_token(integerAttr(module, "cedar.eos_token", -1));
  model.set_pad_token(integerAttr(module, "cedar.pad_token", -1));
  model.set_image_token(integerAttr(module, "cedar.image_token", -1));
  manifest.set_config_sha256(stringAttr(module, "cedar.config_sha256"));
  manifest.set_tokenizer_sha256(stringAttr(module, "cedar.tokenizer_sha256"));
  addLayers(module, manifest);
}

/// One part: `shape` as the checkpoint counts elements, one byte or `bits`
/// each.
static void addPart(artifact::Weight &weight, StringRef source,
                    artifact::ElementType type, ArrayRef<int64_t> shape,
                    int64_t bytesPerElement) {
  artifact::WeightPart &part = *weight.add_parts();
  part.set_source(source.str());
  part.set_type(type);
  int64_t bytes = bytesPerElement;
  for (int64_t size : shape) {
    part.add_shape(size);
    bytes *= size;
  }
  part.set_bytes(bytes);
  part.set_alignment(std::min<int64_t>(64, bytesPerElement));
}

/// Codes and scales of a block-scaled weight; the checkpoint stores FP4 codes
/// as bytes of two.
static void addScaledParts(artifact::Weight &weight, RankedTensorType type,
                           ArrayRef<StringRef> sources) {
  ScaledAttr scaled = getScaled(type);
  SmallVector<int64_t> codes(type.getShape().take_back(2));
  SmallVector<int64_t> scales(codes);
  for (auto [size, block] : llvm::zip(scales, scaled.getBlock()))
    size = llvm::divideCeilSigned(size, block);
  auto element = elementTypeOf(type.getElementType());
  if (element == artifact::F4E2M1) {
    codes[1] /= 2;
    element = artifact::I8;
  }
  addPart(weight, sources[0], element, codes, 1);
  addPart(weight, sources[1], elementTypeOf(scaled.getScaleType()), scales, 1);
}

/// The token map is found at load; what it must be is known now.
static void setTokenMap(ModuleOp module, artifact::Weight &weight) {
  weight.set_token_map(true);
  weight.set_sha256(stringAttr(module, "cedar.token_map_sha256"));
  weight.set_distinct(integerAttr(module, "cedar.token_map_distinct"));
}

void addWeights(ModuleOp module, artifact::Manifest &manifest) {
  for (auto op : module.getOps<WeightOp>()) {
    artifact::Weight &weight = *manifest.add_weights();
    weight.set_name(op.getSymName().str());
    auto type = cast<RankedTensorType>(op.getType());
    SmallVector<StringRef> sources(
        op.getSource().getAsValueRange<StringAttr>());
    if (sources[0] == "<token_map>")
      setTokenMap(module, weight);
    if (sources[0].contains("{e}"))
      weight.set_count(type.getDimSize(0));
    if (getScaled(type)) {
      addScaledParts(weight, type, sources);
      continue;
    }
    Type element = type.getElementType();
    addPart(weight, sources[0], elementTypeOf(element), type.getShape(),
            element.getIntOrFloatBitWidth() / 8);
  }
}

void addStates(ModuleOp module, artifact::Manifest &manifest) {
  for (auto op : module.getOps<StateOp>()) {
    artifact::State &state = *manifest.add_states();
    auto type = cast<StateType>(op.getType());
    RankedTensorType row = type.getRow();
    state.set_name(op.getSymName().str());
    state.set_role(op.getRole().str());
    state.set_layer(op.getLayer());
    state.set_kind(type.getKind() == StateKind::Ring ? artifact::State::RING
                                                     : artifact::State::PAGED);
    state.set_rows(type.getRows());
    state.set_ratio(type.getRatio());
    state.set_channels(row.getDimSize(0));
    state.set_row_bytes(packedRowBytes(row));
    state.set_type(elementTypeOf(row.getElementType()));
    if (ScaledAttr scaled = getScaled(row)) {
      state.set_scale_type(elementTypeOf(scaled.getScaleType()));
      state.set_group(scaled.getBlock().back());
    }
  }
}

} // namespace cedar
