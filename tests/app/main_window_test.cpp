// Why: everything in the window can be reached by keyboard and has a name, in every workspace and both themes.
#include <QAction>
#include <QButtonGroup>
#include <QComboBox>
#include <QDropEvent>
#include <QLineEdit>
#include <QListWidget>
#include <QMimeData>
#include <QScopeGuard>
#include <QScreen>
#include <QScrollBar>
#include <QSignalSpy>
#include <QSlider>
#include <QSpinBox>
#include <QToolButton>
#include <algorithm>

#include "app/command_palette.h"
#include "app/wizards/import_wizard.h"
#include "app/workspaces/data/data_workspace.h"
#include "app/workspaces/data/sample_browser.h"
#include "app/workspaces/home/project_card.h"
#include "app/workspaces/inspect/inspect_workspace.h"
#include "app/workspaces/toolbar.h"
#include "app/workspaces/train/train_workspace.h"
#include "app/workspaces/workspace.h"
#include "core/network/standard_networks.h"
#include "tests/app/window_test.h"
#include "widgets/canvas/network_canvas.h"
#include "widgets/images/thumbnail_grid.h"

namespace fovea::test {
namespace {

// True for parts of a control, whose accessible name is the control's.
bool isPart(const QWidget& widget) {
  const QWidget* parent = widget.parentWidget();
  return widget.objectName().startsWith("qt_") || qobject_cast<const QAbstractSpinBox*>(parent) ||
         qobject_cast<const QComboBox*>(parent);
}

bool isControl(const QWidget& widget) {
  return qobject_cast<const QAbstractButton*>(&widget) || qobject_cast<const QLineEdit*>(&widget) ||
         qobject_cast<const QComboBox*>(&widget) || qobject_cast<const QAbstractSpinBox*>(&widget) ||
         qobject_cast<const QAbstractSlider*>(&widget);
}

QString nameOf(const QWidget& widget) {
  if (!widget.accessibleName().isEmpty()) return widget.accessibleName();
  const auto* button = qobject_cast<const QAbstractButton*>(&widget);
  return button ? button->text() : QString();
}

// In an exclusive group, Tab reaches one button and the arrow keys the others.
bool isReachedByArrows(const QWidget& widget) {
  const auto* button = qobject_cast<const QAbstractButton*>(&widget);
  if (!button || !button->group() || !button->group()->exclusive()) return false;
  const auto members = button->group()->buttons();
  return std::any_of(members.begin(), members.end(),
                     [](const QAbstractButton* each) { return each->focusPolicy() & Qt::TabFocus; });
}

// Describes where a widget is, to find it in the code.
QString pathOf(const QWidget& widget) {
  QStringList path;
  for (const QWidget* each = &widget; each && path.size() < 5; each = each->parentWidget())
    path.prepend(each->metaObject()->className() +
                 (each->objectName().isEmpty() ? QString() : ":" + each->objectName()));
  return path.join(" > ") + " \"" + nameOf(widget) + "\" " + widget.toolTip();
}

}  // namespace

class MainWindowTest : public WindowTest {
  Q_OBJECT

 private Q_SLOTS:
  void init() { openWindow(); }
  void cleanup() { closeWindow(); }

  void hiddenWorkspacesAreLaidOutBeforeTheirFirstVisit() {
    const auto laidOut = [this](const char* name) {
      const Workspace* place = window_->workspace(name);
      return place->size() == window_->workspace("home")->size() &&
             place->findChild<Toolbar*>()->width() == place->width();
    };
    for (const char* name : {"data", "network", "train", "inspect"}) {
      QTRY_VERIFY(laidOut(name));
      QVERIFY(!window_->workspace(name)->isVisible());
    }
    window_->resize(window_->width() - 100, window_->height());
    for (const char* name : {"data", "network", "train", "inspect"}) QTRY_VERIFY(laidOut(name));
  }

  void keysLeadToEveryPlace() {
    const QStringList names{"home", "data", "network", "train", "inspect"};
    for (int i = static_cast<int>(names.size()) - 1; i >= 0; --i) {
      QTest::keyClick(window_.get(), static_cast<Qt::Key>(Qt::Key_1 + i), Qt::ControlModifier);
      QCOMPARE(window_->currentPlace(), names[i]);
      QVERIFY(window_->workspace(names[i])->isVisible());
    }
  }

  void samplesThatInspectChoseOpenInData() {
    makeProject(*session_, *sandbox_, "chosen");
    auto* inspect = qobject_cast<InspectWorkspace*>(window_->workspace("inspect"));
    auto* data = qobject_cast<DataWorkspace*>(window_->workspace("data"));
    QVERIFY(inspect && data);
    window_->showPlace("inspect");
    Q_EMIT inspect->recordsWanted({7, 3, 11});
    QCOMPARE(window_->currentPlace(), QString("data"));
    QTRY_COMPARE(data->grid()->count(), qint64(3));
    QCOMPARE(data->browser()->view()->found.records, (std::vector<std::uint32_t>{3, 7, 11}));
  }

  // A checkpoint chosen in Train is shown in Inspect, whichever run Inspect would show by itself.
  void aCheckpointThatTrainChoseOpensInInspect() {
    makeProject(*session_, *sandbox_, "chosen");
    for (const char* name : {"early", "late"}) {
      QSignalSpy ended(session_->training(), &TrainingBridge::runEnded);
      require(session_->startRun({.epochs = 2, .batch = 16}, name));
      QVERIFY(ended.wait(kPatience));
      QTRY_VERIFY_WITH_TIMEOUT(!session_->projectThread()->busy(), kPatience);
    }
    auto* train = qobject_cast<TrainWorkspace*>(window_->workspace("train"));
    auto* inspect = qobject_cast<InspectWorkspace*>(window_->workspace("inspect"));
    QVERIFY(train && inspect);
    window_->showPlace("train");
    const CheckpointRecord first = session_->runs()->find(RunId{1})->checkpoints.front();
    session_->runs()->setPinned(first.run, first.step, true);
    QTRY_VERIFY(session_->runs()->find(RunId{1})->checkpoints.front().pinned);
    Q_EMIT train->inspectionWanted(first);
    QCOMPARE(window_->currentPlace(), QString("inspect"));
    const QString shown = inspect->checkpointChooser()->currentText();
    QVERIFY2(shown.startsWith("early") && shown.contains("epoch 1"), qPrintable(shown));
    QVERIFY2(shown.contains("kept"), qPrintable(shown));
    QVERIFY(!inspect->checkpointChooser()->itemText(0).contains("kept"));
  }

  void theRailLeadsToEveryPlaceAndNamesIt() {
    for (Workspace* place : window_->workspaces()) {
      QToolButton* button = railButton(place->title());
      QVERIFY2(button, qPrintable(place->title()));
      QVERIFY(button->toolTip().contains("Ctrl+"));
      QCOMPARE(button->text(), place->title());
      QVERIFY2(button->fontMetrics().horizontalAdvance(button->text()) < button->width(), qPrintable(button->text()));
      QTest::mouseClick(button, Qt::LeftButton);
      QCOMPARE(window_->currentPlace(), place->objectName());
      QVERIFY(button->isChecked());
    }
  }

  void arrowKeysGoAlongTheRail() {
    QToolButton* home = railButton("Home");
    QVERIFY(home);
    home->setFocus();
    QTest::keyClick(home, Qt::Key_Down);
    QCOMPARE(window_->currentPlace(), QString("data"));
    QTest::keyClick(railButton("Data"), Qt::Key_Up);
    QCOMPARE(window_->currentPlace(), QString("home"));
  }

  void thePaletteFindsAndStartsAnAction() {
    QTest::keyClick(window_.get(), Qt::Key_K, Qt::ControlModifier);
    auto* palette = window_->findChild<CommandPalette*>();
    QVERIFY(palette->isVisible());
    auto* list = palette->findChild<QListWidget*>();
    auto* search = palette->findChild<QLineEdit*>();
    const int all = list->count();
    QVERIFY(all > 10);
    QTest::keyClicks(search, "go inspect");
    QCOMPARE(list->count(), 1);
    QTest::keyClick(search, Qt::Key_Return);
    QVERIFY(!palette->isVisible());
    QCOMPARE(window_->currentPlace(), QString("inspect"));

    window_->openPalette();
    QVERIFY(list->count() >= all);
    QTest::keyClicks(search, "no such action anywhere");
    QCOMPARE(list->count(), 0);
    QTest::keyClick(search, Qt::Key_Return);  // no command matches
    QVERIFY(!palette->isVisible());
  }

  void thePaletteIsUsedByKeys() {
    window_->openPalette();
    auto* palette = window_->findChild<CommandPalette*>();
    auto* list = palette->findChild<QListWidget*>();
    auto* search = palette->findChild<QLineEdit*>();
    QTest::keyClick(search, Qt::Key_PageDown);
    QVERIFY2(list->currentRow() > 1, "a page at once");
    QTest::keyClick(search, Qt::Key_PageUp);
    QCOMPARE(list->currentRow(), 0);
    QVERIFY(list->focusPolicy() & Qt::TabFocus);
    QTest::keyClicks(search, "go inspect");
    list->setFocus(Qt::TabFocusReason);
    QTest::keyClick(list, Qt::Key_Return);
    QVERIFY(!palette->isVisible());
    QCOMPARE(window_->currentPlace(), QString("inspect"));
  }

  void thePaletteKnowsTheActionsOfThePlace() {
    window_->showPlace("network");
    window_->openPalette();
    auto* palette = window_->findChild<CommandPalette*>();
    QTest::keyClicks(palette->findChild<QLineEdit*>(), "import a network");
    QCOMPARE(palette->findChild<QListWidget*>()->count(), 1);
    QTest::keyClick(palette->findChild<QLineEdit*>(), Qt::Key_Escape);
    QVERIFY(!palette->isVisible());
  }

  void thePaletteFindsALayerWhereverOneIs() {
    require(session_->createProject(sandbox_->path("finding"), "finding"));
    session_->applyEdit({ReplaceNetwork{standardNetwork("lenet").value()}, "Open"});
    window_->showPlace("home");
    window_->openPalette();
    auto* palette = window_->findChild<CommandPalette*>();
    auto* list = palette->findChild<QListWidget*>();
    for (int row = 0; row < list->count(); ++row) QVERIFY(!list->item(row)->text().contains("conv2"));
    QTest::keyClicks(palette->findChild<QLineEdit*>(), "conv2");
    QCOMPARE(list->count(), 1);
    QTest::keyClick(palette->findChild<QLineEdit*>(), Qt::Key_Return);
    QCOMPARE(window_->currentPlace(), QString("network"));
    auto* canvas = window_->findChild<NetworkCanvas*>();
    QCOMPARE(canvas->selection(), QList<LayerId>{session_->network().findByName("conv2")->id});
  }

  // In the smallest window no control overlaps another, none leaves the toolbar, and every button has a name.
  void toolbarsHoldTheirControlsInTheSmallestWindow() {
    makeProject(*session_, *sandbox_, "tiny");
    TrainingSettings settings;
    settings.epochs = 1;
    QSignalSpy ended(session_->training(), &TrainingBridge::runEnded);
    require(session_->startRun(settings, "a network with quite a long name"));
    QVERIFY(ended.wait(kPatience));
    for (const QSize& extent : {QSize(1024, 640), QSize(1440, 900), QSize(1024, 640)}) {
      window_->resize(extent);
      for (Workspace* place : window_->workspaces()) {
        window_->showPlace(place->objectName());
        QTest::qWait(100);
        const auto* toolbar = place->findChild<Toolbar*>();
        QList<QPair<QRect, QString>> found;
        for (QWidget* part : toolbar->findChildren<QWidget*>()) {
          if (!part->isVisible() || !isControl(*part) || isPart(*part)) continue;
          const QRect area(part->mapTo(toolbar, QPoint()), part->size());
          QVERIFY2(toolbar->rect().contains(area), qPrintable(pathOf(*part)));
          for (const auto& [other, name] : found)
            QVERIFY2(!area.intersects(other), qPrintable(pathOf(*part) + " over " + name));
          QVERIFY2(!nameOf(*part).isEmpty(), qPrintable(pathOf(*part)));
          found.append({area, pathOf(*part)});
        }
      }
    }
  }

  void theThemeIsSwitchedAndRemembered() {
    const ThemeKind before = themes_->kind();
    QTest::keyClick(window_.get(), Qt::Key_L, Qt::ControlModifier | Qt::ShiftModifier);
    QVERIFY(themes_->kind() != before);
    QCOMPARE(UserSettings::value("theme").toString(), QString(before == ThemeKind::Dark ? "light" : "dark"));
    for (Workspace* place : window_->workspaces()) {
      window_->showPlace(place->objectName());
      QVERIFY(!window_->grab().isNull());
    }
    QTest::keyClick(window_.get(), Qt::Key_L, Qt::ControlModifier | Qt::ShiftModifier);
    QCOMPARE(themes_->kind(), before);
  }

  void everyControlHasANameAndIsReachedByKeys() {
    QStringList offenders = offendersInAllPlaces();  // without a project
    makeProject(*session_, *sandbox_, "tiny");
    offenders += offendersInAllPlaces();
    TrainingSettings settings;
    settings.epochs = 2;
    settings.batch = 16;
    require(session_->startRun(settings, "first"));
    offenders += offendersInAllPlaces();
    QTRY_VERIFY_WITH_TIMEOUT(!session_->training()->active(), kPatience);
    offenders += offendersInAllPlaces();
    offenders.removeDuplicates();
    QVERIFY2(offenders.isEmpty(), qPrintable("\n" + offenders.join('\n')));
  }

  void theInspectorIsHiddenAndComesBack() {
    makeProject(*session_, *sandbox_, "tiny");
    window_->showPlace("train");
    Workspace* place = window_->workspace("train");
    QVERIFY(place->inspectorVisible());
    QTest::keyClick(window_.get(), Qt::Key_I, Qt::ControlModifier);
    QVERIFY(!place->inspectorVisible());
    QTest::keyClick(window_.get(), Qt::Key_I, Qt::ControlModifier);
    QVERIFY(place->inspectorVisible());
  }

  void theInspectorsOfAllPlacesComeAndGoTogether() {
    makeProject(*session_, *sandbox_, "tiny");
    window_->showPlace("network");
    QTest::keyClick(window_.get(), Qt::Key_I, Qt::ControlModifier);
    // One workspace shows its inspector again, as after a double click on a layer.
    window_->workspace("network")->setInspectorVisible(true);
    QTest::keyClick(window_.get(), Qt::Key_I, Qt::ControlModifier);
    for (Workspace* place : window_->workspaces()) QVERIFY2(!place->inspectorVisible(), qPrintable(place->title()));
    // Home has no inspector, but the command also switches those of the others.
    window_->showPlace("home");
    QTest::keyClick(window_.get(), Qt::Key_I, Qt::ControlModifier);
    QVERIFY(window_->workspace("train")->inspectorVisible());
    QTest::keyClick(window_.get(), Qt::Key_I, Qt::ControlModifier);
    for (Workspace* place : window_->workspaces()) QVERIFY2(!place->inspectorVisible(), qPrintable(place->title()));
    // The next window starts the same way.
    MainWindow again(*session_, *themes_);
    QVERIFY(!again.workspace("train")->inspectorVisible());
  }

  void everyPlaceHasItsOwnSearch() {
    makeProject(*session_, *sandbox_, "tiny");
    window_->showPlace("data");
    QTest::keyClick(window_.get(), Qt::Key_F, Qt::ControlModifier);
    auto* search = qobject_cast<QLineEdit*>(QApplication::focusWidget());
    QVERIFY(search && window_->workspace("data")->isAncestorOf(search));
    auto* palette = window_->findChild<CommandPalette*>();
    QVERIFY(!palette->isVisible());
    window_->showPlace("train");
    QTest::keyClick(window_.get(), Qt::Key_F, Qt::ControlModifier);
    QVERIFY(palette->isVisible());
  }

  void aPictureThatIsDroppedOnDataIsNoNetwork() {
    makeProject(*session_, *sandbox_, "tiny");
    const Network drawn = session_->network();
    QImage picture(8, 8, QImage::Format_RGB32);
    picture.fill(Qt::red);
    QVERIFY(picture.save(sandbox_->text("red.png")));
    window_->showPlace("data");
    drop(sandbox_->text("red.png"));
    QCOMPARE(window_->currentPlace(), QString("data"));
    auto* wizard = window_->findChild<ImportWizard*>();
    QVERIFY(wizard && wizard->isVisible());
    QVERIFY(session_->network() == drawn);
    wizard->reject();
    // Images have no meaning here, so nothing happens.
    window_->showPlace("train");
    QVERIFY(!drop(sandbox_->text("red.png")));
    // A network file opens the Network workspace from anywhere.
    require(writeNetwork(sandbox_->path("mlp.json"), require(standardNetwork("mlp"))));
    QVERIFY(drop(sandbox_->text("mlp.json")));
    settle(*session_);
    QCOMPARE(window_->currentPlace(), QString("network"));
    QCOMPARE(session_->network().name(), std::string("MLP"));
  }

  void aProjectThatIsDroppedIsOpenedWhereverItFalls() {
    require(session_->createProject(sandbox_->path("first"), "first"));
    require(session_->createProject(sandbox_->path("second"), "second"));
    window_->showPlace("data");
    QVERIFY(drop(sandbox_->text("first")));
    QTRY_COMPARE(session_->project()->name(), std::string("first"));
    QVERIFY(drop(sandbox_->text("second") + "/project.json"));
    QTRY_COMPARE(session_->project()->name(), std::string("second"));
    // A folder without a project is data, which only the Data workspace accepts.
    std::filesystem::create_directories(sandbox_->path("pictures"));
    window_->showPlace("home");
    QVERIFY(!drop(sandbox_->text("pictures")));
    // Without a checkpoint no network can process an image.
    QImage picture(8, 8, QImage::Format_RGB32);
    picture.fill(Qt::red);
    QVERIFY(picture.save(sandbox_->text("red.jpg")));
    window_->showPlace("inspect");
    QVERIFY(!drop(sandbox_->text("red.jpg")));
  }

  void theFirstWindowFitsTheScreen() {
    MainWindow first(*session_, *themes_);
    UserSettings::remove("geometry");
    first.restorePlace();
    const QSize room = first.screen()->availableSize();
    QVERIFY(first.width() <= std::max(room.width(), first.minimumWidth()));
    QVERIFY(first.height() < std::max(room.height(), first.minimumHeight() + 1));
  }

  void aProjectCanBeForgottenAndComesBack() {
    require(session_->createProject(sandbox_->path("mine"), "mine"));
    window_->showPlace("home");
    Workspace* home = window_->workspace("home");
    QTRY_VERIFY(buttonOf(*home, "Open the project mine"));
    click(*home, "Take mine out of the list");
    QTRY_VERIFY(!buttonOf(*home, "Open the project mine"));
    QVERIFY(session_->recentProjects().isEmpty());
    QVERIFY(std::filesystem::exists(sandbox_->path("mine") / "project.json"));
    click(*home, "Undo");
    QTRY_VERIFY(buttonOf(*home, "Open the project mine"));
  }

  void aProjectIsKnownByItsPictureAndItsFigures() {
    makeProject(*session_, *sandbox_, "seen");
    TrainingSettings settings;
    settings.epochs = 1;
    QSignalSpy ended(session_->training(), &TrainingBridge::runEnded);
    require(session_->startRun(settings, "one"));
    QVERIFY(ended.wait(kPatience));
    require(session_->createProject(sandbox_->path("bare"), "bare"));
    window_->showPlace("home");
    const auto card = [this](const QString& name) {
      for (const ProjectCard* each : window_->workspace("home")->findChildren<ProjectCard*>())
        if (each->accessibleName().endsWith(name)) return each;
      return static_cast<const ProjectCard*>(nullptr);
    };
    QTRY_VERIFY(card("seen") && !card("seen")->picture().isNull());
    // The card updates its figures after the run.
    QTRY_VERIFY2(card("seen")->figures().contains("1 run") && card("seen")->figures().contains("%"),
                 qPrintable(card("seen")->figures()));
    QTRY_VERIFY(card("bare") && card("bare")->figures().contains("0 runs"));
    QVERIFY(card("bare")->picture().isNull());
  }

  void aTildeIsTheHomeFolder() {
    const QByteArray before = qgetenv("HOME");
    const auto restore = qScopeGuard([before] { qputenv("HOME", before); });
    qputenv("HOME", sandbox_->text("").toUtf8());
    {
      Session other(testBackends());
      require(other.createProject(sandbox_->path("at home"), "at home"));
    }
    window_->openProject("~/at home");
    QTRY_VERIFY2(session_->project(), qPrintable(bannerWords(*window_)));
    QCOMPARE(session_->project()->name(), std::string("at home"));
  }

  void theTitleNamesTheProject() {
    QCOMPARE(window_->windowTitle(), QString("Fovea"));
    require(session_->createProject(sandbox_->path("mine"), "mine"));
    QCOMPARE(window_->windowTitle(), QString("mine"));
  }

  void itsPlaceOnTheScreenIsRemembered() {
    window_->resize(1200, 700);
    window_->close();
    MainWindow again(*session_, *themes_);
    again.restorePlace();
    QCOMPARE(again.size(), QSize(1200, 700));
  }

 private:
  QToolButton* railButton(const QString& name) const {
    for (auto* button : window_->findChildren<QToolButton*>())
      if (button->group() && button->accessibleName() == name) return button;
    return nullptr;
  }
  // Returns whether the drop is accepted.
  bool drop(const QString& file) {
    QMimeData data;
    data.setUrls({QUrl::fromLocalFile(file)});
    QDragEnterEvent enter(QPoint(400, 400), Qt::CopyAction, &data, Qt::LeftButton, {});
    QCoreApplication::sendEvent(window_.get(), &enter);
    if (!enter.isAccepted()) return false;
    QDropEvent dropped(QPointF(400, 400), Qt::CopyAction, &data, Qt::LeftButton, {});
    QCoreApplication::sendEvent(window_.get(), &dropped);
    return true;
  }
  QStringList offendersInAllPlaces() {
    QStringList offenders;
    for (Workspace* place : window_->workspaces()) {
      window_->showPlace(place->objectName());
      QTest::qWait(50);
      for (const auto* widget : window_->findChildren<QWidget*>()) {
        if (!widget->isVisible() || !isControl(*widget) || isPart(*widget) || qobject_cast<const QScrollBar*>(widget))
          continue;
        if (nameOf(*widget).isEmpty()) offenders << "no name: " + pathOf(*widget);
        if (!(widget->focusPolicy() & Qt::TabFocus) && widget->isEnabled() && !isReachedByArrows(*widget))
          offenders << "no focus: " + pathOf(*widget);
      }
    }
    return offenders;
  }
};

}  // namespace fovea::test

QTEST_MAIN(fovea::test::MainWindowTest)
#include "main_window_test.moc"
