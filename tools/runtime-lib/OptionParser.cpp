//===- OptionParser.cpp - command lines of runtime tools ------------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information. SPDX-License-Identifier:
// Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Numbers are parsed whole and in range; nothing is read as a number by
// accident.
//
//===----------------------------------------------------------------------===//

#include "tools/runtime-lib/OptionParser.h"

#include "runtime/lib/Support/Quote.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <numeric>
#include <optional>

using namespace cedar::rt;

OptionParser::OptionParser(std::string tool, std::string positional,
                           std::string summary)
    : tool_(std::move(tool)), positional_(std::move(positional)),
      summary_(std::move(summary)) {}

void OptionParser::action(std::string name, std::string value, std::string help,
                          Action action) {
  options_.push_back({std::move(name), std::move(value), std::move(help),
                      /*isFlag=*/false, std::move(action)});
}

void OptionParser::text(std::string name, std::string value, std::string help,
                        std::string &target) {
  action(std::move(name), std::move(value), std::move(help),
         [&target](const std::string &given) {
           target = given;
           return Status();
         });
}

static Status badValue(const std::string &value, const std::string &expected) {
  return Status(Code::invalidArgument,
                "expected " + expected + ", found " + quoteName(value));
}

/// The number that `text` is, whole and in decimal.
static std::optional<uint64_t> parseNumber(const std::string &text) {
  if (text.empty() || text.find_first_not_of("0123456789") != std::string::npos)
    return std::nullopt;
  errno = 0;
  uint64_t value = std::strtoull(text.c_str(), nullptr, 10);
  if (errno == ERANGE)
    return std::nullopt;
  return value;
}

void OptionParser::number(std::string name, std::string help, uint64_t &target,
                          uint64_t least, uint64_t most) {
  action(std::move(name), "N", std::move(help),
         [&target, least, most](const std::string &given) {
           std::optional<uint64_t> value = parseNumber(given);
           if (!value || *value < least || *value > most)
             return badValue(given, "a number from " + std::to_string(least) +
                                        " to " + std::to_string(most));
           target = *value;
           return Status();
         });
}

/// The size that `text` is, such as 512 or 3G; 0 if it is none.
static uint64_t parseBytes(std::string text) {
  const std::string units = "KMGT";
  size_t unit = text.empty() ? std::string::npos : units.find(text.back());
  unsigned shift = unit == std::string::npos ? 0 : 10 * unsigned(unit + 1);
  if (shift > 0)
    text.pop_back();
  std::optional<uint64_t> value = parseNumber(text);
  return value && *value <= UINT64_MAX >> shift ? *value << shift : 0;
}

void OptionParser::bytes(std::string name, std::string help, uint64_t &target) {
  action(std::move(name), "size", std::move(help),
         [&target](const std::string &given) {
           uint64_t value = parseBytes(given);
           if (value == 0)
             return badValue(given, "a size such as 4096, 64M or 2G");
           target = value;
           return Status();
         });
}

void OptionParser::real(std::string name, std::string help, double &target) {
  action(std::move(name), "X", std::move(help),
         [&target](const std::string &given) {
           char *end = nullptr;
           target = std::strtod(given.c_str(), &end);
           if (given.empty() || *end != '\0')
             return badValue(given, "a number");
           return Status();
         });
}

void OptionParser::flag(std::string name, std::string help, bool &target) {
  action(std::move(name), "", std::move(help),
         [&target](const std::string &given) {
           if (given != "true" && given != "false")
             return badValue(given, "true or false");
           target = given == "true";
           return Status();
         });
  options_.back().isFlag = true;
}

const OptionParser::Option *OptionParser::find(const std::string &name) const {
  for (const Option &option : options_)
    if (option.name == name)
      return &option;
  return nullptr;
}

/// Number of letters to change, add or remove to turn one word into the other.
static size_t distance(const std::string &a, const std::string &b) {
  std::vector<size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), size_t(0));
  for (char letter : a) {
    size_t diagonal = row[0]++;
    for (size_t j = 0; j < b.size(); ++j) {
      size_t change = diagonal + (letter != b[j]);
      diagonal = row[j + 1];
      row[j + 1] = std::min({change, row[j] + 1, diagonal + 1});
    }
  }
  return row.back();
}

Status OptionParser::unknown(const std::string &name) const {
  auto nearest = std::min_element(
      options_.begin(), options_.end(), [&](const Option &a, const Option &b) {
        return distance(name, a.name) < distance(name, b.name);
      });
  std::string hint = "see --help";
  if (nearest != options_.end() && distance(name, nearest->name) <= 2)
    hint = "did you mean --" + nearest->name + "?";
  return Status(Code::invalidArgument,
                "unknown option " + quoteName("--" + name) + "; " + hint);
}

void OptionParser::printHelp() const {
  std::printf("%s\n\nusage: %s %s [options]\n\noptions:\n", summary_.c_str(),
              tool_.c_str(), positional_.c_str());
  for (const Option &option : options_) {
    std::string left = "  --" + option.name;
    if (!option.value.empty())
      left += "=<" + option.value + ">";
    std::printf("%-28s %s\n", left.c_str(), option.help.c_str());
  }
  std::printf("%-28s %s\n%-28s %s\n", "  --help", "print this", "  --version",
              "print the version");
}

/// Applies an option with the value behind '=', or else the next argument.
Status OptionParser::apply(const Option &option, const std::string *value,
                           int argc, const char *const *argv, int &next) const {
  std::string given = "true";
  if (value)
    given = *value;
  else if (!option.isFlag && next == argc)
    return Status(Code::invalidArgument, "--" + option.name + " needs a value");
  else if (!option.isFlag)
    given = argv[next++];
  Status status = option.action(given);
  return status.ok() ? status
                     : Status(status.code(),
                              "--" + option.name + ": " + status.message());
}

void OptionParser::printVersion() const {
  std::printf("%s (Cedar %s)\n", tool_.c_str(), CEDAR_VERSION);
}

Result<bool> OptionParser::parse(int argc, const char *const *argv,
                                 std::string &file) {
  for (int next = 1; next < argc;) {
    std::string argument = argv[next++];
    if (argument.rfind("--", 0) != 0) {
      if (!file.empty())
        return Status(Code::invalidArgument,
                      "unexpected argument " + quoteName(argument));
      file = argument;
      continue;
    }
    size_t equals = argument.find('=');
    bool hasValue = equals != std::string::npos;
    std::string name = argument.substr(2, hasValue ? equals - 2 : equals);
    std::string value = hasValue ? argument.substr(equals + 1) : "";
    if (name == "help" || name == "version") {
      name == "help" ? printHelp() : printVersion();
      return false;
    }
    const Option *option = find(name);
    if (!option)
      return unknown(name);
    if (Status status =
            apply(*option, hasValue ? &value : nullptr, argc, argv, next);
        !status.ok())
      return status;
  }
  if (file.empty())
    return Status(Code::invalidArgument,
                  "expected " + positional_ + "; see --help");
  return true;
}

int cedar::rt::reportExit(const std::string &tool, const Status &status,
                          ExitCode failed) {
  if (status.ok())
    return exitOk;
  std::fflush(stdout);
  std::fprintf(stderr, "%s: error: %s\n", tool.c_str(),
               status.message().c_str());
  return failed;
}
