// Exports of labelling tools, one example of each form.
#include "../core/data/base64_support.h"
#include "../core/data/importers/importer_support.h"
#include "parsers.h"

namespace fovea::test {
namespace {

const TemporaryFolder& toolsFolder() {
  static const TemporaryFolder folder;
  static const bool made = [] {
    for (const char* name : {"json/a.png", "lines/a.png", "table/a.png"}) writeBytes(folder / name, greyPng(20, 10, 5));
    return true;
  }();
  (void)made;
  return folder;
}

bool runTool(const std::string& folder, const std::string& file, const std::uint8_t* bytes, std::size_t size) {
  writeBytes(toolsFolder() / folder / file, std::string(textOf(bytes, size)));
  bool read = false;
  for (const char* use : {"boxes", "masks", "labels"}) {
    const auto opened = tryOpen("annotations", toolsFolder() / folder, {{"use", std::string(use)}});
    require(opened.ok() || !opened.error().message.empty(), "an error without words");
    if (!opened.ok()) continue;
    read = true;
    const ImportSource& items = **opened;
    for (const SkippedSample& problem : items.problems())
      require(!problem.reason.empty(), "a problem without a reason");
    for (std::int64_t i = 0; i < std::min<std::int64_t>(items.size(), 2); ++i) {
      const auto item = items.load(i);
      require(item.ok() || !item.error().message.empty(), "an error without words");
    }
  }
  return read;
}

// The name of the file is the image's name in tools that name it so.
bool runToolJson(const std::uint8_t* bytes, std::size_t size) {
  return runTool("json", "a.png.json", bytes, size);
}
bool runToolLines(const std::uint8_t* bytes, std::size_t size) {
  return runTool("lines", "export.jsonl", bytes, size);
}
bool runToolTable(const std::uint8_t* bytes, std::size_t size) {
  return runTool("table", "export.csv", bytes, size);
}

bool runToolTexts(const std::uint8_t* bytes, std::size_t size) {
  const fs::path file = toolsFolder() / "texts.jsonl";
  writeBytes(file, std::string(textOf(bytes, size)));
  const auto opened = tryOpen("csv", file);
  require(opened.ok() || !opened.error().message.empty(), "an error without words");
  for (std::int64_t i = 0; opened.ok() && i < std::min<std::int64_t>((*opened)->size(), 3); ++i) {
    const auto item = (*opened)->load(i);
    require(item.ok() || !item.error().message.empty(), "an error without words");
  }
  return opened.ok();
}

std::vector<std::string> toolSeeds() {
  const std::string bitmap = toBase64(deflated(png(4, 2, std::string("\0\1\1\0\1\1\1\1", 8))));
  return {
      R"({"a.png9": {"filename": "a.png", "size": 9, "regions": [{"shape_attributes": {"name": "rect", "x": 1, "y": 2,
          "width": 3, "height": 4}, "region_attributes": {"label": "x"}}, {"shape_attributes": {"name": "polygon",
          "all_points_x": [1, 5, 5], "all_points_y": [2, 2, 9]}, "region_attributes": {"label": {"y": true}}},
          {"shape_attributes": {"name": "ellipse", "cx": 4, "cy": 4, "rx": 2, "ry": 1, "theta": 0.5},
          "region_attributes": {"label": "x"}}], "file_attributes": {"k": "v"}}})",
      R"({"project": {}, "attribute": {"1": {"aname": "kind", "options": {"0": "cat"}}},
          "file": {"1": {"fname": "a.png"}},
          "view": {"1": {"fid_list": ["1"]}}, "metadata": {"1_a": {"vid": "1", "xy": [2, 4, 5, 10, 4],
          "av": {"1": "0"}},
          "1_b": {"vid": "1", "xy": [7, 1, 1, 5, 1, 5, 4], "av": {"1": "0"}}}})",
      R"([{"id": 1, "annotations": [{"was_cancelled": false, "result": [{"id": "r", "from_name": "l",
          "original_width": 20, "original_height": 10, "value": {"x": 10, "y": 20, "width": 30, "height": 40,
          "rotation": 5, "rectanglelabels": ["cat"]}}, {"from_name": "c", "value": {"choices": ["in"]}},
          {"id": "p", "from_name": "l", "original_width": 20, "original_height": 10, "value": {"polygonlabels": ["dog"],
          "points": [[10, 10], [50, 10], [50, 60]]}}]}], "data": {"image": "/data/upload/a.png"}}])",
      R"([{"image": "a.png", "annotator": 1, "annotation_id": 2, "lead_time": 1.5, "label": [{"x": 1, "y": 2,
          "width": 30,
          "height": 40, "rectanglelabels": ["cat"], "original_width": 20, "original_height": 10}], "c": "in"}])",
      R"({"categories": {"label": {"labels": [{"name": "cat"}]}}, "items": [{"id": "a", "annotations": [{"type": "bbox",
          "label_id": 0, "bbox": [1, 2, 3, 4]}, {"type": "polygon", "label_id": 0, "points": [1, 1, 5, 1, 5, 5]},
          {"type": "label", "label_id": 0}], "image": {"path": "a.png", "size": [10, 20]}}]})",
      R"({"classes": ["cat"], "labels": {"a": [{"label": 0, "bounding_box": [0.1, 0.2, 0.3, 0.4]}, {"label": 0}]}})",
      R"({"samples": [{"filepath": "data/a.png", "tags": ["train"], "g": {"_cls": "Detections", "detections": [{"label":
          "cat", "bounding_box": [0.1, 0.2, 0.3, 0.4]}]}, "p": {"_cls": "Polylines", "polylines": [{"label": "dog",
          "points": [[[0.1, 0.1], [0.5, 0.1], [0.5, 0.5]]]}]}, "c": {"_cls": "Classification", "label": "in"}}]})",
      R"({"tags": [{"name": "in", "value": null}], "size": {"height": 10, "width": 20},
          "objects": [{"classTitle": "cat",
          "geometryType": "rectangle", "points": {"exterior": [[1, 2], [3, 4]], "interior": []}}, {"classTitle": "dog",
          "geometryType": "polygon", "points": {"exterior": [[0, 0], [9, 0], [9, 9]], "interior": [[[2, 1], [8, 1],
          [8, 5]]]}}, {"classTitle": "cat", "geometryType": "bitmap", "bitmap": {"origin": [2, 1], "data": ")" +
          bitmap + R"("}}]})",
      R"({"metadata": {"name": "a.png", "width": 20, "height": 10}, "instances": [{"type": "bbox", "className": "cat",
          "points": {"x1": 1, "y1": 2, "x2": 5, "y2": 6}}, {"type": "ellipse", "className": "cat", "cx": 5, "cy": 5,
          "rx": 2, "ry": 1, "angle": 9}], "tags": ["in"]})",
      R"({"item": {"name": "a.png", "slots": [{"width": 20, "height": 10}]}, "annotations": [{"name": "cat",
          "bounding_box": {"x": 1, "y": 2, "w": 3, "h": 4}}, {"name": "dog", "polygon": {"paths": [[{"x": 1, "y": 1},
          {"x": 5, "y": 1}, {"x": 5, "y": 5}]]}}, {"name": "in", "tag": {}}]})",
      R"([{"task_id": "t", "params": {"attachment": "https://x/a.png"}, "response": {"annotations": [{"label": "cat",
          "left": 1, "top": 2, "width": 3, "height": 4}, {"label": "dog", "vertices": [{"x": 1, "y": 1}, {"x": 5,
          "y": 1}, {"x": 5, "y": 5}]}]}}])",
      R"([{"originalImageUri": "https://x/a.png", "tags": [{"tagName": "in"}], "regions": [{"tagName": "cat",
          "left": 0.1, "top": 0.2, "width": 0.3, "height": 0.4}]}])"};
}

}  // namespace

std::vector<Parser> annotationParsers() {
  return {{"annotations of tools", toolSeeds(), runToolJson},
          {"annotations in lines",
           {R"({"data_row": {"external_id": "a.png"}, )"
            R"("projects": {"p": {"labels": [{"annotations": {"objects": [{"name": "cat", )"
            R"("bounding_box": {"top": 1, "left": 2, "height": 3, "width": 4}}], "classifications": [{"name": "k", )"
            R"("radio_answer": {"name": "in"}}]}}]}}})",
            R"({"source-ref": "s3://b/a.png", "j": {"annotations": [{"class_id": 0, "left": 1, "top": 2, "width": 3, )"
            R"("height": 4}]}, "j-metadata": {"class-map": {"0": "cat"}}})",
            R"({"imageGcsUri": "gs://b/a.png", "classificationAnnotation": {"displayName": "in"}, )"
            R"("boundingBoxAnnotations": )"
            R"([{"displayName": "cat", "xMin": 0.1, "yMin": 0.1, "xMax": 0.4, "yMax": 0.5}]})",
            R"({"image": "a.png", "answer": "accept", "label": "in", "spans": [{"label": "cat", "x": 1, "y": 2, )"
            R"("width": 3, "height": 4}]})"},
           runToolLines},
          {"annotations in tables",
           {"filename,file_attributes,region_shape_attributes,region_attributes\n"
            "a.png,\"{}\",\"{\"\"name\"\":\"\"rect\"\",\"\"x\"\":1,\"\"y\"\":2,\"\"width\"\":3,\"\"height\"\":4}\","
            "\"{\"\"label\"\":\"\"cat\"\"}\"\n",
            "image,id,choice,annotator,annotation_id,lead_time\n/data/upload/a.png,1,cat,1,2,1.5\n",
            "TRAIN,gs://b/a.png,cat,0.1,0.1,,,0.5,0.5,,\nTEST,gs://b/a.png,dog\n"},
           runToolTable},
          {"texts of tools",
           {R"({"id": 1, "text": "one two", "label": ["a"]})"
            "\n"
            R"({"id": 2, "text": "three four", "label": ["b", "c"]})"
            "\n"
            R"({"id": 3, "text": "five six", "label": []})",
            R"({"text": "one two", "_task_hash": 7, "label": "A", "answer": "accept"})"
            "\n"
            R"({"text": "three four", "_task_hash": 8, "label": "A", "answer": "reject"})"
            "\n"
            R"({"text": "five six", "options": [{"id": "a"}], "accept": ["a"], "answer": "accept"})",
            R"({"annotations": [{"result": [{"from_name": "s", "value": {"choices": ["a"]}}]}], )"
            R"("data": {"text": "one two"}})"
            "\n"
            R"({"annotations": [{"result": [{"from_name": "s", "value": {"choices": ["b"]}}]}], )"
            R"("data": {"text": "three"}})"},
           runToolTexts}};
}

}  // namespace fovea::test
