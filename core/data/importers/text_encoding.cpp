#include "core/data/importers/text_encoding.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "core/base/utf8.h"
#include "core/data/importing/names.h"

namespace fovea {
namespace {

constexpr std::uint32_t kUnknown = 0xfffd;

// The characters 0x80 to 0x9F of Windows-1252; 0 where undefined. Source: the table of the WHATWG Encoding Standard.
constexpr std::array<std::uint16_t, 32> kWindows = {0x20ac, 0,      0x201a, 0x0192, 0x201e, 0x2026, 0x2020, 0x2021,
                                                    0x02c6, 0x2030, 0x0160, 0x2039, 0x0152, 0,      0x017d, 0,
                                                    0,      0x2018, 0x2019, 0x201c, 0x201d, 0x2022, 0x2013, 0x2014,
                                                    0x02dc, 0x2122, 0x0161, 0x203a, 0x0153, 0,      0x017e, 0x0178};

void append(std::string& text, std::uint32_t code) {
  const auto more = [&](int shift) { text += static_cast<char>(0x80 | (code >> shift & 0x3f)); };
  if (code < 0x80) {
    text += static_cast<char>(code);
  } else if (code < 0x800) {
    text += static_cast<char>(0xc0 | code >> 6);
    more(0);
  } else if (code < 0x10000) {
    text += static_cast<char>(0xe0 | code >> 12);
    more(6);
    more(0);
  } else {
    text += static_cast<char>(0xf0 | code >> 18);
    more(12);
    more(6);
    more(0);
  }
}

std::string fromWindows(std::string_view bytes) {
  std::string text;
  text.reserve(bytes.size() + bytes.size() / 8);
  for (const char c : bytes) {
    const auto byte = static_cast<unsigned char>(c);
    const bool table = byte >= 0x80 && byte < 0xa0;
    const std::uint32_t code = table ? kWindows[byte - 0x80u] : byte;
    append(text, code == 0 && byte != 0 ? kUnknown : code);
  }
  return text;
}

std::string fromUtf16(std::string_view bytes, bool big) {
  std::string text;
  text.reserve(bytes.size() / 2);
  const auto unit = [&](std::size_t at) -> std::uint32_t {
    const auto a = static_cast<unsigned char>(bytes[at]), b = static_cast<unsigned char>(bytes[at + 1]);
    return big ? a << 8 | b : b << 8 | a;
  };
  for (std::size_t i = 0; i + 1 < bytes.size(); i += 2) {
    std::uint32_t code = unit(i);
    if (code >= 0xd800 && code < 0xe000) {
      const std::uint32_t low = code < 0xdc00 && i + 3 < bytes.size() ? unit(i + 2) : 0;
      const bool pair = low >= 0xdc00 && low < 0xe000;
      code = pair ? 0x10000 + ((code - 0xd800) << 10) + (low - 0xdc00) : kUnknown;
      if (pair) i += 2;
    }
    append(text, code);
  }
  if (bytes.size() % 2 != 0) append(text, kUnknown);
  return text;
}

}  // namespace

void TextJudge::add(std::string_view block, bool last) {
  if (start_.size() < 3) start_ += block.substr(0, 3 - start_.size());
  std::string joined;
  if (!rest_.empty()) {
    joined = std::move(rest_) + std::string(block);
    block = joined;
    rest_.clear();
  }
  for (std::size_t i = 0; i < block.size();) {
    const auto byte = static_cast<unsigned char>(block[i]);
    if (byte < 0x80) {
      printed_ += byte > ' ';
      ++i;
      continue;
    }
    if (!last && i + 4 > block.size()) {
      rest_ = block.substr(i);
      return;
    }
    const std::size_t length = utf8Length(block.substr(i));
    printed_ += std::max<std::size_t>(length, 1);
    ++(length == 0 ? invalid_ : characters_);
    i += std::max<std::size_t>(length, 1);
  }
}

TextFacts TextJudge::facts(const std::string& choice) const {
  TextFacts facts;
  if (start_.starts_with("\xff\xfe") || start_.starts_with("\xfe\xff")) {
    facts.encoding = start_[0] == '\xff' ? TextEncoding::Utf16Little : TextEncoding::Utf16Big;
    facts.marked = true;
    return facts;
  }
  facts.marked = start_.starts_with("\xef\xbb\xbf");
  if (invalid_ == 0) return facts;
  const bool utf8 = choice == "utf-8" || (choice == "automatic" && (facts.marked || characters_ >= invalid_));
  if (utf8) {
    facts.damaged = invalid_;
    return facts;
  }
  facts.encoding = TextEncoding::Windows1252;
  // Letters of Western languages are mostly ASCII; those of Greek or Russian hardly ever are.
  facts.sure = choice != "automatic" || invalid_ * 2 <= printed_;
  return facts;
}

std::string Utf16Decoder::add(std::string_view block, bool last) {
  rest_ += block;
  std::size_t whole = last ? rest_.size() : rest_.size() / 2 * 2;
  const auto high = [&](std::size_t end) { return static_cast<unsigned char>(rest_[big_ ? end - 2 : end - 1]); };
  if (!last && whole >= 2 && (high(whole) & 0xfc) == 0xd8) whole -= 2;  // the first half of a surrogate pair
  std::string text = fromUtf16(std::string_view(rest_).substr(0, whole), big_);
  rest_.erase(0, whole);
  return text;
}

std::string toUtf8(std::string_view bytes, const TextFacts& facts) {
  if (facts.encoding == TextEncoding::Windows1252) return fromWindows(bytes);
  if (facts.encoding == TextEncoding::Utf8) return std::string(bytes.substr(facts.marked ? 3 : 0));
  return fromUtf16(bytes.substr(2), facts.encoding == TextEncoding::Utf16Big);
}

std::string utf8Of(std::string_view bytes, const std::string& choice) {
  TextJudge judge;
  judge.add(bytes, true);
  return toUtf8(bytes, judge.facts(choice));
}

Field encodingField() {
  return {.name = "encoding",
          .title = "Encoding",
          .help = "What a text is that is not UTF-8 and does not say what it is: as UTF-8 its other bytes are damaged.",
          .choices = {{"automatic", "Find out"}, {"windows-1252", "Windows-1252, Latin-1"}, {"utf-8", "UTF-8"}}};
}

void EncodingReport::add(const std::string& named, const TextFacts& facts) {
  if (facts.encoding == TextEncoding::Utf8 && facts.damaged == 0) return;
  Count& count = facts.encoding == TextEncoding::Utf8          ? utf8_
                 : facts.encoding == TextEncoding::Windows1252 ? windows_
                                                               : utf16_;
  if (count.files++ == 0) count.first = named;
  count.damaged += facts.damaged;
  count.sure = count.sure && facts.sure;
}

std::vector<ImportDecision> EncodingReport::decisions(const std::string& choice) const {
  std::vector<ImportDecision> all;
  const auto what = [](const Count& count) {
    if (count.files == 1) return fmt::format("the encoding of {}", displayName(count.first));
    return fmt::format("the encoding of {} files, for instance {}", grouped(static_cast<std::int64_t>(count.files)),
                       displayName(count.first));
  };
  const bool asked = choice != "automatic";
  if (windows_.files > 0)
    all.push_back({what(windows_),
                   "Windows-1252",
                   windows_.sure ? asked ? "that was asked for where a text is no UTF-8"
                                         : "it is no UTF-8, and most of its letters are ASCII"
                                 : "it is not UTF-8, but most of its letters are not those of a Western language",
                   {"encoding=windows-1252", "encoding=utf-8"},
                   windows_.sure});
  if (utf8_.files > 0)
    all.push_back({what(utf8_),
                   "UTF-8",
                   fmt::format("{} that are none are few or were asked to be damaged",
                               counted(static_cast<std::int64_t>(utf8_.damaged), "byte")),
                   {"encoding=windows-1252"}});
  if (utf16_.files > 0) all.push_back({what(utf16_), "UTF-16", "it begins with the byte order mark of UTF-16", {}});
  return all;
}

}  // namespace fovea
