#include "core/data/importers/sound_extent.h"

#include <fmt/format.h>

#include <array>
#include <optional>

#include "core/data/files/random_file.h"
#include "core/data/importing/names.h"

namespace fovea {
namespace {

constexpr int kMostSoundChunks = 1000;
// Programs that write to a pipe store this value, or one near it, for an unknown length.
constexpr std::uint64_t kUnknownLength = 0x7fff0000;

// The start of the sound data, and the size that the header states.
struct Extent {
  std::uint64_t begin = 0;
  std::uint64_t bytes = 0;
};

class Header {
 public:
  Header(const RandomFile& file, bool bigEndian) : file_(file), bigEndian_(bigEndian) {}

  // Reads four letters; returns an empty string if the file ends before.
  std::string letters(std::uint64_t at) const {
    std::array<std::uint8_t, 4> bytes{};
    return read(at, bytes) ? std::string(bytes.begin(), bytes.end()) : std::string();
  }
  template <std::size_t size>
  std::optional<std::uint64_t> number(std::uint64_t at) const {
    std::array<std::uint8_t, size> bytes{};
    if (!read(at, bytes)) return std::nullopt;
    std::uint64_t value = 0;
    for (std::size_t i = 0; i < size; ++i) value |= std::uint64_t{bytes[i]} << (8 * (bigEndian_ ? size - 1 - i : i));
    return value;
  }

 private:
  bool read(std::uint64_t at, std::span<std::uint8_t> bytes) const {
    return at + bytes.size() <= file_.size() && file_.read(at, bytes).ok();
  }
  const RandomFile& file_;
  bool bigEndian_;
};

// Finds the chunk `wanted` in a file of chunks. `wide`: its length is in the chunk ds64 of RF64.
std::optional<Extent> chunkExtent(const Header& header, const std::string& wanted, bool wide) {
  std::uint64_t at = 12, wideBytes = 0;
  for (int i = 0; i < kMostSoundChunks; ++i) {
    const std::string name = header.letters(at);
    const auto bytes = header.number<4>(at + 4);
    if (!bytes) return std::nullopt;
    if (name == "ds64") wideBytes = header.number<8>(at + 16).value_or(0);
    if (name == wanted) {
      const std::uint64_t promised = wide && *bytes == 0xffffffff ? wideBytes : *bytes;
      if (!wide && promised >= kUnknownLength) return std::nullopt;
      return Extent{at + 8, promised};
    }
    at += 8 + *bytes + (*bytes & 1);
  }
  return std::nullopt;
}

std::optional<Extent> extentOf(const RandomFile& file) {
  const Header little(file, false), big(file, true);
  const std::string first = little.letters(0);
  const std::string kind = little.letters(8);
  if ((first == "RIFF" || first == "RF64") && kind == "WAVE") return chunkExtent(little, "data", first == "RF64");
  if (first == "RIFX" && kind == "WAVE") return chunkExtent(big, "data", false);
  if (first == "FORM" && (kind == "AIFF" || kind == "AIFC")) return chunkExtent(big, "SSND", false);
  if (first != ".snd" && first != "dns.") return std::nullopt;
  const Header& header = first == ".snd" ? big : little;
  const auto begin = header.number<4>(4), bytes = header.number<4>(8);
  if (!begin || !bytes || *bytes >= kUnknownLength) return std::nullopt;
  return Extent{*begin, *bytes};
}

}  // namespace

Status checkSoundExtent(const std::filesystem::path& path) {
  FOVEA_TRY(const auto file, RandomFile::open(path));
  const auto extent = extentOf(*file);
  if (!extent || extent->begin + extent->bytes <= file->size()) return {};
  const std::uint64_t there = file->size() - std::min(extent->begin, file->size());
  return fail(ErrorCode::Corrupt,
              fmt::format("{} is cut off: its header says {} bytes of sound, and {} are there",
                          displayName(path.filename().string()), grouped(static_cast<std::int64_t>(extent->bytes)),
                          grouped(static_cast<std::int64_t>(there))),
              "Fetch the file again.");
}

}  // namespace fovea
