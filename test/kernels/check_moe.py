"""route, swiglu, expert_linear and expert_combine.

Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
See LICENSE for license information.
SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

import sys

import check_linear
import numpy as np
from check_linear import TYPES
from formats import AQ8, from_bf16_bits, to_bf16_bits
from kernels import Kernel, differing
from ops import Ops

F32, I32 = np.float32, np.int32


def literal(value):
    return np.format_float_scientific(F32(value), precision=12, unique=False)


class Router:
    def __init__(self, experts, topk, scale=1.5, temperature=1.0, normalize=True):
        self.topk = topk
        bias = f"tensor<{experts}xf32>"
        attributes = (f"{{topk = {topk} : i64, routeScale = {literal(scale)} : f32, "
                      f"gateTemperature = {literal(temperature)} : f32, normalize = {str(normalize).lower()}}}")
        self.kernel = Kernel(f"cedar.route %0, %1, %2, %3 {attributes}",
                             [f"tensor<?x{experts}xf32>", "tensor<?xi8>", bias, bias],
                             [f"tensor<?x{topk}xi32>", f"tensor<?x{topk}xf32>"], weights={2, 3})

    def __call__(self, logits, bias, bias_vl=None, kind=None):
        rows = len(logits)
        kind = np.zeros(rows, np.int8) if kind is None else kind
        bias_vl = np.full_like(bias, np.nan) if bias_vl is None else bias_vl
        outputs = [np.full((rows, self.topk), -9, I32), np.full((rows, self.topk), np.nan, F32)]
        return self.kernel(logits.astype(F32), kind, bias, bias_vl, outputs=outputs)[:2]


def score(logits, temperature=1.0):
    z = logits.astype(np.float64) / temperature
    return np.sqrt(np.where(z > 20, z, np.log1p(np.exp(np.minimum(z, 20)))))


def check_golden(ops):
    for name, (given, expected) in ops.cases("router").items():
        check_golden_router(ops, name, given, expected)
    for name, (given, expected) in ops.cases("expert").items():
        check_golden_expert(ops, name, given, expected)


def check_golden_router(ops, name, given, expected):
    """A router that keeps all experts and weighs them by their scores shows every score."""
    x, w, topk = to_bf16_bits(given["x"]), to_bf16_bits(given["w"]), expected["experts"].shape[1]
    kernel = check_linear.product("f32", len(w), x.shape[1])
    logits = check_linear.run(kernel, x, w, len(w), F32)
    experts, weights = Router(len(w), topk, given["scale"][0])(logits, given["bias"])
    ops.exact("router: experts", experts, expected["experts"], name)
    ops.f32("router: weights", weights, expected["weights"], name)
    order, scores = Router(len(w), len(w), 1.0, normalize=False)(logits, given["bias"])
    ops.f32("router: biased", scores + given["bias"][order], np.take_along_axis(expected["biased"], order, 1), name, scores)


def check_choice(experts, topk, temperature, normalize):
    rng = np.random.default_rng(experts)
    logits = rng.standard_normal((40, experts)).astype(F32) * 12
    logits[0], logits[1, ::2] = 0, logits[1, 0]
    bias, bias_vl = rng.standard_normal((2, experts)).astype(F32)
    bias[: experts // 2] = 0
    kind = (np.arange(40) % 3 == 2).astype(np.int8)
    router = Router(experts, topk, 2.5, temperature, normalize)
    chosen, weights = router(logits, bias, bias_vl, kind)
    scores = score(logits, temperature)
    biased = scores.astype(F32) + np.where(kind[:, None] == 1, bias_vl, bias)
    order = np.argsort(-biased, axis=1, kind="stable")[:, :topk]
    best, mine = (np.take_along_axis(biased, i, 1) for i in (order, chosen))
    assert np.allclose(best, mine, rtol=1e-6, atol=1e-6)  # ids may differ only in the last bit of a score
    assert np.mean(order != chosen) < 0.01
    assert all(len(set(row)) == topk for row in chosen.tolist())
    picked = np.take_along_axis(scores, chosen, 1)
    total = picked.sum(1, keepdims=True) + 1e-20 if normalize and topk > 1 else 1
    assert np.allclose(weights, picked / total * 2.5, rtol=4e-6, atol=0)


def check_ties():
    """Equal scores by smaller expert; a NaN never wins against a number."""
    logits = np.zeros((4, 5), F32)
    logits[1], logits[2, 3] = np.nan, np.nan
    logits[3] = [1, 1 + 2**-10, 1 + 2**-12, 1, 1 + 2**-9]
    experts, weights = Router(5, 3)(logits, np.zeros(5, F32))
    assert experts.tolist() == [[0, 1, 2], [0, 1, 2], [0, 1, 2], [4, 1, 2]]
    assert np.isnan(weights[1]).all() and np.isfinite(weights[[0, 2, 3]]).all()
    experts, _ = Router(5, 5)(logits, np.zeros(5, F32))
    assert sorted(experts[1]) == sorted(experts[2]) == [0, 1, 2, 3, 4] and experts[2, 4] == 3


def swiglu(gate, up, limit, weight=None):
    dims = "x".join(["?", *map(str, gate.shape[1:])])
    type_ = f"tensor<{dims}xbf16>"
    operands = [type_, type_] + ([f"tensor<?x{gate.shape[1]}xf32>"] if weight is not None else [])
    names = ", ".join(f"%{i}" for i in range(len(operands)))
    kernel = Kernel(f"cedar.swiglu {names} {{limit = {literal(limit)} : f32}}", operands, [type_])
    inputs = [gate, up] + ([weight] if weight is not None else [])
    return kernel(*inputs, outputs=[np.zeros_like(gate)])[0]


def check_swiglu(shape, limit):
    rng = np.random.default_rng(len(shape))
    gate, up = (to_bf16_bits(rng.standard_normal(shape).astype(F32) * 8) for _ in range(2))
    weight = rng.random(shape[:2]).astype(F32) if len(shape) == 3 else None
    g, u = (from_bf16_bits(v).astype(np.float64) for v in (gate, up))
    if limit:
        g, u = np.minimum(g, limit), np.clip(u, -limit, limit)
    expected = g / (1 + np.exp(-g)) * u * (1 if weight is None else weight[..., None])
    expected, actual = to_bf16_bits(expected.astype(F32)), swiglu(gate, up, limit, weight)
    assert differing(actual, expected, 1) == 0 and differing(actual, expected) < 0.002


class ExpertLinear:
    """expert_linear for x [T, K] (choices 0) or [T, choices, K]."""

    def __init__(self, kind, experts, outputs, depth, topk, shared):
        self.outputs, self.topk = outputs, topk
        x = AQ8.type(f"?x{depth}" if shared else f"?x{topk}x{depth}")
        self.kernel = Kernel("cedar.expert_linear %0, %1, %2",
                             [x, f"tensor<?x{topk}xi32>", f"tensor<{experts}x{outputs}x{depth}x{TYPES[kind]}>"],
                             [f"tensor<?x{topk}x{outputs}xbf16>"], weights={2})

    def __call__(self, x, experts, weights, chunk=None):
        """`weights`: per expert (codes, scales), or None for one that nobody chose."""
        out = np.full((len(x), self.topk, self.outputs), 0x7FC0, np.uint16)
        keep = []
        tables = tuple(self._table([None if w is None else w[part] for w in weights], keep) for part in (0, 1))
        return self.kernel(x, experts.astype(I32), tables, outputs=[out], chunk=chunk)[0]

    @staticmethod
    def _table(arrays, keep):
        """Descriptors of matrices: two pointers, offset, sizes, strides."""
        table = np.zeros((len(arrays), 7), np.int64)
        for row, array in zip(table, arrays):
            if array is not None:
                keep.append(np.ascontiguousarray(array))
                address = keep[-1].ctypes.data
                row[:] = [address, address, 0, *array.shape, array.shape[1], 1]
        return table


def check_expert_linear(kind, rows, experts, outputs, depth, topk, shared, chosen=None):
    """Bit for bit `linear` with each entry's expert; unchosen weights are not read."""
    rng = np.random.default_rng(rows * experts)
    ids = np.stack([rng.permutation(experts)[:topk] for _ in range(rows)])
    if chosen is not None:
        ids[:] = chosen
    weights = [check_linear.random_weight(rng, kind, outputs, depth)[0] if e in ids else None for e in range(experts)]
    x = AQ8.random(rng, (rows,) if shared else (rows, topk), depth)
    kernel = ExpertLinear(kind, experts, outputs, depth, topk, shared)
    actual = kernel(x, ids, weights)
    linear = check_linear.product(kind, outputs, depth)
    each = np.repeat(x[:, None], topk, 1) if shared else x
    for e in np.unique(ids):
        expected = check_linear.run(linear, each[ids == e], weights[e], outputs)
        assert np.array_equal(actual[ids == e], expected), (kind, e)
    assert np.array_equal(kernel(x[-1:], ids[-1:], weights, chunk=1)[0], actual[-1]), "one row"


def combine(outputs, experts, shared):
    topk, width = outputs.shape[1:]
    rows = f"tensor<?x{width}xbf16>"
    kernel = Kernel("cedar.expert_combine %0, %1, %2", [f"tensor<?x{topk}x{width}xbf16>", f"tensor<?x{topk}xi32>", rows],
                    [rows])
    return kernel(outputs, experts.astype(I32), shared, outputs=[np.zeros_like(shared)])[0]


def check_combine(topk, width):
    rng = np.random.default_rng(topk)
    outputs = to_bf16_bits(rng.standard_normal((7, topk, width)).astype(F32))
    shared = to_bf16_bits(rng.standard_normal((7, width)).astype(F32))
    experts = np.stack([rng.permutation(50)[:topk] for _ in range(7)])
    values, total = from_bf16_bits(outputs), np.zeros((7, width), F32)
    for choice in np.argsort(experts, 1).T:
        total = total + values[np.arange(7), choice]
    expected = to_bf16_bits(total + from_bf16_bits(shared))
    assert np.array_equal(combine(outputs, experts, shared), expected)


def quantize(x):
    dims = "x".join(["?", *map(str, x.shape[1:])])
    kernel = Kernel("cedar.quantize %0", [f"tensor<{dims}xbf16>"], [AQ8.type(dims)])
    return kernel(x, outputs=[np.zeros((*x.shape[:-1], AQ8.row_bytes(x.shape[-1])), np.uint8)])[0]


def check_golden_expert(ops, name, given, expected):
    """Three linears and swiglu; fp4: with the kernels of routed experts."""
    kind = name.split("_")[0]
    x, limit = quantize(to_bf16_bits(given["x"])), given["limit"][0]
    inner, outputs = given["w1"].shape[0], given["w2"].shape[0]
    depth = given["x"].shape[1]
    parts = [(given[w], given[w + "_scale"]) for w in ("w1", "w3", "w2")]
    if kind == "fp8":
        up_kernel, down_kernel = (check_linear.product(kind, n, d) for n, d in ((inner, depth), (outputs, inner)))
        gate, up = (check_linear.run(up_kernel, x, w, inner) for w in parts[:2])
        y = check_linear.run(down_kernel, quantize(swiglu(gate, up, limit)), parts[2], outputs)
    else:
        up_kernel = ExpertLinear(kind, 2, inner, depth, 1, True)
        down_kernel = ExpertLinear(kind, 2, outputs, inner, 1, False)
        ids = np.ones((len(x), 1))
        gate, up = (up_kernel(x, ids, [None, w]) for w in parts[:2])
        hidden = swiglu(gate, up, limit, given["route"][:, None])
        y = down_kernel(quantize(hidden), ids, [None, parts[2]])[:, 0]
    ops.bf16("expert", y, expected["y"], name)


if __name__ == "__main__":
    golden = Ops(sys.argv[1])
    check_golden(golden)
    check_choice(12, 3, 1.0, True)
    check_choice(384, 6, 0.75, True)
    check_choice(5, 1, 1.0, True)
    check_choice(17, 4, 2.0, False)
    check_ties()
    for shape in ((5, 96), (3, 2, 64)):
        for limit in (0, 10, 0.75):
            check_swiglu(shape, limit)
    check_expert_linear("fp4", 21, 8, 96, 64, 3, True)
    check_expert_linear("fp4", 3, 8, 300, 1088, 2, False, chosen=[5, 2])
    check_expert_linear("fp8", 40, 2, 32, 32, 1, True, chosen=[1])
    check_expert_linear("fp4", 4099, 5, 32, 32, 5, False)
    for topk, width in ((1, 32), (3, 96), (6, 64)):
        check_combine(topk, width)
    sys.exit(golden.table.finish())
