// RUN: cedar-opt %s --split-input-file --cedar-fuse-hyper-connections | FileCheck %s
// RUN: cedar-opt %s --split-input-file --cedar-fuse-hyper-connections --remarks-filter=cedar-fuse-hyper-connections --remark-policy=all --remark-format=emitRemark 2>&1 | FileCheck %s --check-prefix=REMARK
// RUN: cedar-opt %s --split-input-file --cedar-fuse-hyper-connections="fuse-quantize=false" | FileCheck %s --check-prefix=BF16
// RUN: cedar-opt %s --split-input-file --cedar-fuse-hyper-connections="fuse-engram=false" | FileCheck %s --check-prefix=GATE

// Four streams: SPEC 6's 4n + 4 = 20 rows of D values become 2n + 2 = 10. The mix
// that collapses was there before the streams.

// CHECK-LABEL: @single_pass
// CHECK-SAME: %[[Y:[a-z0-9]*]]: tensor<?x64xbf16>, %[[X:[a-z0-9]*]]: tensor<?x4x64xbf16>, %[[A:[a-z0-9]*]]: tensor<?x4xf32>, %[[P:[a-z0-9]*]]: tensor<?x4xf32>, %[[C:[a-z0-9]*]]: tensor<?x4x4xf32>
// CHECK: %[[S:.*]], %[[PRE:.*]], %[[POST:.*]], %[[COMB:.*]], %[[U:.*]] = cedar.mhc_seam input(%[[Y]]) streams(%[[X]]) expand(%[[P]], %[[C]]) mix(%{{.*}}, %{{.*}}, %{{.*}}) collapse(%[[A]]) norm(%{{.*}}) {epsilon = {{.*}}, iterations = 20 : i64, mixEpsilon = {{.*}}, mixNormEpsilon = {{.*}}} : {{.*}} -> streams tensor<?x4x64xbf16> pre tensor<?x4xf32> post tensor<?x4xf32> comb tensor<?x4x4xf32> normalized tensor<?x64xbf16>
// CHECK-NEXT: return %[[S]], %[[PRE]], %[[POST]], %[[COMB]], %[[U]]
// REMARK: remark: [Passed] one-pass | Category:cedar-fuse-hyper-connections | Function=single_pass | Remark="mhc_expand, mhc_mix, mhc_collapse, rms_norm became mhc_seam; bytes of streams that move in a row: 1280 instead of 2560 (10d instead of 20d)", StreamBytesAfter=1280, StreamBytesBefore=2560
func.func @single_pass(%y: tensor<?x64xbf16>, %x: tensor<?x4x64xbf16>, %a: tensor<?x4xf32>,
                       %p: tensor<?x4xf32>, %c: tensor<?x4x4xf32>, %fn: tensor<24x256xf32>,
                       %scale: tensor<3xf32>, %base: tensor<24xf32>, %w: tensor<64xbf16>)
    -> (tensor<?x4x64xbf16>, tensor<?x4xf32>, tensor<?x4xf32>, tensor<?x4x4xf32>, tensor<?x64xbf16>) {
  %x1 = cedar.mhc_expand %y, %x, %p, %c
      : (tensor<?x64xbf16>, tensor<?x4x64xbf16>, tensor<?x4xf32>, tensor<?x4x4xf32>) -> tensor<?x4x64xbf16>
  %pre, %post, %comb = cedar.mhc_mix %x1, %fn, %scale, %base
      {iterations = 20 : i64, epsilon = 1.0e-6 : f32, normEpsilon = 1.0e-20 : f32}
      : (tensor<?x4x64xbf16>, tensor<24x256xf32>, tensor<3xf32>, tensor<24xf32>)
      -> (tensor<?x4xf32>, tensor<?x4xf32>, tensor<?x4x4xf32>)
  %h = cedar.mhc_collapse %x1, %a : (tensor<?x4x64xbf16>, tensor<?x4xf32>) -> tensor<?x64xbf16>
  %u = cedar.rms_norm %h, %w {epsilon = 1.0e-20 : f32} : (tensor<?x64xbf16>, tensor<64xbf16>) -> tensor<?x64xbf16>
  return %x1, %pre, %post, %comb, %u
      : tensor<?x4x64xbf16>, tensor<?x4xf32>, tensor<?x4xf32>, tensor<?x4x4xf32>, tensor<?x64xbf16>
}

// -----

// Coefficients of the same site: one pass would have to collapse streams before all
// of them are there. Two passes: 3n + 2 = 14.

// CHECK-LABEL: @same_site
// CHECK: %[[S:.*]], %[[PRE:.*]], %[[POST:.*]], %[[COMB:.*]] = cedar.mhc_seam_expand input(%{{.*}}) streams(%{{.*}}) expand(%{{.*}}, %{{.*}}) mix(
// CHECK-SAME: -> streams tensor<?x4x64xbf16> pre tensor<?x4xf32> post tensor<?x4xf32> comb tensor<?x4x4xf32>
// CHECK-NEXT: %[[U:.*]] = cedar.mhc_seam_collapse streams(%[[S]]) collapse(%[[PRE]]) norm(%{{.*}}) {epsilon = {{.*}}} : {{.*}} -> normalized tensor<?x64xbf16>
// CHECK-NEXT: return %[[S]], %[[POST]], %[[COMB]], %[[U]]
// REMARK: remark: [Missed] dependence | Category:cedar-fuse-hyper-connections | Function=same_site | Reason="the coefficients of the collapse come from cedar.mhc_mix at loc({{.*}}fuse-hyper-connections.mlir{{.*}}), which reads the streams that cedar.mhc_expand at loc({{.*}}) makes", Remark="one pass over the streams is impossible", Suggestion="collapse with the coefficients of the site before, which are there before the streams"
// REMARK: remark: [Passed] two-passes | {{.*}} | Function=same_site | Remark="mhc_expand, mhc_mix, mhc_collapse, rms_norm became mhc_seam_expand, mhc_seam_collapse; bytes of streams that move in a row: 1792 instead of 2560 (14d instead of 20d)"
func.func @same_site(%y: tensor<?x64xbf16>, %x: tensor<?x4x64xbf16>, %p: tensor<?x4xf32>,
                     %c: tensor<?x4x4xf32>, %fn: tensor<24x256xf32>, %scale: tensor<3xf32>,
                     %base: tensor<24xf32>, %w: tensor<64xbf16>)
    -> (tensor<?x4x64xbf16>, tensor<?x4xf32>, tensor<?x4x4xf32>, tensor<?x64xbf16>) {
  %x1 = cedar.mhc_expand %y, %x, %p, %c
      : (tensor<?x64xbf16>, tensor<?x4x64xbf16>, tensor<?x4xf32>, tensor<?x4x4xf32>) -> tensor<?x4x64xbf16>
  %pre, %post, %comb = cedar.mhc_mix %x1, %fn, %scale, %base
      {iterations = 20 : i64, epsilon = 1.0e-6 : f32, normEpsilon = 1.0e-20 : f32}
      : (tensor<?x4x64xbf16>, tensor<24x256xf32>, tensor<3xf32>, tensor<24xf32>)
      -> (tensor<?x4xf32>, tensor<?x4xf32>, tensor<?x4x4xf32>)
  %h = cedar.mhc_collapse %x1, %pre : (tensor<?x4x64xbf16>, tensor<?x4xf32>) -> tensor<?x64xbf16>
  %u = cedar.rms_norm %h, %w {epsilon = 1.0e-20 : f32} : (tensor<?x64xbf16>, tensor<64xbf16>) -> tensor<?x64xbf16>
  return %x1, %post, %comb, %u : tensor<?x4x64xbf16>, tensor<?x4xf32>, tensor<?x4x4xf32>, tensor<?x64xbf16>
}

// -----

// The dependence may be indirect: here through a product of the collapsed streams
// that another reader makes.

// CHECK-LABEL: @indirect
// CHECK: cedar.mhc_seam_expand
// CHECK: cedar.mhc_seam_collapse
// CHECK: cedar.mhc_seam_collapse
// REMARK: [Missed] dependence | {{.*}} | Function=indirect | Reason="the coefficients of the collapse come from cedar.mhc_collapse at loc({{.*}}), which reads the streams that cedar.mhc_expand at loc({{.*}}) makes"
func.func @indirect(%y: tensor<?x64xbf16>, %x: tensor<?x4x64xbf16>, %a: tensor<?x4xf32>, %p: tensor<?x4xf32>,
                    %c: tensor<?x4x4xf32>, %fn: tensor<24x256xf32>, %scale: tensor<3xf32>,
                    %base: tensor<24xf32>, %w: tensor<64xbf16>, %router: tensor<4x64xbf16>) -> tensor<?x64xbf16> {
  %x1 = cedar.mhc_expand %y, %x, %p, %c
      : (tensor<?x64xbf16>, tensor<?x4x64xbf16>, tensor<?x4xf32>, tensor<?x4x4xf32>) -> tensor<?x4x64xbf16>
  %other = cedar.mhc_collapse %x1, %a : (tensor<?x4x64xbf16>, tensor<?x4xf32>) -> tensor<?x64xbf16>
  %b = cedar.linear %other, %router : (tensor<?x64xbf16>, tensor<4x64xbf16>) -> tensor<?x4xf32>
  %pre, %post, %comb = cedar.mhc_mix %x1, %fn, %scale, %base
      {iterations = 20 : i64, epsilon = 1.0e-6 : f32, normEpsilon = 1.0e-20 : f32}
      : (tensor<?x4x64xbf16>, tensor<24x256xf32>, tensor<3xf32>, tensor<24xf32>)
      -> (tensor<?x4xf32>, tensor<?x4xf32>, tensor<?x4x4xf32>)
  %h = cedar.mhc_collapse %x1, %b : (tensor<?x4x64xbf16>, tensor<?x4xf32>) -> tensor<?x64xbf16>
  %u = cedar.rms_norm %h, %w {epsilon = 1.0e-20 : f32} : (tensor<?x64xbf16>, tensor<64xbf16>) -> tensor<?x64xbf16>
  %g = cedar.mhc_collapse %x1, %pre : (tensor<?x4x64xbf16>, tensor<?x4xf32>) -> tensor<?x64xbf16>
  %v = cedar.rms_norm %g, %w {epsilon = 1.0e-20 : f32} : (tensor<?x64xbf16>, tensor<64xbf16>) -> tensor<?x64xbf16>
  %x2 = cedar.mhc_expand %u, %x1, %post, %comb
      : (tensor<?x64xbf16>, tensor<?x4x64xbf16>, tensor<?x4xf32>, tensor<?x4x4xf32>) -> tensor<?x4x64xbf16>
  return %v : tensor<?x64xbf16>
}

// -----

// The first site: the streams begin here, and the mix of mhc_init is known.

// CHECK-LABEL: @first_site
// CHECK-NOT: mhc_init
// CHECK: %[[S:.*]], %[[PRE:.*]], %[[U:.*]] = cedar.mhc_seam input(%{{[a-z0-9]*}}) mix(%{{.*}}, %{{.*}}, %{{.*}}) norm(%{{.*}}) {{.*}} -> streams tensor<?x2x64xbf16> pre tensor<?x2xf32> quantized tensor<?x64xf8E4M3FN,
// CHECK-NEXT: return %[[S]], %[[PRE]], %[[U]]
// Without quantize in the seam the norm is its last step.
// BF16-LABEL: @first_site
// BF16: %{{.*}}, %{{.*}}, %[[U:.*]] = cedar.mhc_seam {{.*}} -> streams {{.*}} pre {{.*}} normalized tensor<?x64xbf16>
// BF16: cedar.quantize %[[U]]
#row32 = #cedar.scaled<f8E8M0FNU, [1, 32]>
func.func @first_site(%x: tensor<?x64xbf16>, %fn: tensor<8x128xf32>, %scale: tensor<3xf32>, %base: tensor<8xf32>,
                      %w: tensor<64xbf16>)
    -> (tensor<?x2x64xbf16>, tensor<?x2xf32>, tensor<?x64xf8E4M3FN, #row32>) {
  %streams, %mix = cedar.mhc_init %x : (tensor<?x64xbf16>) -> (tensor<?x2x64xbf16>, tensor<?x2xf32>)
  %pre, %post, %comb = cedar.mhc_mix %streams, %fn, %scale, %base
      {iterations = 20 : i64, epsilon = 1.0e-6 : f32, normEpsilon = 1.0e-20 : f32}
      : (tensor<?x2x64xbf16>, tensor<8x128xf32>, tensor<3xf32>, tensor<8xf32>)
      -> (tensor<?x2xf32>, tensor<?x2xf32>, tensor<?x2x2xf32>)
  %h = cedar.mhc_collapse %streams, %mix : (tensor<?x2x64xbf16>, tensor<?x2xf32>) -> tensor<?x64xbf16>
  %u = cedar.rms_norm %h, %w {epsilon = 1.0e-20 : f32} : (tensor<?x64xbf16>, tensor<64xbf16>) -> tensor<?x64xbf16>
  %u8 = cedar.quantize %u : (tensor<?x64xbf16>) -> tensor<?x64xf8E4M3FN, #row32>
  return %streams, %pre, %u8 : tensor<?x2x64xbf16>, tensor<?x2xf32>, tensor<?x64xf8E4M3FN, #row32>
}

// -----

// The gate of the next layer's n-gram memory stands in between. Its keys are computed
// behind the expand, so the seam moves down to them; the norm's weight moves up. All
// values are read by others and stay: also the streams before the gate.

// CHECK-LABEL: @engram
// CHECK: %[[W:.*]] = cedar.weight_ref @w
// CHECK: %[[KV:.*]] = cedar.linear
// CHECK: %expanded, %newStreams, %pre, %post, %collapsed, %normalized, %quantized = cedar.mhc_seam input(%{{[a-z0-9]*}}) streams(%{{[a-z0-9]*}}) expand({{[^)]*}}) engram(%[[KV]], {{[^)]*}}) mix({{[^)]*}}) collapse({{[^)]*}}) norm(%[[W]])
// CHECK-SAME: engramEpsilon = 9.99999993E-9 : f32, epsilon = 9.99999968E-21 : f32
// CHECK-SAME: -> expanded tensor<?x1x64xbf16> streams tensor<?x1x64xbf16> pre tensor<?x1xf32> post tensor<?x1xf32> collapsed tensor<?x64xbf16> normalized tensor<?x64xbf16> quantized tensor<?x64xf8E4M3FN,
// CHECK-NEXT: return %expanded, %newStreams, %pre, %post, %collapsed, %normalized, %quantized
// Left out of the seam, the gate hands it its streams.
// GATE-LABEL: @engram
// GATE: %[[G:.*]] = cedar.engram_gate
// GATE: cedar.mhc_seam streams(%[[G]]) mix(
#row32 = #cedar.scaled<f8E8M0FNU, [1, 32]>
cedar.weight @w from ["w"] : tensor<64xbf16>
func.func @engram(%y: tensor<?x64xbf16>, %x: tensor<?x1x64xbf16>, %a: tensor<?x1xf32>, %p: tensor<?x1xf32>,
                  %c: tensor<?x1x1xf32>, %e: tensor<?x96xbf16>, %wkv: tensor<128x96xbf16>,
                  %q: tensor<1x64xbf16>, %kind: tensor<?xi8>, %fn: tensor<3x64xf32>, %scale: tensor<3xf32>,
                  %base: tensor<3xf32>)
    -> (tensor<?x1x64xbf16>, tensor<?x1x64xbf16>, tensor<?x1xf32>, tensor<?x1xf32>,
        tensor<?x64xbf16>, tensor<?x64xbf16>, tensor<?x64xf8E4M3FN, #row32>) {
  %x1 = cedar.mhc_expand %y, %x, %p, %c
      : (tensor<?x64xbf16>, tensor<?x1x64xbf16>, tensor<?x1xf32>, tensor<?x1x1xf32>) -> tensor<?x1x64xbf16>
  %kv = cedar.linear %e, %wkv : (tensor<?x96xbf16>, tensor<128x96xbf16>) -> tensor<?x128xbf16>
  %x2 = cedar.engram_gate %x1, %kv, %q, %q, %kind {epsilon = 1.0e-8 : f32}
      : (tensor<?x1x64xbf16>, tensor<?x128xbf16>, tensor<1x64xbf16>, tensor<1x64xbf16>, tensor<?xi8>)
      -> tensor<?x1x64xbf16>
  %pre, %post, %comb = cedar.mhc_mix %x2, %fn, %scale, %base
      {iterations = 20 : i64, epsilon = 1.0e-6 : f32, normEpsilon = 1.0e-20 : f32}
      : (tensor<?x1x64xbf16>, tensor<3x64xf32>, tensor<3xf32>, tensor<3xf32>)
      -> (tensor<?x1xf32>, tensor<?x1xf32>, tensor<?x1x1xf32>)
  %h = cedar.mhc_collapse %x2, %a : (tensor<?x1x64xbf16>, tensor<?x1xf32>) -> tensor<?x64xbf16>
  %w = cedar.weight_ref @w : tensor<64xbf16>
  %u = cedar.rms_norm %h, %w {epsilon = 1.0e-20 : f32} : (tensor<?x64xbf16>, tensor<64xbf16>) -> tensor<?x64xbf16>
  %u8 = cedar.quantize %u : (tensor<?x64xbf16>) -> tensor<?x64xf8E4M3FN, #row32>
  return %x1, %x2, %pre, %post, %h, %u, %u8
      : tensor<?x1x64xbf16>, tensor<?x1x64xbf16>, tensor<?x1xf32>, tensor<?x1xf32>, tensor<?x64xbf16>,
        tensor<?x64xbf16>, tensor<?x64xf8E4M3FN, #row32>
}

// -----

// Behind the last site no coefficients are computed, and only the rows asked for are
// needed: the expand stays for all rows, collapse and norm are joined.

// CHECK-LABEL: @last_site
// CHECK: %[[X1:.*]] = cedar.mhc_expand
// CHECK: %[[XQ:.*]] = cedar.take_rows %[[X1]]
// CHECK: %[[AQ:.*]] = cedar.take_rows
// CHECK: cedar.mhc_seam_collapse streams(%[[XQ]]) collapse(%[[AQ]]) norm(%{{.*}}) {{.*}} -> normalized tensor<?x64xbf16>
// REMARK: remark: [Analysis] last-site | {{.*}} | Function=last_site | Reason="no mhc_mix reads these streams, which cedar.take_rows at loc({{.*}}) makes", Remark="only the collapse and its norm are joined"
// REMARK: remark: [Passed] site-input | {{.*}} | Function=last_site | Remark="mhc_collapse, rms_norm became mhc_seam_collapse; bytes of streams that move in a row: 640 instead of 896 (5d instead of 7d)"
// REMARK: remark: [Analysis] not-at-boundary | {{.*}} | Function=last_site | Reason="its streams go to cedar.take_rows at loc({{.*}})", Remark="mhc_expand stays in a kernel of its own"
func.func @last_site(%y: tensor<?x64xbf16>, %x: tensor<?x4x64xbf16>, %a: tensor<?x4xf32>, %p: tensor<?x4xf32>,
                     %c: tensor<?x4x4xf32>, %w: tensor<64xbf16>, %rows: tensor<?xi32>) -> tensor<?x64xbf16> {
  %x1 = cedar.mhc_expand %y, %x, %p, %c
      : (tensor<?x64xbf16>, tensor<?x4x64xbf16>, tensor<?x4xf32>, tensor<?x4x4xf32>) -> tensor<?x4x64xbf16>
  %xq = cedar.take_rows %x1, %rows : (tensor<?x4x64xbf16>, tensor<?xi32>) -> tensor<?x4x64xbf16>
  %aq = cedar.take_rows %a, %rows : (tensor<?x4xf32>, tensor<?xi32>) -> tensor<?x4xf32>
  %h = cedar.mhc_collapse %xq, %aq : (tensor<?x4x64xbf16>, tensor<?x4xf32>) -> tensor<?x64xbf16>
  %u = cedar.rms_norm %h, %w {epsilon = 1.0e-20 : f32} : (tensor<?x64xbf16>, tensor<64xbf16>) -> tensor<?x64xbf16>
  return %u : tensor<?x64xbf16>
}
