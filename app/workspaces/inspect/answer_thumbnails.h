// Why: shows the samples behind a figure as pictures with the network's answers.
#pragma once
#include <QColor>
#include <QCoreApplication>

#include "app/workspaces/inspect/shown_evaluation.h"
#include "widgets/images/thumbnail_grid.h"

namespace fovea {

class AnswerThumbnails : public ThumbnailSource {
  Q_DECLARE_TR_FUNCTIONS(fovea::AnswerThumbnails)
 public:
  // `positions` are indices of Evaluation::answers. `ink` is the colour of drawn content, such as curves. A source
  // `before` in the same grid may have pictures of the same samples.
  AnswerThumbnails(ShownEvaluation shown, std::vector<std::size_t> positions, const QColor& ink,
                   const AnswerThumbnails* before = nullptr)
      : shown_(std::move(shown)), positions_(std::move(positions)), ink_(ink) {
    if (before) series_ = before->series_ + (samePictures(*before) ? 0 : 1);
  }

  qint64 count() const override { return static_cast<qint64>(positions_.size()); }
  QString label(qint64 index) const override;
  QImage image(qint64 index) const override { return picture(index, 256); }
  QImage picture(qint64 index, int side) const override;
  quint64 key(qint64 index) const override { return quint64{series_} << 32 | record(index); }
  bool isFaint(qint64 index) const override { return shown_.corrected(record(index)); }
  std::size_t position(qint64 index) const { return positions_[static_cast<std::size_t>(index)]; }
  std::uint32_t record(qint64 index) const { return shown_.recordOf(position(index)); }

 private:
  bool samePictures(const AnswerThumbnails& other) const {
    return ink_ == other.ink_ && shown_.dataset().sharesStore(other.shown_.dataset());
  }

  ShownEvaluation shown_;
  std::vector<std::size_t> positions_;
  QColor ink_;
  quint32 series_ = 0;  // differs between sources whose pictures of a record differ
};

}  // namespace fovea
