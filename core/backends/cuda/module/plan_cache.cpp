#include "core/backends/cuda/module/plan_cache.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>

#include "core/base/file.h"

namespace fovea::cuda {
namespace {

constexpr std::string_view kHeader = "fovea cuda plans 1";
constexpr std::uint64_t kLargestFile = std::uint64_t{4} << 20;

bool isWord(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) { return c > ' ' && c < '\x7f'; });
}

// Takes one line off `text`; nothing if there is none that is ended.
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

}  // namespace

void PlanCache::load() {
  if (loaded_) return;
  loaded_ = true;
  if (file_.empty()) return;
  const auto text = readFile(file_, kLargestFile);
  if (!text.ok()) {
    if (text.error().code != ErrorCode::NotFound)
      message_ = fmt::format("The tuned plans in {} are not used: {}", file_.string(), text.error().message);
    return;
  }
  auto entries = parse(*text);
  if (entries.ok())
    entries_ = std::move(entries).value();
  else
    message_ = fmt::format("The tuned plans in {} are not used: {}.", file_.string(), entries.error().message);
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
  std::erase_if(entries_, [&](const auto& entry) { return entry.first == key; });
  entries_.emplace_back(key, plan);
  if (entries_.size() > kMostEntries) entries_.erase(entries_.begin(), entries_.end() - kMostEntries);
  if (file_.empty()) return {};
  std::string text = std::string(kHeader) + "\n";
  for (const auto& [name, value] : entries_) text += name + " " + value + "\n";
  FOVEA_CHECK(createFolder(file_.parent_path()));
  return writeFileAtomic(file_, text);
}

std::string PlanCache::message() {
  const std::lock_guard lock(mutex_);
  load();
  return message_;
}

std::filesystem::path planCacheFile(const std::string& device, int computeCapability, std::size_t cudnnVersion) {
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
  return folder / "fovea" / "cuda" / fmt::format("{}_{}_cudnn{}.plans", name, computeCapability, cudnnVersion);
}

}  // namespace fovea::cuda
