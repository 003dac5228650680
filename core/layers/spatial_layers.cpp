#include "core/layers/spatial_layers.h"

#include <fmt/format.h>

namespace fovea {
namespace {

using List = std::vector<std::int64_t>;

const char* placesWord(std::size_t axes) {
  return axes == 1 ? "a signal" : axes == 2 ? "an image" : "a volume";
}

}  // namespace

Field axesField(const char* name, const char* title, const char* help, double minimum, double maximum) {
  Field field = plainField(name, title, help, minimum, maximum);
  field.minimumLength = 1;
  field.maximumLength = 3;
  return field;
}

Status needPlaces(const std::string& subject, const Shape& shape) {
  if (shape.rank() >= 3 && shape.rank() <= 5) return {};
  return fail(ErrorCode::InvalidArgument,
              fmt::format("{} needs an image [C, H, W], a signal [C, L] or a volume [C, D, H, W], but got {}.", subject,
                          inputWords(shape)),
              shape.rank() == 2 ? "Connect it before the layer that flattens the image." : "");
}

std::size_t placeAxes(const Shape& shape) {
  return static_cast<std::size_t>(shape.rank() - 2);
}

Result<List> forAxes(const char* what, const List& list, std::size_t axes) {
  if (list.size() == axes) return list;
  if (allEqual(list)) return List(axes, list.front());
  return fail(ErrorCode::InvalidArgument,
              fmt::format("The {} {} has {} numbers, but {} has {} {}.", what, timesWords(list), list.size(),
                          placesWord(axes), axes, axes == 1 ? "axis" : "axes"),
              "Give one number for each axis, or one for all.");
}

ValueId asImage(LayerBuilder& builder, ValueId value) {
  const Shape shape = builder.shapeOf(value);
  if (shape.rank() != 3) return value;
  return builder.graph().emitOne("reshape", {{"shape", List{0, 0, 1, shape[2]}}}, {value});
}

ValueId likeInput(LayerBuilder& builder, ValueId input, ValueId image) {
  if (!image.valid() || builder.shapeOf(input).rank() != 3) return image;
  return builder.graph().emitOne("reshape", {{"shape", List{0, 0, builder.shapeOf(image)[3]}}}, {image});
}

List asImageList(const List& list, std::int64_t neutral) {
  return list.size() == 1 ? List{neutral, list[0]} : list;
}

List asImagePadding(const List& padding) {
  List sides = asImageList(padding, 0);
  const List after = sides;
  sides.insert(sides.end(), after.begin(), after.end());
  return sides;
}

Result<PoolingLists> poolingLists(const std::string& subject, const PoolingLists& given, const Shape& input) {
  FOVEA_CHECK(needPlaces(subject, input));
  const std::size_t axes = placeAxes(input);
  PoolingLists lists;
  FOVEA_TRY(lists.kernel, forAxes("kernel", given.kernel, axes));
  FOVEA_TRY(lists.stride, forAxes("stride", given.stride, axes));
  FOVEA_TRY(lists.padding, forAxes("padding", given.padding, axes));
  const Window window{lists.kernel, lists.padding};
  FOVEA_CHECK(checkPoolingPadding(window));
  FOVEA_CHECK(checkWindow(input, window));
  return lists;
}

}  // namespace fovea
