"""Holds that a result does not depend on how it is computed, bit for bit.

Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
See LICENSE for license information.
SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

import argparse
import pathlib
import sys
import tempfile
import time

import numpy as np

from bits import Ledger
from commits import check_commits, check_dropped, check_mixed
import golden
from kinds import check_kinds
from resources import check_launches, check_pages
from sameness import (check_batch, check_chunks, check_decode, check_device_memory, check_launch_modes,
                      check_slot_reuse, check_target, check_threads)

CHECKPOINTS = ["micro-a", "micro-b", "micro-c", "micro-d", "micro-e", "tiny"]


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--checkpoint", action="append", choices=CHECKPOINTS, help="one or several [all]")
    parser.add_argument("--tools", type=pathlib.Path, default=golden.ROOT / "build" / "bin", help="folder of the tools")
    parser.add_argument("--target", default="cpu", help="to run on [cpu]")
    parser.add_argument("--other", action="append", help="targets that must give the same bits [cpu:native]")
    parser.add_argument("--length", type=int, default=60, help="tokens of the sequences [60]")
    parser.add_argument("--seed", type=int, default=1, help="of the tokens and chunks [1]")
    return parser.parse_args()


def check(model, targets, arguments, ledger):
    rng, length = np.random.default_rng(arguments.seed), arguments.length
    check_decode(model, rng, ledger, length)
    check_chunks(model, rng, ledger, length)
    check_batch(model, rng, ledger, length)
    check_threads(model, rng, ledger, length)
    check_slot_reuse(model, rng, ledger, length)
    if arguments.target.startswith("sm_"):
        check_launch_modes(model, rng, ledger, length)
        check_device_memory(model, ledger)
    for target in targets:
        check_target(model, model.on(target), rng, ledger, length)
    check_commits(model, rng, ledger, length)
    check_dropped(model, rng, ledger)
    check_mixed(model, rng, ledger)
    check_launches(model, rng, ledger)
    check_pages(model, rng, ledger)
    check_kinds(model, rng, ledger)


def main():
    arguments, ledger = parse_arguments(), Ledger()
    names = arguments.other or ["cpu:native"]
    with tempfile.TemporaryDirectory() as work:
        for name in arguments.checkpoint or CHECKPOINTS:
            begin = time.monotonic()
            model = golden.Checkpoint(name, work, arguments.tools, arguments.target, *names)
            check(model, names, arguments, ledger)
            print(f"{name}: {time.monotonic() - begin:.0f} s", flush=True)
    return 0 if ledger.print() else 1


if __name__ == "__main__":
    sys.exit(main())
