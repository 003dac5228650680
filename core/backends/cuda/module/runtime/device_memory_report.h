// Why: reads free memory without creating a context, which would use half a gigabyte of each listed device.
#pragma once
#include <cstdint>

namespace fovea::cuda {

// Returns the free bytes of the device with this PCI address from NVIDIA's management library; 0 if the library is
// missing or fails.
std::uint64_t freeMemoryOf(const char* pciBusId);

}  // namespace fovea::cuda
