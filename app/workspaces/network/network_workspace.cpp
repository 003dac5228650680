#include "app/workspaces/network/network_workspace.h"

#include <QActionGroup>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QLocale>
#include <QMenu>
#include <QPushButton>
#include <QSplitter>
#include <QStandardPaths>
#include <array>
#include <optional>

#include "app/actions/action_registry.h"
#include "app/bridge/user_settings.h"
#include "app/unless_gone.h"
#include "app/wizards/new_network_dialog.h"
#include "app/workspaces/network/breakpoint_panel.h"
#include "app/workspaces/network/compare_dialog.h"
#include "app/workspaces/network/compare_panel.h"
#include "app/workspaces/network/layer_inspector.h"
#include "app/workspaces/network/live_view.h"
#include "app/workspaces/network/network_chooser.h"
#include "app/workspaces/network/network_files.h"
#include "app/workspaces/network/network_text_view.h"
#include "app/workspaces/network/step_walk.h"
#include "app/workspaces/panel_area.h"
#include "core/network/standard_networks.h"
#include "core/train/network_sizing.h"
#include "widgets/actions/action_button.h"
#include "widgets/canvas/network_canvas.h"
#include "widgets/canvas/palette/layer_palette.h"
#include "widgets/theme/card.h"
#include "widgets/theme/core_text.h"
#include "widgets/theme/notice.h"
#include "widgets/theme/pill_button.h"

namespace fovea {
namespace {

constexpr int kTourMilliseconds = 1200;  // time until the figures are known
constexpr int kTextWidth = 320;
constexpr const char* kLayerList = "layers";
constexpr int kLayerListWidth = 192;
constexpr int kLayerListFrom = 1180;  // minimum width if the drawing shares it with a text or a comparison
constexpr const char* kViewKey = "networkView";
constexpr const char* kFlowKey = "networkFlow";
// As stored in a project, in the order of LayoutFlow.
constexpr std::array<std::string_view, 4> kFlowNames{"automatic", "down", "columns", "right"};

// The direction chosen last; flow to the right applies only to networks that the user turned.
LayoutFlow usualFlow() {
  return static_cast<LayoutFlow>(std::clamp(UserSettings::value(kFlowKey, 0).toInt(), 0, 2));
}

// Returns the direction of most edges; nullopt if neither has the majority.
std::optional<LayoutFlow> drawnFlow(const Network& network) {
  std::size_t down = 0, right = 0;
  for (const Edge& edge : network.edges()) {
    const auto from = network.find(edge.source)->position, to = network.find(edge.target)->position;
    if (to.y > from.y + canvas::kNodeHeight)
      ++down;
    else if (to.x > from.x)
      ++right;
  }
  if (2 * down > network.edges().size()) return LayoutFlow::Down;
  if (2 * right > network.edges().size()) return LayoutFlow::Right;
  return std::nullopt;
}

}  // namespace

NetworkWorkspace::NetworkWorkspace(Session& session, QWidget* parent)
    : Workspace(session, tr("Network"), "network", parent),
      chooser_(new NetworkChooser(session, this)),
      damage_(new Banner),
      canvas_(new NetworkCanvas),
      inspector_(new LayerInspector(session)),
      text_(new NetworkTextView(session)),
      compare_(new ComparePanel(*canvas_)),
      live_(new LiveView(session, *canvas_)),
      breakpointPanel_(new BreakpointPanel(session)),
      walk_(new StepWalk),
      files_(new NetworkFiles(session, *canvas_, this)),
      layersPill_(new Pill({})),
      dataPill_(new Pill({})),
      memory_(session.backends()) {
  setHeading({});  // the chooser shows the network's name
  addToToolbarLeft(chooser_);
  addToToolbarLeft(layersPill_);
  dataPill_->setToolTip(tr("The data set that Train uses, with which the network is compared"));
  addToToolbarLeft(dataPill_);
  auto* content = new QWidget;
  auto* column = new QVBoxLayout(content);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  damage_->setDismissible(false);
  column->addWidget(damage_);
  column->addWidget(live_);
  column->addWidget(makeViews(), 1);
  setContent(content);
  buildViewButtons();
  buildActions();
  buildToolbar();
  addPanel({kLayerList, tr("Layers"), Qt::LeftDockWidgetArea, kLayerListWidth}, canvas_->takePalette());
  setInspector(inspector_, tr("Selection"));
  connect(&memory_, &MemoryEstimator::estimated, this, &NetworkWorkspace::showMemory);
  connect(canvas_, &NetworkCanvas::editRequested, &session, &Session::applyEdit);
  connect(canvas_, &NetworkCanvas::selectionChanged, inspector_, &LayerInspector::showLayers);
  connect(canvas_, &NetworkCanvas::sheetChanged, this, [this] { inspector_->showSheet(canvas_->path()); });
  canvas_->setBlockFolder(QStandardPaths::writableLocation(QStandardPaths::AppDataLocation) + "/blocks");
  connect(canvas_, &NetworkCanvas::layerActivated, this, [this](LayerId layer) {
    setInspectorVisible(true);
    inspector_->focusLayer(layer);
  });
  connect(&session, &Session::editRefused, this,
          [this](const Error& error) { canvas_->showNotice(coreMessage(error)); });
  connect(&session, &Session::networkChanged, this, &NetworkWorkspace::showNetwork);
  connect(&session, &Session::networkChanged, compare_, &ComparePanel::refresh);
  // If no layer had to move there is no edit: the direction still belongs to the shown drawing.
  connect(canvas_->controller(), &CanvasController::arranged, this,
          [this] { flowOf_[followed_] = canvas_->controller()->flow(); });
  connect(&session, &Session::networkOpened, this, &NetworkWorkspace::showOpened);
  connect(&session, &Session::projectChanged, compare_, &ComparePanel::end);
  connect(&session, &Session::projectChanged, this, [this] { flowOf_ = {{followed_, canvas_->controller()->flow()}}; });
  connect(inspector_, &LayerInspector::failed, this, &NetworkWorkspace::showError);
  connect(chooser_, &NetworkChooser::failed, this, &NetworkWorkspace::showError);
  connect(chooser_, &NetworkChooser::removed, this, &NetworkWorkspace::tellRemoved);
  connect(&session, &Session::trainingDatasetChanged, this, &NetworkWorkspace::showPills);
  connect(&session, &Session::projectChanged, this, &NetworkWorkspace::askForMemory);
  wireFiles();
  wireLive();
  wireWalk();
  showNetwork();
  showPills();
}

QWidget* NetworkWorkspace::makeViews() {
  auto* views = new QSplitter(Qt::Horizontal);
  splitter_ = views;
  views->addWidget(canvas_);
  views->addWidget(text_);
  views->addWidget(compare_);
  views->setChildrenCollapsible(false);
  views->setHandleWidth(1);
  views->setStretchFactor(0, 3);
  views->setStretchFactor(1, 2);
  views->setStretchFactor(2, 0);
  canvas_->setMinimumWidth(kTextWidth);
  text_->setMinimumWidth(kTextWidth);
  connect(compare_, &ComparePanel::shown, this, &NetworkWorkspace::shareRoom);
  connect(canvas_->emptyState()->addAction(tr("Suggest a network")), &QPushButton::clicked, this,
          &NetworkWorkspace::suggest);
  connect(canvas_, &NetworkCanvas::selectionChanged, text_, &NetworkTextView::showLayers);
  connect(text_, &NetworkTextView::layerEntered, this, [this](LayerId layer) {
    if (canvas_->isVisible()) canvas_->showLayer(layer);
  });
  return views;
}

void NetworkWorkspace::buildViewButtons() {
  struct Choice {
    NetworkView view;
    QString text, help;
  };
  const Choice choices[] = {{NetworkView::Canvas, tr("Canvas"), tr("Show the drawing")},
                            {NetworkView::Text, tr("Text"), tr("Show the network as text that can be edited")},
                            {NetworkView::Both, tr("Both"), tr("Drawing and text side by side")}};
  const char* const ids[] = {"network.viewCanvas", "network.viewText", "network.viewBoth"};
  auto* row = new QHBoxLayout;
  row->setSpacing(4);
  auto* box = new QWidget;
  row->setContentsMargins(0, 0, 0, 0);
  box->setLayout(row);
  for (int i = 0; i < 3; ++i) {
    Action* action = addCommand({.id = ids[i],
                                 .text = tr("View of the network: %1").arg(choices[i].text),
                                 .keys = {QKeySequence(Qt::ALT | static_cast<Qt::Key>(Qt::Key_1 + i))},
                                 .help = choices[i].help,
                                 .menu = "view"},
                                [this, view = choices[i].view] { setView(view); });
    auto* button = new PillButton(choices[i].text);
    button->setCheckable(true);
    button->setAccessibleName(choices[i].help);
    const auto follow = [button, action] { button->setToolTip(action->buttonToolTip()); };
    connect(action, &QAction::changed, button, follow);
    follow();
    row->addWidget(button);
    views_.addButton(button, static_cast<int>(choices[i].view));
  }
  connect(&views_, &QButtonGroup::idClicked, this, [this](int id) { setView(static_cast<NetworkView>(id)); });
  addToToolbarRight(box);
  setView(static_cast<NetworkView>(std::clamp(UserSettings::value(kViewKey, 0).toInt(), 0, 2)));
}

void NetworkWorkspace::setView(NetworkView view) {
  views_.button(static_cast<int>(view))->setChecked(true);
  canvas_->setVisible(view != NetworkView::Text);
  text_->setVisible(view != NetworkView::Canvas);
  shareRoom();
  UserSettings::setValue(kViewKey, static_cast<int>(view));
  text_->showLayers(canvas_->selection());
  if (isVisible()) activate();
}

// The layer list is for dragging onto the drawing, which needs room.
void NetworkWorkspace::showLayerList() {
  const bool shared = text_->isVisibleTo(this) || compare_->active();
  panels()->setUseful(kLayerList, canvas_->isVisibleTo(this) && (!shared || width() >= kLayerListFrom));
}

void NetworkWorkspace::resizeEvent(QResizeEvent* event) {
  Workspace::resizeEvent(event);
  showLayerList();
}

// Gives the drawing three fifths; a comparison gets its minimum width.
void NetworkWorkspace::shareRoom() {
  showLayerList();
  const int compared = compare_->active() ? compare_->minimumWidth() : 0;
  const int room = std::max(5, splitter_->width() - compared);
  splitter_->setSizes({room * 3 / 5, room * 2 / 5, compared});
}

NetworkView NetworkWorkspace::view() const {
  return static_cast<NetworkView>(views_.checkedId());
}

void NetworkWorkspace::suggest() {
  NewNetworkDialog dialog(session(), this);
  if (dialog.exec() == QDialog::Accepted) open(dialog.chosen().network);
}

void NetworkWorkspace::compare() {
  CompareDialog dialog(session(), this);
  if (dialog.exec() != QDialog::Accepted) return;
  if (view() == NetworkView::Text) setView(NetworkView::Both);
  compare_->compareWith(dialog.network(), dialog.name());
}

void NetworkWorkspace::open(const Network& network, bool arranged) {
  const QString title = tr("Open %1").arg(QString::fromStdString(network.name()));
  session().networks()->add(network, title, unlessGone(this, [this, arranged](const Status& added) {
                              if (!added.ok()) return showError(added.error());
                              if (arranged) canvas_->arrangeOpened();
                            }));
}

// Clears selection, messages and what is being typed, which belong to the previous drawing.
void NetworkWorkspace::showOpened() {
  canvas_->cancelTyping();  // two networks may have the same name, and layers with the same ids
  showFlow();
  canvas_->setSelection({});
  canvas_->showSheet({});
  banner()->dismiss();
  showNetwork();
  canvas_->showBeginning();
}

void NetworkWorkspace::showDamage() {
  const auto& damage = session().networks()->damage();
  if (!damage) {
    damage_->dismiss();
    return;
  }
  const QString file = QString::fromStdString(session().project()->networkFile().filename().string());
  QString advice = coreMessage(damage->error);
  if (damage->kept)
    advice +=
        " " + tr("What stands in it is kept as %1.").arg(QString::fromStdString(damage->kept->filename().string()));
  damage_->showMessage(Banner::Tone::Bad, tr("%1 cannot be read, so an empty drawing is shown.").arg(file), advice);
  for (std::size_t i = 0; i < damage->states.size(); ++i) {
    const QString origin = QString::fromStdString(damage->states[i].origin);
    auto* take = damage_->addAction(origin.isEmpty() ? tr("Take the last good state")
                                                     : tr("Take the network of the run “%1”").arg(origin));
    connect(take, &QPushButton::clicked, this, [this, i] { session().networks()->takeGoodState(i); });
  }
}

void NetworkWorkspace::tellRemoved(const QString& name, const std::filesystem::path& kept) {
  banner()->showMessage(Banner::Tone::Info, tr("“%1” is removed.").arg(name),
                        tr("The list of networks can put it back later, too."));
  connect(banner()->addAction(tr("Undo")), &QPushButton::clicked, this, [this, kept] {
    session().networks()->restore(kept, unlessGone(this, [this](const Status& back) {
                                    if (!back.ok()) showError(back.error());
                                  }));
  });
}

void NetworkWorkspace::wireFiles() {
  connect(files_, &NetworkFiles::failed, this, &NetworkWorkspace::showError);
  connect(files_, &NetworkFiles::done, this, [this](const QString& title, const QString& advice) {
    banner()->showMessage(Banner::Tone::Good, title, advice);
  });
  connect(files_, &NetworkFiles::trainingBegun, this, [this] { Q_EMIT placeRequested("train"); });
}

void NetworkWorkspace::chooseFlow(LayoutFlow flow) {
  // New networks use this direction, too; flow to the right applies only to networks that the user turned.
  if (flow != LayoutFlow::Right) UserSettings::setValue(kFlowKey, static_cast<int>(flow));
  keepFlow(flow);
  canvas_->arrangeFlowing(flow);
}

void NetworkWorkspace::keepFlow(LayoutFlow flow) {
  if (Project* project = session().project())
    if (const Status kept = project->setNetworkLayout(std::string(kFlowNames[static_cast<std::size_t>(flow)]));
        !kept.ok())
      showError(kept.error());
}

// Turning the drawing and the new positions are one step: undo and redo change both.
void NetworkWorkspace::followFlow() {
  NetworkState state = shownState();
  if (std::exchange(followed_, state) == state) return;
  const LayoutFlow now = canvas_->controller()->flow();
  const auto [found, isNew] = flowOf_.try_emplace(std::move(state), now);
  // The state is older than this session, so the direction is derived from the drawing.
  if (isNew && session().document().steppedThroughHistory()) {
    const auto drawn = drawnFlow(session().network());
    if (drawn == LayoutFlow::Right) found->second = LayoutFlow::Right;
    if (drawn == LayoutFlow::Down && now == LayoutFlow::Right) found->second = usualFlow();
  }
  const LayoutFlow then = found->second;
  if (then == now) return;
  keepFlow(then);
  showFlow();
}

void NetworkWorkspace::showFlow() {
  const std::string kept = session().project() ? session().project()->networkLayout() : std::string();
  const auto found = std::find(kFlowNames.begin(), kFlowNames.end(), kept);
  const auto flow = found != kFlowNames.end() ? static_cast<LayoutFlow>(found - kFlowNames.begin()) : usualFlow();
  canvas_->controller()->setFlow(flow);
  for (QAction* action : flows_->actions()) action->setChecked(action->data().toInt() == static_cast<int>(flow));
  followed_ = shownState();
  flowOf_[followed_] = flow;
}

NetworkWorkspace::NetworkState NetworkWorkspace::shownState() const {
  return {session().project() ? session().project()->networkFile() : std::filesystem::path(),
          session().document().state()};
}

void NetworkWorkspace::activate() {
  if (view() == NetworkView::Text)
    text_->edit()->setFocus();
  else
    canvas_->setFocus();
}

void NetworkWorkspace::find() {
  if (view() == NetworkView::Text || (view() == NetworkView::Both && text_->isAncestorOf(focusWidget())))
    text_->openFind({});
  else
    Workspace::find();
}

bool NetworkWorkspace::takesFile(const QString& file) const {
  return canImportNetwork(file) && QFileInfo(file).isFile();
}

QStringList NetworkWorkspace::unsaved() {
  text_->settle();
  return text_->unsaved();
}

void NetworkWorkspace::showNetwork() {
  showDamage();
  followFlow();
  canvas_->setNetwork(session().network(), session().report());
  showBreakpoints();
  inspector_->refresh();
  const bool any = !session().network().layers().empty();
  for (Action* action : {arrange_, fold_, compareWith_}) action->setEnabled(any);
  for (QAction* flow : flows_->actions()) flow->setEnabled(any);
  files_->refresh();
  showPills();
  askForMemory();
}

void NetworkWorkspace::showPills() {
  const std::int64_t layers = layerCount(session().network());
  layersPill_->setText(layers == 1 ? tr("1 layer") : tr("%1 layers").arg(layers));
  dataPill_->setVisible(session().trainingDataset() != nullptr);
  if (session().trainingDataset()) dataPill_->setText(QString::fromStdString(session().trainingDatasetName()));
}

void NetworkWorkspace::askForMemory() {
  memory_.request(session().network(), session().nextSettings());
}

void NetworkWorkspace::showMemory(const MemoryEstimate& estimate) {
  canvas_->setTrainingMemory(estimate.training, estimate.batch);
  canvas_->setInferenceMemory(estimate.inference);
  canvas_->setLargestBatch(estimate.largestBatch, QString::fromStdString(estimate.device), estimate.largerNotTried);
}

void NetworkWorkspace::openNetworkFile(const QString& file) {
  files_->open(file);
}

void NetworkWorkspace::exportDrawingTo(const QString& file) {
  files_->exportDrawing(file);
}

std::vector<Findable> NetworkWorkspace::findables() {
  std::vector<Findable> found;
  for (const Layer& layer : session().network().layers()) {
    const LayerType* type = findLayer(layer.type);
    const Block* block = session().network().findBlock(layer.block);
    const std::string name = block ? block->name + "/" + layer.name : layer.name;
    found.push_back(
        {tr("Layer %1 · %2").arg(QString::fromStdString(name), QString::fromStdString(type ? type->title : layer.type)),
         "network", [this, id = layer.id] { canvas_->showLayer(id); }});
  }
  return found;
}

void NetworkWorkspace::openStandard(const QString& name) {
  auto network = standardNetwork(name.toStdString());
  if (!network.ok()) {
    showError(network.error());
    return;
  }
  open(session().trainingDataset() ? sizedFor(*network, session().trainingDataset()->info()) : *network, true);
}

void NetworkWorkspace::prepareForTour(std::function<void()> ready) {
  for (const Layer& layer : session().network().layers()) {
    if (layer.type != "convolution") continue;
    canvas_->setSelection({layer.id});
  }
  canvas_->zoomToFit();
  QTimer::singleShot(kTourMilliseconds, this, [ready = std::move(ready)] { ready(); });
}

}  // namespace fovea
