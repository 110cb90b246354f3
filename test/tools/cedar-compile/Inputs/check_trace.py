# check_trace.py <trace.json> <remarks.yaml>: the trace and the remarks of one
# compilation say the same in the same order, and a decision is complete.

import json
import re
import sys

KINDS = {"passed": "Passed", "missed": "Missed", "analysis": "Analysis", "failure": "Failure"}

trace = json.load(open(sys.argv[1]))
assert trace["version"] == 1, trace["version"]
decisions = trace["decisions"]

remarks = []
for block in re.split(r"^--- ", open(sys.argv[2]).read(), flags=re.M)[1:]:
    kind = re.match(r"!(\w+)", block)[1]
    fields = dict(re.findall(r"^(Pass|Name|Function): +'?([^'\n]*)'?$", block, flags=re.M))
    remarks.append((kind, fields["Pass"], fields["Name"], fields["Function"]))

told = [(KINDS[d["decision"]], d["pass"], d["name"], d.get("entry", "<unknown function>")) for d in decisions]
assert told == remarks, next(pair for pair in zip(told, remarks) if pair[0] != pair[1])

phases = ["import", "model", "schedule", "fuse", "kernels", "target"]
order = [phases.index(d["phase"]) for d in decisions]
assert order == sorted(order), "the phases are not in order"

passes = {d["pass"] for d in decisions}
for name in ("cedar-expand-layers", "cedar-derive-entries", "cedar-fuse-hyper-connections",
             "cedar-fuse-quantize", "cedar-form-kernels", "convert-cedar-to-plan", "plan-assign-offsets"):
    assert name in passes, f"no decision of {name}"
for d in decisions:
    assert d["text"], d
    if d["decision"] == "missed":
        assert d.get("reason") and d.get("suggestion"), f"a refusal without its reason or a suggestion: {d}"

# Every launch of every entry is told with its kernel.
kernels = [d for d in decisions if d["pass"] == "cedar-form-kernels" and "Kernel" in d.get("figures", {})]
planned = {d["entry"]: d["figures"]["Launches"] for d in decisions if d["name"] == "planned"}
for entry, launches in planned.items():
    found = sum(d["entry"] == entry for d in kernels)
    assert found == launches, (entry, found, launches)

seam = next(d for d in decisions if d["name"] == "one-pass")
assert seam["op"][0] == "mhc_seam" and "mhc_collapse" in seam["op"], seam["op"]
assert seam["figures"]["StreamBytesAfter"] < seam["figures"]["StreamBytesBefore"], seam["figures"]
assert seam["path"] == ["layers.0.hc_attn"], seam["path"]
