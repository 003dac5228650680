// Why: the scenes of single sums and of layers in stages are put together from the same tables and words. Internal to
// ArithmeticScene.
#pragma once
#include <QCoreApplication>
#include <string_view>

#include "app/workspaces/inspect/arithmetic_scene.h"

namespace fovea {

struct ArithmeticWords {
  Q_DECLARE_TR_FUNCTIONS(fovea::ArithmeticWords)
};

// Returns the number of columns that makes a table nearly square.
int squareColumns(std::size_t count);
// One part of each term; terms without an element stay empty.
NumberTable termTable(const QString& title, const std::vector<Summand>& terms, double Summand::*part, int columns);
NumberTable numberTable(const QString& title, double value);
void addTable(ArithmeticScene& scene, const QString& sign, NumberTable table);
// The name of a class or symbol, else its number.
QString classText(const NetworkTrace& trace, std::int64_t index);
// One of LayerExplanation::numbers; 0 without it.
double namedNumberOf(const LayerExplanation& explained, std::string_view name);
// "= y[2, 5] = 0.3   the network computed 0.3   lstm"
QString resultLine(const TracedLayer& layer, const LayerExplanation& explained);
// x − mean, / deviation, × scale, + shift, = y.
void addNormTables(ArithmeticScene& scene, const LayerExplanation& explained);

// Describes a kind of layer in a sentence and by its formula.
void describeLayer(ArithmeticScene& scene, ArithmeticKind kind, const TracedLayer& layer);
// One stage of a layer that computes in several.
void addStageScene(ArithmeticScene& scene, const TracedLayer& layer, const LayerExplanation& explained,
                   std::size_t stage);

}  // namespace fovea
