// RUN: cedar-opt %s --convert-cedar-to-loops --canonicalize --cse | FileCheck %s

// A scale per row of the table and 32 columns.
// CHECK-LABEL: func.func @gather
// CHECK-SAME: %{{.*}}: tensor<?x6xi32>
// CHECK-SAME: tensor<997x64xi8>
// CHECK-SAME: %[[SCALES:[a-z0-9]+]]: tensor<997x2xi8>
// CHECK: %[[ROW:.*]] = arith.index_cast
// CHECK-DAG: vector.transfer_read {{.*}} : tensor<997x64xi8>, vector<16xi8>
// CHECK-DAG: tensor.extract %[[SCALES]][%[[ROW]],
func.func private @gather(%0: tensor<?x6xi32>, %1: tensor<997x64xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [1, 32]>> {cedar.weight})
    -> (tensor<?x384xbf16>) attributes {cedar.kernel} {
  %r0 = cedar.table_gather %0, %1
      : (tensor<?x6xi32>, tensor<997x64xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>)
        -> (tensor<?x384xbf16>)
  return %r0 : tensor<?x384xbf16>
}
