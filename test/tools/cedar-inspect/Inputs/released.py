# Bounds of the released plan's memory.

import json
import sys

facts = json.load(open(sys.argv[1]))
(target,) = facts["targets"]
memory, tokens = target["memory"], 1 << 20
assert facts["cache"]["bytes_per_token"] == 890
assert memory["arena"] <= 2 << 30, memory["arena"]
assert 890 * tokens <= memory["pools"] <= 890 * tokens + (1 << 20), memory["pools"]
assert facts["weights"]["checkpoint_tensors"] == 93418
assert len(target["kernels"]) < 200, "kernels of equal shape are compiled once"
