// Why: a network that continues to fit its training samples while it gets worse on others memorises them. Sources:
// Prechelt 1998, “Early stopping — but when?” (generalisation loss); Srivastava et al. 2014 (dropout).
#include <algorithm>
#include <cmath>

#include "core/inspect/loss_course.h"
#include "core/inspect/network_repairs.h"
#include "core/inspect/setting_fixes.h"
#include "core/network/losses.h"

namespace fovea {
namespace {

// Prechelt stops at a generalisation loss of 5 %. Twice that, over two epochs and with falling training loss, is not
// noise of the validation split.
constexpr double kWorse = 1.1;
constexpr double kStillFalling = 0.9;
constexpr double kMatters = 0.05;  // fraction of the first validation loss: a smaller rise is not worth reporting
constexpr std::size_t kFewestEpochs = 3;
constexpr std::int64_t kPatience = 3;

constexpr const char* kBestAt = "The validation loss was lowest after epoch %1, %2, and is %3 now.";
constexpr const char* kTrainFell = "Over the same epochs the training loss fell from %1 to %2.";
constexpr const char* kStopFix = "Stop a new run after %1 validations without progress";
constexpr const char* kDecayFix = "Weight decay %1 → %2 in a new run";
constexpr const char* kDropoutFix = "Insert dropout before “%1”";

std::optional<DiagnosisFix> dropoutFix(const RunFacts& facts) {
  for (const Layer& layer : facts.network.layers())
    if (layer.type == "dropout" || layer.type == "spatial_dropout") return {};
  const Layer* const loss = judgingLoss(facts.network);
  if (!loss) return {};
  for (const Edge& edge : facts.network.edgesInto(loss->id)) {
    const Layer* const last = facts.network.find(edge.source);
    if (last->type != "linear") continue;
    if (auto inserted = insertBefore(facts.network, last->id, "dropout", "dropout", {}, "Insert dropout"))
      return DiagnosisFix{{kDropoutFix, {last->name}}, std::move(*inserted)};
  }
  return {};
}

std::optional<Diagnosis> findOverfitting(const RunFacts& facts) {
  std::vector<EpochRecord> epochs;
  for (const EpochRecord& epoch : facts.epochs)
    if (std::isfinite(epoch.validationLoss) && std::isfinite(epoch.trainLoss)) epochs.push_back(epoch);
  if (epochs.size() < kFewestEpochs) return {};
  const auto best = std::ranges::min_element(epochs, {}, &EpochRecord::validationLoss);
  const EpochRecord &last = epochs.back(), &before = epochs[epochs.size() - 2];
  if (epochs.end() - best < 3) return {};  // not two epochs after the best
  const double limit = std::max(raisedLoss(best->validationLoss, kWorse - 1),
                                best->validationLoss + kMatters * std::abs(epochs.front().validationLoss));
  if (last.validationLoss <= limit || before.validationLoss <= limit ||
      last.trainLoss > raisedLoss(best->trainLoss, kStillFalling - 1))
    return {};
  Diagnosis found;
  found.sentences = {{kBestAt, {best->epoch, best->validationLoss, last.validationLoss}},
                     {kTrainFell, {best->trainLoss, last.trainLoss}}};
  found.evidence.curves = {trainCurve(epochs), validationCurve(epochs)};
  found.evidence.step = best->step;
  found.evidence.numbers = {{"best_epoch", static_cast<double>(best->epoch)},
                            {"best_val_loss", best->validationLoss},
                            {"val_loss", last.validationLoss},
                            {"train_loss", last.trainLoss}};
  const TrainingSettings& settings = facts.settings;
  if (settings.stopPatience == 0)
    found.fixes.push_back({{kStopFix, {kPatience}}, SettingFix{"stop_patience", settings.stopPatience, kPatience}});
  if (auto fix = dropoutFix(facts)) found.fixes.push_back(std::move(*fix));
  const double decay = settings.weightDecay > 0 ? settings.weightDecay * 10 : 0.001;
  found.fixes.push_back(
      {{kDecayFix, {settings.weightDecay, decay}}, SettingFix{"weight_decay", settings.weightDecay, decay}});
  return found;
}

}  // namespace

DiagnosisType overfittingDiagnosis() {
  return {.name = "overfitting",
          .title = "The network overfits",
          .order = 85,
          .explainedBy = {"broken_loader"},
          .texts = {kBestAt, kTrainFell, kStopFix, kDecayFix, kDropoutFix},
          .find = findOverfitting};
}

}  // namespace fovea
