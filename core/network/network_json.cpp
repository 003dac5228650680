// Why: a network's file is read strictly: anything that would be lost or misread is an error that names its place.
#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>
#include <unordered_map>
#include <unordered_set>

#include "core/base/file.h"
#include "core/base/json_numbers.h"
#include "core/network/network_editor.h"

namespace fovea {
namespace {

constexpr const char* kFormat = "fovea-network";
constexpr std::int64_t kVersion = 1;
constexpr std::uint64_t kFileLimit = std::uint64_t{64} << 20;

Error corrupt(std::string message) {
  return fail(ErrorCode::Corrupt, std::move(message));
}

// Any error below means that this file is damaged, except that a newer version is reported as such.
Error corrupt(const Error& error, const std::string& place) {
  Error result = error.within(place);
  if (result.code != ErrorCode::NewerVersion) result.code = ErrorCode::Corrupt;
  return result;
}

Status checkKeys(const Json& object, std::initializer_list<std::string_view> known) {
  if (!object.is_object()) return corrupt("This must be a JSON object.");
  for (const auto& [key, value] : object.items())
    if (std::find(known.begin(), known.end(), key) == known.end())
      return corrupt("The key \"" + key + "\" is not known.");
  return {};
}

Result<std::string> textOf(const Json& object, const char* key) {
  const auto at = object.find(key);
  if (at == object.end() || !at->is_string()) return corrupt(fmt::format("\"{}\" must be text.", key));
  return at->get<std::string>();
}

Result<std::int64_t> integerOf(const Json& object, const char* key, std::int64_t least, std::int64_t most,
                               std::optional<std::int64_t> absent = {}) {
  const auto at = object.find(key);
  if (at == object.end() && absent) return *absent;
  const auto number = at == object.end() ? std::nullopt : wholeNumber(*at);
  if (!number || *number < least || *number > most)
    return corrupt(fmt::format("\"{}\" must be a whole number from {} to {}.", key, least, most));
  return *number;
}

Result<const Json*> arrayOf(const Json& object, const char* key, std::size_t most) {
  const auto at = object.find(key);
  if (at == object.end() || !at->is_array()) return corrupt(fmt::format("\"{}\" must be a list.", key));
  if (at->size() > most)
    return corrupt(fmt::format("\"{}\" has {} entries; at most {} are allowed.", key, at->size(), most));
  return &*at;
}

Result<Position> pairOf(const Json& object, const char* key) {
  const auto at = object.find(key);
  if (at == object.end()) return Position{};
  if (!at->is_array() || at->size() != 2 || !(*at)[0].is_number() || !(*at)[1].is_number())
    return corrupt(fmt::format("\"{}\" must be a list of two numbers.", key));
  return Position{(*at)[0].get<double>(), (*at)[1].get<double>()};
}

Result<FieldValues> parametersOf(const Json& object, const LayerType& type) {
  const Json none = Json::object();
  const auto at = object.find("parameters");
  const Json& stored = at == object.end() ? none : *at;
  FOVEA_TRY(const std::int64_t version, integerOf(object, "version", 1, 1'000'000, 1));
  if (version > type.version)
    return fail(ErrorCode::NewerVersion,
                fmt::format("{} is of version {}, but this Fovea knows {}.", type.title, version, type.version),
                "Open it with a newer Fovea.");
  if (version == type.version) return type.parameters.read(stored);
  if (!type.migrate) return corrupt(fmt::format("Version {} of {} cannot be read any more.", version, type.title));
  FOVEA_TRY(const Json migrated, type.migrate(stored, static_cast<int>(version)));
  return type.parameters.read(migrated);
}

Result<BlockId> blockOf(const Json& json) {
  if (!json.contains("block")) return BlockId{};
  FOVEA_TRY(const std::int64_t id, integerOf(json, "block", 1, kLargestId));
  return BlockId{static_cast<std::int32_t>(id)};
}

Result<Layer> layerFromJson(const Json& json) {
  FOVEA_CHECK(checkKeys(json, {"id", "type", "version", "name", "parameters", "position", "block"}));
  Layer layer;
  FOVEA_TRY(const std::int64_t id, integerOf(json, "id", 1, kLargestId));
  layer.id = LayerId{static_cast<std::int32_t>(id)};
  FOVEA_TRY(layer.type, textOf(json, "type"));
  FOVEA_TRY(layer.name, textOf(json, "name"));
  FOVEA_TRY(layer.position, pairOf(json, "position"));
  FOVEA_TRY(layer.block, blockOf(json));
  if (const LayerType* type = findLayer(layer.type)) {
    FOVEA_TRY(layer.parameters, parametersOf(json, *type));
  }
  FOVEA_CHECK(NetworkEditor::checkLayer(layer));
  return layer;
}

// Returns "Layer 3 “conv1”", or without the name if it cannot be read.
std::string placeOf(const Json& layer, std::size_t index) {
  const bool named = layer.is_object() && layer.contains("name") && layer["name"].is_string();
  return fmt::format("Layer {}", index + 1) + (named ? " " + inQuotes(layer["name"].get<std::string>()) : "");
}

Result<std::vector<Layer>> layersFromJson(const Json& list) {
  std::vector<Layer> layers;
  std::unordered_set<std::int32_t> ids;
  std::set<std::pair<BlockId, std::string>> names;
  for (std::size_t i = 0; i < list.size(); ++i) {
    Result<Layer> layer = layerFromJson(list[i]);
    if (!layer.ok()) return corrupt(layer.error(), placeOf(list[i], i));
    if (!ids.insert(layer->id.index).second)
      return corrupt(fmt::format("{}: another layer has the id {} too.", placeOf(list[i], i), layer->id.index));
    if (!names.insert({layer->block, layer->name}).second)
      return corrupt(fmt::format("{}: another layer has this name too.", placeOf(list[i], i)));
    layers.push_back(std::move(layer).value());
  }
  return layers;
}

Result<Edge> edgeFromJson(const Json& json) {
  FOVEA_CHECK(checkKeys(json, {"source", "output", "target", "input"}));
  FOVEA_TRY(const std::int64_t source, integerOf(json, "source", 1, kLargestId));
  FOVEA_TRY(const std::int64_t output, integerOf(json, "output", 0, 1'000'000, 0));
  FOVEA_TRY(const std::int64_t target, integerOf(json, "target", 1, kLargestId));
  FOVEA_TRY(const std::int64_t input, integerOf(json, "input", 0, 1'000'000, 0));
  return Edge{LayerId{static_cast<std::int32_t>(source)}, static_cast<int>(output),
              LayerId{static_cast<std::int32_t>(target)}, static_cast<int>(input)};
}

Result<std::vector<Edge>> edgesFromJson(const Json& list, NetworkEditor& editor) {
  std::vector<Edge> edges;
  std::unordered_set<std::int64_t> inputs;
  for (std::size_t i = 0; i < list.size(); ++i) {
    const std::string place = fmt::format("Edge {}", i + 1);
    const Result<Edge> edge = edgeFromJson(list[i]);
    if (!edge.ok()) return corrupt(edge.error(), place);
    if (const Status ports = editor.checkPorts(*edge); !ports.ok()) return corrupt(ports.error(), place);
    if (!inputs.insert((static_cast<std::int64_t>(edge->target.index) << 32) + edge->input).second)
      return corrupt(
          fmt::format("{}: another edge ends at input {} of layer {} too.", place, edge->input, edge->target.index));
    edges.push_back(*edge);
  }
  return edges;
}

Result<Note> noteFromJson(const Json& json, const NetworkEditor& editor) {
  FOVEA_CHECK(checkKeys(json, {"id", "frame", "text", "position", "size", "color", "block"}));
  Note note;
  FOVEA_TRY(const std::int64_t id, integerOf(json, "id", 1, kLargestId));
  FOVEA_TRY(note.text, textOf(json, "text"));
  FOVEA_TRY(note.position, pairOf(json, "position"));
  FOVEA_TRY(const Position size, pairOf(json, "size"));
  FOVEA_TRY(const std::int64_t color, integerOf(json, "color", 0, kNoteColors - 1, 0));
  const auto frame = json.find("frame");
  if (frame != json.end() && !frame->is_boolean()) return corrupt("\"frame\" must be true or false.");
  note.id = NoteId{static_cast<std::int32_t>(id)};
  note.frame = frame != json.end() && frame->get<bool>();
  note.width = size.x;
  note.height = size.y;
  note.color = static_cast<int>(color);
  FOVEA_TRY(note.block, blockOf(json));
  FOVEA_CHECK(editor.checkNote(note));
  return note;
}

Result<std::vector<Note>> notesFromJson(const Json& json, const NetworkEditor& editor) {
  if (!json.contains("notes")) return std::vector<Note>();
  FOVEA_TRY(const Json* const list, arrayOf(json, "notes", kMostNotes));
  std::vector<Note> notes;
  std::unordered_set<std::int32_t> ids;
  for (std::size_t i = 0; i < list->size(); ++i) {
    const std::string place = fmt::format("Note {}", i + 1);
    Result<Note> note = noteFromJson((*list)[i], editor);
    if (!note.ok()) return corrupt(note.error(), place);
    if (!ids.insert(note->id.index).second)
      return corrupt(fmt::format("{}: another note has the id {} too.", place, note->id.index));
    notes.push_back(std::move(note).value());
  }
  return notes;
}

Status blocksFromJson(const Json& json, NetworkEditor& editor) {
  if (!json.contains("blocks")) return {};
  FOVEA_TRY(const Json* const list, arrayOf(json, "blocks", kMostBlocks));
  std::unordered_set<std::string> names;
  for (std::size_t i = 0; i < list->size(); ++i) {
    const std::string place = fmt::format("Block {}", i + 1);
    const auto read = [&]() -> Status {
      const Json& entry = (*list)[i];
      FOVEA_CHECK(checkKeys(entry, {"id", "name"}));
      FOVEA_TRY(const std::int64_t id, integerOf(entry, "id", 1, kLargestId));
      FOVEA_TRY(const std::string name, textOf(entry, "name"));
      if (!names.insert(name).second) return corrupt("Another block has this name too.");
      FOVEA_TRY(const BlockId added, editor.addBlock({BlockId{static_cast<std::int32_t>(id)}, name}));
      static_cast<void>(added);
      return {};
    };
    if (const Status status = read(); !status.ok()) return corrupt(status.error(), place);
  }
  return {};
}

// Checks that every layer is allowed on its sheet. `list` provides the places for messages.
Status checkSheets(const Network& network, const std::vector<Layer>& layers, const NetworkEditor& editor,
                   const Json& list) {
  for (std::size_t i = 0; i < layers.size(); ++i)
    if (const Status status = editor.checkSheet(layers[i]); !status.ok())
      return corrupt(status.error(), placeOf(list[i], i));
  if (const auto order = nestingOrder(network); !order.ok()) return corrupt(order.error(), "Blocks");
  return {};
}

Status checkHeader(const Json& json) {
  if (!json.is_object() || !json.contains("format") || json["format"] != kFormat)
    return corrupt("This is not a Fovea network: \"format\" must be \"fovea-network\".");
  FOVEA_TRY(const std::int64_t version, integerOf(json, "version", 1, kLargestId));
  // Checked before the keys, since a newer version may have additional ones.
  if (version > kVersion)
    return fail(ErrorCode::NewerVersion,
                fmt::format("The network is of version {}, but this Fovea knows {}.", version, kVersion),
                "Open it with a newer Fovea.");
  return checkKeys(json, {"format", "version", "name", "layers", "edges", "notes", "blocks"});
}

}  // namespace

Json networkToJson(const Network& network) {
  Json layers = Json::array();
  for (const Layer& layer : network.layers()) {
    Json entry = {{"id", layer.id.index}, {"type", layer.type}};
    if (const int version = findLayer(layer.type)->version; version != 1) entry["version"] = version;
    entry["name"] = layer.name;
    entry["parameters"] = fieldValuesToJson(layer.parameters);
    // Programs older than weight sharing reject this key, even if it is empty.
    if (sharesWeightsWith(layer.parameters).empty()) entry["parameters"].erase(kSharedWeights);
    entry["position"] = Json::array({layer.position.x, layer.position.y});
    if (layer.block.valid()) entry["block"] = layer.block.index;
    layers.push_back(std::move(entry));
  }
  Json edges = Json::array();
  for (const Edge& edge : network.edges())
    edges.push_back(
        {{"source", edge.source.index}, {"output", edge.output}, {"target", edge.target.index}, {"input", edge.input}});
  Json json = {{"format", kFormat},
               {"version", kVersion},
               {"name", network.name()},
               {"layers", std::move(layers)},
               {"edges", std::move(edges)}};
  for (const Note& note : network.notes()) {
    Json entry = {{"id", note.id.index},
                  {"frame", note.frame},
                  {"text", note.text},
                  {"position", Json::array({note.position.x, note.position.y})},
                  {"size", Json::array({note.width, note.height})},
                  {"color", note.color}};
    if (note.block.valid()) entry["block"] = note.block.index;
    json["notes"].push_back(std::move(entry));
  }
  for (const Block& block : network.blocks()) json["blocks"].push_back({{"id", block.id.index}, {"name", block.name}});
  return json;
}

Result<Network> networkFromJson(const Json& json) {
  FOVEA_CHECK(checkHeader(json));
  FOVEA_TRY(const std::string name, textOf(json, "name"));
  if (const Status checked = NetworkEditor::checkName(name); !checked.ok()) return corrupt(checked.error(), "Network");
  FOVEA_TRY(const Json* const layerList, arrayOf(json, "layers", kMostLayers));
  FOVEA_TRY(const Json* const edgeList, arrayOf(json, "edges", kMostEdges));
  FOVEA_TRY(std::vector<Layer> layers, layersFromJson(*layerList));

  Network network;
  NetworkEditor editor(network);
  FOVEA_CHECK(blocksFromJson(json, editor));
  const std::vector<Block> blocks = network.blocks();
  editor.assign(name, layers, {}, {}, blocks);
  FOVEA_CHECK(checkSheets(network, layers, editor, *layerList));
  FOVEA_TRY(std::vector<Edge> edges, edgesFromJson(*edgeList, editor));
  FOVEA_TRY(std::vector<Note> notes, notesFromJson(json, editor));
  editor.assign(name, std::move(layers), std::move(edges), std::move(notes), blocks);
  if (const auto order = network.topologicalOrder(); !order.ok()) return corrupt(order.error(), "Edges");
  return network;
}

Result<Network> readNetwork(const std::filesystem::path& path) {
  FOVEA_TRY(const std::string text, readFile(path, kFileLimit));
  const Result<Json> json = parseJson(text);
  if (!json.ok()) return json.error().within(path.string());
  Result<Network> network = networkFromJson(*json);
  if (!network.ok()) return network.error().within(path.string());
  return network;
}

Status writeNetwork(const std::filesystem::path& path, const Network& network) {
  const std::string text = formatJson(networkToJson(network));
  // A file that cannot be read again must not replace one that can.
  if (text.size() > kFileLimit)
    return fail(ErrorCode::InvalidArgument, fmt::format("The network is larger than {} MiB.", kFileLimit >> 20),
                "Remove some notes or layers first.")
        .within(path.string());
  return writeFileAtomic(path, text);
}

}  // namespace fovea
