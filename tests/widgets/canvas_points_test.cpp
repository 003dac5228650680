// Reroute points: where they can be added, what can be done with them, and that they have no cost.
#include "canvas_bench.h"

#include <QtGui/QContextMenuEvent>
#include <QtGui/QKeyEvent>
#include <QtWidgets/QApplication>
#include <QtWidgets/QMenu>

#include "core/network/lowering.h"
#include "widgets/canvas/input/canvas_actions.h"

using namespace fovea;

namespace {

// "input" feeds "relu" and "tanh", both feed "sum".
struct Branches {
  Branches() {
    input = bench.add("input", 240, 0);
    relu = bench.add("relu", 80, 160);
    tanh = bench.add("tanh", 400, 160);
    sum = bench.add("add", 240, 400);
    bench.connect(input, relu);
    bench.connect(input, tanh);
    bench.connect(relu, sum, 0);
    bench.connect(tanh, sum, 1);
    bench.canvas.zoomToFit();
  }
  const EdgeItem* edge(LayerId source, LayerId target) const {
    for (const EdgeItem* item : bench.canvas.scene()->edges())
      if (item->edge().source == source && item->edge().target == target) return item;
    return nullptr;
  }
  QPoint middle(LayerId source, LayerId target) { return bench.at(edge(source, target)->path().pointAtPercent(0.5)); }

  CanvasBench bench;
  LayerId input, relu, tanh, sum;
};

}  // namespace

class CanvasPointsTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void aDoubleClickOnAnEdgeAddsAPointThatMovesAndHeals() {
    Branches b;
    const Network before = b.bench.network();
    const QPoint spot = b.middle(b.tanh, b.sum);
    QTest::mouseDClick(b.bench.viewport(), Qt::LeftButton, {}, spot);
    const LayerId point = b.bench.id("reroute");
    QVERIFY(point.valid());
    QVERIFY(b.bench.connected("tanh", "reroute"));
    QVERIFY(b.bench.connected("reroute", "add"));
    QVERIFY(!b.bench.connected("tanh", "add"));
    QCOMPARE(b.bench.canvas.selection(), QList<LayerId>{point});
    QVERIFY(b.bench.canvas.view()->accessibleDescription().startsWith("Reroute point"));
    const QRectF square = b.bench.canvas.scene()->nodeRectangle(point);
    QVERIFY(QLineF(square.center(), b.bench.canvas.view()->mapToScene(spot)).length() < canvas::kGrid);
    // Both edges end in its middle.
    QCOMPARE(b.edge(b.tanh, point)->path().pointAtPercent(1), square.center());
    QCOMPARE(b.edge(point, b.sum)->path().pointAtPercent(0), square.center());

    const QPoint middle = b.bench.at(square.center());
    b.bench.drag(middle, middle + QPoint(80, 16));
    QVERIFY(b.bench.network().find(point)->position.x > square.left() + 60);
    b.bench.key(Qt::Key_Delete);
    QCOMPARE(b.bench.network(), before);
    b.bench.undo();
    QVERIFY(b.bench.connected("tanh", "reroute"));
    QVERIFY2(b.bench.errors.isEmpty(), qPrintable(b.bench.errors.join('\n')));
  }

  void deletingSeveralPointsOrAnEdgeBesideOneJoinsOnlyWhatIsLeft() {
    Branches b;
    const Network before = b.bench.network();
    QTest::mouseDClick(b.bench.viewport(), Qt::LeftButton, {}, b.middle(b.tanh, b.sum));
    const LayerId first = b.bench.id("reroute");
    b.bench.canvas.controller()->addPoint(b.edge(first, b.sum)->edge(), {500, 360});
    const LayerId second = b.bench.id("reroute2");
    b.bench.canvas.setSelection({first, second});
    b.bench.key(Qt::Key_Delete);
    QCOMPARE(b.bench.network(), before);
    b.bench.undo();
    // A layer in the chain that passes on a single value is bridged as well.
    b.bench.canvas.setSelection({b.tanh, first, second});
    b.bench.key(Qt::Key_Delete);
    QVERIFY(b.bench.connected("input", "add"));
    b.bench.undo();
    // A chain whose source is also deleted is not bridged.
    b.bench.canvas.setSelection({b.input, b.tanh, first, second});
    b.bench.key(Qt::Key_Delete);
    QCOMPARE(b.bench.network().edgesInto(b.sum).size(), std::size_t(1));
    b.bench.undo();
    b.bench.canvas.scene()->select({second}, {b.edge(second, b.sum)->edge()});
    b.bench.key(Qt::Key_Delete);
    QCOMPARE(b.bench.network().edgesInto(b.sum).size(), std::size_t(1));
    QVERIFY2(b.bench.errors.isEmpty(), qPrintable(b.bench.errors.join('\n')));
  }

  void connectionsAreDrawnFromAndToAPoint() {
    CanvasBench bench;
    const LayerId input = bench.add("input", 0, 0), point = bench.add("reroute", 72, 120),
                  relu = bench.add("relu", 0, 240);
    bench.canvas.view()->resetZoom();
    const QPointF middle = bench.canvas.scene()->nodeRectangle(point).center();
    bench.drag(bench.output(input), bench.at(middle));
    QVERIFY(bench.connected("input", "reroute"));
    bench.drag(bench.at(middle + QPointF(0, canvas::kPointHandle)), bench.input(relu));
    QVERIFY(bench.connected("reroute", "relu"));
    // Dragging from above it detaches the connection.
    bench.drag(bench.at(middle - QPointF(0, canvas::kPointHandle)), bench.at(middle + QPointF(200, -60)));
    QVERIFY(!bench.connected("input", "reroute"));
    // Without an input it shows a problem, like any layer.
    QVERIFY(bench.canvas.scene()->node(point)->content().message.contains("not connected"));
  }

  void theKeyboardAddsPointsToEdgesAndBelowLayers() {
    Branches b;
    b.bench.canvas.setSelection({b.input});
    b.bench.key(Qt::Key_R);
    QVERIFY(b.bench.connected("input", "reroute"));
    QVERIFY(b.bench.connected("reroute", "relu"));
    QVERIFY(b.bench.connected("reroute", "tanh"));
    QVERIFY(!b.bench.connected("input", "relu"));
    b.bench.undo();
    b.bench.canvas.scene()->select({}, {b.edge(b.relu, b.sum)->edge(), b.edge(b.tanh, b.sum)->edge()});
    b.bench.key(Qt::Key_R);
    QCOMPARE(b.bench.network().layers().size(), std::size_t(6));
    QCOMPARE(b.bench.canvas.selection().size(), 2);
    b.bench.canvas.scene()->select({});
    b.bench.key(Qt::Key_R);
    QVERIFY(b.bench.canvas.findChild<QWidget*>("canvasNotice")->isVisible());
    QVERIFY2(b.bench.errors.isEmpty(), qPrintable(b.bench.errors.join('\n')));
  }

  void theMenuOfAnEdgeOffersOne() {
    Branches b;
    const QPoint spot = b.middle(b.relu, b.sum);
    QContextMenuEvent event(QContextMenuEvent::Mouse, spot, b.bench.viewport()->mapToGlobal(spot));
    QApplication::sendEvent(b.bench.viewport(), &event);
    auto* menu = b.bench.canvas.findChild<QMenu*>("canvasMenu");
    QVERIFY(menu && menu->actions().front()->text().startsWith("Insert a layer"));
    QVERIFY(menu->actions().at(1)->text().startsWith("Add a reroute point"));
    menu->actions().at(1)->trigger();
    menu->close();
    QVERIFY(b.bench.connected("relu", "reroute"));
  }

  void arrangingPutsAPointOnTheColumnOfItsCards() {
    CanvasBench bench;
    const LayerId input = bench.add("input", 0, 0), point = bench.add("reroute", 300, 40),
                  relu = bench.add("relu", 10, 300);
    bench.connect(input, point);
    bench.connect(point, relu);
    bench.arrange();
    bench.canvas.scene()->finishGlide();
    const auto x = [&](const PortRef& port) { return bench.canvas.scene()->portPosition(port).x(); };
    QCOMPARE(x({point, true, 0}), x({input, true, 0}));
    QCOMPARE(x({point, true, 0}), x({relu, false, 0}));
  }

  void chosenKeysWinOverStandardOnes() {
    CanvasBench bench;
    const CanvasActions& actions = *bench.canvas.actions();
    const QKeyEvent typed(QEvent::KeyPress, Qt::Key_E, Qt::NoModifier);
    QCOMPARE(actions.of(typed)->id(), QString("network.nextConnection"));
    for (Action* action : actions.all())
      if (action->id() == "network.frame") action->setShortcut(Qt::Key_E);
    QCOMPARE(actions.of(typed)->id(), QString("network.frame"));
  }

  void theKeyboardReachesConnectionsAndNotes() {
    Branches b;
    const CanvasScene& scene = *b.bench.canvas.scene();
    const auto words = [&] { return b.bench.canvas.view()->accessibleDescription(); };
    b.bench.canvas.setSelection({b.tanh});
    b.bench.key(Qt::Key_E);
    QCOMPARE(words(), QString("Connection from input to tanh"));
    b.bench.key(Qt::Key_E);
    QCOMPARE(words(), QString("Connection from relu to add"));
    b.bench.key(Qt::Key_E, Qt::ShiftModifier);
    QCOMPARE(words(), QString("Connection from input to tanh"));
    b.bench.key(Qt::Key_Delete);
    QVERIFY(!b.bench.connected("input", "tanh") && b.bench.connected("tanh", "add"));

    for (const char* text : {"first", "second"}) {
      Note note;
      note.text = text;
      QVERIFY(b.bench.document.apply({AddNote{note}, "add"}).ok());
    }
    b.bench.show();
    b.bench.key(Qt::Key_N);
    QCOMPARE(words(), QString("Comment: first"));
    QVERIFY(scene.selection().isEmpty() && scene.selectedEdges().empty());
    b.bench.key(Qt::Key_N);
    QCOMPARE(words(), QString("Comment: second"));
    b.bench.key(Qt::Key_N);
    b.bench.key(Qt::Key_N, Qt::ShiftModifier);
    QCOMPARE(words(), QString("Comment: second"));
    b.bench.key(Qt::Key_Delete);
    QCOMPARE(b.bench.network().notes().size(), std::size_t(1));
    QCOMPARE(b.bench.network().notes().front().text, std::string("first"));
  }

  void aPointCostsNothing() {
    Branches b;
    const auto nodes = [&] {
      return lowerNetwork(b.bench.network(), {.mode = NetworkMode::Inference}).value().builder->graph().nodes().size();
    };
    const std::size_t before = nodes();
    QTest::mouseDClick(b.bench.viewport(), Qt::LeftButton, {}, b.middle(b.relu, b.sum));
    QVERIFY(b.bench.connected("reroute", "add"));
    QCOMPARE(nodes(), before);
    const NetworkReport report = analyzeNetwork(b.bench.network());
    QCOMPARE(report.layers.at(b.bench.id("reroute")).outputs, report.layers.at(b.relu).outputs);
    QCOMPARE(report.layers.at(b.bench.id("reroute")).flops, 0.0);
  }
};

QTEST_MAIN(CanvasPointsTest)
#include "canvas_points_test.moc"
