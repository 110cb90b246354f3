//===- cedar-translate.cpp - checkpoints into IR --------------------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//     cedar-translate --import-hf <folder> [-o model.mlir] [--emit-bytecode]
//
// Prints the module of a checkpoint folder. It reads no weight payload. To go
// on with passes use cedar-opt, to compile in one step cedar-compile, to judge
// a folder cedar-check.
//
//===----------------------------------------------------------------------===//

#include "dialect/Cedar/Import/ImportHF.h"
#include "tools/lib/RegisterAll.h"
#include "tools/lib/ToolDiagnostics.h"

#include "mlir/Bytecode/BytecodeWriter.h"
#include "mlir/IR/AsmState.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Support/FileUtilities.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/ToolOutputFile.h"
#include "llvm/Support/WithColor.h"

using namespace mlir;
namespace cl = llvm::cl;

static cl::OptionCategory category("cedar-translate options");

static cl::opt<std::string> folder("import-hf", cl::Required,
                                   cl::desc("The checkpoint folder to import"),
                                   cl::value_desc("folder"), cl::cat(category));
static cl::opt<std::string> outputFile("o", cl::init("-"),
                                       cl::desc("Where to write the module"),
                                       cl::value_desc("file"),
                                       cl::cat(category));
static cl::opt<bool> emitBytecode("emit-bytecode",
                                  cl::desc("Write bytecode instead of text"),
                                  cl::cat(category));
static cl::opt<int64_t> pageTokens(
    "page-tokens", cl::init(cedar::ImportOptions().minPageTokens),
    cl::desc("Tokens that a page of a compressed cache covers, at least"),
    cl::cat(category));

static cl::opt<std::string> csa2Plan(
    "csa2-plan", cl::value_desc("plan"),
    cl::desc(
        "Attention modes instead of those of config.json: reuse-every=<n>, "
        "or one per layer, window*2,full/2,reindex,reuse*3"),
    cl::cat(category));

static LogicalResult write(ModuleOp module) {
  std::string message;
  auto output = openOutputFile(outputFile, &message);
  if (!output) {
    llvm::WithColor::error(llvm::errs(), "cedar-translate") << message << "\n";
    return failure();
  }
  if (emitBytecode) {
    if (failed(writeBytecodeToFile(module, output->os())))
      return failure();
  } else {
    module.print(output->os());
  }
  output->keep();
  return success();
}

int main(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  registerAsmPrinterCLOptions();
  cl::HideUnrelatedOptions(category);
  cl::ParseCommandLineOptions(argc, argv, "Cedar's importer of checkpoints\n");
  if (pageTokens < 1) {
    llvm::WithColor::error(llvm::errs(), "cedar-translate")
        << "--page-tokens: expected at least 1, found " << pageTokens << "\n";
    return 1;
  }

  DialectRegistry registry;
  cedar::registerAllCedarDialects(registry);
  MLIRContext context(registry, MLIRContext::Threading::DISABLED);
  cedar::ToolDiagnosticHandler handler(&context, "cedar-translate");
  cedar::ImportOptions options;
  options.minPageTokens = pageTokens;
  options.csa2Plan = csa2Plan;
  auto module = cedar::importHF(folder, &context, options);
  return module && succeeded(write(*module)) ? 0 : 1;
}
