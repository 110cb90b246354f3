"""csa2_select against golden values and a numpy reference.

Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
See LICENSE for license information.
SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

import sys

import numpy as np
from formats import MXFP4, round_bf16, to_bf16_bits
from kernels import Kernel
from ops import Ops

F32 = np.float32


def best(scores, candidates, count):
    """The `count` best of ascending `candidates`: larger score, then smaller position."""
    ranked = sorted(candidates, key=lambda t: (-scores[t] if scores[t] == scores[t] else np.inf, t))
    chosen = sorted(ranked[:count])
    return np.array(chosen + [-1] * (count - len(chosen)), np.int32)


def best_blocks(scores, visible, size, count):
    """The kept blocks: the best by their best score, always the newest."""
    blocks = np.array([scores[b : min(b + size, visible)].max() for b in range(0, visible, size)])
    if visible:
        blocks[-1] = np.inf
    return best(blocks, range(len(blocks)), count)


def index_scores(q, keys, w, scale):
    """SPEC 3.9.4 for one row: q [heads, channels], keys [entries, channels], w [heads]."""
    d = round_bf16(q @ keys.T)
    e = round_bf16(np.maximum(d, 0) * round_bf16(w * scale)[:, None])
    return round_bf16(e.sum(0, dtype=F32))


class Select:
    """The kernel for one shape."""

    def __init__(self, heads, channels, topk, scale, ratio=1, page_rows=8, pool_in=0, pool_out=0, block_size=0):
        self.topk, self.pool_out, self.page_rows = topk, pool_out, page_rows
        rows = "tensor<?xi32>"
        operands = [MXFP4.type(f"?x{heads}x{channels}"), f"tensor<?x{heads}xbf16>", rows, rows, "tensor<?x?xi32>",
                    f"!cedar.state<paged, {page_rows}, {ratio}, {MXFP4.type(channels)}>"]
        if pool_in:
            operands.append(f"tensor<?x{pool_in}xi32>")
        results = [f"tensor<?x{topk}xi32>"] + ([f"tensor<?x{pool_out}xi32>"] if pool_out else [])
        names = ", ".join(f"%{i}" for i in range(len(operands)))
        scale = np.format_float_scientific(float(F32(scale)), precision=12, unique=False)
        op = (f"cedar.csa2_select {names} {{topk = {topk} : i64, weightScale = {scale} : f32, "
              f"poolBlocks = {pool_out} : i64, poolBlockSize = {block_size} : i64}}")
        self.kernel = Kernel(op, operands, results)

    def __call__(self, query, weights, positions, sequence, pages, keys, *pool, chunk=None):
        count = len(query)
        outputs = [np.full((count, self.topk), 77, np.int32)]
        if self.pool_out:
            outputs.append(np.full((count, self.pool_out), 77, np.int32))
        results = self.kernel(query, to_bf16_bits(weights), np.asarray(positions, np.int32),
                              np.asarray(sequence, np.int32), pages, keys, *pool, outputs=outputs, chunk=chunk)
        return results[: len(outputs)]


def paged(rng, rows, page_rows):
    """Rows [sequences, entries, bytes] in pages of random order: page table, pool."""
    count, entries, size = rows.shape
    per = -(-max(entries, 1) // page_rows)
    pages = rng.permutation(count * per).reshape(count, per).astype(np.int32)
    pool = np.full((count * per, page_rows, size), 0xFF, np.uint8)
    for s in range(count):
        for j in range(entries):
            pool[pages[s, j // page_rows], j % page_rows] = rows[s, j]
    return pages, pool


def check_golden(ops):
    rng = np.random.default_rng(0)
    for name, (given, wanted) in ops.cases("index").items():
        ratio, scale = int(given["ratio"][0]), F32(given["q"].shape[2] ** -0.5 * given["q"].shape[1] ** -0.5)
        visible = np.arange(len(given["k"])) < ((np.arange(len(given["q"])) + 1) // ratio)[:, None]
        check_golden_choice(ops, name, given, wanted, rng)
        check_golden_scores(ops, name, given, wanted, visible, scale)
        check_golden_order(ops, name, given, wanted, visible, scale)


def check_golden_choice(ops, name, given, wanted, rng):
    q, w, ratio, topk, (blocks, size) = *(given[n] for n in ("q", "w", "ratio", "topk")), given["blocks"].tolist()
    rows, heads, channels = q.shape
    shape = dict(heads=heads, channels=channels, topk=int(topk[0]), scale=channels**-0.5 * heads**-0.5,
                 ratio=int(ratio[0]), block_size=size)
    pages, keys = paged(rng, MXFP4.encode_exactly(given["k"])[None], 8)
    common = (MXFP4.encode_exactly(q), w, range(rows), np.zeros(rows), pages, keys)
    selection, pool = Select(pool_out=blocks, **shape)(*common)
    inside = Select(pool_in=blocks, **shape)(*common, pool)[0]
    for what, chosen in (("topk", selection), ("topk_in_pool", inside)):
        padding = ((0, 0), (0, chosen.shape[1] - wanted[what].shape[1]))
        ops.exact(f"index: {what}", chosen, np.pad(wanted[what], padding, constant_values=-1), name)
    kept = np.array([np.isin(np.arange(len(given["k"])) // size, row) for row in pool])
    ops.exact("index: pool", kept, wanted["pool"] != 0, name)


def check_golden_scores(ops, name, given, wanted, visible, scale):
    """The formulas that the random cases are held to."""
    ops.exact("index: w_scaled, in numpy", round_bf16(given["w"] * scale), wanted["w_scaled"], name)
    scores = np.stack([index_scores(q, given["k"], w, scale) for q, w in zip(given["q"], given["w"])])
    ops.exact("index: scores, in numpy", np.where(visible, scores, -np.inf), wanted["scores"], name)


def check_golden_order(ops, name, given, wanted, visible, scale):
    """The kernel's scores, which it keeps to itself: of any two visible entries in a page of their own it must
    choose the one with the larger stored score, the first one if they are equal."""
    (rows, heads, channels), k = given["q"].shape, MXFP4.encode_exactly(given["k"])
    t, i, j = (a.ravel() for a in np.indices((rows, len(k), len(k))))
    shown = visible[t, i] & visible[t, j]
    t, i, j = t[shown], i[shown], j[shown]
    pages, keys = np.arange(len(t), dtype=np.int32)[:, None], np.stack([k[i], k[j]], 1)
    later = wanted["scores"][t, j] > wanted["scores"][t, i]
    for what, w, factor in (("scores", given["w"], scale), ("scores by w_scaled", wanted["w_scaled"], 1)):
        select = Select(heads, channels, 1, factor, page_rows=2)
        chosen = select(MXFP4.encode_exactly(given["q"])[t], w[t], np.ones(len(t)), range(len(t)), pages, keys)[0]
        ops.exact(f"index: {what}, two by two", chosen[:, 0], later, name)


class Rows:
    """Random queries of several sequences; `levels` few distinct keys make ties."""

    def __init__(self, rng, heads, channels, positions, ratio, levels=0):
        self.positions, self.ratio = positions, ratio
        count = len(positions)
        entries = (max(positions) + 1) // ratio
        self.query = MXFP4.random(rng, (count, heads), channels)
        self.weights = round_bf16(rng.standard_normal((count, heads)).astype(F32))
        self.sequence = rng.integers(0, 2, count)
        rows = MXFP4.random(rng, (2, entries), channels)
        if levels:
            rows = rows[:, rng.integers(0, min(levels, entries), entries)]
        self.keys = MXFP4.decode(rows, channels)
        self.pages, self.pool = paged(rng, rows, 8)
        self.channels = channels

    def scores(self, t, scale):
        q = MXFP4.decode(self.query[t], self.channels)
        return index_scores(q, self.keys[self.sequence[t]], self.weights[t], F32(scale))

    def operands(self):
        return self.query, self.weights, self.positions, self.sequence, self.pages, self.pool


def check_random(seed, positions, heads, channels, topk, pool=0, size=0, ratio=1, levels=0, scale=0.1):
    rows = Rows(np.random.default_rng(seed), heads, channels, positions, ratio, levels)
    shape = dict(heads=heads, channels=channels, topk=topk, scale=scale, ratio=ratio, block_size=size)
    publish = Select(pool_out=pool, **shape)
    results = publish(*rows.operands())
    for again in (publish(*rows.operands(), chunk=1), publish(*rows.operands(), chunk=5)):
        assert all(map(np.array_equal, results, again))
    inside = Select(pool_in=pool, **shape)(*rows.operands(), results[1])[0] if pool else None
    for t, p in enumerate(positions):
        scores, visible = rows.scores(t, scale), (p + 1) // ratio
        assert np.array_equal(results[0][t], best(scores, range(visible), topk)), (seed, t)
        if pool:
            blocks = best_blocks(scores, visible, size, pool)
            assert np.array_equal(results[1][t], blocks), (seed, t)
            candidates = [j for j in range(visible) if j // size in blocks]
            assert np.array_equal(inside[t], best(scores, candidates, topk)), (seed, t)


def check_nan_and_zeros():
    """NaN keys rank lowest, zeros of both signs are equal."""
    rng = np.random.default_rng(9)
    rows = Rows(rng, 2, 32, [19, 2, 0], 1)
    rows.pool[rows.pages[0, 0], :6, -1] = 255
    rows.pool[rows.pages[1, 0], :6, -1] = 255
    rows.keys[:, :6] = np.nan
    rows.weights[1] = [0.0, -0.0]
    selection = Select(2, 32, 5, 0.1)(*rows.operands())[0]
    for t, p in enumerate(rows.positions):
        assert np.array_equal(selection[t], best(rows.scores(t, 0.1), range(p + 1), 5)), t


if __name__ == "__main__":
    golden = Ops(sys.argv[1])
    check_golden(golden)
    check_random(1, list(range(0, 80)), 4, 64, 16, pool=8, size=4)
    check_random(2, list(range(0, 90, 2)) + [1], 3, 32, 100, pool=5, size=3, ratio=3)
    check_random(3, [0, 1, 2, 3000, 2999, 1500, 511, 600], 2, 32, 64, pool=50, size=8, levels=7)
    check_random(4, [5000, 4000, 4001], 4, 128, 512, pool=300, size=8, levels=400, scale=2.0**-6)
    check_random(5, [2600, 900], 2, 32, 16, pool=400, size=1, levels=2)
    check_random(6, [0, 0, 3], 2, 32, 4, ratio=4)
    check_nan_and_zeros()
    sys.exit(golden.table.finish())
