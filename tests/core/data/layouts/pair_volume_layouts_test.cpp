// Public data sets of pairs and of volumes, rebuilt small from their published descriptions: what comes in without an
// option is right, or it is asked about.
#include "layout_support.h"

namespace fovea::test {
namespace {

TEST(PairLayouts, Div2KAsksForItsScale) {
  const TemporaryFolder folder;
  const fs::path root = folder / "DIV2K";
  for (const char* name : {"train_HR/0001", "train_HR/0002", "valid_HR/0801"})
    writePictures(root, {"DIV2K_" + std::string(name) + ".png"}, 12, 24);
  for (const char* name : {"train_LR_bicubic/X2/0001", "train_LR_bicubic/X2/0002", "valid_LR_bicubic/X2/0801"})
    writePictures(root, {"DIV2K_" + std::string(name) + "x2.png"}, 6, 12);
  const Taken two = take(root);
  ASSERT_TRUE(two.source) << two.words;
  EXPECT_EQ(two.kind, "pairs: image_to_image") << two.words;
  EXPECT_EQ(two.splits, "train 2, validation 1");
  EXPECT_FALSE(two.asks) << two.words;
  EXPECT_EQ(loaded(*two.source, 0).target.shape(), (Shape{1, 24, 12}));
  for (const char* name : {"train_LR_bicubic/X4/0001", "train_LR_bicubic/X4/0002", "valid_LR_bicubic/X4/0801"})
    writePictures(root, {"DIV2K_" + std::string(name) + "x4.png"}, 3, 6);
  const Taken both = take(root);
  EXPECT_TRUE(both.asks);
  EXPECT_TRUE(contains(both.words, "scale=2; scale=4")) << both.words;
  const Taken four = take(root, {{"scale", std::int64_t{4}}});
  EXPECT_FALSE(four.asks) << four.words;
  EXPECT_EQ(four.splits, "train 2, validation 1");
  EXPECT_EQ(pixelsOf(loaded(*four.source, 0)).shape(), (Shape{1, 6, 3}));
}

TEST(PairLayouts, Set5InItsForms) {
  const TemporaryFolder folder;
  for (const char* name : {"001", "002"}) {
    const std::string stem = "image_SRF_2/img_" + std::string(name) + "_SRF_2_";
    writePictures(folder / "srf", {stem + "HR.png"}, 12, 12);
    writePictures(folder / "srf", {stem + "LR.png"}, 6, 6);
    const std::string three = "image_SRF_3/img_" + std::string(name) + "_SRF_3_";
    writePictures(folder / "srf", {three + "HR.png"}, 12, 12);
    writePictures(folder / "srf", {three + "LR.png"}, 4, 4);
  }
  EXPECT_TRUE(take(folder / "srf").asks) << take(folder / "srf").words;
  const Taken three = take(folder / "srf", {{"scale", std::int64_t{3}}});
  EXPECT_EQ(three.source->size(), 2) << three.words;
  writePictures(folder / "mod/Set5", {"GTmod12/baby.png", "GTmod12/bird.png"}, 12, 12);
  writePictures(folder / "mod/Set5", {"LRbicx4/baby.png", "LRbicx4/bird.png"}, 3, 3);
  const Taken mod = take(folder / "mod/Set5");
  ASSERT_TRUE(mod.source) << mod.words;
  EXPECT_EQ(mod.kind, "pairs: image_to_image") << mod.words;
  EXPECT_EQ(mod.source->size(), 2);
  EXPECT_FALSE(mod.asks);
}

// Abdelhamed et al. 2018 (SIDD): a folder for each scene, and the half of a pair inside of the name.
TEST(PairLayouts, HalvesInsideOfNames) {
  const TemporaryFolder folder;
  for (const char* scene : {"0001_001_S6", "0002_001_S6"})
    for (const char* number : {"010", "011"})
      for (const char* half : {"GT", "NOISY"})
        writePictures(folder / "set/Data" / scene, {fmt::format("{:.4}_{}_SRGB_{}.png", scene, half, number)}, 6, 6);
  const Taken found = take(folder / "set");
  ASSERT_EQ(found.kind, "pairs: image_to_image") << found.words;
  EXPECT_EQ(found.source->size(), 4);
  EXPECT_GE(indexOf(*found.source, "0002_NOISY_SRGB_011.png"), 0) << "the noisy image is the input";
  EXPECT_LT(indexOf(*found.source, "0002_GT_SRGB_011.png"), 0);
  // One of the words alone makes no pairs.
  for (const char* name : {"cat", "dog"})
    for (int i = 0; i < 4; ++i) writePictures(folder / "plain", {fmt::format("{0}/{0}_clean_{1}.png", name, i)});
  EXPECT_EQ(take(folder / "plain").kind, "folder: classification");
}

TEST(PairLayouts, PairsOfDifferentSizesAreRefusedByName) {
  const TemporaryFolder folder;
  writePictures(folder / "set", {"input/a.png", "input/b.png"}, 10, 10);
  writePictures(folder / "set", {"target/a.png"}, 10, 10);
  writePictures(folder / "set", {"target/b.png"}, 12, 9);
  const auto source = openSource("pairs", folder / "set");
  EXPECT_TRUE(source->load(0).ok());
  const auto bad = source->load(1);
  ASSERT_FALSE(bad.ok());
  EXPECT_TRUE(contains(bad.error().message, "the input is 10×10, and its target target/b.png is 12×9"))
      << bad.error().message;
}

template <class T>
std::string raw(T value) {
  return std::string(reinterpret_cast<const char*>(&value), sizeof value);
}

// NIfTI-1 of 4×3×2 numbers, voxel i being i modulo `modulo`; its first voxel lies at `x` millimetres.
std::string nifti(int modulo, float x = 0, int width = 4) {
  std::string header(352, '\0');
  const auto put = [&](std::size_t at, const std::string& bytes) { header.replace(at, bytes.size(), bytes); };
  put(0, raw(std::int32_t{348}));
  const std::int16_t extents[] = {3, static_cast<std::int16_t>(width), 3, 2};
  for (std::size_t i = 0; i < 4; ++i) put(40 + 2 * i, raw(extents[i]));
  put(70, raw(std::int16_t{4}));
  put(72, raw(std::int16_t{16}));
  put(108, raw(352.0f));
  put(254, raw(std::int16_t{1}));
  const float rows[] = {1, 0, 0, x, 0, 1, 0, 0, 0, 0, 1, 0};
  for (std::size_t i = 0; i < 12; ++i) put(280 + 4 * i, raw(rows[i]));
  put(344, std::string("n+1\0", 4));
  for (int i = 0; i < width * 6; ++i) header += raw(static_cast<std::int16_t>(i % modulo));
  return header;
}

TEST(VolumeLayouts, BratsModalitiesAreChannels) {
  const TemporaryFolder folder;
  const fs::path root = folder / "MICCAI_BraTS2020_TrainingData";
  for (const char* patient : {"BraTS20_Training_001", "BraTS20_Training_002", "BraTS20_Training_003"}) {
    for (const char* kind : {"flair", "t1", "t1ce", "t2"})
      writeBytes(root / patient / fmt::format("{}_{}.nii.gz", patient, kind), gzip(nifti(20)));
    writeBytes(root / patient / fmt::format("{}_seg.nii.gz", patient), gzip(nifti(3)));
  }
  fs::remove(root / "BraTS20_Training_003/BraTS20_Training_003_t2.nii.gz");
  writeBytes(root / "name_mapping.csv", "Grade,BraTS_2020_subject_ID\nHGG,BraTS20_Training_001\n");
  const Taken taken = take(root, {}, "volumes");
  ASSERT_TRUE(taken.source) << taken.words;
  ASSERT_TRUE(taken.source) << taken.words;
  EXPECT_EQ(taken.kind, "volumes: segmentation");
  ASSERT_EQ(taken.source->size(), 2);
  EXPECT_EQ(loaded(*taken.source, 0).input.shape(), (Shape{4, 2, 3, 4}));
  EXPECT_EQ(loaded(*taken.source, 0).target.shape(), (Shape{1, 2, 3, 4}));
  EXPECT_TRUE(contains(taken.words, "the channels: _flair, _t1, _t1ce, _t2")) << taken.words;
  EXPECT_TRUE(contains(taken.words, "there is no volume \"_t2\" beside it")) << taken.words;
  fs::remove(root / "name_mapping.csv");
  EXPECT_EQ(recognised(root).importer, "volumes");
}

TEST(VolumeLayouts, MedicalSegmentationDecathlon) {
  const TemporaryFolder folder;
  const fs::path root = folder / "Task09_Spleen";
  for (const char* name : {"spleen_2", "spleen_3"}) {
    writeBytes(root / "imagesTr" / fmt::format("{}.nii.gz", name), gzip(nifti(20)));
    writeBytes(root / "labelsTr" / fmt::format("{}.nii.gz", name), gzip(nifti(2)));
  }
  writeBytes(root / "imagesTs/spleen_1.nii.gz", gzip(nifti(20)));
  writeBytes(root / "dataset.json",
             R"({"name": "Spleen", "modality": {"0": "CT"}, "labels": {"0": "background", "1": "spleen"},
"numTraining": 2, "training": [{"image": "./imagesTr/spleen_2.nii.gz", "label": "./labelsTr/spleen_2.nii.gz"}],
"test": ["./imagesTs/spleen_1.nii.gz"]})");
  const Taken taken = take(root);
  ASSERT_TRUE(taken.source) << taken.words;
  EXPECT_EQ(taken.kind, "volumes: segmentation") << taken.words;
  EXPECT_EQ(taken.classes, (Strings{"background", "spleen"}));
  EXPECT_EQ(taken.source->size(), 2);
  EXPECT_TRUE(contains(taken.words, "spleen_1.nii.gz")) << taken.words;
}

TEST(VolumeLayouts, MasksOfAnotherPlaceAreRefusedByName) {
  const TemporaryFolder folder;
  writeBytes(folder / "set/images/a.nii", nifti(20));
  writeBytes(folder / "set/labels/a.nii", nifti(2));
  writeBytes(folder / "set/images/b.nii", nifti(20));
  writeBytes(folder / "set/labels/b.nii", nifti(2, 30));
  writeBytes(folder / "set/images/c.nii", nifti(20));
  writeBytes(folder / "set/labels/c.nii", nifti(2, 0, 5));
  const Taken taken = take(folder / "set");
  EXPECT_EQ(taken.source->size(), 1);
  EXPECT_TRUE(contains(taken.words, "b.nii lie 30.0 mm apart as their headers say (their affines differ)"))
      << taken.words;
  EXPECT_TRUE(contains(taken.words, "it is 4×3×2, and c.nii is 5×3×2")) << taken.words;
  EXPECT_EQ(take(folder / "set", {{"places", std::string("ignore")}}).source->size(), 2);
}

// Bilic et al. 2023 (LiTS), Heller et al. 2021 (KiTS), Landman et al. 2015 (BTCV): the first words of names tell masks.
TEST(VolumeLayouts, MasksByTheFirstWordsOfNames) {
  const TemporaryFolder folder;
  for (int i = 0; i < 3; ++i) {
    writeBytes(folder / fmt::format("lits/volume-{}.nii", i), nifti(20));
    writeBytes(folder / fmt::format("lits/segmentation-{}.nii", i), nifti(2));
    writeBytes(folder / fmt::format("kits/data/case_{:05}/imaging.nii", i), nifti(20));
    writeBytes(folder / fmt::format("kits/data/case_{:05}/segmentation.nii", i), nifti(2));
    writeBytes(folder / fmt::format("btcv/img/img{:04}.nii", i), nifti(20));
    writeBytes(folder / fmt::format("btcv/label/label{:04}.nii", i), nifti(2));
  }
  for (const char* name : {"lits", "kits", "btcv"}) {
    const Taken found = take(folder / name);
    ASSERT_EQ(found.kind, "volumes: segmentation") << name << found.words;
    EXPECT_EQ(found.source->size(), 3) << name;
    EXPECT_FALSE(found.asks) << found.words;
  }
}

}  // namespace
}  // namespace fovea::test
