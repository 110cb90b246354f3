//===- RunOptions.cpp - command line of cedar-run -------------------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information. SPDX-License-Identifier:
// Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The table of options, from which --help is printed.
//
//===----------------------------------------------------------------------===//

#include "tools/cedar-run/RunOptions.h"

#include "runtime/lib/Engine/Comparison.h"
#include "runtime/lib/Support/Quote.h"
#include "tools/runtime-lib/OptionParser.h"

using namespace cedar;
using namespace cedar::rt;

static void addPrompts(OptionParser &parser, RunOptions &options) {
  auto add = [&options](bool isIds) {
    return [&options, isIds](const std::string &value) {
      options.prompts.push_back({value, isIds});
      return Status();
    };
  };
  parser.action("prompt", "text", "text to continue; may be repeated",
                add(false));
  parser.action("prompt-ids", "1,2,3",
                "token ids to continue, as they are; may be repeated",
                add(true));
  parser.text("prompts", "file.jsonl",
              "prompts from a file: one object a line with \"prompt\" or "
              "\"prompt_ids\" and an optional \"id\"",
              options.promptFile);
}

static void addPrefix(OptionParser &parser, RunOptions &options) {
  auto set = [&options](bool isIds) {
    return [&options, isIds](const std::string &value) {
      if (options.prefix)
        return Status(Code::invalidArgument,
                      "expected one prefix, found a second one");
      options.prefix = GivenPrompt{value, isIds};
      return Status();
    };
  };
  parser.action("prefix", "text",
                "text in front of all prompts: computed once, then every "
                "prompt resumes behind its cached entries; needs "
                "--prefill=replay",
                set(false));
  parser.action("prefix-ids", "1,2,3", "the same by token ids", set(true));
}

static void addStates(OptionParser &parser, RunOptions &options) {
  parser.text("load-state", "file",
              "go on from a saved state: prompts are what follows, and each of "
              "several begins there",
              options.loadState);
  parser.text("save-state", "file",
              "save the state behind the prompt and all that was generated; "
              "for a single prompt",
              options.saveState);
}

static void addOutputs(OptionParser &parser, RunOptions &options) {
  parser.text("answers", "file.jsonl",
              "write {id, tokens, text} per prompt to a file", options.answers);
  parser.text("logits", "file",
              "write the logits of every row, of a prompt under replay of its "
              "last: .npy for one prompt, .safetensors for any number",
              options.logits);
  parser.flag("json", "print {id, tokens, text} per prompt", options.json);
  parser.flag("echo", "print the prompt before its continuation", options.echo);
  parser.flag("stats", "print speed and memory to standard error",
              options.stats);
  parser.flag("profile",
              "print the time of every kernel and layer to standard error",
              options.profile);
}

static void addCheck(OptionParser &parser, RunOptions &options) {
  parser.text("check-against", "target",
              "run on a second target of the file, too, and compare logits and "
              "states",
              options.checkAgainst);
  parser.flag("per-kernel",
              "compare what every kernel computes from the same memory, and "
              "name the first that differs",
              options.perKernel);
  parser.text("check-ulps", "ulps",
              "distance that is let pass: a number for f32 and bf16, or by "
              "type as in f32=4,bf16=1 [0]",
              options.checkUlps);
  parser.text("check-dir", "folder",
              "with --per-kernel: save the tensors of the kernel that differs",
              options.checkDir);
}

static void addGeneration(OptionParser &parser, RunOptions &options) {
  constexpr uint64_t any = uint64_t(1) << 31;
  parser.number("max-tokens", "tokens to generate per prompt [128]",
                options.maxTokens, 0, any);
  parser.real("temperature", "0 takes the most likely token [0]",
              options.temperature);
  parser.real("top-p", "share of the most likely tokens to draw from [1]",
              options.topP);
  parser.number("seed", "of the random numbers [0]", options.seed, 0,
                UINT64_MAX);
  parser.flag("stop-at-eos", "stop at the end-of-text token [true]",
              options.stopAtEos);
  parser.flag("no-bos", "do not put the begin-of-text token before a text",
              options.noBos);
}

static void addMachine(OptionParser &parser, RunOptions &options) {
  constexpr uint64_t any = uint64_t(1) << 31;
  parser.number("threads", "worker threads [CPUs of this process]",
                options.threads, 1, 1024);
  parser.number("batch", "prompts that run at the same time [8]", options.batch,
                1, 65536);
  parser.number("rows", "rows that a session takes in one call [512]",
                options.rows, 1, 1 << 20);
  parser.number("chunk", "rows of one prefill call [as --rows]", options.chunk,
                1, 1 << 20);
  parser.text("prefill", "exact|replay",
              "all rows through all layers, or the layers behind the last "
              "compressed cache on the last rows of a prompt only [exact]",
              options.prefill);
  parser.number("context", "longest sequence in tokens [as needed]",
                options.context, 1, any);
  parser.bytes("engram-cache",
               "most memory for rows of Engram tables, on a CPU [tables are "
               "read in place]",
               options.engramCache);
  parser.flag("sync",
              "on a GPU, wait for every kernel, so that an error names it",
              options.sync);
  parser.flag("no-graphs",
              "on a GPU, queue kernel after kernel instead of CUDA graphs",
              options.noGraphs);
  parser.text("token-map", "file",
              "compressed token map, if the checkpoint has none",
              options.tokenMap);
  parser.text("target", "name",
              "code to run, such as cpu:v4 [best for this CPU]",
              options.target);
  parser.text("device", "cpu|cuda",
              "run the best code for this CPU or GPU [cpu]", options.device);
}

static Status refuse(const std::string &reason) {
  return Status(Code::invalidArgument, reason);
}

static Status checkChoice(const char *option, const std::string &value,
                          const char *one, const char *other) {
  if (value == one || value == other)
    return Status();
  return refuse(std::string(option) + ": expected " + one + " or " + other +
                ", found " + quoteName(value));
}

/// Options that exclude each other.
static Status checkPairs(const RunOptions &options) {
  if (options.prefix && options.prefill != "replay")
    return refuse("--prefix: expected --prefill=replay beside it, as windows "
                  "behind a cached prefix are those of a replay");
  if (options.prefix && !options.loadState.empty())
    return refuse("--prefix: expected no --load-state beside it, as the text "
                  "begins with the saved one");
  if (!options.device.empty() && !options.target.empty())
    return refuse("--device: expected no --target beside it, which names the "
                  "code to run");
  return Status();
}

/// Options of --check-against.
static Status checkCheck(const RunOptions &options) {
  if (Result<Tolerance> parsed = Tolerance::parse(options.checkUlps);
      !parsed.ok())
    return refuse("--check-ulps: " + parsed.status().message());
  if (options.perKernel && options.checkAgainst.empty())
    return refuse("--per-kernel: expected --check-against=<target> beside it");
  if (options.perKernel && options.profile)
    return refuse("--per-kernel: expected no --profile beside it, as kernels "
                  "run one by one");
  if (!options.checkDir.empty() && !options.perKernel)
    return refuse("--check-dir: expected --per-kernel beside it, which finds "
                  "the kernel");
  return Status();
}

static Status checkTogether(const RunOptions &options) {
  if (options.weights.empty())
    return refuse("expected --weights=<folder>, the checkpoint that the file "
                  "was compiled from");
  if (Status status =
          checkChoice("--prefill", options.prefill, "exact", "replay");
      !status.ok())
    return status;
  if (!options.device.empty())
    if (Status status = checkChoice("--device", options.device, "cpu", "cuda");
        !status.ok())
      return status;
  if (Status status = checkPairs(options); !status.ok())
    return status;
  if (Status status = checkCheck(options); !status.ok())
    return status;
  if (options.prompts.empty() && options.promptFile.empty())
    return refuse("no prompt; give --prompt, --prompt-ids or --prompts");
  return Status();
}

Result<bool> cedar::parseRunOptions(int argc, const char *const *argv,
                                    RunOptions &options) {
  OptionParser parser("cedar-run", "<model.cedar>",
                      "Continues prompts with a compiled model.");
  parser.text("weights", "folder", "checkpoint folder", options.weights);
  addPrompts(parser, options);
  addPrefix(parser, options);
  addStates(parser, options);
  addGeneration(parser, options);
  addOutputs(parser, options);
  addCheck(parser, options);
  addMachine(parser, options);
  Result<bool> run = parser.parse(argc, argv, options.artifact);
  if (!run.ok() || !*run)
    return run;
  if (Status status = checkTogether(options); !status.ok())
    return status;
  return true;
}
