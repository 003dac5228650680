// Why: the CUDA module is loaded when a CUDA device is first requested, so that a program starts fast, and works, on a
// machine without a driver, a device or CUDA's libraries. It can report what it searched for, and where.
#pragma once
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "core/backends/cuda/library_search.h"
#include "core/backends/cuda/module_abi.h"
#include "core/backends/device.h"

namespace fovea {

// The places to search. registerCudaBackend() uses ofThisProcess(); tests use their own.
struct CudaLoaderOptions {
  std::string driver = "libcuda.so.1";
  std::vector<LibraryFolder> driverFolders;  // searched in addition to the dynamic loader's path
  std::vector<WantedLibrary> libraries;        // in loading order
  std::vector<LibraryFolder> libraryFolders;
  bool systemPath = true;                            // whether to search the dynamic loader's own path for libraries
  std::vector<std::filesystem::path> moduleFolders;  // the first one that contains kCudaModuleFile is used
  std::uint64_t abi = cudaModuleAbi();

  static CudaLoaderOptions ofThisProcess();
};

// A Backend named "cuda". Creating it has no effect; devices(), open() and report() search and load. Failed searches
// are repeated at the next call; loaded libraries stay for the life of the process. Thread-safe.
// devices(), open(): NotFound without a driver, device or library; Unsupported without a module or for another
// version of it or the driver; Corrupt for a module that cannot be loaded. The message names the part, the advice the
// remedy. report(): one line for each searched part, with path and version, even if others are missing.
// `options` is called at the first search, since it reads folders.
std::unique_ptr<Backend> makeCudaBackend(std::function<CudaLoaderOptions()> options);

}  // namespace fovea
