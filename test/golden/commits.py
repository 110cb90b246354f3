"""Rows that are computed and only partly accepted, as when drafts are verified.

Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
See LICENSE for license information.
SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

import numpy as np

from bits import Text, boundaries, random_tokens

DRAFTS = 5
ROWS = DRAFTS + 1


def check_commits(model, rng, ledger, limit):
    """j of k + 1 rows committed, then going on = decoding j tokens, then going on."""
    # Going on for a window's length meets every slot that a dropped row could reach.
    steps = model.config["sliding_window"] + 2
    session = model.session(max_sequences=2, max_rows=limit, max_out_rows=limit, context=limit + ROWS + steps)
    for length in boundaries(model, limit):
        tokens = random_tokens(model, rng, length + ROWS)
        after = random_tokens(model, rng, steps)
        for accepted in range(ROWS + 1):
            where = f"length {length}, {accepted} of {ROWS} rows"
            check_one(model, ledger, session, (tokens[:length], tokens[length:], after), accepted, where)


def check_one(model, ledger, session, parts, accepted, where):
    prompt, drafts, after = parts
    verified, plain = Text(session), Text(session)
    verified.feed(prompt)
    plain.feed(prompt)
    computed = verified.feed(drafts, commit=False)
    session.commit([accepted])
    decoded = plain.decode(drafts[:accepted]) if accepted else computed[:0]
    ledger.compare(model.name, "rows not yet committed = decode: logits", computed[:accepted], decoded, where)
    ledger.compare_states(model.name, "j of k+1 rows committed = j decoded: states", verified.states(), plain.states(), where)
    ledger.compare(model.name, "going on after the commit: logits", verified.decode(after), plain.decode(after), where)
    ledger.compare_states(model.name, "going on after the commit: states", verified.states(), plain.states(), where)
    verified.close()
    plain.close()


def check_dropped(model, rng, ledger):
    """Rows that are never committed leave nothing, whatever runs next."""
    window = model.config["sliding_window"]
    tokens, drafts = random_tokens(model, rng, 2 * window + 3), random_tokens(model, rng, ROWS)
    session = model.session(max_sequences=2, max_rows=64, max_out_rows=64, context=128)
    tried, plain = Text(session), Text(session)
    half = window + 1
    for text in (tried, plain):
        text.feed(tokens[:half])
    tried.feed(drafts, commit=False)
    tried.feed(drafts[::-1], commit=False)
    ledger.compare(model.name, "dropped rows leave nothing: logits", tried.decode(tokens[half:]), plain.decode(tokens[half:]))
    ledger.compare_states(model.name, "dropped rows leave nothing: states", tried.states(), plain.states())


def check_mixed(model, rng, ledger, accepted=(0, 6, 1, 0, 3)):
    """Several sequences of one call, each with its own number of accepted rows."""
    page = model.weights.module.info["page_tokens"]
    lengths = [62, 64, page - 3, page - 1, page]
    session = model.session(max_sequences=2 * len(lengths), max_rows=page, max_out_rows=page, context=page + 32)
    prompts = [random_tokens(model, rng, n) for n in lengths]
    drafts = [random_tokens(model, rng, ROWS) for _ in lengths]
    verified, plain = ([Text(session) for _ in lengths] for _ in range(2))
    for texts in (verified, plain):
        for text, prompt in zip(texts, prompts):
            text.feed(prompt)
    session.run("prefill_exact", [t.rows(d) for t, d in zip(verified, drafts)], commit=False)
    session.commit(accepted)
    for i, count in enumerate(accepted):
        if count:
            plain[i].decode(drafts[i][:count])
        after = random_tokens(model, rng, 9)
        ledger.compare(model.name, "mixed commits of one batch: logits", verified[i].decode(after), plain[i].decode(after), f"sequence {i}")
        ledger.compare_states(model.name, "mixed commits of one batch: states", verified[i].states(), plain[i].states(), f"sequence {i}")
