#include "app/workspaces/inspect/excitation_panel.h"

#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QVBoxLayout>

#include "app/workspaces/data/sample_drawing.h"
#include "widgets/images/thumbnail_grid.h"
#include "widgets/theme/card.h"
#include "widgets/theme/core_text.h"
#include "widgets/theme/tokens.h"

namespace fovea {
namespace {

constexpr int kChannelPicture = 52, kRows = 2, kCaption = 26;
constexpr int kSearchSteps = 1000;

// The samples of one channel, with their largest activation.
class ExcitedThumbnails : public ThumbnailSource {
 public:
  ExcitedThumbnails(std::shared_ptr<const ExcitationAnswer> answer, std::size_t channel, const QColor& ink)
      : answer_(std::move(answer)), channel_(channel), ink_(ink) {}

  qint64 count() const override { return static_cast<qint64>(samples().size()); }
  QString label(qint64 index) const override { return QLocale().toString(at(index).value, 'g', 3); }
  QImage image(qint64 index) const override { return picture(index, 256); }
  QImage picture(qint64 index, int side) const override {
    const Dataset& dataset = *answer_->request.dataset;
    const auto sample = dataset.view(answer_->request.split, at(index).index);
    return sample.ok() ? thumbnail(*sample, dataset.info(), side, ink_) : QImage();
  }
  quint64 key(qint64 index) const override { return static_cast<quint64>(at(index).index); }
  const ExcitedBy& at(qint64 index) const { return samples()[static_cast<std::size_t>(index)]; }

 private:
  const std::vector<ExcitedBy>& samples() const { return answer_->channels[channel_]; }
  std::shared_ptr<const ExcitationAnswer> answer_;
  std::size_t channel_;
  QColor ink_;
};

}  // namespace

ExcitationPanel::ExcitationPanel(std::shared_ptr<InspectionEngine> engine, QWidget* parent)
    : QWidget(parent),
      question_(std::move(engine), Urgency::Job),
      note_(new QLabel),
      button_(new QPushButton),
      bar_(new QProgressBar),
      grid_(new ThumbnailGrid) {
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(size::kGrid);
  column->addWidget(new SectionLabel(tr("Excited most by")));
  setKind(note_, "muted");
  note_->setWordWrap(true);
  column->addWidget(note_);
  grid_->setPictureSize(kChannelPicture);
  grid_->setFixedHeight(kRows * (kChannelPicture + kCaption) + size::kGrid);
  grid_->setAccessibleName(tr("The samples with the largest activations"));
  column->addWidget(grid_);
  bar_->setRange(0, kSearchSteps);
  bar_->setTextVisible(false);
  bar_->setAccessibleName(tr("Progress of the search"));
  column->addWidget(bar_);
  column->addWidget(button_);
  connect(button_, &QPushButton::clicked, this, [this] {
    if (!question_.busy()) return search();
    question_.cancel();
    showChannel();
    Q_EMIT settled();
  });
  connect(grid_, &ThumbnailGrid::activated, this, [this](qint64 index) {
    Q_EMIT sampleWanted(answer_->channels[static_cast<std::size_t>(channel_)][static_cast<std::size_t>(index)].index);
  });
  clear();
}

void ExcitationPanel::clear() {
  question_.cancel();
  answer_.reset();
  subject_ = {};
  channel_ = -1;
  showChannel();
}

void ExcitationPanel::setSubject(const InspectionRequest& request, const std::string& layer, int channel) {
  const bool same = request.checkpoint == subject_.checkpoint && request.written == written_ &&
                    request.dataset == subject_.dataset && request.split == subject_.split && layer == subject_.layer;
  if (!same) {
    question_.cancel();
    answer_.reset();
    subject_.checkpoint = request.checkpoint;
    subject_.dataset = request.dataset;
    subject_.split = request.split;
    subject_.layer = layer;
    written_ = request.written;
  }
  channel_ = channel;
  showChannel();
}

void ExcitationPanel::search() {
  question_.ask(
      [request = subject_](const InspectionEngine::Desk& desk, const ProgressFunction& progress) {
        return excitingSamples(desk, request, progress);
      },
      [this](const Question<ExcitationAnswer>::Shared& answer) {
        if (answer->ok()) answer_ = answerIn(answer);
        showChannel();
        if (!answer->ok()) {
          note_->setText(coreMessage(answer->error()));
          note_->show();
        }
        Q_EMIT settled();
      },
      [this](double share) { bar_->setValue(static_cast<int>(std::max(0.0, share) * kSearchSteps)); });
  bar_->setValue(0);
  showChannel();
}

void ExcitationPanel::showChannel() {
  const bool busy = question_.busy();
  const bool found = answer_ && channel_ >= 0 && static_cast<std::size_t>(channel_) < answer_->channels.size();
  setVisible(subject_.dataset != nullptr);
  bar_->setVisible(busy);
  button_->setVisible(busy || !answer_);
  button_->setText(busy ? tr("Cancel") : tr("Look through the split"));
  grid_->setVisible(found);
  note_->setVisible(answer_ && channel_ < 0);
  note_->setText(tr("Choose a channel to see its samples."));
  if (found)
    grid_->setSource(std::make_shared<ExcitedThumbnails>(answer_, static_cast<std::size_t>(channel_),
                                                         currentTheme().color(Color::Accent)));
  else
    grid_->setSource(nullptr);
}

}  // namespace fovea
