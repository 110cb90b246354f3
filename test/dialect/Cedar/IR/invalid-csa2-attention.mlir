// RUN: cedar-opt %s -split-input-file -verify-diagnostics

// The attention of a layer: one case for each rule.

func.func @f(
    %input: tensor<4x64xbf16>, %positions: tensor<5xi32>, %sequence: tensor<?xi32>,
    %length: tensor<?xi32>, %slots: tensor<?xi32>, %pages: tensor<?x?xi32>) {
  // expected-error @below {{'cedar.csa2_attention' op expected 'positions' of 4 rows as 'input', found 5}}
  %y = cedar.csa2_attention window "layers.1.attn" %input
      rows(%positions, %sequence, %length, %slots, %pages)
      {heads = 2 : i64, outputGroups = 2 : i64, rope = #cedar.rope<[1.0, 0.5]>,
       epsilon = 1.0e-06 : f32, ratio = 0 : i64, window = @window}
      : (tensor<4x64xbf16>, tensor<5xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>,
         tensor<?x?xi32>) -> tensor<4x64xbf16>
  return
}

// -----

func.func @f(
    %input: tensor<4x64xbf16>, %positions: tensor<?xi32>, %sequence: tensor<5xi32>,
    %length: tensor<?xi32>, %slots: tensor<?xi32>, %pages: tensor<?x?xi32>) {
  // expected-error @below {{'cedar.csa2_attention' op expected 'sequence' of 4 rows as 'input', found 5}}
  %y = cedar.csa2_attention window "layers.1.attn" %input
      rows(%positions, %sequence, %length, %slots, %pages)
      {heads = 2 : i64, outputGroups = 2 : i64, rope = #cedar.rope<[1.0, 0.5]>,
       epsilon = 1.0e-06 : f32, ratio = 0 : i64, window = @window}
      : (tensor<4x64xbf16>, tensor<?xi32>, tensor<5xi32>, tensor<?xi32>, tensor<?xi32>,
         tensor<?x?xi32>) -> tensor<4x64xbf16>
  return
}

// -----

func.func @f(
    %input: tensor<?x64xbf16>, %positions: tensor<?xi32>, %sequence: tensor<?xi32>,
    %length: tensor<1xi32>, %slots: tensor<2xi32>, %pages: tensor<?x?xi32>) {
  // expected-error @below {{'cedar.csa2_attention' op expected 'slots' of 1 rows as 'length', found 2}}
  %y = cedar.csa2_attention window "layers.1.attn" %input
      rows(%positions, %sequence, %length, %slots, %pages)
      {heads = 2 : i64, outputGroups = 2 : i64, rope = #cedar.rope<[1.0, 0.5]>,
       epsilon = 1.0e-06 : f32, ratio = 0 : i64, window = @window}
      : (tensor<?x64xbf16>, tensor<?xi32>, tensor<?xi32>, tensor<1xi32>, tensor<2xi32>,
         tensor<?x?xi32>) -> tensor<?x64xbf16>
  return
}

// -----

func.func @f(
    %input: tensor<?x64xbf16>, %positions: tensor<?xi32>, %sequence: tensor<?xi32>,
    %length: tensor<1xi32>, %slots: tensor<?xi32>, %pages: tensor<2x?xi32>) {
  // expected-error @below {{'cedar.csa2_attention' op expected 'pages' of 1 rows as 'length', found 2}}
  %y = cedar.csa2_attention window "layers.1.attn" %input
      rows(%positions, %sequence, %length, %slots, %pages)
      {heads = 2 : i64, outputGroups = 2 : i64, rope = #cedar.rope<[1.0, 0.5]>,
       epsilon = 1.0e-06 : f32, ratio = 0 : i64, window = @window}
      : (tensor<?x64xbf16>, tensor<?xi32>, tensor<?xi32>, tensor<1xi32>, tensor<?xi32>,
         tensor<2x?xi32>) -> tensor<?x64xbf16>
  return
}

// -----

func.func @f(
    %input: tensor<?x64xbf16>, %positions: tensor<?xi32>, %sequence: tensor<?xi32>,
    %length: tensor<?xi32>, %slots: tensor<?xi32>, %pages: tensor<?x?xi32>) {
  // expected-error @below {{'cedar.csa2_attention' op expected 'result' of the shape of 'input'}}
  %y = cedar.csa2_attention window "layers.1.attn" %input
      rows(%positions, %sequence, %length, %slots, %pages)
      {heads = 2 : i64, outputGroups = 2 : i64, rope = #cedar.rope<[1.0, 0.5]>,
       epsilon = 1.0e-06 : f32, ratio = 0 : i64, window = @window}
      : (tensor<?x64xbf16>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>,
         tensor<?x?xi32>) -> tensor<?x32xbf16>
  return
}

// -----

func.func @f(
    %input: tensor<?x64xbf16>, %positions: tensor<?xi32>, %sequence: tensor<?xi32>,
    %length: tensor<?xi32>, %slots: tensor<?xi32>, %pages: tensor<?x?xi32>) {
  // expected-error @below {{'cedar.csa2_attention' op expected 'heads' of at least 1, found 0}}
  %y = cedar.csa2_attention window "layers.1.attn" %input
      rows(%positions, %sequence, %length, %slots, %pages)
      {heads = 0 : i64, outputGroups = 2 : i64, rope = #cedar.rope<[1.0, 0.5]>,
       epsilon = 1.0e-06 : f32, ratio = 0 : i64, window = @window}
      : (tensor<?x64xbf16>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>,
         tensor<?x?xi32>) -> tensor<?x64xbf16>
  return
}

// -----

func.func @f(
    %input: tensor<?x64xbf16>, %positions: tensor<?xi32>, %sequence: tensor<?xi32>,
    %length: tensor<?xi32>, %slots: tensor<?xi32>, %pages: tensor<?x?xi32>) {
  // expected-error @below {{'cedar.csa2_attention' op expected 'outputGroups' of at least 1, found 0}}
  %y = cedar.csa2_attention window "layers.1.attn" %input
      rows(%positions, %sequence, %length, %slots, %pages)
      {heads = 2 : i64, outputGroups = 0 : i64, rope = #cedar.rope<[1.0, 0.5]>,
       epsilon = 1.0e-06 : f32, ratio = 0 : i64, window = @window}
      : (tensor<?x64xbf16>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>,
         tensor<?x?xi32>) -> tensor<?x64xbf16>
  return
}

// -----

func.func @f(
    %input: tensor<?x64xbf16>, %positions: tensor<?xi32>, %sequence: tensor<?xi32>,
    %length: tensor<?xi32>, %slots: tensor<?xi32>, %pages: tensor<?x?xi32>) {
  // expected-error @below {{'cedar.csa2_attention' op expected 'heads' in 2 output groups, found 3}}
  %y = cedar.csa2_attention window "layers.1.attn" %input
      rows(%positions, %sequence, %length, %slots, %pages)
      {heads = 3 : i64, outputGroups = 2 : i64, rope = #cedar.rope<[1.0, 0.5]>,
       epsilon = 1.0e-06 : f32, ratio = 0 : i64, window = @window}
      : (tensor<?x64xbf16>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>,
         tensor<?x?xi32>) -> tensor<?x64xbf16>
  return
}

// -----

func.func @f(
    %input: tensor<?x64xbf16>, %positions: tensor<?xi32>, %sequence: tensor<?xi32>,
    %length: tensor<?xi32>, %slots: tensor<?xi32>, %pages: tensor<?x?xi32>) {
  // expected-error @below {{'cedar.csa2_attention' op expected a positive 'epsilon', found 0}}
  %y = cedar.csa2_attention window "layers.1.attn" %input
      rows(%positions, %sequence, %length, %slots, %pages)
      {heads = 2 : i64, outputGroups = 2 : i64, rope = #cedar.rope<[1.0, 0.5]>,
       epsilon = 0.0 : f32, ratio = 0 : i64, window = @window}
      : (tensor<?x64xbf16>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>,
         tensor<?x?xi32>) -> tensor<?x64xbf16>
  return
}

// -----

func.func @f(
    %input: tensor<?x64xbf16>, %positions: tensor<?xi32>, %sequence: tensor<?xi32>,
    %length: tensor<?xi32>, %slots: tensor<?xi32>, %pages: tensor<?x?xi32>) {
  // expected-error @below {{'cedar.csa2_attention' op expected 'ratio' 0 in mode window, found 1}}
  %y = cedar.csa2_attention window "layers.1.attn" %input
      rows(%positions, %sequence, %length, %slots, %pages)
      {heads = 2 : i64, outputGroups = 2 : i64, rope = #cedar.rope<[1.0, 0.5]>,
       epsilon = 1.0e-06 : f32, ratio = 1 : i64, window = @window}
      : (tensor<?x64xbf16>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>,
         tensor<?x?xi32>) -> tensor<?x64xbf16>
  return
}

// -----

func.func @f(
    %input: tensor<?x64xbf16>, %positions: tensor<?xi32>, %sequence: tensor<?xi32>,
    %length: tensor<?xi32>, %slots: tensor<?xi32>, %pages: tensor<?x?xi32>,
    %selection: tensor<?x8xi32>) {
  // expected-error @below {{'cedar.csa2_attention' op expected 'ratio' of at least 1, found 0}}
  %y = cedar.csa2_attention reuse "layers.1.attn" %input
      rows(%positions, %sequence, %length, %slots, %pages) selection(%selection : tensor<?x8xi32>)
      {heads = 2 : i64, outputGroups = 2 : i64, rope = #cedar.rope<[1.0, 0.5]>,
       epsilon = 1.0e-06 : f32, ratio = 0 : i64, window = @window, compressed = @compressed_kv}
      : (tensor<?x64xbf16>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>,
         tensor<?x?xi32>) -> tensor<?x64xbf16>
  return
}

// -----

func.func @f(
    %input: tensor<?x64xbf16>, %positions: tensor<?xi32>, %sequence: tensor<?xi32>,
    %length: tensor<?xi32>, %slots: tensor<?xi32>, %pages: tensor<?x?xi32>) {
  // expected-error @below {{'cedar.csa2_attention' op expected 'indexHeads' of at least 0, found -1}}
  %y, %s = cedar.csa2_attention full "layers.1.attn" %input
      rows(%positions, %sequence, %length, %slots, %pages)
      {heads = 2 : i64, outputGroups = 2 : i64, rope = #cedar.rope<[1.0, 0.5]>,
       epsilon = 1.0e-06 : f32, ratio = 2 : i64, window = @window, compressed = @compressed_kv,
       keys = @index_keys, indexHeads = -1 : i64, topk = 8 : i64, tailValues = @tail_values,
       tailScores = @tail_scores}
      : (tensor<?x64xbf16>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>,
         tensor<?x?xi32>) -> tensor<?x64xbf16> selection tensor<?x8xi32>
  return
}

// -----

func.func @f(
    %input: tensor<?x64xbf16>, %positions: tensor<?xi32>, %sequence: tensor<?xi32>,
    %length: tensor<?xi32>, %slots: tensor<?xi32>, %pages: tensor<?x?xi32>) {
  // expected-error @below {{'cedar.csa2_attention' op expected 'topk' of at least 0, found -1}}
  %y, %s = cedar.csa2_attention full "layers.1.attn" %input
      rows(%positions, %sequence, %length, %slots, %pages)
      {heads = 2 : i64, outputGroups = 2 : i64, rope = #cedar.rope<[1.0, 0.5]>,
       epsilon = 1.0e-06 : f32, ratio = 2 : i64, window = @window, compressed = @compressed_kv,
       keys = @index_keys, indexHeads = 2 : i64, topk = -1 : i64, tailValues = @tail_values,
       tailScores = @tail_scores}
      : (tensor<?x64xbf16>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>,
         tensor<?x?xi32>) -> tensor<?x64xbf16> selection tensor<?x8xi32>
  return
}

// -----

func.func @f(
    %input: tensor<?x64xbf16>, %positions: tensor<?xi32>, %sequence: tensor<?xi32>,
    %length: tensor<?xi32>, %slots: tensor<?xi32>, %pages: tensor<?x?xi32>) {
  // expected-error @below {{'cedar.csa2_attention' op expected 'poolBlocks' of at least 0, found -1}}
  %y, %s = cedar.csa2_attention full "layers.1.attn" %input
      rows(%positions, %sequence, %length, %slots, %pages)
      {heads = 2 : i64, outputGroups = 2 : i64, rope = #cedar.rope<[1.0, 0.5]>,
       epsilon = 1.0e-06 : f32, ratio = 2 : i64, window = @window, compressed = @compressed_kv,
       keys = @index_keys, indexHeads = 2 : i64, topk = 8 : i64, tailValues = @tail_values,
       tailScores = @tail_scores, poolBlocks = -1 : i64}
      : (tensor<?x64xbf16>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>,
         tensor<?x?xi32>) -> tensor<?x64xbf16> selection tensor<?x8xi32>
  return
}

// -----

func.func @f(
    %input: tensor<?x64xbf16>, %positions: tensor<?xi32>, %sequence: tensor<?xi32>,
    %length: tensor<?xi32>, %slots: tensor<?xi32>, %pages: tensor<?x?xi32>) {
  // expected-error @below {{'cedar.csa2_attention' op expected 'poolBlockSize' of at least 0, found -1}}
  %y, %s = cedar.csa2_attention full "layers.1.attn" %input
      rows(%positions, %sequence, %length, %slots, %pages)
      {heads = 2 : i64, outputGroups = 2 : i64, rope = #cedar.rope<[1.0, 0.5]>,
       epsilon = 1.0e-06 : f32, ratio = 2 : i64, window = @window, compressed = @compressed_kv,
       keys = @index_keys, indexHeads = 2 : i64, topk = 8 : i64, tailValues = @tail_values,
       tailScores = @tail_scores, poolBlockSize = -1 : i64}
      : (tensor<?x64xbf16>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>,
         tensor<?x?xi32>) -> tensor<?x64xbf16> selection tensor<?x8xi32>
  return
}

// -----

func.func @f(
    %input: tensor<4x64xbf16>, %positions: tensor<?xi32>, %sequence: tensor<?xi32>,
    %length: tensor<?xi32>, %slots: tensor<?xi32>, %pages: tensor<?x?xi32>,
    %selection: tensor<5x8xi32>) {
  // expected-error @below {{'cedar.csa2_attention' op expected 'selection' of 4 rows as 'input', found 5}}
  %y = cedar.csa2_attention reuse "layers.1.attn" %input
      rows(%positions, %sequence, %length, %slots, %pages) selection(%selection : tensor<5x8xi32>)
      {heads = 2 : i64, outputGroups = 2 : i64, rope = #cedar.rope<[1.0, 0.5]>,
       epsilon = 1.0e-06 : f32, ratio = 2 : i64, window = @window, compressed = @compressed_kv}
      : (tensor<4x64xbf16>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>,
         tensor<?x?xi32>) -> tensor<4x64xbf16>
  return
}

// -----

func.func @f(
    %input: tensor<4x64xbf16>, %positions: tensor<?xi32>, %sequence: tensor<?xi32>,
    %length: tensor<?xi32>, %slots: tensor<?xi32>, %pages: tensor<?x?xi32>,
    %pool: tensor<5x4xi32>) {
  // expected-error @below {{'cedar.csa2_attention' op expected 'pool' of 4 rows as 'input', found 5}}
  %y, %s = cedar.csa2_attention reindex "layers.1.attn" %input
      rows(%positions, %sequence, %length, %slots, %pages) pool(%pool : tensor<5x4xi32>)
      {heads = 2 : i64, outputGroups = 2 : i64, rope = #cedar.rope<[1.0, 0.5]>,
       epsilon = 1.0e-06 : f32, ratio = 2 : i64, window = @window, compressed = @compressed_kv,
       keys = @index_keys, indexHeads = 2 : i64, topk = 8 : i64, poolBlockSize = 8 : i64}
      : (tensor<4x64xbf16>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>,
         tensor<?x?xi32>) -> tensor<4x64xbf16> selection tensor<?x8xi32>
  return
}

// -----

func.func @f(
    %input: tensor<4x64xbf16>, %positions: tensor<?xi32>, %sequence: tensor<?xi32>,
    %length: tensor<?xi32>, %slots: tensor<?xi32>, %pages: tensor<?x?xi32>) {
  // expected-error @below {{'cedar.csa2_attention' op expected 'outSelection' of 4 rows as 'input', found 5}}
  %y, %s = cedar.csa2_attention full "layers.1.attn" %input
      rows(%positions, %sequence, %length, %slots, %pages)
      {heads = 2 : i64, outputGroups = 2 : i64, rope = #cedar.rope<[1.0, 0.5]>,
       epsilon = 1.0e-06 : f32, ratio = 2 : i64, window = @window, compressed = @compressed_kv,
       keys = @index_keys, indexHeads = 2 : i64, topk = 8 : i64, tailValues = @tail_values,
       tailScores = @tail_scores}
      : (tensor<4x64xbf16>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>,
         tensor<?x?xi32>) -> tensor<4x64xbf16> selection tensor<5x8xi32>
  return
}

// -----

func.func @f(
    %input: tensor<?x64xbf16>, %positions: tensor<?xi32>, %sequence: tensor<?xi32>,
    %length: tensor<?xi32>, %slots: tensor<?xi32>, %pages: tensor<?x?xi32>) {
  // expected-error @below {{'cedar.csa2_attention' op expected dimension 1 of 'outSelection' to be 4, found 8}}
  %y, %s = cedar.csa2_attention full "layers.1.attn" %input
      rows(%positions, %sequence, %length, %slots, %pages)
      {heads = 2 : i64, outputGroups = 2 : i64, rope = #cedar.rope<[1.0, 0.5]>,
       epsilon = 1.0e-06 : f32, ratio = 2 : i64, window = @window, compressed = @compressed_kv,
       keys = @index_keys, indexHeads = 2 : i64, topk = 4 : i64, tailValues = @tail_values,
       tailScores = @tail_scores}
      : (tensor<?x64xbf16>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>,
         tensor<?x?xi32>) -> tensor<?x64xbf16> selection tensor<?x8xi32>
  return
}

// -----

func.func @f(
    %input: tensor<4x64xbf16>, %positions: tensor<?xi32>, %sequence: tensor<?xi32>,
    %length: tensor<?xi32>, %slots: tensor<?xi32>, %pages: tensor<?x?xi32>) {
  // expected-error @below {{'cedar.csa2_attention' op expected 'outPool' of 4 rows as 'input', found 5}}
  %y, %s, %p = cedar.csa2_attention full "layers.1.attn" %input
      rows(%positions, %sequence, %length, %slots, %pages)
      {heads = 2 : i64, outputGroups = 2 : i64, rope = #cedar.rope<[1.0, 0.5]>,
       epsilon = 1.0e-06 : f32, ratio = 2 : i64, window = @window, compressed = @compressed_kv,
       keys = @index_keys, indexHeads = 2 : i64, topk = 8 : i64, tailValues = @tail_values,
       tailScores = @tail_scores, poolBlocks = 4 : i64, poolBlockSize = 8 : i64}
      : (tensor<4x64xbf16>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>,
         tensor<?x?xi32>) -> tensor<4x64xbf16> selection tensor<?x8xi32> pool tensor<5x4xi32>
  return
}

// -----

func.func @f(
    %input: tensor<?x64xbf16>, %positions: tensor<?xi32>, %sequence: tensor<?xi32>,
    %length: tensor<?xi32>, %slots: tensor<?xi32>, %pages: tensor<?x?xi32>) {
  // expected-error @below {{'cedar.csa2_attention' op expected dimension 1 of 'outPool' to be 4, found 5}}
  %y, %s, %p = cedar.csa2_attention full "layers.1.attn" %input
      rows(%positions, %sequence, %length, %slots, %pages)
      {heads = 2 : i64, outputGroups = 2 : i64, rope = #cedar.rope<[1.0, 0.5]>,
       epsilon = 1.0e-06 : f32, ratio = 2 : i64, window = @window, compressed = @compressed_kv,
       keys = @index_keys, indexHeads = 2 : i64, topk = 8 : i64, tailValues = @tail_values,
       tailScores = @tail_scores, poolBlocks = 4 : i64, poolBlockSize = 8 : i64}
      : (tensor<?x64xbf16>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>,
         tensor<?x?xi32>) -> tensor<?x64xbf16> selection tensor<?x8xi32> pool tensor<?x5xi32>
  return
}

// -----

func.func @f(
    %input: tensor<?x64xbf16>, %positions: tensor<?xi32>, %sequence: tensor<?xi32>,
    %length: tensor<?xi32>, %slots: tensor<?xi32>, %pages: tensor<?x?xi32>) {
  // expected-error @below {{'cedar.csa2_attention' op expected no 'compressed' in mode window with ratio 0}}
  %y = cedar.csa2_attention window "layers.1.attn" %input
      rows(%positions, %sequence, %length, %slots, %pages)
      {heads = 2 : i64, outputGroups = 2 : i64, rope = #cedar.rope<[1.0, 0.5]>,
       epsilon = 1.0e-06 : f32, ratio = 0 : i64, window = @window, compressed = @compressed_kv}
      : (tensor<?x64xbf16>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>,
         tensor<?x?xi32>) -> tensor<?x64xbf16>
  return
}

// -----

func.func @f(
    %input: tensor<?x64xbf16>, %positions: tensor<?xi32>, %sequence: tensor<?xi32>,
    %length: tensor<?xi32>, %slots: tensor<?xi32>, %pages: tensor<?x?xi32>,
    %selection: tensor<?x8xi32>) {
  // expected-error @below {{'cedar.csa2_attention' op expected 'compressed' in mode reuse with ratio 2}}
  %y = cedar.csa2_attention reuse "layers.1.attn" %input
      rows(%positions, %sequence, %length, %slots, %pages) selection(%selection : tensor<?x8xi32>)
      {heads = 2 : i64, outputGroups = 2 : i64, rope = #cedar.rope<[1.0, 0.5]>,
       epsilon = 1.0e-06 : f32, ratio = 2 : i64, window = @window}
      : (tensor<?x64xbf16>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>,
         tensor<?x?xi32>) -> tensor<?x64xbf16>
  return
}

// -----

func.func @f(
    %input: tensor<?x64xbf16>, %positions: tensor<?xi32>, %sequence: tensor<?xi32>,
    %length: tensor<?xi32>, %slots: tensor<?xi32>, %pages: tensor<?x?xi32>,
    %selection: tensor<?x8xi32>) {
  // expected-error @below {{'cedar.csa2_attention' op expected no 'keys' in mode reuse with ratio 2}}
  %y = cedar.csa2_attention reuse "layers.1.attn" %input
      rows(%positions, %sequence, %length, %slots, %pages) selection(%selection : tensor<?x8xi32>)
      {heads = 2 : i64, outputGroups = 2 : i64, rope = #cedar.rope<[1.0, 0.5]>,
       epsilon = 1.0e-06 : f32, ratio = 2 : i64, window = @window, compressed = @compressed_kv,
       keys = @index_keys}
      : (tensor<?x64xbf16>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>,
         tensor<?x?xi32>) -> tensor<?x64xbf16>
  return
}

// -----

func.func @f(
    %input: tensor<?x64xbf16>, %positions: tensor<?xi32>, %sequence: tensor<?xi32>,
    %length: tensor<?xi32>, %slots: tensor<?xi32>, %pages: tensor<?x?xi32>) {
  // expected-error @below {{'cedar.csa2_attention' op expected 'keys' in mode reindex with ratio 2}}
  %y, %s = cedar.csa2_attention reindex "layers.1.attn" %input
      rows(%positions, %sequence, %length, %slots, %pages)
      {heads = 2 : i64, outputGroups = 2 : i64, rope = #cedar.rope<[1.0, 0.5]>,
       epsilon = 1.0e-06 : f32, ratio = 2 : i64, window = @window, compressed = @compressed_kv,
       indexHeads = 2 : i64, topk = 8 : i64}
      : (tensor<?x64xbf16>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>,
         tensor<?x?xi32>) -> tensor<?x64xbf16> selection tensor<?x8xi32>
  return
}

// -----

func.func @f(
    %input: tensor<?x64xbf16>, %positions: tensor<?xi32>, %sequence: tensor<?xi32>,
    %length: tensor<?xi32>, %slots: tensor<?xi32>, %pages: tensor<?x?xi32>) {
  // expected-error @below {{'cedar.csa2_attention' op expected no 'tailValues' in mode full with ratio 1}}
  %y, %s = cedar.csa2_attention full "layers.1.attn" %input
      rows(%positions, %sequence, %length, %slots, %pages)
      {heads = 2 : i64, outputGroups = 2 : i64, rope = #cedar.rope<[1.0, 0.5]>,
       epsilon = 1.0e-06 : f32, ratio = 1 : i64, window = @window, compressed = @compressed_kv,
       keys = @index_keys, indexHeads = 2 : i64, topk = 8 : i64, tailValues = @tail_values,
       tailScores = @tail_scores}
      : (tensor<?x64xbf16>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>,
         tensor<?x?xi32>) -> tensor<?x64xbf16> selection tensor<?x8xi32>
  return
}

// -----

func.func @f(
    %input: tensor<?x64xbf16>, %positions: tensor<?xi32>, %sequence: tensor<?xi32>,
    %length: tensor<?xi32>, %slots: tensor<?xi32>, %pages: tensor<?x?xi32>) {
  // expected-error @below {{'cedar.csa2_attention' op expected 'tailValues' in mode full with ratio 2}}
  %y, %s = cedar.csa2_attention full "layers.1.attn" %input
      rows(%positions, %sequence, %length, %slots, %pages)
      {heads = 2 : i64, outputGroups = 2 : i64, rope = #cedar.rope<[1.0, 0.5]>,
       epsilon = 1.0e-06 : f32, ratio = 2 : i64, window = @window, compressed = @compressed_kv,
       keys = @index_keys, indexHeads = 2 : i64, topk = 8 : i64, tailScores = @tail_scores}
      : (tensor<?x64xbf16>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>,
         tensor<?x?xi32>) -> tensor<?x64xbf16> selection tensor<?x8xi32>
  return
}

// -----

func.func @f(
    %input: tensor<?x64xbf16>, %positions: tensor<?xi32>, %sequence: tensor<?xi32>,
    %length: tensor<?xi32>, %slots: tensor<?xi32>, %pages: tensor<?x?xi32>) {
  // expected-error @below {{'cedar.csa2_attention' op expected 'tailScores' in mode full with ratio 2}}
  %y, %s = cedar.csa2_attention full "layers.1.attn" %input
      rows(%positions, %sequence, %length, %slots, %pages)
      {heads = 2 : i64, outputGroups = 2 : i64, rope = #cedar.rope<[1.0, 0.5]>,
       epsilon = 1.0e-06 : f32, ratio = 2 : i64, window = @window, compressed = @compressed_kv,
       keys = @index_keys, indexHeads = 2 : i64, topk = 8 : i64, tailValues = @tail_values}
      : (tensor<?x64xbf16>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>,
         tensor<?x?xi32>) -> tensor<?x64xbf16> selection tensor<?x8xi32>
  return
}

// -----

func.func @f(
    %input: tensor<?x64xbf16>, %positions: tensor<?xi32>, %sequence: tensor<?xi32>,
    %length: tensor<?xi32>, %slots: tensor<?xi32>, %pages: tensor<?x?xi32>) {
  // expected-error @below {{'cedar.csa2_attention' op expected 'selection' in mode reuse with ratio 2}}
  %y = cedar.csa2_attention reuse "layers.1.attn" %input
      rows(%positions, %sequence, %length, %slots, %pages)
      {heads = 2 : i64, outputGroups = 2 : i64, rope = #cedar.rope<[1.0, 0.5]>,
       epsilon = 1.0e-06 : f32, ratio = 2 : i64, window = @window, compressed = @compressed_kv}
      : (tensor<?x64xbf16>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>,
         tensor<?x?xi32>) -> tensor<?x64xbf16>
  return
}

// -----

func.func @f(
    %input: tensor<?x64xbf16>, %positions: tensor<?xi32>, %sequence: tensor<?xi32>,
    %length: tensor<?xi32>, %slots: tensor<?xi32>, %pages: tensor<?x?xi32>,
    %selection: tensor<?x8xi32>) {
  // expected-error @below {{'cedar.csa2_attention' op expected no 'selection' in mode full with ratio 2}}
  %y, %s = cedar.csa2_attention full "layers.1.attn" %input
      rows(%positions, %sequence, %length, %slots, %pages) selection(%selection : tensor<?x8xi32>)
      {heads = 2 : i64, outputGroups = 2 : i64, rope = #cedar.rope<[1.0, 0.5]>,
       epsilon = 1.0e-06 : f32, ratio = 2 : i64, window = @window, compressed = @compressed_kv,
       keys = @index_keys, indexHeads = 2 : i64, topk = 8 : i64, tailValues = @tail_values,
       tailScores = @tail_scores}
      : (tensor<?x64xbf16>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>,
         tensor<?x?xi32>) -> tensor<?x64xbf16> selection tensor<?x8xi32>
  return
}

// -----

func.func @f(
    %input: tensor<?x64xbf16>, %positions: tensor<?xi32>, %sequence: tensor<?xi32>,
    %length: tensor<?xi32>, %slots: tensor<?xi32>, %pages: tensor<?x?xi32>,
    %selection: tensor<?x8xi32>, %pool: tensor<?x4xi32>) {
  // expected-error @below {{'cedar.csa2_attention' op expected no 'pool' in mode reuse with ratio 2}}
  %y = cedar.csa2_attention reuse "layers.1.attn" %input
      rows(%positions, %sequence, %length, %slots, %pages) selection(%selection : tensor<?x8xi32>) pool(%pool : tensor<?x4xi32>)
      {heads = 2 : i64, outputGroups = 2 : i64, rope = #cedar.rope<[1.0, 0.5]>,
       epsilon = 1.0e-06 : f32, ratio = 2 : i64, window = @window, compressed = @compressed_kv,
       poolBlockSize = 8 : i64}
      : (tensor<?x64xbf16>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>,
         tensor<?x?xi32>) -> tensor<?x64xbf16>
  return
}

// -----

func.func @f(
    %input: tensor<?x64xbf16>, %positions: tensor<?xi32>, %sequence: tensor<?xi32>,
    %length: tensor<?xi32>, %slots: tensor<?xi32>, %pages: tensor<?x?xi32>,
    %selection: tensor<?x8xi32>) {
  // expected-error @below {{'cedar.csa2_attention' op expected no 'outSelection' in mode reuse with ratio 2}}
  %y, %s = cedar.csa2_attention reuse "layers.1.attn" %input
      rows(%positions, %sequence, %length, %slots, %pages) selection(%selection : tensor<?x8xi32>)
      {heads = 2 : i64, outputGroups = 2 : i64, rope = #cedar.rope<[1.0, 0.5]>,
       epsilon = 1.0e-06 : f32, ratio = 2 : i64, window = @window, compressed = @compressed_kv}
      : (tensor<?x64xbf16>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>,
         tensor<?x?xi32>) -> tensor<?x64xbf16> selection tensor<?x0xi32>
  return
}

// -----

func.func @f(
    %input: tensor<?x64xbf16>, %positions: tensor<?xi32>, %sequence: tensor<?xi32>,
    %length: tensor<?xi32>, %slots: tensor<?xi32>, %pages: tensor<?x?xi32>) {
  // expected-error @below {{'cedar.csa2_attention' op expected 'outSelection' in mode full with ratio 2}}
  %y = cedar.csa2_attention full "layers.1.attn" %input
      rows(%positions, %sequence, %length, %slots, %pages)
      {heads = 2 : i64, outputGroups = 2 : i64, rope = #cedar.rope<[1.0, 0.5]>,
       epsilon = 1.0e-06 : f32, ratio = 2 : i64, window = @window, compressed = @compressed_kv,
       keys = @index_keys, indexHeads = 2 : i64, topk = 8 : i64, tailValues = @tail_values,
       tailScores = @tail_scores}
      : (tensor<?x64xbf16>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>,
         tensor<?x?xi32>) -> tensor<?x64xbf16>
  return
}

// -----

func.func @f(
    %input: tensor<?x64xbf16>, %positions: tensor<?xi32>, %sequence: tensor<?xi32>,
    %length: tensor<?xi32>, %slots: tensor<?xi32>, %pages: tensor<?x?xi32>) {
  // expected-error @below {{'cedar.csa2_attention' op expected 'indexHeads' in mode reindex with ratio 2}}
  %y, %s = cedar.csa2_attention reindex "layers.1.attn" %input
      rows(%positions, %sequence, %length, %slots, %pages)
      {heads = 2 : i64, outputGroups = 2 : i64, rope = #cedar.rope<[1.0, 0.5]>,
       epsilon = 1.0e-06 : f32, ratio = 2 : i64, window = @window, compressed = @compressed_kv,
       keys = @index_keys, topk = 8 : i64}
      : (tensor<?x64xbf16>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>,
         tensor<?x?xi32>) -> tensor<?x64xbf16> selection tensor<?x8xi32>
  return
}

// -----

func.func @f(
    %input: tensor<?x64xbf16>, %positions: tensor<?xi32>, %sequence: tensor<?xi32>,
    %length: tensor<?xi32>, %slots: tensor<?xi32>, %pages: tensor<?x?xi32>,
    %selection: tensor<?x8xi32>) {
  // expected-error @below {{'cedar.csa2_attention' op expected no 'topk' in mode reuse with ratio 2}}
  %y = cedar.csa2_attention reuse "layers.1.attn" %input
      rows(%positions, %sequence, %length, %slots, %pages) selection(%selection : tensor<?x8xi32>)
      {heads = 2 : i64, outputGroups = 2 : i64, rope = #cedar.rope<[1.0, 0.5]>,
       epsilon = 1.0e-06 : f32, ratio = 2 : i64, window = @window, compressed = @compressed_kv,
       topk = 8 : i64}
      : (tensor<?x64xbf16>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>,
         tensor<?x?xi32>) -> tensor<?x64xbf16>
  return
}

// -----

func.func @f(
    %input: tensor<?x64xbf16>, %positions: tensor<?xi32>, %sequence: tensor<?xi32>,
    %length: tensor<?xi32>, %slots: tensor<?xi32>, %pages: tensor<?x?xi32>) {
  // expected-error @below {{'cedar.csa2_attention' op expected 'outPool' in mode full with ratio 2}}
  %y, %s = cedar.csa2_attention full "layers.1.attn" %input
      rows(%positions, %sequence, %length, %slots, %pages)
      {heads = 2 : i64, outputGroups = 2 : i64, rope = #cedar.rope<[1.0, 0.5]>,
       epsilon = 1.0e-06 : f32, ratio = 2 : i64, window = @window, compressed = @compressed_kv,
       keys = @index_keys, indexHeads = 2 : i64, topk = 8 : i64, tailValues = @tail_values,
       tailScores = @tail_scores, poolBlocks = 4 : i64, poolBlockSize = 8 : i64}
      : (tensor<?x64xbf16>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>,
         tensor<?x?xi32>) -> tensor<?x64xbf16> selection tensor<?x8xi32>
  return
}

// -----

func.func @f(
    %input: tensor<?x64xbf16>, %positions: tensor<?xi32>, %sequence: tensor<?xi32>,
    %length: tensor<?xi32>, %slots: tensor<?xi32>, %pages: tensor<?x?xi32>,
    %selection: tensor<?x8xi32>) {
  // expected-error @below {{'cedar.csa2_attention' op expected no 'poolBlocks' in mode reuse with ratio 2}}
  %y = cedar.csa2_attention reuse "layers.1.attn" %input
      rows(%positions, %sequence, %length, %slots, %pages) selection(%selection : tensor<?x8xi32>)
      {heads = 2 : i64, outputGroups = 2 : i64, rope = #cedar.rope<[1.0, 0.5]>,
       epsilon = 1.0e-06 : f32, ratio = 2 : i64, window = @window, compressed = @compressed_kv,
       poolBlocks = 4 : i64}
      : (tensor<?x64xbf16>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>,
         tensor<?x?xi32>) -> tensor<?x64xbf16>
  return
}

// -----

func.func @f(
    %input: tensor<?x64xbf16>, %positions: tensor<?xi32>, %sequence: tensor<?xi32>,
    %length: tensor<?xi32>, %slots: tensor<?xi32>, %pages: tensor<?x?xi32>) {
  // expected-error @below {{'cedar.csa2_attention' op expected 'poolBlockSize' in mode full with ratio 2}}
  %y, %s, %p = cedar.csa2_attention full "layers.1.attn" %input
      rows(%positions, %sequence, %length, %slots, %pages)
      {heads = 2 : i64, outputGroups = 2 : i64, rope = #cedar.rope<[1.0, 0.5]>,
       epsilon = 1.0e-06 : f32, ratio = 2 : i64, window = @window, compressed = @compressed_kv,
       keys = @index_keys, indexHeads = 2 : i64, topk = 8 : i64, tailValues = @tail_values,
       tailScores = @tail_scores, poolBlocks = 4 : i64}
      : (tensor<?x64xbf16>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>,
         tensor<?x?xi32>) -> tensor<?x64xbf16> selection tensor<?x8xi32> pool tensor<?x4xi32>
  return
}

// -----

cedar.weight @layers.1.attn.wq_a.weight from ["layers.1.attn.wq_a.weight", "layers.1.attn.wq_a.weight.scale"] : tensor<32x64xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [32, 32]>>
cedar.weight @layers.1.attn.q_norm.weight from ["layers.1.attn.q_norm.weight"] : tensor<32xbf16>
cedar.weight @layers.1.attn.wq_b.weight from ["layers.1.attn.wq_b.weight", "layers.1.attn.wq_b.weight.scale"] : tensor<128x32xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [32, 32]>>
cedar.weight @layers.1.attn.wkv.weight from ["layers.1.attn.wkv.weight", "layers.1.attn.wkv.weight.scale"] : tensor<64x64xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [32, 32]>>
cedar.weight @layers.1.attn.kv_norm.weight from ["layers.1.attn.kv_norm.weight"] : tensor<64xbf16>
cedar.weight @layers.1.attn.attn_sink from ["layers.1.attn.attn_sink"] : tensor<2xf32>
cedar.weight @layers.1.attn.wo_a.weight from ["layers.1.attn.wo_a.weight", "layers.1.attn.wo_a.weight.scale"] : tensor<64x64xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [32, 32]>>
cedar.weight @layers.1.attn.wo_b.weight from ["layers.1.attn.wo_b.weight", "layers.1.attn.wo_b.weight.scale"] : tensor<64x64xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [32, 32]>>
cedar.weight @layers.1.attn.indexer.wq_b.weight from ["layers.1.attn.indexer.wq_b.weight", "layers.1.attn.indexer.wq_b.weight.scale"] : tensor<64x32xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [32, 32]>>
cedar.weight @layers.1.attn.indexer.weights_proj.weight from ["layers.1.attn.indexer.weights_proj.weight"] : tensor<2x64xbf16>
cedar.weight @layers.1.attn.compressor.wkv.weight from ["layers.1.attn.compressor.wkv.weight"] : tensor<64x64xbf16>
cedar.weight @layers.1.attn.compressor.norm.weight from ["layers.1.attn.compressor.norm.weight"] : tensor<64xbf16>
cedar.weight @layers.1.attn.indexer.wk.weight from ["layers.1.attn.indexer.wk.weight"] : tensor<32x64xbf16>
cedar.weight @layers.1.attn.indexer.k_norm.weight from ["layers.1.attn.indexer.k_norm.weight"] : tensor<32xbf16>
cedar.weight @layers.1.attn.compressor.wgate.weight from ["layers.1.attn.compressor.wgate.weight"] : tensor<64x64xbf16>
cedar.state @compressed_kv "compressed_kv" layer 1 : !cedar.state<paged, 16, 2, tensor<64xf4E2M1FN, #cedar.scaled<f8E4M3FN, [1, 16]>>>
cedar.state @index_keys "index_keys" layer 1 : !cedar.state<paged, 16, 2, tensor<32xf4E2M1FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>>
cedar.state @tail_values "tail_values" layer 1 : !cedar.state<ring, 2, 1, tensor<64xf32>>
cedar.state @tail_scores "tail_scores" layer 1 : !cedar.state<ring, 2, 1, tensor<64xf32>>
func.func @f(
    %input: tensor<?x64xbf16>, %positions: tensor<?xi32>, %sequence: tensor<?xi32>,
    %length: tensor<?xi32>, %slots: tensor<?xi32>, %pages: tensor<?x?xi32>) {
  // expected-error @below {{'cedar.csa2_attention' op expected a cedar.state named 'window', found none}}
  %y, %s = cedar.csa2_attention full "layers.1.attn" %input
      rows(%positions, %sequence, %length, %slots, %pages)
      {heads = 2 : i64, outputGroups = 2 : i64, rope = #cedar.rope<[1.0, 0.5]>,
       epsilon = 1.0e-06 : f32, ratio = 2 : i64, window = @window, compressed = @compressed_kv,
       keys = @index_keys, indexHeads = 2 : i64, topk = 8 : i64, tailValues = @tail_values,
       tailScores = @tail_scores}
      : (tensor<?x64xbf16>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>,
         tensor<?x?xi32>) -> tensor<?x64xbf16> selection tensor<?x8xi32>
  return
}

// -----

cedar.weight @layers.1.attn.wq_a.weight from ["layers.1.attn.wq_a.weight", "layers.1.attn.wq_a.weight.scale"] : tensor<32x64xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [32, 32]>>
cedar.weight @layers.1.attn.q_norm.weight from ["layers.1.attn.q_norm.weight"] : tensor<32xbf16>
cedar.weight @layers.1.attn.wq_b.weight from ["layers.1.attn.wq_b.weight", "layers.1.attn.wq_b.weight.scale"] : tensor<128x32xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [32, 32]>>
cedar.weight @layers.1.attn.wkv.weight from ["layers.1.attn.wkv.weight", "layers.1.attn.wkv.weight.scale"] : tensor<64x64xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [32, 32]>>
cedar.weight @layers.1.attn.kv_norm.weight from ["layers.1.attn.kv_norm.weight"] : tensor<64xbf16>
cedar.weight @layers.1.attn.attn_sink from ["layers.1.attn.attn_sink"] : tensor<2xf32>
cedar.weight @layers.1.attn.wo_a.weight from ["layers.1.attn.wo_a.weight", "layers.1.attn.wo_a.weight.scale"] : tensor<64x64xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [32, 32]>>
cedar.weight @layers.1.attn.wo_b.weight from ["layers.1.attn.wo_b.weight", "layers.1.attn.wo_b.weight.scale"] : tensor<64x64xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [32, 32]>>
cedar.weight @layers.1.attn.indexer.wq_b.weight from ["layers.1.attn.indexer.wq_b.weight", "layers.1.attn.indexer.wq_b.weight.scale"] : tensor<64x32xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [32, 32]>>
cedar.weight @layers.1.attn.indexer.weights_proj.weight from ["layers.1.attn.indexer.weights_proj.weight"] : tensor<2x64xbf16>
cedar.weight @layers.1.attn.compressor.wkv.weight from ["layers.1.attn.compressor.wkv.weight"] : tensor<64x64xbf16>
cedar.weight @layers.1.attn.compressor.norm.weight from ["layers.1.attn.compressor.norm.weight"] : tensor<64xbf16>
cedar.weight @layers.1.attn.indexer.wk.weight from ["layers.1.attn.indexer.wk.weight"] : tensor<32x64xbf16>
cedar.weight @layers.1.attn.indexer.k_norm.weight from ["layers.1.attn.indexer.k_norm.weight"] : tensor<32xbf16>
cedar.weight @layers.1.attn.compressor.wgate.weight from ["layers.1.attn.compressor.wgate.weight"] : tensor<64x64xbf16>
// expected-note @below {{the state is here}}
cedar.state @window "compressed_kv" layer 1 : !cedar.state<paged, 16, 2, tensor<64xf4E2M1FN, #cedar.scaled<f8E4M3FN, [1, 16]>>>
cedar.state @compressed_kv "compressed_kv" layer 1 : !cedar.state<paged, 16, 2, tensor<64xf4E2M1FN, #cedar.scaled<f8E4M3FN, [1, 16]>>>
cedar.state @index_keys "index_keys" layer 1 : !cedar.state<paged, 16, 2, tensor<32xf4E2M1FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>>
cedar.state @tail_values "tail_values" layer 1 : !cedar.state<ring, 2, 1, tensor<64xf32>>
cedar.state @tail_scores "tail_scores" layer 1 : !cedar.state<ring, 2, 1, tensor<64xf32>>
func.func @f(
    %input: tensor<?x64xbf16>, %positions: tensor<?xi32>, %sequence: tensor<?xi32>,
    %length: tensor<?xi32>, %slots: tensor<?xi32>, %pages: tensor<?x?xi32>) {
  // expected-error @below {{'cedar.csa2_attention' op expected the state 'window' to have role 'window', found 'compressed_kv'}}
  %y, %s = cedar.csa2_attention full "layers.1.attn" %input
      rows(%positions, %sequence, %length, %slots, %pages)
      {heads = 2 : i64, outputGroups = 2 : i64, rope = #cedar.rope<[1.0, 0.5]>,
       epsilon = 1.0e-06 : f32, ratio = 2 : i64, window = @window, compressed = @compressed_kv,
       keys = @index_keys, indexHeads = 2 : i64, topk = 8 : i64, tailValues = @tail_values,
       tailScores = @tail_scores}
      : (tensor<?x64xbf16>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>,
         tensor<?x?xi32>) -> tensor<?x64xbf16> selection tensor<?x8xi32>
  return
}

// -----

cedar.weight @layers.1.attn.wq_a.weight from ["layers.1.attn.wq_a.weight", "layers.1.attn.wq_a.weight.scale"] : tensor<32x64xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [32, 32]>>
cedar.weight @layers.1.attn.q_norm.weight from ["layers.1.attn.q_norm.weight"] : tensor<32xbf16>
cedar.weight @layers.1.attn.wq_b.weight from ["layers.1.attn.wq_b.weight", "layers.1.attn.wq_b.weight.scale"] : tensor<128x32xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [32, 32]>>
cedar.weight @layers.1.attn.wkv.weight from ["layers.1.attn.wkv.weight", "layers.1.attn.wkv.weight.scale"] : tensor<64x64xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [32, 32]>>
cedar.weight @layers.1.attn.kv_norm.weight from ["layers.1.attn.kv_norm.weight"] : tensor<64xbf16>
cedar.weight @layers.1.attn.attn_sink from ["layers.1.attn.attn_sink"] : tensor<2xf32>
cedar.weight @layers.1.attn.wo_a.weight from ["layers.1.attn.wo_a.weight", "layers.1.attn.wo_a.weight.scale"] : tensor<64x64xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [32, 32]>>
cedar.weight @layers.1.attn.wo_b.weight from ["layers.1.attn.wo_b.weight", "layers.1.attn.wo_b.weight.scale"] : tensor<64x64xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [32, 32]>>
cedar.weight @layers.1.attn.indexer.wq_b.weight from ["layers.1.attn.indexer.wq_b.weight", "layers.1.attn.indexer.wq_b.weight.scale"] : tensor<64x32xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [32, 32]>>
cedar.weight @layers.1.attn.indexer.weights_proj.weight from ["layers.1.attn.indexer.weights_proj.weight"] : tensor<2x64xbf16>
cedar.weight @layers.1.attn.compressor.wkv.weight from ["layers.1.attn.compressor.wkv.weight"] : tensor<64x64xbf16>
cedar.weight @layers.1.attn.compressor.norm.weight from ["layers.1.attn.compressor.norm.weight"] : tensor<64xbf16>
cedar.weight @layers.1.attn.indexer.wk.weight from ["layers.1.attn.indexer.wk.weight"] : tensor<32x64xbf16>
cedar.weight @layers.1.attn.indexer.k_norm.weight from ["layers.1.attn.indexer.k_norm.weight"] : tensor<32xbf16>
cedar.weight @layers.1.attn.compressor.wgate.weight from ["layers.1.attn.compressor.wgate.weight"] : tensor<64x64xbf16>
cedar.state @window "window" layer 1 : !cedar.state<ring, 16, 1, tensor<64xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>>
cedar.state @compressed_kv "compressed_kv" layer 1 : !cedar.state<paged, 16, 1, tensor<64xf4E2M1FN, #cedar.scaled<f8E4M3FN, [1, 16]>>>
cedar.state @index_keys "index_keys" layer 1 : !cedar.state<paged, 16, 2, tensor<32xf4E2M1FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>>
cedar.state @tail_values "tail_values" layer 1 : !cedar.state<ring, 2, 1, tensor<64xf32>>
cedar.state @tail_scores "tail_scores" layer 1 : !cedar.state<ring, 2, 1, tensor<64xf32>>
func.func @f(
    %input: tensor<?x64xbf16>, %positions: tensor<?xi32>, %sequence: tensor<?xi32>,
    %length: tensor<?xi32>, %slots: tensor<?xi32>, %pages: tensor<?x?xi32>) {
  // expected-error @below {{'cedar.csa2_attention' op expected the state 'compressed_kv' of ratio 2, found 1}}
  %y, %s = cedar.csa2_attention full "layers.1.attn" %input
      rows(%positions, %sequence, %length, %slots, %pages)
      {heads = 2 : i64, outputGroups = 2 : i64, rope = #cedar.rope<[1.0, 0.5]>,
       epsilon = 1.0e-06 : f32, ratio = 2 : i64, window = @window, compressed = @compressed_kv,
       keys = @index_keys, indexHeads = 2 : i64, topk = 8 : i64, tailValues = @tail_values,
       tailScores = @tail_scores}
      : (tensor<?x64xbf16>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>,
         tensor<?x?xi32>) -> tensor<?x64xbf16> selection tensor<?x8xi32>
  return
}

// -----

cedar.weight @layers.1.attn.wq_a.weight from ["layers.1.attn.wq_a.weight", "layers.1.attn.wq_a.weight.scale"] : tensor<32x64xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [32, 32]>>
cedar.weight @layers.1.attn.q_norm.weight from ["layers.1.attn.q_norm.weight"] : tensor<32xbf16>
cedar.weight @layers.1.attn.wq_b.weight from ["layers.1.attn.wq_b.weight", "layers.1.attn.wq_b.weight.scale"] : tensor<128x32xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [32, 32]>>
cedar.weight @layers.1.attn.wkv.weight from ["layers.1.attn.wkv.weight", "layers.1.attn.wkv.weight.scale"] : tensor<64x64xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [32, 32]>>
cedar.weight @layers.1.attn.kv_norm.weight from ["layers.1.attn.kv_norm.weight"] : tensor<64xbf16>
cedar.weight @layers.1.attn.attn_sink from ["layers.1.attn.attn_sink"] : tensor<2xf32>
cedar.weight @layers.1.attn.wo_a.weight from ["layers.1.attn.wo_a.weight", "layers.1.attn.wo_a.weight.scale"] : tensor<64x64xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [32, 32]>>
cedar.weight @layers.1.attn.wo_b.weight from ["layers.1.attn.wo_b.weight", "layers.1.attn.wo_b.weight.scale"] : tensor<64x64xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [32, 32]>>
cedar.weight @layers.1.attn.indexer.wq_b.weight from ["layers.1.attn.indexer.wq_b.weight", "layers.1.attn.indexer.wq_b.weight.scale"] : tensor<64x32xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [32, 32]>>
cedar.weight @layers.1.attn.indexer.weights_proj.weight from ["layers.1.attn.indexer.weights_proj.weight"] : tensor<2x64xbf16>
cedar.weight @layers.1.attn.compressor.wkv.weight from ["layers.1.attn.compressor.wkv.weight"] : tensor<64x64xbf16>
cedar.weight @layers.1.attn.compressor.norm.weight from ["layers.1.attn.compressor.norm.weight"] : tensor<64xbf16>
cedar.weight @layers.1.attn.indexer.wk.weight from ["layers.1.attn.indexer.wk.weight"] : tensor<32x64xbf16>
cedar.weight @layers.1.attn.indexer.k_norm.weight from ["layers.1.attn.indexer.k_norm.weight"] : tensor<32xbf16>
cedar.weight @layers.1.attn.compressor.wgate.weight from ["layers.1.attn.compressor.wgate.weight"] : tensor<64x64xbf16>
cedar.state @window "window" layer 1 : !cedar.state<ring, 16, 1, tensor<64xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>>
cedar.state @compressed_kv "compressed_kv" layer 1 : !cedar.state<paged, 16, 2, tensor<32xf4E2M1FN, #cedar.scaled<f8E4M3FN, [1, 16]>>>
cedar.state @index_keys "index_keys" layer 1 : !cedar.state<paged, 16, 2, tensor<32xf4E2M1FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>>
cedar.state @tail_values "tail_values" layer 1 : !cedar.state<ring, 2, 1, tensor<64xf32>>
cedar.state @tail_scores "tail_scores" layer 1 : !cedar.state<ring, 2, 1, tensor<64xf32>>
func.func @f(
    %input: tensor<?x64xbf16>, %positions: tensor<?xi32>, %sequence: tensor<?xi32>,
    %length: tensor<?xi32>, %slots: tensor<?xi32>, %pages: tensor<?x?xi32>) {
  // expected-error @below {{'cedar.csa2_attention' op expected rows of the state 'compressed_kv' of 64 channels, found 32}}
  %y, %s = cedar.csa2_attention full "layers.1.attn" %input
      rows(%positions, %sequence, %length, %slots, %pages)
      {heads = 2 : i64, outputGroups = 2 : i64, rope = #cedar.rope<[1.0, 0.5]>,
       epsilon = 1.0e-06 : f32, ratio = 2 : i64, window = @window, compressed = @compressed_kv,
       keys = @index_keys, indexHeads = 2 : i64, topk = 8 : i64, tailValues = @tail_values,
       tailScores = @tail_scores}
      : (tensor<?x64xbf16>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>,
         tensor<?x?xi32>) -> tensor<?x64xbf16> selection tensor<?x8xi32>
  return
}

// -----

cedar.weight @layers.1.attn.wq_a.weight from ["layers.1.attn.wq_a.weight", "layers.1.attn.wq_a.weight.scale"] : tensor<32x64xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [32, 32]>>
cedar.weight @layers.1.attn.q_norm.weight from ["layers.1.attn.q_norm.weight"] : tensor<32xbf16>
cedar.weight @layers.1.attn.wq_b.weight from ["layers.1.attn.wq_b.weight", "layers.1.attn.wq_b.weight.scale"] : tensor<128x32xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [32, 32]>>
cedar.weight @layers.1.attn.wkv.weight from ["layers.1.attn.wkv.weight", "layers.1.attn.wkv.weight.scale"] : tensor<64x64xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [32, 32]>>
cedar.weight @layers.1.attn.kv_norm.weight from ["layers.1.attn.kv_norm.weight"] : tensor<64xbf16>
cedar.weight @layers.1.attn.attn_sink from ["layers.1.attn.attn_sink"] : tensor<2xf32>
cedar.weight @layers.1.attn.wo_a.weight from ["layers.1.attn.wo_a.weight", "layers.1.attn.wo_a.weight.scale"] : tensor<64x64xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [32, 32]>>
cedar.weight @layers.1.attn.wo_b.weight from ["layers.1.attn.wo_b.weight", "layers.1.attn.wo_b.weight.scale"] : tensor<64x64xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [32, 32]>>
cedar.weight @layers.1.attn.indexer.wq_b.weight from ["layers.1.attn.indexer.wq_b.weight", "layers.1.attn.indexer.wq_b.weight.scale"] : tensor<64x32xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [32, 32]>>
cedar.weight @layers.1.attn.indexer.weights_proj.weight from ["layers.1.attn.indexer.weights_proj.weight"] : tensor<2x64xbf16>
cedar.weight @layers.1.attn.compressor.wkv.weight from ["layers.1.attn.compressor.wkv.weight"] : tensor<64x64xbf16>
cedar.weight @layers.1.attn.compressor.norm.weight from ["layers.1.attn.compressor.norm.weight"] : tensor<64xbf16>
cedar.weight @layers.1.attn.indexer.wk.weight from ["layers.1.attn.indexer.wk.weight"] : tensor<32x64xbf16>
cedar.weight @layers.1.attn.indexer.k_norm.weight from ["layers.1.attn.indexer.k_norm.weight"] : tensor<32xbf16>
cedar.weight @layers.1.attn.compressor.wgate.weight from ["layers.1.attn.compressor.wgate.weight"] : tensor<64x64xbf16>
cedar.state @window "window" layer 1 : !cedar.state<ring, 16, 1, tensor<64xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>>
cedar.state @compressed_kv "compressed_kv" layer 1 : !cedar.state<paged, 16, 2, tensor<64xf4E2M1FN, #cedar.scaled<f8E4M3FN, [1, 16]>>>
cedar.state @index_keys "index_keys" layer 1 : !cedar.state<paged, 16, 2, tensor<32xf4E2M1FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>>
// expected-note @below {{the state is here}}
cedar.state @tail_values "tail_scores" layer 1 : !cedar.state<ring, 2, 1, tensor<64xf32>>
cedar.state @tail_scores "tail_scores" layer 1 : !cedar.state<ring, 2, 1, tensor<64xf32>>
func.func @f(
    %input: tensor<?x64xbf16>, %positions: tensor<?xi32>, %sequence: tensor<?xi32>,
    %length: tensor<?xi32>, %slots: tensor<?xi32>, %pages: tensor<?x?xi32>) {
  // expected-error @below {{'cedar.csa2_attention' op expected the state 'tail_values' to have role 'tail_values', found 'tail_scores'}}
  %y, %s = cedar.csa2_attention full "layers.1.attn" %input
      rows(%positions, %sequence, %length, %slots, %pages)
      {heads = 2 : i64, outputGroups = 2 : i64, rope = #cedar.rope<[1.0, 0.5]>,
       epsilon = 1.0e-06 : f32, ratio = 2 : i64, window = @window, compressed = @compressed_kv,
       keys = @index_keys, indexHeads = 2 : i64, topk = 8 : i64, tailValues = @tail_values,
       tailScores = @tail_scores}
      : (tensor<?x64xbf16>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>,
         tensor<?x?xi32>) -> tensor<?x64xbf16> selection tensor<?x8xi32>
  return
}

// -----

cedar.weight @layers.1.attn.wq_a.weight from ["layers.1.attn.wq_a.weight", "layers.1.attn.wq_a.weight.scale"] : tensor<32x64xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [32, 32]>>
cedar.weight @layers.1.attn.q_norm.weight from ["layers.1.attn.q_norm.weight"] : tensor<32xbf16>
cedar.weight @layers.1.attn.wq_b.weight from ["layers.1.attn.wq_b.weight", "layers.1.attn.wq_b.weight.scale"] : tensor<128x32xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [32, 32]>>
cedar.weight @layers.1.attn.wkv.weight from ["layers.1.attn.wkv.weight", "layers.1.attn.wkv.weight.scale"] : tensor<64x64xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [32, 32]>>
cedar.weight @layers.1.attn.kv_norm.weight from ["layers.1.attn.kv_norm.weight"] : tensor<64xbf16>
cedar.weight @layers.1.attn.attn_sink from ["layers.1.attn.attn_sink"] : tensor<2xf32>
cedar.weight @layers.1.attn.wo_a.weight from ["layers.1.attn.wo_a.weight", "layers.1.attn.wo_a.weight.scale"] : tensor<64x64xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [32, 32]>>
cedar.weight @layers.1.attn.wo_b.weight from ["layers.1.attn.wo_b.weight", "layers.1.attn.wo_b.weight.scale"] : tensor<64x64xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [32, 32]>>
cedar.weight @layers.1.attn.indexer.wq_b.weight from ["layers.1.attn.indexer.wq_b.weight", "layers.1.attn.indexer.wq_b.weight.scale"] : tensor<64x32xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [32, 32]>>
cedar.weight @layers.1.attn.indexer.weights_proj.weight from ["layers.1.attn.indexer.weights_proj.weight"] : tensor<2x64xbf16>
cedar.weight @layers.1.attn.compressor.wkv.weight from ["layers.1.attn.compressor.wkv.weight"] : tensor<64x64xbf16>
cedar.weight @layers.1.attn.compressor.norm.weight from ["layers.1.attn.compressor.norm.weight"] : tensor<64xbf16>
cedar.weight @layers.1.attn.indexer.wk.weight from ["layers.1.attn.indexer.wk.weight"] : tensor<32x64xbf16>
cedar.weight @layers.1.attn.indexer.k_norm.weight from ["layers.1.attn.indexer.k_norm.weight"] : tensor<32xbf16>
cedar.weight @layers.1.attn.compressor.wgate.weight from ["layers.1.attn.compressor.wgate.weight"] : tensor<64x64xbf16>
cedar.state @window "window" layer 1 : !cedar.state<ring, 16, 1, tensor<64xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>>
cedar.state @compressed_kv "compressed_kv" layer 1 : !cedar.state<paged, 16, 2, tensor<64xf4E2M1FN, #cedar.scaled<f8E4M3FN, [1, 16]>>>
cedar.state @index_keys "index_keys" layer 1 : !cedar.state<paged, 16, 2, tensor<32xf4E2M1FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>>
cedar.state @tail_values "tail_values" layer 1 : !cedar.state<ring, 2, 1, tensor<64xf32>>
cedar.state @tail_scores "tail_scores" layer 1 : !cedar.state<ring, 2, 1, tensor<32xf32>>
func.func @f(
    %input: tensor<?x64xbf16>, %positions: tensor<?xi32>, %sequence: tensor<?xi32>,
    %length: tensor<?xi32>, %slots: tensor<?xi32>, %pages: tensor<?x?xi32>) {
  // expected-error @below {{'cedar.csa2_attention' op expected rows of the state 'tail_scores' of 64 values, found 32}}
  %y, %s = cedar.csa2_attention full "layers.1.attn" %input
      rows(%positions, %sequence, %length, %slots, %pages)
      {heads = 2 : i64, outputGroups = 2 : i64, rope = #cedar.rope<[1.0, 0.5]>,
       epsilon = 1.0e-06 : f32, ratio = 2 : i64, window = @window, compressed = @compressed_kv,
       keys = @index_keys, indexHeads = 2 : i64, topk = 8 : i64, tailValues = @tail_values,
       tailScores = @tail_scores}
      : (tensor<?x64xbf16>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>,
         tensor<?x?xi32>) -> tensor<?x64xbf16> selection tensor<?x8xi32>
  return
}

// -----

cedar.weight @layers.1.attn.wq_a.weight from ["layers.1.attn.wq_a.weight", "layers.1.attn.wq_a.weight.scale"] : tensor<32x64xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [32, 32]>>
cedar.weight @layers.1.attn.q_norm.weight from ["layers.1.attn.q_norm.weight"] : tensor<32xbf16>
cedar.weight @layers.1.attn.wq_b.weight from ["layers.1.attn.wq_b.weight", "layers.1.attn.wq_b.weight.scale"] : tensor<128x32xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [32, 32]>>
cedar.weight @layers.1.attn.wkv.weight from ["layers.1.attn.wkv.weight", "layers.1.attn.wkv.weight.scale"] : tensor<64x64xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [32, 32]>>
cedar.weight @layers.1.attn.kv_norm.weight from ["layers.1.attn.kv_norm.weight"] : tensor<64xbf16>
cedar.weight @layers.1.attn.attn_sink from ["layers.1.attn.attn_sink"] : tensor<2xf32>
cedar.weight @layers.1.attn.wo_a.weight from ["layers.1.attn.wo_a.weight", "layers.1.attn.wo_a.weight.scale"] : tensor<64x64xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [32, 32]>>
cedar.weight @layers.1.attn.wo_b.weight from ["layers.1.attn.wo_b.weight", "layers.1.attn.wo_b.weight.scale"] : tensor<64x64xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [32, 32]>>
cedar.weight @layers.1.attn.indexer.wq_b.weight from ["layers.1.attn.indexer.wq_b.weight", "layers.1.attn.indexer.wq_b.weight.scale"] : tensor<64x32xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [32, 32]>>
cedar.weight @layers.1.attn.indexer.weights_proj.weight from ["layers.1.attn.indexer.weights_proj.weight"] : tensor<2x64xbf16>
cedar.weight @layers.1.attn.compressor.wkv.weight from ["layers.1.attn.compressor.wkv.weight"] : tensor<64x64xbf16>
cedar.weight @layers.1.attn.compressor.norm.weight from ["layers.1.attn.compressor.norm.weight"] : tensor<64xbf16>
cedar.weight @layers.1.attn.indexer.wk.weight from ["layers.1.attn.indexer.wk.weight"] : tensor<32x64xbf16>
cedar.weight @layers.1.attn.indexer.k_norm.weight from ["layers.1.attn.indexer.k_norm.weight"] : tensor<32xbf16>
cedar.weight @layers.1.attn.compressor.wgate.weight from ["layers.1.attn.compressor.wgate.weight"] : tensor<64x64xbf16>
cedar.state @window "window" layer 1 : !cedar.state<ring, 16, 1, tensor<64xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>>
cedar.state @compressed_kv "compressed_kv" layer 1 : !cedar.state<paged, 16, 4, tensor<64xf4E2M1FN, #cedar.scaled<f8E4M3FN, [1, 16]>>>
cedar.state @index_keys "index_keys" layer 1 : !cedar.state<paged, 16, 4, tensor<32xf4E2M1FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>>
cedar.state @tail_values "tail_values" layer 1 : !cedar.state<ring, 2, 1, tensor<64xf32>>
cedar.state @tail_scores "tail_scores" layer 1 : !cedar.state<ring, 2, 1, tensor<64xf32>>
func.func @f(
    %input: tensor<?x64xbf16>, %positions: tensor<?xi32>, %sequence: tensor<?xi32>,
    %length: tensor<?xi32>, %slots: tensor<?xi32>, %pages: tensor<?x?xi32>) {
  // expected-error @below {{'cedar.csa2_attention' op expected the state 'tail_values' to keep 3 rows or more, found 2}}
  %y, %s = cedar.csa2_attention full "layers.1.attn" %input
      rows(%positions, %sequence, %length, %slots, %pages)
      {heads = 2 : i64, outputGroups = 2 : i64, rope = #cedar.rope<[1.0, 0.5]>,
       epsilon = 1.0e-06 : f32, ratio = 4 : i64, window = @window, compressed = @compressed_kv,
       keys = @index_keys, indexHeads = 2 : i64, topk = 8 : i64, tailValues = @tail_values,
       tailScores = @tail_scores}
      : (tensor<?x64xbf16>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>,
         tensor<?x?xi32>) -> tensor<?x64xbf16> selection tensor<?x8xi32>
  return
}

// -----

cedar.weight @layers.1.attn.wq_a.weight from ["layers.1.attn.wq_a.weight", "layers.1.attn.wq_a.weight.scale"] : tensor<32x64xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [32, 32]>>
cedar.weight @layers.1.attn.q_norm.weight from ["layers.1.attn.q_norm.weight"] : tensor<32xbf16>
cedar.weight @layers.1.attn.wq_b.weight from ["layers.1.attn.wq_b.weight", "layers.1.attn.wq_b.weight.scale"] : tensor<128x32xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [32, 32]>>
cedar.weight @layers.1.attn.wkv.weight from ["layers.1.attn.wkv.weight", "layers.1.attn.wkv.weight.scale"] : tensor<64x64xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [32, 32]>>
cedar.weight @layers.1.attn.kv_norm.weight from ["layers.1.attn.kv_norm.weight"] : tensor<64xbf16>
cedar.weight @layers.1.attn.attn_sink from ["layers.1.attn.attn_sink"] : tensor<2xf32>
cedar.weight @layers.1.attn.wo_a.weight from ["layers.1.attn.wo_a.weight", "layers.1.attn.wo_a.weight.scale"] : tensor<64x64xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [32, 32]>>
cedar.weight @layers.1.attn.wo_b.weight from ["layers.1.attn.wo_b.weight", "layers.1.attn.wo_b.weight.scale"] : tensor<64x64xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [32, 32]>>
cedar.weight @layers.1.attn.indexer.wq_b.weight from ["layers.1.attn.indexer.wq_b.weight", "layers.1.attn.indexer.wq_b.weight.scale"] : tensor<64x32xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [32, 32]>>
cedar.weight @layers.1.attn.indexer.weights_proj.weight from ["layers.1.attn.indexer.weights_proj.weight"] : tensor<2x64xbf16>
cedar.weight @layers.1.attn.compressor.wkv.weight from ["layers.1.attn.compressor.wkv.weight"] : tensor<64x64xbf16>
cedar.weight @layers.1.attn.compressor.norm.weight from ["layers.1.attn.compressor.norm.weight"] : tensor<64xbf16>
cedar.weight @layers.1.attn.indexer.wk.weight from ["layers.1.attn.indexer.wk.weight"] : tensor<32x64xbf16>
cedar.weight @layers.1.attn.indexer.k_norm.weight from ["layers.1.attn.indexer.k_norm.weight"] : tensor<32xbf16>
cedar.weight @layers.1.attn.compressor.wgate.weight from ["layers.1.attn.compressor.wgate.weight"] : tensor<64x64xbf16>
cedar.state @window "window" layer 1 : !cedar.state<ring, 16, 1, tensor<64xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>>
cedar.state @compressed_kv "compressed_kv" layer 1 : !cedar.state<paged, 16, 2, tensor<64xf4E2M1FN, #cedar.scaled<f8E4M3FN, [1, 16]>>>
cedar.state @index_keys "index_keys" layer 1 : !cedar.state<paged, 16, 1, tensor<32xf4E2M1FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>>
cedar.state @tail_values "tail_values" layer 1 : !cedar.state<ring, 2, 1, tensor<64xf32>>
cedar.state @tail_scores "tail_scores" layer 1 : !cedar.state<ring, 2, 1, tensor<64xf32>>
func.func @f(
    %input: tensor<?x64xbf16>, %positions: tensor<?xi32>, %sequence: tensor<?xi32>,
    %length: tensor<?xi32>, %slots: tensor<?xi32>, %pages: tensor<?x?xi32>) {
  // expected-error @below {{'cedar.csa2_attention' op expected the state 'index_keys' of ratio 2, found 1}}
  %y, %s = cedar.csa2_attention full "layers.1.attn" %input
      rows(%positions, %sequence, %length, %slots, %pages)
      {heads = 2 : i64, outputGroups = 2 : i64, rope = #cedar.rope<[1.0, 0.5]>,
       epsilon = 1.0e-06 : f32, ratio = 2 : i64, window = @window, compressed = @compressed_kv,
       keys = @index_keys, indexHeads = 2 : i64, topk = 8 : i64, tailValues = @tail_values,
       tailScores = @tail_scores}
      : (tensor<?x64xbf16>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>,
         tensor<?x?xi32>) -> tensor<?x64xbf16> selection tensor<?x8xi32>
  return
}

// -----

cedar.weight @layers.1.attn.wq_a.weight from ["layers.1.attn.wq_a.weight", "layers.1.attn.wq_a.weight.scale"] : tensor<32x64xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [32, 32]>>
cedar.weight @layers.1.attn.q_norm.weight from ["layers.1.attn.q_norm.weight"] : tensor<32xbf16>
cedar.weight @layers.1.attn.wq_b.weight from ["layers.1.attn.wq_b.weight", "layers.1.attn.wq_b.weight.scale"] : tensor<128x32xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [32, 32]>>
cedar.weight @layers.1.attn.wkv.weight from ["layers.1.attn.wkv.weight", "layers.1.attn.wkv.weight.scale"] : tensor<64x64xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [32, 32]>>
cedar.weight @layers.1.attn.kv_norm.weight from ["layers.1.attn.kv_norm.weight"] : tensor<64xbf16>
cedar.weight @layers.1.attn.attn_sink from ["layers.1.attn.attn_sink"] : tensor<2xf32>
cedar.weight @layers.1.attn.wo_a.weight from ["layers.1.attn.wo_a.weight", "layers.1.attn.wo_a.weight.scale"] : tensor<64x64xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [32, 32]>>
cedar.weight @layers.1.attn.wo_b.weight from ["layers.1.attn.wo_b.weight", "layers.1.attn.wo_b.weight.scale"] : tensor<64x64xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [32, 32]>>
cedar.weight @layers.1.attn.indexer.wq_b.weight from ["layers.1.attn.indexer.wq_b.weight", "layers.1.attn.indexer.wq_b.weight.scale"] : tensor<64x32xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [32, 32]>>
cedar.weight @layers.1.attn.indexer.weights_proj.weight from ["layers.1.attn.indexer.weights_proj.weight"] : tensor<2x64xbf16>
cedar.weight @layers.1.attn.compressor.wkv.weight from ["layers.1.attn.compressor.wkv.weight"] : tensor<64x64xbf16>
cedar.weight @layers.1.attn.compressor.norm.weight from ["layers.1.attn.compressor.norm.weight"] : tensor<64xbf16>
cedar.weight @layers.1.attn.indexer.wk.weight from ["layers.1.attn.indexer.wk.weight"] : tensor<32x64xbf16>
cedar.weight @layers.1.attn.indexer.k_norm.weight from ["layers.1.attn.indexer.k_norm.weight"] : tensor<32xbf16>
cedar.weight @layers.1.attn.compressor.wgate.weight from ["layers.1.attn.compressor.wgate.weight"] : tensor<64x64xbf16>
cedar.state @window "window" layer 1 : !cedar.state<ring, 16, 1, tensor<64xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>>
cedar.state @compressed_kv "compressed_kv" layer 1 : !cedar.state<paged, 16, 2, tensor<64xf4E2M1FN, #cedar.scaled<f8E4M3FN, [1, 16]>>>
cedar.state @index_keys "index_keys" layer 1 : !cedar.state<paged, 16, 2, tensor<32xf4E2M1FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>>
cedar.state @tail_values "tail_values" layer 1 : !cedar.state<ring, 2, 1, tensor<64xf32>>
cedar.state @tail_scores "tail_scores" layer 1 : !cedar.state<ring, 2, 1, tensor<64xf32>>
func.func @f(
    %input: tensor<?x64xbf16>, %positions: tensor<?xi32>, %sequence: tensor<?xi32>,
    %length: tensor<?xi32>, %slots: tensor<?xi32>, %pages: tensor<?x?xi32>) {
  // expected-error @below {{'cedar.csa2_attention' op expected 'rope.dims' of at most 32, found 34}}
  %y, %s = cedar.csa2_attention full "layers.1.attn" %input
      rows(%positions, %sequence, %length, %slots, %pages)
      {heads = 2 : i64, outputGroups = 2 : i64,
       rope = #cedar.rope<[0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5]>,
       epsilon = 1.0e-06 : f32, ratio = 2 : i64, window = @window, compressed = @compressed_kv,
       keys = @index_keys, indexHeads = 2 : i64, topk = 8 : i64, tailValues = @tail_values,
       tailScores = @tail_scores}
      : (tensor<?x64xbf16>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>,
         tensor<?x?xi32>) -> tensor<?x64xbf16> selection tensor<?x8xi32>
  return
}

// -----

// expected-note @below {{the weight is here}}
cedar.weight @layers.1.attn.wq_a.weight from ["layers.1.attn.wq_a.weight", "layers.1.attn.wq_a.weight.scale"] : tensor<32x32xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [32, 32]>>
cedar.weight @layers.1.attn.q_norm.weight from ["layers.1.attn.q_norm.weight"] : tensor<32xbf16>
cedar.weight @layers.1.attn.wq_b.weight from ["layers.1.attn.wq_b.weight", "layers.1.attn.wq_b.weight.scale"] : tensor<128x32xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [32, 32]>>
cedar.weight @layers.1.attn.wkv.weight from ["layers.1.attn.wkv.weight", "layers.1.attn.wkv.weight.scale"] : tensor<64x64xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [32, 32]>>
cedar.weight @layers.1.attn.kv_norm.weight from ["layers.1.attn.kv_norm.weight"] : tensor<64xbf16>
cedar.weight @layers.1.attn.attn_sink from ["layers.1.attn.attn_sink"] : tensor<2xf32>
cedar.weight @layers.1.attn.wo_a.weight from ["layers.1.attn.wo_a.weight", "layers.1.attn.wo_a.weight.scale"] : tensor<64x64xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [32, 32]>>
cedar.weight @layers.1.attn.wo_b.weight from ["layers.1.attn.wo_b.weight", "layers.1.attn.wo_b.weight.scale"] : tensor<64x64xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [32, 32]>>
cedar.weight @layers.1.attn.indexer.wq_b.weight from ["layers.1.attn.indexer.wq_b.weight", "layers.1.attn.indexer.wq_b.weight.scale"] : tensor<64x32xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [32, 32]>>
cedar.weight @layers.1.attn.indexer.weights_proj.weight from ["layers.1.attn.indexer.weights_proj.weight"] : tensor<2x64xbf16>
cedar.weight @layers.1.attn.compressor.wkv.weight from ["layers.1.attn.compressor.wkv.weight"] : tensor<64x64xbf16>
cedar.weight @layers.1.attn.compressor.norm.weight from ["layers.1.attn.compressor.norm.weight"] : tensor<64xbf16>
cedar.weight @layers.1.attn.indexer.wk.weight from ["layers.1.attn.indexer.wk.weight"] : tensor<32x64xbf16>
cedar.weight @layers.1.attn.indexer.k_norm.weight from ["layers.1.attn.indexer.k_norm.weight"] : tensor<32xbf16>
cedar.weight @layers.1.attn.compressor.wgate.weight from ["layers.1.attn.compressor.wgate.weight"] : tensor<64x64xbf16>
cedar.state @window "window" layer 1 : !cedar.state<ring, 16, 1, tensor<64xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>>
cedar.state @compressed_kv "compressed_kv" layer 1 : !cedar.state<paged, 16, 2, tensor<64xf4E2M1FN, #cedar.scaled<f8E4M3FN, [1, 16]>>>
cedar.state @index_keys "index_keys" layer 1 : !cedar.state<paged, 16, 2, tensor<32xf4E2M1FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>>
cedar.state @tail_values "tail_values" layer 1 : !cedar.state<ring, 2, 1, tensor<64xf32>>
cedar.state @tail_scores "tail_scores" layer 1 : !cedar.state<ring, 2, 1, tensor<64xf32>>
func.func @f(
    %input: tensor<?x64xbf16>, %positions: tensor<?xi32>, %sequence: tensor<?xi32>,
    %length: tensor<?xi32>, %slots: tensor<?xi32>, %pages: tensor<?x?xi32>) {
  // expected-error @below {{'cedar.csa2_attention' op expected the weight 'layers.1.attn.wq_a.weight' of type}}
  %y, %s = cedar.csa2_attention full "layers.1.attn" %input
      rows(%positions, %sequence, %length, %slots, %pages)
      {heads = 2 : i64, outputGroups = 2 : i64, rope = #cedar.rope<[1.0, 0.5]>,
       epsilon = 1.0e-06 : f32, ratio = 2 : i64, window = @window, compressed = @compressed_kv,
       keys = @index_keys, indexHeads = 2 : i64, topk = 8 : i64, tailValues = @tail_values,
       tailScores = @tail_scores}
      : (tensor<?x64xbf16>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>,
         tensor<?x?xi32>) -> tensor<?x64xbf16> selection tensor<?x8xi32>
  return
}

// -----

cedar.weight @layers.1.attn.wq_a.weight from ["layers.1.attn.wq_a.weight", "layers.1.attn.wq_a.weight.scale"] : tensor<32x64xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [32, 32]>>
// expected-note @below {{the weight is here}}
cedar.weight @layers.1.attn.q_norm.weight from ["layers.1.attn.q_norm.weight"] : tensor<64xbf16>
cedar.weight @layers.1.attn.wq_b.weight from ["layers.1.attn.wq_b.weight", "layers.1.attn.wq_b.weight.scale"] : tensor<128x32xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [32, 32]>>
cedar.weight @layers.1.attn.wkv.weight from ["layers.1.attn.wkv.weight", "layers.1.attn.wkv.weight.scale"] : tensor<64x64xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [32, 32]>>
cedar.weight @layers.1.attn.kv_norm.weight from ["layers.1.attn.kv_norm.weight"] : tensor<64xbf16>
cedar.weight @layers.1.attn.attn_sink from ["layers.1.attn.attn_sink"] : tensor<2xf32>
cedar.weight @layers.1.attn.wo_a.weight from ["layers.1.attn.wo_a.weight", "layers.1.attn.wo_a.weight.scale"] : tensor<64x64xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [32, 32]>>
cedar.weight @layers.1.attn.wo_b.weight from ["layers.1.attn.wo_b.weight", "layers.1.attn.wo_b.weight.scale"] : tensor<64x64xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [32, 32]>>
cedar.weight @layers.1.attn.indexer.wq_b.weight from ["layers.1.attn.indexer.wq_b.weight", "layers.1.attn.indexer.wq_b.weight.scale"] : tensor<64x32xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [32, 32]>>
cedar.weight @layers.1.attn.indexer.weights_proj.weight from ["layers.1.attn.indexer.weights_proj.weight"] : tensor<2x64xbf16>
cedar.weight @layers.1.attn.compressor.wkv.weight from ["layers.1.attn.compressor.wkv.weight"] : tensor<64x64xbf16>
cedar.weight @layers.1.attn.compressor.norm.weight from ["layers.1.attn.compressor.norm.weight"] : tensor<64xbf16>
cedar.weight @layers.1.attn.indexer.wk.weight from ["layers.1.attn.indexer.wk.weight"] : tensor<32x64xbf16>
cedar.weight @layers.1.attn.indexer.k_norm.weight from ["layers.1.attn.indexer.k_norm.weight"] : tensor<32xbf16>
cedar.weight @layers.1.attn.compressor.wgate.weight from ["layers.1.attn.compressor.wgate.weight"] : tensor<64x64xbf16>
cedar.state @window "window" layer 1 : !cedar.state<ring, 16, 1, tensor<64xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>>
cedar.state @compressed_kv "compressed_kv" layer 1 : !cedar.state<paged, 16, 2, tensor<64xf4E2M1FN, #cedar.scaled<f8E4M3FN, [1, 16]>>>
cedar.state @index_keys "index_keys" layer 1 : !cedar.state<paged, 16, 2, tensor<32xf4E2M1FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>>
cedar.state @tail_values "tail_values" layer 1 : !cedar.state<ring, 2, 1, tensor<64xf32>>
cedar.state @tail_scores "tail_scores" layer 1 : !cedar.state<ring, 2, 1, tensor<64xf32>>
func.func @f(
    %input: tensor<?x64xbf16>, %positions: tensor<?xi32>, %sequence: tensor<?xi32>,
    %length: tensor<?xi32>, %slots: tensor<?xi32>, %pages: tensor<?x?xi32>) {
  // expected-error @below {{'cedar.csa2_attention' op expected the weight 'layers.1.attn.q_norm.weight' of type}}
  %y, %s = cedar.csa2_attention full "layers.1.attn" %input
      rows(%positions, %sequence, %length, %slots, %pages)
      {heads = 2 : i64, outputGroups = 2 : i64, rope = #cedar.rope<[1.0, 0.5]>,
       epsilon = 1.0e-06 : f32, ratio = 2 : i64, window = @window, compressed = @compressed_kv,
       keys = @index_keys, indexHeads = 2 : i64, topk = 8 : i64, tailValues = @tail_values,
       tailScores = @tail_scores}
      : (tensor<?x64xbf16>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>,
         tensor<?x?xi32>) -> tensor<?x64xbf16> selection tensor<?x8xi32>
  return
}

// -----

cedar.weight @layers.1.attn.wq_a.weight from ["layers.1.attn.wq_a.weight", "layers.1.attn.wq_a.weight.scale"] : tensor<32x64xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [32, 32]>>
cedar.weight @layers.1.attn.q_norm.weight from ["layers.1.attn.q_norm.weight"] : tensor<32xbf16>
// expected-note @below {{the weight is here}}
cedar.weight @layers.1.attn.wq_b.weight from ["layers.1.attn.wq_b.weight", "layers.1.attn.wq_b.weight.scale"] : tensor<64x32xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [32, 32]>>
cedar.weight @layers.1.attn.wkv.weight from ["layers.1.attn.wkv.weight", "layers.1.attn.wkv.weight.scale"] : tensor<64x64xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [32, 32]>>
cedar.weight @layers.1.attn.kv_norm.weight from ["layers.1.attn.kv_norm.weight"] : tensor<64xbf16>
cedar.weight @layers.1.attn.attn_sink from ["layers.1.attn.attn_sink"] : tensor<2xf32>
cedar.weight @layers.1.attn.wo_a.weight from ["layers.1.attn.wo_a.weight", "layers.1.attn.wo_a.weight.scale"] : tensor<64x64xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [32, 32]>>
cedar.weight @layers.1.attn.wo_b.weight from ["layers.1.attn.wo_b.weight", "layers.1.attn.wo_b.weight.scale"] : tensor<64x64xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [32, 32]>>
cedar.weight @layers.1.attn.indexer.wq_b.weight from ["layers.1.attn.indexer.wq_b.weight", "layers.1.attn.indexer.wq_b.weight.scale"] : tensor<64x32xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [32, 32]>>
cedar.weight @layers.1.attn.indexer.weights_proj.weight from ["layers.1.attn.indexer.weights_proj.weight"] : tensor<2x64xbf16>
cedar.weight @layers.1.attn.compressor.wkv.weight from ["layers.1.attn.compressor.wkv.weight"] : tensor<64x64xbf16>
cedar.weight @layers.1.attn.compressor.norm.weight from ["layers.1.attn.compressor.norm.weight"] : tensor<64xbf16>
cedar.weight @layers.1.attn.indexer.wk.weight from ["layers.1.attn.indexer.wk.weight"] : tensor<32x64xbf16>
cedar.weight @layers.1.attn.indexer.k_norm.weight from ["layers.1.attn.indexer.k_norm.weight"] : tensor<32xbf16>
cedar.weight @layers.1.attn.compressor.wgate.weight from ["layers.1.attn.compressor.wgate.weight"] : tensor<64x64xbf16>
cedar.state @window "window" layer 1 : !cedar.state<ring, 16, 1, tensor<64xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>>
cedar.state @compressed_kv "compressed_kv" layer 1 : !cedar.state<paged, 16, 2, tensor<64xf4E2M1FN, #cedar.scaled<f8E4M3FN, [1, 16]>>>
cedar.state @index_keys "index_keys" layer 1 : !cedar.state<paged, 16, 2, tensor<32xf4E2M1FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>>
cedar.state @tail_values "tail_values" layer 1 : !cedar.state<ring, 2, 1, tensor<64xf32>>
cedar.state @tail_scores "tail_scores" layer 1 : !cedar.state<ring, 2, 1, tensor<64xf32>>
func.func @f(
    %input: tensor<?x64xbf16>, %positions: tensor<?xi32>, %sequence: tensor<?xi32>,
    %length: tensor<?xi32>, %slots: tensor<?xi32>, %pages: tensor<?x?xi32>) {
  // expected-error @below {{'cedar.csa2_attention' op expected the weight 'layers.1.attn.wq_b.weight' of type}}
  %y, %s = cedar.csa2_attention full "layers.1.attn" %input
      rows(%positions, %sequence, %length, %slots, %pages)
      {heads = 2 : i64, outputGroups = 2 : i64, rope = #cedar.rope<[1.0, 0.5]>,
       epsilon = 1.0e-06 : f32, ratio = 2 : i64, window = @window, compressed = @compressed_kv,
       keys = @index_keys, indexHeads = 2 : i64, topk = 8 : i64, tailValues = @tail_values,
       tailScores = @tail_scores}
      : (tensor<?x64xbf16>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>,
         tensor<?x?xi32>) -> tensor<?x64xbf16> selection tensor<?x8xi32>
  return
}

// -----

cedar.weight @layers.1.attn.wq_a.weight from ["layers.1.attn.wq_a.weight", "layers.1.attn.wq_a.weight.scale"] : tensor<32x64xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [32, 32]>>
cedar.weight @layers.1.attn.q_norm.weight from ["layers.1.attn.q_norm.weight"] : tensor<32xbf16>
cedar.weight @layers.1.attn.wq_b.weight from ["layers.1.attn.wq_b.weight", "layers.1.attn.wq_b.weight.scale"] : tensor<128x32xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [32, 32]>>
// expected-note @below {{the weight is here}}
cedar.weight @layers.1.attn.wkv.weight from ["layers.1.attn.wkv.weight", "layers.1.attn.wkv.weight.scale"] : tensor<32x64xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [32, 32]>>
cedar.weight @layers.1.attn.kv_norm.weight from ["layers.1.attn.kv_norm.weight"] : tensor<64xbf16>
cedar.weight @layers.1.attn.attn_sink from ["layers.1.attn.attn_sink"] : tensor<2xf32>
cedar.weight @layers.1.attn.wo_a.weight from ["layers.1.attn.wo_a.weight", "layers.1.attn.wo_a.weight.scale"] : tensor<64x64xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [32, 32]>>
cedar.weight @layers.1.attn.wo_b.weight from ["layers.1.attn.wo_b.weight", "layers.1.attn.wo_b.weight.scale"] : tensor<64x64xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [32, 32]>>
cedar.weight @layers.1.attn.indexer.wq_b.weight from ["layers.1.attn.indexer.wq_b.weight", "layers.1.attn.indexer.wq_b.weight.scale"] : tensor<64x32xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [32, 32]>>
cedar.weight @layers.1.attn.indexer.weights_proj.weight from ["layers.1.attn.indexer.weights_proj.weight"] : tensor<2x64xbf16>
cedar.weight @layers.1.attn.compressor.wkv.weight from ["layers.1.attn.compressor.wkv.weight"] : tensor<64x64xbf16>
cedar.weight @layers.1.attn.compressor.norm.weight from ["layers.1.attn.compressor.norm.weight"] : tensor<64xbf16>
cedar.weight @layers.1.attn.indexer.wk.weight from ["layers.1.attn.indexer.wk.weight"] : tensor<32x64xbf16>
cedar.weight @layers.1.attn.indexer.k_norm.weight from ["layers.1.attn.indexer.k_norm.weight"] : tensor<32xbf16>
cedar.weight @layers.1.attn.compressor.wgate.weight from ["layers.1.attn.compressor.wgate.weight"] : tensor<64x64xbf16>
cedar.state @window "window" layer 1 : !cedar.state<ring, 16, 1, tensor<64xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>>
cedar.state @compressed_kv "compressed_kv" layer 1 : !cedar.state<paged, 16, 2, tensor<64xf4E2M1FN, #cedar.scaled<f8E4M3FN, [1, 16]>>>
cedar.state @index_keys "index_keys" layer 1 : !cedar.state<paged, 16, 2, tensor<32xf4E2M1FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>>
cedar.state @tail_values "tail_values" layer 1 : !cedar.state<ring, 2, 1, tensor<64xf32>>
cedar.state @tail_scores "tail_scores" layer 1 : !cedar.state<ring, 2, 1, tensor<64xf32>>
func.func @f(
    %input: tensor<?x64xbf16>, %positions: tensor<?xi32>, %sequence: tensor<?xi32>,
    %length: tensor<?xi32>, %slots: tensor<?xi32>, %pages: tensor<?x?xi32>) {
  // expected-error @below {{'cedar.csa2_attention' op expected the weight 'layers.1.attn.wkv.weight' of type}}
  %y, %s = cedar.csa2_attention full "layers.1.attn" %input
      rows(%positions, %sequence, %length, %slots, %pages)
      {heads = 2 : i64, outputGroups = 2 : i64, rope = #cedar.rope<[1.0, 0.5]>,
       epsilon = 1.0e-06 : f32, ratio = 2 : i64, window = @window, compressed = @compressed_kv,
       keys = @index_keys, indexHeads = 2 : i64, topk = 8 : i64, tailValues = @tail_values,
       tailScores = @tail_scores}
      : (tensor<?x64xbf16>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>,
         tensor<?x?xi32>) -> tensor<?x64xbf16> selection tensor<?x8xi32>
  return
}

// -----

cedar.weight @layers.1.attn.wq_a.weight from ["layers.1.attn.wq_a.weight", "layers.1.attn.wq_a.weight.scale"] : tensor<32x64xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [32, 32]>>
cedar.weight @layers.1.attn.q_norm.weight from ["layers.1.attn.q_norm.weight"] : tensor<32xbf16>
cedar.weight @layers.1.attn.wq_b.weight from ["layers.1.attn.wq_b.weight", "layers.1.attn.wq_b.weight.scale"] : tensor<128x32xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [32, 32]>>
cedar.weight @layers.1.attn.wkv.weight from ["layers.1.attn.wkv.weight", "layers.1.attn.wkv.weight.scale"] : tensor<64x64xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [32, 32]>>
// expected-note @below {{the weight is here}}
cedar.weight @layers.1.attn.kv_norm.weight from ["layers.1.attn.kv_norm.weight"] : tensor<32xbf16>
cedar.weight @layers.1.attn.attn_sink from ["layers.1.attn.attn_sink"] : tensor<2xf32>
cedar.weight @layers.1.attn.wo_a.weight from ["layers.1.attn.wo_a.weight", "layers.1.attn.wo_a.weight.scale"] : tensor<64x64xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [32, 32]>>
cedar.weight @layers.1.attn.wo_b.weight from ["layers.1.attn.wo_b.weight", "layers.1.attn.wo_b.weight.scale"] : tensor<64x64xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [32, 32]>>
cedar.weight @layers.1.attn.indexer.wq_b.weight from ["layers.1.attn.indexer.wq_b.weight", "layers.1.attn.indexer.wq_b.weight.scale"] : tensor<64x32xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [32, 32]>>
cedar.weight @layers.1.attn.indexer.weights_proj.weight from ["layers.1.attn.indexer.weights_proj.weight"] : tensor<2x64xbf16>
cedar.weight @layers.1.attn.compressor.wkv.weight from ["layers.1.attn.compressor.wkv.weight"] : tensor<64x64xbf16>
cedar.weight @layers.1.attn.compressor.norm.weight from ["layers.1.attn.compressor.norm.weight"] : tensor<64xbf16>
cedar.weight @layers.1.attn.indexer.wk.weight from ["layers.1.attn.indexer.wk.weight"] : tensor<32x64xbf16>
cedar.weight @layers.1.attn.indexer.k_norm.weight from ["layers.1.attn.indexer.k_norm.weight"] : tensor<32xbf16>
cedar.weight @layers.1.attn.compressor.wgate.weight from ["layers.1.attn.compressor.wgate.weight"] : tensor<64x64xbf16>
cedar.state @window "window" layer 1 : !cedar.state<ring, 16, 1, tensor<64xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>>
cedar.state @compressed_kv "compressed_kv" layer 1 : !cedar.state<paged, 16, 2, tensor<64xf4E2M1FN, #cedar.scaled<f8E4M3FN, [1, 16]>>>
cedar.state @index_keys "index_keys" layer 1 : !cedar.state<paged, 16, 2, tensor<32xf4E2M1FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>>
cedar.state @tail_values "tail_values" layer 1 : !cedar.state<ring, 2, 1, tensor<64xf32>>
cedar.state @tail_scores "tail_scores" layer 1 : !cedar.state<ring, 2, 1, tensor<64xf32>>
func.func @f(
    %input: tensor<?x64xbf16>, %positions: tensor<?xi32>, %sequence: tensor<?xi32>,
    %length: tensor<?xi32>, %slots: tensor<?xi32>, %pages: tensor<?x?xi32>) {
  // expected-error @below {{'cedar.csa2_attention' op expected the weight 'layers.1.attn.kv_norm.weight' of type}}
  %y, %s = cedar.csa2_attention full "layers.1.attn" %input
      rows(%positions, %sequence, %length, %slots, %pages)
      {heads = 2 : i64, outputGroups = 2 : i64, rope = #cedar.rope<[1.0, 0.5]>,
       epsilon = 1.0e-06 : f32, ratio = 2 : i64, window = @window, compressed = @compressed_kv,
       keys = @index_keys, indexHeads = 2 : i64, topk = 8 : i64, tailValues = @tail_values,
       tailScores = @tail_scores}
      : (tensor<?x64xbf16>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>,
         tensor<?x?xi32>) -> tensor<?x64xbf16> selection tensor<?x8xi32>
  return
}

// -----

cedar.weight @layers.1.attn.wq_a.weight from ["layers.1.attn.wq_a.weight", "layers.1.attn.wq_a.weight.scale"] : tensor<32x64xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [32, 32]>>
cedar.weight @layers.1.attn.q_norm.weight from ["layers.1.attn.q_norm.weight"] : tensor<32xbf16>
cedar.weight @layers.1.attn.wq_b.weight from ["layers.1.attn.wq_b.weight", "layers.1.attn.wq_b.weight.scale"] : tensor<128x32xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [32, 32]>>
cedar.weight @layers.1.attn.wkv.weight from ["layers.1.attn.wkv.weight", "layers.1.attn.wkv.weight.scale"] : tensor<64x64xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [32, 32]>>
cedar.weight @layers.1.attn.kv_norm.weight from ["layers.1.attn.kv_norm.weight"] : tensor<64xbf16>
// expected-note @below {{the weight is here}}
cedar.weight @layers.1.attn.attn_sink from ["layers.1.attn.attn_sink"] : tensor<3xf32>
cedar.weight @layers.1.attn.wo_a.weight from ["layers.1.attn.wo_a.weight", "layers.1.attn.wo_a.weight.scale"] : tensor<64x64xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [32, 32]>>
cedar.weight @layers.1.attn.wo_b.weight from ["layers.1.attn.wo_b.weight", "layers.1.attn.wo_b.weight.scale"] : tensor<64x64xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [32, 32]>>
cedar.weight @layers.1.attn.indexer.wq_b.weight from ["layers.1.attn.indexer.wq_b.weight", "layers.1.attn.indexer.wq_b.weight.scale"] : tensor<64x32xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [32, 32]>>
cedar.weight @layers.1.attn.indexer.weights_proj.weight from ["layers.1.attn.indexer.weights_proj.weight"] : tensor<2x64xbf16>
cedar.weight @layers.1.attn.compressor.wkv.weight from ["layers.1.attn.compressor.wkv.weight"] : tensor<64x64xbf16>
cedar.weight @layers.1.attn.compressor.norm.weight from ["layers.1.attn.compressor.norm.weight"] : tensor<64xbf16>
cedar.weight @layers.1.attn.indexer.wk.weight from ["layers.1.attn.indexer.wk.weight"] : tensor<32x64xbf16>
cedar.weight @layers.1.attn.indexer.k_norm.weight from ["layers.1.attn.indexer.k_norm.weight"] : tensor<32xbf16>
cedar.weight @layers.1.attn.compressor.wgate.weight from ["layers.1.attn.compressor.wgate.weight"] : tensor<64x64xbf16>
cedar.state @window "window" layer 1 : !cedar.state<ring, 16, 1, tensor<64xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>>
cedar.state @compressed_kv "compressed_kv" layer 1 : !cedar.state<paged, 16, 2, tensor<64xf4E2M1FN, #cedar.scaled<f8E4M3FN, [1, 16]>>>
cedar.state @index_keys "index_keys" layer 1 : !cedar.state<paged, 16, 2, tensor<32xf4E2M1FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>>
cedar.state @tail_values "tail_values" layer 1 : !cedar.state<ring, 2, 1, tensor<64xf32>>
cedar.state @tail_scores "tail_scores" layer 1 : !cedar.state<ring, 2, 1, tensor<64xf32>>
func.func @f(
    %input: tensor<?x64xbf16>, %positions: tensor<?xi32>, %sequence: tensor<?xi32>,
    %length: tensor<?xi32>, %slots: tensor<?xi32>, %pages: tensor<?x?xi32>) {
  // expected-error @below {{'cedar.csa2_attention' op expected the weight 'layers.1.attn.attn_sink' of type}}
  %y, %s = cedar.csa2_attention full "layers.1.attn" %input
      rows(%positions, %sequence, %length, %slots, %pages)
      {heads = 2 : i64, outputGroups = 2 : i64, rope = #cedar.rope<[1.0, 0.5]>,
       epsilon = 1.0e-06 : f32, ratio = 2 : i64, window = @window, compressed = @compressed_kv,
       keys = @index_keys, indexHeads = 2 : i64, topk = 8 : i64, tailValues = @tail_values,
       tailScores = @tail_scores}
      : (tensor<?x64xbf16>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>,
         tensor<?x?xi32>) -> tensor<?x64xbf16> selection tensor<?x8xi32>
  return
}

// -----

cedar.weight @layers.1.attn.wq_a.weight from ["layers.1.attn.wq_a.weight", "layers.1.attn.wq_a.weight.scale"] : tensor<32x64xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [32, 32]>>
cedar.weight @layers.1.attn.q_norm.weight from ["layers.1.attn.q_norm.weight"] : tensor<32xbf16>
cedar.weight @layers.1.attn.wq_b.weight from ["layers.1.attn.wq_b.weight", "layers.1.attn.wq_b.weight.scale"] : tensor<128x32xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [32, 32]>>
cedar.weight @layers.1.attn.wkv.weight from ["layers.1.attn.wkv.weight", "layers.1.attn.wkv.weight.scale"] : tensor<64x64xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [32, 32]>>
cedar.weight @layers.1.attn.kv_norm.weight from ["layers.1.attn.kv_norm.weight"] : tensor<64xbf16>
cedar.weight @layers.1.attn.attn_sink from ["layers.1.attn.attn_sink"] : tensor<2xf32>
// expected-note @below {{the weight is here}}
cedar.weight @layers.1.attn.wo_a.weight from ["layers.1.attn.wo_a.weight", "layers.1.attn.wo_a.weight.scale"] : tensor<64x128xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [32, 32]>>
cedar.weight @layers.1.attn.wo_b.weight from ["layers.1.attn.wo_b.weight", "layers.1.attn.wo_b.weight.scale"] : tensor<64x64xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [32, 32]>>
cedar.weight @layers.1.attn.indexer.wq_b.weight from ["layers.1.attn.indexer.wq_b.weight", "layers.1.attn.indexer.wq_b.weight.scale"] : tensor<64x32xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [32, 32]>>
cedar.weight @layers.1.attn.indexer.weights_proj.weight from ["layers.1.attn.indexer.weights_proj.weight"] : tensor<2x64xbf16>
cedar.weight @layers.1.attn.compressor.wkv.weight from ["layers.1.attn.compressor.wkv.weight"] : tensor<64x64xbf16>
cedar.weight @layers.1.attn.compressor.norm.weight from ["layers.1.attn.compressor.norm.weight"] : tensor<64xbf16>
cedar.weight @layers.1.attn.indexer.wk.weight from ["layers.1.attn.indexer.wk.weight"] : tensor<32x64xbf16>
cedar.weight @layers.1.attn.indexer.k_norm.weight from ["layers.1.attn.indexer.k_norm.weight"] : tensor<32xbf16>
cedar.weight @layers.1.attn.compressor.wgate.weight from ["layers.1.attn.compressor.wgate.weight"] : tensor<64x64xbf16>
cedar.state @window "window" layer 1 : !cedar.state<ring, 16, 1, tensor<64xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>>
cedar.state @compressed_kv "compressed_kv" layer 1 : !cedar.state<paged, 16, 2, tensor<64xf4E2M1FN, #cedar.scaled<f8E4M3FN, [1, 16]>>>
cedar.state @index_keys "index_keys" layer 1 : !cedar.state<paged, 16, 2, tensor<32xf4E2M1FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>>
cedar.state @tail_values "tail_values" layer 1 : !cedar.state<ring, 2, 1, tensor<64xf32>>
cedar.state @tail_scores "tail_scores" layer 1 : !cedar.state<ring, 2, 1, tensor<64xf32>>
func.func @f(
    %input: tensor<?x64xbf16>, %positions: tensor<?xi32>, %sequence: tensor<?xi32>,
    %length: tensor<?xi32>, %slots: tensor<?xi32>, %pages: tensor<?x?xi32>) {
  // expected-error @below {{'cedar.csa2_attention' op expected the weight 'layers.1.attn.wo_a.weight' of type}}
  %y, %s = cedar.csa2_attention full "layers.1.attn" %input
      rows(%positions, %sequence, %length, %slots, %pages)
      {heads = 2 : i64, outputGroups = 2 : i64, rope = #cedar.rope<[1.0, 0.5]>,
       epsilon = 1.0e-06 : f32, ratio = 2 : i64, window = @window, compressed = @compressed_kv,
       keys = @index_keys, indexHeads = 2 : i64, topk = 8 : i64, tailValues = @tail_values,
       tailScores = @tail_scores}
      : (tensor<?x64xbf16>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>,
         tensor<?x?xi32>) -> tensor<?x64xbf16> selection tensor<?x8xi32>
  return
}

// -----

cedar.weight @layers.1.attn.wq_a.weight from ["layers.1.attn.wq_a.weight", "layers.1.attn.wq_a.weight.scale"] : tensor<32x64xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [32, 32]>>
cedar.weight @layers.1.attn.q_norm.weight from ["layers.1.attn.q_norm.weight"] : tensor<32xbf16>
cedar.weight @layers.1.attn.wq_b.weight from ["layers.1.attn.wq_b.weight", "layers.1.attn.wq_b.weight.scale"] : tensor<128x32xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [32, 32]>>
cedar.weight @layers.1.attn.wkv.weight from ["layers.1.attn.wkv.weight", "layers.1.attn.wkv.weight.scale"] : tensor<64x64xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [32, 32]>>
cedar.weight @layers.1.attn.kv_norm.weight from ["layers.1.attn.kv_norm.weight"] : tensor<64xbf16>
cedar.weight @layers.1.attn.attn_sink from ["layers.1.attn.attn_sink"] : tensor<2xf32>
cedar.weight @layers.1.attn.wo_a.weight from ["layers.1.attn.wo_a.weight", "layers.1.attn.wo_a.weight.scale"] : tensor<64x64xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [32, 32]>>
// expected-note @below {{the weight is here}}
cedar.weight @layers.1.attn.wo_b.weight from ["layers.1.attn.wo_b.weight", "layers.1.attn.wo_b.weight.scale"] : tensor<64x32xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [32, 32]>>
cedar.weight @layers.1.attn.indexer.wq_b.weight from ["layers.1.attn.indexer.wq_b.weight", "layers.1.attn.indexer.wq_b.weight.scale"] : tensor<64x32xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [32, 32]>>
cedar.weight @layers.1.attn.indexer.weights_proj.weight from ["layers.1.attn.indexer.weights_proj.weight"] : tensor<2x64xbf16>
cedar.weight @layers.1.attn.compressor.wkv.weight from ["layers.1.attn.compressor.wkv.weight"] : tensor<64x64xbf16>
cedar.weight @layers.1.attn.compressor.norm.weight from ["layers.1.attn.compressor.norm.weight"] : tensor<64xbf16>
cedar.weight @layers.1.attn.indexer.wk.weight from ["layers.1.attn.indexer.wk.weight"] : tensor<32x64xbf16>
cedar.weight @layers.1.attn.indexer.k_norm.weight from ["layers.1.attn.indexer.k_norm.weight"] : tensor<32xbf16>
cedar.weight @layers.1.attn.compressor.wgate.weight from ["layers.1.attn.compressor.wgate.weight"] : tensor<64x64xbf16>
cedar.state @window "window" layer 1 : !cedar.state<ring, 16, 1, tensor<64xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>>
cedar.state @compressed_kv "compressed_kv" layer 1 : !cedar.state<paged, 16, 2, tensor<64xf4E2M1FN, #cedar.scaled<f8E4M3FN, [1, 16]>>>
cedar.state @index_keys "index_keys" layer 1 : !cedar.state<paged, 16, 2, tensor<32xf4E2M1FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>>
cedar.state @tail_values "tail_values" layer 1 : !cedar.state<ring, 2, 1, tensor<64xf32>>
cedar.state @tail_scores "tail_scores" layer 1 : !cedar.state<ring, 2, 1, tensor<64xf32>>
func.func @f(
    %input: tensor<?x64xbf16>, %positions: tensor<?xi32>, %sequence: tensor<?xi32>,
    %length: tensor<?xi32>, %slots: tensor<?xi32>, %pages: tensor<?x?xi32>) {
  // expected-error @below {{'cedar.csa2_attention' op expected the weight 'layers.1.attn.wo_b.weight' of type}}
  %y, %s = cedar.csa2_attention full "layers.1.attn" %input
      rows(%positions, %sequence, %length, %slots, %pages)
      {heads = 2 : i64, outputGroups = 2 : i64, rope = #cedar.rope<[1.0, 0.5]>,
       epsilon = 1.0e-06 : f32, ratio = 2 : i64, window = @window, compressed = @compressed_kv,
       keys = @index_keys, indexHeads = 2 : i64, topk = 8 : i64, tailValues = @tail_values,
       tailScores = @tail_scores}
      : (tensor<?x64xbf16>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>,
         tensor<?x?xi32>) -> tensor<?x64xbf16> selection tensor<?x8xi32>
  return
}

// -----

cedar.weight @layers.1.attn.wq_a.weight from ["layers.1.attn.wq_a.weight", "layers.1.attn.wq_a.weight.scale"] : tensor<32x64xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [32, 32]>>
cedar.weight @layers.1.attn.q_norm.weight from ["layers.1.attn.q_norm.weight"] : tensor<32xbf16>
cedar.weight @layers.1.attn.wq_b.weight from ["layers.1.attn.wq_b.weight", "layers.1.attn.wq_b.weight.scale"] : tensor<128x32xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [32, 32]>>
cedar.weight @layers.1.attn.wkv.weight from ["layers.1.attn.wkv.weight", "layers.1.attn.wkv.weight.scale"] : tensor<64x64xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [32, 32]>>
cedar.weight @layers.1.attn.kv_norm.weight from ["layers.1.attn.kv_norm.weight"] : tensor<64xbf16>
cedar.weight @layers.1.attn.attn_sink from ["layers.1.attn.attn_sink"] : tensor<2xf32>
cedar.weight @layers.1.attn.wo_a.weight from ["layers.1.attn.wo_a.weight", "layers.1.attn.wo_a.weight.scale"] : tensor<64x64xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [32, 32]>>
cedar.weight @layers.1.attn.wo_b.weight from ["layers.1.attn.wo_b.weight", "layers.1.attn.wo_b.weight.scale"] : tensor<64x64xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [32, 32]>>
// expected-note @below {{the weight is here}}
cedar.weight @layers.1.attn.indexer.wq_b.weight from ["layers.1.attn.indexer.wq_b.weight", "layers.1.attn.indexer.wq_b.weight.scale"] : tensor<32x32xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [32, 32]>>
cedar.weight @layers.1.attn.indexer.weights_proj.weight from ["layers.1.attn.indexer.weights_proj.weight"] : tensor<2x64xbf16>
cedar.weight @layers.1.attn.compressor.wkv.weight from ["layers.1.attn.compressor.wkv.weight"] : tensor<64x64xbf16>
cedar.weight @layers.1.attn.compressor.norm.weight from ["layers.1.attn.compressor.norm.weight"] : tensor<64xbf16>
cedar.weight @layers.1.attn.indexer.wk.weight from ["layers.1.attn.indexer.wk.weight"] : tensor<32x64xbf16>
cedar.weight @layers.1.attn.indexer.k_norm.weight from ["layers.1.attn.indexer.k_norm.weight"] : tensor<32xbf16>
cedar.weight @layers.1.attn.compressor.wgate.weight from ["layers.1.attn.compressor.wgate.weight"] : tensor<64x64xbf16>
cedar.state @window "window" layer 1 : !cedar.state<ring, 16, 1, tensor<64xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>>
cedar.state @compressed_kv "compressed_kv" layer 1 : !cedar.state<paged, 16, 2, tensor<64xf4E2M1FN, #cedar.scaled<f8E4M3FN, [1, 16]>>>
cedar.state @index_keys "index_keys" layer 1 : !cedar.state<paged, 16, 2, tensor<32xf4E2M1FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>>
cedar.state @tail_values "tail_values" layer 1 : !cedar.state<ring, 2, 1, tensor<64xf32>>
cedar.state @tail_scores "tail_scores" layer 1 : !cedar.state<ring, 2, 1, tensor<64xf32>>
func.func @f(
    %input: tensor<?x64xbf16>, %positions: tensor<?xi32>, %sequence: tensor<?xi32>,
    %length: tensor<?xi32>, %slots: tensor<?xi32>, %pages: tensor<?x?xi32>) {
  // expected-error @below {{'cedar.csa2_attention' op expected the weight 'layers.1.attn.indexer.wq_b.weight' of type}}
  %y, %s = cedar.csa2_attention full "layers.1.attn" %input
      rows(%positions, %sequence, %length, %slots, %pages)
      {heads = 2 : i64, outputGroups = 2 : i64, rope = #cedar.rope<[1.0, 0.5]>,
       epsilon = 1.0e-06 : f32, ratio = 2 : i64, window = @window, compressed = @compressed_kv,
       keys = @index_keys, indexHeads = 2 : i64, topk = 8 : i64, tailValues = @tail_values,
       tailScores = @tail_scores}
      : (tensor<?x64xbf16>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>,
         tensor<?x?xi32>) -> tensor<?x64xbf16> selection tensor<?x8xi32>
  return
}

// -----

cedar.weight @layers.1.attn.wq_a.weight from ["layers.1.attn.wq_a.weight", "layers.1.attn.wq_a.weight.scale"] : tensor<32x64xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [32, 32]>>
cedar.weight @layers.1.attn.q_norm.weight from ["layers.1.attn.q_norm.weight"] : tensor<32xbf16>
cedar.weight @layers.1.attn.wq_b.weight from ["layers.1.attn.wq_b.weight", "layers.1.attn.wq_b.weight.scale"] : tensor<128x32xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [32, 32]>>
cedar.weight @layers.1.attn.wkv.weight from ["layers.1.attn.wkv.weight", "layers.1.attn.wkv.weight.scale"] : tensor<64x64xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [32, 32]>>
cedar.weight @layers.1.attn.kv_norm.weight from ["layers.1.attn.kv_norm.weight"] : tensor<64xbf16>
cedar.weight @layers.1.attn.attn_sink from ["layers.1.attn.attn_sink"] : tensor<2xf32>
cedar.weight @layers.1.attn.wo_a.weight from ["layers.1.attn.wo_a.weight", "layers.1.attn.wo_a.weight.scale"] : tensor<64x64xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [32, 32]>>
cedar.weight @layers.1.attn.wo_b.weight from ["layers.1.attn.wo_b.weight", "layers.1.attn.wo_b.weight.scale"] : tensor<64x64xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [32, 32]>>
cedar.weight @layers.1.attn.indexer.wq_b.weight from ["layers.1.attn.indexer.wq_b.weight", "layers.1.attn.indexer.wq_b.weight.scale"] : tensor<64x32xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [32, 32]>>
// expected-note @below {{the weight is here}}
cedar.weight @layers.1.attn.indexer.weights_proj.weight from ["layers.1.attn.indexer.weights_proj.weight"] : tensor<3x64xbf16>
cedar.weight @layers.1.attn.compressor.wkv.weight from ["layers.1.attn.compressor.wkv.weight"] : tensor<64x64xbf16>
cedar.weight @layers.1.attn.compressor.norm.weight from ["layers.1.attn.compressor.norm.weight"] : tensor<64xbf16>
cedar.weight @layers.1.attn.indexer.wk.weight from ["layers.1.attn.indexer.wk.weight"] : tensor<32x64xbf16>
cedar.weight @layers.1.attn.indexer.k_norm.weight from ["layers.1.attn.indexer.k_norm.weight"] : tensor<32xbf16>
cedar.weight @layers.1.attn.compressor.wgate.weight from ["layers.1.attn.compressor.wgate.weight"] : tensor<64x64xbf16>
cedar.state @window "window" layer 1 : !cedar.state<ring, 16, 1, tensor<64xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>>
cedar.state @compressed_kv "compressed_kv" layer 1 : !cedar.state<paged, 16, 2, tensor<64xf4E2M1FN, #cedar.scaled<f8E4M3FN, [1, 16]>>>
cedar.state @index_keys "index_keys" layer 1 : !cedar.state<paged, 16, 2, tensor<32xf4E2M1FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>>
cedar.state @tail_values "tail_values" layer 1 : !cedar.state<ring, 2, 1, tensor<64xf32>>
cedar.state @tail_scores "tail_scores" layer 1 : !cedar.state<ring, 2, 1, tensor<64xf32>>
func.func @f(
    %input: tensor<?x64xbf16>, %positions: tensor<?xi32>, %sequence: tensor<?xi32>,
    %length: tensor<?xi32>, %slots: tensor<?xi32>, %pages: tensor<?x?xi32>) {
  // expected-error @below {{'cedar.csa2_attention' op expected the weight 'layers.1.attn.indexer.weights_proj.weight' of type}}
  %y, %s = cedar.csa2_attention full "layers.1.attn" %input
      rows(%positions, %sequence, %length, %slots, %pages)
      {heads = 2 : i64, outputGroups = 2 : i64, rope = #cedar.rope<[1.0, 0.5]>,
       epsilon = 1.0e-06 : f32, ratio = 2 : i64, window = @window, compressed = @compressed_kv,
       keys = @index_keys, indexHeads = 2 : i64, topk = 8 : i64, tailValues = @tail_values,
       tailScores = @tail_scores}
      : (tensor<?x64xbf16>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>,
         tensor<?x?xi32>) -> tensor<?x64xbf16> selection tensor<?x8xi32>
  return
}

// -----

cedar.weight @layers.1.attn.wq_a.weight from ["layers.1.attn.wq_a.weight", "layers.1.attn.wq_a.weight.scale"] : tensor<32x64xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [32, 32]>>
cedar.weight @layers.1.attn.q_norm.weight from ["layers.1.attn.q_norm.weight"] : tensor<32xbf16>
cedar.weight @layers.1.attn.wq_b.weight from ["layers.1.attn.wq_b.weight", "layers.1.attn.wq_b.weight.scale"] : tensor<128x32xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [32, 32]>>
cedar.weight @layers.1.attn.wkv.weight from ["layers.1.attn.wkv.weight", "layers.1.attn.wkv.weight.scale"] : tensor<64x64xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [32, 32]>>
cedar.weight @layers.1.attn.kv_norm.weight from ["layers.1.attn.kv_norm.weight"] : tensor<64xbf16>
cedar.weight @layers.1.attn.attn_sink from ["layers.1.attn.attn_sink"] : tensor<2xf32>
cedar.weight @layers.1.attn.wo_a.weight from ["layers.1.attn.wo_a.weight", "layers.1.attn.wo_a.weight.scale"] : tensor<64x64xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [32, 32]>>
cedar.weight @layers.1.attn.wo_b.weight from ["layers.1.attn.wo_b.weight", "layers.1.attn.wo_b.weight.scale"] : tensor<64x64xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [32, 32]>>
cedar.weight @layers.1.attn.indexer.wq_b.weight from ["layers.1.attn.indexer.wq_b.weight", "layers.1.attn.indexer.wq_b.weight.scale"] : tensor<64x32xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [32, 32]>>
cedar.weight @layers.1.attn.indexer.weights_proj.weight from ["layers.1.attn.indexer.weights_proj.weight"] : tensor<2x64xbf16>
// expected-note @below {{the weight is here}}
cedar.weight @layers.1.attn.compressor.wkv.weight from ["layers.1.attn.compressor.wkv.weight"] : tensor<32x64xbf16>
cedar.weight @layers.1.attn.compressor.norm.weight from ["layers.1.attn.compressor.norm.weight"] : tensor<64xbf16>
cedar.weight @layers.1.attn.indexer.wk.weight from ["layers.1.attn.indexer.wk.weight"] : tensor<32x64xbf16>
cedar.weight @layers.1.attn.indexer.k_norm.weight from ["layers.1.attn.indexer.k_norm.weight"] : tensor<32xbf16>
cedar.weight @layers.1.attn.compressor.wgate.weight from ["layers.1.attn.compressor.wgate.weight"] : tensor<64x64xbf16>
cedar.state @window "window" layer 1 : !cedar.state<ring, 16, 1, tensor<64xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>>
cedar.state @compressed_kv "compressed_kv" layer 1 : !cedar.state<paged, 16, 2, tensor<64xf4E2M1FN, #cedar.scaled<f8E4M3FN, [1, 16]>>>
cedar.state @index_keys "index_keys" layer 1 : !cedar.state<paged, 16, 2, tensor<32xf4E2M1FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>>
cedar.state @tail_values "tail_values" layer 1 : !cedar.state<ring, 2, 1, tensor<64xf32>>
cedar.state @tail_scores "tail_scores" layer 1 : !cedar.state<ring, 2, 1, tensor<64xf32>>
func.func @f(
    %input: tensor<?x64xbf16>, %positions: tensor<?xi32>, %sequence: tensor<?xi32>,
    %length: tensor<?xi32>, %slots: tensor<?xi32>, %pages: tensor<?x?xi32>) {
  // expected-error @below {{'cedar.csa2_attention' op expected the weight 'layers.1.attn.compressor.wkv.weight' of type}}
  %y, %s = cedar.csa2_attention full "layers.1.attn" %input
      rows(%positions, %sequence, %length, %slots, %pages)
      {heads = 2 : i64, outputGroups = 2 : i64, rope = #cedar.rope<[1.0, 0.5]>,
       epsilon = 1.0e-06 : f32, ratio = 2 : i64, window = @window, compressed = @compressed_kv,
       keys = @index_keys, indexHeads = 2 : i64, topk = 8 : i64, tailValues = @tail_values,
       tailScores = @tail_scores}
      : (tensor<?x64xbf16>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>,
         tensor<?x?xi32>) -> tensor<?x64xbf16> selection tensor<?x8xi32>
  return
}

// -----

cedar.weight @layers.1.attn.wq_a.weight from ["layers.1.attn.wq_a.weight", "layers.1.attn.wq_a.weight.scale"] : tensor<32x64xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [32, 32]>>
cedar.weight @layers.1.attn.q_norm.weight from ["layers.1.attn.q_norm.weight"] : tensor<32xbf16>
cedar.weight @layers.1.attn.wq_b.weight from ["layers.1.attn.wq_b.weight", "layers.1.attn.wq_b.weight.scale"] : tensor<128x32xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [32, 32]>>
cedar.weight @layers.1.attn.wkv.weight from ["layers.1.attn.wkv.weight", "layers.1.attn.wkv.weight.scale"] : tensor<64x64xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [32, 32]>>
cedar.weight @layers.1.attn.kv_norm.weight from ["layers.1.attn.kv_norm.weight"] : tensor<64xbf16>
cedar.weight @layers.1.attn.attn_sink from ["layers.1.attn.attn_sink"] : tensor<2xf32>
cedar.weight @layers.1.attn.wo_a.weight from ["layers.1.attn.wo_a.weight", "layers.1.attn.wo_a.weight.scale"] : tensor<64x64xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [32, 32]>>
cedar.weight @layers.1.attn.wo_b.weight from ["layers.1.attn.wo_b.weight", "layers.1.attn.wo_b.weight.scale"] : tensor<64x64xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [32, 32]>>
cedar.weight @layers.1.attn.indexer.wq_b.weight from ["layers.1.attn.indexer.wq_b.weight", "layers.1.attn.indexer.wq_b.weight.scale"] : tensor<64x32xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [32, 32]>>
cedar.weight @layers.1.attn.indexer.weights_proj.weight from ["layers.1.attn.indexer.weights_proj.weight"] : tensor<2x64xbf16>
cedar.weight @layers.1.attn.compressor.wkv.weight from ["layers.1.attn.compressor.wkv.weight"] : tensor<64x64xbf16>
// expected-note @below {{the weight is here}}
cedar.weight @layers.1.attn.compressor.norm.weight from ["layers.1.attn.compressor.norm.weight"] : tensor<32xbf16>
cedar.weight @layers.1.attn.indexer.wk.weight from ["layers.1.attn.indexer.wk.weight"] : tensor<32x64xbf16>
cedar.weight @layers.1.attn.indexer.k_norm.weight from ["layers.1.attn.indexer.k_norm.weight"] : tensor<32xbf16>
cedar.weight @layers.1.attn.compressor.wgate.weight from ["layers.1.attn.compressor.wgate.weight"] : tensor<64x64xbf16>
cedar.state @window "window" layer 1 : !cedar.state<ring, 16, 1, tensor<64xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>>
cedar.state @compressed_kv "compressed_kv" layer 1 : !cedar.state<paged, 16, 2, tensor<64xf4E2M1FN, #cedar.scaled<f8E4M3FN, [1, 16]>>>
cedar.state @index_keys "index_keys" layer 1 : !cedar.state<paged, 16, 2, tensor<32xf4E2M1FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>>
cedar.state @tail_values "tail_values" layer 1 : !cedar.state<ring, 2, 1, tensor<64xf32>>
cedar.state @tail_scores "tail_scores" layer 1 : !cedar.state<ring, 2, 1, tensor<64xf32>>
func.func @f(
    %input: tensor<?x64xbf16>, %positions: tensor<?xi32>, %sequence: tensor<?xi32>,
    %length: tensor<?xi32>, %slots: tensor<?xi32>, %pages: tensor<?x?xi32>) {
  // expected-error @below {{'cedar.csa2_attention' op expected the weight 'layers.1.attn.compressor.norm.weight' of type}}
  %y, %s = cedar.csa2_attention full "layers.1.attn" %input
      rows(%positions, %sequence, %length, %slots, %pages)
      {heads = 2 : i64, outputGroups = 2 : i64, rope = #cedar.rope<[1.0, 0.5]>,
       epsilon = 1.0e-06 : f32, ratio = 2 : i64, window = @window, compressed = @compressed_kv,
       keys = @index_keys, indexHeads = 2 : i64, topk = 8 : i64, tailValues = @tail_values,
       tailScores = @tail_scores}
      : (tensor<?x64xbf16>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>,
         tensor<?x?xi32>) -> tensor<?x64xbf16> selection tensor<?x8xi32>
  return
}

// -----

cedar.weight @layers.1.attn.wq_a.weight from ["layers.1.attn.wq_a.weight", "layers.1.attn.wq_a.weight.scale"] : tensor<32x64xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [32, 32]>>
cedar.weight @layers.1.attn.q_norm.weight from ["layers.1.attn.q_norm.weight"] : tensor<32xbf16>
cedar.weight @layers.1.attn.wq_b.weight from ["layers.1.attn.wq_b.weight", "layers.1.attn.wq_b.weight.scale"] : tensor<128x32xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [32, 32]>>
cedar.weight @layers.1.attn.wkv.weight from ["layers.1.attn.wkv.weight", "layers.1.attn.wkv.weight.scale"] : tensor<64x64xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [32, 32]>>
cedar.weight @layers.1.attn.kv_norm.weight from ["layers.1.attn.kv_norm.weight"] : tensor<64xbf16>
cedar.weight @layers.1.attn.attn_sink from ["layers.1.attn.attn_sink"] : tensor<2xf32>
cedar.weight @layers.1.attn.wo_a.weight from ["layers.1.attn.wo_a.weight", "layers.1.attn.wo_a.weight.scale"] : tensor<64x64xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [32, 32]>>
cedar.weight @layers.1.attn.wo_b.weight from ["layers.1.attn.wo_b.weight", "layers.1.attn.wo_b.weight.scale"] : tensor<64x64xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [32, 32]>>
cedar.weight @layers.1.attn.indexer.wq_b.weight from ["layers.1.attn.indexer.wq_b.weight", "layers.1.attn.indexer.wq_b.weight.scale"] : tensor<64x32xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [32, 32]>>
cedar.weight @layers.1.attn.indexer.weights_proj.weight from ["layers.1.attn.indexer.weights_proj.weight"] : tensor<2x64xbf16>
cedar.weight @layers.1.attn.compressor.wkv.weight from ["layers.1.attn.compressor.wkv.weight"] : tensor<64x64xbf16>
cedar.weight @layers.1.attn.compressor.norm.weight from ["layers.1.attn.compressor.norm.weight"] : tensor<64xbf16>
// expected-note @below {{the weight is here}}
cedar.weight @layers.1.attn.indexer.wk.weight from ["layers.1.attn.indexer.wk.weight"] : tensor<64x64xbf16>
cedar.weight @layers.1.attn.indexer.k_norm.weight from ["layers.1.attn.indexer.k_norm.weight"] : tensor<32xbf16>
cedar.weight @layers.1.attn.compressor.wgate.weight from ["layers.1.attn.compressor.wgate.weight"] : tensor<64x64xbf16>
cedar.state @window "window" layer 1 : !cedar.state<ring, 16, 1, tensor<64xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>>
cedar.state @compressed_kv "compressed_kv" layer 1 : !cedar.state<paged, 16, 2, tensor<64xf4E2M1FN, #cedar.scaled<f8E4M3FN, [1, 16]>>>
cedar.state @index_keys "index_keys" layer 1 : !cedar.state<paged, 16, 2, tensor<32xf4E2M1FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>>
cedar.state @tail_values "tail_values" layer 1 : !cedar.state<ring, 2, 1, tensor<64xf32>>
cedar.state @tail_scores "tail_scores" layer 1 : !cedar.state<ring, 2, 1, tensor<64xf32>>
func.func @f(
    %input: tensor<?x64xbf16>, %positions: tensor<?xi32>, %sequence: tensor<?xi32>,
    %length: tensor<?xi32>, %slots: tensor<?xi32>, %pages: tensor<?x?xi32>) {
  // expected-error @below {{'cedar.csa2_attention' op expected the weight 'layers.1.attn.indexer.wk.weight' of type}}
  %y, %s = cedar.csa2_attention full "layers.1.attn" %input
      rows(%positions, %sequence, %length, %slots, %pages)
      {heads = 2 : i64, outputGroups = 2 : i64, rope = #cedar.rope<[1.0, 0.5]>,
       epsilon = 1.0e-06 : f32, ratio = 2 : i64, window = @window, compressed = @compressed_kv,
       keys = @index_keys, indexHeads = 2 : i64, topk = 8 : i64, tailValues = @tail_values,
       tailScores = @tail_scores}
      : (tensor<?x64xbf16>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>,
         tensor<?x?xi32>) -> tensor<?x64xbf16> selection tensor<?x8xi32>
  return
}

// -----

cedar.weight @layers.1.attn.wq_a.weight from ["layers.1.attn.wq_a.weight", "layers.1.attn.wq_a.weight.scale"] : tensor<32x64xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [32, 32]>>
cedar.weight @layers.1.attn.q_norm.weight from ["layers.1.attn.q_norm.weight"] : tensor<32xbf16>
cedar.weight @layers.1.attn.wq_b.weight from ["layers.1.attn.wq_b.weight", "layers.1.attn.wq_b.weight.scale"] : tensor<128x32xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [32, 32]>>
cedar.weight @layers.1.attn.wkv.weight from ["layers.1.attn.wkv.weight", "layers.1.attn.wkv.weight.scale"] : tensor<64x64xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [32, 32]>>
cedar.weight @layers.1.attn.kv_norm.weight from ["layers.1.attn.kv_norm.weight"] : tensor<64xbf16>
cedar.weight @layers.1.attn.attn_sink from ["layers.1.attn.attn_sink"] : tensor<2xf32>
cedar.weight @layers.1.attn.wo_a.weight from ["layers.1.attn.wo_a.weight", "layers.1.attn.wo_a.weight.scale"] : tensor<64x64xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [32, 32]>>
cedar.weight @layers.1.attn.wo_b.weight from ["layers.1.attn.wo_b.weight", "layers.1.attn.wo_b.weight.scale"] : tensor<64x64xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [32, 32]>>
cedar.weight @layers.1.attn.indexer.wq_b.weight from ["layers.1.attn.indexer.wq_b.weight", "layers.1.attn.indexer.wq_b.weight.scale"] : tensor<64x32xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [32, 32]>>
cedar.weight @layers.1.attn.indexer.weights_proj.weight from ["layers.1.attn.indexer.weights_proj.weight"] : tensor<2x64xbf16>
cedar.weight @layers.1.attn.compressor.wkv.weight from ["layers.1.attn.compressor.wkv.weight"] : tensor<64x64xbf16>
cedar.weight @layers.1.attn.compressor.norm.weight from ["layers.1.attn.compressor.norm.weight"] : tensor<64xbf16>
cedar.weight @layers.1.attn.indexer.wk.weight from ["layers.1.attn.indexer.wk.weight"] : tensor<32x64xbf16>
// expected-note @below {{the weight is here}}
cedar.weight @layers.1.attn.indexer.k_norm.weight from ["layers.1.attn.indexer.k_norm.weight"] : tensor<64xbf16>
cedar.weight @layers.1.attn.compressor.wgate.weight from ["layers.1.attn.compressor.wgate.weight"] : tensor<64x64xbf16>
cedar.state @window "window" layer 1 : !cedar.state<ring, 16, 1, tensor<64xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>>
cedar.state @compressed_kv "compressed_kv" layer 1 : !cedar.state<paged, 16, 2, tensor<64xf4E2M1FN, #cedar.scaled<f8E4M3FN, [1, 16]>>>
cedar.state @index_keys "index_keys" layer 1 : !cedar.state<paged, 16, 2, tensor<32xf4E2M1FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>>
cedar.state @tail_values "tail_values" layer 1 : !cedar.state<ring, 2, 1, tensor<64xf32>>
cedar.state @tail_scores "tail_scores" layer 1 : !cedar.state<ring, 2, 1, tensor<64xf32>>
func.func @f(
    %input: tensor<?x64xbf16>, %positions: tensor<?xi32>, %sequence: tensor<?xi32>,
    %length: tensor<?xi32>, %slots: tensor<?xi32>, %pages: tensor<?x?xi32>) {
  // expected-error @below {{'cedar.csa2_attention' op expected the weight 'layers.1.attn.indexer.k_norm.weight' of type}}
  %y, %s = cedar.csa2_attention full "layers.1.attn" %input
      rows(%positions, %sequence, %length, %slots, %pages)
      {heads = 2 : i64, outputGroups = 2 : i64, rope = #cedar.rope<[1.0, 0.5]>,
       epsilon = 1.0e-06 : f32, ratio = 2 : i64, window = @window, compressed = @compressed_kv,
       keys = @index_keys, indexHeads = 2 : i64, topk = 8 : i64, tailValues = @tail_values,
       tailScores = @tail_scores}
      : (tensor<?x64xbf16>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>,
         tensor<?x?xi32>) -> tensor<?x64xbf16> selection tensor<?x8xi32>
  return
}

// -----

cedar.weight @layers.1.attn.wq_a.weight from ["layers.1.attn.wq_a.weight", "layers.1.attn.wq_a.weight.scale"] : tensor<32x64xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [32, 32]>>
cedar.weight @layers.1.attn.q_norm.weight from ["layers.1.attn.q_norm.weight"] : tensor<32xbf16>
cedar.weight @layers.1.attn.wq_b.weight from ["layers.1.attn.wq_b.weight", "layers.1.attn.wq_b.weight.scale"] : tensor<128x32xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [32, 32]>>
cedar.weight @layers.1.attn.wkv.weight from ["layers.1.attn.wkv.weight", "layers.1.attn.wkv.weight.scale"] : tensor<64x64xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [32, 32]>>
cedar.weight @layers.1.attn.kv_norm.weight from ["layers.1.attn.kv_norm.weight"] : tensor<64xbf16>
cedar.weight @layers.1.attn.attn_sink from ["layers.1.attn.attn_sink"] : tensor<2xf32>
cedar.weight @layers.1.attn.wo_a.weight from ["layers.1.attn.wo_a.weight", "layers.1.attn.wo_a.weight.scale"] : tensor<64x64xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [32, 32]>>
cedar.weight @layers.1.attn.wo_b.weight from ["layers.1.attn.wo_b.weight", "layers.1.attn.wo_b.weight.scale"] : tensor<64x64xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [32, 32]>>
cedar.weight @layers.1.attn.indexer.wq_b.weight from ["layers.1.attn.indexer.wq_b.weight", "layers.1.attn.indexer.wq_b.weight.scale"] : tensor<64x32xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [32, 32]>>
cedar.weight @layers.1.attn.indexer.weights_proj.weight from ["layers.1.attn.indexer.weights_proj.weight"] : tensor<2x64xbf16>
cedar.weight @layers.1.attn.compressor.wkv.weight from ["layers.1.attn.compressor.wkv.weight"] : tensor<64x64xbf16>
cedar.weight @layers.1.attn.compressor.norm.weight from ["layers.1.attn.compressor.norm.weight"] : tensor<64xbf16>
cedar.weight @layers.1.attn.indexer.wk.weight from ["layers.1.attn.indexer.wk.weight"] : tensor<32x64xbf16>
cedar.weight @layers.1.attn.indexer.k_norm.weight from ["layers.1.attn.indexer.k_norm.weight"] : tensor<32xbf16>
// expected-note @below {{the weight is here}}
cedar.weight @layers.1.attn.compressor.wgate.weight from ["layers.1.attn.compressor.wgate.weight"] : tensor<64x32xbf16>
cedar.state @window "window" layer 1 : !cedar.state<ring, 16, 1, tensor<64xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>>
cedar.state @compressed_kv "compressed_kv" layer 1 : !cedar.state<paged, 16, 2, tensor<64xf4E2M1FN, #cedar.scaled<f8E4M3FN, [1, 16]>>>
cedar.state @index_keys "index_keys" layer 1 : !cedar.state<paged, 16, 2, tensor<32xf4E2M1FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>>
cedar.state @tail_values "tail_values" layer 1 : !cedar.state<ring, 2, 1, tensor<64xf32>>
cedar.state @tail_scores "tail_scores" layer 1 : !cedar.state<ring, 2, 1, tensor<64xf32>>
func.func @f(
    %input: tensor<?x64xbf16>, %positions: tensor<?xi32>, %sequence: tensor<?xi32>,
    %length: tensor<?xi32>, %slots: tensor<?xi32>, %pages: tensor<?x?xi32>) {
  // expected-error @below {{'cedar.csa2_attention' op expected the weight 'layers.1.attn.compressor.wgate.weight' of type}}
  %y, %s = cedar.csa2_attention full "layers.1.attn" %input
      rows(%positions, %sequence, %length, %slots, %pages)
      {heads = 2 : i64, outputGroups = 2 : i64, rope = #cedar.rope<[1.0, 0.5]>,
       epsilon = 1.0e-06 : f32, ratio = 2 : i64, window = @window, compressed = @compressed_kv,
       keys = @index_keys, indexHeads = 2 : i64, topk = 8 : i64, tailValues = @tail_values,
       tailScores = @tail_scores}
      : (tensor<?x64xbf16>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>,
         tensor<?x?xi32>) -> tensor<?x64xbf16> selection tensor<?x8xi32>
  return
}
