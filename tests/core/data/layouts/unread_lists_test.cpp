// Layouts whose labels or splits lie in files of a form that is not known: they are asked about, never passed over.
#include "layout_support.h"

namespace fovea::test {
namespace {

std::string lines(int count, const std::function<std::string(int)>& line) {
  std::string text;
  for (int i = 0; i < count; ++i) text += line(i) + "\n";
  return text;
}

void expectAsked(const fs::path& source, const std::string& file) {
  const Taken taken = take(source);
  EXPECT_TRUE(taken.asks) << taken.words;
  EXPECT_TRUE(contains(taken.words, file)) << taken.words;
  EXPECT_FALSE(take(source, {{"ignore_annotations", true}}, "folder").asks);
}

// Wah et al. 2011: splits by the numbers of pictures.
TEST(UnreadLists, BirdsOfCub200) {
  const TemporaryFolder folder;
  const Strings names = {"001.Black_footed_Albatross", "002.Laysan_Albatross"};
  const auto nameOf = [&](int i) {
    return fmt::format("{0}/{0}_{1:04}.png", names[static_cast<std::size_t>(i % 2)], i);
  };
  for (int i = 0; i < 8; ++i) writePictures(folder / "cub/images", {nameOf(i)});
  writeBytes(folder / "cub/images.txt", lines(8, [&](int i) { return fmt::format("{} {}", i + 1, nameOf(i)); }));
  writeBytes(folder / "cub/train_test_split.txt", lines(8, [](int i) { return fmt::format("{} {}", i + 1, i % 2); }));
  expectAsked(folder / "cub", "images.txt");
  EXPECT_EQ(take(folder / "cub", {{"ignore_annotations", true}}, "folder").classes, names);
}

// Liu et al. 2015: attributes below a count and a line of names.
TEST(UnreadLists, AttributesOfCelebA) {
  const TemporaryFolder folder;
  for (int i = 0; i < 8; ++i) writePictures(folder / "celeba/img_align_celeba", {fmt::format("{:06}.png", i + 1)});
  writeBytes(folder / "celeba/list_attr_celeba.txt",
             "8\nBald Smiling\n" + lines(8, [](int i) { return fmt::format("{:06}.png  1 -1", i + 1); }));
  expectAsked(folder / "celeba", "list_attr_celeba.txt");
}

// Maji et al. 2013: names of pictures without their ending, a list for each split and depth of classes.
TEST(UnreadLists, AircraftOfFgvc) {
  const TemporaryFolder folder;
  for (int i = 0; i < 8; ++i) writePictures(folder / "fgvc/images", {fmt::format("10{:05}.png", i)});
  for (const char* kind : {"variant", "family"})
    writeBytes(folder / fmt::format("fgvc/images_{}_train.txt", kind),
               lines(8, [](int i) { return fmt::format("10{:05} Boeing 7{}7", i, i % 2); }));
  expectAsked(folder / "fgvc", "images_variant_train.txt");
}

// Cimpoi et al. 2014: ten ways to divide the pictures.
TEST(UnreadLists, TexturesOfDtd) {
  const TemporaryFolder folder;
  const auto nameOf = [](int i) { return fmt::format("{0}/{0}_{1:04}.png", i % 2 ? "banded" : "dotted", i); };
  for (int i = 0; i < 8; ++i) writePictures(folder / "dtd/images", {nameOf(i)});
  for (const char* list : {"train1", "val1", "test1"})
    writeBytes(folder / fmt::format("dtd/labels/{}.txt", list), lines(8, nameOf));
  expectAsked(folder / "dtd", "labels/train1.txt");
}

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

}  // namespace
}  // namespace fovea::test
