// Drawing and text are two views of one network: each follows the other, and an invalid text is kept and its problem
// reported with the line.
#include <QApplication>
#include <QComboBox>
#include <QElapsedTimer>
#include <QLabel>
#include <QLineEdit>
#include <QScrollBar>
#include <QTextBlock>

#include "app/workspaces/network/network_text_view.h"
#include "app/workspaces/network/network_workspace.h"
#include "core/network/block_edits.h"
#include "core/network/network_text.h"
#include "core/network/standard_networks.h"
#include "tests/app/window_test.h"
#include "widgets/canvas/network_canvas.h"

namespace fovea::test {

class NetworkTextViewTest : public WindowTest {
  Q_OBJECT

 private Q_SLOTS:
  void init() {
    openWindow();
    require(session_->createProject(sandbox_->path("text"), "text"));
    session_->applyEdit({ReplaceNetwork{require(standardNetwork("lenet"))}, "Open"});
    window_->showPlace("network");
    place_ = static_cast<NetworkWorkspace*>(window_->workspace("network"));
    place_->setView(NetworkView::Both);
    edit()->setFocus();
  }
  void cleanup() { closeWindow(); }

  void theTextIsTheNetwork() {
    QVERIFY(place_->canvas()->isVisible() && edit()->isVisible());
    QVERIFY(*networkFromText(text()).network == session_->network());
    QVERIFY(place_->text()->status().isEmpty());
  }

  void whatIsTypedIsDrawnAsOneStep() {
    const Network before = session_->network();
    replaceWith("\"filters\": 20", "\"filters\": 2");
    QTRY_COMPARE(filters(), std::int64_t{2});
    QTest::keyClicks(edit(), "4");
    QTRY_COMPARE(filters(), std::int64_t{24});
    QVERIFY(place_->text()->status().isEmpty());
    place_->canvas()->setFocus();
    session_->undo();
    QVERIFY(session_->network() == before);
    QCOMPARE(text(), networkToText(before));
    session_->redo();
    QCOMPARE(filters(), std::int64_t{24});
  }

  void namesAndNotesStayWhenSomethingElseIsTyped() {
    const LayerId pool = session_->network().findByName("pool1")->id;
    session_->applyEdit({RenameLayer{pool, "pool\u00a01"}, "Rename"});
    Note note;
    note.text = "one\u2028two";
    session_->applyEdit({AddNote{note}, "Comment"});
    replaceWith("\"filters\": 20", "\"filters\": 24");
    QTRY_COMPARE(filters(), std::int64_t{24});
    QCOMPARE(session_->network().find(pool)->name, std::string("pool\u00a01"));
    QCOMPARE(session_->network().notes().front().text, std::string("one\u2028two"));
  }

  void aSaveWhileTypingDoesNotSplitTheStep() {
    const Network before = session_->network();
    replaceWith("\"filters\": 20", "\"filters\": 2");
    QTRY_COMPARE(filters(), std::int64_t{2});
    require(session_->saveNetwork());
    QTest::keyClicks(edit(), "4");
    QTRY_COMPARE(filters(), std::int64_t{24});
    session_->undo();
    QVERIFY(session_->network() == before);
  }

  void whatIsDrawnIsWrittenAndTheCursorStays() {
    goTo("\"name\": \"fc2\"");
    const QString line = edit()->textCursor().block().text();
    const int scrolled = edit()->verticalScrollBar()->value();
    const LayerId conv = session_->network().findByName("conv1")->id;
    session_->applyEdit({SetParameter{conv, "filters", std::int64_t{33}}, "Set"});
    QVERIFY(text().find("\"filters\": 33") != std::string::npos);
    QCOMPARE(edit()->textCursor().block().text(), line);
    QCOMPARE(edit()->verticalScrollBar()->value(), scrolled);
  }

  void aTextThatIsNoneIsKeptAndMarked() {
    const Network before = session_->network();
    goTo("\"name\": \"conv1\"");
    const int line = edit()->currentLine();
    edit()->moveCursor(QTextCursor::StartOfBlock);
    QTest::keyClicks(edit(), "oops ");
    QTRY_VERIFY(!place_->text()->status().isEmpty());
    QVERIFY(session_->network() == before);
    QCOMPARE(edit()->marks().size(), std::size_t(1));
    QVERIFY(edit()->marks()[0].wrong);
    QVERIFY2(std::abs(edit()->marks()[0].line - line) <= 1, qPrintable(place_->text()->status()));
    // Switching the view keeps the text.
    place_->setView(NetworkView::Canvas);
    place_->setView(NetworkView::Both);
    QVERIFY(text().find("oops") != std::string::npos);
  }

  void theDrawingDoesNotOverwriteIt() {
    QTest::keyClicks(edit(), "oops ");
    QTRY_VERIFY(!place_->text()->status().isEmpty());
    session_->applyEdit({RenameNetwork{"renamed"}, "Rename"});
    QVERIFY(text().find("oops") != std::string::npos);
    QVERIFY(place_->text()->conflict()->isVisible());
    click(*place_->text(), "Take the drawing");
    QTRY_VERIFY(text() == networkToText(session_->network()));
    QVERIFY(!place_->text()->conflict()->isVisible());
    QVERIFY(text().find("renamed") != std::string::npos);
    // Even then the editor's own undo restores it.
    edit()->undo();
    QVERIFY(text().find("oops") != std::string::npos);
  }

  void whatIsWrongWithALayerIsAWarningAtItsLine() {
    replaceWith("\"kernel\": [5, 5]", "\"kernel\": [55, 55]");
    QTRY_VERIFY(!session_->report().ok());
    QTRY_VERIFY(!edit()->marks().empty());
    QVERIFY(!edit()->marks()[0].wrong);
    const QString words = edit()->document()->findBlockByNumber(edit()->marks()[0].line - 1).text();
    QVERIFY2(words.contains("conv1"), qPrintable(words));
  }

  void aValueThatIsNotAllowedIsSaid() {
    replaceWith("\"filters\": 20", "\"filters\": 0");
    QTRY_VERIFY2(place_->text()->status().contains("Filters must be"), qPrintable(place_->text()->status()));
    replaceWith("\"filters\": 0", "\"filters\": 7");
    QTRY_COMPARE(filters(), std::int64_t{7});
    QTRY_VERIFY(place_->text()->status().isEmpty());
  }

  void theCursorSelectsTheLayer() {
    goTo("\"name\": \"fc1\"");
    QTRY_COMPARE(place_->canvas()->selection(), QList<LayerId>{session_->network().findByName("fc1")->id});
  }

  void wordsAreFound() {
    QTest::keyClick(edit(), Qt::Key_F, Qt::ControlModifier);
    auto* find = qobject_cast<QLineEdit*>(QApplication::focusWidget());
    QVERIFY(find);
    QTest::keyClicks(find, "relu1");
    QCOMPARE(edit()->textCursor().selectedText(), QString("relu1"));
    QTest::keyClicks(find, "xyz");
    QVERIFY(wordsOn("not found"));
    QTest::keyClick(find, Qt::Key_Escape);
    QVERIFY(edit()->hasFocus());
  }

  void anotherProjectBringsItsOwnText() {
    QTest::keyClicks(edit(), "oops ");
    require(session_->createProject(sandbox_->path("other"), "other"));
    QVERIFY(session_->network().layers().empty());
    QVERIFY(text() == networkToText(Network()));
  }

  void thePrototxtIsAnotherWayToSayIt() {
    place_->text()->format()->setCurrentIndex(1);
    QVERIFY2(text().find("type: \"Convolution\"") != std::string::npos, text().c_str());
    const LayerId conv = session_->network().findByName("conv1")->id;
    replaceWith("num_output: 20", "num_output: 28");
    QTRY_COMPARE(filters(), std::int64_t{28});
    QCOMPARE(session_->network().findByName("conv1")->id, conv);
    goTo("num_output: 28");
    const int line = edit()->currentLine();
    replaceWith("num_output: 28", "num_output: x28");
    QTRY_VERIFY(!place_->text()->status().isEmpty());
    QVERIFY2(std::abs(edit()->marks().at(0).line - line) <= 1, qPrintable(place_->text()->status()));
    // A text that cannot be read cannot be converted to another language.
    place_->text()->format()->setCurrentIndex(0);
    QCOMPARE(place_->text()->format()->currentIndex(), 1);
    edit()->undo();
    QTRY_VERIFY(place_->text()->status().isEmpty());
    place_->text()->format()->setCurrentIndex(0);
    QVERIFY(text() == networkToText(session_->network()));
  }

  void thePrototxtWarnsOfBlocks() {
    const std::vector<LayerId> some{session_->network().findByName("conv2")->id,
                                    session_->network().findByName("pool2")->id};
    const Network before = session_->network();
    place_->text()->format()->setCurrentIndex(1);
    QVERIFY(!place_->text()->blockWarning()->isVisible());
    session_->applyEdit(require(foldIntoBlock(before, some, {}, "stage")).edit);
    QVERIFY(place_->text()->blockWarning()->isVisible());
    place_->text()->format()->setCurrentIndex(0);  // JSON can represent blocks
    QVERIFY(!place_->text()->blockWarning()->isVisible());
    place_->text()->format()->setCurrentIndex(1);
    QVERIFY(place_->text()->blockWarning()->isVisible());
    replaceWith("num_output: 20", "num_output: 28");  // this edit unfolds the block
    QTRY_VERIFY(session_->network().blocks().empty());
    QVERIFY(!place_->text()->blockWarning()->isVisible());
  }

  void theViewIsRemembered() {
    place_->setView(NetworkView::Text);
    QVERIFY(!place_->canvas()->isVisible());
    MainWindow second(*session_, *themes_);
    QVERIFY(static_cast<NetworkWorkspace*>(second.workspace("network"))->view() == NetworkView::Text);
  }

  void aLargeTextIsReadInTime() {
    session_->applyEdit({ReplaceNetwork{require(standardNetwork("densenet121"))}, "Open"});
    QElapsedTimer clock;
    clock.start();
    session_->applyEdit({RenameNetwork{"dense"}, "Rename"});
    QVERIFY2(clock.elapsed() < 1000, qPrintable(QString::number(clock.elapsed())));
    QVERIFY(text().find("\"dense\"") != std::string::npos);
  }

 private:
  CodeEdit* edit() const { return place_->text()->edit(); }
  std::string text() const { return edit()->toPlainText().toStdString(); }
  std::int64_t filters() const { return session_->network().findByName("conv1")->parameters.integer("filters"); }
  void goTo(const char* words) {
    QTextCursor cursor = edit()->document()->find(words);
    if (cursor.isNull()) qFatal("no %s in the text", words);
    cursor.setPosition(cursor.selectionStart());
    edit()->setTextCursor(cursor);
  }
  // Replaces as if typed over a selection; the cursor ends up after it.
  void replaceWith(const char* from, const char* to) {
    QTextCursor cursor = edit()->document()->find(from);
    if (cursor.isNull()) qFatal("no %s in the text", from);
    cursor.insertText(to);
    edit()->setTextCursor(cursor);
  }
  bool wordsOn(const QString& words) const {
    for (const auto* label : place_->text()->findChildren<QLabel*>())
      if (label->isVisible() && label->text() == words) return true;
    return false;
  }

  NetworkWorkspace* place_ = nullptr;
};

}  // namespace fovea::test

QTEST_MAIN(fovea::test::NetworkTextViewTest)
#include "network_text_view_test.moc"
