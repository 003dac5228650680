// Layouts whose labels or splits lie in files of a form that is not known: they are asked about, never passed over.
#include "layout_support.h"

namespace fovea::test {
namespace {

// Tschandl et al. 2018: a table of ids, pictures in folders that are no classes, several pictures of one lesion.
TEST(UnreadLists, TablesOfIdsNameTheirPictures) {
  const TemporaryFolder folder;
  for (int i = 0; i < 8; ++i)
    writePictures(folder / fmt::format("ham/HAM10000_images_part_{}", 1 + i / 4), {fmt::format("ISIC_{:07}.png", i)});
  writeBytes(folder / "ham/HAM10000_metadata.csv",
             "lesion_id,image_id,dx\n" +
                 lines(8, [](int i) { return fmt::format("HAM_{},ISIC_{:07},{}", i / 2, i, i % 2 ? "nv" : "mel"); }));
  const Taken taken = take(folder / "ham");
  ASSERT_EQ(taken.kind, "csv: classification") << taken.words;
  EXPECT_FALSE(taken.asks) << taken.words;
  EXPECT_EQ(taken.classes, (Strings{"mel", "nv"}));
  EXPECT_EQ(taken.source->size(), 8);
  const std::int64_t fifth = indexOf(*taken.source, "HAM10000_images_part_2/ISIC_0000005.png");
  ASSERT_GE(fifth, 0) << taken.words;
  EXPECT_EQ(taken.source->item(fifth).group, "HAM_2") << "pictures of one lesion stay in one split";
}

// Khosla et al. 2011: folders of breeds, splits in files of MATLAB that hold cells.
TEST(UnreadLists, SplitsOfStanfordDogs) {
  const TemporaryFolder folder;
  for (const char* name : {"n02085620-Chihuahua", "n02085782-Japanese_spaniel"})
    for (int i = 0; i < 4; ++i) writePictures(folder / "dogs/Images" / name, {fmt::format("{:.9}_{}.png", name, i)});
  for (const char* name : {"file_list.mat", "train_list.mat", "test_list.mat"})
    writeBytes(folder / "dogs" / name, "MATLAB 5.0 MAT-file, Platform: GLNXA64" + std::string(90, ' '));
  const Taken taken = take(folder / "dogs");
  EXPECT_TRUE(taken.asks) << taken.words;
  EXPECT_TRUE(contains(taken.words, "test_list.mat, train_list.mat")) << taken.words;
  const Taken told = take(folder / "dogs", {{"ignore_annotations", true}}, "folder");
  EXPECT_FALSE(told.asks) << told.words;
  EXPECT_EQ(told.classes, (Strings{"n02085620-Chihuahua", "n02085782-Japanese_spaniel"}));
}

// Huang et al. 2007: pairs of persons, not of files.
TEST(UnreadLists, NotEveryTextNamesPictures) {
  const TemporaryFolder folder;
  for (const char* name : {"Aaron_Eckhart", "Abba_Eban"})
    writePictures(folder / "lfw" / name, {fmt::format("{}_0001.png", name), fmt::format("{}_0002.png", name)});
  writeBytes(folder / "lfw/pairs.txt", "10\t300\n" + lines(20, [](int) { return "Aaron_Eckhart\t1\t2"; }));
  writeBytes(folder / "lfw/README.txt", "Faces, 250 by 250 pixels.\nSee the paper.\n");
  const Taken taken = take(folder / "lfw");
  EXPECT_FALSE(taken.asks) << taken.words;
  EXPECT_EQ(taken.classes, (Strings{"Aaron_Eckhart", "Abba_Eban"}));
}

// Schlimmer 1987: letters in every column; its first row is no row of names although a letter may be one.
TEST(UnreadLists, MushroomsHaveNoHeader) {
  const TemporaryFolder folder;
  writeBytes(folder / "agaricus-lepiota.data", "p,x,y,n,t\n" + lines(60, [](int i) {
                                                 return fmt::format("{},{},{},{},{}", "pe"[i % 2], "xbs"[i * i % 3],
                                                                    "sy"[i / 2 % 2], "nyw"[i / 3 % 3], "tf"[i / 5 % 2]);
                                               }));
  const Taken taken = take(folder / "agaricus-lepiota.data");
  ASSERT_NE(taken.source, nullptr) << taken.words;
  EXPECT_EQ(taken.source->size(), 61) << taken.words;
}

// Materzynska et al. 2019 (Jester): a folder of frames for each film, and a list of these folders.
TEST(UnreadLists, ListsOfFoldersAreAskedAbout) {
  const TemporaryFolder folder;
  for (int film = 1; film < 9; ++film)
    for (int i = 1; i < 4; ++i) writePictures(folder / "set", {fmt::format("20bn-jester-v1/{}/{:05}.png", film, i)});
  writeBytes(folder / "set/jester-v1-train.csv",
             lines(8, [](int i) { return fmt::format("{};{}", i + 1, i % 2 ? "Swiping Left" : "Drumming Fingers"); }));
  const Taken open = take(folder / "set");
  EXPECT_TRUE(open.asks) << open.words;
  EXPECT_TRUE(contains(open.words, "the folders of the images are named in jester-v1-train.csv")) << open.words;
  // A list that has other words for each folder describes classes.
  writeBytes(folder / "set/jester-v1-train.csv",
             lines(8, [](int i) { return fmt::format("{};bird number {}", i + 1, i); }));
  EXPECT_FALSE(contains(take(folder / "set").words, "the folders of the images are named in"))
      << take(folder / "set").words;
}

// Chinese MNIST, CrowdHuman: tables whose rows say in parts, or in another form, which file they are about.
TEST(UnreadLists, TablesWithALineForEachImageAreAskedAbout) {
  const TemporaryFolder folder;
  for (int i = 1; i < 11; ++i) writePictures(folder / "set", {fmt::format("data/input_{}_{}.png", 1 + i % 2, i)});
  writeBytes(folder / "set/chinese_mnist.csv", "suite_id,sample_id,code,value\n" + lines(10, [](int i) {
                                                 return fmt::format("{},{},{},{}", 1 + i % 2, i, i % 5, i % 5);
                                               }));
  const Taken open = take(folder / "set");
  EXPECT_TRUE(open.asks) << open.words;
  EXPECT_TRUE(contains(open.words, "chinese_mnist.csv may: it has about as many lines as there are images"))
      << open.words;
  EXPECT_FALSE(take(folder / "set", {{"ignore_annotations", true}}, "folder").asks);
  // Li et al. 2017 (RAF-DB): the list has the names from before the faces were aligned.
  for (int i = 1; i < 7; ++i) writePictures(folder / "raf", {fmt::format("Image/aligned/train_{:05}_aligned.png", i)});
  writeBytes(folder / "raf/EmoLabel/list_patition_label.txt",
             lines(6, [](int i) { return fmt::format("train_{:05}.png {}", i + 1, 1 + i % 3); }));
  EXPECT_TRUE(take(folder / "raf").asks) << take(folder / "raf").words;
  EXPECT_TRUE(contains(take(folder / "raf").words, "list_patition_label.txt may")) << take(folder / "raf").words;
}

}  // namespace
}  // namespace fovea::test
