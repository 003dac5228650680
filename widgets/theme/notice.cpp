#include "widgets/theme/notice.h"

#include <QtGui/QAccessible>
#include <QtGui/QPainter>
#include <QtWidgets/QHBoxLayout>
#include <QtWidgets/QLabel>
#include <QtWidgets/QPushButton>
#include <QtWidgets/QToolButton>

#include "widgets/theme/core_text.h"
#include "widgets/theme/icon.h"
#include "widgets/theme/theme.h"

namespace fovea {
namespace {

constexpr int kSentenceWidth = 380;
constexpr int kEmptyIcon = 40;

QLabel* wrappedLabel(const char* kind, QWidget* parent) {
  auto* label = new QLabel(parent);
  label->setProperty("kind", QString::fromLatin1(kind));
  label->setWordWrap(true);
  label->setTextInteractionFlags(Qt::TextSelectableByMouse);
  return label;
}

struct ToneLook {
  const char* icon;
  IconRole role;
  Color ground;
  Color mark;
};

ToneLook look(Banner::Tone tone) {
  switch (tone) {
    case Banner::Tone::Info:
      return {"info", IconRole::Accent, Color::Selection, Color::Accent};
    case Banner::Tone::Good:
      return {"check", IconRole::Good, Color::GoodSoft, Color::Good};
    case Banner::Tone::Warning:
      return {"warning", IconRole::Warning, Color::WarningSoft, Color::Warning};
    case Banner::Tone::Bad:
      return {"error", IconRole::Bad, Color::BadSoft, Color::Bad};
  }
  return {"info", IconRole::Accent, Color::Selection, Color::Accent};
}

}  // namespace

EmptyState::EmptyState(const QString& iconName, const QString& title, const QString& sentence, QWidget* parent)
    : QWidget(parent), iconName_(iconName) {
  icon_ = new QLabel(this);
  icon_->setAlignment(Qt::AlignCenter);
  title_ = new QLabel(title, this);
  title_->setProperty("kind", QStringLiteral("title"));
  title_->setAlignment(Qt::AlignCenter);
  sentence_ = new QLabel(sentence, this);
  sentence_->setProperty("kind", QStringLiteral("muted"));
  sentence_->setAlignment(Qt::AlignHCenter | Qt::AlignTop);
  sentence_->setWordWrap(true);
  sentence_->setMaximumWidth(kSentenceWidth);
  sentence_->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
  buttons_ = new QHBoxLayout;
  buttons_->setSpacing(size::kGrid);
  auto* column = new QVBoxLayout(this);
  column->setSpacing(size::kGrid);
  column->addStretch(2);
  column->addWidget(icon_, 0, Qt::AlignHCenter);
  column->addSpacing(4);
  column->addWidget(title_, 0, Qt::AlignHCenter);
  // Not AlignHCenter: Qt does not ask an aligned label for its height at that width.
  auto* middle = new QHBoxLayout;
  middle->addStretch(1);
  middle->addWidget(sentence_, 100);  // a high stretch factor: it reaches its maximum width before the sides grow
  middle->addStretch(1);
  column->addLayout(middle);
  column->addSpacing(size::kGrid);
  auto* row = new QHBoxLayout;
  row->addStretch();
  row->addLayout(buttons_);
  row->addStretch();
  column->addLayout(row);
  column->addStretch(3);
  updateIcon();
}

void EmptyState::setTitle(const QString& title) {
  title_->setText(title);
}
void EmptyState::setSentence(const QString& sentence) {
  sentence_->setText(sentence);
}

QPushButton* EmptyState::addAction(const QString& text) {
  auto* button = new QPushButton(text, this);
  if (buttons_->count() == 0) button->setProperty("kind", QStringLiteral("primary"));
  buttons_->addWidget(button);
  return button;
}

void EmptyState::updateIcon() {
  icon_->setPixmap(iconPixmap(iconName_, IconRole::Muted, kEmptyIcon, devicePixelRatioF()));
}

void EmptyState::changeEvent(QEvent* event) {
  QWidget::changeEvent(event);
  if (icon_ && isThemeChange(event)) updateIcon();
}

Banner::Banner(QWidget* parent) : QFrame(parent) {
  icon_ = new QLabel(this);
  title_ = wrappedLabel("strong", this);
  advice_ = wrappedLabel("muted", this);
  close_ = new QToolButton(this);
  close_->setIcon(icon(QStringLiteral("close")));
  close_->setAutoRaise(true);
  close_->setToolTip(tr("Dismiss"));
  close_->setAccessibleName(tr("Dismiss this message"));
  connect(close_, &QToolButton::clicked, this, &Banner::dismiss);
  auto* words = new QVBoxLayout;
  words->setSpacing(2);
  words->addWidget(title_);
  words->addWidget(advice_);
  buttons_ = new QHBoxLayout;
  buttons_->setSpacing(size::kGrid);
  auto* row = new QHBoxLayout(this);
  row->setContentsMargins(size::kCardMargin, 10, 10, 10);
  row->setSpacing(10);
  row->addWidget(icon_, 0, Qt::AlignVCenter);
  row->addLayout(words, 1);
  row->addLayout(buttons_);
  row->addWidget(close_, 0, Qt::AlignVCenter);
  setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Maximum);
  hide();
}

void Banner::showMessage(Tone tone, const QString& title, const QString& advice) {
  tone_ = tone;
  while (QLayoutItem* item = buttons_->takeAt(0)) {
    if (item->widget()) {
      item->widget()->hide();
      item->widget()->deleteLater();  // deleted later, as this may be called from its own click
    }
    delete item;
  }
  title_->setText(title);
  advice_->setText(advice);
  advice_->setVisible(!advice.isEmpty());
  setAccessibleName(title);
  setAccessibleDescription(advice);
  updateIcon();
  show();
  update();
  QAccessibleEvent alert(this, QAccessible::Alert);
  QAccessible::updateAccessibility(&alert);
}

void Banner::showError(const Error& error) {
  showMessage(Tone::Bad, coreMessage(error.message), coreMessage(error.advice));
}

QPushButton* Banner::addAction(const QString& text) {
  auto* button = new QPushButton(text, this);
  buttons_->addWidget(button);
  return button;
}

void Banner::setDismissible(bool dismissible) {
  close_->setVisible(dismissible);
}
QString Banner::title() const {
  return title_->text();
}
QString Banner::advice() const {
  return advice_->text();
}

void Banner::dismiss() {
  hide();
  Q_EMIT dismissed();
}

void Banner::updateIcon() {
  const ToneLook tone = look(tone_);
  icon_->setPixmap(iconPixmap(QString::fromLatin1(tone.icon), tone.role, 18, devicePixelRatioF()));
}

void Banner::changeEvent(QEvent* event) {
  QFrame::changeEvent(event);
  if (icon_ && isThemeChange(event)) updateIcon();
}

void Banner::paintEvent(QPaintEvent*) {
  const Theme theme = currentTheme();
  const ToneLook tone = look(tone_);
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setBrush(theme.color(tone.ground));
  painter.setPen(QPen(theme.color(tone.mark, 0.55), 1));
  painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), size::kCardCorner, size::kCardCorner);
}

}  // namespace fovea
