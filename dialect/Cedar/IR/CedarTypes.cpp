//===- CedarTypes.cpp - types and encodings of the cedar dialect ----------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Verification of `#cedar.scaled` and `!cedar.state`, and the named formats.
//
//===----------------------------------------------------------------------===//

#include "dialect/Cedar/IR/CedarTypes.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/TypeSwitch.h"

#include <cmath>

using namespace mlir;
using namespace cedar;

#include "dialect/Cedar/IR/CedarEnums.cpp.inc"

/// `[1.0, 0.31622776]`. Unlike a dense array's own form, every value reads back
/// as the same bits.
static ParseResult parseExactFloats(AsmParser &parser,
                                    DenseF32ArrayAttr &floats) {
  SmallVector<float> values;
  Type f32 = parser.getBuilder().getF32Type();
  auto parseValue = [&]() -> ParseResult {
    FloatAttr value;
    if (parser.parseAttribute(value, f32))
      return failure();
    values.push_back(value.getValue().convertToFloat());
    return success();
  };
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, parseValue))
    return failure();
  floats = DenseF32ArrayAttr::get(parser.getContext(), values);
  return success();
}

static void printExactFloats(AsmPrinter &printer, DenseF32ArrayAttr floats) {
  Type f32 = Float32Type::get(floats.getContext());
  printer << '[';
  llvm::interleaveComma(floats.asArrayRef(), printer, [&](float value) {
    printer.printAttributeWithoutType(FloatAttr::get(f32, value));
  });
  printer << ']';
}

#define GET_ATTRDEF_CLASSES
#include "dialect/Cedar/IR/CedarAttributes.cpp.inc"

#define GET_TYPEDEF_CLASSES
#include "dialect/Cedar/IR/CedarTypes.cpp.inc"

void CedarDialect::registerAttributesAndTypes() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "dialect/Cedar/IR/CedarAttributes.cpp.inc"
      >();
  addTypes<
#define GET_TYPEDEF_LIST
#include "dialect/Cedar/IR/CedarTypes.cpp.inc"
      >();
}

//===----------------------------------------------------------------------===//
// #cedar.scaled
//===----------------------------------------------------------------------===//

LogicalResult ScaledAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                                 Type scaleType, ArrayRef<int64_t> block) {
  if (!isa<Float8E8M0FNUType, Float8E4M3FNType>(scaleType))
    return emitError() << "expected scales of f8E8M0FNU or f8E4M3FN, found "
                       << scaleType;
  if (block.size() != 2)
    return emitError() << "expected a block of two sizes, found "
                       << block.size();
  if (block[0] < 1 || block[1] < 1)
    return emitError() << "expected positive block sizes, found [" << block[0]
                       << ", " << block[1] << "]";
  if (block[1] % 2 != 0)
    return emitError() << "expected a block of whole bytes of codes, found "
                       << block[1] << " columns";
  return success();
}

LogicalResult
ScaledAttr::verifyEncoding(ArrayRef<int64_t> shape, Type elementType,
                           function_ref<InFlightDiagnostic()> emitError) const {
  if (!isa<Float8E4M3FNType, Float4E2M1FNType>(elementType))
    return emitError() << "expected codes of f8E4M3FN or f4E2M1FN under "
                       << *this << ", found " << elementType;
  if (shape.empty() || (shape.size() < 2 && getBlock()[0] > 1))
    return emitError() << "expected at least " << (getBlock()[0] > 1 ? 2 : 1)
                       << " dimensions under " << *this << ", found "
                       << shape.size();
  if (ShapedType::isDynamic(shape.back()) || shape.back() % getBlock()[1] != 0)
    return emitError() << "expected a last dimension that is a multiple of "
                       << getBlock()[1] << " under " << *this;
  // The last block of rows may be partial.
  if (getBlock()[0] > 1 && ShapedType::isDynamic(shape[shape.size() - 2]))
    return emitError() << "expected a static last but one dimension under "
                       << *this;
  return success();
}

//===----------------------------------------------------------------------===//
// #cedar.rope
//===----------------------------------------------------------------------===//

LogicalResult RopeAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                               DenseF32ArrayAttr frequencies) {
  if (frequencies.empty())
    return emitError() << "expected at least 1 frequency, found none";
  for (float frequency : frequencies.asArrayRef())
    if (!std::isfinite(frequency) || frequency <= 0)
      return emitError() << "expected positive frequencies, found "
                         << frequency;
  return success();
}

//===----------------------------------------------------------------------===//
// !cedar.state
//===----------------------------------------------------------------------===//

LogicalResult StateType::verify(function_ref<InFlightDiagnostic()> emitError,
                                StateKind kind, int64_t rows, int64_t ratio,
                                RankedTensorType row) {
  if (rows < 1)
    return emitError() << "expected at least 1 row, found " << rows;
  if (ratio < 1)
    return emitError() << "expected a ratio of at least 1, found " << ratio;
  if (kind == StateKind::Ring && ratio != 1)
    return emitError() << "expected ratio 1 of a ring, found " << ratio;
  if (!row.hasStaticShape() || row.getRank() > 1)
    return emitError() << "expected a row of static shape and rank 0 or 1, "
                       << "found " << row;
  return success();
}

//===----------------------------------------------------------------------===//
// Encodings and formats
//===----------------------------------------------------------------------===//

ScaledAttr cedar::getScaled(RankedTensorType type) {
  return dyn_cast_if_present<ScaledAttr>(type.getEncoding());
}

bool cedar::isRowScaled(RankedTensorType type) {
  ScaledAttr scaled = getScaled(type);
  return scaled && scaled.getBlock()[0] == 1;
}

bool cedar::isBlockScaled(RankedTensorType type) {
  ScaledAttr scaled = getScaled(type);
  return scaled && scaled.getBlock()[0] > 1;
}

int64_t cedar::packedRowBytes(RankedTensorType type) {
  int64_t columns = type.getRank() == 0 ? 1 : type.getShape().back();
  int64_t bytes = columns * type.getElementTypeBitWidth() / 8;
  if (isRowScaled(type))
    bytes += columns / getScaled(type).getBlock()[1];
  return bytes;
}

namespace {

/// Codes, scales and block of a format.
struct Format {
  using TypeFn = Type (*)(MLIRContext *);
  TypeFn codes, scales;
  int64_t blockRows, blockColumns;
};

} // namespace

template <typename T>
static Type typeOf(MLIRContext *context) {
  return T::get(context);
}

static constexpr Format aq8 = {typeOf<Float8E4M3FNType>,
                               typeOf<Float8E8M0FNUType>, 1, 32};
static constexpr Format mxfp4 = {typeOf<Float4E2M1FNType>,
                                 typeOf<Float8E8M0FNUType>, 1, 32};
static constexpr Format nvfp4 = {typeOf<Float4E2M1FNType>,
                                 typeOf<Float8E4M3FNType>, 1, 16};
static constexpr Format fp8Tile = {typeOf<Float8E4M3FNType>,
                                   typeOf<Float8E8M0FNUType>, 32, 32};

static ScaledAttr encodingOf(const Format &format, MLIRContext *context) {
  return ScaledAttr::get(context, format.scales(context),
                         {format.blockRows, format.blockColumns});
}

static RankedTensorType typeIn(const Format &format, MLIRContext *context,
                               ArrayRef<int64_t> shape) {
  return RankedTensorType::get(shape, format.codes(context),
                               encodingOf(format, context));
}

static bool isIn(const Format &format, RankedTensorType type) {
  MLIRContext *context = type.getContext();
  return type.getElementType() == format.codes(context) &&
         type.getEncoding() == encodingOf(format, context);
}

RankedTensorType cedar::aq8Type(MLIRContext *context, ArrayRef<int64_t> shape) {
  return typeIn(aq8, context, shape);
}

RankedTensorType cedar::mxfp4Type(MLIRContext *context,
                                  ArrayRef<int64_t> shape) {
  return typeIn(mxfp4, context, shape);
}

RankedTensorType cedar::nvfp4Type(MLIRContext *context,
                                  ArrayRef<int64_t> shape) {
  return typeIn(nvfp4, context, shape);
}

RankedTensorType cedar::fp8WeightType(MLIRContext *context,
                                      ArrayRef<int64_t> shape) {
  return typeIn(fp8Tile, context, shape);
}

RankedTensorType cedar::fp4WeightType(MLIRContext *context,
                                      ArrayRef<int64_t> shape) {
  return typeIn(mxfp4, context, shape);
}

bool cedar::isAQ8(RankedTensorType type) { return isIn(aq8, type); }
bool cedar::isMXFP4(RankedTensorType type) { return isIn(mxfp4, type); }
bool cedar::isNVFP4(RankedTensorType type) { return isIn(nvfp4, type); }
bool cedar::isQuantized(RankedTensorType type) {
  return isAQ8(type) || isMXFP4(type) || isNVFP4(type);
}
bool cedar::isFP8Weight(RankedTensorType type) { return isIn(fp8Tile, type); }
bool cedar::isFP4Weight(RankedTensorType type) { return isIn(mxfp4, type); }
