// Why: everything in the window can be reached by keys and is called by a name, in every place and in both themes.
#include <QAction>
#include <QButtonGroup>
#include <QComboBox>
#include <QLineEdit>
#include <QListWidget>
#include <QScrollBar>
#include <QSlider>
#include <QSpinBox>
#include <QToolButton>
#include <algorithm>

#include "app/command_palette.h"
#include "app/workspaces/workspace.h"
#include "core/network/standard_networks.h"
#include "tests/app/window_test.h"
#include "widgets/canvas/network_canvas.h"

namespace fovea::test {
namespace {

// Parts of a control, which speak through it.
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

// Of a group of which one is chosen, Tab leads to one and the arrow keys to the others.
bool isReachedByArrows(const QWidget& widget) {
  const auto* button = qobject_cast<const QAbstractButton*>(&widget);
  if (!button || !button->group() || !button->group()->exclusive()) return false;
  const auto members = button->group()->buttons();
  return std::any_of(members.begin(), members.end(),
                     [](const QAbstractButton* each) { return each->focusPolicy() & Qt::TabFocus; });
}

// Where a widget stands, for whoever has to find it in the code.
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

  void keysLeadToEveryPlace() {
    const QStringList names{"home", "data", "network", "train", "inspect"};
    for (int i = static_cast<int>(names.size()) - 1; i >= 0; --i) {
      QTest::keyClick(window_.get(), static_cast<Qt::Key>(Qt::Key_1 + i), Qt::ControlModifier);
      QCOMPARE(window_->currentPlace(), names[i]);
      QVERIFY(window_->workspace(names[i])->isVisible());
    }
  }

  void theRailLeadsToEveryPlaceAndNamesIt() {
    for (Workspace* place : window_->workspaces()) {
      QToolButton* button = railButton(place->title());
      QVERIFY2(button, qPrintable(place->title()));
      QVERIFY(button->toolTip().contains("Ctrl+"));
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
    QTest::keyClick(search, Qt::Key_Return);  // nothing to start
    QVERIFY(!palette->isVisible());
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

  void theThemeIsSwitchedAndRemembered() {
    const ThemeKind before = themes_->kind();
    QTest::keyClick(window_.get(), Qt::Key_L, Qt::ControlModifier | Qt::ShiftModifier);
    QVERIFY(themes_->kind() != before);
    QCOMPARE(QSettings().value("theme").toString(), QString(before == ThemeKind::Dark ? "light" : "dark"));
    for (Workspace* place : window_->workspaces()) {
      window_->showPlace(place->objectName());
      QVERIFY(!window_->grab().isNull());
    }
    QTest::keyClick(window_.get(), Qt::Key_L, Qt::ControlModifier | Qt::ShiftModifier);
    QCOMPARE(themes_->kind(), before);
  }

  void noTwoActionsHaveTheSameKeys() {
    QMap<QString, QString> taken;
    for (const QAction* action : window_->actions()) {
      for (const QKeySequence& keys : action->shortcuts()) {
        QVERIFY2(!taken.contains(keys.toString()), qPrintable(keys.toString() + ": " + action->text()));
        taken[keys.toString()] = action->text();
      }
    }
  }

  void everyControlHasANameAndIsReachedByKeys() {
    QStringList offenders = offendersInAllPlaces();  // before a project is open
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
