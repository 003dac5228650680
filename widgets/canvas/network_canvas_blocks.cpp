// Why: the controls for blocks around the drawing: breadcrumbs, sections of the palette, and name editing.
#include <QtWidgets/QMenu>
#include <algorithm>

#include "widgets/canvas/network_canvas.h"
#include "widgets/canvas/palette/layer_palette.h"
#include "widgets/canvas/panels/breadcrumbs.h"
#include "widgets/canvas/panels/layer_search_popup.h"
#include "widgets/canvas/panels/name_editor.h"
#include "widgets/theme/core_text.h"

namespace fovea {
namespace {

constexpr int kLeastNameWidth = 140;

}  // namespace

// Any edit, or its undo, may have changed the names.
void NetworkCanvas::updateWay() {
  QStringList names;
  if (!scene_->path().empty()) names << QString::fromStdString(scene_->network().name());
  for (const LayerId use : scene_->path()) names << QString::fromStdString(scene_->network().find(use)->name);
  if (names == breadcrumbs_->names()) return;
  breadcrumbs_->setNames(names);
  breadcrumbs_->setVisible(!names.isEmpty());
  placePanels();
}

void NetworkCanvas::showSheetOf(const BlockPath& left) {
  cancelTyping();
  cameras_[left] = view_->camera();
  updateWay();
  updateBlocks();
  updateStrip();
  updateEmptyState();
  describeSelection();
  placePanels();
  if (const auto before = cameras_.find(scene_->path()); before != cameras_.end())
    view_->setCamera(before->second);
  else
    view_->showBeginning();
  Q_EMIT sheetChanged();
}

void NetworkCanvas::setBlockFolder(const QString& folder) {
  controller_->shelf().setFolder(folder);
}

void NetworkCanvas::updateBlocks() {
  const Network& network = scene_->network();
  std::vector<OfferedBlock> own, saved;
  for (const Block& block : network.blocks()) {
    // A block must not be on its own sheet, nor on one that it contains.
    if (scene_->sheet().valid() && blockHolds(network, block.id, scene_->sheet())) continue;
    const std::size_t uses = usesOf(network, block.id).size();
    own.push_back({blockKey(block.id), QString::fromStdString(block.name),
                   uses == 0   ? tr("Not used at present")
                   : uses == 1 ? tr("Used once")
                               : tr("Used %1 times").arg(uses)});
  }
  for (const SavedBlock& block : controller_->shelf().blocks())
    saved.push_back({savedKey(block.path), block.name, block.path});
  palette_->setBlocks(own, saved, scene_->sheet().valid());
  search_->setBlocks(own, saved, scene_->sheet().valid());
}

void NetworkCanvas::showBlockMenu(const QString& key, const QPoint& at) {
  auto* menu = new QMenu(this);
  menu->setObjectName(QStringLiteral("paletteMenu"));
  menu->setAttribute(Qt::WA_DeleteOnClose);
  menu->addAction(tr("Add"), this, [this, key] { addChosen(key, controller_->placeForNew(view_->freeCenter())); });
  if (const BlockId block = blockOfKey(key); block.valid()) {
    const std::size_t uses = usesOf(scene_->network(), block).size();
    menu->addAction(uses == 0   ? tr("Remove from the network")
                    : uses == 1 ? tr("Remove with its use")
                                : tr("Remove with its %1 uses").arg(uses),
                    this, [this, block] { controller_->removeBlock(block); });
  } else if (const QString path = savedPathOfKey(key); !path.isEmpty()) {
    menu->addAction(tr("Remove from My blocks"), this, [this, path] {
      if (const Status removed = controller_->shelf().remove(path); !removed.ok())
        showNotice(coreMessage(removed.error()));
    });
  }
  menu->popup(at);
}

void NetworkCanvas::rename(LayerId id) {
  if (!settleTyping()) return;
  const Layer* layer = scene_->network().find(id);
  const NodeItem* item = scene_->node(id);
  if (!layer || !item) return;
  renamed_ = id;
  view_->reveal(scene_->nodeRectangle(id));
  const QRectF card = scene_->nodeRectangle(id);
  const QPoint corner = view_->mapTo(this, view_->mapFromScene(card.topLeft()));
  const int width = std::max(kLeastNameWidth, int(card.width() * view_->zoom()));
  const QRect place(corner, QSize(width, nameEditor_->sizeHint().height()));
  const Block* block = scene_->network().findBlock(usedBlock(*layer));
  if (block) {
    nameEditor_->open(QString::fromStdString(block->name), place, [this, id = block->id](const QString& name) {
      controller_->renameBlock(id, name);
      const Block* shown = scene_->network().findBlock(id);
      return !shown || shown->name == name.toStdString();
    });
    return;
  }
  nameEditor_->open(QString::fromStdString(layer->name), place, [this, id](const QString& name) {
    controller_->request(NetworkEdit{RenameLayer{id, name.toStdString()}, tr("Rename the layer").toStdString()});
    const Layer* shown = scene_->network().find(id);
    return !shown || shown->name == name.toStdString();
  });
}

void NetworkCanvas::addBlockActions(QMenu& menu, LayerId layer) {
  const Layer* use = scene_->network().find(layer);
  const BlockId block = use ? usedBlock(*use) : BlockId{};
  QAction* fold =
      menu.addAction(tr("Fold into a block") + QLatin1Char('\t') + keys("fold"), this, &NetworkCanvas::foldSelection);
  fold->setObjectName(QStringLiteral("canvasFold"));
  if (!scene_->path().empty())
    menu.addAction(tr("Move out of the block") + QLatin1Char('\t') + keys("moveOut"), this,
                   [this] { controller_->moveOut(); });
  if (const Layer* container = scene_->network().find(controller_->selectedContainer()))
    menu.addAction(
        tr("Move into %1").arg(QString::fromStdString(container->name)) + QLatin1Char('\t') + keys("moveInto"), this,
        [this, id = container->id] { controller_->moveInto(id); });
  if (!block.valid()) return;
  menu.addAction(tr("Unfold the block") + QLatin1Char('\t') + keys("unfold"), this, &NetworkCanvas::unfoldSelection);
  menu.addAction(tr("Make single use"), this, [this, layer] { controller_->makeSingleUse(layer); })
      ->setEnabled(usesOf(scene_->network(), block).size() > 1);
  menu.addAction(tr("Save to the palette"), this, [this, layer] { controller_->saveBlock(layer); })
      ->setEnabled(!controller_->shelf().folder().isEmpty());
}

}  // namespace fovea
