"""state_append and state_commit move the right rows and leave the others.

Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
See LICENSE for license information.
SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

import numpy as np
from formats import AQ8, MXFP4, NVFP4
from kernels import Kernel

NUMBERS = "tensor<?xi32>"


def row_kind(kind, channels):
    """MLIR types of one row and of several, numpy type and width of a stored row."""
    if isinstance(kind, str):
        dtype = {"f32": np.float32, "i32": np.int32}[kind]
        return f"tensor<{channels}x{kind}>", f"tensor<?x{channels}x{kind}>", dtype, channels
    return kind.type(channels), kind.type(f"?x{channels}"), np.uint8, kind.row_bytes(channels)


def random_rows(rng, shape, dtype):
    return rng.integers(0, 250, shape).astype(dtype)


def check_append(seed, kind, channels, ratio, page_rows):
    rng = np.random.default_rng(seed)
    one, many, dtype, width = row_kind(kind, channels)
    state = f"!cedar.state<paged, {page_rows}, {ratio}, {one}>"
    kernel = Kernel("cedar.state_append %0, %1, %2, %3, %4", [many, NUMBERS, NUMBERS, "tensor<?x?xi32>", state], [])
    sequence, positions = np.array([(s, p) for s, (a, b) in enumerate([(0, 19), (6, 8), (5, 6)])
                                    for p in range(a, b)], np.int32).T
    pages = rng.permutation(3 * 20).reshape(3, 20).astype(np.int32)
    rows = random_rows(rng, (len(positions), width), dtype)
    pool = random_rows(rng, (60, page_rows, width), dtype)
    expected = pool.copy()
    for row, s, p in zip(rows, sequence, positions):
        if (p + 1) % ratio == 0:
            j = p // ratio
            expected[pages[s, j // page_rows], j % page_rows] = row
    for chunk in (None, 2):
        after = kernel(rows, positions, sequence, pages, pool, chunk=chunk)[-1]
        assert np.array_equal(after, expected), (kind, channels)


def check_commit(seed, kind, channels, ring_rows):
    """Three sequences: nothing, a part and all of the rows are accepted."""
    rng = np.random.default_rng(seed)
    one, _, dtype, width = row_kind(kind, channels)
    state = f"!cedar.state<ring, {ring_rows}, 1, {one}>"
    kernel = Kernel("cedar.state_commit %0, %1, %2, %3, %4, %5", [NUMBERS] * 5 + [state], [])
    length, count, accepted = [4, 0, 9], [3, 2 * ring_rows + 3, 5], [0, 2 * ring_rows + 1, 5]
    sequence, positions = np.array([(s, length[s] + i) for s in range(3) for i in range(count[s])], np.int32).T
    slots = rng.permutation(4)[:3].astype(np.int32)
    staged = random_rows(rng, (len(positions), width), dtype)
    ring = random_rows(rng, (4, ring_rows, width), dtype)
    expected = ring.copy()
    for row, s, p in zip(staged, sequence, positions):  # later rows replace earlier ones
        if p < length[s] + accepted[s]:
            expected[slots[s], p % ring_rows] = row
    numbers = [np.array(a, np.int32) for a in (length, slots, accepted)]
    for chunk in (None, 2):
        pool = kernel(positions, sequence, numbers[0], numbers[1], numbers[2], (ring, staged), chunk=chunk)[-2]
        assert np.array_equal(pool, expected), (kind, channels)


if __name__ == "__main__":
    check_append(1, NVFP4, 64, 2, 4)
    check_append(2, MXFP4, 128, 1, 8)
    check_append(3, "f32", 20, 3, 5)
    check_append(4, MXFP4, 32, 4, 1)
    check_commit(5, AQ8, 32, 7)
    check_commit(6, AQ8, 512, 16)
    check_commit(7, "f32", 96, 2)
    check_commit(8, "i32", 1, 3)
