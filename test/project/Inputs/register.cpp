//===- register.cpp - registers one new pass when it is loaded ------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The test of ./dev new-pass builds this around the source that it has made,
// and preloads it to cedar-opt: passes of a plugin have no flag of their own.
//
//===----------------------------------------------------------------------===//

#include "passes/Model/JoinTwins.cpp"

static const bool registered = (cedar::registerJoinTwins(), true);
