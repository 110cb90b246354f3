// RUN: cedar-opt %s --verify-diagnostics --convert-cedar-to-loops

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
