# disassemble_all.py artifact scratch: the machine code of all targets; fails if one
# has an undefined symbol.

import pathlib
import sys

from kernels_ir import extract_code, run

artifact, scratch = sys.argv[1:]
for target in ("cpu", "cpu:native", "cpu:v4"):
    extract_code(artifact, scratch, target)
    assert not run("llvm-nm", "--undefined-only", scratch), f"{target}: undefined symbols"
    print(f"{target}/code.so\n" + run("llvm-objdump", "-d", "--no-show-raw-insn", scratch))
