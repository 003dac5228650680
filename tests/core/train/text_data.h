// Why: tests carried states on texts whose windows, and their successors, are known.
#pragma once
#include "tests/core/train/task_data.h"

namespace fovea::test {

using Symbols = std::vector<std::int32_t>;

// A part of a file's text that belongs to one split.
struct TextPart {
  std::string file;
  Symbols symbols;
  Split split = Split::Train;
  std::uint64_t place = 0;  // of the first symbol in the file
};

// Windows of length + 1 symbols, `step` apart, of one text after the other.
inline std::shared_ptr<Dataset> textDataset(const fs::path& folder, const std::vector<TextPart>& parts,
                                            std::int64_t length, std::int64_t step = 0) {
  DatasetDescription description{"story", "text", "nowhere", Shape{}, {"a", "b", "c", "d", "e"}};
  description.task = Task::NextSymbol;
  auto writer = valueOf(DatasetWriter::create(folder, description));
  for (const TextPart& part : parts)
    for (std::int64_t at = 0; at + length<std::ssize(part.symbols); at += step> 0 ? step : length) {
      Tensor window = Tensor::make({DataType::Int32, Shape{length + 1}});
      std::copy_n(part.symbols.begin() + at, length + 1, window.values<std::int32_t>().begin());
      SampleView view;
      view.input = rawContent(window);
      view.split = part.split;
      view.source = part.file;
      view.sourceIndex = part.place + static_cast<std::uint64_t>(at);
      expectOk(writer->add(view));
    }
  EXPECT_TRUE(writer->finish().ok());
  return openDataset(folder);
}

inline Symbols randomSymbols(std::size_t count, std::uint64_t seed) {
  Random random(seed);
  Symbols symbols(count);
  for (std::int32_t& symbol : symbols) symbol = static_cast<std::int32_t>(random.below(5));
  return symbols;
}

// A small language model whose layer `type` starts from the given state: "carried" or "zero".
inline Network textNetwork(std::int64_t length, const char* state, const char* type = "lstm", std::int64_t layers = 1) {
  Drawing drawing;
  drawing
      .add("data", "input", {{"shape", List{length}}, {"values", std::string("symbols")}, {"symbols", std::int64_t{5}}})
      .add("embedding", "embedding", {{"symbols", std::int64_t{5}}, {"size", std::int64_t{8}}}, {"data"})
      .add("memory", type, {{"units", std::int64_t{16}}, {"layers", layers}, {"state", std::string(state)}},
           {"embedding"})
      .add("fc", "linear", {{"units", std::int64_t{5}}}, {"memory"})
      .add("loss", "cross_entropy", {{"labels", std::string("position")}}, {"fc"});
  return drawing.network;
}

}  // namespace fovea::test
