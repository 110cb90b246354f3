# Fails when a pass of a Passes.td lacks what every pass has: a description for its
# generated page, <pass>.mlir, and <pass>-errors.mlir with at least one case that the
# pass refuses or leaves alone and whose remark is checked.

import pathlib
import re
import sys

from passes import declared_passes

ROOT = pathlib.Path(sys.argv[1])
NEGATIVE = re.compile(
    r"^// REMARK[-\w]*: .*\[(Missed|Analysis|Failure)\] .*(Reason|Remark)=", re.MULTILINE
)


def runs(text, argument):
    """Whether a RUN line has the pass, by its flag or in a --pass-pipeline."""
    lines = "\n".join(line for line in text.splitlines() if "RUN:" in line)
    return re.search(rf"(?<![\w-])-{{0,2}}{argument}(?![\w-])", lines)


def problems(declared):
    if not declared.description:
        yield "has no description"
    for suffix in ("", "-errors"):
        test = declared.test(suffix)
        if not test.is_file():
            yield f"has no {test.relative_to(ROOT)}"
        elif not runs(test.read_text(), declared.argument):
            yield f"is not run by {test.relative_to(ROOT)}"
        elif suffix and not NEGATIVE.search(test.read_text()):
            yield f"{test.relative_to(ROOT)} checks no remark of what it refuses or leaves alone"


declared = list(declared_passes(ROOT))
found = [f"{p.td}: {p.argument} {text}" for p in declared for text in problems(p)]
print("\n".join(found))
assert declared, "no Passes.td declares a pass"
sys.exit(bool(found))
