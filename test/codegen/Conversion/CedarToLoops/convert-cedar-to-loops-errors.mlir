// RUN: cedar-opt %s --verify-diagnostics --convert-cedar-to-loops

func.func private @kernel(%x: tensor<?x64xf32>) -> tensor<?x64xf32> attributes {cedar.kernel} {
  // expected-error @below {{expected a primitive with an emitter, found 'arith.addf'}}
  %y = arith.addf %x, %x : tensor<?x64xf32>
  return %y : tensor<?x64xf32>
}
