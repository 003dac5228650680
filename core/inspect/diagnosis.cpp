#include "core/inspect/diagnosis.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace fovea {

std::vector<DiagnosisType> generatedDiagnoses();

namespace {

std::string valueText(const Phrase::Value& value) {
  if (const auto* whole = std::get_if<std::int64_t>(&value)) return fmt::format("{}", *whole);
  if (const auto* number = std::get_if<double>(&value)) return fmt::format("{:.4g}", *number);
  return std::get<std::string>(value);
}

bool contains(const std::vector<std::string>& names, const std::string& name) {
  return std::ranges::find(names, name) != names.end();
}

// Moves consequences into the finding that explains them.
std::vector<Diagnosis> withoutEffects(std::vector<Diagnosis> found) {
  std::vector<Diagnosis> causes;
  for (Diagnosis& each : found) {
    const std::vector<std::string>& explainedBy = findDiagnosis(each.kind)->explainedBy;
    const auto cause =
        std::ranges::find_if(causes, [&](const Diagnosis& other) { return contains(explainedBy, other.kind); });
    if (cause != causes.end())
      cause->explains.push_back(each.kind);
    else
      causes.push_back(std::move(each));
  }
  return causes;
}

}  // namespace

std::string phraseText(const Phrase& phrase) {
  std::string text;
  for (const char* at = phrase.text; *at; ++at) {
    const int place = at[0] == '%' && at[1] >= '1' && at[1] <= '9' ? at[1] - '1' : -1;
    if (place < 0 || place >= static_cast<int>(phrase.values.size())) {
      text += *at;
      continue;
    }
    text += valueText(phrase.values[static_cast<std::size_t>(place)]);
    ++at;
  }
  return text;
}

const char* severityName(Severity severity) {
  return severity == Severity::Problem ? "problem" : "warning";
}

const std::vector<DiagnosisType>& allDiagnoses() {
  static const std::vector<DiagnosisType> types = [] {
    std::vector<DiagnosisType> made = generatedDiagnoses();
    std::ranges::stable_sort(made, {}, &DiagnosisType::order);
    return made;
  }();
  return types;
}

const DiagnosisType* findDiagnosis(std::string_view name) {
  const auto found = std::ranges::find(allDiagnoses(), name, &DiagnosisType::name);
  return found == allDiagnoses().end() ? nullptr : &*found;
}

std::vector<Diagnosis> diagnose(const RunFacts& facts) {
  std::vector<Diagnosis> found;
  for (const DiagnosisType& type : allDiagnoses()) {
    std::optional<Diagnosis> diagnosis = type.find(facts);
    if (!diagnosis) continue;
    diagnosis->kind = type.name;
    if (*diagnosis->title.text == '\0') diagnosis->title = {type.title};
    found.push_back(std::move(*diagnosis));
  }
  found = withoutEffects(std::move(found));
  std::ranges::stable_sort(found, [](const Diagnosis& a, const Diagnosis& b) { return a.severity > b.severity; });
  return found;
}

}  // namespace fovea
