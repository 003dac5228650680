// Why: while one run is looked at, another may be under way: this strip says which, how far it is, and brings it back.
#pragma once
#include <QFrame>

#include "core/worker/worker.h"

class QLabel;

namespace fovea {

class ElidedLabel;

class RunningBar : public QFrame {
  Q_OBJECT
 public:
  explicit RunningBar(QWidget* parent = nullptr);

  // Hidden unless `run` is under way and is not `shown`.
  void showRun(const WorkerSnapshot& run, RunId shown);
  QString words() const;

 Q_SIGNALS:
  void showWanted();

 private:
  QLabel* dot_;
  ElidedLabel* words_;
};

}  // namespace fovea
