// Why: the CUDA module is loaded when a CUDA device is first asked for, so that a program starts at once, and works, on
// a machine without a driver, a device or CUDA's libraries; and it can say what it looked for, and where.
#pragma once
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "core/backends/cuda/library_search.h"
#include "core/backends/cuda/module_abi.h"
#include "core/backends/device.h"

namespace fovea {

// Where everything is looked for. registerCudaBackend() uses ofThisProcess(); tests give their own places.
struct CudaLoaderOptions {
  std::string driver = "libcuda.so.1";
  std::vector<LibraryFolder> driverFolders;  // besides the dynamic loader's path
  std::vector<LibraryWish> libraries;        // in the order in which they are loaded
  std::vector<LibraryFolder> libraryFolders;
  bool systemPath = true;                            // whether the dynamic loader's own path is searched for libraries
  std::vector<std::filesystem::path> moduleFolders;  // the first that holds kCudaModuleFile is taken
  std::uint64_t abi = cudaModuleAbi();

  static CudaLoaderOptions ofThisProcess();
};

// A Backend named "cuda". Creating it touches nothing; devices(), open() and report() look and load. What failed is
// looked for again at the next call; what is loaded stays for the life of the process. Thread-safe.
//   devices(), open(): NotFound without a driver, device or library; Unsupported without a module or for another
//   version of it or the driver; Corrupt for a module that cannot be loaded. The message says which, the advice what to
//   do. report(): one line a thing looked for, with path and version, whatever else is missing.
// `options` is called at the first look, since it reads folders.
std::unique_ptr<Backend> makeCudaBackend(std::function<CudaLoaderOptions()> options);

}  // namespace fovea
