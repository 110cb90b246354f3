# compare-dumps.py folder first second: prints which tensors of two files differ,
# and that inputs are what they were before the launch.

import json
import struct
import sys


def read(path):
    data = open(path, "rb").read()
    size = struct.unpack("<Q", data[:8])[0]
    header = json.loads(data[8 : 8 + size])
    facts = header.pop("__metadata__")
    return facts, {name: (e["dtype"], e["shape"], data[8 + size + e["data_offsets"][0] : 8 + size + e["data_offsets"][1]])
                   for name, e in header.items()}


folder, first, second = sys.argv[1:]
facts, before = read(f"{folder}/before.safetensors")
_, one = read(f"{folder}/{first}.safetensors")
_, other = read(f"{folder}/{second}.safetensors")
assert before.keys() == one.keys() == other.keys()
print(facts["entry"], facts["path"], facts["op"])
for name in one:
    assert one[name][:2] == other[name][:2]
    changed, differ = before[name] != one[name], one[name] != other[name]
    print(name, facts[name], *one[name][:2], "written" if changed else "kept", "differs" if differ else "equal")
