// A data set as a table: measured, filtered and sorted.
#include "core/data/measures/catalogue.h"

#include <gtest/gtest.h>

#include <chrono>
#include <cmath>
#include <numeric>

#include "core/base/random.h"
#include "core/data/store/data_fingerprint.h"
#include "tests/core/data/data_support.h"

namespace fovea::test {
namespace {

using Records = std::vector<std::uint32_t>;

struct Drawn {
  Shape shape;
  std::vector<std::uint8_t> pixels;
  std::int32_t label = 0;
  Split split = Split::Train;
  std::string source;
};

Drawn drawn(std::int64_t side, std::uint8_t low, std::uint8_t high, std::uint64_t seed, std::string source) {
  Drawn sample{Shape{1, side, side}, {}, 0, Split::Train, std::move(source)};
  Random random(seed);
  for (std::int64_t i = 0; i < side * side; ++i)
    sample.pixels.push_back(static_cast<std::uint8_t>(low + random.below(static_cast<std::uint64_t>(high - low) + 1)));
  return sample;
}

class CatalogueTest : public testing::Test {
 protected:
  CatalogueTest() {
    std::vector<Drawn> samples = {drawn(20, 0, 255, 1, "cats/Tom.png"),      drawn(20, 0, 255, 2, "cats/felix.png"),
                                  drawn(20, 0, 255, 1, "dogs/copy.png"),     drawn(4, 0, 255, 3, "dogs/tiny.png"),
                                  drawn(40, 200, 200, 4, "dogs/blank.png"),  drawn(30, 0, 20, 5, "birds/night.png"),
                                  drawn(60, 100, 255, 6, "birds/light.png"), drawn(60, 100, 255, 7, "birds/other.png")};
    samples[1].split = Split::Test;
    for (std::size_t i = 2; i < 5; ++i) samples[i].label = 1;
    for (std::size_t i = 5; i < 7; ++i) samples[i].label = 2;
    samples[7].label = kNoLabel;
    auto writer = DatasetWriter::create(folder_ / "set", {"small", "test", "nowhere", {}, {"cat", "Dog", "bird"}});
    EXPECT_TRUE(writer.ok());
    for (const Drawn& each : samples)
      EXPECT_TRUE((*writer)->add(rawSample(each.shape, each.pixels, each.label, each.split, each.source, 0)).ok());
    EXPECT_TRUE((*writer)->finish().ok());
    dataset_ = openDataset(folder_ / "set");
    measures_ = measured(*dataset_);
  }

  static std::shared_ptr<const SampleMeasures> measured(const Dataset& dataset, int threads = 0) {
    auto measures = measureSamples(dataset, MeasureDepth::Verified, threads, {}, {});
    EXPECT_TRUE(measures.ok()) << (measures.ok() ? "" : measures.error().text());
    return measures.ok() ? *measures : nullptr;
  }
  Catalogue catalogue() const { return Catalogue(dataset_, measures_); }
  Records found(const CatalogueFilter& filter, CatalogueOrder order = {}) const {
    return catalogue().view(filter, order).records;
  }
  Records having(Quality quality) const {
    CatalogueFilter filter;
    filter.qualities = bitOf(quality);
    return found(filter);
  }

  TemporaryFolder folder_;
  std::shared_ptr<const Dataset> dataset_;
  std::shared_ptr<const SampleMeasures> measures_;
};

TEST_F(CatalogueTest, RecordsThatWereChosenElsewhereAreAllThatIsShown) {
  CatalogueFilter filter;
  filter.records = std::make_shared<const Records>(Records{0, 2, 5});
  EXPECT_FALSE(filter.empty());
  EXPECT_EQ(found(filter), (Records{0, 2, 5}));
  filter.label = 1;
  EXPECT_EQ(found(filter), Records{2});
}

TEST_F(CatalogueTest, FindsWhatIsAmiss) {
  EXPECT_EQ(having(Quality::Tiny), (Records{3}));
  EXPECT_EQ(having(Quality::Blank), (Records{4}));
  EXPECT_EQ(having(Quality::Dark), (Records{5}));
  EXPECT_EQ(having(Quality::Duplicate), (Records{0, 2}));
  EXPECT_EQ(having(Quality::NearDuplicate), (Records{0, 2}));
  EXPECT_EQ(having(Quality::Corrupt), Records());
  const auto counts = catalogue().qualityCounts();
  EXPECT_EQ(counts[4], 2);
  EXPECT_EQ(counts[1], 1);
}

TEST_F(CatalogueTest, FiltersByEachPartAndAllOfThem) {
  CatalogueFilter filter;
  filter.text = "TOM";
  EXPECT_EQ(found(filter), (Records{0}));
  filter.text = "dog";  // a folder's name and a class's
  EXPECT_EQ(found(filter), (Records{2, 3, 4}));
  filter = {};
  filter.text = "bird";
  EXPECT_EQ(found(filter), (Records{5, 6, 7}));
  filter.label = 2;
  EXPECT_EQ(found(filter), (Records{5, 6}));
  filter.brightness = {100, 255};
  EXPECT_EQ(found(filter), (Records{6}));
  filter = {};
  filter.label = kNoLabel;
  EXPECT_EQ(found(filter), (Records{7}));
  filter = {};
  filter.split = Split::Test;
  EXPECT_EQ(found(filter), (Records{1}));
  filter = {};
  filter.sides = {30, 40};
  EXPECT_EQ(found(filter), (Records{4, 5}));
  filter.qualities = bitOf(Quality::Dark) | bitOf(Quality::Tiny);
  EXPECT_EQ(found(filter), (Records{5}));
  filter = {};
  filter.text = "nobody";
  EXPECT_EQ(found(filter), Records());
}

TEST_F(CatalogueTest, SortsByEveryColumnBothWaysAndKeepsTheOrderOfEqualOnes) {
  EXPECT_EQ(found({}, {CatalogueColumn::Order, true}), (Records{7, 6, 5, 4, 3, 2, 1, 0}));
  EXPECT_EQ(found({}, {CatalogueColumn::Side}), (Records{3, 0, 1, 2, 5, 4, 6, 7}));
  EXPECT_EQ(found({}, {CatalogueColumn::Side, true}), (Records{6, 7, 4, 5, 0, 1, 2, 3}));
  EXPECT_EQ(found({}, {CatalogueColumn::Class}), (Records{0, 1, 2, 3, 4, 5, 6, 7}));
  EXPECT_EQ(found({}, {CatalogueColumn::Class, true}), (Records{5, 6, 2, 3, 4, 0, 1, 7}));
  EXPECT_EQ(found({}, {CatalogueColumn::Source}), (Records{6, 5, 7, 1, 0, 4, 2, 3}));
  EXPECT_EQ(found({}, {CatalogueColumn::Brightness}).front(), 5u);
  EXPECT_EQ(found({}, {CatalogueColumn::Split, true}).front(), 1u);
  const Records pairs = found({}, {CatalogueColumn::DuplicateGroup});
  EXPECT_EQ(Records(pairs.begin(), pairs.begin() + 2), (Records{0, 2}));
  for (const CatalogueColumn column : kCatalogueColumns) {
    EXPECT_EQ(found({}, {column}).size(), 8u);
    EXPECT_EQ(*columnFromName(columnName(column)), column);
  }
}

TEST_F(CatalogueTest, SortsByWhatANetworkAnswers) {
  const float nan = std::nanf("");
  auto outcomes = std::make_shared<SampleOutcomes>();
  outcomes->losses = {0.5f, 3.0f, 0.0f, nan, 7.5f, 0.1f, 0.2f, nan};
  outcomes->confidences = {0.6f, 0.9f, 1.0f, nan, 0.5f, 0.9f, 0.8f, nan};
  outcomes->predictions = {0, 2, 1, kNoLabel, 0, 2, 2, kNoLabel};
  const Catalogue catalogue(dataset_, measures_, outcomes);
  EXPECT_EQ(catalogue.view({}, {CatalogueColumn::Loss, true}).records, (Records{4, 1, 0, 6, 5, 2, 3, 7}));
  EXPECT_EQ(catalogue.view({}, {CatalogueColumn::Loss}).records, (Records{2, 5, 6, 0, 1, 4, 3, 7}));
  CatalogueFilter wrong;
  wrong.qualities = bitOf(Quality::Wrong);
  EXPECT_EQ(catalogue.view(wrong, {}).records, (Records{1, 4}));
  wrong.prediction = 0;
  EXPECT_EQ(catalogue.view(wrong, {}).records, (Records{4}));
}

TEST_F(CatalogueTest, CountsWhatAWiderFilterWouldBring) {
  CatalogueFilter filter;
  filter.label = 2;
  filter.brightness = {0, 50};
  const CatalogueView view = catalogue().view(filter, {});
  EXPECT_EQ(view.records, (Records{5}));
  EXPECT_EQ(view.classes, (std::vector<std::int64_t>{0, 0, 1}));
  EXPECT_EQ(view.brightness[1], 1);                      // the dark one
  EXPECT_EQ(view.brightness[177 / kBrightnessStep], 1);  // and the light one of its class
  EXPECT_EQ(view.sideRange, (Interval<std::uint32_t>{4, 60}));
  EXPECT_EQ(std::accumulate(view.sides.begin(), view.sides.end(), std::int64_t{0}), 1);
}

TEST_F(CatalogueTest, FollowsEdits) {
  const std::size_t before = measures_.use_count();
  auto edited = dataset_->edited({EditKind::Exclude, {0}});
  ASSERT_TRUE(edited.ok());
  edited = (*edited)->edited({EditKind::Relabel, {1}, 2});
  ASSERT_TRUE(edited.ok());
  const Catalogue catalogue(*edited, measures_);
  EXPECT_EQ(measures_.use_count(), static_cast<long>(before) + 1);
  EXPECT_EQ(catalogue.view({}, {}).records, (Records{1, 2, 3, 4, 5, 6, 7}));
  CatalogueFilter filter;
  filter.label = 2;
  EXPECT_EQ(catalogue.view(filter, {}).records, (Records{1, 5, 6}));
  filter = {};
  filter.qualities = bitOf(Quality::Excluded);
  EXPECT_EQ(catalogue.view(filter, {}).records, (Records{0}));
  // Who names samples sees them, whether they count or not.
  filter = {};
  filter.records = std::make_shared<const Records>(Records{0, 3});
  EXPECT_EQ(catalogue.view(filter, {}).records, (Records{0, 3}));
  filter = {};
  filter.qualities = bitOf(Quality::Edited);
  EXPECT_EQ(catalogue.view(filter, {}).records, (Records{1}));
  EXPECT_EQ(catalogue.qualityCounts()[4], 0) << "the only sample like it is left out";
}

TEST_F(CatalogueTest, ASampleWhoseCopiesAreAllExcludedIsNoDuplicate) {
  const auto edited = dataset_->edited({EditKind::Exclude, {2}});
  ASSERT_TRUE(edited.ok());
  const Catalogue catalogue(*edited, measures_);
  CatalogueFilter filter;
  filter.qualities = bitOf(Quality::Duplicate) | bitOf(Quality::NearDuplicate);
  EXPECT_EQ(catalogue.view(filter, {}).records, Records());
  EXPECT_EQ(catalogue.qualityCounts()[4], 0);
  EXPECT_EQ(catalogue.qualityCounts()[5], 0);
  EXPECT_EQ(catalogue.view({}, {CatalogueColumn::DuplicateGroup}).records, (Records{0, 1, 3, 4, 5, 6, 7}));
}

TEST_F(CatalogueTest, OneOfEachGroupOfDuplicatesStays) {
  const auto without = [this](Records chosen, Qualities qualities) {
    catalogue().keepOneOfEach(chosen, qualities);
    return chosen;
  };
  constexpr Qualities kSame = bitOf(Quality::Duplicate), kNear = bitOf(Quality::NearDuplicate);
  EXPECT_EQ(without({0, 2}, kSame), Records{2});
  EXPECT_EQ(without({0, 2}, kNear), Records{2});
  EXPECT_EQ(without({0, 2}, kSame | kNear), Records{2});
  EXPECT_EQ(without({0}, kSame), Records{0}) << "its copy is not among those chosen";
  EXPECT_EQ(without({0, 2}, 0), (Records{0, 2})) << "they were not chosen for being duplicates";
  EXPECT_EQ(without({0, 2, 3}, kSame | bitOf(Quality::Tiny)), (Records{2, 3}));
}

TEST_F(CatalogueTest, NamesClassesThatOnlyTheNetworkHas) {
  auto outcomes = std::make_shared<SampleOutcomes>();
  outcomes->losses.assign(8, 1);
  outcomes->confidences.assign(8, 0.5f);
  outcomes->predictions = {0, 2, 7, 1, 1, 1, 1, 1};
  const Catalogue catalogue(dataset_, measures_, outcomes);
  EXPECT_EQ(catalogue.predictedClass(1), "bird");
  EXPECT_EQ(catalogue.predictedClass(2), "class 7");
}

TEST_F(CatalogueTest, FindsTags) {
  const auto tag = [](const Dataset& data, std::vector<std::uint32_t> records, const std::string& name) {
    auto tagged = data.edited({.kind = EditKind::Tag, .records = std::move(records), .tag = name});
    EXPECT_TRUE(tagged.ok());
    return *tagged;
  };
  const auto tagged = tag(*tag(*dataset_, {1, 4}, "To check"), {4, 6}, "odd");
  const Catalogue catalogue(tagged, measures_);
  CatalogueFilter filter;
  filter.tags = {"To check"};
  EXPECT_EQ(catalogue.view(filter, {}).records, (Records{1, 4}));
  filter.tags = {"To check", "odd"};
  EXPECT_EQ(catalogue.view(filter, {}).records, (Records{1, 4, 6})) << "any of them";
  filter.tags = {"unknown"};
  EXPECT_TRUE(catalogue.view(filter, {}).records.empty());
  filter = {};
  filter.text = "to ch";
  EXPECT_EQ(catalogue.view(filter, {}).records, (Records{1, 4})) << "by words, ignoring case";
  // A run goes on over tagged samples: they are the same.
  EXPECT_EQ(differenceWords(*fingerprintOf(*dataset_), *fingerprintOf(*tagged)), "");
  EXPECT_EQ(fingerprintOf(*tagged)->edits, 0);
}

TEST_F(CatalogueTest, WithoutMeasuresItKnowsClassAndSplit) {
  const Catalogue catalogue(dataset_);
  CatalogueFilter filter;
  filter.label = 1;
  EXPECT_EQ(catalogue.view(filter, {CatalogueColumn::Side}).records, (Records{2, 3, 4}));
  filter.brightness = {0, 255};
  EXPECT_EQ(catalogue.view(filter, {}).records, Records());
  EXPECT_TRUE(catalogue.view({}, {}).brightness.empty());
}

TEST_F(CatalogueTest, IsTheSameForAnyNumberOfThreads) {
  const auto one = measured(*dataset_, 1), many = measured(*dataset_, 7);
  EXPECT_EQ(one->brightness, many->brightness);
  EXPECT_EQ(one->qualities, many->qualities);
  EXPECT_EQ(one->duplicateGroups, many->duplicateGroups);
  EXPECT_EQ(one->widths, many->widths);
}

TEST_F(CatalogueTest, ADamagedInputIsFoundAndHidesNothingElse) {
  std::string bytes = readBytes(folder_ / "set" / "samples-0001.mdb");
  const Drawn second = drawn(20, 0, 255, 2, "");
  const std::size_t at = bytes.find(std::string(second.pixels.begin(), second.pixels.end()));
  ASSERT_NE(at, std::string::npos);
  bytes[at + 17] = static_cast<char>(bytes[at + 17] ^ 1);
  dataset_.reset();
  measures_.reset();
  writeBytes(folder_ / "set" / "samples-0001.mdb", bytes);
  dataset_ = openDataset(folder_ / "set");
  measures_ = measured(*dataset_);
  EXPECT_EQ(having(Quality::Corrupt), (Records{1}));
  // Who believes the import does not look.
  const auto believed = measureSamples(*dataset_, MeasureDepth::Known, 1, {}, {});
  ASSERT_TRUE(believed.ok());
  EXPECT_FALSE((*believed)->verified);
  EXPECT_EQ((*believed)->qualities[1] & bitOf(Quality::Corrupt), 0);
  EXPECT_EQ((*believed)->brightness[2], measures_->brightness[2]);
}

TEST_F(CatalogueTest, MeasuringCanBeCancelled) {
  CancelToken cancel;
  cancel.cancel();
  EXPECT_EQ(measureSamples(*dataset_, MeasureDepth::Known, 0, {}, cancel).error().code, ErrorCode::Cancelled);
}

// A hundred thousand samples in a tenth of what a million may take, with room for a busy machine.
TEST(CatalogueOfMany, IsFilteredAndSortedAtOnce) {
  constexpr std::int64_t kMany = 100'000;
  TemporaryFolder folder;
  const auto dataset = openDataset(makeDataset(folder / "many", {kMany, 0, 0}, Shape{1, 2, 2}));
  ASSERT_TRUE(dataset);
  const auto measures = measureSamples(*dataset, MeasureDepth::Known, 2, {}, {});
  ASSERT_TRUE(measures.ok());
  const Catalogue catalogue(dataset, *measures);
  CatalogueFilter filter;
  filter.brightness = {0, 200};
  const auto start = std::chrono::steady_clock::now();
  const CatalogueView view = catalogue.view(filter, {CatalogueColumn::Brightness, true});
  const auto afterView = std::chrono::steady_clock::now();
  const auto edited = dataset->edited({EditKind::Exclude, {5, 6, 7}});
  const auto afterEdit = std::chrono::steady_clock::now();
  EXPECT_GT(view.records.size(), 1000u);
  ASSERT_TRUE(edited.ok());
  EXPECT_LT(std::chrono::duration<double>(afterView - start).count(), 0.2);
  EXPECT_LT(std::chrono::duration<double>(afterEdit - afterView).count(), 0.2);
}

}  // namespace
}  // namespace fovea::test
