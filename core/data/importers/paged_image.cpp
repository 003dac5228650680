#include "core/data/importers/paged_image.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/data/files/animated_png.h"
#include "core/data/files/dicom_image.h"
#include "core/data/files/gif_image.h"
#include "core/data/files/random_file.h"
#include "core/data/files/stand_in.h"
#include "core/data/files/tiff_pages.h"
#include "core/data/files/webp_image.h"
#include "core/data/importing/names.h"
#include "core/data/store/sample.h"

namespace fovea {
namespace fs = std::filesystem;

namespace {

constexpr std::size_t kAnimationStart = 4 << 10;  // beginning of a PNG that tells whether it is animated
constexpr std::size_t kMostPages = 65'536;

PageCount countOf(const TiffFile& file) {
  PageCount count{.pages = file.pages.size(), .copies = file.copies};
  const ImageHeader& first = file.pages[0].header;
  for (const TiffPage& page : file.pages)
    count.alike = count.alike && page.header.width == first.width && page.header.height == first.height &&
                  page.header.components == 1;
  return count;
}

// Counts the frames of a GIF, WebP or PNG. A PNG with damaged frames counts as the one picture that others show.
Result<std::size_t> countFrames(std::string_view content) {
  if (isGif(content)) return countGifFrames(content);
  if (isAnimatedWebp(content)) return countWebpFrames(content);
  const auto count = countApngFrames(content);
  return count.ok() ? *count : std::size_t{1};
}

Result<std::size_t> countDicomFrames(std::string_view content) {
  FOVEA_TRY(const DicomPixels pixels, readDicom(content));
  return static_cast<std::size_t>(std::min<std::int64_t>(pixels.frames, kMostPages));
}

bool moves(std::string_view start) {
  return isGif(start) || isAnimatedWebp(start) || isAnimatedPng(start);
}

}  // namespace

bool mayHoldPages(std::string_view name) {
  const std::string ending = endingOf(name);
  return isAnyOf(ending, {".tif", ".tiff", ".gif", ".webp"}) || isDicomName(name);
}

Result<PageCount> countPages(const fs::path& path) {
  FOVEA_TRY(const auto file, RandomFile::open(path));
  std::string start(static_cast<std::size_t>(std::min<std::uint64_t>(kAnimationStart, file->size())), '\0');
  FOVEA_CHECK(file->read(0, {reinterpret_cast<std::uint8_t*>(start.data()), start.size()}));
  if (isTiff(start)) {
    const ReadBytes read = [&](std::uint64_t offset, std::span<std::uint8_t> target) {
      return offset <= file->size() && target.size() <= file->size() - offset && file->read(offset, target).ok();
    };
    FOVEA_TRY(const TiffFile pages, readTiffPages(read));
    return countOf(pages);
  }
  if (isDicom(start)) {
    FOVEA_TRY(const std::size_t frames, countDicomFrames(beginningOfFile(path, kDicomHead)));
    return PageCount{.pages = frames, .frames = false};
  }
  if (!moves(start)) return PageCount{};
  FOVEA_TRY(const std::string content, readSource(path, kMaximumImageFile));
  FOVEA_TRY(const std::size_t frames, countFrames(content));
  return PageCount{.pages = frames, .frames = true};
}

Status checkOnePage(std::string_view content) {
  std::size_t pages = 1;
  if (isTiff(content)) {
    FOVEA_TRY(const TiffFile file, readTiffPages(content));
    pages = file.pages.size();
  } else if (isDicom(content)) {
    FOVEA_TRY(pages, countDicomFrames(content));
  } else if (isGif(content) || isAnimatedWebp(content) || isAnimatedPng(content.substr(0, kAnimationStart))) {
    FOVEA_TRY(pages, countFrames(content));
  }
  if (pages == 1) return {};
  return fail(ErrorCode::InvalidArgument,
              fmt::format("it holds {} pictures, and one is needed; save them as files of their own",
                          grouped(static_cast<std::int64_t>(pages))));
}

Result<std::shared_ptr<const PagedImage>> PagedImage::open(const fs::path& path, bool firstAlone) {
  auto image = std::make_shared<PagedImage>();
  FOVEA_TRY(image->content_, readSource(path, kMaximumImageFile));
  const std::string name = path.filename().string();
  const auto header = readImageHeader(image->content_);
  if (!header.ok()) return header.error().within(name);
  const bool dicom = isDicom(image->content_);
  const bool png = !dicom && isAnimatedPng(std::string_view(image->content_).substr(0, kAnimationStart));
  if (!dicom &&
      (isGif(image->content_) || isAnimatedWebp(image->content_) || (png && *countFrames(image->content_) > 1))) {
    const auto decode = png ? decodeApng : isGif(image->content_) ? decodeGif : decodeWebp;
    auto frames = decode(image->content_, firstAlone ? 1 : kMostPages);
    if (!frames.ok()) return frames.error().within(name);
    image->frames_ = std::move(frames).value();
    image->content_.clear();
    return std::shared_ptr<const PagedImage>(std::move(image));
  }
  image->headers_ = {*header};
  if (dicom) {
    FOVEA_TRY(const std::size_t frames, countDicomFrames(image->content_));
    if (frames < 2) return std::shared_ptr<const PagedImage>(std::move(image));
    auto plain = uncompressedDicom(std::move(image->content_));
    if (!plain.ok()) return plain.error().within(name);
    image->content_ = std::move(plain).value();
    image->headers_.assign(firstAlone ? 1 : frames, *header);
    for (std::size_t i = 0; i < image->headers_.size(); ++i) image->places_.push_back(i);
  } else if (isTiff(image->content_)) {
    const auto file = readTiffPages(image->content_, firstAlone ? 1 : kMostTiffPages);
    if (!file.ok()) return file.error().within(name);
    image->headers_.clear();
    for (const TiffPage& page : file->pages) {
      image->headers_.push_back(page.header);
      image->places_.push_back(page.directory);
    }
  }
  return std::shared_ptr<const PagedImage>(std::move(image));
}

Result<LoadedItem> PagedImage::page(std::size_t index) const {
  if (index >= size()) return fail(ErrorCode::Corrupt, "it has fewer pages than before");
  LoadedItem item;
  if (!frames_.empty()) {
    item.input = frames_[index];
  } else if (places_.empty()) {
    item.file = content_;
  } else if (isTiff(content_)) {
    item.file = tiffFrom(places_[index], content_);
  } else {
    FOVEA_TRY(item.file, dicomFrame(content_, static_cast<std::int64_t>(places_[index])));
  }
  if (!item.file.empty()) {
    FOVEA_TRY([[maybe_unused]] const ImageHeader header, readImageHeader(item.file));
  }
  return item;
}

// Returns a page as f32 [C, H, W]; 8-bit and 16-bit values are scaled to 0 to 1.
Result<Tensor> PagedImage::numbers(std::size_t index) const {
  FOVEA_TRY(LoadedItem item, page(index));
  const bool deep = item.input.defined() ? false : isDeepImage(item.file);
  if (deep) {
    FOVEA_TRY(Tensor values, decodeDeepImage(item.file));
    if (headers_[index].real || headers_[index].bits > 16) return values;
    for (float& value : values.values<float>()) value /= 65535;
    return values;
  }
  if (!item.input.defined()) {
    FOVEA_TRY(item.input, decodeImage(item.file));
  }
  FOVEA_TRY(Tensor values, Tensor::tryMake({DataType::Float32, item.input.shape()}));
  std::transform(item.input.values<std::uint8_t>().begin(), item.input.values<std::uint8_t>().end(),
                 values.data<float>(), [](std::uint8_t value) { return static_cast<float>(value) / 255; });
  return values;
}

Result<Tensor> PagedImage::volume() const {
  FOVEA_TRY(const Tensor first, numbers(0));
  const Shape& shape = first.shape();
  const std::int64_t depth = static_cast<std::int64_t>(size()), plane = shape[1] * shape[2];
  if (depth > kMaximumSampleBytes / 4 / first.elementCount())
    return fail(ErrorCode::InvalidArgument,
                fmt::format("its {} pages of {}×{} are too much for one sample", depth, shape[2], shape[1]));
  FOVEA_TRY(Tensor whole, Tensor::tryMake({DataType::Float32, Shape{shape[0], depth, shape[1], shape[2]}}));
  for (std::int64_t i = 0; i < depth; ++i) {
    FOVEA_TRY(const Tensor values, numbers(static_cast<std::size_t>(i)));
    if (values.shape() != shape)
      return fail(ErrorCode::InvalidArgument, fmt::format("its page {} is {}, and its first {}, which is no volume",
                                                          i + 1, values.shape().toString(), shape.toString()));
    for (std::int64_t c = 0; c < shape[0]; ++c)
      std::copy_n(values.data<float>() + c * plane, plane, whole.data<float>() + (c * depth + i) * plane);
  }
  return whole;
}

}  // namespace fovea
