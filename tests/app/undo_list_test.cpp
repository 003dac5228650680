// Why: undo and redo keep their order, and dropping a change leaves no gap.
#include <QSignalSpy>
#include <QTest>

#include "app/workspaces/undo_list.h"

namespace fovea::test {

class UndoListTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void init() {
    list_ = std::make_unique<UndoList>();
    text_.clear();
  }

  void changesGoBackAndForth() {
    write("a");
    write("b");
    QVERIFY(list_->canUndo() && !list_->canRedo());
    list_->undo();
    QCOMPARE(text_, QString("a"));
    list_->undo();
    QVERIFY(text_.isEmpty() && !list_->canUndo() && list_->canRedo());
    list_->undo();
    list_->redo();
    QCOMPARE(text_, QString("a"));
    write("c");
    QVERIFY2(!list_->canRedo(), "what was undone before a new change is gone");
    QCOMPARE(text_, QString("ac"));
  }

  void aSliderIsOneChange() {
    write("a");
    write("b", "slider");
    write("c", "slider");
    QCOMPARE(text_, QString("abc"));
    list_->undo();
    QCOMPARE(text_, QString("a"));
    list_->redo();
    QCOMPARE(text_, QString("abc"));
  }

  void whatIsGoneLeavesNoGap() {
    write("a");
    const int second = write("b");
    write("c");
    list_->undo();
    QSignalSpy changed(list_.get(), &UndoList::changed);
    list_->drop(second);
    QCOMPARE(changed.size(), 1);
    list_->drop(second);
    QCOMPARE(changed.size(), 1);
    list_->undo();
    QVERIFY(text_.isEmpty());
    list_->redo();
    QCOMPARE(text_, QString("a"));
    QVERIFY(list_->canRedo());
    list_->clear();
    QVERIFY(!list_->canUndo() && !list_->canRedo());
  }

  void aChangeInTheMiddleCanBeUndoneAlone() {
    write("a");
    const int second = write("b");
    write("c");
    list_->undoOnly(second);
    QCOMPARE(text_, QString("a"));
    list_->undoOnly(second);
    QCOMPARE(text_, QString("a"));
    QVERIFY(!list_->canRedo());
  }

  void workThatMakesChangesAddsNone() {
    list_->add({[this] { write("no"); }, [this] { list_->clear(); }});
    list_->undo();
    QVERIFY(!list_->canUndo() && list_->canRedo());
    list_->redo();
    QVERIFY(!list_->canUndo() && !list_->canRedo());
  }

  void onlyTheLatestAreKept() {
    for (int i = 0; i < 1000; ++i) write("x");
    int count = 0;
    for (; list_->canUndo(); ++count) list_->undo();
    QVERIFY(count >= 100 && count < 1000);
  }

 private:
  int write(const QString& letters, const QString& name = {}) {
    const QString before = text_, after = text_ + letters;
    text_ = after;
    return list_->add({[this, before] { text_ = before; }, [this, after] { text_ = after; }, name});
  }

  std::unique_ptr<UndoList> list_;
  QString text_;
};

}  // namespace fovea::test

QTEST_MAIN(fovea::test::UndoListTest)
#include "undo_list_test.moc"
