#include "app/workspaces/data/sample_thumbnails.h"

#include "app/workspaces/data/sample_drawing.h"

namespace fovea {
namespace {

constexpr int kNamedClasses = 3;  // maximum number of a sample's classes named below its picture

}  // namespace

SampleThumbnails::SampleThumbnails(const Catalogue& catalogue, Records records, const QColor& ink)
    : dataset_(catalogue.dataset()), outcomes_(catalogue.outcomes()), records_(std::move(records)), ink_(ink) {
  for (const std::string& name : dataset_->info().classes) classes_ << QString::fromStdString(name);
}

QString SampleThumbnails::label(qint64 index) const {
  const auto own = dataset_->classesOf(record(index));
  const std::int32_t taken = outcomes_ ? outcomes_->predictions[record(index)] : kNoLabel;
  if (own.size() == 1 && taken != kNoLabel && taken != own.front() && taken < classes_.size())
    return classes_[own.front()] + QStringLiteral(" → ") + classes_[taken];
  if (own.size() == 1) return classes_[own.front()];
  QStringList names;
  for (std::size_t i = 0; i < own.size() && i < kNamedClasses; ++i) names << classes_[own[i]];
  if (own.size() > kNamedClasses) names << QStringLiteral("…");
  return names.join(QStringLiteral(", "));
}

QImage SampleThumbnails::image(qint64 index) const {
  const auto sample = dataset_->record(record(index));
  if (!sample.ok()) return {};
  const auto input = decodeContent(sample->input);
  return input.ok() ? inputImage(*input, dataset_->info(), ink_) : QImage();
}

QImage SampleThumbnails::picture(qint64 index, int side) const {
  const auto sample = dataset_->record(record(index));
  return sample.ok() ? thumbnail(*sample, dataset_->info(), side, ink_) : QImage();
}

}  // namespace fovea
