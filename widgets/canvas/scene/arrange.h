// Why: arranges the drawing without blocking the window: the scene becomes a layout graph, a thread lays it out, and
// the result becomes an edit.
#pragma once
#include <QtCore/QObject>
#include <thread>

#include "widgets/canvas/layout/layout.h"
#include "widgets/canvas/scene/edit_builders.h"

namespace fovea {

// Converts `scene` to a graph, with its frames as groups; a layer in several frames belongs to the largest.
LayoutGraph layoutGraph(const CanvasScene& scene);

// Returns a MoveLayers edit for the layers of `places` that still exist and would move; empty if none would. The
// drawing keeps its top and its centre. Pure.
NetworkEdit arrangeEdit(const Network& network, const LayoutPlaces& places, const NodeSize& sizeOf);
// Lays out in a thread of its own, one graph at a time. GUI thread only.
class LayoutJob : public QObject {
  Q_OBJECT
 public:
  using Layout = LayoutPlaces (*)(const LayoutGraph&, LayoutFlow, const QSizeF&, const std::stop_token&);
  explicit LayoutJob(QObject* parent, Layout layout = flowingLayout) : QObject(parent), layout_(layout) {}
  ~LayoutJob() override;

  // Starts laying out `graph` and cancels a layout in progress.
  void start(LayoutGraph graph);
  // For layouts started later; `room` is the size of the visible area.
  void setFlow(LayoutFlow flow, const QSizeF& room) {
    flow_ = flow;
    room_ = room;
  }
  LayoutFlow flow() const { return flow_; }
  bool running() const { return thread_.joinable(); }

 Q_SIGNALS:
  void finished(const fovea::LayoutGraph& graph, const fovea::LayoutPlaces& places);
  // Replaces finished(): out of memory, or an error in the layout. Nothing has moved.
  void failed(const fovea::Error& error);

 private:
  void launch(LayoutGraph graph);
  void end(const LayoutGraph& graph, const Result<LayoutPlaces>& places);

  Layout layout_;
  LayoutFlow flow_ = LayoutFlow::Automatic;
  QSizeF room_;
  std::jthread thread_;
  std::optional<LayoutGraph> next_;
};

}  // namespace fovea
