// Public data sets as they are downloaded: several archives in a folder, beside lists or alone, one a split, a part or
// a class, and archives inside of one.
#include "../archive_support.h"
#include "core/data/importers/source_root.h"
#include "core/data/importing/archive.h"
#include "layout_support.h"

#if defined(FOVEA_TEST_ARCHIVES)

namespace fovea::test {
namespace {

class ArchiveFolders : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!canReadArchives()) GTEST_SKIP() << "built without libarchive";
  }
  const TemporaryFolder folder;
};

std::vector<ArchivedFile> picturesIn(const std::string& inside, int from, int count) {
  std::vector<ArchivedFile> files;
  for (int i = 0; i < count; ++i)
    files.push_back({fmt::format("{}{:06}.png", inside, from + i), greyPng(8, 6, (from + i) * 5 % 251)});
  return files;
}

std::string cocoOf(int from, int count) {
  std::string images, boxes;
  for (int i = 0; i < count; ++i) {
    images += fmt::format(R"({}{{"id": {}, "file_name": "{:06}.png", "width": 8, "height": 6}})", i > 0 ? "," : "",
                          from + i, from + i);
    boxes += fmt::format(R"({}{{"id": {}, "image_id": {}, "category_id": {}, "bbox": [1, 1, 3, 2], "iscrowd": 0}})",
                         i > 0 ? "," : "", i, from + i, 1 + i % 2);
  }
  return fmt::format(
      R"({{"images": [{}], "annotations": [{}], "categories": [{{"id": 1, "name": "cat"}}, {{"id": 2, "name": "dog"}}]}})",
      images, boxes);
}

// A downloaded archive often lies beside the folder that was unpacked from it.
TEST_F(ArchiveFolders, AnArchiveBesideWhatWasUnpackedFromIt) {
  for (const char* name : {"cat", "dog"})
    for (int i = 0; i < 4; ++i)
      writeBytes(folder / "set/pets-v1/files" / name / fmt::format("{}.png", i), greyPng(8, 6, i + *name));
  writeBytes(folder / "set/pets-v1.0.zip", packed(ArchiveKind::Zip, picturesIn("pets-v1/files/cat/", 0, 4)));
  const Taken found = take(folder / "set");
  EXPECT_FALSE(found.asks) << found.words;
  EXPECT_EQ(found.classes, (Strings{"cat", "dog"}));
  EXPECT_EQ(found.source->size(), 8);
  // Arrays and batches are no images, so that the archive might be taken for all of the data.
  const std::string images = idxImages(6, 4, 5), labels = idxLabels(6, 3);
  writeBytes(folder / "mnist/mnist-raw/train-images-idx3-ubyte", images);
  writeBytes(folder / "mnist/mnist-raw/train-labels-idx1-ubyte", labels);
  writeBytes(folder / "mnist/mnist-raw.zip", packed(ArchiveKind::Zip, {{"train-images-idx3-ubyte", images}}));
  EXPECT_EQ(take(folder / "mnist").kind, "idx: classification") << take(folder / "mnist").words;
  EXPECT_EQ(rootOfSource(folder / "mnist", SourceScan()).value(), folder / "mnist/mnist-raw");
}

// Lin et al. 2014.
TEST_F(ArchiveFolders, CocoAsItIsDownloaded) {
  writeBytes(folder / "coco/train2017.zip", packed(ArchiveKind::ZipStored, picturesIn("train2017/", 0, 6)));
  writeBytes(folder / "coco/val2017.zip", packed(ArchiveKind::Zip, picturesIn("val2017/", 10, 3)));
  writeBytes(folder / "coco/annotations_trainval2017.zip",
             packed(ArchiveKind::Zip, {{"annotations/instances_train2017.json", cocoOf(0, 6)},
                                       {"annotations/instances_val2017.json", cocoOf(10, 3)}}));
  const Taken taken = take(folder / "coco");
  ASSERT_EQ(taken.kind, "coco: detection") << taken.words;
  EXPECT_EQ(taken.splits, "train 6, validation 3") << taken.words;
  EXPECT_EQ(taken.classes, (Strings{"cat", "dog"}));
  EXPECT_TRUE(contains(taken.source->item(0).source, (folder / "coco/train2017").string()))
      << taken.source->item(0).source;
  EXPECT_EQ(loaded(*taken.source, 8).boxes.size(), 1u);
  EXPECT_TRUE(fs::exists(folder / "coco/val2017.zip"));
  EXPECT_EQ(std::distance(fs::directory_iterator(folder / "coco"), {}), 3) << "nothing is unpacked there";
}

// Deng et al. 2009: an archive of archives, one a class; the same unpacked once.
TEST_F(ArchiveFolders, ImageNetAsItIsDownloaded) {
  std::vector<ArchivedFile> classes;
  for (const char* name : {"n01440764", "n01443537", "n01484850"})
    classes.push_back(
        {name + std::string(".tar"), packed(ArchiveKind::Tar, picturesIn(name + std::string("_"), 0, 4))});
  writeBytes(folder / "whole/ILSVRC2012_img_train.tar", packed(ArchiveKind::Tar, classes));
  for (const ArchivedFile& each : classes) writeBytes(folder / "parts" / each.name, each.content);
  for (const ArchivedFile& each : classes) writeBytes(folder / "split/train" / each.name, each.content);
  for (const char* set : {"whole/ILSVRC2012_img_train.tar", "whole", "parts", "split"}) {
    const Taken taken = take(folder / set);
    ASSERT_EQ(taken.kind, "folder: classification") << set << taken.words;
    EXPECT_EQ(taken.classes, (Strings{"n01440764", "n01443537", "n01484850"})) << set;
    ASSERT_EQ(taken.source->size(), 12) << set << taken.words;
    EXPECT_EQ(taken.splits, set == std::string("split") ? "train 12" : "open 12");
    EXPECT_EQ(valueOf(taken.source->load(11)).file, greyPng(8, 6, 15)) << set;
  }
}

// Wang et al. 2017: parts that all hold one folder; a list beside them; one that is damaged.
TEST_F(ArchiveFolders, PartsFillOneFolder) {
  std::string list = "image,label\n";
  for (int i = 0; i < 12; ++i) list += fmt::format("{:06}.png,{}\n", i, i % 2 ? "ill" : "well");
  writeBytes(folder / "chest/labels.csv", list);
  for (int part = 0; part < 3; ++part)
    writeBytes(folder / fmt::format("chest/images_{:03}.tar.gz", part + 1),
               packed(ArchiveKind::TarGz, picturesIn("images/", part * 4, 4)));
  const Taken whole = take(folder / "chest");
  ASSERT_EQ(whole.kind, "csv: classification") << whole.words;
  EXPECT_EQ(whole.source->size(), 12) << whole.words;
  EXPECT_EQ(classOf(*whole.source, "000009.png"), "ill");
  writeBytes(folder / "chest/images_004.tar.gz", "no archive");
  const Taken damaged = take(folder / "chest");
  EXPECT_TRUE(contains(damaged.words, "left out: " + (folder / "chest/images_004.tar.gz").string())) << damaged.words;
}

// Files that are unpacked already count, and not their archive as well.
TEST_F(ArchiveFolders, FilesBesideTheirArchiveCountOnce) {
  for (const char* name : {"a", "b"}) {
    const auto files = picturesIn(name + std::string("/"), 10 * name[0], 5);
    writeBytes(folder / fmt::format("set/{}.zip", name), packed(ArchiveKind::Zip, files));
    for (const ArchivedFile& each : files) writeBytes(folder / "set" / each.name, each.content);
  }
  const Taken taken = take(folder / "set");
  ASSERT_NE(taken.source, nullptr) << taken.words;
  EXPECT_EQ(taken.source->size(), 10) << taken.words;
}

// Aizman et al. 2019: shards with a class beside each sample, plain or in an object.
TEST_F(ArchiveFolders, ShardsOfWebDatasetHoldTheirClasses) {
  for (const char* form : {"plain", "objects"})
    for (const auto& [split, shards] : {std::pair("train", 2), std::pair("val", 1)})
      for (int shard = 0; shard < shards; ++shard) {
        std::vector<ArchivedFile> files;
        for (int i = 0; i < 6; ++i) {
          // The same names in every shard.
          const std::string stem = fmt::format("{:06}", i);
          files.push_back({stem + ".png", greyPng(8, 6, (i + 40 * shard + split[0]) % 251)});
          if (form[0] == 'p')
            files.push_back({stem + ".cls", fmt::format("{}\n", (i + shard) % 3)});
          else
            files.push_back({stem + ".json", fmt::format(R"({{"url": "a", "label": {}}})", (i + shard) % 3)});
        }
        writeBytes(folder / form / fmt::format("{}-{:06}.tar", split, shard), packed(ArchiveKind::Tar, files));
      }
  for (const char* form : {"plain", "objects"}) {
    const Taken taken = take(folder / form);
    ASSERT_EQ(taken.kind, "folder: classification") << taken.words;
    EXPECT_FALSE(taken.asks) << taken.words;
    EXPECT_EQ(taken.splits, "train 12, validation 6") << taken.words;
    EXPECT_EQ(taken.classes, (Strings{"0", "1", "2"}));
    EXPECT_EQ(classOf(*taken.source, "train-000001/000004.png"), "2");
    EXPECT_EQ(classOf(*taken.source, "train-000000/000004.png"), "1");
    EXPECT_TRUE(contains(taken.words, "as in shards of WebDataset")) << taken.words;
    const Taken shard = take(folder / form / "train-000000.tar");
    EXPECT_EQ(shard.kind, "folder: classification") << shard.words;
    EXPECT_EQ(classOf(*shard.source, "000005.png"), "2") << shard.words;
  }
}

}  // namespace
}  // namespace fovea::test

#endif
