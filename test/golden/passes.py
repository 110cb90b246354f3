"""Holds that the passes which can be left out do not change a bit.

Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
See LICENSE for license information.
SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

Every such pass is left out alone, all are left out together, and with --pairs
every two of them: logits and states of prefill, replay and decoding are the same.
"""

import argparse
import itertools
import json
import pathlib
import re
import subprocess
import sys
import tempfile
import time

import numpy as np

from bits import Ledger, Text
import cedar
import golden
from replay import replay


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--checkpoint", action="append", choices=golden.CHECKPOINTS, help="one or several [all]")
    parser.add_argument("--tools", type=pathlib.Path, default=golden.ROOT / "build" / "bin", help="folder of the tools")
    parser.add_argument("--length", type=int, default=70, help="tokens of the prompt [70]")
    parser.add_argument("--pairs", action="store_true", help="also leave out every pair")
    return parser.parse_args()


def optional_passes(tools):
    """What cedar-compile says that it can leave out."""
    text = subprocess.run([pathlib.Path(tools, "cedar-compile"), "--help"], capture_output=True, text=True).stdout
    return re.search(r"--disable-pass=.*one or several of: (.*)", text).group(1).split(", ")


def subsets(passes, pairs):
    yield from ([name] for name in passes)
    yield passes
    if pairs:
        yield from map(list, itertools.combinations(passes, 2))


def compile(tools, *arguments, left_out=()):
    command = [pathlib.Path(tools, "cedar-compile"), "--quiet", *arguments, *(f"--disable-pass={p}" for p in left_out)]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        raise SystemExit(f"{' '.join(map(str, command))}: {done.stderr}")
    return done.stdout


class Model:
    """A checkpoint compiled without some passes, from IR if given."""

    def __init__(self, name, work, tools, left_out=(), ir=None):
        self.folder = golden.TEST / "checkpoints" / name
        path = pathlib.Path(work, f"{name}.cedar")
        source = ["--compile-from=model", ir] if ir else [self.folder]
        compile(tools, *source, "--target=cpu", "-o", path, left_out=left_out)
        self.weights = cedar.Weights(cedar.Module(path), self.folder)

    def results(self, tokens, steps=5, **options):
        """Logits and states by what computes them, in a session with `options`."""
        session = cedar.Session(self.weights, max_rows=len(tokens), max_out_rows=len(tokens), context=len(tokens),
                                **options)
        text = Text(session)
        logits = {"prefill": text.feed(tokens[:-steps]), "decode": text.decode(tokens[-steps:])}
        exact = text.states()
        text.close()
        logits["replay"], replayed = replay(session, tokens, [len(tokens) - 3, 3])
        return logits, exact, replayed


def random_tokens(name, length):
    config = json.loads((golden.TEST / "checkpoints" / name / "config.json").read_text())["text_config"]
    return np.random.default_rng(1).integers(3, config["vocab_size"], length).astype(np.int32)


def compare(ledger, name, claim, results, others):
    for what in results[0]:
        ledger.compare(name, claim, results[0][what], others[0][what], what)
    ledger.compare_states(name, claim, results[1], others[1])
    ledger.compare_states(name, claim, results[2], others[2], "replay")


def check(name, passes, arguments, work, ledger):
    tokens = random_tokens(name, arguments.length)
    results = Model(name, work, arguments.tools).results(tokens)
    for left_out in subsets(passes, arguments.pairs):
        others = Model(name, work, arguments.tools, left_out).results(tokens)
        claim = f"without {', '.join(left_out) if left_out != passes else 'any of them'}"
        compare(ledger, name, claim, results, others)


def same_site(ir):
    """IR in which every site collapses with the coefficients of its own mix."""
    mixes = dict((streams, pre) for pre, streams in re.findall(r"(%\S+), %\S+, %\S+ = cedar.mhc_mix (%\w+)", ir))
    own = lambda m: f"{m[1]} {m[2]}, {mixes.get(m[2], m[3])} "  # noqa: E731
    return re.sub(r"(cedar.mhc_collapse) (%\w+), (%\w+) ", own, ir)


def check_two_passes(name, arguments, work, ledger):
    """A model for which one pass over the streams is impossible."""
    path, tokens = pathlib.Path(work, "same-site.mlir"), random_tokens(name, arguments.length)
    path.write_text(same_site(compile(arguments.tools, golden.TEST / "checkpoints" / name, "--compile-to=model", "-o", "-")))
    fused = compile(arguments.tools, path, "--compile-from=model", "--compile-to=fuse", "-o", "-")
    ledger.expect(name, "two passes where a site collapses with its own mix",
                  "cedar.mhc_seam_expand" in fused and "cedar.mhc_seam input" not in fused)
    results = Model(name, work, arguments.tools, ir=path).results(tokens)
    others = Model(name, work, arguments.tools, ["cedar-fuse-hyper-connections"], path).results(tokens)
    compare(ledger, name, "two passes = single ops", results, others)


def main():
    arguments, ledger = parse_arguments(), Ledger()
    passes = optional_passes(arguments.tools)
    with tempfile.TemporaryDirectory() as work:
        for name in arguments.checkpoint or golden.CHECKPOINTS:
            begin = time.monotonic()
            check(name, passes, arguments, work, ledger)
            check_two_passes(name, arguments, work, ledger)
            print(f"{name}: {time.monotonic() - begin:.0f} s", flush=True)
    return 0 if ledger.print() else 1


if __name__ == "__main__":
    sys.exit(main())
