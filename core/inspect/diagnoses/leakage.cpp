// Why: held-out samples that were also in training make every metric too good. Barz and Denzler (2020) found near
// duplicates for 3.3 % of the test images of CIFAR-10 and 10 % of those of CIFAR-100.
#include <algorithm>
#include <cstdlib>
#include <map>
#include <span>

#include "core/inspect/diagnosis.h"

namespace fovea {
namespace {

// fraction of a split: below it, accuracy changes by at most one percentage point
constexpr double kLeaked = 0.01;
constexpr double kMostlyLeaked = 0.1;  // from this fraction on, the metrics mean little
constexpr std::int64_t kFewestLeaked = 2;
// Mean difference in levels of 255: a picture saved again as JPEG stays below, another picture of a similar object does
// not.
constexpr double kNearlySame = 3;
constexpr std::int64_t kMostOfGroup = 64, kMostComparisons = 1'000'000;

constexpr const char* kSamples =
    "%1 of the %2 validation and test samples (%3 %) are equal or nearly equal to a training sample.";
constexpr const char* kTooGood = "The network has seen their answers, so the measured quality is too good.";
constexpr const char* kExcludeLeaked = "Exclude the %1 samples";

bool isIn(const SampleStates& states, std::uint32_t record, bool train) {
  return !states.excluded[record] && (states.splits[record] == Split::Train) == train;
}

using Groups = std::map<std::uint32_t, std::vector<std::uint32_t>>;  // record numbers keyed by group

// Returns the records in training and those in the other splits, by group, for the groups that have both.
std::pair<Groups, Groups> groupsAcross(const SampleStates& states, const std::vector<std::uint32_t>& groups) {
  Groups trained, held;
  for (std::uint32_t record = 0; record < groups.size(); ++record) {
    if (groups[record] == 0) continue;
    if (isIn(states, record, true)) trained[groups[record]].push_back(record);
    if (isIn(states, record, false)) held[groups[record]].push_back(record);
  }
  std::erase_if(trained, [&](const auto& group) { return !held.contains(group.first); });
  std::erase_if(held, [&](const auto& group) { return !trained.contains(group.first); });
  return {std::move(trained), std::move(held)};
}

// Returns the pixels of an image; empty if it cannot be read.
std::vector<std::uint8_t> pixelsOf(const Dataset& dataset, std::uint32_t record) {
  const auto view = dataset.record(record, false);
  if (!view.ok() || view->input.type.dtype != DataType::UInt8) return {};
  std::vector<std::uint8_t> pixels(view->input.type.bytes());
  return decodeContent(view->input, pixels.data()).ok() ? pixels : std::vector<std::uint8_t>();
}

bool nearlySame(std::span<const std::uint8_t> a, std::span<const std::uint8_t> b) {
  if (a.empty() || a.size() != b.size()) return false;
  std::int64_t difference = 0;
  for (std::size_t i = 0; i < a.size(); ++i) difference += std::abs(int{a[i]} - int{b[i]});
  return static_cast<double>(difference) <= kNearlySame * static_cast<double>(a.size());
}

// Marks held-out records that are nearly identical to a training record of their group. Small pictures of similar
// objects are often in one group, so this compares their pixels.
void addNearTwins(const RunFacts& facts, std::vector<bool>& twins) {
  const auto [trained, held] = groupsAcross(facts.dataset->states(), facts.samples->nearDuplicateGroups);
  std::int64_t left = kMostComparisons;
  for (const auto& [group, records] : held) {
    std::vector<std::vector<std::uint8_t>> pictures;
    for (const std::uint32_t record : trained.at(group)) {
      if (std::ssize(pictures) >= kMostOfGroup) break;
      pictures.push_back(pixelsOf(*facts.dataset, record));
    }
    for (const std::uint32_t record : records) {
      if (twins[record] || (left -= std::ssize(pictures)) < 0) continue;
      const std::vector<std::uint8_t> own = pixelsOf(*facts.dataset, record);
      twins[record] = std::ranges::any_of(pictures, [&](const auto& other) { return nearlySame(own, other); });
    }
  }
}

// Returns true if training samples equal each other at least half as often: rows of few numbers often do by chance.
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
  for (const auto& [group, held] : groupsAcross(states, facts.samples->duplicateGroups).second)
    for (const std::uint32_t record : held) twins[record] = true;
  addNearTwins(facts, twins);
  std::vector<std::uint32_t> records;
  for (std::uint32_t record = 0; record < twins.size(); ++record)
    if (twins[record]) records.push_back(record);
  const std::int64_t heldOut = facts.dataset->size(Split::Validation) + facts.dataset->size(Split::Test);
  const double share = heldOut > 0 ? static_cast<double>(records.size()) / static_cast<double>(heldOut) : 0;
  if (std::ssize(records) < kFewestLeaked || share < kLeaked) return {};
  const bool images = facts.dataset->info().inputType == DataType::UInt8;
  if (!images && repetitive(states, facts.samples->duplicateGroups, share)) return {};

  Diagnosis found;
  found.severity = share >= kMostlyLeaked ? Severity::Problem : Severity::Warning;
  found.sentences = {{kSamples, {std::ssize(records), heldOut, share * 100}}, {kTooGood}};
  found.evidence.numbers = {{"leaked_samples", static_cast<double>(records.size())},
                            {"held_out_samples", static_cast<double>(heldOut)}};
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
