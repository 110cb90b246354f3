# Fails when the README's table of tools and the tools in build/bin differ.

import pathlib
import re
import sys

readme, folder = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
named = re.findall(r"^\| `(cedar-[a-z-]+)` \|", readme.read_text(), re.MULTILINE)
built = sorted(path.name for path in folder.glob("cedar-*"))
if sorted(named) != built:
    print("only in the README:", sorted(set(named) - set(built)))
    print("only built:", sorted(set(built) - set(named)))
    sys.exit("the table of tools in README.md is not what is built")
