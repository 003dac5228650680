#include "app/workspaces/inspect/layer_strip.h"

#include <QButtonGroup>
#include <QHBoxLayout>
#include <QPainter>
#include <QScrollBar>
#include <QSignalBlocker>
#include <QWheelEvent>

#include "widgets/theme/copy_menu.h"
#include "widgets/theme/fonts.h"
#include "widgets/theme/theme.h"
#include "widgets/theme/tokens.h"

namespace fovea {
namespace {

constexpr int kTabHeight = 42;
constexpr int kTabMargin = 12;
constexpr int kSmallestTab = 72;
constexpr int kStripHeight = kTabHeight + size::kScrollBar + 2;

}  // namespace

LayerTab::LayerTab(const QString& name, const QString& shape, QWidget* parent)
    : QAbstractButton(parent), shape_(shape) {
  setText(name);
  setCheckable(true);
  setFocusPolicy(Qt::StrongFocus);
  setAttribute(Qt::WA_Hover);
  setCursor(Qt::PointingHandCursor);
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  setAccessibleName(tr("%1, gives %2").arg(name, shape));
}

QSize LayerTab::sizeHint() const {
  if (width_ == 0) {
    const int name = QFontMetrics(font()).horizontalAdvance(text());
    const int shape = QFontMetrics(themeFont(FontRole::Mono)).horizontalAdvance(shape_);
    width_ = std::max({1, name, shape});
  }
  return {std::max(kSmallestTab, width_ + 2 * kTabMargin), kTabHeight};
}

void LayerTab::changeEvent(QEvent* event) {
  if (event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange) width_ = 0;
  QAbstractButton::changeEvent(event);
}

void LayerTab::paintEvent(QPaintEvent*) {
  const Theme theme = currentTheme();
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  const QRectF body = QRectF(rect()).adjusted(1, 1, -1, -1);
  if (isChecked() || underMouse()) {
    painter.setPen(Qt::NoPen);
    painter.setBrush(theme.color(isChecked() ? Color::AccentSoft : Color::Hover));
    painter.drawRoundedRect(body, size::kControlCorner, size::kControlCorner);
  }
  if (hasFocus()) {
    painter.setPen(QPen(theme.color(Color::Accent), 1.5));
    painter.setBrush(Qt::NoBrush);
    painter.drawRoundedRect(body, size::kControlCorner, size::kControlCorner);
  }
  painter.setPen(theme.color(isChecked() ? Color::AccentText : Color::Text));
  painter.setFont(font());
  painter.drawText(rect().adjusted(0, 4, 0, -height() / 2 + 2), Qt::AlignCenter, text());
  painter.setPen(theme.color(Color::Muted));
  painter.setFont(themeFont(FontRole::Mono));
  painter.drawText(rect().adjusted(0, height() / 2, 0, -4), Qt::AlignCenter, shape_);
}

LayerStrip::LayerStrip(QWidget* parent) : QScrollArea(parent), group_(new QButtonGroup(this)) {
  auto* inside = new QWidget;
  row_ = new QHBoxLayout(inside);
  row_->setContentsMargins(0, 0, 0, 0);
  row_->setSpacing(4);
  row_->setAlignment(Qt::AlignTop);
  setWidget(inside);
  setWidgetResizable(true);
  setFrameShape(QFrame::NoFrame);
  setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  setFixedHeight(kStripHeight);
  setFocusPolicy(Qt::NoFocus);
  setAccessibleName(tr("Layers"));
  connect(group_, &QButtonGroup::idToggled, this, [this](int layer, bool chosen) {
    if (!chosen) return;
    ensureWidgetVisible(group_->button(layer), 2 * kTabMargin, 0);
    Q_EMIT layerSelected(layer);
  });
}

void LayerStrip::setEntries(const std::vector<Entry>& entries, int fallback) {
  if (entries == entries_) return;
  const int before = current();
  const QString name = before >= 0 ? entries_[static_cast<std::size_t>(before)].name : QString();
  const QSignalBlocker quiet(group_);
  widget()->hide();  // tabs of a visible row are shown and laid out one by one
  for (QAbstractButton* button : group_->buttons()) delete button;
  entries_ = entries;
  int chosen = fallback;
  for (int i = 0; i < count(); ++i) {
    const Entry& entry = entries_[static_cast<std::size_t>(i)];
    auto* tab = new LayerTab(entry.name, entry.shape);
    tab->setToolTip(entry.help);
    tab->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(tab, &QWidget::customContextMenuRequested, this, [tab, entry](const QPoint& at) {
      showCopyMenu(*tab, tab->mapToGlobal(at),
                   {.name = entry.name,
                    .picture = {},
                    .text = [entry] { return entry.name + QLatin1Char(' ') + entry.shape; },
                    .textTitle = tr("Copy name and shape")});
    });
    group_->addButton(tab, i);
    row_->addWidget(tab);
    if (entry.name == name) chosen = i;
  }
  if (QAbstractButton* button = group_->button(chosen)) button->setChecked(true);
  widget()->show();
}

int LayerStrip::current() const {
  return group_->checkedId();
}

void LayerStrip::setCurrent(int layer) {
  if (QAbstractButton* button = group_->button(layer)) button->setChecked(true);
}

// A vertical wheel also scrolls the row.
void LayerStrip::wheelEvent(QWheelEvent* event) {
  const QPoint turn = event->angleDelta();
  horizontalScrollBar()->setValue(horizontalScrollBar()->value() - (turn.x() != 0 ? turn.x() : turn.y()));
  event->accept();
}

}  // namespace fovea
