#include "core/data/importers/ade_masks.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

#include "core/base/json.h"
#include "core/data/importers/mask_file.h"
#include "core/data/importers/text_lines.h"
#include "core/data/importers/utf8_file.h"
#include "core/data/importing/names.h"

namespace fovea {
namespace fs = std::filesystem;

namespace {

constexpr std::size_t kMostClasses = 254;  // including "other"
constexpr std::uint64_t kLargestList = std::uint64_t{16} << 20;
constexpr std::string_view kEnding = "_seg.png";

struct Planes {
  const std::uint8_t *red, *green, *blue;
  std::size_t pixels;
};

// A mask without colours has three equal planes.
Planes planesOf(const Tensor& mask) {
  const auto pixels = static_cast<std::size_t>(mask.shape().elementsFrom(1));
  const std::uint8_t* red = mask.data<std::uint8_t>();
  const std::size_t step = mask.shape()[0] == 3 ? pixels : 0;
  return {red, red + step, red + 2 * step, pixels};
}

int instanceAt(const Planes& planes, std::size_t pixel) {
  return planes.red[pixel] / 10 * 256 + planes.green[pixel];
}

std::string firstName(std::string_view names) {
  return displayName(trimmed(names.substr(0, names.find(','))).substr(0, 200));
}

// Returns object names by number. The line "001 # 0 # 0 # sky # sky # """ describes the first whole object.
std::map<int, std::string> namesOfInstances(const fs::path& list) {
  std::map<int, std::string> names;
  const auto text = readTextFile(list, kLargestList);
  if (!text.ok()) return names;
  TextLines lines(*text);
  while (const auto line = lines.nextFilled()) {
    const auto fields = splitList(*line, '#');
    const auto instance = fields.size() < 5 ? std::nullopt : wholeNumber(fields[0]);
    if (instance && *instance > 0 && *instance < 256 && fields[1] == "0")
      names.emplace(static_cast<int>(*instance), firstName(fields[3]));
  }
  return names;
}

// Returns class names by number from {"annotation": {"object": [{"name": "sky", "name_ndx": 2420}, …]}}.
std::map<int, std::string> namesOfClasses(const fs::path& file) {
  std::map<int, std::string> names;
  const auto text = readTextFile(file, kLargestList);
  const auto json = text.ok() ? parseJson(*text) : Result<Json>(Json());
  if (!json.ok() || !json->is_object() || !json->contains("annotation")) return names;
  const Json& annotation = (*json)["annotation"];
  if (!annotation.is_object() || !annotation.contains("object") || !annotation["object"].is_array()) return names;
  for (const Json& object : annotation["object"]) {
    if (!object.is_object() || !object.contains("name") || !object["name"].is_string()) continue;
    if (!object.contains("name_ndx") || !object["name_ndx"].is_number_integer()) continue;
    names.emplace(object["name_ndx"].get<int>(), firstName(object["name"].get<std::string>()));
  }
  return names;
}

// Counts the pixels of each class in a mask, and adds the names in the lists beside it.
void note(const Tensor& mask, const fs::path& path, std::map<int, std::uint64_t>& counts,
          std::map<int, std::string>& names) {
  const Planes planes = planesOf(mask);
  std::map<std::uint8_t, int> classOf;  // keyed by the value of the third channel, which distinguishes instances
  for (std::size_t i = 0; i < planes.pixels; ++i) {
    const int number = instanceAt(planes, i);
    if (number == 0) continue;
    ++counts[number];
    if (planes.blue[i] != 0) classOf.emplace(planes.blue[i], number);
  }
  const std::string stem = path.string().substr(0, path.string().size() - kEnding.size());
  const auto instances = namesOfInstances(stem + "_atr.txt");
  int instance = 0;
  for (const auto& [value, number] : classOf)
    if (const auto found = instances.find(++instance); found != instances.end()) names.emplace(number, found->second);
  for (const auto& [number, name] : namesOfClasses(stem + ".json")) names.emplace(number, name);
}

}  // namespace

bool isFullAdeMask(const std::string& name) {
  return name.starts_with("ADE_") && name.ends_with(kEnding);
}

Result<AdeClasses> learnAdeClasses(const std::vector<fs::path>& masks, std::size_t all, Look look) {
  std::map<int, std::uint64_t> counts;
  std::map<int, std::string> names;
  std::optional<Error> failed;
  std::size_t read = 0;
  for (const fs::path& path : masks) {
    FOVEA_CHECK(look.check());
    const auto mask = readMaskFile(path);
    if (!mask.ok()) {
      failed = mask.error();
      continue;
    }
    ++read;
    note(*mask, path, counts, names);
  }
  if (read == 0)
    return failed.value_or(fail(ErrorCode::InvalidArgument, "There is no mask to learn the classes from."));
  std::vector<std::pair<std::uint64_t, int>> order;
  for (const auto& [number, count] : counts) order.emplace_back(count, number);
  std::sort(order.rbegin(), order.rend());
  order.resize(std::min(order.size(), kMostClasses - 1));
  std::set<int> kept;
  for (const auto& [count, number] : order) kept.insert(number);
  AdeClasses found;
  found.classes.emplace_back("other");
  for (const int number : kept) {
    found.labels.emplace(number, static_cast<std::uint8_t>(found.classes.size()));
    const auto name = names.find(number);
    std::string text = name == names.end() ? fmt::format("class {}", number) : name->second;
    if (std::find(found.classes.begin(), found.classes.end(), text) != found.classes.end())
      text += fmt::format(" ({})", number);
    found.classes.push_back(std::move(text));
  }
  found.decisions.push_back(
      {"the classes of the masks",
       kept.size() < counts.size()
           ? fmt::format("the {} of {} with the most pixels; the rest is \"other\"", kept.size(),
                         grouped(std::ssize(counts)))
           : fmt::format("{}; what is not marked is \"other\"", counted(std::ssize(counts), "class", "classes")),
       fmt::format(
           "{} of {} masks were looked at, named and coloured as those of the full ADE20K, in which R / 10 · 256 "
           "+ G is the number of a class",
           read, all),
       {}});
  return found;
}

Result<Tensor> adeLabelsOf(const Tensor& mask, const AdeClasses& classes) {
  FOVEA_TRY(Tensor labels, Tensor::tryMake({DataType::UInt8, Shape{1, mask.shape()[1], mask.shape()[2]}}));
  const Planes planes = planesOf(mask);
  std::uint8_t* to = labels.data<std::uint8_t>();
  int last = -1;
  std::uint8_t label = 0;
  for (std::size_t i = 0; i < planes.pixels; ++i) {
    const int number = instanceAt(planes, i);
    if (number != last) {
      const auto known = classes.labels.find(number);
      label = known == classes.labels.end() ? std::uint8_t{0} : known->second;
      last = number;
    }
    to[i] = label;
  }
  return labels;
}

}  // namespace fovea
