// Why: the canvas shows what a real run computes, requests only what is visible, and breakpoints stop the run.
#include <QListWidget>
#include <QMenu>
#include <QPushButton>
#include <QSignalSpy>
#include <cmath>

#include "app/actions/action_registry.h"
#include "app/workspaces/network/breakpoint_panel.h"
#include "app/workspaces/network/layer_inspector.h"
#include "app/workspaces/network/live_layer.h"
#include "app/workspaces/network/live_view.h"
#include "app/workspaces/network/network_workspace.h"
#include "app/workspaces/network/step_walk.h"
#include "core/network/standard_networks.h"
#include "tests/app/window_test.h"
#include "widgets/canvas/network_canvas.h"
#include "widgets/images/image_grid.h"
#include "widgets/plots/mini_plot.h"
#include "widgets/plots/ridge_plot.h"
#include "widgets/theme/segment_bar.h"

namespace fovea::test {

class LiveNetworkTest : public WindowTest {
  Q_OBJECT

 private Q_SLOTS:
  void init() {
    openLenet("live");
    window_->showPlace("network");
    place_ = static_cast<NetworkWorkspace*>(window_->workspace("network"));
  }
  void cleanup() {
    stopRuns();
    closeWindow();
  }

  void itIsSaidWhenFiguresAreNotMeasuredAsTheStepComputes() {
    start(true, 4);
    live()->setMode(LiveMode::Health);
    waitForFrame();
    QCOMPARE(live()->measureText(), QStringList{"measured without micro-batches"});
  }

  void figuresFollowTheRun() {
    QVERIFY(live()->isHidden());
    QCOMPARE(form(), FigureForm::None);
    start();
    QVERIFY(live()->isVisible());
    QVERIFY(live()->matchText().isEmpty());
    QVERIFY(live()->asked().empty());
    live()->modes()->setCurrent(static_cast<int>(LiveMode::Health));
    QCOMPARE(live()->asked().size(), std::size_t(9));
    QCOMPARE(form(), FigureForm::RowsAndPicture);
    waitForFrame();
    const NodeFigures& conv = figures("conv1");
    QCOMPARE(conv.rows.size(), std::size_t(4));
    QVERIFY(!conv.picture.isNull());
    const LayerProbe& probe = measured("conv1");
    QCOMPARE(conv.rows[0].value,
             QString("%1 ± %2").arg(shortNumber(probe.output.mean), shortNumber(probe.output.deviation)));
    QCOMPARE(conv.rows[2].value, shortNumber(probe.gradientNorm));
    QCOMPARE(conv.rows[3].value, shortNumber(probe.updateRatio));
    QVERIFY(probe.gradientNorm > 0 && probe.updateRatio > 0);
    QCOMPARE(figures("pool1").rows.size(), std::size_t(2));
    QVERIFY(live()->measureText().isEmpty());
    // The figures are updated, and show their cost.
    const std::int64_t step = live()->frame()->step;
    QVERIFY(QTest::qWaitFor([&] { return live()->frame()->step > step && !live()->costText().isEmpty(); }, kPatience));

    live()->setMode(LiveMode::Time);
    double share = 0;
    for (const Layer& layer : session_->network().layers()) share += figures(layer.name).rows.at(0).share;
    QVERIFY(std::abs(share - 1) < 1e-9);
    live()->setMode(LiveMode::Memory);
    QVERIFY(figures("fc1").rows.at(0).share > figures("fc2").rows.at(0).share);
    live()->setMode(LiveMode::Pictures);
    QVERIFY(figures("data").rows.empty() && !figures("data").picture.isNull());

    live()->setMode(LiveMode::Shapes);
    QVERIFY(live()->asked().empty());
    QCOMPARE(form(), FigureForm::None);
    QVERIFY(figures("conv1").rows.empty());
  }

  void theInspectorShowsTheSelectedLayerOverTime() {
    start();
    LiveLayer* layer = place_->layerInspector()->live();
    place_->canvas()->setSelection({session_->network().findByName("fc1")->id});
    QVERIFY(layer->isHidden());
    live()->setMode(LiveMode::Health);
    QVERIFY(QTest::qWaitFor([&] { return layer->outputs()->ridges().size() >= 2; }, kPatience));
    QVERIFY(layer->isVisible() && layer->updates()->isVisible());
    QCOMPARE(layer->outputs()->ridges().back().histogram.counts, measured("fc1").histogram.counts);
    QVERIFY(layer->outputs()->ridges()[0].step < layer->outputs()->ridges()[1].step);
    place_->canvas()->setSelection({session_->network().findByName("relu1")->id});
    QVERIFY(layer->outputs()->isVisible() && !layer->updates()->isVisible());
    place_->canvas()->setSelection({});
    QVERIFY(layer->isHidden());
  }

  // Forward through the layers and backward again, with each tensor as it was in that step.
  void aStepIsWalkedThroughLayerByLayer() {
    QAction* step = action("network.stepLayers");
    QVERIFY(!step->isEnabled());
    start();
    QVERIFY(step->isEnabled());
    step->trigger();
    StepWalk* walk = place_->stepWalk();
    QVERIFY(QTest::qWaitFor([&] { return walk->trace() && walk->isVisible(); }, kPatience));
    const StepTrace& trace = *walk->trace();
    QVERIFY(!trace.error);
    std::size_t tensors = 0;
    for (const TraceStage& stage : trace.stages) tensors += stage.tensors.size();
    QCOMPARE(walk->list()->count(), static_cast<int>(tensors));
    QVERIFY(tensors > 18);
    const CanvasScene& scene = *place_->canvas()->scene();
    const auto marked = [&](const char* layer) { return scene.overlay(session_->network().findByName(layer)->id); };
    for (int row = 0; row < walk->list()->count(); ++row) {
      walk->list()->setCurrentRow(row);
      const QString text = walk->list()->item(row)->text();
      if (text.contains("conv1 · output")) {
        QVERIFY2(walk->words().startsWith("conv1 forward: output, 16×20×24×24"), qPrintable(walk->words()));
        QCOMPARE(walk->picture()->channelCount(), 20);
        QVERIFY2(walk->facts().contains("Mean"), qPrintable(walk->facts()));
        QCOMPARE(marked("conv1"), QString("→"));
        QCOMPARE(marked("fc1"), QString());
      }
      if (text.contains("gradient of conv1.weight")) {
        QVERIFY2(walk->words().startsWith("conv1 backward: gradient of conv1.weight"), qPrintable(walk->words()));
        QCOMPARE(marked("conv1"), QString("←"));
      }
    }
    QVERIFY(walk->list()->item(0)->text().startsWith("→"));
    QVERIFY(walk->list()->item(walk->list()->count() - 1)->text().startsWith("←"));
    QTRY_COMPARE_WITH_TIMEOUT(session_->training()->snapshot()->state, WorkerState::Paused, kPatience);
    // The next step shows the same row.
    const std::int64_t before = trace.step;
    const int row = walk->list()->currentRow();
    walk->findChild<QPushButton*>("nextBatch")->click();
    QVERIFY(QTest::qWaitFor([&] { return walk->trace()->step == before + 1; }, kPatience));
    QCOMPARE(walk->list()->currentRow(), row);
    walk->hide();
    QCOMPARE(marked("conv1"), QString());
  }

  void theFiguresHaveMenuEntries() {
    QVERIFY(!action("network.figures.3")->isEnabled());
    start();
    action("network.figures.3")->trigger();
    QCOMPARE(live()->mode(), LiveMode::Health);
    QVERIFY(action("network.figures.3")->isChecked());
    live()->setMode(LiveMode::Shapes);
    QVERIFY(action("network.figures.0")->isChecked());
  }

  void theHistoryIsBoundedAndEven() {
    LiveHistory history;
    for (int step = 1; step <= 1000; ++step) {
      ProbeFrame frame;
      frame.step = step;
      frame.layers.emplace_back().layer = "conv1";
      history.add(frame);
    }
    const auto& entries = history.of("conv1");
    QVERIFY(entries.size() > LiveHistory::kMost / 2 - 1 && entries.size() <= LiveHistory::kMost);
    QCOMPARE(entries.front().step, std::int64_t(1));
    for (std::size_t i = 2; i < entries.size(); ++i)
      QCOMPARE(entries[i].step - entries[i - 1].step, entries[1].step - entries[0].step);
    QVERIFY(entries.back().step > 1000 - 2 * (entries[1].step - entries[0].step));
    QVERIFY(history.of("conv2").empty());
  }

  void nothingIsAskedWhereNobodyLooks() {
    start();
    live()->setMode(LiveMode::Health);
    waitForFrame();
    QSignalSpy frames(session_->training(), &TrainingBridge::probed);
    window_->showPlace("train");
    QVERIFY(live()->asked().empty());
    const auto step = [this] { return session_->training()->snapshot()->step; };
    const std::int64_t before = step();
    // A frame may already be on its way; after that there are none.
    QVERIFY(QTest::qWaitFor([&] { return step() > before + 20; }, kPatience));
    frames.clear();
    const std::int64_t then = step();
    QVERIFY(QTest::qWaitFor([&] { return step() > then + 60; }, kPatience));
    QCOMPARE(frames.count(), 0);
    window_->showPlace("network");
    QCOMPARE(live()->asked().size(), std::size_t(9));
    QVERIFY(QTest::qWaitFor([&] { return frames.count() > 0; }, kPatience));
    session_->training()->stop();
    QVERIFY(QTest::qWaitFor([this] { return live()->isHidden(); }, kPatience));
    QVERIFY(live()->asked().empty());
    QCOMPARE(form(), FigureForm::None);
  }

  void aNetworkWithOtherLayersSaysWhichMatch() {
    start();
    addLayer(*session_, "extra", "relu", {}, "conv1");
    QCOMPARE(live()->matchText(), QString("not in this run: extra"));
    live()->setMode(LiveMode::Health);
    waitForFrame();
    QVERIFY(figures("extra").rows.empty());
    QVERIFY(!figures("fc1").rows.empty());
    // A layer with another number of filters counts as another layer.
    const LayerId conv2 = session_->network().findByName("conv2")->id;
    session_->applyEdit({SetParameter{conv2, "filters", std::int64_t{40}}, "Change"});
    QCOMPARE(live()->matchText(), QString("not in this run: conv2, extra"));
    QCOMPARE(live()->asked().size(), std::size_t(8));
    session_->undo();
    require(
        await([&](const auto& done) { session_->networks()->add(require(standardNetwork("srcnn")), "SRCNN", done); }));
    settle(*session_);
    QVERIFY(live()->isHidden());
    QVERIFY(live()->asked().empty());
  }

  void aBreakpointPausesIsShownAndTheRunGoesOn() {
    QMenu menu;
    place_->breakpointPanel()->addTo(menu, "conv1");
    QMenu* choices = menu.actions().front()->menu();
    QCOMPARE(choices->actions().size(), 6);
    session_->breakpoints()->add({"conv1", Breakpoint::Measure::Gradient, Breakpoint::Condition::Above, 0});
    choices->actions()[0]->trigger();  // zeros > 60 %: never true for a convolution
    session_->breakpoints()->setEvery(5);
    QCOMPARE(session_->breakpoints()->entries().size(), std::size_t(2));
    QCOMPARE(node("conv1")->breakpoint(), BreakpointMark::On);
    QCOMPARE(node("fc1")->breakpoint(), BreakpointMark::None);
    start(false);
    const auto paused = [this] { return session_->training()->snapshot()->state == WorkerState::Paused; };
    QVERIFY(QTest::qWaitFor(paused, kPatience));
    QCOMPARE(session_->training()->snapshot()->step, std::int64_t(1));
    const auto& entry = session_->breakpoints()->entries()[0];
    QVERIFY(entry.hit.has_value());
    QCOMPARE(entry.hit->step, std::int64_t(1));
    QVERIFY(!session_->breakpoints()->entries()[1].hit);
    QCOMPARE(node("conv1")->breakpoint(), BreakpointMark::Hit);
    QAbstractButton* goOn = nullptr;
    QVERIFY(QTest::qWaitFor([&] { return (goOn = bannerButton("Continue")) != nullptr; }, kPatience));
    bannerButton("Show the layer")->click();
    QCOMPARE(place_->canvas()->selection(), QList{session_->network().findByName("conv1")->id});
    goOn->click();
    QVERIFY(QTest::qWaitFor([this] { return session_->training()->snapshot()->step > 30; }, kPatience));
    QVERIFY(!bannerButton("Continue"));
    // Stored with the network.
    const auto kept = session_->project()->breakpoints();
    QCOMPARE(kept.size(), std::size_t(2));
    QCOMPARE(QString::fromStdString(kept[0].condition), QString("conv1: gradient > 0"));
    session_->breakpoints()->setOn(0, false);
    QCOMPARE(node("conv1")->breakpoint(), BreakpointMark::On);  // the other breakpoint is still on
    session_->breakpoints()->remove(1);
    QCOMPARE(node("conv1")->breakpoint(), BreakpointMark::Off);
    session_->breakpoints()->remove(0);
    QCOMPARE(node("conv1")->breakpoint(), BreakpointMark::None);
    QVERIFY(session_->project()->breakpoints().empty());
  }

  void breakpointsComeBackWithTheProject() {
    session_->breakpoints()->add({"relu1", Breakpoint::Measure::Zeros, Breakpoint::Condition::Above, 0.6});
    session_->breakpoints()->setOn(0, false);
    const auto folder = session_->project()->folder();
    settle(*session_);
    require(session_->createProject(sandbox_->path("other"), "other"));
    QVERIFY(session_->breakpoints()->entries().empty());
    require(session_->openProject(folder));
    QCOMPARE(session_->breakpoints()->entries().size(), std::size_t(1));
    QVERIFY(!session_->breakpoints()->entries()[0].on);
    QCOMPARE(session_->breakpoints()->entries()[0].breakpoint.limit, 0.6);
  }

  void aBlockShowsTheSumOfWhatIsInside() {
    const auto layers = std::vector<std::string>{"data", "block/conv1", "block/relu1", "fc1"};
    ProbeFrame frame;
    for (const std::string& name : layers) {
      LayerProbe& probe = frame.layers.emplace_back();
      probe.layer = name;
      probe.milliseconds = 1;
      probe.bytes = 100;
      probe.output.mean = static_cast<double>(frame.layers.size());
      probe.output.count = 1;
      probe.thumbnail = Tensor::zeros({DataType::Float32, Shape{0, 0}});
    }
    frame.layers[1].gradientNorm = 3;
    const std::vector<LiveNode> nodes{{LayerId{0}, {"data"}, "data", true},
                                      {LayerId{1}, {"block/conv1", "block/relu1"}, "block/relu1", false},
                                      {LayerId{2}, {"fc1"}, "fc1", false}};
    const auto time = liveFigures(nodes, frame, LiveMode::Time);
    QCOMPARE(time.at(LayerId{1}).rows[0].share, 0.5);
    const auto health = liveFigures(nodes, frame, LiveMode::Health);
    QVERIFY(health.at(LayerId{1}).rows[0].value.startsWith("3 ±"));  // the output of its last layer
    QCOMPARE(health.at(LayerId{1}).rows[2].value, QString("3"));
  }

 private:
  LiveView* live() { return place_->live(); }
  QAction* action(const QString& id) { return window_->registry().find(id); }
  FigureForm form() { return place_->canvas()->scene()->style().figures; }
  NodeItem* node(const std::string& name) {
    return place_->canvas()->scene()->node(session_->network().findByName(name)->id);
  }
  const NodeFigures& figures(const std::string& name) { return node(name)->figures(); }
  const LayerProbe& measured(const std::string& name) {
    for (const LayerProbe& probe : live()->frame()->layers)
      if (probe.layer == name) return probe;
    qFatal("%s was not measured", name.c_str());
  }
  QAbstractButton* bannerButton(const QString& words) {
    for (auto* banner : place_->findChildren<Banner*>())
      if (auto* button = buttonOf(*banner, words)) return button;
    return nullptr;
  }
  // A run without end.
  void start(bool wait = true, std::int64_t microBatches = 1) {
    TrainingSettings settings = session_->nextSettings();
    settings.microBatches = microBatches;
    settings.epochs = 100000;
    settings.batch = 16;
    settings.device = "cpu";
    require(session_->startRun(settings, "live"));
    if (wait) QVERIFY(QTest::qWaitFor([this] { return live()->run().valid(); }, kPatience));
  }
  void waitForFrame() {
    QVERIFY(QTest::qWaitFor([this] { return live()->frame() != nullptr; }, kPatience));
  }

  NetworkWorkspace* place_ = nullptr;
};

}  // namespace fovea::test

QTEST_MAIN(fovea::test::LiveNetworkTest)
#include "live_network_test.moc"
