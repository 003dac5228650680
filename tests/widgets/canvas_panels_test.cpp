// Panels on and around the drawing do not hide it: cards with problems, the overview, the figures; the current object
// stays visible.
#include "canvas_bench.h"

#include <QtTest/QSignalSpy>
#include <QtWidgets/QLabel>
#include <QtWidgets/QLineEdit>

#include "widgets/canvas/panels/layer_search_popup.h"
#include "widgets/canvas/panels/mini_map.h"
#include "widgets/canvas/panels/problem_list.h"
#include "widgets/theme/notice.h"
#include "widgets/theme/theme.h"

using namespace fovea;

namespace {

bool anyNodeUnder(CanvasBench& bench, const QWidget& panel) {
  const QRectF covered = bench.canvas.view()->viewportTransform().inverted().mapRect(QRectF(panel.geometry()));
  for (const auto& [id, item] : bench.canvas.scene()->nodes())
    if (bench.canvas.scene()->nodeRectangle(id).intersects(covered)) return true;
  return false;
}

void fillStrip(NetworkCanvas& canvas) {
  canvas.setTrainingMemory(7'300'000, 64);
  canvas.setInferenceMemory(3'200'000);
  canvas.setLargestBatch(65536, "cpu", true);
}

int figuresShown(const NetworkCanvas& canvas) {
  int shown = 0;
  for (const char* name :
       {"stripParameters", "stripFlops", "stripMemory", "stripInferenceMemory", "stripLargestBatch"}) {
    const auto* value = canvas.strip()->findChild<QLabel*>(name);
    const QRect place(value->mapTo(canvas.strip(), QPoint()), value->size());
    if (value->isVisible() && canvas.strip()->rect().contains(place)) ++shown;
  }
  return shown;
}

}  // namespace

class CanvasPanelsTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() { applyTheme(*qApp, ThemeKind::Dark); }

  void everyFamilyHasItsColour() {
    const CanvasStyle style = CanvasStyle::current();
    for (const LayerType& type : allLayers()) {
      QVERIFY(std::size_t(type.family) < style.families.size());
      QCOMPARE(style.families[std::size_t(type.family)], currentTheme().family(familyColor(type.family)));
    }
    QCOMPARE(familyColor(LayerFamily::Loss), FamilyColor::Loss);
    QCOMPARE(familyColor(LayerFamily::Shape), FamilyColor::Shape);
    QCOMPARE(familyColor(findLayer("multi_head_attention")->family), FamilyColor::Loss);
  }

  void aCardWithAProblemLeavesTheNextOneInSight() {
    CanvasBench bench(*standardNetwork("lenet"));
    const LayerId broken = bench.id("conv2"), next = bench.id("pool2");
    const QStringList words{"Too large.", "The kernel 20×20 is larger than the input 12×12.",
                            "This layer needs an image [C, H, W], but what arrives is a list of 500 numbers."};
    const auto content = bench.canvas.scene()->node(broken)->content();
    for (const QString& message : words) {
      NodeContent bad = content;
      bad.message = message;
      bad.fixes = {"Pad by 4", "Use kernel 12×12"};
      bench.canvas.scene()->node(broken)->setContent(bad);
      const QRectF card = bench.canvas.scene()->nodeRectangle(broken);
      QVERIFY2(!card.intersects(bench.canvas.scene()->nodeRectangle(next)), qPrintable(message));
      for (int fix = 0; fix < 2; ++fix)
        QVERIFY(card.translated(-card.topLeft()).contains(bench.canvas.scene()->node(broken)->fixRectangle(fix)));
    }
  }

  void aLargeNetworkBeginsWhereItCanBeRead() {
    CanvasBench bench(*standardNetwork("densenet121"));
    bench.canvas.showBeginning();
    QVERIFY(bench.canvas.view()->zoom() >= 0.7);
    const QPoint input = bench.middleOf(bench.network().layers().front().id);
    QVERIFY(bench.viewport()->rect().contains(input));
  }

  void theOverviewHidesNoNode() {
    CanvasBench bench(*standardNetwork("lenet"));
    for (const int width : {1040, 700, 660}) {
      bench.canvas.resize(width, 760);
      bench.canvas.zoomToFit();
      QVERIFY(bench.canvas.miniMap()->isVisible());
      QVERIFY2(!anyNodeUnder(bench, *bench.canvas.miniMap()), qPrintable(QString::number(width)));
    }
  }

  void whatIsFoundLiesUnderNoPanel() {
    CanvasBench bench(*standardNetwork("densenet121"));
    const auto& layers = bench.network().layers();
    const auto covered = [&](LayerId id, const QWidget& panel) {
      const QRectF card = bench.canvas.scene()->nodeRectangle(id);
      const QRect shown = bench.canvas.view()->viewportTransform().mapRect(card).toAlignedRect();
      return !bench.viewport()->rect().contains(shown) || panel.geometry().intersects(shown);
    };
    for (const double zoom : {0.7, 1.0, 1.6}) {
      bench.canvas.view()->setZoom(zoom);
      for (std::size_t i = 0; i < layers.size(); i += 7) {
        // Starts at a position from which the layer would appear in the corner that the overview covers.
        const QRectF card = bench.canvas.scene()->nodeRectangle(layers[i].id);
        bench.canvas.view()->centerOnScene(card.center() + QPointF(-320, 420) / zoom);
        bench.canvas.showLayer(layers[i].id);
        QVERIFY2(!covered(layers[i].id, *bench.canvas.miniMap()), layers[i].name.c_str());
      }
    }
    // The list of problems does not cover the layer to which it leads, either.
    CanvasBench wrong(*standardNetwork("lenet"));
    const LayerId conv = wrong.id("conv2");
    const Status changed = wrong.document.apply({SetParameter{conv, "kernel", std::vector<std::int64_t>{99, 99}}, ""});
    QVERIFY(changed.ok());
    wrong.show();
    wrong.canvas.toggleProblems();
    auto* list = wrong.canvas.findChild<ProblemList*>();
    QVERIFY(list->isVisible());
    wrong.canvas.view()->setZoom(1);
    wrong.canvas.view()->centerOnScene(wrong.canvas.scene()->nodeRectangle(conv).center() + QPointF(-320, -240));
    wrong.canvas.showLayer(conv);
    const QRectF card = wrong.canvas.scene()->nodeRectangle(conv);
    const QRect shown = wrong.canvas.view()->viewportTransform().mapRect(card).toAlignedRect();
    QVERIFY(!list->geometry().intersects(shown));
  }

  void theOverviewOfAHighNetworkIsHighAndFollowsTheView() {
    CanvasBench bench(*standardNetwork("densenet121"));
    MiniMap* map = bench.canvas.miniMap();
    QVERIFY(map->height() > map->sizeHint().height());
    QVERIFY(map->geometry().bottom() < bench.canvas.strip()->y());
    bench.canvas.showBeginning();
    const double first = map->scenePoint({10, 10}).y();
    const QRectF all = bench.canvas.scene()->networkRectangle();
    bench.canvas.view()->centerOnScene({all.center().x(), all.bottom()});
    QVERIFY(map->scenePoint({10, 10}).y() > first + all.height() / 2);
    // While dragging, the map does not move, so that the view follows the pointer.
    QTest::mousePress(map, Qt::LeftButton, {}, {80, 40});
    const QPointF wanted = map->scenePoint({80, 200});
    QTest::mouseMove(map, {80, 200});
    QVERIFY(QLineF(bench.canvas.view()->freeCenter(), wanted).length() < 4);
    QTest::mouseRelease(map, Qt::LeftButton, {}, {80, 200});
    // A small network has a small map again.
    const Status opened = bench.document.apply({ReplaceNetwork{*standardNetwork("lenet")}, "open"});
    QVERIFY(opened.ok());
    bench.show();
    QCOMPARE(map->size(), map->sizeHint());
  }

  void aNarrowStripStacksItsFigures() {
    CanvasBench bench(*standardNetwork("lenet"));
    fillStrip(bench.canvas);
    bench.canvas.resize(1100, 760);
    QCOMPARE(figuresShown(bench.canvas), 5);
    bench.canvas.resize(600, 760);
    QCOMPARE(figuresShown(bench.canvas), 5);
    bench.canvas.resize(340, 760);
    QVERIFY(figuresShown(bench.canvas) >= 3);
    QVERIFY(bench.canvas.strip()->toolTip().contains("Largest batch on cpu"));
    bench.canvas.resize(1100, 760);
    QCOMPARE(figuresShown(bench.canvas), 5);
  }

  void anEmptyCanvasIsReadAtAnyWidth() {
    CanvasBench bench;
    QWidget* words = bench.canvas.emptyState();
    for (const int width : {1040, 700, 420, 320}) {
      bench.canvas.resize(width, 600);
      QVERIFY2(words->isVisible() && bench.viewport()->rect().contains(words->geometry()),
               qPrintable(QString::number(width)));
      for (const auto* label : words->findChildren<QLabel*>()) {
        QVERIFY(words->rect().contains(label->geometry()));
        QVERIFY2(!label->wordWrap() || label->height() >= label->heightForWidth(label->width()),
                 qPrintable(QString::number(width)));
        // The text does not mention a hidden list.
        QCOMPARE(label->text().contains("list at the left"), label->wordWrap() && bench.canvas.palette()->isVisible());
      }
    }
  }

  void whatIsLookedAtStaysInTheMiddle() {
    CanvasBench bench(*standardNetwork("lenet"));
    bench.canvas.view()->setZoom(1);
    bench.canvas.view()->centerOnScene({84, 300});
    for (const int width : {600, 420, 900, 1040}) {  // without and with the layer list
      bench.canvas.resize(width, 700);
      QVERIFY2(QLineF(bench.canvas.view()->freeCenter(), {84, 300}).length() < 2, qPrintable(QString::number(width)));
    }
  }

  void theSearchOffersWhatCanBeConnected() {
    CanvasBench bench(*standardNetwork("lenet"));
    bench.canvas.setSelection({bench.id("conv1")});
    bench.key(Qt::Key_Tab);
    QVERIFY(bench.canvas.searchPopup()->isVisible());
    const QAbstractItemModel* rows = bench.canvas.searchPopup()->list()->model();
    QVERIFY(rows->index(0, 0).data().toString() != "Input");
    QTest::keyClicks(bench.canvas.searchPopup()->searchField(), "input");
    QCOMPARE(rows->index(0, 0).data().toString(), QString("Input"));
    QTest::keyClick(bench.canvas.searchPopup()->searchField(), Qt::Key_Escape);
  }

  void aLayerIsInsertedIntoTheSelectedConnection() {
    CanvasBench bench(*standardNetwork("lenet"));
    bench.canvas.zoomToFit();
    bench.canvas.scene()->select({}, {{bench.id("conv1"), 0, bench.id("pool1"), 0}});
    bench.key(Qt::Key_Tab);
    QTest::keyClicks(bench.canvas.searchPopup()->searchField(), "relu");
    QTest::keyClick(bench.canvas.searchPopup()->searchField(), Qt::Key_Return);
    QVERIFY2(bench.errors.isEmpty(), qPrintable(bench.errors.join('\n')));
    QVERIFY(bench.connected("conv1", "relu") && bench.connected("relu", "pool1"));
    QVERIFY(!bench.connected("conv1", "pool1"));
  }

  void aPortSaysWhatItIsAndWhatToDo() {
    CanvasBench bench(*standardNetwork("lenet"));
    bench.canvas.zoomToFit();
    QTest::mouseMove(bench.viewport(), bench.output(bench.id("conv1")));
    const NodeItem* node = bench.canvas.scene()->node(bench.id("conv1"));
    QVERIFY2(node->toolTip().startsWith("Output: 20×24×24"), qPrintable(node->toolTip()));
    QTest::mouseMove(bench.viewport(), bench.middleOf(bench.id("conv1")));
    QCOMPARE(node->toolTip(), node->content().tip);
  }
};

QTEST_MAIN(CanvasPanelsTest)
#include "canvas_panels_test.moc"
