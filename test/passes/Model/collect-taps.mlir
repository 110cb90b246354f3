// RUN: cedar-opt %s --cedar-collect-taps | FileCheck %s

// CHECK-LABEL: func.func @entry
// CHECK-SAME: -> (tensor<?x4xi32> {cedar.name = "first"}, tensor<?x8xbf16> {cedar.name = "hidden"}, tensor<?x2xf32> {cedar.name = "weights"})
func.func @entry(%x: tensor<?x2x8xbf16>, %a: tensor<?x2xf32>, %s: tensor<?x4xi32>,
                 %logits: tensor<?x4xf32>, %kind: tensor<?xi8>, %bias: tensor<4xf32>)
    -> (tensor<?x4xi32> {cedar.name = "first"}) attributes {cedar.entry} {
  // CHECK: %[[H:.*]] = cedar.mhc_collapse %{{.*}}, %{{.*}} :
  %h = cedar.mhc_collapse %x, %a {cedar.taps = ["hidden"]}
      : (tensor<?x2x8xbf16>, tensor<?x2xf32>) -> tensor<?x8xbf16>
  // CHECK: %{{.*}}, %[[W:.*]] = cedar.route
  // CHECK-NOT: cedar.taps
  %e, %w = cedar.route %logits, %kind, %bias, %bias {cedar.taps = ["", "weights"],
      topk = 2, routeScale = 1.5 : f32, gateTemperature = 1.0 : f32, normalize = true}
      : (tensor<?x4xf32>, tensor<?xi8>, tensor<4xf32>, tensor<4xf32>) -> (tensor<?x2xi32>, tensor<?x2xf32>)
  // CHECK: return %{{.*}}, %[[H]], %[[W]]
  return %s : tensor<?x4xi32>
}
