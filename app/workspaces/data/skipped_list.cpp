#include "app/workspaces/data/skipped_list.h"

#include <QDesktopServices>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QStandardItemModel>
#include <QTableView>
#include <QUrl>
#include <QVBoxLayout>

#include "app/workspaces/data/data_words.h"
#include "widgets/tables/table.h"
#include "widgets/theme/core_text.h"
#include "widgets/theme/icon.h"
#include "widgets/theme/theme.h"
#include "widgets/theme/tokens.h"

namespace fovea {
namespace {

constexpr int kPathRole = Qt::UserRole;
constexpr int kFileWidth = 220;

}  // namespace

SkippedList::SkippedList(QWidget* parent)
    : QWidget(parent),
      title_(new QLabel),
      model_(new QStandardItemModel(this)),
      table_(new QTableView),
      folder_(new QPushButton(icon("folder", IconRole::Text), tr("Show in folder"))),
      again_(new QPushButton(icon("refresh", IconRole::Text), tr("Try again"))) {
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(size::kGrid);
  setKind(title_, "strong");
  title_->setWordWrap(true);
  column->addWidget(title_);
  table_->setModel(model_);
  setUpTable(*table_);
  table_->setSelectionMode(QAbstractItemView::SingleSelection);
  table_->setAccessibleName(tr("What was left out, and why"));
  table_->setTextElideMode(Qt::ElideMiddle);
  column->addWidget(table_, 1);
  auto* row = new QHBoxLayout;
  row->setSpacing(size::kGrid);
  folder_->setToolTip(tr("Opens the folder of the selected file"));
  again_->setToolTip(tr("Looks at the source again and adds what can be read now"));
  row->addWidget(folder_);
  row->addWidget(again_);
  row->addStretch(1);
  column->addLayout(row);
  connect(folder_, &QPushButton::clicked, this, &SkippedList::showInFolder);
  connect(table_, &QTableView::doubleClicked, this, &SkippedList::showInFolder);
  connect(again_, &QPushButton::clicked, this, &SkippedList::retryWanted);
}

void SkippedList::setSkipped(const SkippedSamples& skipped) {
  const auto listed = static_cast<std::int64_t>(skipped.listed.size());
  QString words = skipped.count == 1 ? tr("1 entry was left out:")
                                     : tr("%1 entries were left out:").arg(words::count(skipped.count));
  if (listed < skipped.count) words = tr("%1 The first %2 are listed.").arg(words, words::count(listed));
  title_->setText(words);
  model_->clear();
  model_->setHorizontalHeaderLabels({tr("File"), tr("Why")});
  for (const SkippedSample& each : skipped.listed) {
    const QString path = QString::fromStdString(each.source);
    // If a file contains many samples, the index identifies the sample.
    QString name = QFileInfo(path).fileName();
    if (each.sourceIndex > 0) name = tr("%1, sample %2").arg(name, QString::number(each.sourceIndex));
    auto* file = new QStandardItem(name);
    file->setData(path, kPathRole);
    file->setToolTip(path);
    auto* reason = new QStandardItem(coreMessage(each.reason));
    reason->setToolTip(reason->text());
    model_->appendRow({file, reason});
  }
  table_->horizontalHeader()->resizeSection(0, kFileWidth);
  if (listed > 0) table_->selectRow(0);
  folder_->setEnabled(listed > 0);
}

void SkippedList::setBusy(bool busy) {
  again_->setEnabled(!busy);
  again_->setText(busy ? tr("Trying…") : tr("Try again"));
}

void SkippedList::showInFolder() {
  const QModelIndex index = table_->currentIndex();
  if (!index.isValid()) return;
  const QFileInfo file(index.siblingAtColumn(0).data(kPathRole).toString());
  QDesktopServices::openUrl(QUrl::fromLocalFile(file.absolutePath()));
}

}  // namespace fovea
