#include "core/train/event_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <limits>
#include <map>
#include <optional>

#include "core/base/file.h"
#include "core/train/event_histogram.h"
#include "core/train/event_wire.h"

namespace fovea {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kLargestFile = std::uint64_t{256} << 20;
constexpr std::size_t kHeaderBytes = 12;  // size of the length and its checksum
constexpr std::size_t kFooterBytes = 4;
constexpr const char* kEventFileVersion = "brain.Event:2";

// Field numbers of messages.
constexpr unsigned kEventTime = 1, kEventStep = 2, kEventVersion = 3, kEventSummary = 5, kEventSession = 7;
constexpr unsigned kSessionStatus = 1;
constexpr std::uint64_t kSessionStart = 1;
constexpr unsigned kSummaryValue = 1;
constexpr unsigned kValueTag = 1, kValueSimple = 2, kValueHistogram = 5, kValueTensor = 8, kValueMetadata = 9;
constexpr unsigned kTensorType = 1, kTensorFloat = 5, kTensorInt = 7, kTensorInt64 = 10;
// Values of tensor.proto's DataType.
constexpr std::uint64_t kFloat = 1, kDouble = 2, kInt32 = 3, kInt64 = 9;

std::array<std::uint32_t, 256> crcTable() {
  std::array<std::uint32_t, 256> table{};
  for (std::uint32_t i = 0; i < 256; ++i) {
    std::uint32_t value = i;
    for (int bit = 0; bit < 8; ++bit) value = (value >> 1) ^ ((value & 1) != 0 ? 0x82f63b78u : 0);
    table[i] = value;
  }
  return table;
}

// CRC-32C, rotated and shifted as TFRecord requires, so that checksums of data containing checksums are not weak.
std::uint32_t maskedCrc(std::string_view bytes) {
  static const std::array<std::uint32_t, 256> table = crcTable();
  std::uint32_t crc = 0xffffffffu;
  for (const char byte : bytes) crc = table[(crc ^ static_cast<unsigned char>(byte)) & 0xff] ^ (crc >> 8);
  crc = ~crc;
  return std::rotr(crc, 15) + 0xa282ead8u;
}

void appendRecord(std::string& file, std::string_view data) {
  std::string length;
  appendFixed<std::uint64_t>(length, data.size());
  file += length;
  appendFixed(file, maskedCrc(length));
  file += data;
  appendFixed(file, maskedCrc(data));
}

std::string eventAt(double time) {
  std::string event;
  appendKey(event, kEventTime, kFixed64);
  appendFixed(event, std::bit_cast<std::uint64_t>(time));
  return event;
}

// A value of a tensor, of one of the types that a scalar may have.
std::optional<double> tensorNumber(std::uint64_t type, std::uint64_t bits) {
  if (type == kFloat) return std::bit_cast<float>(static_cast<std::uint32_t>(bits));
  if (type == kDouble) return std::bit_cast<double>(bits);
  if (type == kInt32) return static_cast<std::int32_t>(bits);
  if (type == kInt64) return static_cast<double>(static_cast<std::int64_t>(bits));
  return std::nullopt;
}

std::size_t sizeOfType(std::uint64_t type) {
  return type == kFloat || type == kInt32 ? 4 : type == kDouble || type == kInt64 ? 8 : 0;
}

// The number in a tensor with one element, in any of its encodings; nothing for other tensors.
std::optional<double> scalarOf(std::string_view tensor, bool& bad) {
  std::uint64_t type = 0;
  std::optional<std::uint64_t> bits;
  std::string_view content;
  WireReader reader(tensor);
  int numbers = 0;
  while (const auto field = reader.next()) {
    if (field->number == kTensorType) type = field->value;
    if (field->number == kTensorContent) content = field->bytes;
    const bool holdsNumbers = field->number == kTensorFloat || field->number == kTensorDouble ||
                              field->number == kTensorInt || field->number == kTensorInt64;
    if (!holdsNumbers) continue;
    if (field->type != kBytes) {
      bits = field->value;
      ++numbers;
    } else if (field->number == kTensorFloat && field->bytes.size() == 4) {
      bits = fixedAt<std::uint32_t>(field->bytes, 0);
      ++numbers;
    } else if (field->number == kTensorDouble && field->bytes.size() == 8) {
      bits = fixedAt<std::uint64_t>(field->bytes, 0);
      ++numbers;
    } else if (field->number == kTensorInt || field->number == kTensorInt64) {
      std::string one = "\x08";  // a message whose only field is the number
      one += field->bytes;
      WireReader single(one);
      const auto number = single.next();
      numbers += number && !single.next() && !single.bad() ? 1 : 2;
      if (number) bits = number->value;
    } else {
      numbers += 2;
    }
  }
  bad = bad || reader.bad();
  const std::size_t size = sizeOfType(type);
  if (size > 0 && content.size() == size && numbers == 0)
    return tensorNumber(type, size == 8 ? fixedAt<std::uint64_t>(content, 0) : fixedAt<std::uint32_t>(content, 0));
  return numbers == 1 && content.empty() && bits ? tensorNumber(type, *bits) : std::nullopt;
}

// A value of a summary; false if it cannot be read.
bool readValue(std::string_view message, ScalarEvent event, EventLog& log, HistogramTags& histogramTags) {
  std::optional<double> value;
  std::optional<Histogram> histogram;
  std::string_view tensor, metadata;
  bool bad = false;
  WireReader reader(message);
  while (const auto field = reader.next()) {
    if (field->number == kValueTag && field->type == kBytes) event.tag = field->bytes;
    if (field->number == kValueSimple && field->type == kFixed32)
      value = std::bit_cast<float>(static_cast<std::uint32_t>(field->value));
    if (field->number == kValueHistogram && field->type == kBytes) histogram = histogramOfProto(field->bytes, bad);
    if (field->number == kValueTensor && field->type == kBytes) tensor = field->bytes;
    if (field->number == kValueMetadata && field->type == kBytes) metadata = field->bytes;
  }
  // Writers store a tag's metadata only with its first value.
  if (isHistogramMetadata(metadata, bad)) histogramTags.insert(event.tag);
  if (!tensor.empty() && histogramTags.contains(event.tag))
    histogram = histogramOfTensor(tensor, bad);
  else if (!tensor.empty())
    value = scalarOf(tensor, bad);
  if (reader.bad() || bad) return false;
  if (value && !event.tag.empty()) {
    event.value = *value;
    log.scalars.push_back(std::move(event));
  } else if (histogram && !event.tag.empty()) {
    log.histograms.push_back({event.time, event.step, std::move(event.tag), std::move(*histogram)});
  } else {
    ++log.others;
  }
  return true;
}

// A program begins, or goes on at `step`, after so many scalars and histograms of the log.
struct SessionStart {
  std::int64_t step = 0;
  std::size_t scalars = 0;
  std::size_t histograms = 0;
};

// Leaves out what a program that went on from an earlier state wrote again: events from the step of a later start of a
// session on and, of each tag, events with a step that a later one does not exceed. `before`: the number of these
// events before a start. Returns how many it left out.
template <class Event>
std::int64_t dropRepeated(std::vector<Event>& events, const std::vector<SessionStart>& starts,
                          std::size_t SessionStart::*before) {
  std::vector<bool> stays(events.size());
  std::int64_t lowest = std::numeric_limits<std::int64_t>::max();
  auto start = starts.rbegin();
  for (std::size_t i = events.size(); i-- > 0;) {
    for (; start != starts.rend() && (*start).*before > i; ++start) lowest = std::min(lowest, start->step);
    stays[i] = events[i].step < lowest;
  }
  std::map<std::string_view, std::vector<std::size_t>> kept;
  for (std::size_t i = 0; i < events.size(); ++i) {
    if (!stays[i]) continue;
    std::vector<std::size_t>& ofTag = kept[events[i].tag];
    for (; !ofTag.empty() && events[ofTag.back()].step >= events[i].step; ofTag.pop_back()) stays[ofTag.back()] = false;
    ofTag.push_back(i);
  }
  std::vector<Event> remaining;
  for (std::size_t i = 0; i < events.size(); ++i)
    if (stays[i]) remaining.push_back(std::move(events[i]));
  const auto dropped = static_cast<std::int64_t>(events.size() - remaining.size());
  events = std::move(remaining);
  return dropped;
}

bool startsSession(std::string_view message, bool& bad) {
  bool starts = false;
  WireReader reader(message);
  while (const auto field = reader.next())
    if (field->number == kSessionStatus && field->type == kVarint) starts = field->value == kSessionStart;
  bad = bad || reader.bad();
  return starts;
}

bool readEvent(std::string_view message, EventLog& log, HistogramTags& histogramTags,
               std::vector<SessionStart>& starts) {
  ScalarEvent event;
  std::string_view summary;
  bool begins = false, bad = false;
  WireReader reader(message);
  while (const auto field = reader.next()) {
    if (field->number == kEventTime && field->type == kFixed64) event.time = std::bit_cast<double>(field->value);
    if (field->number == kEventStep && field->type == kVarint) event.step = static_cast<std::int64_t>(field->value);
    if (field->number == kEventSummary && field->type == kBytes) summary = field->bytes;
    if (field->number == kEventSession && field->type == kBytes) begins = startsSession(field->bytes, bad);
  }
  if (reader.bad() || bad) return false;
  if (begins) starts.push_back({event.step, log.scalars.size(), log.histograms.size()});
  WireReader values(summary);
  while (const auto field = values.next())
    if (field->number == kSummaryValue && field->type == kBytes &&
        !readValue(field->bytes, event, log, histogramTags))
      return false;
  return !values.bad();
}

void appendSummary(std::string& file, double time, std::int64_t step, std::string_view summary) {
  std::string event = eventAt(time);
  appendKey(event, kEventStep, kVarint);
  appendVarint(event, static_cast<std::uint64_t>(step));
  appendBytes(event, kEventSummary, summary);
  appendRecord(file, event);
}

Error damaged(std::size_t at, const char* fault) {
  return fail(ErrorCode::Corrupt, fmt::format("The event file is damaged at byte {}: {}.", at, fault));
}

// After a failure of the machine, what was not written of a file can read as zeros.
bool isZeroFrom(std::string_view bytes, std::size_t at) {
  return bytes.find_first_not_of('\0', at) == std::string_view::npos;
}

// Adds the events of one file.
Status appendEvents(std::string_view bytes, EventLog& log, std::vector<SessionStart>& starts) {
  HistogramTags histogramTags;
  bool cut = false;
  for (std::size_t at = 0; at < bytes.size();) {
    const std::size_t left = bytes.size() - at, checksum = at + kHeaderBytes - kFooterBytes;
    cut = left < kHeaderBytes;
    if (cut) break;
    if (fixedAt<std::uint32_t>(bytes, checksum) != maskedCrc(bytes.substr(at, checksum - at))) {
      cut = isZeroFrom(bytes, checksum);
      if (cut) break;
      return damaged(at, "the checksum of a record's length is wrong");
    }
    const auto length = fixedAt<std::uint64_t>(bytes, at);
    cut = length > left - kHeaderBytes || left - kHeaderBytes - length < kFooterBytes;
    if (cut) break;
    const std::string_view data = bytes.substr(at + kHeaderBytes, static_cast<std::size_t>(length));
    const std::size_t end = at + kHeaderBytes + data.size();
    if (fixedAt<std::uint32_t>(bytes, end) != maskedCrc(data)) {
      cut = isZeroFrom(bytes, end);
      if (cut) break;
      return damaged(at, "the checksum of a record is wrong");
    }
    if (!readEvent(data, log, histogramTags, starts)) return damaged(at, "a record is no event");
    at = end + kFooterBytes;
  }
  log.cut = log.cut || cut;
  return {};
}

bool isEventFile(const fs::path& file) {
  return file.filename().string().find("tfevents") != std::string::npos;
}

}  // namespace

std::string formatEvents(std::span<const ScalarEvent> scalars, std::span<const HistogramEvent> histograms) {
  const double begun = !scalars.empty() ? scalars.front().time : !histograms.empty() ? histograms.front().time : 0;
  std::string file, event = eventAt(begun);
  appendBytes(event, kEventVersion, kEventFileVersion);
  appendRecord(file, event);
  for (std::size_t i = 0; i < scalars.size();) {
    const ScalarEvent& first = scalars[i];
    std::string summary;
    for (; i < scalars.size() && scalars[i].step == first.step && scalars[i].time == first.time; ++i) {
      std::string value;
      appendBytes(value, kValueTag, scalars[i].tag);
      appendKey(value, kValueSimple, kFixed32);
      appendFixed(value, std::bit_cast<std::uint32_t>(static_cast<float>(scalars[i].value)));
      appendBytes(summary, kSummaryValue, value);
    }
    appendSummary(file, first.time, first.step, summary);
  }
  for (const HistogramEvent& each : histograms) {
    std::string value, summary;
    appendBytes(value, kValueTag, each.tag);
    appendBytes(value, kValueHistogram, histogramProto(each.histogram));
    appendBytes(summary, kSummaryValue, value);
    appendSummary(file, each.time, each.step, summary);
  }
  return file;
}

Result<EventLog> parseEvents(std::string_view bytes) {
  EventLog log;
  std::vector<SessionStart> starts;
  FOVEA_CHECK(appendEvents(bytes, log, starts));
  return log;
}

Result<EventLog> readEvents(const fs::path& path) {
  std::vector<fs::path> files;
  std::error_code code;
  if (fs::is_directory(path, code)) {
    for (fs::directory_iterator entry(path, code), end; !code && entry != end; entry.increment(code))
      if (isEventFile(entry->path())) files.push_back(entry->path());
    std::sort(files.begin(), files.end());
    if (files.empty())
      return fail(ErrorCode::NotFound, "There is no event file in " + path.string() + ".",
                  "Name the folder of one run: the one with files called events.out.tfevents….");
  } else {
    files.push_back(path);
  }
  EventLog all;
  std::vector<SessionStart> starts;
  for (const fs::path& file : files) {
    FOVEA_TRY(const std::string bytes, readFile(file, kLargestFile));
    if (const Status added = appendEvents(bytes, all, starts); !added.ok()) return added.error().within(file.string());
  }
  all.repeated = dropRepeated(all.scalars, starts, &SessionStart::scalars) +
                 dropRepeated(all.histograms, starts, &SessionStart::histograms);
  return all;
}

}  // namespace fovea
