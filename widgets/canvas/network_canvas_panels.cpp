// Why: positions the panels around the drawing, and hides some in a small window.
#include <QtCore/QTimer>
#include <QtWidgets/QLayout>
#include <algorithm>

#include "widgets/canvas/network_canvas.h"
#include "widgets/canvas/palette/layer_palette.h"
#include "widgets/canvas/panels/breadcrumbs.h"
#include "widgets/canvas/panels/mini_map.h"
#include "widgets/canvas/panels/problem_list.h"
#include "widgets/theme/notice.h"

namespace fovea {
namespace {

constexpr int kPanelMargin = 16;
constexpr int kFitMargins = 56;  // total margin of both sides when fitting
constexpr int kPaletteWidth = 176;
constexpr int kPaletteFrom = 520;  // below this canvas width the panels would cover the drawing
constexpr int kMiniMapFrom = 640;
constexpr int kNoticeWidth = 520;
constexpr int kEmptyWidth = 420;
constexpr int kProblemsWidth = 380;
constexpr int kProblemsHeight = 420;

}  // namespace

void NetworkCanvas::showNotice(const QString& text) {
  notice_->showMessage(Banner::Tone::Info, text);
  noticeTimer_->start();
  placePanels();
}

void NetworkCanvas::placeProblems(int bottom) {
  if (!problems_->isVisible()) return;
  const int wide = std::min(kProblemsWidth, width() - 2 * kPanelMargin);
  // Two passes, since the height of the texts depends on the width.
  for (int pass = 0; pass < 2; ++pass) {
    const int high = problems_->heightFor(std::min(kProblemsHeight, bottom - 2 * kPanelMargin));
    problems_->setGeometry(width() - kPanelMargin - wide, bottom - kPanelMargin / 2 - high, wide, high);
    problems_->layout()->activate();
  }
}

void NetworkCanvas::placeEmptyState(int left, int bottom) {
  empty_->setSentence(left > 0 || (!ownPalette_ && palette_->isVisible())
                          ? tr("Press Tab or double-click to add a layer, or drag one from the list at the left.")
                          : tr("Press Tab or double-click to add a layer."));
  const int wide = std::min(kEmptyWidth, width() - left - 2 * kPanelMargin);
  empty_->layout()->activate();
  const int high = std::max(empty_->heightForWidth(wide), empty_->minimumSizeHint().height());
  empty_->setGeometry(left + (width() - left - wide) / 2, (bottom - high) / 2, wide, high);
}

LayerPalette* NetworkCanvas::takePalette() {
  ownPalette_ = false;
  palette_->setParent(nullptr);
  palette_->setProperty("kind", QString());
  placePanels();
  return palette_;
}

void NetworkCanvas::placePanels() {
  view_->setGeometry(rect());
  const int stripTop = height() - kPanelMargin - strip_->height();
  strip_->setGeometry(kPanelMargin, stripTop, width() - 2 * kPanelMargin, strip_->height());
  if (ownPalette_) {
    palette_->setVisible(width() >= kPaletteFrom);
    palette_->resize(kPaletteWidth, palette_->height());
    palette_->setGeometry(kPanelMargin, kPanelMargin, kPaletteWidth, palette_->heightFor(stripTop - 2 * kPanelMargin));
  }
  miniMap_->resize(miniMap_->sizeFor((stripTop - kPanelMargin) / 2));
  miniMap_->move(width() - kPanelMargin - miniMap_->width(), kPanelMargin);
  miniMap_->setVisible(width() >= kMiniMapFrom && !scene_->nodes().empty());
  const int left = ownPalette_ && palette_->isVisibleTo(this) ? palette_->geometry().right() + 1 : 0;
  breadcrumbs_->adjustSize();
  breadcrumbs_->move(left + kPanelMargin, kPanelMargin);
  const int top = breadcrumbs_->isVisibleTo(this) ? breadcrumbs_->geometry().bottom() + 1 : 0;
  view_->setCovered(QMargins(left, top, 0, height() - stripTop));
  const int right = miniMap_->isVisibleTo(this) ? width() - miniMap_->x() : 0;
  controller_->setRoom(QSizeF(width() - left - right, stripTop - top) - QSizeF(kFitMargins, kFitMargins));
  view_->setCorner(miniMap_->isVisibleTo(this) ? miniMap_->geometry() : QRect());
  placeEmptyState(left, stripTop);
  placeProblems(stripTop);
  view_->setPanel(problems_->isVisibleTo(this) ? problems_->geometry() : QRect());
  const int noticeTop = top > 0 ? top + kPanelMargin / 2 : kPanelMargin;
  if (!notice_->isVisibleTo(this)) return;
  // Between the panels if its text fits there, otherwise over the overview.
  int noticeRight = miniMap_->isVisibleTo(this) ? miniMap_->x() : width();
  if (noticeRight - left - 2 * kPanelMargin < kNoticeWidth) noticeRight = width();
  const int wide = std::min(kNoticeWidth, noticeRight - left - 2 * kPanelMargin);
  notice_->layout()->activate();
  const int high = std::max(notice_->heightForWidth(wide), notice_->minimumSizeHint().height());
  notice_->setGeometry(left + (noticeRight - left - wide) / 2, noticeTop, wide, high);
  notice_->raise();
}

}  // namespace fovea
