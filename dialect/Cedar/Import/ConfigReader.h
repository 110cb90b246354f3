//===- ConfigReader.h - typed fields of a config.json ---------------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM
// Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A field of a configuration may stand in one of several places (inside
// `text_config`, at top level, in `dspark_config`). `FieldReader` looks in all
// of them, refuses contradictions, checks type and bounds, and turns every
// fault into one line that names the path, what was expected and what was
// found. After a fault it hands out a harmless value, so that one run reports
// all faults.
//
//===----------------------------------------------------------------------===//

#ifndef CEDAR_DIALECT_CEDAR_IMPORT_CONFIGREADER_H
#define CEDAR_DIALECT_CEDAR_IMPORT_CONFIGREADER_H

#include <nlohmann/json.hpp>

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace cedar {

/// Closed range of an integer field.
struct IntRange {
  int64_t min;
  int64_t max;
};

/// Closed range of a number field.
struct NumberRange {
  double min;
  double max;
};

class FieldReader {
public:
  FieldReader(std::string_view fileName, std::vector<std::string> &problems)
      : fileName_(fileName), problems_(problems) {}

  /// Adds an object in which fields are looked up; `path` is "" at top level.
  /// The first place is the one named when a field is missing.
  void addPlace(std::string path, const nlohmann::json &object);
  /// Adds all places of another reader behind those of this one.
  void addPlacesOf(const FieldReader &other);

  // Required fields.
  int64_t integer(const char *name, IntRange range);
  double number(const char *name, NumberRange range);

  // Optional fields: absent and null mean the default.
  std::optional<int64_t> optionalInteger(const char *name, IntRange range);
  int64_t integerOr(const char *name, IntRange range, int64_t absent);
  double numberOr(const char *name, NumberRange range, double absent);
  bool booleanOr(const char *name, bool absent);
  std::optional<std::string> optionalString(const char *name);
  /// A list of integers; at most `maxLength` of them.
  std::optional<std::vector<int64_t>>
  optionalIntegers(const char *name, IntRange range, size_t maxLength);
  /// A list of integers, or a single one standing for a list.
  std::vector<int64_t> integersOrOne(const char *name, IntRange range,
                                     size_t maxLength);
  /// An object, with its path for a reader of its own; null when absent.
  const nlohmann::json *optionalObject(const char *name, std::string &path);
  /// The same for a required object; `expected` completes the message.
  const nlohmann::json *object(const char *name, std::string_view expected,
                               std::string &path);

  /// The field must have this value, or be absent.
  void expectString(const char *name, std::string_view value, bool required);
  void expectBoolean(const char *name, bool value);

  /// The two spellings of one field: at most one, or both the same.
  const char *oneSpelling(const char *first, const char *second);

  bool has(const char *name) { return lookUp(name).value != nullptr; }
  /// Reports "<file>: <path of name>: expected <expected>, found <found>".
  void fault(const char *name, std::string_view expected,
             std::string_view found);

private:
  struct Place {
    std::string path;
    const nlohmann::json *object;
  };
  struct Found {
    std::string path;
    const nlohmann::json *value = nullptr;
  };

  /// The field's value; null when absent, null in JSON or contradictory.
  Found lookUp(const char *name);
  /// Reports a required field as missing, unless it was reported already.
  void reportMissing(const char *name, std::string_view expected);
  static std::string sameAs(const Found &field);
  std::string pathOf(const Place &place, const char *name) const;
  void report(std::string_view path, std::string_view expected,
              std::string_view found);
  std::optional<int64_t> asInteger(const nlohmann::json &value,
                                   const std::string &path, IntRange range);
  std::optional<double> asNumber(const Found &field, NumberRange range);

  std::string fileName_;
  std::vector<std::string> &problems_;
  std::vector<Place> places_;
  std::set<std::string, std::less<>> contradictory_; ///< reported already
};

/// A number as messages show it.
std::string formatNumber(double value);

/// A JSON value as messages show it: shortened, one line.
std::string describeJson(const nlohmann::json &value);

} // namespace cedar

#endif // CEDAR_DIALECT_CEDAR_IMPORT_CONFIGREADER_H
