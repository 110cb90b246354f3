// IR survives bytecode.
// RUN: cedar-opt %S/ops.mlir -o %t.ops
// RUN: cedar-opt %S/ops.mlir --emit-bytecode | cedar-opt -o %t.ops-back
// RUN: cmp %t.ops %t.ops-back
// RUN: cedar-opt %S/layers.mlir -o %t.layers
// RUN: cedar-opt %S/layers.mlir --emit-bytecode | cedar-opt -o %t.layers-back
// RUN: cmp %t.layers %t.layers-back

// Inputs/version-1.mlirbc is the bytecode of this file, written by the first
// version of the dialect. It stays readable.
// RUN: cedar-opt %S/Inputs/version-1.mlirbc -o %t.old
// RUN: cedar-opt %s -o %t.new
// RUN: cmp %t.old %t.new

// A later version is refused: version-2.mlirbc is the same file with 2 for a number.
// RUN: not cedar-opt %S/Inputs/version-2.mlirbc 2>&1 | FileCheck %s --check-prefix=FUTURE
// FUTURE: error: expected cedar bytecode of version 1 to 1, found version 2: use the Cedar release that wrote it or a later one

#row32 = #cedar.scaled<f8E8M0FNU, [1, 32]>

cedar.state @window "window" layer 0 : !cedar.state<ring, 16, 1, tensor<64xf8E4M3FN, #row32>>
cedar.weight @w from ["w"] : tensor<4x64xbf16>

func.func @f(%x: tensor<?x64xbf16>, %positions: tensor<?xi32>) -> tensor<?x64xbf16>
    attributes {cedar.entry} {
  %t = cedar.rope_table %positions {rope = #cedar.rope<[1.0, 0.5]>}
      : (tensor<?xi32>) -> tensor<?x2x2xf32>
  %r = cedar.rope %x, %t : (tensor<?x64xbf16>, tensor<?x2x2xf32>) -> tensor<?x64xbf16>
  %q = cedar.quantize %r : (tensor<?x64xbf16>) -> tensor<?x64xf8E4M3FN, #row32>
  %s = cedar.state_ref @window : <ring, 16, 1, tensor<64xf8E4M3FN, #row32>>
  cedar.state_stage %q, %s
      : (tensor<?x64xf8E4M3FN, #row32>,
         !cedar.state<ring, 16, 1, tensor<64xf8E4M3FN, #row32>>) -> ()
  return %r : tensor<?x64xbf16>
}
