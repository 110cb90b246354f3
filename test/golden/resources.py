"""Kernel launches do not grow with the batch; pages grow with the tokens.

Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
See LICENSE for license information.
SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

from bits import Text, random_tokens

BATCH = 7


def launches(model, rng, count):
    """Launches of one prefill call and of one decode call of `count` sequences."""
    session = model.session(max_sequences=count, max_rows=count * 8, context=64)
    texts = [Text(session) for _ in range(count)]
    numbers = [session.stats()["launches"]]
    session.run("prefill_exact", [t.rows(random_tokens(model, rng, i % 5 + 1)) for i, t in enumerate(texts)])
    numbers.append(session.stats()["launches"])
    session.decode([t.sequence for t in texts], random_tokens(model, rng, count))
    numbers.append(session.stats()["launches"])
    return numbers[1] - numbers[0], numbers[2] - numbers[1]


def check_launches(model, rng, ledger):
    one, many = launches(model, rng, 1), launches(model, rng, BATCH)
    ledger.expect(model.name, f"a batch of {BATCH} launches as many kernels as one", one == many and min(one) > 0, f"{one} and {many}")


def check_pages(model, rng, ledger):
    """A page is taken when a token needs it and given back with its sequence."""
    page = model.weights.module.info["page_tokens"]
    if not any(state["paged"] for state in model.weights.module.states().values()):
        return
    session = model.session(max_sequences=2, max_rows=page, context=3 * page)
    first, second = Text(session), Text(session)
    claim = "pages in use = those that the tokens fill"

    def expect(pages):
        used = session.stats()["pages_in_use"]
        ledger.expect(model.name, claim, used == pages, f"{used} pages, expected {pages}")

    expect(0)
    for text, tokens, pages in ((first, 1, 1), (first, page - 1, 1), (first, 1, 2), (second, page, 3), (first, page - 1, 3), (first, 1, 4)):
        session.prefill([text.rows(random_tokens(model, rng, tokens))])
        expect(pages)
    first.close()
    expect(1)
    ledger.expect(model.name, claim, session.stats()["pages_peak"] == 4, "peak")
