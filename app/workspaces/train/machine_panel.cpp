#include "app/workspaces/train/machine_panel.h"

#include <QLabel>
#include <QLocale>
#include <QPainter>
#include <QVBoxLayout>
#include <algorithm>
#include <numeric>

#include "app/workspaces/train/run_words.h"
#include "widgets/canvas/items/network_strip.h"
#include "widgets/theme/fonts.h"
#include "widgets/theme/live_label.h"
#include "widgets/theme/theme.h"
#include "widgets/theme/tokens.h"

namespace fovea {
namespace {

constexpr int kAskMilliseconds = 1000;
constexpr int kTitleWidth = 110;
constexpr int kBarWidth = 120;
constexpr double kNearlyFull = 0.9;

QString percent(double share) {
  return MachinePanel::tr("%1 %").arg(QLocale().toString(share * 100, 'f', 0));
}

QString ofText(std::uint64_t used, std::uint64_t all) {
  return MachinePanel::tr("%1 of %2").arg(bytesText(std::int64_t(used)), bytesText(std::int64_t(all)));
}

}  // namespace

LoadBar::LoadBar(QWidget* parent) : QWidget(parent) {
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void LoadBar::setLoad(const QString& title, double share, const QString& words, bool scarce) {
  title_ = title;
  scarce_ = scarce;
  share_ = share;
  words_ = words;
  setAccessibleName(title);
  setAccessibleDescription(words);
  setToolTip(text());
  update();
}

QString LoadBar::text() const {
  return MachinePanel::tr("%1: %2").arg(title_, words_);
}

void LoadBar::paintEvent(QPaintEvent*) {
  const Theme theme = currentTheme();
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setFont(themeFont(FontRole::Text));
  const QFontMetrics metrics(painter.font());
  painter.setPen(theme.color(Color::Muted));
  painter.drawText(QRect(0, 0, kTitleWidth - 8, height()), Qt::AlignLeft | Qt::AlignVCenter,
                   metrics.elidedText(title_, Qt::ElideRight, kTitleWidth - 8));
  if (share_ >= 0) {
    const QRectF bar(kTitleWidth, height() / 2.0 - 3, kBarWidth, 6);
    painter.setPen(Qt::NoPen);
    painter.setBrush(theme.color(Color::Hover));
    painter.drawRoundedRect(bar, 3, 3);
    painter.setBrush(theme.color(scarce_ && share_ > kNearlyFull ? Color::Warning : Color::Accent));
    painter.drawRoundedRect(
        QRectF(bar.topLeft(), QSizeF(std::max(3.0, bar.width() * std::min(1.0, share_)), bar.height())), 3, 3);
  }
  const int left = kTitleWidth + kBarWidth + 10;
  painter.setPen(theme.color(Color::Text));
  painter.drawText(QRect(left, 0, width() - left, height()), Qt::AlignLeft | Qt::AlignVCenter,
                   metrics.elidedText(words_, Qt::ElideRight, width() - left));
}

MachinePanel::MachinePanel(QWidget* parent)
    : QWidget(parent), wait_(new LiveLabel(new QLabel)), column_(new QVBoxLayout(this)) {
  column_->setContentsMargins(0, 0, 0, 0);
  column_->setSpacing(4);
  wait_->label()->setWordWrap(true);
  wait_->label()->setAccessibleName(tr("What the step waits for"));
  column_->addWidget(wait_);
  column_->addStretch(1);
  timer_.setInterval(kAskMilliseconds);
  connect(&timer_, &QTimer::timeout, this, &MachinePanel::ask);
  showRun({});
}

void MachinePanel::setDisk(const std::filesystem::path& folder, const std::filesystem::path& gpuLibrary) {
  task_.cancel();
  monitor_ = std::make_shared<MachineMonitor>(folder, "/", gpuLibrary);
}

void MachinePanel::showEvent(QShowEvent* event) {
  QWidget::showEvent(event);
  timer_.start();
  ask();
}

void MachinePanel::hideEvent(QHideEvent* event) {
  QWidget::hideEvent(event);
  timer_.stop();
}

void MachinePanel::ask() {
  if (!monitor_ || task_.busy()) return;
  task_.ask([monitor = monitor_]() -> Result<MachineLoad> { return monitor->read(); },
            [this](const Result<MachineLoad>& load) {
              if (load.ok()) showLoad(*load);
            });
}

void MachinePanel::showRun(const WorkerSnapshot& run) {
  const QString words = run.active() ? stepWaitWords(run.times, run.loaderThreads) : QString();
  wait_->setText(words.isEmpty() ? tr("No run is training.") : words);
}

LoadBar* MachinePanel::bar(std::size_t index) {
  while (bars_.size() <= index) {
    bars_.push_back(new LoadBar(this));
    column_->insertWidget(column_->count() - 1, bars_.back());
  }
  bars_[index]->show();
  return bars_[index];
}

void MachinePanel::showLoad(const MachineLoad& load) {
  std::size_t next = 0;
  if (!load.cores.empty()) {
    const double mean = std::accumulate(load.cores.begin(), load.cores.end(), 0.0) / double(load.cores.size());
    bar(next++)->setLoad(tr("%n cores", nullptr, int(load.cores.size())), mean, tr("%1 busy").arg(percent(mean)));
    constexpr std::size_t kShownCores = 32;
    for (std::size_t i = 0; load.cores.size() > 1 && i < std::min(kShownCores, load.cores.size()); ++i)
      bar(next++)->setLoad(tr("Core %1").arg(i), load.cores[i], percent(load.cores[i]));
  }
  if (load.memoryBytes > 0) {
    const std::uint64_t used = load.memoryBytes - std::min(load.memoryBytes, load.memoryFreeBytes);
    bar(next++)->setLoad(
        tr("Memory"), double(used) / double(load.memoryBytes),
        tr("%1, this program %2").arg(ofText(used, load.memoryBytes), bytesText(std::int64_t(load.programBytes))),
        true);
  }
  if (load.diskBytes > 0) {
    const std::uint64_t used = load.diskBytes - std::min(load.diskBytes, load.diskFreeBytes);
    bar(next++)->setLoad(tr("Disk"), double(used) / double(load.diskBytes),
                         tr("%1 free").arg(bytesText(std::int64_t(load.diskFreeBytes))), true);
  }
  for (const GpuLoad& gpu : load.gpus) {
    QStringList words;
    if (gpu.load) words << tr("%1 busy").arg(percent(*gpu.load));
    if (gpu.memoryBytes > 0) words << ofText(gpu.memoryUsedBytes, gpu.memoryBytes);
    if (gpu.temperature) words << tr("%1 °C").arg(*gpu.temperature);
    if (gpu.watts) words << tr("%1 W").arg(QLocale().toString(*gpu.watts, 'f', 0));
    bar(next++)->setLoad(QString::fromStdString(gpu.name), gpu.load.value_or(-1),
                         words.isEmpty() ? tr("does not answer") : words.join(QStringLiteral(" · ")));
  }
  for (std::size_t i = next; i < bars_.size(); ++i) bars_[i]->hide();
}

QStringList MachinePanel::lines() const {
  QStringList lines;
  for (const LoadBar* each : bars_)
    if (!each->isHidden()) lines << each->text();
  return lines;
}

QString MachinePanel::waitWords() const {
  return wait_->text();
}

}  // namespace fovea
