// Why: where a network is drawn: the canvas in the middle, the selected layer's form at the right.
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
class ComparePanel;
class LayerInspector;
class NetworkCanvas;
class NetworkChooser;
class NetworkFiles;
class NetworkTextView;
class Pill;

// What the middle of the place shows.
enum class NetworkView { Canvas, Text, Both };

class NetworkWorkspace : public Workspace {
  Q_OBJECT
 public:
  explicit NetworkWorkspace(Session& session, QWidget* parent = nullptr);
  void activate() override;
  void prepareForTour(std::function<void()> ready) override;
  // Its layers.
  std::vector<Findable> findables() override;
  // The text of a network, where it is shown.
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
  // Says what is wrong with the file of the network, while something is.
  Banner* damage() const { return damage_; }
  NetworkCanvas* canvas() const { return canvas_; }
  LayerInspector* layerInspector() const { return inspector_; }
  NetworkFiles* files() const { return files_; }
  NetworkTextView* text() const { return text_; }
  ComparePanel* comparison() const { return compare_; }
  NetworkView view() const;

 public Q_SLOTS:
  void setView(fovea::NetworkView view);
  // As another network of the project: a drawing at once, a file with weights as a job. What is wrong with the file is
  // shown.
  void openNetworkFile(const QString& file);
  // The assistant for a new network, and the choice of one to compare the drawing with.
  void suggest();
  void compare();
  // As .svg, .png or .pdf.
  void exportDrawingTo(const QString& file);

 private:
  void buildActions();
  void buildStandardMenu();
  void buildArrangeMenu();
  void buildToolbar();
  // Lays the network out so, and keeps the choice with it.
  void chooseFlow(LayoutFlow flow);
  void keepFlow(LayoutFlow flow);
  // As it was chosen for the network that is shown.
  void showFlow();
  // The file of a network and the state of its document.
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
  void open(const Network& network);
  void wireFiles();
  QWidget* makeViews();
  void buildViewButtons();
  void shareRoom();
  void openStandard(const QString& name);

  NetworkChooser* chooser_;
  Banner* damage_;
  NetworkCanvas* canvas_;
  LayerInspector* inspector_;
  NetworkTextView* text_;
  ComparePanel* compare_;
  QSplitter* splitter_ = nullptr;
  NetworkFiles* files_;
  QButtonGroup views_;
  QActionGroup* flows_ = nullptr;
  std::map<NetworkState, LayoutFlow> flowOf_;  // of what was shown since the project was opened
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
  Action* train_ = nullptr;
  MemoryEstimator memory_;
};

}  // namespace fovea
