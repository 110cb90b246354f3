// RUN: cedar-opt %s --pass-pipeline='builtin.module(plan.entry(plan-assign-offsets))' | FileCheck %s
// RUN: cedar-opt %s --pass-pipeline='builtin.module(plan.entry(plan-assign-offsets{alignment=128}))' | FileCheck %s --check-prefix=WIDE

// Buffers that live at the same time are apart, others share; an output lives to
// the end. Each dim has a section of its own, whose size is noted.

// CHECK-LABEL: plan.entry @chain attributes {sections = array<i64: 0, 448, 0, 64, 0, 0, 0, 0>}
// WIDE-LABEL: plan.entry @chain attributes {sections = array<i64: 0, 512, 0, 128, 0, 0, 0, 0>}
plan.entry @chain {
  %x = plan.input "x" [#plan<dim rows>] : tensor<?x4xf32>
  // CHECK: %[[A:.*]] = plan.buffer rows 100 at 256
  // WIDE: plan.buffer rows 100 at 256
  %a = plan.buffer rows 100
  // CHECK: plan.buffer rows 200 at 0
  // WIDE: plan.buffer rows 200 at 0
  %b = plan.buffer rows 200
  // No longer live with %a, so it takes its place.
  // CHECK: plan.buffer rows 90 at 256
  // WIDE: plan.buffer rows 90 at 256
  %c = plan.buffer rows 90
  // Live with %b and %c until the output.
  // CHECK: plan.buffer rows 16 at 384
  // WIDE: plan.buffer rows 16 at 384
  %d = plan.buffer rows 16
  // CHECK: plan.buffer out_rows 8 at 0
  %e = plan.buffer out_rows 8
  plan.launch @k "p"(%x, %a) [[#plan<dim rows>], [#plan<dim rows>]] writes 1
  plan.launch @k "p"(%a, %b) [[#plan<dim rows>], [#plan<dim rows>]] writes 1
  plan.launch @k "p"(%b, %c) [[#plan<dim rows>], [#plan<dim rows>]] writes 1
  plan.launch @k "p"(%c, %b, %d) [[#plan<dim rows>], [#plan<dim rows>], [#plan<dim rows>]] writes 1
  plan.launch @k "p"(%d, %e) [[#plan<dim rows>], [#plan<dim out_rows>]] writes 1
  plan.output "y" %e [#plan<dim out_rows>] : tensor<?x2xf32>
}

// A buffer fits into the hole between two others that are live.
// CHECK-LABEL: plan.entry @hole attributes {sections = array<i64: 0, 576, 0, 0, 0, 0, 0, 0>}
plan.entry @hole {
  // CHECK-NEXT: plan.buffer rows 256 at 0
  %a = plan.buffer rows 256
  // CHECK-NEXT: plan.buffer rows 192 at 256
  %b = plan.buffer rows 192
  // CHECK-NEXT: plan.buffer rows 128 at 448
  %c = plan.buffer rows 128
  // CHECK-NEXT: plan.buffer rows 64 at 256
  %d = plan.buffer rows 64
  plan.launch @k "p"(%a, %b, %c) [[#plan<dim rows>], [#plan<dim rows>], [#plan<dim rows>]] writes 3
  plan.launch @k "p"(%a, %c, %d) [[#plan<dim rows>], [#plan<dim rows>], [#plan<dim rows>]] writes 1
}

// Prefetched launches run at the same time as all launches before their wait: what
// they use is not used for anything else until then, the ids of the first one
// included. The one that is not waited for runs to the end.
// CHECK-LABEL: plan.entry @prefetched attributes {sections = array<i64: 0, 512, 0, 0, 0, 0, 0, 0>}
plan.entry @prefetched {
  %x = plan.input "x" [#plan<dim rows>] : tensor<?x4xf32>
  // CHECK: plan.buffer rows 64 at 320
  %ids = plan.buffer rows 64
  // CHECK-NEXT: plan.buffer rows 192 at 0
  %rows = plan.buffer rows 192
  // CHECK-NEXT: plan.buffer rows 64 at 384
  %late = plan.buffer rows 64
  // CHECK-NEXT: plan.buffer rows 128 at 192
  %a = plan.buffer rows 128
  // CHECK-NEXT: plan.buffer rows 64 at 448
  %b = plan.buffer rows 64
  // CHECK-NEXT: plan.buffer rows 64 at 192
  %c = plan.buffer rows 64
  plan.launch prefetch @k "p"(%x, %ids) [[#plan<dim rows>], [#plan<dim rows>]] writes 1
  plan.launch prefetch @k "p"(%ids, %rows) [[#plan<dim rows>], [#plan<dim rows>]] writes 1
  plan.launch prefetch @k "p"(%x, %late) [[#plan<dim rows>], [#plan<dim rows>]] writes 1
  plan.launch @k "p"(%x, %a) [[#plan<dim rows>], [#plan<dim rows>]] writes 1
  plan.launch @k "p"(%a, %b) [[#plan<dim rows>], [#plan<dim rows>]] writes 1
  plan.wait %rows
  plan.launch @k "p"(%rows, %b, %c) [[#plan<dim rows>], [#plan<dim rows>], [#plan<dim rows>]] writes 1
}
