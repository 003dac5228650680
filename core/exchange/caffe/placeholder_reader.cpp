// Reads Caffe layers that Fovea lacks, as placeholders, and the weights of all layers.
#include <fmt/format.h>

#include <algorithm>

#include "core/exchange/caffe/layer_reader.h"
#include "core/exchange/caffe/text_writer.h"

namespace fovea {
namespace {

// The layer in current syntax.
std::string textOfLayer(const CaffeLayer& layer) {
  if (!layer.old && !layer.text.empty()) return layer.text;
  TextWriter writer;
  writer.open("layer");
  writer.text("name", layer.name);
  writer.text("type", layer.type);
  for (const std::string& blob : layer.bottoms) writer.text("bottom", blob);
  for (const std::string& blob : layer.tops) writer.text("top", blob);
  for (std::size_t i = 0; i < layer.rates.size(); ++i) {
    writer.open("param");
    writer.real("lr_mult", layer.rates[i]);
    if (i < layer.decays.size()) writer.real("decay_mult", layer.decays[i]);
    writer.close();
  }
  TextMessage rest = layer.message;
  std::erase_if(rest.fields, [](const TextField& field) {
    static const std::set<std::string> kOwn{"name", "type", "bottom", "top", "blobs_lr", "weight_decay", "param"};
    return kOwn.contains(field.name);
  });
  writer.message(rest);
  writer.close();
  return writer.written();
}

}  // namespace

Result<CaffeSource> CaffeLayerReader::labelsAsLayer(const std::string& blob) {
  CaffeSource& source = blobs_.at(blob);
  if (source.layer.valid()) return source;
  const CaffeLayer& maker = net_.layers[source.maker];
  // A layer that provides only labels keeps its text; labels beside samples become an input of their own.
  const bool alone = maker.tops.size() == 1 && !maker.text.empty() && !maker.old;
  const std::string text =
      alone ? maker.text : fmt::format("layer {{\n  name: {0}\n  type: \"Input\"\n  top: {0}\n}}", quotedText(blob));
  CaffeLayer own = maker;
  if (!alone) own.name = blob;
  FOVEA_TRY(const LayerId id, add(own, "placeholder",
                                  {{"kind", alone ? maker.type : std::string("Input")},
                                   {"text", text},
                                   {"inputs", std::int64_t{0}},
                                   {"outputs", std::int64_t{1}}},
                                  {}));
  ++result_.placeholders;
  source.layer = id;
  source.output = 0;
  return source;
}

Status CaffeLayerReader::addPlaceholder(const CaffeLayer& layer, const std::string& why) {
  FOVEA_TRY(const auto inputs, sources(layer));
  FOVEA_TRY(const LayerId id,
            become(layer, "placeholder",
                   {{"kind", layer.type},
                    {"text", textOfLayer(layer)},
                    {"inputs", static_cast<std::int64_t>(inputs.size())},
                    {"outputs", static_cast<std::int64_t>(std::max<std::size_t>(layer.tops.size(), 1))}},
                   inputs));
  ++result_.placeholders;
  report_.approximated.push_back(fmt::format("{} ({}): kept as a placeholder: {}", layer.name, layer.type, why));
  const std::vector<Tensor>* given = blobs(layer);
  for (std::size_t i = 0; given && i < given->size(); ++i)
    FOVEA_CHECK(setWeight(layer, id, fmt::format("blob{}", i), (*given)[i]));
  return {};
}

const std::vector<Tensor>* CaffeLayerReader::blobs(const CaffeLayer& layer) const {
  return options_.weights ? options_.weights->find(layer.name) : nullptr;
}

Status CaffeLayerReader::setWeight(const CaffeLayer& layer, LayerId id, const std::string& variable,
                                   const Tensor& value) {
  usedWeights_.insert(layer.name);
  const Drawn& drawn = drawn_[indexOf_.at(id.index)];
  const auto known = drawn.variables.find(variable);
  const Shape shape = known == drawn.variables.end() ? value.shape() : known->second.shape;
  if (shape.elementCount() != value.elementCount())
    return fail(ErrorCode::Corrupt,
                fmt::format("The {} of “{}” should be {}, but the caffemodel has {}.", variable, layer.name,
                            shape.toString(), value.shape().toString()),
                "The weights are of another network.");
  result_.tensors.emplace_back(drawn.layer.name + "." + variable, value.reshaped(shape));
  return {};
}

Status CaffeLayerReader::take(const CaffeLayer& layer, LayerId id, const std::vector<std::string>& variables) {
  const std::vector<Tensor>* given = blobs(layer);
  if (!given) return {};
  if (given->size() < variables.size())
    return fail(ErrorCode::Corrupt, fmt::format("“{}” needs {} blobs, but the caffemodel has {}.", layer.name,
                                                variables.size(), given->size()));
  for (std::size_t i = 0; i < variables.size(); ++i) FOVEA_CHECK(setWeight(layer, id, variables[i], (*given)[i]));
  return {};
}

}  // namespace fovea
