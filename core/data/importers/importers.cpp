#include <system_error>

#include "core/data/files/dicom_elements.h"
#include "core/data/files/dicom_image.h"
#include "core/data/files/stand_in.h"
#include "core/data/importers/idx_importer.h"
#include "core/data/importers/library.h"
#include "core/data/importers/source_root.h"
#include "core/data/importing/archive.h"
#include "core/data/importing/decision_answer.h"
#include "core/data/importing/importer.h"
#include "core/data/importing/names.h"

namespace fovea {
namespace fs = std::filesystem;

std::vector<std::shared_ptr<const Importer>> importers() {
  return {idxImporter(),
          cifarPythonImporter(),
          cifarImporter(),
          lmdbImporter(),
          svhnImporter(),
          arrayImporter(),
          cocoImporter(),
          createMlImporter(),
          labelMeImporter(),
          cvatImporter(),
          vocImporter(),
          yoloImporter(),
          kittiImporter(),
          dotaImporter(),
          widerImporter(),
          kerasBoxesImporter(),
          entryBoxesImporter(),
          annotationsImporter(),
          trackBoxesImporter(),
          boxTextsImporter(),
          maskImporter(),
          pairImporter(),
          volumeImporter(),
          soundTableImporter(),
          transcriptImporter(),
          textListImporter(),
          runLengthImporter(),
          boxTableImporter(),
          csvImporter(),
          audioImporter(),
          videoImporter(),
          folderImporter(),
          labelledTextImporter(),
          textImporter(),
          superResolutionImporter(),
          sideBySideImporter(),
          stackImporter(),
          listBoxesImporter()};
}

Result<std::shared_ptr<const Importer>> findImporter(std::string_view name) {
  std::string known;
  for (const auto& importer : importers()) {
    if (importer->name() == name) return importer;
    known += (known.empty() ? "" : "; ") + importer->name();
  }
  return fail(ErrorCode::NotFound, "There is no importer named \"" + std::string(name) + "\".",
              "There are: " + known + ".");
}

namespace {

struct ForeignFormat {
  const char* ending;
  const char* advice;    // how to convert such a file to a supported format
  const char* inFolder;  // advice where a folder holds such files; null: the same
};

constexpr const char* kOneArrayFile =
    "A folder of such files is no single data set here: import one of them, or put their arrays into one file.";
constexpr const char* kFeather =
    "Feather files are not read. In Python: pandas.read_feather(\"a.feather\").to_csv(\"a.csv\", index=False). Then "
    "import a.csv.";
constexpr const char* kPickle =
    "Pickles may run any program and are not read, but for those of CIFAR. In Python, where you trust the file: d = "
    "pickle.load(open(\"a.pkl\", \"rb\")), then d.to_csv(\"a.csv\", index=False) for a table, or "
    "numpy.savez(\"a.npz\", x=…, y=…) for arrays. Then import that.";
constexpr const char* kTorchFile =
    "Files of PyTorch are not read as data. Load them in Python and write their tensors: numpy.savez(\"a.npz\", x=…, "
    "y=…). Then import a.npz.";
constexpr const char* kSqlite =
    "Databases are not read. Write the rows of a table to CSV: sqlite3 -header -csv a.sqlite \"SELECT * FROM t\" > "
    "a.csv. Then import a.csv.";
constexpr const char* kTfRecord =
    "TFRecord files are not read. Write their pictures or texts to a folder per class with tensorflow.data, and import "
    "that.";
constexpr const char* kRecordIo =
    "RecordIO files are not read. Write their pictures to a folder per class with mxnet.recordio, and import that.";
constexpr const char* kSlides =
    "Whole slides are not read. Cut them into tiles in PNG, for instance with openslide, a folder per class, and "
    "import that.";
constexpr const char* kGrids =
    "Grids of this format are not read. In Python: numpy.savez(\"a.npz\", x=xarray.open_dataset(\"a.nc\")[\"name\"]"
    ".values), the samples along the first axis. Then import a.npz.";
constexpr const char* kSignals =
    "Recordings of this format are not read. In Python, with mne or wfdb, cut them into equal windows, and "
    "numpy.savez(\"a.npz\", x=windows, y=classes). Then import a.npz.";
constexpr const char* kForeignSounds =
    "Sounds in this format are not read. Convert them to FLAC, for instance: ffmpeg -i a.m4a a.flac. Then import the "
    "folder.";
constexpr const char* kSpreadsheets = "Spreadsheets are not read. Save the sheet as CSV, and import that.";
constexpr const char* kForeignArchives =
    "Archives of this format are not read. Unpack them, or pack their files as zip or tar, and import that.";
constexpr const char* kPackedFiles =
    "Files packed in this way are not read, but for tar archives. Unpack them, for instance with bzip2 -d, xz -d, zstd "
    "-d or lz4 -d, and import that.";
constexpr const char* kOneHdf5File =
    "A folder of such files is no single data set here: import one of them, or put their arrays into one file. In "
    "Python: f = h5py.File(\"a.h5\"); numpy.savez(\"a.npz\", x=f[\"x\"], y=f[\"y\"]). Then import a.npz.";
constexpr const char* kDicom =
    "DICOM files are read under names that end in .dcm. Rename them, for instance: for f in *; do mv \"$f\" "
    "\"$f.dcm\"; "
    "done. Or convert series to NIfTI: dcm2niix FOLDER. Then import the folder.";
constexpr const char* kLaterMatlab =
    "It is a file of MATLAB 7.3 and holds no arrays that are read. In Python: f = h5py.File(\"a.mat\"); "
    "numpy.savez(\"a.npz\", x=f[\"X\"], y=f[\"y\"]), the samples along the first axis. Then import a.npz.";
constexpr const char* kForeignImages =
    "Images in this format are not read. Convert them to PNG or JPEG, for instance with ImageMagick: magick mogrify "
    "-format png FILES. Then import the folder.";
constexpr const char* kForeignShapes =
    "Meshes and clouds of points are not read. Write their points to an array, in Python: numpy.savez(\"a.npz\", "
    "x=points, y=classes), a sample along the first axis. Then import a.npz.";
constexpr const char* kFilesOfR =
    "Files of R are not read. In R: write.csv(readRDS(\"a.rds\"), \"a.csv\", row.names = FALSE), or load() and "
    "write.csv(). Then import a.csv.";
constexpr const char* kOneArchive =
    "Archives in a folder are not opened: import one of them, or unpack them and import the folder.";

constexpr ForeignFormat kForeignFormats[] = {
    {".mat",
     "It holds no arrays that are read. In Python: d = scipy.io.loadmat(\"a.mat\"); numpy.savez(\"a.npz\", x=d[\"X\"], "
     "y=d[\"y\"]), the samples along the first axis. Then import a.npz.",
     nullptr},
    {".parquet",
     "Parquet files are not read by this build. In Python: pandas.read_parquet(\"a.parquet\").to_csv(\"a.csv\", "
     "index=False). Then import a.csv. Or build Fovea with Arrow's C++ library, see README.md.",
     nullptr},
    {".arrow",
     "Arrow files are not read. In Python: pandas.read_feather(\"a.arrow\").to_csv(\"a.csv\", index=False). Then "
     "import a.csv.",
     nullptr},
    {".feather", kFeather, nullptr},
    {".ftr", kFeather, nullptr},
    {".orc",
     "ORC files are not read. In Python: pandas.read_orc(\"a.orc\").to_csv(\"a.csv\", index=False). Then import a.csv.",
     nullptr},
    {".pkl", kPickle, nullptr},
    {".pickle", kPickle, nullptr},
    {".joblib", kPickle, nullptr},
    {".pt", kTorchFile, nullptr},
    {".pth", kTorchFile, nullptr},
    {".sqlite", kSqlite, nullptr},
    {".sqlite3", kSqlite, nullptr},
    {".db", kSqlite, nullptr},
    {".tfrec", kTfRecord, nullptr},
    {".recordio", kRecordIo, nullptr},
    {".rec", kRecordIo, nullptr},
    {".svs", kSlides, nullptr},
    {".ndpi", kSlides, nullptr},
    {".mrxs", kSlides, nullptr},
    {".nc", kGrids, nullptr},
    {".grib", kGrids, nullptr},
    {".grb", kGrids, nullptr},
    {".fits",
     "FITS files are not read. In Python: numpy.savez(\"a.npz\", x=numpy.stack([astropy.io.fits.getdata(f) for f in "
     "files]), y=classes). Then import a.npz.",
     nullptr},
    {".edf", kSignals, nullptr},
    {".hea", kSignals, nullptr},
    {".m4a", kForeignSounds, nullptr},
    {".aac", kForeignSounds, nullptr},
    {".wma", kForeignSounds, nullptr},
    {".sph", kForeignSounds, nullptr},
    {".h5",
     "It holds no HDF5 arrays that are read. In Python: f = h5py.File(\"a.h5\"); numpy.savez(\"a.npz\", x=f[\"x\"], "
     "y=f[\"y\"]). Then import a.npz.",
     kOneHdf5File},
    {".hdf5",
     "It holds no HDF5 arrays that are read. In Python: f = h5py.File(\"a.hdf5\"); numpy.savez(\"a.npz\", x=f[\"x\"], "
     "y=f[\"y\"]). Then import a.npz.",
     kOneHdf5File},
    {".npz", "It holds no arrays of samples, such as x and y.", kOneArrayFile},
    {".npy", "An array of samples has them along its first axis.",
     "The names of the arrays do not say which are samples and which their labels: import one file, or name them like "
     "x_train.npy and y_train.npy."},
    {".tfrecord", kTfRecord, nullptr},
    {".ima", kDicom, nullptr},
    {".sav",
     "Files of SPSS are not read. In Python: pandas.read_spss(\"a.sav\").to_csv(\"a.csv\", index=False). Then import "
     "a.csv.",
     nullptr},
    {".dta",
     "Files of Stata are not read. In Python: pandas.read_stata(\"a.dta\").to_csv(\"a.csv\", index=False). Then import "
     "a.csv.",
     nullptr},
    {".sas7bdat",
     "Files of SAS are not read. In Python: pandas.read_sas(\"a.sas7bdat\").to_csv(\"a.csv\", index=False). Then "
     "import a.csv.",
     nullptr},
    {".rds", kFilesOfR, nullptr},
    {".rdata", kFilesOfR, nullptr},
    {".rda", kFilesOfR, nullptr},
    {".xlsx", kSpreadsheets, nullptr},
    {".xls", kSpreadsheets, nullptr},
    {".ods", kSpreadsheets, nullptr},
    {".rar", kForeignArchives, nullptr},
    {".7z", kForeignArchives, nullptr},
    {".bz2", kPackedFiles, nullptr},
    {".xz", kPackedFiles, nullptr},
    {".zst", kPackedFiles, nullptr},
    {".lz4", kPackedFiles, nullptr},
    {".zip", "It holds nothing that can be imported.", kOneArchive},
    {".tar", "It holds nothing that can be imported.", kOneArchive},
    {".tgz", "It holds nothing that can be imported.", kOneArchive},
    {".gz", "It holds nothing that can be imported.", kOneArchive},
};
constexpr std::string_view kLaterMatlabHead = "MATLAB 7.3";
constexpr int kNamesLookedAt = 1000;
constexpr int kDeepestForeign = 4;

// Returns true for DICOM, whose files often have no ending: "DICM" follows 128 bytes.
bool holdsDicom(const fs::path& file) {
  return isDicom(beginningOfFile(file, kDicomPreamble + 4));
}

// Returns true for a pickle of Python under another ending, such as ".dat": its protocol from 2 on, a point at the end.
bool holdsPickle(const fs::path& file) {
  const std::string start = beginningOfFile(file, 2);
  return start.size() == 2 && start[0] == '\x80' && start[1] >= 2 && start[1] <= 5;
}

}  // namespace

std::string adviceForForeign(const fs::path& source) {
  const auto adviceFor = [](const fs::path& file, bool inFolder) -> std::string {
    std::string ending = lowerCase(file.extension().string());
    // Shards: "mnist-train.tfrecord-00000-of-00010".
    if (ending.starts_with(".tfrecord-")) ending = ".tfrecord";
    if (ending == ".mat" && beginningOfFile(file, kLaterMatlabHead.size()) == kLaterMatlabHead) return kLaterMatlab;
    for (const ForeignFormat& format : kForeignFormats)
      if (ending == format.ending) return inFolder && format.inFolder ? format.inFolder : format.advice;
    if (isForeignImage(file.filename().string())) return kForeignImages;
    if (isForeignShape(file.filename().string())) return kForeignShapes;
    if (ending.empty() && holdsDicom(file)) return kDicom;
    if (ending == ".dat" && holdsPickle(file)) return kPickle;
    return {};
  };
  std::error_code code;
  if (!fs::is_directory(source, code)) return adviceFor(source, false);
  int looked = 0;
  const auto options = fs::directory_options::skip_permission_denied;
  for (fs::recursive_directory_iterator entry(source, options, code), end; !code && entry != end;
       entry.increment(code)) {
    if (++looked > kNamesLookedAt) break;
    std::error_code ignored;
    const bool folder = entry->is_directory(ignored);
    if (folder && entry.depth() >= kDeepestForeign) entry.disable_recursion_pending();
    if (folder) continue;
    if (std::string advice = adviceFor(entry->path(), true); !advice.empty()) return advice;
  }
  return {};
}

namespace {

// Removes the answers that select an importer which then refuses the source. Of none that works, all are kept.
void dropFailingAnswers(const Importer& importer, const fs::path& source, const SourceScan& scan, Recognition& found) {
  const Schema own = importer.options();
  const auto fails = [&](const std::string& alternative) {
    const auto answer = readAnswer(own, alternative);
    if (!answer.ok()) return true;
    const auto other = findImporter(answer->kind);
    if (!alternative.starts_with(kKindOption) || !other.ok()) return false;
    const auto options = (*other)->options().complete(answer->values);
    return !options.ok() || !(*other)->recognise(source, *options, scan).ok();
  };
  for (ImportDecision& decision : found.decisions) {
    if (decision.sure) continue;
    const std::vector<std::string> all = decision.alternatives;
    std::erase_if(decision.alternatives, fails);
    if (decision.alternatives.empty()) decision.alternatives = all;
  }
}

}  // namespace

Result<Recognition> recogniseAny(const fs::path& source, const SourceScan& scan, const OptionsOfImporter& options) {
  std::error_code code;
  if (!fs::exists(source, code)) {
    if (code && code != std::errc::no_such_file_or_directory)
      return systemError(code.value(), "Cannot open " + source.string());
    return fail(ErrorCode::NotFound, "There is no file or folder " + source.string() + ".");
  }
  // mayGuess() looks where recognise() will; recognise() itself says what is wrong with an archive.
  FOVEA_TRY(fs::path root, rootOfSource(source, scan));
  if (const auto archive = scan.unpacked(root); archive.ok() && *archive) {
    FOVEA_TRY(root, rootOfSource((*archive)->folder(), scan));
  }
  std::string known;
  std::string advice;
  for (const auto& importer : importers()) {
    known += (known.empty() ? "" : "; ") + importer->title();
    if (const Status may = importer->mayGuess(root, scan); !may.ok()) {
      if (may.error().code != ErrorCode::Unsupported) return may.error();
      if (!may.error().advice.empty()) advice = may.error().advice;
      continue;
    }
    auto recognition = importer->recognise(source, options ? options(*importer) : importer->options().defaults(), scan);
    if (recognition.ok()) dropFailingAnswers(*importer, source, scan, *recognition);
    if (recognition.ok() || recognition.error().code != ErrorCode::Unsupported) return recognition;
  }
  if (std::string foreign = adviceForForeign(source); !foreign.empty()) advice = std::move(foreign);
  return fail(ErrorCode::Unsupported, "Nothing that can be imported was found in " + source.string() + ".",
              advice.empty() ? "What can be imported: " + known + "." : std::move(advice));
}

}  // namespace fovea
