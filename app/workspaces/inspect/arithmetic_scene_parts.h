// Why: scenes of single sums and of layers with stages are built from the same tables and texts. Internal to
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
// Returns a table of one member of each term; terms without an input element are marked as empty.
NumberTable termTable(const QString& title, const std::vector<Summand>& terms, double Summand::*part, int columns);
NumberTable numberTable(const QString& title, double value);
void addTable(ArithmeticScene& scene, const QString& sign, NumberTable table);
// Returns the name of a class or symbol, or its number if it has no name.
QString classText(const NetworkTrace& trace, std::int64_t index);
// Returns one of LayerExplanation::numbers; 0 if there is none of that name.
double namedNumberOf(const LayerExplanation& explained, std::string_view name);
// Returns "= y[2, 5] = 0.3   the network computed 0.3   lstm".
QString resultLine(const TracedLayer& layer, const LayerExplanation& explained);
// Adds the tables x − mean, / deviation, × scale, + shift, = y.
void addNormTables(ArithmeticScene& scene, const LayerExplanation& explained);

// Describes a kind of layer in a sentence and by its formula.
void describeLayer(ArithmeticScene& scene, ArithmeticKind kind, const TracedLayer& layer);
// Adds the tables of one stage of a layer that computes in several.
void addStageScene(ArithmeticScene& scene, const TracedLayer& layer, const LayerExplanation& explained,
                   std::size_t stage);

}  // namespace fovea
