// RUN: cedar-opt %s --split-input-file --verify-diagnostics --cedar-derive-entries=entries=decode
// RUN: not cedar-opt %S/derive-entries.mlir --cedar-derive-entries=entries=fancy 2>&1 | FileCheck %s --check-prefix=NAME
// RUN: not cedar-opt %S/derive-entries.mlir --cedar-derive-entries=replay=fancy 2>&1 | FileCheck %s --check-prefix=FORM
// RUN: not cedar-opt %S/derive-entries.mlir --cedar-derive-entries=verify-max=0 2>&1 | FileCheck %s --check-prefix=MAX
// RUN: cedar-opt %S/derive-entries.mlir --cedar-derive-entries --remarks-filter=cedar-derive-entries --remark-policy=all --remark-format=emitRemark 2>&1 | FileCheck %s --check-prefix=REMARK

// NAME: error: expected entries of prefill_exact, prefill_replay, prefill_resume, decode, verify, commit, found 'fancy'
// FORM: Cannot find option named 'fancy'
// MAX: error: expected 'verify-max' of 1 or more, found 0

// A model that cannot be cut: replay is the exact prefill, and why.
// REMARK: remark: [Missed] replay | Category:cedar-derive-entries | Function=prefill_replay | Reason="no layer appends to a cache of the whole prompt, so that rows before the segment would be forgotten", Remark="replay is the exact prefill", Suggestion=

// Nothing is cached of it, so nothing can be resumed.
// REMARK: remark: [Missed] resume | Category:cedar-derive-entries | Function=prefill_resume | Reason="{{.*}}", Remark="a prefix cannot be resumed without its rings", Suggestion="keep the sequence open, or compute the prefix again"

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
