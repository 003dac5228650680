// Why: event files hold protocol buffers, of which scalars and histograms need only numbers, texts and nested messages.
// Reads and writes these fields without a library. Internal to core/train. Thread-safety: values and pure functions.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace fovea {

// Wire types of protocol buffers.
enum WireType : unsigned { kVarint = 0, kFixed64 = 1, kBytes = 2, kFixed32 = 5 };

// Fields of tensor.proto.
inline constexpr unsigned kTensorContent = 4, kTensorDouble = 6;

// Little-endian, as the formats want it on every machine.
template <class T>
void appendFixed(std::string& bytes, T value) {
  for (std::size_t i = 0; i < sizeof(T); ++i) bytes += static_cast<char>(value >> (8 * i) & 0xff);
}

template <class T>
T fixedAt(std::string_view bytes, std::size_t at) {
  T value = 0;
  for (std::size_t i = 0; i < sizeof(T); ++i)
    value |= static_cast<T>(static_cast<unsigned char>(bytes[at + i])) << (8 * i);
  return value;
}

inline void appendVarint(std::string& bytes, std::uint64_t value) {
  for (; value >= 0x80; value >>= 7) bytes += static_cast<char>(value | 0x80);
  bytes += static_cast<char>(value);
}

inline void appendKey(std::string& bytes, unsigned field, WireType type) {
  appendVarint(bytes, field << 3 | type);
}

inline void appendBytes(std::string& bytes, unsigned field, std::string_view content) {
  appendKey(bytes, field, kBytes);
  appendVarint(bytes, content.size());
  bytes += content;
}

// One field of a message: a number, or the bytes of what is of variable length.
struct WireField {
  unsigned number = 0;
  unsigned type = 0;
  std::uint64_t value = 0;
  std::string_view bytes;
};

// The fields of a message, one after the other.
class WireReader {
 public:
  explicit WireReader(std::string_view message) : rest_(message) {}

  // Nothing at the end, or after a fault.
  std::optional<WireField> next() {
    if (rest_.empty() || bad_) return std::nullopt;
    WireField field;
    const std::uint64_t key = varint();
    field.number = static_cast<unsigned>(key >> 3 & 0x1fffffff);
    field.type = static_cast<unsigned>(key & 7);
    if (field.type == kVarint)
      field.value = varint();
    else if (field.type == kFixed64 || field.type == kFixed32)
      field.value = fixed(field.type == kFixed64 ? 8 : 4);
    else if (field.type == kBytes)
      field.bytes = take(varint());
    else
      bad_ = true;
    if (bad_ || field.number == 0) {
      bad_ = true;
      return std::nullopt;
    }
    return field;
  }
  bool bad() const { return bad_; }

 private:
  std::uint64_t varint() {
    std::uint64_t value = 0;
    for (unsigned shift = 0; shift < 64; shift += 7) {
      if (rest_.empty()) break;
      const auto byte = static_cast<unsigned char>(rest_.front());
      rest_.remove_prefix(1);
      value |= static_cast<std::uint64_t>(byte & 0x7f) << shift;
      if (byte < 0x80) return value;
    }
    bad_ = true;
    return 0;
  }
  std::uint64_t fixed(std::size_t size) {
    const std::string_view bytes = take(size);
    if (bad_) return 0;
    return size == 8 ? fixedAt<std::uint64_t>(bytes, 0) : fixedAt<std::uint32_t>(bytes, 0);
  }
  std::string_view take(std::uint64_t size) {
    if (size > rest_.size()) {
      bad_ = true;
      return {};
    }
    const std::string_view bytes = rest_.substr(0, static_cast<std::size_t>(size));
    rest_.remove_prefix(static_cast<std::size_t>(size));
    return bytes;
  }

  std::string_view rest_;
  bool bad_ = false;
};

}  // namespace fovea
