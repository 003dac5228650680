// Why: the display choices and notes for runs survive
// the program, and files from elsewhere cannot do harm.
#include "core/project/run_view_choices.h"

#include "core/base/file.h"
#include "tests/core/project/project_support.h"

namespace fovea::test {

TEST(RunViewChoices, AreReadAsTheyWereWritten) {
  const TemporaryFolder folder;
  const fs::path place = folder / "";
  EXPECT_EQ(valueOf(readRunViewChoices(place)), RunViewChoices());
  RunViewChoices choices;
  choices.axis = "duration";
  choices.smoothing = 0.25;
  choices.bands = false;
  choices.part = "train";
  choices.logarithmic = {"loss"};
  choices.hidden = {"learning_rate"};
  choices.order = {"accuracy", "loss"};
  choices.chosen = {3, 1, 50};
  choices.columns = {"momentum", "loss.last"};
  choices.hiddenColumns = {"device"};
  choices.columnOrder = {"run", "tags"};
  choices.sort = "loss.last";
  choices.descending = true;
  choices.group = "batch";
  choices.filter = "lr<0.1 \"é\"";
  choices.notes[3] = {{"paper", "best so far"}, "line one\nline two"};
  expectOk(writeRunViewChoices(place, choices));
  EXPECT_EQ(valueOf(readRunViewChoices(place)), choices);
}

// A person may paste a log.
TEST(RunViewChoices, ALongNoteComesBackWhole) {
  const TemporaryFolder folder;
  const fs::path place = folder / "";
  RunViewChoices choices;
  choices.notes[1].text = "a";
  for (int i = 0; i < 20'000; ++i) choices.notes[1].text += "é";
  choices.notes[1].tags = {choices.notes[1].text};
  expectOk(writeRunViewChoices(place, choices));
  const RunNote note = valueOf(readRunViewChoices(place)).notes.at(1);
  EXPECT_TRUE(note.text == choices.notes[1].text) << note.text.size();
  ASSERT_EQ(note.tags.size(), 1u);
  EXPECT_TRUE(note.tags[0].ends_with("é")) << "a character is cut";
}

TEST(RunViewChoices, EditsLeaveTheRestOfTheStoredOnes) {
  RunViewChoices stored;
  stored.axis = "epoch";
  stored.columns = {"momentum"};
  stored.chosen = {1, 2};
  stored.notes[1] = {{"paper"}, "the good one"};
  stored.notes[2] = {{}, "diverged"};
  EXPECT_EQ(withEdits(stored, RunViewChoices()), stored);
  RunViewChoices edited;
  edited.chosen = {3};
  edited.descending = true;
  edited.notes[2] = {{"again"}, ""};
  RunViewChoices expected = stored;
  expected.chosen = {3};
  expected.descending = true;
  expected.notes[2] = {{"again"}, ""};
  EXPECT_EQ(withEdits(stored, edited), expected);
}

TEST(RunViewChoices, TakeWhatIsOfTheRightFormFromAnyFile) {
  const auto choices = valueOf(parseRunViewChoices(
      R"({"axis": 5, "smoothing": 7, "bands": "yes", "chosen": [1, "2", -3, 1e300, 4], "columns": "momentum",
          "hidden": ["a", 1, "a", null], "notes": [1, {"run": 0, "text": "x"}, {"run": 2}, {"run": 5, "tags": ["t"]}]})"));
  EXPECT_EQ(choices.axis, "step");
  EXPECT_EQ(choices.smoothing, 0.99);
  EXPECT_TRUE(choices.bands);
  EXPECT_EQ(choices.chosen, (std::vector<std::int32_t>{1, 4}));
  EXPECT_TRUE(choices.columns.empty());
  EXPECT_EQ(choices.hidden, std::vector<std::string>{"a"});
  ASSERT_EQ(choices.notes.size(), 1u);
  EXPECT_EQ(choices.notes.at(5).tags, std::vector<std::string>{"t"});
}

TEST(RunViewChoices, SayThatAFileIsDamaged) {
  const TemporaryFolder folder;
  const fs::path place = folder / "";
  for (const char* text : {"", "[1]", "{\"axis\": ", "5"}) {
    expectOk(writeFileAtomic(place / kRunViewFile, text));
    const auto choices = readRunViewChoices(place);
    ASSERT_FALSE(choices.ok()) << text;
    EXPECT_EQ(choices.error().code, ErrorCode::Corrupt) << text;
    EXPECT_NE(choices.error().text().find(kRunViewFile), std::string::npos);
  }
}

}  // namespace fovea::test
