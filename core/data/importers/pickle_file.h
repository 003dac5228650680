// Why: CIFAR is mostly distributed as Python pickles. A pickle is a program; this reader executes nothing: it knows the
// few instructions that build lists, strings, numbers and arrays of bytes, and refuses all others. Source: the
// instructions as pickletools of Python lists them, protocols 0 to 5.
#pragma once
#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "core/base/result.h"

namespace fovea {

// The entries of a dictionary, by key.
struct PickledTable {
  struct Array {  // an array of unsigned bytes
    std::int64_t rows = 0;
    std::int64_t columns = 0;
    std::uint64_t begin = 0;  // offset of its bytes in the file
    bool fortranOrder = false;
  };
  std::map<std::string, std::vector<std::int64_t>> numbers;  // lists of integers
  std::map<std::string, std::vector<std::string>> texts;     // lists of strings
  std::map<std::string, Array> arrays;
};

// Reads a file of at most 1 GiB whose object is a dictionary; skips values of other types. Fails with Corrupt,
// Unsupported (it asks to execute something, or for an unknown object) or Io.
Result<PickledTable> readPickledTable(const std::filesystem::path& path);

}  // namespace fovea
