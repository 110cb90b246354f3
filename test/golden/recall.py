"""Recall and sums: prompts with known answers through cedar-run itself.

Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
See LICENSE for license information.
SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

import argparse
import json
import pathlib
import subprocess
import sys
import tempfile

import golden
from table import AT_LEAST, AT_MOST, Table

PROMPTS = golden.TEST / "golden" / "eval" / "recall.jsonl"
TOKENS = 4  # of the longest answer


def answers_of(checkpoint, tools, work, prefill):
    """The generated tokens by id of the prompt: a file in, a file out."""
    answers = pathlib.Path(work, "answers.jsonl")
    command = [pathlib.Path(tools, "cedar-run"), checkpoint.artifact, f"--weights={checkpoint.folder}",
               f"--target={checkpoint.target}",
               f"--prompts={PROMPTS}", f"--answers={answers}", f"--max-tokens={TOKENS}", f"--prefill={prefill}"]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        raise SystemExit(f"cedar-run failed: {done.stderr}")
    return {str(answer["id"]): answer["tokens"] for answer in map(json.loads, answers.read_text().splitlines())}


def check_recall(checkpoint, tools, table, prefill="exact"):
    with tempfile.TemporaryDirectory() as work:
        answers = answers_of(checkpoint, tools, work, prefill)
    right = sums = others = 0
    for prompt in map(json.loads, PROMPTS.read_text().splitlines()):
        tokens = answers[str(prompt["id"])]
        if prompt["kind"] == "recall":
            right += starts_with(tokens, prompt["answer_ids"])
        else:
            sums += starts_with(tokens, prompt["answer_ids"])
            others += not starts_with(tokens, prompt[f"reference_{prefill}"])
    name, figure = checkpoint.name, f"recall, {prefill} prefill"
    table.add(name, f"{figure}: right answers of 220", right, AT_LEAST, 220)
    table.add(name, f"{figure}: sums of 80 that are not the reference's", others, AT_MOST, 2)
    table.add(name, f"{figure}: right sums of 80 (the reference: 75)", sums, AT_LEAST, 73)


def starts_with(tokens, expected):
    return tokens[: len(expected)] == expected


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--tools", type=pathlib.Path, default=golden.ROOT / "build" / "bin", help="folder of the tools")
    arguments = parser.parse_args()
    table = Table()
    with tempfile.TemporaryDirectory() as work:
        check_recall(golden.Checkpoint("tiny", work, arguments.tools), arguments.tools, table)
    return table.finish()


if __name__ == "__main__":
    sys.exit(main())
