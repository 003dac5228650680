#include "app/workspaces/inspect/answer_thumbnails.h"

#include <QLocale>
#include <cmath>

#include "app/workspaces/data/sample_drawing.h"
#include "widgets/theme/number_text.h"

namespace fovea {

QString AnswerThumbnails::label(qint64 index) const {
  const SampleAnswer& answer = shown_.at(position(index));
  if (answer.prediction >= 0) {
    const QString name = shown_.className(answer.prediction);
    if (std::isnan(answer.confidence)) return name;  // scores do not tell how sure the network is
    const QString confidence = percentText(static_cast<double>(answer.confidence));
    return answer.prediction == answer.label ? confidence : name + QLatin1Char(' ') + confidence;
  }
  if (!std::isnan(answer.truth))
    return tr("%1, not %2").arg(QLocale().toString(answer.answer, 'g', 3), QLocale().toString(answer.truth, 'g', 3));
  if (std::isnan(answer.error)) return answer.label >= 0 ? shown_.className(answer.label) : QString();
  const AnswerKind kind = shown_.evaluation().kind;
  if (kind == AnswerKind::Mask || kind == AnswerKind::SeveralClasses || kind == AnswerKind::Boxes)
    return tr("%1 wrong").arg(percentText(static_cast<double>(answer.error)));
  return QLocale().toString(answer.error, 'g', 3);
}

QImage AnswerThumbnails::picture(qint64 index, int side) const {
  const auto sample = shown_.dataset().record(record(index));
  return sample.ok() ? thumbnail(*sample, shown_.dataset().info(), side, ink_) : QImage();
}

}  // namespace fovea
