// Why: edits the list of input transforms on the left, with a live preview of sixteen variants of one sample on the
// right.
#pragma once
#include <QDialog>
#include <QTimer>

#include "app/bridge/latest_task.h"
#include "app/workspaces/network/variant_pictures.h"
#include "core/data/transforms/transform.h"

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
  // `samples` are images u8 [C, H, W], with boxes or a mask if they have some, or signals f32 of up to three axes: at
  // least one, all of one kind and small (see handySample). `shape` is the network's input. Edits a copy of `list`.
  TransformsDialog(TransformList list, std::vector<Sample> samples, const Shape& shape, QWidget* parent = nullptr);

  // The current list, for the Input layer if the dialog is accepted.
  const TransformList& list() const { return list_; }
  // The number of variants on the screen.
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
  QTimer soon_;  // coalesces redraws while a slider moves
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
