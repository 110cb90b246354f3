"""embed, take_rows and mhc_init: copies of rows.

Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
See LICENSE for license information.
SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

import numpy as np
from kernels import Kernel

F32, I32 = np.float32, np.int32


def random_bits(rng, *shape):
    return rng.integers(0, 65536, shape, np.uint16)


def check_embed(rng, vocabulary, width):
    rows = f"tensor<?x{width}xbf16>"
    kernel = Kernel("cedar.embed %0, %1, %2, %3",
                    ["tensor<?xi32>", "tensor<?xi32>", rows, f"tensor<{vocabulary}x{width}xbf16>"], [rows], weights={3})
    table, given = random_bits(rng, vocabulary, width), random_bits(rng, 4, width)
    tokens = np.array([0, vocabulary - 1, -7, 5, 1 << 30], I32)  # unused where a row is given
    embedding_row = np.array([-1, -1, 3, -1, 0], I32)
    expected = np.stack([table[0], table[-1], given[3], table[5], given[0]])
    out = np.zeros((5, width), np.uint16)
    assert np.array_equal(kernel(tokens, embedding_row, given, table, outputs=[out])[0], expected)


def check_take(rng, element, shape):
    dims = "".join(f"x{d}" for d in shape)
    type_ = f"tensor<?{dims}x{element}>"
    values = random_bits(rng, 9, *shape) if element == "bf16" else rng.standard_normal((9, *shape)).astype(F32)
    rows = np.array([8, 0, 0, 3], I32)
    out = np.zeros((4, *shape), values.dtype)
    kernel = Kernel("cedar.take_rows %0, %1", [type_, "tensor<?xi32>"], [type_])
    assert np.array_equal(kernel(values, rows, outputs=[out])[0], values[rows])


def check_init(rng, streams, width):
    kernel = Kernel("cedar.mhc_init %0", [f"tensor<?x{width}xbf16>"],
                    [f"tensor<?x{streams}x{width}xbf16>", f"tensor<?x{streams}xf32>"])
    x = random_bits(rng, 3, width)
    outputs = [np.zeros((3, streams, width), np.uint16), np.full((3, streams), np.nan, F32)]
    copies, mix = kernel(x, outputs=outputs)[:2]
    assert np.array_equal(copies, np.repeat(x[:, None], streams, 1))
    assert np.array_equal(mix, np.eye(1, streams, dtype=F32).repeat(3, 0))


if __name__ == "__main__":
    rng = np.random.default_rng(0)
    check_embed(rng, 131, 96)
    check_embed(rng, 7, 40)
    for element, shape in (("bf16", (32,)), ("bf16", (3, 40)), ("f32", (4,)), ("f32", (2, 17)), ("f32", ())):
        check_take(rng, element, shape)
    for streams, width in ((1, 32), (4, 64), (3, 40), (8, 32)):
        check_init(rng, streams, width)
