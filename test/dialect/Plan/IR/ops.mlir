// RUN: cedar-opt %s --verify-roundtrip | FileCheck %s
// RUN: cedar-opt %s --emit-bytecode | cedar-opt | FileCheck %s
// RUN: cedar-opt %s --mlir-print-op-generic | cedar-opt | FileCheck %s

// CHECK-LABEL: plan.entry @decode {
plan.entry @decode {
  // CHECK-NEXT: %[[TOKENS:.*]] = plan.input "tokens" [#plan<dim rows>] : tensor<?xi32>
  %tokens = plan.input "tokens" [#plan<dim rows>] : tensor<?xi32>
  // CHECK-NEXT: plan.input "pages" [#plan<dim sequences>, #plan<dim table_pages>] : tensor<?x?xi32>
  %pages = plan.input "pages" [#plan<dim sequences>, #plan<dim table_pages>] : tensor<?x?xi32>
  // CHECK-NEXT: %[[BUFFER:.*]] = plan.buffer rows 128{{$}}
  %buffer = plan.buffer rows 128
  // CHECK-NEXT: plan.buffer one 64 at 0
  %one = plan.buffer one 64 at 0
  // CHECK-NEXT: plan.buffer embedding_rows 4 at 64
  %embedding = plan.buffer embedding_rows 4 at 64
  // CHECK-NEXT: plan.buffer sequence_bounds 4 at 128
  %bounds = plan.buffer sequence_bounds 4 at 128
  // CHECK-NEXT: %[[SCALES:.*]] = plan.weight @w 1
  %scales = plan.weight @w 1
  // CHECK-NEXT: %[[POOL:.*]] = plan.state @cache
  %pool = plan.state @cache
  // CHECK-NEXT: %[[STAGE:.*]] = plan.stage @ring
  %stage = plan.stage @ring
  // CHECK-NEXT: plan.launch @kernel "layers.0/op"(%[[TOKENS]], %[[SCALES]], %[[POOL]], %[[STAGE]], %[[BUFFER]])
  // CHECK-SAME: {{\[}}[#plan<dim rows>], [], [#plan<dim pool>], [#plan<dim rows>], [#plan<dim rows>]] writes 2
  plan.launch @kernel "layers.0/op"(%tokens, %scales, %pool, %stage, %buffer)
      [[#plan<dim rows>], [], [#plan<dim pool>], [#plan<dim rows>], [#plan<dim rows>]] writes 2
  // CHECK-NEXT: plan.launch @gather "engram"(%[[TOKENS]], %[[SCALES]], %[[BUFFER]])
  // CHECK-SAME: writes 1 gather <ids = 0, columns = 6>
  plan.launch @gather "engram"(%tokens, %scales, %buffer)
      [[#plan<dim rows>], [], [#plan<dim rows>]] writes 1 gather <ids = 0, columns = 6>
  // CHECK-NEXT: plan.output "logits" %[[BUFFER]] [#plan<dim out_rows>] : tensor<?x32xf32>
  plan.output "logits" %buffer [#plan<dim out_rows>] : tensor<?x32xf32>
}

// CHECK-LABEL: plan.entry @commit attributes {commits, sections = array<i64: 0, 64>}
plan.entry @commit attributes {commits, sections = array<i64: 0, 64>} {
  // CHECK-NEXT: plan.input
  %x = plan.input "x" [] : tensor<4xf32>
}

// CHECK-LABEL: plan.entry @prefetches {
plan.entry @prefetches {
  %x = plan.input "x" [#plan<dim rows>] : tensor<?xi32>
  %ids = plan.buffer rows 8
  %table = plan.weight @table 0
  %rows = plan.buffer rows 128
  // CHECK: plan.launch prefetch @hash "hash"(%{{.*}}, %[[IDS:.*]]) {{.*}} writes 1
  plan.launch prefetch @hash "hash"(%x, %ids) [[#plan<dim rows>], [#plan<dim rows>]] writes 1
  // CHECK: plan.launch prefetch @gather "gather"(%[[IDS]], %{{.*}}, %[[ROWS:.*]]) {{.*}} writes 1 gather <ids = 0, columns = 2>
  plan.launch prefetch @gather "gather"(%ids, %table, %rows) [[#plan<dim rows>], [], [#plan<dim rows>]] writes 1
      gather <ids = 0, columns = 2>
  %y = plan.buffer rows 128
  plan.launch @first "first"(%x, %y) [[#plan<dim rows>], [#plan<dim rows>]] writes 1
  // CHECK: plan.wait %[[ROWS]]
  plan.wait %rows
  // The wait is for the launches before that one, too.
  plan.launch @second "second"(%rows, %ids, %y) [[#plan<dim rows>], [#plan<dim rows>], [#plan<dim rows>]] writes 1
}

// The stages of two rings, and the pool of one, are different memory; a wait for a
// state is one for all that was launched before its last user.
// CHECK-LABEL: plan.entry @prefetches_states {
plan.entry @prefetches_states {
  %pool = plan.state @context
  %stage = plan.stage @context
  %other = plan.stage @other
  plan.launch prefetch @hash "hash"(%pool, %stage) [[#plan<dim pool>], [#plan<dim rows>]] writes 1
  plan.launch @first "first"(%other) [[#plan<dim rows>]] writes 1
  // CHECK: plan.wait
  plan.wait %pool
  %again = plan.stage @context
  plan.launch @second "second"(%again) [[#plan<dim rows>]] writes 0
}
