# Fails when what a pass description shows as before and after is not what a test of
# the pass has: `Before:` must be in the file, `After:` in what its RUN lines print, line
# by line in their order. Names of values, aliases and white space do not count; `...`
# stands for anything. `// error:` must be a message that a test expects.

import pathlib
import re
import subprocess
import sys

from passes import check_all, run_lines

ROOT, BIN = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])


def normal(text):
    """Text without comments, with one spelling for values and aliases."""
    text = re.sub(r"//.*", "", text)
    text = re.sub(r"%[\w.]+(?::\d+)?(?:#\d+)?", "%", text)
    text = re.sub(r"[#!](?!plan|cedar)\w+", "#alias", text)
    return re.sub(r"\s+", " ", text).strip()


def pattern(snippet):
    parts = [part for line in snippet.splitlines() for part in normal(line).split("...")]
    pieces = [re.escape(part.strip()).replace(r"\ ", r"\s*") for part in parts]
    return re.compile(".*?".join(piece for piece in pieces if piece), re.S)


def outputs(text, test):
    """What each cedar-opt of the RUN lines prints."""
    for line in run_lines(text):
        found = re.match(r"cedar-opt ([^|]+)", line)
        if not found or "remarks" in line or "verify-diagnostics" in line:
            continue
        command = found[1].replace("%s", str(test)).replace("%S", str(test.parent))
        ran = subprocess.run(f"{BIN}/cedar-opt {command}", shell=True, capture_output=True, text=True)
        yield ran.stdout


def shows(test, argument, sections):
    """Whether `test` runs the pass and has all that the description shows."""
    text = test.read_text()
    if argument not in text:
        return False
    found = {"Before": normal(text), "After": normal("\n".join(outputs(text, test)))}
    return all(pattern(snippet).search(found[kind]) for kind, snippet in sections)


def refuses(declared, message):
    tests = declared.test("").parent.glob(f"{declared.stem}*-errors.mlir")
    return any(message in test.read_text() for test in tests)


def problems(declared):
    sections = re.findall(r"\s(Before|After):\s*```mlir\n(.*?)```", declared.description, re.S)
    errors = re.findall(r"// error: (.+)", declared.description)
    if sections and [kind for kind, _ in sections] != ["Before", "After"]:
        yield "expected one snippet after 'Before:' and one after 'After:'"
    if not sections and not errors:
        yield "expected a snippet of before and after, or of an error"
    folder = declared.test("").parent
    if sections and not any(shows(test, declared.argument, sections) for test in folder.glob("*.mlir")):
        yield f"no test in {folder.relative_to(ROOT)} has what the description shows"
    for message in errors:
        if not refuses(declared, message):
            yield f"no test expects the error '{message}'"


check_all(ROOT, problems)
