# A report's kernels, launches and sizes beside those of the artifact.
#
#   kernels_of_report.py REPORT.json INSPECT.json

import json
import sys

report, artifact = (json.load(open(path)) for path in sys.argv[1:])
target = artifact["targets"][0]
launches = {entry["name"]: entry["launches"] for entry in target["entries"]}
predicted = {entry["entry"]: entry["as_planned"]["launches"] for entry in report["entries"]}
assert predicted == launches, (predicted, launches)
names = {kernel["symbol"] for kernel in target["kernels"]}
used = {kernel["kernel"] for entry in report["entries"] for kernel in entry["kernels"]}
assert used == names, used ^ names
for entry in report["entries"]:
    assert sum(kernel["launches"] for kernel in entry["kernels"]) == launches[entry["entry"]]
longest = artifact["model"]["max_positions"]
assert {case["context"] for case in report["cases"]} == {longest}, longest
assert report["global_cache"]["bytes_per_token"] == artifact["cache"]["bytes_per_token"]
