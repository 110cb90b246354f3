// RUN: cedar-opt %s --cedar-derive-layerwise | FileCheck %s
// RUN: cedar-opt %s --cedar-derive-layerwise --remarks-filter=cedar-derive-layerwise --remark-policy=all --remark-format=emitRemark 2>&1 | FileCheck %s --check-prefix=REMARK

// Every layer takes its own arguments; what it computes is tapped. @forward stays.

// REMARK: Function=layerwise | Remark="derived @layerwise with 2 layers"

// CHECK-LABEL: func.func @layerwise
// CHECK-SAME: %[[X0:[a-z0-9]*]]: tensor<?x2x8xbf16> {cedar.name = "x_in.0"}, %[[A0:[a-z0-9]*]]: tensor<?x2xf32> {cedar.name = "a_in.0"}
// CHECK-SAME: %[[X1:[a-z0-9]*]]: tensor<?x2x8xbf16> {cedar.name = "x_in.1"}, %[[A1:[a-z0-9]*]]: tensor<?x2xf32> {cedar.name = "a_in.1"}
// CHECK: cedar.layer 0(%[[X0]], %[[A0]])
// CHECK: cedar.mhc_mix {{.*}} {cedar.taps = ["a.0", "", ""],
// CHECK: cedar.mhc_expand {{.*}} {cedar.taps = ["x.0"]}
// CHECK: cedar.layer 1(%[[X1]], %[[A1]])
// CHECK: {cedar.taps = ["a.1", "", ""],
// CHECK: {cedar.taps = ["x.1"]}

// CHECK-LABEL: func.func @forward
// CHECK-NOT: x_in
// CHECK-NOT: cedar.taps
func.func @forward(%x: tensor<?x2x8xbf16> {cedar.name = "x"}, %a: tensor<?x2xf32> {cedar.name = "a"},
                   %y: tensor<?x8xbf16> {cedar.name = "y"}, %fn: tensor<8x16xf32> {cedar.name = "fn"},
                   %s: tensor<3xf32> {cedar.name = "scale"}, %b: tensor<8xf32> {cedar.name = "base"})
    -> (tensor<?x2xf32> {cedar.name = "out"}) attributes {cedar.entry} {
  %r, %m = cedar.ced %x, %a : tensor<?x2x8xbf16>, tensor<?x2xf32> encoder {
  ^bb0(%xe: tensor<?x2x8xbf16>, %ae: tensor<?x2xf32>):
    %l:2 = cedar.layer 0(%xe, %ae) : (tensor<?x2x8xbf16>, tensor<?x2xf32>)
        -> (tensor<?x2x8xbf16>, tensor<?x2xf32>) {
    ^bb0(%x0: tensor<?x2x8xbf16>, %a0: tensor<?x2xf32>):
      %pre, %post, %comb = cedar.mhc_mix %x0, %fn, %s, %b {iterations = 2, epsilon = 1.0e-6 : f32, normEpsilon = 1.0e-20 : f32}
          : (tensor<?x2x8xbf16>, tensor<8x16xf32>, tensor<3xf32>, tensor<8xf32>) -> (tensor<?x2xf32>, tensor<?x2xf32>, tensor<?x2x2xf32>)
      %n = cedar.mhc_expand %y, %x0, %post, %comb
          : (tensor<?x8xbf16>, tensor<?x2x8xbf16>, tensor<?x2xf32>, tensor<?x2x2xf32>) -> tensor<?x2x8xbf16>
      cedar.yield %n, %pre : tensor<?x2x8xbf16>, tensor<?x2xf32>
    }
    %k:2 = cedar.layer 1(%l#0, %l#1) : (tensor<?x2x8xbf16>, tensor<?x2xf32>)
        -> (tensor<?x2x8xbf16>, tensor<?x2xf32>) {
    ^bb0(%x0: tensor<?x2x8xbf16>, %a0: tensor<?x2xf32>):
      %pre, %post, %comb = cedar.mhc_mix %x0, %fn, %s, %b {iterations = 2, epsilon = 1.0e-6 : f32, normEpsilon = 1.0e-20 : f32}
          : (tensor<?x2x8xbf16>, tensor<8x16xf32>, tensor<3xf32>, tensor<8xf32>) -> (tensor<?x2xf32>, tensor<?x2xf32>, tensor<?x2x2xf32>)
      %n = cedar.mhc_expand %y, %x0, %post, %comb
          : (tensor<?x8xbf16>, tensor<?x2x8xbf16>, tensor<?x2xf32>, tensor<?x2x2xf32>) -> tensor<?x2x8xbf16>
      cedar.yield %n, %pre : tensor<?x2x8xbf16>, tensor<?x2xf32>
    }
    cedar.yield %k#0, %k#1 : tensor<?x2x8xbf16>, tensor<?x2xf32>
  } decoder {
  ^bb0(%xd: tensor<?x2x8xbf16>, %ad: tensor<?x2xf32>):
    cedar.yield %xd, %ad : tensor<?x2x8xbf16>, tensor<?x2xf32>
  }
  return %m : tensor<?x2xf32>
}
