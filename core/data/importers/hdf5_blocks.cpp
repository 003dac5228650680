#include "core/data/importers/hdf5_blocks.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstring>

namespace fovea {
namespace {

constexpr std::uint64_t kMostBlockBytes = 16 << 20;
constexpr std::uint64_t kSuperblock = 96;      // at least as long as any version
constexpr std::uint64_t kLastPlace = 1 << 20;  // largest offset of the superblock, after data of another program

struct Mixer {
  std::uint32_t a, b, c;

  void mix() {
    a -= c, a ^= std::rotl(c, 4), c += b;
    b -= a, b ^= std::rotl(a, 6), a += c;
    c -= b, c ^= std::rotl(b, 8), b += a;
    a -= c, a ^= std::rotl(c, 16), c += b;
    b -= a, b ^= std::rotl(a, 19), a += c;
    c -= b, c ^= std::rotl(b, 4), b += a;
  }
  void finish() {
    c ^= b, c -= std::rotl(b, 14);
    a ^= c, a -= std::rotl(c, 11);
    b ^= a, b -= std::rotl(a, 25);
    c ^= b, c -= std::rotl(b, 16);
    a ^= c, a -= std::rotl(c, 4);
    b ^= a, b -= std::rotl(a, 14);
    c ^= b, c -= std::rotl(b, 24);
  }
};

std::uint32_t word(const std::uint8_t* bytes, std::size_t count) {
  std::uint32_t value = 0;
  for (std::size_t i = 0; i < std::min<std::size_t>(count, 4); ++i)
    value |= static_cast<std::uint32_t>(bytes[i]) << (8 * i);
  return value;
}

// Returns the largest number that fits into `bytes` bytes.
std::uint64_t largest(std::size_t bytes) {
  return bytes == 8 ? UINT64_MAX : (std::uint64_t{1} << (8 * bytes)) - 1;
}

}  // namespace

std::uint64_t Hdf5Cursor::number(std::size_t size) {
  if (size > left()) {
    cut_ = true;
    at_ = bytes_.size();
    return 0;
  }
  std::uint64_t value = 0;
  for (std::size_t i = 0; i < std::min<std::size_t>(size, 8); ++i)
    value |= static_cast<std::uint64_t>(bytes_[at_ + i]) << (8 * i);
  at_ += size;
  return value;
}

void Hdf5Cursor::skip(std::uint64_t count) {
  number(static_cast<std::size_t>(std::min<std::uint64_t>(count, bytes_.size() + 1)));
}

std::vector<std::uint8_t> Hdf5Cursor::take(std::uint64_t count) {
  const std::size_t begin = at_;
  skip(count);
  if (cut_) return {};
  return {bytes_.begin() + static_cast<std::ptrdiff_t>(begin), bytes_.begin() + static_cast<std::ptrdiff_t>(at_)};
}

Error damagedHdf5() {
  return fail(ErrorCode::Corrupt, "It is damaged or cut off.", "Fetch the file again.");
}

Error newHdf5Form(const std::string& what) {
  return fail(ErrorCode::Unsupported, fmt::format("It has {} in a form that is not read.", what),
              "Save it again as h5py does by default: with h5py.File(name, \"w\"), libver not given.");
}

std::uint32_t hdf5Checksum(const std::uint8_t* bytes, std::size_t count) {
  const std::uint32_t start = 0xdeadbeef + static_cast<std::uint32_t>(count);
  Mixer state{start, start, start};
  for (; count > 12; bytes += 12, count -= 12) {
    state.a += word(bytes, 4), state.b += word(bytes + 4, 4), state.c += word(bytes + 8, 4);
    state.mix();
  }
  if (count == 0) return state.c;
  state.a += word(bytes, count);
  if (count > 4) state.b += word(bytes + 4, count - 4);
  if (count > 8) state.c += word(bytes + 8, count - 8);
  state.finish();
  return state.c;
}

std::size_t hdf5Width(std::uint64_t most) {
  return static_cast<std::size_t>(std::max(1, static_cast<int>(std::bit_width(most))) - 1) / 8 + 1;
}

Result<Hdf5Blocks> Hdf5Blocks::open(std::shared_ptr<const RandomFile> file) {
  Hdf5Blocks blocks;
  blocks.file_ = std::move(file);
  for (std::uint64_t place = 0; place + kSuperblock <= blocks.file_->size() && place <= kLastPlace;
       place = place ? 2 * place : 512) {
    FOVEA_TRY(const bool found, blocks.readSuperblock(place));
    if (found) return blocks;
  }
  return fail(ErrorCode::Unsupported, "It is no HDF5 file.");
}

Result<bool> Hdf5Blocks::readSuperblock(std::uint64_t place) {
  base_ = place;
  FOVEA_TRY(Hdf5Cursor cursor, at(0, kSuperblock));
  const auto start = cursor.take(kHdf5Signature.size());
  if (std::memcmp(start.data(), kHdf5Signature.data(), kHdf5Signature.size()) != 0) return false;
  const std::uint64_t version = cursor.number(1);
  if (version > 3) return newHdf5Form("a superblock");
  if (version < 2) cursor.skip(4);
  offset_ = static_cast<std::size_t>(cursor.number(1));
  length_ = static_cast<std::size_t>(cursor.number(1));
  const auto isSize = [](std::size_t size) { return size == 2 || size == 4 || size == 8; };
  if (!isSize(offset_) || !isSize(length_)) return damagedHdf5();
  cursor.skip(version < 2 ? 1 + 4 + 4 + (version == 1 ? 4 : 0) : 1);
  cursor.skip(version < 2 ? 4 * offset_ + offset_ : 3 * offset_);
  root_ = cursor.number(offset_);
  if (version >= 2) FOVEA_CHECK(checked(0, kHdf5Signature.size() + 4 + 4 * offset_ + kHdf5Checksum, "\x89HDF"));
  return true;
}

Result<Hdf5Cursor> Hdf5Blocks::at(std::uint64_t address, std::uint64_t bytes) const {
  if (address > file_->size() || base_ > file_->size() - address || bytes > file_->size() - address - base_ ||
      bytes > kMostBlockBytes)
    return damagedHdf5();
  std::vector<std::uint8_t> raw(static_cast<std::size_t>(bytes));
  FOVEA_CHECK(file_->read(base_ + address, raw));
  return Hdf5Cursor(std::move(raw));
}

Result<Hdf5Cursor> Hdf5Blocks::checkedPage(std::uint64_t address, std::uint64_t bytes) const {
  if (bytes < kHdf5Checksum) return damagedHdf5();
  FOVEA_TRY(Hdf5Cursor block, at(address, bytes));
  auto raw = block.take(bytes);
  const std::size_t content = raw.size() - kHdf5Checksum;
  if (hdf5Checksum(raw.data(), content) != word(raw.data() + content, kHdf5Checksum))
    return fail(ErrorCode::Corrupt, "A checksum in it is wrong: it is damaged.", "Fetch the file again.");
  raw.resize(content);
  return Hdf5Cursor(std::move(raw));
}

Result<Hdf5Cursor> Hdf5Blocks::checked(std::uint64_t address, std::uint64_t bytes, const char* signature) const {
  FOVEA_TRY(Hdf5Cursor block, checkedPage(address, bytes));
  const auto start = block.take(4);
  if (block.cut() || std::memcmp(start.data(), signature, 4) != 0) return damagedHdf5();
  return block;
}

bool Hdf5Blocks::defined(std::uint64_t address) const {
  return address != largest(offset_);
}

bool Hdf5Blocks::definedLength(std::uint64_t size) const {
  return size != largest(length_);
}

}  // namespace fovea
