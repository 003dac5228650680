// Why: a half-typed text that is no valid network must not be lost. It is stored beside its network's file
// ("network.json.draft") until it is valid, even across restarts. GUI thread only; a separate thread writes the files
// in order.
#pragma once
#include <QStringList>
#include <QThreadPool>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>

#include "core/base/file.h"

namespace fovea {

struct NetworkDraft {
  std::string language;  // "json", "prototxt"
  std::string text;
  bool operator==(const NetworkDraft&) const = default;
};

class NetworkDrafts {
 public:
  using Write = std::function<Status(const std::filesystem::path&, const std::string&)>;
  explicit NetworkDrafts(Write write = [](const auto& file, const auto& text) { return writeFileAtomic(file, text); });
  // Waits for pending writes.
  ~NetworkDrafts();

  // Stores the text typed for the network in `file`; without a file only in memory.
  void keep(const std::filesystem::path& file, NetworkDraft draft);
  void forget(const std::filesystem::path& file);
  // Also finds a draft of an earlier session. Ignores files that are not drafts.
  std::optional<NetworkDraft> find(const std::filesystem::path& file);
  // The drafts that could not be written, with the reason; an empty path for a text without a file. Waits for pending
  // writes.
  std::map<std::filesystem::path, Error> unwritten();
  // Drops texts without a file, since they belong to the previous project.
  void projectChanged() { kept_.erase(std::filesystem::path()); }

 private:
  struct Failures {
    std::mutex mutex;
    std::map<std::filesystem::path, Error> errors;
  };

  // An exception in `work` becomes its error.
  void inBackground(const std::filesystem::path& file, std::function<Status()> work);

  Write write_;
  std::map<std::filesystem::path, NetworkDraft> kept_;  // drafts of this session, written or not
  std::shared_ptr<Failures> failures_;
  QThreadPool thread_;
};

}  // namespace fovea
