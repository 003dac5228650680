#include "app/workspaces/train/augmentation_change.h"

#include <QTimer>

#include "app/workspaces/network/transforms_dialog.h"
#include "app/workspaces/network/variant_pictures.h"
#include "core/train/input_transforms.h"

namespace fovea {

AugmentationChange::AugmentationChange(QWidget* window) : QObject(window), window_(window) {}

void AugmentationChange::ask(RunId run, const std::filesystem::path& dataset, const std::string& text) {
  reading_.ask(
      [dataset]() -> Result<std::vector<Sample>> {
        FOVEA_TRY(const auto data, Dataset::open(dataset));
        return handySamples(*data);
      },
      [this, run, text](const Result<std::vector<Sample>>& samples) {
        if (!samples.ok()) return Q_EMIT failed(samples.error());
        // Opens the dialog from the event loop, since the dialog runs its own.
        QTimer::singleShot(0, this, [this, run, text, found = *samples] { open(run, text, found); });
      });
}

void AugmentationChange::open(RunId run, const std::string& text, std::vector<Sample> samples) {
  const auto present = inputTransformsFromText(text);
  if (!present.ok()) Q_EMIT failed(present.error());
  const TransformList list = present.ok() ? *present : TransformList();
  // The current transforms determine the shape of the network's input.
  const auto plan = TransformPlan::make(list, samples.front().input.type());
  const Shape shape = plan.ok() ? plan->outputType().shape : samples.front().input.shape();
  TransformsDialog dialog(list, std::move(samples), shape, window_);
  dialog.setWindowTitle(tr("Augmentation of run %1").arg(run.index));
  if (dialog.exec() == QDialog::Accepted) Q_EMIT chosen(run, inputTransformsText(dialog.list()));
}

}  // namespace fovea
