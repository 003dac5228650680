#include "core/data/importers/numbered_classes.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "core/base/json.h"
#include "core/data/importers/text_lines.h"
#include "core/data/importers/utf8_file.h"
#include "core/data/importing/names.h"

namespace fovea {
namespace fs = std::filesystem;

namespace {

constexpr std::uint64_t kLongestClassMap = std::uint64_t{1} << 20;
constexpr int kMostFilesWithMaps = 1000;

// Returns the names in a list of as many lines as there are numbers, which must be those from 0 or from 1 on.
std::vector<std::string> namesInList(const fs::path& list, const std::vector<std::int64_t>& numbers) {
  const bool counts =
      numbers.back() - numbers.front() + 1 == std::ssize(numbers) && (numbers.front() == 0 || numbers.front() == 1);
  const auto names = counts ? readNames(list) : Result<std::vector<std::string>>(std::vector<std::string>());
  return names.ok() && names->size() == numbers.size() ? *names : std::vector<std::string>();
}

// Returns the names in an object such as {"0": "Cassava Bacterial Blight (CBB)"}.
std::vector<std::string> namesInObject(const fs::path& file, const std::vector<std::int64_t>& numbers) {
  const auto text = readTextFile(file, kLongestClassMap);
  const auto json = text.ok() ? parseJson(*text) : Result<Json>(text.error());
  std::vector<std::string> names;
  if (!json.ok() || !json->is_object()) return names;
  for (const std::int64_t number : numbers) {
    const auto name = json->find(std::to_string(number));
    if (name == json->end() || !name->is_string()) return {};
    names.push_back(displayName(name->get<std::string>()));
  }
  return names;
}

// Returns files of JSON in the folder whose names speak of labels or classes, in the order of their names.
std::vector<fs::path> mapsIn(const fs::path& folder) {
  std::vector<fs::path> maps;
  std::error_code code;
  int looked = 0;
  for (fs::directory_iterator entry(folder, code), end; !code && entry != end; entry.increment(code)) {
    if (++looked > kMostFilesWithMaps) break;
    const std::string name = lowerCase(entry->path().filename().string());
    const bool speaks = name.find("label") != std::string::npos || name.find("class") != std::string::npos ||
                        name.find("to_name") != std::string::npos;
    if (speaks && name.ends_with(".json")) maps.push_back(entry->path());
  }
  std::sort(maps.begin(), maps.end());
  return maps;
}

}  // namespace

std::vector<std::int64_t> classNumbersOf(const std::vector<std::string>& classes) {
  std::vector<std::int64_t> numbers;
  for (const std::string& each : classes) {
    const auto number = wholeNumber(each);
    if (!number || std::to_string(*number) != each) return {};
    numbers.push_back(*number);
  }
  return numbers;
}

NumberedClasses namesOfClassesIn(const fs::path& folder, const std::vector<std::int64_t>& numbers) {
  if (numbers.size() < 2) return {};
  std::error_code code;
  for (const char* name : {"classes.txt", "class_names.txt", "labels.txt", "label_names.txt"}) {
    if (!fs::is_regular_file(folder / name, code)) continue;
    if (auto names = namesInList(folder / name, numbers); !names.empty()) return {std::move(names), name};
  }
  for (const fs::path& map : mapsIn(folder))
    if (auto names = namesInObject(map, numbers); !names.empty())
      return {std::move(names), displayName(map.filename().string())};
  return {};
}

}  // namespace fovea
