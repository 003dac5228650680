// Lists of well-known sets of pictures, archives that are read in place, and PNG files that move.
#include <fmt/format.h>
#include <zlib.h>

#include "../core/data/dicom_support.h"
#include "../core/data/importers/importer_support.h"
#include "../core/data/mat_support.h"
#include "../core/data/paged_support.h"
#include "core/data/files/animated_png.h"
#include "core/data/files/dicom_image.h"
#include "core/data/importers/box_columns.h"
#include "core/data/importers/volume_file.h"
#include "parsers.h"

namespace fovea::test {
namespace {

const TemporaryFolder& setsFolder() {
  static const TemporaryFolder folder;
  static const bool made = [] {
    for (const char* name :
         {"celeba/img_align_celeba/1.png", "celeba/img_align_celeba/2.png", "wider/WIDER_train/images/0--A/a.png",
          "wider/WIDER_train/images/0--A/b.png", "birds/images/001.A/a.png", "birds/images/002.B/b.png",
          "planes/data/images/1.png", "planes/data/images/2.png", "signs/00000/a.png", "signs/00000/b.png",
          "cars/car_ims/1.png", "cars/car_ims/2.png", "dogs/Images/n1-A/a.png", "dogs/Images/n2-B/b.png"})
      writeBytes(folder / name, greyPng(20, 10, 5));
    for (const char* name :
         {"createml/train/a.png", "createml/train/b.png", "keras/train/a.png", "keras/train/b c.png",
          "dota/train/images/a.png", "texts/images/a.png", "film/img1/000001.png", "film/img1/000002.png",
          "crowd/a.png", "crowd/b.png", "darknet/train/a.png", "segments/train/a.png", "segments/train/a_mask.png"})
      writeBytes(folder / name, greyPng(20, 10, 5));
    writeBytes(folder / "keras/train/_classes.txt", "cat\ndog\n");
    writeBytes(folder / "darknet/train/a.txt", "1 0.5 0.5 0.2 0.3\n");
    writeBytes(folder / "birds/images.txt", "1 001.A/a.png\n2 002.B/b.png\n");
    writeBytes(folder / "planes/data/images_variant_test.txt", "2 Boeing 717\n");
    writeBytes(folder / "dogs/test_list.mat", matFile({matCells("file_list", {"n2-B/b.png"})}));
    writeBytes(folder / "letters/emnist-letters-train-images-idx3-ubyte", idxImages(4, 5, 5));
    writeBytes(folder / "letters/emnist-letters-train-labels-idx1-ubyte", idxLabels(4, 2));
    return true;
  }();
  (void)made;
  return folder;
}

bool runSet(std::string_view importer, const std::string& source, const std::string& file, const std::uint8_t* bytes,
            std::size_t size) {
  writeBytes(setsFolder() / file, std::string(textOf(bytes, size)));
  const auto opened = tryOpen(importer, setsFolder() / source);
  require(opened.ok() || !opened.error().message.empty(), "an error without words");
  if (!opened.ok()) return false;
  const ImportSource& items = **opened;
  for (const SkippedSample& problem : items.problems()) require(!problem.reason.empty(), "a problem without a reason");
  for (std::int64_t i = 0; i < std::min<std::int64_t>(items.size(), 3); ++i) {
    const auto loadedItem = items.load(i);
    require(loadedItem.ok() || !loadedItem.error().message.empty(), "an error without words");
  }
  return true;
}

bool runAttributes(const std::uint8_t* bytes, std::size_t size) {
  return runSet("list", "celeba", "celeba/list_attr_celeba.txt", bytes, size);
}
bool runFaces(const std::uint8_t* bytes, std::size_t size) {
  return runSet("wider", "wider", "wider/wider_face_train_bbx_gt.txt", bytes, size);
}
bool runBirds(const std::uint8_t* bytes, std::size_t size) {
  return runSet("folder", "birds", "birds/train_test_split.txt", bytes, size);
}
bool runBirdBoxes(const std::uint8_t* bytes, std::size_t size) {
  return runSet("list_boxes", "birds", "birds/bounding_boxes.txt", bytes, size);
}
bool runSignBoxes(const std::uint8_t* bytes, std::size_t size) {
  return runSet("list_boxes", "signs", "signs/00000/GT-00000.csv", bytes, size);
}
bool runAircraft(const std::uint8_t* bytes, std::size_t size) {
  return runSet("folder", "planes", "planes/data/images_variant_train.txt", bytes, size);
}
bool runCars(const std::uint8_t* bytes, std::size_t size) {
  const bool boxes = runSet("list_boxes", "cars", "cars/cars_annos.mat", bytes, size);
  return runSet("folder", "cars", "cars/cars_annos.mat", bytes, size) && boxes;
}
bool runDogs(const std::uint8_t* bytes, std::size_t size) {
  return runSet("folder", "dogs", "dogs/train_list.mat", bytes, size);
}
bool runMappedLetters(const std::uint8_t* bytes, std::size_t size) {
  return runSet("idx", "letters", "letters/emnist-letters-mapping.txt", bytes, size);
}
bool runCreateMl(const std::uint8_t* bytes, std::size_t size) {
  return runSet("createml", "createml", "createml/train/_annotations.createml.json", bytes, size);
}
bool runKerasBoxes(const std::uint8_t* bytes, std::size_t size) {
  return runSet("keras_boxes", "keras", "keras/train/_annotations.txt", bytes, size);
}
bool runRotated(const std::uint8_t* bytes, std::size_t size) {
  return runSet("dota", "dota", "dota/train/labelTxt/a.txt", bytes, size);
}
// Reads the text twice: in the order that is found out, and in one that is stated.
bool runBoxTexts(const std::uint8_t* bytes, std::size_t size) {
  const bool guessed = runSet("box_texts", "texts", "texts/labels/gt_a.txt", bytes, size);
  const auto stated =
      tryOpen("box_texts", setsFolder() / "texts", {{"columns", "class centre_x centre_y width height -"}});
  require(stated.ok() || !stated.error().message.empty(), "an error without words");
  return guessed || stated.ok();
}
bool runTracks(const std::uint8_t* bytes, std::size_t size) {
  return runSet("track_boxes", "film", "film/gt/gt.txt", bytes, size);
}
bool runEntries(const std::uint8_t* bytes, std::size_t size) {
  return runSet("entry_boxes", "crowd", "crowd/list_train.odgt", bytes, size);
}
bool runColumns(const std::uint8_t* bytes, std::size_t size) {
  const auto columns = BoxColumns::parse(textOf(bytes, size));
  require(columns.ok() || !columns.error().advice.empty(), "an error without advice");
  if (!columns.ok()) return false;
  const auto again = BoxColumns::parse(columns->words());
  require(again.ok() && again->words() == columns->words(), "an order that is not read again");
  (void)columns->read(cellsOfBoxLine("1,2,3,4,a cat,5,6,7,8"));
  return true;
}
bool runDarknetNames(const std::uint8_t* bytes, std::size_t size) {
  return runSet("yolo", "darknet", "darknet/train/_darknet.labels", bytes, size);
}
bool runMaskNames(const std::uint8_t* bytes, std::size_t size) {
  return runSet("masks", "segments", "segments/train/_classes.csv", bytes, size);
}
bool runTalks(const std::uint8_t* bytes, std::size_t size) {
  return runSet("folder", "createml", "createml/train/_annotations.jsonl", bytes, size);
}
bool runZip(const std::uint8_t* bytes, std::size_t size) {
  return runSet("folder", "a.zip", "a.zip", bytes, size);
}

// The checksums would refuse nearly every changed file: they are written anew, as someone who means harm would.
std::string withChecksums(std::string file) {
  for (std::size_t at = 8; at + 12 <= file.size();) {
    std::size_t length = 0;
    for (std::size_t i = 0; i < 4; ++i) length = length << 8 | static_cast<std::uint8_t>(file[at + i]);
    if (length > file.size() - at - 12) break;
    const auto* body = reinterpret_cast<const Bytef*>(file.data() + at + 4);
    file.replace(at + 8 + length, 4, big32(static_cast<std::uint32_t>(crc32(0, body, static_cast<uInt>(length + 4)))));
    at += 12 + length;
  }
  return file;
}

bool runMovingPng(const std::uint8_t* bytes, std::size_t size) {
  const std::string file = withChecksums(std::string(textOf(bytes, size)));
  const auto count = countApngFrames(file);
  const auto frames = decodeApng(file, 8);
  require(frames.ok() || !frames.error().message.empty(), "an error without words");
  require(!frames.ok() || (count.ok() && frames->size() <= *count), "more frames than were counted");
  return frames.ok();
}

// Two pictures, one as it is and one packed.
std::string zipSeed() {
  std::string file, list;
  const auto bytes = [](std::uint64_t value, int width) {
    std::string text;
    // Widths beyond eight bytes are filled with zeros.
    for (int i = 0; i < width; ++i) text += static_cast<char>(i < 8 ? value >> (8 * i) : 0);
    return text;
  };
  int entries = 0;
  for (const bool packed : {false, true}) {
    const std::string content = greyPng(8, 6, packed ? 9 : 90), name = packed ? "cat/a.png" : "dog/b.png";
    // Without the two bytes before and the four behind that zlib adds.
    const std::string whole = deflated(content);
    const std::string data = packed ? whole.substr(2, whole.size() - 6) : content;
    const auto sum = crc32(0, reinterpret_cast<const Bytef*>(content.data()), static_cast<uInt>(content.size()));
    const std::string both = bytes(packed ? 8 : 0, 2) + bytes(0, 4) + bytes(sum, 4) + bytes(data.size(), 4) +
                             bytes(content.size(), 4) + bytes(name.size(), 2) + bytes(0, 2);
    list += "PK\1\2" + bytes(20, 2) + bytes(20, 2) + bytes(0, 2) + both + bytes(0, 10) + bytes(file.size(), 4) + name;
    file += "PK\3\4" + bytes(20, 2) + bytes(0, 2) + both + name + data;
    ++entries;
  }
  const std::size_t at = file.size();
  return file + list + "PK\5\6" + bytes(0, 4) + bytes(static_cast<std::uint64_t>(entries), 2) +
         bytes(static_cast<std::uint64_t>(entries), 2) + bytes(list.size(), 4) + bytes(at, 4) + bytes(0, 2);
}

// Two structures and the names of their classes.
std::string carsSeed(bool packed) {
  MatVariable list{"annotations", {1, 2}, "", 2, 2, packed};
  for (int i = 1; i <= 2; ++i) {
    list.fields.push_back(matText("relative_im_path", fmt::format("car_ims/{}.png", i)));
    for (const auto& [name, value] :
         {std::pair("bbox_x1", 2), {"bbox_y1", 1}, {"bbox_x2", 9}, {"bbox_y2", 7}, {"class", i}, {"test", i - 1}})
      list.fields.push_back(matScalar(name, value));
  }
  return matFile({list, matCells("class_names", {"Audi", "Fiat 500"}, packed)});
}

std::vector<std::string> dicomSeeds() {
  const DicomPicture scan{.width = 3,
                          .height = 2,
                          .values = {0, 1024, 1064, 1144, 1224, 4095, 1, 2, 3, 4, 5, 6},
                          .frames = 2,
                          .center = "40",
                          .widthOfWindow = "400",
                          .slope = "1",
                          .intercept = "-1024",
                          .patient = "a"};
  const DicomPicture colour{.width = 1,
                            .height = 2,
                            .values = {1, 2, 3, 4, 5, 6},
                            .bits = 8,
                            .stored = 8,
                            .samples = 3,
                            .photometric = "YBR_FULL"};
  DicomWriter sequences;
  sequences.add(0x0008, 0x1140, "SQ",
                sequences.number(0xfffe, 2) + sequences.number(0xe000, 2) + sequences.number(0xffffffff, 4) +
                    sequences.number(0xfffe, 2) + sequences.number(0xe00d, 2) + sequences.number(0, 4) +
                    sequences.number(0xfffe, 2) + sequences.number(0xe0dd, 2) + sequences.number(0, 4),
                true);
  addAttributes(sequences, {.width = 1, .height = 1});
  sequences.add(0x7fe0, 0x0010, "OW", "ab");
  return {dicomFile(scan), dicomFile(scan, {.explicitKinds = false, .syntax = "1.2.840.10008.1.2"}),
          dicomFile(scan, {.bigEndian = true, .syntax = "1.2.840.10008.1.2.2"}), dicomFile(colour), sequences.file()};
}
std::string packedDicomSeed() {
  return packedDicomFile({.width = 3, .height = 2, .values = {0, 1024, 1064, 1144, 1224, 4095}});
}
bool runVolume(const std::string& name, const std::uint8_t* bytes, std::size_t size) {
  writeBytes(setsFolder() / name, std::string(textOf(bytes, size)));
  const auto volume = readVolume(setsFolder() / name);
  require(volume.ok() || !volume.error().message.empty(), "an error without words");
  return volume.ok();
}
bool runMetaImage(const std::uint8_t* bytes, std::size_t size) {
  return runVolume("volumes/a.mha", bytes, size);
}
bool runNrrd(const std::uint8_t* bytes, std::size_t size) {
  return runVolume("volumes/a.nrrd", bytes, size);
}

bool runDicom(const std::uint8_t* bytes, std::size_t size) {
  const std::string_view content = textOf(bytes, size);
  (void)patientOfDicom(content);
  const auto seen = decodeDicom(content), measured = decodeDicomValues(content);
  for (const auto* const image : {&seen, &measured})
    require(image->ok() || !image->error().message.empty(), "an error without words");
  require(seen.ok() == measured.ok(), "a picture that is seen and not measured");
  const auto plain = uncompressedDicom(std::string(content));
  if (plain.ok()) require(dicomFrame(*plain, 1).ok() || !dicomFrame(*plain, 1).error().message.empty(), "no words");
  return seen.ok();
}

}  // namespace

std::vector<Parser> pictureSetParsers() {
  std::vector<Parser> found{
      {"attributes of faces",
       {"2\nBald Smiling\n1.png -1 1\n2.png 1 -1\n", "image_id,A,B\n1.png,1,-1\n"},
       runAttributes},
      {"boxes of faces",
       {"0--A/a.png\n2\n1 2 3 4 0 0 0 0 0 0\n5 2 4 4 0 0 0 1 0 0\n0--A/b.png\n0\n0 0 0 0\n"},
       runFaces},
      {"split by numbers", {"1 1\n2 0\n"}, runBirds},
      {"boxes of birds", {"1 1.0 2.0 5.0 6.5\n2 0 0 20 10\n"}, runBirdBoxes},
      {"boxes of signs",
       {"Filename;Width;Height;Roi.X1;Roi.Y1;Roi.X2;Roi.Y2;ClassId\na.png;20;10;1;2;9;8;0\n",
        "Roi.X1,Roi.Y1,Roi.X2,Roi.Y2,ClassId,Path\n1,2,9,8,0,b.png\n"},
       runSignBoxes},
      {"lists of aircraft", {"1 707-320\n2 Boeing 717\n"}, runAircraft},
      {"structures of cars", {carsSeed(false), carsSeed(true)}, runCars},
      {"cells of dogs", {matFile({matCells("file_list", {"n1-A/a.png", "n2-B/c.png"})})}, runDogs},
      {"mapping of letters", {"0 65\n1 66 98\n"}, runMappedLetters},
      {"create ml",
       {R"([{"image":"a.png","annotations":[{"label":"cat","coordinates":{"x":5,"y":5.5,"width":4,"height":3}}]},
            {"image":"b.png","annotations":[]}])",
        R"([{"imagefilename":"b.png","annotation":[{"label":"dog","coordinates":{"x":1,"y":2,"width":4,
            "height":3}}]}])"},
       runCreateMl},
      {"boxes of keras", {"a.png 1,2,9,8,0 3.5,2,30,9,1\nb c.png\n/x/train/b c.png 1,2,3,4,0\n"}, runKerasBoxes},
      {"boxes of dota",
       {"imagesource:GoogleEarth\ngsd:0.1\n5.0 1.0 9.0 4.0 5.0 8.0 1.0 4.0 large vehicle 1\n",
        "1 1 9 1 9 8 1 8 ship 0\n-1 1 9 1 9 80 1 8 ship\n"},
       runRotated},
      {"boxes in texts",
       {"1,2,30,40,0,4,0,1,\n", "3\ncat 1 2 9 8\ntraffic light 2.5 1 8 9\ncat 3 3 19 9.5\n", "(1,2),(19,8),1\n",
        "1,1,9,1,9,8,1,8,a, b\n1,1,9,1,9,8,1,8,###\n"},
       runBoxTexts},
      {"boxes of tracks", {"1,1,2,3,8,6,1,1,0.8\n2,1,3,3,8,6,0,1,1\n", "1,1,2,3,8,6,1,-1,-1,-1\n"}, runTracks},
      {"entries of boxes",
       {R"({"ID":"a","gtboxes":[{"tag":"person","hbox":[1,2,3,4],"vbox":[1,2,3,4],"fbox":[1,2,5,6],
            "extra":{"ignore":0}},{"tag":"mask","fbox":[1,1,2,2]}]})",
        R"({"frames":[{"name":"b.png","labels":[{"category":"car","box2d":{"x1":1,"y1":2,"x2":8,"y2":9}},
            {"category":"lane","poly2d":[]}]}]})"},
       runEntries},
      {"columns of boxes",
       {"class left top right bottom", "x y x y x y x y text", "left top width height score -"},
       runColumns},
      {"names of darknet", {"apple\npear tree\nplum\n", "0 apple\n1 pear\n"}, runDarknetNames},
      {"names of masks",
       {"Pixel Value, Class\n0, background\n5, apple\n", "Pixel Value, Class\n0, a\n255, \"b, c\"\n"},
       runMaskNames},
      {"talks about images",
       {"{\"image\":\"a.png\",\"prefix\":\"detect cat\",\"suffix\":\"<loc0064><loc0128> cat\"}\n",
        "{\"messages\":[{\"image_url\":{\"url\":\"data:image/png;base64,AAAA\"}}]}\n"},
       runTalks},
      {"zip in place", {zipSeed()}, runZip},
      {"dicom", dicomSeeds(), runDicom},
      {"packed dicom", {packedDicomSeed()}, runDicom},
      {"meta image",
       {"NDims = 3\nDimSize = 2 2 2\nElementType = MET_UCHAR\nElementSpacing = 0.5 0.5 2\nOffset = -1 -2 3\n"
        "TransformMatrix = 1 0 0 0 1 0 0 0 1\nElementDataFile = LOCAL\nabcdefgh"},
       runMetaImage},
      {"nrrd",
       {"NRRD0004\ntype: uchar\ndimension: 3\nsizes: 2 2 2\nencoding: raw\nspace: left-posterior-superior\n"
        "space directions: (0.5,0,0) (0,0.5,0) (0,0,2)\nspace origin: (-1,-2,3)\n\nabcdefgh",
        "NRRD0005\ntype: short\ndimension: 4\nsizes: 2 1 1 3\nkinds: domain domain domain list\nendian: big\n"
        "encoding: raw\n\nabcdefghijkl"},
       runNrrd}};
  if (canDecodeImages()) found.push_back({"png frames", {movingPng(0), movingPng(2)}, runMovingPng});
  return found;
}

}  // namespace fovea::test
