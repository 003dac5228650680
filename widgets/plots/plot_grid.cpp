#include "widgets/plots/plot_grid.h"

#include <QtGui/QCloseEvent>
#include <QtGui/QKeyEvent>
#include <QtWidgets/QSplitter>
#include <QtWidgets/QVBoxLayout>
#include <algorithm>
#include <functional>

#include "widgets/theme/tokens.h"

namespace fovea {
namespace {

constexpr int kPlotWidth = 340;       // preferred width of a plot
constexpr int kNarrowPlot = 230;      // below, curves cannot be read
constexpr int kPlotHeight = 165;      // height of a row, so that no scrolling is needed
constexpr int kRoomForTwoRows = 400;  // pixels of height
constexpr int kMostColumns = 4;
constexpr int kFirstRow = 5;  // fraction of the height; each other row has kOtherRow
constexpr int kOtherRow = 4;
constexpr QSize kWindowSize(720, 420);

QSplitter* newSplitter(Qt::Orientation orientation) {
  auto* splitter = new QSplitter(orientation);
  splitter->setHandleWidth(size::kGutter);
  splitter->setChildrenCollapsible(false);
  return splitter;
}

// Holds one plot and says when it was closed.
class PlotWindow : public QWidget {
 public:
  PlotWindow(QWidget* plot, const QString& title, QWidget* parent, std::function<void()> closed)
      : QWidget(parent, Qt::Window), closed_(std::move(closed)) {
    setObjectName(QStringLiteral("plotWindow"));
    setWindowTitle(title);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(size::kGrid, size::kGrid, size::kGrid, size::kGrid);
    layout->addWidget(plot);
    resize(kWindowSize);
  }

 protected:
  void closeEvent(QCloseEvent* event) override {
    event->accept();
    closed_();
  }
  void keyPressEvent(QKeyEvent* event) override {
    if (event->key() == Qt::Key_Escape)
      close();
    else
      QWidget::keyPressEvent(event);
  }

 private:
  std::function<void()> closed_;
};

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
  // Distributes plots over rows as evenly as possible, shorter rows first.
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
  for (const auto& [plot, window] : windows_) window->setVisible(isListed(plot));
  if (!soon_.isActive()) soon_.start();
  if (!isListed(maximised_)) maximise(nullptr);
}

void PlotGrid::maximise(QWidget* plot) {
  if (plot == maximised_) return;
  maximised_ = plot;
  showPlots();
  Q_EMIT maximisedChanged();
}

bool PlotGrid::isListed(const QWidget* plot) const {
  return std::find(plots_.begin(), plots_.end(), plot) != plots_.end();
}

QWidget* PlotGrid::windowOf(const QWidget* plot) const {
  for (const auto& [each, window] : windows_)
    if (each == plot) return window;
  return nullptr;
}

std::vector<QWidget*> PlotGrid::attachedPlots() const {
  std::vector<QWidget*> attached;
  for (QWidget* plot : plots_)
    if (!isDetached(plot)) attached.push_back(plot);
  return attached;
}

void PlotGrid::detach(QWidget* plot, const QString& title) {
  if (!isListed(plot) || isDetached(plot)) return;
  if (maximised_ == plot) maximise(nullptr);
  QWidget* const window = new PlotWindow(plot, title, this, [this, plot] { attach(plot); });
  windows_.emplace_back(plot, window);
  plot->show();
  window->show();
  arrange();
  Q_EMIT detachedChanged();
}

void PlotGrid::attach(QWidget* plot) {
  QWidget* const window = windowOf(plot);
  if (!window) return;
  std::erase_if(windows_, [plot](const auto& each) { return each.first == plot; });
  plot->setParent(this);
  plot->hide();
  window->hide();
  window->deleteLater();
  arrange();
  Q_EMIT detachedChanged();
}

void PlotGrid::arrange() {
  const std::vector<QWidget*> plots = attachedPlots();
  const std::vector<int> rows = plotRows(static_cast<int>(plots.size()), viewport()->size());
  if (rows == rows_ && arranged_ == plots && column_) return;
  rows_ = rows;
  for (QWidget* plot : std::exchange(arranged_, plots))
    if (!isListed(plot)) plot->hide();
  QSplitter* before = column_;
  column_ = newSplitter(Qt::Vertical);
  column_->setObjectName(QStringLiteral("plotRows"));
  auto plot = plots.begin();
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
  // Hidden plots must survive the splitters that contained them.
  if (before)
    for (QSplitter* row : before->findChildren<QSplitter*>())
      while (row->count() > 0) {
        QWidget* left = row->widget(0);
        left->setParent(this);
        left->hide();
      }
  setWidget(column_);  // deletes the previous one
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
