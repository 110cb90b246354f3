"""The layers one by one on the last rows of a prompt, with windows cut in their IR.

Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
See LICENSE for license information.
SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

What replay and a resumed prefix are held against. The artifact comes from the
changed text of a checkpoint's schedule.
"""

import pathlib
import re
import subprocess
import tempfile

import numpy as np

import cedar
import golden


class CutLayers:
    """The layers one by one on the last rows of a prompt, by the entry `layerwise`
    with windows from layer `first` on that begin at the first of these rows."""

    suffix = "replayed"  # of the artifact's name

    def __init__(self, checkpoint, work, tools, first):
        self.config, self.window = checkpoint.config, checkpoint.config["sliding_window"]
        self.layers = checkpoint.layers
        self.embeddings = checkpoint.embeddings()
        artifact = golden.artifact_path(f"{checkpoint.name}-{self.suffix}", work)
        if not golden.HAS_ARTIFACTS:
            self.compile(checkpoint, artifact, tools, first, checkpoint.target)
        self.weights = cedar.Weights(cedar.Module(artifact, checkpoint.target), checkpoint.folder)

    @classmethod
    def compile(cls, checkpoint, artifact, tools, first, *targets):
        """Compiles the checkpoint's schedule with changed text."""
        compiler = [pathlib.Path(tools, "cedar-compile"), "--quiet"]
        with tempfile.TemporaryDirectory() as dump:
            subprocess.run([*compiler, checkpoint.folder, "--entry=layerwise", "--compile-to=schedule", "-o", "/dev/null",
                            f"--dump-phases-to={dump}"], check=True, stderr=subprocess.DEVNULL)
            module = next(pathlib.Path(dump).glob("*schedule.mlir"))
            module.write_text(cls.change(module.read_text(), range(first, checkpoint.layers)))
            subprocess.run([*compiler, module, "--compile-from=schedule", *(f"--target={target}" for target in targets),
                            "-o", artifact], check=True)

    @classmethod
    def compile_to(cls, arguments, checkpoint, first):
        """The artifact that a machine without a compiler looks for, for the CPU and the target."""
        artifact = arguments.compile_to / f"{checkpoint.name}-{cls.suffix}.cedar"
        cls.compile(checkpoint, artifact, arguments.tools, first, *dict.fromkeys(["cpu", arguments.target]))

    @staticmethod
    def change(module, layers):
        return cut_windows(module, layers)

    def run(self, tokens):
        """Logits of the last row, and the states."""
        begin = len(tokens) - self.window
        session = cedar.Session(self.weights, max_rows=len(tokens))
        sequence = session.open()
        session.prefill([cedar.Rows(sequence, tokens[:begin])])
        self.run_layers(session, sequence, tokens[begin:])
        logits = session.output("logits")[-1]
        session.commit([self.window])
        return logits, session.states(sequence)

    def run_layers(self, session, sequence, rows):
        """Gives each layer what the one before has made of `rows`; commits nothing."""
        n, hidden = self.config["hc_mult"], self.config["hidden_size"]
        inputs = {f"x_in.{layer}": np.zeros((len(rows), n, hidden), np.uint16) for layer in range(self.layers)}
        inputs |= {f"a_in.{layer}": np.zeros((len(rows), n), np.float32) for layer in range(self.layers)}
        inputs["x_in.0"] = np.repeat(self.embeddings[rows][:, None], n, 1)
        inputs["a_in.0"][:, 0] = 1
        for layer in range(self.layers):
            session.run("layerwise", [cedar.Rows(sequence, rows)], inputs=inputs, commit=False)
            if layer + 1 < self.layers:
                inputs[f"x_in.{layer + 1}"] = session.output(f"x.{layer}")
                inputs[f"a_in.{layer + 1}"] = session.output(f"a.{layer}")


def layerwise_of(module):
    """Where the text of @layerwise begins and ends."""
    start = module.index("func.func @layerwise")
    end = module.find("func.func @", start + 1)
    return start, end if end >= 0 else len(module)


def cut_windows(module, layers):
    """The module with `begin` on the attention of these layers in @layerwise."""
    start, end = layerwise_of(module)
    names = "|".join(str(layer) for layer in layers)
    attention = re.compile(r"(cedar\.sparse_attention (?:%\S+, ){5}(%\S+), %\S+, %layers\.(?:" + names + r")\.window\S*)"
                           r"(.*?: \(.*?tensor<\?xi32>, tensor<\?xi32>, tensor<\?xi32>, tensor<\?xi32>, "
                           r"!cedar\.state<ring.*?>>)")
    body, count = attention.subn(r"\1 begin(\2)\3, tensor<?xi32>", module[start:end])
    assert count == len(layers), f"{count} windows of {len(layers)} cut"
    return module[:start] + body + module[end:]


def add_compile_option(parser):
    parser.add_argument("--compile-to", type=pathlib.Path, help="folder for the layers that are run one by one, compiled "
                        "for the CPU and the target; nothing is run")
