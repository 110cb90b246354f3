// RUN: cedar-opt %s --convert-cedar-to-loops --canonicalize --cse | FileCheck %s

// CHECK-LABEL: func.func @init
// CHECK-DAG: %[[ONE:.*]] = arith.constant 1.000000e+00 : f32
// CHECK: vector.transfer_write {{.*}}[%c0, %c0,
// CHECK: vector.transfer_write {{.*}}[%c0, %c1,
// CHECK: tensor.insert %[[ONE]] into %{{.*}}[%c0, %c0] : tensor<1x2xf32>
func.func private @init(%0: tensor<?x32xbf16>)
    -> (tensor<?x2x32xbf16>, tensor<?x2xf32>) attributes {cedar.kernel} {
  %r0, %r1 = cedar.mhc_init %0
      : (tensor<?x32xbf16>)
        -> (tensor<?x2x32xbf16>, tensor<?x2xf32>)
  return %r0, %r1 : tensor<?x2x32xbf16>, tensor<?x2xf32>
}
