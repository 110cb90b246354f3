#!/usr/bin/env python3
# ===- edit_checkpoint.py - a checkpoint with faults -----------------------===#
#
# Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===-----------------------------------------------------------------------===#
"""Copies a single-file checkpoint and changes it, edit by edit in order:

    edit_checkpoint.py SOURCE TARGET [EDIT...]

    set=PATH=JSON      a field of config.json, PATH such as text_config.hc_mult
    unset=PATH         removes one
    remove=NAME        a tensor; a name may end in * for all that begin so
    shape=NAME=JSON    another shape, the payload refitted
    dtype=NAME=TYPE    another type, the payload refitted
    rename=OLD=NEW     another name
    add=NAME           a small BF16 tensor
    transformers       every name as transformers spells it
"""
import json
import math
import os
import re
import shutil
import struct
import sys

WIDTH = {"F32": 4, "BF16": 2, "F16": 2, "I8": 1, "U8": 1, "F8_E4M3": 1, "F8_E8M0": 1}


def read_tensors(path):
    """name -> [dtype, shape, payload]"""
    data = open(path, "rb").read()
    (size,) = struct.unpack("<Q", data[:8])
    header = json.loads(data[8 : 8 + size])
    header.pop("__metadata__", None)
    payload = data[8 + size :]
    return {
        name: [entry["dtype"], entry["shape"], payload[slice(*entry["data_offsets"])]]
        for name, entry in header.items()
    }


def write_tensors(path, tensors):
    header, at = {}, 0
    for name, (dtype, shape, payload) in tensors.items():
        header[name] = {
            "dtype": dtype,
            "shape": shape,
            "data_offsets": [at, at + len(payload)],
        }
        at += len(payload)
    text = json.dumps(header).encode()
    with open(path, "wb") as file:
        file.write(struct.pack("<Q", len(text)) + text)
        for _, _, payload in tensors.values():
            file.write(payload)


def refit(tensor):
    size = WIDTH[tensor[0]] * math.prod(tensor[1])
    tensor[2] = tensor[2][:size].ljust(size, b"\0")


def transformers_name(name):
    name = re.sub(r"^head\.", "lm_head.", name)
    name = re.sub(r"^(layers|embed|norm)\.", r"model.\1.", name)
    return re.sub(r"\.scale$", ".weight_scale_inv", name)


def matching(tensors, pattern):
    names = [
        name
        for name in tensors
        if name == pattern or (pattern[-1] == "*" and name.startswith(pattern[:-1]))
    ]
    assert names, "no tensor " + pattern
    return names


def field_of(config, path):
    *parents, last = path.split(".")
    for parent in parents:
        config = config[parent]
    return config, last


def apply(edit, config, tensors):
    kind, _, rest = edit.partition("=")
    name, _, value = rest.partition("=")
    if kind == "set":
        owner, field = field_of(config, name)
        owner[field] = json.loads(value)
    elif kind == "unset":
        owner, field = field_of(config, name)
        del owner[field]
    elif kind == "remove":
        for victim in matching(tensors, name):
            del tensors[victim]
    elif kind == "shape":
        tensors[name][1] = json.loads(value)
        refit(tensors[name])
    elif kind == "dtype":
        tensors[name][0] = value
        refit(tensors[name])
    elif kind == "rename":
        tensors[value] = tensors.pop(name)
    elif kind == "add":
        tensors[name] = ["BF16", [2], b"\0\0\0\0"]
    elif kind == "transformers":
        for old in list(tensors):
            tensors[transformers_name(old)] = tensors.pop(old)
    else:
        sys.exit("unknown edit " + edit)


def main():
    source, target, *edits = sys.argv[1:]
    shutil.rmtree(target, ignore_errors=True)
    os.makedirs(target)
    for name in os.listdir(source):
        shutil.copyfile(os.path.join(source, name), os.path.join(target, name))
    config_path = os.path.join(target, "config.json")
    tensor_path = os.path.join(target, "model.safetensors")
    config = json.load(open(config_path))
    tensors = read_tensors(tensor_path)
    for edit in edits:
        apply(edit, config, tensors)
    with open(config_path, "w") as file:
        json.dump(config, file)
    write_tensors(tensor_path, tensors)


main()
