#include "app/workspaces/workspace.h"

#include <QDockWidget>
#include <QScrollArea>
#include <QVBoxLayout>

#include "app/bridge/session.h"
#include "app/workspaces/panel_area.h"
#include "app/workspaces/toolbar.h"
#include "widgets/theme/notice.h"
#include "widgets/theme/theme.h"
#include "widgets/theme/tokens.h"

namespace fovea {
namespace {

const QString kInspectorPanel = QStringLiteral("inspector");

}  // namespace

Workspace::Workspace(Session& session, const QString& title, const QString& iconName, QWidget* parent)
    : QWidget(parent), session_(session), title_(title), iconName_(iconName) {
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);

  toolbar_ = new Toolbar(title);
  column->addWidget(toolbar_);

  auto* work = new QWidget;
  middle_ = new QVBoxLayout(work);
  middle_->setContentsMargins(0, 0, 0, 0);
  middle_->setSpacing(0);
  banner_ = new Banner;
  middle_->addWidget(banner_);
  panels_ = new PanelArea;
  panels_->setCentralWidget(work);
  column->addWidget(panels_, 1);
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

void Workspace::setInspector(QWidget* inspector, const QString& title) {
  auto* scroll = new QScrollArea;
  scroll->setWidgetResizable(true);
  scroll->setFrameShape(QFrame::NoFrame);
  scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  scroll->setWidget(inspector);
  scroll->setMinimumWidth(size::kInspector - 20);
  panels_->add({kInspectorPanel, title, Qt::RightDockWidgetArea, size::kInspector}, scroll);
}

void Workspace::addPanel(const PanelSpec& spec, QWidget* content) {
  panels_->add(spec, content);
  Action* toggle = addCommand({.id = iconName_ + ".panel." + spec.id,
                               .text = tr("Panel: %1").arg(spec.title),
                               .help = tr("Show or hide it"),
                               .menu = "view",
                               .group = 1},
                              [this, id = spec.id] { panels_->setWanted(id, !panels_->isWanted(id)); });
  toggle->setCheckable(true);
  toggle->setChecked(true);
  connect(panels_, &PanelArea::wantedChanged, toggle, [toggle, id = spec.id](const QString& changed, bool wanted) {
    if (changed == id) toggle->setChecked(wanted);
  });
}

bool Workspace::hasInspector() const {
  return panels_->has(kInspectorPanel);
}

void Workspace::setInspectorVisible(bool visible) {
  panels_->setWanted(kInspectorPanel, visible);
}

void Workspace::setInspectorUseful(bool useful) {
  panels_->setUseful(kInspectorPanel, useful);
}

bool Workspace::inspectorVisible() const {
  return hasInspector() && !panels_->dock(kInspectorPanel)->isHidden();
}

void Workspace::saveLayout() const {
  panels_->save(objectName());
}

void Workspace::restoreLayout() {
  panels_->restore(objectName());
}

void Workspace::resetLayout() {
  panels_->reset();
}

Action* Workspace::addCommand(const ActionSpec& spec, std::function<void()> work) {
  commands_ << makeAction(this, spec, std::move(work));
  return commands_.back();
}

void Workspace::showError(const Error& error) {
  banner_->showError(error);
}

}  // namespace fovea
