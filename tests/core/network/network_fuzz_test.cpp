// Why: files may come from anywhere. Ten thousand damaged copies of a valid file must be read or rejected, without
// crash or hang.
#include <nlohmann/json.hpp>

#include "core/base/random.h"
#include "core/network/lowering.h"
#include "core/network/network_analysis.h"
#include "core/network/standard_networks.h"
#include "tests/core/network/drawing.h"

namespace fovea {
namespace {

// The same damage in each run: bytes changed, removed, duplicated or replaced by difficult ones.
std::string damaged(std::string text, Random& random) {
  static constexpr std::string_view kSnags[] = {"-1",
                                                "0",
                                                "1e308",
                                                "1e999",
                                                "18446744073709551616",
                                                "9223372036854775807",
                                                "null",
                                                "true",
                                                "[]",
                                                "{}",
                                                "\"\"",
                                                "\\u0000",
                                                "\xff",
                                                ",",
                                                ":",
                                                "\"",
                                                "[[[[",
                                                "65536",
                                                "0.5",
                                                "\"add\""};
  for (std::uint64_t count = 1 + random.below(4); count-- > 0;) {
    const std::size_t at = random.below(text.size());
    const std::size_t length = random.below(std::min<std::size_t>(24, text.size() - at) + 1);
    switch (random.below(5)) {
      case 0:
        text[at] = static_cast<char>(random.below(256));
        break;
      case 1:
        text.erase(at, length);
        break;
      case 2:
        text.insert(at, text.substr(random.below(text.size()), length));
        break;
      case 3:
        text.insert(at, kSnags[random.below(std::size(kSnags))]);
        break;
      default:
        text.replace(at, length, kSnags[random.below(std::size(kSnags))]);
    }
    if (text.empty()) return text;
  }
  return text;
}

// Replaces numbers of the file, so that most copies are still valid JSON.
std::string renumbered(std::string text, Random& random) {
  static constexpr std::string_view kNumbers[] = {"0",  "1",   "2",     "3",          "7",  "9",
                                                  "28", "100", "65536", "1000000000", "-1", "4.5"};
  for (std::uint64_t count = 1 + random.below(3); count-- > 0;) {
    std::size_t at = text.find_first_of("0123456789", random.below(text.size()));
    if (at == std::string::npos) continue;
    const std::size_t end = text.find_first_not_of("0123456789.", at);
    text.replace(at, end - at, kNumbers[random.below(std::size(kNumbers))]);
  }
  return text;
}

TEST(NetworkFuzz, TenThousandDamagedCopiesAreReadOrRefused) {
  Network drawn = *standardNetwork("lenet");
  ASSERT_TRUE(applyEdit(drawn, {AddNote{{{}, true, "all of it", {0, 0}, 300, 900, 1}}, {}}).ok());
  const std::string good = formatJsonLine(networkToJson(drawn));
  Random random(4711);
  int read = 0, refused = 0, analyzed = 0;
  for (int i = 0; i < 10'000; ++i) {
    const std::string text = i % 2 == 0 ? damaged(good, random) : renumbered(good, random);
    const auto json = parseJson(text);
    const auto network = json.ok() ? networkFromJson(*json) : Result<Network>(json.error());
    if (!network.ok()) {
      ++refused;
      ASSERT_FALSE(network.error().message.empty());
      ASSERT_TRUE(network.error().code == ErrorCode::Corrupt || network.error().code == ErrorCode::NewerVersion)
          << text;
      continue;
    }
    ++read;
    const auto again = networkFromJson(networkToJson(*network));
    ASSERT_TRUE(again.ok()) << text;
    ASSERT_EQ(*again, *network) << text;
    // Every network that can be read can be analysed, and lowering succeeds exactly if there is no problem.
    const NetworkReport report = analyzeNetwork(*network);
    const auto lowered = lowerNetwork(*network, {.mode = NetworkMode::Evaluation, .batch = 2});
    ASSERT_EQ(lowered.ok(), report.ok()) << text << (lowered.ok() ? "" : lowered.error().text());
    if (report.ok()) ++analyzed;
  }
  EXPECT_GT(read, 500);
  EXPECT_GT(refused, 500);
  EXPECT_GT(analyzed, 100);
}

}  // namespace
}  // namespace fovea
