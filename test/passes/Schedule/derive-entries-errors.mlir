// RUN: cedar-opt %s --split-input-file --verify-diagnostics --cedar-derive-entries=entries=decode
// RUN: not cedar-opt %S/derive-entries.mlir --cedar-derive-entries=entries=fancy 2>&1 | FileCheck %s --check-prefix=NAME
// RUN: not cedar-opt %S/derive-entries.mlir --cedar-derive-entries=replay=fancy 2>&1 | FileCheck %s --check-prefix=FORM
// RUN: not cedar-opt %S/derive-entries.mlir --cedar-derive-entries=verify-max=0 2>&1 | FileCheck %s --check-prefix=MAX

// NAME: error: expected entries of prefill_exact, prefill_replay, decode, verify, commit, found 'fancy'
// FORM: Cannot find option named 'fancy'
// MAX: error: expected 'verify-max' of 1 or more, found 0

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
