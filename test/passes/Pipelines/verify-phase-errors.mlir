// RUN: cedar-opt %s --cedar-verify-phase=phase=model --remarks-filter=cedar-verify-phase --remark-policy=all --remark-format=emitRemark 2>&1 | FileCheck %s --check-prefix=REMARK
// RUN: not cedar-opt %s --cedar-verify-phase=phase=import --remarks-filter=cedar-verify-phase --remark-policy=all --remark-format=emitRemark 2>&1 | FileCheck %s --check-prefix=IMPORT
// RUN: cedar-opt %S/verify-phase.mlir --cedar-verify-phase=phase=schedule --remarks-filter=cedar-verify-phase --remark-policy=all --remark-format=emitRemark 2>&1 | FileCheck %s --check-prefix=HOLDS

// verify-phase-<phase>-errors.mlir have the violations. Here: nothing to check is not
// the same as an invariant that holds.

// REMARK: remark: [Analysis] left-alone | Category:cedar-verify-phase | Reason="it has nothing to check", Remark="module is left as it is"
// REMARK-NOT: remark:
// IMPORT-NOT: remark:
// IMPORT: error: after phase import: expected one function, @forward, found 0
// HOLDS: remark: [Analysis] holds | Category:cedar-verify-phase | Reason="every function is an entry, @forward is gone, and the commit of an entry commits the rings that the entry stages", Remark="phase schedule has ended"
module {
}
