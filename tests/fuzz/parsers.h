// Why: whatever reads a file of a person's must survive any bytes. Each parser has an entry of the form that fuzzers
// know, and examples to start from.
#pragma once
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "tests/core/base/machine_speed.h"

namespace fovea::test {

struct Parser {
  std::string name;
  std::vector<std::string> seeds;
  // Opens the bytes as the file that the parser is for, and reads some of what they hold. Returns whether they opened;
  // throws std::logic_error for an error that says nothing.
  bool (*run)(const std::uint8_t* bytes, std::size_t size);
};

// How many of them a file of so many bytes may take to be read or refused: 50 ms a megabyte, and some at any rate,
// since a small file may ask for arithmetic. FOVEA_FUZZ_SLOWNESS multiplies it, for builds under sanitizers.
double mostSeconds(std::size_t bytes);

// Of data and of models.
std::vector<Parser> parsers();
std::vector<Parser> modelParsers();
std::vector<Parser> hdf5Parsers();
std::vector<Parser> pictureSetParsers();

// The bytes of the file that `write` writes where it is told to; none if it fails.
std::string bytesOf(const std::function<Status(const std::filesystem::path&)>& write);
// Those of modelParsers() that read files of Caffe's.
std::vector<Parser> caffeParsers();

// Whole image files of every format that is read, small and of one content each for a seed.
std::vector<std::string> imageSeeds(std::uint64_t seed);

inline void require(bool condition, const char* what) {
  if (!condition) throw std::logic_error(what);
}

inline std::string_view textOf(const std::uint8_t* bytes, std::size_t size) {
  return {reinterpret_cast<const char*>(bytes), size};
}

}  // namespace fovea::test
