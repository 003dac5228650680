// Why: shows how the distribution of a layer's outputs changes while it trains: one line per histogram, the oldest at
// the back, all on one axis of values. GUI thread only.
#pragma once
#include <QtWidgets/QWidget>
#include <cstdint>
#include <vector>

#include "core/train/statistics.h"

namespace fovea {

class RidgePlot : public QWidget {
  Q_OBJECT
 public:
  struct Ridge {
    std::int64_t step = 0;
    Histogram histogram;
  };
  explicit RidgePlot(QWidget* parent = nullptr);
  // In order of step.
  void setRidges(std::vector<Ridge> ridges);
  const std::vector<Ridge>& ridges() const { return ridges_; }

  QSize sizeHint() const override { return {260, 150}; }
  QSize minimumSizeHint() const override { return {140, 110}; }

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  std::vector<Ridge> ridges_;
};

}  // namespace fovea
