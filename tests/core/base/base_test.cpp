// Results, atomic files, random numbers and JSON, on which everything else depends.
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <unistd.h>

#include <csignal>
#include <ctime>
#include <nlohmann/json.hpp>
#include <set>

#include "core/base/file.h"
#include "core/base/json_numbers.h"
#include "core/base/random.h"
#include "core/base/utf8.h"

namespace fovea {
namespace {
namespace fs = std::filesystem;

class FileTest : public ::testing::Test {
 protected:
  void SetUp() override {
    folder_ = fs::temp_directory_path() / ("fovea-base-" + std::to_string(::getpid()));
    fs::create_directories(folder_);
  }
  void TearDown() override { fs::remove_all(folder_); }
  int fileCount() const {
    return static_cast<int>(std::distance(fs::directory_iterator(folder_), fs::directory_iterator()));
  }
  fs::path folder_;
};

Result<int> half(int number) {
  if (number % 2 != 0) return fail(ErrorCode::InvalidArgument, "It is odd.", "Take an even one.");
  return number / 2;
}

Result<int> quarter(int number) {
  FOVEA_TRY(const int once, half(number));
  FOVEA_TRY(const int twice, half(once));
  return twice;
}

TEST(ResultTest, TryPassesValuesAndErrorsOn) {
  EXPECT_EQ(*quarter(12), 3);
  ASSERT_FALSE(quarter(6).ok());
  EXPECT_EQ(quarter(6).error().text(), "It is odd. Take an even one.");
  EXPECT_EQ(quarter(6).error().within("six").message, "six: It is odd.");
}

TEST_F(FileTest, AtomicFileIsInvisibleUntilCommitted) {
  const fs::path path = folder_ / "state.json";
  ASSERT_TRUE(writeFileAtomic(path, "old").ok());
  {
    auto file = AtomicFile::create(path);
    ASSERT_TRUE(file.ok());
    ASSERT_TRUE((*file)->write("half of the n").ok());
    EXPECT_EQ(*readFile(path, 100), "old");
  }
  EXPECT_EQ(*readFile(path, 100), "old");
  EXPECT_EQ(fileCount(), 1) << "an abandoned file leaves nothing behind";
}

TEST_F(FileTest, FullDiskKeepsTheFormerFile) {
  const fs::path path = folder_ / "weights";
  ASSERT_TRUE(writeFileAtomic(path, "old").ok());
  std::signal(SIGXFSZ, SIG_IGN);
  rlimit before{};
  getrlimit(RLIMIT_FSIZE, &before);
  rlimit small = before;
  small.rlim_cur = 1000;
  setrlimit(RLIMIT_FSIZE, &small);
  const Status status = writeFileAtomic(path, std::string(5000, 'x'));
  setrlimit(RLIMIT_FSIZE, &before);
  EXPECT_FALSE(status.ok());
  EXPECT_EQ(*readFile(path, 100), "old");
  EXPECT_EQ(fileCount(), 1);
}

TEST_F(FileTest, ReadingSaysWhatIsWrong) {
  EXPECT_EQ(readFile(folder_ / "nothing", 10).error().code, ErrorCode::NotFound);
  EXPECT_EQ(readFile(folder_, 10).error().code, ErrorCode::InvalidArgument);
  ASSERT_TRUE(writeFileAtomic(folder_ / "large", std::string(11, 'x')).ok());
  EXPECT_EQ(readFile(folder_ / "large", 10).error().code, ErrorCode::InvalidArgument);
}

TEST(SystemErrorTest, FullDiskHasItsOwnCode) {
  EXPECT_EQ(systemError(ENOSPC, "Cannot write x").code, ErrorCode::NoSpace);
  EXPECT_EQ(systemError(EACCES, "Cannot write x").code, ErrorCode::PermissionDenied);
}

// Known results of Philox4x32-10 from the authors' test vectors.
TEST(RandomTest, PhiloxKnownAnswers) {
  const std::array<std::uint32_t, 4> zero = {0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8};
  EXPECT_EQ(philox({0, 0, 0, 0}, {0, 0}), zero);
  const std::array<std::uint32_t, 4> ones = {0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd};
  EXPECT_EQ(philox({~0u, ~0u, ~0u, ~0u}, {~0u, ~0u}), ones);
}

TEST(RandomTest, StreamsDifferAndRepeat) {
  Random a(7, 0), b(7, 0), c(7, 1);
  const auto first = a.next64();
  EXPECT_EQ(first, b.next64());
  EXPECT_NE(first, c.next64());
  Random uniform(1);
  std::set<std::uint64_t> seen;
  for (int i = 0; i < 1000; ++i) {
    const auto drawn = uniform.below(10);
    EXPECT_LT(drawn, 10u);
    seen.insert(drawn);
  }
  EXPECT_EQ(seen.size(), 10u);
}

TEST(RandomTest, NormalHasMeanAndDeviation) {
  Random random(3);
  double sum = 0, squares = 0;
  constexpr int kCount = 100000;
  for (int i = 0; i < kCount; ++i) {
    const double x = random.normal();
    sum += x;
    squares += x * x;
  }
  EXPECT_NEAR(sum / kCount, 0, 0.02);
  EXPECT_NEAR(squares / kCount, 1, 0.02);
}

TEST(Utf8Test, TellsWholeCharactersFromOthers) {
  for (const char* good : {"", "a", "é", "€", "𝄞", "a€b"}) EXPECT_TRUE(isUtf8(good)) << good;
  // A lone continuation byte, truncated, overlong, a surrogate, above U+10FFFF.
  for (const char* bad : {"\x80", "\xe2\x82", "\xc0\xaf", "\xe0\x80\xaf", "\xed\xa0\x80", "\xf4\x90\x80\x80", "\xff"})
    EXPECT_FALSE(isUtf8(bad)) << bad;
}

TEST(Utf8Test, CutsBetweenCharacters) {
  EXPECT_EQ(cutUtf8("a€b", 10), "a€b");
  EXPECT_EQ(cutUtf8("a€b", 4), "a€");
  EXPECT_EQ(cutUtf8("a€b", 3), "a");
  EXPECT_EQ(cutUtf8("€", 1), "");
}

TEST(JsonTest, ReportsTheLineOfDamage) {
  EXPECT_TRUE(parseJson("{\"a\": [1, 2]}").ok());
  const auto damaged = parseJson("{\n\"a\": 1,\n\"b\": }");
  ASSERT_FALSE(damaged.ok());
  EXPECT_EQ(damaged.error().message, "The JSON text is damaged at line 3.");
}

TEST(JsonTest, DepthIsBounded) {
  EXPECT_TRUE(parseJson(std::string(60, '[') + std::string(60, ']')).ok());
  const auto deep = parseJson(std::string(1000000, '['));
  ASSERT_FALSE(deep.ok());
  const auto closed = parseJson(std::string(100000, '[') + std::string(100000, ']'));
  ASSERT_FALSE(closed.ok());
  EXPECT_EQ(closed.error().code, ErrorCode::Corrupt);
}

// An object of `count` members.
std::string manyMembers(int count) {
  std::string text = "{";
  for (int i = 0; i < count; ++i)
    text += (i ? ",\"member" : "\"member") + std::to_string(i) + "\": " + std::to_string(i);
  return text + "}";
}

TEST(JsonTest, ManyMembersTakeTimeInProportion) {
  const auto seconds = [](const std::string& text, std::size_t count) {
    double least = 1e9;
    for (int i = 0; i < 3; ++i) {
      const std::clock_t begin = std::clock();
      EXPECT_EQ(parseJson(text)->size(), count);
      least = std::min(least, static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC);
    }
    return least;
  };
  const double once = seconds(manyMembers(100000), 100000), twice = seconds(manyMembers(200000), 200000);
  EXPECT_LT(twice, 3 * once + 0.02) << once;
  // As many values without names, so that slow machines and sanitizers affect both alike.
  std::string list = "[0";
  for (int i = 1; i < 200000; ++i) list += ",\"a text\"";
  EXPECT_LT(twice, 20 * seconds(list + "]", 200000) + 0.02);
}

TEST(JsonTest, MembersKeepTheirOrder) {
  const auto json = parseJson(R"({"z": 1, "a": {"y": [1, {"x": null}], "b": true}, "m": -2.5})");
  ASSERT_TRUE(json.ok());
  EXPECT_EQ(formatJsonLine(*json), R"({"z":1,"a":{"y":[1,{"x":null}],"b":true},"m":-2.5})");
  EXPECT_EQ(*json, Json::parse(formatJsonLine(*json)));
}

TEST(JsonTest, ANameTwiceIsRefused) {
  EXPECT_EQ(parseJson(R"([{"a": 1, "b": 2, "a": 3}])").error().message,
            "The JSON text names \"a\" twice in one object.");
  std::string many = manyMembers(1000);
  many.back() = ',';
  EXPECT_EQ(parseJson(many + R"("member500": 0})").error().message,
            "The JSON text names \"member500\" twice in one object.");
  EXPECT_TRUE(parseJson(R"([{"a": 1}, {"a": 1, "b": {"a": 1}}])").ok());
}

TEST(JsonTest, ReadingEndsAtTheValueThatIsTooMuch) {
  std::string text = "[0";  // the list itself counts as a value
  for (int i = 2; i < 4'000'000; ++i) text += ",0";
  EXPECT_TRUE(parseJson(text + "]").ok());
  // If the parser had read on, it would have reported the damage after the last value.
  EXPECT_EQ(parseJson(text + ",0, damage").error().message, "The JSON text holds more than 4000000 values.");
  EXPECT_EQ(parseJson(text + ", damage").error().message, "The JSON text is damaged at line 1.");
}

TEST(JsonTest, WholeNumbersNeverTurnNegative) {
  EXPECT_EQ(*wholeNumber(*parseJson("9223372036854775807")), std::numeric_limits<std::int64_t>::max());
  EXPECT_EQ(*wholeNumber(*parseJson("-9223372036854775808")), std::numeric_limits<std::int64_t>::min());
  EXPECT_NE(parseJson("[9223372036854775808]").error().message.find("9223372036854775808, which is too large"),
            std::string::npos);
  for (const char* text : {"1.5", "1e300", "true", "\"1\"", "null", "99999999999999999999999"})
    EXPECT_FALSE(wholeNumber(*parseJson(text))) << text;
  EXPECT_FALSE(wholeNumber(Json(std::uint64_t{1} << 63)));
  EXPECT_EQ(wholeNumberAt(*parseJson(R"({"epoch": 7})"), "epoch"), 7);
  EXPECT_THROW((void)wholeNumberAt(*parseJson(R"({"epoch": 1e300})"), "epoch"), Json::exception);
  EXPECT_THROW((void)wholeNumberAt(*parseJson("{}"), "epoch"), Json::exception);
}

}  // namespace
}  // namespace fovea
