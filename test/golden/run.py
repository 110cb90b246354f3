"""Holds the compiled checkpoints against the stored reference results.

Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
See LICENSE for license information.
SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

Prints one table with every figure beside its limit; fails if one is missed. The
limits are those of identical rounding rules: the reference re-run with another
order of summation stays below them (data/tolerance.json).
"""

import argparse
import pathlib
import sys
import tempfile
import time

import golden
from layers import check_layers
from logits import check_chunks, check_decode, check_picks, check_prefill
import recall
from table import Table


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--checkpoint", action="append", choices=golden.CHECKPOINTS, help="one or several [all]")
    parser.add_argument("--target", default="cpu", help="to compile for [cpu]")
    parser.add_argument("--tools", type=pathlib.Path, default=golden.ROOT / "build" / "bin", help="folder of the tools")
    parser.add_argument("--quick", action="store_true", help="no prompts above 129 tokens in chunks, no recall")
    parser.add_argument("--every-case", action="store_true", help="a line for every prompt, not the worst alone")
    return parser.parse_args()


def check(name, arguments, work, table):
    begin = time.monotonic()
    checkpoint = golden.Checkpoint(name, work, arguments.tools, arguments.target)
    longest = 129 if arguments.quick else sys.maxsize
    check_layers(checkpoint, table)
    prefilled = check_prefill(checkpoint, table)
    check_chunks(checkpoint, table, [result for result in prefilled if result[0].length <= longest])
    check_decode(checkpoint, table)
    check_picks(checkpoint, table, longest)
    if name == "tiny" and not arguments.quick:
        recall.check_recall(checkpoint, arguments.tools, table)
    print(f"{name}: {time.monotonic() - begin:.0f} s", flush=True)


def main():
    arguments = parse_arguments()
    table = Table(arguments.every_case)
    with tempfile.TemporaryDirectory() as work:
        for name in arguments.checkpoint or golden.CHECKPOINTS:
            check(name, arguments, work, table)
    table.print()
    print("single operations (data/ops): held against the kernels by the tests of test/kernels")
    failures = table.failures()
    print(f"{len(table.rows)} figures, {len(failures)} beyond their limit")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
