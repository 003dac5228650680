// Networks are imported with their weights from files of other programs, and exported to them; the window reports the
// result, and no drawing is lost.
#include <QApplication>
#include <QComboBox>
#include <QDropEvent>
#include <QElapsedTimer>
#include <QLabel>
#include <QLineEdit>
#include <QMessageBox>
#include <QMimeData>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTextBrowser>
#include <QUrl>

#include "app/workspaces/network/export_dialog.h"
#include "app/workspaces/network/import_report.h"
#include "app/workspaces/network/network_files.h"
#include "app/workspaces/network/network_workspace.h"
#include "app/workspaces/network/sample_shape_dialog.h"
#include "core/exchange/onnx/onnx_file.h"
#include "core/network/network_difference.h"
#include "core/network/standard_networks.h"
#include "tests/app/window_test.h"
#include "widgets/canvas/network_canvas.h"

namespace fovea::test {
namespace {

// Blocks of convolution, ReLU and a sum with the block's input.
OnnxModel longModel(int rounds) {
  OnnxModel model;
  model.producer = "test";
  model.opsets[""] = 17;
  OnnxGraph& graph = model.graph;
  const auto value = [](const char* name) {
    OnnxValueInfo info;
    info.name = name;
    info.element = OnnxElement::Float;
    info.hasShape = true;
    info.shape = {{-1, "n"}, {4, ""}, {8, ""}, {8, ""}};
    return info;
  };
  graph.name = "long";
  graph.inputs = {value("x")};
  graph.outputs = {value("y")};
  std::string before = "x";
  for (int i = 0; i < rounds; ++i) {
    const std::string n = std::to_string(i);
    Tensor weight = Tensor::zeros({DataType::Float32, Shape{4, 4, 1, 1}});
    for (int k = 0; k < 4; ++k) weight.data<float>()[5 * k] = 0.001F;
    graph.initializers.push_back({"w" + n, OnnxElement::Float, weight});
    const std::string sum = i + 1 == rounds ? "y" : "a" + n;
    graph.nodes.push_back({"conv" + n, "Conv", "", {before, "w" + n}, {"c" + n}, {}});
    graph.nodes.push_back({"relu" + n, "Relu", "", {"c" + n}, {"r" + n}, {}});
    graph.nodes.push_back({"add" + n, "Add", "", {"r" + n, before}, {sum}, {}});
    before = sum;
  }
  return model;
}

}  // namespace

class NetworkExchangeTest : public WindowTest {
  Q_OBJECT

 private Q_SLOTS:
  void init() {
    openWindow();
    makeProject(*session_, *sandbox_, "exchange");
    // Sets positions: layers that are all at one position would be arranged when they are shown.
    std::vector<std::pair<LayerId, Position>> places;
    for (const Layer& layer : session_->network().layers())
      places.push_back({layer.id, {0, 88.0 * static_cast<double>(places.size())}});
    session_->applyEdit({MoveLayers{places}, "Arrange"});
    window_->showPlace("network");
    place_ = static_cast<NetworkWorkspace*>(window_->workspace("network"));
  }
  void cleanup() { closeWindow(); }

  void aModelGoesOutAndComesBackWithItsReport() {
    const Network drawn = session_->network();
    const QString file = exported("model.onnx");
    session_->applyEdit({ReplaceNetwork{require(standardNetwork("mlp"))}, "Other"});
    const Network other = session_->network();
    place_->openNetworkFile(file);
    QTRY_VERIFY_WITH_TIMEOUT(place_->files()->report(), kPatience);
    QVERIFY(compareNetworks(drawn, session_->network()).empty());
    const QString words = reportWords();
    QVERIFY2(words.contains("5 layers"), qPrintable(words));
    // Whether another order of summation rounds differently depends on the processor.
    QVERIFY2(words.contains("On a sample the network computes exactly") ||
                 words.contains("On a sample the network gives what the file says"),
             qPrintable(words));
    QVERIFY2(place_->files()->report()->text()->toPlainText().contains("conv1"), qPrintable(words));
    click(*place_->files()->report(), "Fold repeated structure");
    QVERIFY(buttonOf(*place_->files()->report(), "Nothing repeats"));
    place_->files()->report()->close();

    require(await(
        [&](const auto& done) { session_->networks()->select(session_->project()->networks().front().file, done); }));
    QVERIFY(session_->network() == other);
  }

  void severalOpenInputsAreAskedForByName() {
    const std::vector<InputChoice> open{{.name = "state", .shape = {2, 0}, .sampleAxis = 1}, {.name = "rate"}};
    SampleShapeDialog dialog("model.onnx", open, nullptr);
    QCOMPARE(dialog.extents().size(), std::size_t(2));
    QVERIFY2(!dialog.extents()[0]->isEnabled(), "what the file says stays");
    QCOMPARE(dialog.extents()[1]->accessibleName(), QString("state: Extent 2"));
    dialog.extents()[1]->setValue(128);
    auto* rate = dialog.findChild<QDoubleSpinBox*>();
    QVERIFY(rate);
    QCOMPARE(rate->accessibleName(), QString("rate: Value"));
    rate->setValue(16'000);
    const auto said = dialog.inputs();
    QCOMPARE(said[0].shape, (std::vector<std::int64_t>{2, 128}));
    QCOMPARE(said[0].sampleAxis, 1);
    QCOMPARE(said[1].value, std::optional(16'000.0));
  }

  // One second of sound has more numbers than a picture has columns.
  void aLengthMayBeThatOfASound() {
    SampleShapeDialog dialog("sound.onnx", {{.name = "wave", .shape = {1, 0}}}, nullptr);
    dialog.extents()[1]->setValue(44'100);
    QCOMPARE(dialog.inputs()[0].shape, (std::vector<std::int64_t>{1, 44'100}));
  }

  void aTextThatLeavesItsSizeToTheDataAsks() {
    const QString file = sandbox_->text("lenet.prototxt");
    QFile text(file);
    QVERIFY(text.open(QIODevice::WriteOnly));
    text.write(
        "layer { name: \"mnist\" type: \"Data\" top: \"data\" top: \"label\" }\n"
        "layer { name: \"ip\" type: \"InnerProduct\" bottom: \"data\" top: \"ip\" inner_product_param { num_output: 7 "
        "} "
        "}\n"
        "layer { name: \"loss\" type: \"SoftmaxWithLoss\" bottom: \"ip\" bottom: \"label\" top: \"loss\" }\n");
    text.close();
    const Network drawn = session_->network();
    place_->files()->open(file);
    QTRY_VERIFY_WITH_TIMEOUT(place_->files()->shapeQuestion(), kPatience);
    QCOMPARE(place_->files()->shapeQuestion()->inputs()[0].shape,
             (std::vector<std::int64_t>{1, 8, 8}));  // the shape of the data set's samples
    QTest::keyClick(place_->files()->shapeQuestion(), Qt::Key_Escape);
    QTRY_VERIFY(!place_->files()->shapeQuestion());
    QVERIFY(session_->network() == drawn);

    place_->files()->open(file);
    QTRY_VERIFY_WITH_TIMEOUT(place_->files()->shapeQuestion(), kPatience);
    SampleShapeDialog* question = place_->files()->shapeQuestion();
    question->extents()[1]->setValue(28);
    question->extents()[2]->setValue(20);
    QTest::mouseClick(buttonOf(*question, "Import"), Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(place_->files()->report(), kPatience);
    place_->files()->report()->close();
    const Layer& input = session_->network().layers().front();
    QCOMPARE(input.type, std::string("input"));
    QCOMPARE(input.parameters.list("shape"), (std::vector<std::int64_t>{1, 28, 20}));
  }

  // Shapes given by the model are shown and fixed; only the open ones are asked for.
  void aModelThatLeavesItsHeightOpenAsks() {
    const QString file = sandbox_->text("lines.onnx");
    OnnxModel model = longModel(1);
    model.graph.inputs[0].shape[2] = {-1, "height"};
    require(writeOnnx(file.toStdString(), model));
    place_->files()->open(file);
    QTRY_VERIFY_WITH_TIMEOUT(place_->files()->shapeQuestion(), kPatience);
    SampleShapeDialog* question = place_->files()->shapeQuestion();
    QCOMPARE(question->inputs()[0].shape, (std::vector<std::int64_t>{4, 224, 8}));
    QVERIFY(!question->extents()[0]->isEnabled() && !question->extents()[2]->isEnabled());
    QVERIFY(question->extents()[1]->hasFocus());
    QTest::keyClicks(question->extents()[1], "12");
    QTest::keyClick(question->extents()[1], Qt::Key_Return);
    QTRY_VERIFY_WITH_TIMEOUT(place_->files()->report(), kPatience);
    place_->files()->report()->close();
    QCOMPARE(session_->network().name(), std::string("lines"));
    const Layer& input = session_->network().layers().front();
    QCOMPARE(input.parameters.list("shape"), (std::vector<std::int64_t>{4, 12, 8}));
  }

  void anExportedDrawingIsTheNetworkToo() {
    const Network drawn = session_->network();
    for (const char* name : {"drawing.svg", "drawing.png", "drawing.pdf"}) {
      const QString file = sandbox_->text(name);
      place_->files()->exportDrawing(file);
      session_->applyEdit({ReplaceNetwork{require(standardNetwork("mlp"))}, "Other"});
      place_->openNetworkFile(file);
      QTRY_VERIFY_WITH_TIMEOUT(session_->network() == drawn, kPatience);
    }
    // An image without a network is rejected, and nothing is lost.
    const QString photograph = sandbox_->text("photograph.png");
    QVERIFY(QImage(8, 8, QImage::Format_RGB32).save(photograph));
    place_->openNetworkFile(photograph);
    QTRY_VERIFY_WITH_TIMEOUT(bannerOf(*place_), kPatience);
    QVERIFY(session_->network() == drawn);
  }

  // Reading, comparing on a sample, analysing and showing; prints the times.
  void aModelOfFiveThousandNodesOpensAtOnce() {
    const QString file = sandbox_->text("long.onnx");
    require(writeOnnx(file.toStdString(), longModel(1667)));
    QElapsedTimer clock;
    clock.start();
    place_->openNetworkFile(file);
    QTRY_VERIFY_WITH_TIMEOUT(place_->canvas()->scene()->nodes().size() > 5000, kPatience);
    const qint64 shown = clock.elapsed();
    QTRY_VERIFY_WITH_TIMEOUT(!place_->canvas()->controller()->arranging(), kPatience);
    qInfo("5,003 layers: shown after %lld ms, in order after %lld ms", shown, clock.elapsed());
    QVERIFY(shown < 10000);
    QTRY_VERIFY_WITH_TIMEOUT(place_->files()->report(), kPatience);
    place_->files()->report()->close();
  }

  void importedWeightsAreARunThatCanBeLookedInto() {
    import(exported("model.onnx"));
    const auto runs = require(session_->project()->runs().runs());
    QCOMPARE(runs.size(), std::size_t(1));
    QCOMPARE(runs[0].name, std::string("imported model"));
    QCOMPARE(runs[0].status, RunStatus::Finished);
    const auto kept = require(session_->project()->runs().checkpoints(runs[0].id));
    QCOMPARE(kept.size(), std::size_t(1));
    const Checkpoint checkpoint = require(readCheckpoint(session_->project()->checkpointPath(kept[0])));
    QVERIFY(checkpoint.find("conv1.weight"));
  }

  void trainingBeginsWithThem() {
    import(exported("model.onnx"), false);
    auto* train = buttonOf(*place_->files()->report(), "Train from these weights");
    QVERIFY(train);
    QTest::mouseClick(train, Qt::LeftButton);
    QTRY_COMPARE(window_->currentPlace(), QString("train"));
    QTRY_VERIFY_WITH_TIMEOUT(!session_->training()->active(), kPatience);
    QCOMPARE(session_->training()->snapshot()->state, WorkerState::Finished);
    const auto marks = require(session_->project()->runs().marks(session_->training()->snapshot()->run));
    QCOMPARE(marks.size(), std::size_t(1));
    QVERIFY2(marks[0].text.starts_with("Begins with the weights"), marks[0].text.c_str());
  }

  void aDroppedFileIsOpened() {
    const Network drawn = session_->network();
    const QString file = exported("model.onnx");
    session_->applyEdit({RenameNetwork{"other"}, "Rename"});
    QMimeData data;
    data.setUrls({QUrl::fromLocalFile(file)});
    // The canvas accepts only layers; other drops are passed on to the window.
    QDragEnterEvent enter(QPoint(20, 20), Qt::CopyAction, &data, Qt::LeftButton, {});
    enter.ignore();
    QApplication::sendEvent(place_->canvas()->view()->viewport(), &enter);
    QVERIFY(enter.isAccepted());
    QDropEvent drop(QPointF(20, 20), Qt::CopyAction, &data, Qt::LeftButton, {});
    QApplication::sendEvent(window_.get(), &drop);
    QTRY_VERIFY_WITH_TIMEOUT(place_->files()->report(), kPatience);
    QVERIFY(compareNetworks(drawn, session_->network()).empty());
  }

  void aFileThatIsNoneIsSaidAndNothingIsLost() {
    const Network drawn = session_->network();
    for (const char* name : {"broken.onnx", "broken.safetensors", "nowhere.onnx"}) {
      if (std::string(name).starts_with("broken")) writeBytes(sandbox_->path(name), "this is no model");
      place_->openNetworkFile(sandbox_->text(name));
      QTRY_VERIFY2_WITH_TIMEOUT(bannerWords(*place_).contains(name), name, kPatience);
      QVERIFY(session_->network() == drawn);
      bannerOf(*place_)->dismiss();
    }
    QVERIFY(require(session_->project()->runs().runs()).empty());
    QVERIFY(!place_->files()->report());
  }

  void whatIsCancelledLeavesNothing() {
    const QString file = exported("model.onnx");
    session_->applyEdit({RenameNetwork{"other"}, "Rename"});
    const Network before = session_->network();
    place_->openNetworkFile(file);
    QCOMPARE(session_->jobs()->running().size(), 1);
    session_->jobs()->running().first()->cancel();
    QTRY_VERIFY_WITH_TIMEOUT(session_->jobs()->running().isEmpty(), kPatience);
    QVERIFY(session_->network() == before);
    QVERIFY(require(session_->project()->runs().runs()).empty());
    QVERIFY(bannerWords(*place_).isEmpty());
  }

  void withoutAProjectTheDrawingStillComes() {
    const QString file = exported("model.onnx");
    Session bare(testBackends());
    NetworkExchange exchange(bare);
    QSignalSpy imported(&exchange, &NetworkExchange::imported);
    exchange.importFile(file);
    QTRY_COMPARE_WITH_TIMEOUT(imported.size(), 1, kPatience);
    const auto import = imported[0][0].value<NetworkImport>();
    QVERIFY(import.unkept && !import.weights);
    QCOMPARE(bare.network().layers().size(), std::size_t(5));
  }

  void theEndingFollowsTheFormat() {
    ExportDialog dialog(*session_);
    QVERIFY(dialog.file()->text().endsWith("tiny.onnx"));
    QVERIFY(!dialog.opset()->isHidden());
    QCOMPARE(dialog.options().opset, std::int64_t(17));
    dialog.format()->setCurrentIndex(dialog.format()->findText("PyTorch", Qt::MatchStartsWith));
    QVERIFY(dialog.file()->text().endsWith("tiny.py"));
    QVERIFY(dialog.opset()->isHidden());
    QVERIFY(!dialog.options().checkpoint);
  }

  void anExistingFileIsReplacedOnlyAfterAQuestion() {
    ExportDialog dialog(*session_);
    dialog.show();
    dialog.file()->setText(sandbox_->text("mine"));  // without its ending
    writeBytes(sandbox_->path("mine.onnx"), "precious");
    answerNextQuestion(QMessageBox::Cancel);
    click(dialog, "Export");
    QVERIFY2(dialog.isVisible(), "nothing was exported");
    answerNextQuestion(QMessageBox::Yes);
    click(dialog, "Export");
    QVERIFY(!dialog.isVisible());
    QCOMPARE(dialog.result(), int(QDialog::Accepted));
    QCOMPARE(dialog.options().file, sandbox_->text("mine.onnx"));
  }

  void theHomeFolderMayBeShortened() {
    ExportDialog dialog(*session_);
    dialog.file()->setText("~/tiny.ONNX");
    QCOMPARE(dialog.options().file, QDir::homePath() + "/tiny.ONNX");
  }

  void aRunsWeightsGoOut() {
    import(exported("model.onnx"));
    QTRY_VERIFY_WITH_TIMEOUT(!session_->runs()->entries().empty(), kPatience);
    ExportDialog dialog(*session_);
    QCOMPARE(dialog.weights()->count(), 2);
    dialog.format()->setCurrentIndex(dialog.format()->findText("Checkpoint", Qt::MatchStartsWith));
    dialog.file()->setText(sandbox_->text("again"));
    QVERIFY(dialog.options().checkpoint);
    place_->files()->exportNetwork(dialog.options());
    QTRY_VERIFY_WITH_TIMEOUT(bannerWords(*place_).contains("again.safetensors"), kPatience);
    QVERIFY(require(readCheckpoint(sandbox_->path("again.safetensors"))).find("fc1.weight"));
  }

  // They cannot be drawn again from the seed of the run.
  void importedWeightsCountAsGiven() {
    import(exported("model.onnx"));
    QTRY_VERIFY_WITH_TIMEOUT(!session_->runs()->entries().empty(), kPatience);
    const RunId run = session_->runs()->entries().begin()->first;
    QVERIFY(require(session_->project()->runs().beginning(run)).givenWeights);
  }

  void whatCannotBeWrittenIsSaid() {
    place_->files()->exportNetwork({sandbox_->text("nowhere/model.onnx"), 17, {}});
    QTRY_VERIFY_WITH_TIMEOUT(bannerWords(*place_).contains("model.onnx"), kPatience);
  }

 private:
  static void answerNextQuestion(QMessageBox::StandardButton answer) {
    answerDialog<QMessageBox>([answer](QMessageBox& box) { QTest::mouseClick(box.button(answer), Qt::LeftButton); });
  }
  QString exported(const char* name) {
    const QString file = sandbox_->text(name);
    place_->files()->exportNetwork({file, 17, {}});
    const bool done = QTest::qWaitFor([&] { return bannerWords(*place_).contains("Exported to"); }, kPatience);
    if (!done) qFatal("not exported: %s", qPrintable(bannerWords(*place_)));
    bannerOf(*place_)->dismiss();
    return file;
  }
  void import(const QString& file, bool close = true) {
    place_->openNetworkFile(file);
    if (!QTest::qWaitFor([&] { return place_->files()->report() != nullptr; }, kPatience))
      qFatal("not imported: %s", qPrintable(bannerWords(*place_)));
    if (close) place_->files()->report()->close();
  }
  QString reportWords() const {
    QString all;
    for (const auto* label : place_->files()->report()->findChildren<QLabel*>()) all += label->text() + "\n";
    return all;
  }

  NetworkWorkspace* place_ = nullptr;
};

}  // namespace fovea::test

QTEST_MAIN(fovea::test::NetworkExchangeTest)
#include "network_exchange_test.moc"
