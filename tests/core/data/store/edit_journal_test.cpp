// Corrections of a data set: kept as lines of a journal, taken back and done again, whole or not at all.
#include "core/data/store/edit_journal.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/file.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <fstream>

#include "core/base/random.h"
#include "tests/core/data/data_support.h"

namespace fovea::test {
namespace {

constexpr std::uint32_t kRecords = 20;
const std::vector<std::string> kClassNames = {"cat", "dog", "owl"};
const std::size_t kClasses = kClassNames.size();

SampleStates imported() {
  SampleStates states;
  states.splits.assign(kRecords, Split::Train);
  states.labels.assign(kRecords, 0);
  states.excluded.assign(kRecords, false);
  states.relabelled.assign(kRecords, false);
  return states;
}

class EditJournalTest : public testing::Test {
 protected:
  EditJournal open() {
    auto journal = EditJournal::open(folder_.path(), kRecords, kClassNames);
    EXPECT_TRUE(journal.ok()) << (journal.ok() ? "" : journal.error().text());
    return *journal;
  }
  SampleStates states() {
    SampleStates all = imported();
    open().applyTo(all);
    return all;
  }
  fs::path file() const { return folder_.path() / "edits.jsonl"; }
  std::string text() const {
    std::ifstream stream(file());
    return {std::istreambuf_iterator<char>(stream), {}};
  }

  TemporaryFolder folder_;
};

TEST_F(EditJournalTest, EditsAreThereWhenItIsOpenedAgain) {
  EditJournal journal = open();
  EXPECT_FALSE(journal.canUndo());
  ASSERT_TRUE(journal.add({EditKind::Relabel, {2, 3, 4, 9}, 2}).ok());
  ASSERT_TRUE(journal.add({EditKind::Move, {4}, kNoLabel, Split::Test}).ok());
  ASSERT_TRUE(journal.add({EditKind::Exclude, {0, 19}}).ok());
  ASSERT_TRUE(journal.add({EditKind::Include, {19}}).ok());
  const SampleStates now = states();
  EXPECT_EQ(now.labels[3], 2);
  EXPECT_EQ(now.labels[5], 0);
  EXPECT_EQ(now.splits[4], Split::Test);
  EXPECT_TRUE(now.excluded[0]);
  EXPECT_FALSE(now.excluded[19]);
}

TEST_F(EditJournalTest, WhatIsTakenBackCanBeDoneAgainUntilSomethingElseIsDone) {
  EditJournal journal = open();
  ASSERT_TRUE(journal.add({EditKind::Exclude, {1}}).ok());
  ASSERT_TRUE(journal.add({EditKind::Exclude, {2}}).ok());
  ASSERT_TRUE(journal.undo().ok());
  EXPECT_FALSE(states().excluded[2]);
  EXPECT_TRUE(open().canRedo());
  ASSERT_TRUE(journal.redo().ok());
  EXPECT_TRUE(states().excluded[2]);
  ASSERT_TRUE(journal.undo().ok());
  ASSERT_TRUE(journal.add({EditKind::Exclude, {3}}).ok());
  EXPECT_FALSE(journal.redo().ok());
  const SampleStates now = states();
  EXPECT_TRUE(now.excluded[1] && now.excluded[3] && !now.excluded[2]);
  EXPECT_EQ(open().edits().size(), 2u);
}

TEST_F(EditJournalTest, UndoingRandomEditsGoesBackToWhatWasImported) {
  Random random(5);
  EditJournal journal = open();
  for (int i = 0; i < 200; ++i) {
    SampleEdit edit;
    edit.kind = static_cast<EditKind>(random.below(4));
    for (std::uint32_t record = 0; record < kRecords; ++record)
      if (random.below(3) == 0) edit.records.push_back(record);
    if (edit.records.empty()) continue;
    edit.label = static_cast<std::int32_t>(random.below(kClasses + 1)) - 1;
    edit.split = static_cast<Split>(random.below(3));
    if (edit.kind != EditKind::Relabel) edit.label = kNoLabel;
    if (edit.kind != EditKind::Move) edit.split = Split::Train;
    ASSERT_TRUE(journal.add(edit).ok());
    const EditJournal again = open();
    EXPECT_EQ(again.edits().back(), edit);
  }
  while (journal.canUndo()) ASSERT_TRUE(journal.undo().ok());
  const SampleStates now = states(), before = imported();
  EXPECT_EQ(now.labels, before.labels);
  EXPECT_EQ(now.splits, before.splits);
  EXPECT_EQ(now.excluded, before.excluded);
}

TEST_F(EditJournalTest, ALineThatWasCutOffIsPassedOverAndOverwritten) {
  EditJournal journal = open();
  ASSERT_TRUE(journal.add({EditKind::Exclude, {1}}).ok());
  std::ofstream(file(), std::ios::app) << R"({"edit":"exclude","rec)";
  EditJournal again = open();
  EXPECT_EQ(again.edits().size(), 1u);
  ASSERT_TRUE(again.add({EditKind::Exclude, {7}}).ok());
  EXPECT_TRUE(states().excluded[7]);
}

TEST_F(EditJournalTest, WhatDoesNotFitTheDataSetIsRefused) {
  EditJournal journal = open();
  EXPECT_EQ(journal.add({EditKind::Exclude, {}}).error().code, ErrorCode::InvalidArgument);
  EXPECT_EQ(journal.add({EditKind::Exclude, {20}}).error().code, ErrorCode::InvalidArgument);
  EXPECT_EQ(journal.add({EditKind::Exclude, {3, 3}}).error().code, ErrorCode::InvalidArgument);
  EXPECT_EQ(journal.add({EditKind::Relabel, {3}, 3}).error().code, ErrorCode::InvalidArgument);
  EXPECT_EQ(journal.undo().error().code, ErrorCode::InvalidArgument);
  EXPECT_FALSE(fs::exists(file()));
}

TEST_F(EditJournalTest, DamageIsNamedByItsLine) {
  const std::pair<const char*, ErrorCode> texts[] = {
      {"{\"format\":1}\n{\"edit\":\"exclude\",\"records\":[20]}\n", ErrorCode::Corrupt},
      {"{\"format\":1}\n{\"edit\":\"burn\",\"records\":[2]}\n", ErrorCode::Corrupt},
      {"{\"format\":1}\n{\"undo\":true}\n", ErrorCode::Corrupt},
      {"{\"format\":1}\n[]\n", ErrorCode::Corrupt},
      {"{\"format\":1}\n{\"edit\":\"relabel\",\"records\":[2]}\n", ErrorCode::Corrupt},
      {"{\"format\":1}\n{\"edit\":\"exclude\",\"records\":[[0,4294967295]]}\n", ErrorCode::Corrupt},
      {"{\"edit\":\"exclude\",\"records\":[2]}\n", ErrorCode::Corrupt},
      {"{\"format\":3}\n{\"edit\":\"tag\",\"records\":[2]}\n", ErrorCode::Corrupt},
      {"{\"format\":3}\n{\"edit\":\"exclude\",\"tag\":\"a\",\"records\":[2]}\n{\"edit\":\"tag\",\"tag\":\"a,b\","
       "\"records\":[2]}\n",
       ErrorCode::Corrupt},
      {"{\"format\":4}\n", ErrorCode::NewerVersion}};
  for (const auto& [content, code] : texts) {
    std::ofstream(file()) << content;
    const auto journal = EditJournal::open(folder_.path(), kRecords, kClassNames);
    ASSERT_FALSE(journal.ok()) << content;
    EXPECT_EQ(journal.error().code, code) << content;
  }
}

TEST_F(EditJournalTest, AnythingCanBeInTheFile) {
  EditJournal journal = open();
  for (std::uint32_t i = 0; i + 4 < kRecords; ++i)
    ASSERT_TRUE(journal.add({EditKind::Relabel, {i, i + 1, i + 2, i + 4}, 1}).ok());
  const std::string whole = text();
  Random random(9);
  for (int i = 0; i < 500; ++i) {
    std::string damaged = whole;
    for (std::uint64_t k = 0; k < 1 + random.below(4); ++k)
      damaged[static_cast<std::size_t>(random.below(damaged.size()))] = static_cast<char>(random.below(256));
    damaged.resize(static_cast<std::size_t>(random.below(damaged.size() + 1)));
    std::ofstream(file(), std::ios::binary) << damaged;
    const auto read = EditJournal::open(folder_.path(), kRecords, kClassNames);
    if (read.ok()) {
      SampleStates all = imported();
      read->applyTo(all);
    }
  }
}

// A limit on the size of files stands for a full disk: the line that does not fit leaves no trace.
TEST_F(EditJournalTest, AFullDiskLeavesTheJournalAsItWas) {
  EditJournal journal = open();
  ASSERT_TRUE(journal.add({EditKind::Exclude, {1}}).ok());
  const std::string before = text();
  rlimit limit{};
  ASSERT_EQ(getrlimit(RLIMIT_FSIZE, &limit), 0);
  const auto oldHandler = std::signal(SIGXFSZ, SIG_IGN);
  const rlimit small{before.size() + 10, limit.rlim_max};
  ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &small), 0);
  const Status refused = journal.add({EditKind::Exclude, {2}});
  ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &limit), 0);
  (void)std::signal(SIGXFSZ, oldHandler);
  EXPECT_FALSE(refused.ok());
  EXPECT_EQ(text(), before);
  EXPECT_EQ(journal.edits().size(), 1u);
  ASSERT_TRUE(journal.add({EditKind::Exclude, {2}}).ok());
  EXPECT_TRUE(states().excluded[2]);
}

// Two programs that edit in turn, each with the journal as it read it once: nothing is lost.
TEST_F(EditJournalTest, TwoProgramsLoseNothing) {
  constexpr int kEdits = 200;
  const auto edit = [&](std::uint32_t first) {
    EditJournal journal = open();
    for (int i = 0; i < kEdits; ++i)
      if (!journal
               .add({i % 2 == 0 ? EditKind::Exclude : EditKind::Include, {first + static_cast<std::uint32_t>(i) % 10}})
               .ok())
        return false;
    return true;
  };
  const pid_t child = ::fork();
  ASSERT_GE(child, 0);
  if (child == 0) ::_exit(edit(10) ? 0 : 1);
  EXPECT_TRUE(edit(0));
  int status = 0;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0);
  const EditJournal journal = open();
  EXPECT_EQ(journal.edits().size(), 2u * kEdits);
  std::array<int, 2> counts{};
  for (const SampleEdit& each : journal.edits()) ++counts[each.records[0] / 10];
  EXPECT_EQ(counts[0], kEdits);
  EXPECT_EQ(counts[1], kEdits);
}

TEST_F(EditJournalTest, WhatAnotherProgramEditedIsTakenIn) {
  EditJournal ours = open(), theirs = open();
  ASSERT_TRUE(theirs.add({EditKind::Exclude, {1}}).ok());
  ASSERT_TRUE(ours.add({EditKind::Exclude, {2}}).ok());
  EXPECT_EQ(ours.edits().size(), 2u);
  EXPECT_TRUE(states().excluded[1] && states().excluded[2]);
  // Of the same sample, or the last edit to take back: a person must see it first.
  EXPECT_EQ(theirs.add({EditKind::Relabel, {2, 3}, 1}).error().code, ErrorCode::AlreadyExists);
  EXPECT_EQ(theirs.undo().error().code, ErrorCode::AlreadyExists);
  EXPECT_EQ(open().edits().size(), 2u);
  fs::remove(file());
  EXPECT_EQ(ours.add({EditKind::Exclude, {3}}).error().code, ErrorCode::AlreadyExists);
  EXPECT_TRUE(open().edits().empty()) << text();
}

TEST_F(EditJournalTest, EditsOfSamplesThatCameLaterAreNoDamage) {
  EditJournal ours = open();
  auto theirs = EditJournal::open(folder_.path(), kRecords + 5, kClassNames);
  ASSERT_TRUE(theirs.ok());
  ASSERT_TRUE(theirs->add({EditKind::Exclude, {kRecords + 2}}).ok());
  const Status refused = ours.add({EditKind::Exclude, {1}});
  EXPECT_EQ(refused.error().code, ErrorCode::AlreadyExists) << refused.error().text();
  EXPECT_EQ(ours.undo().error().code, ErrorCode::InvalidArgument);
  EXPECT_EQ(theirs->edits().size(), 1u);
}

TEST_F(EditJournalTest, OneThatHoldsItsTurnForLongIsNamed) {
  EditJournal journal = open();
  ASSERT_TRUE(journal.add({EditKind::Exclude, {1}}).ok());
  const int other = ::open(file().c_str(), O_RDWR | O_CLOEXEC);
  ASSERT_EQ(::flock(other, LOCK_EX), 0);
  EXPECT_EQ(journal.add({EditKind::Exclude, {2}}).error().code, ErrorCode::AlreadyExists);
  ::close(other);
  EXPECT_TRUE(journal.add({EditKind::Exclude, {2}}).ok());
}

TEST_F(EditJournalTest, AClassCanBeAddedWhileRelabelling) {
  EditJournal journal = open();
  ASSERT_TRUE(journal.add({.kind = EditKind::Relabel, .records = {1, 2}, .newClass = "fox"}).ok());
  EXPECT_EQ(journal.classes(), (std::vector<std::string>{"cat", "dog", "owl", "fox"}));
  ASSERT_TRUE(journal.add({EditKind::Relabel, {3}, 3}).ok());  // by its number
  ASSERT_TRUE(journal.add({.kind = EditKind::Relabel, .records = {4}, .newClass = "elk"}).ok());
  ASSERT_TRUE(journal.add({.kind = EditKind::Relabel, .records = {5}, .newClass = "dog"}).ok());  // no new one
  EXPECT_EQ(open().classes().size(), 5u);
  EXPECT_EQ(states().labels[2], 3);
  EXPECT_EQ(states().labels[3], 3);
  EXPECT_EQ(states().labels[4], 4);
  EXPECT_EQ(states().labels[5], 1);
  for (int i = 0; i < 4; ++i) ASSERT_TRUE(journal.undo().ok());
  EXPECT_EQ(journal.classes(), kClassNames);
  EXPECT_EQ(open().classes(), kClassNames);
  ASSERT_TRUE(journal.redo().ok());
  EXPECT_EQ(journal.classes().back(), "fox");
  EXPECT_FALSE(journal.add({.kind = EditKind::Relabel, .records = {1}, .newClass = "a\nb"}).ok());
  EXPECT_FALSE(journal.add({.kind = EditKind::Exclude, .records = {1}, .newClass = "fox"}).ok());
}

// A later import brings classes of its own, one of them of that name.
TEST_F(EditJournalTest, SamplesAreTagged) {
  EditJournal journal = open();
  ASSERT_TRUE(journal.add({EditKind::Exclude, {5}}).ok());
  EXPECT_EQ(text().find(R"("format":3)"), std::string::npos) << "older programs read a journal without tags";
  const auto tag = [](EditKind kind, std::vector<std::uint32_t> records, const std::string& name) {
    return SampleEdit{.kind = kind, .records = std::move(records), .tag = name};
  };
  ASSERT_TRUE(journal.add(tag(EditKind::Tag, {1, 2, 3}, "blurred")).ok());
  ASSERT_TRUE(journal.add(tag(EditKind::Tag, {3, 19}, "to check")).ok());
  ASSERT_TRUE(journal.add(tag(EditKind::Untag, {2}, "blurred")).ok());
  EXPECT_NE(text().find(R"("format":3)"), std::string::npos);
  const SampleStates tagged = states();
  EXPECT_EQ(tagged.tagsOf(3), (std::vector<std::string>{"blurred", "to check"}));
  EXPECT_EQ(tagged.tagsOf(1), (std::vector<std::string>{"blurred"}));
  EXPECT_TRUE(tagged.tagsOf(2).empty());
  EXPECT_EQ(open().corrections(), 1) << "a tag changes nothing that a network sees";
  EXPECT_EQ(open().edits().size(), 4u);
  // One that no sample has any more is gone.
  ASSERT_TRUE(journal.add(tag(EditKind::Untag, {3, 19}, "to check")).ok());
  EXPECT_EQ(states().tags.size(), 1u);
  ASSERT_TRUE(journal.undo().ok());
  EXPECT_EQ(states().tagsOf(19), (std::vector<std::string>{"to check"}));
  for (const std::string& name : {std::string(), std::string(" a"), std::string("a "), std::string("a,b"),
                                  std::string("a\nb"), std::string(61, 'x')})
    EXPECT_FALSE(journal.add(tag(EditKind::Tag, {1}, name)).ok()) << name;
  EXPECT_TRUE(journal.add(tag(EditKind::Tag, {1}, "größer als 3 & <b>")).ok());
  EXPECT_EQ(states().tagsOf(1).back(), "größer als 3 & <b>");
  SampleEdit both{EditKind::Exclude, {1}};
  both.tag = "x";
  EXPECT_FALSE(journal.add(both).ok());
  for (int i = 0; i < 300; ++i) (void)journal.add(tag(EditKind::Tag, {1}, fmt::format("tag {}", i)));
  EXPECT_EQ(states().tags.size(), 200u) << "bounded";
  EXPECT_TRUE(journal.add(tag(EditKind::Tag, {2}, "tag 5")).ok()) << "a known one always";
}

TEST_F(EditJournalTest, AnAddedClassKeepsItsNameWhenMoreIsImported) {
  EditJournal journal = open();
  ASSERT_TRUE(journal.add({EditKind::Exclude, {1}}).ok());
  ASSERT_TRUE(journal.add({.kind = EditKind::Relabel, .records = {1}, .newClass = "fox"}).ok());
  ASSERT_TRUE(journal.add({.kind = EditKind::Relabel, .records = {2}, .newClass = "elk"}).ok());
  const auto later = EditJournal::open(folder_.path(), kRecords, {"cat", "dog", "owl", "bat", "elk"});
  ASSERT_TRUE(later.ok()) << later.error().text();
  EXPECT_EQ(later->classes(), (std::vector<std::string>{"cat", "dog", "owl", "bat", "elk", "fox"}));
  SampleStates all = imported();
  later->applyTo(all);
  EXPECT_EQ(all.labels[1], 5);
  EXPECT_EQ(all.labels[2], 4);
}

}  // namespace
}  // namespace fovea::test
