// Why: shows which classes a network recognises well, and which need more or better samples.
#pragma once
#include <QSortFilterProxyModel>
#include <QTableView>

#include "app/workspaces/inspect/shown_evaluation.h"

class QStandardItemModel;

namespace fovea {

class ClassTable : public QTableView {
  Q_OBJECT
 public:
  enum Column { kName, kF1, kPrecision, kRecall, kOverlap, kRocAuc, kAveragePrecision, kSupport, kColumnCount };

  explicit ClassTable(QWidget* parent = nullptr);

  // Hides columns that do not apply to this kind of answer. Sorts by F1, worst first; boxes by average precision.
  void show(const ShownEvaluation& shown);
  // The head of the column that counts what the scores of such answers are over.
  static QString supportTitle(AnswerKind kind);
  int chosenClass() const;  // -1: none
  // Selects a class. Emits nothing.
  void chooseClass(int index);

 Q_SIGNALS:
  // The user selected a class, or clicked the selected one again.
  void classChosen(int index);

 protected:
  void mousePressEvent(QMouseEvent* event) override;

 private:
  QStandardItemModel* rows_;
  QSortFilterProxyModel* sorted_;
  bool choosing_ = false;
};

}  // namespace fovea
