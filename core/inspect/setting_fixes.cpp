#include "core/inspect/setting_fixes.h"

#include "core/train/default_settings.h"

namespace fovea {
namespace {

constexpr double kClearlyOther = 3;
constexpr double kRateStep = 10;

double usualRate(const RunFacts& facts) {
  const Task task = facts.dataset ? facts.dataset->info().task : Task::Classification;
  FieldValues chosen;
  chosen.set("optimizer", facts.settings.optimizer);
  return resolveSettings(defaultSettings(facts.network, task), chosen).settings.learningRate;
}

}  // namespace

double lowerRate(const RunFacts& facts) {
  const double rate = facts.settings.learningRate, usual = usualRate(facts);
  return usual * kClearlyOther <= rate ? usual : rate / kRateStep;
}

double higherRate(const RunFacts& facts) {
  const double rate = facts.settings.learningRate, usual = usualRate(facts);
  return usual >= rate * kClearlyOther ? usual : rate * kRateStep;
}

DiagnosisFix rateFix(const RunFacts& facts, double rate) {
  const double from = facts.settings.learningRate;
  return {{kRateFix, {from, rate}}, SettingFix{"learning_rate", from, rate}};
}

std::optional<DiagnosisFix> clippingFix(const RunFacts& facts) {
  if (facts.settings.clipping != "none") return {};
  return DiagnosisFix{{kClippingFix}, SettingFix{"clipping", facts.settings.clipping, std::string("norm")}};
}

}  // namespace fovea
