//===- Cost.cpp - predicts what every function costs --------------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Prints figures and changes nothing.
//
//     cedar.linear %x, %w   ->   { "group": "linear", "floor_us": ..., ... }
//
//===----------------------------------------------------------------------===//

#include "passes/Cost/CostJson.h"
#include "passes/Cost/Passes.h"
#include "passes/Decision.h"

#include "mlir/Support/FileUtilities.h"
#include "llvm/Support/ToolOutputFile.h"

#define DEBUG_TYPE "cedar-cost"

using namespace mlir;

namespace cedar {

#define GEN_PASS_DEF_COST
#include "passes/Cost/Passes.h.inc"

namespace {

struct CostPass : impl::CostBase<CostPass> {
  using Base::Base;

  LogicalResult initialize(MLIRContext *context) override {
    Location loc = UnknownLoc::get(context);
    if (!findMachine(machine))
      return emitError(loc)
             << "expected 'machine' to be one of " << joinMachineNames()
             << ", found '" << machine << "'";
    if (rows < 1 || sequences < 1 || sequences > rows || contextTokens < 0 ||
        asked < 0 || asked > rows)
      return emitError(loc)
             << "expected rows >= sequences >= 1, context >= 0 and asked "
                "between 0 and rows, found rows="
             << rows.getValue() << " sequences=" << sequences.getValue()
             << " context=" << contextTokens.getValue()
             << " asked=" << asked.getValue();
    return success();
  }

  void runOnOperation() override {
    KernelNames names;
    std::vector<EntryCosts> entries = collect(names);
    std::string message;
    auto output = openOutputFile(file, &message);
    if (!output) {
      getOperation().emitError(message);
      return signalPassFailure();
    }
    print(entries, output->os());
    output->keep();
    markAllAnalysesPreserved();
  }

private:
  CostShape shape() const {
    return {rows, sequences, contextTokens, asked ? asked : sequences};
  }

  std::vector<EntryCosts> collect(KernelNames &names) {
    std::vector<EntryCosts> entries;
    for (auto function : getOperation().getOps<func::FuncOp>()) {
      EntryCosts costs(function, names);
      if (costs.sites().empty()) {
        remarkLeftAlone(DEBUG_TYPE, function, "it has no op with a cost");
        continue;
      }
      report(costs);
      entries.push_back(std::move(costs));
    }
    return entries;
  }

  void report(const EntryCosts &costs) {
    func::FuncOp function = costs.entry();
    const Machine &on = *findMachine(machine);
    Figures floor = costs.floorAt(shape(), on);
    remark::analysis(function.getLoc(),
                     decisionOf(DEBUG_TYPE, "floor", function))
        << remark::add("at least {0:f3} us on {1}", floor.seconds() * 1e6,
                       on.name)
        << remark::reason("{0} bounds most of it", floor.bound());
  }

  void print(ArrayRef<EntryCosts> entries, llvm::raw_ostream &os) {
    llvm::json::OStream json(os, /*IndentSize=*/1);
    json.object([&] {
      printMachine(json, *findMachine(machine));
      json.attributeArray("entries", [&] {
        for (const EntryCosts &costs : entries)
          json.object([&] {
            printEntry(json, costs, shape(), *findMachine(machine),
                       /*sites=*/true);
          });
      });
    });
    os << '\n';
  }
};

} // namespace

} // namespace cedar
