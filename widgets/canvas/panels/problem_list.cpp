#include "widgets/canvas/panels/problem_list.h"

#include <QtGui/QKeyEvent>
#include <QtWidgets/QLabel>
#include <QtWidgets/QPushButton>
#include <QtWidgets/QScrollArea>
#include <QtWidgets/QToolButton>
#include <set>

#include "widgets/theme/card.h"
#include "widgets/theme/core_text.h"
#include "widgets/theme/flow_layout.h"
#include "widgets/theme/icon.h"
#include "widgets/theme/theme.h"

namespace fovea {
namespace {

constexpr std::size_t kMostRows = 50;
constexpr int kMargin = 12;
constexpr int kNameInset = 13;  // text inset of a borderless button, to align the lines below

QLabel* words(const QString& text, const char* kind) {
  auto* label = new QLabel(text);
  label->setWordWrap(true);
  label->setTextInteractionFlags(Qt::TextSelectableByMouse);
  if (kind) setKind(label, kind);
  return label;
}

// `seen` prevents duplicates of problems in a block that is used several times.
void collect(const Network& network, const NetworkReport& report, BlockPath& path,
             std::set<std::pair<LayerId, std::string>>& seen, std::vector<PlacedProblem>& problems) {
  for (const NetworkProblem& problem : report.problems) {
    const auto inside = report.blocks.find(problem.layer);
    if (inside == report.blocks.end() || inside->second->problems.empty() || problem.input >= 0) {
      if (!problem.layer.valid() || seen.emplace(problem.layer, problem.message).second)
        problems.push_back({path, &problem});
      continue;
    }
    path.push_back(problem.layer);
    collect(network, *inside->second, path, seen, problems);
    path.pop_back();
  }
}

}  // namespace

std::vector<PlacedProblem> allProblems(const Network& network, const NetworkReport& report) {
  std::vector<PlacedProblem> problems;
  std::set<std::pair<LayerId, std::string>> seen;
  BlockPath path;
  collect(network, report, path, seen, problems);
  return problems;
}

ProblemList::ProblemList(QWidget* parent) : QFrame(parent), scroll_(new QScrollArea) {
  setObjectName(QStringLiteral("problemList"));
  setKind(this, "raised");
  setAccessibleName(tr("Problems"));
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(kMargin, 8, 6, 8);
  column->setSpacing(6);
  auto* header = new QHBoxLayout;
  header->addWidget(new SectionLabel(tr("Problems")), 1);
  auto* close = new QToolButton;
  close->setIcon(icon("close"));
  close->setAutoRaise(true);
  close->setToolTip(tr("Close the list (Esc)"));
  close->setAccessibleName(tr("Close the list of problems"));
  connect(close, &QToolButton::clicked, this, &ProblemList::closed);
  header->addWidget(close);
  column->addLayout(header);
  scroll_->setWidgetResizable(true);
  scroll_->setFrameShape(QFrame::NoFrame);
  scroll_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  column->addWidget(scroll_);
  hide();
}

void ProblemList::setProblems(const Network& network, const NetworkReport& report) {
  rows_ = new QWidget;
  column_ = new QVBoxLayout(rows_);
  column_->setContentsMargins(0, 0, 6, 0);
  column_->setSpacing(10);
  const std::vector<PlacedProblem> problems = allProblems(network, report);
  const std::size_t shown = std::min(problems.size(), kMostRows);
  for (std::size_t i = 0; i < shown; ++i) addProblem(network, problems[i]);
  if (problems.empty()) column_->addWidget(words(tr("Nothing is wrong with the network."), "muted"));
  if (shown < problems.size()) column_->addWidget(words(tr("and %1 more").arg(problems.size() - shown), "muted"));
  column_->addStretch(1);
  scroll_->setWidget(rows_);  // deletes the former rows
}

void ProblemList::addProblem(const Network& network, const PlacedProblem& placed) {
  const NetworkProblem& problem = *placed.problem;
  auto* row = new QWidget;
  auto* lines = new QVBoxLayout(row);
  lines->setContentsMargins(0, 0, 0, 0);
  lines->setSpacing(3);
  const Layer* layer = network.find(problem.layer);
  if (layer) {
    QStringList way;
    for (const LayerId use : placed.path) way << QString::fromStdString(network.find(use)->name);
    way << QString::fromStdString(layer->name);
    auto* name = new QPushButton(way.join(QStringLiteral(" › ")));
    name->setProperty("kind", "flat");
    name->setIcon(icon("error", IconRole::Bad));
    name->setCursor(Qt::PointingHandCursor);
    name->setToolTip(tr("Show the layer"));
    connect(name, &QPushButton::clicked, this,
            [this, path = placed.path, id = layer->id] { Q_EMIT layerClicked(path, id); });
    lines->addWidget(name, 0, Qt::AlignLeft);
  } else {
    lines->addWidget(words(tr("The network"), "strong"));
  }
  auto* body = new QVBoxLayout;
  body->setContentsMargins(layer ? kNameInset : 0, 0, 0, 0);
  body->setSpacing(lines->spacing());
  lines->addLayout(body);
  body->addWidget(words(coreMessage(problem.message), nullptr));
  if (!problem.advice.empty()) body->addWidget(words(coreMessage(problem.advice), "muted"));
  if (!problem.fixes.empty()) {
    auto* buttons = new QWidget;
    auto* flow = new FlowLayout(buttons);
    for (const NetworkFix& fix : problem.fixes) {
      auto* button = new QPushButton(coreMessage(fix.title));
      connect(button, &QPushButton::clicked, this, [this, fix] {
        const NetworkFix chosen = fix;  // showing the result deletes this button
        Q_EMIT fixClicked(chosen);
      });
      flow->addWidget(button);
    }
    body->addWidget(buttons);
  }
  column_->addWidget(row);
}

int ProblemList::heightFor(int most) const {
  const int width = scroll_->viewport()->width();
  const int rows =
      rows_ ? std::max(rows_->layout()->totalHeightForWidth(width), rows_->layout()->totalMinimumSize().height()) : 0;
  return std::min(most, rows + height() - scroll_->viewport()->height());
}

void ProblemList::keyPressEvent(QKeyEvent* event) {
  if (event->key() == Qt::Key_Escape)
    Q_EMIT closed();
  else
    QFrame::keyPressEvent(event);
}

}  // namespace fovea
