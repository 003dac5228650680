#include "core/data/files/webp_image.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <new>

#include "core/data/files/image_file.h"
#if defined(FOVEA_HAVE_WEBP)
#include <webp/demux.h>
#endif

namespace fovea {
namespace {

constexpr std::size_t kFlags = 20;  // offset of the flags in the chunk VP8X

Error damagedWebp() {
  return fail(ErrorCode::Corrupt, "This WebP image is damaged or cut off.");
}

}  // namespace

bool isAnimatedWebp(std::string_view start) {
  return start.starts_with("RIFF") && start.size() > kFlags && start.substr(8, 8) == "WEBPVP8X" &&
         (start[kFlags] & 2) != 0;
}

Result<std::size_t> countWebpFrames(std::string_view content) {
  std::size_t count = 0, at = 12;
  while (at + 8 <= content.size()) {
    std::size_t length = 0;
    for (std::size_t i = 0; i < 4; ++i)
      length |= static_cast<std::size_t>(static_cast<std::uint8_t>(content[at + 4 + i])) << (8 * i);
    if (length > content.size() - at - 8) return damagedWebp();
    count += content.substr(at, 4) == "ANMF";
    at += 8 + length + length % 2;
  }
  if (count == 0) return damagedWebp();
  return count;
}

#if defined(FOVEA_HAVE_WEBP)
namespace {

Error tooMuch() {
  return fail(ErrorCode::InvalidArgument,
              fmt::format("The frames of this WebP image take more than {} MB.", kMostWebpBytes >> 20),
              "Make it smaller, or take its first frame.");
}

struct WebPCloser {
  void operator()(WebPAnimDecoder* decoder) const { WebPAnimDecoderDelete(decoder); }
};

// Pixels have four bytes, the last one is alpha.
bool isGrey(const std::vector<std::uint8_t>& pixels) {
  for (std::size_t i = 0; i < pixels.size(); i += 4)
    if (pixels[i] != pixels[i + 1] || pixels[i] != pixels[i + 2]) return false;
  return true;
}

Result<Tensor> imageOf(const std::vector<std::uint8_t>& pixels, const WebPAnimInfo& info, bool grey) {
  const std::size_t channels = grey ? 1 : 3;
  FOVEA_TRY(Tensor image,
            Tensor::tryMake({DataType::UInt8, Shape{grey ? 1 : 3, info.canvas_height, info.canvas_width}}));
  auto* to = image.data<std::uint8_t>();
  for (std::size_t c = 0; c < channels; ++c)
    for (std::size_t i = c; i < pixels.size(); i += 4) *to++ = pixels[i];
  return image;
}

}  // namespace

Result<std::vector<Tensor>> decodeWebp(std::string_view content, std::size_t most) try {
  FOVEA_TRY(const ImageHeader header, readImageHeader(content));
  if (4 * header.width * header.height > kMostWebpBytes) return tooMuch();
  WebPAnimDecoderOptions options;
  if (!WebPAnimDecoderOptionsInit(&options))
    return fail(ErrorCode::Unsupported, "This libwebp is of another version than Fovea was built with.");
  options.color_mode = MODE_RGBA;
  options.use_threads = 0;
  const WebPData data{reinterpret_cast<const std::uint8_t*>(content.data()), content.size()};
  const std::unique_ptr<WebPAnimDecoder, WebPCloser> decoder(WebPAnimDecoderNew(&data, &options));
  WebPAnimInfo info{};
  if (!decoder || !WebPAnimDecoderGetInfo(decoder.get(), &info)) return damagedWebp();
  const std::size_t bytes = std::size_t{4} * info.canvas_width * info.canvas_height;
  std::vector<std::vector<std::uint8_t>> frames;
  bool grey = true;
  while (frames.size() < most && WebPAnimDecoderHasMoreFrames(decoder.get())) {
    if ((frames.size() + 1) * bytes > static_cast<std::size_t>(kMostWebpBytes)) return tooMuch();
    std::uint8_t* pixels = nullptr;
    int time = 0;
    if (!WebPAnimDecoderGetNext(decoder.get(), &pixels, &time)) return damagedWebp();
    frames.emplace_back(pixels, pixels + bytes);
    grey = grey && isGrey(frames.back());
  }
  if (frames.empty()) return damagedWebp();
  std::vector<Tensor> images;
  for (const auto& frame : frames) {
    FOVEA_TRY(Tensor image, imageOf(frame, info, grey));
    images.push_back(std::move(image));
  }
  return images;
} catch (const std::bad_alloc&) {
  return fail(ErrorCode::OutOfMemory, "There is not enough memory to decode an image.");
}

#else

Result<std::vector<Tensor>> decodeWebp(std::string_view, std::size_t) {
  return fail(ErrorCode::Unsupported,
              "This build of Fovea cannot decode WebP images that move: it was made without libwebp.",
              "Convert them to GIF or to single pictures, or use a build with libwebp.");
}

#endif

}  // namespace fovea
