#include "widgets/canvas/panels/breadcrumbs.h"

#include <QtWidgets/QHBoxLayout>
#include <QtWidgets/QLabel>
#include <QtWidgets/QToolButton>

#include "widgets/theme/theme.h"

namespace fovea {
namespace {

constexpr int kMostWidth = 150;  // maximum width of a name

QString elided(const QWidget& widget, const QString& name) {
  return widget.fontMetrics().elidedText(name, Qt::ElideMiddle, kMostWidth);
}

}  // namespace

Breadcrumbs::Breadcrumbs(QWidget* parent) : QFrame(parent), row_(new QHBoxLayout(this)) {
  setObjectName(QStringLiteral("breadcrumbs"));
  setKind(this, "card");
  setAccessibleName(tr("Way to this sheet"));
  row_->setContentsMargins(6, 2, 14, 2);
  row_->setSpacing(2);
  hide();
}

void Breadcrumbs::setNames(const QStringList& names) {
  if (names == names_) return;
  names_ = names;
  while (QLayoutItem* item = row_->takeAt(0)) {
    item->widget()->deleteLater();
    delete item;
  }
  for (int i = 0; i < int(names.size()); ++i) {
    const bool here = i + 1 == int(names.size());
    if (here) {
      auto* label = new QLabel(elided(*this, names[i]));
      setKind(label, "strong");
      label->setToolTip(names[i]);
      row_->addWidget(label);
      continue;
    }
    auto* button = new QToolButton;
    button->setText(elided(*this, names[i]));
    button->setAutoRaise(true);
    button->setFocusPolicy(Qt::StrongFocus);
    button->setCursor(Qt::PointingHandCursor);
    button->setToolTip(tr("Back to %1 (Alt+Up goes one sheet out)").arg(names[i]));
    button->setAccessibleName(tr("Back to %1").arg(names[i]));
    connect(button, &QToolButton::clicked, this,
            [this, levels = int(names.size()) - 1 - i] { Q_EMIT leaveRequested(levels); });
    row_->addWidget(button);
    auto* arrow = new QLabel(QStringLiteral("›"));
    setKind(arrow, "muted");
    arrow->setContentsMargins(0, 0, 4, 0);
    row_->addWidget(arrow);
  }
  row_->activate();
  adjustSize();
}

}  // namespace fovea
