# declared.py header exports: the CEDAR_API functions of the header are the exports.

import re
import sys

header = open(sys.argv[1]).read()
declared = re.findall(r"^CEDAR_API[^;(]*?(cedar_\w+)\(", header, re.MULTILINE)
exported = open(sys.argv[2]).read().split()
assert len(declared) > 20 and sorted(declared) == exported, (sorted(declared), exported)
