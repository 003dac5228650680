#include <system_error>

#include "core/data/importers/idx_importer.h"
#include "core/data/importers/library.h"
#include "core/data/importers/source_root.h"
#include "core/data/importing/archive.h"
#include "core/data/importing/importer.h"
#include "core/data/importing/names.h"

namespace fovea {
namespace fs = std::filesystem;

std::vector<std::shared_ptr<const Importer>> importers() {
  return {idxImporter(),          cifarPythonImporter(), cifarImporter(),
          lmdbImporter(),         svhnImporter(),        arrayImporter(),
          cocoImporter(),         labelMeImporter(),     cvatImporter(),
          vocImporter(),          yoloImporter(),        kittiImporter(),
          widerImporter(),        maskImporter(),        pairImporter(),
          volumeImporter(),       soundTableImporter(),  transcriptImporter(),
          textListImporter(),     boxTableImporter(),    csvImporter(),
          audioImporter(),        videoImporter(),       folderImporter(),
          labelledTextImporter(), textImporter(),        superResolutionImporter(),
          stackImporter(),        listBoxesImporter()};
}

Result<std::shared_ptr<const Importer>> findImporter(std::string_view name) {
  std::string known;
  for (const auto& importer : importers()) {
    if (importer->name() == name) return importer;
    known += (known.empty() ? "" : ", ") + importer->name();
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
constexpr const char* kOneHdf5File =
    "A folder of such files is no single data set here: import one of them, or put their arrays into one file. In "
    "Python: f = h5py.File(\"a.h5\"); numpy.savez(\"a.npz\", x=f[\"x\"], y=f[\"y\"]). Then import a.npz.";
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
    {".tfrecord",
     "TFRecord files are not read. Write their pictures or texts to a folder per class with tensorflow.data, "
     "and import that.",
     nullptr},
    {".xlsx", "Spreadsheets are not read. Save the sheet as CSV, and import that.", nullptr},
    {".zip", "It holds nothing that can be imported.", kOneArchive},
    {".tar", "It holds nothing that can be imported.", kOneArchive},
    {".tgz", "It holds nothing that can be imported.", kOneArchive},
    {".gz", "It holds nothing that can be imported.", kOneArchive},
};
constexpr int kNamesLookedAt = 1000;

// Returns advice for a file, or for the first file in a folder or its subfolders, of a known but unsupported format;
// empty if there is none.
std::string adviceForForeign(const fs::path& source, bool deeper = true) {
  const auto adviceFor = [](const fs::path& file, bool inFolder) -> std::string {
    const std::string ending = lowerCase(file.extension().string());
    for (const ForeignFormat& format : kForeignFormats)
      if (ending == format.ending) return inFolder && format.inFolder ? format.inFolder : format.advice;
    return {};
  };
  std::error_code code;
  if (!fs::is_directory(source, code)) return adviceFor(source, false);
  int looked = 0;
  for (fs::directory_iterator entry(source, code), end; !code && entry != end; entry.increment(code)) {
    if (++looked > kNamesLookedAt) break;
    if (std::string advice = adviceFor(entry->path(), true); !advice.empty()) return advice;
    std::error_code ignored;
    if (!deeper || !entry->is_directory(ignored)) continue;
    if (std::string advice = adviceForForeign(entry->path(), false); !advice.empty()) return advice;
  }
  return {};
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
    known += (known.empty() ? "" : ", ") + importer->title();
    if (const Status may = importer->mayGuess(root, scan); !may.ok()) {
      if (may.error().code != ErrorCode::Unsupported) return may.error();
      if (!may.error().advice.empty()) advice = may.error().advice;
      continue;
    }
    auto recognition = importer->recognise(source, options ? options(*importer) : importer->options().defaults(), scan);
    if (recognition.ok() || recognition.error().code != ErrorCode::Unsupported) return recognition;
  }
  if (std::string foreign = adviceForForeign(source); !foreign.empty()) advice = std::move(foreign);
  return fail(ErrorCode::Unsupported, "Nothing that can be imported was found in " + source.string() + ".",
              advice.empty() ? "What can be imported: " + known + "." : std::move(advice));
}

}  // namespace fovea
