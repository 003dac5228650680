// Why: a user can find samples, correct them, undo that, and extract some as a data set of their own, with mouse and
// keyboard, for any number of samples.
#include <QComboBox>
#include <QDialog>
#include <QEventLoop>
#include <QInputDialog>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QMessageBox>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QScrollBar>
#include <QSignalSpy>
#include <QSlider>
#include <QSpinBox>
#include <QThread>

#include "app/bridge/import_again.h"
#include "app/main_window.h"
#include "app/workspaces/data/data_panel.h"
#include "app/workspaces/data/data_workspace.h"
#include "app/workspaces/data/dataset_menu.h"
#include "app/workspaces/data/filter_bar.h"
#include "app/workspaces/data/sample_browser.h"
#include "app/workspaces/data/sample_drawing.h"
#include "app/workspaces/data/sample_panel.h"
#include "core/data/store/dataset_writer.h"
#include "core/project/run_recorder.h"
#include "tests/app/app_support.h"
#include "widgets/images/bars.h"
#include "widgets/images/color_map.h"
#include "widgets/images/image_view.h"
#include "widgets/images/thumbnail_grid.h"
#include "widgets/tables/fact_list.h"
#include "widgets/theme/notice.h"
#include "widgets/theme/theme.h"

namespace fovea::test {
namespace {

using Made = std::function<void(DatasetWriter&)>;

std::filesystem::path write(const std::filesystem::path& folder, Task task, std::vector<std::string> classes,
                            const Made& make) {
  DatasetDescription description{"made", "test", "nowhere", {}, std::move(classes)};
  description.task = task;
  const auto writer = require(DatasetWriter::create(folder, description));
  make(*writer);
  require(writer->finish());
  return folder;
}

std::vector<std::uint8_t> noise(std::int64_t numbers, std::uint32_t seed) {
  std::vector<std::uint8_t> pixels(static_cast<std::size_t>(numbers));
  for (std::size_t i = 0; i < pixels.size(); ++i)
    pixels[i] = static_cast<std::uint8_t>(((i + 1) * 2654435761u * (seed + 7)) >> 13);
  return pixels;
}

// The longest time during which the event loop did not run.
class Heartbeat : public QObject {
 public:
  Heartbeat() {
    timer_.setTimerType(Qt::PreciseTimer);
    connect(&timer_, &QTimer::timeout, this, [this] {
      longest_ = std::max(longest_, clock_.nsecsElapsed() / 1e6);
      clock_.restart();
    });
    clock_.start();
    timer_.start(1);
  }
  double longest() const { return longest_; }

 private:
  QTimer timer_;
  QElapsedTimer clock_;
  double longest_ = 0;
};

}  // namespace

class DataWorkspaceTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void init() {
    sandbox_ = std::make_unique<Sandbox>();
    session_ = std::make_unique<Session>(testBackends());
  }
  void cleanup() {
    place_.reset();
    session_.reset();
    sandbox_.reset();
  }

  void everySampleIsShownAndFiltersNarrowIt() {
    openShades();
    QCOMPARE(shown(), 360);
    place_->splitFilter()->setCurrentIndex(place_->splitFilter()->findText("Test"));
    QTRY_COMPARE(shown(), 60);
    place_->classFilter()->setCurrentIndex(2);
    QTRY_COMPARE(shown(), 20);
    QCOMPARE(place_->filters()->chips().size(), 3);
    // A click on the class's bar removes its filter.
    QTest::mouseClick(place_->dataPanel()->classes(), Qt::LeftButton, {}, {20, 35});
    QTRY_COMPARE(shown(), 60);
    clickChip("Test");
    QTRY_COMPARE(shown(), 360);
    QVERIFY(place_->filters()->chips().isEmpty());
    QTest::keyClicks(place_->filters()->search(), "t10k");
    QTRY_COMPARE(shown(), 60);
    QTest::keyClicks(place_->filters()->search(), "nothing");
    QTRY_COMPARE(shown(), 0);
    click(*place_, "Show all samples");
    QTRY_COMPARE(shown(), 360);
    QVERIFY(place_->filters()->search()->text().isEmpty());
  }

  // Numbers of samples mean others in another data set, which is chosen first and shown only after the edit was asked.
  void anEditIsMadeInTheDataSetThatWasShownOrNotAtAll() {
    openShades();
    importData(*session_, writeMnist(sandbox_->path("other-source"), 90, 30), "other");
    require(await([&](const auto& done) { session_->datasets()->select("shades", done); }));
    std::optional<Status> edited;
    session_->datasets()->select("other", [](const Status&) {});
    session_->datasets()->edit({EditKind::Exclude, {0, 1}, kNoLabel, Split::Train},
                               [&edited](const Status& status) { edited = status; });
    QTRY_VERIFY_WITH_TIMEOUT(edited.has_value(), kPatience);
    QCOMPARE(session_->dataset()->info().samples(), 120);
    QCOMPARE(session_->dataset()->info().excluded, 0);
    QVERIFY(!edited->ok());
    require(await([&](const auto& done) { session_->datasets()->select("shades", done); }));
    QCOMPARE(session_->dataset()->info().excluded, 0);
    // Edits of one data set may be asked one after the other.
    session_->datasets()->edit({EditKind::Exclude, {0, 1}, kNoLabel, Split::Train},
                               [](const Status& status) { require(status); });
    session_->datasets()->edit({EditKind::Exclude, {2}, kNoLabel, Split::Train},
                               [](const Status& status) { require(status); });
    settle(*session_);
    QCOMPARE(session_->dataset()->info().excluded, 3);
  }

  // Its buttons act on the selection.
  void thePanelShowsASampleOfTheSelection() {
    openShades();
    auto& grid = *place_->grid();
    QTest::mouseClick(grid.viewport(), Qt::LeftButton, {}, grid.cellRect(0).center());
    for (int i = 0; i < 2; ++i)
      QTest::mouseClick(grid.viewport(), Qt::LeftButton, Qt::ControlModifier, grid.cellRect(1).center());
    QCOMPARE(grid.selection(), QList<qint64>{0});
    QCOMPARE(grid.current(), 1);
    QTRY_COMPARE(factOf("Record"), QString("0"));
    auto* box = place_->samplePanel()->classes();
    QCOMPARE(box->currentData().toInt(), 0);
    box->setCurrentIndex(box->findData(2));
    Q_EMIT box->activated(box->currentIndex());
    QTRY_COMPARE(session_->dataset()->states().labels[0], 2);
    QCOMPARE(session_->dataset()->states().labels[1], 1);
    QTRY_COMPARE(factOf("Class"), box->itemText(box->findData(2)));
  }

  // A large data set is shown only after its samples were counted; until then no click means one of its samples.
  void nothingOfTheFormerDataSetCanBeClickedOrChanged() {
    openMade(Task::Classification, {"a"}, [](DatasetWriter& writer) {
      for (std::uint32_t i = 0; i < 4; ++i)
        require(writer.add(rawSample(Shape{1, 8, 8 + i}, noise(8 * (8 + i), i), 0, Split::Train, "x", 0)));
    });
    QTRY_VERIFY(place_->dataPanel()->sizes()->isVisible());
    place_->grid()->setCurrent(0);
    bool asked = false;
    QObject context;
    connect(session_.get(), &Session::datasetChanged, &context, [&] {
      if (place_->browser()->view()) return;
      asked = true;
      QCOMPARE(place_->grid()->count(), 0);
      Q_EMIT place_->dataPanel()->sizes()->binClicked(0);
      Q_EMIT place_->dataPanel()->classes()->entryClicked(0);
      place_->excludeSelected();
    });
    openMade(Task::Classification, {"a"}, [](DatasetWriter& writer) {
      for (std::uint32_t i = 0; i < 20'001; ++i)
        require(writer.add(rawSample(Shape{1, 2, 2}, noise(4, i), 0, Split::Train, "x", 0)));
    });
    QVERIFY(asked);
    settle(*session_);
    QTRY_COMPARE(shown(), 20'001);
    QCOMPARE(session_->dataset()->info().excluded, 0);
    QVERIFY(place_->filters()->chips().isEmpty());
  }

  void aDataSetIsMeasuredEvenIfAnotherOneWasBeingMeasured() {
    require(session_->createProject(sandbox_->path("p"), "p"));
    importData(*session_, writeMnist(sandbox_->path("source")), "shades");
    importData(*session_, writeMnist(sandbox_->path("other-source"), 90, 30), "other");
    // No thread is free to measure.
    const CancelToken release;
    for (int i = 0; i < std::max(4, QThread::idealThreadCount()); ++i)
      session_->jobs()->start("Wait", [release](const ProgressFunction&, const CancelToken& cancel) -> Status {
        while (!cancel.cancelled() && !release.cancelled()) QThread::msleep(2);
        return {};
      });
    showPlace();
    require(await([&](const auto& done) { session_->datasets()->select("shades", done); }));
    release.cancel();
    QTRY_VERIFY_WITH_TIMEOUT(place_->browser()->measured(), kPatience);
    QCOMPARE(place_->browser()->view()->catalogue.records(), 360u);
  }

  void theLargeWindowShowsTheSelectedSample() {
    openShades();
    place_->grid()->setCurrent(0);
    QTRY_COMPARE(factOf("Record"), QString("0"));
    place_->grid()->setCurrent(3);
    Q_EMIT place_->grid()->activated(3);  // before it was read
    const auto titles = [this] {
      QStringList found;
      for (const auto* dialog : place_->samplePanel()->findChildren<QDialog*>()) found << dialog->windowTitle();
      return found;
    };
    QTRY_COMPARE(titles().size(), 1);
    QVERIFY2(titles()[0].startsWith("Record 3 "), qPrintable(titles()[0]));
  }

  void aProjectThatAnotherProgramHasIsNotWrittenTo() {
    openShades();
    Session other(testBackends());
    require(other.openProject(sandbox_->path("p")));
    QVERIFY(other.readOnly());
    DataWorkspace place(other);
    place.resize(1300, 900);
    place.show();
    const auto folders = [this] {
      std::set<std::filesystem::path> found;
      for (const auto& each : std::filesystem::directory_iterator(session_->project()->folder() / "datasets"))
        found.insert(each.path());
      return found;
    };
    const auto before = folders();
    place.exportViewAs("copy");
    QVERIFY(bannerOf(place));
    QTRY_VERIFY_WITH_TIMEOUT(other.jobs()->running().isEmpty(), kPatience);
    QCOMPARE(folders(), before);
    std::optional<Status> again;
    connect(importAgain(other, *other.dataset()), &Job::finished, &place,
            [&again](const Status& status) { again = status; });
    QTRY_VERIFY_WITH_TIMEOUT(again.has_value(), kPatience);
    QVERIFY(!again->ok());
    QCOMPARE(again->error().code, ErrorCode::PermissionDenied);
    // A class that was refused is not shown as the sample's class.
    place.grid()->setCurrent(0);
    auto* box = place.samplePanel()->classes();
    QCOMPARE(box->currentData().toInt(), 0);
    box->setCurrentIndex(box->findData(2));
    Q_EMIT box->activated(box->currentIndex());
    QTRY_COMPARE(box->currentData().toInt(), 0);
    QCOMPARE(other.dataset()->states().labels[0], 0);
  }

  // A source or a project may lie on a disk that answers slowly or not at all.
  void choosingASampleAsksTheDiskForNothing() {
    openShades();
    const auto* menu = place_->datasetMenu();
    const auto canPutBack = [menu] {
      return std::any_of(menu->actions().begin(), menu->actions().end(), [](const QAction* each) {
        return each->text() == "Put back a removed data set" && each->isEnabled();
      });
    };
    const auto entry = session_->project()->folder() / "datasets" / ".trash" / "1";
    std::filesystem::create_directories(entry / "dataset");
    writeBytes(entry / "name", "gone");
    place_->grid()->setCurrent(0);
    QVERIFY(!canPutBack());
    Q_EMIT menu->list()->aboutToShow();
    QVERIFY(canPutBack());
    // The thread that reads a sample finds out whether its file is there.
    SampleLoader loader;
    std::shared_ptr<const SampleDetails> read;
    connect(&loader, &SampleLoader::loaded, &loader, [&read](const auto& details) { read = details; });
    loader.load(session_->dataset(), 0, Qt::white);
    QTRY_VERIFY(read);
    QVERIFY(read->sourceIsThere);
    std::filesystem::remove_all(sandbox_->path("source"));
    read.reset();
    loader.load(session_->dataset(), 0, Qt::white);
    QTRY_VERIFY(read);
    QVERIFY(!read->sourceIsThere);
  }

  void longNamesDoNotWidenThePlace() {
    openMade(Task::Classification, {std::string(200, 'm')}, [](DatasetWriter& writer) {
      require(writer.add(rawSample(Shape{1, 8, 8}, noise(64, 1), 0, Split::Train, "x", 0)));
    });
    const std::string name(200, 'w');
    const std::string made = session_->trainingDatasetName();
    require(await([&](const auto& done) { session_->datasets()->rename(made, name, done); }));
    place_->grid()->setCurrent(0);
    QTRY_VERIFY(place_->samplePanel()->classes()->isVisible());
    QVERIFY(place_->samplePanel()->minimumSizeHint().width() <= 320);
    QVERIFY2(place_->minimumSizeHint().width() <= 1300, qPrintable(QString::number(place_->minimumSizeHint().width())));
  }

  void aDataSetThatCannotBeShownIsNotNamedAsShown() {
    openShades();
    QComboBox* box = nullptr;
    for (auto* each : place_->findChildren<QComboBox*>())
      if (each->accessibleName() == "Data set") box = each;
    QVERIFY(box);
    QCOMPARE(box->currentText(), QString("shades"));
    box->addItem("gone");
    box->setCurrentText("gone");
    QTRY_VERIFY2(bannerWords(*place_).contains("gone"), qPrintable(bannerWords(*place_)));
    QCOMPARE(box->currentText(), QString("shades"));
  }

  void selectedSamplesAreRelabelledMovedAndLeftOutAndAllOfItIsTakenBack() {
    openShades();
    auto& grid = *place_->grid();
    const auto imported = session_->dataset()->info().split(Split::Train).perClass;
    selectFirst(3);
    place_->relabelSelected(2);
    settle(*session_);
    QTRY_COMPARE(session_->dataset()->states().labels[0], 2);
    QCOMPARE(grid.selectionSize(), 3);  // unchanged
    place_->moveSelected(Split::Test);
    settle(*session_);
    QCOMPARE(session_->dataset()->size(Split::Test), 63);
    QTest::keyClick(&grid, Qt::Key_Delete);
    QTRY_COMPARE(shown(), 357);
    QCOMPARE(session_->dataset()->info().excluded, 3);
    QCOMPARE(grid.current(), 0);  // the next sample takes their position
    place_->undo();
    settle(*session_);
    place_->undo();
    settle(*session_);
    place_->undo();
    settle(*session_);
    QTRY_COMPARE(shown(), 360);
    QCOMPARE(session_->dataset()->info().split(Split::Train).perClass, imported);
    QVERIFY(!place_->canUndo());
    place_->redo();
    settle(*session_);
    QCOMPARE(session_->dataset()->states().labels[0], 2);
    // A reopened project has the change.
    QCOMPARE(require(Dataset::open(session_->dataset()->folder()))->states().labels[0], 2);
  }

  void samplesAreTaggedAndFoundByTheirTags() {
    openShades();
    QVERIFY(!place_->filters()->tags()->isVisible());
    const auto chooseTag = [&](int entry) {
      QMenu menu;
      place_->fillTags(&menu);
      menu.actions().at(entry)->trigger();
      settle(*session_);
    };
    const auto nameTag = [](const QString& name) {
      answerDialog<QInputDialog>([name](QInputDialog& dialog) {
        dialog.setTextValue(name);
        dialog.accept();
      });
    };
    selectFirst(3);
    nameTag(" to check ");
    chooseTag(1);  // below the line
    QCOMPARE(session_->dataset()->states().tagsOf(2), std::vector<std::string>{"to check"});
    QVERIFY(place_->filters()->tags()->isVisible());
    QVERIFY(place_->canUndo());
    selectFirst(5);
    QMenu menu;
    place_->fillTags(&menu);
    QVERIFY2(!menu.actions().first()->isChecked(), "only three of five have it");
    chooseTag(0);
    QCOMPARE(session_->dataset()->states().tagsOf(4), std::vector<std::string>{"to check"});
    place_->filters()->tags()->menu()->popup({0, 0});
    place_->filters()->tags()->menu()->actions().first()->trigger();
    place_->filters()->tags()->menu()->close();
    QTRY_COMPARE(shown(), 5);
    QCOMPARE(place_->filters()->chips().first().left(13), QString("Tag: to check"));
    place_->grid()->setCurrent(0);
    const auto hasFact = [&] {
      for (const auto* list : place_->samplePanel()->findChildren<FactList*>())
        for (const FactList::Fact& fact : list->facts())
          if (fact.name == QLatin1String("Tags") && fact.value == QLatin1String("to check")) return true;
      return false;
    };
    QTRY_VERIFY(hasFact());
    clickChip("Tag: to check");
    QTRY_COMPARE(shown(), 360);
    QTest::keyClicks(place_->filters()->search(), "to ch");
    QTRY_COMPARE(shown(), 5);
    place_->filters()->search()->clear();
    QTRY_COMPARE(shown(), 360);
    // All five have the tag now, so the entry removes it.
    selectFirst(5);
    chooseTag(0);
    QVERIFY(session_->dataset()->states().tags.empty());
    QTRY_VERIFY(!place_->filters()->tags()->isVisible());
    place_->undo();
    settle(*session_);
    QCOMPARE(session_->dataset()->states().tagsOf(4), std::vector<std::string>{"to check"});
  }

  // All lists of classes show the new one at once, and the network gets the problem that it needs another output.
  void aClassCanBeAddedWhileRelabelling() {
    openShades();
    drawNetwork(*session_);
    QVERIFY(session_->report().ok());
    selectFirst(3);
    answerDialog<QInputDialog>([](QInputDialog& dialog) {
      dialog.setTextValue("  purple ");
      dialog.accept();
    });
    auto* box = place_->samplePanel()->classes();
    box->setFocus();
    QTest::keyClick(box, Qt::Key_End);  // "New class…"
    QTRY_COMPARE(session_->dataset()->info().classes.size(), std::size_t(4));
    QCOMPARE(session_->dataset()->info().classes.back(), std::string("purple"));
    QCOMPARE(session_->dataset()->states().labels[0], 3);
    QTRY_VERIFY(place_->classFilter()->findText("purple") > 0);
    QCOMPARE(box->currentText(), QString("Several classes"));
    QVERIFY(box->findText("purple") > 0);
    QVERIFY(!session_->report().ok());

    // The same name again means the same class; undoing both edits removes it.
    place_->relabelSelectedAs("purple");
    settle(*session_);
    QCOMPARE(session_->dataset()->info().classes.size(), std::size_t(4));
    place_->undo();
    settle(*session_);
    place_->undo();
    settle(*session_);
    QCOMPARE(session_->dataset()->info().classes.size(), std::size_t(3));
    QTRY_COMPARE(place_->classFilter()->findText("purple"), -1);
    QCOMPARE(box->findText("purple"), -1);
    QVERIFY(session_->report().ok());
  }

  void theKeysOfTheWindowUndoEditsInThisPlaceAndTheNetworkInOthers() {
    makeProject(*session_, *sandbox_, "tiny");
    ThemeManager themes(*qApp);
    MainWindow window(*session_, themes);
    window.show();
    QVERIFY(QTest::qWaitForWindowActive(&window));
    window.showPlace("data");
    auto* place = static_cast<DataWorkspace*>(window.workspace("data"));
    place->grid()->setCurrent(0);
    place->excludeSelected();
    QTRY_COMPARE(session_->dataset()->info().excluded, 1);
    const Network drawn = session_->network();
    QTest::keySequence(&window, QKeySequence::Undo);
    QTRY_COMPARE(session_->dataset()->info().excluded, 0);
    QVERIFY(session_->network() == drawn);
    QTest::keySequence(&window, QKeySequence("Ctrl+Shift+Z"));
    QTRY_COMPARE(session_->dataset()->info().excluded, 1);
    window.showPlace("network");
    QTest::keySequence(&window, QKeySequence::Undo);
    QTRY_VERIFY(session_->network() != drawn);
    QTRY_COMPARE(session_->dataset()->info().excluded, 1);
  }

  // The result appears where the user asked for it, even if nothing is wrong.
  void theLookForDamagedSamplesSaysWhatItFound() {
    openShades();
    QTRY_VERIFY_WITH_TIMEOUT(place_->browser()->measured(), kPatience);
    place_->browser()->measure(MeasureDepth::Verified);
    QTRY_VERIFY_WITH_TIMEOUT(bannerWords(*place_).contains("No sample is damaged."), kPatience);
    QVERIFY2(bannerWords(*place_).contains("360"), qPrintable(bannerWords(*place_)));
  }

  void aDataSetIsTakenOutOfTheProject() {
    openShades();
    importData(*session_, writeMnist(sandbox_->path("other-source"), 90, 30), "other");
    const auto kept = require(session_->project()->datasetFolder("shades"));
    const auto gone = require(session_->project()->datasetFolder("other"));
    place_->datasetMenu()->remove();
    settle(*session_);
    QVERIFY2(bannerWords(*place_).contains("“other” is removed"), qPrintable(bannerWords(*place_)));
    QVERIFY(!session_->project()->manifest().find("other"));
    QVERIFY(!std::filesystem::exists(gone));
    // Another data set becomes the selected one.
    QCOMPARE(QString::fromStdString(session_->project()->manifest().selectedDataset), QString("shades"));
    QTRY_COMPARE(shown(), 360);
    click(*place_, "Undo");
    settle(*session_);
    QTRY_COMPARE(shown(), 120);
    QVERIFY(std::filesystem::exists(gone));
    QCOMPARE(session_->project()->manifest().selectedDataset, std::string("other"));
    QCOMPARE(session_->trainingDatasetName(), std::string("shades"));

    // The last data set can be removed and restored, too, also later.
    place_->datasetMenu()->remove();
    settle(*session_);
    place_->datasetMenu()->remove();
    settle(*session_);
    QVERIFY(!std::filesystem::exists(kept));
    QVERIFY(!session_->dataset());
    QVERIFY(!session_->trainingDataset());
    QVERIFY(place_->datasetMenu()->isVisible());
    chooseFromMenu({"Put back a removed data set", "shades"});
    settle(*session_);
    QTRY_COMPARE(shown(), 360);
    QVERIFY(std::filesystem::exists(kept));
    QCOMPARE(session_->trainingDatasetName(), std::string("shades"));
  }

  void whatLiesElsewhereStaysThereWhenItIsRemoved() {
    openShades();
    const auto folder = sandbox_->path("elsewhere");
    std::filesystem::rename(require(session_->project()->datasetFolder("shades")), folder);
    place_->datasetMenu()->remove();
    settle(*session_);
    require(await([&](const auto& done) { session_->datasets()->add("shades", folder, done); }));
    place_->datasetMenu()->remove();
    settle(*session_);
    QVERIFY(std::filesystem::exists(folder));
    QVERIFY2(bannerWords(*place_).contains("elsewhere"), qPrintable(bannerWords(*place_)));
    click(*place_, "Undo");
    settle(*session_);
    QTRY_COMPARE(shown(), 360);
  }

  void removedDataSetsAreDeletedOnlyWhenAPersonSaysSo() {
    openShades();
    place_->datasetMenu()->remove();
    settle(*session_);
    answerNextQuestion(QMessageBox::Cancel);
    chooseFromMenu({"Delete removed data sets for good…"});
    settle(*session_);
    QCOMPARE(session_->project()->trashedDatasets().size(), std::size_t(1));
    answerNextQuestion(QMessageBox::Yes);
    chooseFromMenu({"Delete removed data sets for good…"});
    settle(*session_);
    QTRY_VERIFY(session_->project()->trashedDatasets().empty());
    QTRY_VERIFY2(bannerWords(*place_).contains("deleted"), qPrintable(bannerWords(*place_)));
    QVERIFY(!place_->datasetMenu()->isVisible());
  }

  void aDataSetTakesAnotherName() {
    openShades();
    importData(*session_, writeMnist(sandbox_->path("other-source"), 90, 30), "other");
    place_->datasetMenu()->rename("shades");
    settle(*session_);
    QVERIFY2(bannerWords(*place_).contains("already"), qPrintable(bannerWords(*place_)));
    place_->datasetMenu()->rename("patterns");
    settle(*session_);
    QVERIFY2(bannerWords(*place_).contains("“patterns”"), qPrintable(bannerWords(*place_)));
    QCOMPARE(session_->project()->manifest().selectedDataset, std::string("patterns"));
    QVERIFY(!session_->project()->manifest().find("other"));
    chooseFromMenu({"Train on this data set"});
    settle(*session_);
    QCOMPARE(session_->trainingDatasetName(), std::string("patterns"));
  }

  void theFiltersDoNotOverlapInANarrowPlace() {
    openShades();
    place_->resize(960, 560);
    QTest::qWait(50);
    QList<QRect> places;
    for (QWidget* part : std::initializer_list<QWidget*>{place_->filters()->search(), place_->filters()->split(),
                                                         place_->filters()->classes(), place_->filters()->check(),
                                                         place_->filters()->sort()}) {
      QVERIFY(part->width() >= part->minimumSizeHint().width());
      for (const QRect& other : places) QVERIFY(!part->geometry().intersects(other));
      places << part->geometry();
    }
  }

  void whatIsAmissIsCountedAndShownTogether() {
    openMade(Task::Classification, {"a"}, [](DatasetWriter& writer) {
      const auto add = [&](const Shape& shape, const std::vector<std::uint8_t>& pixels) {
        require(writer.add(rawSample(shape, pixels, 0, Split::Train, "x", 0)));
      };
      for (std::uint32_t i = 0; i < 20; ++i) add(Shape{1, 16, 16}, noise(256, i));
      add(Shape{1, 16, 16}, noise(256, 4));
      add(Shape{1, 4, 30}, noise(120, 90));
      add(Shape{1, 16, 16}, std::vector<std::uint8_t>(256, 99));
    });
    QTRY_VERIFY(place_->browser()->measured());
    chooseInMenu(place_->filters()->check(), "Duplicates");
    QTRY_COMPARE(shown(), 2);
    QCOMPARE(place_->browser()->view()->found.records, (std::vector<std::uint32_t>{4, 20}));
    // Leaving out all duplicates keeps one of each group.
    place_->grid()->selectAll();
    place_->excludeSelected();
    QTRY_COMPARE(session_->dataset()->info().excluded, 1);
    QVERIFY(!session_->dataset()->states().excluded[4]);
    QVERIFY(session_->dataset()->states().excluded[20]);
    QTRY_COMPARE(place_->findChild<Banner*>()->title(), "One of the selected samples stays.");
    place_->undo();
    QTRY_COMPARE(session_->dataset()->info().excluded, 0);
    chooseInMenu(place_->filters()->check(), "Duplicates");
    chooseInMenu(place_->filters()->check(), "Tiny");
    QTRY_COMPARE(shown(), 1);
    chooseInMenu(place_->filters()->check(), "Blank");
    QTRY_COMPARE(shown(), 2);
    clickChip("Everything");
    QTRY_COMPARE(shown(), 23);
    // Sizes differ, so there are bars; the last one belongs to the longest side.
    auto* sizes = place_->dataPanel()->sizes();
    QVERIFY(sizes->isVisible());
    Q_EMIT sizes->binClicked(static_cast<int>(sizes->bins().size()) - 1);
    QTRY_COMPARE(place_->browser()->view()->found.records, std::vector<std::uint32_t>{21});
    place_->browser()->setFilter({});
    place_->filters()->sides()[1]->setValue(16);
    QTRY_COMPARE(shown(), 22);
  }

  void theOrderIsChosenAndTurnedRound() {
    openShades();
    QTRY_VERIFY(place_->browser()->measured());
    chooseInMenu(place_->filters()->sort(), "Brightness");
    QTRY_COMPARE(place_->browser()->order().column, CatalogueColumn::Brightness);
    const auto rising = place_->browser()->view()->found.records;
    chooseInMenu(place_->filters()->sort(), "Brightness");
    QTRY_VERIFY(place_->browser()->view()->order.descending);
    const auto falling = place_->browser()->view()->found.records;
    const auto& brightness = place_->browser()->view()->catalogue.measures()->brightness;
    QCOMPARE(brightness[rising.front()], brightness[falling.back()]);
    QVERIFY(brightness[falling.front()] >= brightness[falling.back()]);
  }

  void theHardestSamplesOfATrainedNetworkComeFirst() {
    openShades();
    drawNetwork(*session_);
    TrainingSettings settings = session_->project()->settings();
    settings.epochs = 3;
    settings.device = "cpu";
    QSignalSpy ended(session_->training(), &TrainingBridge::runEnded);
    require(session_->startRun(settings, "first"));
    QTRY_COMPARE_WITH_TIMEOUT(ended.size(), 1, kPatience);
    const RunRecord run = require(session_->project()->runs().runs()).front();
    const auto checkpoints = require(session_->project()->runs().checkpoints(run.id));
    place_->browser()->askNetwork("first", session_->project()->checkpointPath(checkpoints.back()));
    QTRY_COMPARE_WITH_TIMEOUT(place_->browser()->network(), QString("first"), kPatience);
    QTRY_VERIFY(place_->browser()->view()->catalogue.outcomes());
    const auto view = place_->browser()->view();
    const auto& losses = view->catalogue.outcomes()->losses;
    QVERIFY(losses[view->found.records.front()] >= losses[view->found.records.back()]);
    place_->grid()->setCurrent(0);
    QTRY_VERIFY(!factOf("Loss").isEmpty());
    QVERIFY(!factOf("Prediction").isEmpty());
    // The network was not asked about another class.
    const std::uint32_t hardest = view->found.records.front();
    const auto lossNow = [&] { return place_->browser()->view()->catalogue.outcomes()->losses[hardest]; };
    const float before = lossNow();
    place_->relabelSelected((session_->dataset()->states().labels[hardest] + 1) % 3);
    settle(*session_);
    QVERIFY(std::isnan(lossNow()));
    QTRY_VERIFY(factOf("Loss").isEmpty());
    QVERIFY(!factOf("Prediction").isEmpty());
    place_->undo();
    settle(*session_);
    QCOMPARE(lossNow(), before);
    QTRY_VERIFY(!factOf("Loss").isEmpty());
  }

  void theViewBecomesADataSetOfItsOwn() {
    openShades();
    place_->classFilter()->setCurrentIndex(1);
    QTRY_COMPARE(shown(), 120);
    place_->exportViewAs("one class");
    settle(*session_);
    QTRY_VERIFY_WITH_TIMEOUT(buttonOf(*place_, "Show it"), kPatience);
    QCOMPARE(session_->dataset()->info().samples(), 360);
    click(*place_, "Show it");
    QTRY_COMPARE(shown(), 120);
    QTRY_COMPARE(session_->dataset()->info().name, std::string("one class"));
    // A name that is taken is refused before anything is written.
    place_->exportViewAs("shades");
    QVERIFY2(bannerWords(*place_).contains("already"), qPrintable(bannerWords(*place_)));
    QTRY_VERIFY_WITH_TIMEOUT(session_->jobs()->running().isEmpty(), kPatience);
    settle(*session_);
    QVERIFY(!std::filesystem::exists(session_->project()->folder() / "datasets" / "shades-2"));
  }

  void boxesMasksTextAndWavesAreDrawn() {
    openMade(Task::Detection, {"cat", "dog"}, [](DatasetWriter& writer) {
      const auto pixels = noise(3 * 40 * 60, 1);
      const std::vector<Box> boxes = {{5, 5, 30, 30, 1}, {20, 10, 50, 38, 0}};
      SampleView sample = rawSample(Shape{3, 40, 60}, pixels, kNoLabel, Split::Train, "x", 0);
      sample.boxes = Packed<Box>(std::span<const Box>(boxes));
      require(writer.add(sample));
    });
    place_->grid()->setCurrent(0);
    QTRY_COMPARE(factOf("Boxes"), QString("2"));
    QVERIFY(!place_->samplePanel()->classes()->isVisible());
    openMade(Task::Segmentation, {"background", "cat"}, [](DatasetWriter& writer) {
      const auto pixels = noise(400, 1);
      std::vector<std::uint8_t> mask(400, 0);
      std::fill(mask.begin() + 100, mask.begin() + 200, std::uint8_t{1});
      SampleView sample = rawSample(Shape{1, 20, 20}, pixels, kNoLabel, Split::Train, "x", 0);
      sample.target = rawContent({DataType::UInt8, Shape{1, 20, 20}}, mask);
      require(writer.add(sample));
    });
    place_->grid()->setCurrent(0);
    QTRY_VERIFY(place_->samplePanel()->maskOpacity()->isVisible());
    const QImage strong = place_->samplePanel()->picture()->grab().toImage();
    place_->samplePanel()->maskOpacity()->setValue(0);
    QVERIFY(place_->samplePanel()->picture()->grab().toImage() != strong);
    openMade(Task::NextSymbol, {"a", "b", "space"}, [](DatasetWriter& writer) {
      const std::vector<std::int32_t> symbols = {0, 1, 2, 1, 0};
      SampleView sample;
      sample.input =
          rawContent({DataType::Int32, Shape{5}}, Packed<std::int32_t>(std::span<const std::int32_t>(symbols)).bytes());
      require(writer.add(sample));
    });
    place_->grid()->setCurrent(0);
    auto* text = place_->samplePanel()->findChild<QPlainTextEdit*>();
    QTRY_VERIFY(text->isVisible());
    QCOMPARE(text->toPlainText(), QString("ab ba"));
    openMade(Task::Unlabelled, {}, [](DatasetWriter& writer) {
      std::vector<float> wave(2000);
      for (std::size_t i = 0; i < wave.size(); ++i) wave[i] = std::sin(static_cast<float>(i) / 50);
      SampleView sample;
      sample.input =
          rawContent({DataType::Float32, Shape{1, 2000}}, Packed<float>(std::span<const float>(wave)).bytes());
      require(writer.add(sample));
    });
    place_->grid()->setCurrent(0);
    QTRY_VERIFY(place_->samplePanel()->picture()->isVisible());
    QTRY_VERIFY(place_->grid()->isSettled());
  }

  // The categories of a table that are to be embedded.
  void symbolsWithoutNamesAreNumbers() {
    DatasetInfo info;
    Tensor row = Tensor::make({DataType::Int32, Shape{4}});
    const std::vector<std::int32_t> symbols = {0, 9, 65, 300};
    std::copy(symbols.begin(), symbols.end(), row.data<std::int32_t>());
    info.symbols = 301;
    QCOMPARE(inputText(row, info), QString("0  9  65  300"));
    info.symbols = 0;
    QCOMPARE(inputText(row, info), QString("\tA"));
  }

  void aCharacterOfSeveralBytesStandsInOneCell() {
    const std::vector<std::int32_t> bytes = {'M', 0xC3, 0xBC, 'l', 0};
    QCOMPARE(symbolTexts(bytes, {}), (QStringList{"M", "", QString(QChar(0xFC)), "l", ""}));
  }

  void aTextThatIsCutShortSaysSo() {
    for (const std::int64_t length : {10, 64, 65, 5000}) {
      Tensor row = Tensor::make({DataType::Float32, Shape{length}});
      std::fill_n(row.data<float>(), length, 1.0F);
      QCOMPARE(inputText(row, {}).endsWith(QChar(0x2026)), length > 64);
      Tensor letters = Tensor::make({DataType::Int32, Shape{length}});
      std::fill_n(letters.data<std::int32_t>(), length, std::int32_t{'a'});
      QCOMPARE(inputText(letters, {}).endsWith(QChar(0x2026)), length == 5000);
      // Zeros fill a text up; they are no part of it.
      std::fill_n(letters.data<std::int32_t>() + 5, length - 5, 0);
      QCOMPARE(inputText(letters, {}), QString("aaaaa"));
    }
  }

  void aWaveShowsAllItsChannels() {
    std::vector<float> silent(2000, 0.0F), loud(2000);
    for (std::size_t i = 0; i < loud.size(); ++i) loud[i] = std::sin(static_cast<float>(i) / 50);
    Tensor both = Tensor::make({DataType::Float32, Shape{2, 2000}});
    std::copy(silent.begin(), silent.end(), both.data<float>());
    std::copy(loud.begin(), loud.end(), both.data<float>() + silent.size());
    const QImage picture = inputImage(both, {}, Qt::white);
    QVERIFY(!picture.isNull());
    const auto isDrawn = [&](int y) {
      for (int x = 0; x < picture.width(); ++x)
        if (picture.pixelColor(x, y).alpha() > 0) return true;
      return false;
    };
    QVERIFY(isDrawn(picture.height() / 2));  // the silent channel
    QVERIFY(isDrawn(picture.height() / 8) && isDrawn(picture.height() * 7 / 8));
  }

  // Images of real numbers, such as those of NumPy files, and slices of volumes stand as they are.
  void realNumbersAreImagesOrSlices() {
    const auto steps = [](Task task) {
      return [task](DatasetWriter& writer) {
        std::vector<float> rows(20 * 30);
        for (std::size_t i = 0; i < rows.size(); ++i) rows[i] = static_cast<float>(i / 30);
        SampleView sample;
        const Shape shape = task == Task::Unlabelled ? Shape{1, 20, 30} : Shape{1, 1, 20, 30};
        sample.input = rawContent({DataType::Float32, shape}, Packed<float>(std::span<const float>(rows)).bytes());
        std::vector<std::uint8_t> mask(rows.size(), kIgnoredPixel);
        if (task == Task::Segmentation) sample.target = rawContent({DataType::UInt8, shape}, mask);
        require(writer.add(sample));
      };
    };
    openMade(Task::Unlabelled, {}, steps(Task::Unlabelled));
    place_->grid()->setCurrent(0);
    QTRY_VERIFY(!place_->samplePanel()->picture()->image().isNull());
    const QImage image = place_->samplePanel()->picture()->image();
    QCOMPARE(image.pixelColor(3, 0), QColor(Qt::black));
    QCOMPARE(image.pixelColor(3, 19), QColor(Qt::white));
    openMade(Task::Segmentation, {"organ"}, steps(Task::Segmentation));
    place_->grid()->setCurrent(0);
    QTRY_COMPARE(place_->samplePanel()->picture()->image().pixelColor(3, 0), QColor(Qt::black));
    QCOMPARE(place_->samplePanel()->picture()->image().pixelColor(3, 19), QColor(Qt::white));
    QCOMPARE(place_->findables().size(), std::size_t(2));
  }

  // They have low bands at the bottom.
  void spectrogramsOfSoundsStandUpright() {
    Tensor bands = Tensor::make({DataType::Float32, Shape{1, 20, 30}});
    for (std::int64_t i = 0; i < bands.elementCount(); ++i) bands.data<float>()[i] = static_cast<float>(i / 30);
    DatasetInfo info;
    info.importer = "audio";
    const QColor lowest = ColorMap(ColorMapKind::Viridis).at(0);
    QCOMPARE(inputImage(bands, info, Qt::white).pixelColor(3, 19), lowest);
    info.importer = "export";
    info.options = R"({"form":"log_mel"})";
    QCOMPARE(inputImage(bands, info, Qt::white).pixelColor(3, 19), lowest);
  }

  void aDamagedSampleIsSaidAndTheOthersAreShown() {
    require(session_->createProject(sandbox_->path("p"), "p"));
    const auto folder = session_->project()->newDatasetFolder("made");
    write(folder, Task::Classification, {"a"}, [](DatasetWriter& writer) {
      for (std::uint32_t i = 0; i < 5; ++i)
        require(writer.add(rawSample(Shape{1, 16, 16}, noise(256, i), 0, Split::Train, "x", 0)));
    });
    std::ifstream in(folder / "samples-0001.mdb", std::ios::binary);
    std::string bytes{std::istreambuf_iterator<char>(in), {}};
    const auto third = noise(256, 2);
    const auto at = bytes.find(std::string(third.begin(), third.end()));
    QVERIFY(at != std::string::npos);
    bytes[at] = static_cast<char>(bytes[at] ^ 1);
    writeBytes(folder / "samples-0001.mdb", bytes);
    require(await([&](const auto& done) { session_->datasets()->add("made", folder, done); }));
    showPlace();
    place_->grid()->setCurrent(2);
    QTRY_VERIFY(errorWords().contains("not the one that was written"));
    QTRY_VERIFY(place_->browser()->measured());
    chooseInMenu(place_->filters()->check(), "Look for damaged");
    QTRY_VERIFY(place_->browser()->view()->catalogue.measures()->verified);
    chooseInMenu(place_->filters()->check(), "Corrupt");
    QTRY_COMPARE(place_->browser()->view()->found.records, std::vector<std::uint32_t>{2});
    // Samples that cannot be copied are reported.
    place_->browser()->setFilter({});
    QTRY_COMPARE(shown(), 5);
    place_->exportViewAs("whole");
    QTRY_VERIFY_WITH_TIMEOUT(buttonOf(*place_, "Show it"), kPatience);
    QVERIFY2(bannerWords(*place_).contains("1 damaged sample"), qPrintable(bannerWords(*place_)));
  }

  // As many samples as a test allows; FOVEA_MILLION names the folder of a larger data set.
  void manySamplesAppearAtOnceAndScrollSmoothly() {
    const QString given = qEnvironmentVariable("FOVEA_MILLION");
    std::filesystem::path folder = given.toStdString();
    if (given.isEmpty())
      folder = write(sandbox_->path("many"), Task::Classification, {"a", "b"}, [](DatasetWriter& writer) {
        for (std::uint32_t i = 0; i < 60'000; ++i)
          require(writer.add(rawSample(Shape{1, 8, 8}, noise(64, i), static_cast<std::int32_t>(i % 2), Split::Train,
                                       "file " + std::to_string(i), 0)));
      });
    require(session_->createProject(sandbox_->path("p"), "p"));
    showPlace();
    QElapsedTimer clock;
    clock.start();
    require(await([&](const auto& done) { session_->datasets()->add("many", folder, done); }));
    const qint64 opened = clock.elapsed();
    QTRY_VERIFY_WITH_TIMEOUT(place_->grid()->count() > 0, 5000);
    while (!place_->grid()->isSettled()) QCoreApplication::processEvents();
    const qint64 pictures = clock.elapsed() - opened;
    auto* bar = place_->grid()->verticalScrollBar();
    // Scrolls with the wheel while the samples are still being measured, and in jumps over all of them.
    const double wheel = longestGap([&](int step) {
      const QPointF at(200, 200);
      QWheelEvent event(at, place_->grid()->viewport()->mapToGlobal(at), {}, {0, -120 - step}, Qt::NoButton,
                        Qt::NoModifier, Qt::NoScrollPhase, false);
      QCoreApplication::sendEvent(place_->grid()->viewport(), &event);
    });
    const double jumps = longestGap([&](int step) { bar->setValue(bar->maximum() / 200 * step); });
    QTRY_VERIFY_WITH_TIMEOUT(place_->browser()->measured(), kPatience);
    const double sorting = longestGap([&](int step) {
      if (step % 50 == 10) place_->browser()->setOrder({CatalogueColumn::Brightness, step % 100 == 10});
      if (step % 50 == 30) place_->browser()->setFilter(step > 100 ? CatalogueFilter{} : brightOnes());
    });
    qInfo(
        "%lld samples: opened in %lld ms, pictures after %lld ms; longest gap of the event loop: %.1f ms with the "
        "wheel, %.1f ms in jumps, %.1f ms while sorting and filtering",
        static_cast<long long>(place_->browser()->view()->catalogue.records()), static_cast<long long>(opened),
        static_cast<long long>(pictures), wheel, jumps, sorting);
    // Allows for a machine that is busy with other work.
    QVERIFY(opened < 1000);
    QVERIFY(pictures < 1000);
    QVERIFY(wheel < 200 && jumps < 200);
  }

 private:
  void openShades() {
    require(session_->createProject(sandbox_->path("p"), "p"));
    importData(*session_, writeMnist(sandbox_->path("source")), "shades");
    showPlace();
  }
  void openMade(Task task, std::vector<std::string> classes, const Made& make) {
    if (!session_->project()) require(session_->createProject(sandbox_->path("p"), "p"));
    const std::string name = "made " + std::to_string(++made_);
    require(await([&](const auto& done) {
      session_->datasets()->add(
          name, write(session_->project()->newDatasetFolder(name), task, std::move(classes), make), done);
    }));
    if (!place_) showPlace();
  }
  void showPlace() {
    place_ = std::make_unique<DataWorkspace>(*session_);
    place_->resize(1300, 900);
    place_->show();
    QVERIFY(QTest::qWaitForWindowExposed(place_.get()));
    place_->activate();
  }
  qint64 shown() const { return place_->grid()->count(); }
  void selectFirst(qint64 count) {
    auto& grid = *place_->grid();
    QTest::mouseClick(grid.viewport(), Qt::LeftButton, {}, grid.cellRect(0).center());
    QTest::mouseClick(grid.viewport(), Qt::LeftButton, Qt::ShiftModifier, grid.cellRect(count - 1).center());
  }
  QString factOf(const QString& name) const {
    for (const auto& fact : place_->samplePanel()->facts()->facts())
      if (fact.name == name) return fact.value;
    return {};
  }
  QString errorWords() const {
    for (const auto* label : place_->samplePanel()->findChildren<QLabel*>())
      if (label->isVisible() && label->property("kind") == "error") return label->text();
    return {};
  }
  void clickChip(const QString& words) {
    for (auto* button : place_->filters()->findChildren<QAbstractButton*>())
      if (button->isVisible() && button->text().startsWith(words) && button->text().contains("✕")) {
        QTest::mouseClick(button, Qt::LeftButton);
        return;
      }
    QFAIL(qPrintable("no chip " + words));
  }
  void chooseInMenu(const QPushButton* button, const QString& words) {
    Q_EMIT button->menu()->aboutToShow();
    for (QAction* action : button->menu()->actions())
      if (action->text().startsWith(words)) {
        QVERIFY2(action->isEnabled(), qPrintable(words));
        action->trigger();
        return;
      }
    QFAIL(qPrintable("no entry " + words));
  }
  // Selects from the menu next to the data set's name, and from its submenus.
  void chooseFromMenu(const QStringList& path) {
    QMenu* menu = place_->datasetMenu()->list();
    Q_EMIT menu->aboutToShow();
    for (const QString& words : path) {
      const auto actions = menu->actions();
      const auto found =
          std::find_if(actions.begin(), actions.end(), [&](const QAction* each) { return each->text() == words; });
      QVERIFY2(found != actions.end() && (*found)->isEnabled(), qPrintable(words));
      if (!(*found)->menu()) return (*found)->trigger();
      menu = (*found)->menu();
    }
  }
  static void answerNextQuestion(QMessageBox::StandardButton answer) {
    answerDialog<QMessageBox>([answer](QMessageBox& box) { QTest::mouseClick(box.button(answer), Qt::LeftButton); });
  }
  static CatalogueFilter brightOnes() {
    CatalogueFilter filter;
    filter.brightness = {100, 255};
    return filter;
  }
  template <class Step>
  double longestGap(Step step) {
    QTest::qWait(50);
    Heartbeat heart;
    for (int i = 0; i < 200; ++i) {
      step(i);
      QEventLoop loop;  // unlike qWait(), it does not sleep
      QTimer::singleShot(8, Qt::PreciseTimer, &loop, &QEventLoop::quit);
      loop.exec();
    }
    return heart.longest();
  }

  std::unique_ptr<Sandbox> sandbox_;
  std::unique_ptr<Session> session_;
  std::unique_ptr<DataWorkspace> place_;
  int made_ = 0;
};

}  // namespace fovea::test

QTEST_MAIN(fovea::test::DataWorkspaceTest)
#include "data_workspace_test.moc"
