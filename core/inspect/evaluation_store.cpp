#include "core/inspect/evaluation_store.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>

#include "core/base/file.h"
#include "core/base/json_numbers.h"
#include "core/data/store/content_hash.h"

namespace fovea {
namespace {

constexpr std::int64_t kVersion = 1;
constexpr std::size_t kHashedAtOnce = std::size_t{8} << 20;
constexpr std::int64_t kMostClasses = 65536;
constexpr std::int64_t kCurveWidth = 4, kBinWidth = 3, kScoreWidth = 7;

Error damaged(const std::string& words) {
  return fail(ErrorCode::Corrupt, "The stored evaluation is damaged: " + words + ".", "Evaluate again.");
}

template <class T>
std::string hashOf(const std::vector<T>& values) {
  return contentHash({reinterpret_cast<const std::uint8_t*>(values.data()), values.size() * sizeof(T)}).toString();
}

// Hashes the hashes of the file's blocks, so that a large file is never in memory as a whole.
Result<std::string> hashOfFile(const std::filesystem::path& file, const CancelToken& cancel) {
  std::ifstream stream(file, std::ios::binary);
  if (!stream) return fail(ErrorCode::NotFound, fmt::format("The checkpoint {} cannot be opened.", file.string()));
  std::vector<ContentHash> pieces;
  std::vector<std::uint8_t> bytes(kHashedAtOnce);
  while (stream) {
    if (cancel.cancelled()) return fail(ErrorCode::Cancelled, "The evaluation was cancelled.");
    stream.read(reinterpret_cast<char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
    pieces.push_back(contentHash({bytes.data(), static_cast<std::size_t>(stream.gcount())}));
  }
  if (stream.bad()) return fail(ErrorCode::Io, fmt::format("The checkpoint {} cannot be read.", file.string()));
  return hashOf(pieces);
}

template <class T, class Get>
Tensor column(const std::vector<SampleAnswer>& answers, Get get) {
  Tensor tensor = Tensor::make({dataTypeOf<T>(), Shape{std::ssize(answers)}});
  std::transform(answers.begin(), answers.end(), tensor.data<T>(), get);
  return tensor;
}

Tensor table(const std::vector<double>& values, std::int64_t width) {
  Tensor tensor = Tensor::make({DataType::Float64, Shape{std::ssize(values) / width, width}});
  std::copy(values.begin(), values.end(), tensor.data<double>());
  return tensor;
}

Json valueJson(double value) {
  return std::isfinite(value) ? Json(value) : Json(nullptr);
}
double valueOf(const Json& json) {
  return json.is_number() ? json.get<double>() : std::nan("");
}

// Finds tensors of a stored file that have the required type and extents.
class Columns {
 public:
  explicit Columns(const SafetensorsFile& file) : file_(file) {}
  // Returns a tensor of `rows` rows (−1: any number) of `width` numbers; `width` 0 means rank 1.
  Result<Tensor> find(const std::string& name, DataType type, std::int64_t rows, std::int64_t width = 0) const {
    const Tensor* tensor = file_.find(name);
    if (!tensor || tensor->dtype() != type || tensor->shape().rank() != (width > 0 ? 2 : 1) ||
        (rows >= 0 && tensor->shape()[0] != rows) || (width > 0 && tensor->shape()[1] != width))
      return damaged("\"" + name + "\" is missing or of another shape");
    return *tensor;
  }

 private:
  const SafetensorsFile& file_;
};

Json headerOf(const Evaluation& evaluation) {
  Json metrics = Json::array(), names = Json::array();
  for (const auto& [name, value] : evaluation.metrics) metrics.push_back({name, valueJson(value)});
  for (const ClassScore& score : evaluation.classes) names.push_back(score.name);
  return {{"version", kVersion},
          {"split", splitName(evaluation.split)},
          {"kind", static_cast<int>(evaluation.kind)},
          {"samples", evaluation.samples},
          {"unlabelled", evaluation.unlabelled},
          {"streams", evaluation.streams},
          {"gaps", evaluation.gaps},
          {"loss", valueJson(evaluation.loss)},
          {"accuracy", valueJson(evaluation.accuracy)},
          {"calibration_error", valueJson(evaluation.calibration.error)},
          {"metrics", std::move(metrics)},
          {"classes", std::move(names)}};
}

Status readHeader(const Json& header, Evaluation& evaluation) {
  if (wholeNumberAt(header, "version") > kVersion)
    return fail(ErrorCode::NewerVersion, "The stored evaluation was written by a later version.");
  FOVEA_TRY(evaluation.split, splitFromName(header.at("split").get<std::string>()));
  const std::int64_t kind = wholeNumberAt(header, "kind");
  if (kind < 0 || kind > static_cast<std::int64_t>(kLastAnswerKind)) return damaged("its kind is unknown");
  evaluation.kind = static_cast<AnswerKind>(kind);
  evaluation.samples = wholeNumberAt(header, "samples");
  evaluation.unlabelled = wholeNumberAt(header, "unlabelled");
  evaluation.streams = wholeNumberAt(header, "streams");
  evaluation.gaps = wholeNumberAt(header, "gaps");
  evaluation.loss = valueOf(header.at("loss"));
  evaluation.accuracy = valueOf(header.at("accuracy"));
  evaluation.calibration.error = valueOf(header.at("calibration_error"));
  for (const Json& metric : header.at("metrics"))
    evaluation.metrics.emplace_back(metric.at(0).get<std::string>(), valueOf(metric.at(1)));
  for (const Json& name : header.at("classes")) {
    evaluation.classes.emplace_back();
    evaluation.classes.back().name = name.get<std::string>();
  }
  if (evaluation.samples < 0 || evaluation.unlabelled < 0) return damaged("it counts fewer than no samples");
  return {};
}

Status readAnswers(const Columns& columns, std::int64_t classes, Evaluation& evaluation) {
  FOVEA_TRY(const Tensor index, columns.find("answers.index", DataType::Int64, -1));
  const std::int64_t rows = index.shape()[0];
  FOVEA_TRY(const Tensor label, columns.find("answers.label", DataType::Int32, rows));
  FOVEA_TRY(const Tensor prediction, columns.find("answers.prediction", DataType::Int32, rows));
  FOVEA_TRY(const Tensor numbers, columns.find("answers.numbers", DataType::Float32, rows, 5));
  for (std::int64_t i = 0; i < rows; ++i) {
    const float* of = numbers.data<float>() + i * 5;
    const SampleAnswer answer{index.data<std::int64_t>()[i],
                              label.data<std::int32_t>()[i],
                              prediction.data<std::int32_t>()[i],
                              of[0],
                              of[1],
                              of[2],
                              of[3],
                              of[4]};
    const auto known = [&](std::int32_t value) {
      return value >= kNoLabel && value < std::max<std::int64_t>(classes, 1);
    };
    if (answer.index < 0 || !known(answer.label) || !known(answer.prediction))
      return damaged("an answer is of no class");
    evaluation.answers.push_back(answer);
  }
  return {};
}

Status readClasses(const Columns& columns, Evaluation& evaluation) {
  const std::int64_t classes = std::ssize(evaluation.classes);
  FOVEA_TRY(const Tensor scores, columns.find("classes", DataType::Float64, classes, kScoreWidth));
  FOVEA_TRY(const Tensor counts, columns.find("curves.points", DataType::Int64, -1));
  FOVEA_TRY(const Tensor curves, columns.find("curves", DataType::Float64, -1, kCurveWidth));
  for (std::int64_t k = 0; k < classes; ++k) {
    const double* of = scores.data<double>() + k * kScoreWidth;
    ClassScore& score = evaluation.classes[static_cast<std::size_t>(k)];
    if (!(of[4] >= 0 && of[4] < 9e15)) return damaged("a class has no count");
    score = {std::move(score.name), of[0], of[1], of[2], of[3], static_cast<std::int64_t>(of[4]), of[5], of[6]};
  }
  std::int64_t row = 0;
  for (const std::int64_t points : counts.values<std::int64_t>()) {
    if (points < 0 || points > curves.shape()[0] - row) return damaged("a curve ends beyond the file");
    std::vector<CurvePoint>& curve = evaluation.curves.emplace_back();
    for (std::int64_t i = 0; i < points; ++i, ++row) {
      const double* of = curves.data<double>() + row * kCurveWidth;
      curve.push_back({of[0], of[1], of[2], of[3]});
    }
  }
  return {};
}

Status readMatrices(const Columns& columns, const SafetensorsFile& file, Evaluation& evaluation) {
  if (const Tensor* counts = file.find("confusion")) {
    const std::int64_t classes = counts->shape().rank() == 2 ? counts->shape()[0] : -1;
    if (classes < 0 || classes > kMostClasses || counts->shape()[1] != classes || counts->dtype() != DataType::Int64)
      return damaged("the confusion matrix is not square");
    evaluation.confusion = ConfusionMatrix(classes);
    for (std::int64_t i = 0; i < counts->elementCount(); ++i)
      evaluation.confusion.add(i / classes, i % classes, counts->data<std::int64_t>()[i]);
  }
  FOVEA_TRY(const Tensor bins, columns.find("calibration", DataType::Float64, -1, kBinWidth));
  for (std::int64_t i = 0; i < bins.shape()[0]; ++i) {
    const double* of = bins.data<double>() + i * kBinWidth;
    if (!(of[0] >= 0 && of[0] < 9e15)) return damaged("a bin has no count");
    evaluation.calibration.bins.push_back({static_cast<std::int64_t>(of[0]), of[1], of[2]});
  }
  return {};
}

Result<Evaluation> evaluationOf(const SafetensorsFile& file) {
  const auto header = file.metadata.find("evaluation");
  if (header == file.metadata.end()) return damaged("it has no header");
  FOVEA_TRY(const Json json, parseJson(header->second));
  Evaluation evaluation;
  try {
    FOVEA_CHECK(readHeader(json, evaluation));
  } catch (const Json::exception&) {
    return damaged("its header lacks a value");
  }
  const Columns columns(file);
  FOVEA_CHECK(readMatrices(columns, file, evaluation));
  FOVEA_CHECK(readClasses(columns, evaluation));
  FOVEA_CHECK(readAnswers(columns, std::ssize(evaluation.classes), evaluation));
  return evaluation;
}

}  // namespace

Result<EvaluationKey> evaluationKey(const std::filesystem::path& checkpoint, const Dataset& dataset, Split split,
                                    const CancelToken& cancel) {
  EvaluationKey key;
  key.split = split;
  FOVEA_TRY(key.checkpoint, hashOfFile(checkpoint, cancel));
  FOVEA_TRY(const std::vector<ContentHash> hashes, dataset.hashes());
  FOVEA_TRY(const std::vector<ContentHash> targets, dataset.targetHashes());
  std::vector<ContentHash> contents;
  std::vector<std::int32_t> labels;
  for (const std::uint32_t record : dataset.records(split)) {
    contents.push_back(record < hashes.size() ? hashes[record] : ContentHash{0, record});
    if (record < targets.size()) contents.push_back(targets[record]);
    const std::span<const std::int32_t> classes = dataset.classesOf(record);
    labels.push_back(static_cast<std::int32_t>(classes.size()));
    labels.insert(labels.end(), classes.begin(), classes.end());
  }
  std::string names;
  for (const std::string& name : dataset.info().classes) names += name + '\n';
  const std::string parts = hashOf(contents) + hashOf(labels) + names;
  key.data = contentHash({reinterpret_cast<const std::uint8_t*>(parts.data()), parts.size()}).toString();
  return key;
}

Result<Evaluation> parseEvaluation(std::string_view bytes) {
  FOVEA_TRY(const SafetensorsFile file, parseSafetensors(bytes));
  return evaluationOf(file);
}

Result<SafetensorsFile> evaluationFile(const Evaluation& evaluation) {
  SafetensorsFile file;
  file.metadata["evaluation"] = formatJsonLine(headerOf(evaluation));
  const auto& answers = evaluation.answers;
  Tensor numbers = Tensor::make({DataType::Float32, Shape{std::ssize(answers), 5}});
  for (std::size_t i = 0; i < answers.size(); ++i) {
    const SampleAnswer& of = answers[i];
    const float row[] = {of.confidence, of.labelProbability, of.truth, of.answer, of.error};
    std::copy(std::begin(row), std::end(row), numbers.data<float>() + i * 5);
  }
  std::vector<double> scores, curves, bins;
  for (const ClassScore& score : evaluation.classes)
    scores.insert(scores.end(), {score.precision, score.recall, score.f1, score.overlap,
                                 static_cast<double>(score.support), score.rocAuc, score.averagePrecision});
  Tensor points = Tensor::make({DataType::Int64, Shape{std::ssize(evaluation.curves)}});
  for (std::size_t k = 0; k < evaluation.curves.size(); ++k) {
    points.data<std::int64_t>()[k] = std::ssize(evaluation.curves[k]);
    for (const CurvePoint& point : evaluation.curves[k])
      curves.insert(curves.end(), {point.threshold, point.falsePositiveRate, point.recall, point.precision});
  }
  for (const CalibrationBin& bin : evaluation.calibration.bins)
    bins.insert(bins.end(), {static_cast<double>(bin.samples), bin.confidence, bin.accuracy});
  file.tensors = {
      {"answers.index", column<std::int64_t>(answers, [](const SampleAnswer& of) { return of.index; })},
      {"answers.label", column<std::int32_t>(answers, [](const SampleAnswer& of) { return of.label; })},
      {"answers.prediction", column<std::int32_t>(answers, [](const SampleAnswer& of) { return of.prediction; })},
      {"answers.numbers", numbers},
      {"classes", table(scores, kScoreWidth)},
      {"curves.points", points},
      {"curves", table(curves, kCurveWidth)},
      {"calibration", table(bins, kBinWidth)}};
  if (const std::int64_t classes = evaluation.confusion.classes(); classes > 0) {
    FOVEA_TRY(Tensor counts, Tensor::tryMake({DataType::Int64, Shape{classes, classes}}));
    for (std::int64_t i = 0; i < classes * classes; ++i)
      counts.data<std::int64_t>()[i] = evaluation.confusion.count(i / classes, i % classes);
    file.tensors.emplace_back("confusion", counts);
  }
  return file;
}

std::filesystem::path EvaluationStore::fileOf(const EvaluationKey& key) const {
  return folder_ / fmt::format("{}-{}-{}.safetensors", key.checkpoint, key.data, splitName(key.split));
}

Result<std::optional<Evaluation>> EvaluationStore::find(const EvaluationKey& key) const {
  const std::filesystem::path file = fileOf(key);
  std::error_code code;
  if (!std::filesystem::exists(file, code)) return std::optional<Evaluation>();
  FOVEA_TRY(const SafetensorsFile content, readSafetensors(file, kLargestFile));
  FOVEA_TRY(Evaluation evaluation, evaluationOf(content));
  if (evaluation.split != key.split) return damaged("it is of another split");
  return std::optional<Evaluation>(std::move(evaluation));
}

Status EvaluationStore::keep(const EvaluationKey& key, const Evaluation& evaluation) const {
  FOVEA_TRY(const SafetensorsFile file, evaluationFile(evaluation));
  FOVEA_CHECK(createFolder(folder_));
  FOVEA_CHECK(writeSafetensors(fileOf(key), file));
  makeRoom();
  return {};
}

void EvaluationStore::makeRoom() const {
  struct Stored {
    std::filesystem::file_time_type written;
    std::uintmax_t bytes;
    std::filesystem::path file;
  };
  std::vector<Stored> all;
  std::uintmax_t sum = 0;
  std::error_code code;
  for (const auto& entry : std::filesystem::directory_iterator(folder_, code)) {
    std::error_code ignored;
    if (entry.path().extension() != ".safetensors") continue;
    all.push_back({entry.last_write_time(ignored), entry.file_size(ignored), entry.path()});
    sum += all.back().bytes;
  }
  std::ranges::sort(all, {}, &Stored::written);
  for (const Stored& each : all) {
    if (sum <= kLargestFolder) return;
    std::filesystem::remove(each.file, code);
    sum -= each.bytes;
  }
}

}  // namespace fovea
