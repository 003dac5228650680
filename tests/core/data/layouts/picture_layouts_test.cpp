// Public data sets of pictures with a class each, rebuilt small from their published descriptions: what comes in
// without an option is right, or it is asked about.
#include "layout_support.h"

namespace fovea::test {
namespace {

TEST(ClassLayouts, IntelScenesWithPicturesThatNobodyLabelled) {
  const TemporaryFolder folder;
  writePictures(folder / "intel",
                {"seg_train/seg_train/sea/1.jpg", "seg_train/seg_train/forest/2.jpg", "seg_test/seg_test/sea/3.jpg",
                 "seg_test/seg_test/forest/4.jpg", "seg_pred/seg_pred/5.jpg", "seg_pred/seg_pred/6.jpg"});
  const Taken taken = take(folder / "intel");
  EXPECT_EQ(taken.kind, "folder: classification");
  EXPECT_EQ(taken.classes, (Strings{"forest", "sea"}));
  EXPECT_EQ(taken.splits, "train 2, test 2");
  EXPECT_FALSE(taken.asks);
  EXPECT_TRUE(contains(taken.words, "the folder \"seg_pred\": left out, with 2 images")) << taken.words;
  EXPECT_TRUE(contains(taken.words, "splits=none"));
  // As asked instead.
  EXPECT_EQ(take(folder / "intel", {{"splits", std::string("none")}}).classes.size(), 5u);
}

TEST(ClassLayouts, SplitsInSpiteOfStrays) {
  const TemporaryFolder folder;
  writePictures(folder / "set",
                {"train/cat/1.png", "train/dog/2.png", "test/cat/3.png", "test/dog/4.png", "pred/5.png", "sample.png"});
  writeBytes(folder / "set/README.md", "words");
  const Taken taken = take(folder / "set");
  EXPECT_EQ(taken.classes, (Strings{"cat", "dog"}));
  EXPECT_EQ(taken.splits, "train 2, test 2");
  EXPECT_TRUE(contains(taken.words, "the folder \"pred\": left out")) << taken.words;
  EXPECT_TRUE(contains(taken.words, "sample.png: it lies in no folder of a class")) << taken.words;
}

TEST(ClassLayouts, SplitsByTheirUsualNames) {
  const TemporaryFolder folder;
  for (const char* names :
       {"train val", "training testing", "train2017 val2017", "Train Valid", "training_set test_set", "trainset devset",
        "my-train my-val", "train_images test_images", "TrainData TestData", "imagesTrain imagesVal"}) {
    const Strings both = splitList(names, ' ');
    const fs::path place = folder / names;
    writePictures(place, {both[0] + "/cat/1.png", both[0] + "/dog/1.png", both[1] + "/cat/1.png"});
    const Taken taken = take(place);
    EXPECT_EQ(taken.classes, (Strings{"cat", "dog"})) << names;
    EXPECT_TRUE(contains(taken.splits, "train 2, ")) << names << ": " << taken.splits;
    EXPECT_FALSE(taken.asks) << names;
  }
}

TEST(ClassLayouts, ClassesThatAreNamedLikeSplits) {
  const TemporaryFolder folder;
  writePictures(folder / "places", {"train_station/1.png", "test_tube/1.png", "harbour/1.png"});
  EXPECT_EQ(take(folder / "places").classes, (Strings{"harbour", "test_tube", "train_station"}));
  EXPECT_FALSE(take(folder / "places").asks);
  for (const char* kind : {"train", "test", "car", "bus", "tram"})
    writePictures(folder / "wheels", {std::string(kind) + "/1.png", std::string(kind) + "/2.png"});
  EXPECT_TRUE(take(folder / "wheels").asks);
  const Taken classes = take(folder / "wheels", {{"splits", std::string("none")}});
  EXPECT_FALSE(classes.asks);
  EXPECT_EQ(classes.classes.size(), 5u);
}

TEST(ClassLayouts, ContainersAreNeverClasses) {
  const TemporaryFolder folder;
  for (const char* name : {"images", "img", "imgs", "data", "JPEGImages"}) {
    const std::string inside = name;
    writePictures(folder / name / "set", {"cat/" + inside + "/1.png", "dog/" + inside + "/1.png"});
    EXPECT_EQ(take(folder / name / "set").classes, (Strings{"cat", "dog"})) << name;
    writePictures(folder / name / "flat", {inside + "/1.png", inside + "/2.png"});
    EXPECT_EQ(take(folder / name / "flat").kind, "folder: unlabelled") << name;
  }
}

TEST(ClassLayouts, TinyImageNet) {
  const TemporaryFolder folder;
  const fs::path root = folder / "tiny-imagenet-200";
  writePictures(root, {"train/n01443537/images/n01443537_0.JPEG", "train/n01443537/images/n01443537_1.JPEG",
                       "train/n01629819/images/n01629819_0.JPEG", "val/images/val_0.JPEG", "val/images/val_1.JPEG",
                       "test/images/test_0.JPEG", "test/images/test_1.JPEG", "test/images/test_2.JPEG"});
  writeBytes(root / "train/n01443537/n01443537_boxes.txt", "n01443537_0.JPEG\t0\t10\t63\t58\n");
  writeBytes(root / "train/n01629819/n01629819_boxes.txt", "n01629819_0.JPEG\t0\t10\t63\t58\n");
  writeBytes(root / "val/val_annotations.txt",
             "val_0.JPEG\tn01629819\t0\t32\t44\t62\nval_1.JPEG\tn01443537\t5\t5\t6\t7\n");
  writeBytes(root / "wnids.txt", "n01443537\nn01629819\n");
  writeBytes(root / "words.txt",
             "n00001740\tentity\nn01443537\tgoldfish, Carassius auratus\nn01629819\tEuropean fire salamander\n");
  const Taken taken = take(root);
  EXPECT_EQ(taken.kind, "folder: classification") << taken.words;
  EXPECT_EQ(taken.classes, (Strings{"n01443537 goldfish", "n01629819 European fire salamander"}));
  EXPECT_EQ(taken.splits, "train 3, validation 2");
  EXPECT_EQ(classOf(*taken.source, "val_0.JPEG"), "n01629819 European fire salamander");
  EXPECT_EQ(classOf(*taken.source, "val_1.JPEG"), "n01443537 goldfish");
  EXPECT_TRUE(contains(taken.words, "the folder \"test/images\": left out, with 3 images")) << taken.words;
  EXPECT_FALSE(taken.asks);
}

TEST(ClassLayouts, ImageNetInItsThreeForms) {
  const TemporaryFolder folder;
  // Folders per class.
  const Strings trained{"train/n01440764/n01440764_10026.JPEG", "train/n01443537/n01443537_2.JPEG"};
  writePictures(folder / "plain", trained);
  writePictures(folder / "plain", {"val/n01443537/ILSVRC2012_val_00000236.JPEG"});
  const Taken plain = take(folder / "plain");
  EXPECT_EQ(plain.classes, (Strings{"n01440764", "n01443537"}));
  EXPECT_EQ(plain.splits, "train 2, validation 1");
  // As on Kaggle.
  const fs::path kaggle = folder / "kaggle";
  for (const std::string& name : trained) writePictures(kaggle / "ILSVRC/Data/CLS-LOC", {name});
  writePictures(kaggle / "ILSVRC/Data/CLS-LOC",
                {"val/ILSVRC2012_val_00000001.JPEG", "test/ILSVRC2012_test_00000001.JPEG"});
  writeBytes(kaggle / "LOC_synset_mapping.txt",
             "n01440764 tench, Tinca tinca\nn01443537 goldfish, Carassius auratus\n");
  writeBytes(kaggle / "LOC_val_solution.csv",
             "ImageId,PredictionString\nILSVRC2012_val_00000001,n01443537 85 1 499 272 \n");
  const Taken full = take(kaggle);
  EXPECT_EQ(full.kind, "folder: classification") << full.words;
  EXPECT_EQ(full.classes, (Strings{"n01440764 tench", "n01443537 goldfish"}));
  EXPECT_EQ(full.splits, "train 2, validation 1");
  EXPECT_EQ(classOf(*full.source, "val_00000001.JPEG"), "n01443537 goldfish");
  EXPECT_TRUE(contains(full.words, "left out, with 1 image")) << full.words;
  // With the truth of the development kit, which needs the list of its numbers.
  const fs::path kit = folder / "kit";
  for (const std::string& name : trained) writePictures(kit, {name});
  writePictures(kit, {"val/ILSVRC2012_val_00000001.JPEG", "val/ILSVRC2012_val_00000002.JPEG"});
  writeBytes(kit / "ILSVRC2012_validation_ground_truth.txt", "2\n1\n");
  const Taken unknown = take(kit);
  EXPECT_TRUE(unknown.asks);
  EXPECT_TRUE(contains(unknown.words, "map_clsloc.txt")) << unknown.words;
  writeBytes(kit / "map_clsloc.txt", "n01440764 1 tench\nn01443537 2 goldfish\n");
  const Taken known = take(kit);
  EXPECT_EQ(known.splits, "train 2, validation 2") << known.words;
  EXPECT_EQ(classOf(*known.source, "val_00000001.JPEG"), "n01443537");
  EXPECT_EQ(classOf(*known.source, "val_00000002.JPEG"), "n01440764");
}

TEST(ClassLayouts, MnistAndCifarAsFolders) {
  const TemporaryFolder folder;
  writePictures(folder / "mnist_png", {"training/0/1.png", "training/1/3.png", "training/10/4.png", "testing/0/2.png"});
  const Taken mnist = take(folder / "mnist_png");
  EXPECT_EQ(mnist.classes, (Strings{"0", "1", "10"}));
  EXPECT_EQ(mnist.splits, "train 3, test 1");
  writePictures(folder / "cifar", {"train/airplane/0001.png", "train/cat/0002.png", "test/airplane/0001.png"});
  writeBytes(folder / "cifar/labels.txt", "airplane\ncat\n");
  const Taken cifar = take(folder / "cifar");
  EXPECT_EQ(cifar.classes, (Strings{"airplane", "cat"})) << cifar.words;
  EXPECT_EQ(cifar.splits, "train 2, test 1");
  writePictures(folder / "cifar100", {"train/aquatic_mammals/beaver/1.png", "train/aquatic_mammals/seal/1.png",
                                      "train/fish/ray/1.png", "test/fish/ray/2.png"});
  EXPECT_EQ(take(folder / "cifar100").classes, (Strings{"aquatic_mammals/beaver", "aquatic_mammals/seal", "fish/ray"}));
}

TEST(ClassLayouts, CifarBinary) {
  const TemporaryFolder folder;
  const auto record = [](std::initializer_list<char> labels) { return std::string(labels) + std::string(3072, 'x'); };
  for (int i = 1; i <= 5; ++i)
    writeBytes(folder / fmt::format("cifar-10-batches-bin/data_batch_{}.bin", i), record({3}) + record({9}));
  writeBytes(folder / "cifar-10-batches-bin/test_batch.bin", record({0}));
  writeBytes(folder / "cifar-10-batches-bin/batches.meta.txt",
             "airplane\nautomobile\nbird\ncat\ndeer\ndog\nfrog\nhorse\nship\ntruck\n\n");
  const Taken ten = take(folder / "cifar-10-batches-bin");
  EXPECT_EQ(ten.kind, "cifar: classification");
  EXPECT_EQ(ten.classes.size(), 10u);
  EXPECT_EQ(ten.splits, "test 1, open 10");
  EXPECT_EQ(classOf(*ten.source, "data_batch_1.bin"), "cat");
  writeBytes(folder / "cifar-100-binary/train.bin", record({1, 7}) + record({0, 99}));
  writeBytes(folder / "cifar-100-binary/test.bin", record({1, 7}));
  const Taken hundred = take(folder / "cifar-100-binary");
  EXPECT_EQ(hundred.kind, "cifar: classification");
  EXPECT_EQ(hundred.classes.size(), 100u);
  EXPECT_EQ(hundred.splits, "test 1, open 2");
}

TEST(ClassLayouts, Food101) {
  const TemporaryFolder folder;
  const fs::path root = folder / "food-101";
  writePictures(root / "images", {"apple_pie/1005649.jpg", "apple_pie/1011328.jpg", "waffles/1005755.jpg"});
  writeBytes(root / "meta/train.txt", "apple_pie/1005649\nwaffles/1005755\n");
  writeBytes(root / "meta/test.txt", "apple_pie/1011328\n");
  writeBytes(root / "meta/classes.txt", "apple_pie\nwaffles\n");
  writeBytes(root / "meta/labels.txt", "Apple pie\nWaffles\n");
  for (const char* name : {"train", "test"}) writeBytes(root / (std::string("meta/") + name + ".json"), "{}");
  const Taken taken = take(root);
  EXPECT_EQ(taken.kind, "folder: classification") << taken.words;
  EXPECT_EQ(taken.classes, (Strings{"apple_pie", "waffles"}));
  EXPECT_EQ(taken.splits, "train 2, test 1");
  EXPECT_EQ(taken.source->item(indexOf(*taken.source, "1011328.jpg")).split, Split::Test);
  EXPECT_TRUE(contains(taken.words, "meta/train.txt"));
}

TEST(ClassLayouts, Caltech101SaysItsClutter) {
  const TemporaryFolder folder;
  writePictures(folder / "caltech/101_ObjectCategories",
                {"accordion/image_0001.jpg", "BACKGROUND_Google/image_0001.jpg"});
  writeBytes(folder / "caltech/Annotations/accordion/annotation_0001.mat", "MATLAB 5.0");
  const Taken taken = take(folder / "caltech");
  EXPECT_EQ(taken.classes, (Strings{"BACKGROUND_Google", "accordion"})) << taken.words;
  EXPECT_TRUE(contains(taken.words, "leave_out=BACKGROUND_Google")) << taken.words;
  EXPECT_FALSE(taken.asks);
  EXPECT_EQ(take(folder / "caltech", {{"leave_out", std::string("BACKGROUND_Google")}}).classes, Strings{"accordion"});
}

TEST(ClassLayouts, OxfordFlowersIsRefusedWithWhatToDo) {
  const TemporaryFolder folder;
  writePictures(folder / "flowers", {"jpg/image_00001.jpg", "jpg/image_00002.jpg"});
  writeBytes(folder / "flowers/imagelabels.mat", "MATLAB 5.0");
  writeBytes(folder / "flowers/setid.mat", "MATLAB 5.0");
  const Taken taken = take(folder / "flowers");
  EXPECT_TRUE(taken.asks);
  EXPECT_TRUE(contains(taken.words, "imagelabels.mat")) << taken.words;
  EXPECT_TRUE(contains(taken.words, "class_from=none")) << taken.words;
  EXPECT_EQ(take(folder / "flowers", {{"class_from", std::string("none")}}, "folder").kind, "folder: unlabelled");
}

// Netzer et al. 2011, as MATLAB files; others as tables that another library writes.
TEST(ClassLayouts, FormatsThatAreNotReadAreNamedWithTheWayToReadThem) {
  const TemporaryFolder folder;
  for (const auto& [file, words] : {std::pair("svhn/train_32x32.mat", "loadmat"), std::pair("h/train.H5", "h5py"),
                                    std::pair("x/rows.xlsx", "CSV")}) {
    writeBytes(folder / file, "not read");
    for (const fs::path& source : {(folder / file).parent_path(), folder / file}) {
      const auto found = recogniseAny(source);
      ASSERT_FALSE(found.ok()) << source;
      EXPECT_EQ(found.error().code, ErrorCode::Unsupported) << source;
      EXPECT_TRUE(contains(found.error().text(), words)) << found.error().text();
    }
  }
}

TEST(ClassLayouts, Ucf101) {
  const TemporaryFolder folder;
  const fs::path root = folder / "ucf";
  for (const char* name : {"Archery/v_Archery_g01_c01", "Archery/v_Archery_g08_c01", "Biking/v_Biking_g08_c01"})
    writeBytes(root / "UCF-101" / (std::string(name) + ".avi"), "RIFF");
  writeBytes(root / "ucfTrainTestlist/classInd.txt", "1 Archery\n2 Biking\n");
  for (const char* number : {"01", "02"}) {
    writeBytes(root / (std::string("ucfTrainTestlist/trainlist") + number + ".txt"),
               "Archery/v_Archery_g08_c01.avi 1\nBiking/v_Biking_g08_c01.avi 2\n");
    writeBytes(root / (std::string("ucfTrainTestlist/testlist") + number + ".txt"), "Archery/v_Archery_g01_c01.avi\n");
  }
  const auto found = recogniseAny(root);
  ASSERT_TRUE(found.ok()) << found.error().text();
  EXPECT_EQ(found->importer, "video");
  EXPECT_EQ(found->classes, (Strings{"Archery", "Biking"}));
  const Taken taken = take(root);
  if (taken.source) {
    EXPECT_EQ(taken.splits, "train 2, test 1");
  }
  ASSERT_FALSE(found->decisions.empty());
  EXPECT_TRUE(contains(found->decisions[0].because, "first of several"));
}

TEST(ClassLayouts, NamesInComposedAndDecomposedLettersAreOneClass) {
  if (composedForm("e\xcc\x81") != "\xc3\xa9") GTEST_SKIP() << "this build has no library for it";
  const TemporaryFolder folder;
  writePictures(folder / "set", {"train/caf\xc3\xa9/1.png", "train/tea/2.png", "test/cafe\xcc\x81/3.png"});
  const Taken taken = take(folder / "set");
  EXPECT_EQ(taken.classes, (Strings{"caf\xc3\xa9", "tea"}));
}

TEST(ClassLayouts, ClassesOfEqualFileNamesAreNoPairs) {
  const TemporaryFolder folder;
  writePictures(folder / "set", {"A/1.png", "A/2.png", "B/1.png", "B/2.png", "C/1.png", "C/2.png"});
  const Taken taken = take(folder / "set");
  EXPECT_EQ(taken.kind, "folder: classification");
  EXPECT_EQ(taken.classes, (Strings{"A", "B", "C"}));
  EXPECT_EQ(taken.splits, "open 6");
  writePictures(folder / "risk", {"low/1.png", "medium/1.png", "high/1.png"});
  EXPECT_EQ(take(folder / "risk").classes, (Strings{"high", "low", "medium"}));
  // Two alone may be either.
  writePictures(folder / "two", {"A/1.png", "A/2.png", "B/1.png", "B/2.png"});
  const Taken two = take(folder / "two");
  EXPECT_TRUE(two.asks);
  EXPECT_TRUE(contains(two.words, "input_folder=A")) << two.words;
  EXPECT_FALSE(
      take(folder / "two", {{"input_folder", std::string("A")}, {"target_folder", std::string("B")}}, "pairs").asks);
}

TEST(ClassLayouts, UnknownAnnotationsAreAskedAbout) {
  const TemporaryFolder folder;
  for (const char* name : {"cat/1", "cat/2", "dog/3"}) {
    writePictures(folder / "set", {std::string(name) + ".png"});
    writeBytes(folder / "set" / (std::string(name) + ".json"), "{\"objects\": []}");
  }
  const Taken taken = take(folder / "set");
  EXPECT_TRUE(taken.asks);
  EXPECT_TRUE(contains(taken.words, "ignore_annotations=true")) << taken.words;
  EXPECT_FALSE(take(folder / "set", {{"ignore_annotations", true}}).asks);
}

}  // namespace
}  // namespace fovea::test
