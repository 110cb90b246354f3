"""mhc_mix, mhc_collapse and mhc_expand against golden values and numpy.

Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
See LICENSE for license information.
SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

import sys

import numpy as np
from formats import from_bf16_bits, round_bf16, to_bf16_bits
from kernels import Kernel
from ops import Ops

F32 = np.float32


class Site:
    """The three kernels for n streams of a width."""

    def __init__(self, n, width, iterations=20):
        self.n, m = n, (2 + n) * n
        streams, row = f"tensor<?x{n}x{width}xbf16>", f"tensor<?x{width}xbf16>"
        mix, comb = f"tensor<?x{n}xf32>", f"tensor<?x{n}x{n}xf32>"
        attributes = f"{{iterations = {iterations} : i64, epsilon = 1.0e-6 : f32, normEpsilon = 1.0e-20 : f32}}"
        self.mixer = Kernel(f"cedar.mhc_mix %0, %1, %2, %3 {attributes}",
                            [streams, f"tensor<{m}x{n * width}xf32>", "tensor<3xf32>", f"tensor<{m}xf32>"],
                            [mix, mix, comb], weights={1, 2, 3})
        self.collapser = Kernel("cedar.mhc_collapse %0, %1", [streams, mix], [row])
        self.expander = Kernel("cedar.mhc_expand %0, %1, %2, %3", [row, streams, mix, comb], [streams])

    def mix(self, streams, fn, scale, base):
        rows, n = len(streams), self.n
        outputs = [np.full(shape, np.nan, F32) for shape in ((rows, n), (rows, n), (rows, n, n))]
        return self.mixer(streams, fn, scale, base, outputs=outputs)[:3]

    def collapse(self, streams, mix):
        return self.collapser(streams, mix, outputs=[np.zeros_like(streams[:, 0])])[0]

    def expand(self, y, streams, post, comb):
        return self.expander(y, streams, post, comb, outputs=[np.zeros_like(streams)])[0]


def sigmoid(x):
    return 1 / (1 + np.exp(-x))


def reference_mix(x, fn, scale, base, n, iterations=20, epsilon=1e-6):
    """SPEC 3.3 in f64; x [n * D]."""
    x, fn, scale, base = (a.astype(np.float64) for a in (x, fn, scale, base))
    m = fn @ x / np.sqrt(np.mean(x * x) + 1e-20)
    pre = sigmoid(m[:n] * scale[0] + base[:n]) + epsilon
    post = 2 * sigmoid(m[n : 2 * n] * scale[1] + base[n : 2 * n])
    comb = (m[2 * n :] * scale[2] + base[2 * n :]).reshape(n, n)
    comb = np.exp(comb - comb.max(1, keepdims=True))
    comb = comb / comb.sum(1, keepdims=True) + epsilon
    comb = comb / (comb.sum(0) + epsilon)
    for _ in range(iterations - 1):
        comb = comb / (comb.sum(1, keepdims=True) + epsilon)
        comb = comb / (comb.sum(0) + epsilon)
    return pre, post, comb


def check_close(actual, expected, what):
    assert np.allclose(actual, expected, rtol=4e-6, atol=0), (what, np.max(np.abs(actual / expected - 1)))


def check_golden(ops):
    for name, (given, expected) in ops.cases("mix").items():
        streams, y = to_bf16_bits(given["X"]), to_bf16_bits(given["y"])
        site = Site(streams.shape[1], streams.shape[2])
        m = coefficients(site, streams, given["fn"])
        ops.f32("mix: m", m, expected["m"], name, np.abs(expected["m"]).mean())
        results = site.mix(streams, given["fn"], given["scale"], given["base"])
        for value, key in zip(results, ("pre", "post", "comb")):
            ops.f32(f"mix: {key}", value, expected[key], name)
        collapsed = site.collapse(streams, given["A"])
        ops.exact("mix: collapsed", collapsed, to_bf16_bits(expected["collapsed"]), name)
        expanded = site.expand(y, streams, expected["post"], expected["comb"])
        ops.exact("mix: X_new", expanded, to_bf16_bits(expected["X_new"]), name)


def coefficients(site, streams, fn):
    """m, which the kernel keeps to itself: `post` = 2 sigmoid(m / 8) of its rows, n at a time, solved for m."""
    n, parts = site.n, []
    for first in range(0, len(fn), n):
        moved = np.roll(fn, n - first, axis=0)
        post = site.mix(streams, moved, np.full(3, 1 / 8, F32), np.zeros(len(fn), F32))[1].astype(np.float64)
        parts.append(8 * np.log(post / (2 - post)))
    return np.concatenate(parts, 1)


def check_random(n, width, iterations):
    rng = np.random.default_rng(n * width)
    site, m = Site(n, width, iterations), (2 + n) * n
    bits = to_bf16_bits(rng.standard_normal((4, n, width)).astype(F32))
    fn = (rng.standard_normal((m, n * width)) / np.sqrt(n * width)).astype(F32)
    scale, base = rng.standard_normal(3).astype(F32), rng.standard_normal(m).astype(F32)
    results = site.mix(bits, fn, scale, base)
    x = from_bf16_bits(bits)
    for row, flat in enumerate(x.reshape(4, -1)):
        for value, exact in zip(results, reference_mix(flat, fn, scale, base, n, iterations)):
            check_close(value[row], exact, (n, width))
    pre, post, comb = results
    check_sums(site, bits, pre, post, comb)


def check_sums(site, bits, pre, post, comb):
    """Streams are added in ascending order, each product rounded, bf16 once."""
    x, y = from_bf16_bits(bits), round_bf16(pre[:, :1] * np.ones(bits.shape[2], F32))
    collapsed = pre[:, 0, None] * x[:, 0]
    old = comb[:, 0, :, None] * x[:, 0, None]
    for j in range(1, site.n):
        collapsed = collapsed + pre[:, j, None] * x[:, j]
        old = old + comb[:, j, :, None] * x[:, j, None]
    assert np.array_equal(site.collapse(bits, pre), to_bf16_bits(collapsed))
    new = post[:, :, None] * y[:, None] + old
    assert np.array_equal(site.expand(to_bf16_bits(y), bits, post, comb), to_bf16_bits(new))


if __name__ == "__main__":
    golden = Ops(sys.argv[1])
    check_golden(golden)
    for n, width, iterations in ((1, 32, 20), (2, 96, 1), (3, 32, 2), (4, 256, 20), (5, 64, 20), (8, 32, 7)):
        check_random(n, width, iterations)
    sys.exit(golden.table.finish())
