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
