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

}  // namespace
}  // namespace fovea::test
