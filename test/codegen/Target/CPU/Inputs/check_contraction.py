"""Products that the kernels fuse are exact, so fused or not, the bits are the same.

Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
See LICENSE for license information.
SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

Compiles a checkpoint twice from the IR of its kernels: as it is, and with every
fused multiply-add taken apart.
"""

import pathlib
import re
import sys

import cedar
from kernels_ir import disassemble, extract_code, run
import numpy as np

FMA = re.compile(r"(%\S+) = (?:math|vector)\.fma (%\S+), (%\S+), (%\S+) : (\S+)(.*)")


def take_apart(text):
    count = 0

    def parts(match):
        nonlocal count
        count += 1
        result, a, b, c, type_, loc = match.groups()
        return (f"%taken_apart_{count} = arith.mulf {a}, {b} : {type_}{loc}\n"
                f"{result} = arith.addf %taken_apart_{count}, {c} : {type_}{loc}")

    return FMA.sub(parts, text), count


def logits(artifact, folder, tokens):
    module = cedar.Module(artifact)
    session = cedar.Session(cedar.Weights(module, folder), max_rows=64, max_out_rows=64, context=128)
    session.run("prefill_exact", [cedar.Rows(session.open(), tokens)], out_rows=range(len(tokens)))
    return session.output("logits").copy()


def compile_text(text, path):
    path.with_suffix(".mlir").write_text(text)
    run("cedar-compile", path.with_suffix(".mlir"), "--compile-from=kernels", "--target=cpu", "-o", path)
    return path


def check(name, root, scratch):
    folder = root / name
    run("cedar-compile", folder, "--compile-to=kernels", "-o", scratch / "kernels.mlir")
    text = (scratch / "kernels.mlir").read_text()
    apart, count = take_apart(text)
    assert count > 20 and "fma" not in FMA.sub("", apart), f"{count} products"
    one, other = compile_text(text, scratch / "fused.cedar"), compile_text(apart, scratch / "apart.cedar")
    extract_code(other, scratch / "apart.so")
    assert not any(re.match(r"vfn?m(add|sub)", line) for lines in disassemble(scratch / "apart.so").values()
                   for line in lines), "LLVM fused products of its own"
    tokens = np.random.default_rng(5).integers(3, cedar.Module(one).info["vocab_size"], 40)
    fused, separate = logits(one, folder, tokens), logits(other, folder, tokens)
    assert np.isfinite(fused).all() and fused.std() > 0
    assert np.array_equal(fused.view(np.uint32), separate.view(np.uint32)), f"{name}: bits differ"
    print(f"{name}: {count} products, same bits")


root, scratch = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
scratch.mkdir(exist_ok=True)
for name in sys.argv[3:]:
    check(name, root, scratch)
