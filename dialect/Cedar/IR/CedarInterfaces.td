//===- CedarInterfaces.td - op interfaces of the cedar dialect -*- tablegen -*-===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CEDAR_DIALECT_CEDAR_INTERFACES_TD
#define CEDAR_DIALECT_CEDAR_INTERFACES_TD

include "mlir/IR/OpBase.td"

def Cedar_CostOpInterface : OpInterface<"CostOpInterface"> {
  let cppNamespace = "::cedar";
  let description = [{
    What one execution of the op costs at T rows: FLOPs by precision and bytes by
    source. Costs are counts of the algorithm, not of one implementation.
  }];
  let methods = [InterfaceMethod<
    "Returns FLOPs and bytes for `shape` (rows, sequences, context length).",
    "::cedar::OpCost", "getCost", (ins "const ::cedar::CostShape &":$shape)>];
}

def Cedar_PrimitiveOpInterface : OpInterface<"PrimitiveOpInterface"> {
  let cppNamespace = "::cedar";
  let description = [{
    An op that becomes (part of) a kernel: all its inputs are operands, and its
    semantics is the kernel that its emitter builds from scf, vector, arith and
    tensor ops (codegen/Conversion/CedarToLoops).
  }];
  let methods = [InterfaceMethod<
    "Returns the stem of the kernel's symbol, for example `rms_norm`.",
    "::llvm::StringRef", "getKernelStem", (ins), [{}],
    [{ return $_op->getName().stripDialect(); }]>];
}

def Cedar_RowDemandOpInterface : OpInterface<"RowDemandOpInterface"> {
  let cppNamespace = "::cedar";
  let description = [{
    Which rows an op reads to give some of its rows. Rows are counted from the end
    of each sequence, so a demand is none, the last n rows or all rows. The default
    is that of an op that works row by row: row t of the results needs row t of the
    operands.
  }];
  let methods = [
    InterfaceMethod<
      "Rows of `operand` that the rows `demand` of the results and effects need.",
      "::cedar::RowDemand", "getOperandRows",
      (ins "::mlir::OpOperand &":$operand, "::cedar::RowDemand":$demand), [{}],
      [{ (void)operand; return demand; }]>,
    InterfaceMethod<
      "Rows that the op must process for what it leaves in a state, whether or not "
      "its results are used.",
      "::cedar::RowDemand", "getEffectRows", (ins), [{}],
      [{ return ::cedar::RowDemand::none(); }]>,
    InterfaceMethod<
      "Whether the results are rows that an operand names at run time.",
      "bool", "picksRows", (ins), [{}], [{ return false; }]>,
    InterfaceMethod<
      "Whether the op can be kept from looking back beyond a position of each "
      "sequence. It then needs the rows of its results only.",
      "bool", "canBoundHistory", (ins), [{}], [{ return false; }]>,
    InterfaceMethod<
      "Keeps the op from looking back beyond the positions `begin`, i32 [S].",
      "void", "boundHistory", (ins "::mlir::Value":$begin), [{}],
      [{ (void)begin; llvm_unreachable("the op has no bounded form"); }]>];
}

def Cedar_LayerOpInterface : OpInterface<"LayerOpInterface"> {
  let cppNamespace = "::cedar";
  let description = [{
    A layer-level op, named by the architecture. It refers to its weights by a
    path (the checkpoint prefix) and is expanded to primitives by
    `cedar-expand-layers`.
  }];
  let methods = [InterfaceMethod<
    "Returns the checkpoint prefix of the op's weights, for example `layers.3.attn`.",
    "::llvm::StringRef", "getWeightPath", (ins), [{}],
    [{ return $_op.getPath(); }]>];
}

#endif // CEDAR_DIALECT_CEDAR_INTERFACES_TD
