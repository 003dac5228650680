// Why: tables copy what they show in a form that other programs read, and draw bars and curves in their cells.
#include <QtTest/QtTest>
#include <QtWidgets/QtWidgets>

#include "widgets/tables/fact_list.h"
#include "widgets/tables/table.h"
#include "widgets/theme/theme.h"

using namespace fovea;

namespace {

void fill(QStandardItemModel& model) {
  model.setHorizontalHeaderLabels({"Run", "Batch", "Accuracy", "Loss"});
  const auto addRow = [&](const char* name, int batch, double accuracy, const QList<double>& curve) {
    auto* number = new QStandardItem;
    number->setData(batch, Qt::DisplayRole);
    auto* bar = new QStandardItem(QStringLiteral("%1 %").arg(accuracy * 100));
    bar->setData(accuracy, kShareRole);
    auto* line = new QStandardItem;
    line->setData(QVariant::fromValue(curve), kCurveRole);
    model.appendRow({new QStandardItem(QString::fromUtf8(name)), number, bar, line});
  };
  addRow("fashion-lenet", 64, 0.894, {1.2, 0.8, 0.5, 0.4, 0.35, 0.33, 0.312});
  addRow("with, comma and \"quotes\"", 128, 0.5, {1, 2, 1});
  addRow("empty", 256, 0, {});
}

int pixelsOf(const QImage& image, const QColor& color) {
  int count = 0;
  for (int y = 0; y < image.height(); ++y)
    for (int x = 0; x < image.width(); ++x) count += image.pixelColor(x, y) == color;
  return count;
}

}  // namespace

class TablesTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void init() {
    applyTheme(*qApp, ThemeKind::Dark);
    model_ = std::make_unique<QStandardItemModel>();
    fill(*model_);
    table_ = std::make_unique<QTableView>();
    table_->setModel(model_.get());
    setUpTable(*table_);
    table_->resize(700, 200);
    table_->show();
    QVERIFY(QTest::qWaitForWindowExposed(table_.get()));
  }
  void cleanup() {
    table_.reset();
    model_.reset();
  }

  void rowsStandOnTheGrid() { QCOMPARE(table_->rowHeight(0), size::kRow); }

  // "running" became "interrupted", and was cut off although there was room.
  void columnsGrowWithWhatStandsInThem() {
    QTRY_VERIFY(table_->columnWidth(0) >= table_->sizeHintForIndex(model_->index(1, 0)).width());
    model_->item(0, 0)->setText(QStringLiteral("a name that is much longer than any of those before"));
    QTRY_VERIFY(table_->columnWidth(0) >= table_->sizeHintForIndex(model_->index(0, 0)).width());
    // A column that has grown keeps its width, so that nothing jumps.
    const int width = table_->columnWidth(0);
    model_->item(0, 0)->setText(QStringLiteral("short"));
    QTest::qWait(80);
    QCOMPARE(table_->columnWidth(0), width);
  }

  void aWidthThatAPersonChoseStays() {
    QTest::qWait(80);
    QHeaderView* header = table_->horizontalHeader();
    const QPoint edge(header->sectionViewportPosition(0) + header->sectionSize(0) - 1, header->height() / 2);
    QTest::mouseMove(header->viewport(), edge);
    QTest::mousePress(header->viewport(), Qt::LeftButton, Qt::NoModifier, edge);
    QTest::mouseMove(header->viewport(), edge - QPoint(60, 0));
    QTest::mouseRelease(header->viewport(), Qt::LeftButton, Qt::NoModifier, edge - QPoint(60, 0));
    const int chosen = table_->columnWidth(0);
    QVERIFY2(chosen < edge.x() - 30, qPrintable(QString::number(chosen)));
    model_->item(0, 0)->setText(QStringLiteral("a name that is much longer than any of those before"));
    QTest::qWait(80);
    QCOMPARE(table_->columnWidth(0), chosen);
  }

  void allRowsAreCopiedUnlessSomeAreSelected() {
    const auto actions = table_->actions();
    QCOMPARE(actions.size(), 1);
    actions.first()->trigger();
    QCOMPARE(QGuiApplication::clipboard()->text(),
             QStringLiteral("Run,Batch,Accuracy,Loss\nfashion-lenet,64,89.4 %,\n"
                            "\"with, comma and \"\"quotes\"\"\",128,50 %,\nempty,256,0 %,\n"));
    table_->selectRow(2);
    actions.first()->trigger();
    QCOMPARE(QGuiApplication::clipboard()->text(), QStringLiteral("Run,Batch,Accuracy,Loss\nempty,256,0 %,\n"));
  }

  // The model of another table keeps the view: its columns are as wide as they need.
  void otherColumnsGetWidthsOfTheirOwn() {
    class Columns : public QAbstractTableModel {
     public:
      void show(const QStringList& cells) {
        beginResetModel();
        cells_ = cells;
        endResetModel();
      }
      int rowCount(const QModelIndex& parent = {}) const override {
        return parent.isValid() || cells_.isEmpty() ? 0 : 1;
      }
      int columnCount(const QModelIndex& parent = {}) const override {
        return parent.isValid() ? 0 : static_cast<int>(cells_.size());
      }
      QVariant data(const QModelIndex& index, int role) const override {
        return role == Qt::DisplayRole ? QVariant(cells_.value(index.column())) : QVariant();
      }
      QVariant headerData(int section, Qt::Orientation, int role) const override {
        return role == Qt::DisplayRole ? QVariant(cells_.value(section).left(3)) : QVariant();
      }

     private:
      QStringList cells_;
    } columns;
    QTableView view;
    view.setModel(&columns);
    setUpTable(view);
    view.resize(700, 200);
    view.show();
    columns.show({QString(60, 'w'), "b", "c"});
    QTRY_VERIFY(view.columnWidth(0) > 300);
    const int wide = view.columnWidth(0);
    columns.show({QString(60, 'w').replace(3, 57, "x"), "b", "c"});  // the same titles
    QTest::qWait(300);
    QCOMPARE(view.columnWidth(0), wide);
    columns.show({"a", "b", "c"});
    QTRY_VERIFY(view.columnWidth(0) < 100);
  }

  void columnsAreCopiedAsTheyStand() {
    table_->setColumnHidden(3, true);
    table_->horizontalHeader()->moveSection(1, 0);
    QVERIFY(tableToCsv(*table_, {0}).startsWith(QStringLiteral("Batch,Run,Accuracy\n64,")));
  }

  void aTableWithoutAModelCopiesNothing() {
    const QTableView empty;
    QCOMPARE(tableToCsv(empty), QString());
  }

  void barsAreAsLongAsTheirShare() {
    table_->setItemDelegateForColumn(2, new BarDelegate(table_.get()));
    const QColor accent = currentTheme().series(0);
    const auto inked = [&](int row) {
      return pixelsOf(table_->viewport()->grab(table_->visualRect(model_->index(row, 2))).toImage(), accent);
    };
    QVERIFY(inked(0) > inked(1) * 3 / 2);
    QVERIFY(inked(1) > 20);
    QCOMPARE(inked(2), 0);
  }

  void curvesAreDrawn() {
    table_->setItemDelegateForColumn(3, new SparklineDelegate(table_.get()));
    const auto picture = [&](int row) {
      return table_->viewport()->grab(table_->visualRect(model_->index(row, 3))).toImage();
    };
    const QColor line = currentTheme().series(0);
    QVERIFY(pixelsOf(picture(0), line) > 5);
    QCOMPARE(pixelsOf(picture(2), line), 0);
  }

  void factsTakeARowEach() {
    FactList list;
    QCOMPARE(list.sizeHint().height(), 0);
    list.setFacts({{"Mean", "0.274", ""}, {"Zeros", "41 %", "Share of values that are zero"}});
    QCOMPARE(list.sizeHint().height(), 2 * size::kRow);
    QCOMPARE(list.accessibleDescription(), QStringLiteral("Mean 0.274, Zeros 41 %"));
    list.resize(240, 60);
    QVERIFY(pixelsOf(list.grab().toImage(), currentTheme().color(Color::Line)) >= 240);
  }

 private:
  std::unique_ptr<QStandardItemModel> model_;
  std::unique_ptr<QTableView> table_;
};

QTEST_MAIN(TablesTest)
#include "tables_test.moc"
