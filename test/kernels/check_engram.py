"""compress_tokens, ngram_hash, table_gather and engram_gate.

Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
See LICENSE for license information.
SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

import sys
import tempfile

import numpy as np
from formats import AQ8, from_bf16_bits, to_bf16_bits
from kernels import Kernel, Large, differing
from ops import Ops

F32, I32 = np.float32, np.int32
DEAD = -1


class Hash:
    """ngram_hash for one layer's constants."""

    def __init__(self, multipliers, primes, pad_token, ring=4):
        self.multipliers, self.primes = [int(m) for m in multipliers], [int(p) for p in np.ravel(primes)]
        self.pad_token, self.ring = pad_token, ring
        rows = "tensor<?xi32>"
        attributes = (f"{{multipliers = array<i64: {', '.join(map(str, self.multipliers))}>, "
                      f"primes = array<i64: {', '.join(map(str, self.primes))}>, padToken = {pad_token} : i64}}")
        self.kernel = Kernel(f"cedar.ngram_hash %0, %1, %2, %3, %4, %5, %6 {attributes}",
                             [rows] * 6 + [f"!cedar.state<ring, {ring}, 1, tensor<1xi32>>"],
                             [f"tensor<?x{len(self.primes)}xi32>"])

    def __call__(self, ids, positions, sequence, length, slots, token_map, context):
        arrays = [np.asarray(a, I32) for a in (ids, positions, sequence, length, slots, token_map, context)]
        return self.kernel(*arrays, outputs=[np.zeros((len(ids), len(self.primes)), I32)])[0]

    def whole(self, ids, token_map):
        """Rows of one sequence in one call."""
        zeros = np.zeros(len(ids), I32)
        ring = np.full((1, self.ring, 1), 99, I32)
        return self(ids, np.arange(len(ids)), zeros, [0], [0], token_map, ring)

    def expected(self, window):
        """Table rows for the ids of a window, newest first (SPEC 3.12)."""
        roll, heads, rows, offset = window[0] * self.multipliers[0], len(self.primes) // (len(window) - 1), [], 0
        for column, prime in enumerate(self.primes):
            if column % heads == 0:
                back = column // heads + 1
                roll ^= window[back] * self.multipliers[back]
            rows.append(roll % prime + offset)
            offset += prime
        return rows

    def window(self, ids, position, pad):
        """The ids that end at a position, newest first."""
        count = len(self.multipliers)
        window = ids[max(0, position - count + 1) : position + 1][::-1]
        dead = np.flatnonzero(window == DEAD)
        window = window[: dead[0]] if dead.size else window
        return [*map(int, window), *[pad] * (count - len(window))]


def check_golden(ops):
    for name, (given, expected) in ops.cases("engram").items():
        if name.startswith("hash"):
            check_golden_hash(ops, name, given, expected)
        else:
            bits = [to_bf16_bits(given[k]) for k in ("X", "key", "value", "q_weight", "k_weight")]
            result = Gate(*given["q_weight"].shape)(*bits, np.zeros(len(bits[0]), np.int8))
            ops.bf16("engram: X_new", result, expected["X_new"], name)


def check_golden_hash(ops, name, given, expected):
    ids, token_map = given["ids"], given["token_map"]
    tokens = np.where(ids < 0, 0, ids).astype(I32)
    compressed = compress(tokens, (ids < 0).astype(np.int8), token_map)
    for layer, rows in enumerate(expected["rows"]):
        hash = Hash(expected["multipliers"][layer], expected["primes"][layer], 2)
        ops.exact("engram: rows", hash.whole(compressed, token_map), rows, name)


def compress(tokens, kind, token_map):
    kernel = Kernel("cedar.compress_tokens %0, %1, %2", ["tensor<?xi32>", "tensor<?xi8>", "tensor<?xi32>"],
                    ["tensor<?xi32>"])
    return kernel(tokens, kind, token_map, outputs=[np.zeros(len(tokens), I32)])[0]


def check_compress():
    token_map = np.arange(40, dtype=I32)[::-1].copy()
    tokens = np.array([0, 39, 1 << 30, 7], I32)  # an image row's token is not looked up
    assert np.array_equal(compress(tokens, np.array([0, 0, 1, 0], np.int8), token_map), [39, 0, DEAD, 32])


def check_self_test():
    """The released layers' constants and vectors (SPEC 3.12)."""
    layers = {1: [76632096046245, 4839876093313, 35959672319349, 73987337458391],
              14: [67716810739261, 51510806800915, 30921347202721, 82619226485591]}
    candidates = np.arange(16000001, 16000900, 2)
    is_prime = [all(c % d for d in range(3, 4001, 2)) for c in candidates]
    primes = candidates[is_prime][:48].reshape(2, 24)
    expected = {(1, 0): ([12013311, 19589167, 45006560], 380048014), (14, 0): ([1915295, 31448111, 41304315], 383274204),
                (1, 1): ([5412672], 372009279), (14, 1): ([6939818], 382274687)}
    for (layer, multipliers), row in zip(layers.items(), primes):
        hash = Hash(multipliers, row, 2)
        token_map = np.arange(8)
        for case, ids in enumerate(([400, 300, 200, 100], [5])):
            first, last = expected[layer, case]
            rows = hash.whole(np.array(ids), token_map)[-1]
            assert list(rows[: len(first)]) == first and rows[-1] == last, (layer, case)


def check_history(seed, orders, ring):
    """Several sequences with dead tokens; cut anywhere, the rows are the same."""
    rng = np.random.default_rng(seed)
    primes = [1009, 1013, 1019, 1021, 1031, 1033][: 2 * (orders - 1)]
    hash = Hash([2 * int(m) + 1 for m in rng.integers(0, 1 << 44, orders)], primes, 3, ring)
    token_map = rng.integers(0, 90000, 8).astype(I32)
    sequences = [rng.integers(0, 90000, n).astype(I32) for n in (9, 1, 14)]
    for ids in sequences:
        ids[rng.random(len(ids)) < 0.25] = DEAD
    slots = [2, 0, 1]
    for cut in range(max(map(len, sequences))):
        lengths = [min(cut, len(ids) - 1) for ids in sequences]
        rows = [(s, p) for s, ids in enumerate(sequences) for p in range(lengths[s], len(ids))]
        context = np.full((3, ring, 1), 77, I32)
        for s, ids in enumerate(sequences):
            for p in range(lengths[s]):
                context[slots[s], p % ring] = ids[p]
        s, p = np.array(rows).T
        flying = np.array([sequences[s][p] for s, p in rows])
        actual = hash(flying, p, s, lengths, slots, token_map, context)
        expected = [hash.expected(hash.window(sequences[s], p, int(token_map[3]))) for s, p in rows]
        assert np.array_equal(actual, expected), cut


def gather(rows, codes, scales):
    columns, (count, width) = rows.shape[1], codes.array.shape
    kernel = Kernel("cedar.table_gather %0, %1", [f"tensor<?x{columns}xi32>", AQ8.type(f"{count}x{width}")],
                    [f"tensor<?x{columns * width}xbf16>"], weights={1})
    out = np.zeros((len(rows), columns * width), np.uint16)
    return kernel(rows.astype(I32), (codes, scales), outputs=[out])[0]


def check_gather(rows, codes, scales):
    """Rows beyond 2^31 bytes too; untouched memory of the table stays untouched."""
    count, width = codes.shape
    rng = np.random.default_rng(count)
    places = np.unique(rows)
    packed = AQ8.random(rng, places.shape, width)
    codes[places], scales[places] = packed[:, :width], packed[:, width:]
    values = to_bf16_bits(AQ8.decode(packed, width))
    expected = values[np.searchsorted(places, rows)].reshape(len(rows), -1)
    assert np.array_equal(gather(rows, Large(codes), Large(scales)), expected), count


def check_gather_from_memory(count, width, rows):
    check_gather(rows, np.zeros((count, width), np.uint8), np.zeros((count, width // 32), np.uint8))


def check_gather_from_file(count, width, rows):
    """A table in a sparse file, larger than memory."""
    with tempfile.TemporaryFile() as file:
        file.truncate(count * (width + width // 32))
        codes = np.memmap(file, np.uint8, "r+", 0, (count, width))
        scales = np.memmap(file, np.uint8, "r+", count * width, (count, width // 32))
        check_gather(rows, codes, scales)


class Gate:
    def __init__(self, n, width):
        streams, weight = f"tensor<?x{n}x{width}xbf16>", f"tensor<{n}x{width}xbf16>"
        self.kernel = Kernel("cedar.engram_gate %0, %1, %2, %3, %4 {epsilon = 1.0e-20 : f32}",
                             [streams, f"tensor<?x{(n + 1) * width}xbf16>", weight, weight, "tensor<?xi8>"], [streams],
                             weights={2, 3})

    def __call__(self, streams, key, value, query_weight, key_weight, kind):
        key_value = np.concatenate([key.reshape(len(key), -1), value], 1)
        return self.kernel(streams, key_value, query_weight, key_weight, kind, outputs=[np.zeros_like(streams)])[0]


def reference_gate(x, key, value, query_weight, key_weight):
    """SPEC 3.12 in f64."""
    x, key, value, weight = (a.astype(np.float64) for a in (x, key, value, query_weight * key_weight))
    norms = [1 / np.sqrt(np.mean(v * v, -1) + 1e-20) for v in (x, key)]
    dot = (x * weight * key).sum(-1) * norms[0] * norms[1] * x.shape[-1] ** -0.5
    gate = 1 / (1 + np.exp(-np.copysign(np.sqrt(np.maximum(np.abs(dot), 1e-6)), dot)))
    return to_bf16_bits((x + gate[..., None] * value[:, None]).astype(F32))


def check_gate(n, width, inputs, expected):
    bits = [to_bf16_bits(a) for a in inputs]
    rows, gate = len(bits[0]), Gate(n, width)
    result = gate(*bits, np.zeros(rows, np.int8))
    assert differing(result, expected, 1) == 0 and differing(result, expected) < 0.005
    bits[0][1] = 0x7FC1  # image rows pass bit for bit
    kind = np.eye(1, rows, 1, dtype=np.int8)[0]
    masked = gate(*bits, kind)
    assert np.array_equal(masked[1], bits[0][1])
    assert np.array_equal(masked[kind == 0], result[kind == 0])


def check_random_gate(n, width):
    rng = np.random.default_rng(width)
    shapes = (6, n, width), (6, n, width), (6, width), (n, width), (n, width)
    inputs = [from_bf16_bits(to_bf16_bits(rng.standard_normal(s).astype(F32))) for s in shapes]
    inputs[0][2] = 0
    check_gate(n, width, inputs, reference_gate(*inputs))


if __name__ == "__main__":
    golden = Ops(sys.argv[1])
    check_golden(golden)
    check_compress()
    check_self_test()
    for seed, orders, ring in ((1, 4, 4), (2, 2, 1), (3, 3, 2), (4, 4, 7)):
        check_history(seed, orders, ring)
    check_gather_from_memory(50, 32, np.array([[0, 49, 7], [7, 7, 1]]))
    check_gather_from_memory(8_400_000, 256, np.array([[0, 8_399_999], [8_388_607, 8_388_608]]))
    check_gather_from_file(384_006_168, 256, np.array([[0, 384_006_167], [8_388_608, 384_006_166], [200_000_000, 0]]))
    check_random_gate(3, 96)
    check_random_gate(1, 32)
    check_random_gate(4, 512)
    sys.exit(golden.table.finish())
