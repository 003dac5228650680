#include "app/workspaces/inspect/device_panel.h"

#include <QComboBox>
#include <QHeaderView>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QStandardItemModel>
#include <QTableView>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>

#include "widgets/tables/table.h"
#include "widgets/theme/card.h"
#include "widgets/theme/core_text.h"
#include "widgets/theme/theme.h"
#include "widgets/theme/tokens.h"

namespace fovea {
namespace {

constexpr int kComparisonSteps = 1000, kDeviceTableHeight = 190;
enum DeviceColumn { kDeviceLayer, kDeviceError, kDeviceExplained, kDeviceColumns };

QStandardItem* deviceCell(const QString& text, const QString& help, bool figure) {
  auto* item = new QStandardItem(text);
  item->setToolTip(help);
  item->setEditable(false);
  if (figure) item->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
  return item;
}

QString deviceErrorText(double error) {
  return error == 0 ? QStringLiteral("0") : QLocale().toString(error, 'e', 1);
}

}  // namespace

DevicePanel::DevicePanel(std::shared_ptr<InspectionEngine> engine, QWidget* parent)
    : QWidget(parent),
      devices_(engine, Urgency::Look),
      question_(engine, Urgency::Job),
      note_(new QLabel),
      device_(new QComboBox),
      button_(new QPushButton),
      bar_(new QProgressBar),
      rows_(new QStandardItemModel(0, kDeviceColumns, this)),
      table_(new QTableView) {
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(size::kGrid);
  column->addWidget(new SectionLabel(tr("Devices compared")));
  auto* row = new QHBoxLayout;
  row->setSpacing(size::kGrid);
  device_->setAccessibleName(tr("The other device"));
  device_->setToolTip(tr("The sample runs here and there, and each layer's outputs are compared"));
  device_->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
  row->addWidget(device_, 1);
  row->addWidget(button_);
  column->addLayout(row);
  bar_->setRange(0, kComparisonSteps);
  bar_->setTextVisible(false);
  bar_->setAccessibleName(tr("Progress of the comparison"));
  column->addWidget(bar_);
  setKind(note_, "muted");
  note_->setWordWrap(true);
  column->addWidget(note_);
  rows_->setHorizontalHeaderLabels({tr("Layer"), tr("Error"), tr("Rounding")});
  rows_->setHeaderData(kDeviceError, Qt::Horizontal, tr("Length of the difference by the length of the layer's output"),
                       Qt::ToolTipRole);
  rows_->setHeaderData(kDeviceExplained, Qt::Horizontal, tr("The largest error that roundings explain"),
                       Qt::ToolTipRole);
  table_->setModel(rows_);
  setUpTable(*table_);
  table_->setSelectionMode(QAbstractItemView::SingleSelection);
  table_->setAccessibleName(tr("Errors by layer, largest first"));
  table_->setFixedHeight(kDeviceTableHeight);
  column->addWidget(table_);
  connect(table_, &QTableView::activated, this,
          [this](const QModelIndex& index) { Q_EMIT layerWanted(rows_->item(index.row(), kDeviceLayer)->text()); });
  connect(button_, &QPushButton::clicked, this, [this] {
    if (!question_.busy()) return compare();
    question_.cancel();
    showState();
    Q_EMIT settled();
  });
  clear();
}

QString DevicePanel::words() const {
  return note_->text();
}

void DevicePanel::clear() {
  question_.cancel();
  subject_.reset();
  rows_->setRowCount(0);
  note_->clear();
  showState();
}

void DevicePanel::setSubject(const InspectionRequest& request) {
  if (subject_ == request) return;
  clear();
  subject_ = request;
  showState();
}

void DevicePanel::showEvent(QShowEvent* event) {
  QWidget::showEvent(event);
  if (!asked_) findDevices();
}

void DevicePanel::findDevices() {
  asked_ = true;
  devices_.ask([](const InspectionEngine::Desk& desk, const ProgressFunction&) { return otherDevices(desk); },
               [this](const Question<std::vector<DeviceInfo>>::Shared& found) {
                 if (!found->ok()) return;
                 for (const DeviceInfo& device : found->value()) {
                   device_->addItem(QString::fromStdString(device.id));
                   device_->setItemData(device_->count() - 1, coreMessage(device.name), Qt::ToolTipRole);
                 }
                 showState();
               });
}

void DevicePanel::compare() {
  if (!subject_ || device_->currentIndex() < 0) return;
  rows_->setRowCount(0);
  note_->clear();
  bar_->setValue(0);
  question_.ask([question = DeviceQuestion{*subject_, device_->currentText().toStdString()}](
                    const InspectionEngine::Desk& desk,
                    const ProgressFunction& progress) { return compareWith(desk, question, progress); },
                [this](const Question<DeviceComparison>::Shared& answer) {
                  answer->ok() ? show(answer->value()) : note_->setText(coreMessage(answer->error()));
                  showState();
                  Q_EMIT settled();
                },
                [this](double share) { bar_->setValue(static_cast<int>(std::max(0.0, share) * kComparisonSteps)); });
  showState();
}

void DevicePanel::show(const DeviceComparison& comparison) {
  const LayerDifference* culprit = comparison.culprit();
  for (const LayerDifference& layer : comparison.layers) {
    QString help = tr("Largest at number %1: %2 here, %3 there")
                       .arg(layer.at)
                       .arg(QLocale().toString(layer.first, 'g', 6), QLocale().toString(layer.second, 'g', 6));
    if (layer.unlike > 0)
      help += QLatin1Char('\n') + tr("%1 places have a number on one device only").arg(layer.unlike);
    const QString name = QString::fromStdString(layer.name);
    const QList<QStandardItem*> cells = {deviceCell(name, help, false),
                                         deviceCell(deviceErrorText(layer.relative), help, true),
                                         deviceCell(deviceErrorText(layer.explained), help, true)};
    if (layer.beyond())
      for (QStandardItem* cell : cells) cell->setForeground(currentTheme().color(Color::BadText));
    if (&layer == culprit)
      for (QStandardItem* cell : cells) {
        QFont font = cell->font();
        font.setBold(true);
        cell->setFont(font);
      }
    rows_->appendRow(cells);
  }
  if (culprit)
    note_->setText(tr("“%1” is the first layer that differs by more than roundings explain.")
                       .arg(QString::fromStdString(culprit->name)));
  else
    note_->setText(tr("They agree: roundings explain every difference. The largest is %1.")
                       .arg(deviceErrorText(comparison.layers.empty() ? 0 : comparison.layers.front().relative)));
}

void DevicePanel::showState() {
  const bool busy = question_.busy();
  setVisible(subject_.has_value());
  device_->setEnabled(device_->count() > 0 && !busy);
  button_->setEnabled(device_->count() > 0);
  button_->setText(busy ? tr("Cancel") : tr("Compare"));
  button_->setToolTip(device_->count() > 0 ? QString() : tr("This machine has no other device"));
  bar_->setVisible(busy);
  note_->setVisible(!note_->text().isEmpty());
  table_->setVisible(rows_->rowCount() > 0);
}

}  // namespace fovea
