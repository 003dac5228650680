// Public sets of pictures and sounds whose folders, lists or annotations are easily misread, rebuilt small from their
// published descriptions: each comes in right, or it is asked about.
#include "../importers/sound_support.h"
#include "core/data/importers/npy_file.h"
#include "layout_support.h"

namespace fovea::test {
namespace {

// Writes `count` frames of a film and their masks as DAVIS has them.
void writeFilm(const fs::path& root, const std::string& film, int count) {
  for (int i = 0; i < count; ++i) {
    writePictures(root / "JPEGImages/480p" / film, {fmt::format("{:05}.png", i)}, 4, 1);
    writeBytes(root / "Annotations/480p" / film / fmt::format("{:05}.png", i), png(4, 1, std::string("\0\1\1\0", 4)));
  }
}

// Perazzi et al. 2016; Pont-Tuset et al. 2017: lists of films, whose frames are folders.
TEST(StrangeFolders, ListsOfDavisNameFoldersOfFrames) {
  const TemporaryFolder folder;
  for (const char* film : {"bear", "bike-packing", "camel", "dog"}) writeFilm(folder / "DAVIS", film, 5);
  writeBytes(folder / "DAVIS/ImageSets/2016/train.txt", "bear\n");
  writeBytes(folder / "DAVIS/ImageSets/2016/val.txt", "camel\n");
  writeBytes(folder / "DAVIS/ImageSets/2017/train.txt", "bear\nbike-packing\n");
  writeBytes(folder / "DAVIS/ImageSets/2017/val.txt", "camel\n");
  const Taken taken = take(folder / "DAVIS");
  ASSERT_EQ(taken.kind, "masks: segmentation") << taken.words;
  EXPECT_FALSE(taken.asks) << taken.words;
  EXPECT_EQ(taken.splits, "train 10, validation 5") << taken.words;
  EXPECT_EQ(taken.source->item(indexOf(*taken.source, "camel/00002.png")).split, Split::Validation);
  EXPECT_TRUE(contains(taken.words, "train.txt, val.txt in ImageSets/2017")) << taken.words;
  EXPECT_TRUE(contains(taken.words, "dog/00001.png: no list of a split names it")) << taken.words;
  const Taken older = take(folder / "DAVIS", {{"split_lists", std::string("ImageSets/2016")}}, "masks");
  EXPECT_EQ(older.splits, "train 5, validation 5") << older.words;
}

TEST(StrangeFolders, FramesOfOneFolderStayTogether) {
  const TemporaryFolder folder;
  for (int i = 0; i < 12; ++i) writeFilm(folder / "films", fmt::format("film{}", i), 4);
  const Taken taken = take(folder / "films");
  ASSERT_TRUE(taken.source) << taken.words;
  EXPECT_FALSE(taken.asks) << taken.words;
  EXPECT_TRUE(contains(taken.words, "frame_folders=apart")) << taken.words;
  EXPECT_EQ(taken.source->item(0).group, taken.source->item(3).group);
  EXPECT_NE(taken.source->item(0).group, taken.source->item(4).group);
  const Taken apart = take(folder / "films", {{"frame_folders", std::string("apart")}}, "masks");
  EXPECT_EQ(apart.source->item(0).group, "");
  for (int i = 0; i < 2; ++i) writeFilm(folder / "few", fmt::format("film{}", i), 4);
  EXPECT_TRUE(take(folder / "few").asks) << "two films cannot be divided well";
  EXPECT_FALSE(take(folder / "few", {{"frame_folders", std::string("together")}}).asks);
}

// The lists of PASCAL VOC for segmentation name images, which the masks follow.
TEST(StrangeFolders, ListsOfImagesAreReadForMasks) {
  const TemporaryFolder folder;
  for (const char* name : {"2007_000032", "2007_000039", "2007_000063"}) {
    writePictures(folder / "VOC/JPEGImages", {std::string(name) + ".png"}, 4, 1);
    writeBytes(folder / "VOC/SegmentationClass" / (std::string(name) + ".png"), png(4, 1, std::string("\0\1\1\0", 4)));
  }
  writeBytes(folder / "VOC/ImageSets/Segmentation/train.txt", "2007_000032\n2007_000063\n");
  writeBytes(folder / "VOC/ImageSets/Segmentation/val.txt", "2007_000039\n");
  const Taken taken = take(folder / "VOC");
  ASSERT_EQ(taken.kind, "masks: segmentation") << taken.words;
  EXPECT_EQ(taken.splits, "train 2, validation 1") << taken.words;
}

// Writes pictures "img0.png" … of a folder and returns their names in JSON, each with the text of `each`.
std::string jsonOfPictures(const fs::path& folder, int count, const std::function<std::string(int)>& each) {
  std::string text;
  for (int i = 0; i < count; ++i) {
    writePictures(folder, {fmt::format("img{}.png", i)});
    text += (text.empty() ? "" : ", ") + each(i);
  }
  return text;
}

TEST(StrangeFolders, JsonThatNamesPicturesIsAskedAbout) {
  const TemporaryFolder folder;
  const auto pair = [](int i) { return fmt::format("\"img{}.png\": \"{}\"", i, i % 2 ? "cat" : "dog"); };
  writeBytes(folder / "map/labels.json", "{" + jsonOfPictures(folder / "map/images", 6, pair) + "}");
  const auto record = [](int i) {
    return fmt::format("{{\"image\": \"img{}.png\", \"label\": \"{}\"}}", i, i % 2 ? "cat" : "dog");
  };
  writeBytes(folder / "list/labels.json", "[" + jsonOfPictures(folder / "list/images", 6, record) + "]");
  const auto lines = [](int i) {
    return fmt::format("\n  \"img{}.png\": {{\n    \"varroa\": false,\n    \"pollen\": true\n  }}", i);
  };
  writeBytes(folder / "bees/data.json", "{" + jsonOfPictures(folder / "bees/images_200", 6, lines) + "\n}\n");
  for (const auto& [set, file] :
       {std::pair("map", "labels.json"), std::pair("list", "labels.json"), std::pair("bees", "data.json")}) {
    const Taken taken = take(folder / set);
    EXPECT_TRUE(taken.asks) << set << taken.words;
    EXPECT_TRUE(contains(taken.words, file)) << taken.words;
    EXPECT_TRUE(contains(taken.words, "ignore_annotations=true")) << taken.words;
    EXPECT_FALSE(take(folder / set, {{"ignore_annotations", true}}).asks);
  }
  EXPECT_TRUE(contains(take(folder / "list").words, "labels.json can be imported by itself"));
  const Taken read = take(folder / "list/labels.json");
  EXPECT_EQ(read.classes, (Strings{"cat", "dog"})) << read.words;
}

TEST(StrangeFolders, JsonOfSomethingElseIsNotAskedAbout) {
  const TemporaryFolder folder;
  for (const char* name : {"cat", "dog"}) writePictures(folder / "set" / name, {"one.png", "two.png", "three.png"});
  writeBytes(folder / "set/info.json", "{\"authors\": [\"A\", \"B\"], \"logo\": \"logo.png\", \"one\": \"one.png\"}");
  const Taken taken = take(folder / "set");
  EXPECT_FALSE(taken.asks) << taken.words;
}

// Johnson et al. 2017: questions and scenes, two folders away from the pictures.
TEST(StrangeFolders, ScenesOfClevrAreAskedAbout) {
  const TemporaryFolder folder;
  for (const char* split : {"train", "val"}) {
    const auto scene = [&](int i) {
      return fmt::format("{{\"image_index\": {0}, \"image_filename\": \"img{0}.png\"}}", i);
    };
    writeBytes(
        folder / fmt::format("clevr/CLEVR_v1.0/scenes/CLEVR_{}_scenes.json", split),
        "{\"info\": {}, \"scenes\": [" + jsonOfPictures(folder / "clevr/CLEVR_v1.0/images" / split, 5, scene) + "]}");
  }
  const Taken taken = take(folder / "clevr");
  EXPECT_TRUE(taken.asks) << taken.words;
  EXPECT_TRUE(contains(taken.words, "2 files are not read")) << taken.words;
  EXPECT_TRUE(contains(taken.words, "scenes/CLEVR_val_scenes.json")) << taken.words;
}

// DeYoung et al. 2020: the lists of the splits name the texts.
TEST(StrangeFolders, ListsThatNameTextsAreAskedAbout) {
  const TemporaryFolder folder;
  std::string train, test;
  for (int i = 0; i < 8; ++i) {
    const std::string name = fmt::format("{}_{:03}.txt", i % 2 ? "posP" : "negN", i);
    writeBytes(folder / "movies/docs" / name, fmt::format("a film number {} that one may see", i));
    (i < 6 ? train : test) += fmt::format("{{\"annotation_id\": \"{}\", \"classification\": \"x\"}}\n", name);
  }
  writeBytes(folder / "movies/train.jsonl", train);
  writeBytes(folder / "movies/test.jsonl", test);
  const Taken taken = take(folder / "movies");
  EXPECT_TRUE(taken.asks) << taken.kind << taken.words;
  EXPECT_TRUE(contains(taken.words, "test.jsonl, train.jsonl")) << taken.words;
}

// VoxForge: a folder per speaker, with its prompts in a file without ending.
TEST(StrangeFolders, PromptsOfSoundsAreAskedAbout) {
  const TemporaryFolder folder;
  for (const char* speaker : {"Aaron-20080318-kdl", "ralf-20071220-de1"}) {
    std::string prompts;
    for (int i = 19; i < 22; ++i) {
      writeBytes(folder / "vox" / speaker / fmt::format("wav/b00{}.wav", i), wav(300 + i, 0.1, 8000));
      prompts += fmt::format("{}/mfc/b00{} THE NIGHT IS LONG\n", speaker, i);
    }
    writeBytes(folder / "vox" / speaker / "etc/PROMPTS", prompts);
  }
  const Taken taken = take(folder / "vox");
  EXPECT_TRUE(taken.asks) << taken.kind << taken.words;
  EXPECT_TRUE(contains(taken.words, "etc/PROMPTS")) << taken.words;
  EXPECT_FALSE(take(folder / "vox", {{"ignore_annotations", true}}).asks);
}

// Sumbul et al. 2019: a folder per scene with an annotation in each.
TEST(StrangeFolders, AnAnnotationInEachFolderIsAskedAbout) {
  const TemporaryFolder folder;
  for (int scene = 0; scene < 6; ++scene) {
    const std::string name = fmt::format("S2A_MSIL2A_{}", scene);
    for (const char* band : {"B01", "B02", "B03", "B04"})
      writePictures(folder / "earth" / name, {fmt::format("{}_{}.png", name, band)});
    writeBytes(folder / "earth" / name / (name + "_labels_metadata.json"), "{\"labels\": [\"Mixed forest\"]}");
  }
  const Taken taken = take(folder / "earth");
  EXPECT_TRUE(taken.asks) << taken.words;
  EXPECT_TRUE(contains(taken.words, "6 files of JSON")) << taken.words;
}

// Gupta et al. 2019: the annotations name images by their URLs only.
TEST(StrangeFolders, ImagesOfLvisAreNamedByTheirUrls) {
  const TemporaryFolder folder;
  for (const char* place : {"lvis", "flat"}) {
    for (const char* split : {"train", "val"}) {
      std::string images, objects;
      for (int i = 0; i < 3; ++i) {
        const std::string name = fmt::format("{}2017/00000{}.png", split, i + (split[0] == 'v' ? 3 : 0));
        writeBytes(folder / place / (place[0] == 'f' ? "images/" + name.substr(name.find('/') + 1) : name),
                   greyPng(20, 10, 5));
        images += fmt::format(
            "{}{{\"id\": {}, \"coco_url\": \"http://images.cocodataset.org/{}\", \"width\": 20, "
            "\"height\": 10}}",
            i ? ", " : "", i, name);
        objects += fmt::format("{}{{\"id\": {}, \"image_id\": {}, \"category_id\": 1, \"bbox\": [1, 2, 5, 6]}}",
                               i ? ", " : "", i, i);
      }
      writeBytes(
          folder / place / fmt::format("annotations/lvis_v1_{}.json", split),
          fmt::format("{{\"images\": [{}], \"annotations\": [{}], \"licenses\": [], \"categories\": [{{\"id\": 1, "
                      "\"name\": \"cup\"}}]}}",
                      images, objects));
    }
    const Taken taken = take(folder / place);
    ASSERT_EQ(taken.kind, "coco: detection") << taken.words;
    EXPECT_FALSE(taken.asks) << taken.words;
    EXPECT_EQ(taken.splits, "train 3, validation 3") << taken.words;
    EXPECT_EQ(loaded(*taken.source, 0).boxes.size(), 1u);
  }
}

// Van Horn et al. 2021: the test has images without categories, which must not refuse the rest.
TEST(StrangeFolders, ATestWithoutCategoriesIsLeftOut) {
  const TemporaryFolder folder;
  for (const char* split : {"train_mini", "val", "public_test"}) {
    std::string images, objects;
    for (int i = 0; i < 4; ++i) {
      const std::string name = fmt::format("{}/{}.png", split, i);
      writeBytes(folder / "inat" / name, greyPng(4, 4, i));
      images += fmt::format("{}{{\"id\": {}, \"file_name\": \"{}\", \"license\": 0}}", i ? ", " : "", i, name);
      objects += fmt::format("{}{{\"id\": {}, \"image_id\": {}, \"category_id\": {}}}", i ? ", " : "", i, i, i % 2);
    }
    const bool test = split[0] == 'p';
    writeBytes(folder / fmt::format("inat/{}.json", split),
               fmt::format("{{\"info\": {{}}, \"images\": [{}]{}}}", images,
                           test ? ""
                                : ", \"annotations\": [" + objects +
                                      "], \"categories\": [{\"id\": 0, \"name\": \"crow\"}, {\"id\": 1, "
                                      "\"name\": \"maple\"}]"));
  }
  const Taken taken = take(folder / "inat");
  ASSERT_EQ(taken.kind, "coco: classification") << taken.words;
  EXPECT_FALSE(taken.asks) << taken.words;
  EXPECT_EQ(taken.splits, "train 4, validation 4") << taken.words;
  EXPECT_TRUE(contains(taken.words, "public_test.json")) << "what is left out is named\n" << taken.words;
  EXPECT_TRUE(contains(taken.words, "4 images")) << taken.words;
}

TEST(StrangeFolders, AFolderInsideOfASplitRepeatsTheSplit) {
  const TemporaryFolder folder;
  for (const char* split : {"train", "valid"})
    writePictures(folder / fmt::format("clic/mobile_{0}/{0}", split), {"1.png", "2.png", "3.png"});
  const Taken one = take(folder / "clic");
  EXPECT_EQ(one.classes, Strings()) << one.words;
  EXPECT_EQ(one.splits, "train 3, validation 3");
  EXPECT_FALSE(one.asks) << one.words;
  // A second kind of picture is asked about.
  for (const char* split : {"train", "valid"})
    writePictures(folder / fmt::format("clic/professional_{0}/{0}", split), {"1.png", "2.png"});
  EXPECT_TRUE(take(folder / "clic").asks);
  const Taken none = take(folder / "clic", {{"class_from", std::string("none")}});
  EXPECT_EQ(none.classes, Strings());
  EXPECT_EQ(none.splits, "train 5, validation 5");
  EXPECT_FALSE(none.asks) << none.words;
  // A class that is called like its split lies beside other classes.
  for (const char* name : {"train/train", "train/bus", "test/train", "test/bus"})
    writePictures(folder / "vehicles" / name, {"1.png", "2.png"});
  EXPECT_EQ(take(folder / "vehicles").classes, (Strings{"bus", "train"}));
}

// Zhu et al. 2017: two domains without pairs.
TEST(StrangeFolders, DomainsOfCycleGanAreAskedAbout) {
  const TemporaryFolder folder;
  for (const char* name : {"trainA", "trainB", "testA", "testB"})
    for (int i = 0; i < 3; ++i)
      writePictures(folder / "horse2zebra" / name, {fmt::format("n0{}_{}.png", name[name[1] == 'r' ? 5 : 4], 7 * i)});
  const Taken taken = take(folder / "horse2zebra");
  EXPECT_TRUE(taken.asks) << taken.kind << taken.words;
  const Taken told = take(folder / "horse2zebra", {{"class_from", std::string("path")}});
  EXPECT_EQ(told.classes, (Strings{"A", "B"})) << told.words;
  EXPECT_EQ(told.splits, "train 6, test 6");
  EXPECT_EQ(classOf(*told.source, "testB/n0B_7.png"), "B");
}

// Kather et al. 2016: a folder of large pictures beside the folders of the classes.
TEST(StrangeFolders, FoldersOfDifferentDepthsAreAskedAbout) {
  const TemporaryFolder folder;
  for (const char* name : {"tiles_5000/01_TUMOR", "tiles_5000/02_STROMA", "tiles_5000/03_COMPLEX", "larger_images_10"})
    for (int i = 0; i < 3; ++i) writePictures(folder / "set" / name, {fmt::format("{}{}.png", name[12], i * 5)});
  const Taken taken = take(folder / "set");
  EXPECT_TRUE(taken.asks) << taken.words;
  const Taken told = take(folder / "set", {{"leave_out", std::string("larger_images_10")}});
  EXPECT_FALSE(told.asks) << told.words;
  EXPECT_EQ(told.classes, (Strings{"01_TUMOR", "02_STROMA", "03_COMPLEX"}));
}

// Wisdom et al. 2021: a folder of sources for each mixture.
TEST(StrangeFolders, NumberedFoldersAreNoClasses) {
  const TemporaryFolder folder;
  for (const char* name : {"example00000_sources", "example00001_sources", "example00002_sources"})
    for (const char* part : {"background0_sound.wav", "foreground0_sound.wav"})
      writeBytes(folder / "fuss/train" / name / part, wav(300, 0.1, 8000));
  const Taken taken = take(folder / "fuss");
  EXPECT_TRUE(taken.asks) << taken.words;
  EXPECT_TRUE(contains(taken.words, "class_from=none")) << taken.words;
}

// Haq and Jackson 2009: folders are speakers, and the letters of a name are the emotion.
TEST(StrangeFolders, EmotionsOfSaveeAreInTheNames) {
  const TemporaryFolder folder;
  for (const char* speaker : {"DC", "JE", "JK", "KL"})
    for (const char* emotion : {"a", "d", "f", "h", "n", "sa", "su"})
      for (int i = 1; i <= 2; ++i)
        writeBytes(folder / "savee" / speaker / fmt::format("{}{:02}.wav", emotion, i), wav(200 + i, 0.1, 8000));
  const Taken taken = take(folder / "savee");
  EXPECT_TRUE(taken.asks) << taken.words;
  EXPECT_TRUE(contains(taken.words, "class_from=name; name_part=0")) << taken.words;
  const Taken told = take(folder / "savee", {{"class_from", std::string("name")}});
  EXPECT_EQ(told.classes, (Strings{"a", "d", "f", "h", "n", "sa", "su"}));
  EXPECT_FALSE(told.asks) << told.words;
  // Names that only count are those of ordinary classes.
  for (const char* name : {"ant", "bee", "cow", "dog"})
    for (int i = 1; i <= 3; ++i) writePictures(folder / "animals" / name, {fmt::format("image_{:04}.png", i)});
  EXPECT_FALSE(take(folder / "animals").asks) << take(folder / "animals").words;
}

TEST(StrangeFolders, BandsOfAScene) {
  const TemporaryFolder folder;
  for (int scene = 0; scene < 6; ++scene)
    for (const char* band : {"B01", "B02", "B03", "B04"})
      writePictures(folder / fmt::format("earth/S2A_MSIL_{}", scene), {fmt::format("S2A_MSIL_{}_{}.png", scene, band)});
  const Taken taken = take(folder / "earth");
  EXPECT_TRUE(taken.asks) << taken.words;
  EXPECT_TRUE(contains(taken.words, "B01, B02, B03, …")) << taken.words;
}

// Moroney 2019: the test beside a folder whose name has no word of a split; Xie et al.: splits inside of the classes.
TEST(StrangeFolders, SplitsBesideAFolderOfTheSameName) {
  const TemporaryFolder folder;
  for (const char* name : {"rock", "paper"}) {
    for (const char* place : {"rps", "rps-test-set"})
      for (int i = 0; i < 3; ++i) writePictures(folder / "rps" / place / name, {fmt::format("{}{}.png", name, i)});
    for (const char* place : {"train_images", "test_images"})
      writePictures(folder / "s3o4d" / name / place, {"00000.png", "00001.png"});
  }
  const Taken rps = take(folder / "rps");
  EXPECT_FALSE(rps.asks) << rps.words;
  EXPECT_EQ(rps.classes, (Strings{"paper", "rock"}));
  EXPECT_EQ(rps.splits, "train 6, test 6");
  EXPECT_TRUE(contains(rps.words, "splits=none")) << rps.words;
  const Taken inside = take(folder / "s3o4d");
  EXPECT_FALSE(inside.asks) << inside.words;
  EXPECT_EQ(inside.classes, (Strings{"paper", "rock"}));
  EXPECT_EQ(inside.splits, "train 4, test 4");
  EXPECT_TRUE(contains(inside.words, "test_images for testing")) << inside.words;
}

// Pinggera et al. 2016: masks are called as in Cityscapes, but 1 is free space and higher numbers are things on the
// road.
TEST(StrangeFolders, NamesOfCityscapesOnlyWhereTheyFit) {
  const TemporaryFolder folder;
  const auto write = [&](const std::string& set, const std::string& pixels) {
    for (const char* name : {"train/a/a_000000_000000", "test/b/b_000000_000000"}) {
      writePictures(folder / set / "leftImg8bit", {std::string(name) + "_leftImg8bit.png"}, 4, 1);
      writeBytes(folder / set / "gtCoarse" / (std::string(name) + "_gtCoarse_labelIds.png"), png(4, 1, pixels));
    }
    return take(folder / set);
  };
  const Taken city = write("city", "\x07\x07\x1a\x17");
  EXPECT_FALSE(city.asks) << city.words;
  EXPECT_TRUE(contains(city.words, "the names of the classes: those of Cityscapes")) << city.words;
  EXPECT_EQ(city.classes[7], "road");
  const Taken lost = write("lost", "\x01\x01\x02\x05");
  EXPECT_TRUE(lost.asks) << lost.words;
  EXPECT_TRUE(contains(lost.words, "class_names=numbers")) << lost.words;
  const Taken told =
      take(folder / "lost", {{"class_names", std::string("numbers")}, {"labels", std::string("indices")}});
  EXPECT_FALSE(told.asks) << told.words;
  EXPECT_EQ(told.classes[1], "1");
}

// Zhou et al. 2018: classes repeat the names of their pictures, and the list tells them apart by folders.
TEST(StrangeFolders, PathsOfAListAreMatchedFromTheirEnds) {
  const TemporaryFolder folder;
  std::string list;
  int label = 0;
  for (const char* name : {"/a/airfield", "/b/balcony/exterior", "/b/balcony/interior"}) {
    for (const char* picture : {"00000001.png", "00000002.png"}) {
      writePictures(folder / (std::string("places/data_256") + name), {picture});
      list += fmt::format("{}/{} {}\n", name, picture, label);
    }
    ++label;
  }
  writeBytes(folder / "places/places365_train_standard.txt", list);
  const Taken taken = take(folder / "places");
  ASSERT_EQ(taken.kind, "list: classification") << taken.words;
  EXPECT_EQ(taken.splits, "train 6") << taken.words;
  EXPECT_EQ(classOf(*taken.source, "balcony/interior/00000002.png"), "2");
}

// Srivastava et al. 2015: twenty frames of each film, with the frames counted by the first axis.
TEST(StrangeFolders, TheAxisOfTheSamplesIsAskedAbout) {
  const TemporaryFolder folder;
  Tensor films = Tensor::zeros({DataType::UInt8, Shape{6, 9, 8, 8}});
  for (std::int64_t frame = 0; frame < 6; ++frame)
    for (std::int64_t film = 0; film < 9; ++film)
      films.data<std::uint8_t>()[(frame * 9 + film) * 64] = static_cast<std::uint8_t>(10 * frame + film);
  writeBytes(folder / "x.npy", encodeNpy(films).value());
  const Taken taken = take(folder / "x.npy");
  EXPECT_TRUE(taken.asks) << taken.words;
  EXPECT_EQ(taken.source->size(), 6);
  const Taken told = take(folder / "x.npy", {{"samples", std::string("second")}});
  ASSERT_EQ(told.source->size(), 9) << told.words;
  EXPECT_FALSE(told.asks) << told.words;
  const LoadedItem film = loaded(*told.source, 7);
  EXPECT_EQ(film.input.shape(), (Shape{6, 8, 8}));
  for (std::int64_t frame = 0; frame < 6; ++frame)
    EXPECT_EQ(film.input.data<float>()[frame * 64], static_cast<float>(10 * frame + 7));
  EXPECT_FALSE(take(folder / "x.npy", {{"samples", std::string("first")}}).asks);
}

// Howard 2019: a table with wrong labels on purpose beside the folders of the classes.
TEST(StrangeFolders, FoldersAreOfferedBesideATable) {
  const TemporaryFolder folder;
  std::string table = "path,noisy_labels_0,noisy_labels_1,is_valid\n";
  for (const char* split : {"train", "val"})
    for (const char* name : {"n01440764", "n02102040"})
      for (int i = 0; i < 4; ++i) {
        const std::string path = fmt::format("{}/{}/{}_{}_{}.png", split, name, split, name, i);
        writePictures(folder / "imagenette", {path});
        table += fmt::format("{},{},{},{}\n", path, name, i ? name : "n02102040", split[0] == 'v' ? "True" : "False");
      }
  writeBytes(folder / "imagenette/noisy_imagenette.csv", table);
  const Taken taken = take(folder / "imagenette");
  EXPECT_TRUE(taken.asks) << taken.words;
  EXPECT_TRUE(contains(taken.words, "kind=folder")) << taken.kind << taken.words;
  const Taken told = take(folder / "imagenette", {{"ignore_annotations", true}}, "folder");
  EXPECT_EQ(told.classes, (Strings{"n01440764", "n02102040"}));
  EXPECT_EQ(told.splits, "train 8, validation 8");
}

}  // namespace
}  // namespace fovea::test
