#include "core/data/importers/joined_labels.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "core/data/importers/text_lines.h"
#include "core/data/importing/names.h"

namespace fovea {
namespace {

constexpr std::size_t kMostLabelsJoined = 1000;

// The values of a column, divided at one separator.
struct Divided {
  std::set<std::string, std::less<>> labels;  // of the values with several
  std::set<std::string, std::less<>> alone;   // values with one
  std::set<std::size_t> counts;               // how many labels values have
  std::size_t joined = 0;                     // values with several
  bool whole = true;                          // all labels are whole numbers
  std::string example;

  // Returns the number of labels that are also the only one of some value.
  std::ptrdiff_t standing() const {
    return std::ranges::count_if(labels, [&](const std::string& label) { return alone.contains(label); });
  }
  // Most of the labels also stand alone.
  bool standAlone() const { return 5 * standing() >= 4 * std::ssize(labels); }
  // Half of the labels also stand alone, as parts of a name hardly do.
  bool standOften() const { return 2 * standing() >= std::ssize(labels) && standing() > 1; }
  // Values share their labels, or half of the labels also stand alone.
  bool repeat() const { return labels.size() < joined || 2 * standing() >= std::ssize(labels); }
  // Names of several words have nearly the same number of them, and share few.
  bool vary() const { return counts.size() > 2 && labels.size() < joined; }
  // Numbers of labels, few of them: "147 616".
  bool areNumbers() const { return whole && labels.size() <= joined; }
};

Divided dividedAt(const std::vector<std::string>& values, char separator) {
  Divided divided;
  for (const std::string& value : values) {
    const std::vector<std::string> labels = splitList(value, separator);
    divided.counts.insert(labels.size());
    if (labels.size() < 2) {
      divided.alone.emplace(trimmed(value));
      continue;
    }
    if (divided.joined++ == 0) divided.example = displayName(value);
    divided.labels.insert(labels.begin(), labels.end());
    divided.whole = divided.whole &&
                    std::ranges::all_of(labels, [](const std::string& each) { return wholeNumber(each).has_value(); });
  }
  return divided;
}

}  // namespace

std::string JoinedLabels::words() const {
  if (separator == '\t') return "tabs";
  return separator == ' ' ? "blanks" : fmt::format("\"{}\"", separator);
}

std::string separatorOfOption(const std::string& option) {
  if (option == "tab") return "\t";
  return option == "blank" ? " " : option;
}

std::optional<JoinedLabels> joinedLabelsIn(const std::vector<std::string>& values, bool commas) {
  for (const char separator : {'\t', '|', ';', ',', ' '}) {
    if (separator == ',' && !commas) continue;
    const Divided divided = dividedAt(values, separator);
    if (divided.joined == 0 || divided.labels.size() < 2 || divided.labels.size() > kMostLabelsJoined) continue;
    // A label holds no tab.
    if (separator == '\t') return JoinedLabels{separator, divided.example, true};
    const bool bar = separator == '|';
    const bool several =
        divided.standAlone() || divided.vary() || divided.areNumbers() || (separator != ' ' && divided.standOften());
    if (bar ? divided.repeat() : divided.joined > 1 && several) return JoinedLabels{separator, divided.example, bar};
  }
  return std::nullopt;
}

}  // namespace fovea
