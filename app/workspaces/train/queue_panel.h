// Why: lists the queued runs in start order and lets the user change the order.
#pragma once
#include <QAbstractTableModel>
#include <QWidget>

#include "app/bridge/run_queue_service.h"

class QComboBox;
class QPushButton;
class QTableView;

namespace fovea {

class ElidedLabel;

class QueueModel : public QAbstractTableModel {
  Q_OBJECT
 public:
  enum Column { kRun, kPriority, kData, kRate, kBatch, kEpochs, kDevice, kColumnCount };

  explicit QueueModel(RunQueueService& queue, QObject* parent = nullptr);
  const QueuedRun* run(int row) const;  // null: no such row
  int rowOf(std::int64_t id) const;     // -1: not queued

  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

 private:
  void refresh();

  RunQueueService& queue_;
  std::vector<QueuedRun> runs_;  // in the order of the rows
};

class QueuePanel : public QWidget {
  Q_OBJECT
 public:
  explicit QueuePanel(RunQueueService& queue, QWidget* parent = nullptr);
  QTableView* table() const { return table_; }

 private:
  QWidget* buildButtons();
  void refresh();
  void move(int by);
  void keepSelection();
  const QueuedRun* selected() const;

  RunQueueService& queue_;
  QueueModel* model_;
  QTableView* table_;
  ElidedLabel* words_;
  QComboBox* priority_;
  QPushButton* up_;
  QPushButton* down_;
  QPushButton* remove_;
  QPushButton* hold_;
  std::int64_t chosen_ = 0;  // the run that is selected, also while the rows are replaced
  int chosenRow_ = 0;
};

}  // namespace fovea
