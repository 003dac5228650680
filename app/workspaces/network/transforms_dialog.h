// Why: what is done to samples on their way into a network is seen before it is used: the list that a person orders on
// the left, sixteen variants of one sample on the right, live as a value changes.
#pragma once
#include <QDialog>
#include <QTimer>

#include "app/bridge/latest_task.h"
#include "app/workspaces/network/variant_pictures.h"
#include "core/data/transform.h"

class QLabel;
class QListWidget;
class QPushButton;
class QVBoxLayout;

namespace fovea {

class SchemaForm;
class VariantGrid;

class TransformsDialog : public QDialog {
  Q_OBJECT
 public:
  // `samples` are images u8 [C, H, W], with boxes or a mask if they have some, or signals f32 of up to three axes; at
  // least one, all of a kind and handy (see handySample); `shape` is what the network takes. Changes a copy of `list`.
  TransformsDialog(TransformList list, std::vector<Sample> samples, const Shape& shape, QWidget* parent = nullptr);

  // As it stands now; what the Input layer is to keep once the dialog is accepted.
  const TransformList& list() const { return list_; }
  // How many variants are on the screen.
  std::size_t shownVariants() const;

 private:
  void addStep(const QString& type);
  void removeStep();
  void moveStep(int by);
  void showList(int current);
  void showForm();
  void showVariants();
  TransformStep* current();

  TransformList list_;
  std::vector<Sample> samples_;
  Shape shape_;
  std::size_t sample_ = 0;
  std::uint64_t draw_ = 1;
  QTimer soon_;  // so that a slider that moves fast does not queue pictures
  QListWidget* steps_;
  QPushButton *remove_, *up_, *down_;
  QLabel* help_;
  QVBoxLayout* formPlace_;
  SchemaForm* form_ = nullptr;
  VariantGrid* variants_;
  LatestTask<std::vector<VariantPicture>> drawing_{true};
  QLabel* problem_;
};

}  // namespace fovea
