// Why: a loader, an importer or a transform that repeats the same sample or the same label teaches nothing, whatever
// the network.
#include <algorithm>

#include "core/inspect/diagnosis.h"
#include "core/train/input_transforms.h"

namespace fovea {
namespace {

constexpr double kRepeated = 0.1;     // fewer different inputs than this fraction of the samples count as repetition
constexpr double kEmptyInputs = 0.5;  // problem from this fraction of constant inputs on
constexpr std::int64_t kEnough = 32;  // samples; fewer may be equal by chance

constexpr const char* kSame = "Only %1 of the %2 training samples that were loaded are different.";
constexpr const char* kEmpty = "%1 of the %2 training samples that were loaded are one number all over.";
constexpr const char* kNoNumber =
    "%1 of the %2 training samples that were loaded have numbers that are NaN or infinite.";
constexpr const char* kOneLabel = "All %1 training samples that were loaded have the same label.";
constexpr const char* kSortedBatches = "Each of the %1 batches that were loaded has samples of one class only.";
constexpr const char* kSameTarget = "All %1 training samples that were loaded have the same target.";
constexpr const char* kCheckSource =
    "Look at the samples, and import the data again if they are not what they should be.";
constexpr const char* kCheckTransforms =
    "The Input layer transforms the samples. Look at the preview of its transforms.";
constexpr const char* kWithoutTransforms = "Remove the transforms of the Input layer";
constexpr const char* kExcludeThem = "Exclude these %1 samples";

std::optional<DiagnosisFix> withoutTransforms(const Network& network) {
  const auto list = inputTransforms(network);
  if (!list.ok() || list->empty()) return {};
  std::vector<NetworkEdit> edits;
  for (const Layer& layer : network.layers())
    if (layer.type == "input") edits.push_back({SetParameter{layer.id, "transforms", std::string()}, {}});
  return DiagnosisFix{{kWithoutTransforms}, NetworkEdit{CompoundEdit{std::move(edits)}, kWithoutTransforms}};
}

std::optional<Diagnosis> findBrokenLoader(const RunFacts& facts) {
  if (!facts.model || facts.model->samples < kEnough) return {};
  const ModelMeasures& model = *facts.model;
  Diagnosis found;
  found.severity = Severity::Problem;
  const auto samples = static_cast<double>(model.samples);
  std::vector<std::uint32_t> bad;
  if (!model.notFinite.empty()) {
    found.sentences.push_back({kNoNumber, {std::ssize(model.notFinite), model.samples}});
    bad = model.notFinite;
  }
  if (static_cast<double>(model.constant.size()) >= kEmptyInputs * samples) {
    found.sentences.push_back({kEmpty, {std::ssize(model.constant), model.samples}});
    bad.insert(bad.end(), model.constant.begin(), model.constant.end());
  } else if (static_cast<double>(model.distinct) <= kRepeated * samples && !model.inputs.empty()) {
    found.sentences.push_back({kSame, {model.distinct, model.samples}});
  }
  const bool classified = facts.dataset && facts.dataset->info().task == Task::Classification;
  if (classified && model.labels == 1 && facts.dataset->info().classes.size() > 1)
    found.sentences.push_back({kOneLabel, {model.samples}});
  else if (classified && model.labels > 1 && model.mixedBatches == 0 && model.batches > 1 &&
           facts.settings.batch >= kEnough / 2)
    found.sentences.push_back({kSortedBatches, {model.batches}});
  if (model.constantTargets) found.sentences.push_back({kSameTarget, {model.samples}});
  if (found.sentences.empty()) return {};

  found.evidence.numbers = {{"samples", samples},
                            {"different_samples", static_cast<double>(model.distinct)},
                            {"constant_samples", static_cast<double>(model.constant.size())},
                            {"samples_not_finite", static_cast<double>(model.notFinite.size())},
                            {"labels", static_cast<double>(model.labels)}};
  std::ranges::sort(bad);
  bad.erase(std::unique(bad.begin(), bad.end()), bad.end());
  const auto transformed = withoutTransforms(facts.network);
  found.sentences.push_back({transformed ? kCheckTransforms : kCheckSource});
  if (transformed) found.fixes.push_back(*transformed);
  // Excluding samples is a remedy only if enough remain.
  if (!bad.empty() && static_cast<double>(bad.size()) < kEmptyInputs * samples && !transformed)
    found.fixes.push_back({{kExcludeThem, {std::ssize(bad)}}, SampleEdit{EditKind::Exclude, bad}});
  found.evidence.records = bad.empty() ? model.records : bad;
  std::ranges::sort(found.evidence.records);
  const auto same = std::unique(found.evidence.records.begin(), found.evidence.records.end());
  found.evidence.records.erase(same, found.evidence.records.end());
  return found;
}

}  // namespace

DiagnosisType brokenLoaderDiagnosis() {
  return {.name = "broken_loader",
          .title = "The samples that are loaded do not vary",
          .order = 10,
          .texts = {kSame, kEmpty, kNoNumber, kOneLabel, kSortedBatches, kSameTarget, kCheckSource, kCheckTransforms,
                    kWithoutTransforms, kExcludeThem},
          .find = findBrokenLoader};
}

}  // namespace fovea
