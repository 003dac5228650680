#include "widgets/canvas/scene/alignment.h"

#include <QtCore/QCoreApplication>
#include <QtCore/QRectF>
#include <algorithm>
#include <cmath>

namespace fovea {
namespace {

struct AlignmentWords {
  Q_DECLARE_TR_FUNCTIONS(fovea::Alignment)
};

struct Card {
  LayerId id;
  QRectF rectangle;
};

std::vector<Card> cardsOf(const Network& network, const QList<LayerId>& layers, const NodeSize& sizeOf) {
  std::vector<Card> cards;
  for (const LayerId id : layers)
    if (const Layer* layer = network.find(id))
      cards.push_back({id, QRectF(QPointF(layer->position.x, layer->position.y), sizeOf(id))});
  return cards;
}

NetworkEdit movesOf(const Network& network, const std::vector<Card>& cards, const QString& title) {
  MoveLayers moves;
  for (const Card& card : cards) {
    const Position place{card.rectangle.x(), card.rectangle.y()};
    if (!(network.find(card.id)->position == place)) moves.positions.emplace_back(card.id, place);
  }
  return {std::move(moves), title.toStdString()};
}

double onGrid(double place) {
  return std::round(place / canvas::kGrid) * canvas::kGrid;
}

}  // namespace

NetworkEdit alignEdit(const Network& network, const QList<LayerId>& layers, const NodeSize& sizeOf,
                      Alignment alignment) {
  std::vector<Card> cards = cardsOf(network, layers, sizeOf);
  QRectF all;
  for (const Card& card : cards) all |= card.rectangle;
  for (Card& card : cards) {
    QRectF& r = card.rectangle;
    switch (alignment) {
      case Alignment::Left:
        r.moveLeft(all.left());
        break;
      case Alignment::Center:
        r.moveLeft(all.center().x() - r.width() / 2);
        break;
      case Alignment::Right:
        r.moveRight(all.right());
        break;
      case Alignment::Top:
        r.moveTop(all.top());
        break;
      case Alignment::Middle:
        r.moveTop(all.center().y() - r.height() / 2);
        break;
      case Alignment::Bottom:
        r.moveBottom(all.bottom());
        break;
    }
  }
  return movesOf(network, cards, AlignmentWords::tr("Align %1").arg(layersText(network, layers)));
}

NetworkEdit distributeEdit(const Network& network, const QList<LayerId>& layers, const NodeSize& sizeOf,
                           Qt::Orientation orientation) {
  const bool across = orientation == Qt::Horizontal;
  const auto begin = [across](const QRectF& r) { return across ? r.left() : r.top(); };
  const auto extent = [across](const QRectF& r) { return across ? r.width() : r.height(); };
  std::vector<Card> cards = cardsOf(network, layers, sizeOf);
  std::sort(cards.begin(), cards.end(),
            [&](const Card& a, const Card& b) { return begin(a.rectangle) < begin(b.rectangle); });
  if (cards.size() > 2) {
    double filled = 0;
    for (const Card& card : cards) filled += extent(card.rectangle);
    const QRectF &first = cards.front().rectangle, &last = cards.back().rectangle;
    const double gap = (begin(last) + extent(last) - begin(first) - filled) / static_cast<double>(cards.size() - 1);
    double place = begin(first);
    for (std::size_t i = 0; i + 1 < cards.size(); ++i) {
      QRectF& r = cards[i].rectangle;
      if (i > 0) across ? r.moveLeft(onGrid(place)) : r.moveTop(onGrid(place));
      place += extent(r) + gap;
    }
  }
  return movesOf(network, cards, AlignmentWords::tr("Distribute %1").arg(layersText(network, layers)));
}

}  // namespace fovea
