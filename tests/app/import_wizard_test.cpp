// Why: an import holds no surprises: the wizard shows what it found before writing anything, explains problems, and
// leaves nothing behind when cancelled.
#include <QComboBox>
#include <QDesktopServices>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QRadioButton>
#include <QScopeGuard>
#include <QSignalSpy>
#include <QTableView>
#include <QUrl>
#include <atomic>
#include <fstream>
#include <functional>

#include "app/settings/language.h"
#include "app/wizards/decision_list.h"
#include "app/wizards/import_wizard.h"
#include "app/workspaces/data/data_workspace.h"
#include "app/workspaces/data/skipped_dialog.h"
#include "app/workspaces/data/skipped_list.h"
#include "tests/app/app_support.h"
#include "widgets/forms/schema_form.h"
#include "widgets/images/bars.h"
#include "widgets/images/thumbnail_grid.h"
#include "widgets/tables/fact_list.h"
#include "widgets/theme/theme.h"

namespace fovea::test {

// Catches URLs that the desktop would open.
class UrlCatcher : public QObject {
  Q_OBJECT
 public:
  QList<QUrl> urls;
 public Q_SLOTS:
  void take(const QUrl& url) { urls << url; }
};

class ImportWizardTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void init() {
    sandbox_ = std::make_unique<Sandbox>();
    session_ = std::make_unique<Session>(testBackends());
    require(session_->createProject(sandbox_->path("project"), "project"));
    wizard_ = std::make_unique<ImportWizard>(*session_);
    wizard_->open();
    QVERIFY(QTest::qWaitForWindowExposed(wizard_.get()));
  }
  void cleanup() {
    wizard_.reset();
    session_.reset();
    sandbox_.reset();
  }

  void aTypedPathIsLookedInto() {
    writeMnist(sandbox_->path("mnist"));
    QVERIFY(!next()->isEnabled());
    typePath("mnist");
    QTRY_VERIFY_WITH_TIMEOUT(wizard_->found().has_value(), kPatience);
    QVERIFY2(words().contains("Found") && words().contains("360") && words().contains("8×8"), qPrintable(words()));
    const auto* previews = wizard_->currentPage()->findChild<ThumbnailGrid*>();
    QVERIFY(previews->isVisible());
    QVERIFY(previews->count() > 0);
    QVERIFY(next()->isEnabled());
    QVERIFY(!bannerOf(*wizard_));
    QVERIFY(session_->project()->manifest().datasets.empty());

    // After further typing, the findings no longer belong to the path.
    QTest::keyClicks(path(), "x");
    QVERIFY(!next()->isEnabled());
  }

  void aTildeIsTheHomeFolder() {
    const QByteArray before = qgetenv("HOME");
    const auto restore = qScopeGuard([before] { qputenv("HOME", before); });
    qputenv("HOME", sandbox_->text("").toUtf8());
    writeMnist(sandbox_->path("mnist"));
    path()->setFocus();
    QTest::keyClicks(path(), "~/mnist");
    QTRY_VERIFY_WITH_TIMEOUT(wizard_->found().has_value(), kPatience);
    QVERIFY(next()->isEnabled());
  }

  void aKindCanBeSaid() {
    writeStacks();
    typePath("stacks");
    QTRY_VERIFY_WITH_TIMEOUT(wizard_->found().has_value(), kPatience);
    QCOMPARE(wizard_->found()->importer, "folder");
    auto* kind = wizard_->currentPage()->findChild<QComboBox*>();
    kind->setCurrentIndex(kind->findData("stacks"));
    QVERIFY(!next()->isEnabled());
    QTRY_VERIFY_WITH_TIMEOUT(wizard_->found().has_value(), kPatience);
    QCOMPARE(wizard_->found()->importer, "stacks");
    QVERIFY2(words().contains("2 stacks"), qPrintable(words()));
    next()->click();
    QVERIFY(wizard_->currentPage()->findChild<SchemaForm*>()->schema().find("depth"));
  }

  void aTextIsShownAsText() {
    std::filesystem::create_directories(sandbox_->path("texts"));
    std::ofstream(sandbox_->path("texts") / "a.txt") << std::string(40, 'w') + std::string(400, ' ');
    typePath("texts");
    QTRY_VERIFY_WITH_TIMEOUT(wizard_->found().has_value(), kPatience);
    QCOMPARE(wizard_->found()->importer, "text");
    QVERIFY(wizard_->currentPage()->findChild<ThumbnailGrid*>()->count() > 0);
    next()->click();
    const Schema& shown = wizard_->currentPage()->findChild<SchemaForm*>()->schema();
    QVERIFY(shown.find("most_symbols") && shown.find("validation_share"));
    QVERIFY(!shown.find("colour"));
  }

  void missingLabelsAreNamed() {
    writeMnist(sandbox_->path("mnist"));
    std::filesystem::remove(sandbox_->path("mnist") / "train-labels-idx1-ubyte");
    typePath("mnist");
    QTRY_VERIFY_WITH_TIMEOUT(bannerOf(*wizard_), kPatience);
    QVERIFY2(bannerWords(*wizard_).contains("train-labels-idx1-ubyte"), qPrintable(bannerWords(*wizard_)));
    QVERIFY(!next()->isEnabled());

    // Once the file exists and the path is typed again, it is found.
    writeMnist(sandbox_->path("mnist"));
    path()->clear();
    typePath("mnist");
    QTRY_VERIFY_WITH_TIMEOUT(wizard_->found().has_value(), kPatience);
    QVERIFY(!bannerOf(*wizard_));
  }

  void aTruncatedFileIsSaid() {
    const auto folder = writeMnist(sandbox_->path("mnist"));
    std::filesystem::resize_file(folder / "train-images-idx3-ubyte", 5000);
    typePath("mnist");
    QTRY_VERIFY_WITH_TIMEOUT(bannerOf(*wizard_), kPatience);
    QVERIFY2(bannerWords(*wizard_).contains("train-images-idx3-ubyte"), qPrintable(bannerWords(*wizard_)));
    QVERIFY(!next()->isEnabled());
  }

  void aPathToNowhereAndAnEmptyFolderAreSaid() {
    typePath("nowhere");
    QTRY_VERIFY_WITH_TIMEOUT(bannerOf(*wizard_), kPatience);
    QVERIFY2(bannerWords(*wizard_).contains("nowhere"), qPrintable(bannerWords(*wizard_)));
    std::filesystem::create_directories(sandbox_->path("empty"));
    path()->clear();
    typePath("empty");
    QTRY_VERIFY_WITH_TIMEOUT(bannerWords(*wizard_).contains("empty"), kPatience);
    QVERIFY(!next()->isEnabled());
  }

  void theOptionsShowTheClassesAndTheShareOfValidation() {
    toOptions();
    const auto& entries = wizard_->currentPage()->findChild<ProbabilityBars*>()->entries();
    QCOMPARE(entries.size(), std::size_t(3));
    QCOMPARE(entries[0].figure, QString("120"));
    auto* form = wizard_->currentPage()->findChild<SchemaForm*>();
    QVERIFY(form->editor("validation_share"));
    type(*form, "validation_share", "2");
    QVERIFY(!form->errorOf("validation_share").isEmpty());
    QVERIFY(!next()->isEnabled());
    type(*form, "validation_share", "0.2");
    QVERIFY(next()->isEnabled());
  }

  void theImportIsInTheProjectAndSelected() {
    toOptions();
    auto* form = wizard_->currentPage()->findChild<SchemaForm*>();
    type(*form, "validation_share", "0.2");
    type(*form, "name", "my shades");
    QSignalSpy changed(session_.get(), &Session::datasetChanged);
    wizard_->next();
    QTRY_VERIFY_WITH_TIMEOUT(finish()->isEnabled() && finish()->isVisible(), kPatience);
    QVERIFY2(words().contains("360 samples: 240 to train, 60 to validate, 60 to test."), qPrintable(words()));
    QCOMPARE(changed.size(), 1);
    const auto& manifest = session_->project()->manifest();
    QCOMPARE(manifest.datasets.size(), std::size_t(1));
    QCOMPARE(manifest.selectedDataset, std::string("my shades"));
    QCOMPARE(session_->dataset()->size(Split::Train), 240);
    QVERIFY(!wizard_->button(QWizard::BackButton)->isEnabled());  // going back would import it again
    QTest::mouseClick(finish(), Qt::LeftButton);
    QVERIFY(!wizard_->isVisible());
  }

  void theSameNameTwiceIsSaidBeforeAnythingIsImported() {
    importData(*session_, writeMnist(sandbox_->path("mnist")), "shades");
    toOptions();
    auto* form = wizard_->currentPage()->findChild<SchemaForm*>();
    type(*form, "name", "shades");
    QVERIFY2(form->errorOf("name").contains("shades"), qPrintable(form->errorOf("name")));
    QVERIFY(!next()->isEnabled());
    type(*form, "name", "shades 2");
    QVERIFY(form->errorOf("name").isEmpty());
    QVERIFY(next()->isEnabled());
  }

  void aCancelledImportLeavesNothing() {
    writeMnist(sandbox_->path("mnist"), 40000, 100, 28, 10);
    toOptions();
    wizard_->next();
    QCOMPARE(session_->jobs()->running().size(), 1);
    QSignalSpy finished(session_->jobs()->running().first(), &Job::finished);
    wizard_->reject();
    QVERIFY(wizard_->isVisible());  // until cleaning up is done
    QTRY_COMPARE_WITH_TIMEOUT(finished.size(), 1, kPatience);
    QVERIFY(!wizard_->isVisible());
    expectNoData();
  }

  void anImportCancelledInTheMiddleLeavesNothing() {
    writeMnist(sandbox_->path("mnist"), 40000, 100, 28, 10);
    toOptions();
    wizard_->next();
    Job* job = session_->jobs()->running().first();
    QSignalSpy finished(job, &Job::finished);
    QSignalSpy progress(job, &Job::progressChanged);
    QVERIFY(progress.wait(kPatience));
    QTest::mouseClick(wizard_->button(QWizard::CancelButton), Qt::LeftButton);
    QTRY_COMPARE_WITH_TIMEOUT(finished.size(), 1, kPatience);
    QVERIFY(!wizard_->isVisible());
    expectNoData();
  }

  void aSourceThatVanishesIsSaidAndCanBeTriedAgain() {
    toOptions();
    std::filesystem::rename(sandbox_->path("mnist"), sandbox_->path("moved"));
    wizard_->next();
    QTRY_VERIFY_WITH_TIMEOUT(bannerOf(*wizard_), kPatience);
    QVERIFY(!finish()->isEnabled());
    expectNoData();
    std::filesystem::rename(sandbox_->path("moved"), sandbox_->path("mnist"));
    QTest::mouseClick(wizard_->button(QWizard::BackButton), Qt::LeftButton);
    wizard_->next();
    QTRY_VERIFY_WITH_TIMEOUT(finish()->isEnabled(), kPatience);
    QVERIFY(!bannerOf(*wizard_));
  }

  void theBrowserShowsWhatTheFiltersSay() {
    wizard_->reject();
    DataWorkspace place(*session_);
    place.resize(1200, 800);
    place.show();
    QVERIFY(!place.grid()->isVisible());
    importData(*session_, writeMnist(sandbox_->path("mnist")), "shades");
    QVERIFY(place.grid()->isVisible());
    QCOMPARE(place.grid()->count(), 360);
    place.classFilter()->setCurrentIndex(2);
    const auto filtered = place.grid()->count();
    QVERIFY(filtered > 0 && filtered < 360);
    qint64 total = 0;
    for (int each = 1; each <= 3; ++each) {
      place.classFilter()->setCurrentIndex(each);
      total += place.grid()->count();
    }
    QCOMPARE(total, 360);

    place.classFilter()->setCurrentIndex(0);
    place.splitFilter()->setCurrentIndex(place.splitFilter()->findText("Test"));
    QCOMPARE(place.grid()->count(), 60);
    place.classFilter()->setCurrentIndex(2);
    QCOMPARE(place.grid()->count(), 20);
    // The test split has the order of the file: class i % 3.
    place.grid()->setCurrent(4);
    QTRY_COMPARE(factOf(place, "Class"), place.classFilter()->currentText());
    QCOMPARE(factOf(place, "In the file"), QString("13"));
    const auto sample = require(session_->dataset()->sample(Split::Test, 13));
    QCOMPARE(sample.label, 1);
  }

  // A folder with images by class, some of which are damaged.
  void whatIsLeftOutIsNamedAndTriedAgain() {
    const auto folder = sandbox_->path("mixed");
    for (int i = 0; i < 6; ++i)
      for (const char* name : {"cat", "dog"}) writePgm(folder / name / (std::to_string(i) + ".pgm"));
    const auto bad = folder / "cat" / "broken.pgm", worse = folder / "dog" / "empty.pgm";
    std::ofstream(bad) << "P5 6 4 255\nxx";
    std::ofstream(worse) << "";
    wizard_->setSource(sandbox_->text("mixed"));
    QTRY_VERIFY_WITH_TIMEOUT(next()->isEnabled(), kPatience);
    QTest::mouseClick(next(), Qt::LeftButton);
    QTest::mouseClick(next(), Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(finish()->isEnabled(), kPatience);
    auto* list = wizard_->currentPage()->findChild<SkippedList*>();
    QVERIFY(list->isVisible());
    const auto rows = [](const SkippedList& from) {
      QStringList found;
      for (int row = 0; row < from.table()->model()->rowCount(); ++row)
        found << from.table()->model()->index(row, 0).data().toString();
      found.sort();
      return found;
    };
    QCOMPARE(rows(*list), (QStringList{"broken.pgm", "empty.pgm"}));
    for (int row = 0; row < 2; ++row) QVERIFY(!list->table()->model()->index(row, 1).data().toString().isEmpty());

    UrlCatcher caught;
    QDesktopServices::setUrlHandler("file", &caught, "take");
    click(*list, "Show in folder");
    QDesktopServices::unsetUrlHandler("file");
    QCOMPARE(caught.urls.size(), 1);
    QVERIFY(caught.urls[0].toLocalFile().startsWith(sandbox_->text("mixed")));

    // One file is repaired, and the wizard shows the new result.
    std::ofstream(bad) << "P5 6 4 255\n" + std::string(24, 'b');
    click(*list, "Try again");
    QTRY_COMPARE_WITH_TIMEOUT(rows(*list), QStringList{"empty.pgm"}, kPatience);
    QVERIFY2(words().contains("1 more sample"), qPrintable(words()));
    QTest::mouseClick(finish(), Qt::LeftButton);

    // The data set's page lists the other one.
    DataWorkspace place(*session_);
    place.resize(1200, 800);
    place.show();
    click(place, "1 entry was left out…");
    auto* dialog = place.findChild<SkippedDialog*>();
    QVERIFY(dialog && dialog->isVisible());
    QCOMPARE(rows(*dialog->findChild<SkippedList*>()), QStringList{"empty.pgm"});
    std::ofstream(worse) << "P5 6 4 255\n" + std::string(24, 'w');
    const auto before = session_->dataset()->info().samples();
    click(*dialog, "Try again");
    QTRY_VERIFY_WITH_TIMEOUT(place.findChild<SkippedDialog*>() == nullptr, kPatience);
    QTRY_COMPARE_WITH_TIMEOUT(session_->dataset()->info().samples(), before + 1, kPatience);
    QVERIFY(!buttonOf(place, "1 entry was left out…"));
  }

  // Shows the importer's decisions with their evidence; asks about uncertain ones, and analyses the source again with
  // the answer before writing anything.
  void whatWasDecidedIsShownAndWhatIsUnclearIsAsked() {
    useLook([](const std::string& kind, const auto& source, const FieldValues& options,
               const SourceScan& scan) -> Result<Recognition> {
      FOVEA_TRY(Recognition found, lookInto(kind.empty() ? "stacks" : kind, source, {}, scan));
      const std::int64_t depth = options.contains("depth") ? options.integer("depth") : 0;
      found.summary = "stacks of depth " + std::to_string(depth);
      found.decisions.push_back({"the volumes", "one of each folder", "they are named alike", {"depth=1"}, true});
      if (depth == 0)
        found.decisions.push_back(
            {"the depth", "three slices", "every folder has three", {"depth=3", "depth=2", "nothing=1"}, false});
      if (depth == 2) return fail(ErrorCode::Corrupt, "There are no stacks of two.");
      return found;
    });
    writeStacks();
    typePath("stacks");
    QTRY_VERIFY_WITH_TIMEOUT(next()->isEnabled(), kPatience);
    QTest::mouseClick(next(), Qt::LeftButton);
    auto* page = static_cast<OptionsPage*>(wizard_->currentPage());
    QVERIFY(!next()->isEnabled());
    QCOMPARE(page->decisions()->questions(), 1);
    QVERIFY2(words().contains("The depth: three slices") && words().contains("because every folder has three"),
             qPrintable(words()));
    savePictures("decisions");
    // An alternative without an option cannot be a button.
    QCOMPARE(buttonsOf(*page, "Answer: "), (QStringList{"Answer: Depth: 3", "Answer: Depth: 2"}));

    click(*page, "Change: The volumes: one of each folder");
    QVERIFY(page->form()->editor("depth")->hasFocus() || page->form()->editor("depth")->isAncestorOf(focus()));
    click(*page, "Answer: Depth: 2");
    QVERIFY(!next()->isEnabled());
    QTRY_VERIFY_WITH_TIMEOUT(bannerWords(*page).contains("no stacks of two"), kPatience);
    QVERIFY(!next()->isEnabled());

    click(*page, "Answer: Depth: 3");
    QCOMPARE(page->options().integer("depth"), 3);
    QTRY_VERIFY_WITH_TIMEOUT(next()->isEnabled(), kPatience);
    QCOMPARE(page->decisions()->questions(), 0);
    QVERIFY2(words().contains("stacks of depth 3") && !words().contains("The depth:"), qPrintable(words()));
    QVERIFY(!bannerOf(*page));
    // Typing in the form also starts a new analysis.
    type(*page->form(), "depth", "1");
    QTRY_VERIFY_WITH_TIMEOUT(words().contains("stacks of depth 1"), kPatience);
    expectNoData();
  }

  // Two folders with the same file names: pairs with two options at once, or classes with another importer.
  void aQuestionMayBeAnsweredBySeveralOptionsOrByAnotherKind() {
    for (const char* folder : {"A", "B"})
      writeSix(folder, [&](int image, int, int) { return QColor(folder[0], 20 * image, 90); });
    toOptionsOf("two");
    auto* page = static_cast<OptionsPage*>(wizard_->currentPage());
    QCOMPARE(page->decisions()->questions(), 1);
    const QStringList answers = buttonsOf(*page, "Answer: ");
    QCOMPARE(answers.size(), 2);
    click(*page, answers[0]);
    QTRY_VERIFY_WITH_TIMEOUT(next()->isEnabled(), kPatience);
    QCOMPARE(page->options().text("input_folder"), std::string("A"));
    QCOMPARE(page->options().text("target_folder"), std::string("B"));

    // The same folder, chosen anew, is asked about again.
    QTest::mouseClick(wizard_->button(QWizard::BackButton), Qt::LeftButton);
    path()->clear();
    toOptionsOf("two");
    QCOMPARE(page->decisions()->questions(), 1);
    QVERIFY2(answers[1].contains("Import as: "), qPrintable(answers[1]));
    click(*page, answers[1]);
    QVERIFY(wizard_->currentPage() != page);
    QTRY_VERIFY_WITH_TIMEOUT(next()->isEnabled(), kPatience);
    QCOMPARE(wizard_->found()->importer, std::string("folder"));
    QTest::mouseClick(next(), Qt::LeftButton);
    QCOMPARE(page->decisions()->questions(), 0);
    QTRY_VERIFY_WITH_TIMEOUT(next()->isEnabled(), kPatience);
  }

  // Images and a folder of their masks: one answer selects the other kind and says which folders are meant.
  void anAnswerMayBeAnotherKindWithOptions() {
    writeSix("cells",
             [](int image, int x, int y) { return x < 8 ? QColor::fromHsv(0, 0, 7 * (image + y)) : Qt::black; });
    writeSix("cells_ground_truth", [](int, int x, int) { return x < 8 ? Qt::white : Qt::black; });
    toOptionsOf("two");
    auto* page = static_cast<OptionsPage*>(wizard_->currentPage());
    QCOMPARE(page->decisions()->questions(), 1);
    const QStringList answers = buttonsOf(*page, "Answer: Import as: ");
    QCOMPARE(answers.size(), 1);
    QVERIFY2(answers[0].contains("cells_ground_truth"), qPrintable(answers[0]));
    click(*page, answers[0]);
    QVERIFY(wizard_->currentPage() != page);
    QTRY_VERIFY_WITH_TIMEOUT(next()->isEnabled(), kPatience);
    QCOMPARE(wizard_->found()->importer, std::string("masks"));
    QTest::mouseClick(next(), Qt::LeftButton);
    QCOMPARE(page->options().text("image_folder"), std::string("cells"));
    QCOMPARE(page->options().text("mask_folder"), std::string("cells_ground_truth"));
    QCOMPARE(page->decisions()->questions(), 0);
  }

  void goingBackKeepsTheChoices() {
    for (const char* folder : {"A", "B"})
      writeSix(folder, [&](int image, int, int) { return QColor(folder[0], 20 * image, 90); });
    toOptionsOf("two");
    auto* page = static_cast<OptionsPage*>(wizard_->currentPage());
    type(*page->form(), "name", "pairs of mine");
    type(*page->form(), "validation_share", "0.4");
    click(*page, buttonsOf(*page, "Answer: ")[0]);
    QTRY_VERIFY_WITH_TIMEOUT(next()->isEnabled(), kPatience);
    QTest::mouseClick(wizard_->button(QWizard::BackButton), Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(next()->isEnabled(), kPatience);
    QTest::mouseClick(next(), Qt::LeftButton);
    QCOMPARE(page->name(), std::string("pairs of mine"));
    QCOMPARE(page->options().real("validation_share"), 0.4);
    QCOMPARE(page->options().text("input_folder"), std::string("A"));
    QTRY_VERIFY_WITH_TIMEOUT(next()->isEnabled(), kPatience);
    QCOMPARE(page->decisions()->questions(), 0);
    // They belong to that source only.
    QTest::mouseClick(wizard_->button(QWizard::BackButton), Qt::LeftButton);
    writeMnist(sandbox_->path("mnist"));
    toOptionsOf("mnist");
    QVERIFY(page->name() != "pairs of mine");
    QVERIFY(page->options().real("validation_share") != 0.4);
  }

  void anAmpersandInAnAnswerIsShown() {
    useLook([](const std::string& kind, const auto& source, const FieldValues& options,
               const SourceScan& scan) -> Result<Recognition> {
      FOVEA_TRY(Recognition found, lookInto(kind, source, options, scan));
      found.decisions = {{"the inputs", "those of R&D", "they come first", {"input_folder=R&D"}, false}};
      return found;
    });
    for (const char* folder : {"A", "B"})
      writeSix(folder, [&](int image, int, int) { return QColor(folder[0], 20 * image, 90); });
    toOptionsOf("two");
    const auto* button = buttonOf(*wizard_, "Answer: Input folder: R&D");
    QVERIFY(button);
    QCOMPARE(button->text(), QString("Input folder: R&&D"));
    QVERIFY(button->shortcut().isEmpty());
  }

  void whatWasFoundIsSaidInTheLanguageOfTheProgram() {
    const auto restore = qScopeGuard([] { useLanguage(*qApp, "en"); });
    useLanguage(*qApp, "de");
    writeMnist(sandbox_->path("mnist"));
    typePath("mnist");
    QTRY_VERIFY_WITH_TIMEOUT(wizard_->found().has_value(), kPatience);
    QVERIFY2(words().contains("360 Beispiele") && !words().contains("samples"), qPrintable(words()));
  }

  // A name or a split fraction does not change what is found.
  void onlyAnOptionOfTheImporterLooksAgain() {
    std::atomic<int> looks = 0;
    useLook([&looks](const std::string& kind, const auto& source, const FieldValues& options, const SourceScan& scan) {
      ++looks;
      return lookInto(kind, source, options, scan);
    });
    writeStacks();
    typePath("stacks");
    QTRY_VERIFY_WITH_TIMEOUT(next()->isEnabled(), kPatience);
    auto* kind = wizard_->currentPage()->findChild<QComboBox*>();
    kind->setCurrentIndex(kind->findData("stacks"));
    QVERIFY(!next()->isEnabled());
    QTRY_VERIFY_WITH_TIMEOUT(next()->isEnabled(), kPatience);
    QTest::mouseClick(next(), Qt::LeftButton);
    auto* page = static_cast<OptionsPage*>(wizard_->currentPage());
    const int before = looks;
    type(*page->form(), "name", "other");
    type(*page->form(), "validation_share", "0.5");
    QVERIFY(next()->isEnabled());
    QCOMPARE(looks.load(), before);
    type(*page->form(), "depth", "2");
    QTRY_VERIFY_WITH_TIMEOUT(next()->isEnabled() && looks > before, kPatience);
  }

  // Files that were imported before: the wizard lists their changes, and updates the data set on request.
  void importingAgainSaysWhatHasChangedAndAsks() {
    const auto folder = sandbox_->path("pictures");
    writeCatsAndDogs(folder);
    typePath("pictures");
    QTRY_VERIFY_WITH_TIMEOUT(next()->isEnabled(), kPatience);
    auto* page = static_cast<SourcePage*>(wizard_->currentPage());
    QVERIFY(!page->updateChoice()->isVisible());
    QTest::mouseClick(next(), Qt::LeftButton);
    QTest::mouseClick(next(), Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(finish()->isEnabled(), kPatience);
    QTest::mouseClick(finish(), Qt::LeftButton);
    QCOMPARE(session_->dataset()->info().samples(), 12);

    std::filesystem::rename(folder / "cat" / "0.pgm", folder / "dog" / "7.pgm");
    std::filesystem::remove(folder / "cat" / "1.pgm");
    writePgm(folder / "dog" / "9.pgm", static_cast<char>(90));
    const auto again = [&] {
      useLook(lookInto);
      typePath("pictures");
      QTRY_VERIFY_WITH_TIMEOUT(next()->isEnabled(), kPatience);
      auto* source = static_cast<SourcePage*>(wizard_->currentPage());
      QVERIFY(source->updateChoice()->isVisible());
      QVERIFY2(words().contains("\"pictures\" of this project"), qPrintable(words()));
      savePictures("again");
      source->updateChoice()->setChecked(true);
      QTest::mouseClick(next(), Qt::LeftButton);
    };
    again();
    QTRY_VERIFY_WITH_TIMEOUT(words().contains("1 new, 1 moved, 1 gone, 0 changed"), kPatience);
    savePictures("changes");
    QVERIFY(!finish()->isEnabled());
    QCOMPARE(require(Dataset::open(session_->dataset()->folder()))->info().samples(), 12);  // nothing was written
    const auto* list = wizard_->currentPage()->findChild<QListWidget*>();
    QCOMPARE(list->count(), 2);
    click(*wizard_, "Follow all of it");
    QTRY_VERIFY_WITH_TIMEOUT(finish()->isEnabled(), kPatience);
    QCOMPARE(session_->project()->manifest().datasets.size(), std::size_t(1));
    std::int64_t left = 0;
    for (const Split split : kSplits) left += session_->dataset()->size(split);
    QCOMPARE(left, 12);  // one was added, one removed
    QTest::mouseClick(finish(), Qt::LeftButton);
    again();
    QTRY_VERIFY_WITH_TIMEOUT(words().contains("Nothing has changed."), kPatience);
    QTRY_VERIFY_WITH_TIMEOUT(finish()->isEnabled(), kPatience);
  }

  void whoAddsOnlyWhatIsNewIsNotToldThatAllIsUpToDate() {
    const auto folder = sandbox_->path("pictures");
    writeCatsAndDogs(folder);
    toOptionsOf("pictures");
    QTest::mouseClick(next(), Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(finish()->isEnabled(), kPatience);
    std::filesystem::remove(folder / "cat" / "1.pgm");
    writePgm(folder / "dog" / "9.pgm", static_cast<char>(90));
    useLook(lookInto);
    typePath("pictures");
    QTRY_VERIFY_WITH_TIMEOUT(next()->isEnabled(), kPatience);
    static_cast<SourcePage*>(wizard_->currentPage())->updateChoice()->setChecked(true);
    QTest::mouseClick(next(), Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(buttonOf(*wizard_, "Only add what is new"), kPatience);
    click(*wizard_, "Only add what is new");
    QTRY_VERIFY_WITH_TIMEOUT(finish()->isEnabled(), kPatience);
    QCOMPARE(wizard_->currentPage()->title(), QString("New samples are added"));
    QVERIFY2(wizard_->currentPage()->subTitle().contains("not followed"),
             qPrintable(wizard_->currentPage()->subTitle()));
  }

  // The value for gaps and its rule are shown before an import, after it, and when rows are added.
  void whatFillsTheGapsOfATableIsSaid() {
    const auto rows = [&](int count) {
      std::string text = "a,b,label\n";
      for (int i = 0; i < count; ++i)
        text += (i % 5 == 3 ? std::string() : "4") + "," + std::to_string(i * 31 % 97) + (i % 2 ? ",yes\n" : ",no\n");
      std::ofstream(sandbox_->path("rows.csv")) << text;
    };
    rows(40);
    typePath("rows.csv");
    QTRY_VERIFY_WITH_TIMEOUT(next()->isEnabled(), kPatience);
    QTest::mouseClick(next(), Qt::LeftButton);
    QVERIFY2(words().contains("What fills the gaps: a = 4"), qPrintable(words()));
    QTest::mouseClick(next(), Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(finish()->isEnabled(), kPatience);
    QVERIFY2(words().contains("What fills the gaps: a = 4"), qPrintable(words()));
    QVERIFY2(words().contains("mean"), qPrintable(words()));
    QTest::mouseClick(finish(), Qt::LeftButton);
    rows(48);
    useLook(lookInto);
    typePath("rows.csv");
    QTRY_VERIFY_WITH_TIMEOUT(next()->isEnabled(), kPatience);
    static_cast<SourcePage*>(wizard_->currentPage())->updateChoice()->setChecked(true);
    QTest::mouseClick(next(), Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(words().contains("8 new"), kPatience);
    QVERIFY2(words().contains("What fills the gaps: the values of the data set (a = 4"), qPrintable(words()));
  }

  void whatIsDoneCannotBeCancelled() {
    toOptions();
    QTest::mouseClick(next(), Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(finish()->isEnabled(), kPatience);
    QVERIFY(!wizard_->button(QWizard::CancelButton)->isVisible());
    QVERIFY2(!wizard_->currentPage()->subTitle().contains("cancel"), qPrintable(wizard_->currentPage()->subTitle()));
    // The import is finished however the wizard is closed.
    QTest::keyClick(wizard_.get(), Qt::Key_Escape);
    QVERIFY(!wizard_->isVisible());
    QCOMPARE(wizard_->result(), int(QDialog::Accepted));
    QVERIFY(session_->dataset());
  }

  void noSizeIsSaidInWords() {
    toOptions();
    const SchemaForm& form = *static_cast<OptionsPage*>(wizard_->currentPage())->form();
    QCOMPARE(form.editor("width")->findChild<QLineEdit*>()->text(), QString("as it is"));
    QCOMPARE(form.values().integer("width"), 0);
  }

  void theSubtitleStandsBelowTheTitle() {
    toOptions();
    QWizardPage* page = wizard_->currentPage();
    for (const QString& words : {page->subTitle(), QString("Another subtitle")}) {
      page->setSubTitle(words);
      int title = -1, subtitle = -2;
      const auto found = [&] {
        for (const QLabel* label : wizard_->findChildren<QLabel*>()) {
          if (label->text() == page->title()) title = label->mapTo(wizard_.get(), QPoint()).x();
          if (label->text() == words) subtitle = label->mapTo(wizard_.get(), QPoint()).x();
        }
        return subtitle == title;
      };
      QTRY_VERIFY_WITH_TIMEOUT(found(), kPatience);
    }
  }

  // Its header has the theme's background instead of white.
  void theHeaderIsDarkInTheDarkTheme() {
    wizard_.reset();
    ThemeManager themes(*qApp);
    for (const ThemeKind kind : {ThemeKind::Dark, ThemeKind::Light, ThemeKind::Dark}) {
      themes.setKind(kind);
      wizard_ = std::make_unique<ImportWizard>(*session_);
      wizard_->open();
      QVERIFY(QTest::qWaitForWindowExposed(wizard_.get()));
      const QImage shown = wizard_->grab().toImage();
      const int lightness = shown.pixelColor(wizard_->width() - 20, 12).lightness();
      QVERIFY2((lightness < 80) == (kind == ThemeKind::Dark), qPrintable(QString::number(lightness)));
    }
  }

  void withoutAProjectTheBrowserSendsHome() {
    wizard_.reset();
    session_ = std::make_unique<Session>(testBackends());
    DataWorkspace place(*session_);
    place.resize(1200, 800);
    place.show();
    place.importData();
    QVERIFY2(bannerWords(place).contains("No project is open"), qPrintable(bannerWords(place)));
    QSignalSpy wanted(&place, &Workspace::placeRequested);
    click(place, "Go to Home");
    QCOMPARE(wanted.value(0).value(0).toString(), QString("home"));
  }

 private:
  void useLook(SourceLook look) {
    wizard_ = std::make_unique<ImportWizard>(*session_, nullptr, std::move(look));
    wizard_->open();
    wizard_->activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(wizard_.get()));
  }
  void writeStacks() {
    for (const char* volume : {"one", "two"})
      for (int i = 0; i < 3; ++i) writePgm(sandbox_->path("stacks") / volume / ("slice" + std::to_string(i) + ".pgm"));
  }
  // Saves screenshots on request.
  void savePictures(const QString& name) {
    const QString folder = qEnvironmentVariable("FOVEA_SCREENSHOTS");
    if (folder.isEmpty()) return;
    ThemeManager themes(*qApp);
    for (const auto& [kind, theme] : {std::pair(ThemeKind::Dark, "dark"), std::pair(ThemeKind::Light, "light")}) {
      themes.setKind(kind);
      QTest::qWait(50);
      QVERIFY(wizard_->grab().save(QString("%1/%2-%3.png").arg(folder, name, theme)));
    }
  }
  QWidget* focus() const { return wizard_->focusWidget(); }
  // The names of the visible buttons with that prefix.
  static QStringList buttonsOf(const QWidget& place, const QString& beginning) {
    QStringList found;
    for (const auto* button : place.findChildren<QAbstractButton*>())
      if (button->isVisible() && button->accessibleName().startsWith(beginning)) found << button->accessibleName();
    return found;
  }
  QAbstractButton* next() const { return wizard_->button(QWizard::NextButton); }
  QAbstractButton* finish() const { return wizard_->button(QWizard::FinishButton); }
  QLineEdit* path() const { return static_cast<SourcePage*>(wizard_->page(0))->path(); }
  void typePath(const std::string& name) {
    path()->setFocus();
    QTest::keyClicks(path(), sandbox_->text(name));
  }
  void toOptions() {
    if (!std::filesystem::exists(sandbox_->path("mnist"))) writeMnist(sandbox_->path("mnist"));
    toOptionsOf("mnist");
  }
  // Two classes of six pictures, no two of which are equal.
  static void writeCatsAndDogs(const std::filesystem::path& folder) {
    int shade = 0;
    for (const char* name : {"cat", "dog"})
      for (int i = 0; i < 6; ++i) writePgm(folder / name / (std::to_string(i) + ".pgm"), static_cast<char>(++shade));
  }
  void toOptionsOf(const std::string& name) {
    wizard_->setSource(sandbox_->text(name));
    QTRY_VERIFY_WITH_TIMEOUT(next()->isEnabled(), kPatience);
    QTest::mouseClick(next(), Qt::LeftButton);
    QCOMPARE(wizard_->currentId(), 1);
  }
  // Writes six images to that folder of "two".
  void writeSix(const char* folder, const std::function<QColor(int image, int x, int y)>& colour) {
    const auto place = sandbox_->path("two") / folder;
    std::filesystem::create_directories(place);
    for (int i = 0; i < 6; ++i) {
      QImage image(16, 16, QImage::Format_RGB888);
      for (int y = 0; y < 16; ++y)
        for (int x = 0; x < 16; ++x) image.setPixelColor(x, y, colour(i, x, y));
      QVERIFY(image.save(QString::fromStdString(place / (std::to_string(i) + ".png"))));
    }
  }
  QString words() const {
    QStringList all;
    for (const auto* label : wizard_->currentPage()->findChildren<QLabel*>())
      if (label->isVisible()) all << label->text();
    return all.join('\n');
  }
  // A grey picture of 6×4.
  static void writePgm(const std::filesystem::path& file, char shade = 'x') {
    std::filesystem::create_directories(file.parent_path());
    std::ofstream(file) << "P5 6 4 255\n" + std::string(24, shade);
  }
  static void type(const SchemaForm& form, const char* field, const char* text) {
    QWidget* editor = form.editor(field);
    auto* line = qobject_cast<QLineEdit*>(editor);
    if (!line) line = editor->findChild<QLineEdit*>();
    line->setFocus();
    line->selectAll();
    QTest::keyClicks(line, text);
  }
  void expectNoData() const {
    QVERIFY(session_->project()->manifest().datasets.empty());
    QVERIFY(!session_->dataset());
    const auto folder = session_->project()->folder() / "datasets";
    if (!std::filesystem::exists(folder)) return;
    for (const auto& entry : std::filesystem::directory_iterator(folder))
      QFAIL(("left behind: " + entry.path().string()).c_str());
  }
  static QString factOf(const QWidget& place, const QString& name) {
    for (const auto* list : place.findChildren<FactList*>())
      for (const auto& fact : list->facts())
        if (list->isVisible() && fact.name == name) return fact.value;
    return {};
  }

  std::unique_ptr<Sandbox> sandbox_;
  std::unique_ptr<Session> session_;
  std::unique_ptr<ImportWizard> wizard_;
};

}  // namespace fovea::test

QTEST_MAIN(fovea::test::ImportWizardTest)
#include "import_wizard_test.moc"
