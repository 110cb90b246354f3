// RUN: cedar-opt %s -split-input-file -verify-diagnostics

// Primitives of sparse attention: one case for each rule.

func.func @f(
    %values: tensor<4x64xf32>, %scores: tensor<?x64xf32>, %positions: tensor<5xi32>,
    %sequence: tensor<?xi32>, %length: tensor<?xi32>, %slots: tensor<?xi32>,
    %tailValues: !cedar.state<ring, 2, 1, tensor<64xf32>>,
    %tailScores: !cedar.state<ring, 2, 1, tensor<64xf32>>) {
  // expected-error @below {{'cedar.csa2_pool' op expected 'positions' of 4 rows as 'values', found 5}}
  %r = cedar.csa2_pool %values, %scores, %positions, %sequence, %length, %slots, %tailValues, %tailScores
      {ratio = 2 : i64}
      : (tensor<4x64xf32>, tensor<?x64xf32>, tensor<5xi32>, tensor<?xi32>, tensor<?xi32>,
         tensor<?xi32>, !cedar.state<ring, 2, 1, tensor<64xf32>>,
         !cedar.state<ring, 2, 1, tensor<64xf32>>) -> tensor<?x64xbf16>
  return
}

// -----

func.func @f(
    %values: tensor<4x64xf32>, %scores: tensor<?x64xf32>, %positions: tensor<?xi32>,
    %sequence: tensor<5xi32>, %length: tensor<?xi32>, %slots: tensor<?xi32>,
    %tailValues: !cedar.state<ring, 2, 1, tensor<64xf32>>,
    %tailScores: !cedar.state<ring, 2, 1, tensor<64xf32>>) {
  // expected-error @below {{'cedar.csa2_pool' op expected 'sequence' of 4 rows as 'values', found 5}}
  %r = cedar.csa2_pool %values, %scores, %positions, %sequence, %length, %slots, %tailValues, %tailScores
      {ratio = 2 : i64}
      : (tensor<4x64xf32>, tensor<?x64xf32>, tensor<?xi32>, tensor<5xi32>, tensor<?xi32>,
         tensor<?xi32>, !cedar.state<ring, 2, 1, tensor<64xf32>>,
         !cedar.state<ring, 2, 1, tensor<64xf32>>) -> tensor<?x64xbf16>
  return
}

// -----

func.func @f(
    %values: tensor<?x64xf32>, %scores: tensor<?x64xf32>, %positions: tensor<?xi32>,
    %sequence: tensor<?xi32>, %length: tensor<1xi32>, %slots: tensor<2xi32>,
    %tailValues: !cedar.state<ring, 2, 1, tensor<64xf32>>,
    %tailScores: !cedar.state<ring, 2, 1, tensor<64xf32>>) {
  // expected-error @below {{'cedar.csa2_pool' op expected 'slots' of 1 rows as 'length', found 2}}
  %r = cedar.csa2_pool %values, %scores, %positions, %sequence, %length, %slots, %tailValues, %tailScores
      {ratio = 2 : i64}
      : (tensor<?x64xf32>, tensor<?x64xf32>, tensor<?xi32>, tensor<?xi32>, tensor<1xi32>,
         tensor<2xi32>, !cedar.state<ring, 2, 1, tensor<64xf32>>,
         !cedar.state<ring, 2, 1, tensor<64xf32>>) -> tensor<?x64xbf16>
  return
}

// -----

func.func @f(
    %values: tensor<?x64xf32>, %scores: tensor<?x32xf32>, %positions: tensor<?xi32>,
    %sequence: tensor<?xi32>, %length: tensor<?xi32>, %slots: tensor<?xi32>,
    %tailValues: !cedar.state<ring, 2, 1, tensor<64xf32>>,
    %tailScores: !cedar.state<ring, 2, 1, tensor<64xf32>>) {
  // expected-error @below {{'cedar.csa2_pool' op expected 'scores' of the shape of 'values'}}
  %r = cedar.csa2_pool %values, %scores, %positions, %sequence, %length, %slots, %tailValues, %tailScores
      {ratio = 2 : i64}
      : (tensor<?x64xf32>, tensor<?x32xf32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>,
         tensor<?xi32>, !cedar.state<ring, 2, 1, tensor<64xf32>>,
         !cedar.state<ring, 2, 1, tensor<64xf32>>) -> tensor<?x64xbf16>
  return
}

// -----

func.func @f(
    %values: tensor<?x64xf32>, %scores: tensor<?x64xf32>, %positions: tensor<?xi32>,
    %sequence: tensor<?xi32>, %length: tensor<?xi32>, %slots: tensor<?xi32>,
    %tailValues: !cedar.state<ring, 2, 1, tensor<64xf32>>,
    %tailScores: !cedar.state<ring, 2, 1, tensor<64xf32>>) {
  // expected-error @below {{'cedar.csa2_pool' op expected 'result' of the shape of 'values'}}
  %r = cedar.csa2_pool %values, %scores, %positions, %sequence, %length, %slots, %tailValues, %tailScores
      {ratio = 2 : i64}
      : (tensor<?x64xf32>, tensor<?x64xf32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>,
         tensor<?xi32>, !cedar.state<ring, 2, 1, tensor<64xf32>>,
         !cedar.state<ring, 2, 1, tensor<64xf32>>) -> tensor<?x32xbf16>
  return
}

// -----

func.func @f(
    %values: tensor<?x64xf32>, %scores: tensor<?x64xf32>, %positions: tensor<?xi32>,
    %sequence: tensor<?xi32>, %length: tensor<?xi32>, %slots: tensor<?xi32>,
    %tailValues: !cedar.state<ring, 2, 1, tensor<64xf32>>,
    %tailScores: !cedar.state<ring, 2, 1, tensor<64xf32>>) {
  // expected-error @below {{'cedar.csa2_pool' op expected 'ratio' of at least 2, found 1}}
  %r = cedar.csa2_pool %values, %scores, %positions, %sequence, %length, %slots, %tailValues, %tailScores
      {ratio = 1 : i64}
      : (tensor<?x64xf32>, tensor<?x64xf32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>,
         tensor<?xi32>, !cedar.state<ring, 2, 1, tensor<64xf32>>,
         !cedar.state<ring, 2, 1, tensor<64xf32>>) -> tensor<?x64xbf16>
  return
}

// -----

func.func @f(
    %values: tensor<?x64xf32>, %scores: tensor<?x64xf32>, %positions: tensor<?xi32>,
    %sequence: tensor<?xi32>, %length: tensor<?xi32>, %slots: tensor<?xi32>,
    %tailValues: !cedar.state<paged, 2, 2, tensor<64xf32>>,
    %tailScores: !cedar.state<ring, 2, 1, tensor<64xf32>>) {
  // expected-error @below {{'cedar.csa2_pool' op expected 'tailValues' to be a ring state, found a paged one}}
  %r = cedar.csa2_pool %values, %scores, %positions, %sequence, %length, %slots, %tailValues, %tailScores
      {ratio = 2 : i64}
      : (tensor<?x64xf32>, tensor<?x64xf32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>,
         tensor<?xi32>, !cedar.state<paged, 2, 2, tensor<64xf32>>,
         !cedar.state<ring, 2, 1, tensor<64xf32>>) -> tensor<?x64xbf16>
  return
}

// -----

func.func @f(
    %values: tensor<?x64xf32>, %scores: tensor<?x64xf32>, %positions: tensor<?xi32>,
    %sequence: tensor<?xi32>, %length: tensor<?xi32>, %slots: tensor<?xi32>,
    %tailValues: !cedar.state<ring, 2, 1, tensor<64xf32>>,
    %tailScores: !cedar.state<paged, 2, 2, tensor<64xf32>>) {
  // expected-error @below {{'cedar.csa2_pool' op expected 'tailScores' to be a ring state, found a paged one}}
  %r = cedar.csa2_pool %values, %scores, %positions, %sequence, %length, %slots, %tailValues, %tailScores
      {ratio = 2 : i64}
      : (tensor<?x64xf32>, tensor<?x64xf32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>,
         tensor<?xi32>, !cedar.state<ring, 2, 1, tensor<64xf32>>,
         !cedar.state<paged, 2, 2, tensor<64xf32>>) -> tensor<?x64xbf16>
  return
}

// -----

func.func @f(
    %values: tensor<?x64xf32>, %scores: tensor<?x64xf32>, %positions: tensor<?xi32>,
    %sequence: tensor<?xi32>, %length: tensor<?xi32>, %slots: tensor<?xi32>,
    %tailValues: !cedar.state<ring, 2, 1, tensor<32xf32>>,
    %tailScores: !cedar.state<ring, 2, 1, tensor<64xf32>>) {
  // expected-error @below {{'cedar.csa2_pool' op expected rows of 'tailValues' of type 'tensor<64xf32>', found 'tensor<32xf32>'}}
  %r = cedar.csa2_pool %values, %scores, %positions, %sequence, %length, %slots, %tailValues, %tailScores
      {ratio = 2 : i64}
      : (tensor<?x64xf32>, tensor<?x64xf32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>,
         tensor<?xi32>, !cedar.state<ring, 2, 1, tensor<32xf32>>,
         !cedar.state<ring, 2, 1, tensor<64xf32>>) -> tensor<?x64xbf16>
  return
}

// -----

func.func @f(
    %values: tensor<?x64xf32>, %scores: tensor<?x64xf32>, %positions: tensor<?xi32>,
    %sequence: tensor<?xi32>, %length: tensor<?xi32>, %slots: tensor<?xi32>,
    %tailValues: !cedar.state<ring, 2, 1, tensor<64xf32>>,
    %tailScores: !cedar.state<ring, 2, 1, tensor<64xbf16>>) {
  // expected-error @below {{'cedar.csa2_pool' op expected rows of 'tailScores' of type 'tensor<64xf32>', found 'tensor<64xbf16>'}}
  %r = cedar.csa2_pool %values, %scores, %positions, %sequence, %length, %slots, %tailValues, %tailScores
      {ratio = 2 : i64}
      : (tensor<?x64xf32>, tensor<?x64xf32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>,
         tensor<?xi32>, !cedar.state<ring, 2, 1, tensor<64xf32>>,
         !cedar.state<ring, 2, 1, tensor<64xbf16>>) -> tensor<?x64xbf16>
  return
}

// -----

func.func @f(
    %values: tensor<?x64xf32>, %scores: tensor<?x64xf32>, %positions: tensor<?xi32>,
    %sequence: tensor<?xi32>, %length: tensor<?xi32>, %slots: tensor<?xi32>,
    %tailValues: !cedar.state<ring, 2, 1, tensor<64xf32>>,
    %tailScores: !cedar.state<ring, 2, 1, tensor<64xf32>>) {
  // expected-error @below {{'cedar.csa2_pool' op expected 'tailValues.rows' of at least 3, found 2}}
  %r = cedar.csa2_pool %values, %scores, %positions, %sequence, %length, %slots, %tailValues, %tailScores
      {ratio = 4 : i64}
      : (tensor<?x64xf32>, tensor<?x64xf32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>,
         tensor<?xi32>, !cedar.state<ring, 2, 1, tensor<64xf32>>,
         !cedar.state<ring, 2, 1, tensor<64xf32>>) -> tensor<?x64xbf16>
  return
}

// -----

func.func @f(
    %values: tensor<?x64xf32>, %scores: tensor<?x64xf32>, %positions: tensor<?xi32>,
    %sequence: tensor<?xi32>, %length: tensor<?xi32>, %slots: tensor<?xi32>,
    %tailValues: !cedar.state<ring, 3, 1, tensor<64xf32>>,
    %tailScores: !cedar.state<ring, 2, 1, tensor<64xf32>>) {
  // expected-error @below {{'cedar.csa2_pool' op expected 'tailScores.rows' of at least 3, found 2}}
  %r = cedar.csa2_pool %values, %scores, %positions, %sequence, %length, %slots, %tailValues, %tailScores
      {ratio = 4 : i64}
      : (tensor<?x64xf32>, tensor<?x64xf32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>,
         tensor<?xi32>, !cedar.state<ring, 3, 1, tensor<64xf32>>,
         !cedar.state<ring, 2, 1, tensor<64xf32>>) -> tensor<?x64xbf16>
  return
}

// -----

func.func @f(
    %query: tensor<?x32xf4E2M1FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>,
    %headWeights: tensor<?x2xbf16>, %positions: tensor<?xi32>, %sequence: tensor<?xi32>,
    %pages: tensor<?x?xi32>,
    %keys: !cedar.state<paged, 16, 2, tensor<32xf4E2M1FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>>) {
  // expected-error @below {{'cedar.csa2_select' op expected 'query' of rank 3, found rank 2}}
  %r = cedar.csa2_select %query, %headWeights, %positions, %sequence, %pages, %keys
      {topk = 8 : i64, weightScale = 0.125 : f32}
      : (tensor<?x32xf4E2M1FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>, tensor<?x2xbf16>,
         tensor<?xi32>, tensor<?xi32>, tensor<?x?xi32>,
         !cedar.state<paged, 16, 2, tensor<32xf4E2M1FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>>) -> tensor<?x8xi32>
  return
}

// -----

func.func @f(
    %query: tensor<?x2x32xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>,
    %headWeights: tensor<?x2xbf16>, %positions: tensor<?xi32>, %sequence: tensor<?xi32>,
    %pages: tensor<?x?xi32>,
    %keys: !cedar.state<paged, 16, 2, tensor<32xf4E2M1FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>>) {
  // expected-error @below {{'cedar.csa2_select' op expected 'query' in MXFP4 form}}
  %r = cedar.csa2_select %query, %headWeights, %positions, %sequence, %pages, %keys
      {topk = 8 : i64, weightScale = 0.125 : f32}
      : (tensor<?x2x32xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>, tensor<?x2xbf16>,
         tensor<?xi32>, tensor<?xi32>, tensor<?x?xi32>,
         !cedar.state<paged, 16, 2, tensor<32xf4E2M1FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>>) -> tensor<?x8xi32>
  return
}

// -----

func.func @f(
    %query: tensor<4x2x32xf4E2M1FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>,
    %headWeights: tensor<5x2xbf16>, %positions: tensor<?xi32>, %sequence: tensor<?xi32>,
    %pages: tensor<?x?xi32>,
    %keys: !cedar.state<paged, 16, 2, tensor<32xf4E2M1FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>>) {
  // expected-error @below {{'cedar.csa2_select' op expected 'headWeights' of 4 rows as 'query', found 5}}
  %r = cedar.csa2_select %query, %headWeights, %positions, %sequence, %pages, %keys
      {topk = 8 : i64, weightScale = 0.125 : f32}
      : (tensor<4x2x32xf4E2M1FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>, tensor<5x2xbf16>,
         tensor<?xi32>, tensor<?xi32>, tensor<?x?xi32>,
         !cedar.state<paged, 16, 2, tensor<32xf4E2M1FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>>) -> tensor<?x8xi32>
  return
}

// -----

func.func @f(
    %query: tensor<4x2x32xf4E2M1FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>,
    %headWeights: tensor<?x2xbf16>, %positions: tensor<5xi32>, %sequence: tensor<?xi32>,
    %pages: tensor<?x?xi32>,
    %keys: !cedar.state<paged, 16, 2, tensor<32xf4E2M1FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>>) {
  // expected-error @below {{'cedar.csa2_select' op expected 'positions' of 4 rows as 'query', found 5}}
  %r = cedar.csa2_select %query, %headWeights, %positions, %sequence, %pages, %keys
      {topk = 8 : i64, weightScale = 0.125 : f32}
      : (tensor<4x2x32xf4E2M1FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>, tensor<?x2xbf16>,
         tensor<5xi32>, tensor<?xi32>, tensor<?x?xi32>,
         !cedar.state<paged, 16, 2, tensor<32xf4E2M1FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>>) -> tensor<?x8xi32>
  return
}

// -----

func.func @f(
    %query: tensor<4x2x32xf4E2M1FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>,
    %headWeights: tensor<?x2xbf16>, %positions: tensor<?xi32>, %sequence: tensor<5xi32>,
    %pages: tensor<?x?xi32>,
    %keys: !cedar.state<paged, 16, 2, tensor<32xf4E2M1FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>>) {
  // expected-error @below {{'cedar.csa2_select' op expected 'sequence' of 4 rows as 'query', found 5}}
  %r = cedar.csa2_select %query, %headWeights, %positions, %sequence, %pages, %keys
      {topk = 8 : i64, weightScale = 0.125 : f32}
      : (tensor<4x2x32xf4E2M1FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>, tensor<?x2xbf16>,
         tensor<?xi32>, tensor<5xi32>, tensor<?x?xi32>,
         !cedar.state<paged, 16, 2, tensor<32xf4E2M1FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>>) -> tensor<?x8xi32>
  return
}

// -----

func.func @f(
    %query: tensor<4x2x32xf4E2M1FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>,
    %headWeights: tensor<?x2xbf16>, %positions: tensor<?xi32>, %sequence: tensor<?xi32>,
    %pages: tensor<?x?xi32>,
    %keys: !cedar.state<paged, 16, 2, tensor<32xf4E2M1FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>>) {
  // expected-error @below {{'cedar.csa2_select' op expected 'selection' of 4 rows as 'query', found 5}}
  %r = cedar.csa2_select %query, %headWeights, %positions, %sequence, %pages, %keys
      {topk = 8 : i64, weightScale = 0.125 : f32}
      : (tensor<4x2x32xf4E2M1FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>, tensor<?x2xbf16>,
         tensor<?xi32>, tensor<?xi32>, tensor<?x?xi32>,
         !cedar.state<paged, 16, 2, tensor<32xf4E2M1FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>>) -> tensor<5x8xi32>
  return
}

// -----

func.func @f(
    %query: tensor<?x2x32xf4E2M1FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>,
    %headWeights: tensor<?x3xbf16>, %positions: tensor<?xi32>, %sequence: tensor<?xi32>,
    %pages: tensor<?x?xi32>,
    %keys: !cedar.state<paged, 16, 2, tensor<32xf4E2M1FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>>) {
  // expected-error @below {{'cedar.csa2_select' op expected dimension 1 of 'headWeights' to be 2, found 3}}
  %r = cedar.csa2_select %query, %headWeights, %positions, %sequence, %pages, %keys
      {topk = 8 : i64, weightScale = 0.125 : f32}
      : (tensor<?x2x32xf4E2M1FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>, tensor<?x3xbf16>,
         tensor<?xi32>, tensor<?xi32>, tensor<?x?xi32>,
         !cedar.state<paged, 16, 2, tensor<32xf4E2M1FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>>) -> tensor<?x8xi32>
  return
}

// -----

func.func @f(
    %query: tensor<?x2x32xf4E2M1FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>,
    %headWeights: tensor<?x2xbf16>, %positions: tensor<?xi32>, %sequence: tensor<?xi32>,
    %pages: tensor<?x?xi32>,
    %keys: !cedar.state<ring, 16, 1, tensor<32xf4E2M1FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>>) {
  // expected-error @below {{'cedar.csa2_select' op expected 'keys' to be a paged state, found a ring one}}
  %r = cedar.csa2_select %query, %headWeights, %positions, %sequence, %pages, %keys
      {topk = 8 : i64, weightScale = 0.125 : f32}
      : (tensor<?x2x32xf4E2M1FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>, tensor<?x2xbf16>,
         tensor<?xi32>, tensor<?xi32>, tensor<?x?xi32>,
         !cedar.state<ring, 16, 1, tensor<32xf4E2M1FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>>) -> tensor<?x8xi32>
  return
}

// -----

func.func @f(
    %query: tensor<?x2x32xf4E2M1FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>,
    %headWeights: tensor<?x2xbf16>, %positions: tensor<?xi32>, %sequence: tensor<?xi32>,
    %pages: tensor<?x?xi32>,
    %keys: !cedar.state<paged, 16, 2, tensor<64xf4E2M1FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>>) {
  // expected-error @below {{'cedar.csa2_select' op expected rows of 'keys' of type}}
  %r = cedar.csa2_select %query, %headWeights, %positions, %sequence, %pages, %keys
      {topk = 8 : i64, weightScale = 0.125 : f32}
      : (tensor<?x2x32xf4E2M1FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>, tensor<?x2xbf16>,
         tensor<?xi32>, tensor<?xi32>, tensor<?x?xi32>,
         !cedar.state<paged, 16, 2, tensor<64xf4E2M1FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>>) -> tensor<?x8xi32>
  return
}

// -----

func.func @f(
    %query: tensor<?x2x32xf4E2M1FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>,
    %headWeights: tensor<?x2xbf16>, %positions: tensor<?xi32>, %sequence: tensor<?xi32>,
    %pages: tensor<?x?xi32>,
    %keys: !cedar.state<paged, 16, 2, tensor<32xf4E2M1FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>>) {
  // expected-error @below {{'cedar.csa2_select' op expected 'topk' of at least 1, found 0}}
  %r = cedar.csa2_select %query, %headWeights, %positions, %sequence, %pages, %keys
      {topk = 0 : i64, weightScale = 0.125 : f32}
      : (tensor<?x2x32xf4E2M1FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>, tensor<?x2xbf16>,
         tensor<?xi32>, tensor<?xi32>, tensor<?x?xi32>,
         !cedar.state<paged, 16, 2, tensor<32xf4E2M1FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>>) -> tensor<?x8xi32>
  return
}

// -----

func.func @f(
    %query: tensor<?x2x32xf4E2M1FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>,
    %headWeights: tensor<?x2xbf16>, %positions: tensor<?xi32>, %sequence: tensor<?xi32>,
    %pages: tensor<?x?xi32>,
    %keys: !cedar.state<paged, 16, 2, tensor<32xf4E2M1FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>>) {
  // expected-error @below {{'cedar.csa2_select' op expected dimension 1 of 'selection' to be 4, found 8}}
  %r = cedar.csa2_select %query, %headWeights, %positions, %sequence, %pages, %keys
      {topk = 4 : i64, weightScale = 0.125 : f32}
      : (tensor<?x2x32xf4E2M1FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>, tensor<?x2xbf16>,
         tensor<?xi32>, tensor<?xi32>, tensor<?x?xi32>,
         !cedar.state<paged, 16, 2, tensor<32xf4E2M1FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>>) -> tensor<?x8xi32>
  return
}

// -----

func.func @f(
    %query: tensor<?x2x32xf4E2M1FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>,
    %headWeights: tensor<?x2xbf16>, %positions: tensor<?xi32>, %sequence: tensor<?xi32>,
    %pages: tensor<?x?xi32>,
    %keys: !cedar.state<paged, 16, 2, tensor<32xf4E2M1FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>>) {
  // expected-error @below {{'cedar.csa2_select' op expected a positive 'weightScale', found -1}}
  %r = cedar.csa2_select %query, %headWeights, %positions, %sequence, %pages, %keys
      {topk = 8 : i64, weightScale = -1.0 : f32}
      : (tensor<?x2x32xf4E2M1FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>, tensor<?x2xbf16>,
         tensor<?xi32>, tensor<?xi32>, tensor<?x?xi32>,
         !cedar.state<paged, 16, 2, tensor<32xf4E2M1FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>>) -> tensor<?x8xi32>
  return
}

// -----

func.func @f(
    %query: tensor<?x2x32xf4E2M1FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>,
    %headWeights: tensor<?x2xbf16>, %positions: tensor<?xi32>, %sequence: tensor<?xi32>,
    %pages: tensor<?x?xi32>,
    %keys: !cedar.state<paged, 16, 2, tensor<32xf4E2M1FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>>) {
  // expected-error @below {{'cedar.csa2_select' op expected 'poolBlocks' of at least 0, found -1}}
  %r = cedar.csa2_select %query, %headWeights, %positions, %sequence, %pages, %keys
      {topk = 8 : i64, weightScale = 0.125 : f32, poolBlocks = -1 : i64}
      : (tensor<?x2x32xf4E2M1FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>, tensor<?x2xbf16>,
         tensor<?xi32>, tensor<?xi32>, tensor<?x?xi32>,
         !cedar.state<paged, 16, 2, tensor<32xf4E2M1FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>>) -> tensor<?x8xi32>
  return
}

// -----

func.func @f(
    %query: tensor<?x2x32xf4E2M1FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>,
    %headWeights: tensor<?x2xbf16>, %positions: tensor<?xi32>, %sequence: tensor<?xi32>,
    %pages: tensor<?x?xi32>,
    %keys: !cedar.state<paged, 16, 2, tensor<32xf4E2M1FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>>) {
  // expected-error @below {{'cedar.csa2_select' op expected a result 'outPool' exactly if 'poolBlocks' > 0, found 'poolBlocks' 4}}
  %r = cedar.csa2_select %query, %headWeights, %positions, %sequence, %pages, %keys
      {topk = 8 : i64, weightScale = 0.125 : f32, poolBlocks = 4 : i64, poolBlockSize = 8 : i64}
      : (tensor<?x2x32xf4E2M1FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>, tensor<?x2xbf16>,
         tensor<?xi32>, tensor<?xi32>, tensor<?x?xi32>,
         !cedar.state<paged, 16, 2, tensor<32xf4E2M1FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>>) -> tensor<?x8xi32>
  return
}

// -----

func.func @f(
    %query: tensor<?x2x32xf4E2M1FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>,
    %headWeights: tensor<?x2xbf16>, %positions: tensor<?xi32>, %sequence: tensor<?xi32>,
    %pages: tensor<?x?xi32>,
    %keys: !cedar.state<paged, 16, 2, tensor<32xf4E2M1FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>>) {
  // expected-error @below {{'cedar.csa2_select' op expected a result 'outPool' exactly if 'poolBlocks' > 0, found 'poolBlocks' 0}}
  %r:2 = cedar.csa2_select %query, %headWeights, %positions, %sequence, %pages, %keys
      {topk = 8 : i64, weightScale = 0.125 : f32}
      : (tensor<?x2x32xf4E2M1FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>, tensor<?x2xbf16>,
         tensor<?xi32>, tensor<?xi32>, tensor<?x?xi32>,
         !cedar.state<paged, 16, 2, tensor<32xf4E2M1FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>>) -> (tensor<?x8xi32>, tensor<?x4xi32>)
  return
}

// -----

func.func @f(
    %query: tensor<?x2x32xf4E2M1FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>,
    %headWeights: tensor<?x2xbf16>, %positions: tensor<?xi32>, %sequence: tensor<?xi32>,
    %pages: tensor<?x?xi32>,
    %keys: !cedar.state<paged, 16, 2, tensor<32xf4E2M1FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>>) {
  // expected-error @below {{'cedar.csa2_select' op expected 'poolBlockSize' of at least 1, found 0}}
  %r:2 = cedar.csa2_select %query, %headWeights, %positions, %sequence, %pages, %keys
      {topk = 8 : i64, weightScale = 0.125 : f32, poolBlocks = 4 : i64}
      : (tensor<?x2x32xf4E2M1FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>, tensor<?x2xbf16>,
         tensor<?xi32>, tensor<?xi32>, tensor<?x?xi32>,
         !cedar.state<paged, 16, 2, tensor<32xf4E2M1FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>>) -> (tensor<?x8xi32>, tensor<?x4xi32>)
  return
}

// -----

func.func @f(
    %query: tensor<4x2x32xf4E2M1FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>,
    %headWeights: tensor<?x2xbf16>, %positions: tensor<?xi32>, %sequence: tensor<?xi32>,
    %pages: tensor<?x?xi32>,
    %keys: !cedar.state<paged, 16, 2, tensor<32xf4E2M1FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>>) {
  // expected-error @below {{'cedar.csa2_select' op expected 'outPool' of 4 rows as 'query', found 5}}
  %r:2 = cedar.csa2_select %query, %headWeights, %positions, %sequence, %pages, %keys
      {topk = 8 : i64, weightScale = 0.125 : f32, poolBlocks = 4 : i64, poolBlockSize = 8 : i64}
      : (tensor<4x2x32xf4E2M1FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>, tensor<?x2xbf16>,
         tensor<?xi32>, tensor<?xi32>, tensor<?x?xi32>,
         !cedar.state<paged, 16, 2, tensor<32xf4E2M1FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>>) -> (tensor<?x8xi32>, tensor<5x4xi32>)
  return
}

// -----

func.func @f(
    %query: tensor<?x2x32xf4E2M1FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>,
    %headWeights: tensor<?x2xbf16>, %positions: tensor<?xi32>, %sequence: tensor<?xi32>,
    %pages: tensor<?x?xi32>,
    %keys: !cedar.state<paged, 16, 2, tensor<32xf4E2M1FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>>) {
  // expected-error @below {{'cedar.csa2_select' op expected dimension 1 of 'outPool' to be 4, found 5}}
  %r:2 = cedar.csa2_select %query, %headWeights, %positions, %sequence, %pages, %keys
      {topk = 8 : i64, weightScale = 0.125 : f32, poolBlocks = 4 : i64, poolBlockSize = 8 : i64}
      : (tensor<?x2x32xf4E2M1FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>, tensor<?x2xbf16>,
         tensor<?xi32>, tensor<?xi32>, tensor<?x?xi32>,
         !cedar.state<paged, 16, 2, tensor<32xf4E2M1FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>>) -> (tensor<?x8xi32>, tensor<?x5xi32>)
  return
}

// -----

func.func @f(
    %query: tensor<?x2x32xf4E2M1FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>,
    %headWeights: tensor<?x2xbf16>, %positions: tensor<?xi32>, %sequence: tensor<?xi32>,
    %pages: tensor<?x?xi32>,
    %keys: !cedar.state<paged, 16, 2, tensor<32xf4E2M1FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>>,
    %pool: tensor<?x4xi32>) {
  // expected-error @below {{'cedar.csa2_select' op expected 'poolBlockSize' of at least 1, found 0}}
  %r = cedar.csa2_select %query, %headWeights, %positions, %sequence, %pages, %keys, %pool
      {topk = 8 : i64, weightScale = 0.125 : f32}
      : (tensor<?x2x32xf4E2M1FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>, tensor<?x2xbf16>,
         tensor<?xi32>, tensor<?xi32>, tensor<?x?xi32>,
         !cedar.state<paged, 16, 2, tensor<32xf4E2M1FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>>,
         tensor<?x4xi32>) -> tensor<?x8xi32>
  return
}

// -----

func.func @f(
    %query: tensor<4x2x32xf4E2M1FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>,
    %headWeights: tensor<?x2xbf16>, %positions: tensor<?xi32>, %sequence: tensor<?xi32>,
    %pages: tensor<?x?xi32>,
    %keys: !cedar.state<paged, 16, 2, tensor<32xf4E2M1FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>>,
    %pool: tensor<5x4xi32>) {
  // expected-error @below {{'cedar.csa2_select' op expected 'pool' of 4 rows as 'query', found 5}}
  %r = cedar.csa2_select %query, %headWeights, %positions, %sequence, %pages, %keys, %pool
      {topk = 8 : i64, weightScale = 0.125 : f32, poolBlockSize = 8 : i64}
      : (tensor<4x2x32xf4E2M1FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>, tensor<?x2xbf16>,
         tensor<?xi32>, tensor<?xi32>, tensor<?x?xi32>,
         !cedar.state<paged, 16, 2, tensor<32xf4E2M1FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>>,
         tensor<5x4xi32>) -> tensor<?x8xi32>
  return
}

// -----

func.func @f(
    %query: tensor<?x2x64xbf16>, %kv: tensor<?x64xf8E4M3FN>, %sink: tensor<2xf32>,
    %positions: tensor<?xi32>, %sequence: tensor<?xi32>, %length: tensor<?xi32>,
    %slots: tensor<?xi32>,
    %window: !cedar.state<ring, 16, 1, tensor<64xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>>) {
  // expected-error @below {{'cedar.sparse_attention' op expected 'kv' in AQ8 form}}
  %r = cedar.sparse_attention %query, %kv, %sink, %positions, %sequence, %length, %slots, %window
      {scale = 0.125 : f32}
      : (tensor<?x2x64xbf16>, tensor<?x64xf8E4M3FN>, tensor<2xf32>, tensor<?xi32>, tensor<?xi32>,
         tensor<?xi32>, tensor<?xi32>,
         !cedar.state<ring, 16, 1, tensor<64xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>>) -> tensor<?x2x64xbf16>
  return
}

// -----

func.func @f(
    %query: tensor<4x2x64xbf16>, %kv: tensor<5x64xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>,
    %sink: tensor<2xf32>, %positions: tensor<?xi32>, %sequence: tensor<?xi32>,
    %length: tensor<?xi32>, %slots: tensor<?xi32>,
    %window: !cedar.state<ring, 16, 1, tensor<64xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>>) {
  // expected-error @below {{'cedar.sparse_attention' op expected 'kv' of 4 rows as 'query', found 5}}
  %r = cedar.sparse_attention %query, %kv, %sink, %positions, %sequence, %length, %slots, %window
      {scale = 0.125 : f32}
      : (tensor<4x2x64xbf16>, tensor<5x64xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>,
         tensor<2xf32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>,
         !cedar.state<ring, 16, 1, tensor<64xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>>) -> tensor<?x2x64xbf16>
  return
}

// -----

func.func @f(
    %query: tensor<4x2x64xbf16>, %kv: tensor<?x64xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>,
    %sink: tensor<2xf32>, %positions: tensor<5xi32>, %sequence: tensor<?xi32>,
    %length: tensor<?xi32>, %slots: tensor<?xi32>,
    %window: !cedar.state<ring, 16, 1, tensor<64xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>>) {
  // expected-error @below {{'cedar.sparse_attention' op expected 'positions' of 4 rows as 'query', found 5}}
  %r = cedar.sparse_attention %query, %kv, %sink, %positions, %sequence, %length, %slots, %window
      {scale = 0.125 : f32}
      : (tensor<4x2x64xbf16>, tensor<?x64xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>,
         tensor<2xf32>, tensor<5xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>,
         !cedar.state<ring, 16, 1, tensor<64xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>>) -> tensor<?x2x64xbf16>
  return
}

// -----

func.func @f(
    %query: tensor<4x2x64xbf16>, %kv: tensor<?x64xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>,
    %sink: tensor<2xf32>, %positions: tensor<?xi32>, %sequence: tensor<5xi32>,
    %length: tensor<?xi32>, %slots: tensor<?xi32>,
    %window: !cedar.state<ring, 16, 1, tensor<64xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>>) {
  // expected-error @below {{'cedar.sparse_attention' op expected 'sequence' of 4 rows as 'query', found 5}}
  %r = cedar.sparse_attention %query, %kv, %sink, %positions, %sequence, %length, %slots, %window
      {scale = 0.125 : f32}
      : (tensor<4x2x64xbf16>, tensor<?x64xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>,
         tensor<2xf32>, tensor<?xi32>, tensor<5xi32>, tensor<?xi32>, tensor<?xi32>,
         !cedar.state<ring, 16, 1, tensor<64xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>>) -> tensor<?x2x64xbf16>
  return
}

// -----

func.func @f(
    %query: tensor<?x2x64xbf16>, %kv: tensor<?x64xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>,
    %sink: tensor<2xf32>, %positions: tensor<?xi32>, %sequence: tensor<?xi32>,
    %length: tensor<1xi32>, %slots: tensor<2xi32>,
    %window: !cedar.state<ring, 16, 1, tensor<64xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>>) {
  // expected-error @below {{'cedar.sparse_attention' op expected 'slots' of 1 rows as 'length', found 2}}
  %r = cedar.sparse_attention %query, %kv, %sink, %positions, %sequence, %length, %slots, %window
      {scale = 0.125 : f32}
      : (tensor<?x2x64xbf16>, tensor<?x64xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>,
         tensor<2xf32>, tensor<?xi32>, tensor<?xi32>, tensor<1xi32>, tensor<2xi32>,
         !cedar.state<ring, 16, 1, tensor<64xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>>) -> tensor<?x2x64xbf16>
  return
}

// -----

func.func @f(
    %query: tensor<?x2x64xbf16>, %kv: tensor<?x32xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>,
    %sink: tensor<2xf32>, %positions: tensor<?xi32>, %sequence: tensor<?xi32>,
    %length: tensor<?xi32>, %slots: tensor<?xi32>,
    %window: !cedar.state<ring, 16, 1, tensor<64xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>>) {
  // expected-error @below {{'cedar.sparse_attention' op expected dimension 1 of 'kv' to be 64, found 32}}
  %r = cedar.sparse_attention %query, %kv, %sink, %positions, %sequence, %length, %slots, %window
      {scale = 0.125 : f32}
      : (tensor<?x2x64xbf16>, tensor<?x32xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>,
         tensor<2xf32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>,
         !cedar.state<ring, 16, 1, tensor<64xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>>) -> tensor<?x2x64xbf16>
  return
}

// -----

func.func @f(
    %query: tensor<?x2x64xbf16>, %kv: tensor<?x64xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>,
    %sink: tensor<3xf32>, %positions: tensor<?xi32>, %sequence: tensor<?xi32>,
    %length: tensor<?xi32>, %slots: tensor<?xi32>,
    %window: !cedar.state<ring, 16, 1, tensor<64xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>>) {
  // expected-error @below {{'cedar.sparse_attention' op expected dimension 0 of 'sink' to be 2, found 3}}
  %r = cedar.sparse_attention %query, %kv, %sink, %positions, %sequence, %length, %slots, %window
      {scale = 0.125 : f32}
      : (tensor<?x2x64xbf16>, tensor<?x64xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>,
         tensor<3xf32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>,
         !cedar.state<ring, 16, 1, tensor<64xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>>) -> tensor<?x2x64xbf16>
  return
}

// -----

func.func @f(
    %query: tensor<?x2x64xbf16>, %kv: tensor<?x64xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>,
    %sink: tensor<2xf32>, %positions: tensor<?xi32>, %sequence: tensor<?xi32>,
    %length: tensor<?xi32>, %slots: tensor<?xi32>,
    %window: !cedar.state<paged, 16, 1, tensor<64xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>>) {
  // expected-error @below {{'cedar.sparse_attention' op expected 'window' to be a ring state, found a paged one}}
  %r = cedar.sparse_attention %query, %kv, %sink, %positions, %sequence, %length, %slots, %window
      {scale = 0.125 : f32}
      : (tensor<?x2x64xbf16>, tensor<?x64xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>,
         tensor<2xf32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>,
         !cedar.state<paged, 16, 1, tensor<64xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>>) -> tensor<?x2x64xbf16>
  return
}

// -----

func.func @f(
    %query: tensor<?x2x64xbf16>, %kv: tensor<?x64xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>,
    %sink: tensor<2xf32>, %positions: tensor<?xi32>, %sequence: tensor<?xi32>,
    %length: tensor<?xi32>, %slots: tensor<?xi32>,
    %window: !cedar.state<ring, 16, 1, tensor<32xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>>) {
  // expected-error @below {{'cedar.sparse_attention' op expected rows of 'window' of type}}
  %r = cedar.sparse_attention %query, %kv, %sink, %positions, %sequence, %length, %slots, %window
      {scale = 0.125 : f32}
      : (tensor<?x2x64xbf16>, tensor<?x64xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>,
         tensor<2xf32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>,
         !cedar.state<ring, 16, 1, tensor<32xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>>) -> tensor<?x2x64xbf16>
  return
}

// -----

func.func @f(
    %query: tensor<?x2x64xbf16>, %kv: tensor<?x64xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>,
    %sink: tensor<2xf32>, %positions: tensor<?xi32>, %sequence: tensor<?xi32>,
    %length: tensor<?xi32>, %slots: tensor<?xi32>,
    %window: !cedar.state<ring, 16, 1, tensor<64xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>>) {
  // expected-error @below {{'cedar.sparse_attention' op expected 'result' of the shape of 'query'}}
  %r = cedar.sparse_attention %query, %kv, %sink, %positions, %sequence, %length, %slots, %window
      {scale = 0.125 : f32}
      : (tensor<?x2x64xbf16>, tensor<?x64xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>,
         tensor<2xf32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>,
         !cedar.state<ring, 16, 1, tensor<64xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>>) -> tensor<?x2x32xbf16>
  return
}

// -----

func.func @f(
    %query: tensor<?x2x64xbf16>, %kv: tensor<?x64xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>,
    %sink: tensor<2xf32>, %positions: tensor<?xi32>, %sequence: tensor<?xi32>,
    %length: tensor<?xi32>, %slots: tensor<?xi32>,
    %window: !cedar.state<ring, 16, 1, tensor<64xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>>) {
  // expected-error @below {{'cedar.sparse_attention' op expected a positive 'scale', found 0}}
  %r = cedar.sparse_attention %query, %kv, %sink, %positions, %sequence, %length, %slots, %window
      {scale = 0.0 : f32}
      : (tensor<?x2x64xbf16>, tensor<?x64xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>,
         tensor<2xf32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>,
         !cedar.state<ring, 16, 1, tensor<64xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>>) -> tensor<?x2x64xbf16>
  return
}

// -----

func.func @f(
    %query: tensor<4x2x64xbf16>, %kv: tensor<?x64xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>,
    %sink: tensor<2xf32>, %positions: tensor<?xi32>, %sequence: tensor<?xi32>,
    %length: tensor<?xi32>, %slots: tensor<?xi32>,
    %window: !cedar.state<ring, 16, 1, tensor<64xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>>,
    %selection: tensor<5x8xi32>, %pages: tensor<?x?xi32>,
    %compressed: !cedar.state<paged, 16, 2, tensor<64xf4E2M1FN, #cedar.scaled<f8E4M3FN, [1, 16]>>>) {
  // expected-error @below {{'cedar.sparse_attention' op expected 'selection' of 4 rows as 'query', found 5}}
  %r = cedar.sparse_attention %query, %kv, %sink, %positions, %sequence, %length, %slots, %window selected(%selection, %pages, %compressed)
      {scale = 0.125 : f32}
      : (tensor<4x2x64xbf16>, tensor<?x64xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>,
         tensor<2xf32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>,
         !cedar.state<ring, 16, 1, tensor<64xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>>,
         tensor<5x8xi32>, tensor<?x?xi32>,
         !cedar.state<paged, 16, 2, tensor<64xf4E2M1FN, #cedar.scaled<f8E4M3FN, [1, 16]>>>) -> tensor<?x2x64xbf16>
  return
}

// -----

func.func @f(
    %query: tensor<?x2x64xbf16>, %kv: tensor<?x64xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>,
    %sink: tensor<2xf32>, %positions: tensor<?xi32>, %sequence: tensor<?xi32>,
    %length: tensor<1xi32>, %slots: tensor<?xi32>,
    %window: !cedar.state<ring, 16, 1, tensor<64xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>>,
    %selection: tensor<?x8xi32>, %pages: tensor<2x?xi32>,
    %compressed: !cedar.state<paged, 16, 2, tensor<64xf4E2M1FN, #cedar.scaled<f8E4M3FN, [1, 16]>>>) {
  // expected-error @below {{'cedar.sparse_attention' op expected 'pages' of 1 rows as 'length', found 2}}
  %r = cedar.sparse_attention %query, %kv, %sink, %positions, %sequence, %length, %slots, %window selected(%selection, %pages, %compressed)
      {scale = 0.125 : f32}
      : (tensor<?x2x64xbf16>, tensor<?x64xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>,
         tensor<2xf32>, tensor<?xi32>, tensor<?xi32>, tensor<1xi32>, tensor<?xi32>,
         !cedar.state<ring, 16, 1, tensor<64xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>>,
         tensor<?x8xi32>, tensor<2x?xi32>,
         !cedar.state<paged, 16, 2, tensor<64xf4E2M1FN, #cedar.scaled<f8E4M3FN, [1, 16]>>>) -> tensor<?x2x64xbf16>
  return
}

// -----

func.func @f(
    %query: tensor<?x2x64xbf16>, %kv: tensor<?x64xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>,
    %sink: tensor<2xf32>, %positions: tensor<?xi32>, %sequence: tensor<?xi32>,
    %length: tensor<?xi32>, %slots: tensor<?xi32>,
    %window: !cedar.state<ring, 16, 1, tensor<64xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>>,
    %selection: tensor<?x8xi32>, %pages: tensor<?x?xi32>,
    %compressed: !cedar.state<ring, 16, 1, tensor<64xf4E2M1FN, #cedar.scaled<f8E4M3FN, [1, 16]>>>) {
  // expected-error @below {{'cedar.sparse_attention' op expected 'compressed' to be a paged state, found a ring one}}
  %r = cedar.sparse_attention %query, %kv, %sink, %positions, %sequence, %length, %slots, %window selected(%selection, %pages, %compressed)
      {scale = 0.125 : f32}
      : (tensor<?x2x64xbf16>, tensor<?x64xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>,
         tensor<2xf32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>,
         !cedar.state<ring, 16, 1, tensor<64xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>>,
         tensor<?x8xi32>, tensor<?x?xi32>,
         !cedar.state<ring, 16, 1, tensor<64xf4E2M1FN, #cedar.scaled<f8E4M3FN, [1, 16]>>>) -> tensor<?x2x64xbf16>
  return
}

// -----

func.func @f(
    %query: tensor<?x2x64xbf16>, %kv: tensor<?x64xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>,
    %sink: tensor<2xf32>, %positions: tensor<?xi32>, %sequence: tensor<?xi32>,
    %length: tensor<?xi32>, %slots: tensor<?xi32>,
    %window: !cedar.state<ring, 16, 1, tensor<64xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>>,
    %selection: tensor<?x8xi32>, %pages: tensor<?x?xi32>,
    %compressed: !cedar.state<paged, 16, 2, tensor<32xf4E2M1FN, #cedar.scaled<f8E4M3FN, [1, 16]>>>) {
  // expected-error @below {{'cedar.sparse_attention' op expected rows of 'compressed' of type}}
  %r = cedar.sparse_attention %query, %kv, %sink, %positions, %sequence, %length, %slots, %window selected(%selection, %pages, %compressed)
      {scale = 0.125 : f32}
      : (tensor<?x2x64xbf16>, tensor<?x64xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>,
         tensor<2xf32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>,
         !cedar.state<ring, 16, 1, tensor<64xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>>,
         tensor<?x8xi32>, tensor<?x?xi32>,
         !cedar.state<paged, 16, 2, tensor<32xf4E2M1FN, #cedar.scaled<f8E4M3FN, [1, 16]>>>) -> tensor<?x2x64xbf16>
  return
}

// -----

func.func @f(
    %query: tensor<?x2x64xbf16>,
    %kv: tensor<?x64xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>,
    %sink: tensor<2xf32>,
    %positions: tensor<?xi32>,
    %sequence: tensor<?xi32>,
    %length: tensor<?xi32>,
    %slots: tensor<?xi32>,
    %window: !cedar.state<ring, 16, 1, tensor<64xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>>,
    %selection: tensor<?x8xi32>) {
  // expected-error @below {{'cedar.sparse_attention' op expected 'selection', 'pages' and 'compressed' together}}
  %r = "cedar.sparse_attention"(%query, %kv, %sink, %positions, %sequence, %length, %slots, %window, %selection)
      <{operandSegmentSizes = array<i32: 1, 1, 1, 1, 1, 1, 1, 1, 0, 1, 0, 0>, scale = 0.125 : f32}>
      : (tensor<?x2x64xbf16>, tensor<?x64xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>, tensor<2xf32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, !cedar.state<ring, 16, 1, tensor<64xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>>, tensor<?x8xi32>) -> tensor<?x2x64xbf16>
  return
}

// -----

func.func @f(
    %query: tensor<?x2x64xbf16>,
    %kv: tensor<?x64xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>, %sink: tensor<2xf32>,
    %rows: tensor<?xi32>, %length: tensor<1xi32>, %begin: tensor<2xi32>,
    %window: !cedar.state<ring, 16, 1, tensor<64xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>>) {
  // expected-error @below {{'cedar.sparse_attention' op expected 'begin' of 1 rows as 'length', found 2}}
  %r = cedar.sparse_attention %query, %kv, %sink, %rows, %rows, %length, %length, %window
      begin(%begin) {scale = 0.125 : f32}
      : (tensor<?x2x64xbf16>, tensor<?x64xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>,
         tensor<2xf32>, tensor<?xi32>, tensor<?xi32>, tensor<1xi32>, tensor<1xi32>,
         !cedar.state<ring, 16, 1, tensor<64xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>>,
         tensor<2xi32>) -> tensor<?x2x64xbf16>
  return
}
