// RUN: cedar-opt %s --split-input-file --verify-diagnostics --cedar-derive-layerwise
// RUN: not cedar-opt %s --split-input-file --cedar-derive-layerwise --remarks-filter=cedar-derive-layerwise --remark-policy=all --remark-format=emitRemark 2>&1 | FileCheck %s --check-prefix=REMARK

// expected-error @below {{expected a function @forward to derive @layerwise from, found none}}
module {
}

// -----

func.func @forward(%x: tensor<?x2x8xbf16>, %a: tensor<?x2xf32>) attributes {cedar.entry} {
  // expected-error @below {{expected a layer that computes the streams and the mix it yields, found an argument}}
  %l:2 = cedar.layer 0(%x, %a) : (tensor<?x2x8xbf16>, tensor<?x2xf32>)
      -> (tensor<?x2x8xbf16>, tensor<?x2xf32>) {
  ^bb0(%x0: tensor<?x2x8xbf16>, %a0: tensor<?x2xf32>):
    cedar.yield %x0, %a0 : tensor<?x2x8xbf16>, tensor<?x2xf32>
  }
  return
}

// -----

// REMARK: remark: [Missed] no-layer | Category:cedar-derive-layerwise | Function=layerwise | Reason="it has no cedar.layer to cut", Remark="@layerwise computes what @forward does", Suggestion="run it before cedar-expand-layers"
func.func @forward() attributes {cedar.entry} {
  return
}
