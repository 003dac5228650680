// Why: Open MPI is loaded at run time, so that the program builds and starts without it. These are the few declarations
// of its C interface that Fovea needs. They follow the MPI 3.1 standard and the mpi.h of Open MPI 4.1; libmpi.so.40,
// which Open MPI 2 to 5 share, has the same binary interface.
#pragma once
#include <cstddef>
#include <string>

#include "core/base/result.h"

namespace fovea::mpi {

using Handle = void*;  // of a communicator, a data type, an error handler or a request

struct MessageStatus {
  int source = 0;
  int tag = 0;
  int error = 0;
  int cancelled = 0;
  std::size_t bytes = 0;
};

inline constexpr int kSuccess = 0;
inline constexpr int kFunneled = 1;    // MPI_THREAD_FUNNELED
inline constexpr int kAnySource = -1;  // MPI_ANY_SOURCE

// The functions, with the names of the standard. All are called by the thread that called initialize.
struct Library {
  int (*initialize)(int* count, char*** arguments, int required, int* provided) = nullptr;
  int (*finalize)() = nullptr;
  int (*rank)(Handle communicator, int* rank) = nullptr;
  int (*size)(Handle communicator, int* size) = nullptr;
  int (*setErrorHandler)(Handle communicator, Handle handler) = nullptr;
  int (*errorText)(int code, char* text, int* length) = nullptr;
  int (*send)(const void* data, int count, Handle type, int to, int tag, Handle communicator,
              Handle* request) = nullptr;
  int (*receive)(void* data, int count, Handle type, int from, int tag, Handle communicator, Handle* request) = nullptr;
  int (*testAll)(int count, Handle requests[], int* done, MessageStatus* statuses) = nullptr;
  int (*probe)(int from, int tag, Handle communicator, int* found, MessageStatus* status) = nullptr;
  int (*countOf)(const MessageStatus* status, Handle type, int* count) = nullptr;
  int (*barrier)(Handle communicator, Handle* request) = nullptr;
  Handle world = nullptr;         // MPI_COMM_WORLD
  Handle byte = nullptr;          // MPI_BYTE
  Handle returnErrors = nullptr;  // MPI_ERRORS_RETURN

  // NotFound: Open MPI is not installed. Unsupported: the library is another one. The library stays loaded.
  static Result<Library> load();
  // An error that says what failed, with the library's own words.
  Error error(int code, const std::string& what) const;
};

}  // namespace fovea::mpi
