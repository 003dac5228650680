// Why: tests of sounds make WAV files of tones.
#pragma once
#include <cmath>
#include <cstdint>
#include <numbers>
#include <string>

namespace fovea::test {

inline std::string little(std::uint32_t value, int bytes) {
  std::string text;
  for (int i = 0; i < bytes; ++i) text += static_cast<char>(value >> (8 * i) & 0xff);
  return text;
}

// 16 bits, `channels` times the same tone.
inline std::string wav(double hertz, double seconds, int rate, int channels = 1) {
  std::string data;
  for (int i = 0; i < static_cast<int>(seconds * rate); ++i) {
    const auto value =
        static_cast<std::int16_t>(std::lround(16384 * std::sin(2 * std::numbers::pi * hertz * i / rate)));
    for (int c = 0; c < channels; ++c) data += little(static_cast<std::uint16_t>(value), 2);
  }
  const auto u = [](auto value) { return static_cast<std::uint32_t>(value); };
  return "RIFF" + little(u(36 + data.size()), 4) + "WAVEfmt " + little(16, 4) + little(1, 2) + little(u(channels), 2) +
         little(u(rate), 4) + little(u(rate * channels * 2), 4) + little(u(channels * 2), 2) + little(16, 2) + "data" +
         little(u(data.size()), 4) + data;
}

}  // namespace fovea::test
