#include "core/train/sample_streams.h"

#include <fmt/format.h>

#include <algorithm>

namespace fovea {
namespace {

constexpr std::int64_t kWindowsOfAStream = 16;

Error nothingToCarry(const std::string& layer, const std::string& why, const std::string& advice) {
  return fail(ErrorCode::InvalidArgument, fmt::format("“{}” carries its state over, but {}.", layer, why),
              fmt::format("{}, or set its first state to Zero.", advice));
}

}  // namespace

Result<SampleStreams> SampleStreams::of(const Dataset& dataset, Split split, std::int64_t streams) {
  SampleStreams result;
  FOVEA_TRY(result.succession_, Succession::of(dataset, split));
  result.streams_ = streams;
  return result;
}

Tensor SampleStreams::continues(const Batch& batch) const {
  Tensor rows = Tensor::zeros({DataType::Float32, Shape{batch.size(), 1}});
  if (batch.firstPosition == 0) return rows;
  for (std::size_t i = 0; i < batch.indices.size(); ++i)
    rows.data<float>()[i] = succession_.continues(batch.indices[i]) ? 1.0f : 0.0f;
  return rows;
}

Status SampleStreams::check(const Dataset& dataset, Split split, const std::string& layer) const {
  const DatasetInfo& data = dataset.info();
  if (data.task != Task::NextSymbol)
    return nothingToCarry(layer, fmt::format("the samples of \"{}\" are no windows of a text that goes on", data.name),
                          "Import a text to be continued");
  if (2 * gaps() >= samples() && samples() > 1)
    return nothingToCarry(
        layer,
        fmt::format("only {} of the {} {} windows of \"{}\" go on where the one before ends", samples() - 1 - gaps(),
                    samples(), splitName(split), data.name),
        "Import the text again with step 0 and a length at which hardly any two windows are alike: they then lie one "
        "behind the other, and parts of the text stay together in one split");
  if (split == Split::Train && samples() < 2 * streams_)
    return nothingToCarry(layer,
                          fmt::format("with batches of {} each of the {} windows of \"{}\" is the first of its row",
                                      streams_, samples(), data.name),
                          fmt::format("Choose a batch of at most {}", std::max<std::int64_t>(1, samples() / 2)));
  return {};
}

std::string SampleStreams::words() const {
  const std::int64_t longest = (samples() + streams_ - 1) / streams_;
  std::string words =
      fmt::format("Batches follow the text in {} stream{} of {} windows", streams_, streams_ == 1 ? "" : "s", longest);
  if (gaps() > 0) words += fmt::format("; {} window{} anew", gaps(), gaps() == 1 ? " begins" : "s begin");
  return words;
}

std::int64_t measuringStreams(std::int64_t samples, std::int64_t batch) {
  return std::clamp<std::int64_t>(samples / kWindowsOfAStream, 1, std::max<std::int64_t>(1, batch));
}

}  // namespace fovea
