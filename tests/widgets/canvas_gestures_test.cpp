// For any combination of buttons, keys and lost focus: no item sticks to the pointer, and the drawing matches the
// network.
#include "canvas_bench.h"

#include <QtGui/QWheelEvent>
#include <QtWidgets/QApplication>
#include <QtWidgets/QMenu>
#include <nlohmann/json.hpp>
#include <random>

#include "widgets/canvas/panels/layer_search_popup.h"
#include "widgets/canvas/panels/name_editor.h"

using namespace fovea;

namespace {

CanvasInput& inputOf(CanvasBench& bench) {
  return *bench.canvas.findChild<CanvasInput*>();
}

// Describes a difference between drawing and network; empty if there is none.
QString faultOf(CanvasBench& bench) {
  CanvasScene& scene = *bench.canvas.scene();
  scene.finishGlide();
  for (const auto& [id, item] : scene.nodes()) {
    const Layer* layer = bench.network().find(id);
    if (!layer) return "a node without a layer";
    if (item->pos() != QPointF(layer->position.x, layer->position.y)) return "a node stands elsewhere";
    if (item->receiving()) return "a node waits for something to be dropped";
  }
  for (const auto& [id, item] : scene.notes())
    if (item->geometry().topLeft() !=
        QPointF(bench.network().findNote(id)->position.x, bench.network().findNote(id)->position.y))
      return "a note stands elsewhere";
  // Rubber bands and unfinished connections.
  for (const QGraphicsItem* item : scene.items())
    if (item->type() == QGraphicsRectItem::Type || item->type() == QGraphicsPathItem::Type) return "a band or a wire";
  return {};
}

// Sends mouse events with consistent buttons: several at once, and some that are released elsewhere.
class Hand {
 public:
  explicit Hand(QWidget& place) : place_(place) {}
  void press(Qt::MouseButton button) {
    held_ |= button;
    send(QEvent::MouseButtonPress, button);
  }
  void release(Qt::MouseButton button) {
    held_ &= ~Qt::MouseButtons(button);
    send(QEvent::MouseButtonRelease, button);
  }
  // A release that the widget does not see.
  void lose(Qt::MouseButton button) { held_ &= ~Qt::MouseButtons(button); }
  void move(const QPoint& to) {
    at_ = to;
    send(QEvent::MouseMove, Qt::NoButton);
  }
  void wheel(int delta) {
    QWheelEvent event(at_, place_.mapToGlobal(at_), {}, {0, delta}, held_, {}, Qt::NoScrollPhase, false);
    QApplication::sendEvent(&place_, &event);
  }
  Qt::MouseButtons held() const { return held_; }

 private:
  void send(QEvent::Type type, Qt::MouseButton button) {
    QMouseEvent event(type, at_, place_.mapToGlobal(at_), button, held_, {});
    QApplication::sendEvent(&place_, &event);
  }
  QWidget& place_;
  QPoint at_;
  Qt::MouseButtons held_;
};

constexpr Qt::MouseButton kButtons[] = {Qt::LeftButton, Qt::MiddleButton, Qt::RightButton};

}  // namespace

class CanvasGesturesTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void aNodeDoesNotStickWhenButtonsOverlap() {
    for (const Qt::MouseButton other : {Qt::MiddleButton, Qt::RightButton}) {
      CanvasBench bench;
      const LayerId node = bench.add("relu", 80, 80);
      bench.canvas.view()->resetZoom();
      Hand hand(*bench.viewport());
      const QPoint start = bench.middleOf(node);
      hand.move(start);
      hand.press(Qt::LeftButton);
      hand.move(start + QPoint(60, 60));
      hand.press(other);
      hand.move(start + QPoint(80, 80));
      hand.release(Qt::LeftButton);
      const Position there = bench.network().find(node)->position;
      QCOMPARE(there, (Position{160, 160}));
      hand.move(start + QPoint(300, 10));
      hand.release(other);
      hand.move(start + QPoint(10, 300));
      QCOMPARE(bench.network().find(node)->position, there);
      QCOMPARE(faultOf(bench), QString());
      QVERIFY(inputOf(bench).idle());
    }
  }

  void aReleaseThatNeverComesEndsTheDrag() {
    CanvasBench bench;
    const LayerId node = bench.add("relu", 80, 80);
    bench.canvas.view()->resetZoom();
    Hand hand(*bench.viewport());
    const QPoint start = bench.middleOf(node);
    hand.move(start);
    hand.press(Qt::LeftButton);
    hand.move(start + QPoint(60, 60));
    hand.lose(Qt::LeftButton);
    hand.move(start + QPoint(200, 200));
    QCOMPARE(faultOf(bench), QString());
    QVERIFY(inputOf(bench).idle());
    QCOMPARE(bench.requests, 0);
    // Pressing again starts a new gesture.
    hand.move(bench.middleOf(node));
    hand.press(Qt::LeftButton);
    hand.move(bench.middleOf(node) + QPoint(80, 0));
    hand.release(Qt::LeftButton);
    QCOMPARE(bench.network().find(node)->position, (Position{160, 80}));
  }

  void escapeEndsWhatIsHeldAndTheReleaseDoesNothingMore() {
    CanvasBench bench;
    const LayerId conv = bench.add("convolution", 0, 88), input = bench.add("input", 0, 0),
                  other = bench.add("tanh", 400, 0);
    bench.connect(input, conv);
    bench.canvas.view()->resetZoom();
    bench.canvas.setSelection({conv, other});
    Hand hand(*bench.viewport());
    hand.move(bench.middleOf(conv));
    hand.press(Qt::LeftButton);
    bench.key(Qt::Key_Escape);
    hand.release(Qt::LeftButton);
    QCOMPARE(bench.canvas.selection().size(), 2);  // a click would have selected a single one
    hand.press(Qt::MiddleButton);
    const QPointF center = bench.canvas.view()->freeCenter();
    bench.key(Qt::Key_Escape);
    hand.move(bench.middleOf(conv) + QPoint(50, 50));
    QCOMPARE(bench.canvas.view()->freeCenter(), center);
    hand.release(Qt::MiddleButton);
    QVERIFY(inputOf(bench).idle());
    QCOMPARE(bench.requests, 0);
  }

  void aDragFollowsTheWheel() {
    CanvasBench bench;
    const LayerId node = bench.add("relu", 80, 80);
    bench.canvas.view()->resetZoom();
    Hand hand(*bench.viewport());
    const QPoint start = bench.middleOf(node);
    hand.move(start);
    hand.press(Qt::LeftButton);
    hand.move(start + QPoint(100, 100));
    hand.wheel(-480);
    const QPointF under = bench.canvas.view()->mapToScene(start + QPoint(100, 100));
    QVERIFY(bench.canvas.scene()->nodeRectangle(node).contains(under));
    hand.release(Qt::LeftButton);
    QVERIFY(bench.canvas.scene()->nodeRectangle(node).contains(under));
    QCOMPARE(faultOf(bench), QString());
  }

  void leavingTheSheetDuringADragIsSafe() {
    CanvasBench bench(*standardNetwork("lenet"));
    bench.canvas.setSelection({bench.id("conv1"), bench.id("relu1")});
    bench.key(Qt::Key_G, Qt::ControlModifier);
    QTest::keyClick(bench.canvas.findChild<NameEditor*>(), Qt::Key_Escape);
    const LayerId use = bench.canvas.selection().front();
    bench.canvas.controller()->open(use);
    const LayerId conv = bench.canvas.scene()->nodes().begin()->first;
    for (const QPoint& from : {bench.middleOf(conv), bench.output(conv)}) {
      bench.canvas.controller()->open(use);
      Hand hand(*bench.viewport());
      hand.move(from);
      hand.press(Qt::LeftButton);
      hand.move(from + QPoint(60, 60));
      bench.key(Qt::Key_Up, Qt::AltModifier);
      hand.move(from + QPoint(160, 60));
      hand.release(Qt::LeftButton);
      QVERIFY(inputOf(bench).idle());
      QCOMPARE(faultOf(bench), QString());
    }
  }

  void anyInterleavingLeavesNothingBehind() {
    std::mt19937 random(20);
    const auto below = [&](int limit) { return std::uniform_int_distribution(0, limit - 1)(random); };
    for (int round = 0; round < 12; ++round) {
      CanvasBench bench(*standardNetwork(round % 2 ? "resnet-mini" : "lenet"));
      bench.canvas.setSelection({bench.id("conv1"), bench.id("relu1")});
      bench.key(Qt::Key_G, Qt::ControlModifier);
      bench.key(Qt::Key_Escape);
      bench.canvas.controller()->addComment({300, 60});
      bench.canvas.view()->setFocus();
      bench.canvas.zoomToFit();
      Hand hand(*bench.viewport());
      const auto anywhere = [&] {
        QList<LayerId> shown;
        for (const auto& [id, item] : bench.canvas.scene()->nodes()) shown << id;
        const QPoint free(below(bench.canvas.width() + 200) - 100, below(bench.canvas.height() + 200) - 100);
        if (shown.isEmpty() || below(3) == 0) return free;
        const LayerId id = shown[below(int(shown.size()))];
        return below(2) ? bench.middleOf(id) : below(2) ? bench.output(id) : bench.input(id);
      };
      for (int step = 0; step < 250; ++step) {
        const Qt::MouseButton button = kButtons[below(3)];
        switch (below(14)) {
          case 0:
          case 1:
          case 2:
            if (!(hand.held() & button)) hand.press(button);
            break;
          case 3:
          case 4:
            if (hand.held() & button) hand.release(button);
            break;
          case 5:
            hand.lose(button);
            break;
          case 6:
            bench.key(below(2) ? Qt::Key_Escape : Qt::Key_Space);
            break;
          case 7:
            hand.wheel(below(2) ? 120 : -120);
            break;
          case 8:
            if (below(3) == 0)
              bench.canvas.setFocus(), QApplication::focusWidget() ? QApplication::focusWidget()->clearFocus() : void();
            bench.canvas.view()->setFocus();
            break;
          case 9:
            if (below(4) == 0 && bench.document.canUndo()) bench.undo();
            break;
          case 10:
            if (below(6) == 0) bench.key(Qt::Key_Up, Qt::AltModifier);
            break;
          default:
            hand.move(anywhere());
        }
        if (QWidget* popup = QApplication::activePopupWidget()) popup->close();
        if (bench.canvas.searchPopup()->isVisible())
          QTest::keyClick(bench.canvas.searchPopup()->searchField(), Qt::Key_Escape);
      }
      for (const Qt::MouseButton button : kButtons)
        if (hand.held() & button) hand.release(button);
      hand.move({5, 5});
      QVERIFY(inputOf(bench).idle());
      QCOMPARE(faultOf(bench), QString());
      QVERIFY2(bench.errors.isEmpty(), qPrintable(bench.errors.join('\n')));
      const auto read = networkFromJson(networkToJson(bench.network()));
      QVERIFY2(read.ok(), read.ok() ? "" : read.error().text().c_str());
      const int requests = bench.requests;
      hand.move({400, 300});
      hand.move({500, 400});
      QCOMPARE(bench.requests, requests);
      QCOMPARE(faultOf(bench), QString());
    }
  }
};

QTEST_MAIN(CanvasGesturesTest)
#include "canvas_gestures_test.moc"
