// DICOM images as data sets hold them: with tables, in folders of patients, as films.
#include "../dicom_support.h"
#include "layout_support.h"

namespace fovea::test {
namespace {

class DicomLayouts : public LayoutTest {
 protected:
  void picture(const std::string& name, int value, const std::string& patient = {}, int frames = 1) const {
    DicomPicture made{.width = 8, .height = 6, .frames = frames, .patient = patient};
    for (int i = 0; i < 8 * 6 * frames; ++i) made.values.push_back(value + i);
    file(name, dicomFile(made));
  }
};

// The RSNA Pneumonia Detection Challenge of 2018.
TEST_F(DicomLayouts, BoxesOfATableOnChests) {
  std::string table = "patientId,x,y,width,height,Target\n";
  for (int i = 0; i < 10; ++i) {
    const std::string name = fmt::format("0004cfab-14fd-4e49-80ba-63a80b6bdd{:02}", i);
    picture("stage_2_train_images/" + name + ".dcm", 10 * i, name);
    table += name + (i % 2 ? ",1.0,1.0,3.0,2.0,1\n" : ",,,,,0\n");
  }
  file("stage_2_train_labels.csv", table);
  const Taken found = taken();
  EXPECT_TRUE(found.kind == "csv_boxes: detection" || found.asks) << found.kind << found.words;
}

// Classes in folders, several images of a patient.
TEST_F(DicomLayouts, ImagesOfAPatientStayInOneSplit) {
  for (int i = 0; i < 12; ++i)
    picture(fmt::format("{}/{:03}.dcm", i % 2 ? "sick" : "well", i), 10 * i, fmt::format("P{}", i / 3));
  const Taken found = taken();
  EXPECT_EQ(found.kind, "folder: classification") << found.words;
  EXPECT_FALSE(found.asks) << found.words;
  EXPECT_EQ(found.classes, (Strings{"sick", "well"}));
  EXPECT_TRUE(contains(found.words, "the images of a patient: in one split")) << found.words;
  EXPECT_TRUE(contains(found.words, "is a DICOM image of 12 bits a value")) << found.words;
  EXPECT_EQ(found.source->item(indexOf(*found.source, "well/004.dcm")).group, "P1");
  const LoadedItem seen = loaded(*found.source, 0);
  EXPECT_EQ(pixelsOf(seen).shape(), (Shape{1, 6, 8}));
  const Taken kept = taken({{"deep", std::string("keep")}});
  const LoadedItem measured = loaded(*kept.source, indexOf(*kept.source, "well/004.dcm"));
  ASSERT_EQ(measured.input.dtype(), DataType::Float32);
  EXPECT_EQ(measured.input.data<float>()[5], 45.0f);
}

// Scanners often write names in capital letters.
TEST_F(DicomLayouts, PatientsAreKnownInFilesOfAnyCase) {
  for (int i = 0; i < 12; ++i)
    picture(fmt::format("{}/IM{:03}.DCM", i % 2 ? "sick" : "well", i), 10 * i, fmt::format("P{}", i / 3));
  const Taken found = taken();
  EXPECT_FALSE(found.asks) << found.words;
  EXPECT_EQ(found.source->item(indexOf(*found.source, "well/IM004.DCM")).group, "P1");
}

// Films of a heart: what becomes of the frames is asked.
TEST_F(DicomLayouts, FramesAreAskedAbout) {
  for (int i = 0; i < 4; ++i) picture(fmt::format("{}/{}.dcm", i % 2 ? "sick" : "well", i), i, "", 5);
  const Taken found = taken();
  EXPECT_TRUE(found.asks) << found.words;
  EXPECT_TRUE(contains(found.words, "holds 5 pages")) << found.words;
  EXPECT_EQ(taken({{"frames", std::string("each")}}).source->size(), 20);
  const Taken volumes = taken({{"frames", std::string("volume")}});
  EXPECT_EQ(loaded(*volumes.source, 0).input.shape(), (Shape{1, 5, 6, 8}));
}

// Archives of hospitals name files without an ending.
TEST_F(DicomLayouts, FilesWithoutAnEndingAreToBeRenamed) {
  for (int i = 0; i < 4; ++i) picture(fmt::format("IM{:05}", i), i);
  const Taken found = taken();
  EXPECT_TRUE(found.asks);
  EXPECT_TRUE(contains(found.words, ".dcm")) << found.words;
}

}  // namespace
}  // namespace fovea::test
