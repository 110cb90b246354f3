"""Stored reference results and the checkpoints they belong to.

Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
See LICENSE for license information.
SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

import copy
import json
import os
import pathlib
import subprocess
import sys

import numpy as np

TEST = pathlib.Path(__file__).resolve().parents[1]
ROOT = TEST.parent
sys.path.insert(0, str(TEST / "kernels"))

from formats import to_bf16_bits  # noqa: E402
import safetensors  # noqa: E402

import cedar  # noqa: E402

HAS_ARTIFACTS = "CEDAR_ARTIFACTS" in os.environ  # a folder, where no compiler is
CHECKPOINTS = ["tiny", "micro-a", "micro-b", "micro-c", "micro-d", "micro-e"]


class Checkpoint:
    """A checkpoint of the test folder, compiled; runs on the first of `targets`.

    Where no compiler is, the folder CEDAR_ARTIFACTS has it compiled."""

    def __init__(self, name, work, tools=ROOT / "build" / "bin", *targets):
        self.bind(name, TEST / "checkpoints" / name, work, tools, targets, ["--entry=layerwise"])

    def bind(self, name, folder, work, tools, targets, options):
        """Compiles `folder` for `targets` and binds its weights."""
        targets = targets or ("cpu",)
        self.name, self.folder, self.target = name, folder, targets[0]
        self.config = json.loads((folder / "config.json").read_text())["text_config"]
        self.artifact = artifact_path(name, work)
        if not HAS_ARTIFACTS:
            self.compile(tools, targets, options)
        self.weights = cedar.Weights(cedar.Module(self.artifact, self.target), folder)

    def compile(self, tools, targets, options):
        command = [pathlib.Path(tools, "cedar-compile"), self.folder, "--quiet", *options,
                   "-o", self.artifact, *(f"--target={target}" for target in targets)]
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode:
            raise SystemExit(f"{self.name}: cedar-compile failed: {done.stderr}")

    def on(self, target):
        """The same artifact, run by the code of another of its targets."""
        other = copy.copy(self)
        other.target = target
        other.weights = cedar.Weights(cedar.Module(self.artifact, target), self.folder)
        return other

    @property
    def layers(self):
        return self.config["num_hidden_layers"]

    def session(self, **options):
        return cedar.Session(self.weights, **options)

    def embeddings(self):
        """The token embeddings as bf16 bits."""
        for path in sorted(self.folder.glob("*.safetensors")):
            tensors = safetensors.read(path)
            if "embed.weight" in tensors:
                return to_bf16_bits(tensors["embed.weight"])
        raise SystemExit(f"{self.folder}: no embed.weight")

    def cases(self):
        """The stored prompts, the shortest first."""
        folder = TEST / "golden" / "data" / self.name
        facts = json.loads((folder / "cases.json").read_text())
        return [Case(folder / name, facts[name]) for name in sorted(facts)]


class Case:
    """The reference results of one prompt."""

    def __init__(self, path, facts):
        self.path, self.length = path, facts["length"]
        self.splits = facts.get("splits") or [even_chunks(self.length, size) for size in (1, 3, 8)]
        self.tensors = safetensors.read(path)

    def __getitem__(self, name):
        return self.tensors[name]

    def __contains__(self, name):
        return name in self.tensors

    def layers_of(self, what):
        """The layers l that have a tensor `what.l`."""
        prefix = what + "."
        return sorted(int(name[len(prefix):]) for name in self.tensors
                      if name.startswith(prefix) and name[len(prefix):].isdigit())


def artifact_path(name, work):
    """Where an artifact is, or is to be written."""
    return pathlib.Path(os.environ["CEDAR_ARTIFACTS"] if HAS_ARTIFACTS else work, f"{name}.cedar")


def add_options(parser, checkpoints=CHECKPOINTS):
    """What every script lets one choose: checkpoints, the target and the tools."""
    parser.add_argument("--checkpoint", action="append", choices=checkpoints, help="one or several [all]")
    parser.add_argument("--target", default="cpu", help="to run on [cpu]")
    parser.add_argument("--tools", type=pathlib.Path, default=ROOT / "build" / "bin", help="folder of the tools")


def even_chunks(length, size):
    """Chunk lengths of `size` and a shorter last one."""
    return [min(size, length - begin) for begin in range(0, length, size)]


def layer_inputs(checkpoint, tokens, streams, mixes):
    """Inputs of the entry `layerwise`: x [L,N,n,D] and a [L,N,n] as each layer
    leaves them, the next layer's input."""
    first = checkpoint.embeddings()[tokens]
    count, n = streams.shape[1:3]
    inputs = {"x_in.0": np.repeat(first[:, None], n, 1),
              "a_in.0": np.tile(np.eye(1, n, dtype=np.float32), (count, 1))}
    for layer in range(1, checkpoint.layers):
        inputs[f"x_in.{layer}"] = to_bf16_bits(streams[layer - 1])
        inputs[f"a_in.{layer}"] = mixes[layer - 1]
    return inputs
