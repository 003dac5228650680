// Why: neither a library's exception nor lack of memory may end the program. The work of every thread, command and job
// therefore runs guarded, which turns an exception into an Error.
#pragma once
#include <type_traits>

#include "core/base/result.h"

namespace fovea {

// Converts the exception being handled to an Error: OutOfMemory with its own message, the system's code, or else
// Internal. Call it only within a catch block: `catch (...) { return caughtError(); }`.
Error caughtError();

template <class T>
struct GuardedResult {
  using Type = Result<T>;
};
template <class T>
struct GuardedResult<Result<T>> {
  using Type = Result<T>;
};

// Calls `work` and returns its result as a Result. An exception becomes an Error.
template <class Work>
auto guarded(Work&& work) -> typename GuardedResult<std::decay_t<decltype(work())>>::Type {
  try {
    if constexpr (std::is_void_v<decltype(work())>) {
      work();
      return {};
    } else {
      return work();
    }
  } catch (...) {
    return caughtError();
  }
}

}  // namespace fovea
