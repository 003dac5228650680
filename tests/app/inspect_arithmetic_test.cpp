// Why: every stage of every layer is drawn whole: tables with their numbers, inside the view, beside one another.
#include <QSignalSpy>
#include <QSpinBox>
#include <QTest>
#include <QTreeWidget>
#include <cmath>

#include "app/workspaces/inspect/arithmetic_stage_list.h"
#include "app/workspaces/inspect/arithmetic_view.h"
#include "core/backends/device.h"
#include "core/base/random.h"
#include "core/network/lowering.h"
#include "core/network/network_edit.h"

namespace fovea {
namespace {

using List = std::vector<std::int64_t>;

template <class T>
T got(Result<T> result) {
  if (!result.ok()) qFatal("%s", result.error().text().c_str());
  return std::move(*result);
}

// Layers one behind the other.
struct Chain {
  Network network;
  LayerId last{};

  Chain& add(const char* type, const FieldValues& parameters = {}) {
    Layer layer;
    layer.type = type;
    layer.name = QStringLiteral("layer%1").arg(network.layers().size()).toStdString();
    layer.parameters = parameters;
    got(applyEdit(network, {AddLayer{layer}, "Add"}));
    const LayerId id = network.findByName(layer.name)->id;
    if (network.layers().size() > 1) got(applyEdit(network, {AddEdge{{last, 0, id, 0}}, "Connect"}));
    last = id;
    return *this;
  }
};

NetworkTrace traceOfChain(const Chain& chain) {
  Checkpoint checkpoint;
  checkpoint.network = chain.network;
  const LoweredNetwork lowered = got(lowerNetwork(chain.network, {NetworkMode::Inference, 1, 0}));
  for (const VariableInfo& variable : lowered.variables)
    checkpoint.tensors.emplace_back(variable.name, initialValue(variable, 3).clone());
  BackendRegistry backends;
  registerCpuBackend(backends);
  const TensorType type{lowered.samples().type.dtype, lowered.sampleShape()};
  Tensor input = Tensor::make(type);
  Random random(7);
  for (std::int64_t i = 0; i < input.elementCount(); ++i)
    if (type.dtype == DataType::Int32)
      input.data<std::int32_t>()[i] = static_cast<std::int32_t>(random.uniform() * 20) % 20;
    else
      input.data<float>()[i] = static_cast<float>(random.normal());
  const auto tracer = got(NetworkTracer::create(checkpoint, got(backends.open("cpu"))));
  return got(tracer->trace(input));
}

Chain text() {
  Chain chain;
  return chain.add("input", {{"shape", List{24}}, {"values", std::string("symbols")}, {"symbols", std::int64_t{20}}})
      .add("embedding", {{"symbols", std::int64_t{20}}, {"size", std::int64_t{16}}});
}

// Everything that is drawn of a scene lies within the view, and no table covers another.
void checkDrawn(const ArithmeticScene& scene, const char* what) {
  QVERIFY2(!scene.lines.isEmpty() && !scene.kind.isEmpty(), what);
  QCOMPARE(scene.signs.size(), static_cast<qsizetype>(scene.tables.size()));
  QCOMPARE(scene.sliceTitles.size(), static_cast<qsizetype>(scene.slices.size()));
  for (const NumberTable& table : scene.tables) {
    QVERIFY2(!table.title.isEmpty(), what);
    QVERIFY2(table.rows() >= 1 && table.rows() * table.columns >= static_cast<int>(table.values.size()), what);
    for (const double value : table.values) QVERIFY2(std::isfinite(value), what);
  }
  for (const QSize size : {QSize(640, 330), QSize(980, 420)}) {
    ArithmeticView view;
    view.resize(size);
    view.setScene(scene);
    QVERIFY(!view.grab().isNull());
    for (int i = 0; i < static_cast<int>(scene.tables.size()); ++i) {
      const QRectF rect = view.tableRect(i);
      QVERIFY2(QRectF(view.rect()).adjusted(0, 0, 1, 1).contains(rect), what);
      for (int other = 0; other < i; ++other) QVERIFY2(!rect.intersects(view.tableRect(other)), what);
      QVERIFY2(!rect.intersects(view.planeRect()), what);
    }
  }
}

void checkAllLayers(const NetworkTrace& trace) {
  for (int layer = 0; layer < static_cast<int>(trace.layers.size()); ++layer) {
    const TracedLayer& traced = trace.layers[static_cast<std::size_t>(layer)];
    const std::int64_t count = traced.output.elementCount();
    for (const std::int64_t element : {std::int64_t{0}, count / 2, count - 1}) {
      const auto at = positionOf(traced.output.shape(), element);
      const LayerExplanation explained = got(explainOutput(trace, layer, at));
      QVERIFY2(explained.kind != ArithmeticKind::Unknown, traced.type.c_str());
      const int stages = std::max(1, static_cast<int>(explained.stages.size()));
      for (int stage = 0; stage < stages; ++stage)
        checkDrawn(forwardScene(trace, layer, explained, -1, stage), traced.type.c_str());
    }
  }
}

}  // namespace

class InspectArithmeticTest : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void recurrencesAreDrawn() {
    for (const char* type : {"lstm", "gru", "rnn"})
      for (const std::int64_t units : {6, 200})
        checkAllLayers(traceOfChain(text().add(type, {{"units", units}, {"layers", std::int64_t{2}}})));
  }
  void transformersAreDrawn() {
    checkAllLayers(traceOfChain(text()
                                    .add("positional_encoding")
                                    .add("transformer_block", {{"causal", true}, {"heads", std::int64_t{2}}})
                                    .add("multi_head_attention", {{"heads", std::int64_t{4}}})
                                    .add("layer_normalization")
                                    .add("linear", {{"units", std::int64_t{40}}})
                                    .add("softmax", {{"axis", std::int64_t{2}}})));
  }
  void volumesAreDrawn() {
    Chain chain;
    checkAllLayers(traceOfChain(chain.add("input", {{"shape", List{2, 8, 9, 10}}})
                                    .add("convolution", {{"filters", std::int64_t{4}}, {"padding", List{1}}})
                                    .add("relu")
                                    .add("max_pooling")
                                    .add("transposed_convolution", {{"filters", std::int64_t{3}}, {"kernel", List{3}}})
                                    .add("average_pooling")
                                    .add("global_pooling")));
  }

  // The products that are drawn are those of the sum that is written.
  void theTablesOfAGateHoldItsProducts() {
    const NetworkTrace trace = traceOfChain(text().add("lstm", {{"units", std::int64_t{6}}}));
    const LayerExplanation explained = got(explainOutput(trace, 2, {9, 3}));
    for (int gate = 0; gate < 4; ++gate) {
      const ArithmeticScene scene = forwardScene(trace, 2, explained, -1, gate);
      QCOMPARE(scene.tables.size(), std::size_t(6));
      QVERIFY(scene.tables[3].newRow);
      double sum = 0;
      for (const std::size_t table : {2, 5})
        for (const double product : scene.tables[table].values) sum += product;
      const ArithmeticStage& stage = explained.stages[static_cast<std::size_t>(gate)];
      for (const TermGroup& group : stage.groups) sum += *group.bias;
      QVERIFY(std::abs(sum - stage.sum) < 1e-9);
      QVERIFY(scene.lines.last().contains(cellText(stage.result)));
    }
  }

  // The tables of a norm are the formula that ends in y.
  void theTablesOfANormEndInItsNumber() {
    const NetworkTrace trace = traceOfChain(text().add("layer_normalization"));
    for (const std::int64_t number : {0, 5, 15}) {
      const LayerExplanation explained = got(explainOutput(trace, 2, {3, number}));
      const ArithmeticScene scene = forwardScene(trace, 2, explained, -1);
      QCOMPARE(scene.tables.size(), std::size_t(7));
      const auto at = [&](std::size_t table) { return scene.tables[table].values.front(); };
      QVERIFY(std::abs((at(1) - at(2)) / at(3) * at(4) + at(5) - at(6)) < 1e-9);
      QCOMPARE(at(6), explained.result);
    }
  }

  void theStageListKeepsItsStageAndOffersParts() {
    const NetworkTrace trace = traceOfChain(text().add("multi_head_attention", {{"heads", std::int64_t{4}}}));
    ArithmeticStageList list;
    list.setExplanation(got(explainOutput(trace, 2, {5, 3})));
    QCOMPARE(list.list()->topLevelItemCount(), 7);
    QCOMPARE(list.current(), 6);  // the output
    QSignalSpy stages(&list, &ArithmeticStageList::stageChosen), parts(&list, &ArithmeticStageList::partChosen);
    list.setCurrent(2);
    QCOMPARE(stages.count(), 1);
    list.partBox(0)->setValue(3);
    QCOMPARE(parts.count(), 1);
    QCOMPARE(list.parts(), (List{3}));
    const LayerExplanation chosen = got(explainOutput(trace, 2, {6, 3}, list.parts()));
    list.setExplanation(chosen);
    QCOMPARE(list.current(), 2);
    QCOMPARE(list.partBox(0)->value(), 3);
    QCOMPARE(chosen.choices[0].chosen, std::int64_t{3});
    QCOMPARE(stages.count(), 1);
    // Another layer has no stages.
    list.setExplanation(got(explainOutput(trace, 1, {5, 3})));
    QCOMPARE(list.current(), -1);
    QVERIFY(!list.isVisibleTo(nullptr));
  }
};

}  // namespace fovea

QTEST_MAIN(fovea::InspectArithmeticTest)
#include "inspect_arithmetic_test.moc"
