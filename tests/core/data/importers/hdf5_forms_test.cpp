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

// An array of structures as MATLAB 7.3 writes it: arrays of references to what the fields of each structure hold.
class StructureWriter {
 public:
  explicit StructureWriter(const fs::path& path) {
    fs::create_directories(path.parent_path());
    const hid_t create = H5Pcreate(H5P_FILE_CREATE);
    H5Pset_userblock(create, 512);
    file_ = H5Fcreate(path.c_str(), H5F_ACC_TRUNC, create, H5P_DEFAULT);
    H5Pclose(create);
    for (const char* group : {"#refs#", "digitStruct"})
      H5Gclose(H5Gcreate2(file_, group, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT));
  }
  ~StructureWriter() { H5Fclose(file_); }
  StructureWriter(const StructureWriter&) = delete;
  StructureWriter& operator=(const StructureWriter&) = delete;

  hobj_ref_t number(double value) { return write(next(), H5T_IEEE_F64LE, H5T_NATIVE_DOUBLE, 1, &value); }
  hobj_ref_t text(const std::string& letters) {
    const std::vector<int> codes(letters.begin(), letters.end());
    return write(next(), H5T_STD_U16LE, H5T_NATIVE_INT, codes.size(), codes.data());
  }
  void references(const std::string& name, const std::vector<hobj_ref_t>& values) {
    write(name, H5T_STD_REF_OBJ, H5T_STD_REF_OBJ, values.size(), values.data());
  }
  // The boxes of an image: one number for each field, or references to several.
  hobj_ref_t boxes(const std::vector<std::array<double, 5>>& boxes) {
    const std::string group = next();
    H5Gclose(H5Gcreate2(file_, group.c_str(), H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT));
    for (std::size_t k = 0; k < 5; ++k) {
      const std::string name = group + "/" + std::array{"height", "label", "left", "top", "width"}[k];
      std::vector<hobj_ref_t> each;
      for (const auto& box : boxes) each.push_back(boxes.size() == 1 ? hobj_ref_t() : number(box[k]));
      if (boxes.size() == 1)
        write(name, H5T_IEEE_F64LE, H5T_NATIVE_DOUBLE, 1, &boxes[0][k]);
      else
        references(name, each);
    }
    return referenceTo(group);
  }

 private:
  std::string next() { return fmt::format("#refs#/{}", ++count_); }
  hobj_ref_t referenceTo(const std::string& name) const {
    hobj_ref_t reference{};
    H5Rcreate(&reference, file_, name.c_str(), H5R_OBJECT, -1);
    return reference;
  }
  hobj_ref_t write(const std::string& name, hid_t type, hid_t memory, std::size_t count, const void* values) {
    const hsize_t shape[] = {count, 1};
    const hid_t space = H5Screate_simple(2, shape, nullptr), create = H5Pcreate(H5P_DATASET_CREATE);
    if (count_ % 3 == 0 && count < 100) H5Pset_layout(create, H5D_COMPACT);
    const hid_t array = H5Dcreate2(file_, name.c_str(), type, space, H5P_DEFAULT, create, H5P_DEFAULT);
    H5Dwrite(array, memory, H5S_ALL, H5S_ALL, H5P_DEFAULT, values);
    H5Dclose(array);
    H5Pclose(create);
    H5Sclose(space);
    return referenceTo(name);
  }

  hid_t file_ = -1;
  int count_ = 0;
};

// Height, label, left, top, width; the third image is not there.
void writeHouses(const fs::path& folder) {
  StructureWriter writer(folder / "digitStruct.mat");
  std::vector<hobj_ref_t> names, boxes;
  const std::vector<std::vector<std::array<double, 5>>> houses = {
      {{3, 7, 2, 1, 4}}, {{3, 1, 2, 1, 4}, {3, 10, 6, 1, 3}}, {{1, 1, 1, 1, 1}}, {{3, 12, 2, 1, 4}}};
  for (std::size_t i = 0; i < houses.size(); ++i) {
    names.push_back(writer.text(fmt::format("{}.png", i + 1)));
    boxes.push_back(writer.boxes(houses[i]));
    if (i != 2) writeBytes(folder / fmt::format("{}.png", i + 1), greyPng(10, 6, 7));
  }
  writer.references("digitStruct/name", names);
  writer.references("digitStruct/bbox", boxes);
}

// Netzer et al. 2011, format 1: pictures of house numbers with the boxes of their digits.
TEST(Hdf5Forms, StructuresOfSvhn) {
  const TemporaryFolder folder;
  for (const char* split : {"train", "test", "extra"}) writeHouses(folder / "svhn" / split);
  const Recognition found = recognised(folder / "svhn");
  EXPECT_EQ(found.importer, "svhn");
  EXPECT_EQ(found.task, Task::Detection);
  const auto source = openSource("svhn", folder / "svhn");
  EXPECT_TRUE(checkDecided(source->decisions()).ok());
  ASSERT_EQ(source->size(), 9);
  std::map<std::string, int> splits;
  for (std::int64_t i = 0; i < source->size(); ++i) {
    const auto split = source->item(i).split;
    ++splits[split ? std::string(splitName(*split)) : "open"];
  }
  EXPECT_EQ(splits, (std::map<std::string, int>{{"train", 3}, {"test", 3}, {"open", 3}}));
  const LoadedItem one = loaded(*source, indexOf(*source, "train/1.png"));
  ASSERT_EQ(one.boxes.size(), 1u);
  EXPECT_EQ(one.boxes[0].left, 1) << "MATLAB counts pixels from 1";
  EXPECT_EQ(one.boxes[0].top, 0);
  EXPECT_EQ(one.boxes[0].right, 5);
  EXPECT_EQ(one.boxes[0].bottom, 3);
  EXPECT_EQ(source->classes()[static_cast<std::size_t>(one.boxes[0].label)], "7");
  const LoadedItem two = loaded(*source, indexOf(*source, "test/2.png"));
  ASSERT_EQ(two.boxes.size(), 2u);
  EXPECT_EQ(source->classes()[static_cast<std::size_t>(two.boxes[1].label)], "0") << "its label is 10";
  EXPECT_EQ(two.boxes[1].right, 8);
  std::string words;
  for (const SkippedSample& problem : source->problems()) words += problem.source + " " + problem.reason + "\n";
  EXPECT_NE(words.find("train/digitStruct.mat line 3: there is no image train/3.png"), std::string::npos) << words;
  EXPECT_NE(words.find("the label -1 is not one of the 10 classes"), std::string::npos) << words;
  EXPECT_EQ(openSource("svhn", folder / "svhn/test")->size(), 3);
  EXPECT_EQ(openSource("svhn", folder / "svhn/test/digitStruct.mat")->size(), 3);
  EXPECT_EQ(openSource("svhn", folder / "svhn/test")->item(0).split, Split::Test);
}

TEST(Hdf5Forms, StructuresOfSvhnSurviveMutations) {
  const TemporaryFolder folder;
  writeHouses(folder / "h/train");
  surviveMutations("svhn", folder / "h", folder / "h/train/digitStruct.mat",
                   readBytes(folder / "h/train/digitStruct.mat"));
}

}  // namespace
}  // namespace fovea::test
