// Why: puts the network on a canvas in order without holding anybody up: what is drawn becomes a graph to lay out, a
// thread lays it out, and the places become an edit.
#pragma once
#include <QtCore/QObject>
#include <thread>

#include "widgets/canvas/edit_builders.h"
#include "widgets/canvas/layout.h"

namespace fovea {

// What `scene` shows, with its frames as groups; a layer in several frames belongs to the largest.
LayoutGraph layoutGraph(const CanvasScene& scene);

// A MoveLayers edit for the layers of `places` that are still there and would stand elsewhere; no positions if all
// stand well already. The drawing keeps its top and its centre. Pure.
NetworkEdit arrangeEdit(const Network& network, const LayoutPlaces& places, const NodeSize& sizeOf);
// Lays out in a thread of its own, one graph at a time. GUI thread only.
class LayoutJob : public QObject {
  Q_OBJECT
 public:
  using Layout = LayoutPlaces (*)(const LayoutGraph&, LayoutFlow, const QSizeF&, const std::stop_token&);
  explicit LayoutJob(QObject* parent, Layout layout = flowingLayout) : QObject(parent), layout_(layout) {}
  ~LayoutJob() override;

  // What is being laid out is given up for `graph`.
  void start(LayoutGraph graph);
  // Of what is started from now on; `room` is what the drawing is seen in.
  void setFlow(LayoutFlow flow, const QSizeF& room) {
    flow_ = flow;
    room_ = room;
  }
  LayoutFlow flow() const { return flow_; }
  bool running() const { return thread_.joinable(); }

 Q_SIGNALS:
  void finished(const fovea::LayoutGraph& graph, const fovea::LayoutPlaces& places);
  // In place of finished(): there is not enough memory, or the layout has a fault. Nothing has moved.
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
