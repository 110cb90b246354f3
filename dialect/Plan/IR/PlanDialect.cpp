//===- PlanDialect.cpp - the plan dialect ===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Registration and verifiers.
//
//===----------------------------------------------------------------------===//

#include "dialect/Plan/IR/PlanDialect.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/TypeSwitch.h"

#include "dialect/Plan/IR/PlanDialect.cpp.inc"
#include "dialect/Plan/IR/PlanEnums.cpp.inc"

#define GET_ATTRDEF_CLASSES
#include "dialect/Plan/IR/PlanAttributes.cpp.inc"

#define GET_TYPEDEF_CLASSES
#include "dialect/Plan/IR/PlanTypes.cpp.inc"

#define GET_OP_CLASSES
#include "dialect/Plan/IR/PlanOps.cpp.inc"

using namespace mlir;

namespace cedar::plan {

void PlanDialect::initialize() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "dialect/Plan/IR/PlanAttributes.cpp.inc"
      >();
  addTypes<
#define GET_TYPEDEF_LIST
#include "dialect/Plan/IR/PlanTypes.cpp.inc"
      >();
  addOperations<
#define GET_OP_LIST
#include "dialect/Plan/IR/PlanOps.cpp.inc"
      >();
}

/// Each dynamic extent of a tensor must have a name.
static LogicalResult verifyDims(Operation *op, Type type, ArrayAttr dims) {
  int64_t dynamic = cast<RankedTensorType>(type).getNumDynamicDims();
  if (dynamic == static_cast<int64_t>(dims.size()))
    return success();
  return op->emitOpError("expected ")
         << dynamic << " names in 'dims', one per dynamic extent of " << type
         << ", found " << dims.size();
}

LogicalResult InputOp::verify() {
  return verifyDims(*this, getType(), getDims());
}

LogicalResult OutputOp::verify() {
  return verifyDims(*this, getType(), getDims());
}

LogicalResult BufferOp::verify() {
  if (auto bytes = static_cast<int64_t>(getBytes()); bytes <= 0)
    return emitOpError("expected positive 'bytes', found ") << bytes;
  auto offset = static_cast<int64_t>(getOffset().value_or(0));
  if (offset < 0 || offset % 64 != 0)
    return emitOpError("expected 'offset' to be a multiple of 64 and not "
                       "negative, found ")
           << offset;
  return success();
}

LogicalResult GatherAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                                 int64_t ids, int64_t columns) {
  if (ids < 0)
    return emitError() << "expected 'ids' to be an argument, found " << ids;
  if (columns <= 0)
    return emitError() << "expected positive 'columns', found " << columns;
  return success();
}

/// The ids are an argument, and the only weight is the table.
static LogicalResult verifyGather(LaunchOp op, GatherAttr gather) {
  auto count = static_cast<int64_t>(op.getArguments().size());
  if (gather.getIds() >= count)
    return op.emitOpError("expected 'ids' to be one of ")
           << count << " arguments, found " << gather.getIds();
  StringAttr table;
  for (Value argument : op.getArguments()) {
    auto weight = argument.getDefiningOp<WeightOp>();
    if (!weight)
      continue;
    StringAttr name = weight.getWeightAttr().getAttr();
    if (table && table != name)
      return op.emitOpError("expected parts of one weight to gather from, "
                            "found @")
             << table.getValue() << " and @" << name.getValue();
    table = name;
  }
  if (!table)
    return op.emitOpError("expected a weight to gather from, found none");
  return success();
}

LogicalResult LaunchOp::verify() {
  if (getDims().size() != getArguments().size())
    return emitOpError("expected 'dims' for each of ")
           << getArguments().size() << " arguments, found " << getDims().size();
  auto writes = static_cast<int64_t>(getWrites());
  if (writes < 0 || writes > static_cast<int64_t>(getArguments().size()))
    return emitOpError("expected 'writes' between 0 and ")
           << getArguments().size() << ", found " << writes;
  return getGather() ? verifyGather(*this, *getGather()) : success();
}

} // namespace cedar::plan
