//===- OptionParser.h - command lines of runtime tools --------------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information. SPDX-License-Identifier:
// Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Options of the form --name=value, --name value and --flag, with help made
// from the same table. Unknown options are errors with a suggestion.
//
//===----------------------------------------------------------------------===//

#ifndef CEDAR_TOOLS_RUNTIMELIB_OPTIONPARSER_H
#define CEDAR_TOOLS_RUNTIMELIB_OPTIONPARSER_H

#include "runtime/lib/Support/Status.h"

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace cedar::rt {

/// A command line with one positional argument, a file.
class OptionParser {
public:
  using Action = std::function<Status(const std::string &value)>;

  /// `tool` and `positional` appear in the usage line.
  OptionParser(std::string tool, std::string positional, std::string summary);

  /// An option with a value; `value` names it in the help.
  void action(std::string name, std::string value, std::string help,
              Action action);
  void text(std::string name, std::string value, std::string help,
            std::string &target);
  void number(std::string name, std::string help, uint64_t &target,
              uint64_t least, uint64_t most);
  /// A positive number of bytes: digits, then perhaps K, M, G or T.
  void bytes(std::string name, std::string help, uint64_t &target);
  void real(std::string name, std::string help, double &target);
  /// --name, --name=true or --name=false.
  void flag(std::string name, std::string help, bool &target);

  /// Applies a command line; writes the positional argument to `file`. True
  /// when the tool shall go on, false after --help or --version.
  Result<bool> parse(int argc, const char *const *argv, std::string &file);

private:
  struct Option {
    std::string name, value, help;
    bool isFlag;
    Action action;
  };

  const Option *find(const std::string &name) const;
  Status apply(const Option &option, const std::string *value, int argc,
               const char *const *argv, int &next) const;
  Status unknown(const std::string &name) const;
  void printHelp() const;
  void printVersion() const;

  std::string tool_, positional_, summary_;
  std::vector<Option> options_;
};

/// Exit codes of tools: 0 success, 1 the work failed, 2 a wrong command line.
enum ExitCode { exitOk = 0, exitFailed = 1, exitUsage = 2 };

/// Prints "<tool>: error: ..." for a failure and returns `failed`, else 0.
int reportExit(const std::string &tool, const Status &status,
               ExitCode failed = exitFailed);

} // namespace cedar::rt

#endif // CEDAR_TOOLS_RUNTIMELIB_OPTIONPARSER_H
