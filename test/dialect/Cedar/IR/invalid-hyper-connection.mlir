// RUN: cedar-opt %s -split-input-file -verify-diagnostics

// Residual streams: one case for each rule.

func.func @f(%input: tensor<4x64xbf16>) {
  // expected-error @below {{'cedar.mhc_init' op expected 'streams' of 4 rows as 'input', found 5}}
  %r:2 = cedar.mhc_init %input
      : (tensor<4x64xbf16>) -> (tensor<5x2x64xbf16>, tensor<?x2xf32>)
  return
}

// -----

func.func @f(%input: tensor<4x64xbf16>) {
  // expected-error @below {{'cedar.mhc_init' op expected 'mix' of 4 rows as 'input', found 5}}
  %r:2 = cedar.mhc_init %input
      : (tensor<4x64xbf16>) -> (tensor<?x2x64xbf16>, tensor<5x2xf32>)
  return
}

// -----

func.func @f(%input: tensor<?x64xbf16>) {
  // expected-error @below {{'cedar.mhc_init' op expected dimension 2 of 'streams' to be 64, found 32}}
  %r:2 = cedar.mhc_init %input
      : (tensor<?x64xbf16>) -> (tensor<?x2x32xbf16>, tensor<?x2xf32>)
  return
}

// -----

func.func @f(%input: tensor<?x64xbf16>) {
  // expected-error @below {{'cedar.mhc_init' op expected dimension 1 of 'mix' to be 2, found 3}}
  %r:2 = cedar.mhc_init %input
      : (tensor<?x64xbf16>) -> (tensor<?x2x64xbf16>, tensor<?x3xf32>)
  return
}

// -----

func.func @f(
    %streams: tensor<4x2x64xbf16>, %fn: tensor<8x128xf32>, %scale: tensor<3xf32>,
    %base: tensor<8xf32>) {
  // expected-error @below {{'cedar.mhc_mix' op expected 'pre' of 4 rows as 'streams', found 5}}
  %r:3 = cedar.mhc_mix %streams, %fn, %scale, %base
      {iterations = 20 : i64, epsilon = 1.0e-06 : f32, normEpsilon = 1.0e-06 : f32}
      : (tensor<4x2x64xbf16>, tensor<8x128xf32>, tensor<3xf32>, tensor<8xf32>) -> (tensor<5x2xf32>, tensor<?x2xf32>, tensor<?x2x2xf32>)
  return
}

// -----

func.func @f(
    %streams: tensor<4x2x64xbf16>, %fn: tensor<8x128xf32>, %scale: tensor<3xf32>,
    %base: tensor<8xf32>) {
  // expected-error @below {{'cedar.mhc_mix' op expected 'post' of 4 rows as 'streams', found 5}}
  %r:3 = cedar.mhc_mix %streams, %fn, %scale, %base
      {iterations = 20 : i64, epsilon = 1.0e-06 : f32, normEpsilon = 1.0e-06 : f32}
      : (tensor<4x2x64xbf16>, tensor<8x128xf32>, tensor<3xf32>, tensor<8xf32>) -> (tensor<?x2xf32>, tensor<5x2xf32>, tensor<?x2x2xf32>)
  return
}

// -----

func.func @f(
    %streams: tensor<4x2x64xbf16>, %fn: tensor<8x128xf32>, %scale: tensor<3xf32>,
    %base: tensor<8xf32>) {
  // expected-error @below {{'cedar.mhc_mix' op expected 'comb' of 4 rows as 'streams', found 5}}
  %r:3 = cedar.mhc_mix %streams, %fn, %scale, %base
      {iterations = 20 : i64, epsilon = 1.0e-06 : f32, normEpsilon = 1.0e-06 : f32}
      : (tensor<4x2x64xbf16>, tensor<8x128xf32>, tensor<3xf32>, tensor<8xf32>) -> (tensor<?x2xf32>, tensor<?x2xf32>, tensor<5x2x2xf32>)
  return
}

// -----

func.func @f(
    %streams: tensor<?x2x64xbf16>, %fn: tensor<6x128xf32>, %scale: tensor<3xf32>,
    %base: tensor<8xf32>) {
  // expected-error @below {{'cedar.mhc_mix' op expected dimension 0 of 'fn' to be 8, found 6}}
  %r:3 = cedar.mhc_mix %streams, %fn, %scale, %base
      {iterations = 20 : i64, epsilon = 1.0e-06 : f32, normEpsilon = 1.0e-06 : f32}
      : (tensor<?x2x64xbf16>, tensor<6x128xf32>, tensor<3xf32>, tensor<8xf32>) -> (tensor<?x2xf32>, tensor<?x2xf32>, tensor<?x2x2xf32>)
  return
}

// -----

func.func @f(
    %streams: tensor<?x2x64xbf16>, %fn: tensor<8x64xf32>, %scale: tensor<3xf32>,
    %base: tensor<8xf32>) {
  // expected-error @below {{'cedar.mhc_mix' op expected dimension 1 of 'fn' to be 128, found 64}}
  %r:3 = cedar.mhc_mix %streams, %fn, %scale, %base
      {iterations = 20 : i64, epsilon = 1.0e-06 : f32, normEpsilon = 1.0e-06 : f32}
      : (tensor<?x2x64xbf16>, tensor<8x64xf32>, tensor<3xf32>, tensor<8xf32>) -> (tensor<?x2xf32>, tensor<?x2xf32>, tensor<?x2x2xf32>)
  return
}

// -----

func.func @f(
    %streams: tensor<?x2x64xbf16>, %fn: tensor<8x128xf32>, %scale: tensor<4xf32>,
    %base: tensor<8xf32>) {
  // expected-error @below {{'cedar.mhc_mix' op expected dimension 0 of 'scale' to be 3, found 4}}
  %r:3 = cedar.mhc_mix %streams, %fn, %scale, %base
      {iterations = 20 : i64, epsilon = 1.0e-06 : f32, normEpsilon = 1.0e-06 : f32}
      : (tensor<?x2x64xbf16>, tensor<8x128xf32>, tensor<4xf32>, tensor<8xf32>) -> (tensor<?x2xf32>, tensor<?x2xf32>, tensor<?x2x2xf32>)
  return
}

// -----

func.func @f(
    %streams: tensor<?x2x64xbf16>, %fn: tensor<8x128xf32>, %scale: tensor<3xf32>,
    %base: tensor<6xf32>) {
  // expected-error @below {{'cedar.mhc_mix' op expected dimension 0 of 'base' to be 8, found 6}}
  %r:3 = cedar.mhc_mix %streams, %fn, %scale, %base
      {iterations = 20 : i64, epsilon = 1.0e-06 : f32, normEpsilon = 1.0e-06 : f32}
      : (tensor<?x2x64xbf16>, tensor<8x128xf32>, tensor<3xf32>, tensor<6xf32>) -> (tensor<?x2xf32>, tensor<?x2xf32>, tensor<?x2x2xf32>)
  return
}

// -----

func.func @f(
    %streams: tensor<?x2x64xbf16>, %fn: tensor<8x128xf32>, %scale: tensor<3xf32>,
    %base: tensor<8xf32>) {
  // expected-error @below {{'cedar.mhc_mix' op expected dimension 1 of 'pre' to be 2, found 3}}
  %r:3 = cedar.mhc_mix %streams, %fn, %scale, %base
      {iterations = 20 : i64, epsilon = 1.0e-06 : f32, normEpsilon = 1.0e-06 : f32}
      : (tensor<?x2x64xbf16>, tensor<8x128xf32>, tensor<3xf32>, tensor<8xf32>) -> (tensor<?x3xf32>, tensor<?x2xf32>, tensor<?x2x2xf32>)
  return
}

// -----

func.func @f(
    %streams: tensor<?x2x64xbf16>, %fn: tensor<8x128xf32>, %scale: tensor<3xf32>,
    %base: tensor<8xf32>) {
  // expected-error @below {{'cedar.mhc_mix' op expected dimension 1 of 'post' to be 2, found 3}}
  %r:3 = cedar.mhc_mix %streams, %fn, %scale, %base
      {iterations = 20 : i64, epsilon = 1.0e-06 : f32, normEpsilon = 1.0e-06 : f32}
      : (tensor<?x2x64xbf16>, tensor<8x128xf32>, tensor<3xf32>, tensor<8xf32>) -> (tensor<?x2xf32>, tensor<?x3xf32>, tensor<?x2x2xf32>)
  return
}

// -----

func.func @f(
    %streams: tensor<?x2x64xbf16>, %fn: tensor<8x128xf32>, %scale: tensor<3xf32>,
    %base: tensor<8xf32>) {
  // expected-error @below {{'cedar.mhc_mix' op expected dimension 1 of 'comb' to be 2, found 3}}
  %r:3 = cedar.mhc_mix %streams, %fn, %scale, %base
      {iterations = 20 : i64, epsilon = 1.0e-06 : f32, normEpsilon = 1.0e-06 : f32}
      : (tensor<?x2x64xbf16>, tensor<8x128xf32>, tensor<3xf32>, tensor<8xf32>) -> (tensor<?x2xf32>, tensor<?x2xf32>, tensor<?x3x2xf32>)
  return
}

// -----

func.func @f(
    %streams: tensor<?x2x64xbf16>, %fn: tensor<8x128xf32>, %scale: tensor<3xf32>,
    %base: tensor<8xf32>) {
  // expected-error @below {{'cedar.mhc_mix' op expected dimension 2 of 'comb' to be 2, found 3}}
  %r:3 = cedar.mhc_mix %streams, %fn, %scale, %base
      {iterations = 20 : i64, epsilon = 1.0e-06 : f32, normEpsilon = 1.0e-06 : f32}
      : (tensor<?x2x64xbf16>, tensor<8x128xf32>, tensor<3xf32>, tensor<8xf32>) -> (tensor<?x2xf32>, tensor<?x2xf32>, tensor<?x2x3xf32>)
  return
}

// -----

func.func @f(
    %streams: tensor<?x2x64xbf16>, %fn: tensor<8x128xf32>, %scale: tensor<3xf32>,
    %base: tensor<8xf32>) {
  // expected-error @below {{'cedar.mhc_mix' op expected 'iterations' of at least 1, found 0}}
  %r:3 = cedar.mhc_mix %streams, %fn, %scale, %base
      {iterations = 0 : i64, epsilon = 1.0e-06 : f32, normEpsilon = 1.0e-06 : f32}
      : (tensor<?x2x64xbf16>, tensor<8x128xf32>, tensor<3xf32>, tensor<8xf32>) -> (tensor<?x2xf32>, tensor<?x2xf32>, tensor<?x2x2xf32>)
  return
}

// -----

func.func @f(
    %streams: tensor<?x2x64xbf16>, %fn: tensor<8x128xf32>, %scale: tensor<3xf32>,
    %base: tensor<8xf32>) {
  // expected-error @below {{'cedar.mhc_mix' op expected a non-negative 'epsilon', found -1}}
  %r:3 = cedar.mhc_mix %streams, %fn, %scale, %base
      {iterations = 20 : i64, epsilon = -1.0 : f32, normEpsilon = 1.0e-06 : f32}
      : (tensor<?x2x64xbf16>, tensor<8x128xf32>, tensor<3xf32>, tensor<8xf32>) -> (tensor<?x2xf32>, tensor<?x2xf32>, tensor<?x2x2xf32>)
  return
}

// -----

func.func @f(
    %streams: tensor<?x2x64xbf16>, %fn: tensor<8x128xf32>, %scale: tensor<3xf32>,
    %base: tensor<8xf32>) {
  // expected-error @below {{'cedar.mhc_mix' op expected a positive 'normEpsilon', found 0}}
  %r:3 = cedar.mhc_mix %streams, %fn, %scale, %base
      {iterations = 20 : i64, epsilon = 1.0e-06 : f32, normEpsilon = 0.0 : f32}
      : (tensor<?x2x64xbf16>, tensor<8x128xf32>, tensor<3xf32>, tensor<8xf32>) -> (tensor<?x2xf32>, tensor<?x2xf32>, tensor<?x2x2xf32>)
  return
}

// -----

func.func @f(%streams: tensor<4x2x64xbf16>, %mix: tensor<5x2xf32>) {
  // expected-error @below {{'cedar.mhc_collapse' op expected 'mix' of 4 rows as 'streams', found 5}}
  %r = cedar.mhc_collapse %streams, %mix
      : (tensor<4x2x64xbf16>, tensor<5x2xf32>) -> tensor<?x64xbf16>
  return
}

// -----

func.func @f(%streams: tensor<4x2x64xbf16>, %mix: tensor<?x2xf32>) {
  // expected-error @below {{'cedar.mhc_collapse' op expected 'result' of 4 rows as 'streams', found 5}}
  %r = cedar.mhc_collapse %streams, %mix
      : (tensor<4x2x64xbf16>, tensor<?x2xf32>) -> tensor<5x64xbf16>
  return
}

// -----

func.func @f(%streams: tensor<?x2x64xbf16>, %mix: tensor<?x3xf32>) {
  // expected-error @below {{'cedar.mhc_collapse' op expected dimension 1 of 'mix' to be 2, found 3}}
  %r = cedar.mhc_collapse %streams, %mix
      : (tensor<?x2x64xbf16>, tensor<?x3xf32>) -> tensor<?x64xbf16>
  return
}

// -----

func.func @f(%streams: tensor<?x2x64xbf16>, %mix: tensor<?x2xf32>) {
  // expected-error @below {{'cedar.mhc_collapse' op expected dimension 1 of 'result' to be 64, found 32}}
  %r = cedar.mhc_collapse %streams, %mix
      : (tensor<?x2x64xbf16>, tensor<?x2xf32>) -> tensor<?x32xbf16>
  return
}

// -----

func.func @f(
    %input: tensor<5x64xbf16>, %streams: tensor<4x2x64xbf16>, %post: tensor<?x2xf32>,
    %comb: tensor<?x2x2xf32>) {
  // expected-error @below {{'cedar.mhc_expand' op expected 'input' of 4 rows as 'streams', found 5}}
  %r = cedar.mhc_expand %input, %streams, %post, %comb
      : (tensor<5x64xbf16>, tensor<4x2x64xbf16>, tensor<?x2xf32>, tensor<?x2x2xf32>) -> tensor<?x2x64xbf16>
  return
}

// -----

func.func @f(
    %input: tensor<?x64xbf16>, %streams: tensor<4x2x64xbf16>, %post: tensor<5x2xf32>,
    %comb: tensor<?x2x2xf32>) {
  // expected-error @below {{'cedar.mhc_expand' op expected 'post' of 4 rows as 'streams', found 5}}
  %r = cedar.mhc_expand %input, %streams, %post, %comb
      : (tensor<?x64xbf16>, tensor<4x2x64xbf16>, tensor<5x2xf32>, tensor<?x2x2xf32>) -> tensor<?x2x64xbf16>
  return
}

// -----

func.func @f(
    %input: tensor<?x64xbf16>, %streams: tensor<4x2x64xbf16>, %post: tensor<?x2xf32>,
    %comb: tensor<5x2x2xf32>) {
  // expected-error @below {{'cedar.mhc_expand' op expected 'comb' of 4 rows as 'streams', found 5}}
  %r = cedar.mhc_expand %input, %streams, %post, %comb
      : (tensor<?x64xbf16>, tensor<4x2x64xbf16>, tensor<?x2xf32>, tensor<5x2x2xf32>) -> tensor<?x2x64xbf16>
  return
}

// -----

func.func @f(
    %input: tensor<?x32xbf16>, %streams: tensor<?x2x64xbf16>, %post: tensor<?x2xf32>,
    %comb: tensor<?x2x2xf32>) {
  // expected-error @below {{'cedar.mhc_expand' op expected dimension 1 of 'input' to be 64, found 32}}
  %r = cedar.mhc_expand %input, %streams, %post, %comb
      : (tensor<?x32xbf16>, tensor<?x2x64xbf16>, tensor<?x2xf32>, tensor<?x2x2xf32>) -> tensor<?x2x64xbf16>
  return
}

// -----

func.func @f(
    %input: tensor<?x64xbf16>, %streams: tensor<?x2x64xbf16>, %post: tensor<?x3xf32>,
    %comb: tensor<?x2x2xf32>) {
  // expected-error @below {{'cedar.mhc_expand' op expected dimension 1 of 'post' to be 2, found 3}}
  %r = cedar.mhc_expand %input, %streams, %post, %comb
      : (tensor<?x64xbf16>, tensor<?x2x64xbf16>, tensor<?x3xf32>, tensor<?x2x2xf32>) -> tensor<?x2x64xbf16>
  return
}

// -----

func.func @f(
    %input: tensor<?x64xbf16>, %streams: tensor<?x2x64xbf16>, %post: tensor<?x2xf32>,
    %comb: tensor<?x3x2xf32>) {
  // expected-error @below {{'cedar.mhc_expand' op expected dimension 1 of 'comb' to be 2, found 3}}
  %r = cedar.mhc_expand %input, %streams, %post, %comb
      : (tensor<?x64xbf16>, tensor<?x2x64xbf16>, tensor<?x2xf32>, tensor<?x3x2xf32>) -> tensor<?x2x64xbf16>
  return
}

// -----

func.func @f(
    %input: tensor<?x64xbf16>, %streams: tensor<?x2x64xbf16>, %post: tensor<?x2xf32>,
    %comb: tensor<?x2x3xf32>) {
  // expected-error @below {{'cedar.mhc_expand' op expected dimension 2 of 'comb' to be 2, found 3}}
  %r = cedar.mhc_expand %input, %streams, %post, %comb
      : (tensor<?x64xbf16>, tensor<?x2x64xbf16>, tensor<?x2xf32>, tensor<?x2x3xf32>) -> tensor<?x2x64xbf16>
  return
}

// -----

func.func @f(
    %input: tensor<?x64xbf16>, %streams: tensor<?x2x64xbf16>, %post: tensor<?x2xf32>,
    %comb: tensor<?x2x2xf32>) {
  // expected-error @below {{'cedar.mhc_expand' op expected 'result' of the shape of 'streams'}}
  %r = cedar.mhc_expand %input, %streams, %post, %comb
      : (tensor<?x64xbf16>, tensor<?x2x64xbf16>, tensor<?x2xf32>, tensor<?x2x2xf32>) -> tensor<?x2x32xbf16>
  return
}
