"""Reads a safetensors file with numpy; bf16 tensors come as f32.

Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
See LICENSE for license information.
SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

import json
import pathlib

import numpy as np

_TYPES = {"BF16": np.uint16, "F32": np.float32, "I32": np.int32, "I64": np.int64, "I16": np.int16,
          "U8": np.uint8, "I8": np.uint8, "F8_E4M3": np.uint8,
          "F8_E8M0": np.uint8}


def read(path):
    """All tensors of the file by name."""
    data = pathlib.Path(path).read_bytes()
    size = int.from_bytes(data[:8], "little")
    tensors = {}
    for name, entry in json.loads(data[8 : 8 + size]).items():
        if name == "__metadata__":
            continue
        begin, end = entry["data_offsets"]
        raw = np.frombuffer(data[8 + size + begin : 8 + size + end], _TYPES[entry["dtype"]])
        if entry["dtype"] == "BF16":
            raw = (raw.astype(np.uint32) << 16).view(np.float32)
        tensors[name] = raw.reshape(entry["shape"])
    return tensors


def cases(tensors):
    """The tensors `case.in.x` and `case.out.y`, as {case: ({"x": ..}, {"y": ..})}."""
    result = {}
    for name, value in tensors.items():
        case, kind, tensor = name.split(".", 2)
        result.setdefault(case, ({}, {}))[kind == "out"][tensor] = value
    return result
