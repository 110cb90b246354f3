#!/usr/bin/env python3
"""Stands in for ld.lld: links other code than it is given.

Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
See LICENSE for license information.
SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

CEDAR_TEST_CODE=idle: every kernel returns at once.
CEDAR_TEST_CODE=<name>: the real code without the kernel <name>.
"""

import os
import pathlib
import subprocess
import sys

output = pathlib.Path(sys.argv[sys.argv.index("-o") + 1])
objects = [word for word in sys.argv[1:] if word.endswith(".o")]
wanted = os.environ["CEDAR_TEST_CODE"]


def run(*command, text=None):
    return subprocess.run(command, input=text, check=True, capture_output=True, text=True).stdout


def assemble(text, name):
    path = output.with_name(name)
    run("clang-22", "-c", "-x", "assembler", "-", "-o", path, text=text)
    return path


symbols = run("llvm-nm", "--defined-only", "--extern-only", "--format=just-symbols", *objects).split()
kernels = [symbol for symbol in symbols if not symbol.endswith(":")]
if wanted == "idle":
    code = ".text\n" + "".join(f".globl {k}\n.type {k},@function\n{k}: ret\n" for k in kernels)
    objects = [assemble(code, "idle.o")]
else:
    assert wanted in kernels, f"no kernel {wanted} in {kernels}"
    for i, path in enumerate(objects):
        run("llvm-objcopy", f"--localize-symbol={wanted}", path)
run("ld.lld", "-shared", "-o", str(output), *map(str, objects))
