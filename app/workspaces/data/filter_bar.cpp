#include "app/workspaces/data/filter_bar.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QSpinBox>
#include <QTimer>
#include <QWidgetAction>
#include <algorithm>

#include "app/workspaces/data/data_words.h"
#include "app/workspaces/inspect/time_bar.h"
#include "app/workspaces/train/run_table_model.h"
#include "widgets/theme/flow_layout.h"
#include "widgets/theme/icon.h"
#include "widgets/theme/pill_button.h"
#include "widgets/theme/theme.h"
#include "widgets/theme/tokens.h"

namespace fovea {
namespace {

constexpr int kTypingMilliseconds = 200;
constexpr int kAll = -2;  // item data for "all" in the combo boxes

}  // namespace

FilterBar::FilterBar(Session& session, SampleBrowser& browser, QWidget* parent)
    : QWidget(parent),
      session_(session),
      browser_(browser),
      search_(new QLineEdit),
      split_(new QComboBox),
      class_(new QComboBox),
      check_(menuButton("filter", tr("Check"), tr("Find what is amiss: damaged, tiny, blank, or there twice"))),
      size_(menuButton("fit", tr("Size"), tr("Shows samples whose longer side is within a range"))),
      tags_(menuButton("tag", tr("Tags"), tr("Shows the samples with certain tags"))),
      sort_(menuButton("arrange", tr("Import order"), tr("In which order samples are shown"))),
      count_(new QLabel),
      chips_(new QWidget),
      typing_(new QTimer(this)) {
  auto* rows = new QVBoxLayout(this);
  rows->setContentsMargins(size::kPageMargin, size::kGutter, size::kPageMargin, 0);
  rows->setSpacing(size::kGrid);
  // In a narrow window the controls use a second line.
  auto* controls = new QWidget;
  auto* flow = new FlowLayout(controls, size::kGrid);
  flow->setContentsMargins(0, 0, 0, 0);
  search_->setPlaceholderText(tr("File, class or tag"));
  search_->setAccessibleName(tr("Find samples by file, class or tag"));
  search_->setToolTip(tr("Shows samples with these words in the name of their file, class or tag (Ctrl+F)"));
  search_->setFixedWidth(200);
  split_->setAccessibleName(tr("Split"));
  split_->setToolTip(tr("Shows the samples of one split"));
  split_->setMinimumWidth(110);
  class_->setAccessibleName(tr("Class"));
  class_->setToolTip(tr("Shows the samples of one class"));
  class_->setMinimumWidth(130);
  class_->setMaximumWidth(220);
  setKind(count_, "muted");
  count_->setMinimumHeight(size::kControl);
  for (QWidget* part : std::initializer_list<QWidget*>{search_, split_, class_, size_, check_, tags_, sort_, count_})
    flow->addWidget(part);
  rows->addWidget(controls);
  auto* chips = new FlowLayout(chips_, 6);
  chips->setContentsMargins(0, 0, 0, 0);
  rows->addWidget(chips_);
  chips_->hide();
  buildSizeMenu();
  connectFields();
}

void FilterBar::buildSizeMenu() {
  auto* form = new QWidget;
  auto* row = new QHBoxLayout(form);
  row->setContentsMargins(12, 8, 12, 8);
  row->setSpacing(size::kGrid);
  for (QSpinBox*& field : sides_) {
    field = new QSpinBox;
    field->setSuffix(tr(" px"));
    field->setKeyboardTracking(false);
    if (field == sides_[1]) row->addWidget(new QLabel(tr("to")));
    row->addWidget(field);
    connect(field, &QSpinBox::valueChanged, this, [this] {
      if (filling_) return;
      const auto low = static_cast<std::uint32_t>(sides_[0]->value()),
                 high = static_cast<std::uint32_t>(sides_[1]->value());
      change([&](CatalogueFilter& filter) {
        filter.sides = Interval<std::uint32_t>{std::min(low, high), std::max(low, high)};
      });
    });
  }
  sides_[0]->setAccessibleName(tr("Least longer side"));
  sides_[1]->setAccessibleName(tr("Largest longer side"));
  auto* action = new QWidgetAction(size_->menu());
  action->setDefaultWidget(form);
  size_->menu()->addAction(action);
}

QPushButton* FilterBar::menuButton(const QString& iconName, const QString& text, const QString& help) {
  auto* button = new QPushButton(icon(iconName), text);
  button->setToolTip(help);
  button->setMenu(new QMenu(button));
  return button;
}

void FilterBar::connectFields() {
  typing_->setSingleShot(true);
  typing_->setInterval(kTypingMilliseconds);
  connect(search_, &QLineEdit::textChanged, this, [this] {
    if (!filling_) typing_->start();
  });
  connect(typing_, &QTimer::timeout, this, [this] {
    // File names are known only after the samples have been measured.
    if (!search_->text().isEmpty()) browser_.measure();
    change([this](CatalogueFilter& filter) { filter.text = search_->text().trimmed().toStdString(); });
  });
  connect(split_, &QComboBox::currentIndexChanged, this, [this] {
    const int chosen = split_->currentData().toInt();
    if (filling_) return;
    change([&](CatalogueFilter& filter) {
      filter.split = chosen == kAll ? std::nullopt : std::optional(static_cast<Split>(chosen));
    });
  });
  connect(class_, &QComboBox::currentIndexChanged, this, [this] {
    const int chosen = class_->currentData().toInt();
    if (filling_) return;
    change([&](CatalogueFilter& filter) {
      filter.label = chosen == kAll ? std::nullopt : std::optional<std::int32_t>(chosen);
    });
  });
  connect(check_->menu(), &QMenu::aboutToShow, this, &FilterBar::fillCheckMenu);
  connect(sort_->menu(), &QMenu::aboutToShow, this, &FilterBar::fillSortMenu);
  connect(tags_->menu(), &QMenu::aboutToShow, this, &FilterBar::fillTagMenu);
  connect(&browser_, &SampleBrowser::viewChanged, this, [this](SampleBrowser::Change change) {
    if (change == SampleBrowser::Change::NewData) showData();
    showView();
  });
  if (browser_.view()) {
    showData();
    showView();
  }
}

void FilterBar::showData() {
  if (!browser_.view()) return;
  filling_ = true;
  typing_->stop();
  search_->clear();
  split_->clear();
  split_->addItem(tr("All splits"), kAll);
  for (const Split split : kSplits) split_->addItem(words::split(split), static_cast<int>(split));
  filling_ = false;
}

// Called again after edits, which may add a class.
void FilterBar::fillClasses(const DatasetInfo& info) {
  QStringList names;
  for (const std::string& name : info.classes) names << QString::fromStdString(name);
  class_->setVisible(!names.isEmpty());
  if (class_->count() > 0 && names == classes_) return;
  classes_ = names;
  class_->clear();
  class_->addItem(tr("All classes"), kAll);
  for (int i = 0; i < names.size(); ++i) class_->addItem(names[i], i);
  class_->addItem(tr("No class"), kNoLabel);
}

void FilterBar::showView() {
  const auto view = browser_.view();
  if (!view) return;
  filling_ = true;
  fillClasses(view->catalogue.dataset()->info());
  const CatalogueFilter& filter = browser_.filter();
  split_->setCurrentIndex(split_->findData(filter.split ? static_cast<int>(*filter.split) : kAll));
  class_->setCurrentIndex(class_->findData(filter.label ? *filter.label : kAll));
  if (!typing_->isActive() && search_->text().trimmed().toStdString() != filter.text)
    search_->setText(QString::fromStdString(filter.text));
  filling_ = false;
  showSides(*view);
  tags_->setVisible(!view->catalogue.dataset()->states().tags.empty() || !filter.tags.empty());
  const auto shown = static_cast<std::int64_t>(view->found.records.size());
  const std::int64_t all = view->catalogue.dataset()->info().samples();
  count_->setText(shown == all ? tr("%1 samples").arg(words::count(all))
                               : tr("%1 of %2").arg(words::count(shown), words::count(all)));
  const CatalogueOrder& order = browser_.order();
  sort_->setText(order.column == CatalogueColumn::Order && !order.descending
                     ? words::column(order.column)
                     : QString("%1 %2").arg(words::column(order.column), order.descending ? "↓" : "↑"));
  sort_->setAccessibleName(tr("Sorted by %1").arg(words::column(order.column)));
  showChips();
}

void FilterBar::showSides(const BrowserView& view) {
  const Interval<std::uint32_t>& range = view.found.sideRange;
  size_->setVisible(!view.found.sides.empty());
  filling_ = true;
  const Interval<std::uint32_t> wanted = browser_.filter().sides.value_or(range);
  for (QSpinBox* field : sides_) field->setRange(static_cast<int>(range.low), static_cast<int>(range.high));
  sides_[0]->setValue(static_cast<int>(wanted.low));
  sides_[1]->setValue(static_cast<int>(wanted.high));
  filling_ = false;
}

QStringList FilterBar::chips() const {
  QStringList texts;
  for (const auto* chip : chips_->findChildren<PillButton*>(Qt::FindDirectChildrenOnly)) texts << chip->text();
  return texts;
}

void FilterBar::addChip(const QString& text, std::function<void(CatalogueFilter&)> clear) {
  auto* chip = new PillButton(text + QStringLiteral("  ✕"), chips_);
  chip->setAccessibleName(tr("Take away the filter %1").arg(text));
  chip->setToolTip(tr("Click to take this filter away"));
  connect(chip, &QAbstractButton::clicked, this, [this, clear = std::move(clear)] { change(clear); });
  chips_->layout()->addWidget(chip);
  chip->show();
}

void FilterBar::showChips() {
  // Deleted later: a clicked chip is still emitting its signal.
  for (QWidget* chip : chips_->findChildren<QWidget*>(Qt::FindDirectChildrenOnly)) {
    chips_->layout()->removeWidget(chip);
    chip->hide();
    chip->setParent(nullptr);
    chip->deleteLater();
  }
  const CatalogueFilter& filter = browser_.filter();
  const DatasetInfo& info = browser_.view()->catalogue.dataset()->info();
  const auto range = [](const QString& name, auto low, auto high) {
    return low == high ? QString("%1 %2").arg(name).arg(low) : QString("%1 %2 – %3").arg(name).arg(low).arg(high);
  };
  if (!filter.text.empty())
    addChip(tr("“%1”").arg(QString::fromStdString(filter.text)), [](CatalogueFilter& all) { all.text.clear(); });
  if (filter.split) addChip(words::split(*filter.split), [](CatalogueFilter& all) { all.split.reset(); });
  if (filter.label) addChip(words::className(info, *filter.label), [](CatalogueFilter& all) { all.label.reset(); });
  if (filter.prediction)
    addChip(tr("Taken for %1").arg(words::className(info, *filter.prediction)),
            [](CatalogueFilter& all) { all.prediction.reset(); });
  if (filter.sides)
    addChip(range(tr("Size"), filter.sides->low, filter.sides->high), [](CatalogueFilter& all) { all.sides.reset(); });
  if (filter.brightness)
    addChip(range(tr("Brightness"), int{filter.brightness->low}, int{filter.brightness->high}),
            [](CatalogueFilter& all) { all.brightness.reset(); });
  for (const Quality quality : kQualities)
    if (filter.qualities & bitOf(quality))
      addChip(words::quality(quality), [quality](CatalogueFilter& all) {
        all.qualities = static_cast<Qualities>(all.qualities & ~bitOf(quality));
      });
  for (const std::string& tag : filter.tags)
    addChip(tr("Tag: %1").arg(QString::fromStdString(tag)), [tag](CatalogueFilter& all) { std::erase(all.tags, tag); });
  if (filter.records)
    addChip(tr("%n chosen in Inspect", nullptr, static_cast<int>(filter.records->size())),
            [](CatalogueFilter& all) { all.records.reset(); });
  const auto count = chips_->findChildren<PillButton*>(Qt::FindDirectChildrenOnly).size();
  if (count > 1) addChip(tr("Everything"), [](CatalogueFilter& all) { all = {}; });
  chips_->setVisible(count > 0);
}

void FilterBar::fillCheckMenu() {
  QMenu* menu = check_->menu();
  menu->clear();
  menu->setToolTipsVisible(true);
  const auto view = browser_.view();
  if (!view) return;
  if (!browser_.measured()) {
    browser_.measure();
    menu->addAction(tr("Samples are being measured…"))->setEnabled(false);
  }
  const auto& measures = view->catalogue.measures();
  if (browser_.verifying()) menu->addAction(tr("Looking for damaged samples…"))->setEnabled(false);
  if (measures && !measures->verified && !browser_.verifying()) {
    auto* look = menu->addAction(tr("Look for damaged samples"));
    look->setToolTip(tr("Reads every byte of the data set and compares it with what was written"));
    connect(look, &QAction::triggered, this, [this] { browser_.measure(MeasureDepth::Verified); });
  }
  for (std::size_t i = 0; i < kQualities.size(); ++i) {
    const Quality quality = kQualities[i];
    if (quality == Quality::Corrupt && measures && !measures->verified && view->counts[i] == 0) continue;
    const bool byHand = quality == Quality::Edited || quality == Quality::Excluded;
    if (quality == Quality::Wrong ? !view->catalogue.outcomes() : !byHand && !browser_.measured()) continue;
    auto* action = menu->addAction(QString("%1\t%2").arg(words::quality(quality), words::count(view->counts[i])));
    action->setToolTip(words::qualityHelp(quality));
    action->setCheckable(true);
    action->setChecked((browser_.filter().qualities & bitOf(quality)) != 0);
    action->setEnabled(view->counts[i] > 0 || action->isChecked());
    connect(action, &QAction::triggered, this, [this, quality] {
      change([&](CatalogueFilter& filter) {
        filter.qualities = static_cast<Qualities>(filter.qualities ^ bitOf(quality));
      });
      // Sorts related samples next to each other.
      if (quality == Quality::Duplicate) browser_.setOrder({CatalogueColumn::DuplicateGroup, false});
      if (quality == Quality::NearDuplicate) browser_.setOrder({CatalogueColumn::NearDuplicateGroup, false});
    });
  }
  menu->addSeparator();
  addNetworks(menu);
}

void FilterBar::fillTagMenu() {
  QMenu* menu = tags_->menu();
  menu->clear();
  const auto view = browser_.view();
  if (!view) return;
  for (const auto& [name, samples] : view->catalogue.dataset()->states().tags) {
    auto* action =
        menu->addAction(QString("%1\t%2").arg(QString::fromStdString(name).replace('&', "&&"),
                                              words::count(std::count(samples.begin(), samples.end(), true))));
    const auto& chosen = browser_.filter().tags;
    action->setCheckable(true);
    action->setChecked(std::find(chosen.begin(), chosen.end(), name) != chosen.end());
    connect(action, &QAction::triggered, this, [this, tag = name](bool checked) {
      change([&](CatalogueFilter& filter) {
        std::erase(filter.tags, tag);
        if (checked) filter.tags.push_back(tag);
      });
    });
  }
}

void FilterBar::addNetworks(QMenu* menu) {
  QMenu* networks = menu->addMenu(icon("inspect"), tr("Ask a trained network"));
  const Project* project = session_.project();
  for (const auto& [id, entry] : session_.runs()->entries()) {
    const auto& checkpoints = entry.checkpoints;
    if (!project || checkpoints.empty()) continue;
    const auto best =
        std::find_if(checkpoints.begin(), checkpoints.end(), [](const CheckpointRecord& each) { return each.best; });
    const CheckpointRecord& chosen = best == checkpoints.end() ? checkpoints.back() : *best;
    const QString name = tr("%1 · %2").arg(runTitle(entry.record.name, id), checkpointTimeText(checkpoints, chosen));
    auto* action = networks->addAction(QString(name).replace('&', "&&"));
    connect(action, &QAction::triggered, this,
            [this, name, file = project->checkpointPath(chosen)] { browser_.askNetwork(name, file); });
  }
  networks->setEnabled(!networks->isEmpty());
  networks->menuAction()->setToolTip(tr("Gives every sample a loss and a prediction: the hardest come first"));
}

void FilterBar::fillSortMenu() {
  QMenu* menu = sort_->menu();
  menu->clear();
  const auto view = browser_.view();
  if (!view) return;
  for (const CatalogueColumn column : kCatalogueColumns) {
    const bool answers = column == CatalogueColumn::Loss || column == CatalogueColumn::Confidence ||
                         column == CatalogueColumn::Prediction;
    const bool known = column == CatalogueColumn::Order || column == CatalogueColumn::Class ||
                       column == CatalogueColumn::Split ||
                       (answers ? view->catalogue.outcomes() != nullptr : browser_.measured());
    auto* action = menu->addAction(words::column(column));
    action->setCheckable(true);
    action->setChecked(browser_.order().column == column);
    action->setEnabled(known);
    if (!known)
      action->setText(answers ? tr("%1 (ask a trained network first)").arg(words::column(column))
                              : tr("%1 (being measured)").arg(words::column(column)));
    connect(action, &QAction::triggered, this, [this, column] {
      // Descending order comes first, for the hardest or largest; choosing it again reverses the order.
      const bool same = browser_.order().column == column;
      browser_.setOrder({column, same ? !browser_.order().descending : column == CatalogueColumn::Loss});
    });
  }
  menu->addSeparator();
  auto* reverse = menu->addAction(tr("Descending"));
  reverse->setCheckable(true);
  reverse->setChecked(browser_.order().descending);
  connect(reverse, &QAction::triggered, this, [this](bool on) { browser_.setOrder({browser_.order().column, on}); });
}

}  // namespace fovea
