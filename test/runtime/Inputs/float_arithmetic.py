# float_arithmetic.py objdump archive...: members of the archives that multiply,
# add, divide or take roots of floating-point numbers.

import re
import subprocess
import sys

ARITHMETIC = re.compile(r"\s(v?(mul|add|sub|div|sqrt|dp|hadd)[sp][sd]|vfn?m(add|sub)\w+|f(mul|add|sub|div)p?)\s")
MEMBER = re.compile(r"^\S*\((\S+)\):\s+file format")

found, members, member = set(), 0, None
for archive in sys.argv[2:]:
    command = [sys.argv[1], "-d", "--no-show-raw-insn", archive]
    text = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    for line in text.splitlines():
        start = MEMBER.match(line)
        if start:
            member = start.group(1)
            members += 1
        elif ARITHMETIC.search(line):
            found.add(member)
assert members > 10, "the archives hold no objects"
print("\n".join(sorted(found)))
