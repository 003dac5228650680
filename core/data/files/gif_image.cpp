#include "core/data/files/gif_image.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <memory>
#include <new>

#include "core/data/files/image_file.h"
#if defined(FOVEA_HAVE_GIF)
#include <gif_lib.h>
#endif

namespace fovea {
namespace {

Error damagedGif() {
  return fail(ErrorCode::Corrupt, "This GIF image is damaged or cut off.");
}

// Iterates over the blocks of a file.
class Blocks {
 public:
  explicit Blocks(std::string_view content) : content_(content) {}

  Result<std::size_t> frames() {
    at_ = 6 + 4;
    const unsigned screen = byte();
    at_ += 2 + tableBytes(screen);
    std::size_t count = 0;
    while (at_ < content_.size()) {
      const unsigned kind = byte();
      if (kind == 0x3b) break;
      if (kind == 0x21) {
        ++at_;
        skipParts();
      } else if (kind == 0x2c) {
        at_ += 8;
        const unsigned flags = byte();
        at_ += tableBytes(flags) + 1;
        skipParts();
        if (at_ <= content_.size()) ++count;
      } else {
        break;
      }
    }
    if (count == 0 || at_ > content_.size()) return damagedGif();
    return count;
  }

 private:
  unsigned byte() { return at_ < content_.size() ? static_cast<std::uint8_t>(content_[at_++]) : (++at_, 0U); }
  static std::size_t tableBytes(unsigned flags) { return flags & 0x80 ? std::size_t{6} << (flags & 7) : 0; }
  void skipParts() {
    while (at_ < content_.size()) {
      const unsigned length = byte();
      if (length == 0) return;
      at_ += length;
    }
    ++at_;  // the file was cut off before the end
  }

  std::string_view content_;
  std::size_t at_ = 0;
};

}  // namespace

bool isGif(std::string_view start) {
  return start.starts_with("GIF87a") || start.starts_with("GIF89a");
}

Result<std::size_t> countGifFrames(std::string_view content) {
  return Blocks(content).frames();
}

#if defined(FOVEA_HAVE_GIF)
namespace {

struct Stream {
  std::string_view rest;
};

int readStream(GifFileType* file, GifByteType* target, int length) {
  auto& rest = static_cast<Stream*>(file->UserData)->rest;
  const std::size_t count = std::min(rest.size(), static_cast<std::size_t>(std::max(length, 0)));
  std::memcpy(target, rest.data(), count);
  rest.remove_prefix(count);
  return static_cast<int>(count);
}

struct GifCloser {
  void operator()(GifFileType* file) const { DGifCloseFile(file, nullptr); }
};

using Rgb = std::array<std::uint8_t, 3>;

// The content of the extension before a frame.
struct FrameControl {
  int disposal = 0;  // 2: its area becomes the background; 3: its area is restored to the previous content
  int transparent = -1;
};

class GifDecoder {
 public:
  explicit GifDecoder(std::string_view content) : stream_{content} {}

  Result<std::vector<Tensor>> run(std::size_t most) {
    int code = 0;
    file_.reset(DGifOpen(&stream_, readStream, &code));
    if (!file_) return code == D_GIF_ERR_NOT_ENOUGH_MEM ? outOfMemory() : damagedGif();
    width_ = static_cast<std::size_t>(std::max(0, file_->SWidth));
    height_ = static_cast<std::size_t>(std::max(0, file_->SHeight));
    FOVEA_CHECK(checkRoom());
    canvas_.assign(width_ * height_, colourOf(0));
    addGreys(file_->SColorMap);
    FrameControl control;
    while (frames_.size() < most) {
      GifRecordType kind = UNDEFINED_RECORD_TYPE;
      if (DGifGetRecordType(file_.get(), &kind) != GIF_OK) return damagedGif();
      if (kind == TERMINATE_RECORD_TYPE) break;
      if (kind == EXTENSION_RECORD_TYPE) {
        FOVEA_CHECK(readExtension(control));
      } else if (kind == IMAGE_DESC_RECORD_TYPE) {
        FOVEA_CHECK(readFrame(control));
        control = {};
      }
    }
    if (frames_.empty()) return damagedGif();
    return images();
  }

 private:
  static Error outOfMemory() { return fail(ErrorCode::OutOfMemory, "There is not enough memory to decode an image."); }

  // Succeeds if one more frame is within the limit.
  Status checkRoom() const {
    const auto bytes = static_cast<std::int64_t>((frames_.size() + 1) * width_ * height_ * sizeof(Rgb));
    if (bytes <= kMostGifBytes) return {};
    return fail(ErrorCode::InvalidArgument,
                fmt::format("The frames of this GIF image take more than {} MB.", kMostGifBytes >> 20),
                "Make it smaller, or take its first frame.");
  }

  Rgb colourOf(int place) const {
    const ColorMapObject* colours = file_->SColorMap;
    if (!colours || place < 0 || place >= colours->ColorCount) return {};
    const GifColorType& colour = colours->Colors[place];
    return {colour.Red, colour.Green, colour.Blue};
  }
  void addGreys(const ColorMapObject* colours) {
    if (!colours) return;
    grey_ = grey_ && std::all_of(colours->Colors, colours->Colors + colours->ColorCount,
                                 [](const GifColorType& c) { return c.Red == c.Green && c.Red == c.Blue; });
  }

  Status readExtension(FrameControl& control) {
    int code = 0;
    GifByteType* data = nullptr;
    if (DGifGetExtension(file_.get(), &code, &data) != GIF_OK) return damagedGif();
    GraphicsControlBlock block{};
    if (code == GRAPHICS_EXT_FUNC_CODE && data && data[0] >= 4 &&
        DGifExtensionToGCB(data[0], data + 1, &block) == GIF_OK) {
      control.disposal = block.DisposalMode;
      control.transparent = block.TransparentColor;
    }
    while (data)
      if (DGifGetExtensionNext(file_.get(), &data) != GIF_OK) return damagedGif();
    return {};
  }

  // Draws the next frame, stores the visible image, and prepares the canvas for the following frame.
  Status readFrame(const FrameControl& control) {
    if (DGifGetImageDesc(file_.get()) != GIF_OK) return damagedGif();
    const GifImageDesc& place = file_->Image;
    const ColorMapObject* colours = place.ColorMap ? place.ColorMap : file_->SColorMap;
    if (!colours || place.Left < 0 || place.Top < 0 || place.Width < 1 || place.Height < 1) return damagedGif();
    if (place.Width > kMaximumImageSide || place.Height > kMaximumImageSide) return damagedGif();
    addGreys(place.ColorMap);
    FOVEA_CHECK(checkRoom());
    std::vector<Rgb> before;
    if (control.disposal == DISPOSE_PREVIOUS) before = canvas_;
    std::vector<GifPixelType> row(static_cast<std::size_t>(place.Width));
    // The rows of an interlaced frame come in four passes.
    static constexpr int kFirst[] = {0, 4, 2, 1};
    static constexpr int kStep[] = {8, 8, 4, 2};
    for (int pass = 0; pass < (place.Interlace ? 4 : 1); ++pass)
      for (int y = place.Interlace ? kFirst[pass] : 0; y < place.Height; y += place.Interlace ? kStep[pass] : 1) {
        if (DGifGetLine(file_.get(), row.data(), place.Width) != GIF_OK) return damagedGif();
        drawRow(row, static_cast<std::size_t>(place.Top) + static_cast<std::size_t>(y), *colours, control);
      }
    frames_.push_back(canvas_);
    if (control.disposal == DISPOSE_PREVIOUS) canvas_ = std::move(before);
    if (control.disposal == DISPOSE_BACKGROUND) clear(place);
    return {};
  }

  void drawRow(const std::vector<GifPixelType>& row, std::size_t y, const ColorMapObject& colours,
               const FrameControl& control) {
    if (y >= height_) return;
    const auto left = static_cast<std::size_t>(file_->Image.Left);
    for (std::size_t i = 0; i < row.size() && left + i < width_; ++i) {
      // The first frame has nothing below it, so its transparent colour is drawn.
      if (row[i] == control.transparent && !frames_.empty()) continue;
      if (row[i] >= colours.ColorCount) continue;
      const GifColorType& colour = colours.Colors[row[i]];
      canvas_[y * width_ + left + i] = {colour.Red, colour.Green, colour.Blue};
    }
  }

  void clear(const GifImageDesc& place) {
    const auto left = static_cast<std::size_t>(place.Left), top = static_cast<std::size_t>(place.Top);
    const std::size_t right = std::min(width_, left + static_cast<std::size_t>(place.Width));
    for (std::size_t y = top; y < std::min(height_, top + static_cast<std::size_t>(place.Height)); ++y)
      for (std::size_t x = left; x < right; ++x) canvas_[y * width_ + x] = colourOf(file_->SBackGroundColor);
  }

  Result<std::vector<Tensor>> images() const {
    std::vector<Tensor> images;
    const std::size_t channels = grey_ ? 1 : 3, pixels = width_ * height_;
    for (const auto& frame : frames_) {
      FOVEA_TRY(Tensor image, Tensor::tryMake({DataType::UInt8, Shape{static_cast<std::int64_t>(channels),
                                                                      static_cast<std::int64_t>(height_),
                                                                      static_cast<std::int64_t>(width_)}}));
      auto* to = image.data<std::uint8_t>();
      for (std::size_t c = 0; c < channels; ++c)
        for (std::size_t i = 0; i < pixels; ++i) to[c * pixels + i] = frame[i][c];
      images.push_back(std::move(image));
    }
    return images;
  }

  Stream stream_;
  std::unique_ptr<GifFileType, GifCloser> file_;
  std::size_t width_ = 0, height_ = 0;
  std::vector<Rgb> canvas_;
  std::vector<std::vector<Rgb>> frames_;
  bool grey_ = true;
};

}  // namespace

Result<std::vector<Tensor>> decodeGif(std::string_view content, std::size_t most) try {
  FOVEA_TRY([[maybe_unused]] const ImageHeader header, readImageHeader(content));
  return GifDecoder(content).run(most);
} catch (const std::bad_alloc&) {
  return fail(ErrorCode::OutOfMemory, "There is not enough memory to decode an image.");
}

#else

Result<std::vector<Tensor>> decodeGif(std::string_view, std::size_t) {
  return fail(ErrorCode::Unsupported, "This build of Fovea cannot decode GIF images: it was made without giflib.",
              "Convert them to PNG, or use a build with giflib.");
}

#endif

}  // namespace fovea
