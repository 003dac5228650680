#include "app/workspaces/home/project_card.h"

#include <QDir>
#include <QFileInfo>
#include <QFutureWatcher>
#include <QKeyEvent>
#include <QMenu>
#include <QPainter>
#include <QToolButton>
#include <QtConcurrent/QtConcurrentRun>
#include <utility>

#include "app/workspaces/data/sample_drawing.h"
#include "core/base/guarded.h"
#include "core/data/store/dataset.h"
#include "core/project/project.h"
#include "widgets/theme/core_text.h"
#include "widgets/theme/icon.h"
#include "widgets/theme/number_text.h"
#include "widgets/theme/theme.h"
#include "widgets/theme/tokens.h"

namespace fovea {
namespace {

constexpr int kMargin = 14;
constexpr int kPicture = 58;  // two tiles and the gap between them
constexpr int kTile = 28;
constexpr int kTiles = 4;

struct ProjectSummary {
  QString name;
  QString words;
  QImage picture;
};

// Draws samples from all parts of the project's selected data set, in rows of two; null if they are not images.
QImage mosaicOf(const Project& project, const QColor& ink, double ratio) {
  const auto folder = project.datasetFolder(project.manifest().selectedDataset);
  if (!folder.ok()) return {};
  const auto dataset = Dataset::open(*folder);
  if (!dataset.ok()) return {};
  const Split split = (*dataset)->size(Split::Train) > 0 ? Split::Train : Split::Test;
  const std::int64_t count = (*dataset)->size(split);
  const int side = qRound(kTile * ratio), whole = qRound(kPicture * ratio);
  QImage mosaic(whole, whole, QImage::Format_ARGB32_Premultiplied);
  mosaic.fill(Qt::transparent);
  QPainter painter(&mosaic);
  bool any = false;
  for (int i = 0; i < kTiles && i < count; ++i) {
    const auto sample = (*dataset)->view(split, i * count / kTiles);
    const QImage tile = sample.ok() ? thumbnail(*sample, (*dataset)->info(), side, ink) : QImage();
    if (tile.isNull()) continue;
    any = true;
    const QRect cell(i % 2 * (whole - side), i / 2 * (whole - side), side, side);
    const QSize extent = tile.size().scaled(cell.size(), Qt::KeepAspectRatio);
    painter.drawImage(QRect(cell.center() - QPoint(extent.width() - 1, extent.height() - 1) / 2, extent), tile);
  }
  painter.end();
  mosaic.setDevicePixelRatio(ratio);
  return any ? mosaic : QImage();
}

ProjectSummary summarise(const QString& folder, const QColor& ink, double ratio) {
  const auto project = Project::open(folder.toStdString(), ProjectAccess::ReadOnly);
  if (!project.ok()) return {{}, coreMessage(project.error().message), {}};
  ProjectSummary summary{QString::fromStdString((*project)->name()), {}, mosaicOf(**project, ink, ratio)};
  const auto runs = (*project)->runs().runs();
  if (!runs.ok()) return {summary.name, coreMessage(runs.error().message), summary.picture};
  double best = -1;
  for (const RunRecord& run : *runs) best = std::max(best, run.bestAccuracy);
  summary.words = runs->size() == 1 ? ProjectCard::tr("1 run") : ProjectCard::tr("%1 runs").arg(runs->size());
  if (best >= 0) summary.words += ProjectCard::tr(", best accuracy %1 %").arg(numberText(best * 100, 'f', 1));
  return summary;
}

}  // namespace

ProjectCard::ProjectCard(const QString& folder, QWidget* parent)
    : QAbstractButton(parent), forget_(new QToolButton(this)), folder_(folder), name_(QFileInfo(folder).fileName()) {
  setFixedSize(sizeHint());
  setCursor(Qt::PointingHandCursor);
  setFocusPolicy(Qt::StrongFocus);
  setAttribute(Qt::WA_Hover);
  setToolTip(folder);
  setAccessibleName(tr("Open the project %1").arg(name_));
  connect(this, &QAbstractButton::clicked, this, &ProjectCard::chosen);
  forget_->setIcon(fovea::icon("close"));
  forget_->setAutoRaise(true);
  forget_->setToolTip(tr("Take out of this list; the folder stays (Delete)"));
  forget_->setAccessibleName(tr("Take %1 out of the list").arg(name_));
  forget_->setCursor(Qt::ArrowCursor);
  connect(forget_, &QToolButton::clicked, this, &ProjectCard::forgotten);
  read();
}

void ProjectCard::read() {
  again_ = reading_;
  if (std::exchange(reading_, true)) return;
  auto* watcher = new QFutureWatcher<ProjectSummary>(this);
  connect(watcher, &QFutureWatcherBase::finished, this, [this, watcher] {
    watcher->deleteLater();
    const ProjectSummary summary = watcher->result();
    if (!summary.name.isEmpty()) name_ = summary.name;
    words_ = summary.words;
    picture_ = summary.picture;
    update();
    reading_ = false;
    if (again_) read();
  });
  const QColor ink = currentTheme().color(Color::Accent);
  watcher->setFuture(QtConcurrent::run([folder = folder_, ink, ratio = devicePixelRatioF()] {
    const auto summary = guarded([&] { return summarise(folder, ink, ratio); });
    return summary.ok() ? *summary : ProjectSummary{{}, coreMessage(summary.error().message), {}};
  }));
}

void ProjectCard::resizeEvent(QResizeEvent* event) {
  QAbstractButton::resizeEvent(event);
  forget_->adjustSize();
  forget_->move(width() - forget_->width() - 6, 6);
}

void ProjectCard::keyPressEvent(QKeyEvent* event) {
  if (event->key() == Qt::Key_Delete)
    Q_EMIT forgotten();
  else
    QAbstractButton::keyPressEvent(event);
}

void ProjectCard::contextMenuEvent(QContextMenuEvent* event) {
  QMenu menu(this);
  menu.addAction(fovea::icon("open"), tr("Open"), this, &ProjectCard::chosen);
  menu.addAction(fovea::icon("close"), tr("Take out of this list"), this, &ProjectCard::forgotten);
  menu.exec(event->globalPos());
}

void ProjectCard::paintEvent(QPaintEvent*) {
  const Theme theme = currentTheme();
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  const QRectF box = QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5);
  painter.setPen(QPen(theme.color(hasFocus() ? Color::Accent : Color::Line), hasFocus() ? 2 : 1));
  painter.setBrush(theme.color(underMouse() ? Color::Hover : Color::Panel));
  painter.drawRoundedRect(box, size::kCardCorner, size::kCardCorner);
  const QRect place(kMargin, kMargin, kPicture, kPicture);
  if (picture_.isNull()) {
    painter.setPen(Qt::NoPen);
    painter.setBrush(theme.color(Color::Raised));
    painter.drawRoundedRect(place, size::kControlCorner, size::kControlCorner);
    const int inner = (kPicture - size::kRailIcon) / 2;
    fovea::icon("network", IconRole::Accent).paint(&painter, place.adjusted(inner, inner, -inner, -inner));
  } else {
    painter.drawImage(place, picture_);
  }

  const int left = place.right() + 1 + size::kGutter;
  const int width = this->width() - left - kMargin;
  QFont strong = font();
  strong.setWeight(QFont::DemiBold);
  painter.setFont(strong);
  painter.setPen(theme.color(Color::Text));
  const int nameWidth = width - forget_->width();
  painter.drawText(QRect(left, kMargin - 1, nameWidth, 20), Qt::AlignVCenter,
                   QFontMetrics(strong).elidedText(name_, Qt::ElideRight, nameWidth));
  painter.setFont(font());
  painter.setPen(theme.color(Color::Muted));
  painter.drawText(QRect(left, kMargin + 19, width, 20), Qt::AlignVCenter,
                   fontMetrics().elidedText(words_, Qt::ElideRight, width));
  QString folder = folder_;
  if (folder.startsWith(QDir::homePath() + '/')) folder = "~" + folder.mid(QDir::homePath().size());
  painter.drawText(QRect(left, kMargin + 38, width, 20), Qt::AlignVCenter,
                   fontMetrics().elidedText(folder, Qt::ElideMiddle, width));
}

}  // namespace fovea
