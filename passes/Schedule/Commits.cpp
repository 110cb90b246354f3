//===- Commits.cpp - what commits the rows that entries stage -------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An entry leaves rows of a ring in its stage; a commit writes the accepted
// ones to the ring. Committing a ring that the entry has not staged would write
// rows of an earlier call, so entries that stage different rings have different
// commits.
//
//===----------------------------------------------------------------------===//

#include "passes/Schedule/EntryBuilder.h"

#include "llvm/ADT/MapVector.h"

using namespace mlir;

namespace cedar {

/// The arguments of a commit.
static constexpr StringLiteral commitArguments[] = {
    "positions", "sequence", "length", "slots", "accepted"};

/// The rings that an entry stages, in the order of the module.
static SmallVector<StateOp> stagedRings(func::FuncOp entry) {
  llvm::DenseSet<Operation *> staged;
  entry.walk([&](StateStageOp op) {
    if (StateOp state = stateOf(op.getState()))
      staged.insert(state);
  });
  SmallVector<StateOp> rings;
  for (auto state : entry->getParentOfType<ModuleOp>().getOps<StateOp>())
    if (staged.contains(state))
      rings.push_back(state);
  return rings;
}

/// An entry with named arguments of i32 rows, without a body yet.
static func::FuncOp createCommit(OpBuilder &b, StringRef name) {
  auto rows = RankedTensorType::get({ShapedType::kDynamic}, b.getI32Type());
  SmallVector<Type> types(std::size(commitArguments), rows);
  auto entry = func::FuncOp::create(b, NameLoc::get(b.getStringAttr(name)),
                                    name, b.getFunctionType(types, {}));
  entry->setAttr("cedar.entry", b.getUnitAttr());
  for (auto [index, argument] : llvm::enumerate(commitArguments))
    entry.setArgAttr(index, "cedar.name", b.getStringAttr(argument));
  return entry;
}

static void fillCommit(func::FuncOp entry, ArrayRef<StateOp> rings) {
  auto b = OpBuilder::atBlockEnd(entry.addEntryBlock());
  for (StateOp state : rings) {
    Location loc = NameLoc::get(state.getSymNameAttr());
    SmallVector<Value> operands(entry.getArguments());
    operands.push_back(
        StateRefOp::create(b, loc, cast<StateType>(state.getType()),
                           FlatSymbolRefAttr::get(state.getSymNameAttr())));
    StateCommitOp::create(b, loc, TypeRange(), operands);
  }
  func::ReturnOp::create(b, entry.getLoc());
}

void buildCommits(ModuleOp module, StringRef main) {
  SymbolTable symbols(module);
  OpBuilder b(module.getContext());
  SmallVector<std::pair<SmallVector<StateOp>, func::FuncOp>> commits;
  auto commitOf = [&](func::FuncOp entry, StringRef name) {
    SmallVector<StateOp> rings = stagedRings(entry);
    for (auto &[other, commit] : commits)
      if (other == rings)
        return commit;
    func::FuncOp commit = createCommit(b, name);
    symbols.insert(commit);
    fillCommit(commit, rings);
    commits.emplace_back(rings, commit);
    return commit;
  };
  auto entries = llvm::to_vector(module.getOps<func::FuncOp>());
  auto *first = llvm::find_if(
      entries, [&](func::FuncOp entry) { return entry.getName() == main; });
  if (first != entries.end())
    std::rotate(entries.begin(), first, first + 1);
  for (func::FuncOp entry : entries) {
    std::string name =
        commits.empty() ? "commit" : ("commit_" + entry.getName()).str();
    entry->setAttr(commitAttrName,
                   FlatSymbolRefAttr::get(commitOf(entry, name).getNameAttr()));
  }
}

} // namespace cedar
