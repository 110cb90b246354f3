"""Counts values whose bits differ, and sequences that are run in several ways.

Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
See LICENSE for license information.
SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

import numpy as np

import cedar


class Ledger:
    """What was compared bit for bit, and what differed."""

    def __init__(self):
        self.rows = {}  # (checkpoint, claim): [values compared, values that differ, where first]

    def compare(self, checkpoint, claim, one, other, where=""):
        one, other = np.ascontiguousarray(one), np.ascontiguousarray(other)
        if one.shape != other.shape or one.dtype != other.dtype:
            differ = max(one.size, other.size)
        else:
            differ = np.count_nonzero(one.view(np.uint8).reshape(-1) != other.view(np.uint8).reshape(-1))
        row = self.rows.setdefault((checkpoint, claim), [0, 0, ""])
        row[0] += one.size
        row[1] += differ
        row[2] = row[2] or (where if differ else "")

    def compare_states(self, checkpoint, claim, one, other, where=""):
        for name in one:
            self.compare(checkpoint, claim, one[name], other[name], f"{where} {name}")

    def expect(self, checkpoint, claim, holds, where=""):
        self.compare(checkpoint, claim, np.bool_([True]), np.bool_([holds]), where)

    def print(self):
        """The table; returns whether every claim held of at least one value."""
        failed = 0
        for (checkpoint, claim), (compared, differ, where) in self.rows.items():
            holds = compared > 0 and differ == 0
            failed += not holds
            print(f"{checkpoint:8} {claim:66} {compared:10,} values {'PASS' if holds else f'FAIL: {differ} bytes differ, first at {where}'}")
        print(f"{len(self.rows)} claims, {failed} failed")
        return failed == 0


class Text:
    """One sequence of a session, fed row by row or chunk by chunk."""

    def __init__(self, session):
        self.session, self.sequence = session, session.open()

    def rows(self, tokens, kinds=None):
        return cedar.Rows(self.sequence, tokens, kinds)

    def feed(self, tokens, chunks=None, kinds=None, commit=True):
        """Logits of every row."""
        logits, begin = [], 0
        for size in chunks or [len(tokens)]:
            part = slice(begin, begin + size)
            rows = self.rows(tokens[part], None if kinds is None else kinds[part])
            self.session.run("prefill_exact", [rows], out_rows=range(size), commit=commit)
            logits.append(self.session.output("logits"))
            begin += size
        return np.concatenate(logits)

    def decode(self, tokens):
        """Logits of every row, one call a row."""
        return np.concatenate([self.session.decode([self.sequence], [token]) for token in tokens])

    def states(self):
        return self.session.states(self.sequence)

    def close(self):
        self.session.close(self.sequence)


def random_tokens(checkpoint, rng, count):
    return rng.integers(3, checkpoint.config["vocab_size"], count).astype(np.int32)


def random_chunks(rng, length, longest):
    chunks = []
    while (left := length - sum(chunks)) > 0:
        chunks.append(int(min(left, rng.integers(1, longest + 1))))
    return chunks


def boundaries(checkpoint, limit):
    """Lengths around those at which a window, a group of tokens or a page fills."""
    window, page = checkpoint.config["sliding_window"], checkpoint.weights.module.info["page_tokens"]
    lengths = set(range(1, 8))
    for edge in (window, 2 * window, page, 2 * page):
        lengths |= {edge - 1, edge, edge + 1}
    return sorted(n for n in lengths if 0 < n <= limit)
