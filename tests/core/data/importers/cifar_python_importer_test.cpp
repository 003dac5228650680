// The Python version of CIFAR: pickles as Python 2 and 3 write them, put together here instruction by instruction.
#include "core/data/importers/pickle_file.h"
#include "importer_support.h"
#include "sound_support.h"

namespace fovea::test {
namespace {

std::string small(int value) {
  return "K" + little(static_cast<std::uint32_t>(value), 1);
}
std::string text(const std::string& word, bool three) {
  return (three ? "X" + little(static_cast<std::uint32_t>(word.size()), 4)
                : "U" + little(static_cast<std::uint32_t>(word.size()), 1)) +
         word;
}
std::string list(const std::vector<std::string>& items) {
  std::string all = "](";
  for (const std::string& item : items) all += item;
  return all + "e";
}

// An array of bytes [rows, 3072]: row r is filled with `first` + r.
std::string array(int rows, int first, bool three) {
  std::string data;
  for (int row = 0; row < rows; ++row) data += std::string(3072, static_cast<char>(first + row));
  const std::string module = three ? "numpy._core.multiarray" : "numpy.core.multiarray";
  const std::string type = "cnumpy\ndtype\n" + text("u1", three) + small(0) + small(1) + "\x87R(" + small(3) +
                           text("|", three) + "NNN" + std::string("J\xff\xff\xff\xffJ\xff\xff\xff\xff") + small(0) +
                           "tb";
  const std::string bytes = (three ? "B" : "T") + little(static_cast<std::uint32_t>(data.size()), 4) + data;
  return "c" + module + "\n_reconstruct\ncnumpy\nndarray\n" + small(0) + "\x85" + text("b", three) + "\x87R(" +
         small(1) + small(rows) + "M" + little(3072, 2) + "\x86" + type + "\x89" + bytes + "tb";
}

std::string batch(int rows, int first, const std::vector<int>& labels, const std::string& key = "labels",
                  bool three = false) {
  std::vector<std::string> numbers;
  for (const int label : labels) numbers.push_back(small(label));
  return std::string("\x80\x02", 2) + "}q" + std::string(1, '\1') + "(" + text("batch_label", three) +
         text("testing batch 1 of 1", three) + text(key, three) + list(numbers) + text("data", three) +
         array(rows, first, three) + text("filenames", three) + list({text("a.png", three)}) + "u.";
}

std::string names(const std::string& key, const std::vector<std::string>& all) {
  std::vector<std::string> texts;
  for (const std::string& each : all) texts.push_back(text(each, false));
  return std::string("\x80\x02", 2) + "}(" + text(key, false) + list(texts) + text("num_vis", false) + "M" +
         little(3072, 2) + "u.";
}

TEST(CifarPython, ReadsCifar10) {
  const TemporaryFolder folder;
  const fs::path set = folder / "cifar-10-batches-py";
  writeBytes(set / "batches.meta", names("label_names", {"airplane", "automobile", "bird"}));
  writeBytes(set / "data_batch_1", batch(2, 10, {2, 0}));
  writeBytes(set / "data_batch_2", batch(1, 30, {1}, "labels", true));
  writeBytes(set / "test_batch", batch(1, 50, {2}));
  writeBytes(set / "readme.html", "<html>");
  for (const fs::path& place : {set, set.parent_path()}) {
    const Recognition found = recognised(place);
    EXPECT_EQ(found.importer, "cifar_python");
    EXPECT_EQ(found.name, "CIFAR-10");
  }
  const auto source = openSource("cifar_python", set);
  ASSERT_EQ(source->size(), 4);
  EXPECT_EQ(source->classes(), (std::vector<std::string>{"airplane", "automobile", "bird"}));
  EXPECT_EQ(source->item(0).label, 2);
  EXPECT_EQ(source->item(1).label, 0);
  EXPECT_EQ(source->item(3).split, Split::Test);
  EXPECT_EQ(loaded(*source, 1).input.shape(), (Shape{3, 32, 32}));
  EXPECT_EQ(loaded(*source, 1).input.data<std::uint8_t>()[3071], 11);
  EXPECT_EQ(loaded(*source, 2).input.data<std::uint8_t>()[0], 30);
}

TEST(CifarPython, ReadsCifar100) {
  const TemporaryFolder folder;
  const fs::path set = folder / "cifar-100-python";
  writeBytes(set / "meta", names("fine_label_names", {"apple", "bear"}));
  writeBytes(set / "train", batch(2, 10, {1, 0}, "fine_labels"));
  writeBytes(set / "test", batch(1, 50, {1}, "fine_labels"));
  const auto source = openSource("cifar_python", set);
  ASSERT_EQ(source->size(), 3);
  EXPECT_EQ(source->classes(), (std::vector<std::string>{"apple", "bear"}));
  EXPECT_EQ(recognised(set).importer, "cifar_python");
  EXPECT_FALSE(tryOpen("cifar_python", set, {{"labels", std::string("coarse")}}).ok());
}

// What a pickle may ask for is not done: not a call, not an import, not an object of another class.
TEST(CifarPython, RunsNothing) {
  const TemporaryFolder folder;
  const std::string mark = (folder / "ran").string();
  for (const std::string& program :
       {"cos\nsystem\n(S'touch " + mark + "'\ntR.", "cposix\nsystem\n(X" + little(5, 4) + "touchtR.",
        std::string("\x80\x02") + "cos\nsystem\nU\x05touch\x85R.", std::string("(U\x02osios\nsystem\n."),
        std::string("\x80\x02}(U\x04"
                    "datacbuiltins\neval\nU\x01"
                    "1\x85Ru.")}) {
    writeBytes(folder / "p", program);
    const auto table = readPickledTable(folder / "p");
    ASSERT_FALSE(table.ok()) << program;
    EXPECT_FALSE(table.error().message.empty());
  }
  EXPECT_FALSE(fs::exists(mark));
}

TEST(CifarPython, SurvivesMutations) {
  const TemporaryFolder folder;
  surviveMutations("cifar_python", folder / "set", folder / "set/data_batch_1", batch(2, 10, {2, 0}), {}, 300);
  std::string head = batch(1, 10, {1});
  std::mt19937 random(3);
  for (int i = 0; i < 2000; ++i) {
    writeBytes(folder / "m", mutated(head.substr(0, 300), random));
    (void)readPickledTable(folder / "m");
  }
}

}  // namespace
}  // namespace fovea::test
