"""Rounding to bf16 keeps subnormal numbers and goes to the even neighbour.

Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
See LICENSE for license information.
SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

import numpy as np
from formats import from_bf16_bits, to_bf16_bits
from kernels import Kernel

# One stream: the result is the input times a factor, rounded.
collapse = Kernel("cedar.mhc_collapse %0, %1", ["tensor<?x1x16xbf16>", "tensor<?x1xf32>"], ["tensor<?x16xbf16>"])
inputs = np.array([1.0, -1.0, 0.0, -0.0, 1e-38, -1e-38, 1e-40, 9.2e-41, 1.25, 3.0, 1e38, 1.5, 2**-126, 2**-133, 7.0, 0.1])
factors = np.array([1.0, 1e-40, 2**-8 + 1.0, 1.0 + 2**-9, 0.5, 1e-2, -1.0, 2**-7, 3.0], np.float32)
bits = to_bf16_bits(inputs.astype(np.float32))
rows = np.broadcast_to(bits, (len(factors), 1, 16))
with np.errstate(under="ignore", over="ignore"):
    exact = from_bf16_bits(bits)[None, :] * factors[:, None]
[result] = collapse(rows, factors[:, None], outputs=[np.zeros((len(factors), 16), np.uint16)])[:1]
expected = to_bf16_bits(exact)
assert np.array_equal(result, expected), (from_bf16_bits(result) - from_bf16_bits(expected))
subnormal = (expected & 0x7F80 == 0) & (expected & 0x7F != 0)
assert subnormal.sum() > 20, "the inputs give no subnormal results"
assert result[1, 0] == to_bf16_bits(np.float32([1e-40]))[0] != 0
print(f"{subnormal.sum()} subnormal results kept")
