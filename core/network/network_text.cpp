#include "core/network/network_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <nlohmann/json.hpp>

#include "core/network/json_outline.h"

namespace fovea {
namespace {

constexpr std::size_t kLineLength = 100;

std::string onOneLine(const Json& json) {
  if (!json.is_structured()) return formatJsonLine(json);
  std::string text(1, json.is_object() ? '{' : '[');
  for (const auto& [key, value] : json.items()) {
    if (text.size() > 1) text += ", ";
    if (json.is_object()) text += formatJsonLine(Json(key)) + ": ";
    text += onOneLine(value);
  }
  return text + (json.is_object() ? '}' : ']');
}

// Writes within `room` characters of the line, if it fits. Else members of an object fill lines, and each entry of a
// list has its own line.
void write(std::string& out, const Json& json, std::size_t indent, std::size_t room) {
  const std::string line = onOneLine(json);
  if (line.size() <= room || !json.is_structured() || json.empty()) {
    out += line;
    return;
  }
  const bool object = json.is_object();
  const std::size_t inner = indent + (object ? 1 : 2);
  out += object ? '{' : '[';
  std::size_t used = object ? indent + 1 : kLineLength;
  for (bool first = true; const auto& [key, value] : json.items()) {
    const std::string name = object ? formatJsonLine(Json(key)) + ": " : std::string();
    const std::size_t size = name.size() + onOneLine(value).size() + 2;
    if (!first) out += used + size > kLineLength ? "," : ", ";
    if ((!first || !object) && used + size > kLineLength) {
      out += '\n' + std::string(inner, ' ');
      used = inner;
    }
    out += name;
    write(out, value, inner, kLineLength - std::min(kLineLength, used + name.size()));
    used += size;
    first = false;
  }
  out += object ? "}" : '\n' + std::string(indent, ' ') + "]";
}

// Reading the text adds the defaults again.
void leaveOutDefaults(Json& layer) {
  const LayerType* type = findLayer(layer["type"].get<std::string>());
  Json kept = Json::object();
  for (const auto& [name, value] : layer["parameters"].items()) {
    const Field* field = type ? type->parameters.find(name) : nullptr;
    // The block that a layer uses is always written, even if its id is the default.
    if (!field || type->name == kBlockUse || fieldValueToJson(field->defaultValue) != value) kept[name] = value;
  }
  layer["parameters"] = std::move(kept);
}

// Finds the third entry of "layers" for "Layer 3 “conv1”: …".
const JsonPlace* placeNamed(const JsonPlace& root, std::string_view message) {
  constexpr std::pair<std::string_view, std::string_view> kLists[] = {
      {"Layer ", "layers"}, {"Edge ", "edges"}, {"Note ", "notes"}, {"Block ", "blocks"}};
  for (const auto& [word, list] : kLists) {
    if (!message.starts_with(word)) continue;
    std::size_t number = 0;
    const char* begin = message.data() + word.size();
    if (std::from_chars(begin, message.data() + message.size(), number).ec != std::errc()) continue;
    const JsonPlace* all = root.find(list);
    if (all && number >= 1 && number <= all->items.size()) return &all->items[number - 1];
  }
  return nullptr;
}

// Finds the member whose key, or whose parameter title, the message mentions.
const JsonPlace* memberNamed(const JsonPlace& place, std::string_view message, const LayerType* type) {
  for (const JsonPlace& item : place.items) {
    if (const JsonPlace* inside = item.key == "parameters" ? memberNamed(item, message, type) : nullptr) return inside;
    if (item.key.empty()) continue;
    if (message.find('"' + item.key + '"') != message.npos) return &item;
    const Field* field = place.key == "parameters" && type ? type->parameters.find(item.key) : nullptr;
    if (field && message.find(field->title) != message.npos) return &item;
  }
  return nullptr;
}

// Finds a layer that the message mentions in quotes, for problems of several layers (a cycle).
const JsonPlace* layerInWords(const JsonPlace& root, std::string_view message) {
  const JsonPlace* layers = root.find("layers");
  if (!layers) return nullptr;
  for (const JsonPlace& layer : layers->items) {
    const JsonPlace* name = layer.find("name");
    if (!name || name->text.empty()) continue;
    for (const std::string& words : {"“" + name->text + "”", ": " + name->text + " →"})
      if (message.find(words) != message.npos) return &layer;
  }
  return nullptr;
}

int lineOf(const JsonPlace& root, const Error& error) {
  const std::string_view message = error.message;
  const JsonPlace* place = placeNamed(root, message);
  if (error.code == ErrorCode::NewerVersion)
    if (const JsonPlace* version = (place ? *place : root).find("version")) return version->line;
  if (!place) {
    const JsonPlace* member = memberNamed(root, message, nullptr);
    if (!member) member = layerInWords(root, message);
    return member ? member->line : root.line;
  }
  const JsonPlace* name = place->find("type");
  const JsonPlace* member = memberNamed(*place, message, name ? findLayer(name->text) : nullptr);
  return member ? member->line : place->line;
}

// Reads the line from "… at line 12." of parseJson(), for errors that the outline does not detect.
int lineInWords(std::string_view message) {
  constexpr std::string_view kWords = "at line ";
  const std::size_t at = message.find(kWords);
  int line = 0;
  if (at != message.npos)
    (void)std::from_chars(message.data() + at + kWords.size(), message.data() + message.size(), line);
  return line;
}

std::map<LayerId, LineRange> linesOfLayers(const JsonPlace& root) {
  std::map<LayerId, LineRange> lines;
  const JsonPlace* layers = root.find("layers");
  if (!layers) return lines;
  for (const JsonPlace& layer : layers->items) {
    const JsonPlace* id = layer.find("id");
    std::int32_t number = 0;
    if (!id || std::from_chars(id->text.data(), id->text.data() + id->text.size(), number).ec != std::errc()) continue;
    lines.emplace(LayerId{number}, LineRange{layer.line, layer.lastLine});
  }
  return lines;
}

// A text editor may replace these characters by spaces and line breaks, which would change names and notes.
std::string withEscapedSpaces(std::string text) {
  constexpr std::pair<std::string_view, std::string_view> kEscapes[] = {
      {"\u00a0", "\\u00a0"}, {"\u2028", "\\u2028"}, {"\u2029", "\\u2029"}};
  for (const auto& [character, escape] : kEscapes)
    for (std::size_t at = text.find(character); at != text.npos; at = text.find(character, at + escape.size()))
      text.replace(at, character.size(), escape);
  return text;
}

}  // namespace

std::string networkToText(const Network& network) {
  Json json = networkToJson(network);
  for (Json& layer : json["layers"]) leaveOutDefaults(layer);
  std::string text = "{\n";
  for (bool first = true; const auto& [key, value] : json.items()) {
    if (!first) text += ",\n";
    text += "  \"" + key + "\": ";
    // Each entry of the top-level lists has its own line, even in a short list.
    const bool list = value.is_array() && !value.empty();
    write(text, value, 2, list ? 0 : kLineLength);
    first = false;
  }
  return withEscapedSpaces(text + "\n}\n");
}

NetworkText networkFromText(std::string_view text) {
  NetworkText result;
  const JsonOutline outline = outlineJson(text);
  result.layers = linesOfLayers(outline.root);
  if (outline.errorLine > 0) {
    result.problems.push_back({outline.errorLine, outline.error});
    return result;
  }
  const Result<Json> json = parseJson(text);
  if (!json.ok()) {
    result.problems.push_back({lineInWords(json.error().message), json.error().message, json.error().advice});
    return result;
  }
  Result<Network> network = networkFromJson(*json);
  if (network.ok())
    result.network = std::move(*network);
  else
    result.problems.push_back({lineOf(outline.root, network.error()), network.error().message, network.error().advice});
  return result;
}

}  // namespace fovea
