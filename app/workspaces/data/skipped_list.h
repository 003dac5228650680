// Why: lists the files that an import skipped, each with its reason and what to do about it.
#pragma once
#include <QWidget>

#include "core/data/importing/import_journal.h"

class QLabel;
class QPushButton;
class QStandardItemModel;
class QTableView;

namespace fovea {

class SkippedList : public QWidget {
  Q_OBJECT
 public:
  explicit SkippedList(QWidget* parent = nullptr);

  void setSkipped(const SkippedSamples& skipped);
  // Disables a retry while one is running.
  void setBusy(bool busy);
  QTableView* table() const { return table_; }

 Q_SIGNALS:
  // The user has repaired the files, or made them readable.
  void retryWanted();

 private:
  void showInFolder();

  QLabel* title_;
  QStandardItemModel* model_;
  QTableView* table_;
  QPushButton* folder_;
  QPushButton* again_;
};

}  // namespace fovea
