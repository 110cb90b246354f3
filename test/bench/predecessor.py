"""The nearest model of the `transformers` package: DeepSeek-V4, at the sizes of a checkpoint, random weights.

Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
See LICENSE for license information.
SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

It has the same hyper-connections, experts and window, attends to compressed entries through an indexer, and
quantises nothing. It lacks Engram and shares no caches between layers, so only its speed can be compared.
"""

import json
import pathlib

import torch

SAME = """vocab_size hidden_size moe_intermediate_size num_hidden_layers num_attention_heads num_key_value_heads
head_dim qk_rope_head_dim q_lora_rank o_lora_rank o_groups n_routed_experts n_shared_experts num_experts_per_tok
sliding_window index_n_heads index_head_dim index_topk hc_mult hc_sinkhorn_iters max_position_embeddings""".split()


class Predecessor:
    """One sequence; the interface of transcription.Decoder."""

    def __init__(self, checkpoint, dtype):
        from transformers import DeepseekV4Config, DeepseekV4ForCausalLM

        text = json.loads(pathlib.Path(checkpoint, "config.json").read_text())["text_config"]
        layers = text["num_hidden_layers"]
        kinds = ["compressed_sparse_attention" if ratio else "sliding_attention" for ratio in text["compress_ratios"]]
        config = DeepseekV4Config(layer_types=kinds[:layers], **{name: text[name] for name in SAME})
        torch.manual_seed(0)
        self.model = DeepseekV4ForCausalLM(config).to(dtype).eval()
        self.reset()

    def reset(self):
        self.cache = None

    def whole(self, ids):
        return self.model(torch.tensor([ids]), use_cache=True, logits_to_keep=1).logits

    def step(self, token):
        output = self.model(torch.tensor([[token]]), past_key_values=self.cache, use_cache=True)
        self.cache = output.past_key_values
        return output.logits[0, -1]
