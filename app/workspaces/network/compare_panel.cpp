#include "app/workspaces/network/compare_panel.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QListWidget>
#include <QToolButton>
#include <QVBoxLayout>

#include "widgets/canvas/items/ghost_item.h"
#include "widgets/canvas/network_canvas.h"
#include "widgets/theme/card.h"
#include "widgets/theme/core_text.h"
#include "widgets/theme/icon.h"
#include "widgets/theme/theme.h"
#include "widgets/theme/tokens.h"

namespace fovea {
namespace {

constexpr int kWidth = 280;
constexpr int kLayerRole = Qt::UserRole;

QString nameOf(const Network& network, LayerId id) {
  const Layer& layer = *network.find(id);
  const Block* block = network.findBlock(layer.block);
  const QString name = QString::fromStdString(layer.name);
  return block ? QString::fromStdString(block->name) + "/" + name : name;
}

// Returns the sheet of the block with the same name; nullopt if there is none.
std::optional<BlockId> sheetInDrawing(const Network& was, BlockId sheet, const Network& is) {
  if (!sheet.valid()) return BlockId{};
  for (const Block& block : is.blocks())
    if (block.name == was.findBlock(sheet)->name) return block.id;
  return {};
}

QString titleOf(const Network& network, LayerId id) {
  const LayerType* type = findLayer(network.find(id)->type);
  return type ? coreText(type->title) : QString();
}

}  // namespace

ComparePanel::ComparePanel(NetworkCanvas& canvas, QWidget* parent)
    : QFrame(parent), canvas_(canvas), title_(new ElidedLabel), summary_(new QLabel), list_(new QListWidget) {
  setKind(this, "inspector");
  setMinimumWidth(kWidth);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(size::kPageMargin, size::kGutter, size::kPageMargin, size::kPageMargin);
  column->setSpacing(size::kGrid);
  auto* head = new QHBoxLayout;
  setKind(title_, "title");
  auto* close = new QToolButton;
  close->setIcon(icon("close"));
  close->setAutoRaise(true);
  close->setToolTip(tr("End the comparison (Escape)"));
  close->setAccessibleName(tr("End the comparison"));
  head->addWidget(title_, 1);
  head->addWidget(close);
  column->addLayout(head);
  summary_->setWordWrap(true);
  setKind(summary_, "muted");
  column->addWidget(summary_);
  list_->setWordWrap(true);
  list_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  list_->setAccessibleName(tr("Differences"));
  list_->setFrameShape(QFrame::NoFrame);
  column->addWidget(list_, 1);
  connect(close, &QToolButton::clicked, this, &ComparePanel::end);
  connect(list_, &QListWidget::itemClicked, this, &ComparePanel::follow);
  connect(list_, &QListWidget::itemActivated, this, &ComparePanel::follow);
  hide();
}

void ComparePanel::compareWith(Network other, const QString& name) {
  other_ = std::move(other);
  title_->setText(tr("Compared with %1").arg(name));
  show();
  Q_EMIT shown();
  refresh();
  if (list_->count() > 0) list_->setCurrentRow(0);
  list_->setFocus();
}

void ComparePanel::end() {
  if (!other_) return;
  other_.reset();
  canvas_.clearOverlays();
  canvas_.setGhosts({});
  hide();
  canvas_.setFocus();
  Q_EMIT ended();
}

void ComparePanel::changeEvent(QEvent* event) {
  QFrame::changeEvent(event);
  if (other_ && isThemeChange(event)) refresh();
}

void ComparePanel::keyPressEvent(QKeyEvent* event) {
  if (event->key() == Qt::Key_Escape)
    end();
  else
    QFrame::keyPressEvent(event);
}

QString ComparePanel::summary() const {
  return summary_->text();
}

void ComparePanel::refresh() {
  if (!other_) return;
  difference_ = compareNetworks(*other_, canvas_.network());
  const auto edges = difference_.addedEdges.size() + difference_.removedEdges.size();
  summary_->setText(difference_.empty() ? tr("There is no difference: the same layers with the same parameters.")
                                        : tr("%1 added, %2 removed and %3 changed layers; %4 edges differ.")
                                              .arg(difference_.added.size())
                                              .arg(difference_.removed.size())
                                              .arg(difference_.changed.size())
                                              .arg(edges));
  fillList();
  mark();
}

// `sign` shows the kind of change without colour, too.
void ComparePanel::addEntry(const QString& sign, const QString& words, LayerId layer, const QString& help) {
  auto* item = new QListWidgetItem(sign + "  " + words);
  const Color color = sign == "+" ? Color::GoodText : sign == "−" ? Color::BadText : Color::WarningText;
  item->setForeground(currentTheme().color(color));
  item->setData(kLayerRole, layer.index);
  item->setToolTip(help);
  list_->addItem(item);
}

void ComparePanel::fillList() {
  const int row = list_->currentRow();
  list_->clear();
  const Network &was = *other_, &is = canvas_.network();
  for (const LayerId id : difference_.added)
    addEntry("+", tr("%1 · %2").arg(nameOf(is, id), titleOf(is, id)), id, tr("Only in the drawing"));
  for (const LayerId id : difference_.removed) {
    // A removed layer cannot be shown, so its nearest neighbour that still exists is.
    LayerId near;
    for (const Edge& edge : was.edges())
      if (const auto found = difference_.counterparts.find(edge.source == id ? edge.target : edge.source);
          (edge.source == id || edge.target == id) && found != difference_.counterparts.end())
        near = found->second;
    addEntry("−", tr("%1 · %2").arg(nameOf(was, id), titleOf(was, id)), near,
             tr("Only in the other network: drawn in dashes where it stood; a layer next to it is shown"));
  }
  for (const LayerChange& change : difference_.changed)
    addEntry("~", tr("%1: %2").arg(nameOf(is, change.after), coreMessage(changeWords(was, is, change))), change.after,
             tr("Other in the drawing"));
  const auto edge = [&](const Network& network, const Edge& each) {
    return tr("%1 → %2").arg(nameOf(network, each.source), nameOf(network, each.target));
  };
  for (const Edge& each : difference_.addedEdges)
    addEntry("+", edge(is, each), each.target, tr("An edge of the drawing"));
  for (const Edge& each : difference_.removedEdges) {
    const auto found = difference_.counterparts.find(each.target);
    addEntry("−", edge(was, each), found == difference_.counterparts.end() ? LayerId() : found->second,
             tr("An edge of the other network"));
  }
  list_->setCurrentRow(std::min(row, list_->count() - 1));
}

void ComparePanel::mark() {
  const Theme theme = currentTheme();
  canvas_.clearOverlays();
  const auto sign = [&](const char* words, LayerId id, Color color) {
    const QString name = QString::fromStdString(canvas_.network().find(id)->name);
    canvas_.setOverlay(id, QString("%1 %2").arg(words, name), theme.color(color));
  };
  for (const LayerId id : difference_.added) sign("+", id, Color::GoodText);
  for (const LayerChange& change : difference_.changed) sign("~", change.after, Color::WarningText);
  std::vector<Ghost> ghosts;
  for (const LayerId id : difference_.removed) {
    const Layer& layer = *other_->find(id);
    const auto block = sheetInDrawing(*other_, layer.block, canvas_.network());
    if (!block) continue;
    ghosts.push_back(
        {titleOf(*other_, id), QString("− %1").arg(QString::fromStdString(layer.name)), layer.position, *block});
  }
  canvas_.setGhosts(std::move(ghosts));
}

void ComparePanel::follow(QListWidgetItem* item) {
  const LayerId layer{item->data(kLayerRole).toInt()};
  if (canvas_.network().find(layer)) canvas_.showLayer(layer);
}

}  // namespace fovea
