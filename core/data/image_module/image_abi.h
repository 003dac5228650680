// Why: OpenCV's image library depends on 140 others, which take longer to load than all the rest of a program. A
// separate module, libfovea_images.so beside the programs, links to it and is loaded when it is first needed: Fovea
// decodes usual JPEG and PNG files by itself. This header is the whole interface of both sides: it uses no type of Fovea.
#pragma once
#include <cstddef>
#include <cstdint>

namespace fovea {

inline constexpr const char* kImageModule = "libfovea_images.so";
inline constexpr const char* kDecodeImage = "fovea_decode_image_1";
inline constexpr const char* kEncodeImage = "fovea_encode_image_1";

enum class PixelFormat {
  BytePlanes,      // u8 [1 or 3][height][width], red first
  FloatPlanes,     // f32 [1 or 3][height][width], red first: the file's own numbers, of 8 or 16 bits or floating-point
  BytesWithAlpha,  // u8 [height][width][4]: red, green, blue, alpha; the upper byte of 16-bit numbers
};

enum class ImageOutcome { Done, Damaged, Refused, OutOfMemory, Failed };

// Provides memory for a decoded image.
class ImageTarget {
 public:
  virtual ~ImageTarget() = default;
  // Memory for an image in the requested format. Null: the caller does not want an image of this size, and the outcome
  // is Refused. Must not throw.
  virtual void* memory(std::int64_t channels, std::int64_t height, std::int64_t width) = 0;
};

// Receives an encoded file in one call. Must not throw.
class FileTarget {
 public:
  virtual ~FileTarget() = default;
  virtual bool write(const std::uint8_t* bytes, std::size_t count) = 0;
};

struct ImageToEncode {
  const std::uint8_t* planes = nullptr;  // u8 [channels][height][width], red first
  int channels = 0, height = 0, width = 0;
  bool png = false;  // false: JPEG
  int quality = 0;   // of JPEG: 1 to 100
};

// Both functions write the library's reason to `reason`, of `reasonBytes` bytes, when the outcome is Failed. They never
// throw. `upright`: apply the orientation that the file states.
using DecodeImage = ImageOutcome (*)(const std::uint8_t* content, std::size_t bytes, PixelFormat format, bool upright,
                                     ImageTarget& target, char* reason, std::size_t reasonBytes);
using EncodeImage = ImageOutcome (*)(const ImageToEncode& image, FileTarget& target, char* reason,
                                     std::size_t reasonBytes);

}  // namespace fovea
