"""One result whatever the schedule: rows, chunks, batches, threads, slots, targets.

Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
See LICENSE for license information.
SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

import numpy as np

import cedar
from bits import Text, boundaries, random_chunks, random_tokens

BATCH = 7


def check_decode(model, rng, ledger, length):
    """Decoding gives the logits and states of prefill at every position."""
    tokens = random_tokens(model, rng, length)
    session = model.session(max_sequences=2, max_rows=length, max_out_rows=length, context=length)
    whole, step = Text(session), Text(session)
    ledger.compare(model.name, "decode = prefill: logits", whole.feed(tokens), step.decode(tokens))
    ledger.compare_states(model.name, "decode = prefill: states", whole.states(), step.states())
    for text in (whole, step):
        text.close()
    compare_prefixes(model, ledger, session, tokens)


def compare_prefixes(model, ledger, session, tokens):
    """States after each length around a boundary, decoded and prefilled."""
    step, done = Text(session), 0
    for length in boundaries(model, len(tokens)):
        step.decode(tokens[done:length])
        done = length
        whole = Text(session)
        whole.feed(tokens[:length])
        ledger.compare_states(model.name, "decode = prefill: states", whole.states(), step.states(), f"length {length}")
        whole.close()


def check_chunks(model, rng, ledger, length, splits=6):
    """Chunks of any size, those longer than the window too; text and image rows."""
    tokens = random_tokens(model, rng, length)
    kinds = (rng.random(length) < 0.2).astype(np.int8)
    session = model.session(max_rows=length, max_out_rows=length, context=length)
    whole = Text(session)
    logits, states = whole.feed(tokens, kinds=kinds), whole.states()
    whole.close()
    window = model.config["sliding_window"]
    for i in range(splits):
        chunks = random_chunks(rng, length, longest=[3, window, 3 * window][i % 3])
        text = Text(session)
        ledger.compare(model.name, "chunks = one call: logits", text.feed(tokens, chunks, kinds), logits, str(chunks))
        ledger.compare_states(model.name, "chunks = one call: states", text.states(), states, str(chunks))
        text.close()


def check_batch(model, rng, ledger, longest, steps=4):
    """A sequence gives the same alone and among others of other lengths."""
    lengths = [1, 2, longest, 5, longest // 2, 3, longest // 3]
    prompts = [random_tokens(model, rng, n) for n in lengths]
    more = [random_tokens(model, rng, steps) for _ in lengths]
    total = sum(lengths)
    session = model.session(max_sequences=BATCH, max_rows=total, max_out_rows=total, context=longest + steps)
    together = [Text(session) for _ in lengths]
    session.run("prefill_exact", [t.rows(p) for t, p in zip(together, prompts)], out_rows=range(total))
    logits = np.split(session.output("logits"), np.cumsum(lengths)[:-1])
    sequences = [text.sequence for text in together]
    decoded = np.stack([session.decode(sequences, [m[i] for m in more]) for i in range(steps)], 1)
    states = [text.states() for text in together]
    alone_in = model.session(max_rows=longest, max_out_rows=longest, context=longest + steps)
    for i, prompt in enumerate(prompts):
        alone = Text(alone_in)
        ledger.compare(model.name, f"batch of {BATCH} = alone: prefill", alone.feed(prompt), logits[i], f"length {lengths[i]}")
        ledger.compare(model.name, f"batch of {BATCH} = alone: decode", alone.decode(more[i]), decoded[i], f"length {lengths[i]}")
        ledger.compare_states(model.name, f"batch of {BATCH} = alone: states", alone.states(), states[i], f"length {lengths[i]}")
        alone.close()


def results(model, tokens, steps, **options):
    """Logits of a prefill and of decoding the last `steps`, and the states."""
    text = Text(model.session(max_rows=len(tokens), max_out_rows=len(tokens), context=len(tokens), **options))
    logits = text.feed(tokens[:-steps])
    return np.concatenate([logits, text.decode(tokens[-steps:])]), text.states()


def compare_results(model, ledger, claim, one, other):
    ledger.compare(model.name, f"{claim}: logits", one[0], other[0])
    ledger.compare_states(model.name, f"{claim}: states", one[1], other[1])


def check_threads(model, rng, ledger, length):
    tokens = random_tokens(model, rng, length)
    single = results(model, tokens, steps=5, threads=1)
    for threads in (2, 3):
        compare_results(model, ledger, f"1 thread = {threads} threads", single, results(model, tokens, steps=5, threads=threads))


def check_launch_modes(model, rng, ledger, length):
    """Calls replayed as CUDA graphs, queued, and waited for kernel by kernel."""
    tokens = random_tokens(model, rng, length)
    recorded, queued, one_by_one = (results(model, tokens, steps=5, launch_mode=mode) for mode in range(3))
    compare_results(model, ledger, "graph on = graph off", recorded, queued)
    compare_results(model, ledger, "queued = kernel by kernel", queued, one_by_one)


def check_device_memory(model, ledger):
    """A session takes on the GPU what the manifest predicts."""
    options = {"max_sequences": 3, "max_rows": 40, "context": 100}
    stats, need = model.session(**options).stats(), model.weights.module.memory(**options)
    for name, predicted in (("device_bytes", "device"), ("device_weights", "device_weights")):
        ledger.compare(model.name, f"memory on the GPU = predicted: {name}", np.array([stats[name]], np.uint64),
                       np.array([need[predicted]], np.uint64))


def check_slot_reuse(model, rng, ledger, length):
    """A slot that held another text gives what a new session gives."""
    tokens = random_tokens(model, rng, length)
    fresh = results(model, tokens, steps=3)
    session = model.session(max_rows=length, max_out_rows=length, context=length + 6)
    other = Text(session)
    other.feed(random_tokens(model, rng, length))
    other.feed(random_tokens(model, rng, 6), commit=False)
    other.close()
    again = Text(session)
    logits = np.concatenate([again.feed(tokens[:-3]), again.decode(tokens[-3:])])
    compare_results(model, ledger, "a reused slot = a new one", fresh, (logits, again.states()))
    again.close()
    empty = Text(session)
    short = empty.feed(tokens[:2])
    ledger.compare(model.name, "a reused slot = a new one: logits", short, fresh[0][:2], "short text after long")


def check_target(model, other, rng, ledger, length):
    """Two targets of the same checkpoint."""
    tokens = random_tokens(model, rng, length)
    target = other.weights.module.info["target"]
    compare_results(model, ledger, f"{model.target} = {target}", results(model, tokens, steps=5), results(other, tokens, steps=5))
