#include "widgets/canvas/palette/layer_palette.h"

#include <QtCore/QMimeData>
#include <QtGui/QDrag>
#include <QtGui/QKeyEvent>
#include <QtGui/QPainter>
#include <QtWidgets/QLabel>
#include <QtWidgets/QLineEdit>
#include <QtWidgets/QVBoxLayout>

#include "widgets/canvas/items/canvas_style.h"

namespace fovea {
namespace {

constexpr int kPaletteMargin = 12;
constexpr int kSpacing = 8;
constexpr int kListInset = 6;  // rows are wider than the field's content, so that their squares line up with its side

QPixmap nodeGhost(const QString& title, int family, double ratio) {
  const CanvasStyle style = CanvasStyle::current();
  QPixmap pixmap(QSizeF(canvas::kNodeWidth * ratio, canvas::kNodeHeight * ratio).toSize());
  pixmap.setDevicePixelRatio(ratio);
  pixmap.fill(Qt::transparent);
  QPainter painter(&pixmap);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setOpacity(0.9);
  painter.setPen(QPen(style.accent, 1));
  painter.setBrush(style.raised);
  const QRectF card(0.5, 0.5, canvas::kNodeWidth - 1, canvas::kNodeHeight - 1);
  painter.drawRoundedRect(card, canvas::kCorner, canvas::kCorner);
  painter.setPen(Qt::NoPen);
  painter.setBrush(family < 0 ? style.accent : style.families[std::size_t(family)]);
  painter.drawRoundedRect(QRectF(canvas::kPadding, 13.5, 8, 8), 2, 2);
  painter.setPen(style.text);
  painter.setFont(style.title);
  painter.drawText(QRectF(27, 5, canvas::kNodeWidth - 38, 25), Qt::AlignVCenter, title);
  return pixmap;
}

// The key that opens the search, as a small badge inside the field.
class KeyHint : public QWidget {
 public:
  KeyHint(const QString& key, QWidget* parent) : QWidget(parent), style_(CanvasStyle::current()), key_(key) {
    setAttribute(Qt::WA_TransparentForMouseEvents);
    resize(fontMetrics().horizontalAdvance(key_) + 12, 18);
  }

 protected:
  void paintEvent(QPaintEvent*) override {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(style_.hover);
    painter.drawRoundedRect(rect(), height() / 2.0, height() / 2.0);
    painter.setPen(style_.muted);
    painter.setFont(style_.caption);
    painter.drawText(rect(), Qt::AlignCenter, key_);
  }
  void changeEvent(QEvent* event) override {
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange) style_ = CanvasStyle::current();
  }

 private:
  CanvasStyle style_;
  QString key_;
};

}  // namespace

LayerListView::LayerListView(LayerListModel& model, bool showFamily, QWidget* parent)
    : QListView(parent), style_(CanvasStyle::current()), model_(model) {
  setModel(&model);
  setItemDelegate(new LayerDelegate(style_, showFamily, this));
  setFrameShape(QFrame::NoFrame);
  setMouseTracking(true);
  setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
  setEditTriggers(QAbstractItemView::NoEditTriggers);
  connect(this, &QListView::doubleClicked, this,
          [this](const QModelIndex& index) { Q_EMIT chosen(index.data(LayerListModel::KeyRole).toString()); });
}

int LayerListView::contentHeight() const {
  int height = 0;
  for (int row = 0; row < model_.rowCount(); ++row) height += sizeHintForRow(row);
  return height;
}

void LayerListView::startDrag(Qt::DropActions actions) {
  const QModelIndex index = currentIndex();
  if (!index.isValid()) return;
  auto* drag = new QDrag(this);  // deletes itself
  drag->setMimeData(model_.mimeData({index}));
  drag->setPixmap(
      nodeGhost(index.data().toString(), index.data(LayerListModel::FamilyRole).toInt(), devicePixelRatioF()));
  drag->setHotSpot(QPoint(int(canvas::kNodeWidth / 2), int(canvas::kNodeHeight / 2)));
  drag->exec(actions, Qt::CopyAction);
}

void LayerListView::keyPressEvent(QKeyEvent* event) {
  if ((event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) && currentIndex().isValid()) {
    Q_EMIT chosen(currentIndex().data(LayerListModel::KeyRole).toString());
    return;
  }
  QListView::keyPressEvent(event);
}

void LayerListView::changeEvent(QEvent* event) {
  QListView::changeEvent(event);
  if (event->type() == QEvent::PaletteChange) style_ = CanvasStyle::current();
}

LayerPalette::LayerPalette(QWidget* parent)
    : QFrame(parent),
      search_(new QLineEdit(this)),
      hint_(new KeyHint(tr("Tab"), search_)),
      nothing_(new QLabel(this)),
      list_(new LayerListView(model_, false, this)) {
  setObjectName(QStringLiteral("layerPalette"));
  setProperty("kind", "card");
  setAccessibleName(tr("Layers"));
  search_->setObjectName(QStringLiteral("layerPaletteSearch"));
  search_->setPlaceholderText(tr("Search layers"));
  search_->setAccessibleName(tr("Search layers"));
  search_->setToolTip(tr("Type to filter. On the canvas, Tab opens the same search where you are."));
  nothing_->setProperty("kind", "muted");
  nothing_->setWordWrap(true);
  nothing_->hide();
  list_->setObjectName(QStringLiteral("layerPaletteList"));
  list_->setAccessibleName(tr("Layers"));
  list_->setToolTip(tr("Drag a layer onto the canvas, or double-click it."));
  list_->setDragEnabled(true);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(kPaletteMargin - kListInset, kPaletteMargin, kPaletteMargin - kListInset,
                             kPaletteMargin - 4);
  layout->setSpacing(kSpacing);
  auto* field = new QHBoxLayout;
  field->setContentsMargins(kListInset, 0, kListInset, 0);
  field->addWidget(search_);
  layout->addLayout(field);
  layout->addWidget(nothing_);
  layout->addWidget(list_, 1);
  search_->installEventFilter(this);
  connect(search_, &QLineEdit::textChanged, this, &LayerPalette::filter);
  connect(list_, &LayerListView::chosen, this, &LayerPalette::layerChosen);
  connect(list_, &LayerListView::menuRequested, this, &LayerPalette::menuRequested);
}

int LayerPalette::heightFor(int limit) const {
  const int field = kPaletteMargin + search_->sizeHint().height() + kSpacing + kPaletteMargin - 4 + 2 * frameWidth();
  const int body =
      model_.rowCount() == 0 ? nothing_->heightForWidth(width() - 2 * kPaletteMargin) : list_->contentHeight();
  return std::min(limit, field + std::max(body, 26));
}

void LayerPalette::setBlocks(const std::vector<OfferedBlock>& own, const std::vector<OfferedBlock>& saved,
                             bool inBlock) {
  model_.setBlocks(own, saved, inBlock);
  Q_EMIT contentChanged();
}

void LayerListView::contextMenuEvent(QContextMenuEvent* event) {
  const bool byMouse = event->reason() == QContextMenuEvent::Mouse;
  const QModelIndex index = byMouse ? indexAt(event->pos()) : currentIndex();
  if (!index.isValid()) return;
  const QPoint at = byMouse ? event->globalPos() : viewport()->mapToGlobal(visualRect(index).center());
  Q_EMIT menuRequested(index.data(LayerListModel::KeyRole).toString(), at);
}

void LayerPalette::filter(const QString& text) {
  model_.setFilter(text);
  const bool none = model_.rowCount() == 0;
  nothing_->setText(tr("No layer is called “%1”.").arg(text));
  nothing_->setVisible(none);
  list_->setVisible(!none);
  hint_->setVisible(text.isEmpty());
  if (!none && !text.isEmpty()) list_->setCurrentIndex(model_.index(0));
  Q_EMIT contentChanged();
}

bool LayerPalette::eventFilter(QObject* watched, QEvent* event) {
  if (watched == search_ && event->type() == QEvent::Resize) {
    hint_->move(search_->width() - hint_->width() - 6, (search_->height() - hint_->height()) / 2);
  }
  if (watched != search_ || event->type() != QEvent::KeyPress) return QFrame::eventFilter(watched, event);
  switch (static_cast<QKeyEvent*>(event)->key()) {
    case Qt::Key_Down:
      list_->setFocus(Qt::OtherFocusReason);
      if (!list_->currentIndex().isValid()) list_->setCurrentIndex(model_.index(0));
      return true;
    case Qt::Key_Return:
    case Qt::Key_Enter:
      if (search_->text().trimmed().isEmpty()) return true;
      if (const QModelIndex index = list_->currentIndex(); index.isValid())
        Q_EMIT layerChosen(index.data(LayerListModel::KeyRole).toString());
      return true;
    case Qt::Key_Escape:
      search_->clear();
      return true;
    default:
      return QFrame::eventFilter(watched, event);
  }
}

void LayerPalette::resizeEvent(QResizeEvent* event) {
  QFrame::resizeEvent(event);
  list_->scrollTo(list_->currentIndex());
}

}  // namespace fovea
