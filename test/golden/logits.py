"""End to end: logits of prefill, of prefill in chunks, and of decoding.

Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
See LICENSE for license information.
SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

import numpy as np

import cedar
from table import AT_LEAST, AT_MOST

CLEAR = 0.25  # a distance of the two largest logits at which the choice must agree

# Decode steps from which on a bf16 rounding of the reference itself decides. In
# micro-b at position 41, a head's output of layer 0 is 2e-8 (relative) from the
# middle of two bf16 values: dot products summed channel by channel fall on the
# reference's side, in 16 partial sums or exactly on the other, and then an index
# source picks another entry. From there the limit of other rounding rules holds.
TIES = {("micro-b", 40): 1}


class Comparison:
    """Logits of one case beside the reference's."""

    def __init__(self, values, golden):
        self.differences = np.abs(values - golden).mean(-1)
        self.difference = float(self.differences.mean())
        ours, theirs = log_softmax(values), log_softmax(golden)
        self.kl = float((np.exp(theirs) * (theirs - ours)).sum(-1).mean())
        self.same = values.argmax(-1) == golden.argmax(-1)
        top = np.sort(golden, axis=-1)
        self.clear = top[:, -1] - top[:, -2] > CLEAR
        self.rows = len(golden)


def log_softmax(logits):
    shifted = logits.astype(np.float64) - logits.max(-1, keepdims=True)
    return shifted - np.log(np.exp(shifted).sum(-1, keepdims=True))


def share(flags):
    flags = np.concatenate(flags)
    return float(flags.mean()) if len(flags) else 1.0


def mean_over_rows(comparisons, what):
    return np.average([getattr(c, what) for c in comparisons], weights=[c.rows for c in comparisons])


def prefill_rows(session, tokens, chunks):
    """Logits of all rows, given in `chunks`, and the states afterwards."""
    sequence, logits, begin = session.open(), [], 0
    for size in chunks:
        session.run("prefill_exact", [cedar.Rows(sequence, tokens[begin : begin + size])], out_rows=range(size))
        logits.append(session.output("logits"))
        begin += size
    states = session.states(sequence)
    session.close(sequence)
    return np.concatenate(logits), states


def check_prefill(checkpoint, table):
    """One prompt in one call; returns the logits and states of every case."""
    results, comparisons, argmax = [], [], []
    for case in checkpoint.cases():
        session = checkpoint.session(max_rows=case.length, max_out_rows=case.length)
        logits, states = prefill_rows(session, case["tokens"], [case.length])
        results.append((case, logits, states))
        rows = case["logits_rows"] if "logits_rows" in case else slice(None)
        comparisons.append(Comparison(logits[rows], case["logits"]))
        argmax.append(logits.argmax(-1) == case["argmax"])
        add_prefill_case(checkpoint, table, case, comparisons[-1], argmax[-1])
    if checkpoint.name == "tiny":
        add_summary(checkpoint, table, "prefill", comparisons, argmax)
    return results


def add_prefill_case(checkpoint, table, case, comparison, argmax):
    at = f"n{case.length}"
    if checkpoint.name == "tiny":
        add_tiny_case(checkpoint, table, "prefill", comparison, at)
        return
    table.add(checkpoint.name, "prefill: mean difference of logits", comparison.difference, AT_MOST, 0.02, at)
    table.add(checkpoint.name, "prefill: share of rows with equal argmax", argmax.mean(), AT_LEAST, 1, at)


def add_tiny_case(checkpoint, table, what, comparison, at):
    table.add(checkpoint.name, f"{what}: mean difference of logits, one prompt", comparison.difference, AT_MOST, 0.25, at)
    table.add(checkpoint.name, f"{what}: mean KL, one prompt", comparison.kl, AT_MOST, 1e-2, at)


def add_summary(checkpoint, table, what, comparisons, argmax):
    """Limits over all prompts together, for the trained checkpoint."""
    name, clear = checkpoint.name, [c.same[c.clear] for c in comparisons]
    table.add(name, f"{what}: mean difference of logits, all", mean_over_rows(comparisons, "difference"), AT_MOST, 0.15)
    table.add(name, f"{what}: mean KL, all", mean_over_rows(comparisons, "kl"), AT_MOST, 2e-3)
    table.add(name, f"{what}: share of rows with equal argmax, all", share(argmax), AT_LEAST, 0.98)
    table.add(name, f"{what}: the same, margin above {CLEAR}, all", share(clear), AT_LEAST, 0.995)


def check_chunks(checkpoint, table, prefilled):
    """Every stored split gives the bits of one call."""
    for case, logits, states in prefilled:
        session = checkpoint.session(max_rows=case.length, max_out_rows=case.length)
        for split in case.splits:
            chunked, chunked_states = prefill_rows(session, case["tokens"], split)
            differ = np.count_nonzero(chunked != logits)
            differ += sum(np.count_nonzero(chunked_states[name] != states[name]) for name in states)
            table.add(checkpoint.name, "chunks: values that differ from one call", differ, AT_MOST, 0, f"n{case.length}")


def decode_rows(checkpoint, cases):
    """Logits [cases, steps, V] after feeding the stored tokens, all cases at once."""
    longest = max(case.length for case in cases)
    steps = len(cases[0]["decode.logits"])
    session = checkpoint.session(max_sequences=len(cases), max_rows=longest, context=longest + steps)
    sequences = [session.open() for _ in cases]
    for sequence, case in zip(sequences, cases):
        session.prefill([cedar.Rows(sequence, case["tokens"])])
    tokens = np.stack([case["decode.tokens"] for case in cases], 1)
    return np.stack([session.decode(sequences, tokens[step]) for step in range(steps)], 1)


def check_decode(checkpoint, table):
    cases = checkpoint.cases()
    comparisons = [Comparison(logits, case["decode.logits"]) for logits, case in zip(decode_rows(checkpoint, cases), cases)]
    for case, comparison in zip(cases, comparisons):
        at = f"n{case.length}"
        if checkpoint.name == "tiny":
            add_tiny_case(checkpoint, table, "decode", comparison, at)
        else:
            add_decode_case(checkpoint, table, case, comparison)
    if checkpoint.name == "tiny":
        add_summary(checkpoint, table, "decode", comparisons, [c.same for c in comparisons])
    else:
        table.add(checkpoint.name, "decode: mean difference of logits, all", mean_over_rows(comparisons, "difference"), AT_MOST, 0.02)


def add_decode_case(checkpoint, table, case, comparison):
    at, steps = f"n{case.length}", comparison.differences
    tie = TIES.get((checkpoint.name, case.length), len(steps))
    table.add(checkpoint.name, "decode: mean difference of logits, one case", steps[:tie].mean(), AT_MOST, 0.1, at)
    if tie < len(steps):
        table.add(checkpoint.name, "decode: the same, from a tie of the reference on", steps[tie:].mean(), AT_MOST, 0.3, at)
    same = comparison.same[comparison.clear]
    table.add(checkpoint.name, f"decode: argmax changes, margin above {CLEAR}", np.count_nonzero(~same), AT_MOST, 0, at)


def check_picks(checkpoint, table, longest):
    """Overlap of the selected entries when every layer runs on our own streams."""
    shared = golden = wrong_rows = 0
    for case in checkpoint.cases():
        if case.length > longest:
            continue
        session = run_freely(checkpoint, case)
        for layer in case.layers_of("topk"):
            picks, reference = session.output(f"topk.{layer}"), case[f"topk.{layer}"]
            equal = (picks[:, :, None] == reference[:, None, :]) & (reference >= 0)[:, None, :]
            shared, golden = shared + np.count_nonzero(equal), golden + np.count_nonzero(reference >= 0)
        wrong_rows += sum(np.count_nonzero(session.output(f"engram.{layer}") != case[f"engram.{layer}"])
                          for layer in case.layers_of("engram"))
    if golden:
        table.add(checkpoint.name, "picks: overlap of selected entries, all", shared / golden, AT_LEAST, 0.9)
    table.add(checkpoint.name, "picks: n-gram table rows that differ, all", wrong_rows, AT_MOST, 0)


def run_freely(checkpoint, case):
    """Runs `layerwise` once a layer, each time with the streams that the layers
    before have left; the last call's outputs are those of the whole model."""
    tokens, count = case["tokens"], case.length
    session = checkpoint.session(max_rows=count)
    rows = [cedar.Rows(session.open(), tokens)]
    n, hidden = checkpoint.config["hc_mult"], checkpoint.config["hidden_size"]
    streams = np.zeros((checkpoint.layers, count, n, hidden), np.uint16)
    mixes = np.zeros((checkpoint.layers, count, n), np.float32)
    streams[0] = np.repeat(checkpoint.embeddings()[tokens][:, None], n, 1)
    mixes[0, :, 0] = 1
    for layer in range(checkpoint.layers):
        inputs = {f"x_in.{l}": streams[l] for l in range(checkpoint.layers)}
        inputs |= {f"a_in.{l}": mixes[l] for l in range(checkpoint.layers)}
        session.run("layerwise", rows, inputs=inputs, commit=False)
        if layer + 1 < checkpoint.layers:
            streams[layer + 1] = session.output(f"x.{layer}")
            mixes[layer + 1] = session.output(f"a.{layer}")
    return session
