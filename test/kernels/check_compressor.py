"""csa2_pool against a numpy reference and itself; compressors against golden values.

Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
See LICENSE for license information.
SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

import sys

import numpy as np
from check_linear import Norm, product as linear, run
from check_quant import Quantizer
from check_rope import rope_kernel, run_table, table_kernel
from formats import MXFP4, NVFP4, from_bf16_bits, to_bf16_bits
from kernels import Kernel, differing
from ops import Ops

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


def frequencies(pairs=4, base=160000.0, length=32, factor=16.0):
    """SPEC 3.6: those of the stored cases, in f64 and rounded once."""
    plain = base ** (-np.arange(pairs) / pairs)
    low, high = (2 * pairs * np.log(length / (turns * 2 * np.pi)) / (2 * np.log(base)) for turns in (32, 1))
    low, high = max(np.floor(low), 0), min(np.ceil(high), 2 * pairs - 1)
    ramp = np.clip((np.arange(pairs) - low) / max(high - low, 1e-3), 0, 1)
    return (plain / factor * ramp + plain * (1 - ramp)).astype(F32)


def rotated(rows, ratio):
    """Rows of groups at their first positions."""
    table = run_table(table_kernel(frequencies()), ratio * np.arange(len(rows)), 4)
    return rope_kernel(f"?x{rows.shape[1]}", 4)(rows, table, outputs=[np.zeros_like(rows)])[0]


def product(kind, x, weight):
    element = F32 if kind == "f32" else np.uint16
    return run(linear(kind, *weight.shape), to_bf16_bits(x), to_bf16_bits(weight), len(weight), element)


def pooled(values, scores, ratio):
    """The latents of complete groups before their norm, from one call."""
    count, channels = values.shape
    empty = np.zeros((1, ratio, channels), F32)
    pool = Pool(channels, ratio, ratio)
    return pool(values, scores, range(count), np.zeros(count), [0], [0], empty, empty)[ratio - 1 :: ratio]


def check_golden(ops):
    """Rows through all kernels of a compressor: linears, pool, norm, rotation, codes."""
    for name, (given, wanted) in ops.cases("compressor").items():
        ratio, x = int(name[1]), given["x"]
        if ratio == 1:
            latent = product("bf16", x, given["wkv"])
        else:
            values, scores = (product("f32", x, given[weight]) for weight in ("wkv", "wgate"))
            check_tails(ops, name, values, scores, len(x) // ratio * ratio, wanted)
            latent = pooled(values, scores, ratio)
        assert len(latent) == len(x) // ratio == len(wanted.get("latent", []))
        latent = Norm(latent.shape[1])(latent, to_bf16_bits(given["norm"]))
        if len(latent):
            check_entries(ops, name, latent, ratio, given, wanted)


def check_tails(ops, name, values, scores, complete, wanted):
    """The open group, none if no row is left."""
    assert (complete < len(values)) == ("tail_a" in wanted) == ("tail_s" in wanted), name
    if complete < len(values):
        for what, rows in (("tail_a", values), ("tail_s", scores)):
            ops.f32(f"compressor: {what}", rows[complete:], wanted[what], name, np.abs(wanted[what]).mean())


def check_entries(ops, name, latent, ratio, given, wanted):
    ops.bf16("compressor: latent", latent, wanted["latent"], name)
    entry = Quantizer(NVFP4, f"?x{latent.shape[1]}")
    ops.codes("compressor: entry", NVFP4, through(entry, rotated(latent, ratio)), wanted["entry"], name)
    key = product("bf16", from_bf16_bits(latent), given["wk"])
    key = Norm(key.shape[1])(key, to_bf16_bits(given["k_norm"]))
    keys = Quantizer(MXFP4, f"?x{key.shape[1]}")
    ops.codes("compressor: index_key", MXFP4, through(keys, rotated(key, ratio)), wanted["index_key"], name)


def through(quantizer, rows):
    return from_bf16_bits(quantizer.decode(quantizer.encode(rows)))


if __name__ == "__main__":
    golden = Ops(sys.argv[1])
    check_golden(golden)
    check_random(1, 64, 2, 2, [9, 1, 4])
    check_random(2, 20, 3, 2, [10, 7])
    check_random(3, 96, 4, 7, [17, 3])
    sys.exit(golden.table.finish())
