// Public data sets of images and masks whose folders and names go together in ways of their own: they come in right, or
// which masks are meant is asked.
#include "layout_support.h"

namespace fovea::test {
namespace {

// A mask of 4×3 with these values in its first pixels, and 0 in the others.
std::string mask(std::string values) {
  values.resize(12, '\0');
  return png(4, 3, values);
}

class MaskPairs : public ::testing::Test {
 protected:
  // Writes an image and a mask of it that is black and white.
  void pair(const std::string& image, const std::string& target) {
    writePictures(folder / "set", {image});
    writeBytes(folder / "set" / target, mask("\xff"));
  }
  Taken taken(const FieldValues& options = {}, const std::string& importer = {}) const {
    return take(folder / "set", options, importer);
  }
  const TemporaryFolder folder;
};

// Caicedo et al. 2019 (Data Science Bowl 2018): a folder for each image, and in it a mask for each nucleus.
TEST_F(MaskPairs, MasksOfTheObjectsOfAnImageAreOne) {
  for (const char* id : {"00ae65", "0acd2c"}) {
    const std::string place = fmt::format("stage1_train/{0}", id);
    writePictures(folder / "set", {fmt::format("{}/images/{}.png", place, id)});
    writeBytes(folder / "set" / place / "masks/07a9bf.png", mask(std::string("\xff", 1)));
    writeBytes(folder / "set" / place / "masks/0e548d.png", mask(std::string("\0\xff", 2)));
    writeBytes(folder / "set" / place / "masks/a0b1c2.png", mask(std::string("\0\0\0\xff", 4)));
  }
  const Taken found = taken();
  ASSERT_EQ(found.kind, "masks: segmentation") << found.words;
  EXPECT_FALSE(found.asks) << found.words;
  EXPECT_EQ(found.classes, (Strings{"background", "foreground"}));
  EXPECT_EQ(found.splits, "open 2") << "there is no other split";
  EXPECT_TRUE(contains(found.words, "2 images have several in the folder beside theirs")) << found.words;
  const LoadedItem item = loaded(*found.source, 1);
  EXPECT_EQ(valuesOf(item.target), (std::vector<int>{1, 1, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0}));
  // The second set of images has no masks.
  writePictures(folder / "set", {"stage1_test/0f1f89/images/0f1f89.png"});
  const Taken more = taken();
  EXPECT_EQ(more.splits, "train 2");
  EXPECT_TRUE(contains(more.words, "0f1f89.png: there is nothing of this name")) << more.words;
}

// Another mask of an image, or one that changed, is seen when the folder is imported again.
TEST_F(MaskPairs, EachMaskOfAnImageBelongsToItsAnnotation) {
  writePictures(folder / "set", {"a/images/a.png"});
  writeBytes(folder / "set/a/masks/1.png", mask(std::string("\xff", 1)));
  writeBytes(folder / "set/a/masks/2.png", mask(std::string("\0\xff", 2)));
  const auto before = taken().source->item(0).annotation;
  writeBytes(folder / "set/a/masks/3.png", mask(std::string("\0\0\xff", 3)));
  const auto after = taken().source->item(0).annotation;
  EXPECT_NE(before, after);
}

// Staal et al. 2004 (DRIVE): two observers' vessels, and the field of view, whose folder is called "mask".
TEST_F(MaskPairs, SeveralKindsOfMasksAreAskedAbout) {
  for (const auto& [split, first] : {std::pair("training", 21), std::pair("test", 1)})
    for (int i = first; i < first + 3; ++i) {
      writePictures(folder / "set", {fmt::format("{0}/images/{1:02}_{0}.png", split, i)});
      writeBytes(folder / "set" / fmt::format("{0}/mask/{1:02}_{0}_mask.png", split, i), mask("\xff\xff"));
      writeBytes(folder / "set" / fmt::format("{0}/1st_manual/{1:02}_manual1.png", split, i), mask("\xff"));
    }
  const Taken open = taken();
  EXPECT_TRUE(open.asks) << open.words;
  EXPECT_TRUE(contains(open.words, "mask_folder=mask; mask_folder=1st_manual")) << open.words;
  const Taken vessels = taken({{"mask_folder", std::string("1st_manual")}}, "masks");
  ASSERT_TRUE(vessels.source) << vessels.words;
  EXPECT_FALSE(vessels.asks) << vessels.words;
  EXPECT_EQ(vessels.splits, "train 3, test 3");
  for (std::int64_t i = 0; i < vessels.source->size(); ++i) {
    const Tensor labels = loaded(*vessels.source, i).target;
    EXPECT_EQ(std::accumulate(labels.data<std::uint8_t>(), labels.data<std::uint8_t>() + 12, 0), 1)
        << "of the vessels, not of the field of view";
  }
  const Taken views = taken({{"mask_folder", std::string("mask")}}, "masks");
  EXPECT_FALSE(views.asks) << views.words;
  EXPECT_EQ(views.splits, "train 3, test 3");
}

// Fraz et al. 2012 (CHASE_DB1): two observers beside each image.
TEST_F(MaskPairs, TheFirstObserverIsTaken) {
  for (const char* name : {"Image_01L", "Image_01R", "Image_02L"}) {
    pair(fmt::format("{}.png", name), fmt::format("{}_1stHO.png", name));
    writeBytes(folder / "set" / fmt::format("{}_2ndHO.png", name), mask("\xff\xff"));
  }
  const Taken found = taken();
  ASSERT_EQ(found.kind, "masks: segmentation") << found.words;
  EXPECT_EQ(found.source->size(), 3);
  EXPECT_TRUE(contains(found.words, "Image_02L_2ndHO.png: there is nothing of this name")) << found.words;
}

// Chowdhury et al. 2020 (COVID-19 Radiography): each class has folders of images and of masks.
TEST_F(MaskPairs, ClassesOfImagesWithMasksAreAskedAbout) {
  for (const char* name : {"COVID", "Normal", "Viral Pneumonia"})
    for (int i = 1; i < 4; ++i)
      pair(fmt::format("{0}/images/{0}-{1}.png", name, i), fmt::format("{0}/masks/{0}-{1}.png", name, i));
  const Taken open = taken();
  EXPECT_TRUE(open.asks) << open.words;
  EXPECT_TRUE(contains(open.words, "folder_classes=ignore; kind=folder")) << open.words;
  const Taken classes = taken({}, "folder");
  EXPECT_FALSE(classes.asks) << classes.words;
  EXPECT_EQ(classes.kind, "folder: classification");
  EXPECT_EQ(classes.classes, (Strings{"COVID", "Normal", "Viral Pneumonia"}));
  EXPECT_EQ(classes.source->size(), 9) << "the masks are no images of a class";
  EXPECT_TRUE(contains(classes.words, "the masks of the images: left out, 9")) << classes.words;
  const Taken masks =
      taken({{"folder_classes", std::string("ignore")}, {"frame_folders", std::string("apart")}}, "masks");
  EXPECT_FALSE(masks.asks) << masks.words;
  EXPECT_EQ(masks.classes, (Strings{"background", "foreground"}));
}

// Al-Dhabyani et al. 2020 (BUSI): images and masks of a class in one folder.
TEST_F(MaskPairs, ClassesOfImagesBesideTheirMasksAreAskedAbout) {
  for (const char* name : {"benign", "malignant"})
    for (int i = 1; i < 4; ++i)
      pair(fmt::format("{0}/{0} ({1}).png", name, i), fmt::format("{0}/{0} ({1})_mask.png", name, i));
  EXPECT_TRUE(taken().asks) << taken().words;
  const Taken classes = taken({}, "folder");
  EXPECT_FALSE(classes.asks) << classes.words;
  EXPECT_EQ(classes.source->size(), 6);
}

// Folders of patients and of splits are no classes.
TEST_F(MaskPairs, FoldersOfPatientsAreNoClasses) {
  for (const char* patient : {"TCGA_CS_4941", "TCGA_CS_4942"})
    for (int i = 1; i < 4; ++i)
      pair(fmt::format("{0}/{0}_{1}.png", patient, i), fmt::format("{0}/{0}_{1}_mask.png", patient, i));
  EXPECT_FALSE(contains(taken().words, "folder_classes")) << taken().words;
}

// Wang et al. 2007 (Penn-Fudan): the words are at the ends of the folders' names, and masks number the pedestrians.
TEST_F(MaskPairs, NumbersOfObjectsAreAskedAbout) {
  const std::string values("\0\1\2\3\4", 5);
  for (int i = 1; i < 6; ++i) {
    writePictures(folder / "set", {fmt::format("PNGImages/FudanPed0000{}.png", i)});
    writeBytes(folder / "set" / fmt::format("PedMasks/FudanPed0000{}_mask.png", i),
               mask(values.substr(0, std::size_t(i))));
  }
  const Taken open = taken();
  ASSERT_EQ(open.kind, "masks: segmentation") << open.words;
  EXPECT_TRUE(open.asks) << open.words;
  EXPECT_TRUE(contains(open.words, "labels=objects; labels=indices")) << open.words;
  const Taken objects = taken({{"labels", std::string("objects")}}, "masks");
  EXPECT_FALSE(objects.asks) << objects.words;
  EXPECT_EQ(objects.classes, (Strings{"background", "object"}));
  EXPECT_EQ(labelsOf(*objects.source, 4), (std::set<int>{0, 1}));
  const Taken indices = taken({{"labels", std::string("indices")}}, "masks");
  EXPECT_FALSE(indices.asks) << indices.words;
  EXPECT_EQ(indices.classes.size(), 5u);
}

// Yu et al. 2020 (BDD100K): the folders of images and masks have different names, and colours lie beside the masks.
TEST_F(MaskPairs, NamesInTheSameSplitGoTogether) {
  for (const char* split : {"train", "val"})
    for (const char* name : {"0004974f", "00067cfb"}) {
      const std::string id = std::string(name) + "-" + split;
      pair(fmt::format("images/10k/{}/{}.png", split, id), fmt::format("labels/sem_seg/masks/{}/{}.png", split, id));
      writePictures(folder / "set", {fmt::format("labels/sem_seg/colormaps/{}/{}.png", split, id)});
    }
  const Taken found = taken();
  ASSERT_EQ(found.kind, "masks: segmentation") << found.words;
  EXPECT_EQ(found.splits, "train 2, validation 2") << found.words;
  EXPECT_EQ(found.classes, (Strings{"background", "foreground"}));
  EXPECT_TRUE(contains(found.words, "colormaps/train/0004974f-train.png: there is no image that belongs to it"))
      << found.words;
}

// Codella et al. 2019 (ISIC 2018), Zou et al. 2019 (DeepCrack), Caesar et al. 2018 (COCO-Stuff).
TEST_F(MaskPairs, FoldersOfOtherWordsGoTogether) {
  for (const char* id : {"ISIC_0000000", "ISIC_0000001"})
    pair(fmt::format("ISIC2018_Task1-2_Training_Input/{}.png", id),
         fmt::format("ISIC2018_Task1_Training_GroundTruth/{}_segmentation.png", id));
  EXPECT_EQ(taken().kind, "masks: segmentation") << taken().words;
  EXPECT_EQ(taken().splits, "train 2");
  fs::remove_all(folder / "set");
  for (const char* split : {"train", "test"})
    for (const char* id : {"11125", "11126"})
      pair(fmt::format("{}_img/{}.png", split, id), fmt::format("{}_lab/{}.png", split, id));
  EXPECT_EQ(taken().kind, "masks: segmentation") << taken().words;
  EXPECT_EQ(taken().splits, "train 2, test 2");
  fs::remove_all(folder / "set");
  for (const char* split : {"train2017", "val2017"})
    for (const char* id : {"000000000139", "000000000285"})
      pair(fmt::format("{}/{}.png", split, id), fmt::format("stuffthingmaps/{}/{}.png", split, id));
  EXPECT_EQ(taken().kind, "masks: segmentation") << taken().words;
  EXPECT_EQ(taken().splits, "train 2, validation 2");
}

// Names that repeat within a split do not say which mask is whose.
TEST_F(MaskPairs, NamesThatRepeatDoNotGoTogether) {
  for (const char* place : {"a/images_of_a", "b/images_of_b"})
    writePictures(folder / "set", {fmt::format("{}/1.png", place)});
  for (const char* place : {"c/masks", "d/masks"})
    writeBytes(folder / "set" / fmt::format("{}/1.png", place), mask("\xff"));
  EXPECT_NE(taken().kind, "masks: segmentation") << taken().words;
}

// Folders that may be classes are no pairs because of their numbers alone.
TEST_F(MaskPairs, ClassesNamedLikeHalvesStayClasses) {
  for (int i = 1; i < 5; ++i)
    for (const char* name : {"low", "high"}) writePictures(folder / "set", {fmt::format("{0}/{0}_{1}.png", name, i)});
  const Taken found = taken();
  EXPECT_EQ(found.kind, "folder: classification") << found.words;
  EXPECT_EQ(found.classes, (Strings{"high", "low"}));
}

TEST_F(MaskPairs, MasksWithoutAnImageAreNamed) {
  for (int i = 0; i < 4; ++i) pair(fmt::format("images/{}.png", i), fmt::format("masks/{}.png", i));
  writeBytes(folder / "set/masks/9.png", mask("\xff"));
  writeBytes(folder / "set/masks/0.jpg", mask("\xff"));
  const Taken found = taken();
  EXPECT_EQ(found.source->size(), 4);
  EXPECT_TRUE(contains(found.words, "masks/9.png: there is no image that belongs to it")) << found.words;
  EXPECT_TRUE(contains(found.words, "the same image has masks/0.")) << found.words;
}

// Bergmann et al. 2019 (MVTec AD): masks of defects in a folder beside the splits; what is good has none.
TEST_F(MaskPairs, ImagesWithoutAMaskMayBeBackground) {
  const fs::path place = folder / "bottle";
  const auto marks = [](int marked) {
    std::string pixels(20 * 16, '\0');
    for (int i = 0; i < marked; ++i) pixels[static_cast<std::size_t>(i)] = '\xff';
    return png(20, 16, pixels);
  };
  for (int i = 0; i < 6; ++i) writePictures(place, {fmt::format("train/good/{:03}.png", i)}, 20, 16);
  for (int i = 0; i < 3; ++i) {
    writePictures(place, {fmt::format("test/good/{:03}.png", i), fmt::format("test/broken/{:03}.png", i)}, 20, 16);
    writeBytes(place / fmt::format("ground_truth/broken/{:03}_mask.png", i), marks(40 + i));
  }
  EXPECT_TRUE(contains(take(place).words, "kind=masks; without_mask=background")) << take(place).words;
  const Taken marked = take(place, {{"without_mask", std::string("background")}}, "masks");
  ASSERT_EQ(marked.kind, "masks: segmentation") << marked.words;
  EXPECT_FALSE(marked.asks) << marked.words;
  EXPECT_EQ(marked.splits, "train 6, test 6") << marked.words;
  EXPECT_EQ(labelsOf(*marked.source, indexOf(*marked.source, "test/broken/001.png")), (std::set<int>{0, 1}));
  EXPECT_EQ(labelsOf(*marked.source, indexOf(*marked.source, "train/good/001.png")), (std::set<int>{0}));
  // Zou et al. 2022 (VisA): most images have no mask beside those that do.
  const fs::path candle = folder / "candle";
  for (int i = 0; i < 8; ++i) writePictures(candle, {fmt::format("Data/Images/Normal/{:04}.png", i)}, 20, 16);
  for (int i = 0; i < 3; ++i) {
    writePictures(candle, {fmt::format("Data/Images/Anomaly/{:03}.png", i)}, 20, 16);
    writeBytes(candle / fmt::format("Data/Masks/Anomaly/{:03}.png", i), marks(30 + i));
  }
  EXPECT_TRUE(take(candle).asks) << take(candle).words;
  EXPECT_TRUE(contains(take(candle).words, "without_mask=background")) << take(candle).words;
  // A test whose masks are withheld, and masks of a second observer, are no such images.
  for (int i = 0; i < 3; ++i) {
    writePictures(folder / "roads",
                  {fmt::format("train/{}_sat.png", 10 + i), fmt::format("valid/{}_sat.png", 20 + i),
                   fmt::format("test/{}_sat.png", 30 + i)},
                  20, 16);
    writeBytes(folder / fmt::format("roads/train/{}_mask.png", 10 + i), marks(30 + i));
    writePictures(folder / "eyes", {fmt::format("Image_0{}L.png", i)}, 20, 16);
    for (const char* observer : {"1st", "2nd"})
      writeBytes(folder / fmt::format("eyes/Image_0{}L_{}HO.png", i, observer), marks(30 + i));
  }
  EXPECT_FALSE(take(folder / "roads").asks) << take(folder / "roads").words;
  EXPECT_FALSE(take(folder / "eyes").asks) << take(folder / "eyes").words;
  EXPECT_EQ(take(candle, {{"without_mask", std::string("background")}}, "masks").source->size(), 11);
  EXPECT_EQ(take(candle, {{"without_mask", std::string("leave_out")}}, "masks").source->size(), 3);
}

}  // namespace
}  // namespace fovea::test
