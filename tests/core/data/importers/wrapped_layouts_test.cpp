// Why: archives unpack into folders of folders, and people add a README. Every layout of the layouts' own tests is taken
// a second time, wrapped so, and must be the same.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "core/data/importers/folder_meaning.h"
#include "core/data/importers/source_root.h"
#include "importer_support.h"

namespace fovea::test {
namespace {

std::string countedSplits(const std::string& importer, const fs::path& source) {
  const auto opened = tryOpen(importer, source);
  if (!opened.ok()) return opened.error().message;
  std::map<std::string, int> counts;
  for (std::int64_t i = 0; i < (*opened)->size(); ++i) {
    const auto split = (*opened)->item(i).split;
    ++counts[split ? splitName(*split) : "open"];
  }
  std::string text;
  for (const auto& [name, count] : counts) text += fmt::format("{} {} ", name, count);
  return text;
}

void expectTheSame(const Recognition& plain, const Recognition& wrapped) {
  EXPECT_EQ(plain.importer, wrapped.importer);
  EXPECT_EQ(plain.task, wrapped.task);
  EXPECT_EQ(plain.samples, wrapped.samples);
  EXPECT_EQ(plain.classes, wrapped.classes);
  EXPECT_EQ(plain.perClass, wrapped.perClass);
  EXPECT_EQ(plain.decisions.size(), wrapped.decisions.size());
}

void takeWrapped(const fs::path& path) {
  fs::path source = path.lexically_normal();
  if (!source.has_filename()) source = source.parent_path();
  if (!fs::is_directory(source) || splitOfFolder(source.filename().string())) return;
  SCOPED_TRACE("with a README beside the one folder");
  const auto plain = recogniseAny(source);
  const std::string splits = plain.ok() ? countedSplits(plain->importer, source) : "";
  const fs::path outer = source.string() + ".outer", inside = outer / "release-2" / source.filename();
  fs::create_directories(inside.parent_path());
  fs::rename(source, inside);
  writeBytes(outer / "README.md", "# A data set\n\nIt was published by somebody.\n");
  const auto wrapped = recogniseAny(outer);
  EXPECT_EQ(plain.ok(), wrapped.ok()) << (wrapped.ok() ? plain.error() : wrapped.error()).text();
  if (plain.ok() && wrapped.ok()) {
    expectTheSame(*plain, *wrapped);
    EXPECT_EQ(splits, countedSplits(wrapped->importer, outer));
  }
  fs::rename(inside, source);
  fs::remove_all(outer);
}

// Set before main(), so before the first layout.
[[maybe_unused]] const bool witnesses = [] {
  layoutWitness = takeWrapped;
  return true;
}();

TEST(SourceRoot, IsBelowFoldersThatOnlyWrap) {
  const TemporaryFolder folder;
  const SourceScan scan;
  writeBytes(folder / "a/LICENSE", "MIT\n");
  writeBytes(folder / "a/b/c/1.txt", "one\n");
  EXPECT_EQ(valueOf(rootOfSource(folder / "a", scan)), folder / "a/b/c");
  writeBytes(folder / "named/train/cat/1.txt", "one\n");
  EXPECT_EQ(valueOf(rootOfSource(folder / "named", scan)), folder / "named") << "\"train\" says something";
  writeBytes(folder / "beside/labels.csv", "a,b\n");
  writeBytes(folder / "beside/images/1.txt", "one\n");
  EXPECT_EQ(valueOf(rootOfSource(folder / "beside", scan)), folder / "beside");
  EXPECT_EQ(valueOf(rootOfSource(folder / "a/LICENSE", scan)), folder / "a/LICENSE");
}

}  // namespace
}  // namespace fovea::test
