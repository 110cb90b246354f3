"""Going on from a file of saved states, as if nothing had happened, bit for bit.

Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
See LICENSE for license information.
SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

Sequences of every length around a boundary (a window, a group of compressed
tokens, a page), saved on one target and restored on each.
"""

import argparse
import pathlib
import sys
import tempfile
import time

import numpy as np

import cedar
import golden
from bits import Ledger, Text, boundaries, random_tokens

REPLAY, RESUME = "prefill_replay", "prefill_resume"
MORE = 6  # tokens that go on


class Opened(Text):
    """A sequence that is open, however it was opened."""

    def __init__(self, session, sequence):
        self.session, self.sequence = session, sequence


class SavedStates:
    """Sequences of one checkpoint on several targets, the first of which saves."""

    def __init__(self, models, ledger, rng, work):
        self.models, self.ledger = models, ledger
        self.path = pathlib.Path(work, "text.state")
        self.lengths = [0, *boundaries(models[0], sys.maxsize)]
        self.tokens = random_tokens(models[0], rng, self.lengths[-1] + MORE)

    def session(self, model, **options):
        return model.session(max_rows=len(self.tokens), max_out_rows=len(self.tokens),
                             context=len(self.tokens), **options)

    def go_on(self, text, length):
        """Logits and states behind `length` tokens: a chunk, then single tokens."""
        tokens = self.tokens[length : length + MORE]
        logits = np.concatenate([text.feed(tokens[:3]), text.decode(tokens[3:])])
        return logits, text.states()

    def compare(self, claim, text, length, continued=None):
        """Saves `text` and goes on from the file on every target."""
        text.session.save(text.sequence, self.path)
        logits, states = (continued or self.go_on)(text, length)
        name = self.models[0].name
        for model in self.models:
            session, where = self.session(model, max_sequences=3, threads=1), f"{length} tokens, {model.target}"
            Text(session).feed(self.tokens[:5])  # other pages and another slot
            text = Opened(session, session.restore(self.path))
            ours, our_states = (continued or self.go_on)(text, length)
            self.ledger.compare(name, claim, ours, logits, where)
            self.ledger.compare_states(name, f"{claim}: states", our_states, states, where)
            again = self.path.with_suffix(".again")
            session.save(session.restore(self.path), again)
            self.ledger.expect(name, "a restored sequence gives the same file",
                               again.read_bytes() == self.path.read_bytes(), where)

    def check_exact(self):
        for length in self.lengths:
            text = Text(self.session(self.models[0]))
            if length:
                text.feed(self.tokens[:length])
            self.compare("a restored sequence is the uninterrupted one", text, length)

    def check_size(self):
        """Committed rows beside what does not depend on the length."""
        states = self.models[0].weights.module.states().values()
        sizes = set()
        for length in self.lengths[1:]:
            text = Text(self.session(self.models[0]))
            text.feed(self.tokens[:length])
            text.session.save(text.sequence, self.path)
            rows = sum((length // s["ratio"] if s["paged"] else s["rows"]) * s["row_bytes"] for s in states)
            digits = 1 + (length > 127)  # of the length in the description
            sizes.add(self.path.stat().st_size - rows - digits)
        self.ledger.expect(self.models[0].name, "a file is its rows and a constant", len(sizes) == 1, str(sizes))

    def check_replay(self):
        """A prompt that waits to be completed."""
        def finish_and_go_on(text, length):
            first = text.session.finish([text.sequence])
            logits, states = self.go_on(text, length)
            return np.concatenate([first, logits]), states

        for length in self.lengths[1:]:
            text = Text(self.session(self.models[0]))
            text.session.run(REPLAY, [text.rows(self.tokens[:length])])
            self.compare("a restored prompt is completed as the uninterrupted one", text, length, finish_and_go_on)

    def check_shared(self):
        """A sequence whose pages another one holds, too."""
        window = self.models[0].config["sliding_window"]
        for length in (window // 2 + 1, window + 1, self.lengths[-1] - 1):
            session = self.session(self.models[0], max_sequences=2)
            source = Text(session)
            source.feed(self.tokens[: self.lengths[-1]])
            text = Opened(session, session.resume(source.rows(self.tokens[:length])))
            session.run(REPLAY, [text.rows(self.tokens[length : length + 1])])
            session.finish([text.sequence])
            self.compare("a sequence behind a shared prefix", text, length + 1)


def check(name, targets, arguments, work, ledger):
    model = golden.Checkpoint(name, work, arguments.tools, *targets)
    saved = SavedStates([model, *(model.on(target) for target in targets[1:])], ledger,
                        np.random.default_rng(arguments.seed), work)
    entries = model.weights.module.entries()
    saved.check_exact()
    saved.check_size()
    if model.config["kv_source_layer_ids"]:  # else a replay leaves nothing out
        saved.check_replay()
    if RESUME in entries:
        saved.check_shared()


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    golden.add_options(parser)
    parser.add_argument("--other", action="append", help="targets that restore, too [cpu:native]")
    parser.add_argument("--seed", type=int, default=1, help="of the tokens [1]")
    arguments, ledger = parser.parse_args(), Ledger()
    targets = [arguments.target, *(arguments.other or ["cpu:native"])]
    with tempfile.TemporaryDirectory() as work:
        for name in arguments.checkpoint or golden.CHECKPOINTS:
            begin = time.monotonic()
            check(name, targets, arguments, work, ledger)
            print(f"{name}: {time.monotonic() - begin:.0f} s", flush=True)
    return 0 if ledger.print() else 1


if __name__ == "__main__":
    sys.exit(main())
