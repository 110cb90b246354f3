"""Single operations: the kernels against the stored vectors (data/ops).

Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
See LICENSE for license information.
SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

import os
import pathlib
import shutil

import golden
import check_attention
import check_compressor
import check_engram
import check_linear
import check_mhc
import check_moe
import check_quant
import check_rope
import check_select
import kernels
from ops import Ops

CHECKS = (check_quant, check_linear, check_rope, check_mhc, check_compressor, check_select, check_attention, check_moe,
          check_engram)


def extend_path(tools):
    """The project's tools, and LLVM's that lie beside clang."""
    clang = shutil.which(kernels.CLANG)
    folders = [tools.resolve()] + ([pathlib.Path(clang).resolve().parent] if clang else [])
    os.environ["PATH"] = os.pathsep.join([*map(str, folders), os.environ["PATH"]])


def check_operations(tools, table):
    """Every vector of every file; prints why not where the kernels cannot be compiled."""
    extend_path(tools)
    missing = [tool for tool in (kernels.OPT, kernels.TRANSLATE, kernels.CLANG) if not shutil.which(tool)]
    if missing:
        print(f"ops: skipped, the kernels need {', '.join(missing)}", flush=True)
        return
    ops = Ops(golden.TEST / "golden", table)
    for check in CHECKS:
        check.check_golden(ops)
    left = ops.unread()
    ops.at_most("stored tensors that no kernel was given or compared with", len(left), 0, ".".join(left[0]) if left else "")
