// A source is scanned once, and a waiting user can cancel the scan.
#include "core/data/importing/source_scan.h"

#include "../importers/importer_support.h"

namespace fovea::test {
namespace {

void writePictures(const fs::path& folder, int count) {
  for (int i = 0; i < count; ++i)
    writeBytes(folder / (i % 2 ? "cat" : "dog") / (std::to_string(i) + ".png"), greyPng(4, 4, i));
}

TEST(SourceScan, WhatWasSeenIsNotReadAgain) {
  const TemporaryFolder folder;
  writePictures(folder / "set", 6);
  const SourceScan scan;
  EXPECT_EQ(recogniseAny(folder / "set", scan)->samples, 6);
  writeBytes(folder / "set/dog/later.png", greyPng(4, 4, 9));
  const auto importer = findImporter("folder").value();
  EXPECT_EQ((*importer->open(folder / "set", importer->options().defaults(), scan))->size(), 6);
  EXPECT_EQ((*importer->open(folder / "set", importer->options().defaults()))->size(), 7);
}

TEST(SourceScan, APartOfAFolderIsNotTakenForAll) {
  const TemporaryFolder folder;
  for (int i = 0; i < 20; ++i) writeBytes(folder / ("set/" + std::to_string(i)), "x");
  writeBytes(folder / "set/.hidden", "x");
  const SourceScan scan;
  const auto part = scan.folder(folder / "set", 5);
  EXPECT_EQ((*part)->size(), 5u);
  EXPECT_FALSE((*part)->complete());
  const auto all = scan.folder(folder / "set", 100);
  EXPECT_EQ((*all)->size(), 20u);
  EXPECT_TRUE((*all)->complete());
  EXPECT_EQ((*all)->name(2), "10");
  EXPECT_EQ(scan.folder(folder / "none", 5).error().code, ErrorCode::NotFound);
}

TEST(SourceScan, LookingIsCancelled) {
  const TemporaryFolder folder;
  writePictures(folder / "set", 6);
  std::string table = "a,b\n";
  for (int i = 0; i < 5000; ++i) table += std::to_string(i) + ",1\n";
  writeBytes(folder / "t.csv", table);
  const CancelToken cancel;
  cancel.cancel();
  const SourceScan scan(cancel);
  EXPECT_EQ(recogniseAny(folder / "set", scan).error().code, ErrorCode::Cancelled);
  for (const auto& importer : importers()) {
    const fs::path source = importer->name() == "csv" ? folder / "t.csv" : folder / "set";
    EXPECT_EQ(importer->recognise(source, scan).error().code, ErrorCode::Cancelled) << importer->name();
  }
  const auto summary = runImport(**findImporter("folder"), folder / "out", folder / "set", {}, {}, cancel);
  EXPECT_EQ(summary.error().code, ErrorCode::Cancelled);
  EXPECT_FALSE(fs::exists(folder / "out"));
}

}  // namespace
}  // namespace fovea::test
