#include "widgets/canvas/scene/arrange.h"

#include <QtCore/QCoreApplication>
#include <QtCore/QRectF>
#include <algorithm>

#include "core/base/guarded.h"

namespace fovea {
namespace {}  // namespace

LayoutGraph layoutGraph(const CanvasScene& scene) {
  LayoutGraph graph;
  for (const auto& [id, item] : scene.nodes()) graph.nodes.push_back({id, item->plainSize(), item->plainAxis()});
  for (const EdgeItem* item : scene.edges()) graph.edges.push_back(item->edge());
  std::vector<const NoteItem*> frames;
  for (const auto& [id, item] : scene.notes())
    if (item->note().frame) frames.push_back(item);
  std::stable_sort(frames.begin(), frames.end(), [](const NoteItem* a, const NoteItem* b) {
    return a->note().width * a->note().height > b->note().width * b->note().height;
  });
  std::set<LayerId> taken;
  for (const NoteItem* frame : frames) {
    std::vector<LayerId> group;
    for (const auto& [id, item] : scene.nodes())
      if (frame->geometry().contains(scene.nodeRectangle(id)) && taken.insert(id).second) group.push_back(id);
    if (!group.empty()) graph.groups.push_back(std::move(group));
  }
  return graph;
}

NetworkEdit arrangeEdit(const Network& network, const LayoutPlaces& places, const NodeSize& sizeOf) {
  // Everything is put on the grid before it is moved by whole grid steps, so that arranging twice changes nothing.
  QRectF before, after;
  std::vector<std::pair<const Layer*, Position>> found;
  for (const auto& [id, place] : places) {
    const Layer* layer = network.find(id);
    if (!layer) continue;
    const Position grid = snapped(place);
    before |= cardOf(*layer, sizeOf);
    after |= QRectF(QPointF(grid.x, grid.y), sizeOf(id));
    found.emplace_back(layer, grid);
  }
  const Position shift = snapped({before.center().x() - after.center().x(), before.top() - after.top()});
  MoveLayers moves;
  for (const auto& [layer, grid] : found) {
    const Position position{grid.x + shift.x, grid.y + shift.y};
    if (position != layer->position) moves.positions.emplace_back(layer->id, position);
  }
  return {std::move(moves), QCoreApplication::translate("fovea::Arrange", "Arrange").toStdString()};
}

LayoutJob::~LayoutJob() {
  thread_.request_stop();
  if (thread_.joinable()) thread_.join();
}

void LayoutJob::start(LayoutGraph graph) {
  if (!running()) return launch(std::move(graph));
  thread_.request_stop();
  next_ = std::move(graph);
}

void LayoutJob::launch(LayoutGraph graph) {
  const auto shared = std::make_shared<const LayoutGraph>(std::move(graph));
  const Status launched = guarded([&] {
    thread_ = std::jthread([this, shared, layout = layout_, flow = flow_, room = room_](const std::stop_token& stop) {
      Result<LayoutPlaces> places = guarded([&] { return layout(*shared, flow, room, stop); });
      QMetaObject::invokeMethod(
          this, [this, shared, places = std::move(places)] { end(*shared, places); }, Qt::QueuedConnection);
    });
  });
  if (!launched.ok()) Q_EMIT failed(launched.error());
}

void LayoutJob::end(const LayoutGraph& graph, const Result<LayoutPlaces>& places) {
  thread_.join();
  thread_ = {};
  if (auto next = std::exchange(next_, std::nullopt)) return launch(std::move(*next));
  places.ok() ? Q_EMIT finished(graph, *places) : Q_EMIT failed(places.error());
}

}  // namespace fovea
