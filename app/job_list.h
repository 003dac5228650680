// Why: whoever waits for jobs sees every one of them, and stops the one that is meant. GUI thread only.
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

// One job: what it is, what it does now, how far it is, and a Cancel of its own. The job may end before this does.
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

// All jobs that are under way, in the order in which they were started.
class JobList : public QWidget {
  Q_OBJECT
 public:
  explicit JobList(JobQueue& jobs, QWidget* parent = nullptr);

 private:
  void add(Job* job);

  QVBoxLayout* column_;
  QMap<Job*, JobRow*> rows_;
};

// Jobs in a line of the status strip: one with its progress and Cancel; of several how many there are. Either opens the
// list of all. Hidden while there are none.
class JobStrip : public QWidget {
  Q_OBJECT
 public:
  explicit JobStrip(JobQueue& jobs, QWidget* parent = nullptr);
  // The list, over the strip.
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
