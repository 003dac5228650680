#include "widgets/plots/plot_grid.h"

#include <QtGui/QKeyEvent>
#include <QtWidgets/QSplitter>
#include <algorithm>
#include <utility>

#include "widgets/theme/tokens.h"

namespace fovea {
namespace {

constexpr int kPlotWidth = 340;       // preferred width of a plot
constexpr int kNarrowPlot = 230;      // below, curves cannot be read
constexpr int kPlotHeight = 165;      // height of a row, so that no scrolling is needed
constexpr int kRoomForTwoRows = 400;  // pixels of height
constexpr int kMostColumns = 4;
constexpr int kFirstRow = 5;  // its share of the height; each other row has kOtherRow
constexpr int kOtherRow = 4;

QSplitter* newSplitter(Qt::Orientation orientation) {
  auto* splitter = new QSplitter(orientation);
  splitter->setHandleWidth(size::kGutter);
  splitter->setChildrenCollapsible(false);
  return splitter;
}

}  // namespace

std::vector<int> plotRows(int count, QSize room) {
  std::vector<int> rows;
  const auto fitting = [&](int width) {
    return std::clamp((room.width() + size::kGutter) / (width + size::kGutter), 1, kMostColumns);
  };
  int columns = fitting(kPlotWidth);
  const bool alone = count > 1 && columns > 1 && room.height() >= kRoomForTwoRows;
  if (alone) {
    rows.push_back(1);
    --count;
  }
  // Narrower plots rather than rows that must be scrolled for.
  const int most = std::max(1, room.height() / kPlotHeight - (alone ? 1 : 0));
  columns = std::clamp((count + most - 1) / most, columns, fitting(kNarrowPlot));
  // Rows of as even a length as can be, the shorter ones first.
  const int needed = (count + columns - 1) / columns;
  for (int row = 0; row < needed; ++row) rows.push_back((count + row) / needed);
  return rows;
}

PlotGrid::PlotGrid(QWidget* parent) : QScrollArea(parent) {
  setWidgetResizable(true);
  setFrameShape(QFrame::NoFrame);
  setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  viewport()->setAutoFillBackground(false);
  soon_.setSingleShot(true);
  connect(&soon_, &QTimer::timeout, this, &PlotGrid::arrange);
}

void PlotGrid::setPlots(const std::vector<QWidget*>& plots) {
  if (plots == plots_) return;
  plots_ = plots;
  if (std::find(plots_.begin(), plots_.end(), maximised_) == plots_.end()) maximised_ = nullptr;
  if (!soon_.isActive()) soon_.start();
}

void PlotGrid::maximise(QWidget* plot) {
  if (plot == maximised_) return;
  maximised_ = plot;
  showPlots();
  Q_EMIT maximisedChanged();
}

void PlotGrid::arrange() {
  const std::vector<int> rows = plotRows(static_cast<int>(plots_.size()), viewport()->size());
  if (rows == rows_ && arranged_ == plots_ && column_) return;
  rows_ = rows;
  for (QWidget* plot : std::exchange(arranged_, plots_))
    if (std::find(plots_.begin(), plots_.end(), plot) == plots_.end()) plot->hide();
  QSplitter* before = column_;
  column_ = newSplitter(Qt::Vertical);
  column_->setObjectName(QStringLiteral("plotRows"));
  auto plot = plots_.begin();
  for (std::size_t i = 0; i < rows.size(); ++i) {
    QSplitter* row = newSplitter(Qt::Horizontal);
    for (int place = 0; place < rows[i]; ++place) {
      row->addWidget(*plot++);
      row->setStretchFactor(place, 1);
    }
    row->setSizes(QList<int>(rows[i], 10000));
    column_->addWidget(row);
    column_->setStretchFactor(static_cast<int>(i), i == 0 ? kFirstRow : kOtherRow);
  }
  QList<int> heights;
  for (std::size_t i = 0; i < rows.size(); ++i) heights << (i == 0 ? kFirstRow : kOtherRow) * 1000;
  column_->setSizes(heights);
  // Plots that are not shown now must outlive the splitters that they were in.
  if (before)
    for (QSplitter* row : before->findChildren<QSplitter*>())
      while (row->count() > 0) {
        QWidget* left = row->widget(0);
        left->setParent(this);
        left->hide();
      }
  setWidget(column_);  // deletes the one before
  column_->setAutoFillBackground(false);
  showPlots();
}

void PlotGrid::showPlots() {
  for (int i = 0; column_ && i < column_->count(); ++i) {
    auto* row = qobject_cast<QSplitter*>(column_->widget(i));
    bool any = false;
    for (int place = 0; place < row->count(); ++place) {
      const bool shown = !maximised_ || row->widget(place) == maximised_;
      row->widget(place)->setVisible(shown);
      any = any || shown;
    }
    row->setVisible(any);
  }
}

void PlotGrid::resizeEvent(QResizeEvent* event) {
  QScrollArea::resizeEvent(event);
  arrange();
}

void PlotGrid::keyPressEvent(QKeyEvent* event) {
  if (event->key() == Qt::Key_Escape && maximised_)
    maximise(nullptr);
  else
    QScrollArea::keyPressEvent(event);
}

}  // namespace fovea
