#include "app/workspaces/train/run_networks.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QVBoxLayout>

#include "app/workspaces/network/compare_panel.h"
#include "core/network/network_analysis.h"
#include "widgets/canvas/network_canvas.h"
#include "widgets/canvas/palette/layer_palette.h"
#include "widgets/forms/calm_combo_box.h"
#include "widgets/theme/theme.h"
#include "widgets/theme/tokens.h"

namespace fovea {

RunNetworks::RunNetworks(std::vector<ComparedRunPtr> runs, QWidget* parent)
    : QDialog(parent),
      runs_(std::move(runs)),
      canvas_(new NetworkCanvas),
      differences_(new ComparePanel(*canvas_)),
      chooser_(new CalmComboBox) {
  setWindowTitle(tr("Networks of the runs"));
  resize(1100, 720);
  // Hides the palette, since this canvas only shows networks.
  LayerPalette* palette = canvas_->takePalette();
  palette->setParent(this);
  palette->hide();
  for (std::size_t i = 1; i < runs_.size(); ++i) chooser_->addItem(runs_[i]->title);
  auto* label = new QLabel(tr("The network of"));
  label->setBuddy(chooser_);
  chooser_->setAccessibleName(tr("Run whose network is drawn"));
  auto* head = new QHBoxLayout;
  head->setContentsMargins(size::kPageMargin, size::kGrid, size::kPageMargin, size::kGrid);
  head->setSpacing(size::kGrid);
  head->addWidget(label);
  head->addWidget(chooser_);
  head->addStretch();
  auto* views = new QHBoxLayout;
  views->setSpacing(0);
  views->addWidget(canvas_, 1);
  views->addWidget(differences_);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  column->addLayout(head);
  column->addLayout(views, 1);
  connect(chooser_, &QComboBox::currentIndexChanged, this, &RunNetworks::showRun);
  connect(differences_, &ComparePanel::ended, this, &QDialog::reject);
  // Redraws the network, so that a dragged node returns to its place.
  connect(canvas_, &NetworkCanvas::editRequested, this, [this] { showRun(chooser_->currentIndex()); });
  showRun(0);
}

void RunNetworks::showRun(int index) {
  const Network& network = runs_[static_cast<std::size_t>(index) + 1]->network;
  canvas_->setNetwork(network, analyzeNetwork(network));
  differences_->compareWith(runs_.front()->network, runs_.front()->title);
}

}  // namespace fovea
