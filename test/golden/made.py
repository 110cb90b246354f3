"""Checkpoints of random numbers in shapes that no stored checkpoint has.

Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
See LICENSE for license information.
SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

import json
import pathlib
import subprocess

import golden

SEED = 7  # of the random numbers


class MadeCheckpoint(golden.Checkpoint):
    """The stored checkpoint `base` with `changes` in its config.json, compiled with
    `options`. None cuts a field to one value per Engram layer."""

    def __init__(self, name, base, changes, work, tools, *targets, options=()):
        config = json.loads((golden.TEST / "checkpoints" / base / "config.json").read_text())
        fields = config["text_config"]
        for field, value in changes.items():
            fields[field] = value if value is not None else fields[field][: len(fields["engram_layer_ids"])]
        source = pathlib.Path(work, f"{name}.json")
        source.write_text(json.dumps(config))
        folder = pathlib.Path(work, name)
        run(pathlib.Path(tools).parent / "test" / "tools" / "cedar-make-checkpoint", source, folder, f"--random={SEED}")
        self.bind(name, folder, work, tools, targets, options)


def run(*command):
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        raise SystemExit(f"{command[0].name} failed: {done.stderr}")
