// Why: asks for sample shapes or input values that a Caffe text or an ONNX model leaves open, and suggests the samples
// of the project's data set.
#pragma once
#include <QDialog>
#include <vector>

#include "core/exchange/input_choice.h"

class QDoubleSpinBox;
class QFormLayout;
class QSpinBox;

namespace fovea {

class Dataset;

class SampleShapeDialog : public QDialog {
  Q_OBJECT
 public:
  // `open`: the inputs that the file leaves open, with extents of 0; for an input without a shape the dialog asks for
  // its value. Three extents are channels, height and width. Initial values come from the samples of `dataset` if an
  // input fits them; null: there is no data set.
  SampleShapeDialog(const QString& file, std::vector<InputChoice> open, const Dataset* dataset,
                    QWidget* parent = nullptr);

  // The same inputs with the user's numbers.
  std::vector<InputChoice> inputs() const;
  // The spin boxes of all extents of all inputs, including known ones.
  const std::vector<QSpinBox*>& extents() const { return extents_; }

 private:
  void addExtents(QFormLayout& form, const InputChoice& input, const Dataset* dataset);
  void addValue(QFormLayout& form, const InputChoice& input);
  // A field's title, preceded by the input's name if there are several inputs.
  QString titled(const InputChoice& input, const QString& title) const;

  std::vector<InputChoice> open_;
  std::vector<QSpinBox*> extents_;
  std::vector<QDoubleSpinBox*> values_;
};

}  // namespace fovea
