// RUN: cedar-opt %s --cedar-annotate-rows | FileCheck %s
// RUN: cedar-opt %s --pass-pipeline='builtin.module(func.func(cedar-annotate-rows{bounded=true}))' | FileCheck %s --check-prefix=BOUNDED
// RUN: cedar-opt %s --pass-pipeline='builtin.module(func.func(cedar-annotate-rows{picked=1 segment=16}))' | FileCheck %s --check-prefix=SEGMENT
// RUN: cedar-opt %s --cedar-annotate-rows --remarks-filter=cedar-annotate-rows --remark-policy=all --remark-format=emitRemark 2>&1 | FileCheck %s --check-prefix=REMARK

// Which rows an op must process, by what is needed of it. Every transfer function
// of the dialect is here.

#rows = #cedar.scaled<f8E8M0FNU, [1, 32]>
#entry = #cedar.scaled<f8E4M3FN, [1, 16]>
#rope = #cedar.rope<[1.0]>
!window = !cedar.state<ring, 16, 1, tensor<32xf8E4M3FN, #rows>>
!wide = !cedar.state<ring, 16, 1, tensor<64xf8E4M3FN, #rows>>
!entries = !cedar.state<paged, 8, 4, tensor<32xf4E2M1FN, #entry>>
!keys = !cedar.state<paged, 8, 4, tensor<32xf4E2M1FN, #rows>>
!tail = !cedar.state<ring, 4, 1, tensor<32xf32>>
!context = !cedar.state<ring, 3, 1, tensor<1xi32>>

cedar.state @window "window" layer 1 : !window
cedar.state @wide "window" layer 2 : !wide
cedar.state @entries "compressed_kv" layer 1 : !entries
cedar.state @keys "index_keys" layer 1 : !keys
cedar.state @values "tail_values" layer 1 : !tail
cedar.state @scores "tail_scores" layer 1 : !tail
cedar.state @context "engram_context" layer 1 : !context

// A row-wise op needs of its operands what is needed of it; nothing of a result
// that nobody reads; all of what the entry returns.
// REMARK: Function=rowwise | Remark="1 primitives need all rows, 1 fewer"
// CHECK-LABEL: @rowwise
func.func @rowwise(%x: tensor<?x32xbf16>, %w: tensor<32xbf16>) -> tensor<?x32xbf16> {
  // CHECK: cedar.rms_norm {{.*}}cedar.rows = "all for @rowwise"
  %y = cedar.rms_norm %x, %w {epsilon = 1.0e-20 : f32} : (tensor<?x32xbf16>, tensor<32xbf16>) -> tensor<?x32xbf16>
  // CHECK: cedar.rms_norm {{.*}}cedar.rows = "none"
  %z = cedar.rms_norm %y, %w {epsilon = 1.0e-20 : f32} : (tensor<?x32xbf16>, tensor<32xbf16>) -> tensor<?x32xbf16>
  return %y : tensor<?x32xbf16>
}

// A ring needs its last rows, attention the window before each of them. With
// windows cut at the segment it needs the same rows only.
// CHECK-LABEL: @in_window
// BOUNDED-LABEL: @in_window
// SEGMENT-LABEL: @in_window
func.func @in_window(%q0: tensor<?x32xbf16>, %x: tensor<?x32xbf16>, %sink: tensor<1xf32>, %p: tensor<?xi32>,
                  %s: tensor<?xi32>, %len: tensor<?xi32>, %slots: tensor<?xi32>) {
  %c0 = arith.constant 0 : index
  %t = tensor.dim %p, %c0 : tensor<?xi32>
  %window = cedar.state_ref @window : !window
  // What the attention needs of its keys.
  // CHECK: cedar.quantize {{.*}}"last 31 for @window"
  // BOUNDED: cedar.quantize {{.*}}"last 16 for @window"
  // SEGMENT: cedar.quantize {{.*}}"all for @window"
  %kv = cedar.quantize %x : (tensor<?x32xbf16>) -> tensor<?x32xf8E4M3FN, #rows>
  // A reshape passes the demand on.
  // CHECK: cedar.copy_rows {{.*}}"last 16 for @window"
  %q1 = cedar.copy_rows %q0 : (tensor<?x32xbf16>) -> tensor<?x32xbf16>
  %q = tensor.expand_shape %q1 [[0], [1, 2]] output_shape [%t, 1, 32] : tensor<?x32xbf16> into tensor<?x1x32xbf16>
  // CHECK: cedar.sparse_attention {{.*}}"last 16 for @window"
  // SEGMENT: cedar.sparse_attention {{.*}}"last 16 for @window, all as it reads behind the segment"
  %o = cedar.sparse_attention %q, %kv, %sink, %p, %s, %len, %slots, %window {scale = 1.0 : f32}
      : (tensor<?x1x32xbf16>, tensor<?x32xf8E4M3FN, #rows>, tensor<1xf32>, tensor<?xi32>, tensor<?xi32>,
         tensor<?xi32>, tensor<?xi32>, !window) -> tensor<?x1x32xbf16>
  %f = tensor.collapse_shape %o [[0], [1, 2]] : tensor<?x1x32xbf16> into tensor<?x32xbf16>
  %next = cedar.quantize %f : (tensor<?x32xbf16>) -> tensor<?x32xf8E4M3FN, #rows>
  // CHECK: cedar.state_stage {{.*}}"last 16 for @window"
  cedar.state_stage %next, %window : (tensor<?x32xf8E4M3FN, #rows>, !window) -> ()
  return
}

// Attention that is cut already needs the same rows of its keys.
// CHECK-LABEL: @cut
func.func @cut(%q: tensor<?x1x32xbf16>, %x: tensor<?x32xbf16>, %sink: tensor<1xf32>, %p: tensor<?xi32>,
               %s: tensor<?xi32>, %len: tensor<?xi32>, %slots: tensor<?xi32>) {
  %window = cedar.state_ref @window : !window
  // CHECK: cedar.quantize {{.*}}"last 16 for @window"
  %kv = cedar.quantize %x : (tensor<?x32xbf16>) -> tensor<?x32xf8E4M3FN, #rows>
  %o = cedar.sparse_attention %q, %kv, %sink, %p, %s, %len, %slots, %window begin(%len) {scale = 1.0 : f32}
      : (tensor<?x1x32xbf16>, tensor<?x32xf8E4M3FN, #rows>, tensor<1xf32>, tensor<?xi32>, tensor<?xi32>,
         tensor<?xi32>, tensor<?xi32>, !window, tensor<?xi32>) -> tensor<?x1x32xbf16>
  %f = tensor.collapse_shape %o [[0], [1, 2]] : tensor<?x1x32xbf16> into tensor<?x32xbf16>
  %next = cedar.quantize %f : (tensor<?x32xbf16>) -> tensor<?x32xf8E4M3FN, #rows>
  cedar.state_stage %next, %window : (tensor<?x32xf8E4M3FN, #rows>, !window) -> ()
  return
}

// A group of four closes with its last row.
// CHECK-LABEL: @pool
func.func @pool(%x: tensor<?x32xbf16>, %w: tensor<32x32xbf16>, %p: tensor<?xi32>, %s: tensor<?xi32>,
                %len: tensor<?xi32>, %slots: tensor<?xi32>) {
  %values = cedar.state_ref @values : !tail
  %scores = cedar.state_ref @scores : !tail
  %window = cedar.state_ref @window : !window
  // CHECK: cedar.linear {{.*}}"last 19 for @window"
  %v = cedar.linear %x, %w : (tensor<?x32xbf16>, tensor<32x32xbf16>) -> tensor<?x32xf32>
  // CHECK: cedar.csa2_pool {{.*}}"last 16 for @window"
  %c = cedar.csa2_pool %v, %v, %p, %s, %len, %slots, %values, %scores {ratio = 4 : i64}
      : (tensor<?x32xf32>, tensor<?x32xf32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>,
         !tail, !tail) -> tensor<?x32xbf16>
  %next = cedar.quantize %c : (tensor<?x32xbf16>) -> tensor<?x32xf8E4M3FN, #rows>
  cedar.state_stage %next, %window : (tensor<?x32xf8E4M3FN, #rows>, !window) -> ()
  return
}

// An entry of a paged state is needed for every row.
// CHECK-LABEL: @append
func.func @append(%x: tensor<?x32xbf16>, %p: tensor<?xi32>, %s: tensor<?xi32>, %pages: tensor<?x?xi32>) {
  %entries = cedar.state_ref @entries : !entries
  // CHECK: cedar.quantize {{.*}}"all for @entries"
  %c = cedar.quantize %x : (tensor<?x32xbf16>) -> tensor<?x32xf4E2M1FN, #entry>
  // CHECK: cedar.state_append {{.*}}"all for @entries"
  cedar.state_append %c, %p, %s, %pages, %entries
      : (tensor<?x32xf4E2M1FN, #entry>, tensor<?xi32>, tensor<?xi32>, tensor<?x?xi32>, !entries) -> ()
  return
}

// An n-gram of three reads the two tokens before.
// CHECK-LABEL: @ngrams
func.func @ngrams(%tokens: tensor<?xi32>, %kind: tensor<?xi8>, %p: tensor<?xi32>, %s: tensor<?xi32>,
                  %len: tensor<?xi32>, %slots: tensor<?xi32>, %map: tensor<64xi32>,
                  %table: tensor<30x32xf8E4M3FN, #rows>) {
  %context = cedar.state_ref @context : !context
  %wide = cedar.state_ref @wide : !wide
  // CHECK: cedar.compress_tokens {{.*}}"last 18 for @wide"
  %ids = cedar.compress_tokens %tokens, %kind, %map : (tensor<?xi32>, tensor<?xi8>, tensor<64xi32>) -> tensor<?xi32>
  // CHECK: cedar.ngram_hash {{.*}}"last 16 for @wide"
  %r = cedar.ngram_hash %ids, %p, %s, %len, %slots, %map, %context
      {multipliers = array<i64: 3, 5, 7>, primes = array<i64: 11, 13>, padToken = 2 : i64}
      : (tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<64xi32>, !context) -> tensor<?x2xi32>
  %g = cedar.table_gather %r, %table : (tensor<?x2xi32>, tensor<30x32xf8E4M3FN, #rows>) -> tensor<?x64xbf16>
  %next = cedar.quantize %g : (tensor<?x64xbf16>) -> tensor<?x64xf8E4M3FN, #rows>
  cedar.state_stage %next, %wide : (tensor<?x64xf8E4M3FN, #rows>, !wide) -> ()
  return
}

// What out_rows may name is a promise of the caller; the rows behind it count as
// rows of the batch.
// CHECK-LABEL: @head
// SEGMENT-LABEL: @head
func.func @head(%x: tensor<?x32xbf16>, %out: tensor<?xi32>, %w: tensor<32xbf16>) -> tensor<?x32xbf16> {
  // CHECK: cedar.rms_norm {{.*}}"all for @head"
  // SEGMENT: cedar.rms_norm {{.*}}"last 1 for @head"
  %y = cedar.rms_norm %x, %w {epsilon = 1.0e-20 : f32} : (tensor<?x32xbf16>, tensor<32xbf16>) -> tensor<?x32xbf16>
  // CHECK: cedar.take_rows {{.*}}"all for @head"
  // SEGMENT: cedar.take_rows {{.*}}"last 1 for @head"
  %q = cedar.take_rows %y, %out : (tensor<?x32xbf16>, tensor<?xi32>) -> tensor<?x32xbf16>
  // SEGMENT: cedar.rms_norm {{.*}}"last 1 for @head"
  %z = cedar.rms_norm %q, %w {epsilon = 1.0e-20 : f32} : (tensor<?x32xbf16>, tensor<32xbf16>) -> tensor<?x32xbf16>
  return %z : tensor<?x32xbf16>
}

// The larger of two demands wins, and for as many rows the earlier op.
// CHECK-LABEL: @join
func.func @join(%x: tensor<?x32xf32>, %k: tensor<?x32xbf16>, %p: tensor<?xi32>, %s: tensor<?xi32>, %pages: tensor<?x?xi32>) {
  %values = cedar.state_ref @values : !tail
  %scores = cedar.state_ref @scores : !tail
  %window = cedar.state_ref @window : !window
  %keys = cedar.state_ref @keys : !keys
  // CHECK: cedar.copy_rows {{.*}}"last 4 for @scores"
  %c = cedar.copy_rows %x : (tensor<?x32xf32>) -> tensor<?x32xf32>
  cedar.state_stage %c, %scores : (tensor<?x32xf32>, !tail) -> ()
  cedar.state_stage %c, %values : (tensor<?x32xf32>, !tail) -> ()
  // CHECK: cedar.copy_rows {{.*}}"all for @keys"
  %d = cedar.copy_rows %k : (tensor<?x32xbf16>) -> tensor<?x32xbf16>
  %r = cedar.quantize %d : (tensor<?x32xbf16>) -> tensor<?x32xf8E4M3FN, #rows>
  cedar.state_stage %r, %window : (tensor<?x32xf8E4M3FN, #rows>, !window) -> ()
  %e = cedar.quantize %d : (tensor<?x32xbf16>) -> tensor<?x32xf4E2M1FN, #rows>
  cedar.state_append %e, %p, %s, %pages, %keys
      : (tensor<?x32xf4E2M1FN, #rows>, tensor<?xi32>, tensor<?xi32>, tensor<?x?xi32>, !keys) -> ()
  return
}
