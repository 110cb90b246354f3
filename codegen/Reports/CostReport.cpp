//===- CostReport.cpp - what a compiled model costs ---------------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "codegen/Reports/CostReport.h"

#include "codegen/Reports/DenseBaseline.h"
#include "dialect/Cedar/IR/EntryAttributes.h"
#include "passes/Cost/CostJson.h"

using namespace mlir;

namespace cedar {

static double milliseconds(const Figures &figures) {
  return figures.seconds() * 1e3;
}

namespace {

class CostReport {
public:
  CostReport(ModuleOp module, const CostReportOptions &options,
             llvm::raw_ostream &os)
      : module(module), options(options), machine(*options.machine),
        json(os, /*IndentSize=*/1) {
    for (auto function : module.getOps<func::FuncOp>())
      if (function->hasAttr("cedar.entry"))
        entries.emplace_back(function, names);
    if (auto most = module->getAttrOfType<IntegerAttr>("cedar.max_positions"))
      mostPositions = most.getInt();
  }

  void print();

private:
  /// The sizes up to what the model can hold; that itself if all are larger.
  std::vector<int64_t> withinModel(ArrayRef<int64_t> sizes) const;
  const EntryCosts *find(StringRef name) const;
  /// What prefills a prompt: the replay form if there is one.
  const EntryCosts &prefill() const;

  void printEntries();
  void printCalls();
  void printCases();
  void printCase(const EntryCosts &entry, const CostShape &shape);
  void printPrompts();
  void printPrompt(int64_t tokens);
  Figures chunked(const EntryCosts &entry, int64_t tokens) const;
  Figures finish(int64_t tokens) const;
  void printQueries();
  void printQuery(StringRef name, const Figures &ours, const Figures &dense,
                  double rows);

  ModuleOp module;
  const CostReportOptions &options;
  const Machine &machine;
  llvm::json::OStream json;
  KernelNames names;
  std::vector<EntryCosts> entries;
  int64_t mostPositions = std::numeric_limits<int64_t>::max();
};

} // namespace

void CostReport::print() {
  json.object([&] {
    json.attribute("version", 1);
    printMachine(json, machine);
    CacheTerms terms = cacheTermsOf(module);
    printCacheTerms(json, "global_cache", terms);
    if (options.cachePlan) {
      printCacheTerms(json, "cache_plan", *options.cachePlan);
      if (!terms.empty())
        json.attribute("cache_plan_ratio", bytesPerToken(*options.cachePlan) /
                                               bytesPerToken(terms));
    }
    printPrompts();
    printQueries();
    printCases();
    printEntries();
    printCalls();
  });
  json.flush();
}

//===----------------------------------------------------------------------===//
// Sizes
//===----------------------------------------------------------------------===//

std::vector<int64_t> CostReport::withinModel(ArrayRef<int64_t> sizes) const {
  std::vector<int64_t> fitting;
  llvm::copy_if(sizes, std::back_inserter(fitting),
                [&](int64_t size) { return size <= mostPositions; });
  if (fitting.empty())
    fitting.push_back(mostPositions);
  return fitting;
}

const EntryCosts *CostReport::find(StringRef name) const {
  for (const EntryCosts &entry : entries)
    if (func::FuncOp(entry.entry()).getName() == name)
      return &entry;
  return nullptr;
}

const EntryCosts &CostReport::prefill() const {
  const EntryCosts *replay = find("prefill_replay");
  return replay ? *replay : *find("prefill_exact");
}

/// `rows` rows of each of `sequences` sequences that end at `context` tokens.
static CostShape endingAt(int64_t context, int64_t rows, int64_t sequences) {
  rows = std::min(rows, context);
  return {rows * sequences, sequences, context - rows, sequences};
}

/// Most rows of a sequence in one call of `entry`, or 0 if it takes any number.
static int64_t mostRows(const EntryCosts &entry) {
  auto most =
      func::FuncOp(entry.entry())->getAttrOfType<IntegerAttr>(maxRowsAttrName);
  return most ? most.getInt() : 0;
}

//===----------------------------------------------------------------------===//
// Single calls
//===----------------------------------------------------------------------===//

/// Where the time of one call of each entry goes, down to the ops.
void CostReport::printEntries() {
  int64_t context = withinModel(options.contexts).front();
  json.attributeArray("entries", [&] {
    for (const EntryCosts &entry : entries) {
      int64_t rows = mostRows(entry) ? mostRows(entry) : options.chunk;
      json.object([&] {
        printEntry(json, entry, endingAt(context, rows, 1), machine,
                   /*sites=*/true);
      });
    }
  });
}

/// The same for the calls that were asked for, of each entry that takes them.
void CostReport::printCalls() {
  if (options.calls.empty())
    return;
  json.attributeArray("calls", [&] {
    for (const CostShape &shape : options.calls)
      for (const EntryCosts &entry : entries)
        if (!mostRows(entry) || shape.rows <= mostRows(entry) * shape.sequences)
          json.object(
              [&] { printEntry(json, entry, shape, machine, /*sites=*/true); });
  });
}

/// Entries of few rows with every batch, the others with one chunk of a prompt.
void CostReport::printCases() {
  json.attributeArray("cases", [&] {
    for (const EntryCosts &entry : entries)
      for (int64_t context : withinModel(options.contexts)) {
        int64_t rows = mostRows(entry);
        if (!rows)
          printCase(entry, endingAt(context, options.chunk, 1));
        else
          for (int64_t batch : options.batches)
            printCase(entry, endingAt(context, rows, batch));
      }
  });
}

void CostReport::printCase(const EntryCosts &entry, const CostShape &shape) {
  EntryFigures figures = entry.at(shape, machine);
  json.object([&] {
    json.attribute("entry", func::FuncOp(entry.entry()).getName());
    json.attribute("rows", shape.rows);
    json.attribute("sequences", shape.sequences);
    json.attribute("context", shape.context + shape.rows / shape.sequences);
    json.attribute("floor_ms", milliseconds(figures.fused));
    json.attribute("planned_ms", milliseconds(figures.planned));
    json.attribute("rows_per_s", double(shape.rows) / figures.fused.seconds());
    printFigures(json, figures.fused);
    printTable(json, "groups", "group", figures.groups);
  });
}

//===----------------------------------------------------------------------===//
// Whole prompts
//===----------------------------------------------------------------------===//

/// A prompt in chunks from an empty cache.
Figures CostReport::chunked(const EntryCosts &entry, int64_t tokens) const {
  Figures sum;
  for (int64_t begin = 0; begin < tokens; begin += options.chunk) {
    int64_t end = std::min(begin + options.chunk, tokens);
    sum += entry.floorAt(endingAt(end, end - begin, 1), machine);
  }
  return sum;
}

/// What replay runs once at a prompt's end.
Figures CostReport::finish(int64_t tokens) const {
  const EntryCosts *replay = find("replay");
  return replay
             ? replay->floorAt(endingAt(tokens, mostRows(*replay), 1), machine)
             : Figures();
}

void CostReport::printPrompts() {
  if (!find("prefill_exact"))
    return;
  json.attributeArray("prompts", [&] {
    for (int64_t tokens : withinModel(options.prompts))
      json.object([&] { printPrompt(tokens); });
  });
}

void CostReport::printPrompt(int64_t tokens) {
  Figures chunks = chunked(prefill(), tokens), last = finish(tokens);
  Figures exact = chunked(*find("prefill_exact"), tokens);
  CostShape end = endingAt(tokens, options.chunk, 1);
  Figures chunk = prefill().floorAt(end, machine);
  Figures full = find("prefill_exact")->floorAt(end, machine);
  json.attribute("tokens", tokens);
  json.attribute("chunk_ms", milliseconds(chunk));
  json.attribute("chunk_full_depth_ms", milliseconds(full));
  json.attribute("chunk_ratio", full.seconds() / chunk.seconds());
  json.attribute("chunks_ms", milliseconds(chunks));
  json.attribute("replay_ms", milliseconds(last));
  json.attribute("full_depth_ms", milliseconds(exact));
  json.attribute("gain", exact.seconds() / (chunks.seconds() + last.seconds()));
}

//===----------------------------------------------------------------------===//
// Single rows beside dense attention
//===----------------------------------------------------------------------===//

void CostReport::printQueries() {
  const EntryCosts *exact = find("prefill_exact"), *decode = find("decode");
  if (!exact || !decode)
    return;
  json.attributeArray("queries", [&] {
    for (int64_t context : withinModel(options.queries)) {
      CostShape chunk = endingAt(context, options.chunk, 1);
      CostShape one = endingAt(context, 1, 1);
      json.object([&] {
        json.attribute("context", context);
        printQuery("prefill", prefill().floorAt(chunk, machine),
                   denseBaseline(*exact, chunk, machine), double(chunk.rows));
        printQuery("decode", decode->floorAt(one, machine),
                   denseBaseline(*decode, one, machine), 1);
      });
    }
  });
}

/// One row's share of `ours` and of `dense`, calls of `rows` rows.
void CostReport::printQuery(StringRef name, const Figures &ours,
                            const Figures &dense, double rows) {
  double weighted = weightedFlops(ours.cost) / rows;
  double denseWeighted = weightedFlops(dense.cost) / rows;
  double bytes = ours.cost.totalBytes() / rows;
  double denseBytes = dense.cost.totalBytes() / rows;
  json.attributeObject(name, [&] {
    json.attribute("weighted_flops", weighted);
    json.attribute("dense_weighted_flops", denseWeighted);
    json.attribute("flops_ratio", denseWeighted / weighted);
    json.attribute("bytes", bytes);
    json.attribute("dense_bytes", denseBytes);
    json.attribute("bytes_ratio", denseBytes / bytes);
    json.attribute("floor_us", ours.seconds() * 1e6 / rows);
    json.attribute("dense_floor_us", dense.seconds() * 1e6 / rows);
  });
}

void printCostReport(ModuleOp module, const CostReportOptions &options,
                     llvm::raw_ostream &os) {
  CostReport(module, options, os).print();
  os << '\n';
}

} // namespace cedar
