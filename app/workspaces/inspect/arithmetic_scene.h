// Why: how a number of a layer comes about is shown as a row of tables with signs between them, whatever the layer.
// Pure functions.
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
  bool grey = false;          // brightness instead of signed colours
  int marked = -1;            // this cell is outlined
  QStringList names{};        // of the rows, where there is one column
  std::vector<bool> empty{};  // cells without a number: padding, or masked
  bool blank = false;         // nothing is written into empty cells, not even the zero of padding
  int block = 0;              // rows of one slice of a volume's window; 0: no slices
  bool newRow = false;        // stands below the tables before it

  int blocks() const { return block > 0 ? (rows() + block - 1) / block : 1; }

  int rows() const { return columns > 0 ? (static_cast<int>(values.size()) + columns - 1) / columns : 0; }
};

struct ArithmeticScene {
  // The plane of the layer's input, and the part of it that is used, in its pixels.
  Tensor plane;  // f32 [H, W]; undefined if the input has no positions
  QString planeTitle;
  // Further slices of a volume that the window covers, below the first; undefined ones lie outside.
  std::vector<Tensor> slices;
  QStringList sliceTitles;
  QRectF window;
  std::vector<NumberTable> tables;
  QStringList signs;  // signs[i] stands before tables[i]
  QStringList lines;  // the sum in words; the last one is the result
  QString kind;       // one sentence: what this layer does
  QString formula;
};

// Forward at a position of a layer's output. `inputChannel` chooses the channel of the window that is shown; −1: the
// one that adds most to the sum. `stage` chooses among LayerExplanation::stages; −1: the last.
ArithmeticScene forwardScene(const NetworkTrace& trace, int layer, const LayerExplanation& explained, int inputChannel,
                             int stage = -1);
// Backward: the chain rule of a layer's output, or of a weight.
ArithmeticScene backwardScene(const NetworkTrace& trace, int layer, const GradientExplanation& explained);

// "input gate", "softmax weights"
QString stageName(StageKind kind);
// Whether an output of two axes is a sequence [T, K], not a signal [C, L].
bool isSequence(const NetworkTrace& trace, int layer);

// The channel of a window that adds most to the sum.
int strongestChannel(const LayerExplanation& explained);
// "0.842", "1.3e-05"
QString cellText(double value);
// "(12, 11, 7)"
QString positionText(const std::vector<std::int64_t>& at);

}  // namespace fovea
