#include "app/workspaces/inspect/answer_view.h"

#include <QGridLayout>
#include <QLabel>
#include <algorithm>

#include "app/workspaces/data/sample_drawing.h"
#include "app/workspaces/inspect/box_overlay.h"
#include "widgets/images/image_view.h"
#include "widgets/tables/fact_list.h"
#include "widgets/theme/card.h"
#include "widgets/theme/theme.h"
#include "widgets/theme/tokens.h"

namespace fovea {
namespace {

constexpr int kAnswerSide = 92;
constexpr double kAnswerOpacity = 0.75;
constexpr std::size_t kMostNumbers = 5;
constexpr qsizetype kMostLetters = 160;

QString shortened(QString text) {
  return text.size() > kMostLetters ? text.left(kMostLetters) + QChar(0x2026) : text;
}

}  // namespace

QString answerNumber(double value) {
  return QLocale().toString(value, 'g', 4);
}

AnswerView::AnswerView(QWidget* parent)
    : QWidget(parent),
      pictures_(new QWidget),
      answer_(new ImageView),
      truth_(new ImageView),
      truthTitle_(new QLabel(tr("truth"))),
      facts_(new FactList),
      words_(new QLabel) {
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(size::kGrid);
  auto* grid = new QGridLayout(pictures_);
  grid->setContentsMargins(0, 0, 0, 0);
  grid->setSpacing(4);
  auto* answerTitle = new QLabel(tr("answer"));
  for (QLabel* title : {answerTitle, truthTitle_}) setKind(title, "caption");
  for (ImageView* view : {answer_, truth_}) view->setFixedHeight(kAnswerSide);
  answer_->setAccessibleName(tr("The network's answer"));
  truth_->setAccessibleName(tr("The truth of the data set"));
  grid->addWidget(answer_, 0, 0);
  grid->addWidget(truth_, 0, 1);
  grid->addWidget(answerTitle, 1, 0, Qt::AlignTop);
  grid->addWidget(truthTitle_, 1, 1, Qt::AlignTop);
  grid->setColumnStretch(0, 1);
  grid->setColumnStretch(1, 1);
  column->addWidget(pictures_);
  column->addWidget(facts_);
  setKind(words_, "muted");
  words_->setWordWrap(true);
  column->addWidget(words_);
}

QString AnswerView::words() const {
  return words_->isHidden() ? QString() : words_->text();
}

void AnswerView::showResult(const InspectionResult& result, int slice) {
  shown_ = {};  // copies everything but the layers, which are large
  shown_.request = result.request;
  shown_.sample = result.sample;
  shown_.image = result.image;
  shown_.kind = result.kind;
  shown_.answer = result.answer;
  shown_.rightShare = result.rightShare;
  shown_.boxes = result.boxes;
  shown_.classes = result.classes;
  slice_ = slice;
  drawPictures();
  showFacts();
  showWords();
}

void AnswerView::setSlice(int slice) {
  slice_ = slice;
  drawPictures();
}

void AnswerView::drawPictures() {
  const DatasetInfo info = datasetOf(shown_.request);
  const QColor ink = currentTheme().color(Color::Accent);
  const bool mask = shown_.kind == AnswerKind::Mask;
  // Draws a mask over the sample, or alone if the sample is no picture.
  const auto show = [&](ImageView* view, const Tensor& shown) {
    if (shown.defined()) {
      const QImage colours = mask ? maskImage(shown, info, slice_) : QImage();
      const QImage picture = inputImage(mask ? shown_.image : shown, info, ink, slice_);
      const bool over = mask && !picture.isNull();
      view->setImage(mask && !over ? colours : picture);
      view->setOverlay(over ? colours.scaled(picture.size()) : QImage(), kAnswerOpacity);
    }
    view->setVisible(shown.defined() && !view->image().isNull());
  };
  answer_->setToolTip({});
  if (shown_.boxes) {
    drawBoxPictures(inputImage(shown_.image, info, ink, slice_));
  } else {
    show(answer_, shown_.answer.picture);
    show(truth_, mask || shown_.kind == AnswerKind::Image ? shown_.sample.target : Tensor());
  }
  truthTitle_->setVisible(!truth_->isHidden());
  pictures_->setVisible(!answer_->isHidden());
}

void AnswerView::drawBoxPictures(const QImage& picture) {
  const int side = static_cast<int>(kAnswerSide * devicePixelRatioF());
  for (ImageView* view : {answer_, truth_}) {
    view->setImage(picture);
    view->setVisible(!picture.isNull());
  }
  answer_->setOverlay(BoxOverlay::draw(*shown_.boxes, shown_.sample.boxes, shown_.classes, picture.size(), side), 1);
  answer_->setToolTip(BoxOverlay::legend());
  truth_->setOverlay(annotations(shown_.sample, picture.size(), datasetOf(shown_.request), 1, side), 1);
  truth_->setVisible(!shown_.sample.boxes.empty());
}

void AnswerView::showFacts() {
  std::vector<FactList::Fact> facts;
  const Tensor& target = shown_.sample.target;
  if (shown_.rightShare) {
    facts.push_back({tr("Right places"), tr("%1 %").arg(QLocale().toString(*shown_.rightShare * 100, 'f', 1)), {}});
  } else if (shown_.boxes) {
    const auto& found = shown_.boxes->found;
    for (std::size_t i = 0; i < std::min(found.size(), kMostNumbers); ++i)
      facts.push_back({BoxOverlay::name(found[i], shown_.classes),
                       shown_.boxes->matches.truths[i] ? tr("right") : tr("false"),
                       {}});
  } else if (shown_.kind == AnswerKind::Numbers) {
    const auto& numbers = shown_.answer.numbers;
    const bool known = target.defined() && target.dtype() == DataType::Float32 &&
                       target.elementCount() == static_cast<std::int64_t>(numbers.size());
    for (std::size_t i = 0; i < std::min(numbers.size(), kMostNumbers); ++i) {
      const QString name = numbers.size() == 1 ? tr("Answer") : tr("Number %1").arg(i + 1);
      const QString value = answerNumber(static_cast<double>(numbers[i]));
      facts.push_back(
          {name,
           known ? tr("%1 (truth %2)").arg(value, answerNumber(static_cast<double>(target.data<float>()[i]))) : value,
           {}});
    }
  }
  facts_->setVisible(!facts.empty());
  facts_->setFacts(std::move(facts));
}

void AnswerView::showWords() {
  const DatasetInfo info = datasetOf(shown_.request);
  QString words;
  if (shown_.boxes) {
    words = BoxOverlay::words(*shown_.boxes);
  } else if (shown_.kind == AnswerKind::Transcript) {
    words = shortened(symbolText(shown_.answer.symbols, info));
    if (words.isEmpty()) words = tr("The network hears nothing.");
    if (!shown_.sample.labels.empty())
      words += QChar::LineSeparator + tr("Truth: %1").arg(shortened(symbolText(shown_.sample.labels, info)));
  } else if (shown_.kind == AnswerKind::Embedding) {
    words = tr("A point of %n numbers that lies near those of similar samples: the projection shows them together.",
               nullptr, static_cast<int>(shown_.answer.numbers.size()));
  } else if (shown_.kind == AnswerKind::Numbers && shown_.answer.numbers.size() > kMostNumbers) {
    words = tr("The first %1 of %2 numbers.").arg(kMostNumbers).arg(shown_.answer.numbers.size());
  } else if (shown_.kind == AnswerKind::Symbols) {
    words = tr("What may follow the text.");
  }
  words_->setText(words);
  words_->setVisible(!words.isEmpty());
}

}  // namespace fovea
