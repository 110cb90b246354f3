// RUN: cedar-opt %s --cedar-cost -o /dev/null | FileCheck %s
// RUN: cedar-opt %s --pass-pipeline='builtin.module(cedar-cost{rows=4 sequences=2 context=100})' -o /dev/null | FileCheck %s --check-prefix=FOUR
// RUN: cedar-opt %s --pass-pipeline='builtin.module(cedar-cost{machine=h200-reference file=%t.json})' | FileCheck %s --check-prefix=SAME
// RUN: FileCheck %s --check-prefix=REFERENCE < %t.json
// RUN: cedar-opt %s --cedar-cost -o /dev/null --remarks-filter=cedar-cost --remark-policy=all --remark-format=emitRemark 2>&1 | FileCheck %s --check-prefix=REMARK

// A product, the steps behind it, and what takes their rows. The norm and the
// rounding run where the product's result is made: of their rows only the codes
// move. The module stays as it is.

// CHECK: "machine": {
// CHECK-NEXT: "name": "h200"
// CHECK: "memory_bytes_per_s": 4300000000000
// CHECK: "fp8": 1580000000000000
// REFERENCE: "name": "h200-reference"

#row32 = #cedar.scaled<f8E8M0FNU, [1, 32]>
#tile = #cedar.scaled<f8E8M0FNU, [32, 32]>

cedar.weight @layers.3.attn.wq_a.weight from ["wq_a"] : tensor<160x64xbf16>
cedar.weight @layers.3.attn.q_norm.weight from ["q_norm"] : tensor<160xbf16>
cedar.weight @layers.3.attn.wq_b.weight from ["wq_b", "wq_b.scale"] : tensor<320x160xf8E4M3FN, #tile>

// CHECK: "entry": "f"
// CHECK-NEXT: "rows": 1,
// CHECK-NEXT: "sequences": 1,
// CHECK-NEXT: "context": 0,
// CHECK-NEXT: "asked_rows": 1,
// CHECK-NEXT: "launches": 2,
// CHECK-NEXT: "floor_us":
// CHECK-NEXT: "bound": "memory",
// CHECK: "as_planned": {
// CHECK-NEXT: "launches": 4,
// CHECK: "groups": [
// CHECK-NEXT: {
// CHECK-NEXT: "group": "attn.wq_a",
// CHECK-NEXT: "launches": 1,
// FOUR: "context": 100
// FOUR-NEXT: "asked_rows": 2
// FOUR: "group": "attn.wq_a"
//   64 bf16 values come in, 160 codes with 5 scales go out.
// CHECK: "flops": {
// CHECK: "f32": 1120,
// CHECK-NEXT: "bf16": 20480
// CHECK: "bytes": {
// CHECK-NEXT: "total": 21093,
// CHECK-NEXT: "weights": 20800,
// CHECK-NEXT: "activations_read": 128,
// CHECK-NEXT: "activations_written": 165
// FOUR: "weights": 20800,
// FOUR-NEXT: "activations_read": 512,
// FOUR-NEXT: "activations_written": 660
// CHECK: "intensity":
// CHECK: "group": "attn.wq_b",
// CHECK: "fp8": 102400
// CHECK: "activations_read": 165,
// CHECK-NEXT: "activations_written": 640
// CHECK: "layers": [
// CHECK-NEXT: {
// CHECK-NEXT: "layer": "layers.3",
// CHECK-NEXT: "launches": 2,
// CHECK: "kernels": [
// CHECK-NEXT: {
// CHECK-NEXT: "kernel": "linear_0",
// CHECK: "kernel": "rms_norm_0",
// CHECK: "kernel": "quantize_0",
// CHECK: "kernel": "linear_1",
// CHECK: "ops": [
// CHECK-NEXT: {
// CHECK-NEXT: "op": "cedar.linear",
// CHECK-NEXT: "path": "layers.3.attn.wq_a",
// CHECK-NEXT: "kernel": "linear_0",
// REMARK: remark: [Analysis] floor | Category:cedar-cost | Function=f | Reason="memory bounds most of it", Remark="at least 0.017 us on h200"
// SAME-LABEL: func.func @f
// SAME: cedar.linear
// SAME-NEXT: weight_ref @layers.3.attn.q_norm.weight
// SAME-NEXT: cedar.rms_norm
func.func @f(%x: tensor<?x64xbf16>) -> tensor<?x320xbf16> {
  %a = cedar.weight_ref @layers.3.attn.wq_a.weight : tensor<160x64xbf16>
  %0 = cedar.linear %x, %a : (tensor<?x64xbf16>, tensor<160x64xbf16>) -> tensor<?x160xbf16> loc("layers.3.attn.wq_a")
  %n = cedar.weight_ref @layers.3.attn.q_norm.weight : tensor<160xbf16>
  %1 = cedar.rms_norm %0, %n {epsilon = 1.0e-20 : f32} : (tensor<?x160xbf16>, tensor<160xbf16>) -> tensor<?x160xbf16> loc("layers.3.attn.q_norm")
  %2 = cedar.quantize %1 : (tensor<?x160xbf16>) -> tensor<?x160xf8E4M3FN, #row32> loc("layers.3.attn.q_norm")
  %b = cedar.weight_ref @layers.3.attn.wq_b.weight : tensor<320x160xf8E4M3FN, #tile>
  %3 = cedar.linear %2, %b : (tensor<?x160xf8E4M3FN, #row32>, tensor<320x160xf8E4M3FN, #tile>) -> tensor<?x320xbf16> loc("layers.3.attn.wq_b")
  return %3 : tensor<?x320xbf16>
}

// The norm's rows are read by something else too, so they leave the group.
// CHECK: "entry": "shared"
// CHECK: "launches": 2,
// CHECK: "group": "linear",
// CHECK: "activations_written": 495
func.func @shared(%x: tensor<?x64xbf16>, %a: tensor<160x64xbf16>, %n: tensor<160xbf16>) -> (tensor<?x160xbf16>, tensor<?x160xf8E4M3FN, #row32>, tensor<?x5xbf16>) {
  %0 = cedar.linear %x, %a : (tensor<?x64xbf16>, tensor<160x64xbf16>) -> tensor<?x160xbf16>
  %1 = cedar.rms_norm %0, %n {epsilon = 1.0e-20 : f32} : (tensor<?x160xbf16>, tensor<160xbf16>) -> tensor<?x160xbf16>
  %2 = cedar.quantize %1 : (tensor<?x160xbf16>) -> tensor<?x160xf8E4M3FN, #row32>
  %w = arith.constant dense<1.0> : tensor<5x160xbf16>
  %3 = cedar.linear %1, %w : (tensor<?x160xbf16>, tensor<5x160xbf16>) -> tensor<?x5xbf16>
  return %1, %2, %3 : tensor<?x160xbf16>, tensor<?x160xf8E4M3FN, #row32>, tensor<?x5xbf16>
}
