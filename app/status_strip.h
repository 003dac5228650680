// Why: what is going on, wherever one looks: the run with its progress and time left, background jobs with Cancel, a
// short notice, the device.
#pragma once
#include <QFrame>

#include "app/bridge/session.h"

class QLabel;
class QProgressBar;
class QTimer;
class QToolButton;

namespace fovea {

class StatusStrip : public QFrame {
  Q_OBJECT
 public:
  explicit StatusStrip(Session& session, QWidget* parent = nullptr);
  // Words at the right for some seconds: "Saved".
  void showNotice(const QString& words);

 private:
  void showRun(const WorkerSnapshot& run);
  void showJob();
  void showDevice();

  Session& session_;
  QLabel* dot_;
  QLabel* name_;
  QLabel* stage_;
  QProgressBar* bar_;
  QLabel* figures_;
  QToolButton* cancel_;
  QLabel* notice_;
  QLabel* device_;
  QTimer* noticeTimer_;
};

// "1:02", "2:03:04".
QString durationText(double seconds);

}  // namespace fovea
