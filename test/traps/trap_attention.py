"""Cases of docs/traps.md about attention: 34, 35, 36.

Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
See LICENSE for license information.
SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

from check_attention import Attention
from formats import AQ8, NVFP4, from_bf16_bits, to_bf16_bits
import numpy as np

F32 = np.float32


def check_empty_places():
    """Case 34: places without an entry before, between and behind those with one."""
    rng = np.random.default_rng(34)
    for window in (16, 32, 64):
        attention = Attention(heads=2, channels=64, window=window, selected=32)
        query = to_bf16_bits(rng.standard_normal((1, 2, 64)))
        kv, ring = AQ8.random(rng, (1,), 64), np.full((1, window, AQ8.row_bytes(64)), 0xFF, np.uint8)
        pages, pool = np.arange(4, dtype=np.int32)[None], NVFP4.random(rng, (4, 4), 64)

        def run(selection):
            row = np.full((1, 32), -1, np.int32)
            row[0, : len(selection)] = selection
            return attention(query, kv, np.zeros(2, F32), [31], [0], [31], [0], full, row, pages, pool)

        full = np.repeat(kv[:, None], window, 1)
        wanted = run([1, 4, 7, 9])
        assert np.isfinite(from_bf16_bits(wanted)).all()
        for selection in ([-1] * 16 + [1, 4, 7, 9, -1], [1, -1, 4, -1, 7, 9], [-1, -1, 1, 4, 7, -1, 9]):
            assert np.array_equal(run(selection), wanted), (window, selection)
        # A sequence's first token: the window has places without an entry.
        first = attention(query, kv, np.zeros(2, F32), [0], [0], [0], [0], ring, np.full((1, 32), -1, np.int32), pages, pool)
        assert np.isfinite(from_bf16_bits(first)).all()


def check_nothing_selected():
    """Case 35: a row that selects nothing, beside one that does, over a cache of NaN."""
    rng = np.random.default_rng(35)
    attention = Attention(heads=2, channels=64, window=8, selected=16)
    query, kv = to_bf16_bits(rng.standard_normal((2, 2, 64))), AQ8.random(rng, (2,), 64)
    ring = np.full((2, 8, AQ8.row_bytes(64)), 0xFF, np.uint8)
    pages, pool = np.array([[0], [1]], np.int32), np.full((2, 4, NVFP4.row_bytes(64)), 0xFF, np.uint8)
    pool[1] = NVFP4.random(rng, (4,), 64)
    selection = np.full((2, 16), -1, np.int32)
    sink = np.full(2, 1e30, F32)
    none = attention(query, kv, sink, [0, 0], [0, 1], [0, 0], [0, 1], ring, selection, pages, pool)
    assert np.array_equal(from_bf16_bits(none), np.zeros((2, 2, 64))), "all weight on the sink is not zero"
    both = selection.copy()
    both[1, 0] = 2
    sink = np.zeros(2, F32)
    alone = attention(query, kv, sink, [0, 0], [0, 1], [0, 0], [0, 1], ring, selection, pages, pool)
    beside = attention(query, kv, sink, [0, 0], [0, 1], [0, 0], [0, 1], ring, both, pages, pool)
    assert np.array_equal(alone[0], beside[0]) and not np.array_equal(alone[1], beside[1])
    assert np.isfinite(from_bf16_bits(beside)).all()


def check_sink():
    """Case 36: one key of score 0 and value 1, and what the sink leaves of it."""
    attention = Attention(heads=3, channels=64, window=4)
    query = np.zeros((1, 3, 64), np.uint16)
    kv = AQ8.encode_exactly(np.ones((1, 64), F32))
    ring = np.full((1, 4, AQ8.row_bytes(64)), 0xFF, np.uint8)
    sink = np.array([0, -np.inf, 20], F32)
    result = from_bf16_bits(attention(query, kv, sink, [0], [0], [0], [0], ring))
    expected = from_bf16_bits(to_bf16_bits(np.array([0.5, 1, 1 / (1 + np.exp(20))], F32)))
    assert np.array_equal(result[0], np.repeat(expected[:, None], 64, 1)), result[0, :, 0]


check_empty_places()
check_nothing_selected()
check_sink()
