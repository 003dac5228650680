// Live figures on the canvas: cards move apart on the screen to make room, nothing overlaps, and the network is
// unchanged.
#include <QtTest/QtTest>

#include "canvas_bench.h"
#include "widgets/canvas/layout/spread.h"
#include "work_times.h"

using namespace fovea;

namespace {

constexpr double kFrameUnits = 12;  // the same limit as without figures

NodeFigures someFigures(int number) {
  NodeFigures figures;
  figures.rows = {{"time", QString("%1 %").arg(number % 100), (number % 100) / 100.0},
                  {"mean ± deviation", QString("0.27 ± 0.%1").arg(number % 10)},
                  {"zeros", "68 %", -1, true},
                  {"gradient", "1.1e-2"}};
  figures.picture = QImage(16, 16, QImage::Format_RGB32);
  figures.picture.fill(QColor::fromHsv(number * 37 % 360, 200, 200));
  figures.tip = QString("Time: %1 %").arg(number % 100);
  return figures;
}

bool overlaps(CanvasScene& scene) {
  for (auto one = scene.nodes().begin(); one != scene.nodes().end(); ++one)
    for (auto other = std::next(one); other != scene.nodes().end(); ++other)
      if (scene.nodeRectangle(one->first).intersects(scene.nodeRectangle(other->first))) return true;
  return false;
}

}  // namespace

class LiveCanvasTest : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void spreadKeepsApartWhatWasApart() {
    std::vector<QRectF> cards;
    for (int column = 0; column < 4; ++column)
      for (int row = 0; row < 6; ++row)
        cards.emplace_back(column * 200 + row % 2 * 16, row * 60 + column * 24, 168, 56);
    const Spread spread(cards, {80, 72});
    for (const QRectF& one : cards) {
      const QRectF grown(spread.shown(one.topLeft()), one.size() + QSizeF(80, 72));
      QCOMPARE(spread.kept(grown.topLeft()), one.topLeft());
      for (const QRectF& other : cards) {
        if (&one == &other) continue;
        QVERIFY(!one.intersects(other));
        QVERIFY(!grown.intersects(QRectF(spread.shown(other.topLeft()), other.size() + QSizeF(80, 72))));
      }
    }
    // A frame stays around its cards, and a position inside new space maps to the nearest old one.
    const QRectF frame(-8, -8, 400, 130);
    for (const QRectF& card : cards)
      if (frame.contains(card))
        QVERIFY(spread.shown(frame).contains(QRectF(spread.shown(card.topLeft()), card.size() + QSizeF(80, 72))));
    const QPointF inNewRoom = spread.shown(QPointF(0, 0)) + QPointF(100, 100);
    QVERIFY(spread.kept(inNewRoom).y() <= 100);
    QCOMPARE(Spread().shown(QPointF(3, 4)), QPointF(3, 4));
    QCOMPARE(Spread().kept(QPointF(3, 4)), QPointF(3, 4));
  }

  void cardsMakeRoomAndTheNetworkStays() {
    for (const char* name : {"lenet", "resnet18"}) {
      const auto network = standardNetwork(name);
      if (!network.ok()) QFAIL(name);
      CanvasBench bench(*network);
      bench.arrange();
      bench.canvas.scene()->finishGlide();
      CanvasScene& scene = *bench.canvas.scene();
      const int requests = bench.requests;
      std::map<LayerId, QRectF> before;
      for (const auto& [id, item] : scene.nodes()) before[id] = scene.nodeRectangle(id);
      QVERIFY(!overlaps(scene));
      for (const FigureForm form : {FigureForm::Rows, FigureForm::RowsAndPicture, FigureForm::Picture}) {
        bench.canvas.setFigureForm(form);
        QVERIFY(!overlaps(scene));
        for (const auto& [id, item] : scene.nodes())
          if (!item->isPoint()) QCOMPARE(item->card().size(), before[id].size() + figureGrowth(form));
        // Each edge ends at the ports of its cards.
        for (const EdgeItem* edge : scene.edges())
          QCOMPARE(edge->path().pointAtPercent(0),
                   scene.portPosition({edge->edge().source, true, edge->edge().output}));
      }
      // Arranging uses the positions stored in the network.
      bench.arrange();
      scene.finishGlide();
      QVERIFY(!overlaps(scene));
      bench.canvas.setFigureForm(FigureForm::None);
      for (const auto& [id, item] : scene.nodes()) QCOMPARE(scene.nodeRectangle(id), before[id]);
      QCOMPARE(bench.requests, requests);
    }
  }

  void draggingMovesByTheSameInTheNetwork() {
    CanvasBench bench(*standardNetwork("lenet"));
    bench.canvas.setFigureForm(FigureForm::RowsAndPicture);
    bench.canvas.view()->resetZoom();
    const LayerId layer = bench.network().layers()[3].id;
    bench.canvas.showLayer(layer);
    const Position before = bench.network().find(layer)->position;
    const QPoint from = bench.at(bench.canvas.scene()->nodeRectangle(layer).topLeft() + QPointF(60, 40));
    bench.drag(from, from + QPoint(160, 0));
    const Position after = bench.network().find(layer)->position;
    QCOMPARE(after.y, before.y);
    QVERIFY(std::abs(after.x - before.x - 160) <= 8);
  }

  void figuresAreShownAndTold() {
    CanvasBench bench(*standardNetwork("lenet"));
    bench.canvas.setFigureForm(FigureForm::RowsAndPicture);
    const LayerId layer = bench.network().layers()[1].id;
    NodeItem* node = bench.canvas.scene()->node(layer);
    const QImage empty = bench.canvas.grab().toImage();
    bench.canvas.setFigures({{layer, someFigures(34)}});
    QVERIFY(node->toolTip().contains("Time: 34 %"));
    QVERIFY(bench.canvas.grab().toImage() != empty);
    bench.canvas.setFigures({});
    QVERIFY(!node->toolTip().contains("Time"));
    QCOMPARE(bench.canvas.grab().toImage(), empty);
    bench.canvas.setBreakpoints({{layer, BreakpointMark::On}});
    QCOMPARE(node->breakpoint(), BreakpointMark::On);
    QVERIFY(bench.canvas.grab().toImage() != empty);
  }

  // New figures for all nodes, and a painted frame with them.
  void aThousandNodesStayFluent() {
    NetworkDocument document{Network()};
    for (int i = 0; i < 1000; ++i) {
      const Position place{double(i % 32) * 224, double(i / 32) * 88};
      Layer layer{document.network().nextId(), "relu", "r" + std::to_string(i), {}, place};
      QVERIFY(document.apply({AddLayer{layer}, "add"}).ok());
    }
    CanvasBench bench(document.network());
    bench.canvas.setFigureForm(FigureForm::RowsAndPicture);
    for (const bool whole : {true, false}) {
      if (whole)
        bench.canvas.zoomToFit();
      else
        bench.canvas.view()->setZoom(0.6);
      WorkTimes times;
      int number = 0;
      for (int attempt = 0; attempt < 12; ++attempt) {
        std::map<LayerId, NodeFigures> figures;
        for (const auto& [id, item] : bench.canvas.scene()->nodes()) figures[id] = someFigures(++number);
        times.take([&] {
          bench.canvas.setFigures(figures);
          bench.viewport()->repaint();
        });
      }
      qInfo("1,000 nodes with new figures, zoom %.2f: %s", bench.canvas.view()->zoom(), qPrintable(times.text()));
      QVERIFY(times.units(0.5) < kFrameUnits);
    }
  }
};

QTEST_MAIN(LiveCanvasTest)
#include "live_canvas_test.moc"
