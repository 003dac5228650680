// Why: shows current activity in every workspace: the run with progress and remaining time, jobs with Cancel, a short
// notice, the device.
#pragma once
#include <QFrame>

#include "app/bridge/session.h"

class QLabel;
class QProgressBar;
class QTimer;

namespace fovea {

class ElidedLabel;
class JobStrip;
class LiveLabel;

inline constexpr int kBarSteps = 1000;  // resolution of a progress bar

class StatusStrip : public QFrame {
  Q_OBJECT
 public:
  explicit StatusStrip(Session& session, QWidget* parent = nullptr);
  // Shows a text at the right for some seconds: "Saved".
  void showNotice(const QString& words);
  JobStrip* jobs() const { return jobs_; }

 private:
  void showRun(const WorkerSnapshot& run);
  void showDevice();

  Session& session_;
  QLabel* dot_;
  ElidedLabel* name_;
  QLabel* stage_;
  QProgressBar* bar_;
  LiveLabel* figures_;
  JobStrip* jobs_;
  ElidedLabel* notice_;
  ElidedLabel* device_;
  QTimer* noticeTimer_;
};

// "1:02", "2:03:04".
QString durationText(double seconds);

}  // namespace fovea
