// Public data sets that came in wrong without a word, or asked for what could be known: boxes in tables of other forms,
// masks and restored images in folders of other words, tables with several columns like a target.
#include "../importers/sound_support.h"
#include "core/data/importers/audio_file.h"
#include "layout_support.h"
#include "table_layout_support.h"

namespace fovea::test {
namespace {

class SecondLook : public LayoutTest {
 protected:
  void pictures(const std::string& form, int count, std::uint32_t width = 320, std::uint32_t height = 240) const {
    LayoutTest::pictures(form, count, width, height);
  }
  // The i-th box of a data set: always inside of 320×240, and never one in another order of the numbers.
  static Box boxAt(int i) {
    const auto left = static_cast<float>(40 + i * 37 % 160), top = static_cast<float>(30 + i * 53 % 110);
    return {left, top, left + static_cast<float>(60 + i * 7 % 50), top + static_cast<float>(50 + i * 11 % 40), 0};
  }
  static const char* nameAt(int i) { return i % 3 == 0 ? "car" : i % 3 == 1 ? "bus" : "truck"; }
  // Compares the boxes of images called form(0), form(1), … with one box each.
  static void expectBoxes(const Taken& taken, const std::string& form, int count) {
    ASSERT_TRUE(taken.source) << taken.words;
    EXPECT_TRUE(taken.source->problems().empty()) << taken.words;
    for (int i = 0; i < count; ++i) {
      const std::int64_t index = indexOf(*taken.source, fmt::format(fmt::runtime(form), i));
      ASSERT_GE(index, 0) << taken.words;
      const auto boxes = loaded(*taken.source, index).boxes;
      ASSERT_EQ(boxes.size(), 1u);
      EXPECT_EQ(boxes[0].left, boxAt(i).left);
      EXPECT_EQ(boxes[0].top, boxAt(i).top);
      EXPECT_EQ(boxes[0].right, boxAt(i).right);
      EXPECT_EQ(boxes[0].bottom, boxAt(i).bottom);
      if (taken.classes.size() < 2) continue;
      EXPECT_EQ(taken.classes[static_cast<std::size_t>(boxes[0].label)], nameAt(i));
    }
  }
};

// Udacity's driving data: between blanks, without names, and a mark of what is hidden before the class.
TEST_F(SecondLook, BoxesInATableWithoutNames) {
  pictures("object-dataset/14780199{}.png", 20);
  file("object-dataset/labels.csv", lines(20, [](int i) {
         const Box box = boxAt(i);
         return fmt::format("14780199{}.png {} {} {} {} {} \"{}\"", i, box.left, box.top, box.right, box.bottom, i % 2,
                            nameAt(i));
       }));
  const Taken blanks = taken();
  EXPECT_EQ(blanks.kind, "box_table: detection") << blanks.words;
  EXPECT_FALSE(blanks.asks) << blanks.words;
  EXPECT_TRUE(contains(blanks.words, "left top right bottom - class")) << blanks.words;
  expectBoxes(blanks, "14780199{}.png", 20);
  // MIO-TCD: numbers without an ending for the images, the class in front, sizes instead of corners.
  fs::remove_all(root);
  pictures("train/{:08}.png", 20);
  file("gt_train.csv", lines(20, [](int i) {
         const Box box = boxAt(i);
         return fmt::format("{:08},{},{},{},{},{}", i, nameAt(i), box.left, box.top, box.right - box.left,
                            box.bottom - box.top);
       }));
  const Taken sizes = taken();
  EXPECT_EQ(sizes.kind, "box_table: detection") << sizes.words;
  EXPECT_EQ(sizes.classes, (Strings{"bus", "car", "truck"}));
  expectBoxes(sizes, "{:08}.png", 20);
  expectBoxes(taken({{"columns", "class left top width height"}}, "box_table"), "{:08}.png", 20);
  const auto opened = tryOpen("box_table", root, {{"columns", "class left"}});
  ASSERT_FALSE(opened.ok());
  EXPECT_TRUE(contains(opened.error().text(), "does not describe")) << opened.error().text();
}

// Tables and texts know the same orders: centres, polygons, marks.
TEST_F(SecondLook, AnyOrderOfColumnsMayBeStatedForTables) {
  pictures("p{}.png", 20);
  const auto rows = [this](auto&& form) { file("boxes.csv", lines(20, form)); };
  rows([](int i) {
    const Box box = boxAt(i);
    return fmt::format("{},p{}.png,{},{},{},{}", nameAt(i), i, (box.left + box.right) / 2, (box.top + box.bottom) / 2,
                       box.right - box.left, box.bottom - box.top);
  });
  expectBoxes(taken({{"columns", "class centre_x centre_y width height"}}, "box_table"), "p{}.png", 20);
  rows([](int i) {
    const Box box = boxAt(i);
    return fmt::format("p{0}.png,{1},{2},{3},{2},{3},{4},{1},{4},{5}", i, box.left, box.top, box.right, box.bottom,
                       nameAt(i));
  });
  expectBoxes(taken({{"columns", "x y x y x y x y class"}}, "box_table"), "p{}.png", 20);
  // RetinaNet's own form is known, and is still read in the order that a person states.
  rows([](int i) {
    const Box box = boxAt(i);
    return fmt::format("p{}.png,{},{},{},{},{}", i, box.left, box.top, box.right, box.bottom, i % 2);
  });
  EXPECT_EQ(taken({}, "box_table").classes, (Strings{"0", "1"}));
  const Taken marked = taken({{"columns", "left top right bottom score"}}, "box_table");
  EXPECT_EQ(marked.classes, (Strings{"object"}));
  EXPECT_TRUE(contains(marked.words, "left out, 10 boxes")) << marked.words;
  EXPECT_TRUE(contains(marked.words, "all are \"object\"")) << marked.words;
}

TEST_F(SecondLook, AClassNamedObjectIsNoLackOfClasses) {
  pictures("{}.png", 20);
  file("boxes.csv", "image,xmin,ymin,xmax,ymax,class\n" + lines(20, [](int i) {
                      const Box box = boxAt(i);
                      return fmt::format("{}.png,{},{},{},{},object", i, box.left, box.top, box.right, box.bottom);
                    }));
  EXPECT_EQ(taken().classes, (Strings{"object"}));
  EXPECT_FALSE(contains(taken().words, "no column of classes")) << taken().words;
}

TEST_F(SecondLook, AFewRowsOfBoxesWithoutNamesAreAskedAbout) {
  pictures("{}.png", 3);
  file("boxes.csv", "0.png,car,1,2,20,30\n1.png,bus,3,4,40,50\n2.png,car,5,6,60,70\n");
  const Taken few = taken();
  EXPECT_TRUE(few.asks) << few.words;
  EXPECT_TRUE(contains(few.words, "columns=class left top width height")) << few.words;
  EXPECT_TRUE(contains(few.words, "kind=csv")) << few.words;
  EXPECT_FALSE(taken({{"columns", "class left top right bottom"}}, "box_table").asks);
}

// VinBigData and RSNA: a class without corners says that there is nothing.
TEST_F(SecondLook, RowsWithoutCornersAreImagesWithoutBoxes) {
  pictures("train/{:x}.png", 12);
  file("train.csv", "image_id,class_name,class_id,rad_id,x_min,y_min,x_max,y_max\n" + lines(12, [](int i) {
                      const Box box = boxAt(i);
                      return i % 3 == 0 ? fmt::format("{:x},No finding,14,R1,,,,", i)
                                        : fmt::format("{:x},{},{},R1,{},{},{},{}", i, nameAt(i), i % 3, box.left,
                                                      box.top, box.right, box.bottom);
                    }));
  const Taken chest = taken();
  ASSERT_EQ(chest.kind, "box_table: detection") << chest.words;
  EXPECT_EQ(chest.classes, (Strings{"bus", "truck"}));
  EXPECT_EQ(chest.source->size(), 12);
  EXPECT_TRUE(chest.source->problems().empty()) << chest.words;
  EXPECT_TRUE(contains(chest.words, "the rows without corners: 4 images")) << chest.words;
  EXPECT_EQ(taken({{"without_boxes", "leave_out"}}, "box_table").source->size(), 8);

  fs::remove_all(root);
  pictures("stage_2_train_images/{:x}.png", 12);
  file("stage_2_train_labels.csv", "patientId,x,y,width,height,Target\n" + lines(12, [](int i) {
                                     const Box box = boxAt(i);
                                     return i % 2 ? fmt::format("{:x},{},{},{},{},1", i, box.left, box.top,
                                                                box.right - box.left, box.bottom - box.top)
                                                  : fmt::format("{:x},,,,,0", i);
                                   }));
  const Taken lungs = taken();
  ASSERT_EQ(lungs.kind, "box_table: detection") << lungs.words;
  EXPECT_EQ(lungs.source->size(), 12);
  EXPECT_EQ(loaded(*lungs.source, indexOf(*lungs.source, "/3.png")).boxes[0].right, boxAt(3).right);
  EXPECT_TRUE(loaded(*lungs.source, indexOf(*lungs.source, "/4.png")).boxes.empty());
}

// LISA: names of several words between semicolons, and commas inside of a field.
TEST_F(SecondLook, SemicolonsWithCommasInTheirFields) {
  pictures("vid0/frames/stop_{}.png", 9);
  file("allAnnotations.csv",
       "Filename;Annotation tag;Upper left corner X;Upper left corner Y;Lower right corner X;Lower right corner Y;"
       "Occluded,On another road;Origin file\n" +
           lines(9, [](int i) {
             const Box box = boxAt(i);
             return fmt::format("vid0/frames/stop_{}.png;{};{};{};{};{};0,0;vid0.avi", i, nameAt(i), box.left, box.top,
                                box.right, box.bottom);
           }));
  const Taken signs = taken();
  EXPECT_EQ(signs.kind, "box_table: detection") << signs.words;
  EXPECT_FALSE(signs.asks) << signs.words;
  expectBoxes(signs, "stop_{}.png", 9);
}

// WiderPerson and ExDark: texts called like the whole name of the image; a count or a comment before the boxes.
TEST_F(SecondLook, TextsCalledLikeTheWholeNameOfTheImage) {
  pictures("Images/{:06}.png", 20);
  for (int i = 0; i < 20; ++i) {
    const Box box = boxAt(i);
    file(fmt::format("Annotations/{:06}.png.txt", i),
         fmt::format("1\n{} {} {} {} {}\n", 1 + i % 3, box.left, box.top, box.right, box.bottom));
  }
  writeBytes(root / "classes.txt", "car\nbus\ntruck\n");
  const Taken people = taken();
  EXPECT_EQ(people.kind, "box_texts: detection") << people.words;
  EXPECT_FALSE(people.asks) << people.words;
  expectBoxes(people, "{:06}.png", 20);
  for (int i = 0; i < 20; ++i) {
    const Box box = boxAt(i);
    file(fmt::format("Annotations/{:06}.png.txt", i),
         fmt::format("% bbGt version=3\n{} {} {} {} {} 0 0 0 0 0 0 0\n", nameAt(i), box.left, box.top,
                     box.right - box.left, box.bottom - box.top));
  }
  const Taken dark = taken();
  EXPECT_FALSE(dark.asks) << dark.words;
  expectBoxes(dark, "{:06}.png", 20);
}

// TT100K: one object of JSON, keyed by the numbers of the images.
TEST_F(SecondLook, SignsOfTt100k) {
  std::string images;
  for (int i = 0; i < 6; ++i) {
    const Box box = boxAt(i);
    const std::string path = fmt::format("{}/{}.png", i < 4 ? "train" : "test", 100 + i);
    writePictures(root / "data", {path}, 320, 240);
    const std::string place =
        fmt::format(R"({{"xmin":{},"ymin":{},"xmax":{},"ymax":{}}})", box.left, box.top, box.right, box.bottom);
    images += fmt::format(R"({}"{}":{{"path":"{}","objects":[{{"bbox":{},"category":"{}"}}]}})", i ? "," : "", 100 + i,
                          path, place, nameAt(i));
  }
  file("data/annotations.json", "{\"types\":[\"car\",\"bus\",\"truck\"],\"imgs\":{" + images + "}}");
  const Taken signs = taken();
  EXPECT_EQ(signs.kind, "annotations: detection") << signs.words;
  EXPECT_FALSE(signs.asks) << signs.words;
  EXPECT_EQ(signs.splits, "train 4, test 2");
  ASSERT_TRUE(signs.source);
  EXPECT_EQ(loaded(*signs.source, indexOf(*signs.source, "105.png")).boxes[0].bottom, boxAt(5).bottom);
}

std::string twoValues() {
  return png(4, 3, std::string("\0\0\1\1\0\0\1\1\0\0\1\1", 12));
}

// CVC-ClinicDB, Potsdam, GlaS: blanks in the names of folders, other words in them, splits at the start of names.
TEST_F(SecondLook, MasksOfOtherWords) {
  for (int i = 1; i < 6; ++i) {
    writePictures(root / "Original", {fmt::format("{}.png", i)});
    file(fmt::format("Ground Truth/{}.png", i), twoValues());
  }
  const Taken polyps = taken();
  EXPECT_EQ(polyps.kind, "masks: segmentation") << polyps.words;
  EXPECT_EQ(polyps.source ? polyps.source->size() : 0, 5);
  fs::remove_all(root);
  for (int i = 1; i < 6; ++i) {
    writePictures(root / "2_Ortho_RGB", {fmt::format("top_potsdam_2_{}_RGB.png", i)});
    file(fmt::format("5_Labels_all/top_potsdam_2_{}_label.png", i), twoValues());
  }
  const Taken streets = taken();
  EXPECT_EQ(streets.kind, "masks: segmentation") << streets.words;
  EXPECT_EQ(streets.source ? streets.source->size() : 0, 5);
  fs::remove_all(root);
  for (const char* part : {"train", "testA"})
    for (int i = 1; i < 4; ++i) {
      writePictures(root, {fmt::format("{}_{}.png", part, i)});
      file(fmt::format("{}_{}_anno.png", part, i), twoValues());
    }
  file("Grade.csv", "name, patient ID, grade (GlaS)\n" + lines(3, [](int i) {
                      return fmt::format("train_{},{}, {}", i + 1, i, i % 2 ? "benign" : "malignant");
                    }));
  const Taken glands = taken();
  EXPECT_EQ(glands.kind, "masks: segmentation") << glands.words;
  EXPECT_EQ(glands.splits, "train 3, test 3");
  fs::remove_all(root);
  for (const char* part : {"TR", "TE"})
    for (int i = 1; i < 4; ++i) {
      writePictures(root, {fmt::format("DUTS-{0}/DUTS-{0}-Image/{1}.png", part, i)});
      file(fmt::format("DUTS-{0}/DUTS-{0}-Mask/{1}.png", part, i), twoValues());
    }
  EXPECT_EQ(taken({{"folder_classes", "ignore"}}, "masks").splits, "train 3, test 3");
}

// CelebAMask-HQ and LEVIR-CD: several masks for an image, two images for a mask. The folders are no classes.
TEST_F(SecondLook, FoldersThatSpeakOfMasksAreAskedAbout) {
  for (int i = 0; i < 4; ++i) {
    writePictures(root / "CelebA-HQ-img", {fmt::format("{}.png", i)});
    for (const char* part : {"hair", "nose"})
      file(fmt::format("CelebAMask-HQ-mask-anno/0/{:05}_{}.png", i, part), twoValues());
  }
  const Taken faces = taken();
  EXPECT_TRUE(faces.asks) << faces.words;
  EXPECT_TRUE(contains(faces.words, "speaks of masks or targets, which may belong to what is in \"CelebA-HQ-img\""))
      << faces.words;
  fs::remove_all(root);
  for (int i = 0; i < 4; ++i)
    for (const char* name : {"A", "B", "label"}) writePictures(root / "train" / name, {fmt::format("{}.png", i)});
  const Taken changes = taken();
  EXPECT_TRUE(changes.asks) << changes.words;
  EXPECT_TRUE(contains(changes.words, "kind=masks; image_folder=A; mask_folder=label")) << changes.words;
  // People with masks and without are classes.
  fs::remove_all(root);
  for (int i = 0; i < 4; ++i)
    for (const char* name : {"with_mask", "without_mask", "mask_weared_incorrect"})
      writePictures(root / name, {fmt::format("{}_{}.png", name, i)});
  EXPECT_FALSE(taken().asks) << taken().words;
}

// Rain100 and RESIDE: names that differ in the word for the rain, several hazy images of a clear one.
TEST_F(SecondLook, RestoredImagesAreAskedAbout) {
  if (!canDecodeImages()) GTEST_SKIP() << "built without a decoder of images";
  for (int i = 1; i < 5; ++i) {
    writePictures(root / "rainy", {fmt::format("rain-{:03}.png", i)});
    writePictures(root / "norain", {fmt::format("norain-{:03}.png", i)});
  }
  const Taken rain = taken();
  EXPECT_EQ(rain.kind, "pairs: image_to_image") << rain.words;
  EXPECT_TRUE(rain.asks) << rain.words;
  EXPECT_EQ(taken({{"input_folder", "rainy"}, {"target_folder", "norain"}}, "pairs").source->size(), 4);
  fs::remove_all(root);
  for (int i = 1; i < 4; ++i) {
    writePictures(root / "clear", {fmt::format("{:04}.png", i)});
    for (int k = 1; k < 3; ++k) writePictures(root / "hazy", {fmt::format("{:04}_{}_0.8{}.png", i, k, k)});
  }
  const Taken haze = taken();
  EXPECT_TRUE(haze.asks) << haze.words;
  const Taken pairs = taken({{"input_folder", "hazy"}, {"target_folder", "clear"}}, "pairs");
  ASSERT_TRUE(pairs.source) << pairs.words;
  EXPECT_FALSE(pairs.asks) << pairs.words;
  ASSERT_EQ(pairs.source->size(), 6);
  const std::int64_t last = indexOf(*pairs.source, "0003_2_0.82.png");
  const auto targetAt = [&](std::int64_t index) {
    return loaded(*pairs.source, index).target.values<std::uint8_t>()[0];
  };
  EXPECT_EQ(targetAt(last), targetAt(last - 1));
  EXPECT_NE(targetAt(last), targetAt(0));
  EXPECT_EQ(pairs.source->item(last).group, pairs.source->item(last - 1).group);
  EXPECT_NE(pairs.source->item(last).group, pairs.source->item(0).group);
}

// pix2pix: an input and its target in one image.
TEST_F(SecondLook, PairsSideBySide) {
  if (!canDecodeImages()) GTEST_SKIP() << "built without a decoder of images";
  std::string rows;
  for (int y = 0; y < 3; ++y) rows += std::string("\1\2\3\7\x8\x9", 6);
  for (const char* part : {"train", "val"})
    for (int i = 0; i < 3; ++i) file(fmt::format("facades/{}/{}.png", part, i), png(6, 3, rows));
  const Taken asked = taken();
  EXPECT_TRUE(asked.asks) << asked.words;
  EXPECT_TRUE(contains(asked.words, "kind=side_by_side")) << asked.words;
  EXPECT_FALSE(taken({{"class_from", "none"}}, "folder").asks);
  EXPECT_TRUE(taken({}, "side_by_side").asks) << "nothing says which half is the input";
  for (const bool left : {true, false}) {
    const Taken pairs = taken({{"input_half", left ? "left" : "right"}}, "side_by_side");
    EXPECT_EQ(pairs.kind, "side_by_side: image_to_image") << pairs.words;
    EXPECT_EQ(pairs.splits, "train 3, validation 3");
    ASSERT_TRUE(pairs.source) << pairs.words;
    const LoadedItem item = loaded(*pairs.source, 0);
    EXPECT_EQ(item.input.shape(), (Shape{1, 3, 3}));
    const auto input = item.input.values<std::uint8_t>(), target = item.target.values<std::uint8_t>();
    for (std::size_t i = 0; i < input.size(); ++i) {
      EXPECT_EQ(input[i], (left ? 1 : 7) + i % 3);
      EXPECT_EQ(target[i], (left ? 7 : 1) + i % 3);
    }
  }
  file("facades/train/odd.png", greyPng(5, 3, 9));
  const Taken odd = taken({{"input_half", "left"}}, "side_by_side");
  const auto failed = odd.source->load(indexOf(*odd.source, "odd.png"));
  ASSERT_FALSE(failed.ok());
  EXPECT_TRUE(contains(failed.error().message, "cannot be divided into two halves"));
}

// Abalones: a word in front, a count behind many measures. Letters: a word in front of counts alone.
TEST_F(SecondLook, ACountBehindMeasuresIsAskedAbout) {
  file("abalone.data", lines(80, [](int i) {
         return fmt::format("{},0.{},0.{},{}", "MFI"[i % 3], 455 + i * 7 % 90, 365 + i * 13 % 90, 5 + i * 7 % 20);
       }));
  EXPECT_TRUE(taken().asks) << taken().words;
  fs::remove_all(root);
  file("letter-recognition.data",
       lines(80, [](int i) { return fmt::format("{},{},{},{}", "TIDN"[i % 4], i * 7 % 13, i * 5 % 11, i * 3 % 7); }));
  EXPECT_FALSE(taken().asks) << taken().words;
}

// SIIM-ISIC: a diagnosis beside a target; a table with products of several kinds.
TEST_F(SecondLook, SeveralColumnsLikeATargetAreAskedAbout) {
  pictures("jpeg/ISIC_{:07}.png", 30, 4, 3);
  file("train.csv",
       "image_name,diagnosis,target\n" + lines(30, [](int i) {
         return fmt::format("ISIC_{:07},{},{}", i, i % 3 ? "nevus" : i % 2 ? "melanoma" : "unknown", i % 3 ? 0 : i % 2);
       }));
  const Taken skin = taken();
  EXPECT_TRUE(skin.asks) << skin.words;
  EXPECT_TRUE(contains(skin.words, "label_column=target")) << skin.words;
  // The same class under another name needs no question.
  file("train.csv", "image_name,diagnosis,target\n" + lines(30, [](int i) {
                      return fmt::format("ISIC_{:07},{},{}", i, i % 3 ? "nevus" : "melanoma", i % 3 ? 0 : 1);
                    }));
  EXPECT_FALSE(taken().asks) << taken().words;
  fs::remove(root / "train.csv");
  file("styles.csv", "id,gender,masterCategory,season\n" + lines(30, [](int i) {
                       return fmt::format("ISIC_{:07},{},{},Fall", i, i % 2 ? "Men" : "Women",
                                          i % 3 ? "Apparel" : "Footwear");
                     }));
  const Taken products = taken();
  EXPECT_TRUE(products.asks) << products.words;
  EXPECT_TRUE(contains(products.words, "label_column=masterCategory")) << products.words;
}

// IMDB-WIKI: folders are the last digits of the numbers in the names. Adience: people, and lists of their images.
TEST_F(SecondLook, FoldersOfDigitsAndOfPeopleAreAskedAbout) {
  for (int i = 0; i < 12; ++i)
    writePictures(root / fmt::format("{:02}", i % 4 + 10),
                  {fmt::format("nm{:07}_rm46373{}_19{}-1-6_2003.png", 1200 + i * 100 + i % 4 + 10, i, 30 + i)});
  EXPECT_TRUE(taken().asks) << taken().words;
  EXPECT_TRUE(contains(taken().words, "called like the last digits of all files in it")) << taken().words;
  fs::remove_all(root);
  std::string list = "user_id\toriginal_image\tage\n";
  for (int i = 0; i < 12; ++i) {
    const std::string person = fmt::format("3060125{}@N03", i % 2), original = fmt::format("10399{}_67c7d_o.png", i);
    writePictures(root / "faces" / person, {fmt::format("coarse_tilt_aligned_face.{}.{}", i, original)});
    list += fmt::format("{}\t{}\t({}, 32)\n", person, original, 25 + i);
  }
  file("fold_0_data.txt", list);
  EXPECT_TRUE(taken().asks) << taken().words;
  EXPECT_TRUE(contains(taken().words, "named in fold_0_data.txt")) << taken().words;
}

// State Farm: drivers, called by codes, must not be in two splits.
TEST_F(SecondLook, PeopleCalledByCodesStayTogether) {
  pictures("imgs/train/img_{}.png", 24, 4, 3);
  file("driver_imgs_list.csv", "subject,classname,img\n" + lines(24, [](int i) {
                                 return fmt::format("p{:03},c{},img_{}.png", i % 5, i % 3, i);
                               }));
  const Taken drivers = taken();
  ASSERT_TRUE(drivers.source) << drivers.words;
  EXPECT_EQ(drivers.classes, (Strings{"c0", "c1", "c2"})) << drivers.words;
  EXPECT_EQ(drivers.source->item(indexOf(*drivers.source, "/img_6.png")).group, "p001") << drivers.words;
}

// MIT Indoor Scenes and Stanford Online Products: lists of splits, with numbers of unknown meaning in front of paths.
TEST_F(SecondLook, ListsBesideClasses) {
  std::string train, test, numbered = "image_id class_id super_class_id path\n";
  for (const char* name : {"airport_inside", "bakery"})
    for (int i = 0; i < 4; ++i) {
      writePictures(root / "Images" / name, {fmt::format("{}_{}.png", name, i)});
      (i < 3 ? train : test) += fmt::format("{0}/{0}_{1}.png\n", name, i);
      numbered += fmt::format("{0} {1} 1 {2}/{2}_{1}.png\n", i + 1, i, name);
    }
  file("TrainImages.txt", train);
  file("TestImages.txt", test);
  const Taken scenes = taken();
  EXPECT_FALSE(scenes.asks) << scenes.words;
  EXPECT_EQ(scenes.splits, "train 6, test 2");
  fs::remove(root / "TestImages.txt");
  fs::remove(root / "TrainImages.txt");
  file("Images/Ebay_train.txt", numbered);
  const Taken products = taken();
  EXPECT_EQ(products.kind, "folder: classification") << products.words;
  EXPECT_TRUE(products.asks) << products.words;
}

// Statlog's satellites and the digits of UCI: endings that name splits.
TEST_F(SecondLook, EndingsOfUciThatAreSplits) {
  const auto rows = [](int count) {
    return lines(count,
                 [](int i) { return fmt::format("{} {} {} {}", 60 + i * 7 % 40, 50 + i * 5 % 60, i, 1 + i % 6); });
  };
  file("sat.trn", rows(60));
  file("sat.tst", rows(20));
  const Taken land = taken({{"label_column", "column 4"}}, "csv");
  EXPECT_EQ(land.splits, "train 60, test 20") << land.words;
}

// A table between semicolons, called .txt, half of whose fields are dates and times.
TEST_F(SecondLook, MeasuresBetweenSemicolonsAreATable) {
  file("household_power_consumption.txt",
       "Date;Time;Global_active_power;Voltage\n" +
           lines(60, [](int i) { return fmt::format("16/12/2006;17:{:02}:00;{}.216;23{}.84", i % 60, i % 5, i % 9); }));
  EXPECT_TRUE(taken().kind.starts_with("csv")) << taken().kind << taken().words;
}

// Car Object Detection and BCCD: tables of boxes without a class, or with one of another name.
TEST_F(SecondLook, TablesOfBoxesWithoutAColumnOfClasses) {
  pictures("training_images/vid_{}.png", 8);
  file("boxes.csv", "image,xmin,ymin,xmax,ymax\n" + lines(8, [](int i) {
                      const Box box = boxAt(i);
                      return fmt::format("vid_{}.png,{},{},{},{}", i, box.left, box.top, box.right, box.bottom);
                    }));
  const Taken cars = taken();
  EXPECT_EQ(cars.kind, "box_table: detection") << cars.words;
  EXPECT_FALSE(cars.asks) << cars.words;
  EXPECT_EQ(cars.classes, Strings{"object"});
  EXPECT_TRUE(contains(cars.words, "the table has no column of classes")) << cars.words;
  expectBoxes(cars, "vid_{}.png", 8);
  file("boxes.csv", "filename,cell_type,xmin,xmax,ymin,ymax\n" + lines(8, [](int i) {
                      const Box box = boxAt(i);
                      return fmt::format("vid_{}.png,{},{},{},{},{}", i, nameAt(i), box.left, box.right, box.top,
                                         box.bottom);
                    }));
  expectBoxes(taken(), "vid_{}.png", 8);
}

// UA-DETRAC: a file for each film, called like the folder of its frames. VeRi: a list that only names some images.
TEST_F(SecondLook, FilesOfFoldersAndListsWithoutLabelsAreAskedAbout) {
  for (const char* film : {"MVI_20011", "MVI_20012"}) {
    for (int i = 1; i < 4; ++i) writePictures(root / "frames" / film, {fmt::format("img{:05}.png", i)});
    file(fmt::format("xml/{}.xml", film), "<sequence><frame num=\"1\"/></sequence>");
  }
  const Taken films = taken();
  EXPECT_TRUE(films.asks) << films.words;
  EXPECT_TRUE(contains(films.words, "with the names of the folders: 2 files, such as xml/MVI_20011.xml"))
      << films.words;
  fs::remove_all(root);
  std::string names;
  for (int i = 0; i < 9; ++i) {
    const std::string name = fmt::format("{:04}_c{:03}_{:08}_0.png", i / 3 + 1, i % 3, i);
    writePictures(root / (i < 6 ? "image_train" : "image_test"), {name});
    if (i < 6) names += name + "\n";
  }
  file("name_train.txt", names);
  const Taken vehicles = taken();
  EXPECT_TRUE(vehicles.asks) << vehicles.words;
  EXPECT_TRUE(contains(vehicles.words, "left out, 3 images")) << vehicles.words;
}

// EMOVO: the folder of a person is in the names, and so is the emotion. THCHS-30: texts called a.wav.trn.
TEST_F(SecondLook, PeopleAndTextsOfSoundsAreAskedAbout) {
  if (!canReadSound()) GTEST_SKIP() << "built without libsndfile";
  for (const char* person : {"f1", "m1", "m2"})
    for (const char* emotion : {"dis", "gio"})
      for (int i = 1; i < 3; ++i) file(fmt::format("{0}/{1}-{0}-b{2}.wav", person, emotion, i), wav(200, 0.1, 8000));
  const Taken emotions = taken();
  EXPECT_TRUE(emotions.asks) << emotions.words;
  EXPECT_TRUE(contains(emotions.words, "class_from=name; name_part=1")) << emotions.words;
  fs::remove_all(root);
  for (int i = 0; i < 4; ++i) {
    file(fmt::format("data/A11_{:03}.wav", i), wav(200, 0.1, 8000));
    file(fmt::format("data/A11_{:03}.wav.trn", i), "green is spring\ng r iy n\n");
  }
  const Taken spoken = taken();
  EXPECT_TRUE(spoken.asks) << spoken.words;
  EXPECT_TRUE(contains(spoken.words, "files with their names: 4 texts, such as A11_000.wav.trn")) << spoken.words;
  EXPECT_FALSE(taken({{"ignore_annotations", true}}, "audio").asks);
}

// Enron: a summary beside the folders of the classes.
TEST_F(SecondLook, StraysBesideFoldersOfClassesAreLeftOut) {
  for (int part = 1; part < 3; ++part) {
    for (const char* name : {"ham", "spam"})
      for (int i = 0; i < 4 + part; ++i)
        file(fmt::format("enron{}/{}/{:04}.txt", part, name, i), fmt::format("Subject: {} {} {}\n", name, part, i));
    file(fmt::format("enron{}/Summary.txt", part), "Owner: farmer-d\n");
  }
  EXPECT_TRUE(contains(taken().words, "the files directly in \"enron1\", …: left out, 2 text files")) << taken().words;
  EXPECT_FALSE(contains(fmt::format("{}", fmt::join(taken().classes, " ")), "Summary"));
  EXPECT_EQ(taken().source->size(), 22);
}

// Fake job postings and Pawpularity: marks of 0 and 1 beside titles and measures may be facts, not labels.
TEST_F(SecondLook, MarksBesideOtherColumnsAreAskedAbout) {
  file("jobs.csv", "job_id,title,location,description,telecommuting,has_logo,fraudulent\n" + lines(60, [](int i) {
                     return fmt::format(
                         "{},Intern number {},Berlin,\"A company {} of many words, that grows\",{},{},{}", i + 1, i, i,
                         i % 2, i / 2 % 2, i % 9 ? 0 : 1);
                   }));
  EXPECT_TRUE(taken().asks) << taken().words;
  fs::remove_all(root);
  pictures("train/{:016x}.png", 20, 4, 3);
  file("train.csv", "Id,Eyes,Face,Near,Pawpularity\n" + lines(20, [](int i) {
                      return fmt::format("{:016x},{},{},{},{}", i, i % 2, i / 2 % 2, i / 3 % 2, 20 + 3 * i);
                    }));
  EXPECT_TRUE(taken().asks) << taken().words;
  EXPECT_TRUE(contains(taken().words, "target_columns=Pawpularity")) << taken().words;
}

// Occupancy detection: R writes no name above the names of the rows.
TEST_F(SecondLook, RowsWithNamesOfR) {
  const auto rows = [](int count) {
    return "\"date\",\"Light\",\"Humidity\",\"Occupancy\"\n" + lines(count, [](int i) {
             return fmt::format("\"{}\",\"2015-02-04 17:{:02}:00\",{}.5,27.{},{}", i + 1, i % 60, 400 + i * 7 % 90,
                                i * 3 % 10, i % 3 ? 0 : 1);
           });
  };
  file("train.txt", rows(60));
  file("test.txt", rows(20));
  const Taken rooms = taken({{"label_column", "Occupancy"}}, "csv");
  ASSERT_TRUE(rooms.source) << rooms.words;
  EXPECT_EQ(rooms.splits, "train 60, test 20");
  EXPECT_TRUE(contains(rooms.words, "column 1: left out, because its values rise by one")) << rooms.words;
  EXPECT_EQ(rooms.classes, (Strings{"0", "1"}));
  EXPECT_EQ(classOf(*rooms.source, "test.txt"), "1") << "the first row";
  EXPECT_TRUE(taken().kind.starts_with("csv")) << taken().kind;
  // An empty field behind each row is no name of it.
  file("train.txt",
       "a,b,class\n" + lines(60, [](int i) { return fmt::format("{},{},{},", i * 3 % 11, i % 5, i % 2); }));
  fs::remove(root / "test.txt");
  const Taken trailing = taken({{"label_column", "class"}}, "csv");
  EXPECT_EQ(trailing.classes, (Strings{"0", "1"})) << trailing.words;
}

// WiLI-2018: texts and their languages in lists side by side, and a table that explains the languages.
TEST_F(SecondLook, TextsBesideTheirLabels) {
  for (const char* part : {"train", "test"}) {
    file(fmt::format("x_{}.txt", part),
         lines(20, [](int i) { return fmt::format("\"Words, and more of them\", says sentence {}.", i); }));
    file(fmt::format("y_{}.txt", part), lines(20, [](int i) { return i % 2 ? "est" : "swe"; }));
  }
  file("labels.csv", "Label;English;Wiki Code\nest;Estonian;et\nswe;Swedish;sv\n");
  const Taken texts = taken();
  EXPECT_EQ(texts.kind, "csv: classification") << texts.words;
  EXPECT_FALSE(texts.asks) << texts.words;
  EXPECT_EQ(texts.classes, (Strings{"est", "swe"}));
  EXPECT_EQ(texts.splits, "train 20, test 20");
  EXPECT_TRUE(contains(texts.words, "the table labels.csv: left out")) << texts.words;
  file("y_test.txt", "est\n");
  EXPECT_FALSE(tryOpen("csv", root).ok()) << "the files have different numbers of lines";
}

// Pang and Lee 2005, and the news of Kaggle: a file for each class, called after it.
TEST_F(SecondLook, FilesThatAreClasses) {
  for (const char* name : {"pos", "neg"})
    file(fmt::format("rt-polarity.{}", name),
         lines(20, [&](int i) { return fmt::format("\"a {} film, number {}\"", name, i); }));
  writeBytes(root / "README.txt", "v1.0 release\n");
  const Taken films = taken();
  EXPECT_EQ(films.kind, "csv: classification") << films.words;
  EXPECT_FALSE(films.asks) << films.words;
  EXPECT_EQ(films.classes, (Strings{"neg", "pos"}));
  ASSERT_EQ(films.source->size(), 40);
  EXPECT_EQ(classOf(*films.source, "rt-polarity.pos"), "pos");
  EXPECT_TRUE(contains(films.words, "the word in the name of its file (neg, pos)")) << films.words;
  fs::remove_all(root);
  for (const char* part : {"train", "test"})
    for (const char* name : {"pos", "neg"})
      file(fmt::format("{}_{}.txt", part, name),
           lines(part[1] == 'r' ? 20 : 5, [&](int i) { return fmt::format("a {} tweet, number {}", name, i); }));
  EXPECT_EQ(taken().splits, "train 40, test 10") << taken().words;
  fs::remove_all(root);
  for (const char* name : {"True", "Fake"})
    file(fmt::format("{}.csv", name), "title,text,subject,date\n" + lines(20, [&](int i) {
                                        return fmt::format(
                                            "{0} title {1},\"words of {0}, number {1}\",{2},\"May {3}, "
                                            "2017\"",
                                            name, i, i % 2 ? "politics" : "world", 1 + i % 28);
                                      }));
  const Taken news = taken();
  EXPECT_EQ(news.kind, "csv: classification") << news.words;
  EXPECT_EQ(news.classes, (Strings{"fake", "true"})) << news.words;
  EXPECT_EQ(news.source->size(), 40);
  EXPECT_TRUE(news.source->item(0).group.empty()) << "a subject is a topic here: " << news.words;
  EXPECT_NE(taken({{"tables", "True.csv"}}, "csv").classes, (Strings{"fake", "true"}));
  // Without names of columns, and with the class in the last one, which then says nothing more.
  fs::remove_all(root);
  for (const char* name : {"normal", "abnormal"})
    file(fmt::format("ptbdb_{}.csv", name), lines(20, [&](int i) {
           return fmt::format("0.{},0.{},{}.0", 100 + i * 7 % 90, 100 + i * 13 % 90, name[0] == 'a' ? 1 : 0);
         }));
  const Taken hearts = taken();
  ASSERT_TRUE(hearts.source) << hearts.words;
  EXPECT_EQ(hearts.classes, (Strings{"abnormal", "normal"})) << hearts.words;
  EXPECT_EQ(hearts.source->size(), 40) << "the first rows, too";
  EXPECT_EQ(loaded(*hearts.source, 0).input.shape(), Shape{2}) << hearts.words;
  // Other files beside them have to be explained.
  file("other.csv", "a,b\n1,2\n");
  EXPECT_TRUE(taken().asks) << taken().words;
}

// RGB and depths, faces and cartoons: names of what belongs together.
TEST_F(SecondLook, FoldersOfWhatBelongsTogetherAreAskedAbout) {
  for (const auto& [input, target] : {std::pair("rgb", "normal"), {"visible", "infrared"}, {"fg", "alpha"}}) {
    fs::remove_all(root);
    for (int i = 0; i < 4; ++i)
      for (const char* name : {input, target}) writePictures(root / name, {fmt::format("{:05}.png", i)});
    EXPECT_TRUE(taken().asks) << input << taken().words;
    EXPECT_TRUE(contains(taken().words, fmt::format("kind=pairs; input_folder={}; target_folder={}", input, target)));
    EXPECT_EQ(take(root, {{"input_folder", input}, {"target_folder", target}}, "pairs").source->size(), 4);
  }
  fs::remove_all(root);
  for (const char* name : {"normal", "pneumonia"}) writePictures(root / name, {"1.png", "2.png", "3.png", "4.png"});
  EXPECT_FALSE(taken().asks) << taken().words;
}

// iWildCam: the annotation lies beside the folder of its images, whatever that is called.
TEST_F(SecondLook, ImagesOfCocoInAnyFolderBesideIt) {
  std::string images, annotations;
  for (int i = 0; i < 4; ++i) {
    writePictures(root / "photos_2020", {fmt::format("{:04x}.png", i)});
    images += fmt::format(R"({}{{"id":{},"file_name":"{:04x}.png","width":4,"height":3}})", i ? "," : "", i, i);
    annotations += fmt::format(R"({}{{"id":{},"image_id":{},"category_id":1,"bbox":[0,0,2,2]}})", i ? "," : "", i, i);
  }
  const std::string categories = R"([{"id":1,"name":"fox"}])";
  file("annotations.json",
       "{\"images\":[" + images + "],\"annotations\":[" + annotations + "],\"categories\":" + categories + "}");
  EXPECT_EQ(taken().kind, "coco: detection") << taken().words;
  EXPECT_EQ(taken().source ? taken().source->size() : 0, 4);
}

}  // namespace
}  // namespace fovea::test
