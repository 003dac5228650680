// Why: manages the open drawing: one of the project's networks with its undo list. It saves shortly after an edit, off
// the GUI thread, and earlier states can be restored. GUI thread only.
#pragma once
#include <QObject>
#include <QTimer>
#include <functional>
#include <memory>
#include <optional>

#include "app/bridge/project_changes.h"
#include "core/network/layer_facts.h"
#include "core/network/network_analysis.h"
#include "core/project/network_history.h"
#include "core/project/project.h"

namespace fovea {

// An earlier state that can replace a damaged network.
struct GoodState {
  Network network;
  std::string origin;  // a run's name; empty: the last saved state
};

// Describes an unreadable file of the current network.
struct NetworkDamage {
  Error error;
  std::optional<std::filesystem::path> kept;  // a copy of the damaged file
  std::vector<GoodState> states;              // possible replacements, best first
};

// A network read from a project, or the reason why it could not be read.
struct LoadedNetwork {
  std::shared_ptr<NetworkHistory> history;
  Network network;
  StoredLine line;
  std::optional<NetworkDamage> damage;
};

// Reads the project's current network. Any thread that may use `project` and `runs`.
LoadedNetwork loadProjectNetwork(const Project& project, const RunStore& runs);

class NetworkService : public QObject {
  Q_OBJECT
 public:
  using Done = std::function<void(const Status&)>;

  NetworkService(ProjectThread& thread, ProjectChanges& changes, QObject* parent = nullptr);
  // Saves the network.
  ~NetworkService() override;

  const Network& network() const { return document_.network(); }
  // Includes mismatches with the training data.
  const NetworkReport& report() const { return report_; }
  const NetworkDocument& document() const { return document_; }
  // Emits changed, or refused with the reason.
  void apply(const NetworkEdit& edit, int mergeKey = 0);
  void undo();
  void redo();

  // The data for training the network; nothing: none.
  void compareWith(std::optional<DatasetInfo> data);

  // The delay between an edit and saving: 0: a moment; negative: only on request or when leaving the project.
  void setAutosaveSeconds(int seconds);

  // Shows `loaded`, the project's current network. The previous network must have been saved.
  void show(Project& project, LoadedNetwork loaded);
  // Saves pending changes on the project thread, then calls `done`; at once if there are none.
  void save(Done done);
  // The same, but waits for the result.
  Status save();

  // The project thread does the following, then `done` is called.
  // Adds `network` to the project under a free name and shows it. An empty drawing is filled instead, as an edit called
  // `title`.
  void add(const Network& network, const QString& title, Done done);
  // Adds the network of a file.
  void open(const std::filesystem::path& file, const QString& title, Done done);
  // Shows another network of the project, given by its file.
  void select(const std::filesystem::path& file, Done done);
  // InvalidArgument (empty name), AlreadyExists (another network of the project has it).
  void rename(const std::string& name, Done done);
  void duplicate(Done done);
  // Removes the shown network and shows another, or an empty one. `done` gets the argument for restore().
  void remove(std::function<void(const Result<std::filesystem::path>&)> done);
  void restore(const std::filesystem::path& removed, Done done);
  // Writes the drawing to a file outside the project.
  void saveTo(const std::filesystem::path& file, Done done);

  // Earlier states of this network, oldest first; see NetworkHistory.
  std::vector<HistoryEntry> earlier() const;
  Result<Network> earlier(std::uint64_t id) const;

  // Why this network's file could not be read; empty once it was replaced or edited.
  const std::optional<NetworkDamage>& damage() const { return damage_; }
  void takeGoodState(std::size_t index);

 Q_SIGNALS:
  void changed();
  // Another drawing is shown, so selections and typed text are obsolete.
  void opened();
  // The project's networks, their names or the current one changed.
  void listChanged();
  void refused(const fovea::Error& error);
  // Saving failed.
  void failed(const fovea::Error& error);

 private:
  struct Writing;
  void analyze();
  using Change = std::function<Status(Project&)>;
  // Saves, makes `change` on the project thread, and shows the network that is the current one then.
  void showChanged(Change change, Done done);
  void leaveDrawing();
  Status fill(Network network, const QString& title);
  void show(LoadedNetwork loaded);
  void keepOpened();
  void edited();
  Status mustBeOpen() const;
  // PermissionDenied if the project can only be read.
  Status mayEdit() const;
  Writing nextWriting() const;
  void saveAside();
  void finishSaving(const std::shared_ptr<Writing>& writing);
  void answerWaiting(const Status& status);
  Status saved(const Writing& writing, const Status& status);

  ProjectThread& thread_;
  ProjectChanges& changes_;
  Project* project_ = nullptr;
  std::filesystem::path file_;  // of the drawing
  std::shared_ptr<NetworkHistory> history_;
  NetworkDocument document_;
  LayerMemory facts_;  // cached reports of layers, kept between edits
  NetworkReport report_;
  std::optional<DatasetInfo> data_;
  std::optional<NetworkDamage> damage_;
  QTimer autosave_;
  bool autosaves_ = true;
  std::shared_ptr<Writing> writing_;  // in progress
  std::vector<Done> waiting_;         // called when everything is saved
};

}  // namespace fovea
