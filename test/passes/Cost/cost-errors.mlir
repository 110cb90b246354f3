// RUN: not cedar-opt %s --pass-pipeline='builtin.module(cedar-cost{machine=abacus})' 2>&1 | FileCheck %s --check-prefix=MACHINE
// RUN: not cedar-opt %s --pass-pipeline='builtin.module(cedar-cost{rows=2 sequences=3})' 2>&1 | FileCheck %s --check-prefix=SIZES
// RUN: not cedar-opt %s --pass-pipeline='builtin.module(cedar-cost{context=-1})' 2>&1 | FileCheck %s --check-prefix=CONTEXT
// RUN: not cedar-opt %s --pass-pipeline='builtin.module(cedar-cost{rows=1 asked=2})' 2>&1 | FileCheck %s --check-prefix=ASKED
// RUN: not cedar-opt %s --pass-pipeline='builtin.module(cedar-cost{file=%t/nowhere/x.json})' 2>&1 | FileCheck %s --check-prefix=FILE
// RUN: cedar-opt %s --cedar-cost -o /dev/null | FileCheck %s --check-prefix=EMPTY
// RUN: cedar-opt %s --cedar-cost -o /dev/null --remarks-filter=cedar-cost --remark-policy=all --remark-format=emitRemark 2>&1 | FileCheck %s --check-prefix=REMARK

// MACHINE: error: expected 'machine' to be one of h200, h200-reference, found 'abacus'
// SIZES: error: expected rows >= sequences >= 1, context >= 0 and asked between 0 and rows, found rows=2 sequences=3 context=0 asked=0
// CONTEXT: found rows=1 sequences=1 context=-1 asked=0
// ASKED: found rows=1 sequences=1 context=0 asked=2
// FILE: error: cannot open output file

// EMPTY: "entries": []
// REMARK: remark: [Analysis] left-alone | Category:cedar-cost | Function=nothing | Reason="it has no op with a cost", Remark="@nothing is left as it is"
func.func @nothing() {
  return
}
