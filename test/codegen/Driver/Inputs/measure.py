"""measure.py max-gigabytes command...: runs a command on two CPUs at most, prints its
time, and fails if it fails or needs more memory.

Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
See LICENSE for license information.
SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

import os
import resource
import subprocess
import sys
import time

limit, command = float(sys.argv[1]), sys.argv[2:]
os.sched_setaffinity(0, sorted(os.sched_getaffinity(0))[:2])
begin = time.monotonic()
code = subprocess.run(command).returncode
seconds = time.monotonic() - begin
gigabytes = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 2**20
print(f"{seconds:.1f} s, {gigabytes:.2f} GB")
assert code == 0, f"exit code {code}"
assert 0 < gigabytes <= limit, f"needs {gigabytes:.2f} GB, expected at most {limit:g}"
