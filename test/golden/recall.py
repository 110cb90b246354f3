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
from table import AT_LEAST, Table

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
    right = {"recall": 0, "sum": 0}
    for prompt in map(json.loads, PROMPTS.read_text().splitlines()):
        expected = prompt["answer_ids"]
        right[prompt["kind"]] += answers[str(prompt["id"])][: len(expected)] == expected
    table.add(checkpoint.name, f"recall, {prefill} prefill: right answers of 220", right["recall"], AT_LEAST, 220)
    table.add(checkpoint.name, f"recall, {prefill} prefill: right sums of 80", right["sum"], AT_LEAST, 73)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--tools", type=pathlib.Path, default=golden.ROOT / "build" / "bin", help="folder of the tools")
    arguments = parser.parse_args()
    table = Table()
    with tempfile.TemporaryDirectory() as work:
        check_recall(golden.Checkpoint("tiny", work, arguments.tools), arguments.tools, table)
    table.print()
    return 1 if table.failures() else 0


if __name__ == "__main__":
    sys.exit(main())
