#include "app/workspaces/train/rate_search_dialog.h"

#include <QDialogButtonBox>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QStackedWidget>
#include <QStringList>
#include <QVBoxLayout>

#include "widgets/plots/rate_plot.h"
#include "widgets/theme/core_text.h"
#include "widgets/theme/number_text.h"
#include "widgets/theme/theme.h"
#include "widgets/theme/tokens.h"

namespace fovea {
namespace {

constexpr QSize kSize(640, 460);

bool hasCurve(const RateSearch& found) {
  return found.points.size() > 1;
}

QString searchWords(const RateSearch& found) {
  if (found.points.empty())
    return RateSearchDialog::tr(
        "The loss is not a finite number at the first rate: look at the data, the loss and the weights that the "
        "network starts with.");
  QStringList sentences;
  sentences << (found.suggested ? RateSearchDialog::tr("The loss falls fastest at a rate of %1, and is lowest at %2.")
                                      .arg(numberText(*found.steepestFall), numberText(*found.lowestLoss))
                                : RateSearchDialog::tr("The loss fell at no rate: look at the data, the loss and the "
                                                       "weights that the network starts with."));
  if (found.exploded)
    sentences << RateSearchDialog::tr("It explodes above %1.").arg(numberText(found.points.back().rate, 'g', 2));
  if (hasCurve(found)) sentences << RateSearchDialog::tr("Click into the plot to choose another one.");
  return sentences.join(QLatin1Char(' '));
}

}  // namespace

RateSearchDialog::RateSearchDialog(Job* job, QWidget* parent)
    : QDialog(parent),
      job_(job),
      pages_(new QStackedWidget),
      bar_(new QProgressBar),
      plot_(new RatePlot),
      words_(
          new QLabel(tr("The network trains for a moment on a copy, and its rate rises from step to step. Nothing of "
                        "it is kept."))),
      take_(new QPushButton(tr("Use this rate"))) {
  setWindowTitle(tr("Find a learning rate"));
  setAttribute(Qt::WA_DeleteOnClose);
  resize(kSize);
  bar_->setRange(0, 100);
  bar_->setTextVisible(false);
  bar_->setAccessibleName(tr("Progress of the trial"));
  auto* waiting = new QWidget;
  auto* middle = new QVBoxLayout(waiting);
  middle->addStretch();
  middle->addWidget(bar_);
  middle->addStretch();
  pages_->addWidget(waiting);
  pages_->addWidget(plot_);
  words_->setWordWrap(true);
  setKind(words_, "muted");
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close);
  take_->setProperty("kind", "primary");
  take_->setEnabled(false);
  buttons->addButton(take_, QDialogButtonBox::AcceptRole);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(size::kPageMargin, size::kPageMargin, size::kPageMargin, size::kPageMargin);
  column->setSpacing(size::kGutter);
  column->addWidget(pages_, 1);
  column->addWidget(words_);
  column->addWidget(buttons);
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  connect(buttons, &QDialogButtonBox::accepted, this, [this] {
    Q_EMIT rateTaken(plot_->rate());
    accept();
  });
  connect(plot_, &RatePlot::rateChosen, this, &RateSearchDialog::showRate);
  connect(job, &Job::progressChanged, this,
          [this] { bar_->setValue(static_cast<int>(100 * std::max(0.0, job_ ? job_->progress() : 1.0))); });
}

RateSearchDialog::~RateSearchDialog() {
  if (job_) job_->cancel();
}

QString RateSearchDialog::words() const {
  return words_->text();
}

void RateSearchDialog::show(const Result<RateSearch>& found) {
  job_ = nullptr;
  bar_->hide();
  words_->setText(found.ok() ? searchWords(*found) : coreMessage(found.error()));
  if (!found.ok() || !hasCurve(*found)) return;
  std::vector<RatePlot::Point> points;
  for (const RatePoint& point : found->points) points.push_back({point.rate, point.loss, point.smoothed});
  plot_->setPoints(std::move(points), found->suggested.value_or(0));
  pages_->setCurrentWidget(plot_);
  showRate(plot_->rate());
  if (plot_->rate() > 0) take_->setDefault(true);
}

void RateSearchDialog::showRate(double rate) {
  take_->setEnabled(rate > 0);
  if (rate > 0) take_->setText(tr("Use %1").arg(numberText(rate)));
}

}  // namespace fovea
