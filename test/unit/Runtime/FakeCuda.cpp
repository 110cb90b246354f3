//===- FakeCuda.cpp - a CUDA driver without a GPU -------------------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information. SPDX-License-Identifier:
// Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Only what the runtime calls, for one thread.
//
//===----------------------------------------------------------------------===//

#include "test/unit/Runtime/FakeCuda.h"

#include <dlfcn.h>
#include <elf.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cstdlib>
#include <cstring>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace {

enum Result {
  success = 0,
  invalidValue = 1,
  noDevice = 100,
  invalidImage = 200,
  alreadyPinned = 712,
  illegalAddress = 700,
  unjoinedFork = 904,
};

using Work = std::function<void()>;
using KernelFunction = void (*)(const int64_t *words, char *scratch);

struct Function {
  std::string symbol;
  KernelFunction code;
};

struct Graph {
  std::vector<Work> work;
};

struct Stream {
  std::vector<Work> work; ///< since ever; `done` of it has run
  size_t done = 0;
  Graph *capture = nullptr;
  size_t captured = 0; ///< work that this stream has put into the capture
};

struct Event {
  Stream *stream = nullptr;
  size_t position = 0; ///< in the stream's work or capture
  Graph *capture = nullptr;
};

struct Driver {
  std::map<uintptr_t, size_t> device, pinned; ///< by begin: bytes
  std::vector<std::unique_ptr<Function>> functions;
  std::map<Stream *, size_t> joined; ///< of streams forked in a capture
  Stream *origin = nullptr;          ///< of the capture
  FakeCudaCounts counts{};
  std::string failing;
  bool refusePinning = false;
  int error = success; ///< sticky
};

Driver &driver() {
  static Driver instance;
  return instance;
}

bool contains(const std::map<uintptr_t, size_t> &ranges, uintptr_t address,
              size_t bytes) {
  auto it = ranges.upper_bound(address);
  if (it == ranges.begin())
    return false;
  --it;
  return address + bytes <= it->first + it->second;
}

int checkDevice(uint64_t address, size_t bytes) {
  if (contains(driver().device, uintptr_t(address), bytes))
    return success;
  ++driver().counts.misuses;
  return invalidValue;
}

/// Whether a range begins in pinned memory and ends outside, or the other way.
bool crossesPinned(const void *data, size_t bytes) {
  auto begin = reinterpret_cast<uintptr_t>(data);
  if (contains(driver().pinned, begin, bytes))
    return false;
  for (const auto &[other, size] : driver().pinned)
    if (begin < other + size && other < begin + bytes)
      return true;
  return false;
}

void runUntil(Stream &stream, size_t end) {
  while (stream.done < end) {
    Work work = stream.work[stream.done];
    ++stream.done;
    work();
  }
}

int enqueue(Stream *stream, Work work) {
  if (driver().error != success)
    return driver().error;
  if (stream->capture) {
    stream->capture->work.push_back(std::move(work));
    ++stream->captured;
  } else {
    stream->work.push_back(std::move(work));
  }
  return success;
}

void runKernel(const Function &function, const int64_t *words, char *scratch) {
  ++driver().counts.kernels;
  if (function.symbol == driver().failing)
    driver().error = illegalAddress;
  else if (driver().error == success)
    function.code(words, scratch);
}

/// Bytes of a shared object whose section headers are its end.
size_t imageSize(const void *image) {
  Elf64_Ehdr header;
  std::memcpy(&header, image, sizeof(header));
  if (std::memcmp(header.e_ident, ELFMAG, SELFMAG) != 0)
    return 0;
  return header.e_shoff + size_t(header.e_shnum) * header.e_shentsize;
}

} // namespace

extern "C" {

FakeCudaCounts fakeCudaCounts() { return driver().counts; }

void fakeCudaFailKernel(const char *symbol) {
  driver().failing = symbol ? symbol : "";
  driver().error = success;
}

void fakeCudaRefusePinning(bool refuse) { driver().refusePinning = refuse; }

int cuInit(unsigned) { return success; }

int cuDeviceGet(int *device, int ordinal) {
  *device = ordinal;
  return ordinal == 0 ? success : noDevice;
}

int cuDeviceGetAttribute(int *value, int attribute, int) {
  *value = attribute == 75 ? 9 : 0; // compute capability 9.0
  return success;
}

int cuDevicePrimaryCtxRetain(void **context, int) {
  *context = &driver();
  return success;
}
int cuDevicePrimaryCtxRelease_v2(int) { return success; }
int cuCtxSetCurrent(void *) { return success; }

int cuModuleLoadData(void **module, const void *image) {
  size_t size = imageSize(image);
  int file = memfd_create("image", 0);
  if (size == 0 || file < 0 || write(file, image, size) != ssize_t(size))
    return invalidImage;
  std::string path = "/proc/self/fd/" + std::to_string(file);
  *module = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  close(file);
  return *module ? success : invalidImage;
}
int cuModuleUnload(void *module) { return dlclose(module); }

int cuModuleGetFunction(void **function, void *module, const char *name) {
  void *code = dlsym(module, name);
  if (!code)
    return invalidValue;
  driver().functions.push_back(std::make_unique<Function>(
      Function{name, reinterpret_cast<KernelFunction>(code)}));
  *function = driver().functions.back().get();
  return success;
}

int cuMemAlloc_v2(uint64_t *address, size_t bytes) {
  void *memory = std::malloc(bytes);
  std::memset(memory, 0xa5, bytes); // poison
  *address = reinterpret_cast<uintptr_t>(memory);
  driver().device[uintptr_t(*address)] = bytes;
  driver().counts.allocated += bytes;
  return success;
}

int cuMemFree_v2(uint64_t address) {
  auto it = driver().device.find(uintptr_t(address));
  if (it == driver().device.end())
    return invalidValue;
  driver().counts.allocated -= it->second;
  driver().device.erase(it);
  std::free(reinterpret_cast<void *>(uintptr_t(address)));
  return success;
}

int cuMemGetInfo_v2(size_t *unused, size_t *all) {
  *unused = *all = size_t(1) << 40;
  return success;
}

int cuMemHostRegister_v2(void *address, size_t bytes, unsigned) {
  auto begin = reinterpret_cast<uintptr_t>(address);
  if (driver().refusePinning)
    return invalidValue;
  for (const auto &[other, size] : driver().pinned)
    if (begin < other + size && other < begin + bytes)
      return alreadyPinned;
  driver().pinned[begin] = bytes;
  ++driver().counts.pinned;
  return success;
}

int cuMemHostUnregister(void *address) {
  --driver().counts.pinned;
  driver().pinned.erase(reinterpret_cast<uintptr_t>(address));
  return success;
}

int cuMemHostGetDevicePointer_v2(uint64_t *device, void *address, unsigned) {
  *device = reinterpret_cast<uintptr_t>(address);
  return success;
}

int cuMemcpyHtoD_v2(uint64_t to, const void *from, size_t bytes) {
  if (int error = checkDevice(to, bytes))
    return error;
  if (crossesPinned(from, bytes))
    return invalidValue;
  std::memcpy(reinterpret_cast<void *>(uintptr_t(to)), from, bytes);
  return success;
}

int cuMemcpyHtoDAsync_v2(uint64_t to, const void *from, size_t bytes,
                         Stream *stream) {
  if (int error = checkDevice(to, bytes))
    return error;
  if (crossesPinned(from, bytes))
    return invalidValue;
  auto *target = reinterpret_cast<void *>(uintptr_t(to));
  if (contains(driver().pinned, reinterpret_cast<uintptr_t>(from), bytes))
    return enqueue(stream, [=] {
      ++driver().counts.copies;
      std::memcpy(target, from, bytes);
    });
  // Memory that is not pinned is read at once.
  std::string copy(static_cast<const char *>(from), bytes);
  return enqueue(stream, [=] {
    ++driver().counts.copies;
    std::memcpy(target, copy.data(), bytes);
  });
}

int cuMemcpyDtoHAsync_v2(void *to, uint64_t from, size_t bytes,
                         Stream *stream) {
  if (int error = checkDevice(from, bytes))
    return error;
  if (crossesPinned(to, bytes))
    return invalidValue;
  return enqueue(stream, [=] {
    ++driver().counts.copies;
    std::memcpy(to, reinterpret_cast<const void *>(uintptr_t(from)), bytes);
  });
}

int cuMemcpyDtoDAsync_v2(uint64_t to, uint64_t from, size_t bytes,
                         Stream *stream) {
  for (uint64_t address : {to, from})
    if (int error = checkDevice(address, bytes))
      return error;
  return enqueue(stream, [=] {
    std::memmove(reinterpret_cast<void *>(uintptr_t(to)),
                 reinterpret_cast<const void *>(uintptr_t(from)), bytes);
  });
}

int cuMemsetD8Async(uint64_t address, unsigned char value, size_t bytes,
                    Stream *stream) {
  if (int error = checkDevice(address, bytes))
    return error;
  return enqueue(stream, [=] {
    std::memset(reinterpret_cast<void *>(uintptr_t(address)), value, bytes);
  });
}

int cuStreamCreate(Stream **stream, unsigned) {
  *stream = new Stream();
  return success;
}
int cuStreamDestroy_v2(Stream *stream) {
  delete stream;
  return success;
}

int cuStreamSynchronize(Stream *stream) {
  runUntil(*stream, stream->work.size());
  return driver().error;
}

int cuEventCreate(Event **event, unsigned) {
  *event = new Event();
  return success;
}
int cuEventDestroy_v2(Event *event) {
  delete event;
  return success;
}

int cuEventRecord(Event *event, Stream *stream) {
  *event = {stream, stream->capture ? stream->captured : stream->work.size(),
            stream->capture};
  return driver().error;
}

int cuStreamWaitEvent(Stream *stream, Event *event, unsigned) {
  Stream *other = event->stream;
  if (!event->capture) {
    size_t position = event->position;
    return enqueue(stream, [=] { runUntil(*other, position); });
  }
  if (stream == driver().origin)
    driver().joined[other] = event->position;
  else
    stream->capture = event->capture;
  return success;
}

int cuEventElapsedTime(float *milliseconds, Event *, Event *) {
  *milliseconds = 0.001f;
  return success;
}

int cuStreamBeginCapture_v2(Stream *stream, int) {
  stream->capture = new Graph();
  stream->captured = 0;
  driver().origin = stream;
  driver().joined.clear();
  return success;
}

int cuStreamEndCapture(Stream *stream, Graph **graph) {
  *graph = stream->capture;
  size_t known = stream->captured;
  for (const auto &[side, position] : driver().joined) {
    known += position;
    side->capture = nullptr;
    side->captured = 0;
  }
  stream->capture = nullptr;
  if (known == (*graph)->work.size())
    return success;
  ++driver().counts.misuses;
  return unjoinedFork;
}

int cuGraphInstantiateWithFlags(Graph **exec, Graph *graph,
                                unsigned long long) {
  *exec = new Graph(*graph);
  return success;
}

int cuGraphLaunch(Graph *exec, Stream *stream) {
  ++driver().counts.replays;
  for (const Work &work : exec->work)
    if (int error = enqueue(stream, work))
      return error;
  return success;
}
int cuGraphExecDestroy(Graph *exec) {
  delete exec;
  return success;
}
int cuGraphDestroy(Graph *graph) {
  delete graph;
  return success;
}

int cuLaunchKernel(Function *function, unsigned gridX, unsigned, unsigned,
                   unsigned, unsigned, unsigned, unsigned, Stream *stream,
                   void **arguments, void **) {
  auto *words = *static_cast<const int64_t **>(arguments[0]);
  auto *scratch = *static_cast<char **>(arguments[1]);
  if (gridX == 0)
    return invalidValue;
  return enqueue(stream, [=] { runKernel(*function, words, scratch); });
}

int cuGetErrorString(int error, const char **text) {
  *text = error == illegalAddress ? "an illegal memory access was encountered"
                                  : "an error of the fake driver";
  return success;
}
}
