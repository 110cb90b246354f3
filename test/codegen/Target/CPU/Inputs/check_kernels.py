"""Guards over every kernel of every checkpoint, in the four forms it goes through:
loops over tensors, memrefs, the LLVM dialect, machine code.

Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
See LICENSE for license information.
SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

import pathlib
import re
import sys

from kernels_ir import (CHECKPOINTS, checkpoint, disassemble, extract_code, functions, kernel_functions,
                        kernel_module, op_of, run)

BUFFERIZE = ("builtin.module(canonicalize,cse,one-shot-bufferize{bufferize-function-boundaries=1 "
             "function-boundary-type-conversion=identity-layout-map},cse,canonicalize)")
# Ops whose factors are not all bf16 values or codes: there is nothing to fuse.
NEVER_FUSED = {"mhc_init", "mhc_collapse", "mhc_expand", "rope", "rope_table", "swiglu", "csa2_pool", "expert_combine",
               "quantize", "dequantize", "embed", "take_rows", "ngram_hash", "table_gather", "state_append",
               "state_commit"}
WRITES_STATES = {"state_append", "state_commit"}


def check_loops(kernels):
    for name, lines in kernels.items():
        text = "\n".join(lines)
        assert text.count("scf.forall (") == 1, f"{name}: expected one grid"
        for code in ("f8E4M3FN", "f8E8M0FNU", "f4E2M1FN", "f8E5M2"):
            assert code not in text, f"{name}: {code} is left"
        for word in ("linalg.", "cedar.linear ", "bufferization.to_tensor", "materialize_in_destination"):
            assert word not in text, f"{name}: {word} is left"
        check_state_writes(name, lines)


def check_state_writes(name, lines):
    """Only appends and commits write memrefs that are arguments: states, tables."""
    pools = re.findall(r"(%\w+): memref<", lines[0])
    written = [p for p in pools for line in lines[1:]
               if re.search(rf"(store|transfer_write)\b.*, {p}\[", line)]
    assert not written or op_of(lines) in WRITES_STATES, f"{name}: writes {written}"


def check_memrefs(path, kernels):
    memrefs = functions(run("cedar-opt", path, f"--pass-pipeline={BUFFERIZE}"))
    for name in kernels:
        text = "\n".join(memrefs[name])
        assert "memref<" in text and "tensor<" not in text, f"{name}: is not bufferised"
        for word in ("memref.alloc(", "memref.alloc ", "memref.copy", "memref.dealloc"):
            assert word not in text, f"{name}: {word}"


def check_llvm(path, kernels):
    text = run("cedar-opt", path, "--pass-pipeline=builtin.module(cedar-cpu-pipeline)")
    lowered = functions(text)
    for name in kernels:
        body = "\n".join(lowered[f"{name}.body"])
        assert "bf16" not in body, f"{name}: bf16 is left"
        assert "fmuladd" not in body and "fastmath" not in body, f"{name}: may be contracted"
        assert "llvm.call" not in body, f"{name}: calls a function"
    assert "llvm.mlir.global" not in text, "there are globals"


def check_code(artifact, scratch, kernels):
    path = scratch / "code.so"
    facts = extract_code(artifact, path)
    assert not run("llvm-nm", "--undefined-only", path), "undefined symbols"
    exported = set(run("llvm-nm", "-D", "--defined-only", "--format=just-symbols", path).split())
    assert exported == {k["symbol"] for k in facts["targets"][0]["kernels"]} == set(kernels), exported ^ set(kernels)
    sections = run("llvm-readelf", "-S", path)
    assert ".rodata" in sections or ".text" in sections
    assert not re.search(r" \.(bss|data|tbss|tdata) ", sections), "writable globals"
    code = disassemble(path)
    for name, lines in kernels.items():
        check_instructions(name, op_of(lines), "\n".join(lines), "\n".join(code[name]))
    fused = {op_of(lines) for lines in kernels.values() if "math.fma" in "\n".join(lines)}
    assert "linear" in fused and not fused & NEVER_FUSED, fused


def check_instructions(name, op, loops, code):
    fuses = bool(re.search(r"\bvfn?m(add|sub)", code))
    assert fuses == ("math.fma" in loops or "vector.fma" in loops), f"{name}: FMA instructions {fuses}"
    assert not re.search(r"\bvfn?m(add|sub)\w+s[sd]\b", code), f"{name}: a product is not vectorised"
    calls = [line for line in code.splitlines() if line.startswith("call") and f"<{name}.body>" not in line]
    assert not calls, f"{name}: {calls}"


def check(name, root, scratch, make_checkpoint):
    folder = checkpoint(name, root, scratch, make_checkpoint)
    path, artifact = scratch / f"{name}.mlir", scratch / f"{name}.cedar"
    run("cedar-compile", folder, "--compile-to=kernels", "-o", path)
    kernels = kernel_functions(path.read_text())
    alone = scratch / f"{name}.kernels.mlir"
    alone.write_text(kernel_module(path.read_text()))
    assert len(kernels) > 10, "found no kernels"
    check_loops(kernels)
    check_memrefs(alone, kernels)
    check_llvm(alone, kernels)
    run("cedar-compile", path, "--compile-from=kernels", "--target=cpu", "-o", artifact)
    check_code(artifact, scratch, kernels)
    print(f"{name}: {len(kernels)} kernels")


root, scratch, make_checkpoint = map(pathlib.Path, sys.argv[1:])
scratch.mkdir(exist_ok=True)
for name in CHECKPOINTS:
    check(name, root, scratch, make_checkpoint)
