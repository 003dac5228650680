#include "core/project/network_history.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <nlohmann/json.hpp>

#include "core/base/clock.h"
#include "core/base/file.h"
#include "core/base/json.h"
#include "core/base/json_numbers.h"
#include "core/layers/stable_hash.h"

namespace fovea {
namespace fs = std::filesystem;

namespace {

constexpr const char* kHistoryFormat = "fovea-network-history";
constexpr int kHistoryVersion = 1;
// distance between states that are stored as a whole; loading a state applies at most this many differences
constexpr std::size_t kWholeEvery = 32;
constexpr std::uint64_t kLargestId = std::uint64_t{1} << 53;
constexpr auto kNowhere = static_cast<std::size_t>(-1);

std::string textFrom(const Network& network) {
  return formatJsonLine(networkToJson(network));
}

std::string headerLine() {
  return formatJsonLine(Json{{"format", kHistoryFormat}, {"version", kHistoryVersion}}) + "\n";
}

Status appendTo(const fs::path& file, std::string_view text) {
  const int descriptor = ::open(file.c_str(), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0644);
  if (descriptor < 0) return systemError(errno, "Cannot write " + file.string());
  Status status;
  while (status.ok() && !text.empty()) {
    const ssize_t written = ::write(descriptor, text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0)
      status = systemError(written < 0 ? errno : ENOSPC, "Cannot write " + file.string());
    else
      text.remove_prefix(static_cast<std::size_t>(written));
  }
  ::close(descriptor);
  return status;
}

// Returns the bits of a number that was written with its sign. Throws Json::exception if there is no whole number.
std::uint64_t unsignedAt(const Json& record, const char* key) {
  return static_cast<std::uint64_t>(wholeNumberAt(record, key));
}

}  // namespace

std::shared_ptr<NetworkHistory> NetworkHistory::open(const fs::path& file, HistoryLimits limits) {
  auto history = std::shared_ptr<NetworkHistory>(new NetworkHistory(file, limits));
  history->read();
  return history;
}

void NetworkHistory::read() {
  // Reads up to twice the limit, so that a file of a program with a higher limit is still usable.
  const auto text = readFile(file_, limits_.bytes * 2);
  if (!text.ok()) {
    foreign_ = text.error().code != ErrorCode::NotFound;
    return;
  }
  bytes_ = text->size();
  behind_ = !text->empty() && text->back() != '\n';
  std::string_view rest = *text;
  bool first = true;
  while (!rest.empty() && !newer_) {
    const std::size_t end = std::min(rest.find('\n'), rest.size());
    const std::string_view line = rest.substr(0, end);
    rest.remove_prefix(std::min(end + 1, rest.size()));
    if (std::exchange(first, false)) {
      const auto header = parseJson(line);
      const bool ours = header.ok() && header->is_object() && header->value("format", Json()) == kHistoryFormat;
      const Json version = ours ? header->value("version", Json()) : Json();
      newer_ = version.is_number_integer() && version.get<std::int64_t>() > kHistoryVersion;
      // A damaged first line does not matter: each line states its own type.
      if (ours) continue;
    }
    readLine(line);
  }
  foreign_ =
      !newer_ && records_.empty() && !text->empty() && !text->starts_with("{\"format\":\"fovea-network-history\"");
  if (line_.empty() || std::find(line_.begin(), line_.end(), current_) == line_.end()) {
    line_.clear();
    current_ = 0;
  }
  if (!records_.empty())
    if (auto last = textOf(records_.size() - 1); last.ok()) last_ = std::move(*last);
}

void NetworkHistory::readLine(std::string_view line) {
  const auto json = parseJson(line);
  if (!json.ok() || !json->is_object()) return;
  try {
    if (json->contains("at")) {
      current_ = unsignedAt(*json, "at");
      return;
    }
    Record record;
    record.id = unsignedAt(*json, "id");
    if (json->contains("after")) record.after = unsignedAt(*json, "after");
    record.entry = {record.id, json->at("title").get<std::string>(), json->at("time").get<std::string>()};
    record.check = unsignedAt(*json, "check");
    record.text = json->at("text").get<std::string>();
    if (json->contains("base")) {
      record.base = unsignedAt(*json, "base");
      record.front = unsignedAt(*json, "front");
      record.back = unsignedAt(*json, "back");
      if (records_.empty() || records_.back().id != record.base) return;
    }
    // Ids increase, so that none is used twice.
    if (record.id < nextId_ || record.id > kLargestId) return;
    append(std::move(record));
  } catch (const Json::exception&) {
    return;
  }
}

void NetworkHistory::append(Record record) {
  nextId_ = std::max(nextId_, record.id + 1);
  follow(record.id, record.after);
  records_.push_back(std::move(record));
}

// Puts `id` after `after` in the line of undo and redo.
void NetworkHistory::follow(std::uint64_t id, std::optional<std::uint64_t> after) {
  const auto place = after ? std::find(line_.begin(), line_.end(), *after) : line_.end();
  line_.erase(place == line_.end() ? line_.begin() : place + 1, line_.end());
  line_.push_back(id);
  current_ = id;
}

std::size_t NetworkHistory::indexOf(std::uint64_t id) const {
  const auto found = std::lower_bound(records_.begin(), records_.end(), id,
                                      [](const Record& record, std::uint64_t wanted) { return record.id < wanted; });
  return found != records_.end() && found->id == id ? static_cast<std::size_t>(found - records_.begin()) : kNowhere;
}

Result<std::string> NetworkHistory::textOf(std::size_t index) const {
  const auto damaged = [&] {
    return fail(ErrorCode::Corrupt, file_.string() + " is damaged: a state of the network cannot be read.",
                "The network itself and its other states are not affected.");
  };
  std::size_t first = index;
  while (records_[first].base != 0 && first > 0) --first;
  if (records_[first].base != 0) return damaged();
  std::string text = records_[first].text;
  for (std::size_t i = first + 1; i <= index; ++i) {
    const Record& record = records_[i];
    if (record.front > text.size() || record.back > text.size() - record.front) return damaged();
    text = text.substr(0, record.front) + record.text + text.substr(text.size() - record.back);
    if (text.size() > limits_.bytes) return damaged();
  }
  if (stableHash(text) != records_[index].check) return damaged();
  return text;
}

Result<Network> NetworkHistory::networkOf(std::size_t index) const {
  FOVEA_TRY(const std::string text, textOf(index));
  FOVEA_TRY(const Json json, parseJson(text));
  return networkFromJson(json);
}

std::vector<HistoryEntry> NetworkHistory::entries() const {
  const std::lock_guard lock(mutex_);
  std::vector<HistoryEntry> entries;
  for (const Record& record : records_) entries.push_back(record.entry);
  return entries;
}

Result<Network> NetworkHistory::state(std::uint64_t id) const {
  const std::lock_guard lock(mutex_);
  const std::size_t index = indexOf(id);
  if (index == kNowhere) return fail(ErrorCode::NotFound, "This state of the network is not kept any more.");
  return networkOf(index);
}

Result<DocumentState> NetworkHistory::lastGood() const {
  const std::lock_guard lock(mutex_);
  // The document's state comes first, then the latest ones.
  std::vector<std::size_t> order;
  if (const std::size_t current = indexOf(current_); current != kNowhere) order.push_back(current);
  for (std::size_t i = records_.size(); i-- > 0;) order.push_back(i);
  for (const std::size_t index : order)
    if (auto network = networkOf(index); network.ok())
      return DocumentState{records_[index].id, records_[index].entry.title, std::move(*network)};
  return fail(ErrorCode::NotFound, "No earlier state of the network is kept.");
}

StoredLine NetworkHistory::line(const Network& network) {
  const std::lock_guard lock(mutex_);
  const auto stored = [&](std::uint64_t id, std::string title) {
    return StoredState{id, std::move(title), [history = shared_from_this(), id] { return history->state(id); }};
  };
  StoredLine line;
  const auto current = std::find(line_.begin(), line_.end(), current_);
  const std::size_t index = indexOf(current_);
  const auto known = index == kNowhere ? Result<Network>(fail(ErrorCode::NotFound, {})) : networkOf(index);
  const bool same = known.ok() && *known == network;
  for (auto id = line_.begin(); id != line_.end() && (same || id <= current); ++id) {
    const std::size_t at = indexOf(*id);
    // Undo cannot cross a state that is no longer stored.
    if (at == kNowhere) {
      line.states.clear();
      continue;
    }
    if (id == current) line.current = line.states.size();
    line.states.push_back(stored(*id, records_[at].entry.title));
  }
  if (!same && !line.states.empty()) {
    const std::uint64_t id = nextId_++;
    line.states.push_back({id, "Change from outside", [network]() -> Result<Network> { return network; }});
    line.current = line.states.size() - 1;
  }
  line.nextId = nextId_;
  return line;
}

bool NetworkHistory::knows(std::uint64_t id) const {
  const std::lock_guard lock(mutex_);
  return indexOf(id) != kNowhere;
}

NetworkHistory::Record NetworkHistory::encode(const DocumentState& state, std::optional<std::uint64_t> after) {
  std::string text = textFrom(state.network);
  Record record;
  record.id = state.id;
  record.after = after;
  record.entry = {state.id, state.title, utcNow()};
  record.check = stableHash(text);
  std::size_t differences = 0;
  while (differences < records_.size() && records_[records_.size() - 1 - differences].base != 0) ++differences;
  if (records_.empty() || last_.empty() || differences + 1 >= kWholeEvery) {
    record.text = last_ = std::move(text);
    return record;
  }
  record.base = records_.back().id;
  const std::size_t shorter = std::min(text.size(), last_.size());
  while (record.front < shorter && text[record.front] == last_[record.front]) ++record.front;
  while (record.back < shorter - record.front &&
         text[text.size() - 1 - record.back] == last_[last_.size() - 1 - record.back])
    ++record.back;
  // Each line is valid text by itself: multi-byte characters are not cut.
  const auto inside = [](char c) { return (static_cast<unsigned char>(c) & 0xC0) == 0x80; };
  while (record.front > 0 && record.front < text.size() && inside(text[record.front])) --record.front;
  while (record.back > 0 && inside(text[text.size() - record.back])) --record.back;
  record.text = text.substr(record.front, text.size() - record.front - record.back);
  last_ = std::move(text);
  return record;
}

std::string NetworkHistory::lineOf(const Record& record) {
  // JSON numbers are read as signed.
  Json json = {{"id", record.id},
               {"title", record.entry.title},
               {"time", record.entry.time},
               {"check", static_cast<std::int64_t>(record.check)}};
  if (record.after) json["after"] = *record.after;
  if (record.base != 0) {
    json["base"] = record.base;
    json["front"] = record.front;
    json["back"] = record.back;
  }
  json["text"] = record.text;
  return formatJsonLine(json) + "\n";
}

Status NetworkHistory::record(const std::vector<DocumentState>& states, std::optional<std::uint64_t> after,
                              std::uint64_t current) {
  const std::lock_guard lock(mutex_);
  if (newer_) return {};
  std::string lines;
  for (const DocumentState& state : states) {
    if (!records_.empty() && state.id <= records_.back().id) {
      if (indexOf(state.id) != kNowhere) after = state.id;
      continue;
    }
    Record record = encode(state, after);
    // States so large that they would displace all others are not stored; the network file alone holds the network.
    if (last_.size() > limits_.bytes / 4) {
      last_.clear();
      continue;
    }
    lines += lineOf(record);
    append(std::move(record));
    after = state.id;
  }
  if (current_ != current && indexOf(current) != kNowhere) {
    current_ = current;
    lines += formatJsonLine(Json{{"at", current}}) + "\n";
  }
  return lines.empty() ? Status() : write(lines);
}

Status NetworkHistory::write(const std::string& lines) {
  if (foreign_) {
    fs::path aside = file_;
    aside += ".damaged";
    std::error_code code;
    fs::rename(file_, aside, code);
    foreign_ = behind_ = false;
    bytes_ = 0;
  }
  if (behind_ || bytes_ + lines.size() > limits_.bytes || records_.size() > limits_.states) return rewrite();
  const std::string text = (bytes_ == 0 ? headerLine() : std::string()) + lines;
  behind_ = true;
  FOVEA_CHECK(appendTo(file_, text));
  behind_ = false;
  bytes_ += text.size();
  return {};
}

// Keeps the newest half, so that rewriting is rare.
Status NetworkHistory::rewrite() {
  std::size_t first = records_.size();
  std::uint64_t bytes = last_.size();  // the oldest kept state is stored as a whole
  while (first > 0 && records_.size() - first < limits_.states / 2) {
    bytes += lineOf(records_[first - 1]).size();
    if (bytes > limits_.bytes / 2 && first < records_.size()) break;
    --first;
  }
  for (; first < records_.size() && records_[first].base != 0; ++first)
    if (auto text = textOf(first); text.ok()) {
      records_[first].text = std::move(*text);
      records_[first].base = 0;
      records_[first].front = records_[first].back = 0;
      break;
    }
  records_.erase(records_.begin(), records_.begin() + static_cast<std::ptrdiff_t>(first));
  std::erase_if(line_, [&](std::uint64_t id) { return indexOf(id) == kNowhere; });
  std::string text = headerLine();
  for (const Record& record : records_) text += lineOf(record);
  text += formatJsonLine(Json{{"at", current_}}) + "\n";
  FOVEA_CHECK(writeFileAtomic(file_, text));
  behind_ = false;
  bytes_ = text.size();
  return {};
}

}  // namespace fovea
