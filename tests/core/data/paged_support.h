// Why: tests make TIFF files of several pages and GIF files that move, byte by byte.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "base64_support.h"
#include "importers/importer_support.h"

namespace fovea::test {

struct TiffPicture {
  std::uint32_t width = 0, height = 0;
  std::vector<int> values;  // row by row, the channels of a pixel together
  int bits = 8;
  int channels = 1;  // 1, 3, or 4: the last one is alpha
  int orientation = 1;
  bool copy = false;  // says that it is a smaller copy of another page
};

// Without compression; `bigEndian` is the order of bytes.
inline std::string tiffFile(const std::vector<TiffPicture>& pages, bool bigEndian = false) {
  const auto number = [&](std::uint64_t value, int size) {
    std::string bytes;
    for (int i = 0; i < size; ++i) bytes += static_cast<char>(value >> (8 * (bigEndian ? size - 1 - i : i)));
    return bytes;
  };
  std::string file = (bigEndian ? "MM" : "II") + number(42, 2) + number(0, 4);
  std::size_t link = 4;  // where the place of the next directory is written
  for (const TiffPicture& page : pages) {
    const std::size_t pixels = file.size();
    for (const int value : page.values) file += number(static_cast<std::uint64_t>(value), page.bits / 8);
    const std::size_t bits = file.size();
    for (int i = 0; i < page.channels; ++i) file += number(static_cast<std::uint64_t>(page.bits), 2);
    if (file.size() % 2 == 1) file += '\0';
    file.replace(link, 4, number(file.size(), 4));
    std::string entries;
    int count = 0;
    const auto entry = [&](unsigned tag, int type, std::uint64_t values, std::uint64_t value) {
      const int size = type == 3 && values == 1 ? 2 : 4;
      entries += number(tag, 2) + number(static_cast<unsigned>(type), 2) + number(values, 4) + number(value, size) +
                 std::string(static_cast<std::size_t>(4 - size), '\0');
      ++count;
    };
    if (page.copy) entry(254, 4, 1, 1);
    entry(256, 4, 1, page.width);
    entry(257, 4, 1, page.height);
    if (page.channels == 1)
      entry(258, 3, 1, static_cast<unsigned>(page.bits));
    else
      entry(258, 3, static_cast<unsigned>(page.channels), bits);
    entry(259, 3, 1, 1);
    entry(262, 3, 1, page.channels == 1 ? 1 : 2);
    entry(273, 4, 1, pixels);
    entry(274, 3, 1, static_cast<unsigned>(page.orientation));
    entry(277, 3, 1, static_cast<unsigned>(page.channels));
    entry(278, 4, 1, page.height);
    entry(279, 4, 1, page.values.size() * static_cast<unsigned>(page.bits / 8));
    if (page.channels == 4) entry(338, 3, 1, 2);
    file += number(static_cast<unsigned>(count), 2) + entries;
    link = file.size();
    file += number(0, 4);
  }
  return file;
}

struct GifFrame {
  int left = 0, top = 0, width = 0, height = 0;
  std::string indices;  // row by row
  int disposal = 0;
  int transparent = -1;  // an index
};

// `colours` holds three bytes for each of 128 indices, fewer are filled up with zeros.
inline std::string gifFile(int width, int height, std::string colours, const std::vector<GifFrame>& frames) {
  const auto number = [](int value) { return std::string({static_cast<char>(value), static_cast<char>(value >> 8)}); };
  colours.resize(128 * 3, '\0');
  std::string file = "GIF89a" + number(width) + number(height) + std::string("\xe6\0\0", 3) + colours;
  for (const GifFrame& frame : frames) {
    file += std::string("\x21\xf9\x04", 3) + static_cast<char>(frame.disposal << 2 | (frame.transparent >= 0)) +
            number(10) + static_cast<char>(frame.transparent) + '\0';
    file += "," + number(frame.left) + number(frame.top) + number(frame.width) + number(frame.height) + '\0' + '\7';
    // Codes of eight bits, as long as the table is cleared before it grows.
    std::string codes;
    for (std::size_t i = 0; i < frame.indices.size(); ++i) {
      if (i % 100 == 0) codes += '\x80';
      codes += frame.indices[i];
    }
    codes += '\x81';
    for (std::size_t i = 0; i < codes.size(); i += 255) {
      const std::string part = codes.substr(i, 255);
      file += static_cast<char>(part.size()) + part;
    }
    file += '\0';
  }
  return file + ';';
}

// Three frames of 5×4 without loss, which Pillow wrote; each says only what changes. A pixel is (10 x, 20 y, 30); in
// the second frame those with x > 2 and in the third those with y > 1 are (200, y, x).
inline std::string movingWebp() {
  return fromBase64(
      "UklGRjABAABXRUJQVlA4WAoAAAASAAAABAAAAwAAQU5JTQYAAAAAAAAAAABBTk1GSgAAAAAAAAAAAAQAAAMAAGQAAAJWUDhMMQAAAC8EwAAAn0"
      "CQbTOI+tPc7QqjMB7zX4QMAMs7QGHbRmroGJ8/ov8BEuOg5rxktR577w8AQU5NRk4AAAABAAAAAAACAAADAABkAAAAVlA4TDUAAAAvAsAAEEcg"
      "EEjaH3uJQSaQtNn2/pk//wSTNNV2DHBR7kdQ1EYKnN1dzidSkIIUIvofo/XLbwBBTk1GXAAAAAAAAAAAAAQAAAMAAGQAAABWUDhMQwAAAC8EwA"
      "AQV0AgaeM7vH/C8zxk0ja5K2LaJ9Ug20idyPlzPchn/gNsi0XxH0LiEQJFjaQwRy8vJGAOT0iP6H9gBKsX+AYA");
}

// A chunk that announces a frame of a PNG that moves.
inline std::string frameControl(std::uint32_t number, const std::vector<std::uint32_t>& place, int dispose, int blend) {
  std::string data = big32(number);
  for (const std::uint32_t each : place) data += big32(each);  // width, height, left, top
  return pngChunk("fcTL", data + std::string("\0\1\0\x0a", 4) + static_cast<char>(dispose) + static_cast<char>(blend));
}

// Grey frames of 4 by 1 pixels: 10 20 30 40; then 7 and 8 in its middle; then 9 at its end, where the middle is as it
// was before (`dispose` 2), cleared (1) or as it became (0).
inline std::string movingPng(int dispose) {
  const auto data = [](const std::string& row) { return deflated(std::string(1, '\0') + row); };
  return "\x89PNG\r\n\x1a\n" + pngChunk("IHDR", big32(4) + big32(1) + std::string({8, 0, 0, 0, 0})) +
         pngChunk("acTL", big32(3) + big32(0)) + frameControl(0, {4, 1, 0, 0}, 0, 0) +
         pngChunk("IDAT", data("\x0a\x14\x1e\x28")) + frameControl(1, {2, 1, 1, 0}, dispose, 0) +
         pngChunk("fdAT", big32(2) + data("\x07\x08")) + frameControl(3, {1, 1, 3, 0}, 0, 1) +
         pngChunk("fdAT", big32(4) + data("\x09")) + pngChunk("IEND", "");
}

}  // namespace fovea::test
