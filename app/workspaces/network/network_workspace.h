// Why: the workspace for drawing a network: the canvas in the middle, the selected layer's form on the right.
#pragma once
#include <QButtonGroup>
#include <filesystem>
#include <map>

#include "app/bridge/memory_estimate.h"
#include "app/bridge/session.h"
#include "app/workspaces/workspace.h"

class QActionGroup;
class QSplitter;

namespace fovea {

enum class LayoutFlow;

class ActionButton;
class Banner;
class BreakpointPanel;
class ComparePanel;
class LayerInspector;
class LiveView;
class NetworkCanvas;
class NetworkChooser;
class NetworkFiles;
class NetworkTextView;
class Pill;
class StepWalk;

// The views shown in the middle.
enum class NetworkView { Canvas, Text, Both };

class NetworkWorkspace : public Workspace {
  Q_OBJECT
 public:
  explicit NetworkWorkspace(Session& session, QWidget* parent = nullptr);
  void activate() override;
  void prepareForTour(std::function<void()> ready) override;
  // The network's layers.
  std::vector<Findable> findables() override;
  // Searches in the network's text if it is shown.
  void find() override;
  bool takesFile(const QString& file) const override;
  void openFile(const QString& file) override { openNetworkFile(file); }
  QStringList unsaved() override;
  void undo() override { session().undo(); }
  void redo() override { session().redo(); }
  bool canUndo() const override { return session().document().canUndo(); }
  bool canRedo() const override { return session().document().canRedo(); }
  void addProgramButtons(const ActionRegistry& program) override;
  NetworkChooser* chooser() const { return chooser_; }
  // Says what is wrong with the network's file, if anything.
  Banner* damage() const { return damage_; }
  NetworkCanvas* canvas() const { return canvas_; }
  LayerInspector* layerInspector() const { return inspector_; }
  NetworkFiles* files() const { return files_; }
  NetworkTextView* text() const { return text_; }
  ComparePanel* comparison() const { return compare_; }
  LiveView* live() const { return live_; }
  BreakpointPanel* breakpointPanel() const { return breakpointPanel_; }
  StepWalk* stepWalk() const { return walk_; }
  NetworkView view() const;

 public Q_SLOTS:
  void setView(fovea::NetworkView view);
  // Adds the file to the project as a network: a drawing at once, a file with weights as a job. Errors are shown.
  void openNetworkFile(const QString& file);
  // Open the assistant for a new network, and the choice of a network for comparison.
  void suggest();
  void compare();
  // Writes .svg, .png or .pdf.
  void exportDrawingTo(const QString& file);

 protected:
  void resizeEvent(QResizeEvent* event) override;

 private:
  void buildActions();
  void buildStandardMenu();
  void buildArrangeMenu();
  void buildLiveMenu();
  void showLiveActions();
  void buildToolbar();
  // Arranges the network in this direction and stores the choice with it.
  void chooseFlow(LayoutFlow flow);
  void keepFlow(LayoutFlow flow);
  // Shows the shown network's chosen direction.
  void showFlow();
  // A network's file and its document's state.
  using NetworkState = std::pair<std::filesystem::path, std::uint64_t>;
  NetworkState shownState() const;
  void followFlow();
  void showNetwork();
  void showPills();
  void showOpened();
  void showDamage();
  void tellRemoved(const QString& name, const std::filesystem::path& kept);
  void askForMemory();
  void showMemory(const MemoryEstimate& estimate);
  // `arranged`: laid out for the window as soon as it is shown.
  void open(const Network& network, bool arranged = false);
  void wireFiles();
  void wireLive();
  void wireWalk();
  // Marks the layer whose tensor the walk shows; an empty name marks none.
  void showWalked(const QString& layer, bool backward);
  void showBreakpoints();
  void tellHit(RunId run, const BreakpointHit& hit);
  QWidget* makeViews();
  void buildViewButtons();
  void shareRoom();
  void showLayerList();
  void openStandard(const QString& name);

  NetworkChooser* chooser_;
  Banner* damage_;
  NetworkCanvas* canvas_;
  LayerInspector* inspector_;
  NetworkTextView* text_;
  ComparePanel* compare_;
  LiveView* live_;
  BreakpointPanel* breakpointPanel_;
  StepWalk* walk_;
  RunId toldHit_;  // the run whose pause the banner reports
  QSplitter* splitter_ = nullptr;
  NetworkFiles* files_;
  QButtonGroup views_;
  QActionGroup* flows_ = nullptr;
  std::map<NetworkState, LayoutFlow> flowOf_;  // keyed by states shown since the project was opened
  NetworkState followed_;
  Pill* layersPill_;
  Pill* dataPill_;
  ActionButton* undo_ = nullptr;
  ActionButton* redo_ = nullptr;
  Action* begin_ = nullptr;
  Action* standard_ = nullptr;
  Action* arrange_ = nullptr;
  Action* fold_ = nullptr;
  Action* compareWith_ = nullptr;
  Action* figures_ = nullptr;
  Action* stepLayers_ = nullptr;
  Action* train_ = nullptr;
  MemoryEstimator memory_;
};

}  // namespace fovea
