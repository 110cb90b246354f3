//===- PlanOps.td - the plan dialect -*- tablegen -*- ===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CEDAR_DIALECT_PLAN_OPS_TD
#define CEDAR_DIALECT_PLAN_OPS_TD

include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/EnumAttr.td"
include "mlir/IR/OpBase.td"
include "mlir/IR/SymbolInterfaces.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

def Plan_Dialect : Dialect {
  let name = "plan";
  let cppNamespace = "::cedar::plan";
  let summary = "The host's program: buffers with lifetimes and launches of kernels";
  let description = [{
    What the runtime executes, and exactly what an artifact stores. An entry is a
    straight list of launches; every argument is a reference to an input, a buffer,
    a weight or a state. Extents that are known at the call only are named by their
    `dim`; buffers have a size in bytes per index of their dim.
  }];
  let useDefaultTypePrinterParser = 1;
  let useDefaultAttributePrinterParser = 1;
}

def Plan_Dim : I32EnumAttr<"Dim", "An extent known at the call", [
      I32EnumAttrCase<"One", 0, "one">,
      I32EnumAttrCase<"Rows", 1, "rows">,
      I32EnumAttrCase<"Sequences", 2, "sequences">,
      I32EnumAttrCase<"OutRows", 3, "out_rows">,
      I32EnumAttrCase<"EmbeddingRows", 4, "embedding_rows">,
      I32EnumAttrCase<"TablePages", 5, "table_pages">,
      I32EnumAttrCase<"Pool", 6, "pool">,
      I32EnumAttrCase<"SequenceBounds", 7, "sequence_bounds">]> {
  let cppNamespace = "::cedar::plan";
  let genSpecializedAttr = 0;
}

def Plan_DimAttr : EnumAttr<Plan_Dialect, Plan_Dim, "dim"> {
  let assemblyFormat = "$value";
}
def Plan_DimArrayAttr : TypedArrayAttrBase<Plan_DimAttr, "extents by name">;
def Plan_DimArrayArrayAttr : TypedArrayAttrBase<Plan_DimArrayAttr, "extents per argument">;

def Plan_GatherAttr : AttrDef<Plan_Dialect, "Gather"> {
  let mnemonic = "gather";
  let summary = "Which rows of its weights a kernel reads";
  let description = [{
    Argument `ids` of the launch is i32 [rows, `columns`]. Block r of the kernel
    reads the rows `ids[r, ...]` of the parts of one weight, and no other ones.
  }];
  let parameters = (ins "int64_t":$ids, "int64_t":$columns);
  let assemblyFormat = "`<` struct(params) `>`";
  let genVerifyDecl = 1;
}

def Plan_RefType : TypeDef<Plan_Dialect, "Ref"> {
  let mnemonic = "ref";
  let summary = "Memory that a launch reads or writes";
  let builderCall = "$_builder.getType<::cedar::plan::RefType>()";
}

class Plan_Op<string mnemonic, list<Trait> traits = []>
    : Op<Plan_Dialect, mnemonic, traits>;

def Plan_EntryOp : Plan_Op<"entry", [Symbol, IsolatedFromAbove, SingleBlock,
                                     NoTerminator]> {
  let summary = "An entry point";
  let description = [{
    `commits` marks an entry that writes rings, `commit` names the one that commits
    the rows which this one stages. `finish` names the entry that completes a prompt
    on its last rows. An entry takes at most `max_rows` rows of a sequence, any number
    without. `sections` are the arena's sizes in bytes per index of each dim, once
    offsets are assigned.

    Launches run in their order, but those marked `prefetch` run beside the others,
    from the start of the entry. The entry ends when all have ended.
  }];
  let arguments = (ins SymbolNameAttr:$sym_name, UnitAttr:$commits,
                       OptionalAttr<FlatSymbolRefAttr>:$commit,
                       OptionalAttr<FlatSymbolRefAttr>:$finish,
                       OptionalAttr<I64Attr>:$max_rows,
                       OptionalAttr<DenseI64ArrayAttr>:$sections);
  let regions = (region SizedRegion<1>:$body);
  let assemblyFormat = "$sym_name attr-dict-with-keyword $body";
  let hasRegionVerifier = 1;
}

class Plan_RefOp<string mnemonic> : Plan_Op<mnemonic, [HasParent<"EntryOp">]> {
  let results = (outs Plan_RefType:$result);
}

def Plan_InputOp : Plan_RefOp<"input"> {
  let summary = "A tensor that the caller supplies";
  let arguments = (ins StrAttr:$name, TypeAttrOf<AnyRankedTensor>:$type,
                       Plan_DimArrayAttr:$dims);
  let assemblyFormat = "$name $dims attr-dict `:` $type";
  let hasVerifier = 1;
}

def Plan_BufferOp : Plan_RefOp<"buffer"> {
  let summary = "A value of the entry in the arena";
  let arguments = (ins Plan_DimAttr:$dim, I64Attr:$bytes, OptionalAttr<I64Attr>:$offset);
  let assemblyFormat = "$dim $bytes (`at` $offset^)? attr-dict";
  let hasVerifier = 1;
}

def Plan_WeightOp : Plan_RefOp<"weight"> {
  let summary = "Part `part` of a weight: values, or codes (0) and scales (1)";
  let arguments = (ins FlatSymbolRefAttr:$weight, I64Attr:$part);
  let assemblyFormat = "$weight $part attr-dict";
}

def Plan_StateOp : Plan_RefOp<"state"> {
  let summary = "The pool of a state";
  let arguments = (ins FlatSymbolRefAttr:$state);
  let assemblyFormat = "$state attr-dict";
}

def Plan_StageOp : Plan_RefOp<"stage"> {
  let summary = "The staged rows of a ring";
  let arguments = (ins FlatSymbolRefAttr:$state);
  let assemblyFormat = "$state attr-dict";
}

def Plan_LaunchOp : Plan_Op<"launch", [HasParent<"EntryOp">]> {
  let summary = "Runs a kernel";
  let description = [{
    `dims` names the dynamic extents of each argument. `writes` is the number of
    trailing arguments that the kernel writes. With `gather`, the runtime may give
    the kernel another table than the whole weight, and ids that fit it.

    A launch marked `prefetch` runs in order with the prefetched launches only. It
    uses no buffer, state or staged rows that launches before it use which are not
    prefetched, and until a `plan.wait` no other one uses what it uses.
  }];
  let arguments = (ins FlatSymbolRefAttr:$kernel, StrAttr:$path,
                       Variadic<Plan_RefType>:$arguments, Plan_DimArrayArrayAttr:$dims,
                       I64Attr:$writes, OptionalAttr<Plan_GatherAttr>:$gather,
                       UnitAttr:$prefetch);
  let assemblyFormat = [{
    (`prefetch` $prefetch^)? $kernel $path `(` $arguments `)` $dims `writes` $writes
    (`gather` $gather^)? attr-dict
  }];
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    /// The arguments that the kernel writes.
    ::mlir::OperandRange getWritten() {
      return getArguments().take_back(getWrites());
    }
  }];
}

def Plan_WaitOp : Plan_Op<"wait", [HasParent<"EntryOp">]> {
  let summary = "Waits for the prefetched launches that use `value`";
  let description = [{
    Launches behind it may use what the last of these and those before it use.
  }];
  let arguments = (ins Plan_RefType:$value);
  let assemblyFormat = "$value attr-dict";
}

def Plan_OutputOp : Plan_Op<"output", [HasParent<"EntryOp">]> {
  let summary = "A result by name";
  let arguments = (ins StrAttr:$name, Plan_RefType:$value,
                       TypeAttrOf<AnyRankedTensor>:$type, Plan_DimArrayAttr:$dims);
  let assemblyFormat = "$name $value $dims attr-dict `:` $type";
  let hasVerifier = 1;
}

#endif // CEDAR_DIALECT_PLAN_OPS_TD
