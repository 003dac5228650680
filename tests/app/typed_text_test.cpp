// Why: a typed text must enter the network as the samples of its data set do.
#include <QLineEdit>
#include <QSignalSpy>
#include <QTest>

#include "app/workspaces/inspect/inspect_workspace.h"
#include "core/data/store/dataset_writer.h"
#include "tests/app/app_support.h"
#include "widgets/actions/action.h"
#include "widgets/images/drawing_pad.h"

namespace fovea::test {

class TypedTextTest : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void init() {
    sandbox_ = std::make_unique<Sandbox>();
    session_ = std::make_unique<Session>(testBackends());
    require(session_->createProject(sandbox_->path("project"), "mail"));
    writeTexts();
    const auto folder = sandbox_->path("texts");
    require(await([&](const auto& done) { session_->datasets()->add("texts", folder, done); }));
    train();
    place_ = std::make_unique<InspectWorkspace>(*session_);
    place_->resize(1440, 900);
    QSignalSpy inspected(place_.get(), &InspectWorkspace::inspected);
    place_->show();
    place_->activate();
    QVERIFY(inspected.count() > 0 || inspected.wait(kPatience));
  }
  void cleanup() {
    place_.reset();
    session_.reset();
  }

  void aTextIsTheSampleThatAnImportMakesOfIt() {
    place_->showDrawing(true);
    place_->textInput()->setText("free money 13");
    QTRY_VERIFY_WITH_TIMEOUT(place_->result()->request.live, kPatience);
    const Tensor stored = require(session_->trainingDataset()->sample(Split::Validation, 1)).input;
    QVERIFY(std::ranges::equal(place_->result()->image.values<std::int32_t>(), stored.values<std::int32_t>()));
  }

  void theActionOpensAndClosesThePanelOfTheDataset() {
    const auto toggle = [this] {
      for (Action* action : place_->commands())
        if (action->id() == "inspect.draw") action->trigger();
    };
    toggle();
    QVERIFY(place_->textInput()->isVisible());
    QVERIFY(!place_->drawingPad()->isVisible());
    // An open panel follows the data set.
    importData(*session_, writeMnist(sandbox_->path("source")), "images");
    require(await([&](const auto& done) { session_->datasets()->selectTraining("images", done); }));
    QTRY_VERIFY(place_->drawingPad()->isVisible());
    QVERIFY(!place_->textInput()->isVisible());
    toggle();
    QVERIFY(!place_->drawingPad()->isVisible());
  }

 private:
  // Bytes with zeros after them; the last number of a text is its index, which determines its class.
  void writeTexts() {
    const fovea::Shape shape{16};
    auto writer =
        require(DatasetWriter::create(sandbox_->path("texts"), {"texts", "test", "nowhere", shape, {"ham", "spam"}}));
    for (int i = 0; i < 20; ++i) {
      const std::string text = (i % 2 == 0 ? "lunch at " : "free money ") + std::to_string(i);
      Tensor input = Tensor::zeros({DataType::Int32, shape});
      std::ranges::copy(text, input.data<std::int32_t>());
      SampleView view;
      view.input = rawContent(input);
      view.label = i % 2;
      view.split = i < 12 ? Split::Train : Split::Validation;
      view.source = "nowhere";
      view.sourceIndex = static_cast<std::uint64_t>(i);
      require(writer->add(view));
    }
    require(writer->finish());
  }
  void train() {
    using List = std::vector<std::int64_t>;
    const std::int64_t bytes = 256;
    addLayer(*session_, "data", "input", {{"shape", List{16}}, {"values", std::string("symbols")}, {"symbols", bytes}},
             {});
    addLayer(*session_, "table", "embedding", {{"symbols", bytes}, {"size", std::int64_t{4}}}, "data");
    addLayer(*session_, "flat", "flatten", {}, "table");
    addLayer(*session_, "fc1", "linear", {{"units", std::int64_t{2}}}, "flat");
    addLayer(*session_, "loss", "cross_entropy", {}, "fc1");
    TrainingSettings settings;
    settings.epochs = 1;
    settings.batch = 4;
    QSignalSpy ended(session_->training(), &TrainingBridge::runEnded);
    require(session_->startRun(settings, "first"));
    QVERIFY(ended.wait(kPatience));
  }

  std::unique_ptr<Sandbox> sandbox_;
  std::unique_ptr<Session> session_;
  std::unique_ptr<InspectWorkspace> place_;
};

}  // namespace fovea::test

QTEST_MAIN(fovea::test::TypedTextTest)
#include "typed_text_test.moc"
