#include "widgets/theme/card.h"

#include <QtGui/QHelpEvent>
#include <QtGui/QPainter>
#include <QtWidgets/QStyle>
#include <QtWidgets/QToolTip>

#include "widgets/theme/fonts.h"

namespace fovea {

Card::Card(QWidget* parent) : QFrame(parent) {
  setProperty("kind", QStringLiteral("card"));
  body_ = new QVBoxLayout(this);
  body_->setContentsMargins(size::kCardMargin, size::kCardMargin, size::kCardMargin, size::kCardMargin);
  body_->setSpacing(size::kGrid);
}

Card::Card(const QString& title, QWidget* parent) : Card(parent) {
  setTitle(title);
}

void Card::ensureHeader() {
  if (header_) return;
  header_ = new QWidget(this);
  headerLayout_ = new QHBoxLayout(header_);
  headerLayout_->setContentsMargins(0, 0, 0, 0);
  headerLayout_->setSpacing(size::kGrid);
  title_ = new ElidedLabel({}, header_);
  title_->setProperty("kind", QStringLiteral("strong"));
  remark_ = new ElidedLabel({}, header_);
  remark_->setProperty("kind", QStringLiteral("muted"));
  remark_->hide();
  headerLayout_->addWidget(title_);
  headerLayout_->addSpacing(4);
  headerLayout_->addWidget(remark_);
  headerLayout_->addStretch(1);
  body_->insertWidget(0, header_);
}

void Card::setTitle(const QString& title) {
  ensureHeader();
  title_->setText(title);
  setAccessibleName(title);
}

QString Card::title() const {
  return title_ ? title_->text() : QString();
}

void Card::setRemark(const QString& remark) {
  ensureHeader();
  remark_->setText(remark);
  remark_->setVisible(!remark.isEmpty());
}

void Card::addToHeader(QWidget* widget) {
  ensureHeader();
  headerLayout_->addWidget(widget);
}

Pill::Pill(const QString& text, Tone tone, QWidget* parent) : QWidget(parent), text_(text), tone_(tone) {
  setFont(themeFont(FontRole::Caption));
  setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
  setAccessibleName(text);
}

void Pill::setText(const QString& text) {
  if (text == text_) return;
  text_ = text;
  setAccessibleName(text);
  updateGeometry();
  update();
}

void Pill::setTone(Tone tone) {
  tone_ = tone;
  update();
}

QSize Pill::sizeHint() const {
  const double width = tabularWidth(QFontMetricsF(font()), text_);
  return {qRound(width) + 16, size::kPillHeight};
}

void Pill::paintEvent(QPaintEvent*) {
  const Theme theme = currentTheme();
  Color ink = Color::Muted;
  Color ground = Color::Hover;
  switch (tone_) {
    case Tone::Neutral:
      break;
    case Tone::Accent:
      ink = Color::AccentText;
      ground = Color::AccentSoft;
      break;
    case Tone::Good:
      ink = Color::GoodText;
      ground = Color::GoodSoft;
      break;
    case Tone::Warning:
      ink = Color::WarningText;
      ground = Color::WarningSoft;
      break;
    case Tone::Bad:
      ink = Color::BadText;
      ground = Color::BadSoft;
      break;
  }
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(Qt::NoPen);
  painter.setBrush(theme.color(ground));
  painter.drawRoundedRect(QRectF(rect()), height() / 2.0, height() / 2.0);
  painter.setPen(theme.color(ink));
  drawTabular(painter, rect(), Qt::AlignHCenter, text_);
}

SectionLabel::SectionLabel(const QString& text, QWidget* parent) : QLabel(text, parent) {
  setProperty("kind", QStringLiteral("heading"));
}

ElidedLabel::ElidedLabel(const QString& text, QWidget* parent) : QLabel(text, parent) {
  setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Preferred);
}

void ElidedLabel::setElideMode(Qt::TextElideMode mode) {
  mode_ = mode;
  update();
}

QSize ElidedLabel::minimumSizeHint() const {
  return {fontMetrics().horizontalAdvance(QStringLiteral("m…")), QLabel::minimumSizeHint().height()};
}

void ElidedLabel::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  const QRect room = contentsRect();
  const QString shown = fontMetrics().elidedText(text(), mode_, room.width());
  style()->drawItemText(&painter, room, static_cast<int>(alignment()), palette(), isEnabled(), shown, foregroundRole());
}

bool ElidedLabel::event(QEvent* event) {
  if (event->type() == QEvent::ToolTip && toolTip().isEmpty()) {
    const auto* help = static_cast<QHelpEvent*>(event);
    const bool cut = fontMetrics().horizontalAdvance(text()) > contentsRect().width();
    QToolTip::showText(help->globalPos(), cut ? text() : QString(), this);
    return true;
  }
  return QLabel::event(event);
}

}  // namespace fovea
