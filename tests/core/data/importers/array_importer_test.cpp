// Arrays of NumPy: made here byte by byte, as .npy files and together in a .npz file.
#include <fmt/format.h>

#include <bit>
#include <cstring>

#include "../archive_support.h"
#include "core/data/importers/npy_file.h"
#include "core/data/importing/archive.h"
#include "core/data/importing/import_job.h"
#include "importer_support.h"

namespace fovea::test {
namespace {

// Version 1 of the format; `type` as "|u1", `shape` as "(2, 3)".
std::string npy(const std::string& type, const std::string& shape, const std::string& data,
                const std::string& fortran = "False") {
  std::string header = "{'descr': '" + type + "', 'fortran_order': " + fortran + ", 'shape': " + shape + ", }";
  while ((10 + header.size() + 1) % 64 != 0) header += ' ';
  header += '\n';
  return std::string("\x93NUMPY\x01\0", 8) + static_cast<char>(header.size() & 0xff) +
         static_cast<char>(header.size() >> 8) + header + data;
}

template <class T>
std::string bytesOf(const std::vector<T>& values, bool big = false) {
  std::string bytes;
  for (const T value : values) {
    auto raw = std::bit_cast<std::array<char, sizeof(T)>>(value);
    if (big) std::reverse(raw.begin(), raw.end());
    bytes.append(raw.begin(), raw.end());
  }
  return bytes;
}

// Two by three pixels of rising values for each sample.
std::string pictures(int count) {
  std::string bytes;
  for (int i = 0; i < 6 * count; ++i) bytes += static_cast<char>(i);
  return bytes;
}

TEST(NpyFile, WholeArraysComeBackAsTheyWereWritten) {
  const TemporaryFolder folder;
  const std::vector<Tensor> tensors{Tensor::of<float>(Shape{2, 3}, {1, -2.5f, 3, 4, 5, 1e-30f}),
                                    Tensor::of<std::int32_t>(Shape{3}, {-7, 0, 2147483647}),
                                    Tensor::of<std::uint8_t>(Shape{1, 2, 2}, {0, 1, 128, 255})};
  for (const Tensor& tensor : tensors) {
    const std::string bytes = encodeNpy(tensor).value();
    EXPECT_EQ(bytes.substr(0, 8), std::string("\x93NUMPY\1\0", 8));
    EXPECT_EQ((bytes.size() - tensor.bytes()) % 64, 0u) << "the numbers are aligned";
    writeBytes(folder / "a.npy", bytes);
    const Tensor back = readNpy(folder / "a.npy", 100).value();
    ASSERT_EQ(back.type(), tensor.type());
    EXPECT_EQ(std::memcmp(back.raw(), tensor.raw(), tensor.bytes()), 0);
  }
  const auto refusal = [](const auto& result) { return result.ok() ? std::string() : result.error().message; };
  EXPECT_EQ(refusal(readNpy(folder / "a.npy", 3)), "a.npy holds 4 numbers, which is more than 3.");
  writeBytes(folder / "large.npy", npy("<i8", "(1,)", bytesOf<std::int64_t>({std::int64_t{1} << 40})));
  EXPECT_NE(refusal(readNpy(folder / "large.npy", 3)).find("which is too large"), std::string::npos);
  EXPECT_NE(refusal(encodeNpy(Tensor::zeros({DataType::BFloat16, Shape{1}}))).find("NumPy has no type"),
            std::string::npos);
}

TEST(ArrayImporter, ReadsWhatKerasAndMedMnistLookLike) {
  const TemporaryFolder folder;
  writeBytes(folder / "keras/x_train.npy", npy("|u1", "(4, 2, 3)", pictures(4)));
  writeBytes(folder / "keras/y_train.npy", npy("|u1", "(4,)", std::string("\7\0\7\3", 4)));
  writeBytes(folder / "keras/x_test.npy", npy("|u1", "(2, 2, 3)", pictures(2)));
  writeBytes(folder / "keras/y_test.npy", npy("<i8", "(2,)", bytesOf<std::int64_t>({3, 0})));
  EXPECT_EQ(recognised(folder / "keras").importer, "arrays");
  const auto source = openSource("arrays", folder / "keras");
  ASSERT_EQ(source->size(), 6);
  EXPECT_EQ(source->task(), Task::Classification);
  EXPECT_EQ(source->classes(), (std::vector<std::string>{"0", "3", "7"}));
  int train = 0;
  for (std::int64_t i = 0; i < 6; ++i) train += source->item(i).split == Split::Train;
  EXPECT_EQ(train, 4);
  const std::int64_t second = source->item(0).split == Split::Train ? 1 : 3;
  EXPECT_EQ(source->item(second).label, 0);
  const Tensor picture = loaded(*source, second).input;
  EXPECT_EQ(picture.shape(), (Shape{1, 2, 3}));
  EXPECT_EQ(picture.data<std::uint8_t>()[5], 11);

  writeBytes(folder / "med/train_images.npy", npy("|u1", "(2, 2, 1, 3)", pictures(2)));
  writeBytes(folder / "med/train_labels.npy", npy("|u1", "(2, 1)", std::string("\1\0", 2)));
  writeBytes(folder / "med/val_images.npy", npy("|u1", "(1, 2, 1, 3)", pictures(1)));
  writeBytes(folder / "med/val_labels.npy", npy("|u1", "(1, 1)", std::string("\1", 1)));
  writeBytes(folder / "med/test_images.npy", npy("|u1", "(1, 2, 1, 3)", pictures(1)));
  const auto med = openSource("arrays", folder / "med");
  ASSERT_EQ(med->size(), 3) << "what has no labels is left out";
  EXPECT_FALSE(med->decisions().empty());
  const Tensor colour = loaded(*med, 0).input;
  EXPECT_EQ(colour.shape(), (Shape{3, 2, 1}));
  EXPECT_EQ(colour.data<std::uint8_t>()[1], 3) << "red of the second pixel";
}

// The names of Kuzushiji-MNIST (Clanuwat et al. 2018).
TEST(ArrayImporter, ReadsArraysOfImgsAndTheirLabels) {
  const TemporaryFolder folder;
  for (const auto& [split, count] : {std::pair("train", 4), std::pair("test", 2)}) {
    const std::string start = (folder / "set/kmnist-").string() + split;
    writeBytes(start + "-imgs.npy", npy("|u1", fmt::format("({}, 2, 3)", count), pictures(count)));
    writeBytes(start + "-labels.npy",
               npy("|u1", fmt::format("({},)", count), std::string("\0\1\1\0", 4).substr(0, std::size_t(count))));
  }
  const auto source = openSource("arrays", folder / "set");
  ASSERT_EQ(source->size(), 6);
  EXPECT_EQ(source->task(), Task::Classification);
  EXPECT_EQ(source->classes().size(), 2u);
  std::string labels;
  for (std::int64_t i = 0; i < 6; ++i) {
    const ImportItem item = source->item(i);
    labels += std::to_string(item.label) + (item.split == Split::Test ? "t " : " ");
  }
  EXPECT_EQ(labels, "0t 1t 0 1 1 0 ") << "the files in the order of their names";
}

// Names of further sets: Deng Cai's files of MATLAB, Galaxy10; and a list of the classes, as in Coursera's signs.
TEST(ArrayImporter, KnowsFurtherNames) {
  for (const auto& [inputs, targets] : {std::pair("fea", "gnd"), {"images", "ans"}}) {
    const TemporaryFolder folder;
    writeBytes(folder / "set" / (std::string(inputs) + ".npy"), npy("|u1", "(4, 2, 3)", pictures(4)));
    writeBytes(folder / "set" / (std::string(targets) + ".npy"), npy("|u1", "(4,)", std::string("\0\1\1\0", 4)));
    writeBytes(folder / "set/list_classes.npy", npy("|u1", "(2,)", std::string("\0\1", 2)));
    const auto source = openSource("arrays", folder / "set");
    ASSERT_EQ(source->size(), 4);
    EXPECT_EQ(source->task(), Task::Classification);
    EXPECT_EQ(source->classes().size(), 2u);
  }
}

TEST(ArrayImporter, KnowsClassesFromQuantities) {
  const TemporaryFolder folder;
  const auto task = [&](const std::string& target) {
    writeBytes(folder / "set/X.npy", npy("<f4", "(4, 2)", bytesOf<float>({1, 2, 3, 4, 5, 6, 7, 8})));
    writeBytes(folder / "set/y.npy", target);
    return openSource("arrays", folder / "set")->task();
  };
  EXPECT_EQ(task(npy("<f8", "(4,)", bytesOf<double>({0, 1, 1, 0}))), Task::Classification);
  EXPECT_EQ(task(npy("<f8", "(4,)", bytesOf<double>({0.5, 1, 1, 0}))), Task::Regression);
  EXPECT_EQ(task(npy(">i4", "(4,)", bytesOf<std::int32_t>({-1, 1, 1, -1}, true))), Task::Classification);
  EXPECT_EQ(openSource("arrays", folder / "set")->classes(), (std::vector<std::string>{"-1", "1"}));
  EXPECT_EQ(task(npy("|b1", "(4,)", std::string("\1\0\1\0", 4))), Task::Classification);
  EXPECT_EQ(task(npy("<f4", "(4, 2)", bytesOf<float>({0, 1, 1, 0, 1, 0, 0, 1}))), Task::Classification);
  EXPECT_EQ(task(npy("<f4", "(4, 2)", bytesOf<float>({0, 1, 1, 2, 1, 0, 0, 1}))), Task::Regression);
  const auto source = openSource("arrays", folder / "set");
  EXPECT_EQ(loaded(*source, 1).input.data<float>()[1], 4);
  EXPECT_EQ(loaded(*source, 1).target.data<float>()[1], 2);
}

TEST(ArrayImporter, KnowsMasksFromQuantities) {
  const TemporaryFolder folder;
  const auto task = [&](const std::string& input, const std::string& target) {
    writeBytes(folder / "set/x.npy", input);
    writeBytes(folder / "set/y.npy", target);
    return openSource("arrays", folder / "set")->task();
  };
  const std::string labels("\0\1\2\0\1\2\0\1\2\0\1\2", 12);
  EXPECT_EQ(task(npy("|u1", "(2, 2, 3)", pictures(2)), npy("|u1", "(2, 2, 3)", labels)), Task::Segmentation);
  const auto masks = openSource("arrays", folder / "set");
  EXPECT_EQ(masks->classes().size(), 3U);
  EXPECT_EQ(loaded(*masks, 1).target.shape(), (Shape{1, 2, 3}));
  EXPECT_EQ(loaded(*masks, 1).target.data<std::uint8_t>()[2], 2);
  EXPECT_EQ(openSource("arrays", folder / "set", {{"target", std::string("numbers")}})->task(), Task::Regression);
  // Rows of a table, and values with fractions, are no masks.
  const std::string reals = bytesOf<float>({0, 1, 2, 3, 4, 5.5f});
  EXPECT_EQ(task(npy("|u1", "(2, 3)", "abcdef"), npy("|u1", "(2, 3)", labels.substr(0, 6))), Task::Regression);
  EXPECT_EQ(task(npy("|u1", "(1, 2, 3)", "abcdef"), npy("<f4", "(1, 2, 3)", reals)), Task::Regression);
}

TEST(ArrayImporter, GreyLevelsOfMasksBecomeLabels) {
  const TemporaryFolder folder;
  const auto open = [&](const std::string& labels, const FieldValues& options = {}) {
    writeBytes(folder / "set/x.npy", npy("|u1", "(2, 2, 3)", pictures(2)));
    writeBytes(folder / "set/y.npy", npy("|u1", "(2, 2, 3)", labels));
    return openSource("arrays", folder / "set", options);
  };
  const std::string halves("\0\xff\xff\0\xff\0\0\0\xff\0\xff\0", 12);
  const auto white = open(halves);
  EXPECT_TRUE(checkDecided(white->decisions()).ok()) << wordsOf(*white);
  EXPECT_EQ(white->classes(), (std::vector<std::string>{"background", "foreground"}));
  EXPECT_EQ(valuesOf(loaded(*white, 0).target), (std::vector<int>{0, 1, 1, 0, 1, 0}));
  const auto indices = open(halves, {{"labels", std::string("indices")}});
  EXPECT_EQ(valuesOf(loaded(*indices, 0).target), (std::vector<int>{0, 255, 255, 0, 255, 0}));
  // Three levels that lie evenly apart.
  const auto levels = open(std::string("\0\x64\xc8\0\x64\xc8\xc8\0\0\0\0\0", 12));
  EXPECT_EQ(levels->classes(), (std::vector<std::string>{"0", "100", "200"}));
  EXPECT_EQ(valuesOf(loaded(*levels, 1).target), (std::vector<int>{2, 0, 0, 0, 0, 0}));
  EXPECT_NE(wordsOf(*levels).find("3 classes at 0, 100, 200"), std::string::npos) << wordsOf(*levels);
  // Numbers of classes stay, and 255 among them is ignored.
  const auto numbers = open(std::string("\0\1\2\0\1\2\xff\1\2\0\1\2", 12));
  EXPECT_EQ(numbers->classes(), (std::vector<std::string>{"background", "class 1", "class 2"}));
  EXPECT_EQ(valuesOf(loaded(*numbers, 1).target), (std::vector<int>{255, 1, 2, 0, 1, 2}));
}

TEST(ArrayImporter, PairsOfPicturesAreAskedAbout) {
  const TemporaryFolder folder;
  std::string noisy, clean;
  for (int i = 0; i < 512; ++i) {
    noisy += static_cast<char>(i * 7);
    clean += static_cast<char>(i);
  }
  writeBytes(folder / "set/x.npy", npy("|u1", "(2, 16, 16)", noisy));
  writeBytes(folder / "set/y.npy", npy("|u1", "(2, 16, 16)", clean));
  const auto open = openSource("arrays", folder / "set");
  EXPECT_FALSE(checkDecided(open->decisions()).ok()) << wordsOf(*open);
  EXPECT_NE(wordsOf(*open).find("they are as many as those of a picture"), std::string::npos) << wordsOf(*open);
  EXPECT_TRUE(
      checkDecided(openSource("arrays", folder / "set", {{"labels", std::string("indices")}})->decisions()).ok());
  const FieldValues images{{"target", std::string("images")}};
  const auto pairs = openSource("arrays", folder / "set", images);
  EXPECT_TRUE(checkDecided(pairs->decisions()).ok()) << wordsOf(*pairs);
  EXPECT_EQ(pairs->task(), Task::ImageToImage);
  const LoadedItem item = loaded(*pairs, 1);
  EXPECT_EQ(item.input.type(), (TensorType{DataType::UInt8, Shape{1, 16, 16}}));
  ASSERT_EQ(item.target.type(), (TensorType{DataType::UInt8, Shape{1, 16, 16}}));
  EXPECT_EQ(valuesOf(item.target)[3], 3);
  // Colours to fractions: the channels are last in one and first in the other.
  std::vector<float> depths(2 * 16);
  depths[16] = 0.5f;
  writeBytes(folder / "set/x.npy", npy("|u1", "(2, 4, 4, 3)", noisy.substr(0, 96)));
  writeBytes(folder / "set/y.npy", npy("<f4", "(2, 1, 4, 4)", bytesOf<float>(depths)));
  const LoadedItem mapped = loaded(*openSource("arrays", folder / "set", images), 1);
  EXPECT_EQ(mapped.input.shape(), (Shape{3, 4, 4}));
  ASSERT_EQ(mapped.target.type(), (TensorType{DataType::Float32, Shape{1, 4, 4}}));
  EXPECT_EQ(mapped.target.data<float>()[0], 0.5f);
  writeBytes(folder / "set/y.npy", npy("<f4", "(2, 16)", bytesOf<float>(depths)));
  expectError(tryOpen("arrays", folder / "set", images), ErrorCode::InvalidArgument, "are no images");
}

TEST(ArrayImporter, RefusesWhatItCannotRead) {
  const TemporaryFolder folder;
  const auto error = [&](const std::string& file) {
    writeBytes(folder / "x.npy", file);
    const auto opened = tryOpen("arrays", folder / "x.npy");
    return opened.ok() ? std::string() : opened.error().text();
  };
  EXPECT_EQ(error(npy("<f4", "(2, 2)", bytesOf<float>({1, 2, 3, 4}))), "");
  EXPECT_NE(error(npy("<f4", "(2, 2)", bytesOf<float>({1, 2, 3}))).find("cut off"), std::string::npos);
  EXPECT_NE(error(npy("|O", "(2,)", "cos\nsystem\n(S'x'\ntR.")).find("numbers"), std::string::npos);
  EXPECT_NE(error(npy("<f4", "(2, 2)", bytesOf<float>({1, 2, 3, 4}), "True")).find("Fortran"), std::string::npos);
  EXPECT_NE(error(npy("<f4", "(99999999999, 99999999999)", "")), "");
  EXPECT_NE(error("no array"), "");
  writeBytes(folder / "set/x.npy", npy("<f4", "(2, 2)", bytesOf<float>({1, 2, 3, 4})));
  writeBytes(folder / "set/y.npy", npy("|u1", "(3,)", "abc"));
  EXPECT_NE(tryOpen("arrays", folder / "set").error().message.find("3"), std::string::npos);
}

#if defined(FOVEA_TEST_ARCHIVES)
TEST(ArrayImporter, ReadsThemTogetherInOneFile) {
  if (!canReadArchives()) GTEST_SKIP() << "built without libarchive";
  const TemporaryFolder folder;
  writeBytes(folder / "mnist.npz",
             packed(ArchiveKind::Zip, {{"x_train.npy", npy("|u1", "(4, 2, 3)", pictures(4))},
                                       {"y_train.npy", npy("|u1", "(4,)", std::string("\1\0\1\0", 4))},
                                       {"x_test.npy", npy("|u1", "(2, 2, 3)", pictures(2))},
                                       {"y_test.npy", npy("|u1", "(2,)", std::string("\1\0", 2))}}));
  const Recognition found = recognised(folder / "mnist.npz");
  EXPECT_EQ(found.importer, "arrays");
  EXPECT_EQ(found.name, "mnist");
  const auto summary = runImport(**findImporter("arrays"), folder / "out", folder / "mnist.npz", {}, {}, {});
  ASSERT_TRUE(summary.ok()) << summary.error().text();
  EXPECT_EQ(summary->samples, 6);
  EXPECT_EQ(summary->splits[2], 2);
}
#endif

// As scikit-image's folder of examples lies: one array among images that have nothing to do with it.
TEST(ArrayImporter, ImagesBesideArraysAreAskedAbout) {
  const TemporaryFolder folder;
  writeBytes(folder / "set/faces.npy", npy("|u1", "(4, 2, 3)", pictures(4)));
  for (const char* name : {"brick.png", "coins.png", "moon.png"}) writeBytes(folder / "set" / name, greyPng(4, 3, 9));
  const auto decisions = openSource("arrays", folder / "set")->decisions();
  const Status decided = checkDecided(decisions);
  ASSERT_FALSE(decided.ok());
  EXPECT_NE(decided.error().text().find("kind=folder"), std::string::npos) << decided.error().text();
  EXPECT_NE(decided.error().text().find("inputs=faces"), std::string::npos) << decided.error().text();
  const auto told = openSource("arrays", folder / "set", {{"inputs", std::string("faces")}});
  EXPECT_TRUE(checkDecided(told->decisions()).ok());
  EXPECT_EQ(told->size(), 4);
}

// Ha and Eck 2018 (Quick, Draw!): a file of drawings for each class.
TEST(ArrayImporter, AFileForEachClass) {
  const TemporaryFolder folder;
  int count = 2;
  for (const char* name : {"cat", "dog", "power_outlet"}) {
    writeBytes(folder / "set" / fmt::format("full_numpy_bitmap_{}.npy", name),
               npy("|u1", fmt::format("({}, 256)", count), std::string(static_cast<std::size_t>(256 * count), '\7')));
    ++count;
  }
  const auto source = openSource("arrays", folder / "set");
  ASSERT_EQ(source->size(), 9);
  EXPECT_EQ(source->task(), Task::Classification);
  EXPECT_EQ(source->classes(), (std::vector<std::string>{"cat", "dog", "power_outlet"}));
  EXPECT_TRUE(checkDecided(source->decisions()).ok()) << wordsOf(*source);
  EXPECT_EQ(source->item(1).label, 0);
  EXPECT_EQ(source->item(2).label, 1);
  EXPECT_EQ(source->item(8).label, 2);
  EXPECT_EQ(loaded(*source, 8).input.shape(), (Shape{1, 16, 16}));
  // Series of different lengths may be a sample each.
  writeBytes(folder / "series/a.npy", npy("<f4", "(2, 2)", bytesOf<float>({1, 2, 3, 4})));
  writeBytes(folder / "series/b.npy", npy("<f4", "(1, 2)", bytesOf<float>({1, 2})));
  EXPECT_FALSE(checkDecided(openSource("arrays", folder / "series")->decisions()).ok());
  // Files of as many rows may be inputs of the same samples.
  for (const char* name : {"left", "right"})
    writeBytes(folder / "same" / fmt::format("{}.npy", name), npy("|u1", "(3, 6)", pictures(3)));
  EXPECT_FALSE(checkDecided(openSource("arrays", folder / "same")->decisions()).ok());
  const auto told = openSource("arrays", folder / "same", {{"files", std::string("classes")}});
  EXPECT_TRUE(checkDecided(told->decisions()).ok());
  EXPECT_EQ(told->classes(), (std::vector<std::string>{"left", "right"}));
  // Rows of different shapes are no classes.
  writeBytes(folder / "same/third.npy", npy("|u1", "(3, 2)", pictures(1)));
  EXPECT_FALSE(tryOpen("arrays", folder / "same").ok());
}

TEST(ArrayImporter, SeveralQuantitiesAreSaid) {
  const TemporaryFolder folder;
  writeBytes(folder / "set/x.npy", npy("|u1", "(4, 2, 3)", pictures(4)));
  writeBytes(folder / "set/y.npy", npy("<f4", "(4, 2)", bytesOf<float>({0.5f, 1, 2, 3, 4, 5, 6, 7})));
  const auto real = openSource("arrays", folder / "set");
  EXPECT_EQ(real->task(), Task::Regression);
  EXPECT_TRUE(checkDecided(real->decisions()).ok());
  EXPECT_TRUE(contains(wordsOf(*real), "2 quantities")) << wordsOf(*real);
  // Whole numbers may be classes of several kinds; dSprites (Matthey et al. 2017) has such targets.
  writeBytes(folder / "set/y.npy", npy("<i4", "(4, 2)", bytesOf<std::int32_t>({0, 1, 2, 1, 2, 2, 0, 1})));
  EXPECT_FALSE(checkDecided(openSource("arrays", folder / "set")->decisions()).ok());
  const auto told = openSource("arrays", folder / "set", {{"target", std::string("numbers")}});
  EXPECT_TRUE(checkDecided(told->decisions()).ok());
}

#if defined(FOVEA_TEST_ARCHIVES)
// Clanuwat et al. 2018 (Kuzushiji-MNIST): an array without a name in each of four files.
TEST(ArrayImporter, ReadsAFolderOfNpzFiles) {
  if (!canReadArchives()) GTEST_SKIP() << "built without libarchive";
  const TemporaryFolder folder;
  const auto write = [&](const std::string& name, const std::string& array) {
    writeBytes(folder / "set" / name, packed(ArchiveKind::Zip, {{"arr_0.npy", array}}));
  };
  write("k49-train-imgs.npz", npy("|u1", "(4, 2, 3)", pictures(4)));
  write("k49-train-labels.npz", npy("|u1", "(4,)", std::string("\0\1\1\0", 4)));
  write("k49-test-imgs.npz", npy("|u1", "(2, 2, 3)", pictures(2)));
  write("k49-test-labels.npz", npy("|u1", "(2,)", std::string("\1\0", 2)));
  writeBytes(folder / "set/k49_classmap.csv", "index,codepoint,char\n0,U+3042,a\n1,U+3044,i\n");
  const Recognition found = recognised(folder / "set");
  EXPECT_EQ(found.importer, "arrays");
  EXPECT_EQ(found.classes.size(), 2u);
  const auto summary = runImport(**findImporter("arrays"), folder / "out", folder / "set", {}, {}, {});
  ASSERT_TRUE(summary.ok()) << summary.error().text();
  EXPECT_EQ(summary->samples, 6);
  EXPECT_EQ(summary->splits[2], 2);
  // Inputs and targets in one file belong together, whatever the other files hold.
  for (const auto& [name, count] : {std::pair("a", 2), std::pair("b", 3)})
    writeBytes(folder / "both" / (std::string(name) + ".npz"),
               packed(ArchiveKind::Zip, {{"x.npy", npy("|u1", fmt::format("({}, 2, 3)", count), pictures(count))},
                                         {"y.npy", npy("|u1", fmt::format("({},)", count),
                                                       std::string("\0\1\1", 3).substr(0, std::size_t(count)))}}));
  const auto both = openSource("arrays", folder / "both");
  ASSERT_TRUE(both);
  EXPECT_EQ(both->size(), 5);
}
#endif

// Numbers and masks that lie in another file than their inputs can change alone.
TEST(ArrayImporter, TargetsThatChangeAreFollowed) {
  const TemporaryFolder folder;
  const auto import = [&](const char* name, bool follow) {
    ImportTuning tuning;
    tuning.follow = follow;
    auto summary =
        runImport(**findImporter("arrays"), folder / name / "out", folder / name / "set", {}, {}, {}, tuning);
    EXPECT_TRUE(summary.ok()) << (summary.ok() ? "" : summary.error().text());
    return summary.ok() ? *summary : ImportSummary{};
  };
  const auto targetsOf = [&](const char* name) {
    std::multiset<float> values;
    const auto dataset = openDataset(folder / name / "out");
    for (const Split split : kSplits)
      for (std::int64_t i = 0; i < dataset->size(split); ++i) {
        const Tensor target = dataset->sample(split, i)->target;
        if (!target.defined()) continue;
        values.insert(target.dtype() == DataType::UInt8 ? target.data<std::uint8_t>()[0] : target.data<float>()[0]);
      }
    return values;
  };
  std::vector<float> inputs, targets;
  for (int i = 0; i < 30; ++i) {
    inputs.insert(inputs.end(), {static_cast<float>(i) + 0.5f, static_cast<float>(i * i) + 0.25f});
    targets.push_back(static_cast<float>(i) * 0.125f + 0.0625f);
  }
  writeBytes(folder / "numbers/set/x_train.npy", npy("<f4", "(30, 2)", bytesOf(inputs)));
  writeBytes(folder / "numbers/set/y_train.npy", npy("<f4", "(30,)", bytesOf(targets)));
  import("numbers", false);
  targets[3] = 77.5f;
  writeBytes(folder / "numbers/set/y_train.npy", npy("<f4", "(30,)", bytesOf(targets)));
  const ImportSummary said = import("numbers", true);
  EXPECT_EQ(said.changes.count(SourceChange::Changed), 1);
  EXPECT_EQ(said.changes.all.size(), 1u);
  EXPECT_EQ(targetsOf("numbers"), std::multiset<float>(targets.begin(), targets.end()));
  EXPECT_TRUE(import("numbers", true).changes.all.empty());
  std::string pixels, masks;
  for (int i = 0; i < 4 * 16; ++i) {
    pixels += static_cast<char>(i * 3);
    masks += static_cast<char>(i % 2);
  }
  writeBytes(folder / "masks/set/x_train.npy", npy("|u1", "(4, 4, 4)", pixels));
  writeBytes(folder / "masks/set/y_train.npy", npy("|u1", "(4, 4, 4)", masks));
  import("masks", false);
  masks[16] = 1;
  writeBytes(folder / "masks/set/y_train.npy", npy("|u1", "(4, 4, 4)", masks));
  EXPECT_EQ(import("masks", true).changes.count(SourceChange::Changed), 1);
  EXPECT_EQ(targetsOf("masks"), (std::multiset<float>{0, 0, 0, 1}));
}

TEST(ArrayImporter, SurvivesMutations) {
  const TemporaryFolder folder;
  writeBytes(folder / "set/y.npy", npy("|u1", "(2,)", std::string("\1\0", 2)));
  surviveMutations("arrays", folder / "set", folder / "set/x.npy", npy("|u1", "(2, 2, 3)", pictures(2)));
  surviveMutations("arrays", folder / "set", folder / "set/x.npy", npy("<f2", "(2, 3)", pictures(2)));
}

}  // namespace
}  // namespace fovea::test
