# The passes that the Passes.td files declare, where their tests are, and how a check
# of each of them ends.

import dataclasses
import pathlib
import re
import sys

SOURCES = ("dialect", "passes", "codegen")


@dataclasses.dataclass
class DeclaredPass:
    root: pathlib.Path
    td: pathlib.Path  # relative to the root
    argument: str  # cedar-form-kernels
    description: str

    @property
    def stem(self):
        """The name of its test files: form-kernels."""
        return re.sub(r"^(cedar|plan)-", "", self.argument)

    def test(self, suffix):
        """test/<folder of the Passes.td>/<stem><suffix>.mlir, there or not."""
        return self.root / "test" / self.td.parent / f"{self.stem}{suffix}.mlir"


def declared_passes(root):
    for folder in SOURCES:
        for td in sorted((root / folder).rglob("Passes.td")):
            for block in td.read_text().split("\ndef ")[1:]:
                found = re.match(r'\w+\s*:\s*\w*Pass<\s*"([^"]+)"', block)
                if found:
                    text = re.search(r"let description = \[\{(.*?)\}\];", block, re.S)
                    yield DeclaredPass(root, td.relative_to(root), found[1], text[1] if text else "")


def check_all(root, problems):
    """Prints what `problems` yields for each declared pass; exits with 1 if anything."""
    declared = list(declared_passes(root))
    assert declared, "no Passes.td declares a pass"
    found = [f"{p.td}: {p.argument}: {text}" for p in declared for text in problems(p)]
    print("\n".join(found))
    sys.exit(bool(found))


def run_lines(text):
    """The commands of a test."""
    return re.findall(r"^// RUN: (.*)$", text, re.M)
