//===- ConfigReader.cpp - typed fields of a config.json -------------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM
// Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Looking up, type and bounds checks, messages.
//
//===----------------------------------------------------------------------===//

#include "dialect/Cedar/Import/ConfigReader.h"

#include <cmath>
#include <cstdio>
#include <limits>

using nlohmann::json;

namespace cedar {

std::string formatNumber(double value) {
  char buffer[32];
  std::snprintf(buffer, sizeof buffer, "%.15g", value);
  return buffer;
}

static std::string describeRange(IntRange range) {
  return "an integer from " + std::to_string(range.min) + " to " +
         std::to_string(range.max);
}

static std::string describeRange(NumberRange range) {
  return "a number from " + formatNumber(range.min) + " to " +
         formatNumber(range.max);
}

std::string describeJson(const json &value) {
  if (value.is_object())
    return "an object";
  if (value.is_array())
    return "a list of " + std::to_string(value.size());
  std::string text = value.dump(-1, ' ', true, json::error_handler_t::replace);
  if (text.size() > 48)
    text = text.substr(0, 45) + "...";
  return text;
}

void FieldReader::addPlace(std::string path, const json &object) {
  places_.push_back({std::move(path), &object});
}

void FieldReader::addPlacesOf(const FieldReader &other) {
  places_.insert(places_.end(), other.places_.begin(), other.places_.end());
}

std::string FieldReader::pathOf(const Place &place, const char *name) const {
  return place.path.empty() ? name : place.path + "." + name;
}

void FieldReader::report(std::string_view path, std::string_view expected,
                         std::string_view found) {
  std::string line = fileName_;
  if (!path.empty())
    line.append(": ").append(path);
  line.append(": expected ").append(expected);
  line.append(", found ").append(found);
  problems_.push_back(std::move(line));
}

std::string FieldReader::sameAs(const Found &field) {
  return "the same value as " + field.path + ", which is " +
         describeJson(*field.value);
}

FieldReader::Found FieldReader::lookUp(const char *name) {
  Found found;
  for (const Place &place : places_) {
    auto it = place.object->find(name);
    if (it == place.object->end() || it->is_null())
      continue;
    std::string path = pathOf(place, name);
    if (!found.value) {
      found = {path, &*it};
    } else if (*found.value != *it) {
      if (contradictory_.insert(name).second)
        report(path, sameAs(found), describeJson(*it));
      return {};
    }
  }
  return found;
}

void FieldReader::fault(const char *name, std::string_view expected,
                        std::string_view found) {
  Found field = lookUp(name);
  report(field.value ? field.path : pathOf(places_.front(), name), expected,
         found);
}

void FieldReader::reportMissing(const char *name, std::string_view expected) {
  if (!lookUp(name).value && !contradictory_.count(name))
    report(pathOf(places_.front(), name), expected, "nothing");
}

std::optional<int64_t> FieldReader::asInteger(const json &value,
                                              const std::string &path,
                                              IntRange range) {
  constexpr uint64_t kMax = std::numeric_limits<int64_t>::max();
  bool fits = value.is_number_integer() &&
              !(value.is_number_unsigned() && value.get<uint64_t>() > kMax);
  if (fits) {
    int64_t number = value.get<int64_t>();
    if (number >= range.min && number <= range.max)
      return number;
  }
  report(path, describeRange(range), describeJson(value));
  return std::nullopt;
}

std::optional<double> FieldReader::asNumber(const Found &field,
                                            NumberRange range) {
  if (field.value->is_number()) {
    double number = field.value->get<double>();
    if (number >= range.min && number <= range.max)
      return number;
  }
  report(field.path, describeRange(range), describeJson(*field.value));
  return std::nullopt;
}

std::optional<int64_t> FieldReader::optionalInteger(const char *name,
                                                    IntRange range) {
  Found field = lookUp(name);
  if (!field.value)
    return std::nullopt;
  return asInteger(*field.value, field.path, range);
}

int64_t FieldReader::integerOr(const char *name, IntRange range,
                               int64_t absent) {
  return optionalInteger(name, range).value_or(absent);
}

int64_t FieldReader::integer(const char *name, IntRange range) {
  std::optional<int64_t> value = optionalInteger(name, range);
  if (!value)
    reportMissing(name, describeRange(range));
  return value.value_or(range.min);
}

double FieldReader::numberOr(const char *name, NumberRange range,
                             double absent) {
  Found field = lookUp(name);
  return field.value ? asNumber(field, range).value_or(absent) : absent;
}

double FieldReader::number(const char *name, NumberRange range) {
  double missing = std::numeric_limits<double>::quiet_NaN();
  double value = numberOr(name, range, missing);
  if (!std::isnan(value))
    return value;
  reportMissing(name, describeRange(range));
  return range.min;
}

bool FieldReader::booleanOr(const char *name, bool absent) {
  Found field = lookUp(name);
  if (!field.value)
    return absent;
  if (field.value->is_boolean())
    return field.value->get<bool>();
  report(field.path, "true or false", describeJson(*field.value));
  return absent;
}

std::optional<std::string> FieldReader::optionalString(const char *name) {
  Found field = lookUp(name);
  if (!field.value)
    return std::nullopt;
  if (field.value->is_string())
    return field.value->get<std::string>();
  report(field.path, "a string", describeJson(*field.value));
  return std::nullopt;
}

std::optional<std::vector<int64_t>>
FieldReader::optionalIntegers(const char *name, IntRange range,
                              size_t maxLength) {
  Found field = lookUp(name);
  if (!field.value)
    return std::nullopt;
  std::vector<int64_t> numbers;
  if (!field.value->is_array() || field.value->size() > maxLength) {
    report(field.path,
           "a list of at most " + std::to_string(maxLength) + " integers",
           describeJson(*field.value));
    return numbers;
  }
  for (const json &element : *field.value) {
    std::string path = field.path + "[" + std::to_string(numbers.size()) + "]";
    numbers.push_back(asInteger(element, path, range).value_or(range.min));
  }
  return numbers;
}

std::vector<int64_t>
FieldReader::integersOrOne(const char *name, IntRange range, size_t maxLength) {
  Found field = lookUp(name);
  if (field.value && !field.value->is_array()) {
    std::optional<int64_t> one = optionalInteger(name, range);
    return one ? std::vector<int64_t>{*one} : std::vector<int64_t>();
  }
  return optionalIntegers(name, range, maxLength)
      .value_or(std::vector<int64_t>());
}

const json *FieldReader::optionalObject(const char *name, std::string &path) {
  Found field = lookUp(name);
  path = field.path;
  if (!field.value || field.value->is_object())
    return field.value;
  report(field.path, "an object", describeJson(*field.value));
  return nullptr;
}

const json *FieldReader::object(const char *name, std::string_view expected,
                                std::string &path) {
  const json *value = optionalObject(name, path);
  if (!value)
    reportMissing(name, expected);
  return value;
}

void FieldReader::expectString(const char *name, std::string_view value,
                               bool required) {
  std::optional<std::string> text = optionalString(name);
  std::string expected = "\"" + std::string(value) + "\"";
  if (text && *text != value)
    fault(name, expected, describeJson(json(*text)));
  else if (!text && required)
    reportMissing(name, expected);
}

void FieldReader::expectBoolean(const char *name, bool value) {
  if (booleanOr(name, value) != value)
    fault(name, value ? "true" : "false", value ? "false" : "true");
}

const char *FieldReader::oneSpelling(const char *first, const char *second) {
  Found a = lookUp(first), b = lookUp(second);
  if (a.value && b.value && *a.value != *b.value)
    report(b.path, sameAs(a), describeJson(*b.value));
  return b.value && !a.value ? second : first;
}

} // namespace cedar
