"""sparse_attention against golden values, a numpy reference, and itself.

Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
See LICENSE for license information.
SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

import sys

import numpy as np
from formats import AQ8, NVFP4, from_bf16_bits, round_bf16, to_bf16_bits
from kernels import Kernel, differing
from ops import Ops

F32 = np.float32


def reference(q, entries, sink, scale):
    """One row (SPEC 3.11): q [H, C], entries: vector or None per slot."""
    heads, channels = q.shape
    maximum, denominator = np.full(heads, -1e30, F32), np.zeros(heads, F32)
    numerator = np.zeros((heads, channels), F32)
    for first in range(0, len(entries), 64):
        block = [e for e in entries[first : first + 64] if e is not None]
        if not block:
            continue
        block = np.stack(block)
        scores = q @ block.T * F32(scale)
        new = np.maximum(maximum, scores.max(1))
        p = np.exp(scores - new[:, None])
        factor = np.exp(maximum - new)
        denominator = denominator * factor + p.sum(1)
        numerator = numerator * factor[:, None] + round_bf16(p) @ block
        maximum = new
    with np.errstate(over="ignore"):
        denominator = denominator + np.exp(sink - maximum)
    return to_bf16_bits(numerator / denominator[:, None])


class Attention:
    """The kernel for one shape."""

    def __init__(self, heads, channels, window, selected=0, page_rows=4, scale=0.25, begins=False):
        self.heads, self.channels, self.window = heads, channels, window
        self.selected, self.page_rows, self.scale = selected, page_rows, float(F32(scale))
        query = f"tensor<?x{heads}x{channels}xbf16>"
        rows = "tensor<?xi32>"
        operands = [query, AQ8.type(f"?x{channels}"), f"tensor<{heads}xf32>", rows, rows, rows, rows,
                    f"!cedar.state<ring, {window}, 1, {AQ8.type(channels)}>"]
        extra = ""
        if begins:
            operands.append(rows)
            extra = " begin(%8)"
        if selected:
            first = len(operands)
            operands += [f"tensor<?x{selected}xi32>", "tensor<?x?xi32>",
                         f"!cedar.state<paged, {page_rows}, 2, {NVFP4.type(channels)}>"]
            extra += f" selected(%{first}, %{first + 1}, %{first + 2})"
        attribute = np.format_float_scientific(self.scale, precision=12, unique=False)
        op = f"cedar.sparse_attention %0, %1, %2, %3, %4, %5, %6, %7{extra} {{scale = {attribute} : f32}}"
        self.kernel = Kernel(op, operands, [query])

    def __call__(self, query, kv, sink, positions, sequence, length, slots, ring, *others, chunk=None):
        """`others`: the begin of each sequence if the kernel `begins`, then what belongs to `selected`."""
        numbers = [np.asarray(a, np.int32) for a in (positions, sequence, length, slots)]
        out = np.full(query.shape, 0x7FC0, np.uint16)
        return self.kernel(query, kv, sink, *numbers, ring, *others, outputs=[out], chunk=chunk)[0]


def check_golden(ops):
    for name, (given, wanted) in ops.cases("attention").items():
        q, kv, sink, indices = (given[n] for n in ("q", "kv", "sink", "idx"))
        scale = given["scale"][0]
        mine = np.stack([reference(q[n], [kv[i] if i >= 0 else None for i in row], sink, scale)
                         for n, row in enumerate(indices)])
        ops.bf16("attention, in numpy", mine, wanted["o"], name)
        ops.bf16("attention", golden_rows(q, kv, sink, indices, scale), wanted["o"], name)


def golden_rows(q, kv, sink, indices, scale):
    """Every row as a sequence whose window holds its list: entry i is position i.

    A window has no gaps, so a gap is a key so far from the row's queries that its
    probability is 0; a row without any entry begins behind its last position.
    """
    rows, window = indices.shape
    attention = Attention(q.shape[1], q.shape[2], window, scale=scale, begins=True)
    last = [max(np.flatnonzero(row >= 0), default=0) for row in indices]
    begin = [0 if np.any(row >= 0) else 1 for row in indices]
    lists = np.stack([[kv[i] if i >= 0 else far_key(q[n], kv, scale) for i in row] for n, row in enumerate(indices)])
    ring = AQ8.encode_exactly(lists)
    newest = np.stack([ring[n, p] for n, p in enumerate(last)])
    sequence = range(rows)
    return attention(to_bf16_bits(q), newest, sink, last, sequence, last, sequence, ring, np.int32(begin))


def far_key(q, kv, scale):
    """A key of the window's format whose score is below those of `kv` by more than exp can tell, for all heads."""
    away = np.linalg.pinv(q.astype(np.float64)) @ np.full(len(q), -1e4 / scale)
    mantissa, exponent = np.frexp(np.where(np.abs(away) < np.abs(away).max() / 4096, 0, away))
    key = np.ldexp(np.round(mantissa * 16) / 16, exponent).astype(F32)
    assert np.all((q @ key).max() * scale < (q @ kv.T).min() * scale - 200)
    return key


class Conversation:
    """Random sequences: all window entries, compressed entries and queries."""

    def __init__(self, attention, rng, lengths):
        a = self.attention = attention
        self.rng, self.lengths = rng, lengths
        longest, count = max(lengths), len(lengths)
        self.kv = AQ8.random(rng, (count, longest), a.channels)
        self.query = to_bf16_bits(rng.standard_normal((count, longest, a.heads, a.channels)))
        self.sink = rng.standard_normal(a.heads).astype(F32)
        self.pages_per = -(-(longest // 2 + 1) // a.page_rows)
        order = rng.permutation(count * self.pages_per)
        self.pages = order.reshape(count, -1).astype(np.int32)
        self.pool = NVFP4.random(rng, (len(order), a.page_rows), a.channels)
        self.slots = rng.permutation(count).astype(np.int32)
        self.selection = np.full((count, longest, max(a.selected, 1)), -1, np.int32)
        for s in range(count):
            for p in range(longest):
                self.selection[s, p] = self._pick((p + 1) // 2)

    def _pick(self, visible):
        """Random entries, some places empty (also between entries)."""
        width = self.selection.shape[-1]
        count = min(visible, width, int(self.rng.integers(0, width + 1)))
        chosen = np.sort(self.rng.choice(visible, count, replace=False)) if count else []
        row = np.full(width, -1, np.int32)
        places = np.arange(count) if self.rng.random() < 0.5 else np.sort(self.rng.choice(width, count, replace=False))
        row[places] = chosen
        return row

    def entry(self, s, j):
        a = self.attention
        packed = self.pool[self.pages[s, j // a.page_rows], j % a.page_rows]
        return NVFP4.decode(packed, a.channels)

    def expected(self, s, p):
        a = self.attention
        begin = max(0, p - a.window + 1)
        slots = [AQ8.decode(self.kv[s, q], a.channels) for q in range(begin, p + 1)]
        slots += [None] * (a.window - len(slots))
        if a.selected:
            slots += [self.entry(s, j) if j >= 0 else None for j in self.selection[s, p]]
        return reference(from_bf16_bits(self.query[s, p]), slots, self.sink, a.scale)

    def run(self, rows, lengths, chunk=None):
        """Attention of `rows` (s, p) in one call, with the rings as after `lengths`."""
        a = self.attention
        ring = np.full((len(self.lengths), a.window, self.kv.shape[-1]), 0xFF, np.uint8)
        for s, n in enumerate(lengths):
            for p in range(max(0, n - a.window), n):
                ring[self.slots[s], p % a.window] = self.kv[s, p]
        s, p = np.array(rows).T
        selected = (self.selection[s, p], self.pages, self.pool) if a.selected else ()
        return a(self.query[s, p], self.kv[s, p], self.sink, p, s, lengths, self.slots, ring, *selected, chunk=chunk)


def check_random(seed, lengths, **shape):
    rng = np.random.default_rng(seed)
    talk = Conversation(Attention(**shape), rng, lengths)
    rows = [(s, p) for s, n in enumerate(lengths) for p in range(n)]
    prefill = talk.run(rows, [0] * len(lengths))
    expected = np.stack([talk.expected(s, p) for s, p in rows])
    assert differing(prefill, expected, 1) < 1e-3 and differing(prefill, expected) < 0.02, shape
    check_parts(talk, rows, prefill)


def check_parts(talk, rows, prefill):
    """The same bits in two calls, in any ranges of blocks, and row by row."""
    by_row = dict(zip(rows, prefill))
    half = [n // 2 for n in talk.lengths]
    rest = [(s, p) for s, p in rows if p >= half[s]]
    for chunk in (None, 1, 3):
        again = talk.run(rest, half, chunk)
        assert np.array_equal(again, np.stack([by_row[r] for r in rest])), "two calls"
    for s, p in rows[:: max(1, len(rows) // 12)]:
        lengths = [0] * len(half)
        lengths[s] = p
        assert np.array_equal(talk.run([(s, p)], lengths)[0], by_row[s, p]), "one row"


if __name__ == "__main__":
    golden = Ops(sys.argv[1])
    check_golden(golden)
    check_random(1, [30, 17], heads=4, channels=64, window=16, selected=16)
    check_random(2, [19, 1, 8], heads=3, channels=32, window=7, selected=100)
    check_random(3, [20], heads=18, channels=96, window=5)
    check_random(4, [150], heads=2, channels=32, window=128, selected=40, page_rows=16)
    check_random(5, [70], heads=64, channels=512, window=64, selected=64, scale=512**-0.5)
    sys.exit(golden.table.finish())
