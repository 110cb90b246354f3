//===- cedar-inspect.cpp - facts about a .cedar file ----------------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information. SPDX-License-Identifier:
// Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Prints what is inside a .cedar file and what a session of it would need. Runs
// no code of the file and needs no checkpoint; to run a model use cedar-run.
//
//===----------------------------------------------------------------------===//

#include "tools/cedar-inspect/Facts.h"
#include "tools/cedar-inspect/Print.h"
#include "tools/runtime-lib/OptionParser.h"

#include <cstdio>

using namespace cedar;
using namespace cedar::rt;

namespace {

struct InspectOptions {
  std::string artifact;
  bool json = false, verify = false;
  PrintOptions print;
  uint64_t rows = 0, outRows = 0, sequences = 0, context = 0, tokens = 0,
           threads = 1;
};

} // namespace

static Result<bool> parseOptions(int argc, const char *const *argv,
                                 InspectOptions &options) {
  OptionParser parser("cedar-inspect", "<model.cedar>",
                      "Prints what is inside a compiled model.");
  parser.flag("json", "print everything as one JSON object", options.json);
  parser.flag("verify", "compare every blob with its checksum", options.verify);
  parser.flag("weights", "list every weight [false]", options.print.weights);
  parser.flag("kernels", "list every kernel [true]", options.print.kernels);
  parser.number("rows", "memory need: rows of one call [512]", options.rows, 1,
                UINT32_MAX);
  parser.number("out-rows", "memory need: rows with logits [sequences]",
                options.outRows, 1, UINT32_MAX);
  parser.number("sequences", "memory need: sequences [1]", options.sequences, 1,
                UINT32_MAX);
  parser.number("context", "memory need: longest sequence [max_positions]",
                options.context, 1, UINT32_MAX);
  parser.number("tokens",
                "memory need: tokens over all sequences [sequences * context]",
                options.tokens, 1, UINT64_MAX);
  parser.number("threads", "memory need: threads [1]", options.threads, 1,
                1024);
  return parser.parse(argc, argv, options.artifact);
}

static cedar_session_options sessionOf(const InspectOptions &options) {
  cedar_session_options session{};
  session.max_rows = uint32_t(options.rows);
  session.max_out_rows = uint32_t(options.outRows);
  session.max_sequences = uint32_t(options.sequences);
  session.context = uint32_t(options.context);
  session.max_tokens = options.tokens;
  session.threads = uint32_t(options.threads);
  return session;
}

static Status inspect(const InspectOptions &options) {
  Result<ArtifactReader> artifact = ArtifactReader::open(options.artifact);
  if (!artifact.ok())
    return artifact.status();
  if (options.verify)
    if (Status status = artifact->verifyBlobs(); !status.ok())
      return status;
  Result<nlohmann::ordered_json> facts =
      collectFacts(*artifact, sessionOf(options));
  if (!facts.ok())
    return facts.status();
  if (options.verify)
    (*facts)["verified"] = true;
  if (options.json)
    std::printf("%s\n", facts->dump(2).c_str());
  else
    printFacts(*facts, options.print);
  return Status();
}

int main(int argc, char **argv) {
  InspectOptions options;
  Result<bool> parsed = parseOptions(argc, argv, options);
  if (!parsed.ok() || !*parsed)
    return reportExit("cedar-inspect", parsed.status(), exitUsage);
  try {
    return reportExit("cedar-inspect", inspect(options));
  } catch (const std::exception &error) {
    return reportExit("cedar-inspect", Status(Code::internal, error.what()));
  }
}
