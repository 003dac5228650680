#include "core/network/flatten.h"

#include <fmt/format.h>

#include <map>
#include <set>

#include "core/network/network_editor.h"

namespace fovea {
namespace {

// Unfolding also visits ports and uses, which take time even where a block holds no layer.
constexpr std::int64_t kMostUnfolded = 5 * kMostLayers;

// The layer of the flat network that produces a value of a sheet; invalid if there is none.
struct Origin {
  LayerId layer;
  int output = 0;
};

// Facts about each sheet, looked up once.
struct Sheets {
  // In topological order. Block inputs, which have no sources, come oldest first, as the block's ports do.
  std::map<BlockId, std::vector<LayerId>> order;
  std::map<BlockId, std::vector<LayerId>> outputs;
};

class Flattener {
 public:
  explicit Flattener(const Network& network) : network_(network), nextId_(network.nextId()) {}

  Result<Network> run() {
    FOVEA_TRY(const std::vector<LayerId> order, network_.topologicalOrder());
    for (const LayerId id : order) sheets_.order[network_.find(id)->block].push_back(id);
    for (const LayerId id : sheets_.order[{}]) names_.insert(network_.find(id)->name);
    for (const Layer& layer : network_.layers())
      if (layer.type == kBlockOutput) sheets_.outputs[layer.block].push_back(layer.id);
    unfold({}, {}, nullptr);
    Network flat;
    std::vector<Note> notes;
    for (const Note& note : network_.notes())
      if (!note.block.valid()) notes.push_back(note);
    NetworkEditor(flat).assign(network_.name(), std::move(layers_), std::move(edges_), std::move(notes), {});
    return flat;
  }

 private:
  // Copies the layers on the sheet of `block`, whose inputs are `arriving`; `use` is null for the network's own sheet.
  // Returns the values at the block's outputs.
  std::vector<Origin> unfold(BlockId block, const std::vector<Origin>& arriving, const Layer* use) {
    std::map<std::pair<LayerId, int>, Origin> values;
    const auto sourceOf = [&](const Edge& edge) {
      const auto found = values.find({edge.source, edge.output});
      return found == values.end() ? Origin{} : found->second;
    };
    std::size_t entered = 0;
    std::map<std::string, std::string> placedNames;  // by name on the sheet
    std::vector<std::size_t> sharing;                // indices in layers_ of users of weights of the sheet
    for (const LayerId id : sheets_.order[block]) {
      const Layer& layer = *network_.find(id);
      const std::vector<Edge> edges = network_.edgesInto(id);
      if (layer.type == kBlockInput) {
        values[{id, 0}] = arriving[entered++];
      } else if (layer.type == kBlockUse) {
        std::vector<Origin> inputs(blockPorts(network_, usedBlock(layer), kBlockInput).size());
        for (const Edge& edge : edges) inputs[static_cast<std::size_t>(edge.input)] = sourceOf(edge);
        const Layer placed = use ? inside(*use, layer) : layer;
        const std::vector<Origin> left = unfold(usedBlock(layer), inputs, &placed);
        for (std::size_t i = 0; i < left.size(); ++i) values[{id, static_cast<int>(i)}] = left[i];
      } else if (layer.type != kBlockOutput) {
        const Layer& added = layers_.emplace_back(use ? inside(*use, layer) : layer);
        if (use) placedNames[layer.name] = added.name;
        if (use && !sharesWeightsWith(layer.parameters).empty()) sharing.push_back(layers_.size() - 1);
        for (const Edge& edge : edges)
          if (const Origin source = sourceOf(edge); source.layer.valid())
            edges_.push_back({source.layer, source.output, added.id, edge.input});
        const int outputs = static_cast<int>(portsOf(network_, layer).outputs.size());
        for (int output = 0; output < outputs; ++output) values[{id, output}] = {added.id, output};
      }
    }
    for (const std::size_t index : sharing) {
      FieldValues& parameters = layers_[index].parameters;
      const std::string name = sharesWeightsWith(parameters);
      const auto placed = placedNames.find(name);
      // A name missing on the sheet must not match a layer outside of it.
      parameters.set(kSharedWeights, placed == placedNames.end() ? use->name + "/" + name : placed->second);
    }
    std::vector<Origin> leaving;
    for (const LayerId port : sheets_.outputs[block]) {
      const std::vector<Edge> edges = network_.edgesInto(port);
      leaving.push_back(edges.empty() ? Origin{} : sourceOf(edges.front()));
    }
    return leaving;
  }

  // Returns a copy of the block's `layer` for the (already flattened) block use `use`.
  Layer inside(const Layer& use, const Layer& layer) {
    Layer placed = layer;
    placed.id = nextId_;
    ++nextId_.index;
    placed.block = {};
    placed.name =
        uniqueName(use.name + "/" + layer.name, [&](const std::string& name) { return names_.contains(name); });
    placed.position = {use.position.x + layer.position.x, use.position.y + layer.position.y};
    names_.insert(placed.name);
    return placed;
  }

  const Network& network_;
  Sheets sheets_;
  LayerId nextId_;
  std::set<std::string> names_;
  std::vector<Layer> layers_;
  std::vector<Edge> edges_;
};

}  // namespace

Status checkUnfoldedSize(const Network& network) {
  FOVEA_CHECK(nestingOrder(network));
  const char* advice = "Use its blocks less often, or make them smaller.";
  if (layerCount(network) > kMostLayers)
    return fail(ErrorCode::InvalidArgument,
                fmt::format("With its blocks unfolded the network has more than {} layers.", kMostLayers), advice);
  if (unfoldedSize(network) > kMostUnfolded)
    return fail(ErrorCode::InvalidArgument,
                fmt::format("With its blocks unfolded the network has more than {} layers, uses of blocks and ports.",
                            kMostUnfolded),
                advice);
  return {};
}

Result<Network> flattenNetwork(const Network& network) {
  if (network.blocks().empty()) return network;
  FOVEA_CHECK(checkUnfoldedSize(network));
  return Flattener(network).run();
}

}  // namespace fovea
