// Why: what an import left out is named, with the reason of each, and what can be done about it stands beside it.
#pragma once
#include <QWidget>

#include "core/data/import_journal.h"

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
  // While a try is under way another cannot begin.
  void setBusy(bool busy);
  QTableView* table() const { return table_; }

 Q_SIGNALS:
  // The files have been mended, or may be read now.
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
