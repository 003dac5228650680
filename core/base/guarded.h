// Why: nothing that a library throws, and no lack of memory, may end the program. Where a thread, a command or a job
// begins, its work runs guarded, and an exception becomes its error.
#pragma once
#include <type_traits>

#include "core/base/result.h"

namespace fovea {

// The exception that is being handled, as an Error: OutOfMemory with its words, the system's code, or else Internal.
// Only within a catch block: `catch (...) { return caughtError(); }`.
Error caughtError();

template <class T>
struct GuardedResult {
  using Type = Result<T>;
};
template <class T>
struct GuardedResult<Result<T>> {
  using Type = Result<T>;
};

// Calls `work` and returns what it returns, as a Result; an Error in place of an exception.
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
