//===- Json.cpp - strict JSON parsing -------------------------------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A first pass over the tokens looks at the structure only and stops at the
// first thing that is not allowed, before memory is spent on it. (The library's
// parser can call back while it builds values, but then takes quadratic time
// for an object with many members.)
//
//===----------------------------------------------------------------------===//

#include "runtime/lib/Support/Json.h"

#include "runtime/lib/Support/Quote.h"

#include <nlohmann/json.hpp>

#include <set>
#include <vector>

using namespace cedar::rt;
using nlohmann::json;

namespace {

/// Follows the tokens with one set of keys per open object. A syntax error ends
/// the pass quietly: building the value reports it.
class StructureCheck : public nlohmann::json_sax<json> {
public:
  explicit StructureCheck(unsigned maxDepth) : maxDepth(maxDepth) {}

  /// What is wrong with the structure; empty when nothing is.
  std::string reason;

  bool start_object(size_t) override {
    keys.emplace_back();
    return enter();
  }
  bool end_object() override {
    keys.pop_back();
    return leave();
  }
  bool start_array(size_t) override { return enter(); }
  bool end_array() override { return leave(); }
  bool key(std::string &key) override {
    if (keys.back().insert(key).second)
      return true;
    reason = "key " + quoteName(key) + " occurs twice in one object";
    return false;
  }

  bool null() override { return true; }
  bool boolean(bool) override { return true; }
  bool number_integer(int64_t) override { return true; }
  bool number_unsigned(uint64_t) override { return true; }
  bool number_float(double, const std::string &) override { return true; }
  bool string(std::string &) override { return true; }
  bool binary(json::binary_t &) override { return true; }
  bool parse_error(size_t, const std::string &,
                   const json::exception &) override {
    return false;
  }

private:
  bool enter() {
    if (depth++ < maxDepth)
      return true;
    reason = "nested deeper than " + std::to_string(maxDepth) + " levels";
    return false;
  }
  bool leave() {
    --depth;
    return true;
  }

  unsigned maxDepth;
  unsigned depth = 0;
  std::vector<std::set<std::string>> keys;
};

} // namespace

/// Bytes of the library's message that are shown; it may quote a whole string
/// of the document.
static constexpr size_t maxErrorBytes = 240;

/// The library's message without its bracketed identifier.
static std::string parseErrorText(const json::exception &error) {
  std::string_view text = error.what();
  size_t end = text.find("] ");
  if (end != std::string_view::npos)
    text.remove_prefix(end + 2);
  return printable(text, maxErrorBytes);
}

Result<json> cedar::rt::parseJson(std::string_view text,
                                  const std::string &where, unsigned maxDepth) {
  StructureCheck check(maxDepth);
  json::sax_parse(text.begin(), text.end(), &check);
  if (!check.reason.empty())
    return Status(Code::corrupt, "'" + where + "': JSON " + check.reason);
  try {
    return json::parse(text.begin(), text.end());
  } catch (const json::exception &error) {
    return Status(Code::corrupt,
                  "'" + where + "' is not JSON: " + parseErrorText(error));
  }
}
