// Why: closing or leaving a project would end its active runs and jobs. The dialog lists them and stays visible until
// they have ended. GUI thread only.
#pragma once
#include <QDialog>
#include <QTimer>

#include "app/bridge/session.h"

class QLabel;
class QProgressBar;
class QPushButton;

namespace fovea {

class EndingDialog : public QDialog {
  Q_OBJECT
 public:
  // The reason for the dialog. Before the program closes, all jobs must end; before another project opens, those of
  // this one.
  enum class Purpose { Close, ChangeProject };

  // `unsaved`: what could not be saved, one line each.
  EndingDialog(Session& session, Purpose purpose, const QStringList& unsaved, QWidget* parent = nullptr);
  // Whether there is anything to ask.
  static bool wanted(Session& session, Purpose purpose, const QStringList& unsaved);

 public Q_SLOTS:
  // Stops the run with a checkpoint, cancels the jobs, and accepts when they have ended.
  void stop();
  // Accepts when everything has ended by itself.
  void wait();

 protected:
  void done(int result) override;

 private:
  void beginNothing();
  // The run to decide about first: one that cannot be saved, else the latest started one.
  std::shared_ptr<const WorkerSnapshot> run() const;
  void buildUnsaved();
  void showUnsaved();
  void refresh();
  // Saves the run once more, and continues with the decision.
  void tryAgain();
  // Discards what cannot be saved.
  void discard();

  Session& session_;
  Purpose purpose_;
  bool unsaved_;
  bool decided_ = false;
  bool over_ = false;  // accepted or rejected
  QLabel* what_;
  QWidget* runBox_;
  QLabel* runWords_;
  QProgressBar* runBar_;
  // For a run that could not be saved: it is retried at intervals and on the user's request.
  QWidget* unsavedBox_;
  QLabel* unsavedWords_;
  QTimer retry_;
  QPushButton* stop_;
  QPushButton* wait_;
};

}  // namespace fovea
