// In a window, runs are started, paused, stepped, watched and stopped in random order, while the network is edited and
// all workspaces are visited.
#include <QElapsedTimer>
#include <map>

#include "app/actions/action_registry.h"
#include "app/workspaces/network/live_view.h"
#include "app/workspaces/network/network_workspace.h"
#include "core/base/random.h"
#include "core/network/standard_networks.h"
#include "tests/app/window_test.h"
#include "tests/soak_time.h"
#include "widgets/canvas/network_canvas.h"

namespace fovea::test {

class SoakTest : public WindowTest {
  Q_OBJECT

 private Q_SLOTS:
  void init() {
    openLenet("soak");
    place_ = static_cast<NetworkWorkspace*>(window_->workspace("network"));
  }
  void cleanup() {
    stopRuns();
    closeWindow();
  }

  void aWindowIsUsedWithoutAPlan() {
    const qint64 most = std::chrono::milliseconds(soakTime()).count();
    Random random(23);
    QElapsedTimer clock;
    clock.start();
    while (clock.elapsed() < most) {
      act(random);
      QTest::qWait(static_cast<int>(random.below(60)));
    }
    stopRuns();
    settle(*session_);
    QString counts;
    for (const auto& [name, count] : done_) counts += QString(" %1 %2,").arg(count).arg(name);
    qInfo("done:%s", qPrintable(counts));
    QVERIFY(done_["runs begun"] > 0);

    // The project holds every run, except those that were stopped while they were being prepared.
    const auto runs = require(session_->project()->runs().runs());
    QVERIFY(!runs.empty() && static_cast<int>(runs.size()) <= done_["runs begun"]);
    for (const RunRecord& run : runs) {
      QVERIFY(run.status == RunStatus::Stopped || run.status == RunStatus::Finished);
      const auto points = require(session_->project()->runs().points(run.id));
      for (std::size_t i = 1; i < points.size(); ++i) QVERIFY(points[i - 1].step < points[i].step);
    }
    // The last edit is saved a moment later.
    const auto saved = [this] { return require(session_->project()->loadNetwork()) == session_->network(); };
    QVERIFY(QTest::qWaitFor(saved, kPatience));
  }

 private:
  void act(Random& random) {
    static const QStringList kPlaces{"home", "data", "network", "train", "inspect"};
    switch (random.below(14)) {
      case 0:
      case 1:
        window_->showPlace(kPlaces[static_cast<int>(random.below(5))]);
        return count("visits");
      case 2:
      case 3:
        return begin();
      case 4:
        return trigger("train.pause");
      case 5:
        return trigger("train.step");
      case 6:
        return random.below(4) ? trigger("train.snapshot") : trigger("train.stop");
      case 7:
        return random.below(8) ? trigger("train.pause") : trigger("train.stopAfterEpoch");
      case 8:
        session_->training()->setLearningRate(0.001 * static_cast<double>(1 + random.below(9)));
        return count("rates");
      case 9:
        session_->training()->changeSetting("weight_decay", 0.0001 * static_cast<double>(random.below(9)));
        return count("settings changed");
      case 10:
        window_->showPlace("network");
        place_->live()->setMode(static_cast<LiveMode>(random.below(5)));
        return count("looks at a live network");
      case 11:
        return trigger("network.stepLayers");
      case 12:
        return edit(random);
      default:
        return select(random);
    }
  }

  void begin() {
    if (session_->training()->active() || !isSettled(*session_)) return;
    // An undone or redone edit may have left a layer without a connection.
    if (!session_->report().ok()) session_->applyEdit({ReplaceNetwork{require(standardNetwork("lenet"))}, "LeNet"});
    QVERIFY(session_->report().ok());
    TrainingSettings settings = session_->nextSettings();
    settings.epochs = 100000;
    settings.batch = 16;
    settings.device = "cpu";
    settings.keepLast = 3;
    settings.histogramEvery = 20;
    require(session_->startRun(settings, "soak"));
    QVERIFY(QTest::qWaitFor([this] { return session_->training()->active() && isSettled(*session_); }, kPatience));
    count("runs begun");
  }

  void edit(Random& random) {
    if (random.below(3) == 0) {
      random.below(2) ? session_->undo() : session_->redo();
      return count("undone or redone");
    }
    const Layer* const fc1 = session_->network().findByName("fc1");
    if (random.below(2) && fc1) {
      session_->applyEdit({SetParameter{fc1->id, "units", static_cast<std::int64_t>(32 + random.below(64))}, "Change"});
    } else {
      Layer layer;
      layer.type = "relu";
      session_->applyEdit({AddLayer{layer}, "Add"});
      QTest::qWait(10);
      session_->undo();
    }
    count("edits");
  }

  void select(Random& random) {
    const auto& layers = session_->network().layers();
    if (layers.empty()) return;
    place_->canvas()->setSelection({layers[random.below(layers.size())].id});
    count("selections");
  }

  // Triggers an action where the window offers it.
  void trigger(const QString& id) {
    QAction* const action = window_->registry().find(id);
    QVERIFY2(action, qPrintable(id));
    if (!action->isEnabled()) return;
    action->trigger();
    count(id);
  }

  void count(const QString& name) { ++done_[name]; }

  NetworkWorkspace* place_ = nullptr;
  std::map<QString, int> done_;
};

}  // namespace fovea::test

QTEST_MAIN(fovea::test::SoakTest)
#include "soak_test.moc"
