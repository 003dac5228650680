// Why: CUDA's libraries may come from a toolkit, the system's packages, or the `nvidia` wheels of a Python environment.
// This finds and loads them without any CUDA header, so that a program starts in the same way on machines without CUDA.
// Thread-safety: pure functions of the file system, the environment and the dynamic loader; call from one thread at a
// time.
#pragma once
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "core/base/result.h"

namespace fovea {

// A folder that may hold CUDA libraries, and its origin: "FOVEA_CUDA_PATH", "CUDA toolkit", "Python environment".
struct LibraryFolder {
  std::filesystem::path path;
  std::string origin;
};

// The environment that the search reads; tests replace it.
struct SearchSurroundings {
  std::function<std::string(const char*)> variable;  // an environment variable, or "" if it is not set
  std::filesystem::path root = "/";                  // absolute folders are searched relative to this root

  static SearchSurroundings ofThisProcess();
};

// The existing folders without repetitions, in search order: those of FOVEA_CUDA_PATH first.
std::vector<LibraryFolder> cudaLibraryFolders(const SearchSurroundings& surroundings);
// How many of the first folders come from FOVEA_CUDA_PATH; they precede the dynamic loader's own path.
std::size_t countChosenFolders(const std::vector<LibraryFolder>& folders);

// One library to load by its soname. It is never unloaded.
struct WantedLibrary {
  std::string soname;  // "libcudnn.so.9"
  std::string title;   // "cuDNN"
  bool required = true;
  std::string versionSymbol;  // name of a function that returns its version, see `version`
  enum class Version { None, ReturnsNumber, WritesNumber, WritesPair } version = Version::None;
  // Libraries that this one loads itself later, as prefixes of file names, in order; see loadCompanions().
  std::vector<std::string> companions = {};
};

struct LoadedLibrary {
  void* handle = nullptr;      // null: not found
  std::filesystem::path path;  // path of the file
  std::string version;         // "9.19.0"; empty if unknown
  std::string problem;         // if it was found but cannot be used, or only another version exists: the reason
};

// Tries the chosen folders, then the dynamic loader's path if `systemPath`, then the other folders. The symbols of the
// library become global.
LoadedLibrary loadLibrary(const WantedLibrary& wanted, const std::vector<LibraryFolder>& folders, bool systemPath);

// Loads the companions of a loaded library from its own folder, so that it finds neither another version on
// LD_LIBRARY_PATH nor none at all. Ignores companions that do not load; the library itself reports them.
void loadCompanions(const WantedLibrary& wanted, const LoadedLibrary& library);

}  // namespace fovea
