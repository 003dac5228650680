// Why: an exception in the window's own thread would end the program with all that is not saved; here it becomes words,
// and the window goes on. GUI thread only.
#pragma once
#include <QApplication>

#include "core/base/result.h"

namespace fovea {

class GuardedApplication : public QApplication {
  Q_OBJECT
 public:
  using QApplication::QApplication;
  // False for an event whose handler threw; its words are shown once control is back in the event loop.
  bool notify(QObject* receiver, QEvent* event) override;

 Q_SIGNALS:
  void caught(const fovea::Error& error);

 private:
  void show(const Error& error);

  bool showing_ = false;  // what happens again and again is shown once at a time
};

}  // namespace fovea
