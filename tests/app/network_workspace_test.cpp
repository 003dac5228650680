// Why: the edited network is the trained one: canvas, form, document and file always agree, every step can be undone,
// and an invalid file has no effect.
#include <QAction>
#include <QFileDialog>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QSignalSpy>
#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

#include "app/workspaces/network/layer_inspector.h"
#include "app/workspaces/network/network_workspace.h"
#include "core/data/store/dataset_writer.h"
#include "core/network/block_edits.h"
#include "core/network/standard_networks.h"
#include "tests/app/window_test.h"
#include "widgets/canvas/network_canvas.h"
#include "widgets/forms/schema_form.h"
#include "widgets/tables/fact_list.h"

namespace fovea::test {

class NetworkWorkspaceTest : public WindowTest {
  Q_OBJECT

 private Q_SLOTS:
  void init() {
    openWindow();
    require(session_->createProject(sandbox_->path("drawing"), "drawing"));
    window_->showPlace("network");
    place_ = static_cast<NetworkWorkspace*>(window_->workspace("network"));
    choose("LeNet");
  }
  void cleanup() { closeWindow(); }

  void aStandardNetworkComesFromTheMenu() {
    QVERIFY(session_->network() == require(standardNetwork("lenet")));
    QVERIFY(session_->report().ok());
    QCOMPARE(place_->canvas()->scene()->nodes().size(), std::size_t(9));
    QVERIFY(buttonOf(*place_, "Undo")->isEnabled());
    QVERIFY(!buttonOf(*place_, "Redo")->isEnabled());
  }

  void theSelectedLayersFormShowsItsParameters() {
    select("conv2");
    QCOMPARE(line("filters")->text(), QString("50"));
    QCOMPARE(line("kernel")->text(), QString("5 × 5"));
    QVERIFY(wordsWith("[N, 50, 8, 8]"));
    select("fc1");
    QCOMPARE(line("units")->text(), QString("500"));
    place_->canvas()->setSelection({});
    QVERIFY(!form());
    QVERIFY(wordsWith("431,080"));  // parameters of the whole network
  }

  void typingChangesTheNetworkAndAllShapesBehindIt() {
    select("conv1");
    QCOMPARE(shapeOn("pool1"), QString("20×12×12"));
    type(line("filters"), "8");
    QCOMPARE(require(parameter("conv1", "filters")), FieldValue(std::int64_t{8}));
    QCOMPARE(shapeOn("conv1"), QString("8×24×24"));
    QCOMPARE(shapeOn("pool1"), QString("8×12×12"));
    QVERIFY(wordsWith("[N, 8, 24, 24]"));
  }

  void oneFieldTypedIsOneStepBack() {
    select("conv1");
    type(line("filters"), "123");
    type(line("kernel"), "3 × 3");
    QCOMPARE(require(parameter("conv1", "filters")), FieldValue(std::int64_t{123}));
    place_->canvas()->setFocus();
    press(Qt::Key_Z, Qt::ControlModifier);
    QCOMPARE(shapeOn("conv1"), QString("123×24×24"));
    press(Qt::Key_Z, Qt::ControlModifier);
    QCOMPARE(shapeOn("conv1"), QString("20×24×24"));
    QCOMPARE(line("filters")->text(), QString("20"));
    QVERIFY(session_->network() == require(standardNetwork("lenet")));
    press(Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier);
    press(Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier);
    QCOMPARE(shapeOn("conv1"), QString("123×26×26"));
    QCOMPARE(line("kernel")->text(), QString("3 × 3"));
    click(*place_, "Undo");
    QCOMPARE(shapeOn("conv1"), QString("123×24×24"));
    click(*place_, "Redo");
    QCOMPARE(shapeOn("conv1"), QString("123×26×26"));
  }

  void aBadValueStaysInItsFieldAndOutOfTheNetwork() {
    select("conv1");
    type(line("filters"), "0");
    QVERIFY(!form()->errorOf("filters").isEmpty());
    QCOMPARE(require(parameter("conv1", "filters")), FieldValue(std::int64_t{20}));
    // An unrelated change keeps the typed text.
    session_->applyEdit({RenameNetwork{"mine"}, "Rename"});
    QCOMPARE(line("filters")->text(), QString("0"));
  }

  void aHalfTypedValueDoesNotGoAlongToAnotherLayer() {
    session_->applyEdit({SetParameter{idOf("conv2"), "filters", std::int64_t{20}}, "Set"});
    select("conv1");
    type(line("filters"), "0");
    select("conv2");
    QCOMPARE(line("filters")->text(), QString("20"));
    QVERIFY(form()->errorOf("filters").isEmpty());
  }

  void aKernelTooLargeIsSaidWhereItIsAndCanBeMended() {
    select("conv1");
    type(line("kernel"), "30 × 30");
    const NodeItem* node = place_->canvas()->scene()->node(idOf("conv1"));
    QVERIFY(!node->content().message.isEmpty());
    QVERIFY2(node->content().message.contains("30"), qPrintable(node->content().message));
    QVERIFY(wordsWith(node->content().message));
    QVERIFY(!node->content().fixes.isEmpty());
    // The same problem also prevents training.
    QVERIFY(!session_->report().ok());

    place_->canvas()->showLayer(idOf("conv1"));
    place_->canvas()->scene()->finishGlide();
    const auto* view = place_->canvas()->view();
    const QPoint at = view->mapFromScene(node->mapToScene(node->fixRectangle(0).center()));
    QTest::mouseClick(view->viewport(), Qt::LeftButton, {}, at);
    QVERIFY(node->content().message.isEmpty());
    QVERIFY(session_->report().ok() || !session_->report().problemOf(idOf("conv1")));
    press(Qt::Key_Z, Qt::ControlModifier);
    QVERIFY(!node->content().message.isEmpty());
  }

  void anEditThatIsRefusedIsSaid() {
    QSignalSpy refused(session_.get(), &Session::editRefused);
    session_->applyEdit({AddEdge{{idOf("fc2"), 0, idOf("fc1"), 0}}, "Connect"});
    QCOMPARE(refused.size(), 1);
    QVERIFY2(bannerWords(*place_->canvas()).contains("cycle"), qPrintable(bannerWords(*place_->canvas())));
  }

  void aLayerIsRenamed() {
    select("fc1");
    auto* name = lineNamed("Name of the layer");
    name->setFocus();
    name->selectAll();
    QTest::keyClicks(name, "hidden");
    QTest::keyClick(name, Qt::Key_Return);
    QVERIFY(session_->network().findByName("hidden"));
    name->selectAll();
    QTest::keyClicks(name, "fc2");
    QTest::keyClick(name, Qt::Key_Return);
    QVERIFY(session_->network().findByName("hidden"));  // fc2 is taken
    QVERIFY(!bannerWords(*place_->canvas()).isEmpty());
  }

  void whatIsDrawnIsThereAgainWhenTheProjectIsOpened() {
    select("conv1");
    type(line("filters"), "7");
    const Network drawn = session_->network();
    require(session_->saveNetwork());
    require(session_->createProject(sandbox_->path("other"), "other"));
    QVERIFY(session_->network().layers().empty());
    QVERIFY(place_->canvas()->scene()->nodes().empty());
    require(session_->openProject(sandbox_->path("drawing")));
    QVERIFY(session_->network() == drawn);
    QCOMPARE(shapeOn("conv1"), QString("7×24×24"));
  }

  void whatIsDrawnIsSavedByItself() {
    select("conv1");
    type(line("filters"), "9");
    const Network drawn = session_->network();
    QTRY_VERIFY_WITH_TIMEOUT(!session_->document().modified(), 10000);
    QVERIFY(require(readNetwork(session_->project()->networkFile())) == drawn);
  }

  void aFileIsOpenedBesideWhatIsDrawn() {
    const QString file = sandbox_->text("mlp.json");
    require(writeNetwork(file.toStdString(), require(standardNetwork("mlp"))));
    place_->openNetworkFile(file);
    settle(*session_);
    QVERIFY(session_->network() == require(standardNetwork("mlp")));
    QCOMPARE(session_->project()->networks().size(), std::size_t(2));
    require(await(
        [&](const auto& done) { session_->networks()->select(session_->project()->networks().front().file, done); }));
    QVERIFY(session_->network() == require(standardNetwork("lenet")));
  }

  void aSavedNetworkHasAnEndingByWhichItIsFound() {
    QCoreApplication::setAttribute(Qt::AA_DontUseNativeDialogs);
    for (const char* name : {"mine", "lenet.v2", "other.JSON"}) {
      answerDialog<QFileDialog>([this, name](QFileDialog& dialog) {
        dialog.findChild<QLineEdit*>("fileNameEdit")->setText(sandbox_->text(name));
        static_cast<QDialog&>(dialog).accept();
      });
      choose("Save the network as…");
    }
    for (const char* name : {"mine.json", "lenet.v2.json", "other.JSON"})
      QVERIFY2(readNetwork(sandbox_->path(name)).ok(), name);
    place_->openNetworkFile(sandbox_->text("other.JSON"));
    settle(*session_);
    QVERIFY2(bannerWords(*place_).isEmpty(), qPrintable(bannerWords(*place_)));
    QCOMPARE(session_->project()->networks().size(), std::size_t(2));
  }

  void aStandardNetworkIsAddedBesideTheOneThatIsThere() {
    choose("VGG-16");
    QCOMPARE(session_->project()->networks().size(), std::size_t(2));
    require(await(
        [&](const auto& done) { session_->networks()->select(session_->project()->networks().front().file, done); }));
    QVERIFY(session_->network() == require(standardNetwork("lenet")));
  }

  // A layer with 120 GB of weights: the window says their number and goes on.
  void aNetworkThatFitsNoMemoryIsShown() {
    Json json = networkToJson(session_->network());
    json["name"] = "wide";
    json["edges"] = Json::array({{{"source", 1}, {"target", 2}}});
    json["layers"] = Json::array({{{"id", 1},
                                   {"type", "input"},
                                   {"name", "data"},
                                   {"parameters", {{"shape", {3, 224, 224}}}},
                                   {"position", {0, 0}}},
                                  {{"id", 2},
                                   {"type", "linear"},
                                   {"name", "wide"},
                                   {"parameters", {{"units", 200000}}},
                                   {"position", {0, 200}}}});
    writeBytes(sandbox_->path("wide.json"), json.dump());
    place_->openNetworkFile(sandbox_->text("wide.json"));
    settle(*session_);
    QCOMPARE(session_->network().name(), std::string("wide"));
    place_->canvas()->setSelection({});
    QTRY_VERIFY(wordsWith("30,105,800,000"));
    QTest::qWait(1500);  // the memory is estimated in the background
    select("wide");
    QVERIFY(wordsWith("[N, 200000]"));
  }

  void aDamagedFileIsSaidAndChangesNothing() {
    const Network before = session_->network();
    const std::string whole = networkToJson(before).dump();
    writeBytes(sandbox_->path("half.json"), whole.substr(0, whole.size() / 2));
    place_->openNetworkFile(sandbox_->text("half.json"));
    settle(*session_);
    QVERIFY2(bannerWords(*place_).contains("half.json"), qPrintable(bannerWords(*place_)));
    QVERIFY(session_->network() == before);

    place_->openNetworkFile(sandbox_->text("nowhere.json"));
    settle(*session_);
    QVERIFY2(bannerWords(*place_).contains("nowhere.json"), qPrintable(bannerWords(*place_)));
    QVERIFY(session_->network() == before);

    // A valid file removes the message.
    require(writeNetwork(sandbox_->path("good.json"), before));
    place_->openNetworkFile(sandbox_->text("good.json"));
    settle(*session_);
    QVERIFY(bannerWords(*place_).isEmpty());
  }

  void aFileWithACycleIsSaid() {
    const Network before = session_->network();
    Json json = networkToJson(before);
    const auto id = [&](const char* name) { return before.findByName(name)->id.index; };
    json["edges"].push_back({{"source", id("relu1")}, {"target", id("fc1")}});
    for (auto& edge : json["edges"])
      if (edge["target"] == id("fc1") && edge["source"] != id("relu1")) edge["source"] = id("relu1");
    json["edges"].erase(json["edges"].size() - 1);
    writeBytes(sandbox_->path("cycle.json"), json.dump());
    place_->openNetworkFile(sandbox_->text("cycle.json"));
    settle(*session_);
    QVERIFY2(bannerWords(*place_).contains("cycle"), qPrintable(bannerWords(*place_)));
    QVERIFY(session_->network() == before);
  }

  void aDataSetThatCannotBeReadIsSaid() {
    const auto folder = session_->project()->newDatasetFolder("damaged");
    const auto writer = require(DatasetWriter::create(folder, {"damaged", "test", "nowhere", {}, {"a"}}));
    std::vector<std::uint8_t> pixels(28 * 28);
    for (std::size_t i = 0; i < pixels.size(); ++i) pixels[i] = static_cast<std::uint8_t>(i * 7 % 251);
    require(writer->add(rawSample(Shape{1, 28, 28}, pixels, 0, Split::Train, "x", 0)));
    require(writer->finish());
    std::ifstream in(folder / "samples-0001.mdb", std::ios::binary);
    std::string bytes{std::istreambuf_iterator<char>(in), {}};
    const auto at = bytes.find(std::string(pixels.begin(), pixels.end()));
    QVERIFY(at != std::string::npos);
    bytes[at] = 'x';
    writeBytes(folder / "samples-0001.mdb", bytes);
    require(await([&](const auto& done) { session_->datasets()->add("damaged", folder, done); }));
    select("data");
    click(*place_->layerInspector(), "Transforms…");
    QTRY_VERIFY_WITH_TIMEOUT(bannerWords(*place_).contains("No sample of this data set can be read"), kPatience);
    QVERIFY(buttonOf(*place_->layerInspector(), "Transforms…")->isEnabled());
  }

  void aLayerOfAnyNumberIsEditedInOneStep() {
    const auto layer = [](int id, const char* type, const char* name) {
      return Json{{"id", id}, {"type", type}, {"name", name}, {"position", {0, 0}}};
    };
    Json json = networkToJson(Network());
    json["layers"] = Json::array({layer(1, "input", "data"), layer(900'000'000, "linear", "fc")});
    session_->applyEdit({ReplaceNetwork{require(networkFromJson(json))}, "Open"});
    const FieldValue before = require(parameter("fc", "units"));
    select("fc");
    type(line("units"), "123");
    QCOMPARE(require(parameter("fc", "units")), FieldValue(std::int64_t{123}));
    session_->undo();
    QCOMPARE(require(parameter("fc", "units")), before);
  }

  void aBlockShowsItsNameItsUsesAndItsInside() {
    const std::vector<LayerId> some{idOf("conv2"), idOf("pool2")};
    const BlockEdit folded = require(foldIntoBlock(session_->network(), some, {}, "stage"));
    session_->applyEdit(folded.edit);
    place_->canvas()->setSelection({folded.use});
    auto* block = lineNamed("Name of the block");
    QVERIFY(block && block->isVisible());
    QCOMPARE(block->text(), QString("stage"));
    QVERIFY(!form()->isVisible());
    block->setFocus();
    block->selectAll();
    QTest::keyClicks(block, "unit");
    QTest::keyClick(block, Qt::Key_Return);
    QCOMPARE(session_->network().findBlock(folded.block)->name, std::string("unit"));
    session_->applyEdit(useBlock(session_->network(), folded.block, {}, {300, 300}).edit);
    place_->layerInspector()->refresh();
    QVERIFY(factIs("Uses", "2"));

    // Its layers are found by name, and their shapes are known on the block's sheet.
    const auto found = place_->findables();
    const auto inside =
        std::ranges::find_if(found, [](const Findable& each) { return each.text.contains("unit/conv2"); });
    QVERIFY(inside != found.end());
    inside->show();
    QVERIFY(!place_->canvas()->path().empty());
    QVERIFY(factIs("Output", "[N, 50, 8, 8]"));
    place_->canvas()->showSheet({});
    place_->canvas()->setSelection({idOf("conv1")});
    QVERIFY(!block->isVisible());
    QVERIFY(form()->isVisible());
  }

  void severalLayersAndTheSheetOfABlockAreSummedUp() {
    place_->canvas()->setSelection({idOf("conv1"), idOf("conv2")});
    QVERIFY(!form());
    QVERIFY(wordsWith("2 layers"));
    QVERIFY(factIs("Parameters", "25,570"));
    const std::vector<LayerId> some{idOf("conv2"), idOf("pool2")};
    const BlockEdit folded = require(foldIntoBlock(session_->network(), some, {}, "stage"));
    session_->applyEdit(folded.edit);
    place_->canvas()->showSheet({folded.use});
    place_->canvas()->setSelection({});
    QVERIFY(wordsWith("stage"));
    QVERIFY(factIs("Layers", "2"));
    QVERIFY(factIs("Parameters", "25,050"));
    place_->canvas()->showSheet({});
    QVERIFY(factIs("Layers", "9"));
  }

  void aLargeNetworkOpensWhereItCanBeRead() {
    choose("DenseNet-121");
    QVERIFY(place_->canvas()->view()->zoom() >= 0.7);
    choose("LeNet");
    const QRectF shown = place_->canvas()->view()->visibleRectangle();
    QVERIFY(shown.contains(place_->canvas()->scene()->networkRectangle()));
  }

  void theWayDataFlowsIsChosenAndKept() {
    choose("VGG-16");
    QTRY_VERIFY_WITH_TIMEOUT(!place_->canvas()->controller()->arranging(), kPatience);
    std::set<double> columns;
    const auto count = [&] {
      QTRY_VERIFY_WITH_TIMEOUT(!place_->canvas()->controller()->arranging(), kPatience);
      columns.clear();
      for (const Layer& layer : session_->network().layers()) columns.insert(layer.position.x);
    };
    // A deep network is opened in the arrangement that fits the window best.
    QTRY_VERIFY_WITH_TIMEOUT((count(), columns.size() > 1), kPatience);
    const auto flow = [&](const char* text) {
      for (QAction* action : place_->findChild<QMenu*>("arrangeMenu")->actions())
        if (action->text() == text) return action->trigger();
      QFAIL(text);
    };
    flow("Arrange downwards");
    count();
    QCOMPARE(columns.size(), std::size_t(1));
    flow("Arrange in columns");
    count();
    QVERIFY(columns.size() > 1);
    QCOMPARE(UserSettings::value("networkFlow").toInt(), 2);

    // Flow to the right applies to this network alone, and is stored with it.
    flow("Arrange to the right");
    count();
    const auto sideways = [&] { return place_->canvas()->scene()->style().sideways; };
    QVERIFY(sideways());
    const LayerId first = session_->network().edges().front().source;
    QVERIFY2(place_->canvas()->view()->visibleRectangle().contains(place_->canvas()->scene()->nodeRectangle(first)),
             "it is shown from its beginning");
    for (const Edge& edge : session_->network().edges())
      QVERIFY(session_->network().find(edge.source)->position.x < session_->network().find(edge.target)->position.x);
    // The direction is undone with the arrangement.
    const auto kept = [&] { return QString::fromStdString(session_->project()->networkLayout()); };
    session_->undo();
    QVERIFY(!sideways());
    QCOMPARE(kept(), QString("columns"));
    session_->undo();
    QVERIFY(!sideways());
    QCOMPARE(kept(), QString("down"));
    session_->redo();
    session_->redo();
    QVERIFY(sideways());
    QCOMPARE(kept(), QString("right"));
    const auto file = session_->project()->manifest().networkFile;
    require(await([&](const auto& done) { session_->networks()->duplicate(done); }));
    QVERIFY(session_->project()->manifest().networkFile != file);
    QVERIFY(sideways());
    flow("Arrange downwards");
    count();
    QVERIFY(!sideways());
    require(await([&](const auto& done) { session_->networks()->select(file, done); }));
    QVERIFY(sideways());
    const auto folder = session_->project()->folder();
    require(session_->createProject(sandbox_->path("elsewhere"), "elsewhere"));
    QVERIFY(!sideways());
    require(session_->openProject(folder));
    QVERIFY(sideways());
    session_->undo();
    QVERIFY(!sideways());
    session_->redo();
    QVERIFY(sideways());
    // The same if the project is closed between undo and redo.
    session_->undo();
    QVERIFY(!sideways());
    require(session_->openProject(sandbox_->path("elsewhere")));
    require(session_->openProject(folder));
    QVERIFY(!sideways());
    session_->redo();
    QVERIFY(sideways());
    QCOMPARE(kept(), QString("right"));
    flow("Arrange in columns");
    count();
    QVERIFY(!sideways());
    flow("Fold repeated structure");
    count();
    QVERIFY(!session_->network().blocks().empty());
    session_->undo();
    QVERIFY(session_->network().blocks().empty());
  }

  void trainIsOneClickAway() {
    click(*place_, "Train");
    QCOMPARE(window_->currentPlace(), QString("train"));
  }

 private:
  LayerId idOf(const char* name) const {
    const Layer* layer = session_->network().findByName(name);
    if (!layer) qFatal("there is no layer %s", name);
    return layer->id;
  }
  void select(const char* name) { place_->canvas()->setSelection({idOf(name)}); }
  SchemaForm* form() const { return place_->layerInspector()->form(); }
  QLineEdit* line(const char* field) const {
    QWidget* editor = form()->editor(field);
    auto* found = qobject_cast<QLineEdit*>(editor);
    return found ? found : editor->findChild<QLineEdit*>();
  }
  QLineEdit* lineNamed(const QString& name) const {
    for (auto* each : place_->findChildren<QLineEdit*>())
      if (each->accessibleName() == name) return each;
    return nullptr;
  }
  static void type(QLineEdit* field, const char* text) {
    field->setFocus();
    field->selectAll();
    QTest::keyClicks(field, QString::fromUtf8(text));
  }
  void press(Qt::Key key, Qt::KeyboardModifiers modifiers) {
    place_->canvas()->setFocus();
    QTest::keyClick(window_.get(), key, modifiers);
  }
  QString shapeOn(const char* name) const { return place_->canvas()->scene()->node(idOf(name))->content().shape; }
  Result<FieldValue> parameter(const char* layer, const char* name) const {
    const FieldValue* value = session_->network().findByName(layer)->parameters.find(name);
    if (!value) return fail(ErrorCode::NotFound, "no such parameter");
    return *value;
  }
  bool wordsWith(const QString& part) const {
    for (const auto* label : place_->layerInspector()->findChildren<QLabel*>())
      if (label->isVisible() && label->text().contains(part)) return true;
    for (const auto* facts : place_->layerInspector()->findChildren<FactList*>())
      for (const auto& fact : facts->facts())
        if (fact.value.contains(part)) return true;
    return false;
  }
  bool factIs(const QString& name, const QString& value) const {
    for (const auto* facts : place_->layerInspector()->findChildren<FactList*>())
      for (const auto& fact : facts->facts())
        if (fact.name == name && fact.value == value) return true;
    return false;
  }
  // Selects from the menu "Standard networks".
  void choose(const QString& title) {
    for (QAction* action : place_->findChildren<QAction*>())
      if (action->text() == title) {
        action->trigger();
        settle(*session_);
        return;
      }
    qFatal("no standard network %s", qPrintable(title));
  }

  NetworkWorkspace* place_ = nullptr;
};

}  // namespace fovea::test

QTEST_MAIN(fovea::test::NetworkWorkspaceTest)
#include "network_workspace_test.moc"
