#include "core/base/guarded.h"

#include <exception>
#include <stdexcept>
#include <system_error>

#include "core/base/memory.h"

namespace fovea {
namespace {

Error noMemory() {
  return fail(ErrorCode::OutOfMemory, "There is not enough memory to go on.",
              "Close other programs, or make the network, the batch or the samples smaller.");
}

}  // namespace

Error caughtError() {
  try {
    throw;
  } catch (const OutOfMemory& lack) {
    return lack.error();
  } catch (const std::bad_alloc&) {
    return noMemory();
  } catch (const std::length_error&) {
    return noMemory();  // thrown by containers whose size would exceed even their maximum
  } catch (const std::system_error& error) {
    if (error.code().category() == std::generic_category() || error.code().category() == std::system_category())
      return systemError(error.code().value(), "The system refused a request");
    return fail(ErrorCode::Io, std::string("The system refused a request: ") + error.what() + ".");
  } catch (const std::exception& error) {
    return fail(ErrorCode::Internal, std::string("Fovea met a fault of its own: ") + error.what() + ".",
                "Please report it; what was saved before is not changed.");
  } catch (...) {
    return fail(ErrorCode::Internal, "Fovea met a fault of its own.",
                "Please report it; what was saved before is not changed.");
  }
}

}  // namespace fovea
