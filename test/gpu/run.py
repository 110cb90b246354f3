"""Runs everything that needs a GPU, on a machine with only the driver.

Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
See LICENSE for license information.
SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

Needs what `./dev gpu-bundle` collects, python3 with numpy, and, for the memory
checks, compute-sanitizer. Each step is a process with a time limit; its output is
shown when it fails.
"""

import argparse
import concurrent.futures
import os
import pathlib
import shutil
import subprocess
import sys
import time

BUNDLE = pathlib.Path(__file__).resolve().parents[2]
GOLDEN = BUNDLE / "test" / "golden"
CHECKPOINTS = ["tiny", "micro-a", "micro-b", "micro-c", "micro-d", "micro-e"]
SANITIZED = ["micro-a", "micro-b"]  # window, Full, Reindex and Reuse layers, Engram, both tails
SETTINGS = {"CEDAR_ARTIFACTS": str(BUNDLE / "artifacts"), "CEDAR_LIB": str(BUNDLE / "lib"),
            "LD_LIBRARY_PATH": str(BUNDLE / "lib")}


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--target", default="sm_90a", help="the target of the artifacts to run [sm_90a]")
    parser.add_argument("--checkpoint", action="append", choices=CHECKPOINTS, help="one or several [all]")
    parser.add_argument("--step", action="append", choices=STEPS, help="one or several [all]")
    parser.add_argument("--jobs", type=int, default=6, help="steps at a time [6]")
    parser.add_argument("--timeout", type=int, default=400, help="seconds of a step [400]")
    return parser.parse_args()


def script(file):
    """A script that holds one checkpoint on one target."""
    def command(name, target):
        return [sys.executable, GOLDEN / file, f"--tools={BUNDLE / 'bin'}", f"--checkpoint={name}", f"--target={target}"]

    return command


def invariance(name, target):
    """The same bits by every way, and as on the CPU."""
    return [sys.executable, GOLDEN / "invariance.py", f"--checkpoint={name}", f"--target={target}", "--other=cpu"]


def saved(name, target):
    """States that are saved on one target go on upon the other."""
    return [sys.executable, GOLDEN / "saved.py", f"--tools={BUNDLE / 'bin'}", f"--checkpoint={name}",
            f"--target={target}", "--other=cpu"]


def cedar_run(name, target):
    return [BUNDLE / "bin" / "cedar-run", BUNDLE / "artifacts" / f"{name}.cedar",
            f"--weights={BUNDLE / 'test' / 'checkpoints' / name}", f"--target={target}",
            "--prompt-ids=" + ",".join(str(3 + i * 7 % 90) for i in range(21)), "--max-tokens=3"]


def kernels(name, target):
    """Every kernel beside the CPU's, from the same memory."""
    return [*cedar_run(name, target), "--check-against=cpu", "--per-kernel"]


def sanitized(tool):
    def command(name, target):
        checker = shutil.which("compute-sanitizer") or "/usr/local/cuda/bin/compute-sanitizer"
        if name not in SANITIZED or not os.path.exists(checker):
            return None
        return [checker, f"--tool={tool}", "--error-exitcode=3", *cedar_run(name, target)]

    return command


def avx512(name, target):
    """The CPU's two targets, where this machine has AVX-512."""
    if "avx512vl" not in pathlib.Path("/proc/cpuinfo").read_text():
        return None
    return [sys.executable, GOLDEN / "invariance.py", f"--checkpoint={name}", "--target=cpu", "--other=cpu:v4"]


def shapes(name, target):
    """Other shapes with random numbers, the bits of the CPU."""
    if name != "tiny":  # once, beside the longest steps
        return None
    return [sys.executable, GOLDEN / "shapes.py", f"--tools={BUNDLE / 'bin'}", f"--target={target}", "--other=cpu"]


STEPS = {"golden": script("run.py"), "replay": script("replay.py"), "resume": script("resume.py"),
         "saved": saved, "kernels": kernels, "invariance": invariance, "avx512": avx512, "shapes": shapes, "memcheck": sanitized("memcheck"),
         "racecheck": sanitized("racecheck")}


def run(title, command, timeout):
    begin = time.monotonic()
    try:
        done = subprocess.run(list(map(str, command)), env={**os.environ, **SETTINGS}, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, text=True, timeout=timeout)
        passed, output = done.returncode == 0, done.stdout
    except subprocess.TimeoutExpired as expired:
        passed, output = False, f"{(expired.stdout or b'').decode()}\nno end after {timeout} s"
    return title, passed, output, time.monotonic() - begin


def report(title, passed, output, seconds):
    print(f"{'PASS' if passed else 'FAIL'}: {title} ({seconds:.0f} s)", flush=True)
    if not passed:
        print("\n".join("    " + line for line in output.splitlines()[-40:]), flush=True)
    elif output.strip():
        print("    " + output.strip().splitlines()[-1], flush=True)
    return passed


def main():
    arguments = parse_arguments()
    steps = [(f"{name}: {step}", command) for step in arguments.step or STEPS
             for name in arguments.checkpoint or CHECKPOINTS if (command := STEPS[step](name, arguments.target))]
    with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        running = [pool.submit(run, *step, arguments.timeout) for step in steps]
        passed = sum(report(*done.result()) for done in concurrent.futures.as_completed(running))
    print(f"{passed} passed, {len(steps) - passed} failed")
    return 0 if passed == len(steps) else 1


if __name__ == "__main__":
    sys.exit(main())
