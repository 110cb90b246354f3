"""Rows of image spans: their router bias, their embeddings, the n-gram memory.

Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
See LICENSE for license information.
SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

import numpy as np

import cedar
from bits import Text, random_tokens
from golden import layer_inputs, safetensors

SPAN = 3


def check_kinds(model, rng, ledger):
    check_embedding_rows(model, rng, ledger)
    check_bias(model, ledger)
    if model.config["engram_layer_ids"]:
        check_look_back(model, rng, ledger)
        check_gate(model, rng, ledger)


def feed_embeddings(model, tokens, kinds, embedding_rows, embeddings):
    session = model.session(max_rows=len(tokens), max_out_rows=len(tokens), max_embedding_rows=len(embeddings))
    rows = cedar.Rows(session.open(), tokens, kinds, embedding_rows)
    session.run("prefill_exact", [rows], out_rows=range(len(tokens)), embeddings=embeddings)
    return session.output("logits")


def check_embedding_rows(model, rng, ledger):
    """A row takes its embedding from `embedding_row`; in an image span its token
    counts for nothing else."""
    tokens, others = random_tokens(model, rng, 11), random_tokens(model, rng, 11)
    kinds = np.int8([0, 0, 0, 1, 1, 1, 1, 0, 0, 0, 0])
    image = np.flatnonzero(kinds)
    order = rng.permutation(len(image))
    embeddings = np.empty((len(image), model.config["hidden_size"]), np.uint16)
    embeddings[order] = model.embeddings()[tokens[image]]
    embedding_rows = np.full(len(tokens), -1, np.int32)
    embedding_rows[image] = order
    given = feed_embeddings(model, np.where(kinds, others, tokens), kinds, embedding_rows, embeddings)
    taken = feed_embeddings(model, tokens, kinds, np.full(len(tokens), -1, np.int32), embeddings)
    ledger.compare(model.name, "embedding_row replaces the token's embedding", given, taken)
    unused = feed_embeddings(model, np.where(kinds, others, tokens), kinds, np.full(len(tokens), -1, np.int32), embeddings)
    ledger.expect(model.name, "without embedding_row the token's own counts", not np.array_equal(unused, taken))


def biases(model, layer, name):
    for path in sorted(model.folder.glob("*.safetensors")):
        tensors = safetensors.read(path)
        if (tensor := f"layers.{layer}.ffn.gate.{name}") in tensors:
            return tensors[tensor]
    raise SystemExit(f"{model.folder}: no {name}")


def layers_without_memory(config):
    """The layers that compute the same for both kinds up to their router: neither
    they nor the sources of their caches and selections have an n-gram memory."""
    def last(sources, layer):
        return max((source for source in sources if source <= layer), default=None)

    sources = config["kv_source_layer_ids"], config["index_source_layer_ids"], [config["candidate_source_layer_id"]]
    result = []
    for layer in range(config["num_hidden_layers"]):
        read = {last(ids, layer) for ids in sources} if config["compress_ratios"][layer] else set()
        if not (read | {layer}) & set(config["engram_layer_ids"]):
            result.append(layer)
    return result


def check_bias(model, ledger):
    """Image rows choose experts with `bias_vl`, by the reference's scores."""
    case = next((c for c in reversed(model.cases()) if "gate" in c), None)
    if case is None:
        return
    inputs = layer_inputs(model, case["tokens"], case["x"], case["a"])
    chosen = [layer_outputs(model, case["tokens"], inputs, np.full(case.length, kind), "experts") for kind in (0, 1)]
    for layer in layers_without_memory(model.config):
        scores = case["gate"][layer] - biases(model, layer, "bias") + biases(model, layer, "bias_vl")
        falling = np.argsort(-scores, axis=-1, kind="stable")
        k = model.config["num_experts_per_tok"]
        sorted_scores = np.take_along_axis(scores, falling, -1)
        clear = sorted_scores[:, k - 1] - sorted_scores[:, k] > 1e-4
        expected = np.sort(falling[:, :k]).astype(np.int32)
        ledger.compare(model.name, "image rows choose experts with bias_vl", np.sort(chosen[1][layer])[clear], expected[clear], f"layer {layer}")
        ledger.expect(model.name, "which are not those of text rows", not np.array_equal(chosen[0][layer], chosen[1][layer]), f"layer {layer}")


def layer_outputs(model, tokens, inputs, kinds, what):
    """The output `what` of every layer that has it, from given inputs."""
    session = model.session(max_rows=len(tokens))
    rows = cedar.Rows(session.open(), tokens, kinds)
    session.run("layerwise", [rows], inputs=inputs)
    names = [name for name in session.output_names() if name.split(".")[0] == what]
    return {int(name.split(".")[1]): session.output(name) for name in names}


def zero_inputs(model, count):
    n, hidden = model.config["hc_mult"], model.config["hidden_size"]
    inputs = {f"x_in.{l}": np.zeros((count, n, hidden), np.uint16) for l in range(model.layers)}
    return inputs | {f"a_in.{l}": np.zeros((count, n), np.float32) for l in range(model.layers)}


def table_rows(model, session, chunks):
    """N-gram table rows of all tokens, by layer; `chunks` are tokens and kinds."""
    sequence, rows = session.open(), []
    for tokens, kinds in chunks:
        session.run("layerwise", [cedar.Rows(sequence, tokens, kinds)], inputs=zero_inputs(model, len(tokens)))
        rows.append(np.stack([session.output(f"engram.{l}") for l in model.config["engram_layer_ids"]], 1))
    session.close(sequence)
    return np.concatenate(rows)


def check_look_back(model, rng, ledger):
    """Behind an image span n-grams start anew, as at the start of a sequence."""
    before, other, after = (random_tokens(model, rng, n) for n in (6, 6, 8))
    span = random_tokens(model, rng, SPAN)
    text = lambda tokens: (tokens, np.zeros(len(tokens), np.int8))
    image = (span, np.ones(SPAN, np.int8))
    session = model.session(max_rows=64, context=64)
    fresh = table_rows(model, session, [text(after)])
    joined = (np.concatenate([before, span, after]), np.int8([0] * 6 + [1] * SPAN + [0] * 8))
    claim = "n-grams behind an image span start anew"
    for prefix in (before, other):
        chunks = [text(prefix), image, text(after)]
        ledger.compare(model.name, claim, table_rows(model, session, chunks)[-8:], fresh, "in chunks")
    ledger.compare(model.name, claim, table_rows(model, session, [joined])[-8:], fresh, "in one call")
    single = [(joined[0][i : i + 1], joined[1][i : i + 1]) for i in range(len(joined[0]))]
    ledger.compare(model.name, claim, table_rows(model, session, single)[-8:], fresh, "row by row")
    one_hidden = [text(before), (span[:1], np.int8([1])), text(after)]
    ledger.compare(model.name, claim, table_rows(model, session, one_hidden)[-8:], fresh, "a span of one row")
    without = table_rows(model, session, [text(before), text(span), text(after)])[-8:]
    ledger.expect(model.name, "without a span they do not", not np.array_equal(without, fresh))


def check_gate(model, rng, ledger):
    """The n-gram memory adds nothing to image rows: their tokens do not matter."""
    count = 9
    inputs = zero_inputs(model, count)
    for name, array in inputs.items():
        if name.startswith("x_in"):  # bf16 in [1, 2) with either sign
            array[...] = 0x3F80 | rng.integers(0, 128, array.shape) | rng.integers(0, 2, array.shape) << 15
        else:
            array[...] = rng.random(array.shape)
    tokens, others = random_tokens(model, rng, count), random_tokens(model, rng, count)
    for kind, matters in ((1, False), (0, True)):
        kinds = np.full(count, kind)
        one, other = (layer_outputs(model, t, inputs, kinds, "x") for t in (tokens, others))
        for layer in model.config["engram_layer_ids"]:
            if matters:
                ledger.expect(model.name, "it adds to text rows", not np.array_equal(one[layer], other[layer]), f"layer {layer}")
            else:
                ledger.compare(model.name, "the n-gram memory adds nothing to image rows", one[layer], other[layer], f"layer {layer}")
