"""csa2_pool against a numpy reference, golden latents, and itself.

Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
See LICENSE for license information.
SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

import sys

import numpy as np
import safetensors
from formats import round_bf16, to_bf16_bits
from kernels import Kernel, differing

F32 = np.float32


def reference(values, scores):
    """SPEC 3.8 for one group: [ratio, channels] each."""
    e = np.exp(scores - scores.max(0))
    return to_bf16_bits((e / e.sum(0) * values).sum(0, dtype=F32))


class Pool:
    """The kernel for one shape."""

    def __init__(self, channels, ratio, ring_rows):
        self.ring_rows = ring_rows
        rows, numbers = f"tensor<?x{channels}xf32>", "tensor<?xi32>"
        state = f"!cedar.state<ring, {ring_rows}, 1, tensor<{channels}xf32>>"
        op = f"cedar.csa2_pool %0, %1, %2, %3, %4, %5, %6, %7 {{ratio = {ratio} : i64}}"
        operands = [rows, rows, numbers, numbers, numbers, numbers, state, state]
        self.kernel = Kernel(op, operands, [f"tensor<?x{channels}xbf16>"])

    def __call__(self, values, scores, positions, sequence, length, slots, tail_values, tail_scores):
        numbers = [np.asarray(a, np.int32) for a in (positions, sequence, length, slots)]
        out = np.full(values.shape, 0x7FC0, np.uint16)
        return self.kernel(values, scores, *numbers, tail_values, tail_scores, outputs=[out])[0]


def ring_of(rows, lengths, slots, ring_rows):
    """The ring after `lengths` rows of each sequence, everything else NaN."""
    ring = np.full((len(lengths), ring_rows, rows.shape[-1]), np.nan, F32)
    for s, n in enumerate(lengths):
        for p in range(max(0, n - ring_rows), n):
            ring[slots[s], p % ring_rows] = rows[s, p]
    return ring


def check_random(seed, channels, ratio, ring_rows, lengths):
    """One call with everything in flight, then one that begins at every position."""
    rng = np.random.default_rng(seed)
    pool = Pool(channels, ratio, ring_rows)
    count, longest = len(lengths), max(lengths)
    values = rng.standard_normal((count, longest, channels)).astype(F32)
    scores = (3 * rng.standard_normal((count, longest, channels))).astype(F32)
    slots = rng.permutation(count)

    def run(begins):
        s, p = np.array([(s, p) for s, n in enumerate(lengths) for p in range(begins[s], n)]).T
        tails = [ring_of(rows, begins, slots, ring_rows) for rows in (values, scores)]
        return s, p, pool(values[s, p], scores[s, p], p, s, begins, slots, *tails)

    s, p, whole = run([0] * count)
    by_row = {}
    for row, (a, b) in enumerate(zip(s, p)):
        closes = (b + 1) % ratio == 0
        group = slice(b - ratio + 1, b + 1)
        expected = reference(values[a, group], scores[a, group]) if closes else np.zeros(channels, np.uint16)
        assert differing(whole[row], expected, 1 if closes else 0) == 0, (seed, a, b)
        by_row[a, b] = whole[row]
    for begin in range(1, longest):
        s, p, part = run([min(begin, n - 1) for n in lengths])
        assert all(np.array_equal(part[row], by_row[key]) for row, key in enumerate(zip(s, p))), (seed, begin)


def check_golden(path):
    """Pooled rows, normalised in numpy, against the golden latents."""
    for name, (given, wanted) in safetensors.cases(safetensors.read(path)).items():
        ratio = int(name[1])
        if ratio == 1 or "latent" not in wanted:
            continue
        values, scores = given["x"] @ given["wkv"].T, given["x"] @ given["wgate"].T
        channels, count = values.shape[1], len(values)
        pool = Pool(channels, ratio, ratio)
        empty = np.zeros((1, ratio, channels), F32)
        result = pool(values, scores, range(count), np.zeros(count), [0], [0], empty, empty)
        pooled = (result[ratio - 1 :: ratio].astype(np.uint32) << 16).view(F32)
        factor = 1 / np.sqrt((pooled * pooled).mean(1, keepdims=True) + F32(1e-20))
        latent = to_bf16_bits(round_bf16(given["norm"] * (pooled * factor)))
        expected = to_bf16_bits(wanted["latent"])
        assert differing(latent, expected, 1) == 0 and differing(latent, expected) < 0.05, name


if __name__ == "__main__":
    check_golden(sys.argv[1] + "/data/ops/compressor.safetensors")
    check_random(1, 64, 2, 2, [9, 1, 4])
    check_random(2, 20, 3, 2, [10, 7])
    check_random(3, 96, 4, 7, [17, 3])
