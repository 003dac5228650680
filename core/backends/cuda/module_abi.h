// Why: the program and the CUDA module are two files that may come from two builds; one number says whether they agree.
// What crosses the border: the virtual interfaces of core/backends (Backend, Device, Kernel, DeviceBuffer,
// CapturedStep) and the plain values in their signatures, all over one shared C++ runtime. Each side has its own copy
// of Fovea's functions, and no mutable state of Fovea crosses: neither side keeps any. No exception crosses, and
// nothing is cast by dynamic_cast across.
#pragma once
#include <cstdint>
#include <string_view>

#include "core/backends/device.h"

namespace fovea {

inline constexpr const char* kCudaModuleFile = "libfovea_cuda.so";
inline constexpr const char* kCudaModuleEntry = "fovea_cuda_backend_create";

// Returns a new Backend, owned by the caller, or nullptr with `refusal` set to a static sentence.
using CudaModuleEntry = Backend* (*)(std::uint64_t abi, const char** refusal);

// Equal on both sides if they were built from the same version with the same layout of what crosses the border.
// `kInterface` is raised with every change of a virtual interface that leaves all sizes as they are.
constexpr std::uint64_t cudaModuleAbi() {
  constexpr std::uint64_t kInterface = 4;
  std::uint64_t hash = 14695981039346656037ull;  // FNV-1a
  const auto add = [&hash](std::uint64_t value) { hash = (hash ^ value) * 1099511628211ull; };
  add(kInterface);
  for (const char letter : std::string_view(FOVEA_VERSION)) add(static_cast<unsigned char>(letter));
  for (const std::uint64_t size :
       {sizeof(DeviceInfo), sizeof(KernelRequest), sizeof(KernelArguments), sizeof(KernelPlan), sizeof(KernelEntry),
        sizeof(KernelRegistry), sizeof(Layout), sizeof(TensorType), sizeof(OpType), sizeof(FieldValues), sizeof(Error),
        sizeof(Status), sizeof(Result<std::shared_ptr<Device>>), sizeof(std::function<Status()>)})
    add(size);
  return hash;
}

}  // namespace fovea
