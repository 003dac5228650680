// Why: draws a comment as a card of text, and a frame as a tinted area with a title, below edges and nodes. Display
// only; gestures and edits are elsewhere. GUI thread only.
#pragma once
#include <QtGui/QTextLayout>
#include <QtWidgets/QGraphicsItem>

#include "core/network/network.h"
#include "widgets/canvas/items/canvas_style.h"

namespace fovea {

class NoteItem : public QGraphicsItem {
 public:
  enum { Type = UserType + 3 };
  enum class Part { None, Body, Corner };

  // `style` must outlive the item.
  NoteItem(NoteId id, const CanvasStyle& style);

  NoteId id() const { return note_.id; }
  const Note& note() const { return note_; }
  void setNote(const Note& note);
  // Shows this geometry temporarily, until the note itself changes.
  void setGeometry(const QRectF& rectangle);
  QRectF geometry() const { return QRectF(pos(), size_); }
  void restyle();
  void setChosen(bool chosen);
  bool chosen() const { return chosen_; }

  // The part at `point` of the scene. A frame can be grabbed only by its title and border, so that its inside stays
  // canvas; the corner within `reach`.
  Part partAt(const QPointF& point, double reach) const;
  // The text's rectangle, in the scene.
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
