"""Cases of docs/traps.md about selection: 18, 20, 21, 24, 26, 29, 123.

Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
See LICENSE for license information.
SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

import check_select
from check_select import Select, best, best_blocks, index_scores
from formats import MXFP4
import numpy as np

F32 = np.float32


class Scores:
    """One query of one head whose scores against the keys are given: multiples of
    0.5 up to 6 times `scale`."""

    def __init__(self, scores, **shape):
        self.scores = np.asarray(scores, F32)
        keys = np.zeros((len(scores), 32), F32)
        keys[:, 0], keys[:, 1] = self.scores, 6
        query = np.zeros((1, 1, 32), F32)
        query[..., 0], query[..., 2] = 1, 6
        self.query = MXFP4.encode_exactly(query)
        self.pages, self.pool = check_select.paged(np.random.default_rng(3), MXFP4.encode_exactly(keys)[None], 8)
        self.shape = dict(heads=1, channels=32, scale=1.0, **shape)

    def run(self, kernel, *pool, chunk=None):
        weight = np.ones((1, 1), F32)
        return kernel(self.query, weight, [len(self.scores) - 1], [0], self.pages, self.pool, *pool, chunk=chunk)

    def select(self, topk):
        return self.run(Select(topk=topk, **self.shape))[0][0]


def check_ties_do_not_overflow():
    """Case 18: far more ties at the threshold than places."""
    scores = np.zeros(8320, F32)
    winners = np.random.default_rng(1).choice(8320, 100, replace=False)
    scores[winners] = 2
    rest = [t for t in range(8320) if scores[t] == 0][:412]
    assert np.array_equal(Scores(scores).select(512), np.sort([*winners, *rest]))


def check_padding_never_wins():
    """Case 20: ten entries of which five are outside the pool, eight places."""
    case = Scores([1, 1, 2, 2, 3, 0, 0, 0, 0, 0.5], block_size=5)
    inside = Select(topk=8, pool_in=1, **case.shape)
    assert case.run(inside, np.array([[0]], np.int32))[0][0].tolist() == [0, 1, 2, 3, 4, -1, -1, -1]


def check_ties_are_stable():
    """Case 21: nothing but ties; the lowest positions win, always."""
    case = Scores(np.zeros(3000, F32))
    kernel = Select(topk=512, **case.shape)
    for chunk in (None, 1, 3):
        for _ in range(7):
            assert np.array_equal(case.run(kernel, chunk=chunk)[0][0], np.arange(512))


def check_score_of_two_heads():
    """Case 24: negative products count as zero for each head, heads are added."""
    products = np.array([[2, -3], [-1, 4], [1, 1]], F32)
    keys = np.zeros((3, 32), F32)
    keys[:, :2], keys[:, 2] = products, 6
    query = np.zeros((1, 2, 32), F32)
    query[0, 0, 0] = query[0, 1, 1] = 1
    query[..., 3] = 6
    scores = index_scores(query[0], keys, np.ones(2, F32), F32(1))
    assert scores.tolist() == [2, 4, 2]
    pages, pool = check_select.paged(np.random.default_rng(0), MXFP4.encode_exactly(keys)[None], 8)
    for topk, expected in ((1, [1]), (2, [0, 1])):
        kernel = Select(heads=2, channels=32, topk=topk, scale=1.0)
        chosen = kernel(MXFP4.encode_exactly(query), np.ones((1, 2), F32), [2], [0], pages, pool)[0][0]
        assert chosen.tolist() == expected, topk


def check_candidate_blocks():
    """Case 26: 100 entries in blocks of 8; the newest block, of 4, is kept."""
    scores = np.tile([0, 0.5], 50).astype(F32)
    scores[[8 + 3, 40 + 1, 72 + 6]] = 2, 3, 1.5
    case = Scores(scores, block_size=8)
    pool = case.run(Select(topk=4, pool_out=2, **case.shape))[1]
    assert np.array_equal(pool[0], best_blocks(scores, 100, 8, 2)) and pool[0].tolist() == [5, 12]
    chosen = case.run(Select(topk=4, pool_in=2, **case.shape), pool)[0][0]
    assert np.array_equal(chosen, best(scores, [*range(40, 48), *range(96, 100)], 4)) and 41 in chosen
    every = case.run(Select(topk=4, pool_out=13, **case.shape))[1]
    unfiltered = case.run(Select(topk=4, pool_in=13, **case.shape), every)[0][0]
    assert np.array_equal(unfiltered, case.select(4))


def check_pool_bounds_the_work():
    """Case 123: behind the pool no key is read; its pages need not even exist."""
    scores = np.zeros(8192, F32)
    scores[[40, 4000, 8000]] = 2, 3, 1
    case = Scores(scores, block_size=8)
    kept = np.array([[5, 500, 1000, 1023]], np.int32)
    wanted = case.run(Select(topk=4, pool_in=4, **case.shape), kept)[0][0]
    absent = np.full_like(case.pages, 2**30)
    absent[:, kept[0]] = case.pages[:, kept[0]]  # a page has 8 entries, as a block
    case.pages = absent
    chosen = case.run(Select(topk=4, pool_in=4, **case.shape), kept)[0][0]
    assert np.array_equal(chosen, wanted) and {40, 4000, 8000} < set(chosen.tolist())


def check_long_rows():
    """Case 29: rows around 2^14 entries and above."""
    rng = np.random.default_rng(29)
    for entries in (16383, 16384, 16385, 32768):
        scores = rng.integers(0, 13, entries).astype(F32) / 2
        scores[scores == 4.5] = 4  # not among the codes
        scores[scores == 2.5], scores[scores == 3.5], scores[scores == 5.5], scores[scores == 5] = 2, 3, 6, 6
        assert np.array_equal(Scores(scores).select(512), best(scores, range(entries), 512)), entries


check_ties_do_not_overflow()
check_padding_never_wins()
check_ties_are_stable()
check_score_of_two_heads()
check_candidate_blocks()
check_pool_bounds_the_work()
check_long_rows()
