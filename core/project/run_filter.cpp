#include "core/project/run_filter.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

#include "core/train/training_settings.h"

namespace fovea {
namespace {

constexpr std::size_t kLongest = 4000;
constexpr std::size_t kMostTerms = 200;
constexpr std::string_view kOperators = "<>=!:";

struct Alias {
  std::string_view word, name;
};
constexpr std::array kAliases{Alias{"lr", "learning_rate"}, Alias{"rate", "learning_rate"}, Alias{"acc", "accuracy"},
                              Alias{"bs", "batch"},         Alias{"batch_size", "batch"},   Alias{"opt", "optimizer"},
                              Alias{"solver", "optimizer"}, Alias{"wd", "weight_decay"},    Alias{"data", "dataset"}};

// Names of numbers that are no settings.
constexpr std::array<std::string_view, 8> kNumericFacts{"accuracy", "best_accuracy", "best_epoch", "epochs_done",
                                                        "id",       "run",           "seconds",    "time"};

bool isNumeric(const std::string& name) {
  static const Schema schema = trainingSettingsSchema().schema();
  const Field* const setting = schema.find(name);
  return setting ? setting->isNumber()
                 : std::find(kNumericFacts.begin(), kNumericFacts.end(), name) != kNumericFacts.end();
}

char lower(char letter) {
  return letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter - 'A' + 'a') : letter;
}

std::string lowered(std::string_view text) {
  std::string result(text);
  std::transform(result.begin(), result.end(), result.begin(), lower);
  return result;
}

bool isBreak(char letter) {
  return letter == ' ' || letter == ',' || letter == '\t' || letter == '\n';
}

bool holdsWord(const std::string& text, const std::string& word) {
  return lowered(text).find(lowered(word)) != std::string::npos;
}

std::optional<double> numberIn(std::string_view text) {
  const bool percent = text.size() > 1 && text.back() == '%';
  if (percent) text.remove_suffix(1);
  std::string digits(text);
  if (const std::size_t comma = digits.find(','); comma != std::string::npos) digits[comma] = '.';
  double value = 0;
  const char* const last = digits.data() + digits.size();
  const auto [end, error] = std::from_chars(digits.data(), last, value);
  if (error != std::errc() || end != last || !std::isfinite(value)) return std::nullopt;
  return percent ? value / 100 : value;
}

void skipSpaces(std::string_view text, std::size_t& at) {
  while (at < text.size() && (text[at] == ' ' || text[at] == '\t')) ++at;
}

Result<std::string> readWord(std::string_view text, std::size_t& at, bool untilOperator) {
  if (at < text.size() && text[at] == '"') {
    const std::size_t end = text.find('"', at + 1);
    if (end == std::string_view::npos)
      return fail(ErrorCode::InvalidArgument, "A quotation mark is not closed.", "Add one at the end of the words.");
    std::string word(text.substr(at + 1, end - at - 1));
    at = end + 1;
    return word;
  }
  const std::size_t begin = at;
  while (at < text.size() && !isBreak(text[at]) &&
         !(untilOperator && kOperators.find(text[at]) != std::string_view::npos))
    ++at;
  return std::string(text.substr(begin, at - begin));
}

bool isDigit(char letter) {
  return letter >= '0' && letter <= '9';
}

// Reads a word that goes on after a comma between two digits, if these are a decimal number: "0,9".
Result<std::string> readDecimal(std::string_view text, std::size_t& at) {
  const std::size_t begin = at;
  FOVEA_TRY(std::string word, readWord(text, at, false));
  const std::string_view read = text.substr(begin, at - begin);
  const std::string_view whole = read.starts_with('-') ? read.substr(1) : read;
  if (whole.empty() || !std::all_of(whole.begin(), whole.end(), isDigit)) return word;
  if (at + 1 >= text.size() || text[at] != ',' || !isDigit(text[at + 1])) return word;
  ++at;
  FOVEA_TRY(const std::string rest, readWord(text, at, false));
  return word + "," + rest;
}

// The same with a percent sign that stands apart from its number: "90 %".
Result<std::string> readCompared(std::string_view text, std::size_t& at) {
  FOVEA_TRY(std::string word, readDecimal(text, at));
  std::size_t after = at;
  skipSpaces(text, after);
  const bool apart =
      after > at && after < text.size() && text[after] == '%' && (after + 1 == text.size() || isBreak(text[after + 1]));
  if (!apart || word.ends_with('%') || !numberIn(word)) return word;
  at = after + 1;
  return word + "%";
}

template <class Value>
bool ordered(const Value& a, const Value& b, bool less, bool orEqual) {
  return (orEqual && a == b) || (less ? a < b : b < a);
}

}  // namespace

std::string filterName(std::string_view name) {
  std::string found = lowered(name);
  std::replace(found.begin(), found.end(), '-', '_');
  for (const Alias& alias : kAliases)
    if (found == alias.word) return std::string(alias.name);
  return found;
}

Result<RunFilter::Term> RunFilter::parseTerm(std::string_view text, std::size_t& at) {
  Term term;
  if (text[at] == '-' && at + 1 < text.size() && !isBreak(text[at + 1])) {
    term.negated = true;
    ++at;
  }
  FOVEA_TRY(term.word, readWord(text, at, true));
  std::size_t after = at;
  skipSpaces(text, after);
  if (after == text.size() || kOperators.find(text[after]) == std::string_view::npos) return term;
  at = after;
  std::string sign(1, text[at++]);
  if (at < text.size() && text[at] == '=' && sign != ":") sign += text[at++];
  if (term.word.empty())
    return fail(ErrorCode::InvalidArgument, "There is no name before \"" + sign + "\".",
                "Write it as in learning_rate<0.01.");
  constexpr std::array kSigns{std::pair{"<", Compare::Less},      std::pair{"<=", Compare::LessEqual},
                              std::pair{">", Compare::Greater},   std::pair{">=", Compare::GreaterEqual},
                              std::pair{"=", Compare::Equal},     std::pair{"==", Compare::Equal},
                              std::pair{"!=", Compare::NotEqual}, std::pair{":", Compare::Contains}};
  const auto found = std::find_if(kSigns.begin(), kSigns.end(), [&](const auto& each) { return sign == each.first; });
  if (found == kSigns.end())
    return fail(ErrorCode::InvalidArgument, "\"" + sign + "\" compares nothing.", "Use <, <=, >, >=, =, != or :.");
  term.name = filterName(term.word);
  term.compare = found->second;
  skipSpaces(text, at);
  FOVEA_TRY(term.word, term.compare == Compare::Contains ? readWord(text, at, false) : readCompared(text, at));
  if (term.word.empty())
    return fail(ErrorCode::InvalidArgument, "There is no value after \"" + term.name + sign + "\".",
                "Write it as in learning_rate<0.01.");
  term.number = numberIn(term.word);
  if (!term.number && isNumeric(term.name))
    return fail(ErrorCode::InvalidArgument,
                "The values of \"" + term.name + "\" are numbers, and \"" + term.word + "\" is none.",
                "Write it as in learning_rate<0.01.");
  return term;
}

Result<RunFilter> RunFilter::parse(std::string_view text) {
  if (text.size() > kLongest) return fail(ErrorCode::InvalidArgument, "The filter is too long.");
  RunFilter filter;
  std::size_t at = 0;
  for (;;) {
    while (at < text.size() && isBreak(text[at])) ++at;
    if (at == text.size()) return filter;
    if (filter.terms_.size() == kMostTerms) return fail(ErrorCode::InvalidArgument, "The filter has too many terms.");
    FOVEA_TRY(Term term, parseTerm(text, at));
    filter.terms_.push_back(std::move(term));
  }
}

bool RunFilter::holds(const Term& term, const FilterValue& value) {
  if (const auto* list = std::get_if<std::vector<std::string>>(&value)) {
    const auto holdsFor = [&term](const std::string& each) { return holds(term, each); };
    return term.compare == Compare::NotEqual ? std::all_of(list->begin(), list->end(), holdsFor)
                                             : std::any_of(list->begin(), list->end(), holdsFor);
  }
  const double* number = std::get_if<double>(&value);
  const bool less = term.compare == Compare::Less || term.compare == Compare::LessEqual;
  const bool orEqual = term.compare == Compare::LessEqual || term.compare == Compare::GreaterEqual;
  const bool same = term.compare == Compare::Equal || term.compare == Compare::NotEqual;
  if (number) {
    if (!term.number || !std::isfinite(*number)) return term.compare == Compare::NotEqual;
    // People type 0.1, and the stored value may differ in the last digit.
    const bool equal = std::abs(*number - *term.number) <= 1e-9 * std::max(std::abs(*number), std::abs(*term.number));
    if (same || term.compare == Compare::Contains) return equal == (term.compare != Compare::NotEqual);
    return equal ? orEqual : ordered(*number, *term.number, less, orEqual);
  }
  const std::string& text = std::get<std::string>(value);
  if (term.compare == Compare::Contains) return holdsWord(text, term.word);
  if (same) return (lowered(text) == lowered(term.word)) == (term.compare == Compare::Equal);
  return ordered(lowered(text), lowered(term.word), less, orEqual);
}

bool RunFilter::matches(const std::string& text, const Lookup& lookup) const {
  return std::all_of(terms_.begin(), terms_.end(), [&](const Term& term) {
    if (term.compare == Compare::Word) return holdsWord(text, term.word) != term.negated;
    const auto value = lookup(term.name);
    return (value && holds(term, *value)) != term.negated;
  });
}

std::vector<std::string> RunFilter::names() const {
  std::vector<std::string> names;
  for (const Term& term : terms_)
    if (!term.name.empty() && std::find(names.begin(), names.end(), term.name) == names.end())
      names.push_back(term.name);
  return names;
}

}  // namespace fovea
