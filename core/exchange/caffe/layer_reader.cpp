#include "core/exchange/caffe/layer_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "core/base/utf8.h"
#include "core/network/network_edit.h"
#include "core/network/network_editor.h"

namespace fovea {
namespace {

constexpr double kColumn = 260, kRow = 88;
constexpr const char* kNotSaid = "not said: ";

// Removes characters that a layer's name must not contain, and shortens it to `longest`.
std::string layerName(const std::string& wish, std::size_t longest) {
  const bool plain = !isUtf8(wish);
  std::string name;
  for (const char c : wish) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte >= 0x20 && byte != 0x7f && (byte < 0x80 || !plain)) name += c;
  }
  const std::size_t begin = name.find_first_not_of(' ');
  if (begin == std::string::npos) return {};
  const std::string_view cut = cutUtf8(std::string_view(name).substr(begin), longest);
  return std::string(cut.substr(0, cut.find_last_not_of(' ') + 1));
}

// Converts "3 3" to a list; nothing for other text.
Result<FieldValue> listFromText(const Field& field, const TextField& given) {
  if (given.value.empty()) return FieldValue(std::vector<std::int64_t>());
  auto list = fieldValueFromText(field, given.value);
  if (list.ok()) return list;
  return failAt(given.place, list.error().message, list.error().advice);
}

}  // namespace

Error notSaid(const std::string& why) {
  return fail(ErrorCode::Unsupported, kNotSaid + why);
}

CaffeLayerReader::CaffeLayerReader(const CaffeNet& net, const CaffeImportOptions& options, ExchangeReport& report)
    : net_(net), options_(options), report_(report) {
  if (!options.before) return;
  nextId_ = options.before->nextId().index;
  for (const Layer& layer : options.before->layers())
    if (!layer.block.valid()) before_[layer.name] = &layer;
}

void CaffeLayerReader::findReaders() {
  std::map<std::string, std::pair<std::size_t, std::size_t>> givers;
  for (std::size_t i = 0; i < net_.layers.size(); ++i) {
    for (const std::string& blob : net_.layers[i].bottoms)
      if (const auto giver = givers.find(blob); giver != givers.end()) readers_[giver->second].push_back(i);
    for (std::size_t top = 0; top < net_.layers[i].tops.size(); ++top) givers[net_.layers[i].tops[top]] = {i, top};
  }
}

std::vector<std::size_t> CaffeLayerReader::readersOf(const CaffeLayer& layer, std::size_t which) const {
  const auto found = readers_.find({numberOf(layer), which});
  return found == readers_.end() ? std::vector<std::size_t>() : found->second;
}

bool CaffeLayerReader::isForLabels(const CaffeLayer& layer, std::size_t which) const {
  const auto readers = readersOf(layer, which);
  return !readers.empty() && std::all_of(readers.begin(), readers.end(), [&](std::size_t number) {
    const CaffeLayer& reader = net_.layers[number];
    const bool judges = reader.type.ends_with("Loss") || reader.type == "Accuracy" || reader.type == "Silence";
    return judges && !reader.bottoms.empty() && (reader.bottoms[0] != layer.tops[which] || reader.type == "Silence");
  });
}

Result<CaffeSource> CaffeLayerReader::source(const CaffeLayer& layer, std::size_t which) {
  if (which >= layer.bottoms.size())
    return failAt(layer.place, fmt::format("“{}” ({}) needs {} bottom{}, but has {}.", layer.name, layer.type,
                                           which + 1, which == 0 ? "" : "s", layer.bottoms.size()));
  if (layer.bottoms[which].empty()) return CaffeSource{.layer = {}, .type = {}};  // not connected
  const auto found = blobs_.find(layer.bottoms[which]);
  if (found != blobs_.end()) return found->second;
  if (!hasInput_ && !options_.shape.empty()) return impliedInput(layer.bottoms[which]);
  return failAt(
      layer.place,
      fmt::format("No layer before “{}” produces the blob “{}”, which it reads.", layer.name, layer.bottoms[which]),
      "Blobs are named by the `top` of the layer that produces them.");
}

Result<CaffeSource> CaffeLayerReader::impliedInput(const std::string& blob) {
  CaffeLayer layer;
  layer.name = blob;
  layer.type = "Input";
  FOVEA_TRY(const LayerId id, add(layer, "input", {{"shape", options_.shape}}, {}));
  hasInput_ = true;
  give(blob, outputOf(id));
  return outputOf(id);
}

Result<std::vector<CaffeSource>> CaffeLayerReader::sources(const CaffeLayer& layer) {
  std::vector<CaffeSource> all;
  for (std::size_t i = 0; i < layer.bottoms.size(); ++i) {
    FOVEA_TRY(CaffeSource one, source(layer, i));
    if (one.labels) {
      FOVEA_TRY(one, labelsAsLayer(layer.bottoms[i]));
    }
    all.push_back(std::move(one));
  }
  return all;
}

void CaffeLayerReader::give(const std::string& blob, CaffeSource source) {
  blobs_[blob] = std::move(source);
}

CaffeSource CaffeLayerReader::outputOf(LayerId id, int output) const {
  CaffeSource source{.layer = id, .output = output, .type = {}};
  const Drawn& drawn = drawn_[indexOf_.at(id.index)];
  if (static_cast<std::size_t>(output) < drawn.outputs.size())
    source.type = drawn.outputs[static_cast<std::size_t>(output)];
  return source;
}

std::string CaffeLayerReader::uniqueName(const std::string& wish) {
  std::string name = wish;
  for (int number = 2; !names_.insert(name).second; ++number) {
    const std::string end = fmt::format("_{}", number);
    name = std::string(cutUtf8(wish, kLongestLayerName - end.size())) + end;
  }
  return name;
}

void CaffeLayerReader::placeLayer(Layer& layer, const std::vector<CaffeSource>& inputs) {
  int depth = 0;
  for (const CaffeSource& input : inputs) depth = std::max(depth, depths_[input.layer.index] + 1);
  const auto found = before_.find(layer.name);
  if (found != before_.end()) {
    layer.id = found->second->id;
    layer.position = found->second->position;
    before_.erase(found);
  } else {
    layer.id = LayerId{nextId_++};
    layer.position = {kColumn * lanes_[depth]++, kRow * depth};
  }
  depths_[layer.id.index] = depth;
}

// Computes the outputs and variables of the layer like the analysis; nothing if an input is unknown or wrong.
void CaffeLayerReader::work(Drawn& drawn, const std::vector<CaffeSource>& inputs) {
  if (std::any_of(inputs.begin(), inputs.end(), [](const CaffeSource& input) { return !input.type; })) return;
  GraphBuilder graph;
  LayerBuilder builder(graph, NetworkMode::Evaluation, 1, 0);
  builder.beginLayer(drawn.layer.name);
  std::vector<ValueId> values;
  for (const CaffeSource& input : inputs) values.push_back(graph.addInput(std::to_string(values.size()), *input.type));
  const auto outputs = findLayer(drawn.layer.type)->build(builder, drawn.layer.parameters, values);
  if (!outputs.ok() || !graph.status().ok()) return;
  for (const ValueId output : *outputs) drawn.outputs.push_back(graph.typeOf(output));
  const std::size_t prefix = drawn.layer.name.size() + 1;
  for (const VariableInfo& variable : builder.variables())
    drawn.variables.emplace(variable.name.substr(prefix), variable.type);
}

void CaffeLayerReader::shareByNames(const CaffeLayer& layer, Drawn& drawn, bool main) {
  FieldValues& parameters = drawn.layer.parameters;
  if (!parameters.contains(kSharedWeights)) return;
  // Blobs of a batch norm are running moments, which each layer keeps for itself; a layer shares all blobs or none.
  const bool allNamed = drawn.variables.empty() || drawn.variables.size() == layer.blobNames.size();
  if (layer.blobNames.empty() || !allNamed || drawn.layer.type == "batch_normalization") {
    if (main) noteNames(layer, drawn.layer.name);
    return;
  }
  std::string key = drawn.layer.type;
  for (const std::string& name : layer.blobNames) key += "\n" + name;
  if (main) noteNames(layer, key);
  const auto [owner, first] = owners_.try_emplace(key, drawn.layer.name);
  if (!first) parameters.set(kSharedWeights, owner->second);
}

void CaffeLayerReader::noteNames(const CaffeLayer& layer, const std::string& group) {
  std::set<std::string> names(layer.blobNames.begin(), layer.blobNames.end());
  for (const TextField* param : layer.message.all("param"))
    if (const TextField* name = param->message ? param->message->find("name") : nullptr) names.insert(name->value);
  for (const std::string& name : names) named_[name].emplace_back(layer.name, group);
}

void CaffeLayerReader::reportUnshared() {
  for (const auto& [name, users] : named_) {
    const auto alike = [&](const auto& user) { return user.second == users.front().second; };
    if (std::all_of(users.begin(), users.end(), alike)) continue;
    for (const auto& [layer, group] : users)
      approximate(fmt::format("{}: weights that it shares with another layer are its own.", layer));
  }
}

Status CaffeLayerReader::applyOwnFields(const CaffeLayer& layer, const LayerType& type, FieldValues& values) const {
  FieldReader own(layer.message.sub("fovea_param"));
  for (const TextField& given : own.message().fields) {
    const Field* field = type.parameters.find(given.name);
    if (!field) return failAt(given.place, fmt::format("{} has no parameter “{}”.", type.title, given.name));
    switch (field->kind) {
      case FieldKind::Boolean:
        values.set(given.name, own.boolean(given.name, false));
        break;
      case FieldKind::Integer:
        values.set(given.name, own.integer(given.name, 0));
        break;
      case FieldKind::Real:
        values.set(given.name, own.real(given.name, 0));
        break;
      case FieldKind::IntegerList: {
        FOVEA_TRY(const FieldValue list, listFromText(*field, given));
        values.set(given.name, list);
        break;
      }
      default:
        values.set(given.name, own.text(given.name));
    }
  }
  return own.status();
}

Result<LayerId> CaffeLayerReader::add(const CaffeLayer& layer, const std::string& type, FieldValues parameters,
                                      const std::vector<CaffeSource>& inputs, const std::string& suffix) {
  const LayerType& known = *findLayer(type);
  Drawn drawn;
  drawn.layer.type = type;
  const std::string name = layerName(layer.name, kLongestLayerName - suffix.size());
  drawn.layer.name = uniqueName((name.empty() ? type : name) + suffix);
  if (suffix.empty()) FOVEA_CHECK(applyOwnFields(layer, known, parameters));
  for (const auto& [field, value] : parameters)
    if (const double* number = std::get_if<double>(&value); number && !std::isfinite(*number))
      return failAt(layer.place, fmt::format("“{}”: {} is {}.", layer.name, field, *number));
  auto complete = known.parameters.complete(parameters);
  if (!complete.ok())
    return failAt(layer.place, fmt::format("“{}”: {}", layer.name, complete.error().message), complete.error().advice);
  drawn.layer.parameters = std::move(*complete);
  const std::vector<LayerPort> ports = known.inputPorts(drawn.layer.parameters);
  const bool variadic = !ports.empty() && ports.back().variadic;
  if (inputs.size() < ports.size() || (!variadic && inputs.size() > ports.size()))
    return failAt(layer.place, fmt::format("“{}” ({}) needs bottoms: {}, but has {}.", layer.name, layer.type,
                                           ports.size(), inputs.size()));
  placeLayer(drawn.layer, inputs);
  const LayerId id = drawn.layer.id;
  for (std::size_t i = 0; i < inputs.size(); ++i)
    if (inputs[i].layer.valid()) edges_.push_back({inputs[i].layer, inputs[i].output, id, static_cast<int>(i)});
  work(drawn, inputs);
  shareByNames(layer, drawn, suffix.empty());
  result_.places[id] = layer.place;
  if (type != "placeholder")
    report_.mapped.push_back(fmt::format("{} ({}): {}", drawn.layer.name, layer.type, known.title));
  indexOf_[id.index] = drawn_.size();
  drawn_.push_back(std::move(drawn));
  return id;
}

Result<LayerId> CaffeLayerReader::become(const CaffeLayer& layer, const std::string& type, FieldValues parameters,
                                         const std::vector<CaffeSource>& inputs, const std::string& suffix) {
  FOVEA_TRY(const LayerId id, add(layer, type, std::move(parameters), inputs, suffix));
  const std::size_t outputs = findLayer(type)->outputPorts(drawn_[indexOf_.at(id.index)].layer.parameters).size();
  if (layer.tops.size() > outputs)
    return failAt(layer.place, fmt::format("“{}” ({}) has {} tops, but produces {}.", layer.name, layer.type,
                                           layer.tops.size(), outputs));
  for (std::size_t i = 0; i < layer.tops.size(); ++i) give(layer.tops[i], outputOf(id, static_cast<int>(i)));
  return id;
}

Error CaffeLayerReader::shapeUnsaid(const CaffeLayer& layer) {
  report_.openInputs = {InputChoice{.name = {}, .shape = {0, 0, 0}}};
  return failAt(layer.place, fmt::format("The text does not say how large the samples of “{}” are.", layer.name),
                "Give their channels, height and width, as --shape 3x224x224.");
}

void CaffeLayerReader::approximate(const std::string& line) {
  if (approximated_.insert(line).second) report_.approximated.push_back(line);
}

void CaffeLayerReader::drop(const CaffeLayer& layer, const std::string& why) {
  report_.dropped.push_back(fmt::format("{} ({}): {}", layer.name, layer.type, why));
}

void CaffeLayerReader::note(const std::string& line) {
  if (std::find(report_.notes.begin(), report_.notes.end(), line) == report_.notes.end()) report_.notes.push_back(line);
}

Status CaffeLayerReader::readLayer(const CaffeLayer& layer) {
  const CaffeMaker maker = findCaffeMaker(layer.type);
  if (!maker) return addPlaceholder(layer, "Fovea has no such layer.");
  const Status made = maker(*this, layer);
  if (made.ok() || made.error().message.rfind(kNotSaid, 0) != 0) return made;
  return addPlaceholder(layer, made.error().message.substr(std::string(kNotSaid).size()));
}

void CaffeLayerReader::reportUnusedWeights() {
  if (!options_.weights) return;
  std::size_t unused = 0;
  for (const auto& [name, blobs] : options_.weights->layers) unused += usedWeights_.contains(name) ? 0 : 1;
  if (unused > 0)
    report_.dropped.push_back(
        fmt::format("{} layer{} of the caffemodel that the network does not have.", unused, unused == 1 ? "" : "s"));
}

Result<Network> CaffeLayerReader::build() {
  Json layers = Json::array(), edges = Json::array();
  for (const Drawn& drawn : drawn_) {
    const Layer& layer = drawn.layer;
    layers.push_back({{"id", layer.id.index},
                      {"type", layer.type},
                      {"version", findLayer(layer.type)->version},
                      {"name", layer.name},
                      {"parameters", fieldValuesToJson(layer.parameters)},
                      {"position", {layer.position.x, layer.position.y}}});
  }
  for (const Edge& edge : edges_)
    edges.push_back(
        {{"source", edge.source.index}, {"output", edge.output}, {"target", edge.target.index}, {"input", edge.input}});
  const std::string name = layerName(net_.name, kLongestLayerName);
  FOVEA_TRY(Network network, networkFromJson({{"format", "fovea-network"},
                                              {"version", 1},
                                              {"name", name.empty() ? "network" : name},
                                              {"layers", layers},
                                              {"edges", edges}}));
  if (!options_.before) return network;
  for (const Note& note : options_.before->notes()) {
    FOVEA_TRY([[maybe_unused]] const auto undo, applyEdit(network, {AddNote{note}, ""}));
  }
  return network;
}

Result<CaffeImported> CaffeLayerReader::read() {
  findReaders();
  for (std::size_t i = 0; i < net_.layers.size(); ++i) {
    const CaffeLayer& layer = net_.layers[i];
    if (const auto taken = absorbed_.find(i); taken != absorbed_.end()) {
      for (const std::string& top : layer.tops) give(top, outputOf(taken->second));
      usedWeights_.insert(layer.name);
      continue;
    }
    FOVEA_CHECK(readLayer(layer));
  }
  reportUnshared();
  reportUnusedWeights();
  report_.arranged = options_.before != nullptr;
  if (net_.otherPhases > 0) note(fmt::format("Layers of other phases that were left out: {}.", net_.otherPhases));
  FOVEA_TRY(result_.network, build());
  return std::move(result_);
}

Result<CaffeImported> importCaffeNet(std::string_view prototxt, const CaffeImportOptions& options,
                                     ExchangeReport& report) {
  FOVEA_TRY(const TextMessage message, parseTextMessage(prototxt));
  FOVEA_TRY(const CaffeNet net, readCaffeNet(message, prototxt, options.phase));
  const auto isName = [](const TextField& field) { return field.name == "name"; };
  const bool onlyNamed = !message.fields.empty() && std::all_of(message.fields.begin(), message.fields.end(), isName);
  if (net.layers.empty() && !(options.mayBeEmpty && onlyNamed))
    return fail(ErrorCode::Corrupt, "There is no layer in this text.",
                "A network has fields `layer { … }`; a solver names its network in the field `net`.");
  return CaffeLayerReader(net, options, report).read();
}

}  // namespace fovea
