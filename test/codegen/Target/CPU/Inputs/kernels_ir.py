"""What the kernels of a checkpoint look like before and after code generation.

Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
See LICENSE for license information.
SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

import json
import pathlib
import re
import subprocess

CHECKPOINTS = ("tiny", "micro-a", "micro-b", "micro-c", "micro-d", "micro-e", "released")


def run(*command):
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True)
    if done.returncode:
        raise SystemExit(f"{' '.join(map(str, command))}: {done.stderr}")
    return done.stdout


def checkpoint(name, root, scratch, make_checkpoint):
    """The folder of a checkpoint; `released` is one without payload, made here."""
    source = pathlib.Path(root, name)
    if list(source.glob("*.safetensors")):
        return source
    folder = pathlib.Path(scratch, name)
    if not folder.exists():
        run(make_checkpoint, source / "config.json", folder)
    return folder


def functions(text):
    """The functions of printed IR by name, each as its lines."""
    found, name = {}, None
    for line in text.splitlines():
        start = re.match(r"  (?:func\.func|llvm\.func)(?: private| internal)* @([\w.]+)\(", line)
        if start:
            name = start.group(1)
            found[name] = []
        if name:
            found[name].append(line)
        if line == "  }":
            name = None
    return found


def kernel_functions(text):
    return {name: lines for name, lines in functions(text).items() if "cedar.kernel" in lines[0]}


def kernel_module(text):
    """A module of the kernels alone."""
    aliases = [line for line in text.splitlines() if line.startswith("#")]
    bodies = [line for lines in kernel_functions(text).values() for line in lines]
    return "\n".join([*aliases, "module {", *bodies, "}\n"])


def op_of(lines):
    return re.search(r'cedar\.op = "cedar\.(\w+)"', lines[0]).group(1)


def extract_code(artifact, path, target="cpu"):
    """Writes the shared object of an artifact's target to `path`."""
    facts = json.loads(run("cedar-inspect", artifact, "--json"))
    blob = next(b for b in facts["blobs"] if b["name"] == f"{target}/code.so")
    data = pathlib.Path(artifact).read_bytes()
    pathlib.Path(path).write_bytes(data[blob["offset"]:blob["offset"] + blob["bytes"]])
    return facts


def disassemble(path):
    """Instructions of a shared object by kernel."""
    found, name = {}, None
    for line in run("llvm-objdump", "-d", "--no-show-raw-insn", path).splitlines():
        start = re.match(r"[0-9a-f]+ <([^>]+)>:", line)
        if start:
            name = start.group(1).removesuffix(".body")
            found.setdefault(name, [])
        elif name and re.match(r"\s+[0-9a-f]+:", line):
            found[name].append(line.split(":", 1)[1].strip())
    return found
