// Why: a data set as pictures for a grid: a split, or one class of it.
#pragma once
#include <memory>

#include "core/data/dataset.h"
#include "widgets/images/thumbnail_grid.h"

namespace fovea {

class DatasetThumbnails : public ThumbnailSource {
 public:
  // `label` < 0: every class.
  DatasetThumbnails(std::shared_ptr<const Dataset> dataset, Split split, std::int32_t label);

  qint64 count() const override;
  QString label(qint64 index) const override;
  QImage image(qint64 index) const override;
  // Where an item lies in the split.
  qint64 sampleIndex(qint64 item) const;
  Split split() const { return split_; }

 private:
  std::shared_ptr<const Dataset> dataset_;
  Split split_;
  std::int32_t label_;
};

}  // namespace fovea
