"""The PyTorch peer: an eager transcription of the architecture, made as fast as eager PyTorch allows.

Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
See LICENSE for license information.
SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

The transcription itself is given by its folder, which holds `diffmodel`, `config`, `ckpt_io` and
`engram_tables`. It only knows whole prompts and was written for training. What is added here, so that the
comparison is one with inference: weights are converted once, only chosen experts are computed, nothing is
recorded for gradients, and decoding keeps caches.
"""

import sys

import torch
import torch.nn.functional as F

NEG = float("-inf")


def load(folder, checkpoint, exact):
    """The model of a checkpoint; `exact`: products in float32, otherwise in bfloat16."""
    if folder not in sys.path:
        sys.path.insert(0, folder)
    import ckpt_io
    import config
    import diffmodel
    import engram_tables

    for name, width in (("aq8", 32), ("mxfp4", 32), ("nvfp4", 16)):
        setattr(diffmodel, name, diffmodel.grouped(getattr(diffmodel, "_" + name), width))

    class Peer(diffmodel.Model):
        def freeze(self):
            self.fixed = {name: super(Peer, self).w(name).detach() for name in self.table}
            if self.exact:
                self.fixed = {name: value.float() for name, value in self.fixed.items()}

        def w(self, name):
            return self.fixed[name]

        def moe(self, p, u, topk, stats=None):
            score = F.softplus(F.linear(u.float(), self.w(p + "gate.weight"))).sqrt()
            pick = self.largest(score + self.raw(p + "gate.bias"), topk)[1]
            weight = score.gather(1, pick)
            if self.cfg.norm_topk_prob and topk > 1:
                weight = weight / (weight.sum(-1, keepdim=True) + 1e-20)
            weight = weight * self.cfg.routed_scaling_factor
            ua, y = diffmodel.aq8(u), torch.zeros(u.shape)
            for expert in pick.unique().tolist():
                row, slot = (pick == expert).nonzero(as_tuple=True)
                w1, w3, w2 = (self.w(p + "experts." + name)[expert] for name in ("w1", "w3", "w2"))
                x = ua[row]
                h = self.act(self.lin(x, w1), self.lin(x, w3), weight[row, slot].unsqueeze(-1))
                y.index_add_(0, row, self.lin(diffmodel.aq8(h), w2).float())
            s = p + "shared_experts."
            h = self.act(self.lin(ua, self.w(s + "w1.weight")), self.lin(ua, self.w(s + "w3.weight")), torch.ones(()))
            return (y + self.lin(diffmodel.aq8(h), self.w(s + "w2.weight")).float()).bfloat16()

    settings = config.Config.load(checkpoint + "/config.json")
    token_map = None
    if settings.engram_layer_ids:
        token_map = engram_tables.load_map(checkpoint + "/engram_token_map.bin").tolist()
    model = Peer(settings, token_map)
    ckpt_io.load_masters(model, ckpt_io.read_checkpoint(checkpoint))
    model.exact = exact
    with torch.no_grad():
        model.freeze()
    return model, diffmodel


class Decoder:
    """One sequence, token by token, with caches."""

    def __init__(self, model, parts):
        self.m, self.parts, cfg = model, parts, model.cfg
        context, width = cfg.max_position_embeddings, cfg.head_dim
        self.ring = [torch.zeros(cfg.sliding_window, width, dtype=torch.bfloat16) for _ in range(cfg.n_layers)]
        new = lambda channels: {l: torch.zeros(context, channels, dtype=torch.bfloat16) for l in cfg.kv_source_layer_ids}
        self.entries, self.keys = new(width), new(cfg.index_head_dim)
        self.reset()

    def reset(self):
        self.position, self.tail, self.ids = 0, {}, []

    def step(self, token):
        """Feeds a token; the logits after it."""
        m, cfg, parts = self.m, self.m.cfg, self.parts
        self.ids.append(token)
        X = m.embed(torch.tensor([token])).bfloat16().unsqueeze(1).repeat(1, cfg.hc_mult, 1)
        A = torch.zeros(1, cfg.hc_mult)
        A[:, 0] = 1.0
        for l in range(cfg.n_layers):
            if l in cfg.engram_layer_ids:
                X = self.engram(l, X)
            X, A = m.block(f"layers.{l}.", X, A, lambda u: self.attention(l, u), cfg.num_experts_per_tok)
        hidden = parts.rms(parts.collapse(X, A), m.w("norm.weight"))
        self.position += 1
        return F.linear(hidden.float(), m.w("head.weight"))[0]

    def engram(self, l, X):
        m, cfg = self.m, self.m.cfg
        index, size = cfg.engram_layer_ids.index(l), cfg.engram_max_ngram_size
        last = ([cfg.engram_pad_token_id] * size + self.ids)[-size:]
        terms = m.token_map[torch.tensor(last[::-1])] * m.mult[index]
        roll, columns = terms[0], []
        for s in range(1, size):
            roll = roll ^ terms[s]
            columns.append(roll % m.primes[index, s - 1])
        primes = m.primes[index].flatten()
        rows = torch.cat(columns) + (primes.cumsum(0) - primes)
        p = f"layers.{l}.engram."
        e = m.w(p + "embed").index_select(0, rows).bfloat16().view(1, -1)
        kv = m.lin(self.parts.aq8(e), m.w(p + "wkv.weight"))
        n, D = cfg.hc_mult, cfg.hidden_size
        factor = m.w(p + "q_weight").float() * m.w(p + "k_weight").float()
        return self.parts.engram_mix(X, kv[:, : n * D].unflatten(-1, (n, D)), kv[:, n * D :], factor)

    def rotation(self, l, position):
        return tuple(t[position : position + 1, l].unsqueeze(0) for t in (self.m.cos, self.m.sin))

    def attention(self, l, u):
        m, cfg, t = self.m, self.m.cfg, self.position
        p, W = f"layers.{l}.attn.", cfg.sliding_window
        cs, ua = self.rotation(l, t), self.parts.aq8(u)
        qr, q = m.queries(p, ua, cs, (1, 1))
        self.ring[l][t % W] = m.window_entries(p, ua, cs, (1, 1))[0, 0]
        values = [self.ring[l][: min(t + 1, W)]]
        if cfg.compress_ratios[l]:
            self.compress(l, u, qr, cs)
            if self.count:
                values.append(self.cache.index_select(0, self.pick))
        scores = [m.bmm(q[0, 0], v.T).float() * cfg.head_dim**-0.5 for v in values]
        probabilities, total = m.softmax_sink(scores, m.raw(p + "attn_sink"))
        o = sum(m.bmm(share, v) for share, v in zip(probabilities, values))
        if total is not None:
            o = o / total
        return m.output(p, o.bfloat16().view(1, 1, cfg.num_attention_heads, -1), cs)

    def compress(self, l, u, qr, cs):
        """Adds to the caches of a source and selects entries where the layer does so."""
        cfg, ratio = self.m.cfg, self.m.cfg.compress_ratios[l]
        if l in cfg.kv_source_layer_ids:
            self.source, self.count, self.cache = l, (self.position + 1) // ratio, self.entries[l]
            row = self.pooled(l, u, ratio)
            if row is not None:
                self.store(l, row, ratio)
        if l in cfg.index_source_layer_ids and self.count:
            self.select(l, u, qr, cs)

    def pooled(self, l, u, ratio):
        """The compressed row that this token completes, or None."""
        m, p = self.m, f"layers.{l}.attn.compressor."
        if ratio == 1:
            return m.lin(u, m.w(p + "wkv.weight"))
        tail = self.tail.setdefault(l, [])
        tail.append([F.linear(u.float(), m.w(p + name + ".weight")) for name in ("wkv", "wgate")])
        if len(tail) < ratio:
            return None
        values, gates = (torch.stack(rows, 1) for rows in zip(*tail))
        tail.clear()
        return (values * gates.softmax(1)).sum(1).bfloat16()

    def store(self, l, row, ratio):
        m, parts, p = self.m, self.parts, f"layers.{l}.attn."
        cs = self.rotation(l, self.position + 1 - ratio)
        row = parts.rms(row, m.w(p + "compressor.norm.weight"))
        key = parts.rms(m.lin(row, m.w(p + "indexer.wk.weight")), m.w(p + "indexer.k_norm.weight"))
        self.keys[l][self.count - 1] = parts.mxfp4(parts.rope(key.view(1, 1, -1), *cs))[0, 0]
        self.entries[l][self.count - 1] = parts.nvfp4(parts.rope(row.view(1, 1, -1), *cs))[0, 0]

    def select(self, l, u, qr, cs):
        m, cfg, parts, n = self.m, self.m.cfg, self.parts, self.count
        p, heads, width = f"layers.{l}.attn.indexer.", cfg.index_n_heads, cfg.index_head_dim
        query = m.lin(parts.aq8(qr), m.w(p + "wq_b.weight")).view(1, 1, heads, width)
        query = parts.mxfp4(parts.rope(query, *cs))[0, 0]
        weight = (m.lin(u, m.w(p + "weights_proj.weight")) * (width**-0.5 * heads**-0.5)).view(heads, 1)
        scores = (m.bmm(query, self.keys[self.source][:n].T).bfloat16().relu_() * weight).sum(0)
        if l == cfg.candidate_source_layer_id:
            self.pool = self.candidates(scores)
        elif cfg.uses_candidates(l):
            scores = scores.masked_fill(~self.pool, NEG)
        value, index = m.largest(scores, min(cfg.index_topk, n))
        self.pick = index[value > NEG]

    def candidates(self, scores):
        """Which entries lie in a kept block."""
        cfg, n, size = self.m.cfg, self.count, self.m.cfg.candidate_block_size
        best = F.pad(scores, (0, -n % size), value=NEG).view(-1, size).amax(-1)
        best[(n - 1) // size] = float("inf")
        value, index = self.m.largest(best, min(cfg.candidate_topk_blocks, len(best)))
        keep = torch.zeros(len(best), dtype=torch.bool).scatter_(0, index, value > NEG)
        return keep.repeat_interleave(size)[:n]
