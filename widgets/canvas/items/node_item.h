// Why: draws one layer as a card with ports, and tests which part is at a point. Display only: gestures, selection and
// edits are elsewhere. Text is laid out once per content, never while painting. GUI thread only.
#pragma once
#include <QtWidgets/QGraphicsItem>

#include "widgets/canvas/items/canvas_style.h"
#include "widgets/canvas/items/card_text.h"
#include "widgets/canvas/items/node_content.h"

namespace fovea {

class NodeItem : public QGraphicsItem {
 public:
  enum { Type = UserType + 1 };

  // `style` must outlive the item.
  NodeItem(LayerId id, const CanvasStyle& style);

  LayerId id() const { return id_; }
  const NodeContent& content() const { return content_; }
  // Lays the card out again if `content` differs from the current one.
  void setContent(const NodeContent& content);
  // Shows a short text at the top right ("31 %"); an empty one restores the layer's name. A valid colour applies to the
  // text and to the border.
  void setOverlay(const QString& text, const QColor& color = {});
  const QString& overlay() const { return overlay_; }
  // Shows figures in the room that the style's form gives; text is laid out when they are first painted.
  void setFigures(const NodeFigures& figures);
  const NodeFigures& figures() const { return figures_; }
  // A dot at the right corner.
  void setBreakpoint(BreakpointMark mark);
  BreakpointMark breakpoint() const { return breakpoint_; }
  // Call it after the style's fonts or colours changed.
  void restyle();

  void setChosen(bool chosen);
  bool chosen() const { return chosen_; }
  void setHovered(const NodePart& part);
  // Highlights the node while a selection is dragged over it that it can take in.
  void setReceiving(bool receiving);
  bool receiving() const { return receiving_; }
  // While a connection is drawn: sets the ports that accept it (by position) and fades the others.
  void setOffer(bool active, std::vector<int> inputs, std::vector<int> outputs);

  // The card itself, without ports and shadow, in item coordinates.
  QRectF card() const { return QRectF(QPointF(), size_); }
  // The card's size without figures, for which the network stores positions.
  QSizeF plainSize() const { return size_ - growth_; }
  double plainAxis() const { return axis() - (style_.sideways ? 0 : growth_.width() / 2); }
  bool isBlock() const { return content_.form == NodeForm::Block; }
  bool isPoint() const { return content_.form == NodeForm::Point; }
  // Distance from the left side to the centre of the ports; for sideways flow from the top.
  double axis() const { return portSpan_ / 2; }
  QPointF inputPosition(int position) const;
  QPointF outputPosition(int position) const;
  // The port position of an edge's input; the first one if there is none.
  int inputOf(int edgeInput) const;
  // The part at `point`; ports within `reach`.
  NodePart partAt(const QPointF& point, double reach) const;
  // The button at the top right that opens a block.
  QRectF openRectangle() const;
  QRectF fixRectangle(int index) const { return fixes_[std::size_t(index)].rectangle; }

  int type() const override { return Type; }
  QRectF boundingRect() const override;
  QPainterPath shape() const override;
  void paint(QPainter* painter, const QStyleOptionGraphicsItem* option, QWidget* widget) override;

 private:
  struct Line {
    CardText text;
    QPointF position;
  };
  struct FixButton {
    CardText text;
    QRectF rectangle;
  };
  struct FigureRow {
    Line label, value;
    QRectF bar;  // null: none
  };
  void layOut();
  void layOutCard();
  void layOutFigures();
  void paintFigures(QPainter& painter, bool readable);
  void paintPicture(QPainter& painter) const;
  void paintBreakpoint(QPainter& painter) const;
  QString fullTip() const;
  void layOutHead();
  void layOutBlock();
  void layOutPortNames();
  QPointF portPlace(std::size_t count, int position, bool output) const;
  void layOutProblem();
  double layOutFixes(double width, double top);
  void layOutCorner();
  NodePart pointPartAt(const QPointF& point, double reach) const;
  void paintPoint(QPainter& painter, double zoom) const;
  void paintStack(QPainter& painter, const QColor& border) const;
  void paintSign(QPainter& painter) const;
  void paintCard(QPainter& painter) const;
  void paintCoarse(QPainter& painter, bool readable) const;
  void paintText(QPainter& painter) const;
  void paintFixes(QPainter& painter) const;
  void paintPorts(QPainter& painter) const;
  void paintPort(QPainter& painter, const QPointF& centre, bool bad, bool offered, bool hovered) const;

  LayerId id_;
  const CanvasStyle& style_;
  NodeContent content_;
  QString overlay_;
  QColor overlayColor_;
  QSizeF size_{canvas::kNodeWidth, canvas::kNodeHeight};
  double portSpan_ = canvas::kNodeWidth;
  Line title_, coarse_, corner_, caption_, shape_, weights_, message_;
  std::vector<Line> portNames_;
  double head_ = 0;   // height of the row of port names above the title
  double names_ = 0;  // for sideways flow: where the rows of port names begin
  std::vector<FixButton> fixes_;
  NodeFigures figures_;
  std::vector<FigureRow> figureRows_;
  bool figuresStale_ = true;  // figureRows_ are not those of figures_
  QSizeF growth_{0, 0};       // for figures; null: no room for them
  double figuresTop_ = 0;
  BreakpointMark breakpoint_ = BreakpointMark::None;
  bool chosen_ = false;
  NodePart hovered_;
  bool offering_ = false;
  bool receiving_ = false;
  std::vector<int> offeredInputs_, offeredOutputs_;
};

}  // namespace fovea
