// RUN: cedar-opt %s --cedar-derive-entries | FileCheck %s
// RUN: cedar-opt %s --cedar-derive-entries=entries=decode,commit | FileCheck %s --check-prefix=SOME
// RUN: cedar-opt %s --cedar-derive-entries=verify-max=5 | FileCheck %s --check-prefix=MAX
// RUN: cedar-opt %s --cedar-derive-entries --remarks-filter=cedar-derive-entries --remark-policy=all --remark-format=emitRemark 2>&1 | FileCheck %s --check-prefix=REMARK

// Entries that compute are copies of @forward where nothing is saved on any row;
// @commit has one commit for each ring that they stage, in the module's order. The
// layerwise entry stays and gets the commit of the rings that it stages.

#rows = #cedar.scaled<f8E8M0FNU, [1, 32]>
!window = !cedar.state<ring, 4, 1, tensor<32xf8E4M3FN, #rows>>
!tails = !cedar.state<ring, 2, 1, tensor<32xf32>>
cedar.state @window "window" layer 0 : !window
cedar.state @keys "index_keys" layer 0 : !cedar.state<paged, 8, 1, tensor<32xf4E2M1FN, #rows>>
cedar.state @tails "tail_values" layer 0 : !tails

// REMARK-DAG: [Missed] replay | {{.*}}Function=prefill_replay | Reason="no layer appends to a cache of the whole prompt, so that rows before the segment would be forgotten", Remark="replay is the exact prefill", Suggestion="a layer with compressed entries makes the model an encoder-decoder"
// REMARK-DAG: Function=prefill_exact | Reason="all rows of all layers", Remark="derived @prefill_exact from @forward"
// REMARK-DAG: Function=prefill_replay | Reason="all rows of all layers", Remark="derived @prefill_replay from @forward"
// REMARK-DAG: Function=commit | Reason="one state_commit for each staged ring", Remark="derived @commit from @forward"

// CHECK-NOT: func.func @forward
// CHECK-NOT: "replay"
// CHECK: func.func @layerwise(
// CHECK-SAME: cedar.commit = @commit_layerwise, cedar.entry}
// CHECK: func.func @prefill_exact(%{{.*}}: tensor<?x2x32xbf16> {cedar.name = "x"}, %{{.*}}: tensor<?x2xf32> {cedar.name = "a"}, %{{.*}}: tensor<?x32xf32> {cedar.name = "t"})
// CHECK-SAME: -> (tensor<?x32xbf16> {cedar.name = "y"}) attributes {cedar.commit = @commit, cedar.entry}
// CHECK: cedar.mhc_collapse
// CHECK: func.func @prefill_replay(
// CHECK-SAME: attributes {cedar.commit = @commit, cedar.entry}
// CHECK: cedar.mhc_collapse
// CHECK: func.func @decode(
// CHECK-SAME: attributes {cedar.commit = @commit, cedar.entry, cedar.max_rows = 1 : i64}
// CHECK: cedar.mhc_collapse
// CHECK: func.func @verify(
// CHECK-SAME: attributes {cedar.commit = @commit, cedar.entry, cedar.max_rows = 8 : i64}
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
// CHECK: func.func @commit_layerwise(
// CHECK-NEXT: cedar.state_ref @tails
// CHECK-NEXT: cedar.state_commit
// CHECK-NEXT: return

// SOME-NOT: @prefill_exact
// SOME: func.func @decode(
// SOME: func.func @commit
// SOME: func.func @commit
// SOME-NOT: func.func @

// MAX: func.func @verify(
// MAX-SAME: cedar.max_rows = 5 : i64
func.func @layerwise(%t: tensor<?x32xf32> {cedar.name = "t"}) attributes {cedar.entry} {
  %tails = cedar.state_ref @tails : !tails
  cedar.state_stage %t, %tails : (tensor<?x32xf32>, !tails) -> ()
  return
}
func.func @forward(%x: tensor<?x2x32xbf16> {cedar.name = "x"},
                   %a: tensor<?x2xf32> {cedar.name = "a"},
                   %t: tensor<?x32xf32> {cedar.name = "t"})
    -> (tensor<?x32xbf16> {cedar.name = "y"}) attributes {cedar.entry} {
  %y = cedar.mhc_collapse %x, %a : (tensor<?x2x32xbf16>, tensor<?x2xf32>) -> tensor<?x32xbf16>
  %q = cedar.quantize %y : (tensor<?x32xbf16>) -> tensor<?x32xf8E4M3FN, #rows>
  %tails = cedar.state_ref @tails : !tails
  %window = cedar.state_ref @window : !window
  cedar.state_stage %t, %tails : (tensor<?x32xf32>, !tails) -> ()
  cedar.state_stage %q, %window : (tensor<?x32xf8E4M3FN, #rows>, !window) -> ()
  return %y : tensor<?x32xbf16>
}
