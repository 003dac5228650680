// Caffemodels and mean files: all generations, f32 and f64, packed or not; damaged files are rejected with a message.
#include "core/exchange/caffe/caffe_weights.h"

#include <gtest/gtest.h>

#include <chrono>
#include <cstring>
#include <random>

#include "core/base/file.h"

namespace fovea {
namespace {

std::string varint(std::uint64_t value) {
  std::string bytes;
  for (; value >= 0x80; value >>= 7) bytes += static_cast<char>(value | 0x80);
  return bytes + static_cast<char>(value);
}
std::string field(std::uint32_t number, const std::string& bytes) {
  return varint(number << 3 | 2) + varint(bytes.size()) + bytes;
}
std::string number(std::uint32_t field, std::uint64_t value) {
  return varint(field << 3) + varint(value);
}
template <class T>
std::string raw(std::initializer_list<T> values) {
  std::string bytes;
  for (const T value : values) bytes.append(reinterpret_cast<const char*>(&value), sizeof value);
  return bytes;
}
Result<CaffeWeights> parsed(const std::string& bytes) {
  return parseCaffeWeights(std::as_bytes(std::span(bytes)));
}
std::vector<float> floatsOf(const Tensor& tensor) {
  return {tensor.values<float>().begin(), tensor.values<float>().end()};
}

TEST(CaffeWeights, ReadsAllGenerations) {
  const std::string oldShape = number(1, 1) + number(2, 1) + number(3, 2) + number(4, 2);
  const std::string packed = field(5, raw<float>({1, 2, 3, 4}));
  std::string single;
  for (const float value : {1.f, 2.f, 3.f, 4.f}) single += varint(5 << 3 | 5) + raw<float>({value});
  const std::string doubles = field(7, field(1, varint(2) + varint(2))) + field(8, raw<double>({1, 2, 3, 4}));
  const std::string today = field(100, field(1, "a") + field(2, "Convolution") + field(7, oldShape + packed));
  const std::string second = field(2, field(4, "b") + number(5, 4) + field(6, oldShape + single));
  const std::string first = field(2, field(1, field(1, "c") + field(2, "conv") + field(50, doubles)));
  const auto read = parsed(field(1, "net") + today + second + first);
  ASSERT_TRUE(read.ok()) << read.error().text();
  EXPECT_EQ(read->network, "net");
  for (const char* layer : {"a", "b", "c"}) {
    const std::vector<Tensor>* blobs = read->find(layer);
    ASSERT_TRUE(blobs) << layer;
    ASSERT_EQ(blobs->size(), 1u) << layer;
    EXPECT_EQ(floatsOf(blobs->at(0)), (std::vector<float>{1, 2, 3, 4})) << layer;
  }
  EXPECT_EQ(read->find("a")->at(0).shape(), (Shape{1, 1, 2, 2}));
  EXPECT_EQ(read->find("c")->at(0).shape(), (Shape{2, 2}));
}

TEST(CaffeWeights, WrittenAndReadTheyAreTheSame) {
  const auto path = std::filesystem::temp_directory_path() / "fovea_caffe_weights.caffemodel";
  const Tensor weight = Tensor::of<float>(Shape{2, 3}, {1, -2, 3, 1e-30f, 5e20f, 0});
  const Tensor bias = Tensor::of<float>(Shape{2}, {7, 8});
  ASSERT_TRUE(writeCaffeWeights(path, "net", {{"fc", "InnerProduct", {weight, bias}}, {"p", "Pooling", {}}}).ok());
  const auto read = readCaffeWeights(path);
  std::filesystem::remove(path);
  ASSERT_TRUE(read.ok()) << read.error().text();
  ASSERT_EQ(read->layers.size(), 1u);
  EXPECT_EQ(floatsOf(read->find("fc")->at(0)), floatsOf(weight));
  EXPECT_EQ(read->find("fc")->at(0).shape(), weight.shape());
  EXPECT_EQ(floatsOf(read->find("fc")->at(1)), floatsOf(bias));
}

TEST(CaffeWeights, MeansComeAndGo) {
  const auto path = std::filesystem::temp_directory_path() / "fovea_caffe_mean.binaryproto";
  const Tensor mean = Tensor::of<float>(Shape{1, 2, 2}, {1, 2, 3, 4});
  ASSERT_TRUE(writeCaffeMean(path, mean).ok());
  const auto read = readCaffeMean(path);
  std::filesystem::remove(path);
  ASSERT_TRUE(read.ok()) << read.error().text();
  EXPECT_EQ(read->shape(), mean.shape());
  EXPECT_EQ(floatsOf(*read), floatsOf(mean));
}

TEST(CaffeWeights, DamageIsRefusedWithWords) {
  const auto refused = [](const std::string& bytes, const char* words) {
    const auto read = parsed(bytes);
    ASSERT_FALSE(read.ok()) << words;
    EXPECT_NE(read.error().message.find(words), std::string::npos) << read.error().message;
  };
  refused(varint(100 << 3 | 2) + varint(std::uint64_t{1} << 40), "ends beyond the file");
  refused(std::string(11, '\xff'), "a number is too long");
  refused(varint(100 << 3 | 3), "of a kind that does not exist");
  const auto layerWith = [](const std::string& blob) { return field(100, field(1, "a") + field(7, blob)); };
  refused(layerWith(field(5, "abc")), "a blob ends inside a number");
  refused(layerWith(field(7, field(1, varint(1ull << 40) + varint(1ull << 40)))), "a blob has an impossible shape");
  refused(layerWith(field(7, field(1, varint(1u << 30))) + field(5, raw<float>({1}))), "has 1 numbers");
  EXPECT_EQ(parsed("")->layers.size(), 0u);
}

// Ten megabytes of noise, or of ever more layer names, are rejected at once without more memory than their size.
TEST(CaffeWeights, HostileFilesAreRefusedAtOnce) {
  std::mt19937 random(1);
  std::string noise(10u << 20, '\0');
  for (char& c : noise) c = static_cast<char>(random());
  std::string many;
  const std::string layer = field(100, field(7, field(5, raw<float>({1}))));
  while (many.size() < noise.size()) many += layer;
  std::string deep = field(100, field(7, ""));
  while (deep.size() < 1000) deep = field(2, field(1, deep));
  for (const std::string& bytes : {noise, many, deep}) {
    const auto begin = std::chrono::steady_clock::now();
    const auto read = parsed(bytes);
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
    EXPECT_TRUE(read.ok() || !read.error().message.empty());
    EXPECT_LT(took.count(), 2);
  }
}

}  // namespace
}  // namespace fovea
