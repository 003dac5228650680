// Why: tests make files of MATLAB, level 5, byte by byte.
#pragma once
#include <zlib.h>

#include <cstdint>
#include <string>
#include <vector>

namespace fovea::test {

struct MatVariable {
  std::string name;
  std::vector<int> axes;
  std::string bytes;  // of its numbers, the first axis fastest
  int type = 2;       // of its numbers as they are kept: 2 bytes, 9 doubles, …
  int kind = 9;       // as MATLAB has it: 9 uint8, 6 double, 4 text, 2 structure
  bool packed = false;
};

inline std::string matFile(const std::vector<MatVariable>& variables) {
  const auto number = [](std::uint32_t value, int size) {
    std::string bytes;
    for (int i = 0; i < size; ++i) bytes += static_cast<char>(std::uint64_t{value} >> (8 * i));
    return bytes;
  };
  const auto element = [&](int type, const std::string& data) {
    return number(static_cast<std::uint32_t>(type), 4) + number(static_cast<std::uint32_t>(data.size()), 4) + data +
           std::string((8 - data.size() % 8) % 8, '\0');
  };
  std::string file = "MATLAB 5.0 MAT-file";
  file.resize(124, ' ');
  file += std::string("\0\1IM", 4);
  for (const MatVariable& variable : variables) {
    std::string axes;
    for (const int extent : variable.axes) axes += number(static_cast<std::uint32_t>(extent), 4);
    // A short name is kept within its head.
    const std::string name = variable.name.size() > 4
                                 ? element(1, variable.name)
                                 : number(1, 2) + number(static_cast<std::uint32_t>(variable.name.size()), 2) +
                                       variable.name + std::string(4 - variable.name.size(), '\0');
    const std::string matrix = element(14, element(6, number(static_cast<std::uint32_t>(variable.kind), 8)) +
                                               element(5, axes) + name + element(variable.type, variable.bytes));
    if (!variable.packed) {
      file += matrix;
      continue;
    }
    uLongf size = compressBound(matrix.size());
    std::string packed(size, '\0');
    compress(reinterpret_cast<Bytef*>(packed.data()), &size, reinterpret_cast<const Bytef*>(matrix.data()),
             matrix.size());
    packed.resize(size);
    file += number(15, 4) + number(static_cast<std::uint32_t>(packed.size()), 4) + packed;
  }
  return file;
}

}  // namespace fovea::test
