// Why: a text of Caffe's may leave to its data how large samples are; who opens it says so, or takes what the project's
// data set has.
#pragma once
#include <QDialog>
#include <array>

class QSpinBox;

namespace fovea {

class Dataset;

class SampleShapeDialog : public QDialog {
  Q_OBJECT
 public:
  // Begins with the images of `dataset`, if it has any; null: there is no data set.
  SampleShapeDialog(const QString& file, const Dataset* dataset, QWidget* parent = nullptr);

  // [C, H, W].
  std::vector<std::int64_t> shape() const;
  QSpinBox* channels() const { return extents_[0]; }
  QSpinBox* height() const { return extents_[1]; }
  QSpinBox* width() const { return extents_[2]; }

 private:
  std::array<QSpinBox*, 3> extents_{};
};

}  // namespace fovea
