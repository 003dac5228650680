#include "app/workspaces/inspect/prediction_card.h"

#include <QComboBox>
#include <QPushButton>
#include <QSignalBlocker>
#include <QSlider>
#include <algorithm>
#include <cmath>

#include "app/workspaces/data/sample_drawing.h"
#include "app/workspaces/inspect/answer_view.h"
#include "app/workspaces/inspect/attribution_words.h"
#include "app/workspaces/inspect/explained_sample.h"
#include "widgets/images/bars.h"
#include "widgets/images/image_view.h"
#include "widgets/images/symbol_heat.h"
#include "widgets/theme/number_text.h"
#include "widgets/theme/pill_button.h"
#include "widgets/theme/tokens.h"

namespace fovea {
namespace {

constexpr int kLeastWidth = 220;
constexpr int kMostWidth = 420;
constexpr int kLeastPicture = 72;
constexpr int kBelowPicture = 505;  // height of the rest of the card with a short explanation
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
      sample_(new ExplainedSample),
      slice_(new QSlider(Qt::Horizontal)),
      caption_(new ElidedLabel),
      back_(new QPushButton(tr("Back to the samples"))),
      method_(new QComboBox),
      why_(new QLabel),
      bars_(new ProbabilityBars),
      answer_(new AnswerView),
      noAnswer_(new QLabel),
      sideBySide_(new PillButton(tr("side by side"))),
      truthRow_(new QWidget),
      truth_(new ElidedLabel),
      verdict_(new Pill({})) {
  body()->setSpacing(size::kGrid);
  body()->addWidget(new SectionLabel(tr("Input")));
  sample_->clear(tr("No picture yet"));
  body()->addWidget(sample_);
  slice_->setAccessibleName(tr("Slice of the volume"));
  slice_->hide();
  body()->addWidget(slice_);
  connect(slice_, &QSlider::valueChanged, this, [this](int slice) {
    slice_->setToolTip(tr("Slice %1 of %2").arg(slice).arg(sample_->slices()));
    sample_->setSlice(slice);
    answer_->setSlice(slice);
  });
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
  answer_->hide();
  body()->addWidget(answer_);
  setKind(noAnswer_, "muted");
  noAnswer_->setText(
      tr("The network answers with something that is not a number. Its layers show where that begins; an earlier "
         "checkpoint may be sound."));
  noAnswer_->setWordWrap(true);
  noAnswer_->hide();
  body()->addWidget(noAnswer_);

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
  buildExplanation();
  body()->addStretch(1);
  setRoom({});
}

void PredictionCard::buildExplanation() {
  body()->addSpacing(4);
  auto* heading = new QHBoxLayout;
  heading->addWidget(new SectionLabel(tr("Why")), 1);
  heading->addWidget(sideBySide_);
  body()->addLayout(heading);
  method_->setAccessibleName(tr("How the answer is explained"));
  method_->addItem(tr("No explanation"));
  for (const AttributionMethodInfo& info : attributionMethods()) method_->addItem(methodTitle(info.method));
  method_->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
  body()->addWidget(method_);
  sideBySide_->setCheckable(true);
  sideBySide_->setToolTip(tr("Compares all methods, in place of the layer"));
  connect(sideBySide_, &QAbstractButton::toggled, this, &PredictionCard::comparisonWanted);
  setKind(why_, "muted");
  why_->setWordWrap(true);
  why_->hide();
  body()->addWidget(why_);
  connect(method_, &QComboBox::currentIndexChanged, this, [this] {
    bars_->setClickable(method().has_value());
    bars_->setToolTip(method() ? tr("Click a class to explain that one.") : QString());
    method_->setToolTip(method() ? methodHelp(*method()) : QString());
    if (!method()) showNoExplanation({});
    Q_EMIT explanationWanted();
  });
  connect(bars_, &ProbabilityBars::entryClicked, this, [this](int row) {
    if (row < 0 || row >= static_cast<int>(rows_.size())) return;
    explainedClass_ = rows_[static_cast<std::size_t>(row)];
    Q_EMIT explanationWanted();
  });
}

std::optional<AttributionMethod> PredictionCard::method() const {
  const int index = method_->currentIndex() - 1;
  if (index < 0) return {};
  return attributionMethods()[static_cast<std::size_t>(index)].method;
}

ImageView* PredictionCard::picture() const {
  return sample_->picture();
}

void PredictionCard::showExplaining(double share) {
  why_->setText(share > 0 ? tr("Working it out: %1 %").arg(static_cast<int>(share * 100)) : tr("Working it out…"));
  why_->show();
}

void PredictionCard::showExplanation(const Attribution& attribution) {
  if (!sample_->showExplanation(attribution))
    return showNoExplanation(tr("What the method says cannot be shown over this sample."));
  const auto target = static_cast<qsizetype>(attribution.target);
  const QString name = target < classes_.size() ? classes_[target] : QString::number(target);
  QString words = tr("Red speaks for “%1”, blue against it.").arg(name);
  if (!attribution.layer.empty())
    words = tr("Red is where “%1” sees what speaks for “%2”.").arg(QString::fromStdString(attribution.layer), name);
  why_->setText(words);
  why_->setToolTip(methodHelp(*method()));
  why_->show();
}

void PredictionCard::showNoExplanation(const QString& words) {
  sample_->removeExplanation();
  why_->setText(words);
  why_->setVisible(!words.isEmpty());
}

QString PredictionCard::explanation() const {
  return why_->isHidden() ? QString() : why_->text();
}

void PredictionCard::setRoom(const QSize& place) {
  const int own = std::clamp(place.width() / 6, kLeastWidth, kMostWidth);
  setFixedWidth(own);
  sample_->setFixedHeight(std::clamp(place.height() - kBelowPicture, kLeastPicture, own - 2 * size::kCardMargin));
}

void PredictionCard::showResult(const InspectionResult& result) {
  sample_->showSample(result);
  {
    const QSignalBlocker quiet(slice_);
    slice_->setRange(0, sample_->slices() - 1);
    slice_->setValue(sample_->slice());
    slice_->setVisible(sample_->slices() > 1);
  }
  const bool file = !result.request.imageFile.empty(), live = result.request.live != nullptr;
  caption_->setText(
      live   ? tr("live input")
      : file ? QString::fromStdString(result.request.imageFile.filename().string())
             : tr("sample %1 · %2")
                   .arg(countText(static_cast<qint64>(result.request.index)), splitWord(result.request.split)));
  back_->setVisible((file || live) && result.request.dataset);

  const bool classes = result.kind == AnswerKind::Classes || result.kind == AnswerKind::SeveralClasses;
  answer_->setVisible(!classes && !result.notNumbers);
  if (!answer_->isHidden()) answer_->showResult(result, sample_->slice());
  noAnswer_->setVisible(result.notNumbers);
  showBars(result);
  showTruth(result);
}

// Shows the most probable classes, or the symbols that may follow a text.
void PredictionCard::showBars(const InspectionResult& result) {
  classes_.clear();
  for (const std::string& name : result.classes) classes_ << QString::fromStdString(name);
  rows_.clear();
  explainedClass_ = -1;
  QStringList names;
  std::vector<double> values;
  const bool text = !result.next.empty();
  const DatasetInfo info = datasetOf(result.request);
  for (const ClassProbability& each : text ? result.next : result.prediction.classes) {
    if (rows_.size() < kTop) rows_.push_back(each.index);
    const auto symbol = static_cast<std::int32_t>(each.index);
    names << (text ? visibleSymbol(symbolText({&symbol, 1}, info)) : QString::fromStdString(each.name));
    values.push_back(each.probability);
  }
  // Marks no bar if the network does not know the true class.
  const QString truth = QString::fromStdString(result.truth.value_or(std::string()));
  const QString marked = names.contains(truth) ? truth : QString();
  result.prediction.scores ? bars_->setScores(names, values, kTop, marked)
                           : bars_->setProbabilities(names, values, kTop, marked);
  bars_->setVisible(!names.isEmpty());
}

void PredictionCard::showTruth(const InspectionResult& result) {
  truthRow_->setVisible(result.truth.has_value());
  verdict_->setText({});
  verdict_->hide();
  if (!result.truth) return;
  truth_->setText(QString::fromStdString(*result.truth));
  // Shows no verdict if the network does not know the true class.
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
  showNoExplanation({});
  sample_->clear(tr("No picture yet"));
  caption_->clear();
  bars_->setEntries({});
  answer_->hide();
  noAnswer_->hide();
  truthRow_->hide();
  back_->hide();
}

}  // namespace fovea
