// Why: lists the configurations of a sweep, best first, with what each has reached.
#pragma once
#include <QAbstractTableModel>
#include <vector>

#include "core/project/sweep_course.h"
#include "widgets/plots/plot_dimension.h"

namespace fovea {

// A setting of a sweep as an axis of a plot, with the number of each configuration's value on it.
struct SweepDimension {
  std::string setting;
  PlotDimension axis;

  double number(const FieldValues& values) const;
};

// The varied settings of a plan, in its order.
std::vector<SweepDimension> sweepDimensions(const SweepCourse& course);
// The deciding metric; without a title while no run has one.
PlotDimension sweepMetricDimension(const SweepCourse& course);

class SweepModel : public QAbstractTableModel {
  Q_OBJECT
 public:
  explicit SweepModel(QObject* parent = nullptr) : QAbstractTableModel(parent) {}

  // Null: none. Rows that stay keep their selection.
  void setCourse(const SweepCourse* course);
  const std::vector<SweepStanding>& standings() const { return standings_; }
  // The runs of a row, the best first; those that have not begun are left out.
  const std::vector<RunId>& runs(int row) const { return runs_[static_cast<std::size_t>(row)]; }
  // "rank 1 · run 12", as plots call the row.
  QString title(int row) const;
  // -1: no row has it.
  int rowOf(RunId run) const;

  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

 private:
  // The columns are: rank, the metric, its deviation (several seeds), the settings, the round (halving), the runs.
  enum class Kind { Rank, Setting, Metric, Deviation, Round, Runs };
  struct Column {
    Kind kind;
    std::size_t setting = 0;
    bool operator==(const Column&) const = default;
  };
  std::vector<Column> columnsOf(const SweepCourse& course) const;
  QString text(const SweepStanding& standing, int row, const Column& column) const;
  QString title(const Column& column) const;

  std::vector<Column> columns_;
  std::vector<SweepDimension> settings_;
  PlotDimension metric_;
  std::vector<SweepStanding> standings_;
  std::vector<std::vector<RunId>> runs_;  // parallel to standings_
};

}  // namespace fovea
