// RUN: cedar-opt %s --cedar-verify-phase=phase=model --cedar-verify-phase=phase=schedule --cedar-verify-phase=phase=fuse | FileCheck %s

// A module that the first phases could have left passes their checks unchanged.

// CHECK: cedar.state @window
// CHECK: func.func @decode
// CHECK: func.func @commit
#rows = #cedar.scaled<f8E8M0FNU, [1, 32]>
cedar.state @window "window" layer 0 : !cedar.state<ring, 4, 1, tensor<32xf8E4M3FN, #rows>>

func.func @decode(%x: tensor<?x32xbf16> {cedar.name = "x"})
    -> (tensor<?x2x16xbf16> {cedar.name = "y"}) attributes {cedar.entry, cedar.commit = @commit} {
  %c0 = arith.constant 0 : index
  %rows = tensor.dim %x, %c0 : tensor<?x32xbf16>
  %q = cedar.quantize %x : (tensor<?x32xbf16>) -> tensor<?x32xf8E4M3FN, #rows>
  %s = cedar.state_ref @window : !cedar.state<ring, 4, 1, tensor<32xf8E4M3FN, #rows>>
  cedar.state_stage %q, %s : (tensor<?x32xf8E4M3FN, #rows>, !cedar.state<ring, 4, 1, tensor<32xf8E4M3FN, #rows>>) -> ()
  %y = tensor.expand_shape %x [[0], [1, 2]] output_shape [%rows, 2, 16] : tensor<?x32xbf16> into tensor<?x2x16xbf16>
  return %y : tensor<?x2x16xbf16>
}

func.func @commit(%i: tensor<?xi32> {cedar.name = "rows"}, %n: tensor<?xi32> {cedar.name = "sequences"})
    attributes {cedar.entry} {
  %s = cedar.state_ref @window : !cedar.state<ring, 4, 1, tensor<32xf8E4M3FN, #rows>>
  cedar.state_commit %i, %i, %n, %n, %n, %s
      : (tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, !cedar.state<ring, 4, 1, tensor<32xf8E4M3FN, #rows>>) -> ()
  return
}
