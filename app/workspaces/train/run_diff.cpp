#include "app/workspaces/train/run_diff.h"

#include <QCoreApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QStandardItemModel>
#include <QTableView>
#include <QVBoxLayout>
#include <algorithm>
#include <iterator>
#include <map>

#include "app/workspaces/train/run_networks.h"
#include "core/network/network_difference.h"
#include "core/train/training_settings.h"
#include "widgets/forms/field_editor.h"
#include "widgets/tables/table.h"
#include "widgets/theme/card.h"
#include "widgets/theme/core_text.h"
#include "widgets/theme/pill_button.h"
#include "widgets/theme/theme.h"
#include "widgets/theme/tokens.h"

namespace fovea {
namespace {

QString words(const char* text) {
  return QCoreApplication::translate("RunDiff", text);
}

QString noValue() {
  return QStringLiteral("–");
}

bool isKnown(const ComparedRunPtr& run) {
  return run->settingsKnown();
}

// Returns the index of the first run with known settings, which the others are compared with.
qsizetype firstKnown(std::span<const ComparedRunPtr> runs) {
  return std::find_if(runs.begin(), runs.end(), isKnown) - runs.begin();
}

RunDifference difference(const QString& title, std::span<const ComparedRunPtr> runs, QStringList values) {
  const qsizetype first = firstKnown(runs);
  bool differs = false;
  for (std::size_t i = 0; i < runs.size(); ++i) {
    const auto at = static_cast<qsizetype>(i);
    if (isKnown(runs[i]))
      differs = differs || values.at(at) != values.at(first);
    else
      values[at] = noValue();
  }
  return {title, std::move(values), differs, false};
}

QString layerName(const Network& network, LayerId id) {
  const Layer* layer = network.find(id);
  return layer ? QString::fromStdString(layer->name) : QString();
}

QString edgeName(const Network& network, const Edge& edge) {
  return QStringLiteral("%1 → %2").arg(layerName(network, edge.source), layerName(network, edge.target));
}

// Collects the differences of layers and edges, keyed by run.
class NetworkLines {
 public:
  explicit NetworkLines(std::span<const ComparedRunPtr> runs) {
    for (const ComparedRunPtr& run : runs) unchanged_ << (isKnown(run) ? QString() : noValue());
  }
  void say(const QString& title, qsizetype run, const QString& value) {
    const auto [place, isNew] = lines_.try_emplace(title, unchanged_);
    if (isNew) order_ << title;
    place->second[run] = value;
  }
  void addTo(std::vector<RunDifference>& differences) {
    for (const QString& title : order_) differences.push_back({title, lines_[title], true, true});
  }

 private:
  QStringList unchanged_;  // the values of a line before anything is said
  QStringList order_;
  std::map<QString, QStringList> lines_;
};

void compareNetworksOf(std::span<const ComparedRunPtr> runs, std::vector<RunDifference>& differences) {
  NetworkLines lines(runs);
  const auto begin = static_cast<std::size_t>(firstKnown(runs));
  if (begin == runs.size()) return;
  const Network& first = runs[begin]->network;
  for (std::size_t i = begin + 1; i < runs.size(); ++i) {
    if (!isKnown(runs[i])) continue;
    const Network& other = runs[i]->network;
    const NetworkDifference found = compareNetworks(first, other);
    const auto run = static_cast<qsizetype>(i);
    for (const LayerId id : found.added) {
      const Layer& layer = *other.find(id);
      lines.say(words(QT_TRANSLATE_NOOP("RunDiff", "Layer %1")).arg(layerName(other, id)), run,
                words(QT_TRANSLATE_NOOP("RunDiff", "+ added, %1")).arg(QString::fromStdString(layer.type)));
    }
    for (const LayerId id : found.removed)
      lines.say(words("Layer %1").arg(layerName(first, id)), run, words(QT_TRANSLATE_NOOP("RunDiff", "− removed")));
    for (const LayerChange& change : found.changed)
      lines.say(words("Layer %1").arg(layerName(first, change.before)), run,
                QStringLiteral("~ ") + coreMessage(changeWords(first, other, change)));
    for (const Edge& edge : found.addedEdges)
      lines.say(words(QT_TRANSLATE_NOOP("RunDiff", "Edge %1")).arg(edgeName(other, edge)), run,
                words(QT_TRANSLATE_NOOP("RunDiff", "+ added")));
    for (const Edge& edge : found.removedEdges)
      lines.say(words("Edge %1").arg(edgeName(first, edge)), run, words("− removed"));
  }
  lines.addTo(differences);
}

}  // namespace

std::vector<RunDifference> differencesOf(std::span<const ComparedRunPtr> runs) {
  std::vector<RunDifference> differences;
  if (runs.empty()) return differences;
  QStringList networks, data;
  std::vector<FieldValues> settings;
  for (const ComparedRunPtr& run : runs) {
    networks << QString::fromStdString(run->network.name());
    data << QString::fromStdString(run->record.dataset);
    settings.push_back(trainingSettingsSchema().write(run->record.settings));
  }
  differences.push_back(difference(words(QT_TRANSLATE_NOOP("RunDiff", "Network")), runs, networks));
  differences.push_back(difference(words(QT_TRANSLATE_NOOP("RunDiff", "Data")), runs, data));
  const Schema schema = trainingSettingsSchema().schema();
  for (const Field& field : schema.fields()) {
    QStringList values;
    bool matters = false;
    for (std::size_t i = 0; i < runs.size(); ++i) {
      const bool here = isKnown(runs[i]) && schema.isRelevant(field.name, settings[i]);
      matters = matters || here;
      values << (here ? fieldText(field, *settings[i].find(field.name)) : noValue());
    }
    if (matters) differences.push_back(difference(coreText(field.title), runs, values));
  }
  compareNetworksOf(runs, differences);
  return differences;
}

RunDiff::RunDiff(QWidget* parent)
    : QWidget(parent),
      summary_(new ElidedLabel),
      equal_(new PillButton(tr("show equal ones"))),
      draw_(new PillButton(tr("draw"))),
      model_(new QStandardItemModel(this)),
      table_(new QTableView) {
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(size::kGrid, size::kGrid, size::kGrid, size::kGrid);
  column->setSpacing(size::kGrid);
  auto* row = new QHBoxLayout;
  setKind(summary_, "muted");
  equal_->setCheckable(true);
  equal_->setToolTip(tr("Also list the settings that are the same in all of the runs"));
  connect(equal_, &QAbstractButton::toggled, this, &RunDiff::fill);
  draw_->setAccessibleName(tr("Draw the networks"));
  draw_->setToolTip(tr("Show on a drawing in what the networks of these runs differ"));
  connect(draw_, &QPushButton::clicked, this, &RunDiff::drawNetworks);
  row->addWidget(summary_, 1);
  row->addWidget(draw_);
  row->addWidget(equal_);
  column->addLayout(row);
  table_->setModel(model_);
  setUpTable(*table_);
  table_->setAccessibleName(tr("Differences of the runs"));
  column->addWidget(table_, 1);
  fill();
}

void RunDiff::setRuns(std::vector<ComparedRunPtr> runs, const RunLooks& looks) {
  looks_ = looks;
  // The same runs may be told with every epoch of another one, and the table must stay where it is.
  if (runs == runs_) return;
  runs_ = std::move(runs);
  fill();
}

void RunDiff::changeEvent(QEvent* event) {
  QWidget::changeEvent(event);
  if (isThemeChange(event)) fill();
}

void RunDiff::drawNetworks() {
  auto* dialog = new RunNetworks(known(), this);
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->open();
}

QString RunDiff::summary() const {
  return summary_->text();
}

std::vector<ComparedRunPtr> RunDiff::known() const {
  std::vector<ComparedRunPtr> found;
  std::copy_if(runs_.begin(), runs_.end(), std::back_inserter(found), isKnown);
  return found;
}

void RunDiff::fill() {
  model_->clear();
  const bool comparable = known().size() > 1;
  equal_->setEnabled(comparable);
  draw_->setEnabled(comparable);
  if (runs_.size() < 2) return summary_->setText(tr("Check two or more runs in the table to see in what they differ."));
  if (!comparable)
    return summary_->setText(
        tr("Only the curves of these runs can be compared, since other programs do not tell their settings."));
  QStringList titles{tr("Setting")};
  for (const ComparedRunPtr& run : runs_) titles << run->title;
  model_->setHorizontalHeaderLabels(titles);
  const qsizetype first = firstKnown(runs_);
  int differing = 0, equal = 0, network = 0;
  for (const RunDifference& each : differencesOf(runs_)) {
    ++(each.ofNetwork ? network : each.differs ? differing : equal);
    if (!each.differs && !equal_->isChecked()) continue;
    QList<QStandardItem*> items{new QStandardItem(each.title)};
    for (std::size_t i = 0; i < runs_.size(); ++i) {
      const QString& value = each.values.at(static_cast<qsizetype>(i));
      auto* item = new QStandardItem(value);
      // Colour is not the only sign that a value differs from the first run's: all values are shown as text.
      if (each.differs && isKnown(runs_[i]) && value != each.values.at(first))
        item->setForeground(currentTheme().color(Color::AccentText));
      if (!each.differs) item->setForeground(currentTheme().color(Color::Muted));
      item->setToolTip(value);
      items << item;
    }
    model_->appendRow(items);
  }
  for (std::size_t i = 0; i < runs_.size(); ++i)
    model_->horizontalHeaderItem(static_cast<int>(i) + 1)->setToolTip(runs_[i]->title);
  QStringList facts{tr("Settings that differ: %1").arg(differing), tr("equal: %1").arg(equal)};
  facts << (network > 0 ? tr("differences of the networks: %1").arg(network) : tr("the networks are equal"));
  summary_->setText(facts.join(QStringLiteral(" · ")));
}

}  // namespace fovea
