// Blocks: folding, entering and leaving, reusing, saving, and undo of all of these.
#include "canvas_bench.h"

#include <QtCore/QDir>
#include <QtCore/QTemporaryDir>
#include <QtGui/QClipboard>
#include <QtGui/QContextMenuEvent>
#include <QtTest/QSignalSpy>
#include <QtWidgets/QApplication>
#include <QtWidgets/QLabel>
#include <QtWidgets/QLineEdit>
#include <QtWidgets/QMenu>
#include <QtWidgets/QToolButton>
#include <random>

#include "core/network/frozen_layers.h"
#include "widgets/canvas/palette/layer_palette.h"
#include "widgets/canvas/panels/breadcrumbs.h"
#include "widgets/canvas/panels/layer_search_popup.h"
#include "widgets/canvas/panels/problem_list.h"

using namespace fovea;

namespace {

// LeNet with its first two convolutions and pools folded into a block named "features".
struct Folded {
  Folded() : bench(*standardNetwork("lenet")) {
    before = bench.network();
    QList<LayerId> part;
    for (const Layer& layer : before.layers())
      if (layer.type == "convolution" || layer.type == "max_pooling") part << layer.id;
    bench.canvas.setSelection(part);
    bench.key(Qt::Key_G, Qt::ControlModifier);
    auto* editor = bench.canvas.findChild<QLineEdit*>("nameEditor");
    QVERIFY(editor->isVisible());
    QTest::keyClicks(editor, "features");
    QTest::keyClick(editor, Qt::Key_Return);
    use = bench.canvas.selection().isEmpty() ? LayerId{} : bench.canvas.selection().front();
  }
  const NodeItem* node(LayerId id) { return bench.canvas.scene()->node(id); }
  std::size_t blocks() const { return bench.network().blocks().size(); }

  Network before;
  CanvasBench bench;
  LayerId use;
};

QString rowKey(const LayerListView& list, const QString& title) {
  for (int row = 0; row < list.model()->rowCount(); ++row)
    if (const QModelIndex index = list.model()->index(row, 0); index.data().toString() == title)
      return index.data(LayerListModel::KeyRole).toString();
  return {};
}

QString headings(const LayerListView& list) {
  QStringList words;
  for (int row = 0; row < list.model()->rowCount(); ++row)
    words << list.model()->index(row, 0).data(LayerListModel::HeadingRole).toString();
  words.removeAll(QString());
  return words.join(", ");
}

}  // namespace

class CanvasBlocksTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void foldingMakesOneNodeThatSaysWhatItHolds() {
    Folded f;
    QVERIFY2(f.bench.errors.isEmpty(), qPrintable(f.bench.errors.join('\n')));
    const NodeItem* node = f.node(f.use);
    QVERIFY(node && node->isBlock());
    QCOMPARE(node->content().title, QString("features"));
    QCOMPARE(node->content().name, QString());  // the use has the block's name
    QCOMPARE(node->content().caption, QString("4 layers · used once"));
    QCOMPARE(node->content().shape, QString("50×4×4"));
    QCOMPARE(node->content().weights, QString("26 k params"));
    QVERIFY(node->content().tip.contains("FLOPs a sample"));
    QVERIFY(node->content().message.isEmpty());
    QVERIFY(node->content().inputs[0].connected && node->content().outputs[0].connected);
    QCOMPARE(f.bench.canvas.strip()->fields().parameters, analyzeNetwork(f.before).parameters);
    f.bench.undo();  // undoes the name
    f.bench.undo();  // undoes the folding
    QCOMPARE(f.bench.network(), f.before);
  }

  void unfoldingGivesTheLayersBack() {
    Folded f;
    f.bench.key(Qt::Key_G, Qt::ControlModifier | Qt::ShiftModifier);
    QVERIFY2(f.bench.errors.isEmpty(), qPrintable(f.bench.errors.join('\n')));
    QVERIFY(!f.node(f.use));
    QCOMPARE(f.bench.canvas.selection().size(), 4);
    QCOMPARE(analyzeNetwork(f.bench.network()).parameters, analyzeNetwork(f.before).parameters);
    QVERIFY(analyzeNetwork(f.bench.network()).ok());
    f.bench.canvas.setSelection({});
    f.bench.key(Qt::Key_G, Qt::ControlModifier | Qt::ShiftModifier);
    QVERIFY(f.bench.canvas.findChild<QWidget*>("canvasNotice")->isVisible());
  }

  void whatCannotBeABlockSaysWhy() {
    CanvasBench bench(*standardNetwork("lenet"));
    bench.key(Qt::Key_G, Qt::ControlModifier);
    QVERIFY(bench.canvas.findChild<QWidget*>("canvasNotice")->isVisible());
    bench.key(Qt::Key_A, Qt::ControlModifier);
    bench.key(Qt::Key_G, Qt::ControlModifier);  // the selection includes the input
    QCOMPARE(bench.requests, 0);
  }

  void enterOpensABlockAndTheWayBackIsShown() {
    Folded f;
    auto* crumbs = f.bench.canvas.findChild<Breadcrumbs*>();
    QVERIFY(!crumbs->isVisible());
    QSignalSpy activated(&f.bench.canvas, &NetworkCanvas::layerActivated);
    const auto outside = f.bench.canvas.view()->camera();
    f.bench.canvas.setTrainingMemory(38000000, 64);
    f.bench.key(Qt::Key_Return);
    QCOMPARE(activated.size(), 0);
    QCOMPARE(f.bench.canvas.path(), BlockPath{f.use});
    QCOMPARE(f.bench.canvas.scene()->nodes().size(), std::size_t(6));  // four layers, two ports
    QCOMPARE(crumbs->names().size(), 2);
    QVERIFY(crumbs->isVisible());
    QVERIFY(f.bench.canvas.view()->accessibleDescription().startsWith("In "));
    QCOMPARE(f.bench.canvas.strip()->fields().parameters, f.bench.canvas.scene()->report().parameters);
    QCOMPARE(f.bench.canvas.strip()->fields().sampleBytes, f.bench.canvas.scene()->report().outputBytes);
    QVERIFY(!f.bench.canvas.strip()->fields().trainingMemoryBytes);
    // The block's sheet can be edited like any other.
    const LayerId conv = f.bench.network().findByName("conv1", usedBlock(*f.bench.network().find(f.use)))->id;
    f.bench.canvas.setSelection({conv});
    f.bench.key(Qt::Key_Right);
    f.bench.key(Qt::Key_D, Qt::ControlModifier);
    f.bench.canvas.controller()->addComment({600, 0});
    f.bench.key(Qt::Key_Escape);
    f.bench.arrange();
    QVERIFY2(f.bench.errors.isEmpty(), qPrintable(f.bench.errors.join('\n')));
    QCOMPARE(f.bench.canvas.scene()->nodes().size(), std::size_t(7));
    QCOMPARE(f.bench.network().notes().back().block, f.bench.canvas.scene()->sheet());
    f.bench.key(Qt::Key_Up, Qt::AltModifier);
    QVERIFY(f.bench.canvas.path().empty());
    QVERIFY(!crumbs->isVisible());
    QCOMPARE(f.bench.canvas.selection(), QList<LayerId>{f.use});
    QVERIFY(std::abs(f.bench.canvas.view()->zoom() - outside.zoom) < 1e-9);
    f.bench.key(Qt::Key_Down, Qt::AltModifier);
    QVERIFY(!f.bench.canvas.path().empty());
    QTest::mouseClick(crumbs->findChild<QToolButton*>(), Qt::LeftButton);
    QVERIFY(f.bench.canvas.path().empty());
    QTest::mouseDClick(f.bench.viewport(), Qt::LeftButton, {}, f.bench.middleOf(f.use));
    QCOMPARE(f.bench.canvas.path(), BlockPath{f.use});
  }

  void theSignAtTheTopRightOpensToo() {
    Folded f;
    const NodeItem* node = f.node(f.use);
    const QPoint sign = f.bench.at(node->mapToScene(node->openRectangle().center()));
    f.bench.click(sign);
    QCOMPARE(f.bench.canvas.path(), BlockPath{f.use});
    // A double click does the same as a click.
    QTest::mouseDClick(f.bench.viewport(), Qt::LeftButton, {}, sign);
    QVERIFY(!f.bench.canvas.searchPopup()->isVisible());
    QCOMPARE(f.bench.canvas.path(), BlockPath{f.use});
  }

  void aChangeInsideIsSeenAtEveryUse() {
    Folded f;
    f.bench.key(Qt::Key_D, Qt::ControlModifier);
    const LayerId second = f.bench.canvas.selection().front();
    QCOMPARE(f.blocks(), std::size_t(1));
    QCOMPARE(f.node(f.use)->content().caption, QString("4 layers · used 2 times"));
    const BlockId block = usedBlock(*f.bench.network().find(f.use));
    f.bench.canvas.rename(second);
    auto* editor = f.bench.canvas.findChild<QLineEdit*>("nameEditor");
    QTest::keyClicks(editor, "stem");
    QTest::keyClick(editor, Qt::Key_Return);
    QCOMPARE(f.node(f.use)->content().title, QString("stem"));
    QVERIFY(f.bench.network().findByName("stem") && f.bench.network().findByName("stem2"));
    // Gives the use a block of its own.
    f.bench.canvas.controller()->makeSingleUse(second);
    QCOMPARE(f.blocks(), std::size_t(2));
    QVERIFY(usedBlock(*f.bench.network().find(second)) != block);
    QCOMPARE(f.node(f.use)->content().caption, QString("4 layers · used once"));
    f.bench.undo();
    QCOMPARE(f.blocks(), std::size_t(1));
  }

  void theWayIsNamedAsTheNetworkIsAlsoAfterUndo() {
    Folded f;
    f.bench.canvas.controller()->open(f.use);
    auto* way = f.bench.canvas.findChild<Breadcrumbs*>();
    const QStringList names = way->names();
    QVERIFY(f.bench.document.apply({RenameNetwork{"another"}, "Rename"}).ok());
    QVERIFY(f.bench.document.apply({RenameLayer{f.use, "stem"}, "Rename"}).ok());
    f.bench.show();
    QCOMPARE(way->names(), (QStringList{"another", "stem"}));
    f.bench.undo();
    f.bench.undo();
    QCOMPARE(way->names(), names);
  }

  void foldingAndUnfoldingSayTheSameNumberOfLayers() {
    Folded f;
    const QString all = QString("%1 layers").arg(f.before.layers().size());
    const auto said = [&] {
      f.bench.canvas.setSelection({});
      return f.bench.canvas.view()->accessibleDescription();
    };
    QCOMPARE(said(), all);
    f.bench.canvas.setSelection({f.use});
    f.bench.key(Qt::Key_G, Qt::ControlModifier | Qt::ShiftModifier);
    QCOMPARE(said(), all);
    QCOMPARE(layerCount(f.bench.network()), std::int64_t(f.before.layers().size()));
  }

  void repeatedPartsAreFoldedAsOneStep() {
    CanvasBench bench(*standardNetwork("resnet18"));
    const Network before = bench.network();
    bench.canvas.foldRepeated();
    QVERIFY(QTest::qWaitFor([&] { return !bench.canvas.controller()->arranging(); }, 20000));
    QVERIFY2(bench.errors.isEmpty(), qPrintable(bench.errors.join('\n')));
    QCOMPARE(bench.network().blocks().size(), std::size_t(7));
    QVERIFY(bench.canvas.scene()->nodes().size() < 20);
    QCOMPARE(analyzeNetwork(bench.network()).parameters, analyzeNetwork(before).parameters);
    QCOMPARE(bench.document.undoTitle(), std::string("Fold repeated structure"));
    bench.undo();
    QCOMPARE(bench.network(), before);
    QVERIFY(!bench.document.canUndo());
    // If folding is undone before the arrangement is done, nothing else happens.
    bench.canvas.foldRepeated();
    bench.undo();
    QVERIFY(QTest::qWaitFor([&] { return !bench.canvas.controller()->arranging(); }, 20000));
    QCOMPARE(bench.network(), before);
    QVERIFY(bench.document.canRedo());
    // Without repeated parts there is a message.
    CanvasBench small(*standardNetwork("lenet"));
    small.canvas.foldRepeated();
    QCOMPARE(small.requests, 0);
    QVERIFY(small.canvas.findChild<QWidget*>("canvasNotice")->isVisible());
  }

  void undoThatTakesTheSheetAwayLeadsBackOut() {
    Folded f;
    f.bench.key(Qt::Key_Return);
    QVERIFY(!f.bench.canvas.path().empty());
    // A block inside the block.
    f.bench.canvas.setSelection({f.bench.network().findByName("conv2", f.bench.canvas.scene()->sheet())->id});
    f.bench.key(Qt::Key_G, Qt::ControlModifier);
    QTest::keyClick(f.bench.canvas.findChild<QLineEdit*>("nameEditor"), Qt::Key_Escape);
    f.bench.key(Qt::Key_Return);
    QCOMPARE(f.bench.canvas.path().size(), std::size_t(2));
    f.bench.undo();  // removes the inner one
    QCOMPARE(f.bench.canvas.path(), BlockPath{f.use});
    f.bench.undo();
    f.bench.undo();  // removes the outer one
    QVERIFY(f.bench.canvas.path().empty());
    QCOMPARE(f.bench.network(), f.before);
    QCOMPARE(f.bench.canvas.scene()->nodes().size(), f.before.layers().size());
    QVERIFY2(f.bench.errors.isEmpty(), qPrintable(f.bench.errors.join('\n')));
  }

  void anotherNetworkBeginsAtItsOwnSheet() {
    Folded f;
    f.bench.key(Qt::Key_Return);
    QVERIFY(f.bench.document.apply({RenameNetwork{"other"}, ""}).ok());
    f.bench.show();
    QVERIFY(!f.bench.canvas.path().empty());
    Network other = f.bench.network();
    const BlockId block = f.bench.canvas.scene()->sheet();
    QVERIFY(applyEdit(other, {RenameBlock{block, "not that"}, ""}).ok());
    QVERIFY(applyEdit(other, {RenameNetwork{"another"}, ""}).ok());
    QVERIFY(f.bench.document.apply({ReplaceNetwork{other}, ""}).ok());
    f.bench.show();
    QVERIFY(f.bench.canvas.path().empty());
  }

  void aProblemInsideShowsOutsideAndLeadsIn() {
    Folded f;
    const BlockId block = usedBlock(*f.bench.network().find(f.use));
    const LayerId pool = f.bench.network().findByName("pool2", block)->id;
    const Edge into = f.bench.network().edgesInto(pool).front();
    f.bench.key(Qt::Key_D, Qt::ControlModifier);  // two uses with the same problem
    QVERIFY(f.bench.document.apply({RemoveEdge{into}, ""}).ok());
    f.bench.show();
    const NodeItem* node = f.node(f.use);
    QVERIFY(node->content().message.startsWith("Inside, at"));
    QCOMPARE(node->content().fixes.last(), QString("Open the block"));
    const auto problems = allProblems(f.bench.network(), f.bench.canvas.scene()->wholeReport());
    QCOMPARE(std::count_if(problems.begin(), problems.end(), [&](const auto& p) { return p.problem->layer == pool; }),
             1);
    f.bench.canvas.controller()->applyFix(f.use, int(node->content().fixes.size()) - 1);
    QCOMPARE(f.bench.canvas.path(), BlockPath{f.use});
    QVERIFY(f.node(pool)->content().message.contains("not connected"));
    f.bench.canvas.leaveBlock();
    f.bench.canvas.showLayer(pool);  // like the list of problems
    QCOMPARE(f.bench.canvas.selection(), QList<LayerId>{pool});
    QVERIFY(!f.bench.canvas.path().empty());
  }

  void thePaletteOffersTheBlocksOfTheNetwork() {
    Folded f;
    LayerListView* list = f.bench.canvas.palette()->list();
    QCOMPARE(headings(*list), QString("Blocks of this network, Layers"));
    const QString key = rowKey(*list, "features");
    QCOMPARE(blockOfKey(key), usedBlock(*f.bench.network().find(f.use)));
    QVERIFY(rowKey(*list, "Block input").isEmpty());
    f.bench.canvas.setSelection({});
    Q_EMIT list->chosen(key);
    QCOMPARE(usesOf(f.bench.network(), blockOfKey(key)).size(), std::size_t(2));
    // Adds a use from the search, connected with the selection.
    f.bench.canvas.setSelection({f.use});
    f.bench.key(Qt::Key_Tab);
    QTest::keyClicks(f.bench.canvas.searchPopup()->searchField(), "featu");
    QTest::keyClick(f.bench.canvas.searchPopup()->searchField(), Qt::Key_Return);
    const LayerId third = f.bench.canvas.selection().front();
    QCOMPARE(f.bench.network().edgesInto(third).front().source, f.use);
    // On its own sheet a block cannot be used; ports are offered instead.
    f.bench.canvas.showSheet({f.use});
    QVERIFY(rowKey(*list, "features").isEmpty());
    QVERIFY(!rowKey(*list, "Block input").isEmpty());
    QVERIFY(rowKey(*list, "Input").isEmpty());
    const int requests = f.bench.requests;
    f.bench.canvas.controller()->add(key, {});
    QCOMPARE(f.bench.requests, requests);
    f.bench.canvas.showSheet({});
    f.bench.canvas.controller()->removeBlock(blockOfKey(key));
    QCOMPARE(f.blocks(), std::size_t(0));
    QVERIFY(headings(*list).isEmpty());
    QVERIFY2(f.bench.errors.isEmpty(), qPrintable(f.bench.errors.join('\n')));
  }

  void aBlockGoesIntoAnEdge() {
    Folded f;
    const BlockId block = usedBlock(*f.bench.network().find(f.use));
    Edge edge;
    for (const Edge& each : f.bench.network().edges())
      if (each.target == f.use) edge = each;
    QVERIFY(f.bench.canvas.controller()->insert(blockKey(block), edge, {}));
    QCOMPARE(f.bench.network().edgesInto(f.use).front().source, f.bench.canvas.selection().front());
    QVERIFY(!f.bench.canvas.controller()->insert("input", edge, {}));
  }

  void blocksAreKeptForOtherNetworks() {
    const QTemporaryDir folder;
    const QString shelf = folder.filePath("blocks");
    Folded f;
    f.bench.canvas.controller()->saveBlock(f.use);  // without a folder for saved blocks
    QVERIFY(f.bench.canvas.findChild<QWidget*>("canvasNotice")->isVisible());
    f.bench.canvas.setBlockFolder(shelf);
    f.bench.canvas.controller()->saveBlock(f.use);
    f.bench.canvas.controller()->saveBlock(f.use);  // never overwrites a saved block
    QCOMPARE(QDir(shelf).entryList(QDir::Files), (QStringList{"features-2.json", "features.json"}));
    QFile bad(shelf + "/bad.json");
    QVERIFY(bad.open(QIODevice::WriteOnly) && bad.write("{") == 1);
    bad.close();

    CanvasBench other;
    other.canvas.setBlockFolder(shelf);
    LayerListView* list = other.canvas.palette()->list();
    QCOMPARE(headings(*list), QString("My blocks, Layers"));
    const QString key = rowKey(*list, "features");
    QVERIFY(!savedPathOfKey(key).isEmpty());
    const LayerId input = other.add("input", 0, 0);
    other.canvas.setSelection({input});
    Q_EMIT list->chosen(key);
    QVERIFY2(other.errors.isEmpty(), qPrintable(other.errors.join('\n')));
    QCOMPARE(other.network().blocks().size(), std::size_t(1));
    const LayerId use = other.canvas.selection().front();
    QCOMPARE(other.network().edgesInto(use).front().source, input);
    QCOMPARE(other.canvas.scene()->node(use)->content().shape, QString("50×4×4"));
    other.canvas.setSelection({});
    Q_EMIT list->chosen(key);  // uses the same block again instead of a copy
    QCOMPARE(other.network().blocks().size(), std::size_t(1));
    QVERIFY(other.canvas.controller()->shelf().remove(savedPathOfKey(key)).ok());
    QCOMPARE(QDir(shelf).entryList({"features*.json"}, QDir::Files).size(), 1);
    other.canvas.controller()->add(key, {});  // the file is gone: shows a message
    QVERIFY(other.canvas.findChild<QWidget*>("canvasNotice")->isVisible());
  }

  void copiesTakeTheirBlocksAlong() {
    Folded f;
    f.bench.key(Qt::Key_C, Qt::ControlModifier);
    CanvasBench other;
    other.key(Qt::Key_V, Qt::ControlModifier);
    QVERIFY2(other.errors.isEmpty(), qPrintable(other.errors.join('\n')));
    QCOMPARE(other.network().blocks().size(), std::size_t(1));
    QCOMPARE(other.canvas.scene()->nodes().size(), std::size_t(1));
    QCOMPARE(other.canvas.selection().size(), 1);
    other.undo();
    QVERIFY(other.network().blocks().empty() && other.network().layers().empty());
  }

  void severalPortsAreNamed() {
    CanvasBench bench;
    const LayerId a = bench.add("input", 0, 0), relu = bench.add("relu", 0, 100), tanh = bench.add("tanh", 240, 100),
                  sum = bench.add("add", 120, 300), last = bench.add("sigmoid", 120, 400);
    bench.connect(a, relu);
    bench.connect(a, tanh);
    bench.connect(relu, sum, 0);
    bench.connect(tanh, sum, 1);
    bench.connect(sum, last);
    bench.canvas.setSelection({sum, last});
    bench.key(Qt::Key_G, Qt::ControlModifier);
    QTest::keyClick(bench.canvas.findChild<QLineEdit*>("nameEditor"), Qt::Key_Escape);
    const NodeItem* node = bench.canvas.scene()->node(bench.canvas.selection().front());
    QCOMPARE(node->content().inputs.size(), std::size_t(2));
    QVERIFY(!node->content().inputs[0].name.isEmpty());
    QVERIFY(node->content().inputs[0].name != node->content().inputs[1].name);
    QVERIFY(node->card().height() > canvas::kBlockHeight);
  }

  // After any sequence of actions, the canvas shows an existing sheet with its content.
  void anyOrderOfActionsKeepsTheCanvasTrue() {
    CanvasBench bench(*standardNetwork("resnet-mini"));
    std::mt19937 random(7);
    const auto below = [&](std::size_t limit) {
      return std::uniform_int_distribution<std::size_t>(0, limit - 1)(random);
    };
    auto* editor = bench.canvas.findChild<QLineEdit*>("nameEditor");
    for (int step = 0; step < 400; ++step) {
      QList<LayerId> shown;
      for (const auto& [id, item] : bench.canvas.scene()->nodes()) shown << id;
      std::shuffle(shown.begin(), shown.end(), random);
      if (!shown.isEmpty()) bench.canvas.setSelection(shown.mid(0, qsizetype(1 + below(3))));
      switch (below(12)) {
        case 0:
        case 1:
          bench.key(Qt::Key_G, Qt::ControlModifier);
          QTest::keyClick(editor, below(2) ? Qt::Key_Return : Qt::Key_Escape);
          break;
        case 2:
          bench.key(Qt::Key_G, Qt::ControlModifier | Qt::ShiftModifier);
          break;
        case 3:
          for (const LayerId id : shown)
            if (bench.canvas.controller()->open(id)) break;
          break;
        case 4:
          bench.key(Qt::Key_Up, Qt::AltModifier);
          break;
        case 5:
          bench.key(Qt::Key_C, Qt::ControlModifier);
          bench.key(Qt::Key_V, Qt::ControlModifier);
          break;
        case 6:
          bench.key(Qt::Key_R);
          break;
        case 7:
          bench.key(below(3) ? Qt::Key_Left : Qt::Key_Delete);
          break;
        case 8:
          for (const LayerId id : shown)
            if (bench.canvas.scene()->node(id)->isBlock()) bench.canvas.controller()->makeSingleUse(id);
          break;
        case 9:
          bench.arrange();
          break;
        default:
          if (bench.document.canUndo() && below(2))
            bench.undo();
          else if (bench.document.canRedo()) {
            QVERIFY(bench.document.redo().ok());
            bench.show();
          }
      }
      const BlockId sheet = bench.canvas.scene()->sheet();
      const auto& layers = bench.network().layers();
      QCOMPARE(bench.canvas.scene()->nodes().size(),
               std::size_t(std::count_if(layers.begin(), layers.end(),
                                         [&](const Layer& layer) { return layer.block == sheet; })));
      for (const LayerId id : bench.canvas.selection()) QVERIFY(bench.canvas.scene()->node(id));
      if (layers.size() > 200) bench.undo();
    }
    QVERIFY2(bench.errors.isEmpty(), qPrintable(bench.errors.join('\n')));
  }

  void theMenuOfABlockOffersWhatItCan() {
    Folded f;
    f.bench.canvas.setSelection({f.use});
    QContextMenuEvent event(QContextMenuEvent::Keyboard, {}, {});
    QApplication::sendEvent(f.bench.viewport(), &event);
    auto* menu = f.bench.canvas.findChild<QMenu*>("canvasMenu");
    QVERIFY(menu);
    std::map<QString, bool> enabled;
    for (const QAction* action : menu->actions()) enabled[action->text().section('\t', 0, 0)] = action->isEnabled();
    QVERIFY(enabled.contains("Open the block") && enabled.contains("Unfold the block") && enabled.contains("Rename"));
    QVERIFY(!enabled.at("Make single use"));
    QVERIFY(!enabled.at("Save to the palette"));
    for (QAction* action : menu->actions())
      if (action->text() == "Freeze weights") action->trigger();
    menu->close();
    const auto inside = freezableLayers(f.bench.network(), {f.use});
    QVERIFY(!inside.empty());
    for (const Layer* layer : inside) QVERIFY2(isFrozen(*layer), layer->name.c_str());
    QVERIFY(f.bench.canvas.scene()->node(f.use)->content().caption.startsWith("frozen"));
  }
};

QTEST_MAIN(CanvasBlocksTest)
#include "canvas_blocks_test.moc"
