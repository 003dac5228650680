// The newest forms of HDF5: every index of chunks, groups of many members, checksums, LZF.
#include <fmt/format.h>

#include "../base64_support.h"
#include "core/data/importers/hdf5_file.h"
#include "hdf5_support.h"

namespace fovea::test {
namespace {

// The values of an array of a file; none where it cannot be read, and then why.
std::vector<double> numbersIn(const fs::path& path, const std::string& name, std::string* why = nullptr) {
  const auto arrays = readHdf5File(path);
  std::string problem = arrays.ok() ? "it is not there" : arrays.error().text();
  std::vector<double> values;
  if (arrays.ok())
    for (const NamedArray& each : *arrays) {
      if (each.name != name) continue;
      problem = each.refused;
      if (!each.array) continue;
      values.resize(static_cast<std::size_t>(each.array->rows() * each.array->rowSize()));
      const Status read = each.array->read(0, values);
      if (!read.ok()) values.clear();
      problem = read.ok() ? "" : read.error().text();
    }
  if (why) *why = problem;
  return values;
}

std::vector<double> numbers(int count) {
  const std::vector<int> whole = rising(count);
  return {whole.begin(), whole.end()};
}

// How chunks are listed follows from how an array may grow and how many there are; pages come with more than 1,024.
TEST(Hdf5Forms, EveryIndexOfChunksIsRead) {
  const TemporaryFolder folder;
  struct Case {
    const char* name;
    std::vector<hsize_t> shape, chunk, most;
    bool early = false;
  };
  const hsize_t endless = H5S_UNLIMITED;
  const std::vector<Case> cases = {{"single", {12, 5}, {12, 5}, {}},
                                   {"implicit", {12, 5}, {5, 2}, {}, true},
                                   {"fixed array", {37, 5}, {2, 2}, {}},
                                   {"fixed array that may grow", {7, 5}, {2, 2}, {14, 11}},
                                   {"pages of a fixed array", {2600, 2}, {1, 1}, {}},
                                   {"extensible array", {37, 5}, {2, 2}, {endless, 5}},
                                   {"along another axis", {7, 33}, {2, 2}, {9, endless}},
                                   {"blocks of an extensible array", {700, 2}, {1, 1}, {endless, 2}},
                                   {"pages of an extensible array", {20000, 1}, {1, 1}, {endless, 1}},
                                   {"tree", {37, 5}, {2, 2}, {endless, endless}},
                                   {"deep tree", {120, 100}, {1, 2}, {endless, endless}}};
  for (const Case& each : cases)
    for (const bool packed : {false, true}) {
      if (each.early && packed) continue;
      Form form;
      form.chunk = each.chunk;
      form.packed = form.shuffled = form.checked = packed;
      form.most = each.most;
      if (each.early) form.more = [](hid_t create) { H5Pset_alloc_time(create, H5D_ALLOC_TIME_EARLY); };
      const int count = static_cast<int>(each.shape[0] * each.shape[1]);
      Hdf5Writer(folder / "x.h5", true).addInts("x", each.shape, rising(count), H5T_STD_I32LE, form);
      std::string why;
      EXPECT_EQ(numbersIn(folder / "x.h5", "x", &why), numbers(count))
          << each.name << (packed ? ", packed" : "") << why;
    }
}

TEST(Hdf5Forms, ChunksAtTheBorderMayBePlain) {
  const TemporaryFolder folder;
  Form form;
  form.chunk = {4, 4};
  form.packed = form.checked = true;
  form.more = [](hid_t create) { H5Pset_chunk_opts(create, H5D_CHUNK_DONT_FILTER_PARTIAL_CHUNKS); };
  Hdf5Writer(folder / "x.h5", true).addInts("x", {10, 10}, rising(100), H5T_STD_U8LE, form);
  EXPECT_EQ(numbersIn(folder / "x.h5", "x"), numbers(100));
}

TEST(Hdf5Forms, GroupsOfManyMembersAreRead) {
  const TemporaryFolder folder;
  for (const int members : {5, 40, 900}) {
    {
      Hdf5Writer file(folder / "x.h5", true);
      for (int i = 0; i < members; ++i)
        file.addInts(fmt::format("g/an array with a long name {}", i), {3}, {i, i, i}, H5T_STD_I32LE);
    }
    const auto arrays = readHdf5File(folder / "x.h5");
    ASSERT_TRUE(arrays.ok()) << arrays.error().text();
    ASSERT_EQ(arrays->size(), static_cast<std::size_t>(members));
    for (int i = 0; i < members; ++i) {
      EXPECT_EQ((*arrays)[static_cast<std::size_t>(i)].name, fmt::format("g/an array with a long name {}", i));
      std::vector<double> values(3);
      ASSERT_TRUE((*arrays)[static_cast<std::size_t>(i)].array->read(0, values).ok());
      EXPECT_EQ(values[2], i);
    }
  }
}

// Every fifth byte of a file with checksums is changed in turn: what is read is right or refused, never wrong.
TEST(Hdf5Forms, ChecksumsLetNoChangedByteThrough) {
  const TemporaryFolder folder;
  const std::vector<std::vector<hsize_t>> grown = {{}, {H5S_UNLIMITED, 4}, {H5S_UNLIMITED, H5S_UNLIMITED}};
  for (const auto& most : grown) {
    {
      Hdf5Writer file(folder / "x.h5", true);
      file.addInts("x", {30, 4}, rising(120), H5T_STD_U8LE, {{7, 3}, true, true, true, most});
      for (int i = 0; i < 12; ++i) file.addInts(fmt::format("g/{}", i), {2}, {i, i});
    }
    const std::string whole = readBytes(folder / "x.h5");
    ASSERT_EQ(numbersIn(folder / "x.h5", "x"), numbers(120));
    int refused = 0;
    for (std::size_t i = most.size(); i < whole.size(); i += 5) {
      std::string changed = whole;
      changed[i] = static_cast<char>(changed[i] ^ (1 << i % 7));
      writeBytes(folder / "y.h5", changed);
      const auto values = numbersIn(folder / "y.h5", "x");
      refused += values.empty();
      if (values.empty()) continue;
      ASSERT_EQ(values, numbers(120)) << "byte " << i;
    }
    EXPECT_GT(refused, 100);
  }
}

// Six rows of 40 values, the first chunk of four rows: (i + row) with i running to 6, row by row, packed by h5py.
TEST(Hdf5Forms, LzfIsRead) {
  const TemporaryFolder folder;
  writeBytes(
      folder / "x.h5",
      unpackedBase64(
          "eNrr9HBx4+WS4mLi4GCAgf9Q4MAD4RtAxUVTjBL8PVyCmBgqmISQFcIAFxMDIwMDG1AbIwNjxWaYeR4MVAOZP2VqwE4AWsCowsDAxMTIyAaV"
          "04DS6HxmHgZGAQaQm0CAg4EV6Epmbm4pBkagKbUsQHFmhpyqNAYWoCwrUNECkCpxoD4m5v0QPWApDZgRrQyDA7x1mScXEuTqysjAhBETOgT0"
          "fueG0LIMCA9iA8o8qHwWtLBlZBgFo2AUjIJRMApGwSgYBUMBsAMbv8wsrGwMD8TZGNnYGxSBNDMrGztHQuADMTaFYiZ2Dk6HqgfCbIzsHOxc"
          "LCAZTi6gGiZOLu4GDaASBoYHLqDWHwAhjkZ3",
          3136));
  std::vector<double> expected;
  for (int i = 0; i < 240; ++i) expected.push_back(i % 7 + i / 40);
  std::string why;
  EXPECT_EQ(numbersIn(folder / "x.h5", "x", &why), expected) << why;
}

TEST(Hdf5Forms, SurviveMutations) {
  const TemporaryFolder folder;
  {
    Hdf5Writer file(folder / "x.h5", true);
    file.addInts("data", {40, 5}, rising(200), H5T_STD_I16LE, {{2, 3}, true, true, false, {H5S_UNLIMITED, 5}});
    for (int i = 0; i < 12; ++i) file.addInts(fmt::format("g/{}", i), {2}, {i, i});
  }
  surviveMutations("arrays", folder / "x.h5", folder / "x.h5", readBytes(folder / "x.h5"), {}, 1000);
}

}  // namespace
}  // namespace fovea::test
