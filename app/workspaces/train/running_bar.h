// Why: shows which other runs are active while one is selected, with their progress, and switches to them.
#pragma once
#include <QFrame>
#include <memory>
#include <span>

#include "core/worker/worker.h"

class QLabel;

namespace fovea {

class ElidedLabel;

class RunningBar : public QFrame {
  Q_OBJECT
 public:
  explicit RunningBar(QWidget* parent = nullptr);

  // Hides itself if no active run other than `shown` exists. Of several runs it names the last one started.
  void showRuns(std::span<const std::shared_ptr<const WorkerSnapshot>> underWay, RunId shown);
  QString words() const;

 Q_SIGNALS:
  void showWanted(fovea::RunId run);

 private:
  RunId run_;
  QLabel* dot_;
  ElidedLabel* words_;
};

}  // namespace fovea
