#include "app/cli/model_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <vector>

#include "core/data/importers/npy_file.h"
#include "core/data/importing/names.h"
#include "core/exchange/exchange.h"
#include "core/inspect/matched_checkpoint.h"

namespace fovea::cli {
namespace {

constexpr std::int64_t kMostNumbers = std::int64_t{1} << 28;

template <class Number>
Tensor asFractions(const Tensor& whole) {
  Tensor fractions = Tensor::make({DataType::Float32, whole.shape()});
  std::ranges::transform(whole.values<Number>(), fractions.data<float>(),
                         [](Number number) { return static_cast<float>(number); });
  return fractions;
}

// Whether numbers of one shape are in the order of another: axes of extent 1 do not matter, and a row has one order.
bool sameOrder(const Shape& given, const Shape& wanted) {
  const auto longAxes = [](const Shape& shape) {
    std::vector<std::int64_t> extents;
    std::ranges::copy_if(shape, std::back_inserter(extents), [](std::int64_t extent) { return extent != 1; });
    return extents;
  };
  const auto axes = longAxes(given);
  return given.elementCount() == wanted.elementCount() && (axes.size() < 2 || axes == longAxes(wanted));
}

}  // namespace

void addInputOptions(CLI::App& command, InputWords& words) {
  command.add_option("--shape", words.shapes,
                     "Of a sample, where a prototxt or an ONNX model leaves it open: 1x28x28; of one input of several: "
                     "state=128, or state=2xNx128 where N, the samples, is not its first axis");
  command.add_option("--value", words.values,
                     "Of an input of an ONNX model that is no sample but a number: rate=16000");
}

Result<std::vector<InputChoice>> inputChoices(const InputWords& words) {
  std::vector<InputChoice> choices;
  for (const std::string& text : words.shapes) {
    FOVEA_TRY(choices.emplace_back(), inputShapeFromText(text));
  }
  for (const std::string& text : words.values) {
    FOVEA_TRY(choices.emplace_back(), inputValueFromText(text));
  }
  return choices;
}

void addModelArguments(CLI::App& command, ModelArguments& model, const std::string& alsoTakes) {
  command
      .add_option("checkpoint", model.file,
                  "Checkpoint file, ONNX model, or network of Caffe's with its .caffemodel" + alsoTakes)
      ->required();
  addInputOptions(command, model.inputs);
}

Result<Checkpoint> readModel(const Context& context, const ModelArguments& model) {
  const std::string ending = endingOf(std::filesystem::path(model.file).filename().string());
  if (ending != ".onnx" && ending != ".prototxt") return readCheckpoint(model.file);
  FOVEA_TRY(const auto device, context.backends.open("cpu"));
  ExchangeOptions options;
  FOVEA_TRY(options.inputs, inputChoices(model.inputs));
  ExchangeReport report;
  FOVEA_TRY(Checkpoint read, readExchanged(model.file, options, device, report));
  for (const auto* lines : {&report.approximated, &report.notes})
    for (const std::string& line : *lines) fmt::print(stderr, "{}: {}\n", model.file, line);
  if (report.difference > kNoticeableDifference)
    fmt::print(stderr, "{}: warning: on a sample the outputs differ from the model's by {:.2g} of the largest number\n",
               model.file, report.difference);
  return read;
}

void addNetworkOption(CLI::App& command, std::string& network) {
  command.add_option("--network", network,
                     "A network file, or the name of a standard network: takes the checkpoint's matching layers and "
                     "says what was not taken");
}

Result<Checkpoint> checkpointFor(const Context& context, const ModelArguments& model, const std::string& network) {
  FOVEA_TRY(Checkpoint checkpoint, readModel(context, model));
  if (network.empty()) return checkpoint;
  FOVEA_TRY(const Network other, loadNetwork(context, network));
  FOVEA_TRY(MatchedCheckpoint matched, matchCheckpoint(checkpoint, other));
  fmt::print(stderr, "{}: {}.\n", model.file, matchWords(matched.report));
  return std::move(matched.checkpoint);
}

Result<Tensor> readInputArray(const std::string& file, const TensorType& type) {
  FOVEA_TRY(Tensor numbers, readNpy(file, kMostNumbers));
  if (sameOrder(numbers.shape(), type.shape)) numbers = numbers.reshaped(type.shape);
  const bool picture = numbers.dtype() == DataType::UInt8 && numbers.shape().rank() == 3;
  if (type.dtype != DataType::Float32 || picture) return numbers;
  if (numbers.dtype() == DataType::Int32) return asFractions<std::int32_t>(numbers);
  if (numbers.dtype() == DataType::UInt8) return asFractions<std::uint8_t>(numbers);
  return numbers;
}

}  // namespace fovea::cli
