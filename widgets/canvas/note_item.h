// Why: draws a comment as a card of text, and a frame as a tinted ground with a title, under edges and nodes. It only
// shows; gestures and edits are elsewhere. GUI thread only.
#pragma once
#include <QtGui/QTextLayout>
#include <QtWidgets/QGraphicsItem>

#include "core/network/network.h"
#include "widgets/canvas/canvas_style.h"

namespace fovea {

class NoteItem : public QGraphicsItem {
 public:
  enum { Type = UserType + 3 };
  enum class Part { None, Body, Corner };

  // `style` outlives the item.
  NoteItem(NoteId id, const CanvasStyle& style);

  NoteId id() const { return note_.id; }
  const Note& note() const { return note_; }
  void setNote(const Note& note);
  // Shows it there and so large, until the note itself is.
  void setGeometry(const QRectF& rectangle);
  QRectF geometry() const { return QRectF(pos(), size_); }
  void restyle();
  void setChosen(bool chosen);
  bool chosen() const { return chosen_; }

  // What can be taken at `point` of the scene: of a frame its title and its border, so that the ground inside stays the
  // canvas; the corner within `reach`.
  Part partAt(const QPointF& point, double reach) const;
  // Where the text stands, in the scene.
  QRectF textRectangle() const;

  int type() const override { return Type; }
  QRectF boundingRect() const override;
  void paint(QPainter* painter, const QStyleOptionGraphicsItem* option, QWidget* widget) override;

 private:
  QRectF card() const { return QRectF(QPointF(), size_); }
  QRectF innerText() const;
  void layOut();

  Note note_;
  const CanvasStyle& style_;
  QSizeF size_;
  QTextLayout text_;
  bool chosen_ = false;
};

}  // namespace fovea
