//===- DifferenceFiles.cpp - tensors of a launch that differs -------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information. SPDX-License-Identifier:
// Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Three files with the same names inside. Weights are not among them, as they
// are in the checkpoint.
//
//===----------------------------------------------------------------------===//

#include "tools/cedar-run/DifferenceFiles.h"

#include "runtime/lib/Artifact/ElementTypes.h"
#include "runtime/lib/Artifact/PublishFile.h"
#include "tools/cedar-run/SafetensorsFile.h"
#include "tools/runtime-lib/Require.h"

#include <algorithm>
#include <filesystem>

using namespace cedar;

/// The format's name of a type, bytes if it has none.
static std::string dtypeOf(artifact::ElementType type) {
  switch (type) {
  case artifact::F32:
    return "F32";
  case artifact::BF16:
    return "BF16";
  case artifact::F8E4M3:
    return "F8_E4M3";
  case artifact::F8E8M0:
    return "F8_E8M0";
  case artifact::I32:
    return "I32";
  case artifact::I8:
    return "I8";
  default:
    return "U8";
  }
}

static void addTensor(SafetensorsFile &file, const rt::LaunchArgument &argument,
                      const std::vector<std::byte> &bytes) {
  const rt::RowFormat &format = argument.format;
  const rt::RowPart &part = format.parts.front();
  bool plain = part.elements * rt::elementBytes(part.type) == format.bytes;
  file.add("argument." + std::to_string(argument.index),
           plain ? dtypeOf(part.type) : "U8",
           {argument.rows(), plain ? part.elements : format.bytes},
           {reinterpret_cast<const char *>(bytes.data()), bytes.size()});
}

/// A file without tensors that names the launch and its arguments.
static SafetensorsFile describe(const rt::LaunchDifference &difference,
                                const artifact::Target &target) {
  const artifact::Entry &entry = target.entries(int(difference.entry));
  const artifact::Launch &launch = entry.launches(int(difference.launch));
  const artifact::Kernel &kernel = target.kernels(int(launch.kernel()));
  SafetensorsFile file;
  file.note("entry", entry.name());
  file.note("launch", std::to_string(difference.launch));
  file.note("path", launch.path());
  file.note("op", kernel.op());
  file.note("kernel", kernel.symbol());
  for (const rt::CheckedArgument &checked : difference.arguments)
    file.note("argument." + std::to_string(checked.argument.index),
              checked.argument.name);
  return file;
}

void cedar::writeDifference(const std::string &folder,
                            const rt::LaunchDifference &difference,
                            const artifact::Target &main,
                            const std::string &other) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error)
    throw Error(CEDAR_IO,
                ("cannot make the folder '" + folder + "': " + error.message())
                    .c_str());
  auto write = [&](std::string name,
                   std::vector<std::byte> rt::CheckedArgument::*bytes) {
    std::replace(name.begin(), name.end(), ':', '_');
    SafetensorsFile file = describe(difference, main);
    for (const rt::CheckedArgument &checked : difference.arguments)
      addTensor(file, checked.argument, checked.*bytes);
    require(
        rt::publishFile(folder + "/" + name + ".safetensors", file.bytes()));
  };
  write("before", &rt::CheckedArgument::before);
  write(main.name(), &rt::CheckedArgument::main);
  write(other, &rt::CheckedArgument::other);
}
