#include "app/workspaces/network/live_layer.h"

#include <QVBoxLayout>
#include <cmath>

#include "app/workspaces/network/live_figures.h"
#include "widgets/plots/mini_plot.h"
#include "widgets/plots/ridge_plot.h"
#include "widgets/theme/card.h"

namespace fovea {
namespace {

constexpr std::size_t kRidges = 12;  // more could not be distinguished

}  // namespace

LiveLayer::LiveLayer(QWidget* parent)
    : QWidget(parent), outputs_(new RidgePlot), updates_(new MiniPlot(tr("Update / weights"), 0)) {
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(10);
  column->addWidget(new SectionLabel(tr("Outputs over time")));
  outputs_->setAccessibleName(tr("Outputs over time"));
  outputs_->setToolTip(
      tr("How often each value occurs among the outputs for one batch: one line per measurement, the latest in front"));
  column->addWidget(outputs_);
  updates_->setFormat([](double value) { return shortNumber(value); });
  column->addWidget(updates_);
  hide();
}

void LiveLayer::show(const std::vector<LiveHistory::Entry>& entries) {
  setVisible(!entries.empty());
  std::vector<RidgePlot::Ridge> ridges;
  const std::size_t count = std::min(kRidges, entries.size());
  for (std::size_t i = 0; i < count; ++i) {
    const auto& entry = entries[count == 1 ? 0 : i * (entries.size() - 1) / (count - 1)];
    ridges.push_back({entry.step, entry.output});
  }
  outputs_->setRidges(std::move(ridges));
  updates_->clear();
  bool learns = false;
  for (const auto& entry : entries) {
    if (std::isnan(entry.updateRatio)) continue;
    updates_->append(static_cast<double>(entry.step), entry.updateRatio);
    learns = true;
  }
  updates_->setVisible(learns);
}

}  // namespace fovea
