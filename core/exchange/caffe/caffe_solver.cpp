#include "core/exchange/caffe/caffe_solver.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/exchange/caffe/text_writer.h"

namespace fovea {
namespace {

std::int64_t inEpochs(std::int64_t iterations, std::int64_t stepsPerEpoch) {
  return std::max<std::int64_t>(1, (iterations + stepsPerEpoch / 2) / stepsPerEpoch);
}

void readSchedule(FieldReader& reader, CaffeSolver& solver, ExchangeReport& report) {
  TrainingSettings& s = solver.settings;
  const std::string policy = reader.text("lr_policy", "fixed");
  const double gamma = reader.real("gamma", 0.1), power = reader.real("power", 1);
  const std::int64_t period = reader.integer("stepsize", 1);
  const std::int64_t steps = solver.stepsPerEpoch;
  if (policy == "step") {
    s.schedule = "step";
    s.scheduleFactor = gamma;
    s.schedulePeriod = inEpochs(period, steps);
    if (s.schedulePeriod * steps != period) report.approximated.push_back("The rate's steps come at whole epochs.");
  } else if (policy == "multistep") {
    s.schedule = "multistep";
    s.scheduleFactor = gamma;
    s.scheduleEpochs.clear();
    for (const std::int64_t step : reader.integers("stepvalue")) s.scheduleEpochs.push_back(inEpochs(step, steps));
  } else if (policy == "exp") {
    s.schedule = "exponential";
    s.scheduleFactor = std::pow(gamma, static_cast<double>(steps));
  } else if (policy == "inv") {
    s.schedule = "inverse";
    s.scheduleGamma = gamma;
    s.schedulePower = power;
  } else if (policy == "poly") {
    s.schedule = "polynomial";
    s.schedulePower = power;
  } else if (policy == "sigmoid") {
    s.schedule = "sigmoid";
    s.scheduleGamma = gamma;
    s.scheduleCentre = period;
  } else {
    s.schedule = "fixed";
    if (policy != "fixed")
      report.approximated.push_back(fmt::format("The rate stays the same: {} is not known.", policy));
  }
}

void readOptimizer(FieldReader& reader, TrainingSettings& s, ExchangeReport& report) {
  static constexpr const char* kOld[] = {"SGD", "Nesterov", "AdaGrad", "RMSProp", "AdaDelta", "Adam"};
  std::string type = reader.text("type", reader.text("solver_type", "SGD"));
  for (std::size_t i = 0; i < std::size(kOld); ++i) {
    std::string upper = kOld[i];
    std::transform(upper.begin(), upper.end(), upper.begin(), [](char c) { return c >= 'a' ? c - 32 : c; });
    if (type == upper || type == std::to_string(i)) type = kOld[i];
  }
  const double momentum = reader.real("momentum", 0);
  s.momentum = momentum;
  s.epsilon = reader.real("delta", 1e-8);
  s.nesterov = type == "Nesterov";
  s.optimizer = "sgd";
  if (type == "AdaGrad") s.optimizer = "adagrad";
  if (type == "RMSProp") {
    s.optimizer = "rmsprop";
    s.rho = reader.real("rms_decay", 0.99);
  }
  if (type == "AdaDelta") {
    s.optimizer = "adadelta";
    s.rho = momentum;
  }
  if (type == "Adam") {
    s.optimizer = "adam";
    s.beta1 = momentum;
    s.beta2 = reader.real("momentum2", 0.999);
  }
  if (s.optimizer == "sgd" && type != "SGD" && type != "Nesterov")
    report.approximated.push_back(fmt::format("SGD in the place of {}.", type));
}

}  // namespace

bool isCaffeSolver(const TextMessage& message) {
  const bool layers = message.find("layer") || message.find("layers");
  return !layers && (message.find("net") || message.find("train_net") || message.find("base_lr"));
}

Result<CaffeSolver> readCaffeSolver(const TextMessage& message, std::int64_t stepsPerEpoch, ExchangeReport& report) {
  FieldReader reader(message);
  CaffeSolver solver;
  TrainingSettings& s = solver.settings;
  solver.net = reader.text("net", reader.text("train_net"));
  solver.iterations = reader.integer("max_iter", 0);
  solver.stepsPerEpoch = stepsPerEpoch > 0 ? stepsPerEpoch : reader.integer("test_interval", 0);
  if (solver.stepsPerEpoch < 1) solver.stepsPerEpoch = std::max<std::int64_t>(1, solver.iterations / 10);
  if (stepsPerEpoch < 1)
    report.notes.push_back(fmt::format("Caffe counts iterations; an epoch is taken to have {}.", solver.stepsPerEpoch));
  s.epochs = std::max<std::int64_t>(1, (solver.iterations + solver.stepsPerEpoch - 1) / solver.stepsPerEpoch);
  s.learningRate = reader.real("base_lr", 0.01);
  s.weightDecay = reader.real("weight_decay", 0);
  s.accumulation = reader.integer("iter_size", 1);
  readOptimizer(reader, s, report);
  readSchedule(reader, solver, report);
  if (const double clip = reader.real("clip_gradients", -1); clip > 0) {
    s.clipping = "norm";
    s.clipLimit = clip;
  }
  if (const std::int64_t display = reader.integer("display", 0); display > 0) s.logInterval = display;
  if (const std::int64_t seed = reader.integer("random_seed", -1); seed >= 0) s.seed = seed;
  if (reader.text("regularization_type", "L2") != "L2")
    report.approximated.push_back("Weight decay is that of squares (L2), not L1.");
  FOVEA_CHECK(reader.status());
  const auto schema = trainingSettingsSchema();
  if (const Status valid = schema.schema().validate(schema.write(s)); !valid.ok())
    return fail(ErrorCode::Corrupt, "The solver says what cannot be: " + valid.error().message, valid.error().advice);
  return solver;
}

namespace {

void writeSchedule(TextWriter& text, const TrainingSettings& s, std::int64_t steps, ExchangeReport& report) {
  const auto named = [&](const char* policy) { text.text("lr_policy", policy); };
  if (s.schedule == "step") {
    named("step");
    text.real("gamma", s.scheduleFactor);
    text.integer("stepsize", s.schedulePeriod * steps);
  } else if (s.schedule == "multistep") {
    named("multistep");
    text.real("gamma", s.scheduleFactor);
    for (const std::int64_t epoch : s.scheduleEpochs) text.integer("stepvalue", epoch * steps);
  } else if (s.schedule == "exponential") {
    named("exp");
    text.real("gamma", std::pow(s.scheduleFactor, 1 / static_cast<double>(steps)));
  } else if (s.schedule == "inverse") {
    named("inv");
    text.real("gamma", s.scheduleGamma);
    text.real("power", s.schedulePower);
  } else if (s.schedule == "polynomial") {
    named("poly");
    text.real("power", s.schedulePower);
  } else if (s.schedule == "sigmoid") {
    named("sigmoid");
    text.real("gamma", s.scheduleGamma);
    text.integer("stepsize", s.scheduleCentre);
  } else {
    named("fixed");
    if (s.schedule != "fixed")
      report.approximated.push_back("The solver keeps one rate: Caffe has no " + s.schedule + ".");
  }
}

}  // namespace

std::string writeCaffeSolver(const TrainingSettings& s, const std::string& net, std::int64_t stepsPerEpoch,
                             ExchangeReport& report) {
  TextWriter text;
  text.text("net", net);
  text.integer("test_iter", 100);
  text.integer("test_interval", stepsPerEpoch);
  text.real("base_lr", s.learningRate);
  writeSchedule(text, s, stepsPerEpoch, report);
  const bool known = s.optimizer != "adamw" && s.optimizer != "lamb";
  if (!known) report.approximated.push_back("The solver is Adam: Caffe has no " + s.optimizer + ".");
  const std::string type = s.optimizer == "sgd"        ? (s.nesterov ? "Nesterov" : "SGD")
                           : s.optimizer == "adagrad"  ? "AdaGrad"
                           : s.optimizer == "rmsprop"  ? "RMSProp"
                           : s.optimizer == "adadelta" ? "AdaDelta"
                                                       : "Adam";
  text.text("type", type);
  if (type == "Adam") {
    text.real("momentum", s.beta1);
    text.real("momentum2", s.beta2);
  } else if (type == "AdaDelta") {
    text.real("momentum", s.rho);
  } else if (type == "SGD" || type == "Nesterov") {
    text.real("momentum", s.momentum);
  }
  if (type == "RMSProp") text.real("rms_decay", s.rho);
  text.real("weight_decay", s.weightDecay);
  if (s.accumulation != 1) text.integer("iter_size", s.accumulation);
  if (s.clipping == "norm") text.real("clip_gradients", s.clipLimit);
  text.integer("max_iter", s.epochs * stepsPerEpoch);
  text.integer("display", s.logInterval);
  text.integer("snapshot", stepsPerEpoch);
  text.text("snapshot_prefix", "snapshot");
  return text.written();
}

}  // namespace fovea
