"""Compiles kernels for x86-64-v3 and calls them on numpy arrays.

Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
See LICENSE for license information.
SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

Every array that a kernel gets is a copy that ends where an inaccessible page
begins, so that a read or write past the end stops the test.
"""

import ctypes
import functools
import mmap
import os
import pathlib
import re
import subprocess
import tempfile

import numpy as np

PAGE = mmap.PAGESIZE
OPT = os.environ.get("CEDAR_OPT", "cedar-opt")
TRANSLATE = os.environ.get("MLIR_TRANSLATE", "mlir-translate")
CLANG = os.environ.get("CEDAR_TEST_CLANG", "clang-22")


class Guarded:
    """A copy of an array, followed by a page that cannot be accessed."""

    def __init__(self, array):
        array = np.ascontiguousarray(array)
        size = -(-array.nbytes // PAGE) * PAGE
        self.memory = mmap.mmap(-1, size + PAGE)
        start = ctypes.addressof(ctypes.c_char.from_buffer(self.memory))
        libc = ctypes.CDLL(None, use_errno=True)
        no_access = 0
        if libc.mprotect(ctypes.c_void_p(start + size), PAGE, no_access):
            raise OSError(ctypes.get_errno(), "mprotect failed")
        offset = size - array.nbytes
        self.address = start + offset
        self.array = np.frombuffer(self.memory, array.dtype, array.size, offset).reshape(array.shape)
        self.array[...] = array


class Large:
    """An array too large to copy."""

    def __init__(self, array):
        self.array, self.address = array, array.ctypes.data


def _run(*command, text=None):
    done = subprocess.run(command, input=text, capture_output=True, text=True)
    if done.returncode:
        raise SystemExit(f"{' '.join(command)}: {done.stderr}")
    return done.stdout


@functools.lru_cache(maxsize=None)
def _compiled(module):
    """The blocks of the kernel in a module, and its function; compiled once."""
    loops = _run(OPT, "-", "--convert-cedar-to-loops", text=module)
    llvm = _run(OPT, "-", "--cedar-cpu-pipeline", text=loops)
    with tempfile.TemporaryDirectory() as folder:
        code = pathlib.Path(folder, "k.ll")
        code.write_text(_run(TRANSLATE, "-", "--mlir-to-llvmir", text=llvm))
        shared = str(pathlib.Path(folder, "k.so"))
        _run(CLANG, "-O2", "-march=x86-64-v3", "-ffp-contract=off", "-fPIC", "-shared",
             "-Wno-override-module", str(code), "-o", shared)
        return _parse_grid(loops), ctypes.CDLL(shared).kernel


def _parse_grid(loops):
    numbers = re.search(r"cedar\.grid = array<i64: ([^>]*)>", loops).group(1)
    numbers = [int(n) for n in numbers.split(",")]
    return list(zip(numbers[::2], numbers[1::2]))


class Kernel:
    """The kernel of one op: `op` is its MLIR with operands %0, %1, ..., those in
    `weights` being weights of the checkpoint."""

    def __init__(self, op, operand_types, result_types, weights=()):
        self.types, self.results, self.weights = operand_types, result_types, weights
        self.grid, self.function = _compiled(self._module(op))

    def _module(self, op):
        def argument(i, type_):
            return f"%{i}: {type_}" + (" {cedar.weight}" if i in self.weights else "")

        arguments = ", ".join(argument(i, t) for i, t in enumerate(self.types))
        names = ", ".join(f"%r{i}" for i in range(len(self.results)))
        results = ", ".join(self.results)
        binding = f"{names} = " if names else ""
        ending = f"return {names} : {results}" if names else "return"
        signature = f"({', '.join(self.types)}) -> ({results})"
        return (f"func.func private @kernel({arguments}) -> ({results}) attributes {{cedar.kernel}} {{\n"
                f"  {binding}{op} : {signature}\n  {ending}\n}}\n")

    def _blocks(self, words):
        blocks = 1
        for word, tile in self.grid:
            blocks *= -(-words[word] // tile) if word else tile
        return blocks

    def __call__(self, *operands, outputs=(), chunk=None):
        """Runs all blocks, `chunk` at a time; an operand of several parts is a tuple.

        `outputs` are arrays that give shape, type and old content of the results.
        Returns the results, then the operands as they are afterwards.
        """
        words, kept = [], []

        def add(array, dynamic):
            kept.append(array if isinstance(array, Large) else Guarded(array))
            words.extend([kept[-1].address, *(kept[-1].array.shape[d] for d in dynamic)])

        for type_, operand in zip(self.types, operands, strict=True):
            for part in operand if isinstance(operand, tuple) else (operand,):
                add(part, [0] if type_.startswith("!") else _dynamic_dims(type_))
        for type_, output in zip(self.results, outputs, strict=True):
            add(output, _dynamic_dims(type_))
        blocks = self._blocks(words)
        array = (ctypes.c_int64 * len(words))(*words)
        for begin in range(0, blocks, chunk or max(blocks, 1)):
            end = min(begin + (chunk or blocks), blocks)
            self.function(array, ctypes.c_int64(begin), ctypes.c_int64(end))
        arrays = [k.array for k in kept]
        count = len(arrays) - len(outputs)
        return arrays[count:] + arrays[:count]


def _dynamic_dims(type_):
    shape = re.match(r"tensor<((?:[0-9?]+x)*)", type_).group(1).split("x")[:-1]
    return [i for i, size in enumerate(shape) if size == "?"]


def differing(a, b, ulps=0):
    """Share of bf16 bit patterns (uint16) more than `ulps` steps apart."""

    def ordered(bits):
        bits = bits.astype(np.int32)
        return np.where(bits & 0x8000, 0x8000 - bits, bits)

    return float(np.mean(np.abs(ordered(a) - ordered(b)) > ulps)) if a.size else 0.0
