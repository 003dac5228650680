#include "app/workspaces/train/start_choice.h"

#include <QCheckBox>
#include <QFileDialog>
#include <QLabel>
#include <QSignalBlocker>
#include <QVBoxLayout>
#include <algorithm>
#include <utility>

#include "app/workspaces/train/run_words.h"
#include "core/train/checkpoint.h"
#include "widgets/forms/calm_combo_box.h"
#include "widgets/forms/combo_rows.h"
#include "widgets/theme/card.h"
#include "widgets/theme/core_text.h"
#include "widgets/theme/theme.h"
#include "widgets/theme/tokens.h"

namespace fovea {
namespace {

constexpr std::size_t kOfferedCheckpoints = 200;
constexpr int kFirstRow = 1;  // of checkpoints
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
  box_->addItem(tr("Fresh weights"), QString(kFresh));
  box_->addItem(tr("A file…"), QString(kOther));
}

void StartChoice::setRuns(const std::filesystem::path& project, const RunLibrary::Entries& entries) {
  const QString before = box_->currentData().toString();
  const auto place = static_cast<std::size_t>(std::max(0, box_->currentIndex() - kFirstRow));
  // The chosen checkpoint is offered however many newer ones there are.
  const std::string kept =
      box_->currentIndex() >= kFirstRow && place < rows_.size() ? rows_[place].file : std::string();
  const QSignalBlocker quiet(box_);
  std::vector<Row> wanted;
  for (const auto& [id, entry] : entries)
    for (auto each = entry.checkpoints.rbegin(); each != entry.checkpoints.rend(); ++each)
      if (wanted.size() < kOfferedCheckpoints || each->file.native() == kept)
        wanted.push_back({id, each->epoch, each->best, each->file.string()});
  if (project_ != project) {  // the same names may stand for other files
    updateRows(*box_, kFirstRow, rows_, {}, [](int, const Row&) {});
    project_ = project;
  }
  updateRows(*box_, kFirstRow, rows_, std::move(wanted), [this](int at, const Row& row) {
    const QString title = row.best ? tr("Run %1 · epoch %2, best") : tr("Run %1 · epoch %2");
    box_->setItemText(at, title.arg(row.run.index).arg(row.epoch));
    box_->setItemData(at, QString::fromStdString((project_ / row.file).string()));
  });
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
  if (!chosen()) return std::nullopt;
  if (!weights_ && all_->isChecked())
    return fail(ErrorCode::InvalidArgument, tr("The checkpoint is still being read.").toStdString(),
                tr("Begin when it is known whether every layer finds its weights.").toStdString());
  if (!weights_) return std::nullopt;
  if (!weights_->ok()) return weights_->error();
  if (!all_->isChecked() || (*weights_)->fresh.empty()) return std::nullopt;
  return fail(ErrorCode::InvalidArgument, startingWeightsWords(**weights_).toStdString(),
              tr("Let the others begin fresh, or choose another checkpoint.").toStdString());
}

void StartChoice::show() {
  all_->setVisible(chosen().has_value());
  report_->setVisible(chosen().has_value());
  const auto wrong = obstacle();
  fovea::setKind(report_, wrong && weights_ ? "error" : "muted");
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
