#include "core/data/importing/names.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <memory>
#if defined(FOVEA_HAVE_UTF8PROC)
#include <utf8proc.h>
#endif

#include "core/base/utf8.h"
#include "core/data/importing/sound_names.h"

namespace fovea {
namespace fs = std::filesystem;

namespace {

bool isDigit(char c) {
  return c >= '0' && c <= '9';
}

bool isAscii(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) < 0x80; });
}

}  // namespace

bool isAnyOf(std::string_view text, std::initializer_list<std::string_view> list) {
  return std::find(list.begin(), list.end(), text) != list.end();
}

FileKind fileKindOf(std::string_view name) {
  const std::string ending = endingOf(name);
  if (isAnyOf(ending,
              {".png", ".jpg", ".jpeg", ".jpe", ".jfif", ".bmp", ".webp", ".pgm", ".ppm", ".tif", ".tiff", ".gif"}) ||
      isDicomName(name))
    return FileKind::Image;
  if (isSoundEnding(ending)) return FileKind::Audio;
  if (isAnyOf(ending, {".avi", ".mp4", ".mkv", ".mov", ".webm", ".m4v", ".mpg", ".mpeg", ".ogv", ".wmv"}))
    return FileKind::Video;
  if (isAnyOf(ending, {".nii", ".nii.gz", ".mhd", ".mha", ".nrrd", ".nhdr"})) return FileKind::Volume;
  if (isAnyOf(ending, {".txt", ".text", ".md"})) return FileKind::Text;
  return FileKind::Other;
}

bool isMedium(std::string_view name) {
  const FileKind kind = fileKindOf(name);
  return kind == FileKind::Image || kind == FileKind::Audio || kind == FileKind::Video;
}

bool isForeignImage(std::string_view name) {
  return isAnyOf(endingOf(name), {".heic", ".heif", ".avif", ".jp2", ".jxl", ".psd", ".svg", ".ico", ".exr", ".hdr",
                                  ".tga", ".dng", ".cr2", ".nef", ".arw"});
}

bool isForeignShape(std::string_view name) {
  return isAnyOf(endingOf(name), {".off", ".ply", ".obj", ".stl", ".pcd", ".gltf", ".glb", ".fbx"});
}

bool isDicomName(std::string_view name) {
  return isAnyOf(endingOf(name), {".dcm", ".dicom"});
}

bool isClutter(std::string_view name) {
  return name.empty() || name.front() == '.' || isAnyOf(name, {"Thumbs.db", "desktop.ini", "__MACOSX", "__pycache__"});
}

std::string lowerCase(std::string_view text) {
  std::string lower(text);
  for (char& c : lower)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return lower;
}

std::string_view trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t\r\n\v\f");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t\r\n\v\f") + 1 - first);
}

std::string endingOf(std::string_view name) {
  const std::size_t dot = name.rfind('.');
  if (dot == std::string_view::npos || dot == 0) return {};
  std::string ending = lowerCase(name.substr(dot));
  if (ending == ".gz" && dot >= 4 && lowerCase(name.substr(dot - 4, 4)) == ".nii") return ".nii.gz";
  return ending;
}

std::string_view stemOf(std::string_view name) {
  return name.substr(0, name.size() - endingOf(name).size());
}

std::string_view lastPartOf(std::string_view path) {
  return path.substr(path.rfind('/') + 1);  // npos + 1 is 0
}

std::string_view parentOf(std::string_view path) {
  const std::size_t slash = path.rfind('/');
  return slash == std::string_view::npos ? std::string_view() : path.substr(0, slash);
}

std::string_view firstNumberIn(std::string_view name) {
  constexpr std::string_view kDigits = "0123456789";
  const std::size_t begin = std::min(name.find_first_of(kDigits), name.size());
  return name.substr(begin, std::min(name.find_first_not_of(kDigits, begin), name.size()) - begin);
}

std::optional<Split> splitOfName(std::string_view name) {
  const std::string lower = lowerCase(name);
  if (isAnyOf(lower, {"train", "training"})) return Split::Train;
  if (isAnyOf(lower, {"val", "valid", "validation", "validate", "dev"})) return Split::Validation;
  if (isAnyOf(lower, {"test", "testing", "heldout", "holdout", "evaluation"})) return Split::Test;
  return std::nullopt;
}

std::optional<Split> splitInName(std::string_view stem) {
  std::string word;
  for (const char c : lowerCase(stem) + ".") {
    if (c >= 'a' && c <= 'z') {
      word += c;
      continue;
    }
    if (const auto split = splitOfName(word)) return split;
    word.clear();
  }
  return std::nullopt;
}

std::string displayName(std::string_view name) {
  std::string shown;
  while (!name.empty()) {
    const std::size_t length = utf8Length(name);
    if (length == 0)
      shown += fmt::format("\\x{:02X}", static_cast<unsigned char>(name[0]));
    else
      shown += name.substr(0, length);
    name.remove_prefix(std::max<std::size_t>(length, 1));
  }
  return shown;
}

std::string composedForm(const std::string& text) {
#if defined(FOVEA_HAVE_UTF8PROC)
  if (isAscii(text) || !isUtf8(text)) return text;
  utf8proc_uint8_t* composed = nullptr;
  const auto length =
      utf8proc_map(reinterpret_cast<const utf8proc_uint8_t*>(text.data()), static_cast<utf8proc_ssize_t>(text.size()),
                   &composed, static_cast<utf8proc_option_t>(UTF8PROC_STABLE | UTF8PROC_COMPOSE));
  const std::unique_ptr<utf8proc_uint8_t, decltype(&std::free)> owner(composed, &std::free);
  if (length >= 0) return std::string(reinterpret_cast<const char*>(composed), static_cast<std::size_t>(length));
#endif
  return text;
}

Result<std::string> inCase(std::string_view text, Letters letters) {
  if (isAscii(text)) {
    std::string changed = lowerCase(text);
    if (letters == Letters::Capital)
      for (char& c : changed) c = c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
    return changed;
  }
#if defined(FOVEA_HAVE_UTF8PROC)
  std::string changed;
  while (!text.empty()) {
    const std::size_t length = utf8Length(text);
    std::array<utf8proc_uint8_t, 4> bytes{};
    utf8proc_int32_t letter = -1;
    if (length > 0)
      utf8proc_iterate(reinterpret_cast<const utf8proc_uint8_t*>(text.data()), static_cast<utf8proc_ssize_t>(length),
                       &letter);
    if (letter >= 0) {
      letter = letters == Letters::Small ? utf8proc_tolower(letter) : utf8proc_toupper(letter);
      const auto size = static_cast<std::size_t>(utf8proc_encode_char(letter, bytes.data()));
      changed.append(reinterpret_cast<const char*>(bytes.data()), size);
    } else {
      changed += text.substr(0, std::max<std::size_t>(length, 1));
    }
    text.remove_prefix(std::max<std::size_t>(length, 1));
  }
  return changed;
#else
  return fail(ErrorCode::Unsupported,
              "This build of Fovea cannot change the case of letters beyond A to Z: it was made without utf8proc.",
              "Leave the letters as they are, or install libutf8proc-dev and build again.");
#endif
}

std::string splitSaid(std::string_view name, Split split) {
  switch (split) {
    case Split::Train:
      return fmt::format("{} for training", displayName(name));
    case Split::Validation:
      return fmt::format("{} for validation", displayName(name));
    default:
      return fmt::format("{} for testing", displayName(name));
  }
}

std::string grouped(std::int64_t number) {
  const std::string digits = std::to_string(number);
  std::string text;
  for (std::size_t i = 0; i < digits.size(); ++i) {
    if (i > 0 && (digits.size() - i) % 3 == 0 && text != "-") text += ',';
    text += digits[i];
  }
  return text;
}

std::string pluralOf(std::string_view word) {
  return std::string(word) + "s";
}

std::string counted(std::int64_t number, std::string_view word, std::string_view plural) {
  if (number == 1) return fmt::format("1 {}", word);
  return fmt::format("{} {}", grouped(number), plural.empty() ? pluralOf(word) : plural);
}

std::string nameOfSource(const fs::path& source) {
  std::error_code code;
  fs::path place = fs::absolute(source, code).lexically_normal();
  if (!place.has_filename()) place = place.parent_path();
  const std::string name = place.filename().string();
  return displayName(fs::is_directory(place, code) ? name : std::string(stemOf(name)));
}

std::string absoluteText(const fs::path& path) {
  std::error_code code;
  return fs::absolute(path, code).lexically_normal().string();
}

std::vector<std::string> splitList(std::string_view text, char separator) {
  std::vector<std::string> items;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(separator, begin), text.size());
    const std::string_view item = trimmed(text.substr(begin, end - begin));
    if (!item.empty()) items.emplace_back(item);
    begin = end + 1;
  }
  return items;
}

bool naturalLess(std::string_view a, std::string_view b) {
  std::size_t i = 0;
  std::size_t k = 0;
  while (i < a.size() && k < b.size()) {
    if (!isDigit(a[i]) || !isDigit(b[k])) {
      if (a[i] != b[k]) return static_cast<unsigned char>(a[i]) < static_cast<unsigned char>(b[k]);
      ++i;
      ++k;
      continue;
    }
    const auto numberAt = [](std::string_view text, std::size_t& at) {
      while (at + 1 < text.size() && text[at] == '0' && isDigit(text[at + 1])) ++at;
      const std::size_t first = at;
      while (at < text.size() && isDigit(text[at])) ++at;
      return text.substr(first, at - first);
    };
    const std::string_view left = numberAt(a, i);
    const std::string_view right = numberAt(b, k);
    if (left.size() != right.size()) return left.size() < right.size();
    if (left != right) return left < right;
  }
  if (a.size() - i != b.size() - k) return a.size() - i < b.size() - k;
  return a < b;
}

}  // namespace fovea
