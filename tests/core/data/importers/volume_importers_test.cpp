// Volumes and videos: files made here, and a clip that OpenCV's documentation brings along.
#include <fmt/format.h>

#include "core/data/importers/volume_file.h"
#include "importer_support.h"

namespace fovea::test {
namespace {

template <class T>
std::string raw(T value, bool swapped = false) {
  std::string bytes(reinterpret_cast<const char*>(&value), sizeof value);
  return swapped ? std::string(bytes.rbegin(), bytes.rend()) : bytes;
}

// NIfTI-1 with numbers of 16 bits.
std::string niftiHeader(int width, int height, int depth, bool swapped = false, float slope = 0) {
  std::string header(352, '\0');
  const auto put = [&](std::size_t at, const std::string& bytes) { header.replace(at, bytes.size(), bytes); };
  put(0, raw(std::int32_t{348}, swapped));
  put(40, raw(std::int16_t{3}, swapped));
  put(42, raw(static_cast<std::int16_t>(width), swapped));
  put(44, raw(static_cast<std::int16_t>(height), swapped));
  put(46, raw(static_cast<std::int16_t>(depth), swapped));
  put(70, raw(std::int16_t{4}, swapped));
  put(72, raw(std::int16_t{16}, swapped));
  put(108, raw(352.0f, swapped));
  put(112, raw(slope, swapped));
  put(116, raw(1.0f, swapped));
  put(344, std::string("n+1\0", 4));
  return header;
}

// Voxel i is i.
std::string nifti(int width, int height, int depth, bool swapped = false, float slope = 0, int modulo = 1 << 15) {
  std::string header = niftiHeader(width, height, depth, swapped, slope);
  for (int i = 0; i < width * height * depth; ++i) header += raw(static_cast<std::int16_t>(i % modulo), swapped);
  return header;
}

TEST(NiftiFile, ReadsBothByteOrdersCompressedAndScaled) {
  const TemporaryFolder folder;
  writeBytes(folder / "a.nii", nifti(4, 3, 2));
  writeBytes(folder / "b.nii.gz", gzip(nifti(4, 3, 2, true, 0.5f)));
  const auto plain = readVolume(folder / "a.nii");
  ASSERT_TRUE(plain.ok()) << plain.error().text();
  EXPECT_EQ(plain->shape(), (Shape{1, 2, 3, 4}));
  EXPECT_EQ(plain->data<float>()[17], 17);
  const auto swapped = readVolume(folder / "b.nii.gz");
  ASSERT_TRUE(swapped.ok()) << swapped.error().text();
  EXPECT_EQ(swapped->data<float>()[17], 9.5f);
}

TEST(NiftiFile, SaysWhatIsWrong) {
  const TemporaryFolder folder;
  writeBytes(folder / "a.nii", nifti(4, 3, 2).substr(0, 360));
  EXPECT_TRUE(contains(readVolume(folder / "a.nii").error().message, "ends within its numbers"));
  writeBytes(folder / "a.nii", "no volume");
  EXPECT_EQ(readVolume(folder / "a.nii").error().code, ErrorCode::Unsupported);
  std::string huge = nifti(4, 3, 2);
  huge.replace(42, 2, raw(std::int16_t{32000}));
  huge.replace(44, 2, raw(std::int16_t{32000}));
  writeBytes(folder / "a.nii", huge);
  EXPECT_TRUE(contains(readVolume(folder / "a.nii").error().message, "has more than"));
  std::string kind = nifti(4, 3, 2);
  kind.replace(70, 2, raw(std::int16_t{32}));
  writeBytes(folder / "a.nii", kind);
  EXPECT_TRUE(contains(readVolume(folder / "a.nii").error().message, "numbers of the kind 32"));
}

TEST(VolumeImporter, TakesVolumesWithMasksWholeOrAsSlices) {
  const TemporaryFolder folder;
  for (const char* name : {"one", "two"}) {
    writeBytes(folder / ("set/imagesTr/" + std::string(name) + "_0000.nii"), nifti(4, 3, 5));
    writeBytes(folder / ("set/labelsTr/" + std::string(name) + ".nii.gz"), gzip(nifti(4, 3, 5, false, 0, 3)));
  }
  const Recognition found = recognised(folder / "set");
  EXPECT_EQ(found.importer, "volumes");
  EXPECT_EQ(found.task, Task::Segmentation);
  EXPECT_EQ(found.classes, (std::vector<std::string>{"background", "class 1", "class 2"}));
  const auto whole = openSource("volumes", folder / "set", {{"scale", std::string("keep")}});
  ASSERT_EQ(whole->size(), 2);
  EXPECT_EQ(loaded(*whole, 0).target.shape(), (Shape{1, 5, 3, 4}));
  const auto slices =
      openSource("volumes", folder / "set", {{"scale", std::string("keep")}, {"form", std::string("slices")}});
  ASSERT_EQ(slices->size(), 10);
  const LoadedItem slice = loaded(*slices, 7);
  EXPECT_EQ(slice.input.shape(), (Shape{1, 3, 4}));
  EXPECT_EQ(slice.input.data<float>()[0], 24);
  EXPECT_EQ(slice.target.data<std::uint8_t>()[1], 1);
  EXPECT_EQ(slices->item(7).group, slices->item(5).group);
  EXPECT_NE(slices->item(7).group, slices->item(4).group);
  const Tensor scaled = loaded(*openSource("volumes", folder / "set"), 0).input;
  double sum = 0;
  for (const float value : scaled.values<float>()) sum += value;
  EXPECT_NEAR(sum, 0, 1e-3);
}

TEST(VolumeImporter, MasksAreReadByWhatTheirValuesMean) {
  const TemporaryFolder folder;
  const auto open = [&](const std::vector<std::vector<int>>& masks, const std::string& labels = "automatic") {
    fs::remove_all(folder / "set");
    for (std::size_t i = 0; i < masks.size(); ++i) {
      std::string mask = niftiHeader(2, 2, 1);
      for (const int voxel : masks[i]) mask += raw(static_cast<std::int16_t>(voxel));
      writeBytes(folder / fmt::format("set/images/case{}.nii", i), nifti(2, 2, 1));
      writeBytes(folder / fmt::format("set/labels/case{}.nii", i), mask);
    }
    auto source = openSource("volumes", folder / "set", {{"labels", labels}});
    EXPECT_EQ(source->size(), std::ssize(masks));
    return source;
  };
  const auto decided = [](const ImportSource& source) { return checkDecided(source.decisions()).ok(); };
  using Names = std::vector<std::string>;
  // Black and white.
  const auto white = open({{0, 255, 255, 0}, {0, 0, 0, 255}});
  EXPECT_TRUE(decided(*white)) << wordsOf(*white);
  EXPECT_EQ(white->classes(), (Names{"background", "foreground"}));
  EXPECT_EQ(valuesOf(loaded(*white, 0).target), (std::vector<int>{0, 1, 1, 0}));
  // Numbers with a gap, as in BraTS; 255 among numbers is ignored.
  const auto gap = open({{0, 1, 2, 4}, {0, 255, 1, 0}});
  EXPECT_EQ(gap->classes(), (Names{"background", "class 1", "class 2", "class 3", "class 4"}));
  EXPECT_NE(wordsOf(*gap).find("1 of the values from 0 to 4"), std::string::npos) << wordsOf(*gap);
  EXPECT_EQ(valuesOf(loaded(*gap, 1).target), (std::vector<int>{0, 255, 1, 0}));
  // Codes above 255, as in MM-WHS, also where one mask has only low ones.
  const auto codes = open({{0, 205, 420, 500}, {0, 205, 0, 0}});
  EXPECT_TRUE(decided(*codes)) << wordsOf(*codes);
  EXPECT_EQ(codes->classes(), (Names{"background", "205", "420", "500"}));
  EXPECT_EQ(valuesOf(loaded(*codes, 0).target), (std::vector<int>{0, 1, 2, 3}));
  EXPECT_EQ(valuesOf(loaded(*codes, 1).target), (std::vector<int>{0, 1, 0, 0}));
  // The user may say what the values are.
  const auto objects = open({{0, 1, 2, 300}, {0, 0, 1, 1}}, "objects");
  EXPECT_EQ(objects->classes(), (Names{"background", "object"}));
  EXPECT_EQ(valuesOf(loaded(*objects, 0).target), (std::vector<int>{0, 1, 1, 1}));
  const auto values = open({{0, 7, 9, 9}, {0, 0, 7, 0}}, "values");
  EXPECT_EQ(valuesOf(loaded(*values, 0).target), (std::vector<int>{0, 1, 2, 2}));
}

TEST(VolumeImporter, TakesAFolderPerClassAndListsWhatIsBad) {
  const TemporaryFolder folder;
  writeBytes(folder / "set/ill/a.nii", nifti(2, 2, 2));
  writeBytes(folder / "set/well/b.nii", nifti(2, 2, 2));
  writeBytes(folder / "set/well/c.nii", "x");
  const auto source = openSource("volumes", folder / "set");
  EXPECT_EQ(source->task(), Task::Classification);
  ASSERT_EQ(source->size(), 2);
  EXPECT_EQ(source->item(1).label, 1);
  ASSERT_EQ(source->problems().size(), 1u);
  EXPECT_TRUE(contains(source->problems()[0].reason, "is no NIfTI file"));
}

TEST(VolumeImporter, SurvivesMutations) {
  const TemporaryFolder folder;
  surviveMutations("volumes", folder / "set", folder / "set/a/a.nii", nifti(4, 3, 2));
}

TEST(StackImporter, TakesAFolderPerVolume) {
  const TemporaryFolder folder;
  for (const char* volume : {"ill/one", "ill/two", "well/one"})
    for (int i : {1, 2, 10})
      writeBytes(folder / ("set/" + std::string(volume) + "/slice" + std::to_string(i) + ".png"), greyPng(5, 4, i));
  writeBytes(folder / "set/well/one/slice11.png", greyPng(6, 4, 1));
  const auto source = openSource("stacks", folder / "set");
  ASSERT_EQ(source->size(), 3);
  EXPECT_EQ(source->classes(), (std::vector<std::string>{"ill", "well"}));
  EXPECT_TRUE(source->item(1).source.ends_with("set/ill/two"));
  EXPECT_EQ(source->item(1).label, 0);
  const Tensor volume = loaded(*source, 1).input;
  EXPECT_EQ(volume.shape(), (Shape{1, 3, 4, 5}));
  EXPECT_EQ(volume.data<std::uint8_t>()[0], 1);
  EXPECT_EQ(volume.data<std::uint8_t>()[59], 10);
  EXPECT_TRUE(contains(source->load(2).error().message, "slice11.png is [1, 4, 6]"));
  const auto two = openSource("stacks", folder / "set", {{"depth", std::int64_t{2}}});
  EXPECT_EQ(loaded(*two, 0).input.shape(), (Shape{1, 2, 4, 5}));
  const auto single = openSource("stacks", folder / "set/ill/one");
  ASSERT_EQ(single->size(), 1);
  EXPECT_EQ(single->task(), Task::Unlabelled);
}

TEST(VideoImporter, SamplesFramesOfAClip) {
  const fs::path clip = fs::path(kPhotographs) / "Megamind.avi";
  if (!fs::exists(clip)) GTEST_SKIP() << "opencv-doc is not installed";
  if (!canDecodeImages()) GTEST_SKIP() << "built without OpenCV";
  const TemporaryFolder folder;
  fs::create_directories(folder / "set/film");
  fs::create_symlink(clip, folder / "set/film/a.avi");
  writeBytes(folder / "set/film/b.avi", "no video");
  const auto source =
      openSource("video", folder / "set",
                 {{"frames", std::int64_t{8}}, {"frame_width", std::int64_t{32}}, {"frame_height", std::int64_t{24}}});
  ASSERT_EQ(source->size(), 2);
  const auto item = source->load(0);
  ASSERT_TRUE(item.ok()) << item.error().text();
  EXPECT_EQ(item->input.shape(), (Shape{3, 8, 24, 32}));
  const std::uint8_t* pixels = item->input.data<std::uint8_t>();
  EXPECT_NE(0, std::memcmp(pixels, pixels + 24 * 32, 24 * 32));
  EXPECT_EQ(source->load(1).error().code, ErrorCode::Corrupt);
}

}  // namespace
}  // namespace fovea::test
