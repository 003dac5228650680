// Why: CUDA's libraries may come from a toolkit, the system's packages, or the `nvidia` wheels of a Python environment;
// this finds and loads them without any CUDA header, so that a program starts the same where there are none.
// Thread-safety: pure functions of the file system, the environment and the dynamic loader; call from one thread at a
// time.
#pragma once
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "core/base/result.h"

namespace fovea {

// A folder that may hold CUDA libraries, and why it is looked at: "FOVEA_CUDA_PATH", "CUDA toolkit", "Python
// environment".
struct LibraryFolder {
  std::filesystem::path path;
  std::string origin;
};

// What the search reads of its surroundings; tests give their own.
struct SearchSurroundings {
  std::function<std::string(const char*)> variable;  // an environment variable, or "" if it is not set
  std::filesystem::path root = "/";                  // absolute folders are looked for below this

  static SearchSurroundings ofThisProcess();
};

// Existing folders, each once, in the order in which they are searched: those of FOVEA_CUDA_PATH first.
std::vector<LibraryFolder> cudaLibraryFolders(const SearchSurroundings& surroundings);
// How many of the first ones come from FOVEA_CUDA_PATH; they go before the dynamic loader's own path.
std::size_t countChosenFolders(const std::vector<LibraryFolder>& folders);

// One library to load by its soname. Never unloaded.
struct LibraryWish {
  std::string soname;  // "libcudnn.so.9"
  std::string title;   // "cuDNN"
  bool required = true;
  std::string versionSymbol;  // a function that tells its version, see `version`
  enum class Version { None, ReturnsNumber, WritesNumber, WritesPair } version = Version::None;
  // What it loads by itself later, by the beginnings of the files' names, in order; see loadCompanions().
  std::vector<std::string> companions = {};
};

struct LoadedLibrary {
  void* handle = nullptr;      // null: not found
  std::filesystem::path path;  // of the file
  std::string version;         // "9.19.0", empty if it cannot tell
  std::string problem;         // if it was found but cannot be used, or only another version is there: why
};

// Tries the chosen folders, then the dynamic loader's path if `systemPath`, then the other folders. Its symbols become
// global.
LoadedLibrary loadLibrary(const LibraryWish& wish, const std::vector<LibraryFolder>& folders, bool systemPath);

// Loads the companions of a loaded library out of its own folder, so that it does not find those of another version on
// LD_LIBRARY_PATH, or none at all. One that does not load is left for the library itself to complain about.
void loadCompanions(const LibraryWish& wish, const LoadedLibrary& library);

}  // namespace fovea
