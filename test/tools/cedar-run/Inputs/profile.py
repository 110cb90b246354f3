# Both tables of `cedar-run --profile` hold every launch that `--stats` counts.

import re
import sys

text = open(sys.argv[1]).read()
counted = int(re.search(r"^kernels: (\d+) launches", text, re.MULTILINE).group(1))
tables = {"kernel": [], "path": []}
for line in text.splitlines():
    words = line.split()
    if words[:1] == ["entry"]:
        table = tables[words[1]]
    elif len(words) == 6:
        entry, name, launches, milliseconds, each, share = words
        table.append((entry, name, int(launches), float(milliseconds), float(share.rstrip("%"))))

for table in tables.values():
    assert sum(row[2] for row in table) == counted, (counted, table)
    for entry in ("prefill_exact", "decode"):
        rows = [row for row in table if row[0] == entry]
        assert abs(sum(row[4] for row in rows) - 100) < 0.1 * len(rows), rows
        assert [row[3] for row in rows] == sorted((row[3] for row in rows), reverse=True), rows

# Three of four generated tokens are fed.
decode = {row[1]: row[2] for row in tables["path"] if row[0] == "decode"}
assert decode["layers.3.attn"] % 3 == 0 and decode["layers.3.attn"] > 0, decode
assert any(row[:2] == ("decode", "rms_norm_0") for row in tables["kernel"]), tables
