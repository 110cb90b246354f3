"""Ops that round their rows to codes, against the op followed by quantize.

Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
See LICENSE for license information.
SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

import numpy as np
from formats import AQ8, MXFP4, NVFP4, to_bf16_bits
from kernels import Kernel

F32 = np.float32
ROWS = 5


def values(rng, *shape):
    return to_bf16_bits(rng.standard_normal(shape).astype(F32))


def bf16(*shape):
    return f"tensor<{'x'.join(map(str, shape))}xbf16>"


def check(op, types, operands, shape, format, weights=()):
    """`shape` is that of the result; the op's bf16 result must not be a special case."""
    dynamic = "x".join(map(str, ("?", *shape[1:])))
    plain = Kernel(op, types, [f"tensor<{dynamic}xbf16>"], weights)
    rounded = plain(*operands, outputs=[np.full(shape, 0x7FC0, np.uint16)])[0].reshape(shape)
    blank = np.full((*shape[:-1], format.row_bytes(shape[-1])), 0xEE, np.uint8)
    quantize = Kernel("cedar.quantize %0", [f"tensor<{dynamic}xbf16>"], [format.type(dynamic)])
    expected = quantize(rounded, outputs=[blank])[0]
    actual = Kernel(op, types, [format.type(dynamic)], weights)(*operands, outputs=[blank])[0]
    assert np.array_equal(actual, expected) and len(np.unique(actual)) > 8, (op, shape, format)


def check_norm(rng, width, format):
    check("cedar.rms_norm %0, %1 {epsilon = 1.0e-20 : f32}", [bf16("?", width), bf16(width)],
          [values(rng, ROWS, width), values(rng, width)], (ROWS, width), format, {1})


def check_swiglu(rng, shape, format):
    operands, types = [values(rng, ROWS, *shape), values(rng, ROWS, *shape)], [bf16("?", *shape)] * 2
    if len(shape) == 2:
        operands.append(rng.standard_normal((ROWS, shape[0])).astype(F32))
        types.append(f"tensor<?x{shape[0]}xf32>")
    names = ", ".join(f"%{i}" for i in range(len(types)))
    check(f"cedar.swiglu {names} {{limit = 1.0 : f32}}", types, operands, (ROWS, *shape), format)


def check_rope(rng, shape, pairs, format):
    angles = rng.standard_normal((ROWS, pairs))
    table = np.stack([np.cos(angles), np.sin(angles)], 1).astype(F32)
    check("cedar.rope %0, %1", [bf16("?", *shape), f"tensor<?x2x{pairs}xf32>"], [values(rng, ROWS, *shape), table],
          (ROWS, *shape), format)


if __name__ == "__main__":
    generator = np.random.default_rng(0)
    for format in (AQ8, MXFP4, NVFP4):
        check_norm(generator, 96, format)
        check_swiglu(generator, (64,), format)
        check_swiglu(generator, (3, 32), format)
        check_rope(generator, (64,), 16, format)
        check_rope(generator, (64,), 4, format)  # begins within a group
        check_rope(generator, (2, 32), 16, format)  # no channel keeps its value
