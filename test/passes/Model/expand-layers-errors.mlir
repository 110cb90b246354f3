// RUN: cedar-opt %s --cedar-expand-layers | FileCheck %s
// RUN: cedar-opt %s --cedar-expand-layers --remarks-filter=cedar-expand-layers --remark-policy=all --remark-format=emitRemark 2>&1 | FileCheck %s --check-prefix=REMARK

// Every verified module can be expanded. One of primitives only stays as it is.

// CHECK-LABEL: func.func @forward
// CHECK-NEXT: %[[H:.*]] = cedar.mhc_collapse
// CHECK-NEXT: return %[[H]]
// REMARK: remark: [Analysis] left-alone | Category:cedar-expand-layers | Reason="it has no layer-level op", Remark="module is left as it is"
func.func @forward(%x: tensor<?x2x8xbf16>, %a: tensor<?x2xf32>) -> tensor<?x8xbf16> attributes {cedar.entry} {
  %h = cedar.mhc_collapse %x, %a : (tensor<?x2x8xbf16>, tensor<?x2xf32>) -> tensor<?x8xbf16>
  return %h : tensor<?x8xbf16>
}
