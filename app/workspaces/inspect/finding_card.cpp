#include "app/workspaces/inspect/finding_card.h"

#include <QHBoxLayout>
#include <QPushButton>
#include <algorithm>

#include "app/workspaces/data/sample_thumbnails.h"
#include "app/workspaces/inspect/doctor_words.h"
#include "app/workspaces/inspect/evidence_view.h"
#include "widgets/theme/flow_layout.h"

namespace fovea {
namespace {

constexpr std::size_t kFirstSamples = 10;  // two rows
constexpr int kSampleSide = 44, kDrawingWidth = 280, kDrawingHeight = 108;

}  // namespace

FindingCard::FindingCard(Diagnosis finding, std::shared_ptr<const Dataset> dataset, QWidget* parent)
    : Card(phraseWords(finding.title), parent), finding_(std::move(finding)), dataset_(std::move(dataset)) {
  const bool problem = finding_.severity == Severity::Problem;
  addToHeader(new Pill(problem ? tr("problem") : tr("warning"), problem ? Pill::Tone::Bad : Pill::Tone::Warning));
  setAccessibleName(title());

  auto* words = new QVBoxLayout;
  words->setSpacing(6);
  QStringList sentences;
  for (const Phrase& sentence : finding_.sentences) sentences << phraseWords(sentence);
  auto* text = new QLabel(sentences.join(QLatin1Char('\n')));
  text->setWordWrap(true);
  text->setTextInteractionFlags(Qt::TextSelectableByMouse);
  words->addWidget(text);
  if (!finding_.explains.empty()) {
    QStringList titles;
    for (const std::string& kind : finding_.explains) titles << phraseWords({findDiagnosis(kind)->title});
    auto* also = new QLabel(tr("It probably explains this, too: %1.").arg(titles.join(QStringLiteral("; "))));
    also->setWordWrap(true);
    also->setProperty("kind", "muted");
    words->addWidget(also);
  }
  words->addStretch(1);
  words->addSpacing(size::kGrid);
  words->addWidget(buildButtons());

  auto* row = new QHBoxLayout;
  row->setSpacing(2 * size::kGutter);
  row->addLayout(words, 1);
  if (QWidget* drawing = buildDrawing()) row->addWidget(drawing, 0, Qt::AlignTop);
  body()->addLayout(row);
}

// Returns null if there is nothing to draw.
QWidget* FindingCard::buildDrawing() {
  const Evidence& evidence = finding_.evidence;
  if (EvidenceView::canDraw(evidence)) return evidence_ = new EvidenceView(evidence);
  if (!dataset_ || evidence.records.empty()) return nullptr;
  const std::size_t count = std::min(evidence.records.size(), kFirstSamples);
  auto first = std::make_shared<const std::vector<std::uint32_t>>(evidence.records.begin(),
                                                                  evidence.records.begin() + std::ptrdiff_t(count));
  pictures_ = new ThumbnailGrid;
  pictures_->setAccessibleName(tr("The first samples"));
  pictures_->setPictureSize(kSampleSide);
  pictures_->setCaptionShown(false);
  pictures_->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  pictures_->setSource(std::make_shared<SampleThumbnails>(Catalogue(dataset_, nullptr, nullptr), first,
                                                          currentTheme().color(Color::Text)));
  pictures_->setFixedSize(kDrawingWidth, kDrawingHeight);
  connect(pictures_, &ThumbnailGrid::activated, this, &FindingCard::samplesWanted);
  return pictures_;
}

QWidget* FindingCard::buildButtons() {
  auto* buttons = new QWidget;
  auto* flow = new FlowLayout(buttons, size::kGrid);
  flow->setContentsMargins(0, 0, 0, 0);
  for (const DiagnosisFix& fix : finding_.fixes) {
    auto* button = new QPushButton(phraseWords(fix.title));
    if (fixes_.isEmpty()) button->setProperty("kind", "primary");
    connect(button, &QPushButton::clicked, this, [this, fix] { Q_EMIT fixWanted(fix); });
    flow->addWidget(button);
    fixes_ << button;
  }
  if (dataset_ && !finding_.evidence.records.empty()) {
    const int count = static_cast<int>(finding_.evidence.records.size());
    samples_ = new QPushButton(count == 1 ? tr("Show the sample") : tr("Show the %n samples", nullptr, count));
    connect(samples_, &QPushButton::clicked, this, &FindingCard::samplesWanted);
    flow->addWidget(samples_);
  }
  return buttons;
}

}  // namespace fovea
