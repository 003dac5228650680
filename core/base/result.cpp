#include "core/base/result.h"

#include <cerrno>
#include <system_error>

namespace fovea {

const char* errorCodeName(ErrorCode code) {
  switch (code) {
    case ErrorCode::InvalidArgument:
      return "invalid_argument";
    case ErrorCode::NotFound:
      return "not_found";
    case ErrorCode::AlreadyExists:
      return "already_exists";
    case ErrorCode::PermissionDenied:
      return "permission_denied";
    case ErrorCode::NoSpace:
      return "no_space";
    case ErrorCode::Corrupt:
      return "corrupt";
    case ErrorCode::NewerVersion:
      return "newer_version";
    case ErrorCode::Unsupported:
      return "unsupported";
    case ErrorCode::OutOfMemory:
      return "out_of_memory";
    case ErrorCode::Cancelled:
      return "cancelled";
    case ErrorCode::Io:
      return "io";
    case ErrorCode::Internal:
      return "internal";
  }
  return "internal";
}

std::string Error::text() const {
  return advice.empty() ? message : message + " " + advice;
}

Error Error::within(const std::string& context) const {
  return Error{code, context + ": " + message, advice};
}

Error systemError(int errorNumber, const std::string& what) {
  const std::string words = what + ": " + std::generic_category().message(errorNumber) + ".";
  switch (errorNumber) {
    case ENOSPC:
    case EDQUOT:
      return fail(ErrorCode::NoSpace, words, "Free some space on the disk and try again; nothing was lost.");
    case EACCES:
    case EPERM:
    case EROFS:
      return fail(ErrorCode::PermissionDenied, words, "Choose another folder, or change its permissions.");
    case ENOENT:
    case ENOTDIR:
      return fail(ErrorCode::NotFound, words);
    case EEXIST:
      return fail(ErrorCode::AlreadyExists, words);
    case ENOMEM:
      return fail(ErrorCode::OutOfMemory, words);
    default:
      return fail(ErrorCode::Io, words);
  }
}

}  // namespace fovea
