//===- InventoryCheck.cpp - a checkpoint's tensors against the expected ---===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM
// Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// First every tensor on disk gets its official name; then the inventory takes
// what it expects out of that list, and what remains is surplus.
//
//===----------------------------------------------------------------------===//

#include "dialect/Cedar/Import/InventoryCheck.h"

#include <algorithm>
#include <cstdlib>

namespace cedar {

static bool startsWith(std::string_view text, std::string_view prefix) {
  return text.substr(0, prefix.size()) == prefix;
}

static bool endsWith(std::string_view text, std::string_view suffix) {
  return text.size() >= suffix.size() &&
         text.substr(text.size() - suffix.size()) == suffix;
}

std::string officialName(std::string_view diskName) {
  static constexpr std::string_view scale = ".weight_scale_inv";
  std::string name(diskName);
  for (std::string_view part : {"model.layers.", "model.embed.", "model.norm."})
    if (startsWith(name, part))
      name.erase(0, 6);
  if (startsWith(name, "lm_head."))
    name.erase(0, 3);
  if (endsWith(name, scale))
    name.replace(name.size() - scale.size(), scale.size(), ".scale");
  return name;
}

static bool isVision(std::string_view name) {
  return startsWith(name, "vision.") || startsWith(name, "aligner.") ||
         name == "image_start" || name == "image_end" ||
         name == "image_newline";
}

/// Replaces the number of an expert in a name by "{e}" and hands it out; -1
/// when the name has none.
static int64_t takeExpert(std::string &name) {
  static constexpr std::string_view mark = ".experts.";
  size_t begin = name.find(mark);
  if (begin == std::string::npos)
    return -1;
  begin += mark.size();
  size_t end = name.find_first_not_of("0123456789", begin);
  if (end == std::string::npos || end == begin || end - begin > 9)
    return -1;
  int64_t expert = std::atoll(name.substr(begin, end - begin).c_str());
  name.replace(begin, end - begin, "{e}");
  return expert;
}

static std::string describe(rt::DType type, const std::vector<int64_t> &shape) {
  return std::string(rt::dtypeName(type)) + " " + rt::shapeText(shape);
}

namespace {

/// Lines that differ only in the number of an expert, in order of appearance.
class FaultList {
public:
  void add(const std::string &pattern, int64_t expert, std::string fault);
  std::vector<std::string> lines() const;

private:
  struct Fault {
    std::string pattern, text;
    std::vector<int64_t> experts;
  };
  std::vector<Fault> faults_;
  std::map<std::pair<std::string, std::string>, size_t> where_;
};

/// A tensor on disk that nothing has claimed yet.
struct DiskTensor {
  std::string diskName;
  const rt::TensorInfo *info;
};

class InventoryChecker {
public:
  InventoryChecker(const Inventory &inventory, const ModelConfig &config,
                   const rt::CheckpointIndex &index, const Inventory *stored)
      : inventory_(inventory), config_(config), index_(index), stored_(stored) {
  }

  InventoryReport run();

private:
  void collect();
  void checkTied();
  bool hasDrafts() const;
  void checkSpec(const TensorSpec &spec);
  void checkTensor(const std::string &pattern, int64_t expert,
                   const std::string &expected);
  void recordAlias(const std::string &pattern, int64_t expert,
                   std::string diskName);
  bool isStored(const std::string &name) const;
  void checkSurplus();
  void addNotes(bool drafts);

  const Inventory &inventory_;
  const ModelConfig &config_;
  const rt::CheckpointIndex &index_;
  const Inventory *stored_;
  std::map<std::string, DiskTensor> onDisk_; ///< by official name
  FaultList faults_;
  InventoryReport report_;
};

} // namespace

void FaultList::add(const std::string &pattern, int64_t expert,
                    std::string fault) {
  auto [it, isNew] = where_.emplace(std::pair(pattern, fault), faults_.size());
  if (isNew)
    faults_.push_back({pattern, std::move(fault), {}});
  if (expert >= 0)
    faults_[it->second].experts.push_back(expert);
}

/// Numbers with runs joined: "0-3,7".
static std::string joinRuns(std::vector<int64_t> numbers) {
  std::sort(numbers.begin(), numbers.end());
  std::string text;
  for (size_t i = 0; i < numbers.size();) {
    size_t end = i + 1;
    while (end < numbers.size() && numbers[end] == numbers[end - 1] + 1)
      ++end;
    text += (text.empty() ? "" : ",") + std::to_string(numbers[i]);
    if (end > i + 1)
      text += "-" + std::to_string(numbers[end - 1]);
    i = end;
  }
  return text;
}

std::vector<std::string> FaultList::lines() const {
  std::vector<std::string> lines;
  for (const Fault &fault : faults_) {
    std::string name = fault.pattern;
    if (fault.experts.size() == 1)
      name = expertName(name, fault.experts.front());
    else if (!fault.experts.empty())
      name.replace(name.find("{e}"), 3, "{" + joinRuns(fault.experts) + "}");
    lines.push_back(name + ": " + fault.text);
  }
  return lines;
}

const std::string &InventoryReport::diskName(const std::string &name) const {
  auto it = aliases.find(name);
  return it == aliases.end() ? name : it->second;
}

void InventoryChecker::collect() {
  for (const auto &[diskName, info] : index_.tensors()) {
    if (isVision(diskName)) {
      ++report_.ignoredTensors;
      continue;
    }
    auto [it, isNew] = onDisk_.try_emplace(officialName(diskName),
                                           DiskTensor{diskName, &info});
    if (!isNew)
      faults_.add(it->first, -1,
                  "expected one spelling, found " + it->second.diskName +
                      " and " + diskName);
  }
}

bool InventoryChecker::hasDrafts() const {
  auto it = onDisk_.lower_bound("mtp.");
  return it != onDisk_.end() && startsWith(it->first, "mtp.");
}

/// The head may be the embedding; a head of its own wins.
void InventoryChecker::checkTied() {
  if (!config_.tieWordEmbeddings)
    return;
  if (onDisk_.count("head.weight")) {
    report_.notes.emplace_back(
        "tie_word_embeddings is true, but the checkpoint "
        "has a head.weight of its own, which is used");
    return;
  }
  auto it = onDisk_.find("embed.weight");
  if (it != onDisk_.end())
    onDisk_.emplace("head.weight", it->second);
}

/// Remembers a spelling; a stack has one pattern for all its experts.
void InventoryChecker::recordAlias(const std::string &pattern, int64_t expert,
                                   std::string diskName) {
  if (expert >= 0)
    takeExpert(diskName);
  if (expert > 0 && diskName != report_.diskName(pattern))
    faults_.add(pattern, expert,
                "expected the spelling of the other experts, found " +
                    diskName);
  else if (expert <= 0 && diskName != pattern)
    report_.aliases[pattern] = diskName;
}

void InventoryChecker::checkTensor(const std::string &pattern, int64_t expert,
                                   const std::string &expected) {
  auto it = onDisk_.find(expert < 0 ? pattern : expertName(pattern, expert));
  if (it == onDisk_.end())
    return faults_.add(pattern, expert,
                       "expected " + expected + ", found no such tensor");
  const rt::TensorInfo &info = *it->second.info;
  std::string found = describe(info.dtype, info.shape);
  if (found != expected)
    faults_.add(pattern, expert,
                "expected " + expected + ", found " + found + " in " +
                    index_.shards()[info.shard].name);
  recordAlias(pattern, expert, it->second.diskName);
  onDisk_.erase(it);
}

void InventoryChecker::checkSpec(const TensorSpec &spec) {
  std::string weight = describe(spec.storedType(), spec.storedShape());
  std::string scale;
  if (spec.hasScale())
    scale = describe(rt::DType::f8E8M0, spec.scaleShape());
  int64_t first = spec.experts ? 0 : -1, end = spec.experts;
  for (int64_t expert = first; expert < end; ++expert) {
    checkTensor(spec.name, expert, weight);
    if (spec.hasScale())
      checkTensor(spec.scaleName(), expert, scale);
  }
}

/// Whether the model without a plan has a tensor, or the values of a scale.
bool InventoryChecker::isStored(const std::string &name) const {
  if (!stored_)
    return false;
  std::string values = name;
  if (endsWith(values, ".scale"))
    values.replace(values.size() - 5, 5, "weight");
  return stored_->find(name) || stored_->find(values);
}

/// What remains belongs to no part of the model that was expected.
void InventoryChecker::checkSurplus() {
  for (const auto &[name, tensor] : onDisk_) {
    if (config_.numDraftStages == 0 && startsWith(name, "mtp.")) {
      ++report_.draftTensors;
      continue;
    }
    if (isStored(name)) {
      ++report_.unusedTensors;
      continue;
    }
    std::string pattern = tensor.diskName;
    int64_t expert = takeExpert(pattern);
    faults_.add(pattern, expert,
                "expected no such tensor in this model, found " +
                    describe(tensor.info->dtype, tensor.info->shape) + " in " +
                    index_.shards()[tensor.info->shard].name);
  }
}

void InventoryChecker::addNotes(bool drafts) {
  if (report_.ignoredTensors)
    report_.notes.push_back(std::to_string(report_.ignoredTensors) +
                            " tensors of the vision part are ignored");
  if (report_.draftTensors)
    report_.notes.push_back(std::to_string(report_.draftTensors) +
                            " tensors of draft stages (mtp.*) are left unused");
  if (report_.unusedTensors)
    report_.notes.push_back(std::to_string(report_.unusedTensors) +
                            " tensors are left unused, as layers have other "
                            "modes than in config.json");
  if (config_.numDraftStages > 0 && !drafts)
    report_.notes.push_back(
        "num_nextn_predict_layers is " +
        std::to_string(config_.numDraftStages) +
        ", but the checkpoint holds no draft stage (mtp.*)");
}

InventoryReport InventoryChecker::run() {
  collect();
  checkTied();
  bool drafts = hasDrafts();
  for (const TensorSpec &spec : inventory_.tensors()) {
    if (spec.role == TensorRole::draft && !drafts)
      continue;
    checkSpec(spec);
    if (spec.role == TensorRole::draft)
      report_.draftTensors += spec.storedTensors();
  }
  checkSurplus();
  report_.problems = faults_.lines();
  addNotes(drafts);
  return std::move(report_);
}

InventoryReport checkInventory(const Inventory &inventory,
                               const ModelConfig &config,
                               const rt::CheckpointIndex &index,
                               const Inventory *stored) {
  return InventoryChecker(inventory, config, index, stored).run();
}

} // namespace cedar
