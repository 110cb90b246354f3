// RUN: cedar-opt %s --cedar-form-kernels | FileCheck %s
// RUN: cedar-opt %s --cedar-form-kernels --remarks-filter=cedar-form-kernels --remark-policy=all --remark-format=emitRemark 2>&1 | FileCheck %s --check-prefix=REMARK

// What becomes no kernel, and why.

#rows = #cedar.scaled<f8E8M0FNU, [1, 32]>
!ring = !cedar.state<ring, 4, 1, tensor<64xf8E4M3FN, #rows>>
cedar.state @ring "window" layer 0 : !ring

// The rows of a ring are produced in place.
// CHECK-LABEL: @decode
// CHECK: cedar.state_stage
// REMARK: remark: [Analysis] left-alone | Category:cedar-form-kernels | Function=decode | Reason="its rows are made in the ring: no kernel copies them", Remark="state_stage is left as it is"
func.func @decode(%x: tensor<?x64xbf16> {cedar.name = "x"}) attributes {cedar.entry} {
  %s = cedar.state_ref @ring : !ring
  %q = cedar.quantize %x : (tensor<?x64xbf16>) -> tensor<?x64xf8E4M3FN, #rows>
  cedar.state_stage %q, %s : (tensor<?x64xf8E4M3FN, #rows>, !ring) -> ()
  return
}

// CHECK-LABEL: @helper
// CHECK: cedar.quantize
// REMARK: remark: [Analysis] left-alone | Category:cedar-form-kernels | Function=helper | Reason="it is no entry (cedar.entry)", Remark="@helper is left as it is"
func.func @helper(%x: tensor<?x64xbf16>) -> tensor<?x64xf8E4M3FN, #rows> {
  %q = cedar.quantize %x : (tensor<?x64xbf16>) -> tensor<?x64xf8E4M3FN, #rows>
  return %q : tensor<?x64xf8E4M3FN, #rows>
}

// Equal ops share: the second is told whose kernel it takes.
// CHECK-LABEL: @verify
// CHECK: call @quantize_0
// REMARK: remark: [Passed] formed | {{.*}} | Function=decode | Kernel=quantize_0, Reason="no op before it has its attributes and types", Remark="quantize runs in @quantize_0"
// REMARK: remark: [Passed] shared | {{.*}} | Function=verify | Kernel=quantize_0, Reason="its attributes and types are those of cedar.quantize in @decode", Remark="quantize runs in @quantize_0"
func.func @verify(%x: tensor<?x64xbf16> {cedar.name = "x"})
    -> (tensor<?x64xf8E4M3FN, #rows> {cedar.name = "y"}) attributes {cedar.entry} {
  %q = cedar.quantize %x : (tensor<?x64xbf16>) -> tensor<?x64xf8E4M3FN, #rows>
  return %q : tensor<?x64xf8E4M3FN, #rows>
}
// CHECK: @quantize_0
// CHECK-NOT: @quantize_1
