// RUN: cedar-opt %s --cedar-derive-entries | FileCheck %s
// RUN: cedar-opt %s --cedar-derive-entries=entries=decode,commit | FileCheck %s --check-prefix=SOME
// RUN: cedar-opt %s --cedar-derive-entries --remarks-filter=cedar-derive-entries --remark-policy=all --remark-format=emitRemark 2>&1 | FileCheck %s --check-prefix=REMARK

// Entries that compute are copies of @forward; @commit has one commit for each
// ring, in the module's order, and none for a paged state.

#rows = #cedar.scaled<f8E8M0FNU, [1, 32]>
cedar.state @window "window" layer 0 : !cedar.state<ring, 4, 1, tensor<32xf8E4M3FN, #rows>>
cedar.state @keys "index_keys" layer 0 : !cedar.state<paged, 8, 1, tensor<32xf4E2M1FN, #rows>>
cedar.state @tails "tail_values" layer 0 : !cedar.state<ring, 2, 1, tensor<32xf32>>

// REMARK-DAG: Function=prefill_exact | Reason="all rows of all layers", Remark="derived @prefill_exact from @forward"
// REMARK-DAG: Function=commit | Reason="one state_commit for each ring", Remark="derived @commit from @forward"

// CHECK-NOT: func.func @forward
// CHECK: func.func @prefill_exact(%{{.*}}: tensor<?x2x8xbf16> {cedar.name = "x"}, %{{.*}}: tensor<?x2xf32> {cedar.name = "a"})
// CHECK-SAME: -> (tensor<?x8xbf16> {cedar.name = "y"}) attributes {cedar.entry}
// CHECK: cedar.mhc_collapse
// CHECK: func.func @decode(
// CHECK: cedar.mhc_collapse
// CHECK: func.func @commit(%[[P:[a-z0-9]*]]: tensor<?xi32> {cedar.name = "positions"},
// CHECK-SAME: %[[S:[a-z0-9]*]]: tensor<?xi32> {cedar.name = "sequence"},
// CHECK-SAME: %[[LEN:[a-z0-9]*]]: tensor<?xi32> {cedar.name = "length"},
// CHECK-SAME: %[[SLOTS:[a-z0-9]*]]: tensor<?xi32> {cedar.name = "slots"},
// CHECK-SAME: %[[ACC:[a-z0-9]*]]: tensor<?xi32> {cedar.name = "accepted"}) attributes {cedar.entry}
// CHECK-NEXT: %[[WINDOW:.*]] = cedar.state_ref @window
// CHECK-NEXT: cedar.state_commit %[[P]], %[[S]], %[[LEN]], %[[SLOTS]], %[[ACC]], %[[WINDOW]]
// CHECK-NEXT: %[[TAILS:.*]] = cedar.state_ref @tails
// CHECK-NEXT: cedar.state_commit %[[P]], %[[S]], %[[LEN]], %[[SLOTS]], %[[ACC]], %[[TAILS]]
// CHECK-NEXT: return

// SOME-NOT: @prefill_exact
// SOME: func.func @decode(
// SOME: func.func @commit(
// SOME-NOT: func.func @
func.func @forward(%x: tensor<?x2x8xbf16> {cedar.name = "x"},
                   %a: tensor<?x2xf32> {cedar.name = "a"})
    -> (tensor<?x8xbf16> {cedar.name = "y"}) attributes {cedar.entry} {
  %y = cedar.mhc_collapse %x, %a : (tensor<?x2x8xbf16>, tensor<?x2xf32>) -> tensor<?x8xbf16>
  return %y : tensor<?x8xbf16>
}
