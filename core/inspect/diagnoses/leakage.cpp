// Why: held-out samples that the network was trained on make every measured figure too good. Barz and Denzler (2020)
// found near duplicates for 3.3 % of the test images of CIFAR-10 and 10 % of those of CIFAR-100.
#include <algorithm>
#include <map>

#include "core/inspect/diagnosis.h"

namespace fovea {
namespace {

constexpr double kLeaked = 0.01;       // of a split: below, its accuracy changes by at most one percent point
constexpr double kMostlyLeaked = 0.1;  // from here on the figures mean little
constexpr std::int64_t kFewestLeaked = 2;

constexpr const char* kSamples =
    "%1 of the %2 validation and test samples (%3 %) are the same as a training sample or look nearly like one.";
constexpr const char* kTooGood = "The network has seen their answers, so the measured quality is too good.";
constexpr const char* kExcludeLeaked = "Exclude the %1 samples";

bool isIn(const SampleStates& states, std::uint32_t record, bool train) {
  return !states.excluded[record] && (states.splits[record] == Split::Train) == train;
}

// Adds the held-out records whose group has a training record.
void addTwins(const SampleStates& states, const std::vector<std::uint32_t>& groups, std::vector<bool>& twins) {
  std::vector<bool> trained;
  for (std::uint32_t record = 0; record < groups.size(); ++record) {
    if (groups[record] == 0 || !isIn(states, record, true)) continue;
    if (trained.size() <= groups[record]) trained.resize(groups[record] + 1);
    trained[groups[record]] = true;
  }
  for (std::uint32_t record = 0; record < groups.size(); ++record)
    if (groups[record] < trained.size() && trained[groups[record]] && isIn(states, record, false)) twins[record] = true;
}

// Rows of few numbers are often equal by chance: then training samples are as often equal to each other.
bool repetitive(const SampleStates& states, const std::vector<std::uint32_t>& groups, double leaked) {
  std::map<std::uint32_t, std::int64_t> members;
  std::int64_t all = 0, repeated = 0;
  for (std::uint32_t record = 0; record < groups.size(); ++record) {
    if (!isIn(states, record, true)) continue;
    ++all;
    if (groups[record] != 0) ++members[groups[record]];
  }
  for (const auto& [group, count] : members) repeated += count > 1 ? count : 0;
  return all > 0 && static_cast<double>(repeated) >= leaked / 2 * static_cast<double>(all);
}

std::optional<Diagnosis> findLeakage(const RunFacts& facts) {
  if (!facts.dataset || !facts.samples || facts.dataset->info().task == Task::NextSymbol) return {};
  const SampleStates& states = facts.dataset->states();
  std::vector<bool> twins(states.splits.size());
  addTwins(states, facts.samples->duplicateGroups, twins);
  addTwins(states, facts.samples->nearDuplicateGroups, twins);
  std::vector<std::uint32_t> records;
  for (std::uint32_t record = 0; record < twins.size(); ++record)
    if (twins[record]) records.push_back(record);
  const std::int64_t held = facts.dataset->size(Split::Validation) + facts.dataset->size(Split::Test);
  const double share = held > 0 ? static_cast<double>(records.size()) / static_cast<double>(held) : 0;
  if (std::ssize(records) < kFewestLeaked || share < kLeaked) return {};
  const bool images = facts.dataset->info().inputType == DataType::UInt8;
  if (!images && repetitive(states, facts.samples->duplicateGroups, share)) return {};

  Diagnosis found;
  found.severity = share >= kMostlyLeaked ? Severity::Problem : Severity::Warning;
  found.sentences = {{kSamples, {std::ssize(records), held, share * 100}}, {kTooGood}};
  found.evidence.numbers = {{"leaked_samples", static_cast<double>(records.size())},
                            {"held_out_samples", static_cast<double>(held)}};
  found.evidence.records = records;
  found.fixes.push_back({{kExcludeLeaked, {std::ssize(records)}}, SampleEdit{EditKind::Exclude, records}});
  return found;
}

}  // namespace

DiagnosisType leakageDiagnosis() {
  return {.name = "leakage",
          .title = "Training samples are among the validation and test samples",
          .order = 15,
          .explainedBy = {"broken_loader"},
          .texts = {kSamples, kTooGood, kExcludeLeaked},
          .find = findLeakage};
}

}  // namespace fovea
