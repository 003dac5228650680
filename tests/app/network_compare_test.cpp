// Differences from another network are marked on the drawing and listed, and beginners get suggestions of suitable
// networks.
#include <QLineEdit>
#include <QListWidget>

#include "app/wizards/new_network_dialog.h"
#include "app/workspaces/network/compare_dialog.h"
#include "app/workspaces/network/compare_panel.h"
#include "app/workspaces/network/network_workspace.h"
#include "core/network/standard_networks.h"
#include "tests/app/window_test.h"
#include "widgets/canvas/items/ghost_item.h"
#include "widgets/canvas/network_canvas.h"

namespace fovea::test {

class NetworkCompareTest : public WindowTest {
  Q_OBJECT

 private Q_SLOTS:
  void init() {
    openWindow();
    require(session_->createProject(sandbox_->path("compare"), "compare"));
    session_->applyEdit({ReplaceNetwork{require(standardNetwork("lenet"))}, "Open"});
    window_->showPlace("network");
    place_ = static_cast<NetworkWorkspace*>(window_->workspace("network"));
  }
  void cleanup() { closeWindow(); }

  void differencesAreMarkedAndListed() {
    change();
    panel()->compareWith(require(standardNetwork("lenet")), "LeNet");
    QVERIFY(panel()->isVisible());
    QVERIFY2(panel()->summary().startsWith("1 added, 1 removed and 1 changed"), qPrintable(panel()->summary()));
    QCOMPARE(overlay("norm1"), QString("+ norm1"));
    QCOMPARE(overlay("conv1"), QString("~ conv1"));
    QCOMPARE(overlay("fc1"), QString());
    QVERIFY(entryWith("conv1: Filters 20 → 32"));
    QVERIFY(entryWith("−  relu1"));
    const auto& ghosts = place_->canvas()->scene()->ghosts();
    QCOMPARE(ghosts.size(), std::size_t(1));
    for (const auto& [id, node] : place_->canvas()->scene()->nodes())
      QVERIFY(!place_->canvas()->scene()->nodeRectangle(id).intersects(ghosts[0]->sceneBoundingRect()));
    QVERIFY(entryWith("+  norm1"));
  }

  void anEntryLeadsToItsLayer() {
    change();
    panel()->compareWith(require(standardNetwork("lenet")), "LeNet");
    panel()->list()->setCurrentItem(entryWith("conv1: Filters"));
    QTest::keyClick(panel()->list(), Qt::Key_Return);
    QCOMPARE(place_->canvas()->selection(), QList<LayerId>{idOf("conv1")});
  }

  void theComparisonFollowsTheDrawing() {
    panel()->compareWith(require(standardNetwork("lenet")), "LeNet");
    QVERIFY(panel()->difference().empty());
    QVERIFY(panel()->summary().contains("no difference"));
    change();
    QCOMPARE(panel()->difference().added.size(), std::size_t(1));
    QCOMPARE(overlay("norm1"), QString("+ norm1"));
  }

  void escapeEndsIt() {
    change();
    panel()->compareWith(require(standardNetwork("lenet")), "LeNet");
    QTest::keyClick(panel()->list(), Qt::Key_Escape);
    QVERIFY(!panel()->isVisible());
    QCOMPARE(overlay("norm1"), QString());
    QVERIFY(place_->canvas()->scene()->ghosts().empty());
  }

  void anyNetworkCanBeChosen() {
    CompareDialog dialog(*session_);
    dialog.filter()->setText("squeeze");
    QVERIFY(dialog.list()->currentItem()->text().startsWith("SqueezeNet"));
    QTest::keyClick(dialog.list(), Qt::Key_Return);
    QCOMPARE(dialog.result(), int(QDialog::Accepted));
    QVERIFY(dialog.network() == require(standardNetwork("squeezenet")));

    CompareDialog fromFile(*session_);
    fromFile.show();
    require(writeNetwork(sandbox_->path("mlp.json"), require(standardNetwork("mlp"))));
    fromFile.chooseFile(sandbox_->text("mlp.json"));
    QTRY_COMPARE_WITH_TIMEOUT(fromFile.result(), int(QDialog::Accepted), kPatience);
    QVERIFY(fromFile.network() == require(standardNetwork("mlp")));
    QCOMPARE(fromFile.name(), QString("mlp.json"));
  }

  void cancelStopsTheReadingOfAFile() {
    CompareDialog dialog(*session_);
    dialog.show();
    require(writeNetwork(sandbox_->path("mlp.json"), require(standardNetwork("mlp"))));
    dialog.chooseFile(sandbox_->text("mlp.json"));
    QVERIFY(!session_->jobs()->running().isEmpty());
    QPointer<Job> job = session_->jobs()->running().front();
    QVERIFY(!dialog.list()->isEnabled());
    click(dialog, "Cancel");
    QCOMPARE(dialog.result(), int(QDialog::Rejected));
    QVERIFY(!dialog.isVisible());
    QVERIFY(!job || job->cancelled());
    QTRY_VERIFY_WITH_TIMEOUT(session_->jobs()->running().isEmpty(), kPatience);
    QCOMPARE(dialog.result(), int(QDialog::Rejected));  // the late result has no effect
  }

  void aFileThatIsNoneIsSaid() {
    CompareDialog dialog(*session_);
    dialog.show();
    dialog.chooseFile(sandbox_->text("nowhere.json"));
    QTRY_VERIFY_WITH_TIMEOUT(bannerWords(dialog).contains("nowhere.json"), kPatience);
    QVERIFY(dialog.isEnabled());
  }

  void theAssistantSuggestsForTheData() {
    importData(*session_, writeMnist(sandbox_->path("source"), 120, 30, 28, 5), "digits");
    NewNetworkDialog dialog(*session_);
    QCOMPARE(dialog.tasks()->currentItem()->text(), QString("Classify images"));
    QVERIFY(dialog.suggestions()->count() >= 2);
    // With few samples, a network with few parameters is suggested first.
    QCOMPARE(QString::fromStdString(dialog.chosen().title), QString("Mini ResNet"));
    for (int row = 0; row < dialog.suggestions()->count() && dialog.chosen().title != "LeNet"; ++row)
      dialog.suggestions()->setCurrentRow(row);
    QCOMPARE(QString::fromStdString(dialog.chosen().title), QString("LeNet"));
    session_->applyEdit({ReplaceNetwork{dialog.chosen().network}, "Open"});
    QVERIFY(session_->report().ok());
    const auto& outputs = session_->report().layers.at(idOf("fc2")).outputs;
    QCOMPARE(outputs.at(0)[0], std::int64_t{5});
  }

  void everyTaskCanBeReachedByKeyboard() {
    NewNetworkDialog dialog(*session_);
    dialog.show();
    dialog.tasks()->setFocus();
    for (int row = 0; row < dialog.tasks()->count(); ++row) {
      QCOMPARE(dialog.tasks()->currentRow(), row);
      QVERIFY(dialog.suggestions()->count() >= 1);
      QVERIFY(!dialog.chosen().network.layers().empty());
      QTest::keyClick(dialog.tasks(), Qt::Key_Down);
    }
  }

  void theEmptyCanvasOffersIt() {
    session_->applyEdit({ReplaceNetwork{Network()}, "Empty"});
    QTRY_VERIFY(buttonOf(*place_->canvas(), "Suggest a network"));
    QTRY_VERIFY(buttonOf(*place_->canvas(), "Suggest a network")->width() > 50);
    // The dialog is modal: the answer is given while its event loop runs.
    answerDialog<NewNetworkDialog>([](NewNetworkDialog& dialog) { QTest::keyClick(&dialog, Qt::Key_Return); }, 300);
    click(*place_->canvas(), "Suggest a network");
    QVERIFY(!session_->network().layers().empty());
    session_->undo();
    QVERIFY(session_->network().layers().empty());
  }

  void theMemoryIsToldForTheDevice() {
    QTRY_VERIFY_WITH_TIMEOUT(place_->canvas()->strip()->fields().largestBatch.has_value(), kPatience);
    const NetworkStripFields& fields = place_->canvas()->strip()->fields();
    QCOMPARE(fields.device, QString("cpu"));
    QVERIFY(*fields.largestBatch > 64);
    QVERIFY(fields.trainingMemoryBytes > fields.inferenceMemoryBytes);
    session_->applyEdit({RemoveLayer{idOf("loss")}, "Remove"});
    QTRY_VERIFY_WITH_TIMEOUT(!place_->canvas()->strip()->fields().largestBatch.has_value(), kPatience);
    QVERIFY(place_->canvas()->strip()->fields().inferenceMemoryBytes.has_value());
  }

 private:
  ComparePanel* panel() const { return place_->comparison(); }
  LayerId idOf(const char* name) const {
    const Layer* layer = session_->network().findByName(name);
    if (!layer) qFatal("there is no layer %s", name);
    return layer->id;
  }
  QString overlay(const char* name) const { return place_->canvas()->scene()->node(idOf(name))->overlay(); }
  QListWidgetItem* entryWith(const QString& words) const {
    for (int row = 0; row < panel()->list()->count(); ++row)
      if (panel()->list()->item(row)->text().contains(words)) return panel()->list()->item(row);
    return nullptr;
  }
  // More filters, ReLU replaced by a normalisation of another name.
  void change() {
    session_->applyEdit({SetParameter{idOf("conv1"), "filters", std::int64_t{32}}, "Set"});
    const LayerId fc1 = idOf("fc1"), fc2 = idOf("fc2");
    session_->applyEdit({RemoveLayer{idOf("relu1")}, "Remove"});
    addLayer(*session_, "norm1", "batch_normalization", {}, "fc1");
    session_->applyEdit({AddEdge{{idOf("norm1"), 0, fc2, 0}}, "Connect"});
    Q_UNUSED(fc1);
  }

  NetworkWorkspace* place_ = nullptr;
};

}  // namespace fovea::test

QTEST_MAIN(fovea::test::NetworkCompareTest)
#include "network_compare_test.moc"
