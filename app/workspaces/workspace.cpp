#include "app/workspaces/workspace.h"

#include <QHBoxLayout>
#include <QScrollArea>

#include "app/bridge/session.h"
#include "app/workspaces/toolbar.h"
#include "widgets/theme/notice.h"
#include "widgets/theme/theme.h"
#include "widgets/theme/tokens.h"

namespace fovea {
Workspace::Workspace(Session& session, const QString& title, const QString& iconName, QWidget* parent)
    : QWidget(parent), session_(session), title_(title), iconName_(iconName) {
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);

  toolbar_ = new Toolbar(title);
  column->addWidget(toolbar_);

  body_ = new QHBoxLayout;
  body_->setContentsMargins(0, 0, 0, 0);
  body_->setSpacing(0);
  middle_ = new QVBoxLayout;
  middle_->setContentsMargins(0, 0, 0, 0);
  middle_->setSpacing(0);
  banner_ = new Banner;
  middle_->addWidget(banner_);
  body_->addLayout(middle_, 1);
  column->addLayout(body_, 1);
}

void Workspace::setHeading(const QString& heading) {
  toolbar_->setHeading(heading);
}

void Workspace::addToToolbarLeft(QWidget* widget) {
  toolbar_->addLeft(widget);
}

void Workspace::addToToolbarRight(QWidget* widget) {
  toolbar_->addRight(widget);
}

void Workspace::setContent(QWidget* content) {
  middle_->addWidget(content, 1);
}

void Workspace::setInspector(QWidget* inspector) {
  auto* scroll = new QScrollArea;
  scroll->setWidgetResizable(true);
  scroll->setFrameShape(QFrame::NoFrame);
  scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  scroll->setWidget(inspector);
  auto* frame = new QFrame;
  setKind(frame, "inspector");
  frame->setFixedWidth(size::kInspector);
  auto* layout = new QVBoxLayout(frame);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->addWidget(scroll);
  inspectorFrame_ = frame;
  body_->addWidget(frame);
}

void Workspace::setInspectorVisible(bool visible) {
  if (inspectorFrame_) inspectorFrame_->setVisible(visible);
}

bool Workspace::inspectorVisible() const {
  return inspectorFrame_ && !inspectorFrame_->isHidden();
}

Action* Workspace::addCommand(const ActionSpec& spec, std::function<void()> work) {
  commands_ << makeAction(this, spec, std::move(work));
  return commands_.back();
}

void Workspace::showError(const Error& error) {
  banner_->showError(error);
}

}  // namespace fovea
