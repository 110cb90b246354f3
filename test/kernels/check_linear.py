"""linear, grouped_linear and rms_norm against golden values and numpy.

Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
See LICENSE for license information.
SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

import sys

import numpy as np
from check_quant import Quantizer
from formats import AQ8, E2M1, E4M3, from_bf16_bits, to_bf16_bits
from kernels import Kernel
from ops import Ops

F32 = np.float32
TYPES = {"fp8": "f8E4M3FN, #cedar.scaled<f8E8M0FNU, [32, 32]>", "fp4": "f4E2M1FN, #cedar.scaled<f8E8M0FNU, [1, 32]>",
         "bf16": "bf16", "f32": "bf16"}


def product(kind, outputs, depth, groups=1):
    """linear of a kind (a key of TYPES), grouped if there are several groups."""
    x = AQ8.type(f"?x{depth}") if kind in ("fp8", "fp4") and groups == 1 else f"tensor<?x{groups * depth}xbf16>"
    op = "cedar.linear %0, %1" if groups == 1 else f"cedar.grouped_linear %0, %1 {{groups = {groups} : i64}}"
    result = "f32" if kind == "f32" else "bf16"
    return Kernel(op, [x, f"tensor<{groups * outputs}x{depth}x{TYPES[kind]}>"],
                  [f"tensor<?x{groups * outputs}x{result}>"], weights={1})


def run(kernel, x, weight, outputs, element=np.uint16, chunk=None):
    return kernel(x, weight, outputs=[np.full((len(x), outputs), 0x7FC0, element)], chunk=chunk)[0]


def weight_values(kind, codes, scales):
    """f32 values of a weight of codes."""
    with np.errstate(over="ignore"):
        factors = np.exp2(scales.astype(F32) - 127)
    if kind == "fp4":
        signed = np.concatenate([E2M1, -E2M1])
        codes = np.stack([signed[codes & 15], signed[codes >> 4]], -1).reshape(len(codes), -1)
        return codes * np.repeat(factors, 32, 1)
    rows, columns = codes.shape
    return E4M3[codes] * factors.repeat(32, 0).repeat(32, 1)[:rows, :columns]


def in_lanes(x, w):
    """x . w^T in f32: 16 partial sums, then the lane tree (8, 4, 2, 1)."""
    sums = np.zeros((len(x), len(w), 16), F32)
    for k in range(0, x.shape[1], 16):
        # Exact products: f64 keeps them and the sum is rounded once, like an FMA.
        sums = (sums + x[:, None, k : k + 16].astype(np.float64) * w[None, :, k : k + 16]).astype(F32)
    for half in (8, 4, 2, 1):
        sums = sums[..., :half] + sums[..., half:]
    return sums[..., 0]


def check_golden(ops):
    for name, (given, expected) in ops.cases("linear").items():
        check_golden_linear(ops, name, given, expected)
    for name, (given, expected) in ops.cases("rmsnorm").items():
        y = Norm(given["x"].shape[1])(to_bf16_bits(given["x"]), to_bf16_bits(given["w"]))
        ops.bf16("rmsnorm", y, expected["y"], name)


def check_golden_linear(ops, name, given, expected):
    """Rows are quantised by their kernel first, which is exact."""
    kind = name.split("_")[0]
    outputs, depth = len(given["w"]), given["x"].shape[1]
    if kind in ("bf16", "f32"):
        x, weight = to_bf16_bits(given["x"]), to_bf16_bits(given["w"])
    else:
        x = Quantizer(AQ8, f"?x{depth}").encode(to_bf16_bits(given["x"]))
        ops.exact("linear: x_codes", x[:, :depth], expected["x_codes"], name)
        ops.exact("linear: x_scales", x[:, depth:], expected["x_scales"], name)
        weight = (given["w"], given["w_scale"])
    element = F32 if kind == "f32" else np.uint16
    y = run(product(kind, outputs, depth), x, weight, outputs, element)
    if kind == "f32":
        ops.f32("linear", y, expected["y"], name, np.abs(expected["y"]).mean())
    else:
        ops.bf16("linear", y, expected["y"], name)


def random_weight(rng, kind, rows, columns):
    if kind in ("bf16", "f32"):
        values = to_bf16_bits(rng.standard_normal((rows, columns)).astype(F32))
        return values, from_bf16_bits(values)
    width = columns // 2 if kind == "fp4" else columns
    codes = rng.integers(0, 256, (rows, width), np.uint8)
    codes[codes & 0x7F == 0x7F] = 0
    scale_rows = rows if kind == "fp4" else -(-rows // 32)
    scales = rng.integers(119, 123, (scale_rows, -(-columns // 32)), np.uint8)
    return (codes, scales), weight_values(kind, codes, scales)


def check_random(kind, rows, outputs, depth, groups=1):
    """Bit for bit the sums of `in_lanes`, whatever rows and blocks come together."""
    rng = np.random.default_rng(outputs * depth)
    weight, w = random_weight(rng, kind, groups * outputs, depth)
    if kind in ("fp8", "fp4") and groups == 1:
        x = AQ8.random(rng, (rows,), depth)
        values = AQ8.decode(x, depth)
    else:
        x = to_bf16_bits(rng.standard_normal((rows, groups * depth)).astype(F32))
        values = from_bf16_bits(x)
    parts = [in_lanes(values[:, g * depth : (g + 1) * depth], w[g * outputs : (g + 1) * outputs]) for g in range(groups)]
    expected = np.concatenate(parts, 1)
    element = F32 if kind == "f32" else np.uint16
    kernel = product(kind, outputs, depth, groups)
    expected = expected if kind == "f32" else to_bf16_bits(expected)
    for chunk in (None, 1):
        actual = run(kernel, x, weight, groups * outputs, element, chunk)
        assert np.array_equal(actual, expected), (kind, outputs, depth, groups)
    one = run(kernel, x[-1:], weight, groups * outputs, element)
    assert np.array_equal(one[0], expected[-1]), "one row"


class Norm:
    def __init__(self, width):
        rows = f"tensor<?x{width}xbf16>"
        self.kernel = Kernel("cedar.rms_norm %0, %1 {epsilon = 1.0e-20 : f32}", [rows, f"tensor<{width}xbf16>"], [rows],
                             weights={1})

    def __call__(self, x, weight):
        return self.kernel(x, weight, outputs=[np.zeros_like(x)])[0]


if __name__ == "__main__":
    golden = Ops(sys.argv[1])
    check_golden(golden)
    check_random("fp8", 37, 96, 96)
    check_random("fp4", 33, 300, 1088)
    check_random("bf16", 3, 5, 544)
    check_random("f32", 9, 131, 96)
    check_random("fp8", 5, 32, 64, groups=3)
    check_random("bf16", 34, 40, 32, groups=2)
    sys.exit(golden.table.finish())
