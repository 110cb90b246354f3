// RUN: cedar-opt %s --cedar-fuse-quantize | FileCheck %s
// RUN: cedar-opt %s --cedar-fuse-quantize --remarks-filter=cedar-fuse-quantize --remark-policy=all --remark-format=emitRemark 2>&1 | FileCheck %s --check-prefix=REMARK

#row32 = #cedar.scaled<f8E8M0FNU, [1, 32]>

// What stays, and why.

// CHECK-LABEL: @values_are_read
// CHECK: cedar.rms_norm {{.*}} -> tensor<?x64xbf16>
// CHECK: cedar.quantize
// REMARK: remark: [Missed] other-reader | {{.*}} | Function=values_are_read | Reason="cedar.linear reads the values before they are rounded", Remark="quantize stays in a kernel of its own", Suggestion="let it read the codes"
func.func @values_are_read(%x: tensor<?x64xbf16>, %w: tensor<64xbf16>, %gate: tensor<4x64xbf16>)
    -> (tensor<?x64xf8E4M3FN, #row32>, tensor<?x4xf32>) {
  %n = cedar.rms_norm %x, %w {epsilon = 1.0e-20 : f32} : (tensor<?x64xbf16>, tensor<64xbf16>) -> tensor<?x64xbf16>
  %n8 = cedar.quantize %n : (tensor<?x64xbf16>) -> tensor<?x64xf8E4M3FN, #row32>
  %l = cedar.linear %n, %gate : (tensor<?x64xbf16>, tensor<4x64xbf16>) -> tensor<?x4xf32>
  return %n8, %l : tensor<?x64xf8E4M3FN, #row32>, tensor<?x4xf32>
}

// CHECK-LABEL: @many_blocks
// CHECK: cedar.linear
// CHECK: cedar.quantize
// REMARK: remark: [Missed] maker | {{.*}} | Function=many_blocks | Reason="its rows come from cedar.linear, of which no block makes a whole row to round"
func.func @many_blocks(%x: tensor<?x64xbf16>, %w: tensor<64x64xbf16>) -> tensor<?x64xf8E4M3FN, #row32> {
  %l = cedar.linear %x, %w : (tensor<?x64xbf16>, tensor<64x64xbf16>) -> tensor<?x64xbf16>
  %l8 = cedar.quantize %l : (tensor<?x64xbf16>) -> tensor<?x64xf8E4M3FN, #row32>
  return %l8 : tensor<?x64xf8E4M3FN, #row32>
}

// CHECK-LABEL: @argument
// CHECK: cedar.quantize
// REMARK: remark: [Missed] maker | {{.*}} | Function=argument | Reason="its rows are an argument of the entry"
func.func @argument(%x: tensor<?x64xbf16>) -> tensor<?x64xf8E4M3FN, #row32> {
  %x8 = cedar.quantize %x : (tensor<?x64xbf16>) -> tensor<?x64xf8E4M3FN, #row32>
  return %x8 : tensor<?x64xf8E4M3FN, #row32>
}
