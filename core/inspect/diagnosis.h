// Why: describes what looks wrong with a run, with the evidence and with fixes that can be applied. Screens, the
// terminal and reports show the same findings. Each kind of diagnosis is one file in core/inspect/diagnoses.
// Thread-safety: values and pure functions.
#pragma once
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "core/data/measures/sample_measures.h"
#include "core/inspect/model_measures.h"
#include "core/network/network_edit.h"
#include "core/train/trainer.h"

namespace fovea {

// The known facts about a run. Its records are always present; the rest is missing without a checkpoint or a data set.
struct RunFacts {
  Network network;
  TrainingSettings settings;
  std::vector<MetricPoint> points;
  std::vector<EpochRecord> epochs;
  // why the run failed, or a note made when the loss stopped being finite; may be empty
  std::string trouble;
  bool givenWeights = false;   // true if its initial weights were not drawn from its seed
  std::int64_t begunStep = 0;  // for a branch: the step where it left the other run
  std::shared_ptr<const Dataset> dataset;
  std::shared_ptr<const SampleMeasures> samples;
  std::optional<ModelMeasures> model;
};

// A sentence with placeholders %1, %2, … for values. The window translates the text before it fills in the values.
struct Phrase {
  using Value = std::variant<std::int64_t, double, std::string>;
  const char* text = "";
  std::vector<Value> values{};
};
// Returns the phrase in English. Real numbers have at most four significant digits.
std::string phraseText(const Phrase& phrase);

enum class Severity {
  Warning,  // the run works, but not as well as it could
  Problem,  // the run is useless as it is
};
const char* severityName(Severity severity);  // "warning", "problem"

struct EvidenceCurve {
  std::string name;  // as in a run's history: "loss", "val_loss"
  std::vector<double> steps, values;
};

struct EvidenceBar {
  std::string name;  // name of a layer, class or channel
  double value = 0;
  bool striking = false;    // true if the diagnosis is about it
  std::int32_t label = -1;  // the class, if the bar is about a class
};

struct Evidence {
  std::vector<EvidenceCurve> curves{};
  std::int64_t step = -1;  // the step of the curves where the problem appears; -1: none
  std::string measure{};   // quantity shown by the bars: "gradient", "dead", "saturated", "samples", "mean"
  std::vector<EvidenceBar> bars{};
  std::vector<std::string> layers{};                      // names in the network without blocks
  std::vector<std::uint32_t> records{};                   // samples of the data set, ascending
  std::vector<std::pair<std::string, double>> numbers{};  // the numbers in the sentences, by name
};

// Changes a training setting, for a new run.
struct SettingFix {
  std::string setting;
  FieldValue from, to;
};

struct DiagnosisFix {
  Phrase title;  // the button's text
  // A change for a new run, for the run's network, or for the data set.
  std::variant<SettingFix, NetworkEdit, SampleEdit> change;
};

struct Diagnosis {
  std::string kind;  // name of its DiagnosisType
  Severity severity = Severity::Warning;
  Phrase title;
  std::vector<Phrase> sentences;
  Evidence evidence;
  std::vector<DiagnosisFix> fixes;
  std::vector<std::string> explains{};  // kinds that were also found and are probably consequences of this one
};

struct DiagnosisType {
  std::string name;  // "rate_too_high"
  const char* title = "";
  int order = 0;  // causes come before effects
  // Kinds of which this one is a consequence: if one of them is found, this one is only listed there.
  std::vector<std::string> explainedBy{};
  std::vector<const char*> texts{};  // all phrases that it uses, besides `title`
  std::function<std::optional<Diagnosis>(const RunFacts&)> find;
};

// Returns all types sorted by `order`. They are built once on first use; immutable; thread-safe.
const std::vector<DiagnosisType>& allDiagnoses();
const DiagnosisType* findDiagnosis(std::string_view name);

// Returns what was found: problems first, then in the order of the types.
std::vector<Diagnosis> diagnose(const RunFacts& facts);

}  // namespace fovea
