#include "app/workspaces/network/sample_shape_dialog.h"

#include <QDialogButtonBox>
#include <QFileInfo>
#include <QFormLayout>
#include <QLabel>
#include <QSpinBox>

#include "core/data/dataset.h"
#include "widgets/theme/theme.h"
#include "widgets/theme/tokens.h"

namespace fovea {
namespace {

constexpr std::array<int, 3> kUsual{3, 224, 224};
constexpr std::array<int, 3> kMost{1024, 16'384, 16'384};

}  // namespace

SampleShapeDialog::SampleShapeDialog(const QString& file, const Dataset* dataset, QWidget* parent) : QDialog(parent) {
  setWindowTitle(tr("How large are the samples?"));
  const bool images = dataset && dataset->info().sampleShape.rank() == 3;
  auto* why = new QLabel(tr("“%1” leaves it to its data how large samples are.").arg(QFileInfo(file).fileName()));
  auto* from = new QLabel(
      images ? tr("These are the images of “%1”.").arg(QString::fromStdString(dataset->info().name))
             : tr("No data set of images is open to ask. Networks that read whole images take any height and width."));
  for (QLabel* label : {why, from}) label->setWordWrap(true);
  setKind(from, "muted");
  auto* form = new QFormLayout;
  form->setVerticalSpacing(size::kGutter);
  form->setHorizontalSpacing(size::kPageMargin);
  const std::array<QString, 3> titles{tr("Channels"), tr("Height"), tr("Width")};
  for (std::size_t i = 0; i < extents_.size(); ++i) {
    extents_[i] = new QSpinBox;
    extents_[i]->setRange(1, kMost[i]);
    extents_[i]->setValue(images ? static_cast<int>(dataset->info().sampleShape[static_cast<int>(i)]) : kUsual[i]);
    extents_[i]->setAccessibleName(titles[i]);
    form->addRow(titles[i], extents_[i]);
  }
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel);
  setKind(buttons->addButton(tr("Import"), QDialogButtonBox::AcceptRole), "primary");
  connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(size::kPageMargin, size::kPageMargin, size::kPageMargin, size::kPageMargin);
  column->setSpacing(size::kPageMargin);
  column->addWidget(why);
  column->addLayout(form);
  column->addWidget(from);
  column->addWidget(buttons);
  setMinimumWidth(420);
  extents_[0]->selectAll();
}

std::vector<std::int64_t> SampleShapeDialog::shape() const {
  return {extents_[0]->value(), extents_[1]->value(), extents_[2]->value()};
}

}  // namespace fovea
