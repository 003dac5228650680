#include "widgets/tables/table.h"

#include <QtCore/QElapsedTimer>
#include <QtCore/QSet>
#include <QtCore/QSortFilterProxyModel>
#include <QtCore/QTimer>
#include <QtGui/QAction>
#include <QtGui/QClipboard>
#include <QtGui/QGuiApplication>
#include <QtGui/QPainter>
#include <QtWidgets/QHeaderView>

#include "widgets/theme/curve.h"
#include "widgets/theme/fonts.h"
#include "widgets/theme/icon.h"
#include "widgets/theme/style.h"
#include "widgets/theme/theme.h"

namespace fovea {
namespace {

constexpr int kPadding = 8;
constexpr int kSparklineWidth = 96;
constexpr int kFitMilliseconds = 30;
constexpr int kMeasuredRows = 300;
constexpr int kFitBudgetMilliseconds = 3;  // of the main thread at a stretch

bool isNumber(const QVariant& value) {
  switch (value.typeId()) {
    case QMetaType::Int:
    case QMetaType::UInt:
    case QMetaType::LongLong:
    case QMetaType::ULongLong:
    case QMetaType::Double:
    case QMetaType::Float:
      return true;
    default:
      return false;
  }
}

bool alignedRight(const QModelIndex& index) {
  const QVariant alignment = index.data(Qt::TextAlignmentRole);
  if (alignment.isValid()) return (alignment.toInt() & Qt::AlignRight) != 0;
  return isNumber(index.data(Qt::DisplayRole));
}

QString csvField(QString text) {
  if (!text.contains(QLatin1Char(',')) && !text.contains(QLatin1Char('"')) && !text.contains(QLatin1Char('\n')))
    return text;
  text.replace(QStringLiteral("\""), QStringLiteral("\"\""));
  return QLatin1Char('"') + text + QLatin1Char('"');
}

// Aligns the title of numeric columns with their numbers.
class AlignedHeader : public QHeaderView {
 public:
  explicit AlignedHeader(QWidget* parent) : QHeaderView(Qt::Horizontal, parent) {
    setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
  }
  // True while the user drags something.
  bool pressed() const { return pressed_; }

 protected:
  void mousePressEvent(QMouseEvent* event) override {
    pressed_ = true;
    QHeaderView::mousePressEvent(event);
  }
  void mouseReleaseEvent(QMouseEvent* event) override {
    QHeaderView::mouseReleaseEvent(event);
    pressed_ = false;
  }
  void initStyleOptionForIndex(QStyleOptionHeader* option, int section) const override {
    QHeaderView::initStyleOptionForIndex(option, section);
    if (!model() || model()->rowCount() == 0) return;
    if (alignedRight(model()->index(0, section))) option->textAlignment = Qt::AlignRight | Qt::AlignVCenter;
  }

 private:
  bool pressed_ = false;
};

// Rows from first to last, inclusive; empty if last < first.
struct RowRange {
  int first = 0;
  int last = -1;

  void add(int from, int to) {
    first = last < first ? from : std::min(first, from);
    last = std::max(last, to);
  }
};

// Widens columns as their content grows. Does not narrow them, so that the table does not jump while it changes.
class ColumnFitter : public QObject {
 public:
  ColumnFitter(QTableView& table, AlignedHeader& header) : QObject(&table), table_(table) {
    soon_.setSingleShot(true);
    connect(&soon_, &QTimer::timeout, this, &ColumnFitter::fit);
    const QAbstractItemModel* model = table.model();
    if (!model) return;
    const auto later = [this](int first, int last) {
      changed_.add(first, last);
      column_ = 0;
      if (!soon_.isActive()) soon_.start(kFitMilliseconds);
    };
    titles_ = titlesOf(*model);
    connect(model, &QAbstractItemModel::modelReset, this, [this, model, later] {
      // Other columns than before begin anew.
      if (QStringList titles = titlesOf(*model); titles != titles_) {
        titles_ = std::move(titles);
        fitted_ = false;
        chosen_.clear();
      }
      later(0, kMeasuredRows);
    });
    connect(model, &QAbstractItemModel::rowsInserted, this,
            [later](const QModelIndex&, int first, int last) { later(first, last); });
    connect(model, &QAbstractItemModel::dataChanged, this,
            [later](const QModelIndex& first, const QModelIndex& last) { later(first.row(), last.row()); });
    connect(&header, &QHeaderView::sectionResized, this, [this, later, &header](int column, int before) {
      if (header.pressed()) chosen_.insert(column);
      if (before == 0) later(0, kMeasuredRows);  // a hidden column is shown
    });
    soon_.start(0);
  }

 private:
  static QStringList titlesOf(const QAbstractItemModel& model) {
    QStringList titles;
    for (int column = 0; column < model.columnCount(); ++column)
      titles << model.headerData(column, Qt::Horizontal).toString();
    return titles;
  }
  // Fits some columns, then lets the window react to the user, and continues.
  void fit() {
    QElapsedTimer timer;
    timer.start();
    QHeaderView* header = table_.horizontalHeader();
    while (column_ < header->count()) {
      if (timer.elapsed() >= kFitBudgetMilliseconds) return soon_.start(0);
      const int column = column_++;
      if (chosen_.contains(column) || table_.isColumnHidden(column)) continue;
      const int needed = std::max(sizeHintOf(column), header->sectionSizeHint(column));
      if (needed > header->sectionSize(column) || !fitted_) header->resizeSection(column, needed);
    }
    fitted_ = fitted_ || table_.model()->rowCount() > 0;
    changed_ = {};
    column_ = 0;
  }
  // The width that the changed rows need in a column, as QTableView::sizeHintForColumn(), which is protected, measures
  // it. Only the first rows of a table count.
  int sizeHintOf(int column) const {
    const QAbstractItemModel* model = table_.model();
    QStyleOptionViewItem option;
    option.font = table_.font();
    option.fontMetrics = table_.fontMetrics();
    option.widget = &table_;
    int width = 0;
    const int end = std::min({kMeasuredRows, model->rowCount(), changed_.last + 1});
    for (int row = changed_.first; row < end; ++row) {
      const QModelIndex index = model->index(row, column);
      width = std::max(width, table_.itemDelegateForIndex(index)->sizeHint(option, index).width());
    }
    return width;
  }

  QTableView& table_;
  QTimer soon_;
  RowRange changed_{0, kMeasuredRows};  // since the last fitting
  int column_ = 0;                      // the next column to fit
  bool fitted_ = false;                 // whether columns were fitted to rows; before, they have Qt's width
  QStringList titles_;                  // of the columns
  QSet<int> chosen_;                    // columns whose width the user has set
};

}  // namespace

void setUpTable(QTableView& table) {
  auto* header = new AlignedHeader(&table);
  table.setHorizontalHeader(header);
  header->setHighlightSections(false);
  header->setStretchLastSection(true);
  header->setSectionsMovable(true);
  header->setSectionsClickable(true);
  header->setMinimumSectionSize(48);
  header->setFixedHeight(size::kRow);
  table.verticalHeader()->hide();
  table.verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
  table.verticalHeader()->setDefaultSectionSize(size::kRow);
  table.setShowGrid(false);
  table.setFrameShape(QFrame::NoFrame);
  table.setWordWrap(false);
  table.setSelectionBehavior(QAbstractItemView::SelectRows);
  table.setEditTriggers(QAbstractItemView::NoEditTriggers);
  table.setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
  table.setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
  table.setTabKeyNavigation(false);  // Tab moves out of the table
  table.setItemDelegate(new TableDelegate(&table));
  table.setSortingEnabled(qobject_cast<QSortFilterProxyModel*>(table.model()) != nullptr);
  addCopyAction(table);
  new ColumnFitter(table, *header);
}

void TableDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const {
  const Theme theme = currentTheme();
  painter->save();
  if (option.state & QStyle::State_Selected) painter->fillRect(option.rect, theme.color(Color::Selection));
  const bool groupEnds = index.data(kGroupEndRole).toBool();
  painter->fillRect(
      QRect(option.rect.left(), option.rect.bottom() - (groupEnds ? 1 : 0), option.rect.width(), groupEnds ? 2 : 1),
      theme.color(groupEnds ? Color::LineStrong : Color::Line));
  QStyleOptionViewItem cell(option);
  initStyleOption(&cell, index);
  painter->setFont(cell.font);
  const QBrush ink = qvariant_cast<QBrush>(index.data(Qt::ForegroundRole));
  painter->setPen(ink.style() == Qt::NoBrush ? theme.color(Color::Text) : ink.color());
  paintContent(*painter, QRectF(option.rect).adjusted(kPadding, 0, -kPadding, -1), cell, index);
  const bool ringed = (option.state & QStyle::State_HasFocus) && (option.state & QStyle::State_KeyboardFocusChange);
  if (ringed) paint::focusRing(painter, QRectF(option.rect).adjusted(1, 1, -1, -1), 4);
  painter->restore();
}

QSize TableDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const {
  QStyleOptionViewItem cell(option);
  initStyleOption(&cell, index);
  const int icon = cell.icon.isNull() ? 0 : size::kIcon + kPadding;
  return {static_cast<int>(tabularWidth(QFontMetricsF(cell.font), cell.text)) + icon + 2 * kPadding + 4, size::kRow};
}

void TableDelegate::paintContent(QPainter& painter, const QRectF& area, const QStyleOptionViewItem& option,
                                 const QModelIndex& index) const {
  QRectF room = area;
  if (!option.icon.isNull()) {
    const QRect place(static_cast<int>(room.left()), static_cast<int>(room.center().y()) - size::kIcon / 2 + 1,
                      size::kIcon, size::kIcon);
    option.icon.paint(&painter, place);
    room.setLeft(room.left() + size::kIcon + kPadding);
  }
  const QFontMetricsF metrics(painter.font());
  const QString text = tabularWidth(metrics, option.text) > room.width()
                           ? metrics.elidedText(option.text, option.textElideMode, room.width())
                           : option.text;
  drawTabular(painter, room, alignedRight(index) ? Qt::AlignRight : Qt::AlignLeft, text);
}

void BarDelegate::paintContent(QPainter& painter, const QRectF& area, const QStyleOptionViewItem& option,
                               const QModelIndex& index) const {
  const Theme theme = currentTheme();
  const double words =
      std::min(area.width() * 0.5, std::max(44.0, tabularWidth(QFontMetricsF(painter.font()), option.text)));
  drawTabular(painter, area, Qt::AlignRight, option.text);
  const QRectF track(area.left(), area.center().y() - 2, std::max(0.0, area.width() - words - kPadding), 4);
  paint::bar(&painter, track, 0, 1, theme.color(Color::Hover));
  paint::bar(&painter, track, 0, std::clamp(index.data(kShareRole).toDouble(), 0.0, 1.0),
             theme.series(std::max(0, index.data(kSeriesRole).toInt())));
}

QSize SparklineDelegate::sizeHint(const QStyleOptionViewItem&, const QModelIndex&) const {
  return {kSparklineWidth + 2 * kPadding, size::kRow};
}

void SparklineDelegate::paintContent(QPainter& painter, const QRectF& area, const QStyleOptionViewItem&,
                                     const QModelIndex& index) const {
  const auto values = index.data(kCurveRole).value<QList<double>>();
  if (values.isEmpty()) return;
  std::vector<double> xs(static_cast<std::size_t>(values.size()));
  for (std::size_t i = 0; i < xs.size(); ++i) xs[i] = static_cast<double>(i);
  const auto points =
      decimate(xs, std::span(values.constData(), xs.size()), 0, xs.back(), static_cast<int>(area.width()));
  const QRectF room(area.left(), area.top() + 7, std::min<double>(area.width(), 160), area.height() - 14);
  paintCurve(painter, room, points, currentTheme().series(std::max(0, index.data(kSeriesRole).toInt())), 1.5);
}

QString tableToCsv(const QTableView& table, const QList<int>& rows) {
  const QAbstractItemModel* model = table.model();
  if (!model) return {};
  QList<int> columns;  // in screen order
  for (int place = 0; place < model->columnCount(); ++place) {
    const int column = table.horizontalHeader()->logicalIndex(place);
    if (!table.isColumnHidden(column)) columns << column;
  }
  const auto line = [&](const std::function<QString(int)>& field) {
    QStringList fields;
    for (const int column : columns) fields << csvField(field(column));
    return fields.join(QLatin1Char(',')) + QLatin1Char('\n');
  };
  QString text = line([&](int column) { return model->headerData(column, Qt::Horizontal).toString(); });
  const auto addRow = [&](int row) {
    text += line([&](int column) { return model->index(row, column).data(Qt::DisplayRole).toString(); });
  };
  if (rows.isEmpty())
    for (int row = 0; row < model->rowCount(); ++row) addRow(row);
  else
    for (const int row : rows) addRow(row);
  return text;
}

QAction* addCopyAction(QTableView& table) {
  auto* action = new QAction(icon(QStringLiteral("copy")), QTableView::tr("Copy as CSV"), &table);
  action->setShortcut(QKeySequence::Copy);
  action->setShortcutContext(Qt::WidgetShortcut);
  QObject::connect(action, &QAction::triggered, &table, [&table] {
    QList<int> rows;
    if (table.selectionModel())
      for (const QModelIndex& index : table.selectionModel()->selectedRows()) rows << index.row();
    std::sort(rows.begin(), rows.end());
    QGuiApplication::clipboard()->setText(tableToCsv(table, rows));
  });
  table.addAction(action);
  table.setContextMenuPolicy(Qt::ActionsContextMenu);
  return action;
}

}  // namespace fovea
