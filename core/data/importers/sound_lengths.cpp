#include "core/data/importers/sound_lengths.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/data/importers/audio_file.h"

namespace fovea {
namespace {

constexpr std::size_t kSoundsLookedAt = 16;
constexpr double kSameLength = 0.01;  // in seconds
constexpr double kMostSeconds = 600;  // as the option allows
constexpr double kWholeSeconds = 1;   // lengths from here on are rounded up to whole seconds, others to tenths

double roundedUp(double seconds) {
  return seconds > kWholeSeconds ? std::ceil(seconds) : std::ceil(seconds * 10) / 10;
}

}  // namespace

std::optional<ImportDecision> decisionOnLengths(std::size_t count,
                                                const std::function<std::filesystem::path(std::size_t)>& path,
                                                const SoundOptions& options) {
  if (options.seconds <= 0) return std::nullopt;
  const std::size_t tried = std::min(count, kSoundsLookedAt);
  std::int64_t known = 0, longer = 0, shorter = 0;
  double longest = 0, shortest = options.seconds;
  for (std::size_t i = 0; i < tried; ++i) {
    const auto lasts = soundSeconds(path(i * count / tried));
    if (!lasts) continue;
    ++known;
    longer += *lasts > options.seconds + kSameLength;
    shorter += *lasts < options.seconds - kSameLength;
    longest = std::max(longest, *lasts);
    shortest = std::min(shortest, *lasts);
  }
  if (longer + shorter == 0) return std::nullopt;
  ImportDecision decision{"the length of the sounds", {}, {}, {}};
  if (shorter == 0) {
    decision.chosen = fmt::format("cut to the middle {:g} s", options.seconds);
    decision.because =
        fmt::format("{} of {} that were looked at last longer, the longest {:.1f} s", longer, known, longest);
  } else if (longer == 0) {
    decision.chosen = fmt::format("filled with silence to {:g} s", options.seconds);
    decision.because =
        fmt::format("{} of {} that were looked at are shorter, the shortest {:.1f} s", shorter, known, shortest);
  } else {
    decision.chosen = fmt::format("cut to the middle {:g} s, and shorter ones filled with silence", options.seconds);
    decision.because = fmt::format(
        "{} of {} that were looked at last longer, the longest {:.1f} s, and {} are shorter, the shortest {:.1f} s",
        longer, known, longest, shorter, shortest);
  }
  if (const double all = roundedUp(longest); all != options.seconds && all <= kMostSeconds)
    decision.alternatives.push_back(fmt::format("seconds={:g}", all));
  decision.alternatives.emplace_back("seconds=0");
  return decision;
}

}  // namespace fovea
