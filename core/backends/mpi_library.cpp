#include "core/backends/mpi_library.h"

#include <array>

#include "core/base/symbol.h"

namespace fovea::mpi {
namespace {

constexpr const char* kNames[] = {"libmpi.so.40", "libmpi.so"};
constexpr std::size_t kLongestText = 4096;  // Open MPI's MPI_MAX_ERROR_STRING is 256

}  // namespace

Result<Library> Library::load() {
  void* handle = nullptr;
  // Open MPI's own modules look for the library's symbols among the global ones.
  for (const char* name : kNames)
    if (!handle) handle = ::dlopen(name, RTLD_NOW | RTLD_GLOBAL);
  if (!handle)
    return fail(ErrorCode::NotFound, "Several ranks need Open MPI's library, libmpi.so.40, which cannot be loaded.",
                "Install Open MPI (Debian and Ubuntu: libopenmpi3 or openmpi-bin) on each machine.");
  Library library;
  bool whole = true;
  const auto find = [&]<class Function>(const char* name, Function& function) {
    whole = findSymbol(handle, name, function) && whole;
  };
  find("MPI_Init_thread", library.initialize);
  find("MPI_Finalize", library.finalize);
  find("MPI_Comm_rank", library.rank);
  find("MPI_Comm_size", library.size);
  find("MPI_Comm_set_errhandler", library.setErrorHandler);
  find("MPI_Error_string", library.errorText);
  find("MPI_Isend", library.send);
  find("MPI_Irecv", library.receive);
  find("MPI_Testall", library.testAll);
  find("MPI_Iprobe", library.probe);
  find("MPI_Get_count", library.countOf);
  find("MPI_Ibarrier", library.barrier);
  find("ompi_mpi_comm_world", library.world);
  find("ompi_mpi_byte", library.byte);
  find("ompi_mpi_errors_return", library.returnErrors);
  if (!whole)
    return fail(ErrorCode::Unsupported, "The library libmpi.so is not Open MPI's.",
                "Start the ranks with Open MPI's mpirun, and let the loader find its libmpi.so.40 first.");
  return library;
}

Error Library::error(int code, const std::string& what) const {
  std::array<char, kLongestText> text{};
  int length = 0;
  if (errorText(code, text.data(), &length) != kSuccess || length < 0) length = 0;
  return fail(ErrorCode::Io, what + " failed: " + std::string(text.data(), static_cast<std::size_t>(length)) + ".");
}

}  // namespace fovea::mpi
