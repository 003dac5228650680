// Why: the actions of the Network workspace, in its toolbar and its menus.
#include <QActionGroup>
#include <QMenu>
#include <utility>

#include "app/actions/action_registry.h"
#include "app/workspaces/network/live_view.h"
#include "app/workspaces/network/network_chooser.h"
#include "app/workspaces/network/network_files.h"
#include "app/workspaces/network/network_workspace.h"
#include "core/network/standard_networks.h"
#include "widgets/actions/action_button.h"
#include "widgets/canvas/input/canvas_actions.h"
#include "widgets/canvas/network_canvas.h"
#include "widgets/theme/core_text.h"
#include "widgets/theme/segment_bar.h"

namespace fovea {

void NetworkWorkspace::buildActions() {
  begin_ = addCommand({.id = "network.new",
                       .text = tr("New network…"),
                       .icon = "add",
                       .keys = {QKeySequence(tr("Ctrl+Shift+N"))},
                       .help = tr("Says what the network is to do, and chooses one that can")},
                      [this] { suggest(); });
  buildStandardMenu();
  addCommands(files_->actions());
  addCommands(chooser_->actions());
  addCommands(canvas_->actions()->all());
  compareWith_ = addCommand({.id = "network.compare",
                             .text = tr("Compare with…"),
                             .icon = "search",
                             .keys = {QKeySequence(tr("Ctrl+Shift+D"))},
                             .help = tr("Shows on the drawing what differs from another network"),
                             .group = 4},
                            [this] { compare(); });
  buildArrangeMenu();
  buildLiveMenu();
  train_ = addCommand({.id = "network.train",
                       .text = tr("Train the network"),
                       .shortText = tr("Train"),
                       .icon = "play",
                       .help = tr("Go to Train, where a run of it is started"),
                       .group = 5,
                       .remote = true},
                      [this] { Q_EMIT placeRequested("train"); });
}

void NetworkWorkspace::buildStandardMenu() {
  standard_ = addCommand({.id = "network.standard",
                          .text = tr("Standard networks"),
                          .icon = "network",
                          .help = tr("Begin with a well-known network")},
                         [] {});
  auto* menu = new QMenu(this);
  menu->setToolTipsVisible(true);
  for (const StandardNetwork& entry : standardNetworks()) {
    const QString name = QString::fromStdString(entry.name);
    menu->addAction(addCommand({.id = "network.standard." + name,
                                .text = coreMessage(entry.title),
                                .help = coreMessage(entry.description),
                                .menu = "-"},
                               [this, name] { openStandard(name); }));
  }
  standard_->setMenu(menu);
}

void NetworkWorkspace::buildToolbar() {
  undo_ = new ActionButton(nullptr, ButtonLook::Flat);
  redo_ = new ActionButton(nullptr, ButtonLook::Flat);
  addToToolbarRight(undo_);
  addToToolbarRight(redo_);
  addToToolbarRight(new ActionButton(arrange_, ButtonLook::Flat));
  addToToolbarRight(new ActionButton(standard_, ButtonLook::Flat));
  auto* file = new QPushButton(tr("File"));
  addToToolbarRight(file);
  auto* menu = new QMenu(file);
  menu->setToolTipsVisible(true);
  menu->addAction(begin_);
  menu->addSeparator();
  int group = files_->actions().front()->group();
  for (Action* action : files_->actions()) {
    if (std::exchange(group, action->group()) != action->group()) menu->addSeparator();
    menu->addAction(action);
  }
  menu->addSeparator();
  menu->addAction(compareWith_);
  file->setMenu(menu);
  addToToolbarRight(new ActionButton(train_, ButtonLook::Primary));
}

// Choosing a flow direction applies it immediately and stores it for the next time.
void NetworkWorkspace::buildArrangeMenu() {
  arrange_ = addCommand({.id = "network.arrange",
                         .text = tr("Arrange"),
                         .icon = "arrange",
                         .help = tr("Arrange the network again, or fold repeated parts"),
                         .group = 4},
                        [] {});
  auto* menu = new QMenu(this);
  menu->setObjectName(QStringLiteral("arrangeMenu"));
  menu->setToolTipsVisible(true);
  flows_ = new QActionGroup(menu);
  const auto add = [&](LayoutFlow flow, const char* id, const QString& text, const QString& help) {
    Action* action =
        addCommand({.id = id, .text = text, .help = help, .menu = "-"}, [this, flow] { chooseFlow(flow); });
    action->setCheckable(true);
    action->setData(static_cast<int>(flow));
    flows_->addAction(action);
    menu->addAction(action);
  };
  add(LayoutFlow::Automatic, "network.arrangeWindow", tr("Arrange for the window"),
      tr("In as many columns as show the network largest"));
  add(LayoutFlow::Down, "network.arrangeDown", tr("Arrange downwards"), tr("Data flows down all the way"));
  add(LayoutFlow::Right, "network.arrangeRight", tr("Arrange to the right"),
      tr("Data flows to the right, in and out at the sides of the cards"));
  add(LayoutFlow::Columns, "network.arrangeColumns", tr("Arrange in columns"),
      tr("Each column goes on at the top of the next"));
  showFlow();
  menu->addSeparator();
  fold_ =
      addCommand({.id = "network.foldRepeated",
                  .text = tr("Fold repeated structure"),
                  .icon = "layer-shape",
                  .help = tr("Parts that stand in the network several times become blocks, drawn once and used often"),
                  .menu = "-"},
                 [this] { static_cast<void>(canvas_->foldRepeated()); });
  menu->addAction(fold_);
  arrange_->setMenu(menu);
}

// These actions concern a run that trains the drawn network; they are disabled while there is none.
void NetworkWorkspace::buildLiveMenu() {
  figures_ = addCommand({.id = "network.figures",
                         .text = tr("Live figures"),
                         .help = tr("What the layers show while a run trains them"),
                         .group = 5},
                        [] {});
  auto* menu = new QMenu(this);
  auto* modes = new QActionGroup(menu);
  for (int i = 0; i < live_->modes()->count(); ++i) {
    Action* mode =
        addCommand({.id = "network.figures." + QString::number(i), .text = live_->modes()->text(i), .menu = "-"},
                   [this, i] { live_->setMode(static_cast<LiveMode>(i)); });
    mode->setCheckable(true);
    modes->addAction(mode);
    menu->addAction(mode);
  }
  figures_->setMenu(menu);
  stepLayers_ = addCommand({.id = "network.stepLayers",
                            .text = tr("Step layer by layer"),
                            .icon = "step",
                            .help = tr("Trains one batch, then shows each of its tensors, forward and backward"),
                            .group = 5},
                           [this] { live_->traceStep(); });
  connect(live_, &LiveView::changed, this, &NetworkWorkspace::showLiveActions);
  showLiveActions();
}

void NetworkWorkspace::showLiveActions() {
  const bool under = live_->run().valid();
  stepLayers_->setEnabled(under);
  figures_->setEnabled(under);
  const QList<QAction*> modes = figures_->menu()->actions();
  for (QAction* mode : modes) mode->setEnabled(under);
  modes[static_cast<int>(live_->mode())]->setChecked(true);
}

void NetworkWorkspace::addProgramButtons(const ActionRegistry& program) {
  undo_->setAction(program.find("edit.undo"));
  redo_->setAction(program.find("edit.redo"));
}

}  // namespace fovea
