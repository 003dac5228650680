// Which windows of a text continue the previous one, and how parallel sequence rows read them.
#include "core/data/store/succession.h"

#include "core/data/loading/batch_loader.h"
#include "../data_support.h"

namespace fovea::test {
namespace {

struct Window {
  std::vector<std::int32_t> symbols;
  std::string source = "a.txt";
  std::uint64_t place = 0;
};

std::shared_ptr<Dataset> windowsOf(const fs::path& folder, const std::vector<Window>& windows,
                                   Task task = Task::NextSymbol) {
  DatasetDescription description{"windows", "test", "", Shape{}, {"a", "b", "ä", "other"}};
  description.task = task;
  auto writer = DatasetWriter::create(folder, description).value();
  for (const Window& window : windows) {
    SampleView view;
    const TensorType type{DataType::Int32, Shape{static_cast<std::int64_t>(window.symbols.size())}};
    view.input = rawContent(type, {reinterpret_cast<const std::uint8_t*>(window.symbols.data()), type.bytes()});
    view.source = window.source;
    view.sourceIndex = window.place;
    EXPECT_TRUE(writer->add(view).ok());
  }
  EXPECT_TRUE(writer->finish().ok());
  return openDataset(folder);
}

std::string patternOf(const Succession& succession) {
  std::string pattern;
  for (std::int64_t i = 0; i < succession.samples(); ++i) pattern += succession.continues(i) ? '+' : '.';
  return pattern;
}

TEST(Succession, FollowsSymbolsAndPlaces) {
  const TemporaryFolder folder;
  // Windows of two symbols and the next: a, b, ä and any other.
  const std::vector<Window> windows = {{{0, 1, 2}, "a.txt", 0},  {{2, 0, 1}, "a.txt", 2},
                                       {{0, 0, 1}, "a.txt", 5},    // begins with another symbol
                                       {{1, 3, 0}, "a.txt", 7},    // goes on
                                       {{0, 0, 2}, "a.txt", 12},   // behind a symbol of up to four bytes
                                       {{2, 1, 0}, "a.txt", 15},   // begins with the right one, but too far away
                                       {{0, 1, 1}, "a.txt", 17},   // overlaps
                                       {{1, 0, 0}, "b.txt", 1},    // in the next file
                                       {{0, 1, 2}, "c.txt", 50}};  // in the middle of one
  const auto data = windowsOf(folder / "set", windows);
  const Succession succession = Succession::of(*data, Split::Train).value();
  EXPECT_EQ(patternOf(succession), ".+.++..+.");
  EXPECT_EQ(succession.gaps(), 4);
  EXPECT_EQ(Succession::of(*data, Split::Test)->samples(), 0);

  std::vector<Window> nowhere = windows;
  for (Window& window : nowhere) window.source.clear();
  EXPECT_EQ(patternOf(Succession::of(*windowsOf(folder / "nowhere", nowhere), Split::Train).value()), ".+.++++++");
  EXPECT_EQ(Succession::of(*windowsOf(folder / "rows", windows, Task::Unlabelled), Split::Train)->gaps(), 8);
}

// A window that is left out tears a hole.
TEST(Succession, SeesWhatEditsLeave) {
  const TemporaryFolder folder;
  std::vector<Window> windows;
  for (std::uint64_t i = 0; i < 6; ++i) windows.push_back({{0, 1, 0}, "a.txt", 2 * i});
  const auto data = windowsOf(folder / "set", windows);
  EXPECT_EQ(patternOf(Succession::of(*data, Split::Train).value()), ".+++++");
  const auto torn = data->edited({.kind = EditKind::Exclude, .records = {2}}).value();
  EXPECT_EQ(patternOf(Succession::of(*torn, Split::Train).value()), ".+.++");
}

TEST(Streams, EachRowGoesOnInItsPart) {
  const auto orderOf = [](std::int64_t count, std::int64_t streams) {
    std::vector<std::int64_t> order;
    for (std::int64_t i = 0; i < count; ++i) order.push_back(streamSample(count, streams, i));
    return order;
  };
  using Order = std::vector<std::int64_t>;
  EXPECT_EQ(orderOf(6, 2), (Order{0, 3, 1, 4, 2, 5}));
  EXPECT_EQ(orderOf(11, 4), (Order{0, 3, 6, 9, 1, 4, 7, 10, 2, 5, 8}));
  EXPECT_EQ(orderOf(3, 3), (Order{0, 1, 2}));
  EXPECT_EQ(orderOf(4, 1), (Order{0, 1, 2, 3}));
  for (const std::int64_t count : {1, 7, 64, 1000, 1023})
    for (const std::int64_t streams : {1, 2, 3, 7, 64}) {
      if (streams > count) continue;
      Order order = orderOf(count, streams);
      for (std::int64_t i = streams; i < count; ++i)
        ASSERT_EQ(order[static_cast<std::size_t>(i)], order[static_cast<std::size_t>(i - streams)] + 1);
      std::sort(order.begin(), order.end());
      for (std::int64_t i = 0; i < count; ++i) ASSERT_EQ(order[static_cast<std::size_t>(i)], i);
    }
}

TEST(Streams, TheLoaderReadsThemFromAnyBatchOn) {
  const TemporaryFolder folder;
  std::vector<Window> windows(11, {{0, 1, 0}});
  const auto data = windowsOf(folder / "set", windows);
  BatchLoaderOptions options;
  options.batch = 4;
  options.streams = true;
  for (const int threads : {0, 3}) {
    options.threads = threads;
    options.startPosition = 4;
    const auto loader = BatchLoader::create(data, Split::Train, options).value();
    EXPECT_EQ(loader->next()->indices, (std::vector<std::int64_t>{1, 4, 7, 10}));
    EXPECT_EQ(loader->next()->indices, (std::vector<std::int64_t>{2, 5, 8}));
    EXPECT_TRUE(loader->next()->endOfEpoch);
    EXPECT_EQ(loader->next()->indices, (std::vector<std::int64_t>{0, 3, 6, 9})) << "as in every epoch";
  }
  options.startPosition = 3;
  EXPECT_TRUE(contains(BatchLoader::create(data, Split::Train, options).error().message, "whole batches of 4"));
}

}  // namespace
}  // namespace fovea::test
