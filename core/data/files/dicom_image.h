// Why: scanners and X-ray machines save their pictures as DICOM files: uncompressed, or compressed by run lengths, JPEG
// or JPEG 2000. Source: DICOM PS3.3 (C.7.6.3, C.11.1, C.11.2), PS3.5.
// Thread-safety: all functions may be called from any thread.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/base/result.h"
#include "core/tensor/tensor.h"

namespace fovea {

// Number of bytes at the beginning of a file that nearly always hold its attributes.
inline constexpr std::size_t kDicomHead = 64 << 10;

// The attributes that say how the pixels are stored, and what they mean.
struct DicomPixels {
  std::int64_t width = 0, height = 0;
  std::int64_t frames = 1;
  int samples = 1;  // per pixel: 1 (grey) or 3
  int bitsAllocated = 0, bitsStored = 0, highBit = 0;
  bool isSigned = false;
  bool planar = false;              // all red values of a frame, then all green ones
  std::string photometric;          // "MONOCHROME1" (low values are bright), "MONOCHROME2", "RGB", "YBR_FULL", …
  double slope = 1, intercept = 0;  // from stored values to measured ones, such as Hounsfield units
  struct Window {
    double center = 0, width = 0;
  };
  std::optional<Window> window;   // the range of measured values that is to be seen
  std::optional<double> padding;  // the stored value of pixels outside of what was measured
  std::string transferSyntax;
  bool bigEndian = false;
  bool compressed = false;
  bool bytesInWords = false;  // values of 8 bits are stored in big-endian words: each second byte comes first
  // Place of the value of the attribute Pixel Data; 0 if the content ends before.
  std::size_t begin = 0, bytes = 0;
};

bool isDicom(std::string_view start);

// Reads the attributes; the beginning of a file suffices. Fails with Unsupported (no DICOM file, or one without
// pixels), or Corrupt.
Result<DicomPixels> readDicom(std::string_view content);

// Returns the identifier of the patient from the beginning of a file; empty if there is none.
std::string patientOfDicom(std::string_view start);

// Returns a frame as it is meant to be seen: u8 [1 or 3, H, W]. Of grey values, the window of the file becomes 0 to
// 255, or all values from the lowest to the highest where the file has none. Fails with Corrupt, Unsupported or
// OutOfMemory.
Result<Tensor> decodeDicom(std::string_view content);

// Returns the measured values of a frame: f32 [1 or 3, H, W]. Fails like decodeDicom().
Result<Tensor> decodeDicomValues(std::string_view content);

// Returns the same file with uncompressed pixels. Fails like decodeDicom().
Result<std::string> uncompressedDicom(std::string content);

// Returns a file of one frame of an uncompressed file. Fails with Corrupt if the frame is not there.
Result<std::string> dicomFrame(std::string_view content, std::int64_t frame);

}  // namespace fovea
