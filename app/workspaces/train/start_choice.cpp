#include "app/workspaces/train/start_choice.h"

#include <QCheckBox>
#include <QFileDialog>
#include <QLabel>
#include <QSignalBlocker>
#include <QVBoxLayout>
#include <algorithm>

#include "app/workspaces/train/run_words.h"
#include "core/train/checkpoint.h"
#include "widgets/forms/calm_combo_box.h"
#include "widgets/theme/card.h"
#include "widgets/theme/core_text.h"
#include "widgets/theme/theme.h"
#include "widgets/theme/tokens.h"

namespace fovea {
namespace {

constexpr int kOfferedCheckpoints = 200;
// The item data of the two entries that name no checkpoint; the entry of a checkpoint has its path.
constexpr const char* kFresh = "";
constexpr const char* kOther = "?";

}  // namespace

StartChoice::StartChoice(QWidget* parent)
    : QWidget(parent),
      box_(new CalmComboBox),
      all_(new QCheckBox(tr("Every layer must find its weights"))),
      report_(new QLabel) {
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(6);
  column->addWidget(new SectionLabel(tr("Begins with")));
  box_->setAccessibleName(tr("Begins with"));
  box_->setToolTip(tr("Fresh weights, or those of a checkpoint where layers and shapes are the same"));
  box_->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
  box_->setMinimumContentsLength(12);
  all_->setToolTip(tr("Refuse to begin where a layer would begin with fresh weights"));
  report_->setWordWrap(true);
  fovea::setKind(report_, "muted");
  column->addWidget(box_);
  column->addWidget(all_);
  column->addWidget(report_);
  connect(box_, &QComboBox::activated, this, &StartChoice::pick);
  connect(all_, &QCheckBox::toggled, this, &StartChoice::show);
  setRuns({}, {});
}

void StartChoice::setRuns(const std::filesystem::path& project, const RunLibrary::Entries& entries) {
  const QString before = box_->currentData().toString();
  const QSignalBlocker quiet(box_);
  box_->clear();
  box_->addItem(tr("Fresh weights"), QString(kFresh));
  int offered = 0;
  for (const auto& [id, entry] : entries)
    for (auto each = entry.checkpoints.rbegin(); each != entry.checkpoints.rend(); ++each) {
      if (++offered > kOfferedCheckpoints) break;
      const QString title = each->best ? tr("Run %1 · epoch %2, best") : tr("Run %1 · epoch %2");
      box_->addItem(title.arg(id.index).arg(each->epoch), QString::fromStdString((project / each->file).string()));
    }
  if (!file_.empty())
    box_->addItem(QString::fromStdString(file_.filename().string()), QString::fromStdString(file_.string()));
  box_->addItem(tr("A file…"), QString(kOther));
  const int again = box_->findData(before);
  box_->setCurrentIndex(std::max(0, again));
  if (again < 0) read();
}

void StartChoice::setNetwork(const Network& network) {
  network_ = network;
  if (chosen()) read();
}

std::optional<std::filesystem::path> StartChoice::chosen() const {
  const QString path = box_->currentData().toString();
  if (path == kFresh || path == kOther) return std::nullopt;
  return std::filesystem::path(path.toStdString());
}

void StartChoice::pick(int index) {
  if (box_->itemData(index).toString() != kOther) return read();
  const QString file =
      QFileDialog::getOpenFileName(this, tr("Weights to begin with"), {}, tr("Checkpoints (*.safetensors)"));
  if (!file.isEmpty()) return chooseFile(file.toStdString());
  box_->setCurrentIndex(0);
  read();
}

void StartChoice::chooseFile(const std::filesystem::path& file) {
  file_ = file;
  const QString path = QString::fromStdString(file.string());
  if (box_->findData(path) < 0)
    box_->insertItem(box_->count() - 1, QString::fromStdString(file.filename().string()), path);
  box_->setCurrentIndex(box_->findData(path));
  read();
}

void StartChoice::read() {
  weights_.reset();
  task_.cancel();
  if (const auto path = chosen()) {
    const auto work = [path = *path, network = network_]() -> Result<StartingWeights> {
      FOVEA_TRY(const Checkpoint start, readCheckpoint(path));
      return startingWeights(network, start);
    };
    task_.ask(work, [this](const Result<StartingWeights>& weights) {
      weights_ = weights;
      show();
    });
  }
  show();
}

std::optional<Error> StartChoice::obstacle() const {
  if (!chosen() || !weights_) return std::nullopt;
  if (!weights_->ok()) return weights_->error();
  if (!all_->isChecked() || (*weights_)->fresh.empty()) return std::nullopt;
  return fail(ErrorCode::InvalidArgument, startingWeightsWords(**weights_).toStdString(),
              tr("Let the others begin fresh, or choose another checkpoint.").toStdString());
}

void StartChoice::show() {
  all_->setVisible(chosen().has_value());
  report_->setVisible(chosen().has_value());
  const auto wrong = obstacle();
  fovea::setKind(report_, wrong ? "error" : "muted");
  if (!weights_)
    report_->setText(tr("Looking which layers fit…"));
  else if (wrong)
    report_->setText(coreMessage(*wrong));
  else
    report_->setText(startingWeightsWords(**weights_));
  Q_EMIT changed();
}

QString StartChoice::words() const {
  return report_->isHidden() ? QString() : report_->text();
}

}  // namespace fovea
