"""A table of measured figures beside their limits.

Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
See LICENSE for license information.
SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

import operator

AT_MOST, AT_LEAST = "<=", ">="
_HOLDS = {AT_MOST: operator.le, AT_LEAST: operator.ge}


class Table:
    """Collects figures; of those with one name the worst is printed."""

    def __init__(self, every_case=False):
        self.rows, self.every_case = {}, every_case

    def add(self, checkpoint, figure, value, relation, limit, case=""):
        key = (checkpoint, figure, case if self.every_case else "")
        row = (float(value), relation, limit, case)
        old = self.rows.get(key)
        if old is None or (old[0] == old[0] and not _HOLDS[relation](row[0], old[0])):
            self.rows[key] = row  # a NaN holds nothing, so it stays

    @staticmethod
    def _holds(row):
        return _HOLDS[row[1]](row[0], row[2])

    def failures(self):
        return [key for key, row in self.rows.items() if not self._holds(row)]

    def print(self):
        print(f"{'checkpoint':10} {'figure':58} {'worst':>10}    {'limit':8} {'at':6} verdict")
        for (checkpoint, figure, _), row in self.rows.items():
            value, relation, limit, case = row
            verdict = "PASS" if self._holds(row) else "FAIL"
            print(f"{checkpoint:10} {figure:58} {value:10.3g} {relation} {limit:<8g} {case:6} {verdict}")
