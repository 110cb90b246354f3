// RUN: cedar-opt %s -split-input-file -verify-diagnostics

// Types and attributes: one case for each rule.

// expected-error @below {{expected scales of f8E8M0FNU or f8E4M3FN, found 'f32'}}
func.func private @f(tensor<?x64xf8E4M3FN, #cedar.scaled<f32, [1, 32]>>)

// -----

// expected-error @below {{expected a block of two sizes, found 3}}
func.func private @f(tensor<?x64xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [1, 1, 32]>>)

// -----

// expected-error @below {{expected positive block sizes, found [0, 32]}}
func.func private @f(tensor<?x64xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [0, 32]>>)

// -----

// expected-error @below {{expected a block of whole bytes of codes, found 33 columns}}
func.func private @f(tensor<?x66xf4E2M1FN, #cedar.scaled<f8E8M0FNU, [1, 33]>>)

// -----

// expected-error @below {{expected codes of f8E4M3FN or f4E2M1FN under #cedar.scaled<f8E8M0FNU, [1, 32]>, found 'bf16'}}
func.func private @f(tensor<?x64xbf16, #cedar.scaled<f8E8M0FNU, [1, 32]>>)

// -----

// expected-error @below {{expected at least 1 dimensions under #cedar.scaled<f8E8M0FNU, [1, 32]>, found 0}}
func.func private @f(tensor<f8E4M3FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>)

// -----

// expected-error @below {{expected at least 2 dimensions under #cedar.scaled<f8E8M0FNU, [32, 32]>, found 1}}
func.func private @f(tensor<64xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [32, 32]>>)

// -----

// expected-error @below {{expected a last dimension that is a multiple of 32 under #cedar.scaled<f8E8M0FNU, [1, 32]>}}
func.func private @f(tensor<?x48xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>)

// -----

// The group structure of a row is known at compile time.
// expected-error @below {{expected a last dimension that is a multiple of 32 under #cedar.scaled<f8E8M0FNU, [1, 32]>}}
func.func private @f(tensor<4x?xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>)

// -----

// expected-error @below {{expected a static last but one dimension under #cedar.scaled<f8E8M0FNU, [32, 32]>}}
func.func private @f(tensor<?x64xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [32, 32]>>)

// -----

// expected-error @below {{expected at least 1 frequency, found none}}
func.func private @f() attributes {rope = #cedar.rope<[]>}

// -----

// expected-error @below {{expected positive frequencies, found -1}}
func.func private @f() attributes {rope = #cedar.rope<[1.0, -1.0]>}

// -----

// expected-error @below {{expected at least 1 row, found 0}}
func.func private @f(!cedar.state<ring, 0, 1, tensor<64xf32>>)

// -----

// expected-error @below {{expected a ratio of at least 1, found 0}}
func.func private @f(!cedar.state<paged, 16, 0, tensor<64xf32>>)

// -----

// expected-error @below {{expected ratio 1 of a ring, found 2}}
func.func private @f(!cedar.state<ring, 16, 2, tensor<64xf32>>)

// -----

// expected-error @below {{expected a row of static shape and rank 0 or 1, found 'tensor<?xf32>'}}
func.func private @f(!cedar.state<ring, 16, 1, tensor<?xf32>>)

// -----

// expected-error @below {{expected a row of static shape and rank 0 or 1, found 'tensor<2x64xf32>'}}
func.func private @f(!cedar.state<ring, 16, 1, tensor<2x64xf32>>)
