// Data layers, where samples and labels enter. Labels come from the data set; each other input is one of Fovea's.
#include <fmt/format.h>

#include <algorithm>

#include "core/exchange/caffe/layer_reader.h"
#include "core/train/input_transforms.h"

namespace fovea {
namespace {

using List = std::vector<std::int64_t>;

// Marks a blob as labels: only losses read it, or it accompanies the samples.
void giveLabels(CaffeLayerReader& import, const CaffeLayer& layer, std::size_t which) {
  import.give(layer.tops[which], {.layer = {}, .type = {}, .labels = true, .maker = import.numberOf(layer)});
}

// The size of the vocabulary if all readers of the samples are lookup tables; else 0.
Result<std::int64_t> symbolsOf(const CaffeLayerReader& import, const CaffeLayer& layer, std::size_t which) {
  std::int64_t symbols = 0;
  for (const std::size_t number : import.readersOf(layer, which)) {
    const CaffeLayer& reader = import.net().layers[number];
    if (reader.type != "Embed") return 0;
    FieldReader parameters(reader.message.sub("embed_param"));
    symbols = std::max(symbols, parameters.integer("input_dim", 0));
    FOVEA_CHECK(parameters.status());
  }
  return symbols;
}

Status addInput(CaffeLayerReader& import, const CaffeLayer& layer, std::size_t which, const List& shape,
                const std::string& transforms) {
  if (shape.empty())
    return failAt(layer.place, fmt::format("“{}” provides only a batch axis and no numbers.", layer.name),
                  "Samples need at least one axis after the batch.");
  FieldValues parameters{{"shape", shape}, {"transforms", transforms}};
  FOVEA_TRY(const std::int64_t symbols, symbolsOf(import, layer, which));
  if (symbols > 0) {
    parameters.set("values", std::string("symbols"));
    parameters.set("symbols", symbols);
  }
  CaffeLayer named = layer;  // named after the blob, which programs that use the network expect
  named.name = layer.tops[which];
  FOVEA_TRY(const LayerId id, import.add(named, "input", std::move(parameters), {}));
  import.give(layer.tops[which], import.outputOf(id));
  import.setHasInput();
  return {};
}

// Converts mean and scale for values from 0 to 255, as in Caffe, to a Normalise for values from 0 to 1.
Status setNormalise(CaffeLayerReader& import, const List& shape, std::vector<double> mean, double scale) {
  if (shape.size() != 3 || scale == 0) return {};
  const auto channels = static_cast<std::size_t>(shape[0]);
  if (import.options().mean) {
    const Tensor& image = *import.options().mean;
    if (image.shape()[0] != shape[0])
      return fail(ErrorCode::Corrupt,
                  fmt::format("The mean file has {} channels, but the network {}.", image.shape()[0], shape[0]));
    const std::int64_t pixels = image.shape().elementsFrom(1);
    mean.assign(channels, 0);
    for (std::int64_t i = 0; i < image.elementCount(); ++i)
      mean[static_cast<std::size_t>(i / pixels)] +=
          static_cast<double>(image.data<float>()[i]) / static_cast<double>(pixels);
    import.note("Of the mean file the mean of each channel is kept, not that of each pixel.");
  }
  if (mean.size() == 1) mean.assign(channels, mean[0]);
  if (mean.empty()) mean.assign(channels, 0);
  if (mean.size() != channels) return {};
  Normalise normalise;
  for (const double value : mean) normalise.mean.push_back(value / 255);
  normalise.deviation.assign(channels, 1 / (255 * scale));
  import.setTransforms({normalise});
  if (channels == 3) import.note("Caffe's colour images come as blue, green and red; Fovea's as red, green and blue.");
  return {};
}

Status input(CaffeLayerReader& import, const CaffeLayer& layer) {
  const auto shapes = layer.message.sub("input_param").all("shape");
  for (std::size_t i = 0; i < layer.tops.size(); ++i) {
    // After the first input, outputs that nothing or only losses read are not inputs.
    if (import.isForLabels(layer, i) || (import.hasInput() && import.readersOf(layer, i).empty())) {
      giveLabels(import, layer, i);
      continue;
    }
    List extents;
    if (!shapes.empty() && shapes[std::min(i, shapes.size() - 1)]->message) {
      FieldReader reader(*shapes[std::min(i, shapes.size() - 1)]->message);
      extents = reader.integers("dim");
      FOVEA_CHECK(reader.status());
    }
    if (import.hasInput() && extents.size() < 2) {
      giveLabels(import, layer, i);
      continue;
    }
    if (extents.empty() && !import.options().shape.empty()) {
      extents = import.options().shape;
      extents.insert(extents.begin(), 1);
    }
    if (extents.empty()) return import.shapeUnsaid(layer);
    extents.erase(extents.begin());
    FOVEA_CHECK(addInput(import, layer, i, extents, ""));
    if (import.options().mean) FOVEA_CHECK(setNormalise(import, extents, {}, 1));
  }
  return {};
}

// The message with crops and means: common to all data layers, or the layer's own in older texts.
struct DataFields {
  std::vector<const TextMessage*> groups;

  explicit DataFields(const CaffeLayer& layer) {
    for (const TextField& field : layer.message.fields)
      if (field.message && field.name.ends_with("_param")) groups.push_back(field.message.get());
  }
  FieldReader of(const std::string& name) const {
    for (const TextMessage* group : groups)
      if (group->find(name)) return FieldReader(*group);
    return FieldReader();
  }
};

Result<List> shapeOfData(CaffeLayerReader& import, const CaffeLayer& layer, const DataFields& fields,
                         std::size_t means) {
  FieldReader memory = fields.of("channels");
  if (memory.has("channels"))
    return List{memory.integer("channels", 0), memory.integer("height", 0), memory.integer("width", 0)};
  const TextField* dummy = layer.message.sub("dummy_data_param").find("shape");
  if (dummy && dummy->message) {
    List extents = FieldReader(*dummy->message).integers("dim");
    if (!extents.empty()) extents.erase(extents.begin());
    return extents;
  }
  FieldReader crop = fields.of("crop_size"), high = fields.of("new_height");
  const std::int64_t cropped = crop.integer("crop_size", 0);
  const std::int64_t height = cropped > 0 ? cropped : high.integer("new_height", 0);
  const std::int64_t width = cropped > 0 ? cropped : high.integer("new_width", 0);
  FOVEA_CHECK(crop.status());
  FOVEA_CHECK(high.status());
  const List& asked = import.options().shape;
  if (height < 1 || width < 1 || asked.size() == 3) return asked;
  const bool grey = means == 1 || fields.of("force_gray").boolean("force_gray", false) ||
                    !fields.of("is_color").boolean("is_color", true);
  if (means == 0 && !grey)
    import.approximate(fmt::format("{}: three channels, which the text does not say.", layer.name));
  return List{grey ? 1 : 3, height, width};
}

List shapeBefore(const CaffeLayerReader& import) {
  if (import.options().before)
    for (const Layer& layer : import.options().before->layers())
      if (layer.type == "input") return layer.parameters.list("shape");
  return {};
}

Result<std::string> augmentation(const CaffeLayerReader& import, const DataFields& fields) {
  if (import.net().phase != CaffePhase::Training) return std::string();
  FieldReader crop = fields.of("crop_size"), mirror = fields.of("mirror");
  TransformList list;
  if (const std::int64_t size = crop.integer("crop_size", 0); size > 0)
    list.emplace_back(TransformStep{"random_crop", {{"padding", std::int64_t{0}}, {"height", size}, {"width", size}}});
  if (mirror.boolean("mirror", false)) list.emplace_back(TransformStep{"random_flip", {}});
  FOVEA_CHECK(crop.status());
  FOVEA_CHECK(mirror.status());
  return inputTransformsText(list);
}

Status data(CaffeLayerReader& import, const CaffeLayer& layer) {
  for (std::size_t i = 1; i < layer.tops.size(); ++i) giveLabels(import, layer, i);
  if (layer.tops.empty()) return {};
  if (import.hasInput() || (layer.tops.size() == 1 && import.isForLabels(layer, 0))) {
    giveLabels(import, layer, 0);
    return {};
  }
  const DataFields fields(layer);
  FieldReader means = fields.of("mean_value"), scale = fields.of("scale");
  const std::vector<double> mean = means.reals("mean_value");
  const double factor = scale.real("scale", 1);
  FOVEA_CHECK(means.status());
  FOVEA_CHECK(scale.status());
  FOVEA_TRY(List shape, shapeOfData(import, layer, fields, mean.size()));
  if (shape.empty()) shape = shapeBefore(import);
  if (shape.empty()) return import.shapeUnsaid(layer);
  FOVEA_TRY(const std::string transforms, augmentation(import, fields));
  FOVEA_CHECK(addInput(import, layer, 0, shape, transforms));
  if (fields.of("mean_file").has("mean_file") && !import.options().mean)
    import.note("The text names a mean file that is not there; Fovea measures the mean of its own data.");
  return setNormalise(import, shape, mean, factor);
}

// A Python data layer becomes the input if its shape is known; other Python layers stay placeholders.
Status python(CaffeLayerReader& import, const CaffeLayer& layer) {
  if (!layer.bottoms.empty() || layer.tops.empty() || import.options().shape.empty())
    return notSaid("Fovea runs no Python code.");
  FOVEA_CHECK(data(import, layer));
  import.approximate(fmt::format("{}: the data set takes the place of its Python code.", layer.name));
  return {};
}

}  // namespace

std::vector<CaffeMakers> caffeDataMakers() {
  return {{"Input", input},     {"Data", data},      {"ImageData", data},  {"HDF5Data", data},
          {"MemoryData", data}, {"DummyData", data}, {"WindowData", data}, {"Python", python}};
}

}  // namespace fovea
