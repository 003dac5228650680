// Event files are read back as written, damaged ones are detected, and values of other writers can be read.
#include "core/train/event_file.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <numeric>

#include "core/train/event_histogram.h"
#include "core/train/event_wire.h"
#include "tests/core/data/data_support.h"
#include "tests/core/train/event_samples.h"

namespace fovea {
namespace {

std::vector<ScalarEvent> someScalars() {
  std::vector<ScalarEvent> scalars;
  for (std::int64_t step = 0; step < 50; ++step) {
    const double time = 1.7e9 + 0.25 * static_cast<double>(step);
    scalars.push_back({time, step * 300, "train/loss", std::exp(-0.1 * static_cast<double>(step))});
    scalars.push_back({time, step * 300, "train/accuracy", 0.5});
  }
  return scalars;
}

EventLog parsed(const std::string& bytes) {
  auto log = parseEvents(bytes);
  if (!log.ok()) throw std::runtime_error(log.error().text());
  return std::move(log).value();
}

TEST(EventFile, ComesBackAsItWent) {
  const auto scalars = someScalars();
  const EventLog log = parsed(formatEvents(scalars));
  ASSERT_EQ(log.scalars.size(), scalars.size());
  EXPECT_FALSE(log.cut);
  EXPECT_EQ(log.others, 0);
  for (std::size_t i = 0; i < scalars.size(); ++i) {
    EXPECT_EQ(log.scalars[i].time, scalars[i].time);
    EXPECT_EQ(log.scalars[i].step, scalars[i].step);
    EXPECT_EQ(log.scalars[i].tag, scalars[i].tag);
    EXPECT_EQ(log.scalars[i].value, static_cast<double>(static_cast<float>(scalars[i].value)));
  }
}

// The first record of every event file; the checksums are TensorFlow's.
TEST(EventFile, BeginsAsOthersDo) {
  const std::string bytes = formatEvents({});
  ASSERT_GE(bytes.size(), 40u);
  EXPECT_EQ(static_cast<unsigned char>(bytes[0]), 24);  // length of the first record
  EXPECT_NE(bytes.find("brain.Event:2"), std::string::npos);
  // The checksum of the length's eight bytes, with which TensorFlow's files begin: a3 7f 4b 22.
  EXPECT_EQ(bytes.substr(8, 4), std::string("\xa3\x7f\x4b\x22"));
}

TEST(EventFile, ReadsWhatOthersWrite) {
  const EventLog theirs = parsed(test::bytesOfHex(test::kEventsOfTensorboardX));
  ASSERT_EQ(theirs.scalars.size(), 6u);
  EXPECT_EQ(theirs.others, 1);
  ASSERT_EQ(theirs.histograms.size(), 1u);
  const Histogram& histogram = theirs.histograms[0].histogram;
  EXPECT_EQ(theirs.histograms[0].tag, "h");
  EXPECT_EQ(histogram.minimum, 1);
  EXPECT_EQ(histogram.maximum, 3);
  EXPECT_EQ(std::accumulate(histogram.counts.begin(), histogram.counts.end(), std::int64_t{0}), 3);
  EXPECT_EQ(theirs.scalars[0].tag, "Loss/train");
  EXPECT_EQ(theirs.scalars[0].time, 1.7e9);
  EXPECT_EQ(theirs.scalars[4].step, 2);
  EXPECT_FLOAT_EQ(static_cast<float>(theirs.scalars[4].value), 1.0f / 3);
  const EventLog tensors = parsed(test::bytesOfHex(test::kEventsOfTensorboard));
  ASSERT_EQ(tensors.scalars.size(), 5u);
  EXPECT_EQ(tensors.others, 2);
  const double expected[] = {0.25, 0.5, -7, 1099511627776.0, 0.75};
  for (std::size_t i = 0; i < 5; ++i) EXPECT_EQ(tensors.scalars[i].value, expected[i]) << i;
}

TEST(EventFile, HistogramsComeBackAsTheyWent) {
  const std::vector<HistogramEvent> sent = {{1.5, 100, "weights/conv1", {-0.5, 0.25, {3, 0, 12, 1}}},
                                            {2.5, 200, "weights/conv1", {0, 1e-9, {7}}}};
  const EventLog log = parsed(formatEvents({}, sent));
  EXPECT_EQ(log.others, 0);
  ASSERT_EQ(log.histograms.size(), 2u);
  for (std::size_t i = 0; i < 2; ++i) {
    EXPECT_EQ(log.histograms[i].time, sent[i].time);
    EXPECT_EQ(log.histograms[i].step, sent[i].step);
    EXPECT_EQ(log.histograms[i].tag, sent[i].tag);
    EXPECT_EQ(log.histograms[i].histogram.minimum, sent[i].histogram.minimum);
    EXPECT_EQ(log.histograms[i].histogram.maximum, sent[i].histogram.maximum);
    EXPECT_EQ(log.histograms[i].histogram.counts, sent[i].histogram.counts);
  }
}

// Converting buckets of other widths loses no sample, and each stays at its value.
TEST(EventFile, BucketsOfOtherWidthsAreSharedOut) {
  std::string message = histogramProto({0, 8, {1, 1, 1, 1, 1, 1, 1, 1}});
  bool bad = false;
  EXPECT_EQ(histogramOfProto(message, bad)->counts.size(), 8u);
  // Three buckets up to 1, 2 and 8 that hold 8, 16 and 60 samples.
  std::string limits, counts, own;
  for (const double limit : {1.0, 2.0, 8.0}) appendFixed(limits, std::bit_cast<std::uint64_t>(limit));
  for (const double count : {8.0, 16.0, 60.0}) appendFixed(counts, std::bit_cast<std::uint64_t>(count));
  appendKey(own, 2, kFixed64);
  appendFixed(own, std::bit_cast<std::uint64_t>(8.0));
  appendBytes(own, 6, limits);
  appendBytes(own, 7, counts);
  const auto shared = histogramOfProto(own, bad);
  ASSERT_TRUE(shared);
  EXPECT_FALSE(bad);
  const auto sum = [&](std::size_t first, std::size_t last) {
    return std::accumulate(shared->counts.begin() + static_cast<std::ptrdiff_t>(first),
                           shared->counts.begin() + static_cast<std::ptrdiff_t>(last), std::int64_t{0});
  };
  ASSERT_EQ(shared->counts.size(), 64u);
  EXPECT_EQ(sum(0, 8), 8);
  EXPECT_EQ(sum(8, 16), 16);
  EXPECT_EQ(sum(16, 64), 60) << "what rounding takes from one bin the next one gets";
}

// A bucket without a width, as of a layer whose numbers are all the same.
TEST(EventFile, AHistogramOfOneLargeValueKeepsAWidth) {
  bool bad = false;
  const auto read = histogramOfProto(histogramProto({5.6e15, 5.6e15, {0, 7}}), bad);
  ASSERT_TRUE(read);
  EXPECT_LT(read->minimum, 5.6e15);
  EXPECT_GT(read->maximum, 5.6e15);
  EXPECT_EQ(std::accumulate(read->counts.begin(), read->counts.end(), std::int64_t{0}), 7);
}

TEST(EventFile, HistogramsThatSayNothingAreLeftOut) {
  bool bad = false;
  EXPECT_FALSE(histogramOfProto("", bad));
  std::string odd;
  appendBytes(odd, 6, "12345678");
  EXPECT_FALSE(histogramOfProto(odd, bad)) << "a limit without a count";
  EXPECT_FALSE(bad);
  std::string cut;
  appendBytes(cut, 6, "123");
  EXPECT_FALSE(histogramOfProto(cut, bad));
  EXPECT_TRUE(bad);
}

TEST(EventFile, ACutFileGivesWhatIsWhole) {
  const std::string bytes = formatEvents(someScalars());
  std::size_t before = 0;
  for (std::size_t size = 1; size < bytes.size(); ++size) {
    const EventLog log = parsed(bytes.substr(0, size));
    EXPECT_GE(log.scalars.size(), before) << size;
    EXPECT_LT(log.scalars.size(), 100u) << size;
    EXPECT_TRUE(log.cut || log.scalars.size() % 2 == 0) << size;
    before = log.scalars.size();
  }
  EXPECT_EQ(before, 98u);
}

TEST(EventFile, EveryWrongByteIsSeen) {
  const std::string good = formatEvents(std::vector<ScalarEvent>{{1.0, 2, "a", 3.0}, {2.0, 3, "a", 4.0}});
  for (std::size_t at = 0; at < good.size(); ++at) {
    std::string bad = good;
    bad[at] = static_cast<char>(bad[at] ^ 0x10);
    const auto log = parseEvents(bad);
    ASSERT_FALSE(log.ok()) << "byte " << at;
    EXPECT_EQ(log.error().code, ErrorCode::Corrupt);
    EXPECT_NE(log.error().message.find("byte"), std::string::npos);
  }
}

// After a failure of the machine the end of a file may be zeros.
TEST(EventFile, ZerosAtTheEndAreACutFile) {
  const std::vector<ScalarEvent> scalars = {{1.0, 2, "a", 3.0}, {2.0, 3, "a", 4.0}};
  const std::string one = formatEvents(std::vector<ScalarEvent>{scalars[0]}), both = formatEvents(scalars);
  ASSERT_TRUE(both.starts_with(one));
  const EventLog padded = parsed(both + std::string(5000, '\0'));
  EXPECT_TRUE(padded.cut);
  EXPECT_EQ(padded.scalars.size(), 2u);
  const std::size_t checksum = one.size() + 8;
  for (std::size_t kept = one.size(); kept <= both.size() - 4; ++kept) {
    if (kept > checksum && kept < checksum + 4) continue;  // half a checksum cannot be told from a wrong one
    const EventLog log = parsed(both.substr(0, kept) + std::string(both.size() - kept + 300, '\0'));
    EXPECT_TRUE(log.cut) << kept;
    EXPECT_EQ(log.scalars.size(), 1u) << kept;
  }
  // Zeros before other bytes are damage.
  EXPECT_FALSE(parseEvents(one + std::string(100, '\0') + "x").ok());
}

class EventFolderTest : public ::testing::Test {
 protected:
  void write(const char* name, const std::string& bytes) { test::writeBytes(folder_ / name, bytes); }
  EventLog read() { return test::valueOf(readEvents(folder_.path())); }
  static std::vector<std::pair<std::int64_t, double>> pointsOf(const EventLog& log, const std::string& tag) {
    std::vector<std::pair<std::int64_t, double>> points;
    for (const ScalarEvent& event : log.scalars)
      if (event.tag == tag) points.emplace_back(event.step, event.value);
    return points;
  }
  using Points = std::vector<std::pair<std::int64_t, double>>;

  test::TemporaryFolder folder_;
};

TEST_F(EventFolderTest, AMissingFolderIsAnError) {
  EXPECT_FALSE(readEvents("/nonexistent/events").ok());
}

TEST_F(EventFolderTest, WhatAProgramWroteAgainAfterARestartReplacesTheOld) {
  write("events.out.tfevents.1",
        formatEvents(
            std::vector<ScalarEvent>{
                {1, 1, "loss", 9}, {2, 2, "loss", 8}, {3, 3, "loss", 7}, {3, 3, "accuracy", 0.5}, {4, 4, "loss", 6}},
            std::vector<HistogramEvent>{{3, 3, "weights/fc1", {0, 1, {3}}}, {4, 4, "weights/fc1", {0, 1, {4}}}}));
  write("events.out.tfevents.2", formatEvents(std::vector<ScalarEvent>{{5, 3, "loss", 5}, {6, 5, "loss", 4}},
                                              std::vector<HistogramEvent>{{6, 4, "weights/fc1", {0, 1, {5}}}}));
  const EventLog log = read();
  EXPECT_EQ(pointsOf(log, "loss"), (Points{{1, 9}, {2, 8}, {3, 5}, {5, 4}})) << "step 4 was not trained again";
  EXPECT_EQ(pointsOf(log, "accuracy"), (Points{{3, 0.5}})) << "nothing was written again";
  ASSERT_EQ(log.histograms.size(), 2u);
  EXPECT_EQ(log.histograms[1].histogram.counts, std::vector<std::int64_t>{5});
}

TEST_F(EventFolderTest, AFileWhoseStepsGoBackIsReadAlike) {
  write("events.out.tfevents.1", formatEvents(std::vector<ScalarEvent>{
                                     {1, 1, "loss", 9}, {2, 5, "loss", 8}, {3, 2, "loss", 7}, {4, 3, "loss", 6}}));
  EXPECT_EQ(pointsOf(read(), "loss"), (Points{{1, 9}, {2, 7}, {3, 6}}));
}

// The person who reads the file is told of them.
TEST_F(EventFolderTest, EventsThatLaterOnesReplaceAreCounted) {
  write("events.out.tfevents.1",
        formatEvents(std::vector<ScalarEvent>{{1, 0, "loss", 9}, {2, 2, "loss", 8}, {3, 1, "loss", 7}},
                     std::vector<HistogramEvent>{{3, 3, "weights/fc1", {0, 1, {3}}}}));
  EXPECT_EQ(read().repeated, 1);
  write("events.out.tfevents.2", formatEvents({}, std::vector<HistogramEvent>{{5, 3, "weights/fc1", {0, 1, {5}}}}));
  const EventLog log = read();
  EXPECT_EQ(log.repeated, 2);
  EXPECT_EQ(log.scalars.size(), 2u);
  EXPECT_EQ(log.histograms.size(), 1u);
}

// SummaryWriter(purge_step=3) writes an event with the status START, which concerns every tag.
TEST_F(EventFolderTest, TheStartOfASessionDropsLaterStepsOfAllTags) {
  write("events.out.tfevents.1",
        formatEvents(std::vector<ScalarEvent>{{1, 2, "val/loss", 9}, {2, 4, "val/loss", 8}, {2, 4, "loss", 7}}));
  const std::string first = formatEvents({});
  const std::string later = formatEvents(std::vector<ScalarEvent>{{5, 3, "loss", 5}}).substr(first.size());
  write("events.out.tfevents.2", first + test::bytesOfHex("06000000000000007369d53710033a020801a6fbd1b8") + later);
  const EventLog log = read();
  EXPECT_EQ(pointsOf(log, "val/loss"), (Points{{2, 9}}));
  EXPECT_EQ(pointsOf(log, "loss"), (Points{{3, 5}}));
}

}  // namespace
}  // namespace fovea
