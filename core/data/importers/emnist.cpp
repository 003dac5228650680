#include "core/data/importers/emnist.h"

#include <fmt/format.h>

#include <utility>

#include "core/data/importers/text_lines.h"
#include "core/data/importers/utf8_file.h"
#include "core/data/importing/names.h"

namespace fovea {
namespace fs = std::filesystem;

namespace {

constexpr std::uint64_t kLongestMapping = 64 << 10;
constexpr std::int64_t kMostMapped = 256;
constexpr std::string_view kEmnistStart = "emnist-";

bool isLetterOrDigit(std::int64_t code) {
  return (code >= '0' && code <= '9') || (code >= 'A' && code <= 'Z') || (code >= 'a' && code <= 'z');
}

}  // namespace

std::optional<std::string> emnistSetOf(std::string_view fileName) {
  const std::string name = lowerCase(fileName);
  if (!name.starts_with(kEmnistStart)) return std::nullopt;
  const std::string_view rest = std::string_view(name).substr(kEmnistStart.size());
  const std::string set(rest.substr(0, rest.find_first_of("-.")));
  for (const char* known : {"balanced", "byclass", "bymerge", "digits", "letters", "mnist"})
    if (set == known) return set;
  return std::nullopt;
}

std::string emnistNameOf(const std::vector<std::int64_t>& codes) {
  std::string name;
  for (const std::int64_t code : codes) {
    if (code == 0) continue;
    if (!isLetterOrDigit(code)) return {};
    name += static_cast<char>(code);
  }
  return name;
}

EmnistMapping emnistMappingBeside(const fs::path& file) {
  EmnistMapping mapping;
  const std::string name = file.filename().string();
  const auto set = emnistSetOf(name);
  if (!set) return mapping;
  const fs::path path = file.parent_path() / (name.substr(0, kEmnistStart.size() + set->size()) + "-mapping.txt");
  const auto text = readTextFile(path, kLongestMapping);
  if (!text.ok()) return mapping;
  TextLines lines(*text);
  while (const auto line = lines.nextFilled()) {
    std::vector<std::int64_t> numbers;
    for (const std::string_view word : wordsOf(*line)) {
      const auto number = wholeNumber(word);
      if (!number) return {};
      numbers.push_back(*number);
    }
    const bool isLabel = !numbers.empty() && numbers[0] >= 0 && numbers[0] < kMostMapped;
    if (numbers.size() < 2 || !isLabel) return {};
    const std::string label = emnistNameOf({numbers.begin() + 1, numbers.end()});
    if (label.empty() || !mapping.emplace(numbers[0], label).second) return {};
  }
  return mapping;
}

Field orientationField() {
  return {
      .name = "orientation",
      .title = "Orientation",
      .help = "Whether rows and columns of square grey pictures are swapped, as the files of EMNIST need it.",
      .choices = {{"automatic", "Find out"}, {"swapped", "Rows and columns swapped"}, {"as_stored", "As they are"}}};
}

bool turnsPictures(const std::string& option, bool emnist, std::vector<ImportDecision>& decisions) {
  if (option != "automatic") return option == "swapped";
  if (emnist)
    decisions.push_back({"the pictures",
                         "turned upright: rows and columns are swapped",
                         "the files of EMNIST store them so",
                         {"orientation=as_stored"}});
  return emnist;
}

void swapRowsAndColumns(std::uint8_t* pixels, std::int64_t side) {
  for (std::int64_t y = 0; y < side; ++y)
    for (std::int64_t x = 0; x < y; ++x) std::swap(pixels[y * side + x], pixels[x * side + y]);
}

ImportDecision mappedClasses(std::size_t count, const std::string& mapping) {
  return {"the names of the classes",
          fmt::format("{} names of {}", count, displayName(mapping)),
          "it says which characters the labels stand for, as in EMNIST",
          {}};
}

}  // namespace fovea
