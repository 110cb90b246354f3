# run_lines.py <folder of cedar-opt> <test>...: runs the RUN lines of tests.

import os
import re
import subprocess
import sys

path = sys.argv[1] + os.pathsep + os.environ["PATH"]
for test in sys.argv[2:]:
    lines = re.findall(r"^// RUN: (.+)", open(test).read(), re.MULTILINE)
    assert lines, f"{test} has no RUN line"
    for line in lines:
        command = "set -o pipefail; " + line.replace("%s", test)
        subprocess.run(["bash", "-c", command], check=True, env={**os.environ, "PATH": path})
