// Why: a small filter language for lists of runs, e.g. "lr<0.01 acc>0.9 tag:paper", used by the table and by every
// other list of runs.
//
// A filter consists of terms separated by spaces or commas; a run matches if all terms match.
//   word           occurs in the run's searchable text
//   name<number    also <=, >, >=, =, !=; a number may end in %, and a comma between its digits is a decimal sign;
//                  texts are compared without case
//   name:word      the word occurs in the value of that name
//   -term          the term does not match
// Words with spaces are put in double quotes. Pure functions.
#pragma once
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/base/result.h"

namespace fovea {

// A list, such as the tags of a run, matches if one of its elements does; `!=` if all of them differ.
using FilterValue = std::variant<double, std::string, std::vector<std::string>>;

class RunFilter {
 public:
  // Returns a run's value under a name, if it has one. Names are in lower case, with '_' for '-'.
  using Lookup = std::function<std::optional<FilterValue>(const std::string& name)>;

  // An empty filter, which matches every run.
  RunFilter() = default;
  // InvalidArgument says what is wrong with `text` and what is allowed there. It is also wrong to compare a setting or
  // fact that is a number with a word, since that holds for no run.
  static Result<RunFilter> parse(std::string_view text);

  // Words without a name are searched in `text`.
  bool matches(const std::string& text, const Lookup& lookup) const;
  bool empty() const { return terms_.empty(); }
  // The names that the filter uses, each once.
  std::vector<std::string> names() const;

 private:
  enum class Compare { Word, Contains, Less, LessEqual, Greater, GreaterEqual, Equal, NotEqual };
  struct Term {
    bool negated = false;
    std::string name;
    Compare compare = Compare::Word;
    std::string word;
    std::optional<double> number;
  };

  static Result<Term> parseTerm(std::string_view text, std::size_t& at);
  static bool holds(const Term& term, const FilterValue& value);
  std::vector<Term> terms_;
};

// Expands common short names, "lr" → "learning_rate"; returns others in lower case with '_'.
std::string filterName(std::string_view name);

}  // namespace fovea
