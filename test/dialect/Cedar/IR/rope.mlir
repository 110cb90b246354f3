// RUN: cedar-opt %s --verify-roundtrip | FileCheck %s

// Frequencies print with all the digits that they need to read back as the same
// bits.

// CHECK: #rope = #cedar.rope<[1.000000e+00, 0.316227764, 7.49894243E-4, 5.6805294E-7]>
func.func private @f() attributes {rope = #cedar.rope<[1.0, 0.316227764, 7.49894243E-4, 5.68052943E-7]>}
