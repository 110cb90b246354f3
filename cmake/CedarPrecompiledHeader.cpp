//===- CedarPrecompiledHeader.cpp - Carrier of the precompiled header -----===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// CMake builds a precompiled header for a target with a source; this is it.
//
//===----------------------------------------------------------------------===//

#include "cmake/CedarPrecompiledHeader.h"
