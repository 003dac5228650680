#include "core/data/files/jpeg_image.h"

#include <fmt/format.h>

#include <cassert>
#include <vector>

#include "core/data/files/image_library.h"

#if defined(FOVEA_HAVE_JPEG)
#include <csetjmp>
#include <cstddef>
#include <cstdio>  // before the library's header, which needs it

#include <jerror.h>
#include <jpeglib.h>
#endif

namespace fovea {

#if defined(FOVEA_HAVE_JPEG)
namespace {

// Limits the work: a file of a few bytes can request any number of passes over a large image.
constexpr int kMaximumScans = 100;
// Number of columns beside a part that chroma smoothing may read, and the largest unit to which a part is widened.
constexpr std::int64_t kMargin = 32;

// The library's state followed by the data of its callbacks; plain data only, since errors jump over it.
struct JpegDecoder {
  jpeg_decompress_struct library;
  jpeg_error_mgr errors;
  jpeg_progress_mgr progress;
  std::jmp_buf failed;
  bool outOfMemory;
};

JpegDecoder& decoderOf(j_common_ptr library) {
  return *static_cast<JpegDecoder*>(library->client_data);
}

[[noreturn]] void onError(j_common_ptr library) {
  JpegDecoder& decoder = decoderOf(library);
  decoder.outOfMemory = library->err->msg_code == JERR_OUT_OF_MEMORY;
  std::longjmp(decoder.failed, 1);
}

void onMessage(j_common_ptr) {}

void onProgress(j_common_ptr library) {
  JpegDecoder& decoder = decoderOf(library);
  if (decoder.library.input_scan_number > kMaximumScans) onError(library);
}

// Sets up the decoder; from then on, errors jump to `failed`.
void open(JpegDecoder& decoder) {
  decoder.library.err = ::jpeg_std_error(&decoder.errors);
  decoder.errors.error_exit = onError;
  decoder.errors.output_message = onMessage;
  decoder.library.client_data = &decoder;
  jpeg_create_decompress(&decoder.library);
  decoder.progress.progress_monitor = onProgress;
  decoder.library.progress = &decoder.progress;
}

// Splits pixels of four bytes, the last of which is unused, into planes.
void separatePixels(const std::uint8_t* pixels, std::size_t count, std::uint8_t* red, std::uint8_t* green,
                    std::uint8_t* blue) {
  for (std::size_t i = 0; i < count; ++i) {
    red[i] = pixels[4 * i];
    green[i] = pixels[4 * i + 1];
    blue[i] = pixels[4 * i + 2];
  }
}

enum class Outcome { Done, OtherSize, Damaged, OutOfMemory };

// Nothing in this function has a destructor, since errors jump out of it.
__attribute__((noinline)) Outcome read(JpegDecoder& decoder, std::string_view content, const ImageHeader& header,
                                       const ImagePart& part, std::uint8_t* row, std::uint8_t* target) {
  open(decoder);
  jpeg_decompress_struct& library = decoder.library;
  ::jpeg_mem_src(&library, reinterpret_cast<const unsigned char*>(content.data()), content.size());
  ::jpeg_read_header(&library, TRUE);
  if (library.image_width != header.width || library.image_height != header.height ||
      library.num_components != header.components)
    return Outcome::OtherSize;
  const bool colours = header.components == 3;
  library.out_color_space = colours ? JCS_EXT_RGBX : JCS_GRAYSCALE;
  ::jpeg_start_decompress(&library);
  std::int64_t left = 0;
  if (part.width + 2 * kMargin < header.width) {
    JDIMENSION first = static_cast<JDIMENSION>(part.left > kMargin ? part.left - kMargin : 0);
    const std::int64_t end = std::min(part.left + part.width + kMargin, header.width);
    JDIMENSION width = static_cast<JDIMENSION>(end) - first;
    ::jpeg_crop_scanline(&library, &first, &width);
    left = first;
  }
  // Chroma smoothing reads the row above, which the library discards where rows are skipped.
  const std::int64_t top = part.top > kMargin ? part.top - kMargin : 0;
  if (top > 0) ::jpeg_skip_scanlines(&library, static_cast<JDIMENSION>(top));
  JSAMPROW rows[] = {row};
  for (std::int64_t y = top; y < part.top; ++y) ::jpeg_read_scanlines(&library, rows, 1);
  const std::size_t width = static_cast<std::size_t>(part.width), plane = width * static_cast<std::size_t>(part.height);
  for (std::int64_t y = 0; y < part.height; ++y, target += width) {
    ::jpeg_read_scanlines(&library, rows, 1);
    if (colours)
      separatePixels(row + 4 * (part.left - left), width, target, target + plane, target + 2 * plane);
    else
      std::copy_n(row + (part.left - left), width, target);
  }
  return Outcome::Done;
}

Outcome decode(JpegDecoder& decoder, std::string_view content, const ImageHeader& header, const ImagePart& part,
               std::uint8_t* row, std::uint8_t* target) {
  if (setjmp(decoder.failed) == 0) return read(decoder, content, header, part, row, target);
  return decoder.outOfMemory ? Outcome::OutOfMemory : Outcome::Damaged;
}

}  // namespace

bool isPlainJpeg(const ImageHeader& header) {
  return std::string_view(header.format) == "JPEG" && (header.components == 1 || header.components == 3) &&
         header.bits == 8 && header.orientation == 1 && header.common;
}

Status decodeJpeg(std::string_view content, const ImageHeader& header, const ImagePart& part, std::uint8_t* target) {
  assert(isPlainJpeg(header) && part.left >= 0 && part.top >= 0 && part.width > 0 && part.height > 0 &&
         part.left + part.width <= header.width && part.top + part.height <= header.height);
  static thread_local std::vector<std::uint8_t> row;
  row.resize(static_cast<std::size_t>(4 * header.width));
  JpegDecoder decoder{};
  const Outcome outcome = decode(decoder, content, header, part, row.data(), target);
  ::jpeg_destroy_decompress(&decoder.library);
  switch (outcome) {
    case Outcome::Done:
      return {};
    case Outcome::OtherSize:
      return wrongImageSize(header);
    case Outcome::Damaged:
      return cutOffImage(header);
    case Outcome::OutOfMemory:
      return fail(ErrorCode::OutOfMemory, "There is not enough memory to decode an image.");
  }
  return {};
}

#else

bool isPlainJpeg(const ImageHeader&) {
  return false;
}

Status decodeJpeg(std::string_view, const ImageHeader& header, const ImagePart&, std::uint8_t*) {
  return fail(ErrorCode::Unsupported,
              fmt::format("This build of Fovea cannot decode {} images itself.", header.format));
}

#endif

}  // namespace fovea
