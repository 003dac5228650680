// Viewing a network: the camera, the selection, the panels around the drawing, speed, and appearance.
#include "canvas_bench.h"
#include "work_times.h"

#include <QtGui/QPainter>
#include <QtGui/QWheelEvent>
#include <QtTest/QAbstractItemModelTester>
#include <QtTest/QSignalSpy>
#include <QtWidgets/QAbstractButton>
#include <QtWidgets/QApplication>
#include <QtWidgets/QLineEdit>
#include <QtWidgets/QMenu>
#include <algorithm>
#include <ctime>
#include <random>

#include "core/network/frozen_layers.h"
#include "core/network/layer_facts.h"
#include "widgets/canvas/palette/layer_palette.h"
#include "widgets/canvas/panels/layer_search_popup.h"
#include "widgets/canvas/panels/mini_map.h"
#include "widgets/theme/theme.h"

using namespace fovea;

namespace {

// `count` layers in columns of chains with a shortcut every four layers.
Network largeNetwork(int count) {
  Network network;
  const auto apply = [&](auto change) {
    const auto done = applyEdit(network, {std::move(change), ""});
    Q_ASSERT(done.ok());
  };
  constexpr int kColumn = 25;
  static const char* const kTypes[] = {"convolution", "batch_normalization", "relu", "add"};
  LayerId shortcut, last;
  for (int i = 0; i < count; ++i) {
    const int row = i % kColumn;
    const LayerId id = network.nextId();
    const LayerType* type = findLayer(i == 0 ? "input" : row == 0 ? "relu" : kTypes[row % 4]);
    FieldValues parameters = type->parameters.defaults();
    if (type->name == "convolution") {
      parameters.set("filters", FieldValue(std::int64_t{1}));
      parameters.set("kernel", FieldValue(std::vector<std::int64_t>{1, 1}));
    }
    apply(AddLayer{{id, type->name, type->name + std::to_string(i), parameters, {i / kColumn * 232.0, row * 88.0}}});
    if (i > 0) apply(AddEdge{{last, 0, id, 0}});
    if (row > 0 && type->name == "add") apply(AddEdge{{shortcut, 0, id, 1}});
    if (row % 4 == 0 || type->name == "add") shortcut = id;
    last = id;
  }
  return network;
}

constexpr int kFrames = 120;
constexpr double kFrameUnits = 12;  // limit for the median frame in multiples of paintingUnit()

// Returns a node that no panel covers.
LayerId nodeInSight(CanvasBench& bench) {
  const QRect middle = QRect(bench.viewport()->rect().center() - QPoint(150, 150), QSize(300, 300));
  for (const auto& [id, item] : bench.canvas.scene()->nodes())
    if (middle.contains(bench.middleOf(id))) return id;
  return {};
}

void wheel(QWidget* viewport, const QPointF& at, int delta) {
  QWheelEvent event(at, viewport->mapToGlobal(at), {}, {0, delta}, Qt::NoButton, Qt::NoModifier, Qt::NoScrollPhase,
                    false);
  QApplication::sendEvent(viewport, &event);
}

// A network with a problem: a shortcut whose shape does not fit.
Network brokenNetwork() {
  Network network = *standardNetwork("lenet");
  const auto apply = [&](auto change) {
    const auto done = applyEdit(network, {std::move(change), ""});
    if (!done.ok()) qWarning("%s", done.error().text().c_str());
  };
  std::vector<const Layer*> convolutions;
  for (const Layer& layer : network.layers())
    if (layer.type == "convolution") convolutions.push_back(&layer);
  const LayerId first = convolutions[0]->id, second = convolutions[1]->id;
  const Position place = convolutions[0]->position;
  const LayerId norm = network.nextId();
  apply(AddLayer{{norm, "batch_normalization", "norm", {}, {place.x + 226, place.y + 86}}});
  const LayerId sum = network.nextId();
  apply(AddLayer{{sum, "add", "sum", {}, {place.x + 226, place.y + 86 + 178}}});
  apply(AddEdge{{first, 0, norm, 0}});
  apply(AddEdge{{norm, 0, sum, 0}});
  apply(AddEdge{{second, 0, sum, 1}});
  return network;
}

// Both residual blocks folded into blocks, and a use without input.
void foldAndPoint(CanvasBench& bench) {
  const auto fold = [&](const char* prefix, const char* name) {
    QList<LayerId> part;
    for (const Layer& layer : bench.network().layers())
      if (layer.name.rfind(prefix, 0) == 0) part << layer.id;
    bench.canvas.setSelection(part);
    bench.canvas.foldSelection();
    const LayerId use = bench.canvas.selection().value(0);
    QTest::keyClick(bench.canvas.findChild<QLineEdit*>("nameEditor"), Qt::Key_Escape);
    if (const Layer* layer = bench.network().find(use)) bench.canvas.controller()->renameBlock(usedBlock(*layer), name);
    return use;
  };
  fold("block1", "residual");
  const LayerId second = fold("block2", "residual down");
  bench.canvas.setSelection({second});
  bench.canvas.controller()->duplicateSelection();
  bench.arrange();
  bench.canvas.zoomToFit();
}

// Three layers that read the same two layers through reroute points.
Network crowdedNetwork() {
  CanvasBench bench;
  const LayerId input = bench.add("input", 300, 0), conv = bench.add("convolution", 200, 100),
                pool = bench.add("max_pooling", 420, 100);
  bench.connect(input, conv);
  bench.connect(input, pool);
  const LayerId left = bench.add("reroute", 272, 200), right = bench.add("reroute", 492, 200);
  bench.connect(conv, left);
  bench.connect(pool, right);
  for (int i = 0; i < 4; ++i) {
    const LayerId down = bench.add("reroute", 40.0 + 240 * i, 264.0 + 8 * i),
                  relu = bench.add("relu", -32.0 + 240 * i, 400);
    bench.connect(i % 2 ? left : right, down);
    bench.connect(down, relu);
  }
  bench.canvas.setSelection({left});
  return bench.network();
}

}  // namespace

class CanvasViewTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() { applyTheme(*qApp, ThemeKind::Dark); }

  void anEmptyCanvasSaysWhatToDo() {
    CanvasBench bench;
    auto* hint = bench.canvas.findChild<QWidget*>("canvasEmpty");
    QVERIFY(hint && hint->isVisible());
    QTest::mouseDClick(hint, Qt::LeftButton, {}, {8, 8});  // the hint does not block the click that it describes
    QVERIFY(bench.canvas.searchPopup()->isVisible());
    QTest::keyClick(bench.canvas.searchPopup()->searchField(), Qt::Key_Escape);
    bench.canvas.view()->panBy({40, 30});
    QVERIFY(bench.canvas.rect().contains(QRect(hint->mapTo(&bench.canvas, QPoint()), hint->size())));
    auto* add = bench.canvas.findChild<QAbstractButton*>("canvasEmptyAdd");
    QTest::mouseClick(add, Qt::LeftButton);
    QVERIFY(bench.canvas.searchPopup()->isVisible());
    QTest::keyClicks(bench.canvas.searchPopup()->searchField(), "input");
    QTest::keyClick(bench.canvas.searchPopup()->searchField(), Qt::Key_Return);
    QVERIFY(!hint->isVisible());
    QCOMPARE(bench.canvas.strip()->fields().problems > 0, true);  // a network with only an input lacks a loss
  }

  void theWheelZoomsAtThePointer() {
    CanvasBench bench(*standardNetwork("lenet"));
    const QPointF at(300, 500);
    const QPointF before = bench.canvas.view()->viewportTransform().inverted().map(at);
    wheel(bench.viewport(), at, 240);
    QVERIFY(bench.canvas.view()->zoom() > 1.2);
    const QPointF after = bench.canvas.view()->viewportTransform().inverted().map(at);
    QVERIFY(QLineF(before, after).length() < 1);
    for (int i = 0; i < 100; ++i) wheel(bench.viewport(), at, -480);
    QCOMPARE(bench.canvas.view()->zoom(), CanvasView::kMinimumZoom);
    bench.key(Qt::Key_F);
    QVERIFY(bench.canvas.view()->visibleRectangle().contains(bench.canvas.scene()->networkRectangle()));
  }

  void theMiddleButtonAndSpacePan() {
    CanvasBench bench(*standardNetwork("lenet"));
    const QPointF before = bench.canvas.view()->visibleRectangle().topLeft();
    const double zoom = bench.canvas.view()->zoom();
    QTest::mousePress(bench.viewport(), Qt::MiddleButton, {}, {500, 300});
    QTest::mouseMove(bench.viewport(), {560, 320});
    QTest::mouseRelease(bench.viewport(), Qt::MiddleButton, {}, {560, 320});
    const QPointF moved = bench.canvas.view()->visibleRectangle().topLeft() - before;
    QVERIFY(QLineF(moved, QPointF(-60, -20) / zoom).length() < 1);
    QTest::keyPress(bench.canvas.view(), Qt::Key_Space);
    bench.drag({500, 300}, {400, 300});
    QTest::keyRelease(bench.canvas.view(), Qt::Key_Space);
    QVERIFY(bench.canvas.selection().isEmpty());
    QVERIFY(bench.canvas.view()->visibleRectangle().left() > before.x() - 60 / zoom + 90 / zoom);
    QCOMPARE(bench.requests, 0);
  }

  void aRubberBandSelectsWhatItTouches() {
    CanvasBench bench(*standardNetwork("lenet"));
    QSignalSpy spy(&bench.canvas, &NetworkCanvas::selectionChanged);
    const QRectF all = bench.canvas.scene()->networkRectangle();
    bench.drag(bench.at(all.topLeft() - QPointF(20, 20)), bench.at({all.right() + 10, all.top() + 100}));
    QCOMPARE(bench.canvas.selection().size(), 2);
    QVERIFY(spy.size() >= 1);
    bench.click(bench.at(all.topLeft() - QPointF(20, 20)));
    QVERIFY(bench.canvas.selection().isEmpty());
  }

  void theSelectionSurvivesAnEditAndLosesWhatIsGone() {
    CanvasBench bench(*standardNetwork("lenet"));
    const LayerId first = bench.network().layers()[0].id, second = bench.network().layers()[1].id;
    bench.canvas.setSelection({first, second});
    bench.canvas.setOverlay(first, "31 %");
    QVERIFY(bench.document.apply({RenameLayer{first, "pictures"}, ""}).ok());
    bench.show();
    QCOMPARE(bench.canvas.selection(), (QList<LayerId>{first, second}));
    QCOMPARE(bench.canvas.scene()->node(first)->overlay(), QString("31 %"));
    QVERIFY(bench.document.apply({RemoveLayer{first}, ""}).ok());
    bench.show();
    QCOMPARE(bench.canvas.selection(), QList<LayerId>{second});
    QVERIFY(bench.canvas.view()->accessibleDescription().contains("not connected"));
  }

  void ctrlArrowsWalkThroughTheNetwork() {
    CanvasBench bench(*standardNetwork("lenet"));
    bench.key(Qt::Key_Down);
    for (std::size_t i = 1; i < bench.network().layers().size(); ++i) bench.key(Qt::Key_Down, Qt::ControlModifier);
    const LayerId last = bench.canvas.selection().back();
    for (const auto& [id, item] : bench.canvas.scene()->nodes())
      QVERIFY(item->pos().y() <= bench.canvas.scene()->node(last)->pos().y());
    QVERIFY(bench.canvas.view()->visibleRectangle().contains(bench.canvas.scene()->nodeRectangle(last)));
    QSignalSpy activated(&bench.canvas, &NetworkCanvas::layerActivated);
    bench.key(Qt::Key_Return);
    QCOMPARE(activated.size(), 1);
    QCOMPARE(bench.requests, 0);
  }

  void hoveringAnEdgeTellsItsShape() {
    CanvasBench bench(*standardNetwork("lenet"));
    QCOMPARE(bench.canvas.scene()->edges()[0]->toolTip(), QString("1×28×28"));
  }

  void thePaletteFiltersAndAdds() {
    CanvasBench bench;
    LayerPalette* palette = bench.canvas.palette();
    QAbstractItemModelTester tester(palette->list()->model(), QAbstractItemModelTester::FailureReportingMode::QtTest);
    const int all = palette->list()->model()->rowCount();
    QTest::keyClicks(palette->searchField(), "pool");
    const int found = palette->list()->model()->rowCount();
    QVERIFY(found >= 2 && found < all);
    QTest::keyClick(palette->searchField(), Qt::Key_Down);
    QTest::keyClick(palette->list(), Qt::Key_Return);
    QCOMPARE(bench.network().layers().size(), std::size_t(1));
    QVERIFY2(bench.network().layers()[0].type.find("pooling") != std::string::npos,
             bench.network().layers()[0].type.c_str());
    QTest::keyClick(palette->searchField(), Qt::Key_Escape);
    QCOMPARE(palette->list()->model()->rowCount(), all);
    QTest::keyClicks(palette->searchField(), "zzz");
    QCOMPARE(palette->list()->model()->rowCount(), 0);
  }

  void theBestMatchComesFirst() {
    LayerListModel model;
    const auto first = [&](const char* text) {
      model.setFilter(text);
      return model.index(0).data(LayerListModel::KeyRole).toString();
    };
    QCOMPARE(first("conv"), QString("convolution"));
    QCOMPARE(first("max pool"), QString("max_pooling"));
    QCOMPARE(first("RELU"), QString("relu"));
    QCOMPARE(first("norm"), QString("batch_normalization"));
  }

  void theMiniMapMovesTheView() {
    CanvasBench bench(largeNetwork(300));
    bench.canvas.view()->resetZoom();
    MiniMap* map = bench.canvas.miniMap();
    QVERIFY(map->isVisible());
    const QPoint spot(map->width() / 2 + 30, map->height() / 2);
    const QPointF wanted = map->scenePoint(spot);
    QTest::mouseClick(map, Qt::LeftButton, {}, spot);
    const QMargins covered = bench.canvas.view()->covered();
    const QPointF centre = QRectF(bench.viewport()->rect().marginsRemoved(covered)).center();
    QVERIFY(QLineF(bench.canvas.view()->viewportTransform().map(wanted), centre).length() < 2);
  }

  void theStripTellsCostsAndProblems() {
    CanvasBench bench(brokenNetwork());
    const NetworkReport report = analyzeNetwork(bench.network());
    QCOMPARE(bench.canvas.strip()->fields().parameters, report.parameters);
    QCOMPARE(bench.canvas.strip()->fields().problems, int(report.problems.size()));
    bench.canvas.setTrainingMemory(38'000'000, 64);
    QCOMPARE(bytesText(38'000'000), QString("38 MB"));
    QCOMPARE(amountText(4'400'000), QString("4.4 M"));
    QCOMPARE(amountText(999'999), QString("1.0 M"));
    QTest::mouseClick(bench.canvas.strip()->problemsButton(), Qt::LeftButton);
    auto* list = bench.canvas.findChild<QWidget*>("problemList");
    QVERIFY(list->isVisible());
    QTest::mouseClick(bench.canvas.strip()->problemsButton(), Qt::LeftButton);
    QVERIFY(!list->isVisible());
  }

  void aProblemOfTheWholeNetworkOffersItsFix() {
    CanvasBench bench;
    bench.add("input", 0, 0);
    QCOMPARE(bench.canvas.strip()->fields().problems, 1);
    QTest::mouseClick(bench.canvas.strip()->problemsButton(), Qt::LeftButton);
    auto* list = bench.canvas.findChild<QWidget*>("problemList");
    QVERIFY(list->isVisible());
    QAbstractButton* fix = nullptr;
    for (auto* button : list->findChildren<QAbstractButton*>())
      if (button->text() == "Add Cross-entropy") fix = button;
    QVERIFY(fix);
    QTest::mouseClick(fix, Qt::LeftButton);
    QVERIFY(bench.connected("input", "loss"));
  }

  void aShortcutGoesAroundTheCardsThatItPasses() {
    CanvasBench bench(*standardNetwork("resnet-mini"));
    bench.arrange();
    bench.canvas.scene()->finishGlide();
    for (const EdgeItem* edge : bench.canvas.scene()->edges())
      for (const auto& [id, item] : bench.canvas.scene()->nodes()) {
        if (id == edge->edge().source || id == edge->edge().target) continue;
        const QRectF card = bench.canvas.scene()->nodeRectangle(id);
        for (double at = 0; at <= 1; at += 0.02) QVERIFY(!card.contains(edge->path().pointAtPercent(at)));
      }
  }

  void theMenuOffersFixesAndCommands() {
    CanvasBench bench(brokenNetwork());
    const LayerId sum = bench.id("sum");
    bench.canvas.setSelection({sum});
    QContextMenuEvent event(QContextMenuEvent::Keyboard, {}, {});
    QApplication::sendEvent(bench.viewport(), &event);
    auto* menu = bench.canvas.findChild<QMenu*>("canvasMenu");
    QVERIFY(menu);
    QStringList texts;
    for (const QAction* action : menu->actions()) texts << action->text().section('\t', 0, 0);
    QVERIFY2(texts.contains("Match with 1×1 convolution"), qPrintable(texts.join(", ")));
    QVERIFY(texts.contains("Delete"));
    menu->actions().front()->trigger();
    menu->close();
    QVERIFY(bench.canvas.scene()->node(sum)->content().message.isEmpty());
  }

  void weightsAreFrozenInTheMenu() {
    CanvasBench bench(standardNetwork("lenet").value());
    const auto entry = [&] {
      QContextMenuEvent event(QContextMenuEvent::Keyboard, {}, {});
      QApplication::sendEvent(bench.viewport(), &event);
      auto* menu = bench.canvas.findChild<QMenu*>("canvasMenu");
      for (QAction* action : menu->actions())
        if (action->text() == QLatin1String("Freeze weights")) return std::pair(menu, action);
      return std::pair(menu, static_cast<QAction*>(nullptr));
    };
    const auto choose = [&] {
      const auto [menu, action] = entry();
      action->trigger();
      menu->close();
      QCoreApplication::sendPostedEvents(menu, QEvent::DeferredDelete);
    };
    const auto frozen = [&](const char* name) { return isFrozen(*bench.network().findByName(name)); };
    // Pooling has no weights and stays as it is.
    bench.canvas.setSelection({bench.id("conv1"), bench.id("conv2"), bench.id("pool1")});
    choose();
    QVERIFY(frozen("conv1") && frozen("conv2") && !frozen("fc1"));
    QVERIFY(bench.canvas.scene()->node(bench.id("conv1"))->content().caption.startsWith("frozen"));
    QCOMPARE(bench.errors, QStringList());
    // A mixed selection is frozen as a whole first.
    bench.canvas.setSelection({bench.id("conv1"), bench.id("fc1")});
    choose();
    QVERIFY(frozen("conv1") && frozen("fc1"));
    choose();
    QVERIFY(!frozen("conv1") && !frozen("fc1") && frozen("conv2"));
    bench.undo();
    QVERIFY(frozen("conv1") && frozen("fc1"));
    // Training would have nothing to do if all were frozen: the list of problems says so and offers the way back.
    bench.canvas.setSelection({bench.id("conv1"), bench.id("conv2"), bench.id("fc1"), bench.id("fc2")});
    QCOMPARE(bench.canvas.strip()->fields().problems, 0);
    choose();
    QCOMPARE(bench.canvas.strip()->fields().problems, 1);
    QTest::mouseClick(bench.canvas.strip()->problemsButton(), Qt::LeftButton);
    QAbstractButton* fix = nullptr;
    for (auto* button : bench.canvas.findChild<QWidget*>("problemList")->findChildren<QAbstractButton*>())
      if (button->text() == "Let “fc2” learn") fix = button;
    QVERIFY(fix);
    fix->click();
    QVERIFY(frozen("conv1") && frozen("conv2") && frozen("fc1") && !frozen("fc2"));
    QCOMPARE(bench.canvas.strip()->fields().problems, 0);
    bench.canvas.setSelection({bench.id("pool1")});
    const auto [menu, action] = entry();
    QVERIFY(action && !action->isEnabled());
    menu->close();
  }

  void aThousandNodesStayFluent() {
    const Network network = largeNetwork(1000);
    const NetworkReport report = analyzeNetwork(network);
    CanvasBench bench;
    WorkTimes shown, again;
    shown.take([&] { bench.canvas.setNetwork(network, report); });
    again.take([&] { bench.canvas.setNetwork(network, report); });
    qInfo("1,000 nodes: first shown in %.1f ms, after an edit in %.1f ms", shown.milliseconds(1),
          again.milliseconds(1));
    for (const double zoom : {0.0, 0.5, 1.0}) {
      bench.canvas.zoomToFit();
      if (zoom > 0) bench.canvas.view()->setZoom(zoom);
      const auto fluent = [&](const char* what, auto&& step) {
        WorkTimes frames;
        for (int frame = 0; frame < kFrames; ++frame)
          frames.take([&] {
            step(frame);
            bench.viewport()->update();
            QCoreApplication::processEvents();
          });
        qInfo("1,000 nodes, %s at zoom %.2f: %s", what, bench.canvas.view()->zoom(), qPrintable(frames.text()));
        return frames.units(0.5) < kFrameUnits && frames.units(0.9) < 1.5 * kFrameUnits;
      };
      const auto pan = [&](int frame) {
        bench.canvas.view()->panBy({frame % 50 < 25 ? 7 : -7, frame % 20 < 10 ? 3 : -3});
      };
      const auto zoomABit = [&](int frame) {
        bench.canvas.view()->zoomAt({500, 400}, frame % 50 < 25 ? 1.011 : 1 / 1.013);
      };
      QVERIFY(fluent("panning", pan));
      QVERIFY(fluent("zooming", zoomABit));
      const LayerId node = nodeInSight(bench);
      const QPoint from = bench.middleOf(node);
      QTest::mousePress(bench.viewport(), Qt::LeftButton, {}, from);
      const auto drag = [&](int frame) {
        const QPoint at = from + QPoint(20 + 9 * (frame % 20), 10 + 5 * (frame % 30));
        QMouseEvent event(QEvent::MouseMove, at, bench.viewport()->mapToGlobal(at), Qt::NoButton, Qt::LeftButton, {});
        QApplication::sendEvent(bench.viewport(), &event);
      };
      QVERIFY(fluent("dragging", drag));
      bench.key(Qt::Key_Escape);
      QTest::mouseRelease(bench.viewport(), Qt::LeftButton, {}, from);
    }
  }

  // From the edit until the drawing shows it.
  void anEditOfAThousandLayersIsShownAtOnce() {
    NetworkDocument document(largeNetwork(1000));
    LayerMemory memory;
    CanvasBench bench(document.network());
    LayerId last = document.network().layers().back().id;
    WorkTimes edits;
    for (int i = 0; i < 60; ++i) {
      const LayerId id = document.network().nextId();
      edits.take([&] {
        CompoundEdit edit{{{AddLayer{{id, "relu", "new" + std::to_string(i), {}, {-400, i * 88.0}}}, {}},
                           {AddEdge{{last, 0, id, 0}}, {}}}};
        QVERIFY(document.apply({std::move(edit), "add"}).ok());
        bench.canvas.setNetwork(document.network(), analyzeNetwork(document.network(), memory));
      });
      last = id;
    }
    qInfo("an edit of 1,000 layers: %s", qPrintable(edits.text()));
    QVERIFY(edits.units(0.5) < 8);
  }

  // A node's content is only updated when necessary, so it is compared with a newly computed one.
  void everyNodeShowsWhatItWouldFromScratch() {
    std::mt19937 random(7);
    CanvasBench bench(brokenNetwork());
    for (int step = 0; step < 300; ++step) {
      const auto& layers = bench.network().layers();
      const Layer& layer = layers[random() % layers.size()];
      const Layer& other = layers[random() % layers.size()];
      NetworkEdit edit{RenameLayer{layer.id, "name" + std::to_string(step)}, "edit"};
      if (const auto choice = random() % 6; choice == 0 && layer.type == "convolution")
        edit.change = SetParameter{layer.id, "filters", FieldValue(std::int64_t(1 + random() % 8))};
      else if (choice == 1 && layer.type == "convolution")
        edit.change = SetParameter{layer.id, "kernel", FieldValue(std::vector<std::int64_t>(2, 1 + random() % 9))};
      else if (choice == 2)
        edit.change = AddEdge{{layer.id, 0, other.id, 0}};
      else if (choice == 3 && !bench.network().edges().empty())
        edit.change = RemoveEdge{bench.network().edges()[random() % bench.network().edges().size()]};
      else if (choice == 4 && layers.size() > 6)
        edit.change = RemoveLayer{layer.id};
      else if (choice == 5)
        edit.change = AddLayer{{bench.network().nextId(), "relu", "relu", {}, {300, 88.0 * step}}};
      const Status status =
          random() % 5 == 0 && bench.document.canUndo() ? bench.document.undo() : bench.document.apply(edit);
      if (!status.ok()) continue;
      bench.show();
      CanvasScene fresh;
      fresh.setNetwork(bench.network(), analyzeNetwork(bench.network()), false);
      QCOMPARE(fresh.nodes().size(), bench.canvas.scene()->nodes().size());
      for (const auto& [id, item] : fresh.nodes())
        QVERIFY2(item->content() == bench.canvas.scene()->node(id)->content(), qPrintable(item->content().tip));
      QCOMPARE(fresh.edges().size(), bench.canvas.scene()->edges().size());
      for (std::size_t i = 0; i < fresh.edges().size(); ++i) {
        QCOMPARE(fresh.edges()[i]->edge(), bench.canvas.scene()->edges()[i]->edge());
        QCOMPARE(fresh.edges()[i]->toolTip(), bench.canvas.scene()->edges()[i]->toolTip());
      }
    }
  }

  // With FOVEA_SCREENSHOTS=FOLDER: saves screenshots in both themes and at two pixel ratios.
  void screenshots() {
    const QString folder = qEnvironmentVariable("FOVEA_SCREENSHOTS");
    if (folder.isEmpty()) QSKIP("FOVEA_SCREENSHOTS is not set");
    for (const bool dark : {true, false}) {
      applyTheme(*qApp, dark ? ThemeKind::Dark : ThemeKind::Light);
      const auto save = [&](CanvasBench& bench, const QString& name, double ratio = 1) {
        QTest::qWait(200);
        QPixmap pixmap((QSizeF(bench.canvas.size()) * ratio).toSize());
        pixmap.setDevicePixelRatio(ratio);
        bench.canvas.render(&pixmap);
        QVERIFY(
            pixmap.save(folder + "/canvas-" + name + (dark ? "-dark" : "-light") + (ratio > 1 ? "-2x.png" : ".png")));
      };
      CanvasBench lenet(*standardNetwork("lenet"));
      lenet.canvas.setTrainingMemory(38'000'000, 64);
      lenet.canvas.setSelection({lenet.network().layers()[3].id});
      save(lenet, "lenet");
      save(lenet, "lenet", 2);
      CanvasBench broken(brokenNetwork());
      broken.canvas.setOverlay(broken.network().layers()[1].id, "31 %");
      broken.canvas.setOverlay(broken.network().layers()[3].id, "44 %");
      save(broken, "broken");
      broken.canvas.view()->resetZoom();
      broken.drag(broken.output(broken.network().layers()[2].id), broken.input(broken.id("sum"), 2) + QPoint(10, -14),
                  false);
      save(broken, "connecting");
      broken.key(Qt::Key_Escape);
      QTest::mouseDClick(broken.viewport(), Qt::LeftButton, {}, {760, 560});
      QTest::keyClicks(broken.canvas.searchPopup()->searchField(), "o");
      save(broken, "search");
      broken.key(Qt::Key_Escape);
      QTest::keyClick(broken.canvas.searchPopup()->searchField(), Qt::Key_Escape);
      broken.canvas.setSelection({broken.id("sum")});
      broken.canvas.showNotice("Nothing is selected. Click a layer first, or select all with Ctrl+A.");
      save(broken, "notice");
      CanvasBench small;
      small.add("input", 0, 0);
      small.canvas.resize(700, 420);
      small.canvas.toggleProblems();
      save(small, "small");
      CanvasBench empty;
      save(empty, "empty");
      CanvasBench large(largeNetwork(300));
      save(large, "large");
      large.canvas.view()->setZoom(0.5);
      save(large, "half");
      CanvasBench residual(*standardNetwork("resnet-mini"));
      residual.arrange();
      save(residual, "residual");
      foldAndPoint(residual);
      save(residual, "folded");
      save(residual, "folded", 2);
      residual.canvas.controller()->open(residual.id("residual down"));
      QTest::qWait(50);
      save(residual, "inside");
      save(residual, "inside", 2);
      CanvasBench crowded(crowdedNetwork());
      crowded.canvas.zoomToFit();
      save(crowded, "points");
      save(crowded, "points", 2);
    }
    applyTheme(*qApp, ThemeKind::Dark);
  }
};

QTEST_MAIN(CanvasViewTest)
#include "canvas_view_test.moc"
