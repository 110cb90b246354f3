//===- Explain.cpp - the story of one layer or op -------------------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Entries repeat most decisions: equal ones are told once, with the list of the
// entries. What was decided for whole entries when they were derived (on which
// rows they run), and what was refused for the whole model, belongs to every
// story.
//
//===----------------------------------------------------------------------===//

#include "codegen/Driver/Explain.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringMap.h"

using namespace mlir;

namespace cedar {

namespace {

/// What is asked for: a path, an op, or both.
struct Subject {
  std::string path, op;

  Subject(StringRef name, const llvm::SetVector<StringRef> &ops);
  bool isNothing() const { return path.empty() && op.empty(); }
  bool concerns(const Decision &decision) const;

private:
  bool concernsPath(const Decision &decision) const;
  bool concernsOp(const Decision &decision) const {
    return op.empty() || llvm::is_contained(decision.topics, op);
  }
};

} // namespace

/// "layers.3" of "layer 3", "layers.3" or "3"; others as they are.
static std::string pathNamed(StringRef name) {
  StringRef rest = name;
  if (!rest.consume_front("layers."))
    rest.consume_front("layer");
  uint64_t number;
  if (!rest.trim().getAsInteger(10, number))
    return "layers." + std::to_string(number);
  return name.str();
}

Subject::Subject(StringRef name, const llvm::SetVector<StringRef> &ops) {
  auto [front, back] = name.trim().rsplit('/');
  StringRef last = back.empty() ? front : back;
  last.consume_front("cedar.");
  if (!back.empty() || ops.contains(last))
    op = last.str();
  if (!back.empty() || op.empty())
    path = pathNamed(front);
}

/// Whether `inner` is `outer` or a part of it.
static bool isWithin(StringRef inner, StringRef outer) {
  return inner.consume_front(outer) &&
         (inner.empty() || inner.starts_with("."));
}

bool Subject::concernsPath(const Decision &decision) const {
  return path.empty() || llvm::any_of(decision.paths, [&](StringRef other) {
           return isWithin(other, path) || isWithin(path, other);
         });
}

/// Whether a decision is about entries or the model rather than about ops.
static bool isGeneral(const Decision &decision) {
  bool ofEntry =
      decision.phase == Phase::Schedule && !decision.function.empty();
  return decision.topics.empty() && (ofEntry || decision.kind == "missed");
}

bool Subject::concerns(const Decision &decision) const {
  if (isGeneral(decision))
    return decision.paths.empty() || concernsPath(decision);
  return concernsPath(decision) && concernsOp(decision);
}

/// All that is the same where a decision is told once for several entries.
static std::string keyOf(const Decision &decision) {
  std::string key;
  llvm::raw_string_ostream os(key);
  os << int(decision.phase) << '\n' << decision.pass << '\n' << decision.name;
  os << '\n' << llvm::join(decision.paths, ",") << '\n' << decision.text;
  os << '\n' << decision.reason << '\n' << decision.suggestion;
  return key;
}

namespace {

/// A decision and the entries in which it was taken.
struct Told {
  const Decision *decision;
  llvm::SetVector<StringRef> entries;

  void print(llvm::raw_ostream &os) const {
    os << "  [" << decision->kind << "] " << decision->pass << ", "
       << decision->name;
    if (!decision->paths.empty())
      os << ", " << llvm::join(decision->paths, " + ");
    if (!entries.empty())
      os << ", in @" << llvm::join(entries, ", @");
    os << "\n    " << decision->text << '\n';
    if (!decision->reason.empty())
      os << "    because " << decision->reason << '\n';
    if (!decision->suggestion.empty())
      os << "    to change it: " << decision->suggestion << '\n';
  }
};

/// Ops and paths of a trace.
struct Names {
  llvm::SetVector<StringRef> ops, paths;

  explicit Names(const DecisionTrace &trace) {
    for (const Decision &decision : trace.decisions()) {
      ops.insert(decision.topics.begin(), decision.topics.end());
      paths.insert(decision.paths.begin(), decision.paths.end());
    }
  }

  llvm::Error unknown(StringRef name) const;
};

} // namespace

/// Names the three that differ in the fewest letters.
llvm::Error Names::unknown(StringRef name) const {
  std::string asPath = pathNamed(name);
  SmallVector<std::pair<unsigned, StringRef>> near;
  for (StringRef path : paths)
    near.emplace_back(path.edit_distance(asPath), path);
  for (StringRef op : ops)
    near.emplace_back(op.edit_distance(name), op);
  llvm::sort(near);
  near.truncate(std::min<size_t>(near.size(), 3));
  return llvm::createStringError(
      "--explain: expected a layer, a path or an op of the model, found '" +
      name + "'; the nearest names are " +
      llvm::join(llvm::make_second_range(near), ", "));
}

static void printStory(ArrayRef<Told> story, llvm::raw_ostream &os) {
  std::optional<Phase> phase;
  for (const Told &told : story) {
    if (phase != told.decision->phase) {
      phase = told.decision->phase;
      const PhaseInfo &info = getPhaseInfo(*phase);
      os << "phase " << info.name << ": " << info.summary << '\n';
    }
    told.print(os);
  }
}

llvm::Error explain(const DecisionTrace &trace, StringRef name,
                    llvm::raw_ostream &os) {
  Names names(trace);
  Subject subject(name, names.ops);
  if (subject.isNothing())
    return names.unknown(name);
  SmallVector<Told> story;
  llvm::StringMap<size_t> places;
  bool found = false;
  for (const Decision &decision : trace.decisions()) {
    if (!subject.concerns(decision))
      continue;
    found |= !isGeneral(decision);
    auto [place, isNew] = places.try_emplace(keyOf(decision), story.size());
    if (isNew)
      story.push_back({&decision, {}});
    Told &told = story[place->second];
    if (!decision.function.empty())
      told.entries.insert(decision.function);
  }
  if (!found)
    return names.unknown(name);
  printStory(story, os);
  return llvm::Error::success();
}

} // namespace cedar
