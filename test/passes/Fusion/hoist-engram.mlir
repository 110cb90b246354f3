// RUN: cedar-opt %s --cedar-hoist-engram | FileCheck %s
// RUN: cedar-opt %s --cedar-hoist-engram=least-overlap=2 | FileCheck %s --check-prefix=TWO
// RUN: cedar-opt %s --cedar-hoist-engram --remarks-filter=cedar-hoist-engram --remark-policy=all --remark-format=emitRemark 2>&1 | FileCheck %s --check-prefix=REMARK

// Table rows depend on tokens and row numbers only. They are fetched from the start
// of the entry on, in program order; what two gathers share moves once.

#row32 = #cedar.scaled<f8E8M0FNU, [1, 32]>
!context = !cedar.state<ring, 4, 1, tensor<1xi32>>
cedar.weight @map from ["<token_map>"] : tensor<16xi32>
cedar.weight @norm from ["norm"] : tensor<64xbf16>
cedar.weight @table.1 from ["t1", "t1.scale"] : tensor<14x32xf8E4M3FN, #row32>
cedar.weight @table.2 from ["t2", "t2.scale"] : tensor<14x32xf8E4M3FN, #row32>
cedar.state @context "engram_context" layer 0 : !context

// CHECK-LABEL: func.func @decode(
// CHECK-NEXT: %[[MAP:.*]] = cedar.weight_ref @map
// CHECK-NEXT: %[[CONTEXT:.*]] = cedar.state_ref @context
// CHECK-NEXT: %[[IDS:.*]] = cedar.compress_tokens %{{.*}}, %{{.*}}, %[[MAP]] {cedar.prefetch}
// CHECK-NEXT: %[[ROWS1:.*]] = cedar.ngram_hash %[[IDS]], %{{.*}}, %[[MAP]], %[[CONTEXT]] {cedar.prefetch, multipliers
// CHECK-NEXT: %[[TABLE1:.*]] = cedar.weight_ref @table.1
// CHECK-NEXT: %[[E1:.*]] = cedar.table_gather %[[ROWS1]], %[[TABLE1]] {cedar.prefetch}
// CHECK-NEXT: %[[ROWS2:.*]] = cedar.ngram_hash %[[IDS]], {{.*}} {cedar.prefetch, multipliers
// CHECK-NEXT: %[[TABLE2:.*]] = cedar.weight_ref @table.2
// CHECK-NEXT: %[[E2:.*]] = cedar.table_gather %[[ROWS2]], %[[TABLE2]] {cedar.prefetch}
// CHECK-NEXT: %[[NORM:.*]] = cedar.weight_ref @norm
// CHECK-NEXT: %[[Y:.*]] = cedar.rms_norm %{{.*}}, %[[NORM]] {epsilon
// CHECK: cedar.state_stage
// CHECK-NEXT: %[[Z1:.*]] = cedar.rms_norm %[[E1]], %[[NORM]] {epsilon
// CHECK-NEXT: %[[Z2:.*]] = cedar.rms_norm %[[E2]], %[[NORM]] {epsilon
// CHECK-NEXT: return %[[Y]], %[[Z1]], %[[Z2]]
// REMARK: remark: [Passed] prefetched | Category:cedar-hoist-engram | Function=decode | KernelsBeside=1, Reason="they depend on tokens and row numbers only", Remark="3 kernels that give table rows run beside the 1 before the rows' first reader"
// REMARK: remark: [Passed] prefetched | {{.*}}Remark="3 kernels that give table rows run beside the 2 before the rows' first reader"
// With a least overlap of 2, the first one stays.
// TWO-LABEL: func.func @decode(
// TWO-NEXT: cedar.weight_ref @map
// TWO: cedar.ngram_hash {{.*}} {cedar.prefetch, multipliers = array<i64: 9, 11>
// TWO: cedar.table_gather {{.*}} {cedar.prefetch}
// TWO: cedar.rms_norm
// TWO: cedar.ngram_hash {{.*}} {multipliers = array<i64: 3, 5>
// TWO: cedar.table_gather %{{[0-9]+}}, %{{[a-z0-9.]+}} :
func.func @decode(%x: tensor<?x64xbf16> {cedar.name = "x"}, %tokens: tensor<?xi32> {cedar.name = "tokens"},
                  %kind: tensor<?xi8> {cedar.name = "kind"}, %positions: tensor<?xi32> {cedar.name = "positions"},
                  %sequence: tensor<?xi32> {cedar.name = "sequence"}, %length: tensor<?xi32> {cedar.name = "length"},
                  %slots: tensor<?xi32> {cedar.name = "slots"})
    -> (tensor<?x64xbf16> {cedar.name = "y"}, tensor<?x64xbf16> {cedar.name = "z1"}, tensor<?x64xbf16> {cedar.name = "z2"})
    attributes {cedar.entry} {
  %norm = cedar.weight_ref @norm : tensor<64xbf16>
  %y = cedar.rms_norm %x, %norm {epsilon = 1.0e-20 : f32} : (tensor<?x64xbf16>, tensor<64xbf16>) -> tensor<?x64xbf16>
  %map = cedar.weight_ref @map : tensor<16xi32>
  %context = cedar.state_ref @context : !context
  %ids = cedar.compress_tokens %tokens, %kind, %map : (tensor<?xi32>, tensor<?xi8>, tensor<16xi32>) -> tensor<?xi32>
  %rows1 = cedar.ngram_hash %ids, %positions, %sequence, %length, %slots, %map, %context
      {multipliers = array<i64: 3, 5>, primes = array<i64: 7, 7>, padToken = 2 : i64}
      : (tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<16xi32>, !context) -> tensor<?x2xi32>
  %n = arith.constant 0 : index
  %t = tensor.dim %ids, %n : tensor<?xi32>
  %column = tensor.expand_shape %ids [[0, 1]] output_shape [%t, 1] : tensor<?xi32> into tensor<?x1xi32>
  cedar.state_stage %column, %context : (tensor<?x1xi32>, !context) -> ()
  %table1 = cedar.weight_ref @table.1 : tensor<14x32xf8E4M3FN, #row32>
  %e1 = cedar.table_gather %rows1, %table1 : (tensor<?x2xi32>, tensor<14x32xf8E4M3FN, #row32>) -> tensor<?x64xbf16>
  %z1 = cedar.rms_norm %e1, %norm {epsilon = 1.0e-20 : f32} : (tensor<?x64xbf16>, tensor<64xbf16>) -> tensor<?x64xbf16>
  %rows2 = cedar.ngram_hash %ids, %positions, %sequence, %length, %slots, %map, %context
      {multipliers = array<i64: 9, 11>, primes = array<i64: 7, 7>, padToken = 2 : i64}
      : (tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<16xi32>, !context) -> tensor<?x2xi32>
  %table2 = cedar.weight_ref @table.2 : tensor<14x32xf8E4M3FN, #row32>
  %e2 = cedar.table_gather %rows2, %table2 : (tensor<?x2xi32>, tensor<14x32xf8E4M3FN, #row32>) -> tensor<?x64xbf16>
  %z2 = cedar.rms_norm %e2, %norm {epsilon = 1.0e-20 : f32} : (tensor<?x64xbf16>, tensor<64xbf16>) -> tensor<?x64xbf16>
  return %y, %z1, %z2 : tensor<?x64xbf16>, tensor<?x64xbf16>, tensor<?x64xbf16>
}

// Only entries are changed.
// CHECK-LABEL: func.func @no_entry(
// CHECK-NOT: cedar.prefetch
func.func @no_entry(%x: tensor<?x64xbf16>, %rows: tensor<?x2xi32>) -> (tensor<?x64xbf16>, tensor<?x64xbf16>) {
  %norm = cedar.weight_ref @norm : tensor<64xbf16>
  %y = cedar.rms_norm %x, %norm {epsilon = 1.0e-20 : f32} : (tensor<?x64xbf16>, tensor<64xbf16>) -> tensor<?x64xbf16>
  %table = cedar.weight_ref @table.1 : tensor<14x32xf8E4M3FN, #row32>
  %e = cedar.table_gather %rows, %table : (tensor<?x2xi32>, tensor<14x32xf8E4M3FN, #row32>) -> tensor<?x64xbf16>
  return %y, %e : tensor<?x64xbf16>, tensor<?x64xbf16>
}
