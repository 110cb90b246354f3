"""Layer by layer: every layer on the reference's input, so errors cannot grow.

Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
See LICENSE for license information.
SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

import numpy as np

import cedar
from golden import layer_inputs
from formats import AQ8, MXFP4, NVFP4, code_steps, from_bf16_bits
from table import AT_MOST


def check_layers(checkpoint, table):
    """Streams, choices and caches of all cases that store the streams."""
    off = elements = 0
    for case in checkpoint.cases():
        if "x" not in case:
            continue
        run = LayerRun(checkpoint, case)
        report = Report(table, checkpoint.name, f"n{case.length}")
        case_off, case_elements = check_streams(run, report)
        off, elements = off + case_off, elements + case_elements
        check_selections(run, report)
        check_experts(run, report)
        check_caches(run, report)
    table.add(checkpoint.name, "layers: share of elements off, all cases", off / elements, AT_MOST, 1e-3)


class Report:
    def __init__(self, table, checkpoint, case):
        self.table, self.checkpoint, self.case = table, checkpoint, case

    def at_most(self, figure, value, limit):
        self.table.add(self.checkpoint, figure, value, AT_MOST, limit, self.case)


class LayerRun:
    """One call of the entry `layerwise` with the reference's streams and mixes."""

    def __init__(self, checkpoint, case):
        self.checkpoint, self.case = checkpoint, case
        self.session = checkpoint.session(max_rows=case.length)
        self.sequence = self.session.open()
        inputs = layer_inputs(checkpoint, case["tokens"], case["x"], case["a"])
        self.session.run("layerwise", [cedar.Rows(self.sequence, case["tokens"])], inputs=inputs)

    def output(self, what, layer):
        values = self.session.output(f"{what}.{layer}")
        return from_bf16_bits(values) if values.dtype == np.uint16 else values

    def state(self, layer, role, rows):
        return self.session.state(self.sequence, f"layers.{layer}.{role}", rows)


def relative_error(value, golden):
    """Relative to max(|x|, mean |x|)."""
    size = np.abs(golden)
    floor = max(size.mean(), np.finfo(np.float32).tiny)
    return np.abs(value - golden) / np.maximum(size, floor)


def check_streams(run, report):
    """The mean relative error of all layers; the number of bf16 elements off."""
    off = elements = 0
    for what, is_bf16 in (("x", True), ("a", False), ("attn", True), ("ffn", True)):
        if what not in run.case:
            continue
        errors = [relative_error(run.output(what, layer), run.case[what][layer])
                  for layer in range(run.checkpoint.layers)]
        report.at_most(f"layers: mean relative error of {what}", np.mean(errors), 1e-4)
        if is_bf16:
            off, elements = off + np.count_nonzero(errors), elements + np.size(errors)
    return off, elements


def bf16_step(value):
    exponent = np.floor(np.log2(np.maximum(np.abs(value), 2.0**-126)))
    return np.exp2(exponent - 7)


def cut(scores, kept):
    """The last score of `kept` by falling order and the first behind it, per row."""
    falling = -np.sort(-scores, axis=-1)
    if kept >= scores.shape[-1]:
        return falling[:, -1], np.full(len(scores), -np.inf, np.float32)
    return falling[:, kept - 1], falling[:, kept]


def is_clear(last, dropped):
    """Whether a cut is wider than one bf16 step of the score."""
    tied = np.isneginf(last) | np.isneginf(dropped)
    step = bf16_step(np.where(tied, 0, last))
    with np.errstate(invalid="ignore"):
        return tied | (last - dropped > step)


def different_rows(picks, golden):
    """Rows whose picks are not the reference's; both ascending, -1 = absent."""
    width = max(picks.shape[1], golden.shape[1])

    def widened(rows):
        return np.pad(rows.astype(np.int32), ((0, 0), (0, width - rows.shape[1])), constant_values=-1)

    return (widened(picks) != widened(golden)).any(-1)


def check_selections(run, report):
    case, config = run.case, run.checkpoint.config
    for layer in case.layers_of("topk"):
        clear = is_clear(*cut(case[f"scores.{layer}"], config["index_topk"])) if case[f"scores.{layer}"].size else []
        differ = different_rows(run.output("topk", layer), case[f"topk.{layer}"])
        report.at_most("layers: topk rows that differ beyond the margin", np.count_nonzero(differ & clear), 0)
    for layer in case.layers_of("pool"):
        differ = different_rows(run.output("pool", layer), case[f"pool.{layer}"])
        clear = is_clear(*cut(block_scores(case[f"scores.{layer}"], config), config["candidate_topk_blocks"]))
        report.at_most("layers: pool rows that differ beyond the margin", np.count_nonzero(differ & clear), 0)


def block_scores(scores, config):
    """Largest score of each candidate block; the newest visible entry's is infinite."""
    size = config["candidate_block_size"]
    padded = np.pad(scores, ((0, 0), (0, -scores.shape[1] % size)), constant_values=-np.inf)
    blocks = padded.reshape(len(scores), -1, size).max(-1)
    ratio = config["compress_ratios"][config["candidate_source_layer_id"]]
    for row, visible in enumerate((np.arange(len(scores)) + 1) // ratio):
        if visible > 0:
            blocks[row, (visible - 1) // size] = np.inf
    return blocks


def check_experts(run, report):
    case = run.case
    for layer in range(run.checkpoint.layers):
        chosen, golden = run.output("experts", layer), case["experts"][layer].astype(np.int32)
        differ = (np.sort(chosen) != np.sort(golden)).any(-1)
        clear = case["margin.experts"][layer] > 1e-4
        report.at_most("layers: expert rows that differ beyond the margin", np.count_nonzero(differ & clear), 0)
        if "route" in case:
            error = route_error(run.output("route", layer), chosen, case["route"][layer], golden)
            report.at_most("layers: mean relative error of routing weights", error, 4e-6)


def route_error(weights, chosen, golden_weights, golden):
    """Mean relative error of the weights of experts that both chose."""
    pairs = (golden[:, :, None] == chosen[:, None, :])
    error = np.abs(golden_weights[:, :, None] - weights[:, None, :]) / golden_weights[:, :, None]
    return error[pairs].mean()


def check_caches(run, report):
    case = run.case
    for layer in case.layers_of("engram"):
        wrong = np.count_nonzero(run.output("engram", layer) != case[f"engram.{layer}"])
        report.at_most("layers: n-gram table rows that differ", wrong, 0)
    if "ring" in case:
        for layer in range(run.checkpoint.layers):
            check_codes(report, "window", AQ8, run.state(layer, "window", case["ring"].shape[1]), case["ring"][layer])
    for layer in case.layers_of("ckv"):
        for what, role, format in (("ckv", "compressed_kv", NVFP4), ("ikey", "index_keys", MXFP4)):
            golden = case[f"{what}.{layer}"]
            check_codes(report, role, format, run.state(layer, role, len(golden)), golden)
    for layer in case.layers_of("tail_a"):
        for what, role in (("tail_a", "tail_values"), ("tail_s", "tail_scores")):
            golden = case[f"{what}.{layer}"]
            if golden.size:
                error = relative_error(run.state(layer, role, len(golden)), golden).max()
                report.at_most("layers: relative error of compressor tails", error, 4e-6)


def check_codes(report, role, format, values, golden):
    """Dequantised values are equal where their codes are."""
    if not golden.size:
        return
    differ = values != golden
    report.at_most(f"layers: share of {role} codes that differ", differ.mean(), 1e-3)
    if differ.any():
        steps = code_steps(values[differ], golden[differ], format.mantissa_bits)
        report.at_most(f"layers: distance of differing {role} codes", steps.max(), 1)
