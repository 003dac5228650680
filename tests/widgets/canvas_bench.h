// Why: the canvas tests use the real widget with a real document: this is the minimal app around it.
#pragma once
#include <QtTest/QTest>
#include <QtWidgets/QGraphicsItem>

#include "core/network/network_analysis.h"
#include "core/network/standard_networks.h"
#include "widgets/canvas/network_canvas.h"

namespace fovea {

// Applies each requested edit to a document and shows the result, as the app does.
class CanvasBench : public QObject {
 public:
  explicit CanvasBench(Network network = {}) : document(std::move(network)) {
    QObject::connect(&canvas, &NetworkCanvas::editRequested, this, [this](const NetworkEdit& edit, int mergeKey) {
      ++requests;
      if (refuse) return;
      const Status status = document.apply(edit, mergeKey);
      if (!status.ok()) errors << QString::fromStdString(status.error().text());
      show();
    });
    canvas.resize(1040, 800);
    show();
    canvas.show();
    if (!QTest::qWaitForWindowExposed(&canvas)) qWarning("the canvas was not exposed");
    canvas.view()->setFocus();
  }

  void show() { canvas.setNetwork(document.network(), analyzeNetwork(document.network())); }
  void undo() {
    if (const Status status = document.undo(); !status.ok()) errors << QString::fromStdString(status.error().text());
    show();
    canvas.scene()->finishGlide();
  }

  // The layout is finished when it returns.
  void arrange() {
    canvas.arrange();
    QVERIFY(QTest::qWaitFor([this] { return !canvas.controller()->arranging(); }, 20000));
  }

  const Network& network() const { return document.network(); }
  LayerId id(const char* name) const {
    const Layer* layer = network().findByName(name);
    return layer ? layer->id : LayerId{};
  }
  bool connected(const char* source, const char* target) const {
    for (const Edge& edge : network().edges())
      if (edge.source == id(source) && edge.target == id(target)) return true;
    return false;
  }
  // Adds a layer directly to the document, without the canvas.
  LayerId add(const char* type, double x, double y) {
    const LayerId next = network().nextId();
    const LayerType* known = findLayer(type);
    Q_ASSERT(known);
    if (!document.apply({AddLayer{{next, type, type, known->parameters.defaults(), {x, y}}}, "add"}).ok()) return {};
    show();
    return next;
  }
  void connect(LayerId source, LayerId target, int input = 0) {
    const Status status = document.apply({AddEdge{{source, 0, target, input}}, "connect"});
    if (!status.ok()) errors << QString::fromStdString(status.error().text());
    show();
  }

  QWidget* viewport() { return canvas.view()->viewport(); }
  QPoint at(const QPointF& scenePoint) { return canvas.view()->viewportTransform().map(scenePoint).toPoint(); }
  QPoint middleOf(LayerId layer) { return at(canvas.scene()->nodeRectangle(layer).center() + QPointF(30, -4)); }
  QPoint output(LayerId layer) { return at(canvas.scene()->portPosition({layer, true, 0})); }
  QPoint input(LayerId layer, int index = 0) { return at(canvas.scene()->portPosition({layer, false, index})); }

  void click(const QPoint& point, Qt::KeyboardModifiers modifiers = {}) {
    QTest::mouseClick(viewport(), Qt::LeftButton, modifiers, point);
  }
  void drag(const QPoint& from, const QPoint& to, bool letGo = true) {
    QTest::mousePress(viewport(), Qt::LeftButton, {}, from);
    for (int step = 1; step <= 8; ++step) QTest::mouseMove(viewport(), from + (to - from) * step / 8);
    if (letGo) QTest::mouseRelease(viewport(), Qt::LeftButton, {}, to);
  }
  void key(int key, Qt::KeyboardModifiers modifiers = {}) { QTest::keyClick(canvas.view(), Qt::Key(key), modifiers); }

  NetworkDocument document;
  NetworkCanvas canvas;
  QStringList errors;
  int requests = 0;
  bool refuse = false;
};

}  // namespace fovea
