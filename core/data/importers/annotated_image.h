// Why: the exports of labelling tools differ in form but mean the same: an image, areas in it, and values that a person
// chose for the image or for an area. Each form is converted to these structures; annotated_source.h does the rest.
#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/json.h"
#include "core/data/importers/outline_source.h"

namespace fovea {

// A value that a person chose: {"label", "cat"}. The name is empty in tools that have one list of classes.
struct ChosenValue {
  std::string name;
  std::string value;
};

struct AnnotatedArea {
  ObjectArea shape;  // its label is chosen later, from `values`
  bool box = false;  // false: an outline or a bitmap
  std::vector<ChosenValue> values;
};

struct AnnotatedImage {
  std::string name;         // as the annotation spells it, with or without folders and ending
  std::int64_t number = 0;  // index of its entry in the file, from 1; 0 for a file of one image
  ImageSize size;           // 0 if the annotation does not state it
  bool shares = false;      // coordinates are shares of the width and height
  bool nearby = false;      // the image lies in the folder of the annotation, or in one beside that
  std::optional<Split> split;
  std::vector<AnnotatedArea> areas;
  std::vector<ChosenValue> values;
  std::string unjudged;  // the reason why the annotation says nothing of the image; empty if it does

  // Each appends an area. Returns false if a number is missing or not valid.
  bool addBox(std::optional<float> left, std::optional<float> top, std::optional<float> width,
              std::optional<float> height, std::vector<ChosenValue> chosen);
  bool addCorners(std::optional<float> left, std::optional<float> top, std::optional<float> right,
                  std::optional<float> bottom, std::vector<ChosenValue> chosen);
  bool addOutline(std::optional<std::vector<float>> outline, std::vector<ChosenValue> chosen);
  bool addEllipse(std::optional<float> x, std::optional<float> y, std::optional<float> radiusX,
                  std::optional<float> radiusY, double degrees, std::vector<ChosenValue> chosen);
};

// The images of one annotation file.
struct AnnotationFile {
  std::vector<AnnotatedImage> images;
  std::vector<std::pair<std::int64_t, std::string>> problems;  // number of an entry, and what is left out of it

  void leaveOut(const AnnotatedImage& image, std::string reason);
};

// The form in which a tool writes its annotations.
struct AnnotationForm {
  const char* tool;
  bool perImage;  // each file describes one image
  // Both receive the content of a file; lines of objects and records of a table arrive as an array of objects.
  bool (*matches)(const Json& content);
  // `name` is the name of the file, relative to the root.
  void (*read)(const Json& content, const std::string& name, AnnotationFile& file);
};

// Returns every form, in the order in which they are tried.
const std::vector<AnnotationForm>& annotationForms();

// The forms of each tool; annotationForms() lists them.
AnnotationForm viaForm();
AnnotationForm viaProjectForm();
AnnotationForm viaTableForm();
AnnotationForm labelStudioForm();
AnnotationForm labelStudioRowsForm();
AnnotationForm datumaroForm();
AnnotationForm fiftyOneLabelsForm();
AnnotationForm fiftyOneSamplesForm();
AnnotationForm superviselyForm();
AnnotationForm superAnnotateForm();
AnnotationForm darwinForm();
AnnotationForm labelboxForm();
AnnotationForm scaleForm();
AnnotationForm groundTruthForm();
AnnotationForm vertexForm();
AnnotationForm autoMlForm();
AnnotationForm customVisionForm();
AnnotationForm prodigyForm();
AnnotationForm trafficSignsForm();
AnnotationForm huggingFaceForm();
AnnotationForm slothForm();
AnnotationForm vottForm();
AnnotationForm azureTableForm();

// Points in any of the forms [[x, y], …], [{"x": 1, "y": 2}, …] and [x, y, …]; nothing if there are fewer than three
// or they are not numbers.
std::optional<std::vector<float>> annotatedPoints(const Json* points);

// Returns "folder/a b.jpg" for "s3://bucket/folder/a%20b.jpg?signature=…" and for "/data/local-files/?d=folder/a
// b.jpg".
std::string pictureOfUrl(std::string_view url);

}  // namespace fovea
