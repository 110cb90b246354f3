"""End to end: the choices when every layer runs on our own streams.

Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
See LICENSE for license information.
SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

The prompt and the stored continuation go through the entry `layerwise`. Of the
selected entries at least 90 % are the reference's. Prompts have margins of their
experts: where one exceeds 1e-4 the choice is the reference's in every random
checkpoint. In the long prompts of tiny roundings flip, and decoded rows have no
stored margin: their experts are held to shares between those that the reference
keeps with another order of summation (tiny 99.4 %, the others 100 %) and with
other rounding rules (98.4 and 96 %).
"""

import numpy as np

import cedar
from table import AT_LEAST, AT_MOST

CLEAR_EXPERTS = 1e-4  # margin of a router
OVERLAP = 0.9  # of selected entries


class Share:
    """How many of those that count are right, over all cases."""

    def __init__(self):
        self.right = self.all = 0

    def add(self, right, all):
        self.right, self.all = self.right + np.count_nonzero(right), self.all + np.count_nonzero(all)

    def report(self, table, checkpoint, figure, limit):
        if self.all:
            table.add(checkpoint, f"choices: {figure}", self.right / self.all, AT_LEAST, limit)


def check_picks(checkpoint, table, decoded, longest):
    """`decoded`: the cases with the logits of decoding."""
    choices = Choices(checkpoint, table)
    for case, logits in decoded:
        if case.length <= longest:
            choices.add(case, logits)
    choices.report()


class Choices:
    """Experts, selected entries and table rows of the cases of a checkpoint."""

    def __init__(self, checkpoint, table):
        self.checkpoint, self.table = checkpoint, table
        self.trained = checkpoint.name == "tiny"
        self.prompt_experts, self.decoded_experts, self.overlap = Share(), Share(), {"prompt": Share(), "decode": Share()}

    def at_most(self, figure, value, case):
        self.table.add(self.checkpoint.name, f"choices: {figure}", value, AT_MOST, 0, f"n{case.length}")

    def add(self, case, logits):
        session = run_freely(self.checkpoint, np.concatenate([case["tokens"], case["decode.tokens"][: len(logits)]]))
        differ = np.count_nonzero(session.output("logits")[case.length :] != logits)
        self.at_most("logits of the layers one by one, not those of decoding", differ, case)
        for layer in range(self.checkpoint.layers):
            self.add_experts(case, layer, session.output(f"experts.{layer}"))
        for layer in case.layers_of("topk"):
            self.add_entries(case, layer, session.output(f"topk.{layer}"))
        for layer in case.layers_of("engram"):
            rows = session.output(f"engram.{layer}")[: case.length]
            self.at_most("n-gram table rows that differ", np.count_nonzero(rows != case[f"engram.{layer}"]), case)

    def add_experts(self, case, layer, chosen):
        golden = np.concatenate([case["experts"][layer], case["decode.experts"][:, layer]]).astype(np.int32)
        same = (np.sort(chosen) == np.sort(golden)).all(-1)
        clear = case["margin.experts"][layer] > CLEAR_EXPERTS
        self.prompt_experts.add(same[: case.length] & clear, clear)
        self.decoded_experts.add(same[case.length :], np.ones(len(golden) - case.length))
        if not self.trained:
            wrong = np.count_nonzero(~same[: case.length] & clear)
            self.at_most("expert rows of prompts that differ beyond the margin", wrong, case)

    def add_entries(self, case, layer, picks):
        prompt, decode = case[f"topk.{layer}"], case[f"decode.topk.{layer}"]
        for part, ours, golden in (("prompt", picks[: case.length], prompt), ("decode", picks[case.length :], decode)):
            equal = (ours[:, :, None] == golden[:, None, :]) & (golden >= 0)[:, None, :]
            self.overlap[part].add(equal, golden >= 0)

    def report(self):
        name, experts = self.checkpoint.name, 0.98 if self.trained else 0.99
        for part, share in self.overlap.items():
            share.report(self.table, name, f"overlap of selected entries, {part}, all", OVERLAP)
        if self.trained:
            self.prompt_experts.report(self.table, name, "share of clear expert rows equal, prompt, all", experts)
        self.decoded_experts.report(self.table, name, "share of expert rows equal, decode, all", experts)


def run_freely(checkpoint, tokens):
    """Runs `layerwise` once a layer, each time with the streams that the layers
    before have left; the last call's outputs are those of the whole model."""
    count = len(tokens)
    session = checkpoint.session(max_rows=count, max_out_rows=count, context=count)
    rows = [cedar.Rows(session.open(), tokens)]
    n, hidden = checkpoint.config["hc_mult"], checkpoint.config["hidden_size"]
    streams = np.zeros((checkpoint.layers, count, n, hidden), np.uint16)
    mixes = np.zeros((checkpoint.layers, count, n), np.float32)
    streams[0] = np.repeat(checkpoint.embeddings()[tokens][:, None], n, 1)
    mixes[0, :, 0] = 1
    for layer in range(checkpoint.layers):
        inputs = {f"x_in.{l}": streams[l] for l in range(checkpoint.layers)}
        inputs |= {f"a_in.{l}": mixes[l] for l in range(checkpoint.layers)}
        session.run("layerwise", rows, out_rows=range(count), inputs=inputs, commit=False)
        if layer + 1 < checkpoint.layers:
            streams[layer + 1] = session.output(f"x.{layer}")
            mixes[layer + 1] = session.output(f"a.{layer}")
    return session
