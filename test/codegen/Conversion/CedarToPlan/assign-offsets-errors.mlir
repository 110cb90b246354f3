// RUN: cedar-opt %s --pass-pipeline='builtin.module(plan.entry(plan-assign-offsets))' | FileCheck %s
// RUN: cedar-opt %s --pass-pipeline='builtin.module(plan.entry(plan-assign-offsets))' --remarks-filter=plan-assign-offsets --remark-policy=all --remark-format=emitRemark 2>&1 | FileCheck %s --check-prefix=REMARK
// RUN: not cedar-opt %s --pass-pipeline='builtin.module(plan.entry(plan-assign-offsets{alignment=0}))' 2>&1 | FileCheck %s --check-prefix=OPTION -DFOUND=0
// RUN: not cedar-opt %s --pass-pipeline='builtin.module(plan.entry(plan-assign-offsets{alignment=-64}))' 2>&1 | FileCheck %s --check-prefix=OPTION -DFOUND=-64
// RUN: not cedar-opt %s --pass-pipeline='builtin.module(plan.entry(plan-assign-offsets{alignment=48}))' 2>&1 | FileCheck %s --check-prefix=OPTION -DFOUND=48

// OPTION: error: expected an 'alignment' that is a power of two, found [[FOUND]]

// An entry without a buffer needs no arena.
// CHECK-LABEL: plan.entry @empty attributes {sections = array<i64: 0, 0, 0, 0, 0, 0, 0, 0>}
// REMARK: remark: [Analysis] left-alone | Category:plan-assign-offsets | Function=empty | Reason="it has no buffer", Remark="@empty is left as it is"
plan.entry @empty {
}
