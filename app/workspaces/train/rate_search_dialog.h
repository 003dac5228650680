// Why: searches for a learning rate by a trial, shows how the loss depends on it, and lets the user adopt one.
#pragma once
#include <QDialog>
#include <QPointer>

#include "app/bridge/jobs.h"
#include "core/train/rate_search.h"

class QLabel;
class QProgressBar;
class QPushButton;
class QStackedWidget;

namespace fovea {

class RatePlot;

class RateSearchDialog : public QDialog {
  Q_OBJECT
 public:
  // Closing the dialog cancels the job.
  explicit RateSearchDialog(Job* job, QWidget* parent = nullptr);
  ~RateSearchDialog() override;

  // Shows the result; call it when the job has ended.
  void show(const Result<RateSearch>& found);
  RatePlot* plot() const { return plot_; }
  QString words() const;

 Q_SIGNALS:
  void rateTaken(double rate);

 private:
  void showRate(double rate);

  QPointer<Job> job_;
  QStackedWidget* pages_;
  QProgressBar* bar_;
  RatePlot* plot_;
  QLabel* words_;
  QPushButton* take_;
};

}  // namespace fovea
