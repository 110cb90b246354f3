# What the JSON of cedar-inspect says of a GPU's memory adds up.

import json
import sys

facts = json.load(open(sys.argv[1]))
(target,) = facts["targets"]
memory = target["memory"]
parts = ("arena", "inputs", "stages", "rings", "pools", "scratch", "launch_words")
assert memory["device"] == sum(memory[part] for part in parts)
assert memory["scratch"] > 0 and memory["launch_words"] > 0

# Engram tables stay in the host's memory. The rest lies at multiples of 256 bytes; a
# stack has a table of descriptors of two pointers, an offset, two extents and strides.
expected = 0
for weight in facts["weights"]["list"]:
    if not weight["name"].endswith("engram.embed.weight"):
        copies = max(weight["stack"], 1)
        for part in weight["parts"]:
            expected += copies * (-(-part["bytes"] // 256) * 256)
            expected += -(-weight["stack"] * 7 * 8 // 256) * 256
assert memory["device_weights"] == expected, (memory["device_weights"], expected)
