# Checks the JSON of run.test: which measurements there are, and that their times
# fit together.

import json
import sys

report = json.load(open(sys.argv[1]))
assert report["context"]["model"] == "micro-c", report["context"]
assert report["context"]["target"].startswith("cpu"), report["context"]

times = {}
for row in report["benchmarks"]:
    assert "error_occurred" not in row, row
    times.setdefault(row["run_name"], {})[row["aggregate_name"]] = row

calls = ("prefill/tokens:8", "prefill/tokens:20", "decode/batch:1/prompt:4", "decode/batch:3/prompt:4")
for threads in (1, 2):
    for call in calls:
        name = f"{call}/threads:{threads}"
        rows = times[f"{name}/process_time/real_time"]
        assert {"median", "p10", "p90"} <= rows.keys(), rows.keys()
        assert 0 < rows["p10"]["real_time"] <= rows["median"]["real_time"] <= rows["p90"]["real_time"], rows
        assert rows["median"]["items_per_second"] > 0, rows

        entry = call.split("/")[0].replace("prefill", "prefill_exact")
        for kind, part in (("kernel", "rms_norm_0"), ("layer", "layers.3.attn")):
            of = lambda what: times[f"{kind}/{name}/{what}/iterations:1/repeats:15/manual_time"]["median"]
            one, everything = of(f"{entry}/{part}"), of("all")
            assert 0 < one["real_time"] < everything["real_time"], (one, everything)
            assert 0 < one["launches"] < everything["launches"], (one, everything)
            assert everything["launches"] == rows["median"]["launches"], (everything, rows)

unknown = [name for name in times if name.split("/")[0] not in ("prefill", "decode", "kernel", "layer")]
assert not unknown, unknown
