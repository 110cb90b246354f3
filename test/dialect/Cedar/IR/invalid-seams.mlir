// RUN: cedar-opt %s --split-input-file --verify-diagnostics

// The generic form, because some of these cannot be written in the other.

#rows = #cedar.scaled<f8E8M0FNU, [1, 32]>
#wide = #cedar.scaled<f8E8M0FNU, [1, 16]>
func.func @f(%fn: tensor<8x128xf32>, %s: tensor<3xf32>, %b: tensor<8xf32>, %w: tensor<64xbf16>) {
  // expected-error @below {{'cedar.mhc_seam' op expected 'input', 'streams' or both}}
  %r:1 = "cedar.mhc_seam"(%fn, %s, %b, %w)
      <{operandSegmentSizes = array<i32: 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 0, 1>, resultSegmentSizes = array<i32: 0, 0, 1, 0, 0, 0, 0, 0>, iterations = 1 : i64, mixEpsilon = 1.0e-6 : f32, mixNormEpsilon = 1.0e-20 : f32, epsilon = 1.0e-20 : f32}>
      : (tensor<8x128xf32>, tensor<3xf32>, tensor<8xf32>, tensor<64xbf16>)
      -> (tensor<4x2xf32>)
  return
}

// -----

func.func @f(%y: tensor<4x64xbf16>, %x: tensor<4x2x64xbf16>, %p: tensor<4x2xf32>, %fn: tensor<8x128xf32>, %s: tensor<3xf32>, %b: tensor<8xf32>, %a: tensor<4x2xf32>, %w: tensor<64xbf16>) {
  // expected-error @below {{'cedar.mhc_seam' op expected 'sitePost' and 'siteComb' with both 'input' and 'streams', and only then}}
  %r:1 = "cedar.mhc_seam"(%y, %x, %p, %fn, %s, %b, %a, %w)
      <{operandSegmentSizes = array<i32: 1, 1, 1, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1>, resultSegmentSizes = array<i32: 0, 0, 1, 0, 0, 0, 0, 0>, iterations = 1 : i64, mixEpsilon = 1.0e-6 : f32, mixNormEpsilon = 1.0e-20 : f32, epsilon = 1.0e-20 : f32}>
      : (tensor<4x64xbf16>, tensor<4x2x64xbf16>, tensor<4x2xf32>, tensor<8x128xf32>, tensor<3xf32>, tensor<8xf32>, tensor<4x2xf32>, tensor<64xbf16>)
      -> (tensor<4x2xf32>)
  return
}

// -----

func.func @f(%x: tensor<4x2x64xbf16>, %p: tensor<4x2xf32>, %c: tensor<4x2x2xf32>, %fn: tensor<8x128xf32>, %s: tensor<3xf32>, %b: tensor<8xf32>, %a: tensor<4x2xf32>, %w: tensor<64xbf16>) {
  // expected-error @below {{'cedar.mhc_seam' op expected 'sitePost' and 'siteComb' with both 'input' and 'streams', and only then}}
  %r:1 = "cedar.mhc_seam"(%x, %p, %c, %fn, %s, %b, %a, %w)
      <{operandSegmentSizes = array<i32: 0, 1, 1, 1, 0, 0, 0, 0, 1, 1, 1, 1, 1>, resultSegmentSizes = array<i32: 0, 0, 1, 0, 0, 0, 0, 0>, iterations = 1 : i64, mixEpsilon = 1.0e-6 : f32, mixNormEpsilon = 1.0e-20 : f32, epsilon = 1.0e-20 : f32}>
      : (tensor<4x2x64xbf16>, tensor<4x2xf32>, tensor<4x2x2xf32>, tensor<8x128xf32>, tensor<3xf32>, tensor<8xf32>, tensor<4x2xf32>, tensor<64xbf16>)
      -> (tensor<4x2xf32>)
  return
}

// -----

func.func @f(%x: tensor<4x2x64xbf16>, %kv: tensor<4x192xbf16>, %qw: tensor<2x64xbf16>, %kw: tensor<2x64xbf16>, %fn: tensor<8x128xf32>, %s: tensor<3xf32>, %b: tensor<8xf32>, %a: tensor<4x2xf32>, %w: tensor<64xbf16>) {
  // expected-error @below {{'cedar.mhc_seam' op expected all of 'keyValue', 'queryWeight', 'keyWeight' and 'kind' or none}}
  %r:1 = "cedar.mhc_seam"(%x, %kv, %qw, %kw, %fn, %s, %b, %a, %w)
      <{operandSegmentSizes = array<i32: 0, 1, 0, 0, 1, 1, 1, 0, 1, 1, 1, 1, 1>, resultSegmentSizes = array<i32: 0, 0, 1, 0, 0, 0, 0, 0>, iterations = 1 : i64, mixEpsilon = 1.0e-6 : f32, mixNormEpsilon = 1.0e-20 : f32, epsilon = 1.0e-20 : f32, engramEpsilon = 1.0e-20 : f32}>
      : (tensor<4x2x64xbf16>, tensor<4x192xbf16>, tensor<2x64xbf16>, tensor<2x64xbf16>, tensor<8x128xf32>, tensor<3xf32>, tensor<8xf32>, tensor<4x2xf32>, tensor<64xbf16>)
      -> (tensor<4x2xf32>)
  return
}

// -----

func.func @f(%y: tensor<4x64xbf16>, %x: tensor<4x2x64xbf16>, %p: tensor<4x2xf32>, %c: tensor<4x2x2xf32>, %kv: tensor<4x192xbf16>, %qw: tensor<2x64xbf16>, %kw: tensor<2x64xbf16>, %kind: tensor<4xi8>, %fn: tensor<8x128xf32>, %s: tensor<3xf32>, %b: tensor<8xf32>, %a: tensor<4x2xf32>, %w: tensor<64xbf16>) {
  // expected-error @below {{'cedar.mhc_seam' op expected 'engramEpsilon' with 'keyValue', and only then}}
  %r:1 = "cedar.mhc_seam"(%y, %x, %p, %c, %kv, %qw, %kw, %kind, %fn, %s, %b, %a, %w)
      <{operandSegmentSizes = array<i32: 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1>, resultSegmentSizes = array<i32: 0, 0, 1, 0, 0, 0, 0, 0>, iterations = 1 : i64, mixEpsilon = 1.0e-6 : f32, mixNormEpsilon = 1.0e-20 : f32, epsilon = 1.0e-20 : f32}>
      : (tensor<4x64xbf16>, tensor<4x2x64xbf16>, tensor<4x2xf32>, tensor<4x2x2xf32>, tensor<4x192xbf16>, tensor<2x64xbf16>, tensor<2x64xbf16>, tensor<4xi8>, tensor<8x128xf32>, tensor<3xf32>, tensor<8xf32>, tensor<4x2xf32>, tensor<64xbf16>)
      -> (tensor<4x2xf32>)
  return
}

// -----

func.func @f(%y: tensor<4x64xbf16>, %x: tensor<4x2x64xbf16>, %p: tensor<4x2xf32>, %c: tensor<4x2x2xf32>, %fn: tensor<8x128xf32>, %s: tensor<3xf32>, %b: tensor<8xf32>, %a: tensor<4x2xf32>, %w: tensor<64xbf16>) {
  // expected-error @below {{'cedar.mhc_seam' op expected 'engramEpsilon' with 'keyValue', and only then}}
  %r:1 = "cedar.mhc_seam"(%y, %x, %p, %c, %fn, %s, %b, %a, %w)
      <{operandSegmentSizes = array<i32: 1, 1, 1, 1, 0, 0, 0, 0, 1, 1, 1, 1, 1>, resultSegmentSizes = array<i32: 0, 0, 1, 0, 0, 0, 0, 0>, iterations = 1 : i64, mixEpsilon = 1.0e-6 : f32, mixNormEpsilon = 1.0e-20 : f32, epsilon = 1.0e-20 : f32, engramEpsilon = 1.0e-20 : f32}>
      : (tensor<4x64xbf16>, tensor<4x2x64xbf16>, tensor<4x2xf32>, tensor<4x2x2xf32>, tensor<8x128xf32>, tensor<3xf32>, tensor<8xf32>, tensor<4x2xf32>, tensor<64xbf16>)
      -> (tensor<4x2xf32>)
  return
}

// -----

func.func @f(%y: tensor<4x64xbf16>, %x: tensor<4x2x64xbf16>, %p: tensor<4x2xf32>, %c: tensor<4x2x2xf32>, %fn: tensor<8x128xf32>, %s: tensor<3xf32>, %b: tensor<8xf32>, %a: tensor<4x2xf32>, %w: tensor<64xbf16>) {
  // expected-error @below {{'cedar.mhc_seam' op expected 'expanded' only between two steps that change streams}}
  %r:2 = "cedar.mhc_seam"(%y, %x, %p, %c, %fn, %s, %b, %a, %w)
      <{operandSegmentSizes = array<i32: 1, 1, 1, 1, 0, 0, 0, 0, 1, 1, 1, 1, 1>, resultSegmentSizes = array<i32: 1, 1, 0, 0, 0, 0, 0, 0>, iterations = 1 : i64, mixEpsilon = 1.0e-6 : f32, mixNormEpsilon = 1.0e-20 : f32, epsilon = 1.0e-20 : f32}>
      : (tensor<4x64xbf16>, tensor<4x2x64xbf16>, tensor<4x2xf32>, tensor<4x2x2xf32>, tensor<8x128xf32>, tensor<3xf32>, tensor<8xf32>, tensor<4x2xf32>, tensor<64xbf16>)
      -> (tensor<4x2x64xbf16>, tensor<4x2x64xbf16>)
  return
}

// -----

func.func @f(%x: tensor<4x2x64xbf16>, %fn: tensor<8x128xf32>, %s: tensor<3xf32>, %b: tensor<8xf32>, %a: tensor<4x2xf32>, %w: tensor<64xbf16>) {
  // expected-error @below {{'cedar.mhc_seam' op expected new streams only from a step that changes them}}
  %r:1 = "cedar.mhc_seam"(%x, %fn, %s, %b, %a, %w)
      <{operandSegmentSizes = array<i32: 0, 1, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1>, resultSegmentSizes = array<i32: 0, 1, 0, 0, 0, 0, 0, 0>, iterations = 1 : i64, mixEpsilon = 1.0e-6 : f32, mixNormEpsilon = 1.0e-20 : f32, epsilon = 1.0e-20 : f32}>
      : (tensor<4x2x64xbf16>, tensor<8x128xf32>, tensor<3xf32>, tensor<8xf32>, tensor<4x2xf32>, tensor<64xbf16>)
      -> (tensor<4x2x64xbf16>)
  return
}

// -----

func.func @f(%y: tensor<4x64xbf16>, %fn: tensor<8x128xf32>, %s: tensor<3xf32>, %b: tensor<8xf32>, %a: tensor<4x2xf32>, %w: tensor<64xbf16>) {
  // expected-error @below {{'cedar.mhc_seam' op expected 'carried' with 'streams', and only then}}
  %r:1 = "cedar.mhc_seam"(%y, %fn, %s, %b, %a, %w)
      <{operandSegmentSizes = array<i32: 1, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1>, resultSegmentSizes = array<i32: 0, 0, 1, 0, 0, 0, 0, 0>, iterations = 1 : i64, mixEpsilon = 1.0e-6 : f32, mixNormEpsilon = 1.0e-20 : f32, epsilon = 1.0e-20 : f32}>
      : (tensor<4x64xbf16>, tensor<8x128xf32>, tensor<3xf32>, tensor<8xf32>, tensor<4x2xf32>, tensor<64xbf16>)
      -> (tensor<4x2xf32>)
  return
}

// -----

func.func @f(%x: tensor<4x2x64xbf16>, %fn: tensor<8x128xf32>, %s: tensor<3xf32>, %b: tensor<8xf32>, %w: tensor<64xbf16>) {
  // expected-error @below {{'cedar.mhc_seam' op expected 'carried' with 'streams', and only then}}
  %r:1 = "cedar.mhc_seam"(%x, %fn, %s, %b, %w)
      <{operandSegmentSizes = array<i32: 0, 1, 0, 0, 0, 0, 0, 0, 1, 1, 1, 0, 1>, resultSegmentSizes = array<i32: 0, 0, 1, 0, 0, 0, 0, 0>, iterations = 1 : i64, mixEpsilon = 1.0e-6 : f32, mixNormEpsilon = 1.0e-20 : f32, epsilon = 1.0e-20 : f32}>
      : (tensor<4x2x64xbf16>, tensor<8x128xf32>, tensor<3xf32>, tensor<8xf32>, tensor<64xbf16>)
      -> (tensor<4x2xf32>)
  return
}

// -----

func.func @f(%x: tensor<4x2x?xbf16>, %fn: tensor<8x128xf32>, %s: tensor<3xf32>, %b: tensor<8xf32>, %a: tensor<4x2xf32>, %w: tensor<64xbf16>) {
  // expected-error @below {{'cedar.mhc_seam' op expected at least one stream of a static width}}
  %r:1 = "cedar.mhc_seam"(%x, %fn, %s, %b, %a, %w)
      <{operandSegmentSizes = array<i32: 0, 1, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1>, resultSegmentSizes = array<i32: 0, 0, 1, 0, 0, 0, 0, 0>, iterations = 1 : i64, mixEpsilon = 1.0e-6 : f32, mixNormEpsilon = 1.0e-20 : f32, epsilon = 1.0e-20 : f32}>
      : (tensor<4x2x?xbf16>, tensor<8x128xf32>, tensor<3xf32>, tensor<8xf32>, tensor<4x2xf32>, tensor<64xbf16>)
      -> (tensor<4x2xf32>)
  return
}

// -----

func.func @f(%y: tensor<4x?xbf16>, %fn: tensor<8x128xf32>, %s: tensor<3xf32>, %b: tensor<8xf32>, %w: tensor<64xbf16>) {
  // expected-error @below {{'cedar.mhc_seam' op expected at least one stream of a static width}}
  %r:1 = "cedar.mhc_seam"(%y, %fn, %s, %b, %w)
      <{operandSegmentSizes = array<i32: 1, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 0, 1>, resultSegmentSizes = array<i32: 0, 0, 1, 0, 0, 0, 0, 0>, iterations = 1 : i64, mixEpsilon = 1.0e-6 : f32, mixNormEpsilon = 1.0e-20 : f32, epsilon = 1.0e-20 : f32}>
      : (tensor<4x?xbf16>, tensor<8x128xf32>, tensor<3xf32>, tensor<8xf32>, tensor<64xbf16>)
      -> (tensor<4x2xf32>)
  return
}

// -----

func.func @f(%y: tensor<4x64xbf16>, %fn: tensor<8x32xf32>, %s: tensor<3xf32>, %b: tensor<8xf32>, %w: tensor<64xbf16>) {
  // expected-error @below {{'cedar.mhc_seam' op expected at least one stream of a static width}}
  %r:1 = "cedar.mhc_seam"(%y, %fn, %s, %b, %w)
      <{operandSegmentSizes = array<i32: 1, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 0, 1>, resultSegmentSizes = array<i32: 0, 0, 1, 0, 0, 0, 0, 0>, iterations = 1 : i64, mixEpsilon = 1.0e-6 : f32, mixNormEpsilon = 1.0e-20 : f32, epsilon = 1.0e-20 : f32}>
      : (tensor<4x64xbf16>, tensor<8x32xf32>, tensor<3xf32>, tensor<8xf32>, tensor<64xbf16>)
      -> (tensor<4x2xf32>)
  return
}

// -----

func.func @f(%y: tensor<4x64xbf16>, %x: tensor<4x2x64xbf16>, %p: tensor<4x2xf32>, %c: tensor<4x2x2xf32>, %fn: tensor<6x128xf32>, %s: tensor<3xf32>, %b: tensor<8xf32>, %a: tensor<4x2xf32>, %w: tensor<64xbf16>) {
  // expected-error @below {{'cedar.mhc_seam' op expected dimension 0 of 'fn' to be 8, found 6}}
  %r:1 = "cedar.mhc_seam"(%y, %x, %p, %c, %fn, %s, %b, %a, %w)
      <{operandSegmentSizes = array<i32: 1, 1, 1, 1, 0, 0, 0, 0, 1, 1, 1, 1, 1>, resultSegmentSizes = array<i32: 0, 0, 1, 0, 0, 0, 0, 0>, iterations = 1 : i64, mixEpsilon = 1.0e-6 : f32, mixNormEpsilon = 1.0e-20 : f32, epsilon = 1.0e-20 : f32}>
      : (tensor<4x64xbf16>, tensor<4x2x64xbf16>, tensor<4x2xf32>, tensor<4x2x2xf32>, tensor<6x128xf32>, tensor<3xf32>, tensor<8xf32>, tensor<4x2xf32>, tensor<64xbf16>)
      -> (tensor<4x2xf32>)
  return
}

// -----

func.func @f(%y: tensor<4x64xbf16>, %x: tensor<4x2x64xbf16>, %p: tensor<4x2xf32>, %c: tensor<4x2x2xf32>, %fn: tensor<8x64xf32>, %s: tensor<3xf32>, %b: tensor<8xf32>, %a: tensor<4x2xf32>, %w: tensor<64xbf16>) {
  // expected-error @below {{'cedar.mhc_seam' op expected dimension 1 of 'fn' to be 128, found 64}}
  %r:1 = "cedar.mhc_seam"(%y, %x, %p, %c, %fn, %s, %b, %a, %w)
      <{operandSegmentSizes = array<i32: 1, 1, 1, 1, 0, 0, 0, 0, 1, 1, 1, 1, 1>, resultSegmentSizes = array<i32: 0, 0, 1, 0, 0, 0, 0, 0>, iterations = 1 : i64, mixEpsilon = 1.0e-6 : f32, mixNormEpsilon = 1.0e-20 : f32, epsilon = 1.0e-20 : f32}>
      : (tensor<4x64xbf16>, tensor<4x2x64xbf16>, tensor<4x2xf32>, tensor<4x2x2xf32>, tensor<8x64xf32>, tensor<3xf32>, tensor<8xf32>, tensor<4x2xf32>, tensor<64xbf16>)
      -> (tensor<4x2xf32>)
  return
}

// -----

func.func @f(%y: tensor<4x64xbf16>, %x: tensor<4x2x64xbf16>, %p: tensor<4x2xf32>, %c: tensor<4x2x2xf32>, %fn: tensor<8x128xf32>, %s: tensor<4xf32>, %b: tensor<8xf32>, %a: tensor<4x2xf32>, %w: tensor<64xbf16>) {
  // expected-error @below {{'cedar.mhc_seam' op expected dimension 0 of 'scale' to be 3, found 4}}
  %r:1 = "cedar.mhc_seam"(%y, %x, %p, %c, %fn, %s, %b, %a, %w)
      <{operandSegmentSizes = array<i32: 1, 1, 1, 1, 0, 0, 0, 0, 1, 1, 1, 1, 1>, resultSegmentSizes = array<i32: 0, 0, 1, 0, 0, 0, 0, 0>, iterations = 1 : i64, mixEpsilon = 1.0e-6 : f32, mixNormEpsilon = 1.0e-20 : f32, epsilon = 1.0e-20 : f32}>
      : (tensor<4x64xbf16>, tensor<4x2x64xbf16>, tensor<4x2xf32>, tensor<4x2x2xf32>, tensor<8x128xf32>, tensor<4xf32>, tensor<8xf32>, tensor<4x2xf32>, tensor<64xbf16>)
      -> (tensor<4x2xf32>)
  return
}

// -----

func.func @f(%y: tensor<4x64xbf16>, %x: tensor<4x2x64xbf16>, %p: tensor<4x2xf32>, %c: tensor<4x2x2xf32>, %fn: tensor<8x128xf32>, %s: tensor<3xf32>, %b: tensor<6xf32>, %a: tensor<4x2xf32>, %w: tensor<64xbf16>) {
  // expected-error @below {{'cedar.mhc_seam' op expected dimension 0 of 'base' to be 8, found 6}}
  %r:1 = "cedar.mhc_seam"(%y, %x, %p, %c, %fn, %s, %b, %a, %w)
      <{operandSegmentSizes = array<i32: 1, 1, 1, 1, 0, 0, 0, 0, 1, 1, 1, 1, 1>, resultSegmentSizes = array<i32: 0, 0, 1, 0, 0, 0, 0, 0>, iterations = 1 : i64, mixEpsilon = 1.0e-6 : f32, mixNormEpsilon = 1.0e-20 : f32, epsilon = 1.0e-20 : f32}>
      : (tensor<4x64xbf16>, tensor<4x2x64xbf16>, tensor<4x2xf32>, tensor<4x2x2xf32>, tensor<8x128xf32>, tensor<3xf32>, tensor<6xf32>, tensor<4x2xf32>, tensor<64xbf16>)
      -> (tensor<4x2xf32>)
  return
}

// -----

func.func @f(%y: tensor<5x64xbf16>, %x: tensor<4x2x64xbf16>, %p: tensor<4x2xf32>, %c: tensor<4x2x2xf32>, %fn: tensor<8x128xf32>, %s: tensor<3xf32>, %b: tensor<8xf32>, %a: tensor<4x2xf32>, %w: tensor<64xbf16>) {
  // expected-error @below {{'cedar.mhc_seam' op expected dimension 0 of 'input' to be 4, found 5}}
  %r:1 = "cedar.mhc_seam"(%y, %x, %p, %c, %fn, %s, %b, %a, %w)
      <{operandSegmentSizes = array<i32: 1, 1, 1, 1, 0, 0, 0, 0, 1, 1, 1, 1, 1>, resultSegmentSizes = array<i32: 0, 0, 1, 0, 0, 0, 0, 0>, iterations = 1 : i64, mixEpsilon = 1.0e-6 : f32, mixNormEpsilon = 1.0e-20 : f32, epsilon = 1.0e-20 : f32}>
      : (tensor<5x64xbf16>, tensor<4x2x64xbf16>, tensor<4x2xf32>, tensor<4x2x2xf32>, tensor<8x128xf32>, tensor<3xf32>, tensor<8xf32>, tensor<4x2xf32>, tensor<64xbf16>)
      -> (tensor<4x2xf32>)
  return
}

// -----

func.func @f(%y: tensor<4x32xbf16>, %x: tensor<4x2x64xbf16>, %p: tensor<4x2xf32>, %c: tensor<4x2x2xf32>, %fn: tensor<8x128xf32>, %s: tensor<3xf32>, %b: tensor<8xf32>, %a: tensor<4x2xf32>, %w: tensor<64xbf16>) {
  // expected-error @below {{'cedar.mhc_seam' op expected dimension 1 of 'input' to be 64, found 32}}
  %r:1 = "cedar.mhc_seam"(%y, %x, %p, %c, %fn, %s, %b, %a, %w)
      <{operandSegmentSizes = array<i32: 1, 1, 1, 1, 0, 0, 0, 0, 1, 1, 1, 1, 1>, resultSegmentSizes = array<i32: 0, 0, 1, 0, 0, 0, 0, 0>, iterations = 1 : i64, mixEpsilon = 1.0e-6 : f32, mixNormEpsilon = 1.0e-20 : f32, epsilon = 1.0e-20 : f32}>
      : (tensor<4x32xbf16>, tensor<4x2x64xbf16>, tensor<4x2xf32>, tensor<4x2x2xf32>, tensor<8x128xf32>, tensor<3xf32>, tensor<8xf32>, tensor<4x2xf32>, tensor<64xbf16>)
      -> (tensor<4x2xf32>)
  return
}

// -----

func.func @f(%y: tensor<4x64xbf16>, %x: tensor<4x2x64xbf16>, %p: tensor<5x2xf32>, %c: tensor<4x2x2xf32>, %fn: tensor<8x128xf32>, %s: tensor<3xf32>, %b: tensor<8xf32>, %a: tensor<4x2xf32>, %w: tensor<64xbf16>) {
  // expected-error @below {{'cedar.mhc_seam' op expected dimension 0 of 'sitePost' to be 4, found 5}}
  %r:1 = "cedar.mhc_seam"(%y, %x, %p, %c, %fn, %s, %b, %a, %w)
      <{operandSegmentSizes = array<i32: 1, 1, 1, 1, 0, 0, 0, 0, 1, 1, 1, 1, 1>, resultSegmentSizes = array<i32: 0, 0, 1, 0, 0, 0, 0, 0>, iterations = 1 : i64, mixEpsilon = 1.0e-6 : f32, mixNormEpsilon = 1.0e-20 : f32, epsilon = 1.0e-20 : f32}>
      : (tensor<4x64xbf16>, tensor<4x2x64xbf16>, tensor<5x2xf32>, tensor<4x2x2xf32>, tensor<8x128xf32>, tensor<3xf32>, tensor<8xf32>, tensor<4x2xf32>, tensor<64xbf16>)
      -> (tensor<4x2xf32>)
  return
}

// -----

func.func @f(%y: tensor<4x64xbf16>, %x: tensor<4x2x64xbf16>, %p: tensor<4x3xf32>, %c: tensor<4x2x2xf32>, %fn: tensor<8x128xf32>, %s: tensor<3xf32>, %b: tensor<8xf32>, %a: tensor<4x2xf32>, %w: tensor<64xbf16>) {
  // expected-error @below {{'cedar.mhc_seam' op expected dimension 1 of 'sitePost' to be 2, found 3}}
  %r:1 = "cedar.mhc_seam"(%y, %x, %p, %c, %fn, %s, %b, %a, %w)
      <{operandSegmentSizes = array<i32: 1, 1, 1, 1, 0, 0, 0, 0, 1, 1, 1, 1, 1>, resultSegmentSizes = array<i32: 0, 0, 1, 0, 0, 0, 0, 0>, iterations = 1 : i64, mixEpsilon = 1.0e-6 : f32, mixNormEpsilon = 1.0e-20 : f32, epsilon = 1.0e-20 : f32}>
      : (tensor<4x64xbf16>, tensor<4x2x64xbf16>, tensor<4x3xf32>, tensor<4x2x2xf32>, tensor<8x128xf32>, tensor<3xf32>, tensor<8xf32>, tensor<4x2xf32>, tensor<64xbf16>)
      -> (tensor<4x2xf32>)
  return
}

// -----

func.func @f(%y: tensor<4x64xbf16>, %x: tensor<4x2x64xbf16>, %p: tensor<4x2xf32>, %c: tensor<5x2x2xf32>, %fn: tensor<8x128xf32>, %s: tensor<3xf32>, %b: tensor<8xf32>, %a: tensor<4x2xf32>, %w: tensor<64xbf16>) {
  // expected-error @below {{'cedar.mhc_seam' op expected dimension 0 of 'siteComb' to be 4, found 5}}
  %r:1 = "cedar.mhc_seam"(%y, %x, %p, %c, %fn, %s, %b, %a, %w)
      <{operandSegmentSizes = array<i32: 1, 1, 1, 1, 0, 0, 0, 0, 1, 1, 1, 1, 1>, resultSegmentSizes = array<i32: 0, 0, 1, 0, 0, 0, 0, 0>, iterations = 1 : i64, mixEpsilon = 1.0e-6 : f32, mixNormEpsilon = 1.0e-20 : f32, epsilon = 1.0e-20 : f32}>
      : (tensor<4x64xbf16>, tensor<4x2x64xbf16>, tensor<4x2xf32>, tensor<5x2x2xf32>, tensor<8x128xf32>, tensor<3xf32>, tensor<8xf32>, tensor<4x2xf32>, tensor<64xbf16>)
      -> (tensor<4x2xf32>)
  return
}

// -----

func.func @f(%y: tensor<4x64xbf16>, %x: tensor<4x2x64xbf16>, %p: tensor<4x2xf32>, %c: tensor<4x3x2xf32>, %fn: tensor<8x128xf32>, %s: tensor<3xf32>, %b: tensor<8xf32>, %a: tensor<4x2xf32>, %w: tensor<64xbf16>) {
  // expected-error @below {{'cedar.mhc_seam' op expected dimension 1 of 'siteComb' to be 2, found 3}}
  %r:1 = "cedar.mhc_seam"(%y, %x, %p, %c, %fn, %s, %b, %a, %w)
      <{operandSegmentSizes = array<i32: 1, 1, 1, 1, 0, 0, 0, 0, 1, 1, 1, 1, 1>, resultSegmentSizes = array<i32: 0, 0, 1, 0, 0, 0, 0, 0>, iterations = 1 : i64, mixEpsilon = 1.0e-6 : f32, mixNormEpsilon = 1.0e-20 : f32, epsilon = 1.0e-20 : f32}>
      : (tensor<4x64xbf16>, tensor<4x2x64xbf16>, tensor<4x2xf32>, tensor<4x3x2xf32>, tensor<8x128xf32>, tensor<3xf32>, tensor<8xf32>, tensor<4x2xf32>, tensor<64xbf16>)
      -> (tensor<4x2xf32>)
  return
}

// -----

func.func @f(%y: tensor<4x64xbf16>, %x: tensor<4x2x64xbf16>, %p: tensor<4x2xf32>, %c: tensor<4x2x3xf32>, %fn: tensor<8x128xf32>, %s: tensor<3xf32>, %b: tensor<8xf32>, %a: tensor<4x2xf32>, %w: tensor<64xbf16>) {
  // expected-error @below {{'cedar.mhc_seam' op expected dimension 2 of 'siteComb' to be 2, found 3}}
  %r:1 = "cedar.mhc_seam"(%y, %x, %p, %c, %fn, %s, %b, %a, %w)
      <{operandSegmentSizes = array<i32: 1, 1, 1, 1, 0, 0, 0, 0, 1, 1, 1, 1, 1>, resultSegmentSizes = array<i32: 0, 0, 1, 0, 0, 0, 0, 0>, iterations = 1 : i64, mixEpsilon = 1.0e-6 : f32, mixNormEpsilon = 1.0e-20 : f32, epsilon = 1.0e-20 : f32}>
      : (tensor<4x64xbf16>, tensor<4x2x64xbf16>, tensor<4x2xf32>, tensor<4x2x3xf32>, tensor<8x128xf32>, tensor<3xf32>, tensor<8xf32>, tensor<4x2xf32>, tensor<64xbf16>)
      -> (tensor<4x2xf32>)
  return
}

// -----

func.func @f(%y: tensor<4x64xbf16>, %x: tensor<4x2x64xbf16>, %p: tensor<4x2xf32>, %c: tensor<4x2x2xf32>, %kv: tensor<5x192xbf16>, %qw: tensor<2x64xbf16>, %kw: tensor<2x64xbf16>, %kind: tensor<4xi8>, %fn: tensor<8x128xf32>, %s: tensor<3xf32>, %b: tensor<8xf32>, %a: tensor<4x2xf32>, %w: tensor<64xbf16>) {
  // expected-error @below {{'cedar.mhc_seam' op expected dimension 0 of 'keyValue' to be 4, found 5}}
  %r:1 = "cedar.mhc_seam"(%y, %x, %p, %c, %kv, %qw, %kw, %kind, %fn, %s, %b, %a, %w)
      <{operandSegmentSizes = array<i32: 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1>, resultSegmentSizes = array<i32: 0, 0, 1, 0, 0, 0, 0, 0>, iterations = 1 : i64, mixEpsilon = 1.0e-6 : f32, mixNormEpsilon = 1.0e-20 : f32, epsilon = 1.0e-20 : f32, engramEpsilon = 1.0e-20 : f32}>
      : (tensor<4x64xbf16>, tensor<4x2x64xbf16>, tensor<4x2xf32>, tensor<4x2x2xf32>, tensor<5x192xbf16>, tensor<2x64xbf16>, tensor<2x64xbf16>, tensor<4xi8>, tensor<8x128xf32>, tensor<3xf32>, tensor<8xf32>, tensor<4x2xf32>, tensor<64xbf16>)
      -> (tensor<4x2xf32>)
  return
}

// -----

func.func @f(%y: tensor<4x64xbf16>, %x: tensor<4x2x64xbf16>, %p: tensor<4x2xf32>, %c: tensor<4x2x2xf32>, %kv: tensor<4x64xbf16>, %qw: tensor<2x64xbf16>, %kw: tensor<2x64xbf16>, %kind: tensor<4xi8>, %fn: tensor<8x128xf32>, %s: tensor<3xf32>, %b: tensor<8xf32>, %a: tensor<4x2xf32>, %w: tensor<64xbf16>) {
  // expected-error @below {{'cedar.mhc_seam' op expected dimension 1 of 'keyValue' to be 192, found 64}}
  %r:1 = "cedar.mhc_seam"(%y, %x, %p, %c, %kv, %qw, %kw, %kind, %fn, %s, %b, %a, %w)
      <{operandSegmentSizes = array<i32: 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1>, resultSegmentSizes = array<i32: 0, 0, 1, 0, 0, 0, 0, 0>, iterations = 1 : i64, mixEpsilon = 1.0e-6 : f32, mixNormEpsilon = 1.0e-20 : f32, epsilon = 1.0e-20 : f32, engramEpsilon = 1.0e-20 : f32}>
      : (tensor<4x64xbf16>, tensor<4x2x64xbf16>, tensor<4x2xf32>, tensor<4x2x2xf32>, tensor<4x64xbf16>, tensor<2x64xbf16>, tensor<2x64xbf16>, tensor<4xi8>, tensor<8x128xf32>, tensor<3xf32>, tensor<8xf32>, tensor<4x2xf32>, tensor<64xbf16>)
      -> (tensor<4x2xf32>)
  return
}

// -----

func.func @f(%y: tensor<4x64xbf16>, %x: tensor<4x2x64xbf16>, %p: tensor<4x2xf32>, %c: tensor<4x2x2xf32>, %kv: tensor<4x192xbf16>, %qw: tensor<3x64xbf16>, %kw: tensor<2x64xbf16>, %kind: tensor<4xi8>, %fn: tensor<8x128xf32>, %s: tensor<3xf32>, %b: tensor<8xf32>, %a: tensor<4x2xf32>, %w: tensor<64xbf16>) {
  // expected-error @below {{'cedar.mhc_seam' op expected dimension 0 of 'queryWeight' to be 2, found 3}}
  %r:1 = "cedar.mhc_seam"(%y, %x, %p, %c, %kv, %qw, %kw, %kind, %fn, %s, %b, %a, %w)
      <{operandSegmentSizes = array<i32: 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1>, resultSegmentSizes = array<i32: 0, 0, 1, 0, 0, 0, 0, 0>, iterations = 1 : i64, mixEpsilon = 1.0e-6 : f32, mixNormEpsilon = 1.0e-20 : f32, epsilon = 1.0e-20 : f32, engramEpsilon = 1.0e-20 : f32}>
      : (tensor<4x64xbf16>, tensor<4x2x64xbf16>, tensor<4x2xf32>, tensor<4x2x2xf32>, tensor<4x192xbf16>, tensor<3x64xbf16>, tensor<2x64xbf16>, tensor<4xi8>, tensor<8x128xf32>, tensor<3xf32>, tensor<8xf32>, tensor<4x2xf32>, tensor<64xbf16>)
      -> (tensor<4x2xf32>)
  return
}

// -----

func.func @f(%y: tensor<4x64xbf16>, %x: tensor<4x2x64xbf16>, %p: tensor<4x2xf32>, %c: tensor<4x2x2xf32>, %kv: tensor<4x192xbf16>, %qw: tensor<2x32xbf16>, %kw: tensor<2x64xbf16>, %kind: tensor<4xi8>, %fn: tensor<8x128xf32>, %s: tensor<3xf32>, %b: tensor<8xf32>, %a: tensor<4x2xf32>, %w: tensor<64xbf16>) {
  // expected-error @below {{'cedar.mhc_seam' op expected dimension 1 of 'queryWeight' to be 64, found 32}}
  %r:1 = "cedar.mhc_seam"(%y, %x, %p, %c, %kv, %qw, %kw, %kind, %fn, %s, %b, %a, %w)
      <{operandSegmentSizes = array<i32: 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1>, resultSegmentSizes = array<i32: 0, 0, 1, 0, 0, 0, 0, 0>, iterations = 1 : i64, mixEpsilon = 1.0e-6 : f32, mixNormEpsilon = 1.0e-20 : f32, epsilon = 1.0e-20 : f32, engramEpsilon = 1.0e-20 : f32}>
      : (tensor<4x64xbf16>, tensor<4x2x64xbf16>, tensor<4x2xf32>, tensor<4x2x2xf32>, tensor<4x192xbf16>, tensor<2x32xbf16>, tensor<2x64xbf16>, tensor<4xi8>, tensor<8x128xf32>, tensor<3xf32>, tensor<8xf32>, tensor<4x2xf32>, tensor<64xbf16>)
      -> (tensor<4x2xf32>)
  return
}

// -----

func.func @f(%y: tensor<4x64xbf16>, %x: tensor<4x2x64xbf16>, %p: tensor<4x2xf32>, %c: tensor<4x2x2xf32>, %kv: tensor<4x192xbf16>, %qw: tensor<2x64xbf16>, %kw: tensor<3x64xbf16>, %kind: tensor<4xi8>, %fn: tensor<8x128xf32>, %s: tensor<3xf32>, %b: tensor<8xf32>, %a: tensor<4x2xf32>, %w: tensor<64xbf16>) {
  // expected-error @below {{'cedar.mhc_seam' op expected dimension 0 of 'keyWeight' to be 2, found 3}}
  %r:1 = "cedar.mhc_seam"(%y, %x, %p, %c, %kv, %qw, %kw, %kind, %fn, %s, %b, %a, %w)
      <{operandSegmentSizes = array<i32: 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1>, resultSegmentSizes = array<i32: 0, 0, 1, 0, 0, 0, 0, 0>, iterations = 1 : i64, mixEpsilon = 1.0e-6 : f32, mixNormEpsilon = 1.0e-20 : f32, epsilon = 1.0e-20 : f32, engramEpsilon = 1.0e-20 : f32}>
      : (tensor<4x64xbf16>, tensor<4x2x64xbf16>, tensor<4x2xf32>, tensor<4x2x2xf32>, tensor<4x192xbf16>, tensor<2x64xbf16>, tensor<3x64xbf16>, tensor<4xi8>, tensor<8x128xf32>, tensor<3xf32>, tensor<8xf32>, tensor<4x2xf32>, tensor<64xbf16>)
      -> (tensor<4x2xf32>)
  return
}

// -----

func.func @f(%y: tensor<4x64xbf16>, %x: tensor<4x2x64xbf16>, %p: tensor<4x2xf32>, %c: tensor<4x2x2xf32>, %kv: tensor<4x192xbf16>, %qw: tensor<2x64xbf16>, %kw: tensor<2x32xbf16>, %kind: tensor<4xi8>, %fn: tensor<8x128xf32>, %s: tensor<3xf32>, %b: tensor<8xf32>, %a: tensor<4x2xf32>, %w: tensor<64xbf16>) {
  // expected-error @below {{'cedar.mhc_seam' op expected dimension 1 of 'keyWeight' to be 64, found 32}}
  %r:1 = "cedar.mhc_seam"(%y, %x, %p, %c, %kv, %qw, %kw, %kind, %fn, %s, %b, %a, %w)
      <{operandSegmentSizes = array<i32: 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1>, resultSegmentSizes = array<i32: 0, 0, 1, 0, 0, 0, 0, 0>, iterations = 1 : i64, mixEpsilon = 1.0e-6 : f32, mixNormEpsilon = 1.0e-20 : f32, epsilon = 1.0e-20 : f32, engramEpsilon = 1.0e-20 : f32}>
      : (tensor<4x64xbf16>, tensor<4x2x64xbf16>, tensor<4x2xf32>, tensor<4x2x2xf32>, tensor<4x192xbf16>, tensor<2x64xbf16>, tensor<2x32xbf16>, tensor<4xi8>, tensor<8x128xf32>, tensor<3xf32>, tensor<8xf32>, tensor<4x2xf32>, tensor<64xbf16>)
      -> (tensor<4x2xf32>)
  return
}

// -----

func.func @f(%y: tensor<4x64xbf16>, %x: tensor<4x2x64xbf16>, %p: tensor<4x2xf32>, %c: tensor<4x2x2xf32>, %kv: tensor<4x192xbf16>, %qw: tensor<2x64xbf16>, %kw: tensor<2x64xbf16>, %kind: tensor<5xi8>, %fn: tensor<8x128xf32>, %s: tensor<3xf32>, %b: tensor<8xf32>, %a: tensor<4x2xf32>, %w: tensor<64xbf16>) {
  // expected-error @below {{'cedar.mhc_seam' op expected dimension 0 of 'kind' to be 4, found 5}}
  %r:1 = "cedar.mhc_seam"(%y, %x, %p, %c, %kv, %qw, %kw, %kind, %fn, %s, %b, %a, %w)
      <{operandSegmentSizes = array<i32: 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1>, resultSegmentSizes = array<i32: 0, 0, 1, 0, 0, 0, 0, 0>, iterations = 1 : i64, mixEpsilon = 1.0e-6 : f32, mixNormEpsilon = 1.0e-20 : f32, epsilon = 1.0e-20 : f32, engramEpsilon = 1.0e-20 : f32}>
      : (tensor<4x64xbf16>, tensor<4x2x64xbf16>, tensor<4x2xf32>, tensor<4x2x2xf32>, tensor<4x192xbf16>, tensor<2x64xbf16>, tensor<2x64xbf16>, tensor<5xi8>, tensor<8x128xf32>, tensor<3xf32>, tensor<8xf32>, tensor<4x2xf32>, tensor<64xbf16>)
      -> (tensor<4x2xf32>)
  return
}

// -----

func.func @f(%y: tensor<4x64xbf16>, %x: tensor<4x2x64xbf16>, %p: tensor<4x2xf32>, %c: tensor<4x2x2xf32>, %kv: tensor<4x192xbf16>, %qw: tensor<2x64xbf16>, %kw: tensor<2x64xbf16>, %kind: tensor<4xi8>, %fn: tensor<8x128xf32>, %s: tensor<3xf32>, %b: tensor<8xf32>, %a: tensor<4x2xf32>, %w: tensor<64xbf16>) {
  // expected-error @below {{'cedar.mhc_seam' op expected dimension 0 of 'expanded' to be 4, found 5}}
  %r:1 = "cedar.mhc_seam"(%y, %x, %p, %c, %kv, %qw, %kw, %kind, %fn, %s, %b, %a, %w)
      <{operandSegmentSizes = array<i32: 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1>, resultSegmentSizes = array<i32: 1, 0, 0, 0, 0, 0, 0, 0>, iterations = 1 : i64, mixEpsilon = 1.0e-6 : f32, mixNormEpsilon = 1.0e-20 : f32, epsilon = 1.0e-20 : f32, engramEpsilon = 1.0e-20 : f32}>
      : (tensor<4x64xbf16>, tensor<4x2x64xbf16>, tensor<4x2xf32>, tensor<4x2x2xf32>, tensor<4x192xbf16>, tensor<2x64xbf16>, tensor<2x64xbf16>, tensor<4xi8>, tensor<8x128xf32>, tensor<3xf32>, tensor<8xf32>, tensor<4x2xf32>, tensor<64xbf16>)
      -> (tensor<5x2x64xbf16>)
  return
}

// -----

func.func @f(%y: tensor<4x64xbf16>, %x: tensor<4x2x64xbf16>, %p: tensor<4x2xf32>, %c: tensor<4x2x2xf32>, %kv: tensor<4x192xbf16>, %qw: tensor<2x64xbf16>, %kw: tensor<2x64xbf16>, %kind: tensor<4xi8>, %fn: tensor<8x128xf32>, %s: tensor<3xf32>, %b: tensor<8xf32>, %a: tensor<4x2xf32>, %w: tensor<64xbf16>) {
  // expected-error @below {{'cedar.mhc_seam' op expected dimension 1 of 'expanded' to be 2, found 3}}
  %r:1 = "cedar.mhc_seam"(%y, %x, %p, %c, %kv, %qw, %kw, %kind, %fn, %s, %b, %a, %w)
      <{operandSegmentSizes = array<i32: 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1>, resultSegmentSizes = array<i32: 1, 0, 0, 0, 0, 0, 0, 0>, iterations = 1 : i64, mixEpsilon = 1.0e-6 : f32, mixNormEpsilon = 1.0e-20 : f32, epsilon = 1.0e-20 : f32, engramEpsilon = 1.0e-20 : f32}>
      : (tensor<4x64xbf16>, tensor<4x2x64xbf16>, tensor<4x2xf32>, tensor<4x2x2xf32>, tensor<4x192xbf16>, tensor<2x64xbf16>, tensor<2x64xbf16>, tensor<4xi8>, tensor<8x128xf32>, tensor<3xf32>, tensor<8xf32>, tensor<4x2xf32>, tensor<64xbf16>)
      -> (tensor<4x3x64xbf16>)
  return
}

// -----

func.func @f(%y: tensor<4x64xbf16>, %x: tensor<4x2x64xbf16>, %p: tensor<4x2xf32>, %c: tensor<4x2x2xf32>, %kv: tensor<4x192xbf16>, %qw: tensor<2x64xbf16>, %kw: tensor<2x64xbf16>, %kind: tensor<4xi8>, %fn: tensor<8x128xf32>, %s: tensor<3xf32>, %b: tensor<8xf32>, %a: tensor<4x2xf32>, %w: tensor<64xbf16>) {
  // expected-error @below {{'cedar.mhc_seam' op expected dimension 2 of 'expanded' to be 64, found 32}}
  %r:1 = "cedar.mhc_seam"(%y, %x, %p, %c, %kv, %qw, %kw, %kind, %fn, %s, %b, %a, %w)
      <{operandSegmentSizes = array<i32: 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1>, resultSegmentSizes = array<i32: 1, 0, 0, 0, 0, 0, 0, 0>, iterations = 1 : i64, mixEpsilon = 1.0e-6 : f32, mixNormEpsilon = 1.0e-20 : f32, epsilon = 1.0e-20 : f32, engramEpsilon = 1.0e-20 : f32}>
      : (tensor<4x64xbf16>, tensor<4x2x64xbf16>, tensor<4x2xf32>, tensor<4x2x2xf32>, tensor<4x192xbf16>, tensor<2x64xbf16>, tensor<2x64xbf16>, tensor<4xi8>, tensor<8x128xf32>, tensor<3xf32>, tensor<8xf32>, tensor<4x2xf32>, tensor<64xbf16>)
      -> (tensor<4x2x32xbf16>)
  return
}

// -----

func.func @f(%y: tensor<4x64xbf16>, %x: tensor<4x2x64xbf16>, %p: tensor<4x2xf32>, %c: tensor<4x2x2xf32>, %fn: tensor<8x128xf32>, %s: tensor<3xf32>, %b: tensor<8xf32>, %a: tensor<4x2xf32>, %w: tensor<64xbf16>) {
  // expected-error @below {{'cedar.mhc_seam' op expected dimension 0 of 'newStreams' to be 4, found 5}}
  %r:1 = "cedar.mhc_seam"(%y, %x, %p, %c, %fn, %s, %b, %a, %w)
      <{operandSegmentSizes = array<i32: 1, 1, 1, 1, 0, 0, 0, 0, 1, 1, 1, 1, 1>, resultSegmentSizes = array<i32: 0, 1, 0, 0, 0, 0, 0, 0>, iterations = 1 : i64, mixEpsilon = 1.0e-6 : f32, mixNormEpsilon = 1.0e-20 : f32, epsilon = 1.0e-20 : f32}>
      : (tensor<4x64xbf16>, tensor<4x2x64xbf16>, tensor<4x2xf32>, tensor<4x2x2xf32>, tensor<8x128xf32>, tensor<3xf32>, tensor<8xf32>, tensor<4x2xf32>, tensor<64xbf16>)
      -> (tensor<5x2x64xbf16>)
  return
}

// -----

func.func @f(%y: tensor<4x64xbf16>, %x: tensor<4x2x64xbf16>, %p: tensor<4x2xf32>, %c: tensor<4x2x2xf32>, %fn: tensor<8x128xf32>, %s: tensor<3xf32>, %b: tensor<8xf32>, %a: tensor<4x2xf32>, %w: tensor<64xbf16>) {
  // expected-error @below {{'cedar.mhc_seam' op expected dimension 1 of 'newStreams' to be 2, found 3}}
  %r:1 = "cedar.mhc_seam"(%y, %x, %p, %c, %fn, %s, %b, %a, %w)
      <{operandSegmentSizes = array<i32: 1, 1, 1, 1, 0, 0, 0, 0, 1, 1, 1, 1, 1>, resultSegmentSizes = array<i32: 0, 1, 0, 0, 0, 0, 0, 0>, iterations = 1 : i64, mixEpsilon = 1.0e-6 : f32, mixNormEpsilon = 1.0e-20 : f32, epsilon = 1.0e-20 : f32}>
      : (tensor<4x64xbf16>, tensor<4x2x64xbf16>, tensor<4x2xf32>, tensor<4x2x2xf32>, tensor<8x128xf32>, tensor<3xf32>, tensor<8xf32>, tensor<4x2xf32>, tensor<64xbf16>)
      -> (tensor<4x3x64xbf16>)
  return
}

// -----

func.func @f(%y: tensor<4x64xbf16>, %x: tensor<4x2x64xbf16>, %p: tensor<4x2xf32>, %c: tensor<4x2x2xf32>, %fn: tensor<8x128xf32>, %s: tensor<3xf32>, %b: tensor<8xf32>, %a: tensor<4x2xf32>, %w: tensor<64xbf16>) {
  // expected-error @below {{'cedar.mhc_seam' op expected dimension 2 of 'newStreams' to be 64, found 32}}
  %r:1 = "cedar.mhc_seam"(%y, %x, %p, %c, %fn, %s, %b, %a, %w)
      <{operandSegmentSizes = array<i32: 1, 1, 1, 1, 0, 0, 0, 0, 1, 1, 1, 1, 1>, resultSegmentSizes = array<i32: 0, 1, 0, 0, 0, 0, 0, 0>, iterations = 1 : i64, mixEpsilon = 1.0e-6 : f32, mixNormEpsilon = 1.0e-20 : f32, epsilon = 1.0e-20 : f32}>
      : (tensor<4x64xbf16>, tensor<4x2x64xbf16>, tensor<4x2xf32>, tensor<4x2x2xf32>, tensor<8x128xf32>, tensor<3xf32>, tensor<8xf32>, tensor<4x2xf32>, tensor<64xbf16>)
      -> (tensor<4x2x32xbf16>)
  return
}

// -----

func.func @f(%y: tensor<4x64xbf16>, %x: tensor<4x2x64xbf16>, %p: tensor<4x2xf32>, %c: tensor<4x2x2xf32>, %fn: tensor<8x128xf32>, %s: tensor<3xf32>, %b: tensor<8xf32>, %a: tensor<4x2xf32>, %w: tensor<64xbf16>) {
  // expected-error @below {{'cedar.mhc_seam' op expected dimension 0 of 'pre' to be 4, found 5}}
  %r:1 = "cedar.mhc_seam"(%y, %x, %p, %c, %fn, %s, %b, %a, %w)
      <{operandSegmentSizes = array<i32: 1, 1, 1, 1, 0, 0, 0, 0, 1, 1, 1, 1, 1>, resultSegmentSizes = array<i32: 0, 0, 1, 0, 0, 0, 0, 0>, iterations = 1 : i64, mixEpsilon = 1.0e-6 : f32, mixNormEpsilon = 1.0e-20 : f32, epsilon = 1.0e-20 : f32}>
      : (tensor<4x64xbf16>, tensor<4x2x64xbf16>, tensor<4x2xf32>, tensor<4x2x2xf32>, tensor<8x128xf32>, tensor<3xf32>, tensor<8xf32>, tensor<4x2xf32>, tensor<64xbf16>)
      -> (tensor<5x2xf32>)
  return
}

// -----

func.func @f(%y: tensor<4x64xbf16>, %x: tensor<4x2x64xbf16>, %p: tensor<4x2xf32>, %c: tensor<4x2x2xf32>, %fn: tensor<8x128xf32>, %s: tensor<3xf32>, %b: tensor<8xf32>, %a: tensor<4x2xf32>, %w: tensor<64xbf16>) {
  // expected-error @below {{'cedar.mhc_seam' op expected dimension 1 of 'pre' to be 2, found 3}}
  %r:1 = "cedar.mhc_seam"(%y, %x, %p, %c, %fn, %s, %b, %a, %w)
      <{operandSegmentSizes = array<i32: 1, 1, 1, 1, 0, 0, 0, 0, 1, 1, 1, 1, 1>, resultSegmentSizes = array<i32: 0, 0, 1, 0, 0, 0, 0, 0>, iterations = 1 : i64, mixEpsilon = 1.0e-6 : f32, mixNormEpsilon = 1.0e-20 : f32, epsilon = 1.0e-20 : f32}>
      : (tensor<4x64xbf16>, tensor<4x2x64xbf16>, tensor<4x2xf32>, tensor<4x2x2xf32>, tensor<8x128xf32>, tensor<3xf32>, tensor<8xf32>, tensor<4x2xf32>, tensor<64xbf16>)
      -> (tensor<4x3xf32>)
  return
}

// -----

func.func @f(%y: tensor<4x64xbf16>, %x: tensor<4x2x64xbf16>, %p: tensor<4x2xf32>, %c: tensor<4x2x2xf32>, %fn: tensor<8x128xf32>, %s: tensor<3xf32>, %b: tensor<8xf32>, %a: tensor<4x2xf32>, %w: tensor<64xbf16>) {
  // expected-error @below {{'cedar.mhc_seam' op expected dimension 0 of 'post' to be 4, found 5}}
  %r:1 = "cedar.mhc_seam"(%y, %x, %p, %c, %fn, %s, %b, %a, %w)
      <{operandSegmentSizes = array<i32: 1, 1, 1, 1, 0, 0, 0, 0, 1, 1, 1, 1, 1>, resultSegmentSizes = array<i32: 0, 0, 0, 1, 0, 0, 0, 0>, iterations = 1 : i64, mixEpsilon = 1.0e-6 : f32, mixNormEpsilon = 1.0e-20 : f32, epsilon = 1.0e-20 : f32}>
      : (tensor<4x64xbf16>, tensor<4x2x64xbf16>, tensor<4x2xf32>, tensor<4x2x2xf32>, tensor<8x128xf32>, tensor<3xf32>, tensor<8xf32>, tensor<4x2xf32>, tensor<64xbf16>)
      -> (tensor<5x2xf32>)
  return
}

// -----

func.func @f(%y: tensor<4x64xbf16>, %x: tensor<4x2x64xbf16>, %p: tensor<4x2xf32>, %c: tensor<4x2x2xf32>, %fn: tensor<8x128xf32>, %s: tensor<3xf32>, %b: tensor<8xf32>, %a: tensor<4x2xf32>, %w: tensor<64xbf16>) {
  // expected-error @below {{'cedar.mhc_seam' op expected dimension 1 of 'post' to be 2, found 3}}
  %r:1 = "cedar.mhc_seam"(%y, %x, %p, %c, %fn, %s, %b, %a, %w)
      <{operandSegmentSizes = array<i32: 1, 1, 1, 1, 0, 0, 0, 0, 1, 1, 1, 1, 1>, resultSegmentSizes = array<i32: 0, 0, 0, 1, 0, 0, 0, 0>, iterations = 1 : i64, mixEpsilon = 1.0e-6 : f32, mixNormEpsilon = 1.0e-20 : f32, epsilon = 1.0e-20 : f32}>
      : (tensor<4x64xbf16>, tensor<4x2x64xbf16>, tensor<4x2xf32>, tensor<4x2x2xf32>, tensor<8x128xf32>, tensor<3xf32>, tensor<8xf32>, tensor<4x2xf32>, tensor<64xbf16>)
      -> (tensor<4x3xf32>)
  return
}

// -----

func.func @f(%y: tensor<4x64xbf16>, %x: tensor<4x2x64xbf16>, %p: tensor<4x2xf32>, %c: tensor<4x2x2xf32>, %fn: tensor<8x128xf32>, %s: tensor<3xf32>, %b: tensor<8xf32>, %a: tensor<4x2xf32>, %w: tensor<64xbf16>) {
  // expected-error @below {{'cedar.mhc_seam' op expected dimension 0 of 'comb' to be 4, found 5}}
  %r:1 = "cedar.mhc_seam"(%y, %x, %p, %c, %fn, %s, %b, %a, %w)
      <{operandSegmentSizes = array<i32: 1, 1, 1, 1, 0, 0, 0, 0, 1, 1, 1, 1, 1>, resultSegmentSizes = array<i32: 0, 0, 0, 0, 1, 0, 0, 0>, iterations = 1 : i64, mixEpsilon = 1.0e-6 : f32, mixNormEpsilon = 1.0e-20 : f32, epsilon = 1.0e-20 : f32}>
      : (tensor<4x64xbf16>, tensor<4x2x64xbf16>, tensor<4x2xf32>, tensor<4x2x2xf32>, tensor<8x128xf32>, tensor<3xf32>, tensor<8xf32>, tensor<4x2xf32>, tensor<64xbf16>)
      -> (tensor<5x2x2xf32>)
  return
}

// -----

func.func @f(%y: tensor<4x64xbf16>, %x: tensor<4x2x64xbf16>, %p: tensor<4x2xf32>, %c: tensor<4x2x2xf32>, %fn: tensor<8x128xf32>, %s: tensor<3xf32>, %b: tensor<8xf32>, %a: tensor<4x2xf32>, %w: tensor<64xbf16>) {
  // expected-error @below {{'cedar.mhc_seam' op expected dimension 1 of 'comb' to be 2, found 3}}
  %r:1 = "cedar.mhc_seam"(%y, %x, %p, %c, %fn, %s, %b, %a, %w)
      <{operandSegmentSizes = array<i32: 1, 1, 1, 1, 0, 0, 0, 0, 1, 1, 1, 1, 1>, resultSegmentSizes = array<i32: 0, 0, 0, 0, 1, 0, 0, 0>, iterations = 1 : i64, mixEpsilon = 1.0e-6 : f32, mixNormEpsilon = 1.0e-20 : f32, epsilon = 1.0e-20 : f32}>
      : (tensor<4x64xbf16>, tensor<4x2x64xbf16>, tensor<4x2xf32>, tensor<4x2x2xf32>, tensor<8x128xf32>, tensor<3xf32>, tensor<8xf32>, tensor<4x2xf32>, tensor<64xbf16>)
      -> (tensor<4x3x2xf32>)
  return
}

// -----

func.func @f(%y: tensor<4x64xbf16>, %x: tensor<4x2x64xbf16>, %p: tensor<4x2xf32>, %c: tensor<4x2x2xf32>, %fn: tensor<8x128xf32>, %s: tensor<3xf32>, %b: tensor<8xf32>, %a: tensor<4x2xf32>, %w: tensor<64xbf16>) {
  // expected-error @below {{'cedar.mhc_seam' op expected dimension 2 of 'comb' to be 2, found 3}}
  %r:1 = "cedar.mhc_seam"(%y, %x, %p, %c, %fn, %s, %b, %a, %w)
      <{operandSegmentSizes = array<i32: 1, 1, 1, 1, 0, 0, 0, 0, 1, 1, 1, 1, 1>, resultSegmentSizes = array<i32: 0, 0, 0, 0, 1, 0, 0, 0>, iterations = 1 : i64, mixEpsilon = 1.0e-6 : f32, mixNormEpsilon = 1.0e-20 : f32, epsilon = 1.0e-20 : f32}>
      : (tensor<4x64xbf16>, tensor<4x2x64xbf16>, tensor<4x2xf32>, tensor<4x2x2xf32>, tensor<8x128xf32>, tensor<3xf32>, tensor<8xf32>, tensor<4x2xf32>, tensor<64xbf16>)
      -> (tensor<4x2x3xf32>)
  return
}

// -----

func.func @f(%y: tensor<4x64xbf16>, %x: tensor<4x2x64xbf16>, %p: tensor<4x2xf32>, %c: tensor<4x2x2xf32>, %fn: tensor<8x128xf32>, %s: tensor<3xf32>, %b: tensor<8xf32>, %a: tensor<5x2xf32>, %w: tensor<64xbf16>) {
  // expected-error @below {{'cedar.mhc_seam' op expected dimension 0 of 'carried' to be 4, found 5}}
  %r:1 = "cedar.mhc_seam"(%y, %x, %p, %c, %fn, %s, %b, %a, %w)
      <{operandSegmentSizes = array<i32: 1, 1, 1, 1, 0, 0, 0, 0, 1, 1, 1, 1, 1>, resultSegmentSizes = array<i32: 0, 0, 1, 0, 0, 0, 0, 0>, iterations = 1 : i64, mixEpsilon = 1.0e-6 : f32, mixNormEpsilon = 1.0e-20 : f32, epsilon = 1.0e-20 : f32}>
      : (tensor<4x64xbf16>, tensor<4x2x64xbf16>, tensor<4x2xf32>, tensor<4x2x2xf32>, tensor<8x128xf32>, tensor<3xf32>, tensor<8xf32>, tensor<5x2xf32>, tensor<64xbf16>)
      -> (tensor<4x2xf32>)
  return
}

// -----

func.func @f(%y: tensor<4x64xbf16>, %x: tensor<4x2x64xbf16>, %p: tensor<4x2xf32>, %c: tensor<4x2x2xf32>, %fn: tensor<8x128xf32>, %s: tensor<3xf32>, %b: tensor<8xf32>, %a: tensor<4x3xf32>, %w: tensor<64xbf16>) {
  // expected-error @below {{'cedar.mhc_seam' op expected dimension 1 of 'carried' to be 2, found 3}}
  %r:1 = "cedar.mhc_seam"(%y, %x, %p, %c, %fn, %s, %b, %a, %w)
      <{operandSegmentSizes = array<i32: 1, 1, 1, 1, 0, 0, 0, 0, 1, 1, 1, 1, 1>, resultSegmentSizes = array<i32: 0, 0, 1, 0, 0, 0, 0, 0>, iterations = 1 : i64, mixEpsilon = 1.0e-6 : f32, mixNormEpsilon = 1.0e-20 : f32, epsilon = 1.0e-20 : f32}>
      : (tensor<4x64xbf16>, tensor<4x2x64xbf16>, tensor<4x2xf32>, tensor<4x2x2xf32>, tensor<8x128xf32>, tensor<3xf32>, tensor<8xf32>, tensor<4x3xf32>, tensor<64xbf16>)
      -> (tensor<4x2xf32>)
  return
}

// -----

func.func @f(%y: tensor<4x64xbf16>, %x: tensor<4x2x64xbf16>, %p: tensor<4x2xf32>, %c: tensor<4x2x2xf32>, %fn: tensor<8x128xf32>, %s: tensor<3xf32>, %b: tensor<8xf32>, %a: tensor<4x2xf32>, %w: tensor<32xbf16>) {
  // expected-error @below {{'cedar.mhc_seam' op expected dimension 0 of 'weight' to be 64, found 32}}
  %r:1 = "cedar.mhc_seam"(%y, %x, %p, %c, %fn, %s, %b, %a, %w)
      <{operandSegmentSizes = array<i32: 1, 1, 1, 1, 0, 0, 0, 0, 1, 1, 1, 1, 1>, resultSegmentSizes = array<i32: 0, 0, 1, 0, 0, 0, 0, 0>, iterations = 1 : i64, mixEpsilon = 1.0e-6 : f32, mixNormEpsilon = 1.0e-20 : f32, epsilon = 1.0e-20 : f32}>
      : (tensor<4x64xbf16>, tensor<4x2x64xbf16>, tensor<4x2xf32>, tensor<4x2x2xf32>, tensor<8x128xf32>, tensor<3xf32>, tensor<8xf32>, tensor<4x2xf32>, tensor<32xbf16>)
      -> (tensor<4x2xf32>)
  return
}

// -----

func.func @f(%y: tensor<4x64xbf16>, %x: tensor<4x2x64xbf16>, %p: tensor<4x2xf32>, %c: tensor<4x2x2xf32>, %fn: tensor<8x128xf32>, %s: tensor<3xf32>, %b: tensor<8xf32>, %a: tensor<4x2xf32>, %w: tensor<64xbf16>) {
  // expected-error @below {{'cedar.mhc_seam' op expected dimension 0 of 'collapsed' to be 4, found 5}}
  %r:1 = "cedar.mhc_seam"(%y, %x, %p, %c, %fn, %s, %b, %a, %w)
      <{operandSegmentSizes = array<i32: 1, 1, 1, 1, 0, 0, 0, 0, 1, 1, 1, 1, 1>, resultSegmentSizes = array<i32: 0, 0, 0, 0, 0, 1, 0, 0>, iterations = 1 : i64, mixEpsilon = 1.0e-6 : f32, mixNormEpsilon = 1.0e-20 : f32, epsilon = 1.0e-20 : f32}>
      : (tensor<4x64xbf16>, tensor<4x2x64xbf16>, tensor<4x2xf32>, tensor<4x2x2xf32>, tensor<8x128xf32>, tensor<3xf32>, tensor<8xf32>, tensor<4x2xf32>, tensor<64xbf16>)
      -> (tensor<5x64xbf16>)
  return
}

// -----

func.func @f(%y: tensor<4x64xbf16>, %x: tensor<4x2x64xbf16>, %p: tensor<4x2xf32>, %c: tensor<4x2x2xf32>, %fn: tensor<8x128xf32>, %s: tensor<3xf32>, %b: tensor<8xf32>, %a: tensor<4x2xf32>, %w: tensor<64xbf16>) {
  // expected-error @below {{'cedar.mhc_seam' op expected dimension 1 of 'collapsed' to be 64, found 32}}
  %r:1 = "cedar.mhc_seam"(%y, %x, %p, %c, %fn, %s, %b, %a, %w)
      <{operandSegmentSizes = array<i32: 1, 1, 1, 1, 0, 0, 0, 0, 1, 1, 1, 1, 1>, resultSegmentSizes = array<i32: 0, 0, 0, 0, 0, 1, 0, 0>, iterations = 1 : i64, mixEpsilon = 1.0e-6 : f32, mixNormEpsilon = 1.0e-20 : f32, epsilon = 1.0e-20 : f32}>
      : (tensor<4x64xbf16>, tensor<4x2x64xbf16>, tensor<4x2xf32>, tensor<4x2x2xf32>, tensor<8x128xf32>, tensor<3xf32>, tensor<8xf32>, tensor<4x2xf32>, tensor<64xbf16>)
      -> (tensor<4x32xbf16>)
  return
}

// -----

func.func @f(%y: tensor<4x64xbf16>, %x: tensor<4x2x64xbf16>, %p: tensor<4x2xf32>, %c: tensor<4x2x2xf32>, %fn: tensor<8x128xf32>, %s: tensor<3xf32>, %b: tensor<8xf32>, %a: tensor<4x2xf32>, %w: tensor<64xbf16>) {
  // expected-error @below {{'cedar.mhc_seam' op expected dimension 0 of 'normalized' to be 4, found 5}}
  %r:1 = "cedar.mhc_seam"(%y, %x, %p, %c, %fn, %s, %b, %a, %w)
      <{operandSegmentSizes = array<i32: 1, 1, 1, 1, 0, 0, 0, 0, 1, 1, 1, 1, 1>, resultSegmentSizes = array<i32: 0, 0, 0, 0, 0, 0, 1, 0>, iterations = 1 : i64, mixEpsilon = 1.0e-6 : f32, mixNormEpsilon = 1.0e-20 : f32, epsilon = 1.0e-20 : f32}>
      : (tensor<4x64xbf16>, tensor<4x2x64xbf16>, tensor<4x2xf32>, tensor<4x2x2xf32>, tensor<8x128xf32>, tensor<3xf32>, tensor<8xf32>, tensor<4x2xf32>, tensor<64xbf16>)
      -> (tensor<5x64xbf16>)
  return
}

// -----

func.func @f(%y: tensor<4x64xbf16>, %x: tensor<4x2x64xbf16>, %p: tensor<4x2xf32>, %c: tensor<4x2x2xf32>, %fn: tensor<8x128xf32>, %s: tensor<3xf32>, %b: tensor<8xf32>, %a: tensor<4x2xf32>, %w: tensor<64xbf16>) {
  // expected-error @below {{'cedar.mhc_seam' op expected dimension 1 of 'normalized' to be 64, found 32}}
  %r:1 = "cedar.mhc_seam"(%y, %x, %p, %c, %fn, %s, %b, %a, %w)
      <{operandSegmentSizes = array<i32: 1, 1, 1, 1, 0, 0, 0, 0, 1, 1, 1, 1, 1>, resultSegmentSizes = array<i32: 0, 0, 0, 0, 0, 0, 1, 0>, iterations = 1 : i64, mixEpsilon = 1.0e-6 : f32, mixNormEpsilon = 1.0e-20 : f32, epsilon = 1.0e-20 : f32}>
      : (tensor<4x64xbf16>, tensor<4x2x64xbf16>, tensor<4x2xf32>, tensor<4x2x2xf32>, tensor<8x128xf32>, tensor<3xf32>, tensor<8xf32>, tensor<4x2xf32>, tensor<64xbf16>)
      -> (tensor<4x32xbf16>)
  return
}

// -----

#rows = #cedar.scaled<f8E8M0FNU, [1, 32]>
#wide = #cedar.scaled<f8E8M0FNU, [1, 16]>
func.func @f(%y: tensor<4x64xbf16>, %x: tensor<4x2x64xbf16>, %p: tensor<4x2xf32>, %c: tensor<4x2x2xf32>, %fn: tensor<8x128xf32>, %s: tensor<3xf32>, %b: tensor<8xf32>, %a: tensor<4x2xf32>, %w: tensor<64xbf16>) {
  // expected-error @below {{'cedar.mhc_seam' op expected dimension 0 of 'quantized' to be 4, found 5}}
  %r:1 = "cedar.mhc_seam"(%y, %x, %p, %c, %fn, %s, %b, %a, %w)
      <{operandSegmentSizes = array<i32: 1, 1, 1, 1, 0, 0, 0, 0, 1, 1, 1, 1, 1>, resultSegmentSizes = array<i32: 0, 0, 0, 0, 0, 0, 0, 1>, iterations = 1 : i64, mixEpsilon = 1.0e-6 : f32, mixNormEpsilon = 1.0e-20 : f32, epsilon = 1.0e-20 : f32}>
      : (tensor<4x64xbf16>, tensor<4x2x64xbf16>, tensor<4x2xf32>, tensor<4x2x2xf32>, tensor<8x128xf32>, tensor<3xf32>, tensor<8xf32>, tensor<4x2xf32>, tensor<64xbf16>)
      -> (tensor<5x64xf8E4M3FN, #rows>)
  return
}

// -----

#rows = #cedar.scaled<f8E8M0FNU, [1, 32]>
#wide = #cedar.scaled<f8E8M0FNU, [1, 16]>
func.func @f(%y: tensor<4x64xbf16>, %x: tensor<4x2x64xbf16>, %p: tensor<4x2xf32>, %c: tensor<4x2x2xf32>, %fn: tensor<8x128xf32>, %s: tensor<3xf32>, %b: tensor<8xf32>, %a: tensor<4x2xf32>, %w: tensor<64xbf16>) {
  // expected-error @below {{'cedar.mhc_seam' op expected dimension 1 of 'quantized' to be 64, found 32}}
  %r:1 = "cedar.mhc_seam"(%y, %x, %p, %c, %fn, %s, %b, %a, %w)
      <{operandSegmentSizes = array<i32: 1, 1, 1, 1, 0, 0, 0, 0, 1, 1, 1, 1, 1>, resultSegmentSizes = array<i32: 0, 0, 0, 0, 0, 0, 0, 1>, iterations = 1 : i64, mixEpsilon = 1.0e-6 : f32, mixNormEpsilon = 1.0e-20 : f32, epsilon = 1.0e-20 : f32}>
      : (tensor<4x64xbf16>, tensor<4x2x64xbf16>, tensor<4x2xf32>, tensor<4x2x2xf32>, tensor<8x128xf32>, tensor<3xf32>, tensor<8xf32>, tensor<4x2xf32>, tensor<64xbf16>)
      -> (tensor<4x32xf8E4M3FN, #rows>)
  return
}

// -----

#rows = #cedar.scaled<f8E8M0FNU, [1, 32]>
#wide = #cedar.scaled<f8E8M0FNU, [1, 16]>
func.func @f(%y: tensor<4x64xbf16>, %x: tensor<4x2x64xbf16>, %p: tensor<4x2xf32>, %c: tensor<4x2x2xf32>, %fn: tensor<8x128xf32>, %s: tensor<3xf32>, %b: tensor<8xf32>, %a: tensor<4x2xf32>, %w: tensor<64xbf16>) {
  // expected-error @below {{'cedar.mhc_seam' op expected 'quantized' in AQ8 form}}
  %r:1 = "cedar.mhc_seam"(%y, %x, %p, %c, %fn, %s, %b, %a, %w)
      <{operandSegmentSizes = array<i32: 1, 1, 1, 1, 0, 0, 0, 0, 1, 1, 1, 1, 1>, resultSegmentSizes = array<i32: 0, 0, 0, 0, 0, 0, 0, 1>, iterations = 1 : i64, mixEpsilon = 1.0e-6 : f32, mixNormEpsilon = 1.0e-20 : f32, epsilon = 1.0e-20 : f32}>
      : (tensor<4x64xbf16>, tensor<4x2x64xbf16>, tensor<4x2xf32>, tensor<4x2x2xf32>, tensor<8x128xf32>, tensor<3xf32>, tensor<8xf32>, tensor<4x2xf32>, tensor<64xbf16>)
      -> (tensor<4x64xf8E4M3FN, #wide>)
  return
}

// -----

func.func @f(%y: tensor<4x64xbf16>, %x: tensor<4x2x64xbf16>, %p: tensor<4x2xf32>, %c: tensor<4x2x2xf32>, %fn: tensor<8x128xf32>, %s: tensor<3xf32>, %b: tensor<8xf32>, %a: tensor<4x2xf32>, %w: tensor<64xbf16>) {
  // expected-error @below {{'cedar.mhc_seam' op expected 'iterations' of at least 1, found 0}}
  %r:1 = "cedar.mhc_seam"(%y, %x, %p, %c, %fn, %s, %b, %a, %w)
      <{operandSegmentSizes = array<i32: 1, 1, 1, 1, 0, 0, 0, 0, 1, 1, 1, 1, 1>, resultSegmentSizes = array<i32: 0, 0, 1, 0, 0, 0, 0, 0>, iterations = 0 : i64, mixEpsilon = 1.0e-6 : f32, mixNormEpsilon = 1.0e-20 : f32, epsilon = 1.0e-20 : f32}>
      : (tensor<4x64xbf16>, tensor<4x2x64xbf16>, tensor<4x2xf32>, tensor<4x2x2xf32>, tensor<8x128xf32>, tensor<3xf32>, tensor<8xf32>, tensor<4x2xf32>, tensor<64xbf16>)
      -> (tensor<4x2xf32>)
  return
}

// -----

func.func @f(%y: tensor<4x64xbf16>, %x: tensor<4x2x64xbf16>, %p: tensor<4x2xf32>, %c: tensor<4x2x2xf32>, %fn: tensor<8x128xf32>, %s: tensor<3xf32>, %b: tensor<8xf32>, %a: tensor<4x2xf32>, %w: tensor<64xbf16>) {
  // expected-error @below {{'cedar.mhc_seam' op expected a non-negative 'mixEpsilon', found -1}}
  %r:1 = "cedar.mhc_seam"(%y, %x, %p, %c, %fn, %s, %b, %a, %w)
      <{operandSegmentSizes = array<i32: 1, 1, 1, 1, 0, 0, 0, 0, 1, 1, 1, 1, 1>, resultSegmentSizes = array<i32: 0, 0, 1, 0, 0, 0, 0, 0>, iterations = 1 : i64, mixEpsilon = -1.0 : f32, mixNormEpsilon = 1.0e-20 : f32, epsilon = 1.0e-20 : f32}>
      : (tensor<4x64xbf16>, tensor<4x2x64xbf16>, tensor<4x2xf32>, tensor<4x2x2xf32>, tensor<8x128xf32>, tensor<3xf32>, tensor<8xf32>, tensor<4x2xf32>, tensor<64xbf16>)
      -> (tensor<4x2xf32>)
  return
}

// -----

func.func @f(%y: tensor<4x64xbf16>, %x: tensor<4x2x64xbf16>, %p: tensor<4x2xf32>, %c: tensor<4x2x2xf32>, %fn: tensor<8x128xf32>, %s: tensor<3xf32>, %b: tensor<8xf32>, %a: tensor<4x2xf32>, %w: tensor<64xbf16>) {
  // expected-error @below {{'cedar.mhc_seam' op expected a positive 'mixNormEpsilon', found 0}}
  %r:1 = "cedar.mhc_seam"(%y, %x, %p, %c, %fn, %s, %b, %a, %w)
      <{operandSegmentSizes = array<i32: 1, 1, 1, 1, 0, 0, 0, 0, 1, 1, 1, 1, 1>, resultSegmentSizes = array<i32: 0, 0, 1, 0, 0, 0, 0, 0>, iterations = 1 : i64, mixEpsilon = 1.0e-6 : f32, mixNormEpsilon = 0.0 : f32, epsilon = 1.0e-20 : f32}>
      : (tensor<4x64xbf16>, tensor<4x2x64xbf16>, tensor<4x2xf32>, tensor<4x2x2xf32>, tensor<8x128xf32>, tensor<3xf32>, tensor<8xf32>, tensor<4x2xf32>, tensor<64xbf16>)
      -> (tensor<4x2xf32>)
  return
}

// -----

func.func @f(%y: tensor<4x64xbf16>, %x: tensor<4x2x64xbf16>, %p: tensor<4x2xf32>, %c: tensor<4x2x2xf32>, %kv: tensor<4x192xbf16>, %qw: tensor<2x64xbf16>, %kw: tensor<2x64xbf16>, %kind: tensor<4xi8>, %fn: tensor<8x128xf32>, %s: tensor<3xf32>, %b: tensor<8xf32>, %a: tensor<4x2xf32>, %w: tensor<64xbf16>) {
  // expected-error @below {{'cedar.mhc_seam' op expected a positive 'engramEpsilon', found 0}}
  %r:1 = "cedar.mhc_seam"(%y, %x, %p, %c, %kv, %qw, %kw, %kind, %fn, %s, %b, %a, %w)
      <{operandSegmentSizes = array<i32: 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1>, resultSegmentSizes = array<i32: 0, 0, 1, 0, 0, 0, 0, 0>, iterations = 1 : i64, mixEpsilon = 1.0e-6 : f32, mixNormEpsilon = 1.0e-20 : f32, epsilon = 1.0e-20 : f32, engramEpsilon = 0.0 : f32}>
      : (tensor<4x64xbf16>, tensor<4x2x64xbf16>, tensor<4x2xf32>, tensor<4x2x2xf32>, tensor<4x192xbf16>, tensor<2x64xbf16>, tensor<2x64xbf16>, tensor<4xi8>, tensor<8x128xf32>, tensor<3xf32>, tensor<8xf32>, tensor<4x2xf32>, tensor<64xbf16>)
      -> (tensor<4x2xf32>)
  return
}

// -----

func.func @f(%y: tensor<4x64xbf16>, %x: tensor<4x2x64xbf16>, %p: tensor<4x2xf32>, %c: tensor<4x2x2xf32>, %fn: tensor<8x128xf32>, %s: tensor<3xf32>, %b: tensor<8xf32>, %a: tensor<4x2xf32>, %w: tensor<64xbf16>) {
  // expected-error @below {{'cedar.mhc_seam' op expected a positive 'epsilon', found 0}}
  %r:1 = "cedar.mhc_seam"(%y, %x, %p, %c, %fn, %s, %b, %a, %w)
      <{operandSegmentSizes = array<i32: 1, 1, 1, 1, 0, 0, 0, 0, 1, 1, 1, 1, 1>, resultSegmentSizes = array<i32: 0, 0, 1, 0, 0, 0, 0, 0>, iterations = 1 : i64, mixEpsilon = 1.0e-6 : f32, mixNormEpsilon = 1.0e-20 : f32, epsilon = 0.0 : f32}>
      : (tensor<4x64xbf16>, tensor<4x2x64xbf16>, tensor<4x2xf32>, tensor<4x2x2xf32>, tensor<8x128xf32>, tensor<3xf32>, tensor<8xf32>, tensor<4x2xf32>, tensor<64xbf16>)
      -> (tensor<4x2xf32>)
  return
}

// -----

func.func @f(%y: tensor<4x64xbf16>, %x: tensor<4x2x64xbf16>, %p: tensor<4x2xf32>, %c: tensor<4x2x2xf32>, %fn: tensor<6x128xf32>, %s: tensor<3xf32>, %b: tensor<8xf32>) {
  // expected-error @below {{'cedar.mhc_seam_expand' op expected dimension 0 of 'fn' to be 8, found 6}}
  %r:1 = "cedar.mhc_seam_expand"(%y, %x, %p, %c, %fn, %s, %b)
      <{operandSegmentSizes = array<i32: 1, 1, 1, 1, 0, 0, 0, 0, 1, 1, 1>, resultSegmentSizes = array<i32: 0, 0, 1, 0, 0>, iterations = 1 : i64, mixEpsilon = 1.0e-6 : f32, mixNormEpsilon = 1.0e-20 : f32}>
      : (tensor<4x64xbf16>, tensor<4x2x64xbf16>, tensor<4x2xf32>, tensor<4x2x2xf32>, tensor<6x128xf32>, tensor<3xf32>, tensor<8xf32>)
      -> (tensor<4x2xf32>)
  return
}

// -----

func.func @f(%fn: tensor<8x128xf32>, %s: tensor<3xf32>, %b: tensor<8xf32>) {
  // expected-error @below {{'cedar.mhc_seam_expand' op expected 'input', 'streams' or both}}
  %r:1 = "cedar.mhc_seam_expand"(%fn, %s, %b)
      <{operandSegmentSizes = array<i32: 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1>, resultSegmentSizes = array<i32: 0, 0, 1, 0, 0>, iterations = 1 : i64, mixEpsilon = 1.0e-6 : f32, mixNormEpsilon = 1.0e-20 : f32}>
      : (tensor<8x128xf32>, tensor<3xf32>, tensor<8xf32>)
      -> (tensor<4x2xf32>)
  return
}

// -----

func.func @f(%x: tensor<4x2x64xbf16>, %a: tensor<5x2xf32>, %w: tensor<64xbf16>) {
  // expected-error @below {{'cedar.mhc_seam_collapse' op expected 'mix' of 4 rows as 'streams', found 5}}
  %r:1 = "cedar.mhc_seam_collapse"(%x, %a, %w)
      <{resultSegmentSizes = array<i32: 0, 1, 0>, epsilon = 1.0e-20 : f32}>
      : (tensor<4x2x64xbf16>, tensor<5x2xf32>, tensor<64xbf16>)
      -> (tensor<4x64xbf16>)
  return
}

// -----

func.func @f(%x: tensor<4x2x64xbf16>, %a: tensor<4x3xf32>, %w: tensor<64xbf16>) {
  // expected-error @below {{'cedar.mhc_seam_collapse' op expected dimension 1 of 'mix' to be 2, found 3}}
  %r:1 = "cedar.mhc_seam_collapse"(%x, %a, %w)
      <{resultSegmentSizes = array<i32: 0, 1, 0>, epsilon = 1.0e-20 : f32}>
      : (tensor<4x2x64xbf16>, tensor<4x3xf32>, tensor<64xbf16>)
      -> (tensor<4x64xbf16>)
  return
}

// -----

func.func @f(%x: tensor<4x2x64xbf16>, %a: tensor<4x2xf32>, %w: tensor<32xbf16>) {
  // expected-error @below {{'cedar.mhc_seam_collapse' op expected dimension 0 of 'weight' to be 64, found 32}}
  %r:1 = "cedar.mhc_seam_collapse"(%x, %a, %w)
      <{resultSegmentSizes = array<i32: 0, 1, 0>, epsilon = 1.0e-20 : f32}>
      : (tensor<4x2x64xbf16>, tensor<4x2xf32>, tensor<32xbf16>)
      -> (tensor<4x64xbf16>)
  return
}

// -----

func.func @f(%x: tensor<4x2x64xbf16>, %a: tensor<4x2xf32>, %w: tensor<64xbf16>) {
  // expected-error @below {{'cedar.mhc_seam_collapse' op expected a positive 'epsilon', found 0}}
  %r:1 = "cedar.mhc_seam_collapse"(%x, %a, %w)
      <{resultSegmentSizes = array<i32: 0, 1, 0>, epsilon = 0.0 : f32}>
      : (tensor<4x2x64xbf16>, tensor<4x2xf32>, tensor<64xbf16>)
      -> (tensor<4x64xbf16>)
  return
}
