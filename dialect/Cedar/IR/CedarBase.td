//===- CedarBase.td - op base classes of the cedar dialect -*- tablegen -*-===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CEDAR_DIALECT_CEDAR_BASE_TD
#define CEDAR_DIALECT_CEDAR_BASE_TD

include "dialect/Cedar/IR/CedarTypes.td"
include "dialect/Cedar/IR/CedarInterfaces.td"
include "mlir/IR/OpAsmInterface.td"
include "mlir/IR/SymbolInterfaces.td"
include "mlir/Interfaces/ControlFlowInterfaces.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

class Cedar_Op<string mnemonic, list<Trait> traits = []>
    : Op<Cedar_Dialect, mnemonic, traits>;

/// A primitive: operands in, results out, one kernel. `rowMethods` are those of
/// RowDemandOpInterface in which it is not like an op that works row by row.
class Cedar_Primitive<string mnemonic, list<Trait> traits = [],
                      list<string> rowMethods = []>
    : Cedar_Op<mnemonic, !listconcat(traits, [
        DeclareOpInterfaceMethods<Cedar_PrimitiveOpInterface>,
        DeclareOpInterfaceMethods<Cedar_RowDemandOpInterface, rowMethods>,
        DeclareOpInterfaceMethods<Cedar_CostOpInterface>])> {
  let assemblyFormat = "operands attr-dict `:` functional-type(operands, results)";
  let hasVerifier = 1;
}

/// A layer op: refers to its weights by path, expands to primitives.
class Cedar_LayerLevelOp<string mnemonic, list<Trait> traits = []>
    : Cedar_Op<mnemonic, !listconcat(traits, [
        DeclareOpInterfaceMethods<Cedar_LayerOpInterface>,
        DeclareOpInterfaceMethods<Cedar_CostOpInterface>,
        DeclareOpInterfaceMethods<SymbolUserOpInterface>])> {
  let hasVerifier = 1;
}

#endif // CEDAR_DIALECT_CEDAR_BASE_TD
