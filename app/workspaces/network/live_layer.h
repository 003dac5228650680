// Why: the inspector's part about the selected layer while it trains: its outputs and its updates over time.
#pragma once
#include <QWidget>

#include "app/workspaces/network/live_history.h"

namespace fovea {

class MiniPlot;
class RidgePlot;

class LiveLayer : public QWidget {
  Q_OBJECT
 public:
  explicit LiveLayer(QWidget* parent = nullptr);
  // Hidden if there is nothing to show.
  void show(const std::vector<LiveHistory::Entry>& entries);
  RidgePlot* outputs() const { return outputs_; }
  MiniPlot* updates() const { return updates_; }

 private:
  RidgePlot* outputs_;
  MiniPlot* updates_;
};

}  // namespace fovea
