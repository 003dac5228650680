#include "widgets/canvas/network_canvas.h"

#include <QtCore/QTimer>
#include <QtWidgets/QLayout>
#include <QtWidgets/QLineEdit>
#include <QtWidgets/QPushButton>
#include <algorithm>

#include "widgets/canvas/input/canvas_actions.h"
#include "widgets/canvas/items/ghost_item.h"
#include "widgets/canvas/palette/layer_palette.h"
#include "widgets/canvas/panels/breadcrumbs.h"
#include "widgets/canvas/panels/layer_search_popup.h"
#include "widgets/canvas/panels/mini_map.h"
#include "widgets/canvas/panels/name_editor.h"
#include "widgets/canvas/panels/note_editor.h"
#include "widgets/canvas/panels/problem_list.h"
#include "widgets/theme/notice.h"

namespace fovea {
namespace {

constexpr int kNoticeMilliseconds = 6000;

// Recognises the result of importers: several new layers, all at one position.
bool comesWithoutPlaces(const Network& network, const Network& before) {
  const auto& layers = network.layers();
  const auto isElsewhere = [&](const Layer& layer) { return layer.position != layers.front().position; };
  if (layers.empty() || std::any_of(layers.begin(), layers.end(), isElsewhere)) return false;
  return std::count_if(layers.begin(), layers.end(), [&](const Layer& layer) {
           const Layer* old = before.find(layer.id);
           return !old || old->type != layer.type || old->name != layer.name;
         }) > 1;
}

}  // namespace

NetworkCanvas::NetworkCanvas(QWidget* parent) : QWidget(parent) {
  build();
  wire();
  setFocusProxy(view_);
  updateStrip();
  updateEmptyState();
  describeSelection();
}

NetworkCanvas::~NetworkCanvas() {
  // Deleted before the scene, which they access.
  delete nameEditor_;
  delete noteEditor_;
  delete input_;
  delete miniMap_;
  delete view_;
}

void NetworkCanvas::build() {
  setObjectName(QStringLiteral("networkCanvas"));
  scene_ = new CanvasScene(this);
  view_ = new CanvasView(*scene_, this);
  view_->setAccessibleName(tr("Network"));
  controller_ = new CanvasController(*scene_, this);
  input_ = new CanvasInput(*view_, *controller_, this);
  actions_ = new CanvasActions(*controller_, *view_, *input_, this);
  input_->setActions(actions_);
  palette_ = new LayerPalette(this);
  miniMap_ = new MiniMap(*view_, *scene_, this);
  strip_ = new NetworkStrip(this);
  empty_ = new EmptyState(QStringLiteral("network"), tr("Nothing here yet"), {}, view_->viewport());
  empty_->setObjectName(QStringLiteral("canvasEmpty"));
  QPushButton* add = empty_->addAction(tr("Add the first layer"));
  add->setObjectName(QStringLiteral("canvasEmptyAdd"));
  connect(add, &QPushButton::clicked, this, &NetworkCanvas::openSearch);
  search_ = new LayerSearchPopup(this);
  noteEditor_ = new NoteEditor(*view_, this);
  nameEditor_ = new NameEditor(this);
  breadcrumbs_ = new Breadcrumbs(this);
  problems_ = new ProblemList(this);
  notice_ = new Banner(this);
  notice_->setObjectName(QStringLiteral("canvasNotice"));
  notice_->hide();
  noticeTimer_ = new QTimer(this);
  noticeTimer_->setSingleShot(true);
  noticeTimer_->setInterval(kNoticeMilliseconds);
}

void NetworkCanvas::wire() {
  connect(controller_, &CanvasController::editRequested, this, [this](const NetworkEdit& edit, int mergeKey) {
    fitted_ = true;  // a user who edits has chosen the view
    Q_EMIT editRequested(edit, mergeKey);
  });
  connect(controller_, &CanvasController::arranged, this, [this] {
    if (!placing_ && !opened_) return;
    opened_ = false;
    if (placing_) setPlacing(false);
    view_->showBeginning();
  });
  connect(controller_, &CanvasController::notice, this, &NetworkCanvas::showNotice);
  connect(controller_, &CanvasController::revealRequested, view_, &CanvasView::reveal);
  connect(scene_, &CanvasScene::layersSelected, this, [this](const QList<LayerId>& layers) {
    describeSelection();
    Q_EMIT selectionChanged(layers);
  });
  connect(scene_, &CanvasScene::othersSelected, this, &NetworkCanvas::describeSelection);
  connect(input_, &CanvasInput::layerActivated, this, &NetworkCanvas::layerActivated);
  connect(input_, &CanvasInput::noteActivated, this, &NetworkCanvas::editNote);
  connect(controller_, &CanvasController::noteAdded, this, &NetworkCanvas::editNote);
  connect(noteEditor_, &NoteEditor::closed, this, [this] {
    if (!focusWidget() || focusWidget() == noteEditor_) view_->setFocus(Qt::OtherFocusReason);
  });
  connect(input_, &CanvasInput::menuRequested, this, &NetworkCanvas::showMenu);
  connect(input_, &CanvasInput::searchRequested, this,
          [this](const QPoint& at, const AddPlace& place) { search_->open(view_->mapTo(this, at), place); });
  const auto focusView = [this] {
    if (!focusWidget() || focusWidget() == nameEditor_) view_->setFocus(Qt::OtherFocusReason);
  };
  connect(nameEditor_, &NameEditor::closed, this, focusView);
  connect(input_, &CanvasInput::renameRequested, this, &NetworkCanvas::rename);
  connect(controller_, &CanvasController::blockFolded, this, &NetworkCanvas::rename);
  connect(&controller_->shelf(), &BlockShelf::changed, this, &NetworkCanvas::updateBlocks);
  connect(scene_, &CanvasScene::sheetChanged, this, &NetworkCanvas::showSheetOf);
  connect(breadcrumbs_, &Breadcrumbs::leaveRequested, this, [this](int levels) {
    view_->setFocus(Qt::OtherFocusReason);
    controller_->leave(levels);
  });
  connect(palette_, &LayerPalette::menuRequested, this, &NetworkCanvas::showBlockMenu);
  connect(search_, &LayerSearchPopup::layerChosen, this, &NetworkCanvas::addChosen);
  connect(search_, &LayerSearchPopup::closed, this, [this] {
    if (search_->searchField()->hasFocus() || !focusWidget() || search_->isAncestorOf(focusWidget()))
      view_->setFocus(Qt::OtherFocusReason);
  });
  connect(palette_, &LayerPalette::layerChosen, this,
          [this](const QString& key) { addChosen(key, controller_->placeForNew(view_->freeCenter())); });
  // Panels on the canvas scroll with the drawing.
  connect(view_, &CanvasView::cameraChanged, this, [this] {
    if (empty_->isVisible()) placePanels();
  });
  connect(palette_, &LayerPalette::contentChanged, this, &NetworkCanvas::placePanels);
  connect(miniMap_, &MiniMap::shapeChanged, this, &NetworkCanvas::placePanels);
  connect(strip_, &NetworkStrip::problemsClicked, this, &NetworkCanvas::toggleProblems);
  connect(problems_, &ProblemList::layerClicked, this,
          [this](const BlockPath& path, LayerId layer) { showLayer(path, layer); });
  connect(problems_, &ProblemList::fixClicked, this, [this](const NetworkFix& fix) {
    NetworkEdit edit = fix.edit;
    if (edit.title.empty()) edit.title = fix.title;
    controller_->request(edit);
  });
  connect(problems_, &ProblemList::closed, this, [this] {
    problems_->hide();
    placePanels();
    view_->setFocus(Qt::OtherFocusReason);
  });
  connect(noticeTimer_, &QTimer::timeout, notice_, &Banner::dismiss);
}

void NetworkCanvas::setNetwork(const Network& network, const NetworkReport& report) {
  input_->cancelGesture();
  if (network.name() != scene_->network().name()) cancelTyping();  // undo may bring back another network
  const bool unplaced = comesWithoutPlaces(network, scene_->network());
  if (unplaced) setPlacing(true);
  scene_->setNetwork(network, report);
  cancelTypingOfMissing();
  updateBlocks();
  updateWay();
  if (unplaced) controller_->arrangeWithLast();
  updateStrip();
  updateProblems();
  updateEmptyState();
  describeSelection();
  fitIfFirst();
}

void NetworkCanvas::arrangeFlowing(LayoutFlow flow) {
  opened_ = true;
  controller_->setFlow(flow);
  controller_->arrange();
}

void NetworkCanvas::arrangeOpened() {
  opened_ = true;
  fitted_ = true;
  controller_->arrangeWithLast();
}

// Thousands of cards at one position look useless, and an index makes them slow.
void NetworkCanvas::setPlacing(bool placing) {
  placing_ = placing;
  scene_->setItemIndexMethod(placing ? QGraphicsScene::NoIndex : QGraphicsScene::BspTreeIndex);
  view_->viewport()->setUpdatesEnabled(!placing);
}

void NetworkCanvas::fitIfFirst() {
  if (fitted_ || scene_->nodes().empty() || !isVisible()) return;
  fitted_ = true;
  view_->showBeginning();
}

void NetworkCanvas::updateStrip() {
  NetworkStripFields fields = figures_;
  // Figures of the shown sheet; problems are those of all sheets.
  const NetworkReport& report = scene_->report();
  fields.parameters = report.parameters;
  fields.flopsPerSample = report.flopsPerSample;
  if (!scene_->path().empty()) {
    fields.trainingMemoryBytes.reset();
    fields.inferenceMemoryBytes.reset();
    fields.largestBatch.reset();
    fields.sampleBytes = report.outputBytes;
  }
  // A canvas without layers is empty, which is no problem.
  const bool empty = scene_->network().layers().empty();
  fields.problems = empty ? 0 : int(allProblems(scene_->network(), scene_->wholeReport()).size());
  // Values after a layer with a problem are unknown.
  fields.partial =
      !empty && std::any_of(report.problems.begin(), report.problems.end(),
                            [](const NetworkProblem& each) { return each.layer.valid() && !each.allowsUse(); });
  strip_->setFields(fields);
}

void NetworkCanvas::setTrainingMemory(std::optional<std::int64_t> bytes, std::int64_t batch) {
  figures_.trainingMemoryBytes = bytes;
  figures_.batch = batch;
  updateStrip();
}

void NetworkCanvas::setInferenceMemory(std::optional<std::int64_t> bytes) {
  figures_.inferenceMemoryBytes = bytes;
  updateStrip();
}

void NetworkCanvas::setFigureForm(FigureForm form) {
  if (form == scene_->style().figures) return;
  CanvasView::Camera camera = view_->camera();
  const bool whole = view_->visibleRectangle().contains(scene_->networkRectangle());
  camera.center = scene_->keptPlace(camera.center);
  scene_->setFigureForm(form);
  if (whole || camera.framing != CanvasView::Framing::Free) return view_->showBeginning();
  camera.center = scene_->shownPoint(camera.center);
  view_->setCamera(camera);
}

void NetworkCanvas::setGhosts(std::vector<Ghost> ghosts) {
  scene_->setGhosts(std::move(ghosts));
}

void NetworkCanvas::setLargestBatch(std::optional<std::int64_t> batch, const QString& device, bool more) {
  figures_.largestBatch = batch;
  figures_.largerNotTried = more;
  figures_.device = device;
  updateStrip();
}

void NetworkCanvas::updateEmptyState() {
  const bool empty = scene_->nodes().empty();
  empty_->setVisible(empty);
  if (miniMap_->isVisibleTo(this) == empty) placePanels();
}

QString NetworkCanvas::nameOf(LayerId layer) const {
  return QString::fromStdString(scene_->network().find(layer)->name);
}

QString NetworkCanvas::noteWords(const Note& note) {
  return (note.frame ? tr("Frame: %1") : tr("Comment: %1")).arg(QString::fromStdString(note.text));
}

void NetworkCanvas::describeSelection() {
  const QList<LayerId>& chosen = scene_->selection();
  const std::int64_t layers = layerCount(scene_->network(), scene_->sheet());
  QString words = layers == 1 ? tr("1 layer") : tr("%1 layers").arg(layers);
  const std::vector<Edge> edges = scene_->selectedEdges();
  const QList<NoteId> notes = scene_->selectedNotes();
  if (!chosen.isEmpty())
    words = scene_->node(chosen.back())->content().tip;
  else if (edges.size() == 1)
    words = tr("Connection from %1 to %2").arg(nameOf(edges.front().source), nameOf(edges.front().target));
  else if (notes.size() == 1)
    words = noteWords(scene_->note(notes.front())->note());
  if (!scene_->path().empty()) words = tr("In %1. %2").arg(breadcrumbs_->names().join(QStringLiteral(" › ")), words);
  if (chosen.size() > 1) words = tr("%1 layers selected, last: %2").arg(chosen.size()).arg(words);
  if (words == view_->accessibleDescription()) return;
  view_->setAccessibleDescription(words);
}

void NetworkCanvas::showLayer(LayerId layer) {
  const Layer* wanted = scene_->network().find(layer);
  if (!wanted) return;
  const auto path =
      wanted->block == scene_->sheet() ? std::optional(scene_->path()) : pathTo(scene_->network(), wanted->block);
  if (path) showLayer(*path, layer);
}

void NetworkCanvas::showLayer(const BlockPath& path, LayerId layer) {
  scene_->setPath(path);
  if (!scene_->node(layer)) return;
  scene_->select({layer});
  view_->reveal(scene_->nodeRectangle(layer));
}

void NetworkCanvas::openSearch() {
  view_->setFocus(Qt::OtherFocusReason);
  input_->requestSearch();
}

void NetworkCanvas::addChosen(const QString& key, const AddPlace& place) {
  view_->setFocus(Qt::OtherFocusReason);
  if (!place.edge || !controller_->insert(key, *place.edge, place.position)) controller_->add(key, place);
  if (!scene_->selection().isEmpty()) view_->reveal(scene_->nodeRectangle(scene_->selection().back()));
}

void NetworkCanvas::cancelTyping() {
  nameEditor_->cancel();
  noteEditor_->cancel();
}

void NetworkCanvas::cancelTypingOfMissing() {
  if (!scene_->node(renamed_)) nameEditor_->cancel();
  if (!scene_->note(noteEditor_->note())) noteEditor_->cancel();
}

bool NetworkCanvas::settleTyping() {
  return nameEditor_->settle() && noteEditor_->settle();
}

void NetworkCanvas::editNote(NoteId id) {
  if (!settleTyping()) return;
  const NoteItem* note = scene_->note(id);
  if (!note) return;
  view_->reveal(note->geometry());
  noteEditor_->open(*note, [this](const Note& changed) {
    controller_->request(changeNoteEdit(changed, tr("Edit a note")));
    const Note* shown = scene_->network().findNote(changed.id);
    return !shown || shown->text == changed.text;
  });
}

void NetworkCanvas::toggleProblems() {
  problems_->setVisible(!problems_->isVisible());
  updateProblems();
  placePanels();
  if (!problems_->isVisible()) return;
  problems_->raise();
  problems_->setFocus(Qt::OtherFocusReason);
}

void NetworkCanvas::updateProblems() {
  if (!problems_->isVisible()) return;
  problems_->setProblems(scene_->network(), scene_->wholeReport());
  placePanels();
}

void NetworkCanvas::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  placePanels();
}

void NetworkCanvas::showEvent(QShowEvent* event) {
  QWidget::showEvent(event);
  placePanels();
  fitIfFirst();
}

}  // namespace fovea
