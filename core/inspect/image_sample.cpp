#include "core/inspect/image_sample.h"

#include "core/base/file.h"
#include "core/data/files/image_file.h"
#include "core/data/importers/deep_images.h"

namespace fovea {
namespace {

Result<Tensor> decodedAs(std::string file, const std::string& deep) {
  if (deep == "ask") return decodeImage(file);
  LoadedItem item;
  item.file = std::move(file);
  FOVEA_TRY(item, withDepth(std::move(item), deep));
  return item.input.defined() ? std::move(item.input) : decodeImage(item.file);
}

}  // namespace

Result<ImageSample> readImageSample(const std::filesystem::path& path, const ModelInspector& inspector) {
  FOVEA_TRY(std::string bytes, readFile(path, kMaximumImageFile));
  auto picture = decodedAs(std::move(bytes), inspector.images().form().deep);
  if (!picture.ok()) return picture.error().within(path.string());
  ImageSample image;
  image.picture = std::move(*picture);
  FOVEA_TRY(image.sample, inspector.fitted(image.picture));
  const Shape &from = image.picture.shape(), &to = image.sample.shape();
  image.fit = from == to ? ImageFit{from[1], from[2]} : inspector.images().planFor(from);
  return image;
}

}  // namespace fovea
