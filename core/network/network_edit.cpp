#include "core/network/network_edit.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/network/network_editor.h"

namespace fovea {
namespace {

// Applies one alternative of NetworkEdit and returns the inverse change. On error nothing has changed, except by the
// earlier parts of a compound edit.
class Applier {
 public:
  explicit Applier(Network& network) : network_(network), editor_(network) {}
  using Inverse = Result<decltype(NetworkEdit::change)>;

  Inverse operator()(const AddLayer& edit) {
    FOVEA_TRY(const LayerId id, editor_.addLayer(edit.layer));
    return {RemoveLayer{id}};
  }
  Inverse operator()(const RemoveLayer& edit) {
    FOVEA_TRY(auto removed, editor_.removeLayer(edit.id));
    if (removed.second.empty()) return {AddLayer{std::move(removed.first)}};
    CompoundEdit inverse;
    inverse.edits.push_back({AddLayer{std::move(removed.first)}, {}});
    for (const Edge& edge : removed.second) inverse.edits.push_back({AddEdge{edge}, {}});
    return {std::move(inverse)};
  }
  Inverse operator()(const AddEdge& edit) {
    FOVEA_TRY(const auto stored, editor_.addEdge(edit.edge));
    if (stored.second) return {AddEdge{*stored.second}};
    return {RemoveEdge{stored.first}};
  }
  Inverse operator()(const RemoveEdge& edit) {
    FOVEA_CHECK(editor_.removeEdge(edit.edge));
    return {AddEdge{edit.edge}};
  }
  Inverse operator()(const SetParameter& edit) {
    FOVEA_TRY(Layer* const layer, editor_.layer(edit.id));
    const Field* field = findLayer(layer->type)->parameters.find(edit.name);
    if (!field)
      return fail(ErrorCode::InvalidArgument, inQuotes(layer->name) + " has no parameter “" + edit.name + "”.");
    FOVEA_CHECK(field->validate(edit.value));
    const FieldValue old = *layer->parameters.find(edit.name);
    layer->parameters.set(edit.name, edit.value);
    if (const Status ports = checkEdgesOf(*layer); !ports.ok()) {
      layer->parameters.set(edit.name, old);
      return ports.error();
    }
    return {SetParameter{edit.id, edit.name, old}};
  }
  Inverse operator()(const RenameLayer& edit) {
    FOVEA_TRY(Layer* const layer, editor_.layer(edit.id));
    FOVEA_CHECK(NetworkEditor::checkName(edit.name));
    const Layer* other = network_.findByName(edit.name, layer->block);
    if (other && other != layer)
      return fail(ErrorCode::AlreadyExists, "There is already a layer named " + inQuotes(edit.name) + ".",
                  "Choose another name.");
    const std::string former = std::exchange(layer->name, edit.name);
    CompoundEdit inverse;
    inverse.edits.push_back({RenameLayer{edit.id, former}, {}});
    if (former == edit.name) return {RenameLayer{edit.id, former}};
    // Layers that use its weights follow the new name. A layer that already named it (as missing) must not follow the
    // undo.
    for (const Layer& user : network_.layers()) {
      if (user.block != layer->block) continue;
      const std::string shared = sharesWeightsWith(user.parameters);
      if (shared == former) (*editor_.layer(user.id))->parameters.set(kSharedWeights, edit.name);
      if (shared == edit.name) inverse.edits.push_back({SetParameter{user.id, kSharedWeights, edit.name}, {}});
    }
    if (inverse.edits.size() == 1) return {RenameLayer{edit.id, former}};
    return {std::move(inverse)};
  }
  Inverse operator()(const MoveLayers& edit) {
    for (const auto& [id, position] : edit.positions) {
      if (auto layer = editor_.layer(id); !layer.ok()) return layer.error();
      FOVEA_CHECK(NetworkEditor::checkPosition(position));
    }
    MoveLayers inverse;
    for (const auto& [id, position] : edit.positions)
      inverse.positions.emplace_back(id, std::exchange((*editor_.layer(id))->position, position));
    std::reverse(inverse.positions.begin(), inverse.positions.end());
    return {std::move(inverse)};
  }
  Inverse operator()(const RenameNetwork& edit) {
    std::string old = network_.name();
    FOVEA_CHECK(editor_.rename(edit.name));
    return {RenameNetwork{std::move(old)}};
  }
  Inverse operator()(const AddNote& edit) {
    FOVEA_TRY(const NoteId id, editor_.addNote(edit.note));
    return {RemoveNote{id}};
  }
  Inverse operator()(const RemoveNote& edit) {
    FOVEA_TRY(Note removed, editor_.removeNote(edit.id));
    return {AddNote{std::move(removed)}};
  }
  Inverse operator()(const SetNote& edit) {
    FOVEA_TRY(Note former, editor_.setNote(edit.note));
    return {SetNote{std::move(former)}};
  }
  Inverse operator()(const CompoundEdit& edit) {
    CompoundEdit inverse;
    for (const NetworkEdit& part : edit.edits) {
      FOVEA_TRY(auto undo, std::visit(*this, part.change));
      inverse.edits.push_back({std::move(undo), part.title});
    }
    std::reverse(inverse.edits.begin(), inverse.edits.end());
    return {std::move(inverse)};
  }
  Inverse operator()(const ReplaceNetwork& edit) {
    Network old = network_;
    editor_.replace(edit.network);
    return {ReplaceNetwork{std::move(old)}};
  }

  Inverse operator()(const AddBlock& edit) {
    FOVEA_TRY(const BlockId id, editor_.addBlock(edit.block));
    return {RemoveBlock{id}};
  }
  Inverse operator()(const RemoveBlock& edit) {
    FOVEA_TRY(Block removed, editor_.removeBlock(edit.id));
    return {AddBlock{std::move(removed)}};
  }
  Inverse operator()(const RenameBlock& edit) {
    FOVEA_TRY(std::string former, editor_.renameBlock(edit.id, edit.name));
    return {RenameBlock{edit.id, std::move(former)}};
  }

 private:
  // With other parameters a layer may have fewer ports, or use another block.
  Status checkEdgesOf(const Layer& layer) const {
    FOVEA_CHECK(editor_.checkSheet(layer));
    FOVEA_CHECK(editor_.checkNesting(layer));
    for (const Edge& edge : network_.edges()) {
      if (edge.source != layer.id && edge.target != layer.id) continue;
      if (editor_.checkPorts(edge).ok()) continue;
      const bool reads = edge.source == layer.id;
      return fail(
          ErrorCode::InvalidArgument,
          fmt::format("{} {} of {} would be gone, but {} {} it.", reads ? "Output" : "Input",
                      (reads ? edge.output : edge.input) + 1, inQuotes(layer.name),
                      inQuotes(network_.find(reads ? edge.target : edge.source)->name), reads ? "reads" : "feeds"),
          "Remove that edge first.");
    }
    return {};
  }

  Network& network_;
  NetworkEditor editor_;
};

}  // namespace

Result<NetworkEdit> applyEdit(Network& network, const NetworkEdit& edit) {
  std::optional<Network> before;
  if (std::holds_alternative<CompoundEdit>(edit.change)) before = network;
  auto inverse = std::visit(Applier(network), edit.change);
  if (inverse.ok()) return NetworkEdit{std::move(inverse).value(), edit.title};
  if (before) network = std::move(*before);
  return inverse.error();
}

}  // namespace fovea
