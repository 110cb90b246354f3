"""The seam ops against the ops that they stand for, bit for bit.

Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
See LICENSE for license information.
SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

Every step that a seam can have or not have, and every result that it can give or
leave out.
"""

import sys

import numpy as np
from formats import AQ8, to_bf16_bits
from kernels import Kernel

F32, BF16 = np.float32, np.uint16
ROWS = 5
MIX = {"iterations": "20 : i64", "epsilon": "1.0e-6 : f32", "normEpsilon": "1.0e-20 : f32"}
OPERANDS = ("input streams sitePost siteComb keyValue queryWeight keyWeight kind "
            "fn scale base carried weight").split()
WEIGHTS = {"queryWeight", "keyWeight", "fn", "scale", "base", "weight"}
RESULTS = "expanded streams pre post comb collapsed normalized quantized".split()


class Shapes:
    """Types and random values of everything at a boundary of n streams."""

    def __init__(self, n, width):
        self.n, self.width, m = n, width, (2 + n) * n
        rows = {"input": (width,), "streams": (n, width), "sitePost": (n,), "siteComb": (n, n),
                "keyValue": ((n + 1) * width,), "kind": (), "carried": (n,), "expanded": (n, width), "pre": (n,),
                "post": (n,), "comb": (n, n), "collapsed": (width,), "normalized": (width,)}
        self.shapes = {name: (ROWS, *shape) for name, shape in rows.items()}
        self.shapes.update(queryWeight=(n, width), keyWeight=(n, width), fn=(m, n * width), scale=(3,), base=(m,),
                           weight=(width,), quantized=(ROWS, AQ8.row_bytes(width)))

    def type(self, name):
        if name == "quantized":
            return AQ8.type(f"?x{self.width}")
        element = {"f": "f32", "u": "bf16", "i": "i8"}[np.dtype(self.dtype(name)).kind]
        shape = [str(size) for size in self.shapes[name]]
        if name not in WEIGHTS:
            shape[0] = "?"
        return f"tensor<{'x'.join([*shape, element])}>"

    @staticmethod
    def dtype(name):
        if name == "kind":
            return np.int8
        return F32 if name in "sitePost siteComb fn scale base carried pre post comb".split() else BF16

    def random(self, name, rng):
        if name == "kind":
            return np.eye(1, ROWS, 2, dtype=np.int8)[0]
        values = rng.standard_normal(self.shapes[name]).astype(F32)
        if name == "fn":
            values /= np.sqrt(self.n * self.width).astype(F32)
        return values if self.dtype(name) == F32 else to_bf16_bits(values)

    def blank(self, name):
        """Content of a result before the kernel writes it."""
        if name == "quantized":
            return np.full(self.shapes[name], 0xEE, np.uint8)
        return np.full(self.shapes[name], 0x7FC0 if self.dtype(name) == BF16 else np.nan, self.dtype(name))


class Unfused:
    """The kernels of the single ops."""

    def __init__(self, shapes):
        self.shapes = shapes
        mix = "{" + ", ".join(f"{k} = {v}" for k, v in MIX.items()) + "}"
        self.init = self._kernel("mhc_init", ["input"], ["streams", "carried"])
        self.expand = self._kernel("mhc_expand", ["input", "streams", "sitePost", "siteComb"], ["streams"])
        self.gate = self._kernel("engram_gate", ["streams", "keyValue", "queryWeight", "keyWeight", "kind"], ["streams"],
                                 "{epsilon = 1.0e-20 : f32}")
        self.mix = self._kernel("mhc_mix", ["streams", "fn", "scale", "base"], ["pre", "post", "comb"], mix)
        self.collapse = self._kernel("mhc_collapse", ["streams", "carried"], ["collapsed"])
        self.norm = self._kernel("rms_norm", ["collapsed", "weight"], ["normalized"], "{epsilon = 1.0e-20 : f32}")
        self.quantize = self._kernel("quantize", ["normalized"], ["quantized"]) if shapes.width % 32 == 0 else None

    def _kernel(self, op, operands, results, attributes=""):
        names = ", ".join(f"%{i}" for i in range(len(operands)))
        weights = {i for i, name in enumerate(operands) if name in WEIGHTS}
        kernel = Kernel(f"cedar.{op} {names} {attributes}", [self.shapes.type(o) for o in operands],
                        [self.shapes.type(r) for r in results], weights)

        def run(values):
            outputs = [self.shapes.blank(r) for r in results]
            outputs = kernel(*(values[o] for o in operands), outputs=outputs)[: len(results)]
            values.update((name, a.reshape(self.shapes.shapes[name])) for name, a in zip(results, outputs))

        return run

    def __call__(self, values):
        """All values of a boundary from the operands that are there."""
        values = dict(values)
        if "input" in values:
            (self.expand if "streams" in values else self.init)(values)
            values["expanded"] = values["streams"]
        if "keyValue" in values:
            self.gate(values)
        for step in (self.mix, self.collapse, self.norm, self.quantize):
            if step:
                step(values)
        return values


def fused(op, shapes, operands, results):
    """The kernel of a seam op with these operands and results."""
    attributes = {"iterations": MIX["iterations"], "mixEpsilon": MIX["epsilon"], "mixNormEpsilon": MIX["normEpsilon"]}
    if "keyValue" in operands:
        attributes["engramEpsilon"] = "1.0e-20 : f32"
    all_operands, all_results = OPERANDS, RESULTS
    if op == "mhc_seam_expand":
        all_operands, all_results = OPERANDS[:-2], RESULTS[:5]
    else:
        attributes["epsilon"] = "1.0e-20 : f32"
    if op == "mhc_seam_collapse":
        all_results, attributes = RESULTS[5:], {"epsilon": "1.0e-20 : f32"}
    else:
        attributes["operandSegmentSizes"] = segments(all_operands, operands)
    attributes["resultSegmentSizes"] = segments(all_results, results)
    names = ", ".join(f"%{i}" for i in range(len(operands)))
    text = ", ".join(f"{k} = {v}" for k, v in attributes.items())
    weights = {i for i, name in enumerate(operands) if name in WEIGHTS}
    return Kernel(f'"cedar.{op}"({names}) {{{text}}}', [shapes.type(o) for o in operands],
                  [shapes.type(r) for r in results], weights)


def segments(names, present):
    return f"array<i32: {', '.join(str(int(name in present)) for name in names)}>"


def check(op, shapes, values, expected, operands, results):
    kernel = fused(op, shapes, operands, results)
    outputs = kernel(*(values[o] for o in operands), outputs=[shapes.blank(r) for r in results])
    for name, output in zip(results, outputs):
        output, right = output.reshape(-1), expected[name].reshape(-1)
        assert np.array_equal(output.view(np.uint8), right.view(np.uint8)), (op, operands, results, name)


def operand_sets(shapes):
    """The steps before the coefficients, by which operands they need."""
    expand, gate = OPERANDS[:4], OPERANDS[4:8]
    for first in (["input"], ["streams"], expand):
        for engram in ([], gate):
            yield first + engram


def results_of(first, with_codes):
    """Every result that a seam with these steps can give."""
    absent = set()
    if not ("input" in first and "keyValue" in first):
        absent.add("expanded")
    if first == ["streams"]:
        absent.add("streams")
    if not with_codes:
        absent.add("quantized")
    return [name for name in RESULTS if name not in absent]


def check_size(n, width, rng, thorough):
    shapes = Shapes(n, width)
    unfused, with_codes = Unfused(shapes), width % 32 == 0
    random = {name: shapes.random(name, rng) for name in OPERANDS}
    for first in operand_sets(shapes):
        if not thorough and len(first) != 4:
            continue
        rest = ["fn", "scale", "base"] + (["carried"] if "streams" in first else []) + ["weight"]
        values = {name: random[name] for name in first + rest}
        expected, everything = unfused(values), results_of(first, with_codes)
        check("mhc_seam", shapes, values, expected, first + rest, everything)
        subsets = [[name for name in everything if rng.random() < 0.5] for _ in range(3 if thorough else 1)]
        for results in filter(None, subsets):
            check("mhc_seam", shapes, values, expected, first + rest, results)
        streams_only = [name for name in everything if name in RESULTS[:5]]
        check("mhc_seam_expand", shapes, values, expected, first + rest[:3], streams_only)
    check_collapse(shapes, unfused, random, with_codes)


def check_collapse(shapes, unfused, random, with_codes):
    values = {name: random[name] for name in ("streams", "fn", "scale", "base", "carried", "weight")}
    expected = unfused(values)
    for results in (["normalized"], RESULTS[5:]) if with_codes else (["normalized"], RESULTS[5:7]):
        check("mhc_seam_collapse", shapes, values, expected, ["streams", "carried", "weight"], results)


if __name__ == "__main__":
    seed = int(sys.argv[1]) if len(sys.argv) > 1 else 0
    generator = np.random.default_rng(seed)
    check_size(4, 64, generator, thorough=True)
    for n, width in ((1, 32), (2, 96), (3, 48), (5, 64), (6, 32), (7, 32), (8, 32)):
        check_size(n, width, generator, thorough=False)
