"""Cases of docs/traps.md about sequences: 4, 11, 12, 13, 15, 37, 49, 59, 63, 92, 93.

Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
See LICENSE for license information.
SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

import sys

import cedar
import numpy as np

artifact, folder = sys.argv[1:]
module = cedar.Module(artifact)
weights = cedar.Weights(module, folder)
rng = np.random.default_rng(11)
VOCABULARY, CONTEXT = module.info["vocab_size"], 512


def tokens(count):
    return rng.integers(3, VOCABULARY, count).astype(np.int32)


def session(**options):
    return cedar.Session(weights, **{"max_rows": 256, "context": CONTEXT, **options})


def same_bits(a, b):
    return a.shape == b.shape and np.array_equal(a.view(np.uint32), b.view(np.uint32))


def same_states(a, b):
    return a.keys() == b.keys() and all(same_bits(a[name], b[name]) for name in a)


def prefill(s, text):
    sequence = s.open()
    logits = s.prefill([cedar.Rows(sequence, text)])[0]
    return sequence, logits


def check_first_groups():
    """Cases 11 and 15: rows of the compressed caches after 1 to 4 tokens."""
    s, text = session(), tokens(4)
    for length in range(1, 5):
        sequence, logits = prefill(s, text[:length])
        assert np.isfinite(logits).all()
        for name, state in module.states().items():
            if state["paged"]:
                rows = s.state(sequence, name, length // state["ratio"])
                assert np.isfinite(rows).all() and np.abs(rows).sum(1).all(), (length, name)
                try:
                    s.state(sequence, name, length // state["ratio"] + 1)
                    raise AssertionError(f"{name} has more rows than groups")
                except cedar.Error:
                    pass
        s.close(sequence)


def check_prefill_is_decode():
    """Case 12: the caches after a prefill and after single steps, for 1 to 9 tokens."""
    s, text = session(max_sequences=2), tokens(9)
    stepped = s.open()
    for length in range(1, 10):
        s.decode([stepped], text[length - 1 : length])
        whole, _ = prefill(s, text[:length])
        assert same_states(s.states(whole), s.states(stepped)), length
        s.close(whole)


def check_greedy():
    """Case 13: eight greedy steps after 33 tokens, against the whole text each time."""
    s, text = session(max_sequences=2), list(tokens(33))
    sequence, logits = prefill(s, text)
    for _ in range(8):
        text.append(int(np.argmax(logits)))
        logits = s.decode([sequence], text[-1:])[0]
        again, expected = prefill(s, text)
        assert same_bits(logits, expected), len(text)
        s.close(again)


def check_slot_is_clean():
    """Case 4: the same prompt in a slot that has held another text since."""
    s, a, b = session(), tokens(200), tokens(150)
    results = []
    for text in (a, b, a):
        sequence, logits = prefill(s, text)
        results.append((logits, s.states(sequence)))
        s.close(sequence)
    assert same_bits(results[0][0], results[2][0]) and same_states(results[0][1], results[2][1])
    assert not same_bits(results[0][0], results[1][0])


def check_refusals():
    """Cases 37 and 49: bad ids and empty parts are refused, and nothing has changed."""
    s, text = session(max_sequences=3), tokens(20)
    sequence, _ = prefill(s, text)
    other = s.open()
    before = s.states(sequence)
    for bad in ([5, -1, 7], [VOCABULARY], []):
        for rows in ([cedar.Rows(sequence, bad)], [cedar.Rows(other, [5]), cedar.Rows(sequence, bad)]):
            try:
                s.run("prefill_exact", rows)
                raise AssertionError(f"{bad} was accepted")
            except cedar.Error as error:
                assert error.code == 1, error
            assert s.length(sequence) == 20 and s.length(other) == 0 and same_states(before, s.states(sequence))
    s.close(other)
    clean, _ = prefill(s, text)
    assert same_bits(s.decode([sequence], [9]), s.decode([clean], [9]))


def check_equal_tokens():
    """Case 63: a full call of one token again and again, all to the same experts."""
    s = session(max_rows=64)
    text = np.full(64, 7, np.int32)
    _, whole = prefill(s, text)
    chunked = session(max_rows=5)
    sequence = chunked.open()
    logits = chunked.prefill([cedar.Rows(sequence, text)])[0]
    assert np.isfinite(whole).all() and same_bits(whole, logits)


def check_equal_prompts():
    """Cases 92 and 93: eight equal prompts are eight times the one; nine do not fit."""
    s, text = session(max_sequences=8), tokens(19)
    alone, expected = prefill(s, text)
    s.close(alone)
    sequences = [s.open() for _ in range(8)]
    for count in (7, 8):
        logits = s.prefill([cedar.Rows(q, text) for q in sequences[:count]])
        assert all(same_bits(row, expected) for row in logits), count
        for q in sequences[:count]:
            s.close(q)
        sequences[:count] = [s.open() for _ in range(count)]
    try:
        s.open()
        raise AssertionError("a ninth sequence was opened")
    except cedar.Error as error:
        assert error.code == 5, error


def check_nan_stays():
    """Case 59: a row of NaN chooses experts that exist and touches no other sequence."""
    s, text = session(max_sequences=2, max_embedding_rows=1), tokens(8)
    _, expected = prefill(s, text)
    poisoned = cedar.Session(weights, max_sequences=2, max_rows=64, context=CONTEXT, max_embedding_rows=1)
    good, bad = poisoned.open(), poisoned.open()
    nan = np.full((1, module.info["hidden_size"]), 0x7FC0, np.uint16)
    rows = [cedar.Rows(bad, text[:2], kinds=[1, 0], embedding_rows=[0, -1]), cedar.Rows(good, text)]
    poisoned.run("prefill_exact", rows, embeddings=nan, out_rows=[0, 9])
    logits = poisoned.output("logits")
    assert np.isnan(logits[0]).any() and same_bits(logits[1], expected)


check_first_groups()
check_prefill_is_decode()
check_greedy()
check_slot_is_clean()
check_refusals()
check_equal_tokens()
check_equal_prompts()
check_nan_stays()
