// Why: every text of core that is shown on the screen is in the translators' list, and the list contains nothing else.
#include <QTest>
#include <set>

#include "app/core_words.h"
#include "core/data/importing/import_options.h"
#include "core/data/importing/importer.h"
#include "core/data/transforms/transform_type.h"
#include "core/layers/layer_type.h"
#include "core/layers/primitive_layers.h"
#include "core/train/network_suggestions.h"
#include "core/train/trainer.h"
#include "core/train/training_settings.h"

namespace fovea::test {

// All suggestions: for every kind of samples, and without data.
std::vector<NetworkSuggestion> everySuggestion() {
  std::vector<NetworkSuggestion> all;
  const auto add = [&](NetworkTask task, const DatasetInfo* data) {
    for (NetworkSuggestion& each : suggestNetworks(task, data)) all.push_back(std::move(each));
  };
  for (const NetworkTaskInfo& info : networkTasks()) add(info.task, nullptr);
  for (const Task task : kTasks)
    for (const Shape& shape : {Shape{1, 28, 28}, Shape{3, 64, 64}, Shape{3, 300, 400}, Shape{13}, Shape{1, 8000}})
      for (const std::int64_t samples : {100, 100'000}) {
        DatasetInfo data;
        data.task = task;
        data.inputType = shape.rank() == 3 ? DataType::UInt8 : DataType::Float32;
        data.sampleShape = shape;
        data.classes = {"a", "b"};
        data.splits[0].samples = samples;
        if (const auto own = taskOf(data)) add(*own, &data);
      }
  return all;
}

class CoreWordsTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void everyTextOfFormsIsListed() {
    std::set<std::string> shown;
    const auto addFields = [&](const Schema& schema) {
      for (const Field& field : schema.fields()) {
        shown.insert({field.title, field.group});
        shown.insert(field.help);
        for (const FieldChoice& choice : field.choices) shown.insert(choice.title);
      }
    };
    for (const LayerType& layer : allLayers()) {
      if (isPrimitive(layer)) continue;  // ops have the names of their file formats in every language
      shown.insert({layer.title, layer.help, layerFamilyTitle(layer.family)});
      addFields(layer.parameters);
    }
    addFields(trainingSettingsSchema().schema());
    addFields(changeableSettings());
    for (const TransformType& transform : allTransforms()) {
      shown.insert({transform.title, transform.help});
      addFields(transform.parameters);
    }
    addFields(sharedImportSchema().schema());
    for (const NetworkTaskInfo& task : networkTasks()) shown.insert({task.title, task.sentence});
    for (const NetworkSuggestion& suggestion : everySuggestion()) {
      shown.insert(suggestion.title);
      shown.insert(suggestion.why.begin(), suggestion.why.end());
    }
    for (const auto& importer : importers()) {
      shown.insert(importer->title());
      addFields(importer->options());
    }
    shown.erase("");
    std::set<std::string> listed;
    for (const char* text : coreWords()) QVERIFY2(listed.insert(text).second, text);
    std::string missing;
    for (const std::string& text : shown)
      if (!listed.contains(text)) missing += "\n" + text;
    if (!missing.empty()) qCritical("missing:%s", missing.c_str());
    QVERIFY(missing.empty());
  }
};

}  // namespace fovea::test

QTEST_GUILESS_MAIN(fovea::test::CoreWordsTest)
#include "core_words_test.moc"
