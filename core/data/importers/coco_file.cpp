#include "core/data/importers/coco_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>
#include <span>
#include <unordered_map>
#include <unordered_set>

#include "core/data/files/stand_in.h"
#include "core/data/importers/text_lines.h"
#include "core/data/importing/names.h"

namespace fovea {
namespace fs = std::filesystem;

namespace {

constexpr int kMaximumCocoDepth = 32;
constexpr std::size_t kMaximumObjects = 100'000'000;
constexpr std::size_t kMaximumOutlineNumbers = std::size_t{1} << 30;
constexpr std::size_t kMaximumCocoText = 1 << 20;
constexpr std::uint64_t kCocoEnd = std::uint64_t{2} << 20;

// Decodes COCO's compressed runs: numbers in groups of five bits; from the third on, each is the difference to the one
// two before it.
bool appendCompressedRuns(std::string_view text, std::vector<float>& into) {
  std::vector<std::int64_t> runs;
  for (std::size_t at = 0; at < text.size();) {
    std::int64_t value = 0;
    int shift = 0;
    for (bool more = true; more;) {
      if (at >= text.size() || shift > 50) return false;
      const int byte = text[at++] - 48;
      if (byte < 0 || byte > 63) return false;
      value |= static_cast<std::int64_t>(byte & 31) << shift;
      more = (byte & 32) != 0;
      shift += 5;
      if (!more && (byte & 16)) value |= -(std::int64_t{1} << shift);
    }
    if (runs.size() > 2) value += runs[runs.size() - 2];
    if (value < 0) return false;
    runs.push_back(value);
  }
  into.push_back(-static_cast<float>(runs.size()));
  for (const std::int64_t run : runs) into.push_back(static_cast<float>(run));
  return true;
}

// Returns "train2017/000000000009.jpg" for the URL of that file.
std::string lastTwoParts(std::string_view url) {
  const std::size_t last = url.rfind('/');
  if (last == std::string_view::npos || last == 0) return {};
  const std::size_t before = url.rfind('/', last - 1);
  return std::string(url.substr(before == std::string_view::npos ? 0 : before + 1));
}

// Tools that ran on Windows write "images\\a.jpg".
std::string withForwardSlashes(std::string path) {
  std::replace(path.begin(), path.end(), '\\', '/');
  return path;
}

// Receives the parser's values one by one. The relevant field names have depth 1 (the list) and 3 (a field of an
// entry).
class Handler : public nlohmann::json_sax<nlohmann::json> {
 public:
  explicit Handler(const CocoLimits& limits) : limits_(limits) {}

  CocoFile file;
  std::string error;

  bool null() override { return true; }
  bool boolean(bool value) override { return number(value ? 1 : 0); }
  bool number_integer(number_integer_t value) override { return number(static_cast<double>(value), value); }
  bool number_unsigned(number_unsigned_t value) override {
    if (value <= static_cast<number_unsigned_t>(std::numeric_limits<std::int64_t>::max()))
      return number(static_cast<double>(value), static_cast<std::int64_t>(value));
    error = fmt::format("the whole number {} is too large", value);
    return false;
  }
  // Some tools write sizes as fractions: 512.0.
  bool number_float(number_float_t value, const string_t&) override {
    return number(value, std::abs(value) < 1e15 ? static_cast<std::int64_t>(value) : 0);
  }
  bool string(string_t& value) override {
    if (!inEntry()) return true;
    if (list_ == "images" && field_ == "file_name") image_.file = withForwardSlashes(value.substr(0, 4096));
    if (list_ == "images" && field_ == "coco_url") url_ = lastTwoParts(value.substr(0, 4096));
    if (list_ == "categories" && field_ == "name") category_.name = displayName(value.substr(0, 200));
    if (list_ == "categories" && field_ == "supercategory") category_.above = displayName(value.substr(0, 200));
    if (depth_ == 3 && field_.ends_with("id"))
      if (const auto id = wholeNumber(value)) return number(static_cast<double>(*id), *id);
    if (depth_ == 4 && list_ == "annotations" && field_ == "segmentation" && inner_ == "counts" && limits_.outlines &&
        value.size() <= kMaximumCocoText) {
      const std::size_t before = file.outlines.size();
      if (!appendCompressedRuns(value, file.outlines)) file.outlines.resize(before);
    }
    return true;
  }
  bool binary(binary_t&) override { return true; }

  bool start_object(std::size_t) override {
    if (!enter()) return false;
    if (depth_ == 3) begin();
    objectInside_ = depth_ == 4;
    return true;
  }
  bool key(string_t& name) override {
    if (depth_ == 1) list_ = name.substr(0, 32);
    if (depth_ == 3) field_ = name.substr(0, 32);
    if (depth_ == 4) inner_ = name.substr(0, 32);
    return true;
  }
  bool end_object() override {
    if (depth_ == 3 && !finish()) return false;
    --depth_;
    return true;
  }
  bool start_array(std::size_t) override {
    if (!enter()) return false;
    // An outline is a list inside the list "segmentation", or the runs inside its object.
    const bool outline = field_ == "segmentation" && depth_ == 5;
    if (outline && inEntry() && list_ == "annotations" && limits_.outlines) {
      outlineAt_ = static_cast<std::ptrdiff_t>(file.outlines.size());
      runs_ = inner_ == "counts" && objectInside_;
      file.outlines.push_back(0);
    }
    return true;
  }
  bool end_array() override {
    if (depth_ == 5 && outlineAt_ >= 0) {
      const auto numbers = static_cast<float>(static_cast<std::ptrdiff_t>(file.outlines.size()) - outlineAt_ - 1);
      file.outlines[static_cast<std::size_t>(outlineAt_)] = runs_ ? -numbers : numbers;
      if (numbers == 0) file.outlines.pop_back();
      outlineAt_ = -1;
    }
    --depth_;
    return true;
  }
  bool parse_error(std::size_t position, const std::string&, const nlohmann::detail::exception&) override {
    if (error.empty()) error = fmt::format("it is damaged at byte {}", position);
    return false;
  }

 private:
  bool inEntry() const { return depth_ >= 3; }

  bool enter() {
    if (++depth_ > kMaximumCocoDepth) {
      error = "it is nested too deep";
      return false;
    }
    if (depth_ == 4) {
      inner_.clear();
      objectInside_ = false;
    }
    return true;
  }

  void begin() {
    field_.clear();
    url_.clear();
    image_ = {};
    category_ = {};
    object_ = {};
    object_.firstNumber = file.outlines.size();
  }

  bool number(double value, std::int64_t whole = 0) {
    if (depth_ == 3) {
      if (list_ == "images") {
        if (field_ == "id") image_.id = whole;
        if (field_ == "width") image_.width = whole;
        if (field_ == "height") image_.height = whole;
      } else if (list_ == "annotations") {
        if (field_ == "image_id") object_.image = whole;
        if (field_ == "category_id") object_.category = whole;
        if (field_ == "iscrowd") object_.crowd = value != 0;
      } else if (list_ == "categories" && field_ == "id") {
        category_.id = whole;
      }
    } else if (depth_ == 4 && list_ == "annotations" && field_ == "bbox") {
      if (object_.boxNumbers < 4) object_.box[object_.boxNumbers] = value;
      ++object_.boxNumbers;
    } else if (outlineAt_ >= 0) {
      if (file.outlines.size() >= kMaximumOutlineNumbers) {
        error = "its outlines have more than a billion numbers";
        return false;
      }
      file.outlines.push_back(std::isfinite(value) ? static_cast<float>(value) : 0.0f);
    }
    return true;
  }

  bool finish() {
    if (list_ == "images" && image_.file.empty() && !url_.empty()) image_.file = std::move(url_);
    if (list_ == "images" && !image_.file.empty()) file.images.push_back(std::move(image_));
    if (list_ == "categories" && !category_.name.empty()) file.categories.push_back(std::move(category_));
    if (list_ == "annotations") {
      object_.numbers = file.outlines.size() - object_.firstNumber;
      file.objects.push_back(object_);
    }
    if (file.images.size() + file.objects.size() <= kMaximumObjects) return true;
    error = "it holds more than a hundred million entries";
    return false;
  }

  const CocoLimits& limits_;
  int depth_ = 0;
  std::string list_;
  std::string field_;
  std::string inner_;
  bool objectInside_ = false;
  bool runs_ = false;
  std::ptrdiff_t outlineAt_ = -1;
  std::string url_;
  CocoImage image_;
  CocoCategory category_;
  CocoObject object_;
};

// Returns the categories that a file names at its end, where COCO and LVIS have them; empty if there are none.
std::vector<CocoCategory> categoriesAtEnd(std::ifstream& stream, std::uint64_t size) {
  std::string end(static_cast<std::size_t>(std::min(size, kCocoEnd)), '\0');
  stream.clear();
  stream.seekg(static_cast<std::streamoff>(size - end.size()));
  stream.read(end.data(), static_cast<std::streamsize>(end.size()));
  const std::size_t begin = stream ? end.rfind("\"categories\"") : std::string::npos;
  if (begin == std::string::npos) return {};
  const CocoLimits limits;
  Handler handler(limits);
  if (!nlohmann::json::sax_parse("{" + end.substr(begin), &handler)) return {};
  return std::move(handler.file.categories);
}

}  // namespace

Result<CocoFile> readCoco(const fs::path& path, const CocoLimits& limits) try {
  std::error_code code;
  const std::uint64_t size = fs::file_size(path, code);
  if (code) return systemError(code.value(), "Cannot open " + path.string());
  if (size > limits.bytes && !limits.quick)
    return fail(ErrorCode::InvalidArgument, fmt::format("{} is larger than 4 GiB.", path.string()));
  FOVEA_TRY(const OpenedFile opened, openWhole(path));
  std::ifstream stream(nameToOpen(opened, path), std::ios::binary);
  if (!stream) return fail(ErrorCode::PermissionDenied, "Cannot open " + path.string() + ".");
  Handler handler(limits);
  bool ok = false;
  if (size > limits.bytes) {
    std::string start(static_cast<std::size_t>(limits.bytes), '\0');
    stream.read(start.data(), static_cast<std::streamsize>(start.size()));
    ok = nlohmann::json::sax_parse(start, &handler) || !handler.file.images.empty();
    handler.file.complete = false;
    if (handler.file.categories.empty()) handler.file.categories = categoriesAtEnd(stream, size);
  } else {
    ok = nlohmann::json::sax_parse(stream, &handler);
  }
  if (!ok && handler.file.images.empty() && handler.file.objects.empty())
    return fail(ErrorCode::Unsupported, displayName(path.string()) + " is no annotation of COCO.");
  if (!ok) return fail(ErrorCode::Corrupt, fmt::format("{}: {}.", displayName(path.string()), handler.error));
  if (handler.file.images.empty())
    return fail(ErrorCode::Unsupported, displayName(path.string()) + " names no images as COCO does.");
  return std::move(handler.file);
} catch (const std::bad_alloc&) {
  return fail(ErrorCode::OutOfMemory, "There is not enough memory to read " + path.string() + ".");
} catch (const std::exception& error) {
  return fail(ErrorCode::Corrupt, fmt::format("{} cannot be read: {}.", path.string(), error.what()));
}

bool scaleShares(CocoFile& file) {
  const auto isShare = [](double number) { return number >= 0 && number <= 1; };
  bool any = false;
  for (const CocoObject& object : file.objects) {
    if (object.boxNumbers != 4) continue;
    if (!std::ranges::all_of(object.box, isShare)) return false;
    any = any || object.box[2] > 0;
  }
  std::unordered_map<std::int64_t, const CocoImage*> images;
  for (const CocoImage& image : file.images) {
    if (image.width < 2 || image.height < 2) return false;
    images.emplace(image.id, &image);
  }
  if (!any) return false;
  for (CocoObject& object : file.objects) {
    const auto image = images.find(object.image);
    if (image == images.end()) continue;
    const auto side = [&](std::size_t i) {
      return static_cast<double>(i % 2 == 0 ? image->second->width : image->second->height);
    };
    for (std::size_t i = 0; i < 4; ++i) object.box[i] *= side(i);
    // Runs of masks count pixels; outlines are points.
    const auto numbers = std::span(file.outlines).subspan(object.firstNumber, object.numbers);
    for (std::size_t at = 0; at < numbers.size();) {
      const auto count = std::min(static_cast<std::size_t>(std::abs(numbers[at])), numbers.size() - at - 1);
      const auto outline = numbers.subspan(at + 1, count);
      if (numbers[at] > 0 && std::ranges::all_of(outline, isShare))
        for (std::size_t i = 0; i < outline.size(); ++i) outline[i] *= static_cast<float>(side(i));
      at += count + 1;
    }
  }
  return true;
}

bool dropFirstFolder(CocoFile& file) {
  const auto hasFolder = [](const CocoImage& image) { return image.file.find('/') != std::string::npos; };
  if (!std::ranges::all_of(file.images, hasFolder)) return false;
  std::unordered_set<std::string_view> rests;
  for (const CocoImage& image : file.images)
    if (!rests.insert(std::string_view(image.file).substr(image.file.find('/') + 1)).second) return false;
  for (CocoImage& image : file.images) image.file.erase(0, image.file.find('/') + 1);
  return true;
}

bool looksLikeCoco(const fs::path& path) {
  const std::string start = beginningOfFile(path, 64 << 10);
  const auto has = [&](const char* word) { return start.find(word) != std::string::npos; };
  return trimmed(start).starts_with('{') &&
         (has("\"file_name\"") || has("\"category_id\"") || (has("\"images\"") && has("\"licenses\"")) ||
          (has("\"categories\"") && has("\"supercategory\"")));
}

}  // namespace fovea
