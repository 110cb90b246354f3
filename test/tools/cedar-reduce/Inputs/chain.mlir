#row32 = #cedar.scaled<f8E8M0FNU, [1, 32]>
cedar.weight @norm from ["norm"] : tensor<64xbf16>
func.func @f(%x: tensor<?x64xbf16>, %positions: tensor<?xi32>) -> tensor<?x64xbf16> {
  %w = cedar.weight_ref @norm : tensor<64xbf16>
  %0 = cedar.rms_norm %x, %w {epsilon = 1.0e-6 : f32}
      : (tensor<?x64xbf16>, tensor<64xbf16>) -> tensor<?x64xbf16>
  %t = cedar.rope_table %positions {rope = #cedar.rope<[1.0]>} : (tensor<?xi32>) -> tensor<?x2x1xf32>
  %1 = cedar.rope %0, %t : (tensor<?x64xbf16>, tensor<?x2x1xf32>) -> tensor<?x64xbf16>
  %2 = cedar.quantize %1 : (tensor<?x64xbf16>) -> tensor<?x64xf8E4M3FN, #row32>
  %3 = cedar.dequantize %2 : (tensor<?x64xf8E4M3FN, #row32>) -> tensor<?x64xbf16>
  return %3 : tensor<?x64xbf16>
}
