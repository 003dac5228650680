// Loading the CUDA module where CUDA is missing: the message names what is missing, where it was searched for, and a
// remedy. A C library replaces the driver, and a small test module the real one.
#include "core/backends/cuda/loader.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <fstream>

namespace fovea {
namespace {

namespace fs = std::filesystem;

constexpr const char* kAlwaysThere = "libc.so.6";

class CudaLoaderTest : public ::testing::Test {
 protected:
  CudaLoaderTest() {
    static int count = 0;
    folder_ =
        fs::temp_directory_path() / ("fovea_cuda_loader_" + std::to_string(getpid()) + "_" + std::to_string(++count));
    fs::create_directories(folder_);
    options_.driver = kAlwaysThere;
    options_.moduleFolders = {FOVEA_FAKE_CUDA_FOLDER};
    options_.systemPath = false;
  }
  ~CudaLoaderTest() override { fs::remove_all(folder_); }
  // In a bundle these tests are far from the build folder.
  void SetUp() override {
    if (!fs::exists(fs::path(FOVEA_FAKE_CUDA_FOLDER) / kCudaModuleFile))
      GTEST_SKIP() << "the module that only tests know is not here";
  }

  std::unique_ptr<Backend> backend() const {
    return makeCudaBackend([options = options_] { return options; });
  }
  Error errorOfDevices() const {
    const auto devices = backend()->devices();
    return devices.ok() ? Error{ErrorCode::Internal, "there are devices", ""} : devices.error();
  }
  void write(const fs::path& file, const std::string& text) const {
    fs::create_directories(file.parent_path());
    std::ofstream(file) << text;
  }

  fs::path folder_;
  CudaLoaderOptions options_;
};

testing::AssertionResult says(const std::string& text, const std::string& part) {
  if (text.find(part) != std::string::npos) return testing::AssertionSuccess();
  return testing::AssertionFailure() << "\"" << text << "\" does not say \"" << part << "\"";
}

std::string joined(const std::vector<std::string>& lines) {
  std::string text;
  for (const std::string& line : lines) text += line + "\n";
  return text;
}

TEST_F(CudaLoaderTest, NothingIsLookedForBeforeADeviceIsAskedFor) {
  bool asked = false;
  const auto lazy = makeCudaBackend([&] {
    asked = true;
    return options_;
  });
  EXPECT_EQ(lazy->name(), "cuda");
  EXPECT_FALSE(asked);
  EXPECT_TRUE(lazy->devices().ok());
  EXPECT_TRUE(asked);
}

TEST_F(CudaLoaderTest, TheModuleIsLoadedAndAnswers) {
  const auto cuda = backend();
  const auto devices = cuda->devices();
  ASSERT_TRUE(devices.ok()) << devices.error().text();
  ASSERT_EQ(devices->size(), 1u);
  EXPECT_EQ((*devices)[0].name, "A device that only tests know");
  EXPECT_TRUE(says(cuda->open(3).error().message, "cuda:3"));
  EXPECT_TRUE(says(joined(cuda->report()), "a line of the module"));
}

TEST_F(CudaLoaderTest, NoDriver) {
  options_.driver = "libfovea_no_such_driver.so.1";
  options_.driverFolders = {{"/no/such/folder", "NVIDIA driver"}};
  const Error error = errorOfDevices();
  EXPECT_EQ(error.code, ErrorCode::NotFound);
  EXPECT_TRUE(says(error.message, "No NVIDIA driver: libfovea_no_such_driver.so.1 was not found"));
  EXPECT_TRUE(says(error.message, "/no/such/folder"));
  EXPECT_TRUE(says(error.advice, "Install the NVIDIA driver"));
}

TEST_F(CudaLoaderTest, NoModule) {
  options_.moduleFolders = {folder_, folder_ / "lib"};
  const Error error = errorOfDevices();
  EXPECT_EQ(error.code, ErrorCode::Unsupported);
  EXPECT_TRUE(says(error.message, (folder_ / "lib").string()));
  EXPECT_TRUE(says(error.advice, "CUDA Toolkit"));
}

TEST_F(CudaLoaderTest, ADamagedModule) {
  write(folder_ / kCudaModuleFile, "this is no library");
  options_.moduleFolders = {folder_};
  const Error error = errorOfDevices();
  EXPECT_EQ(error.code, ErrorCode::Corrupt);
  EXPECT_TRUE(says(error.message, (folder_ / kCudaModuleFile).string()));
  EXPECT_FALSE(error.advice.empty());
}

TEST_F(CudaLoaderTest, AnotherLibraryInItsPlace) {
  const LoadedLibrary other = loadLibrary({"libm.so.6", "mathematics", true, "", WantedLibrary::Version::None}, {}, true);
  ASSERT_TRUE(other.handle);
  fs::copy_file(other.path, folder_ / kCudaModuleFile);
  options_.moduleFolders = {folder_};
  const Error error = errorOfDevices();
  EXPECT_EQ(error.code, ErrorCode::Corrupt);
  EXPECT_TRUE(says(error.message, "is not a CUDA module of Fovea"));
}

TEST_F(CudaLoaderTest, AModuleOfAnotherVersionIsRefused) {
  options_.abi = cudaModuleAbi() + 1;
  const Error error = errorOfDevices();
  EXPECT_EQ(error.code, ErrorCode::Unsupported);
  EXPECT_TRUE(says(error.message, "another version"));
  EXPECT_TRUE(says(error.advice, "together"));
}

TEST_F(CudaLoaderTest, AMissingLibraryIsNamedWithThePlacesAndTheVersionThatIsThereInstead) {
  write(folder_ / "libfovea_cudnn.so.8", "");
  options_.libraries = {{"libfovea_cudnn.so.9", "cuDNN", true, "", WantedLibrary::Version::None}};
  options_.libraryFolders = {{folder_, "CUDA toolkit"}};
  const Error error = errorOfDevices();
  EXPECT_EQ(error.code, ErrorCode::NotFound);
  EXPECT_TRUE(says(error.message, "cuDNN is missing: libfovea_cudnn.so.9 was not found in " + folder_.string()));
  EXPECT_TRUE(says(error.message, "libfovea_cudnn.so.8 is there instead"));
  EXPECT_TRUE(says(error.advice, "FOVEA_CUDA_PATH"));
}

TEST_F(CudaLoaderTest, ALibraryThatDoesNotLoadIsToldFromOneThatIsNotThere) {
  write(folder_ / "libfovea_cudnn.so.9", "this is no library");
  options_.libraries = {{"libfovea_cudnn.so.9", "cuDNN", true, "", WantedLibrary::Version::None}};
  options_.libraryFolders = {{folder_, "CUDA toolkit"}};
  EXPECT_TRUE(says(errorOfDevices().message, "does not load"));
}

TEST_F(CudaLoaderTest, AMissingOptionalLibraryIsOnlyReported) {
  options_.libraries = {{"libfovea_nccl.so.2", "NCCL", false, "", WantedLibrary::Version::None}};
  const auto cuda = backend();
  EXPECT_TRUE(cuda->devices().ok());
  EXPECT_TRUE(says(joined(cuda->report()), "NCCL (optional): libfovea_nccl.so.2 not found"));
}

TEST_F(CudaLoaderTest, TheReportListsEverythingEvenWithoutADriver) {
  options_.driver = "libfovea_no_such_driver.so.1";
  options_.libraries = {{"libm.so.6", "mathematics", true, "", WantedLibrary::Version::None},
                        {"libfovea_cudnn.so.9", "cuDNN", true, "", WantedLibrary::Version::None}};
  options_.systemPath = true;
  options_.libraryFolders = {{folder_, "CUDA toolkit"}};
  const std::string report = joined(backend()->report());
  EXPECT_TRUE(says(report, "NVIDIA driver: libfovea_no_such_driver.so.1 not found"));
  EXPECT_TRUE(says(report, "mathematics: /"));
  EXPECT_TRUE(says(report, "cuDNN: libfovea_cudnn.so.9 not found"));
  EXPECT_TRUE(says(report, std::string("CUDA module: ") + FOVEA_FAKE_CUDA_FOLDER));
  EXPECT_TRUE(says(report, "not usable: No NVIDIA driver"));
  EXPECT_TRUE(says(report, "the dynamic loader's path, " + folder_.string()));
}

TEST_F(CudaLoaderTest, WhatWasMissingIsLookedForAgain) {
  options_.moduleFolders = {folder_};
  const auto cuda = backend();
  EXPECT_FALSE(cuda->devices().ok());
  fs::copy_file(fs::path(FOVEA_FAKE_CUDA_FOLDER) / kCudaModuleFile, folder_ / kCudaModuleFile);
  EXPECT_TRUE(cuda->devices().ok());
}

TEST(CudaBackend, OfThisMachineGivesDevicesOrSaysWhyThereAreNone) {
  BackendRegistry registry;
  registerCudaBackend(registry);
  ASSERT_EQ(registry.backends().size(), 1u);
  Backend& cuda = *registry.backends()[0];
  const auto devices = cuda.devices();
  EXPECT_FALSE(cuda.report().empty());
  if (devices.ok()) {
    EXPECT_FALSE(devices->empty());
    return;
  }
  EXPECT_FALSE(devices.error().message.empty());
  EXPECT_FALSE(devices.error().advice.empty());
  EXPECT_FALSE(registry.open("cuda:0").ok());
}

}  // namespace
}  // namespace fovea
