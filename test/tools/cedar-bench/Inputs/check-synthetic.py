# Checks the JSON and the tables of synthetic.test: floors beside times, the whole
# beside its parts, the order of the tables.

import json
import re
import sys

def refuse(constant):
    raise ValueError(f"{constant} is not JSON")


report = json.load(open(sys.argv[1]), parse_constant=refuse)
for rate in ("copy_bytes_per_second", "products_flops_per_second"):
    assert int(report["context"][rate]) > 1e8, report["context"]
rows = {}
for row in report["benchmarks"]:
    assert "error_occurred" not in row, row
    rows.setdefault(row["run_name"], {})[row["aggregate_name"]] = row

loads = ("prefill/tokens:8/context:256", "decode/batch:1/context:256", "decode/batch:3/context:256")
for load in loads:
    name = f"{load}/threads:1"
    call = rows[f"{name}/process_time/real_time"]["median"]
    assert 0 < call["floor_us"] < 1000 * call["real_time"], call
    assert call["bytes_per_second"] > 0 and call["flops"] > 0, call
    for kind in ("kernel", "layer"):
        suffix = "/iterations:1/repeats:3/manual_time"
        parts = {run: row["median"] for run, row in rows.items() if run.startswith(f"{kind}/{name}/")}
        whole = parts.pop(f"{kind}/{name}/all{suffix}")
        entries = [parts.pop(run) for run in list(parts) if run.endswith(f"/all{suffix}")]
        assert len(entries) == 2, entries
        assert abs(sum(entry["launches"] for entry in entries) - whole["launches"]) < 1e-6, (entries, whole)
        assert len(parts) > 5, parts.keys()
        floors = sum(part["floor_us"] for part in parts.values())
        assert abs(floors - whole["floor_us"]) < 1e-6 * floors, (floors, whole)
        # Fusing more could only save.
        assert floors >= call["floor_us"], (floors, call)

titles = []
for table in open(sys.argv[2]).read().split("\n\n"):
    title, floors, sums, header, *body = table.strip().split("\n")
    titles.append(title)
    assert re.fullmatch(r"floors: h200 \(.*\); measured here: copy [\d.]+ GB/s, products [\d.]+ GFLOP/s", floors), floors
    assert re.fullmatch(r"kernels: \d+ launches, [\d.]+ us a call, floor [\d.]+ us", sums), sums
    above = [float(line.split()[6]) for line in body]
    assert len(above) > 5 and above == sorted(above, reverse=True), above
    for line in body:
        entry, kernel, launches, time, share, floor, beyond = line.split()[:7]
        assert abs(float(time) - float(floor) - float(beyond)) < 0.02, line
assert titles == [f"{load}/threads:1" for load in loads], titles
