// Why: shows the load of the machine during runs: cores, memory, disk, GPUs, and what a training step waits for. While
// visible, it queries the system once a second on another thread. GUI thread.
#pragma once
#include <QTimer>
#include <QWidget>
#include <filesystem>
#include <memory>

#include "app/bridge/latest_task.h"
#include "core/backends/machine_load.h"
#include "core/worker/worker.h"

class QVBoxLayout;

namespace fovea {

class LiveLabel;
class LoadBar;

class MachinePanel : public QWidget {
  Q_OBJECT
 public:
  explicit MachinePanel(QWidget* parent = nullptr);

  // Sets the folder whose disk is watched, and the library of GPU figures, which tests replace.
  void setDisk(const std::filesystem::path& folder, const std::filesystem::path& gpuLibrary = "libnvidia-ml.so.1");
  // Sets what the active run waits for.
  void showRun(const WorkerSnapshot& run);
  void showLoad(const MachineLoad& load);
  // Returns all lines as text.
  QStringList lines() const;
  QString waitWords() const;

 protected:
  void showEvent(QShowEvent* event) override;
  void hideEvent(QHideEvent* event) override;

 private:
  void ask();
  LoadBar* bar(std::size_t index);

  std::shared_ptr<MachineMonitor> monitor_;  // used by the task only
  QTimer timer_;
  LiveLabel* wait_;
  QVBoxLayout* column_;
  std::vector<LoadBar*> bars_;
  LatestTask<MachineLoad> task_;
};

// A line with a title, a bar and a text.
class LoadBar : public QWidget {
  Q_OBJECT
 public:
  explicit LoadBar(QWidget* parent = nullptr);
  // `share`: 0 to 1; negative: no bar. `scarce`: a nearly full bar is shown as a warning, as for memory and disk but
  // not for a processor.
  void setLoad(const QString& title, double share, const QString& words, bool scarce = false);
  QString text() const;
  QSize sizeHint() const override { return {240, 22}; }

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  QString title_, words_;
  double share_ = 0;
  bool scarce_ = false;
};

}  // namespace fovea
