// Arrays in HDF5 files: written by the library of The HDF Group, and read by Fovea's own reader.
#include <fmt/format.h>

#include "hdf5_support.h"

namespace fovea::test {
namespace {

TEST(Hdf5Importer, ReadsEveryFormAsTheLibraryWroteIt) {
  const TemporaryFolder folder;
  const std::vector<Form> forms = {{},
                                   {{2, 3, 4}},
                                   {{3, 2, 3}, true},
                                   {{4, 5, 1}, true, true},
                                   {{3, 2, 3}, true, true, true},
                                   {{7, 5, 4}, false, true}};
  const std::vector<hid_t> types = {H5T_STD_U8LE,   H5T_STD_I16BE,  H5T_STD_I32LE, H5T_STD_U64BE,
                                    H5T_IEEE_F32BE, H5T_IEEE_F64LE, H5T_STD_U16LE};
  for (const Form& form : forms)
    for (const hid_t type : types) {
      Hdf5Writer(folder / "x.h5").addInts("x", {7, 5, 4}, rising(140), type, form);
      const auto source = openSource("arrays", folder / "x.h5");
      ASSERT_NE(source, nullptr);
      ASSERT_EQ(source->size(), 7);
      for (std::int64_t i = 0; i < 7; ++i) {
        const Tensor input = loaded(*source, i).input;
        ASSERT_EQ(input.elementCount(), 20);
        for (std::int64_t k = 0; k < 20; ++k) {
          const double value =
              input.dtype() == DataType::UInt8 ? input.data<std::uint8_t>()[k] : input.data<float>()[k];
          ASSERT_EQ(value, static_cast<double>(20 * i + k));
        }
      }
    }
}

TEST(Hdf5Importer, FindsInputsAndTargetsByTheirNames) {
  const TemporaryFolder folder;
  {
    Hdf5Writer keras(folder / "keras.h5");
    keras.addInts("x_train", {4, 2, 3}, rising(24), H5T_STD_U8LE, {{2, 2, 3}, true});
    keras.addInts("y_train", {4}, {1, 0, 1, 2});
    keras.addInts("x_test", {2, 2, 3}, rising(12));
    keras.addInts("y_test", {2}, {1, 2});
    keras.addInts("history", {2}, {1, 2});
  }
  const Recognition found = recognised(folder / "keras.h5");
  EXPECT_EQ(found.importer, "arrays");
  EXPECT_EQ(found.task, Task::Classification);
  const auto source = openSource("arrays", folder / "keras.h5");
  EXPECT_EQ(source->size(), 6);
  EXPECT_TRUE(wordsOf(*source).find("keras.h5: history") != std::string::npos) << wordsOf(*source);
  int test = 0;
  for (std::int64_t i = 0; i < 6; ++i) test += source->item(i).split == Split::Test;
  EXPECT_EQ(test, 2);
  {
    Hdf5Writer groups(folder / "groups.hdf5");
    for (const char* split : {"train", "val"}) {
      groups.addInts(std::string(split) + "/images", {2, 3, 2, 2}, rising(24));
      groups.addInts(std::string(split) + "/labels", {2, 1}, {0, 1});
    }
  }
  const auto groups = openSource("arrays", folder / "groups.hdf5");
  EXPECT_EQ(groups->size(), 4);
  EXPECT_EQ(loaded(*groups, 1).input.shape(), (Shape{3, 2, 2}));
  EXPECT_EQ(groups->item(3).split.has_value(), true);
  // Inputs in one file and targets in another.
  Hdf5Writer(folder / "pcam/split_train_x.h5").addInts("x", {3, 2, 2, 3}, rising(36));
  Hdf5Writer(folder / "pcam/split_train_y.h5").addInts("y", {3, 1, 1, 1}, {1, 0, 1});
  const auto pcam = openSource("arrays", folder / "pcam");
  EXPECT_EQ(pcam->size(), 3);
  EXPECT_EQ(pcam->task(), Task::Classification);
  EXPECT_EQ(pcam->item(0).split, Split::Train);
}

TEST(Hdf5Importer, ReadsTheListsOfCaffe) {
  const TemporaryFolder folder;
  for (const char* name : {"a.h5", "b.h5"}) {
    Hdf5Writer file(folder / "data" / name);
    file.add("data", {2, 3}, std::vector<float>{0.5f, 1, 2, 3, 4, 5}, H5T_IEEE_F32LE, H5T_NATIVE_FLOAT);
    file.add("label", {2, 1}, std::vector<float>{0, 1}, H5T_IEEE_F32LE, H5T_NATIVE_FLOAT);
  }
  writeBytes(folder / "data/train.txt", "examples/data/a.h5\nexamples/data/b.h5\n");
  EXPECT_EQ(recognised(folder / "data/train.txt").importer, "arrays");
  const auto source = openSource("arrays", folder / "data/train.txt");
  ASSERT_EQ(source->size(), 4);
  EXPECT_EQ(source->classes().size(), 2U);
  EXPECT_TRUE(source->item(3).source.ends_with("b.h5"));
  EXPECT_EQ(source->item(0).split, Split::Train);
  EXPECT_EQ(loaded(*source, 2).input.data<float>()[0], 0.5f);
}

TEST(Hdf5Importer, MasksOfTheShapeOfTheirInputs) {
  const TemporaryFolder folder;
  for (const int number : {1, 2}) {
    Hdf5Writer file(folder / "slices" / fmt::format("case_{}.h5", number));
    file.add("image", {2, 3}, std::vector<float>{0, 1, 2, 3, 4, 5.5f}, H5T_IEEE_F32LE, H5T_NATIVE_FLOAT);
    file.addInts("label", {2, 3}, {0, 0, 1, 3, 0, number});
    Hdf5Writer volume(folder / "volumes" / fmt::format("case_{}.h5", number));
    volume.addInts("image", {static_cast<hsize_t>(number + 1), 2, 3}, rising(6 * (number + 1)), H5T_STD_I16LE);
    volume.addInts("label", {static_cast<hsize_t>(number + 1), 2, 3}, std::vector<int>(6 * (number + 1), 1));
  }
  const auto slices = openSource("arrays", folder / "slices");
  ASSERT_EQ(slices->size(), 2);
  EXPECT_EQ(slices->task(), Task::Segmentation);
  EXPECT_EQ(slices->classes().size(), 4U);
  EXPECT_TRUE(checkDecided(slices->decisions()).ok());
  const LoadedItem slice = loaded(*slices, 0);
  EXPECT_EQ(slice.input.shape(), (Shape{1, 2, 3}));
  EXPECT_EQ(slice.input.data<float>()[5], 5.5f);
  EXPECT_EQ(slice.target.shape(), (Shape{1, 2, 3}));
  EXPECT_EQ(slice.target.data<std::uint8_t>()[3], 3);
  // Whether their first axis counts samples or slices, nothing says.
  const auto asked = openSource("arrays", folder / "volumes");
  EXPECT_FALSE(checkDecided(asked->decisions()).ok());
  const auto volumes = openSource("arrays", folder / "volumes", {{"samples", std::string("file")}});
  ASSERT_EQ(volumes->size(), 2);
  EXPECT_EQ(loaded(*volumes, 1).input.shape(), (Shape{1, 3, 2, 3}));
  EXPECT_EQ(loaded(*volumes, 1).target.shape(), (Shape{1, 3, 2, 3}));
  const auto rows = openSource("arrays", folder / "volumes", {{"samples", std::string("first")}});
  ASSERT_EQ(rows->size(), 5);
  EXPECT_EQ(loaded(*rows, 4).target.shape(), (Shape{1, 2, 3}));
}

TEST(Hdf5Importer, RefusesByNameWhatItDoesNotRead) {
  const TemporaryFolder folder;
  const auto error = [&](const fs::path& path) {
    const auto opened = tryOpen("arrays", path);
    return opened.ok() ? std::string() : opened.error().text();
  };
  {
    Hdf5Writer file(folder / "holes.h5");
    file.addInts("x", {4, 2}, {}, H5T_STD_U8LE, {{2, 2}, true});
  }
  EXPECT_NE(error(folder / "holes.h5").find("never written"), std::string::npos) << error(folder / "holes.h5");
  const auto packed = [&](const char* name, const std::function<void(hid_t)>& filter) {
    Form form;
    form.chunk = {2, 2};
    form.more = filter;
    Hdf5Writer(folder / name).addInts("x", {4, 2}, rising(8), H5T_STD_I32LE, form);
    return error(folder / name);
  };
  const std::string scaled = packed("so.h5", [](hid_t create) { H5Pset_scaleoffset(create, H5Z_SO_INT, 0); });
  EXPECT_TRUE(contains(scaled, "packed by scale-offset; save it with compression=\"gzip\"")) << scaled;
  const std::string bits = packed("nb.h5", [](hid_t create) { H5Pset_nbit(create); });
  EXPECT_TRUE(contains(bits, "packed by n-bit")) << bits;
  if (H5Zfilter_avail(H5Z_FILTER_SZIP) > 0) {
    const std::string szip = packed("sz.h5", [](hid_t create) { H5Pset_szip(create, H5_SZIP_NN_OPTION_MASK, 4); });
    EXPECT_TRUE(contains(szip, "packed by szip")) << szip;
  }
  Hdf5Writer(folder / "plain.h5", true).addInts("x", {4, 2}, rising(8));
  EXPECT_EQ(error(folder / "plain.h5"), "") << "of the newest form in one piece";
  Hdf5Writer(folder / "two.h5").addInts("x", {4, 2}, rising(8));
  const std::string whole = readBytes(folder / "two.h5");
  writeBytes(folder / "cut.h5", whole.substr(0, whole.size() - 4));
  EXPECT_NE(error(folder / "cut.h5"), "");
}

TEST(Hdf5Importer, SurvivesMutations) {
  const TemporaryFolder folder;
  {
    Hdf5Writer file(folder / "x.h5");
    file.addInts("data", {6, 5}, rising(30), H5T_STD_I16LE, {{2, 3}, true, true});
    file.addInts("label", {6}, {0, 1, 0, 1, 0, 1});
  }
  surviveMutations("arrays", folder / "x.h5", folder / "x.h5", readBytes(folder / "x.h5"), {}, 3000);
  Hdf5Writer(folder / "y.h5", true).addInts("data", {6, 5}, rising(30));
  surviveMutations("arrays", folder / "y.h5", folder / "y.h5", readBytes(folder / "y.h5"));
}

}  // namespace
}  // namespace fovea::test
