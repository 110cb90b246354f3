#!/usr/bin/env python3
# ===- count_ops.py - a limit on the number of ops -------------------------===#
#
# Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===-----------------------------------------------------------------------===#
"""count_ops.py STATS LIMIT: fails if the output of --print-op-stats=json=true in the
file STATS counts no op, or LIMIT ops or more."""
import json
import sys

path, limit = sys.argv[1], int(sys.argv[2])
with open(path) as file:
    count = sum(json.load(file).values())
print(f"{count} ops, limit {limit}")
sys.exit(not 0 < count < limit)
