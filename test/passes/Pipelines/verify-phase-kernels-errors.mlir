// RUN: cedar-opt %s --verify-diagnostics --cedar-verify-phase=phase=kernels

func.func private @kernel(%x: tensor<?x2x8xbf16>, %a: tensor<?x2xf32>) -> tensor<?x8xbf16> {
  // expected-error @below {{after phase kernels: expected no primitive, found cedar.mhc_collapse}}
  %h = cedar.mhc_collapse %x, %a : (tensor<?x2x8xbf16>, tensor<?x2xf32>) -> tensor<?x8xbf16>
  return %h : tensor<?x8xbf16>
}
