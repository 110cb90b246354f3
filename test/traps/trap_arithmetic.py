"""Cases of docs/traps.md about arithmetic: 44, 47, 66, 67, 69, 71, 74, 111, 112.

Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
See LICENSE for license information.
SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

from check_linear import Norm, product, run
from check_mhc import Site, check_close, reference_mix
from check_quant import Quantizer
from formats import AQ8, MXFP4, from_bf16_bits, to_bf16_bits
import numpy as np

F32 = np.float32


def check_sinkhorn():
    """Case 44: zeros, one large and one very negative entry; 1, 2 and 20 rounds."""
    bits, fn = to_bf16_bits(np.ones((1, 4, 32), F32)), np.zeros((24, 128), F32)
    for entry in (0.0, 80.0, -80.0):
        base = np.zeros(24, F32)
        base[8 : (12 if entry < 0 else 9)] = entry
        for rounds in (1, 2, 20):
            results = Site(4, 32, rounds).mix(bits, fn, np.ones(3, F32), base)
            assert all(np.isfinite(value).all() for value in results), entry
            for value, exact in zip(results, reference_mix(from_bf16_bits(bits).ravel(), fn, np.ones(3), base, 4, rounds)):
                check_close(value[0], exact, (entry, rounds))


def check_wide_rows():
    """Case 47: no element of a wide row keeps what was there before."""
    rng = np.random.default_rng(47)
    for width in (16384, 16416, 32768):
        x = to_bf16_bits(rng.standard_normal((2, width)).astype(F32))
        norm = Norm(width)
        y = norm.kernel(x, np.full(width, 0x3F80, np.uint16), outputs=[np.full_like(x, 0x7FC0)])[0]
        exact = from_bf16_bits(x).astype(np.float64)
        exact /= np.sqrt((exact**2).mean(1, keepdims=True))
        assert np.abs(from_bf16_bits(y) - exact).max() < 0.02, width


def check_scale_codes():
    """Case 66: scale bytes 0, 1, 127, 254, 255 under the value 1."""
    quantizer = Quantizer(AQ8, "?x32")
    rows = np.zeros((5, 33), np.uint8)
    rows[:, 0], rows[:, 32] = 0x38, [0, 1, 127, 254, 255]
    values = from_bf16_bits(quantizer.decode(rows))[:, 0]
    assert values[:4].tolist() == [2.0**-127, 2.0**-126, 1, 2.0**127] and np.isnan(values[4]), values


def check_zero_block():
    """Case 67: zeros, and zeros with one tiny value, give codes 0 and a finite scale."""
    for format, tiny in ((AQ8, 1e-30), (MXFP4, 1e-38)):
        quantizer = Quantizer(format, "?x32")
        bits = np.zeros((2, 32), np.uint16)
        bits[1, 7] = to_bf16_bits(np.array([tiny], F32))[0]
        rows = quantizer.encode(bits)
        assert (rows[0, :-1] == 0).all() and rows[:, -1].max() < 255, format.name
        values = from_bf16_bits(quantizer.decode(rows))
        assert (values[0] == 0).all() and np.isfinite(values).all() and np.abs(values[1]).max() < 1e-20


def check_overflow():
    """Case 69: beyond the largest code, under a scale that the code cannot leave."""
    quantizer = Quantizer(AQ8, "?x32")
    for value in (448, 464, 465, 1000, -1000):
        bits = np.zeros((1, 32), np.uint16)
        bits[0, 0] = to_bf16_bits(np.array([value], F32))[0]
        rows = quantizer.encode(bits)
        assert rows[0, 0] & 0x7F != 0x7F, value
        rounded = from_bf16_bits(quantizer.decode(rows))[0, 0]
        assert abs(rounded - from_bf16_bits(bits)[0, 0]) <= abs(value) / 16, (value, rounded)


def check_every_code_survives():
    """Case 71: the 254 numbers among the codes come back as the same code."""
    quantizer = Quantizer(AQ8, "?x32")
    codes = np.array([c for c in range(256) if c & 0x7F != 0x7F] + [0, 0], np.uint8).reshape(8, 32)
    rows = np.concatenate([codes, np.full((8, 1), 127, np.uint8)], 1)
    rows[:, 31], last = 0x7E, rows[:, 31].copy()  # the largest code fixes the scale
    assert np.array_equal(quantizer.encode(quantizer.decode(rows)), rows)
    rows[:, 0], rows[:, 31] = 0x7E, last
    assert np.array_equal(quantizer.encode(quantizer.decode(rows)), rows)


def check_nibbles():
    """Case 74: the low half of a byte is the even column."""
    quantizer = Quantizer(MXFP4, "?x32")
    rows = np.zeros((1, 17), np.uint8)
    rows[0, 0], rows[0, 1], rows[0, 16] = 0x21, 0xF7, 127
    values = from_bf16_bits(quantizer.decode(rows))[0]
    assert values[:4].tolist() == [0.5, 1, 6, -6] and (values[4:] == 0).all()


def check_products_of_ones():
    """Cases 111 and 112: sums of ones are the depth, whatever rows and columns."""
    for depth in (16, 48, 2048, 25616):
        for outputs in (1, 7, 9):
            kernel = product("f32", outputs, depth)
            for rows in (1, 7, 8, 9):
                x, w = np.full((rows, depth), 0x3F80, np.uint16), np.full((outputs, depth), 0x3F80, np.uint16)
                y = run(kernel, x, w, outputs, F32)
                assert (y == depth).all(), (rows, outputs, depth)
    for kind, code in (("fp8", 0x38), ("fp4", 0x22)):
        for depth in (32, 2048, 6176):
            for outputs in (1, 33, 129):
                x = np.concatenate([np.full((9, depth), 0x38, np.uint8), np.full((9, depth // 32), 127, np.uint8)], 1)
                codes = np.full((outputs, depth // (2 if kind == "fp4" else 1)), code, np.uint8)
                scale_rows = outputs if kind == "fp4" else -(-outputs // 32)
                weight = (codes, np.full((scale_rows, depth // 32), 127, np.uint8))
                y = from_bf16_bits(run(product(kind, outputs, depth), x, weight, outputs))
                expected = from_bf16_bits(to_bf16_bits(np.array([depth], F32)))[0]
                assert (y == expected).all(), (kind, outputs, depth)


check_sinkhorn()
check_wide_rows()
check_scale_codes()
check_zero_block()
check_overflow()
check_every_code_survives()
check_nibbles()
check_products_of_ones()
