// Why: Inspect shows any layer of a large network at once. ResNet-50 with random weights and an input of a photograph's
// size; counts the work of the main thread, so that the test does not depend on the machine's load or speed.
#include <QSignalSpy>
#include <QTest>
#include <QTimer>

#include "app/workspaces/inspect/channel_inspector.h"
#include "app/workspaces/inspect/layer_card.h"
#include "app/workspaces/inspect/layer_strip.h"
#include "app/workspaces/inspect/layers_page.h"
#include "core/base/random.h"
#include "core/network/lowering.h"
#include "core/network/standard_networks.h"
#include "tests/app/app_support.h"
#include "tests/app/gap_meter.h"
#include "tests/core/base/machine_speed.h"
#include "tests/widgets/placement_counter.h"
#include "tests/widgets/work_times.h"
#include "widgets/images/image_grid.h"

namespace fovea::test {
namespace {

constexpr double kSwitchMilliseconds = 50, kPaintMilliseconds = 16, kFrameMilliseconds = 16;
constexpr int kAnswerMilliseconds = 120000;
constexpr int kRestMilliseconds = 500;  // after the answer, measured with it

std::filesystem::path drawnResNet50(const std::filesystem::path& folder) {
  Checkpoint checkpoint;
  checkpoint.network = require(standardNetwork("resnet50"));
  const LoweredNetwork lowered = require(lowerNetwork(checkpoint.network, {NetworkMode::Inference, 1, 0}));
  for (const VariableInfo& variable : lowered.variables)
    checkpoint.tensors.emplace_back(variable.name, initialValue(variable, 1));
  const std::filesystem::path file = folder / "resnet50.safetensors";
  require(writeCheckpoint(file, checkpoint));
  return file;
}

Tensor noisePicture() {
  Random random(3);
  Tensor picture = Tensor::make({DataType::Float32, Shape{3, 224, 224}});
  for (float& value : picture.values<float>()) value = static_cast<float>(random.normal());
  return picture;
}

}  // namespace

class InspectSpeedTest : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void initTestCase() {
    engine_ = std::make_shared<InspectionEngine>(testBackends());
    page_ = std::make_unique<LayersPage>(engine_);
    page_->resize(1440, 900);
    page_->show();
    QSignalSpy answered(page_.get(), &LayersPage::answered);
    InspectionRequest request;
    request.checkpoint = drawnResNet50(folder_.path().toStdString());
    request.live = std::make_shared<const Tensor>(noisePicture());
    GapMeter meter;
    meter.say("the first look");
    meter.start();
    page_->ask(request);
    QVERIFY(runEventsUntil([&] { return answered.count() > 0; }, kAnswerMilliseconds));
    runEvents(kRestMilliseconds);
    meter.stop();
    qInfo("longest of the window's own doing: %s", qPrintable(meter.longestOwn().text()));
    QVERIFY(page_->layerStrip()->count() > 100);
    QVERIFY(meter.longestOwn().own() < kSwitchMilliseconds);
  }
  void cleanupTestCase() {
    delete page_->channelInspector();
    page_.reset();
  }

  void anotherLayerIsShownAtOnce() {
    WorkTimes times;
    for (int layer = 0; layer < page_->layerStrip()->count(); ++layer)
      times.take([&] {
        page_->layerStrip()->setCurrent(layer);
        page_->grab();
      });
    qInfo("switching and painting one of %d layers: %s", page_->layerStrip()->count(), qPrintable(times.text()));
    QVERIFY(times.milliseconds(0.99) < kSwitchMilliseconds);
  }

  // A network can have thousands of layers.
  void aLongStripOfLayersIsLaidOutOnce() {
    LayerStrip strip;
    strip.resize(1200, 80);
    strip.show();
    QVERIFY(QTest::qWaitForWindowExposed(&strip));
    PlacementCounter counter;
    std::vector<LayerStrip::Entry> entries;
    for (int layer = 0; layer < 500; ++layer)
      entries.push_back({QStringLiteral("layer%1").arg(layer), QStringLiteral("64 × %1").arg(layer), {}});
    strip.setEntries(entries, 3);
    QCoreApplication::processEvents();
    const int first = counter.placed;
    entries.pop_back();
    strip.setEntries(entries, 3);
    QCoreApplication::processEvents();
    qInfo("tabs were placed %d times for %d layers, %d times for one fewer", first, 500, counter.placed - first);
    QVERIFY(strip.findChildren<LayerTab*>().last()->isVisible());
    QCOMPARE(strip.current(), 3);
    QVERIFY(counter.placed < 4 * 2 * 500);
  }

  void aGridOf512ChannelsIsPaintedWithinAFrame() {
    page_->layerStrip()->setCurrent(layerOf(512));
    ImageGrid& grid = *page_->layerCard()->activations();
    QCOMPARE(grid.channelCount(), 512);
    WorkTimes first, again;
    for (int i = 0; i < 30; ++i) {
      grid.setSymmetric(i % 2 == 0);  // recolours all planes
      first.take([&] { grid.viewport()->grab(); });
      QVERIFY(grid.colored());
      again.take([&] { grid.viewport()->grab(); });
    }
    qInfo("512 channels, coloured anew: %s", qPrintable(first.text()));
    qInfo("512 channels, again: %s", qPrintable(again.text()));
    QVERIFY(first.milliseconds(0.5) < kPaintMilliseconds);
    QVERIFY(again.milliseconds(0.99) < kPaintMilliseconds);
  }

  // Switches layers ten times a second while the cursor moves over their values.
  void theMainThreadIsNeverHeld() {
    ImageGrid& grid = *page_->layerCard()->activations();
    GapMeter meter;
    QTimer use;
    int step = 0;
    connect(&use, &QTimer::timeout, this, [&] {
      if (++step % 6 == 0) {
        const int layer = step / 6 % page_->layerStrip()->count();
        meter.say(QString::fromStdString(page_->result()->layers[static_cast<std::size_t>(layer)].activation.name));
        page_->layerStrip()->setCurrent(layer);
      }
      QTest::mouseMove(grid.viewport(),
                       {(step * 37) % grid.viewport()->width(), (step * 23) % grid.viewport()->height()});
    });
    page_->grab();
    meter.start();
    use.start(16);
    runEvents(8000);
    use.stop();
    meter.stop();
    qInfo("%d ticks; computed at a stretch: p99 %.1f ms, most %.1f ms; longest of the window's own doing: %s",
          meter.ticks(), meter.computedAt(0.99), meter.computedAt(1), qPrintable(meter.longestOwn().text()));
    QVERIFY(step > 100);
    const double slowness = slownessNow();
    qInfo("this machine is %.2f times slower than the one the limit is for", slowness);
    QVERIFY(meter.computedAt(0.99) < slowness * kFrameMilliseconds);
  }

 private:
  int layerOf(std::int64_t channels) const {
    const auto& layers = page_->result()->layers;
    for (std::size_t i = 0; i < layers.size(); ++i) {
      const Shape& shape = layers[i].activation.values.shape();
      if (shape.rank() == 3 && shape[0] == channels) return static_cast<int>(i);
    }
    return -1;
  }

  QTemporaryDir folder_;
  std::shared_ptr<InspectionEngine> engine_;
  std::unique_ptr<LayersPage> page_;
};

}  // namespace fovea::test

QTEST_MAIN(fovea::test::InspectSpeedTest)
#include "inspect_speed_test.moc"
