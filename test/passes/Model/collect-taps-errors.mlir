// RUN: cedar-opt %s --split-input-file --verify-diagnostics --cedar-collect-taps
// RUN: not cedar-opt %s --split-input-file --cedar-collect-taps --remarks-filter=cedar-collect-taps --remark-policy=all --remark-format=emitRemark 2>&1 | FileCheck %s --check-prefix=REMARK

func.func @twice(%x: tensor<?x2x8xbf16>, %a: tensor<?x2xf32>) attributes {cedar.entry} {
  %h = cedar.mhc_collapse %x, %a {cedar.taps = ["hidden"]}
      : (tensor<?x2x8xbf16>, tensor<?x2xf32>) -> tensor<?x8xbf16>
  // expected-error @below {{expected one tap 'hidden', found another}}
  %g = cedar.mhc_collapse %x, %a {cedar.taps = ["hidden"]}
      : (tensor<?x2x8xbf16>, tensor<?x2xf32>) -> tensor<?x8xbf16>
  return
}

// -----

// Inside of a layer a value cannot be returned: expand first.

func.func @nested(%x: tensor<?x2x8xbf16>, %a: tensor<?x2xf32>) attributes {cedar.entry} {
  %l:2 = cedar.layer 0(%x, %a) : (tensor<?x2x8xbf16>, tensor<?x2xf32>)
      -> (tensor<?x2x8xbf16>, tensor<?x2xf32>) {
  ^bb0(%x0: tensor<?x2x8xbf16>, %a0: tensor<?x2xf32>):
    // expected-error @below {{expected the tap 'hidden' on an op of the entry's own block}}
    %h = cedar.mhc_collapse %x0, %a0 {cedar.taps = ["hidden"]}
        : (tensor<?x2x8xbf16>, tensor<?x2xf32>) -> tensor<?x8xbf16>
    cedar.yield %x0, %a0 : tensor<?x2x8xbf16>, tensor<?x2xf32>
  }
  return
}

// -----

// REMARK: remark: [Analysis] left-alone | Category:cedar-collect-taps | Function=untapped | Reason="none of its values has a tap", Remark="@untapped is left as it is"
func.func @untapped(%x: tensor<?x2x8xbf16>, %a: tensor<?x2xf32>) attributes {cedar.entry} {
  return
}
