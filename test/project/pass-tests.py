# Fails when a pass of a Passes.td has no test that runs it by name, or no
# description for its generated page.

import pathlib
import re
import sys

ROOT = pathlib.Path(sys.argv[1])
SOURCES = ("dialect", "passes", "codegen")


def passes():
    for folder in SOURCES:
        for td in sorted((ROOT / folder).rglob("Passes.td")):
            for block in td.read_text().split("\ndef ")[1:]:
                found = re.match(r'\w+\s*:\s*\w*Pass<\s*"([^"]+)"', block)
                if found:
                    yield td.relative_to(ROOT), found[1], "let description" in block


tests = [path.read_text() for kind in ("*.mlir", "*.test") for path in (ROOT / "test").rglob(kind)]
runs = "\n".join(line for text in tests for line in text.splitlines() if "RUN:" in line)
problems, count = [], 0
for td, argument, described in passes():
    count += 1
    # By its flag, or inside a --pass-pipeline.
    if not re.search(rf"(?<![\w-])-{{0,2}}{argument}(?![\w-])", runs):
        problems.append(f"{td}: no RUN line under test/ runs {argument}")
    if not described:
        problems.append(f"{td}: {argument} has no description")
print("\n".join(problems))
assert count, "no Passes.td declares a pass"
sys.exit(bool(problems))
