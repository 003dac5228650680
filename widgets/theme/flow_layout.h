// Why: lays out pills or cards in a row that wraps at the edge.
#pragma once
#include <QtWidgets/QLayout>
#include <vector>

namespace fovea {

class FlowLayout : public QLayout {
 public:
  explicit FlowLayout(QWidget* parent = nullptr, int spacing = 8);
  ~FlowLayout() override;

  void addItem(QLayoutItem* item) override;
  int count() const override;
  QLayoutItem* itemAt(int index) const override;
  QLayoutItem* takeAt(int index) override;
  Qt::Orientations expandingDirections() const override { return {}; }
  bool hasHeightForWidth() const override { return true; }
  int heightForWidth(int width) const override;
  void setGeometry(const QRect& rectangle) override;
  QSize sizeHint() const override { return minimumSize(); }
  QSize minimumSize() const override;

 private:
  // Positions the items in `rectangle` (or only measures them) and returns the needed height, margins included.
  int arrange(const QRect& rectangle, bool place) const;

  std::vector<QLayoutItem*> items_;
};

}  // namespace fovea
