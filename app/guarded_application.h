// Why: an exception in the GUI thread would end the program with all unsaved work; this shows its message, and the
// window goes on. GUI thread only.
#pragma once
#include <QApplication>

#include "core/base/result.h"

namespace fovea {

class GuardedApplication : public QApplication {
  Q_OBJECT
 public:
  using QApplication::QApplication;
  // Returns false if the event's handler threw; the message is shown once control is back in the event loop.
  bool notify(QObject* receiver, QEvent* event) override;

 Q_SIGNALS:
  void caught(const fovea::Error& error);

 private:
  void show(const Error& error);

  bool showing_ = false;  // a repeated error is shown once at a time
};

}  // namespace fovea
