// `fovea-cli infer`: runs a checkpoint on images, rows of numbers, text, or samples of a data set.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>
#include <numeric>
#include <set>

#include "app/cli/command.h"
#include "app/cli/model_file.h"
#include "core/base/file.h"
#include "core/base/random.h"
#include "core/data/files/image_file.h"
#include "core/data/importers/npy_file.h"
#include "core/inspect/box_reading.h"
#include "core/inspect/image_sample.h"
#include "core/inspect/model_inspector.h"
#include "core/inspect/symbol_text.h"

namespace fovea::cli {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kLargestTable = std::uint64_t{64} << 20;

struct InferArguments {
  ModelArguments model;
  std::vector<std::string> inputs;
  std::vector<std::string> feeds;
  std::string dataset;
  std::string split = "test";
  std::vector<std::int64_t> samples{0};
  std::string out;
  std::string text;
  std::int64_t length = 200;
  std::int64_t seed = 1;
  std::string device = "cpu";
  int top = 5;
};

// Writes the files of one command. Answers to several files of one name are numbered: "x_mask.png", "x_2_mask.png".
class AnswerFiles {
 public:
  explicit AnswerFiles(std::string folder) : folder_(std::move(folder)) {}

  Result<fs::path> write(const std::string& stem, const std::string& ending, const std::string& bytes) {
    if (folder_.empty())
      return fail(ErrorCode::InvalidArgument, "The network answers with files, and there is no folder for them.",
                  "Name one with --out.");
    std::string name = stem + ending;
    for (int number = 2; !names_.insert(name).second; ++number) name = fmt::format("{}_{}{}", stem, number, ending);
    const fs::path file = fs::path(folder_) / name;
    std::error_code code;
    fs::create_directories(file.parent_path(), code);
    FOVEA_CHECK(writeFileAtomic(file, bytes));
    return file;
  }

 private:
  std::string folder_;
  std::set<std::string> names_;
};

// A sample that is its own picture.
ImageSample unfitted(const Tensor& sample) {
  const Shape& shape = sample.shape();
  const bool image = shape.rank() == 3;
  return {sample, sample, {image ? shape[1] : 0, image ? shape[2] : 0}};
}

// Prints the answers of a network.
class Teller {
 public:
  Teller(const Context& context, const InferArguments& arguments, const Checkpoint& checkpoint,
         ModelInspector& inspector)
      : context_(context),
        arguments_(arguments),
        checkpoint_(checkpoint),
        inspector_(inspector),
        written_(arguments.out) {}

  // `name` is the source of the sample; names of written files begin with `stem`.
  Status tell(const std::string& name, const std::string& stem, const ImageSample& image) {
    FOVEA_TRY(const Tensor predictions, inspector_.predict(image.sample));
    return say(name, stem, predictions, 1, image);
  }

  Status tell(const std::string& name, const std::string& stem, const Sample& sample) {
    FOVEA_TRY(const Tensor predictions, inspector_.predict(sample));
    return say(name, stem, predictions, static_cast<double>(sample.length), unfitted(sample.input));
  }

 private:
  Status say(const std::string& name, const std::string& stem, const Tensor& predictions, double length,
             const ImageSample& image) {
    const auto values = predictions.values<float>();
    if (std::any_of(values.begin(), values.end(), [](float value) { return std::isnan(value); }))
      return fail(ErrorCode::InvalidArgument, "The network answers with something that is not a number.",
                  "Its training has diverged: choose an earlier checkpoint.");
    const Answer answer = readAnswer(inspector_.answers(), predictions, length);
    switch (answer.kind) {
      case AnswerKind::Classes:
        tellClasses(name, answer.numbers);
        return {};
      case AnswerKind::SeveralClasses:
        tellSeveral(name, answer.numbers);
        return {};
      case AnswerKind::Numbers:
        tellNumbers(name, "numbers", answer.numbers);
        return {};
      case AnswerKind::Embedding:
        tellNumbers(name, "embedding", answer.numbers);
        return {};
      case AnswerKind::Boxes:
        return tellBoxes(name, stem, answer.boxes, image);
      case AnswerKind::Mask:
        return writePicture(name, stem, "mask", answer.picture);
      case AnswerKind::Image:
        return writePicture(name, stem, "output", answer.picture);
      case AnswerKind::Symbols:
      case AnswerKind::Transcript:
        tellSymbols(name, answer.symbols);
        return {};
    }
    return {};
  }

  std::string nameOf(std::size_t index) const {
    const auto& classes = inspector_.classes();
    return index < classes.size() ? classes[index] : fmt::format("class {}", index);
  }

  void tellClasses(const std::string& name, const std::vector<float>& probabilities) const {
    std::vector<std::size_t> order(probabilities.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return probabilities[a] > probabilities[b]; });
    order.resize(std::min(order.size(), static_cast<std::size_t>(arguments_.top)));
    const bool scores = inspector_.answersWithScores();
    if (!context_.json) fmt::print("{}\n", name);
    Json classes = Json::array();
    for (const std::size_t i : order) {
      classes.push_back({{"index", i}, {"name", nameOf(i)}, {scores ? "score" : "probability", probabilities[i]}});
      if (context_.json) continue;
      if (scores)
        fmt::print("  {:>8.4g}  {}\n", probabilities[i], nameOf(i));
      else
        fmt::print("  {:>6.2f} %  {}\n", static_cast<double>(probabilities[i]) * 100, nameOf(i));
    }
    if (context_.json) printJson({{"image", name}, {"predictions", classes}});
  }

  void tellSeveral(const std::string& name, const std::vector<float>& probabilities) const {
    if (!context_.json) fmt::print("{}\n", name);
    Json labels = Json::array();
    for (std::size_t i = 0; i < probabilities.size(); ++i) {
      const double probability = probabilities[i];
      labels.push_back({{"index", i}, {"name", nameOf(i)}, {"probability", probability}, {"there", probability > 0.5}});
      if (!context_.json && probability > 0.5) fmt::print("  {:>6.2f} %  {}\n", probability * 100, nameOf(i));
    }
    if (context_.json) printJson({{"input", name}, {"labels", labels}});
  }

  void tellNumbers(const std::string& name, const char* kind, const std::vector<float>& numbers) const {
    if (context_.json)
      printJson({{"input", name}, {kind, numbers}});
    else
      fmt::print("{}: {}\n", name, fmt::join(numbers, " "));
  }

  // Prints boxes in pixels of the whole image.
  Status tellBoxes(const std::string& name, const std::string& stem, const std::vector<DetectedBox>& found,
                   const ImageSample& image) {
    FOVEA_TRY(std::vector<DetectedBox> boxes, placeBoxes(found, checkpoint_.transforms, image.sample.type()));
    placeInOriginal(boxes, image.fit, image.picture.shape());
    if (!context_.json) fmt::print("{}\n", name);
    Json told = Json::array();
    for (const DetectedBox& each : boxes) {
      const Box& box = each.box;
      const std::string label = nameOf(static_cast<std::size_t>(box.label));
      told.push_back({{"index", box.label},
                      {"name", label},
                      {"probability", each.score},
                      {"box", {box.left, box.top, box.right, box.bottom}}});
      if (!context_.json && each.score >= kShownScore)
        fmt::print("  {:>6.2f} %  {}  {:.1f} {:.1f} {:.1f} {:.1f}\n", static_cast<double>(each.score) * 100, label,
                   box.left, box.top, box.right, box.bottom);
    }
    if (context_.json) printJson({{"input", name}, {"boxes", told}});
    if (arguments_.out.empty()) return {};
    FOVEA_TRY(const Tensor outlined, outlineBoxes(image.picture, shownBoxes(boxes)));
    return writePicture(name, stem, "boxes", outlined);
  }

  void tellSymbols(const std::string& name, const std::vector<std::int32_t>& symbols) const {
    std::vector<std::string> names;
    for (const std::int32_t symbol : symbols) names.push_back(nameOf(static_cast<std::size_t>(symbol)));
    if (context_.json)
      printJson({{"input", name}, {"symbols", symbols}, {"names", names}});
    else
      fmt::print("{}: {}\n", name, fmt::join(names, " "));
  }

  Status writePicture(const std::string& name, const std::string& stem, const char* kind, const Tensor& picture) {
    if (picture.shape().rank() != 3 || (picture.shape()[0] != 1 && picture.shape()[0] != 3))
      return fail(ErrorCode::Unsupported,
                  "An answer of " + picture.shape().toString() + " is no picture to be written.");
    FOVEA_TRY(const std::string bytes, encodeImage(picture, Encoding::Png, 0));
    FOVEA_TRY(const fs::path file, written_.write(stem, fmt::format("_{}.png", kind), bytes));
    if (context_.json)
      printJson({{"input", name},
                 {"file", file.string()},
                 {"width", picture.shape()[2]},
                 {"height", picture.shape()[1]},
                 {"kind", answerKindName(inspector_.answers())}});
    else
      fmt::print("{}: {} ({}×{})\n", name, file.string(), picture.shape()[2], picture.shape()[1]);
    return {};
  }

  const Context& context_;
  const InferArguments& arguments_;
  const Checkpoint& checkpoint_;
  ModelInspector& inspector_;
  AnswerFiles written_;
};

struct NumberLine {
  std::size_t line = 0;  // from 1
  std::size_t count = 0;
};

struct NumberTable {
  std::vector<float> numbers;
  std::vector<NumberLine> lines;  // only lines that hold numbers
};

// Splits a line at commas, semicolons, tabs or blanks. An empty cell is refused: without it, the numbers that follow
// would move to the places of others.
Status addLine(std::string_view line, const std::string& place, std::vector<float>& numbers) {
  const char *at = line.data(), *end = at + line.size();
  bool ready = true;  // a number may begin here
  char separator = 0;
  bool first = true;
  while (at != end) {
    const char c = *at;
    if (c == ' ' || c == '\r' || c == '\t' || c == ',' || c == ';') {
      const bool divides = c == ',' || c == ';';
      if (divides ? first || separator == ',' || separator == ';' : c == '\t' && separator == '\t' && !first)
        return fail(ErrorCode::InvalidArgument, fmt::format("{} has an empty cell.", place),
                    "Write a number between each two separators.");
      if (divides || (c == '\t' && separator == 0)) separator = c;
      ready = true;
      ++at;
      continue;
    }
    float number = 0;
    const auto [next, error] = std::from_chars(at, end, number);
    if (!ready || error != std::errc() || !std::isfinite(number))
      return fail(ErrorCode::InvalidArgument, fmt::format("{} is no row of numbers: there is \"{}\" in it.", place,
                                                          std::string(at, end).substr(0, 20)));
    numbers.push_back(number);
    at = next;
    ready = first = false;
    separator = 0;
  }
  return {};
}

Result<NumberTable> readNumbers(const std::string& path) {
  FOVEA_TRY(const std::string text, readFile(path, kLargestTable));
  NumberTable table;
  std::size_t number = 0;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    const std::size_t before = table.numbers.size();
    FOVEA_CHECK(addLine(std::string_view(text).substr(begin, end - begin), fmt::format("Line {} of {}", ++number, path),
                        table.numbers));
    if (table.numbers.size() > before) table.lines.push_back({number, table.numbers.size() - before});
    begin = end + 1;
  }
  return table;
}

// A file of numbers holds one sample, on any number of lines, or several, of which each begins on a line of its own or
// follows another on the same line.
Status tellTable(const std::string& path, ModelInspector& inspector, Teller& teller) {
  FOVEA_TRY(const NumberTable table, readNumbers(path));
  const std::vector<float>& numbers = table.numbers;
  const Shape& shape = inspector.sampleShape();
  const auto width = static_cast<std::size_t>(shape.elementCount());
  if (numbers.empty() || (table.lines.size() == 1 && numbers.size() % width != 0))
    return fail(ErrorCode::InvalidArgument,
                fmt::format("{} holds {} numbers, and a sample has {}.", path, numbers.size(), width));
  if (numbers.size() != width)
    for (const NumberLine& line : table.lines)
      if (line.count % width != 0)
        return fail(
            ErrorCode::InvalidArgument,
            fmt::format("Line {} of {} holds {} numbers, and a sample has {}.", line.line, path, line.count, width),
            "Write each sample on a line of its own.");
  for (std::size_t i = 0; i < numbers.size() / width; ++i) {
    Tensor sample = Tensor::make({DataType::Float32, shape});
    std::copy_n(numbers.begin() + static_cast<std::ptrdiff_t>(i * width), width, sample.data<float>());
    FOVEA_CHECK(teller.tell(fmt::format("{}, row {}", path, i + 1), {}, unfitted(sample)));
  }
  return {};
}

Status tellFile(const std::string& path, ModelInspector& inspector, Teller& teller) {
  if (inspector.sampleShape().rank() != 3) return tellTable(path, inspector, teller);
  FOVEA_TRY(const ImageSample image, readImageSample(path, inspector));
  return teller.tell(path, fs::path(path).stem().string(), image);
}

// One file for each input of the network; each output becomes a file named after its layer.
Status answerFeeds(const Context& context, const InferArguments& arguments, ModelInspector& inspector) {
  std::vector<std::pair<std::string, Tensor>> samples;
  for (const std::string& feed : arguments.feeds) {
    const std::size_t sign = feed.find('=');
    if (sign == std::string::npos)
      return fail(ErrorCode::InvalidArgument, fmt::format("\"{}\" does not say which input it is for.", feed),
                  "Write NAME=FILE, where FILE is a .npy file.");
    const std::string name = feed.substr(0, sign);
    const auto input = std::find_if(inspector.inputs().begin(), inspector.inputs().end(),
                                    [&](const Feed& known) { return known.name == name; });
    TensorType type;
    if (input != inspector.inputs().end()) type = {input->type.dtype, Shape(input->type.shape.extents().subspan(1))};
    FOVEA_TRY(samples.emplace_back(name, Tensor()).second, readInputArray(feed.substr(sign + 1), type));
  }
  FOVEA_TRY(const auto answers, inspector.answerAll(samples));
  Json said = Json::array();
  AnswerFiles files(arguments.out);
  for (const auto& [name, values] : answers) {
    std::string stem = name;
    std::replace(stem.begin(), stem.end(), '/', '_');
    FOVEA_TRY(const std::string bytes, encodeNpy(values));
    FOVEA_TRY(const fs::path file, files.write(stem, ".npy", bytes));
    said.push_back({{"output", name}, {"file", file.string()}, {"shape", values.shape().extents()}});
    if (!context.json) fmt::print("{}: {} {}\n", name, file.string(), values.shape().toString());
  }
  if (context.json) printJson({{"outputs", said}});
  return {};
}

// Continues `text`: each symbol is drawn from its probability after the previous ones.
Status continueText(const Context& context, const InferArguments& arguments, ModelInspector& inspector) {
  if (inspector.answers() != AnswerKind::Symbols || inspector.sampleShape().rank() != 1)
    return fail(ErrorCode::InvalidArgument, "The network does not continue text.",
                "Leave out --text, or choose a checkpoint of a network that tells the next symbol.");
  const SymbolText symbols(inspector.classes());
  std::vector<std::int32_t> row = symbols.encode(arguments.text);
  if (row.empty()) return fail(ErrorCode::InvalidArgument, "The text has no symbol that the network knows.");
  const auto room = static_cast<std::size_t>(inspector.sampleShape()[0]);
  Random random(static_cast<std::uint64_t>(arguments.seed));
  std::string written;
  for (std::int64_t i = 0; i < arguments.length && !context.cancel.cancelled(); ++i) {
    const std::size_t seen = std::min(row.size(), room);
    Tensor window = Tensor::zeros({DataType::Int32, inspector.sampleShape()});
    std::copy(row.end() - static_cast<std::ptrdiff_t>(seen), row.end(), window.data<std::int32_t>());
    FOVEA_TRY(const Tensor predictions, inspector.predict(window));
    const auto classes = static_cast<std::size_t>(predictions.shape()[1]);
    const auto next = predictions.values<float>().subspan((seen - 1) * classes, classes);
    double left = random.uniform();
    std::int32_t symbol = 0;
    for (; static_cast<std::size_t>(symbol) + 1 < classes; ++symbol)
      if ((left -= static_cast<double>(next[static_cast<std::size_t>(symbol)])) < 0) break;
    row.push_back(symbol);
    written += symbols.textOf(symbol);
  }
  if (context.json)
    printJson({{"text", arguments.text}, {"continued", written}});
  else
    fmt::print("{}{}\n", arguments.text, written);
  return {};
}

Status runInfer(Context& context, const InferArguments& arguments) {
  FOVEA_TRY(const Checkpoint checkpoint, readModel(context, arguments.model));
  FOVEA_TRY(auto device, context.backends.open(arguments.device));
  FOVEA_TRY(auto inspector, ModelInspector::create(checkpoint, device));
  Teller teller(context, arguments, checkpoint, *inspector);
  // Samples of a data set have a part for each input.
  const bool onlySamples = !arguments.dataset.empty() && arguments.inputs.empty() && arguments.text.empty();
  if (arguments.inputs.empty() && arguments.dataset.empty() && arguments.text.empty() && arguments.feeds.empty())
    return fail(ErrorCode::InvalidArgument, "There is nothing to look at.",
                "Name files, samples of a data set with --dataset and --samples, arrays with --feed, or text with "
                "--text.");
  if (!arguments.feeds.empty()) FOVEA_CHECK(answerFeeds(context, arguments, *inspector));
  if (inspector->inputs().size() > 1 && arguments.feeds.empty() && !onlySamples)
    return fail(ErrorCode::InvalidArgument,
                fmt::format("The network has {} inputs, and each asks for its own array.", inspector->inputs().size()),
                "Name a .npy file for each of them with --feed NAME=FILE.");
  for (const std::string& path : arguments.inputs) FOVEA_CHECK(tellFile(path, *inspector, teller));
  if (!arguments.text.empty()) FOVEA_CHECK(continueText(context, arguments, *inspector));
  if (arguments.dataset.empty()) return {};
  FOVEA_TRY(const auto dataset, Dataset::open(arguments.dataset));
  FOVEA_TRY(const Split split, splitFromName(arguments.split));
  for (const std::int64_t index : arguments.samples) {
    FOVEA_TRY(const Sample sample, dataset->sample(split, index));
    const std::string name = fmt::format("{}-{}", splitName(split), index);
    FOVEA_CHECK(teller.tell(name, name, sample));
  }
  return {};
}

}  // namespace

void addInferCommand(CLI::App& app, Context& context) {
  auto* command = app.add_subcommand("infer", "Ask a checkpoint about images, rows of numbers, text or samples");
  auto arguments = std::make_shared<InferArguments>();
  addModelArguments(*command, arguments->model);
  command->add_option("inputs", arguments->inputs, "Image files, or text files of numbers");
  command->add_option(
      "--feed", arguments->feeds,
      "NAME=FILE.npy: the value of the Input layer NAME; once for each of them. Outputs become .npy files");
  command->add_option("--dataset", arguments->dataset, "Folder of a data set to take samples from");
  command->add_option("--split", arguments->split, "train, validation or test");
  command->add_option("--samples", arguments->samples, "Numbers of the samples, from 0")->delimiter(',');
  command->add_option("--out", arguments->out,
                      "Folder for masks, images and arrays that are the answer, and for pictures with the found boxes");
  command->add_option("--text", arguments->text, "Text to be continued");
  command->add_option("--length", arguments->length, "How many symbols to write")->check(CLI::Range(1, 1000000));
  command->add_option("--seed", arguments->seed, "The same seed gives the same text")->check(CLI::NonNegativeNumber);
  command->add_option("--top", arguments->top, "How many classes to print")->check(CLI::Range(1, 1000));
  command->add_option("--device", arguments->device, "cpu, cuda:0, …");
  command->add_flag("--json", context.json, "Print one JSON object a line");
  command->callback(
      [&context, arguments] { context.work = [&context, arguments] { return runInfer(context, *arguments); }; });
}

}  // namespace fovea::cli
