# The JSON of cedar-inspect adds up.

import json
import sys

facts = json.load(open(sys.argv[1]))
origin = facts["origin"]
assert origin["options"] == ["--target=cpu"] and origin["rebuild"].endswith("<checkpoint folder> --target=cpu")
assert origin["compiler_version"] and origin["llvm_version"].startswith("22.1")
assert len(origin["config_sha256"]) == len(origin["tokenizer_sha256"]) == 64
cache = facts["cache"]
paged = [state for state in cache["states"] if state["kind"] == "paged"]
rings = [state for state in cache["states"] if state["kind"] == "ring"]
assert sum(state["row_bytes"] / state["ratio"] for state in paged) == cache["bytes_per_token"] == 140
assert sum(state["rows"] * state["row_bytes"] for state in rings) == cache["bytes_per_sequence"]
assert cache["page_bytes"] == 140 * facts["model"]["page_tokens"]
assert len(facts["model"]["layers"]) == 12

(target,) = facts["targets"]
entries = {entry["name"]: entry for entry in target["entries"]}
assert {"prefill_exact", "decode", "commit"} <= set(entries)
assert entries["commit"]["commits"] and not entries["decode"]["commits"]
assert sum(kernel["uses"] for kernel in target["kernels"]) == sum(entry["launches"] for entry in entries.values())
assert entries["decode"]["prefetched"] == 5 and entries["commit"]["prefetched"] == 0
assert entries["prefill_exact"]["outputs"]["logits"] == "Qx512xf32"

memory = target["memory"]
assert (memory["rows"], memory["sequences"], memory["context"]) == (64, 3, 1000)
parts = ("arena", "inputs", "stages", "rings", "pools", "tables", "stacks")
assert memory["total"] == sum(memory[part] for part in parts)
assert memory["pools"] >= 3 * 1000 * 140 and memory["stages"] > 0

tensors = sum(max(weight["stack"], 1) * len(weight["parts"]) for weight in facts["weights"]["list"] if weight["from"] == "checkpoint")
assert tensors == facts["weights"]["checkpoint_tensors"]
assert facts["blobs"][0]["offset"] % 4096 == 0 and len(facts["blobs"][0]["sha256"]) == 64
