// Why: DICOM files compress their pixels by codecs that picture files hardly ever use: run lengths (PS3.5, annex G) and
// lossless JPEG (ITU-T T.81, annex H). This decodes one frame of them, bounded by the size that the file states.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"

namespace fovea {

struct CodedFrame {
  std::int64_t width = 0, height = 0;
  int samples = 1;  // per pixel
  int bytesPerSample = 1;
};

// Each returns the values of a frame, plane by plane, little-endian. Fails with Corrupt, or Unsupported.
Result<std::string> decodeRunLengths(std::string_view data, const CodedFrame& frame);
Result<std::string> decodeLosslessJpeg(std::string_view data, const CodedFrame& frame);

}  // namespace fovea
