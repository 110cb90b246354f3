"""check_groups.py <config.json> <schedule.mlir> <inspect.json>: states of a group of layers.

Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
See LICENSE for license information.
SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

A layer that writes a compressed cache owns one state of compressed entries and one of
index keys, and all layers up to the next such layer read these. In the artifact, what
selects is one kernel per layer that selects: index scores, candidate pool and top-k.
"""

import collections
import json
import re
import sys

config = json.load(open(sys.argv[1]))["text_config"]
module = open(sys.argv[2]).read()
artifact = json.load(open(sys.argv[3]))
sources, selecting = config["kv_source_layer_ids"], config["index_source_layer_ids"]
ratios = config["compress_ratios"][: config["num_hidden_layers"]]

# What the module and the artifact own: two paged states a source, nothing else.
expected = {f"layers.{layer}.{role}" for layer in sources for role in ("compressed_kv", "index_keys")}
declared = re.findall(r"^ *cedar\.state @(\S+) \"(compressed_kv|index_keys)\"", module, re.M)
assert {name for name, _ in declared} == expected and len(declared) == len(expected), declared
paged = [state["name"] for state in artifact["cache"]["states"] if state["kind"] == "paged"]
assert set(paged) == expected and len(paged) == len(expected), paged

# Which of them each layer of @decode reads, and how often something selects.
decode = module[module.index("func.func @decode(") : module.index("func.func @verify(")]
used, selects = {}, collections.Counter()
for line in decode.splitlines():
    if "cedar.csa2_select" in line:
        selects[re.search(r"%(layers\.\d+\.index_keys)", line)[1]] += 1
    if "cedar.sparse_attention" in line:
        layer = int(re.search(r"%layers\.(\d+)\.window", line)[1])
        used[layer] = [int(entry) for entry in re.findall(r"%layers\.(\d+)\.compressed_kv", line)]
for layer, ratio in enumerate(ratios):
    owner = [max(source for source in sources if source <= layer)] if ratio else []
    assert used[layer] == owner, (layer, used[layer], owner)
for source, end in zip(sources, [*sources[1:], len(ratios)]):
    count = sum(source <= layer < end for layer in selecting)
    assert selects[f"layers.{source}.index_keys"] == count, (source, selects)

# One launch of one kind of kernel per layer that selects, in the artifact as in the IR.
kernels = artifact["targets"][0]["kernels"]
uses = sum(kernel["uses"] for kernel in kernels if kernel["op"] == "cedar.csa2_select")
assert uses == module.count("cedar.csa2_select"), uses
others = {kernel["op"] for kernel in kernels if re.search("score|top_?k|candidate|index", kernel["op"])}
assert not others, others
print(f"{len(sources)} caches, {len(selecting)} selections, {len(ratios)} layers")
