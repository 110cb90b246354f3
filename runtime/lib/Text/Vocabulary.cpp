//===- Vocabulary.cpp - tokens and their ids ------------------------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The map owns the spellings, the table by id points into it.
//
//===----------------------------------------------------------------------===//

#include "runtime/lib/Text/Vocabulary.h"

#include "runtime/lib/Text/ByteAlphabet.h"

using namespace cedar::rt;

bool Vocabulary::add(const std::string &token, int64_t id) {
  if (id < 0 || id >= maxId || contains(id))
    return false;
  auto [place, added] = ids.emplace(token, static_cast<int32_t>(id));
  if (!added)
    return false;
  if (id >= int64_t(entries.size()))
    entries.resize(id + 1);
  entries[id].token = &place->first;
  entries[id].bytes = bytesOfSpelling(token);
  return true;
}

std::optional<int32_t> Vocabulary::find(const std::string &token) const {
  auto place = ids.find(token);
  if (place == ids.end())
    return std::nullopt;
  return place->second;
}
