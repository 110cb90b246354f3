// RUN: cedar-opt %s --split-input-file --cedar-fuse-hyper-connections="allow-two-pass=false" | FileCheck %s
// RUN: cedar-opt %s --split-input-file --cedar-fuse-hyper-connections="allow-two-pass=false" --remarks-filter=cedar-fuse-hyper-connections --remark-policy=all --remark-format=emitRemark 2>&1 | FileCheck %s --check-prefix=REMARK

// What cannot be fused stays as it is, and a remark says why.

// CHECK-LABEL: @two_passes_forbidden
// CHECK-NOT: seam
// REMARK: remark: [Missed] dependence | {{.*}} | Function=two_passes_forbidden
// REMARK-NOT: [Passed]
func.func @two_passes_forbidden(%y: tensor<?x64xbf16>, %x: tensor<?x2x64xbf16>, %p: tensor<?x2xf32>,
                                %c: tensor<?x2x2xf32>, %fn: tensor<8x128xf32>, %scale: tensor<3xf32>,
                                %base: tensor<8xf32>, %w: tensor<64xbf16>) -> tensor<?x64xbf16> {
  %x1 = cedar.mhc_expand %y, %x, %p, %c
      : (tensor<?x64xbf16>, tensor<?x2x64xbf16>, tensor<?x2xf32>, tensor<?x2x2xf32>) -> tensor<?x2x64xbf16>
  %pre, %post, %comb = cedar.mhc_mix %x1, %fn, %scale, %base
      {iterations = 20 : i64, epsilon = 1.0e-6 : f32, normEpsilon = 1.0e-20 : f32}
      : (tensor<?x2x64xbf16>, tensor<8x128xf32>, tensor<3xf32>, tensor<8xf32>)
      -> (tensor<?x2xf32>, tensor<?x2xf32>, tensor<?x2x2xf32>)
  %h = cedar.mhc_collapse %x1, %pre : (tensor<?x2x64xbf16>, tensor<?x2xf32>) -> tensor<?x64xbf16>
  %u = cedar.rms_norm %h, %w {epsilon = 1.0e-20 : f32} : (tensor<?x64xbf16>, tensor<64xbf16>) -> tensor<?x64xbf16>
  return %u : tensor<?x64xbf16>
}

// -----

// CHECK-LABEL: @no_norm
// CHECK-NOT: seam
// REMARK: remark: [Missed] no-norm | {{.*}} | Function=no_norm | Reason="no rms_norm reads the collapsed streams", Remark="the boundary stays in single ops", Suggestion="normalise what a site works on"
func.func @no_norm(%x: tensor<?x2x64xbf16>, %a: tensor<?x2xf32>) -> tensor<?x64xbf16> {
  %h = cedar.mhc_collapse %x, %a : (tensor<?x2x64xbf16>, tensor<?x2xf32>) -> tensor<?x64xbf16>
  return %h : tensor<?x64xbf16>
}

// -----

// The keys of the gate are computed from the streams before the gate.

// CHECK-LABEL: @keys_from_streams
// CHECK-NOT: seam
// REMARK: remark: [Missed] order | {{.*}} | Function=keys_from_streams | Reason="cedar.mhc_collapse at loc({{.*}}) reads one of its values before cedar.linear at loc({{.*}}) makes one that it reads", Remark="the boundary stays in single ops", Suggestion="move the first behind the second"
func.func @keys_from_streams(%y: tensor<?x64xbf16>, %x: tensor<?x1x64xbf16>, %a: tensor<?x1xf32>,
                             %p: tensor<?x1xf32>, %c: tensor<?x1x1xf32>, %wkv: tensor<128x64xbf16>,
                             %q: tensor<1x64xbf16>, %kind: tensor<?xi8>, %fn: tensor<3x64xf32>,
                             %scale: tensor<3xf32>, %base: tensor<3xf32>, %w: tensor<64xbf16>)
    -> (tensor<?x64xbf16>, tensor<?x1xf32>) {
  %x1 = cedar.mhc_expand %y, %x, %p, %c
      : (tensor<?x64xbf16>, tensor<?x1x64xbf16>, tensor<?x1xf32>, tensor<?x1x1xf32>) -> tensor<?x1x64xbf16>
  %e = cedar.mhc_collapse %x1, %a : (tensor<?x1x64xbf16>, tensor<?x1xf32>) -> tensor<?x64xbf16>
  %kv = cedar.linear %e, %wkv : (tensor<?x64xbf16>, tensor<128x64xbf16>) -> tensor<?x128xbf16>
  %x2 = cedar.engram_gate %x1, %kv, %q, %q, %kind {epsilon = 1.0e-8 : f32}
      : (tensor<?x1x64xbf16>, tensor<?x128xbf16>, tensor<1x64xbf16>, tensor<1x64xbf16>, tensor<?xi8>)
      -> tensor<?x1x64xbf16>
  %pre, %post, %comb = cedar.mhc_mix %x2, %fn, %scale, %base
      {iterations = 20 : i64, epsilon = 1.0e-6 : f32, normEpsilon = 1.0e-20 : f32}
      : (tensor<?x1x64xbf16>, tensor<3x64xf32>, tensor<3xf32>, tensor<3xf32>)
      -> (tensor<?x1xf32>, tensor<?x1xf32>, tensor<?x1x1xf32>)
  %h = cedar.mhc_collapse %x2, %a : (tensor<?x1x64xbf16>, tensor<?x1xf32>) -> tensor<?x64xbf16>
  %u = cedar.rms_norm %h, %w {epsilon = 1.0e-20 : f32} : (tensor<?x64xbf16>, tensor<64xbf16>) -> tensor<?x64xbf16>
  return %u, %pre : tensor<?x64xbf16>, tensor<?x1xf32>
}

// -----

// Somebody else reads the mix of mhc_init: it stays, and hands its streams over.

// CHECK-LABEL: @mix_read_twice
// CHECK: %[[S:.*]], %[[A:.*]] = cedar.mhc_init
// CHECK: cedar.mhc_seam streams(%[[S]]) mix(%{{.*}}, %{{.*}}, %{{.*}}) collapse(%[[A]])
// CHECK: return %{{.*}}, %{{.*}}, %[[A]]
func.func @mix_read_twice(%x: tensor<?x64xbf16>, %fn: tensor<8x128xf32>, %scale: tensor<3xf32>, %base: tensor<8xf32>,
                          %w: tensor<64xbf16>) -> (tensor<?x64xbf16>, tensor<?x2xf32>, tensor<?x2xf32>) {
  %streams, %mix = cedar.mhc_init %x : (tensor<?x64xbf16>) -> (tensor<?x2x64xbf16>, tensor<?x2xf32>)
  %pre, %post, %comb = cedar.mhc_mix %streams, %fn, %scale, %base
      {iterations = 20 : i64, epsilon = 1.0e-6 : f32, normEpsilon = 1.0e-20 : f32}
      : (tensor<?x2x64xbf16>, tensor<8x128xf32>, tensor<3xf32>, tensor<8xf32>)
      -> (tensor<?x2xf32>, tensor<?x2xf32>, tensor<?x2x2xf32>)
  %h = cedar.mhc_collapse %streams, %mix : (tensor<?x2x64xbf16>, tensor<?x2xf32>) -> tensor<?x64xbf16>
  %u = cedar.rms_norm %h, %w {epsilon = 1.0e-20 : f32} : (tensor<?x64xbf16>, tensor<64xbf16>) -> tensor<?x64xbf16>
  return %u, %pre, %mix : tensor<?x64xbf16>, tensor<?x2xf32>, tensor<?x2xf32>
}
