#include "core/exchange/network_weights.h"

#include <fmt/format.h>

#include <cmath>
#include <limits>

#include "core/base/random.h"

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

Result<Tensor> sampleInput(const Network& network, std::int64_t batch, std::uint64_t seed, double deviation) {
  FOVEA_TRY(const LoweredNetwork lowered, forInference(network, batch));
  const TensorType type = lowered.builder->graph().value(lowered.input).type;
  Tensor input = Tensor::make(type);
  std::int64_t symbols = 1;
  for (const Layer& layer : network.layers())
    if (layer.type == "input") symbols = layer.parameters.integer("symbols");
  Random random(seed);
  for (std::int64_t i = 0; i < input.elementCount(); ++i) {
    if (type.dtype == DataType::Int32) {
      input.data<std::int32_t>()[i] = static_cast<std::int32_t>(random.below(static_cast<std::uint64_t>(symbols)));
    } else {
      input.data<float>()[i] = static_cast<float>(deviation * random.normal());
    }
  }
  return input;
}

Result<Tensor> inferOutput(const Checkpoint& checkpoint, const Tensor& input, const std::shared_ptr<Device>& device) {
  if (input.shape().rank() < 1) return fail(ErrorCode::InvalidArgument, "The input needs a batch axis.");
  FOVEA_TRY(LoweredNetwork lowered, forInference(checkpoint.network, input.shape()[0]));
  const ValueId entry = lowered.input, predictions = lowered.predictions;
  lowered.builder->addOutput("output", predictions);
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
  FOVEA_CHECK(executor->setInput(entry, input));
  FOVEA_CHECK(executor->run());
  return executor->read(predictions);
}

Result<NetworkSample> tellingSample(const Checkpoint& checkpoint, std::int64_t batch,
                                    const std::shared_ptr<Device>& device) {
  for (double deviation = 1;; deviation /= 10) {
    FOVEA_TRY(const Tensor input, sampleInput(checkpoint.network, batch, 1, deviation));
    FOVEA_TRY(const Tensor output, inferOutput(checkpoint, input, device));
    if (output.dtype() != DataType::Float32 || input.dtype() != DataType::Float32 || deviation < 1e-8)
      return NetworkSample{input, output};
    const auto numbers = output.values<float>();
    const bool taken = std::any_of(numbers.begin(), numbers.end(), [](float y) { return y > 0.9f && y <= 1.0f; });
    const bool others = std::any_of(numbers.begin(), numbers.end(), [](float y) { return y < 0.0f || y > 1.0f; });
    if (!taken || others) return NetworkSample{input, output};
  }
}

double relativeDifference(const Tensor& a, const Tensor& b) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  if (a.type() != b.type() || a.dtype() != DataType::Float32) return kInfinity;
  double most = 0, size = 0;
  for (std::int64_t i = 0; i < a.elementCount(); ++i) {
    const auto x = static_cast<double>(a.data<float>()[i]), y = static_cast<double>(b.data<float>()[i]);
    if (!std::isfinite(x) || !std::isfinite(y)) return kInfinity;
    most = std::max(most, std::abs(x - y));
    size = std::max(size, std::abs(y));
  }
  return most == 0 ? 0 : most / std::max(size, std::numeric_limits<double>::min());
}

}  // namespace fovea
