//===- WeightTensors.cpp - tensors that a module reads --------------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information. SPDX-License-Identifier:
// Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Storage types of safetensors per manifest type: SPEC 2.4. Packed FP4 is
// stored as I8, two values an element.
//
//===----------------------------------------------------------------------===//

#include "runtime/lib/Engine/WeightTensors.h"

#include "runtime/lib/Support/Quote.h"

#include <algorithm>
#include <cstring>

using namespace cedar;
using namespace cedar::rt;

/// Problems that are spelled out; the message gives the number of the others.
static constexpr size_t listedProblems = 50;

static DType storedType(artifact::ElementType type) {
  switch (type) {
  case artifact::F32:
    return DType::f32;
  case artifact::BF16:
    return DType::bf16;
  case artifact::F8E4M3:
    return DType::f8E4M3;
  case artifact::F8E8M0:
    return DType::f8E8M0;
  case artifact::I32:
    return DType::i32;
  default:
    return DType::i8;
  }
}

static std::string describe(DType type, const std::vector<int64_t> &shape) {
  return std::string(dtypeName(type)) + " " + shapeText(shape);
}

std::string rt::tensorName(const artifact::WeightPart &part, uint32_t e) {
  std::string name = part.source();
  size_t place = name.find("{e}");
  return place == std::string::npos ? name
                                    : name.replace(place, 3, std::to_string(e));
}

namespace {

/// Looks tensors up and collects what is wrong.
class Matcher {
public:
  explicit Matcher(const CheckpointIndex &index) : index_(index) {}

  const TensorInfo *match(const artifact::WeightPart &part, uint32_t e) {
    std::string name = tensorName(part, e);
    DType type = storedType(part.type());
    std::vector<int64_t> shape(part.shape().begin(), part.shape().end());
    const TensorInfo *tensor = index_.find(name);
    if (!tensor)
      report("missing " + quoteName(name) + " (" + describe(type, shape) + ")");
    else if (tensor->dtype != type || tensor->shape != shape)
      report(quoteName(name) + " is " + describe(tensor->dtype, tensor->shape) +
             ", expected " + describe(type, shape));
    return tensor;
  }

  Status status() const {
    if (count_ == 0)
      return Status();
    std::string more =
        count_ > listedProblems
            ? "; and " + std::to_string(count_ - listedProblems) + " more"
            : "";
    return Status(Code::incompatible,
                  quoteName(index_.folder()) +
                      " does not fit the artifact: " + text_ + more +
                      "; give the checkpoint that it was compiled from");
  }

private:
  void report(const std::string &problem) {
    if (++count_ <= listedProblems)
      text_ += (count_ > 1 ? "; " : "") + problem;
  }

  const CheckpointIndex &index_;
  size_t count_ = 0;
  std::string text_;
};

} // namespace

static PartTensors matchPart(const artifact::Weight &weight, uint32_t part,
                             Matcher &matcher) {
  PartTensors result;
  result.part = &weight.parts(int(part));
  result.index = part;
  for (uint32_t e = 0; e < std::max(weight.count(), 1u); ++e)
    result.tensors.push_back(matcher.match(*result.part, e));
  return result;
}

Result<std::vector<PartTensors>>
rt::matchTensors(const artifact::Manifest &manifest,
                 const CheckpointIndex &index) {
  std::vector<PartTensors> parts;
  Matcher matcher(index);
  for (int w = 0; w < manifest.weights_size(); ++w) {
    const artifact::Weight &weight = manifest.weights(w);
    if (weight.from_blob() || weight.token_map())
      continue;
    for (int p = 0; p < weight.parts_size(); ++p) {
      parts.push_back(matchPart(weight, uint32_t(p), matcher));
      parts.back().weight = uint32_t(w);
    }
  }
  if (Status status = matcher.status(); !status.ok())
    return status;
  return Result<std::vector<PartTensors>>(std::move(parts));
}

uint64_t rt::scaleBytes(const std::vector<PartTensors> &parts) {
  uint64_t bytes = 0;
  for (const PartTensors &part : parts)
    if (part.part->type() == artifact::F8E8M0)
      bytes += part.part->bytes() * part.tensors.size();
  return bytes;
}

/// Number of NaN codes among `bytes` scales.
static uint64_t countNan(const std::byte *data, uint64_t bytes) {
  constexpr std::byte nan{0xff};
  if (!std::memchr(data, int(nan), bytes))
    return 0;
  return uint64_t(std::count(data, data + bytes, nan));
}

Status rt::checkScales(const std::vector<PartTensors> &parts,
                       Checkpoint &checkpoint) {
  for (const PartTensors &part : parts) {
    if (part.part->type() != artifact::F8E8M0)
      continue;
    for (size_t e = 0; e < part.tensors.size(); ++e) {
      Result<const std::byte *> data = checkpoint.data(*part.tensors[e]);
      if (!data.ok())
        return data.status();
      if (uint64_t nan = countNan(*data, part.part->bytes()))
        return Status(Code::corrupt,
                      quoteName(checkpoint.index().folder()) + ": scales " +
                          quoteName(tensorName(*part.part, uint32_t(e))) +
                          " hold " + std::to_string(nan) +
                          " NaN (code 255); the checkpoint is damaged");
    }
  }
  return Status();
}
