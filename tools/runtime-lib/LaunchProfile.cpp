//===- LaunchProfile.cpp - where the time of kernels goes -----------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information. SPDX-License-Identifier:
// Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The path of a launch is that of its layer's part, a slash, and the operation.
//
//===----------------------------------------------------------------------===//

#include "tools/runtime-lib/LaunchProfile.h"

#include <algorithm>
#include <tuple>
#include <vector>

using namespace cedar;

static void add(LaunchProfile::Sum &sum, const cedar_launch &launch) {
  ++sum.launches;
  sum.nanoseconds += launch.nanoseconds;
}

void LaunchProfile::record(void *context, const cedar_launch *launch) {
  auto &self = *static_cast<LaunchProfile *>(context);
  add(self.kernels_[{launch->entry, launch->kernel}], *launch);
  std::string path = launch->path;
  add(self.paths_[{launch->entry, path.substr(0, path.find('/'))}], *launch);
}

/// Entries in alphabetical order, the longest times of each first.
static void printTable(std::FILE *file, const char *title,
                       const LaunchProfile::Table &table) {
  using Row = LaunchProfile::Table::value_type;
  std::map<std::string, double> totals;
  std::vector<const Row *> rows;
  for (const Row &row : table) {
    rows.push_back(&row);
    totals[row.first.entry] += double(row.second.nanoseconds);
  }
  std::sort(rows.begin(), rows.end(), [](const Row *a, const Row *b) {
    return a->first.entry != b->first.entry
               ? a->first.entry < b->first.entry
               : std::tie(b->second.nanoseconds, a->first.name) <
                     std::tie(a->second.nanoseconds, b->first.name);
  });
  std::fprintf(file, "%-14s %-24s %9s %11s %10s %7s\n", "entry", title,
               "launches", "total ms", "us each", "share");
  for (const Row *row : rows) {
    double time = double(row->second.nanoseconds);
    std::fprintf(file, "%-14s %-24s %9llu %11.3f %10.3f %6.1f%%\n",
                 row->first.entry.c_str(), row->first.name.c_str(),
                 (unsigned long long)row->second.launches, time / 1e6,
                 time / 1e3 / double(row->second.launches),
                 100 * time / std::max(totals[row->first.entry], 1.0));
  }
}

void LaunchProfile::print(std::FILE *file) const {
  printTable(file, "kernel", kernels_);
  std::fputc('\n', file);
  printTable(file, "path", paths_);
}
