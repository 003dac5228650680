#include "widgets/tables/fact_list.h"

#include <QtGui/QContextMenuEvent>
#include <QtGui/QHelpEvent>
#include <QtGui/QPainter>
#include <QtWidgets/QToolTip>

#include "widgets/theme/copy_menu.h"
#include "widgets/theme/fonts.h"
#include "widgets/theme/theme.h"

namespace fovea {
namespace {

constexpr int kFactPadding = 8;

}  // namespace

FactList::FactList(QWidget* parent) : QWidget(parent) {
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void FactList::setFacts(std::vector<Fact> facts) {
  if (facts == facts_) return;
  const bool sameCount = facts.size() == facts_.size();
  facts_ = std::move(facts);
  QStringList words;
  for (const Fact& fact : facts_) words << fact.name + QLatin1Char(' ') + fact.value;
  setAccessibleDescription(words.join(QStringLiteral(", ")));
  if (!sameCount) updateGeometry();
  update();
}

QSize FactList::sizeHint() const {
  return {240, static_cast<int>(facts_.size()) * size::kRow};
}

void FactList::paintEvent(QPaintEvent*) {
  const Theme theme = currentTheme();
  QPainter painter(this);
  const QFontMetricsF metrics(font());
  for (std::size_t i = 0; i < facts_.size(); ++i) {
    const QRectF row(0, static_cast<double>(i) * size::kRow, width(), size::kRow);
    painter.fillRect(QRectF(row.left(), row.bottom() - 1, row.width(), 1), theme.color(Color::Line));
    const QRectF inner = row.adjusted(kFactPadding, 0, -kFactPadding, -1);
    painter.setPen(theme.color(Color::Text));
    const QString value = metrics.elidedText(facts_[i].value, Qt::ElideMiddle, inner.width() * 0.7);
    drawTabular(painter, inner, Qt::AlignRight, value);
    const double room = inner.width() - tabularWidth(metrics, value) - kFactPadding;
    painter.setPen(theme.color(Color::Muted));
    painter.drawText(inner, Qt::AlignLeft | Qt::AlignVCenter, metrics.elidedText(facts_[i].name, Qt::ElideRight, room));
  }
}

bool FactList::event(QEvent* event) {
  if (event->type() != QEvent::ToolTip) return QWidget::event(event);
  const auto* help = static_cast<QHelpEvent*>(event);
  const auto row = static_cast<std::size_t>(std::max(0, help->pos().y()) / size::kRow);
  if (row < facts_.size()) QToolTip::showText(help->globalPos(), facts_[row].help, this);
  return true;
}

void FactList::contextMenuEvent(QContextMenuEvent* event) {
  if (facts_.empty()) return event->ignore();
  const auto text = [facts = facts_] {
    QString lines;
    for (const Fact& fact : facts) lines += fact.name + QLatin1Char('\t') + fact.value + QLatin1Char('\n');
    return lines;
  };
  showCopyMenu(*this, event->globalPos(), {.name = {}, .text = text, .textTitle = tr("Copy the figures")});
}

}  // namespace fovea
