// Why: a network trained mostly on one class learns to predict that class. Remedy: weights inversely proportional to
// the class frequencies, N / (K · n) (King and Zeng 2001).
#include <fmt/format.h>

#include <algorithm>

#include "core/inspect/diagnosis.h"
#include "core/network/losses.h"

namespace fovea {
namespace {

// The largest class has at least ten times as many samples as the smallest. Below, ordinary training copes
// (Buda, Maki and Mazurowski 2018: the effect of imbalance grows from a ratio of about ten on).
constexpr double kUnequal = 10;

constexpr const char* kUnequalClasses = "“%1” has %2 training samples, but “%3” has only %4.";
constexpr const char* kPrefersLarge = "The network gains more from answering “%1” than from learning the rare classes.";
constexpr const char* kWeightFix = "Give rare classes more weight in the loss";

std::string balancedWeights(const std::vector<std::int64_t>& counts) {
  double all = 0, present = 0;
  for (const std::int64_t count : counts) {
    all += static_cast<double>(count);
    present += count > 0;
  }
  std::string text;
  for (const std::int64_t count : counts)
    text +=
        fmt::format("{}{:.4g}", text.empty() ? "" : ", ", count > 0 ? all / present / static_cast<double>(count) : 1.0);
  return text;
}

std::optional<Diagnosis> findImbalance(const RunFacts& facts) {
  if (!facts.dataset || facts.dataset->info().task != Task::Classification) return {};
  const DatasetInfo& data = facts.dataset->info();
  const std::vector<std::int64_t>& counts = data.split(Split::Train).perClass;
  const Layer* const loss = judgingLoss(facts.network);
  // A loss for hard samples and class weights are remedies.
  const LossDeclaration declared = loss ? findLayer(loss->type)->loss : LossDeclaration();
  const FieldValue* const weights = loss ? loss->parameters.find(declared.classWeights) : nullptr;
  if (counts.size() < 2 || declared.favoursHardSamples || (weights && *weights != FieldValue(std::string()))) return {};
  const auto largest = static_cast<std::size_t>(std::ranges::max_element(counts) - counts.begin());
  std::size_t smallest = largest;
  for (std::size_t k = 0; k < counts.size(); ++k) {
    // A class without any sample is ignored.
    const bool present = counts[k] > 0 || data.split(Split::Validation).perClass[k] > 0;
    if (present && counts[k] < counts[smallest]) smallest = k;
  }
  if (smallest == largest || static_cast<double>(counts[largest]) < kUnequal * static_cast<double>(counts[smallest]))
    return {};
  Diagnosis found;
  found.sentences = {
      {kUnequalClasses, {data.classes[largest], counts[largest], data.classes[smallest], counts[smallest]}},
      {kPrefersLarge, {data.classes[largest]}}};
  found.evidence.measure = "samples";
  for (std::size_t k = 0; k < counts.size(); ++k)
    found.evidence.bars.push_back({data.classes[k], static_cast<double>(counts[k]),
                                   static_cast<double>(counts[k]) * kUnequal <= static_cast<double>(counts[largest]),
                                   static_cast<std::int32_t>(k)});
  found.evidence.numbers = {{"most_samples", static_cast<double>(counts[largest])},
                            {"fewest_samples", static_cast<double>(counts[smallest])}};
  if (weights) {
    SetParameter edit{loss->id, declared.classWeights, balancedWeights(counts)};
    found.fixes.push_back({{kWeightFix}, NetworkEdit{std::move(edit), kWeightFix}});
  }
  return found;
}

}  // namespace

DiagnosisType imbalanceDiagnosis() {
  return {.name = "imbalance",
          .title = "The classes are of very different size",
          .order = 16,
          .explainedBy = {"broken_loader"},
          .texts = {kUnequalClasses, kPrefersLarge, kWeightFix},
          .find = findImbalance};
}

}  // namespace fovea
