"""The number formats of SPEC 2.4 and 4.1-4.3 in numpy, as packed rows of bytes.

Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
See LICENSE for license information.
SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

import numpy as np

F32 = np.float32
E2M1 = np.array([0, 0.5, 1, 1.5, 2, 3, 4, 6], F32)


def _e4m3_value(code):
    exponent, mantissa = code >> 3 & 15, code & 7
    value = (8 + mantissa) * 2.0 ** (exponent - 10) if exponent else mantissa * 2.0**-9
    return np.nan if code & 0x7F == 0x7F else (-value if code & 0x80 else value)


E4M3 = np.array([_e4m3_value(code) for code in range(256)], F32)


def to_bf16_bits(x):
    """Nearest-even bf16 bits (uint16) of f32 values."""
    bits = np.ascontiguousarray(x, F32).view(np.uint32)
    rounded = (bits + 0x7FFF + (bits >> 16 & 1)) >> 16
    return np.where(np.isnan(x), 0x7FC0, rounded).astype(np.uint16)


def from_bf16_bits(bits):
    return (bits.astype(np.uint32) << 16).view(F32)


def round_bf16(x):
    return from_bf16_bits(to_bf16_bits(x))


def code_steps(values, others, mantissa_bits):
    """How many codes apart dequantised values of one scale are."""
    size = np.maximum(np.maximum(np.abs(values), np.abs(others)), np.finfo(F32).tiny)
    return np.abs(values - others) / np.exp2(np.floor(np.log2(size)) - mantissa_bits)


class Format:
    """Rows of codes and scales: `AQ8`, `MXFP4` or `NVFP4` below."""

    def __init__(self, name, group, is_fp4, has_e4m3_scale):
        self.name, self.group = name, group
        self.is_fp4, self.has_e4m3_scale = is_fp4, has_e4m3_scale
        self.mantissa_bits = 1 if is_fp4 else 3

    def type(self, shape):
        """The MLIR tensor type of rows of this format."""
        element = "f4E2M1FN" if self.is_fp4 else "f8E4M3FN"
        scale = "f8E4M3FN" if self.has_e4m3_scale else "f8E8M0FNU"
        return f"tensor<{shape}x{element}, #cedar.scaled<{scale}, [1, {self.group}]>>"

    def row_bytes(self, channels):
        return channels // (2 if self.is_fp4 else 1) + channels // self.group

    def decode(self, rows, channels):
        """f32 values of packed rows [.., bytes]."""
        count = channels // self.group
        codes, scales = rows[..., :-count], rows[..., -count:]
        if self.is_fp4:
            codes = np.stack([codes & 15, codes >> 4], -1).reshape(*rows.shape[:-1], -1)
            values = np.where(codes & 8, -E2M1[codes & 7], E2M1[codes & 7])
        else:
            values = E4M3[codes]
        if self.has_e4m3_scale:
            scales = E4M3[scales]
        else:
            scales = np.exp2(scales.astype(np.float64) - 127).astype(F32)
        return values * np.repeat(scales, self.group, -1)

    def random(self, rng, shape, channels):
        """Packed rows of random codes whose values are of order 1."""
        count = channels // self.group
        codes = rng.integers(0, 256, (*shape, self.row_bytes(channels) - count), np.uint8)
        if self.is_fp4:
            low, high = (0x28, 0x30) if self.has_e4m3_scale else (125, 127)
        else:
            codes[codes & 0x7F == 0x7F] = 0
            low, high = 119, 121
        scales = rng.integers(low, high, (*shape, count), np.uint8)
        return np.concatenate([codes, scales], -1)

    def encode_exactly(self, values):
        """Packed rows with UE8M0 scales whose values are exactly `values`."""
        groups = values.reshape(*values.shape[:-1], -1, self.group)
        table = E2M1 if self.is_fp4 else E4M3[:127]
        largest = np.abs(groups).max(-1)
        exponent = np.ceil(np.log2(np.maximum(largest, 2.0**-120) / table[-1]))
        scaled = np.abs(groups) / np.exp2(exponent)[..., None].astype(F32)
        codes = np.searchsorted(table, scaled.astype(F32)).astype(np.uint8)
        sign = np.signbit(groups).astype(np.uint8)
        codes = (codes | sign << (3 if self.is_fp4 else 7)).reshape(values.shape)
        if self.is_fp4:
            codes = codes[..., 0::2] | codes[..., 1::2] << 4
        rows = np.concatenate([codes, (exponent + 127).astype(np.uint8)], -1)
        assert np.array_equal(self.decode(rows, values.shape[-1]), values)
        return rows


AQ8 = Format("AQ8", 32, False, False)
MXFP4 = Format("MXFP4", 32, True, False)
NVFP4 = Format("NVFP4", 16, True, True)
