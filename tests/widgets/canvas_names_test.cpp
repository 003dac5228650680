// What is typed on the canvas, as names, titles and comments, is kept as it is, or stays open with the reason.
#include "canvas_bench.h"

#include <QtWidgets/QLineEdit>
#include <QtWidgets/QPlainTextEdit>

using namespace fovea;

namespace {

QLineEdit* nameEditorOf(CanvasBench& bench) {
  return bench.canvas.findChild<QLineEdit*>("nameEditor");
}

QPlainTextEdit* noteEditorOf(CanvasBench& bench) {
  return bench.canvas.findChild<QPlainTextEdit*>("noteEditor");
}

}  // namespace

class CanvasNamesTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void aLongNameThatIsNotChangedStays() {
    CanvasBench bench;
    const LayerId layer = bench.add("relu", 0, 0);
    const std::string name = std::string(80, 'n') + "\u00a0";  // which is trimmed from a typed name
    QVERIFY(bench.document.apply({RenameLayer{layer, name}, ""}).ok());
    bench.show();
    bench.canvas.rename(layer);
    QCOMPARE(nameEditorOf(bench)->text(), QString::fromStdString(name));
    QTest::keyClick(nameEditorOf(bench), Qt::Key_Return);
    QVERIFY(!nameEditorOf(bench)->isVisible());
    QCOMPARE(bench.network().find(layer)->name, name);
    QCOMPARE(bench.requests, 0);
  }

  void aRefusedNameStaysOpen() {
    CanvasBench bench(*standardNetwork("lenet"));
    const LayerId conv = bench.id("conv1");
    QLineEdit* editor = nameEditorOf(bench);
    bench.canvas.rename(conv);
    for (const QString& refused : {QString("conv2"), QString(101, QLatin1Char('x'))}) {
      editor->setText(refused);
      QTest::keyClick(editor, Qt::Key_Return);
      QVERIFY(editor->isVisible());
      QCOMPARE(editor->text(), refused);
    }
    QCOMPARE(bench.errors.size(), 2);
    QCOMPARE(bench.network().find(conv)->name, std::string("conv1"));
    editor->setText("first");
    QTest::keyClick(editor, Qt::Key_Return);
    QVERIFY(!editor->isVisible());
    QCOMPARE(bench.network().find(conv)->name, std::string("first"));
    // The same for the name of a block.
    bench.canvas.setSelection({conv});
    bench.key(Qt::Key_G, Qt::ControlModifier);
    QVERIFY(editor->isVisible());
    editor->setText(QString(101, QLatin1Char('x')));
    QTest::keyClick(editor, Qt::Key_Return);
    QVERIFY(editor->isVisible());
    QTest::keyClick(editor, Qt::Key_Escape);
    QVERIFY(!editor->isVisible());
    QCOMPARE(bench.network().blocks()[0].name, std::string("block"));
  }

  void aRefusedNameKeepsTheFocusUntilItsLayerIsGone() {
    CanvasBench bench(*standardNetwork("lenet"));
    bench.canvas.activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(&bench.canvas));
    QLineEdit* editor = nameEditorOf(bench);
    bench.canvas.rename(bench.id("conv1"));
    editor->setText("conv2");
    bench.canvas.view()->setFocus();
    QVERIFY(editor->isVisible());
    QCOMPARE(bench.errors.size(), 1);
    QTRY_VERIFY(editor->hasFocus());
    // Another name or note does not replace what was typed.
    bench.canvas.rename(bench.id("fc1"));
    QCOMPARE(editor->text(), QString("conv2"));
    bench.canvas.controller()->addComment({480, 160});
    QVERIFY(editor->isVisible() && !noteEditorOf(bench)->isVisible());
    QVERIFY(bench.document.apply({RemoveLayer{bench.id("conv1")}, ""}).ok());
    bench.show();
    QVERIFY(!editor->isVisible());
  }

  void aRefusedNoteKeepsTheFocusUntilItIsGone() {
    CanvasBench bench;
    bench.canvas.activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(&bench.canvas));
    bench.canvas.controller()->addComment({480, 160});
    QPlainTextEdit* editor = noteEditorOf(bench);
    editor->setPlainText(QString(10001, QLatin1Char('x')));
    bench.canvas.view()->setFocus();
    QVERIFY(editor->isVisible());
    QTRY_VERIFY(editor->hasFocus());
    bench.undo();
    QVERIFY(bench.network().notes().empty());
    QVERIFY(!editor->isVisible());
  }

  void theUseOfTheSecondBlockIsNamedLikeTheFirst() {
    CanvasBench bench(*standardNetwork("lenet"));
    for (const char* layer : {"conv1", "conv2", "fc1"}) {
      bench.canvas.setSelection({bench.id(layer)});
      bench.key(Qt::Key_G, Qt::ControlModifier);
      QTest::keyClick(nameEditorOf(bench), Qt::Key_Escape);
    }
    // The blocks are named "block", "block2" and "block3", and so are their uses.
    for (const auto& [block, name] : {std::pair("block", "stem"), std::pair("block2", "head")}) {
      const LayerId use = bench.id(block);
      QVERIFY(use.valid());
      bench.canvas.controller()->renameBlock(usedBlock(*bench.network().find(use)), name);
      QCOMPARE(bench.network().find(use)->name, std::string(name));
    }
    QVERIFY2(bench.errors.isEmpty(), qPrintable(bench.errors.join('\n')));
    QVERIFY(bench.id("block3").valid());
  }

  void theTitleOfAFrameNamesABlockWhateverItsLength() {
    CanvasBench bench(*standardNetwork("lenet"));
    bench.canvas.setSelection({bench.id("conv1")});
    bench.canvas.controller()->frameSelection();
    QTest::keyClick(noteEditorOf(bench), Qt::Key_Escape);
    Note frame = bench.network().notes()[0];
    frame.text = "two\nlines " + std::string(120, 'x');
    QVERIFY(bench.document.apply({SetNote{frame}, ""}).ok());
    bench.show();
    bench.canvas.scene()->select({}, {}, {frame.id});
    bench.key(Qt::Key_G, Qt::ControlModifier);
    QTest::keyClick(nameEditorOf(bench), Qt::Key_Escape);
    QCOMPARE(bench.network().blocks().size(), std::size_t(1));
    QVERIFY(bench.network().blocks()[0].name.starts_with("two lines xxx"));
  }

  void aCommentThatIsTooLongStaysOpen() {
    CanvasBench bench;
    bench.canvas.controller()->addComment({480, 160});
    QPlainTextEdit* editor = noteEditorOf(bench);
    editor->setPlainText(QString(10001, QLatin1Char('x')));
    QTest::keyClick(editor, Qt::Key_Return, Qt::ControlModifier);
    QVERIFY(editor->isVisible());
    QCOMPARE(editor->toPlainText().size(), 10001);
    QCOMPARE(bench.errors.size(), 1);
    editor->setPlainText("short");
    QTest::keyClick(editor, Qt::Key_Return, Qt::ControlModifier);
    QVERIFY(!editor->isVisible());
    QCOMPARE(bench.network().notes()[0].text, std::string("short"));
  }
};

QTEST_MAIN(CanvasNamesTest)
#include "canvas_names_test.moc"
