#include "core/backends/cuda/module/runtime/plan_cache.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <thread>

#include "core/base/file.h"

namespace fovea::cuda {
namespace {

constexpr std::string_view kHeader = "fovea cuda plans 1";
constexpr std::uint64_t kLargestFile = std::uint64_t{4} << 20;

bool isWord(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) { return c > ' ' && c < '\x7f'; });
}

// Removes the first complete line from `text` and returns it; nothing if there is none.
std::optional<std::string_view> takeLine(std::string_view& text) {
  const std::size_t end = text.find('\n');
  if (end == std::string_view::npos) return std::nullopt;
  const std::string_view line = text.substr(0, end);
  text.remove_prefix(end + 1);
  return line;
}

Result<std::vector<std::pair<std::string, std::string>>> parse(std::string_view text) {
  const auto broken = [](int line) {
    return fail(ErrorCode::Corrupt, fmt::format("line {} is not that of a plan file", line));
  };
  if (takeLine(text) != kHeader) return broken(1);
  std::vector<std::pair<std::string, std::string>> entries;
  for (int number = 2; !text.empty(); ++number) {
    const auto line = takeLine(text);
    if (!line || entries.size() == PlanCache::kMostEntries) return broken(number);
    const std::size_t space = line->find(' ');
    if (space == std::string_view::npos) return broken(number);
    const std::string_view key = line->substr(0, space), plan = line->substr(space + 1);
    if (!isWord(key) || !isWord(plan)) return broken(number);
    entries.emplace_back(key, plan);
  }
  return entries;
}

// A lock file that guards another file; held until it is destroyed or the program ends.
class FileTurn {
 public:
  // Waits at most a second, since the holder writes only a few kilobytes.
  static Result<FileTurn> take(const std::string& path) {
    FileTurn turn;
    turn.descriptor_ = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644);
    if (turn.descriptor_ < 0) return fail(ErrorCode::Io, fmt::format("{} cannot be opened.", path));
    for (int tries = 0; ::flock(turn.descriptor_, LOCK_EX | LOCK_NB) != 0; ++tries) {
      if (tries == 100) return fail(ErrorCode::Io, fmt::format("Another program holds {}.", path));
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    return turn;
  }
  FileTurn(FileTurn&& other) noexcept : descriptor_(std::exchange(other.descriptor_, -1)) {}
  ~FileTurn() {
    if (descriptor_ >= 0) (void)::close(descriptor_);
  }

 private:
  FileTurn() = default;
  int descriptor_ = -1;
};

}  // namespace

PlanCache::Entries PlanCache::readEntries() {
  const auto text = readFile(file_, kLargestFile);
  if (!text.ok()) {
    if (text.error().code != ErrorCode::NotFound)
      message_ = fmt::format("The tuned plans in {} are not used: {}", file_.string(), text.error().message);
    return {};
  }
  auto entries = parse(*text);
  if (entries.ok()) return std::move(entries).value();
  message_ = fmt::format("The tuned plans in {} are not used: {}.", file_.string(), entries.error().message);
  return {};
}

void PlanCache::load() {
  if (loaded_) return;
  loaded_ = true;
  if (!file_.empty()) entries_ = readEntries();
}

void PlanCache::put(Entries& entries, const std::string& key, const std::string& plan) {
  std::erase_if(entries, [&](const auto& entry) { return entry.first == key; });
  entries.emplace_back(key, plan);
  if (entries.size() > kMostEntries)
    entries.erase(entries.begin(), entries.end() - static_cast<std::ptrdiff_t>(kMostEntries));
}

std::optional<std::string> PlanCache::find(const std::string& key) {
  const std::lock_guard lock(mutex_);
  load();
  const auto found =
      std::find_if(entries_.begin(), entries_.end(), [&](const auto& entry) { return entry.first == key; });
  return found == entries_.end() ? std::nullopt : std::optional(found->second);
}

Status PlanCache::store(const std::string& key, const std::string& plan) {
  const std::lock_guard lock(mutex_);
  load();
  if (!isWord(key) || !isWord(plan)) return fail(ErrorCode::InvalidArgument, "A plan's key and name must be one word.");
  put(entries_, key, plan);
  if (file_.empty()) return {};
  put(unwritten_, key, plan);
  FOVEA_CHECK(createFolder(file_.parent_path()));
  FOVEA_TRY(const FileTurn turn, FileTurn::take(file_.string() + ".lock"));
  Entries merged = readEntries();
  for (const auto& [name, value] : unwritten_) put(merged, name, value);
  std::string text = std::string(kHeader) + "\n";
  for (const auto& [name, value] : merged) text += name + " " + value + "\n";
  FOVEA_CHECK(writeFileAtomic(file_, text));
  entries_ = std::move(merged);  // results of other programs are known from now on
  unwritten_.clear();
  return {};
}

std::string PlanCache::message() {
  const std::lock_guard lock(mutex_);
  load();
  return message_;
}

std::filesystem::path planCacheFile(const std::string& device, int computeCapability, const std::string& versions) {
  std::filesystem::path folder;
  if (const char* cache = std::getenv("XDG_CACHE_HOME"); cache && *cache == '/')
    folder = cache;
  else if (const char* home = std::getenv("HOME"); home && *home == '/')
    folder = std::filesystem::path(home) / ".cache";
  else
    return {};
  std::string name = device;
  for (char& c : name)
    if (!std::isalnum(static_cast<unsigned char>(c))) c = '-';
  return folder / "fovea" / "cuda" / fmt::format("{}_{}_{}.plans", name, computeCapability, versions);
}

}  // namespace fovea::cuda
