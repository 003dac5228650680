#include "app/workspaces/inspect/answer_inspector.h"

#include <QLabel>
#include <QLocale>
#include <QPushButton>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>

#include "app/workspaces/data/sample_drawing.h"
#include "app/workspaces/inspect/answer_view.h"
#include "app/workspaces/inspect/box_overlay.h"
#include "app/workspaces/inspect/heat_overlay.h"
#include "core/inspect/heat_map.h"
#include "widgets/images/bars.h"
#include "widgets/images/image_view.h"
#include "widgets/tables/fact_list.h"
#include "widgets/theme/card.h"
#include "widgets/theme/core_text.h"
#include "widgets/theme/tokens.h"

namespace fovea {
namespace {

constexpr int kPictureSide = 128;
constexpr int kBars = 4;
constexpr double kMaskOpacity = 0.55;

}  // namespace

AnswerInspector::AnswerInspector(std::shared_ptr<InspectionEngine> engine, QWidget* parent)
    : QWidget(parent),
      look_(std::move(engine), Urgency::Look),
      title_(new QLabel),
      subtitle_(new QLabel),
      details_(new QWidget),
      picture_(new ImageView),
      secondTitle_(new QLabel),
      second_(new ImageView),
      predictionTitle_(new SectionLabel(tr("Prediction"))),
      bars_(new ProbabilityBars),
      facts_(new FactList),
      note_(new QLabel),
      relabel_(new QPushButton),
      exclude_(new QPushButton(tr("Leave out"))),
      layers_(new QPushButton(tr("Show in layers"))) {
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(size::kPageMargin, size::kGrid, size::kPageMargin, size::kPageMargin);
  column->setSpacing(6);
  setKind(title_, "title");
  setKind(subtitle_, "muted");
  subtitle_->setWordWrap(true);
  column->addWidget(title_);
  column->addWidget(subtitle_);
  auto* rows = new QVBoxLayout(details_);
  rows->setContentsMargins(0, 6, 0, 0);
  rows->setSpacing(size::kGrid);
  auto* pictures = new QHBoxLayout;
  pictures->setSpacing(size::kGrid);
  for (ImageView* view : {picture_, second_}) {
    view->setFixedHeight(kPictureSide);
    pictures->addWidget(view, 1);
  }
  picture_->setAccessibleName(tr("The sample"));
  rows->addLayout(pictures);
  setKind(secondTitle_, "caption");
  secondTitle_->setAlignment(Qt::AlignRight);
  rows->addWidget(secondTitle_);
  rows->addWidget(predictionTitle_);
  bars_->setAccessibleName(tr("The most probable classes"));
  rows->addWidget(bars_);
  rows->addWidget(facts_);
  setKind(note_, "muted");
  note_->setWordWrap(true);
  rows->addWidget(note_);
  // A long class name must not widen the panel.
  relabel_->setProperty("kind", "primary");
  relabel_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
  rows->addWidget(relabel_);
  rows->addWidget(exclude_);
  layers_->setProperty("kind", "flat");
  rows->addWidget(layers_);
  column->addWidget(details_);
  column->addStretch(1);
  connect(layers_, &QPushButton::clicked, this,
          [this] { Q_EMIT layersWanted(*shown_->indexNow(static_cast<std::size_t>(position_))); });
  connect(exclude_, &QPushButton::clicked, this, [this] {
    Q_EMIT editWanted(
        {EditKind::Exclude, {shown_->recordOf(static_cast<std::size_t>(position_))}, kNoLabel, Split::Train});
  });
  connect(relabel_, &QPushButton::clicked, this, [this] {
    const auto at = static_cast<std::size_t>(position_);
    Q_EMIT editWanted({EditKind::Relabel, {shown_->recordOf(at)}, shown_->at(at).prediction, Split::Train});
  });
  hint_ = tr("Choose a cell of the matrix or a picture to see the sample, its prediction and why.");
  clear();
}

QString AnswerInspector::title() const {
  return title_->text();
}

void AnswerInspector::clear() {
  look_.cancel();
  shown_.reset();
  position_ = -1;
  details_->hide();
  title_->setText(tr("No sample chosen"));
  subtitle_->setText(hint_);
  subtitle_->show();
}

void AnswerInspector::setHint(const QString& hint) {
  hint_ = hint;
  if (!shown_) subtitle_->setText(hint_);
}

void AnswerInspector::show(const ShownEvaluation& shown, std::int64_t position) {
  if (position < 0) return clear();
  const bool same = shown_ && shown_->answer == shown.answer && position_ == position;
  shown_ = shown;
  position_ = position;
  details_->show();
  showFacts();
  if (same) return;
  picture_->setImage({});
  second_->hide();
  secondTitle_->hide();
  bars_->hide();
  predictionTitle_->hide();
  ask();
}

void AnswerInspector::follow(const ShownEvaluation& now) {
  if (shown_ && shown_->answer == now.answer) show(now, position_);
}

void AnswerInspector::showFacts() {
  const auto at = static_cast<std::size_t>(position_);
  const SampleAnswer& answer = shown_->at(at);
  const std::uint32_t record = shown_->recordOf(at);
  const bool byLabel = answer.prediction >= 0;
  title_->setText(tr("Sample %1").arg(locale().toString(static_cast<qlonglong>(answer.index))));
  subtitle_->setText(
      !byLabel           ? QString()
      : answer.label < 0 ? tr("No label, taken for %1").arg(shown_->className(answer.prediction))
      : answer.prediction == answer.label
          ? tr("%1, recognised").arg(shown_->className(answer.label))
          : tr("%1, taken for %2").arg(shown_->className(answer.label), shown_->className(answer.prediction)));
  subtitle_->setVisible(byLabel);
  std::vector<FactList::Fact> facts;
  if (!std::isnan(answer.truth))
    facts = {{tr("Truth"), answerNumber(static_cast<double>(answer.truth)), {}},
             {tr("Answer"), answerNumber(static_cast<double>(answer.answer)), {}},
             {tr("Mean error"), answerNumber(static_cast<double>(answer.error)), tr("Over all numbers of the sample")}};
  else if (!byLabel && !std::isnan(answer.error))
    facts = {{shown_->evaluation().kind == AnswerKind::Image ? tr("Mean squared error") : tr("Share that is wrong"),
              answerNumber(static_cast<double>(answer.error)),
              {}}};
  facts_->setFacts(std::move(facts));
  facts_->setVisible(!byLabel && !std::isnan(answer.error));
  const bool corrected = shown_->corrected(record);
  const bool wrong = byLabel && answer.prediction != answer.label;
  note_->setText(corrected ? tr("Corrected since this evaluation.") : QString());
  note_->setVisible(corrected);
  relabel_->setVisible(wrong && canRelabel(shown_->now->info().task));
  relabel_->setText(tr("Label as %1").arg(shown_->className(answer.prediction)));
  relabel_->setToolTip(relabel_->text());
  relabel_->setEnabled(!corrected);
  exclude_->setEnabled(!shown_->now->states().excluded[record]);
  layers_->setEnabled(shown_->indexNow(at).has_value());
}

void AnswerInspector::ask() {
  const EvaluationRequest& of = shown_->answer->request;
  const SampleRequest request{of.checkpoint, of.dataset, of.split,
                              shown_->at(static_cast<std::size_t>(position_)).index};
  look_.ask(
      [request](const InspectionEngine::Desk& desk, const ProgressFunction&) { return answerSample(desk, request); },
      [this](const Question<SampleReply>::Shared& reply) {
        if (reply->ok()) {
          showReply(reply->value());
        } else {
          note_->setText(coreMessage(reply->error()));
          note_->show();
        }
        Q_EMIT settled();
      });
}

void AnswerInspector::showSecond(const QString& title, const QImage& picture, const QImage& overlay) {
  second_->setImage(picture);
  second_->setOverlay(overlay, overlay.isNull() ? 0 : 1);
  second_->setAccessibleName(title);
  second_->setVisible(!picture.isNull());
  secondTitle_->setText(title);
  secondTitle_->setVisible(!picture.isNull());
}

void AnswerInspector::showReply(const SampleReply& reply) {
  const DatasetInfo& info = reply.request.dataset->info();
  const QImage picture = inputImage(reply.sample.input, info, currentTheme().color(Color::Accent));
  picture_->setImage(picture);
  const int side = static_cast<int>(kPictureSide * devicePixelRatioF());
  picture_->setOverlay(annotations(reply.sample, picture.size(), info, kMaskOpacity, side), 1);
  picture_->setVisible(!picture.isNull());
  if (reply.answer.picture.defined() && reply.kind == AnswerKind::Mask)
    showSecond(tr("what the network says"), picture, maskImage(reply.answer.picture, info).scaled(picture.size()));
  else if (reply.answer.picture.defined() && reply.kind == AnswerKind::Image)
    showSecond(tr("what the network says"), inputImage(reply.answer.picture, info, currentTheme().color(Color::Accent)),
               {});
  else if (reply.boxes)
    showSecond(BoxOverlay::legend(), picture,
               BoxOverlay::draw(*reply.boxes, reply.sample.boxes, reply.classes, picture.size(), side));
  else if (reply.why && !picture.isNull())
    if (const auto shares = heatShares(reply.why->values); shares.ok())
      showSecond(tr("why %1 (Grad-CAM)").arg(shown_->className(reply.why->target)), picture, heatOverlay(*shares));
  if (reply.boxes) facts_->setFacts(BoxOverlay::facts(*reply.boxes));
  if (reply.kind != AnswerKind::Classes && reply.kind != AnswerKind::SeveralClasses) return;
  QStringList names;
  for (std::size_t k = 0; k < reply.answer.numbers.size(); ++k)
    names << (k < reply.classes.size() ? QString::fromStdString(reply.classes[k]) : QString::number(k));
  const SampleAnswer& answer = shown_->at(static_cast<std::size_t>(position_));
  const std::vector<double> values(reply.answer.numbers.begin(), reply.answer.numbers.end());
  const QString truth = answer.label >= 0 ? names.value(answer.label) : QString();
  const bool scores = answer.prediction >= 0 && std::isnan(answer.confidence);
  scores ? bars_->setScores(names, values, kBars, truth) : bars_->setProbabilities(names, values, kBars, truth);
  bars_->show();
  predictionTitle_->show();
}

}  // namespace fovea
