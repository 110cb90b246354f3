// RUN: cedar-opt %s --cedar-hoist-engram | FileCheck %s
// RUN: cedar-opt %s --cedar-hoist-engram --remarks-filter=cedar-hoist-engram --remark-policy=all --remark-format=emitRemark 2>&1 | FileCheck %s --check-prefix=REMARK

// What stays, and why.

#row32 = #cedar.scaled<f8E8M0FNU, [1, 32]>
!context = !cedar.state<ring, 4, 1, tensor<1xi32>>
cedar.weight @map from ["<token_map>"] : tensor<16xi32>
cedar.weight @norm from ["norm"] : tensor<64xbf16>
cedar.weight @bias from ["bias"] : tensor<8xf32>
cedar.weight @table from ["t", "t.scale"] : tensor<14x32xf8E4M3FN, #row32>
cedar.state @context "engram_context" layer 0 : !context

// CHECK-LABEL: @activations
// CHECK: cedar.rms_norm
// CHECK-NEXT: cedar.weight_ref @bias
// CHECK-NEXT: cedar.route
// CHECK-NOT: cedar.prefetch
// REMARK: remark: [Missed] depends | {{.*}} | Function=activations | Reason="cedar.route reads activations", Remark="table_gather stays where it is"
func.func @activations(%x: tensor<?x64xbf16> {cedar.name = "x"}, %logits: tensor<?x8xf32> {cedar.name = "logits"},
                       %kind: tensor<?xi8> {cedar.name = "kind"})
    -> (tensor<?x64xbf16> {cedar.name = "y"}, tensor<?x64xbf16> {cedar.name = "e"}) attributes {cedar.entry} {
  %norm = cedar.weight_ref @norm : tensor<64xbf16>
  %y = cedar.rms_norm %x, %norm {epsilon = 1.0e-20 : f32} : (tensor<?x64xbf16>, tensor<64xbf16>) -> tensor<?x64xbf16>
  %bias = cedar.weight_ref @bias : tensor<8xf32>
  %rows, %weights = cedar.route %logits, %kind, %bias, %bias
      {topk = 2 : i64, routeScale = 1.0 : f32, gateTemperature = 1.0 : f32, normalize = true}
      : (tensor<?x8xf32>, tensor<?xi8>, tensor<8xf32>, tensor<8xf32>) -> (tensor<?x2xi32>, tensor<?x2xf32>)
  %table = cedar.weight_ref @table : tensor<14x32xf8E4M3FN, #row32>
  %e = cedar.table_gather %rows, %table : (tensor<?x2xi32>, tensor<14x32xf8E4M3FN, #row32>) -> tensor<?x64xbf16>
  return %y, %e : tensor<?x64xbf16>, tensor<?x64xbf16>
}

// CHECK-LABEL: @no_kernel
// CHECK: cedar.rms_norm
// CHECK-NEXT: arith.addi
// CHECK-NOT: cedar.prefetch
// REMARK: remark: [Missed] depends | {{.*}} | Function=no_kernel | Reason="arith.addi is no kernel that could run beside others"
func.func @no_kernel(%x: tensor<?x64xbf16> {cedar.name = "x"}, %ids: tensor<?x2xi32> {cedar.name = "ids"})
    -> (tensor<?x64xbf16> {cedar.name = "y"}, tensor<?x64xbf16> {cedar.name = "e"}) attributes {cedar.entry} {
  %norm = cedar.weight_ref @norm : tensor<64xbf16>
  %y = cedar.rms_norm %x, %norm {epsilon = 1.0e-20 : f32} : (tensor<?x64xbf16>, tensor<64xbf16>) -> tensor<?x64xbf16>
  %rows = arith.addi %ids, %ids : tensor<?x2xi32>
  %table = cedar.weight_ref @table : tensor<14x32xf8E4M3FN, #row32>
  %e = cedar.table_gather %rows, %table : (tensor<?x2xi32>, tensor<14x32xf8E4M3FN, #row32>) -> tensor<?x64xbf16>
  return %y, %e : tensor<?x64xbf16>, tensor<?x64xbf16>
}

// CHECK-LABEL: @written_state
// CHECK: cedar.rms_norm
// CHECK-NOT: cedar.prefetch
// CHECK: cedar.state_commit
// REMARK: remark: [Missed] depends | {{.*}} | Function=written_state | Reason="the state 'context' is read, which cedar.state_commit writes"
func.func @written_state(%x: tensor<?x64xbf16> {cedar.name = "x"}, %ids: tensor<?xi32> {cedar.name = "ids"},
                         %i: tensor<?xi32> {cedar.name = "sequence"}, %s: tensor<?xi32> {cedar.name = "slots"})
    -> (tensor<?x64xbf16> {cedar.name = "y"}, tensor<?x64xbf16> {cedar.name = "e"}) attributes {cedar.entry} {
  %norm = cedar.weight_ref @norm : tensor<64xbf16>
  %y = cedar.rms_norm %x, %norm {epsilon = 1.0e-20 : f32} : (tensor<?x64xbf16>, tensor<64xbf16>) -> tensor<?x64xbf16>
  %map = cedar.weight_ref @map : tensor<16xi32>
  %context = cedar.state_ref @context : !context
  %rows = cedar.ngram_hash %ids, %i, %i, %s, %s, %map, %context
      {multipliers = array<i64: 3, 5>, primes = array<i64: 7, 7>, padToken = 2 : i64}
      : (tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<16xi32>, !context) -> tensor<?x2xi32>
  %table = cedar.weight_ref @table : tensor<14x32xf8E4M3FN, #row32>
  %e = cedar.table_gather %rows, %table : (tensor<?x2xi32>, tensor<14x32xf8E4M3FN, #row32>) -> tensor<?x64xbf16>
  cedar.state_commit %i, %i, %s, %s, %s, %context
      : (tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, !context) -> ()
  return %y, %e : tensor<?x64xbf16>, tensor<?x64xbf16>
}

// CHECK-LABEL: @no_table
// CHECK-NOT: cedar.prefetch
// REMARK: remark: [Analysis] left-alone | Category:cedar-hoist-engram | Function=no_table | Reason="it has no table_gather", Remark="@no_table is left as it is", Suggestion="a layer with an Engram table has rows to fetch"
func.func @no_table(%x: tensor<?xi32> {cedar.name = "x"}) -> (tensor<?xi32> {cedar.name = "y"}) attributes {cedar.entry} {
  return %x : tensor<?xi32>
}

// CHECK-LABEL: @no_entry
// CHECK-NOT: cedar.prefetch
// REMARK: remark: [Analysis] left-alone | Category:cedar-hoist-engram | Function=no_entry | Reason="it is no entry (cedar.entry)", Remark="@no_entry is left as it is", Suggestion="mark it with cedar.entry if a caller runs it"
func.func @no_entry(%rows: tensor<?x2xi32>) -> tensor<?x64xbf16> {
  %table = cedar.weight_ref @table : tensor<14x32xf8E4M3FN, #row32>
  %e = cedar.table_gather %rows, %table : (tensor<?x2xi32>, tensor<14x32xf8E4M3FN, #row32>) -> tensor<?x64xbf16>
  return %e : tensor<?x64xbf16>
}

// CHECK-LABEL: @nothing_before
// CHECK-NOT: cedar.prefetch
// REMARK: remark: [Missed] overlap | {{.*}} | Function=nothing_before | Reason="0 kernels run before its first reader, expected at least 1", Remark="table_gather stays where it is", Suggestion="least-overlap=0 would prefetch it"
func.func @nothing_before(%rows: tensor<?x2xi32> {cedar.name = "rows"}) -> (tensor<?x64xbf16> {cedar.name = "y"})
    attributes {cedar.entry} {
  %norm = cedar.weight_ref @norm : tensor<64xbf16>
  %table = cedar.weight_ref @table : tensor<14x32xf8E4M3FN, #row32>
  %e = cedar.table_gather %rows, %table : (tensor<?x2xi32>, tensor<14x32xf8E4M3FN, #row32>) -> tensor<?x64xbf16>
  %y = cedar.rms_norm %e, %norm {epsilon = 1.0e-20 : f32} : (tensor<?x64xbf16>, tensor<64xbf16>) -> tensor<?x64xbf16>
  return %y : tensor<?x64xbf16>
}
