#include "core/data/importers/mask_file.h"

#include <fmt/format.h>
#include <zlib.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "core/data/files/image_file.h"
#include "core/data/files/stand_in.h"
#include "core/data/importers/paged_image.h"
#include "core/data/importers/text_lines.h"
#include "core/data/importers/utf8_file.h"
#include "core/data/importing/names.h"
#include "core/data/store/sample.h"

namespace fovea {
namespace fs = std::filesystem;

namespace {

constexpr std::size_t kMostColours = 255;
constexpr std::size_t kManyClasses = 200;  // more values are those of a picture rather than classes
constexpr int kGreyTolerance = 8;  // for JPEG, which rounds colours
constexpr std::uint64_t kMaximumColourList = std::uint64_t{1} << 20;
constexpr const char* kConstant = "all of those looked at hold one and the same value";
constexpr const char* kConstantWithAlpha =
    "all of those looked at hold one and the same value; they have an alpha channel, which is not read and may hold "
    "the "
    "labels";

std::uint32_t big32(std::string_view bytes) {
  std::uint32_t value = 0;
  for (std::size_t i = 0; i < 4; ++i) value = value << 8 | static_cast<std::uint8_t>(bytes[i]);
  return value;
}

void appendBig32(std::uint32_t value, std::string& into) {
  for (int shift = 24; shift >= 0; shift -= 8) into += static_cast<char>(value >> shift & 0xff);
}

// Returns the PNG without its palette and transparency, so that indices decode as grey values (ISO/IEC 15948).
std::string withoutPalette(std::string_view content) {
  std::string plain(content.substr(0, 8));
  for (std::string_view rest = content.substr(8); rest.size() >= 12;) {
    const std::uint64_t length = big32(rest);
    if (length > rest.size() - 12) break;
    std::string chunk(rest.substr(4, 4 + length));
    rest.remove_prefix(12 + length);
    const std::string_view kind = std::string_view(chunk).substr(0, 4);
    if (kind != "IHDR" && kind != "IDAT" && kind != "IEND") continue;
    if (kind == "IHDR" && length == 13) chunk[4 + 9] = 0;
    appendBig32(static_cast<std::uint32_t>(length), plain);
    appendBig32(static_cast<std::uint32_t>(
                    ::crc32(0, reinterpret_cast<const Bytef*>(chunk.data()), static_cast<uInt>(chunk.size()))),
                chunk);
    plain += chunk;
  }
  return plain;
}

bool isPng(std::string_view content) {
  return content.size() > 33 && content.starts_with("\x89PNG\r\n\x1a\n");
}

// Returns the colours of a PNG's palette.
std::vector<Colour> paletteOf(std::string_view content) {
  std::vector<Colour> colours;
  for (std::string_view rest = content.substr(8); rest.size() >= 12;) {
    const std::uint64_t length = big32(rest);
    if (length > rest.size() - 12) break;
    if (rest.substr(4, 4) == "PLTE")
      for (std::size_t i = 8; i + 2 < 8 + length; i += 3)
        colours.push_back(Colour{static_cast<std::uint8_t>(rest[i])} << 16 |
                          Colour{static_cast<std::uint8_t>(rest[i + 1])} << 8 | static_cast<std::uint8_t>(rest[i + 2]));
    rest.remove_prefix(12 + length);
  }
  return colours;
}

// Returns the values of a file of more than 8 bits a value, which must fit 8 bits: whole numbers up to 255, or only 0
// and the highest value of 16 bits.
Result<Tensor> fittingBytes(std::string_view content) {
  constexpr float kWhite = 65535;
  FOVEA_TRY(const Tensor image, decodeDeepImage(content));
  FOVEA_TRY(Tensor mask, Tensor::tryMake({DataType::UInt8, image.shape()}));
  const auto values = image.values<float>();
  const bool black = std::ranges::all_of(values, [](float value) { return value == 0 || value == kWhite; });
  std::uint8_t* to = mask.data<std::uint8_t>();
  for (const float value : values) {
    if (!black && (!(value >= 0 && value <= 255) || value != std::floor(value))) {
      FOVEA_TRY(const ImageHeader header, readImageHeader(content));
      return fail(ErrorCode::Unsupported,
                  fmt::format("it has {} bits a pixel; a mask has 8 at most", std::max(header.bits, 16)));
    }
    *to++ = static_cast<std::uint8_t>(std::min(value, 255.0f));
  }
  return mask;
}

struct ColourEntry {
  Colour colour;
  std::string name;
};

// Parses lines like "name, r, g, b", "r g b name" or "name:r,g,b::"; a header line has no numbers.
std::vector<ColourEntry> entriesOf(std::string_view text) {
  std::vector<ColourEntry> entries;
  TextLines lines(text);
  while (auto line = lines.nextFilled()) {
    if (line->front() == '#' || entries.size() > kMostColours) continue;
    std::string plain(*line);
    std::replace_if(
        plain.begin(), plain.end(), [](char c) { return c == ',' || c == ':' || c == ';'; }, ' ');
    const auto words = wordsOf(plain, 64);
    for (std::size_t i = 0; i + 2 < words.size(); ++i) {
      const auto red = wholeNumber(words[i]);
      const auto green = wholeNumber(words[i + 1]);
      const auto blue = wholeNumber(words[i + 2]);
      const auto isByte = [](const auto& number) { return number && *number >= 0 && *number <= 255; };
      if (!isByte(red) || !isByte(green) || !isByte(blue)) continue;
      std::string name;
      for (std::size_t k = 0; k < words.size(); ++k)
        if (k < i || k > i + 2) (name += name.empty() ? "" : " ") += displayName(words[k]);
      entries.push_back({static_cast<Colour>(*red << 16 | *green << 8 | *blue),
                         name.empty() ? fmt::format("class {}", entries.size()) : name});
      break;
    }
  }
  return entries;
}

// Returns true if the three channels of a mask are equal within the tolerance.
bool isGrey(const Tensor& mask, int tolerance) {
  if (mask.shape()[0] != 3) return false;
  const auto pixels = static_cast<std::size_t>(mask.shape().elementsFrom(1));
  const std::uint8_t* values = mask.data<std::uint8_t>();
  for (std::size_t i = 0; i < pixels; ++i)
    if (std::abs(values[i] - values[pixels + i]) > tolerance ||
        std::abs(values[i] - values[2 * pixels + i]) > tolerance)
      return false;
  return true;
}

Result<Tensor> firstPlane(const Tensor& image) {
  FOVEA_TRY(Tensor plane, Tensor::tryMake({DataType::UInt8, Shape{1, image.shape()[1], image.shape()[2]}}));
  std::copy_n(image.data<std::uint8_t>(), plane.elementCount(), plane.data<std::uint8_t>());
  return plane;
}

Error noMasks(const char* what) {
  return fail(
      ErrorCode::InvalidArgument,
      fmt::format("The masks have more than 255 {}, or values without order: they seem to be photographs.", what),
      "Choose the folder of the masks, or masks that are not JPEG files.");
}

std::vector<std::string> numbered(std::size_t count, const std::vector<std::string>& names) {
  std::vector<std::string> classes = names;
  while (classes.size() < count) classes.push_back(std::to_string(classes.size()));
  return classes;
}

}  // namespace

Result<Tensor> readMaskFile(const fs::path& path, MaskFormat* format) {
  FOVEA_TRY(std::string content, readSource(path, kMaximumImageFile));
  const std::string name = displayName(path.filename().string());
  if (const Status one = checkOnePage(content); !one.ok()) return one.error().within(name);
  int divisor = 1;
  MaskFormat known;
  if (isPng(content)) {
    const int depth = content[24];
    const int type = content[25];
    known.alpha = type == 4 || type == 6;
    if (type == 3) {
      known.palette = paletteOf(content);
      content = withoutPalette(content);
    }
    // The decoder scales values of fewer bits to the range 0 to 255; this divides them back.
    if ((type == 0 || type == 3) && depth < 8 && depth > 0) divisor = 255 / ((1 << depth) - 1);
  }
  auto mask = isDeepImage(content) ? fittingBytes(content) : decodeImage(content);
  if (!mask.ok()) return mask.error().within(name);
  known.lossy = content.starts_with("\xff\xd8\xff");
  if (isGrey(*mask, known.lossy ? kGreyTolerance : 0)) {
    known.fromColours = true;
    FOVEA_TRY(mask, firstPlane(*mask));
  }
  if (format) *format = known;
  if (divisor > 1)
    for (std::uint8_t& pixel : mask->values<std::uint8_t>()) pixel = static_cast<std::uint8_t>(pixel / divisor);
  return mask;
}

Status MaskLook::add(const Tensor& mask, const MaskFormat& format) {
  alpha = alpha || format.alpha;
  const auto pixels = static_cast<std::size_t>(mask.shape().elementsFrom(1));
  const std::uint8_t* values = mask.data<std::uint8_t>();
  if (mask.shape()[0] == 1) {
    grey.lossy = grey.lossy || format.lossy;
    std::array<std::uint64_t, 256> counts{};
    for (std::size_t i = 0; i < pixels; ++i) ++counts[values[i]];
    for (std::size_t value = 0; value < counts.size(); ++value) {
      grey.counts[value] += counts[value];
      if (counts[value] > 0 && format.fromColours) colours[static_cast<Colour>(value) * 0x010101] += counts[value];
      if (counts[value] == 0 || value >= format.palette.size()) continue;
      const Colour colour = format.palette[value];
      colours[colour] += counts[value];
      palettesDiffer = palettesDiffer || palette[value].value_or(colour) != colour;
      palette[value] = colour;
    }
    const auto different = std::count_if(counts.begin(), counts.end(), [](std::uint64_t count) { return count > 0; });
    const auto last = std::find_if(counts.rbegin(), counts.rend(), [](std::uint64_t count) { return count > 0; });
    const auto top = static_cast<int>(counts.rend() - last) - 1;
    highest.insert(top);
    gapless = gapless && different == top + 1;
    const bool alone = different == (counts[0] > 0 ? 2 : 1);  // besides zeros there is one value
    blackAndWhite = blackAndWhite || (alone && top == 255);
    zerosAndOnes = zerosAndOnes || (alone && top == 1);
    return {};
  }
  ++coloured;
  Colour last = 0xffffffff;
  for (std::size_t i = 0; i < pixels; ++i) {
    const Colour colour = Colour{values[i]} << 16 | Colour{values[pixels + i]} << 8 | values[2 * pixels + i];
    if (colour == last) continue;
    last = colour;
    ++colours[colour];
    if (colours.size() > kMostColours) return noMasks("colours");
  }
  return {};
}

bool MaskLook::mixesOnesWithWhite() const {
  const auto held = std::ranges::count_if(grey.counts, [](std::uint64_t count) { return count > 0; });
  return blackAndWhite && zerosAndOnes && held == 2 + (grey.counts[0] > 0);
}

bool MaskLook::isConstant() const {
  const auto greys = std::ranges::count_if(grey.counts, [](std::uint64_t count) { return count > 0; });
  return coloured == 0 ? greys == 1 : greys == 0 && colours.size() == 1;
}

bool MaskLook::mayNumberObjects() const {
  constexpr std::size_t kFewestEnds = 3;
  constexpr int kManyObjects = 4, kMostOfFilm = 64;
  if (ofFilms) return !highest.empty() && *highest.rbegin() >= 2 && *highest.rbegin() <= kMostOfFilm;
  return gapless && highest.size() >= kFewestEnds && *highest.rbegin() >= kManyObjects;
}

namespace {

// The meaning of values that number objects of one class.
MaskMeaning meaningOfObjects(const std::vector<std::string>& names) {
  MaskMeaning meaning;
  meaning.kind = MaskMeaning::Kind::Levels;
  meaning.levels.fill(1);
  meaning.levels[0] = 0;
  meaning.classes = names.size() == 2 ? names : std::vector<std::string>{"background", "object"};
  return meaning;
}

MaskMeaning meaningOfGrey(const GreyLevels& grey, const MaskLook& look, const std::vector<std::string>& names) {
  MaskMeaning meaning;
  meaning.decisions = grey.decisions;
  if (grey.kind == GreyLevels::Kind::Indices) {
    int highest = 0;
    for (int value = 0; value < kIgnoredPixel; ++value)
      if (look.grey.counts[static_cast<std::size_t>(value)] > 0) highest = value;
    meaning.classes = numbered(static_cast<std::size_t>(highest + 1), names);
    return meaning;
  }
  meaning.kind = MaskMeaning::Kind::Levels;
  meaning.levels.fill(-1);
  const bool halves = grey.levels == std::vector<int>{0, 255};
  for (int value = 0; value < 256; ++value) {
    const auto nearest = std::min_element(grey.levels.begin(), grey.levels.end(),
                                          [&](int a, int b) { return std::abs(a - value) < std::abs(b - value); });
    if (grey.nearest || halves || *nearest == value)
      meaning.levels[static_cast<std::size_t>(value)] = static_cast<std::int16_t>(nearest - grey.levels.begin());
  }
  meaning.classes = names;
  if (names.empty() && halves) meaning.classes = {"background", "foreground"};
  while (meaning.classes.size() < grey.levels.size())
    meaning.classes.push_back(std::to_string(grey.levels[meaning.classes.size()]));
  return meaning;
}

// Returns true if every value that occurred has one of a list's colours: that of its palette, or its grey.
bool areColoursOf(const MaskLook& look, const std::vector<ColourEntry>& entries) {
  const bool palettes = std::ranges::any_of(look.palette, [](const auto& colour) { return colour.has_value(); });
  for (std::size_t value = 0; value < look.grey.counts.size(); ++value) {
    if (look.grey.counts[value] == 0) continue;
    const auto colour = palettes ? look.palette[value] : static_cast<Colour>(value) * 0x010101;
    if (std::ranges::none_of(entries, [&](const ColourEntry& entry) { return entry.colour == colour; })) return false;
  }
  return !entries.empty();
}

// Returns the question about values that look right but may mean something else, if there is one.
std::optional<ImportDecision> doubtAboutValues(const MaskLook& look, const MaskMeaning& meaning,
                                               GreyLevels::Kind kind) {
  ImportDecision doubt{"the values of the masks",
                       fmt::format("the numbers of {} classes", meaning.classes.size()),
                       {},
                       {"labels=objects", "labels=indices"},
                       false};
  if (meaning.classes.size() > kManyClasses) {
    doubt.because = "they are as many as those of a picture";
    doubt.alternatives = {"labels=indices", "labels=objects", "kind=folder"};
  } else if (kind == GreyLevels::Kind::Indices && look.mayNumberObjects()) {
    doubt.because = look.ofFilms ? fmt::format(
                                       "the masks are frames of films and hold numbers up to {}, so that they may "
                                       "number the objects of each film",
                                       *look.highest.rbegin())
                                 : fmt::format(
                                       "they have no gaps, and end at {} numbers up to {}, so that they may number the "
                                       "objects of each image",
                                       look.highest.size(), *look.highest.rbegin());
  } else {
    return std::nullopt;
  }
  return doubt;
}

// Returns the question about masks that hold too little to tell classes, or that disagree, if they do.
std::optional<ImportDecision> doubtAboutFew(const MaskLook& look, std::size_t named) {
  if (look.isConstant())
    return ImportDecision{"the values of the masks",
                          "one class for all pixels",
                          look.alpha ? kConstantWithAlpha : kConstant,
                          {"labels=indices", "kind=folder"},
                          false};
  if (look.mixesOnesWithWhite() && named <= 2)
    return ImportDecision{"the values of the masks",
                          "the numbers of 2 classes, and 255 is ignored",
                          "some masks hold only 0 and 1, and others only 0 and 255, which may mean the same",
                          {"labels=objects", "labels=indices"},
                          false};
  return std::nullopt;
}

}  // namespace

Result<MaskMeaning> meaningOf(const MaskLook& look, const fs::path& colourList, const std::vector<std::string>& names,
                              const std::string& labels) {
  std::vector<ColourEntry> entries;
  if (!colourList.empty()) {
    FOVEA_TRY(const std::string text, readTextFile(colourList, kMaximumColourList));
    entries = entriesOf(text);
  }
  const bool indices = look.coloured == 0;
  const bool asColours = indices && labels == "automatic" && (look.palettesDiffer || areColoursOf(look, entries));
  if (indices && !asColours) {
    std::vector<std::string> known = names;
    for (const ColourEntry& entry : entries)
      if (names.empty()) known.push_back(entry.name);
    if (labels == "objects") return meaningOfObjects(known);
    const GreyLevels grey = greyLevelsOf(look.grey, labels, known.size());
    if (grey.kind == GreyLevels::Kind::Photograph) return noMasks("values");
    MaskMeaning meaning = meaningOfGrey(grey, look, known);
    if (labels != "automatic") return meaning;
    auto doubt = doubtAboutFew(look, known.size());
    if (!doubt && known.empty()) doubt = doubtAboutValues(look, meaning, grey.kind);
    if (doubt) meaning.decisions = {std::move(*doubt)};
    return meaning;
  }
  MaskMeaning meaning;
  meaning.kind = MaskMeaning::Kind::Colours;
  for (const ColourEntry& entry : entries) {
    if (meaning.classes.size() >= kMostColours) break;
    if (meaning.colours.emplace(entry.colour, static_cast<std::uint8_t>(meaning.classes.size())).second)
      meaning.classes.push_back(entry.name);
  }
  if (!entries.empty()) {
    if (std::ranges::any_of(look.palette, [](const auto& colour) { return colour.has_value(); }))
      meaning.decisions.push_back({"the colours of the masks",
                                   fmt::format("the {} classes of the list of colours", meaning.classes.size()),
                                   "the masks have palettes, and the list names their colours",
                                   {"labels=indices"}});
    return meaning;
  }
  if (look.colours.size() > kMostColours) return noMasks("colours");
  // Without a list, the colours are numbered in ascending order, black first.
  for (const auto& [colour, count] : look.colours) {
    const auto label = meaning.classes.size();
    meaning.colours.emplace(colour, static_cast<std::uint8_t>(label));
    meaning.classes.push_back(label < names.size() ? names[label] : fmt::format("#{:06x}", colour));
  }
  ImportDecision decision{"the colours of the masks",
                          fmt::format("{} classes, one for each colour", meaning.classes.size()),
                          "there is no list of colours",
                          {"colour_list=FILE", "class_names=a,b,c"}};
  if (asColours) {
    decision.because =
        "the palettes of the masks give the same number different colours, and there is no list of colours";
    decision.alternatives.emplace_back("labels=indices");
  } else if (look.isConstant() && names.empty()) {
    decision.because = look.alpha ? kConstantWithAlpha : kConstant;
    decision.alternatives.emplace_back("kind=folder");
    decision.sure = false;
  }
  meaning.decisions.push_back(std::move(decision));
  return meaning;
}

Result<Tensor> labelsOf(const Tensor& mask, const MaskFormat& format, const MaskMeaning& meaning) {
  FOVEA_TRY(Tensor labels, Tensor::tryMake({DataType::UInt8, Shape{1, mask.shape()[1], mask.shape()[2]}}));
  std::uint8_t* to = labels.data<std::uint8_t>();
  const std::uint8_t* from = mask.data<std::uint8_t>();
  const auto pixels = static_cast<std::size_t>(labels.elementCount());
  const bool coloured = mask.shape()[0] == 3;
  if (meaning.kind != MaskMeaning::Kind::Colours) {
    const bool byLevel = meaning.kind == MaskMeaning::Kind::Levels;
    for (std::size_t i = 0; i < pixels; ++i) {
      if (coloured && (from[i] != from[pixels + i] || from[i] != from[2 * pixels + i]))
        return fail(ErrorCode::Corrupt, "its mask has colours, and others have none");
      const int level = byLevel ? meaning.levels[from[i]] : from[i];
      if (level < 0)
        return fail(ErrorCode::Corrupt, fmt::format("its mask holds the value {}, which no class has", from[i]));
      to[i] = static_cast<std::uint8_t>(level);
      if (!byLevel && to[i] != kIgnoredPixel && to[i] >= meaning.classes.size())
        return fail(ErrorCode::Corrupt, fmt::format("its mask holds the label {}, and there are {} classes", to[i],
                                                    meaning.classes.size()));
    }
    return labels;
  }
  Colour last = 0xffffffff;
  std::uint8_t label = 0;
  for (std::size_t i = 0; i < pixels; ++i) {
    if (!coloured && !format.palette.empty() && from[i] >= format.palette.size())
      return fail(ErrorCode::Corrupt, fmt::format("its mask holds the number {}, which its palette lacks", from[i]));
    const Colour colour = coloured ? Colour{from[i]} << 16 | Colour{from[pixels + i]} << 8 | from[2 * pixels + i]
                          : format.palette.empty() ? Colour{from[i]} * 0x010101
                                                   : format.palette[from[i]];
    if (colour != last) {
      const auto known = meaning.colours.find(colour);
      if (known == meaning.colours.end())
        return fail(ErrorCode::Corrupt, fmt::format("its mask has the colour #{:06x}, which no class has", colour));
      label = known->second;
      last = colour;
    }
    to[i] = label;
  }
  return labels;
}

}  // namespace fovea
