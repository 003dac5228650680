// Why: everything that reads users' files must survive any bytes. Each parser has an entry point in the form of
// fuzzers, and examples to start from.
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
  // Opens the bytes as the parser's kind of file, and reads some of the content. Returns whether they could be opened;
  // throws std::logic_error for an error without a message.
  bool (*run)(const std::uint8_t* bytes, std::size_t size);
};

// Seconds that a file of so many bytes may take to be read or rejected: 0.05 per megabyte, plus a constant, since a
// small file may require much arithmetic. FOVEA_FUZZ_SLOWNESS multiplies it, for builds under sanitizers.
double mostSeconds(std::size_t bytes);

struct TimedRun {
  bool opened = false;
  double seconds = 0;  // processor time; if above the limit, divided by the slowness of the machine
};
// Runs the parser once, and up to twice more while its least time is above `limit` seconds: a slow parser is slow each
// time, whereas a disturbance by other programs passes.
TimedRun runWithin(const Parser& parser, std::string_view bytes, double limit);

// Parsers of data and of models.
std::vector<Parser> parsers();
std::vector<Parser> modelParsers();
std::vector<Parser> hdf5Parsers();
std::vector<Parser> pictureSetParsers();
std::vector<Parser> annotationParsers();

// The bytes of the file that `write` writes to the given path; empty if it fails.
std::string bytesOf(const std::function<Status(const std::filesystem::path&)>& write);
// Those of modelParsers() that read Caffe's files.
std::vector<Parser> caffeParsers();

// Small complete image files of every supported format, each with the content of a seed.
std::vector<std::string> imageSeeds(std::uint64_t seed);

inline void require(bool condition, const char* what) {
  if (!condition) throw std::logic_error(what);
}

inline std::string_view textOf(const std::uint8_t* bytes, std::size_t size) {
  return {reinterpret_cast<const char*>(bytes), size};
}

}  // namespace fovea::test
