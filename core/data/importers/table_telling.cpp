// Finds names among the texts of a table that give the class of a row away: "ATRINS-DONOR-521" beside a sequence.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <set>

#include "core/data/importers/table_planner.h"
#include "core/data/importing/names.h"

namespace fovea {

namespace {

// Returns the words of letters in a name, in small letters: "atrins" and "donor" of "ATRINS-DONOR-521".
std::set<std::string> wordsInName(const std::string& name) {
  std::set<std::string> words;
  std::string word;
  for (const char c : lowerCase(name) + " ") {
    if (c >= 'a' && c <= 'z') {
      word += c;
    } else {
      if (word.size() > 1) words.insert(word);
      word.clear();
    }
  }
  return words;
}

}  // namespace

// Returns true if the values are names without blanks, and each class has a word in them that the names of nearly all
// of its rows hold, and those of hardly any other row.
bool TablePlanner::tellsByWords(std::size_t column) const {
  constexpr std::int64_t kFewestSampled = 40;
  const ColumnLook &look = looks_[column], &label = looks_[static_cast<std::size_t>(plan_.label)];
  if (look.blanks > 0 || label.manyValues() || label.distinct() < 2) return false;
  std::vector<std::int64_t> rows(label.distinct());  // by class
  std::map<std::string, std::vector<std::int64_t>> met;
  std::int64_t all = 0;
  for (std::size_t i = 0; i < label.sampled().size(); ++i) {
    const std::int32_t known = label.sampled()[i].place, value = look.sampled()[i].place;
    if (known < 0 || value < 0) continue;
    const auto place = static_cast<std::size_t>(known);
    ++rows[place];
    ++all;
    for (const std::string& word : wordsInName(look.values[static_cast<std::size_t>(value)])) {
      auto& counts = met[word];
      counts.resize(rows.size());
      ++counts[place];
    }
  }
  if (all < kFewestSampled) return false;
  for (std::size_t place = 0; place < rows.size(); ++place) {
    const bool told = std::ranges::any_of(met, [&](const auto& each) {
      std::int64_t others = 0;
      for (std::size_t k = 0; k < rows.size(); ++k) others += k == place ? 0 : each.second[k];
      return each.second[place] * 10 >= rows[place] * 9 && others * 50 <= all - rows[place];
    });
    if (!told) return false;
  }
  return true;
}

// Leaves out such names if there are other texts, and asks.
void TablePlanner::askAboutTellingTexts() {
  const auto text = std::ranges::find(plan_.decisions, std::string("the text"), &ImportDecision::what);
  if (plan_.task != Task::Classification || plan_.label < 0 || text == plan_.decisions.end()) return;
  std::vector<std::string> all, rest;
  std::string telling;
  std::vector<int> kept;
  for (const int each : plan_.texts) {
    const auto column = static_cast<std::size_t>(each);
    all.push_back(name(column));
    if (tellsByWords(column)) {
      telling = name(column);
      continue;
    }
    rest.push_back(name(column));
    kept.push_back(each);
  }
  if (telling.empty()) return;
  if (kept.empty()) rest = all;
  if (!kept.empty()) plan_.texts = std::move(kept);
  text->chosen = fmt::format("{}", fmt::join(rest, ", then "));
  text->because = fmt::format(
      "the words in the names of \"{}\" tell the class, so that these may have been written "
      "when it was known",
      telling);
  text->alternatives = {fmt::format("text_column={}", fmt::join(rest, ","))};
  if (rest.size() < all.size()) text->alternatives.push_back(fmt::format("text_column={}", fmt::join(all, ",")));
  text->sure = false;
}

}  // namespace fovea
