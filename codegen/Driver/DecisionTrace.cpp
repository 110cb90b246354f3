//===- DecisionTrace.cpp - what the passes decided, as data ---------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// {"version": 1, "decisions": [{
//    "phase", "pass", "decision", "name", "entry", "path", "op",
//    "text", "reason", "suggestion", "figures"}, ...]}
//
// `path` and `op` are lists. Members without a value are left out.
//
//===----------------------------------------------------------------------===//

#include "codegen/Driver/DecisionTrace.h"

#include "dialect/Cedar/IR/LayerPath.h"
#include "passes/Decision.h"
#include "llvm/Support/JSON.h"

using namespace mlir;

namespace cedar {

namespace {

class TraceStreamer : public remark::detail::MLIRRemarkStreamerBase {
public:
  explicit TraceStreamer(DecisionTrace &trace) : trace(trace) {}

  void streamOptimizationRemark(const remark::detail::Remark &r) override {
    trace.add(r);
  }

private:
  DecisionTrace &trace;
};

} // namespace

StringRef Decision::figure(StringRef key) const {
  for (const auto &[name, value] : figures)
    if (name == key)
      return value;
  return "";
}

std::unique_ptr<remark::detail::MLIRRemarkStreamerBase>
DecisionTrace::makeStreamer() {
  return std::make_unique<TraceStreamer>(*this);
}

static StringRef kindOf(const remark::detail::Remark &remark) {
  switch (remark.getRemarkType()) {
  case llvm::remarks::Type::Passed:
    return "passed";
  case llvm::remarks::Type::Missed:
    return "missed";
  case llvm::remarks::Type::Failure:
    return "failure";
  default:
    return "analysis";
  }
}

/// "a, b" as a list without repetitions.
static std::vector<std::string> splitNames(StringRef text) {
  std::vector<std::string> names;
  SmallVector<StringRef> parts;
  text.split(parts, ", ", /*MaxSplit=*/-1, /*KeepEmpty=*/false);
  for (StringRef part : parts)
    if (!llvm::is_contained(names, part))
      names.push_back(part.str());
  return names;
}

/// Files one argument of a remark.
static void addArgument(Decision &decision, StringRef key, StringRef value) {
  if (key == "Remark")
    decision.text += value;
  else if (key == "Reason")
    decision.reason += value;
  else if (key == "Suggestion")
    decision.suggestion += value;
  else if (key == topicKey)
    decision.topics = splitNames(value);
  else if (key == whereKey)
    decision.paths = splitNames(value);
  else
    decision.figures.emplace_back(key, value);
}

void DecisionTrace::add(const remark::detail::Remark &remark) {
  Decision decision{current, remark.getCombinedCategoryName().str(),
                    kindOf(remark).str(), remark.getRemarkName().str(),
                    remark.getFunction().str()};
  if (decision.function == "<unknown function>")
    decision.function.clear();
  // Modules and functions have locations of their own, named like them.
  for (StringRef path : layerPathsOf(remark.getLocation()))
    if (!decision.function.empty() && path != decision.function)
      decision.paths.push_back(path.str());
  for (const remark::detail::Remark::Arg &argument : remark.getArgs())
    addArgument(decision, argument.key, argument.val);
  list.push_back(std::move(decision));
}

static void printText(llvm::json::OStream &json, StringRef key,
                      StringRef value) {
  if (!value.empty())
    json.attribute(key, llvm::json::fixUTF8(value));
}

static void printList(llvm::json::OStream &json, StringRef key,
                      ArrayRef<std::string> values) {
  if (!values.empty())
    json.attributeArray(key, [&] {
      for (const std::string &value : values)
        json.value(llvm::json::fixUTF8(value));
    });
}

/// Numbers as numbers.
static void printFigures(llvm::json::OStream &json, const Decision &decision) {
  if (decision.figures.empty())
    return;
  json.attributeObject("figures", [&] {
    for (const auto &[key, value] : decision.figures) {
      int64_t number;
      if (!StringRef(value).getAsInteger(10, number))
        json.attribute(key, number);
      else
        json.attribute(key, llvm::json::fixUTF8(value));
    }
  });
}

static void printDecision(llvm::json::OStream &json, const Decision &decision) {
  printText(json, "phase", getPhaseInfo(decision.phase).name);
  printText(json, "pass", decision.pass);
  printText(json, "decision", decision.kind);
  printText(json, "name", decision.name);
  printText(json, "entry", decision.function);
  printList(json, "path", decision.paths);
  printList(json, "op", decision.topics);
  printText(json, "text", decision.text);
  printText(json, "reason", decision.reason);
  printText(json, "suggestion", decision.suggestion);
  printFigures(json, decision);
}

void DecisionTrace::printJson(llvm::raw_ostream &os) const {
  llvm::json::OStream json(os, /*IndentSize=*/1);
  json.object([&] {
    json.attribute("version", 1);
    json.attributeArray("decisions", [&] {
      for (const Decision &decision : list)
        json.object([&] { printDecision(json, decision); });
    });
  });
  os << '\n';
}

} // namespace cedar
