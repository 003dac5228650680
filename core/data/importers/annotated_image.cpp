#include "core/data/importers/annotated_image.h"

#include <algorithm>

#include "core/data/importers/json_fields.h"
#include "core/data/importers/outline_shapes.h"
#include "core/data/importing/names.h"

namespace fovea {
namespace {

constexpr std::size_t kMostOutlineNumbers = 2'000'000;  // limit for one outline

int hexDigit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

std::string percentDecoded(std::string_view text) {
  std::string decoded;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const int high = text[i] == '%' && i + 2 < text.size() ? hexDigit(text[i + 1]) : -1;
    const int low = high >= 0 ? hexDigit(text[i + 2]) : -1;
    decoded += low >= 0 ? static_cast<char>(high * 16 + low) : text[i];
    if (low >= 0) i += 2;
  }
  return decoded;
}

}  // namespace

bool AnnotatedImage::addBox(std::optional<float> left, std::optional<float> top, std::optional<float> width,
                            std::optional<float> height, std::vector<ChosenValue> chosen) {
  if (!left || !top || !width || !height) return false;
  return addCorners(left, top, *left + *width, *top + *height, std::move(chosen));
}

bool AnnotatedImage::addCorners(std::optional<float> left, std::optional<float> top, std::optional<float> right,
                                std::optional<float> bottom, std::vector<ChosenValue> chosen) {
  if (!left || !top || !right || !bottom) return false;
  // Some tools allow a box to be drawn from any corner.
  const auto [first, last] = std::minmax(*left, *right);
  const auto [upper, lower] = std::minmax(*top, *bottom);
  if (!addOutline(outlineOfBox(first, upper, last, lower), std::move(chosen))) return false;
  areas.back().box = true;
  return true;
}

bool AnnotatedImage::addOutline(std::optional<std::vector<float>> outline, std::vector<ChosenValue> chosen) {
  if (!outline || outline->size() < 6) return false;
  AnnotatedArea area;
  area.shape.outline = std::move(*outline);
  area.values = std::move(chosen);
  areas.push_back(std::move(area));
  return true;
}

bool AnnotatedImage::addEllipse(std::optional<float> x, std::optional<float> y, std::optional<float> radiusX,
                                std::optional<float> radiusY, double degrees, std::vector<ChosenValue> chosen) {
  if (!x || !y || !radiusX || !radiusY || *radiusX <= 0 || *radiusY <= 0) return false;
  return addOutline(outlineOfEllipse(*x, *y, *radiusX, *radiusY, degrees), std::move(chosen));
}

void AnnotationFile::leaveOut(const AnnotatedImage& image, std::string reason) {
  if (problems.size() < kListedProblems) problems.emplace_back(image.number, std::move(reason));
}

const std::vector<AnnotationForm>& annotationForms() {
  static const std::vector<AnnotationForm> forms{
      viaForm(),      viaProjectForm(),     viaTableForm(),        labelStudioForm(),  labelStudioRowsForm(),
      datumaroForm(), fiftyOneLabelsForm(), fiftyOneSamplesForm(), superviselyForm(),  superAnnotateForm(),
      darwinForm(),   labelboxForm(),       scaleForm(),           groundTruthForm(),  vertexForm(),
      autoMlForm(),   customVisionForm(),   prodigyForm(),         trafficSignsForm(), huggingFaceForm(),
      slothForm(),    vottForm(),           azureTableForm()};
  return forms;
}

std::optional<std::vector<float>> annotatedPoints(const Json* points) {
  if (!points || !points->is_array() || points->size() > kMostOutlineNumbers) return std::nullopt;
  std::vector<float> numbers;
  for (const Json& point : *points) {
    std::optional<float> x, y;
    if (point.is_number()) {
      x = jsonCoordinate(point);
      if (!x) return std::nullopt;
      numbers.push_back(*x);
      continue;
    }
    if (point.is_array() && point.size() == 2) {
      x = jsonCoordinate(point[0]);
      y = jsonCoordinate(point[1]);
    } else {
      x = jsonCoordinate(point, "x");
      y = jsonCoordinate(point, "y");
    }
    if (!x || !y) return std::nullopt;
    numbers.insert(numbers.end(), {*x, *y});
  }
  if (numbers.size() < 6 || numbers.size() % 2 != 0) return std::nullopt;
  return numbers;
}

std::string pictureOfUrl(std::string_view url) {
  if (const std::size_t local = url.find("?d="); local != std::string_view::npos) {
    url.remove_prefix(local + 3);
  } else if (const std::size_t scheme = url.find("://"); scheme != std::string_view::npos) {
    url.remove_prefix(scheme + 3);
    url = url.substr(0, url.find_first_of("?#"));
  }
  return percentDecoded(url);
}

}  // namespace fovea
