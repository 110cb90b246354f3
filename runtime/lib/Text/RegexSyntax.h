//===- RegexSyntax.h - expressions of tokenizer.json ----------------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// tokenizer.json holds expressions in the syntax of Oniguruma; ICU runs them
// here. Where both spell a thing alike but mean different sets, the expression
// is rewritten; what cannot be carried over is refused.
//
//===----------------------------------------------------------------------===//

#ifndef CEDAR_RUNTIME_TEXT_REGEXSYNTAX_H
#define CEDAR_RUNTIME_TEXT_REGEXSYNTAX_H

#include "runtime/lib/Support/Status.h"

#include <string>
#include <string_view>

namespace cedar::rt {

/// `pattern` in ICU's syntax.
Result<std::string> regexForIcu(std::string_view pattern);

} // namespace cedar::rt

#endif // CEDAR_RUNTIME_TEXT_REGEXSYNTAX_H
