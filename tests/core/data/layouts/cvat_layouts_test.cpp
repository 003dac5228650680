// Files written by CVAT: boxes, outlines, masks and ellipses of images, and tracks through the frames of a video.
#include "layout_support.h"

namespace fovea::test {
namespace {

TEST(BoxLayouts, CvatForImages) {
  const TemporaryFolder folder;
  const fs::path root = folder / "cvat";
  writePictures(root, {"images/a.png", "images/more/b.png"}, 40, 20);
  const std::string xml = R"(<?xml version="1.0" encoding="utf-8"?>
<annotations><version>1.1</version><meta><task><name>x</name></task></meta>
<image id="0" name="a.png" subset="Train" width="40" height="20">
<box label="salt &amp; pepper" source="manual" occluded="0" xtl="1.5" ytl="2" xbr="10" ybr="11" z_order="0"/>
<polygon label="leaf" points="10.0,5.0;30.0,5.0;30.0,15.0"/><points label="eye" points="1,2"/>
</image>
<image id="1" name="more/b.png" subset="Validation" width="40" height="20"/>
<image id="2" name="lost.png" width="40" height="20"></image></annotations>)";
  writeBytes(root / "annotations.xml", xml);
  const Taken taken = take(root);
  ASSERT_TRUE(taken.source) << taken.words;
  EXPECT_EQ(taken.kind, "cvat: detection") << taken.words;
  EXPECT_EQ(taken.classes, (Strings{"leaf", "salt & pepper"}));
  EXPECT_EQ(taken.splits, "train 1, validation 1");
  EXPECT_EQ(loaded(*taken.source, 0).boxes, (std::vector<Box>{{1.5f, 2, 10, 11, 1}, {10, 5, 30, 15, 0}}));
  EXPECT_TRUE(contains(taken.words, "there is no image lost.png")) << taken.words;
  EXPECT_TRUE(contains(taken.words, "\"points\" has no area")) << taken.words;
  EXPECT_GT(surviveMutations("cvat", root, root / "annotations.xml", xml, {}, 300), 20);
}

const char* const kOutlines = R"(<annotations>
<image id="0" name="a.png" width="8" height="6">
<polygon label="leaf" points="0,0;8,0;8,6;0,6" z_order="0"/>
<mask label="bug" rle="1, 2, 2, 1" left="2" top="1" width="3" height="2" z_order="1"/>
<ellipse label="egg" cx="6" cy="4.5" rx="1.2" ry="1.2" z_order="1"/>
</image></annotations>)";

TEST(BoxLayouts, OutlinesOfCvatAreAskedAbout) {
  const TemporaryFolder folder;
  const fs::path root = folder / "cvat";
  writePictures(root, {"a.png"}, 8, 6);
  writeBytes(root / "annotations.xml", kOutlines);
  const Taken open = take(root);
  EXPECT_TRUE(open.asks);
  EXPECT_TRUE(contains(open.words, "use=boxes; use=masks")) << open.words;
  const Taken boxes = take(root, {{"use", std::string("boxes")}});
  EXPECT_FALSE(boxes.asks) << boxes.words;
  ASSERT_TRUE(boxes.source) << boxes.words;
  EXPECT_EQ(boxes.classes, (Strings{"bug", "egg", "leaf"}));
  const auto found = loaded(*boxes.source, 0).boxes;
  ASSERT_EQ(found.size(), 3u);
  EXPECT_EQ(found[1], (Box{2, 1, 5, 3, 0}));
  const Taken masks = take(root, {{"use", std::string("masks")}});
  ASSERT_TRUE(masks.source) << masks.words;
  EXPECT_EQ(masks.kind, "cvat: segmentation");
  EXPECT_EQ(masks.classes, (Strings{"background", "bug", "egg", "leaf"}));
  const Tensor mask = loaded(*masks.source, 0).target;
  std::string rows;
  for (int i = 0; i < 48; ++i)
    rows += static_cast<char>('0' + mask.values<std::uint8_t>()[static_cast<std::size_t>(i)]);
  // The runs 1, 2, 2, 1 of three columns from (2, 1) on: ".##" and "..#".
  EXPECT_EQ(rows.substr(8, 8), "33311333");
  EXPECT_EQ(rows.substr(16, 8), "33331333");
  EXPECT_EQ(rows.substr(32, 8), "33333223");
  for (const char* use : {"boxes", "masks"})
    EXPECT_GT(surviveMutations("cvat", root, root / "annotations.xml", kOutlines, {{"use", std::string(use)}}, 300),
              20);
}

std::string track(int first, int last) {
  std::string xml = "<annotations><meta><task><size>40</size></task></meta><track id=\"0\" label=\"car\">";
  for (int i = first; i <= last; ++i)
    xml += fmt::format("<box frame=\"{}\" keyframe=\"1\" outside=\"{}\" xtl=\"{}\" ytl=\"1\" xbr=\"{}\" ybr=\"4\"/>", i,
                       i == last ? 1 : 0, 1 + i % 3, 5 + i % 3);
  return xml + "</track></annotations>";
}

TEST(BoxLayouts, TracksOfCvatWithTheirFrames) {
  const TemporaryFolder folder;
  const fs::path root = folder / "video";
  for (int i = 0; i < 40; ++i) writePictures(root / "images", {fmt::format("frame_{:06}.PNG", i)}, 12, 8);
  writeBytes(root / "annotations.xml", track(3, 10));
  const Taken taken = take(root);
  ASSERT_TRUE(taken.source) << taken.words;
  EXPECT_EQ(taken.kind, "cvat: detection");
  EXPECT_EQ(taken.classes, Strings{"car"});
  EXPECT_EQ(taken.splits, "open 40");
  EXPECT_FALSE(taken.asks) << taken.words;
  const std::int64_t fourth = indexOf(*taken.source, "frame_000004.PNG");
  EXPECT_EQ(loaded(*taken.source, fourth).boxes, (std::vector<Box>{{2, 1, 6, 4, 0}}));
  EXPECT_TRUE(loaded(*taken.source, indexOf(*taken.source, "frame_000010.PNG")).boxes.empty()) << "outside";
  // Neighbours stay in one split.
  EXPECT_EQ(taken.source->item(0).group, taken.source->item(1).group);
  EXPECT_NE(taken.source->item(0).group, taken.source->item(39).group);
}

TEST(BoxLayouts, TracksOfCvatWithoutFramesAreRefused) {
  const TemporaryFolder folder;
  writeBytes(folder / "video/annotations.xml", track(0, 5));
  const Taken alone = take(folder / "video");
  EXPECT_TRUE(alone.asks);
  EXPECT_TRUE(contains(alone.words, "Save images")) << alone.words;
  writePictures(folder / "video", {"frame_000001.png"}, 12, 8);
  const Taken some = take(folder / "video");
  EXPECT_TRUE(contains(some.words, "there is no image of frame 3")) << some.words;
}

}  // namespace
}  // namespace fovea::test
