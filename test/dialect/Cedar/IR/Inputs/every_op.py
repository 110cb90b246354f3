"""Checks that every op of the dialect is in the round-trip tests.

usage: every_op.py <folder of the sources> <folder of the tests>
"""

import pathlib
import re
import sys


def main():
    sources, tests = map(pathlib.Path, sys.argv[1:])
    ops = set()
    for td in sources.glob("*.td"):
        ops.update(re.findall(r'def Cedar_\w+Op\s*:\s*Cedar_\w+<"(\w+)"', td.read_text()))
    checks = "".join(line for name in ("ops.mlir", "layers.mlir")
                     for line in (tests / name).open() if "CHECK" in line)
    missing = sorted(op for op in ops if not re.search(rf"cedar\.{op}\b", checks))
    for op in missing:
        print(f"no CHECK line of ops.mlir or layers.mlir has cedar.{op}")
    print(f"{len(ops)} ops, {len(missing)} not in the round-trip tests")
    sys.exit(bool(missing) or not ops)


main()
