//===- PrimitiveBuilder.h - builds the primitives of a layer op -----------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Types and attributes of primitives, filled in from operands and from the
// weights of one layer-level op.
//
//===----------------------------------------------------------------------===//

#ifndef CEDAR_PASSES_MODEL_PRIMITIVEBUILDER_H
#define CEDAR_PASSES_MODEL_PRIMITIVEBUILDER_H

#include "dialect/Cedar/IR/CedarOps.h"

#include "mlir/IR/Builders.h"

namespace cedar {

class PrimitiveBuilder {
public:
  /// Builds in front of `op`, whose weights begin with its path. `batch` is any
  /// value of the op's rows, best an argument of the entry.
  PrimitiveBuilder(LayerOpInterface op, const mlir::SymbolTable &symbols,
                   mlir::Value batch);

  /// The value of a weight of the op, `name` after its path. The op's verifier
  /// has seen to it that its weights and states exist.
  mlir::Value weight(llvm::StringRef name);
  /// The value of a weight that belongs to no layer.
  mlir::Value globalWeight(llvm::StringRef symbol);
  mlir::Value state(mlir::FlatSymbolRefAttr symbol);

  /// x . w^T with a weight of the op, rounded to bf16 or left f32.
  mlir::Value linear(mlir::Value input, llvm::StringRef name);
  mlir::Value linearF32(mlir::Value input, llvm::StringRef name);
  mlir::Value rmsNorm(mlir::Value input, llvm::StringRef name,
                      mlir::FloatAttr epsilon);
  mlir::Value rope(mlir::Value input, mlir::Value table, bool inverse = false);
  mlir::Value aq8(mlir::Value input);
  mlir::Value mxfp4(mlir::Value input);
  mlir::Value nvfp4(mlir::Value input);
  void stage(mlir::Value rows, mlir::Value state);

  /// [T, A * B] as [T, A, B], and back.
  mlir::Value split(mlir::Value input, int64_t parts);
  mlir::Value join(mlir::Value input);
  /// [T] as [T, 1].
  mlir::Value column(mlir::Value input);

  mlir::RankedTensorType rows(llvm::ArrayRef<int64_t> shape,
                              mlir::Type element);

  /// Gives a value the tap that the op asks for under `inner`.
  void tapInner(mlir::Value value, llvm::StringRef inner);

  mlir::OpBuilder b;
  mlir::Location loc;

private:
  mlir::Value linearTo(mlir::Value input, llvm::StringRef name,
                       mlir::Type element);
  mlir::Value expand(mlir::Value input, llvm::ArrayRef<int64_t> shape);

  LayerOpInterface op;
  const mlir::SymbolTable &symbols;
  mlir::Value batch;
};

/// Expand one op in front of it; the values are in the order of its results,
/// absent ones left out.
using Expansion = llvm::SmallVector<mlir::Value>;
Expansion expandAttention(CSA2AttentionOp op, const mlir::SymbolTable &symbols);
/// `stageContext`: the ids of this call are not staged yet.
Expansion expandEngram(EngramOp op, const mlir::SymbolTable &symbols,
                       bool stageContext);
Expansion expandMoE(MoEOp op, const mlir::SymbolTable &symbols);

} // namespace cedar

#endif // CEDAR_PASSES_MODEL_PRIMITIVEBUILDER_H
