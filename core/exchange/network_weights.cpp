#include "core/exchange/network_weights.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/base/random.h"
#include "core/tensor/tensor_numbers.h"

namespace fovea {
namespace {

Result<LoweredNetwork> forInference(const Network& network, std::int64_t batch) {
  return lowerNetwork(network, {.mode = NetworkMode::Inference, .batch = batch, .seed = 0});
}

}  // namespace

Result<std::vector<std::pair<std::string, Tensor>>> firstWeights(const Network& network, std::uint64_t seed) {
  FOVEA_TRY(const LoweredNetwork lowered, forInference(network, 1));
  std::vector<std::pair<std::string, Tensor>> weights;
  for (const VariableInfo& variable : lowered.variables)
    weights.emplace_back(variable.name, initialValue(variable, seed));
  return weights;
}

std::function<Result<Tensor>(const VariableInfo&)> weightsOf(const Checkpoint& checkpoint) {
  return [&checkpoint](const VariableInfo& variable) -> Result<Tensor> {
    if (const Tensor* value = checkpoint.findWeight(variable.name)) return *value;
    return fail(ErrorCode::Corrupt,
                fmt::format("There are no weights for {}, which the network needs.", variable.name));
  };
}

namespace {

bool isRealWeight(const std::pair<std::string, Tensor>& named) {
  return named.second.dtype() == DataType::Float32;
}

// True if one class takes all of a softmax, so that other networks would produce the same output.
bool saysLittle(const Tensor& output) {
  const auto numbers = output.values<float>();
  const bool taken = std::any_of(numbers.begin(), numbers.end(), [](float y) { return y > 0.9f && y <= 1.0f; });
  return taken && std::none_of(numbers.begin(), numbers.end(), [](float y) { return y < 0.0f || y > 1.0f; });
}

}  // namespace

Result<NamedTensors> sampleInputs(const Network& network, std::int64_t batch, std::uint64_t seed, double deviation) {
  FOVEA_TRY(const LoweredNetwork lowered, forInference(network, batch));
  Random random(seed);
  NamedTensors inputs;
  for (const Feed& feed : lowered.feeds.samples()) {
    Tensor input = Tensor::make(feed.type);
    const auto symbols = static_cast<std::uint64_t>(std::max<std::int64_t>(feed.symbols, 1));
    for (std::int64_t i = 0; i < input.elementCount(); ++i) {
      if (feed.type.dtype == DataType::Int32) {
        input.data<std::int32_t>()[i] = static_cast<std::int32_t>(random.below(symbols));
      } else {
        input.data<float>()[i] = static_cast<float>(deviation * random.normal());
      }
    }
    inputs.emplace_back(feed.name, std::move(input));
  }
  return inputs;
}

Result<NamedTensors> inferOutputs(const Checkpoint& checkpoint, const NamedTensors& inputs,
                                  const std::shared_ptr<Device>& device) {
  if (inputs.empty() || inputs[0].second.shape().rank() < 1)
    return fail(ErrorCode::InvalidArgument, "The input needs a batch axis.");
  FOVEA_TRY(LoweredNetwork lowered, forInference(checkpoint.network, inputs[0].second.shape()[0]));
  const std::vector<Feed> feeds = lowered.feeds.samples();
  if (feeds.size() != inputs.size())
    return fail(ErrorCode::InvalidArgument,
                fmt::format("The network has {} inputs, but {} are given.", feeds.size(), inputs.size()));
  addOutputs(lowered);
  FOVEA_TRY(auto graph, lowered.builder->finish());
  auto store = std::make_shared<VariableStore>(device);
  const auto weight = weightsOf(checkpoint);
  for (const VariableInfo& variable : lowered.variables) {
    FOVEA_TRY(const Tensor value, weight(variable));
    FOVEA_CHECK(store->write(variable.name, value));
  }
  CompileOptions options;
  options.exact = true;
  FOVEA_TRY(auto executor, Executor::compile(graph, store, options));
  for (std::size_t i = 0; i < feeds.size(); ++i) FOVEA_CHECK(executor->setInput(feeds[i].value, inputs[i].second));
  FOVEA_CHECK(executor->run());
  NamedTensors outputs;
  for (const NetworkOutput& output : lowered.outputs) {
    FOVEA_TRY(Tensor values, executor->read(output.value));
    outputs.emplace_back(output.name, std::move(values));
  }
  return outputs;
}

Result<NetworkSample> tellingSample(const Checkpoint& checkpoint, std::int64_t batch,
                                    const std::shared_ptr<Device>& device) {
  for (double deviation = 1;; deviation /= 10) {
    FOVEA_TRY(NamedTensors inputs, sampleInputs(checkpoint.network, batch, 1, deviation));
    FOVEA_TRY(NamedTensors outputs, inferOutputs(checkpoint, inputs, device));
    const bool smallest = deviation < 1e-8 || !std::all_of(inputs.begin(), inputs.end(), isRealWeight);
    if (smallest || !isRealWeight(outputs[0]) || !saysLittle(outputs[0].second))
      return NetworkSample{std::move(inputs), std::move(outputs)};
  }
}

double relativeDifference(const Tensor& a, const Tensor& b) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  if (a.shape() != b.shape()) return kInfinity;
  double most = 0, size = 0;
  for (std::int64_t i = 0; i < a.elementCount(); ++i) {
    const double x = numberAt(a, i), y = numberAt(b, i);
    if (!std::isfinite(x) || !std::isfinite(y)) return kInfinity;
    most = std::max(most, std::abs(x - y));
    size = std::max(size, std::abs(y));
  }
  return most == 0 ? 0 : most / std::max(size, std::numeric_limits<double>::min());
}

double relativeDifference(const NamedTensors& a, const NamedTensors& b) {
  if (a.size() != b.size()) return std::numeric_limits<double>::infinity();
  double most = 0;
  for (std::size_t i = 0; i < a.size(); ++i) most = std::max(most, relativeDifference(a[i].second, b[i].second));
  return most;
}

}  // namespace fovea
