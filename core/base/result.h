// Why: failures in normal use are returned as values, with messages that a person can act on. Exceptions stop at
// library borders; assertions are for bugs.
#pragma once
#include <cassert>
#include <string>
#include <utility>
#include <variant>

namespace fovea {

enum class ErrorCode {
  InvalidArgument,   // the caller's input is wrong: shapes, options, names
  NotFound,          // a file, layer, run or device that is not there
  AlreadyExists,     // would overwrite something
  PermissionDenied,  // the system refused
  NoSpace,           // the disk is full
  Corrupt,           // a file is damaged or is not what it says
  NewerVersion,      // a file written by a later Fovea
  Unsupported,       // understood, but this device or build cannot do it
  OutOfMemory,       // device or host memory is not enough
  Cancelled,         // a person stopped it
  Io,                // any other failure of the system underneath
  Internal,          // a bug in Fovea
};

// The code's name in JSON output: "invalid_argument", "no_space", ...
const char* errorCodeName(ErrorCode code);

// Says what happened and what to do about it. `message` is one or two full sentences; `advice` may be empty.
struct Error {
  ErrorCode code = ErrorCode::Internal;
  std::string message;
  std::string advice;

  // "message advice", for logs and terminals.
  std::string text() const;
  // The same error, with `context` and ": " before the message ("reading network.json: ...").
  Error within(const std::string& context) const;
};

// Either a T or an Error. Reading the wrong alternative is a bug (asserted).
template <class T>
class [[nodiscard]] Result {
 public:
  Result(T value) : state_(std::in_place_index<0>, std::move(value)) {}
  Result(Error error) : state_(std::in_place_index<1>, std::move(error)) {}

  bool ok() const { return state_.index() == 0; }
  explicit operator bool() const { return ok(); }

  T& value() & { assert(ok()); return *std::get_if<0>(&state_); }
  const T& value() const& { assert(ok()); return *std::get_if<0>(&state_); }
  // Returned by value, so that `for (auto& x : f().value())` keeps the container alive.
  T value() && { assert(ok()); return std::move(*std::get_if<0>(&state_)); }
  T& operator*() & { return value(); }
  const T& operator*() const& { return value(); }
  T operator*() && { return std::move(*this).value(); }
  T* operator->() { return &value(); }
  const T* operator->() const { return &value(); }

  const Error& error() const& { assert(!ok()); return *std::get_if<1>(&state_); }
  Error&& error() && { assert(!ok()); return std::move(*std::get_if<1>(&state_)); }

 private:
  std::variant<T, Error> state_;
};

// Success, or an Error.
template <>
class [[nodiscard]] Result<void> {
 public:
  Result() = default;
  Result(Error error) : state_(std::move(error)) {}

  bool ok() const { return state_.index() == 0; }
  explicit operator bool() const { return ok(); }
  const Error& error() const& { assert(!ok()); return *std::get_if<1>(&state_); }
  Error&& error() && { assert(!ok()); return std::move(*std::get_if<1>(&state_)); }

 private:
  std::variant<std::monostate, Error> state_;
};

using Status = Result<void>;

inline Error fail(ErrorCode code, std::string message, std::string advice = {}) {
  return Error{code, std::move(message), std::move(advice)};
}

// Converts an `errno` value to an Error: NoSpace, PermissionDenied, NotFound or Io. `what` precedes the system's
// message.
Error systemError(int errorNumber, const std::string& what);

}  // namespace fovea

#define FOVEA_CONCAT_(a, b) a##b
#define FOVEA_CONCAT(a, b) FOVEA_CONCAT_(a, b)
// FOVEA_TRY(auto x, f()): binds the value, or returns the error from the enclosing function.
#define FOVEA_TRY(declaration, ...)                                                       \
  auto FOVEA_CONCAT(result_, __LINE__) = (__VA_ARGS__);                                   \
  if (!FOVEA_CONCAT(result_, __LINE__).ok()) return std::move(FOVEA_CONCAT(result_, __LINE__)).error(); \
  declaration = std::move(FOVEA_CONCAT(result_, __LINE__)).value()
// FOVEA_CHECK(f()): returns the error of a Status from the enclosing function.
#define FOVEA_CHECK(...)                                        \
  do {                                                          \
    auto status_ = (__VA_ARGS__);                               \
    if (!status_.ok()) return std::move(status_).error();       \
  } while (false)
