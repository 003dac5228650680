// Why: lists all jobs, so that each can be watched and cancelled separately. GUI thread only.
#pragma once
#include <QFrame>
#include <QMap>

#include "app/bridge/jobs.h"

class QLabel;
class QProgressBar;
class QToolButton;
class QVBoxLayout;

namespace fovea {

class ElidedLabel;

// One job: title, current step, progress, and its own Cancel. The job may end before the row is deleted.
class JobRow : public QWidget {
  Q_OBJECT
 public:
  explicit JobRow(Job* job, QWidget* parent = nullptr);

 private:
  void refresh();

  Job* job_;
  ElidedLabel* title_;
  ElidedLabel* stage_;
  QProgressBar* bar_;
  QToolButton* cancel_;
};

// All active jobs, in start order.
class JobList : public QWidget {
  Q_OBJECT
 public:
  explicit JobList(JobQueue& jobs, QWidget* parent = nullptr);

 private:
  void add(Job* job);

  QVBoxLayout* column_;
  QMap<Job*, JobRow*> rows_;
};

// A line of jobs in the status strip: a single job with progress and Cancel, or the number of jobs. Either opens the
// list of all. Hidden without jobs.
class JobStrip : public QWidget {
  Q_OBJECT
 public:
  explicit JobStrip(JobQueue& jobs, QWidget* parent = nullptr);
  // Shows the list above the strip.
  void showList();
  QFrame* list() const { return popup_; }

 private:
  void add(Job* job);
  void refresh();
  void placeList();

  JobQueue& jobs_;
  QToolButton* words_;
  QProgressBar* bar_;
  QToolButton* cancel_;
  QFrame* popup_;
};

}  // namespace fovea
