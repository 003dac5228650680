#include "widgets/canvas/panels/layer_search_popup.h"

#include <QtGui/QKeyEvent>
#include <QtGui/QPainter>
#include <QtWidgets/QApplication>
#include <QtWidgets/QLabel>
#include <QtWidgets/QLineEdit>
#include <QtWidgets/QVBoxLayout>
#include <algorithm>

namespace fovea {
namespace {

constexpr int kWidth = 296;
constexpr int kRows = 8;  // maximum; more rows scroll
constexpr int kPopupRowHeight = 26;
constexpr int kPopupMargin = 8;
constexpr int kShadow = 16;  // room around the card

}  // namespace

LayerSearchPopup::LayerSearchPopup(QWidget* parent)
    : QFrame(parent),
      search_(new QLineEdit(this)),
      list_(new LayerListView(model_, true, this)),
      nothing_(new QLabel(this)) {
  setObjectName(QStringLiteral("layerSearch"));
  setAccessibleName(tr("Add a layer"));
  search_->setObjectName(QStringLiteral("layerSearchField"));
  search_->setPlaceholderText(tr("Add a layer…"));
  search_->setAccessibleName(tr("Name of the layer to add"));
  list_->setObjectName(QStringLiteral("layerSearchList"));
  list_->setAccessibleName(tr("Layers found"));
  list_->setFocusPolicy(Qt::NoFocus);
  nothing_->setProperty("kind", "muted");
  nothing_->setAlignment(Qt::AlignCenter);
  nothing_->setWordWrap(true);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(kShadow + kPopupMargin, kShadow + kPopupMargin, kShadow + kPopupMargin,
                             kShadow + kPopupMargin);
  layout->setSpacing(6);
  layout->addWidget(search_);
  layout->addWidget(nothing_);
  layout->addWidget(list_);
  search_->installEventFilter(this);
  connect(search_, &QLineEdit::textChanged, this, &LayerSearchPopup::filter);
  connect(list_, &QListView::clicked, this,
          [this](const QModelIndex& index) { choose(index.data(LayerListModel::KeyRole).toString()); });
  hide();
}

void LayerSearchPopup::open(const QPoint& at, const AddPlace& place) {
  place_ = place;
  at_ = at;
  search_->clear();
  search_->setPlaceholderText(place.edge ? tr("Insert a layer…") : tr("Add a layer…"));
  model_.setNeeds(place.edge || (place.peer && place.peer->output), place.edge || (place.peer && !place.peer->output));
  filter({});
  show();
  raise();
  style_ = CanvasStyle::withShadow();
  search_->setFocus(Qt::PopupFocusReason);
}

void LayerSearchPopup::filter(const QString& text) {
  model_.setFilter(text);
  const bool none = model_.rowCount() == 0;
  nothing_->setText(tr("No layer is called “%1”.").arg(text));
  nothing_->setVisible(none);
  list_->setVisible(!none);
  if (!none) list_->setCurrentIndex(model_.index(0));
  fit();
}

void LayerSearchPopup::fit() {
  const int rows = std::clamp(list_->contentHeight(), kPopupRowHeight, kRows * kPopupRowHeight + kPopupRowHeight / 2);
  list_->setFixedHeight(rows);
  const QSize size(kWidth + 2 * kShadow, search_->sizeHint().height() + 6 + rows + 2 * kPopupMargin + 2 * kShadow);
  const QRect room = parentWidget()->rect();
  const QPoint wish = at_ - QPoint(kShadow + 8, kShadow + 8);
  setGeometry(std::clamp(wish.x(), -kShadow + 4, std::max(4, room.right() - size.width() + kShadow - 4)),
              std::clamp(wish.y(), -kShadow + 4, std::max(4, room.bottom() - size.height() + kShadow - 4)),
              size.width(), size.height());
}

void LayerSearchPopup::choose(const QString& key) {
  close();
  Q_EMIT layerChosen(key, place_);
}

void LayerSearchPopup::close() {
  if (!isVisible()) return;
  hide();
  Q_EMIT closed();
}

bool LayerSearchPopup::eventFilter(QObject* watched, QEvent* event) {
  if (watched == search_ && event->type() == QEvent::KeyPress && key(static_cast<QKeyEvent*>(event))) return true;
  if (watched == search_ && event->type() == QEvent::FocusOut &&
      static_cast<QFocusEvent*>(event)->reason() != Qt::ActiveWindowFocusReason &&
      static_cast<QFocusEvent*>(event)->reason() != Qt::PopupFocusReason)
    close();
  return QFrame::eventFilter(watched, event);
}

bool LayerSearchPopup::key(QKeyEvent* event) {
  const int row = list_->currentIndex().row();
  switch (event->key()) {
    case Qt::Key_Escape:
      close();
      return true;
    case Qt::Key_Tab:
    case Qt::Key_Down:
      list_->setCurrentIndex(model_.index((row + 1) % std::max(1, model_.rowCount())));
      return true;
    case Qt::Key_Backtab:
    case Qt::Key_Up:
      list_->setCurrentIndex(model_.index((row + model_.rowCount() - 1) % std::max(1, model_.rowCount())));
      return true;
    case Qt::Key_Return:
    case Qt::Key_Enter:
      if (list_->currentIndex().isValid()) choose(list_->currentIndex().data(LayerListModel::KeyRole).toString());
      return true;
    default:
      return false;
  }
}

void LayerSearchPopup::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  const QRectF card = QRectF(rect()).adjusted(kShadow, kShadow, -kShadow, -kShadow);
  style_.drawShadow(painter, card);
  painter.setPen(QPen(style_.line, 1));
  painter.setBrush(style_.panel);
  painter.drawRoundedRect(card.adjusted(0.5, 0.5, -0.5, -0.5), canvas::kCorner, canvas::kCorner);
}

}  // namespace fovea
