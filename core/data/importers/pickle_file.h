// Why: CIFAR is mostly handed around as pickles of Python. A pickle is a program; this reader runs nothing: it knows
// the few instructions that build lists, texts, numbers and arrays of bytes, and refuses every other. Source: the
// instructions as pickletools of Python lists them, protocols 0 to 5.
#pragma once
#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "core/base/result.h"

namespace fovea {

// What a dictionary holds, by key.
struct PickledTable {
  struct Array {  // of unsigned bytes
    std::int64_t rows = 0;
    std::int64_t columns = 0;
    std::uint64_t begin = 0;  // of its bytes in the file
    bool fortranOrder = false;
  };
  std::map<std::string, std::vector<std::int64_t>> numbers;  // lists of whole numbers
  std::map<std::string, std::vector<std::string>> texts;     // lists of texts
  std::map<std::string, Array> arrays;
};

// A file of at most 1 GiB whose object is a dictionary; what is none of the above is passed over. Corrupt, Unsupported
// (it asks for something to be run, or for an object that is not known), Io.
Result<PickledTable> readPickledTable(const std::filesystem::path& path);

}  // namespace fovea
