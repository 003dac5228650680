#include "core/backends/cuda/library_search.h"

#include <dlfcn.h>
#include <fmt/format.h>
#include <link.h>

#include <algorithm>
#include <cstdlib>

namespace fovea {
namespace {

namespace fs = std::filesystem;

const char* const kChosen = "FOVEA_CUDA_PATH";

std::vector<std::string> splitPath(const std::string& list) {
  std::vector<std::string> parts;
  std::size_t start = 0;
  while (start <= list.size()) {
    const std::size_t end = std::min(list.find(':', start), list.size());
    if (end > start) parts.push_back(list.substr(start, end - start));
    start = end + 1;
  }
  return parts;
}

// Entries of a folder with the name prefix `prefix`, the highest version first; empty if there is no such folder.
std::vector<fs::path> entriesOf(const fs::path& folder, const std::string& prefix) {
  std::vector<fs::path> entries;
  std::error_code error;
  for (fs::directory_iterator place(folder, error), end; !error && place != end; place.increment(error))
    if (place->path().filename().string().starts_with(prefix)) entries.push_back(place->path());
  std::sort(entries.begin(), entries.end(), [](const fs::path& a, const fs::path& b) {
    const std::string left = a.filename().string(), right = b.filename().string();
    return left.size() != right.size() ? left.size() > right.size() : left > right;
  });
  return entries;
}

class FolderCollector {
 public:
  explicit FolderCollector(const SearchSurroundings& surroundings) : surroundings_(surroundings) {}

  void add(const fs::path& folder, const std::string& origin) {
    std::error_code error;
    const fs::path real = fs::canonical(folder, error);
    if (error || !fs::is_directory(real, error)) return;
    const auto same = [&](const LibraryFolder& known) { return fs::equivalent(known.path, real, error); };
    if (std::none_of(folders_.begin(), folders_.end(), same)) folders_.push_back({real, origin});
  }

  // Adds the library folders of a toolkit in any of its layouts.
  void addToolkit(const fs::path& toolkit, const std::string& origin) {
    for (const char* below : {"lib64", "lib", "targets/x86_64-linux/lib"}) add(toolkit / below, origin);
  }

  // site-packages/nvidia/<part>/lib: one wheel per part in CUDA 12, `cu13` for most of CUDA 13.
  void addWheels(const fs::path& packages, const std::string& origin) {
    for (const fs::path& part : entriesOf(packages / "nvidia", "")) add(part / "lib", origin);
  }

  void addPythonPrefix(const fs::path& prefix) {
    const std::string origin = "Python environment " + prefix.string();
    for (const char* lib : {"lib", "lib64"}) {
      for (const fs::path& python : entriesOf(prefix / lib, "python3")) {
        addWheels(python / "site-packages", origin);
        addWheels(python / "dist-packages", origin);
      }
    }
  }

  fs::path rooted(const std::string& absolute) const { return surroundings_.root / fs::path(absolute).relative_path(); }
  std::string variable(const char* name) const { return surroundings_.variable(name); }
  std::vector<LibraryFolder> take() { return std::move(folders_); }

 private:
  const SearchSurroundings& surroundings_;
  std::vector<LibraryFolder> folders_;
};

void addChosen(FolderCollector& collector) {
  for (const std::string& entry : splitPath(collector.variable(kChosen))) {
    collector.add(entry, kChosen);
    collector.addToolkit(entry, kChosen);
    collector.addWheels(entry, kChosen);
    collector.addWheels(fs::path(entry).parent_path(), kChosen);
  }
}

void addToolkits(FolderCollector& collector) {
  for (const char* name : {"CUDA_HOME", "CUDA_PATH"})
    if (const std::string value = collector.variable(name); !value.empty()) collector.addToolkit(value, name);
  for (const fs::path& toolkit : entriesOf(collector.rooted("/usr/local"), "cuda"))
    collector.addToolkit(toolkit, "CUDA toolkit");
  collector.addToolkit(collector.rooted("/opt/cuda"), "CUDA toolkit");
  for (const char* folder : {"/usr/lib/x86_64-linux-gnu", "/usr/lib64"})
    collector.add(collector.rooted(folder), "system libraries");
}

// Adds the prefix of each python3 on PATH, as written there and with links resolved, without running it.
void addPythonsOfPath(FolderCollector& collector) {
  for (const std::string& folder : splitPath(collector.variable("PATH"))) {
    const fs::path python = fs::path(folder) / "python3";
    std::error_code error;
    if (!fs::exists(python, error)) continue;
    collector.addPythonPrefix(python.parent_path().parent_path());
    if (const fs::path real = fs::canonical(python, error); !error)
      collector.addPythonPrefix(real.parent_path().parent_path());
  }
}

void addPythons(FolderCollector& collector) {
  for (const char* name : {"VIRTUAL_ENV", "CONDA_PREFIX"}) {
    const std::string prefix = collector.variable(name);
    if (prefix.empty()) continue;
    collector.addPythonPrefix(prefix);
    collector.add(fs::path(prefix) / "lib", "Python environment " + prefix);
  }
  for (const std::string& packages : splitPath(collector.variable("PYTHONPATH")))
    collector.addWheels(packages, "PYTHONPATH");
  addPythonsOfPath(collector);
  if (const std::string home = collector.variable("HOME"); !home.empty()) {
    collector.addPythonPrefix(fs::path(home) / ".local");
    for (const fs::path& version : entriesOf(fs::path(home) / ".pyenv/versions", ""))
      collector.addPythonPrefix(version);
  }
  collector.addPythonPrefix(collector.rooted("/usr/local"));
  collector.addWheels(collector.rooted("/usr/lib/python3/dist-packages"), "system Python");
}

std::string versionWords(int number) {
  return fmt::format("{}.{}.{}", number / 10000, number % 10000 / 100, number % 100);
}

std::string versionOf(void* handle, const WantedLibrary& wanted) {
  void* symbol = wanted.version == WantedLibrary::Version::None ? nullptr : dlsym(handle, wanted.versionSymbol.c_str());
  if (!symbol) return "";
  int major = 0, minor = 0;
  switch (wanted.version) {
    case WantedLibrary::Version::ReturnsNumber:
      return versionWords(static_cast<int>(reinterpret_cast<std::size_t (*)()>(symbol)()));
    case WantedLibrary::Version::WritesNumber:
      return reinterpret_cast<int (*)(int*)>(symbol)(&major) == 0 ? versionWords(major) : "";
    case WantedLibrary::Version::WritesPair:
      return reinterpret_cast<int (*)(int*, int*)>(symbol)(&major, &minor) == 0 ? fmt::format("{}.{}", major, minor)
                                                                                : "";
    case WantedLibrary::Version::None:
      break;
  }
  return "";
}

// The file behind a handle; empty if the loader does not provide it.
fs::path fileOf(void* handle) {
  link_map* map = nullptr;
  if (dlinfo(handle, RTLD_DI_LINKMAP, &map) != 0 || !map || !map->l_name) return {};
  return map->l_name;
}

bool tryOpen(const std::string& file, const WantedLibrary& wanted, LoadedLibrary& library) {
  library.handle = dlopen(file.c_str(), RTLD_LAZY | RTLD_GLOBAL);
  if (!library.handle) return false;
  library.path = fileOf(library.handle);
  library.version = versionOf(library.handle, wanted);
  return true;
}

// Returns true when loaded; records a file that exists but does not load.
bool openIn(const LibraryFolder& folder, const WantedLibrary& wanted, LoadedLibrary& library) {
  const fs::path file = folder.path / wanted.soname;
  std::error_code error;
  if (!fs::exists(file, error)) return false;
  if (tryOpen(file.string(), wanted, library)) return true;
  const char* words = dlerror();
  library.problem = fmt::format("{} does not load: {}", file.string(), words ? words : "no reason given");
  return false;
}

// "libcudnn.so.8 is there, in /usr/lib": finds another version of a missing library.
std::string otherVersion(const WantedLibrary& wanted, const std::vector<LibraryFolder>& folders) {
  const std::string stem = wanted.soname.substr(0, wanted.soname.find(".so") + 3) + ".";
  for (const LibraryFolder& folder : folders)
    for (const fs::path& file : entriesOf(folder.path, stem))
      if (!file.filename().string().starts_with(wanted.soname))
        return fmt::format("{} is there instead, in {}", file.filename().string(), folder.path.string());
  return "";
}

}  // namespace

SearchSurroundings SearchSurroundings::ofThisProcess() {
  SearchSurroundings surroundings;
  surroundings.variable = [](const char* name) {
    const char* value = std::getenv(name);
    return std::string(value ? value : "");
  };
  return surroundings;
}

std::vector<LibraryFolder> cudaLibraryFolders(const SearchSurroundings& surroundings) {
  FolderCollector collector(surroundings);
  addChosen(collector);
  addToolkits(collector);
  addPythons(collector);
  return collector.take();
}

std::size_t countChosenFolders(const std::vector<LibraryFolder>& folders) {
  const auto chosen = [](const LibraryFolder& folder) { return folder.origin == kChosen; };
  return static_cast<std::size_t>(std::count_if(folders.begin(), folders.end(), chosen));
}

LoadedLibrary loadLibrary(const WantedLibrary& wanted, const std::vector<LibraryFolder>& folders, bool systemPath) {
  LoadedLibrary library;
  const std::size_t chosen = countChosenFolders(folders);
  for (std::size_t i = 0; i < chosen; ++i)
    if (openIn(folders[i], wanted, library)) return library;
  if (systemPath && tryOpen(wanted.soname, wanted, library)) return library;
  for (std::size_t i = chosen; i < folders.size(); ++i)
    if (openIn(folders[i], wanted, library)) return library;
  if (library.problem.empty()) library.problem = otherVersion(wanted, folders);
  return library;
}

void loadCompanions(const WantedLibrary& wanted, const LoadedLibrary& library) {
  for (const std::string& name : wanted.companions)
    for (const fs::path& file : entriesOf(library.path.parent_path(), name))
      dlopen(file.c_str(), RTLD_LAZY | RTLD_GLOBAL);
}

}  // namespace fovea
