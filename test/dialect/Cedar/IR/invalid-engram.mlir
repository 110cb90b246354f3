// RUN: cedar-opt %s -split-input-file -verify-diagnostics

// Hashed n-gram memory: one case for each rule.

func.func @f(%tokens: tensor<4xi32>, %kind: tensor<5xi8>, %map: tensor<160xi32>) {
  // expected-error @below {{'cedar.compress_tokens' op expected 'kind' of 4 rows as 'tokens', found 5}}
  %r = cedar.compress_tokens %tokens, %kind, %map
      : (tensor<4xi32>, tensor<5xi8>, tensor<160xi32>) -> tensor<?xi32>
  return
}

// -----

func.func @f(%tokens: tensor<4xi32>, %kind: tensor<?xi8>, %map: tensor<160xi32>) {
  // expected-error @below {{'cedar.compress_tokens' op expected 'result' of 4 rows as 'tokens', found 5}}
  %r = cedar.compress_tokens %tokens, %kind, %map
      : (tensor<4xi32>, tensor<?xi8>, tensor<160xi32>) -> tensor<5xi32>
  return
}

// -----

func.func @f(
    %ids: tensor<4xi32>, %positions: tensor<5xi32>, %sequence: tensor<?xi32>,
    %length: tensor<?xi32>, %slots: tensor<?xi32>, %map: tensor<160xi32>,
    %context: !cedar.state<ring, 4, 1, tensor<1xi32>>) {
  // expected-error @below {{'cedar.ngram_hash' op expected 'positions' of 4 rows as 'ids', found 5}}
  %r = cedar.ngram_hash %ids, %positions, %sequence, %length, %slots, %map, %context
      {multipliers = array<i64: 3, 5, 7>, primes = array<i64: 11, 13, 17, 19>,
       padToken = 2 : i64}
      : (tensor<4xi32>, tensor<5xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>,
         tensor<160xi32>, !cedar.state<ring, 4, 1, tensor<1xi32>>) -> tensor<?x4xi32>
  return
}

// -----

func.func @f(
    %ids: tensor<4xi32>, %positions: tensor<?xi32>, %sequence: tensor<5xi32>,
    %length: tensor<?xi32>, %slots: tensor<?xi32>, %map: tensor<160xi32>,
    %context: !cedar.state<ring, 4, 1, tensor<1xi32>>) {
  // expected-error @below {{'cedar.ngram_hash' op expected 'sequence' of 4 rows as 'ids', found 5}}
  %r = cedar.ngram_hash %ids, %positions, %sequence, %length, %slots, %map, %context
      {multipliers = array<i64: 3, 5, 7>, primes = array<i64: 11, 13, 17, 19>,
       padToken = 2 : i64}
      : (tensor<4xi32>, tensor<?xi32>, tensor<5xi32>, tensor<?xi32>, tensor<?xi32>,
         tensor<160xi32>, !cedar.state<ring, 4, 1, tensor<1xi32>>) -> tensor<?x4xi32>
  return
}

// -----

func.func @f(
    %ids: tensor<4xi32>, %positions: tensor<?xi32>, %sequence: tensor<?xi32>,
    %length: tensor<?xi32>, %slots: tensor<?xi32>, %map: tensor<160xi32>,
    %context: !cedar.state<ring, 4, 1, tensor<1xi32>>) {
  // expected-error @below {{'cedar.ngram_hash' op expected 'result' of 4 rows as 'ids', found 5}}
  %r = cedar.ngram_hash %ids, %positions, %sequence, %length, %slots, %map, %context
      {multipliers = array<i64: 3, 5, 7>, primes = array<i64: 11, 13, 17, 19>,
       padToken = 2 : i64}
      : (tensor<4xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>,
         tensor<160xi32>, !cedar.state<ring, 4, 1, tensor<1xi32>>) -> tensor<5x4xi32>
  return
}

// -----

func.func @f(
    %ids: tensor<?xi32>, %positions: tensor<?xi32>, %sequence: tensor<?xi32>,
    %length: tensor<1xi32>, %slots: tensor<2xi32>, %map: tensor<160xi32>,
    %context: !cedar.state<ring, 4, 1, tensor<1xi32>>) {
  // expected-error @below {{'cedar.ngram_hash' op expected 'slots' of 1 rows as 'length', found 2}}
  %r = cedar.ngram_hash %ids, %positions, %sequence, %length, %slots, %map, %context
      {multipliers = array<i64: 3, 5, 7>, primes = array<i64: 11, 13, 17, 19>,
       padToken = 2 : i64}
      : (tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<1xi32>, tensor<2xi32>,
         tensor<160xi32>, !cedar.state<ring, 4, 1, tensor<1xi32>>) -> tensor<?x4xi32>
  return
}

// -----

func.func @f(
    %ids: tensor<?xi32>, %positions: tensor<?xi32>, %sequence: tensor<?xi32>,
    %length: tensor<?xi32>, %slots: tensor<?xi32>, %map: tensor<160xi32>,
    %context: !cedar.state<ring, 4, 1, tensor<1xi32>>) {
  // expected-error @below {{'cedar.ngram_hash' op expected dimension 1 of 'result' to be 4, found 5}}
  %r = cedar.ngram_hash %ids, %positions, %sequence, %length, %slots, %map, %context
      {multipliers = array<i64: 3, 5, 7>, primes = array<i64: 11, 13, 17, 19>,
       padToken = 2 : i64}
      : (tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>,
         tensor<160xi32>, !cedar.state<ring, 4, 1, tensor<1xi32>>) -> tensor<?x5xi32>
  return
}

// -----

func.func @f(
    %ids: tensor<?xi32>, %positions: tensor<?xi32>, %sequence: tensor<?xi32>,
    %length: tensor<?xi32>, %slots: tensor<?xi32>, %map: tensor<160xi32>,
    %context: !cedar.state<paged, 4, 1, tensor<1xi32>>) {
  // expected-error @below {{'cedar.ngram_hash' op expected 'context' to be a ring state, found a paged one}}
  %r = cedar.ngram_hash %ids, %positions, %sequence, %length, %slots, %map, %context
      {multipliers = array<i64: 3, 5, 7>, primes = array<i64: 11, 13, 17, 19>,
       padToken = 2 : i64}
      : (tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>,
         tensor<160xi32>, !cedar.state<paged, 4, 1, tensor<1xi32>>) -> tensor<?x4xi32>
  return
}

// -----

func.func @f(
    %ids: tensor<?xi32>, %positions: tensor<?xi32>, %sequence: tensor<?xi32>,
    %length: tensor<?xi32>, %slots: tensor<?xi32>, %map: tensor<160xi32>,
    %context: !cedar.state<ring, 4, 1, tensor<2xi32>>) {
  // expected-error @below {{'cedar.ngram_hash' op expected rows of 'context' of one i32}}
  %r = cedar.ngram_hash %ids, %positions, %sequence, %length, %slots, %map, %context
      {multipliers = array<i64: 3, 5, 7>, primes = array<i64: 11, 13, 17, 19>,
       padToken = 2 : i64}
      : (tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>,
         tensor<160xi32>, !cedar.state<ring, 4, 1, tensor<2xi32>>) -> tensor<?x4xi32>
  return
}

// -----

func.func @f(
    %ids: tensor<?xi32>, %positions: tensor<?xi32>, %sequence: tensor<?xi32>,
    %length: tensor<?xi32>, %slots: tensor<?xi32>, %map: tensor<160xi32>,
    %context: !cedar.state<ring, 1, 1, tensor<1xi32>>) {
  // expected-error @below {{'cedar.ngram_hash' op expected 'context.rows' of at least 2, found 1}}
  %r = cedar.ngram_hash %ids, %positions, %sequence, %length, %slots, %map, %context
      {multipliers = array<i64: 3, 5, 7>, primes = array<i64: 11, 13, 17, 19>,
       padToken = 2 : i64}
      : (tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>,
         tensor<160xi32>, !cedar.state<ring, 1, 1, tensor<1xi32>>) -> tensor<?x4xi32>
  return
}

// -----

func.func @f(
    %ids: tensor<?xi32>, %positions: tensor<?xi32>, %sequence: tensor<?xi32>,
    %length: tensor<?xi32>, %slots: tensor<?xi32>, %map: tensor<160xi32>,
    %context: !cedar.state<ring, 4, 1, tensor<1xi32>>) {
  // expected-error @below {{'cedar.ngram_hash' op expected 'padToken' of at least 0, found -1}}
  %r = cedar.ngram_hash %ids, %positions, %sequence, %length, %slots, %map, %context
      {multipliers = array<i64: 3, 5, 7>, primes = array<i64: 11, 13, 17, 19>,
       padToken = -1 : i64}
      : (tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>,
         tensor<160xi32>, !cedar.state<ring, 4, 1, tensor<1xi32>>) -> tensor<?x4xi32>
  return
}

// -----

func.func @f(
    %ids: tensor<?xi32>, %positions: tensor<?xi32>, %sequence: tensor<?xi32>,
    %length: tensor<?xi32>, %slots: tensor<?xi32>, %map: tensor<160xi32>,
    %context: !cedar.state<ring, 4, 1, tensor<1xi32>>) {
  // expected-error @below {{'cedar.ngram_hash' op expected 'padToken' below the 160 tokens of 'map', found 160}}
  %r = cedar.ngram_hash %ids, %positions, %sequence, %length, %slots, %map, %context
      {multipliers = array<i64: 3, 5, 7>, primes = array<i64: 11, 13, 17, 19>,
       padToken = 160 : i64}
      : (tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>,
         tensor<160xi32>, !cedar.state<ring, 4, 1, tensor<1xi32>>) -> tensor<?x4xi32>
  return
}

// -----

func.func @f(
    %ids: tensor<?xi32>, %positions: tensor<?xi32>, %sequence: tensor<?xi32>,
    %length: tensor<?xi32>, %slots: tensor<?xi32>, %map: tensor<160xi32>,
    %context: !cedar.state<ring, 4, 1, tensor<1xi32>>) {
  // expected-error @below {{'cedar.ngram_hash' op expected 'multipliers.size' of at least 2, found 1}}
  %r = cedar.ngram_hash %ids, %positions, %sequence, %length, %slots, %map, %context
      {multipliers = array<i64: 3>, primes = array<i64: 11, 13, 17, 19>, padToken = 2 : i64}
      : (tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>,
         tensor<160xi32>, !cedar.state<ring, 4, 1, tensor<1xi32>>) -> tensor<?x4xi32>
  return
}

// -----

func.func @f(
    %ids: tensor<?xi32>, %positions: tensor<?xi32>, %sequence: tensor<?xi32>,
    %length: tensor<?xi32>, %slots: tensor<?xi32>, %map: tensor<160xi32>,
    %context: !cedar.state<ring, 4, 1, tensor<1xi32>>) {
  // expected-error @below {{'cedar.ngram_hash' op expected 'multipliers' of at least 1, found -5}}
  %r = cedar.ngram_hash %ids, %positions, %sequence, %length, %slots, %map, %context
      {multipliers = array<i64: 3, -5, 7>, primes = array<i64: 11, 13, 17, 19>,
       padToken = 2 : i64}
      : (tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>,
         tensor<160xi32>, !cedar.state<ring, 4, 1, tensor<1xi32>>) -> tensor<?x4xi32>
  return
}

// -----

func.func @f(
    %ids: tensor<?xi32>, %positions: tensor<?xi32>, %sequence: tensor<?xi32>,
    %length: tensor<?xi32>, %slots: tensor<?xi32>, %map: tensor<160xi32>,
    %context: !cedar.state<ring, 4, 1, tensor<1xi32>>) {
  // expected-error @below {{'cedar.ngram_hash' op expected as many 'primes' for each of the 2 orders, found 0}}
  %r = cedar.ngram_hash %ids, %positions, %sequence, %length, %slots, %map, %context
      {multipliers = array<i64: 3, 5, 7>, primes = array<i64>, padToken = 2 : i64}
      : (tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>,
         tensor<160xi32>, !cedar.state<ring, 4, 1, tensor<1xi32>>) -> tensor<?x4xi32>
  return
}

// -----

func.func @f(
    %ids: tensor<?xi32>, %positions: tensor<?xi32>, %sequence: tensor<?xi32>,
    %length: tensor<?xi32>, %slots: tensor<?xi32>, %map: tensor<160xi32>,
    %context: !cedar.state<ring, 4, 1, tensor<1xi32>>) {
  // expected-error @below {{'cedar.ngram_hash' op expected as many 'primes' for each of the 2 orders, found 3}}
  %r = cedar.ngram_hash %ids, %positions, %sequence, %length, %slots, %map, %context
      {multipliers = array<i64: 3, 5, 7>, primes = array<i64: 11, 13, 17>, padToken = 2 : i64}
      : (tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>,
         tensor<160xi32>, !cedar.state<ring, 4, 1, tensor<1xi32>>) -> tensor<?x4xi32>
  return
}

// -----

func.func @f(
    %ids: tensor<?xi32>, %positions: tensor<?xi32>, %sequence: tensor<?xi32>,
    %length: tensor<?xi32>, %slots: tensor<?xi32>, %map: tensor<160xi32>,
    %context: !cedar.state<ring, 4, 1, tensor<1xi32>>) {
  // expected-error @below {{'cedar.ngram_hash' op expected 'primes' of at least 2, found 1}}
  %r = cedar.ngram_hash %ids, %positions, %sequence, %length, %slots, %map, %context
      {multipliers = array<i64: 3, 5, 7>, primes = array<i64: 11, 13, 17, 1>, padToken = 2 : i64}
      : (tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>,
         tensor<160xi32>, !cedar.state<ring, 4, 1, tensor<1xi32>>) -> tensor<?x4xi32>
  return
}

// -----

func.func @f(
    %ids: tensor<?xi32>, %positions: tensor<?xi32>, %sequence: tensor<?xi32>,
    %length: tensor<?xi32>, %slots: tensor<?xi32>, %map: tensor<160xi32>,
    %context: !cedar.state<ring, 4, 1, tensor<1xi32>>) {
  // expected-error @below {{'cedar.ngram_hash' op expected 'primes' of at most 2147483647, found 2147483648}}
  %r = cedar.ngram_hash %ids, %positions, %sequence, %length, %slots, %map, %context
      {multipliers = array<i64: 3, 5, 7>, primes = array<i64: 11, 13, 17, 2147483648>,
       padToken = 2 : i64}
      : (tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>,
         tensor<160xi32>, !cedar.state<ring, 4, 1, tensor<1xi32>>) -> tensor<?x4xi32>
  return
}

// -----

func.func @f(
    %ids: tensor<?xi32>, %positions: tensor<?xi32>, %sequence: tensor<?xi32>,
    %length: tensor<?xi32>, %slots: tensor<?xi32>, %map: tensor<160xi32>,
    %context: !cedar.state<ring, 4, 1, tensor<1xi32>>) {
  // expected-error @below {{'cedar.ngram_hash' op expected 'primes' with a sum of at most 2147483647}}
  %r = cedar.ngram_hash %ids, %positions, %sequence, %length, %slots, %map, %context
      {multipliers = array<i64: 3, 5, 7>, primes = array<i64: 11, 13, 17, 2147483647>,
       padToken = 2 : i64}
      : (tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>,
         tensor<160xi32>, !cedar.state<ring, 4, 1, tensor<1xi32>>) -> tensor<?x4xi32>
  return
}

// -----

func.func @f(
    %rows: tensor<4x4xi32>, %table: tensor<60x32xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>) {
  // expected-error @below {{'cedar.table_gather' op expected 'result' of 4 rows as 'rows', found 5}}
  %r = cedar.table_gather %rows, %table
      : (tensor<4x4xi32>, tensor<60x32xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>) -> tensor<5x128xbf16>
  return
}

// -----

func.func @f(
    %rows: tensor<?x4xi32>, %table: tensor<64x32xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [32, 32]>>) {
  // expected-error @below {{'cedar.table_gather' op expected 'table' in AQ8 form}}
  %r = cedar.table_gather %rows, %table
      : (tensor<?x4xi32>, tensor<64x32xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [32, 32]>>) -> tensor<?x128xbf16>
  return
}

// -----

func.func @f(
    %rows: tensor<?x4xi32>, %table: tensor<60x32xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>) {
  // expected-error @below {{'cedar.table_gather' op expected dimension 1 of 'result' to be 128, found 64}}
  %r = cedar.table_gather %rows, %table
      : (tensor<?x4xi32>, tensor<60x32xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>) -> tensor<?x64xbf16>
  return
}

// -----

func.func @f(
    %streams: tensor<4x2x64xbf16>, %keyValue: tensor<5x192xbf16>, %queryWeight: tensor<2x64xbf16>,
    %keyWeight: tensor<2x64xbf16>, %kind: tensor<?xi8>) {
  // expected-error @below {{'cedar.engram_gate' op expected 'keyValue' of 4 rows as 'streams', found 5}}
  %r = cedar.engram_gate %streams, %keyValue, %queryWeight, %keyWeight, %kind
      {epsilon = 1.0e-06 : f32}
      : (tensor<4x2x64xbf16>, tensor<5x192xbf16>, tensor<2x64xbf16>, tensor<2x64xbf16>,
         tensor<?xi8>) -> tensor<?x2x64xbf16>
  return
}

// -----

func.func @f(
    %streams: tensor<4x2x64xbf16>, %keyValue: tensor<?x192xbf16>, %queryWeight: tensor<2x64xbf16>,
    %keyWeight: tensor<2x64xbf16>, %kind: tensor<5xi8>) {
  // expected-error @below {{'cedar.engram_gate' op expected 'kind' of 4 rows as 'streams', found 5}}
  %r = cedar.engram_gate %streams, %keyValue, %queryWeight, %keyWeight, %kind
      {epsilon = 1.0e-06 : f32}
      : (tensor<4x2x64xbf16>, tensor<?x192xbf16>, tensor<2x64xbf16>, tensor<2x64xbf16>,
         tensor<5xi8>) -> tensor<?x2x64xbf16>
  return
}

// -----

func.func @f(
    %streams: tensor<?x2x64xbf16>, %keyValue: tensor<?x128xbf16>, %queryWeight: tensor<2x64xbf16>,
    %keyWeight: tensor<2x64xbf16>, %kind: tensor<?xi8>) {
  // expected-error @below {{'cedar.engram_gate' op expected dimension 1 of 'keyValue' to be 192, found 128}}
  %r = cedar.engram_gate %streams, %keyValue, %queryWeight, %keyWeight, %kind
      {epsilon = 1.0e-06 : f32}
      : (tensor<?x2x64xbf16>, tensor<?x128xbf16>, tensor<2x64xbf16>, tensor<2x64xbf16>,
         tensor<?xi8>) -> tensor<?x2x64xbf16>
  return
}

// -----

func.func @f(
    %streams: tensor<?x2x64xbf16>, %keyValue: tensor<?x192xbf16>, %queryWeight: tensor<3x64xbf16>,
    %keyWeight: tensor<2x64xbf16>, %kind: tensor<?xi8>) {
  // expected-error @below {{'cedar.engram_gate' op expected dimension 0 of 'queryWeight' to be 2, found 3}}
  %r = cedar.engram_gate %streams, %keyValue, %queryWeight, %keyWeight, %kind
      {epsilon = 1.0e-06 : f32}
      : (tensor<?x2x64xbf16>, tensor<?x192xbf16>, tensor<3x64xbf16>, tensor<2x64xbf16>,
         tensor<?xi8>) -> tensor<?x2x64xbf16>
  return
}

// -----

func.func @f(
    %streams: tensor<?x2x64xbf16>, %keyValue: tensor<?x192xbf16>, %queryWeight: tensor<2x32xbf16>,
    %keyWeight: tensor<2x64xbf16>, %kind: tensor<?xi8>) {
  // expected-error @below {{'cedar.engram_gate' op expected dimension 1 of 'queryWeight' to be 64, found 32}}
  %r = cedar.engram_gate %streams, %keyValue, %queryWeight, %keyWeight, %kind
      {epsilon = 1.0e-06 : f32}
      : (tensor<?x2x64xbf16>, tensor<?x192xbf16>, tensor<2x32xbf16>, tensor<2x64xbf16>,
         tensor<?xi8>) -> tensor<?x2x64xbf16>
  return
}

// -----

func.func @f(
    %streams: tensor<?x2x64xbf16>, %keyValue: tensor<?x192xbf16>, %queryWeight: tensor<2x64xbf16>,
    %keyWeight: tensor<3x64xbf16>, %kind: tensor<?xi8>) {
  // expected-error @below {{'cedar.engram_gate' op expected 'keyWeight' of the shape of 'queryWeight'}}
  %r = cedar.engram_gate %streams, %keyValue, %queryWeight, %keyWeight, %kind
      {epsilon = 1.0e-06 : f32}
      : (tensor<?x2x64xbf16>, tensor<?x192xbf16>, tensor<2x64xbf16>, tensor<3x64xbf16>,
         tensor<?xi8>) -> tensor<?x2x64xbf16>
  return
}

// -----

func.func @f(
    %streams: tensor<?x2x64xbf16>, %keyValue: tensor<?x192xbf16>, %queryWeight: tensor<2x64xbf16>,
    %keyWeight: tensor<2x64xbf16>, %kind: tensor<?xi8>) {
  // expected-error @below {{'cedar.engram_gate' op expected 'result' of the shape of 'streams'}}
  %r = cedar.engram_gate %streams, %keyValue, %queryWeight, %keyWeight, %kind
      {epsilon = 1.0e-06 : f32}
      : (tensor<?x2x64xbf16>, tensor<?x192xbf16>, tensor<2x64xbf16>, tensor<2x64xbf16>,
         tensor<?xi8>) -> tensor<?x2x32xbf16>
  return
}

// -----

func.func @f(
    %streams: tensor<?x2x64xbf16>, %keyValue: tensor<?x192xbf16>, %queryWeight: tensor<2x64xbf16>,
    %keyWeight: tensor<2x64xbf16>, %kind: tensor<?xi8>) {
  // expected-error @below {{'cedar.engram_gate' op expected a positive 'epsilon', found 0}}
  %r = cedar.engram_gate %streams, %keyValue, %queryWeight, %keyWeight, %kind
      {epsilon = 0.0 : f32}
      : (tensor<?x2x64xbf16>, tensor<?x192xbf16>, tensor<2x64xbf16>, tensor<2x64xbf16>,
         tensor<?xi8>) -> tensor<?x2x64xbf16>
  return
}

// -----

func.func @f(
    %streams: tensor<4x2x64xbf16>, %tokens: tensor<5xi32>, %kind: tensor<?xi8>,
    %positions: tensor<?xi32>, %sequence: tensor<?xi32>, %length: tensor<?xi32>,
    %slots: tensor<?xi32>) {
  // expected-error @below {{'cedar.engram' op expected 'tokens' of 4 rows as 'streams', found 5}}
  %r = cedar.engram "layers.1.engram" %streams tokens(%tokens, %kind)
      rows(%positions, %sequence, %length, %slots)
      {multipliers = array<i64: 3, 5, 7>, primes = array<i64: 11, 13, 17, 19>,
       padToken = 2 : i64, epsilon = 1.0e-06 : f32, context = @context}
      : (tensor<4x2x64xbf16>, tensor<5xi32>, tensor<?xi8>, tensor<?xi32>, tensor<?xi32>,
         tensor<?xi32>, tensor<?xi32>) -> tensor<?x2x64xbf16>
  return
}

// -----

func.func @f(
    %streams: tensor<4x2x64xbf16>, %tokens: tensor<?xi32>, %kind: tensor<5xi8>,
    %positions: tensor<?xi32>, %sequence: tensor<?xi32>, %length: tensor<?xi32>,
    %slots: tensor<?xi32>) {
  // expected-error @below {{'cedar.engram' op expected 'kind' of 4 rows as 'streams', found 5}}
  %r = cedar.engram "layers.1.engram" %streams tokens(%tokens, %kind)
      rows(%positions, %sequence, %length, %slots)
      {multipliers = array<i64: 3, 5, 7>, primes = array<i64: 11, 13, 17, 19>,
       padToken = 2 : i64, epsilon = 1.0e-06 : f32, context = @context}
      : (tensor<4x2x64xbf16>, tensor<?xi32>, tensor<5xi8>, tensor<?xi32>, tensor<?xi32>,
         tensor<?xi32>, tensor<?xi32>) -> tensor<?x2x64xbf16>
  return
}

// -----

func.func @f(
    %streams: tensor<4x2x64xbf16>, %tokens: tensor<?xi32>, %kind: tensor<?xi8>,
    %positions: tensor<5xi32>, %sequence: tensor<?xi32>, %length: tensor<?xi32>,
    %slots: tensor<?xi32>) {
  // expected-error @below {{'cedar.engram' op expected 'positions' of 4 rows as 'streams', found 5}}
  %r = cedar.engram "layers.1.engram" %streams tokens(%tokens, %kind)
      rows(%positions, %sequence, %length, %slots)
      {multipliers = array<i64: 3, 5, 7>, primes = array<i64: 11, 13, 17, 19>,
       padToken = 2 : i64, epsilon = 1.0e-06 : f32, context = @context}
      : (tensor<4x2x64xbf16>, tensor<?xi32>, tensor<?xi8>, tensor<5xi32>, tensor<?xi32>,
         tensor<?xi32>, tensor<?xi32>) -> tensor<?x2x64xbf16>
  return
}

// -----

func.func @f(
    %streams: tensor<4x2x64xbf16>, %tokens: tensor<?xi32>, %kind: tensor<?xi8>,
    %positions: tensor<?xi32>, %sequence: tensor<5xi32>, %length: tensor<?xi32>,
    %slots: tensor<?xi32>) {
  // expected-error @below {{'cedar.engram' op expected 'sequence' of 4 rows as 'streams', found 5}}
  %r = cedar.engram "layers.1.engram" %streams tokens(%tokens, %kind)
      rows(%positions, %sequence, %length, %slots)
      {multipliers = array<i64: 3, 5, 7>, primes = array<i64: 11, 13, 17, 19>,
       padToken = 2 : i64, epsilon = 1.0e-06 : f32, context = @context}
      : (tensor<4x2x64xbf16>, tensor<?xi32>, tensor<?xi8>, tensor<?xi32>, tensor<5xi32>,
         tensor<?xi32>, tensor<?xi32>) -> tensor<?x2x64xbf16>
  return
}

// -----

func.func @f(
    %streams: tensor<?x2x64xbf16>, %tokens: tensor<?xi32>, %kind: tensor<?xi8>,
    %positions: tensor<?xi32>, %sequence: tensor<?xi32>, %length: tensor<1xi32>,
    %slots: tensor<2xi32>) {
  // expected-error @below {{'cedar.engram' op expected 'slots' of 1 rows as 'length', found 2}}
  %r = cedar.engram "layers.1.engram" %streams tokens(%tokens, %kind)
      rows(%positions, %sequence, %length, %slots)
      {multipliers = array<i64: 3, 5, 7>, primes = array<i64: 11, 13, 17, 19>,
       padToken = 2 : i64, epsilon = 1.0e-06 : f32, context = @context}
      : (tensor<?x2x64xbf16>, tensor<?xi32>, tensor<?xi8>, tensor<?xi32>, tensor<?xi32>,
         tensor<1xi32>, tensor<2xi32>) -> tensor<?x2x64xbf16>
  return
}

// -----

func.func @f(
    %streams: tensor<?x2x64xbf16>, %tokens: tensor<?xi32>, %kind: tensor<?xi8>,
    %positions: tensor<?xi32>, %sequence: tensor<?xi32>, %length: tensor<?xi32>,
    %slots: tensor<?xi32>) {
  // expected-error @below {{'cedar.engram' op expected 'result' of the shape of 'streams'}}
  %r = cedar.engram "layers.1.engram" %streams tokens(%tokens, %kind)
      rows(%positions, %sequence, %length, %slots)
      {multipliers = array<i64: 3, 5, 7>, primes = array<i64: 11, 13, 17, 19>,
       padToken = 2 : i64, epsilon = 1.0e-06 : f32, context = @context}
      : (tensor<?x2x64xbf16>, tensor<?xi32>, tensor<?xi8>, tensor<?xi32>, tensor<?xi32>,
         tensor<?xi32>, tensor<?xi32>) -> tensor<?x2x32xbf16>
  return
}

// -----

func.func @f(
    %streams: tensor<?x2x64xbf16>, %tokens: tensor<?xi32>, %kind: tensor<?xi8>,
    %positions: tensor<?xi32>, %sequence: tensor<?xi32>, %length: tensor<?xi32>,
    %slots: tensor<?xi32>) {
  // expected-error @below {{'cedar.engram' op expected 'padToken' of at least 0, found -1}}
  %r = cedar.engram "layers.1.engram" %streams tokens(%tokens, %kind)
      rows(%positions, %sequence, %length, %slots)
      {multipliers = array<i64: 3, 5, 7>, primes = array<i64: 11, 13, 17, 19>,
       padToken = -1 : i64, epsilon = 1.0e-06 : f32, context = @context}
      : (tensor<?x2x64xbf16>, tensor<?xi32>, tensor<?xi8>, tensor<?xi32>, tensor<?xi32>,
         tensor<?xi32>, tensor<?xi32>) -> tensor<?x2x64xbf16>
  return
}

// -----

func.func @f(
    %streams: tensor<?x2x64xbf16>, %tokens: tensor<?xi32>, %kind: tensor<?xi8>,
    %positions: tensor<?xi32>, %sequence: tensor<?xi32>, %length: tensor<?xi32>,
    %slots: tensor<?xi32>) {
  // expected-error @below {{'cedar.engram' op expected a positive 'epsilon', found 0}}
  %r = cedar.engram "layers.1.engram" %streams tokens(%tokens, %kind)
      rows(%positions, %sequence, %length, %slots)
      {multipliers = array<i64: 3, 5, 7>, primes = array<i64: 11, 13, 17, 19>,
       padToken = 2 : i64, epsilon = 0.0 : f32, context = @context}
      : (tensor<?x2x64xbf16>, tensor<?xi32>, tensor<?xi8>, tensor<?xi32>, tensor<?xi32>,
         tensor<?xi32>, tensor<?xi32>) -> tensor<?x2x64xbf16>
  return
}

// -----

func.func @f(
    %streams: tensor<?x2x64xbf16>, %tokens: tensor<?xi32>, %kind: tensor<?xi8>,
    %positions: tensor<?xi32>, %sequence: tensor<?xi32>, %length: tensor<?xi32>,
    %slots: tensor<?xi32>) {
  // expected-error @below {{'cedar.engram' op expected 'multipliers.size' of at least 2, found 1}}
  %r = cedar.engram "layers.1.engram" %streams tokens(%tokens, %kind)
      rows(%positions, %sequence, %length, %slots)
      {multipliers = array<i64: 3>, primes = array<i64: 11, 13, 17, 19>, padToken = 2 : i64,
       epsilon = 1.0e-06 : f32, context = @context}
      : (tensor<?x2x64xbf16>, tensor<?xi32>, tensor<?xi8>, tensor<?xi32>, tensor<?xi32>,
         tensor<?xi32>, tensor<?xi32>) -> tensor<?x2x64xbf16>
  return
}

// -----

cedar.weight @layers.1.engram.embed.weight from ["layers.1.engram.embed.weight", "layers.1.engram.embed.weight.scale"] : tensor<60x32xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>
cedar.weight @layers.1.engram.wkv.weight from ["layers.1.engram.wkv.weight", "layers.1.engram.wkv.weight.scale"] : tensor<192x128xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [32, 32]>>
cedar.weight @layers.1.engram.q_weight from ["layers.1.engram.q_weight"] : tensor<2x64xbf16>
cedar.weight @layers.1.engram.k_weight from ["layers.1.engram.k_weight"] : tensor<2x64xbf16>
cedar.weight @engram.token_map from ["engram.token_map"] : tensor<160xi32>
func.func @f(
    %streams: tensor<?x2x64xbf16>, %tokens: tensor<?xi32>, %kind: tensor<?xi8>,
    %positions: tensor<?xi32>, %sequence: tensor<?xi32>, %length: tensor<?xi32>,
    %slots: tensor<?xi32>) {
  // expected-error @below {{'cedar.engram' op expected a cedar.state named 'context', found none}}
  %r = cedar.engram "layers.1.engram" %streams tokens(%tokens, %kind)
      rows(%positions, %sequence, %length, %slots)
      {multipliers = array<i64: 3, 5, 7>, primes = array<i64: 11, 13, 17, 19>,
       padToken = 2 : i64, epsilon = 1.0e-06 : f32, context = @context}
      : (tensor<?x2x64xbf16>, tensor<?xi32>, tensor<?xi8>, tensor<?xi32>, tensor<?xi32>,
         tensor<?xi32>, tensor<?xi32>) -> tensor<?x2x64xbf16>
  return
}

// -----

cedar.weight @layers.1.engram.embed.weight from ["layers.1.engram.embed.weight", "layers.1.engram.embed.weight.scale"] : tensor<60x32xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>
cedar.weight @layers.1.engram.wkv.weight from ["layers.1.engram.wkv.weight", "layers.1.engram.wkv.weight.scale"] : tensor<192x128xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [32, 32]>>
cedar.weight @layers.1.engram.q_weight from ["layers.1.engram.q_weight"] : tensor<2x64xbf16>
cedar.weight @layers.1.engram.k_weight from ["layers.1.engram.k_weight"] : tensor<2x64xbf16>
cedar.weight @engram.token_map from ["engram.token_map"] : tensor<160xi32>
// expected-note @below {{the state is here}}
cedar.state @context "window" layer 1 : !cedar.state<ring, 4, 1, tensor<32xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>>
func.func @f(
    %streams: tensor<?x2x64xbf16>, %tokens: tensor<?xi32>, %kind: tensor<?xi8>,
    %positions: tensor<?xi32>, %sequence: tensor<?xi32>, %length: tensor<?xi32>,
    %slots: tensor<?xi32>) {
  // expected-error @below {{'cedar.engram' op expected the state 'context' to have role 'engram_context', found 'window'}}
  %r = cedar.engram "layers.1.engram" %streams tokens(%tokens, %kind)
      rows(%positions, %sequence, %length, %slots)
      {multipliers = array<i64: 3, 5, 7>, primes = array<i64: 11, 13, 17, 19>,
       padToken = 2 : i64, epsilon = 1.0e-06 : f32, context = @context}
      : (tensor<?x2x64xbf16>, tensor<?xi32>, tensor<?xi8>, tensor<?xi32>, tensor<?xi32>,
         tensor<?xi32>, tensor<?xi32>) -> tensor<?x2x64xbf16>
  return
}

// -----

cedar.weight @layers.1.engram.wkv.weight from ["layers.1.engram.wkv.weight", "layers.1.engram.wkv.weight.scale"] : tensor<192x128xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [32, 32]>>
cedar.weight @layers.1.engram.q_weight from ["layers.1.engram.q_weight"] : tensor<2x64xbf16>
cedar.weight @layers.1.engram.k_weight from ["layers.1.engram.k_weight"] : tensor<2x64xbf16>
cedar.weight @engram.token_map from ["engram.token_map"] : tensor<160xi32>
cedar.state @context "engram_context" layer 1 : !cedar.state<ring, 4, 1, tensor<1xi32>>
func.func @f(
    %streams: tensor<?x2x64xbf16>, %tokens: tensor<?xi32>, %kind: tensor<?xi8>,
    %positions: tensor<?xi32>, %sequence: tensor<?xi32>, %length: tensor<?xi32>,
    %slots: tensor<?xi32>) {
  // expected-error @below {{'cedar.engram' op expected a cedar.weight named 'layers.1.engram.embed.weight', found none}}
  %r = cedar.engram "layers.1.engram" %streams tokens(%tokens, %kind)
      rows(%positions, %sequence, %length, %slots)
      {multipliers = array<i64: 3, 5, 7>, primes = array<i64: 11, 13, 17, 19>,
       padToken = 2 : i64, epsilon = 1.0e-06 : f32, context = @context}
      : (tensor<?x2x64xbf16>, tensor<?xi32>, tensor<?xi8>, tensor<?xi32>, tensor<?xi32>,
         tensor<?xi32>, tensor<?xi32>) -> tensor<?x2x64xbf16>
  return
}

// -----

// expected-note @below {{the weight is here}}
cedar.weight @layers.1.engram.embed.weight from ["layers.1.engram.embed.weight", "layers.1.engram.embed.weight.scale"] : tensor<61x32xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>
cedar.weight @layers.1.engram.wkv.weight from ["layers.1.engram.wkv.weight", "layers.1.engram.wkv.weight.scale"] : tensor<192x128xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [32, 32]>>
cedar.weight @layers.1.engram.q_weight from ["layers.1.engram.q_weight"] : tensor<2x64xbf16>
cedar.weight @layers.1.engram.k_weight from ["layers.1.engram.k_weight"] : tensor<2x64xbf16>
cedar.weight @engram.token_map from ["engram.token_map"] : tensor<160xi32>
cedar.state @context "engram_context" layer 1 : !cedar.state<ring, 4, 1, tensor<1xi32>>
func.func @f(
    %streams: tensor<?x2x64xbf16>, %tokens: tensor<?xi32>, %kind: tensor<?xi8>,
    %positions: tensor<?xi32>, %sequence: tensor<?xi32>, %length: tensor<?xi32>,
    %slots: tensor<?xi32>) {
  // expected-error @below {{'cedar.engram' op expected the weight 'layers.1.engram.embed.weight' of type 'tensor<60x32xf8E4M3FN>', found 'tensor<61x32xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>'}}
  %r = cedar.engram "layers.1.engram" %streams tokens(%tokens, %kind)
      rows(%positions, %sequence, %length, %slots)
      {multipliers = array<i64: 3, 5, 7>, primes = array<i64: 11, 13, 17, 19>,
       padToken = 2 : i64, epsilon = 1.0e-06 : f32, context = @context}
      : (tensor<?x2x64xbf16>, tensor<?xi32>, tensor<?xi8>, tensor<?xi32>, tensor<?xi32>,
         tensor<?xi32>, tensor<?xi32>) -> tensor<?x2x64xbf16>
  return
}

// -----

cedar.weight @layers.1.engram.embed.weight from ["layers.1.engram.embed.weight", "layers.1.engram.embed.weight.scale"] : tensor<60x32xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>
// expected-note @below {{the weight is here}}
cedar.weight @layers.1.engram.wkv.weight from ["layers.1.engram.wkv.weight", "layers.1.engram.wkv.weight.scale"] : tensor<192x96xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [32, 32]>>
cedar.weight @layers.1.engram.q_weight from ["layers.1.engram.q_weight"] : tensor<2x64xbf16>
cedar.weight @layers.1.engram.k_weight from ["layers.1.engram.k_weight"] : tensor<2x64xbf16>
cedar.weight @engram.token_map from ["engram.token_map"] : tensor<160xi32>
cedar.state @context "engram_context" layer 1 : !cedar.state<ring, 4, 1, tensor<1xi32>>
func.func @f(
    %streams: tensor<?x2x64xbf16>, %tokens: tensor<?xi32>, %kind: tensor<?xi8>,
    %positions: tensor<?xi32>, %sequence: tensor<?xi32>, %length: tensor<?xi32>,
    %slots: tensor<?xi32>) {
  // expected-error @below {{'cedar.engram' op expected the weight 'layers.1.engram.wkv.weight' of type}}
  %r = cedar.engram "layers.1.engram" %streams tokens(%tokens, %kind)
      rows(%positions, %sequence, %length, %slots)
      {multipliers = array<i64: 3, 5, 7>, primes = array<i64: 11, 13, 17, 19>,
       padToken = 2 : i64, epsilon = 1.0e-06 : f32, context = @context}
      : (tensor<?x2x64xbf16>, tensor<?xi32>, tensor<?xi8>, tensor<?xi32>, tensor<?xi32>,
         tensor<?xi32>, tensor<?xi32>) -> tensor<?x2x64xbf16>
  return
}

// -----

cedar.weight @layers.1.engram.embed.weight from ["layers.1.engram.embed.weight", "layers.1.engram.embed.weight.scale"] : tensor<60x32xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>
cedar.weight @layers.1.engram.wkv.weight from ["layers.1.engram.wkv.weight", "layers.1.engram.wkv.weight.scale"] : tensor<192x128xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [32, 32]>>
// expected-note @below {{the weight is here}}
cedar.weight @layers.1.engram.q_weight from ["layers.1.engram.q_weight"] : tensor<3x64xbf16>
cedar.weight @layers.1.engram.k_weight from ["layers.1.engram.k_weight"] : tensor<2x64xbf16>
cedar.weight @engram.token_map from ["engram.token_map"] : tensor<160xi32>
cedar.state @context "engram_context" layer 1 : !cedar.state<ring, 4, 1, tensor<1xi32>>
func.func @f(
    %streams: tensor<?x2x64xbf16>, %tokens: tensor<?xi32>, %kind: tensor<?xi8>,
    %positions: tensor<?xi32>, %sequence: tensor<?xi32>, %length: tensor<?xi32>,
    %slots: tensor<?xi32>) {
  // expected-error @below {{'cedar.engram' op expected the weight 'layers.1.engram.q_weight' of type}}
  %r = cedar.engram "layers.1.engram" %streams tokens(%tokens, %kind)
      rows(%positions, %sequence, %length, %slots)
      {multipliers = array<i64: 3, 5, 7>, primes = array<i64: 11, 13, 17, 19>,
       padToken = 2 : i64, epsilon = 1.0e-06 : f32, context = @context}
      : (tensor<?x2x64xbf16>, tensor<?xi32>, tensor<?xi8>, tensor<?xi32>, tensor<?xi32>,
         tensor<?xi32>, tensor<?xi32>) -> tensor<?x2x64xbf16>
  return
}

// -----

cedar.weight @layers.1.engram.embed.weight from ["layers.1.engram.embed.weight", "layers.1.engram.embed.weight.scale"] : tensor<60x32xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>
cedar.weight @layers.1.engram.wkv.weight from ["layers.1.engram.wkv.weight", "layers.1.engram.wkv.weight.scale"] : tensor<192x128xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [32, 32]>>
cedar.weight @layers.1.engram.q_weight from ["layers.1.engram.q_weight"] : tensor<2x64xbf16>
// expected-note @below {{the weight is here}}
cedar.weight @layers.1.engram.k_weight from ["layers.1.engram.k_weight"] : tensor<2x32xbf16>
cedar.weight @engram.token_map from ["engram.token_map"] : tensor<160xi32>
cedar.state @context "engram_context" layer 1 : !cedar.state<ring, 4, 1, tensor<1xi32>>
func.func @f(
    %streams: tensor<?x2x64xbf16>, %tokens: tensor<?xi32>, %kind: tensor<?xi8>,
    %positions: tensor<?xi32>, %sequence: tensor<?xi32>, %length: tensor<?xi32>,
    %slots: tensor<?xi32>) {
  // expected-error @below {{'cedar.engram' op expected the weight 'layers.1.engram.k_weight' of type}}
  %r = cedar.engram "layers.1.engram" %streams tokens(%tokens, %kind)
      rows(%positions, %sequence, %length, %slots)
      {multipliers = array<i64: 3, 5, 7>, primes = array<i64: 11, 13, 17, 19>,
       padToken = 2 : i64, epsilon = 1.0e-06 : f32, context = @context}
      : (tensor<?x2x64xbf16>, tensor<?xi32>, tensor<?xi8>, tensor<?xi32>, tensor<?xi32>,
         tensor<?xi32>, tensor<?xi32>) -> tensor<?x2x64xbf16>
  return
}

// -----

cedar.weight @layers.1.engram.embed.weight from ["layers.1.engram.embed.weight", "layers.1.engram.embed.weight.scale"] : tensor<60x32xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>
cedar.weight @layers.1.engram.wkv.weight from ["layers.1.engram.wkv.weight", "layers.1.engram.wkv.weight.scale"] : tensor<192x128xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [32, 32]>>
cedar.weight @layers.1.engram.q_weight from ["layers.1.engram.q_weight"] : tensor<2x64xbf16>
cedar.weight @layers.1.engram.k_weight from ["layers.1.engram.k_weight"] : tensor<2x64xbf16>
cedar.state @context "engram_context" layer 1 : !cedar.state<ring, 4, 1, tensor<1xi32>>
func.func @f(
    %streams: tensor<?x2x64xbf16>, %tokens: tensor<?xi32>, %kind: tensor<?xi8>,
    %positions: tensor<?xi32>, %sequence: tensor<?xi32>, %length: tensor<?xi32>,
    %slots: tensor<?xi32>) {
  // expected-error @below {{'cedar.engram' op expected a cedar.weight named 'engram.token_map', found none}}
  %r = cedar.engram "layers.1.engram" %streams tokens(%tokens, %kind)
      rows(%positions, %sequence, %length, %slots)
      {multipliers = array<i64: 3, 5, 7>, primes = array<i64: 11, 13, 17, 19>,
       padToken = 2 : i64, epsilon = 1.0e-06 : f32, context = @context}
      : (tensor<?x2x64xbf16>, tensor<?xi32>, tensor<?xi8>, tensor<?xi32>, tensor<?xi32>,
         tensor<?xi32>, tensor<?xi32>) -> tensor<?x2x64xbf16>
  return
}

// -----

cedar.weight @layers.1.engram.embed.weight from ["layers.1.engram.embed.weight", "layers.1.engram.embed.weight.scale"] : tensor<60x32xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>
cedar.weight @layers.1.engram.wkv.weight from ["layers.1.engram.wkv.weight", "layers.1.engram.wkv.weight.scale"] : tensor<192x128xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [32, 32]>>
cedar.weight @layers.1.engram.q_weight from ["layers.1.engram.q_weight"] : tensor<2x64xbf16>
cedar.weight @layers.1.engram.k_weight from ["layers.1.engram.k_weight"] : tensor<2x64xbf16>
cedar.weight @engram.token_map from ["engram.token_map"] {bound = 160 : i64} : tensor<160xi32>
cedar.state @context "engram_context" layer 1 : !cedar.state<ring, 4, 1, tensor<1xi32>>
func.func @f(
    %streams: tensor<?x2x64xbf16>, %tokens: tensor<?xi32>, %kind: tensor<?xi8>,
    %positions: tensor<?xi32>, %sequence: tensor<?xi32>, %length: tensor<?xi32>,
    %slots: tensor<?xi32>) {
  // expected-error @below {{'cedar.engram' op expected 'multipliers' whose products with ids below 160 fit 63 bits, found 9223372036854775807}}
  %r = cedar.engram "layers.1.engram" %streams tokens(%tokens, %kind)
      rows(%positions, %sequence, %length, %slots)
      {multipliers = array<i64: 3, 5, 9223372036854775807>, primes = array<i64: 11, 13, 17, 19>,
       padToken = 2 : i64, epsilon = 1.0e-06 : f32, context = @context}
      : (tensor<?x2x64xbf16>, tensor<?xi32>, tensor<?xi8>, tensor<?xi32>, tensor<?xi32>,
         tensor<?xi32>, tensor<?xi32>) -> tensor<?x2x64xbf16>
  return
}

// -----

cedar.weight @layers.1.engram.embed.weight from ["layers.1.engram.embed.weight", "layers.1.engram.embed.weight.scale"] : tensor<60x32xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>
cedar.weight @layers.1.engram.wkv.weight from ["layers.1.engram.wkv.weight", "layers.1.engram.wkv.weight.scale"] : tensor<192x128xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [32, 32]>>
cedar.weight @layers.1.engram.q_weight from ["layers.1.engram.q_weight"] : tensor<2x64xbf16>
cedar.weight @layers.1.engram.k_weight from ["layers.1.engram.k_weight"] : tensor<2x64xbf16>
cedar.weight @engram.token_map from ["engram.token_map"] : tensor<160xi32>
cedar.state @context "engram_context" layer 1 : !cedar.state<ring, 1, 1, tensor<1xi32>>
func.func @f(
    %streams: tensor<?x2x64xbf16>, %tokens: tensor<?xi32>, %kind: tensor<?xi8>,
    %positions: tensor<?xi32>, %sequence: tensor<?xi32>, %length: tensor<?xi32>,
    %slots: tensor<?xi32>) {
  // expected-error @below {{'cedar.engram' op expected 'context.rows' of at least 2, found 1}}
  %r = cedar.engram "layers.1.engram" %streams tokens(%tokens, %kind)
      rows(%positions, %sequence, %length, %slots)
      {multipliers = array<i64: 3, 5, 7>, primes = array<i64: 11, 13, 17, 19>,
       padToken = 2 : i64, epsilon = 1.0e-06 : f32, context = @context}
      : (tensor<?x2x64xbf16>, tensor<?xi32>, tensor<?xi8>, tensor<?xi32>, tensor<?xi32>,
         tensor<?xi32>, tensor<?xi32>) -> tensor<?x2x64xbf16>
  return
}
