// Why: synthesis, arithmetic, drawings, video and animations show the network's own results, follow the user at once,
// and stop on request.
#include <QComboBox>
#include <QLineEdit>
#include <QProgressBar>
#include <QPushButton>
#include <QSettings>
#include <QSignalSpy>
#include <QSlider>
#include <QSpinBox>
#include <QTemporaryDir>
#include <QTest>
#include <fstream>

#include "app/bridge/await.h"
#include "app/bridge/user_settings.h"
#include "app/workspaces/inspect/arithmetic_view.h"
#include "app/workspaces/inspect/inspect_workspace.h"
#include "app/workspaces/inspect/layer_strip.h"
#include "app/workspaces/inspect/prediction_card.h"
#include "app/workspaces/inspect/time_bar.h"
#include "core/data/files/gif_image.h"
#include "core/data/store/dataset_writer.h"
#include "core/network/network_edit.h"
#include "widgets/images/bars.h"
#include "widgets/images/drawing_pad.h"
#include "widgets/images/image_view.h"
#include "widgets/theme/notice.h"
#include "widgets/theme/segment_bar.h"

namespace fovea {
namespace {

using List = std::vector<std::int64_t>;
using Page = InspectWorkspace::Page;

constexpr int kWait = 30000;
constexpr int kRunEpochs = 3;

void need(const Status& status) {
  if (!status.ok()) qFatal("%s", status.error().text().c_str());
}

template <class T>
T need(Result<T> result) {
  if (!result.ok()) qFatal("%s", result.error().text().c_str());
  return std::move(*result);
}

// Dark and light images of 1×8×8.
void writeShades(const std::filesystem::path& folder) {
  auto writer = need(DatasetWriter::create(folder, {"shades", "test", "nowhere", Shape{1, 8, 8}, {"dark", "light"}}));
  for (std::size_t i = 0; i < 60; ++i) {
    std::vector<std::uint8_t> pixels(64);
    for (std::size_t k = 0; k < pixels.size(); ++k)
      pixels[k] = static_cast<std::uint8_t>((i % 2 == 0 ? 20 : 200) + (i * 7 + k * 3) % 40);
    need(writer->add(rawSample(Shape{1, 8, 8}, pixels, static_cast<std::int32_t>(i % 2),
                               i < 40 ? Split::Train : Split::Validation, "nowhere", i)));
  }
  need(writer->finish());
}

void drawNetwork(Session& session) {
  const auto add = [&](const char* name, const char* type, const FieldValues& parameters, const char* source) {
    Layer layer;
    layer.type = type;
    layer.name = name;
    layer.parameters = parameters;
    session.applyEdit({AddLayer{layer}, "Add"});
    if (source)
      session.applyEdit(
          {AddEdge{{session.network().findByName(source)->id, 0, session.network().findByName(name)->id, 0}},
           "Connect"});
  };
  add("data", "input", {{"shape", List{1, 8, 8}}}, nullptr);
  add("conv1", "convolution", {{"filters", std::int64_t{5}}, {"kernel", List{3, 3}}}, "data");
  add("relu1", "relu", {}, "conv1");
  add("pool1", "max_pooling", {}, "relu1");
  add("fc1", "linear", {{"units", std::int64_t{2}}}, "pool1");
  add("loss", "cross_entropy", {}, "fc1");
}

// Grey frames of increasing brightness; `most` of them, then none.
class Brightening : public VideoReader {
 public:
  explicit Brightening(int most) : most_(most) {}
  std::int64_t frames() const override { return most_; }
  double framesPerSecond() const override { return 0; }
  bool grab() override { return ++number_ <= most_; }
  const std::uint8_t* retrieve(std::int64_t& height, std::int64_t& width) override {
    height = width = 16;
    std::ranges::fill(pixels_, static_cast<std::uint8_t>(255 * number_ / most_));
    return pixels_.data();
  }

 private:
  int most_, number_ = 0;
  std::vector<std::uint8_t> pixels_ = std::vector<std::uint8_t>(3 * 16 * 16);
};

}  // namespace

class InspectPagesTest : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void initTestCase() {
    QCoreApplication::setOrganizationName("fovea-test");
    QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, folder_.filePath("settings"));
    UserSettings::reload();
    auto backends = std::make_shared<BackendRegistry>();
    registerCpuBackend(*backends);
    session_ = std::make_unique<Session>(std::move(backends));
    need(session_->createProject(path("project"), "shades"));
    writeShades(path("data"));
    need(fovea::await([&](const auto& done) { session_->datasets()->add("shades", path("data"), done); }));
    drawNetwork(*session_);
    QVERIFY(session_->report().ok());
    TrainingSettings settings;
    settings.epochs = kRunEpochs;
    settings.batch = 10;
    QSignalSpy ended(session_->training(), &TrainingBridge::runEnded);
    need(session_->startRun(settings, "first"));
    QVERIFY(ended.wait(kWait));
  }
  void cleanupTestCase() { session_.reset(); }
  void init() {
    place_ = std::make_unique<InspectWorkspace>(*session_);
    place_->resize(1440, 900);
    QSignalSpy inspected(place_.get(), &InspectWorkspace::inspected);
    place_->show();
    place_->activate();
    QVERIFY(inspected.count() > 0 || inspected.wait(kWait));
  }
  void cleanup() { place_.reset(); }

  void aClassGrowsLiveAndIsSaved() {
    SynthesisPage& page = *place_->synthesisPage();
    showSynthesis();
    QCOMPARE(page.classBox()->count(), 2);
    page.classBox()->setCurrentIndex(1);
    QSignalSpy frames(&page, &SynthesisPage::frameShown);
    QTest::mouseClick(page.growButton(), Qt::LeftButton);
    QVERIFY(page.running());
    QTRY_VERIFY_WITH_TIMEOUT(!page.running(), kWait);
    QVERIFY(page.shown());
    QVERIFY(page.shown()->last.value > page.shown()->first);
    QCOMPARE(page.picture().size(), QSize(8, 8));
    QVERIFY(page.figure()->text().contains("activation"));
    QVERIFY(page.saveTo(folder_.filePath("grown.png")));
    QCOMPARE(QImage(folder_.filePath("grown.png")).size(), QSize(8, 8));
    // The light class's synthesised image is brighter than the dark one's.
    const auto brightness = [](const SynthesisResult& result) {
      double sum = 0;
      for (const std::uint8_t pixel : result.last.picture.values<std::uint8_t>()) sum += pixel;
      return sum;
    };
    const double light = brightness(*page.shown());
    page.classBox()->setCurrentIndex(0);
    page.grow();
    QTRY_VERIFY_WITH_TIMEOUT(!page.running() && page.shown(), kWait);
    QVERIFY(light > brightness(*page.shown()));
  }

  void whatGrowsIsCancelledAtOnce() {
    SynthesisPage& page = *place_->synthesisPage();
    showSynthesis();
    page.stepsBox()->setValue(100000);
    QSignalSpy frames(&page, &SynthesisPage::frameShown);
    page.grow();
    QTRY_VERIFY_WITH_TIMEOUT(frames.count() >= 2, kWait);
    QElapsedTimer since;
    since.start();
    QTest::keyClick(page.cancelButton(), Qt::Key_Space);
    QVERIFY(!page.running());
    QVERIFY2(since.elapsed() < 100, qPrintable(QString::number(since.elapsed())));
    QVERIFY(!page.picture().isNull());  // the image so far is kept
    // The engine is free again and handles another request.
    page.stepsBox()->setValue(3);
    page.grow();
    QTRY_VERIFY_WITH_TIMEOUT(page.shown(), kWait);
  }

  void aSampleIsInvertedAndALayerDreams() {
    SynthesisPage& page = *place_->synthesisPage();
    showSynthesis();
    page.methodBar()->setCurrent(2);
    QVERIFY(!page.growButton()->isEnabled());
    page.layerBox()->setCurrentIndex(page.layerBox()->findData("conv1"));
    QVERIFY(page.growButton()->isEnabled());
    page.grow();
    QTRY_VERIFY_WITH_TIMEOUT(page.shown(), kWait);
    QVERIFY(page.shown()->last.value < 0.02);
    page.methodBar()->setCurrent(1);
    page.stepsBox()->setValue(3);
    page.grow();
    QTRY_VERIFY_WITH_TIMEOUT(!page.running() && page.shown() && page.shown()->last.steps == 3, kWait);
    QVERIFY(page.shown()->last.value > page.shown()->first);
  }

  void eachLayerExplainsItselfForwardAndBackward() {
    ArithmeticPage& page = showArithmetic();
    QCOMPARE(page.layerStrip()->count(), 6);
    QCOMPARE(page.layer(), 1);  // the first convolution
    const auto& trace = page.shown()->trace;
    QCOMPARE(QString::fromStdString(*page.shown()->truth), QString("dark"));
    const auto scene = [&] { return page.view()->scene(); };
    QCOMPARE(scene().tables.size(), std::size_t(3));
    QCOMPARE(scene().tables[0].values.size(), std::size_t(9));
    QCOMPARE(scene().window.size(), QSizeF(3, 3));
    double sum = 0;
    const ArithmeticScene first = scene();
    for (const double product : first.tables[2].values) sum += product;
    const LayerExplanation forward = need(explainOutput(trace, 1, page.position()));
    QVERIFY(std::abs(sum - forward.sum) < 1e-9);
    QVERIFY(std::abs(forward.result - forward.value) < 1e-5);
    for (int layer = 1; layer < page.layerStrip()->count(); ++layer) {
      QCOMPARE(page.layer(), layer);
      QVERIFY2(scene().lines.size() >= 1 && !scene().kind.isEmpty(), qPrintable(QString::number(layer)));
      page.directionBar()->setCurrent(1);
      QVERIFY(!scene().lines.isEmpty());
      const ArithmeticScene backward = scene();
      for (const NumberTable& table : backward.tables)
        QVERIFY(table.rows() >= 1 && table.rows() * table.columns >= static_cast<int>(table.values.size()));
      page.directionBar()->setCurrent(0);
      QTest::mouseClick(page.nextButton(), Qt::LeftButton);
    }
    QVERIFY(!page.nextButton()->isEnabled());
    QTest::mouseClick(page.backButton(), Qt::LeftButton);
    QCOMPARE(page.layer(), 4);
  }

  void mouseAndKeysMoveTheWindow() {
    ArithmeticPage& page = showArithmetic();
    page.setPosition({2, 1, 1});
    ArithmeticView* view = page.view();
    view->setFocus();
    QTest::keyClick(view, Qt::Key_Right);
    QCOMPARE(page.position(), (List{2, 1, 2}));
    QTest::keyClick(view, Qt::Key_Down);
    QTest::keyClick(view, Qt::Key_Up);
    QTest::keyClick(view, Qt::Key_Left);
    QCOMPARE(page.position(), (List{2, 1, 1}));
    QTest::keyClick(view, Qt::Key_PageDown);
    QCOMPARE(page.position(), (List{3, 1, 1}));
    QCOMPARE(page.channelBox()->value(), 3);
    for (int i = 0; i < 9; ++i) QTest::keyClick(view, Qt::Key_Left);
    QCOMPARE(page.position(), (List{3, 1, 0}));  // stops at the edge
    QVERIFY(!view->planeRect().isEmpty());
    QTest::mouseClick(view, Qt::LeftButton, {}, (view->planeRect().bottomRight() - QPointF(2, 2)).toPoint());
    QCOMPARE(page.position(), (List{3, 5, 5}));
    QVERIFY(view->scene().window.topLeft() == QPointF(5, 5));
    // Another sample keeps the layer and the position.
    QSignalSpy settled(&page, &ArithmeticPage::settled);
    place_->sampleChooser()->setValue(4);
    QVERIFY(settled.count() > 0 || settled.wait(kWait));
    QCOMPARE(page.position(), (List{3, 5, 5}));
  }

  void aDrawingIsAnsweredAtEachStroke() {
    place_->showDrawing(true);
    DrawingPad* pad = place_->drawingPad();
    QSignalSpy inspected(place_.get(), &InspectWorkspace::inspected);
    pad->draw({0.1, 0.1}, {0.2, 0.1});
    QVERIFY(inspected.wait(kWait));
    QVERIFY(place_->result()->request.live);
    QCOMPARE(place_->result()->image.shape(), (Shape{1, 8, 8}));
    QCOMPARE(QString::fromStdString(place_->result()->prediction.best().name), QString("dark"));
    // A canvas painted white.
    pad->setPen(0.5);
    for (double y = 0; y <= 1; y += 0.25) pad->draw({0, y}, {1, y});
    QTRY_COMPARE_WITH_TIMEOUT(QString::fromStdString(place_->result()->prediction.best().name), QString("light"),
                              kWait);
    // The keyboard lowers the pen, moves it and draws.
    pad->clear();
    QVERIFY(pad->isEmpty());
    pad->setFocus();
    QTest::keyClick(pad, Qt::Key_Space);
    QTest::keyClick(pad, Qt::Key_Right);
    QVERIFY(!pad->isEmpty());
    // Selecting a sample of the data set ends drawing.
    place_->sampleChooser()->setValue(2);
    QTRY_VERIFY_WITH_TIMEOUT(!place_->result()->request.live, kWait);
    QCOMPARE(place_->liveInput()->source(), LiveInput::Source::None);
  }

  void aCameraThatVanishesSaysSoAndItsLastPictureStays() {
    LiveInput* live = place_->liveInput();
    QSignalSpy ended(live, &LiveInput::ended);
    live->startReader(std::make_unique<Brightening>(200), 0, LiveInput::Source::Camera, "Camera 0");
    QVERIFY(ended.wait(kWait));
    QVERIFY(ended.first().first().toString().contains("no more pictures"));
    // Only the latest frame is shown: frames in between may be skipped, but not the last one.
    const auto brightness = [this] {
      return place_->result()->request.live ? int(place_->result()->image.values<std::uint8_t>()[0]) : -1;
    };
    QTRY_COMPARE_WITH_TIMEOUT(brightness(), 255, kWait);
    QVERIFY(place_->findChild<Banner*>()->title().contains("no more pictures"));
    QCOMPARE(QString::fromStdString(place_->result()->prediction.best().name), QString("light"));
    QVERIFY(live->isVisible());
  }

  void everyOpenPageFollowsAVideo() {
    ArithmeticPage& page = showArithmetic();
    LiveInput* live = place_->liveInput();
    QSignalSpy settled(&page, &ArithmeticPage::settled);
    live->startReader(std::make_unique<Brightening>(8), 40, LiveInput::Source::Video, "clip.avi");
    QTRY_VERIFY_WITH_TIMEOUT(
        page.shown()->request.live && page.shown()->trace.layers.front().output.values<float>()[0] > 0.99f, kWait);
    QVERIFY(settled.count() > 1);
  }

  void aFolderIsSteppedThrough() {
    const QString pictures = folder_.filePath("pictures");
    QDir().mkpath(pictures);
    for (int i = 0; i < 3; ++i) {
      QImage image(12, 10, QImage::Format_Grayscale8);
      image.fill(i == 1 ? Qt::white : Qt::black);
      image.save(pictures + QString("/p%1.png").arg(i));
    }
    std::ofstream(pictures.toStdString() + "/notes.txt") << "no picture";
    QVERIFY(place_->takesFile(pictures));
    QVERIFY(place_->takesFile(folder_.filePath("scan.dcm")));
    QVERIFY(!place_->takesFile(folder_.filePath("data")));
    place_->openFile(pictures);
    LiveInput* live = place_->liveInput();
    QCOMPARE(live->fileCount(), 3);
    QTRY_VERIFY_WITH_TIMEOUT(place_->result()->request.live, kWait);
    live->showFile(1);
    QTRY_COMPARE_WITH_TIMEOUT(QString::fromStdString(place_->result()->prediction.best().name), QString("light"),
                              kWait);
    QCOMPARE(live->name(), QString("p1.png"));
    live->showFile(2);
    QTRY_COMPARE_WITH_TIMEOUT(QString::fromStdString(place_->result()->prediction.best().name), QString("dark"), kWait);
  }

  void aCameraThatIsNotThereIsToldInWords() {
    QSignalSpy failed(place_->liveInput(), &LiveInput::failed);
    place_->liveInput()->startCamera(63);
    QVERIFY(failed.wait(kWait));
    QVERIFY(!place_->findChild<Banner*>()->title().isEmpty());
    QVERIFY(!place_->liveInput()->isVisible());
  }

  void aCancelledComputationIsNotBegunAgain() {
    QSignalSpy inspected(place_.get(), &InspectWorkspace::inspected);
    place_->splitChooser()->setCurrentIndex(place_->splitChooser()->findData(static_cast<int>(Split::Train)));
    QVERIFY(inspected.count() > 0 || inspected.wait(kWait));
    cancelAtAnotherTime(Page::kEvaluation, *place_->evaluationPage());
    cancelAtAnotherTime(Page::kProjection, *place_->projectionPage());
  }

  void aPageThatShowsTheFirstCheckpointIsExported() {
    place_->timeBar()->slider()->setValue(0);
    QTRY_VERIFY_WITH_TIMEOUT(!place_->timeBar()->playing(), kWait);
    EvaluationPage& page = *place_->evaluationPage();
    QSignalSpy settled(&page, &EvaluationPage::settled);
    place_->showPage(Page::kEvaluation);
    QVERIFY(settled.count() > 0 || settled.wait(kWait));
    QSignalSpy exported(place_.get(), &InspectWorkspace::exported);
    place_->exportOverTime(folder_.filePath("first.gif"));
    QVERIFY(exported.wait(2 * kWait));
    QVERIFY(exported.first().first().toBool());
    QCOMPARE(frameCount("first.gif"), kRunEpochs);
  }

  void timeMovesEvaluationAndProjectionAndIsExported() {
    place_->showPage(Page::kEvaluation);
    QSignalSpy exported(place_.get(), &InspectWorkspace::exported);
    place_->exportOverTime(folder_.filePath("confusion.gif"));
    QVERIFY(exported.wait(2 * kWait));
    QVERIFY(exported.first().first().toBool());
    QCOMPARE(frameCount("confusion.gif"), kRunEpochs);
    QCOMPARE(place_->evaluationPage()->state(), EvaluationPage::Results);
    // The projections stay aligned: each starts with the points of the previous one.
    place_->showPage(Page::kProjection);
    ProjectionPage& page = *place_->projectionPage();
    QTRY_VERIFY_WITH_TIMEOUT(page.projectButton()->isEnabled(), kWait);
    page.methodBar()->setCurrent(0);
    exported.clear();
    place_->exportOverTime(folder_.filePath("points"));  // a name without an ending gets that of a moving picture
    QVERIFY(exported.wait(2 * kWait));
    QVERIFY(exported.first().first().toBool());
    QCOMPARE(frameCount("points.gif"), kRunEpochs);
    QCOMPARE(page.state(), ProjectionPage::Results);
    // The arithmetic page and the layers follow the time slider, too.
    ArithmeticPage& arithmetic = showArithmetic();
    const auto before = arithmetic.shown()->request.checkpoint;
    QSlider* slider = place_->timeBar()->slider();
    slider->setValue(slider->value() == 0 ? 1 : 0);
    QTRY_VERIFY_WITH_TIMEOUT(arithmetic.shown()->request.checkpoint != before, kWait);
    QVERIFY(!place_->timeBar()->playing());
  }

  void thePagesFitASmallWindow() {
    place_->resize(1024, 640);
    QCoreApplication::processEvents();
    for (int page = 0; page < place_->pageChooser()->count(); ++page) {
      place_->showPage(page);
      QCoreApplication::processEvents();
      QVERIFY2(place_->minimumSizeHint().width() <= 1024, qPrintable(QString::number(page)));
      QVERIFY2(place_->minimumSizeHint().height() <= 580,
               qPrintable(QString::number(place_->minimumSizeHint().height())));
      QVERIFY(place_->pageChooser()->isVisible());
      QVERIFY(place_->width() == 1024);
    }
    place_->resize(1440, 900);
    QCoreApplication::processEvents();
    QVERIFY(place_->pageChooser()->isVisible());
  }

 private:
  std::filesystem::path path(const char* name) const { return folder_.filePath(name).toStdString(); }
  int frameCount(const char* name) const {
    std::ifstream file(path(name), std::ios::binary);
    const std::string bytes{std::istreambuf_iterator<char>(file), {}};
    return static_cast<int>(need(countGifFrames(bytes)));
  }
  // The page starts to compute when it has settled; at that moment the user cancels.
  template <class P>
  void cancelAtAnotherTime(int number, P& page) {
    QSignalSpy settled(&page, &P::settled);
    place_->showPage(number);
    QVERIFY(settled.count() > 0 || settled.wait(kWait));
    int begun = 0;
    QObject here;
    connect(&page, &P::settled, &here, [&] {
      if (page.state() == P::Running && ++begun == 1) page.cancelButton()->click();
    });
    QSlider* slider = place_->timeBar()->slider();
    slider->setValue(slider->value() == 0 ? 1 : 0);
    QTRY_COMPARE_WITH_TIMEOUT(begun, 1, kWait);
    QTest::qWait(300);
    QCOMPARE(begun, 1);
    QCOMPARE(page.state(), P::Waiting);
  }
  void showSynthesis() {
    SynthesisPage& page = *place_->synthesisPage();
    QSignalSpy settled(&page, &SynthesisPage::settled);
    place_->showPage(Page::kSynthesis);
    QVERIFY(settled.count() > 0 || settled.wait(kWait));
    QVERIFY(page.growButton()->isEnabled());
  }
  ArithmeticPage& showArithmetic() {
    ArithmeticPage& page = *place_->arithmeticPage();
    QSignalSpy settled(&page, &ArithmeticPage::settled);
    place_->showPage(Page::kArithmetic);
    if (!page.shown() && settled.count() == 0) settled.wait(kWait);
    return page;
  }

  QTemporaryDir folder_;
  std::unique_ptr<Session> session_;
  std::unique_ptr<InspectWorkspace> place_;
};

}  // namespace fovea

QTEST_MAIN(fovea::InspectPagesTest)
#include "inspect_pages_test.moc"
