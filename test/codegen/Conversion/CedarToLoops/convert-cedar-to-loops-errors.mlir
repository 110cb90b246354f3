// RUN: cedar-opt %s --verify-diagnostics --convert-cedar-to-loops
// RUN: not cedar-opt %s --convert-cedar-to-loops --remarks-filter=convert-cedar-to-loops --remark-policy=all --remark-format=emitRemark 2>&1 | FileCheck %s --check-prefix=REMARK

func.func private @no_emitter(%x: tensor<?x64xf32>) -> tensor<?x64xf32> attributes {cedar.kernel} {
  // expected-error @below {{expected a primitive with an emitter, found 'arith.addf'}}
  %y = arith.addf %x, %x : tensor<?x64xf32>
  return %y : tensor<?x64xf32>
}

func.func private @depth(%x: tensor<?x24xbf16>, %w: tensor<7x24xbf16> {cedar.weight}) -> tensor<?x7xf32> attributes {cedar.kernel} {
  // expected-error @below {{expected a width that is a multiple of 16, found 24}}
  %y = cedar.linear %x, %w : (tensor<?x24xbf16>, tensor<7x24xbf16>) -> tensor<?x7xf32>
  return %y : tensor<?x7xf32>
}

func.func private @streams(%x: tensor<?x2x24xbf16>, %fn: tensor<8x48xf32> {cedar.weight}, %s: tensor<3xf32> {cedar.weight},
                           %b: tensor<8xf32> {cedar.weight})
    -> (tensor<?x2xf32>, tensor<?x2xf32>, tensor<?x2x2xf32>) attributes {cedar.kernel} {
  // expected-error @below {{expected a width that is a multiple of 16, found 24}}
  %pre, %post, %comb = cedar.mhc_mix %x, %fn, %s, %b {iterations = 1 : i64, epsilon = 1.0e-6 : f32, normEpsilon = 1.0e-20 : f32}
      : (tensor<?x2x24xbf16>, tensor<8x48xf32>, tensor<3xf32>, tensor<8xf32>) -> (tensor<?x2xf32>, tensor<?x2xf32>, tensor<?x2x2xf32>)
  return %pre, %post, %comb : tensor<?x2xf32>, tensor<?x2xf32>, tensor<?x2x2xf32>
}

// REMARK: remark: [Analysis] left-alone | Category:convert-cedar-to-loops | Function=no_kernel | Reason="it is no kernel (cedar.kernel)", Remark="@no_kernel is left as it is"
func.func @no_kernel(%x: tensor<?x2x16xbf16>, %a: tensor<?x2xf32>) -> tensor<?x16xbf16> {
  %h = cedar.mhc_collapse %x, %a : (tensor<?x2x16xbf16>, tensor<?x2xf32>) -> tensor<?x16xbf16>
  return %h : tensor<?x16xbf16>
}
