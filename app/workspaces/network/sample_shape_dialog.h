// Why: a text of Caffe's or an ONNX model may leave to its data how large samples are; who opens it says so, or takes
// what the project's data set has.
#pragma once
#include <QDialog>
#include <vector>

class QSpinBox;

namespace fovea {

class Dataset;

class SampleShapeDialog : public QDialog {
  Q_OBJECT
 public:
  // `open`: what the file says, 0 for what it leaves open; three of them are channels, height and width. Begins with
  // the samples of `dataset`, if they are such; null: there is no data set.
  SampleShapeDialog(const QString& file, const std::vector<std::int64_t>& open, const Dataset* dataset,
                    QWidget* parent = nullptr);

  std::vector<std::int64_t> shape() const;
  const std::vector<QSpinBox*>& extents() const { return extents_; }

 private:
  std::vector<QSpinBox*> extents_;
};

}  // namespace fovea
