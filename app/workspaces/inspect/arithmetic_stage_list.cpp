#include "app/workspaces/inspect/arithmetic_stage_list.h"

#include <QFormLayout>
#include <QHeaderView>
#include <QLabel>
#include <QSpinBox>
#include <QTreeWidget>
#include <QVBoxLayout>
#include <algorithm>
#include <string_view>

#include "app/workspaces/inspect/arithmetic_scene.h"
#include "widgets/theme/fonts.h"
#include "widgets/theme/tokens.h"

namespace fovea {
namespace {

constexpr int kStageListWidth = 236;
constexpr std::size_t kMostChoices = 4;
constexpr int kStageRow = 24;

}  // namespace

ArithmeticStageList::ArithmeticStageList(QWidget* parent) : QWidget(parent), list_(new QTreeWidget) {
  setFixedWidth(kStageListWidth);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(size::kGrid);
  list_->setColumnCount(2);
  list_->setHeaderHidden(true);
  list_->setRootIsDecorated(false);
  list_->setUniformRowHeights(true);
  list_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  list_->header()->setStretchLastSection(false);
  list_->header()->setSectionResizeMode(0, QHeaderView::Stretch);
  list_->header()->setSectionResizeMode(1, QHeaderView::ResizeToContents);
  list_->setAccessibleName(tr("Stages of the computation"));
  list_->setToolTip(tr("The stages of the computation with their results; choose one to see its numbers"));
  list_->setMinimumHeight(3 * kStageRow);
  list_->setStyleSheet(QStringLiteral("QTreeView::item { border-radius: 0px; }"));  // both cells of a row look like one
  column->addWidget(list_, 1);
  auto* form = new QFormLayout;
  form->setContentsMargins(size::kGrid, 0, 0, 0);
  form->setVerticalSpacing(4);
  for (std::size_t i = 0; i < kMostChoices; ++i) {
    auto* word = new QLabel;
    setKind(word, "muted");
    auto* box = new QSpinBox;
    box->setSpecialValueText(tr("strongest"));
    box->setWrapping(true);
    word->setBuddy(box);
    form->addRow(word, box);
    words_.push_back(word);
    boxes_.push_back(box);
    connect(box, &QSpinBox::valueChanged, this, [this, i](int part) {
      if (filling_) return;
      if (parts_.size() <= i) parts_.resize(i + 1, -1);
      parts_[i] = part;
      Q_EMIT partChosen();
    });
  }
  column->addLayout(form);
  connect(list_, &QTreeWidget::currentItemChanged, this, [this] {
    if (!filling_) Q_EMIT stageChosen();
  });
}

void ArithmeticStageList::setExplanation(const LayerExplanation& explained) {
  filling_ = true;
  fillList(explained.stages);
  fillParts(explained.choices);
  filling_ = false;
  setVisible(!explained.stages.empty());
}

void ArithmeticStageList::fillList(const std::vector<ArithmeticStage>& stages) {
  std::vector<StageKind> kinds;
  for (const ArithmeticStage& stage : stages) kinds.push_back(stage.kind);
  const bool same = kinds == kinds_;
  kinds_ = std::move(kinds);
  const int kept = same ? current() : static_cast<int>(stages.size()) - 1;
  if (!same) list_->clear();
  const int recurrences = stages.empty() ? 0 : stages.back().recurrence + 1;
  for (std::size_t i = 0; i < stages.size(); ++i) {
    const ArithmeticStage& stage = stages[i];
    QTreeWidgetItem* const item = same ? list_->topLevelItem(static_cast<int>(i)) : new QTreeWidgetItem(list_);
    QString name = stageName(stage.kind);
    if (recurrences > 1) name = QStringLiteral("%1 · ").arg(stage.recurrence + 1) + name;
    item->setText(0, name);
    item->setText(1, cellText(stage.result));
    item->setFont(1, themeFont(FontRole::Mono));
    item->setTextAlignment(1, Qt::AlignRight | Qt::AlignVCenter);
    item->setSizeHint(0, {0, kStageRow});
    item->setToolTip(0, name + QLatin1Char(' ') + positionText(stage.at));
  }
  if (kept >= 0 && kept < list_->topLevelItemCount()) list_->setCurrentItem(list_->topLevelItem(kept));
}

void ArithmeticStageList::fillParts(const std::vector<PartChoice>& choices) {
  const auto word = [](std::string_view name) {
    return name == "head"     ? tr("head")
           : name == "number" ? tr("number")
           : name == "key"    ? tr("key of step")
                              : tr("hidden unit");
  };
  for (std::size_t i = 0; i < boxes_.size(); ++i) {
    const bool used = i < choices.size();
    words_[i]->setVisible(used);
    boxes_[i]->setVisible(used);
    if (!used) continue;
    const PartChoice& choice = choices[i];
    words_[i]->setText(word(choice.name));
    boxes_[i]->setRange(-1, static_cast<int>(choice.count) - 1);
    boxes_[i]->setValue(i < parts_.size() ? static_cast<int>(parts_[i]) : -1);
    boxes_[i]->setAccessibleName(word(choice.name));
    boxes_[i]->setSpecialValueText(tr("strongest, %1").arg(choice.chosen));
    boxes_[i]->setToolTip(tr("Which part is shown; the strongest is the one that adds most"));
  }
}

int ArithmeticStageList::current() const {
  return list_->indexOfTopLevelItem(list_->currentItem());
}

void ArithmeticStageList::setCurrent(int stage) {
  if (QTreeWidgetItem* const item = list_->topLevelItem(stage)) list_->setCurrentItem(item);
}

}  // namespace fovea
