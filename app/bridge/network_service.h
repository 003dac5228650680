// Why: the drawing that is open: one of the project's networks with its undo list. It saves itself a moment after an
// edit, off the GUI thread, and what it was before can be had again. GUI thread only.
#pragma once
#include <QFutureWatcher>
#include <QObject>
#include <QThreadPool>
#include <QTimer>
#include <memory>
#include <optional>

#include "core/network/layer_facts.h"
#include "core/network/network_analysis.h"
#include "core/project/network_history.h"
#include "core/project/project.h"

namespace fovea {

// An earlier state of a network that can be taken in the place of a damaged one.
struct GoodState {
  Network network;
  std::string origin;  // of a run: its name; empty: the last one that was saved
};

// The file of the current network cannot be read.
struct NetworkDamage {
  Error error;
  std::optional<std::filesystem::path> kept;  // where what stood in the file is kept
  std::vector<GoodState> states;              // what there is instead, the best first
};

class NetworkService : public QObject {
  Q_OBJECT
 public:
  explicit NetworkService(QObject* parent = nullptr);
  // Saves.
  ~NetworkService() override;

  const Network& network() const { return document_.network(); }
  // With what does not fit the data that it is compared with.
  const NetworkReport& report() const { return report_; }
  const NetworkDocument& document() const { return document_; }
  // Emits changed, or refused with the reason.
  void apply(const NetworkEdit& edit, int mergeKey = 0);
  void undo();
  void redo();

  // The data that the network is to be trained on; nothing: none.
  void compareWith(std::optional<DatasetInfo> data);

  // How long after an edit it saves itself: 0 a moment, negative only when asked or when the project is left.
  void setAutosaveSeconds(int seconds);

  // The project whose current network is shown from now on. What was open before must have been saved.
  void show(Project& project);
  // Saves now, on this thread, if there is anything to save.
  Status save();

  // Shows `network` beside the others of the project, under a name that is free; only an empty drawing is filled, as an
  // edit called `title`.
  Status add(const Network& network, const QString& title);
  // Another network of the project, by its file.
  Status select(const std::filesystem::path& file);
  // InvalidArgument (no name), AlreadyExists (another network of the project has it).
  Status rename(const std::string& name);
  Status duplicate();
  // Shows another one, or an empty one. Returns what restore() takes.
  Result<std::filesystem::path> remove();
  Status restore(const std::filesystem::path& removed);

  // Earlier states of this network, the oldest first; see NetworkHistory.
  std::vector<HistoryEntry> earlier() const;
  Result<Network> earlier(std::uint64_t id) const;

  // Why the file of this network could not be read; empty once a state is taken or something is drawn.
  const std::optional<NetworkDamage>& damage() const { return damage_; }
  void takeGoodState(std::size_t index);

 Q_SIGNALS:
  void changed();
  // Another drawing is shown: what was selected or typed does not belong to it.
  void opened();
  // The networks of the project, their names or the current one.
  void listChanged();
  void refused(const fovea::Error& error);
  // Saving failed.
  void failed(const fovea::Error& error);

 private:
  struct Writing;
  void analyze();
  void load();
  void keepOpened();
  void edited();
  void describe(const Error& error);
  Status mustBeOpen() const;
  Writing nextWriting() const;
  void saveAside();
  void finishSaving();
  Status saved(const Writing& writing, const Status& status);

  Project* project_ = nullptr;
  std::shared_ptr<NetworkHistory> history_;
  NetworkDocument document_;
  LayerMemory facts_;  // of layers, from one edit to the next
  NetworkReport report_;
  std::optional<DatasetInfo> data_;
  std::optional<NetworkDamage> damage_;
  QTimer autosave_;
  bool autosaves_ = true;
  QThreadPool thread_;  // one thread, so that files are written in order
  std::shared_ptr<const Writing> writing_;
  QFutureWatcher<std::shared_ptr<Status>> watcher_;
};

}  // namespace fovea
