#include "core/data/importers/text_stream.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <functional>

#include "core/base/utf8.h"
#include "core/data/files/random_file.h"
#include "core/data/importers/line_form.h"
#include "core/data/importers/listed_source.h"
#include "core/data/importers/table_files.h"
#include "core/data/importing/names.h"

namespace fovea {
namespace fs = std::filesystem;

namespace {

constexpr std::size_t kStreamBlock = std::size_t{1} << 20;
constexpr std::uint64_t kSniffed = 4096;
constexpr std::uint64_t kBlocksSniffed = 16;
constexpr std::size_t kFormsJudged = 64;
constexpr std::uint64_t kMaximumStream = std::uint64_t{64} << 30;
constexpr std::uint64_t kMostConverted = std::uint64_t{512} << 20;  // limit of what is kept in memory
constexpr std::uint32_t kCodes = 0x110000;

Result<std::string> bytesOf(const RandomFile& file, std::uint64_t offset, std::uint64_t count) {
  std::string bytes(static_cast<std::size_t>(count), '\0');
  FOVEA_CHECK(file.read(offset, {reinterpret_cast<std::uint8_t*>(bytes.data()), bytes.size()}));
  return bytes;
}

// Counts of bytes that tell texts from other data.
struct TextCensus {
  std::size_t bytes = 0, zeros = 0, controls = 0, blanks = 0;
  std::size_t characters = 0;  // valid characters of several bytes
  std::size_t invalid = 0;     // bytes that are not valid UTF-8
  std::size_t unused = 0;      // bytes among them that Windows-1252 leaves undefined

  void add(std::string_view block);
  bool isText() const;
};

void TextCensus::add(std::string_view block) {
  bytes += block.size();
  for (std::size_t i = 0; i < block.size();) {
    const auto byte = static_cast<unsigned char>(block[i]);
    if (byte < 0x80) {
      zeros += byte == 0;
      blanks += std::strchr(" \t\n\r", byte) != nullptr && byte != 0;
      controls += byte < ' ' && byte != 0 && !std::strchr("\t\n\r\f\x1b", byte);
      ++i;
      continue;
    }
    const std::size_t length = utf8Length(block.substr(i));
    // A block may cut the characters at its ends.
    const bool atEdge = i < 3 || i + 4 > block.size();
    characters += length > 0;
    invalid += length == 0 && !atEdge;
    unused += length == 0 && !atEdge && std::strchr("\x81\x8d\x8f\x90\x9d", byte) != nullptr;
    i += std::max<std::size_t>(length, 1);
  }
}

bool TextCensus::isText() const {
  // A few strange bytes in a short text may be damage.
  const bool isShort = bytes < 256;
  if (zeros > 0 || controls * (isShort ? 50 : 200) > bytes) return false;
  if (invalid <= characters || isShort) return true;
  return unused * 200 <= bytes && blanks * 100 >= bytes;
}

// Returns true for UTF-16 with a byte order mark: hardly any controls or halves of characters.
bool isUtf16Text(std::string_view block) {
  if (!block.starts_with("\xff\xfe") && !block.starts_with("\xfe\xff")) return false;
  const std::size_t high = block[0] == '\xff' ? 1 : 0;
  std::size_t units = 0, wrong = 0;
  for (std::size_t i = 2; i + 1 < block.size(); i += 2, ++units) {
    const auto upper = static_cast<unsigned char>(block[i + high]),
               lower = static_cast<unsigned char>(block[i + 1 - high]);
    wrong += (upper == 0 && lower < ' ' && !std::strchr("\t\n\r\f", lower)) || (upper & 0xf8) == 0xd8;
  }
  return wrong * 100 <= units;
}

bool holdsText(const RandomFile& file) {
  const std::uint64_t step = std::max(kSniffed, file.size() / kBlocksSniffed);
  TextCensus census;
  for (std::uint64_t at = 0; at < file.size(); at += step) {
    const auto read = bytesOf(file, at, std::min(file.size() - at, kSniffed));
    if (!read.ok()) return false;
    if (at == 0 && isUtf16Text(*read)) return true;
    census.add(*read);
  }
  return census.isText();
}

std::uint32_t codeOf(std::string_view character) {
  const auto byte = [&](std::size_t i) { return static_cast<std::uint32_t>(static_cast<unsigned char>(character[i])); };
  switch (character.size()) {
    case 1:
      return byte(0);
    case 2:
      return (byte(0) & 0x1f) << 6 | (byte(1) & 0x3f);
    case 3:
      return (byte(0) & 0x0f) << 12 | (byte(1) & 0x3f) << 6 | (byte(2) & 0x3f);
    default:
      return (byte(0) & 0x07) << 18 | (byte(1) & 0x3f) << 12 | (byte(2) & 0x3f) << 6 | (byte(3) & 0x3f);
  }
}

std::string nameOfByte(std::uint32_t byte) {
  if (byte == '\n') return "\\n";
  if (byte == '\t') return "\\t";
  if (byte == '\r') return "\\r";
  if (byte == ' ') return "space";
  if (byte > ' ' && byte < 0x7f) return std::string(1, static_cast<char>(byte));
  return fmt::format("\\x{:02X}", byte);
}

std::string utf8(std::uint32_t code) {
  std::string text;
  if (code < 0x800) {
    text += static_cast<char>(0xc0 | code >> 6);
  } else {
    if (code < 0x10000) {
      text += static_cast<char>(0xe0 | code >> 12);
    } else {
      text += static_cast<char>(0xf0 | code >> 18);
      text += static_cast<char>(0x80 | (code >> 12 & 0x3f));
    }
    text += static_cast<char>(0x80 | (code >> 6 & 0x3f));
  }
  return text += static_cast<char>(0x80 | (code & 0x3f));
}

bool mayBeText(std::string_view name) {
  const FileKind kind = fileKindOf(name);
  return (kind == FileKind::Other || kind == FileKind::Text) && !isForeignImage(name) && !isForeignShape(name);
}

bool isRecords(std::string_view name) {
  return isTableName(std::string(name)) && endingOf(name) != ".data";
}

// Returns true for a table or records by its name or content.
bool holdsRecords(const fs::path& file) {
  if (isRecords(file.filename().string())) return true;
  const LineForm form = lineFormOfFile(file);
  return form == LineForm::Table || form == LineForm::Records || form == LineForm::Document;
}

// Returns true if all files are tables or records, as far as a sample of them says; notes for people do not count.
bool allRecords(const fs::path& root, const FileList& files) {
  const std::size_t step = std::max<std::size_t>(1, files.size() / kFormsJudged);
  std::size_t records = 0;
  for (std::size_t i = 0; i < files.size(); ++i) {
    if (isNote(files.name(i)) || isRecords(files.name(i))) {
      records += !isNote(files.name(i));
      continue;
    }
    if (i % step != 0) continue;
    if (!holdsRecords(files.path(root, i))) return false;
    ++records;
  }
  return records > 0;
}

// Calls `take` with every character of a stream: its offset and code point (kCodes for an invalid byte).
Status eachCharacter(const TextStream& stream, Look look,
                     const std::function<void(std::uint64_t, std::uint32_t)>& take) {
  std::string block;
  std::uint64_t at = 0;  // offset of the block
  while (at < stream.size()) {
    FOVEA_CHECK(look.check());
    FOVEA_TRY(block, stream.read(at, kStreamBlock));
    const bool last = at + block.size() >= stream.size();
    std::size_t i = 0;
    // A character may continue in the next block.
    while (i < block.size() && (last || i + 4 <= block.size())) {
      const std::string_view rest = std::string_view(block).substr(i);
      const std::size_t length = static_cast<unsigned char>(rest[0]) < 0x80 ? 1 : utf8Length(rest);
      take(at + i, length == 0 ? kCodes : codeOf(rest.substr(0, length)));
      i += std::max<std::size_t>(length, 1);
    }
    at += i;
  }
  return {};
}

}  // namespace

bool holdsText(const fs::path& file) {
  const auto opened = RandomFile::open(file);
  return opened.ok() && holdsText(**opened);
}

bool isDescription(std::string_view name) {
  const std::string lower = lowerCase(name);
  constexpr std::array<std::string_view, 9> kWords = {"info", "config", "vocab",   "meta", "index",
                                                      "stat", "token",  "package", "lock"};
  return std::ranges::any_of(kWords, [&](std::string_view word) { return lower.find(word) != std::string::npos; });
}

Result<bool> holdsRecordsOnly(const fs::path& source, Look look) {
  std::error_code code;
  if (!fs::is_directory(source, code)) return holdsRecords(source);
  FOVEA_TRY(const FoundFiles found, findFiles(source, mayBeText, look.scan, kLookLimits));
  return allRecords(source, found.files);
}

// Converts a file that is not UTF-8 in memory, so that every stream offset refers to UTF-8.
Result<TextStream::File> TextStream::fileOf(const std::string& relative, std::uint64_t limit, Look look,
                                            const std::string& encoding) {
  FOVEA_TRY(const auto file, RandomFile::open(root_ / relative));
  if (file->size() == 0) return fail(ErrorCode::InvalidArgument, "it is empty");
  if (file->size() > kMaximumStream) return fail(ErrorCode::InvalidArgument, "it is larger than 64 GiB");
  if (!holdsText(*file)) {
    if (otherBytes_ == 0) firstOther_ = relative;
    otherBytes_ += file->size();
    return fail(ErrorCode::InvalidArgument, "it holds no text");
  }
  const std::uint64_t bytes = std::min(file->size(), limit);
  TextJudge judge;
  for (std::uint64_t at = 0; at < bytes; at += kStreamBlock) {
    FOVEA_CHECK(look.check());
    const std::uint64_t count = std::min<std::uint64_t>(kStreamBlock, bytes - at);
    FOVEA_TRY(const std::string block, bytesOf(*file, at, count));
    judge.add(block, at + count == file->size());
  }
  const TextFacts facts = judge.facts(encoding);
  File found{relative, 0, bytes};
  if (facts.encoding == TextEncoding::Utf8) {
    found.skipped = facts.marked ? 3 : 0;
  } else {
    if ((convertedBytes_ += bytes) > kMostConverted)
      return fail(ErrorCode::InvalidArgument, "it is not UTF-8, and too large to be converted here",
                  "Convert it with iconv -t UTF-8.");
    FOVEA_TRY(const std::string whole, bytesOf(*file, 0, bytes));
    found.converted = std::make_shared<const std::string>(toUtf8(whole, facts));
    found.bytes = found.converted->size();
  }
  complete_ = complete_ && bytes == file->size();
  found.bytes -= found.skipped;
  if (found.bytes == 0) return fail(ErrorCode::InvalidArgument, "it is empty");
  encodings_.add(fs::path(relative).filename().string(), facts);
  return found;
}

Result<TextStream> TextStream::open(const fs::path& source, Look look, std::uint64_t limit,
                                    const std::string& encoding) {
  TextStream stream;
  std::error_code code;
  FoundFiles found;
  stream.root_ = source;
  bool recordsOnly = true;
  if (fs::is_directory(source, code)) {
    FOVEA_TRY(found, findFiles(source, mayBeText, look.scan, look == Look::Whole ? WalkLimits{} : kLookLimits));
    stream.complete_ = found.complete;
    recordsOnly = allRecords(source, found.files);
  } else {
    stream.root_ = source.parent_path();
    found.files.add(found.files.addFolder(""), source.filename().string());
  }
  stream.rootText_ = absoluteText(stream.root_);
  if (!stream.rootText_.ends_with('/')) stream.rootText_ += '/';
  stream.problems_ = std::move(found.problems);
  std::uint64_t total = 0;
  for (std::size_t i = 0; i < found.files.size(); ++i) {
    if (total >= limit) {
      stream.complete_ = false;
      break;
    }
    FOVEA_CHECK(look.check());
    const std::string relative = found.files.relative(i);
    if (!recordsOnly && holdsRecords(found.files.path(stream.root_, i))) {
      stream.problems_.push_back({stream.rootText_ + relative, 0, "it holds records and no text to continue"});
      const std::string name(found.files.name(i));
      if (!isNote(name) && !isDescription(name) && stream.records_++ == 0) stream.firstRecords_ = relative;
      continue;
    }
    auto file = stream.fileOf(relative, limit - total, look, encoding);
    if (!file.ok()) {
      if (file.error().code == ErrorCode::Cancelled || file.error().code == ErrorCode::OutOfMemory) return file.error();
      stream.problems_.push_back({stream.rootText_ + relative, 0, file.error().message});
      continue;
    }
    file->begin = total;
    total += file->bytes;
    stream.files_.push_back(std::move(file).value());
  }
  if (total == 0) return nothingFound("text", source);
  return stream;
}

std::size_t TextStream::fileAt(std::uint64_t offset) const {
  const auto after = std::upper_bound(files_.begin(), files_.end(), offset,
                                      [](std::uint64_t value, const File& file) { return value < file.begin; });
  return static_cast<std::size_t>(after - files_.begin()) - 1;
}

Result<std::string> TextStream::read(std::uint64_t offset, std::size_t bytes) const {
  std::string text;
  if (offset >= size()) return text;
  for (std::size_t i = fileAt(offset); i < files_.size() && text.size() < bytes; ++i) {
    const std::uint64_t inside = offset + text.size() - files_[i].begin;
    const auto count = static_cast<std::size_t>(std::min<std::uint64_t>(files_[i].bytes - inside, bytes - text.size()));
    if (files_[i].converted) {
      text += files_[i].converted->substr(static_cast<std::size_t>(inside), count);
      continue;
    }
    FOVEA_TRY(const auto file, RandomFile::open(root_ / files_[i].relative));
    const std::size_t before = text.size();
    text.resize(before + count);
    FOVEA_CHECK(file->read(inside + files_[i].skipped, {reinterpret_cast<std::uint8_t*>(text.data()) + before, count}));
  }
  return text;
}

TextStream::Place TextStream::placeOf(std::uint64_t offset) const {
  const File& file = files_[fileAt(offset)];
  return {rootText_ + file.relative, file.relative, offset - file.begin};
}

Symbols Symbols::bytes() {
  Symbols symbols;
  for (std::uint32_t byte = 0; byte < 256; ++byte) symbols.names_.push_back(nameOfByte(byte));
  return symbols;
}

Result<Symbols> Symbols::characters(const TextStream& stream, Look look, std::size_t most) {
  std::vector<std::uint64_t> counts(kCodes + 1);
  FOVEA_CHECK(eachCharacter(stream, look, [&](std::uint64_t, std::uint32_t code) { ++counts[code]; }));
  std::vector<std::uint32_t> codes;
  for (std::uint32_t code = 0; code < kCodes; ++code)
    if (counts[code] > 0) codes.push_back(code);
  const bool other = counts[kCodes] > 0 || codes.size() > most;
  std::stable_sort(codes.begin(), codes.end(), [&](std::uint32_t a, std::uint32_t b) { return counts[a] > counts[b]; });
  codes.resize(std::min(codes.size(), most - (other ? 1 : 0)));
  std::sort(codes.begin(), codes.end());
  Symbols symbols;
  symbols.places_.assign(kCodes, -1);
  for (const std::uint32_t code : codes) {
    symbols.places_[code] = static_cast<std::int32_t>(symbols.names_.size());
    symbols.names_.push_back(code < 0x80 ? nameOfByte(code) : utf8(code));
  }
  symbols.other_ = static_cast<std::int32_t>(symbols.names_.size());
  if (other) symbols.names_.push_back("other");
  return symbols;
}

std::int32_t Symbols::first(std::string_view text, std::size_t& length) const {
  length = 1;
  if (areBytes()) return static_cast<unsigned char>(text[0]);
  const std::size_t found = utf8Length(text);
  if (found == 0) return other_;
  length = found;
  const std::int32_t place = places_[codeOf(text.substr(0, found))];
  return place < 0 ? other_ : place;
}

Result<CharacterPlaces> findCharacters(const TextStream& stream, Look look, std::uint64_t step) {
  CharacterPlaces found;
  FOVEA_CHECK(eachCharacter(stream, look, [&](std::uint64_t at, std::uint32_t) {
    if (found.characters++ % step == 0) found.places.push_back(at);
  }));
  return found;
}

}  // namespace fovea
