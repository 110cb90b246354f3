"""Cedar against PyTorch on the same machine, in one run.

Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
See LICENSE for license information.
SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

    python test/bench/peer.py MODEL.cedar CHECKPOINT --transcription=FOLDER [--threads=2] [--rounds=9]

First both must agree on the logits of recall questions and answer them; then rounds of both alternate, so that
a disturbance meets both. Greedy decoding of 64 tokens after a prompt of 64, and the prefill of 512.
"""

import argparse
import json
import pathlib
import statistics
import subprocess
import sys
import time

import numpy as np
import torch

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "golden"))

import cedar  # noqa: E402
import predecessor  # noqa: E402
import transcription  # noqa: E402

PROMPT, STEPS, PREFILL = 64, 64, 512
# For a single prompt, as in test/golden/README.md.
MEAN_LIMIT, KL_LIMIT = 0.25, 1e-2


def parse():
    parser = argparse.ArgumentParser(description="Cedar against PyTorch, same machine, same run.")
    parser.add_argument("artifact")
    parser.add_argument("checkpoint")
    parser.add_argument("--transcription", required=True, help="folder of the PyTorch transcription")
    parser.add_argument("--threads", type=int, default=2, help="of Cedar; the peer runs with each number up to it")
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--bench", default=str(HERE.parents[1] / "build/bin/cedar-bench"))
    parser.add_argument("--types", type=lambda given: given.split(","), default=["float32", "bfloat16"],
                        help="of the peer's products [float32,bfloat16]")
    parser.add_argument("--predecessor", action="store_true", help="also time DeepSeek-V4 of the transformers package")
    parser.add_argument("--json", help="write all figures to this file")
    return parser.parse_args()


def random_tokens(count, vocabulary):
    return np.random.default_rng(0).integers(0, vocabulary, count).tolist()


def whole(model, ids):
    """Logits of all rows; the transcription takes whole windows."""
    window = model.cfg.sliding_window
    padded = ids + [1] * (-len(ids) % window)
    return model(torch.tensor([padded]))[0, : len(ids)]


def decode(decoder, logits, steps):
    """Greedy tokens."""
    tokens = []
    for _ in range(steps):
        tokens.append(int(logits.argmax()))
        logits = decoder.step(tokens[-1])
    return tokens


def feed(decoder, ids):
    decoder.reset()
    for token in ids:
        logits = decoder.step(token)
    return logits


def distance(ours, theirs):
    ours, theirs = (torch.tensor(x) if isinstance(x, np.ndarray) else x for x in (ours, theirs))
    a, b = ours.log_softmax(-1), theirs.log_softmax(-1)
    return {"mean": float((ours - theirs).abs().mean()), "kl": float((a.exp() * (a - b)).sum(-1).mean()),
            "argmax": float((ours.argmax(-1) == theirs.argmax(-1)).float().mean())}


def cedar_logits(weights, ids):
    session = cedar.Session(weights, max_rows=len(ids), max_out_rows=len(ids))
    session.run("prefill_exact", [cedar.Rows(session.open(), ids)], out_rows=range(len(ids)))
    return session.output("logits")


def questions():
    """Recall questions: a short, a middle and a long one."""
    lines = [json.loads(line) for line in (HERE.parent / "golden/eval/recall.jsonl").read_text().splitlines()]
    lines = sorted((line for line in lines if line["kind"] == "recall"), key=lambda line: line["length"])
    return [next(line for line in lines if line["length"] >= length) for length in (1, 128, 400)]


def gate(name, weights, model, decoder, question):
    """Ends the run unless the peer computes what Cedar computes, and answers the question."""
    ids = question["prompt_ids"]
    ours, steps = cedar_logits(weights, ids), torch.stack(steps_of(decoder, ids))
    answer = decode(decoder, steps[-1], len(question["answer_ids"]))
    for kind, theirs in (("prefill", whole(model, ids)), ("steps", steps)):
        d = distance(ours, theirs)
        print(f"  {name} {kind}, {len(ids)} tokens: mean |difference| {d['mean']:.3g}, KL {d['kl']:.2g}, "
              f"argmax equal {100 * d['argmax']:.1f} %")
        if d["mean"] > MEAN_LIMIT or d["kl"] > KL_LIMIT:
            sys.exit(f"{name}: the peer's {kind} differs from Cedar by more than {MEAN_LIMIT} or KL {KL_LIMIT}")
    if answer != question["answer_ids"]:
        sys.exit(f"{name}: expected the answer {question['answer_ids']}, found {answer}")


def steps_of(decoder, ids):
    decoder.reset()
    return [decoder.step(token) for token in ids]


def timed(body):
    wall, cpu = time.perf_counter(), time.process_time()
    body()
    return time.perf_counter() - wall, time.process_time() - cpu


def peer_round(model, decoder, vocabulary):
    """Seconds of one decode step and of the prefill, wall and CPU."""
    prefill = (lambda ids: whole(model, ids)) if model else decoder.whole
    logits = feed(decoder, random_tokens(PROMPT, vocabulary))
    ids = random_tokens(PREFILL, vocabulary)
    steps = [t / STEPS for t in timed(lambda: decode(decoder, logits, STEPS))]
    return {"decode": steps, "prefill": timed(lambda: prefill(ids))}


def cedar_round(arguments):
    command = [arguments.bench, arguments.artifact, f"--weights={arguments.checkpoint}", f"--prefill={PREFILL}",
               "--decode", f"--prompt={PROMPT}", f"--steps={STEPS}", f"--threads={arguments.threads}",
               "--benchmark_repetitions=1", "--benchmark_min_time=0.2", "--benchmark_format=json"]
    printed = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    return {row["name"].split("/")[0]: (row["real_time"] / 1e3, row["cpu_time"] / 1e3)
            for row in json.loads(printed)["benchmarks"]}


def summary(samples):
    ordered = sorted(samples)
    at = lambda share: ordered[round(share * (len(ordered) - 1))]
    return {"median": statistics.median(ordered), "p10": at(0.1), "p90": at(0.9)}


def report(times):
    """Prints medians and ratios; the figures, for --json."""
    figures = {}
    print(f"{'':36}{'':9}{'median ms':>11}{'p10':>9}{'p90':>9}{'CPU ms':>9}{'tokens/s':>10}{'Cedar is':>10}")
    for kind, rows in (("prefill", PREFILL), ("decode", 1)):
        ours = summary([t[kind][0] for t in times["Cedar"]])
        for name, rounds in times.items():
            wall, cpu = (summary([t[kind][i] for t in rounds]) for i in (0, 1))
            ratio = wall["median"] / ours["median"]
            figures[f"{kind}/{name}"] = {"seconds": wall, "cpu_seconds": cpu, "ratio": ratio}
            print(f"{name:36}{kind:9}{wall['median'] * 1e3:11.3f}{wall['p10'] * 1e3:9.3f}{wall['p90'] * 1e3:9.3f}"
                  f"{cpu['median'] * 1e3:9.3f}{rows / wall['median']:10.1f}{ratio:9.1f}x")
    return figures


def main():
    arguments = parse()
    weights = cedar.Weights(cedar.Module(arguments.artifact), arguments.checkpoint)
    peers = {}
    for name in arguments.types:
        model, parts = transcription.load(arguments.transcription, arguments.checkpoint, exact=name == "float32")
        peers["transcription " + name] = model, transcription.Decoder(model, parts)
    if arguments.predecessor:
        for name in arguments.types:
            peers["DeepSeek-V4 " + name] = None, predecessor.Predecessor(arguments.checkpoint, getattr(torch, name))
    vocabulary = model.cfg.vocab_size

    with torch.inference_mode():
        print(f"agreement (limits: mean {MEAN_LIMIT}, KL {KL_LIMIT}):")
        for name, (model, decoder) in peers.items():
            for question in questions() if model else ():
                gate(name, weights, model, decoder, question)
            peer_round(model, decoder, vocabulary)  # warm-up
        times = {}
        for _ in range(arguments.rounds):
            times.setdefault("Cedar", []).append(cedar_round(arguments))
            for name, (model, decoder) in peers.items():
                for threads in range(1, arguments.threads + 1):
                    torch.set_num_threads(threads)
                    variant = f"{name}, threads: {threads}"
                    times.setdefault(variant, []).append(peer_round(model, decoder, vocabulary))
    figures = report(times)
    if arguments.json:
        pathlib.Path(arguments.json).write_text(json.dumps(figures, indent=1) + "\n")


if __name__ == "__main__":
    main()
