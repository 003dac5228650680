// Why: shows layers that a network no longer has next to the present ones.
#include "widgets/canvas/items/ghost_item.h"
#include "widgets/canvas/scene/canvas_scene.h"

namespace fovea {
namespace {

constexpr int kMostSteps = 8;  // shifts to the side before overlaps are accepted

}  // namespace

void CanvasScene::setGhosts(std::vector<Ghost> ghosts) {
  ghosts_ = std::move(ghosts);
  updateGhosts();
}

void CanvasScene::updateGhosts() {
  qDeleteAll(ghostItems_);
  ghostItems_.clear();
  for (Ghost ghost : ghosts_) {
    if (ghost.block != sheet()) continue;
    const auto taken = [&] {
      const QRectF card(ghost.position.x, ghost.position.y, canvas::kNodeWidth, canvas::kNodeHeight);
      const auto meets = [&](const QRectF& other) { return other.intersects(card); };
      for (const auto& [id, item] : nodes_)
        if (meets(nodeRectangle(id))) return true;
      return std::any_of(ghostItems_.begin(), ghostItems_.end(),
                         [&](const GhostItem* other) { return meets(other->sceneBoundingRect()); });
    };
    for (int step = 0; step < kMostSteps && taken(); ++step)
      ghost.position.x += canvas::kNodeWidth + canvas::kColumnGap / 2;
    ghostItems_.push_back(new GhostItem(ghost, style_));
    addItem(ghostItems_.back());
  }
}

}  // namespace fovea
