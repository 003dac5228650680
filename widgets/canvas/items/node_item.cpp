#include "widgets/canvas/items/node_item.h"

#include <QtGui/QFontMetricsF>
#include <algorithm>
#include <cmath>

namespace fovea {
namespace {

constexpr double kTitleLeft = 27;
constexpr double kCoarseLeft = 32;
constexpr double kCoarseRight = 6;
constexpr int kLeastCoarse = 16;       // font size in pixels
constexpr double kTitleLine = 17.5;    // centre of the first row of text
constexpr double kCaptionLine = 38.5;  // centre of the second row
constexpr double kLastLine = 56.5;     // centre of the third row, which blocks have
constexpr double kOpenSide = 20;
constexpr double kPortNames = 16;  // height of a row of port names
constexpr double kNamedPortPitch = 56;
constexpr double kFixHeight = 20;
constexpr double kFixPadding = 9;
constexpr double kFixGap = 4;       // between the message and the buttons
constexpr double kMessageDrop = 9;  // from the middle of the title to the message
constexpr double kProblemFoot = 7;
constexpr double kGap = 8;
constexpr double kPortPitch = 16;  // least distance between two ports
// The first width leaves a gap to the next column.
constexpr double kProblemWidths[] = {216, 256, 296, 328};

// Returns the position of a port along its side of the card.
double portOffset(double span, std::size_t count, int position) {
  return span * (position + 1) / double(count + 1);
}

}  // namespace

NodeItem::NodeItem(LayerId id, const CanvasStyle& style) : id_(id), style_(style) {
  setZValue(1);
  layOut();
}

void NodeItem::setContent(const NodeContent& content) {
  if (content == content_) return;
  prepareGeometryChange();
  content_ = content;
  setToolTip(fullTip());
  layOut();
  update();
}

void NodeItem::setOverlay(const QString& text, const QColor& color) {
  if (text == overlay_ && color == overlayColor_) return;
  overlay_ = text;
  overlayColor_ = color;
  if (isPoint()) return;
  layOutHead();
  update();
}

void NodeItem::restyle() {
  prepareGeometryChange();
  layOut();
  update();
}

void NodeItem::setChosen(bool chosen) {
  if (chosen == chosen_) return;
  chosen_ = chosen;
  if (!isPoint()) setZValue(chosen || !content_.message.isEmpty() ? 2 : 1);
  update();
}

void NodeItem::setHovered(const NodePart& part) {
  if (part == hovered_) return;
  hovered_ = part;
  setToolTip(portTip(content_, part).value_or(fullTip()));
  update();
}

void NodeItem::setReceiving(bool receiving) {
  if (receiving == receiving_) return;
  receiving_ = receiving;
  update();
}

void NodeItem::setOffer(bool active, std::vector<int> inputs, std::vector<int> outputs) {
  if (!active && !offering_) return;
  offering_ = active;
  offeredInputs_ = std::move(inputs);
  offeredOutputs_ = std::move(outputs);
  update();
}

// A card with a problem shows no figures: it needs the room for the message, and its network is not training.
void NodeItem::layOut() {
  fixes_.clear();
  figuresStale_ = true;
  growth_ = isPoint() || !content_.message.isEmpty() ? QSizeF(0, 0) : figureGrowth(style_.figures);
  layOutCard();
}

void NodeItem::layOutCard() {
  if (isPoint()) {
    portSpan_ = canvas::kPointSide;
    size_ = QSizeF(canvas::kPointSide, canvas::kPointSide);
    setZValue(1.5);
    return;
  }
  const double ports = double(std::max(content_.inputs.size(), content_.outputs.size()));
  const bool named = isBlock() && ports > 1;
  const double pitch = named ? kNamedPortPitch : kPortPitch;
  const double span = std::ceil(pitch * (ports + 1) / canvas::kGrid) * canvas::kGrid;
  const double height = isBlock() ? canvas::kBlockHeight : canvas::kNodeHeight;
  double foot = 0;
  if (style_.sideways) {
    head_ = 0;
    portSpan_ = named ? canvas::kNodeHeight : std::max(canvas::kNodeHeight, span);
    foot = named ? std::ceil(ports * kPortNames / canvas::kGrid) * canvas::kGrid : 0;
    size_ = QSizeF(canvas::kNodeWidth + growth_.width(), std::max(height, portSpan_));
  } else {
    portSpan_ = std::max(canvas::kNodeWidth, span) + growth_.width();
    head_ = isBlock() && content_.inputs.size() > 1 ? kPortNames : 0;
    foot = isBlock() && content_.outputs.size() > 1 ? kPortNames : 0;
    size_ = QSizeF(portSpan_, height);
  }
  if (!content_.message.isEmpty()) layOutProblem();
  layOutHead();
  names_ = size_.height();
  figuresTop_ = style_.sideways ? names_ + foot : head_ + names_;
  size_.rheight() += head_ + foot + growth_.height();
  layOutBlock();
  setZValue(chosen_ || !content_.message.isEmpty() ? 2 : 1);
}

// Lays out the last row of a block's card, and the names of its ports if it has several.
void NodeItem::layOutBlock() {
  portNames_.clear();
  weights_ = {};
  if (!isBlock()) return;
  layOutPortNames();
  if (!content_.message.isEmpty()) return;
  const double line = head_ + kLastLine;
  // Next to a long shape only the number fits; the tooltip shows its unit.
  const double room = size_.width() - 2 * canvas::kPadding - kGap - shape_.text.size().width();
  const bool fits = QFontMetricsF(style_.caption).horizontalAdvance(content_.weights) <= room;
  weights_.text = CardText(fits ? content_.weights : content_.weights.section(QLatin1Char(' '), 0, -2), style_.caption);
  weights_.position = QPointF(canvas::kPadding, line - weights_.text.size().height() / 2);
}

// Names the ports of a side with several.
void NodeItem::layOutPortNames() {
  const double room = style_.sideways ? (size_.width() - kGap) / 2 - canvas::kPadding : kNamedPortPitch - 6;
  const auto add = [&](const PortContent& port, const QPointF& at, bool output) {
    const QString text = QFontMetricsF(style_.caption).elidedText(port.name, Qt::ElideRight, room);
    Line line{CardText(text, style_.caption), {}};
    const QSizeF extent = line.text.size();
    if (style_.sideways)
      line.position =
          at + QPointF(output ? -canvas::kPadding - extent.width() : canvas::kPadding, -extent.height() / 2);
    else
      line.position = at + QPointF(-extent.width() / 2, output ? -6 - extent.height() : 6);
    portNames_.push_back(std::move(line));
  };
  for (std::size_t i = 0; i < content_.inputs.size() && content_.inputs.size() > 1; ++i)
    add(content_.inputs[i], inputPosition(int(i)), false);
  for (std::size_t i = 0; i < content_.outputs.size() && content_.outputs.size() > 1; ++i)
    add(content_.outputs[i], outputPosition(int(i)), true);
}

// Lays out title and corner text, and caption and shape: the right texts have priority, and the left ones are elided.
void NodeItem::layOutHead() {
  const double right = size_.width() - canvas::kPadding;
  layOutCorner();
  const double titleEnd = isBlock() ? openRectangle().left() - 2 : right;
  const double titleRight = corner_.text.text().isEmpty() ? titleEnd : corner_.position.x() - kGap;
  const QFontMetricsF titleMetrics(style_.title);
  title_.text =
      CardText(titleMetrics.elidedText(content_.title, Qt::ElideRight, titleRight - kTitleLeft), style_.title);
  title_.position = QPointF(kTitleLeft, head_ + kTitleLine - title_.text.size().height() / 2);
  // At a low zoom only the name is drawn; the colour shows the kind.
  const QString& called = content_.name.isEmpty() || isBlock() ? content_.title : content_.name;
  const double coarseRoom = size_.width() - kCoarseRight - kCoarseLeft;
  QFont coarse = style_.coarse;
  const double wide = QFontMetricsF(coarse).horizontalAdvance(called);
  if (wide > coarseRoom) coarse.setPixelSize(std::max(kLeastCoarse, int(coarse.pixelSize() * coarseRoom / wide)));
  coarse_.text = CardText(QFontMetricsF(coarse).elidedText(called, Qt::ElideMiddle, coarseRoom), coarse);
  coarse_.position = QPointF(kCoarseLeft, head_ + (canvas::kNodeHeight - coarse_.text.size().height()) / 2);
  if (!content_.message.isEmpty()) return;

  const QFontMetricsF shapeMetrics(style_.mono);
  const double room = right - canvas::kPadding;
  shape_.text = CardText(shapeMetrics.elidedText(content_.shape, Qt::ElideMiddle, room), style_.mono);
  const double shapeWidth = shape_.text.size().width();
  const double shapeLine = head_ + (isBlock() ? kLastLine : kCaptionLine);
  shape_.position = QPointF(std::floor(right - shapeWidth), shapeLine - shape_.text.size().height() / 2);
  const QFontMetricsF captionMetrics(style_.caption);
  const double captionRoom = room - (content_.shape.isEmpty() || isBlock() ? 0 : shapeWidth + kGap);
  caption_.text =
      CardText(captionMetrics.elidedText(content_.caption, Qt::ElideRight, std::max(0.0, captionRoom)), style_.caption);
  caption_.position = QPointF(canvas::kPadding, head_ + kCaptionLine - caption_.text.size().height() / 2);
}

void NodeItem::layOutCorner() {
  const double right = isBlock() ? openRectangle().left() - 2 : size_.width() - canvas::kPadding;
  const QFontMetricsF metrics(style_.caption);
  const double titleWidth = QFontMetricsF(style_.title).horizontalAdvance(content_.title);
  // The kind is shortened for the name, which distinguishes layers, to half of the row. If the name still does not fit,
  // it is in the tooltip.
  const double room = std::max(right - kTitleLeft - titleWidth - kGap, (right - kTitleLeft) / 2);
  QString text = overlay_;
  if (text.isEmpty() && metrics.horizontalAdvance(content_.name) <= room) text = content_.name;
  corner_.text = CardText(text, style_.caption);
  corner_.position =
      QPointF(std::floor(right - corner_.text.size().width()), head_ + kTitleLine - corner_.text.size().height() / 2);
}

// The message replaces the caption and the card grows: first wider, until two lines of text and one row of buttons
// suffice, a height that keeps the next card of the column visible; then higher.
void NodeItem::layOutProblem() {
  const double lineHeight = QFontMetricsF(style_.small).height();
  double width = portSpan_, bottom = 0;
  for (const double wish : kProblemWidths) {
    width = std::max(portSpan_, wish);
    message_.text = CardText(content_.message, style_.small, width - 2 * canvas::kPadding);
    message_.position = QPointF(canvas::kPadding, head_ + kTitleLine + kMessageDrop);
    const double words = message_.text.size().height();
    bottom = layOutFixes(width, message_.position.y() + words);
    const bool oneRow = fixes_.empty() || fixes_.back().rectangle.top() == fixes_.front().rectangle.top();
    if (words < 2.5 * lineHeight && oneRow) break;
  }
  size_ = QSizeF(width, std::max(size_.height(), std::ceil(bottom - head_ + kProblemFoot)));
}

// Places the buttons in rows as wide as the card, below `top`; returns the end of the last row.
double NodeItem::layOutFixes(double width, double top) {
  fixes_.clear();
  double x = canvas::kPadding, y = top + kFixGap, bottom = top;
  for (const QString& title : content_.fixes) {
    const double room = width - 2 * canvas::kPadding - 2 * kFixPadding;
    FixButton button;
    button.text = CardText(QFontMetricsF(style_.caption).elidedText(title, Qt::ElideRight, room), style_.caption);
    const double buttonWidth = std::ceil(button.text.size().width()) + 2 * kFixPadding;
    if (x > canvas::kPadding && x + buttonWidth > width - canvas::kPadding) {
      x = canvas::kPadding;
      y += kFixHeight + 6;
    }
    button.rectangle = QRectF(x, y, buttonWidth, kFixHeight);
    x += buttonWidth + 6;
    bottom = y + kFixHeight;
    fixes_.push_back(std::move(button));
  }
  return bottom;
}

QRectF NodeItem::openRectangle() const {
  if (!isBlock()) return {};
  return {size_.width() - canvas::kPadding / 2 - kOpenSide, head_ + kTitleLine - kOpenSide / 2, kOpenSide, kOpenSide};
}

QPointF NodeItem::portPlace(std::size_t count, int position, bool output) const {
  if (isPoint()) return card().center();
  if (!style_.sideways) return {portOffset(portSpan_, count, position), output ? size_.height() : 0};
  const bool named = isBlock() && count > 1;
  const double y = named ? names_ + kPortNames * (position + 0.5) - 2 : portOffset(portSpan_, count, position);
  return {output ? size_.width() : 0, y};
}

QPointF NodeItem::inputPosition(int position) const {
  return portPlace(content_.inputs.size(), position, false);
}

QPointF NodeItem::outputPosition(int position) const {
  return portPlace(content_.outputs.size(), position, true);
}

int NodeItem::inputOf(int edgeInput) const {
  for (std::size_t i = 0; i < content_.inputs.size(); ++i)
    if (content_.inputs[i].index == edgeInput) return int(i);
  return 0;
}

// Dragging the point itself moves it; connections start just above or below it, or to its left or right.
NodePart NodeItem::pointPartAt(const QPointF& point, double reach) const {
  const QPointF apart = point - card().center();
  const QPointF from = style_.sideways ? apart.transposed() : apart;
  if (std::hypot(from.x(), from.y()) <= std::max(canvas::kPointSide / 2, reach * 0.6)) return {NodePart::Body, 0};
  const double handle = std::min(reach, canvas::kPointHandle - canvas::kPointRadius);
  if (std::hypot(from.x(), from.y() - canvas::kPointHandle) <= handle) return {NodePart::Output, 0};
  if (std::hypot(from.x(), from.y() + canvas::kPointHandle) <= handle) return {NodePart::Input, 0};
  return {};
}

NodePart NodeItem::partAt(const QPointF& point, double reach) const {
  if (isPoint()) return pointPartAt(point, reach);
  NodePart best;
  double bestDistance = reach;
  const auto consider = [&](NodePart::Kind kind, int position, const QPointF& centre) {
    const double distance = std::hypot(point.x() - centre.x(), point.y() - centre.y());
    if (distance > bestDistance) return;
    best = {kind, position};
    bestDistance = distance;
  };
  for (int i = 0; i < int(content_.inputs.size()); ++i) consider(NodePart::Input, i, inputPosition(i));
  for (int i = 0; i < int(content_.outputs.size()); ++i) consider(NodePart::Output, i, outputPosition(i));
  if (best.kind != NodePart::None) return best;
  for (std::size_t i = 0; i < fixes_.size(); ++i)
    if (fixes_[i].rectangle.contains(point)) return {NodePart::Fix, int(i)};
  if (openRectangle().contains(point)) return {NodePart::Open, 0};
  if (card().contains(point)) return {NodePart::Body, 0};
  return {};
}

QRectF NodeItem::boundingRect() const {
  const double margin = canvas::kShadowMargin + 5;
  return card().adjusted(-margin, -margin, margin, margin);
}

QPainterPath NodeItem::shape() const {
  QPainterPath path;
  path.addRect(style_.sideways ? card().adjusted(-6, -2, 6, 2) : card().adjusted(-2, -6, 2, 6));
  return path;
}

}  // namespace fovea
