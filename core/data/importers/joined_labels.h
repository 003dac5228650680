// Why: a cell of a table may hold several labels of its row, and only the other cells tell them from one label of
// several words. Thread-safety: may be called from any thread.
#pragma once
#include <optional>
#include <string>
#include <vector>

namespace fovea {

struct JoinedLabels {
  char separator = 0;
  std::string example;  // the first value with several labels; display text
  bool sure = false;    // false: the values may be labels of several words as well

  // Returns "blank" for a blank and "tab" for a tab, as options have it.
  std::string option() const {
    return separator == ' ' ? "blank" : separator == '\t' ? "tab" : std::string(1, separator);
  }
  // Returns what stands between the labels, for messages: "blanks", "\"|\"".
  std::string words() const;
};

// Returns the separator that an option names; empty for none.
std::string separatorOfOption(const std::string& option);

// Returns what stands between several labels in the different values of a column, if anything: a tab; a bar, if labels
// repeat; a semicolon, a comma or a blank, if most of the labels (without blanks half of them) also stand alone, or if
// there are fewer labels than values with several, which hold very different numbers of them. `commas` is false if
// commas belong to numbers.
std::optional<JoinedLabels> joinedLabelsIn(const std::vector<std::string>& values, bool commas = true);

}  // namespace fovea
