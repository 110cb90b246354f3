# Fails when a pass of a Passes.td lacks what every pass has: a description for its
# generated page, <pass>.mlir, and <pass>-errors.mlir with at least one case that the
# pass refuses or leaves alone and whose remark is checked: a missed one, or one of the
# name left-alone, with the words of its reason.

import pathlib
import re
import sys

from passes import check_all, run_lines

ROOT = pathlib.Path(sys.argv[1])
REFUSED = re.compile(
    r"^// (?P<prefix>[A-Z]\w*)(?:-\w+)?: .*"
    r"\[(?:Missed\] [\w-]+|Failure\] [\w-]+|Analysis\] left-alone) \| (?P<rest>.*)$",
    re.MULTILINE,
)


def runs(command, argument):
    """Whether a command has the pass, by its flag or in a --pass-pipeline."""
    return re.search(rf"(?<![\w-])-{{0,2}}{argument}(?![\w-])", command)


def checks_refusal(text, argument):
    """Whether a check wants a remark of the pass, and no other one, on what it refuses
    or leaves alone, with the words of its reason."""
    for found in REFUSED.finditer(text):
        prints = [line for line in run_lines(text) if f"check-prefix={found['prefix']}" in line]
        own = f"Category:{argument} " in found["rest"] or (
            prints and all(f"--remarks-filter={argument} " in line for line in prints)
        )
        if own and re.search(r'Reason="?\w', found["rest"]):
            return True
    return False


def problems(declared):
    if not declared.description:
        yield "has no description"
    for suffix in ("", "-errors"):
        test = declared.test(suffix)
        if not test.is_file():
            yield f"has no {test.relative_to(ROOT)}"
        elif not any(runs(line, declared.argument) for line in run_lines(test.read_text())):
            yield f"is not run by {test.relative_to(ROOT)}"
        elif suffix and not checks_refusal(test.read_text(), declared.argument):
            yield f"{test.relative_to(ROOT)} checks no remark of what it refuses or leaves alone"


check_all(ROOT, problems)
