// Arrangement: the guarantees of both layouts, background work, and the time for large networks.
#include "canvas_bench.h"

#include <nlohmann/json.hpp>
#include <random>

#include "widgets/canvas/scene/arrange.h"
#include "work_times.h"

using namespace fovea;

namespace {

constexpr QSizeF kCard(canvas::kNodeWidth, canvas::kNodeHeight);

// `count` cards, each connected with a recent one, and some with a second one up to `far` before.
LayoutGraph randomGraph(int count, int far, std::mt19937& random) {
  LayoutGraph graph;
  const auto below = [&](int limit) { return std::uniform_int_distribution(0, limit - 1)(random); };
  for (int i = 0; i < count; ++i) {
    graph.nodes.push_back({LayerId{i + 1}, kCard, kCard.width() / 2});
    if (i == 0) continue;
    graph.edges.push_back({LayerId{std::max(0, i - 1 - below(3)) + 1}, 0, LayerId{i + 1}, 0});
    if (below(3) == 0) graph.edges.push_back({LayerId{std::max(0, i - 1 - below(far)) + 1}, 0, LayerId{i + 1}, 1});
  }
  return graph;
}

std::map<LayerId, QRectF> cardsOf(const LayoutPlaces& places) {
  std::map<LayerId, QRectF> cards;
  for (const auto& [id, place] : places) cards[id] = QRectF(place, kCard);
  return cards;
}

// Downwards along each edge, and without overlaps.
QString faultOf(const LayoutGraph& graph, const LayoutPlaces& places) {
  const auto cards = cardsOf(places);
  if (cards.size() != graph.nodes.size()) return "not every card has a place";
  for (const Edge& edge : graph.edges)
    if (cards.at(edge.source).bottom() >= cards.at(edge.target).top()) return "an edge goes up";
  for (const auto& [a, one] : cards)
    for (const auto& [b, other] : cards)
      if (a < b && one.intersects(other)) return "two cards lie over each other";
  return {};
}

// A typical result of importers: chains with shortcuts, all layers at one position.
Network importedNetwork(int count) {
  Json layers = Json::array(), edges = Json::array();
  const auto connect = [&](int source, int target, int input) {
    edges.push_back({{"source", source}, {"output", 0}, {"target", target}, {"input", input}});
  };
  for (int i = 0; i < count; ++i) {
    const std::string type = i == 0 ? "input" : i % 4 == 0 ? "add" : i % 4 == 1 ? "relu" : "tanh";
    layers.push_back({{"id", i + 1},
                      {"type", type},
                      {"name", type + std::to_string(i)},
                      {"version", 1},
                      {"parameters", Json::object()},
                      {"position", {0, 0}}});
    if (i > 0) connect(i, i + 1, 0);
    if (i > 0 && i % 4 == 0) connect(i - 3, i + 1, 1);
  }
  const Result<Network> network = networkFromJson(
      {{"format", "fovea-network"}, {"version", 1}, {"name", "imported"}, {"layers", layers}, {"edges", edges}});
  if (!network.ok()) qFatal("%s", network.error().text().c_str());
  return *network;
}

}  // namespace

class CanvasLayoutTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void cardsStandInRowsWithoutLyingOverEachOther() {
    std::mt19937 random(1);
    for (int run = 0; run < 40; ++run) {
      const LayoutGraph graph = randomGraph(2 + run, 8, random);
      QCOMPARE(faultOf(graph, layeredLayout(graph)), QString());
      if (const auto places = graphvizLayout(graph)) QCOMPARE(faultOf(graph, *places), QString());
    }
    QVERIFY(layeredLayout({}).empty());
    QVERIFY(!graphvizLayout({}));
  }

  // An exception in the layout's thread is an error of the job, and the next graph is laid out.
  void aLayoutThatThrowsIsAnError() {
    static std::atomic<bool> stumbles;
    stumbles = true;
    LayoutJob job(nullptr, [](const LayoutGraph& graph, LayoutFlow, const QSizeF&, const std::stop_token&) {
      if (stumbles) throw std::runtime_error("a stone");
      return layeredLayout(graph);
    });
    QStringList errors;
    int finished = 0;
    connect(&job, &LayoutJob::failed, this,
            [&](const Error& error) { errors << QString::fromStdString(error.message); });
    connect(&job, &LayoutJob::finished, this, [&] { ++finished; });
    std::mt19937 random(4);
    const LayoutGraph graph = randomGraph(12, 4, random);
    job.start(graph);
    QTRY_COMPARE(errors.size(), 1);
    QVERIFY2(errors.front().contains("a stone"), qPrintable(errors.front()));
    QVERIFY(!job.running());
    QCOMPARE(finished, 0);
    stumbles = false;
    job.start(graph);
    QTRY_COMPARE(finished, 1);
    QCOMPARE(errors.size(), 1);
  }

  void aFrameHoldsItsOwnLayersAlone() {
    std::mt19937 random(2);
    for (int run = 0; run < 40; ++run) {
      LayoutGraph graph = randomGraph(24, 6, random);
      graph.groups.resize(2);
      for (int i = 4; i < 9; ++i) graph.groups[0].push_back(LayerId{i});
      for (int i = 14; i < 18; ++i) graph.groups[1].push_back(LayerId{i});
      const auto places = graphvizLayout(graph);
      if (!places) QSKIP("built without Graphviz");
      QCOMPARE(faultOf(graph, *places), QString());
      const auto cards = cardsOf(*places);
      for (const auto& group : graph.groups) {
        QRectF frame;
        for (const LayerId id : group) frame |= cards.at(id);
        for (const auto& [id, card] : cards)
          QVERIFY(std::find(group.begin(), group.end(), id) != group.end() || !card.intersects(frame));
      }
    }
  }

  void whatDotWouldTakeTooLongForIsLeftToTheRows() {
    std::mt19937 random(3);
    const LayoutGraph graph = randomGraph(2000, 300, random);
    QVERIFY(layoutCells(graph) > 2500);
    QVERIFY(!graphvizLayout(graph));
  }

  // Repeated sums of all previous values: the bends of the edges alone would be a million.
  void aHostileGraphIsLaidOutInTime() {
    LayoutGraph graph;
    for (int i = 0; i < 3000; ++i) {
      graph.nodes.push_back({LayerId{i + 1}, kCard, kCard.width() / 2});
      for (int j = 0; j < i; j += 1 + i / 3) graph.edges.push_back({LayerId{j + 1}, 0, LayerId{i + 1}, j});
      if (i > 0) graph.edges.push_back({LayerId{i}, 0, LayerId{i + 1}, i});
    }
    WorkTimes times;
    times.take([&] { QCOMPARE(layeredLayout(graph).size(), graph.nodes.size()); });
    qInfo("%zu edges over 3,000 rows: %s", graph.edges.size(), qPrintable(times.text()));
    QVERIFY(times.units(0.5) < 2500);
  }

  // The skips of a U-Net are nested: each has a lane of its own.
  void waysBesideATrunkDoNotLieOnEachOther() {
    CanvasBench bench(*standardNetwork("unet"));
    bench.canvas.controller()->setFlow(LayoutFlow::Down);
    bench.arrange();
    bench.canvas.scene()->finishGlide();
    std::set<int> lanes;
    int skips = 0;
    for (const EdgeItem* edge : bench.canvas.scene()->edges()) {
      const QRectF bounds = edge->path().boundingRect();
      if (bounds.height() < 4 * (canvas::kNodeHeight + canvas::kRowGap)) continue;
      ++skips;
      lanes.insert(int(edge->path().pointAtPercent(0.5).x()));
      for (const auto& [id, item] : bench.canvas.scene()->nodes())
        QVERIFY(!bench.canvas.scene()->nodeRectangle(id).contains(edge->path().pointAtPercent(0.5)));
    }
    QCOMPARE(skips, 4);
    QCOMPARE(lanes.size(), std::size_t(4));
  }

  void aCommentStaysBesideItsLayer() {
    CanvasBench bench;
    const LayerId a = bench.add("input", 0, 0), b = bench.add("relu", 400, 40);
    bench.connect(a, b);
    bench.canvas.controller()->addComment({600, 40});
    bench.key(Qt::Key_Escape);
    const auto offset = [&] {
      const Position note = bench.network().notes()[0].position, layer = bench.network().find(b)->position;
      return std::pair(note.x - layer.x, note.y - layer.y);
    };
    const auto before = offset();
    bench.arrange();
    QVERIFY(bench.network().find(b)->position != (Position{400, 40}));
    QCOMPARE(offset(), before);
  }

  void drawingWhileItIsLaidOutIsNotLost() {
    CanvasBench bench(importedNetwork(60));
    bench.canvas.arrange();
    const LayerId added = bench.add("relu", 0, 0);
    bench.connect(LayerId{60}, added);
    QVERIFY(QTest::qWaitFor([&] { return !bench.canvas.controller()->arranging(); }));
    const Network& network = bench.network();
    QVERIFY(network.find(added)->position.y > network.find(LayerId{60})->position.y);
    // Layers removed in the meantime stay removed.
    bench.canvas.arrange();
    QVERIFY(bench.document.apply({RemoveLayer{added}, ""}).ok());
    bench.show();
    QVERIFY(QTest::qWaitFor([&] { return !bench.canvas.controller()->arranging(); }));
    QVERIFY(!network.find(added));
    QVERIFY2(bench.errors.isEmpty(), qPrintable(bench.errors.join('\n')));
  }

  // Fitted to the window on a screen of 1440×900, every node's name is readable.
  void aDeepNetworkIsWrappedToTheWindow() {
    for (const auto& [name, least] : {std::pair("vgg16", 0.7), std::pair("resnet18", 0.4), std::pair("lenet", 0.7)}) {
      CanvasBench bench(*standardNetwork(name));
      bench.canvas.resize(1076, 796);
      bench.arrange();
      bench.canvas.scene()->finishGlide();
      bench.canvas.zoomToFit();
      QVERIFY2(bench.canvas.view()->zoom() >= least, qPrintable(QString::number(bench.canvas.view()->zoom())));
      const QString folder = qEnvironmentVariable("FOVEA_SCREENSHOTS");
      if (!folder.isEmpty()) QVERIFY(bench.canvas.grab().save(folder + "/wrapped-" + name + ".png"));
      const auto& nodes = bench.canvas.scene()->nodes();
      for (const auto& [one, item] : nodes)
        for (const auto& [other, otherItem] : nodes)
          QVERIFY(one >= other ||
                  !bench.canvas.scene()->nodeRectangle(one).intersects(bench.canvas.scene()->nodeRectangle(other)));
      for (const EdgeItem* edge : bench.canvas.scene()->edges())
        for (const auto& [id, item] : nodes) {
          if (id == edge->edge().source || id == edge->edge().target) continue;
          const QRectF card = bench.canvas.scene()->nodeRectangle(id).adjusted(2, 2, -2, -2);
          for (double at = 0; at <= 1; at += 0.01)
            QVERIFY2(!card.contains(edge->path().pointAtPercent(at)),
                     qPrintable(QString("%1: an edge passes over %2").arg(name).arg(item->content().name)));
        }
      // Arranging again changes nothing, and the flow can be set to down.
      const Network before = bench.network();
      bench.arrange();
      QCOMPARE(bench.network(), before);
      bench.canvas.controller()->setFlow(LayoutFlow::Down);
      bench.arrange();
      for (const Edge& edge : bench.network().edges())
        QVERIFY(bench.network().find(edge.source)->position.y < bench.network().find(edge.target)->position.y);
    }
  }

  // Edges leave a card at the right and enter the next one at the left, around cards in between.
  void dataCanFlowToTheRight() {
    for (const char* name : {"lenet", "resnet18", "unet"}) {
      CanvasBench bench(*standardNetwork(name));
      CanvasScene& scene = *bench.canvas.scene();
      bench.canvas.resize(1076, 796);
      bench.canvas.controller()->setFlow(LayoutFlow::Right);
      bench.arrange();
      scene.finishGlide();
      bench.canvas.zoomToFit();
      const QString folder = qEnvironmentVariable("FOVEA_SCREENSHOTS");
      if (!folder.isEmpty()) QVERIFY(bench.canvas.grab().save(folder + "/right-" + name + ".png"));
      for (const EdgeItem* item : scene.edges()) {
        const Edge& edge = item->edge();
        const QRectF source = scene.nodeRectangle(edge.source), target = scene.nodeRectangle(edge.target);
        QVERIFY(source.right() < target.left());
        const QPointF begin = item->path().pointAtPercent(0), end = item->path().pointAtPercent(1);
        if (!scene.node(edge.source)->isPoint()) QCOMPARE(begin.x(), source.right());
        if (!scene.node(edge.target)->isPoint()) QCOMPARE(end.x(), target.left());
        QVERIFY(source.top() < begin.y() && begin.y() < source.bottom());
        QVERIFY(target.top() < end.y() && end.y() < target.bottom());
        for (const auto& [id, node] : scene.nodes()) {
          if (id == edge.source || id == edge.target) continue;
          const QRectF card = scene.nodeRectangle(id).adjusted(2, 2, -2, -2);
          for (double at = 0; at <= 1; at += 0.01)
            QVERIFY2(!card.contains(item->path().pointAtPercent(at)),
                     qPrintable(QString("%1: an edge passes over %2").arg(name, node->content().name)));
        }
      }
      for (const auto& [one, item] : scene.nodes()) {
        QVERIFY(item->isPoint() || !item->content().title.isEmpty());
        for (const auto& [other, otherItem] : scene.nodes())
          QVERIFY(one >= other || !scene.nodeRectangle(one).intersects(scene.nodeRectangle(other)));
      }
      // Arranging again changes nothing, and a new style keeps the direction.
      const Network before = bench.network();
      bench.arrange();
      QCOMPARE(bench.network(), before);
      scene.refreshStyle();
      QVERIFY(scene.style().sideways);
      // An inserted layer is placed in the row, between its neighbours.
      const Edge first = bench.network().edges().front();
      QVERIFY(bench.canvas.controller()->insert("relu", first, {}));
      const Layer& added = bench.network().layers().back();
      const QRectF card = scene.nodeRectangle(added.id);
      QVERIFY(scene.nodeRectangle(first.source).right() < card.left());
      QVERIFY(card.right() < scene.nodeRectangle(first.target).left());
      bench.canvas.controller()->setFlow(LayoutFlow::Down);
      QVERIFY(!scene.style().sideways);
    }
  }

  // Each name beside its own port, inside the card.
  void aBlocksPortsAreNamedAtItsSides() {
    const CanvasStyle style = [] {
      CanvasStyle made = CanvasStyle::current();
      made.sideways = true;
      return made;
    }();
    NodeContent content;
    content.form = NodeForm::Block;
    content.title = "stage";
    for (int i = 0; i < 3; ++i) content.inputs.push_back({.index = i, .name = QString("in %1").arg(i)});
    content.outputs.push_back({.index = 0, .name = "out"});
    NodeItem item(LayerId{1}, style);
    item.setContent(content);
    double last = 0;
    for (int i = 0; i < 3; ++i) {
      const QPointF port = item.inputPosition(i);
      QCOMPARE(port.x(), 0.0);
      QVERIFY(port.y() > last && port.y() < item.card().height());
      last = port.y();
      QCOMPARE(item.partAt(port, 4), (NodePart{NodePart::Input, i}));
    }
    QCOMPARE(item.outputPosition(0).x(), item.card().width());
  }

  void anOpenedNetworkIsArrangedAsPartOfThatStep() {
    CanvasBench bench(*standardNetwork("lenet"));
    const Network before = bench.network();
    QVERIFY(bench.document.apply({ReplaceNetwork{*standardNetwork("vgg16")}, "Open"}).ok());
    bench.show();
    bench.canvas.arrangeOpened();
    QVERIFY(QTest::qWaitFor([&] { return !bench.canvas.controller()->arranging(); }, 20000));
    QVERIFY(bench.network() != *standardNetwork("vgg16"));
    bench.undo();
    QCOMPARE(bench.network(), before);
  }

  void aNetworkThatComesWithoutPlacesIsPutInOrder() {
    const Network network = importedNetwork(5000);
    const NetworkReport report = analyzeNetwork(network);
    CanvasBench bench;
    bench.canvas.controller()->setFlow(LayoutFlow::Down);
    bench.document = NetworkDocument(network);
    WorkTimes times;
    times.take([&] {
      bench.canvas.setNetwork(network, report);
      QCoreApplication::processEvents();
    });
    qInfo("5,000 nodes are shown: %s", qPrintable(times.text()));
    QVERIFY(times.units(0.5) < 1200);
    QVERIFY(QTest::qWaitFor([&] { return bench.requests > 0; }, 60000));
    QCoreApplication::processEvents();
    QVERIFY(bench.network().find(LayerId{5000})->position.y > 4000 * canvas::kNodeHeight);
    QCOMPARE(bench.requests, 1);
    bench.show();  // unchanged, so there is nothing to do
    QVERIFY(!bench.canvas.controller()->arranging());
  }
};

QTEST_MAIN(CanvasLayoutTest)
#include "canvas_layout_test.moc"
