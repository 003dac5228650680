// Why: what happens between pressing a mouse button on the canvas and letting it go: one small class a gesture. Each
// ends in a request to the controller or leaves everything as it was. GUI thread only.
#pragma once
#include <QtCore/QPointF>
#include <memory>

#include "widgets/canvas/canvas_controller.h"

namespace fovea {

class Gesture {
 public:
  virtual ~Gesture() = default;
  // `point` in the scene, `zoom` of the view.
  virtual void move(const QPointF& point, double zoom) = 0;
  // The button was released. The gesture is deleted after this.
  virtual void finish(const QPointF& point) = 0;
  // Escape, or the drag was lost.
  virtual void cancel() = 0;
};

// Moves what is selected and what stands in selected frames; what lay at `origin` stays on the grid. Let go over the
// card of a block, it goes into the block; a single layer that nothing is connected with goes into the edge that it is
// let go on.
class MoveGesture : public Gesture {
 public:
  MoveGesture(CanvasController& controller, const QPointF& origin, const QPointF& start);
  ~MoveGesture() override;
  void move(const QPointF& point, double zoom) override;
  void finish(const QPointF& point) override;
  void cancel() override;

 private:
  // The block under `point`, which stands still.
  LayerId containerAt(const QPointF& point) const;
  void offer(LayerId container);
  // The edge that the only layer can go into where it is dragged to; none for any other load.
  std::optional<Edge> edgeBelow(double zoom) const;
  void offerEdge(const std::optional<Edge>& edge);

  CanvasController& controller_;
  CanvasLoad load_;
  LayerId single_;  // what can go into an edge
  std::optional<Edge> edge_;
  QPointF origin_, start_, delta_;
  LayerId container_;
};

// Pulls a note's lower right corner.
class ResizeGesture : public Gesture {
 public:
  ResizeGesture(CanvasController& controller, NoteId note, const QPointF& start);
  void move(const QPointF& point, double zoom) override;
  void finish(const QPointF& point) override;
  void cancel() override;

 private:
  CanvasController& controller_;
  Note note_;
  QPointF start_;
  QSizeF size_;
};

// Selects what a rectangle touches, on top of what was selected when it `keep`s that.
class BandGesture : public Gesture {
 public:
  BandGesture(CanvasController& controller, const QPointF& start, bool keep);
  ~BandGesture() override;
  void move(const QPointF& point, double zoom) override;
  void finish(const QPointF& point) override;
  void cancel() override;

 private:
  CanvasController& controller_;
  QPointF start_;
  QList<LayerId> kept_;
  QList<NoteId> keptNotes_;
  std::unique_ptr<QGraphicsRectItem> band_;
};

// Draws a connection from a port, or takes the end of an existing one off its input. While it runs, the ports that can
// take it light up.
class ConnectGesture : public Gesture {
 public:
  // `searchAt` is called when a new connection is dropped on empty ground.
  using SearchAt = std::function<void(const QPointF&, const PortRef&)>;
  ConnectGesture(CanvasController& controller, const PortRef& start, const QPointF& point, SearchAt searchAt);
  ~ConnectGesture() override;
  void move(const QPointF& point, double zoom) override;
  void finish(const QPointF& point) override;
  void cancel() override {}

 private:
  struct Candidate {
    NodeItem* item = nullptr;
    NodePart part;
    PortRef port;
  };
  void takeLooseEdge(const PortRef& start);
  void collectCandidates();
  bool accepts(const PortRef& port, const PortContent& content) const;
  const Candidate* candidateAt(const QPointF& point, double reach) const;
  void showOffers();
  void hover(const Candidate* candidate);

  CanvasController& controller_;
  PortRef anchor_;  // the end that stays
  QPointF start_;
  SearchAt searchAt_;
  std::optional<Edge> loose_;
  std::vector<Candidate> candidates_;
  std::set<LayerId> forbidden_;
  std::optional<Candidate> target_;
  double travelled_ = 0;
  std::unique_ptr<QGraphicsPathItem> wire_;
};

}  // namespace fovea
