// Why: says what the colours and shapes of a PointCloud mean, and chooses a group by mouse or keyboard.
#pragma once
#include <QtCore/QStringList>
#include <QtWidgets/QAbstractButton>
#include <QtWidgets/QScrollArea>
#include <vector>

class QVBoxLayout;

namespace fovea {

// A group's mark, name and number of points.
class LegendRow : public QAbstractButton {
  Q_OBJECT
 public:
  LegendRow(int group, const QString& name, qint64 count, QWidget* parent = nullptr);
  QSize sizeHint() const override;

 Q_SIGNALS:
  // Double click or Enter.
  void selectWanted();

 protected:
  void paintEvent(QPaintEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void mouseDoubleClickEvent(QMouseEvent* event) override;

 private:
  int group_;
  QString name_, count_;
};

class CloudLegend : public QScrollArea {
  Q_OBJECT
 public:
  explicit CloudLegend(QWidget* parent = nullptr);

  void setGroups(const QStringList& names, const std::vector<qint64>& counts);
  // A scale from `low` to `high`, as texts.
  void setScale(const QString& title, const QString& low, const QString& high);
  // The emphasised group; −1: none.
  int emphasis() const;
  std::vector<LegendRow*> rows() const { return rows_; }

 Q_SIGNALS:
  void emphasisChanged(int group);
  void selectWanted(int group);

 private:
  void clear();
  void emphasise(int group);

  QVBoxLayout* column_;
  std::vector<LegendRow*> rows_;
};

}  // namespace fovea
