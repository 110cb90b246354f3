"""quantize and dequantize against golden values and against every rounding case.

Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
See LICENSE for license information.
SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

import sys

import numpy as np
from formats import AQ8, E2M1, E4M3, MXFP4, NVFP4, from_bf16_bits, to_bf16_bits
from kernels import Kernel
from ops import Ops

F32 = np.float32
LARGEST = {AQ8: 448, MXFP4: 6, NVFP4: 6}
FLOOR = {AQ8: F32(1e-4), MXFP4: F32(6 * 2.0**-126), NVFP4: F32(6 * 2.0**-9)}
ALL_BF16 = np.arange(65536, dtype=np.uint16)


class Quantizer:
    """quantize and dequantize of one format and shape."""

    def __init__(self, format, shape):
        self.format, self.channels = format, int(shape.split("x")[-1])
        codes, values = format.type(shape), f"tensor<{shape}xbf16>"
        self.encoder = Kernel("cedar.quantize %0", [values], [codes])
        self.decoder = Kernel("cedar.dequantize %0", [codes], [values])

    def encode(self, bits):
        out = np.full((*bits.shape[:-1], self.format.row_bytes(self.channels)), 0xEE, np.uint8)
        return self.encoder(bits, outputs=[out])[0]

    def decode(self, rows):
        out = np.zeros((*rows.shape[:-1], self.channels), np.uint16)
        return self.decoder(rows, outputs=[out])[0]


def nearest_code(values, table):
    """Index of the nearest entry of an ascending table, ties to the even index."""
    values = np.abs(values.astype(np.float64))
    middle = (table[:-1] + table[1:]).astype(np.float64) / 2
    above, below = np.searchsorted(middle, values, "left"), np.searchsorted(middle, values, "right")
    return np.where(above % 2 == 0, above, below).astype(np.uint8)


def reference(format, x):
    """Codes and scale bytes of groups x [G, group] of finite f32 values."""
    amax = np.maximum(np.abs(x).max(1), FLOOR[format])
    if format.has_e4m3_scale:
        scales = nearest_code(amax / F32(6), E4M3[:127])
        factor = E4M3[scales]
    else:
        mantissa, exponent = np.frexp(amax * F32(1 / LARGEST[format]))
        exponent = exponent - (mantissa == 0.5)
        scales, factor = (exponent + 127).astype(np.uint8), np.exp2(exponent.astype(np.float64))
    table = E2M1 if format.is_fp4 else E4M3[:127]
    codes = nearest_code((x / factor[:, None]).astype(F32), table)
    codes |= np.signbit(x).astype(np.uint8) << (3 if format.is_fp4 else 7)
    return codes, scales


def pack(format, codes, scales):
    if format.is_fp4:
        codes = codes[:, 0::2] | codes[:, 1::2] << 4
    return np.concatenate([codes, scales[:, None]], 1)


def check_golden(ops):
    _, tables = ops.cases("codes")["table"]
    for format in (AQ8, MXFP4, NVFP4):
        quantizer, file = Quantizer(format, f"?x{format.group}"), format.name.lower()
        for name, (given, expected) in ops.cases(file).items():
            rows = quantizer.encode(to_bf16_bits(given["x"]))
            ops.exact(f"{file}: codes", rows[:, :-1], expected["codes"], name)
            ops.exact(f"{file}: scales", rows[:, -1], expected["scales"], name)
            ops.exact(f"{file}: values", quantizer.decode(rows), to_bf16_bits(expected["y"]), name)
        check_every_code(ops, quantizer, tables)


def check_against_reference(quantizer, bits):
    x = from_bf16_bits(bits)
    with np.errstate(under="ignore"):
        expected = pack(quantizer.format, *reference(quantizer.format, x))
    assert np.array_equal(quantizer.encode(bits), expected), quantizer.format.name


def check_every_value(quantizer, exponents):
    """All bf16 values up to the largest code, under scales 2^exponent."""
    group = quantizer.format.group
    for exponent in exponents:
        largest = F32(LARGEST[quantizer.format] * 2.0**exponent)
        finite = ALL_BF16[np.abs(from_bf16_bits(ALL_BF16)) <= largest]
        padded = np.resize(finite, -(-finite.size // (group - 1)) * (group - 1))
        groups = padded.reshape(-1, group - 1)
        first = np.full((groups.shape[0], 1), to_bf16_bits(largest), np.uint16)
        check_against_reference(quantizer, np.concatenate([first, groups], 1))


def check_every_scale(quantizer):
    """All finite bf16 values as the largest of their group, among small ones."""
    finite = ALL_BF16[np.isfinite(from_bf16_bits(ALL_BF16))]
    bits = np.zeros((finite.size, quantizer.format.group), np.uint16)
    bits[:, 1::2] = 0x8000  # -0
    bits[:, 5] = finite
    check_against_reference(quantizer, bits)


def check_not_finite(quantizer):
    """NaN is never lost; infinity gives NaN, in the NVFP4 format the largest."""
    group = quantizer.format.group
    bits = np.full((3, group), 0x3F80, np.uint16)
    bits[0, 3], bits[1, 3], bits[2, 3] = 0x7FC0, 0x7F80, 0xFF80
    rows = quantizer.encode(bits)
    values = from_bf16_bits(quantizer.decode(rows))
    assert np.isnan(values[0]).all()
    if quantizer.format is NVFP4:
        assert values[1, 3] == 6 * 448 and values[2, 3] == -6 * 448
    else:
        assert np.isnan(values[1:]).all()


def check_every_code(ops, quantizer, tables):
    """All codes under all scale bytes; NaN by its class."""
    format = quantizer.format
    count = 16 if format.is_fp4 else 256
    codes = np.tile(np.arange(count, dtype=np.uint8).reshape(-1, min(count, format.group)), (256, 1))
    if codes.shape[1] < format.group:
        codes = np.tile(codes, (1, format.group // codes.shape[1]))
    scales = np.repeat(np.arange(256, dtype=np.uint8), codes.shape[0] // 256)
    code_table = tables["e2m1" if format.is_fp4 else "e4m3"]
    scale_table = tables["e4m3" if format.has_e4m3_scale else "e8m0"]
    with np.errstate(all="ignore"):
        values = code_table[codes].astype(np.float64) * scale_table[scales].astype(np.float64)[:, None]
        expected = to_bf16_bits(values.astype(F32))
    actual = quantizer.decode(pack(format, codes, scales))
    is_nan = np.isnan(values)
    differ = np.where(is_nan, ~np.isnan(from_bf16_bits(actual)), actual != expected)
    ops.at_most(f"codes: values of {format.name} that differ", np.count_nonzero(differ), 0, "table")


def check_ranks():
    """Several groups per row, three dimensions."""
    rng = np.random.default_rng(7)
    for format in (AQ8, MXFP4, NVFP4):
        bits = to_bf16_bits(rng.standard_normal((3, 5, 96)).astype(F32))
        rows = Quantizer(format, "?x5x96").encode(bits)
        groups = from_bf16_bits(bits).reshape(-1, format.group)
        codes, scales = reference(format, groups)
        if format.is_fp4:
            codes = codes[:, 0::2] | codes[:, 1::2] << 4
        assert np.array_equal(rows[..., : -(96 // format.group)].reshape(codes.shape), codes)
        assert np.array_equal(rows[..., -(96 // format.group) :].ravel(), scales)


def main(golden):
    ops = Ops(golden)
    check_golden(ops)
    exponents = {AQ8: (-20, 0, 5), MXFP4: (-40, 0, 9), NVFP4: (-9, 0, 8)}
    for format in (AQ8, MXFP4, NVFP4):
        quantizer = Quantizer(format, f"?x{format.group}")
        check_every_value(quantizer, exponents[format])
        check_every_scale(quantizer)
        check_not_finite(quantizer)
    check_ranks()
    return ops.table.finish()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
