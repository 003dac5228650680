// Files with every kind of damage: no crash, no hang, and each is either read or rejected with a reason. Mutations
// depend on seeds, so that failures are reproducible. FOVEA_FUZZ_ROUNDS multiplies the usual number of rounds,
// FOVEA_FUZZ_SEED selects other mutations.
#include <cstdlib>
#include <fstream>

#include "../core/data/base64_support.h"
#include "../core/data/import_support.h"
#include "../core/data/importers/importer_support.h"
#include "parsers.h"

namespace fovea::test {
namespace {

constexpr int kMutationsOfAFile = 1'000;
constexpr int kMutatedImages = 10'000;

int numberFrom(const char* variable, int otherwise) {
  const char* text = std::getenv(variable);
  return text ? std::max(1, std::atoi(text)) : otherwise;
}

int rounds() {
  return numberFrom("FOVEA_FUZZ_ROUNDS", 1);
}

// Temporary files are kept in memory.
const bool kInMemory = [] {
  std::error_code code;
  if (!std::getenv("TMPDIR") && fs::is_directory("/dev/shm", code)) ::setenv("TMPDIR", "/dev/shm", 1);
  return true;
}();

class Fuzz : public testing::TestWithParam<Parser> {};

TEST_P(Fuzz, EveryFileIsReadOrRefusedWithWords) {
  const Parser& parser = GetParam();
  std::mt19937 random(static_cast<std::mt19937::result_type>(numberFrom("FOVEA_FUZZ_SEED", 11)));
  int opened = 0;
  double longest = 0;
  for (const std::string& seed : parser.seeds) {
    EXPECT_TRUE(parser.run(reinterpret_cast<const std::uint8_t*>(seed.data()), seed.size()) || !canDecodeImages() ||
                parser.name == "wav");
  }
  for (int i = 0; i < kMutationsOfAFile * rounds(); ++i) {
    const std::string& seed = parser.seeds[static_cast<std::size_t>(i) % parser.seeds.size()];
    const std::string bytes = mutated(seed, random);
    const double limit = mostSeconds(bytes.size());
    TimedRun run;
    ASSERT_NO_THROW(run = runWithin(parser, bytes, limit)) << i;
    ASSERT_LT(run.seconds, limit) << parser.name << ", mutation " << i;
    opened += run.opened;
    longest = std::max(longest, run.seconds);
  }
  RecordProperty("opened", opened);
  RecordProperty("longest_ms", std::to_string(1000 * longest));
}

std::string nameOf(const testing::TestParamInfo<Parser>& info) {
  std::string name = info.param.name;
  std::erase(name, ' ');
  return name;
}

// Inputs of earlier crashes, and those that the guided fuzzer kept: one per line, in base 64.
TEST_P(Fuzz, TheCorpusIsReadOrRefusedWithWords) {
  const Parser& parser = GetParam();
  std::ifstream corpus(fs::path(FOVEA_CORPUS) / (parser.name + ".txt"));
  if (!corpus) GTEST_SKIP() << "there is no corpus for it";
  int inputs = 0;
  for (std::string line; std::getline(corpus, line); ++inputs) {
    const std::string bytes = fromBase64(line);
    ASSERT_FALSE(bytes.empty()) << inputs;
    const double limit = mostSeconds(bytes.size());
    TimedRun run;
    ASSERT_NO_THROW(run = runWithin(parser, bytes, limit)) << inputs;
    ASSERT_LT(run.seconds, limit) << inputs;
  }
  EXPECT_GT(inputs, 0);
}

INSTANTIATE_TEST_SUITE_P(Parsers, Fuzz, testing::ValuesIn(parsers()), nameOf);

TEST(MutatedImages, AreImportedOrListedWithAReason) {
  MadeItems made;
  made.classes = {"one"};
  const int count = kMutatedImages * rounds();
  for (int i = 0; i < count; ++i) {
    ImportItem item;
    item.source = "image " + std::to_string(i);
    item.label = 0;
    made.items.push_back(std::move(item));
  }
  std::vector<std::vector<std::string>> seeds;
  for (std::uint64_t seed = 0; seed < 50; ++seed) seeds.push_back(imageSeeds(seed));
  made.make = [&seeds](std::int64_t index) -> Result<LoadedItem> {
    std::mt19937 random(static_cast<unsigned>(index));
    const auto number = static_cast<std::size_t>(index);
    const std::vector<std::string>& kinds = seeds[number / seeds[0].size() % seeds.size()];
    LoadedItem item;
    item.file = mutated(kinds[number % kinds.size()], random);
    return item;
  };
  const TemporaryFolder folder;
  const auto summary = importMade(made, folder / "out");
  ASSERT_TRUE(summary.ok()) << summary.error().text();
  EXPECT_EQ(summary->samples + summary->skippedCount, count);
  EXPECT_GT(summary->samples, count / 20);
  EXPECT_GT(summary->skippedCount, count / 20);
  for (const SkippedSample& skipped : summary->skipped) EXPECT_FALSE(skipped.reason.empty()) << skipped.source;
  EXPECT_TRUE(Dataset::open(folder / "out").ok());
}

}  // namespace
}  // namespace fovea::test
