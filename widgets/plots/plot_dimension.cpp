#include "widgets/plots/plot_dimension.h"

#include <algorithm>
#include <cmath>

#include "widgets/plots/plot_parts.h"
#include "widgets/theme/number_text.h"

namespace fovea {
namespace {

constexpr std::size_t kMostLabelled = 6;  // more values than these are not labelled themselves
constexpr double kWholeLimit = 1e6;       // integers below are written with all their digits
constexpr int kFewestSteps = 4;           // of a linear axis
constexpr double kRounding = 1e-9;        // error of a division, relative to a step

bool isWhole(double value) {
  return value == std::round(value) && std::abs(value) < kWholeLimit;
}

// Whether its label is short and exact.
bool isRound(double value) {
  return isWhole(value) || std::abs(value - QString::number(value, 'g', 2).toDouble()) <= 1e-12 * std::abs(value);
}

// The largest of 1, 2 and 5 times a power of ten that is at most 10^`power`, as a logarithm.
double roundDown(double power) {
  const double whole = std::floor(power + kRounding);
  for (const double factor : {5.0, 2.0})
    if (whole + std::log10(factor) <= power + kRounding) return whole + std::log10(factor);
  return whole;
}

// The significant digits that tell ticks at this distance apart, and one more for distances such as 2.5.
int tickDigits(double largest, double step) {
  return std::clamp(static_cast<int>(std::floor(std::log10(largest)) - std::floor(std::log10(step))) + 2, kFewestDigits,
                    12);
}

}  // namespace

double PlotDimension::shown(double value) const {
  if (!std::isfinite(value) || (logarithmic && names.isEmpty() && value <= 0)) return kNoValue;
  if (names.isEmpty()) return value;
  const double index = std::round(value);
  return index >= 0 && index < static_cast<double>(names.size()) ? index : kNoValue;
}

QString PlotDimension::text(double value) const {
  const double known = shown(value);
  if (std::isnan(known)) return QStringLiteral("–");
  if (!names.isEmpty()) return names[static_cast<qsizetype>(known)];
  if (share) return percentNumber(known);
  return isWhole(known) ? numberText(known, 'f', 0) : compactNumber(known);
}

QString PlotDimension::shortText(double value) const {
  const QString usual = text(value);
  if (!names.isEmpty() || share || std::isnan(shown(value))) return usual;
  const QString digit = QString::number(value, 'e', 0);
  const bool single = std::abs(digit.toDouble() - value) <= 1e-9 * std::abs(value);
  QString power = single ? digit : numberText(value, 'e', 1);
  power.replace(QStringLiteral("e-0"), QStringLiteral("e-")).replace(QStringLiteral("e+0"), QStringLiteral("e"));
  return power.size() < usual.size() ? power : usual;
}

DimensionScale::DimensionScale(PlotDimension dimension, std::span<const double> values)
    : dimension_(std::move(dimension)) {
  if (!dimension_.names.isEmpty()) {
    const auto last = static_cast<double>(dimension_.names.size() - 1);
    low_ = last > 0 ? 0 : -0.5;
    high_ = last > 0 ? last : 0.5;
    return;
  }
  bool any = false, round = !dimension_.share;
  double lowest = 0, highest = 0;
  whole_ = true;
  for (const double each : values) {
    const double value = dimension_.shown(each);
    if (std::isnan(value)) continue;
    lowest = any ? std::min(lowest, value) : value;
    highest = any ? std::max(highest, value) : value;
    any = true;
    whole_ = whole_ && isWhole(value);
    if (!round) continue;
    const auto place = std::lower_bound(labelled_.begin(), labelled_.end(), value);
    if (place != labelled_.end() && *place == value) continue;
    round = labelled_.size() < kMostLabelled && isRound(value);
    if (round) labelled_.insert(place, value);
  }
  if (!round) labelled_.clear();
  if (!any) {
    whole_ = false;
    if (dimension_.logarithmic) roundEnds();
    return;
  }
  low_ = scaled(lowest);
  high_ = scaled(highest);
  if (high_ - low_ <= 1e-12 * std::max(std::abs(low_), std::abs(high_))) {
    const double around = dimension_.logarithmic || low_ == 0 ? 0.5 : 0.5 * std::abs(low_);
    labelled_ = {lowest};
    high_ = low_ + around;
    low_ -= around;
  } else if (labelled_.empty()) {
    roundEnds();
  }
}

double DimensionScale::scaled(double value) const {
  return dimension_.logarithmic && dimension_.names.isEmpty() ? std::log10(value) : value;
}

double DimensionScale::position(double value) const {
  return std::isnan(dimension_.shown(value)) ? kNoValue : (scaled(value) - low_) / (high_ - low_);
}

double DimensionScale::value(double position) const {
  const double at = low_ + position * (high_ - low_);
  return dimension_.logarithmic && dimension_.names.isEmpty() ? std::pow(10, at) : at;
}

// The next larger round step; between integers it is one too.
double DimensionScale::nextStep(double step) const {
  double next = roundStep(2.5 * step * (1 + kRounding));
  if (whole_ && next != std::round(next)) next = next < 1 ? 1 : roundStep(2 * next * (1 + kRounding));
  return next;
}

void DimensionScale::roundEnds() {
  if (dimension_.logarithmic) {
    low_ = roundDown(low_);
    double end = roundDown(high_);
    while (end < high_ - kRounding) end = roundDown(end + std::log10(2.5) + kRounding);
    high_ = end;
    return;
  }
  step_ = roundStep((high_ - low_) / kFewestSteps);
  if (whole_ && step_ != std::round(step_)) step_ = nextStep(step_);
  low_ = std::floor(low_ / step_ + kRounding) * step_;
  high_ = std::ceil(high_ / step_ - kRounding) * step_;
}

std::vector<PlotTick> DimensionScale::ends() const {
  std::vector<PlotTick> found;
  for (const double position : {0.0, 1.0}) found.push_back({value(position), dimension_.text(value(position))});
  return found;
}

std::vector<PlotTick> DimensionScale::linearTicks(std::size_t most) const {
  double step = step_;
  while ((high_ - low_) / step + kRounding > static_cast<double>(most - 1)) step = nextStep(step);
  const int digits = tickDigits(std::max(std::abs(low_), std::abs(high_)), step);
  std::vector<PlotTick> found;
  for (double index = std::ceil(low_ / step - kRounding); index <= high_ / step + kRounding; ++index) {
    const double value = index * step;
    found.push_back({value, dimension_.share ? percentNumber(value, digits) : compactNumber(value, digits)});
  }
  return found.size() < 2 ? ends() : found;
}

std::vector<PlotTick> DimensionScale::logarithmicTicks(std::size_t most) const {
  const int first = static_cast<int>(std::ceil(low_ - kRounding)),
            last = static_cast<int>(std::floor(high_ + kRounding));
  if (last - first < 3) {
    std::vector<PlotTick> found;
    for (int power = first - 1; power <= last; ++power)
      for (const double factor : {1.0, 2.0, 5.0}) {
        const double at = power + std::log10(factor);
        if (at < low_ - kRounding || at > high_ + kRounding) continue;
        const double value = QStringLiteral("%1e%2").arg(factor).arg(power).toDouble();
        found.push_back({value, dimension_.share ? percentNumber(value) : compactNumber(value)});
      }
    if (found.size() <= most && found.size() > 1) return found;
  }
  if (last <= first) return ends();
  const int every = 1 + (last - first) / std::max(1, static_cast<int>(most) - 1) -
                    ((last - first) % std::max(1, static_cast<int>(most) - 1) == 0 ? 1 : 0);
  std::vector<PlotTick> found;
  for (int power = first; power <= last; power += std::max(1, every)) {
    const double value = QStringLiteral("1e%1").arg(power).toDouble();
    found.push_back({value, dimension_.share ? percentNumber(value) : compactNumber(value)});
  }
  return found;
}

std::vector<PlotTick> DimensionScale::ticks(double length, double gap) const {
  const auto most = static_cast<std::size_t>(std::max(2.0, std::floor(length / gap + kRounding) + 1));
  std::vector<PlotTick> candidates;
  for (qsizetype i = 0; i < dimension_.names.size(); ++i)
    candidates.push_back({static_cast<double>(i), dimension_.names[i]});
  for (const double value : labelled_) candidates.push_back({value, dimension_.text(value)});
  if (candidates.empty()) candidates = dimension_.logarithmic ? logarithmicTicks(most) : linearTicks(most);
  // Both ends are kept where possible; labels between them that would overlap are omitted.
  std::vector<PlotTick> kept;
  const auto pixel = [&](const PlotTick& tick) { return position(tick.value) * length; };
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    const bool last = i + 1 == candidates.size();
    if (!kept.empty() && pixel(candidates[i]) - pixel(kept.back()) < gap - 0.5) continue;
    if (!kept.empty() && !last && pixel(candidates.back()) - pixel(candidates[i]) < gap - 0.5) continue;
    kept.push_back(candidates[i]);
  }
  return kept;
}

QColor resultColor(const Theme& theme, double standing) {
  const QColor worst = theme.color(Color::Faint), best = theme.color(Color::Accent);
  const auto mixed = [standing](float from, float to) { return from + static_cast<float>(standing) * (to - from); };
  return QColor::fromRgbF(mixed(worst.redF(), best.redF()), mixed(worst.greenF(), best.greenF()),
                          mixed(worst.blueF(), best.blueF()));
}

}  // namespace fovea
