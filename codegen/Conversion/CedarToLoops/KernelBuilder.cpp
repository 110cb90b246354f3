//===- KernelBuilder.cpp - building the body of one kernel
//-----------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Emission of grids, loops, tiles and memory accesses. See KernelBuilder.h.
//
//===----------------------------------------------------------------------===//

#include "codegen/Conversion/CedarToLoops/KernelBuilder.h"

#include "codegen/Conversion/CedarToLoops/KernelSignature.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;

namespace cedar {

KernelBuilder::KernelBuilder(func::FuncOp func, Operation *op,
                             ArrayRef<SmallVector<Value>> arguments,
                             ValueRange outputs)
    : ImplicitLocOpBuilder(op->getLoc(), func.getContext()), func(func),
      outputs(outputs) {
  setInsertionPointToStart(&func.getBody().front());
  for (auto [operand, values] : llvm::zip(op->getOperands(), arguments))
    lowered[operand] = values;
}

//===----------------------------------------------------------------------===//
// Operands and constants
//===----------------------------------------------------------------------===//

Value KernelBuilder::argument(Value operand, unsigned part) const {
  return lowered.at(operand)[part];
}

int64_t KernelBuilder::extent(Value tensor, unsigned dim) {
  return cast<ShapedType>(tensor.getType()).getDimSize(dim);
}

Val KernelBuilder::dim(Value tensor, unsigned dim) {
  if (int64_t size = extent(tensor, dim); !ShapedType::isDynamic(size))
    return index(size);
  if (isa<MemRefType>(tensor.getType()))
    return val(memref::DimOp::create(*this, tensor, dim));
  return val(tensor::DimOp::create(*this, tensor, dim));
}

Val KernelBuilder::index(int64_t v) {
  return val(arith::ConstantIndexOp::create(*this, v));
}
Val KernelBuilder::f32(double v) {
  return val(arith::ConstantOp::create(*this, getF32FloatAttr(v)));
}
Val KernelBuilder::i8(int64_t v) {
  return val(arith::ConstantOp::create(*this, getI8IntegerAttr(v)));
}
Val KernelBuilder::i32(int64_t v) {
  return val(arith::ConstantOp::create(*this, getI32IntegerAttr(v)));
}
Val KernelBuilder::i64(int64_t v) {
  return val(arith::ConstantOp::create(*this, getI64IntegerAttr(v)));
}
Val KernelBuilder::f32x16(double v) { return splat(f32(v)); }

//===----------------------------------------------------------------------===//
// The grid
//===----------------------------------------------------------------------===//

/// The number of blocks; `counts` receives the number along each dimension.
Val KernelBuilder::upperBound(ArrayRef<GridDim> dims,
                              SmallVectorImpl<Val> &counts) {
  Val total = index(1);
  for (const GridDim &d : dims) {
    Val count = index(d.tile);
    if (d.argument)
      count = (dim(d.argument, d.dim) + (d.tile - 1)) / d.tile;
    counts.push_back(count);
    total = total * count;
  }
  return total;
}

/// Notes the grid for the plan: extents by their word among the arguments.
void KernelBuilder::recordGrid(ArrayRef<GridDim> dims) {
  SmallVector<int64_t> terms;
  for (const GridDim &d : dims) {
    int64_t size = d.argument ? extent(d.argument, d.dim) : d.tile;
    if (!ShapedType::isDynamic(size)) {
      terms.append(
          {0, d.argument ? llvm::divideCeilSigned(size, d.tile) : size});
      continue;
    }
    auto argument = cast<BlockArgument>(d.argument);
    terms.append({extentWord(func, argument.getArgNumber(), d.dim), d.tile});
  }
  func->setAttr(kGridAttr, getDenseI64ArrayAttr(terms));
}

void KernelBuilder::grid(ArrayRef<GridDim> dims,
                         llvm::function_ref<void(Vals)> body) {
  recordGrid(dims);
  SmallVector<Val> counts;
  Val total = upperBound(dims, counts);
  auto forall =
      scf::ForallOp::create(*this, ArrayRef<OpFoldResult>{total.value}, outputs,
                            /*mapping=*/std::nullopt);
  {
    OpBuilder::InsertionGuard guard(*this);
    setInsertionPointToStart(forall.getBody());
    outputs.assign(forall.getRegionIterArgs().begin(),
                   forall.getRegionIterArgs().end());
    SmallVector<Val> ids(dims.size());
    Val rest = val(forall.getInductionVar(0));
    for (size_t i = dims.size(); i-- > 0;) {
      ids[i] = i == 0 ? rest : rest % counts[i];
      if (i > 0)
        rest = rest / counts[i];
    }
    body(ids);
    setInsertionPointToStart(forall.getTerminator().getBody());
    for (const auto &tile : tiles) {
      SmallVector<OpFoldResult> strides(tile->offsets.size(), getIndexAttr(1));
      tensor::ParallelInsertSliceOp::create(
          *this, tile->current, outputs[tile->output], tile->offsets,
          tile->sizes, strides);
    }
  }
  func::ReturnOp::create(*this, forall.getResults());
}

void KernelBuilder::rowGrid(Value shapeOf, int64_t width,
                            llvm::function_ref<void(Vals, Vals, Tile &)> body) {
  int64_t leading = cast<ShapedType>(shapeOf.getType()).getRank() - 1;
  SmallVector<GridDim> dims;
  for (int64_t i = 0; i < leading; ++i)
    dims.push_back({shapeOf, unsigned(i)});
  grid(dims, [&](Vals ids) {
    SmallVector<Val> zeros(leading, index(0)), ones(leading, index(1));
    body(ids, zeros, tile(0, at(ids, index(0)), at(ones, index(width))));
  });
}

static OpFoldResult foldIndex(Val v) {
  if (auto constant = getConstantIntValue(v.value))
    return v.builder->getIndexAttr(*constant);
  return v.value;
}

Tile &KernelBuilder::tile(unsigned output, Vals offsets, Vals sizes) {
  auto tile = std::make_unique<Tile>();
  tile->output = output;
  tile->offsets = llvm::map_to_vector(offsets, foldIndex);
  tile->sizes = llvm::map_to_vector(sizes, foldIndex);
  SmallVector<OpFoldResult> strides(offsets.size(), getIndexAttr(1));
  tile->current = tensor::ExtractSliceOp::create(
      *this, outputs[output], tile->offsets, tile->sizes, strides);
  tiles.push_back(std::move(tile));
  return *tiles.back();
}

//===----------------------------------------------------------------------===//
// Loops and conditionals
//===----------------------------------------------------------------------===//

static SmallVector<Value> initialValues(Vals init, Tiles tiles) {
  SmallVector<Value> values;
  for (Val v : init)
    values.push_back(v);
  for (Tile *tile : tiles)
    values.push_back(tile->current);
  return values;
}

/// Splits `values` into carried values and new tile contents.
static SmallVector<Val> takeValues(ImplicitLocOpBuilder *b, ValueRange values,
                                   Tiles tiles) {
  size_t count = values.size() - tiles.size();
  for (auto [tile, value] : llvm::zip(tiles, values.drop_front(count)))
    tile->current = value;
  return llvm::map_to_vector(values.take_front(count),
                             [&](Value v) { return Val{b, v}; });
}

SmallVector<Val> KernelBuilder::loop(Val begin, Val end, int64_t step,
                                     Vals init, Tiles tiles, LoopBody body) {
  auto forOp = scf::ForOp::create(*this, begin, end, index(step),
                                  initialValues(init, tiles));
  {
    OpBuilder::InsertionGuard guard(*this);
    // Without carried values the builder has already made the terminator.
    if (!forOp.getBody()->empty() && forOp.getBody()->mightHaveTerminator())
      forOp.getBody()->getTerminator()->erase();
    setInsertionPointToStart(forOp.getBody());
    SmallVector<Val> carried =
        takeValues(this, forOp.getRegionIterArgs(), tiles);
    SmallVector<Val> next = body(val(forOp.getInductionVar()), carried);
    scf::YieldOp::create(*this, initialValues(next, tiles));
  }
  return takeValues(this, forOp.getResults(), tiles);
}

void KernelBuilder::loop(Val begin, Val end, int64_t step, Tiles tiles,
                         llvm::function_ref<void(Val)> body) {
  loop(begin, end, step, {}, tiles, [&](Val i, Vals) -> SmallVector<Val> {
    body(i);
    return {};
  });
}

SmallVector<Val>
KernelBuilder::whileLoop(Vals init, llvm::function_ref<Val(Vals)> condition,
                         llvm::function_ref<SmallVector<Val>(Vals)> body) {
  SmallVector<Value> values = initialValues(init, {});
  SmallVector<Type> types = llvm::to_vector(ValueRange(values).getTypes());
  auto whileOp = scf::WhileOp::create(
      *this, types, values,
      [&](OpBuilder &, Location, ValueRange args) {
        OpBuilder::InsertionGuard guard(*this);
        setInsertionPointToStart(args.front().getParentBlock());
        Val holds = condition(takeValues(this, args, {}));
        scf::ConditionOp::create(*this, holds, args);
      },
      [&](OpBuilder &, Location, ValueRange args) {
        OpBuilder::InsertionGuard guard(*this);
        setInsertionPointToStart(args.front().getParentBlock());
        scf::YieldOp::create(
            *this, initialValues(body(takeValues(this, args, {})), {}));
      });
  return takeValues(this, whileOp.getResults(), {});
}

void KernelBuilder::ifThen(Val condition, Tiles tiles,
                           llvm::function_ref<void()> then) {
  ifElse(
      condition, tiles,
      [&]() -> SmallVector<Val> {
        then();
        return {};
      },
      []() -> SmallVector<Val> { return {}; });
}

SmallVector<Val>
KernelBuilder::ifElse(Val condition, Tiles tiles,
                      llvm::function_ref<SmallVector<Val>()> then,
                      llvm::function_ref<SmallVector<Val>()> otherwise) {
  SmallVector<Value> before = initialValues({}, tiles);
  auto branch = [&](llvm::function_ref<SmallVector<Val>()> emit) {
    return [&, emit](OpBuilder &inner, Location) {
      OpBuilder::InsertionGuard guard(*this);
      setInsertionPoint(inner.getInsertionBlock(), inner.getInsertionPoint());
      takeValues(this, before, tiles);
      SmallVector<Val> results = emit();
      scf::YieldOp::create(*this, initialValues(results, tiles));
    };
  };
  auto ifOp =
      scf::IfOp::create(*this, condition, branch(then), branch(otherwise));
  return takeValues(this, ifOp.getResults(), tiles);
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

Scratch KernelBuilder::scratch(ArrayRef<int64_t> shape, Type element) {
  auto alignment = getI64IntegerAttr(64);
  return {memref::AllocaOp::create(*this, MemRefType::get(shape, element),
                                   alignment)};
}

static SmallVector<Value> toValues(Vals indices) {
  return llvm::map_to_vector(indices, [](Val v) { return v.value; });
}

Val KernelBuilder::load(Value from, Vals indices) {
  if (isa<MemRefType>(from.getType()))
    return val(memref::LoadOp::create(*this, from, toValues(indices)));
  return val(tensor::ExtractOp::create(*this, from, toValues(indices)));
}

/// Whether `lanes` elements from `last` on always lie inside the last
/// dimension: accesses are at multiples of `lanes` by convention of this
/// builder.
static bool staysInside(Value memory, int64_t lanes) {
  auto type = cast<ShapedType>(memory.getType());
  int64_t size = type.getDimSize(type.getRank() - 1);
  return !ShapedType::isDynamic(size) && size % lanes == 0;
}

Val KernelBuilder::readVector(Value from, Vals indices, int64_t lanes,
                              bool inside) {
  Type element = cast<ShapedType>(from.getType()).getElementType();
  auto type = VectorType::get({lanes}, element);
  Value padding = arith::ConstantOp::create(*this, getZeroAttr(element));
  return val(vector::TransferReadOp::create(
      *this, type, from, toValues(indices), padding, ArrayRef<bool>{inside}));
}

Val KernelBuilder::loadVector(Value from, Vals indices, int64_t lanes) {
  return readVector(from, indices, lanes, staysInside(from, lanes));
}

Val KernelBuilder::loadInside(Value from, Vals indices, int64_t lanes) {
  return readVector(from, indices, lanes, /*inside=*/true);
}

/// The tensor written, or null for memory.
Value KernelBuilder::writeVector(Val v, Value to, Vals indices, bool inside) {
  auto write = vector::TransferWriteOp::create(*this, v, to, toValues(indices),
                                               ArrayRef<bool>{inside});
  return isa<MemRefType>(to.getType()) ? Value() : write.getResult();
}

void KernelBuilder::storeCommon(Val v, Value to, Vals indices, Value &result) {
  bool isMemory = isa<MemRefType>(to.getType());
  if (auto vector = dyn_cast<VectorType>(v.type())) {
    bool inside = staysInside(to, vector.getNumElements());
    result = writeVector(v, to, indices, inside);
    return;
  }
  if (isMemory)
    memref::StoreOp::create(*this, v, to, toValues(indices));
  else
    result = tensor::InsertOp::create(*this, v, to, toValues(indices));
}

void KernelBuilder::store(Val v, Tile &to, Vals indices) {
  storeCommon(v, to.current, indices, to.current);
}

void KernelBuilder::storeInside(Val v, Tile &to, Vals indices) {
  to.current = writeVector(v, to.current, indices, /*inside=*/true);
}

void KernelBuilder::storeInside(Val v, Value memref, Vals indices) {
  (void)writeVector(v, memref, indices, /*inside=*/true);
}

void KernelBuilder::store(Val v, Value memref, Vals indices) {
  Value unused;
  storeCommon(v, memref, indices, unused);
}

} // namespace cedar
