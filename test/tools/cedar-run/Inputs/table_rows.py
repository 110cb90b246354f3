"""How many table rows a text reads, and how many different ones (SPEC 3.12).

Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
See LICENSE for license information.
SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

Usage: table_rows.py model.mlir token_map.bin answers.jsonl prompt-ids
The text is the prompt and all of the answer but the last token, which is never
fed. Prints what cedar-run says when no row is read twice.
"""

import json
import re
import sys

import numpy as np

HASH = re.compile(r"cedar\.ngram_hash .*?multipliers = array<i64: ([\d, ]+)>, padToken = (\d+) : i64, "
                  r"primes = array<i64: ([\d, ]+)>")


def rows_of(window, multipliers, primes):
    """One row in each column for compressed ids, newest first."""
    heads, roll = len(primes) // (len(window) - 1), window[0] * multipliers[0]
    for column, prime in enumerate(primes):
        if column % heads == 0:
            back = column // heads + 1
            roll ^= window[back] * multipliers[back]
        yield column, roll % prime


def read_rows(ids, pad, multipliers, primes):
    padded = [pad] * (len(multipliers) - 1) + ids
    for end in range(len(multipliers), len(padded) + 1):
        yield from rows_of(padded[end - len(multipliers):end][::-1], multipliers, primes)


def numbers(text):
    return [int(number) for number in text.split(",")]


def main(model, map_path, answers, prompt):
    token_map = np.fromfile(map_path, "<i4")
    tokens = numbers(prompt) + json.loads(open(answers).readline())["tokens"][:-1]
    ids = [int(token_map[token]) for token in tokens]
    tables = [list(read_rows(ids, int(token_map[int(pad)]), numbers(multipliers), numbers(primes)))
              for multipliers, pad, primes in HASH.findall(open(model).read())]
    asked, different = sum(map(len, tables)), sum(len(set(rows)) for rows in tables)
    print(f"engram: {asked - different} of {asked} table rows found in the cache")


main(*sys.argv[1:])
