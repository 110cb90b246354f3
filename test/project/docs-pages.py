# Fails when docs/Phases.md has another table than passes/Pipelines/Phases.def, when
# docs/WritingAPass.md shows code that the template does not have, when a dialect has no
# page of its reasons, or when a page names a file or an option that is not there. What
# the template of a pass would make (FoldCopies) need not be there.

import pathlib
import re
import subprocess
import sys

ROOT, BIN = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
DOCS = ROOT / "docs"
PAGES = sorted(DOCS.glob("*.md")) + [ROOT / "README.md"]
FOLDERS = "cmake|codegen|dialect|docs|passes|runtime|test|tools"
SUFFIXES = "c|cpp|def|h|in|md|mlir|proto|py|td|test|txt"
TEMPLATE = re.compile("[fF]old-?[cC]opies")
# SPEC.md cites files of other projects; only paths from this one's root are ours.
FOREIGN = ("SPEC.md",)


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
    helped = help_of_tools()
    for page in PAGES:
        yield from problems_of(page, helped)


def help_of_tools():
    tools = [tool for tool in sorted(BIN.glob("cedar-*")) if tool.name != "cedar-lsp-server"]
    shown = [subprocess.run([tool, "--help"], capture_output=True, text=True).stdout for tool in tools]
    return "".join(shown) + (ROOT / "dev").read_text()


def paths(text):
    """Paths from the root, and names of files, of what stands between back quotes."""
    for quoted in re.findall(r"`([^`\n]+)`", text):
        yield from re.findall(rf'(?:^|[ "])((?:{FOLDERS})/[\w/.<>*-]*)', quoted)
        yield from re.findall(rf"^\w[\w-]*\.(?:{SUFFIXES})$", quoted)


def is_there(path):
    """A file, folder or name of a file; `<name>` stands for any."""
    pattern = re.sub(r"<[^>]*>", "*", path).rstrip("/")
    if "/" in path:
        return any(ROOT.glob(pattern))
    return any(any((ROOT / folder).rglob(pattern)) for folder in FOLDERS.split("|"))


def problems_of(page, helped):
    text = page.read_text()
    name = page.relative_to(ROOT)
    for path in sorted(set(paths(text))):
        foreign = page.name in FOREIGN and "/" not in path
        if not foreign and not TEMPLATE.search(path) and not is_there(path):
            yield f"{name}: {path} is not there"
    for link in re.findall(r"\]\(([^):]+)\)", text):
        if not (page.parent / link.split("#")[0]).exists():
            yield f"{name}: the link {link} leads nowhere"
    for option in sorted(set(re.findall(r"`(--[a-z][a-z0-9-]+)", text))):
        if not re.search(rf"{option}\b", helped):
            yield f"{name}: no tool has {option}"


found = list(problems())
print("\n".join(found))
sys.exit(bool(found))
