// Why: a text that is no network yet is worth as much to the person who typed it as a network. It lies beside the file
// of its network ("network.json.draft") until it is one, over a restart too. GUI thread only; files are written on a
// thread of its own, in order.
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
  // Waits for what is being written.
  ~NetworkDrafts();

  // Keeps the text that was typed for the network in `file`; in memory alone where there is no file.
  void keep(const std::filesystem::path& file, NetworkDraft draft);
  void forget(const std::filesystem::path& file);
  // Also one of an earlier session. What lies there and is no draft is passed over.
  std::optional<NetworkDraft> find(const std::filesystem::path& file);
  // Those that could not be written, with the reason; empty paths for texts without a file. Waits for what is being
  // written.
  std::map<std::filesystem::path, Error> unwritten();
  // Texts without a file belong to no project.
  void projectChanged() { kept_.erase(std::filesystem::path()); }

 private:
  struct Failures {
    std::mutex mutex;
    std::map<std::filesystem::path, Error> errors;
  };

  // An exception of `work` becomes its error.
  void inBackground(const std::filesystem::path& file, std::function<Status()> work);

  Write write_;
  std::map<std::filesystem::path, NetworkDraft> kept_;  // by this program, written or not
  std::shared_ptr<Failures> failures_;
  QThreadPool thread_;
};

}  // namespace fovea
