// RUN: cedar-opt %s --split-input-file --cedar-form-kernels --convert-cedar-to-plan | FileCheck %s

#rows = #cedar.scaled<f8E8M0FNU, [1, 32]>
#tiles = #cedar.scaled<f8E8M0FNU, [32, 32]>

// Codes and scales of a weight are two references; results are buffers, in bytes
// per row; a launch names the extents of each argument and how many it writes.

cedar.weight @norm from ["norm"] : tensor<64xbf16>
cedar.weight @w from ["w", "w.scale"] : tensor<32x64xf8E4M3FN, #tiles>

// CHECK: plan.entry @decode {
// CHECK-NEXT: %[[X:.*]] = plan.input "x" [#plan<dim rows>] : tensor<?x64xbf16>
// CHECK-NEXT: %[[OUT:.*]] = plan.input "out_rows" [#plan<dim out_rows>] : tensor<?xi32>
// CHECK-NEXT: %[[NORM:.*]] = plan.weight @norm 0
// CHECK-NEXT: %[[Y:.*]] = plan.buffer rows 128
// CHECK-NEXT: plan.launch @rms_norm_0 "layers.0.attn_norm/rms_norm"(%[[X]], %[[NORM]], %[[Y]])
// CHECK-SAME: {{\[}}[#plan<dim rows>], [], [#plan<dim rows>]] writes 1
// Packed rows: 64 codes and 2 scales.
// CHECK-NEXT: %[[CODES:.*]] = plan.buffer rows 66
// CHECK-NEXT: plan.launch @quantize_0 "quantize"(%[[Y]], %[[CODES]])
// CHECK-NEXT: %[[W0:.*]] = plan.weight @w 0
// CHECK-NEXT: %[[W1:.*]] = plan.weight @w 1
// CHECK-NEXT: %[[PRODUCT:.*]] = plan.buffer rows 64
// CHECK-NEXT: plan.launch @linear_0 "linear"(%[[CODES]], %[[W0]], %[[W1]], %[[PRODUCT]])
// CHECK-SAME: {{\[}}[#plan<dim rows>], [], [], [#plan<dim rows>]] writes 1
// A gather has as many rows as its index; a reshape is the same buffer.
// CHECK-NEXT: %[[TAKEN:.*]] = plan.buffer out_rows 64
// CHECK-NEXT: plan.launch @take_rows_0 "take_rows"(%[[PRODUCT]], %[[OUT]], %[[TAKEN]])
// CHECK-SAME: {{\[}}[#plan<dim rows>], [#plan<dim out_rows>], [#plan<dim out_rows>]] writes 1
// CHECK-NEXT: plan.output "y" %[[TAKEN]] [#plan<dim out_rows>] : tensor<?x4x8xbf16>
// CHECK-NEXT: }
func.func @decode(%x: tensor<?x64xbf16> {cedar.name = "x"}, %out: tensor<?xi32> {cedar.name = "out_rows"})
    -> (tensor<?x4x8xbf16> {cedar.name = "y"}) attributes {cedar.entry} {
  %c0 = arith.constant 0 : index
  %norm = cedar.weight_ref @norm : tensor<64xbf16>
  %w = cedar.weight_ref @w : tensor<32x64xf8E4M3FN, #tiles>
  %y = cedar.rms_norm %x, %norm {epsilon = 1.0e-20 : f32}
      : (tensor<?x64xbf16>, tensor<64xbf16>) -> tensor<?x64xbf16> loc("layers.0.attn_norm")
  %q = cedar.quantize %y : (tensor<?x64xbf16>) -> tensor<?x64xf8E4M3FN, #rows>
  %p = cedar.linear %q, %w : (tensor<?x64xf8E4M3FN, #rows>, tensor<32x64xf8E4M3FN, #tiles>) -> tensor<?x32xbf16>
  %taken = cedar.take_rows %p, %out : (tensor<?x32xbf16>, tensor<?xi32>) -> tensor<?x32xbf16>
  %n = tensor.dim %taken, %c0 : tensor<?x32xbf16>
  %e = tensor.expand_shape %taken [[0], [1, 2]] output_shape [%n, 4, 8] : tensor<?x32xbf16> into tensor<?x4x8xbf16>
  return %e : tensor<?x4x8xbf16>
}

// -----

// A value staged for a ring is produced in the ring's staged rows. A commit reads
// these and marks the entry.

#rows = #cedar.scaled<f8E8M0FNU, [1, 32]>
!ring = !cedar.state<ring, 4, 1, tensor<64xf8E4M3FN, #rows>>
cedar.state @ring "window" layer 0 : !ring

// CHECK: plan.entry @decode {
// CHECK: %[[STAGE:.*]] = plan.stage @ring
// CHECK-NEXT: plan.launch @quantize_0 "quantize"(%{{.*}}, %[[STAGE]])
// CHECK-NEXT: plan.output "y" %[[STAGE]]
func.func @decode(%x: tensor<?x64xbf16> {cedar.name = "x"})
    -> (tensor<?x64xf8E4M3FN, #rows> {cedar.name = "y"}) attributes {cedar.entry} {
  %s = cedar.state_ref @ring : !ring
  %y = cedar.quantize %x : (tensor<?x64xbf16>) -> tensor<?x64xf8E4M3FN, #rows>
  cedar.state_stage %y, %s : (tensor<?x64xf8E4M3FN, #rows>, !ring) -> ()
  return %y : tensor<?x64xf8E4M3FN, #rows>
}

// CHECK: plan.entry @commit attributes {commits} {
// CHECK: %[[STATE:.*]] = plan.state @ring
// CHECK-NEXT: %[[ROWS:.*]] = plan.stage @ring
// CHECK-NEXT: plan.launch @state_commit_0 "state_commit"(%{{.*}}, %[[STATE]], %[[ROWS]])
// CHECK-SAME: [#plan<dim pool>], [#plan<dim rows>]] writes 0
func.func @commit(%positions: tensor<?xi32> {cedar.name = "positions"}, %sequence: tensor<?xi32> {cedar.name = "sequence"},
                  %length: tensor<?xi32> {cedar.name = "length"}, %slots: tensor<?xi32> {cedar.name = "slots"},
                  %accepted: tensor<?xi32> {cedar.name = "accepted"}) attributes {cedar.entry} {
  %s = cedar.state_ref @ring : !ring
  cedar.state_commit %positions, %sequence, %length, %slots, %accepted, %s
      : (tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, !ring) -> ()
  return
}

// -----

// A launch that gathers rows says by which argument, and how many of each row.

#rows = #cedar.scaled<f8E8M0FNU, [1, 32]>
cedar.weight @table from ["t", "t.scale"] : tensor<1000x64xf8E4M3FN, #rows>

// CHECK: plan.launch @table_gather_0 "table_gather"(
// CHECK-SAME: writes 1 gather <ids = 0, columns = 3>
func.func @decode(%ids: tensor<?x3xi32> {cedar.name = "ids"}) -> (tensor<?x192xbf16> {cedar.name = "y"})
    attributes {cedar.entry} {
  %table = cedar.weight_ref @table : tensor<1000x64xf8E4M3FN, #rows>
  %y = cedar.table_gather %ids, %table
      : (tensor<?x3xi32>, tensor<1000x64xf8E4M3FN, #rows>) -> tensor<?x192xbf16>
  return %y : tensor<?x192xbf16>
}

// -----

// Prefetched kernels have no wait between them; the first other one that reads what
// they give has one. The last one need not be waited for: the entry's end does.

#rows = #cedar.scaled<f8E8M0FNU, [1, 32]>
cedar.weight @table from ["t", "t.scale"] : tensor<1000x32xf8E4M3FN, #rows>
cedar.weight @map from ["<token_map>"] : tensor<16xi32>
cedar.weight @norm from ["norm"] : tensor<64xbf16>

// CHECK: plan.entry @decode {
// CHECK: plan.launch prefetch @compress_tokens_0 "compress_tokens"({{.*}}, %[[IDS:.*]])
// CHECK: plan.launch prefetch @table_gather_0 "table_gather"({{.*}}, %[[A:.*]]) {{.*}} gather
// CHECK: plan.launch prefetch @table_gather_0 "table_gather"({{.*}}, %[[B:.*]]) {{.*}} gather
// CHECK-NOT: plan.wait
// CHECK: plan.launch @rms_norm_0
// CHECK: plan.wait %[[A]]
// CHECK-NOT: plan.wait
// CHECK: plan.launch @rms_norm_0 "rms_norm"(%[[A]]
// CHECK: plan.launch @rms_norm_0 "rms_norm"(%[[A]]
// CHECK-NOT: plan.wait
// CHECK: plan.output "b" %[[B]]
// The kernels are those of ops that are not prefetched.
// CHECK: func.func private @table_gather_0
// CHECK-NOT: cedar.prefetch
func.func @decode(%x: tensor<?x64xbf16> {cedar.name = "x"}, %rows: tensor<?x2xi32> {cedar.name = "rows"},
                  %tokens: tensor<?xi32> {cedar.name = "tokens"}, %kind: tensor<?xi8> {cedar.name = "kind"})
    -> (tensor<?x64xbf16> {cedar.name = "b"}, tensor<?x64xbf16> {cedar.name = "y"}) attributes {cedar.entry} {
  %map = cedar.weight_ref @map : tensor<16xi32>
  %table = cedar.weight_ref @table : tensor<1000x32xf8E4M3FN, #rows>
  %norm = cedar.weight_ref @norm : tensor<64xbf16>
  %ids = cedar.compress_tokens %tokens, %kind, %map {cedar.prefetch}
      : (tensor<?xi32>, tensor<?xi8>, tensor<16xi32>) -> tensor<?xi32>
  %a = cedar.table_gather %rows, %table {cedar.prefetch}
      : (tensor<?x2xi32>, tensor<1000x32xf8E4M3FN, #rows>) -> tensor<?x64xbf16>
  %b = cedar.table_gather %rows, %table {cedar.prefetch}
      : (tensor<?x2xi32>, tensor<1000x32xf8E4M3FN, #rows>) -> tensor<?x64xbf16>
  %w = cedar.rms_norm %x, %norm {epsilon = 1.0e-20 : f32} : (tensor<?x64xbf16>, tensor<64xbf16>) -> tensor<?x64xbf16>
  %y = cedar.rms_norm %a, %norm {epsilon = 1.0e-20 : f32} : (tensor<?x64xbf16>, tensor<64xbf16>) -> tensor<?x64xbf16>
  %z = cedar.rms_norm %a, %norm {epsilon = 1.0e-20 : f32} : (tensor<?x64xbf16>, tensor<64xbf16>) -> tensor<?x64xbf16>
  return %b, %z : tensor<?x64xbf16>, tensor<?x64xbf16>
}
