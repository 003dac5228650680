// Why: while a run trains the shown network, its canvas can show what each layer costs and what comes out of it. This
// asks the run for probes only as long as somebody looks, and withdraws them otherwise. GUI thread only.
#pragma once
#include <QFrame>
#include <QPointer>
#include <deque>

#include "app/bridge/session.h"
#include "app/workspaces/network/live_figures.h"
#include "app/workspaces/network/live_history.h"

class QPushButton;

namespace fovea {

class LiveLabel;
class NetworkCanvas;
class Pill;
class SegmentBar;

// A bar above the canvas, hidden while no run trains a network with these layers.
class LiveView : public QFrame {
  Q_OBJECT
 public:
  LiveView(Session& session, NetworkCanvas& canvas, QWidget* parent = nullptr);
  ~LiveView() override;

  // The run whose network is shown; invalid: none.
  RunId run() const { return run_; }
  LiveMode mode() const { return mode_; }
  void setMode(LiveMode mode);
  SegmentBar* modes() const { return modes_; }
  // The layers that the run is asked to measure; empty: nothing is asked.
  const std::vector<std::string>& asked() const { return asked_; }
  const std::shared_ptr<const ProbeFrame>& frame() const { return frame_; }
  // The measurements of a node of the shown sheet since its layers have been observed; empty: none.
  const std::vector<LiveHistory::Entry>& history(LayerId layer) const;
  // "overlays cost 1.2 %"; empty until it is known.
  QString costText() const;
  // How the shown figures were measured if not as the step computes; empty: no difference.
  QStringList measureText() const;
  // Trains one batch of the run and records every tensor of it; TrainingBridge::traced() follows.
  void traceStep();
  // Lists shown layers that the run lacks or that differ there; empty: all match.
  QString matchText() const;

 Q_SIGNALS:
  // Emitted when figures arrive or disappear.
  void frameChanged();
  // Another run, or another mode.
  void changed();

 protected:
  void showEvent(QShowEvent* event) override;
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void build();
  void findRun();
  void leaveRun();
  void match();
  // Requests the needed measurements if they differ from the last request.
  void ask();
  void take(const RunProbe& probe);
  void showFigures();
  void showState();

  Session& session_;
  QPointer<NetworkCanvas> canvas_;
  Pill* pill_;
  LiveLabel* words_;
  SegmentBar* modes_;
  QPushButton* pause_;
  QPushButton* step_;
  QPushButton* walk_;
  RunId run_;
  bool paused_ = false;
  LiveMode mode_ = LiveMode::Shapes;
  std::vector<Layer> known_;     // the run's
  std::vector<LiveNode> nodes_;  // nodes of the shown sheet
  std::vector<std::string> asked_;
  std::shared_ptr<const ProbeFrame> frame_;
  LiveHistory history_;
  std::deque<double> costs_;  // costs of the last frames
};

}  // namespace fovea
