// Builds and changes a network with mouse and keyboard, as a user does.
#include "canvas_bench.h"

#include <QtCore/QFile>
#include <QtCore/QMimeData>
#include <QtCore/QTemporaryDir>
#include <QtGui/QClipboard>
#include <QtGui/QDropEvent>
#include <QtTest/QSignalSpy>
#include <QtWidgets/QApplication>
#include <QtWidgets/QLabel>
#include <QtWidgets/QLineEdit>
#include <QtWidgets/QPlainTextEdit>
#include <QtWidgets/QPushButton>

#include "widgets/canvas/canvas_export.h"
#include "widgets/canvas/panels/layer_search_popup.h"

using namespace fovea;

class CanvasEditTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void doubleClickSearchesAndAddsThere() {
    CanvasBench bench;
    const QPoint spot(600, 200);
    QTest::mouseDClick(bench.viewport(), Qt::LeftButton, {}, spot);
    QLineEdit* field = bench.canvas.searchPopup()->searchField();
    QVERIFY(field->isVisible());
    QTRY_VERIFY(field->hasFocus());
    QTest::keyClicks(field, "convol");
    QTest::keyClick(field, Qt::Key_Return);
    QVERIFY(!bench.canvas.searchPopup()->isVisible());
    QCOMPARE(bench.network().layers().size(), std::size_t(1));
    QCOMPARE(bench.network().layers()[0].type, std::string("convolution"));
    const QRectF node = bench.canvas.scene()->nodeRectangle(bench.network().layers()[0].id);
    QVERIFY(node.contains(bench.canvas.view()->mapToScene(spot)));
    QCOMPARE(bench.canvas.selection(), QList<LayerId>{bench.network().layers()[0].id});
    QVERIFY(bench.canvas.view()->hasFocus());
  }

  void escapeClosesTheSearchAndChangesNothing() {
    CanvasBench bench;
    bench.key(Qt::Key_Tab);
    QVERIFY(bench.canvas.searchPopup()->isVisible());
    QTest::keyClicks(bench.canvas.searchPopup()->searchField(), "no such layer");
    QTest::keyClick(bench.canvas.searchPopup()->searchField(), Qt::Key_Return);
    QVERIFY(bench.canvas.searchPopup()->isVisible());
    QTest::keyClick(bench.canvas.searchPopup()->searchField(), Qt::Key_Escape);
    QVERIFY(!bench.canvas.searchPopup()->isVisible());
    QCOMPARE(bench.requests, 0);
  }

  void theKeyboardAloneBuildsANetwork() {
    CanvasBench bench;
    for (const char* type : {"input", "flatten", "linear"}) {
      bench.key(Qt::Key_Tab);
      QTest::keyClicks(bench.canvas.searchPopup()->searchField(), type);
      QTest::keyClick(bench.canvas.searchPopup()->searchField(), Qt::Key_Return);
    }
    QVERIFY(bench.connected("input", "flatten"));
    QVERIFY(bench.connected("flatten", "linear"));
    const auto y = [&](const char* name) { return bench.network().findByName(name)->position.y; };
    QCOMPARE(y("flatten") - y("input"), 88.0);
    QCOMPARE(y("linear") - y("flatten"), 88.0);
    QVERIFY2(bench.errors.isEmpty(), qPrintable(bench.errors.join('\n')));
  }

  void theKeyboardConnectsInOrderOfSelecting() {
    CanvasBench bench;
    const LayerId input = bench.add("input", 0, 0);
    const LayerId relu = bench.add("relu", 0, 200);
    bench.key(Qt::Key_Down);
    QCOMPARE(bench.canvas.selection(), QList<LayerId>{input});
    bench.key(Qt::Key_Down, Qt::ControlModifier | Qt::ShiftModifier);
    QCOMPARE(bench.canvas.selection(), (QList<LayerId>{input, relu}));
    bench.key(Qt::Key_C);
    QVERIFY(bench.connected("input", "relu"));
    // An edge in the other direction would close a cycle: it is rejected with a message, and not requested.
    bench.canvas.setSelection({relu, input});
    const int before = bench.requests;
    bench.key(Qt::Key_C);
    QCOMPARE(bench.requests, before);
    QVERIFY(bench.canvas.findChild<QWidget*>("canvasNotice")->isVisible());
  }

  void draggingBetweenPortsConnects() {
    CanvasBench bench;
    const LayerId input = bench.add("input", 0, 0);
    const LayerId relu = bench.add("relu", 240, 200);
    bench.canvas.zoomToFit();
    bench.drag(bench.output(input), bench.input(relu));
    QVERIFY(bench.connected("input", "relu"));
    bench.undo();
    // Dragging from the input to the output has the same effect, and the port snaps from 20 px away.
    bench.drag(bench.input(relu), bench.output(input) + QPoint(12, 14));
    QVERIFY(bench.connected("input", "relu"));
    QVERIFY(bench.errors.isEmpty());
  }

  void aConnectionThatWouldBeACircleIsNotOffered() {
    CanvasBench bench;
    const LayerId first = bench.add("relu", 0, 0);
    const LayerId second = bench.add("tanh", 0, 200);
    bench.connect(first, second);
    bench.canvas.zoomToFit();
    bench.drag(bench.output(second), bench.input(first));
    QCOMPARE(bench.network().edges().size(), std::size_t(1));
    // There is nothing to connect to, so the search for a layer opens.
    QVERIFY(bench.canvas.searchPopup()->isVisible());
    QVERIFY(bench.errors.isEmpty());
  }

  void droppingAConnectionOnEmptyGroundAddsAndConnects() {
    CanvasBench bench;
    const LayerId input = bench.add("input", 0, 0);
    bench.drag(bench.output(input), bench.output(input) + QPoint(40, 160));
    QLineEdit* field = bench.canvas.searchPopup()->searchField();
    QVERIFY(field->isVisible());
    QTest::keyClicks(field, "max pool");
    QTest::keyClick(field, Qt::Key_Return);
    QVERIFY(bench.connected("input", "max_pooling"));
    QVERIFY(bench.document.undo().ok());  // one step for both edits
    QCOMPARE(bench.network().layers().size(), std::size_t(1));
  }

  void pullingAnEdgeOffItsInputRemovesOrMovesIt() {
    CanvasBench bench;
    const LayerId input = bench.add("input", 0, 0);
    const LayerId relu = bench.add("relu", 0, 160);
    const LayerId tanh = bench.add("tanh", 240, 160);
    bench.connect(input, relu);
    bench.canvas.zoomToFit();
    bench.drag(bench.input(relu), bench.input(tanh));
    QVERIFY(bench.connected("input", "tanh"));
    QVERIFY(!bench.connected("input", "relu"));
    bench.drag(bench.input(tanh), bench.input(tanh) + QPoint(120, -60));
    QVERIFY(bench.network().edges().empty());
    bench.undo();
    QVERIFY(bench.connected("input", "tanh"));
  }

  void aVariadicInputAlwaysShowsOneFreePort() {
    CanvasBench bench;
    const LayerId a = bench.add("input", 0, 0);
    const LayerId b = bench.add("input", 240, 0);
    const LayerId sum = bench.add("add", 120, 200);
    bench.canvas.zoomToFit();
    const auto ports = [&] { return bench.canvas.scene()->node(sum)->content().inputs.size(); };
    QCOMPARE(ports(), std::size_t(1));
    bench.drag(bench.output(a), bench.input(sum, 0));
    QCOMPARE(ports(), std::size_t(2));
    bench.drag(bench.output(b), bench.input(sum, 1));
    QCOMPARE(ports(), std::size_t(3));
    QCOMPARE(bench.network().edges().size(), std::size_t(2));
  }

  void deleteRemovesNodesAndEdges() {
    CanvasBench bench(*standardNetwork("lenet"));
    const Network before = bench.network();
    const Edge edge = before.edges()[0];
    const QPainterPath path = bench.canvas.scene()->edgeItem(edge)->path();
    bench.click(bench.at(path.pointAtPercent(0.5)));
    QCOMPARE(bench.canvas.scene()->selectedEdges().size(), std::size_t(1));
    bench.key(Qt::Key_Delete);
    QCOMPARE(bench.network().edges().size(), before.edges().size() - 1);
    bench.undo();
    bench.key(Qt::Key_A, Qt::ControlModifier);
    bench.key(Qt::Key_Delete);
    QVERIFY(bench.network().layers().empty());
    QVERIFY(bench.canvas.scene()->nodes().empty());
    bench.undo();
    QCOMPARE(bench.network().layers(), before.layers());
    QCOMPARE(bench.network().edges(), before.edges());
  }

  void draggingMovesOnTheGridAndUndoes() {
    CanvasBench bench;
    const LayerId node = bench.add("relu", 80, 80);
    const LayerId other = bench.add("tanh", 80, 240);
    bench.canvas.view()->resetZoom();
    bench.click(bench.middleOf(node));
    bench.click(bench.middleOf(other), Qt::ControlModifier);
    QCOMPARE(bench.canvas.selection().size(), 2);
    bench.drag(bench.middleOf(node), bench.middleOf(node) + QPoint(43, 21));
    QCOMPARE(bench.network().find(node)->position, (Position{120, 104}));
    QCOMPARE(bench.network().find(other)->position, (Position{120, 264}));
    bench.undo();
    QCOMPARE(bench.network().find(node)->position, (Position{80, 80}));
    QCOMPARE(bench.canvas.scene()->node(node)->pos(), QPointF(80, 80));
  }

  void arrowStepsInSuccessionAreOneUndoStep() {
    CanvasBench bench;
    const LayerId node = bench.add("relu", 80, 80);
    bench.canvas.setSelection({node});
    for (int i = 0; i < 5; ++i) bench.key(Qt::Key_Right);
    bench.key(Qt::Key_Down, Qt::ShiftModifier);
    QCOMPARE(bench.network().find(node)->position, (Position{120, 128}));
    bench.undo();
    QCOMPARE(bench.network().find(node)->position, (Position{80, 80}));
  }

  void anEditThatIsRefusedLeavesTheDrawingAsTheNetworkIs() {
    CanvasBench bench;
    const LayerId node = bench.add("relu", 80, 80);
    bench.refuse = true;
    bench.drag(bench.middleOf(node), bench.middleOf(node) + QPoint(100, 100));
    QCOMPARE(bench.requests, 1);
    QCOMPARE(bench.canvas.scene()->node(node)->pos(), QPointF(80, 80));
  }

  void escapeAndUndoEndADragSafely() {
    CanvasBench bench;
    const LayerId node = bench.add("relu", 80, 80);
    bench.drag(bench.middleOf(node), bench.middleOf(node) + QPoint(100, 100), false);
    QVERIFY(bench.canvas.scene()->node(node)->pos() != QPointF(80, 80));
    bench.key(Qt::Key_Escape);
    QCOMPARE(bench.canvas.scene()->node(node)->pos(), QPointF(80, 80));
    bench.drag(bench.output(node), bench.output(node) + QPoint(100, 100), false);
    bench.undo();  // removes the node during the drag
    QTest::mouseRelease(bench.viewport(), Qt::LeftButton, {}, QPoint(400, 400));
    QVERIFY(bench.canvas.scene()->nodes().empty());
    QCOMPARE(bench.requests, 0);
  }

  void droppingFromThePaletteAddsOrInserts() {
    CanvasBench bench;
    const LayerId input = bench.add("input", 0, 0);
    const LayerId relu = bench.add("relu", 0, 88);
    bench.connect(input, relu);
    bench.canvas.zoomToFit();
    const auto drop = [&](const char* type, const QPoint& point) {
      QMimeData data;
      data.setData("application/x-fovea-layer", type);
      QDragEnterEvent enter(point, Qt::CopyAction, &data, Qt::LeftButton, {});
      QApplication::sendEvent(bench.viewport(), &enter);
      QVERIFY(enter.isAccepted());
      QDropEvent event(point, Qt::CopyAction, &data, Qt::LeftButton, {});
      QApplication::sendEvent(bench.viewport(), &event);
    };
    const Edge edge = bench.network().edges()[0];
    drop("max_pooling", bench.at(bench.canvas.scene()->edgeItem(edge)->path().pointAtPercent(0.5)));
    QVERIFY(bench.connected("input", "max_pooling"));
    QVERIFY(bench.connected("max_pooling", "relu"));
    QVERIFY(!bench.connected("input", "relu"));
    bench.canvas.scene()->finishGlide();
    // There was no room, so the following layers moved down, and no cards overlap.
    QCOMPARE(bench.network().findByName("relu")->position.y, 176.0);
    QCOMPARE(bench.network().findByName("max_pooling")->position.y, 88.0);
    drop("dropout", QPoint(900, 600));
    QVERIFY(bench.network().findByName("dropout"));
    bench.undo();
    bench.undo();
    QVERIFY(bench.connected("input", "relu"));
    QCOMPARE(bench.network().layers().size(), std::size_t(2));
  }

  void aLayerThatIsThereGoesIntoTheEdgeItIsDroppedOn() {
    CanvasBench bench;
    const LayerId input = bench.add("input", 0, 0), relu = bench.add("relu", 0, 88), tanh = bench.add("tanh", 320, 40);
    bench.connect(input, relu);
    bench.canvas.zoomToFit();
    const Network before = bench.network();
    const QPoint grip = bench.middleOf(tanh) - bench.at(bench.canvas.scene()->nodeRectangle(tanh).center());
    const auto edgeMiddle = [&] { return bench.at(bench.canvas.scene()->edges().front()->path().pointAtPercent(0.5)); };
    bench.drag(bench.middleOf(tanh), edgeMiddle() + grip, false);
    QVERIFY(bench.canvas.scene()->edges().front()->hovered());
    QTest::mouseRelease(bench.viewport(), Qt::LeftButton, {}, edgeMiddle() + grip);
    QVERIFY2(bench.errors.isEmpty(), qPrintable(bench.errors.join('\n')));
    QVERIFY(bench.connected("input", "tanh"));
    QVERIFY(bench.connected("tanh", "relu"));
    QVERIFY(!bench.connected("input", "relu"));
    bench.canvas.scene()->finishGlide();
    QCOMPARE(bench.network().find(tanh)->position, (Position{0, 88}));
    QCOMPARE(bench.network().find(relu)->position, (Position{0, 176}));
    bench.undo();  // one step
    QCOMPARE(bench.network(), before);
    // A layer with connections is only moved: dropping it on an edge does not change the computation.
    bench.connect(input, tanh);
    bench.drag(bench.middleOf(tanh), edgeMiddle() + grip);
    QCOMPARE(bench.network().edges().size(), std::size_t(2));
    QVERIFY(!bench.connected("tanh", "relu"));
  }

  void deletingALayerOfAChainClosesTheChain() {
    CanvasBench bench(*standardNetwork("lenet"));
    const Network before = bench.network();
    const auto readerOf = [&](LayerId id) {
      for (const Edge& edge : bench.network().edges())
        if (edge.source == id) return edge.target;
      return LayerId{};
    };
    const LayerId relu = bench.id("relu1"), source = before.edgesInto(relu).front().source, target = readerOf(relu);
    bench.canvas.setSelection({relu});
    bench.key(Qt::Key_Delete);
    QCOMPARE(readerOf(source), target);
    QVERIFY(analyzeNetwork(bench.network()).ok());
    bench.undo();  // one step
    QCOMPARE(bench.network(), before);
    // Several layers in a chain at once.
    const LayerId next = readerOf(target);
    bench.canvas.setSelection({target, relu});
    bench.key(Qt::Key_Delete);
    QCOMPARE(readerOf(source), next);
    bench.undo();
    QVERIFY2(bench.errors.isEmpty(), qPrintable(bench.errors.join('\n')));
  }

  void deletingDoesNotJoinWhatDoesNotFit() {
    // Without the convolution of stride 2, the two inputs of the addition differ in size.
    CanvasBench bench;
    const LayerId input = bench.add("input", 0, 0), halved = bench.add("max_pooling", 0, 100),
                  other = bench.add("max_pooling", 240, 100), sum = bench.add("add", 0, 240);
    bench.connect(input, halved);
    bench.connect(input, other);
    bench.connect(halved, sum);
    bench.connect(other, sum, 1);
    QVERIFY(analyzeNetwork(bench.network()).problemOf(sum) == nullptr);
    bench.canvas.setSelection({halved});
    bench.key(Qt::Key_Delete);
    QVERIFY(!bench.connected("input", "add"));
    QVERIFY(bench.connected("max_pooling2", "add"));
    bench.undo();
    // A branch next to its own shortcut: the shortcut is not duplicated.
    CanvasBench residual;
    const LayerId data = residual.add("input", 0, 0), tanh = residual.add("tanh", 0, 100),
                  add = residual.add("add", 0, 240);
    residual.connect(data, tanh);
    residual.connect(tanh, add);
    residual.connect(data, add, 1);
    residual.canvas.setSelection({tanh});
    residual.key(Qt::Key_Delete);
    QCOMPARE(residual.network().edges().size(), std::size_t(1));
  }

  void copyAndPasteKeepInnerEdgesAndRenewIdsAndNames() {
    CanvasBench bench(*standardNetwork("lenet"));
    const std::size_t layers = bench.network().layers().size(), edges = bench.network().edges().size();
    bench.key(Qt::Key_A, Qt::ControlModifier);
    bench.key(Qt::Key_C, Qt::ControlModifier);
    QVERIFY(QApplication::clipboard()->text().contains("fovea-network"));
    bench.key(Qt::Key_V, Qt::ControlModifier);
    QVERIFY2(bench.errors.isEmpty(), qPrintable(bench.errors.join('\n')));
    QCOMPARE(bench.network().layers().size(), 2 * layers);
    QCOMPARE(bench.network().edges().size(), 2 * edges);
    QCOMPARE(bench.canvas.selection().size(), qsizetype(layers));
    std::set<std::string> names;
    for (const Layer& layer : bench.network().layers()) names.insert(layer.name);
    QCOMPARE(names.size(), 2 * layers);
    // Pastes into another document.
    CanvasBench other;
    other.key(Qt::Key_V, Qt::ControlModifier);
    QCOMPARE(other.network().layers().size(), layers);
    other.key(Qt::Key_X, Qt::ControlModifier);
    QVERIFY(other.network().layers().empty());
    other.undo();
    other.canvas.setSelection({other.network().layers()[0].id});
    other.key(Qt::Key_D, Qt::ControlModifier);
    QCOMPARE(other.network().layers().size(), layers + 1);
  }

  void pastingSomethingElseSaysSo() {
    CanvasBench bench;
    for (const char* text : {"hello", "", "{\"format\": \"fovea-network\", \"version\": 1}", "[1, 2", "{}"}) {
      QApplication::clipboard()->setText(text);
      bench.key(Qt::Key_V, Qt::ControlModifier);
      QVERIFY(bench.canvas.findChild<QWidget*>("canvasNotice")->isVisible());
    }
    QCOMPARE(bench.requests, 0);
  }

  void aProblemShowsItsWordsAndItsFixHelps() {
    CanvasBench bench;
    const LayerId input = bench.add("input", 0, 0);
    const LayerId loss = bench.add("cross_entropy", 0, 88);
    bench.connect(input, loss);
    bench.canvas.zoomToFit();
    const NodeItem* node = bench.canvas.scene()->node(loss);
    QVERIFY(!node->content().message.isEmpty());
    QVERIFY(node->card().height() > canvas::kNodeHeight);
    QVERIFY(bench.canvas.scene()->edges()[0]->bad());
    QCOMPARE(node->content().fixes.size(), 1);
    bench.click(bench.at(node->pos() + node->fixRectangle(0).center()));
    QCOMPARE(bench.document.undoTitle(), std::string("Insert Flatten"));
    QVERIFY(bench.canvas.scene()->node(loss)->content().message.isEmpty());
    QVERIFY(!bench.canvas.scene()->edges()[0]->bad());
    bench.undo();
    bench.canvas.setSelection({loss});
    bench.key(Qt::Key_Period, Qt::ControlModifier);  // the same by keyboard
    QVERIFY(bench.canvas.scene()->node(loss)->content().message.isEmpty());
  }

  void theListOfProblemsHelpsAndFollows() {
    CanvasBench bench;
    const LayerId input = bench.add("input", 240, 0), loss = bench.add("cross_entropy", 240, 200);
    bench.connect(input, loss);
    QTest::mouseClick(bench.canvas.strip()->problemsButton(), Qt::LeftButton);
    auto* list = bench.canvas.findChild<QWidget*>("problemList");
    QVERIFY(list->isVisible());
    QPushButton *show = nullptr, *fix = nullptr;
    for (QPushButton* button : list->findChildren<QPushButton*>()) {
      if (button->text() == "cross_entropy") show = button;
      if (button->text() == "Insert Flatten") fix = button;
    }
    QVERIFY(show && fix);
    QTest::mouseClick(show, Qt::LeftButton);
    QCOMPARE(bench.canvas.selection(), QList<LayerId>{loss});
    QTest::mouseClick(fix, Qt::LeftButton);
    QCOMPARE(bench.document.undoTitle(), std::string("Insert Flatten"));
    QVERIFY(list->isVisible());
    QTRY_VERIFY([list] {
      const auto labels = list->findChildren<QLabel*>();
      return std::any_of(labels.begin(), labels.end(),
                         [](QLabel* l) { return l->text().startsWith("Nothing is wrong"); });
    }());
    QTest::keyClick(list, Qt::Key_Escape);
    QVERIFY(!list->isVisible());
    QVERIFY(bench.canvas.view()->hasFocus());
  }

  void arrangeOrdersRowsWithoutOverlapAndIsOneUndoStep() {
    CanvasBench bench;
    std::vector<LayerId> ids;
    for (const char* type : {"input", "convolution", "relu", "tanh", "add"}) ids.push_back(bench.add(type, 40, 40));
    bench.connect(ids[0], ids[1]);
    bench.connect(ids[1], ids[2]);
    bench.connect(ids[0], ids[3]);
    bench.connect(ids[2], ids[4], 0);
    bench.connect(ids[3], ids[4], 1);
    const Network before = bench.network();
    bench.arrange();
    bench.canvas.scene()->finishGlide();
    for (const Edge& edge : bench.network().edges())
      QVERIFY(bench.canvas.scene()->nodeRectangle(edge.source).bottom() <
              bench.canvas.scene()->nodeRectangle(edge.target).top());
    for (const LayerId a : ids)
      for (const LayerId b : ids)
        QVERIFY(a == b || !bench.canvas.scene()->nodeRectangle(a).intersects(bench.canvas.scene()->nodeRectangle(b)));
    const int requests = bench.requests;
    bench.arrange();  // already arranged
    QCOMPARE(bench.requests, requests);
    bench.undo();
    QCOMPARE(bench.network().layers(), before.layers());
  }

  void alignAndDistributeAreOneUndoStepEach() {
    CanvasBench bench;
    const LayerId a = bench.add("input", 0, 0), b = bench.add("relu", 200, 96), c = bench.add("tanh", 40, 400);
    bench.connect(a, b);
    bench.connect(b, c);
    const Network before = bench.network();
    bench.canvas.setSelection({a, b, c});
    bench.canvas.controller()->align(Alignment::Left);
    for (const LayerId id : {a, b, c}) QCOMPARE(bench.network().find(id)->position.x, 0.0);
    bench.canvas.controller()->distribute(Qt::Vertical);
    bench.canvas.scene()->finishGlide();
    const auto card = [&](LayerId id) { return bench.canvas.scene()->nodeRectangle(id); };
    QCOMPARE(card(a).top(), 0.0);
    QCOMPARE(card(c).top(), 400.0);
    QVERIFY(std::abs((card(b).top() - card(a).bottom()) - (card(c).top() - card(b).bottom())) <= 2 * canvas::kGrid);
    const int requests = bench.requests;
    bench.canvas.controller()->align(Alignment::Left);  // already aligned
    QCOMPARE(bench.requests, requests);
    bench.undo();
    bench.undo();
    QCOMPARE(bench.network().layers(), before.layers());
    bench.canvas.controller()->align(Alignment::Bottom);
    bench.canvas.scene()->finishGlide();
    for (const LayerId id : {a, b, c}) QCOMPARE(card(id).bottom(), card(c).bottom());
  }

  void aFrameHoldsMovesAndNamesWhatStandsInIt() {
    CanvasBench bench;
    const LayerId a = bench.add("input", 400, 200), b = bench.add("flatten", 400, 288),
                  c = bench.add("linear", 400, 480);
    bench.connect(a, b);
    bench.connect(b, c);
    bench.canvas.setSelection({a, b});
    bench.key(Qt::Key_G);
    QCOMPARE(bench.network().notes().size(), std::size_t(1));
    auto* editor = bench.canvas.findChild<QPlainTextEdit*>("noteEditor");
    QTRY_VERIFY(editor->hasFocus());
    QTest::keyClicks(editor, "Reading");
    QTest::keyClick(editor, Qt::Key_Return);
    QVERIFY(!editor->isVisible());
    QVERIFY(bench.canvas.view()->hasFocus());
    const NoteId frame = bench.network().notes()[0].id;
    QCOMPARE(bench.network().findNote(frame)->text, std::string("Reading"));
    const QRectF before = bench.canvas.scene()->note(frame)->geometry();
    QVERIFY(before.contains(bench.canvas.scene()->nodeRectangle(b)));
    // Drags the frame by its title; layers outside do not move.
    bench.drag(bench.at(before.topLeft() + QPointF(100, 12)), bench.at(before.topLeft() + QPointF(180, 52)));
    QCOMPARE(bench.network().find(a)->position, (Position{480, 240}));
    QCOMPARE(bench.network().find(b)->position, (Position{480, 328}));
    QCOMPARE(bench.network().find(c)->position, (Position{400, 480}));
    QCOMPARE(bench.canvas.scene()->note(frame)->geometry().topLeft(), before.topLeft() + QPointF(80, 40));
    bench.undo();
    QCOMPARE(bench.network().find(a)->position, (Position{400, 200}));
    // The inside of a frame is part of the canvas: a rubber band there selects nodes.
    const QRectF card = bench.canvas.scene()->nodeRectangle(a);
    bench.drag(bench.at(card.topLeft() - QPointF(8, 6)), bench.at(card.center()));
    QCOMPARE(bench.canvas.selection(), QList<LayerId>{a});
    // Dragging the corner makes it smaller; deleting it keeps the layers.
    const QPointF corner = bench.canvas.scene()->note(frame)->geometry().bottomRight() - QPointF(4, 4);
    bench.drag(bench.at(corner), bench.at(corner - QPointF(0, 80)));
    QCOMPARE(bench.network().findNote(frame)->height, before.height() - 80);
    bench.key(Qt::Key_Delete);
    QVERIFY(bench.network().notes().empty());
    QCOMPARE(bench.network().layers().size(), std::size_t(3));
    QVERIFY2(bench.errors.isEmpty(), qPrintable(bench.errors.join('\n')));
  }

  void arrangingKeepsLayersInTheirFrame() {
    CanvasBench bench;
    const LayerId a = bench.add("input", 0, 0), b = bench.add("relu", 320, 40), c = bench.add("tanh", 900, 900);
    bench.connect(a, b);
    bench.connect(b, c);
    bench.canvas.setSelection({a, b});
    bench.canvas.controller()->frameSelection();
    bench.arrange();
    bench.canvas.scene()->finishGlide();
    const QRectF frame = bench.canvas.scene()->notes().begin()->second->geometry();
    for (const LayerId id : {a, b}) QVERIFY(frame.contains(bench.canvas.scene()->nodeRectangle(id)));
    QVERIFY(!frame.intersects(bench.canvas.scene()->nodeRectangle(c)));
  }

  void aCommentIsTypedCopiedAndLeftAsItWasByEscape() {
    CanvasBench bench;
    bench.canvas.controller()->addComment({480, 160});
    auto* editor = bench.canvas.findChild<QPlainTextEdit*>("noteEditor");
    QTRY_VERIFY(editor->hasFocus());
    QTest::keyClicks(editor, "why");
    QTest::keyClick(editor, Qt::Key_Return);
    QTest::keyClicks(editor, "not");
    QTest::keyClick(editor, Qt::Key_Return, Qt::ControlModifier);
    QCOMPARE(bench.network().notes()[0].text, std::string("why\nnot"));
    bench.key(Qt::Key_Return);
    QTRY_VERIFY(editor->hasFocus());
    QTest::keyClicks(editor, "gone");
    QTest::keyClick(editor, Qt::Key_Escape);
    QCOMPARE(bench.network().notes()[0].text, std::string("why\nnot"));
    QCOMPARE(bench.canvas.scene()->selectedNotes().size(), 1);
    bench.key(Qt::Key_C, Qt::ControlModifier);
    bench.key(Qt::Key_V, Qt::ControlModifier);
    QCOMPARE(bench.network().notes().size(), std::size_t(2));
    QCOMPARE(bench.network().notes()[1].text, std::string("why\nnot"));
    bench.key(Qt::Key_Right);
    QVERIFY(bench.network().notes()[1].position.x > bench.network().notes()[0].position.x);
  }

  void theDrawingGoesIntoFiles() {
    const QTemporaryDir folder;
    const Network network = standardNetwork("lenet").value();
    const NetworkReport report = analyzeNetwork(network);
    for (const char* name : {"a.svg", "a.png", "a.pdf"}) {
      const QString path = folder.filePath(name);
      const Status status = exportDrawing(network, report, path);
      QVERIFY2(status.ok(), name);
    }
    for (const char* name : {"a.svg", "a.png", "a.pdf"}) {
      const auto read = readDrawing(folder.filePath(name));
      QVERIFY2(read.ok(), name);
      QVERIFY2(*read == network, name);
    }
    QFile other(folder.filePath("other.pdf"));
    QVERIFY(other.open(QIODevice::WriteOnly) && other.write("%PDF-1.4\n<fovea:network>") > 0);
    other.close();
    QCOMPARE(readDrawing(other.fileName()).error().code, ErrorCode::Unsupported);
    const QImage picture(folder.filePath("a.png"));
    QVERIFY(picture.height() > 2 * 88 * static_cast<int>(network.layers().size() - 1));
    QCOMPARE(picture.pixelColor(1, 1), QColor(Qt::white));
    QFile vectors(folder.filePath("a.svg"));
    QVERIFY(vectors.open(QIODevice::ReadOnly));
    const QByteArray drawn = vectors.readAll();
    QVERIFY(drawn.contains("LeNet"));
    QVERIFY2(drawn.contains(">Max pooling</text>"), "text can be searched and edited");
    QFile pages(folder.filePath("a.pdf"));
    QVERIFY(pages.open(QIODevice::ReadOnly));
    QVERIFY(pages.read(5) == "%PDF-");
    QCOMPARE(exportDrawing(network, report, folder.filePath("a.txt")).error().code, ErrorCode::InvalidArgument);
    QCOMPARE(exportDrawing({}, {}, folder.filePath("b.svg")).error().code, ErrorCode::InvalidArgument);
    QVERIFY(!QFile::exists(folder.filePath("b.svg")));
  }
};

QTEST_MAIN(CanvasEditTest)
#include "canvas_edit_test.moc"
