"""Cases of docs/traps.md about unusual sizes: 23, 25, 45, 46, 89.

Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
See LICENSE for license information.
SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

Checkpoints of random numbers: what can be compiled runs, and in pieces it gives
the same bits as at once; the rest is refused by name and range.
"""

import json
import pathlib
import subprocess
import sys

import cedar
import numpy as np

root, scratch, make_checkpoint = map(pathlib.Path, sys.argv[1:])
scratch.mkdir(exist_ok=True)
PLAN = {"num_hidden_layers": 4, "compress_ratios": [0, 2, 1, 1], "kv_source_layer_ids": [1, 2],
        "index_source_layer_ids": [1, 2, 3], "candidate_source_layer_id": 2, "candidate_topk_blocks": 3,
        "candidate_block_size": 4, "max_position_embeddings": 2048}
ONE_SOURCE = {"compress_ratios": [0, 2, 2, 2], "kv_source_layer_ids": [1], "index_source_layer_ids": [1],
              "candidate_source_layer_id": -1, "candidate_topk_blocks": 0, "candidate_block_size": 0}


def write_config(name, changes):
    config = json.loads((root / "micro-b" / "config.json").read_text())
    config["text_config"].update(PLAN | changes)
    path = scratch / f"{name}.json"
    path.write_text(json.dumps(config))
    return path


def build(name, **changes):
    """A session of a checkpoint of random numbers."""
    folder, artifact = scratch / name, scratch / f"{name}.cedar"
    subprocess.run([make_checkpoint, write_config(name, changes), folder, "--random=7"], check=True)
    subprocess.run(["cedar-compile", folder, "--target=cpu", "-o", artifact], check=True)
    weights = cedar.Weights(cedar.Module(artifact), folder)
    return cedar.Session(weights, max_rows=48, max_out_rows=48, context=2048)


def run(session, tokens, chunks):
    """Logits of all rows, fed in chunks, from an empty sequence."""
    sequence, logits, begin = session.open(), [], 0
    for size in chunks:
        session.run("prefill_exact", [cedar.Rows(sequence, tokens[begin : begin + size])], out_rows=range(size))
        logits.append(session.output("logits").copy())
        begin += size
    session.close(sequence)
    return np.concatenate(logits)


def check_runs(name, **changes):
    session = build(name, **changes)
    tokens = np.random.default_rng(2).integers(3, 160, 44).astype(np.int32)
    whole = run(session, tokens, [44])
    assert np.isfinite(whole).all() and len({row.tobytes() for row in whole}) == 44, name
    for chunks in ([1] * 44, [7, 20, 1, 16]):
        assert np.array_equal(whole.view(np.uint32), run(session, tokens, chunks).view(np.uint32)), (name, chunks)
    print(f"{name} runs")


def check_refused(name, *words, **changes):
    folder = scratch / name
    folder.mkdir()
    (folder / "config.json").write_text(write_config(name, changes).read_text())
    done = subprocess.run(["cedar-check", "--config-only", folder], capture_output=True, text=True)
    assert done.returncode == 1 and all(word in done.stdout for word in words), done.stdout
    print(f"{name} is refused")


def check_cliff():
    """Up to index_topk entries the selection is all of them; with one more, it is not."""
    few, all_ = build("topk-4", index_topk=4, **ONE_SOURCE), build("dense", index_topk=1024, **ONE_SOURCE)
    tokens = np.random.default_rng(3).integers(3, 160, 14).astype(np.int32)
    one, other = run(few, tokens, [14]), run(all_, tokens, [14])
    same = [a.tobytes() == b.tobytes() for a, b in zip(one, other)]
    # Row p sees (p + 1) / 2 entries: more than four from the tenth token on.
    assert same[:9] == [True] * 9 and not any(same[9:]), same
    print("rows up to index_topk entries are those of a dense model")


# Widths of the selection, numbers of streams, hidden sizes and candidate blocks.
check_runs("top-1", index_topk=1, hc_mult=1, hidden_size=96, candidate_block_size=7, candidate_topk_blocks=1)
check_runs("top-192", index_topk=192, hc_mult=2, hidden_size=160, candidate_block_size=8, candidate_topk_blocks=63)
check_runs("top-256", index_topk=256, hc_mult=8, candidate_block_size=16, candidate_topk_blocks=2049)
check_runs("top-500", index_topk=500, hc_mult=3, candidate_block_size=1, candidate_topk_blocks=5)
check_cliff()

check_refused("hidden-80", "hidden_size", "multiple of 32", hidden_size=80)
check_refused("hc-17", "hc_mult", "1 to 16", hc_mult=17)
check_refused("top-0", "index_topk", "expected", index_topk=0)
check_refused("block-0", "candidate_block_size", "expected", candidate_block_size=0)
check_refused("blocks-0", "candidate_topk_blocks", "expected", candidate_topk_blocks=0)
