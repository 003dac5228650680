// Converts convolutions, poolings and fully connected layers.
#include <fmt/format.h>

#include "core/exchange/caffe/layer_reader.h"

namespace fovea {
namespace {

using List = std::vector<std::int64_t>;

// Reads "kernel_size: 3", once for each axis or for all, or "kernel_h: 3 kernel_w: 5". Returns two numbers if one is
// for all.
List axesOf(FieldReader& reader, const std::string& name, const std::string& twoNames, std::int64_t otherwise) {
  if (reader.has(twoNames + "_h") || reader.has(twoNames + "_w"))
    return {reader.integer(twoNames + "_h", otherwise), reader.integer(twoNames + "_w", otherwise)};
  List list = reader.integers(name);
  if (list.empty()) list = {otherwise};
  if (list.size() == 1) list.push_back(list[0]);
  return list;
}

Status convolution(CaffeLayerReader& import, const CaffeLayer& layer) {
  const bool transposed = layer.type == "Deconvolution";
  FieldReader reader(layer.message.sub("convolution_param"));
  const List kernel = axesOf(reader, "kernel_size", "kernel", 0), stride = axesOf(reader, "stride", "stride", 1);
  const List padding = axesOf(reader, "pad", "pad", 0), dilation = axesOf(reader, "dilation", "dilation", 1);
  const std::int64_t filters = reader.integer("num_output", 0), groups = reader.integer("group", 1);
  const bool bias = reader.boolean("bias_term", true);
  if (reader.integer("axis", 1) != 1) return notSaid("its channels are not along axis 1");
  FOVEA_CHECK(reader.status());
  if (layer.tops.empty() || layer.tops.size() != layer.bottoms.size())
    return notSaid("it has another number of outputs than of inputs");
  FieldValues parameters{{"filters", filters},   {"kernel", kernel}, {"stride", stride}, {"padding", padding},
                         {"dilation", dilation}, {"groups", groups}, {"bias", bias}};
  if (filters == 0)
    return failAt(layer.place, fmt::format("“{}” does not say how many filters it has (num_output).", layer.name));
  import.addLearning(layer, reader, parameters);
  FOVEA_CHECK(reader.status());
  FOVEA_TRY(const auto inputs, import.sources(layer));
  // Several inputs go through the same weights: a layer for each, which share them.
  LayerId first;
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    FOVEA_TRY(const LayerId id, import.add(layer, transposed ? "transposed_convolution" : "convolution", parameters,
                                           {inputs[i]}, i == 0 ? std::string() : fmt::format("_{}", i + 1)));
    import.give(layer.tops[i], import.outputOf(id));
    if (i > 0) continue;
    first = id;
    parameters.set(kSharedWeights, import.nameOf(id));
  }
  return import.take(layer, first,
                     bias ? std::vector<std::string>{"weight", "bias"} : std::vector<std::string>{"weight"});
}

Tensor transposedOf(const Tensor& matrix, std::int64_t rows, std::int64_t columns) {
  Tensor turned = Tensor::make({DataType::Float32, Shape{columns, rows}});
  for (std::int64_t i = 0; i < rows; ++i)
    for (std::int64_t j = 0; j < columns; ++j)
      turned.data<float>()[j * rows + i] = matrix.data<float>()[i * columns + j];
  return turned;
}

Status innerProduct(CaffeLayerReader& import, const CaffeLayer& layer) {
  FieldReader reader(layer.message.sub("inner_product_param"));
  std::int64_t units = reader.integer("num_output", 0), axis = reader.integer("axis", 1);
  const bool bias = reader.boolean("bias_term", true), transposed = reader.boolean("transpose", false);
  FOVEA_CHECK(reader.status());
  FOVEA_TRY(auto inputs, import.sources(layer));
  if (inputs.size() != 1) return notSaid("it has several inputs");
  const int rank = inputs[0].rank();
  if (axis < 0 && rank > 0) axis += rank;
  if (axis != 1 && !(axis == 2 && rank == 3)) return notSaid(fmt::format("it keeps all axes before axis {}", axis));
  if (units == 0) {
    units = import.options().classes;
    import.approximate(
        fmt::format("{}: the text leaves its number of outputs to DIGITS; it has {}.", layer.name, units));
  }
  FieldValues parameters{{"units", units}, {"bias", bias}};
  import.addLearning(layer, reader, parameters);
  FOVEA_CHECK(reader.status());
  if (axis == 1 && rank == 3) {
    FOVEA_TRY(const LayerId row, import.add(layer, "flatten", {}, inputs, "_row"));
    inputs = {import.outputOf(row)};
  }
  FOVEA_TRY(const LayerId id, import.become(layer, "linear", std::move(parameters), inputs));
  const std::vector<Tensor>* blobs = import.blobs(layer);
  if (!transposed || !blobs || blobs->empty() || (*blobs)[0].elementCount() % units != 0)
    return import.take(layer, id,
                       bias ? std::vector<std::string>{"weight", "bias"} : std::vector<std::string>{"weight"});
  const Tensor& weight = (*blobs)[0];
  FOVEA_CHECK(import.setWeight(layer, id, "weight", transposedOf(weight, weight.elementCount() / units, units)));
  if (!bias || blobs->size() < 2) return {};
  return import.setWeight(layer, id, "bias", (*blobs)[1]);
}

Status pooling(CaffeLayerReader& import, const CaffeLayer& layer) {
  FieldReader reader(layer.message.sub("pooling_param"));
  const std::string how = reader.text("pool", "MAX");
  const bool average = how == "AVE" || how == "1";
  if (!average && how != "MAX" && how != "0") return notSaid("Fovea pools by the largest or the mean, not by " + how);
  if (layer.tops.size() != 1) return notSaid("it also returns the positions of the maxima");
  const bool whole = reader.boolean("global_pooling", false);
  const std::string rounding = reader.text("round_mode", "CEIL");
  const List kernel = axesOf(reader, "kernel_size", "kernel", 0), stride = axesOf(reader, "stride", "stride", 1);
  const List padding = axesOf(reader, "pad", "pad", 0);
  FOVEA_CHECK(reader.status());
  FOVEA_TRY(const auto inputs, import.sources(layer));
  if (whole) {
    const std::string mode = average ? "average" : "maximum";
    FOVEA_TRY([[maybe_unused]] const LayerId id,
              import.become(layer, "global_pooling", {{"mode", mode}, {"flatten", false}}, inputs));
    return {};
  }
  for (std::size_t i = 0; i < kernel.size() && i < padding.size(); ++i)
    if (kernel[i] > 0 && 2 * padding[i] > kernel[i]) return notSaid("its border is more than half of its window");
  FieldValues parameters{{"kernel", kernel},
                         {"stride", stride},
                         {"padding", padding},
                         {"ceil_mode", rounding != "FLOOR" && rounding != "1"}};
  if (average) parameters.set("count_padding", true);
  FOVEA_TRY([[maybe_unused]] const LayerId id,
            import.become(layer, average ? "average_pooling" : "max_pooling", std::move(parameters), inputs));
  return {};
}

}  // namespace

std::vector<CaffeMakers> caffeWindowMakers() {
  return {{"Convolution", convolution},
          {"Deconvolution", convolution},
          {"InnerProduct", innerProduct},
          {"Pooling", pooling}};
}

}  // namespace fovea
