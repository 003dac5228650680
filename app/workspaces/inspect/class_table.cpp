#include "app/workspaces/inspect/class_table.h"

#include <QHeaderView>
#include <QMouseEvent>
#include <QStandardItemModel>
#include <cmath>

#include "widgets/tables/table.h"

namespace fovea {
namespace {

constexpr int kBarWidth = 60;  // width of the bar beside the figure
constexpr int kSortRole = Qt::UserRole + 1;
constexpr int kClassRole = Qt::UserRole + 2;

// Reserves enough room for a readable bar.
class WideBarDelegate : public BarDelegate {
 public:
  using BarDelegate::BarDelegate;
  QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override {
    return BarDelegate::sizeHint(option, index) + QSize(kBarWidth, 0);
  }
};

QStandardItem* figure(double value) {
  auto* item = new QStandardItem(std::isfinite(value) ? QLocale().toString(value, 'f', 3) : QStringLiteral("–"));
  item->setData(std::isfinite(value) ? value : -1.0, kSortRole);
  item->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
  item->setEditable(false);
  return item;
}

}  // namespace

ClassTable::ClassTable(QWidget* parent)
    : QTableView(parent), rows_(new QStandardItemModel(this)), sorted_(new QSortFilterProxyModel(this)) {
  rows_->setColumnCount(kColumnCount);
  rows_->setHorizontalHeaderLabels(
      {tr("Class"), tr("F1"), tr("Precision"), tr("Recall"), tr("Overlap"), tr("AUC"), tr("AP"), tr("Samples")});
  const QStringList help = {{},
                            tr("The harmonic mean of precision and recall"),
                            tr("Right among those taken for the class"),
                            tr("Right among those of the class"),
                            tr("What is both, by what is either: intersection over union"),
                            tr("The area under the ROC curve: the chance that a sample of the class scores higher than "
                               "one of another"),
                            tr("Average precision: the area under the precision-recall curve"),
                            tr("Samples of the class")};
  for (int column = 0; column < kColumnCount; ++column)
    rows_->setHeaderData(column, Qt::Horizontal, help[column], Qt::ToolTipRole);
  sorted_->setSourceModel(rows_);
  sorted_->setSortRole(kSortRole);
  setModel(sorted_);
  setUpTable(*this);
  setItemDelegateForColumn(kF1, new WideBarDelegate(this));
  setSelectionMode(QAbstractItemView::SingleSelection);
  setAccessibleName(tr("Scores by class"));
  addCopyAction(*this);
  connect(selectionModel(), &QItemSelectionModel::currentRowChanged, this, [this] {
    if (!choosing_ && chosenClass() >= 0) Q_EMIT classChosen(chosenClass());
  });
}

void ClassTable::show(const ShownEvaluation& shown) {
  const Evaluation& evaluation = shown.evaluation();
  choosing_ = true;
  rows_->setRowCount(0);
  for (std::size_t k = 0; k < evaluation.classes.size(); ++k) {
    const ClassScore& score = evaluation.classes[k];
    auto* name = new QStandardItem(QString::fromStdString(score.name));
    name->setData(static_cast<int>(k), kClassRole);
    name->setData(name->text().toLower(), kSortRole);
    name->setEditable(false);
    auto* f1 = figure(score.f1);
    f1->setData(std::isfinite(score.f1) ? score.f1 : 0.0, kShareRole);
    auto* support = figure(static_cast<double>(score.support));
    support->setText(QLocale().toString(static_cast<qlonglong>(score.support)));
    rows_->appendRow({name, f1, figure(score.precision), figure(score.recall), figure(score.overlap),
                      figure(score.rocAuc), figure(score.averagePrecision), support});
  }
  const bool places = evaluation.kind == AnswerKind::Mask, boxes = evaluation.kind == AnswerKind::Boxes;
  setColumnHidden(kOverlap, !places && !boxes);
  setColumnHidden(kRocAuc, evaluation.curves.empty() || boxes);
  setColumnHidden(kAveragePrecision, evaluation.curves.empty());
  rows_->setHeaderData(kSupport, Qt::Horizontal, supportTitle(evaluation.kind));
  // Detection is usually measured by average precision, so that column comes first.
  QHeaderView* const header = horizontalHeader();
  header->moveSection(header->visualIndex(kAveragePrecision), boxes ? 1 : kAveragePrecision);
  sortByColumn(boxes ? kAveragePrecision : kF1, Qt::AscendingOrder);
  choosing_ = false;
}

QString ClassTable::supportTitle(AnswerKind kind) {
  return kind == AnswerKind::Mask ? tr("Pixels") : kind == AnswerKind::Boxes ? tr("Boxes") : tr("Samples");
}

void ClassTable::mousePressEvent(QMouseEvent* event) {
  const int row = currentIndex().row();
  QTableView::mousePressEvent(event);
  const bool again = row >= 0 && rowAt(event->position().toPoint().y()) == row;
  if (again && event->button() == Qt::LeftButton) Q_EMIT classChosen(chosenClass());
}

int ClassTable::chosenClass() const {
  const QModelIndex current = selectionModel()->currentIndex();
  return current.isValid() ? current.siblingAtColumn(kName).data(kClassRole).toInt() : -1;
}

void ClassTable::chooseClass(int index) {
  choosing_ = true;
  for (int row = 0; row < sorted_->rowCount(); ++row)
    if (sorted_->index(row, kName).data(kClassRole).toInt() == index) {
      selectRow(row);
      scrollTo(sorted_->index(row, kName));
    }
  choosing_ = false;
}

}  // namespace fovea
