// Searches for CUDA's libraries in a folder tree like that of a server, which replaces the file system.
#include "core/backends/cuda/library_search.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <fstream>
#include <map>

namespace fovea {
namespace {

namespace fs = std::filesystem;

class LibrarySearchTest : public ::testing::Test {
 protected:
  LibrarySearchTest() {
    static int count = 0;
    root_ = fs::temp_directory_path() /
            ("fovea_library_search_" + std::to_string(getpid()) + "_" + std::to_string(++count));
    fs::create_directories(root_);
    root_ = fs::canonical(root_);
    surroundings_.root = root_;
    surroundings_.variable = [this](const char* name) { return variables_[name]; };
  }
  ~LibrarySearchTest() override { fs::remove_all(root_); }

  fs::path makeFolder(const std::string& below) const {
    fs::create_directories(root_ / below);
    return root_ / below;
  }
  std::vector<fs::path> search() const {
    std::vector<fs::path> paths;
    for (const LibraryFolder& folder : cudaLibraryFolders(surroundings_)) paths.push_back(folder.path);
    return paths;
  }

  fs::path root_;
  std::map<std::string, std::string> variables_;
  SearchSurroundings surroundings_;
};

TEST_F(LibrarySearchTest, AnEmptyMachineHasNoFolders) {
  EXPECT_TRUE(search().empty());
}

TEST_F(LibrarySearchTest, TheNewestToolkitComesFirstAndLinksCountOnce) {
  const fs::path twelve = makeFolder("usr/local/cuda-12.4/lib64"), thirteen = makeFolder("usr/local/cuda-13.0/lib64");
  const fs::path system = makeFolder("usr/lib/x86_64-linux-gnu");
  fs::create_directory_symlink(root_ / "usr/local/cuda-13.0", root_ / "usr/local/cuda");
  EXPECT_EQ(search(), (std::vector<fs::path>{thirteen, twelve, system}));
}

TEST_F(LibrarySearchTest, TheChosenFolderGoesFirstWhateverItHolds) {
  const fs::path toolkit = makeFolder("usr/local/cuda-13.0/lib64");
  const fs::path chosen = makeFolder("mine"), below = makeFolder("mine/lib"),
                 wheel = makeFolder("mine/nvidia/cudnn/lib");
  variables_["FOVEA_CUDA_PATH"] = (root_ / "no_such_folder").string() + ":" + chosen.string();
  EXPECT_EQ(search(), (std::vector<fs::path>{chosen, below, wheel, toolkit}));
  EXPECT_EQ(countChosenFolders(cudaLibraryFolders(surroundings_)), 3u);
}

TEST_F(LibrarySearchTest, WheelsOfTheActiveEnvironmentAreFound) {
  const fs::path cu13 = makeFolder("venv/lib/python3.12/site-packages/nvidia/cu13/lib");
  const fs::path cudnn = makeFolder("venv/lib/python3.12/site-packages/nvidia/cudnn/lib");
  makeFolder("venv/lib/python3.12/site-packages/nvidia/cudnn/include");
  variables_["VIRTUAL_ENV"] = (root_ / "venv").string();
  const std::vector<fs::path> found = search();
  EXPECT_EQ(std::count(found.begin(), found.end(), cu13), 1);
  EXPECT_EQ(std::count(found.begin(), found.end(), cudnn), 1);
}

TEST_F(LibrarySearchTest, ThePythonOnThePathIsFollowedWithoutBeingRun) {
  const fs::path ofLink = makeFolder("env/lib/python3.12/site-packages/nvidia/nccl/lib");
  const fs::path ofTarget = makeFolder("opt/python/lib/python3.12/site-packages/nvidia/cublas/lib");
  makeFolder("opt/python/bin");
  std::ofstream(root_ / "opt/python/bin/python3") << "not a program";
  makeFolder("env/bin");
  fs::create_symlink(root_ / "opt/python/bin/python3", root_ / "env/bin/python3");
  variables_["PATH"] = "/no/such/folder:" + (root_ / "env/bin").string();
  EXPECT_EQ(search(), (std::vector<fs::path>{ofLink, ofTarget}));
}

TEST_F(LibrarySearchTest, OtherPlacesOfPythonPackages) {
  const fs::path conda = makeFolder("conda/lib");
  const fs::path user = makeFolder("home/.local/lib/python3.11/site-packages/nvidia/cudnn/lib");
  const fs::path pyenv = makeFolder("home/.pyenv/versions/3.11.7/lib/python3.11/site-packages/nvidia/cu13/lib");
  const fs::path debian = makeFolder("usr/lib/python3/dist-packages/nvidia/cudnn/lib");
  const fs::path ubuntu = makeFolder("usr/local/lib/python3.12/dist-packages/nvidia/cudnn/lib");
  variables_["CONDA_PREFIX"] = (root_ / "conda").string();
  variables_["HOME"] = (root_ / "home").string();
  EXPECT_EQ(search(), (std::vector<fs::path>{conda, user, pyenv, ubuntu, debian}));
}

TEST_F(LibrarySearchTest, TheDynamicLoadersPathIsTriedAndTheFileNamed) {
  const LoadedLibrary found = loadLibrary({"libm.so.6", "mathematics", true, "", WantedLibrary::Version::None}, {}, true);
  EXPECT_TRUE(found.handle);
  EXPECT_TRUE(found.path.is_absolute());
  EXPECT_FALSE(
      loadLibrary({"libfovea_nothing.so.1", "nothing", true, "", WantedLibrary::Version::None}, {}, true).handle);
}

}  // namespace
}  // namespace fovea
