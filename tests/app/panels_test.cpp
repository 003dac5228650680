// Why: panels can be moved, floated and hidden, are restored at the next start, and can be reset.
#include <QDockWidget>
#include <QSignalSpy>
#include <QToolButton>

#include "app/actions/action_registry.h"
#include "app/workspaces/panel_area.h"
#include "app/workspaces/workspace.h"
#include "tests/app/window_test.h"

namespace fovea::test {

class PanelsTest : public WindowTest {
  Q_OBJECT

 private Q_SLOTS:
  void init() {
    openWindow();
    makeProject(*session_, *sandbox_, "tiny");
    window_->showPlace("train");
    area_ = window_->workspace("train")->panels();
    // Trains a run, so that the panels have content.
    QSignalSpy ended(session_->training(), &TrainingBridge::runEnded);
    TrainingSettings settings;
    settings.epochs = 1;
    require(session_->startRun(settings, "one"));
    QVERIFY(ended.wait(kPatience));
    QTRY_VERIFY(area_->dock("runs")->isVisible());
  }
  void cleanup() { closeWindow(); }

  void everyPanelHasAHeaderThatFloatsAndHidesIt() {
    for (Workspace* place : window_->workspaces()) {
      window_->showPlace(place->objectName());
      for (const QString& id : place->panels()->ids()) {
        QDockWidget* dock = place->panels()->dock(id);
        if (!dock->isVisible()) continue;
        const auto buttons = dock->titleBarWidget()->findChildren<QToolButton*>();
        QCOMPARE(buttons.size(), 2);
        buttons[0]->click();
        QVERIFY2(dock->isFloating(), qPrintable(id));
        buttons[0]->click();
        QVERIFY2(!dock->isFloating(), qPrintable(id));
        buttons[1]->click();
        QVERIFY2(dock->isHidden(), qPrintable(id));
      }
      place->resetLayout();
      for (const QString& id : place->panels()->ids()) QVERIFY2(place->panels()->isWanted(id), qPrintable(id));
    }
  }

  void theMenuShowsAndHidesAPanel() {
    Action* toggle = window_->registry().find("train.panel.log");
    QVERIFY(toggle && toggle->isChecked());
    toggle->trigger();
    QVERIFY(area_->dock("log")->isHidden() && !toggle->isChecked());
    toggle->trigger();
    QVERIFY(area_->dock("log")->isVisible() && toggle->isChecked());
  }

  void whereAPanelStandsIsKept() {
    area_->addDockWidget(Qt::LeftDockWidgetArea, area_->dock("runs"));
    area_->setWanted("log", false);
    window_->close();
    MainWindow again(*session_, *themes_);
    again.resize(1440, 900);
    again.show();
    again.showPlace("train");
    PanelArea* area = again.workspace("train")->panels();
    QCOMPARE(area->dockWidgetArea(area->dock("runs")), Qt::LeftDockWidgetArea);
    QVERIFY(area->dock("runs")->isVisible());
    QVERIFY(area->dock("log")->isHidden());
    again.registry().find("view.resetLayout")->trigger();
    QCOMPARE(area->dockWidgetArea(area->dock("runs")), Qt::BottomDockWidgetArea);
    QVERIFY(area->dock("log")->isVisible());
  }

  void aPanelWithoutAnythingInItIsNotShown() {
    require(session_->createProject(sandbox_->path("empty"), "empty"));
    QVERIFY(area_->dock("runs")->isHidden());
    QVERIFY(area_->isWanted("runs"));
    area_->reset();
    QVERIFY(area_->dock("runs")->isHidden());
  }

  void damagedSettingsDoNoHarm() {
    window_->close();
    UserSettings::setValue("layout/train", QByteArray("no layout at all"));
    MainWindow again(*session_, *themes_);
    again.show();
    again.showPlace("train");
    QVERIFY(again.workspace("train")->panels()->dock("runs")->isVisible());
  }

 private:
  PanelArea* area_ = nullptr;
};

}  // namespace fovea::test

QTEST_MAIN(fovea::test::PanelsTest)
#include "panels_test.moc"
