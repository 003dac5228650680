#include "app/workspaces/data/dataset_thumbnails.h"

#include "widgets/images/color_map.h"

namespace fovea {

DatasetThumbnails::DatasetThumbnails(std::shared_ptr<const Dataset> dataset, Split split, std::int32_t label)
    : dataset_(std::move(dataset)), split_(split), label_(label) {}

qint64 DatasetThumbnails::count() const {
  return label_ < 0 ? dataset_->size(split_) : static_cast<qint64>(dataset_->samplesOfClass(split_, label_).size());
}

qint64 DatasetThumbnails::sampleIndex(qint64 item) const {
  return label_ < 0 ? item
                    : static_cast<qint64>(dataset_->samplesOfClass(split_, label_)[static_cast<std::size_t>(item)]);
}

QString DatasetThumbnails::label(qint64 index) const {
  const std::int32_t label = dataset_->labels(split_)[static_cast<std::size_t>(sampleIndex(index))];
  const auto& classes = dataset_->info().classes;
  return label >= 0 && label < static_cast<std::int32_t>(classes.size())
             ? QString::fromStdString(classes[static_cast<std::size_t>(label)])
             : QString();
}

QImage DatasetThumbnails::image(qint64 index) const {
  const auto sample = dataset_->sample(split_, sampleIndex(index));
  if (!sample.ok()) return {};
  auto image = sampleToImage(sample->input);
  return image.ok() ? *image : QImage();
}

}  // namespace fovea
