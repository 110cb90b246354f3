"""rope_table and rope against golden values.

Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
See LICENSE for license information.
SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

import sys

import numpy as np
from formats import from_bf16_bits, to_bf16_bits
from kernels import Kernel
from ops import Ops

F32 = np.float32


def table_kernel(frequencies, offset=0):
    values = ", ".join(np.format_float_scientific(f, precision=12, unique=False) for f in frequencies)
    op = f"cedar.rope_table %0 {{rope = #cedar.rope<[{values}]>, offset = {offset} : i64}}"
    return Kernel(op, ["tensor<?xi32>"], [f"tensor<?x2x{len(frequencies)}xf32>"])


def rope_kernel(shape, pairs, inverse=False):
    x = f"tensor<{shape}xbf16>"
    op = "cedar.rope %0, %1" + (" {inverse}" if inverse else "")
    return Kernel(op, [x, f"tensor<?x2x{pairs}xf32>"], [x])


def run_table(kernel, positions, pairs):
    out = np.full((len(positions), 2, pairs), np.nan, F32)
    return kernel(np.asarray(positions, np.int32), outputs=[out])[0]


def check_golden(ops):
    for name, (given, expected) in ops.cases("rope").items():
        check_table(ops, name, given, expected)
        check_rotation(ops, name, given, expected)


def check_table(ops, name, given, expected):
    frequencies = expected["freqs"]
    table = run_table(table_kernel(frequencies), given["pos"], len(frequencies))
    golden = np.stack([expected["cos"], expected["sin"]], 1)
    # Both are roundings of the exact value; the reference's is off by one ulp at most.
    ops.at_most("rope: relative error of cos and sin", np.max(np.abs(table - golden) / np.abs(golden + (golden == 0))), 1.2e-7, name)
    ops.at_most("rope: share of cos and sin an ulp off", np.mean(table != golden), 0.05, name)
    # Angles in f32, as the specification has it, then exact.
    angles = given["pos"].astype(F32)[:, None] * frequencies
    exact = np.stack([np.cos(angles.astype(np.float64)), np.sin(angles.astype(np.float64))], 1)
    assert np.array_equal(table, exact.astype(F32)), name


def check_offset():
    frequencies = np.array([1, 0.1, 0.01], F32)
    positions = np.array([3, 7, 1048575])
    shifted = run_table(table_kernel(frequencies, offset=-3), positions, 3)
    assert np.array_equal(shifted, run_table(table_kernel(frequencies), positions - 3, 3))


def check_rotation(ops, name, given, expected):
    x, pairs = to_bf16_bits(given["x"]), expected["cos"].shape[1]
    table = np.stack([expected["cos"], expected["sin"]], 1)
    for result, inverse in (("y", False), ("y_inverse", True)):
        kernel = rope_kernel(f"?x{x.shape[1]}x{x.shape[2]}", pairs, inverse)
        y = kernel(x, table, outputs=[np.zeros_like(x)])[0]
        ops.exact(f"rope: {result}", y, to_bf16_bits(expected[result]), name)


def check_random(channels, pairs):
    """Two dimensions, rotated parts of any even width."""
    rng = np.random.default_rng(channels)
    x = to_bf16_bits(rng.standard_normal((6, channels)).astype(F32))
    table = rng.standard_normal((6, 2, pairs)).astype(F32)
    y = rope_kernel(f"?x{channels}", pairs)(x, table, outputs=[np.zeros_like(x)])[0]
    tail = from_bf16_bits(x[:, channels - 2 * pairs :])
    a, b, c, d = tail[:, 0::2], tail[:, 1::2], table[:, 0], table[:, 1]
    rotated = np.stack([a * c - b * d, a * d + b * c], -1).reshape(tail.shape)
    assert np.array_equal(y[:, : channels - 2 * pairs], x[:, : channels - 2 * pairs])
    assert np.array_equal(y[:, channels - 2 * pairs :], to_bf16_bits(rotated))


if __name__ == "__main__":
    golden = Ops(sys.argv[1])
    check_golden(golden)
    check_offset()
    for channels, pairs in ((32, 16), (34, 3), (32, 4), (128, 32), (22, 1)):
        check_random(channels, pairs)
    sys.exit(golden.table.finish())
