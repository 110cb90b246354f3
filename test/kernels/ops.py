"""The stored vectors of single operations, and the limits that they are held to.

Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
See LICENSE for license information.
SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

What is only rounded is exact. A bf16 result of a sum or of exp may be one step
off, in a small share of the elements; a float32 one that uses exp or rsqrt is
within 4e-6; codes behind such results are equal or one apart.
"""

import json
import pathlib

import numpy as np
import safetensors
from formats import code_steps, to_bf16_bits
from kernels import differing
from table import AT_MOST, Table

RELATIVE = 4e-6  # of a float32 result
SMALL_SHARE = 0.01  # of bf16 elements that may be one step off
FEW_CODES = 1e-3  # share of codes behind bf16 results that may be one apart
# Inputs of the constants, which the unit tests of EngramTables derive from them.
OF_UNIT_TESTS = {("engram", "layers"), ("engram", "ngram_vocab_heads")}


class Tensors(dict):
    """The tensors of a case by name; remembers which were asked for."""

    def __init__(self, tensors):
        super().__init__(tensors)
        self.read = set()

    def __getitem__(self, name):
        self.read.add(name)
        return super().__getitem__(name)


class Ops:
    """The stored vectors and the figures of the kernels on them."""

    def __init__(self, golden, table=None):
        self.folder = pathlib.Path(golden, "data", "ops")
        self.table = table or Table()
        self.files = {}

    def cases(self, file):
        """{case: (inputs, results)} of a file."""
        if file not in self.files:
            stored = safetensors.cases(safetensors.read(self.folder / f"{file}.safetensors"))
            self.files[file] = {case: tuple(map(Tensors, parts)) for case, parts in stored.items()}
        return self.files[file]

    def at_most(self, figure, value, limit, case):
        self.table.add("ops", figure, value, AT_MOST, limit, case)

    def exact(self, what, actual, expected, case):
        same_shape = np.shape(actual) == np.shape(expected)
        wrong = np.count_nonzero(np.asarray(actual) != expected) if same_shape else np.size(expected)
        self.at_most(f"{what}: values that differ", wrong, 0, case)

    def bf16(self, what, actual, expected, case):
        """Bit patterns (uint16) against values."""
        expected = to_bf16_bits(expected)
        assert actual.shape == expected.shape, (what, case)
        self.at_most(f"{what}: share of bf16 more than a step off", differing(actual, expected, 1), 0, case)
        self.at_most(f"{what}: share of bf16 a step off", differing(actual, expected), SMALL_SHARE, case)

    def f32(self, what, actual, expected, case, floor=0.0):
        """Relative to the value, or to `floor` where that is larger."""
        assert actual.shape == expected.shape, (what, case)
        error = np.abs(actual.astype(np.float64) - expected)
        size = np.maximum(np.abs(expected), floor)
        relative = np.where(error == 0, 0, error / np.where(size == 0, np.finfo(np.float32).tiny, size))
        self.at_most(f"{what}: relative error", relative.max(initial=0), RELATIVE, case)

    def codes(self, what, format, actual, expected, case):
        """Dequantised values behind results that may be a step off."""
        assert actual.shape == expected.shape, (what, case)
        differ = actual != expected
        self.at_most(f"{what}: share of codes that differ", differ.mean(), FEW_CODES, case)
        steps = code_steps(actual[differ], expected[differ], format.mantissa_bits)
        self.at_most(f"{what}: distance of differing codes", steps.max(initial=0), 1, case)

    def unread(self):
        """Stored tensors that nobody has asked for, as (file, case, tensor)."""
        left = []
        for file, about in json.loads((self.folder / "index.json").read_text()).items():
            for case in about.get("cases", []):
                parts = self.files.get(file, {}).get(case)
                names = [(t, name) for t in parts for name in t if name not in t.read] if parts else [(None, "all")]
                left += [(file, case, name) for _, name in names if (file, name) not in OF_UNIT_TESTS]
        return left
