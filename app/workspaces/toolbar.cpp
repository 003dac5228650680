#include "app/workspaces/toolbar.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QPushButton>
#include <QStyleOptionButton>
#include <algorithm>

#include "widgets/theme/card.h"
#include "widgets/theme/style.h"
#include "widgets/theme/theme.h"
#include "widgets/theme/tokens.h"

namespace fovea {
namespace {

// Returns the width of a button with its text, even if the text is hidden now.
int fullWidth(const QPushButton& button) {
  QStyleOptionButton option;
  option.initFrom(&button);
  option.text = button.text();
  const QSize words = button.fontMetrics().size(Qt::TextShowMnemonic, button.text());
  int width = words.width() + button.iconSize().width() + 4;
  if (button.menu()) width += button.style()->pixelMetric(QStyle::PM_MenuButtonIndicator, &option, &button);
  const int least = isCompact(&button) ? button.property("leastWidth").toInt() : button.minimumWidth();
  return std::max(
      least,
      button.style()->sizeFromContents(QStyle::CT_PushButton, &option, {width, words.height()}, nullptr).width());
}

bool canShrink(const QPushButton& button) {
  return button.isVisibleTo(button.parentWidget()) && !button.icon().isNull() && !button.text().isEmpty() &&
         button.property("kind").toString() != QLatin1String("primary");
}

}  // namespace

Toolbar::Toolbar(const QString& heading, QWidget* parent)
    : QFrame(parent), heading_(new ElidedLabel(heading)), left_(new QHBoxLayout), right_(new QHBoxLayout) {
  setKind(this, "toolbar");
  setFixedHeight(size::kToolbar);
  auto* row = new QHBoxLayout(this);
  row->setContentsMargins(size::kPageMargin, 0, size::kPageMargin, 0);
  row->setSpacing(size::kGrid);
  // Without a constraint, since the children need more room than a narrow window has before fit() hides some.
  row->setSizeConstraint(QLayout::SetNoConstraint);
  setKind(heading_, "title");
  left_->setSpacing(size::kGrid);
  right_->setSpacing(size::kGrid);
  row->addWidget(heading_);
  row->addSpacing(size::kGrid);
  row->addLayout(left_);
  row->addStretch(1);
  row->addLayout(right_);
}

void Toolbar::setHeading(const QString& heading) {
  heading_->setText(heading);
  heading_->setVisible(!heading.isEmpty());
}

void Toolbar::addLeft(QWidget* widget) {
  left_->addWidget(widget);
}

void Toolbar::addRight(QWidget* widget) {
  right_->addWidget(widget);
}

QSize Toolbar::minimumSizeHint() const {
  return {0, size::kToolbar};
}

bool Toolbar::event(QEvent* event) {
  // Runs before the layout distributes the room.
  if (event->type() == QEvent::Resize || event->type() == QEvent::LayoutRequest || event->type() == QEvent::Show) fit();
  return QFrame::event(event);
}

void Toolbar::fit() {
  QList<QPushButton*> buttons;
  int wanted = layout()->sizeHint().width();
  for (QPushButton* button : findChildren<QPushButton*>())
    if (canShrink(*button)) {
      buttons << button;
      if (isCompact(button)) wanted += fullWidth(*button) - button->sizeHint().width();
    }
  std::sort(buttons.begin(), buttons.end(), [this](const QPushButton* a, const QPushButton* b) {
    return a->mapTo(this, QPoint()).x() < b->mapTo(this, QPoint()).x();
  });
  for (QPushButton* button : buttons) {
    const bool compact = wanted > width();
    if (compact) wanted -= fullWidth(*button) - size::kControl;
    if (compact == isCompact(button)) continue;
    setCompact(*button, compact);
    for (QWidget* box = button->parentWidget(); box != this; box = box->parentWidget()) box->updateGeometry();
  }
}

}  // namespace fovea
