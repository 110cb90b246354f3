# at_once.py count command...: runs a command several times at the same time; fails if
# one of them does.

import subprocess
import sys

running = [subprocess.Popen(sys.argv[2:]) for _ in range(int(sys.argv[1]))]
codes = [process.wait() for process in running]
assert not any(codes), codes
