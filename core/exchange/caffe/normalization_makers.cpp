// Converts normalisations, and the scales that belong to them.
#include <fmt/format.h>

#include <algorithm>

#include "core/exchange/caffe/layer_reader.h"

namespace fovea {
namespace {

Status lrn(CaffeLayerReader& import, const CaffeLayer& layer) {
  FieldReader reader(layer.message.sub("lrn_param"));
  const std::string region = reader.text("norm_region", "ACROSS_CHANNELS");
  const bool within = region == "WITHIN_CHANNEL" || region == "1";
  const std::int64_t size = reader.integer("local_size", 5);
  const FieldValues parameters{{"size", size},
                               {"alpha", reader.real("alpha", 1)},
                               {"beta", reader.real("beta", 0.75)},
                               {"offset", within ? 1.0 : reader.real("k", 1)},
                               {"region", std::string(within ? "within" : "across")}};
  FOVEA_CHECK(reader.status());
  FOVEA_TRY(const auto inputs, import.sources(layer));
  FOVEA_TRY([[maybe_unused]] const LayerId id,
            import.become(layer, "local_response_normalization", parameters, inputs));
  return {};
}

// The content of a Scale layer, if it has one learned factor (and optionally a bias) per channel.
struct ChannelScale {
  bool fits = false;
  bool bias = false;
};
Result<ChannelScale> channelScale(const CaffeLayer& layer) {
  FieldReader reader(layer.message.sub("scale_param"));
  ChannelScale scale;
  scale.fits = layer.bottoms.size() == 1 && layer.tops.size() == 1 && reader.integer("axis", 1) == 1 &&
               reader.integer("num_axes", 1) == 1;
  scale.bias = reader.boolean("bias_term", false);
  FOVEA_CHECK(reader.status());
  return scale;
}

Tensor filled(std::int64_t count, float value) {
  Tensor tensor = Tensor::make({DataType::Float32, Shape{count}});
  std::fill_n(tensor.data<float>(), count, value);
  return tensor;
}

Status takeScale(CaffeLayerReader& import, const CaffeLayer& layer, LayerId id, bool bias) {
  const std::vector<Tensor>* blobs = import.blobs(layer);
  if (!blobs || blobs->empty()) return {};
  FOVEA_CHECK(import.setWeight(layer, id, "scale", (*blobs)[0]));
  if (bias && blobs->size() < 2)
    return fail(ErrorCode::Corrupt, fmt::format("“{}” needs 2 blobs, but the caffemodel has 1.", layer.name));
  return import.setWeight(layer, id, "bias", bias ? (*blobs)[1] : filled((*blobs)[0].elementCount(), 0));
}

// Caffe stores sums of means and variances, and the divisor of these sums in a third blob.
Status takeMoments(CaffeLayerReader& import, const CaffeLayer& layer, LayerId id) {
  const std::vector<Tensor>* blobs = import.blobs(layer);
  if (!blobs || blobs->size() < 2) return {};
  float factor = 1;
  if (blobs->size() > 2 && (*blobs)[2].elementCount() == 1) {
    const float sum = (*blobs)[2].data<float>()[0];
    factor = sum == 0 ? 0 : 1 / sum;
  }
  const char* names[] = {"running_mean", "running_variance"};
  for (std::size_t i = 0; i < 2; ++i) {
    Tensor moments = (*blobs)[i].clone();
    if (factor != 1)
      for (float& number : moments.values<float>()) number *= factor;
    FOVEA_CHECK(import.setWeight(layer, id, names[i], moments));
  }
  return {};
}

Status batchNorm(CaffeLayerReader& import, const CaffeLayer& layer) {
  FieldReader reader(layer.message.sub("batch_norm_param"));
  const double epsilon = reader.real("eps", 1e-5), fraction = reader.real("moving_average_fraction", 0.999);
  FOVEA_CHECK(reader.status());
  FOVEA_TRY(const auto inputs, import.sources(layer));
  if (inputs.size() != 1 || layer.tops.size() != 1) return notSaid("it has several inputs or outputs");
  const auto readers = import.readersOf(layer);
  const CaffeLayer* scale = nullptr;
  ChannelScale said;
  if (readers.size() == 1 && import.net().layers[readers[0]].type == "Scale") {
    FOVEA_TRY(said, channelScale(import.net().layers[readers[0]]));
    if (said.fits) scale = &import.net().layers[readers[0]];
  }
  FieldValues parameters{{"epsilon", epsilon}, {"momentum", 1 - fraction}, {"affine", scale != nullptr}};
  if (scale) import.addLearning(*scale, FieldReader(), parameters);
  FOVEA_TRY(const LayerId id, import.become(layer, "batch_normalization", std::move(parameters), inputs));
  FOVEA_CHECK(takeMoments(import, layer, id));
  if (!scale) return {};
  import.absorb(readers[0], id);
  if (!said.bias)
    import.approximate(fmt::format("{}: a summand for each channel, 0 at first, is learned too.", scale->name));
  return takeScale(import, *scale, id, said.bias);
}

Status scale(CaffeLayerReader& import, const CaffeLayer& layer) {
  FieldReader reader(layer.message.sub("scale_param"));
  const std::int64_t axis = reader.integer("axis", 1);
  FOVEA_CHECK(reader.status());
  FOVEA_TRY(auto inputs, import.sources(layer));
  if (layer.bottoms.size() == 2) {
    if (reader.boolean("bias_term", false)) return notSaid("it learns a bias in addition to two inputs");
    const auto &first = inputs[0].type, &gate = inputs[1].type;
    if (!first || !gate) return notSaid("its inputs are of unknown size");
    if (first->shape == gate->shape) {
      FOVEA_TRY([[maybe_unused]] const LayerId id, import.become(layer, "multiply", {}, inputs));
      return {};
    }
    const bool channels =
        axis == 0 && gate->shape.rank() == 2 && first->shape.rank() == 4 && gate->shape[1] == first->shape[1];
    if (!channels) return notSaid("its second input is neither of the size of the first nor one number a channel");
    FOVEA_TRY(const LayerId turned,
              import.add(layer, "reshape", {{"shape", std::vector<std::int64_t>{0, 1, 1}}}, {inputs[1]}, "_gate"));
    inputs[1] = import.outputOf(turned);
    FOVEA_TRY([[maybe_unused]] const LayerId id, import.become(layer, "multiply", {}, inputs));
    return {};
  }
  FOVEA_TRY(const ChannelScale said, channelScale(layer));
  if (!said.fits) return notSaid("its factors are not one for each channel");
  FieldReader filler(reader.message().sub("filler"));
  FieldValues parameters{{"learned", true}, {"scale", filler.real("value", 1)}, {"bias", 0.0}};
  FOVEA_CHECK(filler.status());
  import.addLearning(layer, FieldReader(), parameters);
  FOVEA_TRY(const LayerId id, import.become(layer, "scale_bias", std::move(parameters), inputs));
  if (!said.bias)
    import.approximate(fmt::format("{}: a summand for each channel, 0 at first, is learned too.", layer.name));
  return takeScale(import, layer, id, said.bias);
}

Status bias(CaffeLayerReader& import, const CaffeLayer& layer) {
  FieldReader reader(layer.message.sub("bias_param"));
  const bool fits = layer.bottoms.size() == 1 && reader.integer("axis", 1) == 1 && reader.integer("num_axes", 1) == 1;
  FOVEA_CHECK(reader.status());
  if (!fits) return notSaid("its summands are not one for each channel");
  FieldReader filler(reader.message().sub("filler"));
  FieldValues parameters{{"learned", true}, {"scale", 1.0}, {"bias", filler.real("value", 0)}};
  FOVEA_CHECK(filler.status());
  FOVEA_TRY(const auto inputs, import.sources(layer));
  import.addLearning(layer, FieldReader(), parameters);
  FOVEA_TRY(const LayerId id, import.become(layer, "scale_bias", std::move(parameters), inputs));
  import.approximate(fmt::format("{}: a factor for each channel, 1 at first, is learned too.", layer.name));
  const std::vector<Tensor>* blobs = import.blobs(layer);
  if (!blobs || blobs->empty()) return {};
  FOVEA_CHECK(import.setWeight(layer, id, "scale", filled((*blobs)[0].elementCount(), 1)));
  return import.setWeight(layer, id, "bias", (*blobs)[0]);
}

}  // namespace

std::vector<CaffeMakers> caffeNormalizationMakers() {
  return {{"LRN", lrn}, {"BatchNorm", batchNorm}, {"Scale", scale}, {"Bias", bias}};
}

}  // namespace fovea
