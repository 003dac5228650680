// Why: one small class per mouse gesture, from pressing a button on the canvas to its release. Each ends in a request
// to the controller or changes nothing. GUI thread only.
#pragma once
#include <QtCore/QPointF>
#include <memory>

#include "widgets/canvas/input/canvas_controller.h"

namespace fovea {

class Gesture {
 public:
  virtual ~Gesture() = default;
  // `point` is in the scene, `zoom` is the view's.
  virtual void move(const QPointF& point, double zoom) = 0;
  // The button was released. The gesture is deleted after this.
  virtual void finish(const QPointF& point) = 0;
  // Escape, or the drag was lost.
  virtual void cancel() = 0;
};

// Moves the selection and the content of selected frames; the item at `origin` stays on the grid. Dropped on the card
// of a block, the selection goes into the block; a single unconnected layer dropped on an edge is inserted into it.
class MoveGesture : public Gesture {
 public:
  MoveGesture(CanvasController& controller, const QPointF& origin, const QPointF& start);
  ~MoveGesture() override;
  void move(const QPointF& point, double zoom) override;
  void finish(const QPointF& point) override;
  void cancel() override;

 private:
  // The stationary block under `point`.
  LayerId containerAt(const QPointF& point) const;
  void offer(LayerId container);
  // The edge into which the single layer would be inserted; none for other loads.
  std::optional<Edge> edgeBelow(double zoom) const;
  void offerEdge(const std::optional<Edge>& edge);

  CanvasController& controller_;
  CanvasLoad load_;
  LayerId single_;  // the layer that can be inserted into an edge
  std::optional<Edge> edge_;
  QPointF origin_, start_, delta_;
  LayerId container_;
};

// Resizes a note by its lower right corner.
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

// Selects everything that a rectangle touches, adding to the previous selection if `keep` is set.
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

// Draws a connection from a port, or moves the input end of an existing one. Ports that accept it are highlighted.
class ConnectGesture : public Gesture {
 public:
  // `searchAt` is called when a new connection is dropped on the background.
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
  PortRef anchor_;  // the end that does not move
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
