// RUN: cedar-opt %s --convert-cedar-to-loops --canonicalize --cse | FileCheck %s

// 64 codes, then 2 scales.
// CHECK-LABEL: func.func @aq8
// CHECK-SAME: tensor<?x66xi8>
// CHECK-SAME: cedar.grid = array<i64: 1, 1>
// CHECK: scf.for {{.*}} step %c32
// CHECK: vector.transfer_write {{.*}} {in_bounds = [true]} : vector<16xi8>, tensor<1x66xi8>
// CHECK: %[[GROUP:.*]] = arith.divui {{.*}}, %c32
// CHECK: %[[AT:.*]] = arith.addi %[[GROUP]], %c64
// CHECK: tensor.insert {{.*}}[%c0, %[[AT]]]
func.func private @aq8(%0: tensor<?x64xbf16>)
    -> (tensor<?x64xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>) attributes {cedar.kernel} {
  %r0 = cedar.quantize %0
      : (tensor<?x64xbf16>)
        -> (tensor<?x64xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>)
  return %r0 : tensor<?x64xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>
}

// The scale is divided, not multiplied by a reciprocal. One block per row and head.
// CHECK-LABEL: func.func @nvfp4
// CHECK-SAME: tensor<?x3x36xi8>
// CHECK-SAME: cedar.grid = array<i64: 1, 1, 0, 3>
// CHECK: arith.divf {{.*}} : f32
// CHECK: arith.divf {{.*}} : vector<16xf32>
// CHECK: vector.deinterleave
// CHECK: vector.transfer_write {{.*}} : vector<8xi8>, tensor<1x1x36xi8>
func.func private @nvfp4(%0: tensor<?x3x64xbf16>)
    -> (tensor<?x3x64xf4E2M1FN, #cedar.scaled<f8E4M3FN, [1, 16]>>) attributes {cedar.kernel} {
  %r0 = cedar.quantize %0
      : (tensor<?x3x64xbf16>)
        -> (tensor<?x3x64xf4E2M1FN, #cedar.scaled<f8E4M3FN, [1, 16]>>)
  return %r0 : tensor<?x3x64xf4E2M1FN, #cedar.scaled<f8E4M3FN, [1, 16]>>
}
