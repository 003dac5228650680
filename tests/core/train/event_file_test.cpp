// Event files come back as they went, are told from damaged ones, and hold what other writers put there.
#include "core/train/event_file.h"

#include <gtest/gtest.h>

#include <cmath>

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

// The first record of every event file in the world; the checksums are those that TensorFlow writes.
TEST(EventFile, BeginsAsOthersDo) {
  const std::string bytes = formatEvents({});
  ASSERT_GE(bytes.size(), 40u);
  EXPECT_EQ(static_cast<unsigned char>(bytes[0]), 24);  // the length of the first record
  EXPECT_NE(bytes.find("brain.Event:2"), std::string::npos);
  // The checksum of the eight bytes of the length 24, which TensorFlow's files begin with: a3 7f 4b 22.
  EXPECT_EQ(bytes.substr(8, 4), std::string("\xa3\x7f\x4b\x22"));
}

TEST(EventFile, ReadsWhatOthersWrite) {
  const EventLog theirs = parsed(test::bytesOfHex(test::kEventsOfTensorboardX));
  ASSERT_EQ(theirs.scalars.size(), 6u);
  EXPECT_EQ(theirs.others, 2);
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

TEST(EventFile, AFolderIsReadInOrder) {
  EXPECT_FALSE(readEvents("/nonexistent/events").ok());
}

}  // namespace
}  // namespace fovea
