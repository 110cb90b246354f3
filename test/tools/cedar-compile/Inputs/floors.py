# The report on the released model beside figures that were worked out by hand from its
# shapes with the same rates: within 2 %. Products of whole rows of matrices, one
# launch for each weight; selections kept on chip.
#
#   floors.py REPORT.json

import json
import sys

report = json.load(open(sys.argv[1]))
LIMIT = 0.02
# Milliseconds of a decode step by batch and context.
DECODE = {
    (1, 4096): 3.040, (1, 131072): 3.047, (1, 1048576): 3.085,
    (8, 4096): 10.009, (8, 131072): 10.058, (8, 1048576): 10.365,
    (32, 4096): 28.876, (32, 131072): 29.073, (32, 1048576): 30.302,
    (64, 4096): 45.247, (64, 131072): 45.640, (64, 1048576): 48.098,
    (128, 4096): 61.433, (128, 131072): 62.218, (128, 1048576): 67.135,
}  # fmt: skip
# Milliseconds of a chunk of 4096 rows by context, without the writing and reading of
# scores (0.012, 0.737 and 5.981 ms), which selection on chip does not need.
PREFILL = {4096: 74.608, 131072: 79.463, 1048576: 108.691}
FULL_DEPTH = {4096: 148.377}
REPLAY = {131072: 30.923}
# Full depth over encoder and replay, whole prompts.
GAINS = {4096: 1.41, 32768: 1.90, 131072: 1.97, 1048576: 1.93}

failed = 0


def check(what, found, expected):
    global failed
    error = found / expected - 1
    failed += abs(error) > LIMIT
    print(f"{what:40} {found:10.3f} {expected:10.3f} {100 * error:+6.2f} %")


def cases(entry, rows, sequences):
    return {
        case["context"]: case["floor_ms"]
        for case in report["cases"]
        if (case["entry"], case["rows"], case["sequences"]) == (entry, rows, sequences)
    }


for (batch, context), expected in DECODE.items():
    check(f"decode {batch} at {context}", cases("decode", batch, batch)[context], expected)
for entry, table, rows in (("prefill_replay", PREFILL, 4096), ("prefill_exact", FULL_DEPTH, 4096), ("replay", REPLAY, 128)):
    for context, expected in table.items():
        check(f"{entry} to {context}", cases(entry, rows, 1)[context], expected)
gains = {prompt["tokens"]: prompt["gain"] for prompt in report["prompts"]}
for tokens, expected in GAINS.items():
    check(f"gain for {tokens}", gains[tokens], expected)

# 80 seams of one row: d values in, n d streams in and out, d values out, in bf16, and
# the f32 coefficients of two sites (2 n + n^2 of one go in, of the next come out). Where
# quantised linears follow, d codes with their scales go out too, or instead. The first
# seam has no streams to read; two take the 5 d values of an Engram and a kind.
D, N = 5120, 4
STREAMS, COEFFICIENTS = 2 * (2 * N + 2) * D, 2 * 4 * (2 * N + N * N)
assert STREAMS == 102400
BOTH = STREAMS + D + D // 32
CODES = BOTH - 2 * D
ENGRAM = 2 * 5 * D + 1
decode = next(entry for entry in report["entries"] if entry["entry"] == "decode")
moved = [
    op["bytes"]["activations_read"] + op["bytes"]["activations_written"] - COEFFICIENTS
    for op in decode["ops"]
    if op["op"] == "cedar.mhc_seam"
]
assert len(moved) == 80 and moved.count(BOTH) + moved.count(CODES) == 77, moved
assert moved[0] == CODES - 2 * N * D - COEFFICIENTS // 2, moved[0]
assert sorted(set(moved) - {BOTH, CODES, moved[0]}) == [CODES + ENGRAM, BOTH + ENGRAM], moved

# One row beside dense attention over all tokens costs less at every size, and the
# longer the context, the more so.
assert [query["context"] for query in report["queries"]] == [100000, 500000, 1000000]
for kind in ("prefill", "decode"):
    for ratio in ("flops_ratio", "bytes_ratio"):
        ratios = [query[kind][ratio] for query in report["queries"]]
        assert ratios == sorted(ratios) and ratios[0] > 1, (kind, ratio, ratios)
# Dense attention at 10^6 tokens: 4 * 64 * 512 FLOPs and 584 bytes a token, 40 layers.
last = report["queries"][-1]["decode"]
assert last["dense_weighted_flops"] > 40 * 4 * 64 * 512 * 1e6
assert last["dense_bytes"] > 40 * 584 * 1e6
# Totals are the sums of their parts.
for case in report["cases"]:
    parts = sum(group["floor_us"] for group in case["groups"])
    assert abs(parts / 1e3 - case["floor_ms"]) <= 1e-9 * case["floor_ms"], case["entry"]
sys.exit(failed != 0)
