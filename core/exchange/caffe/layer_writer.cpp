#include "core/exchange/caffe/layer_writer.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/exchange/caffe/layer_reader.h"
#include "core/network/shared_weights.h"

namespace fovea {
namespace {

// The stored text of a placeholder; null if it is not Caffe's, or not one layer with matching blobs.
std::optional<TextMessage> layerInText(const Layer& layer) {
  auto parsed = parseTextMessage(layer.parameters.text("text"));
  if (!parsed.ok() || parsed->fields.size() != 1 || parsed->fields[0].name != "layer" || !parsed->fields[0].message)
    return {};
  const TextMessage& message = *parsed->fields[0].message;
  const auto outputs = std::max<std::size_t>(message.all("top").size(), 1);
  if (message.fields.empty() ||
      static_cast<std::int64_t>(message.all("bottom").size()) != layer.parameters.integer("inputs") ||
      static_cast<std::int64_t>(outputs) != layer.parameters.integer("outputs"))
    return {};
  return message;
}

bool worksInPlace(const Layer& layer) {
  static const std::set<std::string> kTypes{"relu", "leaky_relu", "elu", "dropout", "prelu", "batch_normalization"};
  return kTypes.contains(layer.type) || (layer.type == "scale_bias" && layer.parameters.boolean("learned"));
}

}  // namespace

Error notSaidInCaffe(const std::string& why) {
  return fail(ErrorCode::Unsupported, why);
}

CaffeLayerWriter::CaffeLayerWriter(const Network& network, const CaffeExportRequest& request, ExchangeReport& report,
                                   const CaffeViewExtras& extras)
    : network_(network), request_(request), report_(report), extras_(extras), shapes_(analyzeNetwork(network)) {
  for (const Edge& edge : network.edges()) ++readers_[{edge.source.index, edge.output}];
  for (const Layer& layer : network.layers()) {
    layerNames_.insert(layer.name);
    if (const Layer* owner = ownerOfWeights(network, layer)) shared_.insert(owner->id);
    hasLoss_ = hasLoss_ || findLayer(layer.type)->family == LayerFamily::Loss;
  }
  choosePlaceholderNames();
  if (form() == CaffeForm::Deploy || !hasLoss_) return;
  const auto taken = [&](const std::string& name) {
    return layerNames_.contains(name) ||
           std::any_of(wished_.begin(), wished_.end(), [&](const auto& wish) { return wish.second == name; });
  };
  while (taken(labels_)) labels_ += "s";
  blobNames_.insert(labels_);
}

// Names the blobs around a placeholder as its text does, so that the text can stay unchanged.
void CaffeLayerWriter::choosePlaceholderNames() {
  for (const Layer& layer : network_.layers()) {
    if (layer.type != "placeholder") continue;
    const auto message = layerInText(layer);
    if (!message) continue;
    const auto tops = message->all("top"), bottoms = message->all("bottom");
    for (std::size_t i = 0; i < tops.size(); ++i) wished_[{layer.id.index, static_cast<int>(i)}] = tops[i]->value;
    for (const Edge& edge : network_.edgesInto(layer.id))
      wished_.emplace(std::pair(edge.source.index, edge.output), bottoms[static_cast<std::size_t>(edge.input)]->value);
  }
  // An in-place layer shares its output's blob name with the layers before it.
  const auto wishes = wished_;
  for (const auto& [place, wish] : wishes) {
    const Layer* layer = network_.find(LayerId{place.first});
    while (layer && worksInPlace(*layer)) {
      const auto edges = network_.edgesInto(layer->id);
      if (edges.size() != 1 || !readOnce(edges[0])) break;
      if (!wished_.emplace(std::pair(edges[0].source.index, edges[0].output), wish).second) break;
      layer = network_.find(edges[0].source);
    }
  }
}

Shape CaffeLayerWriter::outputShape(const Layer& layer, int output) const {
  const auto found = shapes_.layers.find(layer.id);
  if (found == shapes_.layers.end() || static_cast<std::size_t>(output) >= found->second.outputs.size()) return {};
  std::vector<std::int64_t> extents{1};
  for (const std::int64_t extent : found->second.outputs[static_cast<std::size_t>(output)].extents())
    extents.push_back(extent);
  return Shape(std::span<const std::int64_t>(extents));
}

Shape CaffeLayerWriter::inputShape(const Layer& layer, std::size_t which) const {
  for (const Edge& edge : network_.edgesInto(layer.id))
    if (edge.input == static_cast<int>(which)) return outputShape(*network_.find(edge.source), edge.output);
  return {};
}

std::vector<std::string> CaffeLayerWriter::inputs(const Layer& layer) const {
  std::vector<std::string> names;
  for (const Edge& edge : network_.edgesInto(layer.id)) {
    const auto input = static_cast<std::size_t>(edge.input);
    if (names.size() <= input) names.resize(input + 1);
    const auto found = blobs_.find({edge.source.index, edge.output});
    if (found != blobs_.end()) names[input] = found->second;
  }
  const std::size_t ports = portsOf(network_, layer).inputs.size();
  if (names.size() < ports) names.resize(ports);
  return names;
}

std::string CaffeLayerWriter::freshLayer(const std::string& wish) {
  std::string name = wish;
  for (int number = 2; !layerNames_.insert(name).second; ++number) name = fmt::format("{}{}", wish, number);
  return name;
}

std::string CaffeLayerWriter::freshBlob(const std::string& wish) {
  std::string name = wish;
  for (int number = 2; !blobNames_.insert(name).second; ++number) name = fmt::format("{}{}", wish, number);
  return name;
}

bool CaffeLayerWriter::readOnce(const Edge& edge) const {
  const Layer& source = *network_.find(edge.source);
  return source.type != "input" && source.type != "placeholder" && readers_.at({edge.source.index, edge.output}) == 1;
}

std::string CaffeLayerWriter::output(const Layer& layer, int which, bool inPlace) {
  std::string& name = blobs_[{layer.id.index, which}];
  if (!name.empty()) return name;
  const auto edges = network_.edgesInto(layer.id);
  const auto wished = wished_.find({layer.id.index, which});
  if (inPlace && edges.size() == 1 && readOnce(edges[0])) {
    const auto before = blobs_.find({edges[0].source.index, edges[0].output});
    if (before != blobs_.end() && (wished == wished_.end() || wished->second == before->second))
      return name = before->second;
  }
  if (wished != wished_.end()) return name = freshBlob(wished->second);
  return name = freshBlob(which == 0 ? layer.name : fmt::format("{}_{}", layer.name, which));
}

TextWriter& CaffeLayerWriter::open(const Layer& layer, const std::string& name, const std::string& type,
                                   const std::vector<std::string>& bottoms, const std::vector<std::string>& tops) {
  writers_[name] = layer.name;
  text_.open("layer");
  text_.text("name", name);
  text_.text("type", type);
  for (const std::string& blob : bottoms) text_.text("bottom", blob);
  for (const std::string& blob : tops) text_.text("top", blob);
  layers_.push_back({name, type, {}});
  if (name == layer.name)
    if (const auto extra = extras_.parameters.find(name); extra != extras_.parameters.end())
      writeOwnFields(text_, extra->second);
  return text_;
}

void CaffeLayerWriter::close() {
  text_.close();
}

Status CaffeLayerWriter::addWeights(const Layer& layer, const std::vector<std::string>& variables) {
  if (!wantsWeights()) return {};
  const Layer* shared = ownerOfWeights(network_, layer);
  for (const std::string& variable : variables) {
    const Tensor* value = request_.weights((shared ? *shared : layer).name + "." + variable);
    if (!value && request_.partial) {
      layers_.back().blobs.clear();
      return {};
    }
    if (!value || value->dtype() != DataType::Float32)
      return fail(ErrorCode::Corrupt, fmt::format("There are no weights for {}.{}.", layer.name, variable));
    layers_.back().blobs.push_back(*value);
  }
  return {};
}

void CaffeLayerWriter::addBlob(const Tensor& blob) {
  layers_.back().blobs.push_back(blob);
}

void CaffeLayerWriter::addLearning(const Layer& layer, std::size_t blobs, std::size_t weights) {
  const Layer* shared = ownerOfWeights(network_, layer);
  const LayerLearning learning = learningOf((shared ? *shared : layer).parameters);
  const bool named = shared || shared_.contains(layer.id);
  const bool deployed = form() == CaffeForm::Deploy;
  const double rate = learning.frozen ? 0 : learning.rateMultiplier;
  const double biasRate = rate * learning.biasRateMultiplier;
  if (deployed && !named) return;
  if (form() == CaffeForm::View && rate == 1 && biasRate == 1 && learning.decayMultiplier == 1 && !named) return;
  for (std::size_t i = 0; i < blobs; ++i) {
    text_.open("param");
    // Blobs of the same name are the same blob.
    if (named) text_.text("name", fmt::format("{}_{}", (shared ? *shared : layer).name, i));
    if (!deployed) text_.real("lr_mult", i < weights ? rate : biasRate);
    if (!deployed) text_.real("decay_mult", i < weights ? learning.decayMultiplier : 0);
    text_.close();
  }
}

void CaffeLayerWriter::addFiller(const Layer& layer) {
  if (form() == CaffeForm::Deploy) return;
  const std::string& choice = layer.parameters.text("initializer");
  const LayerLearning learning = learningOf(layer.parameters);
  const bool uniform = choice.ends_with("_uniform") || choice == "he_uniform()relu";
  text_.open("weight_filler");
  if (choice == "normal" || choice == "truncated_normal") {
    text_.text("type", "gaussian");
    text_.real("std", learning.initializerSize);
  } else if (choice == "uniform") {
    text_.text("type", "uniform");
    text_.real("min", -learning.initializerSize);
    text_.real("max", learning.initializerSize);
  } else if (choice == "constant" || choice == "zeros") {
    text_.text("type", "constant");
    if (choice == "constant") text_.real("value", learning.initializerSize);
  } else if (choice == "bilinear") {
    text_.text("type", "bilinear");
  } else {
    text_.text("type", uniform ? "xavier" : "msra");
    if (choice == "xavier_uniform" || choice == "xavier_normal")
      text_.word("variance_norm", "AVERAGE");
    else if (learning.initializerByFanOut)
      text_.word("variance_norm", "FAN_OUT");
  }
  text_.close();
  if (learning.biasValue != 0) {
    text_.open("bias_filler");
    text_.text("type", "constant");
    text_.real("value", learning.biasValue);
    text_.close();
  }
  static const std::set<std::string> kExact{"normal",   "uniform",       "constant",       "zeros",
                                            "bilinear", "lecun_uniform", "xavier_uniform", "he_normal"};
  if (!kExact.contains(choice))
    approximate(fmt::format("Where weights begin as {}, Caffe has but something like it.", choice));
}

void CaffeLayerWriter::approximate(const std::string& line) {
  auto& lines = report_.approximated;
  if (form() != CaffeForm::View && std::find(lines.begin(), lines.end(), line) == lines.end()) lines.push_back(line);
}

void writeOwnFields(TextWriter& text, const FieldValues& values) {
  if (values.empty()) return;
  text.open("fovea_param");
  for (const auto& [name, value] : values) {
    if (const bool* flag = std::get_if<bool>(&value))
      text.boolean(name, *flag);
    else if (const std::int64_t* number = std::get_if<std::int64_t>(&value))
      text.integer(name, *number);
    else if (const double* real = std::get_if<double>(&value))
      text.real(name, *real);
    else if (const std::string* words = std::get_if<std::string>(&value))
      text.text(name, *words);
    else
      text.text(name, fmt::format("{}", fmt::join(std::get<std::vector<std::int64_t>>(value), ",")));
  }
  text.close();
}

Status CaffeLayerWriter::writeOwn(const Layer& layer) {
  const LayerType& type = *findLayer(layer.type);
  std::vector<std::string> tops;
  for (std::size_t i = 0; i < portsOf(network_, layer).outputs.size(); ++i)
    tops.push_back(output(layer, static_cast<int>(i)));
  open(layer, layer.name, kOwnLayers + layer.type, inputs(layer), tops);
  if (!extras_.parameters.contains(layer.name)) {
    FieldValues different;
    const FieldValues defaults = type.parameters.defaults();
    for (const auto& [name, value] : layer.parameters)
      if (const FieldValue* usual = defaults.find(name); !usual || *usual != value) different.set(name, value);
    writeOwnFields(text_, different);
  }
  close();
  return {};
}

// Writes the stored text, with changed names only.
Status CaffeLayerWriter::writePlaceholder(const Layer& layer) {
  const auto message = layerInText(layer);
  if (!message)
    return notSaidInCaffe(
        fmt::format("The placeholder “{}” ({}) holds no text of Caffe's.", layer.name, layer.parameters.text("kind")));
  const std::vector<std::string> bottoms = inputs(layer);
  std::string text = layer.parameters.text("text");
  const auto ownBottoms = message->all("bottom"), ownTops = message->all("top");
  for (const Edge& edge : network_.edgesInto(layer.id)) {
    const auto input = static_cast<std::size_t>(edge.input);
    if (readers_.at({edge.source.index, edge.output}) != 1 || bottoms[input].empty()) continue;
    for (std::size_t i = 0; i < ownTops.size(); ++i)  // for a layer that itself works in place
      if (ownTops[i]->value == ownBottoms[input]->value) blobs_[{layer.id.index, static_cast<int>(i)}] = bottoms[input];
  }
  std::size_t bottom = ownBottoms.size(), top = ownTops.size();
  bool named = false;
  const auto replace = [&text](const TextField& field, const std::string& value) {
    if (field.value != value) text.replace(field.begin, field.end - field.begin, field.name + ": " + quotedText(value));
  };
  for (auto field = message->fields.rbegin(); field != message->fields.rend(); ++field) {
    if (field->name == "bottom") replace(*field, bottoms[--bottom]);
    if (field->name == "top") replace(*field, output(layer, static_cast<int>(--top)));
    if (field->name != "name") continue;
    named = true;
    replace(*field, layer.name);
  }
  // A layer without a name is called like its first blob, whose name may just have changed.
  if (!named && (ownTops.empty() ? layer.parameters.text("kind") : output(layer)) != layer.name)
    text.insert(message->fields.front().begin, "name: " + quotedText(layer.name) + " ");
  if (message->all("top").empty()) output(layer);
  writers_[layer.name] = layer.name;
  text_.raw(text + "\n");
  layers_.push_back({layer.name, layer.parameters.text("kind"), {}});
  for (int i = 0; wantsWeights(); ++i) {
    const Tensor* blob = request_.weights(fmt::format("{}.blob{}", layer.name, i));
    if (!blob) break;
    layers_.back().blobs.push_back(*blob);
  }
  return {};
}

Status CaffeLayerWriter::writeLayer(const Layer& layer) {
  if (extras_.own.contains(layer.name)) return writeOwn(layer);
  if (layer.type == "placeholder") {
    const Status written = writePlaceholder(layer);
    return written.ok() || form() != CaffeForm::View ? written : writeOwn(layer);
  }
  const CaffeEmitter emitter = findCaffeEmitter(layer.type);
  const TextWriter before = text_;
  const Status written = emitter
                             ? emitter(*this, layer)
                             : notSaidInCaffe(fmt::format("Caffe has no layer for {}.", findLayer(layer.type)->title));
  if (written.ok() || written.error().code != ErrorCode::Unsupported) return written;
  if (form() != CaffeForm::View) return written.error().within(fmt::format("“{}”", layer.name));
  text_ = before;
  return writeOwn(layer);
}

Result<CaffeExport> CaffeLayerWriter::write() {
  FOVEA_TRY(const std::vector<LayerId> order, network_.topologicalOrder());
  text_.text("name", network_.name());
  for (const LayerId id : order) FOVEA_CHECK(writeLayer(*network_.find(id)));
  CaffeExport result;
  result.prototxt = text_.written();
  if (!wantsWeights()) return result;
  for (CaffeWeightsLayer& layer : layers_)
    if (!layer.blobs.empty()) result.weights.push_back(std::move(layer));
  return result;
}

}  // namespace fovea
