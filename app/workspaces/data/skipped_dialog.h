// Why: shows what an import skipped, and allows a retry, at any later time.
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
  // Closes when nothing is skipped any more.
  void refresh();

  Session& session_;
  std::shared_ptr<const Dataset> dataset_;
  SkippedList* list_;
  Banner* banner_;
};

}  // namespace fovea
