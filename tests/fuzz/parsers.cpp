#include "parsers.h"

#include <fmt/format.h>

#include <stdexcept>

#include "../core/data/importers/importer_support.h"
#include "../core/data/importers/sound_support.h"
#include "../core/data/mat_support.h"
#include "../core/data/paged_support.h"
#include "../core/data/parquet_support.h"
#include "core/base/random.h"
#include "core/data/files/image_file.h"
#include "core/data/importers/coco_file.h"
#include "core/data/importers/line_form.h"
#include "core/data/importers/name_labels.h"
#include "core/data/importers/parquet_rows.h"
#include "core/inspect/evaluation_store.h"
#include "core/project/run_filter.h"
#include "core/project/run_queue.h"
#include "core/project/run_view_choices.h"

namespace fovea::test {
namespace {

// A folder for the tested file and its accompanying files.
const TemporaryFolder& place() {
  static const TemporaryFolder folder;
  static const bool made = [] {
    for (const char* name : {"voc/JPEGImages/a.png",
                             "yolo/images/a.png",
                             "kitti/image_2/a.png",
                             "coco/a.png",
                             "yaml/images/a.png",
                             "flat/train/a/0.png",
                             "flat/val/1.png",
                             "labelme/a.png",
                             "list/0.png",
                             "list/1.png",
                             "transcripts/a.png",
                             "boxes/a.png",
                             "runs/a.png",
                             "cvat/a.png",
                             "cvat/7.png",
                             "ade/ADE_train_1.png",
                             "ade/ADE_train_1_seg.png",
                             "ids/train/a1.png",
                             "ids/train/b2.png",
                             "named/train/0.png",
                             "named/test/0.png",
                             "acts/run/r_0.png",
                             "acts/walk/w_0.png"})
      writeBytes(folder / name, greyPng(20, 10, 5));
    writeBytes(folder / "uci/u.data", "1,2,x\n3,4,y\n5,6,x\n7,1,y\n");
    writeBytes(folder / "yaml/labels/a.txt", "0 0.5 0.5 0.2 0.3\n");
    for (const char* name : {"har", "named-har"}) {
      writeBytes(folder / name / "X_train.txt", "1 2 3\n4 5 6\n7 8 9\n");
      writeBytes(folder / name / "y_train.txt", "1\n2\n1\n");
      writeBytes(folder / name / "activity_labels.txt", "1 WALK\n2 SIT\n");
    }
    writeBytes(folder / "spoken/a.wav", wav(300, 0.05, 8000));
    for (const char* name : {"sounds/a.wav", "sounds/b.wav"}) writeBytes(folder / name, wav(300, 0.05, 8000));
    writeBytes(folder / "idx/train-labels-idx1-ubyte", idxLabels(3, 3));
    return true;
  }();
  (void)made;
  return folder;
}

bool runImporter(std::string_view importer, const std::string& source, const std::string& file,
                 const std::uint8_t* bytes, std::size_t size, const FieldValues& options = {}) {
  writeBytes(place() / file, std::string(reinterpret_cast<const char*>(bytes), size));
  const auto opened = tryOpen(importer, place() / source, options);
  if (!opened.ok()) {
    require(!opened.error().message.empty(), "an error without words");
    return false;
  }
  const ImportSource& items = **opened;
  for (const SkippedSample& problem : items.problems()) require(!problem.reason.empty(), "a problem without a reason");
  for (std::int64_t i = 0; i < std::min<std::int64_t>(items.size(), 3); ++i) {
    require(!items.item(i).source.empty(), "an item without a source");
    const auto loaded = items.load(i);
    require(loaded.ok() || !loaded.error().message.empty(), "an error without words");
  }
  return true;
}

// Numbers and words as two parts of each sample.
bool runTwoParts(const std::uint8_t* bytes, std::size_t size) {
  return runImporter("csv", "parts.csv", "parts.csv", bytes, size, {{"categories", std::string("parts")}});
}

// A record of the store: for any content, nothing outside of it is read.
bool runRecord(const std::uint8_t* bytes, std::size_t size) {
  const auto sample = decodeSample({bytes, size});
  require(sample.ok() || !sample.error().message.empty(), "an error without words");
  if (!sample.ok()) return false;
  for (const Content& part : sample->parts) require(checkContent(part).ok(), "a part that cannot be");
  return sample->copy().ok();
}

std::string recordSeed() {
  const Tensor numbers = Tensor::of<float>({2}, {1, 2}), symbols = Tensor::of<std::int32_t>({3}, {0, 4, 2});
  SampleView sample;
  sample.input = rawContent(numbers);
  sample.parts = {rawContent(symbols), rawContent(numbers)};
  sample.source = "rows.csv";
  sample.hash = inputHash(sample);
  std::string record;
  encodeSample(sample, record);
  return record;
}

bool runImage(const std::uint8_t* bytes, std::size_t size) {
  const auto image = decodeImage({reinterpret_cast<const char*>(bytes), size});
  require(image.ok() || !image.error().message.empty(), "an error without words");
  return image.ok();
}

bool runRunQueue(const std::uint8_t* bytes, std::size_t size) {
  writeBytes(place() / "queue.json", std::string(reinterpret_cast<const char*>(bytes), size));
  const auto queue = RunQueue::read(place() / "queue.json");
  require(queue.ok() || !queue.error().message.empty(), "an error without words");
  if (!queue.ok()) return false;
  require(queue->write(place() / "again.json").ok(), "what was read cannot be written");
  const auto again = RunQueue::read(place() / "again.json");
  require(again.ok() && again->runs().size() == queue->runs().size(), "what was written is not what was read");
  return true;
}

std::string runQueueSeed() {
  RunQueue queue;
  for (const int priority : {0, 1}) {
    QueuedRun run;
    run.description.name = "run";
    run.start = "checkpoints/1/epoch-0001.safetensors";
    run.priority = priority;
    require(queue.add(run).ok(), "a seed that is refused");
  }
  return bytesOf([&queue](const std::filesystem::path& file) { return queue.write(file); });
}

#define FOVEA_PARSER(name, importer, source, file)           \
  bool name(const std::uint8_t* bytes, std::size_t size) {   \
    return runImporter(importer, source, file, bytes, size); \
  }
FOVEA_PARSER(runVoc, "voc", "voc", "voc/Annotations/a.xml")
FOVEA_PARSER(runYolo, "yolo", "yolo", "yolo/labels/a.txt")
FOVEA_PARSER(runYaml, "yolo", "yaml", "yaml/data.yaml")
FOVEA_PARSER(runImageLists, "folder", "flat", "flat/val/val_annotations.txt")
FOVEA_PARSER(runLabelMe, "labelme", "labelme", "labelme/a.json")
FOVEA_PARSER(runCvat, "cvat", "cvat", "cvat/annotations.xml")
FOVEA_PARSER(runUciNames, "csv", "uci", "uci/u.names")
FOVEA_PARSER(runArff, "csv", "w.arff", "w.arff")
FOVEA_PARSER(runUci, "csv", "w.data", "w.data")
FOVEA_PARSER(runLines, "csv", "lines.txt", "lines.txt")
FOVEA_PARSER(runJoined, "csv", "har", "har/X_train.txt")
FOVEA_PARSER(runJoinedNames, "csv", "named-har", "named-har/features.txt")
bool runSpokenText(const std::uint8_t* bytes, std::size_t size) {
  return runImporter("transcripts", "spoken", "spoken/a.txt", bytes, size, {{"seconds", 0.05}});
}
FOVEA_PARSER(runActionLists, "folder", "acts", "acts/splits/run_test_split1.txt")
FOVEA_PARSER(runIdTable, "csv", "ids", "ids/t.csv")
FOVEA_PARSER(runNamedList, "list", "named", "named/train.txt")
FOVEA_PARSER(runAdeNames, "masks", "ade", "ade/ADE_train_1_atr.txt")
FOVEA_PARSER(runKitti, "kitti", "kitti", "kitti/label_2/a.txt")
FOVEA_PARSER(runCsv, "csv", "t.csv", "t.csv")
FOVEA_PARSER(runTableLines, "csv", "t.jsonl", "t.jsonl")
FOVEA_PARSER(runBoxTable, "box_table", "boxes/t.csv", "boxes/t.csv")
FOVEA_PARSER(runRunLengths, "run_lengths", "runs/t.csv", "runs/t.csv")
FOVEA_PARSER(runTableArray, "csv", "t.json", "t.json")
FOVEA_PARSER(runList, "list", "list/all.txt", "list/all.txt")
FOVEA_PARSER(runTsv, "transcripts", "transcripts/t.tsv", "transcripts/t.tsv")
FOVEA_PARSER(runJsonDocument, "csv", "document.json", "document.json")
FOVEA_PARSER(runJsonLines, "transcripts", "transcripts/t.jsonl", "transcripts/t.jsonl")
FOVEA_PARSER(runNifti, "volumes", "v.nii", "v.nii")
FOVEA_PARSER(runPackedNifti, "volumes", "w.nii.gz", "w.nii.gz")
FOVEA_PARSER(runWav, "audio", "s.wav", "s.wav")
FOVEA_PARSER(runIdx, "idx", "idx", "idx/train-images-idx3-ubyte")
FOVEA_PARSER(runText, "text", "t.txt", "t.txt")
FOVEA_PARSER(runArray, "arrays", "x.npy", "x.npy")
FOVEA_PARSER(runArchive, "folder", "a.tar", "a.tar")
FOVEA_PARSER(runPickle, "cifar_python", "pickles", "pickles/data_batch_1")
FOVEA_PARSER(runSoundTable, "sound_table", "sounds/t.csv", "sounds/t.csv")
FOVEA_PARSER(runHdf5, "arrays", "a.h5", "a.h5")
FOVEA_PARSER(runParquet, "csv", "t.parquet", "t.parquet")
FOVEA_PARSER(runMat, "arrays", "a.mat", "a.mat")
#undef FOVEA_PARSER

// Reads the file as a whole, and as a quick look at a large file does: its beginning, and the categories at its end.
bool runCoco(const std::uint8_t* bytes, std::size_t size) {
  const bool read = runImporter("coco", "coco", "coco/all.json", bytes, size);
  CocoLimits limits;
  limits.quick = true;
  limits.bytes = size / 2;
  const auto quick = readCoco(place() / "coco/all.json", limits);
  require(quick.ok() || !quick.error().message.empty(), "an error without words");
  return read;
}

bool runCvatMasks(const std::uint8_t* bytes, std::size_t size) {
  return runImporter("cvat", "cvat", "cvat/annotations.xml", bytes, size, {{"use", std::string("masks")}});
}

// The guessed kind of lines, if none is chosen.
bool runLineForms(const std::uint8_t* bytes, std::size_t size) {
  const fs::path file = place() / "forms/train.txt";
  writeBytes(file, std::string(reinterpret_cast<const char*>(bytes), size));
  const SourceScan scan;
  const Status checked = checkLines(file.parent_path(), Look{Look::Quick, scan});
  require(checked.ok() || !checked.error().advice.empty(), "a refusal without advice");
  return lineFormOfFile(file) != LineForm::Text;
}

// One file name per line.
bool runFileNames(const std::uint8_t* bytes, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(bytes), size);
  const std::vector<std::string> lines = splitList(text, '\n');
  const std::vector<std::string_view> names(lines.begin(), lines.end());
  bool found = false;
  for (const FileKind kind : {FileKind::Audio, FileKind::Image}) {
    const auto labels = labelsInNames(names, {kind, "file", false});
    found = found || labels;
    if (labels) require(labels->sure || !labels->decision.alternatives.empty(), "a question without an answer");
    for (const std::int64_t part : {0, 1, 3})
      for (const std::string_view name : names) {
        const NameForm form = chosenForm(names, kind, part);
        require(form.classOf(name).size() <= 4 * name.size() + 16, "a class longer than its name");
        form.groupOf(name);
      }
  }
  return found;
}

// All pages of a file, of any depth.
bool runPages(const char* file, const std::uint8_t* bytes, std::size_t size) {
  return runImporter("folder", file, file, bytes, size,
                     {{"frames", std::string("each")}, {"deep", std::string("keep")}});
}
bool runTiff(const std::uint8_t* bytes, std::size_t size) {
  return runPages("pages.tif", bytes, size);
}
bool runWebp(const std::uint8_t* bytes, std::size_t size) {
  return runPages("frames.webp", bytes, size);
}
bool runGif(const std::uint8_t* bytes, std::size_t size) {
  return runPages("frames.gif", bytes, size);
}

// A file of two arrays: x in chunks that are shuffled, compressed and checksummed, and y contiguous.
std::string hdf5Seed() {
  static const std::string packed(
      "\x78\xda\xeb\xf4\x70\x71\xe3\xe5\x92\xe2\x62\x00\x01\x0e\x0e\x06\x16\x06\x01\x06\x64\xf0\x1f\x0a\x0e\x48"
      "\xa0\xf2\x61\xf2\x09\x50\x9a\x11\x4a\x77\x40\xe9\x15\x4c\x30\x71\x46\xb0\x1c\x54\x3b\x83\x20\xd4\x7c\x74"
      "\x75\x21\x41\xae\xae\x20\xd5\xff\xd1\x00\xcc\x1e\x03\x16\x08\x8d\xea\xba\x51\x30\x52\x80\x87\xab\x63\x00"
      "\x88\x8e\x80\xf2\x61\xe9\xe9\x04\x13\xaa\xba\x0a\x28\x5d\x89\x96\x2e\x1d\xc8\xb4\x97\x91\x81\x0d\x62\x06"
      "\x23\x8c\xaf\x01\xa1\x99\x20\x02\xd0\x64\xc9\xc0\x0c\xa5\xd1\xf9\xcc\xc0\x14\x0b\x52\x29\xc0\xc1\xc0\xc0"
      "\x84\x94\x82\x59\x19\x38\xc0\xe2\x4c\xcc\x10\x83\xb8\x19\x02\xc0\x7c\x46\xa8\x46\x26\xb0\x3c\x23\x43\x71"
      "\x46\x69\x5a\x5a\x4e\x2a\x03\x13\xdc\x3d\x10\xf1\x94\xd4\xb4\x9c\xc4\x92\x54\x24\xfb\x20\xe6\x02\xd5\x96"
      "\x24\x67\xa4\x16\x19\x1b\x41\xc4\x39\xa0\x21\xc5\xcc\xc4\x5c\xc1\x0a\x33\x1a\x81\x81\x40\x83\xa4\xf0\x08"
      "\xf6\xf3\x77\x61\x04\xbb\x0e\x02\x14\x98\xf1\xab\x87\xe5\xd7\x0d\xe2\xa3\x69\x18\x19\x80\xca\x3b\x46\x60"
      "\xec\xa1\x97\x77\x42\x04\xf4\x6d\xe0\x87\x95\xa3\xa8\x00\x2d\x1b\x30\x1c\x82\xaa\x13\xc2\x21\x0f\x03\x97"
      "\xd1\xcc\x63\xc2\xa1\xfe\x29\x3f\x76\xfb\x98\x08\x98\x3f\x0a\x46\xc1\x28\x18\x05\xa3\x60\x14\x8c\x82\x51"
      "\x30\x0a\x28\x03\x15\x71\xc9\x09\x29\x69\x89\xa0\xf6\x96\x29\x03\x67\xf2\x62\x1f\x79\xa0\x48\x52\x42\x2a"
      "\xa8\xf3\x60\xc6\xc0\xa1\x5e\xf5\xe8\x0b\x50\x20\xf9\xf9\x93\x24\x90\x92\x8b\x0c\x8a\x33\x35\xd4\xb6\x55"
      "\xc4\x3d\x4e\x78\x90\x06\x52\xd2\xc5\x20\xa2\x7e\xeb\x91\x06\xb4\x53\x3e\x0a\x46\xc1\x28\x18\x05\xa3\x60"
      "\x14\x8c\x82\x21\x01\x18\x19\x58\xd1\xc6\x23\x21\xe3\x7b\x8c\x8c\xa8\xe3\x91\xc8\xe3\x82\xe0\xf1\x47\xb8"
      "\x16\xc8\xc8\x1d\x7c\xfc\x91\x09\x32\xfe\x08\x1f\x27\x64\xfc\xc6\x8f\x6a\x02\x0c\x4c\x18\x94\xe1\x01\x00"
      "\xda\xe3\x65\x15",
      420);
  std::string file(6336, '\0');
  auto length = static_cast<uLongf>(file.size());
  uncompress(reinterpret_cast<Bytef*>(file.data()), &length, reinterpret_cast<const Bytef*>(packed.data()),
             packed.size());
  return file;
}

std::string matSeed(bool packed) {
  return matFile({{"X", {2, 3, 1, 4}, std::string(24, 'a'), 2, 9, packed},
                  {"labels", {4, 1}, std::string("\1\0\1\2", 4), 2, 9, packed}});
}

std::string gifSeed() {
  return gifFile(4, 3, "abcdef", {{0, 0, 4, 3, std::string(12, '\1')}, {1, 1, 2, 2, std::string("\0\1\2\3", 4), 3, 2}});
}

std::string littleBytes(std::uint64_t value, int count) {
  std::string bytes;
  for (int i = 0; i < count; ++i) bytes += static_cast<char>(value >> (8 * i));
  return bytes;
}

bool runEvaluation(const std::uint8_t* bytes, std::size_t size) {
  const auto evaluation = parseEvaluation({reinterpret_cast<const char*>(bytes), size});
  require(evaluation.ok() || !evaluation.error().message.empty(), "an error without words");
  return evaluation.ok();
}

// A stored evaluation of two samples in two classes.
std::string evaluationSeed() {
  Evaluation evaluation;
  evaluation.samples = 2;
  evaluation.confusion = ConfusionMatrix(2);
  evaluation.confusion.add(0, 0);
  evaluation.confusion.add(1, 0);
  evaluation.classes = classScores(evaluation.confusion, {"a", "b"});
  evaluation.answers = {{0, 0, 0, 0.75f, 0.75f}, {1, 1, 0, 0.5f, 0.5f}};
  evaluation.curves = {{{0.5, 1, 1, 0.5}}, {}};
  evaluation.calibration = calibrationOf(evaluation.answers);
  return bytesOf([&](const std::filesystem::path& file) -> Status {
    FOVEA_TRY(const SafetensorsFile content, evaluationFile(evaluation));
    return writeSafetensors(file, content);
  });
}

// A volume of 16-bit numbers in the first format.
std::string niftiSeed() {
  std::string header(352, '\0');
  header.replace(0, 4, littleBytes(348, 4));
  const int extents[] = {3, 4, 3, 2, 1, 1, 1, 1};
  for (std::size_t i = 0; i < 8; ++i) header.replace(40 + 2 * i, 2, littleBytes(static_cast<unsigned>(extents[i]), 2));
  header.replace(70, 2, littleBytes(4, 2));
  header.replace(108, 4, std::string("\0\0\xb0\x43", 4));  // 352 as a floating-point number
  header.replace(344, 4, std::string("n+1\0", 4));
  return header + std::string(48, '\7');
}

// Six pixels as a NumPy array.
std::string arraySeed() {
  std::string header = "{'descr': '|u1', 'fortran_order': False, 'shape': (2, 1, 3), }";
  header.resize(118, ' ');
  return std::string("\x93NUMPY\x01\0\x76\0", 10) + header + "abcdef";
}

// One image in a tar file.
std::string tarSeed() {
  const std::string content = greyPng(8, 6, 9);
  std::string header = "cat/a.png";
  header.resize(100, '\0');
  header += std::string(
                "0000644\0"
                "0000000\0"
                "0000000\0",
                24) +
            fmt::format("{:011o}", content.size()) + '\0' + std::string("00000000000\0", 12) + std::string(8, ' ') +
            '0';
  header.resize(512, '\0');
  header.replace(257, 8,
                 std::string("ustar\0"
                             "00",
                             8));
  unsigned sum = 0;
  for (const char c : header) sum += static_cast<unsigned char>(c);
  header.replace(148, 7, fmt::format("{:06o}", sum) + '\0');
  std::string file = header + content;
  file.resize((file.size() + 511) / 512 * 512 + 1024, '\0');
  return file;
}

// One CIFAR image with its label.
std::string pickleSeed() {
  return std::string(
             "\x80\x02}q\x01(U\x06labels](K\x01"
             "eU\x04"
             "datacnumpy.core.multiarray\n_reconstruct\n"
             "cnumpy\nndarray\nK\0\x85U\x01"
             "b\x87R(K\x01K\x01M\x00\x0c\x86"
             "cnumpy\ndtype\nU\x02u1K\0K\x01"
             "\x87R(K\x03U\x01|NNNJ\xff\xff\xff\xffJ\xff\xff\xff\xffK\0tb\x89T\0\x0c\0\0",
             145) +
         std::string(3072, 'p') + "tbu.";
}

std::string bmpSeed(std::uint64_t seed) {
  Random random(seed);
  std::string pixels;
  for (int i = 0; i < 8 * 4 * 3; ++i) pixels += static_cast<char>(random.next32());
  return "BM" + littleBytes(54 + pixels.size(), 4) + littleBytes(0, 4) + littleBytes(54, 4) + littleBytes(40, 4) +
         littleBytes(8, 4) + littleBytes(4, 4) + littleBytes(1, 2) + littleBytes(24, 2) + littleBytes(0, 4) +
         littleBytes(pixels.size(), 4) + std::string(16, '\0') + pixels;
}

// With a chunk for the camera's orientation.
std::string turnedPng(const std::string& pixels, char orientation) {
  const std::string plain = png(9, 7, pixels);
  const std::string exif =
      std::string("MM\0*\0\0\0\x08\0\1\1\x12\0\3\0\0\0\1\0", 19) + orientation + std::string(6, '\0');
  return plain.substr(0, 33) + pngChunk("eXIf", exif) + plain.substr(33);
}

// 6×6, lossless and lossy.
const std::string kWebp(
    "RIFF\x5a\0\0\0WEBPVP8L\x4d\0\0\0\x2f\x05\x40\x01\x00\xcd\x10\x48\xda\xe2\x6d\x7f\x44\xff\xe3\x9b\x88\xe8\x7f\x80"
    "\x55\x24\x49\xad\x6c\x34\xe9\x13\x7d\x59\x12\xbc\xe0\x98\x48\xdb\xa6\x64\x52\xee\x5f\xe0\x09\x91\xb6\x4d\xc9\xfc"
    "\x0b\xbc\x94\x93\x88\xba\x35\xb6\x37\xb5\xec\x3b\x00\x40\xf9\x7f\x04\x20\xfc\x0e\x40\x70\x44\x28\x3f\xf0\x23\x00"
    "\x01\x00",
    98);
const std::string kLossyWebp(
    "RIFF\x50\0\0\0WEBPVP8 \x44\0\0\0\xb0\x01\x00\x9d\x01\x2a\x06\x00\x06\x00\x05\x40\x7c\x25\x88\x02\x74\x00\xf2\x7e"
    "\xf6\x80\x00\xf2\x45\xf8\xb7\x3c\x5a\x7e\xbd\xe3\x44\x10\xc7\x21\x33\x3e\x0a\x34\x2e\xc6\x94\x42\xa8\x86\xd5\x67"
    "\x8f\xe5\x41\xc1\x00\x81\xc2\xc7\x49\xed\x67\x60\x56\x82\x04\x1f\xba\x60\x00\x00",
    88);

void needWords(const Error& error) {
  if (error.message.empty()) throw std::logic_error("an error that says nothing");
}

bool runRunFilter(const std::uint8_t* bytes, std::size_t size) {
  const auto filter = RunFilter::parse({reinterpret_cast<const char*>(bytes), size});
  if (!filter.ok()) return needWords(filter.error()), false;
  for (const std::string& name : filter->names())
    filter->matches("first run", [&](const std::string& asked) -> std::optional<FilterValue> {
      if (asked == name) return 0.5;
      return std::string("text");
    });
  return true;
}

bool runRunView(const std::uint8_t* bytes, std::size_t size) {
  const auto choices = parseRunViewChoices({reinterpret_cast<const char*>(bytes), size});
  if (!choices.ok()) return needWords(choices.error()), false;
  // What was read can be written, and is read back unchanged.
  const auto again = parseRunViewChoices(formatRunViewChoices(*choices));
  if (!again.ok()) throw std::logic_error("choices that were written cannot be read");
  return true;
}

}  // namespace

std::vector<std::string> imageSeeds(std::uint64_t seed) {
  Random random(seed);
  const auto bytes = [&](std::size_t count) {
    std::string text(count, '\0');
    for (char& c : text) c = static_cast<char>(random.next32());
    return text;
  };
  std::vector<std::string> seeds = {png(9, 7, bytes(63)),
                                    png(9, 7, bytes(189), 2),
                                    png(9, 7, std::string(63, '\1'), 3, bytes(9)),
                                    "P5\n9 7\n255\n" + bytes(63),
                                    "P6 9 7 255\n" + bytes(189),
                                    bmpSeed(seed),
                                    kWebp,
                                    kLossyWebp,
                                    turnedPng(bytes(63), 6)};
  if (!canDecodeImages()) return seeds;
  for (const std::int64_t channels : {1, 3}) {
    Tensor image = Tensor::make({DataType::UInt8, Shape{channels, 12, 17}});
    for (std::uint8_t& pixel : image.values<std::uint8_t>()) pixel = static_cast<std::uint8_t>(random.next32());
    for (const Encoding encoding : {Encoding::Jpeg, Encoding::Png}) {
      const auto file = encodeImage(image, encoding, 80);
      if (file.ok()) seeds.push_back(*file);
    }
  }
  return seeds;
}

std::vector<Parser> parsers() {
  const std::string voc =
      "<?xml version=\"1.0\"?><annotation><filename>a.png</filename><size><width>20</width><height>10</height></size>"
      "<object><name>cat</name><bndbox><xmin>1</xmin><ymin>1</ymin><xmax>8</xmax><ymax>9</ymax></bndbox></object>"
      "</annotation>";
  const std::string coco =
      "{\"images\":[{\"id\":1,\"file_name\":\"a.png\",\"width\":20,\"height\":10}],\"annotations\":[{\"id\":1,"
      "\"image_id\":1,\"category_id\":3,\"bbox\":[1,2,5,6],\"segmentation\":[[1,2,6,2,6,8,1,8]],\"iscrowd\":0}],"
      "\"categories\":[{\"id\":3,\"name\":\"cat\"}]}";
  std::vector<Parser> found{
      {"image", imageSeeds(1), runImage},
      {"voc", {voc}, runVoc},
      {"yolo", {"0 0.5 0.5 0.2 0.3\n1 0.1 0.1 0.1 0.1\n", "0 0.1 0.1 0.9 0.1 0.5 0.9\n"}, runYolo},
      {"kitti", {"Car 0.00 0 -1.58 1.2 2.3 8.4 9.5 1.5 1.6 3.9 1.8 1.6 46.0 -1.5\n"}, runKitti},
      {"yaml",
       {"train: ../train\nnames: ['a, b', \"c\", d]  # all\nnc: 3\n", "names:\n  0: a\n  2: b\nval: [x, y]\n",
        "a: &a [x]\nb: {c: *a, d: {e: f}}\nnames:\n- |\n  g\n- h\n"},
       runYaml},
      {"cvat",
       {R"(<annotations><image name="a.png" width="20" height="10"><box label="x" xtl="1" ytl="2" xbr="3" ybr="4"/>
            <polygon label="y" points="1,2;3,4;5,1"/></image></annotations>)"},
       runCvat},
      {"cvat masks",
       {R"(<annotations><image name="a.png"><mask label="x" rle="1, 2, 2, 1" left="2" top="1" width="3" height="2"/>
            <ellipse label="y" cx="6" cy="4" rx="2" ry="1" rotation="30"/></image></annotations>)",
        R"(<annotations><meta><task></task></meta><track label="x"><box frame="7" outside="0" xtl="1" ytl="2" xbr="3" ybr="4"/>
            <polygon frame="8" points="1,2;3,4;5,1"/></track></annotations>)"},
       runCvatMasks},
      {"uci", {"|remark\n1, 2.5, x.\n3, ?, y.\n5, 6, x.\n"}, runUci},
      {"arff",
       {"% c\n@relation r\n@attribute 'a b' numeric\n@attribute c {x, \"y z\"}\n@data\n1, x\n?, 'y z', {3}\n{1 x}\n"},
       runArff},
      {"uci names", {"| remark\nx, y.\n\na: continuous.\nb: u, v.\n"}, runUciNames},
      {"lines",
       {"__label__a __label__b one two\n__label__a three\n__label__b four\n__label__a five\n",
        "NUM:count How many ?\nDESC:what What ?\nNUM:count So ?\n"
        "DESC:what No ?\n",
        "1.5\t\t2 3\n4 5 6\n7 8 9\n1 2 3\n",
        "ham\tone, two, and a few words more\nspam\tthree of the words that are long\nham\tfour and no comma in "
        "it\nham\tfive is the last of them\n"},
       runLines},
      {"line forms",
       {"EU NNP B-ORG\nrejects VBZ O\n\nGerman JJ O\ncall NN O\n", "1 3:0.5 7:1\n-1 2:0.25\n1 1:1\n1 4:2\n",
        "(3 (2 It) (4 works))\n(1 (2 It) (0 not))\n(2 It)\n(2 So)\n", "1,2,3\n4,5,6\n7,8,9\n1,2,3\n"},
       runLineForms},
      {"names of files",
       {"7_jackson_32.wav\n0_nicolas_1.wav\n7_jackson_3.wav\n0_jackson_1.wav\n",
        "03-01-06-01-02-01-12.wav\n03-01-05-01-02-01-12.wav\n03-01-06-01-02-02-12.wav\n03-01-05-02-02-01-12.wav\n",
        "cat.0.jpg\ndog.1.jpg\ncat (2).jpg\ndog_3.jpg.chip.jpg\n",
        "03a01Fa.wav\n03a01Wa.wav\n08b02Fc.wav\n08b02Wb.wav\n",
        "25_0_2_20170116174525125.jpg\n1_1_0_20170116174525125.jpg\n2_0_2_20170116174525126.jpg\n3_0_1_"
        "20170116174525125.jpg\n"},
       runFileNames},
      {"joined tables", {"  1.0e+00 -2.5\n 3 4\n5 6\n"}, runJoined},
      {"joined names", {"1 tBodyAcc-mean()-X\n2 bands\n3 bands\n"}, runJoinedNames},
      {"spoken text", {"Please call Stella.\n", "0 46797 She had your suit.\n"}, runSpokenText},
      {"action lists", {"r_0.png 1 \nr_1.png 2\nr_2.png 0\n"}, runActionLists},
      {"id table", {"id,breed\na1,x\nb2,y\n"}, runIdTable},
      {"named list", {"0.png 3\n"}, runNamedList},
      {"ade names", {"001 # 0 # 0 # wall, wall # wall # \"\"\n002 # 1 # 0 # door # door # \"\"\n"}, runAdeNames},
      {"labelme",
       {R"({"shapes": [{"label": "x", "points": [[1, 2], [3, 4], [5, 1]], "shape_type": "polygon"}],
            "imagePath": "a.png", "imageHeight": 10, "imageWidth": 20})"},
       runLabelMe},
      {"image lists", {"1.png\ta\t0\t1\t2\t3\n", "ImageId,Class\n1,a 2 3\n"}, runImageLists},
      {"coco", {coco}, runCoco},
      {"csv",
       {"a,b,label\n1,2,x\n3,\"4\",y\n5,6,x\n", "text;tag\n\"one; two\";a\nthree four;b\nfive;a\n",
        std::string("\xff\xfe"
                    "a\0,\0b\0\n\0"
                    "1\0,\0x\0\n\0"
                    "2\0,\0y\0\n\0",
                    26),
        "id,pixels,when,town,usage,y\n1,0 7 255,2024-03-01,Ulm,Training,-1\n2,1 2 3,1.3.2024,NA,PublicTest,1\n"},
       runCsv},
      {"csv parts", {"a,town,label\n1,Ulm,x\n3,Bern,y\n5,Ulm,x\n7,,y\n"}, runTwoParts},
      {"record", {recordSeed()}, runRecord},
      {"box table",
       {"filename,class,xmin,ymin,xmax,ymax\na.png,x,1,2,5,6\na.png,y,0,0,3,3\n,,,,,\n",
        "image_id,width,height,bbox\na,8,8,\"[1.0, 2, 3, 4]\"\na,8,8,\"[5, 1, 2, 2]\"\n",
        "a.png,1,2,5,6,object,8,8\na.png,0,0,3,3,object,8,8\n"},
       runBoxTable},
      {"run lengths",
       {"ImageId,ClassId,EncodedPixels\na.png,1,1 2 7 1\na.png,3,12 1\na.png,1,\n",
        "Image_Label,EncodedPixels\na.png_Fish,1 2\n", "id,annotation,cell_type\na,1 2 7 1,astro\n"},
       runRunLengths},
      {"table lines",
       {"{\"text\": \"one two\", \"label\": 0, \"more\": [1]}\n{\"text\": \"three\", \"label\": 1, \"n\": null}\n"},
       runTableLines},
      {"table array", {"[{\"a\": 1.5, \"y\": \"b\"}, {\"a\": 2, \"y\": \"c\"}, {\"b\": true}]"}, runTableArray},
      {"list", {"0.png 0\n1.png 1,2\n\"0.png\" cat\n"}, runList},
      {"tsv", {"a.png\tgo on\nb.png\tno\n", "path\tsentence\na.png\tgo\n"}, runTsv},
      {"json lines",
       {"{\"path\": \"a.png\", \"text\": \"go\"}\n{\"path\": \"a.png\", \"text\": \"\\u00e9\"}\n"},
       runJsonLines},
      {"json document",
       {"[[\"a text\", \"x\"], [\"b\", \"y\"]]", "{\"train\": [{\"a\": 1, \"label\": \"x\"}], \"test\": [[2, \"y\"]]}",
        "{\"a\": {\"0\": 1, \"1\": 2}, \"label\": {\"0\": \"x\", \"1\": \"y\"}}",
        "{\"columns\": [\"a\", \"label\"], \"data\": [[1, \"x\"], [2, \"y\"]]}",
        "{\"version\": 1, \"data\": [{\"a\": 1, \"label\": \"x\"}]}", "{\"p\": {\"a\": 1}, \"q\": {\"a\": 2}}"},
       runJsonDocument},
      {"nifti", {niftiSeed()}, runNifti},
      {"packed nifti", {gzip(niftiSeed())}, runPackedNifti},
      {"wav", {wav(200, 0.02, 8000), wav(200, 0.02, 44100, 2)}, runWav},
      {"idx", {idxImages(3, 4, 5), gzip(idxImages(3, 4, 5))}, runIdx},
      {"text",
       {"Plain words, \xc3\xa9 and more of them; a text that is long enough to be cut into windows of "
        "one hundred and twenty-eight symbols, twice if need be.\n",
        "D\xe9j\xe0 vu, in a text of one byte a character that is long enough to be cut into a window of one hundred "
        "and twenty-eight symbols, and somewhat longer than that.\n"},
       runText},
      {"array", {arraySeed()}, runArray},
      {"archive", {tarSeed()}, runArchive},
      {"pickle", {pickleSeed()}, runPickle},
      {"hdf5", {hdf5Seed()}, runHdf5},
      {"mat", {matSeed(false), matSeed(true)}, runMat},
      {"run queue", {runQueueSeed()}, runRunQueue},
      {"evaluation", {evaluationSeed()}, runEvaluation},
      {"sound table", {"file,label,fold\na.wav,cat,1\nb.wav,dog,2\na.wav,dog,2\n"}, runSoundTable},
      {"run filter", {"lr<0.01 acc >= 90% -tag:paper, \"two words\" note:\"a b\" status!=failed"}, runRunFilter},
      {"run view",
       {R"({"axis": "epoch", "smoothing": 0.5, "chosen": [1, 2], "columns": ["momentum"], "notes": [{"run": 3,
            "tags": ["a", "b"], "text": "c"}]})"},
       runRunView}};
  if (canDecodeImages())
    found.push_back({"tiff",
                     {tiffFile({{3, 2, {1, 2, 3, 4, 5, 6}}, {1, 2, {1, 2}, 16}}),
                      tiffFile({{1, 1, {1, 2, 3, 4}, 8, 4, 6}, {1, 1, {9}, 8, 1, 1, true}}, true)},
                     runTiff});
  if (canReadParquet().ok())
    found.push_back({"parquet", {valuesParquet(), picturesParquet(), objectsParquet()}, runParquet});
  if (decodeImage(movingWebp()).ok()) found.push_back({"webp frames", {movingWebp()}, runWebp});
  const std::string gif = gifSeed();
  if (decodeImage(gif).ok()) found.push_back({"gif", {gif}, runGif});
  for (Parser& parser : hdf5Parsers()) found.push_back(std::move(parser));
  for (Parser& parser : pictureSetParsers()) found.push_back(std::move(parser));
  for (Parser& parser : annotationParsers()) found.push_back(std::move(parser));
  for (Parser& parser : modelParsers()) found.push_back(std::move(parser));
  return found;
}

}  // namespace fovea::test
