// Lists of boxes in JSON with an entry for each image: CrowdHuman and BDD100K.
#include "core/data/importers/json_entries.h"
#include "layout_support.h"

namespace fovea::test {
namespace {

// Persons with three boxes each, one that does not count, and a crowd.
std::string crowdLine(const std::string& id, int left) {
  return fmt::format(
      R"({{"ID":"{}","gtboxes":[)"
      R"({{"tag":"person","hbox":[{},10,8,9],"vbox":[{},10,20,30],"fbox":[{},10,20,40],)"
      R"("head_attr":{{"ignore":0,"occ":0,"unsure":0}},"extra":{{"box_id":0,"occ":0}}}},)"
      R"({{"tag":"person","hbox":[60,12,8,9],"vbox":[58,12,20,30],"fbox":[58,12,22,44],)"
      R"("head_attr":{{"ignore":1}},"extra":{{"box_id":1,"occ":1,"ignore":0}}}},)"
      R"({{"tag":"mask","hbox":[1,1,2,2],"vbox":[1,1,2,2],"fbox":[1,1,60,60],"head_attr":{{}},"extra":{{"ignore":1}}}}]}})",
      id, left + 4, left, left - 2);
}

class CrowdHumanLayout : public ::testing::Test {
 protected:
  CrowdHumanLayout() {
    for (int i = 0; i < 4; ++i) {
      const std::string id = fmt::format("273271,{:x}", 0xc9db00 + i);
      writePictures(root / "Images", {id + ".png"}, 120, 90);
      (i < 3 ? train : validation) += crowdLine(id, 20 + i) + "\n";
    }
    writeBytes(root / "annotation_train.odgt", train);
    writeBytes(root / "annotation_val.odgt", validation);
  }

  std::vector<Box> boxesOf(const Taken& taken, int i) const {
    return loaded(*taken.source, indexOf(*taken.source, fmt::format("{:x}.png", 0xc9db00 + i))).boxes;
  }

  const TemporaryFolder folder;
  const fs::path root = folder / "crowd";
  std::string train, validation;
};

TEST_F(CrowdHumanLayout, WholePersonsUnlessAskedForOthers) {
  const Taken taken = take(root);
  EXPECT_EQ(taken.kind, "entry_boxes: detection") << taken.words;
  EXPECT_FALSE(taken.asks) << taken.words;
  EXPECT_EQ(taken.classes, Strings{"person"});
  EXPECT_EQ(taken.splits, "train 3, validation 1");
  ASSERT_TRUE(taken.source);
  EXPECT_TRUE(taken.source->problems().empty()) << taken.words;
  EXPECT_EQ(boxesOf(taken, 2), (std::vector<Box>{{20, 10, 40, 50, 0}, {58, 12, 80, 56, 0}}));
  EXPECT_TRUE(contains(taken.words, "left out, 4 boxes, because the tag is \"mask\"")) << taken.words;
  const Taken visible = take(root, {{"boxes", "vbox"}}, "entry_boxes");
  EXPECT_EQ(boxesOf(visible, 2), (std::vector<Box>{{22, 10, 42, 40, 0}, {58, 12, 78, 42, 0}}));
  const Taken heads = take(root, {{"boxes", "hbox"}}, "entry_boxes");
  EXPECT_EQ(heads.classes, Strings{"head"});
  EXPECT_EQ(boxesOf(heads, 2), (std::vector<Box>{{26, 10, 34, 19, 0}}));
}

TEST_F(CrowdHumanLayout, WhatIsDamagedIsNamed) {
  writeBytes(root / "annotation_train.odgt", train + "{\"ID\":\"gone\",\"gtboxes\":[]}\n{\"ID\":");
  const Taken taken = take(root);
  ASSERT_TRUE(taken.source) << taken.words;
  EXPECT_EQ(taken.source->size(), 4);
  EXPECT_TRUE(contains(taken.words, "there is no image gone")) << taken.words;
  EXPECT_TRUE(contains(taken.words, "it is damaged behind entry 4")) << taken.words;
  EXPECT_GT(surviveMutations("entry_boxes", root, root / "annotation_train.odgt", train, {}, 300), 100);
}

std::string roadEntry(const std::string& name) {
  return fmt::format(
      R"({{"name":"{}","attributes":{{"weather":"rainy","scene":"city street"}},"timestamp":10000,"labels":[)"
      R"({{"id":"0","category":"traffic light","box2d":{{"x1":10.5,"y1":5,"x2":14,"y2":20}}}},)"
      R"({{"category":"car","attributes":{{"occluded":true}},"box2d":{{"x1":30,"y1":25,"x2":70,"y2":52.25}}}},)"
      R"({{"category":"lane","poly2d":[{{"vertices":[[1,2],[30,40]],"types":"LL","closed":false}}]}}]}})",
      name);
}

TEST(Bdd100kLayout, BoxesOfBothForms) {
  const TemporaryFolder folder;
  for (const bool wrapped : {false, true}) {
    const fs::path root = folder / (wrapped ? "scalabel" : "bdd100k");
    for (const char* split : {"train", "val"}) {
      std::string list;
      for (const char* name : {"b1c66a42-6f7d68ca.png", "b1c81faa-3df17267.png"}) {
        const std::string image = fmt::format("{}-{}", split, name);
        writePictures(root / "images/100k" / split, {image}, 96, 54);
        list += (list.empty() ? "" : ",\n") + roadEntry(image);
      }
      list += fmt::format(",\n{{\"name\":\"{}-clear.png\",\"labels\":null}}", split);
      writePictures(root / "images/100k" / split, {fmt::format("{}-clear.png", split)}, 96, 54);
      writeBytes(root / "labels/det_20" / fmt::format("det_{}.json", split),
                 wrapped ? "{\"frames\": [" + list + "], \"config\": {}}" : "[" + list + "]");
    }
    // The older labels, a file for each image, come first by name.
    for (int i = 0; i < 100; ++i)
      writeBytes(root / "labels/100k/train" / fmt::format("{:03}.json", i),
                 R"({"name":"x","frames":[{"objects":[{"category":"car","box2d":{"x1":1,"y1":2,"x2":3,"y2":4}}]}]})");
    const Taken taken = take(root);
    EXPECT_EQ(taken.kind, "entry_boxes: detection") << taken.words;
    EXPECT_FALSE(taken.asks) << taken.words;
    EXPECT_EQ(taken.classes, (Strings{"car", "traffic light"}));
    EXPECT_EQ(taken.splits, "train 3, validation 3");
    ASSERT_TRUE(taken.source);
    EXPECT_TRUE(taken.source->problems().empty()) << taken.words;
    const auto boxes = loaded(*taken.source, indexOf(*taken.source, "val-b1c81faa-3df17267.png")).boxes;
    EXPECT_EQ(boxes, (std::vector<Box>{{10.5f, 5, 14, 20, 1}, {30, 25, 70, 52.25f, 0}}));
    EXPECT_TRUE(loaded(*taken.source, indexOf(*taken.source, "val-clear.png")).boxes.empty());
    EXPECT_TRUE(contains(taken.words, "the lanes and areas: left out, 4")) << taken.words;
  }
}

std::vector<std::string> entriesIn(std::string_view text, bool damaged = false) {
  JsonEntries entries(text);
  std::vector<std::string> all;
  while (const auto entry = entries.next()) all.emplace_back(*entry);
  EXPECT_EQ(entries.damaged(), damaged) << text;
  EXPECT_EQ(entries.number(), std::ssize(all));
  return all;
}

TEST(JsonEntries, OfArraysFramesAndLines) {
  EXPECT_EQ(entriesIn("\xef\xbb\xbf [ {\"a\": \"]}\\\"\"},{\"b\":{}} ] "),
            (Strings{"{\"a\": \"]}\\\"\"}", "{\"b\":{}}"}));
  EXPECT_EQ(entriesIn("{\"frames\": [{}, {\"a\":[1]}], \"x\": {}}"), (Strings{"{}", "{\"a\":[1]}"}));
  EXPECT_EQ(entriesIn("{}\n{\"frames\":1}\r\n"), (Strings{"{}", "{\"frames\":1}"}));
  EXPECT_TRUE(entriesIn("").empty());
  EXPECT_TRUE(entriesIn("[]").empty());
  EXPECT_EQ(entriesIn("[{}, 7]", true), Strings{"{}"});
  EXPECT_EQ(entriesIn("[{}", true), Strings{"{}"});
  EXPECT_EQ(entriesIn("{}\n{\"a\": \"\\", true), Strings{"{}"});
}

}  // namespace
}  // namespace fovea::test
