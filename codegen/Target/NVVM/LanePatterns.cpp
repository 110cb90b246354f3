//===- LanePatterns.cpp - vectors become values of single threads ===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Thread i of a group holds lane i mod w of a vector of w lanes. Scalars are
// equal in all threads of a group, so conditions and loops do not diverge
// inside one. Stores of scalars are done by lane 0, and every store stands
// between two barriers of the group: loads before it have finished, loads after
// it see it.
//
//===----------------------------------------------------------------------===//

#include "codegen/Target/NVVM/LanePatterns.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

using namespace mlir;

static int64_t widthOf(Value v) {
  return cast<VectorType>(v.getType()).getNumElements();
}

static Value indexConstant(ImplicitLocOpBuilder &b, int64_t value) {
  return arith::ConstantIndexOp::create(b, value);
}

/// The lane that the thread holds of a vector of `width` lanes.
static Value laneOf(ImplicitLocOpBuilder &b, const cedar::LaneContext &context,
                    int64_t width) {
  if (width == 16)
    return context.lane;
  return arith::RemUIOp::create(b, context.lane, indexConstant(b, width));
}

/// The value that thread `from` of the group holds. Types of at most 32 bits.
static Value shuffle(ImplicitLocOpBuilder &b, const cedar::LaneContext &context,
                     Value v, Value from) {
  Type type = v.getType(), i32 = b.getI32Type();
  unsigned bits = type.getIntOrFloatBitWidth();
  Type integer = b.getIntegerType(bits);
  Value word = v;
  if (isa<FloatType>(type))
    word = arith::BitcastOp::create(b, integer, word);
  if (bits < 32)
    word = arith::ExtUIOp::create(b, i32, word);
  Value source = arith::IndexCastOp::create(b, i32, from);
  // Segments of 16 lanes: (32 - 16) << 8, clamped at lane 31.
  Value segment = arith::ConstantOp::create(b, b.getI32IntegerAttr(0x101F));
  word = NVVM::ShflOp::create(b, i32, context.mask, word, source, segment,
                              NVVM::ShflKind::idx, UnitAttr());
  if (bits < 32)
    word = arith::TruncIOp::create(b, integer, word);
  if (isa<FloatType>(type))
    word = arith::BitcastOp::create(b, type, word);
  return word;
}

static void barrier(ImplicitLocOpBuilder &b,
                    const cedar::LaneContext &context) {
  NVVM::SyncWarpOp::create(b, context.mask);
}

/// Stores `v` if `condition` holds, between two barriers.
static void guardedStore(ImplicitLocOpBuilder &b,
                         const cedar::LaneContext &context, Value condition,
                         Value v, Value memory, ValueRange indices) {
  barrier(b, context);
  auto guard = scf::IfOp::create(b, condition, /*withElseRegion=*/false);
  {
    OpBuilder::InsertionGuard insertion(b);
    b.setInsertionPointToStart(guard.thenBlock());
    memref::StoreOp::create(b, v, memory, indices);
  }
  barrier(b, context);
}

namespace {

/// Base of the patterns: a type converter and the thread's place.
template <typename OpTy>
struct LanePattern : OpConversionPattern<OpTy> {
  LanePattern(const TypeConverter &converter, const cedar::LaneContext &context)
      : OpConversionPattern<OpTy>(converter, context.lane.getContext()),
        context(context) {}
  cedar::LaneContext context;
};

} // namespace

/// Indices of an access of `width` lanes with the thread's own lane added.
static SmallVector<Value> laneIndices(ImplicitLocOpBuilder &b,
                                      const cedar::LaneContext &context,
                                      ValueRange indices, int64_t width) {
  SmallVector<Value> result(indices);
  result.back() =
      arith::AddIOp::create(b, result.back(), laneOf(b, context, width));
  return result;
}

/// Whether the thread's element lies inside the last dimension.
static Value isInside(ImplicitLocOpBuilder &b, Value memory, Value last) {
  int64_t dim = cast<MemRefType>(memory.getType()).getRank() - 1;
  Value size = memref::DimOp::create(b, memory, dim);
  return arith::CmpIOp::create(b, arith::CmpIPredicate::ult, last, size);
}

namespace {

struct ReadPattern : LanePattern<vector::TransferReadOp> {
  using LanePattern::LanePattern;

  LogicalResult
  matchAndRewrite(vector::TransferReadOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    auto indices = laneIndices(b, context, adaptor.getIndices(),
                               op.getVectorType().getNumElements());
    Value memory = adaptor.getBase();
    if (op.isDimInBounds(0)) {
      rewriter.replaceOpWithNewOp<memref::LoadOp>(op, memory, indices);
      return success();
    }
    auto guard = scf::IfOp::create(
        b, isInside(b, memory, indices.back()),
        [&](OpBuilder &inner, Location loc) {
          Value v = memref::LoadOp::create(inner, loc, memory, indices);
          scf::YieldOp::create(inner, loc, v);
        },
        [&](OpBuilder &inner, Location loc) {
          scf::YieldOp::create(inner, loc, adaptor.getPadding());
        });
    rewriter.replaceOp(op, guard.getResults());
    return success();
  }
};

struct WritePattern : LanePattern<vector::TransferWriteOp> {
  using LanePattern::LanePattern;

  LogicalResult
  matchAndRewrite(vector::TransferWriteOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    int64_t width = op.getVectorType().getNumElements();
    auto indices = laneIndices(b, context, adaptor.getIndices(), width);
    Value memory = adaptor.getBase();
    Value owns = arith::CmpIOp::create(b, arith::CmpIPredicate::ult,
                                       context.lane, indexConstant(b, width));
    if (!op.isDimInBounds(0))
      owns =
          arith::AndIOp::create(b, owns, isInside(b, memory, indices.back()));
    guardedStore(b, context, owns, adaptor.getValueToStore(), memory, indices);
    rewriter.eraseOp(op);
    return success();
  }
};

/// A scalar store: by the first lane only.
struct StorePattern : LanePattern<memref::StoreOp> {
  using LanePattern::LanePattern;

  LogicalResult
  matchAndRewrite(memref::StoreOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    Value first = arith::CmpIOp::create(b, arith::CmpIPredicate::eq,
                                        context.lane, indexConstant(b, 0));
    guardedStore(b, context, first, adaptor.getValue(), adaptor.getMemref(),
                 adaptor.getIndices());
    rewriter.eraseOp(op);
    return success();
  }
};

struct SlicePattern : LanePattern<vector::ExtractStridedSliceOp> {
  using LanePattern::LanePattern;

  LogicalResult
  matchAndRewrite(vector::ExtractStridedSliceOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    int64_t offset = cast<IntegerAttr>(op.getOffsets()[0]).getInt();
    Value from = arith::AddIOp::create(
        b, laneOf(b, context, op.getType().getNumElements()),
        indexConstant(b, offset));
    rewriter.replaceOp(op, shuffle(b, context, adaptor.getSource(), from));
    return success();
  }
};

struct ExtractPattern : LanePattern<vector::ExtractOp> {
  using LanePattern::LanePattern;

  LogicalResult
  matchAndRewrite(vector::ExtractOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    if (op.getNumIndices() != 1 || !adaptor.getDynamicPosition().empty())
      return rewriter.notifyMatchFailure(op, "expected one static position");
    if (widthOf(op.getSource()) == 1) {
      rewriter.replaceOp(op, adaptor.getSource());
      return success();
    }
    Value from = indexConstant(b, op.getStaticPosition()[0]);
    rewriter.replaceOp(op, shuffle(b, context, adaptor.getSource(), from));
    return success();
  }
};

struct InterleavePattern : LanePattern<vector::InterleaveOp> {
  using LanePattern::LanePattern;

  LogicalResult
  matchAndRewrite(vector::InterleaveOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    Value lane = laneOf(b, context, op.getResultVectorType().getNumElements());
    Value two = indexConstant(b, 2);
    Value from = arith::DivUIOp::create(b, lane, two);
    Value isOdd = arith::CmpIOp::create(b, arith::CmpIPredicate::ne,
                                        arith::RemUIOp::create(b, lane, two),
                                        indexConstant(b, 0));
    Value even = shuffle(b, context, adaptor.getLhs(), from);
    Value odd = shuffle(b, context, adaptor.getRhs(), from);
    rewriter.replaceOpWithNewOp<arith::SelectOp>(op, isOdd, odd, even);
    return success();
  }
};

struct DeinterleavePattern : LanePattern<vector::DeinterleaveOp> {
  using LanePattern::LanePattern;

  LogicalResult
  matchAndRewrite(vector::DeinterleaveOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    Value lane = laneOf(b, context, widthOf(op.getRes1()));
    Value even = arith::MulIOp::create(b, lane, indexConstant(b, 2));
    Value odd = arith::AddIOp::create(b, even, indexConstant(b, 1));
    rewriter.replaceOp(op, {shuffle(b, context, adaptor.getSource(), even),
                            shuffle(b, context, adaptor.getSource(), odd)});
    return success();
  }
};

struct BroadcastPattern : LanePattern<vector::BroadcastOp> {
  using LanePattern::LanePattern;

  LogicalResult
  matchAndRewrite(vector::BroadcastOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    if (isa<VectorType>(op.getSourceType()))
      return rewriter.notifyMatchFailure(op, "expected a scalar source");
    rewriter.replaceOp(op, adaptor.getSource());
    return success();
  }
};

/// Equal lanes are a scalar constant; others are chosen by the thread's lane.
struct ConstantPattern : LanePattern<arith::ConstantOp> {
  using LanePattern::LanePattern;

  LogicalResult
  matchAndRewrite(arith::ConstantOp op, OpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    auto elements = dyn_cast<DenseElementsAttr>(op.getValue());
    if (!elements)
      return rewriter.notifyMatchFailure(op, "expected dense lanes");
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    auto scalar = [&](Attribute value) -> Value {
      return arith::ConstantOp::create(b, cast<TypedAttr>(value));
    };
    auto values = llvm::to_vector(elements.getValues<Attribute>());
    Value result = scalar(values[0]);
    if (!elements.isSplat()) {
      Value lane = laneOf(b, context, values.size());
      for (size_t i = 1; i < values.size(); ++i) {
        Value isLane = arith::CmpIOp::create(b, arith::CmpIPredicate::eq, lane,
                                             indexConstant(b, i));
        result = arith::SelectOp::create(b, isLane, scalar(values[i]), result);
      }
    }
    rewriter.replaceOp(op, result);
    return success();
  }
};

/// Elementwise ops keep their name and attributes.
struct ElementwisePattern : ConversionPattern {
  ElementwisePattern(const TypeConverter &converter, MLIRContext *context)
      : ConversionPattern(converter, MatchAnyOpTypeTag(), /*benefit=*/1,
                          context) {}

  LogicalResult
  matchAndRewrite(Operation *op, ArrayRef<Value> operands,
                  ConversionPatternRewriter &rewriter) const override {
    if (!OpTrait::hasElementwiseMappableTraits(op))
      return rewriter.notifyMatchFailure(op, "expected an elementwise op");
    SmallVector<Type> types;
    if (failed(getTypeConverter()->convertTypes(op->getResultTypes(), types)))
      return failure();
    OperationState state(op->getLoc(), op->getName(), operands, types,
                         op->getAttrs());
    rewriter.replaceOp(op, rewriter.create(state)->getResults());
    return success();
  }
};

} // namespace

void cedar::populateLaneTypeConversions(TypeConverter &converter) {
  converter.addConversion([](Type type) { return type; });
  converter.addConversion([](VectorType type) -> std::optional<Type> {
    if (type.getRank() != 1 || type.getNumElements() > 16)
      return std::nullopt;
    return type.getElementType();
  });
}

void cedar::populateLanePatterns(const TypeConverter &converter,
                                 const LaneContext &context,
                                 RewritePatternSet &patterns) {
  patterns.add<ReadPattern, WritePattern, StorePattern, SlicePattern,
               ExtractPattern, InterleavePattern, DeinterleavePattern,
               BroadcastPattern, ConstantPattern>(converter, context);
  patterns.add<ElementwisePattern>(converter, context.lane.getContext());
}
