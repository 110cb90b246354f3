# instantiate.py NAME [FOLDER]: a new pass from the templates beside this file.
#
# `fold-copies Model` makes the pass cedar-fold-copies in passes/Model: its source, its
# entry in Passes.td and CMakeLists.txt, and its two tests. All is checked before
# anything is written.

import pathlib
import re
import sys

TEMPLATES = pathlib.Path(__file__).resolve().parent
ROOT = TEMPLATES.parents[1]


def fail(message):
    sys.exit(f"dev: new-pass: {message}")


def check_name(name):
    if name.startswith("cedar-"):
        fail(f"expected a name without cedar-, which is put in front, found '{name}'")
    if not re.fullmatch(r"[a-z][a-z0-9]*(-[a-z0-9]+)+", name):
        fail(f"expected a verb and an object in small letters, as in fold-copies, found '{name}'")


def check_folder(folder):
    known = sorted(td.parent.name for td in (ROOT / "passes").glob("*/Passes.td"))
    if folder not in known:
        fail(f"expected a folder of passes/ with a Passes.td, of {', '.join(known)}, found '{folder}'")


def check_is_new(name, paths):
    for td in sorted(ROOT.rglob("Passes.td")):
        if f'"cedar-{name}"' in td.read_text():
            fail(f"expected a new name, found cedar-{name} in {td.relative_to(ROOT)}")
    for path in paths:
        if path.exists():
            fail(f"expected no {path.relative_to(ROOT)}, found one")


def filled(template, values):
    text = (TEMPLATES / template).read_text()
    return re.sub(r"@([A-Z]+)@", lambda found: values[found[1]], text)


def banner_aligned(text):
    """The first line, as long as the line that closes the banner."""
    first, rest = text.split("\n", 1)
    head = first[: -len("-*- C++ -*-===//")].rstrip()
    return f"{head} {'-' * (74 - len(head))}===//\n{rest}" if len(head) < 74 else f"{head}\n{rest}"


def with_entry(td, entry):
    """Passes.td with one more pass, in front of the end of its guard."""
    front, guard, back = td.read_text().rpartition("#endif")
    return front + entry + guard + back


def with_source(cmake, source):
    """CMakeLists.txt with one more source of its library, in order."""
    found = re.search(r"(add_cedar_dialect_library\(\w+\n)((?:  \w+\.cpp\n)+)", cmake.read_text())
    if not found:
        fail(f"expected a library with a list of sources in {cmake.relative_to(ROOT)}, found none")
    sources = "".join(sorted(found[2].splitlines(True) + [f"  {source}\n"]))
    return cmake.read_text().replace(found[0], found[1] + sources)


def main(name, folder="Model"):
    check_name(name)
    check_folder(folder)
    title = "".join(part.capitalize() for part in name.split("-"))
    values = {"NAME": name, "FOLDER": folder, "CLASS": title, "UPPER": title.upper()}
    passes, tests = ROOT / "passes" / folder, ROOT / "test/passes" / folder
    new = {
        passes / f"{title}.cpp": banner_aligned(filled("Pass.cpp.in", values)),
        tests / f"{name}.mlir": filled("pass.mlir.in", values),
        tests / f"{name}-errors.mlir": filled("pass-errors.mlir.in", values),
    }
    check_is_new(name, new)
    changed = {
        passes / "Passes.td": with_entry(passes / "Passes.td", filled("Passes.td.in", values)),
        passes / "CMakeLists.txt": with_source(passes / "CMakeLists.txt", f"{title}.cpp"),
    }
    tests.mkdir(parents=True, exist_ok=True)
    for path, text in {**new, **changed}.items():
        path.write_text(text)
        print(path.relative_to(ROOT))


if len(sys.argv) not in (2, 3):
    fail("expected a name and perhaps a folder: new-pass fold-copies [Model]")
main(*sys.argv[1:])
