#include "widgets/canvas/scene/block_moves.h"

#include <QtCore/QCoreApplication>
#include <algorithm>

#include "core/network/block_edits.h"

namespace fovea {
namespace {

constexpr double kAside = canvas::kNodeWidth + canvas::kColumnGap;
constexpr double kBelow = canvas::kNodeHeight + canvas::kRowGap;

struct BlockMoveWords {
  Q_DECLARE_TR_FUNCTIONS(fovea::BlockMove)
};

bool isPort(const Layer& layer) {
  return layer.type == kBlockInput || layer.type == kBlockOutput;
}

// The block is unfolded, and folded again with more in it or less: so the ports come out right by themselves.
class Refold {
 public:
  Refold(const Network& network, LayerId use)
      : before_(network), use_(*network.find(use)), block_(usedBlock(use_)), trial_(network) {}

  Status unfold();
  // `joining` is added to the block; `leaving`, layers of the block, stay outside.
  Status fold(const CanvasLoad& joining, const QList<LayerId>& leaving);
  BlockMove take(const QString& title) {
    move_.edit = {std::move(edits_), title.toStdString()};
    return std::move(move_);
  }

 private:
  Status apply(NetworkEdit edit);
  template <class Change>
  Status applyChange(Change change) {
    return apply({std::move(change), {}});
  }
  Status placeAll(const CanvasLoad& joining, const QList<LayerId>& leaving);
  Status restoreNames();
  Status restorePortNames();
  Status renamePort(LayerId port, LayerId old);

  const Network& before_;
  const Layer use_;
  const BlockId block_;
  Network trial_;
  CompoundEdit edits_;
  BlockMove move_;
  std::map<LayerId, LayerId> outside_;  // for layers of the block: their ids while the block is unfolded
  QList<NoteId> notes_;                 // notes of the block while it is unfolded
};

Status Refold::apply(NetworkEdit edit) {
  FOVEA_CHECK(applyEdit(trial_, edit));
  edits_.edits.push_back(std::move(edit));
  return {};
}

Status Refold::unfold() {
  FOVEA_TRY(NetworkEdit edit, unfoldBlock(trial_, use_.id));
  FOVEA_CHECK(apply(std::move(edit)));
  std::vector<LayerId> inner, outer;
  for (const Layer& layer : before_.layers())
    if (layer.block == block_ && !isPort(layer)) inner.push_back(layer.id);
  for (const Layer& layer : trial_.layers())
    if (!before_.find(layer.id)) outer.push_back(layer.id);
  if (inner.size() != outer.size()) return fail(ErrorCode::Internal, "The block was not unfolded layer by layer.");
  std::sort(inner.begin(), inner.end());
  std::sort(outer.begin(), outer.end());
  for (std::size_t i = 0; i < inner.size(); ++i) outside_.emplace(inner[i], outer[i]);
  for (const Note& note : trial_.notes())
    if (!before_.findNote(note.id)) notes_ << note.id;
  return usesOf(trial_, block_).empty() ? apply(removeBlock(trial_, block_)) : Status();
}

// Layers that were outside keep their positions; moved layers get a free position.
Status Refold::placeAll(const CanvasLoad& joining, const QList<LayerId>& leaving) {
  MoveLayers moves;
  for (const Layer& layer : before_.layers())
    if (layer.block == use_.block && layer.id != use_.id) moves.positions.emplace_back(layer.id, layer.position);
  double left = 1e18, bottom = -1e18, right = -1e18;
  for (const auto& [inner, outer] : outside_) {
    const Position& position = trial_.find(outer)->position;
    left = std::min(left, position.x);
    right = std::max(right, position.x);
    bottom = std::max(bottom, position.y);
  }
  double top = 1e18, start = 1e18;
  for (const LayerId id : joining.layers) {
    top = std::min(top, before_.find(id)->position.y);
    start = std::min(start, before_.find(id)->position.x);
  }
  if (!outside_.empty())
    for (const LayerId id : joining.layers) {
      const Position& old = before_.find(id)->position;
      std::erase_if(moves.positions, [id](const auto& entry) { return entry.first == id; });
      moves.positions.emplace_back(id, Position{old.x - start + left, old.y - top + bottom + kBelow});
    }
  for (const LayerId id : leaving) {
    const Position& position = trial_.find(outside_.at(id))->position;
    moves.positions.emplace_back(outside_.at(id), Position{position.x + right - left + kAside, position.y});
  }
  return moves.positions.empty() ? Status() : applyChange(std::move(moves));
}

Status Refold::fold(const CanvasLoad& joining, const QList<LayerId>& leaving) {
  FOVEA_CHECK(placeAll(joining, leaving));
  std::vector<LayerId> inside(joining.layers.begin(), joining.layers.end());
  for (const auto& [inner, outer] : outside_)
    if (leaving.contains(inner))
      move_.layers << outer;
    else
      inside.push_back(outer);
  if (leaving.isEmpty()) move_.layers = joining.layers;
  if (inside.empty()) return {};
  std::sort(inside.begin(), inside.end());
  QList<NoteId> notes = joining.notes + notes_;
  const Block* block = before_.findBlock(block_);
  FOVEA_TRY(BlockEdit folded, foldIntoBlock(trial_, inside, {notes.data(), std::size_t(notes.size())}, block->name));
  move_.use = folded.use;
  FOVEA_CHECK(apply(std::move(folded.edit)));
  FOVEA_CHECK(applyChange(MoveLayers{{{move_.use, use_.position}}}));
  return restoreNames();
}

// Restores names that were unique on the other sheet, and those of ports that carry the same value as before.
Status Refold::restoreNames() {
  if (trial_.find(move_.use)->name != use_.name) FOVEA_CHECK(applyChange(RenameLayer{move_.use, use_.name}));
  for (const auto& [inner, outer] : outside_) {
    const std::string& name = before_.find(inner)->name;
    const Layer& now = *trial_.find(outer);
    if (now.name != name && trial_.uniqueName(name, now.block) == name)
      FOVEA_CHECK(applyChange(RenameLayer{outer, name}));
  }
  return restorePortNames();
}

Status Refold::renamePort(LayerId port, LayerId old) {
  const std::string& name = before_.find(old)->name;
  const Layer& now = *trial_.find(port);
  if (now.name == name || trial_.uniqueName(name, now.block) != name) return {};
  return applyChange(RenameLayer{port, name});
}

Status Refold::restorePortNames() {
  const BlockId block = usedBlock(*trial_.find(move_.use));
  const auto ins = blockPorts(trial_, block, kBlockInput), oldIns = blockPorts(before_, block_, kBlockInput);
  for (const Edge& edge : trial_.edgesInto(move_.use))
    for (const Edge& old : before_.edgesInto(use_.id))
      if (old.source == edge.source && old.output == edge.output)
        FOVEA_CHECK(renamePort(ins[std::size_t(edge.input)], oldIns[std::size_t(old.input)]));
  for (const LayerId port : blockPorts(trial_, block, kBlockOutput))
    for (const LayerId oldPort : blockPorts(before_, block_, kBlockOutput)) {
      const auto now = trial_.edgesInto(port), then = before_.edgesInto(oldPort);
      if (now.empty() || then.empty() || now[0].output != then[0].output) continue;
      const auto source = outside_.find(then[0].source);
      if (source != outside_.end() && source->second == now[0].source) FOVEA_CHECK(renamePort(port, oldPort));
    }
  return {};
}

Status checkUse(const Network& network, LayerId use) {
  const Layer* layer = network.find(use);
  if (!layer || layer->type != kBlockUse) return fail(ErrorCode::InvalidArgument, "This is no block.");
  return {};
}

}  // namespace

Result<BlockMove> moveIntoBlock(const Network& network, const CanvasLoad& load, LayerId use) {
  FOVEA_CHECK(checkUse(network, use));
  if (load.layers.isEmpty()) return fail(ErrorCode::InvalidArgument, "No layer is selected.", "Select some first.");
  const QString name = QString::fromStdString(network.find(use)->name);
  Refold refold(network, use);
  FOVEA_CHECK(refold.unfold());
  FOVEA_CHECK(refold.fold(load, {}));
  return refold.take(BlockMoveWords::tr("Move into %1").arg(name));
}

Result<BlockMove> moveOutOfBlock(const Network& network, const QList<LayerId>& layers, LayerId use) {
  FOVEA_CHECK(checkUse(network, use));
  QList<LayerId> leaving;
  for (const LayerId id : layers)
    if (const Layer* layer = network.find(id); layer && !isPort(*layer)) leaving << id;
  if (leaving.isEmpty())
    return fail(ErrorCode::InvalidArgument, "A block's input or output belongs to its own sheet.",
                "Select the layers between them.");
  const QString name = QString::fromStdString(network.find(use)->name);
  Refold refold(network, use);
  FOVEA_CHECK(refold.unfold());
  FOVEA_CHECK(refold.fold({}, leaving));
  return refold.take(BlockMoveWords::tr("Move out of %1").arg(name));
}

}  // namespace fovea
