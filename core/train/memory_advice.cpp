#include "core/train/memory_advice.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "core/base/memory.h"

namespace fovea {
LayerBytes hungriestLayer(const Graph& graph) {
  std::map<std::string, std::uint64_t> bytes;
  for (const Node& node : graph.nodes())
    for (const ValueId output : node.outputs)
      if (!node.op->view && !graph.aliasOf(output).valid()) bytes[node.scope] += graph.value(output).type.bytes();
  LayerBytes most;
  for (const auto& [layer, size] : bytes)
    if (size > most.bytes) most = {layer, size};
  return most;
}

Result<std::uint64_t> trainingBytes(const Network& network, const TrainingSettings& settings, std::int64_t batch) {
  FOVEA_TRY(const ExecutorReport report, planTrainingMemory(network, settings, batch));
  return report.peakBytes();
}

std::int64_t largestBatch(const Network& network, const TrainingSettings& settings, std::uint64_t bytes) {
  std::int64_t fits = 0, tooLarge = settings.batch;
  while (tooLarge - fits > 1) {
    const std::int64_t middle = fits + (tooLarge - fits) / 2;
    const auto needed = trainingBytes(network, settings, middle);
    (needed.ok() && *needed <= bytes ? fits : tooLarge) = middle;
  }
  return fits;
}

std::int64_t largestBatchWithin(const Network& network, const TrainingSettings& settings, std::uint64_t bytes,
                                std::int64_t most, const CancelToken& cancel) {
  constexpr std::int64_t kShare = 50;  // accepted relative error
  constexpr int kGuesses = 8;          // after this many guesses, bisection is more reliable
  constexpr std::int64_t kFirstTried = 64;
  std::int64_t fits = 0, tooLarge = most + 1;
  double fitBytes = 0;  // memory for `fits` samples; assumed 0 for none at first
  // Always starts from the same value, so that the answer depends only on the network and the memory, not on the
  // current batch.
  std::int64_t tried = std::clamp<std::int64_t>(kFirstTried, 1, most);
  for (int round = 0; tooLarge - fits > std::max<std::int64_t>(1, fits / kShare); ++round) {
    if (cancel.cancelled()) return fits;
    const auto needed = trainingBytes(network, settings, tried);
    const bool fit = needed.ok() && *needed <= bytes;
    const double room = needed.ok() ? static_cast<double>(bytes) - static_cast<double>(*needed) : 0;
    const double slope = needed.ok() && tried != fits
                             ? (static_cast<double>(*needed) - fitBytes) / static_cast<double>(tried - fits)
                             : 0;
    if (fit) fitBytes = static_cast<double>(*needed);
    (fit ? fits : tooLarge) = tried;
    // The intersection of the line with the limit, moved slightly to the other side, so that both bounds converge.
    const double guess = slope > 0 ? static_cast<double>(tried) + room / slope : 0;
    const double margin = std::max(1.0, guess / (2 * kShare));
    const double wanted = fit ? guess + margin : guess - margin;
    const bool useful = round < kGuesses && slope > 0 && wanted > static_cast<double>(fits);
    tried = useful ? static_cast<std::int64_t>(std::min(wanted, static_cast<double>(tooLarge - 1)))
                   : fits + (tooLarge - fits) / 2;
    tried = std::clamp(tried, fits + 1, std::max(fits + 1, tooLarge - 1));
  }
  return fits;
}

std::uint64_t plannedMemory(std::uint64_t free, std::uint64_t before) {
  const bool holds = before > 0 && before <= free && before >= free / 4 * 3;
  return holds ? before : free / 8 * 7;
}

std::int64_t microBatchesWithin(const Network& network, TrainingSettings settings, std::uint64_t bytes) {
  const auto step = buildTrainingGraph(network, settings, settings.batch);
  if (!step.ok() || !step->carried.empty() || !step->undividedLoss.empty() || settings.normOverRanks) return 0;
  const Schema schema = trainingSettingsSchema().schema();
  const auto most = static_cast<std::int64_t>(schema.find("micro_batches")->maximum);
  for (std::int64_t count = 2 * settings.microBatches; count <= most; count *= 2) {
    if (settings.batch % count != 0) return 0;
    settings.microBatches = count;
    const auto part = buildTrainingGraph(network, settings, settings.batch / count);
    if (!part.ok() || !checkNorms(*part).ok()) return 0;
    if (const auto needed = trainingBytes(network, settings, settings.batch); needed.ok() && *needed <= bytes)
      return count;
  }
  return 0;
}

Error describeOutOfMemory(const Network& network, const TrainingSettings& settings, const DeviceInfo& device,
                          std::int64_t largest) {
  std::string message =
      fmt::format("There is not enough memory on {}: {} are free", device.id, memoryWords(device.memoryFreeBytes));
  if (const auto needed = trainingBytes(network, settings, settings.batch); needed.ok())
    message = fmt::format("There is not enough memory on {}: a step with batch {} needs {}, and {} are free", device.id,
                          settings.batch, memoryWords(*needed), memoryWords(device.memoryFreeBytes));
  if (const auto step = buildTrainingGraph(network, settings, settings.batch); step.ok()) {
    const LayerBytes most = hungriestLayer(*step->graph);
    message += fmt::format(". “{}” needs most: {}", most.layer, memoryWords(most.bytes));
  }
  if (largest == 0)
    return fail(ErrorCode::OutOfMemory, message + ".",
                "Not even a batch of one sample fits: make the network or its input smaller.");
  const std::int64_t micro = microBatchesWithin(network, settings, plannedMemory(device.memoryFreeBytes, 0));
  if (micro > 0)
    return fail(ErrorCode::OutOfMemory, message + ".",
                fmt::format("The largest batch that fits is {}. Set micro_batches to {} to train with a batch of {}.",
                            largest, micro, settings.batch));
  return fail(ErrorCode::OutOfMemory, message + ".", fmt::format("The largest batch that fits is {}.", largest));
}

}  // namespace fovea
