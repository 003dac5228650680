// Why: shows how a number of any layer is computed, as a row of tables with operators between them. Pure functions.
#pragma once
#include <QRectF>
#include <QStringList>
#include <optional>
#include <vector>

#include "core/inspect/layer_arithmetic.h"

namespace fovea {

// A table of numbers.
struct NumberTable {
  QString title;
  int columns = 1;
  std::vector<double> values;
  bool grey = false;          // shades of grey instead of signed colours
  int marked = -1;            // index of the outlined cell; −1: none
  QStringList names{};        // names of the rows of a table with one column
  std::vector<bool> empty{};  // marks cells without an input: padding, or masked
  bool blank = false;         // empty cells show no number, not even the zero of padding
  int block = 0;              // rows per slice of a volume's window; 0: no slices
  bool newRow = false;        // begins a new row of tables

  int blocks() const { return block > 0 ? (rows() + block - 1) / block : 1; }

  int rows() const { return columns > 0 ? (static_cast<int>(values.size()) + columns - 1) / columns : 0; }
};

struct ArithmeticScene {
  // The plane of the layer's input; `window` is the part that is used, in pixels of the plane.
  Tensor plane;  // f32 [H, W]; undefined if the input has no positions
  QString planeTitle;
  // Further slices of a volume that the window covers, below the first; slices outside the input are undefined.
  std::vector<Tensor> slices;
  QStringList sliceTitles;
  QRectF window;
  std::vector<NumberTable> tables;
  QStringList signs;  // signs[i] is drawn before tables[i]
  QStringList lines;  // the sum in words; the last one is the result
  QString kind;       // one sentence: what this layer does
  QString formula;
};

// Explains the forward pass at a position of a layer's output. `inputChannel` chooses the channel of the window that is
// shown; −1: the one that adds most to the sum. `stage` chooses among LayerExplanation::stages; −1: the last.
ArithmeticScene forwardScene(const NetworkTrace& trace, int layer, const LayerExplanation& explained, int inputChannel,
                             int stage = -1);
// Explains the backward pass: the chain rule for a number of a layer's output.
ArithmeticScene backwardScene(const NetworkTrace& trace, int layer, const GradientExplanation& explained);

// Returns the name of a stage: "input gate", "softmax weights".
QString stageName(StageKind kind);
// Returns whether an output with two axes is a sequence [T, K] rather than a signal [C, L].
bool isSequence(const NetworkTrace& trace, int layer);

// Returns the channel of a window that adds most to the sum.
int strongestChannel(const LayerExplanation& explained);
// Formats a number for a cell: "0.842", "1.3e-05".
QString cellText(double value);
// Formats a position: "[12, 11, 7]".
QString positionText(const std::vector<std::int64_t>& at);

}  // namespace fovea
