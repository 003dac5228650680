#include "app/workspaces/panel_header.h"

#include <QDockWidget>
#include <QHBoxLayout>
#include <QToolButton>

#include "widgets/theme/card.h"
#include "widgets/theme/icon.h"
#include "widgets/theme/tokens.h"

namespace fovea {
namespace {

constexpr int kButton = 22;

QToolButton* headerButton(const char* iconName, const QString& help) {
  auto* button = new QToolButton;
  button->setIcon(icon(iconName));
  button->setIconSize(QSize(12, 12));
  button->setAutoRaise(true);
  button->setFixedSize(kButton, kButton);
  button->setFocusPolicy(Qt::TabFocus);
  button->setToolTip(help);
  button->setAccessibleName(help);
  return button;
}

}  // namespace

PanelHeader::PanelHeader(QDockWidget& dock, const QString& title) {
  setKind(this, "panel-header");
  setFixedHeight(size::kPanelHeader);
  auto* row = new QHBoxLayout(this);
  row->setContentsMargins(size::kPageMargin, 0, size::kGrid, 0);
  row->setSpacing(2);
  auto* label = new ElidedLabel(title);
  setKind(label, "heading");
  row->addWidget(label, 1);
  auto* afloat = headerButton("float", tr("Float or dock the panel %1").arg(title));
  auto* close = headerButton("close", tr("Hide the panel %1").arg(title));
  row->addWidget(afloat);
  row->addWidget(close);
  connect(afloat, &QToolButton::clicked, &dock, [&dock] { dock.setFloating(!dock.isFloating()); });
  connect(close, &QToolButton::clicked, this, &PanelHeader::closed);
}

}  // namespace fovea
