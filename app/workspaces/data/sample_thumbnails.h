// Why: provides the grid's pictures of the samples of a view.
#pragma once
#include <QColor>
#include <QStringList>
#include <memory>

#include "core/data/measures/catalogue.h"
#include "widgets/images/thumbnail_grid.h"

namespace fovea {

class SampleThumbnails : public ThumbnailSource {
 public:
  using Records = std::shared_ptr<const std::vector<std::uint32_t>>;
  // `ink`: the colour of drawn content, such as curves.
  SampleThumbnails(const Catalogue& catalogue, Records records, const QColor& ink);

  qint64 count() const override { return static_cast<qint64>(records_->size()); }
  QString label(qint64 index) const override;
  QImage image(qint64 index) const override;
  QImage picture(qint64 index, int side) const override;
  quint64 key(qint64 index) const override { return record(index); }
  bool isFaint(qint64 index) const override { return dataset_->states().excluded[record(index)]; }
  std::uint32_t record(qint64 index) const { return (*records_)[static_cast<std::size_t>(index)]; }

 private:
  std::shared_ptr<const Dataset> dataset_;
  std::shared_ptr<const SampleOutcomes> outcomes_;
  Records records_;
  QStringList classes_;
  QColor ink_;
};

}  // namespace fovea
