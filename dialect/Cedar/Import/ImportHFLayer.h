//===- ImportHFLayer.h - layers of a model as layer ops -------------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information. SPDX-License-Identifier:
// Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Builds the body of one `cedar.layer`, and keeps the selection and the
// candidate pool that later layers use.
//
//===----------------------------------------------------------------------===//

#ifndef CEDAR_DIALECT_CEDAR_IMPORT_IMPORTHFLAYER_H
#define CEDAR_DIALECT_CEDAR_IMPORT_IMPORTHFLAYER_H

#include "dialect/Cedar/IR/CedarOps.h"
#include "dialect/Cedar/Import/ImportHFModel.h"

namespace cedar {

/// The inputs of one flat ragged batch, in the order of the arguments.
struct Batch {
  mlir::Value tokens, positions, sequence, kind, embeddingRow, embeddings,
      seqBegin, outRows, length, slots, pages;
};

/// Types, attributes and weights as the ops of a model need them.
class ModelBuilder {
public:
  ModelBuilder(mlir::OpBuilder &builder, mlir::ModuleOp module,
               const CheckpointFacts &facts)
      : b(builder), symbols(module), facts(facts), config(facts.report.config) {
  }

  mlir::Location at(const llvm::Twine &path) {
    return mlir::NameLoc::get(b.getStringAttr(path));
  }
  mlir::RankedTensorType tensor(llvm::ArrayRef<int64_t> shape,
                                mlir::Type element) {
    return mlir::RankedTensorType::get(shape, element);
  }
  mlir::RankedTensorType picksType(int64_t width) {
    return tensor({dyn, width}, b.getI32Type());
  }
  mlir::RankedTensorType hiddenType() {
    return tensor({dyn, config.hiddenSize}, b.getBF16Type());
  }
  mlir::RankedTensorType streamsType() {
    return tensor({dyn, config.hcMult, config.hiddenSize}, b.getBF16Type());
  }
  mlir::RankedTensorType mixType() {
    return tensor({dyn, config.hcMult}, b.getF32Type());
  }
  mlir::FloatAttr f32(double value) { return b.getF32FloatAttr(float(value)); }
  mlir::IntegerAttr i64(int64_t value) { return b.getI64IntegerAttr(value); }
  mlir::FlatSymbolRefAttr ref(const llvm::Twine &symbol) {
    return mlir::FlatSymbolRefAttr::get(b.getContext(), symbol.str());
  }

  /// The value of a weight, with the type that its symbol has.
  mlir::Value weight(mlir::Location loc, const llvm::Twine &symbol);
  mlir::Value rmsNorm(mlir::Location loc, mlir::Value input,
                      const llvm::Twine &path);
  mlir::Value collapse(mlir::Location loc, mlir::Value streams,
                       mlir::Value mix);

  static constexpr int64_t dyn = mlir::ShapedType::kDynamic;
  mlir::OpBuilder &b;
  mlir::SymbolTable symbols;
  const CheckpointFacts &facts;
  const ModelConfig &config;
};

class LayerImporter {
public:
  LayerImporter(ModelBuilder &model, const Batch &batch)
      : m(model), b(model.b), config(model.config), batch(batch) {}

  /// Adds a layer that takes `streams` and `mix`.
  LayerOp import(int64_t layer, mlir::Value streams, mlir::Value mix);

private:
  mlir::SmallVector<mlir::Type> resultTypes(int64_t layer);
  mlir::SmallVector<mlir::Value> importBody(int64_t layer, mlir::Value streams,
                                            mlir::Value mix);
  mlir::Value importEngram(int64_t layer, mlir::Value streams);
  CSA2AttentionOp importAttention(int64_t layer, mlir::Value input);
  mlir::Value importMoE(int64_t layer, mlir::Value input);
  MhcMixOp mixOf(llvm::StringRef path, mlir::Value streams);

  ModelBuilder &m;
  mlir::OpBuilder &b;
  const ModelConfig &config;
  const Batch &batch;
  mlir::Value selection; ///< of the last index source
  mlir::Value pool;      ///< of the candidate source
};

} // namespace cedar

#endif // CEDAR_DIALECT_CEDAR_IMPORT_IMPORTHFLAYER_H
