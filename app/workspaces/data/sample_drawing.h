// Why: a sample of any kind is drawn in one way, small in the grid and large beside it: images and slices of volumes as
// they are, spectrograms in colours, waveforms as curves, symbols as text; boxes and masks upon them.
// Thread-safety: pure functions, for worker threads too.
#pragma once
#include <QColor>
#include <QImage>

#include "core/data/dataset.h"

namespace fovea {

// Of boxes and masks: well apart for the first ten classes.
QColor classColor(std::int32_t label);

// Null where the input is no picture (symbols, see inputText()). `ink` is the colour of curves.
QImage inputImage(const Tensor& input, const DatasetInfo& info, const QColor& ink);
// Symbols as text; numbers that are no picture in short; else empty.
QString inputText(const Tensor& input, const DatasetInfo& info);
QString symbolText(std::span<const std::int32_t> symbols, const DatasetInfo& info);

// u8 [1, H, W] of labels as colours; transparent where nothing is said (ignored pixels, a class named background).
QImage maskImage(const Tensor& mask, const DatasetInfo& info);

// Draws boxes of an image of `extent` pixels over all of `canvas`; with names of `letter` pixels if that is not 0.
void drawBoxes(QImage& canvas, const QSize& extent, const std::vector<Box>& boxes, const DatasetInfo& info,
               double penWidth, int letter);

// Mask and boxes over an image of `extent` pixels, for ImageView::setOverlay; null where there is neither. It is drawn
// at `side` device pixels, best those it is shown in.
QImage annotations(const Sample& sample, const QSize& extent, const DatasetInfo& info, double maskOpacity, int side);

// A sample as small as `side` device pixels, with what is marked in it.
QImage thumbnail(const SampleView& sample, const DatasetInfo& info, int side, const QColor& ink);

}  // namespace fovea
