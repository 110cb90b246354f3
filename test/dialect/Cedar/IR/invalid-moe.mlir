// RUN: cedar-opt %s -split-input-file -verify-diagnostics

// Mixture of experts: one case for each rule.

func.func @f(
    %logits: tensor<4x4xf32>, %kind: tensor<5xi8>, %bias: tensor<4xf32>, %biasVl: tensor<4xf32>) {
  // expected-error @below {{'cedar.route' op expected 'kind' of 4 rows as 'logits', found 5}}
  %r:2 = cedar.route %logits, %kind, %bias, %biasVl
      {topk = 2 : i64, routeScale = 1.5 : f32, gateTemperature = 1.0 : f32, normalize = true}
      : (tensor<4x4xf32>, tensor<5xi8>, tensor<4xf32>, tensor<4xf32>) -> (tensor<?x2xi32>, tensor<?x2xf32>)
  return
}

// -----

func.func @f(
    %logits: tensor<4x4xf32>, %kind: tensor<?xi8>, %bias: tensor<4xf32>, %biasVl: tensor<4xf32>) {
  // expected-error @below {{'cedar.route' op expected 'experts' of 4 rows as 'logits', found 5}}
  %r:2 = cedar.route %logits, %kind, %bias, %biasVl
      {topk = 2 : i64, routeScale = 1.5 : f32, gateTemperature = 1.0 : f32, normalize = true}
      : (tensor<4x4xf32>, tensor<?xi8>, tensor<4xf32>, tensor<4xf32>) -> (tensor<5x2xi32>, tensor<?x2xf32>)
  return
}

// -----

func.func @f(
    %logits: tensor<4x4xf32>, %kind: tensor<?xi8>, %bias: tensor<4xf32>, %biasVl: tensor<4xf32>) {
  // expected-error @below {{'cedar.route' op expected 'weights' of 4 rows as 'logits', found 5}}
  %r:2 = cedar.route %logits, %kind, %bias, %biasVl
      {topk = 2 : i64, routeScale = 1.5 : f32, gateTemperature = 1.0 : f32, normalize = true}
      : (tensor<4x4xf32>, tensor<?xi8>, tensor<4xf32>, tensor<4xf32>) -> (tensor<?x2xi32>, tensor<5x2xf32>)
  return
}

// -----

func.func @f(
    %logits: tensor<?x4xf32>, %kind: tensor<?xi8>, %bias: tensor<5xf32>, %biasVl: tensor<4xf32>) {
  // expected-error @below {{'cedar.route' op expected dimension 0 of 'bias' to be 4, found 5}}
  %r:2 = cedar.route %logits, %kind, %bias, %biasVl
      {topk = 2 : i64, routeScale = 1.5 : f32, gateTemperature = 1.0 : f32, normalize = true}
      : (tensor<?x4xf32>, tensor<?xi8>, tensor<5xf32>, tensor<4xf32>) -> (tensor<?x2xi32>, tensor<?x2xf32>)
  return
}

// -----

func.func @f(
    %logits: tensor<?x4xf32>, %kind: tensor<?xi8>, %bias: tensor<4xf32>, %biasVl: tensor<5xf32>) {
  // expected-error @below {{'cedar.route' op expected dimension 0 of 'biasVl' to be 4, found 5}}
  %r:2 = cedar.route %logits, %kind, %bias, %biasVl
      {topk = 2 : i64, routeScale = 1.5 : f32, gateTemperature = 1.0 : f32, normalize = true}
      : (tensor<?x4xf32>, tensor<?xi8>, tensor<4xf32>, tensor<5xf32>) -> (tensor<?x2xi32>, tensor<?x2xf32>)
  return
}

// -----

func.func @f(
    %logits: tensor<?x4xf32>, %kind: tensor<?xi8>, %bias: tensor<4xf32>, %biasVl: tensor<4xf32>) {
  // expected-error @below {{'cedar.route' op expected 'topk' of at least 1, found 0}}
  %r:2 = cedar.route %logits, %kind, %bias, %biasVl
      {topk = 0 : i64, routeScale = 1.5 : f32, gateTemperature = 1.0 : f32, normalize = true}
      : (tensor<?x4xf32>, tensor<?xi8>, tensor<4xf32>, tensor<4xf32>) -> (tensor<?x2xi32>, tensor<?x2xf32>)
  return
}

// -----

func.func @f(
    %logits: tensor<?x4xf32>, %kind: tensor<?xi8>, %bias: tensor<4xf32>, %biasVl: tensor<4xf32>) {
  // expected-error @below {{'cedar.route' op expected 'topk' of at most 4, found 5}}
  %r:2 = cedar.route %logits, %kind, %bias, %biasVl
      {topk = 5 : i64, routeScale = 1.5 : f32, gateTemperature = 1.0 : f32, normalize = true}
      : (tensor<?x4xf32>, tensor<?xi8>, tensor<4xf32>, tensor<4xf32>) -> (tensor<?x2xi32>, tensor<?x2xf32>)
  return
}

// -----

func.func @f(
    %logits: tensor<?x4xf32>, %kind: tensor<?xi8>, %bias: tensor<4xf32>, %biasVl: tensor<4xf32>) {
  // expected-error @below {{'cedar.route' op expected dimension 1 of 'experts' to be 2, found 3}}
  %r:2 = cedar.route %logits, %kind, %bias, %biasVl
      {topk = 2 : i64, routeScale = 1.5 : f32, gateTemperature = 1.0 : f32, normalize = true}
      : (tensor<?x4xf32>, tensor<?xi8>, tensor<4xf32>, tensor<4xf32>) -> (tensor<?x3xi32>, tensor<?x2xf32>)
  return
}

// -----

func.func @f(
    %logits: tensor<?x4xf32>, %kind: tensor<?xi8>, %bias: tensor<4xf32>, %biasVl: tensor<4xf32>) {
  // expected-error @below {{'cedar.route' op expected dimension 1 of 'weights' to be 2, found 3}}
  %r:2 = cedar.route %logits, %kind, %bias, %biasVl
      {topk = 2 : i64, routeScale = 1.5 : f32, gateTemperature = 1.0 : f32, normalize = true}
      : (tensor<?x4xf32>, tensor<?xi8>, tensor<4xf32>, tensor<4xf32>) -> (tensor<?x2xi32>, tensor<?x3xf32>)
  return
}

// -----

func.func @f(
    %logits: tensor<?x4xf32>, %kind: tensor<?xi8>, %bias: tensor<4xf32>, %biasVl: tensor<4xf32>) {
  // expected-error @below {{'cedar.route' op expected a finite 'routeScale', found NaN}}
  %r:2 = cedar.route %logits, %kind, %bias, %biasVl
      {topk = 2 : i64, routeScale = 0x7FC00000 : f32, gateTemperature = 1.0 : f32,
       normalize = true}
      : (tensor<?x4xf32>, tensor<?xi8>, tensor<4xf32>, tensor<4xf32>) -> (tensor<?x2xi32>, tensor<?x2xf32>)
  return
}

// -----

func.func @f(
    %logits: tensor<?x4xf32>, %kind: tensor<?xi8>, %bias: tensor<4xf32>, %biasVl: tensor<4xf32>) {
  // expected-error @below {{'cedar.route' op expected a positive 'gateTemperature', found 0}}
  %r:2 = cedar.route %logits, %kind, %bias, %biasVl
      {topk = 2 : i64, routeScale = 1.5 : f32, gateTemperature = 0.0 : f32, normalize = true}
      : (tensor<?x4xf32>, tensor<?xi8>, tensor<4xf32>, tensor<4xf32>) -> (tensor<?x2xi32>, tensor<?x2xf32>)
  return
}

// -----

func.func @f(
    %input: tensor<64xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>, %experts: tensor<?x2xi32>,
    %weight: tensor<4x32x64xf4E2M1FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>) {
  // expected-error @below {{'cedar.expert_linear' op expected 'input' of rank 2 or 3, found 1}}
  %r = cedar.expert_linear %input, %experts, %weight
      : (tensor<64xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>, tensor<?x2xi32>,
         tensor<4x32x64xf4E2M1FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>) -> tensor<?x2x32xbf16>
  return
}

// -----

func.func @f(
    %input: tensor<?x3x64xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>, %experts: tensor<?x2xi32>,
    %weight: tensor<4x32x64xf4E2M1FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>) {
  // expected-error @below {{'cedar.expert_linear' op expected dimension 1 of 'input' to be 2, found 3}}
  %r = cedar.expert_linear %input, %experts, %weight
      : (tensor<?x3x64xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>, tensor<?x2xi32>,
         tensor<4x32x64xf4E2M1FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>) -> tensor<?x2x32xbf16>
  return
}

// -----

func.func @f(
    %input: tensor<4x64xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>, %experts: tensor<5x2xi32>,
    %weight: tensor<4x32x64xf4E2M1FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>) {
  // expected-error @below {{'cedar.expert_linear' op expected 'experts' of 4 rows as 'input', found 5}}
  %r = cedar.expert_linear %input, %experts, %weight
      : (tensor<4x64xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>, tensor<5x2xi32>,
         tensor<4x32x64xf4E2M1FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>) -> tensor<?x2x32xbf16>
  return
}

// -----

func.func @f(
    %input: tensor<4x64xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>, %experts: tensor<?x2xi32>,
    %weight: tensor<4x32x64xf4E2M1FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>) {
  // expected-error @below {{'cedar.expert_linear' op expected 'result' of 4 rows as 'input', found 5}}
  %r = cedar.expert_linear %input, %experts, %weight
      : (tensor<4x64xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>, tensor<?x2xi32>,
         tensor<4x32x64xf4E2M1FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>) -> tensor<5x2x32xbf16>
  return
}

// -----

func.func @f(
    %input: tensor<?x64xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>, %experts: tensor<?x2xi32>,
    %weight: tensor<4x32x32xf4E2M1FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>) {
  // expected-error @below {{'cedar.expert_linear' op expected dimension 2 of 'weight' to be 64, found 32}}
  %r = cedar.expert_linear %input, %experts, %weight
      : (tensor<?x64xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>, tensor<?x2xi32>,
         tensor<4x32x32xf4E2M1FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>) -> tensor<?x2x32xbf16>
  return
}

// -----

func.func @f(
    %input: tensor<?x64xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>, %experts: tensor<?x2xi32>,
    %weight: tensor<4x32x64xf4E2M1FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>) {
  // expected-error @below {{'cedar.expert_linear' op expected dimension 1 of 'result' to be 2, found 3}}
  %r = cedar.expert_linear %input, %experts, %weight
      : (tensor<?x64xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>, tensor<?x2xi32>,
         tensor<4x32x64xf4E2M1FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>) -> tensor<?x3x32xbf16>
  return
}

// -----

func.func @f(
    %input: tensor<?x64xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>, %experts: tensor<?x2xi32>,
    %weight: tensor<4x32x64xf4E2M1FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>) {
  // expected-error @below {{'cedar.expert_linear' op expected dimension 2 of 'result' to be 32, found 64}}
  %r = cedar.expert_linear %input, %experts, %weight
      : (tensor<?x64xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>, tensor<?x2xi32>,
         tensor<4x32x64xf4E2M1FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>) -> tensor<?x2x64xbf16>
  return
}

// -----

func.func @f(
    %input: tensor<?x64xf4E2M1FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>, %experts: tensor<?x2xi32>,
    %weight: tensor<4x32x64xf4E2M1FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>) {
  // expected-error @below {{'cedar.expert_linear' op expected 'input' in AQ8 form}}
  %r = cedar.expert_linear %input, %experts, %weight
      : (tensor<?x64xf4E2M1FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>, tensor<?x2xi32>,
         tensor<4x32x64xf4E2M1FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>) -> tensor<?x2x32xbf16>
  return
}

// -----

func.func @f(
    %input: tensor<?x64xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>, %experts: tensor<?x2xi32>,
    %weight: tensor<4x32x64xf4E2M1FN, #cedar.scaled<f8E4M3FN, [1, 16]>>) {
  // expected-error @below {{'cedar.expert_linear' op expected 'weight' in FP8 tile or FP4 row form}}
  %r = cedar.expert_linear %input, %experts, %weight
      : (tensor<?x64xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>, tensor<?x2xi32>,
         tensor<4x32x64xf4E2M1FN, #cedar.scaled<f8E4M3FN, [1, 16]>>) -> tensor<?x2x32xbf16>
  return
}

// -----

func.func @f(%gate: tensor<?x2x32xbf16>, %up: tensor<?x2x32xbf16>) {
  // expected-error @below {{'cedar.swiglu' op expected 'gate' of rank 2, found rank 3}}
  %r = cedar.swiglu %gate, %up {limit = 10.0 : f32}
      : (tensor<?x2x32xbf16>, tensor<?x2x32xbf16>) -> tensor<?x2x32xbf16>
  return
}

// -----

func.func @f(%gate: tensor<?x32xbf16>, %up: tensor<?x2x32xbf16>, %weight: tensor<?x2xf32>) {
  // expected-error @below {{'cedar.swiglu' op expected 'gate' of rank 3, found rank 2}}
  %r = cedar.swiglu %gate, %up, %weight {limit = 10.0 : f32}
      : (tensor<?x32xbf16>, tensor<?x2x32xbf16>, tensor<?x2xf32>) -> tensor<?x2x32xbf16>
  return
}

// -----

func.func @f(%gate: tensor<4x2x32xbf16>, %up: tensor<?x2x32xbf16>, %weight: tensor<5x2xf32>) {
  // expected-error @below {{'cedar.swiglu' op expected 'weight' of 4 rows as 'gate', found 5}}
  %r = cedar.swiglu %gate, %up, %weight {limit = 10.0 : f32}
      : (tensor<4x2x32xbf16>, tensor<?x2x32xbf16>, tensor<5x2xf32>) -> tensor<?x2x32xbf16>
  return
}

// -----

func.func @f(%gate: tensor<?x2x32xbf16>, %up: tensor<?x2x32xbf16>, %weight: tensor<?x3xf32>) {
  // expected-error @below {{'cedar.swiglu' op expected dimension 1 of 'weight' to be 2, found 3}}
  %r = cedar.swiglu %gate, %up, %weight {limit = 10.0 : f32}
      : (tensor<?x2x32xbf16>, tensor<?x2x32xbf16>, tensor<?x3xf32>) -> tensor<?x2x32xbf16>
  return
}

// -----

func.func @f(%gate: tensor<?x2x32xbf16>, %up: tensor<?x2x64xbf16>, %weight: tensor<?x2xf32>) {
  // expected-error @below {{'cedar.swiglu' op expected 'up' of the shape of 'gate'}}
  %r = cedar.swiglu %gate, %up, %weight {limit = 10.0 : f32}
      : (tensor<?x2x32xbf16>, tensor<?x2x64xbf16>, tensor<?x2xf32>) -> tensor<?x2x32xbf16>
  return
}

// -----

func.func @f(%gate: tensor<?x2x32xbf16>, %up: tensor<?x2x32xbf16>, %weight: tensor<?x2xf32>) {
  // expected-error @below {{'cedar.swiglu' op expected 'result' of the shape of 'gate'}}
  %r = cedar.swiglu %gate, %up, %weight {limit = 10.0 : f32}
      : (tensor<?x2x32xbf16>, tensor<?x2x32xbf16>, tensor<?x2xf32>) -> tensor<?x2x64xbf16>
  return
}

// -----

func.func @f(%gate: tensor<?x2x32xbf16>, %up: tensor<?x2x32xbf16>, %weight: tensor<?x2xf32>) {
  // expected-error @below {{'cedar.swiglu' op expected a non-negative 'limit', found -1}}
  %r = cedar.swiglu %gate, %up, %weight {limit = -1.0 : f32}
      : (tensor<?x2x32xbf16>, tensor<?x2x32xbf16>, tensor<?x2xf32>) -> tensor<?x2x32xbf16>
  return
}

// -----

func.func @f(%outputs: tensor<4x2x64xbf16>, %experts: tensor<5x2xi32>, %shared: tensor<?x64xbf16>) {
  // expected-error @below {{'cedar.expert_combine' op expected 'experts' of 4 rows as 'outputs', found 5}}
  %r = cedar.expert_combine %outputs, %experts, %shared
      : (tensor<4x2x64xbf16>, tensor<5x2xi32>, tensor<?x64xbf16>) -> tensor<?x64xbf16>
  return
}

// -----

func.func @f(%outputs: tensor<4x2x64xbf16>, %experts: tensor<?x2xi32>, %shared: tensor<5x64xbf16>) {
  // expected-error @below {{'cedar.expert_combine' op expected 'shared' of 4 rows as 'outputs', found 5}}
  %r = cedar.expert_combine %outputs, %experts, %shared
      : (tensor<4x2x64xbf16>, tensor<?x2xi32>, tensor<5x64xbf16>) -> tensor<?x64xbf16>
  return
}

// -----

func.func @f(%outputs: tensor<?x2x64xbf16>, %experts: tensor<?x3xi32>, %shared: tensor<?x64xbf16>) {
  // expected-error @below {{'cedar.expert_combine' op expected dimension 1 of 'experts' to be 2, found 3}}
  %r = cedar.expert_combine %outputs, %experts, %shared
      : (tensor<?x2x64xbf16>, tensor<?x3xi32>, tensor<?x64xbf16>) -> tensor<?x64xbf16>
  return
}

// -----

func.func @f(%outputs: tensor<?x2x64xbf16>, %experts: tensor<?x2xi32>, %shared: tensor<?x32xbf16>) {
  // expected-error @below {{'cedar.expert_combine' op expected dimension 1 of 'shared' to be 64, found 32}}
  %r = cedar.expert_combine %outputs, %experts, %shared
      : (tensor<?x2x64xbf16>, tensor<?x2xi32>, tensor<?x32xbf16>) -> tensor<?x64xbf16>
  return
}

// -----

func.func @f(%outputs: tensor<?x2x64xbf16>, %experts: tensor<?x2xi32>, %shared: tensor<?x64xbf16>) {
  // expected-error @below {{'cedar.expert_combine' op expected 'result' of the shape of 'shared'}}
  %r = cedar.expert_combine %outputs, %experts, %shared
      : (tensor<?x2x64xbf16>, tensor<?x2xi32>, tensor<?x64xbf16>) -> tensor<?x32xbf16>
  return
}

// -----

func.func @f(%input: tensor<4x64xbf16>, %kind: tensor<5xi8>) {
  // expected-error @below {{'cedar.moe' op expected 'kind' of 4 rows as 'input', found 5}}
  %r:2 = cedar.moe "layers.1.ffn" %input, %kind
      {topk = 2 : i64, limit = 10.0 : f32, routeScale = 1.5 : f32, gateTemperature = 1.0 : f32,
       normalize = true}
      : (tensor<4x64xbf16>, tensor<5xi8>) -> (tensor<?x64xbf16>, tensor<?x2xi32>)
  return
}

// -----

func.func @f(%input: tensor<4x64xbf16>, %kind: tensor<?xi8>) {
  // expected-error @below {{'cedar.moe' op expected 'experts' of 4 rows as 'input', found 5}}
  %r:2 = cedar.moe "layers.1.ffn" %input, %kind
      {topk = 2 : i64, limit = 10.0 : f32, routeScale = 1.5 : f32, gateTemperature = 1.0 : f32,
       normalize = true}
      : (tensor<4x64xbf16>, tensor<?xi8>) -> (tensor<?x64xbf16>, tensor<5x2xi32>)
  return
}

// -----

func.func @f(%input: tensor<?x64xbf16>, %kind: tensor<?xi8>) {
  // expected-error @below {{'cedar.moe' op expected 'result' of the shape of 'input'}}
  %r:2 = cedar.moe "layers.1.ffn" %input, %kind
      {topk = 2 : i64, limit = 10.0 : f32, routeScale = 1.5 : f32, gateTemperature = 1.0 : f32,
       normalize = true}
      : (tensor<?x64xbf16>, tensor<?xi8>) -> (tensor<?x32xbf16>, tensor<?x2xi32>)
  return
}

// -----

func.func @f(%input: tensor<?x64xbf16>, %kind: tensor<?xi8>) {
  // expected-error @below {{'cedar.moe' op expected 'topk' of at least 1, found 0}}
  %r:2 = cedar.moe "layers.1.ffn" %input, %kind
      {topk = 0 : i64, limit = 10.0 : f32, routeScale = 1.5 : f32, gateTemperature = 1.0 : f32,
       normalize = true}
      : (tensor<?x64xbf16>, tensor<?xi8>) -> (tensor<?x64xbf16>, tensor<?x2xi32>)
  return
}

// -----

func.func @f(%input: tensor<?x64xbf16>, %kind: tensor<?xi8>) {
  // expected-error @below {{'cedar.moe' op expected dimension 1 of 'experts' to be 2, found 3}}
  %r:2 = cedar.moe "layers.1.ffn" %input, %kind
      {topk = 2 : i64, limit = 10.0 : f32, routeScale = 1.5 : f32, gateTemperature = 1.0 : f32,
       normalize = true}
      : (tensor<?x64xbf16>, tensor<?xi8>) -> (tensor<?x64xbf16>, tensor<?x3xi32>)
  return
}

// -----

func.func @f(%input: tensor<?x64xbf16>, %kind: tensor<?xi8>) {
  // expected-error @below {{'cedar.moe' op expected a non-negative 'limit', found -1}}
  %r:2 = cedar.moe "layers.1.ffn" %input, %kind
      {topk = 2 : i64, limit = -1.0 : f32, routeScale = 1.5 : f32, gateTemperature = 1.0 : f32,
       normalize = true}
      : (tensor<?x64xbf16>, tensor<?xi8>) -> (tensor<?x64xbf16>, tensor<?x2xi32>)
  return
}

// -----

func.func @f(%input: tensor<?x64xbf16>, %kind: tensor<?xi8>) {
  // expected-error @below {{'cedar.moe' op expected a finite 'routeScale', found +Inf}}
  %r:2 = cedar.moe "layers.1.ffn" %input, %kind
      {topk = 2 : i64, limit = 10.0 : f32, routeScale = 0x7F800000 : f32,
       gateTemperature = 1.0 : f32, normalize = true}
      : (tensor<?x64xbf16>, tensor<?xi8>) -> (tensor<?x64xbf16>, tensor<?x2xi32>)
  return
}

// -----

func.func @f(%input: tensor<?x64xbf16>, %kind: tensor<?xi8>) {
  // expected-error @below {{'cedar.moe' op expected a positive 'gateTemperature', found 0}}
  %r:2 = cedar.moe "layers.1.ffn" %input, %kind
      {topk = 2 : i64, limit = 10.0 : f32, routeScale = 1.5 : f32, gateTemperature = 0.0 : f32,
       normalize = true}
      : (tensor<?x64xbf16>, tensor<?xi8>) -> (tensor<?x64xbf16>, tensor<?x2xi32>)
  return
}

// -----

// expected-note @below {{the weight is here}}
cedar.weight @layers.1.ffn.gate.weight from ["layers.1.ffn.gate.weight"] : tensor<4x32xbf16>
cedar.weight @layers.1.ffn.gate.bias from ["layers.1.ffn.gate.bias"] : tensor<4xf32>
cedar.weight @layers.1.ffn.gate.bias_vl from ["layers.1.ffn.gate.bias_vl"] : tensor<4xf32>
cedar.weight @layers.1.ffn.experts.w1.weight from ["layers.1.ffn.experts.w1.weight", "layers.1.ffn.experts.w1.weight.scale"] : tensor<4x32x64xf4E2M1FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>
cedar.weight @layers.1.ffn.experts.w2.weight from ["layers.1.ffn.experts.w2.weight", "layers.1.ffn.experts.w2.weight.scale"] : tensor<4x64x32xf4E2M1FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>
cedar.weight @layers.1.ffn.experts.w3.weight from ["layers.1.ffn.experts.w3.weight", "layers.1.ffn.experts.w3.weight.scale"] : tensor<4x32x64xf4E2M1FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>
cedar.weight @layers.1.ffn.shared_experts.w1.weight from ["layers.1.ffn.shared_experts.w1.weight", "layers.1.ffn.shared_experts.w1.weight.scale"] : tensor<32x64xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [32, 32]>>
cedar.weight @layers.1.ffn.shared_experts.w2.weight from ["layers.1.ffn.shared_experts.w2.weight", "layers.1.ffn.shared_experts.w2.weight.scale"] : tensor<64x32xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [32, 32]>>
cedar.weight @layers.1.ffn.shared_experts.w3.weight from ["layers.1.ffn.shared_experts.w3.weight", "layers.1.ffn.shared_experts.w3.weight.scale"] : tensor<32x64xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [32, 32]>>
func.func @f(%input: tensor<?x64xbf16>, %kind: tensor<?xi8>) {
  // expected-error @below {{'cedar.moe' op expected the weight 'layers.1.ffn.gate.weight' of type}}
  %r:2 = cedar.moe "layers.1.ffn" %input, %kind
      {topk = 2 : i64, limit = 10.0 : f32, routeScale = 1.5 : f32, gateTemperature = 1.0 : f32,
       normalize = true}
      : (tensor<?x64xbf16>, tensor<?xi8>) -> (tensor<?x64xbf16>, tensor<?x2xi32>)
  return
}

// -----

cedar.weight @layers.1.ffn.gate.weight from ["layers.1.ffn.gate.weight"] : tensor<4x64xbf16>
// expected-note @below {{the weight is here}}
cedar.weight @layers.1.ffn.gate.bias from ["layers.1.ffn.gate.bias"] : tensor<5xf32>
cedar.weight @layers.1.ffn.gate.bias_vl from ["layers.1.ffn.gate.bias_vl"] : tensor<4xf32>
cedar.weight @layers.1.ffn.experts.w1.weight from ["layers.1.ffn.experts.w1.weight", "layers.1.ffn.experts.w1.weight.scale"] : tensor<4x32x64xf4E2M1FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>
cedar.weight @layers.1.ffn.experts.w2.weight from ["layers.1.ffn.experts.w2.weight", "layers.1.ffn.experts.w2.weight.scale"] : tensor<4x64x32xf4E2M1FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>
cedar.weight @layers.1.ffn.experts.w3.weight from ["layers.1.ffn.experts.w3.weight", "layers.1.ffn.experts.w3.weight.scale"] : tensor<4x32x64xf4E2M1FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>
cedar.weight @layers.1.ffn.shared_experts.w1.weight from ["layers.1.ffn.shared_experts.w1.weight", "layers.1.ffn.shared_experts.w1.weight.scale"] : tensor<32x64xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [32, 32]>>
cedar.weight @layers.1.ffn.shared_experts.w2.weight from ["layers.1.ffn.shared_experts.w2.weight", "layers.1.ffn.shared_experts.w2.weight.scale"] : tensor<64x32xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [32, 32]>>
cedar.weight @layers.1.ffn.shared_experts.w3.weight from ["layers.1.ffn.shared_experts.w3.weight", "layers.1.ffn.shared_experts.w3.weight.scale"] : tensor<32x64xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [32, 32]>>
func.func @f(%input: tensor<?x64xbf16>, %kind: tensor<?xi8>) {
  // expected-error @below {{'cedar.moe' op expected the weight 'layers.1.ffn.gate.bias' of type}}
  %r:2 = cedar.moe "layers.1.ffn" %input, %kind
      {topk = 2 : i64, limit = 10.0 : f32, routeScale = 1.5 : f32, gateTemperature = 1.0 : f32,
       normalize = true}
      : (tensor<?x64xbf16>, tensor<?xi8>) -> (tensor<?x64xbf16>, tensor<?x2xi32>)
  return
}

// -----

cedar.weight @layers.1.ffn.gate.weight from ["layers.1.ffn.gate.weight"] : tensor<4x64xbf16>
cedar.weight @layers.1.ffn.gate.bias from ["layers.1.ffn.gate.bias"] : tensor<4xf32>
// expected-note @below {{the weight is here}}
cedar.weight @layers.1.ffn.gate.bias_vl from ["layers.1.ffn.gate.bias_vl"] : tensor<5xf32>
cedar.weight @layers.1.ffn.experts.w1.weight from ["layers.1.ffn.experts.w1.weight", "layers.1.ffn.experts.w1.weight.scale"] : tensor<4x32x64xf4E2M1FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>
cedar.weight @layers.1.ffn.experts.w2.weight from ["layers.1.ffn.experts.w2.weight", "layers.1.ffn.experts.w2.weight.scale"] : tensor<4x64x32xf4E2M1FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>
cedar.weight @layers.1.ffn.experts.w3.weight from ["layers.1.ffn.experts.w3.weight", "layers.1.ffn.experts.w3.weight.scale"] : tensor<4x32x64xf4E2M1FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>
cedar.weight @layers.1.ffn.shared_experts.w1.weight from ["layers.1.ffn.shared_experts.w1.weight", "layers.1.ffn.shared_experts.w1.weight.scale"] : tensor<32x64xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [32, 32]>>
cedar.weight @layers.1.ffn.shared_experts.w2.weight from ["layers.1.ffn.shared_experts.w2.weight", "layers.1.ffn.shared_experts.w2.weight.scale"] : tensor<64x32xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [32, 32]>>
cedar.weight @layers.1.ffn.shared_experts.w3.weight from ["layers.1.ffn.shared_experts.w3.weight", "layers.1.ffn.shared_experts.w3.weight.scale"] : tensor<32x64xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [32, 32]>>
func.func @f(%input: tensor<?x64xbf16>, %kind: tensor<?xi8>) {
  // expected-error @below {{'cedar.moe' op expected the weight 'layers.1.ffn.gate.bias_vl' of type}}
  %r:2 = cedar.moe "layers.1.ffn" %input, %kind
      {topk = 2 : i64, limit = 10.0 : f32, routeScale = 1.5 : f32, gateTemperature = 1.0 : f32,
       normalize = true}
      : (tensor<?x64xbf16>, tensor<?xi8>) -> (tensor<?x64xbf16>, tensor<?x2xi32>)
  return
}

// -----

cedar.weight @layers.1.ffn.gate.weight from ["layers.1.ffn.gate.weight"] : tensor<4x64xbf16>
cedar.weight @layers.1.ffn.gate.bias from ["layers.1.ffn.gate.bias"] : tensor<4xf32>
cedar.weight @layers.1.ffn.gate.bias_vl from ["layers.1.ffn.gate.bias_vl"] : tensor<4xf32>
// expected-note @below {{the weight is here}}
cedar.weight @layers.1.ffn.experts.w1.weight from ["layers.1.ffn.experts.w1.weight", "layers.1.ffn.experts.w1.weight.scale"] : tensor<5x32x64xf4E2M1FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>
cedar.weight @layers.1.ffn.experts.w2.weight from ["layers.1.ffn.experts.w2.weight", "layers.1.ffn.experts.w2.weight.scale"] : tensor<4x64x32xf4E2M1FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>
cedar.weight @layers.1.ffn.experts.w3.weight from ["layers.1.ffn.experts.w3.weight", "layers.1.ffn.experts.w3.weight.scale"] : tensor<4x32x64xf4E2M1FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>
cedar.weight @layers.1.ffn.shared_experts.w1.weight from ["layers.1.ffn.shared_experts.w1.weight", "layers.1.ffn.shared_experts.w1.weight.scale"] : tensor<32x64xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [32, 32]>>
cedar.weight @layers.1.ffn.shared_experts.w2.weight from ["layers.1.ffn.shared_experts.w2.weight", "layers.1.ffn.shared_experts.w2.weight.scale"] : tensor<64x32xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [32, 32]>>
cedar.weight @layers.1.ffn.shared_experts.w3.weight from ["layers.1.ffn.shared_experts.w3.weight", "layers.1.ffn.shared_experts.w3.weight.scale"] : tensor<32x64xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [32, 32]>>
func.func @f(%input: tensor<?x64xbf16>, %kind: tensor<?xi8>) {
  // expected-error @below {{'cedar.moe' op expected the weight 'layers.1.ffn.experts.w1.weight' of type}}
  %r:2 = cedar.moe "layers.1.ffn" %input, %kind
      {topk = 2 : i64, limit = 10.0 : f32, routeScale = 1.5 : f32, gateTemperature = 1.0 : f32,
       normalize = true}
      : (tensor<?x64xbf16>, tensor<?xi8>) -> (tensor<?x64xbf16>, tensor<?x2xi32>)
  return
}

// -----

cedar.weight @layers.1.ffn.gate.weight from ["layers.1.ffn.gate.weight"] : tensor<4x64xbf16>
cedar.weight @layers.1.ffn.gate.bias from ["layers.1.ffn.gate.bias"] : tensor<4xf32>
cedar.weight @layers.1.ffn.gate.bias_vl from ["layers.1.ffn.gate.bias_vl"] : tensor<4xf32>
cedar.weight @layers.1.ffn.experts.w1.weight from ["layers.1.ffn.experts.w1.weight", "layers.1.ffn.experts.w1.weight.scale"] : tensor<4x32x64xf4E2M1FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>
// expected-note @below {{the weight is here}}
cedar.weight @layers.1.ffn.experts.w2.weight from ["layers.1.ffn.experts.w2.weight", "layers.1.ffn.experts.w2.weight.scale"] : tensor<4x32x64xf4E2M1FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>
cedar.weight @layers.1.ffn.experts.w3.weight from ["layers.1.ffn.experts.w3.weight", "layers.1.ffn.experts.w3.weight.scale"] : tensor<4x32x64xf4E2M1FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>
cedar.weight @layers.1.ffn.shared_experts.w1.weight from ["layers.1.ffn.shared_experts.w1.weight", "layers.1.ffn.shared_experts.w1.weight.scale"] : tensor<32x64xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [32, 32]>>
cedar.weight @layers.1.ffn.shared_experts.w2.weight from ["layers.1.ffn.shared_experts.w2.weight", "layers.1.ffn.shared_experts.w2.weight.scale"] : tensor<64x32xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [32, 32]>>
cedar.weight @layers.1.ffn.shared_experts.w3.weight from ["layers.1.ffn.shared_experts.w3.weight", "layers.1.ffn.shared_experts.w3.weight.scale"] : tensor<32x64xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [32, 32]>>
func.func @f(%input: tensor<?x64xbf16>, %kind: tensor<?xi8>) {
  // expected-error @below {{'cedar.moe' op expected the weight 'layers.1.ffn.experts.w2.weight' of type}}
  %r:2 = cedar.moe "layers.1.ffn" %input, %kind
      {topk = 2 : i64, limit = 10.0 : f32, routeScale = 1.5 : f32, gateTemperature = 1.0 : f32,
       normalize = true}
      : (tensor<?x64xbf16>, tensor<?xi8>) -> (tensor<?x64xbf16>, tensor<?x2xi32>)
  return
}

// -----

cedar.weight @layers.1.ffn.gate.weight from ["layers.1.ffn.gate.weight"] : tensor<4x64xbf16>
cedar.weight @layers.1.ffn.gate.bias from ["layers.1.ffn.gate.bias"] : tensor<4xf32>
cedar.weight @layers.1.ffn.gate.bias_vl from ["layers.1.ffn.gate.bias_vl"] : tensor<4xf32>
cedar.weight @layers.1.ffn.experts.w1.weight from ["layers.1.ffn.experts.w1.weight", "layers.1.ffn.experts.w1.weight.scale"] : tensor<4x32x64xf4E2M1FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>
cedar.weight @layers.1.ffn.experts.w2.weight from ["layers.1.ffn.experts.w2.weight", "layers.1.ffn.experts.w2.weight.scale"] : tensor<4x64x32xf4E2M1FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>
// expected-note @below {{the weight is here}}
cedar.weight @layers.1.ffn.experts.w3.weight from ["layers.1.ffn.experts.w3.weight", "layers.1.ffn.experts.w3.weight.scale"] : tensor<4x64x64xf4E2M1FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>
cedar.weight @layers.1.ffn.shared_experts.w1.weight from ["layers.1.ffn.shared_experts.w1.weight", "layers.1.ffn.shared_experts.w1.weight.scale"] : tensor<32x64xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [32, 32]>>
cedar.weight @layers.1.ffn.shared_experts.w2.weight from ["layers.1.ffn.shared_experts.w2.weight", "layers.1.ffn.shared_experts.w2.weight.scale"] : tensor<64x32xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [32, 32]>>
cedar.weight @layers.1.ffn.shared_experts.w3.weight from ["layers.1.ffn.shared_experts.w3.weight", "layers.1.ffn.shared_experts.w3.weight.scale"] : tensor<32x64xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [32, 32]>>
func.func @f(%input: tensor<?x64xbf16>, %kind: tensor<?xi8>) {
  // expected-error @below {{'cedar.moe' op expected the weight 'layers.1.ffn.experts.w3.weight' of type}}
  %r:2 = cedar.moe "layers.1.ffn" %input, %kind
      {topk = 2 : i64, limit = 10.0 : f32, routeScale = 1.5 : f32, gateTemperature = 1.0 : f32,
       normalize = true}
      : (tensor<?x64xbf16>, tensor<?xi8>) -> (tensor<?x64xbf16>, tensor<?x2xi32>)
  return
}

// -----

cedar.weight @layers.1.ffn.gate.weight from ["layers.1.ffn.gate.weight"] : tensor<4x64xbf16>
cedar.weight @layers.1.ffn.gate.bias from ["layers.1.ffn.gate.bias"] : tensor<4xf32>
cedar.weight @layers.1.ffn.gate.bias_vl from ["layers.1.ffn.gate.bias_vl"] : tensor<4xf32>
cedar.weight @layers.1.ffn.experts.w1.weight from ["layers.1.ffn.experts.w1.weight", "layers.1.ffn.experts.w1.weight.scale"] : tensor<4x32x64xf4E2M1FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>
cedar.weight @layers.1.ffn.experts.w2.weight from ["layers.1.ffn.experts.w2.weight", "layers.1.ffn.experts.w2.weight.scale"] : tensor<4x64x32xf4E2M1FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>
cedar.weight @layers.1.ffn.experts.w3.weight from ["layers.1.ffn.experts.w3.weight", "layers.1.ffn.experts.w3.weight.scale"] : tensor<4x32x64xf4E2M1FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>
// expected-note @below {{the weight is here}}
cedar.weight @layers.1.ffn.shared_experts.w1.weight from ["layers.1.ffn.shared_experts.w1.weight", "layers.1.ffn.shared_experts.w1.weight.scale"] : tensor<32x32xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [32, 32]>>
cedar.weight @layers.1.ffn.shared_experts.w2.weight from ["layers.1.ffn.shared_experts.w2.weight", "layers.1.ffn.shared_experts.w2.weight.scale"] : tensor<64x32xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [32, 32]>>
cedar.weight @layers.1.ffn.shared_experts.w3.weight from ["layers.1.ffn.shared_experts.w3.weight", "layers.1.ffn.shared_experts.w3.weight.scale"] : tensor<32x64xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [32, 32]>>
func.func @f(%input: tensor<?x64xbf16>, %kind: tensor<?xi8>) {
  // expected-error @below {{'cedar.moe' op expected the weight 'layers.1.ffn.shared_experts.w1.weight' of type}}
  %r:2 = cedar.moe "layers.1.ffn" %input, %kind
      {topk = 2 : i64, limit = 10.0 : f32, routeScale = 1.5 : f32, gateTemperature = 1.0 : f32,
       normalize = true}
      : (tensor<?x64xbf16>, tensor<?xi8>) -> (tensor<?x64xbf16>, tensor<?x2xi32>)
  return
}

// -----

cedar.weight @layers.1.ffn.gate.weight from ["layers.1.ffn.gate.weight"] : tensor<4x64xbf16>
cedar.weight @layers.1.ffn.gate.bias from ["layers.1.ffn.gate.bias"] : tensor<4xf32>
cedar.weight @layers.1.ffn.gate.bias_vl from ["layers.1.ffn.gate.bias_vl"] : tensor<4xf32>
cedar.weight @layers.1.ffn.experts.w1.weight from ["layers.1.ffn.experts.w1.weight", "layers.1.ffn.experts.w1.weight.scale"] : tensor<4x32x64xf4E2M1FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>
cedar.weight @layers.1.ffn.experts.w2.weight from ["layers.1.ffn.experts.w2.weight", "layers.1.ffn.experts.w2.weight.scale"] : tensor<4x64x32xf4E2M1FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>
cedar.weight @layers.1.ffn.experts.w3.weight from ["layers.1.ffn.experts.w3.weight", "layers.1.ffn.experts.w3.weight.scale"] : tensor<4x32x64xf4E2M1FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>
cedar.weight @layers.1.ffn.shared_experts.w1.weight from ["layers.1.ffn.shared_experts.w1.weight", "layers.1.ffn.shared_experts.w1.weight.scale"] : tensor<32x64xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [32, 32]>>
// expected-note @below {{the weight is here}}
cedar.weight @layers.1.ffn.shared_experts.w2.weight from ["layers.1.ffn.shared_experts.w2.weight", "layers.1.ffn.shared_experts.w2.weight.scale"] : tensor<32x32xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [32, 32]>>
cedar.weight @layers.1.ffn.shared_experts.w3.weight from ["layers.1.ffn.shared_experts.w3.weight", "layers.1.ffn.shared_experts.w3.weight.scale"] : tensor<32x64xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [32, 32]>>
func.func @f(%input: tensor<?x64xbf16>, %kind: tensor<?xi8>) {
  // expected-error @below {{'cedar.moe' op expected the weight 'layers.1.ffn.shared_experts.w2.weight' of type}}
  %r:2 = cedar.moe "layers.1.ffn" %input, %kind
      {topk = 2 : i64, limit = 10.0 : f32, routeScale = 1.5 : f32, gateTemperature = 1.0 : f32,
       normalize = true}
      : (tensor<?x64xbf16>, tensor<?xi8>) -> (tensor<?x64xbf16>, tensor<?x2xi32>)
  return
}

// -----

cedar.weight @layers.1.ffn.gate.weight from ["layers.1.ffn.gate.weight"] : tensor<4x64xbf16>
cedar.weight @layers.1.ffn.gate.bias from ["layers.1.ffn.gate.bias"] : tensor<4xf32>
cedar.weight @layers.1.ffn.gate.bias_vl from ["layers.1.ffn.gate.bias_vl"] : tensor<4xf32>
cedar.weight @layers.1.ffn.experts.w1.weight from ["layers.1.ffn.experts.w1.weight", "layers.1.ffn.experts.w1.weight.scale"] : tensor<4x32x64xf4E2M1FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>
cedar.weight @layers.1.ffn.experts.w2.weight from ["layers.1.ffn.experts.w2.weight", "layers.1.ffn.experts.w2.weight.scale"] : tensor<4x64x32xf4E2M1FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>
cedar.weight @layers.1.ffn.experts.w3.weight from ["layers.1.ffn.experts.w3.weight", "layers.1.ffn.experts.w3.weight.scale"] : tensor<4x32x64xf4E2M1FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>
cedar.weight @layers.1.ffn.shared_experts.w1.weight from ["layers.1.ffn.shared_experts.w1.weight", "layers.1.ffn.shared_experts.w1.weight.scale"] : tensor<32x64xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [32, 32]>>
cedar.weight @layers.1.ffn.shared_experts.w2.weight from ["layers.1.ffn.shared_experts.w2.weight", "layers.1.ffn.shared_experts.w2.weight.scale"] : tensor<64x32xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [32, 32]>>
// expected-note @below {{the weight is here}}
cedar.weight @layers.1.ffn.shared_experts.w3.weight from ["layers.1.ffn.shared_experts.w3.weight", "layers.1.ffn.shared_experts.w3.weight.scale"] : tensor<64x64xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [32, 32]>>
func.func @f(%input: tensor<?x64xbf16>, %kind: tensor<?xi8>) {
  // expected-error @below {{'cedar.moe' op expected the weight 'layers.1.ffn.shared_experts.w3.weight' of type}}
  %r:2 = cedar.moe "layers.1.ffn" %input, %kind
      {topk = 2 : i64, limit = 10.0 : f32, routeScale = 1.5 : f32, gateTemperature = 1.0 : f32,
       normalize = true}
      : (tensor<?x64xbf16>, tensor<?xi8>) -> (tensor<?x64xbf16>, tensor<?x2xi32>)
  return
}

// -----

cedar.weight @layers.1.ffn.gate.weight from ["layers.1.ffn.gate.weight"] : tensor<4x64xbf16>
cedar.weight @layers.1.ffn.gate.bias from ["layers.1.ffn.gate.bias"] : tensor<4xf32>
cedar.weight @layers.1.ffn.gate.bias_vl from ["layers.1.ffn.gate.bias_vl"] : tensor<4xf32>
cedar.weight @layers.1.ffn.experts.w1.weight from ["layers.1.ffn.experts.w1.weight", "layers.1.ffn.experts.w1.weight.scale"] : tensor<4x32x64xf4E2M1FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>
cedar.weight @layers.1.ffn.experts.w2.weight from ["layers.1.ffn.experts.w2.weight", "layers.1.ffn.experts.w2.weight.scale"] : tensor<4x64x32xf4E2M1FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>
cedar.weight @layers.1.ffn.experts.w3.weight from ["layers.1.ffn.experts.w3.weight", "layers.1.ffn.experts.w3.weight.scale"] : tensor<4x32x64xf4E2M1FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>
cedar.weight @layers.1.ffn.shared_experts.w1.weight from ["layers.1.ffn.shared_experts.w1.weight", "layers.1.ffn.shared_experts.w1.weight.scale"] : tensor<32x64xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [32, 32]>>
cedar.weight @layers.1.ffn.shared_experts.w2.weight from ["layers.1.ffn.shared_experts.w2.weight", "layers.1.ffn.shared_experts.w2.weight.scale"] : tensor<64x32xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [32, 32]>>
cedar.weight @layers.1.ffn.shared_experts.w3.weight from ["layers.1.ffn.shared_experts.w3.weight", "layers.1.ffn.shared_experts.w3.weight.scale"] : tensor<32x64xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [32, 32]>>
func.func @f(%input: tensor<?x64xbf16>, %kind: tensor<?xi8>) {
  // expected-error @below {{'cedar.moe' op expected 'topk' of at most 4, found 5}}
  %r:2 = cedar.moe "layers.1.ffn" %input, %kind
      {topk = 5 : i64, limit = 10.0 : f32, routeScale = 1.5 : f32, gateTemperature = 1.0 : f32,
       normalize = true}
      : (tensor<?x64xbf16>, tensor<?xi8>) -> (tensor<?x64xbf16>, tensor<?x5xi32>)
  return
}

// -----

#wide = #cedar.scaled<f8E8M0FNU, [1, 16]>
func.func @f(%gate: tensor<?x32xbf16>, %up: tensor<?x32xbf16>) {
  // expected-error @below {{'cedar.swiglu' op expected 'result' in bf16, AQ8, MXFP4 or NVFP4 form}}
  %r = cedar.swiglu %gate, %up {limit = 10.0 : f32}
      : (tensor<?x32xbf16>, tensor<?x32xbf16>) -> tensor<?x32xf8E4M3FN, #wide>
  return
}
