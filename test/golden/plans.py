"""Bounded replay of layer plans that no stored checkpoint has.

Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
See LICENSE for license information.
SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

Checkpoints of random numbers are made for the plans; there are no reference
results, so replay is held against the layers run one by one, and against itself
in chunks, in batches and after decoding.
"""

import argparse
import pathlib
import sys
import tempfile

import numpy as np

import golden
from golden import even_chunks
from made import MadeCheckpoint
from one_by_one import CutLayers
from replay import Replay, is_cut
from table import Table

# Fields of config.json by plan: the checkpoint to begin with, then what changes.
PLANS = {
    "all-window": ("micro-b", {"compress_ratios": [0] * 7, "kv_source_layer_ids": [], "index_source_layer_ids": []}),
    "encoder-4": ("micro-b", {"compress_ratios": [0, 4, 4, 4, 4, 1, 1], "kv_source_layer_ids": [1, 3, 5],
                              "index_source_layer_ids": [1, 3, 5]}),
    "one-behind": ("micro-b", {"compress_ratios": [0, 2, 2, 2, 2, 1, 1], "kv_source_layer_ids": [1, 5],
                               "index_source_layer_ids": [1, 5]}),
    "source-last": ("micro-b", {"compress_ratios": [0, 2, 2, 2, 2, 2, 1], "kv_source_layer_ids": [1, 6],
                                "index_source_layer_ids": [1, 6]}),
    "decoder-2": ("micro-b", {"compress_ratios": [0, 1, 1, 2, 2, 2, 2], "kv_source_layer_ids": [1, 3],
                              "index_source_layer_ids": [1, 3, 5]}),
    "window-behind": ("micro-b", {"compress_ratios": [0, 2, 2, 1, 0, 1, 0], "kv_source_layer_ids": [1, 3],
                                  "index_source_layer_ids": [1, 3]}),
    "engram-behind": ("micro-d", {"compress_ratios": [0, 2, 1, 1, 1], "engram_layer_ids": [3],
                                  "engram_num_embeddings": None, "num_nextn_predict_layers": 0,
                                  "dspark_target_layer_ids": []}),
    "one-stream": ("micro-b", {"hc_mult": 1}),
}
FORMS = ("bounded", "source-exact")
LENGTHS = (1, 7, 8, 9, 30, 61)


class Case:
    """A prompt of random tokens."""

    def __init__(self, length, vocabulary):
        self.length = length
        self.tensors = {"tokens": np.random.default_rng(length).integers(0, vocabulary, length).astype(np.int32)}
        self.splits = [even_chunks(length, size) for size in (3, 8)]

    def __getitem__(self, name):
        return self.tensors[name]

    def __contains__(self, name):
        return name in self.tensors


class Plan(MadeCheckpoint):
    """A checkpoint of random numbers for a plan."""

    def __init__(self, name, form, work, tools):
        base, changes = PLANS[name]
        self.options = [f"--replay={form}"]
        super().__init__(name, base, changes, work, tools, options=self.options)

    def cases(self):
        return [Case(length, self.config["vocab_size"]) for length in LENGTHS]


def check(name, form, arguments, work, table):
    plan = Plan(name, form, work, arguments.tools)
    checks = Replay(plan, table)
    checks.check_short()
    checks.check_chunks(sys.maxsize)
    checks.check_batch()
    checks.check_continued()
    if is_cut(plan.weights.module):
        source = max(plan.config["kv_source_layer_ids"])
        first = source + 1 if form == "source-exact" else source
        checks.check_layers(CutLayers(plan, work, arguments.tools, first))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--plan", action="append", choices=PLANS, help="one or several [all]")
    parser.add_argument("--tools", type=pathlib.Path, default=golden.ROOT / "build" / "bin", help="folder of the tools")
    parser.add_argument("--form", action="append", choices=FORMS, help="windows that replay cuts [both]")
    arguments = parser.parse_args()
    failures = 0
    for form in arguments.form or FORMS:
        table = Table()
        with tempfile.TemporaryDirectory() as work:
            for name in arguments.plan or PLANS:
                check(name, form, arguments, work, table)
        print(f"windows: {form}")
        failures += table.finish()
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
