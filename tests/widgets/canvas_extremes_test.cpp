// Drawings of unusual height, nesting and name are shown, searched and exported like any other.
#include "canvas_bench.h"

#include <QtCore/QFile>
#include <QtCore/QTemporaryDir>
#include <QtCore/QXmlStreamReader>
#include <nlohmann/json.hpp>

#include "widgets/canvas/canvas_export.h"

using namespace fovea;

class CanvasExtremesTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void aVeryHighDrawingIsReachedAndFitted() {
    Network network;
    for (int i = 0; i < 1500; ++i)
      QVERIFY(applyEdit(network, {AddLayer{{{}, "relu", "relu", {}, {0, 88.0 * i}}}, ""}).ok());
    CanvasBench bench(network);
    const CanvasView* view = bench.canvas.view();
    const QRectF last = bench.canvas.scene()->nodeRectangle(network.layers().back().id);
    QVERIFY(last.top() > 100000);
    bench.canvas.view()->resetZoom();
    bench.canvas.showLayer(network.layers().back().id);
    QVERIFY(view->visibleRectangle().contains(last));
    bench.canvas.zoomToFit();
    QVERIFY(view->zoom() < CanvasView::kMinimumZoom);
    QVERIFY(view->visibleRectangle().contains(bench.canvas.scene()->networkRectangle()));
    const double fitted = view->zoom();
    bench.canvas.zoomOut();
    QVERIFY(view->zoom() <= fitted);
    bench.canvas.zoomIn();
    QVERIFY(view->zoom() > fitted);
  }

  void aNestOfUnusedBlocksIsSearchedOnce() {
    Json json = {{"format", "fovea-network"}, {"version", 1}, {"name", "nest"}, {"edges", Json::array()}};
    for (const char* list : {"layers", "blocks"}) json[list] = Json::array();
    for (int level = 1; level <= 40; ++level) {
      json["blocks"].push_back({{"id", level}, {"name", "level" + std::to_string(level)}});
      for (int use = 0; use < 2 && level > 1; ++use)
        json["layers"].push_back({{"id", 2 * level + use},
                                  {"type", kBlockUse},
                                  {"name", "use" + std::to_string(use)},
                                  {"parameters", {{"definition", level - 1}}},
                                  {"block", level}});
    }
    const auto network = networkFromJson(json);
    QVERIFY2(network.ok(), network.ok() ? "" : network.error().message.c_str());
    QVERIFY(!pathTo(*network, BlockId{1}));  // no sheet that can be shown leads there
  }

  void anExportedDrawingIsXmlWhateverItsName() {
    const QTemporaryDir folder;
    for (const char* name : {"A & B <c>", "x </title> y"}) {
      Network network = *standardNetwork("lenet");
      QVERIFY(applyEdit(network, {RenameNetwork{name}, ""}).ok());
      QFile file(folder.filePath("drawing.svg"));
      QVERIFY(exportDrawing(network, analyzeNetwork(network), file.fileName()).ok());
      QVERIFY(file.open(QIODevice::ReadOnly));
      QXmlStreamReader xml(&file);
      QString title;
      while (!xml.atEnd())
        if (xml.readNext() == QXmlStreamReader::StartElement && xml.name() == QLatin1String("title"))
          title = xml.readElementText();
      QVERIFY2(!xml.hasError(), qPrintable(xml.errorString()));
      QCOMPARE(title, QString(name));
      const auto read = readDrawing(file.fileName());
      QVERIFY(read.ok() && *read == network);
    }
  }
};

QTEST_MAIN(CanvasExtremesTest)
#include "canvas_extremes_test.moc"
