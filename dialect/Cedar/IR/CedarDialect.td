//===- CedarDialect.td - the cedar dialect -*- tablegen -*-===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CEDAR_DIALECT_CEDAR_DIALECT_TD
#define CEDAR_DIALECT_CEDAR_DIALECT_TD

include "mlir/IR/OpBase.td"

def Cedar_Dialect : Dialect {
  let name = "cedar";
  let cppNamespace = "::cedar";
  let summary = "Models of the DeepSeek-V4.1-Flash architecture as tensors and SSA values";
  let description = [{
    The dialect carries a whole model from import to kernel formation:

        checkpoint -> cedar (layer ops) -> cedar (primitives) -> kernels -> plan

    *Module level.* `cedar.weight` names a tensor (or a stack of tensors) of the
    checkpoint, `cedar.state` a cache that outlives one call. Functions marked
    `cedar.entry` are entry points.

    *Rows.* Every entry works on one flat ragged batch of T rows (T dynamic): row
    t is the token `tokens[t]` of sequence `sequence[t]` at position
    `positions[t]`. The rows of one sequence are contiguous and their positions
    consecutive, the first being `length[sequence]`, the number of committed
    tokens. So the row of an earlier position `q` of the same sequence is in
    flight at row `t - (positions[t] - q)` exactly if `q >= length[sequence[t]]`,
    and in a state otherwise.

    *States.* A ring keeps the last `rows` rows of a sequence (slot = position
    modulo rows) and is written by `cedar.state_commit` only; rows computed by an
    entry are staged with `cedar.state_stage` until then. A paged state is append
    only: `cedar.state_append` may write beyond the committed length, readers look
    at positions, not at what happens to be there.

    *Numbers.* FP8 and FP4 values exist as tensors of the builtin element types
    with a `#cedar.scaled` encoding; one such value is one row of codes followed by
    its scales.

    Where the ops are defined: CedarModuleOps.td (weights, states, layers),
    CedarHyperConnectionOps.td, CedarCSA2Ops.td, CedarEngramOps.td, CedarMoEOps.td,
    CedarLinearOps.td (linear, norm, rotation, embedding), CedarQuantOps.td.
  }];
  let useDefaultTypePrinterParser = 1;
  let useDefaultAttributePrinterParser = 1;
  let dependentDialects = ["::mlir::func::FuncDialect"];
  let hasOperationAttrVerify = 1;
  let extraClassDeclaration = [{
    void registerAttributesAndTypes();
    void registerInterfaces();
  }];
}

#endif // CEDAR_DIALECT_CEDAR_DIALECT_TD
