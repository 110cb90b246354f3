// RUN: cedar-opt %s --split-input-file --verify-diagnostics --cedar-verify-phase=phase=model

func.func @forward(%x: tensor<?x2x8xbf16>, %a: tensor<?x2xf32>) attributes {cedar.entry} {
  // expected-error @below {{after phase model: expected only primitives, found cedar.layer}}
  %l:2 = cedar.layer 0(%x, %a) : (tensor<?x2x8xbf16>, tensor<?x2xf32>)
      -> (tensor<?x2x8xbf16>, tensor<?x2xf32>) {
  ^bb0(%x0: tensor<?x2x8xbf16>, %a0: tensor<?x2xf32>):
    cedar.yield %x0, %a0 : tensor<?x2x8xbf16>, tensor<?x2xf32>
  }
  return
}

// -----

func.func @forward(%x: tensor<?x2x8xbf16>, %a: tensor<?x2xf32>) attributes {cedar.entry} {
  // expected-error @below {{after phase model: expected taps to be collected, found one on cedar.mhc_collapse}}
  %h = cedar.mhc_collapse %x, %a {cedar.taps = ["h"]}
      : (tensor<?x2x8xbf16>, tensor<?x2xf32>) -> tensor<?x8xbf16>
  return
}
