#include "app/workspaces/inspect/prediction_card.h"

#include <QLocale>
#include <QPushButton>
#include <algorithm>

#include "widgets/images/bars.h"
#include "widgets/images/color_map.h"
#include "widgets/images/image_view.h"
#include "widgets/theme/tokens.h"

namespace fovea {
namespace {

constexpr int kLeastWidth = 220;
constexpr int kMostWidth = 420;
constexpr int kLeastPicture = 96;
constexpr int kTop = 5;

QString splitWord(Split split) {
  switch (split) {
    case Split::Train:
      return PredictionCard::tr("training");
    case Split::Validation:
      return PredictionCard::tr("validation");
    case Split::Test:
      return PredictionCard::tr("test");
  }
  return {};
}

}  // namespace

PredictionCard::PredictionCard(QWidget* parent)
    : Card(parent),
      picture_(new ImageView),
      caption_(new ElidedLabel),
      back_(new QPushButton(tr("Back to the samples"))),
      bars_(new ProbabilityBars),
      noBars_(new QLabel(tr("The network does not end in probabilities: only its activations are shown."))),
      truthRow_(new QWidget),
      truth_(new ElidedLabel),
      verdict_(new Pill({})) {
  body()->setSpacing(size::kGrid);
  body()->addWidget(new SectionLabel(tr("Input")));
  picture_->setPlaceholder(tr("No picture yet"));
  picture_->setAccessibleName(tr("The picture shown to the network"));
  body()->addWidget(picture_);
  setKind(caption_, "caption");
  caption_->setElideMode(Qt::ElideMiddle);
  body()->addWidget(caption_);
  back_->setProperty("kind", "flat");
  back_->hide();
  connect(back_, &QPushButton::clicked, this, &PredictionCard::sampleWanted);
  body()->addWidget(back_);
  body()->addSpacing(4);
  body()->addWidget(new SectionLabel(tr("Prediction")));
  bars_->setAccessibleName(tr("The most probable classes"));
  body()->addWidget(bars_);
  setKind(noBars_, "muted");
  noBars_->setWordWrap(true);
  noBars_->hide();
  body()->addWidget(noBars_);

  auto* row = new QHBoxLayout(truthRow_);
  row->setContentsMargins(0, 4, 0, 0);
  row->setSpacing(6);
  auto* word = new QLabel(tr("Truth:"));
  setKind(word, "muted");
  setKind(truth_, "strong");
  row->addWidget(word);
  row->addWidget(truth_, 1);
  row->addWidget(verdict_);
  truthRow_->hide();
  body()->addWidget(truthRow_);
  body()->addStretch(1);
  setRoom({});
}

void PredictionCard::setRoom(const QSize& place) {
  const int own = std::clamp(place.width() / 6, kLeastWidth, kMostWidth);
  setFixedWidth(own);
  picture_->setFixedHeight(std::clamp(place.height() / 4, kLeastPicture, own - 2 * size::kCardMargin));
}

void PredictionCard::showResult(const InspectionResult& result) {
  const auto image = sampleToImage(result.image);
  picture_->setImage(image.ok() ? *image : QImage());
  if (!image.ok())
    picture_->setPlaceholder(tr("%1 channels cannot be shown as one picture").arg(result.image.shape()[0]));
  const bool file = !result.request.imageFile.empty();
  caption_->setText(file ? QString::fromStdString(result.request.imageFile.filename().string())
                         : tr("sample %1 · %2")
                               .arg(QLocale(QLocale::English).toString(static_cast<qlonglong>(result.request.index)),
                                    splitWord(result.request.split)));
  back_->setVisible(file && result.request.dataset);

  QStringList names;
  std::vector<double> probabilities;
  for (const ClassProbability& each : result.prediction.classes) {
    names << QString::fromStdString(each.name);
    probabilities.push_back(each.probability);
  }
  // A class that the network was never told of can be neither right nor wrong.
  const QString truth = QString::fromStdString(result.truth.value_or(std::string()));
  bars_->setProbabilities(names, probabilities, kTop, names.contains(truth) ? truth : QString());
  bars_->setVisible(!names.isEmpty());
  noBars_->setVisible(names.isEmpty());
  showTruth(result);
}

void PredictionCard::showTruth(const InspectionResult& result) {
  truthRow_->setVisible(result.truth.has_value());
  verdict_->setText({});
  verdict_->hide();
  if (!result.truth) return;
  truth_->setText(QString::fromStdString(*result.truth));
  // A class that the network was never told of can be neither right nor wrong.
  const bool known = std::find(result.classes.begin(), result.classes.end(), *result.truth) != result.classes.end();
  if (!known || result.prediction.classes.empty()) return;
  const bool right = result.prediction.best().name == *result.truth;
  verdict_->setText(right ? tr("right") : tr("wrong"));
  verdict_->setTone(right ? Pill::Tone::Good : Pill::Tone::Bad);
  verdict_->show();
}

QString PredictionCard::verdict() const {
  return verdict_->text();
}

void PredictionCard::clear() {
  picture_->setImage({});
  picture_->setPlaceholder(tr("No picture yet"));
  caption_->clear();
  bars_->setEntries({});
  noBars_->hide();
  truthRow_->hide();
  back_->hide();
}

}  // namespace fovea
