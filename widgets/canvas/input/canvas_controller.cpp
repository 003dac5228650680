#include "widgets/canvas/input/canvas_controller.h"

#include <QtCore/QTimer>
#include <QtGui/QClipboard>
#include <QtGui/QGuiApplication>
#include <cmath>
#include <nlohmann/json.hpp>

#include "core/network/network_part.h"
#include "widgets/canvas/scene/arrange.h"
#include "widgets/theme/core_text.h"

namespace fovea {
namespace {

constexpr int kNudgeMilliseconds = 1000;    // moves within this time are merged
constexpr int kPatienceMilliseconds = 400;  // delay before a running layout is announced
constexpr int kMostTries = 3;
constexpr double kPasteStep = 3 * canvas::kGrid;

// Bounds of the network's own sheet.
QRectF boundsOf(const Network& network) {
  QRectF bounds;
  for (const Layer& layer : network.layers())
    if (!layer.block.valid())
      bounds |= QRectF(layer.position.x, layer.position.y, canvas::kNodeWidth, canvas::kNodeHeight);
  for (const Note& note : network.notes())
    if (!note.block.valid()) bounds |= QRectF(note.position.x, note.position.y, note.width, note.height);
  return bounds;
}

// The index `step` after `at` in a ring of `count`.
qsizetype stepped(qsizetype at, qsizetype count, int step) {
  return (at + step + count) % count;
}

bool standsInOnePlace(const CanvasScene& scene) {
  return std::all_of(scene.nodes().begin(), scene.nodes().end(), [&](const auto& entry) {
    return scene.network().find(entry.first)->position == scene.network().find(scene.nodes().begin()->first)->position;
  });
}

}  // namespace

CanvasController::CanvasController(CanvasScene& scene, QObject* parent)
    : QObject(parent), scene_(scene), layout_(new LayoutJob(this)) {
  connect(layout_, &LayoutJob::finished, this, &CanvasController::applyLayout);
  connect(layout_, &LayoutJob::failed, this, [this](const Error& error) {
    notify(error.within("The layers could not be put in order"));
    Q_EMIT arranged();
  });
}

void CanvasController::request(const NetworkEdit& edit, int mergeKey, const QList<LayerId>& layers,
                               const QList<NoteId>& notes) {
  if (mergeKey == 0) nudged_ = {};
  scene_.selectWhenShown(layers, notes);
  Q_EMIT editRequested(edit, mergeKey);
}

void CanvasController::addPoint(const Edge& edge, const QPointF& point) {
  request(rerouteEdgesEdit(scene_.network(), {{edge, scene_.keptAxis(point)}}));
}

void CanvasController::applyFix(LayerId layer, int fix) {
  const auto fixes = fixesOf(scene_.report(), layer);
  if (fix == int(fixes.size()) && faultInside(scene_.report(), layer)) open(layer);
  if (fix < 0 || fix >= int(fixes.size())) return;
  NetworkEdit edit = fixes[std::size_t(fix)]->edit;  // a copy, since showing the result replaces the report
  if (edit.title.empty()) edit.title = fixes[std::size_t(fix)]->title;
  request(edit);
}

std::optional<PortRef> CanvasController::selectedPeer() const {
  if (scene_.selection().size() != 1) return {};
  return firstOutput(scene_.network(), scene_.selection().front());
}

AddPlace CanvasController::placeForNew(const QPointF& otherwise) const {
  if (const auto peer = selectedPeer()) {
    const QRectF node = scene_.nodeRectangle(peer->layer);
    const QPointF port = scene_.portPosition(*peer);
    if (scene_.style().sideways)
      return {freePlace({node.right() + canvas::kRowGap, port.y() - canvas::kNodeHeight / 2}), peer};
    const double left = port.x() - canvas::kNodeWidth / 2;
    return {freePlace({left, node.bottom() + canvas::kRowGap}), peer};
  }
  return {freePlace(otherwise - QPointF(canvas::kNodeWidth, canvas::kNodeHeight) / 2), {}};
}

QPointF CanvasController::freePlace(QPointF wish) const {
  const auto taken = [this](const QPointF& place) {
    const QRectF card(place, QSizeF(canvas::kNodeWidth, canvas::kNodeHeight));
    for (const auto& [id, item] : scene_.nodes())
      if (scene_.nodeRectangle(id).intersects(card)) return true;
    return false;
  };
  for (int tries = 0; tries < 64 && taken(wish); ++tries)
    wish += scene_.style().sideways ? QPointF(0, canvas::kNodeHeight + canvas::kColumnGap)
                                    : QPointF(canvas::kNodeWidth + canvas::kColumnGap, 0);
  return wish;
}

void CanvasController::nudge(const QPointF& delta) {
  const CanvasLoad load = scene_.load();
  if (load.empty()) return;
  const bool sameBurst = nudged_.layers == load.layers && nudged_.notes == load.notes && sinceNudge_.isValid() &&
                         sinceNudge_.elapsed() < kNudgeMilliseconds;
  if (!sameBurst) ++nudgeKey_;
  nudged_ = load;
  sinceNudge_.start();
  request(moveEdit(scene_.network(), load, delta), nudgeKey_);
}

LayerId CanvasController::lastSelected() const {
  return scene_.selection().isEmpty() ? LayerId{} : scene_.selection().back();
}

void CanvasController::selectNext(const QPointF& direction, bool extend) {
  const LayerId from = lastSelected();
  LayerId best;
  double bestScore = 1e18;
  const QPointF centre = from.valid() ? scene_.nodeRectangle(from).center() : QPointF();
  for (const auto& [id, item] : scene_.nodes()) {
    if (id == from) continue;
    const QPointF d = scene_.nodeRectangle(id).center() - centre;
    const double ahead = d.x() * direction.x() + d.y() * direction.y();
    const double aside = std::abs(d.x() * direction.y() - d.y() * direction.x());
    // If nothing is selected, starts at the first node in reading order.
    const double score = from.valid() ? ahead + 2 * aside : scene_.nodeRectangle(id).top() * 1000 + item->pos().x();
    if ((from.valid() && ahead <= 1) || score >= bestScore) continue;
    best = id;
    bestScore = score;
  }
  if (!best.valid()) return;
  QList<LayerId> selection;
  if (extend) selection = scene_.selection();
  selection.removeAll(best);
  selection << best;
  scene_.select(selection);
  Q_EMIT revealRequested(scene_.nodeRectangle(best));
}

void CanvasController::selectConnection(int step) {
  const std::vector<EdgeItem*>& edges = scene_.edges();
  if (edges.empty()) return Q_EMIT notice(tr("This sheet has no connections."));
  const auto find = [&](const auto& wanted) { return std::find_if(edges.begin(), edges.end(), wanted); };
  const LayerId layer = lastSelected();
  auto found = find([](const EdgeItem* item) { return item->chosen(); });
  if (found != edges.end()) {
    found = edges.begin() + stepped(found - edges.begin(), std::ssize(edges), step);
  } else {
    found = find([&](const EdgeItem* item) { return item->edge().target == layer; });
    if (found == edges.end()) found = find([&](const EdgeItem* item) { return item->edge().source == layer; });
    if (found == edges.end()) found = edges.begin();
  }
  scene_.select({}, {(*found)->edge()});
  QRectF middle({}, QSizeF(canvas::kNodeWidth, canvas::kNodeHeight));
  middle.moveCenter((*found)->path().pointAtPercent(0.5));
  Q_EMIT revealRequested(middle);
}

void CanvasController::selectNote(int step) {
  QList<NoteId> notes;
  for (const auto& [id, item] : scene_.notes()) notes << id;
  if (notes.isEmpty()) return Q_EMIT notice(tr("This sheet has no comments or frames."));
  const QList<NoteId> chosen = scene_.selectedNotes();
  const NoteId next =
      chosen.isEmpty() ? notes.front() : notes[stepped(notes.indexOf(chosen.back()), notes.size(), step)];
  scene_.select({}, {}, {next});
  Q_EMIT revealRequested(scene_.note(next)->geometry());
}

void CanvasController::deleteSelection() {
  if (scene_.nothingSelected()) return;
  request(removeEdit(scene_.network(), scene_.selection(), scene_.selectedEdges(), scene_.selectedNotes()));
}

std::optional<CanvasLoad> CanvasController::copyable() {
  CanvasLoad load{scene_.selection(), scene_.selectedNotes()};
  if (load.empty()) {
    Q_EMIT notice(tr("Nothing is selected. Click a layer first, or select all with Ctrl+A."));
    return {};
  }
  const auto isPort = [this](LayerId id) {
    const std::string& type = scene_.network().find(id)->type;
    return type == kBlockInput || type == kBlockOutput;
  };
  const bool ports = load.layers.removeIf(isPort) > 0;
  if (ports) Q_EMIT notice(tr("The inputs and outputs of a block belong to its sheet: they are not copied or cut."));
  if (load.empty()) return {};
  return load;
}

void CanvasController::copySelection() {
  if (const auto load = copyable()) copy(*load);
}

void CanvasController::copy(const CanvasLoad& load) {
  pasted_ = QString::fromStdString(formatJson(networkToJson(networkPart(scene_.network(), load.layers, load.notes))));
  pasteCount_ = 0;
  QGuiApplication::clipboard()->setText(pasted_);
}

void CanvasController::cutSelection() {
  const auto load = copyable();
  if (!load) return;
  copy(*load);
  request(removeEdit(scene_.network(), load->layers, scene_.selectedEdges(), load->notes));
}

void CanvasController::paste(const std::optional<QPointF>& centre) {
  const QString text = QGuiApplication::clipboard()->text();
  const auto read = [&]() -> Result<Network> {
    FOVEA_TRY(const Json json, parseJson(text.toStdString()));
    return networkFromJson(json);
  };
  const Result<Network> part = read();
  if (!part.ok() || (part->layers().empty() && part->notes().empty())) {
    const bool isNetwork = text.contains(QLatin1String("fovea-network"));
    Q_EMIT notice(isNetwork && !part.ok() ? coreMessage(part.error())
                                          : tr("The clipboard holds no layers. Copy some with Ctrl+C first."));
    return;
  }
  if (text != pasted_) pasteCount_ = 0;
  pasted_ = text;
  ++pasteCount_;
  QPointF offset(pasteCount_ * kPasteStep, pasteCount_ * kPasteStep);
  if (centre) offset = scene_.keptPlace(*centre) - boundsOf(*part).center();
  const Addition addition = insertNetworkEdit(scene_.network(), *part, scene_.sheet(), offset, tr("Paste"));
  request(addition);
  QStringList separated;
  for (const LayerId id : addition.separated)
    if (const Layer* layer = scene_.network().find(id)) separated << QString::fromStdString(layer->name);
  if (!separated.isEmpty())
    Q_EMIT notice(tr("The layers whose weights were used did not come along. These have weights of their own: %1.")
                      .arg(separated.join(QStringLiteral(", "))));
}

void CanvasController::duplicateSelection() {
  const auto load = copyable();
  if (!load) return;
  const Network part = networkPart(scene_.network(), load->layers, load->notes);
  const QPointF aside(boundsOf(part).width() + canvas::kColumnGap, 0);
  request(insertNetworkEdit(scene_.network(), part, scene_.sheet(), aside, tr("Duplicate")));
}

void CanvasController::selectAll() {
  QList<LayerId> all;
  for (const auto& [id, item] : scene_.nodes()) all << id;
  QList<NoteId> notes;
  for (const auto& [id, item] : scene_.notes()) notes << id;
  scene_.select(all, {}, notes);
}

void CanvasController::clearSelection() {
  scene_.select({});
}

void CanvasController::connectSelection() {
  const QList<LayerId>& chosen = scene_.selection();
  if (chosen.size() < 2)
    return Q_EMIT notice(tr("Select two or more layers first, in the order in which data shall flow."));
  CompoundEdit edits;
  for (qsizetype i = 0; i + 1 < chosen.size(); ++i) {
    const auto source = firstOutput(scene_.network(), chosen[i]);
    const auto target = firstInput(scene_.network(), chosen[i + 1]);
    if (!source || !target || !canConnect(scene_.network(), *source, *target))
      return Q_EMIT notice(
          tr("%1 cannot be connected with %2: it has no such port, or the data would run in a circle.")
              .arg(layersText(scene_.network(), {chosen[i]}), layersText(scene_.network(), {chosen[i + 1]})));
    edits.edits.push_back(connectEdit(*source, *target));
  }
  request(NetworkEdit{std::move(edits), tr("Connect").toStdString()});
}

void CanvasController::rerouteSelection() {
  std::vector<std::pair<Edge, QPointF>> places;
  for (const EdgeItem* item : scene_.edges())
    if (item->chosen()) places.emplace_back(item->edge(), scene_.keptAxis(item->path().pointAtPercent(0.5)));
  if (!places.empty()) return request(rerouteEdgesEdit(scene_.network(), places));
  const auto source = selectedPeer();
  if (!source) return Q_EMIT notice(tr("Select a connection or one layer first: it gets a reroute point."));
  const QPointF aside(0, canvas::kRowGap / 2);
  request(gatherEdit(
      scene_.network(), *source,
      scene_.keptAxis(scene_.portPosition(*source)) + (scene_.style().sideways ? aside.transposed() : aside)));
}

void CanvasController::arrangeWithLast() {
  arrange();
  layoutOf_ = scene_.timesShown();
}

void CanvasController::arrange() {
  layoutTries_ = 0;
  layoutOf_.reset();
  layout_->start(layoutGraph(scene_));
  QTimer::singleShot(kPatienceMilliseconds, this, [this] {
    if (arranging()) Q_EMIT notice(tr("Putting %1 layers in order…").arg(scene_.nodes().size()));
  });
}

bool CanvasController::arranging() const {
  return layout_->running();
}

void CanvasController::setFlow(LayoutFlow flow) {
  layout_->setFlow(flow, room_);
  scene_.setSideways(flow == LayoutFlow::Right);
}

void CanvasController::setRoom(const QSizeF& room) {
  room_ = room;
  layout_->setFlow(flow(), room);
}

LayoutFlow CanvasController::flow() const {
  return layout_->flow();
}

void CanvasController::applyLayout(const LayoutGraph& graph, const LayoutPlaces& places) {
  LayoutGraph now = layoutGraph(scene_);
  // If the edit was undone or the drawing changed, the layers already have positions.
  if (layoutOf_ && layoutOf_ != scene_.timesShown() && !standsInOnePlace(scene_)) return Q_EMIT arranged();
  // If the drawing has changed since, these positions do not fit it: starts again.
  if (!(now == graph) && layoutTries_++ < kMostTries) return layout_->start(std::move(now));
  requestMoves(arrangeEdit(scene_.network(), places, sizesOf(scene_)),
               layoutOf_ == scene_.timesShown() ? kWithLast : 0);
  Q_EMIT arranged();
}

void CanvasController::frameSelection() {
  if (scene_.selection().isEmpty()) return Q_EMIT notice(tr("Select the layers first that the frame shall hold."));
  const Addition addition = frameEdit(scene_.network(), scene_.selection(), sizesOf(scene_));
  request(addition);
  if (scene_.note(addition.notes.front())) Q_EMIT noteAdded(addition.notes.front());
}

void CanvasController::addComment(const QPointF& position) {
  const Addition addition = addCommentEdit(scene_.network(), scene_.sheet(), scene_.keptPlace(position));
  request(addition);
  if (scene_.note(addition.notes.front())) Q_EMIT noteAdded(addition.notes.front());
}

void CanvasController::align(Alignment alignment) {
  requestMoves(alignEdit(scene_.network(), scene_.selection(), sizesOf(scene_), alignment));
}

void CanvasController::distribute(Qt::Orientation orientation) {
  requestMoves(distributeEdit(scene_.network(), scene_.selection(), sizesOf(scene_), orientation));
}

void CanvasController::requestMoves(const NetworkEdit& edit, int mergeKey) {
  if (!std::get<MoveLayers>(edit.change).positions.empty())
    request(withNotes(scene_.network(), edit, sizesOf(scene_)), mergeKey);
}

}  // namespace fovea
