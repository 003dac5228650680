// Why: a project of before, to be recognised at a glance: name, folder, how good its best run is.
#pragma once
#include <QAbstractButton>

namespace fovea {

class ProjectCard : public QAbstractButton {
  Q_OBJECT
 public:
  // Reads the folder on another thread; until then only its name is shown.
  explicit ProjectCard(const QString& folder, QWidget* parent = nullptr);
  QSize sizeHint() const override { return {308, 84}; }

 Q_SIGNALS:
  void chosen();

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  QString folder_;
  QString name_;
  QString words_;
};

}  // namespace fovea
