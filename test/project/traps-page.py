# Fails when docs/traps.md names a test that is not there, or a case without a test
# and without a reason.

import pathlib
import re
import sys

root = pathlib.Path(sys.argv[1])
rows = re.findall(r"^\| (\d+) \| [^|]+ \| ([^|]+) \| (.+) \|$", (root / "docs/traps.md").read_text(), re.MULTILINE)
text = (root / "docs/traps.md").read_text()
named = re.findall(r"`(test/[^`]+)`", text)
problems = [f"{name} is not there" for name in named if not (root / name).is_file()]
numbers = [int(number) for number, _, _ in rows]
problems += [] if numbers == sorted(set(numbers)) else ["the numbers do not ascend"]
for number, state, what in rows:
    tested = bool(re.search(r"`test/", what))
    if state not in ("tested", "later", "cannot occur") or (state == "tested") > tested or not what:
        problems.append(f"case {number}: {state}: {what}")
print("\n".join(problems))
assert len(rows) > 100, "found no table"
sys.exit(bool(problems))
