// Why: what needs a large library lies in a module beside the programs, which is loaded when it is first wanted.
#pragma once
#include <string>

namespace fovea {

struct ModuleFunction {
  void* address = nullptr;  // null: see `problem`
  std::string problem;      // "there is no libfovea_video.so in /usr/bin"
};
// The function `symbol` of the module `file` beside the program or in its lib folder. The module is never unloaded.
ModuleFunction loadModuleFunction(const char* file, const char* symbol);

}  // namespace fovea
