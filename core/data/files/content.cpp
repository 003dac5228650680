#include <cstring>

#include "core/data/files/image_file.h"
#include "core/data/store/sample.h"

namespace fovea {

Status decodeContent(const Content& content, std::uint8_t* target) {
  if (content.encoding != Encoding::Raw)
    return decodeImage({reinterpret_cast<const char*>(content.bytes.data()), content.bytes.size()}, content.type.shape,
                       target);
  std::memcpy(target, content.bytes.data(), content.bytes.size());
  return {};
}

Result<Tensor> decodeContent(const Content& content) {
  FOVEA_TRY(Tensor tensor, Tensor::tryMake(content.type));
  FOVEA_CHECK(decodeContent(content, static_cast<std::uint8_t*>(tensor.raw())));
  return tensor;
}

}  // namespace fovea
