// RUN: cedar-opt %s --one-shot-bufferize="bufferize-function-boundaries=1" --canonicalize | FileCheck %s

// Why kernels do not carry states as tensors. Bufferisation lets a tensor that was
// read from a state before a write show what was written after it, without a copy
// and without a message; a state that is read first and written last is safe.

memref.global "private" @state : memref<4xf32> = dense<0.0>

// The old value is wanted and the new one is read.
// CHECK-LABEL: func.func @hazard(
// CHECK-SAME: %[[NEW:.*]]: memref<4xf32
// CHECK-DAG: %[[STATE:.*]] = memref.get_global @state
// CHECK-NOT: memref.alloc
// CHECK: memref.copy %[[NEW]], %[[STATE]]
// CHECK: memref.load %[[STATE]]
func.func @hazard(%new: tensor<4xf32>, %i: index) -> f32 {
  %state = memref.get_global @state : memref<4xf32>
  %old = bufferization.to_tensor %state restrict writable : memref<4xf32> to tensor<4xf32>
  bufferization.materialize_in_destination %new in restrict writable %state : (tensor<4xf32>, memref<4xf32>) -> ()
  %v = tensor.extract %old[%i] : tensor<4xf32>
  return %v : f32
}

// CHECK-LABEL: func.func @read_then_write(
// CHECK-SAME: %[[NEW:.*]]: memref<4xf32
// CHECK-NOT: memref.alloc
// CHECK: memref.load
// CHECK: memref.copy %[[NEW]],
func.func @read_then_write(%new: tensor<4xf32>, %i: index) -> f32 {
  %state = memref.get_global @state : memref<4xf32>
  %old = bufferization.to_tensor %state restrict : memref<4xf32> to tensor<4xf32>
  %v = tensor.extract %old[%i] : tensor<4xf32>
  bufferization.materialize_in_destination %new in restrict writable %state : (tensor<4xf32>, memref<4xf32>) -> ()
  return %v : f32
}
