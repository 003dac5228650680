// Why: settings are stored and have their effect; a shortcut is never taken from another action without notice.
#include <QComboBox>
#include <QKeySequenceEdit>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSpinBox>
#include <QTreeWidget>

#include "app/actions/action_registry.h"
#include "app/settings/settings_dialog.h"
#include "app/settings/shortcut_page.h"
#include "tests/app/window_test.h"

namespace fovea::test {

class SettingsTest : public WindowTest {
  Q_OBJECT

 private Q_SLOTS:
  void init() {
    openWindow();
    window_->openSettings();
    dialog_ = window_->findChild<SettingsDialog*>();
    QVERIFY(dialog_ && dialog_->isVisible());
    page_ = dialog_->shortcuts();
  }
  void cleanup() { closeWindow(); }

  void theThemeChangesAtOnceAndIsKept() {
    for (const auto& [name, kind] : {std::pair{"light", ThemeKind::Light}, std::pair{"dark", ThemeKind::Dark}}) {
      activate(*dialog_->themeBox(), QString(name));
      QCOMPARE(themes_->kind(), kind);
      QCOMPARE(Preferences::load().theme, QString(name));
    }
  }

  void everyChoiceHasItsHelpWhole() {
    QTest::qWait(50);
    int captions = 0;
    for (const QLabel* label : dialog_->findChildren<QLabel*>()) {
      if (!label->isVisible() || label->property("kind") != "caption") continue;
      ++captions;
      QVERIFY2(label->height() >= label->heightForWidth(label->width()), qPrintable(label->text()));
    }
    QCOMPARE(captions, 5);
  }

  void aNewProjectTrainsOnTheChosenDevice() {
    dialog_->deviceBox()->addItem("another", "cuda:7");
    activate(*dialog_->deviceBox(), "cuda:7");
    QCOMPARE(Preferences::load().device, QString("cuda:7"));
    require(session_->createProject(sandbox_->path("new"), "new"));
    QCOMPARE(session_->project()->settings().device, std::string("cuda:7"));
  }

  void threadsAreKeptForTheNextStart() {
    dialog_->threadsBox()->setValue(1);
    QCOMPARE(Preferences::load().threads, 1);
    qunsetenv("OMP_NUM_THREADS");
    applyThreads(Preferences::load());
    QCOMPARE(qgetenv("OMP_NUM_THREADS"), QByteArray("1"));
    // The environment variable of this start takes precedence.
    qputenv("OMP_NUM_THREADS", "2");
    applyThreads(Preferences::load());
    QCOMPARE(qgetenv("OMP_NUM_THREADS"), QByteArray("2"));
    qunsetenv("OMP_NUM_THREADS");
  }

  void whoSavesByHandIsNotSavedFor() {
    require(session_->createProject(sandbox_->path("saving"), "saving"));
    activate(*dialog_->autosaveBox(), Preferences::kNoAutosave);
    drawNetwork(*session_);
    QTest::qWait(900);
    QVERIFY(session_->document().modified());
    require(session_->saveNetwork());
    session_->applyEdit({RenameNetwork{"other"}, "Rename"});
    activate(*dialog_->autosaveBox(), 0);
    QTRY_VERIFY_WITH_TIMEOUT(!session_->document().modified(), kPatience);
  }

  void aChoiceReachesEveryWindow() {
    Session other(testBackends());
    MainWindow second(other, *themes_);
    page_->select("data.import");
    page_->keys()->setKeySequence(QKeySequence("Ctrl+Shift+U"));
    page_->setButton()->click();
    const Action* importing = second.registry().find("data.import");
    QCOMPARE(importing->shortcut(), QKeySequence("Ctrl+Shift+U"));
    page_->standardButton()->click();
    QVERIFY(importing->shortcut().isEmpty());

    require(other.createProject(sandbox_->path("other"), "other"));
    const Action* save = second.registry().find("file.save");
    QVERIFY(save->help().contains("by itself"));
    activate(*dialog_->autosaveBox(), Preferences::kNoAutosave);
    QVERIFY2(!save->help().contains("by itself"), qPrintable(save->help()));
    drawNetwork(other);
    QTest::qWait(900);
    QVERIFY(other.document().modified());
  }

  void aChoiceLeavesThoseOfAnotherWindow() {
    UserSettings::setValue("theme", "light");
    UserSettings::setValue("autosaveSeconds", 60);
    QCOMPARE(dialog_->themeBox()->currentData().toString(), QString("light"));
    QCOMPARE(dialog_->autosaveBox()->currentData().toInt(), 60);
    dialog_->threadsBox()->setValue(1);
    const Preferences stored = Preferences::load();
    QCOMPARE(stored.threads, 1);
    QCOMPARE(stored.theme, QString("light"));
    QCOMPARE(stored.autosaveSeconds, 60);
  }

  void everyActionIsListedAndFound() {
    QCOMPARE(page_->list()->topLevelItemCount(), int(window_->registry().actions().size()));
    page_->search()->setText("Ctrl+K");
    int shown = 0;
    for (int i = 0; i < page_->list()->topLevelItemCount(); ++i) shown += !page_->list()->topLevelItem(i)->isHidden();
    QCOMPARE(shown, 1);
  }

  void keysAreChangedAndGoBack() {
    page_->select("data.import");
    page_->keys()->setKeySequence(QKeySequence("Ctrl+Shift+U"));
    QVERIFY(page_->message()->text().isEmpty());
    page_->setButton()->click();
    QCOMPARE(window_->registry().find("data.import")->shortcut(), QKeySequence("Ctrl+Shift+U"));
    QVERIFY(page_->standardButton()->isEnabled());
    page_->standardButton()->click();
    QVERIFY(window_->registry().find("data.import")->shortcut().isEmpty());
    QVERIFY(!page_->standardButton()->isEnabled());
  }

  // The drawing compares one stroke, and a second one would hide keys of another action.
  void keysAreOneStroke() {
    page_->select("network.frame");
    page_->keys()->setKeySequence(QKeySequence("Ctrl+J, Ctrl+K"));
    QCOMPARE(page_->keys()->keySequence(), QKeySequence("Ctrl+K"));
    QVERIFY2(page_->message()->text().contains("has these keys"), qPrintable(page_->message()->text()));
  }

  void storedKeysOfTwoStrokesAreShownWhole() {
    UserSettings::setValue("shortcuts/network.frame", "Ctrl+J, Ctrl+K");
    page_->select("network.frame");
    QCOMPARE(page_->keys()->keySequence(), QKeySequence("Ctrl+J, Ctrl+K"));
    QVERIFY2(page_->message()->text().isEmpty(), qPrintable(page_->message()->text()));
    QVERIFY(!page_->setButton()->isEnabled());
  }

  void aConflictIsToldBeforeKeysAreTaken() {
    page_->select("data.import");
    page_->keys()->setKeySequence(QKeySequence("Ctrl+K"));
    const Action* palette = window_->registry().find("help.find");
    QVERIFY2(page_->message()->text().contains(palette->text()), qPrintable(page_->message()->text()));
    QCOMPARE(palette->shortcut(), QKeySequence("Ctrl+K"));  // unchanged so far
    page_->setButton()->click();
    QVERIFY(palette->shortcuts().isEmpty());
    QCOMPARE(window_->registry().find("data.import")->shortcut(), QKeySequence("Ctrl+K"));
    QVERIFY(page_->message()->text().isEmpty());
    // One of two shortcuts is taken, the other is kept.
    page_->select("help.find");
    page_->keys()->setKeySequence(QKeySequence("Ctrl+Y"));
    page_->setButton()->click();
    QCOMPARE(window_->registry().find("edit.redo")->shortcuts(), QList{QKeySequence("Ctrl+Shift+Z")});
  }

 private:
  static void activate(QComboBox& box, const QVariant& value) {
    box.setCurrentIndex(box.findData(value));
    Q_EMIT box.activated(box.currentIndex());
  }

  SettingsDialog* dialog_ = nullptr;
  ShortcutPage* page_ = nullptr;
};

}  // namespace fovea::test

QTEST_MAIN(fovea::test::SettingsTest)
#include "settings_test.moc"
