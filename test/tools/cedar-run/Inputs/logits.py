# Reads both files with the standard library: equal logits for the same prompt,
# greedy tokens are their largest entries, rows = prompt + generated - 1.

import array
import json
import struct
import sys


def read_npy(path):
    data = open(path, "rb").read()
    assert data[:8] == b"\x93NUMPY\x01\x00"
    size = struct.unpack("<H", data[8:10])[0]
    assert (10 + size) % 64 == 0 and data[10 + size - 1 : 10 + size] == b"\n"
    header = eval(data[10 : 10 + size])
    assert header["descr"] == "<f4" and header["fortran_order"] is False
    return header["shape"], array.array("f", data[10 + size :])


def read_safetensors(path):
    data = open(path, "rb").read()
    size = struct.unpack("<Q", data[:8])[0]
    kinds = {"F32": "f", "I32": "i"}
    tensors = {}
    for name, entry in json.loads(data[8 : 8 + size]).items():
        begin, end = (8 + size + offset for offset in entry["data_offsets"])
        tensors[name] = entry["shape"], array.array(kinds[entry["dtype"]], data[begin:end])
    return tensors


shape, logits = read_npy(sys.argv[1])
tensors = read_safetensors(sys.argv[2])
assert sorted(tensors) == ["logits.0", "logits.1", "tokens.0", "tokens.1"]
assert shape[0] == 5 + 4 - 1 and len(logits) == shape[0] * shape[1]
assert tensors["logits.0"] == (list(shape), logits)
assert tensors["logits.1"][0] == [1 + 4 - 1, shape[1]]
for prompt, length in ((0, 5), (1, 1)):
    rows, values = tensors[f"logits.{prompt}"]
    greedy = []
    for row in range(length - 1, rows[0]):
        of_row = values[row * rows[1] : (row + 1) * rows[1]]
        greedy.append(of_row.index(max(of_row)))
    assert tensors[f"tokens.{prompt}"] == ([4], array.array("i", greedy))
