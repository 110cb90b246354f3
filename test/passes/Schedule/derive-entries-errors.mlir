// RUN: cedar-opt %s --split-input-file --verify-diagnostics --cedar-derive-entries=entries=decode
// RUN: not cedar-opt %S/derive-entries.mlir --cedar-derive-entries=entries=replay 2>&1 | FileCheck %s --check-prefix=NAME

// NAME: error: expected entries of prefill_exact, decode and commit, found 'replay'

// expected-error @below {{expected a function @forward to derive entries from, found none}}
module {
}

// -----

func.func @decode() {
  return
}
// expected-error @below {{expected no symbol @decode before entries are derived, found one}}
func.func @forward() attributes {cedar.entry} {
  return
}
