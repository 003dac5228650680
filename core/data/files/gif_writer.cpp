#include "core/data/files/gif_writer.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <map>
#include <memory>
#if defined(FOVEA_HAVE_GIF)
#include <gif_lib.h>
#endif

namespace fovea {

#if defined(FOVEA_HAVE_GIF)
namespace {

constexpr std::size_t kMostGifColors = 256;
constexpr std::int64_t kMostGifSide = 65535;

struct Palette {
  std::vector<GifColorType> colors;
  std::vector<GifByteType> pixels;
};

std::uint32_t colorAt(const Tensor& frame, std::int64_t pixel) {
  const auto* const values = frame.data<std::uint8_t>();
  const std::int64_t plane = frame.shape()[1] * frame.shape()[2];
  const auto part = [&](std::int64_t c) {
    return static_cast<std::uint32_t>(values[(frame.shape()[0] == 1 ? 0 : c) * plane + pixel]);
  };
  return part(0) << 16 | part(1) << 8 | part(2);
}

// Merges colours with equal upper bits to their mean, with as many bits as 256 colours allow.
Palette paletteOf(const Tensor& frame) {
  struct Sum {
    std::array<std::uint64_t, 3> parts{};
    std::uint64_t count = 0;
    GifByteType index = 0;
  };
  const std::int64_t count = frame.shape()[1] * frame.shape()[2];
  std::map<std::uint32_t, Sum> groups;
  std::uint32_t mask = 0;
  for (int bits = 8; bits > 0; --bits) {
    const std::uint32_t part = (0xffu << (8 - bits)) & 0xffu;
    mask = part << 16 | part << 8 | part;
    groups.clear();
    for (std::int64_t i = 0; i < count && groups.size() <= kMostGifColors; ++i) {
      const std::uint32_t color = colorAt(frame, i);
      Sum& sum = groups[color & mask];
      ++sum.count;
      for (std::size_t c = 0; c < 3; ++c) sum.parts[c] += color >> (16 - 8 * c) & 0xff;
    }
    if (groups.size() <= kMostGifColors) break;
  }
  Palette palette;
  for (auto& entry : groups) {
    Sum& sum = entry.second;
    sum.index = static_cast<GifByteType>(palette.colors.size());
    const auto mean = [&](std::size_t c) {
      return static_cast<GifByteType>((sum.parts[c] + sum.count / 2) / sum.count);
    };
    palette.colors.push_back({mean(0), mean(1), mean(2)});
  }
  palette.pixels.resize(static_cast<std::size_t>(count));
  for (std::int64_t i = 0; i < count; ++i)
    palette.pixels[static_cast<std::size_t>(i)] = groups[colorAt(frame, i) & mask].index;
  return palette;
}

int appendBytes(GifFileType* gif, const GifByteType* bytes, int count) {
  static_cast<std::string*>(gif->UserData)
      ->append(reinterpret_cast<const char*>(bytes), static_cast<std::size_t>(count));
  return count;
}

bool writeRepeat(GifFileType* gif) {
  static constexpr GifByteType kForever[] = {1, 0, 0};
  return EGifPutExtensionLeader(gif, APPLICATION_EXT_FUNC_CODE) == GIF_OK &&
         EGifPutExtensionBlock(gif, 11, "NETSCAPE2.0") == GIF_OK && EGifPutExtensionBlock(gif, 3, kForever) == GIF_OK &&
         EGifPutExtensionTrailer(gif) == GIF_OK;
}

bool writeFrame(GifFileType* gif, const Tensor& frame, int hundredths) {
  Palette palette = paletteOf(frame);
  int size = 2;
  while (size < static_cast<int>(palette.colors.size())) size *= 2;
  palette.colors.resize(static_cast<std::size_t>(size));
  const std::unique_ptr<ColorMapObject, void (*)(ColorMapObject*)> map(GifMakeMapObject(size, palette.colors.data()),
                                                                       GifFreeMapObject);
  const GifByteType control[] = {4, static_cast<GifByteType>(hundredths & 0xff),
                                 static_cast<GifByteType>(hundredths >> 8), 0};
  const int width = static_cast<int>(frame.shape()[2]), height = static_cast<int>(frame.shape()[1]);
  bool good = map && EGifPutExtension(gif, GRAPHICS_EXT_FUNC_CODE, 4, control) == GIF_OK &&
              EGifPutImageDesc(gif, 0, 0, width, height, false, map.get()) == GIF_OK;
  for (int y = 0; good && y < height; ++y)
    good = EGifPutLine(gif, palette.pixels.data() + static_cast<std::ptrdiff_t>(y) * width, width) == GIF_OK;
  return good;
}

}  // namespace

Result<std::string> encodeGif(const std::vector<Tensor>& frames, int hundredths) {
  if (frames.empty()) return fail(ErrorCode::InvalidArgument, "There is no frame to write.");
  if (hundredths < 1 || hundredths > 65535) return fail(ErrorCode::InvalidArgument, "A frame lasts 0.01 to 655 s.");
  const TensorType type = frames.front().type();
  const Shape& shape = type.shape;
  const bool picture = type.dtype == DataType::UInt8 && shape.rank() == 3 && (shape[0] == 1 || shape[0] == 3);
  if (!picture || shape[1] < 1 || shape[2] < 1 || std::max(shape[1], shape[2]) > kMostGifSide ||
      !std::ranges::all_of(frames, [&](const Tensor& frame) { return frame.type() == type; }))
    return fail(ErrorCode::InvalidArgument, "The frames of a GIF are pictures of one size.");
  std::string bytes;
  int problem = 0;
  GifFileType* const gif = EGifOpen(&bytes, appendBytes, &problem);
  if (!gif) return fail(ErrorCode::OutOfMemory, "There is not enough memory to write the GIF.");
  EGifSetGifVersion(gif, true);
  bool good = EGifPutScreenDesc(gif, static_cast<int>(shape[2]), static_cast<int>(shape[1]), 8, 0, nullptr) == GIF_OK &&
              writeRepeat(gif);
  for (const Tensor& frame : frames) good = good && writeFrame(gif, frame, hundredths);
  good = EGifCloseFile(gif, &problem) == GIF_OK && good;
  if (!good) return fail(ErrorCode::Internal, "The GIF could not be written.");
  return bytes;
}

#else

Result<std::string> encodeGif(const std::vector<Tensor>&, int) {
  return fail(ErrorCode::Unsupported, "This build of Fovea cannot write GIFs.", "Install libgif-dev and build again.");
}

#endif

}  // namespace fovea
