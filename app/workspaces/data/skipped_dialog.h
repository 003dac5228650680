// Why: what the import of a data set left out can be looked at, and tried again, at any time later.
#pragma once
#include <QDialog>

#include "app/bridge/session.h"

namespace fovea {

class Banner;
class SkippedList;

class SkippedDialog : public QDialog {
  Q_OBJECT
 public:
  SkippedDialog(Session& session, std::shared_ptr<const Dataset> dataset, QWidget* parent = nullptr);

 private:
  void tryAgain();
  // Closes when nothing is left out any more.
  void refresh();

  Session& session_;
  std::shared_ptr<const Dataset> dataset_;
  SkippedList* list_;
  Banner* banner_;
};

}  // namespace fovea
