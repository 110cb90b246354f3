//===- CedarTypes.td - types and attributes of the cedar dialect -*- tablegen -*-===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CEDAR_DIALECT_CEDAR_TYPES_TD
#define CEDAR_DIALECT_CEDAR_TYPES_TD

include "dialect/Cedar/IR/CedarDialect.td"
include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/BuiltinAttributeInterfaces.td"
include "mlir/IR/EnumAttr.td"
include "mlir/IR/TensorEncoding.td"

//===----------------------------------------------------------------------===//
// Attributes
//===----------------------------------------------------------------------===//

class Cedar_Attr<string name, string mnemonic_, list<Trait> traits = []>
    : AttrDef<Cedar_Dialect, name, traits> {
  let mnemonic = mnemonic_;
}

def Cedar_ScaledAttr : Cedar_Attr<"Scaled", "scaled",
    [DeclareAttrInterfaceMethods<VerifiableTensorEncoding>]> {
  let summary = "Block-scaled storage of a tensor of FP8 or FP4 codes";
  let description = [{
    The value of element (i, j) of the last two dimensions is
    `code[i, j] * scale[i / block[0], j / block[1]]` (SPEC 2.4, 4.1-4.3).
    Activations and states use row blocks `[1, g]` and are stored as one packed
    row: the codes (two FP4 codes a byte, even element in the low nibble), then one
    scale byte per group. Weights keep codes and scales as two checkpoint tensors.

    `#cedar.scaled<f8E8M0FNU, [1, 32]>`
  }];
  let parameters = (ins "::mlir::Type":$scaleType,
                        ArrayRefParameter<"int64_t">:$block);
  let assemblyFormat = "`<` $scaleType `,` `[` $block `]` `>`";
  let genVerifyDecl = 1;
}

def Cedar_RopeAttr : Cedar_Attr<"Rope", "rope"> {
  let summary = "Rotation frequencies of the trailing channels (SPEC 3.6)";
  let description = [{
    One frequency, in radians per position, for each pair of neighbouring
    channels; `2 * frequencies.size()` trailing channels are rotated.
  }];
  let parameters = (ins "::mlir::DenseF32ArrayAttr":$frequencies);
  let assemblyFormat = "`<` custom<ExactFloats>($frequencies) `>`";
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    /// Number of rotated channels, R.
    int64_t getDims() const { return 2 * getFrequencies().size(); }
  }];
}

def Cedar_CSA2Mode : I32EnumAttr<"CSA2Mode", "How a layer obtains its selection", [
      I32EnumAttrCase<"Window", 0, "window">,
      I32EnumAttrCase<"Full", 1, "full">,
      I32EnumAttrCase<"Reindex", 2, "reindex">,
      I32EnumAttrCase<"Reuse", 3, "reuse">]> {
  let cppNamespace = "::cedar";
  let genSpecializedAttr = 0;
}
def Cedar_CSA2ModeAttr : EnumAttr<Cedar_Dialect, Cedar_CSA2Mode, "csa2_mode"> {
  let assemblyFormat = "$value";
}

def Cedar_StateKind : I32EnumAttr<"StateKind", "How a state is addressed", [
      I32EnumAttrCase<"Ring", 0, "ring">,
      I32EnumAttrCase<"Paged", 1, "paged">]> {
  let cppNamespace = "::cedar";
  let genSpecializedAttr = 0;
}

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

def Cedar_StateType : TypeDef<Cedar_Dialect, "State"> {
  let mnemonic = "state";
  let summary = "A handle of a cache that outlives one call";
  let description = [{
    `!cedar.state<ring, 16, 1, tensor<64xf8E4M3FN, #cedar.scaled<...>>>` keeps the
    last 16 rows of each sequence at slot = position mod 16.
    `!cedar.state<paged, 128, 2, tensor<...>>` keeps one row per `ratio` = 2 tokens
    in pages of 128 rows; row j of a sequence is row `j mod 128` of page
    `pages[sequence, j / 128]`.
  }];
  let parameters = (ins EnumParameter<Cedar_StateKind>:$kind,
                        "int64_t":$rows, "int64_t":$ratio,
                        "::mlir::RankedTensorType":$row);
  let assemblyFormat = "`<` $kind `,` $rows `,` $ratio `,` $row `>`";
  let genVerifyDecl = 1;
}

//===----------------------------------------------------------------------===//
// Constraints
//===----------------------------------------------------------------------===//

/// An i64 whose accessor is signed.
def Cedar_IntAttr : TypedSignlessIntegerAttrBase<
    I64, "int64_t", "64-bit signless integer attribute">;

def Cedar_IndexRows : 1DTensorOf<[I32]>;       // [T] or [S] or [Q]
def Cedar_KindRows : 1DTensorOf<[I8]>;         // [T], 0 text, 1 image span
def Cedar_PageTable : 2DTensorOf<[I32]>;       // [S, P]
def Cedar_BF16Tensor : RankedTensorOf<[BF16]>;
def Cedar_F32Tensor : RankedTensorOf<[F32]>;
def Cedar_I32Tensor : RankedTensorOf<[I32]>;
def Cedar_FloatTensor : RankedTensorOf<[BF16, F32]>;
def Cedar_CodeTensor : RankedTensorOf<[F8E4M3FN, F4E2M1FN]>;
def Cedar_RowTensor : RankedTensorOf<[BF16, F8E4M3FN, F4E2M1FN]>;  // values or codes
def Cedar_AnyFloatTensor : RankedTensorOf<[BF16, F32, F8E4M3FN, F4E2M1FN]>;

#endif // CEDAR_DIALECT_CEDAR_TYPES_TD
