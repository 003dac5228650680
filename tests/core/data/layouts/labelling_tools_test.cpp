// Exports of labelling tools and services, rebuilt small from their descriptions: the boxes, outlines and classes that
// come in are those that were drawn.
#include <cmath>

#include "../archive_support.h"
#include "../base64_support.h"
#include "layout_support.h"

namespace fovea::test {
namespace {

constexpr const char* kTools = "annotations: detection";

// Three pictures of 40×20: a cat and a dog on the first, a dog on the second, nothing on the third.
void writeLabelled(const fs::path& folder, const std::string& before = "") {
  writePictures(folder, {before + "a.png", before + "b.png", before + "c.png"}, 40, 20);
}

const std::vector<Box> kFirst{{4, 5, 24, 15, 0}, {30, 10, 38, 18, 1}};
const std::vector<Box> kSecond{{8, 2, 20, 12, 1}};

void expectLabelled(const fs::path& source, const std::string& before = "") {
  const Taken taken = take(source);
  ASSERT_TRUE(taken.source) << taken.words;
  EXPECT_EQ(taken.kind, kTools) << taken.words;
  EXPECT_EQ(taken.classes, (Strings{"cat", "dog"}));
  EXPECT_FALSE(taken.asks) << taken.words;
  ASSERT_EQ(taken.source->size(), 3) << taken.words;
  const auto boxesOf = [&](const char* name) {
    std::vector<Box> boxes = loaded(*taken.source, indexOf(*taken.source, before + name)).boxes;
    for (Box& box : boxes)
      for (float* side : {&box.left, &box.top, &box.right, &box.bottom}) *side = std::round(*side * 100) / 100;
    return boxes;
  };
  EXPECT_EQ(boxesOf("a.png"), kFirst);
  EXPECT_EQ(boxesOf("b.png"), kSecond);
  EXPECT_TRUE(boxesOf("c.png").empty());
}

// Makes {"of": text} of each of the four numbers and the label of a box.
std::string boxJson(const std::string& form, const Box& box, float width = 1, float height = 1) {
  return fmt::format(fmt::runtime(form), fmt::arg("x", box.left / width), fmt::arg("y", box.top / height),
                     fmt::arg("w", (box.right - box.left) / width), fmt::arg("h", (box.bottom - box.top) / height),
                     fmt::arg("r", box.right / width), fmt::arg("b", box.bottom / height),
                     fmt::arg("l", box.label == 0 ? "cat" : "dog"), fmt::arg("i", box.label));
}

std::string boxesJson(const std::string& form, const std::vector<Box>& boxes, float width = 1, float height = 1) {
  std::string all;
  for (const Box& box : boxes) all += (all.empty() ? "" : ", ") + boxJson(form, box, width, height);
  return all;
}

// entry(name, boxes) for the three pictures, joined.
std::string ofPictures(const std::string& between,
                       const std::function<std::string(const std::string&, const std::vector<Box>&)>& entry) {
  return entry("a.png", kFirst) + between + entry("b.png", kSecond) + between + entry("c.png", {});
}

std::string studioTask(const std::string& picture, const std::string& results) {
  return R"({"id": 1, "annotations": [{"id": 7, "was_cancelled": false, "ground_truth": false, "result": [)" + results +
         R"(]}], "predictions": [], "data": {"image": "/data/upload/1/)" + picture + R"("}, "project": 1})";
}

constexpr const char* kStudioBox =
    R"({{"id": "r{x}", "type": "rectanglelabels", "from_name": "label", "original_width": 40, "original_height": 20,
"value": {{"x": {x}, "y": {y}, "width": {w}, "height": {h}, "rotation": 0, "rectanglelabels": ["{l}"]}}}})";

TEST(LabellingTools, LabelStudioJson) {
  const TemporaryFolder folder;
  // Percent of the picture; uploaded files have digits before their names.
  writeLabelled(folder / "s/images", "8a7b6c5d-");
  writeBytes(folder / "s/project.json",
             "[" + ofPictures(",", [](const std::string& name, const std::vector<Box>& boxes) {
               return studioTask("8a7b6c5d-" + name, boxesJson(kStudioBox, boxes, 0.4f, 0.2f));
             }) + "]");
  expectLabelled(folder / "s", "8a7b6c5d-");
  // The pictures as they were before they were uploaded.
  fs::remove_all(folder / "s/images");
  writeLabelled(folder / "s");
  expectLabelled(folder / "s");
  expectLabelled(folder / "s/project.json");
}

TEST(LabellingTools, LabelStudioMinAndCsv) {
  const TemporaryFolder folder;
  constexpr const char* kBox = R"({{"x": {x}, "y": {y}, "width": {w}, "height": {h}, "rotation": 0,
"rectanglelabels": ["{l}"], "original_width": 40, "original_height": 20}})";
  const auto label = [&](const std::vector<Box>& boxes) { return "[" + boxesJson(kBox, boxes, 0.4f, 0.2f) + "]"; };
  writeLabelled(folder / "min");
  writeBytes(folder / "min/p.json", "[" + ofPictures(",", [&](const std::string& name, const std::vector<Box>& boxes) {
                                      return R"({"image": "/data/upload/1/)" + name + R"(", "id": 3, )" +
                                             (boxes.empty() ? "" : "\"label\": " + label(boxes) + ", ") +
                                             R"("annotator": 1, "annotation_id": 8, "lead_time": 1.5})";
                                    }) + "]");
  expectLabelled(folder / "min");
  writeLabelled(folder / "csv");
  writeBytes(folder / "csv/p.csv", "image,id,label,annotator,annotation_id,lead_time\n" +
                                       ofPictures("\n",
                                                  [&](const std::string& name, const std::vector<Box>& boxes) {
                                                    std::string cell;
                                                    for (const char c : boxes.empty() ? std::string() : label(boxes))
                                                      cell += c == '"' ? "\"\"" : std::string(1, c);
                                                    return "/data/upload/1/" + name + ",3,\"" + cell + "\",1,8,1.5";
                                                  }) +
                                       "\n");
  expectLabelled(folder / "csv");
}

TEST(LabellingTools, ChoicesOfLabelStudioAreClasses) {
  const TemporaryFolder folder;
  const auto choice = [](const char* name, const char* text) {
    return studioTask(
        name, fmt::format(R"({{"type": "choices", "from_name": "kind", "value": {{"choices": ["{}"]}}}})", text));
  };
  writeLabelled(folder / "s");
  writeBytes(folder / "s/p.json", "[" + choice("a.png", "ripe") + "," + choice("b.png", "raw") + "," +
                                      R"({"id": 3, "annotations": [], "data": {"image": "/data/upload/1/c.png"}}])");
  const Taken taken = take(folder / "s");
  ASSERT_TRUE(taken.source) << taken.words;
  EXPECT_EQ(taken.kind, "annotations: classification");
  EXPECT_EQ(classOf(*taken.source, "a.png"), "ripe");
  EXPECT_EQ(classOf(*taken.source, "b.png"), "raw");
  EXPECT_EQ(taken.source->size(), 2) << "nobody looked at the third";
  EXPECT_TRUE(contains(taken.words, "nobody annotated this image")) << taken.words;
  // Several choices of one image.
  writeBytes(folder / "s/p.json", "[" + choice("a.png", "ripe\", \"red") + "," + choice("b.png", "raw") + "]");
  const Taken several = take(folder / "s");
  EXPECT_EQ(several.kind, "annotations: multi_label") << several.words;
  EXPECT_EQ(loaded(*several.source, 0).labels.size(), 2u);
}

TEST(LabellingTools, OutlinesOfLabelStudioAreAskedAbout) {
  const TemporaryFolder folder;
  writePictures(folder / "s", {"a.png"}, 40, 20);
  writeBytes(folder / "s/p.json",
             "[" + studioTask("a.png", R"({"id": "p", "from_name": "label", "original_width": 40, "original_height": 20,
"value": {"points": [[10, 10], [50, 10], [50, 60], [10, 60]], "polygonlabels": ["leaf"]}})") +
                 "]");
  const Taken taken = take(folder / "s");
  EXPECT_TRUE(taken.asks) << taken.words;
  EXPECT_TRUE(contains(taken.words, "use=masks")) << taken.words;
  const Taken masks = take(folder / "s", {{"use", std::string("masks")}}, "annotations");
  EXPECT_EQ(masks.kind, "annotations: segmentation");
  const Tensor mask = loaded(*masks.source, 0).target;
  const auto values = mask.values<std::uint8_t>();
  EXPECT_EQ(std::count(values.begin(), values.end(), 1), 16 * 10);
  const Taken boxes = take(folder / "s", {{"use", std::string("boxes")}}, "annotations");
  EXPECT_EQ(loaded(*boxes.source, 0).boxes, (std::vector<Box>{{4, 2, 20, 12, 0}}));
}

std::string viaEntry(const std::string& name, const std::vector<Box>& boxes, const std::string& attribute = "label") {
  return "\"" + name + "1234\": {\"filename\": \"" + name + "\", \"size\": 1234, \"regions\": [" +
         boxesJson(R"({{"shape_attributes": {{"name": "rect", "x": {x}, "y": {y}, "width": {w}, "height": {h}}},
"region_attributes": {{")" +
                       attribute + R"(": "{l}"}}}})",
                   boxes) +
         "], \"file_attributes\": {}}";
}

TEST(LabellingTools, VggImageAnnotator) {
  const TemporaryFolder folder;
  const std::string regions =
      "{" +
      ofPictures(",", [](const std::string& name, const std::vector<Box>& boxes) { return viaEntry(name, boxes); }) +
      "}";
  writeLabelled(folder / "v");
  writeBytes(folder / "v/via_region_data.json", regions);
  expectLabelled(folder / "v");
  writeBytes(folder / "v/via_region_data.json", R"({"_via_settings": {}, "_via_img_metadata": )" + regions + "}");
  expectLabelled(folder / "v");
  fs::remove(folder / "v/via_region_data.json");
  writeBytes(folder / "v/via.csv",
             "filename,file_size,file_attributes,region_count,region_id,region_shape_attributes,region_attributes\n" +
                 ofPictures("", [](const std::string& name, const std::vector<Box>& boxes) {
                   std::string rows;
                   for (const Box& box : boxes)
                     rows += name +
                             boxJson(R"(,9,"{{}}",2,0,"{{""name"":""rect"",""x"":{x},""y"":{y},""width"":{w},)"
                                     R"(""height"":{h}}}","{{""label"":""{l}""}}")",
                                     box) +
                             "\n";
                   return rows.empty() ? name + ",9,\"{}\",0,0,\"{}\",\"{}\"\n" : rows;
                 }));
  expectLabelled(folder / "v");
}

TEST(LabellingTools, VggImageAnnotatorHasSplitsShapesAndAttributes) {
  const TemporaryFolder folder;
  for (const char* split : {"train", "val"}) {
    writePictures(folder / "v" / split, {"a.png"}, 40, 20);
    writeBytes(folder / "v" / split / "via_region_data.json",
               R"({"a.png9": {"filename": "a.png", "size": 9, "regions": {
"0": {"shape_attributes": {"name": "circle", "cx": 10, "cy": 10, "r": 4}, "region_attributes": {"kind": "nut"}},
"1": {"shape_attributes": {"name": "polygon", "all_points_x": [1, 5, 5], "all_points_y": [2, 2, 9]},
      "region_attributes": {"kind": {"bolt": true, "nut": false}}},
"2": {"shape_attributes": {"name": "point", "cx": 1, "cy": 1}, "region_attributes": {"kind": "nut"}}}}})");
  }
  const Taken asked = take(folder / "v");
  EXPECT_TRUE(asked.asks) << asked.words;
  const Taken taken = take(folder / "v", {{"use", std::string("boxes")}}, "annotations");
  ASSERT_TRUE(taken.source) << taken.words;
  EXPECT_EQ(taken.splits, "train 1, validation 1");
  EXPECT_EQ(taken.classes, (Strings{"bolt", "nut"}));
  EXPECT_TRUE(contains(taken.words, "a region (point) has no area")) << taken.words;
  const std::vector<Box> boxes = loaded(*taken.source, 0).boxes;
  ASSERT_EQ(boxes.size(), 2u);
  EXPECT_NEAR(boxes[0].left, 6, 0.01);
  EXPECT_NEAR(boxes[0].bottom, 14, 0.01);
  EXPECT_EQ(boxes[1], (Box{1, 2, 5, 9, 0}));
  // Several attributes are asked about.
  writeLabelled(folder / "w");
  writeBytes(folder / "w/via.json", "{" + viaEntry("a.png", kFirst, "colour\": \"red\", \"kind") + "}");
  const Taken several = take(folder / "w");
  EXPECT_TRUE(several.asks) << several.words;
  EXPECT_TRUE(contains(several.words, "attribute=kind")) << several.words;
  EXPECT_TRUE(contains(several.words, "left out, 2")) << several.words;
  EXPECT_EQ(take(folder / "w", {{"attribute", std::string("kind")}}, "annotations").classes, (Strings{"cat", "dog"}));
}

TEST(LabellingTools, VggImageAnnotator3) {
  const TemporaryFolder folder;
  writeLabelled(folder / "v");
  writeBytes(folder / "v/project.json", R"({"project": {}, "attribute": {"1": {"aname": "kind", "type": 4,
"options": {"0": "cat", "1": "dog"}}}, "file": {"1": {"fid": "1", "fname": "a.png"}, "2": {"fid": "2",
          "fname": "b.png"},
"3": {"fid": "3", "fname": "c.png"}}, "view": {"1": {"fid_list": ["1"]}, "2": {"fid_list": ["2"]},
"3": {"fid_list": ["3"]}}, "metadata": {"1_a": {"vid": "1", "z": [], "xy": [2, 4, 5, 20, 10], "av": {"1": "0"}},
"1_b": {"vid": "1", "z": [], "xy": [2, 30, 10, 8, 8], "av": {"1": "1"}},
"2_c": {"vid": "2", "z": [], "xy": [2, 8, 2, 12, 10], "av": {"1": "1"}}}})");
  expectLabelled(folder / "v");
}

TEST(LabellingTools, Datumaro) {
  const TemporaryFolder folder;
  const auto json = [](const std::string& annotations) {
    return R"({"info": {}, "categories": {"label": {"labels": [{"name": "cat"}, {"name": "dog"}]}}, "items": [)" +
           annotations + "]}";
  };
  writeLabelled(folder / "d/images/default");
  writeBytes(folder / "d/annotations/default.json",
             json(ofPictures(",", [](const std::string& name, const std::vector<Box>& boxes) {
               return R"({"id": ")" + name.substr(0, 1) + R"(", "annotations": [)" +
                      boxesJson(R"({{"type": "bbox", "label_id": {i}, "bbox": [{x}, {y}, {w}, {h}]}})", boxes) +
                      R"(], "image": {"path": ")" + name + R"(", "size": [20, 40]}})";
             })));
  expectLabelled(folder / "d");
  fs::remove_all(folder / "d");
  for (const char* split : {"train", "val"}) {
    writePictures(folder / "d/images" / split, {"a.png"}, 40, 20);
    writeBytes(folder / "d/annotations" / (std::string(split) + ".json"),
               json(fmt::format(R"({{"id": "a", "annotations": [{{"type": "label", "label_id": {}}}]}})",
                                split[0] == 'v' ? 1 : 0)));
  }
  const Taken classes = take(folder / "d");
  EXPECT_EQ(classes.kind, "annotations: classification") << classes.words;
  EXPECT_EQ(classes.splits, "train 1, validation 1");
  EXPECT_EQ(classOf(*classes.source, "val/a.png"), "dog");
}

TEST(LabellingTools, FiftyOne) {
  const TemporaryFolder folder;
  constexpr const char* kBox = R"({{"label": {i}, "bounding_box": [{x}, {y}, {w}, {h}], "confidence": null}})";
  writeLabelled(folder / "f/data");
  writeBytes(folder / "f/labels.json", R"({"classes": ["cat", "dog"], "labels": {)" +
                                           ofPictures(",",
                                                      [&](const std::string& name, const std::vector<Box>& boxes) {
                                                        return "\"" + name.substr(0, 1) + "\": [" +
                                                               boxesJson(kBox, boxes, 40, 20) + "]";
                                                      }) +
                                           "}}");
  expectLabelled(folder / "f");
  writeBytes(folder / "f/labels.json", R"({"classes": ["cat", "dog"], "labels": {"a": 1, "b": 0, "c": null}})");
  const Taken classes = take(folder / "f");
  EXPECT_EQ(classes.kind, "annotations: classification") << classes.words;
  EXPECT_EQ(classOf(*classes.source, "a.png"), "dog");
  EXPECT_EQ(classes.source->size(), 2);
  EXPECT_TRUE(contains(classes.words, "it has no label")) << classes.words;
  fs::remove(folder / "f/labels.json");
  constexpr const char* kDetection = R"({{"_cls": "Detection", "label": "{l}", "bounding_box": [{x}, {y}, {w}, {h}]}})";
  writeBytes(folder / "f/samples.json",
             R"({"samples": [)" + ofPictures(",", [&](const std::string& name, const std::vector<Box>& boxes) {
               return R"({"filepath": "data/)" + name +
                      R"(", "tags": [], "ground_truth": {"_cls": "Detections", "detections": [)" +
                      boxesJson(kDetection, boxes, 40, 20) + "]}}";
             }) + "]}");
  expectLabelled(folder / "f");
}

TEST(LabellingTools, Supervisely) {
  const TemporaryFolder folder;
  const fs::path root = folder / "s";
  writeBytes(root / "meta.json", R"({"classes": [{"title": "cat", "shape": "rectangle"}], "tags": []})");
  writeLabelled(root / "ds0/img");
  const auto write = [&](const std::string& name, const std::string& objects, const std::string& tags = "") {
    writeBytes(root / "ds0/ann" / (name + ".json"), R"({"description": "", "tags": [)" + tags +
                                                        R"(], "size": {"height": 20, "width": 40}, "objects": [)" +
                                                        objects + "]}");
  };
  // The last corner is the last pixel.
  ofPictures("", [&](const std::string& name, std::vector<Box> boxes) {
    for (Box& box : boxes) --box.right, --box.bottom;
    write(name, boxesJson(R"({{"classTitle": "{l}", "geometryType": "rectangle", "tags": [],
"points": {{"exterior": [[{x}, {y}], [{r}, {b}]], "interior": []}}}})",
                          boxes));
    return std::string();
  });
  expectLabelled(root);
  // A polygon with a hole, and a bitmap.
  const std::string bitmap = deflated(png(4, 2, std::string("\0\1\1\0\1\1\1\1", 8)));
  write("a.png",
        R"({"classTitle": "cat", "geometryType": "polygon", "points": {"exterior": [[0, 0], [10, 0], [10, 10], [0, 10]],
"interior": [[[2, 2], [8, 2], [8, 8], [2, 8]]]}})");
  write("b.png", R"({"classTitle": "dog", "geometryType": "bitmap", "bitmap": {"origin": [5, 6], "data": ")" +
                     toBase64(bitmap) + "\"}}");
  write("c.png", R"({"classTitle": "dog", "geometryType": "point", "points": {"exterior": [[1, 1]], "interior": []}})");
  const Taken masks = take(root, {{"use", std::string("masks")}}, "annotations");
  ASSERT_TRUE(masks.source) << masks.words;
  EXPECT_EQ(masks.classes, (Strings{"background", "cat", "dog"}));
  const Tensor first = loaded(*masks.source, 0).target, second = loaded(*masks.source, 1).target;
  EXPECT_EQ(std::ranges::count(first.values<std::uint8_t>(), 1), 100 - 36);
  EXPECT_EQ(std::ranges::count(second.values<std::uint8_t>(), 2), 6);
  EXPECT_EQ(second.values<std::uint8_t>()[6 * 40 + 5], 0);
  EXPECT_EQ(second.values<std::uint8_t>()[6 * 40 + 6], 2);
  EXPECT_TRUE(contains(masks.words, "\"point\" is not read")) << masks.words;
  // Tags of images are classes.
  write("a.png", "", R"({"name": "indoor", "value": null})");
  write("b.png", "", R"({"name": "outdoor", "value": null}, {"name": "val", "value": null})");
  write("c.png", "", R"({"name": "indoor", "value": null})");
  const Taken tags = take(root);
  EXPECT_EQ(tags.kind, "annotations: classification") << tags.words;
  EXPECT_EQ(classOf(*tags.source, "b.png"), "outdoor");
  EXPECT_EQ(tags.splits, "validation 1, open 2");
}

TEST(LabellingTools, SuperAnnotateAndDarwin) {
  const TemporaryFolder folder;
  writeLabelled(folder / "s");
  writeLabelled(folder / "d/images");
  ofPictures("", [&](const std::string& name, const std::vector<Box>& boxes) {
    writeBytes(
        folder / "s" / (name + "___objects.json"),
        R"({"metadata": {"name": ")" + name + R"(", "width": 40, "height": 20}, "instances": [)" +
            boxesJson(
                R"({{"type": "bbox", "className": "{l}", "points": {{"x1": {x}, "y1": {y}, "x2": {r}, "y2": {b}}}}})",
                boxes) +
            "]}");
    writeBytes(
        folder / "d/annotations" / (name.substr(0, 1) + ".json"),
        R"({"version": "2.0", "item": {"name": ")" + name +
            R"(", "slots": [{"width": 40, "height": 20}]}, "annotations": [)" +
            boxesJson(R"({{"name": "{l}", "bounding_box": {{"x": {x}, "y": {y}, "w": {w}, "h": {h}}}}})", boxes) +
            "]}");
    return std::string();
  });
  writeBytes(folder / "s/classes/classes.json", R"([{"id": 1, "name": "cat"}])");
  expectLabelled(folder / "s");
  expectLabelled(folder / "d");
}

TEST(LabellingTools, Services) {
  const TemporaryFolder folder;
  const auto check = [&](const char* file, const std::string& begin, const std::string& between, const std::string& end,
                         const std::function<std::string(const std::string&, const std::vector<Box>&)>& entry) {
    fs::remove_all(folder / "s");
    writeLabelled(folder / "s");
    writeBytes(folder / "s" / file, begin + ofPictures(between, entry) + end);
    SCOPED_TRACE(file);
    expectLabelled(folder / "s");
  };
  check("labelbox.ndjson", "", "\n", "\n", [](const std::string& name, const std::vector<Box>& boxes) {
    return R"({"data_row": {"external_id": ")" + name +
           R"("}, "media_attributes": {"height": 20, "width": 40}, "projects":)" +
           R"({"p": {"labels": [{"annotations": {"objects": [)" +
           boxesJson(R"({{"name": "{l}", "bounding_box": {{"top": {y}, "left": {x}, "height": {h}, "width": {w}}}}})",
                     boxes) +
           R"(], "classifications": []}}]}}})";
  });
  check("scale.json", "[", ",", "]", [](const std::string& name, const std::vector<Box>& boxes) {
    return R"({"task_id": "t", "params": {"attachment": "https://x/y/)" + name +
           R"(?v=1"}, "response": {"annotations": [)" +
           boxesJson(R"({{"label": "{l}", "left": {x}, "top": {y}, "width": {w}, "height": {h}}})", boxes) + "]}}";
  });
  check("output.manifest", "", "\n", "\n", [](const std::string& name, const std::vector<Box>& boxes) {
    return R"({"source-ref": "s3://b/)" + name +
           R"(", "job": {"image_size": [{"width": 40, "height": 20}], "annotations": [)" +
           boxesJson(R"({{"class_id": {i}, "left": {x}, "top": {y}, "width": {w}, "height": {h}}})", boxes) +
           R"(]}, "job-metadata": {"class-map": {"0": "cat", "1": "dog"}, "type": "groundtruth/object-detection"}})";
  });
  check("vertex.jsonl", "", "\n", "\n", [](const std::string& name, const std::vector<Box>& boxes) {
    return R"({"imageGcsUri": "gs://b/)" + name + R"(", "boundingBoxAnnotations": [)" +
           boxesJson(R"({{"displayName": "{l}", "xMin": {x}, "yMin": {y}, "xMax": {r}, "yMax": {b}}})", boxes, 40, 20) +
           "]}";
  });
  check("azure.json", "[", ",", "]", [](const std::string& name, const std::vector<Box>& boxes) {
    return R"({"id": "g", "originalImageUri": "https://x/)" + name + R"(", "tags": [], "regions": [)" +
           boxesJson(R"({{"tagName": "{l}", "left": {x}, "top": {y}, "width": {w}, "height": {h}}})", boxes, 40, 20) +
           "]}";
  });
  check("prodigy.jsonl", "", "\n", "\n", [](const std::string& name, const std::vector<Box>& boxes) {
    return R"({"image": ")" + name + R"(", "width": 40, "height": 20, "answer": "accept", "spans": [)" +
           boxesJson(R"({{"label": "{l}", "x": {x}, "y": {y}, "width": {w}, "height": {h}}})", boxes) + "]}";
  });
}

TEST(LabellingTools, TagsOfCvatAreClasses) {
  const TemporaryFolder folder;
  const fs::path root = folder / "c";
  writeLabelled(root / "images");
  const auto xml = [](const std::string& first) {
    return R"(<annotations><meta><task/></meta><image name="a.png" width="40" height="20">)" + first +
           R"(<tag label="dog"/></image><image name="b.png" width="40" height="20"><tag label="cat"/></image>
<image name="c.png" width="40" height="20"/></annotations>)";
  };
  writeBytes(root / "annotations.xml", xml(""));
  const Taken taken = take(root);
  ASSERT_TRUE(taken.source) << taken.words;
  EXPECT_EQ(taken.kind, "cvat: classification") << taken.words;
  EXPECT_EQ(classOf(*taken.source, "a.png"), "dog");
  EXPECT_EQ(classOf(*taken.source, "b.png"), "cat");
  EXPECT_TRUE(contains(taken.words, "c.png has no class")) << taken.words;
  // Tags beside boxes are mentioned.
  writeBytes(root / "annotations.xml", xml(R"(<box label="ear" xtl="1" ytl="2" xbr="3" ybr="4"/>)"));
  const Taken boxes = take(root);
  EXPECT_EQ(boxes.kind, "cvat: detection") << boxes.words;
  EXPECT_TRUE(contains(boxes.words, "use=labels")) << boxes.words;
  EXPECT_EQ(take(root, {{"use", std::string("labels")}}, "cvat").classes, (Strings{"cat", "dog"}));
}

TEST(LabellingTools, FlagsAndBitmapsOfLabelMe) {
  const TemporaryFolder folder;
  const auto write = [&](const std::string& name, const std::string& flags, const std::string& shapes) {
    writePictures(folder / "l", {name + ".png"}, 40, 20);
    writeBytes(folder / "l" / (name + ".json"),
               R"({"flags": {)" + flags + R"(}, "shapes": [)" + shapes + R"(], "imagePath": ")" + name + R"(.png"})");
  };
  write("a", R"("indoor": true, "outdoor": false)", "");
  write("b", R"("indoor": false, "outdoor": true)", "");
  const Taken taken = take(folder / "l");
  ASSERT_TRUE(taken.source) << taken.words;
  EXPECT_EQ(taken.kind, "labelme: classification") << taken.words;
  EXPECT_EQ(taken.classes, (Strings{"indoor", "outdoor"}));
  EXPECT_EQ(classOf(*taken.source, "b.png"), "outdoor");
  const std::string bitmap = toBase64(png(4, 2, std::string("\0\1\1\0\1\1\1\1", 8)));
  write("a", R"("indoor": true)",
        R"({"label": "cup", "shape_type": "mask", "points": [[5, 6], [8, 7]], "mask": ")" + bitmap + "\"}");
  const Taken boxes = take(folder / "l");
  EXPECT_EQ(boxes.kind, "labelme: detection") << boxes.words;
  EXPECT_EQ(loaded(*boxes.source, 0).boxes, (std::vector<Box>{{5, 6, 9, 8, 0}}));
  EXPECT_TRUE(contains(boxes.words, "the flags of the images: left out")) << boxes.words;
  const Taken masks = take(folder / "l", {{"use", std::string("masks")}}, "labelme");
  const Tensor mask = loaded(*masks.source, 0).target;
  EXPECT_EQ(std::ranges::count(mask.values<std::uint8_t>(), 1), 6);
}

TEST(LabellingTools, LabelMeInXml) {
  const TemporaryFolder folder;
  const auto object = [](const char* name, const char* more, int deleted) {
    return fmt::format(
        "<object><name>{}</name><deleted>{}</deleted>{}<polygon><pt><x>4</x><y>5</y></pt><pt><x>24</x>"
        "<y>5</y></pt><pt><x>24</x><y>15</y></pt><pt><x>4</x><y>15</y></pt></polygon></object>",
        name, deleted, more);
  };
  writePictures(folder / "l/default", {"a.png"}, 40, 20);
  const auto write = [&](const std::string& objects) {
    writeBytes(folder / "l/default/a.xml", "<annotation><filename>a.png</filename>" + objects + "</annotation>");
  };
  write(object("cat", "<type>bounding_box</type>", 0) + object("dog", "<type>bounding_box</type>", 1));
  const Taken taken = take(folder / "l");
  EXPECT_EQ(taken.kind, "voc: detection") << taken.words;
  EXPECT_EQ(loaded(*taken.source, 0).boxes, (std::vector<Box>{{4, 5, 24, 15, 0}}));
  EXPECT_EQ(taken.classes, Strings{"cat"});
  write(object("cat", "", 0));
  EXPECT_TRUE(contains(take(folder / "l").words, "the outlines of objects: boxes around them"))
      << take(folder / "l").words;
}

TEST(LabellingTools, CocoOfLabelStudioOnWindows) {
  const TemporaryFolder folder;
  writeLabelled(folder / "c/images");
  writeBytes(folder / "c/result.json",
             R"({"images": [{"id": 0, "file_name": "images\\a.png", "width": 40, "height": 20}],
"annotations": [{"id": 0, "image_id": 0, "category_id": 0, "bbox": [4, 5, 20, 10]}],
"categories": [{"id": 0, "name": "cat"}]})");
  const Taken taken = take(folder / "c");
  EXPECT_EQ(taken.kind, "coco: detection") << taken.words;
  EXPECT_EQ(loaded(*taken.source, 0).boxes, (std::vector<Box>{{4, 5, 24, 15, 0}}));
}

TEST(LabellingTools, CamVidOfCvat) {
  const TemporaryFolder folder;
  for (const char* name : {"a", "b"}) {
    writePictures(folder / "c/default", {std::string(name) + ".png"}, 4, 3);
    writeBytes(
        folder / "c/defaultannot" / (std::string(name) + ".png"),
        png(4, 3, std::string("\0\0\0\x80\0\0\0\0\0\x80\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0", 36), 2));
  }
  writeBytes(folder / "c/label_colors.txt", "# r g b label\n0 0 0 background\n128 0 0 cat\n");
  writeBytes(folder / "c/default.txt", "/default/a.png /defaultannot/a.png\n/default/b.png /defaultannot/b.png\n");
  const Taken taken = take(folder / "c");
  ASSERT_TRUE(taken.source) << taken.words;
  EXPECT_EQ(taken.kind, "masks: segmentation") << taken.words;
  EXPECT_EQ(taken.classes, (Strings{"background", "cat"}));
  EXPECT_EQ(taken.source->size(), 2);
}

TEST(LabellingTools, AutoMl) {
  const TemporaryFolder folder;
  writeLabelled(folder / "m");
  const auto rows = [](const std::string& split, const std::string& name, const std::vector<Box>& boxes) {
    std::string text;
    for (const Box& box : boxes)
      text += split + ",gs://bucket/d/" + name + boxJson(",{l},{x},{y},,,{r},{b},,\n", box, 40, 20);
    return boxes.empty() ? split + ",gs://bucket/d/" + name + ",,,,,,,,,\n" : text;
  };
  writeBytes(folder / "m/labels.csv",
             rows("TRAIN", "a.png", kFirst) + rows("VALIDATION", "b.png", kSecond) + rows("UNASSIGNED", "c.png", {}));
  expectLabelled(folder / "m");
  EXPECT_EQ(take(folder / "m").splits, "train 1, validation 1, open 1");
  writeBytes(folder / "m/labels.csv", "TRAIN,gs://b/a.png,ripe\nTEST,gs://b/b.png,raw\nTRAIN,gs://b/c.png,raw\n");
  const Taken classes = take(folder / "m");
  EXPECT_EQ(classes.kind, "annotations: classification") << classes.words;
  EXPECT_EQ(classes.splits, "train 2, test 1");
  EXPECT_EQ(classOf(*classes.source, "b.png"), "raw");
}

// The classes of the texts in the lines of a file; "-" for none.
std::string textClasses(const fs::path& file, const std::string& content) {
  writeBytes(file, content);
  const Taken taken = take(file);
  if (!taken.source) return taken.words;
  std::string classes = taken.kind + ":";
  for (std::int64_t i = 0; i < taken.source->size(); ++i) {
    const std::int32_t label = taken.source->item(i).label;
    if (label >= 0) classes += " " + taken.classes[static_cast<std::size_t>(label)];
    if (taken.source->task() != Task::MultiLabel) continue;
    classes += " ";
    for (const std::int32_t each : loaded(*taken.source, i).labels)
      classes += "+" + taken.classes[static_cast<std::size_t>(each)];
  }
  if (taken.asks) classes += " asks " + taken.words;
  return classes;
}

TEST(LabellingTools, TextsOfDoccano) {
  const TemporaryFolder folder;
  const auto line = [](int i, const char* label) {
    return fmt::format("{{\"id\": {}, \"text\": \"the {} words of a text\", \"label\": {}, \"Comments\": []}}\n", i, i,
                       label);
  };
  EXPECT_EQ(textClasses(folder / "a.jsonl", line(1, R"(["good"])") + line(2, R"(["bad"])") + line(3, R"(["good"])") +
                                                line(4, "[]") + line(5, R"(["bad"])")),
            "csv: classification: good bad good bad");
  EXPECT_EQ(textClasses(folder / "b.jsonl", line(1, R"(["good", "long"])") + line(2, R"(["bad"])") +
                                                line(3, R"(["good"])") + line(4, R"(["long", "bad"])")),
            "csv: multi_label: +good+long +bad +good +bad+long");
  // Marks inside of a text are no classes of it.
  EXPECT_TRUE(contains(textClasses(folder / "c.jsonl", lines(6, [&](int i) { return line(i, R"([[0, 3, "PER"]])"); })),
                       " asks "));
}

TEST(LabellingTools, TextsOfProdigy) {
  const TemporaryFolder folder;
  const auto line = [](int i, const std::string& more) {
    return fmt::format("{{\"text\": \"the {} words of a text\", \"_task_hash\": {}, {}}}\n", i, i * 77, more);
  };
  // One label, which is accepted or rejected; what is ignored has no class.
  EXPECT_EQ(textClasses(folder / "a.jsonl", line(1, R"("label": "SPAM", "answer": "accept")") +
                                                line(2, R"("label": "SPAM", "answer": "reject")") +
                                                line(3, R"("label": "SPAM", "answer": "ignore")") +
                                                line(4, R"("label": "SPAM", "answer": "reject")")),
            "csv: classification: SPAM not SPAM not SPAM");
  // Several labels: a rejected one says only what the class is not.
  EXPECT_EQ(textClasses(folder / "b.jsonl", line(1, R"("label": "GOOD", "answer": "accept")") +
                                                line(2, R"("label": "BAD", "answer": "accept")") +
                                                line(3, R"("label": "BAD", "answer": "reject")") +
                                                line(4, R"("label": "BAD", "answer": "accept")")),
            "csv: classification: GOOD BAD BAD");
  // The answers are no column of their own, also where there is nothing else.
  const auto bare = [](const char* label, const char* answer) {
    return fmt::format(R"({{"text": "some words of {}", "label": "{}", "answer": "{}"}})", label, label, answer) + "\n";
  };
  EXPECT_EQ(textClasses(folder / "d.jsonl", bare("GOOD", "accept") + bare("BAD", "accept") + bare("BAD", "reject") +
                                                bare("GOOD", "accept")),
            "csv: classification: GOOD BAD GOOD");
  EXPECT_EQ(textClasses(folder / "c.jsonl",
                        line(1, R"("options": [{"id": "a"}, {"id": "b"}], "accept": ["a"], "answer": "accept")") +
                            line(2, R"("options": [{"id": "a"}, {"id": "b"}], "accept": ["b"], "answer": "accept")") +
                            line(3, R"("options": [{"id": "a"}, {"id": "b"}], "accept": ["a"], "answer": "accept")")),
            "csv: classification: a b a");
}

TEST(LabellingTools, TextsOfLabelStudio) {
  const TemporaryFolder folder;
  const auto result = [](const char* label) {
    return fmt::format(
        R"({{"result": [{{"type": "choices", "from_name": "sentiment", "value": {{"choices": ["{}"]}}}}]}})", label);
  };
  const auto task = [](int i, const std::string& annotations) {
    return fmt::format(
        R"({{"id": {}, "annotations": [{}], "data": {{"text": "the {} words of a text"}}, "project": 1}})", i,
        annotations, i);
  };
  EXPECT_EQ(textClasses(folder / "p.json", "[" + task(1, result("good")) + "," + task(2, result("bad")) + "," +
                                               task(3, "") + "," + task(4, result("bad") + "," + result("good")) + "," +
                                               task(5, result("good") + "," + result("good")) + "]"),
            "csv: classification: good bad good");
}

TEST(LabellingTools, WhatIsNotReadBesideImagesIsAskedAbout) {
  const TemporaryFolder folder;
  const auto words = [&](const std::string& file, const std::string& content) {
    fs::remove_all(folder / "u");
    writeLabelled(folder / "u");
    writeBytes(folder / "u" / file, content);
    if (file == "gt/gt_a.txt") writeBytes(folder / "u/gt/gt_b.txt", content);
    const Taken taken = take(folder / "u");
    EXPECT_TRUE(taken.asks) << file << taken.words;
    EXPECT_FALSE(take(folder / "u", {{"ignore_annotations", true}}, "folder").asks);
    return taken.words;
  };
  // Boxes by frame (MOT Challenge) whose frames are not where they belong, and words.
  EXPECT_TRUE(contains(words("gt/gt.txt", "1,1,4,5,10,10,1,2,1.0\n2,1,5,5,10,10,1,2,1.0\n"), "MOT Challenge"));
  EXPECT_TRUE(contains(words("gt/gt_a.txt", "STOP, at the corner\n"), "files with their names: 2 texts"));
#ifdef FOVEA_TEST_ARCHIVES
  // An archive of labels that was not unpacked.
  const std::string box = "0 .5 .5 .1 .1\n";
  EXPECT_TRUE(contains(words("labels.zip", packed(ArchiveKind::Zip, {{"a.txt", box}, {"b.txt", box}})),
                       "labels.zip holds 2 files that are named like the images"));
#endif
}

TEST(LabellingTools, WhatIsWrongIsSaid) {
  const TemporaryFolder folder;
  const fs::path root = folder / "s";
  const std::string regions = "{" + viaEntry("a.png", kFirst) + "," + viaEntry("far.png", kSecond) + "}";
  writeBytes(root / "via.json", regions);
  const Taken alone = take(root);
  EXPECT_TRUE(alone.asks);
  EXPECT_TRUE(contains(alone.words, "an export of the VGG Image Annotator, are not found, for instance a.png"))
      << alone.words;
  writeLabelled(root);
  const Taken taken = take(root);
  EXPECT_EQ(taken.kind, kTools);
  EXPECT_TRUE(contains(taken.words, "entry 2: there is no picture far.png")) << taken.words;
  // Two exports of the same pictures.
  writeBytes(root / "w.json", regions);
  EXPECT_TRUE(contains(take(root).words, "a.png is named more than once")) << take(root).words;
  writeBytes(root / "w.json", "[" + studioTask("a.png", "") + "]");
  EXPECT_TRUE(contains(take(root).words, "w.json of Label Studio")) << take(root).words;
  fs::remove(root / "w.json");
  // Questions about images are no work of Prodigy.
  fs::remove(root / "via.json");
  writeBytes(root / "questions.jsonl", lines(3, [](int i) {
               return fmt::format(R"({{"image": "{}.png", "label": "x", "answer": "yes"}})", "abc"[i]);
             }));
  EXPECT_FALSE(take(root).kind.starts_with("annotations")) << take(root).words;
  fs::remove(root / "questions.jsonl");
  // Nothing was drawn.
  writeBytes(root / "via.json", "{" + viaEntry("a.png", {}) + "}");
  EXPECT_TRUE(contains(take(root).words, "Label some images first")) << take(root).words;
  for (const char* use : {"automatic", "masks", "labels"})
    EXPECT_GT(surviveMutations("annotations", root, root / "via.json", regions, {{"use", std::string(use)}}, 300), 10);
}

}  // namespace
}  // namespace fovea::test
