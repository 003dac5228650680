// The part of `fovea-cli inspect` that shows layers: activations, channels in order, receptive fields, attention.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "app/cli/inspect_parts.h"
#include "app/cli/training_loop.h"
#include "core/base/file.h"
#include "core/data/files/image_file.h"
#include "core/inspect/attention_maps.h"
#include "core/inspect/layer_picture.h"
#include "core/inspect/picture_sheet.h"

namespace fovea::cli {
namespace {

constexpr std::size_t kMostSheets = 64;  // images per sheet

Error unknownLayer(const std::string& name) {
  return {ErrorCode::InvalidArgument, fmt::format("The network has no layer \"{}\".", name),
          "Leave out --layer to see all of them."};
}

Result<const LayerActivation*> layerNamed(const Inspection& inspection, const std::string& name) {
  const auto found = std::ranges::find(inspection.activations, name, &LayerActivation::name);
  if (found == inspection.activations.end()) return unknownLayer(name);
  return &*found;
}

Json channelJson(int channel, const Statistics& statistics) {
  Json json{{"channel", channel}, {"norm", numberJson(normOf(statistics))}};
  json.update(statisticsJson(statistics));
  return json;
}

void printChannels(const std::vector<Statistics>& channels, const std::vector<int>& order) {
  fmt::print("{:>8} {:>12} {:>12} {:>8} {:>12} {:>12}\n", "channel", "mean", "deviation", "zeros", "largest", "norm");
  for (const int channel : order) {
    const Statistics& each = channels[static_cast<std::size_t>(channel)];
    fmt::print("{:>8} {:>12.5g} {:>12.5g} {:>6.1f} % {:>12.5g} {:>12.5g}\n", channel, each.mean, each.deviation,
               each.zeroShare * 100, each.maximum, normOf(each));
  }
}

// One image for each channel in the given order, or for each slice, as many as fit a sheet.
Status writeChannels(const std::string& out, const Tensor& planes, const std::vector<int>& order) {
  std::vector<CaptionedPicture> pictures;
  const std::int64_t size = planes.shape()[1] * planes.shape()[2];
  const Statistics all = statisticsOf(planes.values<float>());
  const double range = all.maximum > all.minimum ? all.maximum - all.minimum : 1;
  for (const int channel : order) {
    if (pictures.size() == kMostSheets) break;
    Tensor picture = Tensor::make({DataType::UInt8, Shape{1, planes.shape()[1], planes.shape()[2]}});
    for (std::int64_t i = 0; i < size; ++i) {
      const double share = (static_cast<double>(planes.data<float>()[channel * size + i]) - all.minimum) / range;
      picture.data<std::uint8_t>()[i] = static_cast<std::uint8_t>(std::clamp(share, 0.0, 1.0) * 255 + 0.5);
    }
    pictures.push_back({fmt::format("channel {}", channel), picture});
  }
  constexpr std::int64_t kColumns = 8, kSide = 112;
  FOVEA_TRY(const Tensor sheet, pictureSheet(pictures, kColumns, kSide));
  FOVEA_TRY(const std::string bytes, encodeImage(sheet, Encoding::Png, 0));
  return writeFileAtomic(out, bytes);
}

bool isPng(const std::string& file) {
  return file.ends_with(".png");
}

// Writes the image or the numbers of one layer.
Status writeLayer(const InspectArguments& arguments, const LayerActivation& layer, const std::vector<int>& order) {
  const std::string& out = arguments.out;
  const Shape& shape = layer.values.shape();
  const bool real = layer.values.dtype() == DataType::Float32;
  if (arguments.slice >= 0 && arguments.slice >= sliceCount(shape))
    return fail(ErrorCode::InvalidArgument,
                shape.rank() == 4
                    ? fmt::format("There is no slice {}: {} has {}, from 0.", arguments.slice, layer.name, shape[1])
                    : fmt::format("{} is {}: only volumes [C, D, H, W] have slices.", layer.name, shape.toString()));
  if (!real || !isPng(out)) {
    if (arguments.slice >= 0 && real) return writeValues(out, layerPicture(layer.values, false, arguments.slice), {});
    return writeValues(out, layer.values, {});
  }
  const std::int64_t slice = arguments.slice >= 0 ? arguments.slice : middleSlice(shape);
  const Tensor planes = layerPicture(layer.values, layer.steps, slice);
  if (arguments.sort.empty() || layer.steps) return writeValues(out, planes, {});
  return writeChannels(out, planes, order);
}

}  // namespace

Status showActivations(const Context& context, const InspectArguments& arguments, ModelInspector& inspector,
                       const Sample& sample) {
  FOVEA_TRY(const Inspection inspection, inspector.inspect(sample));
  const std::string& wanted = arguments.options.layer;
  FOVEA_TRY(const ChannelSort sort, channelSortFromName(arguments.sort.empty() ? "index" : arguments.sort));
  if (wanted.empty() && !arguments.out.empty())
    return fail(ErrorCode::InvalidArgument, "A file holds the activations of one layer.", "Name it with --layer.");
  if (wanted.empty() && (!arguments.sort.empty() || arguments.slice >= 0))
    return fail(ErrorCode::InvalidArgument, "Channels and slices are those of one layer.", "Name it with --layer.");
  if (!wanted.empty()) FOVEA_CHECK(layerNamed(inspection, wanted));
  Json list = Json::array();
  for (const LayerActivation& layer : inspection.activations) {
    if (!wanted.empty() && layer.name != wanted) continue;
    Json json{{"name", layer.name}, {"title", layer.title}, {"shape", layer.values.shape().extents()}};
    const bool real = layer.values.dtype() == DataType::Float32;
    if (real) json.update(statisticsJson(statisticsOf(layer.values.values<float>())));
    if (!context.json) fmt::print("{:<28} {:<22} {}\n", layer.name, layer.title, layer.values.shape().toString());
    std::vector<int> order;
    if (real && !wanted.empty()) {
      const Tensor planes = layer.steps ? layerPicture(layer.values, true) : layer.values;
      const Shape& shape = planes.shape();
      // Treats each unit as a channel, for rows of units and for layers over steps.
      const auto channels = channelStatistics(layer.steps        ? planes.reshaped(Shape{shape[1], 1, shape[2]})
                                              : shape.rank() < 2 ? planes.reshaped(Shape{shape.elementCount(), 1})
                                                                 : planes);
      order = channelOrder(channels, sort);
      if (!arguments.sort.empty()) {
        for (const int channel : order)
          json["channels"].push_back(channelJson(channel, channels[static_cast<std::size_t>(channel)]));
        if (!context.json) printChannels(channels, order);
      }
    }
    if (!wanted.empty()) FOVEA_CHECK(writeLayer(arguments, layer, order));
    list.push_back(std::move(json));
  }
  if (context.json) printJson({{"method", "activations"}, {"layers", list}, {"out", arguments.out}});
  return {};
}

Status showReceptiveField(const Context& context, const InspectArguments& arguments, const ModelInspector& inspector,
                          const Sample& sample) {
  if (arguments.options.layer.empty() || arguments.synthesis.at.empty())
    return fail(ErrorCode::InvalidArgument, "A receptive field is that of one value of a layer.",
                "Name it with --layer and --at, e.g. --layer conv2 --at 0,5,5.");
  FOVEA_TRY(const std::vector<std::int64_t> at, readPosition(arguments.synthesis.at));
  auto found = inspector.receptiveField(arguments.options.layer, at);
  if (!found.ok() && found.error().code == ErrorCode::NotFound) return unknownLayer(arguments.options.layer);
  FOVEA_TRY(const ReceptiveField field, std::move(found));
  const Tensor& mask = field.inputs.front().reached;
  Tensor values = Tensor::make({DataType::Float32, mask.shape()});
  std::ranges::copy(mask.values<std::uint8_t>(), values.data<float>());
  FOVEA_CHECK(writeValues(arguments.out,
                          isPng(arguments.out) && mask.shape().rank() == 4
                              ? layerPicture(values, false, middleSlice(mask.shape()))
                              : values,
                          sample.input));
  Json inputs = Json::array();
  for (const ReachedInput& input : field.inputs) {
    inputs.push_back({{"name", input.name},
                      {"shape", input.reached.shape().extents()},
                      {"count", input.count},
                      {"first", input.first},
                      {"last", input.last}});
    if (context.json) continue;
    if (input.count == 0)
      fmt::print("{}: nothing of it\n", input.name);
    else
      fmt::print("{}: {} of {} numbers, ({}) to ({})\n", input.name, input.count, input.reached.elementCount(),
                 fmt::join(input.first, ", "), fmt::join(input.last, ", "));
  }
  if (!field.exact && !context.json) fmt::print("Some layers have no rule: the field may be smaller than this.\n");
  if (context.json)
    printJson({{"method", "receptive-field"},
               {"layer", arguments.options.layer},
               {"at", at},
               {"exact", field.exact},
               {"inputs", inputs},
               {"out", arguments.out}});
  return {};
}

Status showAttention(const Context& context, const InspectArguments& arguments, ModelInspector& inspector,
                     const Sample& sample) {
  FOVEA_TRY(const Inspection inspection, inspector.inspect(sample));
  std::vector<std::string> names;
  for (const LayerActivation& layer : inspection.activations)
    if (layer.attention) names.push_back(layer.name);
  if (names.empty()) return fail(ErrorCode::InvalidArgument, "The network has no attention layer.");
  FOVEA_TRY(const LayerActivation* const layer,
            layerNamed(inspection, arguments.options.layer.empty() ? names.front() : arguments.options.layer));
  if (!layer->attention)
    return fail(ErrorCode::InvalidArgument, fmt::format("{} has no attention.", layer->name),
                fmt::format("These have: {}.", fmt::join(names, ", ")));
  FOVEA_TRY(const Tensor weights, attentionWeights(*layer->attention));
  const bool part = arguments.head >= 0 || arguments.query >= 0;
  Tensor shown = weights;
  if (part || isPng(arguments.out)) {
    FOVEA_TRY(const Tensor input, inspector.networkInput(sample.input));
    FOVEA_TRY(shown, attentionOverInput(weights, arguments.head, arguments.query, input.shape()));
  }
  FOVEA_CHECK(writeValues(arguments.out, shown, sample.input));
  if (context.json) {
    printJson({{"method", "attention"},
               {"layer", layer->name},
               {"heads", weights.shape()[0]},
               {"queries", weights.shape()[1]},
               {"keys", weights.shape()[2]},
               {"shape", shown.shape().extents()},
               {"layers", names},
               {"out", arguments.out}});
    return {};
  }
  fmt::print("{}: {} heads, {} steps that look at {}{}{}\n", layer->name, weights.shape()[0], weights.shape()[1],
             weights.shape()[2], arguments.out.empty() ? "" : ": ", arguments.out);
  return {};
}

}  // namespace fovea::cli
