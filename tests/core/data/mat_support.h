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
  int kind = 9;       // as MATLAB has it: 9 uint8, 6 double, 4 text, 2 structure, 1 cells
  bool packed = false;
  // Fields of the first element of a structure, then those of the next one; the elements of a cell array.
  std::vector<MatVariable> fields = {};
};

inline std::string matNumber(std::uint32_t value, int size) {
  std::string bytes;
  for (int i = 0; i < size; ++i) bytes += static_cast<char>(std::uint64_t{value} >> (8 * i));
  return bytes;
}

inline std::string matElement(int type, const std::string& data) {
  return matNumber(static_cast<std::uint32_t>(type), 4) + matNumber(static_cast<std::uint32_t>(data.size()), 4) + data +
         std::string((8 - data.size() % 8) % 8, '\0');
}

// The element of an array; a field has no name of its own.
inline std::string matMatrix(const MatVariable& variable, const std::string& ownName) {
  constexpr std::size_t kFieldName = 32;
  std::string axes;
  for (const int extent : variable.axes) axes += matNumber(static_cast<std::uint32_t>(extent), 4);
  // A short name is kept within its head.
  const std::string name = ownName.size() > 4
                               ? matElement(1, ownName)
                               : matNumber(1, 2) + matNumber(static_cast<std::uint32_t>(ownName.size()), 2) + ownName +
                                     std::string(4 - ownName.size(), '\0');
  std::string value;
  if (variable.fields.empty()) {
    value = matElement(variable.type, variable.bytes);
  } else {
    std::size_t elements = variable.kind == 2 ? 1 : 0;
    for (const int extent : variable.axes) elements *= static_cast<std::size_t>(extent);
    const std::size_t count = elements > 0 ? variable.fields.size() / elements : 0;  // fields of a structure
    std::string names, arrays;
    for (std::size_t i = 0; i < variable.fields.size(); ++i) {
      const MatVariable& field = variable.fields[i];
      if (i < count) names += field.name + std::string(kFieldName - field.name.size(), '\0');
      arrays += matMatrix(field, "");
    }
    value = variable.kind == 1
                ? arrays
                : matNumber(5, 2) + matNumber(4, 2) + matNumber(kFieldName, 4) + matElement(1, names) + arrays;
  }
  return matElement(
      14, matElement(6, matNumber(static_cast<std::uint32_t>(variable.kind), 8)) + matElement(5, axes) + name + value);
}

inline MatVariable matText(const std::string& name, const std::string& text) {
  return {name, {1, static_cast<int>(text.size())}, text, 16, 4};
}

inline MatVariable matScalar(const std::string& name, int value) {
  return {name, {1, 1}, matNumber(static_cast<std::uint32_t>(value), 2), 4, 11};
}

inline MatVariable matCells(const std::string& name, const std::vector<std::string>& texts, bool packed = false) {
  MatVariable cells{name, {1, static_cast<int>(texts.size())}, "", 2, 1, packed};
  for (const std::string& text : texts) cells.fields.push_back(matText("", text));
  return cells;
}

inline std::string matFile(const std::vector<MatVariable>& variables) {
  std::string file = "MATLAB 5.0 MAT-file";
  file.resize(124, ' ');
  file += std::string("\0\1IM", 4);
  for (const MatVariable& variable : variables) {
    const std::string matrix = matMatrix(variable, variable.name);
    if (!variable.packed) {
      file += matrix;
      continue;
    }
    uLongf size = compressBound(matrix.size());
    std::string packed(size, '\0');
    compress(reinterpret_cast<Bytef*>(packed.data()), &size, reinterpret_cast<const Bytef*>(matrix.data()),
             matrix.size());
    packed.resize(size);
    file += matNumber(15, 4) + matNumber(static_cast<std::uint32_t>(packed.size()), 4) + packed;
  }
  return file;
}

}  // namespace fovea::test
