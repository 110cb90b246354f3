// RUN: not cedar-opt %s --allow-unregistered-dialect --pass-pipeline='builtin.module(func.func(cedar-annotate-rows{picked=-1}))' 2>&1 | FileCheck %s
// RUN: cedar-opt %s --allow-unregistered-dialect --cedar-annotate-rows | FileCheck %s --check-prefix=OPAQUE
// RUN: cedar-opt %s --allow-unregistered-dialect --cedar-annotate-rows --remarks-filter=cedar-annotate-rows --remark-policy=all --remark-format=emitRemark 2>&1 | FileCheck %s --check-prefix=REMARK

// CHECK: error: expected 'picked' and 'segment' of 0 or more, found -1 and 0

// An op that the analysis knows nothing about may read and write anything.
// OPAQUE: cedar.rms_norm {{.*}} {cedar.rows = "all for test.unknown"
func.func @f(%x: tensor<?x32xbf16>, %w: tensor<32xbf16>) {
  %y = cedar.rms_norm %x, %w {epsilon = 1.0e-20 : f32} : (tensor<?x32xbf16>, tensor<32xbf16>) -> tensor<?x32xbf16>
  "test.unknown"(%y) : (tensor<?x32xbf16>) -> ()
  return
}

// Without a primitive there are no rows to tell.
// REMARK: remark: [Analysis] left-alone | Category:cedar-annotate-rows | Function=nothing | Reason="it has no primitive", Remark="@nothing is left as it is"
// OPAQUE-LABEL: @nothing
// OPAQUE-NEXT: return
func.func @nothing() {
  return
}
