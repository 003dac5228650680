#include "app/workspaces/home/project_card.h"

#include <QDir>
#include <QFileInfo>
#include <QFutureWatcher>
#include <QKeyEvent>
#include <QMenu>
#include <QPainter>
#include <QToolButton>
#include <QtConcurrent/QtConcurrentRun>

#include "core/base/guarded.h"
#include "core/project/project.h"
#include "widgets/theme/icon.h"
#include "widgets/theme/theme.h"
#include "widgets/theme/tokens.h"

namespace fovea {
namespace {

constexpr int kMargin = 14;

struct ProjectSummary {
  QString name;
  QString words;
};

ProjectSummary summarise(const QString& folder) {
  const auto project = Project::open(folder.toStdString(), ProjectAccess::ReadOnly);
  if (!project.ok()) return {{}, QString::fromStdString(project.error().message)};
  ProjectSummary summary{QString::fromStdString((*project)->name()), {}};
  const auto runs = (*project)->runs().runs();
  if (!runs.ok()) return {summary.name, QString::fromStdString(runs.error().message)};
  double best = -1;
  for (const RunRecord& run : *runs) best = std::max(best, run.bestAccuracy);
  summary.words = runs->size() == 1 ? ProjectCard::tr("1 run") : ProjectCard::tr("%1 runs").arg(runs->size());
  if (best >= 0) summary.words += ProjectCard::tr(", best accuracy %1 %").arg(best * 100, 0, 'f', 1);
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
  auto* watcher = new QFutureWatcher<ProjectSummary>(this);
  connect(watcher, &QFutureWatcherBase::finished, this, [this, watcher] {
    const ProjectSummary summary = watcher->result();
    if (!summary.name.isEmpty()) name_ = summary.name;
    words_ = summary.words;
    update();
  });
  watcher->setFuture(QtConcurrent::run([folder] {
    const auto summary = guarded([&] { return summarise(folder); });
    return summary.ok() ? *summary : ProjectSummary{{}, QString::fromStdString(summary.error().message)};
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
  fovea::icon("network", IconRole::Accent).paint(&painter, QRect(kMargin, kMargin, size::kRailIcon, size::kRailIcon));

  const int left = kMargin + size::kRailIcon + 10;
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
