// RUN: cedar-opt %s --cedar-fuse-quantize | FileCheck %s
// RUN: cedar-opt %s --cedar-fuse-quantize --remarks-filter=cedar-fuse-quantize --remark-policy=all --remark-format=emitRemark 2>&1 | FileCheck %s --check-prefix=REMARK

#row16 = #cedar.scaled<f8E4M3FN, [1, 16]>
#row32 = #cedar.scaled<f8E8M0FNU, [1, 32]>

// CHECK-LABEL: @joined
// CHECK-NOT: cedar.quantize
// CHECK: %[[N:.*]] = cedar.rms_norm %{{.*}}, %{{.*}} {epsilon = {{.*}}} : (tensor<?x64xbf16>, tensor<64xbf16>) -> tensor<?x64xf8E4M3FN, #[[ROW32:.*]]>
// CHECK: %[[S:.*]] = cedar.swiglu %{{.*}}, %{{.*}} {limit = {{.*}}} : {{.*}} -> tensor<?x64xf8E4M3FN, #[[ROW32]]>
// CHECK: %[[R:.*]] = cedar.rope %{{.*}}, %{{.*}} : {{.*}} -> tensor<?x64xf4E2M1FN, #{{.*}}>
// CHECK: return %[[N]], %[[S]], %[[R]]
// REMARK: remark: [Passed] joined | Category:cedar-fuse-quantize | Function=joined | Remark="cedar.rms_norm gives tensor<?x64xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [1, 32]>> instead of tensor<?x64xbf16>"
func.func @joined(%x: tensor<?x64xbf16>, %w: tensor<64xbf16>, %t: tensor<?x2x8xf32>)
    -> (tensor<?x64xf8E4M3FN, #row32>, tensor<?x64xf8E4M3FN, #row32>, tensor<?x64xf4E2M1FN, #row16>) {
  %n = cedar.rms_norm %x, %w {epsilon = 1.0e-20 : f32} : (tensor<?x64xbf16>, tensor<64xbf16>) -> tensor<?x64xbf16>
  %n8 = cedar.quantize %n : (tensor<?x64xbf16>) -> tensor<?x64xf8E4M3FN, #row32>
  %s = cedar.swiglu %x, %x {limit = 10.0 : f32} : (tensor<?x64xbf16>, tensor<?x64xbf16>) -> tensor<?x64xbf16>
  %s8 = cedar.quantize %s : (tensor<?x64xbf16>) -> tensor<?x64xf8E4M3FN, #row32>
  %r = cedar.rope %x, %t : (tensor<?x64xbf16>, tensor<?x2x8xf32>) -> tensor<?x64xbf16>
  %r4 = cedar.quantize %r : (tensor<?x64xbf16>) -> tensor<?x64xf4E2M1FN, #row16>
  return %n8, %s8, %r4
      : tensor<?x64xf8E4M3FN, #row32>, tensor<?x64xf8E4M3FN, #row32>, tensor<?x64xf4E2M1FN, #row16>
}
