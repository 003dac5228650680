#include "app/bridge/network_drafts.h"

#include <nlohmann/json.hpp>

#include "core/base/file.h"
#include "core/base/guarded.h"
#include "core/base/json.h"

namespace fovea {
namespace fs = std::filesystem;

namespace {

constexpr std::uint64_t kMaximumBytes = std::uint64_t{64} << 20;
constexpr const char* kFormat = "fovea-network-draft";

fs::path draftOf(fs::path file) {
  return file += ".draft";
}

std::optional<NetworkDraft> readDraft(const fs::path& file) {
  const auto content = readFile(file, kMaximumBytes);
  if (!content.ok()) return {};
  const auto json = parseJson(*content);
  if (!json.ok() || !json->is_object()) return {};
  const auto text = [&](const char* key) {
    const auto found = json->find(key);
    return found != json->end() && found->is_string() ? found->get<std::string>() : std::string();
  };
  if (text("format") != kFormat || text("text").empty()) return {};
  return NetworkDraft{text("language"), text("text")};
}

}  // namespace

NetworkDrafts::NetworkDrafts(Write write) : write_(std::move(write)), failures_(std::make_shared<Failures>()) {
  thread_.setMaxThreadCount(1);
}

NetworkDrafts::~NetworkDrafts() {
  thread_.waitForDone();
}

void NetworkDrafts::keep(const fs::path& file, NetworkDraft draft) {
  NetworkDraft& kept = kept_[file];
  if (kept == draft) return;
  kept = std::move(draft);
  if (file.empty()) return;
  inBackground(file, [write = write_, file, draft = kept] {
    return write(draftOf(file), formatJson({{"format", kFormat}, {"language", draft.language}, {"text", draft.text}}));
  });
}

void NetworkDrafts::forget(const fs::path& file) {
  if (kept_.erase(file) == 0 || file.empty()) return;
  inBackground(file, [file]() -> Status {
    std::error_code code;
    fs::remove(draftOf(file), code);
    return {};
  });
}

void NetworkDrafts::inBackground(const fs::path& file, std::function<Status()> work) {
  thread_.start([failures = failures_, file, work = std::move(work)] {
    const Status done = guarded(work);
    (void)guarded([&] {
      const std::lock_guard lock(failures->mutex);
      failures->errors.erase(file);
      if (!done.ok()) failures->errors.emplace(file, done.error());
    });
  });
}

std::optional<NetworkDraft> NetworkDrafts::find(const fs::path& file) {
  if (const auto kept = kept_.find(file); kept != kept_.end()) return kept->second;
  if (file.empty()) return {};
  auto draft = readDraft(draftOf(file));
  if (draft) kept_[file] = *draft;
  return draft;
}

std::map<fs::path, Error> NetworkDrafts::unwritten() {
  thread_.waitForDone();
  const std::lock_guard lock(failures_->mutex);
  std::map<fs::path, Error> found = failures_->errors;
  if (kept_.contains(fs::path()))
    found.emplace(fs::path(), fail(ErrorCode::InvalidArgument, "No project is open that could keep it."));
  return found;
}

}  // namespace fovea
