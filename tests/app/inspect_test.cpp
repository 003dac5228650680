// Why: Inspect must show what the network computes, and report what it cannot show without losing anything.
#include <QAbstractItemView>
#include <QComboBox>
#include <QImage>
#include <QPushButton>
#include <QSettings>
#include <QSignalSpy>
#include <QSlider>
#include <QSpinBox>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>
#include <fstream>

#include "app/bridge/await.h"
#include "app/bridge/user_settings.h"
#include "app/workspaces/inspect/answer_view.h"
#include "app/workspaces/inspect/attribution_words.h"
#include "app/workspaces/inspect/channel_inspector.h"
#include "app/workspaces/inspect/device_panel.h"
#include "app/workspaces/inspect/evaluation_page.h"
#include "app/workspaces/inspect/excitation_panel.h"
#include "app/workspaces/inspect/explained_sample.h"
#include "app/workspaces/inspect/explanations_card.h"
#include "app/workspaces/inspect/inspect_workspace.h"
#include "app/workspaces/inspect/layer_card.h"
#include "app/workspaces/inspect/layer_planes.h"
#include "app/workspaces/inspect/layer_strip.h"
#include "app/workspaces/inspect/prediction_card.h"
#include "app/workspaces/inspect/statistics_facts.h"
#include "app/workspaces/inspect/time_bar.h"
#include "core/data/files/image_file.h"
#include "core/data/store/dataset_writer.h"
#include "core/network/network_edit.h"
#include "widgets/images/bars.h"
#include "widgets/images/image_grid.h"
#include "widgets/images/image_view.h"
#include "widgets/images/thumbnail_grid.h"
#include "widgets/tables/fact_list.h"
#include "widgets/theme/notice.h"
#include "widgets/theme/pill_button.h"

namespace fovea {
namespace {

using List = std::vector<std::int64_t>;

constexpr int kPatience = 30000;
constexpr int kEpochs = 3;

void require(const Status& status) {
  if (!status.ok()) qFatal("%s", status.error().text().c_str());
}

template <class T>
T require(Result<T> result) {
  if (!result.ok()) qFatal("%s", result.error().text().c_str());
  return std::move(*result);
}

// Dark and light images of 1×8×6, which are easy to tell apart.
std::vector<std::uint8_t> pixelsOf(std::size_t sample) {
  std::vector<std::uint8_t> pixels(48);
  for (std::size_t i = 0; i < pixels.size(); ++i)
    pixels[i] = static_cast<std::uint8_t>((sample % 2 == 0 ? 20 : 200) + (sample * 7 + i * 3) % 40);
  return pixels;
}

void writeDataset(const std::filesystem::path& folder) {
  auto writer =
      require(DatasetWriter::create(folder, {"shades", "test", "nowhere", Shape{1, 8, 6}, {"dark", "light"}}));
  for (std::size_t i = 0; i < 60; ++i) {
    const auto pixels = pixelsOf(i);
    require(writer->add(rawSample(Shape{1, 8, 6}, pixels, static_cast<std::int32_t>(i % 2),
                                  i < 40 ? Split::Train : Split::Validation, "nowhere", i)));
  }
  require(writer->finish());
}

class Sketch {
 public:
  explicit Sketch(Session& session) : session_(session) {}
  void add(const std::string& name, const std::string& type, const FieldValues& parameters, const std::string& source) {
    Layer layer;
    layer.type = type;
    layer.name = name;
    layer.parameters = parameters;
    session_.applyEdit({AddLayer{layer}, "Add"});
    if (!source.empty())
      session_.applyEdit(
          {AddEdge{{session_.network().findByName(source)->id, 0, session_.network().findByName(name)->id, 0}},
           "Connect"});
  }

 private:
  Session& session_;
};

void draw(Session& session) {
  Sketch sketch(session);
  sketch.add("data", "input", {{"shape", List{1, 8, 6}}}, {});
  sketch.add("conv1", "convolution", {{"filters", std::int64_t{5}}, {"kernel", List{3, 3}}}, "data");
  sketch.add("relu1", "relu", {}, "conv1");
  sketch.add("conv2", "convolution", {{"filters", std::int64_t{4}}, {"kernel", List{2, 2}}}, "relu1");
  sketch.add("fc1", "linear", {{"units", std::int64_t{2}}}, "conv2");
  sketch.add("loss", "cross_entropy", {}, "fc1");
}

std::shared_ptr<const BackendRegistry> backends() {
  auto made = std::make_shared<BackendRegistry>();
  registerReferenceBackend(*made);
  registerCpuBackend(*made);
  return made;
}

void train(Session& session) {
  TrainingSettings settings;
  settings.epochs = kEpochs;
  settings.batch = 10;
  QSignalSpy ended(session.training(), &TrainingBridge::runEnded);
  require(session.startRun(settings, "first"));
  QVERIFY(ended.wait(kPatience));
  QVERIFY(!session.training()->snapshot()->error);
}

}  // namespace

class InspectTest : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  // One project, trained once; every test uses it with its own workspace.
  void initTestCase() {
    QCoreApplication::setOrganizationName("fovea-test");
    QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, folder_.filePath("settings"));
    UserSettings::reload();
    session_ = std::make_unique<Session>(backends());
    require(session_->createProject(path("project"), "shades"));
  }
  void cleanupTestCase() { session_.reset(); }
  void init() { place_ = std::make_unique<InspectWorkspace>(*session_); }
  void cleanup() { place_.reset(); }

  void anEmptyProjectSendsToTrain() {
    open();
    QVERIFY(!place_->checkpointChooser()->isVisible());
    QSignalSpy wanted(place_.get(), &Workspace::placeRequested);
    auto* button = place_->findChild<EmptyState*>()->findChild<QPushButton*>();
    QTest::mouseClick(button, Qt::LeftButton);
    QCOMPARE(wanted.value(0).value(0).toString(), QString("train"));
    bool ready = false;
    place_->prepareForTour([&] { ready = true; });
    QVERIFY(ready);
  }

  void everyCheckpointCanBeChosenAndTheBestIsShownFirst() {
    openAndWait();
    QCOMPARE(place_->checkpointChooser()->count(), kEpochs);
    QVERIFY(place_->checkpointChooser()->itemText(0).contains("epoch 3"));
    const auto checkpoints = require(session_->project()->runs().checkpoints(RunId{1}));
    const auto best =
        std::find_if(checkpoints.begin(), checkpoints.end(), [](const CheckpointRecord& each) { return each.best; });
    QCOMPARE(place_->result()->request.checkpoint, session_->project()->checkpointPath(*best));
  }

  void thePredictionIsTheNetworksOwn() {
    openAndWait();
    place_->sampleChooser()->setValue(3);
    await();
    const InspectionResult& shown = *place_->result();
    QCOMPARE(shown.request.index, 3);
    auto inspector = modelOf(shown);
    const auto sample = require(session_->dataset()->sample(Split::Validation, 3));
    const Prediction expected = require(inspector->classify(sample.input));
    const auto& bars = place_->predictionCard()->bars()->entries();
    QCOMPARE(bars.size(), std::size_t(2));
    QCOMPARE(bars[0].name.toStdString(), expected.best().name);
    QVERIFY(std::abs(bars[0].share - expected.best().probability) < 1e-6);
    QCOMPARE(QString::fromStdString(*shown.truth), QString("light"));
    const bool right = expected.best().name == "light";
    QCOMPARE(place_->predictionCard()->verdict(), right ? QString("right") : QString("wrong"));
    QCOMPARE(bars[0].mark, right ? ProbabilityBars::Mark::Right : ProbabilityBars::Mark::Wrong);
  }

  void scoresAreShownAsNumbersNotAsShares() {
    openAndWait();
    PredictionCard& card = *place_->predictionCard();
    InspectionResult result;
    result.image = place_->result()->image;
    result.prediction = {{{1, "light", 3.31}, {0, "dark", -1.5}, {2, "grey", -2.69}}, true};
    card.showResult(result);
    const auto& bars = card.bars()->entries();
    QCOMPARE(bars.size(), std::size_t(3));
    QCOMPARE(bars[0].figure, QLocale().toString(3.31, 'g', 3));
    QCOMPARE(bars[1].figure, QLocale().toString(-1.5, 'g', 3));
    QCOMPARE(bars[0].share, 1.0);
    QCOMPARE(bars[2].share, 0.0);
  }

  void answersThatAreNoClassesAreShownBesideTheTruth() {
    openAndWait();
    PredictionCard& card = *place_->predictionCard();
    QVERIFY(card.answer()->isHidden());
    InspectionResult result;
    result.request.dataset = session_->dataset();
    result.image = place_->result()->image;
    result.kind = AnswerKind::Mask;
    result.answer.picture = Tensor::make({DataType::UInt8, fovea::Shape{1, 8, 6}});
    result.sample.target = Tensor::make({DataType::UInt8, fovea::Shape{1, 8, 6}});
    std::fill_n(result.answer.picture.data<std::uint8_t>(), 48, std::uint8_t{1});
    std::fill_n(result.sample.target.data<std::uint8_t>(), 48, std::uint8_t{1});
    std::fill_n(result.sample.target.data<std::uint8_t>(), 12, std::uint8_t{0});
    result.rightShare = 0.75;
    card.showResult(result);
    QVERIFY(card.answer()->isVisible() && card.bars()->isHidden());
    QVERIFY(card.answer()->answer()->isVisible() && card.answer()->truth()->isVisible());
    QCOMPARE(card.answer()->facts()->facts()[0].value, QLocale().toString(75.0, 'f', 1) + " %");
    result.sample.target = {};
    result.rightShare.reset();
    card.showResult(result);
    QVERIFY(card.answer()->answer()->isVisible() && card.answer()->truth()->isHidden());
    QVERIFY(card.answer()->facts()->isHidden());

    result.kind = AnswerKind::Numbers;
    result.answer = {AnswerKind::Numbers, {2.5f, -1}, {}, {}};
    result.sample.target = Tensor::of<float>(fovea::Shape{2}, {3, -2});
    card.showResult(result);
    QVERIFY(card.answer()->answer()->isHidden());
    const auto& facts = card.answer()->facts()->facts();
    QCOMPARE(facts.size(), std::size_t(2));
    QVERIFY(facts[0].value.contains(QLocale().toString(2.5)) && facts[0].value.contains("3"));
    QVERIFY(facts[1].value.contains(QLocale().toString(-1)) && facts[1].value.contains(QLocale().toString(-2)));

    result.kind = AnswerKind::Symbols;
    result.answer = {AnswerKind::Symbols, {}, {}, {97}};
    result.next = {{97, {}, 0.75}, {10, {}, 0.25}};
    card.showResult(result);
    QCOMPARE(card.bars()->entries().size(), std::size_t(2));
    QCOMPARE(card.bars()->entries()[0].name, QString("a"));
    QCOMPARE(card.bars()->entries()[1].name, QString(QChar(0x21b5)));

    // Marks detected boxes as right or wrong, next to the true ones.
    result.kind = AnswerKind::Boxes;
    result.next.clear();
    result.classes = {"cat", "dog"};
    const Tensor before = result.image;
    result.image = Tensor::zeros({DataType::UInt8, {3, 40, 60}});
    result.sample.boxes = {{0, 0, 20, 20, 0}, {30, 10, 50, 30, 1}};
    result.boxes = BoxReading{{{{0, 0, 20, 19, 0}, 0.92f}, {{0, 20, 9, 40, 1}, 0.5f}}, {{0, {}}, {1}}};
    card.showResult(result);
    QVERIFY(card.answer()->answer()->isVisible() && card.answer()->truth()->isVisible());
    QVERIFY(!card.answer()->answer()->overlay().isNull());
    QCOMPARE(card.answer()->facts()->facts().size(), std::size_t(2));
    QCOMPARE(card.answer()->facts()->facts()[0].name, QString("cat 92 %"));
    QCOMPARE(card.answer()->facts()->facts()[0].value, QString("right"));
    QCOMPARE(card.answer()->facts()->facts()[1].value, QString("false"));
    QCOMPARE(card.answer()->words(), QString("1 right, 1 false, 1 missed"));
    result.sample.boxes.clear();
    result.boxes->matches.missed.clear();
    card.showResult(result);
    QVERIFY(card.answer()->truth()->isHidden());
    result.boxes.reset();
    result.image = before;

    result.kind = AnswerKind::Embedding;
    result.next.clear();
    result.answer = {AnswerKind::Embedding, std::vector<float>(64), {}, {}};
    card.showResult(result);
    QVERIFY2(card.answer()->words().contains("64"), qPrintable(card.answer()->words()));
    result.notNumbers = true;
    card.showResult(result);
    QVERIFY(card.answer()->isHidden());
  }

  void anAnswerIsExplainedOverThePicture() {
    openAndWait();
    PredictionCard& card = *place_->predictionCard();
    QCOMPARE(card.methodChooser()->count(), static_cast<int>(attributionMethods().size()) + 1);
    QVERIFY(card.explanation().isEmpty());
    const QImage plain = card.picture()->grab().toImage();
    for (int method = 1; method < card.methodChooser()->count(); ++method) {
      QSignalSpy explained(place_.get(), &InspectWorkspace::explained);
      card.methodChooser()->setCurrentIndex(method);
      QVERIFY(explained.count() > 0 || explained.wait(kPatience));
      const QString best = QString::fromStdString(place_->result()->prediction.best().name);
      QVERIFY2(card.explanation().contains(best), qPrintable(card.explanation()));
    }
    QVERIFY(card.picture()->grab().toImage() != plain);
    // The second bar belongs to the other class.
    QSignalSpy explained(place_.get(), &InspectWorkspace::explained);
    Q_EMIT card.bars()->entryClicked(1);
    QVERIFY(explained.wait(kPatience));
    QCOMPARE(card.explainedClass(), place_->result()->prediction.classes[1].index);
    QVERIFY(card.explanation().contains(QString::fromStdString(place_->result()->prediction.classes[1].name)));
    // Another sample is explained automatically, with the same method, for its predicted class.
    place_->sampleChooser()->setValue(3);
    QVERIFY(explained.wait(kPatience));
    QCOMPARE(card.explainedClass(), std::int64_t{-1});
    card.methodChooser()->setCurrentIndex(0);
    QVERIFY(card.explanation().isEmpty());
  }

  void allMethodsAreShownSideBySideAndChecked() {
    openAndWait();
    ExplanationsCard* card = place_->layersPage()->explanationsCard();
    QVERIFY(!card->isVisible());
    QSignalSpy settled(card, &ExplanationsCard::settled);
    QTest::mouseClick(place_->predictionCard()->sideBySide(), Qt::LeftButton);
    QVERIFY(card->isVisible());
    QVERIFY(!place_->layerCard()->isVisible());
    QTRY_COMPARE_WITH_TIMEOUT(settled.count(), 1, kPatience);
    QCOMPARE(card->tiles().size(), attributionMethods().size());
    for (const ExplanationTile* tile : card->tiles()) {
      QVERIFY2(tile->checkButton()->isEnabled(), qPrintable(methodTitle(tile->method()) + ": " + tile->note()));
      QVERIFY(!tile->sample()->picture()->image().isNull());
    }
    QTest::mouseClick(card->tiles().front()->checkButton(), Qt::LeftButton);
    QTRY_COMPARE_WITH_TIMEOUT(settled.count(), 2, kPatience);
    QVERIFY2(card->tiles().front()->note().contains("rank correlation"), qPrintable(card->tiles().front()->note()));
    // Grad-CAM of another layer.
    card->layerChooser()->setCurrentText("conv1");
    QTRY_COMPARE_WITH_TIMEOUT(settled.count(), 3, kPatience);
    QCOMPARE(card->tiles()[4]->method(), AttributionMethod::GradCam);
    QVERIFY(card->tiles()[4]->note().contains("conv1"));
    // A check that gives way to another leaves the note of its explanation.
    card->tiles()[4]->checkButton()->click();
    card->tiles().front()->checkButton()->click();
    QVERIFY(card->tiles()[4]->note().contains("conv1"));
    QTRY_COMPARE_WITH_TIMEOUT(settled.count(), 4, kPatience);
    // Another sample is explained with all of them again.
    place_->sampleChooser()->setValue(5);
    QTRY_COMPARE_WITH_TIMEOUT(settled.count(), 5, kPatience);
    // A layer that is chosen while the methods are computed is not forgotten.
    card->setSubject(std::make_shared<const InspectionResult>(*place_->result()), 1);
    QTRY_VERIFY_WITH_TIMEOUT(!card->busy() || card->tiles()[4]->checkButton()->isEnabled(), kPatience);
    card->layerChooser()->setCurrentText("conv2");
    QTRY_VERIFY_WITH_TIMEOUT(!card->busy(), kPatience);
    QVERIFY2(card->tiles()[4]->note().contains("conv2"), qPrintable(card->tiles()[4]->note()));
    QTest::mouseClick(place_->predictionCard()->sideBySide(), Qt::LeftButton);
    QVERIFY(place_->layerCard()->isVisible());
  }

  void aFailureReplacesTheNoteOfTheExplanationBefore() {
    ExplanationTile tile(AttributionMethod::GradCam);
    tile.showFailure("of conv1");
    tile.showNote("compared");
    tile.showFailure("of conv2");
    tile.showNote("compared");
    tile.showOwnNote();
    QCOMPARE(tile.note(), QString("of conv2"));
  }

  void anotherDeviceIsComparedLayerByLayer() {
    openAndWait();
    DevicePanel* panel = place_->layersPage()->devicePanel();
    QTRY_COMPARE_WITH_TIMEOUT(panel->deviceChooser()->count(), 1, kPatience);
    QCOMPARE(panel->deviceChooser()->currentText(), QString("reference"));
    QVERIFY(!panel->table()->isVisible());
    QSignalSpy settled(panel, &DevicePanel::settled);
    panel->button()->click();
    QTRY_COMPARE_WITH_TIMEOUT(settled.count(), 1, kPatience);
    QVERIFY2(panel->words().contains("They agree"), qPrintable(panel->words()));
    QVERIFY(panel->table()->isVisible());
    QCOMPARE(panel->table()->model()->rowCount(), place_->layerStrip()->count());
    QSignalSpy wanted(panel, &DevicePanel::layerWanted);
    Q_EMIT panel->table()->activated(panel->table()->model()->index(0, 0));
    QCOMPARE(wanted.count(), 1);
    const auto layer = static_cast<std::size_t>(place_->layerStrip()->current());
    QCOMPARE(QString::fromStdString(place_->result()->layers[layer].activation.name), wanted[0][0].toString());
    // Results for another sample are hidden.
    place_->sampleChooser()->setValue(7);
    await();
    QVERIFY(!panel->table()->isVisible());
  }

  void choosingALayerShowsItsPlanesAndItsFilters() {
    openAndWait();
    LayerStrip& strip = *place_->layerStrip();
    QCOMPARE(strip.count(), 6);
    QCOMPARE(strip.current(), 1);  // the first convolution
    const ImageGrid& activations = *place_->layerCard()->activations();
    const ImageGrid& filters = *place_->layerCard()->filters();
    QCOMPARE(activations.channelCount(), 5);
    QCOMPARE(filters.channelCount(), 5);
    QVERIFY(filters.isVisible());
    QVERIFY(!place_->layerCard()->filterChannel()->isVisible());

    strip.setCurrent(3);
    QCOMPARE(activations.channelCount(), 4);
    QCOMPARE(filters.channelCount(), 4 * 5);
    place_->layerCard()->filterChannel()->setCurrentIndex(2);
    QCOMPARE(filters.channelCount(), 4);

    strip.setCurrent(4);
    QCOMPARE(activations.channelCount(), 2);
    QVERIFY(!filters.isVisible());
  }

  void theKeyboardGoesAlongTheLayers() {
    openAndWait();
    auto* tab = place_->layerStrip()->findChildren<LayerTab*>().at(1);
    tab->setFocus();
    QTest::keyClick(tab, Qt::Key_Right);
    QCOMPARE(place_->layerStrip()->current(), 2);
  }

  void theValueUnderTheCursorIsTheNetworksOwn() {
    openAndWait();
    ImageGrid& grid = *place_->layerCard()->activations();
    QSignalSpy hovered(&grid, &ImageGrid::valueHovered);
    // In a low window the page can be scrolled.
    for (QWidget* up = grid.parentWidget(); up; up = up->parentWidget())
      if (auto* area = qobject_cast<QScrollArea*>(up)) area->ensureWidgetVisible(&grid);
    const QRect cell = grid.channelRect(4);
    QTest::mouseMove(grid.viewport(), cell.center());
    QTRY_VERIFY(!hovered.isEmpty());
    const auto arguments = hovered.last();
    const int channel = arguments[0].toInt(), x = arguments[1].toInt(), y = arguments[2].toInt();
    QCOMPARE(channel, 4);
    const auto sample = require(session_->dataset()->sample(Split::Validation, 0));
    const auto layers = require(modelOf(*place_->result())->activations(sample.input));
    const Tensor& values = layers[1].values;
    const auto at = static_cast<std::size_t>((channel * values.shape()[1] + y) * values.shape()[2] + x);
    QCOMPARE(arguments[3].toFloat(), values.values<float>()[at]);
    QVERIFY(place_->channelInspector()->valueText().contains(QString("channel 4 at (%1, %2)").arg(x).arg(y)));
  }

  void whatAValueDependsOnIsDrawnOverThePicture() {
    openAndWait();
    place_->layerStrip()->setCurrent(1);  // a convolution: 3×3 over 8×6 without padding
    const ImageView& picture = *place_->predictionCard()->picture();
    const QImage before = picture.overlay();
    ImageGrid& grid = *place_->layerCard()->activations();
    for (QWidget* up = grid.parentWidget(); up; up = up->parentWidget())
      if (auto* area = qobject_cast<QScrollArea*>(up)) area->ensureWidgetVisible(&grid);
    const QRect cell = grid.channelRect(0);
    QTest::mouseMove(grid.viewport(), cell.center());
    QTRY_VERIFY(!place_->channelInspector()->fieldText().isEmpty());
    const ImageGrid::Position at = grid.positionAt(cell.center());
    const auto field = require(modelOf(*place_->result())->receptiveField("conv1", {0, at.y, at.x})).inputs[0];
    QVERIFY(place_->channelInspector()->fieldText().contains(
        QStringLiteral("rows %1–%2").arg(field.first[1]).arg(field.last[1])));
    const QImage shade = picture.overlay();
    QCOMPARE(shade.size(), QSize(6, 8));
    for (int y = 0; y < 8; ++y)
      for (int x = 0; x < 6; ++x)
        QCOMPARE(qAlpha(shade.pixel(x, y)) == 0, field.reached.data<std::uint8_t>()[y * 6 + x] == 1);
    // A click keeps the marks when the cursor leaves; a second one removes them.
    QTest::mouseClick(grid.viewport(), Qt::LeftButton, {}, cell.center());
    QEvent away(QEvent::Leave);
    QCoreApplication::sendEvent(&grid, &away);
    QTRY_COMPARE(picture.overlay().size(), QSize(6, 8));
    QTest::mouseClick(grid.viewport(), Qt::LeftButton, {}, cell.center());
    QCoreApplication::sendEvent(&grid, &away);
    QCOMPARE(picture.overlay().isNull(), before.isNull());
    QVERIFY(place_->channelInspector()->fieldText().isEmpty());
  }

  void channelsAreSortedAndKeepTheirNumbers() {
    openAndWait();
    place_->layerStrip()->setCurrent(1);
    ImageGrid& grid = *place_->layerCard()->activations();
    place_->layerCard()->setSort(ChannelSort::Deviation);
    const auto& channels = place_->result()->layers[1].channels;
    QCOMPARE(grid.order().size(), channels.size());
    for (std::size_t i = 1; i < channels.size(); ++i)
      QVERIFY(channels[static_cast<std::size_t>(grid.order()[i - 1])].deviation >=
              channels[static_cast<std::size_t>(grid.order()[i])].deviation);
    QCOMPARE(place_->layerCard()->filters()->order().size(), std::size_t{5});
    // The first cell is the most active channel, for mouse and keyboard alike.
    const int first = grid.order()[0];
    QCOMPARE(grid.channelRect(first).topLeft(), QPoint(0, 0));
    grid.setSelectedChannel(-1);
    QTest::keyClick(&grid, Qt::Key_Home);
    QCOMPARE(grid.selectedChannel(), first);
    QVERIFY(place_->channelInspector()->facts()->facts().size() > 3);
    place_->layerCard()->setSort(ChannelSort::Index);
    QVERIFY(grid.order().empty());
  }

  void stepsAttentionAndSlicesAreShown() {
    auto result = std::make_shared<InspectionResult>();
    LayerResult steps, volume;
    steps.activation.name = "look";
    steps.activation.steps = true;
    steps.activation.values = Tensor::of<float>(Shape{3, 2}, {1, 2, 3, 4, 5, 6});
    const Tensor two = Tensor::of<float>(Shape{1, 3, 2}, {1, 0, 0, 1, 1, 1});
    steps.activation.attention =
        std::make_shared<const AttentionInputs>(AttentionInputs{{1, 3, 3, 2, 2, false}, two, two});
    volume.activation.name = "volume";
    volume.activation.values = Tensor::zeros({DataType::Float32, Shape{2, 5, 3, 4}});
    volume.activation.values.data<float>()[(1 * 5 + 4) * 12 + 2 * 4 + 3] = 7;
    for (LayerResult* layer : {&steps, &volume}) {
      layer->channels = channelStatistics(layer->activation.values);
      result->layers.push_back(*layer);
    }
    LayerCard card;
    card.resize(600, 500);
    card.show();
    connect(&card, &LayerCard::attentionWanted, &card,
            [&card](const auto& inputs) { card.setAttention(require(attentionWeights(*inputs))); });
    card.showLayer(result, 0);
    ImageGrid& grid = *card.activations();
    QCOMPARE(grid.channelCount(), 1);
    QCOMPARE(card.positionOf(0, 2, 1), (std::vector<std::int64_t>{2, 1}));  // step 2, unit 1
    QVERIFY(card.attentionButton()->isVisible());
    card.attentionButton()->click();
    QCOMPARE(grid.channelCount(), 2);
    QCOMPARE(card.positionOf(1, 2, 0), (std::vector<std::int64_t>{1, 0, 2}));
    card.showLayer(result, 1);
    QVERIFY(!card.attentionButton()->isVisible());
    QVERIFY(card.sliceSlider()->isVisible());
    QCOMPARE(card.sliceSlider()->value(), 2);
    QCOMPARE(grid.range(1).high, 0.f);
    card.sliceSlider()->setValue(4);
    QCOMPARE(grid.range(1).high, 7.f);
    QCOMPARE(card.positionOf(1, 3, 2), (std::vector<std::int64_t>{1, 4, 2, 3}));
    card.showLayer(result, 0);
    QVERIFY(!card.sliceSlider()->isVisible());
  }

  void theFactsAreThoseOfTheChannelElseOfTheLayer() {
    openAndWait();
    const auto factOf = [this](const QString& name) {
      for (const auto& fact : place_->channelInspector()->facts()->facts())
        if (fact.name == name) return fact.value;
      return QString();
    };
    const LayerResult& conv = place_->result()->layers[1];
    QCOMPARE(factOf("Maximum"), QString::number(conv.all.maximum, 'f', 3));
    place_->layerCard()->activations()->setSelectedChannel(3);
    QCOMPARE(factOf("Maximum"), QString::number(conv.channels[3].maximum, 'f', 3));
    QCOMPARE(factOf("Mean"), QString::number(conv.channels[3].mean, 'f', 3));
    double squares = 0;
    const auto size = static_cast<std::size_t>(conv.activation.values.shape().elementsFrom(1));
    for (const float value : conv.activation.values.values<float>().subspan(3 * size, size))
      squares += static_cast<double>(value) * static_cast<double>(value);
    QVERIFY(std::abs(factOf("Norm").toDouble() - std::sqrt(squares)) < 0.002 * std::sqrt(squares) + 0.001);
  }

  void theSamplesThatExciteAChannelMostAreFound() {
    openAndWait();
    ExcitationPanel* panel = place_->layersPage()->excitationPanel();
    place_->layerStrip()->setCurrent(1);
    place_->layerCard()->activations()->setSelectedChannel(2);
    QVERIFY(!panel->grid()->isVisible());
    QSignalSpy settled(panel, &ExcitationPanel::settled);
    QTest::mouseClick(panel->button(), Qt::LeftButton);
    QVERIFY(settled.count() > 0 || settled.wait(kPatience));
    QCOMPARE(panel->grid()->count(), qint64(8));
    // The first sample is the strongest of the split.
    const auto model = modelOf(*place_->result());
    const auto strength = [&](std::int64_t index) {
      const Tensor values =
          require(model->activationOf(require(session_->dataset()->sample(Split::Validation, index)).input, "conv1"));
      const auto channel = values.values<float>().subspan(static_cast<std::size_t>(2 * values.shape().elementsFrom(1)),
                                                          static_cast<std::size_t>(values.shape().elementsFrom(1)));
      return std::ranges::max(channel);
    };
    std::int64_t strongest = 0;
    for (std::int64_t i = 1; i < session_->dataset()->size(Split::Validation); ++i)
      if (strength(i) > strength(strongest)) strongest = i;
    Q_EMIT panel->grid()->activated(0);
    QTRY_COMPARE_WITH_TIMEOUT(place_->result()->request.index, strongest, kPatience);
    // The layer's results are kept; another layer has none yet.
    place_->layerStrip()->setCurrent(1);
    place_->layerCard()->activations()->setSelectedChannel(0);
    QCOMPARE(panel->grid()->count(), qint64(8));
    place_->layerStrip()->setCurrent(2);
    QCOMPARE(panel->grid()->count(), qint64(0));
  }

  void correctionsAreTakenBackWhereTheyAreMade() {
    openAndWait();
    QVERIFY(!place_->canUndo());
    auto* evaluation = place_->findChild<EvaluationPage*>();
    QVERIFY(evaluation);
    QSignalSpy edited(session_.get(), &Session::datasetChanged);
    Q_EMIT evaluation->editWanted({EditKind::Exclude, {3}, kNoLabel, Split::Train});
    QTRY_VERIFY(edited.size() > 0 && place_->canUndo());
    QVERIFY(session_->trainingDataset()->states().excluded[3]);
    place_->undo();
    QTRY_VERIFY(!session_->trainingDataset()->states().excluded[3]);
    QVERIFY(!place_->canUndo());
    place_->redo();
    QTRY_VERIFY(session_->trainingDataset()->states().excluded[3]);
    place_->undo();
    QTRY_VERIFY(!session_->trainingDataset()->states().excluded[3]);
  }

  void timeGoesThroughTheCheckpointsOfTheRun() {
    openAndWait();
    QSlider* slider = place_->timeBar()->slider();
    QCOMPARE(slider->maximum(), kEpochs - 1);
    const int other = slider->value() == 0 ? 1 : 0;
    const auto before = place_->result()->request.checkpoint;
    slider->setValue(other);
    await();
    QVERIFY(place_->result()->request.checkpoint != before);
    QVERIFY(place_->checkpointChooser()->currentText().contains(QString("epoch %1").arg(other + 1)));
    QCOMPARE(place_->layerStrip()->current(), 1);
  }

  // Each checkpoint is shown, however long its answer takes.
  void playingWaitsForTheAnswers() {
    TimeBar bar;
    std::vector<CheckpointRecord> checkpoints(4);
    for (std::size_t i = 0; i < checkpoints.size(); ++i) checkpoints[i].step = checkpoints[i].epoch = 10 * (1 + i);
    bar.setCheckpoints(checkpoints, 0);
    bar.show();
    QSignalSpy chosen(&bar, &TimeBar::checkpointChosen);
    bar.play();
    QTRY_COMPARE_WITH_TIMEOUT(chosen.size(), 1, kPatience);
    QTest::qWait(1600);  // two of its steps
    QCOMPARE(chosen.size(), 1);
    bar.setAnswered();
    QTRY_COMPARE_WITH_TIMEOUT(chosen.size(), 2, 300);
    bar.setAnswered();
    QTRY_COMPARE_WITH_TIMEOUT(chosen.size(), 3, kPatience);
    QCOMPARE(bar.slider()->value(), 3);
    // The last checkpoint is not shown yet.
    QSignalSpy stopped(&bar, &TimeBar::stopped);
    bar.stop();
    QCOMPARE(stopped.size(), 1);
  }

  void checkpointsOfOneEpochAreToldApart() {
    std::vector<CheckpointRecord> checkpoints(3);
    checkpoints[0].epoch = 1;
    checkpoints[1].epoch = checkpoints[2].epoch = 2;
    for (std::size_t i = 0; i < checkpoints.size(); ++i) checkpoints[i].step = 40 * (1 + i);
    QCOMPARE(checkpointTimeText(checkpoints, checkpoints[0]), QString("epoch 1"));
    QCOMPARE(checkpointTimeText(checkpoints, checkpoints[1]), QString("epoch 2, step 80"));
    QCOMPARE(checkpointTimeText(checkpoints, checkpoints[2]), QString("epoch 2, step 120"));
  }

  // The end of an epoch adds a checkpoint to the list, and changes nothing else.
  void whatIsLookedAtStaysWhileARunGoesOn() {
    openAndWait();
    QComboBox& chooser = *place_->checkpointChooser();
    chooser.showPopup();
    QTRY_VERIFY(chooser.view()->isVisible());
    const auto before = place_->result();
    const int count = chooser.count();
    QSignalSpy answers(place_.get(), &InspectWorkspace::inspected);
    train(*session_);
    QTRY_COMPARE_WITH_TIMEOUT(chooser.count(), count + kEpochs, kPatience);
    QTest::qWait(200);
    QVERIFY(chooser.view()->isVisible());
    QCOMPARE(answers.size(), 0);
    QCOMPARE(place_->result(), before);
    QVERIFY2(chooser.currentText().contains("run 1"), qPrintable(chooser.currentText()));
    QVERIFY2(chooser.itemText(0).contains("run 2"), qPrintable(chooser.itemText(0)));
    chooser.hidePopup();
    session_->runs()->remove({RunId{2}});
    QTRY_COMPARE(chooser.count(), count);
    QCOMPARE(answers.size(), 0);
  }

  // Removing an activation changes what the same weights compute, and a new layer has none.
  void theDrawnNetworkUsesTheWeightsOfTheCheckpoint() {
    openAndWait();
    const auto before = place_->result();
    const Network trained = session_->network();
    const auto edges = trained.edgesInto(trained.findByName("conv2")->id);
    session_->applyEdit({RemoveEdge{edges.front()}, "Disconnect"});
    session_->applyEdit({AddEdge{{trained.findByName("conv1")->id, 0, trained.findByName("conv2")->id, 0}}, "Connect"});
    session_->applyEdit({RemoveLayer{trained.findByName("relu1")->id}, "Remove"});
    QSignalSpy answers(place_.get(), &InspectWorkspace::inspected);
    place_->showDrawnNetwork();
    QTRY_VERIFY_WITH_TIMEOUT(!answers.isEmpty(), kPatience);
    QVERIFY(banner().isVisible());
    QVERIFY2(banner().advice().contains("6 of 6 weights were taken"), qPrintable(banner().advice()));
    const RunRecord kept = session_->runs()->entries().begin()->second.record;
    QVERIFY(kept.id != RunId{1});
    QVERIFY(place_->checkpointChooser()->currentText().contains(QString("run %1").arg(kept.id.index)));
    QVERIFY(place_->result()->request.checkpoint != before->request.checkpoint);
    const auto shown = require(readCheckpoint(place_->result()->request.checkpoint));
    QVERIFY(!shown.network.findByName("relu1"));
    QCOMPARE(shown.position.step, std::int64_t(0));
    QCOMPARE(shown.validationAccuracy, -1.0);
    QCOMPARE(kept.status, RunStatus::Finished);
    // The scores are those of the network without the activation.
    const auto model = modelOf(*place_->result());
    QVERIFY(std::ranges::none_of(model->layers(), [](const LayerOutput& layer) { return layer.name == "relu1"; }));

    session_->applyEdit({RemoveLayer{session_->network().findByName("loss")->id}, "Remove"});
    place_->showDrawnNetwork();
    QVERIFY2(!banner().title().isEmpty(), "a network that is not ready is refused");
    session_->undo();
    session_->undo();
    session_->undo();
    session_->undo();
    QVERIFY(session_->network().findByName("relu1"));
    session_->runs()->remove({kept.id});
    QTRY_VERIFY(!session_->runs()->find(kept.id));
  }

  void aPinnedValueIsThatOfTheShownSample() {
    openAndWait();
    place_->layerStrip()->setCurrent(1);
    Q_EMIT place_->layerCard()->activations()->valueClicked(4, 1, 2, 0);
    const auto expected = [this] {
      const Tensor& values = place_->result()->layers[1].activation.values;
      const auto at = static_cast<std::size_t>((4 * values.shape()[1] + 2) * values.shape()[2] + 1);
      return QString("channel 4 at (1, 2) = %1").arg(figureText(static_cast<double>(values.values<float>()[at])));
    };
    const QString before = place_->channelInspector()->valueText();
    QCOMPARE(before, expected());
    place_->sampleChooser()->setValue(3);
    await();
    QCOMPARE(place_->channelInspector()->valueText(), expected());
    QVERIFY(expected() != before);
    // A network whose layer of this name has fewer channels has no such value.
    const LayerId conv = session_->network().findByName("conv1")->id;
    session_->applyEdit({SetParameter{conv, "filters", std::int64_t{3}}, "Fewer"});
    QSignalSpy answers(place_.get(), &InspectWorkspace::inspected);
    place_->showDrawnNetwork();
    QTRY_VERIFY_WITH_TIMEOUT(!answers.isEmpty(), kPatience);
    QCOMPARE(place_->result()->layers[1].activation.values.shape()[0], std::int64_t(3));
    QVERIFY2(place_->channelInspector()->valueText().startsWith("Point at"),
             qPrintable(place_->channelInspector()->valueText()));
    session_->undo();
    const RunId kept = session_->runs()->entries().begin()->first;
    session_->runs()->remove({kept});
    QTRY_VERIFY(!session_->runs()->find(kept));
  }

  void onlyTheLastOfManyRequestsIsAnswered() {
    openAndWait();
    QSignalSpy answers(place_.get(), &InspectWorkspace::inspected);
    for (int sample = 1; sample < 10; ++sample) place_->sampleChooser()->setValue(sample);
    QTRY_VERIFY_WITH_TIMEOUT(!answers.isEmpty(), kPatience);
    QCOMPARE(place_->result()->request.index, 9);
    QTest::qWait(100);
    QCOMPARE(answers.size(), 1);
  }

  void anImageFileIsShownFittedToTheNetwork() {
    openAndWait();
    QImage image(32, 24, QImage::Format_RGB32);
    image.fill(QColor(210, 210, 210));
    const QString file = folder_.filePath("light.png");
    QVERIFY(image.save(file));
    place_->showImageFile(file);
    await();
    QCOMPARE(place_->result()->image.shape().toString(), Shape({1, 8, 6}).toString());
    QVERIFY(!place_->result()->truth);
    QVERIFY(place_->predictionCard()->verdict().isEmpty());
    // The same file is read again, since it may hold another image by then.
    const auto firstPixel = [this] { return int(place_->result()->image.values<std::uint8_t>()[0]); };
    QVERIFY(firstPixel() > 200);
    image.fill(QColor(30, 30, 30));
    QVERIFY(image.save(file));
    place_->showImageFile(file);
    await();
    QVERIFY(firstPixel() < 40);
    // Choosing any sample replaces it again.
    Q_EMIT place_->predictionCard()->sampleWanted();
    await();
    QVERIFY(place_->result()->truth.has_value());
  }

  void aWrongImageIsSaidAndLosesNothing() {
    openAndWait();
    const auto before = place_->result();
    const QString file = folder_.filePath("words.png");
    std::ofstream(file.toStdString()) << "no picture at all";
    QSignalSpy failures(place_.get(), &InspectWorkspace::inspectionFailed);
    place_->showImageFile(file);
    QTRY_COMPARE_WITH_TIMEOUT(failures.size(), 1, kPatience);
    QVERIFY(banner().isVisible());
    QVERIFY(banner().title().contains("words.png"));
    QCOMPARE(place_->result(), before);
    // The next request works normally.
    place_->sampleChooser()->setValue(2);
    await();
    QVERIFY(!banner().isVisible());
  }

  void aDamagedCheckpointIsSaidAndLosesNothing() {
    openAndWait();
    const auto before = place_->result();
    const int current = place_->checkpointChooser()->currentIndex();
    const int other = current == 0 ? 1 : 0;
    const auto checkpoints = require(session_->project()->runs().checkpoints(RunId{1}));
    const auto& record = checkpoints[checkpoints.size() - 1 - static_cast<std::size_t>(other)];
    const auto file = session_->project()->checkpointPath(record);
    std::filesystem::resize_file(file, std::filesystem::file_size(file) / 2);
    QSignalSpy failures(place_.get(), &InspectWorkspace::inspectionFailed);
    place_->checkpointChooser()->setCurrentIndex(other);
    QTRY_COMPARE_WITH_TIMEOUT(failures.size(), 1, kPatience);
    QVERIFY(banner().isVisible());
    QVERIFY(banner().title().contains(QString::fromStdString(file.filename().string())));
    QCOMPARE(place_->result(), before);
    QCOMPARE(place_->checkpointChooser()->currentIndex(), current);
  }

  void theTourSeesAConvolution() {
    ensureTrained();
    place_->resize(1100, 800);
    place_->show();
    bool ready = false;
    place_->prepareForTour([&] { ready = true; });
    QTRY_VERIFY_WITH_TIMEOUT(ready, kPatience);
    QCOMPARE(place_->layerStrip()->current(), 1);
    QVERIFY(place_->layerCard()->activations()->selectedChannel() >= 0);
  }

  void filtersBecomePlanes() {
    const Tensor filters = Tensor::of<float>(Shape{2, 2, 1, 2}, {1, 2, 3, 4, 5, 6, 7, 8});
    QCOMPARE(filterPlanes(filters, -1).shape().toString(), std::string("[4, 1, 2]"));
    const Tensor second = filterPlanes(filters, 1);
    QCOMPARE(second.shape().toString(), std::string("[2, 1, 2]"));
    QVERIFY(std::ranges::equal(second.values<float>(), std::vector<float>{3, 4, 7, 8}));
  }

 private:
  std::filesystem::path path(const char* name) const { return folder_.filePath(name).toStdString(); }
  const Banner& banner() const { return *place_->findChild<Banner*>(); }

  // Trains once; the test of an empty project comes first.
  void ensureTrained() {
    if (session_->dataset()) return;
    writeDataset(path("shades"));
    require(fovea::await([&](const auto& done) { session_->datasets()->add("shades", path("shades"), done); }));
    draw(*session_);
    QVERIFY(session_->report().ok());
    train(*session_);
  }
  void open() {
    place_->resize(1100, 800);
    place_->show();
    place_->activate();
  }
  void await() {
    QSignalSpy answers(place_.get(), &InspectWorkspace::inspected);
    QVERIFY(answers.wait(kPatience));
  }
  void openAndWait() {
    ensureTrained();
    QSignalSpy answers(place_.get(), &InspectWorkspace::inspected);
    open();
    QTRY_VERIFY_WITH_TIMEOUT(!answers.isEmpty(), kPatience);
    QTest::qWait(50);  // planes get the space that filters leave
  }
  std::unique_ptr<ModelInspector> modelOf(const InspectionResult& shown) const {
    return require(ModelInspector::create(require(readCheckpoint(shown.request.checkpoint)),
                                          require(session_->backends()->open("cpu"))));
  }

  QTemporaryDir folder_;
  std::unique_ptr<Session> session_;
  std::unique_ptr<InspectWorkspace> place_;
};

}  // namespace fovea

QTEST_MAIN(fovea::InspectTest)
#include "inspect_test.moc"
