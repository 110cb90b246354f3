"""Bounded replay: the last rows of a prompt alone go through the decoder layers.

Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
See LICENSE for license information.
SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

Held against the stored results where there are some, and for every checkpoint
against a run of the same layers on the same rows through the entry `layerwise`,
whose decoder windows are cut in its IR. Chunks, several prompts in one call and
a prompt that goes on after decoding must give the bits of one call.
"""

import argparse
import sys
import tempfile

import numpy as np

import cedar
import golden
from golden import even_chunks
from logits import Comparison, add_summary, mean_over_rows
from one_by_one import CutLayers, add_compile_option
import recall
from table import AT_MOST, Table

ENTRY = "prefill_replay"


def replay(session, tokens, chunks):
    """Logits of the last row and the states, for a prompt given in `chunks`."""
    sequence, begin = session.open(), 0
    for size in chunks:
        session.run(ENTRY, [cedar.Rows(sequence, tokens[begin : begin + size])])
        begin += size
    logits = finish(session, sequence)
    states = session.states(sequence)
    session.close(sequence)
    return logits, states


def finish(session, sequence):
    if is_cut(session.module):
        return session.finish([sequence])[0]
    return session.output("logits")[-1]


def is_cut(module):
    return any(state["role"] == "replay" for state in module.states().values())


def different(states, others, names):
    return sum(np.count_nonzero(states[name] != others[name]) for name in names)


class Replay:
    """The replays of one checkpoint and what they are held against."""

    def __init__(self, checkpoint, table):
        self.checkpoint, self.table = checkpoint, table
        self.window = checkpoint.config["sliding_window"]
        self.cases = checkpoint.cases()
        self.results = [self.one_call(case) for case in self.cases]

    def one_call(self, case):
        session = self.checkpoint.session(max_rows=max(case.length, self.window))
        return replay(session, case["tokens"], [case.length])

    def at_most(self, figure, value, limit, case):
        self.table.add(self.checkpoint.name, f"replay: {figure}", value, AT_MOST, limit, f"n{case.length}")

    def check_golden(self):
        """Stored logits and rings of the last row."""
        pairs = [(case, *result) for case, result in zip(self.cases, self.results) if "replay.logits" in case]
        if not pairs:
            return
        comparisons = []
        for case, logits, states in pairs:
            comparisons.append(Comparison(logits[None], case["replay.logits"][None]))
            rings = np.stack([states[f"layers.{layer}.window"] for layer in range(self.checkpoint.layers)])
            error = np.abs(rings - case["replay.ring"])
            self.at_most("share of window codes that differ", (error != 0).mean(), self.ring_limit(), case)
            self.at_most("mean difference of windows", error.mean(), 0.02, case)
        self.add_comparisons("last row", [case for case, *_ in pairs], comparisons)

    def ring_limit(self):
        """Rounding that flips in one layer changes the next ones, in the exact mode as here."""
        return 0.25 if self.checkpoint.name == "tiny" else 1e-3

    def add_comparisons(self, what, cases, comparisons):
        """The limit for one case of tiny is that of single rows: one that the exact mode misses by 0.28 is
        missed by as much here."""
        name, is_tiny = self.checkpoint.name, self.checkpoint.name == "tiny"
        for case, comparison in zip(cases, comparisons):
            self.at_most(f"{what}: mean difference of logits", comparison.difference, 0.5 if is_tiny else 0.02, case)
            self.at_most(f"{what}: mean KL", comparison.kl, 1e-2, case)
            self.at_most(f"{what}: argmax changes, clear margin", np.count_nonzero(~comparison.same[comparison.clear]), 0, case)
        if is_tiny:
            add_summary(self.checkpoint, self.table, f"replay: {what}", comparisons, [c.same for c in comparisons])
        else:
            self.table.add(name, f"replay: {what}: mean difference of logits, all",
                           mean_over_rows(comparisons, "difference"), AT_MOST, 0.02)

    def check_decode(self):
        """Decoding after a replay, on the stored tokens."""
        cases = [case for case in self.cases if "replay.decode.logits" in case]
        if not cases:
            return
        longest, steps = max(case.length for case in cases), len(cases[0]["replay.decode.logits"])
        session = self.checkpoint.session(max_sequences=len(cases), max_rows=longest, context=longest + steps,
                                          prefill_entry=ENTRY.encode())
        sequences = [session.open() for _ in cases]
        session.prefill([cedar.Rows(*pair) for pair in zip(sequences, (case["tokens"] for case in cases))])
        tokens = np.stack([case["replay.decode.tokens"] for case in cases], 1)
        logits = np.stack([session.decode(sequences, tokens[step]) for step in range(steps)], 1)
        comparisons = [Comparison(ours, case["replay.decode.logits"]) for ours, case in zip(logits, cases)]
        self.add_comparisons("decode", cases, comparisons)

    def check_short(self):
        """A prompt that fits in the window is the exact one."""
        for case, (logits, states) in zip(self.cases, self.results):
            if case.length > self.window and is_cut(self.checkpoint.weights.module):
                continue
            session = self.checkpoint.session(max_rows=case.length)
            sequence = session.open()
            exact = session.prefill([cedar.Rows(sequence, case["tokens"])])[0]
            differ = np.count_nonzero(exact != logits) + different(states, session.states(sequence), states)
            self.at_most("short prompts: values that differ from the exact mode", differ, 0, case)

    def check_chunks(self, longest):
        """Every stored split, and single rows where they are few, give the bits of one call."""
        for case, (logits, states) in zip(self.cases, self.results):
            if case.length > longest:
                continue
            session = self.checkpoint.session(max_rows=max(case.length, self.window))
            for split in [*case.splits, even_chunks(case.length, 1 if case.length < 66 else 7)]:
                chunked, chunked_states = replay(session, case["tokens"], split)
                differ = np.count_nonzero(chunked != logits) + different(states, chunked_states, states)
                self.at_most("chunks: values that differ from one call", differ, 0, case)

    def check_batch(self):
        """All prompts in one prefill, in chunks that hold parts of several."""
        session = self.checkpoint.session(max_sequences=len(self.cases), max_out_rows=3, prefill_entry=ENTRY.encode(),
                                          max_rows=2 * self.window + 1, context=max(c.length for c in self.cases))
        sequences = [session.open() for _ in self.cases]
        rows = [cedar.Rows(sequence, case["tokens"]) for sequence, case in zip(sequences, self.cases)]
        together = session.prefill(rows)
        for case, sequence, ours, (logits, states) in zip(self.cases, sequences, together, self.results):
            differ = np.count_nonzero(ours != logits) + different(states, session.states(sequence), states)
            self.at_most("batch: values that differ from one prompt", differ, 0, case)

    def check_continued(self):
        """A part, some decoded tokens and the rest give the bits of the whole."""
        for case, (logits, states) in zip(self.cases, self.results):
            first, second = case.length // 3, 2 * case.length // 3
            if first == 0 or second == case.length:
                continue
            second = min(second, first + 3)
            session = self.checkpoint.session(max_rows=max(case.length, self.window), prefill_entry=ENTRY.encode())
            sequence = session.open()
            session.prefill([cedar.Rows(sequence, case["tokens"][:first])])
            for token in case["tokens"][first:second]:
                session.decode([sequence], [token])
            ours = session.prefill([cedar.Rows(sequence, case["tokens"][second:])])[0]
            differ = np.count_nonzero(ours != logits) + different(states, session.states(sequence), states)
            self.at_most("after decoding: values that differ from one call", differ, 0, case)

    def check_layers(self, layers):
        """The same rows through the layers one by one, with windows cut by hand."""
        for case, (logits, states) in zip(self.cases, self.results):
            if case.length > self.window and case.length < 200:
                ours, own_states = layers.run(case["tokens"])
                names = [name for name in own_states if not name.startswith("replay.")]
                differ = np.count_nonzero(ours != logits) + different(states, own_states, names)
                self.at_most("values that differ from the layers one by one", differ, 0, case)


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    golden.add_options(parser)
    add_compile_option(parser)
    parser.add_argument("--quick", action="store_true", help="no prompts above 129 tokens in chunks, no recall")
    parser.add_argument("--every-case", action="store_true", help="a line for every prompt, not the worst alone")
    return parser.parse_args()


def check(name, arguments, work, table):
    checkpoint = golden.Checkpoint(name, work, arguments.tools, "cpu" if arguments.compile_to else arguments.target)
    first = max(checkpoint.config["kv_source_layer_ids"], default=0)  # whose window a replay cuts
    if arguments.compile_to:
        if is_cut(checkpoint.weights.module):
            CutLayers.compile_to(arguments, checkpoint, first)
        return
    run = Replay(checkpoint, table)
    run.check_golden()
    run.check_decode()
    run.check_short()
    run.check_chunks(129 if arguments.quick else sys.maxsize)
    run.check_batch()
    run.check_continued()
    if is_cut(checkpoint.weights.module):
        run.check_layers(CutLayers(checkpoint, work, arguments.tools, first))
    if name == "tiny" and not arguments.quick:
        recall.check_recall(checkpoint, arguments.tools, table, "replay")


def main():
    arguments = parse_arguments()
    table = Table(arguments.every_case)
    with tempfile.TemporaryDirectory() as work:
        for name in arguments.checkpoint or golden.CHECKPOINTS:
            check(name, arguments, work, table)
    return 0 if arguments.compile_to else table.finish()


if __name__ == "__main__":
    sys.exit(main())
