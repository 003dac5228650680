// Layers that move between sheets: into and out of blocks, by dragging, by keyboard and by clipboard. The network
// computes the same before and after.
#include "canvas_bench.h"

#include <QtGui/QClipboard>
#include <QtWidgets/QApplication>
#include <QtWidgets/QLineEdit>
#include <random>

#include "core/network/block_edits.h"
#include "widgets/canvas/scene/block_moves.h"

using namespace fovea;

namespace {

// LeNet with its first convolution and its first pooling in a block.
Network folded(LayerId* use = nullptr) {
  Network network = *standardNetwork("lenet");
  const std::vector<LayerId> part{network.findByName("conv1")->id, network.findByName("pool1")->id};
  const auto block = foldIntoBlock(network, part, {}, "stem");
  Q_ASSERT(block.ok());
  const auto done = applyEdit(network, block->edit);
  Q_ASSERT(done.ok());
  if (use) *use = block->use;
  return network;
}

const Layer* named(const Network& network, const char* name) {
  for (const Layer& layer : network.layers())
    if (layer.name == name) return &layer;
  return nullptr;
}

// Summarises the whole network's analysis, independent of blocks.
QString truth(const Network& network) {
  const NetworkReport report = analyzeNetwork(network);
  return QString("%1 %2 %3").arg(report.ok()).arg(report.parameters).arg(report.flopsPerSample);
}

}  // namespace

class CanvasMovesTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void aLayerDroppedOnABlockGoesIn() {
    LayerId use;
    CanvasBench bench(folded(&use));
    bench.canvas.zoomToFit();
    const Network before = bench.network();
    bench.drag(bench.middleOf(bench.id("conv2")), bench.middleOf(use), false);
    QVERIFY(bench.canvas.scene()->node(use)->receiving());
    QTest::mouseRelease(bench.viewport(), Qt::LeftButton, {}, bench.middleOf(use));
    QVERIFY2(bench.errors.isEmpty(), qPrintable(bench.errors.join('\n')));
    const Layer* moved = named(bench.network(), "conv2");
    const Layer* block = named(bench.network(), "stem");
    QVERIFY(moved && block && moved->block.valid());
    QCOMPARE(usedBlock(*block), moved->block);
    QCOMPARE(bench.network().blocks().size(), std::size_t(1));
    QCOMPARE(truth(bench.network()), truth(before));
    QCOMPARE(bench.canvas.selection(), QList<LayerId>{block->id});
    // Layers outside, and the block itself, do not move.
    QCOMPARE(named(bench.network(), "pool2")->position, named(before, "pool2")->position);
    QCOMPARE(block->position, before.find(use)->position);
    QVERIFY(bench.canvas.findChild<QWidget*>("canvasNotice")->isVisible());
    bench.undo();
    QCOMPARE(bench.network(), before);
  }

  void aDropBesideABlockOnlyMoves() {
    LayerId use;
    CanvasBench bench(folded(&use));
    bench.canvas.zoomToFit();
    bench.drag(bench.middleOf(bench.id("conv2")), bench.middleOf(use) + QPoint(300, 0));
    QVERIFY(!named(bench.network(), "conv2")->block.valid());
    QVERIFY(!bench.canvas.scene()->node(use)->receiving());
  }

  void aDropThatWouldFeedItselfIsRefusedAndSaysWhy() {
    LayerId use;
    CanvasBench bench(folded(&use));
    bench.canvas.zoomToFit();
    const Network before = bench.network();
    // conv2 and pool2 are between the block and fc1; they would be both before and after the block.
    bench.drag(bench.middleOf(bench.id("fc1")), bench.middleOf(use));
    QCOMPARE(bench.network(), before);
    QVERIFY(bench.canvas.findChild<QWidget*>("canvasNotice")->isVisible());
    QCOMPARE(bench.canvas.scene()->node(bench.id("fc1"))->pos().y(), named(before, "fc1")->position.y);
  }

  void theKeyboardMovesInAndOut() {
    LayerId use;
    CanvasBench bench(folded(&use));
    const Network before = bench.network();
    bench.canvas.setSelection({bench.id("conv2"), use});
    bench.key(Qt::Key_Down, Qt::AltModifier | Qt::ShiftModifier);
    QVERIFY2(bench.errors.isEmpty(), qPrintable(bench.errors.join('\n')));
    const Layer* inside = named(bench.network(), "conv2");
    QVERIFY(inside->block.valid());
    bench.key(Qt::Key_Return);
    bench.canvas.setSelection({inside->id});
    bench.key(Qt::Key_Up, Qt::AltModifier | Qt::ShiftModifier);
    QVERIFY2(bench.errors.isEmpty(), qPrintable(bench.errors.join('\n')));
    QVERIFY(bench.canvas.path().empty());
    const Layer* outside = named(bench.network(), "conv2");
    QVERIFY(outside && !outside->block.valid());
    QCOMPARE(bench.canvas.selection(), QList<LayerId>{outside->id});
    QCOMPARE(truth(bench.network()), truth(before));
    QVERIFY(bench.connected("conv2", "pool2"));
    bench.key(Qt::Key_Up, Qt::AltModifier | Qt::ShiftModifier);  // this sheet has no parent
    QVERIFY(bench.canvas.findChild<QWidget*>("canvasNotice")->isVisible());
  }

  void theLastLayerTakesTheBlockAlong() {
    LayerId use;
    const Network network = folded(&use);
    QList<LayerId> all;
    for (const Layer& layer : network.layers())
      if (layer.block.valid()) all << layer.id;
    const auto move = moveOutOfBlock(network, all, use);
    QVERIFY(move.ok());
    QVERIFY(!move->use.valid());
    QCOMPARE(move->layers.size(), 2);
    Network after = network;
    QVERIFY(applyEdit(after, move->edit).ok());
    QVERIFY(after.blocks().empty());
    QCOMPARE(truth(after), truth(network));
  }

  void otherUsesKeepTheBlockThatTheyShare() {
    LayerId use;
    Network network = folded(&use);
    const auto twice = useBlock(network, usedBlock(*network.find(use)), {}, {400, 0});
    QVERIFY(applyEdit(network, twice.edit).ok());
    const auto move = moveIntoBlock(network, {{named(network, "conv2")->id}, {}}, use);
    QVERIFY(move.ok());
    Network after = network;
    QVERIFY(applyEdit(after, move->edit).ok());
    QCOMPARE(after.blocks().size(), std::size_t(2));
    QCOMPARE(usedBlock(*after.find(twice.use)), usedBlock(*network.find(twice.use)));
    QVERIFY(usedBlock(*after.find(move->use)) != usedBlock(*after.find(twice.use)));
  }

  void portsKeepTheirNames() {
    LayerId use;
    Network network = folded(&use);
    for (const char* type : {kBlockInput, kBlockOutput})
      for (const LayerId port : blockPorts(network, usedBlock(*network.find(use)), type))
        QVERIFY(applyEdit(network, {RenameLayer{port, std::string("my_") + type}, {}}).ok());
    const auto move = moveOutOfBlock(network, {named(network, "pool1")->id}, use);
    QVERIFY(move.ok());
    Network after = network;
    QVERIFY(applyEdit(after, move->edit).ok());
    QVERIFY(named(after, "my_block_input"));
    QVERIFY(!named(after, "my_block_output"));  // the output is another value now
  }

  // Moves in and out at random: the network always computes the same, and undo restores everything.
  void anyWayInAndOutComputesTheSame() {
    std::mt19937 random(20261121);
    NetworkDocument document(folded());
    const Network start = document.network();
    int moves = 0;
    for (int step = 0; step < 200; ++step) {
      const Network& network = document.network();
      std::vector<LayerId> uses, others;
      for (const Layer& layer : network.layers()) (layer.type == kBlockUse ? uses : others).push_back(layer.id);
      if (uses.empty()) break;
      const LayerId use = uses[random() % uses.size()], other = others[random() % others.size()];
      const bool inside = network.find(other)->block == usedBlock(*network.find(use));
      const auto move = inside ? moveOutOfBlock(network, {other}, use) : moveIntoBlock(network, {{other}, {}}, use);
      if (!move.ok()) continue;
      QVERIFY(document.apply(move->edit).ok());
      QCOMPARE(truth(document.network()), truth(start));
      ++moves;
    }
    QVERIFY2(moves > 10, qPrintable(QString::number(moves)));
    while (document.canUndo()) QVERIFY(document.undo().ok());
    QCOMPARE(document.network(), start);
  }

  void cutAndPasteLeadFromSheetToSheet() {
    LayerId use;
    CanvasBench bench(folded(&use));
    bench.canvas.setSelection({bench.id("relu1"), bench.id("fc2")});
    bench.key(Qt::Key_X, Qt::ControlModifier);
    bench.canvas.setSelection({use});
    bench.key(Qt::Key_Return);
    bench.key(Qt::Key_V, Qt::ControlModifier);
    QVERIFY2(bench.errors.isEmpty(), qPrintable(bench.errors.join('\n')));
    const Layer* relu = named(bench.network(), "relu1");
    const Layer* linear = named(bench.network(), "fc2");
    QVERIFY(relu && linear && relu->block.valid());
    QCOMPARE(relu->block, bench.canvas.scene()->sheet());
    QCOMPARE(bench.canvas.selection().size(), 2);
    const auto& edges = bench.network().edges();
    QVERIFY(std::any_of(edges.begin(), edges.end(),
                        [&](const Edge& edge) { return edge.source == relu->id && edge.target == linear->id; }));
  }
};

QTEST_MAIN(CanvasMovesTest)
#include "canvas_moves_test.moc"
