#include "app/wizards/new_network_dialog.h"

#include <QDialogButtonBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QListWidget>
#include <QPushButton>
#include <QVBoxLayout>

#include "core/network/network_analysis.h"
#include "widgets/canvas/items/network_strip.h"
#include "widgets/canvas/items/node_content.h"
#include "widgets/theme/card.h"
#include "widgets/theme/core_text.h"
#include "widgets/theme/theme.h"
#include "widgets/theme/tokens.h"

namespace fovea {
namespace {

constexpr int kTaskWidth = 190;
constexpr int kEntryWidth = 462;

QLabel* wrappedLabel(const char* kind) {
  auto* label = new QLabel;
  label->setWordWrap(true);
  setKind(label, kind);
  return label;
}

// "11.2 M parameters · 1.8 G FLOPs a sample"
QString costWords(const NetworkReport& report) {
  return QObject::tr("%1 parameters · %2 FLOPs a sample")
      .arg(countText(report.parameters), amountText(report.flopsPerSample));
}

QString roughTime(double seconds) {
  const auto rounded = [](double value) { return QLocale().toString(value, 'f', 0); };
  if (seconds < 1.5) return QObject::tr("a second");
  if (seconds < 90) return QObject::tr("%1 seconds").arg(rounded(seconds));
  if (seconds < 90 * 60) return QObject::tr("%1 minutes").arg(rounded(seconds / 60));
  return QObject::tr("%1 hours").arg(rounded(seconds / 3600));
}

QString reasonText(const NetworkSuggestion& suggestion) {
  QStringList sentences;
  for (const std::string& sentence : suggestion.why) sentences << coreText(sentence);
  if (suggestion.epochSeconds > 0)
    sentences << QObject::tr("An epoch takes roughly %1 here.").arg(roughTime(suggestion.epochSeconds));
  return sentences.join(QLatin1Char(' '));
}

// Title, reason and cost of a suggestion, as a card of three lines.
QWidget* entry(const NetworkSuggestion& suggestion) {
  auto* box = new QWidget;
  auto* column = new QVBoxLayout(box);
  column->setContentsMargins(size::kGutter, size::kGrid, size::kGutter, size::kGrid);
  column->setSpacing(2);
  auto* title = wrappedLabel("strong");
  title->setText(coreText(suggestion.title));
  auto* why = wrappedLabel("");
  why->setText(reasonText(suggestion));
  auto* cost = wrappedLabel("muted");
  cost->setText(costWords(analyzeNetwork(suggestion.network)));
  for (QLabel* label : {title, why, cost}) {
    label->setAttribute(Qt::WA_TransparentForMouseEvents);
    column->addWidget(label);
  }
  return box;
}

}  // namespace

NewNetworkDialog::NewNetworkDialog(Session& session, QWidget* parent)
    : QDialog(parent),
      session_(session),
      tasks_(new QListWidget),
      sentence_(wrappedLabel("")),
      data_(wrappedLabel("muted")),
      suggestions_(new QListWidget) {
  setWindowTitle(tr("New network"));
  resize(720, 480);
  tasks_->setFixedWidth(kTaskWidth);
  tasks_->setAccessibleName(tr("What is the network to do?"));
  suggestions_->setAccessibleName(tr("Suggested networks"));
  suggestions_->setSpacing(2);
  suggestions_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel);
  open_ = buttons->addButton(tr("Open this network"), QDialogButtonBox::AcceptRole);
  setKind(open_, "primary");

  auto* left = new QVBoxLayout;
  left->setSpacing(size::kGrid);
  left->addWidget(new SectionLabel(tr("What is it to do?")));
  left->addWidget(tasks_, 1);
  auto* right = new QVBoxLayout;
  right->setSpacing(size::kGrid);
  right->addWidget(sentence_);
  right->addWidget(data_);
  right->addWidget(new SectionLabel(tr("Networks for that")));
  right->addWidget(suggestions_, 1);
  auto* columns = new QHBoxLayout;
  columns->setSpacing(3 * size::kGrid);
  columns->addLayout(left);
  columns->addLayout(right, 1);
  auto* all = new QVBoxLayout(this);
  all->setContentsMargins(size::kPageMargin, size::kPageMargin, size::kPageMargin, size::kPageMargin);
  all->setSpacing(size::kPageMargin);
  all->addLayout(columns, 1);
  all->addWidget(buttons);
  open_->setDefault(true);

  connect(tasks_, &QListWidget::currentRowChanged, this, &NewNetworkDialog::showTask);
  connect(suggestions_, &QListWidget::itemActivated, this, &QDialog::accept);
  connect(suggestions_, &QListWidget::currentRowChanged, this, [this](int row) { open_->setEnabled(row >= 0); });
  connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  fillTasks();
}

void NewNetworkDialog::fillTasks() {
  const auto dataset = session_.trainingDataset();
  const auto own = dataset ? taskOf(dataset->info()) : std::nullopt;
  int row = 0;
  for (const NetworkTaskInfo& info : networkTasks()) {
    if (own == info.task) row = tasks_->count();
    tasks_->addItem(coreText(info.title));
    tasks_->item(tasks_->count() - 1)->setToolTip(coreText(info.sentence));
  }
  tasks_->setCurrentRow(row);
}

QString NewNetworkDialog::dataWords(NetworkTask task) const {
  const auto dataset = session_.trainingDataset();
  if (!dataset) return tr("No data set is open, so the networks are drawn for samples of a usual size.");
  const DatasetInfo& info = dataset->info();
  const QString name = QString::fromStdString(session_.trainingDatasetName());
  if (taskOf(info) != task)
    return tr("The data set “%1” is there for something else, so the networks are drawn for samples of a usual size.")
        .arg(name);
  QString words = tr("Drawn for “%1”: %2 samples of %3")
                      .arg(name, countText(info.split(Split::Train).samples), shapeText(info.sampleShape));
  if (!info.classes.empty()) words += tr(", %1 classes").arg(info.classes.size());
  return words + ".";
}

void NewNetworkDialog::showTask(int row) {
  if (row < 0) return;
  const NetworkTaskInfo& info = networkTasks()[static_cast<std::size_t>(row)];
  sentence_->setText(coreText(info.sentence));
  data_->setText(dataWords(info.task));
  const auto dataset = session_.trainingDataset();
  const double speed = roughSpeed(session_.project() ? session_.project()->settings().device : "cpu");
  offered_ = suggestNetworks(info.task, dataset ? &dataset->info() : nullptr, speed);
  suggestions_->clear();
  for (const NetworkSuggestion& suggestion : offered_) {
    auto* item = new QListWidgetItem;
    QWidget* box = entry(suggestion);
    const int height = box->heightForWidth(kEntryWidth);
    item->setSizeHint(QSize(0, height > 0 ? height : box->sizeHint().height()));
    item->setData(Qt::AccessibleTextRole, coreText(suggestion.title) + ". " + reasonText(suggestion));
    suggestions_->addItem(item);
    suggestions_->setItemWidget(item, box);
  }
  suggestions_->setCurrentRow(0);
}

const NetworkSuggestion& NewNetworkDialog::chosen() const {
  return offered_[static_cast<std::size_t>(std::max(0, suggestions_->currentRow()))];
}

}  // namespace fovea
