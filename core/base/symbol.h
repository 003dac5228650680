// Why: libraries that may be missing (MPI, NCCL, CUPTI, NVML) are loaded at run time, and their functions are found by
// name.
#pragma once
#include <dlfcn.h>

namespace fovea {

// Sets `symbol`, a pointer, to the function or variable of that name in a library that dlopen() has loaded. Returns
// false and sets it to null if the library has none.
template <class Symbol>
bool findSymbol(void* library, const char* name, Symbol& symbol) {
  symbol = reinterpret_cast<Symbol>(::dlsym(library, name));
  return symbol != nullptr;
}

}  // namespace fovea
