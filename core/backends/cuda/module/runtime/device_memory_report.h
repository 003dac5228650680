// Why: free memory of a device without creating a context there, which would take half a gigabyte on each one listed.
#pragma once
#include <cstdint>

namespace fovea::cuda {

// Free bytes of the device with this PCI address, from NVIDIA's management library; 0 if that is not there or does not
// tell.
std::uint64_t freeMemoryOf(const char* pciBusId);

}  // namespace fovea::cuda
