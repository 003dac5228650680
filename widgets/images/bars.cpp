#include "widgets/images/bars.h"

#include <QtGui/QHelpEvent>
#include <QtGui/QMouseEvent>
#include <QtGui/QPainter>
#include <QtWidgets/QToolTip>
#include <algorithm>
#include <cmath>
#include <numeric>

#include "widgets/theme/fonts.h"
#include "widgets/theme/number_text.h"
#include "widgets/theme/style.h"
#include "widgets/theme/theme.h"

namespace fovea {
namespace {

constexpr int kRow = 30;
constexpr int kBarTop = 22;
constexpr int kAxis = 16;  // height of the labels at the ends of a histogram's axis

Color colorOf(ProbabilityBars::Mark mark) {
  switch (mark) {
    case ProbabilityBars::Mark::Faint:
      return Color::Faint;
    case ProbabilityBars::Mark::Right:
      return Color::Good;
    case ProbabilityBars::Mark::Wrong:
      return Color::Bad;
    case ProbabilityBars::Mark::Plain:
    case ProbabilityBars::Mark::First:
      break;
  }
  return Color::Accent;
}

bool isByTab(const QFocusEvent& event) {
  return event.reason() == Qt::TabFocusReason || event.reason() == Qt::BacktabFocusReason;
}

}  // namespace

ProbabilityBars::ProbabilityBars(QWidget* parent) : QWidget(parent) {
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  setMouseTracking(true);
}

void ProbabilityBars::setProbabilities(const QStringList& names, const std::vector<double>& probabilities, int top,
                                       const QString& truth) {
  const auto figure = [&](int index) { return percentText(probabilities[static_cast<std::size_t>(index)]); };
  setRanked(names, probabilities, figure, top, truth);
}

void ProbabilityBars::setScores(const QStringList& names, const std::vector<double>& scores, int top,
                                const QString& truth) {
  double low = INFINITY, high = -INFINITY;
  for (const double score : scores) {
    if (!std::isfinite(score)) continue;
    low = std::min(low, score);
    high = std::max(high, score);
  }
  std::vector<double> shares;
  for (const double score : scores) shares.push_back(high > low ? (score - low) / (high - low) : 0);
  const auto figure = [&](int index) {
    const double score = scores[static_cast<std::size_t>(index)];
    return std::isnan(score) ? QStringLiteral("–") : numberText(score, 'g', 3);
  };
  setRanked(names, shares, figure, top, truth);
}

void ProbabilityBars::setRanked(const QStringList& names, const std::vector<double>& shares,
                                const std::function<QString(int)>& figure, int top, const QString& truth) {
  Q_ASSERT(static_cast<std::size_t>(names.size()) == shares.size());
  std::vector<int> order(shares.size());
  std::iota(order.begin(), order.end(), 0);
  const auto shown = std::min<std::size_t>(order.size(), static_cast<std::size_t>(std::max(0, top)));
  const auto length = [&](int index) {
    const double share = shares[static_cast<std::size_t>(index)];
    return std::isnan(share) ? 0 : share;
  };
  std::partial_sort(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(shown), order.end(),
                    [&](int a, int b) { return length(a) != length(b) ? length(a) > length(b) : a < b; });
  std::vector<Entry> entries;
  for (std::size_t i = 0; i < shown; ++i) {
    const QString& name = names[order[i]];
    Mark mark = i > 0 ? Mark::Faint : truth.isEmpty() ? Mark::First : Mark::Wrong;
    if (!truth.isEmpty() && name == truth) mark = Mark::Right;
    entries.push_back({name, length(order[i]), figure(order[i]), mark});
  }
  setEntries(std::move(entries));
}

void ProbabilityBars::setCounts(const QStringList& names, const std::vector<qint64>& counts) {
  Q_ASSERT(static_cast<std::size_t>(names.size()) == counts.size());
  const qint64 most = counts.empty() ? 0 : *std::max_element(counts.begin(), counts.end());
  std::vector<Entry> entries;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    const double share = most > 0 ? static_cast<double>(counts[i]) / static_cast<double>(most) : 0;
    entries.push_back({names[static_cast<qsizetype>(i)], share, locale().toString(counts[i])});
  }
  setEntries(std::move(entries));
}

void ProbabilityBars::setEntries(std::vector<Entry> entries) {
  const bool sameCount = entries.size() == entries_.size();
  entries_ = std::move(entries);
  QStringList words;
  for (const Entry& entry : entries_)
    words << entry.name + QLatin1Char(' ') + entry.figure + (entry.mark == Mark::Right ? tr(", the truth") : QString());
  setAccessibleDescription(words.join(QStringLiteral(", ")));
  if (!sameCount) updateGeometry();
  update();
}

void ProbabilityBars::setClickable(bool clickable) {
  clickable_ = clickable;
  setFocusPolicy(clickable ? Qt::StrongFocus : Qt::NoFocus);
  setCursor(clickable ? Qt::PointingHandCursor : Qt::ArrowCursor);
}

QSize ProbabilityBars::sizeHint() const {
  return {200, static_cast<int>(entries_.size()) * kRow};
}
QSize ProbabilityBars::minimumSizeHint() const {
  return {100, static_cast<int>(entries_.size()) * kRow};
}

int ProbabilityBars::rowAt(int y) const {
  const int row = y / kRow;
  return y >= 0 && row < static_cast<int>(entries_.size()) ? row : -1;
}

void ProbabilityBars::paintEvent(QPaintEvent* event) {
  const Theme theme = currentTheme();
  QPainter painter(this);
  const int rows = static_cast<int>(entries_.size());
  const int first = std::clamp(event->rect().top() / kRow, 0, rows);
  const int end = std::clamp(event->rect().bottom() / kRow + 1, first, rows);
  for (int i = first; i < end; ++i) {
    const Entry& entry = entries_[static_cast<std::size_t>(i)];
    const QRectF line(0, i * kRow, width(), kBarTop);
    const QFontMetricsF metrics(font());
    const double figure = tabularWidth(metrics, entry.figure);
    painter.setPen(theme.color(clickable_ && i == hovered_ ? Color::AccentText : Color::Text));
    const QRectF nameRoom = line.adjusted(0, 0, -figure - 8, 0);
    painter.drawText(nameRoom, Qt::AlignLeft | Qt::AlignVCenter,
                     metrics.elidedText(entry.mark == Mark::Right ? tr("%1 ✓").arg(entry.name) : entry.name,
                                        Qt::ElideRight, nameRoom.width()));
    painter.setPen(theme.color(i == 0 && entry.mark != Mark::Plain ? Color::Text : Color::Muted));
    drawTabular(painter, line, Qt::AlignRight, entry.figure);
    const QRectF track(0, i * kRow + kBarTop, width(), 4);
    paint::bar(&painter, track, 0, 1, theme.color(Color::Hover));
    paint::bar(&painter, track, 0, std::clamp(entry.share, 0.0, 1.0), theme.color(colorOf(entry.mark)));
  }
}

void ProbabilityBars::mousePressEvent(QMouseEvent* event) {
  const int row = rowAt(static_cast<int>(event->position().y()));
  if (clickable_ && event->button() == Qt::LeftButton && row >= 0) Q_EMIT entryClicked(row);
}

void ProbabilityBars::mouseMoveEvent(QMouseEvent* event) {
  const int row = rowAt(static_cast<int>(event->position().y()));
  if (row == hovered_) return;
  hovered_ = row;
  update();
}

void ProbabilityBars::leaveEvent(QEvent* event) {
  QWidget::leaveEvent(event);
  if (hasFocus()) return;
  hovered_ = -1;
  update();
}

void ProbabilityBars::focusInEvent(QFocusEvent* event) {
  QWidget::focusInEvent(event);
  if (!isByTab(*event) || entries_.empty()) return;
  hovered_ = 0;
  update();
}

void ProbabilityBars::focusOutEvent(QFocusEvent* event) {
  QWidget::focusOutEvent(event);
  hovered_ = -1;
  update();
}

void ProbabilityBars::keyPressEvent(QKeyEvent* event) {
  const int last = static_cast<int>(entries_.size()) - 1;
  const bool enter = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter || event->key() == Qt::Key_Space;
  if (!clickable_ || last < 0) return QWidget::keyPressEvent(event);
  if (event->key() == Qt::Key_Up)
    hovered_ = std::clamp(hovered_ - 1, 0, last);
  else if (event->key() == Qt::Key_Down)
    hovered_ = std::clamp(hovered_ + 1, 0, last);
  else if (enter && hovered_ >= 0 && hovered_ <= last)
    Q_EMIT entryClicked(hovered_);
  else
    return QWidget::keyPressEvent(event);
  update();
}

HistogramBars::HistogramBars(QWidget* parent) : QWidget(parent) {
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
  setAccessibleName(tr("Histogram"));
}

void HistogramBars::setBins(std::vector<double> counts, double low, double high) {
  for ([[maybe_unused]] const double count : counts) Q_ASSERT(std::isfinite(count) && count >= 0);
  counts_ = std::move(counts);
  low_ = low;
  high_ = high;
  update();
}

int HistogramBars::binAt(int x) const {
  if (counts_.empty() || x < 0 || x >= width()) return -1;
  return static_cast<int>(static_cast<qint64>(x) * static_cast<qint64>(counts_.size()) / width());
}

void HistogramBars::paintEvent(QPaintEvent*) {
  const Theme theme = currentTheme();
  QPainter painter(this);
  painter.setFont(themeFont(FontRole::Caption));
  const double most = counts_.empty() ? 0 : *std::max_element(counts_.begin(), counts_.end());
  if (most <= 0) {
    painter.setPen(theme.color(Color::Muted));
    painter.drawText(rect(), Qt::AlignCenter, tr("No values"));
    return;
  }
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(Qt::NoPen);
  const double room = height() - kAxis;
  const double step = static_cast<double>(width()) / static_cast<double>(counts_.size());
  const double gap = step > 4 ? 1.5 : 0;
  for (std::size_t i = 0; i < counts_.size(); ++i) {
    const double tall = counts_[i] > 0 ? std::max(1.0, counts_[i] / most * room) : 0;
    const QRectF bar(static_cast<double>(i) * step, room - tall, step - gap, tall);
    const bool pale = chosen_ >= 0 && chosen_ != static_cast<int>(i);
    if (clickable_ && pointed_ == static_cast<int>(i))
      painter.fillRect(QRectF(bar.left(), 0, bar.width(), room), theme.color(Color::Hover));
    painter.setBrush(theme.color(Color::Accent, pale ? 0.4 : 1));
    painter.drawRoundedRect(bar, std::min(1.5, tall / 2), std::min(1.5, tall / 2));
  }
  painter.setPen(theme.color(Color::Muted));
  const QRectF axis(0, room + 2, width(), kAxis - 2);
  drawTabular(painter, axis, Qt::AlignLeft, numberText(low_, 'g', 3));
  drawTabular(painter, axis, Qt::AlignRight, numberText(high_, 'g', 3));
}

void HistogramBars::setClickable(bool clickable) {
  clickable_ = clickable;
  setMouseTracking(clickable);
  setFocusPolicy(clickable ? Qt::StrongFocus : Qt::NoFocus);
  setCursor(clickable ? Qt::PointingHandCursor : Qt::ArrowCursor);
}

void HistogramBars::setChosen(int bin) {
  chosen_ = bin;
  update();
}

void HistogramBars::point(int bin) {
  if (pointed_ == bin) return;
  pointed_ = bin;
  if (bin >= 0) setAccessibleDescription(binText(bin));
  update();
}

void HistogramBars::mousePressEvent(QMouseEvent* event) {
  const int bin = binAt(static_cast<int>(event->position().x()));
  if (clickable_ && event->button() == Qt::LeftButton && bin >= 0) Q_EMIT binClicked(bin);
}

void HistogramBars::mouseMoveEvent(QMouseEvent* event) {
  point(binAt(static_cast<int>(event->position().x())));
}

void HistogramBars::keyPressEvent(QKeyEvent* event) {
  const int last = static_cast<int>(counts_.size()) - 1;
  const bool enter = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter || event->key() == Qt::Key_Space;
  if (!clickable_ || last < 0) return QWidget::keyPressEvent(event);
  if (event->key() == Qt::Key_Left)
    point(std::max(0, pointed_ - 1));
  else if (event->key() == Qt::Key_Right)
    point(std::min(last, pointed_ + 1));
  else if (enter && pointed_ >= 0)
    Q_EMIT binClicked(pointed_);
  else
    QWidget::keyPressEvent(event);
}

QString HistogramBars::binText(int bin) const {
  const double width = (high_ - low_) / static_cast<double>(counts_.size());
  const double from = low_ + width * bin;
  return tr("%1 to %2: %3")
      .arg(numberText(from, 'g', 3))
      .arg(numberText(from + width, 'g', 3))
      .arg(locale().toString(counts_[static_cast<std::size_t>(bin)], 'f', 0));
}

bool HistogramBars::event(QEvent* event) {
  if (event->type() == QEvent::FocusOut || (event->type() == QEvent::Leave && !hasFocus())) point(-1);
  if (event->type() == QEvent::FocusIn && isByTab(*static_cast<QFocusEvent*>(event)) && !counts_.empty()) point(0);
  if (event->type() != QEvent::ToolTip) return QWidget::event(event);
  const auto* help = static_cast<QHelpEvent*>(event);
  const int bin = binAt(help->pos().x());
  if (bin < 0)
    QToolTip::hideText();
  else
    QToolTip::showText(help->globalPos(), binText(bin), this);
  return true;
}

}  // namespace fovea
