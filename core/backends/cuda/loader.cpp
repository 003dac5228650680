#include "core/backends/cuda/loader.h"

#include <dlfcn.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <mutex>

namespace fovea {
namespace {

namespace fs = std::filesystem;

// The file names of CUDA 13 and cuDNN 9. The module is linked to these names, so it uses the libraries loaded here.
std::vector<WantedLibrary> moduleLibraries() {
  using Version = WantedLibrary::Version;
  return {
      {"libnvrtc.so.13",
       "CUDA run-time compiler",
       true,
       "nvrtcVersion",
       Version::WritesPair,
       {"libnvrtc-builtins.so.13"}},
      {"libcublasLt.so.13", "cuBLASLt", true, "cublasLtGetVersion", Version::ReturnsNumber},
      {"libcublas.so.13", "cuBLAS", false, "", Version::None},
      {"libcudnn.so.9",
       "cuDNN",
       true,
       "cudnnGetVersion",
       Version::ReturnsNumber,
       {"libcudnn_graph.so.9", "libcudnn_ops.so.9", "libcudnn_heuristic.so.9", "libcudnn_engines_precompiled.so.9",
        "libcudnn_engines_runtime_compiled.so.9", "libcudnn_cnn.so.9", "libcudnn_adv.so.9"}},
      {"libnccl.so.2", "NCCL", false, "ncclGetVersion", Version::WritesNumber},
  };
}

std::vector<fs::path> moduleFoldersOfThisProcess() {
  std::error_code error;
  const fs::path program = fs::read_symlink("/proc/self/exe", error);
  if (error) return {};
  const fs::path folder = program.parent_path();
  return {folder, folder.parent_path() / "lib/fovea", folder.parent_path() / "lib"};
}

std::vector<std::string> pathsOf(const std::vector<LibraryFolder>& folders) {
  std::vector<std::string> paths;
  for (const LibraryFolder& folder : folders) paths.push_back(folder.path.string());
  return paths;
}

// "the dynamic loader's path, /a, /b"
std::string placesOf(const std::vector<LibraryFolder>& folders, bool systemPath) {
  std::vector<std::string> places = pathsOf(folders);
  if (systemPath) places.insert(places.begin(), "the dynamic loader's path");
  return places.empty() ? "no folder" : fmt::format("{}", fmt::join(places, ", "));
}

class LazyCudaBackend : public Backend {
 public:
  explicit LazyCudaBackend(std::function<CudaLoaderOptions()> makeOptions) : makeOptions_(std::move(makeOptions)) {}

  std::string name() const override { return "cuda"; }

  Result<std::vector<DeviceInfo>> devices() override {
    const std::lock_guard lock(mutex_);
    FOVEA_CHECK(load());
    return module_->devices();
  }

  Result<std::shared_ptr<Device>> open(int index) override {
    const std::lock_guard lock(mutex_);
    FOVEA_CHECK(load());
    return module_->open(index);
  }

  std::vector<std::string> report() override {
    const std::lock_guard lock(mutex_);
    const auto loaded = load();
    std::vector<std::string> lines = {reportDriver()};
    for (const WantedLibrary& wanted : options_->libraries) lines.push_back(reportLibrary(wanted));
    lines.push_back(reportModule());
    if (loaded.ok()) {
      for (std::string& line : module_->report()) lines.push_back(std::move(line));
    } else {
      lines.push_back("not usable: " + loaded.error().text());
    }
    lines.push_back("libraries are looked for in " + placesOf(options_->libraryFolders, options_->systemPath));
    return lines;
  }

 private:
  // Success once `module_` is loaded. The order determines the advice: driver, module, libraries.
  Status load() {
    if (!options_) options_ = makeOptions_();
    if (module_) return {};
    FOVEA_CHECK(loadDriver());
    FOVEA_TRY(const fs::path file, findModule());
    for (const WantedLibrary& wanted : options_->libraries) FOVEA_CHECK(loadWanted(wanted));
    for (const WantedLibrary& wanted : options_->libraries)
      if (const LoadedLibrary& library = find(wanted); library.handle) loadCompanions(wanted, library);
    return loadModule(file);
  }

  Status loadDriver() {
    if (!driver_.handle)
      driver_ = loadLibrary({options_->driver, "NVIDIA driver", true, "", {}}, options_->driverFolders, true);
    if (driver_.handle) return {};
    if (!driver_.problem.empty())
      return fail(ErrorCode::NotFound, "The NVIDIA driver cannot be used: " + driver_.problem + ".",
                  "Install the driver again.");
    return fail(ErrorCode::NotFound,
                fmt::format("No NVIDIA driver: {} was not found in {}.", options_->driver,
                            placesOf(options_->driverFolders, true)),
                "Install the NVIDIA driver, 580 or newer, or choose another device, such as cpu.");
  }

  Result<fs::path> findModule() const {
    std::error_code error;
    for (const fs::path& folder : options_->moduleFolders)
      if (fs::exists(folder / kCudaModuleFile, error)) return folder / kCudaModuleFile;
    return fail(
        ErrorCode::Unsupported,
        fmt::format("This Fovea has no CUDA module: {} was not found in {}.", kCudaModuleFile, moduleFolderWords()),
        "Build it where the CUDA Toolkit 13, cuDNN 9 and the cudnn-frontend headers are installed, or use a bundle "
        "that has it.");
  }

  std::string moduleFolderWords() const {
    std::vector<std::string> paths;
    for (const fs::path& folder : options_->moduleFolders) paths.push_back(folder.string());
    return paths.empty() ? "no folder" : fmt::format("{}", fmt::join(paths, ", "));
  }

  LoadedLibrary& find(const WantedLibrary& wanted) {
    LoadedLibrary& library = loaded_[wanted.soname];
    if (!library.handle) library = loadLibrary(wanted, options_->libraryFolders, options_->systemPath);
    return library;
  }

  Status loadWanted(const WantedLibrary& wanted) {
    const LoadedLibrary& library = find(wanted);
    if (library.handle || !wanted.required) return {};
    const std::string why = library.problem.empty() ? "" : " (" + library.problem + ")";
    return fail(
        ErrorCode::NotFound,
        fmt::format("{} is missing: {} was not found in {}.", wanted.title, wanted.soname,
                    placesOf(options_->libraryFolders, options_->systemPath) + why),
        "Install it for CUDA 13 (toolkit, system package, or the nvidia wheels of a Python environment), or name its "
        "folder in the environment variable FOVEA_CUDA_PATH.");
  }

  Status loadModule(const fs::path& file) {
    void* handle = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
    if (!handle) {
      const char* words = dlerror();
      return fail(
          ErrorCode::Corrupt,
          fmt::format("The CUDA module {} does not load: {}.", file.string(), words ? words : "no reason given"),
          "Build or unpack Fovea again; if it names a library, install a version for CUDA 13 and cuDNN 9.");
    }
    const auto entry = reinterpret_cast<CudaModuleEntry>(dlsym(handle, kCudaModuleEntry));
    if (!entry)
      return fail(ErrorCode::Corrupt,
                  fmt::format("{} is not a CUDA module of Fovea: it has no {}.", file.string(), kCudaModuleEntry),
                  "Build or unpack Fovea again.");
    const char* refusal = nullptr;
    module_.reset(entry(options_->abi, &refusal));
    if (module_) return {};
    return fail(
        ErrorCode::Unsupported,
        fmt::format("The CUDA module {} was refused: {}", file.string(), refusal ? refusal : "no reason given."),
        "Build or unpack program and module together.");
  }

  std::string reportDriver() const {
    if (driver_.handle) return fmt::format("NVIDIA driver: {}", driver_.path.string());
    return loadDriverWords();
  }

  std::string loadDriverWords() const {
    if (!driver_.problem.empty()) return "NVIDIA driver: " + driver_.problem;
    return fmt::format("NVIDIA driver: {} not found in {}", options_->driver, placesOf(options_->driverFolders, true));
  }

  std::string reportLibrary(const WantedLibrary& wanted) {
    const LoadedLibrary& library = find(wanted);
    const std::string need = wanted.required ? "" : " (optional)";
    if (library.handle)
      return fmt::format("{}{}: {}{}", wanted.title, need, library.version.empty() ? "" : library.version + ", ",
                         library.path.string());
    return fmt::format("{}{}: {} not found{}", wanted.title, need, wanted.soname,
                       library.problem.empty() ? "" : "; " + library.problem);
  }

  std::string reportModule() const {
    const auto file = findModule();
    if (file.ok()) return "CUDA module: " + file->string();
    return fmt::format("CUDA module: {} not found in {}", kCudaModuleFile, moduleFolderWords());
  }

  std::function<CudaLoaderOptions()> makeOptions_;
  std::mutex mutex_;
  std::optional<CudaLoaderOptions> options_;
  LoadedLibrary driver_;
  std::map<std::string, LoadedLibrary> loaded_;  // keyed by soname
  std::unique_ptr<Backend> module_;
};

}  // namespace

CudaLoaderOptions CudaLoaderOptions::ofThisProcess() {
  const auto surroundings = SearchSurroundings::ofThisProcess();
  CudaLoaderOptions options;
  options.libraries = moduleLibraries();
  options.libraryFolders = cudaLibraryFolders(surroundings);
  for (const char* folder : {"/usr/local/nvidia/lib64", "/usr/local/nvidia/lib", "/usr/lib/wsl/lib"})
    options.driverFolders.push_back({folder, "NVIDIA driver"});
  options.moduleFolders = moduleFoldersOfThisProcess();
  return options;
}

std::unique_ptr<Backend> makeCudaBackend(std::function<CudaLoaderOptions()> options) {
  return std::make_unique<LazyCudaBackend>(std::move(options));
}

void registerCudaBackend(BackendRegistry& registry) {
  registry.add(makeCudaBackend(&CudaLoaderOptions::ofThisProcess));
}

}  // namespace fovea
