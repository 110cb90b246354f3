"""Going on behind a cached prefix whose windows are gone.

Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
See LICENSE for license information.
SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

A prefix that fits in the window gives the bits of the whole prompt. Behind a
longer one, windows, tails and contexts are those of the layers run one by one on
the last rows of the prefix, with windows cut in their IR and nothing appended.
The cached entries stay those of the first sequence, bit for bit.
"""

import argparse
import sys
import tempfile

import numpy as np

import cedar
import golden
from golden import even_chunks
from one_by_one import CutLayers, add_compile_option, cut_windows, layerwise_of
from replay import ENTRY, different, finish
from table import AT_MOST, Table

LENGTH = 150  # of the whole prompt, more than a page
SUFFIX_CHUNK = 4


class ResumedLayers(CutLayers):
    """The layers one by one behind entries that are cached."""

    suffix = "resumed"

    @staticmethod
    def change(module, layers):
        module = cut_windows(module, layers)
        start, end = layerwise_of(module)
        lines = module[start:end].splitlines(keepends=True)
        kept = [line for line in lines if "cedar.state_append" not in line]
        assert len(kept) < len(lines), "nothing is appended"
        return module[:start] + "".join(kept) + module[end:]

    def run(self, tokens, prefix):
        """The states behind the prefix, and behind the rows that follow exactly."""
        session = cedar.Session(self.weights, max_rows=len(tokens))
        sequence, begin = session.open(), prefix - self.window
        session.prefill([cedar.Rows(sequence, tokens[:begin])])
        # An exact run that is dropped leaves its entries in the pages.
        rows = tokens[begin:prefix]
        session.run("prefill_exact", [cedar.Rows(sequence, rows)], commit=False)
        self.run_layers(session, sequence, rows)
        session.commit([len(rows)])
        behind = session.states(sequence)
        session.prefill([cedar.Rows(sequence, tokens[prefix:])])
        return behind, session.states(sequence)


class Resume:
    """Prompts of one checkpoint whose first part is cached."""

    def __init__(self, checkpoint, table):
        self.checkpoint, self.table = checkpoint, table
        self.window = checkpoint.config["sliding_window"]
        source = max(checkpoint.config["kv_source_layer_ids"])
        states = checkpoint.weights.module.states()
        self.paged = [name for name, state in states.items() if state["paged"]]
        self.encoder = [name for name, state in states.items() if not state["paged"] and
                        state["role"] != "replay" and state["layer"] < source]
        assert self.encoder and self.paged, "nothing to compare"
        longest = max(checkpoint.cases(), key=lambda case: case.length)
        self.tokens = np.resize(longest["tokens"], LENGTH)

    def at_most(self, figure, value, prefix):
        self.table.add(self.checkpoint.name, f"resume: {figure}", value, AT_MOST, 0, f"p{prefix}")

    def resumed(self, prefix, chunks):
        """States of the source, behind the prefix and at the end, and the last logits."""
        session = self.checkpoint.session(max_rows=LENGTH, max_sequences=2, context=LENGTH)
        source = session.open()
        session.prefill([cedar.Rows(source, self.tokens)])
        of_source = session.states(source)
        sequence = session.resume(cedar.Rows(source, self.tokens[:prefix]))
        behind, begin = session.states(sequence), prefix
        for size in chunks:
            session.run(ENTRY, [cedar.Rows(sequence, self.tokens[begin : begin + size])])
            begin += size
        logits = finish(session, sequence)
        self.at_most("entries of the source that change", different(of_source, session.states(source), self.paged), prefix)
        self.at_most("cached entries that differ from the source", sum(
            (of_source[name][: len(behind[name])] != behind[name]).sum() for name in self.paged), prefix)
        return behind, session.states(sequence), logits

    def whole(self):
        session = self.checkpoint.session(max_rows=LENGTH)
        sequence = session.open()
        session.run(ENTRY, [cedar.Rows(sequence, self.tokens)])
        return finish(session, sequence), session.states(sequence)

    def check_short(self):
        """All of the prefix is computed again."""
        logits, states = self.whole()
        for prefix in (1, self.window - 1, self.window):
            _, ours, our_logits = self.resumed(prefix, [LENGTH - prefix])
            differ = (logits != our_logits).sum() + different(states, ours, states)
            self.at_most("short prefixes: values that differ from one prompt", differ, prefix)

    def check_long(self, layers):
        """In one page, at its end and behind it; even and odd."""
        for prefix in (2 * self.window, 2 * self.window + 3, 128, 139, LENGTH - 1):
            behind, after, logits = self.resumed(prefix, [LENGTH - prefix])
            own_behind, own_after = layers.run(self.tokens, prefix)
            differ = different(own_behind, behind, self.encoder)
            self.at_most("behind the prefix: values that differ from the layers one by one", differ, prefix)
            differ = different(own_after, after, [*self.encoder, *self.paged])
            self.at_most("at the end: values that differ from the layers one by one", differ, prefix)
            chunks = even_chunks(LENGTH - prefix, SUFFIX_CHUNK)
            _, chunked, chunked_logits = self.resumed(prefix, chunks)
            differ = (logits != chunked_logits).sum() + different(after, chunked, after)
            self.at_most("chunks: values that differ from one call", differ, prefix)


def refused(table, what, call, words):
    """One claim: `call` fails with a message that holds `words`."""
    try:
        call()
        message = "accepted"
    except cedar.Error as error:
        message = str(error)
    table.add("tiny", f"resume: {what} is refused", int(words not in message), AT_MOST, 0, message[:40])


def check_refusals(checkpoint, table):
    """A refused call takes no slot and no page."""
    tokens = np.resize(checkpoint.cases()[0]["tokens"], LENGTH)
    session = checkpoint.session(max_sequences=2, context=LENGTH, max_tokens=256, max_rows=LENGTH)
    source = session.open()
    session.prefill([cedar.Rows(source, tokens[:140])])
    before = session.stats()
    bad = tokens[:20].copy()
    bad[19] = -1
    part = cedar.Rows(source, tokens[:128])
    refused(table, "an empty prefix", lambda: session.resume(cedar.Rows(source, tokens[:0])), "a prefix of 0 tokens")
    refused(table, "a prefix beyond the source", lambda: session.resume(cedar.Rows(source, tokens[:141])), "the source has 140")
    refused(table, "a copy without a free page", lambda: session.resume(cedar.Rows(source, tokens[:130])), "no page is free")
    refused(table, "an unknown source", lambda: session.resume(cedar.Rows(source + 1, tokens[:128])), "no open sequence")
    refused(table, "the entry itself", lambda: session.run("prefill_resume", [part]), "cedar_sequence_resume")
    after = session.stats()
    table.add("tiny", "resume: pages and slots that refused calls take", sum(
        before[name] != after[name] for name in ("pages_in_use", "sequences_open", "rows")), AT_MOST, 0, "refusals")
    sequence = session.resume(part)
    table.add("tiny", "resume: pages taken by a prefix of one page",
              session.stats()["pages_in_use"] - before["pages_in_use"], AT_MOST, 0, "p128")
    session.close(source)
    states = session.states(sequence)
    table.add("tiny", "resume: entries lost with the source", sum(
        len(states[name]) == 0 or not states[name].any() for name in states if name.endswith("compressed_kv")),
        AT_MOST, 0, "p128")
    refused(table, "decoding before the prompt is complete", lambda: session.decode([sequence], [1]), "cedar_session_finish")
    session.close(sequence)
    table.add("tiny", "resume: pages left when all is closed", session.stats()["pages_in_use"], AT_MOST, 0, "close")
    small = checkpoint.session(max_rows=4, context=LENGTH, max_sequences=2)
    source = small.open()
    small.prefill([cedar.Rows(source, bad[:18])])
    refused(table, "a session of few rows", lambda: small.resume(cedar.Rows(source, bad[:18])), "raise max_rows")
    wide = checkpoint.session(max_rows=LENGTH, context=LENGTH, max_sequences=2)
    source = wide.open()
    wide.prefill([cedar.Rows(source, tokens[:20])])
    refused(table, "a token out of range", lambda: wide.resume(cedar.Rows(source, bad)), "token id")
    table.add("tiny", "resume: slots left by a refused token", wide.stats()["sequences_open"] - 1, AT_MOST, 0, "refusals")


def check(name, arguments, work, table):
    checkpoint = golden.Checkpoint(name, work, arguments.tools, "cpu" if arguments.compile_to else arguments.target)
    if not checkpoint.config["kv_source_layer_ids"]:
        print(f"{name}: skipped, no layer caches entries that a prefix could share", flush=True)
        return
    if arguments.compile_to:
        ResumedLayers.compile_to(arguments, checkpoint, 0)
        return
    checks = Resume(checkpoint, table)
    checks.check_short()
    checks.check_long(ResumedLayers(checkpoint, work, arguments.tools, 0))
    if name == "tiny":
        check_refusals(checkpoint, table)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    golden.add_options(parser)
    add_compile_option(parser)
    arguments, table = parser.parse_args(), Table()
    with tempfile.TemporaryDirectory() as work:
        for name in arguments.checkpoint or golden.CHECKPOINTS:
            check(name, arguments, work, table)
    return table.finish() if table.rows else 0


if __name__ == "__main__":
    sys.exit(main())
