// Why: each command is one action with the same effect from buttons, menus, palette and keys, and shortcuts never
// collide.
#include <QMenu>
#include <QSignalSpy>

#include "app/actions/action_registry.h"
#include "app/actions/menu_bar.h"
#include "app/workspaces/data/data_workspace.h"
#include "app/workspaces/data/sample_browser.h"
#include "app/workspaces/network/network_workspace.h"
#include "app/workspaces/toolbar.h"
#include "tests/app/window_test.h"
#include "widgets/actions/action_button.h"
#include "widgets/images/thumbnail_grid.h"

namespace fovea::test {

class ActionsTest : public WindowTest {
  Q_OBJECT

 private Q_SLOTS:
  void init() { openWindow(); }
  void cleanup() { closeWindow(); }

  void everyActionStandsInAMenuWithWordsAndHelp() {
    QList<const QAction*> found;
    for (Workspace* place : window_->workspaces()) {
      window_->showPlace(place->objectName());
      collect(*window_->menus(), found);
    }
    for (const Action* action : registry().actions()) {
      QVERIFY2(found.contains(action), qPrintable(action->id()));
      QVERIFY2(!action->text().isEmpty() && !action->iconText().isEmpty(), qPrintable(action->id()));
    }
  }

  void menusHoldNothingButActionsOfTheRegistry() {
    for (const QAction* top : window_->menus()->actions()) {
      QVERIFY2(!top->menu()->actions().isEmpty(), qPrintable(top->text()));
      for (QAction* entry : top->menu()->actions()) {
        const auto* action = qobject_cast<Action*>(entry);
        QVERIFY2(entry->isSeparator() || (action && registry().find(action->id()) == action),
                 qPrintable(entry->text()));
      }
    }
  }

  void noKeysStartTwoActions() {
    for (const Action* action : registry().actions())
      for (const QKeySequence& keys : action->shortcuts()) {
        const Action* other = registry().takenBy(*action, keys);
        QVERIFY2(!other,
                 qPrintable(keys.toString() + ": " + action->id() + (other ? " and " + other->id() : QString())));
      }
  }

  void aCollisionWouldBeSeen() {
    Action* save = registry().find("file.save");
    Action* exclude = registry().find("data.exclude");
    QCOMPARE(registry().takenBy(*save, QKeySequence(Qt::CTRL | Qt::Key_K)), registry().find("help.find"));
    // Shortcuts of a grid and of the whole window collide while the grid has the focus.
    QCOMPARE(registry().takenBy(*save, QKeySequence(Qt::Key_Delete)) != nullptr, true);
    // Shortcuts of two widgets never collide.
    QVERIFY(registry().find("train.delete")->shortcuts().contains(QKeySequence(Qt::Key_Delete)));
    QVERIFY(!registry().takenBy(*exclude, QKeySequence(Qt::Key_Delete)));
  }

  void everyButtonOfAToolbarShowsAnAction() {
    for (const Workspace* place : window_->workspaces()) {
      const auto buttons = place->findChild<Toolbar*>()->findChildren<QPushButton*>();
      QVERIFY(!buttons.isEmpty() || place->objectName() == "train");
      for (const QPushButton* button : buttons) {
        if (button->menu() || button->isCheckable()) continue;
        const auto* shows = qobject_cast<const ActionButton*>(button);
        QVERIFY2(shows && shows->action(), qPrintable(place->objectName() + ": " + button->text()));
        QCOMPARE(registry().find(shows->action()->id()), shows->action());
      }
    }
  }

  void aButtonFollowsItsAction() {
    Action action(
        {.id = "test.it", .text = "Do it…", .shortText = "Do", .keys = {QKeySequence("Ctrl+B")}, .help = "Help"},
        nullptr);
    ActionButton button(&action);
    QCOMPARE(button.text(), QString("Do"));
    QCOMPARE(button.toolTip(), QString("Help (Ctrl+B)"));
    action.setEnabled(false);
    QVERIFY(!button.isEnabled());
    action.setWords("Undo it", "Undo", "Other help");
    QCOMPARE(button.text(), QString("Undo"));
    action.setVisible(false);
    QVERIFY(button.isHidden());
    action.setEnabled(true);
    action.setVisible(true);
    QSignalSpy triggered(&action, &QAction::triggered);
    QTest::mouseClick(&button, Qt::LeftButton);
    QCOMPARE(triggered.size(), 1);
  }

  void whatMakesNoSenseCannotBeChosen() {
    for (const char* id : {"file.save", "edit.undo", "edit.redo", "data.export", "data.relabel", "data.remove",
                           "network.export", "network.rename", "train.start", "train.pause", "train.continue",
                           "train.delete", "inspect.random", "inspect.open"})
      QVERIFY2(!registry().find(id)->isEnabled(), id);
    makeProject(*session_, *sandbox_, "tiny");
    for (const char* id : {"file.save", "data.remove", "network.export", "network.rename", "train.start"})
      QVERIFY2(registry().find(id)->isEnabled(), id);
    for (const char* id : {"train.pause", "train.continue", "inspect.random"})
      QVERIFY2(!registry().find(id)->isEnabled(), id);
  }

  void anEntryLeadsToItsPlace() {
    makeProject(*session_, *sandbox_, "tiny");
    window_->showPlace("home");
    registry().find("network.viewText")->trigger();
    QCOMPARE(window_->currentPlace(), QString("network"));
    registry().find("network.viewCanvas")->trigger();
    // Actions that control a run work from any workspace.
    window_->showPlace("data");
    registry().find("train.stop")->trigger();
    QCOMPARE(window_->currentPlace(), QString("data"));
  }

  void undoTakesBackWhatIsShown() {
    makeProject(*session_, *sandbox_, "tiny");
    auto* data = static_cast<DataWorkspace*>(window_->workspace("data"));
    const Network drawn = session_->network();
    window_->showPlace("data");
    QTRY_VERIFY(data->browser()->view() && !data->browser()->view()->found.records.empty());
    QVERIFY(!undo().isEnabled());
    data->grid()->setCurrent(0);
    data->excludeSelected();
    QTRY_VERIFY(undo().isEnabled());
    undo().trigger();
    QTRY_VERIFY(!undo().isEnabled());
    QVERIFY(registry().find("edit.redo")->isEnabled());
    QCOMPARE(session_->dataset()->info().excluded, 0);
    QVERIFY(session_->network() == drawn);
    // These workspaces show nothing that can be edited.
    for (const char* place : {"home", "train", "inspect"}) {
      window_->showPlace(place);
      QVERIFY2(!undo().isEnabled(), place);
    }
    window_->showPlace("network");
    QVERIFY(undo().isEnabled());
    undo().trigger();
    QVERIFY(session_->network() != drawn);
  }

  void recentProjectsAreAMenu() {
    makeProject(*session_, *sandbox_, "first");
    require(session_->createProject(sandbox_->path("second"), "second"));
    QMenu* recent = registry().find("file.recent")->menu();
    Q_EMIT recent->aboutToShow();
    QCOMPARE(recent->actions().size(), 2);
    QCOMPARE(recent->actions().last()->text(), QString("first"));
    recent->actions().last()->trigger();
    QTRY_COMPARE(session_->project()->name(), std::string("first"));
  }

  void changedKeysAreKeptAndCanBeTakenBack() {
    Action* action = registry().find("data.import");
    registry().setKeys(*action, QKeySequence("Ctrl+Shift+U"));
    QVERIFY(!ActionRegistry::hasStandardKeys(*action));
    {
      MainWindow again(*session_, *themes_);
      QCOMPARE(again.registry().find("data.import")->shortcut(), QKeySequence("Ctrl+Shift+U"));
    }
    registry().resetKeys(*action);
    QVERIFY(ActionRegistry::hasStandardKeys(*action));
    MainWindow again(*session_, *themes_);
    QVERIFY(again.registry().find("data.import")->shortcuts().isEmpty());
  }

 private:
  ActionRegistry& registry() const { return window_->registry(); }
  Action& undo() const { return *registry().find("edit.undo"); }
  static void collect(const QWidget& menu, QList<const QAction*>& found) {
    for (const QAction* action : menu.actions()) {
      found << action;
      if (action->menu()) collect(*action->menu(), found);
    }
  }
};

}  // namespace fovea::test

QTEST_MAIN(fovea::test::ActionsTest)
#include "actions_test.moc"
