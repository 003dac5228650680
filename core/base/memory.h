// Why: lack of memory is reported as an Error everywhere. Linux grants memory that it does not have and ends the
// program once it is used, so large requests are compared with the free memory before they are made.
// Thread-safety: all functions may be called from any thread.
#pragma once
#include <cstdint>
#include <filesystem>
#include <memory>
#include <new>
#include <string>

#include "core/base/result.h"

namespace fovea {

struct HostMemory {
  std::uint64_t totalBytes = 0;
  std::uint64_t availableBytes = 0;  // usable bytes, free swap included
  std::uint64_t availableRam = 0;    // without swap, which is not a part of totalBytes
};
// From /proc/meminfo, bounded by the limits of the control groups (versions 1 and 2) that this process is in. Zeros if
// the system does not say. `root` stands before the system's paths, for tests.
HostMemory hostMemory(const std::filesystem::path& root = "/");

// Returns OutOfMemory for a request of 16 MiB or more that exceeds the available memory. Smaller requests always pass.
// `what` names the purpose: "the weights of “fc1”"; may be empty.
Status checkMemory(std::uint64_t bytes, const std::string& what = {});

// "There is not enough memory for 112.0 GiB (what): 20.1 GiB are free."
Error tooLittleMemory(std::uint64_t bytes, const std::string& what = {});

// "3 bytes", "1.5 MiB", "112.0 GiB"
std::string memoryWords(std::uint64_t bytes);

// Thrown by functions that return the memory itself; guarded.h converts it back to an Error.
class OutOfMemory : public std::bad_alloc {
 public:
  explicit OutOfMemory(Error error) : error_(std::make_shared<const Error>(std::move(error))) {}
  const char* what() const noexcept override { return error_->message.c_str(); }
  const Error& error() const { return *error_; }

 private:
  std::shared_ptr<const Error> error_;  // shared, so that copying the exception cannot throw
};

}  // namespace fovea
