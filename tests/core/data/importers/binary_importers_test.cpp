// CIFAR's binary files and the databases of Caffe: made here byte by byte, read, and damaged.
#include <lmdb.h>

#include "importer_support.h"

namespace fovea::test {
namespace {

using Strings = std::vector<std::string>;

std::string cifarRecords(int count, int labelBytes, int classes) {
  std::string bytes;
  for (int i = 0; i < count; ++i) {
    if (labelBytes == 2) bytes += static_cast<char>(i % 20);
    bytes += static_cast<char>(i % classes);
    for (int channel = 0; channel < 3; ++channel) bytes += std::string(1024, static_cast<char>(10 * channel + i));
  }
  return bytes;
}

TEST(CifarImporter, ReadsTenClasses) {
  const TemporaryFolder folder;
  writeBytes(folder / "cifar-10-batches-bin/data_batch_1.bin", cifarRecords(12, 1, 10));
  writeBytes(folder / "cifar-10-batches-bin/data_batch_2.bin", cifarRecords(8, 1, 10));
  writeBytes(folder / "cifar-10-batches-bin/test_batch.bin", cifarRecords(5, 1, 11));
  const Recognition found = recognised(folder.path());
  EXPECT_EQ(found.importer, "cifar");
  EXPECT_EQ(found.name, "CIFAR-10");
  EXPECT_EQ(found.summary, "25 images, 32×32 colour, 10 classes");
  EXPECT_EQ(found.classes[3], "cat");
  const auto source = openSource("cifar", folder / "cifar-10-batches-bin");
  ASSERT_EQ(source->size(), 25);
  EXPECT_EQ(source->item(13).label, 1);
  EXPECT_EQ(source->item(13).sourceIndex, 1u);
  EXPECT_EQ(source->item(24).split, Split::Test);
  EXPECT_FALSE(source->item(0).split);
  const Tensor input = loaded(*source, 2).input;
  EXPECT_EQ(input.shape(), (Shape{3, 32, 32}));
  EXPECT_EQ(input.data<std::uint8_t>()[1024], 12);
  const auto without = openSource("cifar", folder.path(), {{"test_files", std::string("leave_out")}});
  EXPECT_EQ(without->size(), 20);
}

TEST(CifarImporter, ReadsHundredClassesFineOrCoarse) {
  const TemporaryFolder folder;
  writeBytes(folder / "set/train.bin", cifarRecords(40, 2, 101));
  writeBytes(folder / "set/test.bin", cifarRecords(4, 2, 100));
  std::string names;
  for (int i = 0; i < 100; ++i) names += "name " + std::to_string(i) + "\n";
  writeBytes(folder / "set/fine_label_names.txt", names);
  const auto fine = openSource("cifar", folder / "set");
  EXPECT_EQ(fine->classes()[7], "name 7");
  EXPECT_EQ(fine->item(4 + 37).label, 37);
  const auto coarse = openSource("cifar", folder / "set", {{"labels", std::string("coarse")}});
  EXPECT_EQ(coarse->classes().size(), 20u);
  EXPECT_EQ(coarse->item(4 + 37).label, 17);
}

TEST(CifarImporter, SaysWhatIsWrong) {
  const TemporaryFolder folder;
  writeBytes(folder / "cut/data_batch_1.bin", cifarRecords(3, 1, 10).substr(0, 5000));
  EXPECT_EQ(recogniseAny(folder / "cut").error().code, ErrorCode::Corrupt);
  writeBytes(folder / "python/data_batch_1", "pickle");
  EXPECT_TRUE(contains(recogniseAny(folder / "python").error().text(), "binary version"));
  std::string wrong = cifarRecords(4, 1, 10);
  wrong[2 * 3073] = 50;
  writeBytes(folder / "label/data_batch_1.bin", wrong);
  const auto source = openSource("cifar", folder / "label");
  EXPECT_EQ(source->size(), 3);
  EXPECT_EQ(source->problems()[0].reason, "its label is 50, and there are 10 classes");
}

std::string varint(std::uint64_t value) {
  std::string bytes;
  for (; value >= 0x80; value >>= 7) bytes += static_cast<char>(value | 0x80);
  return bytes + static_cast<char>(value);
}

std::string number(int field, std::uint64_t value) {
  return varint(static_cast<std::uint64_t>(field) << 3) + varint(value);
}

std::string bytesField(int field, const std::string& bytes) {
  return varint(static_cast<std::uint64_t>(field) << 3 | 2) + varint(bytes.size()) + bytes;
}

std::string rawDatum(int channels, int height, int width, int label) {
  std::string pixels;
  for (int c = 0; c < channels; ++c)
    pixels += std::string(static_cast<std::size_t>(height * width), static_cast<char>(c + 1));
  return number(1, static_cast<unsigned>(channels)) + number(2, static_cast<unsigned>(height)) +
         number(3, static_cast<unsigned>(width)) + bytesField(4, pixels) +
         number(5, static_cast<std::uint64_t>(static_cast<std::int64_t>(label)));
}

void writeLmdb(const fs::path& folder, const Strings& values) {
  fs::create_directories(folder);
  MDB_env* environment = nullptr;
  ASSERT_EQ(mdb_env_create(&environment), 0);
  mdb_env_set_mapsize(environment, std::size_t{64} << 20);
  ASSERT_EQ(mdb_env_open(environment, folder.c_str(), 0, 0644), 0);
  MDB_txn* transaction = nullptr;
  mdb_txn_begin(environment, nullptr, 0, &transaction);
  MDB_dbi database = 0;
  mdb_dbi_open(transaction, nullptr, 0, &database);
  for (std::size_t i = 0; i < values.size(); ++i) {
    char text[24];
    std::snprintf(text, sizeof text, "%08zu", i);
    MDB_val key{8, text};
    MDB_val value{values[i].size(), const_cast<char*>(values[i].data())};
    ASSERT_EQ(mdb_put(transaction, database, &key, &value, 0), 0);
  }
  ASSERT_EQ(mdb_txn_commit(transaction), 0);
  mdb_env_close(environment);
}

TEST(LmdbImporter, ReadsTheDatabasesOfDigits) {
  const TemporaryFolder folder;
  Strings train;
  for (int i = 0; i < 500; ++i) train.push_back(rawDatum(3, 8, 5 + i % 2, i % 3));
  writeLmdb(folder / "job/train_db", train);
  writeLmdb(folder / "job/val_db", {bytesField(4, greyPng(400, 300, 9)) + number(5, 2) + number(7, 1)});
  writeBytes(folder / "job/labels.txt", "a\nb\nc\n");
  const Recognition found = recognised(folder / "job");
  EXPECT_EQ(found.importer, "lmdb");
  EXPECT_EQ(found.summary, "501 images, of different sizes, 3 classes");
  const auto source = openSource("lmdb", folder / "job");
  ASSERT_EQ(source->size(), 501);
  EXPECT_EQ(source->classes(), (Strings{"a", "b", "c"}));
  EXPECT_EQ(source->item(7).label, 1);
  EXPECT_EQ(source->item(7).split, Split::Train);
  EXPECT_EQ(source->item(500).split, Split::Validation);
  const Tensor pixels = loaded(*source, 7).input;
  EXPECT_EQ(pixels.shape(), (Shape{3, 8, 6}));
  EXPECT_EQ(pixels.data<std::uint8_t>()[0], 3);  // red was last
  EXPECT_EQ(loaded(*openSource("lmdb", folder / "job", {{"colour_order", std::string("rgb")}}), 7)
                .input.data<std::uint8_t>()[0],
            1);
  EXPECT_EQ(pixelsOf(loaded(*source, 500)).shape(), (Shape{1, 300, 400}));
}

TEST(LmdbImporter, ReadsNumbersAndListsWhatIsBad) {
  const TemporaryFolder folder;
  const float values[] = {1.5f, -2.0f};
  const std::string raw(reinterpret_cast<const char*>(values), 8);
  const std::string shape = number(1, 2) + number(2, 1) + number(3, 1);
  writeLmdb(folder / "db", {shape + bytesField(6, raw) + number(5, 1),
                            shape + "\x35" + raw.substr(0, 4) + "\x35" + raw.substr(4) + number(5, 0),
                            rawDatum(1, 2, 2, -1), "no message at all", rawDatum(1, 2, 2, 1) + number(2, 7)});
  const auto source = openSource("lmdb", folder / "db");
  ASSERT_EQ(source->size(), 3);
  EXPECT_EQ(loaded(*source, 0).input.data<float>()[1], -2.0f);
  EXPECT_EQ(loaded(*source, 1).input.data<float>()[0], 1.5f);
  EXPECT_TRUE(contains(source->load(2).error().message, "says it is 1×7×2 and holds 4 values"));
  ASSERT_EQ(source->problems().size(), 2u);
  EXPECT_EQ(source->problems()[0].reason, "its label is -1");
}

TEST(LmdbImporter, OtherDatabasesAreNotItsOwn) {
  const TemporaryFolder folder;
  writeLmdb(folder / "db", {"hello", "world"});
  EXPECT_EQ(tryOpen("lmdb", folder / "db").error().code, ErrorCode::Unsupported);
  writeBytes(folder / "x/data.mdb", std::string(9000, 'x'));
  EXPECT_EQ(tryOpen("lmdb", folder / "x").error().code, ErrorCode::Unsupported);
  writeBytes(folder / "y/data.mdb", "");
  EXPECT_EQ(tryOpen("lmdb", folder / "y").error().code, ErrorCode::Unsupported);
}

TEST(LmdbImporter, SurvivesMutations) {
  const TemporaryFolder folder;
  Strings values;
  for (int i = 0; i < 30; ++i) values.push_back(rawDatum(1, 30, 20, i % 3));
  values.push_back(rawDatum(3, 60, 60, 1));
  writeLmdb(folder / "db", values);
  surviveMutations("lmdb", folder / "db", folder / "db/data.mdb", readBytes(folder / "db/data.mdb"));
}

}  // namespace
}  // namespace fovea::test
