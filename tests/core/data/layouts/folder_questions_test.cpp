// Folders that may be splits or classes are asked about by every importer of folders: pictures, sounds and texts.
#include "layout_support.h"
#include "sound_layout_support.h"

namespace fovea::test {
namespace {

TEST(FolderQuestions, AreAskedOfSoundsAndTextsToo) {
  const TemporaryFolder folder;
  const auto content = [](const std::string& kind, int number) {
    if (kind == "folder") return greyPng(4, 3, number);
    return kind == "audio" ? tone(200 + 10 * number) : fmt::format("text number {} of them all", number);
  };
  for (const auto& [kind, ending] :
       {std::pair("folder", "png"), std::pair("audio", "wav"), std::pair("labelled_text", "txt")}) {
    int number = 0;
    for (const char* name : {"train", "test", "cat", "dog", "bird"})
      for (int i = 0; i < 4; ++i)
        writeBytes(folder / fmt::format("{}/{}/{}.{}", kind, name, i, ending), content(kind, ++number));
    const Taken open = take(folder / kind, {}, kind);
    EXPECT_TRUE(open.asks) << kind << open.words;
    EXPECT_TRUE(contains(open.words, "splits=folders") && contains(open.words, "splits=none")) << kind << open.words;
    const Taken classes = take(folder / kind, {{"splits", std::string("none")}}, kind);
    EXPECT_FALSE(classes.asks) << kind << classes.words;
    EXPECT_EQ(classes.classes, (Strings{"bird", "cat", "dog", "test", "train"})) << kind;
    const Taken some =
        take(folder / kind, {{"splits", std::string("none")}, {"leave_out", std::string("train,test")}}, kind);
    EXPECT_EQ(some.classes, (Strings{"bird", "cat", "dog"})) << kind;
    EXPECT_EQ(some.splits, "open 12") << kind;
  }
}

// Rajaraman et al. 2018 (malaria), as Kaggle packs it: the folder holds itself once more.
TEST(FolderQuestions, CopiesOfFoldersAreLeftOut) {
  const TemporaryFolder folder;
  for (const char* place : {"cell_images/Parasitized", "cell_images/Uninfected", "cell_images/cell_images/Parasitized",
                            "cell_images/cell_images/Uninfected"})
    for (int i = 0; i < 4; ++i) writePictures(folder / "set", {fmt::format("{}/{}.png", place, i)});
  const Taken found = take(folder / "set");
  EXPECT_FALSE(found.asks) << found.words;
  EXPECT_EQ(found.classes, (Strings{"Parasitized", "Uninfected"})) << found.words;
  EXPECT_EQ(found.source->size(), 8);
  EXPECT_TRUE(contains(found.words, "the folder \"cell_images\": left out, with 8 images")) << found.words;
  EXPECT_EQ(take(folder / "set", {{"class_from", std::string("path")}}).classes.size(), 4u);
  // With another number of images it is no copy.
  writePictures(folder / "set", {"cell_images/cell_images/Uninfected/9.png"});
  EXPECT_EQ(take(folder / "set").source->size(), 17);
}

// Defferrard et al. 2017 (Free Music Archive): folders that divide the files by their first digits.
TEST(FolderQuestions, FirstDigitsOfFilesAreAskedAbout) {
  const TemporaryFolder folder;
  for (const char* part : {"000", "001", "002"})
    for (int i = 0; i < 4; ++i) writePictures(folder / "set", {fmt::format("{0}/{0}{1:03}.png", part, 7 * i)});
  const Taken open = take(folder / "set");
  EXPECT_TRUE(open.asks) << open.words;
  EXPECT_TRUE(contains(open.words, "called like the first digits of all files in it")) << open.words;
  EXPECT_EQ(take(folder / "set", {{"class_from", std::string("none")}}).classes.size(), 0u);
}

// The best artworks, as Kaggle packs them: a folder for each artist, and all paintings again in another size.
TEST(FolderQuestions, TheSameFilesAgainAreAskedAbout) {
  const TemporaryFolder folder;
  for (const char* artist : {"Albrecht_Durer", "Claude_Monet", "Frida_Kahlo"})
    for (int i = 1; i < 4; ++i)
      for (const std::string& place : {fmt::format("images/images/{}", artist), std::string("resized/resized")})
        writePictures(folder / "set", {fmt::format("{}/{}_{}.png", place, artist, i)});
  const Taken open = take(folder / "set");
  EXPECT_TRUE(open.asks) << open.words;
  EXPECT_TRUE(contains(open.words, "leave_out=resized; class_from=path")) << open.words;
  const Taken told = take(folder / "set", {{"leave_out", std::string("resized")}});
  EXPECT_FALSE(told.asks) << told.words;
  EXPECT_EQ(told.classes, (Strings{"Albrecht_Durer", "Claude_Monet", "Frida_Kahlo"}));
  // Files that are only numbered in each class are others.
  for (const char* name : {"cat", "dog", "bird"})
    for (int i = 1; i < 6; ++i) writePictures(folder / "plain", {fmt::format("{}/{}.png", name, i)});
  EXPECT_FALSE(take(folder / "plain").asks) << take(folder / "plain").words;
}

// Nilsback and Zisserman 2008 (Flowers), as courses use it: folders of numbers, and their names in JSON.
TEST(FolderQuestions, NumbersOfFoldersTakeTheirNames) {
  const TemporaryFolder folder;
  for (const char* split : {"train", "valid"})
    for (const char* name : {"1", "2", "10"})
      for (int i = 0; i < 3; ++i) writePictures(folder / "set", {fmt::format("flowers/{}/{}/{}.png", split, name, i)});
  writeBytes(folder / "set/cat_to_name.json",
             R"({"1": "pink primrose", "2": "hard-leaved orchid", "10": "globe thistle"})");
  const Taken found = take(folder / "set");
  EXPECT_FALSE(found.asks) << found.words;
  EXPECT_EQ(found.classes, (Strings{"pink primrose", "hard-leaved orchid", "globe thistle"})) << found.words;
  EXPECT_EQ(classOf(*found.source, "train/10/0.png"), "globe thistle");
  // Numbers stay numbers if one of them has no name.
  writeBytes(folder / "set/cat_to_name.json", R"({"1": "pink primrose", "2": "hard-leaved orchid"})");
  EXPECT_EQ(take(folder / "set").classes, (Strings{"1", "2", "10"}));
}

// Silberman et al. 2012 (NYU depth), as Kaggle packs it: a photograph and its depths have one name.
TEST(FolderQuestions, NamesThatAreThereTwiceAreAskedAbout) {
  const TemporaryFolder folder;
  for (const char* scene : {"basement_out", "bathroom_out"})
    for (int i = 1; i < 6; ++i)
      for (const char* ending : {"jpg", "png"})
        writePictures(folder / "set", {fmt::format("{}/{}.{}", scene, i, ending)});
  const Taken open = take(folder / "set");
  EXPECT_TRUE(open.asks) << open.words;
  EXPECT_TRUE(contains(open.words, "most names are there twice, such as 1.jpg and 1.png")) << open.words;
  EXPECT_FALSE(take(folder / "set", {{"class_from", std::string("path")}}).asks);
}

// A name with a comma is one name; a name that is not there is said.
TEST(FolderQuestions, FoldersToLeaveOutAreFoundByTheirWholeNames) {
  const TemporaryFolder folder;
  for (const char* name : {"tiles/tumor", "tiles/stroma", "tiles/fat", "big, whole"})
    for (int i = 0; i < 3; ++i) writePictures(folder / "set", {fmt::format("{}/{}.png", name, i)});
  const Taken open = take(folder / "set");
  EXPECT_TRUE(open.asks && contains(open.words, "leave_out=big, whole")) << open.words;
  const Taken answered = take(folder / "set", {{"leave_out", std::string("big, whole")}});
  EXPECT_FALSE(answered.asks) << answered.words;
  EXPECT_EQ(answered.classes, (Strings{"fat", "stroma", "tumor"}));
  EXPECT_EQ(take(folder / "set", {{"leave_out", std::string("fat, big, whole")}}).classes,
            (Strings{"stroma", "tumor"}));
  for (const char* option : {"leave_out", "take_folder"}) {
    const Taken typo = take(folder / "set/tiles", {{option, std::string("tumour")}});
    EXPECT_EQ(typo.classes.size(), 3u);
    EXPECT_TRUE(contains(typo.words, "the folder \"tumour\": not found")) << typo.words;
    EXPECT_FALSE(contains(take(folder / "set/tiles", {{option, std::string("Tumor")}}).words, "not found"));
  }
}

// Pichora-Fuller and Dupuis 2020 (TESS): folders of a speaker and an emotion each.
TEST(FolderQuestions, NamesThatJoinPeopleAndClassesAreAskedAbout) {
  const TemporaryFolder folder;
  for (const char* speaker : {"OAF", "YAF"})
    for (const char* emotion : {"angry", "Fear", "sad", "happy"})
      for (int i = 0; i < 3; ++i) writePictures(folder / "set", {fmt::format("{}_{}/{}.png", speaker, emotion, i)});
  const Taken open = take(folder / "set");
  EXPECT_TRUE(open.asks) << open.words;
  EXPECT_TRUE(contains(open.words, "join each of 2 words with each of 4 others")) << open.words;
  EXPECT_EQ(take(folder / "set", {{"class_from", std::string("path")}}).classes.size(), 8u);
  // A few classes of two words are no such pairs.
  for (const char* name : {"lung_aca", "lung_n", "lung_scc", "colon_aca", "colon_n"})
    for (int i = 0; i < 3; ++i) writePictures(folder / "tissue", {fmt::format("{}/{}.png", name, i)});
  EXPECT_FALSE(take(folder / "tissue").asks) << take(folder / "tissue").words;
}

}  // namespace
}  // namespace fovea::test
