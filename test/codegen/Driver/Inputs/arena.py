"""arena.py facts.json name: work memory per row, against what arena.json records.

Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
See LICENSE for license information.
SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

More than 2 % of growth fails. If it has a reason, record the new numbers together
with the change that needs them.
"""

import json
import pathlib
import sys

facts, name = json.load(open(sys.argv[1])), sys.argv[2]
recorded = json.loads(pathlib.Path(__file__).with_name("arena.json").read_text())[name]
entries = {entry["name"]: entry["arena_bytes_per"] for entry in facts["targets"][0]["entries"]}
for entry, sections in recorded.items():
    assert entries[entry].keys() == sections.keys(), (entry, entries[entry])
    for dim, limit in sections.items():
        found = entries[entry][dim]
        assert found <= limit * 1.02, f"{name}, @{entry}: {found} bytes for each {dim}, recorded {limit}"
        print(f"{name} {entry} {dim}: {found} of {limit} bytes")
