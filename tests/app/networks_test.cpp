// A project keeps several networks with their histories, and reports the position of an error in one that cannot be
// read.
#include <QLineEdit>
#include <QListWidget>
#include <QMenu>
#include <QSignalSpy>

#include "app/workspaces/network/history_dialog.h"
#include "app/workspaces/network/network_chooser.h"
#include "app/workspaces/network/network_workspace.h"
#include "core/network/standard_networks.h"
#include "tests/app/window_test.h"
#include "widgets/canvas/network_canvas.h"

namespace fovea::test {

class NetworksTest : public WindowTest {
  Q_OBJECT

 private Q_SLOTS:
  void init() {
    openWindow();
    openPlace();
    makeProject(*session_, *sandbox_, "several");
    window_->showPlace("network");
  }
  void cleanup() { closeWindow(); }

  void whatIsOpenedStandsBesideWhatIsThere() {
    const Network mine = session_->network();
    const Network lenet = require(standardNetwork("lenet"));
    require(writeNetwork(sandbox_->path("lenet.json"), lenet));
    place_->openNetworkFile(sandbox_->text("lenet.json"));
    settle(*session_);
    QVERIFY(session_->network() == lenet);
    QCOMPARE(names(), (QStringList{"tiny", "LeNet"}));
    choose("tiny");
    QVERIFY(session_->network() == mine);
    choose("LeNet");
    QVERIFY(session_->network() == lenet);
    // Opening the same file again adds a network with another name.
    place_->openNetworkFile(sandbox_->text("lenet.json"));
    settle(*session_);
    QCOMPARE(names(), (QStringList{"tiny", "LeNet", "LeNet 2"}));
  }

  void eachNetworkHasItsOwnUndo() {
    const std::string first = session_->network().name();
    session_->applyEdit({RenameNetwork{"first"}, "Rename"});
    require(
        await([&](const auto& done) { session_->networks()->add(require(standardNetwork("lenet")), "Open", done); }));
    QVERIFY(!session_->document().canUndo());
    session_->applyEdit({RenameNetwork{"second"}, "Rename"});
    choose("first");
    session_->undo();
    QCOMPARE(session_->network().name(), first);
    choose("second");
    session_->undo();
    QCOMPARE(session_->network().name(), std::string("LeNet"));
  }

  void aNameThatUndoBringsBackIsNumbered() {
    require(await([&](const auto& done) { session_->networks()->rename("first", done); }));
    Network other = require(standardNetwork("lenet"));
    require(applyEdit(other, {RenameNetwork{"tiny"}, {}}));
    require(await([&](const auto& done) { session_->networks()->add(other, "Open", done); }));
    choose("first");
    session_->undo();
    QCOMPARE(session_->network().name(), std::string("tiny"));
    QCOMPARE(names(), (QStringList{"tiny 2", "tiny"}));
    require(session_->saveNetwork());
    choose("tiny");
    QCOMPARE(names(), (QStringList{"tiny 2", "tiny"}));
    // A name that is being typed belongs to the network that was shown, although both have the same name.
    auto* editor = place_->findChild<QLineEdit*>("nameEditor");
    place_->canvas()->rename(session_->network().layers().front().id);
    QVERIFY(editor->isVisible());
    editor->setText(QString::fromStdString(session_->network().layers().back().name));
    choose("tiny 2");
    QCOMPARE(session_->network().name(), std::string("tiny"));
    QVERIFY(!editor->isVisible());
  }

  void undoAndRedoGoOnAfterARestart() {
    const Network drawn = session_->network();
    const LayerId conv = drawn.findByName("conv1")->id;
    for (const std::int64_t filters : {5, 6, 7}) session_->applyEdit({SetParameter{conv, "filters", filters}, "Set"});
    session_->undo();
    restart();
    QCOMPARE(filtersOf(conv), 6);
    QVERIFY(session_->document().canUndo());
    session_->undo();
    QCOMPARE(filtersOf(conv), 5);
    session_->undo();
    QVERIFY(session_->network() == drawn);
    while (session_->document().canUndo()) session_->undo();
    QVERIFY(session_->network().layers().empty());
    QCOMPARE(session_->network().name(), std::string("network"));
    restart();
    // Redo works after a restart, too.
    while (session_->document().canRedo()) session_->redo();
    QCOMPARE(filtersOf(conv), 6);
  }

  void anEarlierStateIsTakenAsAnEdit() {
    const Network drawn = session_->network();
    session_->applyEdit({RenameNetwork{"changed"}, "Call it changed"});
    require(session_->saveNetwork());
    place_->chooser()->showEarlier();
    auto* dialog = window_->findChild<HistoryDialog*>();
    QTRY_VERIFY(dialog->isVisible());
    QVERIFY(dialog->list()->item(0)->text().contains("Call it changed"));
    QVERIFY(!buttonOf(*dialog, "Take this state")->isEnabled());  // it is the present state
    dialog->list()->setCurrentRow(1);
    click(*dialog, "Take this state");
    QVERIFY(session_->network() == drawn);
    session_->undo();
    QCOMPARE(session_->network().name(), std::string("changed"));
  }

  void aRemovedNetworkIsPutBack() {
    const Network mine = session_->network();
    require(await([&](const auto& done) { session_->networks()->duplicate(done); }));
    QCOMPARE(names(), (QStringList{"tiny", "tiny 2"}));
    place_->chooser()->remove();
    settle(*session_);
    QCOMPARE(names(), QStringList{"tiny"});
    QVERIFY2(bannerWords(*place_).contains("tiny 2"), qPrintable(bannerWords(*place_)));
    click(*bannerOf(*place_), "Undo");
    settle(*session_);
    QCOMPARE(names(), (QStringList{"tiny", "tiny 2"}));
    QCOMPARE(session_->network().name(), std::string("tiny 2"));
    // The last networks can be removed and restored, too, also after a restart.
    place_->chooser()->remove();
    settle(*session_);
    place_->chooser()->remove();
    settle(*session_);
    QVERIFY(session_->network().layers().empty());
    restart();
    QCOMPARE(session_->project()->removedNetworks().size(), std::size_t(2));
    require(await([&](const auto& done) {
      session_->networks()->restore(session_->project()->removedNetworks().front().file, done);
    }));
    QVERIFY(session_->network() == mine);
  }

  void aNameIsGivenOnce() {
    require(await([&](const auto& done) { session_->networks()->duplicate(done); }));
    QVERIFY(!await([&](const auto& done) { session_->networks()->rename("tiny", done); }).ok());
    QVERIFY(!await([&](const auto& done) { session_->networks()->rename("", done); }).ok());
    require(await([&](const auto& done) { session_->networks()->rename("other", done); }));
    QCOMPARE(names(), (QStringList{"tiny", "other"}));
    QVERIFY(place_->chooser()->text().contains("other"));
    session_->undo();
    QCOMPARE(session_->network().name(), std::string("tiny 2"));
  }

  void aRunKeepsTheNetworkThatItTrained() {
    const Network mine = session_->network();
    TrainingSettings settings;
    settings.epochs = 1;
    settings.batch = 16;
    require(session_->startRun(settings, "run"));
    require(
        await([&](const auto& done) { session_->networks()->add(require(standardNetwork("lenet")), "Open", done); }));
    QTRY_VERIFY_WITH_TIMEOUT(!session_->training()->active(), kPatience);
    const RunRecord run = require(session_->project()->runs().runs()).front();
    QVERIFY(require(session_->project()->runs().network(run.id)) == mine);
  }

  void aDamagedNetworkIsSaidInItsPlaceWithTheLastGoodState() {
    session_->applyEdit({RenameNetwork{"good"}, "Rename"});
    require(session_->saveNetwork());
    const Network good = session_->network();
    damageAndRestart("{\"format\": \"fovea-net");
    openSeveral();
    QCOMPARE(window_->currentPlace(), QString("network"));
    QVERIFY2(bannerWords(*place_).contains("cannot be read"), qPrintable(bannerWords(*place_)));
    QVERIFY2(bannerWords(*place_).contains("network.json.damaged-1"), qPrintable(bannerWords(*place_)));
    QVERIFY(std::filesystem::exists(session_->project()->folder() / "network.json.damaged-1"));
    click(*bannerOf(*place_), "Take the last good state");
    QVERIFY(session_->network() == good);
    require(session_->saveNetwork());
    QVERIFY2(bannerWords(*place_).isEmpty(), qPrintable(bannerWords(*place_)));
    QVERIFY(require(readNetwork(session_->project()->networkFile())) == good);
    restart();
    QVERIFY(session_->network() == good);
    QVERIFY(!session_->networks()->damage());
  }

  void aNetworkThatWasOnlyLookedAtHasALastGoodStateToo() {
    const Network lenet = require(standardNetwork("lenet"));
    const auto folder = session_->project()->folder();
    window_.reset();
    session_.reset();
    std::filesystem::remove(folder / "network.history");
    require(writeNetwork(folder / "network.json", lenet));
    restart();
    QVERIFY(!session_->document().canUndo());
    damageAndRestart("{");
    openSeveral();
    click(*bannerOf(*place_), "Take the last good state");
    QVERIFY(session_->network() == lenet);
  }

  void withoutAHistoryTheLastRunHasTheNetwork() {
    const Network trained = session_->network();
    TrainingSettings settings;
    settings.epochs = 1;
    settings.batch = 16;
    require(session_->startRun(settings, "run one"));
    QTRY_VERIFY_WITH_TIMEOUT(!session_->training()->active(), kPatience);
    const auto history = session_->project()->historyFile();
    damageAndRestart("");
    std::filesystem::remove(history);
    openSeveral();
    QVERIFY(!buttonOf(*place_, "Take the last good state"));
    click(*bannerOf(*place_), "Take the network of the run “run one”");
    QVERIFY(session_->network() == trained);
  }

  void aNetworkOfANewerVersionIsSaidAndNotTouched() {
    const std::string newer = "{\"format\": \"fovea-network\", \"version\": 1000}";
    const auto file = session_->project()->networkFile();
    damageAndRestart(newer);
    openSeveral();
    QVERIFY2(bannerWords(*place_).contains("cannot be read"), qPrintable(bannerWords(*place_)));
    // Another network can be added next to it.
    require(
        await([&](const auto& done) { session_->networks()->add(require(standardNetwork("lenet")), "Open", done); }));
    QVERIFY(bannerWords(*place_).isEmpty());
    require(session_->saveNetwork());
    std::ifstream stream(file);
    QCOMPARE(std::string(std::istreambuf_iterator<char>(stream), {}), newer);
  }

  void whatWasDrawnWithoutAProjectIsNotLost() {
    closeWindow();
    openWindow();
    openPlace();
    const Network lenet = require(standardNetwork("lenet"));
    session_->applyEdit({ReplaceNetwork{lenet}, "Open"});
    require(session_->createProject(sandbox_->path("made"), "made"));
    QVERIFY(session_->network() == lenet);
  }

 private:
  void openPlace() { place_ = static_cast<NetworkWorkspace*>(window_->workspace("network")); }
  QStringList names() const {
    QStringList names;
    Q_EMIT place_->chooser()->list()->aboutToShow();
    for (const QAction* action : place_->chooser()->list()->actions())
      if (action->isCheckable()) names << action->text();
    return names;
  }
  void choose(const QString& name) {
    Q_EMIT place_->chooser()->list()->aboutToShow();
    for (QAction* action : place_->chooser()->list()->actions())
      if (action->isCheckable() && action->text() == name) {
        action->trigger();
        settle(*session_);
        return;
      }
    QFAIL(qPrintable("no network " + name));
  }
  std::int64_t filtersOf(LayerId layer) const { return session_->network().find(layer)->parameters.integer("filters"); }
  void openSeveral() {
    window_->openProject(sandbox_->text("several"));
    QTRY_COMPARE(window_->currentPlace(), QString("network"));
  }
  void restart() {
    window_.reset();
    session_ = std::make_unique<Session>(testBackends());
    window_ = std::make_unique<MainWindow>(*session_, *themes_);
    window_->show();
    openPlace();
    require(session_->openProject(sandbox_->path("several")));
    window_->showPlace("network");
  }
  void damageAndRestart(const std::string& bytes) {
    const auto file = session_->project()->networkFile();
    window_.reset();
    session_.reset();
    writeBytes(file, bytes);
    session_ = std::make_unique<Session>(testBackends());
    window_ = std::make_unique<MainWindow>(*session_, *themes_);
    window_->show();
    openPlace();
  }

  NetworkWorkspace* place_ = nullptr;
};

}  // namespace fovea::test

QTEST_MAIN(fovea::test::NetworksTest)
#include "networks_test.moc"
