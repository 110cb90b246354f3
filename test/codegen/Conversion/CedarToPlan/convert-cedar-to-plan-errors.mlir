// RUN: cedar-opt %s --split-input-file --verify-diagnostics --cedar-form-kernels --convert-cedar-to-plan
// RUN: not cedar-opt %s --split-input-file --cedar-form-kernels --convert-cedar-to-plan --remarks-filter=convert-cedar-to-plan --remark-policy=all --remark-format=emitRemark 2>&1 | FileCheck %s --check-prefix=REMARK

#rows = #cedar.scaled<f8E8M0FNU, [1, 32]>
!ring = !cedar.state<ring, 4, 1, tensor<64xf8E4M3FN, #rows>>
cedar.state @ring "window" layer 0 : !ring

func.func @decode(%x: tensor<?x64xf8E4M3FN, #rows> {cedar.name = "x"}) attributes {cedar.entry} {
  %s = cedar.state_ref @ring : !ring
  // expected-error @below {{expected rows that a kernel produces for this ring only, found rows with another home}}
  cedar.state_stage %x, %s : (tensor<?x64xf8E4M3FN, #rows>, !ring) -> ()
  return
}

// -----

#rows = #cedar.scaled<f8E8M0FNU, [1, 32]>
!ring = !cedar.state<ring, 4, 1, tensor<64xf8E4M3FN, #rows>>
cedar.state @a "window" layer 0 : !ring
cedar.state @b "window" layer 1 : !ring

func.func @decode(%x: tensor<?x64xbf16> {cedar.name = "x"}) attributes {cedar.entry} {
  %a = cedar.state_ref @a : !ring
  %b = cedar.state_ref @b : !ring
  %y = cedar.quantize %x : (tensor<?x64xbf16>) -> tensor<?x64xf8E4M3FN, #rows>
  cedar.state_stage %y, %a : (tensor<?x64xf8E4M3FN, #rows>, !ring) -> ()
  // expected-error @below {{found rows with another home}}
  cedar.state_stage %y, %b : (tensor<?x64xf8E4M3FN, #rows>, !ring) -> ()
  return
}

// -----

func.func @decode(%x: tensor<?x64xbf16> {cedar.name = "x"}) attributes {cedar.entry} {
  // expected-error @below {{expected a kernel call, a reshape or a reference, found 'arith.addf'}}
  %y = arith.addf %x, %x : tensor<?x64xbf16>
  return
}

// -----

// REMARK: remark: [Analysis] left-alone | Category:convert-cedar-to-plan | Function=helper | Reason="it is neither an entry (cedar.entry) nor a kernel (cedar.kernel)", Remark="@helper is left as it is"
func.func @helper() {
  return
}
