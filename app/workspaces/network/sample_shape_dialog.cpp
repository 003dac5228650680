#include "app/workspaces/network/sample_shape_dialog.h"

#include <QDialogButtonBox>
#include <QDoubleSpinBox>
#include <QFileInfo>
#include <QFormLayout>
#include <QLabel>
#include <QPushButton>
#include <QSpinBox>
#include <algorithm>
#include <limits>

#include "core/data/store/dataset.h"
#include "core/layers/layer_type.h"
#include "widgets/theme/theme.h"
#include "widgets/theme/tokens.h"

namespace fovea {
namespace {

constexpr int kUsualChannels = 3, kUsualExtent = 224;
constexpr double kLargestValue = 1e9;

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

// The Input layer's own limit.
int mostExtent() {
  return static_cast<int>(findLayer("input")->parameters.find("shape")->maximum);
}

bool fits(const Shape& shape, const std::vector<std::int64_t>& open) {
  return std::equal(shape.begin(), shape.end(), open.begin(), open.end(),
                    [](std::int64_t has, std::int64_t said) { return said == 0 || said == has; });
}

}  // namespace

SampleShapeDialog::SampleShapeDialog(const QString& file, std::vector<InputChoice> open, const Dataset* dataset,
                                     QWidget* parent)
    : QDialog(parent), open_(std::move(open)) {
  setWindowTitle(tr("How large are the samples?"));
  const bool known = dataset && std::ranges::any_of(open_, [&](const InputChoice& input) {
                       return !input.shape.empty() && fits(dataset->info().sampleShape, input.shape);
                     });
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
  for (const InputChoice& input : open_)
    if (input.shape.empty())
      addValue(*form, input);
    else
      addExtents(*form, input, dataset);
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
  if (const auto first = std::ranges::find_if(extents_, &QSpinBox::isEnabled); first != extents_.end()) {
    (*first)->setFocus();
    (*first)->selectAll();
  }
}

QString SampleShapeDialog::titled(const InputChoice& input, const QString& title) const {
  return open_.size() > 1 ? tr("%1: %2").arg(QString::fromStdString(input.name), title) : title;
}

void SampleShapeDialog::addExtents(QFormLayout& form, const InputChoice& input, const Dataset* dataset) {
  const bool known = dataset && fits(dataset->info().sampleShape, input.shape);
  const QStringList titles = titlesOf(input.shape.size());
  for (std::size_t i = 0; i < input.shape.size(); ++i) {
    const int at = static_cast<int>(i);
    auto* extent = new QSpinBox;
    extents_.push_back(extent);
    std::int64_t value = i == 0 && input.shape.size() > 2 ? kUsualChannels : kUsualExtent;
    if (known) value = dataset->info().sampleShape[at];
    if (input.shape[i] > 0) value = input.shape[i];
    const int shown = static_cast<int>(std::min<std::int64_t>(value, std::numeric_limits<int>::max()));
    extent->setRange(1, std::max(mostExtent(), shown));
    extent->setValue(shown);
    extent->setEnabled(input.shape[i] == 0);
    const QString title = titled(input, titles[at]);
    extent->setAccessibleName(title);
    form.addRow(title, extent);
  }
}

void SampleShapeDialog::addValue(QFormLayout& form, const InputChoice& input) {
  auto* value = new QDoubleSpinBox;
  values_.push_back(value);
  value->setRange(-kLargestValue, kLargestValue);
  const QString title = titled(input, tr("Value"));
  value->setAccessibleName(title);
  value->setToolTip(tr("This input is one number for all samples, such as a sample rate"));
  form.addRow(title, value);
}

std::vector<InputChoice> SampleShapeDialog::inputs() const {
  std::vector<InputChoice> inputs = open_;
  std::size_t extent = 0, value = 0;
  for (InputChoice& input : inputs) {
    if (input.shape.empty()) input.value = values_[value++]->value();
    for (std::int64_t& own : input.shape) own = extents_[extent++]->value();
  }
  return inputs;
}

}  // namespace fovea
