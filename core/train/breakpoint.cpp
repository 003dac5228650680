#include "core/train/breakpoint.h"

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <cmath>
#include <string_view>
#include <utility>

namespace fovea {
namespace {

using Measure = Breakpoint::Measure;
using Condition = Breakpoint::Condition;

constexpr std::array<std::pair<Measure, const char*>, 5> kMeasureNames{{{Measure::Zeros, "zeros"},
                                                                        {Measure::Gradient, "gradient"},
                                                                        {Measure::Update, "update"},
                                                                        {Measure::Mean, "mean"},
                                                                        {Measure::Deviation, "deviation"}}};

std::string_view withoutSpace(std::string_view text) {
  const auto first = text.find_first_not_of(" \t"), last = text.find_last_not_of(" \t");
  return first == std::string_view::npos ? std::string_view() : text.substr(first, last - first + 1);
}

Error notABreakpoint(const std::string& text) {
  return fail(ErrorCode::InvalidArgument, "“" + text + "” is not a breakpoint.",
              "Write “layer: zeros > 0.6”, with zeros, gradient, update, mean or deviation and > or <, or "
              "“layer: is nan”, “loss is nan”, “loss > 5”.");
}

std::optional<double> numberOf(std::string_view text) {
  text = withoutSpace(text);
  const bool percent = text.ends_with('%');
  if (percent) text = withoutSpace(text.substr(0, text.size() - 1));
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || !std::isfinite(value)) return {};
  return percent ? value / 100 : value;
}

}  // namespace

Result<Breakpoint> breakpointFromText(const std::string& text) {
  Breakpoint read;
  std::string_view rest = withoutSpace(text);
  // Names of layers contain no colons; those of layers in blocks have slashes.
  if (const auto colon = rest.rfind(':'); colon != std::string_view::npos) {
    read.layer = withoutSpace(rest.substr(0, colon));
    rest = withoutSpace(rest.substr(colon + 1));
    if (read.layer.empty()) return notABreakpoint(text);
  } else {
    if (!rest.starts_with("loss")) return notABreakpoint(text);
    rest = withoutSpace(rest.substr(4));
  }
  if (rest == "is nan") {
    read.measure = read.layer.empty() ? Measure::Loss : Measure::Output;
    return read;
  }
  const auto sign = rest.find_first_of("<>");
  if (sign == std::string_view::npos) return notABreakpoint(text);
  const std::string_view name = withoutSpace(rest.substr(0, sign));
  read.condition = rest[sign] == '>' ? Condition::Above : Condition::Below;
  bool known = read.layer.empty() && name.empty();
  for (const auto& [measure, word] : kMeasureNames) {
    if (read.layer.empty() || name != word) continue;
    read.measure = measure;
    known = true;
  }
  const auto limit = numberOf(rest.substr(sign + 1));
  if (!known || !limit) return notABreakpoint(text);
  read.limit = *limit;
  return read;
}

namespace {

std::string numberText(const Breakpoint& breakpoint, double value, int digits) {
  return breakpoint.measure == Measure::Zeros ? fmt::format("{:.{}g} %", value * 100, digits)
                                              : fmt::format("{:.{}g}", value, digits);
}

}  // namespace

std::string breakpointText(const Breakpoint& breakpoint) {
  std::string text = breakpoint.layer.empty() ? "loss" : breakpoint.layer + ":";
  if (breakpoint.condition == Condition::NotFinite) return text + " is nan";
  for (const auto& [measure, word] : kMeasureNames)
    if (breakpoint.measure == measure) text += std::string(" ") + word;
  const char* sign = breakpoint.condition == Condition::Above ? " > " : " < ";
  return text + sign + numberText(breakpoint, breakpoint.limit, 10);
}

std::string breakpointValueText(const Breakpoint& breakpoint, double value) {
  return numberText(breakpoint, value, 4);
}

std::optional<double> measuredValue(const Breakpoint& breakpoint, const ProbeFrame& frame) {
  if (frame.error) return {};
  if (breakpoint.measure == Measure::Loss) return frame.loss;
  for (const LayerProbe& probe : frame.layers) {
    if (probe.layer != breakpoint.layer) continue;
    const bool empty = probe.output.count == 0;
    const auto measured = [](double value) { return std::isnan(value) ? std::nullopt : std::optional(value); };
    switch (breakpoint.measure) {
      case Measure::Loss:
        break;
      case Measure::Output:
        return static_cast<double>(probe.output.notFinite);
      case Measure::Zeros:
        return empty ? std::nullopt : std::optional(probe.output.zeroShare);
      case Measure::Gradient:
        return measured(probe.gradientNorm);
      case Measure::Update:
        return measured(probe.updateRatio);
      case Measure::Mean:
        return empty ? std::nullopt : std::optional(probe.output.mean);
      case Measure::Deviation:
        return empty ? std::nullopt : std::optional(probe.output.deviation);
    }
  }
  return {};
}

bool holds(const Breakpoint& breakpoint, double value) {
  switch (breakpoint.condition) {
    case Condition::Above:
      return value > breakpoint.limit;
    case Condition::Below:
      return value < breakpoint.limit;
    case Condition::NotFinite:
      return breakpoint.measure == Measure::Output ? value > 0 : !std::isfinite(value);
  }
  return false;
}

std::string hitText(const BreakpointHit& hit) {
  const std::string text = breakpointText(hit.breakpoint);
  if (hit.breakpoint.measure == Measure::Loss && hit.breakpoint.condition == Condition::NotFinite)
    return fmt::format("{} at step {}", text, hit.step);
  const std::string value = hit.breakpoint.measure == Measure::Output ? fmt::format("{:.0f} values", hit.value)
                                                                      : breakpointValueText(hit.breakpoint, hit.value);
  return fmt::format("{} ({}) at step {}", text, value, hit.step);
}

}  // namespace fovea
