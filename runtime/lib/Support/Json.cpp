//===- Json.cpp - strict JSON parsing -------------------------------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information. SPDX-License-Identifier:
// Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The parser's callback sees every object, array and key as it is met; it stops
// the parse at the first thing that is not allowed, before memory is spent on
// it.
//
//===----------------------------------------------------------------------===//

#include "runtime/lib/Support/Json.h"

#include "runtime/lib/Support/Quote.h"

#include <nlohmann/json.hpp>

#include <functional>
#include <set>
#include <vector>

using namespace cedar::rt;
using nlohmann::json;

namespace {

/// Thrown through the parser to stop it.
struct Refusal {
  std::string reason;
};

/// Follows the parse: one set of keys per open object.
class StructureCheck {
public:
  explicit StructureCheck(unsigned maxDepth) : maxDepth(maxDepth) {}

  bool operator()(int depth, json::parse_event_t event, json &parsed) {
    switch (event) {
    case json::parse_event_t::object_start:
      checkDepth(depth);
      keys.emplace_back();
      break;
    case json::parse_event_t::array_start:
      checkDepth(depth);
      break;
    case json::parse_event_t::object_end:
      keys.pop_back();
      break;
    case json::parse_event_t::key:
      addKey(parsed.get_ref<const std::string &>());
      break;
    case json::parse_event_t::array_end:
    case json::parse_event_t::value:
      break;
    }
    return true;
  }

private:
  void checkDepth(int depth) const {
    if (static_cast<unsigned>(depth) >= maxDepth)
      throw Refusal{"nested deeper than " + std::to_string(maxDepth) +
                    " levels"};
  }

  void addKey(const std::string &key) {
    if (!keys.back().insert(key).second)
      throw Refusal{"key " + quoteName(key) + " occurs twice in one object"};
  }

  unsigned maxDepth;
  std::vector<std::set<std::string>> keys;
};

} // namespace

/// The library's message without its bracketed identifier.
static std::string parseErrorText(const json::exception &error) {
  std::string text = error.what();
  size_t end = text.find("] ");
  return end == std::string::npos ? text : text.substr(end + 2);
}

Result<json> cedar::rt::parseJson(std::string_view text,
                                  const std::string &where, unsigned maxDepth) {
  try {
    StructureCheck check(maxDepth);
    return json::parse(text.begin(), text.end(), std::ref(check));
  } catch (const Refusal &refusal) {
    return Status(Code::corrupt, "'" + where + "': JSON " + refusal.reason);
  } catch (const json::exception &error) {
    return Status(Code::corrupt,
                  "'" + where + "' is not JSON: " + parseErrorText(error));
  }
}
