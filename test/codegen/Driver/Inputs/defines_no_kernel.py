# defines_no_kernel.py facts.json lib: neither libcedar.so nor an archive of the
# runtime defines a symbol of the name of a kernel.

import json
import pathlib
import subprocess
import sys

facts, folder = json.load(open(sys.argv[1])), pathlib.Path(sys.argv[2])
kernels = {kernel["symbol"] for kernel in facts["targets"][0]["kernels"]}
libraries = [folder / "libcedar.so", *folder.glob("libCedarRuntime*.a")]
assert kernels and len(libraries) > 3
for library in libraries:
    command = ["llvm-nm", "--defined-only", "--format=just-symbols", str(library)]
    symbols = set(subprocess.run(command, check=True, capture_output=True, text=True).stdout.split())
    assert len(symbols) > 5 and not symbols & kernels, (library, symbols & kernels)
