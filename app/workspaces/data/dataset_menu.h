// Why: what can be done with a data set as a whole stands beside its name: its folder, and taking it out of the
// project.
#pragma once
#include <QPushButton>

#include "app/bridge/session.h"

namespace fovea {

class DatasetMenu : public QPushButton {
  Q_OBJECT
 public:
  explicit DatasetMenu(Session& session, QWidget* parent = nullptr);

 public Q_SLOTS:
  // Each of the selected data set; the first asks before.
  void askToRemove();
  void remove(bool withFiles);
  void showFolder();

 Q_SIGNALS:
  // What happened, and what else is to be known.
  void done(const QString& what, const QString& more);
  void failed(const fovea::Error& error);

 private:
  std::string selected() const;

  Session& session_;
};

}  // namespace fovea
