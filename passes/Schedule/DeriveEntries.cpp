//===- DeriveEntries.cpp - the entry points of an artifact ----------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every entry that computes is a copy of `@forward`; `@commit` is built from
// the ring states. Legal after the expansion, when `@forward` holds primitives.
//
//     @forward   becomes   @prefill_exact, @decode, @commit
//
//===----------------------------------------------------------------------===//

#include "dialect/Cedar/IR/CedarOps.h"
#include "passes/Schedule/Passes.h"

#include "mlir/IR/Remarks.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/DebugLog.h"

#define DEBUG_TYPE "cedar-derive-entries"

using namespace mlir;

namespace cedar {

#define GEN_PASS_DEF_DERIVEENTRIES
#include "passes/Schedule/Passes.h.inc"

/// The arguments of `@commit`.
static constexpr StringLiteral commitArguments[] = {
    "positions", "sequence", "length", "slots", "accepted"};

/// An entry function with named arguments of i32 rows, without a body yet.
static func::FuncOp createCommit(OpBuilder &b) {
  auto rows = RankedTensorType::get({ShapedType::kDynamic}, b.getI32Type());
  SmallVector<Type> types(std::size(commitArguments), rows);
  auto entry = func::FuncOp::create(b, NameLoc::get(b.getStringAttr("commit")),
                                    "commit", b.getFunctionType(types, {}));
  entry->setAttr("cedar.entry", b.getUnitAttr());
  for (auto [index, name] : llvm::enumerate(commitArguments))
    entry.setArgAttr(index, "cedar.name", b.getStringAttr(name));
  return entry;
}

/// Commits every ring of the module, in its order.
static void fillCommit(func::FuncOp entry) {
  auto b = OpBuilder::atBlockEnd(entry.addEntryBlock());
  for (auto state : entry->getParentOfType<ModuleOp>().getOps<StateOp>()) {
    auto type = cast<StateType>(state.getType());
    if (type.getKind() != StateKind::Ring)
      continue;
    Location loc = NameLoc::get(state.getSymNameAttr());
    SmallVector<Value> operands(entry.getArguments());
    operands.push_back(StateRefOp::create(
        b, loc, type, FlatSymbolRefAttr::get(state.getSymNameAttr())));
    StateCommitOp::create(b, loc, TypeRange(), operands);
  }
  func::ReturnOp::create(b, entry.getLoc());
}

namespace {

struct DeriveEntriesPass : impl::DeriveEntriesBase<DeriveEntriesPass> {
  using Base::Base;

  void runOnOperation() override {
    auto forward = getOperation().lookupSymbol<func::FuncOp>("forward");
    if (!forward) {
      getOperation().emitError("expected a function @forward to derive entries "
                               "from, found none");
      return signalPassFailure();
    }
    for (StringRef name : names())
      if (failed(derive(forward, name)))
        return signalPassFailure();
    forward.erase();
  }

private:
  SmallVector<StringRef> names();
  LogicalResult derive(func::FuncOp forward, StringRef name);
};

} // namespace

SmallVector<StringRef> DeriveEntriesPass::names() {
  if (entries.empty())
    return {"prefill_exact", "decode", "commit"};
  return SmallVector<StringRef>(entries.begin(), entries.end());
}

LogicalResult DeriveEntriesPass::derive(func::FuncOp forward, StringRef name) {
  OpBuilder b(forward);
  if (getOperation().lookupSymbol(name))
    return forward.emitError("expected no symbol @")
           << name << " before entries are derived, found one";
  StringRef reason;
  if (name == "commit") {
    fillCommit(createCommit(b));
    reason = "one state_commit for each ring";
  } else if (name == "prefill_exact" || name == "decode") {
    cast<func::FuncOp>(b.clone(*forward)).setName(name);
    reason = "all rows of all layers";
  } else {
    return forward.emitError("expected entries of prefill_exact, decode and "
                             "commit, found '")
           << name << "'";
  }
  LDBG() << "derived " << name;
  remark::passed(
      forward.getLoc(),
      remark::RemarkOpts::name("derived").category(DEBUG_TYPE).function(name))
      << remark::add("derived @{0} from @forward", name)
      << remark::reason("{0}", reason);
  return success();
}

} // namespace cedar
