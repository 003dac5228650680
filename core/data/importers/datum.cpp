#include "core/data/importers/datum.h"

#include <fmt/format.h>

namespace fovea {
namespace {

constexpr int kMaximumDatumFields = 100'000'000;

class DatumReader {
 public:
  DatumReader(const void* context, DatumBytes read, std::uint64_t bytes)
      : context_(context), read_(read), bytes_(bytes) {}

  Result<Datum> datum() {
    Datum datum;
    for (int fields = 0; at_ < bytes_; ++fields) {
      if (fields > kMaximumDatumFields) return damaged();
      FOVEA_TRY(const std::uint64_t key, varint());
      FOVEA_CHECK(field(datum, key >> 3, static_cast<unsigned>(key & 7)));
    }
    return datum;
  }

 private:
  Error damaged() const {
    return fail(ErrorCode::Corrupt,
                fmt::format("this is no message of the kind \"Datum\" (byte {} of {})", at_, bytes_));
  }

  Result<std::uint8_t> byte() {
    if (at_ >= bytes_) return damaged();
    if (at_ < windowAt_ || at_ >= windowAt_ + windowBytes_) {
      const std::size_t wanted = static_cast<std::size_t>(std::min<std::uint64_t>(sizeof window_, bytes_ - at_));
      FOVEA_TRY(windowBytes_, read_(context_, at_, {window_, wanted}));
      windowAt_ = at_;
      if (windowBytes_ == 0) return damaged();
    }
    return window_[at_++ - windowAt_];
  }

  Result<std::uint64_t> varint() {
    std::uint64_t value = 0;
    for (unsigned shift = 0; shift < 64; shift += 7) {
      FOVEA_TRY(const std::uint8_t next, byte());
      value |= std::uint64_t{next & 0x7fu} << shift;
      if (next < 0x80) return value;
    }
    return damaged();
  }

  Status jump(std::uint64_t count) {
    if (count > bytes_ - at_) return damaged();
    at_ += count;
    return {};
  }

  Status number(Datum& datum, std::uint64_t field, std::uint64_t value) {
    // A negative int32 is encoded in ten bytes.
    const auto number = static_cast<std::int64_t>(static_cast<std::int32_t>(value));
    if (field == 1) datum.channels = number;
    if (field == 2) datum.height = number;
    if (field == 3) datum.width = number;
    if (field == 5) datum.label = number;
    if (field == 7) datum.encoded = value != 0;
    return {};
  }

  Status field(Datum& datum, std::uint64_t number_, unsigned wire) {
    if (number_ == 0) return damaged();
    if (wire == 0) {
      FOVEA_TRY(const std::uint64_t value, varint());
      return number(datum, number_, value);
    }
    if (wire == 1) return jump(8);
    if (wire == 5) {
      if (number_ == 6 && datum.floats++ == 0) datum.floatsAt = at_;
      return jump(4);
    }
    if (wire != 2) return damaged();
    FOVEA_TRY(const std::uint64_t length, varint());
    if (length > bytes_ - at_) return damaged();
    if (number_ == 4) {
      datum.dataAt = at_;
      datum.dataBytes = length;
    }
    if (number_ == 6) {
      datum.floatsAt = at_;
      datum.floats = length / 4;
      datum.packed = true;
    }
    return jump(length);
  }

  const void* context_;
  const DatumBytes read_;
  const std::uint64_t bytes_;
  std::uint64_t at_ = 0;
  std::uint8_t window_[64];
  std::uint64_t windowAt_ = 0;
  std::size_t windowBytes_ = 0;
};

}  // namespace

Result<Datum> readDatum(const void* context, DatumBytes read, std::uint64_t bytes) {
  return DatumReader(context, read, bytes).datum();
}

}  // namespace fovea
