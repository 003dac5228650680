// Why: files that only other programs write are held by tests as text.
#pragma once
#include <zlib.h>

#include <string>
#include <string_view>

namespace fovea::test {

inline std::string fromBase64(std::string_view text) {
  constexpr std::string_view kDigits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string bytes;
  unsigned bits = 0, count = 0;
  for (const char c : text) {
    const std::size_t digit = kDigits.find(c);
    if (digit == std::string_view::npos) break;
    bits = bits << 6 | static_cast<unsigned>(digit);
    if ((count += 6) < 8) continue;
    count -= 8;
    bytes += static_cast<char>(bits >> count & 255);
  }
  return bytes;
}

inline std::string toBase64(std::string_view bytes) {
  constexpr std::string_view kDigits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    unsigned bits = 0;
    for (std::size_t k = i; k < i + 3; ++k)
      bits = bits << 8 | (k < bytes.size() ? static_cast<unsigned char>(bytes[k]) : 0u);
    for (int digit = 3; digit >= 0; --digit) text += kDigits[bits >> (6 * digit) & 63];
  }
  const std::size_t padding = (3 - bytes.size() % 3) % 3;
  return text.replace(text.size() - padding, padding, padding, '=');
}

// The bytes of a zlib stream that is written as Base64.
inline std::string unpackedBase64(std::string_view text, std::size_t size) {
  const std::string packed = fromBase64(text);
  std::string plain(size, '\0');
  auto length = static_cast<uLongf>(size);
  uncompress(reinterpret_cast<Bytef*>(plain.data()), &length, reinterpret_cast<const Bytef*>(packed.data()),
             static_cast<uLong>(packed.size()));
  return plain;
}

}  // namespace fovea::test
