//===- KernelTable.cpp - what to do next --------------------------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information. SPDX-License-Identifier:
// Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tools/cedar-bench/KernelTable.h"

#include "tools/runtime-lib/Require.h"

#include <algorithm>

using namespace cedar;
using rt::Code;
using rt::Status;

void Series::append(const LaunchProfile::Sum &sum, uint32_t calls) {
  seconds.push_back(double(sum.nanoseconds) / 1e9 / calls);
  launches = double(sum.launches) / calls;
}

double Series::median() const {
  std::vector<double> sorted = seconds;
  std::sort(sorted.begin(), sorted.end());
  return sorted[sorted.size() / 2];
}

static bool isSum(const LaunchProfile::Key &key) { return key.name == "all"; }

void cedar::checkLaunches(const SeriesByKernel &kernels) {
  for (const auto &[key, series] : kernels) {
    double known = series.cost.launches;
    if (isSum(key) || known == 0 || known == series.launches)
      continue;
    require(Status(Code::incompatible,
                   "--report: '" + key.name + "' of '" + key.entry + "' has " +
                       std::to_string(uint64_t(known)) + " launches there, " +
                       std::to_string(uint64_t(series.launches)) +
                       " here; make it from the same checkpoint with the same "
                       "options"));
  }
}

static void refuse(const Load &load) {
  CallSize size = load.size();
  require(Status(Code::notFound,
                 "--report: no call of '" + load.name() +
                     "'; make one with cedar-compile --report-calls=" +
                     std::to_string(size.rows) + ":" +
                     std::to_string(size.sequences) + ":" +
                     std::to_string(size.context)));
}

void cedar::addCosts(const Floors &floors, const Load &load,
                     std::map<std::string, Cost> EntryFloor::*costs,
                     SeriesByKernel &series) {
  bool any = floors.empty();
  std::map<LaunchProfile::Key, Cost> sums;
  for (auto &[key, times] : series) {
    const EntryFloor *entry = floors.find(key.entry, load.size());
    any |= entry != nullptr;
    if (!entry || isSum(key))
      continue;
    const std::map<std::string, Cost> &known = entry->*costs;
    auto found = known.find(key.name);
    if (found == known.end())
      continue; // a launch that stands for no operation of the model
    times.cost = found->second;
    sums[allOf(key.entry)] += times.cost;
    sums[allOf("")] += times.cost;
  }
  if (!any)
    refuse(load);
  for (const auto &[key, cost] : sums)
    series[key].cost = cost;
}

KernelTable::KernelTable(const Load &load, const SeriesByKernel &kernels)
    : load_(load.name()), whole_(kernels.at(allOf(""))) {
  for (const auto &[key, series] : kernels)
    if (!isSum(key))
      rows_.push_back({key, series, series.median() - series.cost.seconds});
  std::sort(rows_.begin(), rows_.end(), [](const Row &a, const Row &b) {
    return a.above != b.above ? a.above > b.above : a.key < b.key;
  });
}

/// A quotient, or a dash where one of both is not known.
static std::string quotient(double a, double b, const char *format) {
  if (a <= 0 || b <= 0)
    return "-";
  char text[32];
  std::snprintf(text, sizeof text, format, a / b);
  return text;
}

void KernelTable::printRow(std::FILE *file, const Row &row,
                           const MachineRates &measured) const {
  double seconds = row.series.median();
  const Cost &cost = row.series.cost;
  std::fprintf(
      file,
      "%-14s %-22s %8.0f %10.2f %6.1f%% %10.2f %10.2f %8s %9s %8s %9s %8s\n",
      row.key.entry.c_str(), row.key.name.c_str(), row.series.launches,
      seconds * 1e6, 100 * seconds / whole_.median(), cost.seconds * 1e6,
      row.above * 1e6, quotient(seconds, cost.seconds, "%.1f").c_str(),
      quotient(cost.bytes / 1e9, seconds, "%.1f").c_str(),
      quotient(100 * cost.bytes / seconds, measured.copyBytes, "%.1f%%")
          .c_str(),
      quotient(cost.flops / 1e9, seconds, "%.1f").c_str(),
      quotient(100 * cost.flops / seconds, measured.flops, "%.1f%%").c_str());
}

/// "28.1 GB/s", or that it is not known.
static std::string rate(double perSecond, const char *unit) {
  std::string text = quotient(perSecond, 1e9, "%.1f");
  return text == "-" ? "not measured" : text + unit;
}

void KernelTable::print(std::FILE *file, const std::string &floorMachine,
                        const MachineRates &measured) const {
  std::fprintf(file, "\n%s\nfloors: %s; measured here: copy %s, products %s\n",
               load_.c_str(), floorMachine.c_str(),
               rate(measured.copyBytes, " GB/s").c_str(),
               rate(measured.flops, " GFLOP/s").c_str());
  std::fprintf(file, "kernels: %.0f launches, %.1f us a call, floor %.1f us\n",
               whole_.launches, whole_.median() * 1e6,
               whole_.cost.seconds * 1e6);
  std::fprintf(file, "%-14s %-22s %8s %10s %7s %10s %10s %8s %9s %8s %9s %8s\n",
               "entry", "kernel", "launches", "us a call", "share", "floor us",
               "above us", "x floor", "GB/s", "of copy", "GFLOP/s", "of peak");
  for (const Row &row : rows_)
    printRow(file, row, measured);
}
