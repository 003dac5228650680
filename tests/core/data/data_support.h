// Why: the tests of data make small files and data sets of their own, in folders that go away with them.
#pragma once
#include <grp.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>
#include <zlib.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string>
#include <vector>

#include "core/data/importing/import_job.h"
#include "core/data/store/dataset_writer.h"

namespace fovea::test {

namespace fs = std::filesystem;

class TemporaryFolder {
 public:
  TemporaryFolder() {
    std::string name = (fs::temp_directory_path() / "fovea-data-XXXXXX").string();
    if (!::mkdtemp(name.data())) throw std::runtime_error("no temporary folder");
    path_ = name;
  }
  ~TemporaryFolder() {
    std::error_code code;
    fs::remove_all(path_, code);
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  fs::path operator/(const std::string& name) const { return path_ / name; }
  const fs::path& path() const { return path_; }
  // Names of all entries, hidden ones too.
  std::vector<std::string> entries() const {
    std::vector<std::string> names;
    for (const auto& entry : fs::directory_iterator(path_)) names.push_back(entry.path().filename().string());
    return names;
  }

 private:
  fs::path path_;
};

inline void writeBytes(const fs::path& path, const std::string& bytes) {
  fs::create_directories(path.parent_path());
  std::ofstream(path, std::ios::binary) << bytes;
}

inline std::string readBytes(const fs::path& path) {
  std::ifstream stream(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

inline std::string gzip(const std::string& bytes) {
  z_stream stream{};
  deflateInit2(&stream, 6, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY);
  std::string out(deflateBound(&stream, bytes.size()), '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
  stream.avail_in = static_cast<uInt>(bytes.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  deflate(&stream, Z_FINISH);
  out.resize(stream.total_out);
  deflateEnd(&stream);
  return out;
}

inline std::string big32(std::uint32_t value) {
  return {static_cast<char>(value >> 24), static_cast<char>(value >> 16), static_cast<char>(value >> 8),
          static_cast<char>(value)};
}

// Pixel (i, y, x) is i + 3 y + x and a little more from image 256 on: any two images of a file differ.
inline std::string idxImages(std::uint32_t count, std::uint32_t height, std::uint32_t width) {
  std::string bytes = std::string("\0\0\x08\x03", 4) + big32(count) + big32(height) + big32(width);
  for (std::uint32_t i = 0; i < count; ++i)
    for (std::uint32_t y = 0; y < height; ++y)
      for (std::uint32_t x = 0; x < width; ++x) bytes += static_cast<char>(i + 3 * y + x + i / 256 * x);
  return bytes;
}

// Labels 0, 1, …, classes - 1, 0, 1, …
inline std::string idxLabels(std::uint32_t count, std::uint32_t classes) {
  std::string bytes = std::string("\0\0\x08\x01", 4) + big32(count);
  for (std::uint32_t i = 0; i < count; ++i) bytes += static_cast<char>(i % classes);
  return bytes;
}

// A small MNIST: `train` and `test` images of 4×5, in 4 classes.
inline void writeMnist(const fs::path& folder, std::uint32_t train, std::uint32_t test) {
  writeBytes(folder / "train-images-idx3-ubyte", idxImages(train, 4, 5));
  writeBytes(folder / "train-labels-idx1-ubyte", idxLabels(train, 4));
  if (test == 0) return;
  writeBytes(folder / "t10k-images-idx3-ubyte", idxImages(test, 4, 5));
  writeBytes(folder / "t10k-labels-idx1-ubyte", idxLabels(test, 4));
}

inline std::vector<std::uint8_t> pixelsOf(std::size_t sample, const Shape& shape) {
  std::vector<std::uint8_t> pixels(static_cast<std::size_t>(shape.elementCount()));
  for (std::size_t i = 0; i < pixels.size(); ++i) pixels[i] = static_cast<std::uint8_t>(sample * 7 + i * 3);
  return pixels;
}

// A record as the first version of Fovea wrote it.
inline std::string firstRecord(const Shape& shape, const std::vector<std::uint8_t>& pixels, std::int32_t label,
                               Split split, const std::string& source, std::uint64_t sourceIndex) {
  const auto bytesOf = [](const std::string& text) {
    return std::span(reinterpret_cast<const std::uint8_t*>(text.data()), text.size());
  };
  std::string head;
  const auto put = [&](auto value) { head.append(reinterpret_cast<const char*>(&value), sizeof value); };
  put(std::uint32_t{0x4d535646});
  put(std::uint16_t{1});
  put(std::uint8_t{0});
  put(static_cast<std::uint8_t>(split));
  put(label);
  for (const std::int64_t extent : shape) put(static_cast<std::uint32_t>(extent));
  put(static_cast<std::uint32_t>(source.size()));
  put(static_cast<std::uint32_t>(pixels.size()));
  put(sourceIndex);
  put(contentHash(pixels));
  put(contentHash(bytesOf(head)).high ^ (contentHash(bytesOf(source)).low * 3));
  return head + source + std::string(pixels.begin(), pixels.end());
}

// A data set of `counts` samples in the three splits: sample i in all has the pixels pixelsOf(i) and the label i % 3.
inline fs::path makeDataset(const fs::path& folder, std::array<std::int64_t, 3> counts,
                            const Shape& shape = Shape{1, 6, 5}) {
  auto writer = DatasetWriter::create(folder, {"small", "test", "nowhere", shape, {"a", "b", "c"}});
  EXPECT_TRUE(writer.ok()) << (writer.ok() ? "" : writer.error().text());
  std::size_t number = 0;
  for (const Split split : kSplits)
    for (std::int64_t i = 0; i < counts[static_cast<std::size_t>(split)]; ++i, ++number) {
      const auto pixels = pixelsOf(number, shape);
      EXPECT_TRUE((*writer)
                      ->add(rawSample(shape, pixels, static_cast<std::int32_t>(number % 3), split, "nowhere", number))
                      .ok());
    }
  const auto info = (*writer)->finish();
  EXPECT_TRUE(info.ok()) << (info.ok() ? "" : info.error().text());
  return folder;
}

inline std::shared_ptr<Dataset> openDataset(const fs::path& folder) {
  auto dataset = Dataset::open(folder);
  EXPECT_TRUE(dataset.ok()) << (dataset.ok() ? "" : dataset.error().text());
  return dataset.ok() ? *dataset : nullptr;
}

// Runs `body` in a process of its own; its exit code, or -1 if it ended by a signal.
template <class Body>
int inChild(Body body) {
  const pid_t child = ::fork();
  if (child == 0) ::_exit(body());
  int status = 0;
  ::waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

// The same as a user who is not root, whoever runs the test; such a user may look into `folder`.
template <class Body>
int asOrdinaryUser(const TemporaryFolder& folder, Body body) {
  constexpr uid_t kNobody = 65534;
  if (::geteuid() == 0)
    fs::permissions(folder.path(), fs::perms::others_exec | fs::perms::others_read, fs::perm_options::add);
  return inChild([&] {
    const bool root = ::geteuid() == 0;
    if (root && (::setgroups(0, nullptr) != 0 || ::setgid(kNobody) != 0 || ::setuid(kNobody) != 0)) return 1;
    return body();
  });
}

inline ::testing::AssertionResult contains(const std::string& text, const std::string& part) {
  if (text.find(part) != std::string::npos) return ::testing::AssertionSuccess();
  return ::testing::AssertionFailure() << "\"" << text << "\" does not contain \"" << part << "\"";
}

inline std::vector<int> valuesOf(const Tensor& tensor) {
  const auto values = tensor.values<std::uint8_t>();
  return {values.begin(), values.end()};
}

inline std::span<const std::uint8_t> bytesOf(const std::string& text) {
  return {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()};
}

template <class T>
T valueOf(Result<T> result) {
  if (!result.ok()) throw std::runtime_error(result.error().text());
  return std::move(result).value();
}

template <class T>
void expectError(const Result<T>& result, ErrorCode code, const std::string& words = {}) {
  ASSERT_FALSE(result.ok());
  EXPECT_EQ(errorCodeName(result.error().code), std::string(errorCodeName(code))) << result.error().text();
  EXPECT_TRUE(contains(result.error().text(), words));
}

}  // namespace fovea::test
