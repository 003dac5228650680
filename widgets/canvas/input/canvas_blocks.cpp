// Why: the canvas commands for blocks: adding from the palette, folding, unfolding, opening and leaving.
#include <algorithm>

#include "core/network/block_edits.h"
#include "core/network/repeated_structure.h"
#include "widgets/canvas/input/canvas_controller.h"
#include "widgets/canvas/palette/layer_list_model.h"
#include "widgets/canvas/scene/block_moves.h"
#include "widgets/theme/core_text.h"

namespace fovea {
namespace {

// The name without the number that makes it unique.
std::string stemOf(const std::string& name) {
  return name.substr(0, name.find_last_not_of("0123456789") + 1);
}

// Returns the layers that an edit will add to `sheet`.
QList<LayerId> addedTo(BlockId sheet, const NetworkEdit& edit) {
  QList<LayerId> added;
  if (const auto* layer = std::get_if<AddLayer>(&edit.change); layer && layer->layer.block == sheet)
    added << layer->layer.id;
  if (const auto* several = std::get_if<CompoundEdit>(&edit.change))
    for (const NetworkEdit& part : several->edits) added << addedTo(sheet, part);
  return added;
}

}  // namespace

std::optional<LayerDraft> CanvasController::draftOf(const QString& key) const {
  if (const BlockId block = blockOfKey(key); block.valid()) return draftOfUse(scene_.network(), block, scene_.sheet());
  const LayerType* type = findLayer(key.toStdString());
  return type ? std::optional(fovea::draftOf(*type, scene_.sheet())) : std::nullopt;
}

QSizeF CanvasController::sizeOf(const QString& key) const {
  if (key == QLatin1String(kRerouteType)) return {canvas::kPointSide, canvas::kPointSide};
  const bool isBlock = blockOfKey(key).valid() || !savedPathOfKey(key).isEmpty();
  return {canvas::kNodeWidth, isBlock ? canvas::kBlockHeight : canvas::kNodeHeight};
}

bool CanvasController::fitsIntoEdges(const QString& key) const {
  const auto draft = draftOf(key);
  return draft && !draft->ports.inputs.empty() && !draft->ports.outputs.empty();
}

void CanvasController::add(const QString& key, const AddPlace& place) {
  if (const QString saved = savedPathOfKey(key); !saved.isEmpty()) return addSaved(saved, place);
  if (const auto draft = draftOf(key))
    return request(addLayerEdit(scene_.network(), *draft, snapped(scene_.keptPlace(place.position)), place.peer));
  Q_EMIT notice(tr("A block cannot hold itself."));
}

bool CanvasController::insert(const QString& key, const Edge& edge, const QPointF& point) {
  if (key == QLatin1String(kRerouteType)) {
    addPoint(edge, point);
    return true;
  }
  const auto draft = draftOf(key);
  const auto addition =
      draft ? insertLayerEdit(scene_.network(), *draft, edge, sizesOf(scene_), scene_.style().sideways) : std::nullopt;
  if (!addition) return false;
  request(*addition);
  return true;
}

void CanvasController::insertExisting(LayerId layer, const Edge& edge, const Position& dropped) {
  request(insertExistingEdit(scene_.network(), layer, edge, dropped, sizesOf(scene_), scene_.style().sideways), 0,
          {layer});
}

void CanvasController::addSaved(const QString& path, const AddPlace& place) {
  const Result<Network> part = shelf_.read(path);
  if (!part.ok()) return notify(part.error());
  QPointF corner;
  for (const Layer& layer : part->layers())
    if (!layer.block.valid()) corner = QPointF(layer.position.x, layer.position.y);
  const QString title = tr("Add %1").arg(QString::fromStdString(part->name()));
  request(insertNetworkEdit(scene_.network(), *part, scene_.sheet(), scene_.keptPlace(place.position) - corner, title,
                            place.peer));
}

void CanvasController::notify(const Error& error) {
  Q_EMIT notice(coreMessage(error));
}

LayerId CanvasController::selectedUse() const {
  const LayerId last = lastSelected();
  const Layer* layer = scene_.network().find(last);
  return layer && layer->type == kBlockUse ? last : LayerId{};
}

bool CanvasController::open(LayerId use) {
  const Layer* layer = scene_.network().find(use);
  if (!layer || layer->type != kBlockUse) return false;
  BlockPath path = scene_.path();
  path.push_back(use);
  scene_.setPath(path);
  return true;
}

void CanvasController::leave(int levels) {
  BlockPath path = scene_.path();
  const int left = std::min(levels, int(path.size()));
  if (left <= 0) return;
  const LayerId use = path[path.size() - std::size_t(left)];
  path.resize(path.size() - std::size_t(left));
  scene_.setPath(path);
  scene_.select({use});
  Q_EMIT revealRequested(scene_.nodeRectangle(use));
}

void CanvasController::foldSelection() {
  const CanvasLoad load = scene_.load();
  if (load.layers.isEmpty()) return Q_EMIT notice(tr("Select the layers first that the block shall hold."));
  // The title of a frame around the layers becomes the block's name.
  std::string name = tr("block").toStdString();
  for (const NoteId id : load.notes)
    if (const Note* note = scene_.network().findNote(id); note->frame)
      if (const std::string title = blockNameFrom(note->text); !title.empty()) name = title;
  const Result<BlockEdit> folded = foldIntoBlock(scene_.network(), load.layers, load.notes, name);
  if (!folded.ok()) return notify(folded.error());
  request(folded->edit, 0, {folded->use});
  if (scene_.node(folded->use)) Q_EMIT blockFolded(folded->use);
}

void CanvasController::unfoldSelection() {
  const LayerId use = selectedUse();
  if (!use.valid()) return Q_EMIT notice(tr("Select a block first: its content replaces it."));
  const Result<NetworkEdit> edit = unfoldBlock(scene_.network(), use);
  if (!edit.ok()) return notify(edit.error());
  request(*edit, 0, addedTo(scene_.sheet(), *edit));
}

bool CanvasController::foldRepeated() {
  const Result<RepeatedFold> fold = foldRepeatedStructure(scene_.network(), scene_.sheet());
  if (!fold.ok()) {
    notify(fold.error());
    return false;
  }
  std::size_t uses = 0;
  QList<LayerId> layers;
  for (const RepeatedBlock& block : fold->blocks) {
    uses += block.uses.size();
    for (const LayerId use : block.uses) layers << use;
  }
  request(fold->edit);
  if (!scene_.node(layers.front())) return false;  // the edit was refused
  Q_EMIT notice(tr("%1 parts are blocks now, of %2 kinds. Enter opens the selected one, Ctrl+Z takes it all back.")
                    .arg(uses)
                    .arg(fold->blocks.size()));
  arrangeWithLast();
  return true;
}

void CanvasController::renameBlock(BlockId block, const QString& name) {
  const Block* known = scene_.network().findBlock(block);
  if (!known || name.isEmpty() || name.toStdString() == known->name) return;
  CompoundEdit edits{{{RenameBlock{block, name.toStdString()}, {}}}};
  Network trial = scene_.network();
  if (const auto renamed = applyEdit(trial, edits.edits.front()); !renamed.ok()) return notify(renamed.error());
  // Keeps uses named after the block in step: "stem2" for "block2", of the block "block" or "block2".
  for (const LayerId id : usesOf(trial, block)) {
    const Layer& use = *trial.find(id);
    if (use.name != known->name && stemOf(use.name) != stemOf(known->name)) continue;
    const NetworkEdit edit{RenameLayer{id, trial.uniqueName(name.toStdString(), use.block)}, {}};
    if (applyEdit(trial, edit).ok()) edits.edits.push_back(edit);
  }
  request(NetworkEdit{std::move(edits), tr("Rename the block").toStdString()});
}

void CanvasController::makeSingleUse(LayerId use) {
  const Result<BlockEdit> edit = fovea::makeSingleUse(scene_.network(), use);
  if (!edit.ok()) return notify(edit.error());
  request(edit->edit, 0, {use});
}

LayerId CanvasController::selectedContainer() const {
  LayerId container;
  for (const LayerId id : scene_.selection()) {
    if (const Layer* layer = scene_.network().find(id); !layer || layer->type != kBlockUse) continue;
    if (container.valid()) return {};
    container = id;
  }
  return scene_.selection().size() > 1 ? container : LayerId{};
}

void CanvasController::moveInto(LayerId use) {
  const Layer* container = scene_.network().find(use);
  if (!container) return Q_EMIT notice(tr("Select one block, and with it the layers that shall go into it."));
  CanvasLoad load = scene_.load();
  load.layers.removeAll(use);
  const bool shared = usesOf(scene_.network(), usedBlock(*container)).size() > 1;
  const Result<BlockMove> move = moveIntoBlock(scene_.network(), load, use);
  if (!move.ok()) return notify(move.error());
  const QString words = shared ? tr("Moved into %1, which is a block of its own now; its other uses are as they were.")
                               : tr("Moved into %1. It stands below what was there.");
  const QString name = QString::fromStdString(container->name);
  request(move->edit, 0, {move->use});
  if (scene_.node(move->use)) Q_EMIT notice(words.arg(name));
}

void CanvasController::moveOut() {
  if (scene_.path().empty()) return Q_EMIT notice(tr("This is the network's own sheet: it leads out of no block."));
  if (scene_.selection().isEmpty()) return Q_EMIT notice(tr("Select the layers first that shall leave the block."));
  const Result<BlockMove> move = moveOutOfBlock(scene_.network(), scene_.selection(), scene_.path().back());
  if (!move.ok()) return notify(move.error());
  request(move->edit, 0, move->layers);
  if (!scene_.selection().isEmpty()) Q_EMIT revealRequested(scene_.nodeRectangle(scene_.selection().back()));
}

void CanvasController::removeBlock(BlockId block) {
  request(fovea::removeBlock(scene_.network(), block));
}

void CanvasController::saveBlock(LayerId use) {
  const Status saved = shelf_.save(scene_.network(), use);
  if (!saved.ok()) return notify(saved.error());
  Q_EMIT notice(tr("The block is in the palette now, under “My blocks”, for every network."));
}

}  // namespace fovea
