// Why: a project that is closed, or left for another, takes along what is still going on in it. It is said what that
// is, and the window waits until it has ended, in sight. GUI thread only.
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
  // The step that the dialog stands before. All jobs end before the program closes; those of this project end before
  // another one is opened.
  enum class Purpose { Close, ChangeProject };

  // `unsaved`: what is not saved and cannot be, one line each.
  EndingDialog(Session& session, Purpose purpose, const QStringList& unsaved, QWidget* parent = nullptr);
  // Whether there is anything to ask about.
  static bool wanted(Session& session, Purpose purpose, const QStringList& unsaved);

 public Q_SLOTS:
  // Stops the run with a checkpoint, cancels the jobs, and accepts when they have ended.
  void stop();
  // Accepts when all has ended by itself.
  void wait();

 protected:
  void done(int result) override;

 private:
  void buildUnsaved();
  void showUnsaved();
  void refresh();
  // Saves the run once more, and goes on with what was decided.
  void tryAgain();
  // Gives up what cannot be saved.
  void discard();

  Session& session_;
  Purpose purpose_;
  bool unsaved_;
  bool decided_ = false;
  bool over_ = false;  // accepted or rejected
  QLabel* what_;
  QWidget* runBox_;
  QLabel* run_;
  QProgressBar* runBar_;
  // A run that could not be saved: it is tried again now and then, and at once when a person says so.
  QWidget* unsavedBox_;
  QLabel* unsavedWords_;
  QTimer retry_;
  QPushButton* stop_;
  QPushButton* wait_;
};

}  // namespace fovea
