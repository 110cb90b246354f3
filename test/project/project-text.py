# Fails when a file of the project has what no file should have: a path of one
# machine, or a note to do something later that links to no issue.

import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(sys.argv[1])
DATA = ("test/checkpoints/", "test/golden/data/", "test/golden/eval/")

# Spelt so that this file does not hold what it looks for.
RULES = {
    "a path of one machine": re.compile(r"/wor[k]/|\.\./share[d]|/hom[e]/\w"),
    "a note without a link": re.compile(r"\b(TOD[O]|FIXM[E]|XX[X])\b(?!.*https?://)"),
}


def project_files():
    listed = subprocess.run(
        ["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True
    ).stdout
    names = [name for name in listed.decode().split("\0") if name]
    return [name for name in names if not name.startswith(DATA)]


def findings(name):
    path = ROOT / name
    if not path.is_file():
        return
    for number, line in enumerate(path.read_bytes().decode(errors="replace").splitlines(), 1):
        for what, pattern in RULES.items():
            if pattern.search(line):
                yield f"{name}:{number}: {what}: {line.strip()}"


files = project_files()
found = [finding for name in files for finding in findings(name)]
print("\n".join(found))
assert files, "git lists no file: is this a clone?"
sys.exit(bool(found))
