#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cassert>
#include <cerrno>
#include <cstring>

#include "core/data/store/sample_store.h"

namespace fovea {
namespace fs = std::filesystem;

namespace {

Error corrupt(const fs::path& file, const std::string& what) {
  return fail(ErrorCode::Corrupt, file.string() + " " + what + ".",
              "Import the data set again from its source, or restore the folder from a copy.");
}

}  // namespace

Result<std::unique_ptr<StoreReader>> StoreReader::open(const fs::path& file, const StoreSeal& seal) {
  auto reader = std::unique_ptr<StoreReader>(new StoreReader);
  reader->file_ = file;
  reader->seal_ = seal;
  FOVEA_CHECK(reader->map(seal));
  FOVEA_CHECK(reader->loadPlaces());
  return reader;
}

StoreReader::~StoreReader() {
  if (memory_) ::munmap(const_cast<std::uint8_t*>(memory_), bytes_);
}

Status StoreReader::map(const StoreSeal& seal) {
  const std::string what = "Cannot read " + file_.string();
  const int descriptor = ::open(file_.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0 && errno == ENOENT) return corrupt(file_, "is missing");
  if (descriptor < 0) return systemError(errno, what);
  struct stat info {};
  const bool known = ::fstat(descriptor, &info) == 0;
  const auto size = static_cast<std::uint64_t>(info.st_size);
  void* memory = MAP_FAILED;
  // Accessing a missing part of a mapped file would raise a signal.
  if (known && size == seal.bytes && size > 0)
    memory = ::mmap(nullptr, static_cast<std::size_t>(size), PROT_READ, MAP_SHARED, descriptor, 0);
  const int code = errno;
  ::close(descriptor);
  if (known && size < seal.bytes)
    return corrupt(file_, fmt::format("is cut off: it has {} bytes instead of {}", size, seal.bytes));
  if (known && (size > seal.bytes || size == 0))
    return corrupt(file_, fmt::format("was changed: it has {} bytes instead of {}", size, seal.bytes));
  if (memory == MAP_FAILED) return systemError(code, what);
  memory_ = static_cast<const std::uint8_t*>(memory);
  bytes_ = static_cast<std::size_t>(size);
  return {};
}

Status StoreReader::loadPlaces() {
  constexpr std::size_t kPlace = sizeof(std::uint64_t) + sizeof(std::uint32_t);
  FOVEA_TRY(const auto places, table(kRecordTable));
  if (places.size() % kPlace != 0) return corrupt(file_, "has a damaged table of offsets");
  const std::size_t count = places.size() / kPlace;
  offsets_.resize(count);
  sizes_.resize(count);
  if (count == 0) return {};
  std::memcpy(offsets_.data(), places.data(), count * sizeof(std::uint64_t));
  std::memcpy(sizes_.data(), places.data() + count * sizeof(std::uint64_t), count * sizeof(std::uint32_t));
  for (std::size_t i = 0; i < count; ++i)
    if (offsets_[i] > bytes_ || sizes_[i] > bytes_ - offsets_[i])
      return corrupt(file_, "has a damaged table of offsets");
  return {};
}

std::span<const std::uint8_t> StoreReader::record(std::uint32_t number) const {
  assert(number < offsets_.size());
  return {memory_ + offsets_[number], sizes_[number]};
}

Result<std::span<const std::uint8_t>> StoreReader::table(std::string_view name) const {
  const auto found = seal_.tables.find(name);
  if (found == seal_.tables.end()) return corrupt(file_, fmt::format("has no table \"{}\"", name));
  const StoreExtent& extent = found->second;
  if (extent.offset > bytes_ || extent.bytes > bytes_ - extent.offset)
    return corrupt(file_, fmt::format("has its table \"{}\" outside", name));
  const std::span content(memory_ + extent.offset, static_cast<std::size_t>(extent.bytes));
  if (contentHash(content) != extent.hash) return corrupt(file_, fmt::format("is damaged at its table \"{}\"", name));
  return content;
}

}  // namespace fovea
