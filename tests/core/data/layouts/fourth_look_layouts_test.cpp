// Public data sets of images that came in wrong without a word: annotations that nobody read, folders that are films
// or scenes, masks and second views among the images, answers that led nowhere.
#include "core/data/importing/importer.h"
#include "layout_support.h"

namespace fovea::test {
namespace {

class FourthLook : public LayoutTest {
 protected:
  void pictures(const std::string& form, int count) const { LayoutTest::pictures(form, count, 20, 16); }
  void picture(const std::string& name) const { writePictures(root, {name}, 20, 16); }
  // The alternatives of the questions, as a person sees them.
  Strings answers() const {
    const auto found = recogniseAny(root);
    Strings all;
    for (const ImportDecision& each : found.ok() ? found->decisions : std::vector<ImportDecision>())
      if (!each.sure) all.insert(all.end(), each.alternatives.begin(), each.alternatives.end());
    return all;
  }
  void expectBoxes(const Taken& found, const Strings& classes, const Box& first) const {
    EXPECT_FALSE(found.asks) << found.words;
    EXPECT_EQ(found.classes, classes) << found.words;
    ASSERT_TRUE(found.source);
    const LoadedItem item = loaded(*found.source, 0);
    ASSERT_EQ(item.boxes.size(), 1u);
    EXPECT_NEAR(item.boxes[0].left, first.left, 0.01f);
    EXPECT_NEAR(item.boxes[0].top, first.top, 0.01f);
    EXPECT_NEAR(item.boxes[0].right, first.right, 0.01f);
    EXPECT_NEAR(item.boxes[0].bottom, first.bottom, 0.01f);
  }
};

// Azure Machine Learning exports COCO with shares of the width and height; its own lines of JSON have them, too.
TEST_F(FourthLook, BoxesOfAzureAreShares) {
  pictures("train/{}.png", 3);
  std::string images, objects, rows;
  for (int i = 0; i < 3; ++i) {
    images +=
        fmt::format(R"({}{{"id":{},"width":20.0,"height":16.0,"file_name":"train/{}.png"}})", i ? "," : "", i + 1, i);
    objects += fmt::format(R"({}{{"id":{},"category_id":1,"image_id":{},"area":0.1,"bbox":[0.1,0.25,0.5,0.5]}})",
                           i ? "," : "", i + 1, i + 1);
    rows += fmt::format(R"({{"image_url":"AmlDatastore://data/train/{}.png","label":[{{"label":"can","topX":0.1,)"
                        R"("topY":0.25,"bottomX":0.6,"bottomY":0.75}}]}})"
                        "\n",
                        i);
  }
  file("train.json",
       fmt::format(R"({{"images":[{}],"annotations":[{}],"categories":[{{"id":1,"name":"can"}}]}})", images, objects));
  expectBoxes(taken(), {"can"}, {2, 4, 12, 12, 0});
  EXPECT_TRUE(contains(taken().words, "shares of the width and height")) << taken().words;
  fs::remove(root / "train.json");
  file("train.jsonl", rows);
  expectBoxes(taken(), {"can"}, {2, 4, 12, 12, 0});
}

// LIVE (Sheikh et al. 2006): one kind of distortion is called after the file format that makes it.
TEST_F(FourthLook, AFileFormatAmongClasses) {
  for (const char* name : {"fastfading", "gblur", "jp2k", "jpeg", "wn"}) pictures(std::string(name) + "/img{}.png", 4);
  const Taken found = taken();
  EXPECT_FALSE(found.asks) << found.words;
  EXPECT_EQ(found.classes, (Strings{"fastfading", "gblur", "jp2k", "jpeg", "wn"})) << found.words;
  EXPECT_TRUE(contains(found.words, "its name is that of a file format")) << found.words;
}

// A folder of a file format that lies alone, beside a folder of masks or around the classes is no class.
TEST_F(FourthLook, AFileFormatAroundClasses) {
  for (const char* name : {"cat/jpg", "dog/jpg", "cow/png"}) pictures(std::string(name) + "/{}.png", 4);
  EXPECT_EQ(taken().classes, (Strings{"cat", "cow", "dog"})) << taken().words;
  fs::remove_all(root / "cat");
  fs::remove_all(root / "cow");
  fs::remove_all(root / "dog");
  for (const char* name : {"train/jpg", "test/jpg"})
    for (const char* kind : {"/rose", "/lily"}) pictures(std::string(name) + kind + "/{}.png", 4);
  EXPECT_EQ(taken().classes, (Strings{"lily", "rose"})) << taken().words;
}

// Lin et al. 2014's form with folders of the machine that wrote it (Objects365, Shao et al. 2019).
TEST_F(FourthLook, ForeignFoldersInFrontOfNames) {
  pictures("train/patch0/{}.png", 2);
  file(
      "train/set.json",
      R"({"images":[{"id":1,"width":20,"height":16,"file_name":"images/v2/patch0/0.png"},)"
      R"({"id":2,"width":20,"height":16,"file_name":"images/v2/patch0/1.png"}],)"
      R"("annotations":[{"id":1,"image_id":1,"category_id":1,"bbox":[1,2,3,4]}],"categories":[{"id":1,"name":"cup"}]})");
  expectBoxes(taken(), {"cup"}, {1, 2, 4, 6, 0});
}

// Hugging Face's image folders, Sloth and VoTT list their images with boxes.
TEST_F(FourthLook, ListsOfImagesWithBoxes) {
  pictures("train/{}.png", 3);
  file("train/metadata.jsonl", lines(3, [](int i) {
         return fmt::format(R"({{"file_name":"{}.png","objects":{{"bbox":[[1.0,2.0,3.0,4.0]],"categories":["cup"]}}}})",
                            i);
       }));
  expectBoxes(taken(), {"cup"}, {1, 2, 4, 6, 0});
  fs::remove(root / "train/metadata.jsonl");
  file("train/labels.json",
       R"([{"class":"image","filename":"0.png","annotations":[{"class":"cup","type":"rect","x":1,"y":2,"width":3,)"
       R"("height":4}]},{"filename":"1.png","annotations":[]}])");
  expectBoxes(taken(), {"cup"}, {1, 2, 4, 6, 0});
  fs::remove(root / "train/labels.json");
  file(
      "train/set-export.json",
      R"({"tags":[{"name":"cup","color":"#fff"},{"name":"pot","color":"#000"}],"assets":{"a1":{"asset":{"name":"0.png",)"
      R"("size":{"width":20,"height":16}},"regions":[{"type":"RECTANGLE","tags":["cup"],"boundingBox":{"left":1,"top":2,)"
      R"("width":3,"height":4}}]}}})");
  expectBoxes(taken(), {"cup"}, {1, 2, 4, 6, 0});
}

// FAIR1M (Sun et al. 2022) writes XML that is called like Pascal VOC's and holds other elements.
TEST_F(FourthLook, OtherXmlIsNoPascalVoc) {
  pictures("images/{}.png", 4);
  for (int i = 0; i < 4; ++i)
    file(fmt::format("labelXml/{}.xml", i),
         fmt::format(
             "<annotation><source><filename>{}.png</filename></source><objects><object><possibleresult><name>ship"
             "</name></possibleresult></object></objects></annotation>",
             i));
  const Taken found = taken();
  EXPECT_TRUE(found.asks) << found.kind << found.words;
}

// Files beside images that nothing reads: SVT (Wang et al. 2011), xView (Lam et al. 2018), VQA (Goyal et al. 2017).
TEST_F(FourthLook, UnknownFilesBesideImagesWithoutLabelsAreAskedAbout) {
  pictures("img/{:02}.png", 8);
  file("README.md", "# A set\n");
  EXPECT_FALSE(taken().asks) << taken().words;
  file("train.xml", "<tagset><image><imageName>img/00.jpg</imageName></image></tagset>");
  EXPECT_TRUE(taken().asks) << taken().words;
  EXPECT_TRUE(contains(taken().words, "train.xml")) << taken().words;
  EXPECT_FALSE(taken({{"ignore_annotations", true}}).asks);
  EXPECT_FALSE(taken({{"class_from", std::string("none")}}).asks);
  fs::remove(root / "train.xml");
  file("labels/train.geojson", R"({"type":"FeatureCollection","features":[]})");
  EXPECT_TRUE(taken().asks) << taken().words;
}

// With classes of folders, further files are named, and asked about only where each folder has one.
TEST_F(FourthLook, UnknownFilesBesideClassesAreNamed) {
  for (const char* kind : {"cup", "pot", "pan"}) pictures(std::string(kind) + "/{}_" + kind + ".png", 4);
  file("meta/notes.dat", "1 2 3\n");
  EXPECT_FALSE(taken().asks) << taken().words;
  EXPECT_TRUE(contains(taken().words, "meta/notes.dat")) << taken().words;
  // GOT-10k and LaSOT: the box of each frame.
  for (const char* kind : {"cup", "pot", "pan"}) file(std::string(kind) + "/groundtruth.txt", "1,2,3,4\n2,3,4,5\n");
  EXPECT_TRUE(taken().asks) << taken().words;
}

// Vimeo-90k, REDS, GOT-10k: folders that only count, with files of the same names.
TEST_F(FourthLook, FoldersThatOnlyCountAreAskedAbout) {
  for (int i = 1; i < 6; ++i) pictures(fmt::format("sequences/00001/{:04}/im{{}}.png", i), 3);
  EXPECT_TRUE(taken().asks) << taken().words;
  EXPECT_TRUE(contains(taken().words, "films or scenes")) << taken().words;
  // Digits are classes.
  fs::remove_all(root);
  for (int digit = 0; digit < 10; ++digit) pictures(fmt::format("{}/{{}}.png", digit), 3);
  EXPECT_FALSE(taken().asks) << taken().words;
  EXPECT_EQ(taken().classes.size(), 10u);
}

// Bandi et al. 2019 (CAMELYON17-WILDS): patients and nodes.
TEST_F(FourthLook, NumberedPatientsAreAskedAbout) {
  for (int i = 0; i < 4; ++i)
    pictures(fmt::format("patches/patient_{:03}_node_{}/patch_{}_{{}}.png", 4 + i, i % 2, i), 3);
  EXPECT_TRUE(taken().asks) << taken().words;
  EXPECT_TRUE(contains(taken().words, "class_from=none")) << taken().words;
}

// Menze and Geiger 2015 (KITTI): pictures, disparities and flow in folders of their own.
TEST_F(FourthLook, FoldersOfMeasuresAreAskedAbout) {
  for (const char* kind : {"image_2", "image_3", "disp_occ_0", "flow_occ", "obj_map"})
    pictures(std::string("training/") + kind + "/{:06}_10.png", 4);
  EXPECT_TRUE(taken().asks) << taken().words;
}

// Each class has one image: people or cases.
TEST_F(FourthLook, ClassesOfOneImageAreAskedAbout) {
  for (const char* name : {"anna", "bert", "carl", "dora", "emil"}) pictures(std::string(name) + "/scan_{}.png", 1);
  EXPECT_TRUE(taken().asks) << taken().words;
  EXPECT_EQ(taken({{"class_from", std::string("none")}}).classes.size(), 0u);
}

// A folder of images, and a folder in it with a few others.
TEST_F(FourthLook, ImagesOutsideOfTheOnlyFolderAreAskedAbout) {
  pictures("{}_shape.png", 9);
  pictures("more/{}_other.png", 2);
  EXPECT_TRUE(taken().asks) << taken().words;
  EXPECT_EQ(taken({{"class_from", std::string("none")}}).source->size(), 11);
}

// Lempitsky and Zisserman 2010: "001cell.png" and "001dots.png"; VEDAI: "_co" and "_ir".
TEST_F(FourthLook, TwoImagesOfEachNumberAreAskedAbout) {
  pictures("{:03}cell.png", 6);
  EXPECT_FALSE(taken().asks) << taken().words;
  pictures("{:03}dots.png", 6);
  EXPECT_TRUE(taken().asks) << taken().words;
  EXPECT_TRUE(contains(taken().words, "…cell and …dots")) << taken().words;
}

// Perazzi et al. 2016 (DAVIS): masks number the objects of each film.
TEST_F(FourthLook, NumbersInMasksOfFilmsAreAskedAbout) {
  for (const char* film : {"bear", "bus", "camel"})
    for (int i = 0; i < 4; ++i) {
      std::string pixels;
      for (int k = 0; k < 20 * 16; ++k) pixels += static_cast<char>(k % (film[1] == 'e' ? 2 : 3));
      picture(fmt::format("JPEGImages/480p/{}/{:05}.png", film, i));
      file(fmt::format("Annotations/480p/{}/{:05}.png", film, i), png(20, 16, pixels));
    }
  EXPECT_TRUE(contains(taken().words, "the objects of each film")) << taken().words;
  EXPECT_EQ(taken({{"labels", std::string("objects")}}).classes.size(), 2u);
}

// Sharan et al. 2014 (FMD): masks and images in folders of the same materials.
TEST_F(FourthLook, ClassesOfMasksInFoldersBesideAreAskedAbout) {
  for (const char* kind : {"fabric", "glass", "wood"})
    for (int i = 0; i < 3; ++i) {
      std::string pixels;
      for (int k = 0; k < 20 * 16; ++k) pixels += k % 3 ? '\0' : '\xff';
      picture(fmt::format("image/{}/{}_moderate_{}.png", kind, kind, i));
      file(fmt::format("mask/{}/{}_moderate_{}.png", kind, kind, i), png(20, 16, pixels));
    }
  EXPECT_TRUE(taken().asks) << taken().words;
  EXPECT_TRUE(contains(taken().words, "kind=folder")) << taken().words;
}

// Johnson and Everingham 2010 (LSP): joints of people in an array, images beside it.
TEST_F(FourthLook, ImagesBesideAnArrayAreAskedAbout) {
  pictures("images/im{:04}.png", 12);
  std::string array("\x93NUMPY\x01\x00\x76\x00", 10);
  std::string head = "{'descr': '<f8', 'fortran_order': False, 'shape': (12, 14, 3), }";
  head.resize(117, ' ');
  array += head + "\n" + std::string(12 * 14 * 3 * 8, '\0');
  file("joints.npy", array);
  EXPECT_TRUE(taken().asks) << taken().kind << taken().words;
}

// Zheng et al. 2015 (Market-1501): its arrays of MATLAB hold no labels, but the names do.
TEST_F(FourthLook, NamesAreAskedAboutBeforeArraysAreRefused) {
  for (int person = 1; person < 6; ++person)
    for (int i = 0; i < 3; ++i) {
      picture(fmt::format("bounding_box_train/{:04}_c{}s1_00045{}_00.png", person, i + 1, i));
      file(fmt::format("gt_query/{:04}_c{}s1_00045{}_good.mat", person, i + 1, i), "MATLAB 5.0 MAT-file");
    }
  const Taken found = taken();
  EXPECT_TRUE(contains(found.words, "name_part")) << found.words;
}

// Ulman et al. 2017 (Cell Tracking Challenge): an answer that finds no pair is not offered.
TEST_F(FourthLook, AnswersThatLeadNowhereAreNotOffered) {
  pictures("01/t{:03}.png", 4);
  pictures("01_GT/SEG/man_seg{:03}.png", 4);
  for (const std::string& answer : answers()) EXPECT_FALSE(contains(answer, "kind=masks")) << answer;
  EXPECT_FALSE(answers().empty());
}

// Saenko et al. 2010 (Office-31): the innermost folders are the classes of all domains.
TEST_F(FourthLook, TheInnermostFolderIsOffered) {
  for (const char* domain : {"amazon", "dslr", "webcam"})
    for (const char* kind : {"bike", "mug", "pen"})
      pictures(fmt::format("{}/images/{}/frame_{{:04}}.png", domain, kind), 3);
  const Strings offered = answers();
  EXPECT_TRUE(std::ranges::count(offered, "class_from=last") == 1) << fmt::format("{}", fmt::join(offered, " "));
  EXPECT_EQ(taken({{"class_from", std::string("last")}}).classes, (Strings{"bike", "mug", "pen"}));
}

// Hugging Face's image folders: texts that describe images, and classes beside texts.
TEST_F(FourthLook, TextsThatDescribeImagesAreAskedAbout) {
  pictures("train/{:04}.png", 12);
  file("train/metadata.csv", "file_name,text\n" + lines(12, [](int i) {
                               return fmt::format("{:04}.png,\"a drawing of monster {}, green\"", i, i);
                             }));
  EXPECT_TRUE(taken().asks) << taken().kind << taken().words;
  EXPECT_FALSE(taken({{"texts", std::string("files")}}, "transcripts").asks);
  fs::remove(root / "train/metadata.csv");
  file("train/metadata.jsonl", lines(12, [](int i) {
         return fmt::format(R"({{"file_name":"{:04}.png","label":"{}","text":"a face {}"}})", i,
                            i % 2 ? "sad" : "happy", i);
       }));
  const Taken labelled = taken();
  EXPECT_TRUE(labelled.classes == (Strings{"happy", "sad"}) || labelled.asks) << labelled.kind << labelled.words;
}

// Food-101, Office-Home, LFW: lists that repeat what the folders say need no question.
TEST_F(FourthLook, ListsThatAgreeWithFoldersAreNotAskedAbout) {
  std::string names, table = "file,finding,size\n", counts = "name,images\n";
  for (const char* kind : {"apple_pie", "ramen", "sushi", "tacos"}) {
    pictures(std::string("images/") + kind + "/10{:03}.png", 4);
    for (int i = 0; i < 4; ++i) {
      names += fmt::format("{}\"{}/10{:03}\"", names.empty() ? "" : ",", kind, i);
      table += fmt::format("{}/10{:03}.png,{},large\n", kind, i, kind);
    }
    counts += fmt::format("{},4\n", kind);
  }
  file("meta/names.json", "[" + names + "]");
  file("meta/findings.csv", table);
  const Taken found = taken();
  EXPECT_FALSE(found.asks) << found.words;
  EXPECT_TRUE(contains(found.words, "agrees with them")) << found.words;
  fs::remove(root / "meta/findings.csv");
  file("meta/counts.csv", counts);
  EXPECT_FALSE(taken().asks) << taken().words;
  fs::remove(root / "meta/counts.csv");
  // Another class for each is no repetition.
  std::string others;
  for (int i = 0; i < 16; ++i) others += fmt::format("10{:03}.png,{}\n", i % 4, i % 2 ? "hot" : "cold");
  file("meta/findings.csv", others);
  EXPECT_TRUE(taken().asks) << taken().words;
}

// Flickr30k as Kaggle has it: the number of a comment is no class.
TEST_F(FourthLook, ImagesOfSeveralClassesAreAskedAbout) {
  pictures("images/10009{:04}.png", 8);
  std::string table = "image_name| comment_number| comment\n";
  for (int i = 0; i < 8; ++i)
    for (int k = 0; k < 5; ++k)
      table += fmt::format("10009{:04}.png| {}| Two young guys number {} look at view {} .\n", i, k, i, k);
  file("images/results.csv", table);
  EXPECT_TRUE(taken().asks) << taken().kind << taken().words;
}

// Open Images: a table that names the masks of photographs.
TEST_F(FourthLook, ColumnsOfMasksAreAskedAbout) {
  std::string table = "MaskPath,ImageID,LabelName,BoxID\n";
  for (int i = 0; i < 10; ++i) {
    picture(fmt::format("train/0000{:04}ae36f163.png", i));
    picture(fmt::format("train-masks/0000{:04}ae36f163_m0k4j.png", i));
    table += fmt::format("0000{0:04}ae36f163_m0k4j.png,0000{0:04}ae36f163,/m/0k4{1},0000{0:04}\n", i, i % 2);
  }
  file("train-annotations-object-segmentation.csv", table);
  EXPECT_TRUE(taken().asks) << taken().kind << taken().words;
}

}  // namespace
}  // namespace fovea::test
