// The best-known tables of texts, of records and of pictures, each rebuilt small as its description says it lies: what
// comes in without any option.
#include "table_layout_support.h"

namespace fovea::test {
namespace {

TEST(TableLayouts, ReviewsOfImdbHaveAHeaderAndLongTexts) {
  const TemporaryFolder folder;
  std::string rows = "review,sentiment\n";
  for (int i = 0; i < 20; ++i)
    rows += fmt::format("\"Film {} was<br />{}{}\",{}\n", i * 91, i % 2 ? "fine, really" : "dull",
                        std::string(i == 7 ? 700 : 20, 'x'), i % 2 ? "positive" : "negative");
  writeBytes(folder / "IMDB Dataset.csv", rows);
  const Recognition found = tableAt(folder / "IMDB Dataset.csv");
  EXPECT_EQ(found.samples, 20);
  EXPECT_EQ(found.classes, (Strings{"negative", "positive"}));
  EXPECT_TRUE(allSure(found.decisions));
  const auto source = openSource("csv", folder / "IMDB Dataset.csv");
  EXPECT_EQ(loaded(*source, 7).input.shape(), Shape{768});
  EXPECT_TRUE(textOf(loaded(*source, 7).input).ends_with("xxx"));
  const auto cut = openSource("csv", folder / "IMDB Dataset.csv", {{"text_length", std::int64_t{100}}});
  const auto decisions = cut->decisions();
  const ImportDecision* length = decisionOn(decisions, "length of a text");
  ASSERT_NE(length, nullptr);
  EXPECT_TRUE(contains(length->because, "1 of 20 texts are longer")) << length->because;
}

TEST(TableLayouts, SpamHasNamesThatSayNothing) {
  const TemporaryFolder folder;
  std::string rows = "v1,v2,,,\n";
  for (int i = 0; i < 20; ++i)
    rows += fmt::format("{},\"{} number {}, \xa3{}\",,,\n", i % 4 ? "ham" : "spam", i % 4 ? "See you at" : "Call now",
                        i * 13, i);
  writeBytes(folder / "spam.csv", rows);
  const Recognition found = tableAt(folder / "spam.csv");
  EXPECT_EQ(found.samples, 20);
  EXPECT_EQ(found.classes, (Strings{"ham", "spam"}));
  EXPECT_TRUE(allSure(found.decisions));
  EXPECT_TRUE(textOf(loaded(*openSource("csv", folder / "spam.csv"), 1).input).starts_with("See you at number 13"));
}

TEST(TableLayouts, NewsHasAClassATitleAndADescription) {
  const TemporaryFolder folder;
  for (const char* name : {"train", "test"}) {
    std::string rows;
    for (int i = 0; i < 24; ++i)
      rows += fmt::format("\"{}\",\"{} story {} of the day\",\"Reuters - {} words, number {}, about it.\"\n", 1 + i % 4,
                          name, i, name, i * 3);
    writeBytes(folder / "set" / (std::string(name) + ".csv"), rows);
  }
  const Recognition found = tableAt(folder / "set");
  EXPECT_EQ(found.samples, 48);
  EXPECT_EQ(found.classes, (Strings{"1", "2", "3", "4"}));
  EXPECT_TRUE(allSure(found.decisions));
  const auto source = openSource("csv", folder / "set");
  EXPECT_EQ(source->item(0).split, Split::Test);
  EXPECT_EQ(source->item(24).split, Split::Train);
  EXPECT_EQ(source->item(25).label, 1);
  EXPECT_EQ(textOf(loaded(*source, 24).input), "train story 0 of the day\nReuters - train words, number 0, about it.");
}

TEST(TableLayouts, TabsAndSplitsOfGlue) {
  const TemporaryFolder folder;
  for (const char* name : {"train", "dev"}) {
    std::string rows = "sentence\tlabel\n";
    for (int i = 0; i < 20; ++i) rows += fmt::format("{} a film, number {} of heart\t{}\n", name, i * 7, i % 2);
    writeBytes(folder / "SST-2" / (std::string(name) + ".tsv"), rows);
  }
  writeBytes(folder / "SST-2/test.tsv", "index\tsentence\n0\tone more film of the year\n1\tno film at all this time\n");
  const Recognition found = tableAt(folder / "SST-2");
  EXPECT_EQ(found.samples, 40);
  EXPECT_EQ(found.classes, (Strings{"0", "1"}));
  EXPECT_TRUE(allSure(found.decisions));
  EXPECT_EQ(chosenOn(found.decisions, "table test.tsv"), "left out");
  const auto source = openSource("csv", folder / "SST-2");
  EXPECT_EQ(source->item(0).split, Split::Validation);
  EXPECT_EQ(source->item(20).split, Split::Train);
}

TEST(TableLayouts, JsonLinesWithALabelAreATable) {
  const TemporaryFolder folder;
  std::string rows;
  std::string array = "[";
  for (int i = 0; i < 20; ++i) {
    const std::string object =
        fmt::format("{{\"text\": \"Line {} says \\u00e9\", \"label\": {}, \"meta\": [1, {}]}}", i * 17, i % 2, i);
    rows += object + "\n";
    array += (i > 0 ? ",\n" : "") + object;
  }
  writeBytes(folder / "a.jsonl", rows);
  writeBytes(folder / "b.json", array + "]");
  for (const char* name : {"a.jsonl", "b.json"}) {
    const Recognition found = tableAt(folder / name);
    EXPECT_EQ(found.samples, 20);
    EXPECT_EQ(found.classes, (Strings{"0", "1"}));
    EXPECT_TRUE(allSure(found.decisions));
    EXPECT_EQ(chosenOn(found.decisions, "column meta"), "left out");
    const auto source = openSource("csv", folder / name);
    EXPECT_EQ(textOf(loaded(*source, 1).input), "Line 17 says \xc3\xa9");
  }
}

TEST(TableLayouts, InstructionsAreRefusedWithWhatToDo) {
  const TemporaryFolder folder;
  std::string rows;
  for (int i = 0; i < 20; ++i)
    rows += fmt::format(
        "{{\"instruction\": \"Say the number {} in words\", \"input\": \"\", \"output\": \"Those are the "
        "words of {}\"}}\n",
        i, i);
  writeBytes(folder / "instruct.jsonl", rows);
  const Recognition found = tableAt(folder / "instruct.jsonl");
  const Status decided = checkDecided(found.decisions);
  ASSERT_FALSE(decided.ok());
  EXPECT_TRUE(contains(decided.error().text(), "task=unlabelled")) << decided.error().text();
  EXPECT_TRUE(contains(decided.error().text(), ".txt"));
  EXPECT_EQ(imported(folder / "out", folder / "instruct.jsonl", {{"task", std::string("unlabelled")}}).samples, 20);
}

TEST(TableLayouts, JsonThatIsNoTableIsNotTextEither) {
  const TemporaryFolder folder;
  std::string words = "{\n  \"name\": \"a\",\n  \"notes\": \"";
  for (int i = 0; i < 400; ++i) words += "word ";
  writeBytes(folder / "a.json", words + "\"\n}\n");
  EXPECT_FALSE(recogniseAny(folder / "a.json").ok());
  std::string csv = "only\n";
  for (int i = 0; i < 400; ++i) csv += "word " + std::to_string(i) + "\n";
  writeBytes(folder / "a.csv", csv);
  const auto found = recogniseAny(folder / "a.csv");
  EXPECT_TRUE(!found.ok() || found->importer == "csv");
}

TEST(TableLayouts, FacesHoldTheirPixelsAndTheirSplit) {
  const TemporaryFolder folder;
  std::string rows = "emotion,pixels,Usage\n";
  for (int i = 0; i < 24; ++i) {
    rows += fmt::format("{},\"", i % 7);
    for (int k = 0; k < 48 * 48; ++k) rows += (k > 0 ? " " : "") + std::to_string((k * 3 + i) % 256);
    rows += fmt::format("\",{}\n", i < 16 ? "Training" : i < 20 ? "PublicTest" : "PrivateTest");
  }
  writeBytes(folder / "fer2013.csv", rows);
  const Recognition found = tableAt(folder / "fer2013.csv");
  EXPECT_EQ(found.samples, 24);
  EXPECT_EQ(found.classes.size(), 7u);
  EXPECT_TRUE(allSure(found.decisions));
  const auto source = openSource("csv", folder / "fer2013.csv");
  EXPECT_EQ(source->item(15).split, Split::Train);
  EXPECT_EQ(source->item(16).split, Split::Validation);
  EXPECT_EQ(source->item(23).split, Split::Test);
  const Tensor face = loaded(*source, 3).input;
  EXPECT_EQ(face.shape(), (Shape{1, 48, 48}));
  EXPECT_EQ(face.values<std::uint8_t>()[49], (49 * 3 + 3) % 256);
}

std::string digits(bool header, bool labelled, int rows) {
  std::string text;
  if (header) {
    text = labelled ? "label" : "";
    for (int i = 0; i < 784; ++i) text += fmt::format("{}pixel{}", text.empty() ? "" : ",", i);
    text += "\n";
  }
  for (int row = 0; row < rows; ++row) {
    if (labelled) text += std::to_string(row % 10) + ",";
    for (int i = 0; i < 784; ++i)
      text += fmt::format("{}{}", i > 0 ? "," : "", i % 28 < 4 ? 0 : (i * 7 + row * 13) % 256);
    text += "\n";
  }
  return text;
}

TEST(TableLayouts, DigitsAsColumnsAreGreyPictures) {
  const TemporaryFolder folder;
  writeBytes(folder / "kaggle/train.csv", digits(true, true, 30));
  writeBytes(folder / "kaggle/test.csv", digits(true, false, 5));
  writeBytes(folder / "kaggle/sample_submission.csv", "ImageId,Label\n1,0\n2,0\n");
  writeBytes(folder / "plain/mnist_train.csv", digits(false, true, 30));
  writeBytes(folder / "plain/mnist_test.csv", digits(false, true, 10));
  for (const char* name : {"kaggle", "plain"}) {
    const Recognition found = tableAt(folder / name);
    EXPECT_EQ(found.samples, name[0] == 'k' ? 30 : 40) << name;
    EXPECT_EQ(found.classes.size(), 10u);
    EXPECT_TRUE(allSure(found.decisions));
    const auto source = openSource("csv", folder / name);
    const std::int64_t first = name[0] == 'k' ? 0 : 10;
    const Tensor digit = loaded(*source, first + 3).input;
    EXPECT_EQ(digit.shape(), (Shape{1, 28, 28}));
    EXPECT_EQ(digit.values<std::uint8_t>()[30], 0);
    EXPECT_EQ(digit.values<std::uint8_t>()[32], (32 * 7 + 39) % 256);
    EXPECT_EQ(source->item(first + 3).label, 3);
    EXPECT_EQ(source->item(first).split, Split::Train);
    if (first > 0) {
      EXPECT_EQ(source->item(0).split, Split::Test);
    }
  }
}

TEST(TableLayouts, SmallDigitsWithoutNamesKeepTheirPlaces) {
  const TemporaryFolder folder;
  std::string rows;
  for (int row = 0; row < 40; ++row) {
    for (int i = 0; i < 64; ++i) rows += fmt::format("{},", i % 8 == 0 ? 0 : (i * 5 + row * 3) % 17);
    rows += std::to_string(row % 10) + "\n";
  }
  writeBytes(folder / "digits.csv", rows);
  const auto source = openSource("csv", folder / "digits.csv");
  EXPECT_EQ(source->classes().size(), 10u);
  EXPECT_EQ(loaded(*source, 0).input.shape(), Shape{64});
  EXPECT_FALSE(checkDecided(source->decisions()).ok());
}

TEST(TableLayouts, CoverTypesAreSevenClasses) {
  const TemporaryFolder folder;
  std::string rows = "Elevation,Slope,Soil_Type1,Soil_Type2,Cover_Type\n";
  for (int i = 0; i < 70; ++i) rows += fmt::format("{},{},{},0,{}\n", 2000 + i * i % 977, i * 7 % 31, i % 2, 1 + i % 7);
  writeBytes(folder / "covtype.csv", rows);
  const Recognition found = tableAt(folder / "covtype.csv");
  EXPECT_EQ(found.classes, (Strings{"1", "2", "3", "4", "5", "6", "7"}));
  EXPECT_TRUE(allSure(found.decisions));
  EXPECT_EQ(chosenOn(found.decisions, "Soil_Type2"), "left out");
  EXPECT_EQ(numbersOf(*openSource("csv", folder / "covtype.csv"), 1), (std::vector<float>{2001, 7, 1}));
}

TEST(TableLayouts, MetadataBesidePicturesNamesThem) {
  const TemporaryFolder folder;
  std::string csv = "file_name,label\n";
  std::string lines;
  for (int i = 0; i < 6; ++i) {
    csv += fmt::format("{}.png,{}\n", i, i % 2 ? "cat" : "dog");
    lines += fmt::format("{{\"file_name\": \"images/{}.png\", \"label\": {}}}\n", i, i % 2);
    writeBytes(folder / fmt::format("a/{}.png", i), greyPng(3, 3, i));
    writeBytes(folder / fmt::format("b/images/{}.png", i), greyPng(3, 3, i));
  }
  writeBytes(folder / "a/metadata.csv", csv);
  writeBytes(folder / "b/metadata.jsonl", lines);
  for (const char* name : {"a", "b"}) {
    const Recognition found = tableAt(folder / name);
    EXPECT_EQ(found.samples, 6);
    EXPECT_EQ(found.classes, name[0] == 'a' ? (Strings{"cat", "dog"}) : (Strings{"0", "1"}));
    EXPECT_TRUE(allSure(found.decisions));
    EXPECT_EQ(pixelsOf(loaded(*openSource("csv", folder / name), 4)).data<std::uint8_t>()[0], 4);
  }
}

TEST(TableLayouts, RowsOfBoxesAreDetection) {
  const TemporaryFolder folder;
  for (const char* name : {"a", "b"}) {
    writeBytes(folder / fmt::format("pixels/{}.png", name), greyPng(40, 20, 5));
    writeBytes(folder / fmt::format("open/images/{}.png", name), greyPng(40, 20, 5));
  }
  writeBytes(folder / "pixels/annotations.csv",
             "filename,width,height,class,xmin,ymin,xmax,ymax\na.png,40,20,owl,1,2,11,12\nb.png,40,20,owl,0,0,9,9\n"
             "a.png,40,20,ant,5,5,20,15\na.png,40,20,ant,7,x,20,15\n");
  writeBytes(folder / "open/annotations.csv",
             "ImageID,Source,LabelName,Confidence,XMin,XMax,YMin,YMax\na,xclick,/m/01,1,0.25,0.5,0.1,0.6\n"
             "a,xclick,/m/02,1,0.5,1,0,1\nb,xclick,/m/01,1,0,0.5,0.5,1\n");
  const Recognition found = recognised(folder / "pixels");
  EXPECT_EQ(found.importer, "box_table");
  EXPECT_EQ(found.task, Task::Detection);
  EXPECT_EQ(found.samples, 2);
  EXPECT_EQ(found.classes, (Strings{"ant", "owl"}));
  const auto pixels = openSource("box_table", folder / "pixels");
  EXPECT_EQ(loaded(*pixels, 0).boxes, (std::vector<Box>{{1, 2, 11, 12, 1}, {5, 5, 20, 15, 0}}));
  ASSERT_EQ(pixels->problems().size(), 1u);
  EXPECT_EQ(pixels->problems()[0].reason, "line 5: \"x\" is no corner");
  EXPECT_EQ(recognised(folder / "open/annotations.csv").importer, "box_table");
  const auto shares = openSource("box_table", folder / "open");
  EXPECT_EQ(loaded(*shares, 0).boxes, (std::vector<Box>{{10, 2, 20, 12, 0}, {20, 0, 40, 20, 1}}));
  EXPECT_EQ(chosenOn(shares->decisions(), "corners"), "shares of width and height");
  surviveMutations("box_table", folder / "pixels", folder / "pixels/annotations.csv",
                   "filename,class,xmin,ymin,xmax,ymax\na.png,owl,1,2,11,12\nb.png,owl,0,0,9,9\n", {}, 300);
}

}  // namespace
}  // namespace fovea::test
