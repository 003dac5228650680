#include "core/data/files/animated_png.h"

#include <fmt/format.h>
#include <zlib.h>

#include <algorithm>
#include <new>
#include <optional>
#include <string>

#include "core/data/files/image_file.h"
#include "core/data/files/image_library.h"

namespace fovea {
namespace {

constexpr std::string_view kPngStart = "\x89PNG\r\n\x1a\n";
constexpr std::size_t kHeadBytes = 13, kControlBytes = 26, kColours = 4;
constexpr std::uint8_t kOpaque = 255;
// Most pixels that one byte of a file can encode: deflate packs 1,032 bytes into one, and a pixel has at least a bit.
constexpr std::int64_t kPixelsAByte = 8 * 1032;

Error damagedApng(const char* what) {
  return fail(ErrorCode::Corrupt, fmt::format("This animated PNG image is damaged or cut off: {}.", what));
}

std::uint32_t number32(std::string_view bytes, std::size_t at = 0) {
  std::uint32_t value = 0;
  for (std::size_t i = 0; i < 4; ++i) value = value << 8 | static_cast<std::uint8_t>(bytes[at + i]);
  return value;
}

std::string bytes32(std::uint32_t value) {
  std::string bytes;
  for (int shift = 24; shift >= 0; shift -= 8) bytes += static_cast<char>(value >> shift & 0xff);
  return bytes;
}

std::uint32_t sumOf(std::string_view bytes) {
  return static_cast<std::uint32_t>(
      ::crc32_z(0, reinterpret_cast<const Bytef*>(bytes.data()), static_cast<z_size_t>(bytes.size())));
}

std::string chunkOf(std::string_view kind, std::string_view data) {
  const std::string body = std::string(kind) + std::string(data);
  return bytes32(static_cast<std::uint32_t>(data.size())) + body + bytes32(sumOf(body));
}

struct Chunk {
  std::string_view kind, data;
};

// Iterates over the chunks, up to the last one (IEND).
class Chunks {
 public:
  explicit Chunks(std::string_view content) : rest_(content.substr(std::min(content.size(), kPngStart.size()))) {}
  // Fails with Corrupt if the file ends before IEND. Verifies checksums if `check` is true.
  Result<std::optional<Chunk>> next(bool check) {
    if (ended_) return std::optional<Chunk>();
    if (rest_.size() < 12 || number32(rest_) > rest_.size() - 12) return damagedApng("it ends too early");
    const std::size_t length = number32(rest_);
    const Chunk chunk{rest_.substr(4, 4), rest_.substr(8, length)};
    if (check && sumOf(rest_.substr(4, 4 + length)) != number32(rest_, 8 + length))
      return damagedApng("a checksum is wrong");
    rest_.remove_prefix(12 + length);
    ended_ = chunk.kind == "IEND";
    return std::optional(chunk);
  }

 private:
  std::string_view rest_;
  bool ended_ = false;
};

// The properties of a frame (chunk fcTL).
struct Control {
  enum class Dispose : std::uint8_t { Keep, Clear, Restore };
  std::int64_t width = 0, height = 0, left = 0, top = 0;
  Dispose dispose = Dispose::Keep;
  bool over = false;  // true: is blended over the canvas; false: replaces its pixels
};

Result<Control> controlOf(std::string_view data, const ImageHeader& header) {
  if (data.size() < kControlBytes) return damagedApng("a frame says too little of itself");
  const auto dispose = static_cast<std::uint8_t>(data[24]), blend = static_cast<std::uint8_t>(data[25]);
  Control control{number32(data, 4), number32(data, 8), number32(data, 12), number32(data, 16)};
  const bool inside = control.width > 0 && control.height > 0 && control.left <= header.width - control.width &&
                      control.top <= header.height - control.height;
  if (!inside || dispose > 2 || blend > 1) return damagedApng("a frame lies outside of the image");
  control.dispose = static_cast<Control::Dispose>(dispose);
  control.over = blend == 1;
  return control;
}

// Red, green, blue and alpha of all pixels of an image.
using Pixels = std::vector<std::uint8_t>;

// Blends a pixel over the canvas (APNG_BLEND_OP_OVER of the specification); colours are not premultiplied by alpha.
void blend(const std::uint8_t* from, std::uint8_t* to) {
  const unsigned alpha = from[3], below = to[3];
  if (alpha == 0) return;
  if (alpha == kOpaque || below == 0) {
    std::copy_n(from, kColours, to);
    return;
  }
  const unsigned upper = alpha * kOpaque, lower = (kOpaque - alpha) * below, sum = upper + lower;
  for (std::size_t c = 0; c < 3; ++c) to[c] = static_cast<std::uint8_t>((from[c] * upper + to[c] * lower) / sum);
  to[3] = static_cast<std::uint8_t>(sum / kOpaque);
}

// The image that the frames change.
class Canvas {
 public:
  Canvas(std::int64_t width, std::int64_t height)
      : width_(width), pixels_(kColours * static_cast<std::size_t>(width * height)) {}
  const Pixels& pixels() const { return pixels_; }

  void draw(const Control& control, const Pixels& frame) {
    eachRow(control, [&](std::int64_t row, std::uint8_t* to) {
      const std::uint8_t* from = frame.data() + kColours * static_cast<std::size_t>(row * control.width);
      for (std::int64_t x = 0; x < control.width; ++x, from += kColours, to += kColours)
        control.over ? blend(from, to) : void(std::copy_n(from, kColours, to));
    });
  }
  void clear(const Control& control) {
    eachRow(control, [&](std::int64_t, std::uint8_t* to) {
      std::fill_n(to, kColours * static_cast<std::size_t>(control.width), std::uint8_t{0});
    });
  }
  void restore(Pixels pixels) { pixels_ = std::move(pixels); }

 private:
  template <class Visit>
  void eachRow(const Control& control, const Visit& visit) {
    for (std::int64_t y = 0; y < control.height; ++y)
      visit(y, pixels_.data() + kColours * static_cast<std::size_t>((control.top + y) * width_ + control.left));
  }

  std::int64_t width_;
  Pixels pixels_;
};

// Reads an animation frame by frame.
class Animation {
 public:
  Animation(const ImageHeader& header, std::size_t most) : header_(header), most_(most) {}

  Result<std::vector<Pixels>> read(std::string_view content) {
    Chunks chunks(content);
    for (;;) {
      FOVEA_TRY(const auto chunk, chunks.next(true));
      const bool ends = !chunk || chunk->kind == "IEND" || chunk->kind == "fcTL";
      if (ends && control_) FOVEA_CHECK(finish());
      if (!chunk || chunk->kind == "IEND" || frames_.size() == most_) break;
      FOVEA_CHECK(take(*chunk));
    }
    if (frames_.empty()) return damagedApng("it holds no frame");
    return std::move(frames_);
  }

 private:
  Status take(const Chunk& chunk) {
    if (chunk.kind == "IHDR" && chunk.data.size() == kHeadBytes) head_ = chunk.data;
    if (chunk.kind == "tRNS") key_ = chunk.data;
    if (chunk.kind == "PLTE" || chunk.kind == "tRNS") before_ += chunkOf(chunk.kind, chunk.data);
    if (chunk.kind == "fcTL") {
      FOVEA_TRY(control_, controlOf(chunk.data, header_));
      data_.clear();
    }
    // The image in IDAT is a frame only if an fcTL chunk precedes it.
    if (control_ && chunk.kind == "IDAT") data_ += chunk.data;
    if (control_ && chunk.kind == "fdAT") data_ += chunk.data.substr(std::min<std::size_t>(4, chunk.data.size()));
    return {};
  }

  // Wraps the current frame as a separate PNG file and decodes it.
  Result<Pixels> decoded() const {
    if (head_.empty() || data_.empty()) return damagedApng("a frame holds no image");
    const std::string head = bytes32(static_cast<std::uint32_t>(control_->width)) +
                             bytes32(static_cast<std::uint32_t>(control_->height)) + std::string(head_.substr(8));
    const std::string file =
        std::string(kPngStart) + chunkOf("IHDR", head) + before_ + chunkOf("IDAT", data_) + chunkOf("IEND", "");
    FOVEA_TRY(Pixels pixels, decodeWithAlpha(file));
    if (pixels.size() != kColours * static_cast<std::size_t>(control_->width * control_->height))
      return damagedApng("a frame has another size than it says");
    if (head_[9] == 0 && key_.size() >= 2) clearKey(pixels);
    return pixels;
  }

  // Makes pixels of the transparent grey shade (chunk tRNS) transparent, which the library does not do.
  void clearKey(Pixels& pixels) const {
    const auto depth = static_cast<unsigned>(static_cast<std::uint8_t>(head_[8]));
    const unsigned shade = static_cast<std::uint8_t>(key_[0]) << 8 | static_cast<std::uint8_t>(key_[1]);
    const unsigned wanted = depth >= 16 ? shade >> 8 : depth == 0 ? 0 : shade * 255 / ((1u << depth) - 1);
    for (std::size_t i = 0; i < pixels.size(); i += kColours)
      if (pixels[i] == wanted) pixels[i + 3] = 0;
  }

  Status finish() {
    const std::size_t bytes = kColours * static_cast<std::size_t>(header_.width * header_.height);
    if ((frames_.size() + 1) * bytes > static_cast<std::size_t>(kMostApngBytes))
      return fail(ErrorCode::InvalidArgument,
                  fmt::format("The frames of this PNG image take more than {} MB.", kMostApngBytes >> 20),
                  "Make it smaller, or take its first frame.");
    FOVEA_TRY(const Pixels frame, decoded());
    // Allocates the canvas only now, so that a small damaged file needs little memory.
    if (!canvas_) canvas_.emplace(header_.width, header_.height);
    Canvas& canvas = *canvas_;
    const bool restores = control_->dispose == Control::Dispose::Restore;
    const Pixels before = restores ? canvas.pixels() : Pixels();
    canvas.draw(*control_, frame);
    frames_.push_back(canvas.pixels());
    if (restores) canvas.restore(before);
    if (control_->dispose == Control::Dispose::Clear) canvas.clear(*control_);
    control_.reset();
    return {};
  }

  const ImageHeader& header_;
  const std::size_t most_;
  std::string_view head_;
  std::string_view key_;  // the transparent colour
  std::string before_;    // the palette and the transparent colour, which all frames share
  std::optional<Control> control_;
  std::optional<Canvas> canvas_;
  std::string data_;
  std::vector<Pixels> frames_;
};

bool hasNoColours(const Pixels& pixels) {
  for (std::size_t i = 0; i < pixels.size(); i += kColours)
    if (pixels[i] != pixels[i + 1] || pixels[i] != pixels[i + 2]) return false;
  return true;
}

}  // namespace

bool isAnimatedPng(std::string_view start) {
  return start.starts_with(kPngStart) && start.substr(0, start.find("IDAT")).find("acTL") != std::string_view::npos;
}

Result<std::size_t> countApngFrames(std::string_view content) {
  Chunks chunks(content);
  std::size_t count = 0;
  for (;;) {
    FOVEA_TRY(const auto chunk, chunks.next(false));
    if (!chunk) break;
    count += chunk->kind == "fcTL";
  }
  if (count == 0) return damagedApng("it holds no frame");
  return count;
}

Result<std::vector<Tensor>> decodeApng(std::string_view content, std::size_t most) try {
  FOVEA_TRY(const ImageHeader header, readImageHeader(content));
  if (static_cast<std::int64_t>(kColours) * header.width * header.height > kMostApngBytes)
    return fail(ErrorCode::InvalidArgument,
                fmt::format("The frames of this PNG image take more than {} MB.", kMostApngBytes >> 20),
                "Make it smaller.");
  // The first image has the full size, so a file that is too small for it is truncated.
  if (header.width * header.height > kPixelsAByte * static_cast<std::int64_t>(content.size()))
    return damagedApng("it is too small for its size");
  FOVEA_TRY(const std::vector<Pixels> frames, Animation(header, most).read(content));
  const bool grey = std::all_of(frames.begin(), frames.end(), hasNoColours);
  std::vector<Tensor> images;
  for (const Pixels& frame : frames) {
    FOVEA_TRY(Tensor image, Tensor::tryMake({DataType::UInt8, Shape{grey ? 1 : 3, header.height, header.width}}));
    auto* to = image.data<std::uint8_t>();
    for (std::size_t c = 0; c < (grey ? 1u : 3u); ++c)
      for (std::size_t i = c; i < frame.size(); i += kColours) *to++ = frame[i];
    images.push_back(std::move(image));
  }
  return images;
} catch (const std::bad_alloc&) {
  return fail(ErrorCode::OutOfMemory, "There is not enough memory to decode an image.");
}

}  // namespace fovea
