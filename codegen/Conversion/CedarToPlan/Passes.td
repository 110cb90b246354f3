//===- Passes.td - entries become plans -*- tablegen -*- ===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CEDAR_CODEGEN_CONVERSION_CEDARTOPLAN_PASSES_TD
#define CEDAR_CODEGEN_CONVERSION_CEDARTOPLAN_PASSES_TD

include "mlir/Pass/PassBase.td"

def ConvertCedarToPlan : Pass<"convert-cedar-to-plan", "::mlir::ModuleOp"> {
  let summary = "Turns entry functions of kernel calls into plan entries";
  let description = [{
    Every call becomes a launch, every tensor a buffer; reshapes become the same
    buffer. A value that is staged for a ring is produced in the ring's staged rows.
    Calls marked `cedar.prefetch` become prefetched launches, with a wait before the
    first launch that reads what they write. Runs after cedar-form-kernels.

    Before:
    ```mlir
    %y = cedar.rms_norm %x, %w ... loc("layers.0.attn_norm")   // in a kernel by now
    ```
    After:
    ```mlir
    %y = plan.buffer rows 128
    plan.launch @rms_norm_0 "layers.0.attn_norm/rms_norm"(%x, %w, %y)
        [[#plan<dim rows>], [], [#plan<dim rows>]] writes 1
    ```
  }];
  let dependentDialects = ["::cedar::plan::PlanDialect"];
}

def AssignOffsets : Pass<"plan-assign-offsets", "::cedar::plan::EntryOp"> {
  let summary = "Places the buffers of an entry in its arena";
  let description = [{
    Buffers whose lifetimes (first to last launch that uses them) overlap get
    disjoint ranges, one section per dim. A buffer of a prefetched launch lives from
    the entry's start at least until this launch has been waited for. Larger buffers are placed first, each at
    the lowest offset that is free (first fit).

    Before:
    ```mlir
    %a = plan.buffer rows 100
    %b = plan.buffer rows 200
    %c = plan.buffer rows 90
    ```
    After:
    ```mlir
    %a = plan.buffer rows 100 at 256
    %b = plan.buffer rows 200 at 0
    %c = plan.buffer rows 90 at 256
    ```
  }];
  let options = [Option<"alignment", "alignment", "int64_t", "64",
                        "Alignment of offsets, in bytes">];
}

#endif // CEDAR_CODEGEN_CONVERSION_CEDARTOPLAN_PASSES_TD
