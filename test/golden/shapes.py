"""Legal shapes far from the released ones: the same bits on two targets.

Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
See LICENSE for license information.
SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

There are no reference results for them. A kernel that assumes a power of two, a
full tile or a width shows as a refusal to compile or as a difference.
"""

import argparse
import pathlib
import sys
import tempfile
import time

import numpy as np

from bits import Ledger
import golden
from made import MadeCheckpoint
from sameness import check_target

# Fields of config.json by shape, beside those of the checkpoint it begins with.
SHAPES = {
    "hc-1": ("micro-b", {"hc_mult": 1}),
    "hc-2-experts-5": ("micro-a", {"hc_mult": 2, "n_routed_experts": 5, "num_experts_per_tok": 3}),
    "hc-3": ("micro-a", {"hc_mult": 3}),
    "hc-8": ("micro-a", {"hc_mult": 8}),
    "experts-384": ("micro-c", {"n_routed_experts": 384, "num_experts_per_tok": 6}),
    "top-k-1024": ("micro-a", {"index_topk": 1024, "candidate_topk_blocks": 256}),
    "head-32": ("micro-a", {"head_dim": 32}),
    "head-512": ("micro-a", {"head_dim": 512}),
    "index-32x128": ("micro-a", {"index_n_heads": 32, "index_head_dim": 128}),
    "hidden-160": ("micro-a", {"hidden_size": 160, "q_lora_rank": 96, "moe_intermediate_size": 96}),
    "hidden-352-window-5": ("micro-c", {"hidden_size": 352, "sliding_window": 5}),
}
QUICK = ("hc-3", "head-512", "hidden-160")


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--shape", action="append", choices=SHAPES, help="one or several [all]")
    parser.add_argument("--quick", action="store_true", help=f"only {', '.join(QUICK)}")
    parser.add_argument("--target", default="cpu", help="to run on [cpu]")
    parser.add_argument("--other", default="cpu:native", help="target that must give the same bits [cpu:native]")
    parser.add_argument("--tools", type=pathlib.Path, default=golden.ROOT / "build" / "bin", help="folder of the tools")
    parser.add_argument("--length", type=int, default=60, help="tokens of the sequence [60]")
    parser.add_argument("--compile-to", type=pathlib.Path, help="folder for the artifacts; nothing is run")
    return parser.parse_args()


def make(name, work, arguments):
    base, changes = SHAPES[name]
    return MadeCheckpoint(name, base, changes, work, arguments.tools, arguments.target, arguments.other)


def main():
    arguments, ledger = parse_arguments(), Ledger()
    with tempfile.TemporaryDirectory() as work:
        for name in arguments.shape or (QUICK if arguments.quick else SHAPES):
            begin = time.monotonic()
            model = make(name, work, arguments)
            if arguments.compile_to:
                model.artifact.rename(arguments.compile_to / model.artifact.name)
            else:
                check_target(model, model.on(arguments.other), np.random.default_rng(1), ledger, arguments.length)
            print(f"{name}: {time.monotonic() - begin:.0f} s", flush=True)
    return 0 if arguments.compile_to or ledger.print() else 1


if __name__ == "__main__":
    sys.exit(main())
