"""A table of measured figures beside their limits.

Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
See LICENSE for license information.
SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

import operator
from typing import NamedTuple

AT_MOST, AT_LEAST = "<=", ">="
_HOLDS = {AT_MOST: operator.le, AT_LEAST: operator.ge}


class Row(NamedTuple):
    value: float
    relation: str
    limit: float
    case: str
    rule: str

    def holds(self):
        return _HOLDS[self.relation](self.value, self.limit)

    def verdict(self):
        return "PASS" if self.holds() else "RULE" if self.rule else "FAIL"


class Table:
    """Collects figures; of those with one name the worst is printed."""

    def __init__(self, every_case=False):
        self.rows, self.every_case = {}, every_case

    def add(self, checkpoint, figure, value, relation, limit, case="", rule=""):
        """A figure with a `rule` may be beyond its limit, for the reason that it gives."""
        key = (checkpoint, figure, case if self.every_case else "")
        row, old = Row(float(value), relation, limit, case, rule), self.rows.get(key)
        if old is None or (old.value == old.value and not _HOLDS[relation](row.value, old.value)):
            self.rows[key] = row  # a NaN holds nothing, so it stays

    def failures(self):
        return [key for key, row in self.rows.items() if row.verdict() == "FAIL"]

    def print(self):
        wide = max((len(figure) for _, figure, _ in self.rows), default=0)
        at = max((len(row.case) for row in self.rows.values()), default=0)
        print(f"{'checkpoint':10} {'figure':{wide}} {'worst':>10}    {'limit':8} {'at':{at}} verdict")
        for (checkpoint, figure, _), row in self.rows.items():
            print(f"{checkpoint:10} {figure:{wide}} {row.value:10.3g} {row.relation} {row.limit:<8g} {row.case:{at}} {row.verdict()}")

    def finish(self):
        """Prints the table, the rules that it needed and a count; returns the exit code."""
        self.print()
        ruled = [(key, row.rule) for key, row in self.rows.items() if row.verdict() == "RULE"]
        for (checkpoint, figure, _), rule in ruled:
            print(f"RULE: {checkpoint}, {figure}: {rule}")
        failures = self.failures()
        print(f"{len(self.rows)} figures, {len(failures)} beyond their limit" + (f", {len(ruled)} by a rule" if ruled else ""))
        return 1 if failures or not self.rows else 0
