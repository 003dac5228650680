// Why: a project that is closed, or left for another, takes along what is still going on in it. It is said what that
// is, and the window waits until it has ended, in sight. GUI thread only.
#pragma once
#include <QDialog>

#include "app/bridge/session.h"

class QLabel;
class QProgressBar;
class QPushButton;

namespace fovea {

class EndingDialog : public QDialog {
  Q_OBJECT
 public:
  // What will be done after it: all jobs end before the program does, only those of the project before another one is
  // opened.
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
  void refresh();

  Session& session_;
  Purpose purpose_;
  bool unsaved_;
  bool decided_ = false;
  bool over_ = false;  // accepted or rejected
  QLabel* what_;
  QWidget* runBox_;
  QLabel* run_;
  QProgressBar* runBar_;
  QPushButton* stop_;
  QPushButton* wait_;
};

}  // namespace fovea
