"""align.py folder copy: copies a checkpoint whose payload is unaligned, with the
payload aligned to 64 bytes.

Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
See LICENSE for license information.
SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

import json
import pathlib
import shutil
import sys

source, copy = map(pathlib.Path, sys.argv[1:])
shutil.copytree(source, copy)
data = (source / "model.safetensors").read_bytes()
begin = 8 + int.from_bytes(data[:8], "little")
header = json.loads(data[8:begin])
sizes = {"F32": 4, "BF16": 2, "I64": 8, "I32": 4}
tensors = [t for name, t in header.items() if name != "__metadata__"]
odd = [t for t in tensors if (begin + t["data_offsets"][0]) % sizes.get(t["dtype"], 1)]
assert odd, "the payload is aligned already"

# Tensors in place, and before each as many bytes of padding as it needs, as a
# tensor of its own, of a kind that text models leave out: gaps are not legal.
payload, result = bytearray(), {}
order = sorted((name for name in header if name != "__metadata__"), key=lambda n: header[n]["data_offsets"])
for name in order:
    first, last = header[name]["data_offsets"]
    pad = -len(payload) % 64
    if pad:
        result[f"vision.padding.{len(payload)}"] = {"dtype": "U8", "shape": [pad], "data_offsets": [len(payload), len(payload) + pad]}
        payload += bytes(pad)
    result[name] = {**header[name], "data_offsets": [len(payload), len(payload) + last - first]}
    payload += data[begin + first : begin + last]
text = json.dumps(result).encode()
text += b" " * (-(8 + len(text)) % 64)
(copy / "model.safetensors").write_bytes(len(text).to_bytes(8, "little") + text + payload)
