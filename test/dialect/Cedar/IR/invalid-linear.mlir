// RUN: cedar-opt %s -split-input-file -verify-diagnostics

// Linear, norm, rotation, embedding, formats: one case for each rule.

func.func @f(
    %tokens: tensor<4xi32>, %embeddingRow: tensor<5xi32>, %embeddings: tensor<?x64xbf16>,
    %table: tensor<160x64xbf16>) {
  // expected-error @below {{'cedar.embed' op expected 'embeddingRow' of 4 rows as 'tokens', found 5}}
  %r = cedar.embed %tokens, %embeddingRow, %embeddings, %table
      : (tensor<4xi32>, tensor<5xi32>, tensor<?x64xbf16>, tensor<160x64xbf16>) -> tensor<?x64xbf16>
  return
}

// -----

func.func @f(
    %tokens: tensor<4xi32>, %embeddingRow: tensor<?xi32>, %embeddings: tensor<?x64xbf16>,
    %table: tensor<160x64xbf16>) {
  // expected-error @below {{'cedar.embed' op expected 'result' of 4 rows as 'tokens', found 5}}
  %r = cedar.embed %tokens, %embeddingRow, %embeddings, %table
      : (tensor<4xi32>, tensor<?xi32>, tensor<?x64xbf16>, tensor<160x64xbf16>) -> tensor<5x64xbf16>
  return
}

// -----

func.func @f(
    %tokens: tensor<?xi32>, %embeddingRow: tensor<?xi32>, %embeddings: tensor<?x32xbf16>,
    %table: tensor<160x64xbf16>) {
  // expected-error @below {{'cedar.embed' op expected dimension 1 of 'embeddings' to be 64, found 32}}
  %r = cedar.embed %tokens, %embeddingRow, %embeddings, %table
      : (tensor<?xi32>, tensor<?xi32>, tensor<?x32xbf16>, tensor<160x64xbf16>) -> tensor<?x64xbf16>
  return
}

// -----

func.func @f(
    %tokens: tensor<?xi32>, %embeddingRow: tensor<?xi32>, %embeddings: tensor<?x64xbf16>,
    %table: tensor<160x32xbf16>) {
  // expected-error @below {{'cedar.embed' op expected dimension 1 of 'table' to be 64, found 32}}
  %r = cedar.embed %tokens, %embeddingRow, %embeddings, %table
      : (tensor<?xi32>, tensor<?xi32>, tensor<?x64xbf16>, tensor<160x32xbf16>) -> tensor<?x64xbf16>
  return
}

// -----

func.func @f(%input: tensor<bf16>, %weight: tensor<64xbf16>) {
  // expected-error @below {{'cedar.rms_norm' op expected 'input' of rank 1 or more}}
  %r = cedar.rms_norm %input, %weight {epsilon = 1.0e-06 : f32}
      : (tensor<bf16>, tensor<64xbf16>) -> tensor<bf16>
  return
}

// -----

func.func @f(%input: tensor<?x64xbf16>, %weight: tensor<64xbf16>) {
  // expected-error @below {{'cedar.rms_norm' op expected 'result' of the shape of 'input', 'tensor<?x64xbf16>', found 'tensor<?x32xbf16>'}}
  %r = cedar.rms_norm %input, %weight {epsilon = 1.0e-06 : f32}
      : (tensor<?x64xbf16>, tensor<64xbf16>) -> tensor<?x32xbf16>
  return
}

// -----

func.func @f(%input: tensor<?x64xbf16>, %weight: tensor<32xbf16>) {
  // expected-error @below {{'cedar.rms_norm' op expected dimension 0 of 'weight' to be 64, found 32}}
  %r = cedar.rms_norm %input, %weight {epsilon = 1.0e-06 : f32}
      : (tensor<?x64xbf16>, tensor<32xbf16>) -> tensor<?x64xbf16>
  return
}

// -----

func.func @f(%input: tensor<?x64xbf16>, %weight: tensor<64xbf16>) {
  // expected-error @below {{'cedar.rms_norm' op expected a positive 'epsilon', found 0}}
  %r = cedar.rms_norm %input, %weight {epsilon = 0.0 : f32}
      : (tensor<?x64xbf16>, tensor<64xbf16>) -> tensor<?x64xbf16>
  return
}

// -----

func.func @f(%input: tensor<?x64xbf16>, %weight: tensor<64xbf16>) {
  // expected-error @below {{'cedar.rms_norm' op expected a positive 'epsilon', found +Inf}}
  %r = cedar.rms_norm %input, %weight {epsilon = 0x7F800000 : f32}
      : (tensor<?x64xbf16>, tensor<64xbf16>) -> tensor<?x64xbf16>
  return
}

// -----

func.func @f(%input: tensor<?x2x64xbf16>, %weight: tensor<32x64xbf16>) {
  // expected-error @below {{'cedar.linear' op expected 'input' of rank 2, found rank 3}}
  %r = cedar.linear %input, %weight
      : (tensor<?x2x64xbf16>, tensor<32x64xbf16>) -> tensor<?x32xbf16>
  return
}

// -----

func.func @f(%input: tensor<?x64xbf16>, %weight: tensor<64xbf16>) {
  // expected-error @below {{'cedar.linear' op expected 'weight' of rank 2, found rank 1}}
  %r = cedar.linear %input, %weight
      : (tensor<?x64xbf16>, tensor<64xbf16>) -> tensor<?x32xbf16>
  return
}

// -----

func.func @f(%input: tensor<?x64xbf16>, %weight: tensor<32x64xbf16>) {
  // expected-error @below {{'cedar.linear' op expected 'result' of rank 2, found rank 3}}
  %r = cedar.linear %input, %weight
      : (tensor<?x64xbf16>, tensor<32x64xbf16>) -> tensor<?x2x32xbf16>
  return
}

// -----

func.func @f(%input: tensor<4x64xbf16>, %weight: tensor<32x64xbf16>) {
  // expected-error @below {{'cedar.linear' op expected 'result' of 4 rows as 'input', found 5}}
  %r = cedar.linear %input, %weight
      : (tensor<4x64xbf16>, tensor<32x64xbf16>) -> tensor<5x32xbf16>
  return
}

// -----

func.func @f(%input: tensor<?x64xbf16>, %weight: tensor<32x128xbf16>) {
  // expected-error @below {{'cedar.linear' op expected dimension 1 of 'weight' to be 64, found 128}}
  %r = cedar.linear %input, %weight
      : (tensor<?x64xbf16>, tensor<32x128xbf16>) -> tensor<?x32xbf16>
  return
}

// -----

func.func @f(%input: tensor<?x64xbf16>, %weight: tensor<32x64xbf16>) {
  // expected-error @below {{'cedar.linear' op expected dimension 1 of 'result' to be 32, found 64}}
  %r = cedar.linear %input, %weight
      : (tensor<?x64xbf16>, tensor<32x64xbf16>) -> tensor<?x64xbf16>
  return
}

// -----

func.func @f(%input: tensor<?x64xbf16>, %weight: tensor<32x64xf32>) {
  // expected-error @below {{'cedar.linear' op expected types of kind L8 (AQ8 x FP8 tiles -> bf16), L4 (AQ8 x FP4 rows -> bf16), LB (bf16 x bf16 -> bf16) or LF (bf16 x bf16 -> f32)}}
  %r = cedar.linear %input, %weight
      : (tensor<?x64xbf16>, tensor<32x64xf32>) -> tensor<?x32xbf16>
  return
}

// -----

func.func @f(
    %input: tensor<?x64xbf16>,
    %weight: tensor<32x64xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [32, 32]>>) {
  // expected-error @below {{'cedar.linear' op expected types of kind L8 (AQ8 x FP8 tiles -> bf16), L4 (AQ8 x FP4 rows -> bf16), LB (bf16 x bf16 -> bf16) or LF (bf16 x bf16 -> f32)}}
  %r = cedar.linear %input, %weight
      : (tensor<?x64xbf16>, tensor<32x64xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [32, 32]>>) -> tensor<?x32xbf16>
  return
}

// -----

func.func @f(
    %input: tensor<?x64xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>, %weight: tensor<32x64xbf16>) {
  // expected-error @below {{'cedar.linear' op expected types of kind L8 (AQ8 x FP8 tiles -> bf16), L4 (AQ8 x FP4 rows -> bf16), LB (bf16 x bf16 -> bf16) or LF (bf16 x bf16 -> f32)}}
  %r = cedar.linear %input, %weight
      : (tensor<?x64xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>, tensor<32x64xbf16>) -> tensor<?x32xbf16>
  return
}

// -----

func.func @f(
    %input: tensor<?x64xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>,
    %weight: tensor<32x64xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [32, 32]>>) {
  // expected-error @below {{'cedar.linear' op expected types of kind L8 (AQ8 x FP8 tiles -> bf16), L4 (AQ8 x FP4 rows -> bf16), LB (bf16 x bf16 -> bf16) or LF (bf16 x bf16 -> f32)}}
  %r = cedar.linear %input, %weight
      : (tensor<?x64xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>,
         tensor<32x64xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [32, 32]>>) -> tensor<?x32xf32>
  return
}

// -----

func.func @f(
    %input: tensor<?x64xf4E2M1FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>,
    %weight: tensor<32x64xf4E2M1FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>) {
  // expected-error @below {{'cedar.linear' op expected types of kind L8 (AQ8 x FP8 tiles -> bf16), L4 (AQ8 x FP4 rows -> bf16), LB (bf16 x bf16 -> bf16) or LF (bf16 x bf16 -> f32)}}
  %r = cedar.linear %input, %weight
      : (tensor<?x64xf4E2M1FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>,
         tensor<32x64xf4E2M1FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>) -> tensor<?x32xbf16>
  return
}

// -----

func.func @f(%input: tensor<?x2x64xbf16>, %weight: tensor<64x32xbf16>) {
  // expected-error @below {{'cedar.grouped_linear' op expected 'input' of rank 2, found rank 3}}
  %r = cedar.grouped_linear %input, %weight {groups = 2 : i64}
      : (tensor<?x2x64xbf16>, tensor<64x32xbf16>) -> tensor<?x64xbf16>
  return
}

// -----

func.func @f(%input: tensor<?x64xbf16>, %weight: tensor<64xbf16>) {
  // expected-error @below {{'cedar.grouped_linear' op expected 'weight' of rank 2, found rank 1}}
  %r = cedar.grouped_linear %input, %weight {groups = 2 : i64}
      : (tensor<?x64xbf16>, tensor<64xbf16>) -> tensor<?x64xbf16>
  return
}

// -----

func.func @f(%input: tensor<?x64xbf16>, %weight: tensor<64x32xbf16>) {
  // expected-error @below {{'cedar.grouped_linear' op expected 'result' of rank 2, found rank 3}}
  %r = cedar.grouped_linear %input, %weight {groups = 2 : i64}
      : (tensor<?x64xbf16>, tensor<64x32xbf16>) -> tensor<?x2x32xbf16>
  return
}

// -----

func.func @f(%input: tensor<?x64xbf16>, %weight: tensor<64x32xbf16>) {
  // expected-error @below {{'cedar.grouped_linear' op expected 'groups' of at least 1, found 0}}
  %r = cedar.grouped_linear %input, %weight {groups = 0 : i64}
      : (tensor<?x64xbf16>, tensor<64x32xbf16>) -> tensor<?x64xbf16>
  return
}

// -----

func.func @f(%input: tensor<4x64xbf16>, %weight: tensor<64x32xbf16>) {
  // expected-error @below {{'cedar.grouped_linear' op expected 'result' of 4 rows as 'input', found 5}}
  %r = cedar.grouped_linear %input, %weight {groups = 2 : i64}
      : (tensor<4x64xbf16>, tensor<64x32xbf16>) -> tensor<5x64xbf16>
  return
}

// -----

func.func @f(%input: tensor<?x64xbf16>, %weight: tensor<64x64xbf16>) {
  // expected-error @below {{'cedar.grouped_linear' op expected dimension 1 of 'input' to be 128, found 64}}
  %r = cedar.grouped_linear %input, %weight {groups = 2 : i64}
      : (tensor<?x64xbf16>, tensor<64x64xbf16>) -> tensor<?x64xbf16>
  return
}

// -----

func.func @f(%input: tensor<?x64xbf16>, %weight: tensor<65x32xbf16>) {
  // expected-error @below {{'cedar.grouped_linear' op expected rows of 'weight' in 2 groups, found 65}}
  %r = cedar.grouped_linear %input, %weight {groups = 2 : i64}
      : (tensor<?x64xbf16>, tensor<65x32xbf16>) -> tensor<?x64xbf16>
  return
}

// -----

func.func @f(%input: tensor<?x64xbf16>, %weight: tensor<128x32xbf16>) {
  // expected-error @below {{'cedar.grouped_linear' op expected dimension 1 of 'result' to be 128, found 64}}
  %r = cedar.grouped_linear %input, %weight {groups = 2 : i64}
      : (tensor<?x64xbf16>, tensor<128x32xbf16>) -> tensor<?x64xbf16>
  return
}

// -----

func.func @f(
    %input: tensor<?x64xbf16>, %weight: tensor<64x32xf4E2M1FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>) {
  // expected-error @below {{'cedar.grouped_linear' op expected 'weight' in bf16 or FP8 tile form}}
  %r = cedar.grouped_linear %input, %weight {groups = 2 : i64}
      : (tensor<?x64xbf16>, tensor<64x32xf4E2M1FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>) -> tensor<?x64xbf16>
  return
}

// -----

func.func @f(%positions: tensor<4xi32>) {
  // expected-error @below {{'cedar.rope_table' op expected 'result' of 4 rows as 'positions', found 5}}
  %r = cedar.rope_table %positions {rope = #cedar.rope<[1.0, 0.5]>}
      : (tensor<4xi32>) -> tensor<5x2x2xf32>
  return
}

// -----

func.func @f(%positions: tensor<?xi32>) {
  // expected-error @below {{'cedar.rope_table' op expected dimension 1 of 'result' to be 2, found 3}}
  %r = cedar.rope_table %positions {rope = #cedar.rope<[1.0, 0.5]>}
      : (tensor<?xi32>) -> tensor<?x3x2xf32>
  return
}

// -----

func.func @f(%positions: tensor<?xi32>) {
  // expected-error @below {{'cedar.rope_table' op expected dimension 2 of 'result' to be 2, found 4}}
  %r = cedar.rope_table %positions {rope = #cedar.rope<[1.0, 0.5]>}
      : (tensor<?xi32>) -> tensor<?x2x4xf32>
  return
}

// -----

func.func @f(%input: tensor<64xbf16>, %table: tensor<?x2x8xf32>) {
  // expected-error @below {{'cedar.rope' op expected 'input' of rank 2 or 3, found 1}}
  %r = cedar.rope %input, %table
      : (tensor<64xbf16>, tensor<?x2x8xf32>) -> tensor<64xbf16>
  return
}

// -----

func.func @f(%input: tensor<?x64xbf16>, %table: tensor<?x2x8xf32>) {
  // expected-error @below {{'cedar.rope' op expected 'result' of the shape of 'input'}}
  %r = cedar.rope %input, %table
      : (tensor<?x64xbf16>, tensor<?x2x8xf32>) -> tensor<?x32xbf16>
  return
}

// -----

func.func @f(%input: tensor<4x64xbf16>, %table: tensor<5x2x8xf32>) {
  // expected-error @below {{'cedar.rope' op expected 'table' of 4 rows as 'input', found 5}}
  %r = cedar.rope %input, %table
      : (tensor<4x64xbf16>, tensor<5x2x8xf32>) -> tensor<4x64xbf16>
  return
}

// -----

func.func @f(%input: tensor<?x64xbf16>, %table: tensor<?x3x8xf32>) {
  // expected-error @below {{'cedar.rope' op expected dimension 1 of 'table' to be 2, found 3}}
  %r = cedar.rope %input, %table
      : (tensor<?x64xbf16>, tensor<?x3x8xf32>) -> tensor<?x64xbf16>
  return
}

// -----

func.func @f(%input: tensor<?x64xbf16>, %table: tensor<?x2x33xf32>) {
  // expected-error @below {{'cedar.rope' op expected at most 32 rotated pairs in 'table', found 33}}
  %r = cedar.rope %input, %table
      : (tensor<?x64xbf16>, tensor<?x2x33xf32>) -> tensor<?x64xbf16>
  return
}

// -----

func.func @f(%input: tensor<?x64xbf16>) {
  // expected-error @below {{'cedar.quantize' op expected 'result' of the shape of 'input'}}
  %r = cedar.quantize %input
      : (tensor<?x64xbf16>) -> tensor<?x32xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>
  return
}

// -----

func.func @f(%input: tensor<?x64xbf16>) {
  // expected-error @below {{'cedar.quantize' op expected 'result' in AQ8, MXFP4 or NVFP4 form}}
  %r = cedar.quantize %input
      : (tensor<?x64xbf16>) -> tensor<?x64xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [1, 16]>>
  return
}

// -----

func.func @f(%input: tensor<32x64xbf16>) {
  // expected-error @below {{'cedar.quantize' op expected 'result' in AQ8, MXFP4 or NVFP4 form}}
  %r = cedar.quantize %input
      : (tensor<32x64xbf16>) -> tensor<32x64xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [32, 32]>>
  return
}

// -----

func.func @f(%input: tensor<?x64xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>) {
  // expected-error @below {{'cedar.dequantize' op expected 'result' of the shape of 'input'}}
  %r = cedar.dequantize %input
      : (tensor<?x64xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>) -> tensor<?x32xbf16>
  return
}

// -----

func.func @f(%input: tensor<?x64xf8E4M3FN>) {
  // expected-error @below {{'cedar.dequantize' op expected 'input' in #cedar.scaled form}}
  %r = cedar.dequantize %input
      : (tensor<?x64xf8E4M3FN>) -> tensor<?x64xbf16>
  return
}

// -----

// Values or codes, nothing else.

#wide = #cedar.scaled<f8E8M0FNU, [1, 16]>
func.func @f(%input: tensor<?x64xbf16>, %weight: tensor<64xbf16>) {
  // expected-error @below {{'cedar.rms_norm' op expected 'result' in bf16, AQ8, MXFP4 or NVFP4 form}}
  %r = cedar.rms_norm %input, %weight {epsilon = 1.0e-06 : f32}
      : (tensor<?x64xbf16>, tensor<64xbf16>) -> tensor<?x64xf8E4M3FN, #wide>
  return
}

// -----

#wide = #cedar.scaled<f8E8M0FNU, [1, 16]>
func.func @f(%input: tensor<?x64xbf16>, %table: tensor<?x2x8xf32>) {
  // expected-error @below {{'cedar.rope' op expected 'result' in bf16, AQ8, MXFP4 or NVFP4 form}}
  %r = cedar.rope %input, %table
      : (tensor<?x64xbf16>, tensor<?x2x8xf32>) -> tensor<?x64xf8E4M3FN, #wide>
  return
}
