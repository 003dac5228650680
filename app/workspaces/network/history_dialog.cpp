#include "app/workspaces/network/history_dialog.h"

#include <QDateTime>
#include <QDialogButtonBox>
#include <QHBoxLayout>
#include <QListWidget>
#include <QLocale>
#include <QPainter>
#include <QPushButton>
#include <algorithm>

#include "widgets/canvas/canvas_export.h"
#include "widgets/theme/core_text.h"
#include "widgets/theme/theme.h"
#include "widgets/theme/tokens.h"

namespace fovea {
namespace {

constexpr QSize kSize(760, 480);
constexpr int kHistoryWidth = 300;

QString timeText(const std::string& utc) {
  const QDateTime time = QDateTime::fromString(QString::fromStdString(utc), Qt::ISODate).toLocalTime();
  return QLocale().toString(time, QLocale::ShortFormat);
}

}  // namespace

HistoryDialog::HistoryDialog(const NetworkService& networks, QWidget* parent)
    : QDialog(parent),
      networks_(networks),
      entries_(networks.earlier()),
      list_(new QListWidget),
      drawing_(new QLabel),
      words_(new QLabel),
      take_(new QPushButton(tr("Take this state"))) {
  setWindowTitle(tr("Earlier states of %1").arg(QString::fromStdString(networks.network().name())));
  resize(kSize);
  std::reverse(entries_.begin(), entries_.end());
  list_->setFixedWidth(kHistoryWidth);
  list_->setAccessibleName(tr("Earlier states, the latest first"));
  for (const HistoryEntry& entry : entries_) {
    const QString title = entry.title.empty() ? tr("First saved") : coreMessage(entry.title);
    list_->addItem(timeText(entry.time) + "   " + title);
    list_->item(list_->count() - 1)->setToolTip(title);
  }
  drawing_->setAlignment(Qt::AlignCenter);
  drawing_->setMinimumSize(200, 200);
  drawing_->setAccessibleName(tr("The drawing as it was"));
  words_->setWordWrap(true);
  setKind(words_, "muted");
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close);
  take_->setProperty("kind", "primary");
  take_->setToolTip(tr("As a change that can be undone"));
  buttons->addButton(take_, QDialogButtonBox::AcceptRole);
  connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  auto* middle = new QHBoxLayout;
  middle->addWidget(list_);
  middle->addWidget(drawing_, 1);
  auto* column = new QVBoxLayout(this);
  column->setSpacing(size::kGutter);
  column->addLayout(middle, 1);
  column->addWidget(words_);
  column->addWidget(buttons);
  connect(list_, &QListWidget::currentRowChanged, this, &HistoryDialog::showState);
  take_->setEnabled(false);
  words_->setText(tr("Nothing was changed yet since this network is kept here."));
  if (!entries_.empty()) list_->setCurrentRow(0);
}

void HistoryDialog::showState(int row) {
  auto state = networks_.earlier(entries_[static_cast<std::size_t>(row)].id);
  take_->setEnabled(state.ok() && !(*state == networks_.network()));
  if (!state.ok()) {
    chosen_ = Network();
    words_->setText(coreMessage(state.error()));
  } else {
    chosen_ = std::move(*state);
    const QString layers = tr("“%1”, %2 layers.").arg(QString::fromStdString(chosen_.name())).arg(layerCount(chosen_));
    words_->setText(take_->isEnabled() ? layers : layers + " " + tr("It is so now."));
  }
  draw();
}

// Uses a light background in both themes, since drawings are always rendered in light colours.
void HistoryDialog::draw() {
  const double ratio = devicePixelRatioF();
  QPixmap picture(drawing_->contentsRect().size() * ratio);
  if (picture.isNull()) return;
  picture.setDevicePixelRatio(ratio);
  picture.fill(Theme(ThemeKind::Light).color(Color::Window));
  if (!chosen_.layers().empty()) {
    QPainter painter(&picture);
    painter.setRenderHint(QPainter::Antialiasing);
    paintDrawing(chosen_, analyzeNetwork(chosen_), painter,
                 QRectF({0, 0}, drawing_->contentsRect().size()).adjusted(8, 8, -8, -8), 1);
  }
  drawing_->setPixmap(picture);
}

void HistoryDialog::resizeEvent(QResizeEvent* event) {
  QDialog::resizeEvent(event);
  // Otherwise the label could not shrink below the size of its pixmap.
  drawing_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Ignored);
  QMetaObject::invokeMethod(this, &HistoryDialog::draw, Qt::QueuedConnection);
}

}  // namespace fovea
