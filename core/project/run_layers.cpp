// Why: stores histograms of a run's layers at some of its steps, in bounded space.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>

#include "core/project/run_store.h"

namespace fovea {
namespace {

constexpr std::size_t kMostRecords = 65536;  // layers × frames
constexpr std::size_t kFewestFrames = 16, kMostFrames = 256;
constexpr std::size_t kMostBins = 4096;

// Returns "-0.5 0.5 3 0 12 …": minimum, maximum, counts; empty without a histogram.
std::string histogramText(const Histogram& histogram) {
  if (histogram.counts.empty()) return {};
  std::string text = fmt::format("{:.9g} {:.9g}", histogram.minimum, histogram.maximum);
  for (const std::int64_t count : histogram.counts) fmt::format_to(std::back_inserter(text), " {}", count);
  return text;
}

// Reads the next number of a space-separated text.
template <class Number>
bool takeNumber(std::string_view& text, Number& number) {
  const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (code != std::errc()) return false;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  if (!text.empty() && text.front() != ' ') return false;
  if (!text.empty()) text.remove_prefix(1);
  return true;
}

std::optional<Histogram> histogramFromText(std::string_view text) {
  Histogram histogram;
  if (text.empty()) return histogram;
  if (!takeNumber(text, histogram.minimum) || !takeNumber(text, histogram.maximum)) return std::nullopt;
  while (!text.empty() && histogram.counts.size() < kMostBins) {
    std::int64_t count = 0;
    if (!takeNumber(text, count) || count < 0) return std::nullopt;
    histogram.counts.push_back(count);
  }
  const bool whole = text.empty() && !histogram.counts.empty() && std::isfinite(histogram.minimum) &&
                     histogram.maximum >= histogram.minimum && std::isfinite(histogram.maximum);
  if (!whole) return std::nullopt;
  // Edges that differ by less than the nine digits of the text are read back as equal.
  widenIfEmpty(histogram);
  return histogram;
}

// Returns the index of the step whose neighbours are closest, so that the others stay evenly spread without it.
std::size_t leastMissed(const std::vector<std::int64_t>& steps) {
  std::size_t found = 1;
  for (std::size_t i = 1; i + 1 < steps.size(); ++i)
    if (steps[i + 1] - steps[i - 1] < steps[found + 1] - steps[found - 1]) found = i;
  return found;
}

}  // namespace

std::size_t mostLayerFrames(std::size_t layers) {
  return std::clamp(kMostRecords / std::max<std::size_t>(layers, 1), kFewestFrames, kMostFrames);
}

Status RunStore::recordLayers(RunId run, const LayerFrame& frame) {
  FOVEA_CHECK(needRun(run));
  return database_->transaction([&]() -> Status {
    FOVEA_CHECK(database_->execute("DELETE FROM layer_records WHERE run = ?1 AND step = ?2", run.index, frame.step));
    FOVEA_CHECK(database_->execute("INSERT OR REPLACE INTO layer_frames (run, step, seconds) VALUES (?1, ?2, ?3)",
                                   run.index, frame.step, frame.seconds));
    std::int64_t number = 0;
    for (const LayerRecord& layer : frame.layers)
      FOVEA_CHECK(database_->execute(
          "INSERT INTO layer_records (run, step, number, layer, weights, gradients, activations, gradient_norm, "
          "update_ratio) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)",
          run.index, frame.step, number++, layer.layer, histogramText(layer.weights), histogramText(layer.gradients),
          histogramText(layer.activations), layer.gradientNorm, layer.updateRatio));
    return thinLayerFrames(run, mostLayerFrames(frame.layers.size()));
  });
}

Status RunStore::thinLayerFrames(RunId run, std::size_t most) {
  FOVEA_TRY(const std::int64_t count,
            database_->integer(0, "SELECT count(*) FROM layer_frames WHERE run = ?1", run.index));
  if (count <= static_cast<std::int64_t>(most)) return {};
  std::vector<std::int64_t> steps;
  {
    FOVEA_TRY(SqliteRows rows,
              database_->query("SELECT step FROM layer_frames WHERE run = ?1 ORDER BY step", run.index));
    for (;;) {
      FOVEA_TRY(const bool more, rows.next());
      if (!more) break;
      steps.push_back(rows.integer(0));
    }
  }
  while (steps.size() > most && steps.size() > 2) {
    const std::size_t at = leastMissed(steps);
    FOVEA_CHECK(database_->execute("DELETE FROM layer_frames WHERE run = ?1 AND step = ?2", run.index, steps[at]));
    FOVEA_CHECK(database_->execute("DELETE FROM layer_records WHERE run = ?1 AND step = ?2", run.index, steps[at]));
    steps.erase(steps.begin() + static_cast<std::ptrdiff_t>(at));
  }
  return {};
}

Result<std::vector<LayerFrame>> RunStore::layerFrames(RunId run, const std::string& layer) const {
  FOVEA_CHECK(needRun(run));
  std::vector<LayerFrame> frames;
  FOVEA_TRY(SqliteRows rows,
            database_->query("SELECT f.step, f.seconds, r.layer, r.weights, r.gradients, r.activations, "
                             "r.gradient_norm, r.update_ratio FROM layer_frames f JOIN layer_records r ON r.run = f.run "
                             "AND r.step = f.step WHERE f.run = ?1 AND (?2 = '' OR r.layer = ?2) ORDER BY f.step, "
                             "r.number",
                             run.index, layer));
  for (;;) {
    FOVEA_TRY(const bool more, rows.next());
    if (!more) return frames;
    const std::int64_t step = rows.integer(0);
    if (frames.empty() || frames.back().step != step) frames.push_back({step, rows.real(1)});
    auto weights = histogramFromText(rows.text(3)), gradients = histogramFromText(rows.text(4)),
         activations = histogramFromText(rows.text(5));
    if (!weights || !gradients || !activations)
      return fail(ErrorCode::Corrupt, file().string() + " is damaged: the histograms of step " + std::to_string(step) +
                                          " in run " + std::to_string(run.index) + " cannot be read.");
    frames.back().layers.push_back({rows.text(2), std::move(*weights), std::move(*gradients), std::move(*activations),
                                    rows.real(6), rows.real(7)});
  }
}

}  // namespace fovea
