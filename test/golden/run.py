"""Holds the compiled checkpoints against the stored reference results.

Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
See LICENSE for license information.
SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

Prints one table with every figure beside its limit; fails if one is missed. The
limits are those of identical rounding rules: the reference re-run with another
order of summation stays below them (data/tolerance.json).
"""

import argparse
import sys
import tempfile
import time

import golden
from layers import check_layers
from logits import check_chunks, check_decode, check_prefill
from operations import check_operations
from picks import check_picks
import recall
from table import Table

OPERATIONS = "ops"  # beside the checkpoints


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    golden.add_options(parser, golden.CHECKPOINTS + [OPERATIONS])
    parser.add_argument("--quick", action="store_true", help="no prompts above 129 tokens in chunks and picks")
    parser.add_argument("--every-case", action="store_true", help="a line for every prompt, not the worst alone")
    return parser.parse_args()


def check(name, arguments, work, table):
    checkpoint = golden.Checkpoint(name, work, arguments.tools, arguments.target)
    longest = 129 if arguments.quick else sys.maxsize
    check_layers(checkpoint, table)
    prefilled = check_prefill(checkpoint, table)
    check_chunks(checkpoint, table, [result for result in prefilled if result[0].length <= longest])
    check_picks(checkpoint, table, check_decode(checkpoint, table), longest)
    if name == "tiny":
        recall.check_recall(checkpoint, arguments.tools, table)


def main():
    arguments = parse_arguments()
    table = Table(arguments.every_case)
    with tempfile.TemporaryDirectory() as work:
        for name in arguments.checkpoint or [OPERATIONS, *golden.CHECKPOINTS]:
            begin = time.monotonic()
            if name == OPERATIONS:
                check_operations(arguments.tools, table)
            else:
                check(name, arguments, work, table)
            print(f"{name}: {time.monotonic() - begin:.0f} s", flush=True)
    return table.finish()


if __name__ == "__main__":
    sys.exit(main())
