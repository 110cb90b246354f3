# count_kernels.py facts.json: fewer than 100 kernels serve all launches of 40 layers.

import json
import sys

facts = json.load(open(sys.argv[1]))
assert len(facts["model"]["layers"]) == 40
target = facts["targets"][0]
launches = sum(entry["launches"] for entry in target["entries"])
print(f"{len(target['kernels'])} kernels for {launches} launches")
assert 10 < len(target["kernels"]) < 100 and launches > 2000
