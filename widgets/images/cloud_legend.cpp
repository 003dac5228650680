#include "widgets/images/cloud_legend.h"

#include <QtGui/QKeyEvent>
#include <QtGui/QPainter>
#include <QtWidgets/QLabel>
#include <QtWidgets/QVBoxLayout>

#include "widgets/images/point_marks.h"
#include "widgets/theme/fonts.h"
#include "widgets/theme/theme.h"

namespace fovea {
namespace {

constexpr int kLegendRow = 26, kLegendMark = 11, kLegendLeft = 28;

// Shows the colours of values, from low to high.
class ScaleBar : public QWidget {
 public:
  ScaleBar() { setFixedHeight(12); }

 protected:
  void paintEvent(QPaintEvent*) override {
    QPainter painter(this);
    const Theme theme = currentTheme();
    for (int x = 0; x < width(); ++x)
      painter.fillRect(x, 0, 1, height(),
                       QColor::fromRgb(scaleColor(theme, static_cast<double>(x) / std::max(1, width() - 1))));
  }
};

}  // namespace

LegendRow::LegendRow(int group, const QString& name, qint64 count, QWidget* parent)
    : QAbstractButton(parent), group_(group), name_(name), count_(QLocale().toString(count)) {
  setCheckable(true);
  setFocusPolicy(Qt::StrongFocus);
  setAccessibleName(tr("%1, %2 samples").arg(name, count_));
  setToolTip(tr("%1: a click dims the others, a double click or Enter selects all").arg(name));
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

QSize LegendRow::sizeHint() const {
  const QFontMetricsF metrics(themeFont(FontRole::Text));
  return {kLegendLeft + static_cast<int>(metrics.horizontalAdvance(name_) + metrics.horizontalAdvance(count_)) + 24,
          kLegendRow};
}

void LegendRow::paintEvent(QPaintEvent*) {
  const Theme theme = currentTheme();
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(hasFocus() ? QPen(theme.color(Color::Accent), 1) : QPen(Qt::NoPen));
  painter.setBrush(isChecked()    ? QBrush(theme.color(Color::AccentSoft))
                   : underMouse() ? QBrush(theme.color(Color::Hover))
                                  : QBrush(Qt::NoBrush));
  painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), 5, 5);
  drawMark(painter, QPointF(14, height() / 2.0), kLegendMark, markShape(group_), markColor(theme, group_));
  painter.setFont(themeFont(FontRole::Text));
  const double figures = tabularWidth(painter.fontMetrics(), count_);
  const QRectF name(kLegendLeft, 0, width() - kLegendLeft - figures - 14, height());
  painter.setPen(theme.color(Color::Text));
  painter.drawText(name, Qt::AlignLeft | Qt::AlignVCenter,
                   painter.fontMetrics().elidedText(name_, Qt::ElideRight, static_cast<int>(name.width())));
  painter.setPen(theme.color(Color::Muted));
  drawTabular(painter, QRectF(width() - figures - 8, 0, figures, height()), Qt::AlignRight | Qt::AlignVCenter, count_);
}

void LegendRow::keyPressEvent(QKeyEvent* event) {
  if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) return Q_EMIT selectWanted();
  if (event->key() == Qt::Key_Up || event->key() == Qt::Key_Down) {
    focusNextPrevChild(event->key() == Qt::Key_Down);
    return;
  }
  QAbstractButton::keyPressEvent(event);
}

void LegendRow::mouseDoubleClickEvent(QMouseEvent*) {
  Q_EMIT selectWanted();
}

CloudLegend::CloudLegend(QWidget* parent) : QScrollArea(parent) {
  setFrameShape(QFrame::NoFrame);
  setWidgetResizable(true);
  setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  setAccessibleName(tr("What the colours mean"));
  auto* content = new QWidget;
  column_ = new QVBoxLayout(content);
  column_->setContentsMargins(0, 0, 0, 0);
  column_->setSpacing(1);
  setWidget(content);
}

void CloudLegend::clear() {
  rows_.clear();
  while (QLayoutItem* item = column_->takeAt(0)) {
    delete item->widget();
    delete item;
  }
}

void CloudLegend::setGroups(const QStringList& names, const std::vector<qint64>& counts) {
  widget()->hide();  // rows of a visible list are shown and laid out one by one
  clear();
  for (int group = 0; group < names.size(); ++group) {
    auto* row = new LegendRow(group, names[group], counts[static_cast<std::size_t>(group)]);
    connect(row, &QAbstractButton::clicked, this, [this, group](bool on) { emphasise(on ? group : -1); });
    connect(row, &LegendRow::selectWanted, this, [this, group] { Q_EMIT selectWanted(group); });
    rows_.push_back(row);
    column_->addWidget(row);
  }
  column_->addStretch(1);
  widget()->show();
}

void CloudLegend::emphasise(int group) {
  for (std::size_t i = 0; i < rows_.size(); ++i) rows_[i]->setChecked(static_cast<int>(i) == group);
  Q_EMIT emphasisChanged(group);
}

int CloudLegend::emphasis() const {
  for (std::size_t i = 0; i < rows_.size(); ++i)
    if (rows_[i]->isChecked()) return static_cast<int>(i);
  return -1;
}

void CloudLegend::setScale(const QString& title, const QString& low, const QString& high) {
  clear();
  auto* name = new QLabel(title);
  setKind(name, "muted");
  column_->addWidget(name);
  column_->addSpacing(4);
  auto* bar = new ScaleBar;
  bar->setAccessibleName(tr("%1 from %2 to %3").arg(title, low, high));
  column_->addWidget(bar);
  auto* ends = new QWidget;
  auto* row = new QHBoxLayout(ends);
  row->setContentsMargins(0, 0, 0, 0);
  for (const QString& text : {low, high}) {
    auto* label = new QLabel(text);
    setKind(label, "caption");
    row->addWidget(label);
    if (text == low) row->addStretch(1);
  }
  column_->addWidget(ends);
  column_->addStretch(1);
}

}  // namespace fovea
