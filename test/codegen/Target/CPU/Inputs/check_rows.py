"""Numbers of rows that are no multiple of a tile, and numbers of threads.

Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
See LICENSE for license information.
SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

Sequences of 1 to 9 rows give the same bits alone and together in one call of 45
rows, with one, two and three threads.
"""

import sys

import cedar
import numpy as np

artifact, folder = sys.argv[1:]
module = cedar.Module(artifact)
weights = cedar.Weights(module, folder)
rng = np.random.default_rng(1)
texts = [rng.integers(3, module.info["vocab_size"], length).astype(np.int32) for length in range(1, 10)]
total = sum(map(len, texts))


def session(threads):
    return cedar.Session(weights, max_sequences=9, max_rows=total, max_out_rows=total, context=64, threads=threads)


def run(session, texts):
    """Logits of all rows, and the states that they leave."""
    rows = [cedar.Rows(session.open(), text) for text in texts]
    session.run("prefill_exact", rows, out_rows=range(sum(map(len, texts))))
    states = [session.states(r.struct.sequence) for r in rows]
    for r in rows:
        session.close(r.struct.sequence)
    return session.output("logits").copy(), states


def same_bits(a, b):
    return a.shape == b.shape and np.array_equal(a.view(np.uint32), b.view(np.uint32))


together, states = run(session(threads=1), texts)
assert np.isfinite(together).all() and len({row.tobytes() for row in together}) == total
for threads in (2, 3):
    other, _ = run(session(threads), texts)
    assert same_bits(together, other), f"{threads} threads differ"
alone, begin = session(threads=2), 0
for text, left in zip(texts, states):
    logits, [own] = run(alone, [text])
    assert same_bits(logits, together[begin : begin + len(text)]), f"{len(text)} rows alone differ"
    assert all(same_bits(own[name], left[name]) for name in own), f"{len(text)} rows alone leave other states"
    begin += len(text)
print(f"{total} rows, same bits")
