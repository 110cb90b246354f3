// RUN: cedar-opt %s --cedar-derive-entries | FileCheck %s
// RUN: cedar-opt %s --cedar-derive-entries --remarks-filter=cedar-derive-entries --remark-policy=all --remark-format=emitRemark 2>&1 | FileCheck %s --check-prefix=REMARK
// RUN: cedar-opt %s --cedar-schedule-phase | FileCheck %s
// RUN: cedar-opt %s --cedar-derive-entries=entries=prefill_resume | FileCheck %s --check-prefix=ALONE

// Layer 0 appends for every row, so its input is computed for all rows. Layer 1
// fills a ring of four rows: it runs on the last four, with a window cut at the
// first of them. The streams and the mix at the cut are kept in rings; the norm of
// their collapse is cheap and computed again. They are inputs of the entry here,
// so they are copied into the staged rows.

#rows = #cedar.scaled<f8E8M0FNU, [1, 32]>
#entry = #cedar.scaled<f8E4M3FN, [1, 16]>
!window = !cedar.state<ring, 4, 1, tensor<32xf8E4M3FN, #rows>>
!entries = !cedar.state<paged, 8, 1, tensor<32xf4E2M1FN, #entry>>

cedar.weight @norm from ["norm"] : tensor<32xbf16>
cedar.weight @proj from ["proj"] : tensor<32x32xbf16>
cedar.weight @fn from ["fn"] : tensor<8x64xf32>
cedar.weight @scale from ["scale"] : tensor<3xf32>
cedar.weight @base from ["base"] : tensor<8xf32>
cedar.weight @sink from ["sink"] : tensor<1xf32>
cedar.state @layers.0.entries "compressed_kv" layer 0 : !entries
cedar.state @layers.1.window "window" layer 1 : !window

// CHECK: cedar.state @replay.x "replay" layer 0 : !cedar.state<ring, 4, 1, tensor<64xbf16>>
// CHECK-NEXT: cedar.state @replay.a "replay" layer 0 : !cedar.state<ring, 4, 1, tensor<2xf32>>

// REMARK: [Analysis] rows | {{.*}}Function=prefill_replay | Reason=@layers.0.entries, Remark="layer 0: 4 of 7 primitives on all rows"
// REMARK: [Analysis] rows | {{.*}}Function=replay | Reason=@layers.1.window, Remark="layer 0: 3 of 7 primitives on the last 4 rows"
// REMARK: [Analysis] rows | {{.*}}Function=replay | Reason=@layers.1.window, Remark="layer 1: 4 of 4 primitives on the last 4 rows"
// REMARK: [Passed] replay | {{.*}}Function=prefill_replay | KeptBytesPerRow=136, Reason="exact windows would need the last 7 rows", Remark="cut in layer 0: the rest runs on the last 4 rows", Rings="@replay.x, @replay.a"
// REMARK: [Passed] derived | {{.*}}Function=replay | Reason="the rest, on the last rows", Remark="derived @replay from @forward"

// The exact entries keep the rings up to date as well.
// CHECK-LABEL: func.func @prefill_exact(
// CHECK-SAME: attributes {cedar.commit = @commit, cedar.entry}
// CHECK: %[[COPY:.*]] = cedar.copy_rows %{{.*}} : (tensor<?x2x32xbf16>) -> tensor<?x2x32xbf16>
// CHECK: %[[FLAT:.*]] = tensor.collapse_shape %[[COPY]] {{\[\[}}0], [1, 2]] : tensor<?x2x32xbf16> into tensor<?x64xbf16>
// CHECK: cedar.state_stage %[[FLAT]], %replay.x
// CHECK: cedar.sparse_attention
// CHECK-NOT: begin(

// CHECK-LABEL: func.func @prefill_replay(
// CHECK-SAME: %[[P:[a-z0-9]*]]: tensor<?xi32> {cedar.name = "positions"}
// CHECK-NOT: out_rows
// CHECK-SAME: {cedar.name = "a"}) attributes {cedar.commit = @commit_prefill_replay, cedar.entry, cedar.finish = @replay} {
// CHECK-DAG: cedar.state_stage %{{.*}}, %replay.x
// CHECK-DAG: cedar.state_stage %{{.*}}, %replay.a
// CHECK: cedar.mhc_collapse
// CHECK: cedar.rms_norm
// CHECK: cedar.state_append
// CHECK-NOT: cedar.linear
// CHECK-NOT: cedar.sparse_attention
// CHECK: return{{$}}

// CHECK-LABEL: func.func @replay(
// CHECK-SAME: %[[P:[a-z0-9]*]]: tensor<?xi32> {cedar.name = "positions"}, %[[S:[a-z0-9]*]]: tensor<?xi32> {cedar.name = "sequence"}, %[[OUT:[a-z0-9]*]]: tensor<?xi32> {cedar.name = "out_rows"}, %[[LEN:[a-z0-9]*]]: tensor<?xi32> {cedar.name = "length"}, %[[SLOTS:[a-z0-9]*]]: tensor<?xi32> {cedar.name = "slots"})
// CHECK-SAME: -> (tensor<?x32xbf16> {cedar.name = "y"}) attributes {cedar.commit = @commit_replay, cedar.entry, cedar.max_rows = 4 : i64} {
// CHECK: %[[ROWS:.*]] = cedar.state_read %[[P]], %[[S]], %[[SLOTS]], %replay.x
// CHECK: %[[X:.*]] = tensor.expand_shape %[[ROWS]] {{\[\[}}0], [1, 2]]
// CHECK: %[[A:.*]] = cedar.state_read %[[P]], %[[S]], %[[SLOTS]], %replay.a
// CHECK: cedar.mhc_collapse %[[X]], %[[A]]
// CHECK: cedar.rms_norm
// CHECK-NOT: cedar.state_append
// CHECK: cedar.state_stage %{{.*}}, %layers.1.window
// CHECK: cedar.sparse_attention {{.*}} begin(%[[LEN]])
// CHECK: cedar.take_rows %{{.*}}, %[[OUT]]
// CHECK-NOT: cedar.state_stage

// Behind a cached prefix the same rings are filled and nothing is appended.
// CHECK-LABEL: func.func @prefill_resume(
// CHECK-SAME: attributes {cedar.commit = @commit_prefill_replay, cedar.entry, cedar.finish = @replay, cedar.max_rows = 4 : i64} {
// CHECK-DAG: cedar.state_stage %{{.*}}, %replay.x
// CHECK-DAG: cedar.state_stage %{{.*}}, %replay.a
// CHECK-NOT: cedar.state_append
// CHECK-NOT: cedar.rms_norm
// CHECK: return{{$}}

// CHECK-LABEL: func.func @decode(
// CHECK-SAME: {cedar.commit = @commit, cedar.entry, cedar.max_rows = 1 : i64}
// CHECK-LABEL: func.func @verify(
// CHECK-SAME: {cedar.commit = @commit, cedar.entry, cedar.max_rows = 8 : i64}

// Only what an entry stages is committed.
// CHECK-LABEL: func.func @commit(
// CHECK: cedar.state_commit {{.*}}, %layers.1.window
// CHECK: cedar.state_commit {{.*}}, %replay.x
// CHECK: cedar.state_commit {{.*}}, %replay.a
// CHECK-LABEL: func.func @commit_prefill_replay(
// CHECK-NOT: %layers.1.window
// CHECK: cedar.state_commit {{.*}}, %replay.x
// CHECK: cedar.state_commit {{.*}}, %replay.a
// CHECK-LABEL: func.func @commit_replay(
// CHECK: cedar.state_commit {{.*}}, %layers.1.window
// CHECK-NOT: cedar.state_commit

// Without @prefill_replay all layers are resumed, as far as they fill rings.
// ALONE-LABEL: func.func @prefill_resume(
// ALONE-SAME: {cedar.name = "a"}) attributes {cedar.entry, cedar.max_rows = 4 : i64} {
// ALONE-NOT: cedar.state_append
// ALONE: cedar.state_stage %{{.*}}, %layers.1.window
// ALONE-NOT: cedar.sparse_attention
// ALONE: return{{$}}
func.func @forward(%p: tensor<?xi32> {cedar.name = "positions"}, %s: tensor<?xi32> {cedar.name = "sequence"},
                   %out: tensor<?xi32> {cedar.name = "out_rows"}, %len: tensor<?xi32> {cedar.name = "length"},
                   %slots: tensor<?xi32> {cedar.name = "slots"}, %pages: tensor<?x?xi32> {cedar.name = "pages"},
                   %x: tensor<?x2x32xbf16> {cedar.name = "x"}, %a: tensor<?x2xf32> {cedar.name = "a"})
    -> (tensor<?x32xbf16> {cedar.name = "y"}) attributes {cedar.entry} {
  %norm = cedar.weight_ref @norm : tensor<32xbf16>
  %proj = cedar.weight_ref @proj : tensor<32x32xbf16>
  %sink = cedar.weight_ref @sink : tensor<1xf32>
  %entries = cedar.state_ref @layers.0.entries : !entries
  %window = cedar.state_ref @layers.1.window : !window
  %h = cedar.mhc_collapse %x, %a : (tensor<?x2x32xbf16>, tensor<?x2xf32>) -> tensor<?x32xbf16> loc("layers.0")
  %u = cedar.rms_norm %h, %norm {epsilon = 1.0e-20 : f32} : (tensor<?x32xbf16>, tensor<32xbf16>) -> tensor<?x32xbf16> loc("layers.0")
  %e = cedar.quantize %u : (tensor<?x32xbf16>) -> tensor<?x32xf4E2M1FN, #entry> loc("layers.0")
  cedar.state_append %e, %p, %s, %pages, %entries
      : (tensor<?x32xf4E2M1FN, #entry>, tensor<?xi32>, tensor<?xi32>, tensor<?x?xi32>, !entries) -> () loc("layers.0")
  %v = cedar.linear %u, %proj : (tensor<?x32xbf16>, tensor<32x32xbf16>) -> tensor<?x32xbf16> loc("layers.0")
  %fn = cedar.weight_ref @fn : tensor<8x64xf32>
  %scale = cedar.weight_ref @scale : tensor<3xf32>
  %base = cedar.weight_ref @base : tensor<8xf32>
  %pre, %post, %comb = cedar.mhc_mix %x, %fn, %scale, %base {iterations = 2, epsilon = 1.0e-6 : f32, normEpsilon = 1.0e-20 : f32}
      : (tensor<?x2x32xbf16>, tensor<8x64xf32>, tensor<3xf32>, tensor<8xf32>)
      -> (tensor<?x2xf32>, tensor<?x2xf32>, tensor<?x2x2xf32>) loc("layers.0")
  %next = cedar.mhc_expand %v, %x, %post, %comb
      : (tensor<?x32xbf16>, tensor<?x2x32xbf16>, tensor<?x2xf32>, tensor<?x2x2xf32>) -> tensor<?x2x32xbf16> loc("layers.0")
  %g = cedar.mhc_collapse %next, %pre : (tensor<?x2x32xbf16>, tensor<?x2xf32>) -> tensor<?x32xbf16> loc("layers.1")
  %kv = cedar.quantize %g : (tensor<?x32xbf16>) -> tensor<?x32xf8E4M3FN, #rows> loc("layers.1")
  cedar.state_stage %kv, %window : (tensor<?x32xf8E4M3FN, #rows>, !window) -> () loc("layers.1")
  %c0 = arith.constant 0 : index
  %t = tensor.dim %p, %c0 : tensor<?xi32>
  %q = tensor.expand_shape %g [[0], [1, 2]] output_shape [%t, 1, 32] : tensor<?x32xbf16> into tensor<?x1x32xbf16>
  %o = cedar.sparse_attention %q, %kv, %sink, %p, %s, %len, %slots, %window {scale = 1.0 : f32}
      : (tensor<?x1x32xbf16>, tensor<?x32xf8E4M3FN, #rows>, tensor<1xf32>, tensor<?xi32>, tensor<?xi32>,
         tensor<?xi32>, tensor<?xi32>, !window) -> tensor<?x1x32xbf16> loc("layers.1")
  %f = tensor.collapse_shape %o [[0], [1, 2]] : tensor<?x1x32xbf16> into tensor<?x32xbf16>
  %y = cedar.take_rows %f, %out : (tensor<?x32xbf16>, tensor<?xi32>) -> tensor<?x32xbf16>
  return %y : tensor<?x32xbf16>
}
