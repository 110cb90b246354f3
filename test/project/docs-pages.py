# Fails when docs/Phases.md has another table than passes/Pipelines/Phases.def, when
# docs/WritingAPass.md shows code that the template does not have, when a dialect has no
# page of its reasons, or when a page names a file or an option that is not there.

import pathlib
import re
import subprocess
import sys

ROOT, BIN = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
DOCS = ROOT / "docs"
WRITTEN = ("Phases.md", "RationalePlan.md", "WritingAPass.md")


def phases_of_def():
    text = (ROOT / "passes/Pipelines/Phases.def").read_text()
    for body in re.findall(r"^CEDAR_PHASE\((.*?)\)$", text, re.M | re.S):
        joined = re.sub(r'"\s*"', "", body)
        yield tuple(re.findall(r'"([^"]*)"', joined))


def phases_of_page():
    text = (DOCS / "Phases.md").read_text()
    first_table = text[text.index("| phase |") :].split("\n\n")[0]
    return re.findall(r"^\| `(\w+)` \| (.*) \| (.*) \|$", first_table, re.M)


def problems():
    declared = list(phases_of_def())
    if len(declared) < 2 or declared != phases_of_page():
        yield "the table of docs/Phases.md is not that of Phases.def"
    template = (DOCS / "NewPass/Pass.cpp.in").read_text()
    for block in re.findall(r"```cpp\n(.*?)```", (DOCS / "WritingAPass.md").read_text(), re.S):
        for line in block.splitlines():
            if line.strip() not in template:
                yield f"docs/WritingAPass.md: the template has no '{line.strip()}'"
    for dialect in (ROOT / "dialect").iterdir():
        if (dialect / "IR").is_dir() and not (DOCS / f"Rationale{dialect.name}.md").is_file():
            yield f"docs/ has no Rationale{dialect.name}.md"
    helped = "".join(
        subprocess.run([BIN / tool, "--help"], capture_output=True, text=True).stdout
        for tool in ("cedar-compile", "cedar-opt")
    )
    for page in WRITTEN:
        text = (DOCS / page).read_text()
        for path in re.findall(r"`((?:passes|test|docs|dialect)/[\w/.-]+)`", text):
            if not re.search("[fF]old-?[cC]opies", path) and not (ROOT / path).exists():
                yield f"docs/{page}: {path} is not there"
        for option in re.findall(r"`(--[a-z][a-z-]+)", text):
            if not re.search(rf"{option}\b", helped):
                yield f"docs/{page}: no tool has {option}"


found = list(problems())
print("\n".join(found))
sys.exit(bool(found))
