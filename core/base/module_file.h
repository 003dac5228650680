// Why: features that need a large library are in a module beside the programs, which is loaded on first use.
#pragma once
#include <string>

namespace fovea {

struct ModuleFunction {
  void* address = nullptr;  // null on failure: see `problem`
  std::string problem;      // "there is no libfovea_video.so in /usr/bin"
};
// Loads the function `symbol` from the module `file` beside the program or in its lib folder. The module is never
// unloaded.
ModuleFunction loadModuleFunction(const char* file, const char* symbol);

}  // namespace fovea
