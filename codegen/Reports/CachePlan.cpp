//===- CachePlan.cpp - reads a cache plan to compare with ---------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "codegen/Reports/CacheTerms.h"

#include "llvm/Support/MemoryBuffer.h"

using namespace llvm;

namespace cedar {

/// More layers, tokens or bytes than this are a mistake.
static constexpr int64_t largest = int64_t(1) << 30;
/// A plan is a few lines.
static constexpr uint64_t largestFile = uint64_t(1) << 20;

template <typename... Args>
static Error refuse(StringRef path, const char *format, const Args &...args) {
  return createStringError(("'%s': " + Twine(format)).str().c_str(),
                           path.str().c_str(), args...);
}

namespace {

/// One object of the list.
class PlanEntry {
public:
  PlanEntry(StringRef path, size_t index, const json::Value &value)
      : path(path), index(index), object(value.getAsObject()) {}

  Error check() const {
    if (!object)
      return refuse(path,
                    "entry %zu: expected an object with layers, ratio, "
                    "entry_bytes and index_bytes",
                    index);
    for (const auto &[key, value] : *object)
      if (!is_contained({"layers", "ratio", "entry_bytes", "index_bytes"},
                        StringRef(key)))
        return refuse(path,
                      "entry %zu: expected layers, ratio, entry_bytes or "
                      "index_bytes, found '%s'",
                      index, StringRef(key).str().c_str());
    return Error::success();
  }

  /// A whole number of at least `least`; an absent one is an error unless
  /// `least` is 0.
  Expected<int64_t> number(StringRef key, int64_t least) const {
    const json::Value *value = object->get(key);
    if (!value && least == 0)
      return 0;
    auto number = value ? value->getAsInteger() : std::nullopt;
    if (!number || *number < least || *number > largest)
      return refuse(path,
                    "entry %zu: expected '%s' to be a whole number from "
                    "%lld to %lld",
                    index, key.str().c_str(), static_cast<long long>(least),
                    static_cast<long long>(largest));
    return *number;
  }

private:
  StringRef path;
  size_t index;
  const json::Object *object;
};

} // namespace

static Error addTerms(const PlanEntry &entry, CacheTerms &terms) {
  if (Error error = entry.check())
    return error;
  int64_t values[4];
  const std::pair<StringRef, int64_t> keys[] = {
      {"layers", 1}, {"ratio", 1}, {"entry_bytes", 1}, {"index_bytes", 0}};
  for (auto [key, value] : zip(keys, values)) {
    Expected<int64_t> number = entry.number(key.first, key.second);
    if (!number)
      return number.takeError();
    value = *number;
  }
  terms.push_back({"entry", values[0], values[1], double(values[2])});
  if (values[3])
    terms.push_back({"index_key", values[0], values[1], double(values[3])});
  return Error::success();
}

Expected<CacheTerms> readCachePlan(StringRef path) {
  auto file = MemoryBuffer::getFile(path);
  if (!file)
    return refuse(path, "%s", file.getError().message().c_str());
  if ((*file)->getBufferSize() > largestFile)
    return refuse(path, "expected a plan of at most %llu bytes",
                  static_cast<unsigned long long>(largestFile));
  Expected<json::Value> parsed = json::parse((*file)->getBuffer());
  if (!parsed)
    return refuse(path, "expected JSON: %s",
                  toString(parsed.takeError()).c_str());
  const json::Array *list = parsed->getAsArray();
  if (!list || list->empty())
    return refuse(path, "expected a list of {layers, ratio, entry_bytes, "
                        "index_bytes}");
  CacheTerms terms;
  for (auto [index, value] : enumerate(*list))
    if (Error error = addTerms(PlanEntry(path, index, value), terms))
      return error;
  return terms;
}

} // namespace cedar
