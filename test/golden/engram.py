"""Engram rows are fetched beside the layers and through a cache, without changing a bit.

Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
See LICENSE for license information.
SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

Every checkpoint that has tables runs with and without `cedar-hoist-engram`, on one
thread and on several, with tables in place, through the smallest cache that is
allowed and through one that holds all rows. Then a model with a table of the
released size (384,006,168 rows of 256 codes, 101 GB) in a file of holes: its rows
are real where the prompt reads them, and memory stays bounded.
"""

import argparse
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

import numpy as np

from bits import Ledger, Text
import cedar
import golden
from passes import Model, compare, compile, random_tokens

THREADS = (1, 3)


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--tools", type=pathlib.Path, default=golden.ROOT / "build" / "bin", help="folder of the tools")
    parser.add_argument("--make-checkpoint", type=pathlib.Path, help="the test tool; without it no large table")
    parser.add_argument("--length", type=int, default=50, help="tokens of the prompt [50]")
    return parser.parse_args()


def text_config(name):
    return json.loads((golden.TEST / "checkpoints" / name / "config.json").read_text())["text_config"]


def least_cache(weights):
    """The smallest cache that a session takes, as its refusal names it."""
    try:
        cedar.Session(weights, engram_cache=1)
    except cedar.Error as error:
        return int(re.search("expected at least ([0-9]+) ", str(error))[1])
    raise SystemExit("a cache of one byte is accepted")


def check_checkpoint(name, arguments, work, ledger):
    tokens = random_tokens(name, arguments.length)
    plain = Model(name, work, arguments.tools, ["cedar-hoist-engram"])
    expected = plain.results(tokens, threads=1)
    for model, form in (plain, "in order"), (Model(name, work, arguments.tools), "prefetched"):
        least = least_cache(model.weights)
        for cache, how in (0, "in place"), (least, "least cache"), (1 << 22, "cache"):
            for threads in THREADS:
                results = model.results(tokens, threads=threads, engram_cache=cache)
                compare(ledger, name, f"rows {form}, {how}", expected, results)


def check_statistics(name, arguments, work, ledger):
    """Every row that is read is a hit or a miss; with room for all rows, each misses once."""
    config, tokens = text_config(name), random_tokens(name, arguments.length)
    columns = (config["engram_max_ngram_size"] - 1) * config["engram_n_heads"] * len(config["engram_layer_ids"])
    row_bytes = config["engram_head_dim"] // 32 * 33
    session = cedar.Session(Model(name, work, arguments.tools).weights, max_out_rows=512, engram_cache=1 << 22)
    counts = []
    for _ in range(2):
        text = Text(session)
        text.feed(tokens)
        text.close()
        counts.append(session.stats())
    first, second = counts
    ledger.expect(name, "hits and misses are the rows read",
                  first["engram_hits"] + first["engram_misses"] == columns * len(tokens) and
                  second["engram_hits"] == first["engram_hits"] + columns * len(tokens))
    ledger.expect(name, "bytes are those of the misses", first["engram_bytes"] == row_bytes * first["engram_misses"])


# Of the released model: layer 1's table.
RELEASED_ROWS = 384006168
RELEASED = {"engram_max_ngram_size": 4, "engram_n_heads": 8, "engram_head_dim": 256}
LAYER = 2  # of micro-e
TABLE = f"layers.{LAYER}.engram.embed"


def primes_from(start, count):
    primes, number = [], start
    while len(primes) < count:
        if all(number % d for d in range(2, int(number**0.5) + 1)):
            primes.append(number)
        number += 1
    return primes


def make_checkpoint(arguments, work, name, vocab, *options):
    """micro-e with the released shape of Engram and `vocab` rows a head."""
    config = json.loads((golden.TEST / "checkpoints" / "micro-e" / "config.json").read_text())
    rows = sum(primes_from(vocab, 24))
    config["text_config"].update(RELEASED, engram_vocab_size=vocab, engram_num_embeddings=[rows])
    path, folder = pathlib.Path(work, f"{name}.json"), pathlib.Path(work, name)
    path.write_text(json.dumps(config))
    subprocess.run([arguments.make_checkpoint, path, folder, *options], check=True)
    return folder, rows


class Shard:
    """The only file of a checkpoint, tensor by tensor."""

    def __init__(self, folder):
        self.file = open(pathlib.Path(folder, "model.safetensors"), "r+b", buffering=0)
        size = int.from_bytes(self.file.read(8), "little")
        self.tensors = json.loads(self.file.read(size))
        self.tensors.pop("__metadata__", None)
        self.payload = 8 + size

    def place(self, name):
        begin, end = self.tensors[name]["data_offsets"]
        return self.payload + begin, end - begin

    def copy_all_but_table(self, other):
        for name in self.tensors:
            if not name.startswith(TABLE):
                (begin, size), (source, _) = self.place(name), other.place(name)
                os.pwrite(self.file.fileno(), os.pread(other.file.fileno(), size, source), begin)

    def fill_rows(self, rows, rng):
        """Finite random codes and scales near 1."""
        for part, width, low, high in (("weight", 256, 0, 0x7F), ("scale", 8, 124, 129)):
            begin, _ = self.place(f"{TABLE}.{part}")
            for row in rows:
                values = rng.integers(low, high, width).astype(np.uint8)
                os.pwrite(self.file.fileno(), values.tobytes(), begin + int(row) * width)


def resident_files():
    """Bytes of files in this process's memory."""
    return int(pathlib.Path("/proc/self/statm").read_text().split()[2]) * os.sysconf("SC_PAGESIZE")


def read_rows(weights, tokens, **options):
    """Logits of all rows, and by how much this raised the memory in use by files."""
    session = cedar.Session(weights, max_rows=len(tokens), max_out_rows=len(tokens), context=len(tokens), **options)
    before = resident_files()
    return Text(session).feed(tokens), resident_files() - before, session.stats()


def table_rows(folder, arguments, work, tokens):
    """The rows that a prompt reads, from the entry that returns them."""
    path = pathlib.Path(work, "layerwise.cedar")
    compile(arguments.tools, folder, "--target=cpu", "--entry=layerwise", "-o", path)
    session = cedar.Session(cedar.Weights(cedar.Module(path), folder), max_rows=len(tokens))
    config = json.loads((folder / "config.json").read_text())["text_config"]
    count, streams, width = len(tokens), config["hc_mult"], config["hidden_size"]
    inputs = {}
    for layer in range(config["num_hidden_layers"]):
        inputs[f"x_in.{layer}"] = np.zeros((count, streams, width), np.uint16)
        inputs[f"a_in.{layer}"] = np.zeros((count, streams), np.float32)
    session.run("layerwise", [cedar.Rows(session.open(), tokens)], inputs=inputs)
    return session.output(f"engram.{LAYER}")


def check_released_size(arguments, work, ledger):
    name, tokens = "released", random_tokens("micro-e", 400)
    small, _ = make_checkpoint(arguments, work, "small", 173, "--random=1")
    folder, rows = make_checkpoint(arguments, work, "large", 16000000)
    ledger.expect(name, "the table has the released number of rows", rows == RELEASED_ROWS)
    shard = Shard(folder)
    shard.copy_all_but_table(Shard(small))
    ids = table_rows(folder, arguments, work, tokens)
    ledger.expect(name, "rows lie beyond 2^31 bytes, up to the last head",
                  ids.shape == (len(tokens), 24) and ids.max() > RELEASED_ROWS - 16000500 and ids.min() >= 0)

    path = pathlib.Path(work, "large.cedar")
    compile(arguments.tools, folder, "--target=cpu", "-o", path)
    weights = cedar.Weights(cedar.Module(path), folder)
    empty, _, _ = read_rows(weights, tokens)
    shard.fill_rows(np.unique(ids), np.random.default_rng(1))
    limit = 1 << 18
    cached, growth, stats = read_rows(weights, tokens, engram_cache=limit)
    placed, free_growth, _ = read_rows(weights, tokens)
    ledger.compare(name, "in place = through a cache of 256 KiB", placed, cached)
    ledger.expect(name, "the rows matter", np.any(empty != placed))
    ledger.expect(name, "the cache is too small for the prompt", stats["engram_bytes"] > 5 * limit)
    ledger.expect(name, "in place, the rows stay in memory", free_growth > 16 << 20, free_growth)
    ledger.expect(name, "through the cache, they do not", growth < 4 << 20, growth)


def main():
    arguments, ledger = parse_arguments(), Ledger()
    with tempfile.TemporaryDirectory() as work:
        for name in golden.CHECKPOINTS:
            if text_config(name)["engram_layer_ids"]:
                check_checkpoint(name, arguments, work, ledger)
                check_statistics(name, arguments, work, ledger)
        if arguments.make_checkpoint:
            check_released_size(arguments, work, ledger)
    return 0 if ledger.print() else 1


if __name__ == "__main__":
    sys.exit(main())
