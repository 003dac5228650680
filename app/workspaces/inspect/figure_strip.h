// Why: shows the figures that summarise an evaluation in one line, each with its name and a tooltip.
#pragma once
#include <QWidget>
#include <vector>

namespace fovea {

class FigureStrip : public QWidget {
  Q_OBJECT
 public:
  struct Figure {
    QString name;
    QString value;
    QString help{};    // tooltip
    QString change{};  // relative to another evaluation: "+1.2 %"; may be empty
    bool better = true;
  };

  explicit FigureStrip(QWidget* parent = nullptr);
  // Shows as many figures as fit, starting with the first.
  void setFigures(std::vector<Figure> figures);
  const std::vector<Figure>& figures() const { return figures_; }

  QSize sizeHint() const override;
  QSize minimumSizeHint() const override;

 protected:
  void paintEvent(QPaintEvent* event) override;
  bool event(QEvent* event) override;

 private:
  int widthOf(const Figure& figure) const;

  std::vector<Figure> figures_;
};

}  // namespace fovea
