// RUN: cedar-opt %s -split-input-file -verify-diagnostics

// In an entry, a commit comes after the last read of its state.

!tail = !cedar.state<ring, 2, 1, tensor<64xf32>>

cedar.state @values "tail_values" layer 1 : !tail
cedar.state @scores "tail_scores" layer 1 : !tail

func.func @pool(%x: tensor<?x64xf32>, %rows: tensor<?xi32>) -> tensor<?x64xbf16>
    attributes {cedar.entry} {
  %values = cedar.state_ref @values : !tail
  %scores = cedar.state_ref @scores : !tail
  // expected-note @below {{the commit is here}}
  cedar.state_commit %rows, %rows, %rows, %rows, %rows, %scores
      : (tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, !tail) -> ()
  // expected-error @below {{'cedar.csa2_pool' op expected all reads of the state 'scores' before its commit, found one after it}}
  %0 = cedar.csa2_pool %x, %x, %rows, %rows, %rows, %rows, %values, %scores {ratio = 2 : i64}
      : (tensor<?x64xf32>, tensor<?x64xf32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>,
         tensor<?xi32>, !tail, !tail) -> tensor<?x64xbf16>
  return %0 : tensor<?x64xbf16>
}

// -----

// Another handle of the same state is the same state; layer ops read by symbol.

#row32 = #cedar.scaled<f8E8M0FNU, [1, 32]>
!window = !cedar.state<ring, 16, 1, tensor<64xf8E4M3FN, #row32>>

cedar.state @window "window" layer 0 : !window

func.func @layer(%x: tensor<?x64xbf16>, %rows: tensor<?xi32>, %pages: tensor<?x?xi32>)
    -> tensor<?x64xbf16> attributes {cedar.entry} {
  %window = cedar.state_ref @window : !window
  // expected-note @below {{the commit is here}}
  cedar.state_commit %rows, %rows, %rows, %rows, %rows, %window
      : (tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, !window) -> ()
  // expected-error @below {{'cedar.csa2_attention' op expected all reads of the state 'window' before its commit, found one after it}}
  %y = cedar.csa2_attention window "layers.0.attn" %x rows(%rows, %rows, %rows, %rows, %pages)
      {heads = 2 : i64, outputGroups = 2 : i64, ratio = 0 : i64, rope = #cedar.rope<[1.0, 0.5]>,
       epsilon = 1.0e-06 : f32, window = @window}
      : (tensor<?x64xbf16>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>,
         tensor<?x?xi32>) -> tensor<?x64xbf16>
  return %y : tensor<?x64xbf16>
}

// -----

!context = !cedar.state<ring, 4, 1, tensor<1xi32>>

cedar.state @context "engram_context" layer 1 : !context

func.func @engram(%x: tensor<?x2x64xbf16>, %rows: tensor<?xi32>, %kind: tensor<?xi8>)
    -> tensor<?x2x64xbf16> attributes {cedar.entry} {
  %context = cedar.state_ref @context : !context
  // expected-note @below {{the commit is here}}
  cedar.state_commit %rows, %rows, %rows, %rows, %rows, %context
      : (tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, !context) -> ()
  // expected-error @below {{'cedar.engram' op expected all reads of the state 'context' before its commit, found one after it}}
  %y = cedar.engram "layers.1.engram" %x tokens(%rows, %kind) rows(%rows, %rows, %rows, %rows)
      {multipliers = array<i64: 3, 5>, primes = array<i64: 11>, padToken = 2 : i64,
       epsilon = 1.0e-06 : f32, context = @context}
      : (tensor<?x2x64xbf16>, tensor<?xi32>, tensor<?xi8>, tensor<?xi32>, tensor<?xi32>,
         tensor<?xi32>, tensor<?xi32>) -> tensor<?x2x64xbf16>
  return %y : tensor<?x2x64xbf16>
}

// -----

// expected-error @below {{'builtin.module' op expected 'cedar.entry' on a func.func}}
module attributes {cedar.entry} {}
