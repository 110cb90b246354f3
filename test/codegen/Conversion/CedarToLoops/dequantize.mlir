// RUN: cedar-opt %s --convert-cedar-to-loops --canonicalize --cse | FileCheck %s

// CHECK-LABEL: func.func @mxfp4
// CHECK-SAME: tensor<?x34xi8>
// CHECK: vector.transfer_read {{.*}} : tensor<?x34xi8>, vector<8xi8>
// CHECK: vector.interleave
// CHECK: arith.truncf {{.*}} to vector<16xbf16>
func.func private @mxfp4(%0: tensor<?x64xf4E2M1FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>)
    -> (tensor<?x64xbf16>) attributes {cedar.kernel} {
  %r0 = cedar.dequantize %0
      : (tensor<?x64xf4E2M1FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>)
        -> (tensor<?x64xbf16>)
  return %r0 : tensor<?x64xbf16>
}

// A weight comes as codes and scales.
// CHECK-LABEL: func.func @weight
// CHECK-SAME: tensor<64x64xi8>
// CHECK-SAME: tensor<2x2xi8>
func.func private @weight(%0: tensor<64x64xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [32, 32]>> {cedar.weight})
    -> (tensor<64x64xbf16>) attributes {cedar.kernel} {
  %r0 = cedar.dequantize %0
      : (tensor<64x64xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [32, 32]>>)
        -> (tensor<64x64xbf16>)
  return %r0 : tensor<64x64xbf16>
}
