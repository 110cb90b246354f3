// RUN: cedar-opt %s --verify-diagnostics --cedar-verify-phase=phase=fuse
// RUN: cedar-opt %s --verify-diagnostics --cedar-fuse-phase

func.func @decode(%x: tensor<?xf32>) -> tensor<?xf32> attributes {cedar.entry} {
  // expected-error @below {{after phase fuse: expected primitives, references, reshapes and a return in an entry, found math.exp}}
  %y = math.exp %x : tensor<?xf32>
  return %y : tensor<?xf32>
}
