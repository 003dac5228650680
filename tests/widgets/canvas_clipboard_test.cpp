// Copying, cutting and pasting: nothing is lost or tied to other layers without a word.
#include "canvas_bench.h"

#include <QtGui/QClipboard>
#include <QtWidgets/QApplication>

#include "core/network/block_edits.h"

using namespace fovea;

namespace {

// LeNet with its first convolution in a block.
Network withBlock(LayerId& use) {
  Network network = *standardNetwork("lenet");
  const auto block = foldIntoBlock(network, std::vector<LayerId>{network.findByName("conv1")->id}, {}, "stem");
  Q_ASSERT(block.ok());
  const auto done = applyEdit(network, block->edit);
  Q_ASSERT(done.ok());
  use = block->use;
  return network;
}

}  // namespace

class CanvasClipboardTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void thePortsOfABlockAreNotCutAway() {
    LayerId use;
    CanvasBench bench(withBlock(use));
    bench.canvas.controller()->open(use);
    const Network before = bench.network();
    const BlockId block = bench.canvas.scene()->sheet();
    const LayerId port = blockPorts(before, block, kBlockInput).front();
    auto* notice = bench.canvas.findChild<QWidget*>("canvasNotice");
    QApplication::clipboard()->setText("precious");
    bench.canvas.setSelection({port});
    for (const int key : {Qt::Key_C, Qt::Key_X, Qt::Key_D}) {
      notice->hide();
      bench.key(key, Qt::ControlModifier);
      QVERIFY(notice->isVisible());
      QCOMPARE(bench.network(), before);
      QCOMPARE(QApplication::clipboard()->text(), QString("precious"));
    }
    // With a layer beside it only that is cut.
    bench.canvas.setSelection({port, before.findByName("conv1", block)->id});
    bench.key(Qt::Key_X, Qt::ControlModifier);
    QVERIFY(bench.network().find(port));
    QVERIFY(!bench.network().findByName("conv1", block));
    QCOMPARE(bench.network().edgesInto(use).size(), before.edgesInto(use).size());
    QVERIFY(QApplication::clipboard()->text().contains("conv1"));
    QVERIFY2(bench.errors.isEmpty(), qPrintable(bench.errors.join('\n')));
  }

  void aPastedLayerSaysThatItHasWeightsOfItsOwn() {
    CanvasBench bench;
    const LayerId owner = bench.add("linear", 0, 0), user = bench.add("linear", 0, 100);
    const std::string name = bench.network().find(owner)->name;
    QVERIFY(bench.document.apply({SetParameter{user, kSharedWeights, name}, ""}).ok());
    bench.show();
    bench.canvas.setSelection({user});
    bench.key(Qt::Key_C, Qt::ControlModifier);
    bench.key(Qt::Key_V, Qt::ControlModifier);  // beside its original
    QCOMPARE(sharesWeightsWith(bench.network().find(bench.canvas.selection().front())->parameters), name);

    CanvasBench other;
    other.add("linear", 0, 0);
    other.key(Qt::Key_V, Qt::ControlModifier);
    QCOMPARE(sharesWeightsWith(other.network().find(other.canvas.selection().front())->parameters), std::string());
    QVERIFY(other.canvas.findChild<QWidget*>("canvasNotice")->isVisible());
  }
};

QTEST_MAIN(CanvasClipboardTest)
#include "canvas_clipboard_test.moc"
