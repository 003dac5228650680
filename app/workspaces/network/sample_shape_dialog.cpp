#include "app/workspaces/network/sample_shape_dialog.h"

#include <QDialogButtonBox>
#include <QFileInfo>
#include <QFormLayout>
#include <QLabel>
#include <QSpinBox>
#include <algorithm>
#include <limits>

#include "core/data/dataset.h"
#include "widgets/theme/theme.h"
#include "widgets/theme/tokens.h"

namespace fovea {
namespace {

constexpr int kUsualChannels = 3, kUsualExtent = 224;
constexpr int kMostExtent = 16'384;

QStringList titlesOf(std::size_t extents) {
  switch (extents) {
    case 1:
      return {SampleShapeDialog::tr("Length")};
    case 3:
      return {SampleShapeDialog::tr("Channels"), SampleShapeDialog::tr("Height"), SampleShapeDialog::tr("Width")};
    default:
      QStringList titles;
      for (std::size_t i = 1; i <= extents; ++i) titles << SampleShapeDialog::tr("Extent %1").arg(i);
      return titles;
  }
}

bool fits(const Shape& shape, const std::vector<std::int64_t>& open) {
  return std::equal(shape.begin(), shape.end(), open.begin(), open.end(),
                    [](std::int64_t has, std::int64_t said) { return said == 0 || said == has; });
}

}  // namespace

SampleShapeDialog::SampleShapeDialog(const QString& file, const std::vector<std::int64_t>& open, const Dataset* dataset,
                                     QWidget* parent)
    : QDialog(parent) {
  setWindowTitle(tr("How large are the samples?"));
  const bool known = dataset && fits(dataset->info().sampleShape, open);
  auto* why = new QLabel(tr("“%1” leaves it to its data how large samples are.").arg(QFileInfo(file).fileName()));
  auto* from = new QLabel(
      known ? tr("These are the samples of “%1”.").arg(QString::fromStdString(dataset->info().name))
            : tr("No data set that fits is open to ask. Networks that read whole images take most heights and widths; "
                 "others, of lines of text for one, are made for some alone."));
  for (QLabel* label : {why, from}) label->setWordWrap(true);
  setKind(from, "muted");
  auto* form = new QFormLayout;
  form->setVerticalSpacing(size::kGutter);
  form->setHorizontalSpacing(size::kPageMargin);
  const QStringList titles = titlesOf(open.size());
  for (std::size_t i = 0; i < open.size(); ++i) {
    const int at = static_cast<int>(i);
    auto* extent = new QSpinBox;
    extents_.push_back(extent);
    std::int64_t value = i == 0 && open.size() > 2 ? kUsualChannels : kUsualExtent;
    if (known) value = dataset->info().sampleShape[at];
    if (open[i] > 0) value = open[i];
    const int shown = static_cast<int>(std::min<std::int64_t>(value, std::numeric_limits<int>::max()));
    extent->setRange(1, std::max(kMostExtent, shown));
    extent->setValue(shown);
    extent->setEnabled(open[i] == 0);
    extent->setAccessibleName(titles[at]);
    form->addRow(titles[at], extent);
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
  const auto first = std::ranges::find_if(extents_, &QSpinBox::isEnabled);
  (*first)->setFocus();
  (*first)->selectAll();
}

std::vector<std::int64_t> SampleShapeDialog::shape() const {
  std::vector<std::int64_t> shape;
  for (const QSpinBox* extent : extents_) shape.push_back(extent->value());
  return shape;
}

}  // namespace fovea
