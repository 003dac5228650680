#include "core/data/importers/table_split.h"

#include <algorithm>
#include <set>
#include <string_view>
#include <utility>

#include "core/data/importers/line_form.h"
#include "core/data/importers/parquet_rows.h"
#include "core/data/importing/names.h"

namespace fovea {
namespace {

// Returns the split of "KDDTrain+.txt" if "KDDTest+.txt" is beside it: the names differ only in the word for a split.
std::optional<Split> splitByTwin(const std::string& name, const std::vector<std::string>& names) {
  constexpr std::pair<const char*, Split> kWords[] = {
      {"train", Split::Train}, {"test", Split::Test}, {"val", Split::Validation}, {"dev", Split::Validation}};
  const std::string lower = lowerCase(name);
  for (const auto& [word, split] : kWords) {
    const std::size_t at = lower.find(word);
    if (at == std::string::npos) continue;
    for (const auto& [other, otherSplit] : kWords) {
      if (otherSplit == split) continue;
      const std::string twin = std::string(lower).replace(at, std::string_view(word).size(), other);
      if (std::any_of(names.begin(), names.end(), [&](const std::string& each) { return lowerCase(each) == twin; }))
        return split;
    }
  }
  return std::nullopt;
}

// Returns true for "atis_intents.csv" beside "atis_intents_test.csv" if no other such table trains.
bool trainsBesideOthers(const std::string& name, const std::vector<std::string>& names) {
  const std::string stem = lowerCase(stemOfTable(name));
  bool others = false;
  for (const std::string& each : names) {
    const std::string longer = lowerCase(stemOfTable(each));
    const auto split = splitOfTable(each);
    if (!split || longer.size() <= stem.size() || !longer.starts_with(stem) || endingOf(each) != endingOf(name))
      continue;
    if (split == Split::Train) return false;
    others = others || std::string_view("_-. ").find(longer[stem.size()]) != std::string_view::npos;
  }
  return others;
}

}  // namespace

std::string stemOfTable(const std::string& name) {
  return name.substr(0, name.find('.'));
}

std::optional<Split> splitOfTable(const std::string& name) {
  const std::string ending = endingOf(name);
  if (ending == ".test" || ending == ".tes" || ending == ".tst") return Split::Test;
  if (ending == ".tra" || ending == ".trn") return Split::Train;
  const auto split = splitInName(stemOfTable(name));
  return !split && mayHoldLines(name) ? splitInName(name) : split;
}

std::optional<Split> splitOfTableAmong(const std::string& name, const std::vector<std::string>& names) {
  const std::string test = name.substr(0, name.size() - endingOf(name).size()) + ".test";
  if (endingOf(name) == ".data" && std::find(names.begin(), names.end(), test) != names.end()) return Split::Train;
  auto split = splitOfTable(name);
  if (!split) split = splitByTwin(name, names);
  return !split && trainsBesideOthers(name, names) ? Split::Train : split;
}

bool isSubmissionTable(const std::string& name) {
  return lowerCase(name).find("submission") != std::string::npos;
}

bool isClassListTable(const std::string& name) {
  std::string stem = lowerCase(stemOfTable(name));
  std::erase(stem, '_');
  return stem == "classes" || stem == "classlist" || stem == "classnames";
}

bool areShards(const std::vector<std::string>& names, bool anyEnding) {
  const auto withoutDigits = [](std::string name) {
    std::erase_if(name, [](char c) { return c >= '0' && c <= '9'; });
    return name;
  };
  return names.size() > 1 && std::all_of(names.begin(), names.end(), [&](const std::string& name) {
           return (anyEnding || isParquetName(name)) && withoutDigits(name) == withoutDigits(names[0]);
         });
}

bool holdSeveralSets(const std::vector<std::string>& names) {
  std::set<std::string> sets;
  for (const std::string& name : names) {
    if (splitOfTable(name) != Split::Train) continue;
    std::string set = lowerCase(name);
    set.resize(std::min(set.find("train"), set.size()));
    std::erase_if(set, [](char c) { return c >= '0' && c <= '9'; });
    sets.insert(std::move(set));
  }
  return sets.size() > 1;
}

}  // namespace fovea
