// Why: a fuzzer that observes which branches its inputs take finds more than blind mutation. Built only with
// FOVEA_SANITIZER=fuzzer and Clang. FOVEA_FUZZ_PARSER names the parser; the initial inputs are written to the first
// folder in the arguments. tests/corpus contains its kept inputs, merged.
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <memory>

#include "tests/fuzz/parsers.h"

namespace {

std::unique_ptr<fovea::test::Parser> chosen;

}  // namespace

extern "C" int LLVMFuzzerInitialize(int* count, char*** arguments) {
  const char* name = std::getenv("FOVEA_FUZZ_PARSER");
  for (fovea::test::Parser& parser : fovea::test::parsers())
    if (name && parser.name == name) chosen = std::make_unique<fovea::test::Parser>(std::move(parser));
  if (!chosen) {
    std::fprintf(stderr, "FOVEA_FUZZ_PARSER must be one of:\n");
    for (const fovea::test::Parser& parser : fovea::test::parsers()) std::fprintf(stderr, "- %s\n", parser.name.c_str());
    std::exit(2);
  }
  for (int i = 1; i < *count; ++i) {
    const std::filesystem::path folder = (*arguments)[i];
    if (!std::filesystem::is_directory(folder)) continue;
    for (std::size_t seed = 0; seed < chosen->seeds.size(); ++seed)
      std::ofstream(folder / ("seed" + std::to_string(seed)), std::ios::binary) << chosen->seeds[seed];
    break;
  }
  return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  const double limit = fovea::test::mostSeconds(size);
  const double seconds =
      fovea::test::runWithin(*chosen, std::string_view(reinterpret_cast<const char*>(bytes), size), limit).seconds;
  if (seconds > limit) {
    std::fprintf(stderr, "%.3f s for %zu bytes\n", seconds, size);
    std::abort();  // the fuzzer reports this as a finding
  }
  return 0;
}
