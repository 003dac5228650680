#include "core/exchange/caffe/caffe_text.h"

#include <algorithm>

#include "core/exchange/caffe/caffe_import.h"
#include "core/exchange/caffe/layer_writer.h"
#include "core/network/flatten.h"
#include "core/network/losses.h"

namespace fovea {
namespace {

constexpr int kMostRounds = 4;

using NamedEdge = std::tuple<int, std::string, int>;  // input index, and the source layer and output that it reads

std::map<std::string, std::vector<NamedEdge>> edgesByName(const Network& network) {
  std::map<std::string, std::vector<NamedEdge>> edges;
  for (const Edge& edge : network.edges())
    edges[network.find(edge.target)->name].emplace_back(edge.input, network.find(edge.source)->name, edge.output);
  for (auto& [name, list] : edges) std::sort(list.begin(), list.end());
  return edges;
}

// Adds the extras for parts of `wanted` that `read` lacks. Returns false if nothing was missing.
bool addMissing(const Network& wanted, const Network& read, const std::map<std::string, std::string>& writers,
                CaffeViewExtras& extras) {
  bool added = false;
  auto wantedEdges = edgesByName(wanted), readEdges = edgesByName(read);
  std::map<std::string, const Layer*> layers;
  for (const Layer& layer : read.layers()) layers[layer.name] = &layer;
  for (const Layer& layer : wanted.layers()) {
    const auto found = layers.find(layer.name);
    const Layer* same = found == layers.end() ? nullptr : found->second;
    if (same) layers.erase(found);
    if (!same || same->type != layer.type || wantedEdges[layer.name] != readEdges[layer.name]) {
      added = extras.own.insert(layer.name).second || added;
      continue;
    }
    FieldValues different = extras.parameters.contains(layer.name) ? extras.parameters[layer.name] : FieldValues();
    for (const auto& [name, value] : layer.parameters) {
      if (*same->parameters.find(name) == value) continue;
      if (layer.type == "placeholder" && name == "text") continue;  // depends on the names of neighbouring blobs
      different.set(name, value);
      added = true;
    }
    if (!different.empty()) extras.parameters[layer.name] = different;
  }
  // The other layers read back differently: they are written as Fovea's own layers.
  for (const auto& [name, layer] : layers) {
    const auto writer = writers.find(name);
    if (writer != writers.end()) added = extras.own.insert(writer->second).second || added;
    for (const Layer& candidate : wanted.layers())
      if (writer == writers.end() && name.starts_with(candidate.name + "_"))
        added = extras.own.insert(candidate.name).second || added;
  }
  return added;
}

}  // namespace

Result<CaffeExport> exportCaffeNet(const Network& network, const CaffeExportRequest& request, ExchangeReport& report) {
  FOVEA_TRY(const Network flat, flattenNetwork(network));
  const CaffeViewExtras none;
  FOVEA_TRY(CaffeExport written, CaffeLayerWriter(flat, request, report, none).write());
  if (request.form != CaffeForm::Deploy || lossesOf(flat).size() < 2) return written;
  // Training continues with all weights; inference needs only the main loss.
  const Network answering = withoutSideLosses(flat);
  FOVEA_TRY(CaffeExport answer, CaffeLayerWriter(answering, request, report, none).write());
  written.prototxt = std::move(answer.prototxt);
  return written;
}

std::string networkToPrototxt(const Network& network) {
  const auto flattened = flattenNetwork(network);
  const Network& flat = flattened.ok() ? *flattened : network;
  const CaffeExportRequest request{.form = CaffeForm::View, .weights = {}, .normalise = nullptr};
  CaffeViewExtras extras;
  ExchangeReport unread;
  for (int round = 0;; ++round) {
    CaffeLayerWriter writer(flat, request, unread, extras);
    const auto written = writer.write();
    if (!written.ok()) return "# " + written.error().text() + "\n";
    const auto read = networkFromPrototxt(written->prototxt);
    if (round == kMostRounds) return written->prototxt;
    if (read.ok()) {
      if (!addMissing(flat, *read, writer.writers(), extras)) return written->prototxt;
      continue;
    }
    for (const Layer& layer : flat.layers()) extras.own.insert(layer.name);
  }
}

Result<PrototxtReading> readPrototxtNetwork(std::string_view text, const Network* before) {
  PrototxtReading reading;
  CaffeImportOptions options;
  options.before = before;
  options.mayBeEmpty = true;
  FOVEA_TRY(CaffeImported imported, importCaffeNet(text, options, reading.report));
  reading.network = std::move(imported.network);
  reading.places = std::move(imported.places);
  return reading;
}

Result<Network> networkFromPrototxt(std::string_view text, const Network* before) {
  FOVEA_TRY(PrototxtReading reading, readPrototxtNetwork(text, before));
  return std::move(reading.network);
}

}  // namespace fovea
